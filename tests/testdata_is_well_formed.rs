//! Every file under `testdata/` follows the rules of `docs/contributing/file-tests.md`. Nothing is run here.

use deburr::testing::FileTest;
use deburr::testing::Kind;
use std::path::Path;
use std::path::PathBuf;

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

/// What is wrong with one file.
fn mistakes(path: &Path, text: &str) -> Vec<String> {
    let mut mistakes = Vec::new();
    let test = match FileTest::parse(text) {
        Ok(test) => test,
        Err(problems) => return problems.iter().map(ToString::to_string).collect(),
    };
    let has = |kind| test.expectations.iter().any(|e| e.kind == kind);
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let folders: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    let folder = |depth: usize| folders[folders.len() - 1 - depth];

    if !text.starts_with("// ") {
        mistakes.push("doesn't begin with a comment that says what is tested".to_owned());
    }
    if test.runs.is_empty() && !has(Kind::Error) && !has(Kind::Unsupported) && !has(Kind::Warning) {
        mistakes.push("neither runs nor expects an error or a warning".to_owned());
    }
    for run in &test.runs {
        let function = &run.arguments[0];
        let simple = function.rsplit("::").next().unwrap_or(function);
        if !text.contains(&format!("void {simple}(")) && !text.contains(&format!("host_name(\"{function}\")")) {
            mistakes.push(format!("line {}: no function `{function}`", run.line));
        }
        if run.arguments[1..].iter().any(|a| a.starts_with("--expect")) == has(Kind::Finding) {
            mistakes.push(format!("line {}: a run has either expected values or a finding", run.line));
        }
    }
    if folder(2) == "findings" {
        let code = folder(1);
        let other = match name.split_once('_') {
            Some(("fail", rest)) => format!("pass_{rest}.metal"),
            Some(("pass", rest)) => format!("fail_{rest}.metal"),
            _ => String::new(),
        };
        if !path.with_file_name(&other).is_file() {
            mistakes.push(format!("has no twin `{other}`"));
        }
        if has(Kind::Finding) != name.starts_with("fail_") {
            mistakes.push("the name and the annotations disagree".to_owned());
        }
        if test.expectations.iter().any(|e| e.code.as_deref() != Some(code)) {
            mistakes.push(format!("expects something else than {code}"));
        }
    }
    if folders.contains(&"errors") && test.expectations.iter().filter(|e| e.kind == Kind::Error).count() != 1 {
        mistakes.push("a file in errors/ makes exactly one mistake".to_owned());
    }
    mistakes
}

#[test]
fn every_file_test_can_be_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut files = Vec::new();
    metal_files(&root, &mut files);
    assert!(files.len() > 450, "only {} files were found", files.len());
    let mut report = String::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("text");
        for mistake in mistakes(&path, &text) {
            report += &format!("{}: {mistake}\n", path.strip_prefix(&root).unwrap_or(&path).display());
        }
    }
    assert!(report.is_empty(), "\n{report}");
}
