//! The compiler's own maps from type to type, which `<metal_type_traits>` stands on.

use super::Sema;
use super::report::Reported;
use super::types::QualType;
use super::types::TypeId;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Scalar;
use crate::source::Span;

impl Sema {
    /// `__remove_const(T)` and its like.
    ///
    /// # Errors
    /// There is no such trait, or it isn't defined for the type.
    pub fn transform_type(&mut self, name: &str, ty: QualType, span: Span) -> Result<QualType, Reported> {
        let plain = self.referent(ty);
        let kind = self.types.kind(ty.ty).clone();
        Ok(match name.trim_start_matches('_') {
            "remove_const" => QualType { is_const: false, ..ty },
            "remove_volatile" => QualType { is_volatile: false, ..ty },
            "remove_cv" => QualType { is_const: false, is_volatile: false, ..ty },
            "remove_reference" => plain,
            "remove_cvref" => plain.unqualified(),
            "remove_addrspace" => QualType { space: None, ..ty },
            "add_const" if matches!(kind, TypeKind::Reference { .. }) => ty,
            "add_const" => ty.with_const(),
            "remove_pointer" => match kind {
                TypeKind::Pointer(to) => to,
                _ => ty,
            },
            "remove_extent" => match kind {
                TypeKind::Array(element, _) => QualType { ty: element.ty, ..ty },
                _ => ty,
            },
            "add_pointer" => QualType::new(self.types.pointer(plain)),
            "add_lvalue_reference" | "add_rvalue_reference" if kind == TypeKind::Void => ty,
            "add_lvalue_reference" => QualType::new(self.types.reference(ty, false)),
            "add_rvalue_reference" => QualType::new(self.types.reference(ty, true)),
            "decay" => match self.types.kind(plain.ty) {
                TypeKind::Array(..) | TypeKind::Function(_) => self.adjust_parameter(plain),
                _ => plain.unqualified(),
            },
            "underlying_type" => match kind {
                TypeKind::Enum(id) => {
                    let scalar = self.enumeration(id).underlying;
                    QualType::new(self.types.scalar(scalar))
                }
                _ => return Err(self.report_trait(name, ty, span, "the type is no enumeration")),
            },
            "make_signed" => QualType { ty: self.with_sign(name, ty, span, Scalar::to_signed)?, ..ty },
            "make_unsigned" => QualType { ty: self.with_sign(name, ty, span, Scalar::to_unsigned)?, ..ty },
            _ => return Err(self.report(Diagnostic::unsupported(format!("the type trait `{name}`"), span))),
        })
    }

    fn with_sign(
        &mut self,
        name: &str,
        ty: QualType,
        span: Span,
        map: fn(Scalar) -> Scalar,
    ) -> Result<TypeId, Reported> {
        Ok(match *self.types.kind(ty.ty) {
            TypeKind::Scalar(scalar) if scalar.is_integer() => self.types.scalar(map(scalar)),
            TypeKind::Vector(scalar, lanes) if scalar.is_integer() => self.types.vector(map(scalar), lanes),
            TypeKind::PackedVector(scalar, lanes) if scalar.is_integer() => {
                self.types.intern(TypeKind::PackedVector(map(scalar), lanes))
            }
            TypeKind::Enum(id) => {
                let scalar = self.enumeration(id).underlying;
                self.types.scalar(map(scalar))
            }
            _ => return Err(self.report_trait(name, ty, span, "the type is no integer")),
        })
    }

    fn report_trait(&mut self, name: &str, ty: QualType, span: Span, why: &str) -> Reported {
        let text = self.type_name(ty);
        self.report(
            Diagnostic::error(codes::TRAIT_UNDEFINED, format!("`{name}` is not defined for `{text}`"), span).label(why),
        )
    }
}
