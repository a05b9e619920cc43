//! Runs threadgroups, and the SIMD-groups of one between barriers.
//!
//! In order: SIMD-group 0 runs until it ends or meets a barrier, then 1, and so on; then all go on from the barrier.
//! With a seed: a random one of those that can run goes on for a random number of memory operations. What is random is
//! decided by the seed alone.
//!
//! Must never know bindings or hosts.

use super::dispatch::Schedule;
use super::memory::AlignedBytes;
use crate::bytecode::Code;
use crate::diagnostic::Code as DiagnosticCode;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::interp::faults::Findings;
use crate::interp::group::SimdGroup;
use crate::interp::machine::Frame;
use crate::interp::machine::Geometry;
use crate::interp::machine::Machine;
use crate::interp::machine::Place;
use crate::interp::machine::Stop;
use crate::interp::memory::Region;
use crate::interp::memory::Shared;
use crate::interp::observer::Observer;
use crate::interp::rows;
use crate::ir::FunctionId;
use crate::ir::Module;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

/// What a worker keeps from one threadgroup, and one dispatch, to the next.
#[derive(Debug, Default)]
pub struct Worker {
    groups: Vec<SimdGroup>,
    waiting: Vec<Stop>,
    threadgroup_memory: Vec<AlignedBytes>,
}

/// Workers that rest.
#[derive(Debug, Default)]
pub struct Pool(Mutex<Vec<Worker>>);

impl Pool {
    fn take(&self) -> Worker {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn give(&self, worker: Worker) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }
}

/// A dispatch, all set up.
pub struct Plan<'a> {
    /// The code.
    pub code: &'a Code,
    /// Its module.
    pub module: &'a Module,
    /// Allocations; those of threadgroup memory are still empty.
    pub shared: Shared,
    /// The entry function's arguments.
    pub arguments: &'a [u64],
    /// (object, bytes) of each threadgroup allocation.
    pub threadgroup_memory: &'a [(usize, u64)],
    /// Threads.
    pub grid: [u32; 3],
    /// Threads of a full threadgroup.
    pub threads_per_threadgroup: [u32; 3],
    /// Threadgroups.
    pub threadgroups: [u32; 3],
    /// Step budget of a SIMD-group.
    pub max_steps: u64,
    /// The order.
    pub schedule: Schedule,
    /// Codes not to report.
    pub silent: &'a [DiagnosticCode],
    /// Names of arguments.
    pub names: &'a [Arc<str>],
    /// Names of buffers.
    pub region_name: &'a (dyn Fn(u32) -> Option<Arc<str>> + Sync),
}

/// Runs the dispatch: findings, whether it was stopped, threadgroups started.
pub fn run<'a>(plan: &'a Plan<'a>, pool: &Pool, observer: Option<&'a mut dyn Observer>) -> (Findings, bool, u64) {
    let mut worker = pool.take();
    let mut machine = machine(plan, &mut worker, observer);
    let [nx, ny, nz] = plan.threadgroups;
    let mut started = 0;
    let mut stopped = false;
    let mut random = Random::new(match plan.schedule {
        Schedule::Order => 0,
        Schedule::Seed(seed) => seed,
    });
    'grid: for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                started += 1;
                if !run_threadgroup(plan, &mut machine, &mut worker, [x, y, z], &mut random) {
                    stopped = true;
                    break 'grid;
                }
            }
        }
    }
    let findings = std::mem::take(&mut machine.findings);
    drop(machine);
    pool.give(worker);
    (findings, stopped, started)
}

fn machine<'a>(plan: &'a Plan<'a>, worker: &mut Worker, observer: Option<&'a mut dyn Observer>) -> Machine<'a> {
    let mut shared = plan.shared.clone();
    worker.threadgroup_memory.resize_with(plan.threadgroup_memory.len(), AlignedBytes::default);
    for (bytes, (object, size)) in worker.threadgroup_memory.iter_mut().zip(plan.threadgroup_memory) {
        bytes.resize(*size as usize);
        let base = bytes.as_mut_slice().as_mut_ptr();
        shared.objects[*object] = Region { base, size: *size, writable: true, unbound: None };
    }
    Machine {
        code: plan.code,
        module: plan.module,
        rows: rows::level(),
        shared,
        geometry: Geometry {
            grid: plan.grid,
            full_threadgroup: plan.threads_per_threadgroup,
            threadgroups: plan.threadgroups,
            ..Geometry::default()
        },
        findings: Findings::default(),
        silent: plan.silent,
        max_steps: plan.max_steps,
        countdown: None,
        observer,
        concurrent: false,
        argument_names: plan.names,
        region_name: plan.region_name,
    }
}

