//! Carrying out the arguments of `run`: compile, bind, dispatch.

use crate::args::Engine;
use crate::args::RunArgs;
use crate::exit;
use crate::files;
use crate::report;
use deburr::compile;
use deburr::compile::Compiled;
use deburr::diagnostic::Blame;
use deburr::diagnostic::Code;
use deburr::diagnostic::Diagnostic;
use deburr::exec::Binding;
use deburr::exec::Checks;
use deburr::exec::ConstantValue;
use deburr::exec::Dispatch;
use deburr::exec::Grid;
use deburr::exec::Memory;
use deburr::exec::Outcome;
use deburr::exec::Program;
use deburr::exec::Schedule;
use deburr::host_data;
use deburr::host_data::Data;
use deburr::host_data::ElementType;
use deburr::host_data::Spec;
use deburr::ir::EntryPoint;
use deburr::ir::Module;
use deburr::ir::entry::ArgumentKind;
use deburr::ir::layout::LayoutKind;
use deburr::msl::Stage;
use std::sync::Arc;

/// Why a run did not happen.
#[derive(Debug)]
pub enum Refusal {
    /// The call is wrong: one line.
    Call(String),
    /// The source doesn't compile, or the dispatch was refused; with the map of what was compiled.
    Diagnostics(Arc<deburr::source::SourceMap>, Vec<Diagnostic>),
}

impl From<String> for Refusal {
    fn from(line: String) -> Self {
        Self::Call(line)
    }
}

impl Refusal {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Call(_) => exit::WRONG,
            Self::Diagnostics(_, diagnostics) => report::compile_exit_code(diagnostics),
        }
    }
}

/// A bound buffer.
#[derive(Debug)]
pub struct Buffer {
    /// Its index.
    pub index: u32,
    /// The parameter's name.
    pub name: Arc<str>,
    /// How its bytes are read unless something else is said.
    pub element: Option<ElementType>,
    /// Contents before the run.
    pub initial: Vec<u8>,
    /// Contents.
    pub memory: Arc<Memory>,
}

/// A run, ready.
pub struct Prepared {
    /// What was compiled.
    pub compiled: Compiled,
    /// The kernel.
    pub program: Program,
    /// What to dispatch.
    pub dispatch: Dispatch,
    /// The buffers.
    pub buffers: Vec<Buffer>,
}

/// Compiles and binds.
pub fn prepare(args: &RunArgs) -> Result<Prepared, Refusal> {
    let options = files::compile_options(&args.compile)?;
    let text = files::read_source(&args.file)?;
    let mut compiled = compile::compile(&args.file, &text, &options, &files::DiskFiles);
    let Some(module) = compiled.module.take().filter(|_| !compiled.has_errors()) else {
        return Err(Refusal::Diagnostics(compiled.map.clone(), compiled.diagnostics));
    };
    if args.engine == Engine::Jit {
        let diagnostic = Diagnostic::unsupported("the JIT (`--engine jit`)", deburr::source::Span::NONE);
        return Err(Refusal::Diagnostics(compiled.map.clone(), vec![diagnostic]));
    }
    if args.math == "relaxed" {
        let diagnostic = Diagnostic::unsupported("`--math relaxed`", deburr::source::Span::NONE);
        return Err(Refusal::Diagnostics(compiled.map.clone(), vec![diagnostic]));
    }
    let entry = find_entry(&module, &args.function)?;
    let constants = constants(&module, &args.constant)?;
    if !args.texture.is_empty() || !args.sampler.is_empty() {
        let diagnostic = Diagnostic::unsupported("binding a texture or sampler", deburr::source::Span::NONE);
        return Err(Refusal::Diagnostics(compiled.map.clone(), vec![diagnostic]));
    }
    let grid = match (&args.grid, &args.threadgroups) {
        (Some(text), _) => Grid::Threads(extent("--grid", text)?),
        (None, Some(text)) => Grid::Threadgroups(extent("--threadgroups", text)?),
        (None, None) => return Err("--grid or --threadgroups is needed".to_owned().into()),
    };
    let group = extent("--group", &args.group)?;
    let mut dispatch = Dispatch::new(grid, group);
    if ![4, 8, 16, 32, 64].contains(&args.simd_width) {
        return Err(format!("--simd-width is 4, 8, 16, 32 or 64, not {}", args.simd_width).into());
    }
    dispatch.simd_width = args.simd_width;
    dispatch.threads = args.threads;
    if let Some(steps) = args.max_steps {
        dispatch.max_steps = steps;
    }
    dispatch.schedule = schedule(&args.schedule)?;
    dispatch.checks = checks(&args.check)?;
    let module = Arc::new(module);
    let level = if args.no_optimize { deburr::passes::Level::Debug } else { deburr::passes::Level::Optimize };
    let program = Program::with_level(&module, &entry.name, &constants, level)
        .map_err(|diagnostic| Refusal::Diagnostics(compiled.map.clone(), vec![*diagnostic]))?;
    let buffers = bind(program.module(), program.entry_point(), args, &mut dispatch)?;
    Ok(Prepared { compiled, program, dispatch, buffers })
}

