//! Common subexpressions: an instruction that was evaluated before on the same operands is not evaluated again.
//!
//! Looks back over the block and those around it, where the earlier value is visible. Reads of constant memory count
//! as arithmetic: nothing writes there while a kernel runs.

use super::purity;
use crate::ir::Block;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use std::collections::HashMap;

/// Removes common subexpressions of a function.
pub fn run(function: &mut Function) {
    let Some(mut body) = function.body.take() else { return };
    let replaced = vec![None; function.insts.len()];
    let constant_memory = purity::leaves_constant_memory(function);
    let mut finder = Finder { function, constant_memory, known: HashMap::new(), replaced };
    finder.block(&mut body);
    function.body = Some(body);
}

struct Finder<'f> {
    function: &'f mut Function,
    constant_memory: bool,
    /// Only looked up, never listed: its order shows nowhere.
    known: HashMap<(Inst, Type), Value>,
    replaced: Vec<Option<Value>>,
}

impl Finder<'_> {
    fn resolve(&self, value: &mut Value) {
        if let Some(other) = self.replaced[value.index()] {
            *value = other;
        }
    }

    fn block(&mut self, block: &mut Block) {
        let mut learned = Vec::new();
        block.0.retain_mut(|statement| {
            statement.kind.for_each_use_mut(|value| self.resolve(value));
            let StatementKind::Inst(value) = statement.kind else {
                statement.kind.for_each_block_mut(|block| self.block(block));
                return true;
            };
            let mut inst = std::mem::replace(&mut self.function.insts[value.index()].inst, Inst::Undef);
            inst.for_each_operand_mut(|operand| self.resolve(operand));
            let mut stays = true;
            if purity::is_repeatable(self.function, &inst, self.constant_memory) {
                let key = (inst.clone(), self.function.ty(value));
                match self.known.get(&key) {
                    Some(other) => {
                        self.replaced[value.index()] = Some(*other);
                        stays = false;
                    }
                    None => {
                        learned.push(key.clone());
                        self.known.insert(key, value);
                    }
                }
            }
            self.function.insts[value.index()].inst = inst;
            stays
        });
        for key in learned {
            self.known.remove(&key);
        }
    }
}
