//! An entry point ready to run, and the set-up of a dispatch: checks, addresses of arguments, locks.

use super::dispatch::Binding;
use super::dispatch::ConstantValue;
use super::dispatch::Dispatch;
use super::dispatch::Finding;
use super::dispatch::Grid;
use super::dispatch::Outcome;
use super::memory::AlignedBytes;
use super::memory::Memory;
use super::schedule;
use super::schedule::Pool;
use super::specialize::specialize;
use crate::bytecode::Code;
use crate::bytecode::code::FIRST_GLOBAL;
use crate::bytecode::code::pointer;
use crate::bytecode::lower;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::interp::evaluate;
use crate::interp::evaluate::Evaluated;
use crate::interp::memory::Region;
use crate::interp::memory::Shared;
use crate::interp::observer::Observer;
use crate::ir::EntryPoint;
use crate::ir::Initializer;
use crate::ir::Module;
use crate::ir::entry::ArgumentKind;
use crate::msl::AddressSpace;
use crate::passes;
use crate::passes::Level;
use std::sync::Arc;
use std::sync::OnceLock;

/// Widths a SIMD-group may have.
pub const SIMD_WIDTHS: [u32; 5] = [4, 8, 16, 32, 64];

/// Threads that a threadgroup may have.
pub const MAX_THREADS_PER_THREADGROUP: u64 = 1024;

/// Bytes of threadgroup memory that a dispatch may use.
pub const MAX_THREADGROUP_MEMORY: u64 = 1 << 20;

/// Step budget of code that runs before a dispatch.
const SETUP_STEPS: u64 = 100_000_000;

type Lowered = Result<Arc<Code>, Box<Diagnostic>>;

/// An entry point specialised for function constants and compiled.
#[derive(Debug)]
pub struct Program {
    module: Arc<Module>,
    entry: usize,
    /// By position in [`SIMD_WIDTHS`]; made when first needed.
    codes: [OnceLock<Lowered>; 5],
    /// Contents of constant variables; empty for others.
    globals: Vec<AlignedBytes>,
    /// Whether each argument exists.
    exists: Vec<bool>,
    names: Vec<Arc<str>>,
    pool: Pool,
}

impl Program {
    /// Specialises, optimizes and compiles. Constants without a value that the program needs are an error.
    pub fn new(module: &Arc<Module>, entry: &str, constants: &[ConstantValue]) -> Result<Self, Box<Diagnostic>> {
        Self::with_level(module, entry, constants, Level::Optimize)
    }

    /// The same with a choice of passes: [`Level::Debug`] keeps every variable where a debugger finds it.
    ///
    /// # Errors
    /// As for [`Program::new`].
    pub fn with_level(
        module: &Arc<Module>,
        entry: &str,
        constants: &[ConstantValue],
        level: Level,
    ) -> Result<Self, Box<Diagnostic>> {
        let index = module.entry_points.iter().position(|candidate| &*candidate.name == entry);
        let Some(entry) = index else {
            let message = format!("there is no entry point `{entry}`");
            return Err(Box::new(Diagnostic::error(codes::INVALID_DISPATCH, message, crate::source::Span::NONE)));
        };
        let mut module = specialize(module, entry, constants)?;
        passes::keep_reachable(&mut module);
        passes::run(level, &mut module);
        let module = Arc::new(module);
        let entry = 0;
        let point = &module.entry_points[entry];
        let mut exists = Vec::with_capacity(point.arguments.len());
        for argument in &point.arguments {
            exists.push(match argument.condition {
                None => true,
                Some(condition) => match evaluate::evaluate(&module, condition, &[], SETUP_STEPS)? {
                    Evaluated::Value(value) => value.bits[0] != 0,
                    _ => true,
                },
            });
        }
        let mut contents = evaluate::global_bytes(&module);
        for (index, global) in module.globals.iter().enumerate() {
            if matches!(global.initializer, Initializer::Function(_)) {
                evaluate::initialize(&module, index, &mut contents, SETUP_STEPS)?;
            }
        }
        let names = point.arguments.iter().map(|argument| argument.name.clone()).collect();
        let this = Self {
            globals: contents.iter().map(|bytes| AlignedBytes::from_slice(bytes)).collect(),
            entry,
            exists,
            names,
            codes: Default::default(),
            pool: Pool::default(),
            module,
        };
        Ok(this)
    }

    /// The entry point; the order of its arguments is that of a dispatch's bindings.
    #[must_use]
    pub fn entry_point(&self) -> &EntryPoint {
        &self.module.entry_points[self.entry]
    }

    /// The specialised module.
    #[must_use]
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// Whether each argument exists for these function constants.
    #[must_use]
    pub fn argument_exists(&self, index: usize) -> bool {
        self.exists.get(index).copied().unwrap_or(false)
    }

