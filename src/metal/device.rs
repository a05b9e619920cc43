//! The device: limits, families, and what makes every other object.

use super::Buffer;
use super::CommandQueue;
use super::CompileOptions;
use super::ComputePipelineDescriptor;
use super::ComputePipelineReflection;
use super::ComputePipelineState;
use super::Element;
use super::Error;
use super::Function;
use super::Library;
use super::LibraryFuture;
use super::Pending;
use crate::exec::Checks;
use crate::exec::Schedule;
use crate::exec::memory::MAX_MEMORY_NUMBER;
use crate::syntax::preprocessor::FileLoader;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

/// A family of GPUs (`MTLGPUFamily`).
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GpuFamily {
    Apple1,
    Apple2,
    Apple3,
    Apple4,
    Apple5,
    Apple6,
    Apple7,
    Apple8,
    Apple9,
    Mac1,
    Mac2,
    Common1,
    Common2,
    Common3,
    Metal3,
}

impl GpuFamily {
    /// Whether a GPU of this family is one of `other`, too: each family has all that the earlier ones have.
    #[must_use]
    pub fn includes(self, other: Self) -> bool {
        use GpuFamily as F;
        // Apple7 is the first one that is also a Mac's; Common3 begins with Apple3, Metal3 with Apple7.
        let apple = [F::Apple1, F::Apple2, F::Apple3, F::Apple4, F::Apple5, F::Apple6, F::Apple7, F::Apple8, F::Apple9];
        let level = |family| apple.iter().position(|candidate| *candidate == family).map(|at| at + 1);
        if let (Some(mine), Some(asked)) = (level(self), level(other)) {
            return asked <= mine;
        }
        match (level(self), self, other) {
            (_, mine, asked) if mine == asked => true,
            (Some(_), _, F::Common1) => true,
            (Some(mine), _, F::Common2 | F::Common3) => mine >= 3,
            (Some(mine), _, F::Mac1 | F::Mac2 | F::Metal3) => mine >= 7,
            (None, F::Mac1 | F::Mac2 | F::Metal3, F::Common1 | F::Common2 | F::Common3) => true,
            (None, F::Mac2, F::Mac1 | F::Metal3) => true,
            (None, F::Common2, F::Common1) | (None, F::Common3, F::Common1 | F::Common2) => true,
            _ => false,
        }
    }
}

/// How much is possible on a device; the default is that of the family Apple7.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Entries of the buffer argument table.
    pub buffers: u32,
    /// Entries of the texture argument table.
    pub textures: u32,
    /// Entries of the sampler argument table.
    pub samplers: u32,
    /// Entries of the threadgroup memory argument table.
    pub threadgroup_memories: u32,
    /// Threads of a threadgroup, all in all and along each axis.
    pub threads_per_threadgroup: u32,
    /// Bytes of threadgroup memory of a dispatch.
    pub threadgroup_memory: u32,
    /// The length of a threadgroup memory argument is a multiple of this.
    pub threadgroup_memory_alignment: u32,
    /// Bytes that `set_bytes` takes.
    pub inline_bytes: u32,
    /// The offset of a buffer in the constant address space is a multiple of this.
    pub buffer_offset_alignment: u32,
    /// Bytes of a buffer.
    pub buffer_length: u64,
    /// Threads of a SIMD-group.
    pub simd_width: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            buffers: 31,
            textures: 128,
            samplers: 16,
            threadgroup_memories: 31,
            threads_per_threadgroup: 1024,
            threadgroup_memory: 32 << 10,
            threadgroup_memory_alignment: 16,
            inline_bytes: 4 << 10,
            buffer_offset_alignment: 4,
            buffer_length: 4 << 30,
            simd_width: 32,
        }
    }
}

/// Numbers of buffers: handed out in the order of creation, so that addresses repeat from run to run.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    last: u32,
    returned: BTreeSet<u32>,
}

impl Numbers {
    /// A number that no living buffer has. Numbers of dropped buffers come again only when all have been used once.
    pub(super) fn take(&mut self) -> Option<u32> {
        if self.last < MAX_MEMORY_NUMBER {
            self.last += 1;
            return Some(self.last);
        }
        self.returned.pop_first()
    }

    pub(super) fn give_back(&mut self, number: u32) {
        self.returned.insert(number);
    }
}

