//! Instructions that compute: arithmetic, conversions, vectors, variables, calls.

use super::Lowering;
use super::Result;
use super::lifetimes;
use crate::bytecode::code::CallSite;
use crate::bytecode::code::FUNCTIONS;
use crate::bytecode::code::Register;
use crate::bytecode::code::pointer;
use crate::bytecode::operation::Operation;
use crate::ir::BinaryOp;
use crate::ir::CompareOp;
use crate::ir::Function;
use crate::ir::FunctionId;
use crate::ir::Inst;
use crate::ir::Intrinsic;
use crate::ir::Type;
use crate::ir::UnaryOp;
use crate::ir::Value;
use crate::msl::BuiltinInput;
use crate::msl::Scalar;

/// Whether the value's first operation reads each element of its operands before it writes that element of the result,
/// and later ones read only the result.
pub fn is_elementwise(function: &Function, value: Value) -> bool {
    match function.inst(value) {
        Inst::Unary(..) | Inst::Compare(..) => true,
        Inst::Binary(op, ..) => {
            !matches!(op, BinaryOp::Shl | BinaryOp::Shr)
                || matches!(function.ty(value).scalar(), Some(s) if s.size() >= 4)
        }
        Inst::Convert(_) => lifetimes::alias(function, value).is_none(),
        Inst::Intrinsic(intrinsic, _) => matches!(
            intrinsic,
            Intrinsic::Fma | Intrinsic::Fmin | Intrinsic::Fmax | Intrinsic::Min | Intrinsic::Max | Intrinsic::Sqrt
        ),
        Inst::Load { .. } => true,
        _ => false,
    }
}

fn is_wide(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I64 | Scalar::U64)
}

