//! Buffers as NumPy's `.npy` files.

use super::element::ElementType;
use super::spec::Data;
use crate::msl::Scalar;
use npyz::DType;
use npyz::NpyFile;
use npyz::TypeChar;
use npyz::TypeStr;

fn scalar_of(ty: &TypeStr) -> Option<Scalar> {
    Some(match (ty.type_char(), ty.size_field()) {
        (TypeChar::Bool, 1) => Scalar::Bool,
        (TypeChar::Int, 1) => Scalar::I8,
        (TypeChar::Int, 2) => Scalar::I16,
        (TypeChar::Int, 4) => Scalar::I32,
        (TypeChar::Int, 8) => Scalar::I64,
        (TypeChar::Uint, 1) => Scalar::U8,
        (TypeChar::Uint, 2) => Scalar::U16,
        (TypeChar::Uint, 4) => Scalar::U32,
        (TypeChar::Uint, 8) => Scalar::U64,
        (TypeChar::Float, 2) => Scalar::F16,
        (TypeChar::Float, 4) => Scalar::F32,
        _ => return None,
    })
}

/// Reads an array in C order, little-endian; its elements are scalars.
///
/// # Errors
/// One line that says why the file can't be used.
pub fn from_npy(bytes: &[u8]) -> Result<Data, String> {
    let file = NpyFile::new(bytes).map_err(|error| format!("not a .npy file: {error}"))?;
    if file.order() != npyz::Order::C && file.shape().len() > 1 {
        return Err("the array is in Fortran order; save it with numpy.ascontiguousarray".into());
    }
    let DType::Plain(ty) = file.dtype() else {
        return Err("the array has a structured type".into());
    };
    let text = ty.to_string();
    let scalar = scalar_of(&ty)
        .filter(|scalar| scalar.size() == 1 || !text.starts_with('>'))
        .ok_or_else(|| format!("an array of type {text} has no MSL counterpart"))?;
    let length = usize::try_from(file.len()).ok().and_then(|count| count.checked_mul(scalar.size() as usize));
    let length = length.filter(|length| *length <= bytes.len()).ok_or("the file is shorter than its header says")?;
    let data = &bytes[bytes.len() - length..];
    Ok(Data { element: Some(ElementType { scalar, lanes: 1, packed: false }), bytes: data.to_vec() })
}

/// Writes an array: one dimension for scalars, two for vectors, padding left out. bfloat becomes its 16-bit pattern.
#[must_use]
pub fn to_npy(element: ElementType, bytes: &[u8]) -> Vec<u8> {
    let letter = match element.scalar {
        Scalar::Bool => "|b1",
        Scalar::I8 => "|i1",
        Scalar::I16 => "<i2",
        Scalar::I32 => "<i4",
        Scalar::I64 => "<i8",
        Scalar::U8 => "|u1",
        Scalar::U16 | Scalar::BF16 => "<u2",
        Scalar::U32 => "<u4",
        Scalar::U64 => "<u8",
        Scalar::F16 => "<f2",
        Scalar::F32 => "<f4",
    };
    let used = usize::from(element.lanes) * element.component_size();
    let elements = (bytes.len() + element.stride() - used) / element.stride();
    let mut shape = vec![elements as u64];
    if element.lanes > 1 {
        shape.push(u64::from(element.lanes));
    }
    let mut out = Vec::new();
    let descriptor = format!(
        "{{'descr': '{letter}', 'fortran_order': False, 'shape': ({},), }}",
        shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
    );
    // Version 1.0: magic, version, header length, header padded to 64 bytes.
    let unpadded = 10 + descriptor.len() + 1;
    let padded = unpadded.next_multiple_of(64);
    out.extend_from_slice(b"\x93NUMPY\x01\x00");
    out.extend_from_slice(&((padded - 10) as u16).to_le_bytes());
    out.extend_from_slice(descriptor.as_bytes());
    out.resize(padded - 1, b' ');
    out.push(b'\n');
    for number in 0..elements {
        let start = number * element.stride();
        out.extend_from_slice(&bytes[start..start + used]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let float3 = ElementType::from_name("float3").unwrap();
        let mut bytes: Vec<u8> = [1.0_f32, 2.0, 3.0, 9.0].iter().flat_map(|value| value.to_le_bytes()).collect();
        let file = to_npy(float3, &bytes);
        bytes.truncate(12);
        let read = from_npy(&file).unwrap();
        assert_eq!(read.bytes, bytes);
        assert_eq!(read.element.unwrap().name(), "float");
        assert!(from_npy(b"nonsense").is_err());
        assert!(from_npy(&file[..70]).is_err());
    }
}