    /// The bytecode for a SIMD-group width.
    pub fn code(&self, simd_width: u32) -> Result<Arc<Code>, Box<Diagnostic>> {
        let Some(slot) = SIMD_WIDTHS.iter().position(|width| *width == simd_width) else {
            let message = format!("a SIMD-group of {simd_width} lanes; 4, 8, 16, 32 and 64 are possible");
            return Err(self.refuse(message));
        };
        let make = || lower::lower(&self.module, self.entry_point().function, simd_width).map(Arc::new);
        self.codes[slot].get_or_init(make).clone()
    }

    fn refuse(&self, message: String) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(codes::INVALID_DISPATCH, message, self.entry_point().span))
    }

    /// Runs a dispatch. `Err` is for a dispatch that can't be carried out.
    pub fn run(&self, dispatch: &Dispatch) -> Result<Outcome, Box<Diagnostic>> {
        self.run_observed(dispatch, None)
    }

    /// Runs a dispatch while someone watches.
    pub fn run_observed(
        &self,
        dispatch: &Dispatch,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Outcome, Box<Diagnostic>> {
        let (grid, threadgroups) = self.check_sizes(dispatch)?;
        let code = self.code(dispatch.simd_width)?;
        let memories = self.memories(dispatch)?;
        let mut guards: Vec<_> = memories.iter().map(|memory| memory.lock()).collect();
        let numbers = memories.iter().map(|memory| memory.number());
        let first_buffer = numbers.clone().min().unwrap_or(1);
        let count = numbers.max().map_or(0, |last| (last - first_buffer) as usize + 1);
        let mut buffers = vec![Region::NONE; count];
        for (memory, guard) in memories.iter().zip(&mut guards) {
            let bytes = guard.as_mut_slice();
            buffers[(memory.number() - first_buffer) as usize] =
                Region { base: bytes.as_mut_ptr(), size: bytes.len() as u64, writable: true, unbound: None };
        }
        let name = |number: u32| {
            let memory = memories.iter().find(|memory| memory.number() == number)?;
            let bound = dispatch
                .bindings
                .iter()
                .position(|binding| matches!(binding, Binding::Buffer { memory, .. } if memory.number() == number));
            if memory.label().is_empty() {
                return bound.and_then(|index| self.names.get(index).cloned());
            }
            Some(memory.label().clone())
        };

        // Program-scope variables, then the arguments that have memory of their own.
        let mut objects: Vec<Region> = Vec::with_capacity(self.module.globals.len() + self.names.len());
        let mut threadgroup_memory: Vec<(usize, u64)> = Vec::new();
        let mut total = 0u64;
        let uses = &self.entry_point().threadgroup_globals;
        for (index, global) in self.module.globals.iter().enumerate() {
            if global.space == AddressSpace::Threadgroup {
                let used = uses.iter().any(|used| used.index() == index) || uses.is_empty();
                if used {
                    threadgroup_memory.push((objects.len(), u64::from(global.size)));
                    total += u64::from(global.size).next_multiple_of(64);
                }
                objects.push(Region::NONE);
            } else {
                let bytes = self.globals[index].as_slice();
                // Never written through: not writable.
                let base = bytes.as_ptr().cast_mut();
                objects.push(Region { base, size: bytes.len() as u64, writable: false, unbound: None });
            }
        }
        let copies = self.copies(dispatch);
        let mut arguments = Vec::with_capacity(self.names.len());
        for (index, argument) in self.entry_point().arguments.iter().enumerate() {
            let binding = dispatch.bindings.get(index).unwrap_or(&Binding::None);
            let own = pointer::new(FIRST_GLOBAL + objects.len() as u32, 0);
            let mut region = Region::NONE;
            let exists = self.exists[index];
            let address = match (&argument.kind, binding) {
                _ if !exists => 0,
                (ArgumentKind::Buffer { .. }, Binding::Buffer { memory, offset }) => {
                    pointer::add(memory.address(), *offset as i64)
                }
                (ArgumentKind::Buffer { .. }, Binding::Bytes(_)) => {
                    if let Some(Some(bytes)) = copies.get(index) {
                        let bytes = bytes.as_slice();
                        let base = bytes.as_ptr().cast_mut();
                        region = Region { base, size: bytes.len() as u64, writable: false, unbound: None };
                    }
                    own
                }
                (ArgumentKind::ThreadgroupMemory { .. }, Binding::ThreadgroupMemory(length)) => {
                    threadgroup_memory.push((objects.len(), u64::from(*length)));
                    total += u64::from(*length).next_multiple_of(64);
                    own
                }
                (ArgumentKind::Buffer { .. } | ArgumentKind::ThreadgroupMemory { .. }, Binding::None) => {
                    region.unbound = Some(index as u32);
                    own
                }
                (ArgumentKind::Buffer { .. } | ArgumentKind::ThreadgroupMemory { .. }, _) => {
                    return Err(self.refuse(format!("the binding of `{}` is of another kind", argument.name)));
                }
                (ArgumentKind::Texture { .. }, _) => return Err(self.unsupported("a texture argument", argument.span)),
                (ArgumentKind::Sampler { .. }, _) => return Err(self.unsupported("a sampler argument", argument.span)),
                (ArgumentKind::StageIn { .. }, _) => {
                    return Err(self.unsupported("`[[stage_in]]` in a kernel", argument.span));
                }
                (ArgumentKind::Unsupported { type_name }, _) => {
                    return Err(self.unsupported(&format!("an argument of type `{type_name}`"), argument.span));
                }
            };
            objects.push(region);
            arguments.push(address);
        }
        if total > MAX_THREADGROUP_MEMORY {
            return Err(
                self.refuse(format!("{total} bytes of threadgroup memory; {MAX_THREADGROUP_MEMORY} are possible"))
            );
        }

        let plan = schedule::Plan {
            code: &code,
            module: &self.module,
            shared: Shared { buffers, first_buffer, objects },
            arguments: &arguments,
            threadgroup_memory: &threadgroup_memory,
            grid,
            threads_per_threadgroup: dispatch.threads_per_threadgroup,
            threadgroups,
            max_steps: dispatch.max_steps,
            schedule: dispatch.schedule,
            silent: &dispatch.checks.off,
            names: &self.names,
            region_name: &name,
        };
        // The observer, for as long as the plan lives.
        let observer = observer.map(|observer| observer as &mut dyn Observer);
        let (findings, stopped, started) = schedule::run(&plan, &self.pool, observer);
        drop(guards);
        let findings = findings.into_list().map(|(diagnostic, count)| Finding { diagnostic, count }).collect();
        let threads = grid.iter().map(|size| u64::from(*size)).product();
        Ok(Outcome { findings, stopped, threads, threadgroups: started })
    }

    fn unsupported(&self, what: &str, span: crate::source::Span) -> Box<Diagnostic> {
        Box::new(Diagnostic::unsupported(what, span))
    }

    /// Aligned copies of inline bytes.
    fn copies(&self, dispatch: &Dispatch) -> Vec<Option<AlignedBytes>> {
        let copy = |binding: &Binding| match binding {
            Binding::Bytes(bytes) => Some(AlignedBytes::from_slice(bytes)),
            _ => None,
        };
        dispatch.bindings.iter().map(copy).collect()
    }

    /// All memory of the dispatch, each once, in an order in which locking can't deadlock.
    fn memories(&self, dispatch: &Dispatch) -> Result<Vec<Arc<Memory>>, Box<Diagnostic>> {
        let bound = dispatch.bindings.iter().filter_map(|binding| match binding {
            Binding::Buffer { memory, .. } => Some(memory),
            _ => None,
        });
        let mut memories: Vec<Arc<Memory>> = bound.chain(&dispatch.resident).cloned().collect();
        memories.sort_by_key(|memory| (memory.number(), Arc::as_ptr(memory) as usize));
        memories.dedup_by(|a, b| Arc::ptr_eq(a, b));
        let clash = memories.windows(2).any(|pair| pair[0].number() == pair[1].number());
        if clash || memories.iter().any(|memory| !(1..=super::memory::MAX_MEMORY_NUMBER).contains(&memory.number())) {
            return Err(Box::new(Diagnostic::internal("memories with bad numbers", self.entry_point().span)));
        }
        Ok(memories)
    }

    /// Checks sizes; gives the grid in threads and in threadgroups.
    fn check_sizes(&self, dispatch: &Dispatch) -> Result<([u32; 3], [u32; 3]), Box<Diagnostic>> {
        let size = dispatch.threads_per_threadgroup;
        let shown = |size: [u32; 3]| format!("{}x{}x{}", size[0], size[1], size[2]);
        let threads: u64 = size.iter().map(|size| u64::from(*size)).product();
        if threads == 0 || size.iter().any(|size| u64::from(*size) > MAX_THREADS_PER_THREADGROUP) {
            return Err(self.refuse(format!("threadgroups of {} threads", shown(size))));
        }
        let point = self.entry_point();
        let limit = point.max_total_threads.map_or(MAX_THREADS_PER_THREADGROUP, u64::from);
        let limit = limit.min(MAX_THREADS_PER_THREADGROUP);
        if threads > limit {
            return Err(self.refuse(format!("threadgroups of {threads} threads; `{}` can have {limit}", point.name)));
        }
        if let Some(required) = point.required_threads
            && required != size
        {
            let message =
                format!("threadgroups of {} threads; `{}` requires {}", shown(size), point.name, shown(required));
            return Err(self.refuse(message));
        }
        let (mut grid, mut groups) = ([0; 3], [0; 3]);
        for axis in 0..3 {
            match dispatch.grid {
                Grid::Threads(threads) => {
                    grid[axis] = threads[axis];
                    groups[axis] = threads[axis].div_ceil(size[axis]);
                }
                Grid::Threadgroups(count) => {
                    groups[axis] = count[axis];
                    grid[axis] = count[axis].checked_mul(size[axis]).unwrap_or(0);
                }
            }
            if grid[axis] == 0 {
                return Err(self.refuse("a grid of no threads, or of more than can be counted".to_owned()));
            }
        }
        Ok((grid, groups))
    }
}
