//! Dead code: statements that can't be reached, values nobody uses, writes to variables that nobody reads.
//!
//! What stays is numbered anew, values in the order of the text, so that a function prints densely.
//!
//! Loads stay even if nobody uses them: an access outside an object must be reported whatever becomes of the value. Calls and barriers stay. Loops stay unless they break at once: one that never ends
//! must be reported too.

use super::bits::Bits;
use crate::ir::Block;
use crate::ir::Effect;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::LocalId;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Value;
use crate::ir::VarId;

/// Removes dead code from a function.
pub fn run(function: &mut Function) {
    let Some(mut body) = function.body.take() else { return };
    cut_unreachable(&mut body);
    cut_tail(&mut body, &StatementKind::Return(None));
    let useful = mark(function, &body);
    let mut sweeper = Sweeper { function, useful: &useful, used: Bits::new(0), exits: Vec::new() };
    let mut live = Bits::new(sweeper.function.vars.len());
    sweeper.block(&mut body, &mut live);
    function.body = Some(body);
    renumber(function);
}

/// Whether control never comes out at the end of the block.
pub(super) fn ends_control(block: &Block) -> bool {
    block.0.last().is_some_and(|statement| match &statement.kind {
        StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) => true,
        StatementKind::If { then_block, else_block, .. } => ends_control(then_block) && ends_control(else_block),
        _ => false,
    })
}

/// Removes what stands behind a statement that control never passes.
fn cut_unreachable(block: &mut Block) {
    let mut end = block.0.len();
    for (at, statement) in block.0.iter_mut().enumerate() {
        statement.kind.for_each_block_mut(cut_unreachable);
        if let StatementKind::Loop { body, .. } = &mut statement.kind {
            cut_tail(body, &StatementKind::Continue);
        }
        let ends = match &statement.kind {
            StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) => true,
            StatementKind::If { then_block, else_block, .. } => ends_control(then_block) && ends_control(else_block),
            StatementKind::Loop { body, step } => !leaves_loop(body) && !leaves_loop(step),
            _ => false,
        };
        if ends {
            end = at + 1;
            break;
        }
    }
    block.0.truncate(end);
}

/// Removes jumps to where control goes anyway at the end of a block.
fn cut_tail(block: &mut Block, jump: &StatementKind) {
    while block.0.last().is_some_and(|last| last.kind == *jump) {
        block.0.pop();
    }
    if let Some(Statement { kind: StatementKind::If { then_block, else_block, .. }, .. }) = block.0.last_mut() {
        cut_tail(then_block, jump);
        cut_tail(else_block, jump);
    }
}

/// Whether a `break` in the block leaves the loop whose body or step it is.
pub(super) fn leaves_loop(block: &Block) -> bool {
    block.0.iter().any(|statement| match &statement.kind {
        StatementKind::Break => true,
        StatementKind::If { then_block, else_block, .. } => leaves_loop(then_block) || leaves_loop(else_block),
        _ => false,
    })
}

/// Whether an instruction must stay even if nobody uses its result.
pub(super) fn has_effect(inst: &Inst) -> bool {
    match inst {
        Inst::Store { .. }
        | Inst::Copy { .. }
        | Inst::Zero { .. }
        | Inst::Load { .. }
        | Inst::Call(..)
        | Inst::CallIndirect(..)
        | Inst::Begin(_)
        | Inst::End(_) => true,
        Inst::Intrinsic(intrinsic, _) => matches!(intrinsic.effect(), Effect::Memory | Effect::Barrier),
        _ => false,
    }
}

/// What contributes to an effect: values, variables and locals.
struct Useful {
    values: Bits,
    vars: Bits,
    locals: Bits,
}

fn mark(function: &Function, body: &Block) -> Useful {
    let mut useful = Useful { values: Bits::new(function.insts.len()), vars: Bits::new(0), locals: Bits::new(0) };
    let mut sets: Vec<Vec<Value>> = vec![Vec::new(); function.vars.len()];
    let mut work = Vec::new();
    body.for_each_statement(&mut |statement| {
        work.extend(statement.kind.used_value());
        if let StatementKind::Inst(value) = statement.kind {
            match function.inst(value) {
                Inst::Set(var, _) => sets[var.index()].push(value),
                // Whether a local is used is decided by what uses its address.
                Inst::Begin(_) | Inst::End(_) => {}
                inst if has_effect(inst) => work.push(value),
                _ => {}
            }
        }
    });
    while let Some(value) = work.pop() {
        if !useful.values.insert(value.index()) {
            continue;
        }
        let inst = function.inst(value);
        inst.for_each_operand(|operand| work.push(operand));
        match inst {
            Inst::Get(var) if useful.vars.insert(var.index()) => work.append(&mut sets[var.index()]),
            Inst::Local(local) => {
                useful.locals.insert(local.index());
            }
            _ => {}
        }
    }
    useful
}

/// Where control goes from inside a loop or switch: the variables that are live there.
struct Exits {
    at_break: Bits,
    /// `None` for a switch.
    at_continue: Option<Bits>,
}

/// Walks backwards, so that uses come before what they use.
struct Sweeper<'f> {
    function: &'f Function,
    useful: &'f Useful,
    used: Bits,
    exits: Vec<Exits>,
}

