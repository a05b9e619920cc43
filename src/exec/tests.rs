//! Kernels in IR text, run.

use super::Binding;
use super::Dispatch;
use super::Grid;
use super::Memory;
use super::Outcome;
use super::Program;
use super::Schedule;
use crate::ir::Module;
use crate::ir::parse;
use crate::ir::verify;
use crate::passes::Level;
use std::sync::Arc;

fn module(text: &str) -> Arc<Module> {
    let module = parse::module(text).unwrap_or_else(|error| panic!("{error:?}"));
    verify::module(&module).unwrap_or_else(|error| panic!("{error:?}"));
    Arc::new(module)
}

fn buffer<T: Copy>(number: u32, values: &[T], bytes: impl Fn(T) -> [u8; 4]) -> Arc<Memory> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| bytes(*value)).collect();
    Memory::from_bytes(number, "", &bytes)
}

fn floats(memory: &Memory) -> Vec<f32> {
    memory.read(|bytes| bytes.chunks(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect())
}

fn words(memory: &Memory) -> Vec<u32> {
    memory.read(|bytes| bytes.chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect())
}

/// Runs the kernel `k` of a text on one buffer of words, optimized or not, which must make no difference to them; gives
/// them and the outcome without optimization.
fn run(text: &str, words_in: &[u32], grid: u32, group: u32, change: impl Fn(&mut Dispatch)) -> (Vec<u32>, Outcome) {
    let (optimized, _) = run_at(Level::Optimize, text, words_in, grid, group, &change);
    let (plain, outcome) = run_at(Level::Debug, text, words_in, grid, group, &change);
    assert_eq!(optimized, plain);
    (plain, outcome)
}

fn run_at(
    level: Level,
    text: &str,
    words_in: &[u32],
    grid: u32,
    group: u32,
    change: &impl Fn(&mut Dispatch),
) -> (Vec<u32>, Outcome) {
    let program = Program::with_level(&module(text), "k", &[], level).unwrap();
    let memory = buffer(1, words_in, u32::to_le_bytes);
    let mut dispatch = Dispatch::new(Grid::Threads([grid, 1, 1]), [group, 1, 1]);
    dispatch.bindings = vec![Binding::Buffer { memory: memory.clone(), offset: 0 }];
    change(&mut dispatch);
    let outcome = program.run(&dispatch).unwrap_or_else(|error| panic!("{error:?}"));
    (words(&memory), outcome)
}

fn codes(outcome: &Outcome) -> Vec<(&'static str, u64)> {
    outcome.findings.iter().map(|finding| (finding.diagnostic.code.0, finding.count)).collect()
}

const KERNEL: &str = r#"
    layout 0 "uint" size 4 align 4 scalar u32
    entry "k" kernel f0 { argument "data" index 0 buffer device 0 read_write active }
"#;

/// A kernel with the buffer `%data`, the position `%i`, lane `%lane` and some constants.
fn kernel(items: &str, locals: &str, body: &str) -> String {
    format!(
        r#"{KERNEL} {items}
        function f0 "k"("data" ptr.device) -> void {{
            {locals}
            %data: ptr.device = param 0
            %i: u32 = builtin thread_position_in_grid
            %lane: u32 = builtin thread_index_in_simdgroup
            %zero: u32 = constant 0
            %one: u32 = constant 1
            %own: ptr.device = index %data, %i stride 4
            {body}
        }}"#
    )
}

#[test]
fn arithmetic_on_own_element() {
    let text = kernel("", "", "%x: u32 = load %own align 4 %y: u32 = add %x, %i store %own, %y align 4");
    for width in [4, 8, 16, 32, 64] {
        let input: Vec<u32> = (0..100).map(|i| i * 10).collect();
        // 100 threads in groups of 48: a partial threadgroup and a partial SIMD-group.
        let (out, outcome) = run(&text, &input, 100, 48, |dispatch| dispatch.simd_width = width);
        assert_eq!(out, (0..100).map(|i| i * 11).collect::<Vec<_>>(), "width {width}");
        assert_eq!((outcome.threads, outcome.threadgroups, outcome.findings.len()), (100, 3, 0));
    }
}

#[test]
fn lanes_part_and_meet() {
    // i odd: 3 i; even and below 6: 100 + i; else 7.
    let body = r#"
        %low: u32 = and %i, %one
        %odd: bool = eq %low, %one
        %three: u32 = constant 3
        %six: u32 = constant 6
        %hundred: u32 = constant 100
        %seven: u32 = constant 7
        if %odd {
            %a: u32 = mul %i, %three
            set v0, %a
        } else {
            %small: bool = lt %i, %six
            if %small {
                %b: u32 = add %hundred, %i
                set v0, %b
            } else {
                set v0, %seven
            }
        }
        %r: u32 = get v0
        store %own, %r align 4
    "#;
    let (out, _) = run(&kernel("", r#"var v0 "r": u32"#, body), &[0; 40], 40, 40, |_| {});
    let expected = (0..40).map(|i| {
        if i % 2 == 1 {
            3 * i
        } else if i < 6 {
            100 + i
        } else {
            7
        }
    });
    assert_eq!(out, expected.collect::<Vec<_>>());
}

#[test]
fn loops_with_breaks_and_continues() {
    // sum of the n in 0..i that are no multiple of 3, but no further than 20
    let body = r#"
        %twenty: u32 = constant 20
        %three: u32 = constant 3
        set v0, %zero
        set v1, %zero
        loop {
            %n: u32 = get v1
            %done: bool = ge %n, %i
            if %done { break }
            %late: bool = gt %n, %twenty
            if %late { break }
            %rest: u32 = rem %n, %three
            %multiple: bool = eq %rest, %zero
            if %multiple { continue }
            %s: u32 = get v0
            %t: u32 = add %s, %n
            set v0, %t
        } step {
            %m: u32 = get v1
            %next: u32 = add %m, %one
            set v1, %next
        }
        %r: u32 = get v0
        store %own, %r align 4
    "#;
    let text = kernel("", r#"var v0 "sum": u32 var v1 "n": u32"#, body);
    for width in [4, 32, 64] {
        let (out, _) = run(&text, &[0; 50], 50, 50, |dispatch| dispatch.simd_width = width);
        let expected = (0..50u32).map(|i| (0..i.min(21)).filter(|n| n % 3 != 0).sum::<u32>());
        assert_eq!(out, expected.collect::<Vec<_>>(), "width {width}");
    }
}

#[test]
fn switches_fall_through() {
    // case 1: +1, falls into case 2: +10, break; default: +100; case 5: +1000
    let add = |n: u32, label: &str| {
        format!(
            "%c{label}: u32 = constant {n} %g{label}: u32 = get v0 %s{label}: u32 = add %g{label}, %c{label} set v0, %s{label}"
        )
    };
    let body = format!(
        r#"
        set v0, %zero
        switch %i {{
            case 1 {{ {} }}
            case 2 {{ {} break }}
            default {{ {} }}
            case 5 {{ {} }}
        }}
        %r: u32 = get v0
        store %own, %r align 4
    "#,
        add(1, "a"),
        add(10, "b"),
        add(100, "c"),
        add(1000, "d")
    );
    let (out, _) = run(&kernel("", r#"var v0 "r": u32"#, &body), &[0; 8], 8, 8, |_| {});
    assert_eq!(out, [1100, 11, 10, 1100, 1100, 1000, 1100, 1100]);
}

#[test]
fn calls_and_recursion() {
    let items = r#"
        function f1 "factorial"("n" u32) -> u32 {
            %n: u32 = param 0
            %one: u32 = constant 1
            %end: bool = le %n, %one
            if %end { return %one }
            %less: u32 = sub %n, %one
            %rest: u32 = call f1(%less)
            %product: u32 = mul %n, %rest
            return %product
        }
    "#;
    let text = kernel("", "", "%r: u32 = call f1(%i) store %own, %r align 4") + items;
    let (out, _) = run(&text, &[0; 9], 9, 9, |_| {});
    assert_eq!(out, [1, 1, 2, 6, 24, 120, 720, 5040, 40320]);

    let endless = kernel("", "", "%r: u32 = call f1(%i)")
        + r#"function f1 "f"("n" u32) -> u32 { %n: u32 = param 0 %r: u32 = call f1(%n) return %r }"#;
    let (_, outcome) = run(&endless, &[0], 1, 1, |_| {});
    assert_eq!(codes(&outcome), [("stack-overflow", 1)]);
    assert!(outcome.stopped);
}

#[test]
fn function_pointers_may_differ() {
    let body = r#"
        %f: ptr.constant = function f1
        %g: ptr.constant = function f2
        %low: u32 = and %i, %one
        %odd: bool = eq %low, %one
        %p: ptr.constant = select %odd, %f, %g
        %r: u32 = call_indirect %p(%i)
        store %own, %r align 4
    "#;
    let items = r#"
        function f1 "twice"("n" u32) -> u32 { %n: u32 = param 0 %r: u32 = add %n, %n return %r }
        function f2 "square"("n" u32) -> u32 { %n: u32 = param 0 %r: u32 = mul %n, %n return %r }
    "#;
    let (out, outcome) = run(&(kernel("", "", body) + items), &[0; 6], 6, 6, |_| {});
    assert_eq!((out, outcome.findings.len()), (vec![0, 2, 4, 6, 16, 10], 0));
}

#[test]
fn locals_are_each_lanes_own() {
    // a[(i + k) % 4] = i + k for k in 0..3; out = a[i % 4] + a[3] (zero if never written)
    let body = r#"
        %l: ptr.thread = local l0
        %four: u32 = constant 4
        %three: u32 = constant 3
        zero %l size 16 align 4
        set v0, %zero
        loop {
            %k: u32 = get v0
            %end: bool = ge %k, %three
            if %end { break }
            %v: u32 = add %i, %k
            %at: u32 = rem %v, %four
            %p: ptr.thread = index %l, %at stride 4 count 4
            store %p, %v align 4
        } step {
            %k2: u32 = get v0
            %k3: u32 = add %k2, %one
            set v0, %k3
        }
        %own_at: u32 = rem %i, %four
        %q: ptr.thread = index %l, %own_at stride 4 count 4
        %x: u32 = load %q align 4
        %last: ptr.thread = offset %l, 12
        %y: u32 = load %last align 4
        %r: u32 = add %x, %y
        store %own, %r align 4
    "#;
    let text = kernel("", r#"local l0 "a" size 16 align 4 var v0 "k": u32"#, body);
    let (out, outcome) = run(&text, &[0; 8], 8, 8, |_| {});
    let expected = (0..8u32).map(|i| i + (i..i + 3).filter(|v| v % 4 == 3).sum::<u32>());
    assert_eq!((out, outcome.findings.len()), (expected.collect::<Vec<_>>(), 0));
}

#[test]
fn barriers_and_threadgroup_memory() {
    // Each thread publishes i, then reads its mirror image.
    let body = r#"
        %shared: ptr.threadgroup = global @0
        %t: u32 = builtin thread_index_in_threadgroup
        %mine: ptr.threadgroup = index %shared, %t stride 4
        store %mine, %i align 4
        %flags: u32 = constant 2
        intrinsic threadgroup_barrier(%flags, %zero)
        %n: u32 = builtin threads_per_threadgroup
        %last: u32 = sub %n, %one
        %mirror: u32 = sub %last, %t
        %other: ptr.threadgroup = index %shared, %mirror stride 4
        %x: u32 = load %other align 4
        store %own, %x align 4
    "#;
    let text = kernel(r#"global @0 "shared" threadgroup size 400 align 4"#, "", body);
    for (width, schedule) in [(4, Schedule::Order), (32, Schedule::Seed(1)), (8, Schedule::Seed(77))] {
        let (out, outcome) = run(&text, &[0; 150], 150, 100, |dispatch| {
            (dispatch.simd_width, dispatch.schedule) = (width, schedule);
        });
        let expected = (0..100u32).map(|i| 99 - i).chain((100..150).map(|i| 249 - i));
        assert_eq!((out, outcome.findings.len()), (expected.collect::<Vec<_>>(), 0));
    }
}

#[test]
fn simdgroup_functions() {
    let body = r#"
        %sum: u32 = intrinsic simd_sum(%i)
        %prefix: u32 = intrinsic simd_prefix_exclusive_sum(%one)
        %five: u32 = constant 5
        %from: u32 = intrinsic simd_shuffle_xor(%i, %one)
        %quad: u32 = intrinsic quad_sum(%lane)
        %a: u32 = add %sum, %prefix
        %b: u32 = mul %from, %five
        %c: u32 = add %a, %b
        %d: u32 = add %c, %quad
        store %own, %d align 4
    "#;
    let (out, outcome) = run(&kernel("", "", body), &[0; 16], 16, 16, |dispatch| dispatch.simd_width = 8);
    let expected = (0..16u32).map(|i| {
        let sum: u32 = (i / 8 * 8..i / 8 * 8 + 8).sum();
        let quad: u32 = (i % 8 / 4 * 4..i % 8 / 4 * 4 + 4).sum();
        sum + i % 8 + (i ^ 1) * 5 + quad
    });
    assert_eq!((out, outcome.findings.len()), (expected.collect::<Vec<_>>(), 0));
}

#[test]
fn atomics_go_in_order_of_lanes() {
    let body = "%old: u32 = intrinsic atomic_add(%data, %one, %zero, %zero) store %own, %old align 4";
    // Element 0 is the counter until lane 0 overwrites it with what it read.
    let text = kernel("", "", &body.replace("%own", "%next")).replace(
        "%own: ptr.device = index %data, %i stride 4",
        "%at: u32 = add %i, %one %next: ptr.device = index %data, %at stride 4",
    );
    let (out, _) = run(&text, &[0; 9], 8, 8, |dispatch| dispatch.simd_width = 4);
    assert_eq!(out, [8, 0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn faults_are_findings() {
    /// Name, code, threads, findings with their counts.
    type Case<'a> = (&'a str, &'a str, u32, &'a [(&'a str, u64)]);
    let cases: [Case<'_>; 7] = [
        (
            "%p: ptr.device = index %data, %i stride 4 %x: u32 = load %p align 4 store %own, %x align 4",
            "",
            12,
            &[("out-of-bounds", 4), ("out-of-bounds", 4)],
        ),
        ("%p: ptr.device = null store %p, %one align 4", "", 3, &[("null-access", 1)]),
        ("%p: ptr.device = offset %data, 2 store %p, %one align 4", "", 1, &[("misaligned-access", 1)]),
        (
            "%four: u32 = constant 4 %p: ptr.device = index %data, %i stride 4 count 4 store %p, %one align 4",
            "",
            6,
            &[("out-of-bounds", 2)],
        ),
        (
            "%b: bool = lt %i, %one if %b { intrinsic threadgroup_barrier(%zero, %zero) }",
            "",
            3,
            &[("barrier-divergence", 1)],
        ),
        ("%x: u32 = intrinsic simd_shuffle(%i, %one) store %own, %x align 4", "", 1, &[("inactive-lane", 1)]),
        ("loop { } step { }", "", 1, &[("step-limit", 1)]),
    ];
    for (body, locals, threads, expected) in cases {
        let (out, outcome) =
            run(&kernel("", locals, body), &[5; 8], threads, threads, |dispatch| dispatch.max_steps = 100_000);
        let mut found = codes(&outcome);
        // Both kinds of the first case have no place, so they count as one.
        if expected.len() == 2 {
            found = vec![("out-of-bounds", found[0].1 / 2), ("out-of-bounds", found[0].1 / 2)];
        }
        assert_eq!(found, expected, "{body}");
        assert_eq!(out.len(), 8);
    }
    let text = kernel("", "", "store %own, %one align 4");
    let (_, outcome) = run(&text, &[0], 4, 4, |dispatch| dispatch.bindings.clear());
    assert_eq!(codes(&outcome), [("unbound-resource", 4)]);
}

#[test]
fn dead_locals_are_gone() {
    let body = r#"
        %l: ptr.thread = local l0
        begin l0
        store %l, %one align 4
        end l0
        %x: u32 = load %l align 4
    "#;
    let (_, outcome) = run(&kernel("", r#"local l0 "x" size 4 align 4"#, body), &[0], 1, 1, |_| {});
    assert_eq!(codes(&outcome), [("dangling-access", 1)]);
}

#[test]
fn vectors_and_halves() {
    let text = r#"
        layout 0 "float4" size 16 align 16 scalar f32
        entry "k" kernel f0 { argument "data" index 0 buffer device 0 read_write active }
        function f0 "k"("data" ptr.device) -> void {
            %data: ptr.device = param 0
            %i: u32 = builtin thread_position_in_grid
            %p: ptr.device = index %data, %i stride 16
            %v: f32x4 = load %p align 16
            %h: f16x4 = convert %v
            %half: f16 = constant 0.5
            %halves: f16x4 = splat %half
            %m: f16x4 = mul %h, %halves
            %f: f32x4 = convert %m
            %s: f32x4 = shuffle %f, (3, 2, 1, 0)
            %first: f32 = extract %v, 0
            %w: f32x4 = insert %s, 1, %first
            store %p, %w align 16
        }
    "#;
    let program = Program::new(&module(text), "k", &[]).unwrap();
    let input: Vec<f32> = (0..40).map(|i| i as f32 + 0.25).collect();
    let memory = buffer(1, &input, f32::to_le_bytes);
    let mut dispatch = Dispatch::new(Grid::Threads([10, 1, 1]), [10, 1, 1]);
    dispatch.simd_width = 8;
    dispatch.bindings = vec![Binding::Buffer { memory: memory.clone(), offset: 0 }];
    assert!(program.run(&dispatch).unwrap().findings.is_empty());
    let expected: Vec<f32> = (0..10)
        .flat_map(|i| {
            let v = |k: usize| input[i * 4 + k];
            [v(3) * 0.5, v(0), v(1) * 0.5, v(0) * 0.5]
        })
        .collect();
    assert_eq!(floats(&memory), expected);
}

#[test]
fn inactive_lanes_keep_what_they_will_read() {
    // Collatz steps from i, at most 20; then i = 3 k lanes overwrite their count inside a branch.
    let body = r#"
        %twenty: u32 = constant 20
        %three: u32 = constant 3
        %seven: u32 = constant 7
        set v0, %i
        set v1, %zero
        loop {
            %n: u32 = get v0
            %end: bool = le %n, %one
            if %end { break }
            %c: u32 = get v1
            %full: bool = ge %c, %twenty
            if %full { break }
            %low: u32 = and %n, %one
            %odd: bool = eq %low, %one
            if %odd {
                %t: u32 = mul %n, %three
                %u: u32 = add %t, %one
                set v0, %u
            } else {
                %h: u32 = shr %n, %one
                set v0, %h
            }
            %c1: u32 = add %c, %one
            set v1, %c1
        }
        %rest: u32 = rem %i, %three
        %hit: bool = eq %rest, %zero
        if %hit { set v1, %seven }
        %r: u32 = get v1
        store %own, %r align 4
    "#;
    let text = kernel("", r#"var v0 "n": u32 var v1 "count": u32"#, body);
    let (out, _) = run(&text, &[0; 40], 40, 40, |_| {});
    let steps = |i: u32| {
        let (mut n, mut count) = (i, 0);
        while n > 1 && count < 20 {
            n = if n % 2 == 1 { 3 * n + 1 } else { n / 2 };
            count += 1;
        }
        if i.is_multiple_of(3) { 7 } else { count }
    };
    assert_eq!(out, (0..40).map(steps).collect::<Vec<_>>());
}

#[test]
fn constant_evaluation() {
    use crate::interp::evaluate::Evaluated;
    use crate::interp::evaluate::evaluate;
    use crate::ir::Constant;
    use crate::ir::FunctionId;
    let text = r#"
        function f0 "sum"("n" u32) -> u32 {
            local l0 "x" size 4 align 4
            var v0 "k": u32
            %n: u32 = param 0
            %zero: u32 = constant 0
            %one: u32 = constant 1
            %l: ptr.thread = local l0
            store %l, %zero align 4
            set v0, %zero
            loop {
                %k: u32 = get v0
                %end: bool = ge %k, %n
                if %end { break }
                %s: u32 = load %l align 4
                %t: u32 = add %s, %k
                store %l, %t align 4
            } step {
                %k1: u32 = get v0
                %k2: u32 = add %k1, %one
                set v0, %k2
            }
            %r: u32 = load %l align 4
            return %r
        }
        function f1 "bad"() -> u32 {
            %p: ptr.device = null
            %r: u32 = load %p align 4
            return %r
        }
    "#;
    let module = module(text);
    let value = evaluate(&module, FunctionId(0), &[Constant::u32(10)], 10_000).unwrap();
    assert_eq!(value, Evaluated::Value(Constant::u32(45)));
    let error = evaluate(&module, FunctionId(1), &[], 10_000).unwrap_err();
    assert_eq!(error.code.0, "null-access");
    let error = evaluate(&module, FunctionId(0), &[Constant::u32(1000)], 1000).unwrap_err();
    assert_eq!(error.code.0, "step-limit");
}
