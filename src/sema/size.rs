//! Sizes and alignments of types in memory (MSL 2.2 to 2.4).

use super::Sema;
use super::types::TypeId;
use super::types::TypeKind;

/// Size and alignment in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeAlign {
    /// Bytes.
    pub size: u64,
    /// Bytes, a power of two.
    pub align: u32,
}

impl Sema {
    /// Size and alignment of a complete object type; `None` for void, functions, incomplete records and arrays of
    /// unknown bound. References count as the pointers that store them.
    #[must_use]
    pub fn size_align(&self, ty: TypeId) -> Option<SizeAlign> {
        let both = |bytes: u32| SizeAlign { size: u64::from(bytes), align: bytes };
        Some(match *self.types.kind(ty) {
            TypeKind::Scalar(scalar) => both(scalar.size()),
            TypeKind::Vector(scalar, lanes) => {
                let room = if lanes == 3 { 4 } else { u32::from(lanes).next_power_of_two() };
                both(scalar.size() * room)
            }
            TypeKind::PackedVector(scalar, lanes) => {
                SizeAlign { size: u64::from(scalar.size() * u32::from(lanes)), align: scalar.size() }
            }
            TypeKind::Matrix(scalar, columns, rows) => {
                let column = scalar.vector_size(rows);
                SizeAlign { size: u64::from(column * u32::from(columns)), align: column }
            }
            TypeKind::Handle | TypeKind::Pointer(_) | TypeKind::Reference { .. } | TypeKind::Nullptr => both(8),
            TypeKind::Array(element, Some(count)) => {
                let element = self.size_align(element.ty)?;
                SizeAlign { size: element.size.checked_mul(count)?, align: element.align }
            }
            TypeKind::Record(id) => {
                let record = self.record(id);
                if !record.is_complete {
                    return None;
                }
                SizeAlign { size: u64::from(record.size), align: record.align.max(1) }
            }
            TypeKind::Enum(id) => both(self.enumeration(id).underlying.size()),
            TypeKind::Error
            | TypeKind::Void
            | TypeKind::Array(_, None)
            | TypeKind::Function(_)
            | TypeKind::Placeholder(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::msl::Scalar;
    use crate::sema::types::QualType;

    #[test]
    fn sizes_are_those_of_the_specification() {
        let mut sema = Sema::default();
        let mut check = |kind: TypeKind, size: u64, align: u32| {
            let ty = sema.types.intern(kind);
            assert_eq!(sema.size_align(ty), Some(SizeAlign { size, align }));
            ty
        };
        check(TypeKind::Vector(Scalar::F32, 3), 16, 16);
        check(TypeKind::PackedVector(Scalar::F32, 3), 12, 4);
        check(TypeKind::Matrix(Scalar::F16, 3, 3), 24, 8);
        check(TypeKind::Matrix(Scalar::F32, 4, 2), 32, 8);
        let half2 = check(TypeKind::Vector(Scalar::F16, 2), 4, 4);
        check(TypeKind::Array(QualType::new(half2), Some(5)), 20, 4);
    }
}
