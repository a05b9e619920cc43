//! Promotion: locals whose address is only used to access them become register variables, aggregates in parts.
//!
//! A local is promoted if every use of its address is a load, a store, a copy or a zeroing at a distance known now.
//! [`super::slots`] divides it. A copy between promoted locals moves variables; one between a local and memory becomes
//! loads or stores, and what nobody reads is not loaded. `Begin` makes the variables undefined, so that reading them
//! too early stays a finding.
//!
//! A local that may be accessed before its `Begin` or behind its `End` stays in memory, where engines report that.
//!
//! What is lost: padding inside a struct is not copied (its bytes mean nothing in MSL).

use super::bits::Bits;
use super::dce::ends_control;
use super::slots;
use super::slots::Accesses;
use super::slots::Slot;
use super::slots::component;
use super::slots::component_size;
use crate::ir::Block;
use crate::ir::Constant;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Local;
use crate::ir::LocalId;
use crate::ir::Module;
use crate::ir::Origin;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::TypeLayout;
use crate::ir::Value;
use crate::ir::Values;
use crate::ir::Var;
use crate::ir::VarId;
use crate::msl::Scalar;
use smallvec::SmallVec;

/// Locals larger than this stay in memory.
const MAX_SIZE: u32 = 2048;

/// Rounds in which accesses travel along copies.
const MAX_ROUNDS: usize = 16;

/// Promotes locals in all functions of a module.
pub fn run(module: &mut Module) {
    let Module { functions, layouts, .. } = module;
    for each in functions {
        function(each, layouts);
    }
}

/// Promotes the locals of a function; whether there were any.
pub fn function(function: &mut Function, layouts: &[TypeLayout]) -> bool {
    let Some(body) = function.body.take() else { return false };
    if function.locals.is_empty() {
        function.body = Some(body);
        return false;
    }
    let mut survey = Survey::new(function);
    survey.body(&body);
    let homes = survey.divide(layouts);
    let addresses = survey.addresses;
    if homes.iter().all(Option::is_none) {
        function.body = Some(body);
        return false;
    }
    let mut homes_with_vars = Vec::with_capacity(homes.len());
    for (index, home) in homes.into_iter().enumerate() {
        homes_with_vars.push(home.map(|slots| {
            let local = function.locals[index].clone();
            let var = |slot: Slot| {
                let var = Var { name: local.name.clone(), ty: slot.ty, origin: local.origin };
                (slot, function.add_var(var))
            };
            slots.into_iter().map(var).collect::<Vec<_>>()
        }));
    }
    let forward = vec![None; function.insts.len()];
    let mut rewriter = Rewriter { function, addresses, homes: homes_with_vars, forward, out: Vec::new() };
    let body = rewriter.block(body);
    function.body = Some(body);
    true
}

/// A place in a local.
type Place = (LocalId, u32);

/// The place a pointer value names, if it is certain.
fn place_of(function: &Function, addresses: &[Option<(LocalId, i64)>], pointer: Value, size: u32) -> Option<Place> {
    let (local, offset) = addresses.get(pointer.index()).copied().flatten()?;
    let offset = u32::try_from(offset).ok()?;
    let end = offset.checked_add(size)?;
    (end <= function.locals[local.index()].size).then_some((local, offset))
}

/// A copy with at least one end in a local.
struct CopyBetween {
    to: Option<Place>,
    from: Option<Place>,
    size: u32,
}

/// How the locals of a function are used.
struct Survey<'f> {
    function: &'f Function,
    /// Per value: the local it points into.
    addresses: Vec<Option<(LocalId, i64)>>,
    /// Per local: its address is used for something else.
    escapes: Vec<bool>,
    accesses: Vec<Accesses>,
    /// Per local: ranges that are read, (start, end).
    reads: Vec<indexmap::IndexSet<(u32, u32)>>,
    copies: Vec<CopyBetween>,
    /// Locals that may not be alive here.
    dead: Bits,
}

