//! Every file test under `testdata/`, as `deburr test` runs it, and again under settings that must change nothing.

use std::path::Path;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

/// Tests that need what is not there yet, and what that is. One that passes must leave this list.
const WAITING: &[(&str, &str)] = &[("simdgroup/width_assumed_64.metal", "the race check")];

fn metal_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a directory entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            metal_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "metal") {
            found.push(path);
        }
    }
}

/// Runs the tests whose text is wanted, with more arguments.
fn run(extra: &[&str], wanted: impl Fn(&str) -> bool) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let mut files = Vec::new();
    metal_files(&root, &mut files);
    files.retain(|path| std::fs::read_to_string(path).is_ok_and(|text| wanted(&text)));
    assert!(files.len() > 50, "only {} files were found", files.len());
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let problems = deburr_cli::run_file(path, extra);
                    let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
                    let waits = WAITING.iter().find(|(waiting, _)| *waiting == name);
                    if let Some((_, what)) = waits
                        && problems.is_empty()
                    {
                        failures.lock().unwrap().push(format!("{name}\n    passes without {what}"));
                    }
                    if !problems.is_empty() && waits.is_none() {
                        failures.lock().unwrap().push(format!("{name}\n    {}", problems.join("\n    ")));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), files.len(), failures.join("\n"));
}

/// Whether the file doesn't look at how threads are put together to SIMD-groups, nor chooses settings itself.
fn is_free_of_width(text: &str) -> bool {
    let words = ["simd", "quad", "execution_width", "FINDING", "WARNING", "--schedule"];
    text.contains("RUN") && words.iter().all(|word| !text.contains(word))
}

#[test]
fn as_written() {
    run(&[], |_| true);
}

#[test]
fn without_optimisation() {
    // Known gap: unoptimised code still asks for a constant without a value in a branch that is never taken.
    run(&["--no-optimize"], |text| text.contains("RUN") && !text.contains("is_function_constant_defined(block)"));
}

#[test]
fn simdgroups_of_four() {
    run(&["--simd-width", "4"], is_free_of_width);
}

#[test]
fn simdgroups_of_sixty_four() {
    run(&["--simd-width", "64"], is_free_of_width);
}

#[test]
fn two_worker_threads() {
    run(&["--threads", "2"], |text| text.contains("RUN") && !text.contains("--threads"));
}

#[test]
fn an_interleaved_schedule() {
    run(&["--schedule", "seed=7"], is_free_of_width);
}
