//! Passes over the IR: what makes a program faster without changing what it computes, and what engines want to know.
//!
//! A pass takes valid IR to valid IR ([`crate::ir::verify`]) with the same results, bit for bit. The passes know
//! nothing of engines; what an engine may assume is said in the head of each analysis.

pub mod uniformity;

pub use uniformity::Uniformity;
