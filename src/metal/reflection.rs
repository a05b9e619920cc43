//! What a pipeline's arguments are, down to the members of structs.
//!
//! Views of the module's type table: made when asked for, so that types that point to themselves are no problem.

use crate::exec::Program;
use crate::ir;
use crate::ir::Module;
use crate::ir::entry::Access;
use crate::ir::entry::Argument;
use crate::ir::entry::ArgumentKind;
use crate::ir::layout::LayoutId;
use crate::ir::layout::LayoutKind;
use crate::ir::layout::LayoutMember;
use crate::ir::layout::TypeLayout;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use std::fmt;
use std::sync::Arc;

/// The arguments of a kernel (`MTLComputePipelineReflection`).
#[derive(Clone, Debug)]
pub struct ComputePipelineReflection {
    bindings: Vec<Binding>,
}

impl ComputePipelineReflection {
    pub(super) fn new(program: &Program) -> Self {
        let entry = program.entry_point();
        let bindings = entry
            .arguments
            .iter()
            .enumerate()
            .filter(|(index, _)| program.argument_exists(*index))
            .filter_map(|(_, argument)| Binding::new(program.module(), argument))
            .collect();
        Self { bindings }
    }

    /// All arguments that a resource is bound to, in order of declaration (`bindings`, formerly `arguments`).
    #[must_use]
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The argument of a name.
    #[must_use]
    pub fn binding(&self, name: &str) -> Option<&Binding> {
        self.bindings.iter().find(|binding| binding.name() == name)
    }
}

/// What is bound (`MTLBindingType`).
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BindingType {
    Buffer,
    ThreadgroupMemory,
    Texture,
    Sampler,
}

/// How the declared type lets it be used (`MTLBindingAccess`).
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BindingAccess {
    ReadOnly,
    ReadWrite,
    WriteOnly,
}

impl From<Access> for BindingAccess {
    fn from(access: Access) -> Self {
        match access {
            Access::Read => Self::ReadOnly,
            Access::Write => Self::WriteOnly,
            Access::ReadWrite => Self::ReadWrite,
        }
    }
}

/// One argument (`MTLBinding`, formerly `MTLArgument`).
#[derive(Clone, Debug)]
pub struct Binding {
    module: Arc<Module>,
    argument: Argument,
    binding_type: BindingType,
    /// What buffers and threadgroup memory hold, and the type of a texture.
    layout: Option<LayoutId>,
    length: u32,
}

impl Binding {
    /// `None` for what is no resource: `[[stage_in]]`.
    fn new(module: &Arc<Module>, argument: &Argument) -> Option<Self> {
        let (binding_type, layout, length) = match argument.kind {
            ArgumentKind::Buffer { pointee, .. } => (BindingType::Buffer, Some(pointee), 1),
            ArgumentKind::ThreadgroupMemory { pointee } => (BindingType::ThreadgroupMemory, Some(pointee), 1),
            ArgumentKind::Texture { layout, count } => (BindingType::Texture, Some(layout), count),
            ArgumentKind::Sampler { count } => (BindingType::Sampler, None, count),
            ArgumentKind::StageIn { .. } | ArgumentKind::Unsupported { .. } => return None,
        };
        Some(Self { module: module.clone(), argument: argument.clone(), binding_type, layout, length })
    }

    fn held(&self, binding_type: BindingType) -> Option<&TypeLayout> {
        (self.binding_type == binding_type).then_some(self.layout).flatten().map(|id| self.module.layout(id))
    }

    /// What a buffer holds; an array, or a pointer to one, is described by its element.
    fn element(&self) -> Option<LayoutId> {
        let layout = self.layout.filter(|_| self.binding_type == BindingType::Buffer)?;
        match self.module.layout(layout).kind {
            LayoutKind::Array { element, .. } => Some(element),
            _ => Some(layout),
        }
    }

    fn element_layout(&self) -> Option<&TypeLayout> {
        self.element().map(|id| self.module.layout(id))
    }

