//! Time of the interpreter on five kernels, one thread: nanoseconds a unit of inner work.
//!
//! `cargo bench --bench dispatch`.

use deburr::exec::Binding;
use deburr::exec::Dispatch;
use deburr::exec::Grid;
use deburr::exec::Memory;
use deburr::exec::Program;
use deburr::ir::parse;
use std::sync::Arc;
use std::time::Instant;

const SAXPY: &str = r#"
layout 0 "float" size 4 align 4 scalar f32
entry "k" kernel f0 {
    argument "x" index 0 buffer device 0 read active
    argument "y" index 1 buffer device 0 read_write active
    argument "a" index 2 buffer constant 0 reference read active
    argument "n" index 3 buffer constant 0 reference read active
}
function f0 "k"("x" ptr.device, "y" ptr.device, "a" ptr.constant, "n" ptr.constant) -> void {
    %x: ptr.device = param 0
    %y: ptr.device = param 1
    %ap: ptr.constant = param 2
    %np: ptr.constant = param 3
    %i: u32 = builtin thread_position_in_grid
    %n: u32 = load %np align 4
    %in: bool = lt %i, %n
    if %in {
        %a: f32 = load %ap align 4
        %px: ptr.device = index %x, %i stride 4
        %vx: f32 = load %px align 4
        %m: f32 = mul %a, %vx
        %py: ptr.device = index %y, %i stride 4
        %vy: f32 = load %py align 4
        %s: f32 = add %m, %vy
        store %py, %s align 4
    }
}
"#;

const MANDELBROT: &str = r#"
layout 0 "uint" size 4 align 4 scalar u32
entry "k" kernel f0 {
    argument "out" index 0 buffer device 0 read_write active
    argument "w" index 1 buffer constant 0 reference read active
    argument "h" index 2 buffer constant 0 reference read active
    argument "maxit" index 3 buffer constant 0 reference read active
}
function f0 "k"("out" ptr.device, "w" ptr.constant, "h" ptr.constant, "maxit" ptr.constant) -> void {
    var v0 "x": f32
    var v1 "y": f32
    var v2 "it": u32
    %out: ptr.device = param 0
    %wp: ptr.constant = param 1
    %hp: ptr.constant = param 2
    %mp: ptr.constant = param 3
    %p: u32x2 = builtin thread_position_in_grid
    %px: u32 = extract %p, 0
    %py: u32 = extract %p, 1
    %w: u32 = load %wp align 4
    %h: u32 = load %hp align 4
    %max: u32 = load %mp align 4
    %fx: f32 = convert %px
    %fy: f32 = convert %py
    %fw: f32 = convert %w
    %fh: f32 = convert %h
    %three: f32 = constant 3.0
    %m2: f32 = constant -2.0
    %m15: f32 = constant -1.5
    %two: f32 = constant 2.0
    %four: f32 = constant 4.0
    %zero: f32 = constant 0.0
    %none: u32 = constant 0
    %one: u32 = constant 1
    %ax: f32 = mul %three, %fx
    %bx: f32 = div %ax, %fw
    %cx: f32 = add %m2, %bx
    %ay: f32 = mul %three, %fy
    %by: f32 = div %ay, %fh
    %cy: f32 = add %m15, %by
    set v0, %zero
    set v1, %zero
    set v2, %none
    loop {
        %it: u32 = get v2
        %more: bool = lt %it, %max
        %done: bool = logical_not %more
        if %done { break }
        %x: f32 = get v0
        %y: f32 = get v1
        %x2: f32 = mul %x, %x
        %y2: f32 = mul %y, %y
        %r: f32 = add %x2, %y2
        %far: bool = gt %r, %four
        if %far { break }
        %tx: f32 = mul %two, %x
        %ty: f32 = mul %tx, %y
        %ny: f32 = add %ty, %cy
        set v1, %ny
        %d: f32 = sub %x2, %y2
        %nx: f32 = add %d, %cx
        set v0, %nx
        %next: u32 = add %it, %one
        set v2, %next
    }
    %row: u32 = mul %py, %w
    %at: u32 = add %row, %px
    %to: ptr.device = index %out, %at stride 4
    %result: u32 = get v2
    store %to, %result align 4
}
"#;

