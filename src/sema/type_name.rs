//! Types as users write them, for messages and reflection.

use super::Sema;
use super::types::QualType;
use super::types::TypeKind;

impl Sema {
    /// The type as MSL spells it: `const device float4*`.
    #[must_use]
    pub fn type_name(&self, ty: QualType) -> String {
        let mut out = String::new();
        self.write_type(ty, String::new(), &mut out, 0);
        out
    }

    /// Writes `ty declarator`, turning the type inside out as C++ does.
    fn write_type(&self, ty: QualType, declarator: String, out: &mut String, depth: u32) {
        if depth > 32 {
            out.push('…');
            return;
        }
        let grouped = |sigil: &str| format!("{sigil}{declarator}");
        match self.types.kind(ty.ty) {
            TypeKind::Pointer(to) => {
                let inner = format!("{}{}", grouped("*"), if ty.is_const { " const" } else { "" });
                return self.write_type(*to, self.parenthesize(*to, inner), out, depth + 1);
            }
            TypeKind::Reference { to, rvalue } => {
                let inner = grouped(if *rvalue { "&&" } else { "&" });
                return self.write_type(*to, self.parenthesize(*to, inner), out, depth + 1);
            }
            TypeKind::Array(element, count) => {
                let bound = count.map_or(String::new(), |count| count.to_string());
                let element = super::types::QualType {
                    is_const: element.is_const || ty.is_const,
                    space: element.space.or(ty.space),
                    ..*element
                };
                return self.write_type(element, format!("{declarator}[{bound}]"), out, depth + 1);
            }
            TypeKind::Function(signature) => {
                let params: Vec<String> = signature.params.iter().map(|param| self.type_name(*param)).collect();
                return self.write_type(
                    signature.result,
                    format!("{declarator}({})", params.join(", ")),
                    out,
                    depth + 1,
                );
            }
            _ => {}
        }
        for (is_set, word) in [(ty.is_const, "const "), (ty.is_volatile, "volatile "), (ty.is_coherent, "coherent ")] {
            if is_set {
                out.push_str(word);
            }
        }
        if let Some(space) = ty.space {
            out.push_str(space.name());
            out.push(' ');
        }
        out.push_str(&self.plain_type_name(ty));
        if !declarator.is_empty() {
            if !declarator.starts_with(['*', '&', '[']) {
                out.push(' ');
            }
            out.push_str(&declarator);
        }
    }

    /// `*` before an array or function needs parentheses.
    fn parenthesize(&self, to: QualType, declarator: String) -> String {
        match self.types.kind(to.ty) {
            TypeKind::Array(..) | TypeKind::Function(_) => format!("({declarator})"),
            _ => declarator,
        }
    }

    fn plain_type_name(&self, ty: QualType) -> String {
        let named =
            |name: &str, what: &str| if name.is_empty() { format!("(unnamed {what})") } else { name.to_owned() };
        match self.types.kind(ty.ty) {
            TypeKind::Error => "(error)".into(),
            TypeKind::Void => "void".into(),
            TypeKind::Nullptr => "nullptr_t".into(),
            TypeKind::Scalar(scalar) => scalar.msl_name().into(),
            TypeKind::Vector(scalar, lanes) => format!("{}{lanes}", scalar.msl_name()),
            TypeKind::PackedVector(scalar, lanes) => format!("packed_{}{lanes}", scalar.msl_name()),
            TypeKind::Matrix(scalar, columns, rows) => format!("{}{columns}x{rows}", scalar.msl_name()),
            TypeKind::Handle => "__handle".into(),
            TypeKind::Record(id) => {
                let record = self.record(*id);
                named(&record.name, if record.is_union { "union" } else { "struct" })
            }
            TypeKind::Enum(id) => named(&self.enumeration(*id).name, "enum"),
            TypeKind::Placeholder(number) => format!("(parameter {number})"),
            TypeKind::Pointer(_) | TypeKind::Reference { .. } | TypeKind::Array(..) | TypeKind::Function(_) => {
                String::new()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::msl::AddressSpace;
    use crate::msl::Scalar;

    #[test]
    fn declarators_are_turned_inside_out() {
        let mut sema = Sema::default();
        let float4 = QualType::new(sema.types.vector(Scalar::F32, 4));
        let pointer = sema.types.pointer(float4.with_const().in_space(AddressSpace::Device));
        assert_eq!(sema.type_name(QualType::new(pointer)), "const device float4*");
        let array = sema.types.array(float4.in_space(AddressSpace::Thread), Some(3));
        let reference = sema.types.reference(QualType::new(array), false);
        assert_eq!(sema.type_name(QualType::new(reference)), "thread float4 (&)[3]");
        let pair = sema.types.array(QualType::new(array), Some(2));
        assert_eq!(sema.type_name(QualType::new(pair)), "thread float4[2][3]");
    }
}
