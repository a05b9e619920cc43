//! SIMD-group matrices: 8 x 8 elements, two in each of the first 32 lanes (see the intrinsic table for the layout).

#![allow(unsafe_code)]

use super::access::from_lane;
use super::access::to_lane;
use super::group::SimdGroup;
use super::group::lanes;
use super::machine::Frame;
use super::machine::Machine;
use super::machine::Place;
use super::observer::AccessKind;
use crate::bytecode::Element;
use crate::bytecode::code::FIRST_PRIVATE;
use crate::bytecode::code::IntrinsicCall;
use crate::bytecode::code::pointer;
use crate::diagnostic::codes;
use crate::ir::Intrinsic;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::canonicalize;
use crate::numerics::half;

/// Row and first column of a lane's two elements.
fn place_of(lane: u32) -> (u32, u32) {
    ((lane / 16) * 4 + (lane % 8) / 2, (lane / 8) % 2 * 4 + lane % 2 * 2)
}

/// The lane and component that hold an element.
fn holder(row: u32, column: u32) -> (u32, u32) {
    (row / 4 * 16 + column / 4 * 8 + row % 4 * 2 + column % 4 / 2, column % 2)
}

impl Machine<'_> {
    pub(super) fn matrix(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, call: &IntrinsicCall) {
        let needed = u64::from(u32::MAX);
        if group.mask & needed != needed {
            let missing = (needed & !group.mask).trailing_zeros();
            self.fault(group, place, group.mask.trailing_zeros().min(63), codes::INACTIVE_LANE, |_| {
                (format!("`{}` needs lane {missing}, which is not active", call.intrinsic.name()), Vec::new())
            });
        }
        match call.intrinsic {
            Intrinsic::SimdgroupMultiplyAccumulate => self.multiply(group, frame, call),
            _ => self.transfer(group, frame, place, call),
        }
    }

    fn multiply(&self, group: &SimdGroup, frame: Frame, call: &IntrinsicCall) {
        let width = self.code.width;
        let Some(result) = call.result else { return };
        let element = |operand: usize, row: u32, column: u32| {
            let (lane, component) = holder(row, column);
            f32::from_bits(frame.get(call.operands[operand], component, lane, width) as u32)
        };
        let mut a = [[0f32; 8]; 8];
        let mut b = a;
        let mut c = a;
        for row in 0..8 {
            for column in 0..8 {
                a[row][column] = element(0, row as u32, column as u32);
                b[row][column] = element(1, row as u32, column as u32);
                c[row][column] = element(2, row as u32, column as u32);
            }
        }
        let scalar = call.others.get(2).copied().unwrap_or(Scalar::F32);
        for lane in lanes(group.mask & u64::from(u32::MAX)) {
            let (row, first) = place_of(lane);
            for component in 0..2 {
                let column = (first + component) as usize;
                let mut sum = c[row as usize][column];
                for k in 0..8 {
                    sum = canonicalize(sum + canonicalize(a[row as usize][k] * b[k][column]));
                }
                let sum = match scalar {
                    Scalar::F16 => half::round(sum),
                    Scalar::BF16 => bfloat::round(sum),
                    _ => sum,
                };
                frame.put(result, component, lane, width, u64::from(sum.to_bits()));
            }
        }
    }

    fn transfer(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, call: &IntrinsicCall) {
        let width = self.code.width;
        let store = call.intrinsic == Intrinsic::SimdgroupStore;
        let first = usize::from(store);
        let element = Element::of(call.scalar);
        let size = element.size();
        for component in 0..2 {
            let mut addresses = [0; 64];
            let mut done = 0u64;
            for lane in lanes(group.mask & u64::from(u32::MAX)) {
                let read = |index: usize| frame.get(call.operands[first + index], 0, lane, width);
                let (pointer, per_row) = (read(0), read(1) as i64);
                let (origin_column, origin_row, transpose) = (read(2) as i64, read(3) as i64, read(4) as u32 != 0);
                let (row, column) = place_of(lane);
                let (row, column) = (i64::from(row), i64::from(column + component));
                let (row, column) = if transpose { (column, row) } else { (row, column) };
                let index = (origin_row + row).wrapping_mul(per_row).wrapping_add(origin_column + column);
                let address = pointer::add(pointer, index.wrapping_mul(i64::from(size)));
                addresses[lane as usize] = address;
                if pointer::number(address) >= FIRST_PRIVATE {
                    match group.private.check(address, lane, u64::from(size), size) {
                        Ok(at) if store => {
                            let value = from_lane(element, frame.get(call.operands[0], component, lane, width));
                            group.private.write(lane, at, size, value);
                        }
                        Ok(at) => {
                            let value = to_lane(element, group.private.read(lane, at, size));
                            if let Some(result) = call.result {
                                frame.put(result, component, lane, width, value);
                            }
                        }
                        Err(trouble) => self.access_fault(group, place, lane, address, u64::from(size), store, trouble),
                    }
                    continue;
                }
                match self.shared.check(address, u64::from(size), size, store) {
                    Ok(at) => {
                        done |= 1 << lane;
                        if store {
                            let value = from_lane(element, frame.get(call.operands[0], component, lane, width));
                            let bytes = value.to_le_bytes();
                            // SAFETY: the range was just checked.
                            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), at, size as usize) };
                        } else if let Some(result) = call.result {
                            let mut bytes = [0; 8];
                            // SAFETY: the range was just checked.
                            unsafe { std::ptr::copy_nonoverlapping(at, bytes.as_mut_ptr(), size as usize) };
                            frame.put(result, component, lane, width, to_lane(element, u64::from_le_bytes(bytes)));
                        }
                    }
                    Err(trouble) => {
                        self.access_fault(group, place, lane, address, u64::from(size), store, trouble);
                        if let (false, Some(result)) = (store, call.result) {
                            frame.put(result, component, lane, width, 0);
                        }
                    }
                }
            }
            if self.observer.is_some() && done != 0 {
                let kind = if store { AccessKind::Write } else { AccessKind::Read };
                self.observe_addresses(group, place, call.space, size, &addresses, done, kind);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_has_one_holder() {
        for lane in 0..32 {
            let (row, column) = place_of(lane);
            assert_eq!(holder(row, column), (lane, 0));
            assert_eq!(holder(row, column + 1), (lane, 1));
        }
    }
}
