//! Lowering of expressions to values.

use super::function::FunctionLowering;
use super::function::Home;
use super::place::Place;
use crate::ir::BinaryOp;
use crate::ir::Constant;
use crate::ir::Inst;
use crate::ir::Intrinsic;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::ir::Values;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::sema::entity::VariableInit;
use crate::sema::hir::Category;
use crate::sema::hir::Conversion;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::hir::FunctionId;
use crate::sema::hir::VariableId;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use crate::source::Span;
use smallvec::SmallVec;

impl FunctionLowering<'_, '_> {
    /// Evaluates for effects only.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Discard(inner) | ExprKind::Convert(Conversion::Void, inner) => self.effect(inner),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            ExprKind::Conditional(condition, if_true, if_false) if self.is_void(expr) => {
                let condition = self.value(condition);
                self.if_else(condition, expr.span, |this| this.effect(if_true), |this| this.effect(if_false));
            }
            _ if self.is_void(expr) => {
                self.call_like(expr);
            }
            _ if expr.category != Category::PRValue => {
                // Naming an object reads nothing; only what computes the name may have effects.
                let _ = self.place(expr);
            }
            _ if self.value_type(expr.ty.ty).is_some() => {
                let _ = self.value(expr);
            }
            _ => {
                let temporary = self.temporary(expr.ty.ty, expr.span);
                self.initialize(temporary, expr);
            }
        }
    }

    fn is_void(&self, expr: &Expr) -> bool {
        matches!(self.module.sema.types.kind(expr.ty.ty), TypeKind::Void)
    }

    /// Void calls and intrinsics.
    fn call_like(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Call { function, this, arguments } => {
                self.call(*function, this.as_deref(), arguments, None, expr.span)
            }
            ExprKind::CallPointer { pointer, arguments } => {
                self.call_pointer(pointer, arguments, None, Type::Void, expr.span)
            }
            ExprKind::Intrinsic(intrinsic, arguments) => {
                let arguments: Values = arguments.iter().map(|argument| self.value(argument)).collect();
                Some(self.emit(Inst::Intrinsic(*intrinsic, arguments), Type::Void, expr.span))
            }
            ExprKind::Error => None,
            _ => {
                self.internal("a void expression of unknown kind", expr.span);
                None
            }
        }
    }

    /// Evaluates a prvalue of a type that has values, or reads a glvalue.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        let span = expr.span;
        if expr.category != Category::PRValue {
            return self.load_from(expr, expr.ty.ty, span);
        }
        let ty = self.expect_value_type(expr.ty.ty, span);
        match &expr.kind {
            ExprKind::Constant(constant) => self.constant(constant.clone(), span),
            ExprKind::Null => self.emit(Inst::Null, ty, span),
            ExprKind::Zero => self.zero(ty, span),
            ExprKind::Uninitialized | ExprKind::Error => self.emit(Inst::Undef, ty, span),
            ExprKind::BuiltinInput(input) => self.emit(Inst::BuiltinInput(*input), ty, span),
            ExprKind::FunctionConstantDefined(id) => {
                let constant = self.module.function_constant(*id);
                self.emit(Inst::FunctionConstantDefined(constant), ty, span)
            }
            ExprKind::AddressOf(inner) => match &inner.kind {
                ExprKind::Function(function) => self.function_address(*function, span),
                _ => {
                    let place = self.place(inner);
                    self.address(&place, span)
                }
            },
            ExprKind::Unary(op, inner) => {
                let inner = self.value(inner);
                self.emit(Inst::Unary(*op, inner), ty, span)
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                self.emit(Inst::Binary(*op, left, right), ty, span)
            }
            ExprKind::Compare(op, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                self.emit(Inst::Compare(*op, left, right), ty, span)
            }
            ExprKind::PointerAdd { pointer, index, negative } => self.pointer_add(pointer, index, *negative, span),
            ExprKind::PointerDifference(left, right) => {
                let stride = self.pointee_size(left.ty.ty, span);
                let left = self.value(left);
                let right = self.value(right);
                self.emit(Inst::PointerDifference(left, right, stride.max(1)), ty, span)
            }
            ExprKind::LogicalAnd(left, right) => self.logical(left, right, true, span),
            ExprKind::LogicalOr(left, right) => self.logical(left, right, false, span),
            ExprKind::Conditional(condition, if_true, if_false) => {
                let condition = self.value(condition);
                if self.is_cheap(if_true) && self.is_cheap(if_false) {
                    let if_true = self.value(if_true);
                    let if_false = self.value(if_false);
                    return self.emit(Inst::Select { condition, if_true, if_false }, ty, span);
                }
                let var = self.var(ty, span);
                let set = |this: &mut Self, arm: &Expr| {
                    let value = this.value(arm);
                    this.emit(Inst::Set(var, value), Type::Void, arm.span);
                };
                self.if_else(condition, span, |this| set(this, if_true), |this| set(this, if_false));
                self.emit(Inst::Get(var), ty, span)
            }
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.value(second)
            }
            ExprKind::Increment { target, decrement, .. } => {
                let place = self.place(target);
                self.increment(&place, target.ty.ty, *decrement, span)
            }
            ExprKind::Convert(conversion, inner) => self.conversion(*conversion, inner, expr.ty.ty, ty, span),
            ExprKind::Call { function, this, arguments } => self
                .call(*function, this.as_deref(), arguments, None, span)
                .unwrap_or_else(|| self.emit(Inst::Undef, ty, span)),
            ExprKind::CallPointer { pointer, arguments } => self
                .call_pointer(pointer, arguments, None, ty, span)
                .unwrap_or_else(|| self.emit(Inst::Undef, ty, span)),
            ExprKind::Intrinsic(Intrinsic::Select, arguments) => {
                let operands: Values = arguments.iter().map(|argument| self.value(argument)).collect();
                match operands.as_slice() {
                    [condition, if_true, if_false] => {
                        let (condition, if_true, if_false) = (*condition, *if_true, *if_false);
                        self.emit(Inst::Select { condition, if_true, if_false }, ty, span)
                    }
                    _ => self.emit(Inst::Undef, ty, span),
                }
            }
            ExprKind::Intrinsic(intrinsic, arguments) => {
                let arguments: Values = arguments.iter().map(|argument| self.value(argument)).collect();
                self.emit(Inst::Intrinsic(*intrinsic, arguments), ty, span)
            }
            ExprKind::Vector(parts) => {
                let parts: Values = parts.iter().map(|part| self.value(part)).collect();
                self.emit(Inst::Construct(parts), ty, span)
            }
            ExprKind::Swizzle(base, components) => {
                let base = self.value(base);
                match components.as_slice() {
                    [component] if matches!(self.ty(base), Type::Vector(..)) => {
                        self.emit(Inst::Extract(base, *component), ty, span)
                    }
                    _ if matches!(self.ty(base), Type::Vector(..)) => {
                        self.emit(Inst::Shuffle(base, components.clone()), ty, span)
                    }
                    _ => self.emit(Inst::Splat(base), ty, span),
                }
            }
            ExprKind::Index(base, index) if matches!(self.value_type(base.ty.ty), Some(Type::Vector(..))) => {
                let base = self.value(base);
                let index = self.value(index);
                self.emit(Inst::ExtractDynamic(base, index), ty, span)
            }
            ExprKind::Member(..) | ExprKind::Base(..) | ExprKind::Index(..) => {
                let place = self.place(expr);
                self.load(&place, ty, span)
            }
            ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } => {
                let place = self.place(expr);
                self.load(&place, ty, span)
            }
            ExprKind::Discard(_) => {
                self.effect(expr);
                self.emit(Inst::Undef, ty, span)
            }
            ExprKind::Function(function) => self.function_address(*function, span),
            ExprKind::Construct { .. } | ExprKind::Aggregate { .. } | ExprKind::Array { .. } | ExprKind::Matrix(_) => {
                self.internal("an object used as a value", span);
                self.emit(Inst::Undef, ty, span)
            }
            ExprKind::String(_)
            | ExprKind::Local(_)
            | ExprKind::Variable(_)
            | ExprKind::This
            | ExprKind::Deref(_)
            | ExprKind::Materialize(_) => self.load_from(expr, expr.ty.ty, span),
        }
    }

    /// Reads the object that a glvalue names.
    fn load_from(&mut self, glvalue: &Expr, ty: TypeId, span: Span) -> Value {
        let value_type = self.expect_value_type(ty, span);
        if let ExprKind::Variable(id) = glvalue.kind
            && let Some(value) = self.variable_value(id, value_type, span)
        {
            return value;
        }
        let place = self.place(glvalue);
        self.load(&place, value_type, span)
    }

    /// The value of a program-scope variable that needs no memory.
    fn variable_value(&mut self, id: VariableId, ty: Type, span: Span) -> Option<Value> {
        let variable = self.module.sema.variable(id).clone();
        match &variable.init {
            VariableInit::FunctionConstant(_) => {
                let constant = self.module.function_constant(id);
                Some(self.emit(Inst::FunctionConstant(constant), ty, span))
            }
            VariableInit::Builtin(input) => {
                let input = *input;
                Some(self.emit(Inst::BuiltinInput(input), ty, span))
            }
            _ if variable.value.is_some() && variable.space != AddressSpace::Threadgroup => {
                let value = variable.value.clone()?;
                (value.ty() == ty).then(|| self.constant(value, span))
            }
            VariableInit::Expr(init) if variable.depends_on_function_constants && self.module.enter_inline(id) => {
                let init = init.clone();
                let value = self.value(&init);
                self.module.leave_inline(id);
                Some(value)
            }
            _ => None,
        }
    }

    fn function_address(&mut self, function: FunctionId, span: Span) -> Value {
        let id = self.module.function_id(function, span);
        self.emit(Inst::Function(id), Type::Pointer(AddressSpace::Constant), span)
    }

    fn pointee_size(&mut self, pointer: TypeId, span: Span) -> u32 {
        match *self.module.sema.types.kind(pointer) {
            TypeKind::Pointer(to) => match self.module.sema.types.kind(to.ty) {
                // GNU arithmetic on void pointers counts bytes.
                TypeKind::Void => 1,
                _ => self.size(to.ty, span).0,
            },
            _ => {
                self.internal("arithmetic on what is no pointer", span);
                1
            }
        }
    }

    fn pointer_add(&mut self, pointer: &Expr, index: &Expr, negative: bool, span: Span) -> Value {
        let stride = self.pointee_size(pointer.ty.ty, span);
        let pointer = self.value(pointer);
        let mut index = self.value(index);
        if negative {
            index = self.negated_index(index, span);
        }
        let ty = self.ty(pointer);
        self.emit(Inst::Index { pointer, index, stride, count: None }, ty, span)
    }

    /// `-index` as a 64-bit number: an unsigned index may not wrap at 32 bits.
    fn negated_index(&mut self, index: Value, span: Span) -> Value {
        let wide = self.convert(index, Scalar::I64, span);
        self.emit(Inst::Unary(crate::ir::UnaryOp::Neg, wide), Type::Scalar(Scalar::I64), span)
    }

    fn logical(&mut self, left: &Expr, right: &Expr, is_and: bool, span: Span) -> Value {
        let left = self.value(left);
        if self.is_cheap(right) {
            let right = self.value(right);
            return self.binary(if is_and { BinaryOp::And } else { BinaryOp::Or }, left, right, span);
        }
        let var = self.var(Type::BOOL, span);
        self.emit(Inst::Set(var, left), Type::Void, span);
        let evaluate = |this: &mut Self| {
            let right = this.value(right);
            this.emit(Inst::Set(var, right), Type::Void, span);
        };
        if is_and {
            self.if_else(left, span, evaluate, |_| {});
        } else {
            self.if_else(left, span, |_| {}, evaluate);
        }
        self.emit(Inst::Get(var), Type::BOOL, span)
    }

    /// Whether evaluating an expression that isn't needed harms nobody and costs little: no effects, no faults, no
    /// reads of memory that others may see.
    fn is_cheap(&self, expr: &Expr) -> bool {
        fn walk(this: &FunctionLowering<'_, '_>, expr: &Expr, fuel: &mut u32) -> bool {
            if *fuel == 0 {
                return false;
            }
            *fuel -= 1;
            match &expr.kind {
                ExprKind::Constant(_) | ExprKind::Null | ExprKind::Zero | ExprKind::BuiltinInput(_) => true,
                ExprKind::Local(id) => {
                    let local = &this.body.locals[id.0 as usize];
                    local.space == AddressSpace::Thread
                        && !matches!(this.module.sema.types.kind(local.ty.ty), TypeKind::Reference { .. })
                }
                ExprKind::Variable(id) => {
                    let variable = this.module.sema.variable(*id);
                    variable.value.is_some() || matches!(variable.init, VariableInit::FunctionConstant(_))
                }
                ExprKind::Swizzle(base, _) => walk(this, base, fuel),
                ExprKind::Unary(_, inner) => walk(this, inner, fuel),
                ExprKind::Binary(op, left, right) => {
                    let float = |ty| this.module.sema.types.components(ty).is_some_and(|(scalar, _)| scalar.is_float());
                    let faults = matches!(op, BinaryOp::Div | BinaryOp::Rem) && !float(expr.ty.ty);
                    !faults && walk(this, left, fuel) && walk(this, right, fuel)
                }
                ExprKind::Compare(_, left, right)
                | ExprKind::LogicalAnd(left, right)
                | ExprKind::LogicalOr(left, right) => walk(this, left, fuel) && walk(this, right, fuel),
                ExprKind::Vector(parts) => parts.iter().all(|part| walk(this, part, fuel)),
                ExprKind::Convert(Conversion::Numeric, inner) => {
                    // Float to integer may be out of range.
                    let scalar = |ty| this.module.sema.types.components(ty).map(|(scalar, _)| scalar);
                    let narrows = scalar(inner.ty.ty).is_some_and(Scalar::is_float)
                        && scalar(expr.ty.ty).is_some_and(Scalar::is_integer);
                    !narrows && walk(this, inner, fuel)
                }
                ExprKind::Convert(
                    Conversion::Load
                    | Conversion::Splat
                    | Conversion::Bits
                    | Conversion::Packed
                    | Conversion::Qualification
                    | Conversion::PointerToBool,
                    inner,
                ) => walk(this, inner, fuel),
                _ => false,
            }
        }
        walk(self, expr, &mut 12)
    }

    fn conversion(&mut self, conversion: Conversion, inner: &Expr, to: TypeId, ty: Type, span: Span) -> Value {
        match conversion {
            Conversion::Load => self.load_from(inner, to, span),
            Conversion::ArrayToPointer => {
                let place = self.place(inner);
                self.address(&place, span)
            }
            Conversion::FunctionToPointer => match inner.kind {
                ExprKind::Function(function) => self.function_address(function, span),
                _ => self.value(inner),
            },
            Conversion::Numeric => {
                let value = self.value(inner);
                if self.ty(value) == ty { value } else { self.emit(Inst::Convert(value), ty, span) }
            }
            Conversion::Splat => {
                let value = self.value(inner);
                self.emit(Inst::Splat(value), ty, span)
            }
            // Packed vectors are vectors once they are values.
            Conversion::Packed => self.value(inner),
            Conversion::Bits | Conversion::Pointer => {
                let value = self.value(inner);
                if self.ty(value) == ty { value } else { self.emit(Inst::Bitcast(value), ty, span) }
            }
            Conversion::PointerToBool => {
                let value = self.value(inner);
                let zero = self.zero(self.ty(value), span);
                self.emit(Inst::Compare(crate::ir::CompareOp::NotEqual, value, zero), Type::BOOL, span)
            }
            Conversion::PointerToBase(number) => {
                let value = self.value(inner);
                let TypeKind::Pointer(derived) = *self.module.sema.types.kind(inner.ty.ty) else {
                    self.internal("a base of what is no pointer", span);
                    return value;
                };
                let offset = self.base_offset(derived.ty, number, span);
                if offset == 0 {
                    return value;
                }
                let moved = self.emit(Inst::Offset { pointer: value, bytes: offset, extent: None }, ty, span);
                let null = self.zero(ty, span);
                let is_null = self.emit(Inst::Compare(crate::ir::CompareOp::Equal, value, null), Type::BOOL, span);
                self.emit(Inst::Select { condition: is_null, if_true: null, if_false: moved }, ty, span)
            }
            Conversion::Qualification | Conversion::Reinterpret => {
                let place = self.place(inner);
                self.load(&place, ty, span)
            }
            Conversion::Matrix | Conversion::Void => {
                self.internal("a conversion that makes no value", span);
                self.emit(Inst::Undef, ty, span)
            }
        }
    }

    /// Lowers a call; `into` is where an aggregate result goes. Gives the result, if it is a value.
    pub(super) fn call(
        &mut self,
        function: FunctionId,
        this: Option<&Expr>,
        arguments: &[Expr],
        into: Option<Value>,
        span: Span,
    ) -> Option<Value> {
        if let Some(copy) = self.trivial_call(function, this, arguments, into, span) {
            return copy;
        }
        let id = self.module.function_id(function, span);
        let mut operands = Values::new();
        let result = self.module.sema.function(function).result.ty;
        if self.module.returns_in_memory(result) {
            let address = match into {
                Some(address) => address,
                None => self.temporary(result, span),
            };
            operands.push(address);
        }
        if let Some(this) = this {
            let place = self.place(this);
            operands.push(self.address(&place, span));
        }
        for argument in arguments {
            operands.push(self.argument(argument));
        }
        let ty = self.module.result_type(result);
        let value = self.emit(Inst::Call(id, operands), ty, span);
        (ty != Type::Void).then_some(value)
    }

    /// Calls of implicitly defined copy operations and constructors. `Some` if it was one.
    fn trivial_call(
        &mut self,
        function: FunctionId,
        this: Option<&Expr>,
        arguments: &[Expr],
        into: Option<Value>,
        span: Span,
    ) -> Option<Option<Value>> {
        if !self.module.is_trivial(function) {
            return None;
        }
        let (to, ty) = match (this, into) {
            (_, Some(into)) => (into, self.module.sema.function(function).this?.ty),
            (Some(this), None) => {
                let place = self.place(this);
                (self.address(&place, span), this.ty.ty)
            }
            (None, None) => return Some(None),
        };
        if let [from] = arguments {
            let from = self.argument(from);
            self.copy(to, from, ty, span);
        }
        Some(Some(to))
    }

    /// A call's argument as an operand: values as they are, references and aggregates by address.
    pub(super) fn argument(&mut self, argument: &Expr) -> Value {
        if argument.category != Category::PRValue {
            let place = self.place(argument);
            return self.address(&place, argument.span);
        }
        if self.value_type(argument.ty.ty).is_some() {
            return self.value(argument);
        }
        let temporary = self.temporary(argument.ty.ty, argument.span);
        self.initialize(temporary, argument);
        temporary
    }

    /// Lowers a call through a pointer.
    pub(super) fn call_pointer(
        &mut self,
        pointer: &Expr,
        arguments: &[Expr],
        into: Option<Value>,
        ty: Type,
        span: Span,
    ) -> Option<Value> {
        let pointer = self.value(pointer);
        let mut operands = Values::new();
        operands.extend(into);
        for argument in arguments {
            operands.push(self.argument(argument));
        }
        let value = self.emit(Inst::CallIndirect(pointer, operands), ty, span);
        (ty != Type::Void).then_some(value)
    }

    /// `++` and `--`; gives the old value.
    fn increment(&mut self, place: &Place, ty: TypeId, decrement: bool, span: Span) -> Value {
        let value_type = self.expect_value_type(ty, span);
        let old = self.load(place, value_type, span);
        let new = match value_type {
            Type::Pointer(_) => {
                let stride = self.pointee_size(ty, span);
                let bytes = i64::from(stride) * if decrement { -1 } else { 1 };
                self.emit(Inst::Offset { pointer: old, bytes, extent: None }, value_type, span)
            }
            Type::Scalar(Scalar::Bool) => self.constant(Constant::bool(!decrement), span),
            _ => {
                let scalar = value_type.scalar().unwrap_or(Scalar::I32);
                let one = Constant::vector(scalar, (0..value_type.lanes()).map(|_| super::one(scalar)));
                let one = self.constant(one, span);
                self.binary(if decrement { BinaryOp::Sub } else { BinaryOp::Add }, old, one, span)
            }
        };
        self.store(place, new, span);
        old
    }

    // Places.

    /// The place that a glvalue names; prvalues get a temporary.
    pub(super) fn place(&mut self, expr: &Expr) -> Place {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Local(id) => match self.homes[id.0 as usize].clone() {
                Home::Memory(pointer) => self.memory(pointer, expr.ty, span),
                Home::Bound(place) => place,
                Home::None => {
                    // Only a declaration that was jumped over, or a use before it, leads here.
                    self.unsupported("use of a variable whose declaration was jumped over", span);
                    let pointer = self.null(AddressSpace::Thread, span);
                    self.memory(pointer, expr.ty, span)
                }
            },
            ExprKind::Variable(id) => self.variable_place(*id, expr, span),
            ExprKind::String(bytes) => {
                let global = self.module.string(bytes);
                let pointer = self.emit(Inst::Global(global), Type::Pointer(AddressSpace::Constant), span);
                self.memory(pointer, expr.ty, span)
            }
            ExprKind::This => match self.this {
                Some(pointer) => self.memory(pointer, expr.ty, span),
                None => {
                    self.internal("`this` outside of a method", span);
                    let pointer = self.null(AddressSpace::Thread, span);
                    self.memory(pointer, expr.ty, span)
                }
            },
            ExprKind::Member(base, field) => self.member(base, *field, expr, span),
            ExprKind::Base(base, number) => {
                let bytes = self.base_offset(base.ty.ty, *number, span);
                let base = self.place(base);
                let pointer = self.address(&base, span);
                let ty = self.ty(pointer);
                let pointer = self.emit(Inst::Offset { pointer, bytes, extent: None }, ty, span);
                self.memory(pointer, expr.ty, span)
            }
            ExprKind::Swizzle(base, components) => {
                let scalar = self.module.sema.types.components(base.ty.ty).map_or(Scalar::F32, |(scalar, _)| scalar);
                match self.place(base) {
                    Place::Memory { pointer, .. } => {
                        Place::Components { pointer, scalar, components: components.clone() }
                    }
                    Place::Components { pointer, scalar, components: outer } => {
                        let chosen: SmallVec<[u8; 4]> =
                            components.iter().filter_map(|at| outer.get(usize::from(*at)).copied()).collect();
                        Place::Components { pointer, scalar, components: chosen }
                    }
                    other => other,
                }
            }
            ExprKind::Index(base, index) => self.element(base, index, expr, span),
            ExprKind::Deref(pointer) => {
                let pointer = self.value(pointer);
                self.memory(pointer, expr.ty, span)
            }
            ExprKind::Assign { target, value } => self.assign(target, value, span),
            ExprKind::CompoundAssign { op, target, value, compute } => {
                self.compound_assign(*op, target, value, *compute, span)
            }
            ExprKind::Increment { target, decrement, postfix: false } => {
                let place = self.place(target);
                self.increment(&place, target.ty.ty, *decrement, span);
                place
            }
            ExprKind::Conditional(condition, if_true, if_false) if expr.category != Category::PRValue => {
                let condition = self.value(condition);
                let ty = Type::Pointer(expr.ty.space_or_thread());
                let var = self.var(ty, span);
                let set = |this: &mut Self, arm: &Expr| {
                    let place = this.place(arm);
                    let address = this.address(&place, arm.span);
                    this.emit(Inst::Set(var, address), Type::Void, arm.span);
                };
                self.if_else(condition, span, |this| set(this, if_true), |this| set(this, if_false));
                let pointer = self.emit(Inst::Get(var), ty, span);
                self.memory(pointer, expr.ty, span)
            }
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.place(second)
            }
            ExprKind::Convert(Conversion::Qualification, inner) => self.place(inner),
            ExprKind::Convert(Conversion::Reinterpret, inner) => {
                let place = self.place(inner);
                let pointer = self.address(&place, span);
                self.memory(pointer, expr.ty, span)
            }
            ExprKind::Call { function, this, arguments } if expr.category != Category::PRValue => {
                let pointer = self.call(*function, this.as_deref(), arguments, None, span);
                let pointer = pointer.unwrap_or_else(|| self.null(expr.ty.space_or_thread(), span));
                self.memory(pointer, expr.ty, span)
            }
            ExprKind::CallPointer { pointer, arguments } if expr.category != Category::PRValue => {
                let ty = Type::Pointer(expr.ty.space_or_thread());
                let result = self.call_pointer(pointer, arguments, None, ty, span);
                let result = result.unwrap_or_else(|| self.null(expr.ty.space_or_thread(), span));
                self.memory(result, expr.ty, span)
            }
            ExprKind::Materialize(inner) => {
                let temporary = self.temporary(inner.ty.ty, span);
                self.initialize(temporary, inner);
                self.memory(temporary, inner.ty, span)
            }
            _ => {
                // A prvalue whose parts are asked for.
                let temporary = self.temporary(expr.ty.ty, span);
                self.initialize(temporary, expr);
                self.memory(temporary, expr.ty, span)
            }
        }
    }

    fn variable_place(&mut self, id: VariableId, expr: &Expr, span: Span) -> Place {
        if let Some(ty) = self.value_type(expr.ty.ty) {
            let is_virtual = matches!(
                self.module.sema.variable(id).init,
                VariableInit::FunctionConstant(_) | VariableInit::Builtin(_)
            );
            if is_virtual && let Some(value) = self.variable_value(id, ty, span) {
                let temporary = self.temporary(expr.ty.ty, span);
                let place = self.memory(temporary, expr.ty, span);
                self.store(&place, value, span);
                return place;
            }
        }
        if let VariableInit::Binding(_) = self.module.sema.variable(id).init {
            self.unsupported("a program-scope resource binding", span);
        }
        let (global, space) = self.module.global(id);
        let pointer = self.emit(Inst::Global(global), Type::Pointer(space), span);
        self.memory(pointer, expr.ty, span)
    }

    fn base_offset(&mut self, record: TypeId, number: u32, span: Span) -> i64 {
        let offset = match *self.module.sema.types.kind(record) {
            TypeKind::Record(id) => self.module.sema.record(id).bases.get(number as usize).map(|(_, offset)| *offset),
            _ => None,
        };
        offset.map_or_else(
            || {
                self.internal("a base class that doesn't exist", span);
                0
            },
            i64::from,
        )
    }

    fn member(&mut self, base: &Expr, field: u32, expr: &Expr, span: Span) -> Place {
        let TypeKind::Record(record) = *self.module.sema.types.kind(base.ty.ty) else {
            self.internal("a member of what is no record", span);
            let pointer = self.null(AddressSpace::Thread, span);
            return self.memory(pointer, expr.ty, span);
        };
        let record = self.module.sema.record(record);
        let Some(info) = record.fields.get(field as usize).cloned() else {
            self.internal("a member that doesn't exist", span);
            let pointer = self.null(AddressSpace::Thread, span);
            return self.memory(pointer, expr.ty, span);
        };
        let is_last = field as usize + 1 == record.fields.len();
        let is_union = record.is_union;
        let base_place = self.place(base);
        let pointer = self.address(&base_place, span);
        let Type::Pointer(space) = self.ty(pointer) else {
            self.internal("an object without address", span);
            return base_place;
        };
        let is_reference = matches!(self.module.sema.types.kind(info.ty.ty), TypeKind::Reference { .. });
        // A trailing member of an object behind a pointer may stand for a run-time array (`T a[1]`).
        let extent = (space == AddressSpace::Thread || !(is_last || is_union))
            .then(|| self.module.sema.size_align(info.ty.ty).map_or(8, |size| size.size as u32));
        let bytes = i64::from(info.offset);
        let pointer = self.emit(Inst::Offset { pointer, bytes, extent }, Type::Pointer(space), span);
        if is_reference {
            let target = Type::Pointer(expr.ty.space_or_thread());
            let pointer = self.emit(Inst::Load { pointer, align: 8 }, target, span);
            return self.memory(pointer, expr.ty, span);
        }
        if let Some((first, count)) = info.bits {
            let scalar = match *self.module.sema.types.kind(info.ty.ty) {
                TypeKind::Scalar(Scalar::Bool) => Scalar::U8,
                TypeKind::Scalar(scalar) => scalar,
                TypeKind::Enum(id) => self.module.sema.enumeration(id).underlying,
                _ => Scalar::U32,
            };
            return Place::BitField { pointer, scalar, first, count };
        }
        self.memory(pointer, expr.ty, span)
    }

    fn element(&mut self, base: &Expr, index: &Expr, expr: &Expr, span: Span) -> Place {
        let (stride, _) = self.size(expr.ty.ty, span);
        match *self.module.sema.types.kind(base.ty.ty) {
            TypeKind::Pointer(_) => {
                let pointer = self.value(base);
                let index = self.value(index);
                let ty = self.ty(pointer);
                let pointer = self.emit(Inst::Index { pointer, index, stride, count: None }, ty, span);
                self.memory(pointer, expr.ty, span)
            }
            TypeKind::Vector(scalar, lanes) | TypeKind::PackedVector(scalar, lanes) => {
                let constant = match &index.kind {
                    ExprKind::Constant(constant) => constant.bits.first().copied(),
                    _ => None,
                };
                let place = self.place(base);
                if let (Some(number), Place::Components { pointer, components, .. }) = (constant, &place)
                    && let Some(component) = components.get(number as usize)
                {
                    let components = SmallVec::from_slice(&[*component]);
                    return Place::Components { pointer: *pointer, scalar, components };
                }
                let Place::Memory { pointer, align, space } = place else {
                    self.unsupported("a run-time index into a swizzle", span);
                    return place;
                };
                if let Some(component) = constant.filter(|number| *number < u64::from(lanes)) {
                    let components = SmallVec::from_slice(&[component as u8]);
                    return Place::Components { pointer, scalar, components };
                }
                let index = self.value(index);
                if space == AddressSpace::Thread {
                    return Place::Element { pointer, scalar, lanes, align, index };
                }
                let step = Inst::Index { pointer, index, stride: scalar.size(), count: Some(u32::from(lanes)) };
                let pointer = self.emit(step, Type::Pointer(space), span);
                Place::Memory { pointer, align: scalar.size(), space }
            }
            TypeKind::Matrix(_, columns, _) => self.step(base, index, stride, Some(u32::from(columns)), expr, span),
            TypeKind::Array(_, count) => {
                let count = count.and_then(|count| u32::try_from(count).ok());
                let count = if self.is_trailing_array(base) { None } else { count };
                self.step(base, index, stride, count, expr, span)
            }
            _ => {
                self.internal("an index into what has no elements", span);
                let pointer = self.null(AddressSpace::Thread, span);
                self.memory(pointer, expr.ty, span)
            }
        }
    }

    fn step(&mut self, base: &Expr, index: &Expr, stride: u32, count: Option<u32>, expr: &Expr, span: Span) -> Place {
        let place = self.place(base);
        let pointer = self.address(&place, span);
        let index = self.value(index);
        let ty = self.ty(pointer);
        let pointer = self.emit(Inst::Index { pointer, index, stride, count }, ty, span);
        self.memory(pointer, expr.ty, span)
    }

    /// Whether an array is the last member of an object behind a pointer or reference: SPIRV-Cross and naga write
    /// run-time arrays as `T a[1]`.
    fn is_trailing_array(&self, base: &Expr) -> bool {
        let mut expr = base;
        // A whole buffer of them is a reference to `T[1]`.
        let mut through_member = matches!(self.module.sema.types.kind(base.ty.ty), TypeKind::Array(_, Some(1)));
        loop {
            match &expr.kind {
                ExprKind::Member(object, field) => {
                    let TypeKind::Record(record) = *self.module.sema.types.kind(object.ty.ty) else { return false };
                    let record = self.module.sema.record(record);
                    if *field as usize + 1 != record.fields.len() && !record.is_union {
                        return false;
                    }
                    through_member = true;
                    expr = object;
                }
                ExprKind::Convert(Conversion::Qualification, inner) => expr = inner,
                ExprKind::This | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::Call { .. } => {
                    let is_shared = expr.ty.space_or_thread() != AddressSpace::Thread;
                    return through_member && (is_shared || matches!(expr.kind, ExprKind::This));
                }
                ExprKind::Local(id) => {
                    let local = &self.body.locals[id.0 as usize];
                    return through_member
                        && matches!(self.module.sema.types.kind(local.ty.ty), TypeKind::Reference { .. })
                        && expr.ty.space_or_thread() != AddressSpace::Thread;
                }
                _ => return false,
            }
        }
    }

    fn assign(&mut self, target: &Expr, value: &Expr, span: Span) -> Place {
        if self.value_type(target.ty.ty).is_some() {
            // C++17: the right side is evaluated before the left.
            let value = self.value(value);
            let place = self.place(target);
            self.store(&place, value, span);
            return place;
        }
        // An object: copied from a place, or made in a temporary first, since the value may read the target.
        if value.category != Category::PRValue {
            let from = self.place(value);
            let from = self.address(&from, span);
            let place = self.place(target);
            let to = self.address(&place, span);
            self.copy(to, from, target.ty.ty, span);
            return place;
        }
        if let ExprKind::Convert(Conversion::Load, inner) = &value.kind {
            return self.assign(target, inner, span);
        }
        let temporary = self.temporary(target.ty.ty, span);
        self.initialize(temporary, value);
        let place = self.place(target);
        let to = self.address(&place, span);
        self.copy(to, temporary, target.ty.ty, span);
        place
    }

    fn compound_assign(&mut self, op: BinaryOp, target: &Expr, value: &Expr, compute: TypeId, span: Span) -> Place {
        let operand = self.value(value);
        let place = self.place(target);
        let ty = self.expect_value_type(target.ty.ty, span);
        let old = self.load(&place, ty, span);
        let new = if let Type::Pointer(_) = ty {
            let stride = self.pointee_size(target.ty.ty, span);
            let index = if op == BinaryOp::Sub { self.negated_index(operand, span) } else { operand };
            self.emit(Inst::Index { pointer: old, index, stride, count: None }, ty, span)
        } else {
            let wide = self.expect_value_type(compute, span);
            let left = if ty == wide { old } else { self.emit(Inst::Convert(old), wide, span) };
            let result = self.binary(op, left, operand, span);
            if ty == wide { result } else { self.emit(Inst::Convert(result), ty, span) }
        };
        self.store(&place, new, span);
        place
    }

    /// Emits `return`.
    pub(super) fn return_value(&mut self, value: Option<Value>, span: Span) {
        self.statement(StatementKind::Return(value), span);
    }
}
