//! Scalar references for the fifteen kernels of `testdata/kernels/`: plain Rust, the same operations in the same order.
//!
//! They must never use deburr: they say what it has to compute. Where only `+ - * /`, comparisons, square roots and
//! integers are involved, a kernel's output must equal the reference bit for bit; `exp` and `log` come from double
//! precision, rounded once, so the kernels that use them need a tolerance.

/// The generator that fills benchmark inputs: xorshift32.
pub struct Random(u32);

impl Random {
    /// The generator in its first state.
    pub fn new() -> Self {
        Self(0x9E37_79B9)
    }

    /// The next 32 bits.
    pub fn bits(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// The next float in `[low, high)`.
    pub fn float(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.bits() >> 8) as f32 * (1.0 / 16_777_216.0)
    }

    /// A buffer of floats in `[low, high)`.
    pub fn floats(&mut self, count: usize, low: f32, high: f32) -> Vec<f32> {
        (0..count).map(|_| self.float(low, high)).collect()
    }

    /// A buffer of bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| (self.bits() >> 24) as u8).collect()
    }
}

fn exp(x: f32) -> f32 {
    f64::from(x).exp() as f32
}

fn log(x: f32) -> f32 {
    f64::from(x).ln() as f32
}

/// The value of a binary16.
pub fn half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1F);
    let fraction = f32::from(bits & 0x3FF);
    sign * match exponent {
        0 => fraction / 16_777_216.0,
        0x1F if fraction == 0.0 => f32::INFINITY,
        0x1F => f32::NAN,
        _ => (1024.0 + fraction) / 1024.0 * 2f32.powi(exponent - 15),
    }
}

/// `y = a x + y`.
pub fn saxpy(x: &[f32], y: &mut [f32], a: f32, n: u32) {
    for i in 0..n as usize {
        y[i] += a * x[i];
    }
}

/// One step of a five-point diffusion stencil.
pub fn stencil5(src: &[f32], dst: &mut [f32], w: u32, h: u32) {
    let (w, h) = (w as usize, h as usize);
    for y in 0..h {
        for x in 0..w {
            let i = y * w + x;
            let c = src[i];
            if x == 0 || y == 0 || x == w - 1 || y == h - 1 {
                dst[i] = c;
                continue;
            }
            let lap = src[i - 1] + src[i + 1] + src[i - w] + src[i + w] - 4.0 * c;
            dst[i] = c + 0.2 * lap;
        }
    }
}

/// The clamped neighbourhood of a pixel, row by row.
fn taps(x: i32, y: i32, w: i32, h: i32) -> impl Iterator<Item = (usize, usize, usize)> {
    (-1..=1).flat_map(move |dy| {
        (-1..=1).map(move |dx| {
            let at = (y + dy).clamp(0, h - 1) * w + (x + dx).clamp(0, w - 1);
            ((dy + 1) as usize, (dx + 1) as usize, at as usize)
        })
    })
}

/// A 3 x 3 Gaussian with clamped edges.
pub fn blur3x3(src: &[f32], dst: &mut [f32], w: i32, h: i32) {
    const WEIGHT: [f32; 3] = [0.25, 0.5, 0.25];
    for y in 0..h {
        for x in 0..w {
            let mut acc = 0.0;
            for (row, column, at) in taps(x, y, w, h) {
                acc += WEIGHT[row] * WEIGHT[column] * src[at];
            }
            dst[(y * w + x) as usize] = acc;
        }
    }
}

/// A threadgroup's reduction tree; `values` holds one value a thread, a power of two of them.
fn tree(values: &mut [f32], combine: impl Fn(f32, f32) -> f32) -> f32 {
    let mut s = values.len() / 2;
    while s > 0 {
        for l in 0..s {
            values[l] = combine(values[l], values[l + s]);
        }
        s /= 2;
    }
    values[0]
}

/// The sum of each group of `group` elements, as a tree.
pub fn reduce(input: &[f32], partial: &mut [f32], group: usize) {
    for (sum, values) in partial.iter_mut().zip(input.chunks_exact(group)) {
        *sum = tree(&mut values.to_vec(), |a, b| a + b);
    }
}

/// `C = A B`, square and row-major.
pub fn matmul_naive(a: &[f32], b: &[f32], c: &mut [f32], n: u32) {
    let n = n as usize;
    for row in 0..n {
        for column in 0..n {
            let mut acc = 0.0;
            for k in 0..n {
                acc += a[row * n + k] * b[k * n + column];
            }
            c[row * n + column] = acc;
        }
    }
}

/// `C = A B` through tiles: each element adds in the same order as [`matmul_naive`].
pub fn matmul_tiled(a: &[f32], b: &[f32], c: &mut [f32], n: u32) {
    matmul_naive(a, b, c, n);
}

/// Escape times of the Mandelbrot iteration.
pub fn mandelbrot(out: &mut [u32], w: u32, h: u32, maxit: u32) {
    for py in 0..h {
        for px in 0..w {
            let cx = -2.0 + 3.0 * px as f32 / w as f32;
            let cy = -1.5 + 3.0 * py as f32 / h as f32;
            let (mut x, mut y, mut it) = (0f32, 0f32, 0);
            while it < maxit {
                let (x2, y2) = (x * x, y * y);
                if x2 + y2 > 4.0 {
                    break;
                }
                y = 2.0 * x * y + cy;
                x = x2 - y2 + cx;
                it += 1;
            }
            out[(py * w + px) as usize] = it;
        }
    }
}

