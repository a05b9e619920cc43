//! Comparing a buffer with what is expected.

use super::element::ElementType;
use super::print::component;
use super::print::component_text;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::half;

/// How far a floating-point value may be off: `absolute + relative * |expected|`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tolerance {
    /// Absolute part.
    pub absolute: f64,
    /// Relative part.
    pub relative: f64,
}

/// How a buffer differs from what is expected.
#[derive(Clone, PartialEq, Debug)]
pub enum Mismatch {
    /// Another number of bytes.
    Length {
        /// Bytes expected.
        expected: usize,
        /// Bytes there are.
        actual: usize,
    },
    /// Some elements are off.
    Elements {
        /// How many components differ.
        count: usize,
        /// How many there are.
        total: usize,
        /// The first few: component number, expected, actual.
        first: Vec<(usize, String, String)>,
    },
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Length { expected, actual } => {
                write!(f, "{expected} bytes were expected, the buffer has {actual}")
            }
            Self::Elements { count, total, first } => {
                write!(f, "{count} of {total} values differ")?;
                for (index, expected, actual) in first {
                    write!(f, "; [{index}] is {actual}, expected {expected}")?;
                }
                if *count > first.len() {
                    write!(f, "; …")?;
                }
                Ok(())
            }
        }
    }
}

/// Mismatches that are listed one by one.
const LISTED: usize = 4;

/// Compares component by component; padding doesn't count. Without a tolerance values must be equal bit for bit,
/// except that an expected NaN stands for any.
#[must_use]
pub fn compare(element: ElementType, expected: &[u8], actual: &[u8], tolerance: Option<Tolerance>) -> Option<Mismatch> {
    // A last element without padding is whole.
    let padding = element.stride() - usize::from(element.lanes) * element.component_size();
    if expected.len() != actual.len() && expected.len() - padding.min(expected.len()) != actual.len() {
        return Some(Mismatch::Length { expected: expected.len(), actual: actual.len() });
    }
    let mut count = 0;
    let mut first = Vec::new();
    let mut total = 0;
    while let (Some(want), Some(have)) = (component(element, expected, total), component(element, actual, total)) {
        if !matches(element.scalar, want, have, tolerance) {
            count += 1;
            if first.len() < LISTED {
                first.push((total, component_text(element.scalar, want), component_text(element.scalar, have)));
            }
        }
        total += 1;
    }
    (count > 0).then_some(Mismatch::Elements { count, total, first })
}

fn matches(scalar: Scalar, want: u64, have: u64, tolerance: Option<Tolerance>) -> bool {
    if want == have {
        return true;
    }
    if !scalar.is_float() {
        return false;
    }
    let float = |bits: u64| match scalar {
        Scalar::F16 => half::to_f32(bits as u16),
        Scalar::BF16 => bfloat::to_f32(bits as u16),
        _ => f32::from_bits(bits as u32),
    };
    let (want, have) = (f64::from(float(want)), f64::from(float(have)));
    if want.is_nan() {
        return have.is_nan();
    }
    tolerance.is_some_and(|tolerance| {
        want == have || (have - want).abs() <= tolerance.absolute + tolerance.relative * want.abs()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_tolerant_and_nan() {
        let float = ElementType::from_name("float").unwrap();
        let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
        let off = compare(float, &bytes(&[1.0, 2.0]), &bytes(&[1.0, 2.5]), None).unwrap();
        assert_eq!(off.to_string(), "1 of 2 values differ; [1] is 2.5, expected 2");
        let tolerance = Some(Tolerance { absolute: 0.0, relative: 0.25 });
        assert_eq!(compare(float, &bytes(&[1.0, 2.0]), &bytes(&[1.0, 2.5]), tolerance), None);
        assert_eq!(compare(float, &bytes(&[f32::NAN]), &bytes(&[-f32::NAN]), None), None);
        assert!(compare(float, &bytes(&[0.0]), &bytes(&[-0.0]), None).is_some());
        assert!(compare(float, &bytes(&[0.0]), &bytes(&[0.0, 1.0]), None).is_some());
    }
}
