//! SIMD-group and quad-group functions.
//!
//! Reductions and prefixes go over active lanes in ascending order, so float sums have one value. Reading a lane that is
//! not active is a finding and gives 0.

use super::group::SimdGroup;
use super::group::lanes;
use super::machine::Frame;
use super::machine::Machine;
use super::machine::Place;
use crate::bytecode::code::IntrinsicCall;
use crate::diagnostic::codes;
use crate::ir::Intrinsic;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::canonicalize;
use crate::numerics::half;
use crate::numerics::minmax;

/// How values are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Multiply,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

/// Combines two elements as lanes hold them.
#[must_use]
pub fn combine(how: Combine, scalar: Scalar, x: u64, y: u64) -> u64 {
    if scalar.is_float() {
        let (a, b) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
        let result = match how {
            Combine::Add => canonicalize(a + b),
            Combine::Sub => canonicalize(a - b),
            Combine::Multiply => canonicalize(a * b),
            Combine::Min => minmax::fmin(a, b),
            Combine::Max => minmax::fmax(a, b),
            Combine::And | Combine::Or | Combine::Xor => a,
        };
        let rounded = match scalar {
            Scalar::F16 => half::round(result),
            Scalar::BF16 => bfloat::round(result),
            _ => result,
        };
        return u64::from(rounded.to_bits());
    }
    let wide = matches!(scalar, Scalar::I64 | Scalar::U64);
    let extend = |bits: u64| match (wide, scalar.is_signed()) {
        (false, true) => bits as i32 as i64 as u64,
        (false, false) => bits & 0xffff_ffff,
        (true, _) => bits,
    };
    let (a, b) = (extend(x), extend(y));
    let result = match how {
        Combine::Add => a.wrapping_add(b),
        Combine::Sub => a.wrapping_sub(b),
        Combine::Multiply => a.wrapping_mul(b),
        Combine::Min if scalar.is_signed() => (a as i64).min(b as i64) as u64,
        Combine::Max if scalar.is_signed() => (a as i64).max(b as i64) as u64,
        Combine::Min => a.min(b),
        Combine::Max => a.max(b),
        Combine::And => a & b,
        Combine::Or => a | b,
        Combine::Xor => a ^ b,
    };
    let narrow = crate::ir::Constant::normalize(scalar, result);
    if scalar == Scalar::Bool {
        return u64::from(if result & 1 != 0 { u32::MAX } else { 0 });
    }
    if wide { narrow } else { narrow & 0xffff_ffff }
}

fn one(scalar: Scalar) -> u64 {
    if scalar.is_float() { u64::from(1f32.to_bits()) } else { 1 }
}

/// Where a shuffle takes a lane's value from.
enum Source {
    Lane(u32),
    Own,
    /// The same place in the second operand.
    Fill(u32),
    Nowhere(u32),
}

