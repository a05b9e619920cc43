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
    "SwiftUI/SwiftUI_Metal.h"
    "TargetConditionals.h"
    "__metal_base"
    "__metal_internals"
    "float.h"
    "limits.h"
    "metal_array"
    "metal_atomic"
    "metal_common"
    "metal_compute"
    "metal_geometric"
    "metal_graphics"
    "metal_integer"
    "metal_interpolate"
    "metal_limits"
    "metal_logging"
    "metal_math"
    "metal_matrix"
    "metal_mesh"
    "metal_pack"
    "metal_quadgroup"
    "metal_relational"
    "metal_simdgroup"
    "metal_simdgroup_matrix"
    "metal_stdlib"
    "metal_tessellation"
    "metal_texture"
    "metal_type_traits"
    "metal_types"
    "metal_uniform"
    "simd/matrix_types.h"
    "simd/simd.h"
    "simd/vector_types.h"
    "stdbool.h"
    "stddef.h"
    "stdint.h"
}

/// The text of a library header.
#[must_use]
pub fn header(name: &str) -> Option<&'static str> {
    HEADERS.binary_search_by(|(header, _)| (*header).cmp(name)).ok().map(|index| HEADERS[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::diagnostic::render;
    use crate::source::SourceMap;
    use crate::syntax::parser;
    use crate::syntax::preprocessor;
    use crate::syntax::token::Interner;

    #[test]
    fn headers_are_found_by_name() {
        assert!(HEADERS.is_sorted_by_key(|(name, _)| *name));
        assert!(header("metal_stdlib").is_some_and(|text| text.contains("metal_math")));
        assert_eq!(header("vector"), None);
    }

    #[test]
    fn every_header_parses() {
        let files = HEADERS
            .iter()
            .fold(preprocessor::MemoryFiles::default(), |files, (name, text)| files.with_library(*name, *text));
        for (name, _) in HEADERS {
            let mut map = SourceMap::new();
            let mut interner = Interner::default();
            let mut diagnostics = Diagnostics::default();
            let main = map.add("test", format!("#include <{name}>\n"), false).unwrap();
            let options = preprocessor::PreprocessorOptions::default();
            let tokens =
                preprocessor::preprocess(&mut map, &mut interner, main, &options, &files, &mut diagnostics).tokens;
            let mut names = parser::Names::new(&mut interner);
            parser::parse(&tokens, &interner, &mut names, &mut diagnostics);
            let report: String = diagnostics.iter().map(|found| render::render(&map, found, false)).collect();
            assert!(report.is_empty(), "{name}:\n{report}");
        }
    }
}
