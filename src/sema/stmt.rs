//! Statements.

use super::Sema;
use super::deduce::CallArgument;
use super::frame::FrameResult;
use super::hir::Category;
use super::hir::Expr;
use super::hir::Stmt;
use super::hir::StmtKind;
use super::hir::SwitchItem;
use super::lookup::Candidate;
use super::operand::Operand;
use super::scope::Name;
use super::scope::ScopeId;
use super::types::QualType;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

impl Sema {
    /// The typed tree of a statement.
    pub fn check_stmt(&mut self, scope: ScopeId, stmt: &ast::Stmt) -> Stmt {
        let span = stmt.span;
        self.nested(span, Stmt { kind: StmtKind::Empty, span }, |sema| Stmt { kind: sema.statement(scope, stmt), span })
    }

    fn statement(&mut self, scope: ScopeId, stmt: &ast::Stmt) -> StmtKind {
        use ast::StmtKind as K;
        let span = stmt.span;
        match &stmt.kind {
            K::Empty | K::Pragma(_) | K::Error => StmtKind::Empty,
            K::Expr(expr) => {
                let value = self.check_expr(scope, expr);
                if value.is_error() { StmtKind::Empty } else { StmtKind::Expr(value) }
            }
            K::Decl(decl) => self.local_decl(scope, decl).kind,
            K::Block(list) => {
                let inner = self.push_block_scope(scope);
                StmtKind::Block(list.iter().map(|stmt| self.check_stmt(inner, stmt)).collect())
            }
            K::If(statement) => self.if_statement(scope, statement, span),
            K::Switch(statement) => self.switch_statement(scope, statement, span),
            K::Case(_) | K::Default => {
                let what = if matches!(stmt.kind, K::Default) { "default" } else { "case" };
                let message = format!("`{what}` stands directly in the block of a `switch`");
                let diagnostic = if self.checker.switches > 0 {
                    Diagnostic::unsupported(format!("a `{what}` inside a nested block of its `switch`"), span)
                } else {
                    Diagnostic::error(codes::CASE_OUTSIDE_SWITCH, message, span)
                };
                self.report(diagnostic);
                StmtKind::Empty
            }
            K::While(condition, body) => {
                let inner = self.push_block_scope(scope);
                let (declare, condition) = self.loop_condition(inner, condition);
                let body = Box::new(self.loop_body(inner, body));
                StmtKind::While { declare, condition, body }
            }
            K::DoWhile(body, condition) => {
                let body = Box::new(self.loop_body(scope, body));
                let condition = self.check_condition(scope, condition);
                StmtKind::DoWhile { body, condition }
            }
            K::For(statement) => {
                let inner = self.push_block_scope(scope);
                let init = match &statement.init {
                    Some(init) => vec![self.check_stmt(inner, init)],
                    None => Vec::new(),
                };
                let (declare, condition) = match &statement.condition {
                    Some(condition) => {
                        let (declare, condition) = self.loop_condition(inner, condition);
                        (declare, Some(condition))
                    }
                    None => (Vec::new(), None),
                };
                let step = statement.step.as_ref().map(|step| self.check_expr(inner, step));
                let step = step.filter(|step| !step.is_error());
                let body = Box::new(self.loop_body(inner, &statement.body));
                StmtKind::For { init, declare, condition, step, body }
            }
            K::RangeFor(statement) => self.range_for(scope, statement, span),
            K::Break => {
                if self.frame().is_none_or(|frame| frame.breakable == 0) {
                    let message = "`break` stands in a loop or `switch`";
                    self.report(Diagnostic::error(codes::JUMP_OUTSIDE_LOOP, message, span));
                    return StmtKind::Empty;
                }
                StmtKind::Break
            }
            K::Continue => {
                if self.frame().is_none_or(|frame| frame.continuable == 0) {
                    let message = "`continue` stands in a loop";
                    self.report(Diagnostic::error(codes::JUMP_OUTSIDE_LOOP, message, span));
                    return StmtKind::Empty;
                }
                StmtKind::Continue
            }
            K::Return(value) => self.return_statement(scope, value.as_deref(), span),
        }
    }

