//! Casts in all styles, and `as_type`.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Scalar;
use crate::sema::Sema;
use crate::sema::conversion::space_converts;
use crate::sema::hir::Category;
use crate::sema::hir::Conversion;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::operand::Operand;
use crate::sema::types::QualType;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use crate::sema::types::TypeTable;
use crate::source::Span;
use crate::syntax::ast::CastStyle;

/// What a written cast may do.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Allowed {
    /// Value conversions.
    value: bool,
    /// Reinterpretation of pointers and references.
    bits: bool,
    /// Removal of `const`.
    constness: bool,
}

impl Allowed {
    fn by(style: Option<CastStyle>) -> Self {
        match style {
            None | Some(CastStyle::C) => Self { value: true, bits: true, constness: true },
            Some(CastStyle::Static) => Self { value: true, bits: false, constness: false },
            Some(CastStyle::Const) => Self { value: false, bits: false, constness: true },
            Some(CastStyle::Reinterpret) => Self { value: false, bits: true, constness: false },
        }
    }
}

impl Sema {
    /// `(T)e`, `T(e)`, `static_cast<T>(e)` and the rest; `None` is the functional style.
    pub fn explicit_conversion(&mut self, operand: Operand, to: QualType, style: Option<CastStyle>) -> Expr {
        let span = operand.span();
        if operand.is_error() || to.ty == TypeTable::ERROR {
            return Expr::error(span);
        }
        let allowed = Allowed::by(style);
        if let TypeKind::Reference { to: referent, rvalue } = *self.types.kind(to.ty) {
            return self.reference_cast(operand, to, referent, rvalue, allowed);
        }
        let operand = match operand {
            Operand::Expr(expr) => expr,
            other => return self.direct_initialize(to, vec![other], span),
        };
        if let TypeKind::Void = self.types.kind(to.ty) {
            return self.discarded(operand);
        }
        if matches!(self.types.kind(to.ty), TypeKind::Record(_)) {
            return self.direct_initialize(to, vec![operand.into()], span);
        }
        if let TypeKind::Record(_) = self.types.kind(operand.ty.ty) {
            return match self.explicit_from_record(operand.clone(), to) {
                Some(expr) => expr,
                None => self.report_cast(operand.ty, to, span, None),
            };
        }
        let value = self.rvalue(operand);
        let from = value.ty;
        match self.cast_value(value, to.ty, allowed) {
            Ok(value) => value,
            Err(reason) => self.report_cast(from, to, span, reason),
        }
    }

    /// An expression evaluated for its effects only.
    pub fn discarded(&mut self, expr: Expr) -> Expr {
        if expr.is_error() || expr.ty.ty == TypeTable::VOID {
            return expr;
        }
        let span = expr.span;
        Expr::value(ExprKind::Discard(Box::new(expr)), TypeTable::VOID, span)
    }

    fn report_cast(&mut self, from: QualType, to: QualType, span: Span, reason: Option<String>) -> Expr {
        let message = format!("`{}` does not convert to `{}`", self.type_name(from.unqualified()), self.type_name(to));
        let mut diagnostic = Diagnostic::error(codes::INVALID_CAST, message, span);
        if let Some(reason) = reason {
            diagnostic = diagnostic.note(reason);
        }
        self.report(diagnostic);
        Expr::error(span)
    }

    fn space_reason(&self, from: QualType, to: QualType) -> Option<String> {
        let (from, to) = (from.space_or_thread(), to.space_or_thread());
        (!space_converts(from, to) && !space_converts(to, from))
            .then(|| format!("no cast changes the address space, here from {from} to {to}"))
    }

