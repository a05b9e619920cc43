//! Where a code generator plugs in beside the interpreter.
//!
//! Must never know a particular one.

use crate::diagnostic::Diagnostic;
use crate::ir::FunctionId;
use crate::ir::Module;
use std::sync::Arc;

/// Memory that compiled code may reach: entry `number - first` of a table, as [`super::Memory::address`] counts.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// First byte; null when nothing lies here.
    pub base: *mut u8,
    /// Bytes.
    pub size: u64,
}

/// What compiled code needs for a run of threadgroups.
#[derive(Debug)]
pub struct Launch<'a> {
    /// One value for each parameter of the entry function: an address or a handle.
    pub arguments: &'a [u64],
    /// Length of each threadgroup memory argument, by parameter; 0 for the rest.
    pub threadgroup_lengths: &'a [u32],
    /// Buffers by number, from `first_region` on.
    pub regions: &'a [Region],
    /// The number of the first region.
    pub first_region: u32,
    /// Contents of constant globals, by [`crate::ir::GlobalId`]; empty for others.
    pub globals: &'a [Arc<[u8]>],
    /// Threads of the whole grid.
    pub grid: [u32; 3],
    /// Threads of a full threadgroup.
    pub threads_per_threadgroup: [u32; 3],
    /// Step budget of a SIMD-group.
    pub max_steps: u64,
    /// Linear numbers of the threadgroups to run, x fastest.
    pub threadgroups: std::ops::Range<u64>,
}

/// How a run of compiled code ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// All threadgroups ran.
    Done,
    /// Something is wrong in this threadgroup, before it changed any memory that outlives it, or in a way that can be
    /// repeated: the interpreter runs it (again) and reports.
    Fault(u64),
}

/// A kernel as machine code.
pub trait CompiledKernel: Send + Sync {
    /// Runs threadgroups. What it does to memory is what the interpreter does, bit for bit.
    fn run(&self, launch: &Launch<'_>) -> Completion;
}

/// Makes machine code of kernels.
pub trait Backend: Send + Sync {
    /// Compiles the function for a SIMD-group width. An error that is [`crate::diagnostic::Blame::Unsupported`]
    /// leaves the kernel to the interpreter.
    fn compile(
        &self,
        module: &Module,
        function: FunctionId,
        simd_width: u32,
    ) -> Result<Arc<dyn CompiledKernel>, Box<Diagnostic>>;
}
