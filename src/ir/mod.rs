//! The typed, structured intermediate representation: what a program means, apart from how it was written.
//!
//! # Meaning
//!
//! A [`Module`] holds functions, program-scope variables and entry points. A function runs for many lanes at once,
//! but its meaning is that of one thread: lanes meet only in intrinsics marked [`Effect::Convergent`], in memory,
//! and at barriers.
//!
//! **Values.** An instruction makes at most one value; [`Value`] is the number of the instruction in its function's
//! arena. A value is a scalar, a vector, a pointer or a handle; structs, arrays and matrices live in memory only and
//! are moved by [`Inst::Copy`]. A value is evaluated where its instruction stands in a block, once each time control
//! comes by, and is visible in the rest of that block and in blocks nested there. Values are never reassigned:
//! state that changes lives in [`Local`]s (memory, addressable) or [`Var`]s (registers, not addressable, made by the
//! promotion pass).
//!
//! **Control.** Structured: MSL has no goto. [`Statement`] kinds are instruction, if, loop, switch, break, continue
//! and return. A loop runs `body`, then `step`, for ever; `continue` goes to `step`, `break` leaves. A `while` has
//! its test at the head of the body, a `do` at the end of the step. A switch runs the first case that matches (or
//! the default) and falls through to the next unless it breaks. Lanes that part at a statement meet again behind it.
//!
//! **Memory.** Addresses are bytes. A `bool` takes a byte, 0 or 1. Loading a vector of n takes n elements without
//! gaps: the unused fourth element of a three-component vector is never touched. [`Inst::Index`] and
//! [`Inst::Offset`] compute addresses and carry what is needed to check them against the object they step within.
//! [`Inst::Begin`] and [`Inst::End`] bound the life of a local: at `Begin` its contents become uninitialised.
//!
//! **Arithmetic.** Integers wrap; shifts use the low bits of their count; floats round to nearest even after each
//! operation and never fuse. `f16` and `bf16` operations are done in `f32` and rounded once. What is undefined in
//! MSL (division by zero, out-of-range conversions) has one fixed result and may be reported.
//!
//! This module knows neither syntax nor engines.

pub mod builder;
pub mod constant;
pub mod entry;
pub mod intrinsic;
pub mod layout;
pub mod parse;
pub mod print;
pub mod verify;
pub mod visit;

use crate::msl::AddressSpace;
use crate::msl::BuiltinInput;
use crate::msl::Scalar;
use crate::source::Span;
use smallvec::SmallVec;
use std::sync::Arc;

pub use constant::Constant;
pub use entry::EntryPoint;
pub use intrinsic::Effect;
pub use intrinsic::Intrinsic;
pub use layout::LayoutId;
pub use layout::TypeLayout;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into its table.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids! {
    /// A function of a [`Module`].
    FunctionId
    /// A program-scope variable of a [`Module`].
    GlobalId
    /// A function constant of a [`Module`].
    FunctionConstantId
    /// A value: the instruction of a [`Function`] that makes it.
    Value
    /// An addressable variable of a [`Function`].
    LocalId
    /// A register variable of a [`Function`].
    VarId
    /// A place where a call was inlined, in a [`Function`]'s table; 0 is the function itself.
    InlineSite
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// A scalar.
    Scalar(Scalar),
    /// A vector of 2 to 16.
    Vector(Scalar, u8),
    /// A pointer, 64 bits.
    Pointer(AddressSpace),
    /// A texture, sampler, function table or other opaque resource, 64 bits; 0 is null.
    Handle,
}

impl Type {
    /// `bool`.
    pub const BOOL: Self = Self::Scalar(Scalar::Bool);
    /// `int`.
    pub const I32: Self = Self::Scalar(Scalar::I32);
    /// `uint`.
    pub const U32: Self = Self::Scalar(Scalar::U32);
    /// `ulong`.
    pub const U64: Self = Self::Scalar(Scalar::U64);
    /// `float`.
    pub const F32: Self = Self::Scalar(Scalar::F32);

    /// A scalar (`lanes` 1) or vector.
    #[must_use]
    pub fn of(scalar: Scalar, lanes: u8) -> Self {
        if lanes == 1 { Self::Scalar(scalar) } else { Self::Vector(scalar, lanes) }
    }