    /// A conversion of a prvalue that is no class object, to a type that is no class and no reference.
    fn cast_value(&mut self, value: Expr, to: TypeId, allowed: Allowed) -> Result<Expr, Option<String>> {
        use TypeKind as K;
        let from = value.ty.ty;
        let kinds = (self.types.kind(from).clone(), self.types.kind(to).clone());
        match kinds {
            (K::Pointer(a), K::Pointer(b)) => {
                let is_function = |ty| matches!(self.types.kind(ty), K::Function(_));
                if !is_function(a.ty)
                    && !is_function(b.ty)
                    && let Some(reason) = self.space_reason(a, b)
                {
                    return Err(Some(reason));
                }
                if !allowed.constness && (a.is_const & !b.is_const || a.is_volatile & !b.is_volatile) {
                    return Err(Some("it would drop `const`: that takes a const_cast".into()));
                }
                let same = a.ty == b.ty;
                let plain = QualType { is_const: false, is_volatile: false, is_coherent: false, ..b };
                let unqualified = self.types.pointer(plain);
                let related = same
                    || a.ty == TypeTable::VOID
                    || b.ty == TypeTable::VOID
                    || self.value_conversion(from, unqualified).is_ok();
                let downcast = match (self.types.kind(b.ty), self.types.kind(a.ty)) {
                    (K::Record(derived), K::Record(base)) => self.base_path(*derived, *base).is_some(),
                    _ => false,
                };
                if same || (allowed.value && related) {
                    return Ok(self.convert_value(value, to));
                }
                if downcast && allowed.value {
                    return self.downcast(value, to);
                }
                if allowed.bits { Ok(value.converted(Conversion::Pointer, to)) } else { Err(None) }
            }
            (K::Scalar(scalar), K::Pointer(_)) if allowed.bits && scalar.is_integer() => {
                Ok(self.convert_value(value, to))
            }
            (K::Pointer(_), K::Scalar(scalar)) if allowed.bits && scalar.is_integer() => {
                if scalar.size() < 8 {
                    return Err(Some("a pointer has 64 bits: convert it to `ulong` first".into()));
                }
                Ok(self.convert_value(value, to))
            }
            _ if from == to => Ok(value),
            _ if !allowed.value => Err(None),
            (K::Scalar(_) | K::Enum(_), K::Scalar(_) | K::Enum(_) | K::Vector(..) | K::PackedVector(..)) => {
                Ok(self.convert_value(value, to))
            }
            (K::Scalar(_) | K::Enum(_), K::Matrix(..)) => {
                let span = value.span;
                Ok(self.construct_matrix(to, vec![value], false, span))
            }
            (K::Vector(_, n) | K::PackedVector(_, n), K::Vector(_, m) | K::PackedVector(_, m)) => {
                if n == m {
                    Ok(self.convert_value(value, to))
                } else {
                    Err(Some("the numbers of components differ".into()))
                }
            }
            (K::Vector(..) | K::PackedVector(..), K::Scalar(_)) => {
                Err(Some("a vector is no scalar: name a component, as in `v.x`".into()))
            }
            (K::Matrix(_, c, r), K::Matrix(_, d, s)) => {
                if (c, r) == (d, s) {
                    Ok(self.convert_value(value, to))
                } else {
                    Err(Some("the shapes differ".into()))
                }
            }
            (K::Nullptr, K::Pointer(_) | K::Handle | K::Scalar(Scalar::Bool | Scalar::U64 | Scalar::I64))
            | (K::Pointer(_), K::Scalar(Scalar::Bool)) => Ok(self.convert_value(value, to)),
            // Library code keeps handles as what they are: 64 bits.
            (K::Handle, K::Scalar(Scalar::U64)) | (K::Scalar(Scalar::U64), K::Handle) => {
                Ok(value.converted(Conversion::Pointer, to))
            }
            _ => Err(None),
        }
    }

    /// A pointer to a base class as one to a derived class: possible where the base comes first.
    fn downcast(&mut self, value: Expr, to: TypeId) -> Result<Expr, Option<String>> {
        let offset = match (self.types.kind(value.ty.ty), self.types.kind(to)) {
            (TypeKind::Pointer(base), TypeKind::Pointer(derived)) => {
                match (self.types.kind(base.ty), self.types.kind(derived.ty)) {
                    (TypeKind::Record(base), TypeKind::Record(derived)) => self.base_offset(*derived, *base),
                    _ => None,
                }
            }
            _ => None,
        };
        if offset == Some(0) {
            return Ok(value.converted(Conversion::Pointer, to));
        }
        self.report(Diagnostic::unsupported("a cast to a class derived from a second base class", value.span));
        Ok(Expr::error(value.span))
    }

    fn base_offset(&self, derived: crate::sema::types::RecordId, base: crate::sema::types::RecordId) -> Option<u32> {
        let mut current = derived;
        let mut offset = 0;
        for number in self.base_path(derived, base)? {
            let (next, distance) = self.record(current).bases[number as usize];
            current = next;
            offset += distance;
        }
        Some(offset)
    }

