//! Operators in expressions: those of the program first, then the built-in ones; assignment; comma.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::sema::ScopeId;
use crate::sema::Sema;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::operand::Operand;
use crate::sema::overload::Call;
use crate::sema::overload::Failure;
use crate::sema::scope::Name;
use crate::sema::types::TypeKind;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Operator;

/// Under which name a prefix or postfix operator is declared.
fn unary_operator(op: ast::UnaryOp) -> Operator {
    match op {
        ast::UnaryOp::Plus => Operator::Binary(ast::BinaryOp::Add),
        ast::UnaryOp::Minus => Operator::Binary(ast::BinaryOp::Sub),
        ast::UnaryOp::Deref => Operator::Binary(ast::BinaryOp::Mul),
        ast::UnaryOp::AddressOf => Operator::Binary(ast::BinaryOp::And),
        ast::UnaryOp::PreInc | ast::UnaryOp::PostInc => Operator::Unary(ast::UnaryOp::PreInc),
        ast::UnaryOp::PreDec | ast::UnaryOp::PostDec => Operator::Unary(ast::UnaryOp::PreDec),
        ast::UnaryOp::Not | ast::UnaryOp::BitNot => Operator::Unary(op),
    }
}

impl Sema {
    /// Whether operators on a type may be the program's own.
    fn overloadable(&self, expr: &Expr) -> bool {
        matches!(self.types.kind(expr.ty.ty), TypeKind::Record(_) | TypeKind::Enum(_) | TypeKind::Matrix(..))
    }

    /// The program's operator for some operands, called; `None` if it has none that fits.
    fn user_operator(&mut self, scope: ScopeId, operator: Operator, operands: &[Operand], span: Span) -> Option<Expr> {
        let any = operands.iter().any(|operand| match operand {
            Operand::Expr(expr) => self.overloadable(expr),
            _ => false,
        });
        if !any {
            return None;
        }
        let object = match operands.first() {
            Some(Operand::Expr(expr)) => Some(expr.clone()),
            _ => None,
        };
        let mut members = Vec::new();
        if let Some(object) = &object
            && let TypeKind::Record(record) = *self.types.kind(object.ty.ty)
        {
            members = self.member_candidates(record, Name::Operator(operator));
        }
        let types = self.operand_types(operands);
        let others = self.lookup_operator(scope, operator, &types);
        if members.is_empty() && others.is_empty() {
            return None;
        }
        let name = format!("operator{}", crate::sema::scope::operator_text(operator));
        let member_call = Call {
            name: &name,
            candidates: &members,
            explicit: None,
            object: object.as_ref(),
            arguments: operands.get(1..).unwrap_or_default(),
            span,
        };
        let other_call =
            Call { name: &name, candidates: &others, explicit: None, object: None, arguments: operands, span };
        match self.try_operator(&member_call, &other_call) {
            Ok(function) => {
                let mut operands = operands.to_vec();
                let object = match (self.function(function).this, object) {
                    (Some(_), Some(object)) => {
                        operands.remove(0);
                        Some(object)
                    }
                    _ => None,
                };
                Some(self.build_call(function, object, operands, span))
            }
            Err(Failure::None) => None,
            Err(Failure::Ambiguous(functions)) => {
                self.report_ambiguous(&other_call, &functions);
                Some(Expr::error(span))
            }
        }
    }

    /// `-e`, `++e` …
    pub(in crate::sema) fn unary(&mut self, scope: ScopeId, op: ast::UnaryOp, operand: Expr, span: Span) -> Expr {
        if operand.is_error() {
            return Expr::error(span);
        }
        if self.overloadable(&operand) {
            let mut operands = vec![Operand::Expr(operand.clone())];
            if matches!(op, ast::UnaryOp::PostInc | ast::UnaryOp::PostDec) {
                // The postfix forms are told by a parameter that nobody uses.
                operands.push(Operand::Expr(Expr::int(0, span)));
            }
            if let Some(value) = self.user_operator(scope, unary_operator(op), &operands, span) {
                return value;
            }
        }
        let is_record = matches!(self.types.kind(operand.ty.ty), TypeKind::Record(_));
        if !is_record {
            return self.builtin_unary(op, operand, span);
        }
        match op {
            ast::UnaryOp::AddressOf => self.builtin_unary(op, operand, span),
            ast::UnaryOp::Not => {
                let value = self.condition(operand);
                self.builtin_unary(op, value, span)
            }
            ast::UnaryOp::PreInc | ast::UnaryOp::PreDec | ast::UnaryOp::PostInc | ast::UnaryOp::PostDec => {
                self.builtin_unary(op, operand, span)
            }
            _ => match self.as_builtin(operand.clone()) {
                Some(value) => self.builtin_unary(op, value, span),
                None => self.builtin_unary(op, operand, span),
            },
        }
    }

