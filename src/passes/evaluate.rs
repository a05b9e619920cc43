//! Evaluation of one instruction on constants, by the rules of [`crate::numerics`] that every engine follows.
//!
//! `None` means "leave it to the engine": the operation is not known here, or its result is one that engines report
//! (division by zero, a conversion out of range), or bits of a NaN would be decided here.

use crate::ir::BinaryOp;
use crate::ir::CompareOp;
use crate::ir::Constant;
use crate::ir::Inst;
use crate::ir::Intrinsic;
use crate::ir::Type;
use crate::ir::UnaryOp;
use crate::ir::Value;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::canonicalize;
use crate::numerics::convert;
use crate::numerics::half;
use crate::numerics::integer;
use crate::numerics::minmax;
use crate::numerics::rounding;

/// Calls a function of `numerics::integer` at the integer type of a scalar; the result as its type's bits.
macro_rules! at_type {
    ($scalar:expr, $function:expr, $($argument:expr),+) => {
        match $scalar {
            Scalar::I8 => Some($function($($argument as i8),+) as i64 as u64),
            Scalar::I16 => Some($function($($argument as i16),+) as i64 as u64),
            Scalar::I32 => Some($function($($argument as i32),+) as i64 as u64),
            Scalar::I64 => Some($function($($argument as i64),+) as u64),
            Scalar::U8 => Some($function($($argument as u8),+) as u64),
            Scalar::U16 => Some($function($($argument as u16),+) as u64),
            Scalar::U32 => Some($function($($argument as u32),+) as u64),
            Scalar::U64 => Some($function($($argument as u64),+) as u64),
            Scalar::Bool | Scalar::F16 | Scalar::BF16 | Scalar::F32 => None,
        }
    };
}

/// The value of an instruction with a result of type `ty`, given those operands that are constant.
#[must_use]
pub fn evaluate<'c>(inst: &Inst, ty: Type, constant: impl Fn(Value) -> Option<&'c Constant>) -> Option<Constant> {
    let scalar = ty.scalar()?;
    match inst {
        Inst::Constant(value) => Some(value.clone()),
        Inst::Unary(op, a) => map(scalar, &[constant(*a)?], |[a]: [u64; 1]| unary(*op, scalar, a)),
        Inst::Binary(op, a, b) => {
            map(scalar, &[constant(*a)?, constant(*b)?], |[a, b]: [u64; 2]| binary(*op, scalar, a, b))
        }
        Inst::Compare(op, a, b) => {
            let (a, b) = (constant(*a)?, constant(*b)?);
            map(scalar, &[a, b], |[x, y]: [u64; 2]| Some(u64::from(compare(*op, a.scalar, x, y))))
        }
        Inst::Select { condition, if_true, if_false } => {
            let (condition, a, b) = (constant(*condition)?, constant(*if_true)?, constant(*if_false)?);
            if condition.bits.len() == 1 {
                return Some(if condition.bits[0] != 0 { a.clone() } else { b.clone() });
            }
            map(scalar, &[condition, a, b], |[c, a, b]: [u64; 3]| Some(if c != 0 { a } else { b }))
        }
        Inst::Convert(a) => {
            let a = constant(*a)?;
            map(scalar, &[a], |[x]: [u64; 1]| converted(a.scalar, scalar, x))
        }
        Inst::Bitcast(a) => {
            let a = constant(*a)?;
            let mut bytes = Vec::new();
            a.to_bytes(&mut bytes);
            let bits = bytes.chunks(scalar.size() as usize).map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_le_bytes(word)
            });
            (a.scalar != Scalar::Bool && scalar != Scalar::Bool).then(|| Constant::vector(scalar, bits))
        }
        Inst::Splat(a) => {
            let bits = *constant(*a)?.bits.first()?;
            Some(Constant::vector(scalar, (0..ty.lanes()).map(|_| bits)))
        }
        Inst::Construct(parts) => {
            let parts = parts.iter().map(|part| constant(*part)).collect::<Option<Vec<_>>>()?;
            Some(Constant::vector(scalar, parts.iter().flat_map(|part| part.bits.iter().copied())))
        }
        Inst::Extract(a, component) => {
            Some(Constant::scalar(scalar, *constant(*a)?.bits.get(usize::from(*component))?))
        }
        Inst::Insert(a, component, b) => {
            let mut vector = constant(*a)?.clone();
            *vector.bits.get_mut(usize::from(*component))? = *constant(*b)?.bits.first()?;
            Some(vector)
        }
        Inst::Shuffle(a, components) => {
            let a = constant(*a)?;
            let bits = components.iter().map(|component| a.bits.get(usize::from(*component)).copied());
            Some(Constant::vector(scalar, bits.collect::<Option<Vec<_>>>()?))
        }
        Inst::Intrinsic(intrinsic @ (Intrinsic::All | Intrinsic::Any), operands) => {
            let mut bits = constant(*operands.first()?)?.bits.iter().map(|bits| *bits != 0);
            let result = if *intrinsic == Intrinsic::All { bits.all(|bit| bit) } else { bits.any(|bit| bit) };
            Some(Constant::bool(result))
        }
        Inst::Intrinsic(intrinsic, operands) => {
            let operands = operands.iter().map(|operand| constant(*operand)).collect::<Option<Vec<_>>>()?;
            let of = operands.first()?.scalar;
            let lanes = operands[0].bits.len();
            if operands.iter().any(|operand| operand.bits.len() != lanes) || lanes != usize::from(ty.lanes()) {
                return None;
            }
            let component = |at: usize| {
                let bits: Vec<u64> = operands.iter().map(|operand| operand.bits[at]).collect();
                called(*intrinsic, of, &bits)
            };
            Some(Constant::vector(scalar, (0..lanes).map(component).collect::<Option<Vec<_>>>()?))
        }
        _ => None,
    }
}