impl<'f> Survey<'f> {
    fn new(function: &'f Function) -> Self {
        let count = function.locals.len();
        Self {
            function,
            addresses: vec![None; function.insts.len()],
            escapes: function.locals.iter().map(|local| local.size > MAX_SIZE).collect(),
            accesses: vec![Accesses::new(); count],
            reads: vec![indexmap::IndexSet::new(); count],
            copies: Vec::new(),
            dead: Bits::new(count),
        }
    }

    fn body(&mut self, body: &Block) {
        body.for_each_inst(&mut |value| {
            if let Inst::Begin(local) = self.function.inst(value) {
                self.dead.insert(local.index());
            }
        });
        self.block(body);
    }

    fn block(&mut self, block: &Block) {
        for statement in &block.0 {
            if let Some(value) = statement.kind.used_value() {
                self.escape(value);
            }
            match &statement.kind {
                StatementKind::Inst(value) => self.inst(*value),
                StatementKind::If { then_block, else_block, .. } => {
                    let before = self.dead.clone();
                    self.block(then_block);
                    let behind_then = std::mem::replace(&mut self.dead, before);
                    self.block(else_block);
                    if ends_control(else_block) {
                        self.dead = behind_then;
                    } else if !ends_control(then_block) {
                        self.dead.union(&behind_then);
                    }
                }
                StatementKind::Loop { body, step } => {
                    for block in [body, step] {
                        block.for_each_inst(&mut |value| {
                            if let Inst::End(local) = self.function.inst(value) {
                                self.dead.insert(local.index());
                            }
                        });
                    }
                    let before = self.dead.clone();
                    self.block(body);
                    self.dead = before.clone();
                    self.block(step);
                    self.dead = before;
                }
                StatementKind::Switch { cases, .. } => {
                    let before = self.dead.clone();
                    let mut behind = before.clone();
                    for case in cases {
                        self.dead.union(&before);
                        self.block(&case.body);
                        behind.union(&self.dead);
                    }
                    self.dead = behind;
                }
                StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) => {}
            }
        }
    }

    fn escape(&mut self, value: Value) {
        if let Some((local, _)) = self.addresses[value.index()] {
            self.escapes[local.index()] = true;
        }
    }

    /// The place a pointer names, if it is certain and alive.
    fn place(&self, pointer: Value, size: u32) -> Option<Place> {
        place_of(self.function, &self.addresses, pointer, size).filter(|(local, _)| !self.dead.contains(local.index()))
    }

    /// A typed access, or an escape if it does not lie in the local.
    fn access(&mut self, pointer: Value, ty: Type, is_read: bool) {
        match self.place(pointer, ty.size()) {
            Some((local, offset)) => {
                self.accesses[local.index()].insert((offset, ty));
                if is_read {
                    self.reads[local.index()].insert((offset, offset + ty.size()));
                }
            }
            None => self.escape(pointer),
        }
    }

    fn inst(&mut self, value: Value) {
        let function = self.function;
        match function.inst(value) {
            Inst::Local(local) => self.addresses[value.index()] = Some((*local, 0)),
            Inst::Offset { pointer, bytes, .. } => {
                let base = self.addresses[pointer.index()];
                self.addresses[value.index()] = base.and_then(|(local, at)| Some((local, at.checked_add(*bytes)?)));
                if base.is_some() && self.addresses[value.index()].is_none() {
                    self.escape(*pointer);
                }
            }
            Inst::Index { pointer, index, stride, count } => {
                if let Some((local, at)) = self.addresses[pointer.index()] {
                    let distance = constant_index(function, *index)
                        .filter(|index| count.is_none_or(|count| (0..i64::from(count)).contains(index)))
                        .and_then(|index| index.checked_mul(i64::from(*stride)))
                        .and_then(|distance| at.checked_add(distance));
                    match distance {
                        Some(at) => self.addresses[value.index()] = Some((local, at)),
                        None => self.escape(*pointer),
                    }
                }
                self.escape(*index);
            }
            Inst::Bitcast(pointer) if matches!(function.ty(value), Type::Pointer(_)) => {
                self.addresses[value.index()] = self.addresses[pointer.index()];
            }
            Inst::Load { pointer, .. } => self.access(*pointer, function.ty(value), true),
            Inst::Store { pointer, value: stored, .. } => {
                self.escape(*stored);
                self.access(*pointer, function.ty(*stored), false);
            }
            Inst::Copy { to, from, size, .. } => {
                let (to_place, from_place) = (self.place(*to, *size), self.place(*from, *size));
                if to_place.is_none() {
                    self.escape(*to);
                }
                if from_place.is_none() {
                    self.escape(*from);
                }
                if to_place.is_some() || from_place.is_some() {
                    self.copies.push(CopyBetween { to: to_place, from: from_place, size: *size });
                }
            }
            Inst::Zero { pointer, size, .. } => {
                if self.place(*pointer, *size).is_none() {
                    self.escape(*pointer);
                }
            }
            Inst::Begin(local) => self.dead.remove(local.index()),
            Inst::End(local) => {
                self.dead.insert(local.index());
            }
            inst => inst.for_each_operand(|operand| {
                if let Some((local, _)) = self.addresses[operand.index()] {
                    self.escapes[local.index()] = true;
                }
            }),
        }
    }

    fn in_reach(&self, place: Option<Place>) -> Option<Place> {
        place.filter(|(local, _)| !self.escapes[local.index()])
    }

    /// Per local: its slots, if it can be promoted; slots that nobody reads are left out.
    fn divide(&mut self, layouts: &[TypeLayout]) -> Vec<Option<Vec<Slot>>> {
        self.copied_wholes();
        self.add_parts(|declared, accesses| match declared.layout {
            Some(layout) => slots::add_leaves(layouts, layout, 0, declared.size, accesses),
            None => Some(()),
        });
        // What the other end of a copy says of the bytes in between comes before a guess.
        self.spread_all();
        self.add_parts(|declared, accesses| match declared.layout {
            Some(_) => Some(()),
            None => fill_gaps(declared.size, accesses),
        });
        let mut divisions = vec![None; self.escapes.len()];
        let mut is_settled = false;
        while !is_settled {
            self.spread_all();
            is_settled = true;
            for (local, division) in divisions.iter_mut().enumerate() {
                *division = if self.escapes[local] { None } else { slots::divide(&self.accesses[local]) };
                if division.is_none() && !self.escapes[local] {
                    // It stays in memory: what is copied there from others is read, so all is to be done again.
                    self.escapes[local] = true;
                    is_settled = false;
                }
            }
        }
        for (division, reads) in divisions.iter_mut().zip(&self.reads) {
            if let Some(slots) = division {
                let is_read = |slot: &Slot| reads.iter().any(|(start, end)| *start < slot.end() && slot.offset < *end);
                slots.retain(is_read);
            }
        }
        divisions
    }

    fn spread_all(&mut self) {
        for _ in 0..MAX_ROUNDS {
            if !self.spread() {
                return;
            }
        }
        for copy in &self.copies {
            for (local, _) in [copy.to, copy.from].into_iter().flatten() {
                self.escapes[local.index()] = true;
            }
        }
    }

    /// What is copied to memory is read.
    fn copied_wholes(&mut self) {
        for at in 0..self.copies.len() {
            let CopyBetween { to, from, size } = self.copies[at];
            if let Some((local, start)) = from
                && self.in_reach(to).is_none()
            {
                self.reads[local.index()].insert((start, start + size));
            }
        }
    }

    /// Adds accesses for the parts of locals that are copied; a local whose parts aren't known stays in memory.
    fn add_parts(&mut self, add: impl Fn(&Local, &mut Accesses) -> Option<()>) {
        for at in 0..self.copies.len() {
            for (local, _) in [self.copies[at].to, self.copies[at].from].into_iter().flatten() {
                let local = local.index();
                if !self.escapes[local] && add(&self.function.locals[local], &mut self.accesses[local]).is_none() {
                    self.escapes[local] = true;
                }
            }
        }
    }

    /// Carries accesses and reads over copies, once; whether anything is new.
    fn spread(&mut self) -> bool {
        let mut is_new = false;
        for at in 0..self.copies.len() {
            let CopyBetween { to, from, size } = self.copies[at];
            // A local that has escaped meanwhile is memory: what is copied there is read.
            let (to, from) = (self.in_reach(to), self.in_reach(from));
            let (Some((to, to_start)), Some((from, from_start))) = (to, from) else {
                if let (None, Some((from, start))) = (to, from) {
                    is_new |= self.reads[from.index()].insert((start, start + size));
                }
                continue;
            };
            for (source, start, target, target_start) in
                [(to, to_start, from, from_start), (from, from_start, to, to_start)]
            {
                for (offset, ty) in pieces(&self.accesses[source.index()], start, start + size) {
                    is_new |= self.accesses[target.index()].insert((offset - start + target_start, ty));
                }
            }
            let read: SmallVec<[(u32, u32); 16]> = self.reads[to.index()].iter().copied().collect();
            for (start, end) in read {
                let (start, end) = (start.max(to_start), end.min(to_start + size));
                if start < end {
                    let moved = (start - to_start + from_start, end - to_start + from_start);
                    is_new |= self.reads[from.index()].insert(moved);
                }
            }
        }
        is_new
    }
}

