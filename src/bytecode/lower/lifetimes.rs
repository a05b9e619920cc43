//! How long values and variables need their registers, and which values need none of their own.
//!
//! Statements are numbered in the order of the text. A value defined outside a loop and used inside lives until the
//! loop's end. Must never know where registers lie.

use crate::bytecode::uniform::Uniformity;
use crate::bytecode::uniform::for_each_operand;
use crate::ir::Block;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::StatementKind;
use crate::ir::Value;
use crate::msl::Scalar;

/// A stretch of statement numbers, both ends included.
#[derive(Clone, Copy, Debug)]
struct Range {
    from: u32,
    to: u32,
}

/// The result for one function.
#[derive(Debug, Default)]
pub struct Lifetimes {
    /// Last statement that needs the value.
    pub last_use: Vec<u32>,
    /// Last statement that needs the variable.
    pub var_end: Vec<u32>,
    /// For a [`Inst::Get`]: whether it can be read from the variable's own register.
    pub get_is_alias: Vec<bool>,
    /// Number of the statement that makes the value.
    pub position: Vec<u32>,
    /// How often a value is named as an operand.
    pub uses: Vec<u32>,
    /// Whether an address is only used to access memory, so that it needs no register.
    pub folded: Vec<bool>,
    /// Variables that may be read before they are written, as far as is easily seen.
    pub may_be_unset: Vec<bool>,
    /// For each variable: statements that write it.
    var_sets: Vec<Vec<u32>>,
    /// For each variable: (from, to) of reads through its own register.
    var_reads: Vec<Vec<(u32, u32)>>,
    loops: Vec<Range>,
    next: u32,
}

/// Whether the value is the same register (or part of it) as its operand.
#[must_use]
pub fn alias(function: &Function, value: Value) -> Option<Value> {
    match function.inst(value) {
        Inst::Extract(vector, _) => Some(*vector),
        Inst::Bitcast(source) | Inst::Convert(source) => {
            let from = function.ty(*source);
            let to = function.ty(value);
            let whole = |scalar: Option<Scalar>| match scalar {
                None | Some(Scalar::I64 | Scalar::U64) => Some(8),
                Some(Scalar::I32 | Scalar::U32) => Some(4),
                Some(Scalar::F32) if matches!(function.inst(value), Inst::Bitcast(_)) => Some(4),
                _ => None,
            };
            let same = from.lanes() == to.lanes() && whole(from.scalar()).is_some();
            (same && whole(from.scalar()) == whole(to.scalar())).then_some(*source)
        }
        _ => None,
    }
}

#[derive(Clone, Copy)]
struct FirstAccess {
    is_set: bool,
    block: Range,
}

impl Lifetimes {
    /// Finds out.
    #[must_use]
    pub fn of(function: &Function, uniformity: &Uniformity) -> Self {
        let values = function.insts.len();
        let mut this = Self {
            last_use: vec![0; values],
            var_end: vec![0; function.vars.len()],
            get_is_alias: vec![false; values],
            position: vec![0; values],
            uses: vec![0; values],
            folded: vec![false; values],
            may_be_unset: vec![false; function.vars.len()],
            var_sets: vec![Vec::new(); function.vars.len()],
            var_reads: vec![Vec::new(); function.vars.len()],
            loops: Vec::new(),
            next: 1,
        };
        let Some(body) = &function.body else { return this };
        let mut first: Vec<Option<FirstAccess>> = vec![None; function.vars.len()];
        let mut accesses: Vec<Vec<u32>> = vec![Vec::new(); function.vars.len()];
        this.number(function, body, &mut first, &mut accesses);
        this.fold_addresses(function, body, uniformity);
        this.next = 1;
        this.collect_uses(function, body);

        // Reads of a variable that no write follows while they are needed.
        for (index, data) in function.insts.iter().enumerate() {
            let Inst::Get(var) = data.inst else { continue };
            let position = this.position[index];
            let end = this.last_use[index];
            let sets = &this.var_sets[var.index()];
            let next_set = sets.partition_point(|set| *set <= position);
            if position > 0 && sets.get(next_set).is_none_or(|set| *set > end) {
                this.get_is_alias[index] = true;
                accesses[var.index()].push(end);
                this.var_reads[var.index()].push((position, end));
            }
        }

        for (index, accesses) in accesses.iter().enumerate() {
            let Some(first) = first[index] else { continue };
            let start = accesses[0];
            let mut end = accesses.iter().copied().max().unwrap_or(0);
            // Fresh in each round of any loop around the block that first writes it?
            let fresh = first.is_set && end <= first.block.to;
            this.may_be_unset[index] = !fresh;
            for range in &this.loops {
                let inside = accesses.iter().any(|at| (range.from..=range.to).contains(at));
                if inside && (!fresh || range.from > start) {
                    end = end.max(range.to);
                }
            }
            this.var_end[index] = end;
        }
        this
    }

