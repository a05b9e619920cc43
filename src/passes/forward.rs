//! Forwarding: a read of a register variable becomes the value that was written there last, where that is certain.
//!
//! The function is walked in the order of control. What a variable holds is known from a write to the end of its
//! block and in the blocks inside, so a value that is forwarded is always visible where it is used. Behind a branch,
//! variables that a side which comes out has written are unknown; in a loop, those that it writes anywhere.

use crate::ir::Block;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Value;
use crate::ir::VarId;

/// Forwards values in a function.
pub fn run(function: &mut Function) {
    let Some(mut body) = function.body.take() else { return };
    if !function.vars.is_empty() {
        let known = vec![None; function.vars.len()];
        let replaced = vec![None; function.insts.len()];
        let mut forwarder = Forwarder { function, known, undo: Vec::new(), replaced };
        forwarder.block(&mut body);
    }
    function.body = Some(body);
}

struct Forwarder<'f> {
    function: &'f mut Function,
    /// Per variable: what it holds here.
    known: Vec<Option<Value>>,
    /// What was known before each write, to take back.
    undo: Vec<(VarId, Option<Value>)>,
    /// Per value: what stands for it.
    replaced: Vec<Option<Value>>,
}

impl Forwarder<'_> {
    fn resolve(&self, value: &mut Value) {
        if let Some(other) = self.replaced[value.index()] {
            *value = other;
        }
    }

    fn learn(&mut self, var: VarId, value: Option<Value>) {
        let old = std::mem::replace(&mut self.known[var.index()], value);
        self.undo.push((var, old));
    }

    /// A block inside a statement; gives the variables that it leaves changed behind it.
    fn inner(&mut self, block: &mut Block) -> Vec<VarId> {
        let mark = self.undo.len();
        self.block(block);
        let mut changed = Vec::new();
        while self.undo.len() > mark {
            if let Some((var, old)) = self.undo.pop() {
                self.known[var.index()] = old;
                changed.push(var);
            }
        }
        if super::dce::ends_control(block) { Vec::new() } else { changed }
    }

    fn forget(&mut self, vars: impl IntoIterator<Item = VarId>) {
        for var in vars {
            self.learn(var, None);
        }
    }

    fn written_in<'a>(&self, blocks: impl IntoIterator<Item = &'a Block>) -> Vec<VarId> {
        let mut vars = Vec::new();
        for block in blocks {
            block.for_each_inst(&mut |value| {
                if let Inst::Set(var, _) = self.function.inst(value) {
                    vars.push(*var);
                }
            });
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    fn block(&mut self, block: &mut Block) {
        for statement in &mut block.0 {
            self.statement(statement);
        }
        block.0.retain(|statement| match statement.kind {
            StatementKind::Inst(value) => self.replaced[value.index()].is_none(),
            _ => true,
        });
    }

    fn statement(&mut self, statement: &mut Statement) {
        match &mut statement.kind {
            StatementKind::Inst(value) => self.inst(*value),
            StatementKind::If { condition, then_block, else_block } => {
                self.resolve(condition);
                let mut changed = self.inner(then_block);
                changed.extend(self.inner(else_block));
                self.forget(changed);
            }
            StatementKind::Loop { body, step } => {
                let written = self.written_in([&*body, &*step]);
                self.forget(written.iter().copied());
                self.inner(body);
                self.inner(step);
                self.forget(written);
            }
            StatementKind::Switch { selector, cases } => {
                self.resolve(selector);
                let written = self.written_in(cases.iter().map(|case| &case.body));
                // A case is entered from the head, or from the end of the one before.
                let mut before: Vec<VarId> = Vec::new();
                for case in cases.iter_mut() {
                    let mark = self.undo.len();
                    self.forget(before.iter().copied());
                    let changed = self.inner(&mut case.body);
                    while self.undo.len() > mark {
                        if let Some((var, old)) = self.undo.pop() {
                            self.known[var.index()] = old;
                        }
                    }
                    if super::dce::ends_control(&case.body) {
                        before.clear();
                    } else {
                        before.extend(changed);
                    }
                }
                self.forget(written);
            }
            StatementKind::Return(Some(value)) => self.resolve(value),
            StatementKind::Return(None) | StatementKind::Break | StatementKind::Continue => {}
        }
    }

    fn inst(&mut self, value: Value) {
        let mut inst = std::mem::replace(&mut self.function.insts[value.index()].inst, Inst::Undef);
        inst.for_each_operand_mut(|operand| self.resolve(operand));
        match &inst {
            Inst::Set(var, source) => self.learn(*var, Some(*source)),
            Inst::Get(var) => {
                match self.known[var.index()] {
                    Some(known) => self.replaced[value.index()] = Some(known),
                    // Reading twice gives the same: the first read is as good as a write.
                    None => self.learn(*var, Some(value)),
                }
            }
            _ => {}
        }
        self.function.insts[value.index()].inst = inst;
    }
}
