//! Writes built-in conversions into the typed tree: loads, decay, numeric conversions, pointers, references.
//!
//! Whether a conversion is allowed has been decided before ([`super::conversion`] for implicit ones, the casts for
//! explicit ones); here it is only spelled out. Literals are converted on the spot.

use super::Sema;
use super::constant;
use super::hir::Category;
use super::hir::CompareOp;
use super::hir::Conversion;
use super::hir::Expr;
use super::hir::ExprKind;
use super::types::QualType;
use super::types::TypeId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::ir::Constant;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::source::Span;

impl Expr {
    /// A prvalue.
    #[must_use]
    pub fn value(kind: ExprKind, ty: TypeId, span: Span) -> Self {
        Self { kind, ty: QualType::new(ty), category: Category::PRValue, span }
    }

    /// An lvalue of an object with those qualifiers.
    #[must_use]
    pub fn lvalue(kind: ExprKind, ty: QualType, span: Span) -> Self {
        Self { kind, ty, category: Category::LValue, span }
    }

    /// Something wrong that has been reported.
    #[must_use]
    pub fn error(span: Span) -> Self {
        Self::value(ExprKind::Error, TypeTable::ERROR, span)
    }

    /// Whether it, or its type, is wrong and reported.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.ty.ty == TypeTable::ERROR
    }

    /// Whether it names an object.
    #[must_use]
    pub fn is_glvalue(&self) -> bool {
        self.category != Category::PRValue
    }

    /// A `bool` constant.
    #[must_use]
    pub fn bool(value: bool, span: Span) -> Self {
        Self::value(ExprKind::Constant(Constant::bool(value)), TypeTable::BOOL, span)
    }

    /// An `int` constant.
    #[must_use]
    pub fn int(value: i32, span: Span) -> Self {
        Self::value(ExprKind::Constant(Constant::i32(value)), TypeTable::INT, span)
    }

    /// A `uint` constant.
    #[must_use]
    pub fn uint(value: u32, span: Span) -> Self {
        Self::value(ExprKind::Constant(Constant::u32(value)), TypeTable::UINT, span)
    }

    /// A `ulong` constant: sizes.
    #[must_use]
    pub fn ulong(value: u64, span: Span) -> Self {
        Self::value(ExprKind::Constant(Constant::scalar(Scalar::U64, value)), TypeTable::ULONG, span)
    }

    /// This expression converted in one step to a prvalue.
    #[must_use]
    pub fn converted(self, conversion: Conversion, ty: TypeId) -> Self {
        let span = self.span;
        Self::value(ExprKind::Convert(conversion, Box::new(self)), ty, span)
    }
}

impl Sema {
    /// The value of an expression: reads objects; arrays and functions become pointers.
    pub fn rvalue(&mut self, expr: Expr) -> Expr {
        if expr.is_error() {
            return expr;
        }
        let decayed = self.decayed(expr.ty);
        match self.types.kind(expr.ty.ty) {
            TypeKind::Array(..) => {
                let object = self.materialized(expr);
                object.converted(Conversion::ArrayToPointer, decayed)
            }
            TypeKind::Function(_) => match expr.kind {
                // A pointer that was followed is the pointer.
                ExprKind::Deref(pointer) => *pointer,
                _ => expr.converted(Conversion::FunctionToPointer, decayed),
            },
            _ if expr.is_glvalue() => {
                // A scalar component read from a vector value needs no load.
                expr.converted(Conversion::Load, decayed)
            }
            _ => Expr { ty: expr.ty.unqualified(), ..expr },
        }
    }

    /// A glvalue for the object: prvalues get a temporary.
    pub fn materialized(&mut self, expr: Expr) -> Expr {
        if expr.is_glvalue() || expr.is_error() {
            return expr;
        }
        let (ty, span) = (expr.ty.in_space(AddressSpace::Thread), expr.span);
        Expr { kind: ExprKind::Materialize(Box::new(expr)), ty, category: Category::XValue, span }
    }

    /// The same object with other qualifiers.
    pub fn requalified(&mut self, expr: Expr, ty: QualType) -> Expr {
        if expr.ty == ty || expr.is_error() {
            return expr;
        }
        let (span, category) = (expr.span, expr.category);
        Expr { kind: ExprKind::Convert(Conversion::Qualification, Box::new(expr)), ty, category, span }
    }

