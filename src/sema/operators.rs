//! Built-in operators: usual arithmetic conversions, vectors and mixes with scalars, matrices, pointers; assignment.
//!
//! Operators of the program's own are looked for first ([`super::overload`]); what arrives here has no better meaning.

use super::Sema;
use super::conversion::common_scalar;
use super::conversion::promoted;
use super::hir::BinaryOp;
use super::hir::Category;
use super::hir::CompareOp;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::UnaryOp;
use super::types::QualType;
use super::types::TypeId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::source::Span;
use crate::syntax::ast;

/// The arithmetic behind an operator as written; `None` for comparisons and logic.
fn arithmetic_op(op: ast::BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Sub => BinaryOp::Sub,
        ast::BinaryOp::Mul => BinaryOp::Mul,
        ast::BinaryOp::Div => BinaryOp::Div,
        ast::BinaryOp::Rem => BinaryOp::Rem,
        ast::BinaryOp::And => BinaryOp::And,
        ast::BinaryOp::Or => BinaryOp::Or,
        ast::BinaryOp::Xor => BinaryOp::Xor,
        ast::BinaryOp::Shl => BinaryOp::Shl,
        ast::BinaryOp::Shr => BinaryOp::Shr,
        _ => return None,
    })
}

fn compare_op(op: ast::BinaryOp) -> Option<CompareOp> {
    Some(match op {
        ast::BinaryOp::Eq => CompareOp::Equal,
        ast::BinaryOp::Ne => CompareOp::NotEqual,
        ast::BinaryOp::Lt => CompareOp::Less,
        ast::BinaryOp::Gt => CompareOp::Greater,
        ast::BinaryOp::Le => CompareOp::LessEqual,
        ast::BinaryOp::Ge => CompareOp::GreaterEqual,
        _ => return None,
    })
}

/// Why an operator does not apply.
enum Misfit {
    /// Nothing more to say than the types.
    Types,
    /// With advice.
    Advice(&'static str),
    /// Pointers into two address spaces.
    Spaces(AddressSpace, AddressSpace),
}

type Fit<T> = Result<T, Misfit>;

impl Sema {
    /// A number as a plain scalar or vector prvalue: packed vectors and unscoped enumerations are converted.
    fn plain_number(&mut self, value: Expr) -> Option<Expr> {
        match *self.types.kind(value.ty.ty) {
            TypeKind::Scalar(_) | TypeKind::Vector(..) => Some(value),
            TypeKind::PackedVector(scalar, lanes) => {
                let ty = self.types.vector(scalar, lanes);
                Some(self.convert_value(value, ty))
            }
            TypeKind::Enum(id) if !self.enumeration(id).scoped => {
                let ty = self.enumeration(id).underlying;
                let ty = self.types.scalar(ty);
                Some(self.convert_value(value, ty))
            }
            _ => None,
        }
    }

    /// The vector type that a scalar meets, if it may be splat to it.
    fn splat_target(&self, scalar: TypeId, vector: TypeId) -> Fit<TypeId> {
        let (Some(from), Some((element, _))) = (self.types.as_scalar(scalar), self.types.components(vector)) else {
            return Err(Misfit::Types);
        };
        if from.is_float() && !element.is_float() {
            return Err(Misfit::Advice(
                "a floating-point scalar does not convert to a vector of integers by itself: convert one side",
            ));
        }
        match (from, element) {
            (Scalar::F16, Scalar::BF16) | (Scalar::BF16, Scalar::F16) => {
                Err(Misfit::Advice("half and bfloat don't convert into each other by themselves: convert one side"))
            }
            _ => Ok(vector),
        }
    }

    /// The common type of two numbers.
    fn common_type(&mut self, a: TypeId, b: TypeId) -> Fit<TypeId> {
        match (self.types.kind(a).clone(), self.types.kind(b).clone()) {
            (TypeKind::Scalar(a), TypeKind::Scalar(b)) => match common_scalar(a, b) {
                Some(scalar) => Ok(self.types.scalar(scalar)),
                None => {
                    Err(Misfit::Advice("half and bfloat don't convert into each other by themselves: convert one side"))
                }
            },
            (TypeKind::Vector(..), TypeKind::Vector(..)) if a == b => Ok(a),
            (TypeKind::Vector(_, n), TypeKind::Vector(_, m)) if n == m => Err(Misfit::Advice(
                "vectors of different element types don't convert into each other by themselves: write the \
                 conversion, as in `float4(v)`",
            )),
            (TypeKind::Vector(..), TypeKind::Vector(..)) => {
                Err(Misfit::Advice("vectors of different lengths don't convert into each other: use a swizzle"))
            }
            (TypeKind::Vector(..), TypeKind::Scalar(_)) => self.splat_target(b, a),
            (TypeKind::Scalar(_), TypeKind::Vector(..)) => self.splat_target(a, b),
            _ => Err(Misfit::Types),
        }
    }