    fn reference_cast(
        &mut self,
        operand: Operand,
        to: QualType,
        referent: QualType,
        rvalue: bool,
        allowed: Allowed,
    ) -> Expr {
        let span = operand.span();
        let Operand::Expr(expr) = operand else {
            return self.implicit(operand, to);
        };
        let target = referent.in_space(referent.space_or_thread());
        let category = if rvalue { Category::XValue } else { Category::LValue };
        let same_type = expr.ty.ty == referent.ty;
        let spaces_fit = space_converts(expr.ty.space_or_thread(), target.space_or_thread());
        let keeps_const = target.is_const >= expr.ty.is_const && target.is_volatile >= expr.ty.is_volatile;
        let addressable = crate::sema::conversion::is_addressable(self, &expr);
        if expr.is_glvalue() && spaces_fit && addressable && (keeps_const || allowed.constness) {
            // The same object under another reference type.
            if same_type {
                let object = self.requalified(expr, target);
                return Expr { category, span, ..object };
            }
            if let (TypeKind::Record(derived), TypeKind::Record(base)) =
                (self.types.kind(expr.ty.ty).clone(), self.types.kind(referent.ty).clone())
            {
                if allowed.value && self.base_path(derived, base).is_some() {
                    let part = self.base_part(expr, base);
                    let part = self.requalified(part, target);
                    return Expr { category, span, ..part };
                }
                if allowed.value
                    && self.base_path(base, derived).is_some()
                    && self.base_offset(base, derived) == Some(0)
                {
                    let kind = ExprKind::Convert(Conversion::Reinterpret, Box::new(expr));
                    return Expr { kind, ty: target, category, span };
                }
            }
            let objects = |sema: &Self, ty| !matches!(sema.types.kind(ty), TypeKind::Function(_) | TypeKind::Void);
            // A C-style cast prefers a conversion that makes a temporary only where nothing else is possible.
            if allowed.bits && objects(self, expr.ty.ty) && objects(self, referent.ty) {
                let kind = ExprKind::Convert(Conversion::Reinterpret, Box::new(expr));
                return Expr { kind, ty: target, category, span };
            }
        }
        if !spaces_fit && expr.is_glvalue() && (!allowed.value || same_type) && !(target.is_const && same_type) {
            let reason = self.space_reason(expr.ty, target);
            return self.report_cast(expr.ty, to, span, reason);
        }
        if !allowed.value {
            return self.report_cast(expr.ty, to, span, None);
        }
        self.implicit(expr.into(), to)
    }

    /// `as_type<T>(x)`: the same bits (MSL 2.19).
    pub fn as_type(&mut self, operand: Expr, to: TypeId, span: Span) -> Expr {
        let value = self.rvalue(operand);
        if value.is_error() || to == TypeTable::ERROR {
            return Expr::error(span);
        }
        let value = match *self.types.kind(value.ty.ty) {
            TypeKind::Enum(id) => {
                let underlying = self.enumeration(id).underlying;
                let underlying = self.types.scalar(underlying);
                self.convert_value(value, underlying)
            }
            TypeKind::PackedVector(scalar, lanes) => {
                let plain = self.types.vector(scalar, lanes);
                self.convert_value(value, plain)
            }
            _ => value,
        };
        let from = value.ty.ty;
        // Packed vectors as a target are made of the plain ones.
        let plain = match *self.types.kind(to) {
            TypeKind::PackedVector(scalar, lanes) => self.types.vector(scalar, lanes),
            _ => to,
        };
        let bits = |sema: &Self, ty| {
            let (scalar, lanes) = sema.types.components(ty)?;
            (scalar != Scalar::Bool).then(|| u32::from(if lanes == 3 { 4 } else { lanes }) * scalar.size())
        };
        let pointer_size = |sema: &Self, ty| matches!(sema.types.kind(ty), TypeKind::Pointer(_)).then_some(8);
        let size = |sema: &Self, ty| bits(sema, ty).or_else(|| pointer_size(sema, ty));
        match (size(self, from), size(self, plain)) {
            (Some(a), Some(b)) if a == b => {
                let same = Expr { span, ..value.converted(Conversion::Bits, plain) };
                self.convert_value(same, to)
            }
            (Some(a), Some(b)) => {
                let message = format!(
                    "`as_type` keeps the bits, but `{}` has {a} bytes and `{}` has {b}",
                    self.type_name(QualType::new(from)),
                    self.type_name(QualType::new(to))
                );
                self.report(Diagnostic::error(codes::INVALID_CAST, message, span));
                Expr::error(span)
            }
            _ => {
                let message = format!(
                    "`as_type` takes numbers and vectors of them, not `{}` to `{}`",
                    self.type_name(QualType::new(from)),
                    self.type_name(QualType::new(to))
                );
                self.report(Diagnostic::error(codes::INVALID_CAST, message, span));
                Expr::error(span)
            }
        }
    }
}
