//! Addresses and memory operands.
//!
//! A chain of `Offset` and `Index` that ends in a load or store becomes one operand: pointer, at most one run-time
//! index, constant distance.

use super::Lowering;
use super::Result;
use crate::bytecode::code::Access;
use crate::bytecode::code::Element;
use crate::bytecode::code::Index;
use crate::bytecode::code::Register;
use crate::bytecode::operation::Operation;
use crate::ir::Inst;
use crate::ir::Type;
use crate::ir::Value;
use crate::msl::AddressSpace;
use crate::msl::Scalar;

/// The value of an integer constant.
fn constant_index(function: &crate::ir::Function, index: Value) -> Option<i64> {
    match function.inst(index) {
        Inst::Constant(constant) if constant.bits.len() == 1 => Some(constant.bits[0] as i64),
        _ => None,
    }
}

impl Lowering<'_> {
    /// Computes the address that an `Offset` or `Index` stands for.
    pub(super) fn make_address(&mut self, value: Value, result: Register) -> Result<()> {
        let function = self.function;
        let (base, distance) = match function.inst(value) {
            Inst::Offset { pointer, bytes, .. } => (*pointer, self.constant(Scalar::I64, &[*bytes as u64], false)),
            Inst::Index { pointer, index, stride, count } => {
                let scalar = function.ty(*index).scalar().ok_or_else(|| self.broken("an index that is no integer"))?;
                if let Some(index) = constant_index(function, *index) {
                    let bytes = index.wrapping_mul(i64::from(*stride));
                    (*pointer, self.constant(Scalar::I64, &[bytes as u64], false))
                } else {
                    let register = self.operand(*index)?;
                    if let Some(count) = count {
                        let d = u32::from(scalar.is_signed()) | (u32::from(register.wide) << 1);
                        self.emit(Operation::CheckIndex, register.count(self.width), 0, register.at, *count, d);
                    }
                    let mut long = register;
                    if !register.wide {
                        long = self.temporary(1, true, register.varying);
                        let extend = if scalar.is_signed() { Operation::SignExtend } else { Operation::ZeroExtend };
                        self.unary(extend, long, register);
                    }
                    let stride = self.constant(Scalar::I64, &[u64::from(*stride)], false);
                    let distance = self.temporary(1, true, register.varying);
                    self.binary(Operation::Mul64, distance, long, stride);
                    (*pointer, distance)
                }
            }
            _ => return Err(self.broken("an address of nothing")),
        };
        let mut base = self.operand(base)?;
        if result.varying && !base.varying && !distance.varying {
            base = self.rows(base);
        }
        self.binary(Operation::PointerAdd, result, base, distance);
        Ok(())
    }

    fn element(ty: Type) -> Element {
        ty.scalar().map_or(Element::Double, Element::of)
    }

    fn access(&mut self, address: Value, ty: Type, align: u32, value: Register) -> Result<Access> {
        let function = self.function;
        let space = match function.ty(address) {
            Type::Pointer(space) => space,
            _ => return Err(self.broken("a memory operand that is no pointer")),
        };
        let element = Self::element(ty);
        let (mut at, mut offset, mut index) = (address, 0i64, None);
        while self.lifetimes.folded[at.index()] && self.values[at.index()].is_none() {
            match function.inst(at) {
                Inst::Offset { pointer, bytes, .. } => {
                    offset = offset.wrapping_add(*bytes);
                    at = *pointer;
                }
                Inst::Index { pointer, index: by, stride, count } => {
                    match constant_index(function, *by) {
                        Some(by) if count.is_none_or(|count| (0..i64::from(count)).contains(&by)) => {
                            offset = offset.wrapping_add(by.wrapping_mul(i64::from(*stride)));
                        }
                        _ if index.is_some() => break,
                        _ => {
                            let scalar = function.ty(*by).scalar();
                            let signed = scalar.is_some_and(Scalar::is_signed);
                            let register = self.operand(*by)?;
                            index = Some(Index { register, signed, stride: *stride, count: *count });
                        }
                    }
                    at = *pointer;
                }
                _ => break,
            }
        }
        let pointer = self.operand(at)?;
        Ok(Access {
            element,
            components: ty.lanes(),
            size: ty.size(),
            align: align.max(1),
            space,
            pointer,
            index,
            offset,
            value,
        })
    }

    fn add_access(&mut self, access: Access) -> u32 {
        self.out.accesses.push(access);
        self.out.accesses.len() as u32 - 1
    }

    pub(super) fn load(&mut self, value: Value, address: Value, align: u32) -> Result<()> {
        let ty = self.function.ty(value);
        let none = Register { at: 0, components: 0, wide: false, varying: false };
        let access = self.access(address, ty, align, none)?;
        let result = self.define(value)?;
        let access = self.add_access(Access { value: result, ..access });
        self.emit(Operation::Load, result.count(self.width), result.at, 0, access, 0);
        Ok(())
    }

    pub(super) fn store(&mut self, address: Value, value: Value, align: u32) -> Result<()> {
        let ty = self.function.ty(value);
        let none = Register { at: 0, components: 0, wide: false, varying: false };
        let mut access = self.access(address, ty, align, none)?;
        // Private memory differs from lane to lane even at one address.
        let private =
            !matches!(access.space, AddressSpace::Device | AddressSpace::Constant | AddressSpace::Threadgroup);
        let varying = self.width > 1
            && (private
                || access.pointer.varying
                || access.index.is_some_and(|index| index.register.varying)
                || self.uniformity.varies(value));
        let source = self.full_operand(value, varying)?;
        access.value = source;
        let access = self.add_access(access);
        self.emit(Operation::Store, source.count(self.width), 0, source.at, access, 0);
        Ok(())
    }

    fn block_access(&mut self, address: Value, size: u32, align: u32) -> Result<u32> {
        let none = Register { at: 0, components: 0, wide: false, varying: false };
        let access = self.access(address, Type::Scalar(Scalar::U8), align, none)?;
        Ok(self.add_access(Access { size, ..access }))
    }

    pub(super) fn copy_memory(&mut self, to: Value, from: Value, size: u32, align: u32) -> Result<()> {
        let to = self.block_access(to, size, align)?;
        let from = self.block_access(from, size, align)?;
        self.emit(Operation::CopyMemory, 0, 0, 0, to, from);
        Ok(())
    }

    pub(super) fn zero_memory(&mut self, pointer: Value, size: u32, align: u32) -> Result<()> {
        let access = self.block_access(pointer, size, align)?;
        self.emit(Operation::ZeroMemory, 0, 0, 0, access, 0);
        Ok(())
    }
}
