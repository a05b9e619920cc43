//! Types of buffer elements, by their MSL names.

use crate::msl::Scalar;

/// A scalar, vector or packed vector type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElementType {
    /// Type of the components.
    pub scalar: Scalar,
    /// Number of components, 1 to 4.
    pub lanes: u8,
    /// `packed_…`: three components take the room of three.
    pub packed: bool,
}

impl ElementType {
    /// The type of a name such as `float`, `uchar4`, `packed_half3`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let (plain, packed) = match name.strip_prefix("packed_") {
            Some(plain) => (plain, true),
            None => (name, false),
        };
        if let Some(scalar) = Scalar::from_msl_name(plain) {
            return (!packed).then_some(Self { scalar, lanes: 1, packed });
        }
        let (base, lanes) = plain.split_at_checked(plain.len().checked_sub(1)?)?;
        let lanes: u8 = lanes.parse().ok().filter(|lanes| (2..=4).contains(lanes))?;
        let scalar = Scalar::from_msl_name(base)?;
        // `int32_t` has no vector names.
        (scalar.msl_name() == base).then_some(Self { scalar, lanes, packed })
    }

    /// The MSL name.
    #[must_use]
    pub fn name(self) -> String {
        let prefix = if self.packed { "packed_" } else { "" };
        let lanes = if self.lanes == 1 { String::new() } else { self.lanes.to_string() };
        format!("{prefix}{}{lanes}", self.scalar.msl_name())
    }

    /// Bytes from one element to the next.
    #[must_use]
    pub fn stride(self) -> usize {
        let size =
            if self.packed { self.scalar.size() * u32::from(self.lanes) } else { self.scalar.vector_size(self.lanes) };
        size as usize
    }

    /// Bytes of one component.
    #[must_use]
    pub fn component_size(self) -> usize {
        self.scalar.size() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_strides() {
        for (name, stride) in
            [("float", 4), ("uchar4", 4), ("float3", 16), ("packed_float3", 12), ("half2", 4), ("ulong", 8)]
        {
            let element = ElementType::from_name(name).expect(name);
            assert_eq!((element.name().as_str(), element.stride()), (name, stride));
        }
        for wrong in ["", "float5", "packed_float", "double", "int32_t2", "é"] {
            assert_eq!(ElementType::from_name(wrong), None, "{wrong}");
        }
    }
}
