//! Row forms of the functions that have a long way for rare arguments: one decision for a row, then straight loops.
//!
//! Everything else needs no row form: a plain loop over the scalar function becomes vector code. The results are those
//! of the scalar functions, bit for bit. Inlined, so that a caller compiled for a CPU level gets loops for it.
//!
//! Must never know what an active lane is: inactive ones are computed too.

use super::remainder;
use super::single;
use super::wide::NEAR;

/// Whether the trigonometric functions can go the straight way in the whole row.
#[inline(always)]
pub fn all_near(x: &[f32]) -> bool {
    let near = (NEAR as f32).to_bits();
    let infinity = f32::INFINITY.to_bits();
    !x.iter().fold(false, |far, x| {
        let magnitude = x.to_bits() & 0x7fff_ffff;
        far | ((magnitude >= near) & (magnitude < infinity))
    })
}

/// Whether `fmod` can go the straight way in the whole row.
#[inline(always)]
pub fn all_fmod_near(x: &[f32], y: &[f32]) -> bool {
    x.iter().zip(y).fold(true, |near, (&x, &y)| near & (remainder::quotient(x, y) < remainder::NEAR))
}

macro_rules! trigonometric {
    ($($doc:literal $name:ident $near:ident)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name(out: &mut [f32], x: &[f32]) {
            if all_near(x) {
                out.iter_mut().zip(x).for_each(|(out, &x)| *out = single::$near(x));
            } else {
                out.iter_mut().zip(x).for_each(|(out, &x)| *out = single::$name(x));
            }
        }
    )*};
}
trigonometric! {
    "Sine of each element." sin sin_near
    "Cosine of each element." cos cos_near
    "Tangent of each element." tan tan_near
}

/// Sine and cosine of each element.
#[inline(always)]
pub fn sincos(sine: &mut [f32], cosine: &mut [f32], x: &[f32]) {
    let elements = sine.iter_mut().zip(cosine).zip(x);
    if all_near(x) {
        elements.for_each(|((sine, cosine), &x)| (*sine, *cosine) = single::sincos_near(x));
    } else {
        elements.for_each(|((sine, cosine), &x)| (*sine, *cosine) = single::sincos(x));
    }
}

/// `fmod` of each pair of elements.
#[inline(always)]
pub fn fmod(out: &mut [f32], x: &[f32], y: &[f32]) {
    let elements = out.iter_mut().zip(x).zip(y);
    if all_fmod_near(x, y) {
        elements.for_each(|((out, &x), &y)| *out = remainder::fmod_near(x, y));
    } else {
        elements.for_each(|((out, &x), &y)| *out = remainder::fmod(x, y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_equal_scalars() {
        let small: Vec<f32> = (0..40).map(|i| (i as f32 - 20.0) * 1.37).collect();
        let mut large = small.clone();
        large[7] = 1e30;
        large[8] = f32::NEG_INFINITY;
        large[9] = f32::NAN;
        for x in [&small, &large] {
            let (mut sine, mut cosine) = (vec![0.0; 40], vec![0.0; 40]);
            sincos(&mut sine, &mut cosine, x);
            for (row, scalar) in
                [(sin as fn(&mut [f32], &[f32]), single::sin as fn(f32) -> f32), (cos, single::cos), (tan, single::tan)]
            {
                let mut out = vec![0.0; 40];
                row(&mut out, x);
                let expected: Vec<u32> = x.iter().map(|&x| scalar(x).to_bits()).collect();
                assert_eq!(out.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), expected);
            }
            for i in 0..40 {
                assert_eq!(sine[i].to_bits(), single::sin(x[i]).to_bits());
                assert_eq!(cosine[i].to_bits(), single::cos(x[i]).to_bits());
            }
            let mut out = vec![0.0; 40];
            fmod(&mut out, x, &small);
            for i in 0..40 {
                assert_eq!(out[i].to_bits(), remainder::fmod(x[i], small[i]).to_bits());
            }
        }
    }
}
