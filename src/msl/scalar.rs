//! The arithmetic scalar types (MSL 2.1).

use std::fmt;

/// An arithmetic scalar type.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    BF16,
    F32,
}

impl Scalar {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Bool,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::F16,
        Self::BF16,
        Self::F32,
    ];

    /// Size and alignment in memory, bytes.
    #[must_use]
    pub fn size(self) -> u32 {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::F16 | Self::BF16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 => 8,
        }
    }

    /// Width in bits of the value (`bool` counts 1).
    #[must_use]
    pub fn bits(self) -> u32 {
        if self == Self::Bool { 1 } else { self.size() * 8 }
    }

    /// float, half or bfloat.
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::BF16 | Self::F32)
    }

    /// An integer type; `bool` isn't one here.
    #[must_use]
    pub fn is_integer(self) -> bool {
        !self.is_float() && self != Self::Bool
    }

    /// A signed integer type.
    #[must_use]
    pub fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The unsigned integer type of the same size; floats give the one that holds their bits, `bool` gives `uchar`.
    #[must_use]
    pub fn to_unsigned(self) -> Self {
        match self.size() {
            1 => Self::U8,
            2 => Self::U16,
            4 => Self::U32,
            _ => Self::U64,
        }
    }

    /// The signed integer type of the same size.
    #[must_use]
    pub fn to_signed(self) -> Self {
        match self.size() {
            1 => Self::I8,
            2 => Self::I16,
            4 => Self::I32,
            _ => Self::I64,
        }
    }

    /// The name in MSL.
    #[must_use]
    pub fn msl_name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "char",
            Self::I16 => "short",
            Self::I32 => "int",
            Self::I64 => "long",
            Self::U8 => "uchar",
            Self::U16 => "ushort",
            Self::U32 => "uint",
            Self::U64 => "ulong",
            Self::F16 => "half",
            Self::BF16 => "bfloat",
            Self::F32 => "float",
        }
    }

    /// The short name used in IR text.
    #[must_use]
    pub fn ir_name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::F16 => "f16",
            Self::BF16 => "bf16",
            Self::F32 => "f32",
        }
    }

    /// The scalar of an MSL name, `size_t`-like and `intN_t`-like spellings included.
    #[must_use]
    pub fn from_msl_name(name: &str) -> Option<Self> {
        Some(match name {
            "bool" => Self::Bool,
            "char" | "int8_t" => Self::I8,
            "short" | "int16_t" => Self::I16,
            "int" | "int32_t" => Self::I32,
            "long" | "int64_t" | "ptrdiff_t" => Self::I64,
            "uchar" | "uint8_t" => Self::U8,
            "ushort" | "uint16_t" => Self::U16,
            "uint" | "uint32_t" => Self::U32,
            "ulong" | "uint64_t" | "size_t" => Self::U64,
            "half" => Self::F16,
            "bfloat" => Self::BF16,
            "float" => Self::F32,
            _ => return None,
        })
    }

    /// Size in bytes of a vector of `lanes` of these: three-component vectors take the room of four (MSL 2.2).
    #[must_use]
    pub fn vector_size(self, lanes: u8) -> u32 {
        self.size() * if lanes == 3 { 4 } else { u32::from(lanes) }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ir_name())
    }
}