impl Prepared {
    /// Runs once.
    pub fn run(&self) -> Result<Outcome, Refusal> {
        self.program
            .run(&self.dispatch)
            .map_err(|diagnostic| Refusal::Diagnostics(self.compiled.map.clone(), vec![*diagnostic]))
    }

    /// Gives every buffer its first contents again.
    pub fn reset(&self) {
        for buffer in &self.buffers {
            buffer.memory.write(|bytes| bytes.copy_from_slice(&buffer.initial));
        }
    }

    /// A buffer by index or name.
    pub fn buffer(&self, key: &str) -> Result<&Buffer, String> {
        let found = match key.parse::<u32>() {
            Ok(index) => self.buffers.iter().find(|buffer| buffer.index == index),
            Err(_) => self.buffers.iter().find(|buffer| *buffer.name == *key),
        };
        found.ok_or_else(|| format!("no buffer is bound to `{key}`"))
    }
}

fn find_entry(module: &Module, name: &str) -> Result<EntryPoint, Refusal> {
    match module.entry_point(name) {
        Some(entry) if entry.stage == Stage::Kernel => Ok(entry.clone()),
        Some(entry) => {
            let what = format!("running `{name}`, a {} function,", entry.stage.name());
            Err(Refusal::Call(format!("{what} is not supported yet; only kernels run")))
        }
        None => {
            let kernels: Vec<&str> = module
                .entry_points
                .iter()
                .filter(|entry| entry.stage == Stage::Kernel)
                .map(|entry| &*entry.name)
                .collect();
            Err(Refusal::Call(if kernels.is_empty() {
                format!("there is no kernel `{name}`: the file has none")
            } else {
                format!("there is no kernel `{name}`; the file has {}", kernels.join(", "))
            }))
        }
    }
}

/// `X[,Y[,Z]]`.
fn extent(option: &str, text: &str) -> Result<[u32; 3], String> {
    let mut out = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err(format!("{option} has at most three numbers, not `{text}`"));
    }
    for (at, part) in parts.iter().enumerate() {
        out[at] = part.trim().parse().map_err(|_| format!("{option} is X[,Y[,Z]], not `{text}`"))?;
        if out[at] == 0 {
            return Err(format!("{option} {text}: a size of zero runs nothing"));
        }
    }
    Ok(out)
}

fn schedule(text: &str) -> Result<Schedule, String> {
    if text == "order" {
        return Ok(Schedule::Order);
    }
    let seed = text.strip_prefix("seed=").and_then(|seed| seed.parse().ok());
    seed.map(Schedule::Seed).ok_or_else(|| format!("--schedule is order or seed=N, not `{text}`"))
}

fn checks(text: &str) -> Result<Checks, String> {
    let run_time =
        deburr::diagnostic::codes::TABLE.iter().map(|page| page.code).filter(|code| !code.0.starts_with('E'));
    match text {
        "all" => Ok(Checks::ALL),
        "none" => Ok(Checks { off: run_time.collect() }),
        list => {
            let wanted: Vec<&str> = list.split(',').map(str::trim).collect();
            let known: Vec<Code> = run_time.collect();
            if let Some(unknown) = wanted.iter().find(|name| known.iter().all(|code| code.0 != **name)) {
                let names: Vec<_> = known.iter().map(|code| code.0).collect();
                return Err(format!("there is no check `{unknown}`; the checks are {}", names.join(", ")));
            }
            Ok(Checks { off: known.into_iter().filter(|code| !wanted.contains(&code.0)).collect() })
        }
    }
}

