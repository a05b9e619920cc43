//! Calls of `__intrinsic_NAME` in library text, typed by the table of intrinsics.

use crate::diagnostic::Diagnostic;
use crate::ir::Intrinsic;
use crate::ir::intrinsic::Operand as Rule;
use crate::ir::intrinsic::ResultType;
use crate::msl::Scalar;
use crate::sema::Sema;
use crate::sema::entity::LibraryType;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::types::QualType;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use crate::sema::types::TypeTable;
use crate::source::Span;

impl Sema {
    /// Checks and converts the arguments of an intrinsic; `explicit` is its template argument.
    pub fn call_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        explicit: Option<QualType>,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Expr {
        if arguments.iter().any(Expr::is_error) {
            return Expr::error(span);
        }
        let rules = intrinsic.operands();
        if rules.len() != arguments.len() {
            let message =
                format!("`__intrinsic_{}` takes {} operands, not {}", intrinsic.name(), rules.len(), arguments.len());
            self.report(Diagnostic::internal(message, span));
            return Expr::error(span);
        }
        let arguments: Vec<Expr> = arguments
            .into_iter()
            .map(|argument| {
                let value = self.rvalue(argument);
                match *self.types.kind(value.ty.ty) {
                    TypeKind::PackedVector(scalar, lanes) => {
                        let plain = self.types.vector(scalar, lanes);
                        self.convert_value(value, plain)
                    }
                    TypeKind::Enum(id) => {
                        let underlying = self.enumeration(id).underlying;
                        let underlying = self.types.scalar(underlying);
                        self.convert_value(value, underlying)
                    }
                    _ => value,
                }
            })
            .collect();
        let first = arguments.first().map_or(TypeTable::VOID, |argument| argument.ty.ty);
        let lanes = self.types.components(first).map_or(1, |(_, lanes)| lanes);
        let pointee = self.atomic_pointee(first);
        // All operands of a numeric kind share the type of the first such one.
        let shared = arguments.iter().zip(rules).find(|(_, rule)| is_shared(**rule)).map(|(a, _)| a.ty.ty);
        let mut converted = Vec::with_capacity(arguments.len());
        for (argument, rule) in arguments.into_iter().zip(rules) {
            let from = argument.ty.ty;
            let component = self.types.components(from).map(|(scalar, _)| scalar);
            let (fits, target) = match *rule {
                Rule::Float => (component.is_some_and(Scalar::is_float), shared),
                Rule::Integer => (component.is_some_and(Scalar::is_integer), shared),
                Rule::Number => (component.is_some_and(|scalar| scalar != Scalar::Bool), shared),
                Rule::Bool => (component == Some(Scalar::Bool), shared),
                Rule::Any => (component.is_some(), None),
                Rule::IntLike => (component.is_some(), Some(self.types.vector(Scalar::I32, lanes))),
                Rule::Scalar(scalar) => (self.types.as_scalar(from).is_some(), Some(self.types.scalar(scalar))),
                Rule::Vector(scalar, lanes) => (component.is_some(), Some(self.types.vector(scalar, lanes))),
                Rule::Pointer => (matches!(self.types.kind(from), TypeKind::Pointer(_)), None),
                Rule::Handle => (matches!(self.types.kind(from), TypeKind::Handle), None),
                Rule::Pointee => (component.is_some() && pointee.is_some(), pointee),
            };
            let converts = target.is_none_or(|target| self.value_conversion(from, target).is_ok());
            if !fits || !converts {
                let message = format!(
                    "`__intrinsic_{}` does not take an operand of type `{}` here",
                    intrinsic.name(),
                    self.type_name(QualType::new(from))
                );
                self.report(Diagnostic::internal(message, argument.span));
                return Expr::error(span);
            }
            converted.push(match target {
                Some(target) => self.convert_value(argument, target),
                None => argument,
            });
        }
        let result = match (explicit, intrinsic.result()) {
            (Some(ty), _) => Some(ty.ty),
            (None, ResultType::Void) => Some(TypeTable::VOID),
            (None, ResultType::First) => Some(first),
            (None, ResultType::BoolLike) => Some(self.types.vector(Scalar::Bool, lanes)),
            (None, ResultType::IntLike) => Some(self.types.vector(Scalar::I32, lanes)),
            (None, ResultType::Scalar(scalar)) => Some(self.types.scalar(scalar)),
            (None, ResultType::Vector(scalar, lanes)) => Some(self.types.vector(scalar, lanes)),
            (None, ResultType::Pointee) => pointee,
            (None, ResultType::Explicit) => None,
        };
        let Some(result) = result else {
            let message = format!("`__intrinsic_{}` needs its result type as template argument", intrinsic.name());
            self.report(Diagnostic::internal(message, span));
            return Expr::error(span);
        };
        Expr::value(ExprKind::Intrinsic(intrinsic, converted), result, span)
    }

    /// What a pointer points to, without `atomic`.
    fn atomic_pointee(&mut self, ty: TypeId) -> Option<TypeId> {
        let TypeKind::Pointer(to) = *self.types.kind(ty) else { return None };
        let scalar = match *self.types.kind(to.ty) {
            TypeKind::Record(record) => match self.record(record).library {
                Some(LibraryType::Atomic(scalar)) => scalar,
                _ => return None,
            },
            TypeKind::Enum(id) => self.enumeration(id).underlying,
            TypeKind::Scalar(scalar) => scalar,
            _ => return None,
        };
        Some(self.types.scalar(scalar))
    }
}

fn is_shared(rule: Rule) -> bool {
    matches!(rule, Rule::Float | Rule::Integer | Rule::Number | Rule::Bool)
}
