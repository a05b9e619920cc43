//! Makes a module for given values of its function constants.
//!
//! Must never know bytecode.

use super::dispatch::ConstantValue;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::ir::Constant;
use crate::ir::Inst;
use crate::ir::Module;
use crate::passes;

/// The module with one entry point and with function constants replaced: those with a value by it, the rest stays and
/// is an error where it is run.
pub fn specialize(module: &Module, entry: usize, values: &[ConstantValue]) -> Result<Module, Box<Diagnostic>> {
    let mut constants = Vec::with_capacity(module.function_constants.len());
    for declared in &module.function_constants {
        let Some(given) = values.iter().find(|value| value.index == declared.index) else {
            constants.push(None);
            continue;
        };
        let fits = Some(given.scalar) == declared.ty.scalar() && given.bits.len() == usize::from(declared.ty.lanes());
        if !fits {
            let message = format!(
                "the value for function constant `{}` (index {}) is {} x `{}`, not what it is declared as",
                declared.name,
                declared.index,
                given.bits.len(),
                given.scalar.msl_name()
            );
            return Err(Box::new(Diagnostic::error(codes::INVALID_CONSTANT_VALUE, message, declared.span)));
        }
        constants.push(Some(Constant::vector(given.scalar, given.bits.iter().copied())));
    }
    let mut module = module.clone();
    module.entry_points = module.entry_points.drain(..).skip(entry).take(1).collect();
    if module.function_constants.is_empty() {
        return Ok(module);
    }
    for argument in module.entry_points.iter_mut().flat_map(|entry| &mut entry.arguments) {
        let given = argument.index_constant.and_then(|id| constants.get(id.index())?.as_ref());
        if let Some(index) = given {
            argument.index = index.bits[0] as u32;
        }
    }
    for function in &mut module.functions {
        let mut is_changed = false;
        for data in &mut function.insts {
            match data.inst {
                Inst::FunctionConstant(id) => {
                    if let Some(Some(value)) = constants.get(id.index()) {
                        data.inst = Inst::Constant(value.clone());
                        is_changed = true;
                    }
                }
                Inst::FunctionConstantDefined(id) => {
                    let defined = constants.get(id.index()).is_some_and(Option::is_some);
                    data.inst = Inst::Constant(Constant::bool(defined));
                    is_changed = true;
                }
                _ => {}
            }
        }
        if is_changed {
            // A branch that a constant switches off may use others that have no value. Locals and variables stay.
            passes::fold::run(function);
            passes::dce::renumber(function);
        }
    }
    Ok(module)
}