    /// Whether `value`, made for the sake of a write to `var` at statement `set`, can be made in its register.
    #[must_use]
    pub fn can_make_in_place(&self, var: crate::ir::VarId, value: Value, set: u32) -> bool {
        let made = self.position[value.index()];
        made > 0
            && self.uses[value.index()] == 1
            && !self.var_sets[var.index()].iter().any(|at| (made..set).contains(at))
            && !self.var_reads[var.index()]
                .iter()
                .any(|(from, to)| (*from < made && *to > made) || (made..set).contains(from))
    }

    fn number(
        &mut self,
        function: &Function,
        block: &Block,
        first: &mut [Option<FirstAccess>],
        accesses: &mut [Vec<u32>],
    ) -> Range {
        let from = self.next;
        let mut vars_first_here = Vec::new();
        for statement in &block.0 {
            let position = self.next;
            self.next += 1;
            match &statement.kind {
                StatementKind::Inst(value) => {
                    self.position[value.index()] = position;
                    let (var, is_set) = match function.inst(*value) {
                        Inst::Get(var) => (var.index(), false),
                        Inst::Set(var, _) => (var.index(), true),
                        _ => continue,
                    };
                    if first[var].is_none() {
                        first[var] = Some(FirstAccess { is_set, block: Range { from, to: from } });
                        vars_first_here.push(var);
                    }
                    accesses[var].push(position);
                    if is_set {
                        self.var_sets[var].push(position);
                    }
                }
                StatementKind::If { then_block, else_block, .. } => {
                    self.number(function, then_block, first, accesses);
                    self.number(function, else_block, first, accesses);
                }
                StatementKind::Loop { body, step } => {
                    let index = self.loops.len();
                    self.loops.push(Range { from: position, to: position });
                    self.number(function, body, first, accesses);
                    self.number(function, step, first, accesses);
                    self.next += 1;
                    self.loops[index].to = self.next - 1;
                }
                StatementKind::Switch { cases, .. } => {
                    for case in cases {
                        self.number(function, &case.body, first, accesses);
                    }
                }
                StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) => {}
            }
        }
        let range = Range { from, to: self.next.max(from + 1) - 1 };
        for var in vars_first_here {
            if let Some(access) = &mut first[var] {
                access.block = range;
            }
        }
        range
    }

    fn fold_addresses(&mut self, function: &Function, body: &Block, uniformity: &Uniformity) {
        // An address may stay unmade when all its uses are memory operands, or addresses that are unmade and add no
        // second run-time index to it.
        let mut other_use = vec![false; function.insts.len()];
        let mut users: Vec<Vec<Value>> = vec![Vec::new(); function.insts.len()];
        for_each_value(body, &mut |value| {
            let inst = function.inst(value);
            match inst {
                Inst::Load { .. } => {}
                Inst::Store { value, .. } => other_use[value.index()] = true,
                Inst::Offset { pointer, .. } => users[pointer.index()].push(value),
                Inst::Index { pointer, index, .. } => {
                    users[pointer.index()].push(value);
                    other_use[index.index()] = true;
                }
                inst => for_each_operand(inst, &mut |operand| other_use[operand.index()] = true),
            }
        });
        for_each_statement_operand(body, &mut |value| other_use[value.index()] = true);
        let _ = uniformity;
        for index in (0..function.insts.len()).rev() {
            let is_address = matches!(function.insts[index].inst, Inst::Offset { .. } | Inst::Index { .. });
            let dynamic = |value: usize| {
                matches!(function.insts[value].inst, Inst::Index { index, .. }
                if !matches!(function.inst(index), Inst::Constant(_)))
            };
            let is_dynamic = self.has_dynamic(function, Value(index as u32));
            self.folded[index] = is_address
                && !other_use[index]
                && users[index].iter().all(|user| self.folded[user.index()] && !(is_dynamic && dynamic(user.index())));
        }
        // A folded user of a chain with a dynamic index below a made address is fine: the made one is its base.
        for index in 0..function.insts.len() {
            if self.folded[index] && self.dynamic_count(function, Value(index as u32)) > 1 {
                self.unfold_below(function, Value(index as u32));
            }
        }
    }

    fn has_dynamic(&self, function: &Function, value: Value) -> bool {
        match function.inst(value) {
            Inst::Index { pointer, index, .. } => {
                !matches!(function.inst(*index), Inst::Constant(_)) || self.has_dynamic(function, *pointer)
            }
            Inst::Offset { pointer, .. } => self.has_dynamic(function, *pointer),
            _ => false,
        }
    }

    fn dynamic_count(&self, function: &Function, value: Value) -> u32 {
        match function.inst(value) {
            _ if !self.folded[value.index()] => 0,
            Inst::Index { pointer, index, .. } => {
                u32::from(!matches!(function.inst(*index), Inst::Constant(_))) + self.dynamic_count(function, *pointer)
            }
            Inst::Offset { pointer, .. } => self.dynamic_count(function, *pointer),
            _ => 0,
        }
    }

    fn unfold_below(&mut self, function: &Function, value: Value) {
        let mut at = value;
        while let Inst::Index { pointer, .. } | Inst::Offset { pointer, .. } = function.inst(at) {
            at = *pointer;
            self.folded[at.index()] = false;
        }
    }

    fn collect_uses(&mut self, function: &Function, block: &Block) {
        for statement in &block.0 {
            let position = self.next;
            self.next += 1;
            match &statement.kind {
                StatementKind::Inst(value) => {
                    self.last_use[value.index()] = self.last_use[value.index()].max(position);
                    for_each_operand(function.inst(*value), &mut |operand| {
                        self.uses[operand.index()] += 1;
                        self.touch(function, operand, position);
                    });
                }
                StatementKind::If { condition, then_block, else_block } => {
                    self.uses[condition.index()] += 1;
                    self.touch(function, *condition, position);
                    self.collect_uses(function, then_block);
                    self.collect_uses(function, else_block);
                }
                StatementKind::Loop { body, step } => {
                    self.collect_uses(function, body);
                    self.collect_uses(function, step);
                    self.next += 1;
                }
                StatementKind::Switch { selector, cases } => {
                    self.uses[selector.index()] += 1;
                    let end = self.end_of_cases(cases);
                    self.touch(function, *selector, position);
                    self.touch(function, *selector, end);
                    for case in cases {
                        self.collect_uses(function, &case.body);
                    }
                }
                StatementKind::Return(Some(value)) => {
                    self.uses[value.index()] += 1;
                    self.touch(function, *value, position);
                }
                StatementKind::Break | StatementKind::Continue | StatementKind::Return(None) => {}
            }
        }
    }

    /// All comparisons of a switch come first, so its selector isn't needed in the cases.
    fn end_of_cases(&self, _cases: &[crate::ir::Case]) -> u32 {
        self.next - 1
    }

    fn touch(&mut self, function: &Function, value: Value, position: u32) {
        let made = self.position[value.index()];
        let end = self
            .loops
            .iter()
            .filter(|range| range.from > made && (range.from..=range.to).contains(&position))
            .map(|range| range.to)
            .max()
            .unwrap_or(position);
        if self.last_use[value.index()] >= end {
            return;
        }
        self.last_use[value.index()] = end;
        if let Some(source) = alias(function, value) {
            self.touch(function, source, end);
        }
        match function.inst(value) {
            Inst::Splat(source) => self.touch(function, *source, end),
            Inst::Offset { pointer, .. } if self.folded[value.index()] => self.touch(function, *pointer, end),
            Inst::Index { pointer, index, .. } if self.folded[value.index()] => {
                self.touch(function, *pointer, end);
                self.touch(function, *index, end);
            }
            _ => {}
        }
    }
}