fn constants(module: &Module, list: &[String]) -> Result<Vec<ConstantValue>, String> {
    let mut out = Vec::new();
    for text in list {
        let (key, value) = text.split_once('=').ok_or_else(|| format!("--constant is INDEX=VALUE, not `{text}`"))?;
        let found = match key.parse::<u32>() {
            Ok(index) => module.function_constants.iter().find(|constant| constant.index == index),
            Err(_) => module.function_constants.iter().find(|constant| *constant.name == *key),
        };
        let Some(constant) = found else {
            let known: Vec<_> =
                module.function_constants.iter().map(|known| format!("{} ({})", known.index, known.name)).collect();
            return Err(if known.is_empty() {
                format!("there is no function constant `{key}`: the program uses none")
            } else {
                format!("there is no function constant `{key}`; there are {}", known.join(", "))
            });
        };
        let scalar = constant.ty.scalar().ok_or_else(|| format!("`{key}` is no scalar or vector"))?;
        let bits: Vec<u64> =
            value.split(',').map(|part| host_data::parse_value(scalar, part.trim())).collect::<Result<_, _>>()?;
        if bits.len() != usize::from(constant.ty.lanes()) {
            return Err(format!("`{key}` has {} components, not {}", constant.ty.lanes(), bits.len()));
        }
        out.push(ConstantValue { index: constant.index, scalar, bits });
    }
    Ok(out)
}

/// The positions of arguments of some kind, by index or name. Arguments whose conditions exclude each other may share
/// an index.
fn arguments(
    entry: &EntryPoint,
    key: &str,
    class: &str,
    is_kind: impl Fn(&ArgumentKind) -> bool,
) -> Result<Vec<usize>, String> {
    let index = key.parse::<u32>().ok();
    let matches = |argument: &deburr::ir::entry::Argument| {
        is_kind(&argument.kind)
            && match index {
                Some(index) => argument.index == index,
                None => *argument.name == *key,
            }
    };
    let found: Vec<usize> =
        entry.arguments.iter().enumerate().filter(|(_, argument)| matches(argument)).map(|(at, _)| at).collect();
    if found.is_empty() {
        let known: Vec<_> = entry
            .arguments
            .iter()
            .filter(|argument| is_kind(&argument.kind))
            .map(|argument| format!("{} ({})", argument.index, argument.name))
            .collect();
        return Err(if known.is_empty() {
            format!("`{}` has no {class} `{key}`: it has none", entry.name)
        } else {
            format!("`{}` has no {class} `{key}`; it has {}", entry.name, known.join(", "))
        });
    }
    Ok(found)
}

fn is_buffer(kind: &ArgumentKind) -> bool {
    matches!(kind, ArgumentKind::Buffer { .. })
}

/// Sizes beyond this are not a test of a shader.
fn load(path: &str) -> Result<Data, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path} can't be read: {error}"))?;
    if path.ends_with(".npy") {
        host_data::from_npy(&bytes).map_err(|error| format!("{path}: {error}"))
    } else {
        Ok(Data { element: None, bytes })
    }
}

/// Reads a specification, files included.
pub fn data(text: &str) -> Result<Data, String> {
    match host_data::parse_spec(text)? {
        Spec::Data(data) => Ok(data),
        Spec::File(path) => load(&path),
        Spec::Addresses(_) => Err(format!("`{text}`: addresses can't be compared")),
    }
}

/// A file with a type must have the type of the argument it is for, where that is made of one scalar type.
fn check_element(module: &Module, argument: &deburr::ir::entry::Argument, data: &Data) -> Result<(), String> {
    let (ArgumentKind::Buffer { pointee, .. }, Some(element)) = (&argument.kind, data.element) else { return Ok(()) };
    let layout = module.layout(*pointee);
    let scalar = match layout.kind {
        LayoutKind::Scalar(scalar) | LayoutKind::Vector(scalar, _) | LayoutKind::Atomic(scalar) => scalar,
        LayoutKind::Matrix { scalar, .. } => scalar,
        _ => return Ok(()),
    };
    if scalar == element.scalar {
        return Ok(());
    }
    Err(format!("an array of {}; the argument `{}` holds {}", element.name(), argument.name, layout.name))
}

