//! Constant expressions: literal trees are folded here, everything else is run by the [`super::entity::Evaluator`].
//!
//! Folding gives up (and leaves the question to the evaluator) wherever MSL leaves the result open: division by zero,
//! conversions out of range. Numbers come from [`crate::numerics`], as in every engine.

use super::Sema;
use super::entity::Evaluated;
use super::entity::VariableInit;
use super::hir::BinaryOp;
use super::hir::CompareOp;
use super::hir::Conversion;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::UnaryOp;
use super::report::Reported;
use super::template::ConstantValue;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::ir::Constant;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::canonicalize;
use crate::numerics::convert as numeric;
use crate::numerics::half;
use crate::source::Span;
use std::cmp::Ordering;

/// The value of a float component as `f32`, which holds all three formats.
#[must_use]
pub fn float_of(scalar: Scalar, bits: u64) -> f32 {
    match scalar {
        Scalar::F16 => half::to_f32(bits as u16),
        Scalar::BF16 => bfloat::to_f32(bits as u16),
        _ => f32::from_bits(bits as u32),
    }
}

/// The bits of a float in one of the three formats, rounded once.
#[must_use]
pub fn float_bits(scalar: Scalar, value: f32) -> u64 {
    match scalar {
        Scalar::F16 => u64::from(half::from_f32(value)),
        Scalar::BF16 => u64::from(bfloat::from_f32(value)),
        _ => u64::from(canonicalize(value).to_bits()),
    }
}

fn convert_component(from: Scalar, bits: u64, to: Scalar) -> Option<u64> {
    if from == to {
        return Some(bits);
    }
    let bits = match (from.is_float(), to.is_float()) {
        (true, true) => float_bits(to, float_of(from, bits)),
        (true, false) => {
            let value = float_of(from, bits);
            if to == Scalar::Bool {
                return Some(u64::from(value != 0.0));
            }
            // What lies outside the type has no value in MSL; it is reported where it is computed.
            let (low, high) = match (to.is_signed(), to.bits()) {
                (true, width) => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)),
                (false, width) => (0.0, 2f64.powi(width as i32)),
            };
            let whole = f64::from(value).trunc();
            if !(whole >= low && whole < high) {
                return None;
            }
            if to.is_signed() { numeric::to_i64(value) as u64 } else { numeric::to_u64(value) }
        }
        (false, true) => {
            let signed = from.is_signed();
            match to {
                Scalar::F16 if signed => float_bits(to, numeric::half_from_i64(bits as i64)),
                Scalar::F16 => float_bits(to, numeric::half_from_u64(bits)),
                Scalar::BF16 if signed => float_bits(to, numeric::bfloat_from_i64(bits as i64)),
                Scalar::BF16 => float_bits(to, numeric::bfloat_from_u64(bits)),
                _ if signed => float_bits(to, numeric::from_i64(bits as i64)),
                _ => float_bits(to, numeric::from_u64(bits)),
            }
        }
        (false, false) if to == Scalar::Bool => u64::from(bits != 0),
        (false, false) => bits,
    };
    Some(Constant::normalize(to, bits))
}

/// Each component converted; `None` where the result is not fixed by the language.
#[must_use]
pub fn convert(value: &Constant, to: Scalar) -> Option<Constant> {
    let bits = value.bits.iter().map(|bits| convert_component(value.scalar, *bits, to)).collect::<Option<_>>()?;
    Some(Constant { scalar: to, bits })
}

fn unary(op: UnaryOp, scalar: Scalar, bits: u64) -> u64 {
    let result = match op {
        UnaryOp::Neg if scalar.is_float() => bits ^ (1 << (scalar.bits() - 1)),
        UnaryOp::Neg => bits.wrapping_neg(),
        UnaryOp::Not => !bits,
        UnaryOp::LogicalNot => bits ^ 1,
    };
    Constant::normalize(scalar, result)
}

