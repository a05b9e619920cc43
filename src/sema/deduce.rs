//! Template argument deduction: the syntax of parameter types is walked against the types of arguments.

use super::Sema;
use super::hir::Category;
use super::hir::FunctionId;
use super::report::Reported;
use super::scope::ScopeId;
use super::template::TemplateId;
use super::types::QualType;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

/// An argument of a call as deduction sees it.
#[derive(Clone, Copy, Debug)]
pub struct CallArgument {
    /// Its type, never a reference.
    pub ty: QualType,
    /// Whether it names an object.
    pub category: Category,
    /// A brace list, an overloaded function or so, from which nothing is deduced.
    pub opaque: bool,
}

/// Why a template can't be used for a call.
#[derive(Clone, Debug)]
pub struct DeductionFailure {
    /// As a clause: "couldn't deduce `T`".
    pub reason: String,
    /// The error inside, if there was one.
    pub cause: Option<Box<Diagnostic>>,
}

impl DeductionFailure {
    /// With a reason only.
    #[must_use]
    pub fn because(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), cause: None }
    }
}

/// Template arguments written in a call, and the scope they are written in.
pub type ExplicitArguments = (Arc<[ast::TemplateArg]>, ScopeId);

impl Sema {
    /// The function that a template becomes for a call.
    ///
    /// # Errors
    /// Why it can't.
    pub fn deduce_and_specialize(
        &mut self,
        _template: TemplateId,
        _explicit: Option<&ExplicitArguments>,
        _arguments: &[CallArgument],
        _span: Span,
    ) -> Result<FunctionId, DeductionFailure> {
        Err(DeductionFailure::because("templates are not supported yet"))
    }

    /// Whether the first function template is more specialised than the second.
    pub fn more_specialized(&mut self, _a: TemplateId, _b: TemplateId) -> bool {
        false
    }

    /// The type of a variable declared with `auto` in its type, from its initialiser's type and category.
    ///
    /// # Errors
    /// The shapes don't match; that has been reported.
    pub fn deduce_placeholder(
        &mut self,
        scope: ScopeId,
        ty: &ast::Type,
        from: CallArgument,
        span: Span,
    ) -> Result<QualType, Reported> {
        let _ = (scope, ty, span);
        Ok(from.ty)
    }
}
