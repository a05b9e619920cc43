//! Loads, stores, copies: fast where the addresses of the lanes have a simple shape, lane by lane where not.
//!
//! Stores of lanes to one address happen in ascending order of the lanes.

#![allow(unsafe_code)]

use super::group::SimdGroup;
use super::group::lanes;
use super::machine::Frame;
use super::machine::Machine;
use super::machine::Place;
use super::memory::Trouble;
use super::observer::AccessKind;
use super::observer::Accesses;
use super::rows::Span;
use crate::bytecode::Access;
use crate::bytecode::Element;
use crate::bytecode::code::FIRST_PRIVATE;
use crate::bytecode::code::pointer;
use crate::numerics::bfloat;
use crate::numerics::half;

/// An index from its register's bits.
#[inline(always)]
pub fn index_value(bits: u64, signed: bool, wide: bool) -> i64 {
    match (wide, signed) {
        (true, true) => bits as i64,
        // Beyond what any allocation has.
        (true, false) => bits.min(1 << 62) as i64,
        (false, true) => i64::from(bits as i32),
        (false, false) => i64::from(bits as u32),
    }
}

/// The bytes of an element as a lane holds it.
#[inline(always)]
pub fn to_lane(element: Element, bits: u64) -> u64 {
    match element {
        Element::Bool => u64::from(if bits & 0xff != 0 { u32::MAX } else { 0 }),
        Element::I8 => u64::from(bits as i8 as u32),
        Element::I16 => u64::from(bits as i16 as u32),
        Element::U8 => bits & 0xff,
        Element::U16 => bits & 0xffff,
        Element::F16 => u64::from(half::to_f32(bits as u16).to_bits()),
        Element::BF16 => u64::from(bfloat::to_f32(bits as u16).to_bits()),
        Element::Word => bits & 0xffff_ffff,
        Element::Double => bits,
    }
}

/// A lane's element as it lies in memory.
#[inline(always)]
pub fn from_lane(element: Element, lane: u64) -> u64 {
    match element {
        Element::Bool => lane & 1,
        Element::F16 => u64::from(half::from_f32(f32::from_bits(lane as u32))),
        Element::BF16 => u64::from(bfloat::from_f32(f32::from_bits(lane as u32))),
        _ => lane,
    }
}

/// Reads an element.
///
/// Safety: `at` has that many bytes.
#[inline(always)]
unsafe fn read(element: Element, at: *const u8) -> u64 {
    // SAFETY: the caller's promise.
    let bits = unsafe {
        match element.size() {
            1 => u64::from(at.read()),
            2 => u64::from(at.cast::<u16>().read_unaligned()),
            4 => u64::from(at.cast::<u32>().read_unaligned()),
            _ => at.cast::<u64>().read_unaligned(),
        }
    };
    to_lane(element, bits)
}

/// Writes an element.
///
/// Safety: `at` has that many bytes that may be written.
#[inline(always)]
unsafe fn write(element: Element, at: *mut u8, lane: u64) {
    let bits = from_lane(element, lane);
    // SAFETY: the caller's promise.
    unsafe {
        match element.size() {
            1 => at.write(bits as u8),
            2 => at.cast::<u16>().write_unaligned(bits as u16),
            4 => at.cast::<u32>().write_unaligned(bits as u32),
            _ => at.cast::<u64>().write_unaligned(bits),
        }
    }
}

/// The span of lanes of a mask that is not full.
///
/// Safety: the row has an element for each lane.
unsafe fn partial_span(row: *const u32, mask: u64, signed: bool) -> Span {
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    for lane in lanes(mask) {
        // SAFETY: the caller's promise.
        let bits = unsafe { row.add(lane as usize).read() };
        let index = if signed { i64::from(bits as i32) } else { i64::from(bits) };
        low = low.min(index);
        high = high.max(index);
    }
    Span { low, high, contiguous: false }
}

