//! What may be done with an instruction: computed once for several, or computed although nobody asks.

use super::bits::Bits;
use crate::ir::BinaryOp;
use crate::ir::Block;
use crate::ir::Effect;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Type;
use crate::ir::Value;
use crate::msl::AddressSpace;
use crate::msl::Scalar;

/// Whether the same instruction on the same operands always gives the same value, wherever it stands.
pub(super) fn is_repeatable(function: &Function, inst: &Inst, constant_memory_is_constant: bool) -> bool {
    match inst {
        Inst::Load { pointer, .. } => {
            constant_memory_is_constant && function.ty(*pointer) == Type::Pointer(AddressSpace::Constant)
        }
        Inst::Intrinsic(intrinsic, _) => intrinsic.effect() == Effect::Pure,
        Inst::Get(_)
        | Inst::Set(..)
        | Inst::Store { .. }
        | Inst::Copy { .. }
        | Inst::Zero { .. }
        | Inst::Begin(_)
        | Inst::End(_)
        | Inst::Call(..)
        | Inst::CallIndirect(..) => false,
        _ => true,
    }
}

/// Whether a repeatable instruction can be evaluated where the program would not: nothing it does can be reported.
pub(super) fn is_silent(function: &Function, inst: &Inst) -> bool {
    let constant = |value: Value| match function.inst(value) {
        Inst::Constant(constant) => Some(constant),
        _ => None,
    };
    match inst {
        Inst::Load { .. } | Inst::ExtractDynamic(..) | Inst::InsertDynamic(..) => false,
        Inst::Index { count, .. } => count.is_none(),
        Inst::Binary(op, a, b) => {
            let is_integer = function.ty(*a).scalar().is_some_and(Scalar::is_integer);
            let bits = function.ty(*a).scalar().map_or(0, |scalar| u64::from(scalar.bits()));
            match op {
                BinaryOp::Div | BinaryOp::Rem if is_integer => {
                    constant(*b).is_some_and(|divisor| divisor.bits.iter().all(|bits| *bits != 0))
                }
                BinaryOp::Shl | BinaryOp::Shr => {
                    constant(*b).is_some_and(|count| count.bits.iter().all(|count| *count < bits))
                }
                _ => true,
            }
        }
        Inst::Convert(a) => {
            let is_float = |value: Value| function.ty(value).scalar().is_some_and(Scalar::is_float);
            !is_float(*a)
        }
        _ => true,
    }
}

/// Whether a function writes through no pointer to constant memory, as only those do that initialise it.
pub(super) fn leaves_constant_memory(function: &Function) -> bool {
    let is_constant = |pointer: Value| function.ty(pointer) == Type::Pointer(AddressSpace::Constant);
    !function.insts.iter().any(|data| match &data.inst {
        Inst::Store { pointer, .. } | Inst::Zero { pointer, .. } | Inst::Copy { to: pointer, .. } => {
            is_constant(*pointer)
        }
        Inst::Call(_, arguments) | Inst::CallIndirect(_, arguments) => {
            // A callee may write for an initialiser.
            matches!(function.params[..], [Type::Pointer(AddressSpace::Constant)])
                && arguments.iter().any(|argument| is_constant(*argument))
        }
        _ => false,
    })
}

/// The values that instructions in a block make.
pub(super) fn values_made(block: &Block, into: &mut Bits) {
    block.for_each_inst(&mut |value| {
        into.insert(value.index());
    });
}