    /// Two numbers converted to their common type, if they have one.
    pub fn common_numbers(&mut self, a: Expr, b: Expr) -> Option<(Expr, Expr)> {
        let (a, b) = (self.plain_number(a)?, self.plain_number(b)?);
        let common = self.common_type(a.ty.ty, b.ty.ty).ok()?;
        Some((self.convert_value(a, common), self.convert_value(b, common)))
    }

    /// Two addresses (or one and null) converted to their common pointer type, if they have one.
    pub fn common_addresses(&mut self, a: Expr, b: Expr) -> Option<(Expr, Expr)> {
        self.common_pointers(a, b).ok()
    }

    fn element(&self, ty: TypeId) -> Scalar {
        self.types.components(ty).map_or(Scalar::I32, |(scalar, _)| scalar)
    }

    /// `a op b` on built-in types. Reports what does not fit.
    pub fn builtin_binary(&mut self, op: ast::BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
        if a.is_error() || b.is_error() {
            return Expr::error(span);
        }
        let types = (a.ty, b.ty);
        match self.try_binary(op, a, b, span) {
            Ok(expr) => expr,
            Err(misfit) => self.report_misfit(op.text(), &[types.0, types.1], misfit, span),
        }
    }

    fn report_misfit(&mut self, operator: &str, operands: &[QualType], misfit: Misfit, span: Span) -> Expr {
        let names: Vec<String> = operands.iter().map(|ty| self.type_name(ty.unqualified())).collect();
        let message = match names.as_slice() {
            [a, b] => format!("`{operator}` does not take operands of types `{a}` and `{b}`"),
            [a] => format!("`{operator}` does not take an operand of type `{a}`"),
            _ => format!("`{operator}` does not take these operands"),
        };
        let diagnostic = match misfit {
            Misfit::Types => Diagnostic::error(codes::OPERAND_TYPES, message, span),
            Misfit::Advice(text) => Diagnostic::error(codes::OPERAND_TYPES, message, span).help(text),
            Misfit::Spaces(a, b) => Diagnostic::error(codes::ADDRESS_SPACE_MISMATCH, message, span)
                .note(format!("one points into {a} memory, the other into {b} memory")),
        };
        self.report(diagnostic);
        Expr::error(span)
    }

    fn try_binary(&mut self, op: ast::BinaryOp, a: Expr, b: Expr, span: Span) -> Fit<Expr> {
        if matches!(op, ast::BinaryOp::LogicalAnd | ast::BinaryOp::LogicalOr) {
            return self.logical(op == ast::BinaryOp::LogicalAnd, a, b, span);
        }
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        let (ta, tb) = (a.ty.ty, b.ty.ty);
        let is_address = |sema: &Self, ty| {
            matches!(sema.types.kind(ty), TypeKind::Pointer(_) | TypeKind::Nullptr | TypeKind::Handle)
        };
        if is_address(self, ta) || is_address(self, tb) {
            return match compare_op(op) {
                Some(compare) => self.compare_addresses(compare, a, b, span),
                None => self.pointer_arithmetic(op, a, b, span),
            };
        }
        let is_matrix = |sema: &Self, ty| matches!(sema.types.kind(ty), TypeKind::Matrix(..));
        if is_matrix(self, ta) || is_matrix(self, tb) {
            return self.binary_with_matrix(op, a, b, span);
        }
        if let (TypeKind::Enum(x), TypeKind::Enum(y)) = (self.types.kind(ta), self.types.kind(tb)) {
            let (x, y) = (*x, *y);
            if x == y && self.enumeration(x).scoped {
                let Some(compare) = compare_op(op) else {
                    return Err(Misfit::Advice(
                        "a scoped enumeration has no arithmetic: convert it to its integer type",
                    ));
                };
                let underlying = self.enumeration(x).underlying;
                let underlying = self.types.scalar(underlying);
                let (a, b) = (self.convert_value(a, underlying), self.convert_value(b, underlying));
                return Ok(compared(compare, a, b, TypeTable::BOOL, span));
            }
        }
        let (Some(a), Some(b)) = (self.plain_number(a), self.plain_number(b)) else {
            return Err(Misfit::Types);
        };
        if let Some(compare) = compare_op(op) {
            let common = self.common_type(a.ty.ty, b.ty.ty)?;
            let lanes = self.types.components(common).map_or(1, |(_, lanes)| lanes);
            let (a, b) = (self.convert_value(a, common), self.convert_value(b, common));
            let ty = self.types.vector(Scalar::Bool, lanes);
            return Ok(compared(compare, a, b, ty, span));
        }
        let Some(op) = arithmetic_op(op) else { return Err(Misfit::Types) };
        let (common, right) = self.arithmetic_types(op, a.ty.ty, b.ty.ty)?;
        let (a, b) = (self.convert_value(a, common), self.convert_value(b, right));
        let b = self.convert_value(b, common);
        Ok(Expr::value(ExprKind::Binary(op, Box::new(a), Box::new(b)), common, span))
    }

