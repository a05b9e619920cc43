//! Which names are types without being declared.

use super::Scalar;

/// Whether a name is a scalar, vector, packed vector or matrix type of the language: `uint`, `half4`, `packed_float3`,
/// `float4x4`.
#[must_use]
pub fn is_type_name(name: &str) -> bool {
    if Scalar::from_msl_name(name).is_some() {
        return true;
    }
    let plain = name.strip_prefix("packed_").unwrap_or(name);
    let Some(digits) = plain.find(|c: char| c.is_ascii_digit()) else { return false };
    let (element, shape) = plain.split_at(digits);
    let is_element = Scalar::from_msl_name(element).is_some_and(|scalar| scalar.msl_name() == element);
    let is_size = |byte: &u8| (b'2'..=b'4').contains(byte);
    is_element
        && match shape.as_bytes() {
            [lanes] => is_size(lanes),
            [columns, b'x', rows] => is_size(columns) && is_size(rows),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::is_type_name;

    #[test]
    fn scalars_vectors_and_matrices() {
        for name in ["uint", "size_t", "half4", "packed_float3", "float4x4", "uchar2"] {
            assert!(is_type_name(name), "{name}");
        }
        for name in ["", "float5", "float1", "double2", "int32_t2", "float2x", "floatx2", "é3", "kind"] {
            assert!(!is_type_name(name), "{name}");
        }
    }
}
