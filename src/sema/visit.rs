//! Walks over the typed tree of an expression.

use super::hir::Expr;
use super::hir::ExprKind;

macro_rules! children {
    ($kind:expr, $visit:ident, $iter:ident, $as_mut:ident) => {
        match $kind {
            ExprKind::Error
            | ExprKind::Constant(_)
            | ExprKind::Null
            | ExprKind::String(_)
            | ExprKind::Local(_)
            | ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::This
            | ExprKind::BuiltinInput(_)
            | ExprKind::FunctionConstantDefined(_)
            | ExprKind::Zero
            | ExprKind::Uninitialized => {}
            ExprKind::Member(a, _)
            | ExprKind::Base(a, _)
            | ExprKind::Swizzle(a, _)
            | ExprKind::Deref(a)
            | ExprKind::AddressOf(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Increment { target: a, .. }
            | ExprKind::Convert(_, a)
            | ExprKind::Materialize(a)
            | ExprKind::Discard(a) => $visit(a),
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::PointerAdd { pointer: a, index: b, .. }
            | ExprKind::PointerDifference(a, b)
            | ExprKind::LogicalAnd(a, b)
            | ExprKind::LogicalOr(a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Assign { target: a, value: b }
            | ExprKind::CompoundAssign { target: a, value: b, .. } => {
                $visit(a);
                $visit(b);
            }
            ExprKind::Conditional(a, b, c) => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            ExprKind::Call { this, arguments, .. } => {
                this.$as_mut().into_iter().for_each(|this| $visit(this));
                arguments.$iter().for_each(|argument| $visit(argument));
            }
            ExprKind::CallPointer { pointer, arguments } => {
                $visit(pointer);
                arguments.$iter().for_each(|argument| $visit(argument));
            }
            ExprKind::Intrinsic(_, list)
            | ExprKind::Construct { arguments: list, .. }
            | ExprKind::Vector(list)
            | ExprKind::Matrix(list) => list.$iter().for_each(|item| $visit(item)),
            ExprKind::Aggregate { bases, fields, .. } => {
                bases.$iter().chain(fields.$iter()).for_each(|(_, value)| $visit(value));
            }
            ExprKind::Array { elements, rest } => {
                elements.$iter().for_each(|element| $visit(element));
                rest.$as_mut().into_iter().for_each(|rest| $visit(rest));
            }
        }
    };
}

impl Expr {
    /// Calls `visit` for each operand.
    pub fn each_child<'a>(&'a self, mut visit: impl FnMut(&'a Self)) {
        children!(&self.kind, visit, iter, as_ref);
    }

    /// Calls `visit` for each operand, to change it.
    pub fn each_child_mut(&mut self, mut visit: impl FnMut(&mut Self)) {
        children!(&mut self.kind, visit, iter_mut, as_mut);
    }

    /// Whether the expression or some operand, however deep, satisfies `test`.
    pub fn any(&self, test: &mut impl FnMut(&Self) -> bool) -> bool {
        let mut stack = vec![self];
        while let Some(expr) = stack.pop() {
            if test(expr) {
                return true;
            }
            expr.each_child(|child| stack.push(child));
        }
        false
    }
}
