//! Initialisation of objects in memory: records, arrays and matrices are made where they live.

use super::function::FunctionLowering;
use crate::ir::BinaryOp;
use crate::ir::CompareOp;
use crate::ir::Constant;
use crate::ir::Inst;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::msl::Scalar;
use crate::sema::hir::Category;
use crate::sema::hir::Conversion;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::types::QualType;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use crate::source::Span;

/// Arrays whose remaining elements are up to this many are initialised one by one, longer ones in a loop.
const UNROLLED_ELEMENTS: u64 = 16;

impl FunctionLowering<'_, '_> {
    /// Initialises the object at `target` with an expression of its type.
    pub(super) fn initialize(&mut self, target: Value, expr: &Expr) {
        let span = expr.span;
        let ty = expr.ty.ty;
        if self.value_type(ty).is_some() {
            if matches!(expr.kind, ExprKind::Uninitialized) {
                return;
            }
            let value = self.value(expr);
            let place = self.memory(target, QualType::new(ty), span);
            self.store(&place, value, span);
            return;
        }
        if expr.category != Category::PRValue {
            let from = self.place(expr);
            let from = self.address(&from, span);
            self.copy(target, from, ty, span);
            return;
        }
        match &expr.kind {
            ExprKind::Uninitialized | ExprKind::Error => {}
            ExprKind::Zero | ExprKind::Null => self.zero_object(target, ty, span),
            ExprKind::Convert(Conversion::Load, inner) => {
                let from = self.place(inner);
                let from = self.address(&from, span);
                self.copy(target, from, ty, span);
            }
            ExprKind::Convert(Conversion::Matrix, inner) => self.convert_matrix(target, ty, inner, span),
            ExprKind::Convert(Conversion::Qualification, inner) => self.initialize(target, inner),
            ExprKind::Convert(Conversion::Bits | Conversion::Pointer, inner)
                if self.value_type(inner.ty.ty).is_some() =>
            {
                let value = self.value(inner);
                let align = self.size(ty, span).1;
                self.emit(Inst::Store { pointer: target, value, align }, Type::Void, span);
            }
            ExprKind::Call { function, this, arguments } => {
                self.call(*function, this.as_deref(), arguments, Some(target), span);
            }
            ExprKind::CallPointer { pointer, arguments } => {
                self.call_pointer(pointer, arguments, Some(target), Type::Void, span);
            }
            ExprKind::Construct { constructor, arguments } => {
                self.construct(target, *constructor, arguments, span);
            }
            ExprKind::Aggregate { record, bases, fields } => {
                let info = self.module.sema.record(*record);
                let is_union = info.is_union;
                let complete = bases.len() == info.bases.len() && fields.len() == info.fields.len();
                let offsets: Vec<u32> = info.bases.iter().map(|(_, offset)| *offset).collect();
                if !complete || is_union {
                    self.zero_object(target, ty, span);
                }
                for (number, init) in bases {
                    let bytes = offsets.get(*number as usize).map_or(0, |offset| i64::from(*offset));
                    let address = self.offset(target, bytes, span);
                    self.initialize(address, init);
                }
                for (field, init) in fields {
                    self.initialize_field(target, ty, *field, init);
                }
            }
            ExprKind::Array { elements, rest } => self.array(target, ty, elements, rest.as_deref(), span),
            ExprKind::Matrix(columns) => {
                let stride = self.column_stride(ty);
                for (at, column) in columns.iter().enumerate() {
                    let value = self.value(column);
                    let pointer = self.offset(target, i64::from(stride) * at as i64, span);
                    self.emit(Inst::Store { pointer, value, align: stride }, Type::Void, span);
                }
            }
            ExprKind::Conditional(condition, if_true, if_false) => {
                let condition = self.value(condition);
                self.if_else(
                    condition,
                    span,
                    |this| this.initialize(target, if_true),
                    |this| this.initialize(target, if_false),
                );
            }
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.initialize(target, second);
            }
            ExprKind::Member(..) | ExprKind::Base(..) | ExprKind::Index(..) | ExprKind::Assign { .. } => {
                let from = self.place(expr);
                let from = self.address(&from, span);
                self.copy(target, from, ty, span);
            }
            _ => self.internal("an initialiser of unknown kind", span),
        }
    }

    /// The address `bytes` behind another.
    pub(super) fn offset(&mut self, pointer: Value, bytes: i64, span: Span) -> Value {
        if bytes == 0 {
            return pointer;
        }
        let ty = self.ty(pointer);
        self.emit(Inst::Offset { pointer, bytes, extent: None }, ty, span)
    }

    fn zero_object(&mut self, pointer: Value, ty: TypeId, span: Span) {
        let (size, align) = self.size(ty, span);
        if size > 0 {
            self.emit(Inst::Zero { pointer, size, align }, Type::Void, span);
        }
    }

    fn construct(&mut self, target: Value, constructor: crate::sema::hir::FunctionId, arguments: &[Expr], span: Span) {
        if self.module.is_trivial(constructor) {
            if let [from] = arguments {
                let ty = from.ty.ty;
                let from = self.place(from);
                let from = self.address(&from, span);
                self.copy(target, from, ty, span);
            }
            return;
        }
        self.call_constructor(target, constructor, arguments, span);
    }

    /// Initialises one field; references are stored as pointers, bit-fields as part of their unit.
    pub(super) fn initialize_field(&mut self, object: Value, record: TypeId, field: u32, init: &Expr) {
        let span = init.span;
        let TypeKind::Record(id) = *self.module.sema.types.kind(record) else {
            self.internal("a field of what is no record", span);
            return;
        };
        let Some(info) = self.module.sema.record(id).fields.get(field as usize).cloned() else {
            self.internal("a field that doesn't exist", span);
            return;
        };
        let address = self.offset(object, i64::from(info.offset), span);
        if matches!(self.module.sema.types.kind(info.ty.ty), TypeKind::Reference { .. }) {
            let place = self.place(init);
            let value = self.address(&place, span);
            self.emit(Inst::Store { pointer: address, value, align: 8 }, Type::Void, span);
        } else if let Some((first, count)) = info.bits {
            let scalar = match *self.module.sema.types.kind(info.ty.ty) {
                TypeKind::Scalar(Scalar::Bool) => Scalar::U8,
                TypeKind::Scalar(scalar) => scalar,
                TypeKind::Enum(id) => self.module.sema.enumeration(id).underlying,
                _ => Scalar::U32,
            };
            let value = self.value(init);
            let place = super::place::Place::BitField { pointer: address, scalar, first, count };
            self.store(&place, value, span);
        } else {
            self.initialize(address, init);
        }
    }

    fn array(&mut self, target: Value, ty: TypeId, elements: &[Expr], rest: Option<&Expr>, span: Span) {
        let TypeKind::Array(element, Some(count)) = *self.module.sema.types.kind(ty) else {
            self.internal("array elements for what is no array", span);
            return;
        };
        let (stride, _) = self.size(element.ty, span);
        for (at, init) in elements.iter().enumerate().take(count as usize) {
            let address = self.offset(target, i64::from(stride) * at as i64, span);
            self.initialize(address, init);
        }
        let first = elements.len() as u64;
        let Some(rest) = rest else { return };
        if first >= count {
            return;
        }
        if matches!(rest.kind, ExprKind::Zero | ExprKind::Null) {
            let pointer = self.offset(target, i64::from(stride) * first as i64, span);
            let size = stride.saturating_mul((count - first) as u32);
            let align = self.size(element.ty, span).1;
            if size > 0 {
                self.emit(Inst::Zero { pointer, size, align }, Type::Void, span);
            }
        } else if count - first <= UNROLLED_ELEMENTS {
            for at in first..count {
                let address = self.offset(target, i64::from(stride) * at as i64, span);
                self.initialize(address, rest);
            }
        } else {
            self.initialize_in_loop(target, stride, first, count, rest, span);
        }
    }

    fn initialize_in_loop(&mut self, target: Value, stride: u32, first: u64, count: u64, init: &Expr, span: Span) {
        let ty = Type::Scalar(Scalar::U64);
        let counter = self.var(ty, span);
        let start = self.constant(Constant::scalar(Scalar::U64, first), span);
        self.emit(Inst::Set(counter, start), Type::Void, span);
        let body = self.block(|this| {
            let at = this.emit(Inst::Get(counter), ty, span);
            let end = this.constant(Constant::scalar(Scalar::U64, count), span);
            let done = this.emit(Inst::Compare(CompareOp::GreaterEqual, at, end), Type::BOOL, span);
            this.if_else(done, span, |this| this.statement(StatementKind::Break, span), |_| {});
            let pointer_type = this.ty(target);
            let step = Inst::Index { pointer: target, index: at, stride, count: None };
            let address = this.emit(step, pointer_type, span);
            this.initialize(address, init);
        });
        let step = self.block(|this| {
            let at = this.emit(Inst::Get(counter), ty, span);
            let one = this.constant(Constant::scalar(Scalar::U64, 1), span);
            let next = this.binary(BinaryOp::Add, at, one, span);
            this.emit(Inst::Set(counter, next), Type::Void, span);
        });
        self.statement(StatementKind::Loop { body, step }, span);
    }

    fn column_stride(&self, ty: TypeId) -> u32 {
        match *self.module.sema.types.kind(ty) {
            TypeKind::Matrix(scalar, _, rows) => scalar.vector_size(rows),
            _ => 0,
        }
    }

    fn convert_matrix(&mut self, target: Value, ty: TypeId, inner: &Expr, span: Span) {
        let (TypeKind::Matrix(to, columns, rows), TypeKind::Matrix(from, ..)) =
            (self.module.sema.types.kind(ty).clone(), self.module.sema.types.kind(inner.ty.ty).clone())
        else {
            self.internal("a matrix conversion of what is no matrix", span);
            return;
        };
        let source = self.place(inner);
        let source = self.address(&source, span);
        let (from_stride, to_stride) = (from.vector_size(rows), to.vector_size(rows));
        for column in 0..i64::from(columns) {
            let pointer = self.offset(source, i64::from(from_stride) * column, span);
            let loaded = self.emit(Inst::Load { pointer, align: from_stride }, Type::Vector(from, rows), span);
            let value = self.convert(loaded, to, span);
            let pointer = self.offset(target, i64::from(to_stride) * column, span);
            self.emit(Inst::Store { pointer, value, align: to_stride }, Type::Void, span);
        }
    }
}
