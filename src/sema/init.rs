//! Initialisation: copy, direct, by brace list (aggregates, designators, brace elision), by default, by value.
//!
//! Everything here gives an initialising prvalue for an object of a type, or a glvalue for a reference.

use super::Sema;
use super::hir::Expr;
use super::hir::ExprKind;
use super::operand::BraceList;
use super::operand::Designator;
use super::operand::ListItem;
use super::operand::Operand;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::ir::Constant;
use crate::msl::Scalar;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::VecDeque;

/// Elements of an array that are written out one by one; longer lists are refused.
const MAX_ELEMENTS: u64 = 1 << 24;

/// Elements of a list that are still to be used.
type Items = VecDeque<ListItem>;

impl Sema {
    /// `T x{list}` or `T x = {list}`: gives the value, and the type with the bound filled in for arrays without one.
    pub fn list_initialize(&mut self, to: QualType, list: BraceList, copy: bool) -> Expr {
        let span = list.span;
        if list.items.iter().any(|item| item.value.is_error()) || to.ty == TypeTable::ERROR {
            return Expr::error(span);
        }
        match self.types.kind(to.ty).clone() {
            TypeKind::Reference { to: referent, rvalue } => {
                if let [item] = list.items.as_slice()
                    && item.designators.is_empty()
                    && self.implicit_sequence(&item.value, to).is_ok()
                {
                    let value = item.value.clone();
                    return self.implicit(value, to);
                }
                let value = self.list_initialize(referent.unqualified(), list, copy);
                if value.is_error() {
                    return value;
                }
                if !rvalue && !referent.is_const {
                    let message = format!("a `{}` can't refer to a temporary made of a brace list", self.type_name(to));
                    self.report(Diagnostic::error(codes::REFERENCE_BINDING, message, span));
                    return Expr::error(span);
                }
                self.bind_reference(value, referent, rvalue)
            }
            TypeKind::Record(record) => self.list_initialize_record(to, record, list, copy),
            TypeKind::Array(element, count) => self.list_initialize_array(to.ty, element, count, list),
            TypeKind::Vector(..) | TypeKind::PackedVector(..) => {
                let Some(parts) = self.plain_items(list, to) else { return Expr::error(span) };
                self.construct_vector(to.ty, parts, true, span)
            }
            TypeKind::Matrix(scalar, _, rows) => {
                let column = self.types.vector(scalar, rows);
                let mut parts = Vec::new();
                for item in list.items {
                    parts.push(match item.value {
                        Operand::Expr(expr) => expr,
                        other => self.implicit(other, QualType::new(column)),
                    });
                }
                self.construct_matrix(to.ty, parts, true, span)
            }
            _ => {
                let mut items = Items::from(list.items);
                let Some(first) = items.pop_front() else { return Expr::value(ExprKind::Zero, to.ty, span) };
                if !items.is_empty() || !first.designators.is_empty() {
                    let message = format!("a `{}` is initialised by one value", self.type_name(to.unqualified()));
                    self.report(Diagnostic::error(codes::INITIALIZER_COUNT, message, span));
                    return Expr::error(span);
                }
                match first.value {
                    Operand::List(inner) => self.list_initialize(to, inner, copy),
                    value => self.implicit(value, to),
                }
            }
        }
    }

    /// The elements of a list that may only hold expressions.
    fn plain_items(&mut self, list: BraceList, to: QualType) -> Option<Vec<Expr>> {
        let mut parts = Vec::new();
        for item in list.items {
            match item.value {
                Operand::Expr(expr) if item.designators.is_empty() => parts.push(expr),
                other => {
                    let message = format!("a `{}` is made of values, not of nested lists", self.type_name(to));
                    self.report(Diagnostic::error(codes::CONSTRUCTOR_VALUES, message, other.span()));
                    return None;
                }
            }
        }
        Some(parts)
    }

