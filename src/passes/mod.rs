//! Passes over the IR: what makes a program faster without changing what it computes, and what engines want to know.
//!
//! A pass takes valid IR to valid IR ([`crate::ir::verify`]) with the same results, bit for bit. The passes know
//! nothing of engines; what an engine may assume is said in the head of each analysis.

pub mod access;
mod bits;
mod copy;
pub mod cse;
pub mod dce;
pub mod evaluate;
pub mod flatten;
pub mod fold;
pub mod forward;
pub mod inline;
pub mod licm;
pub mod promote;
mod purity;
mod simplify;
mod slots;
pub mod specialize;
pub mod uniformity;
pub mod unroll;

use crate::ir::Function;
use crate::ir::FunctionId;
use crate::ir::Initializer;
use crate::ir::Inst;
use crate::ir::Module;
use crate::ir::TypeLayout;

pub use uniformity::Uniformity;

/// A pass with its name.
#[derive(Clone, Copy, Debug)]
pub enum Pass {
    /// Works on a whole module.
    Module(&'static str, fn(&mut Module)),
    /// Works on each function by itself.
    Function(&'static str, fn(&mut Function)),
}

/// The passes that can be run by name.
pub const PASSES: &[Pass] = &[
    Pass::Module("optimize", optimize),
    Pass::Module("inline", inline::run),
    Pass::Module("promote", promote::run),
    Pass::Function("forward", forward::run),
    Pass::Function("fold", fold::run),
    Pass::Function("flatten", flatten::run),
    Pass::Function("cse", cse::run),
    Pass::Function("licm", licm::run),
    Pass::Function("unroll", |function| {
        unroll::run(function);
    }),
    Pass::Function("dce", dce::run),
];

impl Pass {
    /// The pass of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        PASSES.iter().copied().find(|pass| pass.name() == name)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Module(name, _) | Self::Function(name, _) => name,
        }
    }

    /// Runs it on a module, and drops the instructions that are in no block any more.
    pub fn run(self, module: &mut Module) {
        match self {
            Self::Module(_, run) => run(module),
            Self::Function(_, run) => module.functions.iter_mut().for_each(run),
        }
        module.functions.iter_mut().for_each(dce::renumber);
    }
}

/// How much is done to a program before it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Nothing: every variable stays where a debugger finds it.
    Debug,
    /// Everything.
    Optimize,
}

/// Rounds of promotion: each can make addresses known that were held in variables before.
const MAX_ROUNDS: usize = 6;

/// Rounds of unrolling: an outer loop can be unrolled once its inner ones are gone.
const MAX_UNROLLS: usize = 3;

/// Runs the passes of a level.
pub fn run(level: Level, module: &mut Module) {
    match level {
        Level::Debug => {}
        Level::Optimize => optimize(module),
    }
}

fn optimize(module: &mut Module) {
    inline::run(module);
    let reachable = reachable(module);
    let Module { functions, layouts, entry_points, .. } = module;
    for (index, function) in functions.iter_mut().enumerate().filter(|(index, _)| reachable[*index]) {
        let mut entries = entry_points.iter().filter(|entry| entry.function.index() == index);
        let references = match (entries.next(), entries.next()) {
            (Some(entry), None) => licm::references(entry, layouts),
            _ => Vec::new(),
        };
        fold::run(function);
        promote_all(function, layouts);
        for _ in 0..MAX_UNROLLS {
            if !unroll::run(function) {
                break;
            }
            forward::run(function);
            fold::run(function);
            promote_all(function, layouts);
        }
        flatten::run(function);
        forward::run(function);
        fold::run(function);
        cse::run(function);
        licm::function_with_references(function, &references);
        // What moved out of different loops may be the same.
        cse::run(function);
        forward::run(function);
        fold::run(function);
        dce::run(function);
    }
}

