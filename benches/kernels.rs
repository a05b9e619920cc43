//! The fifteen kernels of `testdata/kernels` at the sizes of the peers' comparison, in the interpreter on one thread.
//!
//! `cargo bench --bench kernels` prints, for each, time and units a second (elements, pixels, MACs, iterations …).

#[path = "../tests/support/reference.rs"]
#[allow(dead_code, clippy::all)]
mod reference;

use criterion::BenchmarkId;
use criterion::Criterion;
use criterion::Throughput;
use criterion::criterion_group;
use criterion::criterion_main;
use deburr::compile;
use deburr::compile::CompileOptions;
use deburr::exec::Binding;
use deburr::exec::Dispatch;
use deburr::exec::Grid;
use deburr::exec::Memory;
use deburr::exec::Program;
use deburr::ir::entry::ArgumentKind;
use deburr::syntax::preprocessor::NoFiles;
use reference::Random;
use std::sync::Arc;
use std::time::Duration;

/// A kernel with its data.
struct Case {
    name: &'static str,
    /// Units of inner work a dispatch.
    units: u64,
    grid: [u32; 3],
    group: [u32; 3],
    /// Contents of the buffers, by index.
    buffers: Vec<Vec<u8>>,
    threadgroup_memory: Option<u32>,
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn word(value: u32) -> Vec<u8> {
    value.to_le_bytes().to_vec()
}

fn cases() -> Vec<Case> {
    let mut random = Random::new();
    let n = 1 << 20;
    let image = 1024;
    let case = |name, units, grid, group, buffers, threadgroup_memory| Case {
        name,
        units,
        grid,
        group,
        buffers,
        threadgroup_memory,
    };
    let plane = random.floats(n, 0.0, 1.0);
    let matrix: Vec<f32> = random.floats(512 * 512, -1.0, 1.0);
    let iterations = {
        let mut out = vec![0; n];
        reference::mandelbrot(&mut out, image, image, 256);
        out.iter().map(|count| u64::from(*count)).sum()
    };
    let positions = random.floats(4 * 4096, -1.0, 1.0);
    let keys: Vec<u8> = (0..1 << 17).flat_map(|_| random.bits().to_le_bytes()).collect();
    let blocks = 4096 * 4096 / 32;
    let weights: Vec<u8> = (0..blocks)
        .flat_map(|_| {
            let mut block = vec![0, 0x20];
            block.extend(random.bytes(16));
            block
        })
        .collect();
    let pixels = u64::from(image * image);
    vec![
        case(
            "saxpy",
            n as u64,
            [n as u32, 1, 1],
            [256, 1, 1],
            vec![floats(&plane), floats(&plane), floats(&[2.0]), word(n as u32)],
            None,
        ),
        case(
            "stencil5",
            pixels,
            [image, image, 1],
            [16, 16, 1],
            vec![floats(&plane), vec![0; 4 * n], word(image), word(image)],
            None,
        ),
        case(
            "blur3x3",
            pixels,
            [image, image, 1],
            [16, 16, 1],
            vec![floats(&plane), vec![0; 4 * n], word(image), word(image)],
            None,
        ),
        case("reduce", n as u64, [n as u32, 1, 1], [256, 1, 1], vec![floats(&plane), vec![0; 4 * n / 256]], Some(1024)),
        case(
            "matmul_naive",
            1 << 27,
            [512, 512, 1],
            [16, 16, 1],
            vec![floats(&matrix), floats(&matrix), vec![0; 4 << 18], word(512)],
            None,
        ),
        case(
            "matmul_tiled",
            1 << 27,
            [512, 512, 1],
            [16, 16, 1],
            vec![floats(&matrix), floats(&matrix), vec![0; 4 << 18], word(512)],
            None,
        ),
        case(
            "mandelbrot",
            iterations,
            [image, image, 1],
            [16, 16, 1],
            vec![vec![0; 4 * n], word(image), word(image), word(256)],
            None,
        ),
        case(
            "nbody",
            4096 * 4096,
            [4096, 1, 1],
            [256, 1, 1],
            vec![floats(&positions), vec![0; 16 * 4096], word(4096)],
            None,
        ),
        case(
            "softmax",
            n as u64,
            [256 * 1024, 1, 1],
            [256, 1, 1],
            vec![floats(&plane), vec![0; 4 * n], word(1024)],
            Some(1024),
        ),
        case("histogram", 1 << 22, [1 << 18, 1, 1], [256, 1, 1], vec![random.bytes(1 << 22), vec![0; 1024]], None),
        case("bitonic", 1 << 16, [1 << 16, 1, 1], [256, 1, 1], vec![keys, word(256), word(512)], None),
        case(
            "blackscholes",
            n as u64,
            [n as u32, 1, 1],
            [256, 1, 1],
            vec![
                floats(&random.floats(n, 10.0, 100.0)),
                floats(&random.floats(n, 10.0, 100.0)),
                floats(&random.floats(n, 0.25, 2.0)),
                vec![0; 4 * n],
                vec![0; 4 * n],
            ],
            None,
        ),
        case(
            "boxrgba8",
            pixels,
            [image, image, 1],
            [16, 16, 1],
            vec![random.bytes(4 * n), vec![0; 4 * n], word(image), word(image)],
            None,
        ),
        case(
            "q4matvec",
            1 << 24,
            [64 * 4096, 1, 1],
            [64, 1, 1],
            vec![weights, floats(&random.floats(4096, -1.0, 1.0)), vec![0; 4 * 4096], word(4096)],
            Some(256),
        ),
        case("launch", 1, [64, 1, 1], [64, 1, 1], vec![vec![0; 256], word(1)], None),
    ]
}

fn prepare(case: &Case) -> (Program, Dispatch) {
    let path = format!("{}/testdata/kernels/{}.metal", env!("CARGO_MANIFEST_DIR"), case.name);
    let text = std::fs::read_to_string(&path).expect("the kernel's file");
    let compiled = compile::compile(&path, &text, &CompileOptions::default(), &NoFiles);
    let module = Arc::new(compiled.module.expect("the kernel compiles"));
    let program = Program::new(&module, case.name, &[]).expect("the kernel is supported");
    let mut dispatch = Dispatch::new(Grid::Threads(case.grid), case.group);
    dispatch.threads = 1;
    dispatch.bindings = program
        .entry_point()
        .arguments
        .iter()
        .map(|argument| match argument.kind {
            ArgumentKind::ThreadgroupMemory { .. } => Binding::ThreadgroupMemory(case.threadgroup_memory.unwrap_or(0)),
            _ => {
                let bytes = &case.buffers[argument.index as usize];
                Binding::Buffer { memory: Memory::from_bytes(argument.index + 1, "", bytes), offset: 0 }
            }
        })
        .collect();
    (program, dispatch)
}

fn kernels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("interp");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(2));
    for case in cases() {
        let (program, dispatch) = prepare(&case);
        group.throughput(Throughput::Elements(case.units));
        group.bench_function(BenchmarkId::from_parameter(case.name), |bencher| {
            bencher.iter(|| {
                let outcome = program.run(&dispatch).expect("a valid dispatch");
                assert!(!outcome.has_errors());
            });
        });
    }
    group.finish();
}

criterion_group!(benches, kernels);
criterion_main!(benches);
