//! Entry points and how their arguments are bound: what reflection shows and what a dispatch needs.

use super::FunctionConstantId;
use super::FunctionId;
use super::GlobalId;
use super::LayoutId;
use crate::msl::AddressSpace;
use crate::msl::Stage;
use crate::source::Span;
use std::sync::Arc;

/// A function the host can name.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryPoint {
    /// `[[host_name]]`, or the qualified name.
    pub name: Arc<str>,
    /// Its kind.
    pub stage: Stage,
    /// Its code. The function has one parameter for each argument, in order (pointers for buffers and threadgroup
    /// memory, handles for the rest); built-in inputs are read by [`super::Inst::BuiltinInput`].
    pub function: FunctionId,
    /// Its bindings, in order of declaration; program-scope bindings that it uses come last.
    pub arguments: Vec<Argument>,
    /// `[[max_total_threads_per_threadgroup(n)]]`.
    pub max_total_threads: Option<u32>,
    /// `[[required_threads_per_threadgroup(x, y, z)]]`.
    pub required_threads: Option<[u32; 3]>,
    /// Threadgroup variables that it, or what it calls, uses.
    pub threadgroup_globals: Vec<GlobalId>,
    /// `[[user_annotation("…")]]`.
    pub annotation: Option<Arc<str>>,
    /// Its name in the declaration.
    pub span: Span,
}

/// How an argument may be used.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
    ReadWrite,
}

/// One bound argument.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// The parameter's name.
    pub name: Arc<str>,
    /// What is bound.
    pub kind: ArgumentKind,
    /// Index in its class (`[[buffer(n)]]` and so on), given or implicit.
    pub index: u32,
    /// Whether the index is the value of a function constant (then `index` counts only if it has none).
    pub index_constant: Option<FunctionConstantId>,
    /// What the declared type allows.
    pub access: Access,
    /// Gate: the argument exists only if this bool constant is true. The function computes it, given no arguments.
    pub condition: Option<FunctionId>,
    /// Whether the function's code uses it at all.
    pub active: bool,
    /// The parameter.
    pub span: Span,
}

/// What is bound.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgumentKind {
    /// A pointer or reference to device or constant memory.
    Buffer {
        /// Device or constant.
        space: AddressSpace,
        /// What it points to.
        pointee: LayoutId,
        /// Declared as a reference: must hold at least one whole object.
        is_reference: bool,
    },
    /// Threadgroup memory whose length the host sets.
    ThreadgroupMemory {
        /// What it points to.
        pointee: LayoutId,
    },
    /// Textures, `count` consecutive ones.
    Texture {
        /// The declared type.
        layout: LayoutId,
        /// 1 unless an array.
        count: u32,
    },
    /// Samplers, `count` consecutive ones.
    Sampler {
        /// 1 unless an array.
        count: u32,
    },
    /// Per-thread or per-vertex data fetched by a descriptor: the struct is written to memory before the function
    /// runs.
    StageIn {
        /// The struct.
        layout: LayoutId,
    },
    /// Anything else, by name; running a function that has one is not supported.
    Unsupported {
        /// The type as written.
        type_name: Arc<str>,
    },
}
