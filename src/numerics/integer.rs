//! Integer arithmetic on all eight integer types.
//!
//! Sum, difference and product wrap; shifts use the low bits of their count; a function whose exact result has more
//! bits than the type computes it exactly first. Division never traps:
//!
//! * `x / 0` is 0 and `x % 0` is `x`, so that `x == (x / y) * y + x % y` always holds;
//! * the most negative value divided by -1 is itself, with remainder 0.
//!
//! The language leaves those open; the engines report them. Must never know about engines.

/// One of the eight integer types. Its operations are the functions of this module.
pub trait Integer: Copy + Ord {
    /// The unsigned type of the same width.
    type Unsigned;
    /// Number of bits.
    const BITS: u32;

    #[doc(hidden)]
    fn add_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn sub_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn mul_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn neg_(self) -> Self;
    #[doc(hidden)]
    fn div_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn rem_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn shl_(self, count: u32) -> Self;
    #[doc(hidden)]
    fn shr_(self, count: u32) -> Self;
    #[doc(hidden)]
    fn abs_(self) -> Self;
    #[doc(hidden)]
    fn absdiff_(self, y: Self) -> Self::Unsigned;
    #[doc(hidden)]
    fn addsat_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn subsat_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn madsat_(self, y: Self, z: Self) -> Self;
    #[doc(hidden)]
    fn mulhi_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn madhi_(self, y: Self, z: Self) -> Self;
    #[doc(hidden)]
    fn hadd_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn rhadd_(self, y: Self) -> Self;
    #[doc(hidden)]
    fn clz_(self) -> Self;
    #[doc(hidden)]
    fn ctz_(self) -> Self;
    #[doc(hidden)]
    fn popcount_(self) -> Self;
    #[doc(hidden)]
    fn reverse_bits_(self) -> Self;
    #[doc(hidden)]
    fn rotate_(self, count: Self) -> Self;
    #[doc(hidden)]
    fn extract_bits_(self, offset: u32, bits: u32) -> Self;
    #[doc(hidden)]
    fn insert_bits_(self, insert: Self, offset: u32, bits: u32) -> Self;
}

/// `x + y`, modulo 2^BITS.
#[inline(always)]
pub fn add<T: Integer>(x: T, y: T) -> T {
    T::add_(x, y)
}

/// `x - y`, modulo 2^BITS.
#[inline(always)]
pub fn sub<T: Integer>(x: T, y: T) -> T {
    T::sub_(x, y)
}

/// `x * y`, modulo 2^BITS.
#[inline(always)]
pub fn mul<T: Integer>(x: T, y: T) -> T {
    T::mul_(x, y)
}

/// `-x`, modulo 2^BITS.
#[inline(always)]
pub fn neg<T: Integer>(x: T) -> T {
    T::neg_(x)
}

/// `x / y` toward zero; `x / 0` is 0, the most negative value divided by -1 is itself.
#[inline(always)]
pub fn div<T: Integer>(x: T, y: T) -> T {
    T::div_(x, y)
}

/// `x - x / y * y`; `x % 0` is `x`.
#[inline(always)]
pub fn rem<T: Integer>(x: T, y: T) -> T {
    T::rem_(x, y)
}

/// `x << (count mod BITS)`.
#[inline(always)]
pub fn shl<T: Integer>(x: T, count: u32) -> T {
    T::shl_(x, count)
}

/// `x >> (count mod BITS)`, arithmetic for a signed type.
#[inline(always)]
pub fn shr<T: Integer>(x: T, count: u32) -> T {
    T::shr_(x, count)
}

/// Absolute value; the most negative value is its own.
#[inline(always)]
pub fn abs<T: Integer>(x: T) -> T {
    T::abs_(x)
}

/// `|x - y|` exactly.
#[inline(always)]
pub fn absdiff<T: Integer>(x: T, y: T) -> T::Unsigned {
    T::absdiff_(x, y)
}

/// `x + y` with saturation.
#[inline(always)]
pub fn addsat<T: Integer>(x: T, y: T) -> T {
    T::addsat_(x, y)
}

