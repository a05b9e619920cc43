//! The table of operations: name, operands, meaning. Handlers, disassembler and verifier are made from it.
//!
//! Two sorts. A *row* operation computes each element of its result from the same elements of its operands: its
//! meaning is the Rust expression in the table, on the lanes' Rust types. A *machine* operation does anything else; its
//! handler is written out in the interpreter.
//!
//! Lanes of 32 bits hold: `float`; `half` and `bfloat` as `float`; integers of up to 32 bits, extended by their sign or
//! zeros; `bool` as all bits 0 or all bits 1. Lanes of 64 bits hold `long`, `ulong`, pointers and handles. What is
//! narrower than its lane is made so again by a wrapping or rounding operation after each arithmetic one.
//!
//! Must never know how an operation is run.

/// Hands the table to a macro: `rows { kind Name "text" (x: type, ...) -> type { meaning } "documentation"; ... }`, then
/// `machines { Name "text" (what a, b, c and d are) "documentation"; ... }`.
///
/// `binary` rows also come with the second or the first operand the same in all lanes; `slow` and `pair` ones are
/// rare, and compiled for one CPU level.
macro_rules! for_each_operation {
    ($callback:ident) => {
        $callback! {
            rows {
                unary Copy32 "copy.32" (x: u32) -> u32 { x } "Same bits.";
                unary Copy64 "copy.64" (x: u64) -> u64 { x } "Same bits.";

                unary NegF32 "neg.f32" (x: f32) -> f32 { f32::from_bits(x.to_bits() ^ 0x8000_0000) } "Flips the sign.";
                unary NegI32 "neg.i32" (x: u32) -> u32 { x.wrapping_neg() } "Wraps.";
                unary NegI64 "neg.i64" (x: u64) -> u64 { x.wrapping_neg() } "Wraps.";
                unary Not32 "not.32" (x: u32) -> u32 { !x } "Flips all bits.";
                unary Not64 "not.64" (x: u64) -> u64 { !x } "Flips all bits.";

                unary WrapI8 "wrap.i8" (x: u32) -> u32 { x as i8 as u32 } "Keeps 8 bits, extends the sign.";
                unary WrapI16 "wrap.i16" (x: u32) -> u32 { x as i16 as u32 } "Keeps 16 bits, extends the sign.";
                unary WrapU8 "wrap.u8" (x: u32) -> u32 { x & 0xff } "Keeps 8 bits.";
                unary WrapU16 "wrap.u16" (x: u32) -> u32 { x & 0xffff } "Keeps 16 bits.";
                unary RoundF16 "round.f16" (x: f32) -> f32 { half::round(canonicalize(x)) } "To the nearest half.";
                unary RoundBf16 "round.bf16" (x: f32) -> f32 { bfloat::round(canonicalize(x)) } "To the nearest bfloat.";
                unary Canonical "canonical.f32" (x: f32) -> f32 { canonicalize(x) } "A NaN becomes the canonical one.";

                unary SignExtend "extend.i32.i64" (x: i32) -> i64 { x as i64 } "Extends the sign.";
                unary ZeroExtend "extend.u32.u64" (x: u32) -> u64 { x as u64 } "Extends with zeros.";
                unary Truncate "truncate.64.32" (x: u64) -> u32 { x as u32 } "Keeps 32 bits.";
                unary I32ToF32 "convert.i32.f32" (x: i32) -> f32 { convert::from_i32(x) } "Rounds to nearest.";
                unary U32ToF32 "convert.u32.f32" (x: u32) -> f32 { convert::from_u32(x) } "Rounds to nearest.";
                unary I64ToF32 "convert.i64.f32" (x: i64) -> f32 { convert::from_i64(x) } "Rounds to nearest.";
                unary U64ToF32 "convert.u64.f32" (x: u64) -> f32 { convert::from_u64(x) } "Rounds to nearest.";
                unary I32ToBf16 "convert.i32.bf16" (x: i32) -> f32 { convert::bfloat_from_i32(x) } "Rounds to nearest.";
                unary U32ToBf16 "convert.u32.bf16" (x: u32) -> f32 { convert::bfloat_from_u32(x) } "Rounds to nearest.";
                unary I64ToBf16 "convert.i64.bf16" (x: i64) -> f32 { convert::bfloat_from_i64(x) } "Rounds to nearest.";
                unary U64ToBf16 "convert.u64.bf16" (x: u64) -> f32 { convert::bfloat_from_u64(x) } "Rounds to nearest.";
                unary F32ToI8 "convert.f32.i8" (x: f32) -> i32 { convert::to_i8(x) as i32 } "Toward zero, saturating.";
                unary F32ToI16 "convert.f32.i16" (x: f32) -> i32 { convert::to_i16(x) as i32 } "Toward zero, saturating.";
                unary F32ToI32 "convert.f32.i32" (x: f32) -> i32 { convert::to_i32(x) } "Toward zero, saturating.";
                unary F32ToI64 "convert.f32.i64" (x: f32) -> i64 { convert::to_i64(x) } "Toward zero, saturating.";
                unary F32ToU8 "convert.f32.u8" (x: f32) -> u32 { convert::to_u8(x) as u32 } "Toward zero, saturating.";
                unary F32ToU16 "convert.f32.u16" (x: f32) -> u32 { convert::to_u16(x) as u32 } "Toward zero, saturating.";
                unary F32ToU32 "convert.f32.u32" (x: f32) -> u32 { convert::to_u32(x) } "Toward zero, saturating.";
                unary F32ToU64 "convert.f32.u64" (x: f32) -> u64 { convert::to_u64(x) } "Toward zero, saturating.";
                unary BoolToInt "convert.bool.32" (x: u32) -> u32 { x & 1 } "0 or 1.";
                unary BoolToF32 "convert.bool.f32" (x: u32) -> f32 { if x != 0 { 1.0 } else { 0.0 } } "0 or 1.";
                unary IsNonzero32 "nonzero.32" (x: u32) -> u32 { truth(x != 0) } "Not 0?";
                unary IsNonzero64 "nonzero.64" (x: u64) -> u32 { truth(x != 0) } "Not 0?";
                unary IsNonzeroF32 "nonzero.f32" (x: f32) -> u32 { truth(x != 0.0) } "Neither zero? True for NaN.";
                unary F16ToBits "bits.f16" (x: f32) -> u32 { half::from_f32(x) as u32 } "The 16 bits of a half.";
                unary BitsToF16 "from_bits.f16" (x: u32) -> f32 { half::to_f32(x as u16) } "The half of 16 bits.";
                unary Bf16ToBits "bits.bf16" (x: f32) -> u32 { bfloat::from_f32(x) as u32 } "The 16 bits of a bfloat.";
                unary BitsToBf16 "from_bits.bf16" (x: u32) -> f32 { bfloat::to_f32(x as u16) } "The bfloat of 16 bits.";

                unary Sqrt "sqrt.f32" (x: f32) -> f32 { single::sqrt(x) } "Square root.";
                unary Rsqrt "rsqrt.f32" (x: f32) -> f32 { single::rsqrt(x) } "Reciprocal square root.";
                unary Fabs "fabs.f32" (x: f32) -> f32 { representation::fabs(x) } "Clears the sign.";
                slow SinAny "sin.f32" (x: f32) -> f32 { single::sin(x) } "Sine.";
                slow CosAny "cos.f32" (x: f32) -> f32 { single::cos(x) } "Cosine.";
                slow TanAny "tan.f32" (x: f32) -> f32 { single::tan(x) } "Tangent.";
                unary Sinpi "sinpi.f32" (x: f32) -> f32 { single::sinpi(x) } "Sine of pi x.";
                unary Cospi "cospi.f32" (x: f32) -> f32 { single::cospi(x) } "Cosine of pi x.";
                unary Tanpi "tanpi.f32" (x: f32) -> f32 { single::tanpi(x) } "Tangent of pi x.";
                unary Asin "asin.f32" (x: f32) -> f32 { single::asin(x) } "Arc sine.";
                unary Acos "acos.f32" (x: f32) -> f32 { single::acos(x) } "Arc cosine.";
                unary Atan "atan.f32" (x: f32) -> f32 { single::atan(x) } "Arc tangent.";
                unary Sinh "sinh.f32" (x: f32) -> f32 { single::sinh(x) } "Hyperbolic sine.";
                unary Cosh "cosh.f32" (x: f32) -> f32 { single::cosh(x) } "Hyperbolic cosine.";
                unary Tanh "tanh.f32" (x: f32) -> f32 { single::tanh(x) } "Hyperbolic tangent.";
                unary Asinh "asinh.f32" (x: f32) -> f32 { single::asinh(x) } "Inverse hyperbolic sine.";
                unary Acosh "acosh.f32" (x: f32) -> f32 { single::acosh(x) } "Inverse hyperbolic cosine.";
                unary Atanh "atanh.f32" (x: f32) -> f32 { single::atanh(x) } "Inverse hyperbolic tangent.";
                unary Exp "exp.f32" (x: f32) -> f32 { single::exp(x) } "e to the x.";
                unary Exp2 "exp2.f32" (x: f32) -> f32 { single::exp2(x) } "2 to the x.";
                unary Exp10 "exp10.f32" (x: f32) -> f32 { single::exp10(x) } "10 to the x.";
                unary Log "log.f32" (x: f32) -> f32 { single::log(x) } "Natural logarithm.";
                unary Log2 "log2.f32" (x: f32) -> f32 { single::log2(x) } "Logarithm to base 2.";
                unary Log10 "log10.f32" (x: f32) -> f32 { single::log10(x) } "Logarithm to base 10.";
                unary Ceil "ceil.f32" (x: f32) -> f32 { rounding::ceil(x) } "Up.";
                unary Floor "floor.f32" (x: f32) -> f32 { rounding::floor(x) } "Down.";
                unary Trunc "trunc.f32" (x: f32) -> f32 { rounding::trunc(x) } "Toward zero.";
                unary Rint "rint.f32" (x: f32) -> f32 { rounding::rint(x) } "To nearest, ties to even.";
                unary Round "round.f32" (x: f32) -> f32 { rounding::round(x) } "To nearest, ties away from zero.";
                unary Fract "fract.f32" (x: f32) -> f32 { rounding::fract(x) } "x - floor(x), below 1.";
                unary FrexpMantissa "frexp_mantissa.f32" (x: f32) -> f32 { representation::frexp(x).0 } "Mantissa.";
                unary FrexpExponent "frexp_exponent.f32" (x: f32) -> i32 { representation::frexp(x).1 } "Exponent.";
                unary Ilogb "ilogb.f32" (x: f32) -> i32 { representation::ilogb(x) } "Exponent as an integer.";
                unary IsNan "isnan.f32" (x: f32) -> u32 { truth(x.is_nan()) } "Is it a NaN?";
                unary IsInf "isinf.f32" (x: f32) -> u32 { truth(x.is_infinite()) } "Is it an infinity?";
                unary IsFinite "isfinite.f32" (x: f32) -> u32 { truth(x.is_finite()) } "Neither NaN nor infinity?";
                unary IsNormal "isnormal.f32" (x: f32) -> u32 { truth(x.is_normal()) } "Finite, not 0, not denormal?";
                unary IsNormalF16 "isnormal.f16" (x: f32) -> u32 { truth(x.is_finite() & (x.abs() >= 6.103_515_6e-5)) }
                    "Finite, not 0, not denormal as a half?";
                unary Signbit "signbit.f32" (x: f32) -> u32 { truth(x.to_bits() >> 31 != 0) } "The sign bit.";

                slow SqrtF16 "sqrt.f16" (x: f32) -> f32 { half_functions::sqrt(x) } "Square root.";
                slow RsqrtF16 "rsqrt.f16" (x: f32) -> f32 { half_functions::rsqrt(x) } "Reciprocal square root.";
                slow SinF16 "sin.f16" (x: f32) -> f32 { half_functions::sin(x) } "Sine.";
                slow CosF16 "cos.f16" (x: f32) -> f32 { half_functions::cos(x) } "Cosine.";
                slow TanF16 "tan.f16" (x: f32) -> f32 { half_functions::tan(x) } "Tangent.";
                slow SinpiF16 "sinpi.f16" (x: f32) -> f32 { half_functions::sinpi(x) } "Sine of pi x.";
                slow CospiF16 "cospi.f16" (x: f32) -> f32 { half_functions::cospi(x) } "Cosine of pi x.";
                slow TanpiF16 "tanpi.f16" (x: f32) -> f32 { half_functions::tanpi(x) } "Tangent of pi x.";
                slow AsinF16 "asin.f16" (x: f32) -> f32 { half_functions::asin(x) } "Arc sine.";
                slow AcosF16 "acos.f16" (x: f32) -> f32 { half_functions::acos(x) } "Arc cosine.";
                slow AtanF16 "atan.f16" (x: f32) -> f32 { half_functions::atan(x) } "Arc tangent.";
                slow SinhF16 "sinh.f16" (x: f32) -> f32 { half_functions::sinh(x) } "Hyperbolic sine.";
                slow CoshF16 "cosh.f16" (x: f32) -> f32 { half_functions::cosh(x) } "Hyperbolic cosine.";
                slow TanhF16 "tanh.f16" (x: f32) -> f32 { half_functions::tanh(x) } "Hyperbolic tangent.";
                slow AsinhF16 "asinh.f16" (x: f32) -> f32 { half_functions::asinh(x) } "Inverse hyperbolic sine.";
                slow AcoshF16 "acosh.f16" (x: f32) -> f32 { half_functions::acosh(x) } "Inverse hyperbolic cosine.";
                slow AtanhF16 "atanh.f16" (x: f32) -> f32 { half_functions::atanh(x) } "Inverse hyperbolic tangent.";
                slow ExpF16 "exp.f16" (x: f32) -> f32 { half_functions::exp(x) } "e to the x.";
                slow Exp2F16 "exp2.f16" (x: f32) -> f32 { half_functions::exp2(x) } "2 to the x.";
                slow Exp10F16 "exp10.f16" (x: f32) -> f32 { half_functions::exp10(x) } "10 to the x.";
                slow LogF16 "log.f16" (x: f32) -> f32 { half_functions::log(x) } "Natural logarithm.";
                slow Log2F16 "log2.f16" (x: f32) -> f32 { half_functions::log2(x) } "Logarithm to base 2.";
                slow Log10F16 "log10.f16" (x: f32) -> f32 { half_functions::log10(x) } "Logarithm to base 10.";
                slow FractF16 "fract.f16" (x: f32) -> f32 { rounding::fract_half(x) } "x - floor(x), below 1.";

                binary AddF32 "add.f32" (x: f32, y: f32) -> f32 { canonicalize(x + y) } "Sum.";
                binary SubF32 "sub.f32" (x: f32, y: f32) -> f32 { canonicalize(x - y) } "Difference.";
                binary MulF32 "mul.f32" (x: f32, y: f32) -> f32 { canonicalize(x * y) } "Product.";
                binary DivF32 "div.f32" (x: f32, y: f32) -> f32 { canonicalize(x / y) } "Quotient.";
                binary Fmin "fmin.f32" (x: f32, y: f32) -> f32 { minmax::fmin(x, y) } "The smaller.";
                binary Fmax "fmax.f32" (x: f32, y: f32) -> f32 { minmax::fmax(x, y) } "The larger.";
                binary Add32 "add.32" (x: u32, y: u32) -> u32 { x.wrapping_add(y) } "Sum, wraps.";
                binary Sub32 "sub.32" (x: u32, y: u32) -> u32 { x.wrapping_sub(y) } "Difference, wraps.";
                binary Mul32 "mul.32" (x: u32, y: u32) -> u32 { x.wrapping_mul(y) } "Product, wraps.";
                binary DivI32 "div.i32" (x: i32, y: i32) -> i32 { integer::div(x, y) } "Toward zero.";
                binary DivU32 "div.u32" (x: u32, y: u32) -> u32 { integer::div(x, y) } "Toward zero.";
                binary RemI32 "rem.i32" (x: i32, y: i32) -> i32 { integer::rem(x, y) } "Sign of the dividend.";
                binary RemU32 "rem.u32" (x: u32, y: u32) -> u32 { integer::rem(x, y) } "Remainder.";
                binary And32 "and.32" (x: u32, y: u32) -> u32 { x & y } "Bitwise and.";
                binary Or32 "or.32" (x: u32, y: u32) -> u32 { x | y } "Bitwise or.";
                binary Xor32 "xor.32" (x: u32, y: u32) -> u32 { x ^ y } "Bitwise exclusive or.";
                binary Shl32 "shl.32" (x: u32, y: u32) -> u32 { x.wrapping_shl(y) } "Left; count modulo 32.";
                binary ShrI32 "shr.i32" (x: i32, y: u32) -> i32 { x.wrapping_shr(y) } "Right, keeps the sign.";
                binary ShrU32 "shr.u32" (x: u32, y: u32) -> u32 { x.wrapping_shr(y) } "Right, with zeros.";
                binary MinI32 "min.i32" (x: i32, y: i32) -> i32 { x.min(y) } "The smaller.";
                binary MaxI32 "max.i32" (x: i32, y: i32) -> i32 { x.max(y) } "The larger.";
                binary MinU32 "min.u32" (x: u32, y: u32) -> u32 { x.min(y) } "The smaller.";
                binary MaxU32 "max.u32" (x: u32, y: u32) -> u32 { x.max(y) } "The larger.";
                binary Add64 "add.64" (x: u64, y: u64) -> u64 { x.wrapping_add(y) } "Sum, wraps.";
                binary Sub64 "sub.64" (x: u64, y: u64) -> u64 { x.wrapping_sub(y) } "Difference, wraps.";
                binary Mul64 "mul.64" (x: u64, y: u64) -> u64 { x.wrapping_mul(y) } "Product, wraps.";
                binary DivI64 "div.i64" (x: i64, y: i64) -> i64 { integer::div(x, y) } "Toward zero.";
                binary DivU64 "div.u64" (x: u64, y: u64) -> u64 { integer::div(x, y) } "Toward zero.";
                binary RemI64 "rem.i64" (x: i64, y: i64) -> i64 { integer::rem(x, y) } "Sign of the dividend.";
                binary RemU64 "rem.u64" (x: u64, y: u64) -> u64 { integer::rem(x, y) } "Remainder.";
                binary And64 "and.64" (x: u64, y: u64) -> u64 { x & y } "Bitwise and.";
                binary Or64 "or.64" (x: u64, y: u64) -> u64 { x | y } "Bitwise or.";
                binary Xor64 "xor.64" (x: u64, y: u64) -> u64 { x ^ y } "Bitwise exclusive or.";
                binary Shl64 "shl.64" (x: u64, y: u64) -> u64 { x.wrapping_shl(y as u32) } "Left; count modulo 64.";
                binary ShrI64 "shr.i64" (x: i64, y: u64) -> i64 { x.wrapping_shr(y as u32) } "Right, keeps the sign.";
                binary ShrU64 "shr.u64" (x: u64, y: u64) -> u64 { x.wrapping_shr(y as u32) } "Right, with zeros.";
                binary PointerAdd "pointer_add" (x: u64, y: u64) -> u64 { pointer::add(x, y as i64) }
                    "Moves a pointer inside its allocation number.";

                binary EqF32 "eq.f32" (x: f32, y: f32) -> u32 { truth(x == y) } "Equal?";
                binary NeF32 "ne.f32" (x: f32, y: f32) -> u32 { truth(x != y) } "Unequal?";
                binary LtF32 "lt.f32" (x: f32, y: f32) -> u32 { truth(x < y) } "Less?";
                binary LeF32 "le.f32" (x: f32, y: f32) -> u32 { truth(x <= y) } "Less or equal?";
                binary Eq32 "eq.32" (x: u32, y: u32) -> u32 { truth(x == y) } "Equal?";
                binary Ne32 "ne.32" (x: u32, y: u32) -> u32 { truth(x != y) } "Unequal?";
                binary LtI32 "lt.i32" (x: i32, y: i32) -> u32 { truth(x < y) } "Less?";
                binary LeI32 "le.i32" (x: i32, y: i32) -> u32 { truth(x <= y) } "Less or equal?";
                binary LtU32 "lt.u32" (x: u32, y: u32) -> u32 { truth(x < y) } "Less?";
                binary LeU32 "le.u32" (x: u32, y: u32) -> u32 { truth(x <= y) } "Less or equal?";
                binary Eq64 "eq.64" (x: u64, y: u64) -> u32 { truth(x == y) } "Equal?";
                binary Ne64 "ne.64" (x: u64, y: u64) -> u32 { truth(x != y) } "Unequal?";
                binary LtI64 "lt.i64" (x: i64, y: i64) -> u32 { truth(x < y) } "Less?";
                binary LeI64 "le.i64" (x: i64, y: i64) -> u32 { truth(x <= y) } "Less or equal?";
                binary LtU64 "lt.u64" (x: u64, y: u64) -> u32 { truth(x < y) } "Less?";
                binary LeU64 "le.u64" (x: u64, y: u64) -> u32 { truth(x <= y) } "Less or equal?";

                pair Atan2 "atan2.f32" (x: f32, y: f32) -> f32 { single::atan2(x, y) } "Arc tangent by quadrant.";
                pair Pow "pow.f32" (x: f32, y: f32) -> f32 { single::pow(x, y) } "x to the y.";
                pair Powr "powr.f32" (x: f32, y: f32) -> f32 { single::powr(x, y) } "x to the y, x >= 0.";
                pair Fmod "fmod.f32" (x: f32, y: f32) -> f32 { remainder::fmod(x, y) } "Remainder, exact.";
                pair Copysign "copysign.f32" (x: f32, y: f32) -> f32 { representation::copysign(x, y) }
                    "Magnitude of the first, sign of the second.";
                pair Nextafter "nextafter.f32" (x: f32, y: f32) -> f32 { representation::nextafter(x, y) }
                    "The next value toward the second.";
                pair Ldexp "ldexp.f32" (x: f32, y: i32) -> f32 { representation::ldexp(x, y) } "x times 2 to the y.";
                pair Atan2F16 "atan2.f16" (x: f32, y: f32) -> f32 { half_functions::atan2(x, y) } "Arc tangent.";
                pair PowF16 "pow.f16" (x: f32, y: f32) -> f32 { half_functions::pow(x, y) } "x to the y.";
                pair PowrF16 "powr.f16" (x: f32, y: f32) -> f32 { half_functions::powr(x, y) } "x to the y, x >= 0.";
                pair NextafterF16 "nextafter.f16" (x: f32, y: f32) -> f32 { half_functions::nextafter(x, y) }
                    "The next half toward the second.";
                pair LdexpF16 "ldexp.f16" (x: f32, y: i32) -> f32 { half_functions::ldexp(x, y) } "x times 2 to the y.";
                pair PointerIndex "pointer_difference" (x: u64, y: u64) -> u64 { pointer::difference(x, y) as u64 }
                    "Bytes from the second pointer to the first.";

                ternary Fma "fma.f32" (x: f32, y: f32, z: f32) -> f32 { fused::fma(x, y, z) } "Rounded once.";
                ternary FmaF16 "fma.f16" (x: f32, y: f32, z: f32) -> f32 { half_functions::fma(x, y, z) } "Rounded once.";
                ternary MulAdd "muladd.f32" (x: f32, y: f32, z: f32) -> f32 { canonicalize(x * y + z) }
                    "Product and sum, each rounded.";
                ternary Select32 "select.32" (x: u32, y: u32, z: u32) -> u32 { if x != 0 { y } else { z } } "Chooses.";
                ternary Select64 "select.64" (x: u32, y: u64, z: u64) -> u64 { if x != 0 { y } else { z } } "Chooses.";
            }
            machines {
                Jump "jump" (Unused, Unused, Target, Unused) "Goes to c.";
                JumpIf "jump_if" (Unused, Read, Target, Unused) "Goes to c if the scalar b is true.";
                JumpUnless "jump_unless" (Unused, Read, Target, Unused) "Goes to c unless the scalar b is true.";
                Split "split" (Mask, Read, Target, Unused)
                    "An if: keeps the lanes where b is true; a remembers all lanes, a+1 the others. To c if none is left.";
                SplitOnly "split_only" (Mask, Read, Target, Unused)
                    "An if without else: keeps the lanes where b is true; a remembers all. To c if none is left.";
                Otherwise "otherwise" (Mask, Unused, Target, Unused) "The else: the lanes of a+1. To c if there is none.";
                Join "join" (Mask, Unused, Target, Unused) "Behind a construct: the lanes of a. To c if there is none.";
                Enter "enter" (Mask, Unused, Unused, Unused) "Remembers the lanes in a.";
                Leave "leave" (Mask, Mask, Target, Unused)
                    "The lanes leave the constructs whose slots are a up to b, and wait further out; to c.";
                LeaveIf "leave_if" (Mask, Mask, Target, Read)
                    "Lanes where d is true leave the constructs whose slots are a up to b; to c if none is left.";
                Back "back" (Unused, Number, Target, Unused)
                    "The end of a loop's round: spends b steps; to c if a lane is left.";
                Match "match" (Mask, Read, Unused, Unused) "Remembers in a those lanes where b is true.";
                Gather "merge_lanes" (Mask, Unused, Target, Unused) "Adds the lanes of a to the active ones. To c if none.";
                Halt "halt_lanes" (Unused, Unused, Unused, Unused) "No lane is active.";
                Return "return" (Mask, Mask, Target, Unused)
                    "The lanes leave the function: out of slots a up to b; to c.";
                End "end" (Unused, Unused, Unused, Unused) "The end of the function.";
                Call "call" (Unused, Unused, Unused, Number) "Calls as entry d of the call table says.";
                Broadcast32 "broadcast.32" (Write, Read, Unused, Unused) "Each row of a becomes the scalar of b.";
                Broadcast64 "broadcast.64" (Write, Read, Unused, Unused) "Each row of a becomes the scalar of b.";
                First32 "first.32" (Write, Read, Unused, Unused) "The first active lane's element of the row b.";
                First64 "first.64" (Write, Read, Unused, Unused) "The first active lane's element of the row b.";
                SetMasked32 "set.32" (Write, Read, Unused, Unused) "Copies b to a in active lanes.";
                SetMasked64 "set.64" (Write, Read, Unused, Unused) "Copies b to a in active lanes.";
                Builtin "builtin" (Write, Unused, Number, Number) "Input c, held in a scalar of type d.";
                LocalAddress "local_address" (Write, Unused, Number, Unused) "Address of local c.";
                Begin "begin" (Unused, Unused, Number, Unused) "Local c comes to life.";
                Finish "finish" (Unused, Unused, Number, Unused) "Local c dies.";
                Load "load" (Write, Unused, Number, Unused) "Reads memory as entry c of the access table says.";
                Store "store" (Unused, Read, Number, Unused) "Writes memory as entry c of the access table says.";
                CopyMemory "copy_memory" (Unused, Unused, Number, Number) "Copies as entries c (to) and d (from) say.";
                ZeroMemory "zero_memory" (Unused, Unused, Number, Unused) "Zeroes as entry c of the access table says.";
                CheckIndex "check_index" (Unused, Read, Number, Number)
                    "Index b of type d against the number of elements c.";
                ExtractDynamic "extract_dynamic" (Write, Read, Read, Number) "Component c of b; d counts components.";
                InsertDynamic "insert_dynamic" (Write, Read, Read, Number) "a has component b replaced by c; d counts.";
                All "all" (Write, Read, Unused, Number) "Are all d components true?";
                Any "any" (Write, Read, Unused, Number) "Is any of d components true?";
                Lanes "lanes" (Unused, Unused, Unused, Number) "A SIMD-group function: entry d of the intrinsic table.";
                Integers "integers" (Unused, Unused, Unused, Number) "An integer function: entry d of the intrinsic table.";
                Atomic "atomic" (Unused, Unused, Unused, Number) "An atomic: entry d of the intrinsic table.";
                Barrier "barrier" (Unused, Unused, Unused, Number) "A barrier: entry d of the intrinsic table.";
                Matrix "matrix" (Unused, Unused, Unused, Number) "A SIMD-group matrix: entry d of the intrinsic table.";
                Pack "pack" (Unused, Unused, Unused, Number) "Packs or unpacks: entry d of the intrinsic table.";
            }
        }
    };
}
pub(crate) use for_each_operation;