/// A literal index.
fn constant_index(function: &Function, index: Value) -> Option<i64> {
    match function.inst(index) {
        Inst::Constant(constant) => {
            let bits = *constant.bits.first()?;
            if constant.scalar == Scalar::U64 { i64::try_from(bits).ok() } else { Some(bits as i64) }
        }
        _ => None,
    }
}

/// Accesses in a range; of those that stick out, the components inside.
fn pieces(accesses: &Accesses, start: u32, end: u32) -> Vec<(u32, Type)> {
    let mut pieces = Vec::new();
    for (offset, ty) in accesses {
        if start <= *offset && offset + ty.size() <= end {
            pieces.push((*offset, *ty));
        } else if *offset < end && start < offset + ty.size() {
            let size = component_size(*ty);
            let inside = |at: &u32| start <= *at && at + size <= end;
            let parts = (0..u32::from(ty.lanes())).map(|part| offset + part * size).filter(inside);
            pieces.extend(parts.map(|at| (at, component(*ty))));
        }
    }
    pieces
}

/// Accesses for the bytes of a local without a source type that no access covers.
fn fill_gaps(size: u32, accesses: &mut Accesses) -> Option<()> {
    let mut covered: Vec<_> = accesses.iter().map(|(offset, ty)| (*offset, offset + ty.size())).collect();
    covered.push((size, size));
    covered.sort_unstable();
    let mut at = 0;
    for (start, end) in covered {
        while at < start {
            let word = at % 4 == 0 && at + 4 <= start;
            let ty = if word { Type::U32 } else { Type::Scalar(Scalar::U8) };
            accesses.insert((at, ty));
            at += ty.size();
        }
        at = at.max(end);
        if accesses.len() > 512 {
            return None;
        }
    }
    Some(())
}

