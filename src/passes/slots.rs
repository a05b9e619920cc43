//! How a local in memory divides into register variables.
//!
//! Every access to a local is a range of bytes with a type; source types add one for each scalar or vector in them
//! when the local is copied as a whole. Ranges that overlap make one slot: a vector if one access covers them all,
//! else one slot a component. Accesses that disagree on where components lie have no division.
//!
//! Must never look at instructions: it only knows ranges and types.

use crate::ir::LayoutId;
use crate::ir::Type;
use crate::ir::TypeLayout;
use crate::ir::layout::LayoutKind;
use crate::msl::Scalar;
use indexmap::IndexSet;

/// Slots of one local beyond which it stays in memory.
const MAX_SLOTS: usize = 128;

/// A part of a local that becomes one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    /// Bytes from the start of the local.
    pub(super) offset: u32,
    /// What it holds.
    pub(super) ty: Type,
}

impl Slot {
    /// One past its last byte.
    pub(super) fn end(self) -> u32 {
        self.offset + self.ty.size()
    }

    /// Whether all its bytes lie in a range.
    pub(super) fn lies_in(self, start: u32, end: u32) -> bool {
        start <= self.offset && self.end() <= end
    }
}

/// Accesses: (offset, type).
pub(super) type Accesses = IndexSet<(u32, Type)>;

/// Bytes of one component.
pub(super) fn component_size(ty: Type) -> u32 {
    ty.size() / u32::from(ty.lanes().max(1))
}

/// The type of one component.
pub(super) fn component(ty: Type) -> Type {
    match ty {
        Type::Vector(scalar, _) => Type::Scalar(scalar),
        ty => ty,
    }
}

/// Divides a local by its accesses; slots in the order of their offsets.
pub(super) fn divide(accesses: &Accesses) -> Option<Vec<Slot>> {
    // In order of the offset, but of equal ranges the one that came first stays first.
    let mut sorted: Vec<_> = accesses.iter().copied().collect();
    sorted.sort_by_key(|(offset, _)| *offset);
    let mut slots = Vec::new();
    let mut rest = &sorted[..];
    while let Some((start, first)) = rest.first().copied() {
        let mut end = start + first.size();
        let mut count = 1;
        while let Some((offset, ty)) = rest.get(count)
            && *offset < end
        {
            end = end.max(offset + ty.size());
            count += 1;
        }
        let cluster = &rest[..count];
        rest = &rest[count..];
        let size = component_size(first);
        let is_bool = first.scalar() == Some(Scalar::Bool);
        let agrees = |(offset, ty): &(u32, Type)| {
            component_size(*ty) == size
                && (offset - start) % size == 0
                && (ty.scalar() == Some(Scalar::Bool)) == is_bool
        };
        if size == 0 || !cluster.iter().all(agrees) {
            return None;
        }
        match cluster.iter().find(|(offset, ty)| *offset == start && offset + ty.size() == end) {
            Some((offset, ty)) => slots.push(Slot { offset: *offset, ty: *ty }),
            None => slots.extend((0..(end - start) / size).map(|component| {
                let offset = start + component * size;
                let covers = |(from, ty): &&(u32, Type)| *from <= offset && offset < from + ty.size();
                let ty = cluster.iter().find(covers).map_or(first, |(_, ty)| *ty);
                Slot { offset, ty: self::component(ty) }
            })),
        }
        if slots.len() > MAX_SLOTS {
            return None;
        }
    }
    Some(slots)
}

/// Adds an access for each scalar and vector of a source type; `None` if it has parts that are not known.
pub(super) fn add_leaves(
    layouts: &[TypeLayout],
    layout: LayoutId,
    offset: u32,
    size: u32,
    accesses: &mut Accesses,
) -> Option<()> {
    if accesses.len() > 4 * MAX_SLOTS {
        return None;
    }
    let mut leaf = |offset: u32, ty: Type| {
        let fits = offset.checked_add(ty.size())? <= size;
        fits.then(|| accesses.insert((offset, ty))).map(|_| ())
    };
    let layout = layouts.get(layout.index())?;
    match &layout.kind {
        LayoutKind::Scalar(scalar) | LayoutKind::Atomic(scalar) | LayoutKind::Enum { scalar, .. } => {
            leaf(offset, Type::Scalar(*scalar))
        }
        LayoutKind::Vector(scalar, lanes) => leaf(offset, Type::of(*scalar, *lanes)),
        LayoutKind::Matrix { scalar, columns, rows, stride } => {
            (0..u32::from(*columns)).try_for_each(|column| leaf(offset + column * stride, Type::of(*scalar, *rows)))
        }
        LayoutKind::Array { element, count, stride } => {
            if *count as usize > MAX_SLOTS {
                return None;
            }
            (0..*count).try_for_each(|index| {
                add_leaves(layouts, *element, offset.checked_add(index * stride)?, size, accesses)
            })
        }
        LayoutKind::Struct(members) | LayoutKind::Union(members) => members.iter().try_for_each(|member| {
            add_leaves(layouts, member.layout, offset.checked_add(member.offset)?, size, accesses)
        }),
        LayoutKind::Pointer { space, .. } => leaf(offset, Type::Pointer(*space)),
        LayoutKind::Texture | LayoutKind::Sampler => leaf(offset, Type::Handle),
        LayoutKind::Opaque => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(accesses: &[(u32, Type)]) -> Option<Vec<(u32, Type)>> {
        let slots = divide(&accesses.iter().copied().collect())?;
        Some(slots.iter().map(|slot| (slot.offset, slot.ty)).collect())
    }

    #[test]
    fn division() {
        let f32x4 = Type::Vector(Scalar::F32, 4);
        let f32x2 = Type::Vector(Scalar::F32, 2);
        let (f32, u32, u8) = (Type::F32, Type::U32, Type::Scalar(Scalar::U8));
        let none: Option<Vec<(u32, Type)>> = None;
        // Apart: each for itself. A vector holds accesses to its components, also as other types.
        assert_eq!(slots(&[(4, f32), (0, u32)]), Some(vec![(0, u32), (4, f32)]));
        assert_eq!(slots(&[(4, u32), (0, f32x4), (8, f32x2)]), Some(vec![(0, f32x4)]));
        // No access covers all: components.
        assert_eq!(slots(&[(0, f32x2), (4, f32x2)]), Some(vec![(0, f32), (4, f32), (8, f32)]));
        // Parts of components, or components out of step.
        assert_eq!(slots(&[(0, f32), (1, u8)]), none);
        assert_eq!(slots(&[(0, f32x2), (2, f32)]), none);
        assert_eq!(slots(&[(0, Type::BOOL), (0, u8)]), none);
        assert_eq!(slots(&[(0, Type::U64), (0, u32)]), none);
    }
}
