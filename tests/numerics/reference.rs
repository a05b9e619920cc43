//! What the elementary functions are measured against: the platform's double-precision functions.
//!
//! Those are good to about 2^-52, a half-billionth of an ulp of `float`; `main.rs` checks them in turn against
//! arbitrary-precision arithmetic. Here, and only here, the platform's functions may be called.

use std::f64::consts::PI;

use deburr::numerics::half_functions;
use deburr::numerics::single;

/// A function of one argument, its twin for `half`, its reference and the documented bounds in ulp.
pub struct Unary {
    pub name: &'static str,
    pub single: fn(f32) -> f32,
    pub half: fn(f32) -> f32,
    pub reference: fn(f64) -> f64,
    /// Bound of the precise mode for `float`; 0.5 stands for "correctly rounded". For `half` it is 1 (or 0.5).
    pub bound: f64,
    /// Arguments that matter most: samples are also drawn evenly from this interval.
    pub interval: (f32, f32),
}

/// A function of two arguments.
pub struct Binary {
    pub name: &'static str,
    pub single: fn(f32, f32) -> f32,
    pub half: fn(f32, f32) -> f32,
    pub reference: fn(f64, f64) -> f64,
    pub bound: f64,
}

macro_rules! unary {
    ($($name:ident $bound:literal $low:literal $high:literal $reference:expr;)*) => {
        &[$(Unary {
            name: stringify!($name),
            single: |x| single::$name(x),
            half: |x| half_functions::$name(x),
            reference: $reference,
            bound: $bound,
            interval: ($low, $high),
        }),*]
    };
}

pub const UNARY: &[Unary] = unary! {
    exp 4.0 -104.0 89.0 f64::exp;
    exp2 4.0 -150.0 128.0 f64::exp2;
    exp10 4.0 -46.0 39.0 |x| 10f64.powf(x);
    log 4.0 0.0 4.0 f64::ln;
    log2 4.0 0.0 4.0 f64::log2;
    log10 4.0 0.0 4.0 f64::log10;
    sin 4.0 -100.0 100.0 f64::sin;
    cos 4.0 -100.0 100.0 f64::cos;
    tan 6.0 -100.0 100.0 f64::tan;
    sinpi 4.0 -9.0 9.0 sinpi;
    cospi 4.0 -9.0 9.0 cospi;
    tanpi 6.0 -9.0 9.0 tanpi;
    asin 4.0 -1.0 1.0 f64::asin;
    acos 4.0 -1.0 1.0 f64::acos;
    atan 5.0 -9.0 9.0 f64::atan;
    sinh 4.0 -90.0 90.0 f64::sinh;
    cosh 4.0 -90.0 90.0 f64::cosh;
    tanh 5.0 -10.0 10.0 f64::tanh;
    asinh 4.0 -9.0 9.0 f64::asinh;
    acosh 4.0 1.0 9.0 f64::acosh;
    atanh 5.0 -1.0 1.0 f64::atanh;
    rsqrt 0.5 0.0 9.0 |x| 1.0 / x.sqrt();
    sqrt 0.5 0.0 9.0 f64::sqrt;
};

pub const BINARY: &[Binary] = &[
    Binary { name: "pow", single: single::pow, half: half_functions::pow, reference: f64::powf, bound: 16.0 },
    Binary { name: "powr", single: single::powr, half: half_functions::powr, reference: powr, bound: 16.0 },
    Binary { name: "atan2", single: single::atan2, half: half_functions::atan2, reference: f64::atan2, bound: 6.0 },
];

fn powr(x: f64, y: f64) -> f64 {
    if x < 0.0 || (x == 1.0 && y.is_infinite()) || ((x == 0.0 || x.is_infinite()) && y == 0.0) || y.is_nan() {
        return f64::NAN;
    }
    if x.is_nan() { x } else { x.abs().powf(y) }
}

/// `x - 2 n` in [-1, 1], exactly.
fn turn(x: f64) -> f64 {
    x - 2.0 * (x / 2.0).round()
}

fn sinpi(x: f64) -> f64 {
    let turn = turn(x);
    let folded = if turn.abs() > 0.5 { 1f64.copysign(turn) - turn } else { turn };
    let zero = 0f64.copysign(x);
    if folded == 0.0 { zero } else { (PI * folded).sin() }
}