/// `x - y` with saturation.
#[inline(always)]
pub fn subsat<T: Integer>(x: T, y: T) -> T {
    T::subsat_(x, y)
}

/// Exact `x * y + z`, saturated.
#[inline(always)]
pub fn madsat<T: Integer>(x: T, y: T, z: T) -> T {
    T::madsat_(x, y, z)
}

/// The upper half of the exact product.
#[inline(always)]
pub fn mulhi<T: Integer>(x: T, y: T) -> T {
    T::mulhi_(x, y)
}

/// `mulhi(x, y) + z`, modulo 2^BITS.
#[inline(always)]
pub fn madhi<T: Integer>(x: T, y: T, z: T) -> T {
    T::madhi_(x, y, z)
}

/// `(x + y) >> 1` exactly.
#[inline(always)]
pub fn hadd<T: Integer>(x: T, y: T) -> T {
    T::hadd_(x, y)
}

/// `(x + y + 1) >> 1` exactly.
#[inline(always)]
pub fn rhadd<T: Integer>(x: T, y: T) -> T {
    T::rhadd_(x, y)
}

/// Number of leading zero bits; BITS for zero.
#[inline(always)]
pub fn clz<T: Integer>(x: T) -> T {
    T::clz_(x)
}

/// Number of trailing zero bits; BITS for zero.
#[inline(always)]
pub fn ctz<T: Integer>(x: T) -> T {
    T::ctz_(x)
}

/// Number of one bits.
#[inline(always)]
pub fn popcount<T: Integer>(x: T) -> T {
    T::popcount_(x)
}

/// The bits in reverse order.
#[inline(always)]
pub fn reverse_bits<T: Integer>(x: T) -> T {
    T::reverse_bits_(x)
}

/// The bits rotated left by `count` modulo BITS (so a negative count rotates right).
#[inline(always)]
pub fn rotate<T: Integer>(x: T, count: T) -> T {
    T::rotate_(x, count)
}

/// Bits `offset` to `offset + bits - 1`, right-aligned, sign-extended for a signed type; 0 if `bits` is 0.
/// Beyond the type's width (undefined by the language): `offset` counts modulo BITS, and bits past the top read
/// as copies of the sign, or zero.
#[inline(always)]
pub fn extract_bits<T: Integer>(x: T, offset: u32, bits: u32) -> T {
    T::extract_bits_(x, offset, bits)
}

/// `x` with bits `offset` to `offset + bits - 1` replaced by the low bits of `insert`; `x` if `bits` is 0.
/// Beyond the type's width (undefined by the language): `offset` counts modulo BITS, and bits past the top are
/// dropped.
#[inline(always)]
pub fn insert_bits<T: Integer>(x: T, insert: T, offset: u32, bits: u32) -> T {
    T::insert_bits_(x, insert, offset, bits)
}

