//! What may stand for a value before its type is asked for: an expression, a brace list, an overloaded name.

use super::hir::Expr;
use super::lookup::Overloads;
use crate::source::Span;
use crate::syntax::ast;

/// An argument or initialiser, checked as far as it can be alone.
#[derive(Clone, Debug)]
pub enum Operand {
    /// An expression with a type.
    Expr(Expr),
    /// `{a, b}`.
    List(BraceList),
    /// A name with several functions behind it; the target type picks one.
    Overloads(Overloads, Span),
}

/// A brace list with checked elements.
#[derive(Clone, Debug)]
pub struct BraceList {
    /// In order, packs expanded.
    pub items: Vec<ListItem>,
    /// With the braces.
    pub span: Span,
}

/// One element of a brace list.
#[derive(Clone, Debug)]
pub struct ListItem {
    /// `.a.b[2] =`.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Operand,
}

/// A step into an aggregate.
#[derive(Clone, Copy, Debug)]
pub enum Designator {
    /// `.m`.
    Member(ast::Ident),
    /// `[i]`.
    Index(u64, Span),
}

impl Operand {
    /// Where it is written.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Expr(expr) => expr.span,
            Self::List(list) => list.span,
            Self::Overloads(_, span) => *span,
        }
    }

    /// Whether it is wrong and reported.
    #[must_use]
    pub fn is_error(&self) -> bool {
        match self {
            Self::Expr(expr) => expr.is_error(),
            Self::List(list) => list.items.iter().any(|item| item.value.is_error()),
            Self::Overloads(..) => false,
        }
    }
}

impl From<Expr> for Operand {
    fn from(expr: Expr) -> Self {
        Self::Expr(expr)
    }
}
