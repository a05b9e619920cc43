//! Functions of a library and the values of their constants.

use super::DataType;
use super::Error;
use super::Library;
use crate::exec::ConstantValue;
use crate::ir;
use crate::ir::EntryPoint;
use crate::ir::entry::ArgumentKind;
use crate::ir::layout::LayoutKind;
use crate::msl::Scalar;
use crate::msl::Stage;
use std::sync::Arc;

/// The kind of a function (`MTLFunctionType`).
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunctionType {
    Kernel,
    Vertex,
    Fragment,
    Object,
    Mesh,
    Visible,
    Intersection,
}

/// A function that the host can name (`MTLFunction`).
#[derive(Clone, Debug)]
pub struct Function {
    pub(super) library: Library,
    entry: usize,
    pub(super) constants: Vec<ConstantValue>,
}

/// A function constant as the library declares it (`MTLFunctionConstant`).
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionConstant {
    /// Its name.
    pub name: Arc<str>,
    /// `[[function_constant(index)]]`.
    pub index: u32,
    /// Its type.
    pub data_type: DataType,
}

/// A vertex attribute that a function fetches through `[[stage_in]]` (`MTLVertexAttribute`).
#[derive(Clone, PartialEq, Debug)]
pub struct VertexAttribute {
    /// The member's name.
    pub name: Arc<str>,
    /// `[[attribute(n)]]`, where the member has it.
    pub attribute_index: Option<u32>,
    /// Its type.
    pub attribute_type: DataType,
    /// Whether the function uses the argument that it is in.
    pub is_active: bool,
}

impl Function {
    pub(super) fn new(library: &Library, entry: usize, constants: Vec<ConstantValue>) -> Self {
        Self { library: library.clone(), entry, constants }
    }

    pub(super) fn entry_point(&self) -> &EntryPoint {
        &self.library.shared.module.entry_points[self.entry]
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.entry_point().name
    }

    /// Its kind.
    #[must_use]
    pub fn function_type(&self) -> FunctionType {
        match self.entry_point().stage {
            Stage::Kernel => FunctionType::Kernel,
            Stage::Vertex => FunctionType::Vertex,
            Stage::Fragment => FunctionType::Fragment,
            Stage::Object => FunctionType::Object,
            Stage::Mesh => FunctionType::Mesh,
            Stage::Visible | Stage::Stitchable => FunctionType::Visible,
            Stage::Intersection => FunctionType::Intersection,
        }
    }

    /// The vertex attributes of a vertex function; none for others.
    #[must_use]
    pub fn vertex_attributes(&self) -> Vec<VertexAttribute> {
        let entry = self.entry_point();
        if entry.stage != Stage::Vertex {
            return Vec::new();
        }
        let module = &self.library.shared.module;
        let mut attributes = Vec::new();
        for argument in &entry.arguments {
            let ArgumentKind::StageIn { layout } = argument.kind else { continue };
            let LayoutKind::Struct(members) = &module.layout(layout).kind else { continue };
            attributes.extend(members.iter().map(|member| VertexAttribute {
                name: member.name.clone(),
                attribute_index: member.argument_id,
                attribute_type: DataType::of(module, member.layout),
                is_active: argument.active,
            }));
        }
        attributes
    }

    /// The function constants of its library, in order of declaration (`functionConstantsDictionary`).
    #[must_use]
    pub fn function_constants(&self) -> Vec<FunctionConstant> {
        let declared = &self.library.shared.module.function_constants;
        declared
            .iter()
            .map(|constant| FunctionConstant {
                name: constant.name.clone(),
                index: constant.index,
                data_type: DataType::of_value(constant.ty),
            })
            .collect()
    }

    /// The library it is from.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }
}

/// Which constant a value is for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Key {
    Index(u32),
    Name(String),
}

/// Values for function constants (`MTLFunctionConstantValues`). A later value replaces an earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionConstantValues {
    values: Vec<(Key, Scalar, Vec<u64>)>,
}

/// A Rust type that a function constant can have, and its components.
pub trait ConstantType: Copy {
    /// The scalar type.
    const SCALAR: Scalar;

    /// One pattern a component.
    fn bits(self) -> Vec<u64>;
}

macro_rules! constants {
    ($($ty:ty, $scalar:ident, $value:ident => $bits:expr;)*) => {$(
        impl ConstantType for $ty {
            const SCALAR: Scalar = Scalar::$scalar;

            fn bits(self) -> Vec<u64> {
                let $value = self;
                vec![$bits]
            }
        }
    )*};
}

constants! {
    bool, Bool, value => u64::from(value);
    u8, U8, value => u64::from(value);
    u16, U16, value => u64::from(value);
    u32, U32, value => u64::from(value);
    u64, U64, value => value;
    i8, I8, value => u64::from(value as u8);
    i16, I16, value => u64::from(value as u16);
    i32, I32, value => u64::from(value as u32);
    i64, I64, value => value as u64;
    f32, F32, value => u64::from(value.to_bits());
}

impl<T: ConstantType, const N: usize> ConstantType for [T; N] {
    const SCALAR: Scalar = T::SCALAR;

    fn bits(self) -> Vec<u64> {
        self.into_iter().flat_map(ConstantType::bits).collect()
    }
}

impl FunctionConstantValues {
    /// No values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the constant of an index (`setConstantValue:type:atIndex:`).
    pub fn set_at_index<T: ConstantType>(&mut self, index: u32, value: T) -> &mut Self {
        self.set(Key::Index(index), T::SCALAR, value.bits())
    }

    /// Sets the constant of a name (`setConstantValue:type:withName:`).
    pub fn set_with_name<T: ConstantType>(&mut self, name: &str, value: T) -> &mut Self {
        self.set(Key::Name(name.to_owned()), T::SCALAR, value.bits())
    }

    /// Sets the constant of an index to a `half` or another type that Rust has no number for, by its bits.
    pub fn set_bits_at_index(&mut self, index: u32, scalar: Scalar, bits: &[u64]) -> &mut Self {
        self.set(Key::Index(index), scalar, bits.to_vec())
    }

    /// Forgets all values.
    pub fn reset(&mut self) {
        self.values.clear();
    }

    fn set(&mut self, key: Key, scalar: Scalar, bits: Vec<u64>) -> &mut Self {
        self.values.retain(|(other, ..)| *other != key);
        self.values.push((key, scalar, bits));
        self
    }

    /// The values for declared constants. Values for constants that don't exist are no mistake in Metal.
    pub(super) fn resolve(&self, declared: &[ir::FunctionConstant]) -> Result<Vec<ConstantValue>, Error> {
        let mut values = Vec::new();
        for constant in declared {
            let given = self.values.iter().rev().find(|(key, ..)| match key {
                Key::Index(index) => *index == constant.index,
                Key::Name(name) => **name == *constant.name,
            });
            let Some((_, scalar, bits)) = given else { continue };
            if constant.ty.scalar() != Some(*scalar) || usize::from(constant.ty.lanes()) != bits.len() {
                return Err(Error::rule(format!(
                    "constant {} (index {}) is a {}; the value set for it is a {}",
                    constant.name,
                    constant.index,
                    DataType::of_value(constant.ty),
                    DataType::of_components(*scalar, bits.len() as u8),
                )));
            }
            values.push(ConstantValue { index: constant.index, scalar: *scalar, bits: bits.clone() });
        }
        Ok(values)
    }
}
