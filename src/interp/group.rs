//! The state of one SIMD-group: plain data, so that it can be put aside at a barrier and taken up again.

use super::memory::Private;
use crate::ir::FunctionId;

/// A block of words that starts at a multiple of 64 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Block(pub [u32; 16]);

/// A caller that waits.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// Its function.
    pub function: FunctionId,
    /// The instruction behind the call.
    pub at: u32,
    /// Its frame's first word.
    pub base: u32,
    /// Its lanes.
    pub mask: u64,
    /// Its locals.
    pub private: (usize, u32),
    /// The first of its own locals.
    pub first_slot: usize,
    /// Lanes that this call serves.
    pub serve: u64,
    /// Lanes that call something else through the same function pointer, and have still to.
    pub remaining: u64,
}

/// The state of one SIMD-group.
#[derive(Clone, Debug, Default)]
pub struct SimdGroup {
    /// `simdgroup_index_in_threadgroup`.
    pub index: u32,
    /// Lanes that exist.
    pub lanes: u64,
    /// Lanes that have not ended.
    pub alive: u64,
    /// Lanes that are active.
    pub mask: u64,
    /// Steps spent.
    pub steps: u64,
    /// The running function.
    pub function: u32,
    /// The next instruction.
    pub at: u32,
    /// First word of the running function's frame.
    pub base: u32,
    /// Callers, the entry function first.
    pub callers: Vec<Caller>,
    /// All frames.
    pub frames: Vec<Block>,
    /// Each lane's locals.
    pub private: Private,
    /// The first local of the running function.
    pub first_slot: usize,
    /// Whether the entry function's constants are in place, and for which code.
    pub ready_for: usize,
    /// `mask` as a row, and for which mask.
    pub expanded: (u64, ExpandedMask),
}

/// All bits of a word for an active lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct ExpandedMask(pub [u32; 64]);

impl Default for ExpandedMask {
    fn default() -> Self {
        Self([0; 64])
    }
}

impl SimdGroup {
    /// The active lanes as a row.
    #[inline(always)]
    pub fn expand(&mut self) -> &[u32; 64] {
        if self.expanded.0 != self.mask {
            let mask = self.mask;
            let (low, high) = (mask as u32, (mask >> 32) as u32);
            for lane in 0..32 {
                self.expanded.1.0[lane] = (low >> lane & 1).wrapping_neg();
                self.expanded.1.0[lane + 32] = (high >> lane & 1).wrapping_neg();
            }
            self.expanded.0 = mask;
        }
        &self.expanded.1.0
    }

    /// Makes sure that there are frames up to this word.
    pub fn reserve(&mut self, words: u32) {
        let blocks = (words as usize).div_ceil(16);
        if self.frames.len() < blocks {
            self.frames.resize(blocks, Block([0; 16]));
        }
    }
}

/// The lanes of a mask, in ascending order.
#[inline(always)]
pub fn lanes(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lane = mask.trailing_zeros();
        mask &= mask - 1;
        Some(lane)
    })
}
