//! Conversions between numeric types.
//!
//! Float to integer truncates toward zero; a value out of range gives the nearest value of the type, and NaN gives 0.
//! Integer to float rounds to nearest, ties to even, once. Integer to integer is Rust's `as` (modulo 2^n) and needs
//! no function. `half` and `bfloat` are held as `f32`, so their conversion to an integer is the one of `float`.
//!
//! Must never know the language's types: a caller picks the function.

use super::bfloat;
use super::half;

macro_rules! to_integer {
    ($($name:ident $type:ident)*) => {$(
        #[doc = concat!("`x` truncated to `", stringify!($type), "`; saturates, and NaN gives 0.")]
        #[inline(always)]
        pub fn $name(x: f32) -> $type {
            x as $type
        }
    )*};
}
to_integer! { to_i8 i8 to_u8 u8 to_i16 i16 to_u16 u16 to_i32 i32 to_u32 u32 to_i64 i64 to_u64 u64 }

macro_rules! from_integer {
    ($($name:ident $half:ident $bfloat:ident $type:ident $exact:expr;)*) => {$(
        /// The `float` nearest to `x`, ties to even.
        #[inline(always)]
        pub fn $name(x: $type) -> f32 {
            x as f32
        }

        /// The `half` nearest to `x`, ties to even, held as `f32`.
        #[inline(always)]
        pub fn $half(x: $type) -> f32 {
            // What `f32` can't hold exactly is far above the largest `half`, so this rounds only once.
            half::round(x as f32)
        }

        /// The `bfloat` nearest to `x`, ties to even, held as `f32`.
        #[inline(always)]
        pub fn $bfloat(x: $type) -> f32 {
            let exact: fn($type) -> f64 = $exact;
            bfloat::from_f64(exact(x))
        }
    )*};
}
from_integer! {
    from_i8 half_from_i8 bfloat_from_i8 i8 |x| x as f64;
    from_u8 half_from_u8 bfloat_from_u8 u8 |x| x as f64;
    from_i16 half_from_i16 bfloat_from_i16 i16 |x| x as f64;
    from_u16 half_from_u16 bfloat_from_u16 u16 |x| x as f64;
    from_i32 half_from_i32 bfloat_from_i32 i32 |x| x as f64;
    from_u32 half_from_u32 bfloat_from_u32 u32 |x| x as f64;
    from_i64 half_from_i64 bfloat_from_i64 i64 |x| if x < 0 { -sticky(x.unsigned_abs()) } else { sticky(x as u64) };
    from_u64 half_from_u64 bfloat_from_u64 u64 sticky;
}

/// `x` as `f64`; where that has too few bits, rounded to odd, so that it can be rounded again.
#[inline(always)]
fn sticky(x: u64) -> f64 {
    let odd = (x & !0x7ff) | if x & 0x7ff == 0 { 0 } else { 0x800 };
    (if x >> 53 == 0 { x } else { odd }) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_to_integer() {
        assert_eq!(to_i32(-1.99), -1);
        assert_eq!(to_i32(f32::NAN), 0);
        assert_eq!(to_i32(3e9), i32::MAX);
        assert_eq!(to_i32(f32::NEG_INFINITY), i32::MIN);
        assert_eq!(to_u32(-0.5), 0);
        assert_eq!(to_u32(-7.0), 0);
        assert_eq!(to_u32(4294967040.0), 4294967040);
        assert_eq!(to_i8(-129.0), -128);
        assert_eq!(to_u8(255.9), 255);
        assert_eq!(to_u8(256.0), 255);
        assert_eq!(to_i16(32768.0), 32767);
        assert_eq!(to_u16(65535.5), 65535);
        assert_eq!(to_i64(9.3e18), i64::MAX);
        assert_eq!(to_u64(f32::INFINITY), u64::MAX);
    }

    #[test]
    fn integer_to_float() {
        // 2^24 + 1 is a tie; the even neighbour is below. 2^24 + 3 is a tie; the even neighbour is above.
        assert_eq!(from_i32(16777217), 16777216.0);
        assert_eq!(from_i32(-16777219), -16777220.0);
        assert_eq!(from_u32(u32::MAX), 4294967296.0);
        // Just above the tie by one: a detour over f64 would lose the one and round down.
        assert_eq!(from_u64((1 << 63) + (1 << 39) + 1), 9223373136366403584.0);
        assert_eq!(from_i64(i64::MIN), -9223372036854775808.0);
    }

    #[test]
    fn integer_to_half_and_bfloat() {
        assert_eq!(half_from_i32(2049), 2048.0);
        assert_eq!(half_from_i32(-2051), -2052.0);
        assert_eq!(half_from_u16(65519), 65504.0);
        assert_eq!(half_from_u16(65520), f32::INFINITY);
        assert_eq!(half_from_i64(i64::MIN), f32::NEG_INFINITY);
        assert_eq!(bfloat_from_i32(257), 256.0);
        assert_eq!(bfloat_from_i32(-259), -260.0);
        // One above the tie between 2^30 and its upper neighbour 2^30 + 2^23; f32 can't see the one.
        assert_eq!(bfloat_from_i32((1 << 30) + (1 << 22) + 1), ((1 << 30) + (1 << 23)) as f32);
        assert_eq!(bfloat_from_u64((1 << 62) + (1 << 54) + 1), ((1u64 << 62) + (1 << 55)) as f32);
        assert_eq!(bfloat_from_i64(-((1 << 62) + (1 << 54) + 1)), -(((1u64 << 62) + (1 << 55)) as f32));
        assert_eq!(bfloat_from_u64((1 << 62) + (1 << 54)), (1u64 << 62) as f32);
        assert_eq!(bfloat_from_u64(u64::MAX), 18446744073709551616.0);
    }
}
