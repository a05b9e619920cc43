//! Queues and command buffers: what is encoded runs when it is committed, in the order of the queue.

use super::Buffer;
use super::ComputeCommandEncoder;
use super::ComputePipelineState;
use super::Device;
use super::Error;
use super::Report;
use super::Reports;
use crate::exec::Dispatch;
use crate::exec::Grid;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

/// How far a command buffer is (`MTLCommandBufferStatus`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CommandBufferStatus {
    /// Being encoded.
    NotEnqueued,
    /// It has its place in the queue.
    Enqueued,
    /// It will run when those before it have.
    Committed,
    /// It is running.
    Scheduled,
    /// It has run.
    Completed,
    /// It has run, or stopped, with an error.
    Error,
}

/// The size of a dispatch.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    /// Given.
    Known(Grid),
    /// Three `uint`s in a buffer, read when the dispatch runs.
    Indirect(Buffer, u64),
}

/// One encoded dispatch.
#[derive(Debug)]
pub(super) struct Command {
    pub(super) pipeline: ComputePipelineState,
    pub(super) dispatch: Dispatch,
    pub(super) extent: Extent,
    /// Kept alive until it has run.
    pub(super) _buffers: Vec<Buffer>,
}

impl Command {
    /// Runs it; false if what follows must not run.
    fn run(mut self, reports: &mut Vec<Report>) -> bool {
        if let Extent::Indirect(buffer, offset) = &self.extent {
            let at = *offset as usize;
            let word = |bytes: &[u8], at: usize| bytes.get(at..at + 4).map_or(0, <u32 as super::Element>::get);
            let size = buffer.with_bytes(|bytes| [word(bytes, at), word(bytes, at + 4), word(bytes, at + 8)]);
            if size.contains(&0) {
                return true;
            }
            self.dispatch.grid = Grid::Threadgroups(size);
        }
        let map = &self.pipeline.function().library.shared.map;
        match self.pipeline.program().run(&self.dispatch) {
            Ok(outcome) => {
                let found = outcome.findings.into_iter();
                reports.extend(found.map(|finding| Report {
                    diagnostic: finding.diagnostic,
                    count: finding.count,
                    map: map.clone(),
                }));
                !outcome.stopped
            }
            Err(diagnostic) => {
                reports.push(Report::once(*diagnostic, map));
                false
            }
        }
    }
}

#[derive(Debug)]
struct QueueShared {
    device: Device,
    enqueued: Mutex<VecDeque<CommandBuffer>>,
}

/// Command buffers in the order in which they run (`MTLCommandQueue`).
#[derive(Clone, Debug)]
pub struct CommandQueue {
    shared: Arc<QueueShared>,
}

impl CommandQueue {
    pub(super) fn new(device: &Device) -> Self {
        Self { shared: Arc::new(QueueShared { device: device.clone(), enqueued: Mutex::default() }) }
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.shared.device
    }

    /// An empty command buffer (`commandBuffer`).
    #[must_use]
    pub fn new_command_buffer(&self) -> CommandBuffer {
        let state = State {
            status: CommandBufferStatus::NotEnqueued,
            encoding: false,
            commands: Vec::new(),
            handlers: Vec::new(),
            reports: Vec::new(),
        };
        let shared = Shared { queue: self.clone(), state: Mutex::new(state), ended: Condvar::new() };
        CommandBuffer { shared: Arc::new(shared) }
    }

    fn enqueued(&self) -> MutexGuard<'_, VecDeque<CommandBuffer>> {
        self.shared.enqueued.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs all committed command buffers that no uncommitted one stands before.
    fn drain(&self) {
        loop {
            let next = {
                let enqueued = self.enqueued();
                match enqueued.front() {
                    Some(first) if first.status() == CommandBufferStatus::Committed => {
                        first.state().status = CommandBufferStatus::Scheduled;
                        first.clone()
                    }
                    // Running on another thread, which will see to the rest.
                    Some(_) | None => return,
                }
            };
            next.execute();
            self.enqueued().pop_front();
        }
    }
}

type Handler = Box<dyn FnOnce(&CommandBuffer) + Send>;

struct State {
    status: CommandBufferStatus,
    encoding: bool,
    commands: Vec<Command>,
    handlers: Vec<Handler>,
    reports: Vec<Report>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} with {} commands", self.status, self.commands.len())
    }
}

#[derive(Debug)]
struct Shared {
    queue: CommandQueue,
    state: Mutex<State>,
    ended: Condvar,
}

/// Commands that run together (`MTLCommandBuffer`). Handles are cheap to clone.
#[derive(Clone, Debug)]
pub struct CommandBuffer {
    shared: Arc<Shared>,
}

impl CommandBuffer {
    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &Device {
        self.shared.queue.device()
    }

    /// How far it is.
    #[must_use]
    pub fn status(&self) -> CommandBufferStatus {
        self.state().status
    }

