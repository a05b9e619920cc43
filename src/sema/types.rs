//! Types as the language has them, interned: what a declaration or expression is, address spaces included.
//!
//! There are no dependent types: templates stay as syntax and are elaborated per instance, so every type here is
//! concrete. [`TypeKind::Placeholder`] exists only while partial ordering compares two templates.

use crate::msl::AddressSpace;
use crate::msl::Scalar;
use indexmap::IndexSet;

/// An interned type, without qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// A struct, class or union of a [`super::Sema`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(pub u32);

/// An enumeration of a [`super::Sema`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EnumId(pub u32);

/// A type with the qualifiers of the object it describes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualType {
    /// The type proper.
    pub ty: TypeId,
    /// `const`.
    pub is_const: bool,
    /// `volatile`.
    pub is_volatile: bool,
    /// `coherent(device)`.
    pub is_coherent: bool,
    /// Where the object lives. `None` where nothing was written: thread for locals, whatever is deduced for
    /// templates and `auto`. What pointers and references point to always has one.
    pub space: Option<AddressSpace>,
}

impl QualType {
    /// Unqualified.
    #[must_use]
    pub fn new(ty: TypeId) -> Self {
        Self { ty, is_const: false, is_volatile: false, is_coherent: false, space: None }
    }

    /// With `const`.
    #[must_use]
    pub fn with_const(self) -> Self {
        Self { is_const: true, ..self }
    }

    /// In that address space.
    #[must_use]
    pub fn in_space(self, space: AddressSpace) -> Self {
        Self { space: Some(space), ..self }
    }

    /// Without qualifiers and address space.
    #[must_use]
    pub fn unqualified(self) -> Self {
        Self::new(self.ty)
    }

    /// The address space, thread if none was given.
    #[must_use]
    pub fn space_or_thread(self) -> AddressSpace {
        self.space.unwrap_or(AddressSpace::Thread)
    }
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionSignature {
    /// What it returns.
    pub result: QualType,
    /// Types of the parameters (top-level `const` dropped), without `this`.
    pub params: Vec<QualType>,
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// Something wrong that has been reported: converts to and from everything without further errors.
    Error,
    /// `void`.
    Void,
    /// `decltype(nullptr)`.
    Nullptr,
    /// A scalar.
    Scalar(Scalar),
    /// `vec<T, n>`, also longer `ext_vector_type` ones.
    Vector(Scalar, u8),
    /// `packed_vec<T, n>`.
    PackedVector(Scalar, u8),
    /// `matrix<T, columns, rows>`.
    Matrix(Scalar, u8, u8),
    /// The opaque 64-bit handle inside library types such as textures and samplers.
    Handle,
    /// A pointer; the pointee has an address space.
    Pointer(QualType),
    /// A reference; the referent has an address space.
    Reference {
        /// What it refers to.
        to: QualType,
        /// `&&`.
        rvalue: bool,
    },
    /// An array; `None` for an unknown bound.
    Array(QualType, Option<u64>),
    /// A struct, class or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A function.
    Function(FunctionSignature),
    /// A stand-in for a template parameter during partial ordering.
    Placeholder(u32),
}

/// The table of types.
#[derive(Clone, Debug)]
pub struct TypeTable {
    kinds: IndexSet<TypeKind>,
}

impl Default for TypeTable {
    fn default() -> Self {
        Self::new()
    }
}

impl TypeTable {
    /// The type of what has been reported as wrong.
    pub const ERROR: TypeId = TypeId(0);
    /// `void`.
    pub const VOID: TypeId = TypeId(1);
    /// `bool`.
    pub const BOOL: TypeId = TypeId(2);
    /// `int`.
    pub const INT: TypeId = TypeId(3);
    /// `uint`.
    pub const UINT: TypeId = TypeId(4);
    /// `float`.
    pub const FLOAT: TypeId = TypeId(5);
    /// `ulong`, which `size_t` is.
    pub const ULONG: TypeId = TypeId(6);

    /// A table with the types above.
    #[must_use]
    pub fn new() -> Self {
        let mut table = Self { kinds: IndexSet::new() };
        for kind in [
            TypeKind::Error,
            TypeKind::Void,
            TypeKind::Scalar(Scalar::Bool),
            TypeKind::Scalar(Scalar::I32),
            TypeKind::Scalar(Scalar::U32),
            TypeKind::Scalar(Scalar::F32),
            TypeKind::Scalar(Scalar::U64),
        ] {
            table.intern(kind);
        }
        table
    }

    /// The number of a type.
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(index) = self.kinds.get_index_of(&kind) {
            return TypeId(index as u32);
        }
        TypeId(self.kinds.insert_full(kind).0 as u32)
    }

    /// The number of a type that is in the table.
    #[must_use]
    pub fn find(&self, kind: &TypeKind) -> Option<TypeId> {
        self.kinds.get_index_of(kind).map(|index| TypeId(index as u32))
    }

    /// What a type is.
    #[must_use]
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.kinds[ty.0 as usize]
    }

    /// A scalar type.
    pub fn scalar(&mut self, scalar: Scalar) -> TypeId {
        self.intern(TypeKind::Scalar(scalar))
    }

    /// A vector type, or the scalar for one lane.
    pub fn vector(&mut self, scalar: Scalar, lanes: u8) -> TypeId {
        if lanes == 1 { self.scalar(scalar) } else { self.intern(TypeKind::Vector(scalar, lanes)) }
    }

    /// A pointer; a pointee without address space is in thread memory.
    pub fn pointer(&mut self, pointee: QualType) -> TypeId {
        let space = pointee.space_or_thread();
        self.intern(TypeKind::Pointer(pointee.in_space(space)))
    }

    /// A reference; a referent without address space is in thread memory. References to references collapse.
    pub fn reference(&mut self, to: QualType, rvalue: bool) -> TypeId {
        if let TypeKind::Reference { to: inner, rvalue: inner_rvalue } = *self.kind(to.ty) {
            return self.intern(TypeKind::Reference { to: inner, rvalue: rvalue && inner_rvalue });
        }
        let space = to.space_or_thread();
        self.intern(TypeKind::Reference { to: to.in_space(space), rvalue })
    }

    /// An array.
    pub fn array(&mut self, element: QualType, count: Option<u64>) -> TypeId {
        self.intern(TypeKind::Array(element, count))
    }

    /// The element type and number of components of a scalar (1), vector or packed vector.
    #[must_use]
    pub fn components(&self, ty: TypeId) -> Option<(Scalar, u8)> {
        match *self.kind(ty) {
            TypeKind::Scalar(scalar) => Some((scalar, 1)),
            TypeKind::Vector(scalar, lanes) | TypeKind::PackedVector(scalar, lanes) => Some((scalar, lanes)),
            _ => None,
        }
    }

    /// The scalar, if it is one.
    #[must_use]
    pub fn as_scalar(&self, ty: TypeId) -> Option<Scalar> {
        match *self.kind(ty) {
            TypeKind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }
}