macro_rules! integer {
    ($($type:ident $unsigned:ident $wide:ident;)*) => {$(
        impl Integer for $type {
            type Unsigned = $unsigned;
            const BITS: u32 = $type::BITS;

            #[inline(always)]
            fn add_(self, y: Self) -> Self {
                self.wrapping_add(y)
            }

            #[inline(always)]
            fn sub_(self, y: Self) -> Self {
                self.wrapping_sub(y)
            }

            #[inline(always)]
            fn mul_(self, y: Self) -> Self {
                self.wrapping_mul(y)
            }

            #[inline(always)]
            fn neg_(self) -> Self {
                self.wrapping_neg()
            }

            #[inline(always)]
            fn div_(self, y: Self) -> Self {
                let quotient = self.wrapping_div(if y == 0 { 1 } else { y });
                if y == 0 { 0 } else { quotient }
            }

            #[inline(always)]
            fn rem_(self, y: Self) -> Self {
                let remainder = self.wrapping_rem(if y == 0 { 1 } else { y });
                if y == 0 { self } else { remainder }
            }

            #[inline(always)]
            fn shl_(self, count: u32) -> Self {
                self.wrapping_shl(count)
            }

            #[inline(always)]
            fn shr_(self, count: u32) -> Self {
                self.wrapping_shr(count)
            }

            #[inline(always)]
            #[allow(unused_comparisons)]
            fn abs_(self) -> Self {
                if self < 0 { self.wrapping_neg() } else { self }
            }

            #[inline(always)]
            fn absdiff_(self, y: Self) -> $unsigned {
                self.abs_diff(y)
            }

            #[inline(always)]
            fn addsat_(self, y: Self) -> Self {
                self.saturating_add(y)
            }

            #[inline(always)]
            fn subsat_(self, y: Self) -> Self {
                self.saturating_sub(y)
            }

            #[inline(always)]
            fn madsat_(self, y: Self, z: Self) -> Self {
                (self as $wide * y as $wide + z as $wide).clamp($type::MIN as $wide, $type::MAX as $wide) as $type
            }

            #[inline(always)]
            fn mulhi_(self, y: Self) -> Self {
                ((self as $wide * y as $wide) >> $type::BITS) as $type
            }

            #[inline(always)]
            fn madhi_(self, y: Self, z: Self) -> Self {
                self.mulhi_(y).wrapping_add(z)
            }

            #[inline(always)]
            fn hadd_(self, y: Self) -> Self {
                (self & y) + ((self ^ y) >> 1)
            }

            #[inline(always)]
            fn rhadd_(self, y: Self) -> Self {
                (self | y) - ((self ^ y) >> 1)
            }

            #[inline(always)]
            fn clz_(self) -> Self {
                self.leading_zeros() as $type
            }

            #[inline(always)]
            fn ctz_(self) -> Self {
                self.trailing_zeros() as $type
            }

            #[inline(always)]
            fn popcount_(self) -> Self {
                self.count_ones() as $type
            }

            #[inline(always)]
            fn reverse_bits_(self) -> Self {
                $type::reverse_bits(self)
            }

            #[inline(always)]
            fn rotate_(self, count: Self) -> Self {
                self.rotate_left(count as u32 & ($type::BITS - 1))
            }

            #[inline(always)]
            fn extract_bits_(self, offset: u32, bits: u32) -> Self {
                let offset = offset & ($type::BITS - 1);
                let shifted = self >> offset;
                let unused = $type::BITS - bits.clamp(1, $type::BITS);
                let field = (((shifted as $unsigned) << unused) as $type) >> unused;
                if bits == 0 { 0 } else { field }
            }

            #[inline(always)]
            fn insert_bits_(self, insert: Self, offset: u32, bits: u32) -> Self {
                let offset = offset & ($type::BITS - 1);
                let unused = $type::BITS - bits.clamp(1, $type::BITS);
                let mask = ($unsigned::MAX >> unused) << offset;
                let replaced = (self as $unsigned & !mask) | (((insert as $unsigned) << offset) & mask);
                if bits == 0 { self } else { replaced as $type }
            }
        }
    )*};
}
integer! {
    i8 u8 i16;
    u8 u8 u16;
    i16 u16 i32;
    u16 u16 u32;
    i32 u32 i64;
    u32 u32 u64;
    i64 u64 i128;
    u64 u64 u128;
}

/// The middle one of three.
#[inline(always)]
pub fn median3<T: Integer>(x: T, y: T, z: T) -> T {
    x.min(y).max(x.max(y).min(z))
}

/// `min(max(x, low), high)`.
#[inline(always)]
pub fn clamp<T: Integer>(x: T, low: T, high: T) -> T {
    x.max(low).min(high)
}

/// The low 32 bits of the product of the low 24 bits, as unsigned numbers.
#[inline(always)]
pub fn mul24_unsigned(x: u32, y: u32) -> u32 {
    (x & 0x00ff_ffff).wrapping_mul(y & 0x00ff_ffff)
}

