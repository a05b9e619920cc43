//! Events of a run, for checkers, profilers and debuggers that watch it.
//!
//! The engine emits; it never knows who listens. Without an observer the cost is one test a memory operation.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::ThreadPosition;
use crate::ir::Origin;
use crate::msl::AddressSpace;

/// What an access does.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    Read,
    Write,
    /// Reads and perhaps writes, as one.
    AtomicReadWrite,
    AtomicRead,
    AtomicWrite,
}

impl AccessKind {
    /// Whether it is atomic.
    #[must_use]
    pub fn is_atomic(self) -> bool {
        !matches!(self, Self::Read | Self::Write)
    }

    /// Whether it writes.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(self, Self::Write | Self::AtomicReadWrite | Self::AtomicWrite)
    }
}

/// One instruction's accesses: one for each active lane.
#[derive(Clone, Copy, Debug)]
pub struct Accesses<'a> {
    /// What they do.
    pub kind: AccessKind,
    /// The space the program names; the address tells the real one if it is generic.
    pub space: AddressSpace,
    /// One bit a lane: which ones take part.
    pub lanes: u64,
    /// The address of each lane; those of lanes that don't take part mean nothing.
    pub addresses: &'a [u64],
    /// Bytes each lane touches.
    pub size: u32,
    /// The instruction.
    pub origin: Origin,
    /// Who runs.
    pub group: Group,
}

/// A SIMD-group that is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// `threadgroup_position_in_grid`.
    pub threadgroup: [u32; 3],
    /// `simdgroup_index_in_threadgroup`.
    pub simdgroup: u32,
    /// Lanes that exist.
    pub lanes: u64,
}

/// A barrier or fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barrier {
    /// `mem_flags`.
    pub flags: u32,
    /// `thread_scope`.
    pub scope: u32,
    /// Only the SIMD-group meets.
    pub simdgroup_only: bool,
    /// The instruction.
    pub origin: Origin,
}

/// Listens to a run. Findings that it makes go into the list it is handed.
///
/// Threadgroups run one after the other while an observer listens.
#[allow(unused_variables)]
pub trait Observer {
    /// A threadgroup starts, with so many threads.
    fn begin_threadgroup(&mut self, threadgroup: [u32; 3], threads: u32) {}
    /// All its threads have ended.
    fn end_threadgroup(&mut self, findings: &mut Vec<Diagnostic>) {}
    /// Memory is accessed; only accesses that are allowed are shown. `position` gives the thread of a lane.
    fn access(
        &mut self,
        accesses: &Accesses<'_>,
        position: &dyn Fn(u32) -> ThreadPosition,
        findings: &mut Vec<Diagnostic>,
    ) {
    }
    /// The threads of the threadgroup, or of one SIMD-group, have met.
    fn barrier(&mut self, barrier: &Barrier, group: Group) {}
    /// These lanes have ended.
    fn exit(&mut self, group: Group, lanes: u64) {}
}