const MATMUL: &str = r#"
layout 0 "float" size 4 align 4 scalar f32
entry "k" kernel f0 {
    argument "A" index 0 buffer device 0 read active
    argument "B" index 1 buffer device 0 read active
    argument "C" index 2 buffer device 0 read_write active
    argument "n" index 3 buffer constant 0 reference read active
}
function f0 "k"("A" ptr.device, "B" ptr.device, "C" ptr.device, "n" ptr.constant) -> void {
    var v0 "acc": f32
    var v1 "k": u32
    %a: ptr.device = param 0
    %b: ptr.device = param 1
    %c: ptr.device = param 2
    %np: ptr.constant = param 3
    %p: u32x2 = builtin thread_position_in_grid
    %px: u32 = extract %p, 0
    %py: u32 = extract %p, 1
    %zero: f32 = constant 0.0
    %none: u32 = constant 0
    %one: u32 = constant 1
    set v0, %zero
    set v1, %none
    loop {
        %k: u32 = get v1
        %n: u32 = load %np align 4
        %more: bool = lt %k, %n
        %done: bool = logical_not %more
        if %done { break }
        %acc: f32 = get v0
        %ra: u32 = mul %py, %n
        %ia: u32 = add %ra, %k
        %pa: ptr.device = index %a, %ia stride 4
        %va: f32 = load %pa align 4
        %rb: u32 = mul %k, %n
        %ib: u32 = add %rb, %px
        %pb: ptr.device = index %b, %ib stride 4
        %vb: f32 = load %pb align 4
        %m: f32 = mul %va, %vb
        %s: f32 = add %acc, %m
        set v0, %s
    } step {
        %k2: u32 = get v1
        %k3: u32 = add %k2, %one
        set v1, %k3
    }
    %n2: u32 = load %np align 4
    %row: u32 = mul %py, %n2
    %at: u32 = add %row, %px
    %to: ptr.device = index %c, %at stride 4
    %result: f32 = get v0
    store %to, %result align 4
}
"#;

const REDUCE: &str = r#"
layout 0 "float" size 4 align 4 scalar f32
entry "k" kernel f0 {
    argument "in" index 0 buffer device 0 read active
    argument "part" index 1 buffer device 0 read_write active
    argument "tmp" index 0 threadgroup 0 read_write active
}
function f0 "k"("in" ptr.device, "part" ptr.device, "tmp" ptr.threadgroup) -> void {
    var v0 "s": u32
    %in: ptr.device = param 0
    %part: ptr.device = param 1
    %tmp: ptr.threadgroup = param 2
    %gid: u32 = builtin thread_position_in_grid
    %l: u32 = builtin thread_position_in_threadgroup
    %n: u32 = builtin threads_per_threadgroup
    %group: u32 = builtin threadgroup_position_in_grid
    %none: u32 = constant 0
    %one: u32 = constant 1
    %two: u32 = constant 2
    %pi: ptr.device = index %in, %gid stride 4
    %v: f32 = load %pi align 4
    %mine: ptr.threadgroup = index %tmp, %l stride 4
    store %mine, %v align 4
    intrinsic threadgroup_barrier(%two, %none)
    %half: u32 = div %n, %two
    set v0, %half
    loop {
        %s: u32 = get v0
        %done: bool = eq %s, %none
        if %done { break }
        %in_half: bool = lt %l, %s
        if %in_half {
            %x: f32 = load %mine align 4
            %at: u32 = add %l, %s
            %other: ptr.threadgroup = index %tmp, %at stride 4
            %y: f32 = load %other align 4
            %sum: f32 = add %x, %y
            store %mine, %sum align 4
        }
        intrinsic threadgroup_barrier(%two, %none)
    } step {
        %s1: u32 = get v0
        %s2: u32 = shr %s1, %one
        set v0, %s2
    }
    %first: bool = eq %l, %none
    if %first {
        %r: f32 = load %tmp align 4
        %to: ptr.device = index %part, %group stride 4
        store %to, %r align 4
    }
}
"#;

const LAUNCH: &str = r#"
layout 0 "uint" size 4 align 4 scalar u32
entry "k" kernel f0 {
    argument "d" index 0 buffer device 0 read_write active
    argument "k" index 1 buffer constant 0 reference read active
}
function f0 "k"("d" ptr.device, "k" ptr.constant) -> void {
    %d: ptr.device = param 0
    %kp: ptr.constant = param 1
    %i: u32 = builtin thread_position_in_grid
    %p: ptr.device = index %d, %i stride 4
    %k: u32 = load %kp align 4
    %s: u32 = add %k, %i
    %v: u32 = load %p align 4
    %r: u32 = add %v, %s
    store %p, %r align 4
}
"#;

