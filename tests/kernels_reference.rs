//! The Rust references agree with the numbers in `testdata/kernels/`, which a separate implementation computed: two
//! independent answers for every kernel, before any engine is asked.

mod support;

use support::reference;

/// The numbers of `--buffer INDEX=` or `--expect INDEX=` in the last run of a kernel's file, generators excepted.
fn numbers(kernel: &str, option: &str) -> Vec<f32> {
    let path = format!("{}/testdata/kernels/{kernel}.metal", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let comments: String =
        text.lines().map_while(|line| line.strip_prefix("//")).map(|line| format!("{line}\n")).collect();
    let joined = comments.replace(",\n", ",").split_whitespace().collect::<Vec<_>>().join(" ").replace(", ", ",");
    let start = joined.rfind(option).unwrap_or_else(|| panic!("{kernel}: no {option}")) + option.len();
    let (_, list) = joined[start..].split_once(':').expect("a type and values");
    let list = list.split(' ').next().expect("values");
    list.split(',').map_while(|item| item.parse().ok()).collect()
}

fn rows<const N: usize>(flat: &[f32]) -> Vec<[f32; N]> {
    flat.chunks_exact(N).map(|row| row.try_into().expect("N values")).collect()
}

#[track_caller]
fn near(got: &[f32], kernel: &str, option: &str, tolerance: f32) {
    let want = numbers(kernel, option);
    assert_eq!(got.len(), want.len(), "{kernel} {option}");
    for (i, (got, want)) in got.iter().zip(&want).enumerate() {
        assert!((got - want).abs() <= tolerance * want.abs(), "{kernel} {option}[{i}]: {got} instead of {want}");
    }
}

#[test]
fn float_kernels_are_equal_bit_for_bit() {
    let mut y = numbers("saxpy", "--buffer 1=");
    reference::saxpy(&numbers("saxpy", "--buffer 0="), &mut y, 2.5, 10);
    near(&y, "saxpy", "--expect 1=", 0.0);

    let mut dst = vec![0.0; 20];
    reference::stencil5(&numbers("stencil5", "--buffer 0="), &mut dst, 5, 4);
    near(&dst, "stencil5", "--expect 1=", 0.0);

    let mut dst = vec![0.0; 12];
    reference::blur3x3(&numbers("blur3x3", "--buffer 0="), &mut dst, 4, 3);
    near(&dst, "blur3x3", "--expect 1=", 0.0);

    let mut partial = vec![0.0; 2];
    reference::reduce(&numbers("reduce", "--buffer 0="), &mut partial, 8);
    near(&partial, "reduce", "--expect 1=", 0.0);

    for (kernel, n) in [("matmul_naive", 4), ("matmul_tiled", 8)] {
        let mut c = vec![0.0; n * n];
        let (a, b) = (numbers(kernel, "--buffer 0="), numbers(kernel, "--buffer 1="));
        reference::matmul_tiled(&a, &b, &mut c, n as u32);
        near(&c, kernel, "--expect 2=", 0.0);
    }

    let w: Vec<u8> = numbers("q4matvec", "--buffer 0=").iter().map(|v| *v as u8).collect();
    let mut y = vec![0.0; 2];
    reference::q4matvec(&w, &numbers("q4matvec", "--buffer 1="), &mut y, 64, 4);
    near(&y, "q4matvec", "--expect 2=", 0.0);
}

#[test]
fn integer_kernels_are_equal() {
    let mut out = vec![0; 64];
    reference::mandelbrot(&mut out, 8, 8, 32);
    near(&out.iter().map(|v| *v as f32).collect::<Vec<_>>(), "mandelbrot", "--expect 0=", 0.0);

    let input: Vec<u8> = numbers("histogram", "--buffer 0=").iter().map(|v| *v as u8).collect();
    let mut bins = vec![0; 256];
    reference::histogram(&input, &mut bins);
    near(&bins[..8].iter().map(|v| *v as f32).collect::<Vec<_>>(), "histogram", "--expect 1=", 0.0);

    let mut d: Vec<u32> = numbers("bitonic", "--buffer 0=").iter().map(|v| *v as u32).collect();
    reference::bitonic(&mut d, 4, 8);
    near(&d.iter().map(|v| *v as f32).collect::<Vec<_>>(), "bitonic", "--expect 0=", 0.0);

    let mut random = reference::Random::new();
    let mut d: Vec<u32> = (0..64).map(|_| random.bits()).collect();
    for (j, k) in reference::bitonic_steps(64) {
        reference::bitonic(&mut d, j, k);
    }
    assert!(d.is_sorted(), "all steps together sort");

    let pixels = |option| -> Vec<[u8; 4]> {
        rows::<4>(&numbers("boxrgba8", option)).iter().map(|p| p.map(|v| v as u8)).collect()
    };
    let mut dst = vec![[0; 4]; 6];
    reference::boxrgba8(&pixels("--buffer 0="), &mut dst, 3, 2);
    assert_eq!(dst, pixels("--expect 1="));

    let mut d = vec![100; 6];
    reference::launch(&mut d, 7);
    near(&d.iter().map(|v| *v as f32).collect::<Vec<_>>(), "launch", "--expect 0=", 0.0);
}

#[test]
fn elementary_functions_are_near() {
    let pos = rows::<4>(&numbers("nbody", "--buffer 0="));
    let mut acc = vec![[0.0; 4]; pos.len()];
    reference::nbody(&pos, &mut acc);
    near(acc.as_flattened(), "nbody", "--expect 1=", 1e-6);

    let mut out = vec![0.0; 16];
    reference::softmax(&numbers("softmax", "--buffer 0="), &mut out, 8, 4);
    near(&out, "softmax", "--expect 1=", 1e-6);

    let input = |i: usize| numbers("blackscholes", &format!("--buffer {i}="));
    let (mut call, mut put) = (vec![0.0; 4], vec![0.0; 4]);
    reference::blackscholes(&input(0), &input(1), &input(2), &mut call, &mut put);
    near(&call, "blackscholes", "--expect 3=", 1e-5);
    near(&put, "blackscholes", "--expect 4=", 1e-4);
}

#[test]
fn random_inputs_stay_in_range() {
    let mut random = reference::Random::new();
    assert!(random.floats(100, -1.0, 1.0).iter().all(|v| (-1.0..1.0).contains(v)));
    assert_eq!(random.bytes(7).len(), 7);
    assert_eq!([0x3C00, 0xC000, 1, 0x7C00].map(reference::half), [1.0, -2.0, 2f32.powi(-24), f32::INFINITY]);
}

#[test]
fn naive_and_tiled_products_agree() {
    let mut random = reference::Random::new();
    let (a, b) = (random.floats(64, -1.0, 1.0), random.floats(64, -1.0, 1.0));
    let (mut naive, mut tiled) = (vec![0.0; 64], vec![0.0; 64]);
    reference::matmul_naive(&a, &b, &mut naive, 8);
    reference::matmul_tiled(&a, &b, &mut tiled, 8);
    assert_eq!(naive, tiled);
}
