//! The elementary functions against independent references: every `half`, corner cases, and scattered `float`s.

mod exact;
mod reference;

use deburr::numerics::half;
use exact::Exact;
use reference::BINARY;
use reference::Format;
use reference::HALF;
use reference::Random;
use reference::SINGLE;
use reference::UNARY;
use reference::corners;
use reference::pair;

/// What "rounded once from a result that is nearly exact" comes to.
const ALMOST_HALF_AN_ULP: f64 = 0.50001;

fn check1(name: &str, format: Format, function: fn(f32) -> f32, reference: fn(f64) -> f64, x: f32) {
    let (got, expected) = (function(x), reference(x as f64));
    let error = format.error(got, expected);
    assert!(error <= ALMOST_HALF_AN_ULP, "{name}({x:e}) = {got:e}, not {expected:e}: {error} ulp");
}

fn check2(
    name: &str,
    format: Format,
    function: fn(f32, f32) -> f32,
    reference: fn(f64, f64) -> f64,
    (x, y): (f32, f32),
) {
    let (got, expected) = (function(x, y), reference(x as f64, y as f64));
    let error = format.error(got, expected);
    assert!(error <= ALMOST_HALF_AN_ULP, "{name}({x:e}, {y:e}) = {got:e}, not {expected:e}: {error} ulp");
}

#[test]
fn what_is_asserted_is_within_the_bounds_of_the_language() {
    for (name, bound) in UNARY.iter().map(|f| (f.name, f.bound)).chain(BINARY.iter().map(|f| (f.name, f.bound))) {
        // A bound of half an ulp means "correctly rounded": those two are proved apart, not by a margin.
        assert!(bound >= ALMOST_HALF_AN_ULP || ["sqrt", "rsqrt"].contains(&name), "{name}");
    }
}

#[test]
fn every_half() {
    for function in UNARY {
        for bits in 0..=u16::MAX {
            check1(function.name, HALF, function.half, function.reference, half::to_f32(bits));
        }
    }
}

#[test]
fn pairs_of_halves() {
    let mut random = Random(1);
    for function in BINARY {
        for index in 0..50_000 {
            let (x, y) = pair(&mut random, index);
            check2(function.name, HALF, function.half, function.reference, (half::round(x), half::round(y)));
        }
    }
}

#[test]
fn corner_cases() {
    let corners = corners();
    for function in UNARY {
        for &x in &corners {
            check1(function.name, SINGLE, function.single, function.reference, x);
        }
    }
    for function in BINARY {
        for &x in &corners {
            for &y in &corners {
                check2(function.name, SINGLE, function.single, function.reference, (x, y));
            }
        }
    }
}

#[test]
fn scattered_floats() {
    for function in UNARY {
        let mut random = Random(2);
        for _ in 0..30_000 {
            check1(function.name, SINGLE, function.single, function.reference, f32::from_bits(random.bits()));
            check1(function.name, SINGLE, function.single, function.reference, random.within(function.interval));
        }
    }
    for function in BINARY {
        let mut random = Random(3);
        for index in 0..100_000 {
            check2(function.name, SINGLE, function.single, function.reference, pair(&mut random, index));
        }
    }
}

/// The reference and the functions, where both have ordinary values, against arbitrary precision.
#[test]
fn arbitrary_precision() {
    let mut exact = Exact::new();
    let mut random = Random(6);
    for function in UNARY {
        let mut arguments = corners();
        for _ in 0..150 {
            arguments.push(f32::from_bits(random.bits()));
            arguments.push(random.within(function.interval));
        }
        for x in arguments {
            let reference = (function.reference)(x as f64);
            // Special values, and results whose `f64` is subnormal, are left to the other tests.
            if x == 0.0 || reference == 0.0 || !x.is_finite() || !reference.is_finite() || reference.abs() < 1e-300 {
                continue;
            }
            let expected = exact.unary(function.name, x as f64).expect("every function is known");
            let deviation = ((reference - expected) / expected).abs();
            assert!(deviation < 1e-14, "the reference of {}({x:e}): {reference:e}, not {expected:e}", function.name);
            let error = SINGLE.error((function.single)(x), expected);
            assert!(error <= ALMOST_HALF_AN_ULP, "{}({x:e}): {error} ulp", function.name);
        }
    }
    for index in 0..400 {
        let (x, y) = pair(&mut random, index);
        let reference = (x as f64).powf(y as f64);
        if x > 0.0 && reference.is_finite() && reference > 1e-300 {
            let expected = exact.pow(x as f64, y as f64);
            assert!(((reference - expected) / expected).abs() < 1e-14, "{x:e}^{y:e}");
            let error = SINGLE.error(deburr::numerics::single::pow(x, y), expected);
            assert!(error <= ALMOST_HALF_AN_ULP, "pow({x:e}, {y:e}): {error} ulp");
        }
    }
}
