//! The command as a process: what it prints and the exit codes that scripts depend on.

use std::path::PathBuf;
use std::process::Command;

const SCALE: &str = "kernel void scale(device float* data [[buffer(0)]], constant float& factor [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    data[i] *= factor;
}
";

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("deburr-cli-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("scale.metal"), SCALE).unwrap();
    folder
}

struct Ended {
    code: i32,
    out: String,
    err: String,
}

/// Runs a command line, split at blanks, in a folder.
fn deburr(folder: &PathBuf, line: &str) -> Ended {
    let output =
        Command::new(env!("CARGO_BIN_EXE_deburr")).args(line.split_whitespace()).current_dir(folder).output().unwrap();
    Ended {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

const RUN: &str = "run scale.metal scale --grid 4 --group 4 --buffer 0=float:1,2,3,4 --buffer 1=float:10";

#[test]
fn a_run_prints_saves_and_compares() {
    let folder = folder("run");
    let ended = deburr(&folder, &format!("{RUN} --print data --expect 0=float:10,20,30,40"));
    assert_eq!((ended.code, ended.out.as_str(), ended.err.as_str()), (0, "data: 10 20 30 40\n", ""));
    let ended = deburr(&folder, &format!("{RUN} --print 0:uint:1 --format json"));
    // 10.0 is 0x41200000.
    let line: serde_json::Value = serde_json::from_str(ended.out.trim()).unwrap();
    assert_eq!(line["values"], serde_json::json!([0x4120_0000]));
    let ended = deburr(&folder, &format!("{RUN} --output 0=out.npy --output 0=out.bin"));
    assert_eq!(ended.code, 0, "{}", ended.err);
    let again =
        "run scale.metal scale --grid 4 --group 4 --buffer 1=float:0.1 --tolerance 1e-6 --expect 0=float:1,2,3,4";
    for file in ["out.npy", "out.bin"] {
        let ended = deburr(&folder, &format!("{again} --buffer 0=@{file}"));
        assert_eq!(ended.code, 0, "{file}: {}", ended.err);
    }
    let ended = deburr(&folder, &format!("{RUN} --expect 0=float:10,20,30,41"));
    assert_eq!(ended.code, 1);
    assert!(ended.err.contains("[3] is 40, expected 41"), "{}", ended.err);
}

#[test]
fn findings_are_told_with_line_and_thread() {
    let folder = folder("findings");
    let line = RUN.replace("--grid 4", "--grid 8");
    let ended = deburr(&folder, &line);
    assert_eq!(ended.code, 1);
    assert!(ended.err.contains("out-of-bounds") && ended.err.contains("scale.metal:4:"), "{}", ended.err);
    let ended = deburr(&folder, &format!("{line} --format json"));
    let finding: serde_json::Value = serde_json::from_str(ended.out.lines().next().unwrap()).unwrap();
    assert_eq!(finding["code"], "out-of-bounds");
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["spans"][0]["line"], 4);
    assert_eq!(finding["thread"]["position_in_grid"], serde_json::json!([4, 0, 0]));
    assert_eq!(deburr(&folder, &format!("{line} --check none")).code, 0);
}

#[test]
fn a_wrong_call_is_one_clear_line() {
    let folder = folder("wrong");
    std::fs::write(folder.join("ints.npy"), {
        let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        bytes.extend_from_slice(b"{'descr': '<i4', 'fortran_order': False, 'shape': (4,), }");
        bytes.resize(127, b' ');
        bytes.push(b'\n');
        bytes.extend_from_slice(&[0; 16]);
        bytes
    })
    .unwrap();
    for (line, part) in [
        ("run missing.metal scale --grid 4 --group 4", "there is no file missing.metal"),
        ("run scale.metal skale --grid 4 --group 4", "the file has scale"),
        ("run scale.metal scale --grid 0 --group 4", "size of zero"),
        ("run scale.metal scale --grid 4 --group 4 --buffer 0=floot:1", "no element type"),
        ("run scale.metal scale --grid 4 --group 4 --buffer 7=float:1", "it has 0 (data), 1 (factor)"),
        ("run scale.metal scale --grid 4 --group 4 --buffer 1=half:1", "2 bytes; the argument `factor` needs 4"),
        ("run scale.metal scale --grid 4 --group 4 --buffer 0=@none.npy", "none.npy"),
        ("run scale.metal scale --grid 4 --group 4 --buffer 0=@ints.npy", "an array of int; the argument `data` holds"),
        ("run scale.metal scale --grid 4 --group 4 --simd-width 5", "4, 8, 16, 32 or 64"),
        ("run scale.metal scale --grid 4 --group 4 --print 0", "no buffer is bound"),
        ("run scale.metal scale --grid 4 --group 4 --constant 3=1", "no function constant"),
        ("check --std metal9 scale.metal", "no language version"),
        ("explain E9999", "there is no code"),
        ("test nowhere", "no file or directory nowhere"),
    ] {
        let ended = deburr(&folder, line);
        assert_eq!(ended.code, 2, "{line}: {}{}", ended.out, ended.err);
        assert!(ended.err.contains(part), "{line}: {}", ended.err);
        assert_eq!((ended.err.lines().count(), ended.out.as_str()), (1, ""), "{line}: {}", ended.err);
    }
    // Refused by the dispatch, with the function's place.
    let ended = deburr(&folder, &RUN.replace("--group 4", "--group 2048"));
    assert_eq!(ended.code, 2, "{}", ended.err);
    // Wrong arguments are clap's to explain.
    assert_eq!(deburr(&folder, "run").code, 2);
    assert_eq!(deburr(&folder, "frobnicate").code, 2);
}

#[test]
fn check_tells_all_errors_and_unsupported_is_a_code_of_its_own() {
    let folder = folder("check");
    assert_eq!(deburr(&folder, "check scale.metal").code, 0);
    std::fs::write(folder.join("bad.metal"), "void f() { x = 1; }\nvoid g() { y = 2; }\n").unwrap();
    let ended = deburr(&folder, "check bad.metal --format json");
    assert_eq!((ended.code, ended.out.lines().count()), (2, 2), "{}", ended.out);
    assert_eq!(deburr(&folder, "check bad.metal scale.metal --format sarif").code, 2);
    let ended = deburr(&folder, &format!("{RUN} --engine jit"));
    assert_eq!(ended.code, 4, "{}", ended.err);
    assert!(ended.err.contains("not supported yet"), "{}", ended.err);
    assert_eq!(deburr(&folder, "emit scale.metal --stage clif").code, 4);
}

#[test]
fn other_commands_answer() {
    let folder = folder("others");
    for (line, part) in [
        ("--help", "Examples:"),
        ("run --help", "Examples:"),
        ("explain out-of-bounds", "out-of-bounds"),
        ("reflect scale.metal", "buffer(0) data: float (read_write)"),
        ("reflect scale.metal --format json", r#""name":"scale""#),
        ("emit scale.metal --stage tokens", "scale"),
        ("emit scale.metal --stage ast", "scale"),
        ("emit scale.metal --stage ir", "entry \"scale\" kernel"),
        ("emit scale.metal --stage bytecode", "scale"),
        ("completions bash", "_deburr"),
        ("man", ".TH"),
    ] {
        let ended = deburr(&folder, line);
        assert_eq!(ended.code, 0, "{line}: {}", ended.err);
        assert!(ended.out.contains(part), "{line}: {}", ended.out);
    }
    let ended = deburr(&folder, &format!("{} --runs 2 --format json", RUN.replacen("run", "bench", 1)));
    let line: serde_json::Value = serde_json::from_str(ended.out.trim()).unwrap();
    for key in ["engine", "compile_ms", "first_ms", "median_ms", "min_ms", "max_ms", "runs", "threads", "ns_per_thread"]
    {
        assert!(line.get(key).is_some(), "{key} in {line}");
    }
}

#[test]
fn the_readme_command_runs() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let start = readme.find("cargo deburr run").expect("a run in the README");
    let block = &readme[start..start + readme[start..].find("```").unwrap()];
    let line = block.trim_start_matches("cargo deburr").replace('\\', " ");
    let ended = deburr(&root, &line);
    assert_eq!((ended.code, ended.out.trim()), (0, "y: 1 3 5 7 9 11"), "{}", ended.err);
}