fn bind(module: &Module, entry: &EntryPoint, args: &RunArgs, dispatch: &mut Dispatch) -> Result<Vec<Buffer>, String> {
    dispatch.bindings = entry.arguments.iter().map(|_| Binding::None).collect();
    let mut buffers: Vec<Buffer> = Vec::new();
    let mut addresses = Vec::new();
    for text in &args.buffer {
        let (key, spec) = text.split_once('=').ok_or_else(|| format!("--buffer is INDEX=SPEC, not `{text}`"))?;
        // Buffers that only other buffers point to have no argument.
        let positions = arguments(entry, key, "buffer", is_buffer);
        let index = match (&positions, key.parse::<u32>()) {
            (Ok(positions), _) => entry.arguments[positions[0]].index,
            (Err(_), Ok(index)) if args.buffer.iter().any(|other| other.contains("=address:")) => index,
            (Err(line), _) => return Err(line.clone()),
        };
        let name: Arc<str> = match &positions {
            Ok(positions) => entry.arguments[positions[0]].name.clone(),
            Err(_) => format!("buffer {index}").into(),
        };
        let data = match host_data::parse_spec(spec).map_err(|line| format!("--buffer {key}: {line}"))? {
            Spec::Data(data) => data,
            Spec::File(path) => {
                let data = load(&path)?;
                for position in positions.iter().flatten() {
                    check_element(module, &entry.arguments[*position], &data)
                        .map_err(|why| format!("{path}: {why}"))?;
                }
                data
            }
            Spec::Addresses(list) => {
                let bytes = vec![0; list.len() * 8];
                addresses.push((index, list));
                Data { element: ElementType::from_name("ulong"), bytes }
            }
        };
        for position in positions.iter().flatten() {
            let needed = deburr::exec::needed_bytes(module, &entry.arguments[*position]).unwrap_or(0);
            let given = data.bytes.len() as u64;
            if given < needed {
                return Err(format!("--buffer {key}: {given} bytes; the argument `{name}` needs {needed}"));
            }
        }
        let number = buffers.len() as u32 + 1;
        let memory = Memory::from_bytes(number, name.clone(), &data.bytes);
        match positions {
            Ok(positions) => {
                for position in positions {
                    dispatch.bindings[position] = Binding::Buffer { memory: memory.clone(), offset: 0 };
                }
            }
            Err(_) => dispatch.resident.push(memory.clone()),
        }
        buffers.push(Buffer { index, name, element: data.element, initial: data.bytes, memory });
    }
    for (index, list) in addresses {
        let mut bytes = Vec::new();
        for target in list {
            let address = match target {
                None => 0,
                Some(target) => buffers
                    .iter()
                    .find(|buffer| buffer.index == target)
                    .map(|buffer| buffer.memory.address())
                    .ok_or_else(|| format!("--buffer {index}: there is no buffer {target} to take the address of"))?,
            };
            bytes.extend_from_slice(&address.to_le_bytes());
        }
        if let Some(buffer) = buffers.iter_mut().find(|buffer| buffer.index == index) {
            buffer.memory.write(|contents| contents.copy_from_slice(&bytes));
            buffer.initial = bytes;
        }
    }
    // Everything bound may be pointed to.
    dispatch.resident.extend(buffers.iter().map(|buffer| buffer.memory.clone()));
    for text in &args.threadgroup_memory {
        let (key, bytes) =
            text.split_once('=').ok_or_else(|| format!("--threadgroup-memory is INDEX=BYTES, not `{text}`"))?;
        let positions =
            arguments(entry, key, "threadgroup memory", |kind| matches!(kind, ArgumentKind::ThreadgroupMemory { .. }))?;
        let bytes: u32 = bytes.parse().map_err(|_| format!("--threadgroup-memory {key}: `{bytes}` is no size"))?;
        for position in positions {
            dispatch.bindings[position] = Binding::ThreadgroupMemory(bytes);
        }
    }
    Ok(buffers)
}

/// Whether a diagnostic is about something unsupported.
pub fn is_unsupported(diagnostic: &Diagnostic) -> bool {
    diagnostic.blame == Blame::Unsupported
}