    /// A statement with a scope of its own.
    fn scoped(&mut self, scope: ScopeId, stmt: &ast::Stmt) -> Stmt {
        let inner = self.push_block_scope(scope);
        self.check_stmt(inner, stmt)
    }

    fn in_loop<T>(&mut self, continuable: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let step = u32::from(continuable);
        if let Some(frame) = self.checker.frames.last_mut() {
            frame.breakable += 1;
            frame.continuable += step;
        }
        let result = work(self);
        if let Some(frame) = self.checker.frames.last_mut() {
            frame.breakable -= 1;
            frame.continuable -= step;
        }
        result
    }

    fn loop_body(&mut self, scope: ScopeId, body: &ast::Stmt) -> Stmt {
        let switches = std::mem::take(&mut self.checker.switches);
        let result = self.in_loop(true, |sema| sema.scoped(scope, body));
        self.checker.switches = switches;
        result
    }

    fn loop_condition(&mut self, scope: ScopeId, condition: &ast::Condition) -> (Vec<Stmt>, Expr) {
        match condition {
            ast::Condition::Expr(expr) => (Vec::new(), self.check_condition(scope, expr)),
            ast::Condition::Decl(decl) => self.condition_decl(scope, decl),
        }
    }

    fn if_statement(&mut self, scope: ScopeId, statement: &ast::If, span: Span) -> StmtKind {
        let inner = self.push_block_scope(scope);
        let mut init = match &statement.init {
            Some(init) => vec![self.check_stmt(inner, init)],
            None => Vec::new(),
        };
        let (declare, condition) = self.loop_condition(inner, &statement.condition);
        init.extend(declare);
        if statement.is_constexpr {
            // Only the branch that is taken is looked at.
            let taken = match self.constant_value(&condition) {
                Ok(super::template::ConstantValue::Number(value)) => value.bits.first().is_some_and(|bits| *bits != 0),
                _ => return StmtKind::Empty,
            };
            let branch = if taken { Some(&statement.then_branch) } else { statement.else_branch.as_ref() };
            init.extend(branch.map(|branch| self.scoped(inner, branch)));
            return StmtKind::Block(init);
        }
        let then_branch = Box::new(self.scoped(inner, &statement.then_branch));
        let else_branch = statement.else_branch.as_ref().map(|branch| Box::new(self.scoped(inner, branch)));
        if condition.is_error() {
            return StmtKind::Empty;
        }
        let _ = span;
        StmtKind::If { init, condition, then_branch, else_branch }
    }

    fn switch_statement(&mut self, scope: ScopeId, statement: &ast::Switch, span: Span) -> StmtKind {
        let inner = self.push_block_scope(scope);
        let mut init = match &statement.init {
            Some(init) => vec![self.check_stmt(inner, init)],
            None => Vec::new(),
        };
        let selector = match &statement.condition {
            ast::Condition::Expr(expr) => self.check_expr(inner, expr),
            ast::Condition::Decl(decl) => {
                let declare = self.local_decl(inner, decl);
                let object = match &declare.kind {
                    StmtKind::Declare(id, _) => self.local(*id).cloned().map(|local| (*id, local)),
                    _ => None,
                };
                init.push(declare);
                match object {
                    Some((id, local)) => self.local_lvalue(id, local.ty, local.space, decl.span),
                    None => Expr::error(decl.span),
                }
            }
        };
        let written = selector.ty;
        let enumeration = matches!(self.types.kind(written.ty), TypeKind::Enum(_)).then_some(written.ty);
        let place = selector.span;
        let selector = match self.switch_selector(selector) {
            Some(selector) => selector,
            None => {
                let message =
                    format!("a `switch` chooses by an integer, not by a `{}`", self.type_name(written.unqualified()));
                self.report(Diagnostic::error(codes::SWITCH_TYPE, message, place));
                Expr::error(place)
            }
        };
        let case_type = enumeration.unwrap_or(selector.ty.ty);
        let block = self.push_block_scope(inner);
        let statements: &[ast::StmtRef] = match &statement.body.kind {
            ast::StmtKind::Block(list) => list,
            _ => std::slice::from_ref(&statement.body),
        };
        let mut body = Vec::with_capacity(statements.len());
        let mut seen: indexmap::IndexMap<i64, Span> = indexmap::IndexMap::new();
        let mut default: Option<Span> = None;
        self.checker.switches += 1;
        self.in_loop(false, |sema| {
            for statement in statements {
                match &statement.kind {
                    ast::StmtKind::Case(value) => {
                        if let Some(value) = sema.case_value(block, value, case_type, &selector) {
                            if let Some(first) = seen.insert(value, statement.span) {
                                let message = format!("`case {value}` stands in this `switch` twice");
                                sema.report(
                                    Diagnostic::error(codes::DUPLICATE_CASE, message, statement.span)
                                        .also(first, "first here"),
                                );
                            }
                            body.push(SwitchItem::Case(value, statement.span));
                        }
                    }
                    ast::StmtKind::Default => {
                        if let Some(first) = default.replace(statement.span) {
                            let message = "a `switch` has one `default`";
                            sema.report(
                                Diagnostic::error(codes::DUPLICATE_CASE, message, statement.span)
                                    .also(first, "first here"),
                            );
                        }
                        body.push(SwitchItem::Default(statement.span));
                    }
                    _ => body.push(SwitchItem::Stmt(sema.check_stmt(block, statement).into())),
                }
            }
        });
        self.checker.switches -= 1;
        let _ = span;
        if selector.is_error() {
            return StmtKind::Empty;
        }
        StmtKind::Switch { init, selector, body }
    }

