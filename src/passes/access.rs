//! What an entry point does with its arguments: which it uses, and whether it reads or writes what they point to.
//!
//! Pointers are followed through arithmetic, variables, selections and calls. A pointer that is stored in memory, or
//! handed to a function that can't be followed, counts as used in every way. What is done through pointers that were
//! loaded from memory (argument buffers) is kept apart: it can be any resource that the host made reachable.
//!
//! Must never change the module, except where it says so: [`update_reflection`].

use crate::ir::Block;
use crate::ir::Effect;
use crate::ir::EntryPoint;
use crate::ir::Function;
use crate::ir::FunctionId;
use crate::ir::GlobalId;
use crate::ir::Inst;
use crate::ir::Intrinsic;
use crate::ir::Module;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::ir::intrinsic::Operand;
use crate::msl::AddressSpace;

/// What is done with one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// Mentioned at all.
    pub used: bool,
    /// Read through (atomics included).
    pub reads: bool,
    /// Written through (atomics included).
    pub writes: bool,
    /// Some write is no atomic.
    pub plain_writes: bool,
    /// Some read is no atomic.
    pub plain_reads: bool,
    /// Some atomic depends on the order in which threads come: its old value is used, or it is no integer sum,
    /// minimum, maximum or bitwise operation.
    pub ordered_atomics: bool,
}

impl Use {
    const ALL: Self =
        Self { used: true, reads: true, writes: true, plain_writes: true, plain_reads: true, ordered_atomics: true };

    fn add(&mut self, other: Self) {
        self.used |= other.used;
        self.reads |= other.reads;
        self.writes |= other.writes;
        self.plain_writes |= other.plain_writes;
        self.plain_reads |= other.plain_reads;
        self.ordered_atomics |= other.ordered_atomics;
    }
}

/// What a function does with what it can reach.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// By parameter.
    pub params: Vec<Use>,
    /// By program-scope variable of the module.
    pub globals: Vec<Use>,
    /// Through device or constant pointers that were loaded from memory or made from numbers.
    pub loaded: Use,
    /// Through functions that can't be followed: anything may be done with anything.
    pub calls_unknown: bool,
}

impl Uses {
    /// Analyses an entry point.
    #[must_use]
    pub fn of_entry(module: &Module, entry: &EntryPoint) -> Self {
        let mut memo = vec![None; module.functions.len()];
        summarize(module, entry.function, &mut memo, 0)
    }
}

/// Sets which arguments of each entry point are active.
pub fn update_reflection(module: &mut Module) {
    for at in 0..module.entry_points.len() {
        let uses = Uses::of_entry(module, &module.entry_points[at]);
        for (argument, parameter) in module.entry_points[at].arguments.iter_mut().zip(&uses.params) {
            argument.active = parameter.used;
        }
    }
}

/// Calls beyond this depth count as unknown.
const MAX_CALLS: usize = 64;

/// Walks over a function's variables before they count as pointing anywhere.
const MAX_ROUNDS: usize = 16;

#[derive(Clone)]
enum Memo {
    Open,
    Done(Uses),
}

fn unknown(function: &Function, module: &Module) -> Uses {
    Uses {
        params: vec![Use::ALL; function.params.len()],
        globals: vec![Use::ALL; module.globals.len()],
        loaded: Use::ALL,
        calls_unknown: true,
    }
}

fn summarize(module: &Module, id: FunctionId, memo: &mut Vec<Option<Memo>>, depth: usize) -> Uses {
    let function = module.function(id);
    match &memo[id.index()] {
        Some(Memo::Done(uses)) => return uses.clone(),
        Some(Memo::Open) => return unknown(function, module),
        None if depth >= MAX_CALLS => return unknown(function, module),
        None => {}
    }
    memo[id.index()] = Some(Memo::Open);
    let uses = match &function.body {
        Some(body) => {
            let mut walker = Walker {
                module,
                function,
                memo,
                depth,
                values: vec![Sources::default(); function.insts.len()],
                vars: vec![Sources::default(); function.vars.len()],
                result_used: vec![false; function.insts.len()],
                uses: Uses {
                    params: vec![Use::default(); function.params.len()],
                    globals: vec![Use::default(); module.globals.len()],
                    ..Uses::default()
                },
                is_changed: false,
            };
            walker.run(body);
            walker.uses
        }
        None => unknown(function, module),
    };
    memo[id.index()] = Some(Memo::Done(uses.clone()));
    uses
}

