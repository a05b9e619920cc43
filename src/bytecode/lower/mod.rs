//! IR to bytecode.
//!
//! One walk over the structured code. Values get registers when they are made and lose them behind their last use; the
//! constructs that part lanes get mask slots, one set for each depth of nesting. A construct whose condition is uniform
//! and whose exits don't part lanes becomes plain jumps.
//!
//! A lane that leaves (break, continue, return) is taken out of the masks of all constructs it leaves; what is left of
//! a mask is what goes on behind the construct. When no lane is left, control goes to the next place where one may
//! wait: the `skip` label.
//!
//! Must never know how bytecode is run.

mod intrinsics;
mod lifetimes;
mod memory;
mod registers;
mod values;
mod waiting;

use super::code::Code;
use super::code::CodeFunction;
use super::code::FrameConstant;
use super::code::Instruction;
use super::code::LocalSlot;
use super::code::MaskSlot;
use super::code::ROW_SCALAR;
use super::code::ROWS;
use super::code::Register;
use super::code::SCALAR_ROW;
use super::operation::Operation;
use super::uniform::Uniformity;
use crate::diagnostic::Diagnostic;
use crate::ir::Block;
use crate::ir::Case;
use crate::ir::Function;
use crate::ir::FunctionId;
use crate::ir::Inst;
use crate::ir::Module;
use crate::ir::Origin;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::msl::Scalar;
use lifetimes::Lifetimes;
use registers::Registers;
use smallvec::SmallVec;
use std::sync::Arc;

/// A failed lowering: a construct that isn't supported, or IR that makes no sense.
pub type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// The largest frame, words: what a register number may reach.
const MAX_FRAME_WORDS: u32 = 1 << 24;

/// Lowers an entry function and all it may call. `width` 1 makes code for one thread, all of it scalar.
pub fn lower(module: &Module, entry: FunctionId, width: u32) -> Result<Code> {
    let mut code = Code { width, functions: vec![None; module.functions.len()], entry };
    let mut wanted = vec![entry];
    while let Some(id) = wanted.pop() {
        if id.index() >= module.functions.len() {
            return Err(Box::new(Diagnostic::internal(
                "a call of a function that is not there",
                crate::source::Span::NONE,
            )));
        }
        if code.functions[id.index()].is_some() {
            continue;
        }
        let function = module.function(id);
        let lowered = Lowering::new(module, function, width, id == entry)?.run()?;
        super::verify::verify(&lowered, width)?;
        for inst in &function.insts {
            match &inst.inst {
                Inst::Call(callee, _) | Inst::Function(callee) => wanted.push(*callee),
                _ => {}
            }
        }
        code.functions[id.index()] = Some(Arc::new(lowered));
    }
    Ok(code)
}

/// A place in the code that jumps may be made to before it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Label(usize);

/// A construct that `break` or `continue` may leave.
#[derive(Clone, Copy, Debug)]
struct Construct {
    is_loop: bool,
    /// Whether it has mask slots.
    masked: bool,
    /// Slots from here on are of constructs inside, or wait for the end of the round.
    inner_slot: u32,
    /// Slots from here on are of constructs inside the round.
    round_slot: u32,
    /// Behind it.
    exit: Label,
    /// At the step.
    step: Label,
}

struct Lowering<'a> {
    module: &'a Module,
    function: &'a Function,
    width: u32,
    entry: bool,
    uniformity: Uniformity,
    lifetimes: Lifetimes,
    /// By instruction: whether a write to a variable must spare inactive lanes.
    spares: Vec<bool>,
    registers: Registers,
    out: CodeFunction,
    values: Vec<Option<Register>>,
    vars: Vec<Option<Register>>,
    targets: Vec<Option<Register>>,
    constants: Vec<(Scalar, bool, SmallVec<[u64; 4]>, Register)>,
    labels: Vec<Option<u32>>,
    jumps: Vec<(usize, Label)>,
    statement: u32,
    origin: Origin,
    slot: u32,
    parted: bool,
    skip: Label,
    constructs: Vec<Construct>,
    returns: Label,
}