    /// A selector as an integer, promoted; `None` if it is none.
    fn switch_selector(&mut self, selector: Expr) -> Option<Expr> {
        if selector.is_error() {
            return Some(selector);
        }
        let value = self.as_builtin(selector)?;
        let scalar = match *self.types.kind(value.ty.ty) {
            TypeKind::Scalar(scalar) if !scalar.is_float() => super::conversion::promoted(scalar),
            TypeKind::Enum(id) => self.enumeration(id).underlying,
            _ => return None,
        };
        let ty = self.types.scalar(scalar);
        Some(self.convert_value(value, ty))
    }

    fn case_value(
        &mut self,
        scope: ScopeId,
        value: &ast::Expr,
        case_type: super::types::TypeId,
        selector: &Expr,
    ) -> Option<i64> {
        let span = value.span;
        let value = self.check_expr(scope, value);
        if value.is_error() || selector.is_error() {
            return None;
        }
        let value = match self.as_builtin(value.clone()) {
            Some(value) => value,
            None => value,
        };
        let value = if value.ty.ty == case_type {
            value
        } else if matches!(self.types.kind(case_type), TypeKind::Enum(_)) {
            // Integers are compared with the values of unscoped enumerations.
            match self.arithmetic_scalar(case_type) {
                Some(_) => self.implicit_for(value.into(), selector.ty, Some("this case")),
                None => self.implicit_for(value.into(), QualType::new(case_type), Some("this case")),
            }
        } else {
            self.implicit_for(value.into(), QualType::new(case_type), Some("this case"))
        };
        match self.constant_value(&value) {
            Ok(super::template::ConstantValue::Number(constant)) if constant.bits.len() == 1 => {
                let scalar = self.types.as_scalar(selector.ty.ty).unwrap_or(Scalar::I32);
                let bits = crate::ir::Constant::normalize(scalar, constant.bits[0]);
                Some(bits as i64)
            }
            Ok(_) => {
                self.report(Diagnostic::error(codes::NOT_CONSTANT, "a `case` is an integer constant", span));
                None
            }
            Err(_) => None,
        }
    }

