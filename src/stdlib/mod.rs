//! The Metal standard library: MSL text inside the binary, over the table of [`crate::ir::intrinsic`].
//!
//! What can be written in MSL is written in `headers/`; nothing here knows how it is compiled.

macro_rules! headers {
    ($($name:literal)*) => {
        /// All headers: name without brackets, text.
        pub const HEADERS: &[(&str, &str)] = &[$(($name, include_str!(concat!("headers/", $name)))),*];
    };
}

headers! {
    "__metal_base"
    "metal_array"
    "metal_atomic"
    "metal_common"
    "metal_compute"
    "metal_geometric"
    "metal_integer"
    "metal_limits"
    "metal_math"
    "metal_matrix"
    "metal_pack"
    "metal_quadgroup"
    "metal_relational"
    "metal_simdgroup"
    "metal_simdgroup_matrix"
    "metal_stdlib"
    "metal_type_traits"
}

/// The text of a library header.
#[must_use]
pub fn header(name: &str) -> Option<&'static str> {
    HEADERS.binary_search_by(|(header, _)| (*header).cmp(name)).ok().map(|index| HEADERS[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_found_by_name() {
        assert!(HEADERS.is_sorted_by_key(|(name, _)| *name));
        assert!(header("metal_stdlib").is_some_and(|text| text.contains("metal_math")));
        assert_eq!(header("vector"), None);
    }
}
