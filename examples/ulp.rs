//! Measures the elementary functions: maximum error in ulp over many arguments, as a table in Markdown.
//!
//! `cargo run --release --example ulp -- [arguments per function, in millions; 12 by default]`

#[path = "../tests/numerics/reference.rs"]
mod reference;

use deburr::numerics::half;
use reference::BINARY;
use reference::HALF;
use reference::Random;
use reference::SINGLE;
use reference::UNARY;
use reference::corners;
use reference::pair;

/// The largest error so far and where it was.
struct Worst {
    error: f64,
    arguments: String,
}

impl Worst {
    fn new() -> Worst {
        Worst { error: 0.0, arguments: String::from("none") }
    }

    fn see(&mut self, error: f64, arguments: impl FnOnce() -> String) {
        if error > self.error {
            *self = Worst { error, arguments: arguments() };
        }
    }
}

fn main() {
    let millions: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(12);
    let count = millions * 1_000_000;
    println!("| function | bound, `float` | measured, `float` | worst argument | measured, `half` |");
    println!("|---|---|---|---|---|");
    for function in UNARY {
        let mut worst = Worst::new();
        let mut see = |x: f32| {
            worst.see(SINGLE.error((function.single)(x), (function.reference)(x as f64)), || format!("{x:e}"));
        };
        corners().into_iter().for_each(&mut see);
        // Half of the arguments evenly over all bit patterns, half over the interval that matters.
        let step = (2u64 << 32) as f64 / count as f64;
        let mut random = Random(4);
        for index in 0..count / 2 {
            see(f32::from_bits((index as f64 * step) as u32));
            see(random.within(function.interval));
        }
        let mut worst_half = Worst::new();
        for bits in 0..=u16::MAX {
            let x = half::to_f32(bits);
            worst_half.see(HALF.error((function.half)(x), (function.reference)(x as f64)), || format!("{x:e}"));
        }
        print_row(function.name, function.bound, &worst, &worst_half);
    }
    for function in BINARY {
        let (mut worst, mut worst_half) = (Worst::new(), Worst::new());
        let mut random = Random(5);
        for index in 0..count {
            let (x, y) = pair(&mut random, index);
            let expected = (function.reference)(x as f64, y as f64);
            worst.see(SINGLE.error((function.single)(x, y), expected), || format!("{x:e}, {y:e}"));
            let (x, y) = (half::round(x), half::round(y));
            let expected = (function.reference)(x as f64, y as f64);
            worst_half.see(HALF.error((function.half)(x, y), expected), || format!("{x:e}, {y:e}"));
        }
        print_row(function.name, function.bound, &worst, &worst_half);
    }
    println!();
    println!("`rsqrt` misrounded: {} of all mantissas and exponent parities", misrounded_rsqrt());
}

fn print_row(name: &str, bound: f64, worst: &Worst, half: &Worst) {
    let bound = if bound == 0.5 { "correctly rounded".to_string() } else { bound.to_string() };
    println!("| `{name}` | {bound} | {:.7} | {} | {:.7} |", worst.error, worst.arguments, half.error);
}

/// Checks `rsqrt` with integers for every mantissa and both parities of the exponent, which is every argument.
fn misrounded_rsqrt() -> u32 {
    let mut wrong = 0;
    for bits in 0x3f80_0000u32..0x4080_0000 {
        let x = f32::from_bits(bits);
        let result = deburr::numerics::single::rsqrt(x);
        // x = m 2^-23 and result = r 2^-24, or with one bit less near 1 and below.
        let scaled_x = (x as f64 * 8388608.0) as u128;
        let half_ulp = ((result as f64) - (result.next_down() as f64)) / 2.0;
        let scale = 2f64.powi(27);
        let low = ((result as f64 - half_ulp) * scale) as u128;
        let half_ulp_up = ((result.next_up() as f64) - (result as f64)) / 2.0;
        let high = ((result as f64 + half_ulp_up) * scale) as u128;
        // low < 1/sqrt(x) < high, squared: x low^2 < 1 < x high^2 (never equal: 1/sqrt(x) is no midpoint).
        let one = 1u128 << (23 + 54);
        if scaled_x * low * low >= one || scaled_x * high * high <= one {
            wrong += 1;
        }
    }
    wrong
}
