//! Arbitrary-precision values of the functions, to measure the reference itself (and the functions once more).

use astro_float_num::BigFloat;
use astro_float_num::Consts;
use astro_float_num::RoundingMode::ToEven;

/// Bits of working precision.
const PRECISION: usize = 192;

/// Arbitrary-precision arithmetic with its cache of constants.
pub struct Exact {
    constants: Consts,
}

impl Exact {
    pub fn new() -> Exact {
        Exact { constants: Consts::new().expect("memory for constants") }
    }

    /// The value of a function, to the last bit of `f64` or nearly so. None for a name it doesn't know.
    pub fn unary(&mut self, name: &str, x: f64) -> Option<f64> {
        match name {
            "exp2" => return Some(self.pow(2.0, x)),
            "exp10" => return Some(self.pow(10.0, x)),
            _ => (),
        }
        let x = BigFloat::from_f64(x, PRECISION);
        let constants = &mut self.constants;
        let value = match name {
            "exp" => x.exp(PRECISION, ToEven, constants),
            "log" => x.ln(PRECISION, ToEven, constants),
            "log2" => x.log2(PRECISION, ToEven, constants),
            "log10" => x.log10(PRECISION, ToEven, constants),
            "sin" => x.sin(PRECISION, ToEven, constants),
            "cos" => x.cos(PRECISION, ToEven, constants),
            "tan" => x.tan(PRECISION, ToEven, constants),
            "sinpi" | "cospi" | "tanpi" => {
                let angle = x.mul(&constants.pi(PRECISION, ToEven), PRECISION, ToEven);
                match name {
                    "sinpi" => angle.sin(PRECISION, ToEven, constants),
                    "cospi" => angle.cos(PRECISION, ToEven, constants),
                    _ => angle.tan(PRECISION, ToEven, constants),
                }
            }
            "asin" => x.asin(PRECISION, ToEven, constants),
            "acos" => x.acos(PRECISION, ToEven, constants),
            "atan" => x.atan(PRECISION, ToEven, constants),
            "sinh" => x.sinh(PRECISION, ToEven, constants),
            "cosh" => x.cosh(PRECISION, ToEven, constants),
            "tanh" => x.tanh(PRECISION, ToEven, constants),
            "asinh" => x.asinh(PRECISION, ToEven, constants),
            "acosh" => x.acosh(PRECISION, ToEven, constants),
            "atanh" => x.atanh(PRECISION, ToEven, constants),
            "rsqrt" => x.sqrt(PRECISION, ToEven).reciprocal(PRECISION, ToEven),
            "sqrt" => x.sqrt(PRECISION, ToEven),
            _ => return None,
        };
        Some(nearest(&value))
    }

    /// `x^y` for positive `x`.
    pub fn pow(&mut self, x: f64, y: f64) -> f64 {
        // Not the library's own `pow`, which does not end where the power is exact.
        let logarithm = BigFloat::from_f64(x, PRECISION).ln(PRECISION, ToEven, &mut self.constants);
        let exponent = logarithm.mul(&BigFloat::from_f64(y, PRECISION), PRECISION, ToEven);
        nearest(&exponent.exp(PRECISION, ToEven, &mut self.constants))
    }
}

fn nearest(value: &BigFloat) -> f64 {
    // Decimal digits in, decimal digits out: 192 bits are 57 of them.
    value.to_string().parse().expect("a finite number")
}