/// What all handles of a device share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) family: GpuFamily,
    pub(super) limits: Limits,
    pub(super) numbers: Mutex<Numbers>,
    pub(super) execution: Execution,
}

/// How dispatches are carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Execution {
    pub(super) threads: usize,
    pub(super) max_steps: u64,
    pub(super) schedule: Schedule,
    pub(super) checks: Checks,
}

/// A GPU that is none (`MTLDevice`). Handles are cheap to clone and may be sent to other threads.
#[derive(Clone, Debug)]
pub struct Device {
    pub(super) shared: Arc<Shared>,
}

impl Device {
    /// The device that there always is: family Apple7 (`MTLCreateSystemDefaultDevice`).
    #[must_use]
    pub fn system_default() -> Self {
        Self::with_limits(GpuFamily::Apple7, Limits::default())
    }

    /// A device of another profile.
    #[must_use]
    pub fn with_limits(family: GpuFamily, limits: Limits) -> Self {
        let execution = Execution {
            threads: 0,
            max_steps: crate::exec::dispatch::DEFAULT_MAX_STEPS,
            schedule: Schedule::Order,
            checks: Checks::ALL,
        };
        Self { shared: Arc::new(Shared { family, limits, numbers: Mutex::default(), execution }) }
    }

    fn change(self, change: impl FnOnce(&mut Execution)) -> Self {
        let mut execution = self.shared.execution.clone();
        change(&mut execution);
        let shared = Shared {
            family: self.shared.family,
            limits: self.shared.limits.clone(),
            numbers: Mutex::default(),
            execution,
        };
        Self { shared: Arc::new(shared) }
    }

    /// A device whose SIMD-groups run interleaved, as this schedule says.
    #[must_use]
    pub fn with_schedule(self, schedule: Schedule) -> Self {
        self.change(|execution| execution.schedule = schedule)
    }

    /// A device whose dispatches end after so many steps of a SIMD-group.
    #[must_use]
    pub fn with_max_steps(self, steps: u64) -> Self {
        self.change(|execution| execution.max_steps = steps)
    }

    /// A device that uses so many worker threads; 0 for one a core. The results are the same.
    #[must_use]
    pub fn with_worker_threads(self, threads: usize) -> Self {
        self.change(|execution| execution.threads = threads)
    }

    /// A device whose runs look for these findings.
    #[must_use]
    pub fn with_checks(self, checks: Checks) -> Self {
        self.change(|execution| execution.checks = checks)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        "deburr"
    }

    /// What is possible.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// Whether the device has what a family has (`supportsFamily:`).
    #[must_use]
    pub fn supports_family(&self, family: GpuFamily) -> bool {
        self.shared.family.includes(family)
    }

    /// The largest size of a threadgroup along each axis.
    #[must_use]
    pub fn max_threads_per_threadgroup(&self) -> super::Size {
        let limit = self.limits().threads_per_threadgroup;
        super::Size::new(limit, limit, limit)
    }

    /// Bytes of threadgroup memory of a dispatch.
    #[must_use]
    pub fn max_threadgroup_memory_length(&self) -> u32 {
        self.limits().threadgroup_memory
    }

    /// Bytes of a buffer.
    #[must_use]
    pub fn max_buffer_length(&self) -> u64 {
        self.limits().buffer_length
    }

    /// A buffer of zeros (`newBufferWithLength:options:`).
    ///
    /// # Errors
    /// The length is zero or over the limit.
    pub fn new_buffer(&self, length: u64) -> Result<Buffer, Error> {
        Buffer::new(self, length, None)
    }

    /// A buffer that holds a copy of these bytes (`newBufferWithBytes:length:options:`).
    ///
    /// # Errors
    /// The length is zero or over the limit.
    pub fn new_buffer_with_bytes(&self, bytes: &[u8]) -> Result<Buffer, Error> {
        Buffer::new(self, bytes.len() as u64, Some(bytes))
    }

    /// A buffer that holds a copy of these values.
    ///
    /// # Errors
    /// The length is zero or over the limit.
    pub fn new_buffer_with_data<T: Element>(&self, values: &[T]) -> Result<Buffer, Error> {
        self.new_buffer_with_bytes(&T::to_bytes(values))
    }

