//! Address spaces (MSL chapter 4) and function stages (MSL 5.1).

use std::fmt;

/// An address space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AddressSpace {
    /// Private to one thread; the default for locals.
    Thread,
    /// Device memory, read and write.
    Device,
    /// Device memory, read only.
    Constant,
    /// Shared by the threads of a threadgroup.
    Threadgroup,
    /// Imageblock memory shared by the threads of a tile.
    ThreadgroupImageblock,
    /// Ray payload.
    RayData,
    /// Payload from object to mesh functions.
    ObjectData,
    /// Any of thread, device and threadgroup, found out at run time (Metal 4).
    Generic,
}

impl AddressSpace {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Thread,
        Self::Device,
        Self::Constant,
        Self::Threadgroup,
        Self::ThreadgroupImageblock,
        Self::RayData,
        Self::ObjectData,
        Self::Generic,
    ];

    /// The keyword.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Thread => "thread",
            Self::Device => "device",
            Self::Constant => "constant",
            Self::Threadgroup => "threadgroup",
            Self::ThreadgroupImageblock => "threadgroup_imageblock",
            Self::RayData => "ray_data",
            Self::ObjectData => "object_data",
            Self::Generic => "generic",
        }
    }

    /// The space of a keyword.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|space| space.name() == name)
    }
}

impl fmt::Display for AddressSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What kind of entry point a function is.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Stage {
    Kernel,
    Vertex,
    Fragment,
    Object,
    Mesh,
    Visible,
    Stitchable,
    Intersection,
}

impl Stage {
    /// The keyword or attribute.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Vertex => "vertex",
            Self::Fragment => "fragment",
            Self::Object => "object",
            Self::Mesh => "mesh",
            Self::Visible => "visible",
            Self::Stitchable => "stitchable",
            Self::Intersection => "intersection",
        }
    }
}
