//! The compute command encoder: arguments and dispatches, checked by the rules of Metal's validation layer.

use super::Buffer;
use super::CommandBuffer;
use super::ComputePipelineState;
use super::Device;
use super::Error;
use super::GpuFamily;
use super::Size;
use super::command::Command;
use super::command::Extent;
use crate::exec;
use crate::exec::Binding;
use crate::ir::entry::ArgumentKind;
use crate::msl::AddressSpace;
use std::cell::RefCell;
use std::sync::Arc;

/// An entry of the buffer argument table.
#[derive(Clone, Debug)]
enum Slot {
    Buffer(Buffer, u64),
    Bytes(Arc<[u8]>),
}

impl Slot {
    /// Offset and length.
    fn extent(&self) -> (u64, u64) {
        match self {
            Self::Buffer(buffer, offset) => (*offset, buffer.length()),
            Self::Bytes(bytes) => (0, bytes.len() as u64),
        }
    }
}

/// What has been set; stays set from one dispatch to the next.
#[derive(Debug, Default)]
struct State {
    pipeline: Option<ComputePipelineState>,
    buffers: Vec<Option<Slot>>,
    threadgroup_memories: Vec<u32>,
    used: Vec<Buffer>,
    ended: bool,
}

/// What a barrier is about (`MTLBarrierScope`).
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BarrierScope {
    Buffers,
    Textures,
}

/// Writes dispatches into a command buffer (`MTLComputeCommandEncoder`).
#[derive(Debug)]
pub struct ComputeCommandEncoder {
    commands: CommandBuffer,
    state: RefCell<State>,
}

impl ComputeCommandEncoder {
    pub(super) fn new(commands: &CommandBuffer) -> Self {
        let limits = commands.device().limits();
        let state = State {
            buffers: vec![None; limits.buffers as usize],
            threadgroup_memories: vec![0; limits.threadgroup_memories as usize],
            ..State::default()
        };
        Self { commands: commands.clone(), state: RefCell::new(state) }
    }

    fn device(&self) -> &Device {
        self.commands.device()
    }

