//! Expressions: from syntax to typed tree.
//!
//! [`Sema::check_expr`] gives an expression its type; [`Sema::check_operand`] leaves open what only a target type can
//! decide (brace lists, overloaded names). What is wrong is reported once and becomes an error expression, about
//! which nobody complains again.

mod call;
mod cast;
mod conditional;
mod construct;
mod intrinsic;
mod lambda;
mod literal;
mod member;
mod mentioned;
mod name;
mod operator;
mod pack;
mod traits;

use super::Sema;
use super::hir::Expr;
use super::hir::ExprKind;
use super::operand::BraceList;
use super::operand::Designator;
use super::operand::ListItem;
use super::operand::Operand;
use super::scope::ScopeId;
use super::types::QualType;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Scalar;
use crate::source::Span;
use crate::syntax::ast;

/// Nesting of expressions and statements; beyond it a program is refused.
pub const MAX_DEPTH: u32 = 256;

impl Sema {
    /// The typed tree of an expression. Errors are reported; the result is then an error expression.
    pub fn check_expr(&mut self, scope: ScopeId, expr: &ast::Expr) -> Expr {
        let operand = self.check_operand(scope, expr);
        self.settle(operand)
    }

    /// An operand as an expression of its own: a brace list has no type, an overloaded name has too many.
    pub fn settle(&mut self, operand: Operand) -> Expr {
        match operand {
            Operand::Expr(expr) => expr,
            Operand::List(list) => {
                let message = "a brace list has no type of its own here";
                self.report(
                    Diagnostic::error(codes::INITIALIZER_COUNT, message, list.span).help("name the type: `T{…}`"),
                );
                Expr::error(list.span)
            }
            Operand::Overloads(overloads, span) => match self.only_function(&overloads, span) {
                Ok(function) => self.function_lvalue(function, span),
                Err(_) => Expr::error(span),
            },
        }
    }

    /// Runs deeper work, or refuses when the nesting is too deep.
    pub(super) fn nested<T>(&mut self, span: Span, refused: T, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.checker.depth >= MAX_DEPTH {
            let message = format!("expressions and statements are nested deeper than {MAX_DEPTH} levels");
            self.report(Diagnostic::error(codes::TOO_DEEP, message, span));
            return refused;
        }
        self.checker.depth += 1;
        let result = work(self);
        self.checker.depth -= 1;
        result
    }

    /// An expression, brace list or overloaded name.
    pub fn check_operand(&mut self, scope: ScopeId, expr: &ast::Expr) -> Operand {
        let span = expr.span;
        self.nested(span, Operand::Expr(Expr::error(span)), |sema| sema.operand(scope, expr))
    }

    fn operand(&mut self, scope: ScopeId, expr: &ast::Expr) -> Operand {
        use ast::ExprKind as K;
        let span = expr.span;
        match &expr.kind {
            K::Name(path) => return self.name_operand(scope, path),
            K::Paren(inner) => return self.check_operand(scope, inner),
            K::BraceList(items) => return Operand::List(self.brace_list(scope, items, span)),
            K::Unary(ast::UnaryOp::AddressOf, inner) => {
                // The address of an overloaded function is chosen by the target, too.
                if let K::Name(_) = &inner.kind {
                    let inner = self.check_operand(scope, inner);
                    return match inner {
                        Operand::Overloads(overloads, _) => Operand::Overloads(overloads, span),
                        other => {
                            let operand = self.settle(other);
                            Operand::Expr(self.unary(scope, ast::UnaryOp::AddressOf, operand, span))
                        }
                    };
                }
            }
            _ => {}
        }
        Operand::Expr(self.expression(scope, expr))
    }

