//! Speed of the elementary functions over arrays, next to the platform's scalar ones.
//!
//! `cargo bench --bench numerics`; the target is at most four times the platform's time per value.

use std::hint::black_box;

use criterion::Criterion;
use criterion::Throughput;
use criterion::criterion_group;
use criterion::criterion_main;
use deburr::numerics::half;
use deburr::numerics::half_functions;
use deburr::numerics::remainder;
use deburr::numerics::rows;
use deburr::numerics::single;

const COUNT: usize = 1024;

type Scalar = fn(f32) -> f32;

fn arguments(low: f32, high: f32) -> Vec<f32> {
    (0..COUNT).map(|i| low + (high - low) * ((i * 389 % COUNT) as f32 + 0.37) / COUNT as f32).collect()
}

fn benchmark(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("numerics");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.warm_up_time(std::time::Duration::from_millis(200)).measurement_time(std::time::Duration::from_millis(500));
    let mut out = vec![0f32; COUNT];

    macro_rules! compare {
        ($name:literal $low:literal $high:literal $platform:expr, $row:expr) => {
            let x = arguments($low, $high);
            let platform: Scalar = $platform;
            group.bench_function(concat!($name, "/platform"), |b| {
                b.iter(|| black_box(&mut out).iter_mut().zip(black_box(&x)).for_each(|(out, &x)| *out = platform(x)));
            });
            group.bench_function(concat!($name, "/ours"), |b| {
                b.iter(|| $row(black_box(&mut out), black_box(&x)));
            });
        };
    }
    macro_rules! compare_each {
        ($name:literal $low:literal $high:literal $platform:expr, $ours:expr) => {
            compare!($name $low $high $platform, |out: &mut [f32], x: &[f32]| {
                out.iter_mut().zip(x).for_each(|(out, &x)| *out = $ours(x));
            });
        };
    }
    compare!("sin" -100.0 100.0 f32::sin, rows::sin);
    compare!("sin, huge" 1e10 1e30 f32::sin, rows::sin);
    compare!("tan" -100.0 100.0 f32::tan, rows::tan);
    compare_each!("sinpi" -9.0 9.0 |x| (x * std::f32::consts::PI).sin(), single::sinpi);
    compare_each!("exp" -20.0 20.0 f32::exp, single::exp);
    compare_each!("exp2" -20.0 20.0 f32::exp2, single::exp2);
    compare_each!("log" 0.0 20.0 f32::ln, single::log);
    compare_each!("log2" 0.0 20.0 f32::log2, single::log2);
    compare_each!("pow" 0.0 20.0 |x| x.powf(2.2), |x| single::pow(x, 2.2));
    compare_each!("atan" -9.0 9.0 f32::atan, single::atan);
    compare_each!("asin" -1.0 1.0 f32::asin, single::asin);
    compare_each!("tanh" -9.0 9.0 f32::tanh, single::tanh);
    compare_each!("asinh" -9.0 9.0 f32::asinh, single::asinh);
    compare_each!("rsqrt" 0.0 9.0 |x| 1.0 / x.sqrt(), single::rsqrt);
    compare!("fmod" -99.0 99.0 |x| x % 2.5, |out: &mut [f32], x: &[f32]| rows::fmod(out, x, &[2.5; COUNT]));
    compare_each!("fmod, huge" 1e10 1e30 |x| x % 2.5, |x| remainder::fmod(x, 2.5));
    compare_each!("fma" -9.0 9.0 |x| x.mul_add(x, 2.0), |x| deburr::numerics::fused::fma(x, x, 2.0));
    compare_each!("half sin" -100.0 100.0 f32::sin, half_functions::sin);
    compare_each!("half round" -100.0 100.0 |x| x, half::round);
    compare_each!("half narrow and widen" -100.0 100.0 |x| x, |x| half::to_f32(half::from_f32(x)));
    group.finish();
}

criterion_group!(numerics, benchmark);
criterion_main!(numerics);
