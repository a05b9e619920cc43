//! The form of bytecode: instructions, functions and the tables they refer to.

use super::operation::Operation;
use crate::ir::FunctionId;
use crate::ir::Intrinsic;
use crate::ir::Origin;
use crate::msl::AddressSpace;
use crate::msl::BuiltinInput;
use crate::msl::Scalar;
use smallvec::SmallVec;
use std::sync::Arc;

/// Form of a row operation: all operands rows, or all scalars.
pub const ROWS: u8 = 0;
/// Form of a binary row operation: the second operand is one scalar.
pub const ROW_SCALAR: u8 = 1;
/// Form of a binary row operation: the first operand is one scalar.
pub const SCALAR_ROW: u8 = 2;

/// An instruction. What the operands mean is said by the table of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Instruction {
    /// Number of the operation.
    pub operation: u16,
    /// Elements of the result: components, times lanes for rows; at most 1024.
    pub count: u16,
    /// Mostly the result: a word of the frame.
    pub a: u32,
    /// First operand.
    pub b: u32,
    /// Second operand.
    pub c: u32,
    /// Third operand; for row operations of two operands the form.
    pub d: u32,
}

impl Instruction {
    /// Which operation.
    #[must_use]
    pub fn operation(self) -> Option<Operation> {
        Operation::from_number(self.operation)
    }
}

/// Where a value lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// First word in the frame.
    pub at: u32,
    /// Components.
    pub components: u8,
    /// Elements of two words.
    pub wide: bool,
    /// One element a lane; otherwise one for all.
    pub varying: bool,
}

impl Register {
    /// Words from one component to the next.
    #[must_use]
    pub fn stride(self, width: u32) -> u32 {
        (if self.varying { width } else { 1 }) << u32::from(self.wide)
    }

    /// Words of the whole.
    #[must_use]
    pub fn words(self, width: u32) -> u32 {
        self.stride(width) * u32::from(self.components)
    }

    /// Elements of the whole.
    #[must_use]
    pub fn count(self, width: u32) -> u16 {
        u16::from(self.components) * if self.varying { width as u16 } else { 1 }
    }

    /// One component.
    #[must_use]
    pub fn component(self, index: u32, width: u32) -> Self {
        Self { at: self.at + index * self.stride(width), components: 1, ..self }
    }
}

/// How a component lies in memory.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    Bool,
    I8,
    I16,
    U8,
    U16,
    F16,
    BF16,
    Word,
    Double,
}

impl Element {
    /// Of a scalar.
    #[must_use]
    pub fn of(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Bool => Self::Bool,
            Scalar::I8 => Self::I8,
            Scalar::I16 => Self::I16,
            Scalar::U8 => Self::U8,
            Scalar::U16 => Self::U16,
            Scalar::F16 => Self::F16,
            Scalar::BF16 => Self::BF16,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => Self::Word,
            Scalar::I64 | Scalar::U64 => Self::Double,
        }
    }

    /// Bytes.
    #[must_use]
    pub fn size(self) -> u32 {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::F16 | Self::BF16 => 2,
            Self::Word => 4,
            Self::Double => 8,
        }
    }

    /// Whether a register element has two words.
    #[must_use]
    pub fn is_wide(self) -> bool {
        self == Self::Double
    }
}

/// A run-time index inside an address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Index {
    /// Where it is.
    pub register: Register,
    /// Whether it extends its sign.
    pub signed: bool,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// Number of elements, when leaving them is a finding by itself.
    pub count: Option<u32>,
}

/// A memory operand: `pointer + index * stride + offset`.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    /// Element in memory.
    pub element: Element,
    /// How many, without gaps.
    pub components: u8,
    /// Bytes in all; not what `element` says for copies.
    pub size: u32,
    /// Promised alignment of the address, bytes.
    pub align: u32,
    /// The space the program names.
    pub space: AddressSpace,
    /// The pointer.
    pub pointer: Register,
    /// The run-time index.
    pub index: Option<Index>,
    /// Bytes.
    pub offset: i64,
    /// The register read into or written from, for loads and stores.
    pub value: Register,
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct CallSite {
    /// Whom; `None` for a pointer in `pointer`.
    pub function: Option<FunctionId>,
    /// The function pointer.
    pub pointer: Register,
    /// Arguments, as rows.
    pub arguments: Vec<Register>,
    /// Where the result goes, as rows.
    pub result: Option<Register>,
}

/// An intrinsic that is run by its name.
#[derive(Clone, PartialEq, Debug)]
pub struct IntrinsicCall {
    /// Which.
    pub intrinsic: Intrinsic,
    /// Type of the components of the first value operand.
    pub scalar: Scalar,
    /// Element types of further operands, for matrices.
    pub others: SmallVec<[Scalar; 4]>,
    /// Operands.
    pub operands: SmallVec<[Register; 4]>,
    /// Where the result goes.
    pub result: Option<Register>,
    /// For pointers: the space.
    pub space: AddressSpace,
}