/// Where a pointer may come from.
#[derive(Clone, PartialEq, Eq, Default)]
struct Sources {
    params: Vec<u32>,
    globals: Vec<GlobalId>,
    /// From memory, numbers or a call.
    loaded: bool,
}

impl Sources {
    /// Adds those of another; whether any is new.
    fn add(&mut self, other: &Self) -> bool {
        let before = (self.params.len(), self.globals.len(), self.loaded);
        for param in &other.params {
            if !self.params.contains(param) {
                self.params.push(*param);
            }
        }
        for global in &other.globals {
            if !self.globals.contains(global) {
                self.globals.push(*global);
            }
        }
        self.loaded |= other.loaded;
        before != (self.params.len(), self.globals.len(), self.loaded)
    }
}

struct Walker<'m, 'w> {
    module: &'m Module,
    function: &'m Function,
    memo: &'w mut Vec<Option<Memo>>,
    depth: usize,
    values: Vec<Sources>,
    vars: Vec<Sources>,
    /// Per value: something uses it.
    result_used: Vec<bool>,
    uses: Uses,
    is_changed: bool,
}

impl Walker<'_, '_> {
    fn run(&mut self, body: &Block) {
        let mut insts = Vec::new();
        body.for_each_statement(&mut |statement| {
            if let Some(value) = statement.kind.used_value() {
                self.result_used[value.index()] = true;
            }
            if let StatementKind::Inst(value) = statement.kind {
                insts.push(value);
                self.function.inst(value).for_each_operand(|operand| self.result_used[operand.index()] = true);
            }
            if let StatementKind::Return(Some(value)) = statement.kind {
                insts.push(value);
            }
        });
        for round in 0.. {
            self.is_changed = false;
            for value in &insts {
                self.follow(*value);
            }
            if !self.is_changed {
                break;
            }
            if round == MAX_ROUNDS {
                self.uses = unknown(self.function, self.module);
                return;
            }
        }
        for value in &insts {
            self.inst(*value);
        }
        body.for_each_statement(&mut |statement| {
            if let StatementKind::Return(Some(value)) = statement.kind {
                self.mark(value, Use::ALL);
            }
        });
    }

    /// Works out where the pointer comes from that an instruction makes.
    fn follow(&mut self, value: Value) {
        let is_pointer = |ty: Type| matches!(ty, Type::Pointer(_) | Type::Handle);
        let mut sources = Sources::default();
        let inst = self.function.inst(value);
        match inst {
            Inst::Param(index) if is_pointer(self.function.ty(value)) => sources.params.push(*index),
            Inst::Global(global) => sources.globals.push(*global),
            Inst::Offset { pointer, .. } | Inst::Index { pointer, .. } => {
                sources = self.values[pointer.index()].clone()
            }
            Inst::Bitcast(from) => {
                sources = self.values[from.index()].clone();
                sources.loaded |= is_pointer(self.function.ty(value)) && !is_pointer(self.function.ty(*from));
            }
            Inst::Select { if_true, if_false, .. } => {
                sources = self.values[if_true.index()].clone();
                sources.add(&self.values[if_false.index()]);
            }
            Inst::Get(var) => sources = self.vars[var.index()].clone(),
            Inst::Set(var, from) => {
                self.is_changed |= self.vars[var.index()].add(&self.values[from.index()]);
            }
            Inst::Local(_) | Inst::Null | Inst::Undef | Inst::Function(_) => {}
            _ => {
                sources.loaded = is_pointer(self.function.ty(value));
            }
        }
        let known = &mut self.values[value.index()];
        if *known != sources {
            self.is_changed |= known.add(&sources);
        }
    }

