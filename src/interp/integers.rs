//! Integer functions that have no row operation of their own.

use super::machine::Frame;
use crate::bytecode::code::IntrinsicCall;
use crate::ir::Intrinsic;
use crate::msl::Scalar;
use crate::numerics::integer;
use crate::numerics::integer::Integer;

/// An integer as a lane holds it.
trait InLane: Integer {
    fn from_lane(bits: u64) -> Self;
    fn to_lane(self) -> u64;
}

macro_rules! in_lane {
    ($($type:ident $via:ident)*) => {$(
        impl InLane for $type {
            fn from_lane(bits: u64) -> Self {
                bits as $type
            }

            fn to_lane(self) -> u64 {
                self as $via as u64
            }
        }
    )*};
}
// Narrow signed ones are extended to 32 bits.
in_lane! { u8 u32 u16 u32 u32 u32 u64 u64 i64 i64 }

macro_rules! in_signed_lane {
    ($($type:ident)*) => {$(
        impl InLane for $type {
            fn from_lane(bits: u64) -> Self {
                bits as $type
            }

            fn to_lane(self) -> u64 {
                u64::from(self as i32 as u32)
            }
        }
    )*};
}
in_signed_lane! { i8 i16 i32 }

fn apply<T: InLane>(intrinsic: Intrinsic, x: [u64; 4]) -> u64
where
    T::Unsigned: InLane,
{
    let [a, b, c] = [x[0], x[1], x[2]].map(T::from_lane);
    let result = match intrinsic {
        Intrinsic::Abs => integer::abs(a),
        Intrinsic::Min => a.min(b),
        Intrinsic::Max => a.max(b),
        Intrinsic::Mulhi => integer::mulhi(a, b),
        Intrinsic::Addsat => integer::addsat(a, b),
        Intrinsic::Subsat => integer::subsat(a, b),
        Intrinsic::Madsat => integer::madsat(a, b, c),
        Intrinsic::Hadd => integer::hadd(a, b),
        Intrinsic::Rhadd => integer::rhadd(a, b),
        // The bits of the unsigned result, held as the type's lanes are.
        Intrinsic::Absdiff => T::from_lane(integer::absdiff(a, b).to_lane()),
        Intrinsic::Clz => integer::clz(a),
        Intrinsic::Ctz => integer::ctz(a),
        Intrinsic::Popcount => integer::popcount(a),
        Intrinsic::ReverseBits => integer::reverse_bits(a),
        Intrinsic::Rotate => integer::rotate(a, b),
        Intrinsic::ExtractBits => integer::extract_bits(a, x[1] as u32, x[2] as u32),
        Intrinsic::InsertBits => integer::insert_bits(a, b, x[2] as u32, x[3] as u32),
        _ => a,
    };
    result.to_lane()
}

/// Runs one on all lanes.
pub fn run(frame: Frame, width: u32, call: &IntrinsicCall) {
    let Some(result) = call.result else { return };
    let function = match call.scalar {
        Scalar::I8 => apply::<i8>,
        Scalar::I16 => apply::<i16>,
        Scalar::I32 => apply::<i32>,
        Scalar::I64 => apply::<i64>,
        Scalar::U8 => apply::<u8>,
        Scalar::U16 => apply::<u16>,
        Scalar::U64 => apply::<u64>,
        _ => apply::<u32>,
    };
    for component in 0..u32::from(result.components) {
        for lane in 0..if result.varying { width } else { 1 } {
            let mut x = [0; 4];
            for (x, operand) in x.iter_mut().zip(&call.operands) {
                let component = component.min(u32::from(operand.components) - 1);
                *x = frame.get(*operand, component, lane, width);
            }
            frame.put(result, component, lane, width, function(call.intrinsic, x));
        }
    }
}