fn binary(op: BinaryOp, scalar: Scalar, a: u64, b: u64) -> Option<u64> {
    if scalar.is_float() {
        let (a, b) = (float_of(scalar, a), float_of(scalar, b));
        let value = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            _ => return None,
        };
        return Some(float_bits(scalar, value));
    }
    let signed = scalar.is_signed();
    let count = (b & u64::from(scalar.bits().max(8) - 1)) as u32;
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div if signed => (a as i64).wrapping_div(b as i64) as u64,
        BinaryOp::Div => a / b,
        BinaryOp::Rem if signed => (a as i64).wrapping_rem(b as i64) as u64,
        BinaryOp::Rem => a % b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << count,
        BinaryOp::Shr if signed => ((a as i64) >> count) as u64,
        BinaryOp::Shr => a >> count,
    };
    Some(Constant::normalize(scalar, value))
}

fn compare(op: CompareOp, scalar: Scalar, a: u64, b: u64) -> bool {
    let order = if scalar.is_float() {
        float_of(scalar, a).partial_cmp(&float_of(scalar, b))
    } else if scalar.is_signed() {
        Some((a as i64).cmp(&(b as i64)))
    } else {
        Some(a.cmp(&b))
    };
    match op {
        CompareOp::Equal => order == Some(Ordering::Equal),
        CompareOp::NotEqual => order != Some(Ordering::Equal),
        CompareOp::Less => order == Some(Ordering::Less),
        CompareOp::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        CompareOp::Greater => order == Some(Ordering::Greater),
        CompareOp::GreaterEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

fn zip(a: &Constant, b: &Constant, f: impl Fn(u64, u64) -> Option<u64>) -> Option<Constant> {
    if a.scalar != b.scalar || a.bits.len() != b.bits.len() {
        return None;
    }
    let bits = a.bits.iter().zip(&b.bits).map(|(a, b)| f(*a, *b)).collect::<Option<_>>()?;
    Some(Constant { scalar: a.scalar, bits })
}

fn truth(value: &Constant) -> Option<bool> {
    (value.bits.len() == 1).then(|| value.bits[0] != 0)
}

impl Sema {
    /// The value of a scalar or vector expression, if it is a tree of literals and constants whose value is known.
    #[must_use]
    pub fn fold(&self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(value.clone()),
            ExprKind::Variable(id) => {
                let variable = self.variable(*id);
                // Function constants get their value when a pipeline is made.
                if variable.depends_on_function_constants { None } else { variable.value.clone() }
            }
            ExprKind::Local(id) => match &self.frame()?.constants.get(id)?.kind {
                ExprKind::Constant(value) => Some(value.clone()),
                _ => None,
            },
            ExprKind::Zero => {
                let (scalar, lanes) = self.types.components(expr.ty.ty)?;
                Some(Constant::vector(scalar, std::iter::repeat_n(0, usize::from(lanes))))
            }
            ExprKind::Unary(op, a) => {
                let a = self.fold(a)?;
                Some(Constant::vector(a.scalar, a.bits.iter().map(|bits| unary(*op, a.scalar, *bits))))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.fold(a)?, self.fold(b)?);
                zip(&a, &b, |x, y| binary(*op, a.scalar, x, y))
            }
            ExprKind::Compare(op, a, b) => {
                let (a, b) = (self.fold(a)?, self.fold(b)?);
                let bits = zip(&a, &b, |x, y| Some(u64::from(compare(*op, a.scalar, x, y))))?.bits;
                Some(Constant { scalar: Scalar::Bool, bits })
            }
            ExprKind::LogicalAnd(a, b) => {
                if truth(&self.fold(a)?)? {
                    self.fold(b)
                } else {
                    Some(Constant::bool(false))
                }
            }
            ExprKind::LogicalOr(a, b) => {
                if truth(&self.fold(a)?)? {
                    Some(Constant::bool(true))
                } else {
                    self.fold(b)
                }
            }
            ExprKind::Conditional(c, a, b) => {
                if truth(&self.fold(c)?)? {
                    self.fold(a)
                } else {
                    self.fold(b)
                }
            }
            ExprKind::Convert(Conversion::Load | Conversion::Qualification | Conversion::Packed, a) => {
                self.types.components(expr.ty.ty).or_else(|| self.arithmetic_scalar(expr.ty.ty).map(|s| (s, 1)))?;
                self.fold(a)
            }
            ExprKind::Convert(Conversion::Numeric, a) => {
                let a = self.fold(a)?;
                let scalar = match self.types.components(expr.ty.ty) {
                    Some((scalar, _)) => scalar,
                    None => self.enum_underlying(expr.ty.ty)?,
                };
                convert(&a, scalar)
            }
            ExprKind::Convert(Conversion::Splat, a) => {
                let a = self.fold(a)?;
                let (_, lanes) = self.types.components(expr.ty.ty)?;
                Some(Constant::vector(a.scalar, std::iter::repeat_n(a.bits[0], usize::from(lanes))))
            }
            ExprKind::Vector(parts) => {
                let (scalar, _) = self.types.components(expr.ty.ty)?;
                let mut bits = smallvec::SmallVec::new();
                for part in parts {
                    bits.extend(self.fold(part)?.bits);
                }
                Some(Constant { scalar, bits })
            }
            ExprKind::Swizzle(base, components) => {
                let base = self.fold(base)?;
                let bits = components.iter().map(|at| base.bits.get(usize::from(*at)).copied());
                Some(Constant { scalar: base.scalar, bits: bits.collect::<Option<_>>()? })
            }
            ExprKind::Materialize(a) => self.fold(a),
            _ => None,
        }
    }

    fn enum_underlying(&self, ty: super::types::TypeId) -> Option<Scalar> {
        match self.types.kind(ty) {
            super::types::TypeKind::Enum(id) => Some(self.enumeration(*id).underlying),
            _ => None,
        }
    }
}