    fn list_initialize_record(&mut self, to: QualType, record: RecordId, list: BraceList, copy: bool) -> Expr {
        let span = list.span;
        if self.require_complete(to.ty, span).is_err() {
            return Expr::error(span);
        }
        let aggregate = self.is_aggregate(record);
        if let ([item], true) = (list.items.as_slice(), aggregate) {
            // A list that holds an object of the very type is a copy of it.
            if let Operand::Expr(expr) = &item.value {
                let same = match (self.types.kind(expr.ty.ty), item.designators.is_empty()) {
                    (&TypeKind::Record(from), true) => self.base_distance(from, record).is_some(),
                    _ => false,
                };
                if same {
                    let value = item.value.clone();
                    return self.implicit(value, to.unqualified());
                }
            }
        }
        if aggregate {
            let mut items = Items::from(list.items);
            let value = self.aggregate_record(to.ty, record, &mut items, span);
            return self.no_items_left(value, items, to.ty);
        }
        if list.items.is_empty() {
            return self.value_initialize(to, span);
        }
        let arguments: Vec<Operand> = list.items.into_iter().map(|item| item.value).collect();
        self.construct_record(to, record, arguments, copy, span)
    }

    fn no_items_left(&mut self, value: Expr, items: Items, ty: TypeId) -> Expr {
        let Some(extra) = items.front() else { return value };
        if value.is_error() {
            return value;
        }
        let message = format!("too many values for a `{}`", self.type_name(QualType::new(ty)));
        let span = extra.value.span();
        self.report(
            Diagnostic::error(codes::INITIALIZER_COUNT, message, span).label("there is no element left for this"),
        );
        Expr::error(value.span)
    }

    /// One element of an aggregate from the front of the list: a value, a nested list, or (braces left out) as many
    /// items as it needs.
    fn aggregate_element(&mut self, to: QualType, items: &mut Items, span: Span) -> Expr {
        let Some(front) = items.front() else { return self.value_initialize(to, span) };
        if let Operand::List(_) = &front.value {
            let Some(item) = items.pop_front() else { return Expr::error(span) };
            let Operand::List(list) = item.value else { return Expr::error(span) };
            return self.list_initialize(to, list, true);
        }
        let kind = self.types.kind(to.ty).clone();
        if let (TypeKind::Array(element, count), Operand::Expr(expr)) = (&kind, &front.value)
            && let (ExprKind::String(bytes), Some(Scalar::I8 | Scalar::U8)) =
                (&expr.kind, self.types.as_scalar(element.ty))
        {
            let (bytes, place) = (bytes.clone(), expr.span);
            items.pop_front();
            return self.array_from_string(to.ty, *element, *count, &bytes, place);
        }
        let is_aggregate = match &kind {
            TypeKind::Array(..) => true,
            TypeKind::Record(record) => self.require_complete(to.ty, span).is_ok() && self.is_aggregate(*record),
            _ => false,
        };
        let whole = !is_aggregate || {
            let value = front.value.clone();
            self.implicit_sequence(&value, to).is_ok()
        };
        if whole {
            let Some(item) = items.pop_front() else { return Expr::error(span) };
            return self.implicit(item.value, to);
        }
        match kind {
            TypeKind::Array(element, Some(count)) => self.array_from_items(to.ty, element, count, items, span),
            TypeKind::Record(record) => self.aggregate_record(to.ty, record, items, span),
            _ => Expr::error(span),
        }
    }

