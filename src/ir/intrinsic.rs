//! The table of intrinsics: operations that the standard library's MSL text bottoms out in.
//!
//! One row declares everything: sema types calls of `__intrinsic_NAME` by it, passes ask for its effect, engines
//! implement it, the documentation prints it. What can be written in MSL over these is written in MSL
//! (`src/stdlib/headers`), not added here.

use crate::msl::Scalar;
use crate::msl::Scalar as msl;

/// What an operand may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A float, half or bfloat scalar or vector; all such operands of a call have one type.
    Float,
    /// An integer scalar or vector; all such operands of a call have one type.
    Integer,
    /// Any scalar or vector but bool; all such operands of a call have one type.
    Number,
    /// Any scalar or vector, bool included.
    Any,
    /// A scalar or vector of bool.
    Bool,
    /// `int` with as many components as the first operand.
    IntLike,
    /// A scalar of exactly this type.
    Scalar(Scalar),
    /// A vector of exactly this type.
    Vector(Scalar, u8),
    /// A pointer in any space.
    Pointer,
    /// A handle.
    Handle,
    /// Any scalar of the type that the pointer operand 0 points to.
    Pointee,
}

/// The type of the result. A call may also fix it: `__intrinsic_NAME<T>(…)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultType {
    /// Nothing.
    Void,
    /// That of the first operand.
    First,
    /// bool with as many components as the first operand.
    BoolLike,
    /// `int` with as many components as the first operand.
    IntLike,
    /// Exactly this scalar.
    Scalar(Scalar),
    /// Exactly this vector.
    Vector(Scalar, u8),
    /// What pointer operand 0 points to, without `atomic`.
    Pointee,
    /// Given by the call as a template argument.
    Explicit,
}

/// What an operation does beside computing its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: may be folded, moved, dropped; acts on each lane and each component alone.
    Pure,
    /// Nothing to memory, but lanes meet: may not move across control flow.
    Convergent,
    /// Reads or writes memory.
    Memory,
    /// Lanes meet and memory is ordered, read or written.
    Barrier,
}

macro_rules! intrinsics {
    ($($(#[doc = $doc:literal])+ $name:ident $text:literal ($($operand:expr),*) -> $result:expr, $effect:ident;)*) => {
        /// An operation of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Intrinsic { $($(#[doc = $doc])+ $name),* }

        impl Intrinsic {
            /// All of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in IR text, and in MSL library text behind `__intrinsic_`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// The operands.
            #[must_use]
            pub fn operands(self) -> &'static [Operand] {
                #[allow(unused_imports)]
                use Operand::*;
                match self { $(Self::$name => &[$($operand),*]),* }
            }

            /// The result.
            #[must_use]
            pub fn result(self) -> ResultType {
                #[allow(unused_imports)]
                use ResultType::*;
                match self { $(Self::$name => $result),* }
            }

            /// The effect.
            #[must_use]
            pub fn effect(self) -> Effect {
                match self { $(Self::$name => Effect::$effect),* }
            }

            /// What it computes.
            #[must_use]
            pub fn documentation(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+)),* }
            }
        }
    };
}

const U32: Operand = Operand::Scalar(Scalar::U32);
const U64: Operand = Operand::Scalar(Scalar::U64);
const U16: Operand = Operand::Scalar(Scalar::U16);
const I64: Operand = Operand::Scalar(Scalar::I64);
const BOOL: Operand = Operand::Scalar(Scalar::Bool);

