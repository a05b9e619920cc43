//! The memory a running SIMD-group reaches: allocations by number, and each lane's private memory.
//!
//! Private memory is interleaved by words of four bytes, so that the same variable of all lanes is one row. Must never
//! know instructions.

#![allow(unsafe_code)]

use crate::bytecode::code::FIRST_GLOBAL;
use crate::bytecode::code::FIRST_PRIVATE;
use crate::bytecode::code::FUNCTIONS;
use crate::bytecode::code::pointer;

/// What one allocation number stands for.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// First byte; null if nothing is there.
    pub base: *mut u8,
    /// Bytes.
    pub size: u64,
    /// Whether stores are allowed.
    pub writable: bool,
    /// For an argument that nothing is bound to: its parameter.
    pub unbound: Option<u32>,
}

impl Region {
    /// Nothing.
    pub const NONE: Self = Self { base: std::ptr::null_mut(), size: 0, writable: false, unbound: None };
}

// SAFETY: a region is an address with a length. Who shares regions between threads (the scheduler) makes sure that
// accesses through them don't conflict.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

/// Why an access can't be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Number 0.
    Null,
    /// A number that stands for nothing (any more).
    Dangling,
    /// An argument without a binding: its parameter.
    Unbound(u32),
    /// Outside: the offset and the size of the object.
    Outside(i64, u64),
    /// Not a multiple of the alignment.
    Misaligned,
    /// A store to read-only memory.
    ReadOnly,
    /// A function's address.
    Function,
}

/// The allocations that all lanes share.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Buffers, by number from `first_buffer` on.
    pub buffers: Vec<Region>,
    /// The number of the first.
    pub first_buffer: u32,
    /// Program-scope variables, then arguments that have an allocation of their own.
    pub objects: Vec<Region>,
}

impl Shared {
    /// The region of a number.
    #[inline(always)]
    pub fn region(&self, number: u32) -> Option<&Region> {
        if number < FIRST_GLOBAL {
            self.buffers.get(number.wrapping_sub(self.first_buffer) as usize)
        } else {
            self.objects.get((number - FIRST_GLOBAL) as usize)
        }
    }

    /// Checks an access of `size` bytes; gives where it is.
    #[inline(always)]
    pub fn check(&self, address: u64, size: u64, align: u32, write: bool) -> Result<*mut u8, Trouble> {
        let offset = pointer::offset(address);
        match self.region(pointer::number(address)) {
            Some(region) if offset >= 0 && (offset as u64).saturating_add(size) <= region.size => {
                if offset as u64 & u64::from(align - 1) != 0 {
                    return Err(Trouble::Misaligned);
                }
                if write && !region.writable {
                    return Err(Trouble::ReadOnly);
                }
                Ok(region.base.wrapping_add(offset as usize))
            }
            region => Err(Self::trouble(address, region)),
        }
    }

    #[cold]
    fn trouble(address: u64, region: Option<&Region>) -> Trouble {
        let number = pointer::number(address);
        match region {
            _ if number == 0 => Trouble::Null,
            _ if number == FUNCTIONS => Trouble::Function,
            Some(Region { unbound: Some(parameter), .. }) => Trouble::Unbound(*parameter),
            Some(region) if !region.base.is_null() => Trouble::Outside(pointer::offset(address), region.size),
            _ => Trouble::Dangling,
        }
    }
}

/// A local of a function that is running.
#[derive(Clone, Copy, Debug)]
pub struct PrivateSlot {
    /// First word of each lane.
    pub word: u32,
    /// Bytes.
    pub size: u32,
    /// Tells this use of the slot from earlier ones.
    pub generation: u32,
    /// Lanes for which it is dead.
    pub dead: u64,
}

/// Words of private memory that one lane may have.
pub const MAX_PRIVATE_WORDS: u32 = 1 << 18;

/// The locals of each call start at a multiple of so many words: 64 bytes.
const PRIVATE_ALIGNMENT: u32 = 16;
/// Locals that may live at once.
const SLOT_BITS: u32 = 12;
const GENERATION_MASK: u32 = (1 << (23 - SLOT_BITS)) - 1;

/// Each lane's private memory.
#[derive(Clone, Debug, Default)]
pub struct Private {
    words: Vec<u32>,
    slots: Vec<PrivateSlot>,
    live_slots: usize,
    top: u32,
    width: u32,
}

impl Private {
    /// Nothing lives.
    pub fn reset(&mut self, width: u32) {
        self.width = width;
        self.live_slots = 0;
        self.top = 0;
    }

    /// (locals, words) that live: what [`Self::pop`] goes back to.
    #[must_use]
    pub fn mark(&self) -> (usize, u32) {
        (self.live_slots, self.top)
    }

