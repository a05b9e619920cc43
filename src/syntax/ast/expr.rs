//! Expressions.
//!
//! Literals are decoded here; everything else is as written.

use super::Attribute;
use super::ExprRef;
use super::FunctionType;
use super::Ident;
use super::Init;
use super::NamePath;
use super::StmtRef;
use super::TypeOrExpr;
use super::TypeRef;
use crate::source::Span;
use crate::syntax::token::Symbol;
use std::sync::Arc;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// All of it.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `42u`.
    Int(IntLiteral),
    /// `0.5h`.
    Float(FloatLiteral),
    /// `'a'`: its value as `char`.
    Char(i8),
    /// Adjacent strings joined and escapes decoded, without the terminating zero.
    String(Arc<[u8]>),
    /// `true`, `false`.
    Bool(bool),
    /// `nullptr`.
    Nullptr,
    /// `this`.
    This,
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`.
    FunctionName(Symbol),
    /// A name.
    Name(NamePath),
    /// `(e)`; kept, since `decltype((x))` is not `decltype(x)`.
    Paren(ExprRef),
    /// `-e`, `++e`, `e++` …
    Unary(UnaryOp, ExprRef),
    /// `a + b` …
    Binary(BinaryOp, ExprRef, ExprRef),
    /// `a = b` (`None`), `a += b`; `b` may be a brace list if the operator is plain.
    Assign(Option<BinaryOp>, ExprRef, ExprRef),
    /// `a, b`.
    Comma(ExprRef, ExprRef),
    /// `c ? a : b`.
    Conditional(ExprRef, ExprRef, ExprRef),
    /// `(T)e`, `static_cast<T>(e)` …
    Cast(CastStyle, TypeRef, ExprRef),
    /// `T(args)` or `T{args}` where the parser knows that `T` is a type.
    Construct(TypeRef, Init),
    /// `f(args)`. The callee may be a name that the parser did not know and that turns out to be a type.
    Call(ExprRef, Vec<ExprRef>),
    /// `a[i]`.
    Subscript(ExprRef, ExprRef),
    /// `a.m`, `p->m`; swizzles too. The name may be qualified, an operator, a destructor or have template arguments.
    Member {
        /** The object. */
        base: ExprRef,
        /** `->`. */
        arrow: bool,
        /** The member. */
        name: NamePath,
    },
    /// `a.*p`, `p->*m`.
    MemberPointer {
        /** The object. */
        base: ExprRef,
        /** `->*`. */
        arrow: bool,
        /** The pointer. */
        member: ExprRef,
    },
    /// `sizeof(T)`, `sizeof e`.
    Sizeof(TypeOrExpr),
    /// `alignof(T)`, `alignof(e)`.
    Alignof(TypeOrExpr),
    /// `sizeof...(pack)`.
    SizeofPack(Ident),
    /// `offsetof(T, a.b[i])`.
    Offsetof(TypeRef, Vec<Designator>),
    /// `noexcept(e)`.
    Noexcept(ExprRef),
    /// A type trait of the compiler: `__is_same(A, B)`, `__is_empty(T)`.
    Trait(Ident, Vec<TypeOrExpr>),
    /// `{a, .b = c}`: only where C++ allows one (initialisers, arguments, `return`, right of `=`, subscripts).
    BraceList(Vec<InitItem>),
    /// A lambda.
    Lambda(Arc<Lambda>),
    /// `(e op ...)`, `(... op e)`, `(a op ... op b)`.
    Fold(Fold),
    /// `e...` in a list of arguments or initialisers.
    PackExpansion(ExprRef),
    /// Reported already.
    Error,
}

/// An integer literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntLiteral {
    /// Its value.
    pub value: u64,
    /// Suffix `u`, or a decimal number beyond the signed types.
    pub unsigned: bool,
    /// Suffix `l` (or `ll`, the same width in MSL).
    pub long: bool,
    /// Written in decimal; such a literal without `u` never becomes unsigned.
    pub decimal: bool,
}

/// The type of a floating-point literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatKind {
    /// No suffix, or `f`.
    Float,
    /// `h`.
    Half,
    /// `bf`.
    BFloat,
}

/// A floating-point literal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FloatLiteral {
    /// Its value, already rounded (once) to its type.
    pub value: f64,
    /// Its type.
    pub kind: FloatKind,
}

/// Unary operators.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
pub enum UnaryOp {
    Plus, Minus, Not, BitNot, Deref, AddressOf, PreInc, PreDec, PostInc, PostDec,
}

impl UnaryOp {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Not => "!",
            Self::BitNot => "~",
            Self::Deref => "*",
            Self::AddressOf => "&",
            Self::PreInc | Self::PostInc => "++",
            Self::PreDec | Self::PostDec => "--",
        }
    }
}

/// Binary operators.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
pub enum BinaryOp {
    Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr,
    LogicalAnd, LogicalOr, Eq, Ne, Lt, Gt, Le, Ge,
}

impl BinaryOp {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::LogicalAnd => "&&",
            Self::LogicalOr => "||",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Gt => ">",
            Self::Le => "<=",
            Self::Ge => ">=",
        }
    }
}

/// How a cast is written.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastStyle {
    C,
    Static,
    Const,
    Reinterpret,
}

/// One element of a brace list.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// `.a.b[2] =`; empty for a positional element.
    pub designators: Vec<Designator>,
    /// The value; may be a brace list or a pack expansion.
    pub value: ExprRef,
}

/// A step into an aggregate.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.m`.
    Member(Ident),
    /// `[i]`.
    Index(ExprRef),
    /// `[first ... last]`, both included: an extension of C compilers.
    Range(ExprRef, ExprRef),
}

/// A lambda expression.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// `[=` or `[&`.
    pub default_capture: Option<CaptureMode>,
    /// The captures that are named.
    pub captures: Vec<Capture>,
    /// Parameters and the rest; `None` for `[]{…}`. `auto` parameters make it generic.
    pub ty: Option<Arc<FunctionType>>,
    /// `mutable`.
    pub is_mutable: bool,
    /// `constexpr`.
    pub is_constexpr: bool,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// The body, a block.
    pub body: StmtRef,
}

/// By copy or by reference.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureMode {
    Copy,
    Reference,
}

/// One capture.
#[derive(Clone, Debug)]
pub struct Capture {
    /// What is captured.
    pub what: Captured,
    /// How; `this` is by reference, `*this` by copy.
    pub mode: CaptureMode,
    /// Whether `...` follows.
    pub pack: bool,
    /// All of it.
    pub span: Span,
}

/// What a capture captures.
#[derive(Clone, Debug)]
pub enum Captured {
    /// `this`, `*this`.
    This,
    /// `x`.
    Name(Ident),
    /// `x = e`.
    Init(Ident, Init),
}

/// An operator of a fold expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldOp {
    /// `+` …
    Binary(BinaryOp),
    /// `=`, `+=` …
    Assign(Option<BinaryOp>),
    /// `,`
    Comma,
}

/// A fold expression. `(e op ...)` has only `left`; `(... op e)` only `right`.
#[derive(Clone, Debug)]
pub struct Fold {
    /// The operand before `op ...`.
    pub left: Option<ExprRef>,
    /// The operator.
    pub op: FoldOp,
    /// The operand after `... op`.
    pub right: Option<ExprRef>,
}
