//! Declared things: records, enumerations, functions, variables, as far as every part of sema and the lowering to IR
//! need them. Names and templates are `lookup`'s and `template`'s own business.

use super::hir::Body;
use super::hir::Expr;
use super::hir::FunctionId;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use crate::ir::Constant;
use crate::msl::AddressSpace;
use crate::msl::BuiltinInput;
use crate::msl::Scalar;
use crate::msl::Stage;
use crate::source::Span;
use std::sync::Arc;

/// A non-static data member.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; empty for anonymous structs and unions.
    pub name: Arc<str>,
    /// Its type; references are stored as pointers.
    pub ty: QualType,
    /// Bytes from the start of the record.
    pub offset: u32,
    /// For bit-fields: (first bit within the storage unit at `offset`, number of bits).
    pub bits: Option<(u8, u8)>,
    /// Its attributes (`[[id(n)]]`, `[[attribute(n)]]`, `[[user(x)]]`, …), evaluated.
    pub attributes: Vec<EntryAttribute>,
    /// The declaration.
    pub span: Span,
}

/// A library type that engines know: what the record stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LibraryType {
    /// `atomic<T>`.
    Atomic(Scalar),
    /// A texture type, with its MSL name without arguments (`texture2d`).
    Texture(Arc<str>),
    /// `sampler`.
    Sampler,
    /// Any other named opaque type (`acceleration_structure`, `visible_function_table`, …).
    Opaque(Arc<str>),
}

/// A struct, class or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// The name shown to users, with template arguments; empty if it has none.
    pub name: Arc<str>,
    /// A union.
    pub is_union: bool,
    /// The definition has been seen and laid out.
    pub is_complete: bool,
    /// Base classes with their offsets.
    pub bases: Vec<(RecordId, u32)>,
    /// Data members in order.
    pub fields: Vec<Field>,
    /// Bytes.
    pub size: u32,
    /// Bytes.
    pub align: u32,
    /// Known to engines.
    pub library: Option<LibraryType>,
    /// The definition, or a declaration.
    pub span: Span,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The name shown to users; empty if it has none.
    pub name: Arc<str>,
    /// `enum class`.
    pub scoped: bool,
    /// The underlying type.
    pub underlying: Scalar,
    /// Its values.
    pub values: Vec<(Arc<str>, i64)>,
    /// The declaration.
    pub span: Span,
}

/// An attribute that binds arguments and members to the machine, its operand evaluated.
#[derive(Clone, Debug)]
pub enum EntryAttribute {
    /// `[[buffer(n)]]`, `[[texture(n)]]`, `[[sampler(n)]]`, `[[threadgroup(n)]]`, `[[id(n)]]`, `[[attribute(n)]]`,
    /// `[[color(n)]]`, `[[raster_order_group(n)]]`, …: name and number.
    Index(Arc<str>, u32),
    /// The same with a function constant as the number: name and the constant's variable.
    ConstantIndex(Arc<str>, super::hir::VariableId),
    /// A built-in input (or output, for results).
    Builtin(BuiltinInput),
    /// `[[stage_in]]`.
    StageIn,
    /// `[[function_constant(name)]]` on an argument or member: exists only where this bool expression is true.
    Condition(Box<Expr>),
    /// `[[user(name)]]`.
    User(Arc<str>),
    /// Any other, by name.
    Other(Arc<str>),
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name; empty if it has none.
    pub name: Arc<str>,
    /// Its type, array and function types already adjusted to pointers; may be a reference.
    pub ty: QualType,
    /// Entry-point attributes.
    pub attributes: Vec<EntryAttribute>,
    /// The declaration.
    pub span: Span,
}

/// What makes a function an entry point.
#[derive(Clone, Debug)]
pub struct EntryInfo {
    /// Its stage.
    pub stage: Stage,
    /// The name the host uses.
    pub host_name: Arc<str>,
    /// `[[max_total_threads_per_threadgroup(n)]]`.
    pub max_total_threads: Option<u32>,
    /// `[[required_threads_per_threadgroup(x, y, z)]]`.
    pub required_threads: Option<[u32; 3]>,
    /// `[[user_annotation("…")]]`.
    pub annotation: Option<Arc<str>>,
    /// Attributes of the result.
    pub result_attributes: Vec<EntryAttribute>,
}

/// State of a function's body.
#[derive(Clone, Debug, Default)]
pub enum BodyState {
    /// Declared only, so far.
    #[default]
    Missing,
    /// There is syntax; it is checked when first needed.
    Unchecked,
    /// Being checked (recursion meets this).
    InProgress,
    /// Checked.
    Checked(Arc<Body>),
    /// Implicitly defined or `= default`: copies or value-initialises memberwise.
    Trivial,
    /// `= delete`.
    Deleted,
    /// Wrong, and reported.
    Failed,
}

/// A function, method, constructor, operator or template instance.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name shown to users: qualified, with template arguments.
    pub name: Arc<str>,
    /// What it returns; may be a reference.
    pub result: QualType,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// For methods: the class, and the qualifiers and address space of `*this`. Static methods have none.
    pub this: Option<QualType>,
    /// A constructor.
    pub is_constructor: bool,
    /// `constexpr`.
    pub is_constexpr: bool,
    /// Asked not to be inlined.
    pub no_inline: bool,
    /// An entry point.
    pub entry: Option<EntryInfo>,
    /// Its body.
    pub body: BodyState,
    /// Its name in the declaration.
    pub span: Span,
}

/// Where a program-scope variable gets its value.
#[derive(Clone, Debug, Default)]
pub enum VariableInit {
    /// None (threadgroup variables, extern).
    #[default]
    None,
    /// An initialiser to be evaluated at compile time.
    Expr(Arc<Expr>),
    /// `[[function_constant(n)]]`.
    FunctionConstant(u32),
    /// A program-scope built-in (Metal 3.1).
    Builtin(BuiltinInput),
    /// A program-scope resource binding (Metal 3.2).
    Binding(Vec<EntryAttribute>),
}

/// A program-scope variable or static data member.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name shown to users, qualified.
    pub name: Arc<str>,
    /// Its type.
    pub ty: QualType,
    /// Constant, threadgroup, device; thread for `constexpr` ones without a space.
    pub space: AddressSpace,
    /// `constexpr`, or `const` of integer type with a constant initialiser.
    pub is_constexpr: bool,
    /// Whether its value depends on function constants.
    pub depends_on_function_constants: bool,
    /// Its value.
    pub init: VariableInit,
    /// Cached value of scalar and vector constants.
    pub value: Option<Constant>,
    /// The declaration.
    pub span: Span,
}

/// Evaluates constant expressions: the interpreter, behind a trait because sema stands above it.
pub trait Evaluator {
    /// Runs an initialising expression without free variables; gives the bytes of the object of type `ty`.
    ///
    /// # Errors
    /// The diagnostic that says why the expression is not constant (a fault, the step limit, a read of something
    /// that is not constant).
    fn evaluate(
        &self,
        sema: &mut super::Sema,
        expr: &Expr,
        ty: TypeId,
    ) -> Result<Evaluated, Box<crate::diagnostic::Diagnostic>>;
}

/// The result of a constant expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluated {
    /// Contents of the object.
    pub bytes: Vec<u8>,
    /// Pointers in it: (offset, program-scope variable, byte distance).
    pub pointers: Vec<(u32, super::hir::VariableId, i64)>,
    /// Function pointers in it.
    pub functions: Vec<(u32, FunctionId)>,
}
