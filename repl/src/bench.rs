//! `deburr bench`: the same kernel again and again, each time from the same buffers.

use crate::args::BenchArgs;
use crate::args::Format;
use crate::execution;
use crate::execution::Refusal;
use crate::exit;
use crate::progress::Progress;
use crate::report;
use deburr::exec::Grid;
use std::io::Write;
use std::time::Instant;

/// The command.
pub fn bench(args: &BenchArgs, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let progress = Progress::start(&format!("measuring {}", args.run.function));
    let measured = measure(args, out);
    drop(progress);
    match measured {
        Ok(code) => code,
        Err(refusal) => {
            match &refusal {
                Refusal::Call(line) => report::Reporter::new(err, true).say(line),
                Refusal::Diagnostics(map, diagnostics) => report::show(map, diagnostics, args.run.format, out, err),
            }
            refusal.code()
        }
    }
}

fn measure(args: &BenchArgs, out: &mut dyn Write) -> Result<u8, Refusal> {
    if args.runs == 0 {
        return Err("--runs needs at least one run".to_owned().into());
    }
    let start = Instant::now();
    let prepared = execution::prepare(&args.run)?;
    let compile_ms = start.elapsed().as_secs_f64() * 1e3;
    let mut times = Vec::new();
    for _ in 0..=args.runs {
        prepared.reset();
        let start = Instant::now();
        let outcome = prepared.run()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        if outcome.has_errors() {
            let findings: Vec<_> = outcome.findings.into_iter().map(|finding| finding.diagnostic).collect();
            return Err(Refusal::Diagnostics(prepared.compiled.map.clone(), findings));
        }
    }
    let first = times.remove(0);
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    let threads: u64 = match prepared.dispatch.grid {
        Grid::Threads(grid) => grid.iter().map(|size| u64::from(*size)).product(),
        Grid::Threadgroups(grid) => grid
            .iter()
            .zip(prepared.dispatch.threads_per_threadgroup)
            .map(|(count, size)| u64::from(*count) * u64::from(size))
            .product(),
    };
    let ns_per_thread = median * 1e6 / threads.max(1) as f64;
    let (min, max) = (times[0], times[times.len() - 1]);
    let workers = args.run.threads;
    if args.run.format == Format::Human {
        let _ = writeln!(
            out,
            "interp: compile {compile_ms:.2} ms, first {first:.3} ms, median {median:.3} ms ({min:.3} to {max:.3}) of \
             {} runs, {ns_per_thread:.2} ns a thread",
            args.runs
        );
    } else {
        let object = serde_json::json!({"engine": "interp", "compile_ms": compile_ms, "first_ms": first,
            "median_ms": median, "min_ms": min, "max_ms": max, "runs": args.runs, "threads": workers,
            "ns_per_thread": ns_per_thread});
        let _ = writeln!(out, "{object}");
    }
    Ok(exit::FINE)
}
