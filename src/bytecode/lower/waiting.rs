//! Which writes to variables must spare lanes that are not active.
//!
//! A lane that is not active waits somewhere: at the else or behind the branch, at the step or behind the loop. A write
//! may go to all lanes if no lane that may wait now reads the variable before it writes it: a backward liveness analysis,
//! with what is live at the places of waiting carried along. Must never know registers.

use crate::bytecode::uniform::Uniformity;
use crate::ir::Block;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::StatementKind;

/// A set of variables.
#[derive(Clone, PartialEq, Debug)]
struct Set(Vec<u64>);

impl Set {
    fn empty(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn has(&self, var: usize) -> bool {
        self.0[var / 64] >> (var % 64) & 1 != 0
    }

    fn insert(&mut self, var: usize) {
        self.0[var / 64] |= 1 << (var % 64);
    }

    fn remove(&mut self, var: usize) {
        self.0[var / 64] &= !(1 << (var % 64));
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(to, from)| *to |= from);
    }

    fn with(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }
}

/// What is live where lanes that leave go.
#[derive(Clone)]
struct Exits {
    on_break: Set,
    on_continue: Set,
}

struct Analysis<'a> {
    function: &'a Function,
    uniformity: &'a Uniformity,
    spares: Vec<bool>,
}

/// Loops in loops are walked again and again; beyond this depth all writes spare inactive lanes.
const MAX_DEPTH: usize = 6;

/// By instruction: whether a [`Inst::Set`] must spare lanes that are not active.
#[must_use]
pub fn writes_that_spare(function: &Function, uniformity: &Uniformity) -> Vec<bool> {
    let count = function.vars.len();
    let mut analysis = Analysis { function, uniformity, spares: vec![false; function.insts.len()] };
    if let Some(body) = &function.body {
        if loop_depth(body) > MAX_DEPTH {
            return vec![true; function.insts.len()];
        }
        let nothing = Set::empty(count);
        let exits = Exits { on_break: nothing.clone(), on_continue: nothing.clone() };
        analysis.block(body, nothing.clone(), &nothing, &exits);
    }
    analysis.spares
}

fn loop_depth(block: &Block) -> usize {
    let of = |kind: &StatementKind| match kind {
        StatementKind::If { then_block, else_block, .. } => loop_depth(then_block).max(loop_depth(else_block)),
        StatementKind::Loop { body, step } => 1 + loop_depth(body).max(loop_depth(step)),
        StatementKind::Switch { cases, .. } => cases.iter().map(|case| loop_depth(&case.body)).max().unwrap_or(0),
        _ => 0,
    };
    block.0.iter().map(|statement| of(&statement.kind)).max().unwrap_or(0)
}

impl Analysis<'_> {
    /// What is live before the block, given what is behind it and where lanes wait.
    fn block(&mut self, block: &Block, mut live: Set, waiting: &Set, exits: &Exits) -> Set {
        for statement in block.0.iter().rev() {
            match &statement.kind {
                StatementKind::Inst(value) => match self.function.inst(*value) {
                    Inst::Get(var) => live.insert(var.index()),
                    Inst::Set(var, _) => {
                        self.spares[value.index()] |= waiting.has(var.index());
                        live.remove(var.index());
                    }
                    _ => {}
                },
                StatementKind::If { condition, then_block, else_block } => {
                    if self.uniformity.varies(*condition) {
                        let otherwise = self.block(else_block, live.clone(), &waiting.with(&live), exits);
                        let then = self.block(then_block, live, &waiting.with(&otherwise), exits);
                        live = then.with(&otherwise);
                    } else {
                        let otherwise = self.block(else_block, live.clone(), waiting, exits);
                        live = self.block(then_block, live, waiting, exits).with(&otherwise);
                    }
                }
                StatementKind::Loop { body, step } => {
                    let parts = self.uniformity.exits_part(&[body, step], false);
                    let in_step = if parts { waiting.with(&live) } else { waiting.clone() };
                    let mut head = Set::empty(self.function.vars.len());
                    loop {
                        let step_exits = Exits { on_break: live.clone(), on_continue: head.clone() };
                        let at_step = self.block(step, head.clone(), &in_step, &step_exits);
                        // Only a continue makes lanes wait for the step.
                        let waits = parts && super::has_continue(body);
                        let in_body = if waits { in_step.with(&at_step) } else { in_step.clone() };
                        let body_exits = Exits { on_break: live.clone(), on_continue: at_step.clone() };
                        let next = self.block(body, at_step, &in_body, &body_exits).with(&head);
                        if next == head {
                            break;
                        }
                        head = next;
                    }
                    live = head;
                }
                StatementKind::Switch { selector, cases } => {
                    let blocks: Vec<&Block> = cases.iter().map(|case| &case.body).collect();
                    let parts = self.uniformity.varies(*selector) || self.uniformity.exits_part(&blocks, true);
                    let exits = Exits { on_break: live.clone(), on_continue: exits.on_continue.clone() };
                    // Twice: the first time for what is live at the start of the cases.
                    let mut starts = live.clone();
                    for _ in 0..2 {
                        let inside = if parts { waiting.with(&starts) } else { waiting.clone() };
                        let mut next = live.clone();
                        for block in blocks.iter().rev() {
                            next = self.block(block, next, &inside, &exits);
                            starts.add(&next);
                        }
                    }
                    live = starts;
                }
                StatementKind::Break => live = exits.on_break.clone(),
                StatementKind::Continue => live = exits.on_continue.clone(),
                StatementKind::Return(_) => live = Set::empty(self.function.vars.len()),
            }
        }
        live
    }
}
