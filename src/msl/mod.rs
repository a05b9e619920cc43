//! The vocabulary of the Metal Shading Language that every stage shares: scalar types, address spaces, stages,
//! built-in inputs. Facts of the language only; no syntax, no engine.

mod builtin_input;
mod scalar;
mod space;
mod type_name;

pub use builtin_input::BuiltinInput;
pub use builtin_input::Rate;
pub use scalar::Scalar;
pub use space::AddressSpace;
pub use space::Stage;
pub use type_name::is_type_name;