fn cospi(x: f64) -> f64 {
    let turn = turn(x).abs();
    let (sign, folded) = if turn > 0.5 { (-1.0, 1.0 - turn) } else { (1.0, turn) };
    match folded {
        0.5 => 0.0,
        _ if folded > 0.25 => sign * (PI * (0.5 - folded)).sin(),
        _ => sign * (PI * folded).cos(),
    }
}

fn tanpi(x: f64) -> f64 {
    sinpi(x) / cospi(x)
}

/// A binary format: bits of precision and the exponent of its smallest subnormal.
#[derive(Clone, Copy)]
pub struct Format {
    pub precision: i32,
    pub smallest: i32,
    pub largest: f64,
}

pub const SINGLE: Format = Format { precision: 24, smallest: -149, largest: f32::MAX as f64 };
pub const HALF: Format = Format { precision: 11, smallest: -24, largest: 65504.0 };

impl Format {
    /// Distance between neighbours around `x`.
    fn ulp(self, x: f64) -> f64 {
        let exponent = ((x.abs().to_bits() >> 52) as i32 - 1023).max(self.smallest + self.precision - 1);
        f64::from_bits(((exponent - self.precision + 1 + 1023) as u64) << 52)
    }

    /// The error of `got` in ulp; infinite where only an exact special value would do.
    pub fn error(self, got: f32, expected: f64) -> f64 {
        if got.is_nan() || expected.is_nan() {
            return if got.to_bits() == 0x7fc0_0000 && expected.is_nan() { 0.0 } else { f64::INFINITY };
        }
        if expected == 0.0 || expected.is_infinite() {
            return if (got as f64).to_bits() == expected.to_bits() { 0.0 } else { f64::INFINITY };
        }
        if got.is_sign_negative() != expected.is_sign_negative() {
            return f64::INFINITY;
        }
        // Infinity stands for the first value past the largest: half an ulp decides as everywhere else.
        let past = self.largest + self.ulp(self.largest);
        let expected = expected.clamp(-past, past);
        let got = (got as f64).clamp(-past, past);
        (got - expected).abs() / self.ulp(expected.abs().min(self.largest))
    }
}

/// A fixed sequence of scattered numbers.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let x = self.0 ^ (self.0 >> 33);
        (x.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 32) as u32
    }

    /// Evenly from an interval.
    pub fn within(&mut self, (low, high): (f32, f32)) -> f32 {
        (low as f64 + (high as f64 - low as f64) * (self.bits() as f64 / 4294967296.0)) as f32
    }
}

/// A pair of arguments for a binary function: sometimes any bits, mostly of comparable, moderate size.
pub fn pair(random: &mut Random, index: u64) -> (f32, f32) {
    let x = f32::from_bits(random.bits());
    match index % 4 {
        0 => (x, f32::from_bits(random.bits())),
        1 => (random.within((0.0, 10.0)), random.within((-30.0, 30.0))),
        2 => (random.within((-2.0, 2.0)), random.within((-9.0, 9.0)).trunc()),
        _ => {
            let x = x.abs();
            (x, random.within((-128.0, 128.0)) / x.log2())
        }
    }
}

/// Values where functions have something special.
pub fn corners() -> Vec<f32> {
    let mut corners = vec![f32::NAN, f32::from_bits(0xff80_0001), 0.49999997, 0.50000006];
    let magnitudes = [
        0.0,
        1e-45,
        3e-45,
        1.1754942e-38,
        1.1754944e-38,
        1e-20,
        1e-10,
        0.0625,
        0.25,
        0.5,
        0.75,
        0.99999994,
        1.0,
        1.0000001,
        1.5,
        2.0,
        2.5,
        3.0,
        4.0,
        5.0,
        10.0,
        16.0,
        17.0,
        38.0,
        39.0,
        88.72283,
        88.72284,
        103.97208,
        103.97209,
        128.0,
        149.0,
        150.0,
        151.0,
        1048575.9,
        1048576.0,
        1048577.0,
        8388607.5,
        8388609.0,
        16777215.0,
        16777216.0,
        16777218.0,
        1e10,
        1e20,
        1e30,
        16367173.0 * 4722366482869645213696.0,
        3.4028235e38,
        f32::INFINITY,
        std::f32::consts::FRAC_PI_4,
        std::f32::consts::FRAC_PI_2,
        std::f32::consts::PI,
        2.0 * std::f32::consts::PI,
        std::f32::consts::LN_2,
        std::f32::consts::E,
        std::f32::consts::SQRT_2,
        std::f32::consts::FRAC_1_SQRT_2,
    ];
    for magnitude in magnitudes {
        corners.extend([magnitude, -magnitude]);
    }
    corners
}