struct Rewriter<'f> {
    function: &'f mut Function,
    addresses: Vec<Option<(LocalId, i64)>>,
    homes: Vec<Option<Vec<(Slot, VarId)>>>,
    /// What stands for a load.
    forward: Vec<Option<Value>>,
    out: Vec<Statement>,
}

impl Rewriter<'_> {
    fn block(&mut self, block: Block) -> Block {
        let outer = std::mem::take(&mut self.out);
        for mut statement in block.0 {
            match &mut statement.kind {
                StatementKind::Inst(value) => {
                    let value = *value;
                    let mut inst = std::mem::replace(&mut self.function.insts[value.index()].inst, Inst::Undef);
                    let forward = &self.forward;
                    inst.for_each_operand_mut(|operand| {
                        if let Some(Some(other)) = forward.get(operand.index()) {
                            *operand = *other;
                        }
                    });
                    self.function.insts[value.index()].inst = inst;
                    if self.inst(value, statement.origin) {
                        continue;
                    }
                }
                kind => {
                    let forward = &self.forward;
                    kind.for_each_use_mut(|value| {
                        if let Some(Some(other)) = forward.get(value.index()) {
                            *value = *other;
                        }
                    });
                    kind.for_each_block_mut(|block| *block = self.block(std::mem::take(block)));
                }
            }
            self.out.push(statement);
        }
        Block(std::mem::replace(&mut self.out, outer))
    }

    /// A place in a promoted local.
    fn promoted(&self, pointer: Value, size: u32) -> Option<Place> {
        let (local, offset) = place_of(self.function, &self.addresses, pointer, size)?;
        self.homes[local.index()].is_some().then_some((local, offset))
    }

    /// The slots of a local, from the first that ends behind `start` to the last that begins before `end`.
    fn slots(&self, local: LocalId, start: u32, end: u32) -> SmallVec<[(Slot, VarId); 8]> {
        let slots = self.homes[local.index()].as_deref().unwrap_or_default();
        let first = slots.partition_point(|(slot, _)| slot.end() <= start);
        slots[first..].iter().take_while(|(slot, _)| slot.offset < end).copied().collect()
    }

    fn emit(&mut self, inst: Inst, ty: Type, origin: Origin) -> Value {
        let value = self.function.push(inst, ty, origin);
        self.out.push(Statement { kind: StatementKind::Inst(value), origin });
        value
    }

    fn zero(&mut self, ty: Type, origin: Origin) -> Value {
        let inst = Constant::zero(ty).map_or(Inst::Null, Inst::Constant);
        self.emit(inst, ty, origin)
    }

    /// The same bits as another type.
    fn cast(&mut self, value: Value, ty: Type, origin: Origin) -> Value {
        if self.function.ty(value) == ty { value } else { self.emit(Inst::Bitcast(value), ty, origin) }
    }

    fn component_of(&mut self, value: Value, number: u8, origin: Origin) -> Value {
        match self.function.ty(value) {
            ty @ Type::Vector(..) => self.emit(Inst::Extract(value, number), component(ty), origin),
            _ => value,
        }
    }

    /// What a promoted local holds at an offset.
    fn read(&mut self, local: LocalId, offset: u32, ty: Type, origin: Origin) -> Value {
        let found = self.slots(local, offset, offset + ty.size());
        if let [(slot, var)] = found[..]
            && slot.offset <= offset
            && offset + ty.size() <= slot.end()
        {
            let whole = self.emit(Inst::Get(var), slot.ty, origin);
            if slot.ty.size() == ty.size() {
                return self.cast(whole, ty, origin);
            }
            let first = ((offset - slot.offset) / component_size(slot.ty)) as u8;
            let (inst, part) = match ty {
                Type::Vector(_, lanes) => {
                    let scalar = slot.ty.scalar().unwrap_or(Scalar::Bool);
                    (Inst::Shuffle(whole, (first..first + lanes).collect()), Type::of(scalar, lanes))
                }
                _ => (Inst::Extract(whole, first), component(slot.ty)),
            };
            let part = self.emit(inst, part, origin);
            return self.cast(part, ty, origin);
        }
        let Type::Vector(_, lanes) = ty else {
            // No slot: nobody writes there.
            return self.emit(Inst::Undef, ty, origin);
        };
        let part = component(ty);
        let parts: Values =
            (0..u32::from(lanes)).map(|number| self.read(local, offset + number * part.size(), part, origin)).collect();
        self.emit(Inst::Construct(parts), ty, origin)
    }

    /// Makes a promoted local hold a value at an offset.
    fn write(&mut self, local: LocalId, offset: u32, value: Value, origin: Origin) {
        let ty = self.function.ty(value);
        let end = offset + ty.size();
        for (slot, var) in self.slots(local, offset, end) {
            if slot.offset == offset && slot.end() == end {
                let value = self.cast(value, slot.ty, origin);
                self.emit(Inst::Set(var, value), Type::Void, origin);
                continue;
            }
            let size = component_size(slot.ty);
            let part = component(slot.ty);
            let mut whole = None;
            for number in 0..slot.ty.lanes() {
                let at = slot.offset + u32::from(number) * size;
                if at < offset || at + size > end {
                    continue;
                }
                let new = self.component_of(value, ((at - offset) / size) as u8, origin);
                let new = self.cast(new, part, origin);
                whole = Some(if matches!(slot.ty, Type::Vector(..)) {
                    let old = match whole {
                        Some(old) => old,
                        None => self.emit(Inst::Get(var), slot.ty, origin),
                    };
                    self.emit(Inst::Insert(old, number, new), slot.ty, origin)
                } else {
                    new
                });
            }
            if let Some(whole) = whole {
                self.emit(Inst::Set(var, whole), Type::Void, origin);
            }
        }
    }

    /// Rewrites an instruction; `false` if it stays as it is.
    fn inst(&mut self, value: Value, origin: Origin) -> bool {
        match self.function.inst(value).clone() {
            Inst::Begin(local) => {
                let Some(slots) = self.homes[local.index()].clone() else { return false };
                for (slot, var) in slots {
                    let undef = self.emit(Inst::Undef, slot.ty, origin);
                    self.emit(Inst::Set(var, undef), Type::Void, origin);
                }
                true
            }
            Inst::End(local) => self.homes[local.index()].is_some(),
            Inst::Load { pointer, .. } => {
                let ty = self.function.ty(value);
                let Some((local, offset)) = self.promoted(pointer, ty.size()) else { return false };
                let loaded = self.read(local, offset, ty, origin);
                self.forward[value.index()] = Some(loaded);
                true
            }
            Inst::Store { pointer, value: stored, .. } => {
                let size = self.function.ty(stored).size();
                let Some((local, offset)) = self.promoted(pointer, size) else { return false };
                self.write(local, offset, stored, origin);
                true
            }
            Inst::Zero { pointer, size, .. } => {
                let Some((local, offset)) = self.promoted(pointer, size) else { return false };
                for (at, ty) in self.ranges(local, offset, offset + size) {
                    let zero = self.zero(ty, origin);
                    self.write(local, at, zero, origin);
                }
                true
            }
            Inst::Copy { to, from, size, align } => {
                match (self.promoted(to, size), self.promoted(from, size)) {
                    (Some((to, to_start)), Some((from, from_start))) => {
                        let ranges = self.ranges(to, to_start, to_start + size);
                        let values: Vec<_> = ranges
                            .iter()
                            .map(|(at, ty)| self.read(from, at - to_start + from_start, *ty, origin))
                            .collect();
                        for ((at, _), value) in ranges.into_iter().zip(values) {
                            self.write(to, at, value, origin);
                        }
                    }
                    (Some((local, start)), None) => {
                        for (at, ty) in self.ranges(local, start, start + size) {
                            let (pointer, align) = self.beyond(from, at - start, align, origin);
                            let value = self.emit(Inst::Load { pointer, align }, ty, origin);
                            self.write(local, at, value, origin);
                        }
                    }
                    (None, Some((local, start))) => {
                        for (at, ty) in self.ranges(local, start, start + size) {
                            let value = self.read(local, at, ty, origin);
                            let (pointer, align) = self.beyond(to, at - start, align, origin);
                            self.emit(Inst::Store { pointer, value, align }, Type::Void, origin);
                        }
                    }
                    (None, None) => return false,
                }
                true
            }
            _ => false,
        }
    }

    /// What to move for a range of a promoted local: whole slots, and components of those that stick out.
    fn ranges(&self, local: LocalId, start: u32, end: u32) -> Vec<(u32, Type)> {
        let mut ranges = Vec::new();
        for (slot, _) in self.slots(local, start, end) {
            if slot.lies_in(start, end) {
                ranges.push((slot.offset, slot.ty));
                continue;
            }
            let size = component_size(slot.ty);
            for number in 0..u32::from(slot.ty.lanes()) {
                let at = slot.offset + number * size;
                if start <= at && at + size <= end {
                    ranges.push((at, component(slot.ty)));
                }
            }
        }
        ranges
    }

    /// The address some bytes behind another, and the alignment it still has.
    fn beyond(&mut self, pointer: Value, bytes: u32, align: u32, origin: Origin) -> (Value, u32) {
        if bytes == 0 {
            return (pointer, align);
        }
        let ty = self.function.ty(pointer);
        let inst = Inst::Offset { pointer, bytes: i64::from(bytes), extent: None };
        (self.emit(inst, ty, origin), align.min(1 << bytes.trailing_zeros()))
    }
}