/// Applies a function component by component.
fn map<const N: usize>(
    scalar: Scalar,
    operands: &[&Constant; N],
    function: impl Fn([u64; N]) -> Option<u64>,
) -> Option<Constant> {
    let lanes = operands[0].bits.len();
    if operands.iter().any(|operand| operand.bits.len() != lanes) {
        return None;
    }
    let bits = (0..lanes).map(|at| function(operands.map(|operand| operand.bits[at]))).collect::<Option<Vec<_>>>()?;
    Some(Constant::vector(scalar, bits))
}

/// The value of a float's bits.
fn to_f32(scalar: Scalar, bits: u64) -> f32 {
    match scalar {
        Scalar::F16 => half::to_f32(bits as u16),
        Scalar::BF16 => bfloat::to_f32(bits as u16),
        _ => f32::from_bits(bits as u32),
    }
}

/// The bits of the float nearest to a value.
fn from_f32(scalar: Scalar, value: f32) -> u64 {
    match scalar {
        Scalar::F16 => u64::from(half::from_f32(value)),
        Scalar::BF16 => u64::from(bfloat::from_f32(value)),
        _ => u64::from(value.to_bits()),
    }
}

fn unary(op: UnaryOp, scalar: Scalar, a: u64) -> Option<u64> {
    match op {
        UnaryOp::Neg if scalar.is_float() => Some(a ^ 1 << (scalar.bits() - 1)),
        UnaryOp::Neg => at_type!(scalar, integer::neg, a),
        UnaryOp::Not => Some(!a),
        UnaryOp::LogicalNot => Some(a ^ 1),
    }
}

