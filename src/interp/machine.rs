//! The interpreter's loop: runs a SIMD-group until it ends, meets a barrier, is preempted or fails.
//!
//! Must never know which threadgroups there are or in which order they run.

#![allow(unsafe_code)]

use super::faults::Findings;
use super::group::Caller;
use super::group::SimdGroup;
use super::group::lanes;
use super::memory::Shared;
use super::memory::Trouble;
use super::observer;
use super::observer::Observer;
use super::rows;
use crate::bytecode::Code;
use crate::bytecode::CodeFunction;
use crate::bytecode::Instruction;
use crate::bytecode::Operation;
use crate::bytecode::Register;
use crate::bytecode::code::FUNCTIONS;
use crate::bytecode::code::pointer;
use crate::diagnostic::Code as DiagnosticCode;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::ThreadPosition;
use crate::diagnostic::codes;
use crate::ir::FunctionId;
use crate::ir::Module;
use crate::ir::Origin;
use crate::msl::BuiltinInput;

/// Calls that may wait at once.
const MAX_CALL_DEPTH: usize = 1024;

/// Words of all frames of a SIMD-group.
const MAX_FRAME_WORDS: u32 = 1 << 22;

/// Sizes of the dispatch and of the threadgroup that runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Geometry {
    /// Threads of the grid.
    pub grid: [u32; 3],
    /// Threads of a full threadgroup.
    pub full_threadgroup: [u32; 3],
    /// Threadgroups of the grid.
    pub threadgroups: [u32; 3],
    /// Where this threadgroup is.
    pub threadgroup: [u32; 3],
    /// Its threads.
    pub threads: [u32; 3],
}

impl Geometry {
    /// One thread by itself.
    pub const ONE: Self =
        Self { grid: [1; 3], full_threadgroup: [1; 3], threadgroups: [1; 3], threadgroup: [0; 3], threads: [1; 3] };

    /// Threads of the running threadgroup.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.threads.iter().product()
    }

    fn position_in_threadgroup(&self, index: u32) -> [u32; 3] {
        let [x, y, _] = self.threads;
        [index % x.max(1), index / x.max(1) % y.max(1), index / x.max(1) / y.max(1)]
    }
}

/// Why the interpreter returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// All lanes have ended.
    Done,
    /// At a threadgroup barrier: the function and the instruction behind it.
    Barrier(u32, u32),
    /// Something else may run now.
    Preempted,
    /// The run is over.
    Failed,
}

/// What all SIMD-groups of a threadgroup share while they run.
pub struct Machine<'a> {
    /// The code.
    pub code: &'a Code,
    /// The module, for names.
    pub module: &'a Module,
    /// Row handlers.
    pub rows: &'static rows::Level,
    /// Allocations.
    pub shared: Shared,
    /// Sizes.
    pub geometry: Geometry,
    /// What was found.
    pub findings: Findings,
    /// Codes not to report.
    pub silent: &'a [DiagnosticCode],
    /// Step budget of a SIMD-group.
    pub max_steps: u64,
    /// Memory operations until the next preemption, if there are any.
    pub countdown: Option<u32>,
    /// Who watches.
    pub observer: Option<&'a mut dyn Observer>,
    /// Whether other threads may touch the same memory by atomics.
    pub concurrent: bool,
    /// Names of arguments, for messages.
    pub argument_names: &'a [std::sync::Arc<str>],
    /// Names of buffers by number, for messages.
    pub region_name: &'a (dyn Fn(u32) -> Option<std::sync::Arc<str>> + Sync),
}

/// Where an instruction is, for faults.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The function.
    pub function: &'a CodeFunction,
    /// Its number.
    pub id: u32,
    /// The instruction.
    pub at: u32,
}

impl Place<'_> {
    /// Its place in the source.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.function.origins.get(self.at as usize).copied().unwrap_or(Origin::NONE)
    }
}

/// A view of the running frame.
#[derive(Clone, Copy)]
pub struct Frame(pub *mut u32);

impl Frame {
    /// Element `index` of a row or scalar, by its words; wide ones have two.
    #[inline(always)]
    pub fn get(self, register: Register, component: u32, lane: u32, width: u32) -> u64 {
        let register = register.component(component, width);
        let lane = if register.varying { lane } else { 0 };
        // SAFETY: verified code's registers lie in the frame, and `lane` is below the width.
        unsafe {
            if register.wide {
                self.0.add(register.at as usize).cast::<u64>().add(lane as usize).read_unaligned()
            } else {
                u64::from(self.0.add((register.at + lane) as usize).read())
            }
        }
    }

    /// Writes element `index`.
    #[inline(always)]
    pub fn put(self, register: Register, component: u32, lane: u32, width: u32, value: u64) {
        let register = register.component(component, width);
        let lane = if register.varying { lane } else { 0 };
        // SAFETY: as above.
        unsafe {
            if register.wide {
                self.0.add(register.at as usize).cast::<u64>().add(lane as usize).write_unaligned(value);
            } else {
                self.0.add((register.at + lane) as usize).write(value as u32);
            }
        }
    }

    #[inline(always)]
    unsafe fn slot(self, index: u32) -> *mut u64 {
        // SAFETY: the caller passes slots of verified code; they are the first words of the frame.
        unsafe { self.0.cast::<u64>().add(index as usize) }
    }
}

