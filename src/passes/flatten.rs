//! Flattening: a small `if` that only chooses values becomes selections.
//!
//! Parting lanes costs more than a few instructions on all of them. A branch is flattened if both sides do nothing but
//! cheap arithmetic that can't be reported and writes to register variables; then both sides are evaluated, and each
//! written variable gets one value or the other.
//!
//! A program that never reads an undefined value still doesn't, but one may be computed and then not chosen: an engine
//! that follows definedness through registers has to take a selection to be as defined as what it chooses.

use super::purity;
use crate::ir::Block;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Intrinsic;
use crate::ir::Origin;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::ir::VarId;

/// Instructions of both sides together, beyond which a branch stays a branch.
const MAX_COST: usize = 8;

/// Flattens branches of a function.
pub fn run(function: &mut Function) {
    let Some(body) = function.body.take() else { return };
    let body = Flattener { function }.block(body);
    function.body = Some(body);
}

struct Flattener<'f> {
    function: &'f mut Function,
}

/// What a side does.
#[derive(Default)]
struct Side {
    /// Instructions but the writes.
    insts: Vec<Statement>,
    /// Last value of each variable that is written.
    writes: Vec<(VarId, Value)>,
    cost: usize,
}

impl Flattener<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Vec::with_capacity(block.0.len());
        for mut statement in block.0 {
            statement.kind.for_each_block_mut(|block| *block = self.block(std::mem::take(block)));
            if let StatementKind::If { condition, then_block, else_block } = &statement.kind
                && let Some(then_side) = self.side(then_block)
                && let Some(else_side) = self.side(else_block)
                && then_side.cost + else_side.cost <= MAX_COST
            {
                self.flatten(*condition, then_side, else_side, statement.origin, &mut out);
                continue;
            }
            out.push(statement);
        }
        Block(out)
    }

    fn side(&self, block: &Block) -> Option<Side> {
        let mut side = Side::default();
        for statement in &block.0 {
            let StatementKind::Inst(value) = statement.kind else { return None };
            match self.function.inst(value) {
                Inst::Set(var, source) => {
                    side.writes.retain(|(other, _)| other != var);
                    side.writes.push((*var, *source));
                    continue;
                }
                Inst::Get(var) => {
                    // Would read the value from before the branch.
                    if side.writes.iter().any(|(other, _)| other == var) {
                        return None;
                    }
                }
                Inst::Constant(_) | Inst::Undef => {}
                inst => {
                    if !purity::is_repeatable(self.function, inst, false)
                        || !purity::is_silent(self.function, inst)
                        || !is_cheap(inst)
                    {
                        return None;
                    }
                    side.cost += usize::from(self.function.ty(value).lanes());
                }
            }
            side.insts.push(statement.clone());
        }
        Some(side)
    }

    fn emit(&mut self, inst: Inst, ty: Type, origin: Origin, out: &mut Vec<Statement>) -> Value {
        let value = self.function.push(inst, ty, origin);
        out.push(Statement { kind: StatementKind::Inst(value), origin });
        value
    }

    fn flatten(
        &mut self,
        condition: Value,
        then_side: Side,
        else_side: Side,
        origin: Origin,
        out: &mut Vec<Statement>,
    ) {
        out.extend(then_side.insts);
        out.extend(else_side.insts);
        let mut vars: Vec<VarId> = then_side.writes.iter().chain(&else_side.writes).map(|(var, _)| *var).collect();
        vars.sort_unstable();
        vars.dedup();
        for var in vars {
            let ty = self.function.vars[var.index()].ty;
            let written =
                |side: &[(VarId, Value)]| side.iter().find(|(other, _)| *other == var).map(|(_, value)| *value);
            let if_true = written(&then_side.writes);
            let if_false = written(&else_side.writes);
            let (if_true, if_false) = match (if_true, if_false) {
                (Some(if_true), Some(if_false)) => (if_true, if_false),
                (if_true, if_false) => {
                    let kept = self.emit(Inst::Get(var), ty, origin, out);
                    (if_true.unwrap_or(kept), if_false.unwrap_or(kept))
                }
            };
            let chosen = self.emit(Inst::Select { condition, if_true, if_false }, ty, origin, out);
            self.emit(Inst::Set(var, chosen), Type::Void, origin, out);
        }
    }
}

/// Whether an instruction costs about as much as a selection.
fn is_cheap(inst: &Inst) -> bool {
    match inst {
        Inst::Intrinsic(intrinsic, _) => matches!(
            intrinsic,
            Intrinsic::Fabs
                | Intrinsic::Fma
                | Intrinsic::Fmin
                | Intrinsic::Fmax
                | Intrinsic::Abs
                | Intrinsic::Min
                | Intrinsic::Max
                | Intrinsic::All
                | Intrinsic::Any
                | Intrinsic::Isnan
                | Intrinsic::Isinf
                | Intrinsic::Isfinite
        ),
        _ => true,
    }
}