    fn aggregate_record(&mut self, ty: TypeId, record: RecordId, items: &mut Items, span: Span) -> Expr {
        let info = self.record(record);
        let (is_union, base_count, field_count) = (info.is_union, info.bases.len(), info.fields.len());
        let mut bases = Vec::new();
        let mut fields: Vec<(u32, Expr)> = Vec::new();
        let mut failed = false;
        for number in 0..base_count {
            if items.front().is_some_and(|item| !item.designators.is_empty()) {
                break;
            }
            let base = self.record(record).bases[number].0;
            let base = QualType::new(self.types.intern(TypeKind::Record(base)));
            let value = self.aggregate_element(base, items, span);
            failed |= value.is_error();
            bases.push((number as u32, value));
        }
        let mut next = 0usize;
        while next < field_count || items.front().is_some_and(|item| !item.designators.is_empty()) {
            let Some(front) = items.front() else { break };
            let index = match front.designators.first().copied() {
                None => next,
                Some(designator) => match self.designated_field(record, designator) {
                    Some(index) => index,
                    None => return Expr::error(span),
                },
            };
            if index >= field_count {
                break;
            }
            let to = self.record(record).fields[index].ty;
            let is_anonymous = self.record(record).fields[index].name.is_empty();
            let designated = !front.designators.is_empty();
            let value = if designated {
                self.designated_value(to, items, is_anonymous, span)
            } else {
                self.aggregate_element(to, items, span)
            };
            failed |= value.is_error();
            if fields.iter().any(|(at, _)| *at as usize == index) {
                let name = self.record(record).fields[index].name.clone();
                let message = format!("member `{name}` is initialised twice");
                self.report(Diagnostic::error(codes::INITIALIZER_COUNT, message, value.span));
                failed = true;
            }
            fields.push((index as u32, value));
            next = index + 1;
            if is_union {
                break;
            }
        }
        if failed {
            return Expr::error(span);
        }
        if !is_union {
            for index in 0..field_count {
                if fields.iter().any(|(at, _)| *at as usize == index) {
                    continue;
                }
                let to = self.record(record).fields[index].ty;
                let value = match self.default_member_value(record, index as u32, span) {
                    Some(value) => value,
                    None => self.value_initialize(to, span),
                };
                if value.is_error() {
                    return Expr::error(span);
                }
                if !matches!(value.kind, ExprKind::Zero) {
                    fields.push((index as u32, value));
                }
            }
            fields.sort_by_key(|(index, _)| *index);
        } else if fields.is_empty() {
            for index in 0..field_count {
                if let Some(value) = self.default_member_value(record, index as u32, span) {
                    fields.push((index as u32, value));
                    break;
                }
            }
        }
        Expr::value(ExprKind::Aggregate { record, bases, fields }, ty, span)
    }

    /// The value for a member named by a designator; items that go deeper into the same member belong together.
    fn designated_value(&mut self, to: QualType, items: &mut Items, is_anonymous: bool, span: Span) -> Expr {
        let Some(mut first) = items.pop_front() else { return Expr::error(span) };
        if !is_anonymous {
            let step = first.designators.remove(0);
            if first.designators.is_empty() {
                return match first.value {
                    Operand::List(list) => self.list_initialize(to, list, true),
                    value => self.implicit(value, to),
                };
            }
            let mut nested = vec![first];
            while let Some(item) = items.front() {
                let same = match (item.designators.first(), step) {
                    (Some(Designator::Member(a)), Designator::Member(b)) => a.symbol == b.symbol,
                    (Some(Designator::Index(a, _)), Designator::Index(b, _)) => *a == b,
                    _ => false,
                };
                if !same || item.designators.len() < 2 {
                    break;
                }
                if let Some(mut item) = items.pop_front() {
                    item.designators.remove(0);
                    nested.push(item);
                }
            }
            return self.list_initialize(to, BraceList { items: nested, span }, true);
        }
        // The name is that of a member of the anonymous struct or union.
        let mut nested = vec![first];
        while let Some(item) = items.front() {
            let inside = match (item.designators.first(), self.types.kind(to.ty)) {
                (Some(Designator::Member(name)), TypeKind::Record(inner)) => {
                    let (inner, name) = (*inner, *name);
                    self.direct_field(inner, name).is_some()
                }
                _ => false,
            };
            if !inside {
                break;
            }
            nested.extend(items.pop_front());
        }
        self.list_initialize(to, BraceList { items: nested, span }, true)
    }

    /// The field of that name, or the anonymous field it lies in.
    fn direct_field(&self, record: RecordId, name: ast::Ident) -> Option<usize> {
        let text = self.interner.text(name.symbol);
        self.record(record).fields.iter().position(|field| {
            &*field.name == text
                || (field.name.is_empty()
                    && matches!(self.types.kind(field.ty.ty),
                        TypeKind::Record(inner) if self.direct_field(*inner, name).is_some()))
        })
    }

