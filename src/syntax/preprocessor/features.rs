//! The feature macros `__HAVE_<name>__`: which language versions on which platform have what. One table.

use crate::syntax::dialect::Dialect;
use crate::syntax::dialect::LanguageVersion;
use crate::syntax::dialect::Platform;

/// First and last version of a feature.
#[derive(Clone, Copy, Debug)]
struct Versions {
    first: LanguageVersion,
    last: LanguageVersion,
}

const NEVER: Versions = Versions { first: LanguageVersion(u16::MAX), last: LanguageVersion(0) };

const fn since(first: u16) -> Versions {
    between(first, u16::MAX)
}

const fn between(first: u16, last: u16) -> Versions {
    Versions { first: LanguageVersion(first), last: LanguageVersion(last) }
}

/// Features that came (and went) together.
#[derive(Clone, Copy, Debug)]
struct Features {
    ios: Versions,
    macos: Versions,
    names: &'static [&'static str],
}

/// The names between `__HAVE_` and `__` of the feature macros that a dialect defines.
pub(super) fn features(dialect: &Dialect) -> impl Iterator<Item = &'static str> {
    let Dialect { version, platform, .. } = *dialect;
    TABLE
        .iter()
        .filter(move |row| {
            let versions = match platform {
                Platform::Ios => row.ios,
                Platform::MacOs => row.macos,
            };
            versions.first <= version && version <= versions.last
        })
        .flat_map(|row| row.names)
        .copied()
}

