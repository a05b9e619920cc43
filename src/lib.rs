//! deburr runs, debugs and unit-tests Metal shaders on any machine: no Mac, no GPU.
//!
//! Data flows one way; a module imports only from modules above it:
//!
//! ```text
//! source ─ diagnostic ─ syntax ─ sema ─ ir ─ passes ─ bytecode ─ interp ─ exec ─ metal
//! ```
//!
//! * [`source`]: files, positions, macro expansions.
//! * [`diagnostic`]: what went wrong and where, as data; rendering is apart.
//! * [`msl`]: the vocabulary of the language that every stage shares.
//! * [`ir`]: the typed, structured intermediate representation.
//! * [`passes`]: transformations and analyses of the IR.
//! * [`numerics`]: the arithmetic that every engine shares, bit for bit.
//! * [`bytecode`]: register code for a SIMD-group, made from IR.
//! * [`interp`]: runs bytecode for a SIMD-group.
//! * [`exec`]: runs dispatches: scheduling, memory, bindings.
//! * [`metal`]: the host API under Metal's names.
//! * [`testing`]: file tests: what a `.metal` file says about itself, compared with what was reported.

pub mod bytecode;
pub mod compile;
pub mod deep_stack;
pub mod diagnostic;
pub mod exec;
pub mod host_data;
pub mod interp;
pub mod ir;
pub mod lower;
pub mod metal;
pub mod msl;
pub mod numerics;
pub mod passes;
pub mod sema;
pub mod source;
pub mod stdlib;
pub mod syntax;
pub mod testing;