    /// The arithmetic element type, if it is a scalar or vector.
    #[must_use]
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) | Self::Vector(scalar, _) => Some(scalar),
            _ => None,
        }
    }

    /// Number of components: 0 for void, 1 for scalars, pointers and handles.
    #[must_use]
    pub fn lanes(self) -> u8 {
        match self {
            Self::Void => 0,
            Self::Vector(_, lanes) => lanes,
            _ => 1,
        }
    }

    /// The type of the same shape with another element type; pointers and handles count as scalars.
    #[must_use]
    pub fn with_scalar(self, scalar: Scalar) -> Self {
        Self::of(scalar, self.lanes().max(1))
    }

    /// Bytes that a load or store of the type touches.
    #[must_use]
    pub fn size(self) -> u32 {
        match self {
            Self::Void => 0,
            Self::Scalar(scalar) => scalar.size(),
            Self::Vector(scalar, lanes) => scalar.size() * u32::from(lanes),
            Self::Pointer(_) | Self::Handle => 8,
        }
    }
}

/// One-operand arithmetic, component by component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`; integers wrap, floats flip the sign bit.
    Neg,
    /// `~x`, integers.
    Not,
    /// `!x`, bool.
    LogicalNot,
}

/// Two-operand arithmetic on operands of one type, component by component.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// Integers only; the sign of the dividend.
    Rem,
    /// Integers and bool.
    And,
    Or,
    Xor,
    /// Integers; only the low bits of the count are used.
    Shl,
    /// Arithmetic for signed, logical for unsigned.
    Shr,
}

/// Comparison of two operands of one type: makes `bool` or a vector of `bool`. Pointers compare by address.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A short list of operands.
pub type Values = SmallVec<[Value; 4]>;

/// What an instruction does. The result's type stands beside it in [`InstData`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Inst {
    /// A literal scalar or vector.
    Constant(Constant),
    /// A value that was never written; using it where it matters is a finding.
    Undef,
    /// The n-th parameter of the function.
    Param(u32),
    /// Component-wise arithmetic.
    Unary(UnaryOp, Value),
    /// Component-wise arithmetic.
    Binary(BinaryOp, Value, Value),
    /// Component-wise comparison; signedness is the operands'.
    Compare(CompareOp, Value, Value),
    /// Chooses per component (`bool` vector condition) or as a whole (`bool` condition). All operands are evaluated.
    Select {
        /// bool, or a bool vector of the operands' length.
        condition: Value,
        /// Taken where true.
        if_true: Value,
        /// Taken where false.
        if_false: Value,
    },
    /// Arithmetic conversion of scalars or vectors of equal length; also `bool` to and from numbers.
    Convert(Value),
    /// Same bits, other type, equal size (`as_type`; pointer to and from `ulong`; pointer to other space).
    Bitcast(Value),
    /// A vector with all components equal to a scalar.
    Splat(Value),
    /// A vector from scalars and shorter vectors, left to right.
    Construct(Values),
    /// One component, by number.
    Extract(Value, u8),
    /// The vector with one component replaced: (vector, component, scalar).
    Insert(Value, u8, Value),
    /// Components of a vector by number; the result may be shorter or longer.
    Shuffle(Value, SmallVec<[u8; 4]>),
    /// One component, chosen at run time: (vector, index). Out of range is a finding.
    ExtractDynamic(Value, Value),
    /// The vector with one component replaced, chosen at run time: (vector, index, scalar).
    InsertDynamic(Value, Value, Value),
    /// The null pointer or handle.
    Null,
    /// Address of a local.
    Local(LocalId),
    /// Address of a program-scope variable.
    Global(GlobalId),
    /// Address of a function, for function pointers.
    Function(FunctionId),
    /// Address of a member: `pointer + bytes`.
    Offset {
        /// Address of the object.
        pointer: Value,
        /// Distance in bytes (may be negative for pointer arithmetic by constants).
        bytes: i64,
        /// Size of the member stepped into, when later accesses must stay inside it.
        extent: Option<u32>,
    },
    /// Address of an element: `pointer + index * stride`.
    Index {
        /// Address of element 0.
        pointer: Value,
        /// Any integer scalar type; signedness counts.
        index: Value,
        /// Bytes from one element to the next.
        stride: u32,
        /// Declared number of elements, when leaving them is a finding even inside the allocation.
        /// `None` for pointers and for a trailing array of a buffer struct, which stands for a run-time array.
        count: Option<u32>,
    },
    /// `(a - b) / stride` in elements, `long`.
    PointerDifference(Value, Value, u32),
    /// Reads memory.
    Load {
        /// Address.
        pointer: Value,
        /// Alignment promised by the type, bytes.
        align: u32,
    },
    /// Writes memory.
    Store {
        /// Address.
        pointer: Value,
        /// What to write.
        value: Value,
        /// Alignment promised by the type, bytes.
        align: u32,
    },
    /// Copies `size` bytes; the ranges don't overlap unless equal.
    Copy {
        /// Where to.
        to: Value,
        /// Where from.
        from: Value,
        /// Bytes.
        size: u32,
        /// Alignment of both, bytes.
        align: u32,
    },
    /// Writes `size` zero bytes.
    Zero {
        /// Address.
        pointer: Value,
        /// Bytes.
        size: u32,
        /// Alignment, bytes.
        align: u32,
    },
    /// A local comes to life, uninitialised.
    Begin(LocalId),
    /// A local dies.
    End(LocalId),
    /// Reads a register variable.
    Get(VarId),
    /// Writes a register variable.
    Set(VarId, Value),
    /// Calls a function of the module.
    Call(FunctionId, Values),
    /// Calls through a function pointer.
    CallIndirect(Value, Values),
    /// An operation of the intrinsic table.
    Intrinsic(Intrinsic, Values),
    /// A built-in input; a result shorter than the input takes its first components, `ushort` ones its low bits.
    BuiltinInput(BuiltinInput),
    /// The value given to a function constant; folded when a pipeline is made.
    FunctionConstant(FunctionConstantId),
    /// Whether a function constant was given a value.
    FunctionConstantDefined(FunctionConstantId),
}