fn bench(name: &str, text: &str, units: f64, change: impl Fn(&mut Dispatch), target: f64) {
    let module = Arc::new(parse::module(text).expect("valid text"));
    let program = Program::new(&module, "k", &[]).expect("a program");
    if std::env::args().any(|argument| argument == "--list-code") {
        println!("{}", deburr::bytecode::disassemble::code(&program.code(32).expect("code")));
    }
    let mut dispatch = Dispatch::new(Grid::Threads([1, 1, 1]), [1, 1, 1]);
    dispatch.threads = 1;
    change(&mut dispatch);
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        let outcome = program.run(&dispatch).expect("an outcome");
        best = best.min(start.elapsed().as_nanos() as f64);
        assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    }
    println!("{name:14} {:8.3} ns   target {target} ns", best / units);
}

fn buffer(number: u32, words: usize, fill: impl Fn(usize) -> f32) -> Binding {
    let bytes: Vec<u8> = (0..words).flat_map(|index| fill(index).to_le_bytes()).collect();
    Binding::Buffer { memory: Memory::from_bytes(number, "", &bytes), offset: 0 }
}

fn uint(value: u32) -> Binding {
    Binding::Bytes(value.to_le_bytes().into())
}

fn main() {
    let wave = |index: usize| (index % 97) as f32 * 0.01;
    let million = 1 << 20;
    let set = |dispatch: &mut Dispatch, grid: [u32; 2], group: [u32; 2], bindings: Vec<Binding>| {
        dispatch.grid = Grid::Threads([grid[0], grid[1], 1]);
        dispatch.threads_per_threadgroup = [group[0], group[1], 1];
        dispatch.bindings = bindings;
    };
    bench(
        "saxpy",
        SAXPY,
        million as f64,
        |dispatch| {
            let a = Binding::Bytes(2.5f32.to_le_bytes().into());
            let bindings = vec![buffer(1, million, wave), buffer(2, million, wave), a, uint(million as u32)];
            set(dispatch, [million as u32, 1], [256, 1], bindings);
        },
        10.0,
    );

    // Iterations that the threads need, counted by plain code.
    let (size, max) = (512u32, 256u32);
    let mut iterations = 0u64;
    for py in 0..size {
        for px in 0..size {
            let (cx, cy) = (-2.0 + 3.0 * px as f32 / size as f32, -1.5 + 3.0 * py as f32 / size as f32);
            let (mut x, mut y, mut it) = (0f32, 0f32, 0);
            while it < max && x * x + y * y <= 4.0 {
                (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
                it += 1;
            }
            iterations += u64::from(it);
        }
    }
    bench(
        "mandelbrot",
        MANDELBROT,
        iterations as f64,
        |dispatch| {
            let bindings = vec![buffer(1, (size * size) as usize, |_| 0.0), uint(size), uint(size), uint(max)];
            set(dispatch, [size, size], [16, 16], bindings);
        },
        3.0,
    );
    let n = 256u32;
    let cells = (n * n) as usize;
    bench(
        "matmul_naive",
        MATMUL,
        f64::from(n).powi(3),
        |dispatch| {
            let bindings = vec![buffer(1, cells, wave), buffer(2, cells, wave), buffer(3, cells, wave), uint(n)];
            set(dispatch, [n, n], [16, 16], bindings);
        },
        5.0,
    );
    bench(
        "reduce",
        REDUCE,
        million as f64,
        |dispatch| {
            let parts = buffer(2, million / 256, wave);
            let bindings = vec![buffer(1, million, wave), parts, Binding::ThreadgroupMemory(1024)];
            set(dispatch, [million as u32, 1], [256, 1], bindings);
        },
        45.0,
    );

    let module = Arc::new(parse::module(LAUNCH).expect("valid text"));
    let program = Program::new(&module, "k", &[]).expect("a program");
    let mut dispatch = Dispatch::new(Grid::Threads([64, 1, 1]), [64, 1, 1]);
    dispatch.threads = 1;
    dispatch.bindings = vec![buffer(1, 64, |_| 0.0), uint(3)];
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        for _ in 0..200 {
            program.run(&dispatch).expect("an outcome");
        }
        best = best.min(start.elapsed().as_nanos() as f64 / 200.0);
    }
    println!("{:14} {best:8.1} ns   target 2000 ns", "launch");
}
