//! Implicit conversions as C++ ranks them, with MSL's own rules: which conversions exist, and which of two is better.
//!
//! Nothing is built here; [`super::coerce`] writes the chosen conversion into the typed tree. MSL adds to C++: a scalar
//! converts to a vector (splat, the worst rank), packed and ordinary vectors convert to each other, vectors of
//! different types never convert, half and bfloat never mix, pointers and references never change address space
//! (a `const thread` reference may bind to a copy, though).

use super::Sema;
use super::hir::Category;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::FunctionId;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use std::cmp::Ordering;

/// How much a standard conversion changes, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// Same type, perhaps after loading, decay or added qualifiers.
    Exact,
    /// A small integer or unscoped enumeration to `int` (or what holds it).
    Promotion,
    /// Anything else.
    Conversion,
    /// A scalar to all components of a vector: worse than staying a scalar.
    Splat,
}

/// How a reference parameter meets its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The parameter is `&&`.
    pub rvalue_reference: bool,
    /// The argument is an rvalue.
    pub to_rvalue: bool,
    /// Number of qualifiers of the referent.
    pub qualifiers: u8,
    /// Bound to a temporary that holds a copy of the argument.
    pub copies: bool,
}

/// A standard conversion sequence: what ranking needs to know of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard {
    /// Its rank.
    pub rank: Rank,
    /// Qualifiers added below the pointer.
    pub added_qualifiers: u8,
    /// A pointer becomes a `bool`.
    pub pointer_to_bool: bool,
    /// A pointer becomes `void*`.
    pub to_void_pointer: bool,
    /// Steps from a derived to a base class.
    pub base_distance: u8,
    /// For references.
    pub binding: Option<Binding>,
}

impl Standard {
    /// Nothing changes.
    pub const IDENTITY: Self = Self {
        rank: Rank::Exact,
        added_qualifiers: 0,
        pointer_to_bool: false,
        to_void_pointer: false,
        base_distance: 0,
        binding: None,
    };

    /// Of that rank, nothing else.
    #[must_use]
    pub fn ranked(rank: Rank) -> Self {
        Self { rank, ..Self::IDENTITY }
    }
}

/// An implicit conversion sequence.
#[derive(Clone, PartialEq, Debug)]
pub enum Sequence {
    /// Only built-in steps.
    Standard(Standard),
    /// A constructor or conversion function.
    User {
        /// Which function; `None` for an aggregate built from a brace list.
        function: Option<FunctionId>,
        /// What happens to its result.
        after: Standard,
    },
    /// More than one user-defined conversion fits: viable, but wrong if chosen.
    Ambiguous,
}

impl Sequence {
    /// Nothing changes.
    pub const IDENTITY: Self = Self::Standard(Standard::IDENTITY);

    /// Whether only built-in steps occur.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        matches!(self, Self::Standard(_))
    }
}

/// Why there is no implicit conversion, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoConversion {
    /// The types have nothing to do with each other.
    Unrelated,
    /// Vectors of different element type or length.
    Vectors,
    /// Between half and bfloat.
    HalfAndBfloat,
    /// Pointers or references into different address spaces.
    AddressSpace(AddressSpace, AddressSpace),
    /// `const` or `volatile` would be lost.
    Qualifiers,
    /// A non-const reference and something that is no object of that type.
    NotAnLvalue,
    /// A non-const reference and a component of a vector, or a bit-field.
    NotAddressable,
    /// An rvalue reference and an lvalue.
    LvalueForRvalueReference,
    /// The conversion exists, but must be asked for.
    ExplicitOnly,
}

/// Better is `Less`.
fn by<T: Ord>(a: T, b: T) -> Ordering {
    a.cmp(&b)
}

