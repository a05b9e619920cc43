//! Pack expansions in lists, fold expressions, `sizeof...`.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::sema::Found;
use crate::sema::ScopeId;
use crate::sema::Sema;
use crate::sema::hir::Expr;
use crate::sema::operand::Operand;
use crate::sema::pack::Pattern;
use crate::sema::types::TypeTable;
use crate::source::Span;
use crate::syntax::ast;

impl Sema {
    /// The operands that `pattern...` stands for.
    pub(super) fn expanded(&mut self, scope: ScopeId, pattern: &ast::Expr, span: Span) -> Vec<Operand> {
        match self.expand_pack(scope, Pattern::Expr(pattern), span) {
            Ok(scopes) => scopes.into_iter().map(|scope| self.check_operand(scope, pattern)).collect(),
            Err(_) => vec![Expr::error(span).into()],
        }
    }

    /// `(e op ...)`, `(... op e)`, `(a op ... op b)`.
    pub(super) fn fold_expression(&mut self, scope: ScopeId, fold: &ast::Fold, span: Span) -> Expr {
        let (pattern, start, pack_first) = match (&fold.left, &fold.right) {
            (Some(pattern), None) => (pattern, None, true),
            (None, Some(pattern)) => (pattern, None, false),
            (Some(left), Some(right)) => {
                // One side names the pack, the other is where to start.
                let left_is_pack = self.trial(|sema| sema.expand_pack(scope, Pattern::Expr(left), span)).is_ok();
                if left_is_pack { (left, Some(right), true) } else { (right, Some(left), false) }
            }
            (None, None) => return Expr::error(span),
        };
        let mut operands: Vec<Expr> = Vec::new();
        let Ok(scopes) = self.expand_pack(scope, Pattern::Expr(pattern), span) else { return Expr::error(span) };
        for element in scopes {
            operands.push(self.check_expr(element, pattern));
        }
        let start = start.map(|start| self.check_expr(scope, start));
        if operands.iter().chain(&start).any(Expr::is_error) {
            return Expr::error(span);
        }
        // `(e op ...)` and `(e op ... op start)` group to the right, the others to the left.
        let right = pack_first;
        match start {
            Some(start) if right => operands.push(start),
            Some(start) => operands.insert(0, start),
            None => {}
        }
        if operands.is_empty() {
            return match fold.op {
                ast::FoldOp::Binary(ast::BinaryOp::LogicalAnd) => Expr::bool(true, span),
                ast::FoldOp::Binary(ast::BinaryOp::LogicalOr) => Expr::bool(false, span),
                ast::FoldOp::Comma => self.value_initialize(crate::sema::types::QualType::new(TypeTable::VOID), span),
                _ => {
                    let message = "this operator has no value for an empty pack";
                    self.report(
                        Diagnostic::error(codes::PACK_EXPANSION, message, span)
                            .help("give a start: `(start op ... op pack)`"),
                    );
                    Expr::error(span)
                }
            };
        }
        let mut operands: std::collections::VecDeque<Expr> = operands.into();
        if right {
            let Some(mut result) = operands.pop_back() else { return Expr::error(span) };
            while let Some(operand) = operands.pop_back() {
                result = self.fold_step(scope, fold.op, operand, result, span);
            }
            return result;
        }
        let Some(mut result) = operands.pop_front() else { return Expr::error(span) };
        while let Some(operand) = operands.pop_front() {
            result = self.fold_step(scope, fold.op, result, operand, span);
        }
        result
    }

    fn fold_step(&mut self, scope: ScopeId, op: ast::FoldOp, a: Expr, b: Expr, span: Span) -> Expr {
        match op {
            ast::FoldOp::Binary(op) => self.binary(scope, op, a, b, span),
            ast::FoldOp::Assign(op) => self.assignment(scope, op, a, b.into(), span),
            ast::FoldOp::Comma => self.comma(scope, a, b, span),
        }
    }

    /// `sizeof...(pack)`.
    pub(super) fn sizeof_pack(&mut self, scope: ScopeId, name: ast::Ident, span: Span) -> Expr {
        let segment =
            ast::Segment { name: ast::SegmentName::Ident(name.symbol), template: false, args: None, span: name.span };
        let path = ast::NamePath { global: false, typename: false, segments: vec![segment], span: name.span };
        match self.lookup_path(scope, &path) {
            Ok(Found::Pack(elements)) => Expr::ulong(elements.len() as u64, span),
            Ok(Found::Nothing) => {
                self.report_unknown(scope, &path, "pack");
                Expr::error(span)
            }
            Ok(_) => {
                let message = format!("`{}` is no pack", self.interner.text(name.symbol));
                self.report(Diagnostic::error(codes::PACK_EXPANSION, message, span));
                Expr::error(span)
            }
            Err(_) => Expr::error(span),
        }
    }
}
