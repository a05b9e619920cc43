//! Handlers of row operations, compiled for several CPU levels from the table's expressions.
//!
//! Operands are read before results are written, sixteen elements at a time, so a result may be the very register of an
//! operand of the same element size. Must never know what an active lane is: inactive ones are computed too.

#![allow(unsafe_code)]

use crate::bytecode::code::Instruction;
use crate::bytecode::operation::Operation;
use crate::bytecode::operation::for_each_operation;

/// Runs a row operation on a frame.
///
/// Safety: the frame holds all registers that the instruction names (the bytecode verifier's promise), and the CPU has
/// the level's features.
pub type Handler = unsafe fn(frame: *mut u32, instruction: &Instruction);

/// By operation and form.
pub type Table = [[Handler; 3]; Operation::ROWS];

/// The smallest and largest index of a row, and whether they count up by one from lane to lane.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The smallest.
    pub low: i64,
    /// The largest.
    pub high: i64,
    /// Lane n has the index of lane 0 plus n.
    pub contiguous: bool,
}

/// What is compiled for a CPU level.
pub struct Level {
    /// Row operations.
    pub rows: Table,
    /// The span of a row of unsigned indices. Safety: the row has that many elements.
    pub span: unsafe fn(*const u32, usize) -> Span,
    /// The same of signed ones.
    pub span_signed: unsafe fn(*const u32, usize) -> Span,
    /// Reads a word for each index of a row: (result, indices, where index 0 is, stride, lanes).
    /// Safety: rows have that many elements, and each address may be read.
    pub gather: unsafe fn(*mut u32, *const u32, *const u8, usize, usize),
}

/// A 32- or 64-bit element of a row.
pub trait Lane: Copy {}
impl Lane for u32 {}
impl Lane for i32 {}
impl Lane for f32 {}
impl Lane for u64 {}
impl Lane for i64 {}

/// The expressions of the table as functions.
#[allow(non_snake_case, clippy::unnecessary_cast, clippy::trivially_copy_pass_by_ref)]
mod meaning {
    use crate::bytecode::code::pointer;
    use crate::numerics::bfloat;
    use crate::numerics::canonicalize;
    use crate::numerics::convert;
    use crate::numerics::fused;
    use crate::numerics::half;
    use crate::numerics::half_functions;
    use crate::numerics::integer;
    use crate::numerics::minmax;
    use crate::numerics::remainder;
    use crate::numerics::representation;
    use crate::numerics::rounding;
    use crate::numerics::single;

    /// A `bool` in a lane.
    #[inline(always)]
    fn truth(condition: bool) -> u32 {
        if condition { u32::MAX } else { 0 }
    }

    macro_rules! define {
        (rows { $($kind:ident $name:ident $text:literal ($($x:ident: $type:ty),*) -> $result:ty $body:block
                  $doc:literal;)* }
         machines { $($machines:tt)* }) => {
            $(#[inline(always)]
            pub fn $name($($x: $type),*) -> $result $body)*
        };
    }
    super::for_each_operation!(define);
}

const CHUNK: usize = 16;

#[inline(always)]
unsafe fn row_of<T: Lane>(frame: *mut u32, at: u32) -> *mut T {
    // SAFETY: the caller promises that the register lies in the frame.
    unsafe { frame.add(at as usize).cast() }
}

#[inline(always)]
unsafe fn unary<const N: usize, X: Lane, R: Lane>(out: *mut R, x: *const X, meaning: impl Fn(X) -> R) {
    // SAFETY: the caller promises N elements behind each pointer.
    unsafe {
        let x: [X; N] = x.cast::<[X; N]>().read_unaligned();
        out.cast::<[R; N]>().write_unaligned(std::array::from_fn(
            #[inline(always)]
            |i| meaning(x[i]),
        ));
    }
}