    /// An encoder for compute commands (`computeCommandEncoder`).
    ///
    /// # Errors
    /// Another encoder has not ended, or the buffer is committed.
    pub fn new_compute_command_encoder(&self) -> Result<ComputeCommandEncoder, Error> {
        let mut state = self.state();
        if state.status >= CommandBufferStatus::Committed {
            return Err(Error::rule("encoding on a command buffer that is committed"));
        }
        if state.encoding {
            return Err(Error::rule("A command encoder is already encoding to this command buffer"));
        }
        state.encoding = true;
        drop(state);
        Ok(ComputeCommandEncoder::new(self))
    }

    pub(super) fn push(&self, command: Command) -> Result<(), Error> {
        self.state().commands.push(command);
        Ok(())
    }

    pub(super) fn end_encoder(&self) {
        self.state().encoding = false;
    }

    /// Takes its place in the queue now, before it is committed (`enqueue`).
    ///
    /// # Errors
    /// It has its place already.
    pub fn enqueue(&self) -> Result<(), Error> {
        let mut enqueued = self.shared.queue.enqueued();
        let mut state = self.state();
        if state.status != CommandBufferStatus::NotEnqueued {
            return Err(Error::rule("enqueue on a command buffer that is already enqueued"));
        }
        state.status = CommandBufferStatus::Enqueued;
        enqueued.push_back(self.clone());
        Ok(())
    }

    /// Calls a function when it has run (`addCompletedHandler:`).
    ///
    /// # Errors
    /// It is committed.
    pub fn add_completed_handler(&self, handler: impl FnOnce(&CommandBuffer) + Send + 'static) -> Result<(), Error> {
        let mut state = self.state();
        if state.status >= CommandBufferStatus::Committed {
            return Err(Error::rule("addCompletedHandler on a command buffer that is committed"));
        }
        state.handlers.push(Box::new(handler));
        Ok(())
    }

    /// Runs it as soon as those before it in the queue have run (`commit`). It runs on the calling thread: when the
    /// call returns, it has run, unless an earlier one is not committed yet or runs on another thread.
    ///
    /// # Errors
    /// An encoder has not ended, or it is committed already.
    pub fn commit(&self) -> Result<(), Error> {
        {
            let mut enqueued = self.shared.queue.enqueued();
            let mut state = self.state();
            if state.encoding {
                return Err(Error::rule("commit command buffer with uncommitted encoder"));
            }
            if state.status >= CommandBufferStatus::Committed {
                return Err(Error::rule("commit an already committed command buffer"));
            }
            if state.status == CommandBufferStatus::NotEnqueued {
                enqueued.push_back(self.clone());
            }
            state.status = CommandBufferStatus::Committed;
        }
        self.shared.queue.drain();
        Ok(())
    }

    fn execute(&self) {
        let commands = std::mem::take(&mut self.state().commands);
        let mut reports = Vec::new();
        for command in commands {
            if !command.run(&mut reports) {
                break;
            }
        }
        let handlers = {
            let mut state = self.state();
            let failed = reports.iter().any(Report::is_error);
            state.status = if failed { CommandBufferStatus::Error } else { CommandBufferStatus::Completed };
            state.reports = reports;
            std::mem::take(&mut state.handlers)
        };
        self.shared.ended.notify_all();
        for handler in handlers {
            handler(self);
        }
    }

    /// Waits until it has run (`waitUntilCompleted`).
    ///
    /// # Errors
    /// It ended with an error: the reports say which. Or it can't run, since it, or one before it, isn't committed.
    pub fn wait_until_completed(&self) -> Result<(), Error> {
        let mut state = self.state();
        if state.status < CommandBufferStatus::Committed {
            return Err(Error::rule("waitUntilCompleted on a command buffer that is not committed"));
        }
        if state.status == CommandBufferStatus::Committed {
            drop(state);
            let first = self.shared.queue.enqueued().front().map(CommandBuffer::status);
            if first.is_some_and(|status| status < CommandBufferStatus::Committed) {
                return Err(Error::rule("waitUntilCompleted: an earlier command buffer of the queue is not committed"));
            }
            state = self.state();
        }
        while state.status < CommandBufferStatus::Completed {
            state = self.shared.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        match state.status {
            CommandBufferStatus::Error => Err(Error::Execution(Reports(state.reports.clone()))),
            _ => Ok(()),
        }
    }

    /// What its dispatches found, warnings included; empty until it has run.
    #[must_use]
    pub fn reports(&self) -> Reports {
        Reports(self.state().reports.clone())
    }

    /// The error it ended with, if any (`error`).
    #[must_use]
    pub fn error(&self) -> Option<Error> {
        let state = self.state();
        (state.status == CommandBufferStatus::Error).then(|| Error::Execution(Reports(state.reports.clone())))
    }
}