fn compare_standard(a: &Standard, b: &Standard) -> Ordering {
    let order = by(a.rank, b.rank)
        .then(by(a.pointer_to_bool, b.pointer_to_bool))
        .then(by(a.to_void_pointer, b.to_void_pointer))
        .then(by(a.base_distance, b.base_distance))
        .then(by(a.added_qualifiers, b.added_qualifiers));
    if order != Ordering::Equal {
        return order;
    }
    match (&a.binding, &b.binding) {
        (Some(a), Some(b)) => {
            let copies = by(a.copies, b.copies);
            if copies != Ordering::Equal {
                return copies;
            }
            if a.to_rvalue && b.to_rvalue && a.rvalue_reference != b.rvalue_reference {
                return by(b.rvalue_reference, a.rvalue_reference);
            }
            by(a.qualifiers, b.qualifiers)
        }
        // By value against a reference to a copy in another address space: the value is no worse off.
        (None, Some(binding)) if binding.copies => Ordering::Less,
        (Some(binding), None) if binding.copies => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

/// Which of two conversions of one argument is better: `Less` means the first, `Equal` neither.
#[must_use]
pub fn compare(a: &Sequence, b: &Sequence) -> Ordering {
    match (a, b) {
        (Sequence::Standard(a), Sequence::Standard(b)) => compare_standard(a, b),
        (Sequence::Standard(_), _) => Ordering::Less,
        (_, Sequence::Standard(_)) => Ordering::Greater,
        (Sequence::User { function: Some(f), after: a }, Sequence::User { function: Some(g), after: b }) if f == g => {
            compare_standard(a, b)
        }
        _ => Ordering::Equal,
    }
}

/// Qualifiers that count, as a number.
fn qualifier_count(ty: QualType) -> u8 {
    u8::from(ty.is_const) + u8::from(ty.is_volatile) + u8::from(ty.is_coherent)
}

/// Whether every qualifier of `from` is also in `to`.
fn includes_qualifiers(to: QualType, from: QualType) -> bool {
    // Nothing in constant memory can be written, whether it is called const or not.
    let to_const = to.is_const || to.space == Some(AddressSpace::Constant);
    to_const >= from.is_const && to.is_volatile >= from.is_volatile
}

/// Whether a pointer or reference into `from` may become one into `to`.
#[must_use]
pub fn space_converts(from: AddressSpace, to: AddressSpace) -> bool {
    from == to
        || (to == AddressSpace::Generic
            && matches!(from, AddressSpace::Thread | AddressSpace::Device | AddressSpace::Threadgroup))
}

/// What integral promotion makes of a scalar.
#[must_use]
pub fn promoted(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => Scalar::I32,
        other => other,
    }
}

/// The type in which two scalars are added, compared and so on; `None` for half with bfloat.
#[must_use]
pub fn common_scalar(a: Scalar, b: Scalar) -> Option<Scalar> {
    if a.is_float() || b.is_float() {
        return match (a, b) {
            (Scalar::F32, _) | (_, Scalar::F32) => Some(Scalar::F32),
            (Scalar::F16, Scalar::BF16) | (Scalar::BF16, Scalar::F16) => None,
            _ => Some(if a.is_float() { a } else { b }),
        };
    }
    let (a, b) = (promoted(a), promoted(b));
    // Both are 32 or 64 bits wide now: the wider one wins, and unsigned at equal width.
    Some(match a.size().cmp(&b.size()) {
        Ordering::Greater => a,
        Ordering::Less => b,
        Ordering::Equal if a.is_signed() => b,
        Ordering::Equal => a,
    })
}

/// Whether an expression is the literal zero, which converts to every pointer type.
fn is_null_literal(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Constant(constant)
        if constant.scalar.is_integer() && constant.bits.len() == 1 && constant.bits[0] == 0)
}