    /// Records what is done with what a pointer may point to.
    fn mark(&mut self, pointer: Value, what: Use) {
        let space = self.function.ty(pointer);
        let sources = self.values[pointer.index()].clone();
        for param in sources.params {
            if let Some(uses) = self.uses.params.get_mut(param as usize) {
                uses.add(what);
            }
        }
        for global in sources.globals {
            if let Some(uses) = self.uses.globals.get_mut(global.index()) {
                uses.add(what);
            }
        }
        if sources.loaded && space != Type::Pointer(AddressSpace::Thread) {
            self.uses.loaded.add(what);
        }
    }

    fn inst(&mut self, value: Value) {
        const READ: Use = Use {
            used: true,
            reads: true,
            writes: false,
            plain_writes: false,
            plain_reads: true,
            ordered_atomics: false,
        };
        const WRITE: Use = Use {
            used: true,
            reads: false,
            writes: true,
            plain_writes: true,
            plain_reads: false,
            ordered_atomics: false,
        };
        const USED: Use = Use {
            used: true,
            reads: false,
            writes: false,
            plain_writes: false,
            plain_reads: false,
            ordered_atomics: false,
        };
        match self.function.inst(value) {
            Inst::Load { pointer, .. } => self.mark(*pointer, READ),
            Inst::Store { pointer, value, .. } => {
                self.mark(*pointer, WRITE);
                // Whoever loads it again may do anything with it.
                self.mark(*value, Use::ALL);
            }
            Inst::Copy { to, from, .. } => {
                self.mark(*to, WRITE);
                self.mark(*from, READ);
            }
            Inst::Zero { pointer, .. } => self.mark(*pointer, WRITE),
            // Where these lead is followed; by themselves they use nothing.
            Inst::Offset { .. }
            | Inst::Index { .. }
            | Inst::Bitcast(_)
            | Inst::Select { .. }
            | Inst::Set(..)
            | Inst::Get(_) => {
                if !matches!(self.function.ty(value), Type::Pointer(_) | Type::Handle | Type::Void) {
                    let inst = self.function.inst(value);
                    inst.for_each_operand(|operand| self.mark(operand, Use::ALL));
                }
            }
            Inst::Call(callee, arguments) => {
                let uses = summarize(self.module, *callee, self.memo, self.depth + 1);
                for (argument, what) in arguments.iter().zip(&uses.params) {
                    self.mark(*argument, *what);
                }
                for (own, what) in self.uses.globals.iter_mut().zip(&uses.globals) {
                    own.add(*what);
                }
                self.uses.loaded.add(uses.loaded);
                self.uses.calls_unknown |= uses.calls_unknown;
            }
            Inst::CallIndirect(pointer, arguments) => {
                for operand in arguments.iter().chain([pointer]) {
                    self.mark(*operand, Use::ALL);
                }
                self.uses.loaded.add(Use::ALL);
                self.uses.calls_unknown = true;
                self.uses.globals.fill(Use::ALL);
            }
            Inst::Intrinsic(intrinsic, operands) => {
                let what = self.intrinsic(*intrinsic, value, operands);
                for operand in operands {
                    self.mark(*operand, what);
                }
            }
            inst => inst.for_each_operand(|operand| self.mark(operand, USED)),
        }
    }

