//! Random kernels run with and without the passes: the buffers must be equal, byte for byte.

#[path = "support/random_ir.rs"]
mod random_ir;

use deburr::exec::Binding;
use deburr::exec::Dispatch;
use deburr::exec::Grid;
use deburr::exec::Memory;
use deburr::exec::Program;
use deburr::ir::Module;
use deburr::ir::parse;
use deburr::ir::verify;
use deburr::passes::Level;
use deburr::passes::PASSES;
use random_ir::BYTES_PER_THREAD;
use random_ir::Random;
use std::sync::Arc;

const THREADS: u32 = 40;

fn run(module: &Arc<Module>, level: Level, simd_width: u32, input: &[u8], what: &str) -> Vec<u8> {
    let program = Program::with_level(module, "k", &[], level)
        .unwrap_or_else(|error| panic!("{what}: {}\n{module}", error.message));
    let memory = Memory::from_bytes(1, "data", input);
    let mut dispatch = Dispatch::new(Grid::Threads([THREADS, 1, 1]), [32, 1, 1]);
    dispatch.bindings = vec![Binding::Buffer { memory: memory.clone(), offset: 0 }];
    dispatch.max_steps = 1_000_000;
    dispatch.threads = 1;
    dispatch.simd_width = simd_width;
    let outcome = program.run(&dispatch).unwrap_or_else(|error| panic!("{what}: {}\n{module}", error.message));
    assert!(!outcome.stopped, "{what}: {:?}\n{module}", outcome.findings);
    memory.read(<[u8]>::to_vec)
}

/// Lines of the first thread that differ.
fn difference(expected: &[u8], actual: &[u8]) -> String {
    let at = expected.iter().zip(actual).position(|(a, b)| a != b).unwrap_or(0);
    let (thread, byte) = (at / BYTES_PER_THREAD as usize, at % BYTES_PER_THREAD as usize);
    let word = at / 4 * 4;
    format!("thread {thread}, byte {byte}: {:?} and {:?}", &expected[word..word + 4], &actual[word..word + 4])
}

fn check(seed: u64) {
    let what = format!("seed {seed}");
    let module = random_ir::module(seed);
    if let Err(violations) = verify::module(&module) {
        panic!("{what}: {}\n{module}", violations[0]);
    }
    let read = parse::module(&format!("{module:#}")).unwrap_or_else(|error| panic!("{what}: {error}\n{module}"));
    // The generator numbers values in another order than the text's; what was read is in that order.
    let again = parse::module(&read.to_string()).unwrap_or_else(|error| panic!("{what}: {error}\n{read}"));
    assert!(read == again, "{what}: reads as\n{again}\nand not as\n{read}");
    let module = read;
    let mut random = Random::new(seed);
    let input: Vec<u8> = (0..THREADS * BYTES_PER_THREAD).map(|_| random.next() as u8).collect();
    let module = Arc::new(module);
    let expected = run(&module, Level::Debug, 32, &input, &what);
    // Each pass by itself, then all.
    for pass in PASSES {
        let mut changed = Module::clone(&module);
        pass.run(&mut changed);
        let what = format!("{what}, {}", pass.name());
        if let Err(violations) = verify::module(&changed) {
            panic!("{what}: {}\n{module}\n{changed}", violations[0]);
        }
        let actual = run(&Arc::new(changed.clone()), Level::Debug, 32, &input, &what);
        assert!(expected == actual, "{what}: {}\n{module}\n{changed}", difference(&expected, &actual));
    }
    for simd_width in [4, 32] {
        let actual = run(&module, Level::Optimize, simd_width, &input, &what);
        assert!(expected == actual, "{what}, width {simd_width}: {}\n{module}", difference(&expected, &actual));
    }
}

#[test]
fn passes_do_not_change_results() {
    let from = std::env::var("DEBURR_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("DEBURR_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    for seed in from..from + count {
        check(seed);
    }
}