/// Accelerations of bodies `x, y, z, mass`; the dot product adds from left to right.
pub fn nbody(pos: &[[f32; 4]], acc: &mut [[f32; 4]]) {
    for (p, out) in pos.iter().zip(acc) {
        let mut a = [0f32; 3];
        for q in pos {
            let d = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
            let r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.01;
            let inv = (1.0 / f64::from(r2).sqrt()) as f32;
            let s = q[3] * inv * inv * inv;
            for k in 0..3 {
                a[k] += d[k] * s;
            }
        }
        *out = [a[0], a[1], a[2], 0.0];
    }
}

/// Softmax of each row, with one threadgroup of `group` threads a row.
pub fn softmax(input: &[f32], out: &mut [f32], cols: u32, group: usize) {
    let cols = cols as usize;
    for (r, o) in input.chunks_exact(cols).zip(out.chunks_exact_mut(cols)) {
        let m = r.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (o, x) in o.iter_mut().zip(r) {
            *o = exp(x - m);
        }
        let mut sums: Vec<f32> =
            (0..group).map(|l| o.iter().skip(l).step_by(group).fold(0.0, |sum, e| sum + e)).collect();
        let inv = 1.0 / tree(&mut sums, |a, b| a + b);
        for o in o {
            *o *= inv;
        }
    }
}

/// Counts bytes.
pub fn histogram(input: &[u8], bins: &mut [u32]) {
    for byte in input {
        bins[usize::from(*byte)] += 1;
    }
}

/// One compare-exchange step.
pub fn bitonic(d: &mut [u32], j: u32, k: u32) {
    for t in 0..d.len() as u32 / 2 {
        let i = 2 * t - (t & (j - 1));
        let p = i + j;
        let up = i & k == 0;
        if (d[i as usize] > d[p as usize]) == up {
            d.swap(i as usize, p as usize);
        }
    }
}

/// The steps `(j, k)` that sort `n` elements, `n` a power of two.
pub fn bitonic_steps(n: u32) -> Vec<(u32, u32)> {
    let mut steps = Vec::new();
    let mut k = 2;
    while k <= n {
        let mut j = k / 2;
        while j > 0 {
            steps.push((j, k));
            j /= 2;
        }
        k *= 2;
    }
    steps
}

fn cumulative_normal(d: f32) -> f32 {
    let k = 1.0 / (1.0 + 0.231_641_9 * d.abs());
    let p = k * (0.319_381_53 + k * (-0.356_563_78 + k * (1.781_477_9 + k * (-1.821_256 + k * 1.330_274_5))));
    let c = 0.398_942_3 * exp(-0.5 * d * d) * p;
    if d > 0.0 { 1.0 - c } else { c }
}

/// European options: prices of calls and puts.
pub fn blackscholes(s: &[f32], x: &[f32], t: &[f32], call: &mut [f32], put: &mut [f32]) {
    let (r, v) = (0.02f32, 0.30f32);
    for i in 0..s.len() {
        let (s, x, t) = (s[i], x[i], t[i]);
        let sq = t.sqrt();
        let d1 = (log(s / x) + (r + 0.5 * v * v) * t) / (v * sq);
        let d2 = d1 - v * sq;
        let (c1, c2) = (cumulative_normal(d1), cumulative_normal(d2));
        let e = exp(-r * t);
        call[i] = s * c1 - x * e * c2;
        put[i] = x * e * (1.0 - c2) - s * (1.0 - c1);
    }
}

/// A 3 x 3 box filter on RGBA bytes with clamped edges.
pub fn boxrgba8(src: &[[u8; 4]], dst: &mut [[u8; 4]], w: i32, h: i32) {
    for y in 0..h {
        for x in 0..w {
            let mut sum = [0u32; 4];
            for (_, _, at) in taps(x, y, w, h) {
                for k in 0..4 {
                    sum[k] += u32::from(src[at][k]);
                }
            }
            dst[(y * w + x) as usize] = sum.map(|v| (v / 9) as u8);
        }
    }
}

/// Matrix times vector with 4-bit weights in 18-byte blocks, one threadgroup of `group` threads a row.
pub fn q4matvec(w: &[u8], x: &[f32], y: &mut [f32], cols: u32, group: usize) {
    let blocks = cols as usize / 32;
    for (row, out) in y.iter_mut().enumerate() {
        let mut lanes = vec![0f32; group];
        for (l, acc) in lanes.iter_mut().enumerate() {
            for b in (l..blocks).step_by(group) {
                let p = &w[(row * blocks + b) * 18..][..18];
                let d = half(u16::from_le_bytes([p[0], p[1]]));
                let mut s = 0f32;
                for k in 0..16 {
                    s += f32::from(i16::from(p[2 + k] & 15) - 8) * x[b * 32 + k];
                    s += f32::from(i16::from(p[2 + k] >> 4) - 8) * x[b * 32 + k + 16];
                }
                *acc += d * s;
            }
        }
        *out = tree(&mut lanes, |a, b| a + b);
    }
}

/// Adds `k` and the index.
pub fn launch(d: &mut [u32], k: u32) {
    for (i, d) in d.iter_mut().enumerate() {
        *d = d.wrapping_add(k).wrapping_add(i as u32);
    }
}