impl<'a> Lowering<'a> {
    fn new(module: &'a Module, function: &'a Function, width: u32, entry: bool) -> Result<Self> {
        let Some(body) = &function.body else {
            return Err(Box::new(Diagnostic::unsupported(
                format!("calling `{}`, which has no definition,", function.name),
                function.span,
            )));
        };
        let uniformity = Uniformity::of(function, entry, width == 1);
        let lifetimes = Lifetimes::of(function, &uniformity);
        let spares = waiting::writes_that_spare(function, &uniformity);
        let mask_slots = slots_of(body);
        let mut this = Self {
            module,
            function,
            width,
            entry,
            uniformity,
            lifetimes,
            spares,
            registers: Registers::starting_at(mask_slots * 2),
            out: CodeFunction { name: function.name.clone(), mask_slots, ..CodeFunction::default() },
            values: vec![None; function.insts.len()],
            vars: vec![None; function.vars.len()],
            targets: vec![None; function.insts.len()],
            constants: Vec::new(),
            labels: Vec::new(),
            jumps: Vec::new(),
            statement: 1,
            origin: Origin::NONE,
            slot: 0,
            parted: false,
            skip: Label(0),
            constructs: Vec::new(),
            returns: Label(0),
        };
        this.returns = this.label();
        this.skip = this.returns;
        Ok(this)
    }

    fn run(mut self) -> Result<CodeFunction> {
        let function = self.function;
        for ty in &function.params {
            let register = self.register_shape(*ty, !self.entry && self.width > 1)?;
            let register = Register { at: self.registers.fresh(register.words(self.width)), ..register };
            self.out.parameters.push(register);
        }
        if function.result != Type::Void {
            let register = self.register_shape(function.result, self.width > 1)?;
            self.out.result = Some(Register { at: self.registers.fresh(register.words(self.width)), ..register });
        }
        let mut word = 0u32;
        for local in &function.locals {
            let align = (local.align.max(4) / 4).next_power_of_two();
            word = word.checked_next_multiple_of(align).unwrap_or(u32::MAX);
            self.out.locals.push(LocalSlot { word, size: local.size, name: local.name.clone(), origin: local.origin });
            word = word.saturating_add(local.size.div_ceil(4));
        }
        self.out.private_words = word;
        if let Some(result) = self.out.result {
            self.zero(result);
        }
        // What was never written reads as 0, in every run.
        for index in 0..function.vars.len() {
            if self.lifetimes.may_be_unset[index] {
                let register = self.var(crate::ir::VarId(index as u32))?;
                self.zero(register);
            }
        }
        if let Some(body) = &function.body {
            self.block(body)?;
        }
        self.place(self.returns);
        self.emit(Operation::End, 0, 0, 0, 0, 0);
        for (instruction, label) in std::mem::take(&mut self.jumps) {
            let Some(target) = self.labels[label.0] else { return Err(self.broken("a jump to nowhere")) };
            self.out.instructions[instruction].c = target;
        }
        self.out.frame_words = self.registers.words();
        if self.out.frame_words > MAX_FRAME_WORDS {
            return Err(Box::new(Diagnostic::unsupported("a function this large", function.span)));
        }
        Ok(self.out)
    }

