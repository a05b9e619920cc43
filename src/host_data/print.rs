//! Contents of buffers as text and JSON.

use super::element::ElementType;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::half;
use std::fmt::Write;

/// The bits of component `index` (counting all components without padding).
pub(super) fn component(element: ElementType, bytes: &[u8], index: usize) -> Option<u64> {
    let lanes = usize::from(element.lanes);
    let at = index / lanes * element.stride() + index % lanes * element.component_size();
    let raw = bytes.get(at..at + element.component_size())?;
    let mut bits = [0; 8];
    bits[..raw.len()].copy_from_slice(raw);
    Some(u64::from_le_bytes(bits))
}

/// A component as MSL would write it (floats with the shortest digits that give them back).
#[must_use]
pub fn component_text(scalar: Scalar, bits: u64) -> String {
    match scalar {
        Scalar::Bool => if bits & 0xff == 0 { "false" } else { "true" }.into(),
        Scalar::I8 => (bits as i8).to_string(),
        Scalar::I16 => (bits as i16).to_string(),
        Scalar::I32 => (bits as i32).to_string(),
        Scalar::I64 => (bits as i64).to_string(),
        Scalar::U8 => (bits as u8).to_string(),
        Scalar::U16 => (bits as u16).to_string(),
        Scalar::U32 => (bits as u32).to_string(),
        Scalar::U64 => bits.to_string(),
        Scalar::F32 => float_text(f32::from_bits(bits as u32)),
        Scalar::F16 => float_text(half::to_f32(bits as u16)),
        Scalar::BF16 => float_text(bfloat::to_f32(bits as u16)),
    }
}

fn float_text(value: f32) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    let magnitude = value.abs();
    if value == 0.0 || value.is_infinite() || (1e-5..1e9).contains(&magnitude) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

fn element_count(element: ElementType, bytes: &[u8]) -> usize {
    // The last element may lack its padding.
    let used = usize::from(element.lanes) * element.component_size();
    (bytes.len() + element.stride() - used) / element.stride()
}

/// The first `count` elements on one line; vectors in parentheses.
#[must_use]
pub fn to_text(element: ElementType, bytes: &[u8], count: usize) -> String {
    let total = element_count(element, bytes);
    let lanes = usize::from(element.lanes);
    let mut out = String::new();
    for number in 0..total.min(count) {
        if number > 0 {
            out.push(' ');
        }
        if lanes > 1 {
            out.push('(');
        }
        for lane in 0..lanes {
            if lane > 0 {
                out.push_str(", ");
            }
            if let Some(bits) = component(element, bytes, number * lanes + lane) {
                out.push_str(&component_text(element.scalar, bits));
            }
        }
        if lanes > 1 {
            out.push(')');
        }
    }
    if total > count {
        let _ = write!(out, " … ({total} in all)");
    }
    out
}

/// The first `count` elements as a JSON array; vectors are arrays, non-finite floats strings.
#[must_use]
pub fn to_json(element: ElementType, bytes: &[u8], count: usize) -> serde_json::Value {
    let lanes = usize::from(element.lanes);
    let value = |index: usize| {
        let bits = component(element, bytes, index).unwrap_or(0);
        let text = component_text(element.scalar, bits);
        serde_json::from_str(&text).unwrap_or(serde_json::Value::String(text))
    };
    (0..element_count(element, bytes).min(count))
        .map(
            |number| {
                if lanes == 1 { value(number) } else { (0..lanes).map(|lane| value(number * lanes + lane)).collect() }
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_printed_in_source_form() {
        let float = ElementType::from_name("float").unwrap();
        let bytes: Vec<u8> = [1.0_f32, -0.0, 1e20, f32::NAN].iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(to_text(float, &bytes, 10), "1 -0 1e20 nan");
        assert_eq!(to_text(float, &bytes, 2), "1 -0 … (4 in all)");
        assert_eq!(to_json(float, &bytes, 10).to_string(), r#"[1,-0.0,1e+20,"nan"]"#);
        let uchar3 = ElementType::from_name("uchar3").unwrap();
        assert_eq!(to_text(uchar3, &[1, 2, 3, 0, 4, 5, 6], 9), "(1, 2, 3) (4, 5, 6)");
        assert_eq!(to_json(uchar3, &[1, 2, 3, 0], 9).to_string(), "[[1,2,3]]");
    }
}