    fn change(&self, change: impl FnOnce(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        let mut state = self.state.borrow_mut();
        if state.ended {
            return Err(Error::rule("encoding on a command encoder after endEncoding"));
        }
        change(&mut state)
    }

    fn check_buffer(&self, buffer: &Buffer, offset: u64) -> Result<(), Error> {
        if !buffer.device().is_same(self.device()) {
            return Err(Error::rule("buffer is associated with a different device"));
        }
        if offset >= buffer.length() {
            return Err(Error::rule(format!("offset({offset}) must be < [buffer length]({})", buffer.length())));
        }
        Ok(())
    }

    /// Sets what runs (`setComputePipelineState:`).
    ///
    /// # Errors
    /// It belongs to another device, or encoding has ended.
    pub fn set_compute_pipeline_state(&self, state: &ComputePipelineState) -> Result<(), Error> {
        if !state.device().is_same(self.device()) {
            return Err(Error::rule("computePipelineState is associated with a different device"));
        }
        self.change(|this| {
            this.pipeline = Some(state.clone());
            Ok(())
        })
    }

    /// Binds a buffer from an offset on, or nothing (`setBuffer:offset:atIndex:`).
    ///
    /// # Errors
    /// The index is over the limit, the offset is outside the buffer or not aligned, the buffer is another device's.
    pub fn set_buffer(&self, index: u32, buffer: Option<&Buffer>, offset: u64) -> Result<(), Error> {
        if let Some(buffer) = buffer {
            self.check_buffer(buffer, offset)?;
        }
        self.change(|this| {
            *slot(&mut this.buffers, index)? = buffer.map(|buffer| Slot::Buffer(buffer.clone(), offset));
            Ok(())
        })
    }

    /// Binds several buffers from an index on (`setBuffers:offsets:withRange:`).
    ///
    /// # Errors
    /// As for [`ComputeCommandEncoder::set_buffer`].
    pub fn set_buffers(&self, first: u32, buffers: &[(Option<&Buffer>, u64)]) -> Result<(), Error> {
        (first..).zip(buffers).try_for_each(|(index, (buffer, offset))| self.set_buffer(index, *buffer, *offset))
    }

    /// Changes the offset of a bound buffer (`setBufferOffset:atIndex:`).
    ///
    /// # Errors
    /// No buffer is bound there, or as for [`ComputeCommandEncoder::set_buffer`].
    pub fn set_buffer_offset(&self, index: u32, offset: u64) -> Result<(), Error> {
        self.change(|this| match slot(&mut this.buffers, index)? {
            Some(Slot::Buffer(buffer, bound)) => {
                self.check_buffer(buffer, offset)?;
                *bound = offset;
                Ok(())
            }
            _ => Err(Error::rule(format!("setBufferOffset: no buffer is bound at index({index})"))),
        })
    }

    /// Binds a copy of a few bytes (`setBytes:length:atIndex:`).
    ///
    /// # Errors
    /// There are none or too many, or the index is over the limit.
    pub fn set_bytes(&self, index: u32, bytes: &[u8]) -> Result<(), Error> {
        let limit = self.device().limits().inline_bytes;
        if bytes.is_empty() {
            return Err(Error::rule("length(0) must be > 0"));
        }
        if bytes.len() > limit as usize {
            return Err(Error::rule(format!("length({}) must be <= {limit}", bytes.len())));
        }
        self.change(|this| {
            *slot(&mut this.buffers, index)? = Some(Slot::Bytes(bytes.into()));
            Ok(())
        })
    }

    /// Binds a copy of a value: a number or an array of them.
    ///
    /// # Errors
    /// As for [`ComputeCommandEncoder::set_bytes`].
    pub fn set_value<T: super::Element>(&self, index: u32, value: T) -> Result<(), Error> {
        self.set_bytes(index, &T::to_bytes(&[value]))
    }

    /// Sets the length of a threadgroup memory argument (`setThreadgroupMemoryLength:atIndex:`).
    ///
    /// # Errors
    /// The length is not a multiple of 16 or over the limit, or the index is.
    pub fn set_threadgroup_memory_length(&self, index: u32, length: u32) -> Result<(), Error> {
        let limits = self.device().limits();
        let alignment = limits.threadgroup_memory_alignment.max(1);
        if !length.is_multiple_of(alignment) {
            return Err(Error::rule(format!("length({length}) must be a multiple of {alignment} bytes")));
        }
        if length > limits.threadgroup_memory {
            return Err(Error::rule(format!("length({length}) must be <= {}", limits.threadgroup_memory)));
        }
        self.change(|this| {
            *slot(&mut this.threadgroup_memories, index)? = length;
            Ok(())
        })
    }

    /// Makes a buffer reachable through pointers in other buffers (`useResource:usage:`).
    ///
    /// # Errors
    /// It is another device's, or encoding has ended.
    pub fn use_resource(&self, buffer: &Buffer) -> Result<(), Error> {
        self.check_buffer(buffer, 0)?;
        self.change(|this| {
            this.used.push(buffer.clone());
            Ok(())
        })
    }

    /// Runs whole threadgroups (`dispatchThreadgroups:threadsPerThreadgroup:`).
    ///
    /// # Errors
    /// A size is zero or over the limit, or an argument doesn't fit the function.
    pub fn dispatch_threadgroups(&self, threadgroups: Size, threads_per_threadgroup: Size) -> Result<(), Error> {
        nonzero("threadgroupsPerGrid", threadgroups)?;
        let pairs = threadgroups.array().into_iter().zip(threads_per_threadgroup.array());
        if let Some((groups, threads)) =
            pairs.into_iter().find(|(groups, threads)| groups.checked_mul(*threads).is_none())
        {
            return Err(Error::rule(format!(
                "threadgroupsPerGrid({groups}) * threadsPerThreadgroup({threads}) must be <= {}",
                u32::MAX
            )));
        }
        let grid = exec::Grid::Threadgroups(threadgroups.array());
        self.dispatch(Extent::Known(grid), threads_per_threadgroup)
    }

    /// Runs exactly so many threads (`dispatchThreads:threadsPerThreadgroup:`); threadgroups at the edge are smaller.
    ///
    /// # Errors
    /// As for [`ComputeCommandEncoder::dispatch_threadgroups`].
    pub fn dispatch_threads(&self, threads: Size, threads_per_threadgroup: Size) -> Result<(), Error> {
        if !self.device().supports_family(GpuFamily::Apple4) && !self.device().supports_family(GpuFamily::Mac1) {
            return Err(Error::rule(
                "Dispatch Threads with Non-Uniform Threadgroup Size is only supported on MTLGPUFamilyApple4 and later",
            ));
        }
        nonzero("threadsPerGrid", threads)?;
        self.dispatch(Extent::Known(exec::Grid::Threads(threads.array())), threads_per_threadgroup)
    }

    /// Runs as many whole threadgroups as three `uint`s in a buffer say when it is their turn
    /// (`dispatchThreadgroupsWithIndirectBuffer:…`).
    ///
    /// # Errors
    /// The three numbers don't lie in the buffer, or as for [`ComputeCommandEncoder::dispatch_threadgroups`].
    pub fn dispatch_threadgroups_indirect(
        &self,
        indirect_buffer: &Buffer,
        offset: u64,
        threads_per_threadgroup: Size,
    ) -> Result<(), Error> {
        self.check_buffer(indirect_buffer, offset)?;
        if !offset.is_multiple_of(4) {
            return Err(Error::rule(format!("indirectBufferOffset({offset}) must be a multiple of 4")));
        }
        if indirect_buffer.length() - offset < 12 {
            return Err(Error::rule(format!(
                "indirectBufferOffset({offset}) + 12 must be <= [buffer length]({})",
                indirect_buffer.length()
            )));
        }
        self.dispatch(Extent::Indirect(indirect_buffer.clone(), offset), threads_per_threadgroup)
    }

    /// Makes what earlier dispatches wrote visible to later ones (`memoryBarrierWithScope:`). Dispatches run one after
    /// the other anyway, so this only checks.
    ///
    /// # Errors
    /// Encoding has ended.
    pub fn memory_barrier(&self, scope: BarrierScope) -> Result<(), Error> {
        let _ = scope;
        self.change(|_| Ok(()))
    }

    /// The same for some buffers (`memoryBarrierWithResources:count:`).
    ///
    /// # Errors
    /// A buffer is another device's, or encoding has ended.
    pub fn memory_barrier_with_resources(&self, buffers: &[&Buffer]) -> Result<(), Error> {
        buffers.iter().try_for_each(|buffer| self.check_buffer(buffer, 0))?;
        self.change(|_| Ok(()))
    }

    /// Ends encoding: the command buffer can be committed, or take the next encoder (`endEncoding`).
    ///
    /// # Errors
    /// Encoding has ended already.
    pub fn end_encoding(&self) -> Result<(), Error> {
        self.change(|this| {
            this.ended = true;
            Ok(())
        })?;
        self.commands.end_encoder();
        Ok(())
    }

    fn dispatch(&self, extent: Extent, threads_per_threadgroup: Size) -> Result<(), Error> {
        self.change(|this| {
            let pipeline = this.pipeline.clone().ok_or_else(|| {
                Error::rule("a dispatch needs a compute pipeline state: call set_compute_pipeline_state first")
            })?;
            self.check_threadgroup(&pipeline, threads_per_threadgroup)?;
            let execution = &self.device().shared.execution;
            let grid = match &extent {
                Extent::Known(grid) => *grid,
                Extent::Indirect(..) => exec::Grid::Threadgroups([1; 3]),
            };
            let mut dispatch = exec::Dispatch::new(grid, threads_per_threadgroup.array());
            dispatch.simd_width = pipeline.thread_execution_width();
            dispatch.threads = execution.threads;
            dispatch.max_steps = execution.max_steps;
            dispatch.schedule = execution.schedule;
            dispatch.checks = execution.checks.clone();
            let mut buffers = this.used.clone();
            dispatch.bindings = self.bindings(this, &pipeline, &mut buffers)?;
            dispatch.resident = buffers.iter().map(|buffer| buffer.memory().clone()).collect();
            self.commands.push(Command { pipeline, dispatch, extent, _buffers: buffers })
        })
    }

    fn check_threadgroup(&self, pipeline: &ComputePipelineState, size: Size) -> Result<(), Error> {
        nonzero("threadsPerThreadgroup", size)?;
        let Size { width, height, depth } = size;
        let product = format!(
            "(threadsPerThreadgroup.width({width}) * threadsPerThreadgroup.height({height}) * \
             threadsPerThreadgroup.depth({depth}))({})",
            size.count()
        );
        let device = self.device().limits().threads_per_threadgroup;
        if size.count() > u64::from(device) {
            return Err(Error::rule(format!("{product} must be <= {device}. (device threadgroup size limit)")));
        }
        let kernel = pipeline.max_total_threads_per_threadgroup();
        if size.count() > u64::from(kernel) {
            return Err(Error::rule(format!("{product} must be <= {kernel}. (kernel threadgroup size limit)")));
        }
        let simd_width = pipeline.thread_execution_width();
        if pipeline.needs_whole_simdgroups() && !size.count().is_multiple_of(u64::from(simd_width)) {
            return Err(Error::rule(format!(
                "{product} must be a multiple of threadExecutionWidth({simd_width}): the pipeline was made with \
                 threadGroupSizeIsMultipleOfThreadExecutionWidth"
            )));
        }
        if let Some(required) = pipeline.program().entry_point().required_threads
            && required != size.array()
        {
            return Err(Error::rule(format!(
                "threadsPerThreadgroup({width}, {height}, {depth}) must be ({}, {}, {}), which the function requires",
                required[0], required[1], required[2]
            )));
        }
        Ok(())
    }

    fn bindings(
        &self,
        state: &State,
        pipeline: &ComputePipelineState,
        buffers: &mut Vec<Buffer>,
    ) -> Result<Vec<Binding>, Error> {
        let program = pipeline.program();
        let module = program.module();
        let mut threadgroup_memory = u64::from(pipeline.static_threadgroup_memory_length());
        let mut bindings = Vec::new();
        for (number, argument) in program.entry_point().arguments.iter().enumerate() {
            if !program.argument_exists(number) {
                bindings.push(Binding::None);
                continue;
            }
            bindings.push(match &argument.kind {
                ArgumentKind::Buffer { space, .. } => {
                    let Some(Some(slot)) = state.buffers.get(argument.index as usize) else {
                        // Not a mistake unless the function uses it: then the run reports it.
                        bindings.push(Binding::None);
                        continue;
                    };
                    let (offset, length) = slot.extent();
                    // In the device address space the type's own alignment counts: the run sees to that.
                    let alignment = u64::from(self.device().limits().buffer_offset_alignment.max(1));
                    if *space == AddressSpace::Constant && !offset.is_multiple_of(alignment) {
                        return Err(Error::rule(format!(
                            "Compute Function({}): offset({offset}) of argument {}[0] from buffer({}) in the constant \
                             address space must be a multiple of {alignment}",
                            pipeline.function().name(),
                            argument.name,
                            argument.index
                        )));
                    }
                    let space = length - offset;
                    if let Some(needed) = exec::needed_bytes(module, argument).filter(|needed| space < *needed) {
                        return Err(Error::rule(format!(
                            "Compute Function({}): argument {}[0] from buffer({}) with offset({offset}) and \
                             length({length}) has space for {space} bytes, but argument has a length({needed}).",
                            pipeline.function().name(),
                            argument.name,
                            argument.index
                        )));
                    }
                    match slot {
                        Slot::Buffer(buffer, offset) => {
                            buffers.push(buffer.clone());
                            Binding::Buffer { memory: buffer.memory().clone(), offset: *offset }
                        }
                        Slot::Bytes(bytes) => Binding::Bytes(bytes.clone()),
                    }
                }
                ArgumentKind::ThreadgroupMemory { .. } => {
                    match state.threadgroup_memories.get(argument.index as usize).copied() {
                        None | Some(0) => Binding::None,
                        Some(length) => {
                            threadgroup_memory += u64::from(length);
                            Binding::ThreadgroupMemory(length)
                        }
                    }
                }
                _ => Binding::None,
            });
        }
        let limit = self.device().limits().threadgroup_memory;
        if threadgroup_memory > u64::from(limit) {
            return Err(Error::rule(format!(
                "Total threadgroup memory length ({threadgroup_memory}) must be <= {limit}"
            )));
        }
        Ok(bindings)
    }
}

fn slot<T>(table: &mut [T], index: u32) -> Result<&mut T, Error> {
    let limit = table.len();
    table.get_mut(index as usize).ok_or_else(|| Error::rule(format!("index({index}) must be < {limit}")))
}

fn nonzero(name: &str, size: Size) -> Result<(), Error> {
    let axes = [("width", size.width), ("height", size.height), ("depth", size.depth)];
    match axes.iter().find(|(_, size)| *size == 0) {
        Some((axis, _)) => Err(Error::rule(format!("{name}.{axis}(0) must be > 0"))),
        None => Ok(()),
    }
}