/// Which operands of a machine operation are registers: read, written or neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Not used.
    Unused,
    /// A register that is written.
    Write,
    /// A register that is read.
    Read,
    /// A mask slot.
    Mask,
    /// A place in the code.
    Target,
    /// A number or an index into a table of the function.
    Number,
}

macro_rules! declare {
    (rows { $($kind:ident $row:ident $row_text:literal
              ($($x:ident: $size:ty),*) -> $row_result:ty $body:block $row_doc:literal;)* }
     machines { $($machine:ident $machine_text:literal ($($slot:ident),*) $machine_doc:literal;)* }) => {
        /// An operation of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u16)]
        pub enum Operation {
            $(#[doc = $row_doc] $row,)*
            $(#[doc = $machine_doc] $machine,)*
        }

        impl Operation {
            /// All of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$row,)* $(Self::$machine,)*];

            /// How many of them are row operations; those come first.
            pub const ROWS: usize = [$(stringify!($row)),*].len();

            /// The name in listings.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self { $(Self::$row => $row_text,)* $(Self::$machine => $machine_text,)* }
            }

            /// What it does.
            #[must_use]
            pub fn documentation(self) -> &'static str {
                match self { $(Self::$row => $row_doc,)* $(Self::$machine => $machine_doc,)* }
            }

            /// For a row operation: words of a result element, then of each operand's.
            #[must_use]
            pub fn row_words(self) -> Option<(usize, &'static [usize])> {
                match self {
                    $(Self::$row => Some((size_of::<$row_result>() / 4, &[$(size_of::<$size>() / 4),*])),)*
                    _ => None,
                }
            }

            /// Whether a row operation takes forms with a scalar operand.
            #[must_use]
            pub fn has_scalar_forms(self) -> bool {
                match self { $(Self::$row => matches!(stringify!($kind).as_bytes(), b"binary"),)* _ => false }
            }

            /// For a machine operation: what a, b, c and d are.
            #[must_use]
            pub fn slots(self) -> Option<[Slot; 4]> {
                match self { $(Self::$machine => Some([$(Slot::$slot),*]),)* _ => None }
            }
        }
    };
}

for_each_operation!(declare);

impl Operation {
    /// The operation of that number.
    #[must_use]
    pub fn from_number(number: u16) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}