impl Sweeper<'_> {
    fn block(&mut self, block: &mut Block, live: &mut Bits) {
        let mut kept = Vec::with_capacity(block.0.len());
        for mut statement in std::mem::take(&mut block.0).into_iter().rev() {
            if self.statement(&mut statement, live) {
                kept.push(statement);
            }
        }
        kept.reverse();
        block.0 = kept;
    }

    /// Whether the statement stays.
    fn statement(&mut self, statement: &mut Statement, live: &mut Bits) -> bool {
        match &mut statement.kind {
            StatementKind::Inst(value) => return self.inst(*value, live),
            StatementKind::If { condition, then_block, else_block } => {
                let mut live_in_else = live.clone();
                self.block(then_block, live);
                self.block(else_block, &mut live_in_else);
                live.union(&live_in_else);
                if then_block.0.is_empty() && else_block.0.is_empty() {
                    return false;
                }
                self.used.insert(condition.index());
            }
            StatementKind::Loop { body, step } => {
                let behind = live.clone();
                // What is read anywhere in the loop may be read in the next round.
                let mut around = behind.clone();
                self.reads(body, &mut around);
                self.reads(step, &mut around);
                *live = around.clone();
                self.exits.push(Exits { at_break: behind.clone(), at_continue: None });
                self.block(step, live);
                self.exits.pop();
                self.exits.push(Exits { at_break: behind, at_continue: Some(live.clone()) });
                self.block(body, live);
                self.exits.pop();
                if matches!(body.0[..], [Statement { kind: StatementKind::Break, .. }]) {
                    return false;
                }
            }
            StatementKind::Switch { selector, cases } => {
                let behind = live.clone();
                let mut entered = behind.clone();
                self.exits.push(Exits { at_break: behind, at_continue: None });
                for case in cases.iter_mut().rev() {
                    // Falls through into what `live` holds: the next case, or the end.
                    self.block(&mut case.body, live);
                    entered.union(live);
                }
                self.exits.pop();
                *live = entered;
                let is_empty = cases.iter().all(|case| case.body.0.is_empty());
                if is_empty {
                    return false;
                }
                self.used.insert(selector.index());
            }
            StatementKind::Break => {
                if let Some(exits) = self.exits.last() {
                    *live = exits.at_break.clone();
                }
            }
            StatementKind::Continue => {
                if let Some(at_continue) = self.exits.iter().rev().find_map(|exits| exits.at_continue.as_ref()) {
                    *live = at_continue.clone();
                }
            }
            StatementKind::Return(value) => {
                *live = Bits::new(self.function.vars.len());
                if let Some(value) = value {
                    self.used.insert(value.index());
                }
            }
        }
        true
    }

    fn inst(&mut self, value: Value, live: &mut Bits) -> bool {
        let inst = self.function.inst(value);
        let stays = match inst {
            Inst::Set(var, _) => {
                let stays = self.useful.vars.contains(var.index()) && live.contains(var.index());
                live.remove(var.index());
                stays
            }
            Inst::Begin(local) | Inst::End(local) => self.useful.locals.contains(local.index()),
            inst => self.used.contains(value.index()) || has_effect(inst),
        };
        if stays {
            inst.for_each_operand(|operand| {
                self.used.insert(operand.index());
            });
            if let Inst::Get(var) = inst {
                live.insert(var.index());
            }
        }
        stays
    }

    /// Adds the variables that useful code in a block reads.
    fn reads(&self, block: &Block, into: &mut Bits) {
        block.for_each_inst(&mut |value| {
            if let Inst::Get(var) = self.function.inst(value)
                && self.useful.values.contains(value.index())
            {
                into.insert(var.index());
            }
        });
    }
}

/// Drops what no statement mentions and numbers values, locals and vars densely.
pub fn renumber(function: &mut Function) {
    let Some(mut body) = function.body.take() else { return };
    let mut order = Vec::new();
    body.for_each_inst(&mut |value| order.push(value));
    let mut values = vec![None; function.insts.len()];
    for (new, old) in order.iter().enumerate() {
        values[old.index()] = Some(Value(new as u32));
    }
    let new_value = |value: &mut Value| {
        if let Some(Some(new)) = values.get(value.index()) {
            *value = *new;
        }
    };
    let mut locals = vec![None; function.locals.len()];
    let mut vars = vec![None; function.vars.len()];
    let (mut kept_locals, mut kept_vars) = (Bits::new(0), Bits::new(0));
    for value in &order {
        match function.inst(*value) {
            Inst::Local(local) | Inst::Begin(local) | Inst::End(local) => {
                kept_locals.insert(local.index());
            }
            Inst::Get(var) | Inst::Set(var, _) => {
                kept_vars.insert(var.index());
            }
            _ => {}
        }
    }
    for (new, old) in kept_locals.iter().enumerate() {
        locals[old] = Some(LocalId(new as u32));
    }
    for (new, old) in kept_vars.iter().enumerate() {
        vars[old] = Some(VarId(new as u32));
    }
    let mut old_insts: Vec<_> = std::mem::take(&mut function.insts).into_iter().map(Some).collect();
    for value in &order {
        let Some(mut data) = old_insts[value.index()].take() else { continue };
        data.inst.for_each_operand_mut(new_value);
        match &mut data.inst {
            Inst::Local(local) | Inst::Begin(local) | Inst::End(local) => {
                *local = locals[local.index()].unwrap_or(*local);
            }
            Inst::Get(var) | Inst::Set(var, _) => *var = vars[var.index()].unwrap_or(*var),
            _ => {}
        }
        function.insts.push(data);
    }
    let mut number = 0;
    function.locals.retain(|_| {
        number += 1;
        kept_locals.contains(number - 1)
    });
    number = 0;
    function.vars.retain(|_| {
        number += 1;
        kept_vars.contains(number - 1)
    });
    body.for_each_statement_mut(&mut |statement| {
        if let StatementKind::Inst(value) = &mut statement.kind {
            new_value(value);
        }
        statement.kind.for_each_use_mut(new_value);
    });
    function.body = Some(body);
}
