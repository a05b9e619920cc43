//! Source types as they lie in memory: for reflection, debuggers, typed printing and messages.

use crate::msl::AddressSpace;
use crate::msl::Scalar;
use std::sync::Arc;

/// A type of a [`super::Module`]'s table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LayoutId(pub u32);

impl LayoutId {
    /// As an index into [`super::Module::layouts`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A source type with its size.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeLayout {
    /// The name as written in MSL.
    pub name: Arc<str>,
    /// Bytes, as `sizeof` gives it; 0 for an incomplete type.
    pub size: u32,
    /// Bytes.
    pub align: u32,
    /// What it is made of.
    pub kind: LayoutKind,
}

/// A member of a struct or union.
#[derive(Clone, PartialEq, Debug)]
pub struct LayoutMember {
    /// Its name; empty for anonymous ones and base classes.
    pub name: Arc<str>,
    /// Bytes from the start.
    pub offset: u32,
    /// For bit-fields: (first bit from the offset, number of bits).
    pub bits: Option<(u8, u8)>,
    /// Its type.
    pub layout: LayoutId,
    /// `[[id(n)]]` of argument buffers, `[[attribute(n)]]` of stage inputs.
    pub argument_id: Option<u32>,
}

/// What a type is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum LayoutKind {
    /// A scalar.
    Scalar(Scalar),
    /// A vector of that many components, packed or not.
    Vector(Scalar, u8),
    /// Columns, rows.
    Matrix {
        /// float or half.
        scalar: Scalar,
        /// Number of columns.
        columns: u8,
        /// Components of each column.
        rows: u8,
        /// Bytes from one column to the next.
        stride: u32,
    },
    /// A fixed array; `count` 0 is a run-time array.
    Array {
        /// Element type.
        element: LayoutId,
        /// Number of elements.
        count: u32,
        /// Bytes from one to the next.
        stride: u32,
    },
    /// A struct or class, bases first.
    Struct(Vec<LayoutMember>),
    /// A union.
    Union(Vec<LayoutMember>),
    /// An enumeration and its values.
    Enum {
        /// The underlying type.
        scalar: Scalar,
        /// (name, value).
        values: Vec<(Arc<str>, i64)>,
    },
    /// A pointer or reference.
    Pointer {
        /// Where it points.
        space: AddressSpace,
        /// What it points to.
        pointee: LayoutId,
    },
    /// An atomic of that scalar.
    Atomic(Scalar),
    /// A texture type.
    Texture,
    /// A sampler.
    Sampler,
    /// Anything else that has a size but no parts a user may see.
    Opaque,
}
