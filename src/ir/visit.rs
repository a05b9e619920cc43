//! Walking over instructions and blocks: operands of an instruction, statements of a block in order.
//!
//! Must never decide what an instruction means; it only says what it is made of.

use super::Block;
use super::Inst;
use super::Statement;
use super::StatementKind;
use super::Value;

macro_rules! operands {
    ($inst:expr, $visit:expr, $($reference:tt)+) => {
        match $inst {
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
            Inst::Unary(_, a)
            | Inst::Convert(a)
            | Inst::Bitcast(a)
            | Inst::Splat(a)
            | Inst::Extract(a, _)
            | Inst::Shuffle(a, _)
            | Inst::Offset { pointer: a, .. }
            | Inst::Load { pointer: a, .. }
            | Inst::Zero { pointer: a, .. }
            | Inst::Set(_, a) => $visit(a),
            Inst::Binary(_, a, b)
            | Inst::Compare(_, a, b)
            | Inst::Insert(a, _, b)
            | Inst::ExtractDynamic(a, b)
            | Inst::Index { pointer: a, index: b, .. }
            | Inst::PointerDifference(a, b, _)
            | Inst::Store { pointer: a, value: b, .. }
            | Inst::Copy { to: a, from: b, .. } => {
                $visit(a);
                $visit(b);
            }
            Inst::Select { condition: a, if_true: b, if_false: c } | Inst::InsertDynamic(a, b, c) => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            Inst::Construct(values) | Inst::Call(_, values) | Inst::Intrinsic(_, values) => {
                for value in $($reference)+ *values {
                    $visit(value);
                }
            }
            Inst::CallIndirect(a, values) => {
                $visit(a);
                for value in $($reference)+ *values {
                    $visit(value);
                }
            }
        }
    };
}

impl Inst {
    /// Calls `visit` with each operand, in the order in which they are written.
    #[inline]
    pub fn for_each_operand(&self, mut visit: impl FnMut(Value)) {
        let mut visit = |value: &Value| visit(*value);
        operands!(self, visit, &)
    }

    /// Calls `visit` with each operand, to be replaced.
    #[inline]
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        operands!(self, visit, &mut)
    }
}

impl StatementKind {
    /// Calls `visit` with each value that the statement itself uses (condition, selector, result), to be replaced.
    pub fn for_each_use_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        match self {
            Self::If { condition: value, .. } | Self::Switch { selector: value, .. } | Self::Return(Some(value)) => {
                visit(value)
            }
            Self::Inst(_) | Self::Loop { .. } | Self::Break | Self::Continue | Self::Return(None) => {}
        }
    }

    /// The value that the statement itself uses: condition, selector or result.
    #[must_use]
    pub fn used_value(&self) -> Option<Value> {
        match self {
            Self::If { condition: value, .. } | Self::Switch { selector: value, .. } | Self::Return(Some(value)) => {
                Some(*value)
            }
            Self::Inst(_) | Self::Loop { .. } | Self::Break | Self::Continue | Self::Return(None) => None,
        }
    }

    /// Calls `visit` with each block inside, in order.
    pub fn for_each_block<'a>(&'a self, mut visit: impl FnMut(&'a Block)) {
        match self {
            Self::If { then_block, else_block, .. } => {
                visit(then_block);
                visit(else_block);
            }
            Self::Loop { body, step } => {
                visit(body);
                visit(step);
            }
            Self::Switch { cases, .. } => cases.iter().for_each(|case| visit(&case.body)),
            Self::Inst(_) | Self::Break | Self::Continue | Self::Return(_) => {}
        }
    }

    /// Calls `visit` with each block inside, in order, to be changed.
    pub fn for_each_block_mut(&mut self, mut visit: impl FnMut(&mut Block)) {
        match self {
            Self::If { then_block, else_block, .. } => {
                visit(then_block);
                visit(else_block);
            }
            Self::Loop { body, step } => {
                visit(body);
                visit(step);
            }
            Self::Switch { cases, .. } => cases.iter_mut().for_each(|case| visit(&mut case.body)),
            Self::Inst(_) | Self::Break | Self::Continue | Self::Return(_) => {}
        }
    }
}

impl Block {
    /// Calls `visit` with every statement, each before those inside it, in the order of the text.
    pub fn for_each_statement<'a>(&'a self, visit: &mut impl FnMut(&'a Statement)) {
        for statement in &self.0 {
            visit(statement);
            statement.kind.for_each_block(|block| block.for_each_statement(visit));
        }
    }

    /// Calls `visit` with every statement, each before those inside it, to be changed.
    pub fn for_each_statement_mut(&mut self, visit: &mut impl FnMut(&mut Statement)) {
        for statement in &mut self.0 {
            visit(statement);
            statement.kind.for_each_block_mut(|block| block.for_each_statement_mut(visit));
        }
    }

    /// Calls `visit` with the value of every instruction statement, in the order of the text.
    pub fn for_each_inst(&self, visit: &mut impl FnMut(Value)) {
        self.for_each_statement(&mut |statement| {
            if let StatementKind::Inst(value) = statement.kind {
                visit(value);
            }
        });
    }
}
