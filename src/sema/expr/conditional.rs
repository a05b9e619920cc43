//! `c ? a : b` (C++17 8.5.16, and MSL: the condition is a scalar, arms of scalar and vector type meet in the vector).

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::sema::Sema;
use crate::sema::conversion::is_addressable;
use crate::sema::hir::Category;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::types::QualType;
use crate::sema::types::TypeKind;
use crate::sema::types::TypeTable;
use crate::source::Span;

impl Sema {
    /// The whole expression; the condition is a `bool` already.
    pub(super) fn conditional(&mut self, condition: Expr, a: Expr, b: Expr, span: Span) -> Expr {
        if condition.is_error() || a.is_error() || b.is_error() {
            return Expr::error(span);
        }
        let types = (a.ty, b.ty);
        let Some((a, b)) = self.common_arms(a, b) else {
            let message = format!(
                "the two values of `?:` have types `{}` and `{}`, which don't meet",
                self.type_name(types.0),
                self.type_name(types.1)
            );
            self.report(Diagnostic::error(codes::CONDITIONAL_ARMS, message, span));
            return Expr::error(span);
        };
        let (ty, category) = (a.ty, a.category);
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(a), Box::new(b));
        Expr { kind, ty, category, span }
    }

    fn common_arms(&mut self, a: Expr, b: Expr) -> Option<(Expr, Expr)> {
        let is_void = |expr: &Expr| expr.ty.ty == TypeTable::VOID;
        if is_void(&a) || is_void(&b) {
            return (is_void(&a) && is_void(&b)).then_some((a, b));
        }
        // A component of a vector has no address: its value is taken.
        let addressable = is_addressable(self, &a) && is_addressable(self, &b);
        if a.is_glvalue() && a.category == b.category && a.ty.ty == b.ty.ty && addressable {
            if a.ty == b.ty {
                return Some((a, b));
            }
            if a.ty.space_or_thread() == b.ty.space_or_thread() {
                let merged = QualType {
                    ty: a.ty.ty,
                    is_const: a.ty.is_const || b.ty.is_const,
                    is_volatile: a.ty.is_volatile || b.ty.is_volatile,
                    is_coherent: a.ty.is_coherent || b.ty.is_coherent,
                    space: Some(a.ty.space_or_thread()),
                };
                return Some((self.requalified(a, merged), self.requalified(b, merged)));
            }
        }
        let is_record = |sema: &Self, expr: &Expr| matches!(sema.types.kind(expr.ty.ty), TypeKind::Record(_));
        if is_record(self, &a) || is_record(self, &b) {
            return self.common_objects(a, b);
        }
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        if a.ty.ty == b.ty.ty {
            return Some((a, b));
        }
        let is_address =
            |sema: &Self, expr: &Expr| matches!(sema.types.kind(expr.ty.ty), TypeKind::Pointer(_) | TypeKind::Nullptr);
        if is_address(self, &a) || is_address(self, &b) {
            return self.common_addresses(a, b);
        }
        self.common_numbers(a, b)
    }

    /// Arms of which one at least is of class type: one is converted to the type of the other.
    fn common_objects(&mut self, a: Expr, b: Expr) -> Option<(Expr, Expr)> {
        if a.ty.ty == b.ty.ty {
            let value = |sema: &mut Self, expr: Expr| {
                let ty = expr.ty.unqualified();
                sema.implicit(expr.into(), ty)
            };
            return Some((value(self, a), value(self, b)));
        }
        let decayed = |sema: &mut Self, expr: &Expr| QualType::new(sema.decayed(expr.ty));
        let (ta, tb) = (decayed(self, &a), decayed(self, &b));
        let to_b = self.implicit_sequence(&a.clone().into(), tb).is_ok();
        let to_a = self.implicit_sequence(&b.clone().into(), ta).is_ok();
        match (to_b, to_a) {
            (true, false) => {
                let a = self.implicit(a.into(), tb);
                let b = self.implicit(b.into(), tb);
                Some((a, b))
            }
            (false, true) => {
                let a = self.implicit(a.into(), ta);
                let b = self.implicit(b.into(), ta);
                Some((a, b))
            }
            (true, true) => None,
            (false, false) => {
                // Objects that stand for numbers meet as those.
                let (a, b) = (self.as_builtin(a)?, self.as_builtin(b)?);
                debug_assert_eq!(a.category, Category::PRValue);
                if a.ty.ty == b.ty.ty { Some((a, b)) } else { self.common_numbers(a, b) }
            }
        }
    }
}
