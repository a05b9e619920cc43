//! The interpreter: runs bytecode, one SIMD-group at a time.
//!
//! Must never know threadgroups' order, bindings or the host.

pub mod observer;