/// The low 32 bits of the product of the low 24 bits, as signed numbers.
#[inline(always)]
pub fn mul24_signed(x: i32, y: i32) -> i32 {
    (x << 8 >> 8).wrapping_mul(y << 8 >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of 8-bit values against the definition in `i32`.
    macro_rules! exhaustive {
        ($name:ident $type:ident $unsigned:ident) => {
            #[test]
            fn $name() {
                let (low, high) = ($type::MIN as i32, $type::MAX as i32);
                for x in low..=high {
                    for y in low..=high {
                        let (a, b) = (x as $type, y as $type);
                        assert_eq!(addsat(a, b) as i32, (x + y).clamp(low, high));
                        assert_eq!(subsat(a, b) as i32, (x - y).clamp(low, high));
                        assert_eq!(absdiff(a, b) as i32, (x - y).abs());
                        assert_eq!(mulhi(a, b) as i32, (x * y) >> 8);
                        assert_eq!(hadd(a, b) as i32, (x + y) >> 1);
                        assert_eq!(rhadd(a, b) as i32, (x + y + 1) >> 1);
                        for z in [low, -1, 0, 1, 77, high] {
                            let c = z as $type;
                            assert_eq!(madsat(a, b, c) as i32, (x * y + c as i32).clamp(low, high));
                            assert_eq!(madhi(a, b, c), ((x * y >> 8) + z) as $type);
                        }
                        let quotient = if y == 0 { 0 } else { x / y };
                        let remainder = if y == 0 { x } else { x % y };
                        assert_eq!(div(a, b), quotient as $type);
                        assert_eq!(rem(a, b), remainder as $type);
                        assert_eq!(shl(a, y as u32), (x << (y & 7)) as $type);
                        assert_eq!(shr(a, y as u32), (x >> (y & 7)) as $type);
                        let pattern = x as u8 as u32;
                        assert_eq!(rotate(a, b), ((pattern << (y & 7)) | (pattern << (y & 7) >> 8)) as $type);
                    }
                    let a = x as $type;
                    assert_eq!(abs(a), abs(x) as $type);
                    for offset in 0..8 {
                        for bits in 0..=8 - offset {
                            let field = (x as u8 as u32 >> offset) & ((1 << bits) - 1);
                            let negative = $type::MIN != 0 && bits > 0 && field >> (bits - 1) & 1 == 1;
                            let extended = field as i32 - if negative { 1 << bits } else { 0 };
                            assert_eq!(extract_bits(a, offset, bits) as i32, extended, "{x} {offset} {bits}");
                            let mask = ((1i32 << bits) - 1) << offset;
                            let inserted = (0x5a & !mask) | (x << offset & mask);
                            assert_eq!(insert_bits(0x5a as $type, a, offset, bits), inserted as $type);
                        }
                    }
                }
            }
        };
    }
    exhaustive! { every_pair_of_char i8 u8 }
    exhaustive! { every_pair_of_uchar u8 u8 }

    #[test]
    fn wide_types() {
        assert_eq!(mulhi(u64::MAX, u64::MAX), u64::MAX - 1);
        assert_eq!(mulhi(i64::MIN, i64::MIN), 1 << 62);
        assert_eq!(mulhi(0x8000_0000u32, 6), 3);
        assert_eq!(madsat(i64::MAX, 2, -5), i64::MAX);
        assert_eq!(madsat(i32::MIN, 2, 7), i32::MIN);
        assert_eq!(div(i32::MIN, -1), i32::MIN);
        assert_eq!(rem(i32::MIN, -1), 0);
        assert_eq!(div(7u64, 0), 0);
        assert_eq!(rem(7u64, 0), 7);
        assert_eq!((clz(0i16), clz(1u32), ctz(0u64), popcount(-1i8)), (16, 31, 64, 8));
        assert_eq!(reverse_bits(1u16), 0x8000);
        assert_eq!(rotate(0x8000_0001u32, 4), 0x18);
        assert_eq!(rotate(1i32, -1), i32::MIN);
        assert_eq!(extract_bits(0xdead_beefu32, 8, 16), 0xadbe);
        assert_eq!(extract_bits(0xdead_beefu32 as i32, 0, 32), 0xdead_beefu32 as i32);
        assert_eq!(insert_bits(0u32, 0xffff_ffff, 30, 9), 0xc000_0000);
        assert_eq!(median3(3, 1, 2), 2);
        assert_eq!(clamp(-7i16, -3, 3), -3);
        assert_eq!(mul24_unsigned(0xff00_0003, 0x0100_0005), 15);
        assert_eq!(mul24_signed(0x00ff_ffff, 7), -7);
    }
}