    fn expression(&mut self, scope: ScopeId, expr: &ast::Expr) -> Expr {
        use ast::ExprKind as K;
        let span = expr.span;
        match &expr.kind {
            K::Error => Expr::error(span),
            K::Int(literal) => self.integer_literal(*literal, span),
            K::Float(literal) => self.float_literal(*literal, span),
            K::Char(value) => self.char_literal(*value, span),
            K::Bool(value) => Expr::bool(*value, span),
            K::String(bytes) => self.string_literal(bytes, span),
            K::Nullptr => {
                let ty = self.types.intern(TypeKind::Nullptr);
                Expr::value(ExprKind::Null, ty, span)
            }
            K::This => self.this_pointer(span),
            K::FunctionName(_) => {
                let name = self.frame().map_or_else(|| "".into(), |frame| frame.name.clone());
                self.string_literal(name.as_bytes(), span)
            }
            K::Name(_) | K::Paren(_) | K::BraceList(_) => {
                let operand = self.operand(scope, expr);
                self.settle(operand)
            }
            K::Unary(op, inner) => {
                let operand = self.check_expr(scope, inner);
                self.unary(scope, *op, operand, span)
            }
            K::Binary(..) => self.binary_chain(scope, expr),
            K::Assign(op, target, value) => {
                let target = self.check_expr(scope, target);
                let value = self.check_operand(scope, value);
                self.assignment(scope, *op, target, value, span)
            }
            K::Comma(first, second) => {
                let first = self.check_expr(scope, first);
                let second = self.check_expr(scope, second);
                self.comma(scope, first, second, span)
            }
            K::Conditional(condition, a, b) => {
                let condition = self.check_condition(scope, condition);
                let a = self.check_operand(scope, a);
                let b = self.check_operand(scope, b);
                let (a, b) = (self.settle(a), self.settle(b));
                self.conditional(condition, a, b, span)
            }
            K::Cast(style, ty, inner) => {
                let operand = self.check_operand(scope, inner);
                match self.resolve_type(scope, ty) {
                    Ok(ty) => {
                        let result = self.explicit_conversion(operand, ty, Some(*style));
                        Expr { span, ..result }
                    }
                    Err(_) => Expr::error(span),
                }
            }
            K::Construct(ty, init) => self.construct_written(scope, ty, init, span),
            K::Call(callee, arguments) => self.call(scope, callee, arguments, span),
            K::Subscript(base, index) => {
                let base = self.check_expr(scope, base);
                let index = self.check_operand(scope, index);
                self.subscript(scope, base, index, span)
            }
            K::Member { base, arrow, name } => self.member(scope, base, *arrow, name, span),
            K::MemberPointer { .. } => {
                self.report(Diagnostic::unsupported("a pointer to member", span));
                Expr::error(span)
            }
            K::Sizeof(what) => self.size_of(scope, what, false, span),
            K::Alignof(what) => self.size_of(scope, what, true, span),
            K::SizeofPack(name) => self.sizeof_pack(scope, *name, span),
            K::Offsetof(ty, path) => self.offset_of(scope, ty, path, span),
            K::Noexcept(_) => Expr::bool(true, span),
            K::Trait(name, arguments) => self.type_trait(scope, *name, arguments, span),
            K::Lambda(lambda) => self.lambda(scope, lambda, span),
            K::Fold(fold) => self.fold_expression(scope, fold, span),
            K::PackExpansion(_) => {
                let message = "a pack is expanded only in a list of arguments or initialisers";
                self.report(Diagnostic::error(codes::PACK_EXPANSION, message, span));
                Expr::error(span)
            }
        }
    }

    /// The elements of a brace list, packs expanded.
    pub fn brace_list(&mut self, scope: ScopeId, items: &[ast::InitItem], span: Span) -> BraceList {
        let mut list = BraceList { items: Vec::with_capacity(items.len()), span };
        for item in items {
            let mut designators = Vec::new();
            for designator in &item.designators {
                designators.push(match designator {
                    ast::Designator::Member(name) => Designator::Member(*name),
                    ast::Designator::Index(index) => {
                        let value = self.check_expr(scope, index);
                        let Ok(number) = self.constant_index(value) else {
                            let value = Operand::Expr(Expr::error(index.span));
                            list.items.push(ListItem { designators: Vec::new(), value });
                            return list;
                        };
                        Designator::Index(number, index.span)
                    }
                    ast::Designator::Range(first, _) => {
                        self.report(Diagnostic::unsupported("a range of elements in a brace list", first.span));
                        let value = Operand::Expr(Expr::error(first.span));
                        list.items.push(ListItem { designators: Vec::new(), value });
                        return list;
                    }
                });
            }
            if let ast::ExprKind::PackExpansion(pattern) = &item.value.kind {
                for value in self.expanded(scope, pattern, item.value.span) {
                    list.items.push(ListItem { designators: designators.clone(), value });
                }
                continue;
            }
            let value = self.check_operand(scope, &item.value);
            list.items.push(ListItem { designators, value });
        }
        list
    }

