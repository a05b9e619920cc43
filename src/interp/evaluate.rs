//! Runs a function for one thread: constant expressions, contents of program-scope variables.

use super::faults::Findings;
use super::group::SimdGroup;
use super::machine::Frame;
use super::machine::Geometry;
use super::machine::Machine;
use super::machine::Stop;
use super::memory::Region;
use super::memory::Shared;
use super::rows;
use crate::bytecode::Element;
use crate::bytecode::code::FIRST_GLOBAL;
use crate::bytecode::code::pointer;
use crate::bytecode::lower;
use crate::diagnostic::Diagnostic;
use crate::ir::Constant;
use crate::ir::FunctionId;
use crate::ir::Initializer;
use crate::ir::Module;
use crate::ir::Type;
use crate::msl::AddressSpace;
use crate::source::Span;

/// Contents of program-scope variables, with addresses patched in; empty for those without bytes.
#[must_use]
pub fn global_bytes(module: &Module) -> Vec<Vec<u8>> {
    let contents = module.globals.iter().map(|global| match &global.initializer {
        Initializer::Bytes { bytes, pointers } => {
            let mut bytes = bytes.to_vec();
            bytes.resize(global.size as usize, 0);
            for (offset, target, distance) in pointers {
                let address = pointer::new(FIRST_GLOBAL + target.0, *distance);
                if let Some(room) = bytes.get_mut(*offset as usize..*offset as usize + 8) {
                    room.copy_from_slice(&address.to_le_bytes());
                }
            }
            bytes
        }
        Initializer::Function(_) => vec![0; global.size as usize],
        Initializer::None => Vec::new(),
    });
    contents.collect()
}

/// What a call of [`evaluate`] gives.
#[derive(Clone, PartialEq, Debug)]
pub enum Evaluated {
    /// The function has no result.
    Nothing,
    /// A scalar or vector.
    Value(Constant),
    /// A pointer or handle.
    Address(u64),
}

/// Runs a function of the module for one thread.
///
/// `arguments` are scalars or vectors. What the function does wrong is an error with its place, and so is an end of the
/// step budget. Program-scope variables can be read, not written.
pub fn evaluate(
    module: &Module,
    function: FunctionId,
    arguments: &[Constant],
    max_steps: u64,
) -> Result<Evaluated, Box<Diagnostic>> {
    let mut globals = global_bytes(module);
    run(module, function, arguments, &[], &mut globals, max_steps)
}

/// Runs a function that writes an object of `size` bytes, given its address; gives the bytes.
///
/// Addresses in it are as [`crate::bytecode::code::pointer`] makes them: a program-scope variable's number from
/// [`FIRST_GLOBAL`] on.
pub fn evaluate_object(
    module: &Module,
    function: FunctionId,
    size: u32,
    max_steps: u64,
) -> Result<Vec<u8>, Box<Diagnostic>> {
    let mut globals = global_bytes(module);
    globals.push(vec![0; size as usize]);
    let address = pointer::new(FIRST_GLOBAL + module.globals.len() as u32, 0);
    run(module, function, &[], &[address], &mut globals, max_steps)?;
    Ok(globals.pop().unwrap_or_default())
}

/// Runs the function that fills a program-scope variable. `globals` are the contents so far.
pub fn initialize(
    module: &Module,
    global: usize,
    globals: &mut [Vec<u8>],
    max_steps: u64,
) -> Result<(), Box<Diagnostic>> {
    let Some(Initializer::Function(function)) = module.globals.get(global).map(|global| &global.initializer) else {
        return Ok(());
    };
    let address = pointer::new(FIRST_GLOBAL + global as u32, 0);
    run(module, *function, &[], &[address], globals, max_steps).map(drop)
}

fn run(
    module: &Module,
    id: FunctionId,
    arguments: &[Constant],
    addresses: &[u64],
    globals: &mut [Vec<u8>],
    max_steps: u64,
) -> Result<Evaluated, Box<Diagnostic>> {
    let code = lower::lower(module, id, 1)?;
    let Some(function) = code.function(id) else {
        return Err(Box::new(Diagnostic::internal("a function that was not lowered", Span::NONE)));
    };
    let writable = addresses.first().map(|address| (pointer::number(*address) - FIRST_GLOBAL) as usize);
    let objects = globals.iter_mut().enumerate().map(|(index, bytes)| Region {
        base: if bytes.is_empty() { std::ptr::null_mut() } else { bytes.as_mut_ptr() },
        size: bytes.len() as u64,
        writable: writable == Some(index)
            || module.globals.get(index).is_some_and(|global| global.space != AddressSpace::Constant),
        unbound: None,
    });
    let shared = Shared { buffers: Vec::new(), first_buffer: 1, objects: objects.collect() };
    let mut machine = Machine {
        code: &code,
        module,
        rows: rows::level(),
        shared,
        geometry: Geometry::ONE,
        findings: Findings::default(),
        silent: &[],
        max_steps,
        countdown: None,
        observer: None,
        concurrent: false,
        argument_names: &[],
        region_name: &|_| None,
    };
    let mut group = SimdGroup::default();
    machine.start(&mut group, 0, 1, addresses);
    let frame = Frame(group.frames.as_mut_ptr().cast());
    for (register, argument) in function.parameters.iter().zip(arguments) {
        for (component, bits) in argument.bits.iter().enumerate().take(usize::from(register.components)) {
            let lane = super::access::to_lane(Element::of(argument.scalar), *bits);
            frame.put(*register, component as u32, 0, 1, lane);
        }
    }
    let stop = machine.run(&mut group);
    if let Some((diagnostic, _)) = std::mem::take(&mut machine.findings).into_list().next() {
        let mut diagnostic = diagnostic;
        diagnostic.thread = None;
        return Err(Box::new(diagnostic));
    }
    if stop != Stop::Done {
        return Err(Box::new(Diagnostic::unsupported("a barrier in a constant expression", module.function(id).span)));
    }
    let frame = Frame(group.frames.as_mut_ptr().cast());
    let ty = module.function(id).result;
    let Some(result) = function.result else { return Ok(Evaluated::Nothing) };
    let components = 0..u32::from(result.components);
    Ok(match ty {
        Type::Scalar(scalar) | Type::Vector(scalar, _) => {
            let bits = components
                .map(|component| super::access::from_lane(Element::of(scalar), frame.get(result, component, 0, 1)));
            Evaluated::Value(Constant::vector(scalar, bits))
        }
        _ => Evaluated::Address(frame.get(result, 0, 0, 1)),
    })
}