    /// The type an arithmetic operation on two numbers is done in, and the type its right side is first converted to
    /// (the same but for shifts).
    fn arithmetic_types(&mut self, op: BinaryOp, a: TypeId, b: TypeId) -> Fit<(TypeId, TypeId)> {
        let (x, y) = (self.element(a), self.element(b));
        let integers_only =
            matches!(op, BinaryOp::Rem | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr);
        if integers_only && (x.is_float() || y.is_float()) {
            return Err(match op {
                BinaryOp::Rem => Misfit::Advice("the remainder of floating-point numbers is `fmod(x, y)`"),
                _ => Misfit::Advice("this operator works on integers; for the bits of a float use `as_type<uint>(x)`"),
            });
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return match (self.types.kind(a).clone(), self.types.kind(b).clone()) {
                (TypeKind::Scalar(scalar), TypeKind::Scalar(_)) => {
                    let ty = self.types.scalar(promoted(scalar));
                    Ok((ty, ty))
                }
                (TypeKind::Vector(..), TypeKind::Scalar(_)) => Ok((a, a)),
                (TypeKind::Vector(_, n), TypeKind::Vector(_, m)) if n == m => Ok((a, a)),
                (TypeKind::Scalar(_), TypeKind::Vector(..)) => {
                    Err(Misfit::Advice("a scalar is only shifted by a scalar"))
                }
                _ => Err(Misfit::Types),
            };
        }
        let common = self.common_type(a, b)?;
        let bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if !bitwise && matches!(self.types.kind(common), TypeKind::Vector(Scalar::Bool, _)) {
            return Err(Misfit::Advice("vectors of bool have no arithmetic: convert them, as in `int4(v)`"));
        }
        Ok((common, common))
    }

    fn logical(&mut self, and: bool, a: Expr, b: Expr, span: Span) -> Fit<Expr> {
        let is_vector = |sema: &Self, expr: &Expr| {
            matches!(sema.types.kind(expr.ty.ty), TypeKind::Vector(..) | TypeKind::PackedVector(..))
        };
        if is_vector(self, &a) || is_vector(self, &b) {
            let (a, b) = (self.rvalue(a), self.rvalue(b));
            let (Some(a), Some(b)) = (self.plain_number(a), self.plain_number(b)) else { return Err(Misfit::Types) };
            let lanes = |sema: &Self, expr: &Expr| sema.types.components(expr.ty.ty).map_or(1, |(_, lanes)| lanes);
            let (n, m) = (lanes(self, &a), lanes(self, &b));
            if n != m && n != 1 && m != 1 {
                return Err(Misfit::Types);
            }
            let ty = self.types.vector(Scalar::Bool, n.max(m));
            let mut mask = |value: Expr| {
                let bools = self.to_bool_vector(value);
                self.convert_value(bools, ty)
            };
            let (a, b) = (mask(a), mask(b));
            let op = if and { BinaryOp::And } else { BinaryOp::Or };
            return Ok(Expr::value(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span));
        }
        let (Some(a), Some(b)) = (self.to_bool(a), self.to_bool(b)) else { return Err(Misfit::Types) };
        let kind = if and {
            ExprKind::LogicalAnd(Box::new(a), Box::new(b))
        } else {
            ExprKind::LogicalOr(Box::new(a), Box::new(b))
        };
        Ok(Expr::value(kind, TypeTable::BOOL, span))
    }