/// Calls `visit` for each instruction of a block and the blocks in it.
pub fn for_each_value(block: &Block, visit: &mut dyn FnMut(Value)) {
    for statement in &block.0 {
        match &statement.kind {
            StatementKind::Inst(value) => visit(*value),
            StatementKind::If { then_block, else_block, .. } => {
                for_each_value(then_block, visit);
                for_each_value(else_block, visit);
            }
            StatementKind::Loop { body, step } => {
                for_each_value(body, visit);
                for_each_value(step, visit);
            }
            StatementKind::Switch { cases, .. } => cases.iter().for_each(|case| for_each_value(&case.body, visit)),
            StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) => {}
        }
    }
}

fn for_each_statement_operand(block: &Block, visit: &mut dyn FnMut(Value)) {
    for statement in &block.0 {
        match &statement.kind {
            StatementKind::If { condition, then_block, else_block } => {
                visit(*condition);
                for_each_statement_operand(then_block, visit);
                for_each_statement_operand(else_block, visit);
            }
            StatementKind::Loop { body, step } => {
                for_each_statement_operand(body, visit);
                for_each_statement_operand(step, visit);
            }
            StatementKind::Switch { selector, cases } => {
                visit(*selector);
                cases.iter().for_each(|case| for_each_statement_operand(&case.body, visit));
            }
            StatementKind::Return(Some(value)) => visit(*value),
            _ => {}
        }
    }
}
