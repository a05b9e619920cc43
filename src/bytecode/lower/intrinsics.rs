//! Intrinsics: to row operations where there is one, else to an entry of the intrinsic table.

use super::Lowering;
use super::Result;
use crate::bytecode::code::IntrinsicCall;
use crate::bytecode::code::Register;
use crate::bytecode::operation::Operation;
use crate::ir::Effect;
use crate::ir::Intrinsic;
use crate::ir::Type;
use crate::ir::Value;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use smallvec::SmallVec;

/// The row operation of an intrinsic on floats: for `float` (and `bfloat`, rounded after), and for `half`.
fn float_rows(intrinsic: Intrinsic) -> Option<(Operation, Option<Operation>)> {
    use Intrinsic as I;
    use Operation as O;
    // `None` for half: the float operation is exact, or its rounding is that of the format.
    Some(match intrinsic {
        I::Sqrt => (O::Sqrt, Some(O::SqrtF16)),
        I::Rsqrt => (O::Rsqrt, Some(O::RsqrtF16)),
        I::Fabs => (O::Fabs, None),
        I::Sin => (O::SinAny, Some(O::SinF16)),
        I::Cos => (O::CosAny, Some(O::CosF16)),
        I::Tan => (O::TanAny, Some(O::TanF16)),
        I::Sinpi => (O::Sinpi, Some(O::SinpiF16)),
        I::Cospi => (O::Cospi, Some(O::CospiF16)),
        I::Tanpi => (O::Tanpi, Some(O::TanpiF16)),
        I::Asin => (O::Asin, Some(O::AsinF16)),
        I::Acos => (O::Acos, Some(O::AcosF16)),
        I::Atan => (O::Atan, Some(O::AtanF16)),
        I::Atan2 => (O::Atan2, Some(O::Atan2F16)),
        I::Sinh => (O::Sinh, Some(O::SinhF16)),
        I::Cosh => (O::Cosh, Some(O::CoshF16)),
        I::Tanh => (O::Tanh, Some(O::TanhF16)),
        I::Asinh => (O::Asinh, Some(O::AsinhF16)),
        I::Acosh => (O::Acosh, Some(O::AcoshF16)),
        I::Atanh => (O::Atanh, Some(O::AtanhF16)),
        I::Exp => (O::Exp, Some(O::ExpF16)),
        I::Exp2 => (O::Exp2, Some(O::Exp2F16)),
        I::Exp10 => (O::Exp10, Some(O::Exp10F16)),
        I::Log => (O::Log, Some(O::LogF16)),
        I::Log2 => (O::Log2, Some(O::Log2F16)),
        I::Log10 => (O::Log10, Some(O::Log10F16)),
        I::Pow => (O::Pow, Some(O::PowF16)),
        I::Powr => (O::Powr, Some(O::PowrF16)),
        I::Fmod => (O::Fmod, None),
        I::Fma => (O::Fma, Some(O::FmaF16)),
        I::Fmin => (O::Fmin, None),
        I::Fmax => (O::Fmax, None),
        I::Ceil => (O::Ceil, None),
        I::Floor => (O::Floor, None),
        I::Trunc => (O::Trunc, None),
        I::Rint => (O::Rint, None),
        I::Round => (O::Round, None),
        I::Fract => (O::Fract, Some(O::FractF16)),
        I::Copysign => (O::Copysign, None),
        I::Nextafter => (O::Nextafter, Some(O::NextafterF16)),
        I::Ldexp => (O::Ldexp, Some(O::LdexpF16)),
        I::FrexpMantissa => (O::FrexpMantissa, None),
        I::FrexpExponent => (O::FrexpExponent, None),
        I::Ilogb => (O::Ilogb, None),
        I::Isnan => (O::IsNan, None),
        I::Isinf => (O::IsInf, None),
        I::Isfinite => (O::IsFinite, None),
        I::Isnormal => (O::IsNormal, Some(O::IsNormalF16)),
        I::Signbit => (O::Signbit, None),
        _ => return None,
    })
}

