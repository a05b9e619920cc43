//! Whether a value depends on function constants, which only the pipeline knows.

use super::Sema;
use super::entity::VariableInit;
use super::hir::Expr;
use super::hir::ExprKind;

/// Whether an initialiser reads a function constant, directly or through other constants. Calls of functions that
/// read some count too, as far as their arguments show it.
#[must_use]
pub fn on_function_constants(sema: &Sema, expr: &Expr) -> bool {
    let any = |list: &[Expr]| list.iter().any(|expr| on_function_constants(sema, expr));
    let of = |expr: &Expr| on_function_constants(sema, expr);
    match &expr.kind {
        ExprKind::Variable(id) => {
            let variable = sema.variable(*id);
            variable.depends_on_function_constants || matches!(variable.init, VariableInit::FunctionConstant(_))
        }
        ExprKind::FunctionConstantDefined(_) => true,
        ExprKind::Member(a, _)
        | ExprKind::Base(a, _)
        | ExprKind::Swizzle(a, _)
        | ExprKind::Deref(a)
        | ExprKind::AddressOf(a)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(_, a)
        | ExprKind::Materialize(a)
        | ExprKind::Discard(a)
        | ExprKind::Increment { target: a, .. } => of(a),
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::PointerAdd { pointer: a, index: b, .. }
        | ExprKind::PointerDifference(a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Comma(a, b)
        | ExprKind::Assign { target: a, value: b }
        | ExprKind::CompoundAssign { target: a, value: b, .. } => of(a) || of(b),
        ExprKind::Conditional(a, b, c) => of(a) || of(b) || of(c),
        ExprKind::Call { this, arguments, .. } => this.as_deref().is_some_and(of) || any(arguments),
        ExprKind::CallPointer { pointer, arguments } => of(pointer) || any(arguments),
        ExprKind::Intrinsic(_, list) | ExprKind::Vector(list) | ExprKind::Matrix(list) => any(list),
        ExprKind::Construct { arguments, .. } => any(arguments),
        ExprKind::Aggregate { bases, fields, .. } => {
            bases.iter().any(|(_, expr)| of(expr)) || fields.iter().any(|(_, expr)| of(expr))
        }
        ExprKind::Array { elements, rest } => any(elements) || rest.as_deref().is_some_and(of),
        _ => false,
    }
}
