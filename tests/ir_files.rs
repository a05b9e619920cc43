//! Runs the file tests of the IR, `testdata/ir/*.ir`; `docs/contributing/ir.md` describes their form.

use deburr::ir::Module;
use deburr::ir::parse;
use deburr::ir::verify;
use deburr::passes::Pass;
use std::fs;
use std::path::Path;

/// One section of a file.
struct Section<'a> {
    name: &'a str,
    input: String,
    expected: Option<String>,
    passes: Option<&'a str>,
    errors: Vec<&'a str>,
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix(";; test ") {
            sections.push(Section { name, input: String::new(), expected: None, passes: None, errors: Vec::new() });
        }
        let Some(section) = sections.last_mut() else { continue };
        if let Some(passes) = line.strip_prefix("; RUN: passes=") {
            section.passes = Some(passes.trim());
        } else if let Some(error) = line.strip_prefix("; ERROR: ") {
            section.errors.push(error);
        } else if line.trim() == "; EXPECT:" {
            section.expected = Some(String::new());
        } else {
            let text = section.expected.as_mut().unwrap_or(&mut section.input);
            text.push_str(line);
            text.push('\n');
        }
    }
    sections
}

fn parse(text: &str, what: &str) -> Module {
    parse::module(text).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"))
}

fn round_trip(module: &Module, what: &str) {
    let text = format!("{module:#}");
    assert!(parse(&text, what) == *module, "{what}: printing and reading back changes it:\n{text}");
}

fn check(section: &Section<'_>, what: &str) {
    let module = parse(&section.input, what);
    round_trip(&module, what);
    let violations = verify::module(&module).err().unwrap_or_default();
    let violations: Vec<_> = violations.iter().map(ToString::to_string).collect();
    assert_eq!(violations, section.errors, "{what}");
    let Some(passes) = section.passes else {
        assert!(section.expected.is_none(), "{what}: expects a text but runs no pass");
        return;
    };
    let mut module = module;
    for name in passes.split(',') {
        let pass = Pass::from_name(name).unwrap_or_else(|| panic!("{what}: no pass {name}"));
        pass.run(&mut module);
        if let Err(violations) = verify::module(&module) {
            let violations: Vec<_> = violations.iter().map(ToString::to_string).collect();
            panic!("{what}: after {name}:\n{}\n{module}", violations.join("\n"));
        }
    }
    let expected = section.expected.as_ref().unwrap_or_else(|| panic!("{what}: expects nothing of its passes"));
    // Numbered in the order of the text on both sides.
    let actual = parse(&module.to_string(), what).to_string();
    let expected = parse(expected, what).to_string();
    assert!(actual == expected, "{what}: passes made\n{actual}\nbut expected is\n{expected}");
}

#[test]
fn ir_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/ir");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut count = 0;
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let sections = sections(&text);
        assert!(!sections.is_empty(), "{} has no section", path.display());
        for section in sections {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            check(&section, &format!("{file}: {}", section.name));
            count += 1;
        }
    }
    assert!(count > 0);
}