    /// Two pointers (or a pointer and null) of one type.
    fn common_pointers(&mut self, a: Expr, b: Expr) -> Fit<(Expr, Expr)> {
        let (ta, tb) = (a.ty.ty, b.ty.ty);
        let null = |sema: &Self, expr: &Expr| {
            matches!(sema.types.kind(expr.ty.ty), TypeKind::Nullptr)
                || matches!(&expr.kind, ExprKind::Constant(c) if c.bits.len() == 1 && c.bits[0] == 0)
        };
        if ta == tb {
            return Ok((a, b));
        }
        if null(self, &b) {
            let b = self.convert_value(b, ta);
            return Ok((a, b));
        }
        if null(self, &a) {
            let a = self.convert_value(a, tb);
            return Ok((a, b));
        }
        let (TypeKind::Pointer(x), TypeKind::Pointer(y)) = (self.types.kind(ta).clone(), self.types.kind(tb).clone())
        else {
            return Err(Misfit::Types);
        };
        if x.space != y.space {
            return Err(Misfit::Spaces(x.space_or_thread(), y.space_or_thread()));
        }
        // Both get all qualifiers of both.
        let merged = QualType {
            is_const: x.is_const || y.is_const,
            is_volatile: x.is_volatile || y.is_volatile,
            is_coherent: x.is_coherent || y.is_coherent,
            ..x
        };
        let targets = [merged, QualType { ty: y.ty, ..merged }];
        for target in targets {
            let target = self.types.pointer(target);
            if self.value_conversion(ta, target).is_ok() && self.value_conversion(tb, target).is_ok() {
                return Ok((self.convert_value(a, target), self.convert_value(b, target)));
            }
        }
        Err(Misfit::Types)
    }

    fn compare_addresses(&mut self, op: CompareOp, a: Expr, b: Expr, span: Span) -> Fit<Expr> {
        let (a, b) = self.common_pointers(a, b)?;
        Ok(compared(op, a, b, TypeTable::BOOL, span))
    }

    fn pointer_arithmetic(&mut self, op: ast::BinaryOp, a: Expr, b: Expr, span: Span) -> Fit<Expr> {
        let pointer = |sema: &Self, expr: &Expr| match sema.types.kind(expr.ty.ty) {
            TypeKind::Pointer(to) => Some(*to),
            _ => None,
        };
        match (pointer(self, &a), pointer(self, &b), op) {
            (Some(x), Some(y), ast::BinaryOp::Sub) if x.ty == y.ty => {
                self.steppable(x)?;
                let (a, b) = self.common_pointers(a, b)?;
                let ty = self.types.scalar(Scalar::I64);
                Ok(Expr::value(ExprKind::PointerDifference(Box::new(a), Box::new(b)), ty, span))
            }
            (Some(to), None, ast::BinaryOp::Add | ast::BinaryOp::Sub) => {
                self.steppable(to)?;
                let index = self.integer_operand(b)?;
                let ty = a.ty.ty;
                let negative = op == ast::BinaryOp::Sub;
                let kind = ExprKind::PointerAdd { pointer: Box::new(a), index: Box::new(index), negative };
                Ok(Expr::value(kind, ty, span))
            }
            (None, Some(to), ast::BinaryOp::Add) => {
                self.steppable(to)?;
                let index = self.integer_operand(a)?;
                let ty = b.ty.ty;
                let kind = ExprKind::PointerAdd { pointer: Box::new(b), index: Box::new(index), negative: false };
                Ok(Expr::value(kind, ty, span))
            }
            _ => Err(Misfit::Types),
        }
    }

    /// Whether pointers to that type can be moved: its size must be known.
    fn steppable(&mut self, to: QualType) -> Fit<()> {
        if self.types.kind(to.ty) == &TypeKind::Void || self.size_align(to.ty).is_none() {
            return Err(Misfit::Advice("the size of what the pointer points to is not known"));
        }
        Ok(())
    }

    fn integer_operand(&mut self, expr: Expr) -> Fit<Expr> {
        let value = self.rvalue(expr);
        let Some(value) = self.plain_number(value) else { return Err(Misfit::Types) };
        match self.types.as_scalar(value.ty.ty) {
            Some(Scalar::Bool) => Ok(self.convert_value(value, TypeTable::INT)),
            Some(scalar) if scalar.is_integer() => Ok(value),
            _ => Err(Misfit::Types),
        }
    }

