//! Pack expansions: which packs a pattern names, and one scope for each element.

use super::Sema;
use super::report::Reported;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::walk;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::TypeRef;
use crate::syntax::token::Symbol;
use std::sync::Arc;

/// What is repeated in a pack expansion.
#[derive(Clone, Copy, Debug)]
pub enum Pattern<'a> {
    /// An expression.
    Expr(&'a ast::Expr),
    /// A type.
    Type(&'a ast::Type),
    /// A name: a base class, the target of a member initialiser.
    Name(&'a ast::NamePath),
    /// A template argument.
    Argument(&'a ast::TypeOrExpr),
    /// A member initialiser: its target and its arguments.
    Init(&'a ast::NamePath, &'a ast::Init),
}

/// The identifiers that a pattern uses unqualified or as the first qualifier.
fn names_of(pattern: Pattern<'_>) -> Vec<Symbol> {
    let mut names = Vec::new();
    let mut note = |symbol: Symbol| {
        if !names.contains(&symbol) {
            names.push(symbol);
        }
    };
    match pattern {
        Pattern::Expr(expr) => walk::expr_names(expr, &mut note),
        Pattern::Type(ty) => walk::type_names(ty, &mut note),
        Pattern::Name(path) => walk::path_names(path, &mut note),
        Pattern::Argument(argument) => walk::argument_names(argument, &mut note),
        Pattern::Init(path, init) => {
            walk::path_names(path, &mut note);
            walk::init_names(init, &mut note);
        }
    }
    names
}

impl Sema {
    /// The scopes in which to look at the pattern of `pattern...`, one for each element of the packs it names.
    ///
    /// # Errors
    /// It names no pack, or packs of different lengths.
    pub fn expand_pack(&mut self, scope: ScopeId, pattern: Pattern<'_>, span: Span) -> Result<Vec<ScopeId>, Reported> {
        let mut packs: Vec<(Symbol, Arc<[Entity]>)> = Vec::new();
        for symbol in names_of(pattern) {
            if let Some(Entity::Pack(elements)) = self.plain_entity(scope, symbol) {
                packs.push((symbol, elements));
            }
        }
        let Some((first, elements)) = packs.first().cloned() else {
            return Err(self.report(
                Diagnostic::error(codes::PACK_EXPANSION, "`...` repeats something that names no pack", span)
                    .label("no parameter pack in here"),
            ));
        };
        if let Some((other, shorter)) = packs.iter().find(|(_, other)| other.len() != elements.len()) {
            let message = format!(
                "the packs `{}` and `{}` have different lengths, {} and {}",
                self.interner.text(first),
                self.interner.text(*other),
                elements.len(),
                shorter.len()
            );
            return Err(self.report(Diagnostic::error(codes::PACK_EXPANSION, message, span)));
        }
        let mut scopes = Vec::with_capacity(elements.len());
        for index in 0..elements.len() {
            let element_scope = self.scopes.push(ScopeKind::Block, scope);
            for (symbol, elements) in &packs {
                self.scopes.declare_always(element_scope, Name::Ident(*symbol), elements[index].clone());
            }
            scopes.push(element_scope);
        }
        Ok(scopes)
    }

    /// How many elements a pack has.
    ///
    /// # Errors
    /// The name is no pack.
    pub fn pack_length(&mut self, scope: ScopeId, name: ast::Ident) -> Result<u64, Reported> {
        match self.plain_entity(scope, name.symbol) {
            Some(Entity::Pack(elements)) => Ok(elements.len() as u64),
            _ => {
                let text = self.interner.text(name.symbol).to_owned();
                Err(self.report(
                    Diagnostic::error(codes::PACK_EXPANSION, format!("`{text}` is no pack"), name.span)
                        .label("`sizeof...` counts the elements of a pack"),
                ))
            }
        }
    }

    /// The scopes and types of the parameters that a written one stands for: itself, or one for each element.
    pub(super) fn expand_parameter(
        &mut self,
        scope: ScopeId,
        param: &ast::Parameter,
    ) -> Result<Vec<(ScopeId, TypeRef)>, Reported> {
        match &param.ty.kind {
            ast::TypeKind::Pack(pattern) => {
                let scopes = self.expand_pack(scope, Pattern::Type(pattern), param.span)?;
                Ok(scopes.into_iter().map(|scope| (scope, pattern.clone())).collect())
            }
            _ => Ok(vec![(scope, param.ty.clone())]),
        }
    }
}
