//! `a.m`, `p->m`, swizzles, subscripts.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Scalar;
use crate::sema::Found;
use crate::sema::ScopeId;
use crate::sema::Sema;
use crate::sema::hir::Category;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::lookup::Candidate;
use crate::sema::operand::Operand;
use crate::sema::scope::Name;
use crate::sema::types::QualType;
use crate::sema::types::TypeKind;
use crate::sema::types::TypeTable;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Operator;
use crate::syntax::ast::SegmentName;
use smallvec::SmallVec;

/// The components that a swizzle names: all of one of the two sets of letters.
fn swizzle_components(text: &str) -> Option<SmallVec<[u8; 4]>> {
    if text.is_empty() || text.len() > 4 {
        return None;
    }
    for letters in ["xyzw", "rgba"] {
        let components: Option<SmallVec<[u8; 4]>> =
            text.chars().map(|letter| letters.find(letter).map(|at| at as u8)).collect();
        if components.is_some() {
            return components;
        }
    }
    None
}

/// What a member access has found.
pub(super) enum Member {
    /// An object or value.
    Value(Expr),
    /// Methods, with the object they would be called on.
    Methods(crate::sema::Overloads, Expr),
}

impl Sema {
    /// `base.name` as an expression of its own.
    pub(super) fn member(
        &mut self,
        scope: ScopeId,
        base: &ast::Expr,
        arrow: bool,
        name: &NamePath,
        span: Span,
    ) -> Expr {
        match self.member_access(scope, base, arrow, name, span) {
            Some(Member::Value(expr)) => expr,
            Some(Member::Methods(overloads, _)) => {
                // Naming a static method is fine, others must be called.
                let all_static = overloads.candidates.iter().all(|candidate| match candidate {
                    Candidate::Function(id) => self.function(*id).this.is_none(),
                    Candidate::Template(_) => false,
                });
                if all_static {
                    return self.settle(Operand::Overloads(overloads, span));
                }
                let text = self.path_text(name);
                let message = format!("method `{text}` is named but not called");
                self.report(Diagnostic::error(codes::NOT_A_VALUE, message, span).help(format!("call it: `{text}()`")));
                Expr::error(span)
            }
            None => Expr::error(span),
        }
    }

    /// The object of a member access: `*base` for arrows.
    fn accessed_object(
        &mut self,
        scope: ScopeId,
        base: &ast::Expr,
        arrow: bool,
        name: &NamePath,
        span: Span,
    ) -> Option<Expr> {
        let mut object = self.check_expr(scope, base);
        if object.is_error() {
            return None;
        }
        // The operator stands right before the name.
        let operator = Span { lo: base.span.hi, hi: name.span.lo, ..name.span };
        let certain = base.span.expansion == name.span.expansion && operator.lo < operator.hi;
        if !arrow {
            if let TypeKind::Pointer(_) = self.types.kind(object.ty.ty) {
                let message = format!(
                    "`{}` is a pointer: its members are reached with `->`",
                    self.type_name(object.ty.unqualified())
                );
                let mut diagnostic = Diagnostic::error(codes::MEMBER_OPERATOR, message, span);
                if certain && operator.hi - operator.lo == 1 {
                    diagnostic = diagnostic.fix(operator, "->");
                }
                self.report(diagnostic);
                return None;
            }
            return Some(object);
        }
        for _ in 0..32 {
            match *self.types.kind(object.ty.ty) {
                TypeKind::Pointer(_) | TypeKind::Array(..) => {
                    let object = self.builtin_unary(ast::UnaryOp::Deref, object, span);
                    return (!object.is_error()).then_some(object);
                }
                TypeKind::Record(record) => {
                    let candidates = self.member_candidates(record, Name::Operator(Operator::Arrow));
                    if candidates.is_empty() {
                        break;
                    }
                    object = self.call_method(scope, candidates, object, Vec::new(), span);
                    if object.is_error() {
                        return None;
                    }
                }
                _ => break,
            }
        }
        let message =
            format!("`{}` is no pointer: its members are reached with `.`", self.type_name(object.ty.unqualified()));
        let mut diagnostic = Diagnostic::error(codes::MEMBER_OPERATOR, message, span);
        if certain && operator.hi - operator.lo == 2 {
            diagnostic = diagnostic.fix(operator, ".");
        }
        self.report(diagnostic);
        None
    }