intrinsics! {
    // Floats, component by component: rules in `numerics`.
    /// Square root, correctly rounded.
    Sqrt "sqrt" (Float) -> First, Pure;
    /// Reciprocal square root, correctly rounded.
    Rsqrt "rsqrt" (Float) -> First, Pure;
    /// Absolute value: clears the sign bit.
    Fabs "fabs" (Float) -> First, Pure;
    /// Sine.
    Sin "sin" (Float) -> First, Pure;
    /// Cosine.
    Cos "cos" (Float) -> First, Pure;
    /// Tangent.
    Tan "tan" (Float) -> First, Pure;
    /// sin(πx).
    Sinpi "sinpi" (Float) -> First, Pure;
    /// cos(πx).
    Cospi "cospi" (Float) -> First, Pure;
    /// tan(πx).
    Tanpi "tanpi" (Float) -> First, Pure;
    /// Arc sine.
    Asin "asin" (Float) -> First, Pure;
    /// Arc cosine.
    Acos "acos" (Float) -> First, Pure;
    /// Arc tangent.
    Atan "atan" (Float) -> First, Pure;
    /// Arc tangent of y/x by quadrant.
    Atan2 "atan2" (Float, Float) -> First, Pure;
    /// Hyperbolic sine.
    Sinh "sinh" (Float) -> First, Pure;
    /// Hyperbolic cosine.
    Cosh "cosh" (Float) -> First, Pure;
    /// Hyperbolic tangent.
    Tanh "tanh" (Float) -> First, Pure;
    /// Inverse hyperbolic sine.
    Asinh "asinh" (Float) -> First, Pure;
    /// Inverse hyperbolic cosine.
    Acosh "acosh" (Float) -> First, Pure;
    /// Inverse hyperbolic tangent.
    Atanh "atanh" (Float) -> First, Pure;
    /// e to the x.
    Exp "exp" (Float) -> First, Pure;
    /// 2 to the x.
    Exp2 "exp2" (Float) -> First, Pure;
    /// 10 to the x.
    Exp10 "exp10" (Float) -> First, Pure;
    /// Natural logarithm.
    Log "log" (Float) -> First, Pure;
    /// Base-2 logarithm.
    Log2 "log2" (Float) -> First, Pure;
    /// Base-10 logarithm.
    Log10 "log10" (Float) -> First, Pure;
    /// x to the y, C's special cases.
    Pow "pow" (Float, Float) -> First, Pure;
    /// x to the y for x >= 0.
    Powr "powr" (Float, Float) -> First, Pure;
    /// Remainder of truncated division, exact.
    Fmod "fmod" (Float, Float) -> First, Pure;
    /// a*b+c rounded once.
    Fma "fma" (Float, Float, Float) -> First, Pure;
    /// The smaller; a NaN operand counts as missing.
    Fmin "fmin" (Float, Float) -> First, Pure;
    /// The larger; a NaN operand counts as missing.
    Fmax "fmax" (Float, Float) -> First, Pure;
    /// Round up.
    Ceil "ceil" (Float) -> First, Pure;
    /// Round down.
    Floor "floor" (Float) -> First, Pure;
    /// Round toward zero.
    Trunc "trunc" (Float) -> First, Pure;
    /// Round to nearest, ties to even.
    Rint "rint" (Float) -> First, Pure;
    /// Round to nearest, ties away from zero.
    Round "round" (Float) -> First, Pure;
    /// x - floor(x), below 1.
    Fract "fract" (Float) -> First, Pure;
    /// The first's magnitude with the second's sign.
    Copysign "copysign" (Float, Float) -> First, Pure;
    /// The next value toward the second.
    Nextafter "nextafter" (Float, Float) -> First, Pure;
    /// x times 2 to the n.
    Ldexp "ldexp" (Float, IntLike) -> First, Pure;
    /// frexp's mantissa.
    FrexpMantissa "frexp_mantissa" (Float) -> First, Pure;
    /// frexp's exponent.
    FrexpExponent "frexp_exponent" (Float) -> IntLike, Pure;
    /// The exponent as an integer.
    Ilogb "ilogb" (Float) -> IntLike, Pure;
    /// Is it a NaN?
    Isnan "isnan" (Float) -> BoolLike, Pure;
    /// Is it an infinity?
    Isinf "isinf" (Float) -> BoolLike, Pure;
    /// Neither NaN nor infinity?
    Isfinite "isfinite" (Float) -> BoolLike, Pure;
    /// Finite, not zero, not denormal?
    Isnormal "isnormal" (Float) -> BoolLike, Pure;
    /// The sign bit.
    Signbit "signbit" (Float) -> BoolLike, Pure;

    // Integers, component by component.
    /// Absolute value; the most negative value stays.
    Abs "abs" (Integer) -> First, Pure;
    /// The smaller.
    Min "min" (Integer, Integer) -> First, Pure;
    /// The larger.
    Max "max" (Integer, Integer) -> First, Pure;
    /// High half of the double-width product.
    Mulhi "mulhi" (Integer, Integer) -> First, Pure;
    /// Saturating sum.
    Addsat "addsat" (Integer, Integer) -> First, Pure;
    /// Saturating difference.
    Subsat "subsat" (Integer, Integer) -> First, Pure;
    /// Saturating a*b+c of the exact result.
    Madsat "madsat" (Integer, Integer, Integer) -> First, Pure;
    /// (a+b)>>1 without overflow.
    Hadd "hadd" (Integer, Integer) -> First, Pure;
    /// (a+b+1)>>1 without overflow.
    Rhadd "rhadd" (Integer, Integer) -> First, Pure;
    /// |a-b| without overflow, as the bits of the unsigned result.
    Absdiff "absdiff" (Integer, Integer) -> First, Pure;
    /// Leading zero bits.
    Clz "clz" (Integer) -> First, Pure;
    /// Trailing zero bits.
    Ctz "ctz" (Integer) -> First, Pure;
    /// Set bits.
    Popcount "popcount" (Integer) -> First, Pure;
    /// Bits in reverse order.
    ReverseBits "reverse_bits" (Integer) -> First, Pure;
    /// Rotate left.
    Rotate "rotate" (Integer, Integer) -> First, Pure;
    /// Bits [offset, offset + bits), sign-extended for signed: (x, offset, bits).
    ExtractBits "extract_bits" (Integer, U32, U32) -> First, Pure;
    /// Bits [offset, offset + bits) replaced: (base, insert, offset, bits).
    InsertBits "insert_bits" (Integer, Integer, U32, U32) -> First, Pure;

    // Bool vectors.
    /// All components true?
    All "all" (Bool) -> Scalar(msl::Bool), Pure;
    /// Any component true?
    Any "any" (Bool) -> Scalar(msl::Bool), Pure;

    /// Per component (condition, if true, if false): becomes [`super::Inst::Select`] and never stands in IR.
    Select "select" (Bool, Any, Any) -> Explicit, Pure;

    // SIMD-group functions (MSL 6.9.2). Values are per lane; reading an inactive lane is a finding.
    /// The value of lane n: (value, n).
    SimdShuffle "simd_shuffle" (Any, U32) -> First, Convergent;
    /// The value of lane n, the same n in all lanes: (value, n).
    SimdBroadcast "simd_broadcast" (Any, U32) -> First, Convergent;
    /// The value of the first active lane.
    SimdBroadcastFirst "simd_broadcast_first" (Any) -> First, Convergent;
    /// The value of lane + delta; lanes beyond the end keep their own.
    SimdShuffleDown "simd_shuffle_down" (Any, U32) -> First, Convergent;
    /// The value of lane - delta; lanes below the start keep their own.
    SimdShuffleUp "simd_shuffle_up" (Any, U32) -> First, Convergent;
    /// The value of lane ^ mask.
    SimdShuffleXor "simd_shuffle_xor" (Any, U32) -> First, Convergent;
    /// The value of lane + delta modulo the width.
    SimdShuffleRotateDown "simd_shuffle_rotate_down" (Any, U32) -> First, Convergent;
    /// The value of lane - delta modulo the width.
    SimdShuffleRotateUp "simd_shuffle_rotate_up" (Any, U32) -> First, Convergent;
    /// Shuffle down inside groups of `modulo` lanes (0: all), the tail filled from the second value:
    /// (value, fill, delta, modulo).
    SimdShuffleAndFillDown "simd_shuffle_and_fill_down" (Any, Any, U32, U32) -> First, Convergent;
    /// Shuffle up inside groups of `modulo` lanes (0: all), the head filled from the second value:
    /// (value, fill, delta, modulo).
    SimdShuffleAndFillUp "simd_shuffle_and_fill_up" (Any, Any, U32, U32) -> First, Convergent;
    /// Sum over active lanes.
    SimdSum "simd_sum" (Number) -> First, Convergent;
    /// Product over active lanes.
    SimdProduct "simd_product" (Number) -> First, Convergent;
    /// Minimum over active lanes.
    SimdMin "simd_min" (Number) -> First, Convergent;
    /// Maximum over active lanes.
    SimdMax "simd_max" (Number) -> First, Convergent;
    /// Bitwise and over active lanes.
    SimdAnd "simd_and" (Integer) -> First, Convergent;
    /// Bitwise or over active lanes.
    SimdOr "simd_or" (Integer) -> First, Convergent;
    /// Bitwise exclusive or over active lanes.
    SimdXor "simd_xor" (Integer) -> First, Convergent;
    /// Sum over active lanes below and including this one.
    SimdPrefixInclusiveSum "simd_prefix_inclusive_sum" (Number) -> First, Convergent;
    /// Sum over active lanes below this one.
    SimdPrefixExclusiveSum "simd_prefix_exclusive_sum" (Number) -> First, Convergent;
    /// Product over active lanes below and including this one.
    SimdPrefixInclusiveProduct "simd_prefix_inclusive_product" (Number) -> First, Convergent;
    /// Product over active lanes below this one.
    SimdPrefixExclusiveProduct "simd_prefix_exclusive_product" (Number) -> First, Convergent;
    /// True in all active lanes?
    SimdAll "simd_all" (BOOL) -> Scalar(msl::Bool), Convergent;
    /// True in any active lane?
    SimdAny "simd_any" (BOOL) -> Scalar(msl::Bool), Convergent;
    /// One bit a lane: active and true.
    SimdBallot "simd_ballot" (BOOL) -> Scalar(msl::U64), Convergent;
    /// Is this the first active lane?
    SimdIsFirst "simd_is_first" () -> Scalar(msl::Bool), Convergent;
    /// Is this a helper thread?
    SimdIsHelperThread "simd_is_helper_thread" () -> Scalar(msl::Bool), Convergent;

    // Quad-group functions: the same over groups of four lanes.
    /// The value of lane n of the quad.
    QuadShuffle "quad_shuffle" (Any, U32) -> First, Convergent;
    /// The value of lane n of the quad, the same n in all lanes.
    QuadBroadcast "quad_broadcast" (Any, U32) -> First, Convergent;
    /// The value of the first active lane of the quad.
    QuadBroadcastFirst "quad_broadcast_first" (Any) -> First, Convergent;
    /// Lane + delta; beyond the end a lane keeps its own.
    QuadShuffleDown "quad_shuffle_down" (Any, U32) -> First, Convergent;
    /// Lane - delta; below the start a lane keeps its own.
    QuadShuffleUp "quad_shuffle_up" (Any, U32) -> First, Convergent;
    /// Lane ^ mask.
    QuadShuffleXor "quad_shuffle_xor" (Any, U32) -> First, Convergent;
    /// Lane + delta modulo 4.
    QuadShuffleRotateDown "quad_shuffle_rotate_down" (Any, U32) -> First, Convergent;
    /// Lane - delta modulo 4.
    QuadShuffleRotateUp "quad_shuffle_rotate_up" (Any, U32) -> First, Convergent;
    /// As the SIMD-group one: (value, fill, delta, modulo).
    QuadShuffleAndFillDown "quad_shuffle_and_fill_down" (Any, Any, U32, U32) -> First, Convergent;
    /// As the SIMD-group one: (value, fill, delta, modulo).
    QuadShuffleAndFillUp "quad_shuffle_and_fill_up" (Any, Any, U32, U32) -> First, Convergent;
    /// Sum.
    QuadSum "quad_sum" (Number) -> First, Convergent;
    /// Product.
    QuadProduct "quad_product" (Number) -> First, Convergent;
    /// Minimum.
    QuadMin "quad_min" (Number) -> First, Convergent;
    /// Maximum.
    QuadMax "quad_max" (Number) -> First, Convergent;
    /// Bitwise and.
    QuadAnd "quad_and" (Integer) -> First, Convergent;
    /// Bitwise or.
    QuadOr "quad_or" (Integer) -> First, Convergent;
    /// Bitwise exclusive or.
    QuadXor "quad_xor" (Integer) -> First, Convergent;
    /// Inclusive prefix sum.
    QuadPrefixInclusiveSum "quad_prefix_inclusive_sum" (Number) -> First, Convergent;
    /// Exclusive prefix sum.
    QuadPrefixExclusiveSum "quad_prefix_exclusive_sum" (Number) -> First, Convergent;
    /// Inclusive prefix product.
    QuadPrefixInclusiveProduct "quad_prefix_inclusive_product" (Number) -> First, Convergent;
    /// Exclusive prefix product.
    QuadPrefixExclusiveProduct "quad_prefix_exclusive_product" (Number) -> First, Convergent;
    /// True in all active lanes of the quad?
    QuadAll "quad_all" (BOOL) -> Scalar(msl::Bool), Convergent;
    /// True in any active lane of the quad?
    QuadAny "quad_any" (BOOL) -> Scalar(msl::Bool), Convergent;
    /// One bit a lane of the quad.
    QuadBallot "quad_ballot" (BOOL) -> Scalar(msl::U32), Convergent;
    /// Is this the first active lane of the quad?
    QuadIsFirst "quad_is_first" () -> Scalar(msl::Bool), Convergent;

    // Synchronisation.
    /// All threads of the threadgroup meet: (mem_flags, thread_scope).
    ThreadgroupBarrier "threadgroup_barrier" (U32, U32) -> Void, Barrier;
    /// All threads of the SIMD-group meet: (mem_flags, thread_scope).
    SimdgroupBarrier "simdgroup_barrier" (U32, U32) -> Void, Barrier;
    /// Orders memory: (mem_flags, memory_order, thread_scope).
    AtomicFence "atomic_fence" (U32, U32, U32) -> Void, Memory;

    // Atomics on int, uint, bool, float, ulong: pointer, value, memory_order, thread_scope.
    /// Atomic read: (pointer, order, scope).
    AtomicLoad "atomic_load" (Pointer, U32, U32) -> Pointee, Memory;
    /// Atomic write: (pointer, value, order, scope).
    AtomicStore "atomic_store" (Pointer, Pointee, U32, U32) -> Void, Memory;
    /// Exchange; gives the old value, as all that follow.
    AtomicExchange "atomic_exchange" (Pointer, Pointee, U32, U32) -> Pointee, Memory;
    /// (pointer, expected, desired, order, scope): writes desired where the value equals expected bit for bit.
    AtomicCompareExchange "atomic_compare_exchange" (Pointer, Pointee, Pointee, U32, U32) -> Pointee, Memory;
    /// Add.
    AtomicAdd "atomic_add" (Pointer, Pointee, U32, U32) -> Pointee, Memory;
    /// Subtract.
    AtomicSub "atomic_sub" (Pointer, Pointee, U32, U32) -> Pointee, Memory;
    /// Minimum.
    AtomicMin "atomic_min" (Pointer, Pointee, U32, U32) -> Pointee, Memory;
    /// Maximum.
    AtomicMax "atomic_max" (Pointer, Pointee, U32, U32) -> Pointee, Memory;
    /// Bitwise and.
    AtomicAnd "atomic_and" (Pointer, Pointee, U32, U32) -> Pointee, Memory;
    /// Bitwise or.
    AtomicOr "atomic_or" (Pointer, Pointee, U32, U32) -> Pointee, Memory;
    /// Bitwise exclusive or.
    AtomicXor "atomic_xor" (Pointer, Pointee, U32, U32) -> Pointee, Memory;

    // SIMD-group matrices (MSL 6.7): 8 x 8 elements, two in each of 32 lanes, as `vec<T, 2>`. Lane l holds row
    // ((l / 16) * 4 + (l % 8) / 2), columns ((l / 8) % 2 * 4 + l % 2 * 2) and the next one.
    /// (pointer to element type, elements per row, origin column, origin row, transpose); result `vec<T, 2>`.
    SimdgroupLoad "simdgroup_load"
        (Pointer, U64, I64,
         I64, BOOL) -> Explicit, Barrier;
    /// (elements, pointer, elements per row, origin column, origin row, transpose).
    SimdgroupStore "simdgroup_store"
        (Any, Pointer, U64, I64,
         I64, BOOL) -> Void, Barrier;
    /// a*b+c with element types of their own: (a, b, c); result of c's type. Products and sums in float, k ascending.
    SimdgroupMultiplyAccumulate "simdgroup_multiply_accumulate" (Any, Any, Any) -> Explicit, Convergent;

    // Packing (MSL 6.14): rules in `numerics::pack`.
    /// Four bytes, signed normalised, to float4.
    UnpackSnorm4x8 "unpack_snorm4x8" (U32) -> Vector(msl::F32, 4), Pure;
    /// Four bytes, unsigned normalised, to float4.
    UnpackUnorm4x8 "unpack_unorm4x8" (U32) -> Vector(msl::F32, 4), Pure;
    /// Four sRGB bytes (alpha linear) to float4.
    UnpackUnorm4x8Srgb "unpack_unorm4x8_srgb" (U32) -> Vector(msl::F32, 4), Pure;
    /// Two signed normalised 16-bit values to float2.
    UnpackSnorm2x16 "unpack_snorm2x16" (U32) -> Vector(msl::F32, 2), Pure;
    /// Two unsigned normalised 16-bit values to float2.
    UnpackUnorm2x16 "unpack_unorm2x16" (U32) -> Vector(msl::F32, 2), Pure;
    /// 10, 10, 10 and 2 bits, unsigned normalised, to float4.
    UnpackUnorm10a2 "unpack_unorm10a2" (U32) -> Vector(msl::F32, 4), Pure;
    /// 10, 10, 10 and 2 bits, signed normalised, to float4.
    UnpackSnorm10a2 "unpack_snorm10a2" (U32) -> Vector(msl::F32, 4), Pure;
    /// 5, 6 and 5 bits to float3.
    UnpackUnorm565 "unpack_unorm565" (U16) -> Vector(msl::F32, 3), Pure;
    /// float4 to four signed normalised bytes.
    PackSnorm4x8 "pack_snorm4x8" (Operand::Vector(msl::F32, 4)) -> Scalar(msl::U32), Pure;
    /// float4 to four unsigned normalised bytes.
    PackUnorm4x8 "pack_unorm4x8" (Operand::Vector(msl::F32, 4)) -> Scalar(msl::U32), Pure;
    /// float4 to four sRGB bytes.
    PackUnorm4x8Srgb "pack_unorm4x8_srgb" (Operand::Vector(msl::F32, 4)) -> Scalar(msl::U32), Pure;
    /// float2 to two signed normalised 16-bit values.
    PackSnorm2x16 "pack_snorm2x16" (Operand::Vector(msl::F32, 2)) -> Scalar(msl::U32), Pure;
    /// float2 to two unsigned normalised 16-bit values.
    PackUnorm2x16 "pack_unorm2x16" (Operand::Vector(msl::F32, 2)) -> Scalar(msl::U32), Pure;
    /// float4 to 10, 10, 10 and 2 bits, unsigned.
    PackUnorm10a2 "pack_unorm10a2" (Operand::Vector(msl::F32, 4)) -> Scalar(msl::U32), Pure;
    /// float4 to 10, 10, 10 and 2 bits, signed.
    PackSnorm10a2 "pack_snorm10a2" (Operand::Vector(msl::F32, 4)) -> Scalar(msl::U32), Pure;
    /// float3 to 5, 6 and 5 bits.
    PackUnorm565 "pack_unorm565" (Operand::Vector(msl::F32, 3)) -> Scalar(msl::U16), Pure;
}

impl Intrinsic {
    /// The intrinsic of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|intrinsic| intrinsic.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for intrinsic in Intrinsic::ALL {
            assert_eq!(Intrinsic::from_name(intrinsic.name()), Some(*intrinsic));
        }
    }
}
