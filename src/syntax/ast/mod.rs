//! The syntax tree: what was written, nothing of what it means.
//!
//! Names are not looked up and types are not resolved here. The tree is immutable once parsed; declarations, types,
//! statements and expressions are shared through [`Arc`], so a template instance elaborates the very tree of its
//! primary, and the standard library is parsed once for all programs.
//!
//! Conventions that hold everywhere:
//!
//! * Every node has a [`Span`] from its first to its last token.
//! * Declarators are already turned inside out: `thread T (&d)[N]` is the name `d` with the type
//!   "reference to array of N of `thread T`". Qualifiers stand where the words stood: an address space among the
//!   specifiers qualifies the innermost type, and it is up to sema to hoist it to the variable.
//! * A specifier type shared by several declarators (`struct { int x; } a, *b;`) is one [`TypeRef`]; record and enum
//!   definitions have an identity: that of their `Arc`.
//! * What the parser could not decide without semantic knowledge is written down where it can occur: see
//!   [`TemplateArg`], [`ExprKind::Call`].
//! * Where the source was wrong and a diagnostic has been reported, there is an `Error` node.

pub mod decl;
pub mod dump;
pub mod expr;
pub mod stmt;
pub mod types;

pub use decl::*;
pub use expr::*;
pub use stmt::*;
pub use types::*;

use crate::source::Span;
use crate::syntax::token::Symbol;
use crate::syntax::token::Token;
use std::sync::Arc;
use std::sync::OnceLock;

/// A shared declaration.
pub type DeclRef = Arc<Decl>;
/// A shared type as written.
pub type TypeRef = Arc<Type>;
/// A shared expression.
pub type ExprRef = Arc<Expr>;
/// A shared statement.
pub type StmtRef = Arc<Stmt>;

/// A whole translation unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Its declarations in order.
    pub decls: Vec<DeclRef>,
}

/// An identifier at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The identifier.
    pub symbol: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// A part that C++ parses only when the class around it is complete: function bodies, default arguments and default
/// member initialisers inside classes. Filled before the parser hands the tree out; never changes afterwards.
#[derive(Clone, Debug)]
pub struct Late<T>(OnceLock<T>);

impl<T> Late<T> {
    /// Nothing (yet).
    #[must_use]
    pub const fn none() -> Self {
        Self(OnceLock::new())
    }

    /// The part, if the source has one.
    #[must_use]
    pub fn get(&self) -> Option<&T> {
        self.0.get()
    }

    /// Fills it; the first value stays.
    pub(in crate::syntax) fn set(&self, value: T) {
        // A second value can only come from a second pass over the same tokens, and is the same.
        let _ = self.0.set(value);
    }
}

impl<T> Default for Late<T> {
    fn default() -> Self {
        Self::none()
    }
}

impl<T> From<Option<T>> for Late<T> {
    fn from(value: Option<T>) -> Self {
        let this = Self::none();
        if let Some(value) = value {
            this.set(value);
        }
        this
    }
}

/// A possibly qualified name: `x`, `::metal::max`, `T::template op<V>`, `K::operator+`, `vec<T, 4>`.
#[derive(Clone, Debug)]
pub struct NamePath {
    /// Whether it starts with `::`.
    pub global: bool,
    /// Whether `typename` stands before it.
    pub typename: bool,
    /// The qualifiers and, last, the name itself; never empty.
    pub segments: Vec<Segment>,
    /// All of it.
    pub span: Span,
}

impl NamePath {
    /// The name itself, without qualifiers.
    #[must_use]
    pub fn last(&self) -> &Segment {
        &self.segments[self.segments.len() - 1]
    }

    /// The segments before the name.
    #[must_use]
    pub fn qualifiers(&self) -> &[Segment] {
        &self.segments[..self.segments.len() - 1]
    }

    /// Whether `::` occurs in it.
    #[must_use]
    pub fn is_qualified(&self) -> bool {
        self.global || self.segments.len() > 1
    }

    /// The identifier, if the path is one plain identifier without template arguments.
    #[must_use]
    pub fn as_ident(&self) -> Option<Ident> {
        match self.segments.as_slice() {
            [Segment { name: SegmentName::Ident(symbol), args: None, span, .. }] if !self.global => {
                Some(Ident { symbol: *symbol, span: *span })
            }
            _ => None,
        }
    }
}

/// One part of a [`NamePath`].
#[derive(Clone, Debug)]
pub struct Segment {
    /// What is named.
    pub name: SegmentName,
    /// Whether `template` stands before it.
    pub template: bool,
    /// `<...>`, if written; perhaps empty.
    pub args: Option<Arc<[TemplateArg]>>,
    /// With its arguments.
    pub span: Span,
}

/// What a [`Segment`] names.
#[derive(Clone, Debug)]
pub enum SegmentName {
    /// `x`.
    Ident(Symbol),
    /// `operator+`.
    Operator(Operator),
    /// `operator T`, a conversion.
    Conversion(TypeRef),
    /// `operator""_x`.
    Literal(Symbol),
    /// `~X`.
    Destructor(Symbol),
    /// `decltype(e)` as qualifier.
    Decltype(ExprRef),
}

/// An operator that can be overloaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `-x`, `!x`, `++x` …, and those that are spelled like a binary operator are [`Operator::Binary`]: a declaration
    /// tells `operator-` unary from binary by its parameters. Only `!`, `~`, `++`, `--` occur here.
    Unary(UnaryOp),
    /// `a + b` …; also `operator*`, `operator&`, `operator+`, `operator-` of one operand.
    Binary(BinaryOp),
    /// `a = b` (`None`) and `a += b`.
    Assign(Option<BinaryOp>),
    /// `a(…)`.
    Call,
    /// `a[…]`.
    Subscript,
    /// `a->`.
    Arrow,
    /// `a->*`.
    ArrowStar,
    /// `a, b`.
    Comma,
}

/// A template argument as written.
#[derive(Clone, Debug)]
pub struct TemplateArg {
    /// The argument.
    pub value: TypeOrExpr,
    /// Whether `...` follows.
    pub pack: bool,
    /// All of it.
    pub span: Span,
}

/// Where both a type and an expression may stand.
///
/// A lone name is `Type` if the parser knows it for a type or a class template (a template template argument is
/// `Type` with a [`TypeKind::Name`] without arguments), else `Expr` with an [`ExprKind::Name`]. A name the parser
/// did not know may still turn out to be a type when it is looked up.
#[derive(Clone, Debug)]
pub enum TypeOrExpr {
    /// A type-id, or the name of a class template.
    Type(TypeRef),
    /// An expression.
    Expr(ExprRef),
}

/// How an attribute is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeStyle {
    /// `[[name(args)]]`.
    Bracket,
    /// `__attribute__((name(args)))`; leading and trailing double underscores of the name are removed.
    Gnu,
    /// `alignas(arg)`: the name is `alignas`.
    Alignas,
}

/// One attribute.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// How it is spelled.
    pub style: AttributeStyle,
    /// `clang` of `[[clang::optnone]]`.
    pub scope: Option<Ident>,
    /// Its name.
    pub name: Ident,
    /// What stands in parentheses; `None` without parentheses.
    pub args: Option<AttributeArgs>,
    /// Name and arguments.
    pub span: Span,
}

/// The arguments of an attribute in both forms.
#[derive(Clone, Debug)]
pub struct AttributeArgs {
    /// The tokens between the parentheses.
    pub tokens: Arc<[Token]>,
    /// The same, split at commas and parsed; empty if some part is neither an expression nor a type.
    pub values: Vec<TypeOrExpr>,
}