/// Where an instruction comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Source text.
    pub span: Span,
    /// The inlined call it belongs to.
    pub site: InlineSite,
}

impl Origin {
    /// From nowhere in particular.
    pub const NONE: Self = Self { span: Span::NONE, site: InlineSite(0) };

    /// In the function's own text.
    #[must_use]
    pub fn at(span: Span) -> Self {
        Self { span, site: InlineSite(0) }
    }
}

/// An instruction with the type of its result.
#[derive(Clone, PartialEq, Debug)]
pub struct InstData {
    /// What it does.
    pub inst: Inst,
    /// What it makes; [`Type::Void`] for none.
    pub ty: Type,
    /// Where it comes from.
    pub origin: Origin,
}

/// A sequence of statements.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block(pub Vec<Statement>);

/// A statement with its place in the source.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it comes from: the condition for branches and loops.
    pub origin: Origin,
}

/// What a statement does.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// Evaluates an instruction.
    Inst(Value),
    /// Runs one of two blocks.
    If {
        /// bool.
        condition: Value,
        /// Where true.
        then_block: Block,
        /// Where false.
        else_block: Block,
    },
    /// Runs `body`, then `step`, again and again.
    Loop {
        /// `continue` goes to its end.
        body: Block,
        /// Runs between two rounds; may `break`, never `continue`.
        step: Block,
    },
    /// Jumps to the matching case; cases fall through in order.
    Switch {
        /// Any integer scalar.
        selector: Value,
        /// In source order.
        cases: Vec<Case>,
    },
    /// Leaves the innermost loop or switch.
    Break,
    /// Goes to the step of the innermost loop.
    Continue,
    /// Leaves the function.
    Return(Option<Value>),
}

/// One case of a switch.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Values that lead here, as 64-bit two's complement.
    pub values: SmallVec<[i64; 2]>,
    /// Whether `default:` leads here too.
    pub is_default: bool,
    /// Falls through to the next case's body.
    pub body: Block,
}

/// An addressable variable in the thread address space.
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// Its name in the source; empty for temporaries.
    pub name: Arc<str>,
    /// Bytes.
    pub size: u32,
    /// Bytes.
    pub align: u32,
    /// Its source type, for debuggers and for messages.
    pub layout: Option<LayoutId>,
    /// Its declaration.
    pub origin: Origin,
}

/// A register variable: state without an address.
#[derive(Clone, PartialEq, Debug)]
pub struct Var {
    /// Name of the variable it came from; empty for temporaries.
    pub name: Arc<str>,
    /// A scalar, vector, pointer or handle.
    pub ty: Type,
    /// The declaration it came from.
    pub origin: Origin,
}