impl Machine<'_> {
    /// The address of each active lane.
    pub(super) fn addresses(&self, frame: Frame, access: &Access, mask: u64, out: &mut [u64; 64]) {
        let width = self.code.width;
        for lane in lanes(mask) {
            let base = frame.get(access.pointer, 0, lane, width);
            let mut distance = access.offset;
            if let Some(index) = access.index {
                let bits = frame.get(index.register, 0, lane, width);
                let index_value = index_value(bits, index.signed, index.register.wide);
                distance = distance.wrapping_add(index_value.wrapping_mul(i64::from(index.stride)));
            }
            out[lane as usize] = pointer::add(base, distance);
        }
    }

    /// Reports lanes whose index leaves its array; gives the lanes that stay inside.
    fn check_count(&mut self, group: &SimdGroup, frame: Frame, place: Place<'_>, access: &Access, mask: u64) -> u64 {
        let Some(index) = access.index else { return mask };
        let Some(count) = index.count else { return mask };
        let mut good = mask;
        for lane in lanes(mask) {
            let bits = frame.get(index.register, 0, lane, self.code.width);
            let value = index_value(bits, index.signed, index.register.wide);
            if value < 0 || value >= i64::from(count) {
                good &= !(1 << lane);
                self.index_fault(group, place, lane, value, i64::from(count));
            }
        }
        good
    }

    /// If all lanes reach one shared allocation by one pointer and an index row, and no lane leaves it: where index 0
    /// is, and the indices' span.
    #[inline(always)]
    fn plain(&self, frame: Frame, access: &Access, mask: u64, write: bool) -> Option<(*mut u8, Span)> {
        let index = access.index?;
        if access.pointer.varying || index.register.wide || !index.register.varying || mask == 0 {
            return None;
        }
        let width = self.code.width;
        let address = frame.get(access.pointer, 0, 0, width);
        let region = self.shared.region(pointer::number(address))?;
        let row = frame.0.wrapping_add(index.register.at as usize);
        // SAFETY: verified code's row lies in the frame.
        let span = unsafe {
            if mask == self.full() {
                let find = if index.signed { self.rows.span_signed } else { self.rows.span };
                find(row, width as usize)
            } else {
                partial_span(row, mask, index.signed)
            }
        };
        let stride = i64::from(index.stride);
        let offset = pointer::offset(address).checked_add(access.offset)?;
        let low = span.low * stride + offset;
        let high = span.high * stride + offset + i64::from(access.size);
        let aligned = (offset | stride) & i64::from(access.align - 1) == 0;
        let counted = index.count.is_none_or(|count| span.low >= 0 && span.high < i64::from(count));
        let inside = low >= 0 && high <= region.size as i64;
        if inside && aligned && counted && (!write || region.writable) {
            return Some((region.base.wrapping_offset(offset as isize), span));
        }
        None
    }

    #[inline(always)]
    pub(super) fn load(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, access: &Access) {
        let width = self.code.width;
        let mask = group.mask;
        if !access.value.varying {
            self.load_scalar(group, frame, place, access);
            return;
        }
        if let Some((base, span)) = self.plain(frame, access, mask, false) {
            let Some(index) = access.index else { return };
            let out = frame.0.wrapping_add(access.value.at as usize);
            let row = frame.0.wrapping_add(index.register.at as usize);
            // SAFETY: `plain` has checked all lanes' bytes against the allocation; rows lie in the frame.
            unsafe {
                if span.contiguous && access.element == Element::Word && index.stride == 4 && access.components == 1 {
                    let from = base.wrapping_offset(span.low as isize * 4).cast::<u32>();
                    copy_row(out, from, width as usize);
                } else if access.element == Element::Word
                    && access.components == 1
                    && mask == self.full()
                    && !index.signed
                {
                    (self.rows.gather)(out, row, base, index.stride as usize, width as usize);
                } else {
                    let stride = index.stride as isize;
                    let signed = index.signed;
                    let at = move |lane: usize| {
                        let bits = *row.add(lane);
                        let value = if signed { bits as i32 as isize } else { bits as isize };
                        base.wrapping_offset(value * stride)
                    };
                    gather(access, out, width as usize, mask, self.full(), at);
                }
            }
            if self.observer.is_some() {
                self.observe(group, frame, place, access, mask, AccessKind::Read);
            }
            return;
        }
        if self.load_private(group, frame, access) {
            return;
        }
        self.load_lanes(group, frame, place, access);
    }

    #[inline(never)]
    fn load_scalar(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, access: &Access) {
        let width = self.code.width;
        if group.mask == 0 {
            return;
        }
        let lane = group.mask.trailing_zeros();
        let mut addresses = [0; 64];
        let one = 1 << lane;
        let good = self.check_count(group, frame, place, access, one) != 0;
        self.addresses(frame, access, one, &mut addresses);
        let address = addresses[lane as usize];
        if pointer::number(address) >= FIRST_PRIVATE {
            self.load_lanes(group, frame, place, access);
            return;
        }
        let size = access.element.size();
        let checked = self.shared.check(address, u64::from(access.size), access.align, false);
        match checked {
            Ok(at) if good => {
                for component in 0..u32::from(access.components) {
                    // SAFETY: the range was just checked.
                    let value = unsafe { read(access.element, at.add((component * size) as usize)) };
                    frame.put(access.value, component, 0, width, value);
                }
                if self.observer.is_some() {
                    self.observe(group, frame, place, access, group.mask, AccessKind::Read);
                }
            }
            checked => {
                if good && let Err(trouble) = checked {
                    self.access_fault(group, place, lane, address, u64::from(access.size), false, trouble);
                }
                for component in 0..u32::from(access.components) {
                    frame.put(access.value, component, 0, width, 0);
                }
            }
        }
    }

    /// A local at the same place in all lanes: rows.
    fn private_rows(&self, group: &SimdGroup, frame: Frame, access: &Access) -> Option<u32> {
        if access.pointer.varying || !matches!(access.element, Element::Word) || self.code.width == 1 {
            return None;
        }
        let mut offset = access.offset;
        if let Some(index) = access.index {
            if index.register.varying {
                return None;
            }
            let value =
                index_value(frame.get(index.register, 0, 0, self.code.width), index.signed, index.register.wide);
            if index.count.is_some_and(|count| value < 0 || value >= i64::from(count)) {
                return None;
            }
            offset = offset.wrapping_add(value.wrapping_mul(i64::from(index.stride)));
        }
        let address = pointer::add(frame.get(access.pointer, 0, 0, self.code.width), offset);
        if pointer::number(address) < FIRST_PRIVATE || group.mask == 0 {
            return None;
        }
        let slot = group.private.find(address, group.mask).ok()?;
        let offset = pointer::offset(address);
        let inside = offset >= 0 && offset as u64 + u64::from(access.size) <= u64::from(slot.size);
        (inside && offset % 4 == 0).then_some(slot.word + (offset / 4) as u32)
    }

    fn load_private(&mut self, group: &SimdGroup, frame: Frame, access: &Access) -> bool {
        let Some(word) = self.private_rows(group, frame, access) else { return false };
        let count = self.code.width as usize * usize::from(access.components);
        let Some(rows) = group.private.rows(word).get(..count) else { return false };
        let out = frame.0.wrapping_add(access.value.at as usize);
        // SAFETY: verified code's register has `components` rows.
        unsafe { std::ptr::copy_nonoverlapping(rows.as_ptr(), out, count) };
        true
    }

    fn store_private(&mut self, group: &mut SimdGroup, frame: Frame, access: &Access) -> bool {
        let Some(word) = self.private_rows(group, frame, access) else { return false };
        let width = self.code.width as usize;
        let count = width * usize::from(access.components);
        let mask = group.mask;
        let full = self.full();
        let Some(rows) = group.private.rows_mut(word).get_mut(..count) else { return false };
        let from = frame.0.wrapping_add(access.value.at as usize);
        // SAFETY: verified code's register has `components` rows.
        let from = unsafe { std::slice::from_raw_parts(from, count) };
        if mask == full {
            rows.copy_from_slice(from);
        } else {
            for (index, (to, from)) in rows.iter_mut().zip(from).enumerate() {
                if mask >> (index % width) & 1 != 0 {
                    *to = *from;
                }
            }
        }
        true
    }

    #[inline(never)]
    fn load_lanes(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, access: &Access) {
        let width = self.code.width;
        let size = access.element.size();
        let mut addresses = [0; 64];
        self.addresses(frame, access, group.mask, &mut addresses);
        let good = self.check_count(group, frame, place, access, group.mask);
        let mut done = 0u64;
        for lane in lanes(group.mask) {
            let address = addresses[lane as usize];
            let mut fault = (good >> lane & 1 == 0).then_some(None);
            if fault.is_none() {
                if pointer::number(address) >= FIRST_PRIVATE {
                    match group.private.check(address, lane, u64::from(access.size), access.align) {
                        Ok(at) => {
                            for component in 0..u32::from(access.components) {
                                let bits = group.private.read(lane, at + u64::from(component * size), size);
                                frame.put(access.value, component, lane, width, to_lane(access.element, bits));
                            }
                        }
                        Err(trouble) => fault = Some(Some(trouble)),
                    }
                } else {
                    match self.shared.check(address, u64::from(access.size), access.align, false) {
                        Ok(at) => {
                            for component in 0..u32::from(access.components) {
                                // SAFETY: the range was just checked.
                                let value = unsafe { read(access.element, at.add((component * size) as usize)) };
                                frame.put(access.value, component, lane, width, value);
                            }
                            done |= 1 << lane;
                        }
                        Err(trouble) => fault = Some(Some(trouble)),
                    }
                }
            }
            if let Some(trouble) = fault {
                if let Some(trouble) = trouble {
                    self.access_fault(group, place, lane, address, u64::from(access.size), false, trouble);
                }
                for component in 0..u32::from(access.components) {
                    frame.put(access.value, component, lane, width, 0);
                }
            }
        }
        if self.observer.is_some() && done != 0 {
            self.observe(group, frame, place, access, done, AccessKind::Read);
        }
    }

    #[inline(always)]
    pub(super) fn store(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, access: &Access) {
        let width = self.code.width;
        let mask = group.mask;
        if access.value.varying
            && let Some((base, span)) = self.plain(frame, access, mask, true)
        {
            let Some(index) = access.index else { return };
            let from = frame.0.wrapping_add(access.value.at as usize);
            let row = frame.0.wrapping_add(index.register.at as usize);
            // SAFETY: `plain` has checked all lanes' bytes against the allocation; rows lie in the frame.
            unsafe {
                if span.contiguous && access.element == Element::Word && index.stride == 4 && access.components == 1 {
                    let to = base.wrapping_offset(span.low as isize * 4).cast::<u32>();
                    copy_row(to, from, width as usize);
                } else {
                    let stride = index.stride as isize;
                    let signed = index.signed;
                    let at = move |lane: usize| {
                        let bits = *row.add(lane);
                        let value = if signed { bits as i32 as isize } else { bits as isize };
                        base.wrapping_offset(value * stride)
                    };
                    scatter(access, from, width as usize, mask, at);
                }
            }
            if self.observer.is_some() {
                self.observe(group, frame, place, access, mask, AccessKind::Write);
            }
            return;
        }
        if access.value.varying && self.store_private(group, frame, access) {
            return;
        }
        self.store_lanes(group, frame, place, access);
    }

    #[inline(never)]
    fn store_lanes(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, access: &Access) {
        let width = self.code.width;
        let size = access.element.size();
        let scalar = !access.value.varying && self.code.width > 1;
        // All lanes write one value to one place: one write will do, and one report.
        let mask = if scalar { group.mask & group.mask.wrapping_neg() } else { group.mask };
        let mut addresses = [0; 64];
        self.addresses(frame, access, mask, &mut addresses);
        let good = self.check_count(group, frame, place, access, mask);
        let mut done = 0u64;
        for lane in lanes(good) {
            let address = addresses[lane as usize];
            if pointer::number(address) >= FIRST_PRIVATE {
                match group.private.check(address, lane, u64::from(access.size), access.align) {
                    Ok(at) => {
                        for component in 0..u32::from(access.components) {
                            let value = from_lane(access.element, frame.get(access.value, component, lane, width));
                            group.private.write(lane, at + u64::from(component * size), size, value);
                        }
                    }
                    Err(trouble) => {
                        self.access_fault(group, place, lane, address, u64::from(access.size), true, trouble);
                    }
                }
                continue;
            }
            match self.shared.check(address, u64::from(access.size), access.align, true) {
                Ok(at) => {
                    for component in 0..u32::from(access.components) {
                        let value = frame.get(access.value, component, lane, width);
                        // SAFETY: the range was just checked.
                        unsafe { write(access.element, at.add((component * size) as usize), value) };
                    }
                    done |= 1 << lane;
                }
                Err(trouble) => {
                    self.access_fault(group, place, lane, address, u64::from(access.size), true, trouble);
                }
            }
        }
        if self.observer.is_some() && done != 0 {
            let done = if scalar { group.mask } else { done };
            self.observe(group, frame, place, access, done, AccessKind::Write);
        }
    }

    /// Reads bytes of any space for one lane; reports what is wrong.
    fn read_bytes(
        &mut self,
        group: &SimdGroup,
        place: Place<'_>,
        lane: u32,
        address: u64,
        align: u32,
        out: &mut [u8],
    ) -> bool {
        let size = out.len() as u64;
        let result = if pointer::number(address) >= FIRST_PRIVATE {
            group.private.check(address, lane, size, align).map(|at| {
                for (i, byte) in out.iter_mut().enumerate() {
                    *byte = group.private.read(lane, at + i as u64, 1) as u8;
                }
            })
        } else {
            self.shared.check(address, size, align, false).map(|at| {
                // SAFETY: the range was just checked, and `out` is memory of our own.
                unsafe { std::ptr::copy_nonoverlapping(at, out.as_mut_ptr(), out.len()) };
            })
        };
        if let Err(trouble) = result {
            self.access_fault(group, place, lane, address, size, false, trouble);
        }
        result.is_ok()
    }

    /// Writes bytes of any space for one lane; reports what is wrong.
    fn write_bytes(
        &mut self,
        group: &mut SimdGroup,
        place: Place<'_>,
        lane: u32,
        address: u64,
        align: u32,
        bytes: &[u8],
    ) -> bool {
        let size = bytes.len() as u64;
        let result: Result<(), Trouble> = if pointer::number(address) >= FIRST_PRIVATE {
            group.private.check(address, lane, size, align).map(|at| {
                for (i, chunk) in bytes.chunks(4).enumerate() {
                    let mut word = [0; 4];
                    word[..chunk.len()].copy_from_slice(chunk);
                    let value = u64::from(u32::from_le_bytes(word));
                    group.private.write(lane, at + i as u64 * 4, chunk.len() as u32, value);
                }
            })
        } else {
            self.shared.check(address, size, align, true).map(|at| {
                // SAFETY: the range was just checked, and `bytes` is memory of our own.
                unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), at, bytes.len()) };
            })
        };
        if let Err(trouble) = result {
            self.access_fault(group, place, lane, address, size, true, trouble);
        }
        result.is_ok()
    }

    pub(super) fn copy_memory(
        &mut self,
        group: &mut SimdGroup,
        frame: Frame,
        place: Place<'_>,
        to: &Access,
        from: &Access,
    ) {
        let mut targets = [0; 64];
        let mut sources = [0; 64];
        self.addresses(frame, to, group.mask, &mut targets);
        self.addresses(frame, from, group.mask, &mut sources);
        let good = self.check_count(group, frame, place, to, group.mask);
        let good = self.check_count(group, frame, place, from, good);
        let mut bytes = vec![0; from.size as usize];
        let (mut read, mut written) = (0u64, 0u64);
        for lane in lanes(good) {
            if self.read_bytes(group, place, lane, sources[lane as usize], from.align, &mut bytes) {
                read |= 1 << lane;
            } else {
                bytes.fill(0);
            }
            if self.write_bytes(group, place, lane, targets[lane as usize], to.align, &bytes) {
                written |= 1 << lane;
            }
        }
        if self.observer.is_some() {
            self.observe(group, frame, place, from, read, AccessKind::Read);
            self.observe(group, frame, place, to, written, AccessKind::Write);
        }
    }

    pub(super) fn zero_memory(&mut self, group: &mut SimdGroup, frame: Frame, place: Place<'_>, access: &Access) {
        let mut targets = [0; 64];
        self.addresses(frame, access, group.mask, &mut targets);
        let bytes = vec![0; access.size as usize];
        let mut written = 0u64;
        for lane in lanes(self.check_count(group, frame, place, access, group.mask)) {
            if self.write_bytes(group, place, lane, targets[lane as usize], access.align, &bytes) {
                written |= 1 << lane;
            }
        }
        if self.observer.is_some() {
            self.observe(group, frame, place, access, written, AccessKind::Write);
        }
    }

    /// Shows accesses to the observer; private memory is nobody else's business, but shown too.
    #[inline(never)]
    pub(super) fn observe(
        &mut self,
        group: &SimdGroup,
        frame: Frame,
        place: Place<'_>,
        access: &Access,
        mask: u64,
        kind: AccessKind,
    ) {
        let mut addresses = [0; 64];
        self.addresses(frame, access, mask, &mut addresses);
        self.observe_addresses(group, place, access.space, access.size, &addresses, mask, kind);
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn observe_addresses(
        &mut self,
        group: &SimdGroup,
        place: Place<'_>,
        space: crate::msl::AddressSpace,
        size: u32,
        addresses: &[u64; 64],
        mask: u64,
        kind: AccessKind,
    ) {
        let named = self.observed_group(group);
        let (geometry, width, index) = (self.geometry, self.code.width, group.index);
        let mut found = Vec::new();
        if let Some(observer) = &mut self.observer {
            let accesses = Accesses {
                kind,
                space,
                lanes: mask,
                addresses: &addresses[..width as usize],
                size,
                origin: place.origin(),
                group: named,
            };
            let position = |lane| super::machine::thread_position(&geometry, index, lane, width);
            observer.access(&accesses, &position, &mut found);
        }
        for mut diagnostic in found {
            self.add_backtrace(&mut diagnostic, group, place);
            self.findings.add(diagnostic);
        }
    }
}