    /// The parameter's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.argument.name
    }

    /// What is bound.
    #[must_use]
    pub fn binding_type(&self) -> BindingType {
        self.binding_type
    }

    /// Its place in the argument table.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.argument.index
    }

    /// How the declared type lets it be used.
    #[must_use]
    pub fn access(&self) -> BindingAccess {
        self.argument.access.into()
    }

    /// Whether the function uses it (`used`, formerly `active`): if not, nothing need be bound.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.argument.active
    }

    /// How many entries of the argument table it takes, from its index on.
    #[must_use]
    pub fn array_length(&self) -> u32 {
        self.length
    }

    /// Alignment of what a buffer holds, bytes; 0 for others.
    #[must_use]
    pub fn buffer_alignment(&self) -> u32 {
        self.element_layout().map_or(0, |layout| layout.align)
    }

    /// Size of what a buffer holds (of one element), bytes; 0 for others.
    #[must_use]
    pub fn buffer_data_size(&self) -> u32 {
        self.element_layout().map_or(0, |layout| layout.size)
    }

    /// Type of what a buffer holds.
    #[must_use]
    pub fn buffer_data_type(&self) -> DataType {
        self.element_layout().map_or(DataType::None, DataType::of_layout)
    }

    /// The struct that a buffer holds.
    #[must_use]
    pub fn buffer_struct_type(&self) -> Option<StructType> {
        StructType::new(&self.module, self.element()?)
    }

    /// The pointer that the parameter is.
    #[must_use]
    pub fn buffer_pointer_type(&self) -> Option<PointerType> {
        let ArgumentKind::Buffer { space, pointee, .. } = self.argument.kind else { return None };
        Some(PointerType { module: self.module.clone(), space, pointee, access: self.access() })
    }

    /// Alignment of threadgroup memory, bytes; 0 for others.
    #[must_use]
    pub fn threadgroup_memory_alignment(&self) -> u32 {
        self.held(BindingType::ThreadgroupMemory).map_or(0, |layout| layout.align)
    }

    /// Size of one element of threadgroup memory, bytes; 0 for others.
    #[must_use]
    pub fn threadgroup_memory_data_size(&self) -> u32 {
        self.held(BindingType::ThreadgroupMemory).map_or(0, |layout| layout.size)
    }

    /// The type of a texture as written in MSL.
    #[must_use]
    pub fn texture_type_name(&self) -> Option<&str> {
        self.held(BindingType::Texture).map(|layout| &*layout.name)
    }
}

/// A type (`MTLDataType`). `Display` writes it as MSL does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataType {
    /// None that a host may see.
    None,
    /// A scalar.
    Scalar(Scalar),
    /// A vector of so many components.
    Vector(Scalar, u8),
    /// A matrix: columns, rows.
    Matrix(Scalar, u8, u8),
    /// A struct or class, or a union.
    Struct,
    /// An array.
    Array,
    /// A pointer.
    Pointer,
    /// A texture.
    Texture,
    /// A sampler.
    Sampler,
}

impl DataType {
    /// The type of an entry of the type table.
    pub(super) fn of(module: &Module, layout: LayoutId) -> Self {
        Self::of_layout(module.layout(layout))
    }

    fn of_layout(layout: &TypeLayout) -> Self {
        match &layout.kind {
            LayoutKind::Scalar(scalar) | LayoutKind::Enum { scalar, .. } | LayoutKind::Atomic(scalar) => {
                Self::Scalar(*scalar)
            }
            LayoutKind::Vector(scalar, lanes) => Self::Vector(*scalar, *lanes),
            LayoutKind::Matrix { scalar, columns, rows, .. } => Self::Matrix(*scalar, *columns, *rows),
            LayoutKind::Array { .. } => Self::Array,
            LayoutKind::Struct(_) | LayoutKind::Union(_) => Self::Struct,
            LayoutKind::Pointer { .. } => Self::Pointer,
            LayoutKind::Texture => Self::Texture,
            LayoutKind::Sampler => Self::Sampler,
            LayoutKind::Opaque => Self::None,
        }
    }

    /// The type of a value in a register.
    pub(super) fn of_value(ty: ir::Type) -> Self {
        ty.scalar().map_or(Self::None, |scalar| Self::of_components(scalar, ty.lanes()))
    }

    pub(super) fn of_components(scalar: Scalar, lanes: u8) -> Self {
        if lanes == 1 { Self::Scalar(scalar) } else { Self::Vector(scalar, lanes) }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Scalar(scalar) => f.write_str(scalar.msl_name()),
            Self::Vector(scalar, lanes) => write!(f, "{}{lanes}", scalar.msl_name()),
            Self::Matrix(scalar, columns, rows) => write!(f, "{}{columns}x{rows}", scalar.msl_name()),
            Self::Struct => f.write_str("struct"),
            Self::Array => f.write_str("array"),
            Self::Pointer => f.write_str("pointer"),
            Self::Texture => f.write_str("texture"),
            Self::Sampler => f.write_str("sampler"),
        }
    }
}

/// A struct (`MTLStructType`).
#[derive(Clone, Debug)]
pub struct StructType {
    module: Arc<Module>,
    layout: LayoutId,
}

impl StructType {
    fn new(module: &Arc<Module>, layout: LayoutId) -> Option<Self> {
        let is_struct = matches!(module.layout(layout).kind, LayoutKind::Struct(_) | LayoutKind::Union(_));
        is_struct.then(|| Self { module: module.clone(), layout })
    }