    fn binary_with_matrix(&mut self, op: ast::BinaryOp, a: Expr, b: Expr, span: Span) -> Fit<Expr> {
        if matches!(op, ast::BinaryOp::Eq | ast::BinaryOp::Ne) && a.ty.ty == b.ty.ty {
            let function = self.matrix_equal(a.ty.ty);
            let call = ExprKind::Call { function, this: None, arguments: vec![a, b] };
            let equal = Expr::value(call, TypeTable::BOOL, span);
            return Ok(match op {
                ast::BinaryOp::Eq => equal,
                _ => Expr::value(ExprKind::Unary(UnaryOp::LogicalNot, Box::new(equal)), TypeTable::BOOL, span),
            });
        }
        let Some(op) = arithmetic_op(op) else { return Err(Misfit::Types) };
        let Some((result, x, y)) = self.matrix_binary_types(op, a.ty.ty, b.ty.ty) else {
            return Err(match op {
                BinaryOp::Mul => Misfit::Advice(
                    "a matrix of C columns and R rows takes a vector of C on its right, a vector of R on its left, \
                     and a matrix of C rows on its right, all of one element type",
                ),
                _ => Misfit::Types,
            });
        };
        let (a, b) = (self.convert_value(a, x), self.convert_value(b, y));
        let function = self.matrix_binary(op, result, x, y);
        let call = ExprKind::Call { function, this: None, arguments: vec![a, b] };
        Ok(Expr::value(call, result, span))
    }

    /// A prefix or postfix operator on a built-in type. Reports what does not fit. `*`, `&` take glvalues as they are.
    pub fn builtin_unary(&mut self, op: ast::UnaryOp, operand: Expr, span: Span) -> Expr {
        if operand.is_error() {
            return Expr::error(span);
        }
        let ty = operand.ty;
        match self.try_unary(op, operand, span) {
            Ok(expr) => expr,
            Err(misfit) => self.report_misfit(op.text(), &[ty], misfit, span),
        }
    }

    fn try_unary(&mut self, op: ast::UnaryOp, operand: Expr, span: Span) -> Fit<Expr> {
        match op {
            ast::UnaryOp::Deref => {
                let pointer = self.rvalue(operand);
                let TypeKind::Pointer(to) = *self.types.kind(pointer.ty.ty) else {
                    return Err(Misfit::Advice("only pointers can be dereferenced"));
                };
                if self.types.kind(to.ty) == &TypeKind::Void {
                    return Err(Misfit::Advice("a pointer to void points to no object: convert it first"));
                }
                Ok(Expr::lvalue(ExprKind::Deref(Box::new(pointer)), to, span))
            }
            ast::UnaryOp::AddressOf => self.address_of(operand, span),
            ast::UnaryOp::PreInc | ast::UnaryOp::PreDec | ast::UnaryOp::PostInc | ast::UnaryOp::PostDec => {
                self.increment(op, operand, span)
            }
            ast::UnaryOp::Not => {
                let is_vector =
                    matches!(self.types.kind(operand.ty.ty), TypeKind::Vector(..) | TypeKind::PackedVector(..));
                let value = if is_vector {
                    let value = self.rvalue(operand);
                    let value = self.plain_number(value).ok_or(Misfit::Types)?;
                    self.to_bool_vector(value)
                } else {
                    self.to_bool(operand).ok_or(Misfit::Types)?
                };
                let ty = value.ty.ty;
                Ok(Expr::value(ExprKind::Unary(UnaryOp::LogicalNot, Box::new(value)), ty, span))
            }
            ast::UnaryOp::Plus | ast::UnaryOp::Minus | ast::UnaryOp::BitNot => {
                let value = self.rvalue(operand);
                if let (TypeKind::Pointer(_), ast::UnaryOp::Plus) = (self.types.kind(value.ty.ty), op) {
                    return Ok(value);
                }
                if let TypeKind::Matrix(..) = self.types.kind(value.ty.ty) {
                    let ty = value.ty.ty;
                    return match op {
                        ast::UnaryOp::Plus => Ok(value),
                        ast::UnaryOp::Minus => {
                            let function = self.matrix_negate(ty);
                            let call = ExprKind::Call { function, this: None, arguments: vec![value] };
                            Ok(Expr::value(call, ty, span))
                        }
                        _ => Err(Misfit::Types),
                    };
                }
                let value = self.plain_number(value).ok_or(Misfit::Types)?;
                let value = match self.types.as_scalar(value.ty.ty) {
                    Some(scalar) => {
                        let ty = self.types.scalar(promoted(scalar));
                        self.convert_value(value, ty)
                    }
                    None => value,
                };
                let (element, ty) = (self.element(value.ty.ty), value.ty.ty);
                if element == Scalar::Bool || (op == ast::UnaryOp::BitNot && element.is_float()) {
                    return Err(Misfit::Types);
                }
                let op = match op {
                    ast::UnaryOp::Plus => return Ok(Expr { span, ..value }),
                    ast::UnaryOp::Minus => UnaryOp::Neg,
                    _ => UnaryOp::Not,
                };
                let negated = Expr::value(ExprKind::Unary(op, Box::new(value)), ty, span);
                // Negative literals are literals.
                Ok(match &negated.kind {
                    ExprKind::Unary(_, inner) if matches!(inner.kind, ExprKind::Constant(_)) => {
                        match self.fold(&negated) {
                            Some(folded) => Expr { kind: ExprKind::Constant(folded), ..negated },
                            None => negated,
                        }
                    }
                    _ => negated,
                })
            }
        }
    }