#[inline(always)]
unsafe fn binary<const N: usize, X: Lane, Y: Lane, R: Lane>(
    out: *mut R,
    x: *const X,
    y: *const Y,
    meaning: impl Fn(X, Y) -> R,
) {
    // SAFETY: the caller promises N elements behind each pointer.
    unsafe {
        let x: [X; N] = x.cast::<[X; N]>().read_unaligned();
        let y: [Y; N] = y.cast::<[Y; N]>().read_unaligned();
        out.cast::<[R; N]>().write_unaligned(std::array::from_fn(
            #[inline(always)]
            |i| meaning(x[i], y[i]),
        ));
    }
}

#[inline(always)]
unsafe fn ternary<const N: usize, X: Lane, Y: Lane, Z: Lane, R: Lane>(
    out: *mut R,
    x: *const X,
    y: *const Y,
    z: *const Z,
    meaning: impl Fn(X, Y, Z) -> R,
) {
    // SAFETY: the caller promises N elements behind each pointer.
    unsafe {
        let x: [X; N] = x.cast::<[X; N]>().read_unaligned();
        let y: [Y; N] = y.cast::<[Y; N]>().read_unaligned();
        let z: [Z; N] = z.cast::<[Z; N]>().read_unaligned();
        out.cast::<[R; N]>().write_unaligned(std::array::from_fn(
            #[inline(always)]
            |i| meaning(x[i], y[i], z[i]),
        ));
    }
}

/// Goes over `count` elements: sixteen, four and one at a time.
#[inline(always)]
fn over(count: usize, sixteen: impl Fn(usize), four: impl Fn(usize), one: impl Fn(usize)) {
    let mut i = 0;
    while i + CHUNK <= count {
        sixteen(i);
        i += CHUNK;
    }
    while i + 4 <= count {
        four(i);
        i += 4;
    }
    while i < count {
        one(i);
        i += 1;
    }
}

macro_rules! span {
    ($name:ident, $type:ty) => {
        #[inline(always)]
        unsafe fn $name(row: *const u32, width: usize) -> Span {
            let (mut low, mut high, mut apart) = (<$type>::MAX, <$type>::MIN, 0);
            // SAFETY: the caller's promise.
            unsafe {
                let row = row.cast::<$type>();
                let first = row.read();
                for lane in 0..width {
                    let index = row.add(lane).read();
                    apart |= index.wrapping_sub(lane as $type) ^ first;
                    low = low.min(index);
                    high = high.max(index);
                }
            }
            Span { low: i64::from(low), high: i64::from(high), contiguous: apart == 0 }
        }
    };
}
span!(span_of, u32);
span!(span_of_signed, i32);

#[inline(always)]
unsafe fn gather_words(out: *mut u32, row: *const u32, base: *const u8, stride: usize, width: usize) {
    for lane in 0..width {
        // SAFETY: the caller's promise.
        unsafe {
            let at = base.wrapping_add(row.add(lane).read() as usize * stride);
            out.add(lane).write(at.cast::<u32>().read_unaligned());
        }
    }
}

