//! The verifier: a module that passes it never makes a pass or an engine panic.
//!
//! It is run on what lowering makes and, in debug builds and tests, after every pass. A violation is a bug of ours.
//!
//! # Invariants
//!
//! Of a module:
//! * every number (function, global, layout, function constant, local, var, value) names an entry of its table;
//! * alignments are powers of two;
//! * a layout contains itself only through a pointer;
//! * a global's bytes are as many as its size, pointers in them lie inside; a function that initialises one takes a
//!   pointer and gives nothing;
//! * function constants are scalars or vectors;
//! * an entry point's function has a body and one parameter an argument: a pointer of the right space for buffers
//!   and threadgroup memory, a pointer or handle for the rest; a kernel gives nothing; a condition takes nothing and
//!   gives `bool`.
//!
//! Of a function:
//! * parameters and vars are not `void`; each parameter has a name (perhaps empty);
//! * blocks nest at most [`MAX_DEPTH`] deep;
//! * an instruction stands in at most one place; its operands were evaluated before it in the same block or in one
//!   around it (the values of a loop's body are not visible in its step);
//! * `break` stands in a loop or switch, `continue` in a loop's body and not in its step;
//! * `return` gives a value of the function's result type, or nothing for `void`;
//! * a switch selects by an integer scalar; no value leads to two cases and at most one case is the default;
//! * an inlined call's own site is one listed before it; every origin names a listed site.
//!
//! Of instructions: operand and result types are as [`super::Inst`] says, [`Verifier::inst`] spells it out; constants
//! have one pattern a component, in normal form; component numbers are in range; intrinsics are as their row says;
//! called functions have bodies.
//!
//! # Not checked
//!
//! * That control does not fall off the end of a function with a result: such a call gives an undefined value.
//! * That statements can be reached.
//! * That a local is used only between `Begin` and `End`: engines report such accesses.
//! * That memory is what the loads and stores say it is: memory has no types.
//! * Arguments of calls through pointers: engines check them against the function they find.

use super::BinaryOp;
use super::Block;
use super::CompareOp;
use super::Constant;
use super::Function;
use super::FunctionId;
use super::GlobalId;
use super::Initializer;
use super::Inst;
use super::Intrinsic;
use super::LayoutId;
use super::LocalId;
use super::Module;
use super::Origin;
use super::StatementKind;
use super::Type;
use super::UnaryOp;
use super::Value;
use super::VarId;
use super::entry::Argument;
use super::entry::ArgumentKind;
use super::entry::EntryPoint;
use super::intrinsic::Operand;
use super::intrinsic::ResultType;
use super::layout::LayoutKind;
use crate::diagnostic::Diagnostic;
use crate::msl::AddressSpace;
use crate::msl::BuiltinInput;
use crate::msl::Scalar;
use crate::msl::Stage;
use crate::source::Span;
use std::fmt;

/// How deep blocks may nest: lets passes and engines recurse over them.
pub const MAX_DEPTH: usize = 256;

/// Violations that are listed.
const MAX_LISTED: usize = 50;

