//! Declarations at namespace and block scope: what they declare, and whether they agree with earlier ones.

use super::Sema;
use super::scope::ScopeId;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::Decl;
use crate::syntax::ast::DeclRef;

impl Sema {
    /// A declaration of the library, processed when one of its names is looked up.
    pub(super) fn declare_library(&mut self, scope: ScopeId, decl: &DeclRef) {
        let order = std::mem::replace(&mut self.scopes.order, 0);
        self.outside_trials(|sema| sema.declare(scope, decl));
        self.scopes.order = order;
    }

    /// What a declaration declares, variables of functions excepted (those are up to who checks the body): types,
    /// typedefs, aliases, using-declarations and -directives, functions, static assertions.
    pub fn declare(&mut self, _scope: ScopeId, decl: &Decl) {
        self.report(Diagnostic::unsupported("this declaration", decl.span));
    }

    /// Makes sure that the type and value of a variable are known (instances and `auto` wait for the first use).
    pub fn require_variable(&mut self, _id: super::hir::VariableId) {}
}
