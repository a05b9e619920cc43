//! Types as written.
//!
//! Knows the shape of declarators and nothing of what names refer to.

use super::Attribute;
use super::Enum;
use super::ExprRef;
use super::Ident;
use super::Late;
use super::NamePath;
use super::Record;
use super::TypeRef;
use crate::source::Span;
use crate::syntax::token::Symbol;
use std::sync::Arc;

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// `const`, address space and so on of this very type (for a pointer: of the pointer itself).
    pub quals: Qualifiers,
    /// Where it is written; for a declarator's type, specifiers and declarator.
    pub span: Span,
}

/// The shapes of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A keyword type: `unsigned int`, `half`.
    Builtin(BuiltinType),
    /// A name: typedef, class, template-id, template parameter, `typename T::x`.
    Name(NamePath),
    /// `struct S`, `enum E` with the tag but without a body.
    Elaborated(Tag, NamePath),
    /// A struct, class or union defined here.
    Record(Arc<Record>),
    /// An enum defined here, or declared with its underlying type.
    Enum(Arc<Enum>),
    /// `auto`.
    Auto,
    /// `decltype(auto)`.
    DecltypeAuto,
    /// `decltype(e)`, `typeof(e)`.
    Decltype(ExprRef),
    /// A built-in that maps types to a type, such as `__underlying_type(T)`.
    Trait(Symbol, TypeRef),
    /// `T*`.
    Pointer(TypeRef),
    /// `T&`.
    LValueRef(TypeRef),
    /// `T&&`.
    RValueRef(TypeRef),
    /// `T C::*`.
    MemberPointer(NamePath, TypeRef),
    /// `T[n]`, or `T[]`.
    Array(TypeRef, Option<ExprRef>),
    /// A function type.
    Function(Arc<FunctionType>),
    /// The pattern of a pack in a parameter: `T...`, `T&... x`. Outermost in the declarator's type.
    Pack(TypeRef),
    /// Reported already.
    Error,
}

/// Types with keywords of their own. `uint`, `float4` and the like are names that the library declares.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
pub enum BuiltinType {
    Void, Bool,
    Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong,
    Half, BFloat, Float, Double,
}

/// The key of a tagged type.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tag {
    Struct,
    Class,
    Union,
    Enum,
}

/// Address spaces of MSL, as written.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AddressSpace {
    Device,
    Constant,
    Thread,
    Threadgroup,
    ThreadgroupImageblock,
    RayData,
    ObjectData,
}

impl AddressSpace {
    /// The keyword.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Constant => "constant",
            Self::Thread => "thread",
            Self::Threadgroup => "threadgroup",
            Self::ThreadgroupImageblock => "threadgroup_imageblock",
            Self::RayData => "ray_data",
            Self::ObjectData => "object_data",
        }
    }
}

/// Qualifiers of a type, or of a member function's `this`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Qualifiers {
    /// `const`.
    pub is_const: bool,
    /// `volatile`.
    pub is_volatile: bool,
    /// `__restrict`, `restrict`.
    pub is_restrict: bool,
    /// `coherent`, `coherent(device)`.
    pub is_coherent: bool,
    /// The address space, and where it stands.
    pub address_space: Option<(AddressSpace, Span)>,
}

impl Qualifiers {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.is_const && !self.is_volatile && !self.is_restrict && !self.is_coherent && self.address_space.is_none()
    }
}

/// `&` or `&&` after a member function's parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefQualifier {
    /// `&`.
    LValue,
    /// `&&`.
    RValue,
}

/// The type of a function as written.
#[derive(Clone, Debug)]
pub struct FunctionType {
    /// The result: the trailing return type if there is one, else what the specifiers and the declarator say.
    /// `None` for constructors, destructors, conversion functions (whose name holds the type), and for lambdas that
    /// don't say.
    pub result: Option<TypeRef>,
    /// Whether the result was written after `->`.
    pub trailing_result: bool,
    /// The parameters; a lone `(void)` is none.
    pub params: Vec<Parameter>,
    /// `...` at the end, as in C.
    pub variadic: bool,
    /// Qualifiers of `this`, address space included.
    pub this_quals: Qualifiers,
    /// `&` or `&&`.
    pub ref_qualifier: Option<RefQualifier>,
    /// `noexcept` (`None` inside) or `noexcept(e)`.
    pub noexcept: Option<Option<ExprRef>>,
    /// Whether `override` or `final` follows.
    pub virt_specifier: bool,
    /// Attributes after the parameter list.
    pub attributes: Vec<Attribute>,
    /// From `(` on.
    pub span: Span,
}

/// One function parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, if any.
    pub name: Option<Ident>,
    /// Its type as written: arrays and functions not yet decayed; [`TypeKind::Pack`] for a parameter pack.
    pub ty: TypeRef,
    /// All its attributes, wherever they stand.
    pub attributes: Vec<Attribute>,
    /// The default argument.
    pub default: Late<ExprRef>,
    /// All of it.
    pub span: Span,
}
