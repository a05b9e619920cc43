//! Bytecode: register code that works on one value a lane at a time, for a given SIMD-group width.
//!
//! A function's registers lie in a frame of 32-bit words. A register that may differ from lane to lane is a *row*: as
//! many elements as the SIMD-group has lanes; one that can't is a *scalar*: one element. Vectors are consecutive rows
//! or scalars. The frame starts with the mask slots (two words each) and the constants.
//!
//! Must never know how it is run.

pub mod code;
pub mod disassemble;
pub mod lower;
pub mod operation;
pub mod uniform;
pub mod verify;

pub use code::Access;
pub use code::Code;
pub use code::CodeFunction;
pub use code::Element;
pub use code::Instruction;
pub use code::Register;
pub use operation::Operation;
