//! Declarations.
//!
//! Knows who declares what under which specifiers; never whether the declaration makes sense.

use super::Attribute;
use super::DeclRef;
use super::ExprRef;
use super::FunctionType;
use super::Ident;
use super::Late;
use super::NamePath;
use super::StmtRef;
use super::Tag;
use super::TypeKind;
use super::TypeRef;
use crate::source::Span;
use crate::syntax::token::Symbol;
use std::sync::Arc;

/// A declaration.
#[derive(Clone, Debug)]
pub struct Decl {
    /// What it is.
    pub kind: DeclKind,
    /// All of it, with the semicolon.
    pub span: Span,
}

/// The kinds of declarations.
#[derive(Clone, Debug)]
pub enum DeclKind {
    /// `;`
    Empty,
    /// `#pragma` with its text.
    Pragma(Symbol),
    /// `namespace N { … }`; `namespace A::B { … }` is two of them, nested.
    Namespace(Namespace),
    /// `namespace A = B::C;`
    NamespaceAlias(Ident, NamePath),
    /// `using namespace N;`
    UsingDirective(NamePath),
    /// `using A::b;`
    UsingDeclaration(NamePath),
    /// `using X = T;`
    Alias(Alias),
    /// Variables, data members, typedefs, and definitions of types without a declarator.
    Simple(SimpleDecl),
    /// A function, declared or defined: every declaration with exactly one declarator, which is a function declarator.
    Function(Function),
    /// `auto [a, b] = e;`
    StructuredBinding(StructuredBinding),
    /// `template <…> D`; without parameters it is an explicit specialisation. A member template of a class template
    /// defined outside has a template as its `D`.
    Template(Template),
    /// `template D`, an explicit instantiation.
    Instantiation(Instantiation),
    /// `C(T) -> C<T>;`, most often inside a template.
    DeductionGuide(DeductionGuide),
    /// `static_assert(e, "…");`
    StaticAssert(ExprRef, Option<ExprRef>),
    /// `extern "C" { … }` or `extern "C" D`.
    Linkage(Vec<DeclRef>),
    /// Reported already.
    Error,
}

/// A namespace, or one piece of it.
#[derive(Clone, Debug)]
pub struct Namespace {
    /// `inline namespace`.
    pub inline: bool,
    /// Its name; `None` for an anonymous one.
    pub name: Option<Ident>,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// What it declares.
    pub decls: Vec<DeclRef>,
}

/// `using X = T;`
#[derive(Clone, Debug)]
pub struct Alias {
    /// The new name.
    pub name: Ident,
    /// The type.
    pub ty: TypeRef,
    /// Attributes.
    pub attributes: Vec<Attribute>,
}

/// The function-stage keywords (an attribute such as `[[kernel]]` stays among the attributes).
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Kernel,
    Vertex,
    Fragment,
}

/// What stands before the declarators, except the type.
#[derive(Clone, Debug, Default)]
pub struct Specifiers {
    /// Attributes before and among the specifiers.
    pub attributes: Vec<Attribute>,
    /// `typedef`.
    pub is_typedef: bool,
    /// `extern`.
    pub is_extern: bool,
    /// `static`.
    pub is_static: bool,
    /// `inline`, `__inline`.
    pub is_inline: bool,
    /// `constexpr`.
    pub is_constexpr: bool,
    /// `mutable`.
    pub is_mutable: bool,
    /// `explicit`.
    pub is_explicit: bool,
    /// `friend`.
    pub is_friend: bool,
    /// `virtual`: MSL has none; sema says so.
    pub is_virtual: bool,
    /// `kernel`, `vertex`, `fragment`, and where it stands.
    pub stage: Option<(Stage, Span)>,
    /// The specifiers' type; `None` for constructors, destructors and conversion functions.
    pub ty: Option<TypeRef>,
    /// From the first specifier to the last, the type included.
    pub span: Span,
}

/// A declaration of variables, members or typedefs (`specifiers.is_typedef`); without declarators, of a type.
#[derive(Clone, Debug)]
pub struct SimpleDecl {
    /// What all declarators share.
    pub specifiers: Arc<Specifiers>,
    /// The declared names.
    pub declarators: Vec<InitDeclarator>,
}

/// A declared name with its whole type.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The name; qualified for out-of-class definitions, a template-id for specialisations and instantiations;
    /// `None` for unnamed bit-fields.
    pub name: Option<NamePath>,
    /// The type, from specifiers and declarator.
    pub ty: TypeRef,
    /// Attributes after the name or the declarator, and after the semicolon of a member.
    pub attributes: Vec<Attribute>,
    /// `__asm("label")`.
    pub asm_label: Option<Arc<str>>,
    /// The declarator without the specifiers.
    pub span: Span,
}

/// A declarator with what may follow it.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// The declarator.
    pub declarator: Declarator,
    /// The width of a bit-field.
    pub bit_width: Option<ExprRef>,
    /// The initialiser.
    pub init: Late<Init>,
}

