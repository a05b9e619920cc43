//! The pack and unpack functions, by the names the language gives them: components from the low bits up.
//!
//! Packing `half` components is packing their values: the `pack_half_*` functions of the language are the
//! `pack_float_*` functions here. Must never know what a vector register is.

use super::normalized::float_to_snorm;
use super::normalized::float_to_unorm;
use super::normalized::snorm_to_float;
use super::normalized::snorm_to_half;
use super::normalized::unorm_to_float;
use super::normalized::unorm_to_half;
use super::srgb;

/// Position and width in bits of each component.
type Layout<const N: usize> = [(u32, u32); N];

const LAYOUT_4X8: Layout<4> = [(0, 8), (8, 8), (16, 8), (24, 8)];
const LAYOUT_2X16: Layout<2> = [(0, 16), (16, 16)];
const LAYOUT_10A2: Layout<4> = [(0, 10), (10, 10), (20, 10), (30, 2)];
const LAYOUT_565: Layout<3> = [(0, 5), (5, 6), (11, 5)];

#[inline(always)]
fn pack<const N: usize>(layout: Layout<N>, components: [f32; N], encode: impl Fn(f32, u32) -> u32) -> u32 {
    let mut packed = 0;
    for ((shift, bits), component) in layout.into_iter().zip(components) {
        packed |= encode(component, bits) << shift;
    }
    packed
}

#[inline(always)]
fn unpack<const N: usize>(layout: Layout<N>, packed: u32, decode: impl Fn(u32, u32) -> f32) -> [f32; N] {
    layout.map(|(shift, bits)| decode(packed >> shift, bits))
}

macro_rules! functions {
    ($($layout:ident $size:literal $pack:ident $encode:ident
       $float:ident $float_decode:ident $half:ident $half_decode:ident;)*) => {$(
        #[doc = concat!("The function `", stringify!($pack), "`.")]
        #[inline(always)]
        pub fn $pack(x: [f32; $size]) -> u32 {
            pack($layout, x, $encode)
        }

        #[doc = concat!("The function `", stringify!($float), "`.")]
        #[inline(always)]
        pub fn $float(x: u32) -> [f32; $size] {
            unpack($layout, x, $float_decode)
        }

        #[doc = concat!("The function `", stringify!($half), "`; each `half` is held as `f32`.")]
        #[inline(always)]
        pub fn $half(x: u32) -> [f32; $size] {
            unpack($layout, x, $half_decode)
        }
    )*};
}

functions! {
    LAYOUT_4X8 4 pack_float_to_unorm4x8 float_to_unorm
        unpack_unorm4x8_to_float unorm_to_float unpack_unorm4x8_to_half unorm_to_half;
    LAYOUT_4X8 4 pack_float_to_snorm4x8 float_to_snorm
        unpack_snorm4x8_to_float snorm_to_float unpack_snorm4x8_to_half snorm_to_half;
    LAYOUT_2X16 2 pack_float_to_unorm2x16 float_to_unorm
        unpack_unorm2x16_to_float unorm_to_float unpack_unorm2x16_to_half unorm_to_half;
    LAYOUT_2X16 2 pack_float_to_snorm2x16 float_to_snorm
        unpack_snorm2x16_to_float snorm_to_float unpack_snorm2x16_to_half snorm_to_half;
    LAYOUT_10A2 4 pack_float_to_unorm10a2 float_to_unorm
        unpack_unorm10a2_to_float unorm_to_float unpack_unorm10a2_to_half unorm_to_half;
    LAYOUT_10A2 4 pack_float_to_snorm10a2 float_to_snorm
        unpack_snorm10a2_to_float snorm_to_float unpack_snorm10a2_to_half snorm_to_half;
    LAYOUT_565 3 pack_float_to_unorm565 float_to_unorm
        unpack_unorm565_to_float unorm_to_float unpack_unorm565_to_half unorm_to_half;
}