    /// `a + b` …
    pub fn binary(&mut self, scope: ScopeId, op: ast::BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
        if a.is_error() || b.is_error() {
            return Expr::error(span);
        }
        if self.overloadable(&a) || self.overloadable(&b) {
            let operands = [Operand::Expr(a.clone()), Operand::Expr(b.clone())];
            if let Some(value) = self.user_operator(scope, Operator::Binary(op), &operands, span) {
                return value;
            }
        }
        if matches!(op, ast::BinaryOp::LogicalAnd | ast::BinaryOp::LogicalOr) {
            let mut side = |expr: Expr| match self.types.kind(expr.ty.ty) {
                TypeKind::Record(_) => self.condition(expr),
                _ => expr,
            };
            let (a, b) = (side(a), side(b));
            return self.builtin_binary(op, a, b, span);
        }
        let mut side = |expr: Expr| match self.types.kind(expr.ty.ty) {
            TypeKind::Record(_) => self.as_builtin(expr.clone()).unwrap_or(expr),
            _ => expr,
        };
        let (a, b) = (side(a), side(b));
        self.builtin_binary(op, a, b, span)
    }

    /// `a = b`, `a += b` …
    pub(super) fn assignment(
        &mut self,
        scope: ScopeId,
        op: Option<ast::BinaryOp>,
        target: Expr,
        value: Operand,
        span: Span,
    ) -> Expr {
        if target.is_error() || value.is_error() {
            return Expr::error(span);
        }
        let value = match value {
            // `x = {…}` assigns an object made of the list, unless the class has an operator for it.
            Operand::List(list) if !matches!(self.types.kind(target.ty.ty), TypeKind::Record(_)) => {
                let made = self.list_initialize(target.ty.unqualified(), list, true);
                if made.is_error() {
                    return Expr::error(span);
                }
                Operand::Expr(made)
            }
            other => other,
        };
        let value_overloads = matches!(&value, Operand::Expr(expr) if self.overloadable(expr));
        if self.overloadable(&target) || value_overloads {
            let operands = [Operand::Expr(target.clone()), value.clone()];
            if let Some(result) = self.user_operator(scope, Operator::Assign(op), &operands, span) {
                return result;
            }
        }
        let Some(op) = op else { return self.plain_assignment(target, value, span) };
        let value = self.settle(value);
        if value.is_error() {
            return Expr::error(span);
        }
        let value = match self.types.kind(value.ty.ty) {
            TypeKind::Record(_) => self.as_builtin(value.clone()).unwrap_or(value),
            _ => value,
        };
        self.builtin_compound(op, target, value, span)
    }

    fn plain_assignment(&mut self, target: Expr, value: Operand, span: Span) -> Expr {
        if !self.check_modifiable(&target, span) {
            return Expr::error(span);
        }
        let ty = target.ty;
        if let TypeKind::Record(record) = *self.types.kind(ty.ty)
            && let Some(field) = self.const_member(record, 0)
        {
            let message =
                format!("a `{}` can't be assigned: its member `{field}` is const", self.type_name(ty.unqualified()));
            self.report(Diagnostic::error(codes::NOT_ASSIGNABLE, message, span));
            return Expr::error(span);
        }
        let value = self.implicit_for(value, ty.unqualified(), Some("this assignment"));
        if value.is_error() {
            return Expr::error(span);
        }
        Expr::lvalue(ExprKind::Assign { target: Box::new(target), value: Box::new(value) }, ty, span)
    }

    /// A member that keeps a class from being assigned: const, or a reference.
    fn const_member(&self, record: crate::sema::types::RecordId, depth: u32) -> Option<String> {
        if depth > 32 {
            return None;
        }
        for field in &self.record(record).fields {
            if field.ty.is_const || matches!(self.types.kind(field.ty.ty), TypeKind::Reference { .. }) {
                return Some(field.name.to_string());
            }
            if let TypeKind::Record(inner) = *self.types.kind(field.ty.ty)
                && let Some(name) = self.const_member(inner, depth + 1)
            {
                return Some(name);
            }
        }
        None
    }

    /// `a, b`.
    pub(super) fn comma(&mut self, scope: ScopeId, first: Expr, second: Expr, span: Span) -> Expr {
        if first.is_error() || second.is_error() {
            return Expr::error(span);
        }
        let operands = [Operand::Expr(first.clone()), Operand::Expr(second.clone())];
        if let Some(value) = self.user_operator(scope, Operator::Comma, &operands, span) {
            return value;
        }
        let first = self.discarded(first);
        let (ty, category) = (second.ty, second.category);
        Expr { kind: ExprKind::Comma(Box::new(first), Box::new(second)), ty, category, span }
    }
}
