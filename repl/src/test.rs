//! `deburr test`: runs the tests that `.metal` files carry in their comments.

use crate::args::Cli;
use crate::args::Command;
use crate::args::RunArgs;
use crate::args::TestArgs;
use crate::execution;
use crate::execution::Refusal;
use crate::exit;
use crate::files;
use crate::progress::Progress;
use crate::report;
use crate::run;
use clap::Parser;
use deburr::diagnostic::Diagnostic;
use deburr::diagnostic::Severity;
use deburr::source::SourceMap;
use deburr::testing::FileTest;
use deburr::testing::Kind;
use deburr::testing::Report;
use deburr::testing::Run;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

/// The command.
pub fn test(args: &TestArgs, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let tests = match discover(args) {
        Ok(tests) => tests,
        Err(line) => {
            report::Reporter::new(err, true).say(&line);
            return exit::WRONG;
        }
    };
    let progress = Progress::start("testing");
    let results = run_all(&tests, args.jobs);
    drop(progress);
    let mut failed = 0;
    for (path, problems) in tests.iter().zip(&results) {
        if problems.is_empty() {
            continue;
        }
        failed += 1;
        let _ = writeln!(out, "FAIL {}", path.display());
        for problem in problems {
            let _ = writeln!(out, "    {problem}");
        }
    }
    let _ = writeln!(out, "{} passed, {failed} failed", tests.len() - failed);
    if failed > 0 { exit::FINDING } else { exit::FINE }
}

/// The test files, in the order of their paths.
fn discover(args: &TestArgs) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let here = [".".to_owned()];
    for path in if args.paths.is_empty() { &here[..] } else { &args.paths } {
        let path = Path::new(path);
        if !path.exists() {
            return Err(format!("there is no file or directory {}", path.display()));
        }
        collect(path, &mut found).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    found.sort();
    found.dedup();
    if let Some(filter) = &args.filter {
        found.retain(|path| path.to_string_lossy().contains(&**filter));
    }
    if let Some(shard) = &args.shard {
        let parts = shard.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        let (part, of): (usize, usize) = parts
            .filter(|(part, of)| (1..=*of).contains(part))
            .ok_or_else(|| format!("--shard is I/N, not `{shard}`"))?;
        found = found.into_iter().enumerate().filter(|(at, _)| at % of == part - 1).map(|(_, path)| path).collect();
    }
    if found.is_empty() {
        return Err("no tests were found".into());
    }
    Ok(found)
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let path = entry?.path();
            let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if !hidden && (path.is_dir() || is_test(&path)) {
                collect(&path, found)?;
            }
        }
    } else {
        found.push(path.to_owned());
    }
    Ok(())
}

/// A `.metal` file with a `RUN`, a `CHECK` or an annotation.
fn is_test(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "metal")
        && std::fs::read_to_string(path).is_ok_and(|text| {
            FileTest::parse(&text)
                .map_or(true, |test| !test.runs.is_empty() || !test.check.is_empty() || !test.expectations.is_empty())
        })
}

fn run_all(tests: &[PathBuf], jobs: usize) -> Vec<Vec<String>> {
    let jobs = if jobs == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { jobs };
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Vec<String>>> = tests.iter().map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(tests.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = tests.get(at) else { break };
                    let problems = run_file(path, &[]);
                    *results[at].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = problems;
                }
            });
        }
    });
    results.into_iter().map(|slot| slot.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)).collect()
}

/// Runs all tests of one file, with extra arguments for every run; gives what is wrong, a line or more each.
#[must_use]
pub fn run_file(path: &Path, extra: &[&str]) -> Vec<String> {
    let outcome = std::panic::catch_unwind(|| run_file_here(path, extra));
    outcome.unwrap_or_else(|_| vec!["deburr met a bug of its own (a panic)".into()])
}

