//! Fuzzing deburr: what is run on arbitrary bytes, and a generator of such bytes that needs no nightly compiler.
//!
//! * `cargo run --release --manifest-path fuzz/Cargo.toml --bin smoke -- --seconds 60` runs all targets on stable
//!   Rust, on mutations of the files in `fuzz/seeds/TARGET/`. The same seed number gives the same inputs.
//! * `cargo fuzz run preprocess --features libfuzzer` drives a target with libFuzzer (nightly).
//!
//! A target may refuse its input with diagnostics. It must not panic, hang, or use memory out of proportion.

pub mod generator;
pub mod targets;