/// The bit of each lane whose element of a row of bools is set.
#[inline(always)]
unsafe fn bits_of(row: *const u32, width: u32) -> u64 {
    let mut bits = 0u64;
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::_mm_loadu_ps;
        use std::arch::x86_64::_mm_movemask_ps;
        let mut lane = 0;
        while lane < width {
            // SAFETY: the row has `width` elements, a multiple of four here; SSE is part of x86-64.
            let four = unsafe { _mm_movemask_ps(_mm_loadu_ps(row.add(lane as usize).cast())) };
            bits |= u64::from(four as u32) << lane;
            lane += 4;
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    for lane in 0..width {
        // SAFETY: the row has `width` elements.
        bits |= u64::from(unsafe { *row.add(lane as usize) } >> 31) << lane;
    }
    bits
}

impl<'a> Machine<'a> {
    /// All lanes of the width.
    #[must_use]
    pub fn full(&self) -> u64 {
        u64::MAX >> (64 - self.code.width)
    }

    /// Puts a SIMD-group at the start of the entry function.
    pub fn start(&self, group: &mut SimdGroup, index: u32, lanes: u64, arguments: &[u64]) {
        group.index = index;
        group.lanes = lanes;
        group.alive = lanes;
        group.mask = lanes;
        group.steps = 0;
        group.function = self.code.entry.0;
        group.at = 0;
        group.base = 0;
        group.callers.clear();
        group.private.reset(self.code.width);
        group.first_slot = 0;
        let Some(function) = self.code.function(self.code.entry) else { return };
        group.reserve(function.frame_words);
        let frame = Frame(group.frames.as_mut_ptr().cast());
        let stamp = std::ptr::from_ref(self.code) as usize;
        if group.ready_for != stamp {
            self.put_constants(function, frame);
            group.ready_for = stamp;
        }
        for (register, value) in function.parameters.iter().zip(arguments) {
            for lane in 0..if register.varying { self.code.width } else { 1 } {
                frame.put(*register, 0, lane, self.code.width, *value);
            }
        }
        if !function.locals.is_empty() {
            let locals = function.locals.iter().map(|local| (local.word, local.size));
            // Checked when the entry function starts to run.
            if !group.private.push(locals, function.private_words) {
                group.at = u32::MAX;
            }
        }
    }

    fn put_constants(&self, function: &CodeFunction, frame: Frame) {
        let width = self.code.width;
        for constant in &function.constants {
            for (component, bits) in constant.bits.iter().enumerate() {
                for lane in 0..if constant.register.varying { width } else { 1 } {
                    frame.put(constant.register, component as u32, lane, width, *bits);
                }
            }
        }
    }

    /// The thread of a lane.
    #[must_use]
    pub fn position(&self, group: &SimdGroup, lane: u32) -> ThreadPosition {
        thread_position(&self.geometry, group.index, lane, self.code.width)
    }

    /// The group as observers name it.
    #[must_use]
    pub fn observed_group(&self, group: &SimdGroup) -> observer::Group {
        observer::Group { threadgroup: self.geometry.threadgroup, simdgroup: group.index, lanes: group.lanes }
    }

    /// Reports something that a lane did.
    pub fn fault(
        &mut self,
        group: &SimdGroup,
        place: Place<'_>,
        lane: u32,
        code: DiagnosticCode,
        make: impl FnOnce(&Self) -> (String, Vec<String>),
    ) {
        if self.silent.contains(&code) || self.findings.count(code, self.origin(group, place).span) {
            return;
        }
        let (message, help) = make(self);
        let mut diagnostic = Diagnostic::error(code, message, self.origin(group, place).span);
        diagnostic.thread = Some(self.position(group, lane));
        diagnostic.help = help;
        self.add_backtrace(&mut diagnostic, group, place);
        self.findings.add(diagnostic);
    }

    /// Where a place is for the user: code of the library has no place, the call of it has.
    pub fn origin(&self, group: &SimdGroup, place: Place<'_>) -> Origin {
        let callers = group.callers.iter().rev().filter_map(|caller| {
            self.code.function(caller.function)?.origins.get((caller.at as usize).checked_sub(1)?).copied()
        });
        std::iter::once(place.origin()).chain(callers).find(|origin| !origin.span.is_none()).unwrap_or(Origin::NONE)
    }

    /// Adds the calls that led to a place, inlined ones and others.
    pub fn add_backtrace(&self, diagnostic: &mut Diagnostic, group: &SimdGroup, place: Place<'_>) {
        let mut add = |id: u32, origin: Origin| {
            let Some(function) = self.module.functions.get(id as usize) else { return };
            let mut site = origin.site;
            for _ in 0..function.inlined.len() {
                let Some(call) = site.index().checked_sub(1).and_then(|index| function.inlined.get(index)) else {
                    break;
                };
                if !call.call.span.is_none() {
                    *diagnostic =
                        diagnostic.clone().also(call.call.span, format!("in `{}`, called here", call.function));
                }
                site = call.call.site;
            }
        };
        add(place.id, place.origin());
        let mut inner = place.id;
        let mut calls = Vec::new();
        let mut is_shown = !place.origin().span.is_none();
        for caller in group.callers.iter().rev().take(16) {
            let Some(function) = self.code.function(caller.function) else { break };
            let origin = function.origins.get(caller.at as usize - 1).copied().unwrap_or(Origin::NONE);
            if is_shown && !origin.span.is_none() {
                calls.push((inner, origin));
            } else if !origin.span.is_none() {
                // The call of the library: the place itself.
                add(caller.function.0, origin);
                is_shown = true;
            }
            inner = caller.function.0;
        }
        for (callee, origin) in calls {
            let name = self.module.functions.get(callee as usize).map_or("?", |function| &*function.name);
            *diagnostic = diagnostic.clone().also(origin.span, format!("in `{name}`, called here"));
        }
    }

    /// Reports an access that can't be done.
    #[allow(clippy::too_many_arguments)]
    pub fn access_fault(
        &mut self,
        group: &SimdGroup,
        place: Place<'_>,
        lane: u32,
        address: u64,
        size: u64,
        write: bool,
        trouble: Trouble,
    ) {
        let code = match trouble {
            Trouble::Null => codes::NULL_ACCESS,
            Trouble::Dangling | Trouble::Function => codes::DANGLING_ACCESS,
            Trouble::Unbound(_) => codes::UNBOUND_RESOURCE,
            Trouble::Outside(..) | Trouble::ReadOnly => codes::OUT_OF_BOUNDS,
            Trouble::Misaligned => codes::MISALIGNED_ACCESS,
        };
        if let Trouble::Unbound(parameter) = trouble
            && let Some(argument) =
                self.module.entry_points.first().and_then(|entry| entry.arguments.get(parameter as usize))
            && !argument.span.is_none()
        {
            // The place to look at is the argument, not each of its uses.
            if self.silent.contains(&code) || self.findings.count(code, argument.span) {
                return;
            }
            let message = format!("nothing is bound to `{}`, which the function uses", argument.name);
            let mut diagnostic = Diagnostic::error(code, message, argument.span)
                .also(self.origin(group, place).span, if write { "written through here" } else { "read through here" })
                .help("bind something to it before the dispatch");
            diagnostic.thread = Some(self.position(group, lane));
            self.findings.add(diagnostic);
            return;
        }
        self.fault(group, place, lane, code, |this| {
            let verb = if write { "write" } else { "read" };
            let plural = if size == 1 { "" } else { "s" };
            let what = this.object_name(address);
            let offset = pointer::offset(address);
            let message = match trouble {
                Trouble::Null => format!("{verb} of {size} byte{plural} through a null pointer"),
                Trouble::Dangling => {
                    format!("{verb} of {size} byte{plural} through a pointer to something that is gone")
                }
                Trouble::Function => format!("{verb} of {size} byte{plural} through the address of a function"),
                Trouble::Unbound(parameter) => {
                    let name = this.argument_names.get(parameter as usize).map_or("?", |name| name);
                    format!("{verb} through `{name}`, to which nothing is bound")
                }
                Trouble::ReadOnly => format!("{verb} to {what}, which is read-only"),
                Trouble::Outside(at, length) => {
                    format!("{verb} of {size} byte{plural} at byte {at} of {what}, which has {length} bytes")
                }
                Trouble::Misaligned => {
                    format!(
                        "{verb} of {size} byte{plural} at byte {offset} of {what}, which is not aligned for the type"
                    )
                }
            };
            let help = match trouble {
                Trouble::Unbound(_) => vec!["bind a buffer to it before the dispatch".to_owned()],
                _ => Vec::new(),
            };
            (message, help)
        });
    }

    fn object_name(&self, address: u64) -> String {
        let number = pointer::number(address);
        let first = crate::bytecode::code::FIRST_GLOBAL;
        if number >= crate::bytecode::code::FIRST_PRIVATE {
            return "a local variable".to_owned();
        }
        if number >= first {
            let index = (number - first) as usize;
            return match self.module.globals.get(index) {
                Some(global) => format!("`{}`", global.name),
                None => {
                    let argument = self.argument_names.get(index.wrapping_sub(self.module.globals.len()));
                    argument.map_or_else(|| "an object".to_owned(), |name| format!("`{name}`"))
                }
            };
        }
        match (self.region_name)(number) {
            Some(name) if !name.is_empty() => format!("`{name}`"),
            _ => "a buffer".to_owned(),
        }
    }

    /// Ends the run with a report.
    fn fail(&mut self, group: &SimdGroup, place: Place<'_>, code: DiagnosticCode, message: String, help: &str) -> Stop {
        let lane = group.mask.trailing_zeros().min(63);
        if code == codes::UNSUPPORTED {
            self.findings.add(Diagnostic::unsupported(message, self.origin(group, place).span));
        } else {
            self.fault(group, place, lane, code, |_| (message, vec![help.to_owned()]));
        }
        Stop::Failed
    }

    /// Runs until something happens.
    pub fn run(&mut self, group: &mut SimdGroup) -> Stop {
        let code = self.code;
        let width = code.width;
        let full = self.full();
        let Some(mut function) = code.function(FunctionId(group.function)).map(std::sync::Arc::as_ref) else {
            return Stop::Failed;
        };
        let mut frame = Frame(group.frames.as_mut_ptr().cast::<u32>().wrapping_add(group.base as usize));
        let mut at = group.at as usize;
        if group.at == u32::MAX {
            let place = Place { function, id: group.function, at: 0 };
            let message = "the local variables of one thread are too large".to_owned();
            return self.fail(group, place, codes::STACK_OVERFLOW, message, "use less private memory");
        }
        let rows = &self.rows.rows;
        loop {
            // SAFETY: verified code ends with `end` and jumps only inside; calls and returns set `at` to such places.
            let instruction: &Instruction = unsafe { function.instructions.get_unchecked(at) };
            at += 1;
            if usize::from(instruction.operation) < Operation::ROWS {
                let form = (instruction.d as usize).min(2);
                // SAFETY: the bytecode was verified for this frame, and the table is one for this CPU.
                unsafe {
                    let handler = rows.get_unchecked(usize::from(instruction.operation)).get_unchecked(form);
                    handler(frame.0, instruction);
                }
                continue;
            }
            // SAFETY: verified code only has numbers of operations, and `Operation` is as wide as the number.
            let operation: Operation = unsafe { std::mem::transmute(instruction.operation) };
            let (a, b, c, d) = (instruction.a, instruction.b, instruction.c, instruction.d);
            // SAFETY (for `slot` and `bits_of` below): verified code's mask slots and registers lie in the frame.
            match operation {
                Operation::Jump => at = c as usize,
                Operation::JumpIf => {
                    if unsafe { *frame.0.add(b as usize) } != 0 {
                        at = c as usize;
                    }
                }
                Operation::JumpUnless => {
                    if unsafe { *frame.0.add(b as usize) } == 0 {
                        at = c as usize;
                    }
                }
                Operation::Split => {
                    let taken = group.mask & unsafe { bits_of(frame.0.add(b as usize), width) };
                    unsafe {
                        *frame.slot(a) = group.mask;
                        *frame.slot(a + 1) = group.mask & !taken;
                    }
                    group.mask = taken;
                    if taken == 0 {
                        at = c as usize;
                    }
                }
                Operation::SplitOnly => {
                    let taken = group.mask & unsafe { bits_of(frame.0.add(b as usize), width) };
                    unsafe { *frame.slot(a) = group.mask };
                    group.mask = taken;
                    if taken == 0 {
                        at = c as usize;
                    }
                }
                Operation::Otherwise => {
                    group.mask = unsafe { *frame.slot(a + 1) };
                    if group.mask == 0 {
                        at = c as usize;
                    }
                }
                Operation::Join => {
                    group.mask = unsafe { *frame.slot(a) };
                    if group.mask == 0 {
                        at = c as usize;
                    }
                }
                Operation::Enter => unsafe { *frame.slot(a) = group.mask },
                Operation::Leave | Operation::Return => {
                    for slot in a..b {
                        unsafe { *frame.slot(slot) &= !group.mask };
                    }
                    if operation == Operation::Return && group.callers.is_empty() {
                        group.alive &= !group.mask;
                        if let Some(observer) = &mut self.observer {
                            let named = observer::Group {
                                threadgroup: self.geometry.threadgroup,
                                simdgroup: group.index,
                                lanes: group.lanes,
                            };
                            observer.exit(named, group.mask);
                        }
                    }
                    group.mask = 0;
                    at = c as usize;
                }
                Operation::LeaveIf => {
                    let leaving = group.mask & unsafe { bits_of(frame.0.add(d as usize), width) };
                    for slot in a..b {
                        unsafe { *frame.slot(slot) &= !leaving };
                    }
                    group.mask &= !leaving;
                    if group.mask == 0 {
                        at = c as usize;
                    }
                }
                Operation::Back => {
                    group.steps += u64::from(b);
                    if group.steps > self.max_steps {
                        let place = Place { function, id: group.function, at: at as u32 - 1 };
                        return self.out_of_steps(group, place);
                    }
                    if group.mask != 0 {
                        at = c as usize;
                    }
                }
                Operation::Match => unsafe {
                    *frame.slot(a) = group.mask & bits_of(frame.0.add(b as usize), width);
                },
                Operation::Gather => {
                    group.mask |= unsafe { *frame.slot(a) };
                    if group.mask == 0 {
                        at = c as usize;
                    }
                }
                Operation::Halt => group.mask = 0,
                Operation::Broadcast32 => {
                    let rows = u32::from(instruction.count) / width;
                    for row in 0..rows {
                        unsafe {
                            let value = *frame.0.add((b + row) as usize);
                            let out = frame.0.add((a + row * width) as usize);
                            for lane in 0..width as usize {
                                *out.add(lane) = value;
                            }
                        }
                    }
                }
                Operation::Broadcast64 => {
                    let rows = u32::from(instruction.count) / width;
                    for row in 0..rows {
                        unsafe {
                            let value = frame.0.add((b + row * 2) as usize).cast::<u64>().read_unaligned();
                            let out = frame.0.add((a + row * width * 2) as usize).cast::<u64>();
                            for lane in 0..width as usize {
                                out.add(lane).write_unaligned(value);
                            }
                        }
                    }
                }
                Operation::First32 => unsafe {
                    let lane = group.mask.trailing_zeros() & (width - 1);
                    *frame.0.add(a as usize) = *frame.0.add((b + lane) as usize);
                },
                Operation::First64 => unsafe {
                    let lane = group.mask.trailing_zeros() & (width - 1);
                    let value = frame.0.add((b + lane * 2) as usize).cast::<u64>().read_unaligned();
                    frame.0.add(a as usize).cast::<u64>().write_unaligned(value);
                },
                Operation::SetMasked32 => unsafe {
                    let (to, from) = (frame.0.add(a as usize), frame.0.add(b as usize));
                    let count = usize::from(instruction.count);
                    if group.mask == full {
                        std::ptr::copy(from, to, count);
                    } else {
                        let mask = group.expand();
                        for row in (0..count).step_by(width as usize) {
                            for (lane, mask) in mask.iter().enumerate().take(width as usize) {
                                let (new, old) = (*from.add(row + lane), *to.add(row + lane));
                                *to.add(row + lane) = (new & mask) | (old & !mask);
                            }
                        }
                    }
                },
                Operation::SetMasked64 => unsafe {
                    let (to, from) = (frame.0.add(a as usize).cast::<u64>(), frame.0.add(b as usize).cast::<u64>());
                    let count = usize::from(instruction.count);
                    for row in (0..count).step_by(width as usize) {
                        for lane in lanes(group.mask) {
                            let value = from.add(row + lane as usize).read_unaligned();
                            to.add(row + lane as usize).write_unaligned(value);
                        }
                    }
                },
                Operation::End => {
                    let Some(caller) = group.callers.pop() else {
                        if group.alive != 0
                            && let Some(observer) = &mut self.observer
                        {
                            let named = observer::Group {
                                threadgroup: self.geometry.threadgroup,
                                simdgroup: group.index,
                                lanes: group.lanes,
                            };
                            observer.exit(named, group.alive);
                        }
                        group.alive = 0;
                        group.mask = 0;
                        return Stop::Done;
                    };
                    let callee = function;
                    let base = group.base;
                    self.leave_call(group, caller, callee, base);
                    function = match code.function(caller.function) {
                        Some(function) => function,
                        None => return Stop::Failed,
                    };
                    frame = Frame(group.frames.as_mut_ptr().cast::<u32>().wrapping_add(group.base as usize));
                    at = caller.at as usize;
                    // A call through a pointer is made again for the lanes that call something else.
                    if caller.remaining != 0 {
                        let place = Place { function, id: group.function, at: at as u32 - 1 };
                        match self.call(group, frame, place, caller.remaining, caller.mask) {
                            Ok(next) => (function, frame, at) = next,
                            Err(stop) => return stop,
                        }
                    }
                }
                Operation::Call => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    let mask = group.mask;
                    match self.call(group, frame, place, mask, mask) {
                        Ok(next) => (function, frame, at) = next,
                        Err(stop) => return stop,
                    }
                }
                Operation::Builtin => self.builtin(group, frame, function.inputs[c as usize], instruction),
                Operation::LocalAddress => {
                    let address = group.private.address(group.first_slot + c as usize);
                    unsafe { frame.0.add(a as usize).cast::<u64>().write_unaligned(address) };
                }
                Operation::Begin => {
                    if let Some(slot) = group.private.slot_mut(group.first_slot + c as usize) {
                        slot.dead &= !group.mask;
                    }
                }
                Operation::Finish => {
                    if let Some(slot) = group.private.slot_mut(group.first_slot + c as usize) {
                        slot.dead |= group.mask;
                    }
                }
                Operation::Load => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    self.load(group, frame, place, &function.accesses[c as usize]);
                    if self.preempted() {
                        group.at = at as u32;
                        return Stop::Preempted;
                    }
                }
                Operation::Store => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    self.store(group, frame, place, &function.accesses[c as usize]);
                    if self.preempted() {
                        group.at = at as u32;
                        return Stop::Preempted;
                    }
                }
                Operation::CopyMemory => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    let (to, from) = (&function.accesses[c as usize], &function.accesses[d as usize]);
                    self.copy_memory(group, frame, place, to, from);
                }
                Operation::ZeroMemory => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    self.zero_memory(group, frame, place, &function.accesses[c as usize]);
                }
                Operation::CheckIndex => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    self.check_index(group, frame, place, instruction);
                }
                Operation::ExtractDynamic | Operation::InsertDynamic => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    self.dynamic_component(group, frame, place, instruction, operation == Operation::InsertDynamic);
                }
                Operation::All | Operation::Any => {
                    let count = usize::from(instruction.count);
                    for lane in 0..count {
                        let mut value = if operation == Operation::All { u32::MAX } else { 0 };
                        for component in 0..d as usize {
                            let part = unsafe { *frame.0.add(b as usize + component * count + lane) };
                            value = if operation == Operation::All { value & part } else { value | part };
                        }
                        unsafe { *frame.0.add(a as usize + lane) = value };
                    }
                }
                Operation::Lanes => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    self.lane_function(group, frame, place, &function.intrinsics[d as usize]);
                }
                Operation::Integers => {
                    super::integers::run(frame, width, &function.intrinsics[d as usize]);
                }
                Operation::Pack => super::pack::run(frame, width, &function.intrinsics[d as usize]),
                Operation::Atomic => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    self.atomic(group, frame, place, &function.intrinsics[d as usize]);
                    if self.preempted() {
                        group.at = at as u32;
                        return Stop::Preempted;
                    }
                }
                Operation::Matrix => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    self.matrix(group, frame, place, &function.intrinsics[d as usize]);
                }
                Operation::Barrier => {
                    let place = Place { function, id: group.function, at: at as u32 - 1 };
                    let call = &function.intrinsics[d as usize];
                    let simdgroup_only = call.intrinsic == crate::ir::Intrinsic::SimdgroupBarrier;
                    self.check_convergence(group, frame, place, simdgroup_only);
                    if simdgroup_only {
                        self.announce_barrier(group, frame, place);
                    } else {
                        group.at = at as u32;
                        return Stop::Barrier(group.function, at as u32);
                    }
                }
                _ => return Stop::Failed,
            }
        }
    }

    #[cold]
    fn out_of_steps(&mut self, group: &SimdGroup, place: Place<'_>) -> Stop {
        let message = format!("the step budget of {} is used up: this loop may never end", self.max_steps);
        self.fail(group, place, codes::STEP_LIMIT, message, "a larger budget is given with `--max-steps`")
    }

    #[inline(always)]
    fn preempted(&mut self) -> bool {
        match &mut self.countdown {
            None => false,
            Some(left) => {
                *left = left.saturating_sub(1);
                *left == 0
            }
        }
    }

    /// Tells the observer of a barrier that was just met.
    pub fn announce_barrier(&mut self, group: &SimdGroup, frame: Frame, place: Place<'_>) {
        let named = self.observed_group(group);
        let origin = self.origin(group, place);
        let Some(observer) = &mut self.observer else { return };
        let Some(instruction) = place.function.instructions.get(place.at as usize) else { return };
        let Some(call) = place.function.intrinsics.get(instruction.d as usize) else { return };
        let lane = group.mask.trailing_zeros().min(63) % self.code.width;
        let read = |index: usize| {
            call.operands.get(index).map_or(0, |register| frame.get(*register, 0, lane, self.code.width) as u32)
        };
        let barrier = observer::Barrier {
            flags: read(0),
            scope: read(1),
            simdgroup_only: call.intrinsic == crate::ir::Intrinsic::SimdgroupBarrier,
            origin,
        };
        observer.barrier(&barrier, named);
    }

    /// Reports lanes of the SIMD-group that are not at this barrier.
    fn check_convergence(&mut self, group: &SimdGroup, frame: Frame, place: Place<'_>, simdgroup_only: bool) {
        let missing = group.alive & !group.mask;
        if missing == 0 || self.silent.contains(&codes::BARRIER_DIVERGENCE) {
            return;
        }
        if self.findings.count(codes::BARRIER_DIVERGENCE, self.origin(group, place).span) {
            return;
        }
        let name = if simdgroup_only { "simdgroup_barrier" } else { "threadgroup_barrier" };
        let here = group.mask.trailing_zeros();
        let other = missing.trailing_zeros();
        let message = format!(
            "{} of {} threads of the SIMD-group reach this {name}",
            group.mask.count_ones(),
            group.alive.count_ones()
        );
        let mut diagnostic = Diagnostic::error(codes::BARRIER_DIVERGENCE, message, self.origin(group, place).span);
        diagnostic.thread = Some(self.position(group, here));
        diagnostic.other_thread = Some(self.position(group, other));
        let parted = place
            .function
            .masks
            .iter()
            .filter(|mask| (mask.from..mask.to).contains(&place.at))
            // SAFETY: verified code's mask slots lie in the frame.
            .filter(|mask| mask.slot < place.function.mask_slots && unsafe { *frame.slot(mask.slot) } >> other & 1 != 0)
            .max_by_key(|mask| mask.slot);
        if let Some(mask) = parted
            && !mask.origin.span.is_none()
        {
            diagnostic = diagnostic.also(mask.origin.span, format!("lane {other} went another way here"));
        }
        diagnostic = diagnostic.help("move the barrier to where all threads come by");
        self.add_backtrace(&mut diagnostic, group, place);
        self.findings.add(diagnostic);
    }

    /// Enters a function. `wanted` lanes still have to call; `mask` are the caller's.
    fn call(
        &mut self,
        group: &mut SimdGroup,
        frame: Frame,
        place: Place<'a>,
        wanted: u64,
        mask: u64,
    ) -> Result<(&'a CodeFunction, Frame, usize), Stop> {
        let code = self.code;
        let width = code.width;
        let instruction = &place.function.instructions[place.at as usize];
        let site = &place.function.calls[instruction.d as usize];
        let after = place.at as usize + 1;
        let first = wanted.trailing_zeros().min(63);
        let (target, serve) = match site.function {
            Some(target) => (target.index(), wanted),
            None => {
                let address = frame.get(site.pointer, 0, first, width);
                let same = lanes(wanted).filter(|lane| frame.get(site.pointer, 0, *lane, width) == address);
                let serve = same.fold(0u64, |bits, lane| bits | 1 << lane);
                let offset = pointer::offset(address);
                let is_function = pointer::number(address) == FUNCTIONS && offset >= 0 && offset % 16 == 0;
                let target = if is_function { (offset / 16) as usize } else { usize::MAX };
                let shape = self.module.functions.get(target);
                let fits = shape.is_some_and(|callee| callee.params.len() == site.arguments.len());
                if !fits {
                    let code = if pointer::number(address) == 0 { codes::NULL_ACCESS } else { codes::DANGLING_ACCESS };
                    group.mask = mask;
                    self.fault(group, place, first, code, |_| {
                        ("call through a pointer that points to no such function".to_owned(), Vec::new())
                    });
                    // The call gives zeros.
                    if let Some(result) = site.result {
                        for lane in lanes(serve) {
                            for component in 0..u32::from(result.components) {
                                frame.put(result, component, lane, width, 0);
                            }
                        }
                    }
                    let rest = wanted & !serve;
                    if rest == 0 {
                        return Ok((place.function, frame, after));
                    }
                    return self.call(group, frame, place, rest, mask);
                }
                (target, serve)
            }
        };
        let Some(callee) = code.function(FunctionId(target as u32)) else {
            let message = "calling this function".to_owned();
            return Err(self.fail(group, place, codes::UNSUPPORTED, message, ""));
        };
        let base = (group.base + place.function.frame_words).next_multiple_of(16);
        let end = base.saturating_add(callee.frame_words);
        let private = group.private.mark();
        let locals = callee.locals.iter().map(|local| (local.word, local.size));
        let too_deep = group.callers.len() >= MAX_CALL_DEPTH || end > MAX_FRAME_WORDS;
        if too_deep || !group.private.push(locals, callee.private_words) {
            let name = self.module.functions.get(target).map_or("?", |function| &*function.name);
            let message = format!("the call of `{name}` nests too deep ({} calls)", group.callers.len() + 1);
            return Err(self.fail(group, place, codes::STACK_OVERFLOW, message, "make sure that the recursion ends"));
        }
        group.steps += callee.instructions.len() as u64;
        if group.steps > self.max_steps {
            return Err(self.out_of_steps(group, place));
        }
        group.reserve(end);
        let frames: *mut u32 = group.frames.as_mut_ptr().cast();
        let caller_frame = Frame(frames.wrapping_add(group.base as usize));
        let callee_frame = Frame(frames.wrapping_add(base as usize));
        self.put_constants(callee, callee_frame);
        for (parameter, argument) in callee.parameters.iter().zip(&site.arguments) {
            let same = parameter.components == argument.components && parameter.wide == argument.wide;
            for component in 0..if same { u32::from(parameter.components) } else { 0 } {
                for lane in 0..width {
                    let value = caller_frame.get(*argument, component, lane, width);
                    callee_frame.put(*parameter, component, lane, width, value);
                }
            }
        }
        group.callers.push(Caller {
            function: FunctionId(group.function),
            at: after as u32,
            base: group.base,
            mask,
            private,
            first_slot: group.first_slot,
            serve,
            remaining: wanted & !serve,
        });
        group.first_slot = private.0;
        group.function = target as u32;
        group.base = base;
        group.mask = serve;
        if callee.mask_slots > 0 {
            // What a group of lanes leaves behind must not confuse a report.
            for slot in 0..callee.mask_slots {
                // SAFETY: verified code's mask slots lie in the frame.
                unsafe { *callee_frame.slot(slot) = 0 };
            }
        }
        Ok((callee, callee_frame, 0))
    }

    /// Goes back to a caller with the result.
    fn leave_call(&self, group: &mut SimdGroup, caller: Caller, callee: &CodeFunction, base: u32) {
        let width = self.code.width;
        let frames: *mut u32 = group.frames.as_mut_ptr().cast();
        let callee_frame = Frame(frames.wrapping_add(base as usize));
        let caller_frame = Frame(frames.wrapping_add(caller.base as usize));
        if let Some(function) = self.code.function(caller.function)
            && let Some(instruction) = function.instructions.get(caller.at as usize - 1)
            && let Some(site) = function.calls.get(instruction.d as usize)
            && let (Some(to), Some(from)) = (site.result, callee.result)
            && to.components == from.components
            && to.wide == from.wide
        {
            for component in 0..u32::from(to.components) {
                for lane in lanes(caller.serve) {
                    let value = callee_frame.get(from, component, lane, width);
                    caller_frame.put(to, component, lane, width, value);
                }
            }
        }
        group.private.pop(caller.private);
        group.first_slot = caller.first_slot;
        group.function = caller.function.0;
        group.base = caller.base;
        group.mask = caller.mask;
    }

    fn builtin(&self, group: &SimdGroup, frame: Frame, input: BuiltinInput, instruction: &Instruction) {
        use BuiltinInput as B;
        let geometry = &self.geometry;
        let width = self.code.width;
        let components = instruction.d as usize;
        let count = usize::from(instruction.count);
        let elements = count / components.max(1);
        let out = frame.0.wrapping_add(instruction.a as usize);
        let put = |component: usize, lane: usize, value: u32| {
            // SAFETY: verified code's register holds `count` elements, and the index is below that.
            unsafe { *out.add(component * elements + lane) = value };
        };
        let same = |values: [u32; 3]| {
            for (component, value) in values.into_iter().enumerate().take(components) {
                for lane in 0..elements {
                    put(component, lane, value);
                }
            }
        };
        let groups = |threads: u32, of: u32| threads.div_ceil(of);
        let full: u32 = geometry.full_threadgroup.iter().product();
        let first = group.index * width;
        match input {
            B::ThreadPositionInGrid | B::ThreadPositionInThreadgroup => {
                let mut origin = [0; 3];
                if input == B::ThreadPositionInGrid {
                    for (axis, origin) in origin.iter_mut().enumerate() {
                        *origin = geometry.threadgroup[axis].wrapping_mul(geometry.full_threadgroup[axis]);
                    }
                }
                let [sx, sy, _] = geometry.threads;
                let [mut x, mut y, mut z] = geometry.position_in_threadgroup(first);
                if sx - x >= elements as u32 {
                    for lane in 0..elements {
                        put(0, lane, origin[0].wrapping_add(x + lane as u32));
                    }
                    for (component, value) in [(1, y), (2, z)] {
                        if component < components {
                            for lane in 0..elements {
                                put(component, lane, origin[component].wrapping_add(value));
                            }
                        }
                    }
                    return;
                }
                for lane in 0..elements {
                    for (component, value) in [x, y, z].into_iter().enumerate().take(components) {
                        put(component, lane, origin[component].wrapping_add(value));
                    }
                    x += 1;
                    if x >= sx {
                        (x, y) = (0, y + 1);
                    }
                    if y >= sy {
                        (y, z) = (0, z + 1);
                    }
                }
            }
            B::ThreadsPerGrid | B::GridSize => same(geometry.grid),
            B::ThreadsPerThreadgroup => same(geometry.threads),
            B::DispatchThreadsPerThreadgroup => same(geometry.full_threadgroup),
            B::ThreadgroupPositionInGrid => same(geometry.threadgroup),
            B::ThreadgroupsPerGrid => same(geometry.threadgroups),
            B::ThreadIndexInThreadgroup => (0..elements).for_each(|lane| put(0, lane, first + lane as u32)),
            B::ThreadIndexInSimdgroup => (0..elements).for_each(|lane| put(0, lane, lane as u32)),
            B::ThreadsPerSimdgroup => same([width, 0, 0]),
            B::SimdgroupIndexInThreadgroup => same([group.index, 0, 0]),
            B::SimdgroupsPerThreadgroup => same([groups(geometry.count(), width), 0, 0]),
            B::DispatchSimdgroupsPerThreadgroup => same([groups(full, width), 0, 0]),
            B::ThreadIndexInQuadgroup => (0..elements).for_each(|lane| put(0, lane, lane as u32 % 4)),
            B::QuadgroupIndexInThreadgroup => {
                (0..elements).for_each(|lane| put(0, lane, (first + lane as u32) / 4));
            }
            B::QuadgroupsPerThreadgroup => same([groups(geometry.count(), 4), 0, 0]),
            B::DispatchQuadgroupsPerThreadgroup => same([groups(full, 4), 0, 0]),
            // The grid's origin, and inputs that lowering refuses.
            _ => same([0; 3]),
        }
    }

    fn check_index(&mut self, group: &SimdGroup, frame: Frame, place: Place<'_>, instruction: &Instruction) {
        let varying = instruction.count > 1;
        let (signed, wide) = (instruction.d & 1 != 0, instruction.d >> 1 & 1 != 0);
        let register = Register { at: instruction.b, components: 1, wide, varying };
        let count = i64::from(instruction.c);
        let mask = if varying { group.mask } else { group.mask & group.mask.wrapping_neg() };
        for lane in lanes(mask) {
            let index = super::access::index_value(frame.get(register, 0, lane, self.code.width), signed, wide);
            // One past the end is an address that may be made, though not used.
            if index < 0 || index > count {
                self.index_fault(group, place, lane, index, count);
            }
        }
    }

    /// Reports an index outside its array.
    pub fn index_fault(&mut self, group: &SimdGroup, place: Place<'_>, lane: u32, index: i64, count: i64) {
        self.fault(group, place, lane, codes::OUT_OF_BOUNDS, |_| {
            (format!("index {index} in an array of {count} elements"), Vec::new())
        });
    }

    fn dynamic_component(
        &mut self,
        group: &SimdGroup,
        frame: Frame,
        place: Place<'_>,
        instruction: &Instruction,
        insert: bool,
    ) {
        let width = self.code.width;
        let components = instruction.d & 0xff;
        let wide = instruction.d >> 8 & 1 != 0;
        let varying = instruction.count > 1;
        let vector = Register { at: if insert { instruction.a } else { instruction.b }, components: 1, wide, varying };
        let index_at = if insert { instruction.b } else { instruction.c };
        let index = Register { at: index_at, components: 1, wide: false, varying };
        let scalar = Register { at: if insert { instruction.c } else { instruction.a }, components: 1, wide, varying };
        let mask = if varying { group.mask } else { group.mask & group.mask.wrapping_neg() };
        for lane in lanes(mask) {
            let component = frame.get(index, 0, lane, width) as u32;
            let outside = component >= components;
            if outside {
                self.fault(group, place, lane, codes::OUT_OF_BOUNDS, |_| {
                    (format!("component {} of a vector of {components}", component as i32), Vec::new())
                });
            }
            if insert {
                if !outside {
                    let value = frame.get(scalar, 0, lane, width);
                    frame.put(vector, component, lane, width, value);
                }
            } else {
                let value = if outside { 0 } else { frame.get(vector, component, lane, width) };
                frame.put(scalar, 0, lane, width, value);
            }
        }
    }
}

/// The thread of a lane.
#[must_use]
pub fn thread_position(geometry: &Geometry, simdgroup: u32, lane: u32, width: u32) -> ThreadPosition {
    let index = simdgroup * width + lane;
    let position = geometry.position_in_threadgroup(index);
    let mut position_in_grid = [0; 3];
    for axis in 0..3 {
        position_in_grid[axis] =
            geometry.threadgroup[axis].wrapping_mul(geometry.full_threadgroup[axis]).wrapping_add(position[axis]);
    }
    ThreadPosition { position_in_grid, threadgroup: geometry.threadgroup, index_in_threadgroup: index, simdgroup, lane }
}