    /// `base.name`; reports what is wrong.
    pub(super) fn member_access(
        &mut self,
        scope: ScopeId,
        base: &ast::Expr,
        arrow: bool,
        name: &NamePath,
        span: Span,
    ) -> Option<Member> {
        let object = self.accessed_object(scope, base, arrow, name, span)?;
        let last = name.last();
        match *self.types.kind(object.ty.ty) {
            TypeKind::Vector(scalar, lanes) | TypeKind::PackedVector(scalar, lanes) => {
                self.swizzle(object, scalar, lanes, name, span).map(Member::Value)
            }
            TypeKind::Record(record) => {
                if self.require_complete(object.ty.ty, span).is_err() {
                    return None;
                }
                let found = if name.is_qualified() {
                    self.lookup_path(self.record_scope(record), name).ok()?
                } else {
                    self.lookup_member(record, last, scope).ok()?
                };
                match found {
                    Found::Field(record, steps) => Some(Member::Value(self.follow(object, record, &steps, span))),
                    Found::Overloads(overloads) => Some(Member::Methods(overloads, object)),
                    Found::Variable(id) => Some(Member::Value(self.variable_lvalue(id, span))),
                    Found::Nothing => {
                        self.report_no_member(&object, name);
                        None
                    }
                    other => Some(Member::Value(self.found_expr(scope, name, other))),
                }
            }
            TypeKind::Error => None,
            _ => {
                self.report_no_member(&object, name);
                None
            }
        }
    }

    fn report_no_member(&mut self, object: &Expr, name: &NamePath) {
        let text = self.path_text(name);
        let ty = self.type_name(object.ty.unqualified());
        let mut diagnostic = Diagnostic::error(codes::NO_MEMBER, format!("`{ty}` has no member `{text}`"), name.span);
        match self.types.kind(object.ty.ty) {
            TypeKind::Record(record) => {
                let record = self.record(*record);
                // A name that differs in one letter or in case only is probably what was meant.
                let close = record.fields.iter().find(|field| {
                    field.name.eq_ignore_ascii_case(&text) || one_edit(field.name.as_bytes(), text.as_bytes())
                });
                if let Some(field) = close {
                    diagnostic = diagnostic.help(format!("there is a member `{}`", field.name));
                }
                diagnostic = diagnostic.also(record.span, "declared here");
            }
            TypeKind::Matrix(..) => {
                diagnostic = diagnostic.help("a matrix has columns: `m[0]` is the first, a vector");
            }
            _ => {}
        }
        self.report(diagnostic);
    }

    fn swizzle(&mut self, object: Expr, scalar: Scalar, lanes: u8, name: &NamePath, span: Span) -> Option<Expr> {
        let text = match (name.is_qualified(), &name.last().name) {
            (false, SegmentName::Ident(symbol)) => self.interner.text(*symbol).to_owned(),
            _ => self.path_text(name),
        };
        let components = swizzle_components(&text);
        let problem = match &components {
            None if text.chars().all(|letter| "xyzwrgba".contains(letter)) => {
                Some("a swizzle has one to four letters, all of `xyzw` or all of `rgba`".to_owned())
            }
            None => Some("vectors have components `x`, `y`, `z`, `w`, or `r`, `g`, `b`, `a`".to_owned()),
            Some(components) => components
                .iter()
                .position(|component| *component >= lanes)
                .map(|at| format!("there is no component `{}`: it has only {lanes}", &text[at..=at])),
        };
        if let Some(problem) = problem {
            let ty = self.type_name(object.ty.unqualified());
            let message = format!("`{text}` names no components of a `{ty}`");
            self.report(Diagnostic::error(codes::SWIZZLE, message, name.span).note(problem));
            return None;
        }
        let components = components?;
        Some(self.swizzled(object, scalar, components, span))
    }