    fn designated_field(&mut self, record: RecordId, designator: Designator) -> Option<usize> {
        let (message, span) = match designator {
            Designator::Member(name) => {
                if let Some(index) = self.direct_field(record, name) {
                    return Some(index);
                }
                let text = self.interner.text(name.symbol);
                (format!("`{}` has no member `{text}`", self.record(record).name), name.span)
            }
            Designator::Index(_, span) => (format!("`{}` is no array", self.record(record).name), span),
        };
        let declared = self.record(record).span;
        self.report(Diagnostic::error(codes::NO_MEMBER, message, span).also(declared, "declared here"));
        None
    }

    fn list_initialize_array(&mut self, ty: TypeId, element: QualType, count: Option<u64>, list: BraceList) -> Expr {
        let span = list.span;
        if let [ListItem { designators, value: Operand::Expr(expr) }] = list.items.as_slice() {
            // `char text[] = {"abc"}`.
            if let (true, ExprKind::String(bytes), Some(Scalar::I8 | Scalar::U8)) =
                (designators.is_empty(), &expr.kind, self.types.as_scalar(element.ty))
            {
                let bytes = bytes.clone();
                return self.array_from_string(ty, element, count, &bytes, span);
            }
        }
        let mut items = Items::from(list.items);
        let value = self.array_from_items(ty, element, count.unwrap_or(u64::MAX), &mut items, span);
        self.no_items_left(value, items, ty)
    }

    /// An array from the front of a list; `u64::MAX` takes all of it and lets the list decide the bound.
    fn array_from_items(&mut self, ty: TypeId, element: QualType, count: u64, items: &mut Items, span: Span) -> Expr {
        let open = count == u64::MAX;
        let mut elements: Vec<Option<Expr>> = Vec::new();
        let mut next = 0u64;
        let mut failed = false;
        while let Some(front) = items.front() {
            match front.designators.first().copied() {
                None => {}
                Some(Designator::Index(index, place)) => {
                    if index >= count.min(MAX_ELEMENTS) {
                        let message = format!("the array has no element {index}");
                        self.report(Diagnostic::error(codes::INITIALIZER_COUNT, message, place));
                        return Expr::error(span);
                    }
                    next = index;
                }
                // Belongs to a record further out.
                Some(Designator::Member(_)) => break,
            }
            if next >= count || next >= MAX_ELEMENTS {
                break;
            }
            let value = if front.designators.is_empty() {
                self.aggregate_element(element, items, span)
            } else {
                self.designated_value(element, items, false, span)
            };
            failed |= value.is_error();
            let at = next as usize;
            if elements.len() <= at {
                elements.resize_with(at + 1, || None);
            }
            elements[at] = Some(value);
            next += 1;
        }
        if failed {
            return Expr::error(span);
        }
        let filler = self.value_initialize(element, span);
        if filler.is_error() {
            return Expr::error(span);
        }
        let elements: Vec<Expr> =
            elements.into_iter().map(|element| element.unwrap_or_else(|| filler.clone())).collect();
        let (ty, rest) = if open {
            let length = elements.len() as u64;
            (self.types.array(element, Some(length)), None)
        } else {
            (ty, (count > elements.len() as u64).then(|| Box::new(filler)))
        };
        if elements.is_empty() && rest.as_ref().is_some_and(|rest| matches!(rest.kind, ExprKind::Zero)) {
            return Expr::value(ExprKind::Zero, ty, span);
        }
        Expr::value(ExprKind::Array { elements, rest }, ty, span)
    }

    fn array_from_string(
        &mut self,
        ty: TypeId,
        element: QualType,
        count: Option<u64>,
        bytes: &[u8],
        span: Span,
    ) -> Expr {
        let scalar = self.types.as_scalar(element.ty).unwrap_or(Scalar::I8);
        let length = bytes.len() as u64;
        let count = count.unwrap_or(length);
        // The terminating zero may be left out where there is no room for it.
        if count + 1 < length {
            let message = format!("a string of {} characters does not fit into {count}", length - 1);
            self.report(Diagnostic::error(codes::INITIALIZER_COUNT, message, span));
            return Expr::error(span);
        }
        let elements: Vec<Expr> = bytes
            .iter()
            .take(count as usize)
            .map(|byte| {
                let constant = Constant::scalar(scalar, u64::from(*byte));
                Expr::value(ExprKind::Constant(constant), element.ty, span)
            })
            .collect();
        let ty = match self.types.kind(ty) {
            TypeKind::Array(_, None) => self.types.array(element, Some(count)),
            _ => ty,
        };
        let rest = (count > elements.len() as u64).then(|| Box::new(Expr::value(ExprKind::Zero, element.ty, span)));
        Expr::value(ExprKind::Array { elements, rest }, ty, span)
    }