/// A constant put into the frame before a function runs.
#[derive(Clone, PartialEq, Debug)]
pub struct FrameConstant {
    /// Where.
    pub register: Register,
    /// One pattern a component, as it is in a lane.
    pub bits: SmallVec<[u64; 4]>,
}

/// An addressable variable.
#[derive(Clone, PartialEq, Debug)]
pub struct LocalSlot {
    /// Words from the start of the function's private memory.
    pub word: u32,
    /// Bytes.
    pub size: u32,
    /// Name, for messages.
    pub name: Arc<str>,
    /// Its declaration.
    pub origin: Origin,
}

/// A construct that parts lanes, for messages: a mask slot and where it comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MaskSlot {
    /// The slot.
    pub slot: u32,
    /// First and last instruction inside.
    pub from: u32,
    /// First instruction behind.
    pub to: u32,
    /// The condition.
    pub origin: Origin,
}

/// A function as bytecode.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CodeFunction {
    /// Its name for messages.
    pub name: Arc<str>,
    /// The code.
    pub instructions: Vec<Instruction>,
    /// Where each instruction comes from.
    pub origins: Vec<Origin>,
    /// Words of the frame.
    pub frame_words: u32,
    /// Mask slots at the start of the frame.
    pub mask_slots: u32,
    /// Constants.
    pub constants: Vec<FrameConstant>,
    /// Parameters.
    pub parameters: Vec<Register>,
    /// Result, if any; always rows.
    pub result: Option<Register>,
    /// Memory operands.
    pub accesses: Vec<Access>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// Intrinsics run by name.
    pub intrinsics: Vec<IntrinsicCall>,
    /// Built-in inputs used.
    pub inputs: Vec<BuiltinInput>,
    /// Addressable variables.
    pub locals: Vec<LocalSlot>,
    /// Words of private memory of one lane.
    pub private_words: u32,
    /// Constructs that part lanes.
    pub masks: Vec<MaskSlot>,
}

/// All functions that an entry function needs, for one SIMD-group width.
#[derive(Clone, PartialEq, Debug)]
pub struct Code {
    /// Lanes.
    pub width: u32,
    /// By [`FunctionId`]; `None` for those that can't be reached.
    pub functions: Vec<Option<Arc<CodeFunction>>>,
    /// The entry function.
    pub entry: FunctionId,
}

impl Code {
    /// A function; `None` when it was not lowered.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> Option<&Arc<CodeFunction>> {
        self.functions.get(id.index())?.as_ref()
    }
}

/// Number of the first program-scope variable's allocation.
pub const FIRST_GLOBAL: u32 = 1 << 22;
/// Number of the allocation whose offsets stand for functions.
pub const FUNCTIONS: u32 = (1 << 23) - 1;
/// Number of the first thread-space allocation.
pub const FIRST_PRIVATE: u32 = 1 << 23;

/// Arithmetic on pointers: 24 bits of allocation number, 40 bits of signed offset.
pub mod pointer {
    /// Bits of the offset.
    pub const OFFSET_BITS: u32 = 40;
    const OFFSET: u64 = (1 << OFFSET_BITS) - 1;

    /// An address.
    #[inline(always)]
    #[must_use]
    pub fn new(number: u32, offset: i64) -> u64 {
        (u64::from(number) << OFFSET_BITS) | (offset as u64 & OFFSET)
    }

    /// The allocation number.
    #[inline(always)]
    #[must_use]
    pub fn number(pointer: u64) -> u32 {
        (pointer >> OFFSET_BITS) as u32
    }

    /// The offset.
    #[inline(always)]
    #[must_use]
    pub fn offset(pointer: u64) -> i64 {
        ((pointer << (64 - OFFSET_BITS)) as i64) >> (64 - OFFSET_BITS)
    }

    /// Moves a pointer; the number stays.
    #[inline(always)]
    #[must_use]
    pub fn add(pointer: u64, bytes: i64) -> u64 {
        (pointer & !OFFSET) | (pointer.wrapping_add(bytes as u64) & OFFSET)
    }

    /// Bytes from `from` to `to`.
    #[inline(always)]
    #[must_use]
    pub fn difference(to: u64, from: u64) -> i64 {
        ((to.wrapping_sub(from) << (64 - OFFSET_BITS)) as i64) >> (64 - OFFSET_BITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_small() {
        assert_eq!(size_of::<Instruction>(), 20);
    }

    #[test]
    fn pointers_stay_in_their_allocation() {
        let start = pointer::new(7, 0);
        let before = pointer::add(start, -1);
        assert_eq!((pointer::number(before), pointer::offset(before)), (7, -1));
        assert_eq!(pointer::add(before, 1), start);
        assert_eq!(pointer::difference(pointer::add(start, 12), before), 13);
    }
}