    /// Its name in MSL.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.module.layout(self.layout).name
    }

    /// Its size, bytes.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.module.layout(self.layout).size
    }

    /// Its members, in order.
    #[must_use]
    pub fn members(&self) -> Vec<StructMember> {
        match &self.module.layout(self.layout).kind {
            LayoutKind::Struct(members) | LayoutKind::Union(members) => members
                .iter()
                .map(|member| StructMember { module: self.module.clone(), member: member.clone() })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The member of a name (`memberByName:`).
    #[must_use]
    pub fn member(&self, name: &str) -> Option<StructMember> {
        self.members().into_iter().find(|member| member.name() == name)
    }
}

/// A member of a struct (`MTLStructMember`).
#[derive(Clone, Debug)]
pub struct StructMember {
    module: Arc<Module>,
    member: LayoutMember,
}

impl StructMember {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.member.name
    }

    /// Bytes from the start of the struct.
    #[must_use]
    pub fn offset(&self) -> u32 {
        self.member.offset
    }

    /// `[[id(n)]]` of an argument buffer.
    #[must_use]
    pub fn argument_index(&self) -> Option<u32> {
        self.member.argument_id
    }

    /// Its type.
    #[must_use]
    pub fn data_type(&self) -> DataType {
        DataType::of(&self.module, self.member.layout)
    }

    /// Its type, if it is a struct.
    #[must_use]
    pub fn struct_type(&self) -> Option<StructType> {
        StructType::new(&self.module, self.member.layout)
    }

    /// Its type, if it is an array.
    #[must_use]
    pub fn array_type(&self) -> Option<ArrayType> {
        ArrayType::new(&self.module, self.member.layout)
    }

    /// Its type, if it is a pointer.
    #[must_use]
    pub fn pointer_type(&self) -> Option<PointerType> {
        PointerType::new(&self.module, self.member.layout)
    }
}

/// An array (`MTLArrayType`).
#[derive(Clone, Debug)]
pub struct ArrayType {
    module: Arc<Module>,
    element: LayoutId,
    count: u32,
    stride: u32,
}

impl ArrayType {
    fn new(module: &Arc<Module>, layout: LayoutId) -> Option<Self> {
        match module.layout(layout).kind {
            LayoutKind::Array { element, count, stride } => {
                Some(Self { module: module.clone(), element, count, stride })
            }
            _ => None,
        }
    }

    /// How many elements it has.
    #[must_use]
    pub fn array_length(&self) -> u32 {
        self.count
    }

    /// Bytes from one element to the next.
    #[must_use]
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// Type of its elements.
    #[must_use]
    pub fn element_type(&self) -> DataType {
        DataType::of(&self.module, self.element)
    }

    /// Type of its elements, if they are structs.
    #[must_use]
    pub fn element_struct_type(&self) -> Option<StructType> {
        StructType::new(&self.module, self.element)
    }

    /// Type of its elements, if they are arrays.
    #[must_use]
    pub fn element_array_type(&self) -> Option<ArrayType> {
        ArrayType::new(&self.module, self.element)
    }

    /// Type of its elements, if they are pointers.
    #[must_use]
    pub fn element_pointer_type(&self) -> Option<PointerType> {
        PointerType::new(&self.module, self.element)
    }
}

/// A pointer (`MTLPointerType`).
#[derive(Clone, Debug)]
pub struct PointerType {
    module: Arc<Module>,
    space: AddressSpace,
    pointee: LayoutId,
    access: BindingAccess,
}

impl PointerType {
    fn new(module: &Arc<Module>, layout: LayoutId) -> Option<Self> {
        match module.layout(layout).kind {
            LayoutKind::Pointer { space, pointee } => {
                let access = match space {
                    AddressSpace::Constant => BindingAccess::ReadOnly,
                    _ => BindingAccess::ReadWrite,
                };
                Some(Self { module: module.clone(), space, pointee, access })
            }
            _ => None,
        }
    }

    /// Where it points.
    #[must_use]
    pub fn address_space(&self) -> AddressSpace {
        self.space
    }

    /// How it lets its target be used.
    #[must_use]
    pub fn access(&self) -> BindingAccess {
        self.access
    }

    /// Alignment of what it points to, bytes.
    #[must_use]
    pub fn alignment(&self) -> u32 {
        self.module.layout(self.pointee).align
    }

    /// Size of what it points to, bytes.
    #[must_use]
    pub fn data_size(&self) -> u32 {
        self.module.layout(self.pointee).size
    }

    /// Type of what it points to.
    #[must_use]
    pub fn element_type(&self) -> DataType {
        DataType::of(&self.module, self.pointee)
    }

    /// Type of what it points to, if that is a struct.
    #[must_use]
    pub fn element_struct_type(&self) -> Option<StructType> {
        StructType::new(&self.module, self.pointee)
    }

    /// Type of what it points to, if that is an array.
    #[must_use]
    pub fn element_array_type(&self) -> Option<ArrayType> {
        ArrayType::new(&self.module, self.pointee)
    }
}
