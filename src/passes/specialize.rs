//! Specialisation: gives function constants their values (MSL 5.8) and drops the arguments that they switch off.
//!
//! Afterwards no argument has a condition and no index waits for a constant. Constants that were given no value stay in
//! the code; those that an entry point still needs once branches are decided are listed by [`missing`].

use super::dce;
use super::fold;
use super::forward;
use super::inline;
use super::promote;
use crate::ir::Constant;
use crate::ir::Function;
use crate::ir::FunctionConstantId;
use crate::ir::FunctionId;
use crate::ir::Initializer;
use crate::ir::Inst;
use crate::ir::Module;
use crate::ir::StatementKind;
use crate::ir::Type;

/// Why a module could not be specialised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecializeError {
    /// Whether an argument exists depends on this constant, which has no value: (entry point, argument, constant).
    ConditionNeeds(usize, usize, FunctionConstantId),
    /// Whether an argument exists could not be found out, with all constants given: (entry point, argument).
    ConditionNotConstant(usize, usize),
}

/// Specialises a module; `values` has an entry a function constant, `None` for those that stay without a value. A
/// value of another type than its constant counts as none.
///
/// # Errors
/// An argument's condition that can't be decided. The module is half done then.
pub fn run(module: &mut Module, values: &[Option<Constant>]) -> Result<(), SpecializeError> {
    let constants = &module.function_constants;
    let value = |id: FunctionConstantId| {
        let value = values.get(id.index())?.as_ref()?;
        (value.ty() == constants.get(id.index())?.ty).then_some(value)
    };
    for function in &mut module.functions {
        let mut is_changed = false;
        for data in &mut function.insts {
            match data.inst {
                Inst::FunctionConstant(id) => {
                    if let Some(value) = value(id) {
                        data.inst = Inst::Constant(value.clone());
                        is_changed = true;
                    }
                }
                Inst::FunctionConstantDefined(id) => {
                    data.inst = Inst::Constant(Constant::bool(value(id).is_some()));
                    is_changed = true;
                }
                _ => {}
            }
        }
        if is_changed {
            // Keeps locals and variables, so a debugger still finds them.
            fold::run(function);
        }
    }
    for entry in &mut module.entry_points {
        for argument in &mut entry.arguments {
            if let Some(index) = argument.index_constant.take().and_then(value) {
                argument.index = index.bits[0] as u32;
            }
        }
    }
    let conditions: Vec<FunctionId> = module
        .entry_points
        .iter()
        .flat_map(|entry| entry.arguments.iter().filter_map(|argument| argument.condition))
        .collect();
    if conditions.is_empty() {
        return Ok(());
    }
    let decided = decide(module, &conditions);
    let mut next = 0;
    for entry in 0..module.entry_points.len() {
        let mut at = 0;
        for original in 0..module.entry_points[entry].arguments.len() {
            let is_conditional = module.entry_points[entry].arguments[at].condition.take().is_some();
            if is_conditional {
                next += 1;
                match decided[next - 1] {
                    Decision::Exists(true) => {}
                    Decision::Exists(false) => {
                        drop_argument(module, entry, at);
                        continue;
                    }
                    Decision::Needs(constant) => {
                        return Err(SpecializeError::ConditionNeeds(entry, original, constant));
                    }
                    Decision::Unknown => return Err(SpecializeError::ConditionNotConstant(entry, original)),
                }
            }
            at += 1;
        }
    }
    Ok(())
}

/// Function constants without a value that code of an entry point, or what it calls, still reads.
#[must_use]
pub fn missing(module: &Module, entry: usize) -> Vec<FunctionConstantId> {
    let mut missing = Vec::new();
    let mut seen = vec![false; module.functions.len()];
    let mut work = vec![module.entry_points[entry].function];
    while let Some(id) = work.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let function = module.function(id);
        let Some(body) = &function.body else { continue };
        body.for_each_inst(&mut |value| match function.inst(value) {
            Inst::FunctionConstant(constant) => missing.push(*constant),
            Inst::Call(callee, _) | Inst::Function(callee) => work.push(*callee),
            Inst::Global(global) => {
                if let Initializer::Function(initializer) = module.globals[global.index()].initializer {
                    work.push(initializer);
                }
            }
            _ => {}
        });
    }
    missing.sort_unstable();
    missing.dedup();
    missing
}

#[derive(Clone, Copy)]
enum Decision {
    Exists(bool),
    Needs(FunctionConstantId),
    Unknown,
}

/// What each condition computes.
fn decide(module: &Module, conditions: &[FunctionId]) -> Vec<Decision> {
    let mut scratch = module.clone();
    inline::run(&mut scratch);
    let Module { functions, layouts, .. } = &mut scratch;
    let mut decide = |id: &FunctionId| {
        let function = &mut functions[id.index()];
        for _ in 0..3 {
            fold::run(function);
            promote::function(function, layouts);
            forward::run(function);
            fold::run(function);
            dce::run(function);
        }
        decision(function)
    };
    conditions.iter().map(&mut decide).collect()
}

