//! The compiler's type traits with a value (`__is_same(A, B)`), and `offsetof`.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Scalar;
use crate::sema::Found;
use crate::sema::MemberStep;
use crate::sema::Reported;
use crate::sema::ScopeId;
use crate::sema::Sema;
use crate::sema::hir::Category;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::operand::Operand;
use crate::sema::types::QualType;
use crate::sema::types::TypeKind;
use crate::sema::types::TypeTable;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Designator;
use crate::syntax::ast::TypeOrExpr;

impl Sema {
    /// The type that is written, or the type of the expression that is.
    pub(in crate::sema) fn type_or_expr(&mut self, scope: ScopeId, what: &TypeOrExpr) -> Result<QualType, Reported> {
        match what {
            TypeOrExpr::Type(ty) => self.resolve_type(scope, ty),
            TypeOrExpr::Expr(expr) => {
                let mut expr = expr;
                while let ast::ExprKind::Paren(inner) = &expr.kind {
                    expr = inner;
                }
                // A name that the parser did not know may be a type.
                if let ast::ExprKind::Name(path) = &expr.kind
                    && let Found::Type(ty) = self.lookup_path(scope, path)?
                {
                    return Ok(ty);
                }
                let expr = self.check_unevaluated(scope, expr);
                if expr.is_error() { Err(Reported) } else { Ok(expr.ty) }
            }
        }
    }

    /// An expression of a type, for questions about conversions.
    fn declval(&mut self, ty: QualType, span: Span) -> Expr {
        let kind = ExprKind::Error;
        match *self.types.kind(ty.ty) {
            TypeKind::Reference { to, rvalue } => {
                let category = if rvalue { Category::XValue } else { Category::LValue };
                Expr { kind, ty: to, category, span }
            }
            _ => Expr { kind, ty, category: Category::XValue, span },
        }
    }