    /// Some components of a vector; a swizzle of a swizzle becomes one.
    fn swizzled(&mut self, object: Expr, scalar: Scalar, components: SmallVec<[u8; 4]>, span: Span) -> Expr {
        let ty = QualType { ty: self.types.vector(scalar, components.len() as u8), ..object.ty };
        let category = object.category;
        match object.kind {
            ExprKind::Swizzle(inner, before) => {
                let components = components.iter().map(|at| before[usize::from(*at)]).collect();
                Expr { kind: ExprKind::Swizzle(inner, components), ty, category, span }
            }
            _ => Expr { kind: ExprKind::Swizzle(Box::new(object), components), ty, category, span },
        }
    }

    /// `base[index]`.
    pub(super) fn subscript(&mut self, scope: ScopeId, base: Expr, index: Operand, span: Span) -> Expr {
        if base.is_error() || index.is_error() {
            return Expr::error(span);
        }
        if let TypeKind::Record(record) = *self.types.kind(base.ty.ty) {
            if self.require_complete(base.ty.ty, span).is_err() {
                return Expr::error(span);
            }
            let candidates = self.member_candidates(record, Name::Operator(Operator::Subscript));
            if !candidates.is_empty() {
                return self.call_method(scope, candidates, base, vec![index], span);
            }
        }
        let index = self.settle(index);
        self.builtin_subscript(base, index, span)
    }