    fn intrinsic(&self, intrinsic: Intrinsic, value: Value, operands: &[Value]) -> Use {
        let is_float = operands.get(1).is_some_and(|operand| {
            let ty = self.function.ty(*operand);
            ty.scalar().is_some_and(crate::msl::Scalar::is_float)
        });
        let commutes = !is_float && !self.result_used[value.index()];
        let atomic = |reads: bool, writes: bool, ordered_atomics: bool| Use {
            used: true,
            reads,
            writes,
            plain_writes: false,
            plain_reads: false,
            ordered_atomics,
        };
        match intrinsic {
            Intrinsic::AtomicLoad => atomic(true, false, true),
            Intrinsic::AtomicStore => atomic(false, true, true),
            Intrinsic::AtomicAdd
            | Intrinsic::AtomicSub
            | Intrinsic::AtomicMin
            | Intrinsic::AtomicMax
            | Intrinsic::AtomicAnd
            | Intrinsic::AtomicOr
            | Intrinsic::AtomicXor => atomic(true, true, !commutes),
            Intrinsic::SimdgroupLoad => Use { used: true, reads: true, plain_reads: true, ..Use::default() },
            Intrinsic::SimdgroupStore => Use { used: true, writes: true, plain_writes: true, ..Use::default() },
            _ if intrinsic.effect() == Effect::Pure || !takes_address(intrinsic) => {
                Use { used: true, ..Use::default() }
            }
            _ => Use::ALL,
        }
    }
}

fn takes_address(intrinsic: Intrinsic) -> bool {
    intrinsic.operands().iter().any(|operand| matches!(operand, Operand::Pointer | Operand::Handle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse;
    use crate::ir::verify;

    /// Letters for what is done with each parameter: used, read, written, ordered atomics.
    fn uses(params: usize, body: &str) -> Vec<String> {
        let types = vec!["ptr.device"; params].join(", ");
        let mut text = format!("function f0 \"k\"({types}) -> void {{\nlocal l0 \"l\" size 8 align 8\n");
        text.push_str("var v0 \"q\": ptr.device\n");
        for param in 0..params {
            text.push_str(&format!("%p{param}: ptr.device = param {param}\n"));
        }
        text.push_str("%0: u32 = constant 0\n%t: bool = constant true\n");
        text.push_str(body);
        text.push_str("}\nfunction f1 \"g\"(ptr.device, ptr.device) -> void {\n%a: ptr.device = param 0\n");
        text.push_str("%b: ptr.device = param 1\n%x: u32 = load %a align 4\nstore %b, %x align 4\n}\n");
        let module = parse::module(&text).unwrap();
        verify::module(&module).unwrap();
        let mut memo = vec![None; module.functions.len()];
        let uses = summarize(&module, FunctionId(0), &mut memo, 0);
        let letters = |what: &Use| {
            let flags = [(what.used, 'u'), (what.reads, 'r'), (what.writes, 'w'), (what.ordered_atomics, 'o')];
            flags.iter().filter(|(is_set, _)| *is_set).map(|(_, letter)| letter).collect()
        };
        uses.params.iter().chain([&uses.loaded]).map(letters).collect()
    }

    #[test]
    fn through_arithmetic_variables_and_calls() {
        let body = r#"
            %a: ptr.device = index %p0, %0 stride 4
            %b: ptr.device = offset %a, 4
            %x: u32 = load %b align 4
            %c: ptr.device = select %t, %p1, %p2
            store %c, %x align 4
            loop {
                %q: ptr.device = get v0
                copy %q, %p4 size 4 align 4
                set v0, %p3
                break
            }
            call f1(%p5, %p6)
        "#;
        assert_eq!(uses(8, body), ["ur", "uw", "uw", "uw", "ur", "ur", "uw", "", ""]);
    }

    #[test]
    fn atomics_and_what_escapes() {
        let body = r#"
            %x: u32 = intrinsic atomic_add(%p0, %0, %0, %0)
            %y: u32 = intrinsic atomic_add(%p1, %0, %0, %0)
            %z: u32 = add %y, %y
            %l: ptr.thread = local l0
            store %l, %p2 align 8
            %e: bool = eq %p3, %p3
            %m: ptr.device = load %l align 8
            store %m, %0 align 4
        "#;
        assert_eq!(uses(4, body), ["urw", "urwo", "urwo", "u", "uw"]);
    }
}
