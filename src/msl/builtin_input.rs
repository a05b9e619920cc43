//! Values the machine gives to a thread: the attributes of MSL 5.2.3, one row each.

/// Whether a value is the same for all threads of some group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rate {
    /// Differs from thread to thread.
    Thread,
    /// The same for the threads of a SIMD-group.
    Simdgroup,
    /// The same for the threads of a threadgroup.
    Threadgroup,
    /// The same for the whole grid or draw.
    Grid,
}

macro_rules! builtin_inputs {
    ($($name:ident $text:literal $components:literal $rate:ident;)*) => {
        /// A built-in input, named by its attribute.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum BuiltinInput { $($name),* }

        impl BuiltinInput {
            /// All of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The attribute's name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// How many components the full value has: 3 for positions and sizes in the grid.
            #[must_use]
            pub fn components(self) -> u8 {
                match self { $(Self::$name => $components),* }
            }

            /// Over which threads the value is the same.
            #[must_use]
            pub fn rate(self) -> Rate {
                match self { $(Self::$name => Rate::$rate),* }
            }
        }
    };
}

builtin_inputs! {
    ThreadPositionInGrid "thread_position_in_grid" 3 Thread;
    ThreadsPerGrid "threads_per_grid" 3 Grid;
    ThreadPositionInThreadgroup "thread_position_in_threadgroup" 3 Thread;
    ThreadsPerThreadgroup "threads_per_threadgroup" 3 Threadgroup;
    DispatchThreadsPerThreadgroup "dispatch_threads_per_threadgroup" 3 Grid;
    ThreadgroupPositionInGrid "threadgroup_position_in_grid" 3 Threadgroup;
    ThreadgroupsPerGrid "threadgroups_per_grid" 3 Grid;
    GridOrigin "grid_origin" 3 Grid;
    GridSize "grid_size" 3 Grid;
    ThreadIndexInThreadgroup "thread_index_in_threadgroup" 1 Thread;
    ThreadIndexInSimdgroup "thread_index_in_simdgroup" 1 Thread;
    ThreadsPerSimdgroup "threads_per_simdgroup" 1 Grid;
    SimdgroupIndexInThreadgroup "simdgroup_index_in_threadgroup" 1 Simdgroup;
    SimdgroupsPerThreadgroup "simdgroups_per_threadgroup" 1 Threadgroup;
    DispatchSimdgroupsPerThreadgroup "dispatch_simdgroups_per_threadgroup" 1 Grid;
    ThreadIndexInQuadgroup "thread_index_in_quadgroup" 1 Thread;
    QuadgroupIndexInThreadgroup "quadgroup_index_in_threadgroup" 1 Thread;
    QuadgroupsPerThreadgroup "quadgroups_per_threadgroup" 1 Threadgroup;
    DispatchQuadgroupsPerThreadgroup "dispatch_quadgroups_per_threadgroup" 1 Grid;
    VertexId "vertex_id" 1 Thread;
    InstanceId "instance_id" 1 Thread;
    BaseVertex "base_vertex" 1 Grid;
    BaseInstance "base_instance" 1 Grid;
    AmplificationCount "amplification_count" 1 Grid;
    AmplificationId "amplification_id" 1 Thread;
    PatchId "patch_id" 1 Thread;
    PositionInPatch "position_in_patch" 3 Thread;
    Position "position" 4 Thread;
    FrontFacing "front_facing" 1 Thread;
    PointCoord "point_coord" 2 Thread;
    SampleId "sample_id" 1 Thread;
    SampleMask "sample_mask" 1 Thread;
    PrimitiveId "primitive_id" 1 Thread;
    BarycentricCoord "barycentric_coord" 3 Thread;
    RenderTargetArrayIndex "render_target_array_index" 1 Thread;
    ViewportArrayIndex "viewport_array_index" 1 Thread;
    PixelPositionInTile "pixel_position_in_tile" 2 Thread;
    PixelsPerTile "pixels_per_tile" 2 Grid;
    TileIndex "tile_index" 1 Threadgroup;
}

impl BuiltinInput {
    /// The input of an attribute's name, deprecated spellings included.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "thread_execution_width" {
            return Some(Self::ThreadsPerSimdgroup);
        }
        Self::ALL.iter().copied().find(|input| input.name() == name)
    }
}