/// Whether an expression names something that has no address: components of vectors, bit-fields.
#[must_use]
pub fn is_addressable(sema: &Sema, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Swizzle(..) => false,
        ExprKind::Index(base, _) => {
            !matches!(sema.types.kind(base.ty.ty), TypeKind::Vector(..) | TypeKind::PackedVector(..))
        }
        ExprKind::Member(base, field) => match sema.types.kind(base.ty.ty) {
            TypeKind::Record(record) => {
                sema.record(*record).fields.get(*field as usize).is_none_or(|field| field.bits.is_none())
            }
            _ => true,
        },
        ExprKind::Conditional(_, a, b) => is_addressable(sema, a) && is_addressable(sema, b),
        ExprKind::Comma(_, last) => is_addressable(sema, last),
        ExprKind::Assign { target, .. }
        | ExprKind::CompoundAssign { target, .. }
        | ExprKind::Increment { target, postfix: false, .. } => is_addressable(sema, target),
        _ => true,
    }
}

impl Sema {
    /// The scalar that arithmetic sees: of scalars and unscoped enumerations.
    #[must_use]
    pub fn arithmetic_scalar(&self, ty: TypeId) -> Option<Scalar> {
        match *self.types.kind(ty) {
            TypeKind::Scalar(scalar) => Some(scalar),
            TypeKind::Enum(id) if !self.enumeration(id).scoped => Some(self.enumeration(id).underlying),
            _ => None,
        }
    }

    /// The type of a value read from an object of type `ty`: arrays and functions decay, qualifiers go.
    pub fn decayed(&mut self, ty: QualType) -> TypeId {
        match *self.types.kind(ty.ty) {
            TypeKind::Array(element, _) => {
                let space = element.space.or(ty.space).unwrap_or(AddressSpace::Thread);
                let element = QualType {
                    is_const: element.is_const || ty.is_const,
                    is_volatile: element.is_volatile || ty.is_volatile,
                    ..element
                };
                self.types.pointer(element.in_space(space))
            }
            TypeKind::Function(_) => self.types.pointer(QualType::new(ty.ty)),
            _ => ty.ty,
        }
    }

    /// How many steps `derived` lies below `base`; `None` if it doesn't.
    #[must_use]
    pub fn base_distance(&self, derived: RecordId, base: RecordId) -> Option<u8> {
        self.base_path(derived, base).map(|path| path.len().min(255) as u8)
    }

    /// The base numbers to follow from `derived` to `base`; empty if they are the same.
    #[must_use]
    pub fn base_path(&self, derived: RecordId, base: RecordId) -> Option<Vec<u32>> {
        if derived == base {
            return Some(Vec::new());
        }
        for (number, (id, _)) in self.record(derived).bases.iter().enumerate() {
            if let Some(mut path) = self.base_path(*id, base) {
                path.insert(0, number as u32);
                return Some(path);
            }
        }
        None
    }

