//! Literal values: a scalar or vector as bits.

use super::Type;
use crate::msl::Scalar;
use smallvec::SmallVec;

/// A literal scalar or vector: one 64-bit pattern a component, in the component's own width (`half` as 16 bits,
/// signed integers sign-extended to 64, everything else zero-extended).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constant {
    /// Element type.
    pub scalar: Scalar,
    /// The components.
    pub bits: SmallVec<[u64; 4]>,
}

impl Constant {
    /// A scalar from its bits; excess bits are dropped, signed ones extended.
    #[must_use]
    pub fn scalar(scalar: Scalar, bits: u64) -> Self {
        Self { scalar, bits: SmallVec::from_slice(&[Self::normalize(scalar, bits)]) }
    }

    /// A vector (or scalar, for one component) from bits.
    #[must_use]
    pub fn vector(scalar: Scalar, bits: impl IntoIterator<Item = u64>) -> Self {
        Self { scalar, bits: bits.into_iter().map(|bits| Self::normalize(scalar, bits)).collect() }
    }

    /// `bool`.
    #[must_use]
    pub fn bool(value: bool) -> Self {
        Self::scalar(Scalar::Bool, u64::from(value))
    }

    /// `int`.
    #[must_use]
    pub fn i32(value: i32) -> Self {
        Self::scalar(Scalar::I32, value as u64)
    }

    /// `uint`.
    #[must_use]
    pub fn u32(value: u32) -> Self {
        Self::scalar(Scalar::U32, u64::from(value))
    }

    /// `float`.
    #[must_use]
    pub fn f32(value: f32) -> Self {
        Self::scalar(Scalar::F32, u64::from(value.to_bits()))
    }

    /// Zero of a scalar or vector type; `None` for pointers, handles and void.
    #[must_use]
    pub fn zero(ty: Type) -> Option<Self> {
        let scalar = ty.scalar()?;
        Some(Self { scalar, bits: SmallVec::from_elem(0, usize::from(ty.lanes())) })
    }

    /// Its type.
    #[must_use]
    pub fn ty(&self) -> Type {
        Type::of(self.scalar, self.bits.len() as u8)
    }

    /// The one pattern of these bits in this type.
    #[must_use]
    pub fn normalize(scalar: Scalar, bits: u64) -> u64 {
        match scalar {
            Scalar::Bool => bits & 1,
            Scalar::I8 => bits as i8 as u64,
            Scalar::I16 => bits as i16 as u64,
            Scalar::I32 => bits as i32 as u64,
            Scalar::U8 => u64::from(bits as u8),
            Scalar::U16 | Scalar::F16 | Scalar::BF16 => u64::from(bits as u16),
            Scalar::U32 | Scalar::F32 => u64::from(bits as u32),
            Scalar::I64 | Scalar::U64 => bits,
        }
    }

    /// The bytes in memory, components without gaps.
    pub fn to_bytes(&self, out: &mut Vec<u8>) {
        for bits in &self.bits {
            out.extend_from_slice(&bits.to_le_bytes()[..self.scalar.size() as usize]);
        }
    }
}