    /// `__is_same(A, B)` and its like.
    pub(super) fn type_trait(
        &mut self,
        scope: ScopeId,
        name: ast::Ident,
        arguments: &[TypeOrExpr],
        span: Span,
    ) -> Expr {
        let mut types = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match self.type_or_expr(scope, argument) {
                Ok(ty) => types.push(ty),
                Err(_) => return Expr::error(span),
            }
        }
        let text = self.interner.text(name.symbol).to_owned();
        match self.trait_value(&text, &types, span) {
            Some(value) => Expr::bool(value, span),
            None => {
                self.report(Diagnostic::unsupported(format!("`{text}` of {} types", types.len()), span));
                Expr::error(span)
            }
        }
    }

    fn trait_value(&mut self, name: &str, types: &[QualType], span: Span) -> Option<bool> {
        use TypeKind as K;
        let first = *types.first()?;
        if let K::Record(_) = self.types.kind(first.ty) {
            // Most questions are about complete classes.
            let _ = self.trial(|sema| sema.require_complete(first.ty, span));
        }
        let kind = self.types.kind(first.ty).clone();
        let scalar = self.types.as_scalar(first.ty);
        let record = self.as_record(first.ty);
        let is_trivial = |sema: &Self| match record {
            Some(record) => !sema.record_info(record).has_copy_constructor,
            None => !matches!(kind, K::Reference { .. }),
        };
        Some(match (name, types) {
            ("__is_same" | "__is_same_as", [a, b]) => a == b,
            ("__is_base_of", [base, derived]) => match (self.as_record(base.ty), self.as_record(derived.ty)) {
                (Some(base), Some(derived)) => {
                    let _ = self.trial(|sema| sema.require_complete(types[1].ty, span));
                    self.base_distance(derived, base).is_some()
                }
                _ => false,
            },
            ("__is_convertible" | "__is_convertible_to", [from, to]) => {
                if to.ty == TypeTable::VOID {
                    return Some(from.ty == TypeTable::VOID);
                }
                let value = self.declval(*from, span);
                self.implicit_sequence(&Operand::Expr(value), *to).is_ok()
            }
            ("__is_assignable" | "__is_trivially_assignable" | "__is_nothrow_assignable", [to, from]) => {
                let target = self.declval(*to, span);
                let value = self.declval(*from, span);
                target.category == Category::LValue
                    && !target.ty.is_const
                    && self.implicit_sequence(&Operand::Expr(value), target.ty.unqualified()).is_ok()
            }
            ("__is_constructible" | "__is_trivially_constructible" | "__is_nothrow_constructible", [to, from @ ..]) => {
                let arguments: Vec<Operand> =
                    from.iter().map(|from| Operand::Expr(self.declval(*from, span))).collect();
                let to = *to;
                self.trial(|sema| sema.direct_initialize(to, arguments, span)).is_ok_and(|value| !value.is_error())
            }
            (_, [_]) => match name.trim_start_matches('_') {
                "is_void" => kind == K::Void,
                "is_integral" => scalar.is_some_and(|scalar| !scalar.is_float()),
                "is_floating_point" => scalar.is_some_and(Scalar::is_float),
                "is_arithmetic" => scalar.is_some(),
                "is_fundamental" => scalar.is_some() || matches!(kind, K::Void | K::Nullptr),
                "is_compound" => scalar.is_none() && !matches!(kind, K::Void | K::Nullptr),
                "is_scalar" => scalar.is_some() || matches!(kind, K::Pointer(_) | K::Enum(_) | K::Nullptr),
                "is_signed" => scalar.is_some_and(|scalar| scalar.is_signed() || scalar.is_float()),
                "is_unsigned" => scalar.is_some_and(|scalar| !scalar.is_signed() && !scalar.is_float()),
                "is_const" => first.is_const,
                "is_volatile" => first.is_volatile,
                "is_pointer" => matches!(kind, K::Pointer(_)),
                "is_reference" => matches!(kind, K::Reference { .. }),
                "is_lvalue_reference" => matches!(kind, K::Reference { rvalue: false, .. }),
                "is_rvalue_reference" => matches!(kind, K::Reference { rvalue: true, .. }),
                "is_array" => matches!(kind, K::Array(..)),
                "is_bounded_array" => matches!(kind, K::Array(_, Some(_))),
                "is_unbounded_array" => matches!(kind, K::Array(_, None)),
                "is_function" => matches!(kind, K::Function(_)),
                "is_object" => !matches!(kind, K::Function(_) | K::Reference { .. } | K::Void),
                "is_enum" => matches!(kind, K::Enum(_)),
                "is_scoped_enum" => matches!(kind, K::Enum(id) if self.enumeration(id).scoped),
                "is_class" => record.is_some_and(|record| !self.record(record).is_union),
                "is_union" => record.is_some_and(|record| self.record(record).is_union),
                "is_empty" => record.is_some_and(|record| self.is_empty_record(record)),
                "is_aggregate" => match record {
                    Some(record) => self.is_aggregate(record),
                    None => matches!(kind, K::Array(..)),
                },
                "is_member_pointer" | "is_member_function_pointer" | "is_member_object_pointer" => false,
                "is_abstract" | "is_polymorphic" | "is_final" | "has_virtual_destructor" => false,
                "is_destructible"
                | "is_trivially_destructible"
                | "is_nothrow_destructible"
                | "has_trivial_destructor" => !matches!(kind, K::Void | K::Function(_)),
                "is_trivially_copyable"
                | "has_trivial_copy"
                | "has_trivial_assign"
                | "has_nothrow_copy"
                | "has_nothrow_assign" => is_trivial(self),
                "is_trivial" | "is_pod" | "has_trivial_constructor" | "has_nothrow_constructor" => {
                    is_trivial(self) && record.is_none_or(|record| !self.record_info(record).has_constructor)
                }
                "is_standard_layout" | "is_literal" | "is_literal_type" | "has_unique_object_representations" => true,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// `offsetof(T, a.b[i])`.
    pub(super) fn offset_of(&mut self, scope: ScopeId, ty: &ast::Type, path: &[Designator], span: Span) -> Expr {
        let Ok(mut ty) = self.resolve_type(scope, ty) else { return Expr::error(span) };
        let mut offset = 0u64;
        for step in path {
            if self.require_complete(ty.ty, span).is_err() {
                return Expr::error(span);
            }
            match (step, self.types.kind(ty.ty).clone()) {
                (Designator::Member(name), TypeKind::Record(record)) => {
                    let segment = ast::Segment {
                        name: ast::SegmentName::Ident(name.symbol),
                        template: false,
                        args: None,
                        span: name.span,
                    };
                    let Ok(Found::Field(record, steps)) = self.lookup_member(record, &segment, scope) else {
                        let text = self.interner.text(name.symbol).to_owned();
                        let message = format!("`{}` has no data member `{text}`", self.type_name(ty));
                        self.report(Diagnostic::error(codes::NO_MEMBER, message, name.span));
                        return Expr::error(span);
                    };
                    let mut current = record;
                    for step in steps {
                        match step {
                            MemberStep::Base(number) => {
                                let (base, distance) = self.record(current).bases[number as usize];
                                offset += u64::from(distance);
                                current = base;
                            }
                            MemberStep::Field(number) => {
                                let field = &self.record(current).fields[number as usize];
                                offset += u64::from(field.offset);
                                ty = field.ty;
                                if let Some(inner) = self.as_record(ty.ty) {
                                    current = inner;
                                }
                            }
                        }
                    }
                }
                (Designator::Index(index), TypeKind::Array(element, _)) => {
                    let index_value = self.check_expr(scope, index);
                    let Ok(number) = self.constant_index(index_value) else { return Expr::error(span) };
                    let size = self.size_align(element.ty).map_or(0, |size| size.size);
                    offset += number.saturating_mul(size);
                    ty = element;
                }
                _ => {
                    let message = format!("`{}` has no such part", self.type_name(ty));
                    self.report(Diagnostic::error(codes::NO_MEMBER, message, span));
                    return Expr::error(span);
                }
            }
        }
        Expr::ulong(offset, span)
    }
}