    /// `T()` and `T{}`: zero, or what the class says.
    pub fn value_initialize(&mut self, to: QualType, span: Span) -> Expr {
        match self.types.kind(to.ty).clone() {
            TypeKind::Error => Expr::error(span),
            TypeKind::Void => Expr::int(0, span).converted(super::hir::Conversion::Void, TypeTable::VOID),
            TypeKind::Reference { .. } => {
                let message = format!("a reference of type `{}` has nothing to refer to", self.type_name(to));
                self.report(Diagnostic::error(codes::REFERENCE_BINDING, message, span));
                Expr::error(span)
            }
            TypeKind::Record(record) => {
                if self.require_complete(to.ty, span).is_err() {
                    return Expr::error(span);
                }
                if !self.is_aggregate(record) && self.has_user_constructors(record) {
                    return self.construct_record(to, record, Vec::new(), false, span);
                }
                self.implicit_default(to.ty, record, false, span)
                    .unwrap_or_else(|| Expr::value(ExprKind::Zero, to.ty, span))
            }
            TypeKind::Array(element, Some(count)) => {
                let filler = self.value_initialize(element, span);
                if filler.is_error() || count == 0 || matches!(filler.kind, ExprKind::Zero) {
                    return if filler.is_error() { filler } else { Expr::value(ExprKind::Zero, to.ty, span) };
                }
                let kind = ExprKind::Array { elements: Vec::new(), rest: Some(Box::new(filler)) };
                Expr::value(kind, to.ty, span)
            }
            TypeKind::Function(_) | TypeKind::Array(_, None) => {
                let message = format!("there are no values of type `{}`", self.type_name(to));
                self.report(Diagnostic::error(codes::INITIALIZER_COUNT, message, span));
                Expr::error(span)
            }
            _ => Expr::value(ExprKind::Zero, to.ty, span),
        }
    }

    /// `T x;`: `None` leaves the object as it is.
    pub fn default_initialize(&mut self, to: QualType, span: Span) -> Option<Expr> {
        match self.types.kind(to.ty).clone() {
            TypeKind::Reference { .. } => {
                let message = "a reference must be bound to something where it is declared".to_owned();
                self.report(Diagnostic::error(codes::REFERENCE_BINDING, message, span));
                Some(Expr::error(span))
            }
            TypeKind::Record(record) => {
                if self.require_complete(to.ty, span).is_err() {
                    return Some(Expr::error(span));
                }
                if self.has_user_constructors(record) {
                    return Some(self.construct_record(to, record, Vec::new(), false, span));
                }
                self.implicit_default(to.ty, record, true, span)
            }
            TypeKind::Array(element, Some(_)) => {
                let element = self.default_initialize(element, span)?;
                if element.is_error() {
                    return Some(element);
                }
                let kind = ExprKind::Array { elements: Vec::new(), rest: Some(Box::new(element)) };
                Some(Expr::value(kind, to.ty, span))
            }
            _ => None,
        }
    }

    /// An object of a class whose default constructor is defaulted, though it may have other constructors.
    pub(super) fn aggregate_default(&mut self, ty: TypeId, record: RecordId, span: Span) -> Expr {
        match self.implicit_default(ty, record, true, span) {
            Some(value) => value,
            None => Expr::value(ExprKind::Uninitialized, ty, span),
        }
    }

