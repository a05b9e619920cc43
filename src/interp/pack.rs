//! Packing and unpacking of normalised numbers.

use super::machine::Frame;
use crate::bytecode::code::IntrinsicCall;
use crate::ir::Intrinsic;
use crate::numerics::pack;

/// Runs one on all lanes.
pub fn run(frame: Frame, width: u32, call: &IntrinsicCall) {
    use Intrinsic as I;
    let (Some(result), Some(operand)) = (call.result, call.operands.first()) else { return };
    for lane in 0..if result.varying { width } else { 1 } {
        let mut x = [0f32; 4];
        let mut bits = 0;
        for component in 0..operand.components.min(4) {
            bits = frame.get(*operand, u32::from(component), lane, width) as u32;
            x[usize::from(component)] = f32::from_bits(bits);
        }
        let bits = if operand.components == 1 { bits } else { 0 };
        let two = [x[0], x[1]];
        let three = [x[0], x[1], x[2]];
        let packed = match call.intrinsic {
            I::PackSnorm4x8 => Some(pack::pack_float_to_snorm4x8(x)),
            I::PackUnorm4x8 => Some(pack::pack_float_to_unorm4x8(x)),
            I::PackUnorm4x8Srgb => Some(pack::pack_float_to_srgb_unorm4x8(x)),
            I::PackSnorm2x16 => Some(pack::pack_float_to_snorm2x16(two)),
            I::PackUnorm2x16 => Some(pack::pack_float_to_unorm2x16(two)),
            I::PackUnorm10a2 => Some(pack::pack_float_to_unorm10a2(x)),
            I::PackSnorm10a2 => Some(pack::pack_float_to_snorm10a2(x)),
            I::PackUnorm565 => Some(pack::pack_float_to_unorm565(three)),
            _ => None,
        };
        if let Some(packed) = packed {
            frame.put(result, 0, lane, width, u64::from(packed));
            continue;
        }
        let mut out = [0f32; 4];
        match call.intrinsic {
            I::UnpackSnorm4x8 => out = pack::unpack_snorm4x8_to_float(bits),
            I::UnpackUnorm4x8 => out = pack::unpack_unorm4x8_to_float(bits),
            I::UnpackUnorm4x8Srgb => out = pack::unpack_unorm4x8_srgb_to_float(bits),
            I::UnpackSnorm2x16 => out[..2].copy_from_slice(&pack::unpack_snorm2x16_to_float(bits)),
            I::UnpackUnorm2x16 => out[..2].copy_from_slice(&pack::unpack_unorm2x16_to_float(bits)),
            I::UnpackUnorm10a2 => out = pack::unpack_unorm10a2_to_float(bits),
            I::UnpackSnorm10a2 => out = pack::unpack_snorm10a2_to_float(bits),
            _ => out[..3].copy_from_slice(&pack::unpack_unorm565_to_float(bits)),
        }
        for component in 0..u32::from(result.components).min(4) {
            frame.put(result, component, lane, width, u64::from(out[component as usize].to_bits()));
        }
    }
}
