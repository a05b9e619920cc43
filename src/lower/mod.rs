//! From the typed tree to IR.
//!
//! Only what entry points reach is lowered. Every local starts as memory; the passes promote what they can. Calling
//! convention: first the address for an aggregate result, then the address of `*this`, then the parameters; values
//! as they are, references as addresses, aggregates by value as the address of a copy that the callee owns.
//!
//! Knows all of C++ that is left in the typed tree, and nothing of engines.

mod entry;
mod expr;
mod function;
mod init;
mod layout;
mod place;
mod stmt;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::Diagnostics;
use crate::diagnostic::codes;
use crate::ir;
use crate::ir::Function;
use crate::ir::FunctionConstantId;
use crate::ir::FunctionId;
use crate::ir::Global;
use crate::ir::GlobalId;
use crate::ir::Initializer;
use crate::ir::Inst;
use crate::ir::Module;
use crate::ir::Type;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::sema::Sema;
use crate::sema::entity::BodyState;
use crate::sema::entity::Evaluated;
use crate::sema::entity::Evaluator;
use crate::sema::entity::VariableInit;
use crate::sema::hir;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use crate::source::Span;
use function::FunctionLowering;
use function::Home;
use indexmap::IndexMap;
use layout::Layouts;
use std::sync::Arc;

/// Lowers all entry points (and what they reach) of a checked unit.
pub fn lower(sema: &mut Sema, evaluator: &dyn Evaluator, diagnostics: &mut Diagnostics) -> Module {
    let entries: Vec<hir::FunctionId> =
        (0..sema.functions.len() as u32).map(hir::FunctionId).filter(|id| sema.function(*id).entry.is_some()).collect();
    let mut lowering = ModuleLowering::new(sema, evaluator);
    for entry in entries {
        lowering.entry_point(entry);
        lowering.drain();
    }
    lowering.finish_entries();
    diagnostics.append(std::mem::take(&mut lowering.diagnostics));
    lowering.into_module()
}

/// Lowers an initialising expression without free variables to function 0 of a module: it takes the address of the
/// object to initialise.
pub fn lower_expression(
    sema: &mut Sema,
    evaluator: &dyn Evaluator,
    expr: &hir::Expr,
) -> (Module, Vec<(hir::VariableId, GlobalId)>, Diagnostics) {
    let mut lowering = ModuleLowering::new(sema, evaluator);
    lowering.functions.push(None);
    let function =
        Function::new("constant expression", vec![Type::Pointer(AddressSpace::Constant)], Type::Void, expr.span);
    let mut body = FunctionLowering::new(&mut lowering, function, Arc::default());
    let target = body.emit(Inst::Param(0), Type::Pointer(AddressSpace::Constant), expr.span);
    body.initialize(target, expr);
    body.return_value(None, expr.span);
    let function = body.finish();
    lowering.functions[0] = Some(function);
    lowering.drain();
    let variables = lowering.global_variables.iter().map(|(variable, id)| (*variable, *id)).collect();
    let diagnostics = std::mem::take(&mut lowering.diagnostics);
    (lowering.into_module(), variables, diagnostics)
}

/// The one of a scalar type, as bits.
fn one(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::F32 => u64::from(1.0_f32.to_bits()),
        Scalar::F16 => 0x3c00,
        Scalar::BF16 => 0x3f80,
        _ => 1,
    }
}

/// The lowering of a module.
pub(crate) struct ModuleLowering<'s> {
    pub(crate) sema: &'s mut Sema,
    evaluator: &'s dyn Evaluator,
    diagnostics: Diagnostics,
    layouts: Layouts,
    functions: Vec<Option<Function>>,
    function_ids: IndexMap<hir::FunctionId, FunctionId>,
    queue: Vec<hir::FunctionId>,
    /// The first call of each function.
    call_places: IndexMap<hir::FunctionId, Span>,
    globals: Vec<Global>,
    global_variables: IndexMap<hir::VariableId, GlobalId>,
    strings: IndexMap<Arc<[u8]>, GlobalId>,
    function_constants: Vec<ir::FunctionConstant>,
    constant_ids: IndexMap<hir::VariableId, FunctionConstantId>,
    entry_points: Vec<ir::EntryPoint>,
    /// Variables whose initialisers are being expanded in place, to stop at cycles.
    inlining: Vec<hir::VariableId>,
}