    fn return_statement(&mut self, scope: ScopeId, value: Option<&ast::Expr>, span: Span) -> StmtKind {
        let operand = value.map(|value| self.check_operand(scope, value));
        if operand.as_ref().is_some_and(Operand::is_error) {
            // Whatever the result is, it isn't wrong a second time.
            if let Some(frame) = self.checker.frames.last_mut()
                && let FrameResult::Deduced(_, result @ None) | FrameResult::Lambda(result @ None) = &mut frame.result
            {
                *result = Some(QualType::new(TypeTable::ERROR));
            }
            return StmtKind::Empty;
        }
        let Some(frame) = self.frame() else { return StmtKind::Empty };
        let result = match frame.result.clone() {
            FrameResult::Known(result) => result,
            FrameResult::Deduced(pattern, before) => {
                match self.deduced_return(Some(&pattern), before, operand.as_ref(), span) {
                    Some(result) => result,
                    None => return StmtKind::Empty,
                }
            }
            FrameResult::Lambda(before) => match self.deduced_return(None, before, operand.as_ref(), span) {
                Some(result) => result,
                None => return StmtKind::Empty,
            },
        };
        if result.ty == TypeTable::ERROR {
            return StmtKind::Empty;
        }
        let declared = self.frame().and_then(|frame| frame.function).map(|id| self.function(id).span);
        let is_void = result.ty == TypeTable::VOID;
        match operand {
            None if is_void => StmtKind::Return(None),
            None => {
                let message = format!("the function returns a `{}`, but nothing is given", self.type_name(result));
                self.report_return(message, declared, span);
                StmtKind::Empty
            }
            Some(operand) if is_void => {
                let value = self.settle(operand);
                if value.is_error() {
                    return StmtKind::Empty;
                }
                if value.ty.ty == TypeTable::VOID {
                    return StmtKind::Return(Some(value));
                }
                self.report_return(
                    "the function returns nothing, but a value is given".to_owned(),
                    declared,
                    value.span,
                );
                StmtKind::Empty
            }
            Some(operand) => {
                let value = self.implicit_for(operand, result.unqualified(), Some("the result"));
                if value.is_error() { StmtKind::Empty } else { StmtKind::Return(Some(value)) }
            }
        }
    }

    fn report_return(&mut self, message: String, declared: Option<Span>, span: Span) {
        let mut diagnostic = Diagnostic::error(codes::RETURN_VALUE, message, span);
        if let Some(declared) = declared.filter(|span| !span.is_none()) {
            diagnostic = diagnostic.also(declared, "the function is declared here");
        }
        self.report(diagnostic);
    }

    /// The result that a `return` gives a function that takes it from there; all have to agree.
    fn deduced_return(
        &mut self,
        pattern: Option<&ast::TypeRef>,
        before: Option<QualType>,
        operand: Option<&Operand>,
        span: Span,
    ) -> Option<QualType> {
        let found = match operand {
            None => QualType::new(TypeTable::VOID),
            Some(Operand::List(list)) => {
                if let Some(before) = before {
                    return Some(before);
                }
                let message = "a brace list does not tell the type of the result";
                self.report(Diagnostic::error(codes::RESULT_NOT_KNOWN, message, list.span).help("name the type"));
                return None;
            }
            Some(operand) => {
                let expr = self.settle(operand.clone());
                if expr.is_error() {
                    return None;
                }
                if expr.ty.ty == TypeTable::VOID {
                    QualType::new(TypeTable::VOID)
                } else {
                    match pattern {
                        Some(pattern) => {
                            let from = CallArgument { ty: expr.ty, category: expr.category, opaque: false };
                            self.deduce_placeholder(pattern, from, span).ok()?
                        }
                        None => QualType::new(self.decayed(expr.ty)),
                    }
                }
            }
        };
        if let Some(before) = before {
            if before.ty == TypeTable::ERROR {
                return Some(before);
            }
            if before.ty != found.ty {
                let message = format!(
                    "this returns a `{}`, an earlier `return` a `{}`",
                    self.type_name(found),
                    self.type_name(before)
                );
                self.report(
                    Diagnostic::error(codes::RETURN_VALUE, message, span).help("write the result type of the function"),
                );
                return None;
            }
            return Some(before);
        }
        if let Some(frame) = self.checker.frames.last_mut()
            && let FrameResult::Deduced(_, result) | FrameResult::Lambda(result) = &mut frame.result
        {
            *result = Some(found);
        }
        Some(found)
    }