    /// A prvalue converted to the non-reference type `to` by built-in rules, explicit ones included.
    pub fn convert_value(&mut self, expr: Expr, to: TypeId) -> Expr {
        use TypeKind as K;
        let from = expr.ty.ty;
        let span = expr.span;
        if from == to {
            return expr;
        }
        if from == TypeTable::ERROR || to == TypeTable::ERROR {
            return Expr::error(span);
        }
        if let ExprKind::Constant(value) = &expr.kind
            && let Some(folded) = self.converted_constant(value, to)
        {
            return Expr::value(ExprKind::Constant(folded), to, span);
        }
        match (self.types.kind(from).clone(), self.types.kind(to).clone()) {
            (_, K::Void) => expr.converted(Conversion::Void, to),
            (K::Scalar(_) | K::Enum(_), K::Scalar(_) | K::Enum(_)) => expr.converted(Conversion::Numeric, to),
            (K::Scalar(_) | K::Enum(_), K::Vector(scalar, _)) => {
                let element = self.types.scalar(scalar);
                let element = self.convert_value(expr, element);
                element.converted(Conversion::Splat, to)
            }
            (K::PackedVector(a, n), K::PackedVector(..)) | (K::PackedVector(a, n), K::Vector(..) | K::Scalar(_)) => {
                let plain = self.types.vector(a, n);
                let plain = expr.converted(Conversion::Packed, plain);
                self.convert_value(plain, to)
            }
            (_, K::PackedVector(b, n)) => {
                let plain = self.types.vector(b, n);
                let plain = self.convert_value(expr, plain);
                plain.converted(Conversion::Packed, to)
            }
            (K::Vector(..), K::Vector(..)) => expr.converted(Conversion::Numeric, to),
            (K::Matrix(..), K::Matrix(..)) => expr.converted(Conversion::Matrix, to),
            (K::Nullptr, K::Scalar(Scalar::Bool)) => self.after(expr, Expr::bool(false, span)),
            (K::Nullptr, _) => {
                let null = Expr::value(ExprKind::Null, to, span);
                self.after(expr, null)
            }
            (K::Pointer(_), K::Scalar(Scalar::Bool)) => expr.converted(Conversion::PointerToBool, to),
            (K::Pointer(derived), K::Pointer(base)) => match (self.types.kind(derived.ty), self.types.kind(base.ty)) {
                (K::Record(d), K::Record(b)) if d != b => match self.base_path(*d, *b) {
                    Some(path) => self.pointer_to_base(expr, derived, &path, to),
                    None => expr.converted(Conversion::Pointer, to),
                },
                _ => expr.converted(Conversion::Pointer, to),
            },
            (K::Scalar(scalar), K::Pointer(_) | K::Handle) => {
                if is_zero(&expr) {
                    return Expr::value(ExprKind::Null, to, span);
                }
                // Addresses are 64 bits wide.
                let wide = self.types.scalar(if scalar.is_signed() { Scalar::I64 } else { Scalar::U64 });
                let wide = self.convert_value(expr, wide);
                wide.converted(Conversion::Pointer, to)
            }
            (K::Pointer(_) | K::Handle, K::Scalar(scalar)) => {
                let whole = expr.converted(Conversion::Pointer, TypeTable::ULONG);
                if scalar == Scalar::U64 { whole } else { self.convert_value(whole, to) }
            }
            (K::Record(_), K::Record(base)) => {
                let object = self.materialized(expr);
                let part = self.base_part(object, base);
                self.rvalue(part)
            }
            _ => expr.converted(Conversion::Pointer, to),
        }
    }

    /// `value`, evaluated after `first` unless that is a mere constant.
    fn after(&self, first: Expr, value: Expr) -> Expr {
        match first.kind {
            ExprKind::Null | ExprKind::Constant(_) => value,
            _ => {
                let (ty, span) = (value.ty.ty, value.span);
                Expr::value(ExprKind::Comma(Box::new(first), Box::new(value)), ty, span)
            }
        }
    }

    fn pointer_to_base(&mut self, mut expr: Expr, derived: QualType, path: &[u32], to: TypeId) -> Expr {
        let mut current = derived;
        for number in path {
            let TypeKind::Record(record) = *self.types.kind(current.ty) else { break };
            let (base, _) = self.record(record).bases[*number as usize];
            current = QualType { ty: self.types.intern(TypeKind::Record(base)), ..current };
            let pointer = self.types.pointer(current);
            expr = expr.converted(Conversion::PointerToBase(*number), pointer);
        }
        if expr.ty.ty == to { expr } else { expr.converted(Conversion::Pointer, to) }
    }

    /// The base-class part of an object; the object itself if it is of that class already.
    pub fn base_part(&mut self, mut expr: Expr, base: super::types::RecordId) -> Expr {
        let TypeKind::Record(derived) = *self.types.kind(expr.ty.ty) else { return expr };
        let Some(path) = self.base_path(derived, base) else { return expr };
        let mut current = derived;
        for number in path {
            current = self.record(current).bases[number as usize].0;
            let ty = QualType { ty: self.types.intern(TypeKind::Record(current)), ..expr.ty };
            let (span, category) = (expr.span, expr.category);
            expr = Expr { kind: ExprKind::Base(Box::new(expr), number), ty, category, span };
        }
        expr
    }