impl<'s> ModuleLowering<'s> {
    fn new(sema: &'s mut Sema, evaluator: &'s dyn Evaluator) -> Self {
        Self {
            sema,
            evaluator,
            diagnostics: Diagnostics::default(),
            layouts: Layouts::default(),
            functions: Vec::new(),
            function_ids: IndexMap::new(),
            queue: Vec::new(),
            call_places: IndexMap::new(),
            globals: Vec::new(),
            global_variables: IndexMap::new(),
            strings: IndexMap::new(),
            function_constants: Vec::new(),
            constant_ids: IndexMap::new(),
            entry_points: Vec::new(),
            inlining: Vec::new(),
        }
    }

    fn into_module(self) -> Module {
        let functions = self
            .functions
            .into_iter()
            .map(|function| function.unwrap_or_else(|| Function::new("", Vec::new(), Type::Void, Span::NONE)))
            .collect();
        Module {
            functions,
            globals: self.globals,
            function_constants: self.function_constants,
            entry_points: self.entry_points,
            layouts: self.layouts.table,
        }
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether a declaration is the library's.
    fn is_library(&self, span: Span) -> bool {
        let map = &self.sema.map;
        map.file_at(span.lo).is_some_and(|file| map.file(file).is_library)
    }

    // Types.

    pub(crate) fn value_type(&self, ty: TypeId) -> Option<Type> {
        Some(match *self.sema.types.kind(ty) {
            TypeKind::Scalar(scalar) => Type::Scalar(scalar),
            TypeKind::Vector(scalar, lanes) | TypeKind::PackedVector(scalar, lanes) => Type::of(scalar, lanes),
            TypeKind::Enum(id) => Type::Scalar(self.sema.enumeration(id).underlying),
            TypeKind::Pointer(to) => match self.sema.types.kind(to.ty) {
                TypeKind::Function(_) => Type::Pointer(AddressSpace::Constant),
                _ => Type::Pointer(to.space_or_thread()),
            },
            TypeKind::Reference { to, .. } => Type::Pointer(to.space_or_thread()),
            TypeKind::Nullptr => Type::Pointer(AddressSpace::Thread),
            TypeKind::Handle => Type::Handle,
            _ => return None,
        })
    }

    pub(crate) fn returns_in_memory(&self, result: TypeId) -> bool {
        !matches!(self.sema.types.kind(result), TypeKind::Void) && self.value_type(result).is_none()
    }

    pub(crate) fn result_type(&self, result: TypeId) -> Type {
        self.value_type(result).unwrap_or(Type::Void)
    }

    // Functions.

    /// The number of a function in the module; it will be lowered.
    pub(crate) fn function_id(&mut self, function: hir::FunctionId, span: Span) -> FunctionId {
        if let Some(id) = self.function_ids.get(&function) {
            return *id;
        }
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(None);
        self.function_ids.insert(function, id);
        self.call_places.insert(function, span);
        self.queue.push(function);
        id
    }

    /// Whether a function is an implicitly defined copy or default operation.
    pub(crate) fn is_trivial(&mut self, function: hir::FunctionId) -> bool {
        matches!(self.sema.function(function).body, BodyState::Trivial)
    }

    /// Lowers what has been asked for, until nothing is left.
    fn drain(&mut self) {
        while let Some(function) = self.queue.pop() {
            let id = self.function_ids[&function];
            let lowered = self.lower_function(function);
            self.functions[id.index()] = Some(lowered);
        }
    }

    fn checked_body(&mut self, function: hir::FunctionId) -> Option<Arc<hir::Body>> {
        if matches!(self.sema.function(function).body, BodyState::Unchecked) {
            self.sema.check_body(function);
        }
        match &self.sema.function(function).body {
            BodyState::Checked(body) => Some(body.clone()),
            BodyState::Failed => None,
            BodyState::Missing => {
                let info = self.sema.function(function);
                let (name, span) = (info.name.clone(), info.span);
                if self.is_library(span) {
                    let place = self.call_places.get(&function).copied().unwrap_or(span);
                    self.report(Diagnostic::unsupported(format!("`{name}`"), place));
                    return None;
                }
                self.report(Diagnostic::error(
                    codes::UNDEFINED_FUNCTION,
                    format!("`{name}` is called but has no body"),
                    span,
                ));
                None
            }
            _ => None,
        }
    }

    fn signature(&mut self, function: hir::FunctionId) -> Function {
        let info = self.sema.function(function).clone();
        let mut params = Vec::new();
        let mut names: Vec<Arc<str>> = Vec::new();
        if self.returns_in_memory(info.result.ty) {
            params.push(Type::Pointer(AddressSpace::Thread));
            names.push("".into());
        }
        if let Some(this) = info.this {
            params.push(Type::Pointer(this.space_or_thread()));
            names.push("this".into());
        }
        for parameter in &info.parameters {
            params.push(self.value_type(parameter.ty.ty).unwrap_or(Type::Pointer(AddressSpace::Thread)));
            names.push(parameter.name.clone());
        }
        let result = self.result_type(info.result.ty);
        let mut lowered = Function::new(info.name.clone(), params, result, info.span);
        lowered.param_names = names;
        lowered.no_inline = info.no_inline;
        lowered
    }

    fn lower_function(&mut self, function: hir::FunctionId) -> Function {
        let signature = self.signature(function);
        let Some(body) = self.checked_body(function) else { return signature };
        let info = self.sema.function(function).clone();
        let span = info.span;
        let returns_in_memory = self.returns_in_memory(info.result.ty);
        let is_library = self.is_library(span);
        let mut lowering = FunctionLowering::new(self, signature, body.clone());
        lowering.is_library = is_library;
        let mut number = 0;
        let mut param = |this: &mut FunctionLowering<'_, '_>| {
            let ty = this.function.params[number as usize];
            number += 1;
            this.emit(Inst::Param(number - 1), ty, span)
        };
        if returns_in_memory {
            lowering.result_address = Some(param(&mut lowering));
        }
        if info.this.is_some() {
            lowering.this = Some(param(&mut lowering));
        }
        for at in 0..body.parameter_count as usize {
            let local = &body.locals[at];
            let value = param(&mut lowering);
            lowering.homes[at] = match *lowering.module.sema.types.kind(local.ty.ty) {
                TypeKind::Reference { to, .. } => Home::Bound(lowering.memory(value, to, local.span)),
                // An aggregate: the caller made a copy for us.
                _ if lowering.value_type(local.ty.ty).is_none() => Home::Memory(value),
                _ => {
                    let address = lowering.local(&local.name, local.ty.ty, local.align, local.span);
                    let place = lowering.memory(address, local.ty, local.span);
                    lowering.store(&place, value, local.span);
                    Home::Memory(address)
                }
            };
        }
        lowering.member_inits(&info, &body);
        lowering.scope(|this| this.statements(&body.statements));
        if lowering.function.result == Type::Void || info.is_constructor {
            if !lowering.is_terminated() {
                lowering.return_value(None, span);
            }
        } else if !lowering.is_terminated() {
            // Flowing off the end is undefined: the result is a value that was never written.
            let ty = lowering.function.result;
            let value = lowering.emit(Inst::Undef, ty, span);
            lowering.return_value(Some(value), span);
        }
        lowering.finish()
    }

    // Program-scope variables.

    /// The function constant that a variable is.
    pub(crate) fn function_constant(&mut self, variable: hir::VariableId) -> FunctionConstantId {
        if let Some(id) = self.constant_ids.get(&variable) {
            return *id;
        }
        let info = self.sema.variable(variable).clone();
        let index = match info.init {
            VariableInit::FunctionConstant(index) => index,
            _ => 0,
        };
        let id = FunctionConstantId(self.function_constants.len() as u32);
        let ty = self.value_type(info.ty.ty).unwrap_or(Type::I32);
        self.function_constants.push(ir::FunctionConstant { name: info.name, index, ty, span: info.span });
        self.constant_ids.insert(variable, id);
        id
    }

    /// Starts expanding a variable's initialiser in place; false if that is under way already.
    pub(crate) fn enter_inline(&mut self, variable: hir::VariableId) -> bool {
        if self.inlining.contains(&variable) {
            return false;
        }
        self.inlining.push(variable);
        true
    }

    pub(crate) fn leave_inline(&mut self, variable: hir::VariableId) {
        self.inlining.retain(|other| *other != variable);
    }

    /// The memory of a program-scope variable.
    pub(crate) fn global(&mut self, variable: hir::VariableId) -> (GlobalId, AddressSpace) {
        let info = self.sema.variable(variable).clone();
        let space = match info.space {
            // A `constexpr` variable without a space is read-only data.
            AddressSpace::Thread => AddressSpace::Constant,
            space => space,
        };
        if let Some(id) = self.global_variables.get(&variable) {
            return (*id, space);
        }
        let size = self.sema.size_align(info.ty.ty);
        let (size, align) = size.map_or((0, 1), |size| (u32::try_from(size.size).unwrap_or(u32::MAX), size.align));
        let layout = Some(self.layouts.of(self.sema, info.ty.ty));
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(Global {
            name: info.name.clone(),
            space,
            size,
            align,
            initializer: Initializer::None,
            layout,
            span: info.span,
        });
        self.global_variables.insert(variable, id);
        if let VariableInit::Expr(init) = &info.init {
            let initializer = if info.depends_on_function_constants {
                Initializer::Function(self.initializer_function(&info.name, init, space))
            } else {
                self.evaluate(init, info.ty.ty)
            };
            self.globals[id.index()].initializer = initializer;
        }
        (id, space)
    }

    /// A function that writes an initialiser to the address it is given.
    fn initializer_function(&mut self, name: &Arc<str>, init: &hir::Expr, space: AddressSpace) -> FunctionId {
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(None);
        let function = Function::new(name.clone(), vec![Type::Pointer(space)], Type::Void, init.span);
        let mut lowering = FunctionLowering::new(self, function, Arc::default());
        let target = lowering.emit(Inst::Param(0), Type::Pointer(space), init.span);
        lowering.initialize(target, init);
        lowering.return_value(None, init.span);
        let function = lowering.finish();
        self.functions[id.index()] = Some(function);
        id
    }

    fn evaluate(&mut self, init: &hir::Expr, ty: TypeId) -> Initializer {
        match self.evaluator.evaluate(self.sema, init, ty) {
            Ok(Evaluated { bytes, pointers, functions }) => {
                if let Some((_, _)) = functions.first() {
                    self.report(Diagnostic::unsupported("a function pointer in a program-scope variable", init.span));
                }
                let pointers =
                    pointers.into_iter().map(|(at, target, distance)| (at, self.global(target).0, distance)).collect();
                Initializer::Bytes { bytes: bytes.into(), pointers }
            }
            Err(diagnostic) => {
                self.report(*diagnostic);
                Initializer::None
            }
        }
    }

    /// A `threadgroup` or `constant` variable declared in a function: it lives at program scope.
    pub(crate) fn local_global(&mut self, local: &hir::Local, init: Option<&hir::Expr>) -> GlobalId {
        let size = self.sema.size_align(local.ty.ty);
        let (size, align) = size.map_or((0, 1), |size| (u32::try_from(size.size).unwrap_or(u32::MAX), size.align));
        let layout = Some(self.layouts.of(self.sema, local.ty.ty));
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(Global {
            name: local.name.clone(),
            space: local.space,
            size,
            align: align.max(local.align),
            initializer: Initializer::None,
            layout,
            span: local.span,
        });
        if let Some(init) = init
            && local.space == AddressSpace::Constant
        {
            let initializer = self.evaluate(init, local.ty.ty);
            self.globals[id.index()].initializer = initializer;
        }
        id
    }

    /// The constant array of a string literal.
    pub(crate) fn string(&mut self, bytes: &Arc<[u8]>) -> GlobalId {
        if let Some(id) = self.strings.get(bytes) {
            return *id;
        }
        let mut contents = bytes.to_vec();
        if contents.last() != Some(&0) {
            contents.push(0);
        }
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(Global {
            name: "string literal".into(),
            space: AddressSpace::Constant,
            size: contents.len() as u32,
            align: 1,
            initializer: Initializer::Bytes { bytes: contents.into(), pointers: Vec::new() },
            layout: None,
            span: Span::NONE,
        });
        self.strings.insert(bytes.clone(), id);
        id
    }
}

impl FunctionLowering<'_, '_> {
    /// Initialises bases and members at the head of a constructor.
    fn member_inits(&mut self, info: &crate::sema::entity::Function, body: &hir::Body) {
        let (Some(this), Some(object)) = (self.this, info.this) else { return };
        for init in &body.member_inits {
            match init {
                hir::MemberInit::Base(number, expr) => {
                    let bytes = match *self.module.sema.types.kind(object.ty) {
                        TypeKind::Record(id) => {
                            self.module.sema.record(id).bases.get(*number as usize).map_or(0, |(_, offset)| *offset)
                        }
                        _ => 0,
                    };
                    let address = self.offset(this, i64::from(bytes), expr.span);
                    self.initialize(address, expr);
                }
                hir::MemberInit::Field(field, expr) => self.initialize_field(this, object.ty, *field, expr),
                hir::MemberInit::Delegate(expr) => self.initialize(this, expr),
            }
        }
    }

    /// Calls a constructor on the object at `target`.
    pub(super) fn call_constructor(
        &mut self,
        target: ir::Value,
        constructor: hir::FunctionId,
        arguments: &[hir::Expr],
        span: Span,
    ) {
        let id = self.module.function_id(constructor, span);
        let mut operands = ir::Values::new();
        operands.push(target);
        for argument in arguments {
            operands.push(self.argument(argument));
        }
        self.emit(Inst::Call(id, operands), Type::Void, span);
    }
}