    /// The built-in conversion of a value of type `from` (already decayed) to the non-reference type `to`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn value_conversion(&self, from: TypeId, to: TypeId) -> Result<Standard, NoConversion> {
        use TypeKind as K;
        if from == to || from == TypeTable::ERROR || to == TypeTable::ERROR {
            return Ok(Standard::IDENTITY);
        }
        let conversion = Ok(Standard::ranked(Rank::Conversion));
        match (self.types.kind(from), self.types.kind(to)) {
            (K::Scalar(Scalar::F16), K::Scalar(Scalar::BF16) | K::Vector(Scalar::BF16, _))
            | (K::Scalar(Scalar::BF16), K::Scalar(Scalar::F16) | K::Vector(Scalar::F16, _))
            | (K::Vector(Scalar::F16, _), K::Vector(Scalar::BF16, _))
            | (K::Vector(Scalar::BF16, _), K::Vector(Scalar::F16, _)) => Err(NoConversion::HalfAndBfloat),
            (K::Scalar(a), K::Scalar(b)) if promoted(*a) == *b => Ok(Standard::ranked(Rank::Promotion)),
            (K::Scalar(_), K::Scalar(_)) => conversion,
            (K::Scalar(_), K::Vector(..) | K::PackedVector(..)) => Ok(Standard::ranked(Rank::Splat)),
            (K::Enum(id), K::Scalar(_) | K::Vector(..)) => {
                let info = self.enumeration(*id);
                if info.scoped {
                    return Err(NoConversion::ExplicitOnly);
                }
                match *self.types.kind(to) {
                    K::Scalar(scalar) if scalar == promoted(info.underlying) => Ok(Standard::ranked(Rank::Promotion)),
                    _ => conversion,
                }
            }
            (K::Scalar(_), K::Enum(_) | K::Matrix(..)) | (K::Matrix(..), K::Matrix(..)) => {
                Err(NoConversion::ExplicitOnly)
            }
            (K::Vector(a, n), K::PackedVector(b, m)) | (K::PackedVector(a, n), K::Vector(b, m)) if a == b && n == m => {
                conversion
            }
            (K::Vector(..) | K::PackedVector(..), K::Vector(..) | K::PackedVector(..)) => Err(NoConversion::Vectors),
            (K::Nullptr, K::Pointer(_) | K::Handle) => conversion,
            (K::Pointer(_), K::Scalar(Scalar::Bool)) => {
                Ok(Standard { pointer_to_bool: true, ..Standard::ranked(Rank::Conversion) })
            }
            (K::Pointer(from), K::Pointer(to)) => self.pointee_conversion(*from, *to),
            (K::Record(derived), K::Record(base)) => match self.base_distance(*derived, *base) {
                Some(base_distance) => Ok(Standard { base_distance, ..Standard::ranked(Rank::Conversion) }),
                None => Err(NoConversion::Unrelated),
            },
            _ => Err(NoConversion::Unrelated),
        }
    }

    /// The conversion of a pointer to `from` to a pointer to `to`.
    fn pointee_conversion(&self, from: QualType, to: QualType) -> Result<Standard, NoConversion> {
        use TypeKind as K;
        let (from_space, to_space) = (from.space_or_thread(), to.space_or_thread());
        let same_object = match (self.types.kind(from.ty), self.types.kind(to.ty)) {
            _ if from.ty == to.ty => Ok(Standard::IDENTITY),
            (_, K::Void) => Ok(Standard { to_void_pointer: true, ..Standard::ranked(Rank::Conversion) }),
            (K::Record(derived), K::Record(base)) => match self.base_distance(*derived, *base) {
                Some(base_distance) => Ok(Standard { base_distance, ..Standard::ranked(Rank::Conversion) }),
                None => Err(NoConversion::Unrelated),
            },
            (K::Pointer(inner_from), K::Pointer(inner_to)) => {
                let inner = self.pointee_conversion(*inner_from, *inner_to)?;
                // Below the first level, qualifiers may be added only if every level above is const.
                let identical = inner.rank == Rank::Exact && (inner.added_qualifiers == 0 || to.is_const);
                if identical { Ok(inner) } else { Err(NoConversion::Unrelated) }
            }
            (K::Array(a, n), K::Array(b, m)) if a.ty == b.ty && (n == m || m.is_none()) => {
                if includes_qualifiers(*b, *a) { Ok(Standard::IDENTITY) } else { Err(NoConversion::Qualifiers) }
            }
            _ => Err(NoConversion::Unrelated),
        }?;
        let is_function = matches!(self.types.kind(to.ty), K::Function(_));
        if !is_function && !space_converts(from_space, to_space) {
            return Err(NoConversion::AddressSpace(from_space, to_space));
        }
        if !includes_qualifiers(to, from) {
            return Err(NoConversion::Qualifiers);
        }
        let added = qualifier_count(to).saturating_sub(qualifier_count(from)) + u8::from(from_space != to_space);
        Ok(Standard { added_qualifiers: same_object.added_qualifiers + added, ..same_object })
    }

    /// The built-in conversion of an expression to `to`, a reference or not.
    ///
    /// # Errors
    /// Why there is none.
    pub fn standard_conversion(&mut self, expr: &Expr, to: QualType) -> Result<Standard, NoConversion> {
        if let TypeKind::Reference { to: referent, rvalue } = *self.types.kind(to.ty) {
            return self.reference_conversion(expr, referent, rvalue);
        }
        if matches!(self.types.kind(to.ty), TypeKind::Pointer(_) | TypeKind::Handle) && is_null_literal(expr) {
            return Ok(Standard::ranked(Rank::Conversion));
        }
        let from = self.decayed(expr.ty);
        self.value_conversion(from, to.ty)
    }

    /// Whether an object of type `from` is one of type `to` (or derived from it), and how far.
    fn reference_related(&self, from: TypeId, to: TypeId) -> Option<Standard> {
        if from == to {
            return Some(Standard::IDENTITY);
        }
        match (self.types.kind(from), self.types.kind(to)) {
            (TypeKind::Record(derived), TypeKind::Record(base)) => self
                .base_distance(*derived, *base)
                .map(|base_distance| Standard { base_distance, ..Standard::ranked(Rank::Conversion) }),
            (TypeKind::Array(a, n), TypeKind::Array(b, m)) if a.ty == b.ty && n == m => {
                includes_qualifiers(*b, *a).then_some(Standard::IDENTITY)
            }
            _ => None,
        }
    }

    /// How a reference to `to` binds to an expression without user-defined conversions.
    fn reference_conversion(&mut self, expr: &Expr, to: QualType, rvalue: bool) -> Result<Standard, NoConversion> {
        let is_error = expr.ty.ty == TypeTable::ERROR || to.ty == TypeTable::ERROR;
        let mut binding = Binding {
            rvalue_reference: rvalue,
            to_rvalue: expr.category != Category::LValue,
            qualifiers: qualifier_count(to),
            copies: false,
        };
        if is_error {
            return Ok(Standard { binding: Some(binding), ..Standard::IDENTITY });
        }
        let binds_temporaries = rvalue || (to.is_const && !to.is_volatile);
        let is_function = matches!(self.types.kind(to.ty), TypeKind::Function(_));
        let from_space = expr.ty.space_or_thread();
        let to_space = to.space_or_thread();
        let mut failure = NoConversion::NotAnLvalue;
        if let Some(related) = self.reference_related(expr.ty.ty, to.ty) {
            let is_lvalue = expr.category == Category::LValue && !is_function;
            let is_object = expr.category == Category::PRValue || is_addressable(self, expr);
            let same_space = is_function || space_converts(from_space, to_space);
            if rvalue && is_lvalue && is_object {
                return Err(NoConversion::LvalueForRvalueReference);
            }
            if expr.category != Category::PRValue && !includes_qualifiers(to, expr.ty) && !is_function {
                return Err(NoConversion::Qualifiers);
            }
            if !is_object {
                failure = NoConversion::NotAddressable;
            } else if !same_space && expr.category != Category::PRValue {
                failure = NoConversion::AddressSpace(from_space, to_space);
            } else if expr.category == Category::LValue || binds_temporaries {
                // A prvalue gets a home in thread memory.
                if expr.category == Category::PRValue && !space_converts(AddressSpace::Thread, to_space) {
                    return Err(NoConversion::AddressSpace(AddressSpace::Thread, to_space));
                }
                return Ok(Standard { binding: Some(binding), ..related });
            }
        }
        if !binds_temporaries {
            return Err(match (failure, self.standard_value_exists(expr, to)) {
                (NoConversion::NotAnLvalue, false) => NoConversion::Unrelated,
                (failure, _) => failure,
            });
        }
        // A temporary of the referent's type is made of the value.
        if !space_converts(AddressSpace::Thread, to_space) {
            return Err(match failure {
                NoConversion::NotAnLvalue => NoConversion::AddressSpace(AddressSpace::Thread, to_space),
                other => other,
            });
        }
        let value = self.standard_conversion(expr, to.unqualified())?;
        binding.to_rvalue = true;
        binding.copies = expr.category != Category::PRValue;
        Ok(Standard { binding: Some(binding), ..value })
    }

    fn standard_value_exists(&mut self, expr: &Expr, to: QualType) -> bool {
        self.standard_conversion(expr, to.unqualified()).is_ok()
    }
}