    /// Makes room for a function's locals: (word, bytes) of each, so many words in all. False if it's too much.
    pub fn push(&mut self, locals: impl Iterator<Item = (u32, u32)>, words: u32) -> bool {
        // As aligned as any local of the function may want to be.
        let base = self.top.next_multiple_of(PRIVATE_ALIGNMENT);
        for (word, size) in locals {
            if self.live_slots == self.slots.len() {
                self.slots.push(PrivateSlot { word: 0, size: 0, generation: 0, dead: 0 });
            }
            let slot = &mut self.slots[self.live_slots];
            let generation = slot.generation.wrapping_add(1) & GENERATION_MASK;
            *slot = PrivateSlot { word: base.saturating_add(word), size, generation, dead: 0 };
            self.live_slots += 1;
        }
        let top = base.saturating_add(words);
        if top > MAX_PRIVATE_WORDS || self.live_slots > 1 << SLOT_BITS {
            return false;
        }
        self.top = top;
        let needed = top as usize * self.width as usize;
        if self.words.len() < needed {
            self.words.resize(needed, 0);
        }
        // Uninitialised contents are the same in every run.
        self.words[base as usize * self.width as usize..needed].fill(0);
        true
    }

    /// The newest locals are gone.
    pub fn pop(&mut self, (slots, top): (usize, u32)) {
        self.live_slots = slots;
        self.top = top;
    }

    /// Address of a live local.
    #[must_use]
    pub fn address(&self, slot: usize) -> u64 {
        let generation = self.slots.get(slot).map_or(0, |slot| slot.generation);
        pointer::new(FIRST_PRIVATE | generation << SLOT_BITS | slot as u32, 0)
    }

    /// A live local.
    pub fn slot_mut(&mut self, slot: usize) -> Option<&mut PrivateSlot> {
        self.slots.get_mut(slot)
    }

    /// The local that an address lies in, for these lanes.
    #[inline(always)]
    pub fn find(&self, address: u64, lanes: u64) -> Result<&PrivateSlot, Trouble> {
        let number = pointer::number(address);
        let index = (number & ((1 << SLOT_BITS) - 1)) as usize;
        let generation = number >> SLOT_BITS & GENERATION_MASK;
        match self.slots[..self.live_slots.min(self.slots.len())].get(index) {
            Some(slot) if slot.generation == generation && slot.dead & lanes == 0 => Ok(slot),
            _ => Err(Trouble::Dangling),
        }
    }

    /// Checks an access in one lane; gives the byte offset in the lane's memory.
    pub fn check(&self, address: u64, lane: u32, size: u64, align: u32) -> Result<u64, Trouble> {
        let slot = self.find(address, 1 << lane)?;
        let offset = pointer::offset(address);
        if offset < 0 || offset as u64 + size > u64::from(slot.size) {
            return Err(Trouble::Outside(offset, u64::from(slot.size)));
        }
        let byte = u64::from(slot.word) * 4 + offset as u64;
        if byte & u64::from(align - 1) != 0 {
            return Err(Trouble::Misaligned);
        }
        Ok(byte)
    }

    /// One byte of a lane, by an offset that was checked.
    #[inline(always)]
    fn position(&self, lane: u32, byte: u64) -> (usize, u32) {
        ((byte / 4) as usize * self.width as usize + lane as usize, (byte % 4) as u32 * 8)
    }

    /// Reads up to eight bytes of a lane.
    #[must_use]
    pub fn read(&self, lane: u32, byte: u64, size: u32) -> u64 {
        if size == 4 && byte.is_multiple_of(4) {
            return u64::from(self.words[self.position(lane, byte).0]);
        }
        (0..size).fold(0, |value, i| {
            let (word, shift) = self.position(lane, byte + u64::from(i));
            value | u64::from(self.words[word] >> shift & 0xff) << (i * 8)
        })
    }

    /// Writes up to eight bytes of a lane.
    pub fn write(&mut self, lane: u32, byte: u64, size: u32, value: u64) {
        if size == 4 && byte.is_multiple_of(4) {
            let (word, _) = self.position(lane, byte);
            self.words[word] = value as u32;
            return;
        }
        for i in 0..size {
            let (word, shift) = self.position(lane, byte + u64::from(i));
            self.words[word] = self.words[word] & !(0xff << shift) | ((value >> (i * 8)) as u32 & 0xff) << shift;
        }
    }

    /// The rows of words from a word on.
    #[must_use]
    pub fn rows(&self, word: u32) -> &[u32] {
        self.words.get(word as usize * self.width as usize..).unwrap_or(&[])
    }

    /// The rows of words from a word on.
    pub fn rows_mut(&mut self, word: u32) -> &mut [u32] {
        self.words.get_mut(word as usize * self.width as usize..).unwrap_or(&mut [])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_memory_is_per_lane_and_checked() {
        let mut private = Private::default();
        private.reset(4);
        assert!(private.push([(0, 8), (2, 1)].into_iter(), 3));
        let a = private.address(0);
        let at = private.check(pointer::add(a, 4), 2, 4, 4).unwrap();
        private.write(2, at, 4, 77);
        private.write(1, at, 2, 0x1234);
        assert_eq!((private.read(2, at, 4), private.read(1, at, 4)), (77, 0x1234));
        assert_eq!(private.check(pointer::add(a, 8), 0, 1, 1), Err(Trouble::Outside(8, 8)));
        assert_eq!(private.check(pointer::add(a, 2), 0, 4, 4), Err(Trouble::Misaligned));
        private.pop((0, 0));
        assert!(private.push([(0, 8)].into_iter(), 2));
        assert_eq!(private.check(a, 0, 4, 4), Err(Trouble::Dangling));
    }
}
