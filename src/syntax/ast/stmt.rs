//! Statements.
//!
//! Labels of `switch` are statements of their own in the block they label, so fallthrough is plain order.

use super::Attribute;
use super::DeclRef;
use super::ExprRef;
use super::StmtRef;
use crate::source::Span;
use crate::syntax::token::Symbol;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// `[[fallthrough]]` and the like.
    pub attributes: Vec<Attribute>,
    /// All of it, with the semicolon.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `e;`
    Expr(ExprRef),
    /// A declaration: variables, using, typedef, local class, `static_assert` …
    Decl(DeclRef),
    /// `{ … }`
    Block(Vec<StmtRef>),
    /// `if`
    If(If),
    /// `switch`
    Switch(Switch),
    /// `case e:`, a label; it has no statement of its own. The body of a `switch` is always a [`StmtKind::Block`];
    /// labels in deeper blocks belong to the innermost `switch` around them.
    Case(ExprRef),
    /// `default:`, a label.
    Default,
    /// `while (c) body`
    While(Condition, StmtRef),
    /// `do body while (c);`
    DoWhile(StmtRef, ExprRef),
    /// `for (init; c; step) body`
    For(For),
    /// `for (d : range) body`
    RangeFor(RangeFor),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`; `e` may be a brace list.
    Return(Option<ExprRef>),
    /// `#pragma` with its text, such as `unroll`; has no effect.
    Pragma(Symbol),
    /// Reported already.
    Error,
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Condition {
    /// An expression.
    Expr(ExprRef),
    /// A declaration with an initialiser, whose variable is the condition.
    Decl(DeclRef),
}

/// An `if`.
#[derive(Clone, Debug)]
pub struct If {
    /// `if constexpr`.
    pub is_constexpr: bool,
    /// `if (init; c)`: an expression, a declaration or an empty statement.
    pub init: Option<StmtRef>,
    /// The condition.
    pub condition: Condition,
    /// If true.
    pub then_branch: StmtRef,
    /// If false.
    pub else_branch: Option<StmtRef>,
}

/// A `switch`.
#[derive(Clone, Debug)]
pub struct Switch {
    /// `switch (init; c)`.
    pub init: Option<StmtRef>,
    /// The condition.
    pub condition: Condition,
    /// A block with labels.
    pub body: StmtRef,
}

/// A `for`.
#[derive(Clone, Debug)]
pub struct For {
    /// Declaration, expression or empty statement.
    pub init: Option<StmtRef>,
    /// The condition; none means true.
    pub condition: Option<Condition>,
    /// Done after each round.
    pub step: Option<ExprRef>,
    /// The body.
    pub body: StmtRef,
}

/// A range-based `for`.
#[derive(Clone, Debug)]
pub struct RangeFor {
    /// [`super::DeclKind::Simple`] with one declarator without initialiser, or a structured binding.
    pub variable: DeclRef,
    /// The range; may be a brace list.
    pub range: ExprRef,
    /// The body.
    pub body: StmtRef,
}