/// Why an expression is not constant: what to say, where, and what it is about.
struct Inconstant {
    message: String,
    span: Span,
    declared: Option<Span>,
}

impl Sema {
    /// The value of a constant expression, as a template argument or array bound has it.
    ///
    /// # Errors
    /// It isn't constant; reported.
    pub fn constant_value(&mut self, expr: &Expr) -> Result<ConstantValue, Reported> {
        if expr.is_error() {
            return Err(Reported);
        }
        if let Some(value) = self.address_value(expr) {
            return Ok(value);
        }
        if expr.is_glvalue() {
            let value = self.rvalue(expr.clone());
            return self.constant_value(&value);
        }
        if let Some(value) = self.fold(expr) {
            return Ok(ConstantValue::Number(value));
        }
        self.evaluate_constant(expr).map(ConstantValue::Number)
    }

    /// Functions, variables and null, by name.
    fn address_value(&self, expr: &Expr) -> Option<ConstantValue> {
        match &expr.kind {
            ExprKind::Null => Some(ConstantValue::Null),
            ExprKind::Function(id) => Some(ConstantValue::Function(*id)),
            ExprKind::Convert(Conversion::FunctionToPointer, inner) => self.address_value(inner),
            ExprKind::Convert(Conversion::Pointer | Conversion::Qualification, inner)
                if matches!(self.types.kind(expr.ty.ty), TypeKind::Pointer(_)) =>
            {
                self.address_value(inner)
            }
            ExprKind::AddressOf(inner) | ExprKind::Convert(Conversion::ArrayToPointer, inner) => match inner.kind {
                ExprKind::Variable(id) => Some(ConstantValue::Variable(id)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Has the evaluator run a scalar or vector expression.
    fn evaluate_constant(&mut self, expr: &Expr) -> Result<Constant, Reported> {
        let Some((scalar, lanes)) =
            self.types.components(expr.ty.ty).or_else(|| self.enum_underlying(expr.ty.ty).map(|scalar| (scalar, 1)))
        else {
            let message = format!("a `{}` is no constant of a kind that fits here", self.type_name(expr.ty));
            return Err(self.report(Diagnostic::error(codes::NOT_CONSTANT, message, expr.span)));
        };
        let bytes = self.evaluate(expr)?.bytes;
        let size = scalar.size() as usize;
        let component = |at: usize| {
            let mut word = [0u8; 8];
            let from = bytes.get(at * size..(at + 1) * size).unwrap_or(&[]);
            word[..from.len()].copy_from_slice(from);
            u64::from_le_bytes(word)
        };
        Ok(Constant::vector(scalar, (0..usize::from(lanes)).map(component)))
    }

    /// The contents of an object, from an initialising expression that must be constant.
    ///
    /// # Errors
    /// It isn't; reported.
    pub fn evaluate(&mut self, expr: &Expr) -> Result<Evaluated, Reported> {
        let closed = self.closed(expr);
        if let Some(problem) = self.inconstant(&closed) {
            let mut diagnostic = Diagnostic::error(codes::NOT_CONSTANT, problem.message, problem.span);
            if let Some(declared) = problem.declared.filter(|span| !span.is_none()) {
                diagnostic = diagnostic.also(declared, "declared here");
            }
            return Err(self.report(diagnostic));
        }
        let Some(evaluator) = self.evaluator() else {
            let message = "the value of this expression is not known at compile time";
            return Err(self.report(Diagnostic::error(codes::NOT_CONSTANT, message, expr.span)));
        };
        let ty = closed.ty.ty;
        match evaluator.evaluate(self, &closed, ty) {
            Ok(value) => Ok(value),
            Err(diagnostic) => Err(self.report(*diagnostic)),
        }
    }

    /// Whether the value of an expression can be known at compile time, function constants counted as known.
    ///
    /// # Errors
    /// It can't; reported.
    pub fn require_constant(&mut self, expr: &Expr) -> Result<(), Reported> {
        if expr.is_error() {
            return Err(Reported);
        }
        let closed = self.closed(expr);
        match self.inconstant_but_function_constants(&closed) {
            None => Ok(()),
            Some(problem) => {
                let mut diagnostic = Diagnostic::error(codes::NOT_CONSTANT, problem.message, problem.span);
                if let Some(declared) = problem.declared.filter(|span| !span.is_none()) {
                    diagnostic = diagnostic.also(declared, "declared here");
                }
                Err(self.report(diagnostic))
            }
        }
    }

    /// Whether an expression reads function constants, perhaps through other constants.
    #[must_use]
    pub fn uses_function_constants(&self, expr: &Expr) -> bool {
        expr.any(&mut |expr| match expr.kind {
            ExprKind::Variable(id) => {
                let variable = self.variable(id);
                variable.depends_on_function_constants || matches!(variable.init, VariableInit::FunctionConstant(_))
            }
            ExprKind::FunctionConstantDefined(_) => true,
            _ => false,
        })
    }

    /// The expression with constant locals replaced by their values, and objects without contents by such objects.
    fn closed(&self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        self.close(&mut expr, 0);
        expr
    }

    fn close(&self, expr: &mut Expr, depth: u32) {
        if depth > 64 {
            return;
        }
        if matches!(expr.kind, ExprKind::Local(_) | ExprKind::This) {
            let value = match expr.kind {
                ExprKind::Local(id) => {
                    self.frame().and_then(|frame| frame.constants.get(&id)).map(|value| (**value).clone())
                }
                _ => None,
            };
            let value = value.or_else(|| {
                let empty = matches!(self.types.kind(expr.ty.ty), TypeKind::Record(id) if self.is_empty_record(*id));
                empty.then(|| Expr::value(ExprKind::Zero, expr.ty.ty, expr.span))
            });
            if let Some(mut value) = value {
                self.close(&mut value, depth + 1);
                expr.kind = ExprKind::Materialize(Box::new(value));
            }
            return;
        }
        expr.each_child_mut(|child| self.close(child, depth));
    }

    fn inconstant(&self, expr: &Expr) -> Option<Inconstant> {
        self.find_inconstant(expr, false)
    }

    fn inconstant_but_function_constants(&self, expr: &Expr) -> Option<Inconstant> {
        self.find_inconstant(expr, true)
    }

    fn find_inconstant(&self, expr: &Expr, function_constants: bool) -> Option<Inconstant> {
        let mut problem = None;
        expr.any(&mut |expr| {
            problem = self.inconstant_step(expr, function_constants);
            problem.is_some()
        });
        problem
    }

    /// What in an expression, its operands aside, keeps it from being constant.
    fn inconstant_step(&self, expr: &Expr, function_constants: bool) -> Option<Inconstant> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Local(id) => {
                let (name, declared) = match self.local(*id) {
                    Some(local) => (local.name.to_string(), Some(local.span)),
                    None => (String::new(), None),
                };
                let message = format!("this has to be constant, but `{name}` is a variable");
                Some(Inconstant { message, span, declared })
            }
            ExprKind::This => {
                let message = "this has to be constant, but reads the object of the method".to_owned();
                Some(Inconstant { message, span, declared: None })
            }
            ExprKind::BuiltinInput(input) => {
                let message = format!("this has to be constant, but `{}` differs from thread to thread", input.name());
                Some(Inconstant { message, span, declared: None })
            }
            ExprKind::Variable(id) => {
                let variable = self.variable(*id);
                let depends = variable.depends_on_function_constants
                    || matches!(variable.init, VariableInit::FunctionConstant(_));
                let known = variable.space == crate::msl::AddressSpace::Constant || variable.is_constexpr;
                let message = if depends && !function_constants {
                    format!("the function constant `{}` gets its value only when a pipeline is made", variable.name)
                } else if depends || known {
                    return None;
                } else {
                    format!("this has to be constant, but `{}` is a variable", variable.name)
                };
                Some(Inconstant { message, span, declared: Some(variable.span) })
            }
            ExprKind::Call { function, .. } | ExprKind::Construct { constructor: function, .. } => {
                let function = self.function(*function);
                if function.is_constexpr || self.is_library(function.span) {
                    return None;
                }
                let message = format!("this has to be constant, but calls `{}`, which is not constexpr", function.name);
                Some(Inconstant { message, span, declared: Some(function.span) })
            }
            ExprKind::Error => Some(Inconstant { message: "this is wrong".to_owned(), span, declared: None }),
            _ => None,
        }
    }

    /// Whether a place is in the library's own text.
    pub(super) fn is_library(&self, span: Span) -> bool {
        span.is_none() || self.map.file_at(span.lo).is_some_and(|file| self.map.file(file).is_library)
    }

    /// The value of an index or count: a constant integer that is not negative.
    pub fn constant_index(&mut self, expr: Expr) -> Result<u64, Reported> {
        let span = expr.span;
        let value = match self.as_builtin(expr) {
            Some(value) => value,
            None => Expr::error(span),
        };
        let ConstantValue::Number(value) = self.constant_value(&value)? else {
            return Err(self.report(Diagnostic::error(codes::NOT_CONSTANT, "an index is an integer", span)));
        };
        if value.scalar.is_float() || value.bits.len() != 1 || (value.scalar.is_signed() && (value.bits[0] as i64) < 0)
        {
            let message = "an index is an integer that is not negative";
            return Err(self.report(Diagnostic::error(codes::NOT_CONSTANT, message, span)));
        }
        Ok(value.bits[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_of_literals() {
        let check = |value: Constant, to: Scalar, expected: Option<u64>| {
            assert_eq!(convert(&value, to).map(|c| c.bits[0]), expected, "{value:?} to {to}");
        };
        check(Constant::i32(-1), Scalar::U8, Some(255));
        check(Constant::i32(-1), Scalar::I64, Some(u64::MAX));
        check(Constant::i32(300), Scalar::I8, Some(44));
        check(Constant::i32(2), Scalar::Bool, Some(1));
        check(Constant::i32(1), Scalar::F16, Some(0x3c00));
        check(Constant::f32(0.5), Scalar::BF16, Some(0x3f00));
        check(Constant::f32(-2.75), Scalar::I32, Some(-2i64 as u64));
        check(Constant::f32(3e9), Scalar::I32, None);
        check(Constant::f32(-1.0), Scalar::U32, None);
        check(Constant::f32(-0.5), Scalar::U32, Some(0));
        check(Constant::f32(f32::NAN), Scalar::I32, None);
    }

    #[test]
    fn integer_arithmetic_wraps_and_shift_counts_too() {
        assert_eq!(binary(BinaryOp::Add, Scalar::I32, i32::MAX as u64, 1), Some(i32::MIN as u64));
        assert_eq!(binary(BinaryOp::Shl, Scalar::I32, 1, 33), Some(2));
        assert_eq!(binary(BinaryOp::Shr, Scalar::I32, -8i64 as u64, 1), Some(-4i64 as u64));
        assert_eq!(binary(BinaryOp::Div, Scalar::I32, 1, 0), None);
        assert!(compare(CompareOp::NotEqual, Scalar::F32, 0x7fc0_0000, 0x7fc0_0000));
        assert!(compare(CompareOp::Less, Scalar::I8, -1i64 as u64, 0));
    }
}
