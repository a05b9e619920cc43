//! Pack expansions: which packs a pattern names, and one scope for each element.

use super::Sema;
use super::report::Reported;
use super::scope::ScopeId;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::TypeRef;

/// What is repeated in a pack expansion.
#[derive(Clone, Copy, Debug)]
pub enum Pattern<'a> {
    /// An expression.
    Expr(&'a ast::Expr),
    /// A type.
    Type(&'a ast::Type),
    /// A name: a base class, the target of a member initialiser.
    Name(&'a ast::NamePath),
}

impl Sema {
    /// The scopes in which to look at the pattern of `pattern...`, one for each element of the packs it names.
    ///
    /// # Errors
    /// It names no pack, or packs of different lengths.
    pub fn expand_pack(
        &mut self,
        _scope: ScopeId,
        _pattern: Pattern<'_>,
        span: Span,
    ) -> Result<Vec<ScopeId>, Reported> {
        Err(self.report(Diagnostic::unsupported("a pack expansion", span)))
    }

    /// The scopes and types of the parameters that a written one stands for: itself, or one for each element.
    pub(super) fn expand_parameter(
        &mut self,
        scope: ScopeId,
        param: &ast::Parameter,
    ) -> Result<Vec<(ScopeId, TypeRef)>, Reported> {
        Ok(vec![(scope, param.ty.clone())])
    }
}
