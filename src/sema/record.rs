//! Classes: members, layout, bases, completion.

use super::Sema;
use super::report::Reported;
use super::scope::ScopeId;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

impl Sema {
    /// A class by its definition.
    ///
    /// # Errors
    /// It is wrong.
    pub fn define_record(&mut self, _scope: ScopeId, record: &Arc<ast::Record>) -> Result<QualType, Reported> {
        Err(self.report(Diagnostic::unsupported("a class", record.span)))
    }

    /// A class by its name only.
    ///
    /// # Errors
    /// It can't be declared here.
    pub fn declare_record(
        &mut self,
        _scope: ScopeId,
        _tag: ast::Tag,
        path: &ast::NamePath,
    ) -> Result<QualType, Reported> {
        Err(self.report(Diagnostic::unsupported("a class", path.span)))
    }

    /// An enumeration by its definition.
    ///
    /// # Errors
    /// It is wrong.
    pub fn define_enum(&mut self, _scope: ScopeId, definition: &Arc<ast::Enum>) -> Result<QualType, Reported> {
        Err(self.report(Diagnostic::unsupported("an enumeration", definition.span)))
    }

    /// Makes sure that the members of a class are known (instances of templates are completed now).
    ///
    /// # Errors
    /// They can't be; reported.
    pub fn require_members(&mut self, _record: RecordId, _span: Span) -> Result<(), Reported> {
        Ok(())
    }

    /// Makes sure that objects of a type can exist: size and members are known.
    ///
    /// # Errors
    /// The type is incomplete; reported.
    pub fn require_complete(&mut self, ty: TypeId, span: Span) -> Result<(), Reported> {
        match *self.types.kind(ty) {
            TypeKind::Record(id) => {
                self.require_members(id, span)?;
                if self.record(id).is_complete {
                    return Ok(());
                }
                let diagnostic = Diagnostic::error(
                    codes::INCOMPLETE_TYPE,
                    format!("`{}` is incomplete here", self.record(id).name),
                    span,
                )
                .also(self.record(id).span, "declared here, but not defined");
                Err(self.report(diagnostic))
            }
            TypeKind::Array(element, Some(_)) => self.require_complete(element.ty, span),
            TypeKind::Error => Err(Reported),
            TypeKind::Void => {
                Err(self.report(Diagnostic::error(codes::INCOMPLETE_TYPE, "there are no objects of type `void`", span)))
            }
            TypeKind::Function(_) | TypeKind::Array(_, None) => {
                let name = self.type_name(QualType::new(ty));
                Err(self.report(Diagnostic::error(
                    codes::INCOMPLETE_TYPE,
                    format!("there are no objects of type `{name}`"),
                    span,
                )))
            }
            _ => Ok(()),
        }
    }
}
