//! What expressions and statements will bring; here only so that declarations can call it already.

use super::Sema;
use super::hir::Category;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::FunctionId;
use super::report::Reported;
use super::scope::ScopeId;
use super::template::ConstantValue;
use super::types::QualType;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

impl Sema {
    /// Checks an expression.
    pub fn check_expr(&mut self, _scope: ScopeId, expr: &ast::Expr) -> Expr {
        if let ast::ExprKind::Int(literal) = &expr.kind {
            let value = crate::ir::Constant::i32(literal.value as i32);
            return Expr {
                kind: ExprKind::Constant(value),
                ty: QualType::new(TypeTable::INT),
                category: Category::PRValue,
                span: expr.span,
            };
        }
        self.report(Diagnostic::unsupported("this expression", expr.span));
        Expr {
            kind: ExprKind::Error,
            ty: QualType::new(TypeTable::ERROR),
            category: Category::PRValue,
            span: expr.span,
        }
    }

    /// The initialiser of an object of a type.
    pub fn initialize(&mut self, scope: ScopeId, _ty: QualType, init: &ast::Init, _span: Span) -> Expr {
        match init {
            ast::Init::Copy(expr) | ast::Init::List(expr) => self.check_expr(scope, expr),
            ast::Init::Direct(list) => match list.first() {
                Some(expr) => self.check_expr(scope, expr),
                None => Expr {
                    kind: ExprKind::Error,
                    ty: QualType::new(TypeTable::ERROR),
                    category: Category::PRValue,
                    span: Span::NONE,
                },
            },
        }
    }

    /// The value of a constant expression.
    ///
    /// # Errors
    /// It isn't constant.
    pub fn constant_value(&mut self, expr: &Expr) -> Result<ConstantValue, Reported> {
        match &expr.kind {
            ExprKind::Constant(value) => Ok(ConstantValue::Number(value.clone())),
            ExprKind::Error => Err(Reported),
            _ => Err(self.report(Diagnostic::unsupported("this constant expression", expr.span))),
        }
    }

    /// An implicit conversion; `why` completes "… for <why>" in the message.
    pub fn convert_implicitly(&mut self, expr: Expr, _ty: QualType, _why: &str) -> Expr {
        expr
    }

    /// Checks the body of a function, if it has one that has not been checked yet.
    pub fn check_body(&mut self, _function: FunctionId) {}

    /// Checks an expression that is never evaluated.
    pub fn check_unevaluated(&mut self, scope: ScopeId, expr: &ast::Expr) -> Expr {
        self.check_expr(scope, expr)
    }

    /// The declared type of a local of the function being checked.
    #[must_use]
    pub fn local_type(&self, _local: super::hir::LocalId) -> Option<QualType> {
        None
    }
}