const TABLE: &[Features] = &[
    Features { ios: NEVER, macos: between(110, 220), names: &["ZERO_LOD_ARG"] },
    Features { ios: since(100), macos: since(110), names: &["RELAXED_ORDER_ATOMIC"] },
    Features {
        ios: since(100),
        macos: since(230),
        names: &[
            "COLOR_ARGUMENTS",
            "SAMPLE_COMPARE_BIAS_OVERLOAD",
            "SAMPLE_COMPARE_GRADIENT2D_OVERLOAD",
            "SAMPLE_COMPARE_GRADIENTCUBE_OVERLOAD",
        ],
    },
    Features { ios: between(100, 100), macos: NEVER, names: &["NONE_COMPARE_FUNCTION"] },
    Features {
        ios: between(100, 110),
        macos: between(110, 110),
        names: &["NO_ADDR_SPACE_REF", "VECTOR_CONVERSION_IN_ARRAY_INIT"],
    },
    Features { ios: between(100, 120), macos: between(110, 120), names: &["IGNORE_ATTRIBUTE_INCOMPATIBLE_TYPE"] },
    Features {
        ios: between(100, 220),
        macos: between(110, 220),
        names: &["OPERATOR_ADDRESSOF_DELETED", "OPERATOR_COMMA_DELETED", "RESTRICT"],
    },
    Features {
        ios: since(110),
        macos: since(110),
        names: &["ALWAYS_NEVER_COMPARE_FUNCTION", "DRAW_INDIRECT", "FMA", "TRIG_PI"],
    },
    Features {
        ios: since(120),
        macos: since(120),
        names: &[
            "16B_COORDS",
            "EARLY_FRAGMENT_TEST",
            "FUNCTION_CONSTANTS",
            "INTEGER_BIT_EDIT_FUNCTIONS",
            "MEMFLAG_OPERATORS",
            "TESSELLATION",
            "UNIONS",
        ],
    },
    Features {
        ios: since(120),
        macos: since(200),
        names: &[
            "ANISOTROPY_LOD_MIN_MAX",
            "ARRAY",
            "ARRAYS_OF_TEXTURES",
            "COPY_ASSIGNABLE_TEXTURE",
            "DEFAULT_CONSTRUCTABLE_TEXTURE",
            "NULL_TEXTURE",
            "SIMDGROUP_BARRIER",
        ],
    },
    Features { ios: since(120), macos: since(230), names: &["BICUBIC_FILTERING"] },
    Features {
        ios: since(200),
        macos: since(110),
        names: &[
            "DEPTH_CUBE_ARRAY",
            "DEPTH_CUBE_READ",
            "TEXTURE_CUBE_ARRAY",
            "TEXTURE_CUBE_READ",
            "TEXTURE_CUBE_WRITE",
        ],
    },
    Features {
        ios: since(200),
        macos: since(120),
        names: &[
            "DUAL_SOURCE_BLENDING",
            "TEXTURE_READWRITE",
            "TEXTURE_WRITABLE_FROM_FRAGMENT",
            "TEXTURE_WRITABLE_FROM_VERTEX",
        ],
    },
    Features {
        ios: since(200),
        macos: since(200),
        names: &[
            "ARBITRARY_GRID_SIZE",
            "ARRAYS_OF_SAMPLERS",
            "DEPENDENT_ATTRIBUTE_ATTRIBUTE",
            "DEPENDENT_BUFFER_ATTRIBUTE",
            "DEPENDENT_COLOR_ATTRIBUTE",
            "DEPENDENT_INDEX_ATTRIBUTE",
            "DEPENDENT_SAMPLER_ATTRIBUTE",
            "DEPENDENT_TEXTURE_ATTRIBUTE",
            "DEPENDENT_THREADGROUP_ATTRIBUTE",
            "INDIRECT_ARGUMENT_BUFFER",
            "MATRIX_MULTIPLE_SCALAR_CONSTRUCTORS",
            "NON_CONSTEXPR_ATTRIBUTE_INDICES",
            "QUADGROUP",
            "RASTER_ORDER_GROUP",
            "UNIFORM",
        ],
    },
    Features {
        ios: since(200),
        macos: since(230),
        names: &[
            "COMPUTE_IMPROVED_INDIRECT",
            "IMAGEBLOCKS",
            "PIXEL_DATA_TYPES",
            "POST_DEPTH_COVERAGE",
            "THREADGROUP_MEMORY_IN_FRAGMENT_FUNCTIONS",
        ],
    },
    Features { ios: since(210), macos: since(110), names: &["RENDER_TARGET_ARRAY_INDEX"] },
    Features { ios: since(210), macos: since(200), names: &["VIEWPORT_ARRAY_INDEX"] },
    Features {
        ios: since(210),
        macos: since(210),
        names: &[
            "DIVIDE",
            "FMAX3",
            "FMEDIAN3",
            "FMIN3",
            "MAD24",
            "MAX3",
            "MAX_TOTAL_THREADS_PER_THREADGROUP",
            "MEDIAN3",
            "MIN3",
            "MUL24",
            "PACKED_VECTOR_COMPONENTS",
            "POSITION_INVARIANCE",
            "PROHIBIT_CXX11_DECL_SPEC_ATTRS",
            "RENDER_COMMANDS",
            "SIMD_TYPES_PREFIX",
            "STENCIL_FEEDBACK",
            "TEXTURE_BUFFER",
            "UNBOXED_PACKED_VECTORS",
        ],
    },
    Features {
        ios: since(210),
        macos: since(230),
        names: &["IMAGEBLOCK_CHAR_SLICES", "RENDER_TARGET_ARRAY_INDEX_IN_COMPUTE_KERNELS"],
    },
    Features { ios: since(220), macos: since(200), names: &["INDIRECT_WRITABLE_TEXTURES", "SIMDGROUP"] },
    Features {
        ios: since(220),
        macos: since(210),
        names: &[
            "QUADGROUP_BALLOT",
            "QUADGROUP_BROADCAST_FIRST",
            "QUADGROUP_IS_FIRST",
            "QUADGROUP_SHUFFLE_ROTATE_DOWN",
            "QUADGROUP_SHUFFLE_ROTATE_UP",
            "RENDER_PIPELINE_STATE",
            "SIMDGROUP_BALLOT",
            "SIMDGROUP_BROADCAST_FIRST",
            "SIMDGROUP_IS_FIRST",
            "SIMDGROUP_SHUFFLE_ROTATE_DOWN",
            "SIMDGROUP_SHUFFLE_ROTATE_UP",
        ],
    },
    Features {
        ios: since(220),
        macos: since(220),
        names: &[
            "DEPENDENT_MAX_TOTAL_THREADS_PER_THREADGROUP_ATTRIBUTE",
            "DEPENDENT_PATCH_ATTRIBUTE",
            "GET_SIZE_COMMAND_BUFFER",
            "HOST_NAME",
            "INCOMPLETE_POINTEE_TYPE_BUFFER_BINDING",
            "MIN_LOD_CLAMP",
            "RASTERIZATION_RATE",
            "SIMDGROUP_INFO_IN_FRAGMENT_FUNCTIONS",
            "VERTEX_AMPLIFICATION",
        ],
    },
    Features {
        ios: since(220),
        macos: since(230),
        names: &[
            "COMPUTE_COMMANDS",
            "SPARSE_SAMPLE_COMPARE_BIAS_OVERLOAD",
            "SPARSE_SAMPLE_COMPARE_GRADIENT2D_OVERLOAD",
            "SPARSE_SAMPLE_COMPARE_GRADIENTCUBE_OVERLOAD",
            "SPARSE_TEXTURES",
        ],
    },
    Features { ios: since(230), macos: since(120), names: &["BORDER_COLOR"] },
    Features {
        ios: since(230),
        macos: since(210),
        names: &[
            "DEPTH_2D_MS_ARRAY",
            "QUADGROUP_REDUCTION",
            "SIMDGROUP_BALLOT_VOTE_ULONG",
            "SIMDGROUP_REDUCTION",
            "TEXTURE_2D_MS_ARRAY",
        ],
    },
    Features {
        ios: since(230),
        macos: since(220),
        names: &["BARYCENTRIC_COORD", "CALCULATE_LOD", "PRIMITIVE_ID", "RENDER_DRAW_PATCHES_TESSELLATION_FACTOR_SCALE"],
    },
    Features {
        ios: since(230),
        macos: since(230),
        names: &[
            "COMPUTE_COMMANDS_SET_IMAGEBLOCK_SIZE",
            "FUNCTION_POINTERS",
            "FUNCTION_QUALIFICATION_CXX11_ATTRIBUTES",
            "INTEGER_LONG_FUNCTIONS",
            "INTERPOLATION_FUNCTIONS",
            "MAKE_FILLED_MATRIX",
            "MATRIX_SCALAR_DIVISION",
            "NESTED_STRUCT",
            "RAYTRACING",
            "RECURSION_COMPUTE",
            "SIMDGROUP_MATRIX",
            "VISIBLE_FUNCTIONS",
            "VISIBLE_FUNCTION_TABLE",
        ],
    },
    Features {
        ios: since(240),
        macos: since(240),
        names: &[
            "ATOMIC_BOOL",
            "ATOMIC_TEMPLATE",
            "ATOMIC_ULONG",
            "ATOMIC_ULONG_MIN_MAX",
            "MTL_ACCELERATION_STRUCTURE_INSTANCE_OPTIONS",
            "QUADGROUP_SHUFFLE_AND_FILL",
            "RAYTRACING_EXTENDED_LIMITS",
            "RAYTRACING_INSTANCE_TRANSFORMS",
            "RAYTRACING_INTERSECTION_QUERY",
            "RAYTRACING_MOTION",
            "RAYTRACING_RENDER",
            "RAYTRACING_USER_INSTANCE_ID",
            "SAMPLING_INTERPOLATION_QUALIFIER_STRUCTS",
            "SIMDGROUP_SHUFFLE_AND_FILL",
            "STITCHABLE_ATTRIBUTE",
            "VISIBLE_FUNCTION_TABLE_RENDER",
        ],
    },
    Features { ios: since(300), macos: since(230), names: &["SAMPLER_REDUCTION"] },
    Features {
        ios: since(300),
        macos: since(300),
        names: &[
            "ATOMIC_FLOAT",
            "MATRIX_THREADGROUP_DEFAULT_CONSTRUCTOR",
            "MESH",
            "RAYTRACING_PRIMITIVE_DATA",
            "RAYTRACING_TABLE_GET_BUFFERS",
            "RECURSION_RENDER",
        ],
    },
    Features {
        ios: since(310),
        macos: since(310),
        names: &[
            "BFLOAT",
            "COMPUTE_COMMAND_KERNEL_BUFFER_STRIDE",
            "GLOBAL_COMPUTE_BUILTIN_BINDINGS",
            "MTL_RESOURCE_ID",
            "NEXTAFTER",
            "NULLPTR_T",
            "RAYTRACING_CURVES",
            "RAYTRACING_CURVES_HINTS",
            "RAYTRACING_GET_CANDIDATE_CURVE_DISTANCE",
            "RAYTRACING_INDIRECT_INSTANCE_BUILD",
            "RAYTRACING_INSTANCE_RANDOM_ACCESS",
            "RAYTRACING_MULTI_LEVEL_INSTANCING",
            "RAYTRACING_TABLE_SET_BUFFERS",
            "RENDER_COMMAND_MESH",
            "RENDER_COMMAND_VERTEX_BUFFER_STRIDE",
            "TEXTURE_RELAXED_ORDER_ATOMIC",
            "TEXTURE_ULONG_COLOR_CHANNEL",
        ],
    },
    Features {
        ios: since(320),
        macos: since(320),
        names: &[
            "ATOMIC_FENCE",
            "BARRIER_MEMORY_SCOPE",
            "COHERENT",
            "DEVICE_COHERENT_READ_WRITE_TEXTURES",
            "GLOBAL_RESOURCE_BINDINGS",
            "LOGGING",
            "MEMORY_COHERENCE",
            "RAYTRACING_DIRECT_ACCESS",
            "SELECT_FAST_PRECISE_FUNCTIONS",
            "THREAD_SCOPE",
        ],
    },
    Features {
        ios: since(400),
        macos: since(400),
        names: &[
            "ARRAY_CONSTEXPR",
            "DEDUCTION_GUIDES",
            "DEPRECATED_FUNC_TYPEDEFS",
            "EXECUTION_UNIT",
            "FUNCTION_HANDLES",
            "INT4B_FORMAT_TYPE",
            "PACKED_NUMERIC",
            "PACKED_NUMERIC_TYPE",
            "PACK_UNPACK_RGB10A2_SNORM_FUNCTIONS",
            "RAYTRACING_INTERSECTION_FUNCTION_BUFFER",
            "RAYTRACING_INTERSECTION_FUNCTION_HANDLES",
            "RENDER_COMMAND_DEPTH_BIAS",
            "RENDER_COMMAND_DEPTH_CLIP_MODE",
            "RENDER_COMMAND_DEPTH_STENCIL_STATE",
            "RENDER_COMMAND_RENDERING",
            "SAMPLER_LOD_BIAS",
            "TENSOR",
            "TENSOR_VECTOR_ACCESSOR",
            "TEXTURE_CUBE_ARRAY_RELAXED_ORDER_ATOMIC",
            "TEXTURE_CUBE_ARRAY_ULONG_COLOR_CHANNEL",
            "TEXTURE_CUBE_RELAXED_ORDER_ATOMIC",
            "TEXTURE_CUBE_ULONG_COLOR_CHANNEL",
            "TYPE_TRAIT_ADD_CONST",
            "TYPE_TRAIT_ADD_POINTER",
            "TYPE_TRAIT_COMMON_TYPE",
            "TYPE_TRAIT_IS_ABSTRACT",
            "TYPE_TRAIT_IS_ARRAY",
            "TYPE_TRAIT_IS_CONSTRUCTIBLE",
            "TYPE_TRAIT_IS_VOLATILE",
            "TYPE_TRAIT_REMOVE_EXTENT",
            "USER_ANNOTATION",
            "UTILITY_INDEX_SEQUENCE",
            "VERTEX_VALUE",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_platforms() {
        let has = |std: &str, name: &str| features(&Dialect::from_std(std).unwrap()).any(|feature| feature == name);
        assert!(has("metal3.1", "BFLOAT") && !has("metal3.0", "BFLOAT"));
        assert!(has("macos-metal2.3", "SAMPLER_REDUCTION") && !has("ios-metal2.4", "SAMPLER_REDUCTION"));
        assert!(has("ios-metal2.2", "RESTRICT") && !has("ios-metal2.3", "RESTRICT"));
        assert!(has("metal2.0", "DEPENDENT_THREADGROUP_ATTRIBUTE"));
        assert!(has("ios-metal1.0", "NONE_COMPARE_FUNCTION") && !has("macos-metal1.1", "NONE_COMPARE_FUNCTION"));
    }

    #[test]
    fn no_name_twice() {
        let mut names: Vec<_> = TABLE.iter().flat_map(|row| row.names).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
