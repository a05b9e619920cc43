//! Unrolling of small loops that run a fixed number of rounds.
//!
//! Done for loops so small that their control costs more than their work, and for loops that index thread memory or
//! vectors: with the counter known, what they index can become variables.

use super::copy::Copier;
use super::dce::leaves_loop;
use super::evaluate::evaluate;
use super::fold::may_leave;
use crate::ir::BinaryOp;
use crate::ir::Block;
use crate::ir::Constant;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::ir::VarId;
use crate::msl::AddressSpace;
use crate::msl::Scalar;

/// Rounds of a loop that is unrolled, at most.
const MAX_ROUNDS: usize = 32;

/// Instructions of all copies together, for a loop that indexes what could be variables.
const MAX_INDEXING: usize = 1500;

/// Instructions of all copies together, for any loop.
const MAX_SMALL: usize = 96;

/// Instructions of the function beyond which nothing is unrolled.
const MAX_FUNCTION: usize = 20_000;

/// Unrolls loops of a function; whether there were any.
pub fn run(function: &mut Function) -> bool {
    let Some(body) = function.body.take() else { return false };
    let mut unroller = Unroller { function, is_changed: false };
    let body = unroller.block(body);
    let is_changed = unroller.is_changed;
    function.body = Some(body);
    is_changed
}

struct Unroller<'f> {
    function: &'f mut Function,
    is_changed: bool,
}

impl Unroller<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out: Vec<Statement> = Vec::with_capacity(block.0.len());
        for mut statement in block.0 {
            statement.kind.for_each_block_mut(|block| *block = self.block(std::mem::take(block)));
            if let StatementKind::Loop { body, step } = &statement.kind
                && let Some((rounds, exit)) = self.rounds(&out, body, step)
                && self.pays(rounds, body, step)
            {
                let mut body = body.0.clone();
                body.remove(exit);
                for _ in 0..rounds {
                    let mut copier = Copier::inside(self.function);
                    out.append(&mut copier.statements(self.function, &body));
                    out.append(&mut copier.statements(self.function, &step.0));
                }
                self.is_changed = true;
                continue;
            }
            out.push(statement);
        }
        Block(out)
    }

    fn pays(&self, rounds: usize, body: &Block, step: &Block) -> bool {
        let (mut count, mut indexes) = (0, false);
        for block in [body, step] {
            block.for_each_inst(&mut |value| {
                count += 1;
                indexes |= match self.function.inst(value) {
                    Inst::Index { pointer, index, .. } => {
                        self.function.ty(*pointer) == Type::Pointer(AddressSpace::Thread)
                            && self.constant(*index).is_none()
                    }
                    Inst::ExtractDynamic(..) | Inst::InsertDynamic(..) => true,
                    _ => false,
                };
            });
        }
        let total = count * rounds;
        total <= if indexes { MAX_INDEXING } else { MAX_SMALL } && self.function.insts.len() + total <= MAX_FUNCTION
    }

    fn constant(&self, value: Value) -> Option<&Constant> {
        match self.function.inst(value) {
            Inst::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// How many rounds the loop behind some statements runs, and which statement of its body ends it.
    fn rounds(&self, before: &[Statement], body: &Block, step: &Block) -> Option<(usize, usize)> {
        // The body: arithmetic, then `if (test) {} else break`, then nothing that leaves the round.
        let exit = body.0.iter().position(|statement| !matches!(statement.kind, StatementKind::Inst(_)))?;
        let StatementKind::If { condition, then_block, else_block } = &body.0[exit].kind else { return None };
        let is_break = |block: &Block| matches!(block.0[..], [Statement { kind: StatementKind::Break, .. }]);
        let goes_on = match (is_break(then_block), is_break(else_block)) {
            (false, true) if then_block.0.is_empty() => 1,
            (true, false) if else_block.0.is_empty() => 0,
            _ => return None,
        };
        if body.0[exit + 1..].iter().any(may_leave) || leaves_loop(step) {
            return None;
        }
        let Inst::Compare(test, left, limit) = self.function.inst(*condition) else { return None };
        let limit = self.constant(*limit)?;
        // The counter, read before the test and not written there.
        let Inst::Get(counter) = self.function.inst(*left) else { return None };
        let at =
            |value: &Value| body.0[..exit].iter().position(|statement| statement.kind == StatementKind::Inst(*value));
        at(left)?;
        let next = self.only_write(*counter, body, step)?;
        let Inst::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), old, by) = self.function.inst(next) else {
            return None;
        };
        let in_step = step.0.iter().any(|statement| statement.kind == StatementKind::Inst(*old));
        let is_step_read = in_step && *self.function.inst(*old) == Inst::Get(*counter);
        let by = self.constant(*by).filter(|_| is_step_read)?;
        if !self.function.ty(next).scalar().is_some_and(Scalar::is_integer) {
            return None;
        }
        let mut value = self.initial(*counter, before)?.clone();
        let ty = value.ty();
        for rounds in 0..=MAX_ROUNDS {
            let operand = |which: Value| match which {
                Value(0) => Some(&value),
                Value(1) => Some(limit),
                _ => Some(by),
            };
            let holds = evaluate(&Inst::Compare(*test, Value(0), Value(1)), Type::BOOL, operand)?;
            if holds.bits[0] != goes_on {
                return (rounds > 0).then_some((rounds, exit));
            }
            value = evaluate(&Inst::Binary(*op, Value(0), Value(2)), ty, operand)?;
        }
        None
    }

    /// What the one write of a variable in a loop writes, if that stands at the top of the step, where the counter
    /// read is the one of the round.
    fn only_write(&self, var: VarId, body: &Block, step: &Block) -> Option<Value> {
        let mut writes = 0;
        for block in [body, step] {
            block.for_each_inst(&mut |value| {
                if matches!(self.function.inst(value), Inst::Set(other, _) if *other == var) {
                    writes += 1;
                }
            });
        }
        let written = step.0.iter().find_map(|statement| match statement.kind {
            StatementKind::Inst(value) => match self.function.inst(value) {
                Inst::Set(other, from) if *other == var => Some(*from),
                _ => None,
            },
            _ => None,
        });
        written.filter(|_| writes == 1)
    }

    /// The constant that a variable holds behind some statements.
    fn initial(&self, var: VarId, before: &[Statement]) -> Option<&Constant> {
        for statement in before.iter().rev() {
            match &statement.kind {
                StatementKind::Inst(value) => {
                    if let Inst::Set(other, from) = self.function.inst(*value)
                        && *other == var
                    {
                        return self.constant(*from);
                    }
                }
                kind => {
                    let mut is_written = false;
                    kind.for_each_block(|block| {
                        block.for_each_inst(&mut |value| {
                            is_written |= matches!(self.function.inst(value), Inst::Set(other, _) if *other == var);
                        });
                    });
                    if is_written {
                        return None;
                    }
                }
            }
        }
        None
    }
}
