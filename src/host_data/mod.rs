//! Data as people write it: `TYPE:VALUES` specifications, comparison with what is expected, printing.
//!
//! Shared by the command line and by file tests. Knows bytes and element types; no files, no engine.

mod compare;
mod element;
mod npy;
mod print;
mod spec;

pub use compare::Mismatch;
pub use compare::Tolerance;
pub use compare::compare;
pub use element::ElementType;
pub use npy::from_npy;
pub use npy::to_npy;
pub use print::component_text;
pub use print::to_json;
pub use print::to_text;
pub use spec::Data;
pub use spec::Spec;
pub use spec::parse_spec;
pub use spec::parse_value;