    /// Arguments as written, packs expanded.
    pub fn check_arguments(&mut self, scope: ScopeId, arguments: &[ast::ExprRef]) -> Vec<Operand> {
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match &argument.kind {
                ast::ExprKind::PackExpansion(pattern) => {
                    operands.extend(self.expanded(scope, pattern, argument.span));
                }
                _ => operands.push(self.check_operand(scope, argument)),
            }
        }
        operands
    }

    /// `a + b + c`: long chains lean to the left, and are walked without recursion.
    fn binary_chain(&mut self, scope: ScopeId, expr: &ast::Expr) -> Expr {
        let mut chain = Vec::new();
        let mut first = expr;
        while let ast::ExprKind::Binary(op, a, b) = &first.kind {
            chain.push((*op, b, first.span));
            first = a;
        }
        let mut left = self.check_expr(scope, first);
        for (op, right, span) in chain.into_iter().rev() {
            let right = self.check_expr(scope, right);
            left = self.binary(scope, op, left, right, span);
        }
        left
    }

    /// `T(args)` or `T{args}` where the parser knew the type.
    fn construct_written(&mut self, scope: ScopeId, ty: &ast::TypeRef, init: &ast::Init, span: Span) -> Expr {
        let operands = match init {
            ast::Init::Direct(arguments) => self.check_arguments(scope, arguments),
            ast::Init::List(list) | ast::Init::Copy(list) => vec![self.check_operand(scope, list)],
        };
        let braced = !matches!(init, ast::Init::Direct(_));
        match self.resolve_constructed(scope, ty, &operands) {
            Ok(ty) => self.construct(ty, operands, braced, span),
            Err(_) => Expr::error(span),
        }
    }

    /// `T(args)`, or `T{…}` with the list as the only operand.
    pub(super) fn construct(&mut self, ty: QualType, mut operands: Vec<Operand>, braced: bool, span: Span) -> Expr {
        let ty = if matches!(self.types.kind(ty.ty), TypeKind::Reference { .. }) { ty } else { ty.unqualified() };
        let result = match (braced, operands.len()) {
            (true, 1) => match operands.remove(0) {
                Operand::List(list) => self.list_initialize(ty, list, false),
                other => self.explicit_conversion(other, ty, None),
            },
            (false, 1) => match &operands[0] {
                Operand::List(_) => self.direct_initialize(ty, operands, span),
                _ => {
                    let operand = operands.remove(0);
                    match self.types.kind(ty.ty) {
                        TypeKind::Vector(..) | TypeKind::PackedVector(..) | TypeKind::Matrix(..) => {
                            self.direct_initialize(ty, vec![operand], span)
                        }
                        _ => self.explicit_conversion(operand, ty, None),
                    }
                }
            },
            _ => self.direct_initialize(ty, operands, span),
        };
        Expr { span, ..result }
    }

    /// A condition: a `bool`, by conversion if need be.
    pub fn check_condition(&mut self, scope: ScopeId, condition: &ast::Expr) -> Expr {
        let expr = self.check_expr(scope, condition);
        self.condition(expr)
    }

    /// An expression as a condition. Vectors are none: `any` or `all` says what is meant.
    pub fn condition(&mut self, expr: Expr) -> Expr {
        if expr.is_error() {
            return expr;
        }
        let (ty, span) = (expr.ty, expr.span);
        if let TypeKind::Record(_) = self.types.kind(ty.ty) {
            if let Some(value) = self.explicit_from_record(expr, QualType::new(TypeTable::BOOL)) {
                return value;
            }
        } else if let Some(value) = self.to_bool(expr) {
            return value;
        }
        let message = format!("a condition is a `bool`; this is a `{}`", self.type_name(ty.unqualified()));
        let mut diagnostic = Diagnostic::error(codes::CONDITION_TYPE, message, span);
        if let TypeKind::Vector(Scalar::Bool, _) = self.types.kind(ty.ty) {
            diagnostic =
                diagnostic.help("`any(v)` and `all(v)` make one `bool` of a vector; `select` chooses by component");
        }
        self.report(diagnostic);
        Expr::error(span)
    }

    /// `sizeof`, `alignof`.
    fn size_of(&mut self, scope: ScopeId, what: &ast::TypeOrExpr, align: bool, span: Span) -> Expr {
        let ty = match self.type_or_expr(scope, what) {
            Ok(ty) => ty,
            Err(_) => return Expr::error(span),
        };
        let ty = match *self.types.kind(ty.ty) {
            TypeKind::Reference { to, .. } => to,
            _ => ty,
        };
        if ty.ty == TypeTable::ERROR || self.require_complete(ty.ty, span).is_err() {
            return Expr::error(span);
        }
        let of = match (align, self.types.kind(ty.ty)) {
            // The alignment of an array of unknown bound is that of its elements.
            (true, TypeKind::Array(element, None)) => element.ty,
            _ => ty.ty,
        };
        match self.size_align(of) {
            Some(size) => Expr::ulong(if align { u64::from(size.align) } else { size.size }, span),
            None => {
                let message = format!("the size of `{}` is not known", self.type_name(ty));
                self.report(Diagnostic::error(codes::INCOMPLETE_TYPE, message, span));
                Expr::error(span)
            }
        }
    }
}