impl Lowering<'_> {
    /// The register of a value, made now if it needs making.
    pub(super) fn operand(&mut self, value: Value) -> Result<Register> {
        if let Some(register) = self.values[value.index()] {
            return Ok(register);
        }
        let function = self.function;
        let ty = function.ty(value);
        if let Some(source) = lifetimes::alias(function, value) {
            let register = self.operand(source)?;
            return Ok(match function.inst(value) {
                Inst::Extract(_, index) => {
                    if u32::from(*index) >= u32::from(register.components) {
                        return Err(self.broken("a component that is not there"));
                    }
                    register.component(u32::from(*index), self.width)
                }
                _ => register,
            });
        }
        Ok(match function.inst(value) {
            Inst::Constant(constant) => self.constant(constant.scalar, &constant.bits, false),
            Inst::Undef => {
                let shape = self.register_shape(ty, false)?;
                let scalar = if shape.wide { Scalar::U64 } else { Scalar::U32 };
                self.constant(scalar, &vec![0; usize::from(shape.components)], false)
            }
            Inst::Null => self.constant(Scalar::U64, &[0], false),
            Inst::Global(global) => {
                let address = pointer::new(crate::bytecode::code::FIRST_GLOBAL + global.0, 0);
                self.constant(Scalar::U64, &[address], false)
            }
            Inst::Function(function) => {
                self.constant(Scalar::U64, &[pointer::new(FUNCTIONS, i64::from(function.0) * 16)], false)
            }
            Inst::Param(index) => {
                let parameter = self.out.parameters.get(*index as usize).copied();
                parameter.ok_or_else(|| self.broken("a parameter that is not there"))?
            }
            Inst::Local(local) => {
                if local.index() >= self.out.locals.len() {
                    return Err(self.broken("a local that is not there"));
                }
                let register = self.temporary(1, true, false);
                self.emit(Operation::LocalAddress, 1, register.at, 0, local.0, 0);
                register
            }
            Inst::Splat(source) => {
                // Not made where it stands: mostly it serves as the scalar of an operation.
                let source = self.operand(*source)?;
                let register = self.temporary(ty.lanes(), source.wide, source.varying);
                self.splat(register, source);
                register
            }
            Inst::Get(var) if self.lifetimes.get_is_alias[value.index()] => self.var(*var)?,
            Inst::Offset { .. } | Inst::Index { .. } => {
                let shape = self.register_shape(ty, self.uniformity.varies(value))?;
                let register = self.temporary(1, true, shape.varying);
                self.make_address(value, register)?;
                register
            }
            _ => return Err(self.broken("a value used before it is made")),
        })
    }

    fn splat(&mut self, to: Register, from: Register) {
        for index in 0..u32::from(to.components) {
            let component = to.component(index, self.width);
            self.copy(component, from);
        }
    }

    /// As an operand of a row operation of the given shape: itself, one scalar for all elements, or rows.
    fn row_operand(&mut self, value: Value, result: Register) -> Result<Register> {
        let function = self.function;
        if result.varying {
            // One scalar for all rows?
            match function.inst(value) {
                Inst::Splat(source) if !self.uniformity.varies(*source) => return self.operand(*source),
                Inst::Constant(constant) if constant.bits.iter().all(|bits| *bits == constant.bits[0]) => {
                    return Ok(self.constant(constant.scalar, &constant.bits[..1], false));
                }
                _ => {}
            }
        }
        let register = self.operand(value)?;
        Ok(if result.varying && !register.varying && register.components > 1 { self.rows(register) } else { register })
    }

    /// As rows when the result is rows.
    pub(super) fn full_operand(&mut self, value: Value, varying: bool) -> Result<Register> {
        if let (true, Inst::Constant(constant)) = (varying, self.function.inst(value)) {
            return Ok(self.constant(constant.scalar, &constant.bits, true));
        }
        let register = self.operand(value)?;
        Ok(if varying { self.rows(register) } else { register })
    }

    pub(super) fn binary_values(&mut self, operation: Operation, result: Register, x: Value, y: Value) -> Result<()> {
        let mut left = self.row_operand(x, result)?;
        let right = self.row_operand(y, result)?;
        if result.varying && !left.varying && !right.varying {
            left = self.rows(Register { components: 1, ..left });
            if result.components > 1 {
                let full = self.temporary(result.components, left.wide, true);
                self.splat(full, left);
                left = full;
            }
        }
        self.binary(operation, result, left, right);
        Ok(())
    }

    /// Lowers one instruction where it stands.
    pub(super) fn value(&mut self, value: Value) -> Result<()> {
        let function = self.function;
        let ty = function.ty(value);
        if lifetimes::alias(function, value).is_some() {
            return Ok(());
        }
        match function.inst(value) {
            Inst::Constant(_)
            | Inst::Undef
            | Inst::Null
            | Inst::Global(_)
            | Inst::Function(_)
            | Inst::Param(_)
            | Inst::Splat(_)
            | Inst::Local(_) => {}
            Inst::Get(var) => {
                let var = self.var(*var)?;
                if !self.lifetimes.get_is_alias[value.index()] {
                    let register = self.define(value)?;
                    self.copy(register, var);
                }
            }
            Inst::Set(var, source) => {
                let target = self.var(*var)?;
                let made_there = self.targets[source.index()] == Some(target);
                if !made_there {
                    let source = self.full_operand(*source, target.varying)?;
                    self.set(target, source, self.writes_masked(value, *var));
                }
            }
            Inst::Unary(op, x) => {
                let scalar = ty.scalar().ok_or_else(|| self.broken("arithmetic on no number"))?;
                let result = self.define(value)?;
                let x = self.full_operand(*x, result.varying)?;
                let operation = match op {
                    UnaryOp::Neg if scalar.is_float() => Operation::NegF32,
                    UnaryOp::Neg if is_wide(scalar) => Operation::NegI64,
                    UnaryOp::Neg => Operation::NegI32,
                    UnaryOp::Not if is_wide(scalar) => Operation::Not64,
                    UnaryOp::Not | UnaryOp::LogicalNot => Operation::Not32,
                };
                self.unary(operation, result, x);
                if !scalar.is_float() {
                    self.wrap(result, scalar);
                }
            }
            Inst::Binary(op, x, y) => self.binary_instruction(value, *op, *x, *y)?,
            Inst::Compare(op, x, y) => {
                let result = self.define(value)?;
                let of = function.ty(*x).scalar();
                let (x, y, op) = match op {
                    CompareOp::Greater => (*y, *x, CompareOp::Less),
                    CompareOp::GreaterEqual => (*y, *x, CompareOp::LessEqual),
                    op => (*x, *y, *op),
                };
                let operation = compare(op, of);
                self.binary_values(operation, result, x, y)?;
            }
            Inst::Select { condition, if_true, if_false } => {
                let result = self.define(value)?;
                let whole = function.ty(*condition).lanes() == 1 && result.components > 1;
                let varying = result.varying;
                let condition = self.full_operand(*condition, varying)?;
                let if_true = self.full_operand(*if_true, varying)?;
                let if_false = self.full_operand(*if_false, varying)?;
                let operation = if result.wide { Operation::Select64 } else { Operation::Select32 };
                if whole {
                    for index in 0..u32::from(result.components) {
                        let part = |register: Register| register.component(index, self.width);
                        let (r, t, f) = (part(result), part(if_true), part(if_false));
                        self.ternary(operation, r, condition, t, f);
                    }
                } else {
                    self.ternary(operation, result, condition, if_true, if_false);
                }
            }
            Inst::Convert(x) => {
                let result = self.define(value)?;
                let from = function.ty(*x).scalar().unwrap_or(Scalar::U64);
                let to = ty.scalar().unwrap_or(Scalar::U64);
                let x = self.full_operand(*x, result.varying)?;
                self.convert(result, to, x, from);
            }
            Inst::Bitcast(x) => self.bitcast(value, *x)?,
            Inst::Construct(parts) => {
                let result = self.define(value)?;
                let mut at = 0;
                for part in parts {
                    let part = self.operand(*part)?;
                    if at + u32::from(part.components) > u32::from(result.components) {
                        return Err(self.broken("a vector with too many components"));
                    }
                    let target = Register { components: part.components, ..result.component(at, self.width) };
                    self.copy(target, part);
                    at += u32::from(part.components);
                }
            }
            Inst::Extract(..) => return Err(self.broken("a component of no vector")),
            Inst::Insert(vector, index, scalar) => {
                let result = self.define(value)?;
                let vector = self.operand(*vector)?;
                let scalar = self.operand(*scalar)?;
                if u32::from(*index) >= u32::from(result.components) {
                    return Err(self.broken("a component that is not there"));
                }
                self.copy(result, vector);
                self.copy(result.component(u32::from(*index), self.width), scalar);
            }
            Inst::Shuffle(vector, indices) => {
                let result = self.define(value)?;
                let vector = self.operand(*vector)?;
                for (at, index) in indices.iter().enumerate() {
                    if *index >= vector.components || at >= usize::from(result.components) {
                        return Err(self.broken("a component that is not there"));
                    }
                    let target = result.component(at as u32, self.width);
                    self.copy(target, vector.component(u32::from(*index), self.width));
                }
            }
            Inst::ExtractDynamic(vector, index) => {
                let result = self.define(value)?;
                let vector = self.full_operand(*vector, result.varying)?;
                let index = self.index_operand(*index, result.varying)?;
                let d = u32::from(vector.components) | (u32::from(vector.wide) << 8);
                self.emit(Operation::ExtractDynamic, result.count(self.width), result.at, vector.at, index.at, d);
            }
            Inst::InsertDynamic(vector, index, scalar) => {
                let result = self.define(value)?;
                let vector = self.full_operand(*vector, result.varying)?;
                let index = self.index_operand(*index, result.varying)?;
                let scalar = self.full_operand(*scalar, result.varying)?;
                self.copy(result, vector);
                let count = result.count(self.width) / u16::from(result.components);
                let d = u32::from(vector.components) | (u32::from(vector.wide) << 8);
                self.emit(Operation::InsertDynamic, count, result.at, index.at, scalar.at, d);
            }
            Inst::Offset { .. } | Inst::Index { .. } => {
                if !self.lifetimes.folded[value.index()] {
                    let result = self.define(value)?;
                    self.make_address(value, result)?;
                }
            }
            Inst::PointerDifference(x, y, stride) => {
                let result = self.define(value)?;
                let x = self.full_operand(*x, result.varying)?;
                let y = self.full_operand(*y, result.varying)?;
                self.binary(Operation::PointerIndex, result, x, y);
                if *stride != 1 {
                    let stride = self.constant(Scalar::I64, &[u64::from(*stride).max(1)], false);
                    self.binary(Operation::DivI64, result, result, stride);
                }
            }
            Inst::Load { pointer, align } => self.load(value, *pointer, *align)?,
            Inst::Store { pointer, value, align } => self.store(*pointer, *value, *align)?,
            Inst::Copy { to, from, size, align } => self.copy_memory(*to, *from, *size, *align)?,
            Inst::Zero { pointer, size, align } => self.zero_memory(*pointer, *size, *align)?,
            Inst::Begin(local) => self.emit(Operation::Begin, 0, 0, 0, local.0, 0),
            Inst::End(local) => self.emit(Operation::Finish, 0, 0, 0, local.0, 0),
            Inst::Call(callee, arguments) => self.call(value, Some(*callee), None, arguments)?,
            Inst::CallIndirect(pointer, arguments) => self.call(value, None, Some(*pointer), arguments)?,
            Inst::Intrinsic(intrinsic, operands) => self.intrinsic(value, *intrinsic, operands)?,
            Inst::BuiltinInput(input) => self.builtin(value, *input)?,
            Inst::FunctionConstant(id) => {
                let name = self.module.function_constants.get(id.index()).map_or("?", |constant| &constant.name);
                let message = format!("the function constant `{name}` has no value");
                return Err(Box::new(
                    Diagnostic::error(codes::INVALID_CONSTANT_VALUE, message, self.origin.span)
                        .help("give it a value when the pipeline is made (`--constant`)"),
                ));
            }
            Inst::FunctionConstantDefined(_) => return Err(self.broken("a function constant that was not replaced")),
        }
        Ok(())
    }

    fn wrap(&mut self, register: Register, scalar: Scalar) {
        let operation = match scalar {
            Scalar::I8 => Operation::WrapI8,
            Scalar::I16 => Operation::WrapI16,
            Scalar::U8 => Operation::WrapU8,
            Scalar::U16 => Operation::WrapU16,
            Scalar::F16 => Operation::RoundF16,
            Scalar::BF16 => Operation::RoundBf16,
            _ => return,
        };
        self.unary(operation, register, register);
    }

    fn binary_instruction(&mut self, value: Value, op: BinaryOp, x: Value, y: Value) -> Result<()> {
        let scalar = self.function.ty(value).scalar().ok_or_else(|| self.broken("arithmetic on no number"))?;
        let result = self.define(value)?;
        let wide = is_wide(scalar);
        let signed = scalar.is_signed();
        let pick = |narrow, long| if wide { long } else { narrow };
        use Operation as O;
        let operation = match op {
            BinaryOp::Add if scalar.is_float() => O::AddF32,
            BinaryOp::Sub if scalar.is_float() => O::SubF32,
            BinaryOp::Mul if scalar.is_float() => O::MulF32,
            BinaryOp::Div if scalar.is_float() => O::DivF32,
            BinaryOp::Add => pick(O::Add32, O::Add64),
            BinaryOp::Sub => pick(O::Sub32, O::Sub64),
            BinaryOp::Mul => pick(O::Mul32, O::Mul64),
            BinaryOp::Div if signed => pick(O::DivI32, O::DivI64),
            BinaryOp::Div => pick(O::DivU32, O::DivU64),
            BinaryOp::Rem if signed => pick(O::RemI32, O::RemI64),
            BinaryOp::Rem => pick(O::RemU32, O::RemU64),
            BinaryOp::And => pick(O::And32, O::And64),
            BinaryOp::Or => pick(O::Or32, O::Or64),
            BinaryOp::Xor => pick(O::Xor32, O::Xor64),
            BinaryOp::Shl => pick(O::Shl32, O::Shl64),
            BinaryOp::Shr if signed => pick(O::ShrI32, O::ShrI64),
            BinaryOp::Shr => pick(O::ShrU32, O::ShrU64),
        };
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) && scalar.size() < 4 {
            // The count is taken modulo the narrow width.
            let x = self.full_operand(x, result.varying)?;
            let y = self.full_operand(y, result.varying)?;
            let count = self.temporary(result.components, false, result.varying);
            let mask = self.narrow_mask(scalar, result);
            self.binary(O::And32, count, y, mask);
            self.binary(operation, result, x, count);
        } else {
            self.binary_values(operation, result, x, y)?;
        }
        if !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
            self.wrap(result, scalar);
        }
        Ok(())
    }

    fn narrow_mask(&mut self, scalar: Scalar, like: Register) -> Register {
        let bits = u64::from(scalar.bits() - 1);
        if like.varying {
            self.constant(Scalar::U32, &[bits], false)
        } else {
            self.constant(Scalar::U32, &vec![bits; usize::from(like.components)], false)
        }
    }

    pub(super) fn convert(&mut self, result: Register, to: Scalar, x: Register, from: Scalar) {
        use Operation as O;
        if to == Scalar::Bool {
            let operation = match from {
                Scalar::Bool => O::Copy32,
                _ if from.is_float() => O::IsNonzeroF32,
                _ if is_wide(from) => O::IsNonzero64,
                _ => O::IsNonzero32,
            };
            self.unary(operation, result, x);
        } else if from == Scalar::Bool {
            if to.is_float() {
                self.unary(O::BoolToF32, result, x);
            } else if is_wide(to) {
                let narrow = self.temporary(x.components, false, x.varying);
                self.unary(O::BoolToInt, narrow, x);
                self.unary(O::ZeroExtend, result, narrow);
            } else {
                self.unary(O::BoolToInt, result, x);
            }
        } else if from.is_float() {
            let operation = match to {
                Scalar::I8 => O::F32ToI8,
                Scalar::I16 => O::F32ToI16,
                Scalar::I32 => O::F32ToI32,
                Scalar::I64 => O::F32ToI64,
                Scalar::U8 => O::F32ToU8,
                Scalar::U16 => O::F32ToU16,
                Scalar::U32 => O::F32ToU32,
                Scalar::U64 => O::F32ToU64,
                Scalar::F16 => O::RoundF16,
                Scalar::BF16 => O::RoundBf16,
                Scalar::F32 | Scalar::Bool => O::Canonical,
            };
            self.unary(operation, result, x);
        } else if to.is_float() {
            let (float, bfloat) = match (is_wide(from), from.is_signed()) {
                (false, true) => (O::I32ToF32, O::I32ToBf16),
                (false, false) => (O::U32ToF32, O::U32ToBf16),
                (true, true) => (O::I64ToF32, O::I64ToBf16),
                (true, false) => (O::U64ToF32, O::U64ToBf16),
            };
            self.unary(if to == Scalar::BF16 { bfloat } else { float }, result, x);
            if to == Scalar::F16 {
                self.wrap(result, to);
            }
        } else {
            match (is_wide(from), is_wide(to)) {
                (false, true) => self.unary(if from.is_signed() { O::SignExtend } else { O::ZeroExtend }, result, x),
                (true, false) => {
                    self.unary(O::Truncate, result, x);
                    self.wrap(result, to);
                }
                (true, true) => self.unary(O::Copy64, result, x),
                (false, false) => {
                    self.unary(O::Copy32, result, x);
                    if to.size() < 4 {
                        self.unary_wrap_in_place(result, to);
                    }
                }
            }
        }
    }

    fn unary_wrap_in_place(&mut self, register: Register, scalar: Scalar) {
        // The copy before becomes the wrap itself.
        self.wrap(register, scalar);
        let last = self.out.instructions.len() - 1;
        let source = self.out.instructions[last - 1].b;
        self.out.instructions[last].b = source;
        self.out.instructions.remove(last - 1);
        self.out.origins.remove(last - 1);
    }

    fn bitcast(&mut self, value: Value, source: Value) -> Result<()> {
        let function = self.function;
        let (from, to) = (function.ty(source), function.ty(value));
        let element = |ty: Type| ty.scalar().unwrap_or(Scalar::U64);
        let (from_scalar, to_scalar) = (element(from), element(to));
        let result = self.define(value)?;
        let x = self.full_operand(source, result.varying)?;
        let (size, target) = (from_scalar.size(), to_scalar.size());
        if size * u32::from(from.lanes()) != target * u32::from(to.lanes()) {
            return Err(self.broken("a bit cast between sizes"));
        }
        let bits = self.bits_of(x, from_scalar);
        if size == target {
            self.make_of_bits(result, to_scalar, bits);
            return Ok(());
        }
        let wide = target == 8;
        let parts = self.temporary(result.components, wide, result.varying);
        if size < target {
            let ratio = target / size;
            for index in 0..u32::from(result.components) {
                let into = parts.component(index, self.width);
                for part in 0..ratio {
                    let mut piece = bits.component(index * ratio + part, self.width);
                    if wide {
                        let long = self.temporary(1, true, result.varying);
                        self.unary(Operation::ZeroExtend, long, piece);
                        piece = long;
                    }
                    if part == 0 {
                        self.copy(into, piece);
                        continue;
                    }
                    let (shift, or) =
                        if wide { (Operation::Shl64, Operation::Or64) } else { (Operation::Shl32, Operation::Or32) };
                    let count = self.constant(
                        if wide { Scalar::U64 } else { Scalar::U32 },
                        &[u64::from(part * size * 8)],
                        false,
                    );
                    let moved = self.temporary(1, wide, result.varying);
                    self.binary(shift, moved, piece, count);
                    self.binary(or, into, into, moved);
                }
            }
        } else {
            let ratio = size / target;
            for index in 0..u32::from(result.components) {
                let into = parts.component(index, self.width);
                let whole = bits.component(index / ratio, self.width);
                let distance = (index % ratio) * target * 8;
                let from_wide = bits.wide;
                let count =
                    self.constant(if from_wide { Scalar::U64 } else { Scalar::U32 }, &[u64::from(distance)], false);
                let moved = self.temporary(1, from_wide, result.varying);
                self.binary(if from_wide { Operation::ShrU64 } else { Operation::ShrU32 }, moved, whole, count);
                if from_wide {
                    self.unary(Operation::Truncate, into, moved);
                } else {
                    self.copy(into, moved);
                }
                self.wrap(into, to_scalar.to_unsigned());
            }
        }
        self.make_of_bits(result, to_scalar, parts);
        Ok(())
    }

    /// The bits of each component as an unsigned integer of its size.
    fn bits_of(&mut self, x: Register, scalar: Scalar) -> Register {
        let operation = match scalar {
            Scalar::Bool => Operation::BoolToInt,
            Scalar::I8 => Operation::WrapU8,
            Scalar::I16 => Operation::WrapU16,
            Scalar::F16 => Operation::F16ToBits,
            Scalar::BF16 => Operation::Bf16ToBits,
            _ => return x,
        };
        let bits = self.temporary(x.components, false, x.varying);
        self.unary(operation, bits, x);
        bits
    }

    fn make_of_bits(&mut self, result: Register, scalar: Scalar, bits: Register) {
        let operation = match scalar {
            Scalar::Bool => Operation::IsNonzero32,
            Scalar::I8 => Operation::WrapI8,
            Scalar::I16 => Operation::WrapI16,
            Scalar::F16 => Operation::BitsToF16,
            Scalar::BF16 => Operation::BitsToBf16,
            Scalar::I64 | Scalar::U64 => Operation::Copy64,
            _ => Operation::Copy32,
        };
        self.unary(operation, result, bits);
    }

    /// A run-time index as 32 bits (64-bit ones saturate to something out of any range).
    fn index_operand(&mut self, index: Value, varying: bool) -> Result<Register> {
        let register = self.full_operand(index, varying)?;
        if !register.wide {
            return Ok(register);
        }
        let limit = self.constant(Scalar::U64, &[0xffff_ffff], varying);
        let low = self.temporary(1, true, register.varying);
        let beyond = self.temporary(1, false, register.varying);
        self.binary(Operation::LtU64, beyond, limit, register);
        self.ternary(Operation::Select64, low, beyond, limit, register);
        let result = self.temporary(1, false, register.varying);
        self.unary(Operation::Truncate, result, low);
        Ok(result)
    }

    fn call(
        &mut self,
        value: Value,
        callee: Option<FunctionId>,
        pointer: Option<Value>,
        arguments: &[Value],
    ) -> Result<()> {
        let mut rows = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let register = self.full_operand(*argument, true)?;
            rows.push(register);
        }
        let pointer = match pointer {
            Some(pointer) => self.full_operand(pointer, true)?,
            None => Register { at: 0, components: 0, wide: true, varying: true },
        };
        if let Some(callee) = callee {
            let known = self.module.functions.get(callee.index());
            let params = known.map(|function| function.params.clone()).unwrap_or_default();
            if params.len() != arguments.len() {
                return Err(self.broken("a call with the wrong number of arguments"));
            }
        }
        let result = if self.function.ty(value) == Type::Void { None } else { Some(self.define(value)?) };
        self.out.calls.push(CallSite { function: callee, pointer, arguments: rows, result });
        let site = self.out.calls.len() as u32 - 1;
        self.emit(Operation::Call, 0, 0, 0, 0, site);
        Ok(())
    }

    fn builtin(&mut self, value: Value, input: BuiltinInput) -> Result<()> {
        use BuiltinInput as B;
        let supported = matches!(
            input,
            B::ThreadPositionInGrid
                | B::ThreadsPerGrid
                | B::ThreadPositionInThreadgroup
                | B::ThreadsPerThreadgroup
                | B::DispatchThreadsPerThreadgroup
                | B::ThreadgroupPositionInGrid
                | B::ThreadgroupsPerGrid
                | B::GridOrigin
                | B::GridSize
                | B::ThreadIndexInThreadgroup
                | B::ThreadIndexInSimdgroup
                | B::ThreadsPerSimdgroup
                | B::SimdgroupIndexInThreadgroup
                | B::SimdgroupsPerThreadgroup
                | B::DispatchSimdgroupsPerThreadgroup
                | B::ThreadIndexInQuadgroup
                | B::QuadgroupIndexInThreadgroup
                | B::QuadgroupsPerThreadgroup
                | B::DispatchQuadgroupsPerThreadgroup
        );
        if !supported {
            return Err(self.unsupported(format!("the built-in input `{}`", input.name())));
        }
        let scalar = self.function.ty(value).scalar().unwrap_or(Scalar::U32);
        let result = self.define(value)?;
        let index = self.out.inputs.len() as u32;
        self.out.inputs.push(input);
        let width = self.width;
        if result.components > input.components() {
            return Err(self.broken("a built-in input with too many components"));
        }
        self.emit(Operation::Builtin, result.count(width), result.at, 0, index, u32::from(result.components));
        if result.wide || scalar.is_float() {
            return Err(self.unsupported(format!("the built-in input `{}` as `{}`", input.name(), scalar.msl_name())));
        }
        self.wrap(result, scalar);
        Ok(())
    }
}

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;

