//! `deburr run`.

use crate::args::Format;
use crate::args::RunArgs;
use crate::execution;
use crate::execution::Prepared;
use crate::execution::Refusal;
use crate::exit;
use crate::progress::Progress;
use crate::report;
use deburr::diagnostic::Diagnostic;
use deburr::host_data;
use deburr::host_data::ElementType;
use deburr::host_data::Tolerance;
use std::io::Write;
use std::time::Instant;

/// What came of a run, before it is shown.
pub struct Ran {
    /// The run.
    pub prepared: Prepared,
    /// Warnings of the compilation and findings of the run.
    pub diagnostics: Vec<Diagnostic>,
    /// Expectations that don't hold: one line each.
    pub failures: Vec<String>,
    /// Exit code.
    pub code: u8,
}

/// Compiles, runs and compares.
pub fn execute(args: &RunArgs) -> Result<Ran, Refusal> {
    let prepared = execution::prepare(args)?;
    // Wrong options are told before anything runs.
    for text in &args.print {
        print_request(&prepared, text)?;
    }
    for text in &args.output {
        let (key, _) = text.split_once('=').ok_or_else(|| format!("--output is INDEX=FILE, not `{text}`"))?;
        prepared.buffer(key)?;
    }
    let tolerance = args.tolerance.as_deref().map(tolerance).transpose()?;
    let mut expectations = Vec::new();
    for text in &args.expect {
        let (key, spec) = text.split_once('=').ok_or_else(|| format!("--expect is INDEX=SPEC, not `{text}`"))?;
        prepared.buffer(key)?;
        expectations.push((key, execution::data(spec).map_err(|line| format!("--expect {key}: {line}"))?));
    }
    let outcome = prepared.run()?;
    let mut diagnostics = prepared.compiled.diagnostics.clone();
    let has_errors = outcome.has_errors();
    for finding in outcome.findings {
        let mut diagnostic = finding.diagnostic;
        if finding.count > 1 {
            diagnostic.notes.push(format!("reported once; it happened {} times", finding.count));
        }
        diagnostics.push(diagnostic);
    }
    let mut failures = Vec::new();
    for (key, expected) in expectations {
        let buffer = prepared.buffer(key)?;
        let element = expected.element.or(buffer.element).unwrap_or(BYTES);
        let mismatch = buffer.memory.read(|bytes| host_data::compare(element, &expected.bytes, bytes, tolerance));
        if let Some(mismatch) = mismatch {
            failures.push(format!("buffer {key} is not as expected: {mismatch}"));
        }
    }
    let code = if has_errors || !failures.is_empty() { exit::FINDING } else { exit::FINE };
    Ok(Ran { prepared, diagnostics, failures, code })
}

const BYTES: ElementType = ElementType { scalar: deburr::msl::Scalar::U8, lanes: 1, packed: false };

fn tolerance(text: &str) -> Result<Tolerance, String> {
    let (absolute, relative) = text.split_once(',').unwrap_or((text, "0"));
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|value| *value >= 0.0)
            .ok_or_else(|| format!("--tolerance is ABS[,REL], not `{text}`"))
    };
    Ok(Tolerance { absolute: number(absolute)?, relative: number(relative)? })
}

/// `INDEX|NAME[:TYPE][:COUNT]`.
fn print_request<'a>(
    prepared: &'a Prepared,
    text: &str,
) -> Result<(&'a execution::Buffer, ElementType, usize), String> {
    let mut parts = text.split(':');
    let buffer = prepared.buffer(parts.next().unwrap_or(""))?;
    let mut element = buffer.element;
    let mut count = usize::MAX;
    for part in parts {
        match (part.parse(), ElementType::from_name(part)) {
            (Ok(number), _) => count = number,
            (_, Some(ty)) => element = Some(ty),
            _ => return Err(format!("--print {text}: `{part}` is neither an element type nor a count")),
        }
    }
    Ok((buffer, element.unwrap_or(BYTES), count))
}

/// The command.
pub fn run(args: &RunArgs, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let start = Instant::now();
    let progress = Progress::start(&format!("running {}", args.function));
    let executed = execute(args);
    drop(progress);
    let ran = match executed {
        Ok(ran) => ran,
        Err(refusal) => {
            match &refusal {
                Refusal::Call(line) => report::Reporter::new(err, true).say(line),
                Refusal::Diagnostics(map, diagnostics) => report::show(map, diagnostics, args.format, out, err),
            }
            return refusal.code();
        }
    };
    report::show(&ran.prepared.compiled.map, &ran.diagnostics, args.format, out, err);
    for text in &args.print {
        let Ok((buffer, element, count)) = print_request(&ran.prepared, text) else { continue };
        if args.format == Format::Human {
            let text = buffer.memory.read(|bytes| host_data::to_text(element, bytes, count));
            let _ = writeln!(out, "{}: {text}", buffer.name);
        } else {
            let values = buffer.memory.read(|bytes| host_data::to_json(element, bytes, count));
            let object = serde_json::json!({"buffer": buffer.index, "name": &*buffer.name,
                                            "type": element.name(), "values": values});
            let _ = writeln!(out, "{object}");
        }
    }
    let mut code = ran.code;
    for text in &args.output {
        let Some((key, path)) = text.split_once('=') else { continue };
        let Ok(buffer) = ran.prepared.buffer(key) else { continue };
        let contents = buffer.memory.read(|bytes| {
            if path.ends_with(".npy") {
                host_data::to_npy(buffer.element.unwrap_or(BYTES), bytes)
            } else {
                bytes.to_vec()
            }
        });
        if let Err(error) = std::fs::write(path, contents) {
            report::Reporter::new(err, true).say(&format!("{path} can't be written: {error}"));
            code = exit::WRONG;
        }
    }
    for failure in &ran.failures {
        report::Reporter::new(err, true).say(failure);
    }
    if args.verbose {
        let mut reporter = report::Reporter::new(err, true);
        reporter.say(&format!("ran in the interpreter; {:.1} ms in all", start.elapsed().as_secs_f64() * 1e3));
    }
    code
}
