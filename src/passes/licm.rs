//! Loop-invariant code: what is the same in every round is evaluated once, before the loop.
//!
//! Instructions move out of the top level of a loop's body and step. A loop's body always runs once, up to the first
//! statement that may leave it, so anything repeatable can move from there; what stands behind moves only if nothing
//! it does can be reported, since it may run now where it did not before. Reading an argument that is a reference to
//! constant memory counts as such: a dispatch makes sure that the whole object is there.

use super::bits::Bits;
use super::purity;
use crate::ir::Block;
use crate::ir::EntryPoint;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::TypeLayout;
use crate::ir::Value;
use crate::ir::entry::Argument;
use crate::ir::entry::ArgumentKind;
use crate::msl::AddressSpace;

/// Moves invariant code of a function out of its loops.
pub fn run(function: &mut Function) {
    function_with_references(function, &[]);
}

/// The same for an entry point: by parameter, the size of the object in constant memory that is sure to be there.
pub(super) fn function_with_references(function: &mut Function, references: &[u32]) {
    let Some(mut body) = function.body.take() else { return };
    let constant_memory = purity::leaves_constant_memory(function);
    Mover { function, constant_memory, references }.block(&mut body);
    function.body = Some(body);
}

/// By parameter, the size of the object in constant memory that a dispatch makes sure of.
pub(super) fn references(entry: &EntryPoint, layouts: &[TypeLayout]) -> Vec<u32> {
    let size = |argument: &Argument| match argument.kind {
        ArgumentKind::Buffer { space: AddressSpace::Constant, pointee, is_reference: true } => {
            layouts.get(pointee.index()).map_or(0, |layout| layout.size)
        }
        _ => 0,
    };
    entry.arguments.iter().map(size).collect()
}

struct Mover<'f> {
    function: &'f Function,
    constant_memory: bool,
    references: &'f [u32],
}

impl Mover<'_> {
    fn block(&self, block: &mut Block) {
        let mut out = Vec::with_capacity(block.0.len());
        for mut statement in std::mem::take(&mut block.0) {
            // Inner loops first: what leaves them may leave the outer one too.
            statement.kind.for_each_block_mut(|block| self.block(block));
            if let StatementKind::Loop { body, step } = &mut statement.kind {
                self.hoist(body, step, &mut out);
            }
            out.push(statement);
        }
        block.0 = out;
    }

    /// Whether a load reads inside an object that is sure to be there.
    fn is_safe_read(&self, value: Value) -> bool {
        let Inst::Load { mut pointer, .. } = *self.function.inst(value) else { return false };
        let mut at: i64 = 0;
        loop {
            match *self.function.inst(pointer) {
                Inst::Offset { pointer: base, bytes, .. } => {
                    pointer = base;
                    at = at.saturating_add(bytes);
                }
                Inst::Param(index) => {
                    let size = self.references.get(index as usize).copied().unwrap_or(0);
                    return at >= 0 && at.saturating_add(i64::from(self.function.ty(value).size())) <= i64::from(size);
                }
                _ => return false,
            }
        }
    }

    fn hoist(&self, body: &mut Block, step: &mut Block, out: &mut Vec<Statement>) {
        let mut inside = Bits::default();
        let mut written = Bits::default();
        for block in [&*body, &*step] {
            purity::values_made(block, &mut inside);
            block.for_each_inst(&mut |value| {
                if let Inst::Set(var, _) = self.function.inst(value) {
                    written.insert(var.index());
                }
            });
        }
        let mut always_runs = true;
        for block in [body, step] {
            block.0.retain(|statement| {
                let StatementKind::Inst(value) = statement.kind else {
                    always_runs &= !may_divert(statement);
                    return true;
                };
                let inst = self.function.inst(value);
                let is_movable = match inst {
                    Inst::Get(var) => !written.contains(var.index()),
                    inst => {
                        purity::is_repeatable(self.function, inst, self.constant_memory)
                            && (always_runs || purity::is_silent(self.function, inst) || self.is_safe_read(value))
                    }
                };
                let mut is_invariant = true;
                inst.for_each_operand(|operand| is_invariant &= !inside.contains(operand.index()));
                if is_movable && is_invariant {
                    inside.remove(value.index());
                    out.push(statement.clone());
                    return false;
                }
                true
            });
            always_runs = false;
        }
    }
}

/// Whether control may go elsewhere than to the next statement.
fn may_divert(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Inst(_) => false,
        StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) | StatementKind::Loop { .. } => true,
        kind => {
            let mut found = false;
            kind.for_each_block(|block| found = found || block.0.iter().any(may_divert));
            found
        }
    }
}
