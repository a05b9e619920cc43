//! The host API: Metal's objects under Metal's names, in Rust's style.
//!
//! ```
//! use deburr::metal::CompileOptions;
//! use deburr::metal::Device;
//! use deburr::metal::Size;
//!
//! # fn main() -> Result<(), deburr::metal::Error> {
//! let device = Device::system_default();
//! let source = "kernel void twice(device float* x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] *= 2; }";
//! let library = device.new_library_with_source(source, &CompileOptions::default())?;
//! let function = library.new_function("twice").expect("the kernel above");
//! let pipeline = device.new_compute_pipeline_state_with_function(&function)?;
//! let buffer = device.new_buffer_with_data(&[1.0_f32, 2.0, 3.0])?;
//!
//! let queue = device.new_command_queue();
//! let commands = queue.new_command_buffer();
//! let encoder = commands.new_compute_command_encoder()?;
//! encoder.set_compute_pipeline_state(&pipeline)?;
//! encoder.set_buffer(0, Some(&buffer), 0)?;
//! encoder.dispatch_threads(Size::new(3, 1, 1), Size::new(3, 1, 1))?;
//! encoder.end_encoding()?;
//! commands.commit()?;
//! commands.wait_until_completed()?;
//! assert_eq!(buffer.contents::<f32>(), [2.0, 4.0, 6.0]);
//! # Ok(())
//! # }
//! ```
//!
//! What Metal's API validation layer stops with an assertion is an [`Error::Validation`] here, in the words of the same
//! rule. What the shader does wrong is a [`Report`] of the command buffer.
//!
//! Must never know files, command lines or how diagnostics are shown.

mod buffer;
mod command;
mod device;
mod encoder;
mod error;
mod function;
mod library;
mod pending;
mod pipeline;
mod reflection;
#[cfg(test)]
mod tests;

pub use crate::compile::CompileOptions;
pub use crate::exec::Checks;
pub use crate::exec::Schedule;
pub use crate::syntax::dialect::Dialect;
pub use crate::syntax::dialect::LanguageVersion;
pub use crate::syntax::preprocessor::CommandLineMacro;
pub use crate::syntax::preprocessor::FileLoader;
pub use crate::syntax::preprocessor::MemoryFiles;
pub use buffer::Buffer;
pub use buffer::Element;
pub use command::CommandBuffer;
pub use command::CommandBufferStatus;
pub use command::CommandQueue;
pub use device::Device;
pub use device::GpuFamily;
pub use device::Limits;
pub use encoder::BarrierScope;
pub use encoder::ComputeCommandEncoder;
pub use error::Error;
pub use error::Report;
pub use error::Reports;
pub use function::Function;
pub use function::FunctionConstant;
pub use function::FunctionConstantValues;
pub use function::FunctionType;
pub use function::VertexAttribute;
pub use library::Library;
pub use pending::LibraryFuture;
pub use pending::Pending;
pub use pipeline::ComputePipelineDescriptor;
pub use pipeline::ComputePipelineState;
pub use reflection::ArrayType;
pub use reflection::Binding;
pub use reflection::BindingAccess;
pub use reflection::BindingType;
pub use reflection::ComputePipelineReflection;
pub use reflection::DataType;
pub use reflection::PointerType;
pub use reflection::StructMember;
pub use reflection::StructType;

/// A width, height and depth (`MTLSize`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// Along x.
    pub width: u32,
    /// Along y.
    pub height: u32,
    /// Along z.
    pub depth: u32,
}

impl Size {
    /// A size (`MTLSizeMake`).
    #[must_use]
    pub const fn new(width: u32, height: u32, depth: u32) -> Self {
        Self { width, height, depth }
    }

    fn array(self) -> [u32; 3] {
        [self.width, self.height, self.depth]
    }

    fn count(self) -> u64 {
        // Saturates: anything that large is over every limit.
        self.array().iter().fold(1, |product: u64, size| product.saturating_mul(u64::from(*size)))
    }
}