    /// A constant of another arithmetic type, where that is certain to be what engines would compute.
    fn converted_constant(&self, value: &Constant, to: TypeId) -> Option<Constant> {
        match *self.types.kind(to) {
            TypeKind::Scalar(scalar) if value.bits.len() == 1 => constant::convert(value, scalar),
            TypeKind::Vector(scalar, lanes) if value.bits.len() == 1 => {
                let element = constant::convert(value, scalar)?;
                Some(Constant::vector(scalar, std::iter::repeat_n(element.bits[0], usize::from(lanes))))
            }
            TypeKind::Vector(scalar, lanes) if value.bits.len() == usize::from(lanes) => {
                constant::convert(value, scalar)
            }
            TypeKind::Enum(id) if value.bits.len() == 1 => constant::convert(value, self.enumeration(id).underlying),
            _ => None,
        }
    }

    /// An expression as a `bool` by built-in rules: numbers and pointers are compared with zero. `None` if its type
    /// has no such rule.
    pub fn to_bool(&mut self, expr: Expr) -> Option<Expr> {
        let value = self.rvalue(expr);
        if value.is_error() {
            return Some(value);
        }
        match *self.types.kind(value.ty.ty) {
            TypeKind::Scalar(_) | TypeKind::Pointer(_) | TypeKind::Nullptr => {
                Some(self.convert_value(value, TypeTable::BOOL))
            }
            TypeKind::Enum(id) if !self.enumeration(id).scoped => Some(self.convert_value(value, TypeTable::BOOL)),
            _ => None,
        }
    }

    /// A vector of `bool`: whether each component is not zero.
    pub fn to_bool_vector(&mut self, value: Expr) -> Expr {
        match *self.types.kind(value.ty.ty) {
            TypeKind::Vector(Scalar::Bool, _) => value,
            TypeKind::Vector(scalar, lanes) => {
                let span = value.span;
                let zero = Constant::vector(scalar, std::iter::repeat_n(0, usize::from(lanes)));
                let zero = Expr::value(ExprKind::Constant(zero), value.ty.ty, span);
                let ty = self.types.vector(Scalar::Bool, lanes);
                Expr::value(ExprKind::Compare(CompareOp::NotEqual, Box::new(value), Box::new(zero)), ty, span)
            }
            _ => value,
        }
    }

    /// Binds a reference to `to` to an expression, as [`Sema::standard_conversion`] found possible: gives a glvalue.
    pub fn bind_reference(&mut self, expr: Expr, to: QualType, rvalue: bool) -> Expr {
        if expr.is_error() || to.ty == TypeTable::ERROR {
            return Expr::error(expr.span);
        }
        let to = to.in_space(to.space_or_thread());
        let related = expr.ty.ty == to.ty
            || match (self.types.kind(expr.ty.ty), self.types.kind(to.ty)) {
                (TypeKind::Record(derived), TypeKind::Record(base)) => self.base_path(*derived, *base).is_some(),
                (TypeKind::Array(a, n), TypeKind::Array(b, m)) => a.ty == b.ty && n == m,
                _ => false,
            };
        let is_function = matches!(self.types.kind(to.ty), TypeKind::Function(_));
        let in_place = related
            && (!expr.is_glvalue()
                || is_function
                || (super::conversion::is_addressable(self, &expr)
                    && super::conversion::space_converts(expr.ty.space_or_thread(), to.space_or_thread())));
        if !in_place {
            let value = self.rvalue(expr);
            let value = self.convert_value(value, to.ty);
            let object = self.materialized(value);
            return self.requalified(object, to);
        }
        if is_function {
            return expr;
        }
        let mut object = self.materialized(expr);
        if let TypeKind::Record(base) = *self.types.kind(to.ty) {
            object = self.base_part(object, base);
        }
        if !rvalue {
            object.category = Category::LValue;
        }
        self.requalified(object, to)
    }

    /// Applies a built-in conversion that [`Sema::standard_conversion`] allows.
    pub fn apply_standard(&mut self, expr: Expr, to: QualType) -> Expr {
        if let TypeKind::Reference { to: referent, rvalue } = *self.types.kind(to.ty) {
            return self.bind_reference(expr, referent, rvalue);
        }
        let value = self.rvalue(expr);
        self.convert_value(value, to.ty)
    }
}

fn is_zero(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Constant(constant) if constant.bits.iter().all(|bits| *bits == 0))
}
