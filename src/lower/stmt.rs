//! Lowering of statements.

use super::function::FunctionLowering;
use super::function::Home;
use crate::ir::Case;
use crate::ir::Inst;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::UnaryOp;
use crate::ir::Value;
use crate::msl::AddressSpace;
use crate::sema::hir::Category;
use crate::sema::hir::Expr;
use crate::sema::hir::LocalId;
use crate::sema::hir::Stmt;
use crate::sema::hir::StmtKind;
use crate::sema::hir::SwitchItem;
use crate::sema::types::TypeKind;
use crate::source::Span;
use smallvec::SmallVec;

impl FunctionLowering<'_, '_> {
    /// Lowers statements in order; what follows a jump is unreachable and dropped.
    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            if self.is_terminated() {
                break;
            }
            self.stmt(statement);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Block(statements) => self.scope(|this| this.statements(statements)),
            StmtKind::Group(statements) => self.statements(statements),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Declare(local, init) => self.declare(*local, init.as_ref(), span),
            StmtKind::If { init, condition, then_branch, else_branch } => self.scope(|this| {
                this.statements(init);
                let value = this.value(condition);
                this.if_else(
                    value,
                    condition.span,
                    |this| this.scope(|this| this.stmt(then_branch)),
                    |this| {
                        if let Some(branch) = else_branch {
                            this.scope(|this| this.stmt(branch));
                        }
                    },
                );
            }),
            StmtKind::While { declare, condition, body } => {
                let body = self.block(|this| {
                    this.scope(|this| {
                        this.statements(declare);
                        this.break_unless(condition);
                        this.stmt(body);
                    });
                });
                self.statement(StatementKind::Loop { body, step: crate::ir::Block::default() }, condition.span);
            }
            StmtKind::DoWhile { body, condition } => {
                let body = self.block(|this| this.scope(|this| this.stmt(body)));
                let step = self.block(|this| this.break_unless(condition));
                self.statement(StatementKind::Loop { body, step }, condition.span);
            }
            StmtKind::For { init, declare, condition, step, body } => self.scope(|this| {
                this.statements(init);
                let body = this.block(|this| {
                    this.scope(|this| {
                        this.statements(declare);
                        if let Some(condition) = condition {
                            this.break_unless(condition);
                        }
                        this.stmt(body);
                    });
                });
                let step = this.block(|this| {
                    if let Some(step) = step {
                        this.effect(step);
                    }
                });
                let span = condition.as_ref().map_or(span, |condition| condition.span);
                this.statement(StatementKind::Loop { body, step }, span);
            }),
            StmtKind::Switch { init, selector, body } => self.scope(|this| {
                this.statements(init);
                this.switch(selector, body, span);
            }),
            StmtKind::Break => self.statement(StatementKind::Break, span),
            StmtKind::Continue => self.statement(StatementKind::Continue, span),
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
        }
    }

    fn break_unless(&mut self, condition: &Expr) {
        let value = self.value(condition);
        let stop = self.emit(Inst::Unary(UnaryOp::LogicalNot, value), Type::BOOL, condition.span);
        self.if_else(stop, condition.span, |this| this.statement(StatementKind::Break, condition.span), |_| {});
    }

    fn switch(&mut self, selector: &Expr, items: &[SwitchItem], span: Span) {
        let selector = self.value(selector);
        let mut cases: Vec<Case> = Vec::new();
        let mut at = 0;
        while at < items.len() {
            // Labels that stand together share a body.
            let mut case = Case { values: SmallVec::new(), is_default: false, body: crate::ir::Block::default() };
            let mut labelled = false;
            while let Some(item) = items.get(at) {
                match item {
                    SwitchItem::Case(value, _) => case.values.push(*value),
                    SwitchItem::Default(_) => case.is_default = true,
                    SwitchItem::Stmt(_) => break,
                }
                labelled = true;
                at += 1;
            }
            let start = at;
            while matches!(items.get(at), Some(SwitchItem::Stmt(_))) {
                at += 1;
            }
            let statements = &items[start..at];
            let lower = |this: &mut Self| {
                for item in statements {
                    if let SwitchItem::Stmt(statement) = item {
                        if this.is_terminated() {
                            break;
                        }
                        this.stmt(statement);
                    }
                }
            };
            if labelled {
                case.body = self.block(lower);
                cases.push(case);
            } else {
                // Declarations before the first label never run, but their variables exist.
                for item in statements {
                    if let SwitchItem::Stmt(statement) = item {
                        self.declare_only(statement);
                    }
                }
            }
        }
        self.statement(StatementKind::Switch { selector, cases }, span);
    }

    fn declare_only(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(local, _) => self.declare(*local, None, stmt.span),
            StmtKind::Group(statements) => statements.iter().for_each(|statement| self.declare_only(statement)),
            _ => {}
        }
    }

    /// Declares a local and initialises it.
    pub(super) fn declare(&mut self, id: LocalId, init: Option<&Expr>, span: Span) {
        let local = self.body.locals[id.0 as usize].clone();
        if matches!(self.module.sema.types.kind(local.ty.ty), TypeKind::Reference { .. }) {
            if let Some(init) = init {
                let place = self.place(init);
                self.homes[id.0 as usize] = Home::Bound(place);
            }
            return;
        }
        match local.space {
            AddressSpace::Thread => {
                let address = self.local(&local.name, local.ty.ty, local.align, local.span);
                self.homes[id.0 as usize] = Home::Memory(address);
                if let Some(init) = init {
                    self.initialize(address, init);
                }
            }
            space => {
                let global = self.module.local_global(&local, init);
                let address = self.emit(Inst::Global(global), Type::Pointer(space), span);
                self.homes[id.0 as usize] = Home::Memory(address);
            }
        }
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) {
        let Some(value) = value else {
            self.return_value(None, span);
            return;
        };
        if matches!(self.module.sema.types.kind(value.ty.ty), TypeKind::Void) {
            self.effect(value);
            self.return_value(None, span);
        } else if let Some(target) = self.result_address {
            self.initialize(target, value);
            self.return_value(None, span);
        } else {
            let result = self.returned(value);
            self.return_value(Some(result), span);
        }
    }

    fn returned(&mut self, value: &Expr) -> Value {
        if value.category != Category::PRValue {
            let place = self.place(value);
            return self.address(&place, value.span);
        }
        self.value(value)
    }
}
