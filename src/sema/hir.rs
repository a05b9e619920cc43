//! The typed tree: what sema makes of a function body, and what is lowered to IR.
//!
//! Every name is resolved, every conversion is written out, every overload chosen, every template instantiated.
//! Lowering needs no knowledge of C++ beyond what stands here. Types are those of [`super::types`].

use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use crate::ir::Constant;
use crate::ir::Intrinsic;
use crate::msl::AddressSpace;
use crate::msl::BuiltinInput;
use crate::source::Span;
use smallvec::SmallVec;
use std::sync::Arc;

/// A function of a [`super::Sema`]: a definition, declaration or template instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub u32);

/// A program-scope (or static member) variable of a [`super::Sema`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VariableId(pub u32);

/// A variable of one function, parameters included: index into [`Body::locals`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u32);

/// Whether an expression names an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    /// Names an object (or function): has an address, or is a vector component or swizzle of one.
    LValue,
    /// Names an object about to die (`static_cast<T&&>(x)`, members of prvalues).
    XValue,
    /// A plain value. Of record, array or matrix type: initialises the object it is used for.
    PRValue,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// Its type; never a reference (an expression of reference type is an lvalue of the referent). For glvalues the
    /// qualifiers and address space are the object's.
    pub ty: QualType,
    /// Whether it names an object.
    pub category: Category,
    /// Where it is written.
    pub span: Span,
}

/// A member of a record: its position in the record's list of fields.
pub type FieldIndex = u32;

/// Arithmetic on two operands of one type (scalars and vectors; `Shl`/`Shr` counts have the left type too).
pub use crate::ir::BinaryOp;
/// Comparison of two operands of one type; gives `bool` or a bool vector.
pub use crate::ir::CompareOp;
/// Arithmetic on one operand.
pub use crate::ir::UnaryOp;