    /// Compiles a source text (`newLibraryWithSource:options:error:`).
    ///
    /// # Errors
    /// The source has errors.
    pub fn new_library_with_source(&self, source: &str, options: &CompileOptions) -> Result<Library, Error> {
        Library::from_source("program_source", source, options, &crate::syntax::preprocessor::NoFiles)
    }

    /// Compiles a source text on another thread and hands the library to a function there.
    pub fn new_library_with_source_completion(
        &self,
        source: impl Into<String>,
        options: CompileOptions,
        completion_handler: impl FnOnce(Result<Library, Error>) + Send + 'static,
    ) {
        library_thread(source.into(), options, completion_handler);
    }

    /// Compiles a source text on another thread; the library is the future's value.
    #[must_use]
    pub fn new_library_with_source_async(&self, source: impl Into<String>, options: CompileOptions) -> LibraryFuture {
        let (future, promise) = Pending::new();
        library_thread(source.into(), options, move |library| promise.keep(library));
        future
    }

    /// Compiles a file (`newLibraryWithURL:error:`); it and its includes come from the loader.
    ///
    /// # Errors
    /// There is no such file, or it has errors.
    pub fn new_library_with_file(
        &self,
        path: &str,
        options: &CompileOptions,
        files: &dyn FileLoader,
    ) -> Result<Library, Error> {
        Library::from_file(path, options, files)
    }

    /// Makes a kernel ready to run (`newComputePipelineStateWithFunction:error:`).
    ///
    /// # Errors
    /// The function is no kernel, lacks function constants, or uses what is not supported yet.
    pub fn new_compute_pipeline_state_with_function(&self, function: &Function) -> Result<ComputePipelineState, Error> {
        ComputePipelineState::new(self, function, &ComputePipelineDescriptor::default())
    }

    /// The same with options (`newComputePipelineStateWithDescriptor:…`).
    ///
    /// # Errors
    /// As for [`Device::new_compute_pipeline_state_with_function`], and if the options ask for too much.
    pub fn new_compute_pipeline_state_with_descriptor(
        &self,
        function: &Function,
        descriptor: &ComputePipelineDescriptor,
    ) -> Result<ComputePipelineState, Error> {
        ComputePipelineState::new(self, function, descriptor)
    }

    /// The same with what the kernel's arguments are (`…options:reflection:error:`).
    ///
    /// # Errors
    /// As for [`Device::new_compute_pipeline_state_with_function`].
    pub fn new_compute_pipeline_state_with_reflection(
        &self,
        function: &Function,
    ) -> Result<(ComputePipelineState, ComputePipelineReflection), Error> {
        let state = self.new_compute_pipeline_state_with_function(function)?;
        let reflection = state.reflection();
        Ok((state, reflection))
    }

    /// Makes a kernel ready on another thread and hands it to a function there
    /// (`newComputePipelineStateWithFunction:completionHandler:`).
    pub fn new_compute_pipeline_state_with_function_completion(
        &self,
        function: &Function,
        completion_handler: impl FnOnce(Result<ComputePipelineState, Error>) + Send + 'static,
    ) {
        let (device, function) = (self.clone(), function.clone());
        std::thread::spawn(move || completion_handler(device.new_compute_pipeline_state_with_function(&function)));
    }

    /// Makes a kernel ready on another thread; it is the future's value.
    #[must_use]
    pub fn new_compute_pipeline_state_with_function_async(&self, function: &Function) -> Pending<ComputePipelineState> {
        let (future, promise) = Pending::new();
        self.new_compute_pipeline_state_with_function_completion(function, move |state| promise.keep(state));
        future
    }

    /// A queue of command buffers.
    #[must_use]
    pub fn new_command_queue(&self) -> CommandQueue {
        CommandQueue::new(self)
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    pub(super) fn take_number(&self) -> Option<u32> {
        self.shared.numbers.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Compiles elsewhere.
fn library_thread(
    source: String,
    options: CompileOptions,
    completion_handler: impl FnOnce(Result<Library, Error>) + Send + 'static,
) {
    std::thread::spawn(move || {
        completion_handler(Library::from_source(
            "program_source",
            &source,
            &options,
            &crate::syntax::preprocessor::NoFiles,
        ));
    });
}
