//! Literals.

use crate::ir::Constant;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::sema::Sema;
use crate::sema::constant::float_bits;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::types::QualType;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

/// The first type of C++'s list for that spelling that holds the value.
fn integer_type(literal: ast::IntLiteral) -> Scalar {
    let value = literal.value;
    let fits = |scalar: Scalar| match scalar {
        Scalar::I32 => value <= i32::MAX as u64,
        Scalar::U32 => value <= u64::from(u32::MAX),
        Scalar::I64 => value <= i64::MAX as u64,
        _ => true,
    };
    let candidates: &[Scalar] = match (literal.unsigned, literal.long, literal.decimal) {
        (false, false, true) => &[Scalar::I32, Scalar::I64],
        (false, false, false) => &[Scalar::I32, Scalar::U32, Scalar::I64],
        (false, true, _) => &[Scalar::I64],
        (true, false, _) => &[Scalar::U32],
        (true, true, _) => &[],
    };
    candidates.iter().copied().find(|scalar| fits(*scalar)).unwrap_or(Scalar::U64)
}

impl Sema {
    /// `42u`.
    pub(super) fn integer_literal(&mut self, literal: ast::IntLiteral, span: Span) -> Expr {
        let scalar = integer_type(literal);
        let ty = self.types.scalar(scalar);
        Expr::value(ExprKind::Constant(Constant::scalar(scalar, literal.value)), ty, span)
    }

    /// `0.5h`.
    pub(super) fn float_literal(&mut self, literal: ast::FloatLiteral, span: Span) -> Expr {
        let scalar = match literal.kind {
            ast::FloatKind::Float => Scalar::F32,
            ast::FloatKind::Half => Scalar::F16,
            ast::FloatKind::BFloat => Scalar::BF16,
        };
        let ty = self.types.scalar(scalar);
        // The lexer has rounded the value to its type already.
        let bits = float_bits(scalar, literal.value as f32);
        Expr::value(ExprKind::Constant(Constant::scalar(scalar, bits)), ty, span)
    }

    /// `'a'`.
    pub(super) fn char_literal(&mut self, value: i8, span: Span) -> Expr {
        let ty = self.types.scalar(Scalar::I8);
        Expr::value(ExprKind::Constant(Constant::scalar(Scalar::I8, value as u64)), ty, span)
    }

    /// A string: an array of `constant const char`, with its terminating zero.
    pub(super) fn string_literal(&mut self, bytes: &[u8], span: Span) -> Expr {
        let mut bytes = bytes.to_vec();
        bytes.push(0);
        let char = self.types.scalar(Scalar::I8);
        let element = QualType::new(char).with_const().in_space(AddressSpace::Constant);
        let ty = self.types.array(element, Some(bytes.len() as u64));
        let ty = QualType::new(ty).with_const().in_space(AddressSpace::Constant);
        Expr::lvalue(ExprKind::String(Arc::from(bytes)), ty, span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_literals_take_the_first_type_that_fits() {
        let check = |value: u64, suffix: &str, decimal: bool, expected: Scalar| {
            let literal =
                ast::IntLiteral { value, unsigned: suffix.contains('u'), long: suffix.contains('l'), decimal };
            assert_eq!(integer_type(literal), expected, "{value}{suffix}");
        };
        check(0x7fff_ffff, "", true, Scalar::I32);
        check(0x8000_0000, "", true, Scalar::I64);
        check(0x8000_0000, "", false, Scalar::U32);
        check(0x1_0000_0000, "", false, Scalar::I64);
        check(u64::MAX, "", false, Scalar::U64);
        check(1, "u", true, Scalar::U32);
        check(0x1_0000_0000, "u", true, Scalar::U64);
        check(1, "l", true, Scalar::I64);
        check(1, "ul", true, Scalar::U64);
    }
}