/// What is wrong with a module.
#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    /// In which function.
    pub function: Option<FunctionId>,
    /// At which instruction.
    pub value: Option<Value>,
    /// Where in the source.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = self.function {
            write!(f, "f{}: ", function.0)?;
        }
        if let Some(value) = self.value {
            write!(f, "{value}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl From<&Violation> for Diagnostic {
    fn from(violation: &Violation) -> Self {
        Self::internal(format!("invalid IR: {violation}"), violation.span)
    }
}

/// Checks a whole module.
///
/// # Errors
/// The violations, in the order of the module.
pub fn module(module: &Module) -> Result<(), Vec<Violation>> {
    let mut verifier = Verifier::new(module);
    verifier.tables();
    for index in 0..module.functions.len() {
        verifier.function(FunctionId(index as u32));
    }
    for entry in &module.entry_points {
        verifier.entry(entry);
    }
    if verifier.violations.is_empty() { Ok(()) } else { Err(verifier.violations) }
}

/// Checks one function of a module whose tables are right.
///
/// # Errors
/// The violations, in the order of the text.
pub fn function(module: &Module, id: FunctionId) -> Result<(), Vec<Violation>> {
    let mut verifier = Verifier::new(module);
    verifier.function(id);
    if verifier.violations.is_empty() { Ok(()) } else { Err(verifier.violations) }
}

/// What may be left from where a statement stands.
#[derive(Clone, Copy)]
struct Around {
    depth: usize,
    can_break: bool,
    can_continue: bool,
}

struct Verifier<'m> {
    module: &'m Module,
    function: Option<FunctionId>,
    value: Option<Value>,
    span: Span,
    /// Per value: evaluated before the current place and visible there.
    visible: Vec<bool>,
    /// Per value: seen in a statement.
    placed: Vec<bool>,
    violations: Vec<Violation>,
}

type Checked = Result<(), String>;

macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

