//! Rules that replace an instruction by a simpler one with the same result, bit for bit.
//!
//! No rule changes the order of float operations. A NaN that comes out of arithmetic is canonical, one that was loaded
//! need not be: `x * 1` is `x` only where `x` comes out of arithmetic itself. No rule makes an instruction that
//! engines could report where the original would not be.

use crate::ir::BinaryOp;
use crate::ir::CompareOp;
use crate::ir::Constant;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Intrinsic;
use crate::ir::Type;
use crate::ir::UnaryOp;
use crate::ir::Value;
use crate::ir::Values;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::half;
use smallvec::SmallVec;

/// What becomes of an instruction.
#[derive(Debug)]
pub(super) enum Change {
    /// Another value has its result.
    Value(Value),
    /// This instruction has its result.
    Inst(Inst),
    /// The second instruction has its result; its operand that is [`PENDING`] is the first one's, of this type.
    Two(Inst, Type, Inst),
}

/// Stands for the result of the first instruction of [`Change::Two`].
pub(super) const PENDING: Value = Value(u32::MAX);

/// Components of vectors built one by one that are followed back.
const MAX_CHAIN: usize = 64;

/// What a value's instruction can be replaced by, if anything.
pub(super) fn simplify(function: &Function, value: Value) -> Option<Change> {
    let rules = Rules { function };
    let data = &function.insts[value.index()];
    let ty = data.ty;
    match &data.inst {
        Inst::Unary(op, a) => rules.unary(*op, *a),
        Inst::Binary(op, a, b) => rules.binary(*op, *a, *b, ty),
        Inst::Compare(op, a, b) => rules.compare(*op, *a, *b),
        Inst::Select { condition, if_true, if_false } => rules.select(*condition, *if_true, *if_false, ty),
        Inst::Convert(a) => rules.convert(*a, ty),
        Inst::Bitcast(a) => rules.bitcast(*a, ty),
        Inst::Construct(parts) => rules.construct(parts, ty),
        Inst::Extract(a, component) => rules.extract(*a, *component, ty),
        Inst::Insert(..) => rules.insert(value, ty),
        Inst::Shuffle(a, components) => rules.shuffle(*a, components, ty),
        Inst::ExtractDynamic(a, index) => {
            let component = rules.in_range(*index, rules.ty(*a).lanes())?;
            Some(Change::Inst(Inst::Extract(*a, component)))
        }
        Inst::InsertDynamic(a, index, b) => {
            let component = rules.in_range(*index, ty.lanes())?;
            Some(Change::Inst(Inst::Insert(*a, component, *b)))
        }
        Inst::Offset { pointer, bytes, extent } => rules.offset(*pointer, *bytes, *extent),
        Inst::Index { pointer, index, stride, count } => rules.index(*pointer, *index, *stride, *count),
        _ => None,
    }
}

struct Rules<'f> {
    function: &'f Function,
}

