//! Running kernels: programs, dispatches, the scheduler of threadgroups and SIMD-groups, bindings and memory.
//!
//! A [`Program`] is an entry point specialised and compiled to bytecode; [`Program::run`] runs a [`Dispatch`] of it.
//! What a shader does wrong is a [`Finding`] in the [`Outcome`]; `Err` is for a call that can't be carried out.
//!
//! Must never know Metal's host objects, command lines or how diagnostics are shown.

pub mod backend;
pub mod dispatch;
pub mod memory;
mod program;
mod schedule;
mod specialize;
#[cfg(test)]
mod tests;

pub use crate::interp::observer::Observer;
pub use dispatch::Binding;
pub use dispatch::Checks;
pub use dispatch::ConstantValue;
pub use dispatch::Dispatch;
pub use dispatch::Finding;
pub use dispatch::Grid;
pub use dispatch::Outcome;
pub use dispatch::Schedule;
pub use dispatch::needed_bytes;
pub use memory::Memory;
pub use program::Program;