impl<'m> Verifier<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            function: None,
            value: None,
            span: Span::NONE,
            visible: Vec::new(),
            placed: Vec::new(),
            violations: Vec::new(),
        }
    }

    fn report(&mut self, checked: Checked) {
        if let Err(message) = checked
            && self.violations.len() < MAX_LISTED
        {
            let (function, value, span) = (self.function, self.value, self.span);
            self.violations.push(Violation { function, value, span, message });
        }
    }

    fn tables(&mut self) {
        for index in 0..self.module.layouts.len() {
            let checked = self.layout(index);
            self.report(checked.map_err(|message| format!("layout {index}: {message}")));
        }
        let checked = self.layouts_are_finite();
        self.report(checked);
        for (index, constant) in self.module.function_constants.iter().enumerate() {
            self.span = constant.span;
            let ty = constant.ty;
            let is_value = ty.scalar().is_some() && (1..=16).contains(&ty.lanes());
            self.report(if is_value { Ok(()) } else { Err(format!("function constant {index} of type {ty}")) });
        }
        for index in 0..self.module.globals.len() {
            self.span = self.module.globals[index].span;
            let checked = self.global(index);
            self.report(checked.map_err(|message| format!("global @{index}: {message}")));
        }
        self.span = Span::NONE;
    }

    fn layout(&self, index: usize) -> Checked {
        let layout = &self.module.layouts[index];
        ensure!(layout.align.is_power_of_two(), "alignment {}", layout.align);
        match &layout.kind {
            LayoutKind::Array { element: part, .. } | LayoutKind::Pointer { pointee: part, .. } => {
                self.layout_exists(*part)
            }
            LayoutKind::Struct(members) | LayoutKind::Union(members) => {
                members.iter().try_for_each(|member| self.layout_exists(member.layout))
            }
            LayoutKind::Vector(_, lanes) => {
                ensure!((1..=16).contains(lanes), "vector of {lanes}");
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// No layout contains itself other than through a pointer.
    fn layouts_are_finite(&self) -> Checked {
        let parts = |index: usize| -> Vec<usize> {
            match &self.module.layouts[index].kind {
                LayoutKind::Array { element, .. } => vec![element.index()],
                LayoutKind::Struct(members) | LayoutKind::Union(members) => {
                    members.iter().map(|member| member.layout.index()).collect()
                }
                _ => Vec::new(),
            }
        };
        // 0: not seen, 1: open, 2: done.
        let mut state = vec![0u8; self.module.layouts.len()];
        for start in 0..state.len() {
            let mut stack = vec![(start, false)];
            while let Some((index, leaving)) = stack.pop() {
                if leaving {
                    state[index] = 2;
                    continue;
                }
                if state[index] == 2 {
                    continue;
                }
                ensure!(state[index] == 0, "layout {index} contains itself");
                state[index] = 1;
                stack.push((index, true));
                for part in parts(index) {
                    if part < state.len() && state[part] != 2 {
                        ensure!(state[part] == 0, "layout {part} contains itself");
                        stack.push((part, false));
                    }
                }
            }
        }
        Ok(())
    }

    fn layout_exists(&self, layout: LayoutId) -> Checked {
        ensure!(layout.index() < self.module.layouts.len(), "no layout {}", layout.0);
        Ok(())
    }

    fn global(&self, index: usize) -> Checked {
        let global = &self.module.globals[index];
        ensure!(global.align.is_power_of_two(), "alignment {}", global.align);
        if let Some(layout) = global.layout {
            self.layout_exists(layout)?;
        }
        match &global.initializer {
            Initializer::None => Ok(()),
            Initializer::Bytes { bytes, pointers } => {
                ensure!(bytes.len() == global.size as usize, "{} bytes for {}", bytes.len(), global.size);
                for (at, target, _) in pointers {
                    ensure!(u64::from(*at) + 8 <= u64::from(global.size), "a pointer at {at}");
                    self.global_exists(*target)?;
                }
                Ok(())
            }
            Initializer::Function(function) => {
                let function = self.callee(*function)?;
                let takes_pointer = matches!(function.params[..], [Type::Pointer(_)]);
                ensure!(takes_pointer && function.result == Type::Void, "the initialiser has another signature");
                Ok(())
            }
        }
    }

    fn global_exists(&self, global: GlobalId) -> Checked {
        ensure!(global.index() < self.module.globals.len(), "no global @{}", global.0);
        Ok(())
    }

    /// A function that has a body.
    fn callee(&self, id: FunctionId) -> Result<&'m Function, String> {
        let function = self.module.functions.get(id.index()).ok_or_else(|| format!("no function f{}", id.0))?;
        ensure_body(function, id)?;
        Ok(function)
    }

    fn entry(&mut self, entry: &EntryPoint) {
        (self.function, self.value, self.span) = (Some(entry.function), None, entry.span);
        let checked = self.entry_function(entry);
        self.report(checked.map_err(|message| format!("entry point {}: {message}", entry.name)));
        self.function = None;
    }

    fn entry_function(&self, entry: &EntryPoint) -> Checked {
        let function = self.callee(entry.function)?;
        let (count, expected) = (function.params.len(), entry.arguments.len());
        ensure!(count == expected, "{count} parameters for {expected} arguments");
        ensure!(entry.stage != Stage::Kernel || function.result == Type::Void, "a kernel has a result");
        entry.threadgroup_globals.iter().try_for_each(|global| self.global_exists(*global))?;
        for (argument, ty) in entry.arguments.iter().zip(&function.params) {
            self.argument(argument, *ty).map_err(|message| format!("argument {}: {message}", argument.name))?;
        }
        Ok(())
    }

    fn argument(&self, argument: &Argument, ty: Type) -> Checked {
        let fits = match &argument.kind {
            ArgumentKind::Buffer { space, pointee, .. } => {
                self.layout_exists(*pointee)?;
                ty == Type::Pointer(*space)
            }
            ArgumentKind::ThreadgroupMemory { pointee } => {
                self.layout_exists(*pointee)?;
                ty == Type::Pointer(AddressSpace::Threadgroup)
            }
            ArgumentKind::Texture { layout, .. } | ArgumentKind::StageIn { layout } => {
                self.layout_exists(*layout)?;
                matches!(ty, Type::Pointer(_) | Type::Handle)
            }
            ArgumentKind::Sampler { .. } | ArgumentKind::Unsupported { .. } => {
                matches!(ty, Type::Pointer(_) | Type::Handle)
            }
        };
        ensure!(fits, "its parameter is {ty}");
        if let Some(constant) = argument.index_constant {
            ensure!(constant.index() < self.module.function_constants.len(), "no function constant {}", constant.0);
        }
        if let Some(condition) = argument.condition {
            let function = self.callee(condition)?;
            ensure!(function.params.is_empty() && function.result == Type::BOOL, "the condition has another signature");
        }
        Ok(())
    }

    fn function(&mut self, id: FunctionId) {
        let Some(function) = self.module.functions.get(id.index()) else {
            self.report(Err(format!("no function f{}", id.0)));
            return;
        };
        (self.function, self.value, self.span) = (Some(id), None, function.span);
        let checked = self.function_tables(function);
        self.report(checked);
        self.visible = vec![false; function.insts.len()];
        self.placed = vec![false; function.insts.len()];
        if let Some(body) = &function.body {
            self.block(function, body, Around { depth: 1, can_break: false, can_continue: false });
        }
        (self.function, self.value, self.span) = (None, None, Span::NONE);
    }

    fn function_tables(&self, function: &Function) -> Checked {
        ensure!(function.params.iter().all(|ty| *ty != Type::Void), "a parameter is void");
        ensure!(function.params.len() == function.param_names.len(), "not as many names as parameters");
        for (index, local) in function.locals.iter().enumerate() {
            ensure!(local.align.is_power_of_two(), "local l{index}: alignment {}", local.align);
            if let Some(layout) = local.layout {
                self.layout_exists(layout)?;
            }
            site_exists(function, local.origin)?;
        }
        for (index, var) in function.vars.iter().enumerate() {
            ensure!(var.ty != Type::Void, "var v{index} is void");
            site_exists(function, var.origin)?;
        }
        for (index, call) in function.inlined.iter().enumerate() {
            ensure!(call.call.site.index() <= index, "inlined call {} lies in a later one", index + 1);
        }
        Ok(())
    }

    fn block(&mut self, function: &'m Function, block: &'m Block, around: Around) {
        if around.depth > MAX_DEPTH {
            self.report(Err(format!("blocks nest deeper than {MAX_DEPTH}")));
            return;
        }
        let inside = Around { depth: around.depth + 1, ..around };
        let mut made = Vec::new();
        for statement in &block.0 {
            (self.value, self.span) = (None, statement.origin.span);
            let checked = site_exists(function, statement.origin);
            self.report(checked);
            match &statement.kind {
                StatementKind::Inst(value) => {
                    self.value = Some(*value);
                    let checked = self.placed_inst(function, *value);
                    self.report(checked);
                    if let Some(visible) = self.visible.get_mut(value.index()) {
                        *visible = true;
                        made.push(*value);
                    }
                }
                StatementKind::If { condition, then_block, else_block } => {
                    let checked = self.used(function, *condition).and_then(|ty| {
                        ensure!(ty == Type::BOOL, "the condition {condition} is {ty}");
                        Ok(())
                    });
                    self.report(checked);
                    self.block(function, then_block, inside);
                    self.block(function, else_block, inside);
                }
                StatementKind::Loop { body, step } => {
                    self.block(function, body, Around { can_break: true, can_continue: true, ..inside });
                    self.block(function, step, Around { can_break: true, can_continue: false, ..inside });
                }
                StatementKind::Switch { selector, cases } => {
                    let checked = self.used(function, *selector).and_then(|ty| {
                        ensure!(is_integer_scalar(ty), "the selector {selector} is {ty}");
                        let mut values: Vec<_> = cases.iter().flat_map(|case| case.values.iter()).collect();
                        values.sort_unstable();
                        ensure!(values.windows(2).all(|pair| pair[0] != pair[1]), "a value leads to two cases");
                        ensure!(cases.iter().filter(|case| case.is_default).count() <= 1, "two defaults");
                        Ok(())
                    });
                    self.report(checked);
                    for case in cases {
                        self.block(function, &case.body, Around { can_break: true, ..inside });
                    }
                }
                StatementKind::Break => self.report(match around.can_break {
                    true => Ok(()),
                    false => Err("break outside a loop or switch".into()),
                }),
                StatementKind::Continue => self.report(match around.can_continue {
                    true => Ok(()),
                    false => Err("continue outside the body of a loop".into()),
                }),
                StatementKind::Return(value) => {
                    let ty = value.map_or(Ok(Type::Void), |value| self.used(function, value));
                    let checked = ty.and_then(|ty| {
                        ensure!(ty == function.result, "returns {ty}, not {}", function.result);
                        Ok(())
                    });
                    self.report(checked);
                }
            }
        }
        for value in made {
            self.visible[value.index()] = false;
        }
    }

    /// The type of a value that is used here.
    fn used(&self, function: &Function, value: Value) -> Result<Type, String> {
        match self.visible.get(value.index()) {
            None => Err(format!("no value {value}")),
            Some(false) => Err(format!("{value} is not visible here")),
            Some(true) => Ok(function.ty(value)),
        }
    }

    fn placed_inst(&mut self, function: &'m Function, value: Value) -> Checked {
        let Some(data) = function.insts.get(value.index()) else {
            return Err(format!("no value {value}"));
        };
        ensure!(!std::mem::replace(&mut self.placed[value.index()], true), "stands in two places");
        self.span = data.origin.span;
        site_exists(function, data.origin)?;
        let mut checked = Ok(());
        data.inst.for_each_operand(|operand| {
            if checked.is_ok() {
                checked = self.used(function, operand).and_then(|ty| {
                    ensure!(ty != Type::Void, "{operand} makes no value");
                    Ok(())
                });
            }
        });
        checked?;
        self.inst(function, &data.inst, data.ty)
    }

    /// The types of an instruction whose operands exist.
    fn inst(&self, function: &Function, inst: &Inst, ty: Type) -> Checked {
        let of = |value: &Value| function.ty(*value);
        let same = |a: Type, b: Type| {
            ensure!(a == b, "{a} where {b} must be");
            Ok(())
        };
        match inst {
            Inst::Constant(constant) => {
                let lanes = constant.bits.len();
                ensure!((1..=16).contains(&lanes), "a constant of {lanes} components");
                let normal = |bits: &u64| Constant::normalize(constant.scalar, *bits) == *bits;
                ensure!(constant.bits.iter().all(normal), "the constant is not in normal form");
                same(constant.ty(), ty)
            }
            Inst::Undef => not_void(ty),
            Inst::Param(index) => match function.params.get(*index as usize) {
                Some(param) => same(ty, *param),
                None => Err(format!("no parameter {index}")),
            },
            Inst::Unary(op, a) => {
                same(of(a), ty)?;
                let fits = ty.scalar().is_some_and(|scalar| match op {
                    UnaryOp::Neg => scalar != Scalar::Bool,
                    UnaryOp::Not => scalar.is_integer(),
                    UnaryOp::LogicalNot => scalar == Scalar::Bool,
                });
                ensure!(fits, "{op:?} of {ty}");
                Ok(())
            }
            Inst::Binary(op, a, b) => {
                same(of(a), ty)?;
                same(of(b), ty)?;
                let fits = ty.scalar().is_some_and(|scalar| match op {
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => scalar != Scalar::Bool,
                    BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => scalar.is_integer(),
                    BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => !scalar.is_float(),
                });
                ensure!(fits, "{op:?} of {ty}");
                Ok(())
            }
            Inst::Compare(op, a, b) => {
                let operand = of(a);
                same(of(b), operand)?;
                let is_equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
                let fits = match operand {
                    Type::Void => false,
                    Type::Pointer(_) => true,
                    Type::Handle => is_equality,
                    Type::Scalar(scalar) | Type::Vector(scalar, _) => is_equality || scalar != Scalar::Bool,
                };
                ensure!(fits, "{op:?} of {operand}");
                same(ty, operand.with_scalar(Scalar::Bool))
            }
            Inst::Select { condition, if_true, if_false } => {
                same(of(if_true), ty)?;
                same(of(if_false), ty)?;
                let condition = of(condition);
                let by_component = matches!(ty, Type::Vector(..)) && condition == ty.with_scalar(Scalar::Bool);
                ensure!(condition == Type::BOOL || by_component, "{condition} selects {ty}");
                Ok(())
            }
            Inst::Convert(a) => {
                let from = of(a);
                let fits = from.scalar().is_some() && ty.scalar().is_some() && from.lanes() == ty.lanes();
                ensure!(fits, "{from} converted to {ty}");
                Ok(())
            }
            Inst::Bitcast(a) => {
                let from = of(a);
                let whole = |ty: Type| ty != Type::Void && ty.scalar() != Some(Scalar::Bool);
                ensure!(whole(from) && whole(ty) && from.size() == ty.size(), "bits of {from} as {ty}");
                Ok(())
            }
            Inst::Splat(a) => {
                ensure!(matches!(ty, Type::Vector(..)), "splat makes {ty}");
                vector_type(ty)?;
                same(of(a), element(ty))
            }
            Inst::Construct(parts) => {
                vector_type(ty)?;
                let lanes: u32 = parts.iter().map(|part| u32::from(of(part).lanes())).sum();
                ensure!(lanes == u32::from(ty.lanes()), "{lanes} components for {ty}");
                ensure!(parts.iter().all(|part| of(part).scalar() == ty.scalar()), "parts are of other types");
                Ok(())
            }
            Inst::Extract(a, component) => {
                vector_type(of(a))?;
                ensure!(*component < of(a).lanes(), "component {component} of {}", of(a));
                same(ty, element(of(a)))
            }
            Inst::Insert(a, component, b) => {
                vector_type(ty)?;
                same(of(a), ty)?;
                ensure!(*component < ty.lanes(), "component {component} of {ty}");
                same(of(b), element(ty))
            }
            Inst::Shuffle(a, components) => {
                let from = of(a);
                vector_type(from)?;
                ensure!((1..=16).contains(&components.len()), "a shuffle to {} components", components.len());
                ensure!(components.iter().all(|component| *component < from.lanes()), "no such component of {from}");
                let scalar = from.scalar().unwrap_or(Scalar::Bool);
                same(ty, Type::of(scalar, components.len() as u8))
            }
            Inst::ExtractDynamic(a, index) => {
                vector_type(of(a))?;
                integer_scalar(of(index))?;
                same(ty, element(of(a)))
            }
            Inst::InsertDynamic(a, index, b) => {
                vector_type(ty)?;
                same(of(a), ty)?;
                integer_scalar(of(index))?;
                same(of(b), element(ty))
            }
            Inst::Null => {
                ensure!(matches!(ty, Type::Pointer(_) | Type::Handle), "null of type {ty}");
                Ok(())
            }
            Inst::Local(local) => {
                local_exists(function, *local)?;
                same(ty, Type::Pointer(AddressSpace::Thread))
            }
            Inst::Global(global) => {
                self.global_exists(*global)?;
                same(ty, Type::Pointer(self.module.globals[global.index()].space))
            }
            Inst::Function(id) => {
                self.callee(*id)?;
                ensure!(matches!(ty, Type::Pointer(_) | Type::Handle), "the address of a function is {ty}");
                Ok(())
            }
            Inst::Offset { pointer, .. } => {
                is_pointer(of(pointer))?;
                same(ty, of(pointer))
            }
            Inst::Index { pointer, index, .. } => {
                is_pointer(of(pointer))?;
                integer_scalar(of(index))?;
                same(ty, of(pointer))
            }
            Inst::PointerDifference(a, b, stride) => {
                is_pointer(of(a))?;
                same(of(b), of(a))?;
                ensure!(*stride != 0, "a stride of 0");
                same(ty, Type::Scalar(Scalar::I64))
            }
            Inst::Load { pointer, align } => {
                is_pointer(of(pointer))?;
                alignment(*align)?;
                not_void(ty)
            }
            Inst::Store { pointer, align, .. } | Inst::Zero { pointer, align, .. } => {
                is_pointer(of(pointer))?;
                alignment(*align)?;
                same(ty, Type::Void)
            }
            Inst::Copy { to, from, align, .. } => {
                is_pointer(of(to))?;
                is_pointer(of(from))?;
                alignment(*align)?;
                same(ty, Type::Void)
            }
            Inst::Begin(local) | Inst::End(local) => {
                local_exists(function, *local)?;
                same(ty, Type::Void)
            }
            Inst::Get(var) => same(ty, var_type(function, *var)?),
            Inst::Set(var, value) => {
                same(of(value), var_type(function, *var)?)?;
                same(ty, Type::Void)
            }
            Inst::Call(id, arguments) => {
                let callee = self.callee(*id)?;
                let (count, expected) = (arguments.len(), callee.params.len());
                ensure!(count == expected, "{count} arguments for {expected} parameters");
                for (argument, param) in arguments.iter().zip(&callee.params) {
                    same(of(argument), *param)?;
                }
                same(ty, callee.result)
            }
            Inst::CallIndirect(pointer, _) => {
                ensure!(matches!(of(pointer), Type::Pointer(_) | Type::Handle), "a call of {}", of(pointer));
                Ok(())
            }
            Inst::Intrinsic(intrinsic, arguments) => {
                let types: Vec<_> = arguments.iter().map(of).collect();
                intrinsic_types(*intrinsic, &types, ty).map_err(|message| format!("{}: {message}", intrinsic.name()))
            }
            Inst::BuiltinInput(input) => {
                let lanes = ty.lanes();
                let fits = (1..=input.components()).contains(&lanes)
                    && ty.scalar().is_some_and(|scalar| match input {
                        BuiltinInput::Position | BuiltinInput::PointCoord | BuiltinInput::BarycentricCoord => {
                            scalar.is_float()
                        }
                        BuiltinInput::FrontFacing => scalar == Scalar::Bool,
                        _ => scalar.is_integer(),
                    });
                ensure!(fits, "{} as {ty}", input.name());
                Ok(())
            }
            Inst::FunctionConstant(id) => match self.module.function_constants.get(id.index()) {
                Some(constant) => same(ty, constant.ty),
                None => Err(format!("no function constant {}", id.0)),
            },
            Inst::FunctionConstantDefined(id) => {
                ensure!(id.index() < self.module.function_constants.len(), "no function constant {}", id.0);
                same(ty, Type::BOOL)
            }
        }
    }
}

fn ensure_body(function: &Function, id: FunctionId) -> Checked {
    ensure!(function.body.is_some(), "function f{} has no body", id.0);
    Ok(())
}

fn site_exists(function: &Function, origin: Origin) -> Checked {
    ensure!(origin.site.index() <= function.inlined.len(), "no inlined call {}", origin.site.0);
    Ok(())
}

fn local_exists(function: &Function, local: LocalId) -> Checked {
    ensure!(local.index() < function.locals.len(), "no local l{}", local.0);
    Ok(())
}

fn var_type(function: &Function, var: VarId) -> Result<Type, String> {
    function.vars.get(var.index()).map(|var| var.ty).ok_or_else(|| format!("no var v{}", var.0))
}

fn not_void(ty: Type) -> Checked {
    ensure!(ty != Type::Void, "a value of type void");
    Ok(())
}

fn vector_type(ty: Type) -> Checked {
    ensure!(matches!(ty, Type::Vector(_, 2..=16)), "{ty} is no vector");
    Ok(())
}

fn element(ty: Type) -> Type {
    ty.scalar().map_or(Type::Void, Type::Scalar)
}

fn is_integer_scalar(ty: Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if scalar.is_integer())
}