    /// `for (d : range) body`, written out as a `for` over elements or iterators.
    fn range_for(&mut self, scope: ScopeId, statement: &ast::RangeFor, span: Span) -> StmtKind {
        let outer = self.push_block_scope(scope);
        let range = self.check_expr(outer, &statement.range);
        if range.is_error() {
            return StmtKind::Empty;
        }
        let place = range.span;
        // The range is looked at once, and lives as long as the loop.
        let range = self.materialized(range);
        let reference = self.types.reference(range.ty, range.category != Category::LValue);
        let hidden = self.add_local("".into(), QualType::new(reference), AddressSpace::Thread, place);
        let mut init = vec![Stmt { kind: StmtKind::Declare(hidden, Some(range.clone())), span: place }];
        let object = self.local_lvalue(hidden, QualType::new(reference), AddressSpace::Thread, place);
        let (condition, step, element) = match *self.types.kind(object.ty.ty) {
            TypeKind::Array(_, Some(count)) => {
                let index_type = QualType::new(TypeTable::ULONG);
                let index = self.add_local("".into(), index_type, AddressSpace::Thread, place);
                let zero = Expr::ulong(0, place);
                init.push(Stmt { kind: StmtKind::Declare(index, Some(zero)), span: place });
                let index = self.local_lvalue(index, index_type, AddressSpace::Thread, place);
                let value = self.rvalue(index.clone());
                let condition = self.builtin_binary(ast::BinaryOp::Lt, value.clone(), Expr::ulong(count, place), place);
                let step = self.builtin_unary(ast::UnaryOp::PreInc, index, place);
                let element = self.builtin_subscript(object, value, place);
                (condition, step, element)
            }
            TypeKind::Record(record) => {
                if self.require_complete(object.ty.ty, place).is_err() {
                    return StmtKind::Empty;
                }
                let mut bounds = Vec::new();
                for name in ["begin", "end"] {
                    let candidates: Vec<Candidate> = match self.interner.lookup(name) {
                        Some(symbol) => self.member_candidates(record, Name::Ident(symbol)),
                        None => Vec::new(),
                    };
                    if candidates.is_empty() {
                        return self.not_a_range(object.ty, place);
                    }
                    let value = self.call_method(scope, candidates, object.clone(), Vec::new(), place);
                    if value.is_error() {
                        return StmtKind::Empty;
                    }
                    let ty = QualType::new(self.decayed(value.ty));
                    let value = self.implicit(value.into(), ty);
                    let id = self.add_local("".into(), ty, AddressSpace::Thread, place);
                    init.push(Stmt { kind: StmtKind::Declare(id, Some(value)), span: place });
                    bounds.push(self.local_lvalue(id, ty, AddressSpace::Thread, place));
                }
                let (Some(end), Some(begin)) = (bounds.pop(), bounds.pop()) else { return StmtKind::Empty };
                let condition = self.binary(scope, ast::BinaryOp::Ne, begin.clone(), end, place);
                let condition = self.condition(condition);
                let step = self.unary(scope, ast::UnaryOp::PreInc, begin.clone(), place);
                let element = self.unary(scope, ast::UnaryOp::Deref, begin, place);
                (condition, step, element)
            }
            _ => return self.not_a_range(object.ty, place),
        };
        if condition.is_error() || step.is_error() || element.is_error() {
            return StmtKind::Empty;
        }
        let inner = self.push_block_scope(outer);
        let mut statements = Vec::new();
        match &statement.variable.kind {
            ast::DeclKind::StructuredBinding(binding) => {
                let nothing = ast::Expr { kind: ast::ExprKind::Error, span: place };
                let init = ast::Init::Copy(Arc::new(nothing));
                statements.extend(self.bind_names(inner, binding, &init, vec![element.into()], span));
            }
            ast::DeclKind::Simple(simple) => {
                if let [declarator] = simple.declarators.as_slice() {
                    self.loop_variable(inner, &simple.specifiers, &declarator.declarator, element, &mut statements);
                }
            }
            _ => return StmtKind::Empty,
        }
        let body = self.loop_body(inner, &statement.body);
        statements.push(body);
        let body = Box::new(Stmt { kind: StmtKind::Block(statements), span: statement.body.span });
        StmtKind::For { init, declare: Vec::new(), condition: Some(condition), step: Some(step), body }
    }

    fn not_a_range(&mut self, ty: QualType, span: Span) -> StmtKind {
        let message = format!("a `{}` is nothing to loop over", self.type_name(ty.unqualified()));
        self.report(
            Diagnostic::error(codes::RANGE, message, span)
                .note("a range is an array, or an object with methods `begin` and `end` for its address space"),
        );
        StmtKind::Empty
    }
}