fn compare(op: CompareOp, of: Option<Scalar>) -> Operation {
    use Operation as O;
    let scalar = of.unwrap_or(Scalar::U64);
    let wide = is_wide(scalar);
    let signed = scalar.is_signed();
    match op {
        CompareOp::Equal if scalar.is_float() => O::EqF32,
        CompareOp::NotEqual if scalar.is_float() => O::NeF32,
        CompareOp::Less if scalar.is_float() => O::LtF32,
        CompareOp::LessEqual if scalar.is_float() => O::LeF32,
        CompareOp::Equal if wide => O::Eq64,
        CompareOp::NotEqual if wide => O::Ne64,
        CompareOp::Less if wide => {
            if signed {
                O::LtI64
            } else {
                O::LtU64
            }
        }
        CompareOp::LessEqual if wide => {
            if signed {
                O::LeI64
            } else {
                O::LeU64
            }
        }
        CompareOp::Equal => O::Eq32,
        CompareOp::NotEqual => O::Ne32,
        CompareOp::Less => {
            if signed {
                O::LtI32
            } else {
                O::LtU32
            }
        }
        CompareOp::LessEqual => {
            if signed {
                O::LeI32
            } else {
                O::LeU32
            }
        }
        // Callers have swapped the operands.
        CompareOp::Greater | CompareOp::GreaterEqual => O::Eq32,
    }
}