fn integer_scalar(ty: Type) -> Checked {
    ensure!(is_integer_scalar(ty), "{ty} is no integer");
    Ok(())
}

fn is_pointer(ty: Type) -> Checked {
    ensure!(matches!(ty, Type::Pointer(_)), "{ty} is no pointer");
    Ok(())
}

fn alignment(align: u32) -> Checked {
    ensure!(align.is_power_of_two(), "alignment {align}");
    Ok(())
}

/// Checks a call against its row.
fn intrinsic_types(intrinsic: Intrinsic, types: &[Type], ty: Type) -> Checked {
    let row = intrinsic.operands();
    ensure!(types.len() == row.len(), "{} operands for {}", types.len(), row.len());
    let mut group: Option<Type> = None;
    let mut pointee: Option<Type> = None;
    for (operand, actual) in row.iter().zip(types) {
        let scalar = actual.scalar();
        let is_scalar = matches!(actual, Type::Scalar(_));
        let fits = match operand {
            Operand::Float => scalar.is_some_and(Scalar::is_float),
            Operand::Integer => scalar.is_some_and(Scalar::is_integer),
            Operand::Number => scalar.is_some_and(|scalar| scalar != Scalar::Bool),
            Operand::Any => scalar.is_some(),
            Operand::Bool => scalar == Some(Scalar::Bool),
            Operand::IntLike => types[0].with_scalar(Scalar::I32) == *actual,
            Operand::Scalar(exact) => *actual == Type::Scalar(*exact),
            Operand::Vector(exact, lanes) => *actual == Type::Vector(*exact, *lanes),
            Operand::Pointer => matches!(actual, Type::Pointer(_)),
            Operand::Handle => *actual == Type::Handle,
            Operand::Pointee => is_scalar && *pointee.get_or_insert(*actual) == *actual,
        };
        ensure!(fits, "{actual} where {operand:?} must be");
        let grouped = match operand {
            Operand::Float | Operand::Integer | Operand::Number => true,
            // The factors and the sum of a matrix product have types of their own.
            Operand::Any => !matches!(intrinsic, Intrinsic::SimdgroupMultiplyAccumulate | Intrinsic::SimdgroupStore),
            _ => false,
        };
        ensure!(!grouped || *group.get_or_insert(*actual) == *actual, "operands of different types");
    }
    let first = types.first().copied().unwrap_or(Type::Void);
    let fits = match intrinsic.result() {
        ResultType::Void => ty == Type::Void,
        ResultType::First => ty == first,
        ResultType::BoolLike => ty == first.with_scalar(Scalar::Bool),
        ResultType::IntLike => ty == first.with_scalar(Scalar::I32),
        ResultType::Scalar(scalar) => ty == Type::Scalar(scalar),
        ResultType::Vector(scalar, lanes) => ty == Type::Vector(scalar, lanes),
        ResultType::Pointee => matches!(ty, Type::Scalar(_)) && pointee.is_none_or(|pointee| pointee == ty),
        ResultType::Explicit => ty.scalar().is_some(),
    };
    ensure!(fits, "makes {ty}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::InlineSite;
    use crate::ir::InstData;
    use crate::ir::Statement;
    use crate::ir::parse;

    #[test]
    fn what_text_cannot_say() {
        let mut module = parse::module("function f0 \"f\"() -> void {\n%0: i32 = constant 1\n}").unwrap();
        super::module(&module).unwrap();
        let function = &mut module.functions[0];
        let twice = function.body.as_ref().unwrap().0[0].clone();
        let body = function.body.as_mut().unwrap();
        body.0.push(twice);
        body.0.push(Statement { kind: StatementKind::Inst(Value(7)), origin: Origin::NONE });
        let origin = Origin { span: Span::NONE, site: InlineSite(1) };
        body.0.push(Statement { kind: StatementKind::Return(None), origin });
        let wild = Constant { scalar: Scalar::I8, bits: [128].into_iter().collect() };
        function.insts.push(InstData {
            inst: Inst::Constant(wild),
            ty: Type::Scalar(Scalar::I8),
            origin: Origin::NONE,
        });
        function.body.as_mut().unwrap().0.push(Statement { kind: StatementKind::Inst(Value(1)), origin: Origin::NONE });
        let messages: Vec<_> = super::module(&module).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            [
                "f0: %0: stands in two places",
                "f0: %7: no value %7",
                "f0: no inlined call 1",
                "f0: %1: the constant is not in normal form"
            ]
        );
    }
}