/// Safety: both rows have `count` words and don't overlap.
#[inline(always)]
unsafe fn copy_row(to: *mut u32, from: *const u32, count: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        if count == 32 {
            std::ptr::copy_nonoverlapping(from, to, 32);
        } else {
            std::ptr::copy_nonoverlapping(from, to, count);
        }
    }
}

/// Reads the components of each lane into rows.
///
/// Safety: `at` gives readable addresses for lanes of the mask; `out` has the rows.
#[inline(always)]
unsafe fn gather(access: &Access, out: *mut u32, width: usize, mask: u64, full: u64, at: impl Fn(usize) -> *mut u8) {
    macro_rules! each {
        ($element:expr, $store:expr) => {{
            let size = $element.size() as usize;
            for component in 0..usize::from(access.components) {
                let row = component * width;
                if mask == full {
                    for lane in 0..width {
                        // SAFETY: the caller's promise.
                        unsafe { $store(row + lane, read($element, at(lane).add(component * size))) };
                    }
                } else {
                    for lane in lanes(mask) {
                        // SAFETY: the caller's promise.
                        unsafe { $store(row + lane as usize, read($element, at(lane as usize).add(component * size))) };
                    }
                }
            }
        }};
    }
    // SAFETY: the caller's promise about the rows.
    let narrow = |index: usize, value: u64| unsafe { *out.add(index) = value as u32 };
    // SAFETY: as above.
    let wide = |index: usize, value: u64| unsafe { out.cast::<u64>().add(index).write_unaligned(value) };
    match access.element {
        Element::Word => each!(Element::Word, narrow),
        Element::Double => each!(Element::Double, wide),
        Element::U8 => each!(Element::U8, narrow),
        Element::U16 => each!(Element::U16, narrow),
        Element::F16 => each!(Element::F16, narrow),
        element => each!(element, narrow),
    }
}

/// Writes the components of each lane from rows, lane by lane.
///
/// Safety: `at` gives writable addresses for lanes of the mask; `from` has the rows.
#[inline(always)]
unsafe fn scatter(access: &Access, from: *const u32, width: usize, mask: u64, at: impl Fn(usize) -> *mut u8) {
    macro_rules! each {
        ($element:expr, $load:expr) => {{
            let size = $element.size() as usize;
            for lane in lanes(mask) {
                let lane = lane as usize;
                let at = at(lane);
                for component in 0..usize::from(access.components) {
                    // SAFETY: the caller's promise.
                    unsafe { write($element, at.add(component * size), $load(component * width + lane)) };
                }
            }
        }};
    }
    // SAFETY: the caller's promise about the rows.
    let narrow = |index: usize| u64::from(unsafe { *from.add(index) });
    // SAFETY: as above.
    let wide = |index: usize| unsafe { from.cast::<u64>().add(index).read_unaligned() };
    match access.element {
        Element::Word => each!(Element::Word, narrow),
        Element::Double => each!(Element::Double, wide),
        Element::U8 => each!(Element::U8, narrow),
        element => each!(element, narrow),
    }
}