/// Drops the code of functions that can't run.
pub fn keep_reachable(module: &mut Module) {
    let reachable = reachable(module);
    for (function, _) in module.functions.iter_mut().zip(reachable).filter(|(_, reachable)| !*reachable) {
        function.body = None;
        function.insts.clear();
        function.locals.clear();
        function.vars.clear();
        function.inlined.clear();
    }
}

/// Promotes locals until no more are found, and cleans up.
fn promote_all(function: &mut Function, layouts: &[TypeLayout]) {
    for _ in 0..MAX_ROUNDS {
        let is_changed = promote::function(function, layouts);
        forward::run(function);
        fold::run(function);
        dce::run(function);
        if !is_changed {
            break;
        }
    }
}

/// Which functions can run: entry points, conditions, initialisers, and what those call or take the address of.
fn reachable(module: &Module) -> Vec<bool> {
    let mut work: Vec<FunctionId> = Vec::new();
    for entry in &module.entry_points {
        work.push(entry.function);
        work.extend(entry.arguments.iter().filter_map(|argument| argument.condition));
    }
    work.extend(module.globals.iter().filter_map(|global| match global.initializer {
        Initializer::Function(function) => Some(function),
        _ => None,
    }));
    let mut reachable = vec![false; module.functions.len()];
    while let Some(id) = work.pop() {
        let Some(seen) = reachable.get_mut(id.index()) else { continue };
        if std::mem::replace(seen, true) {
            continue;
        }
        let function = module.function(id);
        if let Some(body) = &function.body {
            body.for_each_inst(&mut |value| match function.inst(value) {
                Inst::Call(callee, _) | Inst::Function(callee) => work.push(*callee),
                _ => {}
            });
        }
    }
    reachable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse;
    use crate::ir::verify;

    fn optimized(text: &str) -> Module {
        let mut module = parse::module(text).unwrap();
        verify::module(&module).unwrap();
        run(Level::Optimize, &mut module);
        verify::module(&module).unwrap();
        module
    }

    const ENTRY: &str = r#"
layout 0 "int" size 4 align 4 scalar i32
entry "k" kernel f0 {
    argument "p" index 0 buffer device 0 read_write
}
"#;

    #[test]
    fn deep_nesting_fits_on_a_small_stack() {
        for (open, close) in [
            ("if %c {\nstore %p, %c align 1\n", "}\n"),
            ("loop {\n%d: bool = load %p align 1\nif %c {\nbreak\n}\n", "}\n"),
            ("switch %i {\ndefault {\nstore %p, %c align 1\n", "}\n}\n"),
        ] {
            let (open, close) = (open.repeat(250), close.repeat(250));
            let head = "%p: ptr.device = param 0\n%c: bool = load %p align 1\n%i: i32 = load %p align 4\n";
            // A value can't be named twice.
            let mut number = 0;
            let open: Vec<String> = open
                .lines()
                .map(|line| {
                    number += 1;
                    line.replace("%d", &format!("%d{number}"))
                })
                .collect();
            let open = open.join("\n");
            optimized(&format!("function f0 \"k\"(ptr.device) -> void {{\n{head}{open}\n{close}}}\n{ENTRY}"));
        }
    }

    #[test]
    fn calls_that_double_end() {
        let mut text = String::from("function f0 \"k\"(ptr.device) -> void {\ncall f1()\n}\n");
        for number in 1..60 {
            let next = number + 1;
            text.push_str(&format!("function f{number} \"f\"() -> void {{\ncall f{next}()\ncall f{next}()\n}}\n"));
        }
        text.push_str("function f60 \"f\"() -> void {\n%0: u32 = constant 0\n");
        text.push_str("intrinsic simdgroup_barrier(%0, %0)\n}\n");
        let module = optimized(&format!("{text}{ENTRY}"));
        let insts: usize = module.functions.iter().map(|function| function.insts.len()).sum();
        assert!(insts < 1_000_000, "{insts}");
    }
}