fn binary(op: BinaryOp, scalar: Scalar, a: u64, b: u64) -> Option<u64> {
    if scalar.is_float() {
        let (x, y) = (to_f32(scalar, a), to_f32(scalar, b));
        let result = match op {
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            BinaryOp::Mul => x * y,
            BinaryOp::Div => x / y,
            _ => return None,
        };
        return Some(from_f32(scalar, canonicalize(result)));
    }
    match op {
        BinaryOp::Add => at_type!(scalar, integer::add, a, b),
        BinaryOp::Sub => at_type!(scalar, integer::sub, a, b),
        BinaryOp::Mul => at_type!(scalar, integer::mul, a, b),
        // Engines report a division by zero.
        BinaryOp::Div | BinaryOp::Rem if b == 0 => None,
        BinaryOp::Div => at_type!(scalar, integer::div, a, b),
        BinaryOp::Rem => at_type!(scalar, integer::rem, a, b),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        // Engines may report a count out of range.
        BinaryOp::Shl | BinaryOp::Shr if b >= u64::from(scalar.bits()) => None,
        BinaryOp::Shl => Some(a << b),
        BinaryOp::Shr if scalar.is_signed() => Some((a as i64 >> b) as u64),
        BinaryOp::Shr => Some(a >> b),
    }
}

fn compare(op: CompareOp, scalar: Scalar, a: u64, b: u64) -> bool {
    fn of<T: PartialOrd>(op: CompareOp, a: T, b: T) -> bool {
        match op {
            CompareOp::Equal => a == b,
            CompareOp::NotEqual => a != b,
            CompareOp::Less => a < b,
            CompareOp::LessEqual => a <= b,
            CompareOp::Greater => a > b,
            CompareOp::GreaterEqual => a >= b,
        }
    }
    if scalar.is_float() {
        of(op, to_f32(scalar, a), to_f32(scalar, b))
    } else if scalar.is_signed() {
        of(op, a as i64, b as i64)
    } else {
        of(op, a, b)
    }
}

fn converted(from: Scalar, to: Scalar, a: u64) -> Option<u64> {
    if from.is_float() {
        let x = to_f32(from, a);
        if to == Scalar::Bool {
            return Some(u64::from(x != 0.0));
        }
        if x.is_nan() {
            return None;
        }
        if to.is_float() {
            return Some(from_f32(to, x));
        }
        let bits = match to {
            Scalar::I8 => convert::to_i8(x) as u64,
            Scalar::I16 => convert::to_i16(x) as u64,
            Scalar::I32 => convert::to_i32(x) as u64,
            Scalar::I64 => convert::to_i64(x) as u64,
            Scalar::U8 => u64::from(convert::to_u8(x)),
            Scalar::U16 => u64::from(convert::to_u16(x)),
            Scalar::U32 => u64::from(convert::to_u32(x)),
            _ => convert::to_u64(x),
        };
        // Engines report a value out of range: the integral part must have come through.
        let back = if to.is_signed() { bits as i64 as f64 } else { bits as f64 };
        let is_edge = matches!((to, bits), (Scalar::I64, 0x7fff_ffff_ffff_ffff) | (Scalar::U64, u64::MAX));
        return (back == f64::from(x.trunc()) && !is_edge).then_some(bits);
    }
    match to {
        Scalar::Bool => Some(u64::from(a != 0)),
        Scalar::F32 if from.is_signed() => Some(u64::from(convert::from_i64(a as i64).to_bits())),
        Scalar::F32 => Some(u64::from(convert::from_u64(a).to_bits())),
        Scalar::F16 if from.is_signed() => Some(from_f32(to, convert::half_from_i64(a as i64))),
        Scalar::F16 => Some(from_f32(to, convert::half_from_u64(a))),
        Scalar::BF16 if from.is_signed() => Some(from_f32(to, convert::bfloat_from_i64(a as i64))),
        Scalar::BF16 => Some(from_f32(to, convert::bfloat_from_u64(a))),
        _ => Some(a),
    }
}

