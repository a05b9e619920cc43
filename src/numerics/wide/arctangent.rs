//! Inverse trigonometric functions, all from one arc tangent of a quotient.
//!
//! The quotient of the smaller by the larger magnitude lies in [0, 1]; above `tan(pi/8)` it is turned back by `pi/4`
//! with the addition theorem, which costs no second division. What is left is at most `tan(pi/8)`.

const PI: f64 = std::f64::consts::PI;
const FRAC_PI_2: f64 = std::f64::consts::FRAC_PI_2;
const FRAC_PI_4: f64 = std::f64::consts::FRAC_PI_4;
const TAN_PI_8: f64 = 0.41421356237309503;
/// Stands for infinity: far above any `f32`, and its quotient with one rounds to zero.
const HUGE: f64 = 2.582249878086909e120; // 2^400
/// Stands for a zero divisor.
const TINY: f64 = 1e-300;

/// `atan(t)` for `|t| <= tan(pi/8)`.
#[inline(always)]
fn reduced(t: f64) -> f64 {
    let z = t * t;
    let w = z * z;
    let even = -0.3333333333333022
        + w * (-0.14285714196512256
            + w * (-0.09090783514904252 + w * (-0.06641244523465634 + w * -0.04360798677365744)));
    let odd = 0.1999999999910448
        + w * (0.11111106702972534 + w * (0.07690083158952611 + w * (0.05693155664508903 + w * 0.021279811549379312)));
    t + t * (z * (even + z * odd))
}

/// The angle of the point (x, y), both not negative and not NaN: in [0, pi/2].
#[inline(always)]
fn first_quadrant(y: f64, x: f64) -> f64 {
    let steep = y > x;
    let small = if steep { x } else { y };
    let large = if steep { y } else { x };
    let turned = small > large * TAN_PI_8;
    let numerator = if turned { small - large } else { small };
    let denominator = if turned { small + large } else { large };
    let base = if turned { FRAC_PI_4 } else { 0.0 };
    let angle = base + reduced(numerator / if denominator > 0.0 { denominator } else { TINY });
    if steep { FRAC_PI_2 - angle } else { angle }
}

/// The angle of the point (x, y), in [-pi, pi].
#[inline(always)]
pub fn atan2(y: f64, x: f64) -> f64 {
    let angle = first_quadrant(y.abs().clamp(0.0, HUGE), x.abs().clamp(0.0, HUGE));
    let half_plane = if x.is_sign_negative() { PI - angle } else { angle };
    let signed = half_plane.copysign(y);
    if x.is_nan() | y.is_nan() { f64::NAN } else { signed }
}

/// Arc tangent, in [-pi/2, pi/2].
#[inline(always)]
pub fn atan(x: f64) -> f64 {
    let angle = first_quadrant(x.abs().clamp(0.0, HUGE), 1.0).copysign(x);
    if x.is_nan() { f64::NAN } else { angle }
}

/// Arc sine, in [-pi/2, pi/2]; NaN outside [-1, 1].
#[inline(always)]
pub fn asin(x: f64) -> f64 {
    let a = x.abs();
    let angle = first_quadrant(a, ((1.0 - a) * (1.0 + a)).sqrt()).copysign(x);
    if a <= 1.0 { angle } else { f64::NAN }
}

/// Arc cosine, in [0, pi]; NaN outside [-1, 1].
#[inline(always)]
pub fn acos(x: f64) -> f64 {
    let a = x.abs();
    let angle = first_quadrant(((1.0 - a) * (1.0 + a)).sqrt(), a);
    let value = if x < 0.0 { PI - angle } else { angle };
    if a <= 1.0 { value } else { f64::NAN }
}