/// What an expression does.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Something wrong that has been reported.
    Error,
    /// A scalar or vector literal, an enumerator, a folded constant.
    Constant(Constant),
    /// `nullptr` and null handles, of the expression's type.
    Null,
    /// A string literal: lvalue of type array of `const constant char`, terminating zero included.
    String(Arc<[u8]>),
    /// A parameter or local; if declared as a reference, its referent.
    Local(LocalId),
    /// A program-scope variable or static member; if declared as a reference, its referent.
    Variable(VariableId),
    /// A function, as an lvalue.
    Function(FunctionId),
    /// `*this`, as an lvalue.
    This,
    /// A built-in input.
    BuiltinInput(BuiltinInput),
    /// Whether the function constant of that variable has been given a value.
    FunctionConstantDefined(VariableId),
    /// A member of an object. The base is a glvalue or a prvalue of record type.
    Member(Box<Expr>, FieldIndex),
    /// The base-class part of an object: base number n.
    Base(Box<Expr>, u32),
    /// Components of a vector or packed vector, glvalue or prvalue; one component gives a scalar. As an lvalue it
    /// has no repeated components.
    Swizzle(Box<Expr>, SmallVec<[u8; 4]>),
    /// An element: base is a pointer prvalue, or an array, vector, packed vector or matrix (glvalue or prvalue);
    /// the index has an integer scalar type.
    Index(Box<Expr>, Box<Expr>),
    /// `*pointer`.
    Deref(Box<Expr>),
    /// `&lvalue`.
    AddressOf(Box<Expr>),
    /// Arithmetic on a prvalue.
    Unary(UnaryOp, Box<Expr>),
    /// Arithmetic on prvalues.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Comparison of prvalues (numbers, pointers, handles).
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `pointer + integer`; negative for minus.
    PointerAdd {
        /// The pointer.
        pointer: Box<Expr>,
        /// An integer scalar.
        index: Box<Expr>,
        /// Subtract instead.
        negative: bool,
    },
    /// `pointer - pointer`, `long`.
    PointerDifference(Box<Expr>, Box<Expr>),
    /// `&&` on bools, the right side evaluated only if needed.
    LogicalAnd(Box<Expr>, Box<Expr>),
    /// `||` on bools, the right side evaluated only if needed.
    LogicalOr(Box<Expr>, Box<Expr>),
    /// `?:` with a bool condition; both arms have the expression's type and category (or are void).
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Evaluates the first, gives the second.
    Comma(Box<Expr>, Box<Expr>),
    /// Built-in assignment of a prvalue to an lvalue of scalar, vector, packed vector, matrix, pointer or handle
    /// type, or memberwise copy of records and arrays (`value` may then be a glvalue to copy from). Gives the target
    /// as an lvalue.
    Assign {
        /// The lvalue.
        target: Box<Expr>,
        /// The value.
        value: Box<Expr>,
    },
    /// `target op= value`: the target is read, converted to `compute`, combined with `value` (of type `compute`; for
    /// pointers an integer), converted back and stored. Gives the target as an lvalue.
    CompoundAssign {
        /// Operation; for pointers Add or Sub.
        op: BinaryOp,
        /// The lvalue.
        target: Box<Expr>,
        /// The right side.
        value: Box<Expr>,
        /// Type in which the arithmetic is done.
        compute: TypeId,
    },
    /// `++` and `--` on scalars, vectors and pointers. Prefix gives the target, postfix the old value.
    Increment {
        /// The lvalue.
        target: Box<Expr>,
        /// `--`.
        decrement: bool,
        /// `x++`.
        postfix: bool,
    },
    /// A conversion.
    Convert(Conversion, Box<Expr>),
    /// A call. Arguments match the parameters: prvalues for value parameters (records: the object is initialised by
    /// it), glvalues for reference parameters. Default arguments are filled in.
    Call {
        /// Who.
        function: FunctionId,
        /// The object, a glvalue, for non-static methods.
        this: Option<Box<Expr>>,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// A call through a function pointer prvalue.
    CallPointer {
        /// The pointer.
        pointer: Box<Expr>,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// An operation of the intrinsic table on prvalues.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// Constructs an object by a constructor.
    Construct {
        /// Which constructor.
        constructor: FunctionId,
        /// Its arguments, as for a call.
        arguments: Vec<Expr>,
    },
    /// Initialises an aggregate record member by member: bases first, then fields; what is not listed is
    /// zero-initialised. A union lists the one member to set.
    Aggregate {
        /// The record.
        record: RecordId,
        /// (base number, initialiser).
        bases: Vec<(u32, Expr)>,
        /// (field, initialiser).
        fields: Vec<(FieldIndex, Expr)>,
    },
    /// Initialises an array: the first elements from these, the rest from `rest` (evaluated for each).
    Array {
        /// Elements.
        elements: Vec<Expr>,
        /// For the remaining ones; `None` leaves them uninitialised.
        rest: Option<Box<Expr>>,
    },
    /// A vector from scalars and vectors of the same element type, left to right; packed operands are converted
    /// before.
    Vector(Vec<Expr>),
    /// A matrix from its columns (vectors of the column type).
    Matrix(Vec<Expr>),
    /// All zero bytes, of any object type.
    Zero,
    /// Left uninitialised, of any object type.
    Uninitialized,
    /// A prvalue given a home: a temporary in thread memory that lives to the end of the full expression, or as long
    /// as the reference bound to it. Gives an lvalue or xvalue.
    Materialize(Box<Expr>),
    /// Evaluates and throws away.
    Discard(Box<Expr>),
}

/// A conversion from the operand's type to the expression's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// Reads the object that a glvalue names (scalar, vector, packed vector, pointer, handle, enum; also records,
    /// matrices and arrays for plain bitwise copies).
    Load,
    /// Array glvalue to pointer to its first element.
    ArrayToPointer,
    /// Function to pointer.
    FunctionToPointer,
    /// Between arithmetic scalars, or vectors of equal length; enums count as their underlying type; to `bool`
    /// means "not zero".
    Numeric,
    /// Scalar to vector of the same element type.
    Splat,
    /// Matrix to matrix of another element type.
    Matrix,
    /// Packed vector to vector of the same components, or back.
    Packed,
    /// Same bits (`as_type`).
    Bits,
    /// Pointer to `bool`: not null.
    PointerToBool,
    /// Between pointer types, pointer and integer, integer and pointer, handle and integer: same bits.
    Pointer,
    /// Pointer to a derived record to pointer to its base number n (null stays null).
    PointerToBase(u32),
    /// Glvalue to glvalue with other qualifiers, same object.
    Qualification,
    /// Glvalue to glvalue of another type at the same address (`reinterpret_cast<T&>`).
    Reinterpret,
    /// To void.
    Void,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it is written.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A sequence with a scope of its own.
    Block(Vec<Stmt>),
    /// A sequence without a scope (several declarators of one declaration).
    Group(Vec<Stmt>),
    /// Evaluates for its effects.
    Expr(Expr),
    /// Declares a local. Reference variables have a glvalue initialiser to bind to; others an initialising prvalue,
    /// or `None` for no initialisation.
    Declare(LocalId, Option<Expr>),
    /// `if`, its own scope included.
    If {
        /// Runs first.
        init: Vec<Stmt>,
        /// bool.
        condition: Expr,
        /// Where true.
        then_branch: Box<Stmt>,
        /// Where false.
        else_branch: Option<Box<Stmt>>,
    },
    /// `while` (and the rest of a range-for).
    While {
        /// Declares the condition's variable, each time round.
        declare: Vec<Stmt>,
        /// bool.
        condition: Expr,
        /// The body.
        body: Box<Stmt>,
    },
    /// `do … while`.
    DoWhile {
        /// The body.
        body: Box<Stmt>,
        /// bool.
        condition: Expr,
    },
    /// `for`, its own scope included.
    For {
        /// Runs first.
        init: Vec<Stmt>,
        /// Declares the condition's variable, each time round.
        declare: Vec<Stmt>,
        /// bool; `None` is true.
        condition: Option<Expr>,
        /// Runs after each round.
        step: Option<Expr>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `switch`: labels stand in the body in source order.
    Switch {
        /// Runs first.
        init: Vec<Stmt>,
        /// An integer scalar.
        selector: Expr,
        /// What stands before the first label never runs.
        body: Vec<SwitchItem>,
    },
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`: a glvalue for reference results, an initialising prvalue otherwise.
    Return(Option<Expr>),
    /// Nothing.
    Empty,
}

/// A part of a switch's body.
#[derive(Clone, Debug)]
pub enum SwitchItem {
    /// `case value:`, sign-extended to 64 bits.
    Case(i64, Span),
    /// `default:`.
    Default(Span),
    /// A statement.
    Stmt(Box<Stmt>),
}

/// A parameter or local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name; empty for temporaries of sema's own.
    pub name: Arc<str>,
    /// Its declared type; may be a reference. The address space is thread, or threadgroup for threadgroup variables
    /// of kernels (one per threadgroup, never initialised here), or constant for `constant`/`static constexpr`
    /// locals that live at program scope.
    pub ty: QualType,
    /// Where it lives.
    pub space: AddressSpace,
    /// `alignas`, 0 if none.
    pub align: u32,
    /// The declaration.
    pub span: Span,
}

/// A checked function body.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Parameters first, in order, then locals.
    pub locals: Vec<Local>,
    /// How many of `locals` are parameters.
    pub parameter_count: u32,
    /// For constructors: initialisation of bases and fields of `*this`, in declaration order. The initialiser is a
    /// glvalue for reference members.
    pub member_inits: Vec<MemberInit>,
    /// What it does.
    pub statements: Vec<Stmt>,
}

/// One initialisation in a constructor.
#[derive(Clone, Debug)]
pub enum MemberInit {
    /// Base number n.
    Base(u32, Expr),
    /// A field.
    Field(FieldIndex, Expr),
    /// The whole object, by another constructor.
    Delegate(Expr),
}
