//! Layout of classes in memory (MSL 2.x; the C++ ABI that Apple's compilers follow).

use crate::msl::Scalar;

/// Places members one after another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layouter {
    /// A union: everything at 0.
    pub is_union: bool,
    /// `__attribute__((packed))`: no gaps.
    pub is_packed: bool,
    /// Where the next byte is free.
    pub size: u64,
    /// Alignment so far.
    pub align: u32,
    /// Bit position behind the last bit-field, if the last member was one.
    pub(super) bit: Option<u64>,
}

impl Layouter {
    /// Places an object; gives its offset. `alignment` is what `alignas` asks for, 0 if nothing.
    pub fn place(&mut self, size: u64, natural: u32, alignment: u32) -> u64 {
        self.bit = None;
        let align = if self.is_packed { 1 } else { natural.max(1) }.max(alignment);
        self.align = self.align.max(align);
        if self.is_union {
            self.size = self.size.max(size);
            return 0;
        }
        let offset = self.size.next_multiple_of(u64::from(align));
        self.size = offset + size;
        offset
    }

    /// Places a bit-field; gives the offset of its storage unit and the first bit within it. No width ends the unit.
    pub fn place_bits(&mut self, scalar: Scalar, width: u32, named: bool) -> (u64, u8) {
        let unit = u64::from(scalar.size());
        let unit_bits = unit * 8;
        if named && !self.is_packed {
            self.align = self.align.max(scalar.size());
        }
        if self.is_union {
            self.size = self.size.max(u64::from(width.div_ceil(8)));
            return (0, 0);
        }
        let mut start = self.bit.unwrap_or(self.size * 8);
        if width == 0 {
            start = start.next_multiple_of(unit_bits);
            self.bit = Some(start);
            self.size = start.div_ceil(8);
            return (start / 8, 0);
        }
        if !self.is_packed && start / unit_bits != (start + u64::from(width) - 1) / unit_bits {
            start = start.next_multiple_of(unit_bits);
        }
        let end = start + u64::from(width);
        self.bit = Some(end);
        self.size = end.div_ceil(8);
        let offset = if self.is_packed { start / 8 } else { start / unit_bits * unit };
        (offset, (start - offset * 8) as u8)
    }

    /// Size and alignment of the whole; an empty class takes a byte.
    #[must_use]
    pub fn finish(&self, alignment: u32) -> (u64, u32) {
        let align = self.align.max(alignment).max(1);
        (self.size.max(1).next_multiple_of(u64::from(align)), align)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_aligned() {
        let mut layout = Layouter::default();
        // struct { char a; float3 b; half c; packed_float3 d; }
        assert_eq!(layout.place(1, 1, 0), 0);
        assert_eq!(layout.place(16, 16, 0), 16);
        assert_eq!(layout.place(2, 2, 0), 32);
        assert_eq!(layout.place(12, 4, 0), 36);
        assert_eq!(layout.finish(0), (48, 16));
    }

    #[test]
    fn bit_fields_share_units() {
        let mut layout = Layouter::default();
        // struct { uint a : 3; uint b : 30; uchar c : 4; uint : 0; ushort d : 9; }
        assert_eq!(layout.place_bits(Scalar::U32, 3, true), (0, 0));
        assert_eq!(layout.place_bits(Scalar::U32, 30, true), (4, 0));
        assert_eq!(layout.place_bits(Scalar::U8, 4, true), (8, 0));
        layout.place_bits(Scalar::U32, 0, false);
        assert_eq!(layout.place_bits(Scalar::U16, 9, true), (12, 0));
        assert_eq!(layout.finish(0), (16, 4));
    }

    #[test]
    fn unions_and_packed() {
        let mut layout = Layouter { is_union: true, ..Layouter::default() };
        layout.place(12, 4, 0);
        layout.place(8, 8, 0);
        assert_eq!(layout.finish(0), (16, 8));
        let mut layout = Layouter { is_packed: true, ..Layouter::default() };
        assert_eq!(layout.place(1, 1, 0), 0);
        assert_eq!(layout.place(4, 4, 0), 1);
        assert_eq!(layout.finish(0), (5, 1));
    }
}