/// The function `pack_float_to_srgb_unorm4x8`: three encoded components and a linear fourth.
#[inline(always)]
pub fn pack_float_to_srgb_unorm4x8([x, y, z, w]: [f32; 4]) -> u32 {
    let [x, y, z] = [x, y, z].map(srgb::encode_unorm8);
    x | (y << 8) | (z << 16) | (float_to_unorm(w, 8) << 24)
}

/// The function `unpack_unorm4x8_srgb_to_float`: three encoded components and a linear fourth.
#[inline(always)]
pub fn unpack_unorm4x8_srgb_to_float(x: u32) -> [f32; 4] {
    let decode = srgb::decode_unorm8;
    [decode(x), decode(x >> 8), decode(x >> 16), unorm_to_float(x >> 24, 8)]
}

/// The function `unpack_unorm4x8_srgb_to_half`: three encoded components and a linear fourth.
#[inline(always)]
pub fn unpack_unorm4x8_srgb_to_half(x: u32) -> [f32; 4] {
    let decode = srgb::decode_unorm8_half;
    [decode(x), decode(x >> 8), decode(x >> 16), unorm_to_half(x >> 24, 8)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(pack_float_to_unorm4x8([1.0, 0.0, 0.5, f32::NAN]), 0x0080_00ff);
        assert_eq!(pack_float_to_snorm4x8([1.0, -1.0, 0.0, -0.5]), 0xc000_817f);
        assert_eq!(pack_float_to_unorm2x16([1.0, 0.5]), 0x8000_ffff);
        assert_eq!(pack_float_to_snorm2x16([-1.0, 1.0]), 0x7fff_8001);
        assert_eq!(pack_float_to_unorm10a2([1.0, 0.0, 1.0, 0.7]), 0xbff0_03ff);
        assert_eq!(pack_float_to_snorm10a2([1.0, -1.0, 0.0, -1.0]), 0xc000_0000 | (0x201 << 10) | 0x1ff);
        assert_eq!(pack_float_to_unorm565([1.0, 0.0, 1.0]), 0xf81f);
        assert_eq!(pack_float_to_unorm565([0.0, 1.0, 0.0]), 0x07e0);
        assert_eq!(pack_float_to_srgb_unorm4x8([0.5, 1.0, 0.0, 0.5]), 0x8000_ffbc);
        assert_eq!(unpack_unorm4x8_to_float(0xff00_3380), [128.0 / 255.0, 0.2, 0.0, 1.0]);
        assert_eq!(unpack_snorm4x8_to_float(0x8081_7f00), [0.0, 1.0, -1.0, -1.0]);
        assert_eq!(unpack_unorm565_to_float(0xf81f), [1.0, 0.0, 1.0]);
        assert_eq!(unpack_snorm10a2_to_float(0x8000_01ff), [1.0, 0.0, 0.0, -1.0]);
        assert_eq!(unpack_unorm10a2_to_float(0x4000_0000), [0.0, 0.0, 0.0, 1.0 / 3.0]);
        assert_eq!(unpack_unorm4x8_to_half(0x33), [819.0 / 4096.0, 0.0, 0.0, 0.0]); // 0.2: 0x3266
        assert_eq!(unpack_unorm4x8_srgb_to_float(0xff00_ff00), [0.0, 1.0, 0.0, 1.0]);
        assert_eq!(unpack_unorm4x8_srgb_to_half(0x00ff_0000), [0.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn what_is_unpacked_packs_again() {
        for pattern in 0..=0xffffu32 {
            let x = pattern.wrapping_mul(0x0001_0003);
            assert_eq!(pack_float_to_unorm4x8(unpack_unorm4x8_to_float(x)), x);
            assert_eq!(pack_float_to_srgb_unorm4x8(unpack_unorm4x8_srgb_to_float(x)), x);
            assert_eq!(pack_float_to_unorm2x16(unpack_unorm2x16_to_float(x)), x);
            assert_eq!(pack_float_to_unorm10a2(unpack_unorm10a2_to_float(x)), x);
            assert_eq!(pack_float_to_unorm565(unpack_unorm565_to_float(pattern)), pattern);
            assert_eq!(pack_float_to_unorm4x8(unpack_unorm4x8_to_half(x)), x);
        }
    }
}
