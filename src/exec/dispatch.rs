//! What a dispatch is given and what it gives back.
//!
//! Plain data: must never know how a run is done.

use super::memory::Memory;
use crate::diagnostic::Code;
use crate::diagnostic::Diagnostic;
use crate::msl::Scalar;
use std::sync::Arc;

/// How many threads run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grid {
    /// `dispatchThreads`: exactly so many; threadgroups at the edge are smaller.
    Threads([u32; 3]),
    /// `dispatchThreadgroups`: so many whole threadgroups.
    Threadgroups([u32; 3]),
}

/// In which order SIMD-groups run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// One after the other, each as far as it can.
    #[default]
    Order,
    /// Interleaved at memory operations and barriers, as this number decides.
    Seed(u64),
}

/// What is bound to an argument of the entry point.
#[derive(Clone, Debug, Default)]
pub enum Binding {
    /// Nothing.
    #[default]
    None,
    /// A buffer from a byte offset on.
    Buffer {
        /// Its contents.
        memory: Arc<Memory>,
        /// Bytes.
        offset: u64,
    },
    /// Bytes copied for this dispatch (`setBytes`).
    Bytes(Arc<[u8]>),
    /// Length of a threadgroup memory argument, bytes.
    ThreadgroupMemory(u32),
}

/// Which findings are looked for and reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checks {
    /// Codes that are not reported. (The access itself is still safe: reads give 0, writes are dropped.)
    pub off: Vec<Code>,
}

impl Checks {
    /// Everything that is on by default.
    pub const ALL: Self = Self { off: Vec::new() };

    /// Whether this code is reported.
    #[must_use]
    pub fn reports(&self, code: Code) -> bool {
        !self.off.contains(&code)
    }
}

/// One dispatch of a [`super::Program`].
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The grid.
    pub grid: Grid,
    /// Threads of a full threadgroup.
    pub threads_per_threadgroup: [u32; 3],
    /// One for each entry of [`crate::ir::EntryPoint::arguments`], in that order; missing ones count as
    /// [`Binding::None`].
    pub bindings: Vec<Binding>,
    /// Memory that isn't bound but may be reached through pointers in buffers (`useResource`).
    pub resident: Vec<Arc<Memory>>,
    /// Lanes of a SIMD-group: 4, 8, 16, 32 or 64.
    pub simd_width: u32,
    /// Worker threads; 0 for one a core. Results don't depend on it. At present one worker runs all threadgroups.
    pub threads: usize,
    /// Step budget of each SIMD-group. A step is about one instruction; it is counted when a loop goes round or a
    /// function is called.
    pub max_steps: u64,
    /// The order.
    pub schedule: Schedule,
    /// What is reported.
    pub checks: Checks,
}

impl Dispatch {
    /// A dispatch with the defaults: 32 lanes, one thread a core, the fixed order, all checks.
    #[must_use]
    pub fn new(grid: Grid, threads_per_threadgroup: [u32; 3]) -> Self {
        Self {
            grid,
            threads_per_threadgroup,
            bindings: Vec::new(),
            resident: Vec::new(),
            simd_width: 32,
            threads: 0,
            max_steps: DEFAULT_MAX_STEPS,
            schedule: Schedule::Order,
            checks: Checks::ALL,
        }
    }
}

/// The step budget unless another is given: some ten seconds.
pub const DEFAULT_MAX_STEPS: u64 = 4_000_000_000;

/// Something wrong that a run found: the first of its code and place, and how often it was seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The first one.
    pub diagnostic: Diagnostic,
    /// How many there were, the first included.
    pub count: u64,
}

/// What became of a dispatch that could run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// In order of the threadgroups, and inside one in the order in which they came up.
    pub findings: Vec<Finding>,
    /// Whether the run was stopped before its end (step limit, stack overflow, an unsupported construct).
    pub stopped: bool,
    /// Threads that were started.
    pub threads: u64,
    /// Threadgroups that were started.
    pub threadgroups: u64,
}

impl Outcome {
    /// Whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.diagnostic.severity == crate::diagnostic::Severity::Error)
    }
}

/// The value of a function constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantValue {
    /// `[[function_constant(index)]]`.
    pub index: u32,
    /// Its scalar type, checked against the declaration.
    pub scalar: Scalar,
    /// One pattern a component, as in [`crate::ir::Constant`].
    pub bits: Vec<u64>,
}

/// Bytes that the binding of an argument must hold at least: a reference needs its whole object.
#[must_use]
pub fn needed_bytes(module: &crate::ir::Module, argument: &crate::ir::entry::Argument) -> Option<u64> {
    match argument.kind {
        crate::ir::entry::ArgumentKind::Buffer { pointee, is_reference: true, .. } => {
            Some(u64::from(module.layout(pointee).size))
        }
        _ => None,
    }
}