impl Rules<'_> {
    fn inst(&self, value: Value) -> &Inst {
        self.function.inst(value)
    }

    fn ty(&self, value: Value) -> Type {
        self.function.ty(value)
    }

    fn constant(&self, value: Value) -> Option<&Constant> {
        match self.inst(value) {
            Inst::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// The bits that all components of a constant have.
    fn splat(&self, value: Value) -> Option<u64> {
        let bits = &self.constant(value)?.bits;
        let first = *bits.first()?;
        bits.iter().all(|other| *other == first).then_some(first)
    }

    fn zero(ty: Type) -> Option<Change> {
        Constant::zero(ty).map(|zero| Change::Inst(Inst::Constant(zero)))
    }

    /// A literal index below a bound.
    fn in_range(&self, index: Value, lanes: u8) -> Option<u8> {
        let bits = self.splat(index)?;
        u8::try_from(bits).ok().filter(|component| *component < lanes)
    }

    /// Whether a NaN in it is canonical: it comes out of arithmetic.
    fn is_arithmetic(&self, value: Value) -> bool {
        match self.inst(value) {
            Inst::Binary(..) | Inst::Intrinsic(Intrinsic::Fma | Intrinsic::Sqrt, _) => true,
            Inst::Convert(from) => self.ty(*from).scalar().is_some_and(|scalar| !scalar.is_float()),
            _ => false,
        }
    }

    fn unary(&self, op: UnaryOp, a: Value) -> Option<Change> {
        match self.inst(a) {
            Inst::Unary(inner, x) if *inner == op => Some(Change::Value(*x)),
            Inst::Compare(compare, x, y) if op == UnaryOp::LogicalNot => {
                let is_float = self.ty(*x).scalar().is_some_and(Scalar::is_float);
                let opposite = match compare {
                    CompareOp::Equal => CompareOp::NotEqual,
                    CompareOp::NotEqual => CompareOp::Equal,
                    // Neither holds for a NaN.
                    _ if is_float => return None,
                    CompareOp::Less => CompareOp::GreaterEqual,
                    CompareOp::LessEqual => CompareOp::Greater,
                    CompareOp::Greater => CompareOp::LessEqual,
                    CompareOp::GreaterEqual => CompareOp::Less,
                };
                Some(Change::Inst(Inst::Compare(opposite, *x, *y)))
            }
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, a: Value, b: Value, ty: Type) -> Option<Change> {
        let scalar = ty.scalar()?;
        let commutes = matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if commutes && self.constant(a).is_some() && self.constant(b).is_none() {
            return Some(Change::Inst(Inst::Binary(op, b, a)));
        }
        if scalar.is_float() {
            return self.float_binary(op, a, b, scalar, ty);
        }
        if a == b {
            match op {
                BinaryOp::Sub | BinaryOp::Xor => return Self::zero(ty),
                BinaryOp::And | BinaryOp::Or => return Some(Change::Value(a)),
                _ => {}
            }
        }
        let right = self.splat(b)?;
        let ones = Constant::normalize(scalar, u64::MAX);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr
                if right == 0 =>
            {
                Some(Change::Value(a))
            }
            BinaryOp::Mul | BinaryOp::And if right == 0 => Self::zero(ty),
            BinaryOp::Mul | BinaryOp::Div if right == 1 => Some(Change::Value(a)),
            BinaryOp::Rem if right == 1 => Self::zero(ty),
            BinaryOp::And if right == ones => Some(Change::Value(a)),
            BinaryOp::Or if right == ones => Some(Change::Value(b)),
            BinaryOp::Xor if scalar == Scalar::Bool && right == 1 => {
                Some(Change::Inst(Inst::Unary(UnaryOp::LogicalNot, a)))
            }
            // (x + 1) + 2
            BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                let Inst::Binary(inner, x, y) = self.inst(a) else { return None };
                let (left, right) = (self.constant(*y)?, self.constant(b)?);
                if *inner != op || self.constant(*x).is_some() {
                    return None;
                }
                let join = |(x, y): (&u64, &u64)| match op {
                    BinaryOp::Add => x.wrapping_add(*y),
                    BinaryOp::Mul => x.wrapping_mul(*y),
                    BinaryOp::And => x & y,
                    BinaryOp::Or => x | y,
                    _ => x ^ y,
                };
                let joined = Constant::vector(scalar, left.bits.iter().zip(&right.bits).map(join));
                Some(Change::Two(Inst::Constant(joined), ty, Inst::Binary(op, *x, PENDING)))
            }
            _ => None,
        }
    }

    fn float_binary(&self, op: BinaryOp, a: Value, b: Value, scalar: Scalar, ty: Type) -> Option<Change> {
        let right = self.splat(b)?;
        let value = match scalar {
            Scalar::F16 => half::to_f32(right as u16),
            Scalar::BF16 => bfloat::to_f32(right as u16),
            _ => f32::from_bits(right as u32),
        };
        let is_neutral = match op {
            BinaryOp::Mul | BinaryOp::Div => value == 1.0,
            BinaryOp::Add => value == 0.0 && value.is_sign_negative(),
            BinaryOp::Sub => value == 0.0 && value.is_sign_positive(),
            _ => false,
        };
        if is_neutral && self.is_arithmetic(a) {
            return Some(Change::Value(a));
        }
        // The reciprocal of a power of two is exact, so both ways round the same number.
        let bits = value.to_bits();
        let is_power_of_two = bits & 0x807f_ffff == 0 && (64..=190).contains(&(bits >> 23));
        if op == BinaryOp::Div && scalar == Scalar::F32 && is_power_of_two && value != 1.0 {
            let reciprocal = u64::from((1.0 / value).to_bits());
            let reciprocal = Constant::vector(scalar, (0..ty.lanes()).map(|_| reciprocal));
            return Some(Change::Two(Inst::Constant(reciprocal), ty, Inst::Binary(BinaryOp::Mul, a, PENDING)));
        }
        None
    }

    fn compare(&self, op: CompareOp, a: Value, b: Value) -> Option<Change> {
        let ty = self.ty(a);
        let scalar = ty.scalar();
        if self.constant(a).is_some() && self.constant(b).is_none() {
            let mirrored = match op {
                CompareOp::Less => CompareOp::Greater,
                CompareOp::LessEqual => CompareOp::GreaterEqual,
                CompareOp::Greater => CompareOp::Less,
                CompareOp::GreaterEqual => CompareOp::LessEqual,
                op => op,
            };
            return Some(Change::Inst(Inst::Compare(mirrored, b, a)));
        }
        if a == b && scalar.is_some_and(|scalar| !scalar.is_float()) {
            let holds = matches!(op, CompareOp::Equal | CompareOp::LessEqual | CompareOp::GreaterEqual);
            let bits = (0..ty.lanes()).map(|_| u64::from(holds));
            return Some(Change::Inst(Inst::Constant(Constant::vector(Scalar::Bool, bits))));
        }
        let right = self.splat(b)?;
        if scalar == Some(Scalar::Bool) {
            let keeps = (op == CompareOp::Equal) == (right == 1);
            return Some(if keeps { Change::Value(a) } else { Change::Inst(Inst::Unary(UnaryOp::LogicalNot, a)) });
        }
        // (b ? 1 : 0) != 0, as C writes conditions.
        if let Inst::Convert(from) = self.inst(a)
            && self.ty(*from).scalar() == Some(Scalar::Bool)
            && right == 0
        {
            match op {
                CompareOp::NotEqual => return Some(Change::Value(*from)),
                CompareOp::Equal => return Some(Change::Inst(Inst::Unary(UnaryOp::LogicalNot, *from))),
                _ => {}
            }
        }
        None
    }

    fn select(&self, condition: Value, if_true: Value, if_false: Value, ty: Type) -> Option<Change> {
        if if_true == if_false {
            return Some(Change::Value(if_true));
        }
        if let Some(chosen) = self.splat(condition) {
            return Some(Change::Value(if chosen != 0 { if_true } else { if_false }));
        }
        if let Inst::Unary(UnaryOp::LogicalNot, inner) = self.inst(condition) {
            return Some(Change::Inst(Inst::Select { condition: *inner, if_true: if_false, if_false: if_true }));
        }
        if ty.scalar() == Some(Scalar::Bool) && self.ty(condition) == ty {
            match (self.splat(if_true), self.splat(if_false)) {
                (Some(1), Some(0)) => return Some(Change::Value(condition)),
                (Some(0), Some(1)) => return Some(Change::Inst(Inst::Unary(UnaryOp::LogicalNot, condition))),
                // a || b and a && b.
                (Some(1), _) => return Some(Change::Inst(Inst::Binary(BinaryOp::Or, condition, if_false))),
                (_, Some(0)) => return Some(Change::Inst(Inst::Binary(BinaryOp::And, condition, if_true))),
                _ if if_true == condition => {
                    return Some(Change::Inst(Inst::Binary(BinaryOp::Or, condition, if_false)));
                }
                _ if if_false == condition => {
                    return Some(Change::Inst(Inst::Binary(BinaryOp::And, condition, if_true)));
                }
                _ => {}
            }
        }
        None
    }

    fn convert(&self, a: Value, ty: Type) -> Option<Change> {
        let from = self.ty(a);
        let (to, middle) = (ty.scalar()?, from.scalar()?);
        // A conversion makes a NaN canonical, even one to the same type.
        if from == ty && (!to.is_float() || self.is_arithmetic(a)) {
            return Some(Change::Value(a));
        }
        let Inst::Convert(x) = self.inst(a) else { return None };
        let first = self.ty(*x).scalar()?;
        if first == Scalar::Bool && to == Scalar::Bool {
            return Some(Change::Value(*x));
        }
        // The low bits are all there in the middle.
        let low_bits = first.is_integer() && middle.is_integer() && to.is_integer() && middle.bits() >= to.bits();
        // The middle holds every value of the first.
        let exact = holds_all(first, middle) && !to.is_float() && to != Scalar::Bool;
        (low_bits || exact).then_some(Change::Inst(Inst::Convert(*x)))
    }

    fn bitcast(&self, a: Value, ty: Type) -> Option<Change> {
        if self.ty(a) == ty {
            return Some(Change::Value(a));
        }
        match self.inst(a) {
            Inst::Bitcast(x) => Some(Change::Inst(Inst::Bitcast(*x))),
            _ => None,
        }
    }

    /// The scalar that makes one component of a vector, if some instruction shows it.
    fn component(&self, mut vector: Value, mut number: u8) -> Option<Part> {
        for _ in 0..MAX_CHAIN {
            match self.inst(vector) {
                Inst::Construct(parts) => {
                    let mut first = 0;
                    let part = parts.iter().find(|part| {
                        first += self.ty(**part).lanes();
                        number < first
                    })?;
                    if !matches!(self.ty(*part), Type::Vector(..)) {
                        return Some(Part::Scalar(*part));
                    }
                    number -= first - self.ty(*part).lanes();
                    vector = *part;
                }
                Inst::Splat(scalar) => return Some(Part::Scalar(*scalar)),
                Inst::Insert(_, at, scalar) if *at == number => return Some(Part::Scalar(*scalar)),
                Inst::Insert(inner, ..) => vector = *inner,
                Inst::Shuffle(inner, components) => {
                    number = *components.get(usize::from(number))?;
                    vector = *inner;
                }
                Inst::Undef => return Some(Part::Undef),
                _ => return Some(Part::Of(vector, number)),
            }
        }
        None
    }

    fn extract(&self, a: Value, component: u8, ty: Type) -> Option<Change> {
        match self.component(a, component)? {
            Part::Scalar(scalar) if self.ty(scalar) == ty => Some(Change::Value(scalar)),
            Part::Scalar(_) => None,
            Part::Of(vector, number) if (vector, number) != (a, component) => {
                Some(Change::Inst(Inst::Extract(vector, number)))
            }
            Part::Of(..) => None,
            Part::Undef => Some(Change::Inst(Inst::Undef)),
        }
    }

    /// Components as one instruction, if they come from one vector or are all scalars at hand.
    fn assemble(&self, parts: &[Part], ty: Type) -> Option<Change> {
        if let Some(Part::Of(vector, _)) = parts.first() {
            let number = |part: &Part| match part {
                Part::Of(other, number) if other == vector => Some(*number),
                _ => None,
            };
            let numbers = parts.iter().map(number).collect::<Option<SmallVec<[u8; 4]>>>()?;
            let is_whole = usize::from(self.ty(*vector).lanes()) == numbers.len()
                && numbers.iter().enumerate().all(|(at, number)| at == usize::from(*number));
            return Some(if is_whole { Change::Value(*vector) } else { Change::Inst(Inst::Shuffle(*vector, numbers)) });
        }
        let scalar = |part: &Part| match part {
            Part::Scalar(scalar) => Some(*scalar),
            _ => None,
        };
        let scalars = parts.iter().map(scalar).collect::<Option<Values>>()?;
        let first = *scalars.first()?;
        if ty.lanes() < 2 {
            return Some(Change::Value(first));
        }
        let is_splat = scalars.iter().all(|scalar| *scalar == first);
        Some(Change::Inst(if is_splat { Inst::Splat(first) } else { Inst::Construct(scalars) }))
    }

    fn construct(&self, parts: &Values, ty: Type) -> Option<Change> {
        let mut components: SmallVec<[Part; 16]> = SmallVec::new();
        for part in parts {
            match self.ty(*part) {
                Type::Vector(_, lanes) => {
                    for number in 0..lanes {
                        components.push(self.component(*part, number)?);
                    }
                }
                // A component taken out just before.
                _ => components.push(match self.inst(*part) {
                    Inst::Extract(vector, number) => Part::Of(*vector, *number),
                    _ => Part::Scalar(*part),
                }),
            }
        }
        match self.assemble(&components, ty)? {
            Change::Inst(Inst::Construct(scalars)) if scalars == *parts => None,
            change => Some(change),
        }
    }

    fn insert(&self, value: Value, ty: Type) -> Option<Change> {
        let parts = (0..ty.lanes()).map(|number| self.component(value, number));
        let parts = parts.collect::<Option<SmallVec<[Part; 16]>>>()?;
        if parts.iter().all(|part| matches!(part, Part::Scalar(_))) {
            return self.assemble(&parts, ty);
        }
        // A component put back where it is.
        match self.inst(value) {
            Inst::Insert(vector, at, scalar) if *self.inst(*scalar) == Inst::Extract(*vector, *at) => {
                Some(Change::Value(*vector))
            }
            _ => None,
        }
    }

    fn shuffle(&self, a: Value, components: &[u8], ty: Type) -> Option<Change> {
        let parts = components.iter().map(|number| self.component(a, *number));
        let parts = parts.collect::<Option<SmallVec<[Part; 16]>>>()?;
        match self.assemble(&parts, ty)? {
            Change::Inst(Inst::Shuffle(vector, numbers)) if vector == a && numbers[..] == *components => {
                // A shuffle to one component.
                let [number] = components else { return None };
                Some(Change::Inst(Inst::Extract(a, *number)))
            }
            change => Some(change),
        }
    }

    fn offset(&self, pointer: Value, bytes: i64, extent: Option<u32>) -> Option<Change> {
        if bytes == 0 && extent.is_none() {
            return Some(Change::Value(pointer));
        }
        let Inst::Offset { pointer: base, bytes: inner, extent: outer } = self.inst(pointer) else { return None };
        // What the outer member allows must not be widened.
        let is_inside = match (outer, extent) {
            (None, _) => true,
            (Some(outer), Some(extent)) => bytes >= 0 && bytes + i64::from(extent) <= i64::from(*outer),
            (Some(_), None) => false,
        };
        if !is_inside {
            return None;
        }
        Some(Change::Inst(Inst::Offset { pointer: *base, bytes: inner.checked_add(bytes)?, extent }))
    }

    fn index(&self, pointer: Value, index: Value, stride: u32, count: Option<u32>) -> Option<Change> {
        if let Some(constant) = self.constant(index) {
            let bits = *constant.bits.first()?;
            let is_large = constant.scalar == Scalar::U64 && bits > i64::MAX as u64;
            let number = (!is_large).then_some(bits as i64)?;
            if count.is_some_and(|count| !(0..i64::from(count)).contains(&number)) {
                return None;
            }
            let bytes = number.checked_mul(i64::from(stride))?;
            return Some(Change::Inst(Inst::Offset { pointer, bytes, extent: None }));
        }
        // A narrower index of the same value.
        let Inst::Convert(narrow) = self.inst(index) else { return None };
        let (from, to) = (self.ty(*narrow).scalar()?, self.ty(index).scalar()?);
        (from.is_integer() && holds_all(from, to)).then_some(Change::Inst(Inst::Index {
            pointer,
            index: *narrow,
            stride,
            count,
        }))
    }
}

/// Where a component comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Scalar(Value),
    Of(Value, u8),
    Undef,
}

/// Whether an integer type has every value of another.
fn holds_all(from: Scalar, to: Scalar) -> bool {
    from.is_integer()
        && to.is_integer()
        && match (from.is_signed(), to.is_signed()) {
            (true, false) => false,
            (false, true) => to.bits() > from.bits(),
            _ => to.bits() >= from.bits(),
        }
}
