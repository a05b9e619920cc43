//! Passes over the IR: what makes a program faster without changing what it computes, and what engines want to know.
//!
//! A pass takes valid IR to valid IR ([`crate::ir::verify`]) with the same results, bit for bit. The passes know
//! nothing of engines; what an engine may assume is said in the head of each analysis.

mod bits;
mod copy;
pub mod dce;
pub mod inline;
pub mod uniformity;

use crate::ir::Function;
use crate::ir::Module;

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
pub const PASSES: &[Pass] = &[Pass::Module("inline", inline::run), Pass::Function("dce", dce::run)];

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

    /// Runs it on a module.
    pub fn run(self, module: &mut Module) {
        match self {
            Self::Module(_, run) => run(module),
            Self::Function(_, run) => module.functions.iter_mut().for_each(run),
        }
    }
}