/// An intrinsic on one component of its operands, the first of which is of type `scalar`.
fn called(intrinsic: Intrinsic, scalar: Scalar, bits: &[u64]) -> Option<u64> {
    let a = *bits.first()?;
    let b = bits.get(1).copied().unwrap_or(0);
    let c = bits.get(2).copied().unwrap_or(0);
    let exact = |function: fn(f32) -> f32| Some(from_f32(scalar, function(to_f32(scalar, a))));
    let of_two = |function: fn(f32, f32) -> f32| {
        let (x, y) = (to_f32(scalar, a), to_f32(scalar, b));
        (!x.is_nan() && !y.is_nan()).then(|| from_f32(scalar, function(x, y)))
    };
    let is = |test: fn(f32) -> bool| Some(u64::from(test(to_f32(scalar, a))));
    match intrinsic {
        Intrinsic::Fabs => Some(a & !(1 << (scalar.bits() - 1))),
        Intrinsic::Ceil => exact(rounding::ceil),
        Intrinsic::Floor => exact(rounding::floor),
        Intrinsic::Trunc => exact(rounding::trunc),
        Intrinsic::Rint => exact(rounding::rint),
        Intrinsic::Round => exact(rounding::round),
        Intrinsic::Fmin => of_two(minmax::fmin),
        Intrinsic::Fmax => of_two(minmax::fmax),
        Intrinsic::Isnan => is(f32::is_nan),
        Intrinsic::Isinf => is(f32::is_infinite),
        Intrinsic::Isfinite => is(f32::is_finite),
        Intrinsic::Abs => at_type!(scalar, integer::abs, a),
        Intrinsic::Min => Some(if compare(CompareOp::Less, scalar, b, a) { b } else { a }),
        Intrinsic::Max => Some(if compare(CompareOp::Less, scalar, a, b) { b } else { a }),
        Intrinsic::Mulhi => at_type!(scalar, integer::mulhi, a, b),
        Intrinsic::Addsat => at_type!(scalar, integer::addsat, a, b),
        Intrinsic::Subsat => at_type!(scalar, integer::subsat, a, b),
        Intrinsic::Madsat => at_type!(scalar, integer::madsat, a, b, c),
        Intrinsic::Hadd => at_type!(scalar, integer::hadd, a, b),
        Intrinsic::Rhadd => at_type!(scalar, integer::rhadd, a, b),
        Intrinsic::Clz => at_type!(scalar, integer::clz, a),
        Intrinsic::Ctz => at_type!(scalar, integer::ctz, a),
        Intrinsic::Popcount => at_type!(scalar, integer::popcount, a),
        Intrinsic::ReverseBits => at_type!(scalar, integer::reverse_bits, a),
        Intrinsic::Rotate => at_type!(scalar, integer::rotate, a, b),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse;

    /// Evaluates the last instruction of some text.
    fn last(text: &str) -> String {
        let module = parse::module(&format!("function f0 \"f\"() -> void {{\n{text}\n}}")).unwrap();
        let insts = &module.functions[0].insts;
        let constant = |value: Value| match &insts[value.index()].inst {
            Inst::Constant(constant) => Some(constant),
            _ => None,
        };
        let data = insts.last().unwrap();
        evaluate(&data.inst, data.ty, constant).map_or("none".into(), |constant| constant.to_string())
    }

    #[test]
    fn arithmetic() {
        for (text, expected) in [
            ("%a: i8 = constant -128\n%b: i8 = neg %a", "-128"),
            ("%a: i8 = constant 100\n%b: i8 = add %a, %a", "-56"),
            ("%a: u8 = constant 1\n%b: u8 = not %a", "254"),
            ("%a: bool = constant true\n%b: bool = logical_not %a", "false"),
            ("%a: i32 = constant -7\n%b: i32 = constant 2\n%c: i32 = div %a, %b", "-3"),
            ("%a: i32 = constant -7\n%b: i32 = constant 2\n%c: i32 = rem %a, %b", "-1"),
            ("%a: i32 = constant -7\n%b: i32 = constant 0\n%c: i32 = div %a, %b", "none"),
            ("%a: i32 = constant -7\n%b: i32 = constant 1\n%c: i32 = shr %a, %b", "-4"),
            ("%a: i32 = constant 1\n%b: i32 = constant 31\n%c: i32 = shl %a, %b", "-2147483648"),
            ("%a: i32 = constant 1\n%b: i32 = constant 32\n%c: i32 = shl %a, %b", "none"),
            ("%a: f32 = constant 0.1\n%b: f32 = constant 0.2\n%c: f32 = add %a, %b", "0.3"),
            ("%a: f32 = constant 0.0\n%b: f32 = neg %a", "-0.0"),
            ("%a: f32 = constant 0.0\n%b: f32 = div %a, %a", "0x7fc00000"),
            ("%a: f16 = constant 0.0\n%b: f16 = div %a, %a", "0x7e00"),
            ("%a: f16 = constant 2048.0\n%b: f16 = constant 1.0\n%c: f16 = add %a, %b", "2048.0"),
            ("%a: i8x2 = constant (-1, 1)\n%b: i8x2 = constant (0, 0)\n%c: boolx2 = lt %a, %b", "(true, false)"),
            ("%a: u8x2 = constant (255, 1)\n%b: u8x2 = constant (0, 2)\n%c: boolx2 = lt %a, %b", "(false, true)"),
            ("%a: f32 = constant 0x7fc00000\n%b: bool = ne %a, %a", "true"),
        ] {
            assert_eq!(last(text), expected, "{text}");
        }
    }

    #[test]
    fn conversions() {
        for (from, value, to, expected) in [
            ("f32", "-1.75", "i32", "-1"),
            ("f32", "3000000000.0", "i32", "none"),
            ("f32", "3000000000.0", "u32", "3000000000"),
            ("f32", "2147483648.0", "i32", "none"),
            ("f32", "-1.0", "u32", "none"),
            ("f32", "300.0", "i8", "none"),
            ("f32", "1e30", "i64", "none"),
            ("f32", "-0.0", "bool", "false"),
            ("f32", "0x7fc00001", "bool", "true"),
            ("f32", "0x7fc00001", "f16", "none"),
            ("f32", "65520.0", "f16", "0x7c00"),
            ("i32", "-1", "u64", "18446744073709551615"),
            ("u32", "4294967295", "i64", "4294967295"),
            ("i32", "511", "i8", "-1"),
            ("i64", "16777217", "f32", "16777216.0"),
            ("bool", "true", "f32", "1.0"),
        ] {
            assert_eq!(last(&format!("%a: {from} = constant {value}\n%b: {to} = convert %a")), expected, "{value}");
        }
    }

    #[test]
    fn moves_and_intrinsics() {
        for (text, expected) in [
            ("%a: f32 = constant 1.0\n%b: u32 = bitcast %a", "1065353216"),
            ("%a: u8x4 = constant (1, 2, 3, 128)\n%b: i32 = bitcast %a", "-2147286527"),
            ("%a: f32 = constant 1.0\n%b: f32x3 = splat %a", "(1.0, 1.0, 1.0)"),
            ("%a: i32x2 = constant (1, 2)\n%b: i32x4 = shuffle %a, (1, 0, 1, 1)", "(2, 1, 2, 2)"),
            ("%a: i32x2 = constant (1, 2)\n%b: i32x4 = construct %a, %a", "(1, 2, 1, 2)"),
            ("%a: boolx2 = constant (true, false)\n%b: bool = intrinsic all(%a)", "false"),
            ("%a: i8 = constant -128\n%b: i8 = intrinsic abs(%a)", "-128"),
            ("%a: u16 = constant 1\n%b: u16 = intrinsic clz(%a)", "15"),
            ("%a: f32 = constant -2.5\n%b: f32 = intrinsic round(%a)", "-3.0"),
            ("%a: f32 = constant -2.5\n%b: f32 = intrinsic sin(%a)", "none"),
        ] {
            assert_eq!(last(text), expected, "{text}");
        }
    }
}
