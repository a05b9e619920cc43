//! Which values get scalar registers, and which constructs need masks: [`passes::Uniformity`] as lowering asks for it.
//!
//! Must never know registers.

use crate::ir::Block;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::StatementKind;
use crate::ir::Value;
use crate::ir::VarId;
use crate::passes;
use crate::passes::uniformity::Params;

/// The result for one function.
#[derive(Clone, Debug)]
pub struct Uniformity {
    analysis: passes::Uniformity,
    single: bool,
}

impl Uniformity {
    /// Finds out. `entry` functions have uniform parameters; with `single` there is one lane, and all is uniform.
    #[must_use]
    pub fn of(function: &Function, entry: bool, single: bool) -> Self {
        let params = if entry { Params::Uniform } else { Params::Varying };
        Self { analysis: passes::Uniformity::new(function, params), single }
    }

    /// Whether a value may differ from lane to lane.
    #[must_use]
    pub fn varies(&self, value: Value) -> bool {
        !self.single && !self.analysis.is_uniform(value)
    }

    /// Whether a variable may differ from lane to lane.
    #[must_use]
    pub fn var_varies(&self, var: VarId) -> bool {
        !self.single && !self.analysis.is_uniform_var(var)
    }

    /// Whether lanes may leave a loop's round or a switch (by break or continue) apart from others.
    #[must_use]
    pub fn exits_part(&self, blocks: &[&Block], is_switch: bool) -> bool {
        !self.single && blocks.iter().any(|block| self.exits(block, false, !is_switch, true))
    }

    /// Whether lanes may return from inside apart from others.
    #[must_use]
    pub fn returns_part(&self, blocks: &[&Block]) -> bool {
        !self.single && blocks.iter().any(|block| self.returns(block, false))
    }

    fn exits(&self, block: &Block, parted: bool, continues: bool, breaks: bool) -> bool {
        block.0.iter().any(|statement| match &statement.kind {
            StatementKind::Break => breaks && parted,
            StatementKind::Continue => continues && parted,
            StatementKind::If { condition, then_block, else_block } => {
                let parted = parted || self.varies(*condition);
                self.exits(then_block, parted, continues, breaks) || self.exits(else_block, parted, continues, breaks)
            }
            StatementKind::Switch { selector, cases } if continues => {
                let blocks: Vec<&Block> = cases.iter().map(|case| &case.body).collect();
                let parted = parted || self.varies(*selector) || self.exits_part(&blocks, true);
                blocks.iter().any(|block| self.exits(block, parted, true, false))
            }
            _ => false,
        })
    }

    fn returns(&self, block: &Block, parted: bool) -> bool {
        block.0.iter().any(|statement| match &statement.kind {
            StatementKind::Return(_) => parted,
            StatementKind::If { condition, then_block, else_block } => {
                let parted = parted || self.varies(*condition);
                self.returns(then_block, parted) || self.returns(else_block, parted)
            }
            StatementKind::Loop { body, step } => {
                let parted = parted || self.exits_part(&[body, step], false);
                self.returns(body, parted) || self.returns(step, parted)
            }
            StatementKind::Switch { selector, cases } => {
                let blocks: Vec<&Block> = cases.iter().map(|case| &case.body).collect();
                let parted = parted || self.varies(*selector) || self.exits_part(&blocks, true);
                blocks.iter().any(|block| self.returns(block, parted))
            }
            _ => false,
        })
    }
}

/// Calls `visit` with each operand of an instruction.
pub fn for_each_operand(inst: &Inst, visit: &mut dyn FnMut(Value)) {
    match inst {
        Inst::Constant(_)
        | Inst::Undef
        | Inst::Param(_)
        | Inst::Null
        | Inst::Local(_)
        | Inst::Global(_)
        | Inst::Function(_)
        | Inst::Begin(_)
        | Inst::End(_)
        | Inst::Get(_)
        | Inst::BuiltinInput(_)
        | Inst::FunctionConstant(_)
        | Inst::FunctionConstantDefined(_) => {}
        Inst::Unary(_, x)
        | Inst::Convert(x)
        | Inst::Bitcast(x)
        | Inst::Splat(x)
        | Inst::Extract(x, _)
        | Inst::Shuffle(x, _)
        | Inst::Set(_, x)
        | Inst::Offset { pointer: x, .. }
        | Inst::Load { pointer: x, .. }
        | Inst::Zero { pointer: x, .. } => visit(*x),
        Inst::Binary(_, x, y)
        | Inst::Compare(_, x, y)
        | Inst::Insert(x, _, y)
        | Inst::ExtractDynamic(x, y)
        | Inst::PointerDifference(x, y, _)
        | Inst::Index { pointer: x, index: y, .. }
        | Inst::Store { pointer: x, value: y, .. }
        | Inst::Copy { to: x, from: y, .. } => {
            visit(*x);
            visit(*y);
        }
        Inst::Select { condition: x, if_true: y, if_false: z } | Inst::InsertDynamic(x, y, z) => {
            visit(*x);
            visit(*y);
            visit(*z);
        }
        Inst::Construct(values) | Inst::Call(_, values) | Inst::Intrinsic(_, values) => {
            values.iter().for_each(|value| visit(*value));
        }
        Inst::CallIndirect(pointer, values) => {
            visit(*pointer);
            values.iter().for_each(|value| visit(*value));
        }
    }
}
