//! What templates and classes will bring; here only so that expressions can call it already.

use super::Sema;
use super::deduce::DeductionFailure;
use super::hir::FunctionId;
use super::template::TemplateArguments;
use super::template::TemplateId;
use super::types::RecordId;
use crate::source::Span;

impl Sema {
    /// Whether a class is initialised member by member.
    #[must_use]
    pub fn is_aggregate(&self, id: RecordId) -> bool {
        let info = self.record_info(id);
        !info.has_constructor && !info.has_private_field && !info.has_private_base
    }

    /// Whether a constructor of the user's own is declared.
    #[must_use]
    pub fn has_user_constructors(&self, id: RecordId) -> bool {
        self.record_info(id).has_constructor
    }

    /// Whether objects of a class have no contents.
    #[must_use]
    pub fn is_empty_record(&self, id: RecordId) -> bool {
        let info = self.record(id);
        !info.is_union && info.fields.is_empty() && info.bases.iter().all(|(base, _)| self.is_empty_record(*base))
    }

    /// The function for arguments.
    ///
    /// # Errors
    /// The template is no candidate.
    pub fn specialize_function(
        &mut self,
        _id: TemplateId,
        _arguments: TemplateArguments,
        _span: Span,
    ) -> Result<FunctionId, DeductionFailure> {
        Err(DeductionFailure::because("templates are not supported yet"))
    }

    /// The type and value of a variable declared with `auto`.
    ///
    /// # Errors
    /// There is no type to take; reported.
    pub fn initialize_auto(
        &mut self,
        scope: ScopeId,
        ty: &ast::Type,
        init: &ast::Init,
        span: Span,
    ) -> Result<(QualType, Expr), Reported> {
        let expr = self.initialize(scope, QualType::new(TypeTable::ERROR), init, span);
        let from = super::deduce::CallArgument { ty: expr.ty, category: expr.category, opaque: false };
        let ty = self.deduce_placeholder(scope, ty, from, span)?;
        Ok((ty, expr))
    }

    /// Checks the bodies of all functions that have turned out to be needed.
    pub fn check_pending_bodies(&mut self) {}

    /// Runs what may name the parameters of a function that is being declared.
    pub(super) fn with_parameters<T>(
        &mut self,
        scope: ScopeId,
        _parameters: &[super::entity::Parameter],
        _info: &super::info::FunctionInfo,
        work: impl FnOnce(&mut Self, ScopeId) -> T,
    ) -> T {
        work(self, scope)
    }
}