impl Machine<'_> {
    pub(super) fn lane_function(
        &mut self,
        group: &mut SimdGroup,
        frame: Frame,
        place: Place<'_>,
        call: &IntrinsicCall,
    ) {
        use Intrinsic as I;
        let intrinsic = call.intrinsic;
        let quad = intrinsic >= I::QuadShuffle && intrinsic <= I::QuadIsFirst;
        let width = self.code.width;
        let size = if quad { 4.min(width) } else { width };
        let mask = group.mask;
        let reduce = |how| (Some(how), None);
        let prefix = |how, inclusive| (Some(how), Some(inclusive));
        let (how, prefix_kind) = match intrinsic {
            I::SimdSum | I::QuadSum => reduce(Combine::Add),
            I::SimdProduct | I::QuadProduct => reduce(Combine::Multiply),
            I::SimdMin | I::QuadMin => reduce(Combine::Min),
            I::SimdMax | I::QuadMax => reduce(Combine::Max),
            I::SimdAnd | I::QuadAnd => reduce(Combine::And),
            I::SimdOr | I::QuadOr => reduce(Combine::Or),
            I::SimdXor | I::QuadXor => reduce(Combine::Xor),
            I::SimdPrefixInclusiveSum | I::QuadPrefixInclusiveSum => prefix(Combine::Add, true),
            I::SimdPrefixExclusiveSum | I::QuadPrefixExclusiveSum => prefix(Combine::Add, false),
            I::SimdPrefixInclusiveProduct | I::QuadPrefixInclusiveProduct => prefix(Combine::Multiply, true),
            I::SimdPrefixExclusiveProduct | I::QuadPrefixExclusiveProduct => prefix(Combine::Multiply, false),
            _ => (None, None),
        };
        let Some(result) = call.result else { return };
        for first in (0..width).step_by(size as usize) {
            let members = (u64::MAX >> (64 - size)) << first & mask;
            if members == 0 {
                continue;
            }
            let leader = members.trailing_zeros();
            match intrinsic {
                _ if how.is_some() => {
                    let Some(how) = how else { continue };
                    let value = call.operands[0];
                    for component in 0..u32::from(result.components) {
                        let mut total = None;
                        for lane in lanes(members) {
                            let x = frame.get(value, component, lane, width);
                            if prefix_kind == Some(false) {
                                let neutral = if how == Combine::Multiply { one(call.scalar) } else { 0 };
                                frame.put(result, component, lane, width, total.unwrap_or(neutral));
                            }
                            total = Some(total.map_or(x, |total| combine(how, call.scalar, total, x)));
                            if prefix_kind == Some(true) {
                                frame.put(result, component, lane, width, total.unwrap_or(0));
                            }
                        }
                        if prefix_kind.is_none() {
                            for lane in lanes(members) {
                                frame.put(result, component, lane, width, total.unwrap_or(0));
                            }
                        }
                    }
                }
                I::SimdAll | I::QuadAll | I::SimdAny | I::QuadAny | I::SimdBallot | I::QuadBallot => {
                    let set = lanes(members).filter(|lane| frame.get(call.operands[0], 0, *lane, width) as u32 != 0);
                    let set = set.fold(0u64, |bits, lane| bits | 1 << lane);
                    let value = match intrinsic {
                        I::SimdAll | I::QuadAll => u64::from(u32::MAX) * u64::from(set == members),
                        I::SimdAny | I::QuadAny => u64::from(u32::MAX) * u64::from(set != 0),
                        _ => set >> first,
                    };
                    lanes(members).for_each(|lane| frame.put(result, 0, lane, width, value));
                }
                I::SimdIsFirst | I::QuadIsFirst => {
                    for lane in lanes(members) {
                        frame.put(result, 0, lane, width, if lane == leader { 0xffff_ffff } else { 0 });
                    }
                }
                I::SimdIsHelperThread => lanes(members).for_each(|lane| frame.put(result, 0, lane, width, 0)),
                _ => self.shuffle(group, frame, place, call, (first, size), members),
            }
        }
    }

    fn shuffle(
        &mut self,
        group: &SimdGroup,
        frame: Frame,
        place: Place<'_>,
        call: &IntrinsicCall,
        (first, size): (u32, u32),
        members: u64,
    ) {
        use Intrinsic as I;
        let width = self.code.width;
        let Some(result) = call.result else { return };
        // The result's register may be the operand's.
        let mut taken: smallvec::SmallVec<[(u32, Source); 64]> = smallvec::SmallVec::new();
        for lane in lanes(members) {
            let own = i64::from(lane - first);
            let argument = |index: usize| {
                call.operands.get(index).map_or(0, |register| i64::from(frame.get(*register, 0, lane, width) as u32))
            };
            let size = i64::from(size);
            let inside =
                |to: i64| if (0..size).contains(&to) { Source::Lane(to as u32) } else { Source::Nowhere(to as u32) };
            let or_own = |to: i64| if (0..size).contains(&to) { Source::Lane(to as u32) } else { Source::Own };
            let source = match call.intrinsic {
                I::SimdBroadcastFirst | I::QuadBroadcastFirst => Source::Lane(members.trailing_zeros() - first),
                I::SimdShuffleDown | I::QuadShuffleDown => or_own(own + argument(1)),
                I::SimdShuffleUp | I::QuadShuffleUp => or_own(own - argument(1)),
                I::SimdShuffleXor | I::QuadShuffleXor => inside(own ^ argument(1)),
                I::SimdShuffleRotateDown | I::QuadShuffleRotateDown => inside((own + argument(1)).rem_euclid(size)),
                I::SimdShuffleRotateUp | I::QuadShuffleRotateUp => inside((own - argument(1)).rem_euclid(size)),
                I::SimdShuffleAndFillDown | I::QuadShuffleAndFillDown => {
                    // 0 stands for the width.
                    let modulo = if argument(3) == 0 { size } else { argument(3).min(size) };
                    let (block, within) = (own / modulo * modulo, own % modulo);
                    let to = within + argument(2).rem_euclid(modulo.max(1) * 2).min(modulo);
                    if to < modulo {
                        Source::Lane((block + to) as u32)
                    } else {
                        Source::Fill((block + to - modulo) as u32)
                    }
                }
                I::SimdShuffleAndFillUp | I::QuadShuffleAndFillUp => {
                    // 0 stands for the width.
                    let modulo = if argument(3) == 0 { size } else { argument(3).min(size) };
                    let (block, within) = (own / modulo * modulo, own % modulo);
                    let to = within - argument(2).rem_euclid(modulo.max(1) * 2).min(modulo);
                    if to >= 0 { Source::Lane((block + to) as u32) } else { Source::Fill((block + to + modulo) as u32) }
                }
                _ => inside(argument(1)),
            };
            taken.push((lane, source));
        }
        for component in 0..u32::from(result.components) {
            let mut values = [0u64; 64];
            for (lane, source) in &taken {
                let (from, register) = match source {
                    Source::Own => (*lane, call.operands[0]),
                    Source::Lane(from) => (first + from, call.operands[0]),
                    Source::Fill(from) => (first + from, call.operands[1]),
                    Source::Nowhere(from) => (u32::MAX - (u32::MAX - from).min(1 << 20), call.operands[0]),
                };
                let active = from < 64 && members >> from & 1 != 0;
                if active {
                    values[*lane as usize] = frame.get(register, component, from, width);
                } else if component == 0 {
                    let shown = match source {
                        Source::Lane(from) | Source::Fill(from) | Source::Nowhere(from) => *from,
                        Source::Own => *lane - first,
                    };
                    self.fault(group, place, *lane, codes::INACTIVE_LANE, |_| {
                        let kind = if from < 64 && from < width { "is not active here" } else { "does not exist" };
                        (format!("`{}` reads lane {shown}, which {kind}", call.intrinsic.name()), Vec::new())
                    });
                }
            }
            for (lane, _) in &taken {
                frame.put(result, component, *lane, width, values[*lane as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_combine_in_their_type() {
        let cases = [
            (Combine::Add, Scalar::I8, 127, 1, 0xffff_ff80),
            (Combine::Min, Scalar::I32, 0xffff_ffff, 1, 0xffff_ffff),
            (Combine::Min, Scalar::U32, 0xffff_ffff, 1, 1),
            (Combine::Multiply, Scalar::U16, 300, 300, 24464),
            (Combine::Add, Scalar::U64, u64::MAX, 2, 1),
            (Combine::Add, Scalar::F16, 0x4500_0000, 0x3f80_0000, 0x4500_0000), // 2048 + 1 in half is 2048
        ];
        for (how, scalar, x, y, expected) in cases {
            assert_eq!(combine(how, scalar, x, y), expected, "{how:?} {scalar}");
        }
    }
}