macro_rules! level {
    ($rows:expr, [$($feature:literal)?]) => {{
        $(#[target_feature(enable = $feature)])?
        unsafe fn span(row: *const u32, width: usize) -> Span {
            // SAFETY: the caller's promise.
            unsafe { if width == 32 { span_of(row, 32) } else { span_of(row, width) } }
        }
        $(#[target_feature(enable = $feature)])?
        unsafe fn span_signed(row: *const u32, width: usize) -> Span {
            // SAFETY: the caller's promise.
            unsafe { if width == 32 { span_of_signed(row, 32) } else { span_of_signed(row, width) } }
        }
        $(#[target_feature(enable = $feature)])?
        unsafe fn gather(out: *mut u32, row: *const u32, base: *const u8, stride: usize, width: usize) {
            // SAFETY: the caller's promise.
            unsafe {
                if stride == 4 {
                    gather_words(out, row, base, 4, width);
                } else {
                    gather_words(out, row, base, stride, width);
                }
            }
        }
        Level { rows: $rows, span, span_signed, gather }
    }};
}

macro_rules! forms {
    (($x:ident: $tx:ty) -> $result:ty, $name:ident, $frame:ident, $instruction:ident, $form:tt) => {{
        let (out, x) = (row_of::<$result>($frame, $instruction.a), row_of::<$tx>($frame, $instruction.b));
        over(
            $instruction.count as usize,
            #[inline(always)]
            |i| unary::<CHUNK, $tx, $result>(out.add(i), x.add(i), meaning::$name),
            #[inline(always)]
            |i| unary::<4, $tx, $result>(out.add(i), x.add(i), meaning::$name),
            #[inline(always)]
            |i| unary::<1, $tx, $result>(out.add(i), x.add(i), meaning::$name),
        );
    }};
    (($x:ident: $tx:ty, $y:ident: $ty:ty) -> $result:ty, $name:ident, $frame:ident, $instruction:ident, rows) => {{
        let out = row_of::<$result>($frame, $instruction.a);
        let (x, y) = (row_of::<$tx>($frame, $instruction.b), row_of::<$ty>($frame, $instruction.c));
        over(
            $instruction.count as usize,
            #[inline(always)]
            |i| binary::<CHUNK, $tx, $ty, $result>(out.add(i), x.add(i), y.add(i), meaning::$name),
            #[inline(always)]
            |i| binary::<4, $tx, $ty, $result>(out.add(i), x.add(i), y.add(i), meaning::$name),
            #[inline(always)]
            |i| binary::<1, $tx, $ty, $result>(out.add(i), x.add(i), y.add(i), meaning::$name),
        );
    }};
    (($x:ident: $tx:ty, $y:ident: $ty:ty) -> $result:ty, $name:ident, $frame:ident, $instruction:ident, row_scalar) => {{
        let (out, x) = (row_of::<$result>($frame, $instruction.a), row_of::<$tx>($frame, $instruction.b));
        let y = row_of::<$ty>($frame, $instruction.c).read_unaligned();
        over(
            $instruction.count as usize,
            #[inline(always)]
            |i| {
                unary::<CHUNK, $tx, $result>(
                    out.add(i),
                    x.add(i),
                    #[inline(always)]
                    |x| meaning::$name(x, y),
                )
            },
            #[inline(always)]
            |i| {
                unary::<4, $tx, $result>(
                    out.add(i),
                    x.add(i),
                    #[inline(always)]
                    |x| meaning::$name(x, y),
                )
            },
            #[inline(always)]
            |i| {
                unary::<1, $tx, $result>(
                    out.add(i),
                    x.add(i),
                    #[inline(always)]
                    |x| meaning::$name(x, y),
                )
            },
        );
    }};
    (($x:ident: $tx:ty, $y:ident: $ty:ty) -> $result:ty, $name:ident, $frame:ident, $instruction:ident, scalar_row) => {{
        let (out, y) = (row_of::<$result>($frame, $instruction.a), row_of::<$ty>($frame, $instruction.c));
        let x = row_of::<$tx>($frame, $instruction.b).read_unaligned();
        over(
            $instruction.count as usize,
            #[inline(always)]
            |i| {
                unary::<CHUNK, $ty, $result>(
                    out.add(i),
                    y.add(i),
                    #[inline(always)]
                    |y| meaning::$name(x, y),
                )
            },
            #[inline(always)]
            |i| {
                unary::<4, $ty, $result>(
                    out.add(i),
                    y.add(i),
                    #[inline(always)]
                    |y| meaning::$name(x, y),
                )
            },
            #[inline(always)]
            |i| {
                unary::<1, $ty, $result>(
                    out.add(i),
                    y.add(i),
                    #[inline(always)]
                    |y| meaning::$name(x, y),
                )
            },
        );
    }};
    (($x:ident: $tx:ty, $y:ident: $ty:ty, $z:ident: $tz:ty) -> $result:ty, $name:ident, $frame:ident, $instruction:ident,
     $form:tt) => {{
        let (out, x) = (row_of::<$result>($frame, $instruction.a), row_of::<$tx>($frame, $instruction.b));
        let (y, z) = (row_of::<$ty>($frame, $instruction.c), row_of::<$tz>($frame, $instruction.d));
        over(
            $instruction.count as usize,
            #[inline(always)]
            |i| ternary::<CHUNK, $tx, $ty, $tz, $result>(out.add(i), x.add(i), y.add(i), z.add(i), meaning::$name),
            #[inline(always)]
            |i| ternary::<4, $tx, $ty, $tz, $result>(out.add(i), x.add(i), y.add(i), z.add(i), meaning::$name),
            #[inline(always)]
            |i| ternary::<1, $tx, $ty, $tz, $result>(out.add(i), x.add(i), y.add(i), z.add(i), meaning::$name),
        );
    }};
}

macro_rules! handler {
    ($form:tt, $name:ident, ($($operands:tt)*) -> $result:ty, [$($feature:literal)?]) => {{
        $(#[target_feature(enable = $feature)])?
        unsafe fn handler(frame: *mut u32, instruction: &Instruction) {
            // SAFETY: the caller's promise (see `Handler`).
            unsafe { forms!(($($operands)*) -> $result, $name, frame, instruction, $form) }
        }
        handler as Handler
    }};
}

/// The three forms of one operation, as its kind has them.
macro_rules! three {
    (binary $name:ident ($($operands:tt)*) -> $result:ty, $feature:tt) => {
        [
            handler!(rows, $name, ($($operands)*) -> $result, $feature),
            handler!(row_scalar, $name, ($($operands)*) -> $result, $feature),
            handler!(scalar_row, $name, ($($operands)*) -> $result, $feature),
        ]
    };
    (slow $name:ident ($($operands:tt)*) -> $result:ty, $feature:tt) => {
        [handler!(rows, $name, ($($operands)*) -> $result, []); 3]
    };
    (pair $name:ident ($($operands:tt)*) -> $result:ty, $feature:tt) => {
        [handler!(rows, $name, ($($operands)*) -> $result, []); 3]
    };
    ($kind:ident $name:ident ($($operands:tt)*) -> $result:ty, $feature:tt) => {
        [handler!(rows, $name, ($($operands)*) -> $result, $feature); 3]
    };
}

mod baseline {
    use super::*;

    macro_rules! define {
        (rows { $($kind:ident $name:ident $text:literal ($($x:ident: $type:ty),*) -> $result:ty $body:block
                  $doc:literal;)* }
         machines { $($machines:tt)* }) => {
            pub static LEVEL: Level = level!([$(three!($kind $name ($($x: $type),*) -> $result, [])),*], []);
        };
    }
    for_each_operation!(define);
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
mod avx2 {
    use super::*;

    macro_rules! define {
        (rows { $($kind:ident $name:ident $text:literal ($($x:ident: $type:ty),*) -> $result:ty $body:block
                  $doc:literal;)* }
         machines { $($machines:tt)* }) => {
            pub static LEVEL: Level = level!([$(three!($kind $name ($($x: $type),*) -> $result, ["avx2"])),*], ["avx2"]);
        };
    }
    for_each_operation!(define);
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
mod avx512 {
    use super::*;

    macro_rules! define {
        (rows { $($kind:ident $name:ident $text:literal ($($x:ident: $type:ty),*) -> $result:ty $body:block
                  $doc:literal;)* }
         machines { $($machines:tt)* }) => {
            pub static LEVEL: Level = level!([$(three!($kind $name ($($x: $type),*) -> $result, ["avx512f,avx512bw,avx512dq,avx512vl"])),*], ["avx512f,avx512bw,avx512dq,avx512vl"]);
        };
    }
    for_each_operation!(define);
}

/// The best level for this machine. All give the same results.
#[must_use]
pub fn level() -> &'static Level {
    // Debug builds make do with one: they are built often and run little.
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    {
        let has_512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        if has_512 {
            return &avx512::LEVEL;
        }
        if is_x86_feature_detected!("avx2") {
            return &avx2::LEVEL;
        }
    }
    &baseline::LEVEL
}
