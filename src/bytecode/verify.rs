//! What the interpreter relies on: registers inside the frame, jumps inside the code, indices inside tables.
//!
//! The interpreter's unchecked register accesses are sound for code that passes. Not checked: that a register was
//! written before it is read (it then holds what was there before, which is a value like any other).

use super::code::CodeFunction;
use super::code::ROW_SCALAR;
use super::code::Register;
use super::code::SCALAR_ROW;
use super::operation::Operation;
use super::operation::Slot;
use crate::diagnostic::Diagnostic;

/// Largest number of elements of a register.
const MAX_COUNT: u32 = 16 * 64;

/// Checks a function.
pub fn verify(function: &CodeFunction, width: u32) -> Result<(), Box<Diagnostic>> {
    let complain = |at: usize, what: &str| {
        let origin = function.origins.get(at).copied().unwrap_or(crate::ir::Origin::NONE);
        Box::new(Diagnostic::internal(format!("bytecode of `{}` at {at}: {what}", function.name), origin.span))
    };
    let frame = u64::from(function.frame_words);
    let fits = |at: u32, words: usize| u64::from(at) + words as u64 <= frame;
    let holds = |register: &Register| register.components <= 16 && fits(register.at, register.words(width) as usize);
    if !matches!(width, 1 | 4 | 8 | 16 | 32 | 64) {
        return Err(complain(0, "the SIMD-group width"));
    }
    if u64::from(function.mask_slots) * 2 > frame || function.origins.len() != function.instructions.len() {
        return Err(complain(0, "the shape of the function"));
    }
    for (at, instruction) in function.instructions.iter().enumerate() {
        let Some(operation) = instruction.operation() else { return Err(complain(at, "an unknown operation")) };
        let count = usize::from(instruction.count);
        if u32::from(instruction.count) > MAX_COUNT {
            return Err(complain(at, "too many elements"));
        }
        if let Some((result, operands)) = operation.row_words() {
            let mut sizes = [0usize; 3];
            sizes[..operands.len()].copy_from_slice(operands);
            let mut elements = [count; 3];
            if operands.len() == 2 {
                match instruction.d {
                    0 => {}
                    form if !operation.has_scalar_forms() => {
                        return Err(complain(at, &format!("form {form} of `{}`", operation.text())));
                    }
                    form if form == u32::from(ROW_SCALAR) => elements[1] = 1,
                    form if form == u32::from(SCALAR_ROW) => elements[0] = 1,
                    _ => return Err(complain(at, "an unknown form")),
                }
            }
            let ok = fits(instruction.a, count * result)
                && fits(instruction.b, elements[0] * sizes[0])
                && fits(instruction.c, elements[1] * sizes[1])
                && (operands.len() < 3 || fits(instruction.d, elements[2] * sizes[2]));
            if !ok {
                return Err(complain(at, "a register outside the frame"));
            }
        }
        if let Some(slots) = operation.slots() {
            let numbers = [instruction.a, instruction.b, instruction.c, instruction.d];
            for (position, (slot, number)) in slots.into_iter().zip(numbers).enumerate() {
                let ok = match slot {
                    Slot::Mask => number <= function.mask_slots,
                    Slot::Target => (number as usize) < function.instructions.len(),
                    Slot::Read | Slot::Write => {
                        fits(number, operand_words(operation, slot, position, count, instruction.d, width))
                    }
                    Slot::Unused | Slot::Number => true,
                };
                if !ok {
                    return Err(complain(at, &format!("operand {number} of `{}`", operation.text())));
                }
            }
            let (c, d) = (instruction.c as usize, instruction.d as usize);
            let ok = match operation {
                Operation::Split => instruction.a + 2 <= function.mask_slots,
                Operation::SplitOnly | Operation::Join | Operation::Enter | Operation::Match | Operation::Gather => {
                    instruction.a < function.mask_slots
                }
                Operation::Otherwise => instruction.a + 2 <= function.mask_slots,
                Operation::Load | Operation::Store | Operation::ZeroMemory => c < function.accesses.len(),
                Operation::CopyMemory => c < function.accesses.len() && d < function.accesses.len(),
                Operation::Call => d < function.calls.len(),
                Operation::Lanes
                | Operation::Integers
                | Operation::Atomic
                | Operation::Barrier
                | Operation::Matrix
                | Operation::Pack => d < function.intrinsics.len(),
                Operation::Builtin => c < function.inputs.len(),
                Operation::LocalAddress | Operation::Begin | Operation::Finish => c < function.locals.len(),
                _ => true,
            };
            if !ok {
                return Err(complain(at, &format!("an index of `{}`", operation.text())));
            }
        }
    }
    let accesses = function.accesses.iter().all(|access| {
        holds(&access.pointer)
            && access.pointer.wide
            && access.pointer.components == 1
            && access.index.is_none_or(|index| holds(&index.register) && index.register.components == 1)
            && (access.value.components == 0
                || holds(&access.value)
                    && access.value.components == access.components
                    && access.value.wide == access.element.is_wide())
    });
    let calls = function
        .calls
        .iter()
        .all(|call| holds(&call.pointer) && call.arguments.iter().all(holds) && call.result.iter().all(holds));
    let intrinsics =
        function.intrinsics.iter().all(|call| call.operands.iter().all(holds) && call.result.iter().all(holds));
    let rest = function.parameters.iter().all(holds)
        && function.result.iter().all(holds)
        && function.constants.iter().all(|constant| {
            holds(&constant.register) && constant.bits.len() == usize::from(constant.register.components)
        });
    let last = function.instructions.last().and_then(|instruction| instruction.operation());
    if !(accesses && calls && intrinsics && rest) || last != Some(Operation::End) {
        return Err(complain(0, "a table entry outside the frame, or code without an end"));
    }
    Ok(())
}

/// Words that a register operand of a machine operation spans.
fn operand_words(operation: Operation, slot: Slot, position: usize, count: usize, d: u32, width: u32) -> usize {
    let lanes = width as usize;
    match operation {
        Operation::SetMasked64 => count * 2,
        Operation::SetMasked32 | Operation::Builtin | Operation::Load | Operation::Store => count,
        Operation::Broadcast32 => {
            if slot == Slot::Write {
                count
            } else {
                count / lanes
            }
        }
        Operation::Broadcast64 => {
            if slot == Slot::Write {
                count * 2
            } else {
                count / lanes * 2
            }
        }
        Operation::Split | Operation::SplitOnly | Operation::LeaveIf | Operation::Match => lanes,
        Operation::LocalAddress => 2,
        Operation::First32 => {
            if slot == Slot::Write {
                1
            } else {
                lanes
            }
        }
        Operation::First64 => {
            if slot == Slot::Write {
                2
            } else {
                lanes * 2
            }
        }
        Operation::CheckIndex => count << (d >> 1 & 1),
        // Which operand is the vector, and which the index.
        Operation::ExtractDynamic if position == 1 => (count * (d & 0xff) as usize) << (d >> 8 & 1),
        Operation::ExtractDynamic if position == 2 => count,
        Operation::InsertDynamic if position == 0 => (count * (d & 0xff) as usize) << (d >> 8 & 1),
        Operation::InsertDynamic if position == 1 => count,
        Operation::ExtractDynamic | Operation::InsertDynamic => count << (d >> 8 & 1),
        Operation::All | Operation::Any => {
            if slot == Slot::Write {
                count
            } else {
                count * d as usize
            }
        }
        _ => 1,
    }
}
