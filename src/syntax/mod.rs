//! Text to tokens to syntax tree.
//!
//! Knows names only as far as C++ parsing needs them (is this a type, a template?); never types or meanings.

pub mod ast;
pub mod dialect;
pub mod lexer;
pub mod parser;
pub mod preprocessor;
pub mod token;