    fn address_of(&mut self, operand: Expr, span: Span) -> Fit<Expr> {
        if operand.category != Category::LValue {
            return Err(Misfit::Advice("only an object has an address; this is a value"));
        }
        if !super::conversion::is_addressable(self, &operand) {
            return Err(Misfit::Advice("components of vectors and bit-fields have no address of their own"));
        }
        let ty = self.types.pointer(operand.ty);
        Ok(match operand.kind {
            _ if matches!(self.types.kind(operand.ty.ty), TypeKind::Function(_)) => {
                operand.converted(super::hir::Conversion::FunctionToPointer, ty)
            }
            ExprKind::Deref(pointer) if pointer.ty.ty == ty => Expr { span, ..*pointer },
            _ => Expr::value(ExprKind::AddressOf(Box::new(operand)), ty, span),
        })
    }

    fn increment(&mut self, op: ast::UnaryOp, target: Expr, span: Span) -> Fit<Expr> {
        if !self.check_modifiable(&target, span) {
            return Ok(Expr::error(span));
        }
        match *self.types.kind(target.ty.ty) {
            TypeKind::Pointer(to) => self.steppable(to)?,
            TypeKind::Scalar(Scalar::Bool) | TypeKind::Vector(Scalar::Bool, _) => return Err(Misfit::Types),
            TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::PackedVector(..) => {}
            _ => return Err(Misfit::Types),
        }
        let decrement = matches!(op, ast::UnaryOp::PreDec | ast::UnaryOp::PostDec);
        let postfix = matches!(op, ast::UnaryOp::PostInc | ast::UnaryOp::PostDec);
        let ty = target.ty;
        let kind = ExprKind::Increment { target: Box::new(target), decrement, postfix };
        Ok(if postfix { Expr::value(kind, ty.ty, span) } else { Expr::lvalue(kind, ty, span) })
    }

    /// Whether an expression can be assigned to; reports if not.
    pub fn check_modifiable(&mut self, target: &Expr, span: Span) -> bool {
        if target.is_error() {
            return false;
        }
        let is_function = matches!(self.types.kind(target.ty.ty), TypeKind::Function(_));
        let reason = if target.category != Category::LValue || is_function {
            Some("this is a value, not an object".to_owned())
        } else if let Some(component) = repeated_component(target) {
            Some(format!("the swizzle names component `{component}` twice"))
        } else if target.ty.space == Some(AddressSpace::Constant) {
            Some("it lies in constant memory, which is read-only".to_owned())
        } else if target.ty.is_const {
            Some(format!("its type `{}` is const", self.type_name(target.ty)))
        } else if matches!(self.types.kind(target.ty.ty), TypeKind::Array(..)) {
            Some("it is an array; arrays are assigned element by element".to_owned())
        } else {
            None
        };
        let Some(reason) = reason else { return true };
        let diagnostic = Diagnostic::error(codes::NOT_ASSIGNABLE, format!("this can't be assigned to: {reason}"), span);
        let diagnostic = match self.declaration_of(target) {
            Some(declaration) => diagnostic.also(declaration, "declared here"),
            None => diagnostic,
        };
        self.report(diagnostic);
        false
    }