/// A call that was inlined.
#[derive(Clone, PartialEq, Debug)]
pub struct InlinedCall {
    /// The callee's name as shown to users, template arguments included.
    pub function: Arc<str>,
    /// The call; its site is the caller's.
    pub call: Origin,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The name shown to users: qualified, with template arguments.
    pub name: Arc<str>,
    /// Types of the parameters.
    pub params: Vec<Type>,
    /// Names of the parameters, for debuggers.
    pub param_names: Vec<Arc<str>>,
    /// Type of the result.
    pub result: Type,
    /// The arena that [`Value`]s number.
    pub insts: Vec<InstData>,
    /// What it does; `None` when only declared.
    pub body: Option<Block>,
    /// Addressable variables.
    pub locals: Vec<Local>,
    /// Register variables.
    pub vars: Vec<Var>,
    /// Inlined calls; site n is entry n - 1.
    pub inlined: Vec<InlinedCall>,
    /// The declaration.
    pub span: Span,
    /// `noinline` was asked for.
    pub no_inline: bool,
}

impl Function {
    /// A function without a body.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, params: Vec<Type>, result: Type, span: Span) -> Self {
        Self {
            name: name.into(),
            param_names: vec!["".into(); params.len()],
            params,
            result,
            insts: Vec::new(),
            body: None,
            locals: Vec::new(),
            vars: Vec::new(),
            inlined: Vec::new(),
            span,
            no_inline: false,
        }
    }

    /// The instruction that makes a value.
    #[must_use]
    pub fn inst(&self, value: Value) -> &Inst {
        &self.insts[value.index()].inst
    }

    /// The type of a value.
    #[must_use]
    pub fn ty(&self, value: Value) -> Type {
        self.insts[value.index()].ty
    }

    /// Adds an instruction to the arena (not yet to a block).
    pub fn push(&mut self, inst: Inst, ty: Type, origin: Origin) -> Value {
        self.insts.push(InstData { inst, ty, origin });
        Value(self.insts.len() as u32 - 1)
    }

    /// Adds an addressable variable.
    pub fn add_local(&mut self, local: Local) -> LocalId {
        self.locals.push(local);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// Adds a register variable.
    pub fn add_var(&mut self, var: Var) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() as u32 - 1)
    }
}

/// How a program-scope variable gets its first contents.
#[derive(Clone, PartialEq, Debug)]
pub enum Initializer {
    /// Undefined contents (threadgroup variables).
    None,
    /// These bytes, with addresses of other objects patched in.
    Bytes {
        /// Contents, as long as the variable.
        bytes: Arc<[u8]>,
        /// (offset, target, byte distance into the target): 8 bytes each.
        pointers: Vec<(u32, GlobalId, i64)>,
    },
    /// This function writes it, given its address, when the pipeline is made: for values that depend on function
    /// constants.
    Function(FunctionId),
}

/// A program-scope variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Name shown to users.
    pub name: Arc<str>,
    /// Constant, threadgroup or device.
    pub space: AddressSpace,
    /// Bytes.
    pub size: u32,
    /// Bytes.
    pub align: u32,
    /// First contents.
    pub initializer: Initializer,
    /// Its source type.
    pub layout: Option<LayoutId>,
    /// Its declaration.
    pub span: Span,
}

/// A function constant (MSL 5.8.1).
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionConstant {
    /// Name shown to the host.
    pub name: Arc<str>,
    /// `[[function_constant(index)]]`.
    pub index: u32,
    /// Scalar or vector.
    pub ty: Type,
    /// Its declaration.
    pub span: Span,
}

/// A compiled program before specialisation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Module {
    /// All functions.
    pub functions: Vec<Function>,
    /// All program-scope variables that live in memory.
    pub globals: Vec<Global>,
    /// Function constants, in order of declaration.
    pub function_constants: Vec<FunctionConstant>,
    /// Entry points, in order of declaration.
    pub entry_points: Vec<EntryPoint>,
    /// Source types, for reflection and debuggers.
    pub layouts: Vec<TypeLayout>,
}

impl Module {
    /// The entry point of that host name.
    #[must_use]
    pub fn entry_point(&self, name: &str) -> Option<&EntryPoint> {
        self.entry_points.iter().find(|entry| &*entry.name == name)
    }

    /// A function.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// A source type.
    #[must_use]
    pub fn layout(&self, id: LayoutId) -> &TypeLayout {
        &self.layouts[id.index()]
    }
}
