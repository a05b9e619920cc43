//! Copies of blocks with values of their own: what inlining and unrolling are made of.
//!
//! Must never decide what is copied, or where the copy goes.

use crate::ir::Block;
use crate::ir::Case;
use crate::ir::Function;
use crate::ir::InlineSite;
use crate::ir::Inst;
use crate::ir::InstData;
use crate::ir::LocalId;
use crate::ir::Origin;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Value;
use crate::ir::VarId;

/// Copies code into a function.
pub(super) struct Copier<'a> {
    /// Where the code comes from: another function's instructions; `None` for those of the function itself.
    pub(super) source: Option<&'a [InstData]>,
    /// What stands for each value of the source; a value without an entry stands for itself.
    pub(super) values: Vec<Option<Value>>,
    /// Added to the numbers of locals.
    pub(super) first_local: u32,
    /// Added to the numbers of vars.
    pub(super) first_var: u32,
    /// Inlined call that site 0 becomes, and what is added to the others.
    pub(super) site: (InlineSite, u32),
    /// Where code without a place of its own (the library's) is shown: at the call.
    pub(super) unplaced: Origin,
    /// Arguments for `Param`: such an instruction is not copied.
    pub(super) arguments: Option<&'a [Value]>,
}

impl<'a> Copier<'a> {
    /// A copier of a function's code to another place in it.
    pub(super) fn inside(function: &Function) -> Self {
        Self {
            source: None,
            values: vec![None; function.insts.len()],
            first_local: 0,
            first_var: 0,
            site: (InlineSite(0), 0),
            unplaced: Origin::NONE,
            arguments: None,
        }
    }

    pub(super) fn value(&self, value: Value) -> Value {
        self.values.get(value.index()).copied().flatten().unwrap_or(value)
    }

    pub(super) fn origin(&self, origin: Origin) -> Origin {
        if origin.span.is_none() {
            return self.unplaced;
        }
        let site = if origin.site.0 == 0 { self.site.0 } else { InlineSite(origin.site.0 + self.site.1) };
        Origin { site, ..origin }
    }

    pub(super) fn block(&mut self, function: &mut Function, block: &Block) -> Block {
        Block(self.statements(function, &block.0))
    }

    pub(super) fn statements(&mut self, function: &mut Function, statements: &[Statement]) -> Vec<Statement> {
        let mut copies = Vec::with_capacity(statements.len());
        for statement in statements {
            let kind = match &statement.kind {
                StatementKind::Inst(value) => match self.inst(function, *value) {
                    Some(copy) => StatementKind::Inst(copy),
                    None => continue,
                },
                StatementKind::If { condition, then_block, else_block } => StatementKind::If {
                    condition: self.value(*condition),
                    then_block: self.block(function, then_block),
                    else_block: self.block(function, else_block),
                },
                StatementKind::Loop { body, step } => {
                    StatementKind::Loop { body: self.block(function, body), step: self.block(function, step) }
                }
                StatementKind::Switch { selector, cases } => StatementKind::Switch {
                    selector: self.value(*selector),
                    cases: cases
                        .iter()
                        .map(|case| Case {
                            values: case.values.clone(),
                            is_default: case.is_default,
                            body: self.block(function, &case.body),
                        })
                        .collect(),
                },
                StatementKind::Break => StatementKind::Break,
                StatementKind::Continue => StatementKind::Continue,
                StatementKind::Return(value) => StatementKind::Return(value.map(|value| self.value(value))),
            };
            copies.push(Statement { kind, origin: self.origin(statement.origin) });
        }
        copies
    }

    fn inst(&mut self, function: &mut Function, value: Value) -> Option<Value> {
        let data = match self.source {
            Some(insts) => &insts[value.index()],
            None => &function.insts[value.index()],
        };
        let mut data = data.clone();
        if let (Inst::Param(index), Some(arguments)) = (&data.inst, self.arguments) {
            self.values[value.index()] = arguments.get(*index as usize).copied();
            return None;
        }
        data.inst.for_each_operand_mut(|operand| *operand = self.value(*operand));
        match &mut data.inst {
            Inst::Local(local) | Inst::Begin(local) | Inst::End(local) => {
                *local = LocalId(local.0 + self.first_local);
            }
            Inst::Get(var) | Inst::Set(var, _) => *var = VarId(var.0 + self.first_var),
            _ => {}
        }
        let copy = function.push(data.inst, data.ty, self.origin(data.origin));
        self.values[value.index()] = Some(copy);
        Some(copy)
    }
}