/// Runs one threadgroup; false if the run is over.
fn run_threadgroup(
    plan: &Plan<'_>,
    machine: &mut Machine<'_>,
    worker: &mut Worker,
    threadgroup: [u32; 3],
    random: &mut Random,
) -> bool {
    let width = plan.code.width;
    machine.geometry.threadgroup = threadgroup;
    machine.geometry.threads = std::array::from_fn(|axis| {
        let full = plan.threads_per_threadgroup[axis];
        full.min(plan.grid[axis] - threadgroup[axis] * full)
    });
    let threads = machine.geometry.count();
    let count = threads.div_ceil(width) as usize;
    if worker.groups.len() < count {
        worker.groups.resize_with(count, SimdGroup::default);
    }
    // Threadgroup memory is undefined at the start; zeros make it the same in every run.
    for bytes in &mut worker.threadgroup_memory {
        bytes.as_mut_slice().fill(0);
    }
    for (bytes, (object, _)) in worker.threadgroup_memory.iter_mut().zip(plan.threadgroup_memory) {
        machine.shared.objects[*object].base = bytes.as_mut_slice().as_mut_ptr();
    }
    if let Some(observer) = &mut machine.observer {
        observer.begin_threadgroup(threadgroup, threads);
    }
    for (index, group) in worker.groups.iter_mut().enumerate().take(count) {
        let lanes = (threads - index as u32 * width).min(width);
        machine.start(group, index as u32, u64::MAX >> (64 - lanes), plan.arguments);
    }
    worker.waiting.clear();
    worker.waiting.resize(count, Stop::Preempted);
    let seeded = matches!(plan.schedule, Schedule::Seed(_));
    loop {
        if seeded {
            loop {
                let ready = worker.waiting.iter().filter(|stop| **stop == Stop::Preempted).count();
                if ready == 0 {
                    break;
                }
                let pick = random.below(ready as u32) as usize;
                let ready = worker.waiting.iter().enumerate().filter(|(_, stop)| **stop == Stop::Preempted);
                let Some(index) = ready.map(|(index, _)| index).nth(pick) else { break };
                machine.countdown = Some(1 + random.below(8));
                worker.waiting[index] = machine.run(&mut worker.groups[index]);
                if worker.waiting[index] == Stop::Failed {
                    return false;
                }
            }
        } else {
            for index in 0..count {
                if worker.waiting[index] == Stop::Preempted {
                    worker.waiting[index] = machine.run(&mut worker.groups[index]);
                    if worker.waiting[index] == Stop::Failed {
                        return false;
                    }
                }
            }
        }
        if !meet(machine, worker, count) {
            break;
        }
    }
    if let Some(observer) = &mut machine.observer {
        let mut found = Vec::new();
        observer.end_threadgroup(&mut found);
        found.into_iter().for_each(|diagnostic| machine.findings.add(diagnostic));
    }
    true
}

/// All SIMD-groups that have not ended are at a barrier: checks that it is the same one, and lets them go on. False if
/// all have ended.
fn meet(machine: &mut Machine<'_>, worker: &mut Worker, count: usize) -> bool {
    let code = machine.code;
    let place = |stop: Stop| match stop {
        Stop::Barrier(function, after) => {
            code.function(FunctionId(function)).map(|of| Place { function: of, id: function, at: after - 1 })
        }
        _ => None,
    };
    let mut first: Option<usize> = None;
    for index in 0..count {
        let Some(here) = place(worker.waiting[index]) else { continue };
        let Some(leader) = first else {
            first = Some(index);
            continue;
        };
        let Some(there) = place(worker.waiting[leader]) else { continue };
        if (here.id, here.at) != (there.id, there.at) && !machine.silent.contains(&codes::BARRIER_DIVERGENCE) {
            let message = "SIMD-groups of one threadgroup wait at different barriers";
            let mut diagnostic = Diagnostic::error(
                codes::BARRIER_DIVERGENCE,
                message,
                machine.origin(&worker.groups[leader], there).span,
            )
            .also(machine.origin(&worker.groups[index], here).span, "another SIMD-group waits here");
            let lane = |group: &SimdGroup| group.mask.trailing_zeros().min(63);
            let (one, other) = (&worker.groups[leader], &worker.groups[index]);
            diagnostic.thread = Some(machine.position(one, lane(one)));
            diagnostic.other_thread = Some(machine.position(other, lane(other)));
            machine.findings.add(diagnostic);
        }
    }
    if let Some(leader) = first
        && machine.observer.is_some()
        && let Some(here) = place(worker.waiting[leader])
    {
        let group = &mut worker.groups[leader];
        let base = group.base as usize;
        let frame = Frame(group.frames.as_mut_ptr().cast::<u32>().wrapping_add(base));
        machine.announce_barrier(group, frame, here);
    }
    for stop in &mut worker.waiting[..count] {
        if matches!(stop, Stop::Barrier(..)) {
            *stop = Stop::Preempted;
        }
    }
    first.is_some()
}

/// A small generator (xorshift64*): the same numbers on every machine.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        // Any state but 0.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678_9abc_def1) | 1)
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32;
        ((u64::from(high) * u64::from(limit)) >> 32) as u32
    }
}