fn decision(function: &Function) -> Decision {
    let needed = function.insts.iter().find_map(|data| match data.inst {
        Inst::FunctionConstant(constant) => Some(constant),
        _ => None,
    });
    if let Some(constant) = needed {
        return Decision::Needs(constant);
    }
    let last = function.body.as_ref().and_then(|body| body.0.last());
    match last.map(|statement| &statement.kind) {
        Some(StatementKind::Return(Some(value))) => match function.inst(*value) {
            Inst::Constant(constant) => Decision::Exists(constant.bits[0] != 0),
            _ => Decision::Unknown,
        },
        _ => Decision::Unknown,
    }
}

/// Removes an argument and its parameter; what still mentions it sees null.
fn drop_argument(module: &mut Module, entry: usize, argument: usize) {
    let id = module.entry_points[entry].function;
    module.entry_points[entry].arguments.remove(argument);
    let shares = |(other, point): (usize, &crate::ir::EntryPoint)| other != entry && point.function == id;
    let id = if module.entry_points.iter().enumerate().any(shares) {
        let copy = module.functions[id.index()].clone();
        module.functions.push(copy);
        FunctionId(module.functions.len() as u32 - 1)
    } else {
        id
    };
    module.entry_points[entry].function = id;
    let function = &mut module.functions[id.index()];
    function.params.remove(argument);
    if argument < function.param_names.len() {
        function.param_names.remove(argument);
    }
    for data in &mut function.insts {
        if let Inst::Param(index) = &mut data.inst {
            match (*index as usize).cmp(&argument) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Greater => *index -= 1,
                std::cmp::Ordering::Equal => {
                    let is_address = matches!(data.ty, Type::Pointer(_) | Type::Handle);
                    data.inst = if is_address { Inst::Null } else { Inst::Undef };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse;
    use crate::ir::verify;

    const TEXT: &str = r#"
layout 0 "float" size 4 align 4 scalar f32
function_constant 0 "use_b" index 0: bool
function_constant 1 "slot" index 1: u32
function_constant 2 "scale" index 2: f32
function f0 "k"("a" ptr.device, "b" ptr.device, "c" ptr.device) -> void {
    %a: ptr.device = param 0
    %b: ptr.device = param 1
    %c: ptr.device = param 2
    %use: bool = function_constant 0
    if %use {
        %x: f32 = load %b align 4
        store %c, %x align 4
    }
    %has: bool = function_constant_defined 2
    if %has {
        %s: f32 = function_constant 2
        store %c, %s align 4
    }
    store %a, %c align 8
}
function f1 "condition"() -> bool {
    local l0 "t" size 1 align 1
    %t: ptr.thread = local l0
    %r: bool = call f2()
    store %t, %r align 1
    %u: bool = load %t align 1
    return %u
}
function f2 "uses_b"() -> bool {
    %use: bool = function_constant 0
    return %use
}
entry "k" kernel f0 {
    argument "a" index 0 buffer device 0 read_write
    argument "b" index 1 buffer device 0 read_write condition f1
    argument "c" index 7 buffer device 0 read_write index_constant 1
}
"#;

    fn specialized(values: &[Option<Constant>]) -> (Module, Result<(), SpecializeError>) {
        let mut module = parse::module(TEXT).unwrap();
        verify::module(&module).unwrap();
        let result = run(&mut module, values);
        if result.is_ok() {
            verify::module(&module).unwrap();
        }
        (module, result)
    }

    #[test]
    fn an_argument_that_is_off_goes() {
        let (module, result) = specialized(&[Some(Constant::bool(false)), Some(Constant::u32(3)), None]);
        assert_eq!(result, Ok(()));
        let arguments: Vec<_> =
            module.entry_points[0].arguments.iter().map(|argument| (&*argument.name, argument.index)).collect();
        assert_eq!(arguments, [("a", 0), ("c", 3)]);
        let text = module.to_string();
        assert!(text.contains("%2: ptr.device = param 1") && !text.contains("store %2"), "{text}");
        assert_eq!(missing(&module, 0), []);
    }

    #[test]
    fn an_argument_that_is_on_stays() {
        let (module, result) = specialized(&[Some(Constant::bool(true)), None, Some(Constant::f32(2.0))]);
        assert_eq!(result, Ok(()));
        let arguments: Vec<_> =
            module.entry_points[0].arguments.iter().map(|argument| (&*argument.name, argument.index)).collect();
        assert_eq!(arguments, [("a", 0), ("b", 1), ("c", 7)]);
        assert!(module.to_string().contains("constant 2.0"));
    }

    #[test]
    fn what_has_no_value() {
        let (_, result) = specialized(&[None, None, None]);
        assert_eq!(result, Err(SpecializeError::ConditionNeeds(0, 1, FunctionConstantId(0))));
        // Of another type: as if it had none.
        let (_, result) = specialized(&[Some(Constant::u32(1)), None, None]);
        assert_eq!(result, Err(SpecializeError::ConditionNeeds(0, 1, FunctionConstantId(0))));
        let module = parse::module(TEXT).unwrap();
        assert_eq!(missing(&module, 0), [FunctionConstantId(0), FunctionConstantId(2)]);
    }
}