    fn broken(&self, what: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::internal(format!("lowering `{}`: {what}", self.function.name), self.origin.span))
    }

    fn unsupported(&self, what: impl AsRef<str>) -> Box<Diagnostic> {
        Box::new(Diagnostic::unsupported(what, self.origin.span))
    }

    // Labels and instructions.

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    fn here(&self) -> u32 {
        self.out.instructions.len() as u32
    }

    fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.here());
    }

    fn emit(&mut self, operation: Operation, count: u16, a: u32, b: u32, c: u32, d: u32) {
        self.out.instructions.push(Instruction { operation: operation as u16, count, a, b, c, d });
        self.out.origins.push(self.origin);
    }

    fn emit_jump(&mut self, operation: Operation, a: u32, b: u32, target: Label, d: u32) {
        self.jumps.push((self.out.instructions.len(), target));
        self.emit(operation, 0, a, b, 0, d);
    }

    fn unary(&mut self, operation: Operation, result: Register, x: Register) {
        self.emit(operation, result.count(self.width), result.at, x.at, 0, 0);
    }

    fn binary(&mut self, operation: Operation, result: Register, x: Register, y: Register) {
        let scalar = |operand: Register| result.varying && !operand.varying;
        let form = match (scalar(x), scalar(y)) {
            (false, false) => ROWS,
            (false, true) => ROW_SCALAR,
            _ => SCALAR_ROW,
        };
        self.emit(operation, result.count(self.width), result.at, x.at, y.at, u32::from(form));
    }

    fn ternary(&mut self, operation: Operation, result: Register, x: Register, y: Register, z: Register) {
        self.emit(operation, result.count(self.width), result.at, x.at, y.at, z.at);
    }

    // Registers.

    fn register_shape(&self, ty: Type, varying: bool) -> Result<Register> {
        let wide = match ty {
            Type::Void => return Err(self.broken("a register for nothing")),
            Type::Scalar(scalar) | Type::Vector(scalar, _) => matches!(scalar, Scalar::I64 | Scalar::U64),
            Type::Pointer(_) | Type::Handle => true,
        };
        Ok(Register { at: 0, components: ty.lanes(), wide, varying })
    }

    /// A register for this statement only.
    fn temporary(&mut self, components: u8, wide: bool, varying: bool) -> Register {
        let shape = Register { at: 0, components, wide, varying };
        let register = Register { at: self.registers.take(shape.words(self.width)), ..shape };
        self.registers.release(register, self.width, self.statement);
        register
    }

    /// The register that a value is made in.
    fn define(&mut self, value: Value) -> Result<Register> {
        if let Some(target) = self.targets[value.index()] {
            self.values[value.index()] = Some(target);
            return Ok(target);
        }
        let shape = self.register_shape(self.function.ty(value), self.uniformity.varies(value))?;
        let register = Register { at: self.registers.take(shape.words(self.width)), ..shape };
        let end = self.lifetimes.last_use[value.index()].max(self.statement);
        self.registers.release(register, self.width, end);
        self.values[value.index()] = Some(register);
        Ok(register)
    }

    fn var(&mut self, var: crate::ir::VarId) -> Result<Register> {
        if let Some(register) = self.vars[var.index()] {
            return Ok(register);
        }
        let shape = self.register_shape(self.function.vars[var.index()].ty, self.uniformity.var_varies(var))?;
        let register = Register { at: self.registers.take(shape.words(self.width)), ..shape };
        let end = self.lifetimes.var_end[var.index()].max(self.statement);
        self.registers.release(register, self.width, end);
        self.vars[var.index()] = Some(register);
        Ok(register)
    }

    /// A constant of the frame; `scalar` only says what the bits are.
    fn constant(&mut self, scalar: Scalar, bits: &[u64], varying: bool) -> Register {
        let varying = varying && self.width > 1;
        let known = self.constants.iter().find(|(s, v, b, _)| *s == scalar && *v == varying && b[..] == *bits);
        if let Some((.., register)) = known {
            return *register;
        }
        let wide = matches!(scalar, Scalar::I64 | Scalar::U64);
        let shape = Register { at: 0, components: bits.len() as u8, wide, varying };
        let register = Register { at: self.registers.fresh(shape.words(self.width)), ..shape };
        let in_lane = |bits: u64| match scalar {
            Scalar::Bool => u64::from(bits != 0).wrapping_neg() & 0xffff_ffff,
            Scalar::F16 => u64::from(crate::numerics::half::to_f32(bits as u16).to_bits()),
            Scalar::BF16 => u64::from(crate::numerics::bfloat::to_f32(bits as u16).to_bits()),
            Scalar::I64 | Scalar::U64 => bits,
            _ => bits & 0xffff_ffff,
        };
        let bits: SmallVec<[u64; 4]> = SmallVec::from_slice(bits);
        self.out.constants.push(FrameConstant { register, bits: bits.iter().map(|bits| in_lane(*bits)).collect() });
        self.constants.push((scalar, varying, bits, register));
        register
    }

    /// The register as rows.
    fn rows(&mut self, register: Register) -> Register {
        if register.varying || self.width == 1 {
            return register;
        }
        let rows = self.temporary(register.components, register.wide, true);
        self.broadcast(rows, register);
        rows
    }

    fn broadcast(&mut self, rows: Register, scalars: Register) {
        let operation = if rows.wide { Operation::Broadcast64 } else { Operation::Broadcast32 };
        let count = u16::from(rows.components) * self.width as u16;
        self.emit(operation, count, rows.at, scalars.at, 0, 0);
    }

    fn zero(&mut self, register: Register) {
        let scalar = if register.wide { Scalar::U64 } else { Scalar::U32 };
        let zero = self.constant(scalar, &vec![0; usize::from(register.components)], false);
        self.copy(register, zero);
    }

    fn copy(&mut self, to: Register, from: Register) {
        if to.varying && !from.varying && self.width > 1 {
            self.broadcast(to, from);
        } else if to.at != from.at {
            self.unary(if to.wide { Operation::Copy64 } else { Operation::Copy32 }, to, from);
        }
    }

    // Control.

    fn block(&mut self, block: &Block) -> Result<()> {
        for (index, statement) in block.0.iter().enumerate() {
            self.origin = statement.origin;
            self.registers.expire(self.statement);
            match &statement.kind {
                StatementKind::Inst(value) => {
                    self.plan_target(&block.0[index..], *value)?;
                    self.origin = self.function.insts[value.index()].origin;
                    self.value(*value)?;
                    self.statement += 1;
                }
                StatementKind::If { condition, then_block, else_block } => {
                    self.if_statement(*condition, then_block, else_block)?;
                }
                StatementKind::Loop { body, step } => self.loop_statement(body, step)?,
                StatementKind::Switch { selector, cases } => self.switch_statement(*selector, cases)?,
                StatementKind::Break => {
                    self.leave(true)?;
                    self.statement += 1;
                }
                StatementKind::Continue => {
                    self.leave(false)?;
                    self.statement += 1;
                }
                StatementKind::Return(value) => {
                    self.return_statement(*value)?;
                    self.statement += 1;
                }
            }
        }
        Ok(())
    }

    fn mask_slot(&mut self, slot: u32, from: u32, origin: Origin) {
        let to = self.here();
        self.out.masks.push(MaskSlot { slot, from, to, origin });
    }

    fn if_statement(&mut self, condition: Value, then_block: &Block, else_block: &Block) -> Result<()> {
        let origin = self.origin;
        let register = self.operand(condition)?;
        if !register.varying {
            self.statement += 1;
            let otherwise = self.label();
            self.emit_jump(Operation::JumpUnless, 0, register.at, otherwise, 0);
            self.block(then_block)?;
            if else_block.0.is_empty() {
                self.place(otherwise);
            } else {
                let end = self.label();
                self.emit_jump(Operation::Jump, 0, 0, end, 0);
                self.place(otherwise);
                self.block(else_block)?;
                self.place(end);
            }
            return Ok(());
        }
        if else_block.0.is_empty()
            && let [only] = &then_block.0[..]
            && matches!(only.kind, StatementKind::Break | StatementKind::Continue)
            && let Some((first, skip)) = self.exit_slots(matches!(only.kind, StatementKind::Break))
        {
            self.statement += 2;
            self.emit_jump(Operation::LeaveIf, first, self.slot, skip, register.at);
            return Ok(());
        }
        self.statement += 1;
        let (slot, skip, parted) = (self.slot, self.skip, self.parted);
        let from = self.here();
        self.parted = true;
        self.slot += 2;
        let otherwise = self.label();
        let join = self.label();
        if else_block.0.is_empty() {
            self.skip = join;
            self.emit_jump(Operation::SplitOnly, slot, register.at, join, 0);
            self.block(then_block)?;
        } else {
            self.skip = otherwise;
            self.emit_jump(Operation::Split, slot, register.at, otherwise, 0);
            self.block(then_block)?;
            self.origin = origin;
            self.place(otherwise);
            self.skip = join;
            self.emit_jump(Operation::Otherwise, slot, 0, join, 0);
            self.block(else_block)?;
        }
        self.origin = origin;
        self.place(join);
        (self.slot, self.skip, self.parted) = (slot, skip, parted);
        self.emit_jump(Operation::Join, slot, 0, skip, 0);
        self.mask_slot(slot, from, origin);
        Ok(())
    }

    fn loop_statement(&mut self, body: &Block, step: &Block) -> Result<()> {
        let origin = self.origin;
        let parts = self.uniformity.exits_part(&[body, step], false);
        let masked = parts || self.uniformity.returns_part(&[body, step]);
        // Without a continue no lane waits for the step.
        let continues = has_continue(body);
        self.statement += 1;
        let exit = self.label();
        let head = self.label();
        let at_step = self.label();
        let (slot, skip, parted) = (self.slot, self.skip, self.parted);
        let from = self.here();
        if masked {
            self.parted |= parts;
            self.slot += 2;
            self.emit(Operation::Enter, 0, slot, 0, 0, 0);
        }
        self.constructs.push(Construct {
            is_loop: true,
            masked,
            inner_slot: slot + 1,
            round_slot: slot + 2,
            exit,
            step: at_step,
        });
        self.place(head);
        let start = self.here();
        if masked {
            if continues {
                self.emit(Operation::Enter, 0, slot + 1, 0, 0, 0);
            }
            self.skip = if continues { at_step } else { exit };
        }
        self.block(body)?;
        self.origin = origin;
        self.place(at_step);
        if masked {
            self.skip = exit;
            if continues {
                self.emit_jump(Operation::Join, slot + 1, 0, exit, 0);
            }
        }
        self.block(step)?;
        self.origin = origin;
        let spent = self.here() - start + 1;
        self.emit_jump(Operation::Back, 0, spent, head, 0);
        self.place(exit);
        self.constructs.pop();
        (self.slot, self.skip, self.parted) = (slot, skip, parted);
        if masked {
            self.emit_jump(Operation::Join, slot, 0, skip, 0);
            self.mask_slot(slot, from, origin);
        }
        self.registers.expire(self.statement);
        self.statement += 1;
        Ok(())
    }

    fn switch_statement(&mut self, selector: Value, cases: &[Case]) -> Result<()> {
        let origin = self.origin;
        let register = self.operand(selector)?;
        let scalar = self.function.ty(selector).scalar().ok_or_else(|| self.broken("a switch on no integer"))?;
        let blocks: Vec<&Block> = cases.iter().map(|case| &case.body).collect();
        let parts = register.varying || self.uniformity.exits_part(&blocks, true);
        let masked = parts || self.uniformity.returns_part(&blocks);
        let exit = self.label();
        let (slot, skip, parted) = (self.slot, self.skip, self.parted);
        let from = self.here();
        let starts: Vec<Label> = cases.iter().map(|_| self.label()).collect();
        let equal = if register.wide { Operation::Eq64 } else { Operation::Eq32 };
        let mut default = None;
        if masked {
            // The rest: lanes that no value has claimed yet.
            let rest = self.temporary(1, false, true);
            let everywhere = self.constant(Scalar::Bool, &[1], true);
            self.copy(rest, everywhere);
            self.emit(Operation::Enter, 0, slot, 0, 0, 0);
            let selector = self.rows(register);
            for (index, case) in cases.iter().enumerate() {
                let matches = self.temporary(1, false, true);
                let never = self.constant(Scalar::Bool, &[0], true);
                self.copy(matches, never);
                for value in &case.values {
                    let value = self.constant(scalar, &[crate::ir::Constant::normalize(scalar, *value as u64)], false);
                    let hit = self.temporary(1, false, true);
                    self.binary(equal, hit, selector, value);
                    self.binary(Operation::Or32, matches, matches, hit);
                }
                let miss = self.temporary(1, false, true);
                self.unary(Operation::Not32, miss, matches);
                self.binary(Operation::And32, rest, rest, miss);
                self.emit(Operation::Match, 0, slot + 1 + index as u32, matches.at, 0, 0);
                if case.is_default {
                    default = Some((index as u32, matches));
                }
            }
            if let Some((index, matches)) = default {
                self.binary(Operation::Or32, matches, matches, rest);
                self.emit(Operation::Match, 0, slot + 1 + index, matches.at, 0, 0);
            }
            self.emit(Operation::Halt, 0, 0, 0, 0, 0);
        } else {
            let hit = self.temporary(1, false, false);
            for (index, case) in cases.iter().enumerate() {
                for value in &case.values {
                    let value = self.constant(scalar, &[crate::ir::Constant::normalize(scalar, *value as u64)], false);
                    self.binary(equal, hit, register, value);
                    self.emit_jump(Operation::JumpIf, 0, hit.at, starts[index], 0);
                }
                if case.is_default {
                    default = Some((index as u32, hit));
                }
            }
            self.emit_jump(Operation::Jump, 0, 0, default.map_or(exit, |(index, _)| starts[index as usize]), 0);
        }
        self.statement += 1;
        let inner = slot + 1 + cases.len() as u32;
        if masked {
            self.parted |= parts;
            self.slot = inner;
        }
        self.constructs.push(Construct {
            is_loop: false,
            masked,
            inner_slot: inner,
            round_slot: inner,
            exit,
            step: exit,
        });
        for (index, case) in cases.iter().enumerate() {
            self.place(starts[index]);
            if masked {
                self.skip = starts.get(index + 1).copied().unwrap_or(exit);
                self.emit_jump(Operation::Gather, slot + 1 + index as u32, 0, self.skip, 0);
            }
            self.block(&case.body)?;
            self.origin = origin;
        }
        self.constructs.pop();
        self.place(exit);
        (self.slot, self.skip, self.parted) = (slot, skip, parted);
        if masked {
            self.emit_jump(Operation::Join, slot, 0, skip, 0);
            self.mask_slot(slot, from, origin);
        }
        Ok(())
    }

    /// The construct that a break or continue leaves.
    fn construct(&self, is_break: bool) -> Option<Construct> {
        self.constructs.iter().rev().copied().find(|construct| is_break || construct.is_loop)
    }

    /// For an exit that may part lanes: the first slot the lanes leave, and where to go when none is left.
    fn exit_slots(&self, is_break: bool) -> Option<(u32, Label)> {
        let construct = self.construct(is_break)?;
        let first = if is_break { construct.inner_slot } else { construct.round_slot };
        construct.masked.then_some((first, self.skip))
    }

    fn leave(&mut self, is_break: bool) -> Result<()> {
        let construct = self.construct(is_break).ok_or_else(|| self.broken("an exit from no loop"))?;
        match self.exit_slots(is_break) {
            Some((first, skip)) => self.emit_jump(Operation::Leave, first, self.slot, skip, 0),
            None => {
                let target = if is_break { construct.exit } else { construct.step };
                self.emit_jump(Operation::Jump, 0, 0, target, 0);
            }
        }
        Ok(())
    }

    fn return_statement(&mut self, value: Option<Value>) -> Result<()> {
        if let (Some(value), Some(result)) = (value, self.out.result) {
            let source = self.operand(value)?;
            let source = self.rows(source);
            self.set(result, source, self.width > 1);
        }
        self.emit_jump(Operation::Return, 0, self.slot, self.skip, 0);
        Ok(())
    }

    fn set(&mut self, to: Register, from: Register, masked: bool) {
        if masked {
            let from = self.rows(from);
            let operation = if to.wide { Operation::SetMasked64 } else { Operation::SetMasked32 };
            self.emit(operation, to.count(self.width), to.at, from.at, 0, 0);
        } else {
            self.copy(to, from);
        }
    }

    /// Whether a write to a variable must spare other lanes.
    fn writes_masked(&self, set: Value, var: crate::ir::VarId) -> bool {
        self.parted && self.uniformity.var_varies(var) && self.spares[set.index()]
    }

    /// If the value is only made to be written to a variable soon, lets it be made in the variable's register.
    fn plan_target(&mut self, rest: &[crate::ir::Statement], value: Value) -> Result<()> {
        if !values::is_elementwise(self.function, value) {
            return Ok(());
        }
        for (distance, statement) in rest.iter().enumerate().skip(1).take(8) {
            let StatementKind::Inst(user) = &statement.kind else { return Ok(()) };
            if let Inst::Set(var, source) = self.function.inst(*user)
                && *source == value
            {
                let set = self.statement + distance as u32;
                let same_kind = self.uniformity.var_varies(*var) == self.uniformity.varies(value);
                if same_kind && !self.writes_masked(*user, *var) && self.lifetimes.can_make_in_place(*var, value, set) {
                    self.targets[value.index()] = Some(self.var(*var)?);
                }
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Whether a block has a `continue` of the loop around it.
fn has_continue(block: &Block) -> bool {
    block.0.iter().any(|statement| match &statement.kind {
        StatementKind::Continue => true,
        StatementKind::If { then_block, else_block, .. } => has_continue(then_block) || has_continue(else_block),
        StatementKind::Switch { cases, .. } => cases.iter().any(|case| has_continue(&case.body)),
        _ => false,
    })
}

/// Mask slots that a block needs.
fn slots_of(block: &Block) -> u32 {
    let inner = |statement: &StatementKind| match statement {
        StatementKind::If { then_block, else_block, .. } => 2 + slots_of(then_block).max(slots_of(else_block)),
        StatementKind::Loop { body, step } => 2 + slots_of(body).max(slots_of(step)),
        StatementKind::Switch { cases, .. } => {
            1 + cases.len() as u32 + cases.iter().map(|case| slots_of(&case.body)).max().unwrap_or(0)
        }
        _ => 0,
    };
    block.0.iter().map(|statement| inner(&statement.kind)).max().unwrap_or(0)
}
