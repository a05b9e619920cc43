//! Folding: instructions on constants become constants, simpler ones replace others, branches that are decided go.
//!
//! [`super::evaluate`] and [`super::simplify`] have the rules; this pass applies them in the order of the text, so
//! that what one makes simple is seen by those behind it.

use super::dce::leaves_loop;
use super::evaluate::evaluate;
use super::simplify;
use super::simplify::Change;
use super::simplify::PENDING;
use crate::ir::Block;
use crate::ir::Case;
use crate::ir::Constant;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Origin;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::UnaryOp;
use crate::ir::Value;

/// Rules applied to one instruction one after the other.
const MAX_STEPS: usize = 16;

/// Folds a function.
pub fn run(function: &mut Function) {
    let Some(body) = function.body.take() else { return };
    let replaced = vec![None; function.insts.len()];
    let mut folder = Folder { function, replaced };
    let body = folder.block(body);
    function.body = Some(body);
}

struct Folder<'f> {
    function: &'f mut Function,
    /// Per value: what stands for it.
    replaced: Vec<Option<Value>>,
}

impl Folder<'_> {
    fn resolve(&self, value: &mut Value) {
        if let Some(Some(other)) = self.replaced.get(value.index()) {
            *value = *other;
        }
    }

    fn constant(&self, value: Value) -> Option<&Constant> {
        match self.function.inst(value) {
            Inst::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    fn block(&mut self, block: Block) -> Block {
        let mut out = Vec::with_capacity(block.0.len());
        for statement in block.0 {
            self.statement(statement, &mut out);
        }
        Block(out)
    }

    fn statement(&mut self, mut statement: Statement, out: &mut Vec<Statement>) {
        statement.kind.for_each_use_mut(|value| self.resolve(value));
        let origin = statement.origin;
        match statement.kind {
            StatementKind::Inst(value) => {
                if self.inst(value, out, origin) {
                    out.push(statement);
                }
            }
            StatementKind::If { mut condition, mut then_block, mut else_block } => {
                if let Some(constant) = self.constant(condition) {
                    let taken = if constant.bits[0] != 0 { then_block } else { else_block };
                    out.append(&mut self.block(taken).0);
                    return;
                }
                if let Inst::Unary(UnaryOp::LogicalNot, inner) = self.function.inst(condition) {
                    condition = *inner;
                    std::mem::swap(&mut then_block, &mut else_block);
                }
                let then_block = self.block(then_block);
                let else_block = self.block(else_block);
                out.push(Statement { kind: StatementKind::If { condition, then_block, else_block }, origin });
            }
            StatementKind::Loop { body, step } => {
                let mut body = self.block(body);
                let runs_once = matches!(body.0.last(), Some(Statement { kind: StatementKind::Break, .. }))
                    && !body.0[..body.0.len() - 1].iter().any(may_leave);
                if runs_once {
                    body.0.pop();
                    out.append(&mut body.0);
                    return;
                }
                let step = self.block(step);
                out.push(Statement { kind: StatementKind::Loop { body, step }, origin });
            }
            StatementKind::Switch { selector, mut cases } => {
                if let Some(constant) = self.constant(selector) {
                    let chosen = constant.bits[0] as i64;
                    let entered = cases.iter().position(|case| case.values.contains(&chosen));
                    let Some(entered) = entered.or_else(|| cases.iter().position(|case| case.is_default)) else {
                        return;
                    };
                    cases.drain(..entered);
                }
                for case in &mut cases {
                    case.body = self.block(std::mem::take(&mut case.body));
                }
                if self.constant(selector).is_some() && straighten(&mut cases) {
                    out.append(&mut cases[0].body.0);
                    return;
                }
                out.push(Statement { kind: StatementKind::Switch { selector, cases }, origin });
            }
            _ => out.push(statement),
        }
    }

    fn emit(&mut self, inst: Inst, ty: Type, out: &mut Vec<Statement>, origin: Origin) -> Value {
        let value = self.function.push(inst, ty, origin);
        out.push(Statement { kind: StatementKind::Inst(value), origin });
        value
    }

    /// Folds an instruction; `false` if another value stands for it now.
    fn inst(&mut self, value: Value, out: &mut Vec<Statement>, origin: Origin) -> bool {
        let mut inst = std::mem::replace(&mut self.function.insts[value.index()].inst, Inst::Undef);
        inst.for_each_operand_mut(|operand| self.resolve(operand));
        self.function.insts[value.index()].inst = inst;
        for _ in 0..MAX_STEPS {
            let data = &self.function.insts[value.index()];
            if matches!(data.inst, Inst::Constant(_)) {
                return true;
            }
            let change = match evaluate(&data.inst, data.ty, |operand| self.constant(operand)) {
                Some(constant) => Some(Change::Inst(Inst::Constant(constant))),
                None => simplify::simplify(self.function, value),
            };
            match change {
                None => return true,
                Some(Change::Inst(inst)) => self.function.insts[value.index()].inst = inst,
                Some(Change::Value(other)) => {
                    self.replaced[value.index()] = Some(other);
                    return false;
                }
                Some(Change::Two(first, ty, mut second)) => {
                    let first = self.emit(first, ty, out, origin);
                    second.for_each_operand_mut(|operand| {
                        if *operand == PENDING {
                            *operand = first;
                        }
                    });
                    self.function.insts[value.index()].inst = second;
                }
            }
        }
        true
    }
}

/// Whether a statement of a loop's body leaves the body early.
pub(super) fn may_leave(statement: &Statement) -> bool {
    fn continues(block: &Block) -> bool {
        block.0.iter().any(|statement| match &statement.kind {
            StatementKind::Continue => true,
            StatementKind::Loop { .. } => false,
            kind => {
                let mut found = false;
                kind.for_each_block(|block| found = found || continues(block));
                found
            }
        })
    }
    match &statement.kind {
        StatementKind::Break | StatementKind::Continue => true,
        StatementKind::If { then_block, else_block, .. } => {
            [then_block, else_block].iter().any(|block| leaves_loop(block) || continues(block))
        }
        StatementKind::Switch { cases, .. } => cases.iter().any(|case| continues(&case.body)),
        _ => false,
    }
}

/// Joins the bodies of cases that run one after the other into the first, if no break leaves the middle of one.
fn straighten(cases: &mut Vec<Case>) -> bool {
    let mut joined = Vec::new();
    for case in cases.iter_mut() {
        let mut body = std::mem::take(&mut case.body.0);
        let breaks = matches!(body.last(), Some(Statement { kind: StatementKind::Break, .. }));
        if breaks {
            body.pop();
        }
        joined.append(&mut body);
        if breaks {
            break;
        }
    }
    let is_straight = !joined.iter().any(breaks_switch);
    if let Some(first) = cases.first_mut() {
        first.body.0 = joined;
        if !is_straight {
            // Ends as before: with a break, or at the end of the last case.
            first.body.0.push(Statement { kind: StatementKind::Break, origin: Origin::NONE });
        }
    }
    cases.truncate(1);
    is_straight
}

/// Whether a statement holds a break out of the switch whose case it stands in.
fn breaks_switch(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Break => true,
        StatementKind::If { then_block, else_block, .. } => leaves_loop(then_block) || leaves_loop(else_block),
        _ => false,
    }
}