fn run_file_here(path: &Path, extra: &[&str]) -> Vec<String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return vec![error.to_string()],
    };
    let test = match FileTest::parse(&text) {
        Ok(test) => test,
        Err(problems) => return problems.iter().map(ToString::to_string).collect(),
    };
    let name = path.to_string_lossy();
    if test.runs.is_empty() {
        return check_file(&name, &text, &test);
    }
    test.runs.iter().flat_map(|run| run_once(&name, &test, run, extra)).collect()
}

fn check_file(name: &str, text: &str, test: &FileTest) -> Vec<String> {
    let arguments = ["deburr", "check"].into_iter().chain(test.check.iter().map(String::as_str)).chain([name]);
    let args = match Cli::try_parse_from(arguments).map(|cli| cli.command) {
        Ok(Command::Check(args)) => args,
        Ok(_) => return vec!["CHECK holds options of `deburr check`".into()],
        Err(error) => return vec![error.to_string()],
    };
    let options = match files::compile_options(&args.compile) {
        Ok(options) => options,
        Err(line) => return vec![line],
    };
    let compiled = deburr::compile::compile(name, text, &options, &files::DiskFiles);
    let code = report::compile_exit_code(&compiled.diagnostics);
    verdict(name, test, None, &compiled.map, &compiled.diagnostics, code)
}

fn run_once(name: &str, test: &FileTest, run: &Run, extra: &[&str]) -> Vec<String> {
    let at = |line: String| vec![format!("line {}: {line}", run.line)];
    let words = run.arguments.iter().map(String::as_str).chain(extra.iter().copied());
    let args: RunArgs = match Cli::try_parse_from(["deburr", "run", name].into_iter().chain(words)) {
        Ok(Cli { command: Command::Run(args) }) => args,
        Ok(_) => return at("RUN holds arguments of `deburr run`".into()),
        Err(error) => return at(error.to_string()),
    };
    match run::execute(&args) {
        Ok(ran) => {
            let map = &ran.prepared.compiled.map;
            let mut problems = verdict(name, test, Some(run), map, &ran.diagnostics, ran.code);
            if !ran.failures.is_empty() {
                problems.retain(|problem| !problem.starts_with("exit code"));
            }
            problems.extend(ran.failures.iter().flat_map(|line| at(line.clone())));
            problems
        }
        Err(Refusal::Call(line)) => at(line),
        Err(Refusal::Diagnostics(map, diagnostics)) => {
            let code = report::compile_exit_code(&diagnostics);
            verdict(name, test, Some(run), &map, &diagnostics, code)
        }
    }
}

/// Compares what was reported with the annotations.
fn verdict(
    name: &str,
    test: &FileTest,
    run: Option<&Run>,
    map: &SourceMap,
    diagnostics: &[Diagnostic],
    code: u8,
) -> Vec<String> {
    let reports: Vec<Report> = diagnostics.iter().map(|diagnostic| report_of(name, map, diagnostic)).collect();
    let mut problems: Vec<String> = test
        .compare(run, &reports)
        .iter()
        .map(|problem| {
            let detail = diagnostics
                .iter()
                .zip(&reports)
                .find(|(_, report)| report.line == problem.line)
                .map_or(String::new(), |(diagnostic, _)| format!(" ({})", diagnostic.message));
            format!("{problem}{detail}")
        })
        .collect();
    let expected = test.exit_code(run);
    if problems.is_empty() && code != expected {
        problems.push(format!("exit code {code}, expected {expected}"));
    }
    problems
}

fn report_of(name: &str, map: &SourceMap, diagnostic: &Diagnostic) -> Report {
    let is_run_time = !diagnostic.code.0.starts_with('E');
    let kind = if execution::is_unsupported(diagnostic) {
        Kind::Unsupported
    } else {
        match diagnostic.severity {
            Severity::Error if is_run_time => Kind::Finding,
            Severity::Error => Kind::Error,
            Severity::Warning | Severity::Note => Kind::Warning,
        }
    };
    let span = map.call_site(diagnostic.primary_span());
    let line = map.location(span.lo).filter(|at| *at.file == *name).map_or(0, |at| at.line);
    let thread = diagnostic.thread.map(|thread| thread.position_in_grid);
    Report { kind, code: diagnostic.code.0.into(), line, thread }
}
