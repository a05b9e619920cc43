//! Buffers and their contents as Rust values.

use super::Device;
use super::Error;
use crate::exec::Memory;
use std::sync::Arc;
use std::sync::PoisonError;

mod sealed {
    pub trait Sealed {}

    impl<T: Sealed, const N: usize> Sealed for [T; N] {}
    impl Sealed for bool {}
}

/// A Rust type that lies in a buffer as it does in MSL: numbers, `bool`, and arrays of them: `[f32; 4]` for `float4`. A
/// `float3` takes the room of four; `[f32; 3]` is a `packed_float3`. A `half` is its bits, a `u16`.
pub trait Element: Copy + sealed::Sealed {
    /// Bytes of one.
    const SIZE: usize;

    /// Adds the bytes of one, little-endian.
    fn put(self, bytes: &mut Vec<u8>);

    /// The one in the first [`Element::SIZE`] of these bytes.
    fn get(bytes: &[u8]) -> Self;

    /// The bytes of many.
    #[must_use]
    fn to_bytes(values: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(values.len() * Self::SIZE);
        values.iter().for_each(|value| value.put(&mut bytes));
        bytes
    }
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl sealed::Sealed for $ty {}

        impl Element for $ty {
            const SIZE: usize = size_of::<$ty>();

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn get(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$ty>()];
                own.copy_from_slice(&bytes[..size_of::<$ty>()]);
                Self::from_le_bytes(own)
            }
        }
    )*};
}

numbers! { u8 i8 u16 i16 u32 i32 u64 i64 f32 }

impl Element for bool {
    const SIZE: usize = 1;

    fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(self));
    }

    fn get(bytes: &[u8]) -> Self {
        bytes[0] != 0
    }
}

impl<T: Element, const N: usize> Element for [T; N] {
    const SIZE: usize = T::SIZE * N;

    fn put(self, bytes: &mut Vec<u8>) {
        self.into_iter().for_each(|value| value.put(bytes));
    }

    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|at| T::get(&bytes[at * T::SIZE..]))
    }
}

#[derive(Debug)]
struct Inner {
    device: Device,
    memory: Arc<Memory>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        let mut numbers = self.device.shared.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.give_back(self.memory.number());
    }
}

/// Memory that shaders and the host share (`MTLBuffer`). Handles are cheap to clone.
#[derive(Clone, Debug)]
pub struct Buffer {
    inner: Arc<Inner>,
}

impl Buffer {
    pub(super) fn new(device: &Device, length: u64, bytes: Option<&[u8]>) -> Result<Self, Error> {
        if length == 0 {
            return Err(Error::rule("cannot create a buffer of zero length"));
        }
        let limit = device.limits().buffer_length;
        if length > limit {
            return Err(Error::rule(format!("buffer length ({length}) must be <= {limit}, the device's limit")));
        }
        let number = device.take_number().ok_or_else(|| Error::rule("too many buffers are alive at once"))?;
        let memory = match bytes {
            Some(bytes) => Memory::from_bytes(number, "", bytes),
            None => Memory::new(number, "", length as usize),
        };
        Ok(Self { inner: Arc::new(Inner { device: device.clone(), memory }) })
    }

    /// Bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.inner.memory.len() as u64
    }

    /// The address that a shader sees: for pointers in argument buffers.
    #[must_use]
    pub fn gpu_address(&self) -> u64 {
        self.inner.memory.address()
    }

    /// The device it belongs to.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.inner.device
    }

    /// All whole elements that it holds.
    #[must_use]
    pub fn contents<T: Element>(&self) -> Vec<T> {
        self.inner.memory.read(|bytes| bytes.chunks_exact(T::SIZE.max(1)).map(T::get).collect())
    }

    /// Writes values from element `start` on (an index in elements of `T`).
    ///
    /// # Errors
    /// They don't fit.
    pub fn write<T: Element>(&self, start: usize, values: &[T]) -> Result<(), Error> {
        self.write_bytes(start.saturating_mul(T::SIZE), &T::to_bytes(values))
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// They don't fit.
    pub fn write_bytes(&self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.inner.memory.write(|contents| {
            let length = contents.len();
            let end = offset.checked_add(bytes.len()).filter(|end| *end <= length);
            let end = end.ok_or_else(|| {
                Error::rule(format!("offset({offset}) + length({}) must be <= [buffer length]({length})", bytes.len()))
            })?;
            contents[offset..end].copy_from_slice(bytes);
            Ok(())
        })
    }

    /// Looks at the bytes. No command buffer that uses the buffer may be committed meanwhile by the same thread.
    pub fn with_bytes<R>(&self, look: impl FnOnce(&[u8]) -> R) -> R {
        self.inner.memory.read(look)
    }

    /// Changes the bytes; the same holds.
    pub fn with_bytes_mut<R>(&self, change: impl FnOnce(&mut [u8]) -> R) -> R {
        self.inner.memory.write(change)
    }

    pub(super) fn memory(&self) -> &Arc<Memory> {
        &self.inner.memory
    }
}
