//! How long the passes take on the fifteen kernels of `testdata/kernels`, and how much code they leave.
//!
//! `cargo bench --bench passes` prints for each kernel the time of the whole pipeline and of the uniformity analysis.

use deburr::compile;
use deburr::compile::CompileOptions;
use deburr::ir::Module;
use deburr::passes;
use deburr::passes::Level;
use deburr::passes::Uniformity;
use deburr::passes::uniformity::Params;
use deburr::syntax::preprocessor::NoFiles;
use std::time::Duration;
use std::time::Instant;

const RUNS: usize = 51;

/// The median time of a function, its input made anew each time.
fn median<T>(make: impl Fn() -> T, mut run: impl FnMut(&mut T)) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let mut input = make();
            let start = Instant::now();
            run(&mut input);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2]
}

fn insts(module: &Module) -> usize {
    module.functions.iter().map(|function| function.insts.len()).sum()
}

fn main() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/kernels");
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    println!("{:<16}{:>8}{:>8}{:>12}{:>12}", "kernel", "before", "after", "passes", "uniformity");
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "metal")) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let compiled = compile::compile(&name, &text, &CompileOptions::default(), &NoFiles);
        let Some(mut module) = compiled.module else {
            println!("{name:<16} does not compile");
            continue;
        };
        passes::keep_reachable(&mut module);
        let time = median(|| module.clone(), |module| passes::run(Level::Optimize, module));
        let mut optimized = module.clone();
        passes::run(Level::Optimize, &mut optimized);
        passes::keep_reachable(&mut optimized);
        let kernel = optimized.entry_points[0].function;
        let analysis = median(
            || (),
            |()| {
                std::hint::black_box(Uniformity::new(optimized.function(kernel), Params::Uniform));
            },
        );
        println!("{name:<16}{:>8}{:>8}{time:>12.1?}{analysis:>12.1?}", insts(&module), insts(&optimized));
    }
}
