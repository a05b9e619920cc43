//! The interpreter: runs bytecode, one SIMD-group at a time.
//!
//! * [`machine`]: the loop over instructions, control flow, calls.
//! * [`rows`]: arithmetic on rows, compiled for several CPU levels.
//! * [`access`], [`atomics`], [`memory`]: memory.
//! * [`lanes`], [`matrix`]: where lanes meet.
//! * [`evaluate`]: one thread, for constant expressions.
//!
//! Must never know threadgroups' order, bindings or the host.

pub mod access;
mod atomics;
pub mod evaluate;
pub mod faults;
pub mod group;
mod integers;
pub mod lanes;
pub mod machine;
mod matrix;
pub mod memory;
pub mod observer;
mod pack;
pub mod rows;

pub use evaluate::evaluate;
