//! A kernel, compiled and ready to run.

use super::ComputePipelineReflection;
use super::Device;
use super::Error;
use super::Function;
use super::FunctionType;
use super::Report;
use super::Reports;
use crate::exec::Program;
use crate::msl::AddressSpace;
use std::sync::Arc;

/// Options of a pipeline (`MTLComputePipelineDescriptor`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ComputePipelineDescriptor {
    /// What messages call it; the function's name if empty.
    pub label: String,
    /// Threads that a threadgroup may have; 0 for the function's own limit.
    pub max_total_threads_per_threadgroup: u32,
    /// A promise that threadgroups consist of whole SIMD-groups; dispatches that break it are refused.
    pub thread_group_size_is_multiple_of_thread_execution_width: bool,
}

#[derive(Debug)]
struct Shared {
    device: Device,
    function: Function,
    program: Program,
    descriptor: ComputePipelineDescriptor,
}

/// A compiled kernel (`MTLComputePipelineState`). Handles are cheap to clone.
#[derive(Clone, Debug)]
pub struct ComputePipelineState {
    shared: Arc<Shared>,
}

impl ComputePipelineState {
    pub(super) fn new(
        device: &Device,
        function: &Function,
        descriptor: &ComputePipelineDescriptor,
    ) -> Result<Self, Error> {
        if function.function_type() != FunctionType::Kernel {
            return Err(Error::rule(format!(
                "computeFunction must be a kernel; {} is a {} function",
                function.name(),
                function.entry_point().stage.name()
            )));
        }
        let limit = device.limits().threads_per_threadgroup;
        if descriptor.max_total_threads_per_threadgroup > limit {
            return Err(Error::rule(format!(
                "maxTotalThreadsPerThreadgroup({}) must be <= {limit}",
                descriptor.max_total_threads_per_threadgroup
            )));
        }
        let shared = &function.library.shared;
        let program = Program::new(&shared.module, function.name(), &function.constants)
            .and_then(|program| program.code(device.limits().simd_width).map(|_| program))
            .map_err(|diagnostic| Error::Compile(Reports(vec![Report::once(*diagnostic, &shared.map)])))?;
        let state = Self {
            shared: Arc::new(Shared {
                device: device.clone(),
                function: function.clone(),
                program,
                descriptor: descriptor.clone(),
            }),
        };
        let (used, limit) = (state.static_threadgroup_memory_length(), device.limits().threadgroup_memory);
        if used > limit {
            return Err(Error::rule(format!("Threadgroup memory size ({used}) exceeds the maximum ({limit})")));
        }
        Ok(state)
    }

    /// Its name in messages.
    #[must_use]
    pub fn label(&self) -> &str {
        let label = &self.shared.descriptor.label;
        if label.is_empty() { self.shared.function.name() } else { label }
    }

    /// The device it is for.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.shared.device
    }

    /// Threads of a SIMD-group.
    #[must_use]
    pub fn thread_execution_width(&self) -> u32 {
        self.shared.device.limits().simd_width
    }

    /// Threads that a threadgroup of this kernel may have.
    #[must_use]
    pub fn max_total_threads_per_threadgroup(&self) -> u32 {
        let device = self.shared.device.limits().threads_per_threadgroup;
        let function = self.program().entry_point().max_total_threads.unwrap_or(device);
        let asked = match self.shared.descriptor.max_total_threads_per_threadgroup {
            0 => device,
            asked => asked,
        };
        device.min(function).min(asked)
    }

    /// Bytes of threadgroup memory that the kernel declares itself.
    #[must_use]
    pub fn static_threadgroup_memory_length(&self) -> u32 {
        let globals = &self.program().module().globals;
        let used = self.program().entry_point().threadgroup_globals.iter().map(|id| &globals[id.index()]);
        used.filter(|global| global.space == AddressSpace::Threadgroup)
            .fold(0, |sum: u32, global| sum.saturating_add(global.size.next_multiple_of(global.align.max(1))))
    }

    /// What its arguments are.
    #[must_use]
    pub fn reflection(&self) -> ComputePipelineReflection {
        ComputePipelineReflection::new(self.program())
    }

    pub(super) fn program(&self) -> &Program {
        &self.shared.program
    }

    pub(super) fn function(&self) -> &Function {
        &self.shared.function
    }

    pub(super) fn needs_whole_simdgroups(&self) -> bool {
        self.shared.descriptor.thread_group_size_is_multiple_of_thread_execution_width
    }
}