    /// Where the object that an expression names, or lies in, is declared.
    pub fn declaration_of(&self, expr: &Expr) -> Option<Span> {
        match &expr.kind {
            ExprKind::Local(id) => self.local(*id).map(|local| local.span),
            ExprKind::Variable(id) => Some(self.variable(*id).span),
            ExprKind::Function(id) => Some(self.function(*id).span),
            ExprKind::Member(base, field) => match self.types.kind(base.ty.ty) {
                TypeKind::Record(record) => self.record(*record).fields.get(*field as usize).map(|field| field.span),
                _ => None,
            },
            ExprKind::Swizzle(base, _) | ExprKind::Index(base, _) | ExprKind::Base(base, _) => {
                self.declaration_of(base)
            }
            ExprKind::Deref(base) | ExprKind::Convert(_, base) => self.declaration_of(base),
            _ => None,
        }
    }

    /// `target op= value` on built-in types; `value` still unconverted.
    pub fn builtin_compound(&mut self, op: ast::BinaryOp, target: Expr, value: Expr, span: Span) -> Expr {
        if target.is_error() || value.is_error() || !self.check_modifiable(&target, span) {
            return Expr::error(span);
        }
        let types = [target.ty, value.ty];
        match self.try_compound(op, target, value, span) {
            Ok(expr) => expr,
            Err(misfit) => self.report_misfit(&format!("{}=", op.text()), &types, misfit, span),
        }
    }

    fn try_compound(&mut self, op: ast::BinaryOp, target: Expr, value: Expr, span: Span) -> Fit<Expr> {
        let Some(op) = arithmetic_op(op) else { return Err(Misfit::Types) };
        let ty = target.ty;
        let value = self.rvalue(value);
        let compound = |target: Expr, value: Expr, compute| {
            let kind = ExprKind::CompoundAssign { op, target: Box::new(target), value: Box::new(value), compute };
            Expr::lvalue(kind, ty, span)
        };
        match *self.types.kind(ty.ty) {
            TypeKind::Pointer(to) => {
                if !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
                    return Err(Misfit::Types);
                }
                self.steppable(to)?;
                let index = self.integer_operand(value)?;
                Ok(compound(target, index, ty.ty))
            }
            TypeKind::Matrix(..) => {
                let Some((result, a, b)) = self.matrix_binary_types(op, ty.ty, value.ty.ty) else {
                    return Err(Misfit::Types);
                };
                if result != ty.ty || a != ty.ty {
                    return Err(Misfit::Types);
                }
                let value = self.convert_value(value, b);
                let function = self.matrix_assign(op, ty.space_or_thread(), a, b);
                let call = ExprKind::Call { function, this: None, arguments: vec![target, value] };
                Ok(Expr::lvalue(call, ty.in_space(ty.space_or_thread()), span))
            }
            TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::PackedVector(..) => {
                let Some(value) = self.plain_number(value) else { return Err(Misfit::Types) };
                let plain = match *self.types.kind(ty.ty) {
                    TypeKind::PackedVector(scalar, lanes) => self.types.vector(scalar, lanes),
                    _ => ty.ty,
                };
                let (compute, _) = self.arithmetic_types(op, plain, value.ty.ty)?;
                if self.types.components(compute).map(|c| c.1) != self.types.components(plain).map(|c| c.1) {
                    return Err(Misfit::Advice("the result is a vector, the left side a scalar"));
                }
                let value = self.convert_value(value, compute);
                Ok(compound(target, value, compute))
            }
            _ => Err(Misfit::Types),
        }
    }
}

fn compared(op: CompareOp, a: Expr, b: Expr, ty: TypeId, span: Span) -> Expr {
    Expr::value(ExprKind::Compare(op, Box::new(a), Box::new(b)), ty, span)
}

/// A component that a swizzle names twice.
fn repeated_component(expr: &Expr) -> Option<char> {
    let ExprKind::Swizzle(_, components) = &expr.kind else { return None };
    let repeated = components.iter().enumerate().find(|(at, component)| components[..*at].contains(component));
    repeated.and_then(|(_, component)| "xyzw".chars().nth(usize::from(*component)))
}
