//! The elementary functions of `float`: the wide ones, rounded once.
//!
//! Must never do arithmetic of its own beyond that rounding.

use super::canonicalize;
use super::wide;

macro_rules! unary {
    ($($doc:literal $name:ident)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name(x: f32) -> f32 {
            narrow(wide::$name(x as f64))
        }
    )*};
}

macro_rules! binary {
    ($($doc:literal $name:ident)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name(x: f32, y: f32) -> f32 {
            narrow(wide::$name(x as f64, y as f64))
        }
    )*};
}

#[inline(always)]
fn narrow(x: f64) -> f32 {
    canonicalize(x as f32)
}

unary! {
    "`e^x`." exp
    "`2^x`." exp2
    "`10^x`." exp10
    "Natural logarithm." log
    "Logarithm to base 2." log2
    "Logarithm to base 10." log10
    "Sine." sin
    "Cosine." cos
    "Tangent." tan
    "[`sin`] for arguments below [`wide::NEAR`] in magnitude, infinities and NaN: no branch." sin_near
    "[`cos`] for arguments below [`wide::NEAR`] in magnitude, infinities and NaN: no branch." cos_near
    "[`tan`] for arguments below [`wide::NEAR`] in magnitude, infinities and NaN: no branch." tan_near
    "`sin(pi x)`; zero with the sign of `x` at integers." sinpi
    "`cos(pi x)`; positive zero halfway between integers." cospi
    "`tan(pi x)`; infinite halfway between integers." tanpi
    "Arc sine." asin
    "Arc cosine." acos
    "Arc tangent." atan
    "Hyperbolic sine." sinh
    "Hyperbolic cosine." cosh
    "Hyperbolic tangent." tanh
    "Inverse hyperbolic sine." asinh
    "Inverse hyperbolic cosine." acosh
    "Inverse hyperbolic tangent." atanh
    "`1 / sqrt(x)`, correctly rounded." rsqrt
}

binary! {
    "The angle of the point (`y`, `x`): here the first argument is `y`, as everywhere." atan2
    "`x^y` with the special cases of C99." pow
    "`x^y` for `x >= 0`." powr
}

/// Sine and cosine.
#[inline(always)]
pub fn sincos(x: f32) -> (f32, f32) {
    let (sine, cosine) = wide::sincos(x as f64);
    (narrow(sine), narrow(cosine))
}

/// [`sincos`] for arguments below [`wide::NEAR`] in magnitude, infinities and NaN: no branch.
#[inline(always)]
pub fn sincos_near(x: f32) -> (f32, f32) {
    let (sine, cosine) = wide::sincos_near(x as f64);
    (narrow(sine), narrow(cosine))
}

/// Square root, correctly rounded.
#[inline(always)]
pub fn sqrt(x: f32) -> f32 {
    canonicalize(x.sqrt())
}