    /// `base[index]` on pointers, arrays, vectors and matrices.
    pub fn builtin_subscript(&mut self, base: Expr, index: Expr, span: Span) -> Expr {
        if base.is_error() || index.is_error() {
            return Expr::error(span);
        }
        let is_base = |sema: &Self, expr: &Expr| {
            matches!(
                sema.types.kind(expr.ty.ty),
                TypeKind::Pointer(_)
                    | TypeKind::Array(..)
                    | TypeKind::Vector(..)
                    | TypeKind::PackedVector(..)
                    | TypeKind::Matrix(..)
            )
        };
        // C's `1[p]`.
        let (base, index) = if !is_base(self, &base) && is_base(self, &index) { (index, base) } else { (base, index) };
        if !is_base(self, &base) {
            if let Some(pointer) = self.as_builtin(base.clone())
                && matches!(self.types.kind(pointer.ty.ty), TypeKind::Pointer(_))
            {
                return self.builtin_subscript(pointer, index, span);
            }
            let message = format!("a `{}` has no elements", self.type_name(base.ty.unqualified()));
            self.report(Diagnostic::error(codes::SUBSCRIPT, message, span));
            return Expr::error(span);
        }
        let written = index.ty;
        let index = self.as_builtin(index).map(|index| match self.types.kind(index.ty.ty) {
            TypeKind::Scalar(Scalar::Bool) => self.convert_value(index, TypeTable::INT),
            TypeKind::Enum(_) => match self.arithmetic_scalar(index.ty.ty) {
                Some(scalar) => {
                    let ty = self.types.scalar(scalar);
                    self.convert_value(index, ty)
                }
                None => index,
            },
            _ => index,
        });
        let index = match index {
            Some(index) if self.types.as_scalar(index.ty.ty).is_some_and(Scalar::is_integer) => index,
            _ => {
                let message = format!("a subscript is an integer, not a `{}`", self.type_name(written.unqualified()));
                self.report(Diagnostic::error(codes::SUBSCRIPT, message, span));
                return Expr::error(span);
            }
        };
        let constant = self.fold(&index).map(|value| {
            if value.scalar.is_signed() {
                value.bits[0] as i64
            } else {
                i64::try_from(value.bits[0]).unwrap_or(i64::MAX)
            }
        });
        let count = match *self.types.kind(base.ty.ty) {
            TypeKind::Vector(_, lanes) | TypeKind::PackedVector(_, lanes) => Some(i64::from(lanes)),
            TypeKind::Matrix(_, columns, _) => Some(i64::from(columns)),
            _ => None,
        };
        if let (Some(at), Some(count)) = (constant, count)
            && (at < 0 || at >= count)
        {
            let what =
                if matches!(self.types.kind(base.ty.ty), TypeKind::Matrix(..)) { "columns" } else { "components" };
            let message = format!("index {at} is out of range: there are {count} {what}, from 0");
            self.report(Diagnostic::error(codes::SUBSCRIPT, message, span));
            return Expr::error(span);
        }
        let category = base.category;
        let element = |sema: &mut Self, ty| QualType { ty, ..base.ty }.in_category(category, sema);
        let (ty, category) = match *self.types.kind(base.ty.ty) {
            TypeKind::Pointer(to) => {
                if to.ty == TypeTable::VOID || self.require_complete(to.ty, span).is_err() {
                    let message =
                        format!("what a `{}` points to has no known size", self.type_name(base.ty.unqualified()));
                    self.report(Diagnostic::error(codes::SUBSCRIPT, message, span));
                    return Expr::error(span);
                }
                (to, Category::LValue)
            }
            TypeKind::Array(to, _) => {
                let ty = QualType {
                    is_const: to.is_const || base.ty.is_const,
                    is_volatile: to.is_volatile || base.ty.is_volatile,
                    is_coherent: to.is_coherent || base.ty.is_coherent,
                    space: to.space.or(base.ty.space),
                    ..to
                };
                (ty, category)
            }
            TypeKind::Vector(scalar, _) | TypeKind::PackedVector(scalar, _) => {
                let ty = self.types.scalar(scalar);
                (element(self, ty), category)
            }
            TypeKind::Matrix(scalar, _, rows) => {
                let ty = self.types.vector(scalar, rows);
                (element(self, ty), category)
            }
            _ => return Expr::error(span),
        };
        let base = if matches!(self.types.kind(base.ty.ty), TypeKind::Pointer(_)) { self.rvalue(base) } else { base };
        Expr { kind: ExprKind::Index(Box::new(base), Box::new(index)), ty, category, span }
    }
}

impl QualType {
    /// As the type of a part of an expression of that category: values have no qualifiers.
    fn in_category(self, category: Category, _sema: &Sema) -> Self {
        if category == Category::PRValue { self.unqualified() } else { self }
    }
}

/// Whether one insertion, removal or replacement makes the two equal.
fn one_edit(a: &[u8], b: &[u8]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if long.len() - short.len() > 1 || long.len() < 3 {
        return false;
    }
    let same = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    if short.len() == long.len() {
        short[same.min(short.len())..].get(1..) == long[same.min(long.len())..].get(1..)
    } else {
        short[same..] == long[same + 1..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_keep_to_one_set_of_letters() {
        let check = |text: &str, expected: Option<&[u8]>| {
            assert_eq!(swizzle_components(text).as_deref(), expected, "{text}");
        };
        check("x", Some(&[0]));
        check("wzyx", Some(&[3, 2, 1, 0]));
        check("rgba", Some(&[0, 1, 2, 3]));
        check("xg", None);
        check("xyzwx", None);
        check("length", None);
    }

    #[test]
    fn names_one_edit_apart() {
        assert!(one_edit(b"position", b"postion"));
        assert!(one_edit(b"color", b"colour"));
        assert!(one_edit(b"abc", b"abd"));
        assert!(!one_edit(b"abc", b"xyz"));
        assert!(!one_edit(b"a", b"b"));
    }
}