    /// What the implicit default constructor of a class does: `None` if nothing (`uninitialized`) or all zero.
    fn implicit_default(&mut self, ty: TypeId, record: RecordId, uninitialized: bool, span: Span) -> Option<Expr> {
        let info = self.record(record);
        let (is_union, base_count, field_count) = (info.is_union, info.bases.len(), info.fields.len());
        let mut bases = Vec::new();
        let mut fields = Vec::new();
        let mut trivial = true;
        let mut failed = false;
        for number in 0..base_count {
            let base = self.record(record).bases[number].0;
            let base = QualType::new(self.types.intern(TypeKind::Record(base)));
            let value = if uninitialized {
                self.default_initialize(base, span)
            } else {
                Some(self.value_initialize(base, span)).filter(|value| !matches!(value.kind, ExprKind::Zero))
            };
            trivial &= value.is_none();
            let value = value.unwrap_or_else(|| self.filler(base.ty, uninitialized, span));
            failed |= value.is_error();
            bases.push((number as u32, value));
        }
        for index in 0..field_count {
            let to = self.record(record).fields[index].ty;
            let value = match self.default_member_value(record, index as u32, span) {
                Some(value) => Some(value),
                None if is_union => None,
                None if uninitialized => self.default_initialize(to, span),
                None => Some(self.value_initialize(to, span)).filter(|value| !matches!(value.kind, ExprKind::Zero)),
            };
            trivial &= value.is_none();
            failed |= value.as_ref().is_some_and(Expr::is_error);
            match value {
                Some(value) => fields.push((index as u32, value)),
                None if is_union => {}
                None => fields.push((index as u32, self.filler(to.ty, uninitialized, span))),
            }
            if is_union && !fields.is_empty() {
                break;
            }
        }
        if failed {
            return Some(Expr::error(span));
        }
        if trivial {
            return None;
        }
        if !uninitialized {
            fields.retain(|(_, value)| !matches!(value.kind, ExprKind::Zero));
        }
        Some(Expr::value(ExprKind::Aggregate { record, bases, fields }, ty, span))
    }

    fn filler(&self, ty: TypeId, uninitialized: bool, span: Span) -> Expr {
        Expr::value(if uninitialized { ExprKind::Uninitialized } else { ExprKind::Zero }, ty, span)
    }

    /// `T(a, b)` and `T x(a, b)`.
    pub fn direct_initialize(&mut self, to: QualType, mut arguments: Vec<Operand>, span: Span) -> Expr {
        if arguments.iter().any(Operand::is_error) || to.ty == TypeTable::ERROR {
            return Expr::error(span);
        }
        match *self.types.kind(to.ty) {
            TypeKind::Record(record) => {
                if self.require_complete(to.ty, span).is_err() {
                    return Expr::error(span);
                }
                if arguments.is_empty() {
                    return self.value_initialize(to, span);
                }
                self.construct_record(to, record, arguments, false, span)
            }
            TypeKind::Vector(..) | TypeKind::PackedVector(..) | TypeKind::Matrix(..) => {
                let mut parts = Vec::new();
                for argument in arguments {
                    match argument {
                        Operand::Expr(expr) => parts.push(expr),
                        Operand::List(list) => {
                            let value = self.list_initialize(to, list, false);
                            parts.push(value);
                        }
                        Operand::Overloads(_, place) => {
                            let message = format!("a function is no part of a `{}`", self.type_name(to));
                            self.report(Diagnostic::error(codes::CONSTRUCTOR_VALUES, message, place));
                            return Expr::error(span);
                        }
                    }
                }
                // A single object of class type may convert to the whole.
                if let [only] = parts.as_slice()
                    && matches!(self.types.kind(only.ty.ty), TypeKind::Record(_))
                    && let Some(value) = self.explicit_from_record(only.clone(), to.unqualified())
                {
                    return value;
                }
                if matches!(self.types.kind(to.ty), TypeKind::Matrix(..)) {
                    self.construct_matrix(to.ty, parts, false, span)
                } else {
                    self.construct_vector(to.ty, parts, false, span)
                }
            }
            _ => match arguments.len() {
                0 => self.value_initialize(to, span),
                1 => {
                    let argument = arguments.remove(0);
                    match argument {
                        Operand::List(list) => self.list_initialize(to, list, false),
                        other => self.implicit(other, to),
                    }
                }
                count => {
                    let message = format!("a `{}` is initialised by one value, not {count}", self.type_name(to));
                    self.report(Diagnostic::error(codes::INITIALIZER_COUNT, message, span));
                    Expr::error(span)
                }
            },
        }
    }
}
