//! Rules of MSL on locals and calls that C++ does not have.

use super::Sema;
use super::entity::LibraryType;
use super::hir::FunctionId;
use super::template::ConstantValue;
use super::template::TemplateArgument;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::msl::Stage;
use crate::source::Span;
use crate::syntax::ast;

/// Methods of textures that need write access.
const WRITES: &[&str] = &["write"];
/// Methods of textures that need to read.
const READS: &[&str] = &["read"];
/// Methods of textures that need a sampler.
const SAMPLES: &[&str] = &["sample", "sample_compare", "gather", "gather_compare"];

impl Sema {
    /// Whether a local variable may be declared as it is; reports what is wrong.
    pub(super) fn check_local_rules(
        &mut self,
        specifiers: &ast::Specifiers,
        declarator: &ast::InitDeclarator,
        ty: QualType,
        space: AddressSpace,
        span: Span,
    ) -> bool {
        let attributes: Vec<&ast::Attribute> =
            specifiers.attributes.iter().chain(&declarator.declarator.attributes).collect();
        if let Some(attribute) =
            attributes.iter().find(|attribute| self.attribute_name(attribute) == "function_constant")
        {
            let at = attribute.span;
            self.report(
                Diagnostic::error(codes::BAD_FUNCTION_CONSTANT, "a function constant inside a function", at)
                    .help("declare it outside, in `constant` memory"),
            );
            return false;
        }
        if specifiers.is_static && !specifiers.is_constexpr && space == AddressSpace::Constant {
            self.report(
                Diagnostic::error(codes::MISSING_IN_MSL, "a static variable inside a function", span)
                    .label("locals can't be static")
                    .help("declare it outside the function, or make it `static constexpr constant`"),
            );
            return false;
        }
        let mut object = ty.ty;
        while let TypeKind::Array(element, _) = *self.types.kind(object) {
            object = element.ty;
        }
        let Some(record) = self.as_record(object) else { return true };
        match self.library_type(record) {
            Some(LibraryType::Atomic(_)) if !matches!(space, AddressSpace::Threadgroup | AddressSpace::Device) => {
                self.report(
                    Diagnostic::error(codes::BAD_PARAMETER, format!("an atomic in `{space}` memory"), span)
                        .label("atomics lie in device or threadgroup memory"),
                );
                false
            }
            Some(LibraryType::Texture(_))
                if matches!(self.texture_access(record).as_deref(), Some("write" | "read_write")) =>
            {
                let name = self.record(record).name.clone();
                self.report(
                    Diagnostic::error(codes::BAD_PARAMETER, format!("a local variable of type `{name}`"), span)
                        .label("a local texture is one to sample or read")
                        .help("use the argument itself, or a reference to it"),
                );
                false
            }
            Some(LibraryType::Sampler) if !specifiers.is_constexpr && builds_sampler(declarator) => {
                self.report(
                    Diagnostic::error(codes::BAD_PARAMETER, "a sampler built at run time", span)
                        .label("not `constexpr`")
                        .help("write `constexpr sampler`"),
                );
                false
            }
            _ => true,
        }
    }

    /// The access of a texture type, by the name of the enumerator.
    fn texture_access(&self, record: RecordId) -> Option<String> {
        let (_, arguments) = self.record_template(record)?;
        let TemplateArgument::Value(ty, ConstantValue::Number(value)) = arguments.get(1)? else { return None };
        let TypeKind::Enum(id) = *self.types.kind(*ty) else { return None };
        let bits = *value.bits.first()?;
        let values = &self.enumeration(id).values;
        values.iter().find(|(_, value)| *value as u64 == bits).map(|(name, _)| name.to_string())
    }

    /// Whether a function may be called; reports why not.
    pub(super) fn check_callable(&mut self, id: FunctionId, span: Span) -> bool {
        let function = self.function(id);
        if let Some(entry) = &function.entry
            && !matches!(entry.stage, Stage::Visible | Stage::Stitchable | Stage::Intersection)
        {
            let message = format!("a call of the {} function `{}`", entry.stage.name(), function.name);
            let declared = function.span;
            self.report(
                Diagnostic::error(codes::BAD_ENTRY_POINT, message, span)
                    .label("only the host starts entry points")
                    .also(declared, "declared here")
                    .help("move the common part into a function of its own"),
            );
            return false;
        }
        let Some(record) = self.function_info(id).record else { return true };
        if !matches!(self.record(record).library, Some(LibraryType::Texture(_))) {
            return true;
        }
        let Some(access) = self.texture_access(record) else { return true };
        let name = self.function(id).name.clone();
        let method = name.rsplit("::").next().unwrap_or_default().split('<').next().unwrap_or_default().to_owned();
        let wanted = if WRITES.contains(&&*method) {
            (!matches!(&*access, "write" | "read_write")).then_some("access::write")
        } else if READS.contains(&&*method) {
            (access == "write").then_some("access::read")
        } else if SAMPLES.contains(&&*method) {
            (access != "sample").then_some("access::sample")
        } else {
            None
        };
        let Some(wanted) = wanted else { return true };
        self.report(
            Diagnostic::error(
                codes::TEXTURE_ACCESS,
                format!("`{method}` of a texture declared `access::{access}`"),
                span,
            )
            .help(format!("declare the texture with `{wanted}`")),
        );
        false
    }
}

/// Whether a declaration gives a sampler its properties.
fn builds_sampler(declarator: &ast::InitDeclarator) -> bool {
    match declarator.init.get() {
        Some(ast::Init::Direct(list)) => {
            !matches!(list.as_slice(), [one] if matches!(one.kind, ast::ExprKind::Name(ref path) if path.as_ident().is_some()))
        }
        Some(ast::Init::List(_)) => true,
        _ => false,
    }
}
