//! Atomics: one lane after the other, in ascending order.

#![allow(unsafe_code)]

use super::access::from_lane;
use super::access::to_lane;
use super::group::SimdGroup;
use super::group::lanes;
use super::lanes::Combine;
use super::lanes::combine;
use super::machine::Frame;
use super::machine::Machine;
use super::machine::Place;
use super::observer::AccessKind;
use crate::bytecode::Element;
use crate::bytecode::code::FIRST_PRIVATE;
use crate::bytecode::code::IntrinsicCall;
use crate::bytecode::code::pointer;
use crate::ir::Intrinsic;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;

impl Machine<'_> {
    pub(super) fn atomic(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, call: &IntrinsicCall) {
        let width = self.code.width;
        let intrinsic = call.intrinsic;
        if intrinsic == Intrinsic::AtomicFence {
            self.announce_barrier(group, frame, place);
            return;
        }
        let element = Element::of(call.scalar);
        let size = element.size();
        let (kind, reads) = match intrinsic {
            Intrinsic::AtomicLoad => (AccessKind::AtomicRead, true),
            Intrinsic::AtomicStore => (AccessKind::AtomicWrite, false),
            _ => (AccessKind::AtomicReadWrite, true),
        };
        let writes = kind.writes();
        let mut addresses = [0; 64];
        let mut done = 0u64;
        for lane in lanes(group.mask) {
            let address = frame.get(call.operands[0], 0, lane, width);
            addresses[lane as usize] = address;
            let operand = |index: usize| call.operands.get(index).map_or(0, |r| frame.get(*r, 0, lane, width));
            let scalar = call.scalar;
            let update = |old: u64| {
                let x = operand(1);
                let how = match intrinsic {
                    Intrinsic::AtomicLoad => return old,
                    Intrinsic::AtomicStore | Intrinsic::AtomicExchange => return x,
                    Intrinsic::AtomicCompareExchange => return if old == x { operand(2) } else { old },
                    Intrinsic::AtomicAdd => Combine::Add,
                    Intrinsic::AtomicSub => Combine::Sub,
                    Intrinsic::AtomicMin => Combine::Min,
                    Intrinsic::AtomicMax => Combine::Max,
                    Intrinsic::AtomicAnd => Combine::And,
                    Intrinsic::AtomicOr => Combine::Or,
                    _ => Combine::Xor,
                };
                combine(how, scalar, old, x)
            };
            let old = if pointer::number(address) >= FIRST_PRIVATE {
                group.private.check(address, lane, u64::from(size), size).map(|at| {
                    let old = to_lane(element, group.private.read(lane, at, size));
                    if writes {
                        group.private.write(lane, at, size, from_lane(element, update(old)));
                    }
                    old
                })
            } else {
                self.shared.check(address, u64::from(size), size, writes).map(|at| {
                    done |= 1 << lane;
                    // SAFETY: the range was just checked, and is aligned for its size.
                    unsafe { apply(at, element, self.concurrent, writes, update) }
                })
            };
            let value = match old {
                Ok(old) => old,
                Err(trouble) => {
                    self.access_fault(group, place, lane, address, u64::from(size), writes, trouble);
                    0
                }
            };
            if let (Some(result), true) = (call.result, reads) {
                frame.put(result, 0, lane, width, value);
            }
        }
        if self.observer.is_some() && done != 0 {
            self.observe_addresses(group, place, call.space, size, &addresses, done, kind);
        }
    }
}

/// Updates memory, atomically if others may be at it; gives the old value.
///
/// Safety: `at` has an element that may be read, and written if `writes`; it is aligned for its size.
unsafe fn apply(at: *mut u8, element: Element, concurrent: bool, writes: bool, update: impl Fn(u64) -> u64) -> u64 {
    macro_rules! with {
        ($atomic:ty, $integer:ty) => {{
            // SAFETY: the caller's promise; all concurrent accesses to such memory are atomic.
            let cell = unsafe { <$atomic>::from_ptr(at.cast()) };
            let new = |old: $integer| from_lane(element, update(to_lane(element, u64::from(old)))) as $integer;
            let old = if !writes {
                cell.load(Ordering::Relaxed)
            } else if concurrent {
                let update = cell.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| Some(new(old)));
                update.unwrap_or_else(|old| old)
            } else {
                let old = cell.load(Ordering::Relaxed);
                cell.store(new(old), Ordering::Relaxed);
                old
            };
            to_lane(element, u64::from(old))
        }};
    }
    match element.size() {
        8 => with!(AtomicU64, u64),
        1 => with!(AtomicU8, u8),
        _ => with!(AtomicU32, u32),
    }
}