impl Lowering<'_> {
    pub(super) fn intrinsic(&mut self, value: Value, intrinsic: Intrinsic, operands: &[Value]) -> Result<()> {
        let function = self.function;
        let first = operands.first().map(|operand| function.ty(*operand));
        let scalar = first.and_then(Type::scalar).unwrap_or(Scalar::U64);
        if let Some((float, half)) = float_rows(intrinsic) {
            return self.float_rows(value, intrinsic, operands, scalar, float, half);
        }
        let wide = matches!(scalar, Scalar::I64 | Scalar::U64);
        match intrinsic {
            Intrinsic::Min | Intrinsic::Max if !wide => {
                let result = self.define(value)?;
                let operation = match (intrinsic, scalar.is_signed()) {
                    (Intrinsic::Min, true) => Operation::MinI32,
                    (Intrinsic::Min, false) => Operation::MinU32,
                    (_, true) => Operation::MaxI32,
                    (_, false) => Operation::MaxU32,
                };
                self.binary_values(operation, result, operands[0], operands[1])
            }
            Intrinsic::All | Intrinsic::Any => {
                let result = self.define(value)?;
                let source = self.full_operand(operands[0], result.varying)?;
                let operation = if intrinsic == Intrinsic::All { Operation::All } else { Operation::Any };
                let components = u32::from(source.components);
                self.emit(operation, result.count(self.width), result.at, source.at, 0, components);
                Ok(())
            }
            _ => self.by_name(value, intrinsic, operands, scalar),
        }
    }

    fn float_rows(
        &mut self,
        value: Value,
        intrinsic: Intrinsic,
        operands: &[Value],
        scalar: Scalar,
        float: Operation,
        half: Option<Operation>,
    ) -> Result<()> {
        let result = self.define(value)?;
        let operation = if scalar == Scalar::F16 { half.unwrap_or(float) } else { float };
        if scalar == Scalar::BF16 && matches!(intrinsic, Intrinsic::Nextafter | Intrinsic::Fract) {
            return Err(self.unsupported(format!("`{}` of bfloat", intrinsic.name())));
        }
        match operands {
            [x] => {
                let x = self.full_operand(*x, result.varying)?;
                self.unary(operation, result, x);
            }
            [x, y] if operation.has_scalar_forms() => self.binary_values(operation, result, *x, *y)?,
            [x, y] => {
                let x = self.full_operand(*x, result.varying)?;
                let y = self.full_operand(*y, result.varying)?;
                self.binary(operation, result, x, y);
            }
            [x, y, z] => {
                let x = self.full_operand(*x, result.varying)?;
                let y = self.full_operand(*y, result.varying)?;
                let z = self.full_operand(*z, result.varying)?;
                self.ternary(operation, result, x, y, z);
            }
            _ => return Err(self.broken("an intrinsic with the wrong number of operands")),
        }
        let is_float = self.function.ty(value).scalar().is_some_and(Scalar::is_float);
        if scalar == Scalar::BF16 && is_float && !matches!(intrinsic, Intrinsic::Fabs | Intrinsic::Copysign) {
            self.unary(Operation::RoundBf16, result, result);
        }
        Ok(())
    }

    fn by_name(&mut self, value: Value, intrinsic: Intrinsic, operands: &[Value], scalar: Scalar) -> Result<()> {
        let function = self.function;
        let operation = match intrinsic.effect() {
            Effect::Pure if intrinsic >= Intrinsic::UnpackSnorm4x8 => Operation::Pack,
            Effect::Pure => Operation::Integers,
            Effect::Convergent if intrinsic == Intrinsic::SimdgroupMultiplyAccumulate => Operation::Matrix,
            Effect::Convergent => Operation::Lanes,
            Effect::Memory => Operation::Atomic,
            Effect::Barrier if matches!(intrinsic, Intrinsic::SimdgroupLoad | Intrinsic::SimdgroupStore) => {
                Operation::Matrix
            }
            Effect::Barrier => Operation::Barrier,
        };
        if operands.len() != intrinsic.operands().len() {
            return Err(self.broken("an intrinsic with the wrong number of operands"));
        }
        if operation == Operation::Matrix && !matches!(self.width, 32 | 64) {
            return Err(self.unsupported("a SIMD-group matrix with fewer than 32 lanes"));
        }
        let varying = self.width > 1
            && (operation != Operation::Integers && operation != Operation::Pack || self.uniformity.varies(value));
        let mut registers: SmallVec<[Register; 4]> = SmallVec::new();
        let mut others: SmallVec<[Scalar; 4]> = SmallVec::new();
        let mut space = AddressSpace::Generic;
        for operand in operands {
            let ty = function.ty(*operand);
            if let Type::Pointer(of) = ty {
                space = of;
            }
            others.push(ty.scalar().unwrap_or(Scalar::U64));
            let register = self.full_operand(*operand, varying)?;
            registers.push(register);
        }
        let ty = function.ty(value);
        let mut scalar = scalar;
        if operation == Operation::Atomic {
            // The element in memory: that of the value written or read.
            scalar = match (ty.scalar(), others.get(1)) {
                (Some(result), _) => result,
                (None, Some(written)) => *written,
                (None, None) => scalar,
            };
        }
        if intrinsic == Intrinsic::SimdgroupLoad {
            scalar = ty.scalar().unwrap_or(scalar);
        }
        let result = match ty {
            Type::Void => None,
            _ => {
                let defined = self.define(value)?;
                // Functions of lanes write rows; a uniform result is that of any active lane.
                if varying && !defined.varying {
                    let rows = self.temporary(defined.components, defined.wide, true);
                    self.push_intrinsic(operation, intrinsic, scalar, others, registers, Some(rows), space);
                    for index in 0..u32::from(defined.components) {
                        let from = rows.component(index, self.width);
                        let to = defined.component(index, self.width);
                        let first = if to.wide { Operation::First64 } else { Operation::First32 };
                        self.emit(first, 1, to.at, from.at, 0, 0);
                    }
                    return Ok(());
                }
                Some(defined)
            }
        };
        self.push_intrinsic(operation, intrinsic, scalar, others, registers, result, space);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn push_intrinsic(
        &mut self,
        operation: Operation,
        intrinsic: Intrinsic,
        scalar: Scalar,
        others: SmallVec<[Scalar; 4]>,
        operands: SmallVec<[Register; 4]>,
        result: Option<Register>,
        space: AddressSpace,
    ) {
        self.out.intrinsics.push(IntrinsicCall { intrinsic, scalar, others, operands, result, space });
        let index = self.out.intrinsics.len() as u32 - 1;
        self.emit(operation, 0, 0, 0, 0, index);
    }
}
