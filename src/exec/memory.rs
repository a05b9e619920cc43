//! Buffers as a dispatch sees them: bytes with a number, shared by handle.
//!
//! Must never know what the bytes mean or who made them.

#![allow(unsafe_code)]

use std::sync::Arc;
use std::sync::RwLock;

/// The largest number a [`Memory`] may have.
pub const MAX_MEMORY_NUMBER: u32 = (1 << 22) - 1;

/// The largest size of a [`Memory`], bytes: half of what a pointer's offset spans.
pub const MAX_MEMORY_SIZE: u64 = 1 << 39;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Bytes that start at a multiple of 64.
#[derive(Clone, Default)]
pub struct AlignedBytes {
    lines: Vec<Line>,
    length: usize,
}

impl AlignedBytes {
    /// That many zero bytes.
    #[must_use]
    pub fn new(length: usize) -> Self {
        Self { lines: vec![Line([0; 64]); length.div_ceil(64)], length }
    }

    /// A copy of these bytes.
    #[must_use]
    pub fn from_slice(bytes: &[u8]) -> Self {
        let mut this = Self::new(bytes.len());
        this.as_mut_slice().copy_from_slice(bytes);
        this
    }

    /// The bytes.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        // SAFETY: `lines` owns at least `length` initialised bytes without padding.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.length) }
    }

    /// The bytes.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: as above, borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.length) }
    }

    /// Changes the length; new bytes are zero, up to the next multiple of 64 old ones may show again.
    pub fn resize(&mut self, length: usize) {
        self.lines.resize(length.div_ceil(64), Line([0; 64]));
        self.length = length;
    }
}

impl std::fmt::Debug for AlignedBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.length)
    }
}

/// A buffer's contents: what a `device` or `constant` pointer can point into.
///
/// A dispatch holds the lock while it runs. The number is the upper part of every address in it, so a host that wants
/// the same addresses in every run hands out numbers in the order in which it makes buffers.
#[derive(Debug)]
pub struct Memory {
    number: u32,
    label: Arc<str>,
    bytes: RwLock<AlignedBytes>,
}

impl Memory {
    /// `length` zero bytes. `number` is from 1 to [`MAX_MEMORY_NUMBER`] and no other live memory's that a shader can
    /// reach; `label` is what messages call it.
    #[must_use]
    pub fn new(number: u32, label: impl Into<Arc<str>>, length: usize) -> Arc<Self> {
        Arc::new(Self { number, label: label.into(), bytes: RwLock::new(AlignedBytes::new(length)) })
    }

    /// A copy of these bytes.
    #[must_use]
    pub fn from_bytes(number: u32, label: impl Into<Arc<str>>, bytes: &[u8]) -> Arc<Self> {
        Arc::new(Self { number, label: label.into(), bytes: RwLock::new(AlignedBytes::from_slice(bytes)) })
    }

    /// Its number.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// What messages call it; may be empty.
    #[must_use]
    pub fn label(&self) -> &Arc<str> {
        &self.label
    }

    /// The address that a shader sees for its first byte (`gpuAddress`).
    #[must_use]
    pub fn address(&self) -> u64 {
        u64::from(self.number) << 40
    }

    /// Bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read(<[u8]>::len)
    }

    /// Whether it holds no byte.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Looks at the contents.
    pub fn read<R>(&self, look: impl FnOnce(&[u8]) -> R) -> R {
        look(self.bytes.read().unwrap_or_else(std::sync::PoisonError::into_inner).as_slice())
    }

    /// Changes the contents.
    pub fn write<R>(&self, change: impl FnOnce(&mut [u8]) -> R) -> R {
        change(self.bytes.write().unwrap_or_else(std::sync::PoisonError::into_inner).as_mut_slice())
    }

    pub(crate) fn lock(&self) -> std::sync::RwLockWriteGuard<'_, AlignedBytes> {
        self.bytes.write().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_aligned_and_kept() {
        let memory = Memory::from_bytes(3, "x", &[1, 2, 3]);
        assert_eq!((memory.len(), memory.address()), (3, 3 << 40));
        memory.write(|bytes| bytes[1] = 9);
        memory.read(|bytes| {
            assert_eq!(bytes, [1, 9, 3]);
            assert_eq!(bytes.as_ptr() as usize % 64, 0);
        });
    }
}