/// An initialiser.
#[derive(Clone, Debug)]
pub enum Init {
    /// `= e`; `e` may be a brace list.
    Copy(ExprRef),
    /// `(a, b)`.
    Direct(Vec<ExprRef>),
    /// `{a, b}`: a [`super::ExprKind::BraceList`].
    List(ExprRef),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Specifiers, `static`, `kernel` and so on.
    pub specifiers: Arc<Specifiers>,
    /// Name and type; the type is [`TypeKind::Function`].
    pub declarator: Declarator,
    /// The body; nothing for a mere declaration.
    pub body: Late<FunctionBody>,
}

impl Function {
    /// Its type.
    #[must_use]
    pub fn function_type(&self) -> Option<&Arc<FunctionType>> {
        match &self.declarator.ty.kind {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }
}

/// What makes a function declaration a definition.
#[derive(Clone, Debug)]
pub enum FunctionBody {
    /// `{ … }`, for constructors with the initialisers before it; the statement is a block.
    Block(Vec<MemberInit>, StmtRef),
    /// `= default`.
    Default,
    /// `= delete`.
    Delete,
}

/// `member(args)` or `Base{args}` of a constructor.
#[derive(Clone, Debug)]
pub struct MemberInit {
    /// The member or the base class.
    pub target: NamePath,
    /// [`Init::Direct`] or [`Init::List`].
    pub init: Init,
    /// Whether `...` follows.
    pub pack: bool,
    /// All of it.
    pub span: Span,
}

/// `auto [a, b] = e;`
#[derive(Clone, Debug)]
pub struct StructuredBinding {
    /// Specifiers with `auto`.
    pub specifiers: Arc<Specifiers>,
    /// The type of the hidden variable: `auto`, perhaps with `&` or `&&` around it.
    pub ty: TypeRef,
    /// The names.
    pub names: Vec<Ident>,
    /// The initialiser; `None` only in a range-for.
    pub init: Option<Init>,
}

/// `template <params> decl`.
#[derive(Clone, Debug)]
pub struct Template {
    /// The parameters; none for an explicit specialisation.
    pub params: Arc<[TemplateParam]>,
    /// What is made a template.
    pub decl: DeclRef,
}

/// One template parameter.
#[derive(Clone, Debug)]
pub struct TemplateParam {
    /// Its name, if any.
    pub name: Option<Ident>,
    /// What it stands for.
    pub kind: TemplateParamKind,
    /// Whether it is a pack.
    pub pack: bool,
    /// All of it.
    pub span: Span,
}

/// The kinds of template parameters with their defaults.
#[derive(Clone, Debug)]
pub enum TemplateParamKind {
    /// `typename T = D`.
    Type(Option<TypeRef>),
    /// `int N = D`; the type is never [`TypeKind::Pack`].
    Value(TypeRef, Option<ExprRef>),
    /// `template <…> class C = D`.
    Template(Arc<[TemplateParam]>, Option<NamePath>),
}

/// An explicit instantiation.
#[derive(Clone, Debug)]
pub struct Instantiation {
    /// `extern template …`: only a promise.
    pub is_extern: bool,
    /// Attributes right after `template`; those before the declared type may also stand in the declaration's
    /// specifiers.
    pub attributes: Vec<Attribute>,
    /// [`DeclKind::Function`] with a parameter list, or [`DeclKind::Simple`]: one declarator whose type names a
    /// function type (`decltype(k<float>) k<float>`), a variable template, or a class without a declarator.
    pub decl: DeclRef,
}

/// `explicit C(params) -> result;`
#[derive(Clone, Debug)]
pub struct DeductionGuide {
    /// The class template.
    pub name: Ident,
    /// `explicit`.
    pub is_explicit: bool,
    /// Parameters and result.
    pub ty: Arc<FunctionType>,
}

/// Member access as written.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Public,
    Protected,
    Private,
}

/// The definition of a struct, class or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Struct, class or union.
    pub tag: Tag,
    /// The name; qualified when defined outside, with arguments when it is a specialisation, `None` if anonymous.
    pub name: Option<NamePath>,
    /// Attributes between the tag and the name and after the closing brace.
    pub attributes: Vec<Attribute>,
    /// Base classes.
    pub bases: Vec<Base>,
    /// Members in order.
    pub members: Vec<Member>,
    /// From the tag to the closing brace.
    pub span: Span,
}

/// A base class.
#[derive(Clone, Debug)]
pub struct Base {
    /// Access; the default of the tag if not written.
    pub access: Access,
    /// The class.
    pub name: NamePath,
    /// Whether `...` follows.
    pub pack: bool,
    /// All of it.
    pub span: Span,
}

/// A member declaration with its access.
#[derive(Clone, Debug)]
pub struct Member {
    /// Access at this place.
    pub access: Access,
    /// The declaration. An anonymous struct or union member is [`DeclKind::Simple`] without declarators whose type
    /// is a record without a name.
    pub decl: DeclRef,
}

/// The definition of an enum, or its declaration with an underlying type.
#[derive(Clone, Debug)]
pub struct Enum {
    /// `enum class` or `enum struct`.
    pub scoped: bool,
    /// Its name; `None` if anonymous.
    pub name: Option<NamePath>,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// `: T`.
    pub underlying: Option<TypeRef>,
    /// The enumerators; `None` for `enum E : T;`.
    pub enumerators: Option<Vec<Enumerator>>,
    /// From `enum` to the closing brace.
    pub span: Span,
}

/// One enumerator.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: Ident,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// Its value, if written.
    pub value: Option<ExprRef>,
}
