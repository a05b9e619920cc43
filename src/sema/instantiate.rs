//! Instances of templates: made once for each list of arguments, and only as far as they are needed.

use super::Sema;
use super::hir::FunctionId;
use super::lookup::Found;
use super::lookup::Overloads;
use super::report::Reported;
use super::scope::ScopeId;
use super::template::TemplateId;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

impl Sema {
    /// What a class, alias or variable template is for written arguments.
    ///
    /// # Errors
    /// The arguments don't fit.
    pub fn instantiate_named(
        &mut self,
        _template: TemplateId,
        _args: &Arc<[ast::TemplateArg]>,
        _scope: ScopeId,
        span: Span,
    ) -> Result<Found, Reported> {
        Err(self.report(Diagnostic::unsupported("a template", span)))
    }

    /// The one function that a name with template arguments, or a name of a single function, means by itself.
    ///
    /// # Errors
    /// There are several, or none.
    pub fn single_function(&mut self, _overloads: &Overloads, span: Span) -> Result<FunctionId, Reported> {
        Err(self.report(Diagnostic::unsupported("the name of a function here", span)))
    }
}
