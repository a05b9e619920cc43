//! Which names a lambda's body mentions: what default captures choose from.
//!
//! A syntactic walk. It may find more than is used (names that the body declares itself); never less.

use crate::syntax::ast;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::TypeOrExpr;

/// The unqualified names in a piece of syntax, and whether `this` is among them.
#[derive(Default)]
pub(super) struct Mentioned<'a> {
    /// Names, each once, in order.
    pub names: Vec<&'a NamePath>,
    /// `this` is written.
    pub this: bool,
}

impl<'a> Mentioned<'a> {
    fn name(&mut self, path: &'a NamePath) {
        for segment in &path.segments {
            for argument in segment.args.iter().flat_map(|args| args.iter()) {
                self.type_or_expr(&argument.value);
            }
        }
        let Some(ident) = path.as_ident() else {
            // A template-id may name a method.
            if !path.is_qualified() {
                self.names.push(path);
            }
            return;
        };
        if !self.names.iter().any(|other| other.as_ident().is_some_and(|other| other.symbol == ident.symbol)) {
            self.names.push(path);
        }
    }

    fn type_or_expr(&mut self, what: &'a TypeOrExpr) {
        match what {
            TypeOrExpr::Type(ty) => self.ty(ty),
            TypeOrExpr::Expr(expr) => self.expr(expr),
        }
    }

    fn ty(&mut self, ty: &'a ast::Type) {
        use ast::TypeKind as K;
        match &ty.kind {
            K::Name(path) => {
                for segment in &path.segments {
                    for argument in segment.args.iter().flat_map(|args| args.iter()) {
                        self.type_or_expr(&argument.value);
                    }
                }
            }
            K::Decltype(expr) => self.expr(expr),
            K::Pointer(inner) | K::LValueRef(inner) | K::RValueRef(inner) | K::Pack(inner) | K::Trait(_, inner) => {
                self.ty(inner);
            }
            K::Array(inner, bound) => {
                self.ty(inner);
                bound.iter().for_each(|bound| self.expr(bound));
            }
            _ => {}
        }
    }

    fn init(&mut self, init: &'a ast::Init) {
        match init {
            ast::Init::Copy(expr) | ast::Init::List(expr) => self.expr(expr),
            ast::Init::Direct(list) => list.iter().for_each(|expr| self.expr(expr)),
        }
    }

    fn expr(&mut self, expr: &'a ast::Expr) {
        match &expr.kind {
            ExprKind::This => self.this = true,
            ExprKind::Name(path) => self.name(path),
            ExprKind::Paren(a) | ExprKind::Unary(_, a) | ExprKind::Noexcept(a) | ExprKind::PackExpansion(a) => {
                self.expr(a)
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Assign(_, a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Subscript(a, b)
            | ExprKind::MemberPointer { base: a, member: b, .. } => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Conditional(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Cast(_, ty, inner) => {
                self.ty(ty);
                self.expr(inner);
            }
            ExprKind::Construct(ty, init) => {
                self.ty(ty);
                self.init(init);
            }
            ExprKind::Call(callee, arguments) => {
                self.expr(callee);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::Member { base, .. } => self.expr(base),
            ExprKind::Sizeof(what) | ExprKind::Alignof(what) => self.type_or_expr(what),
            ExprKind::Trait(_, list) => list.iter().for_each(|what| self.type_or_expr(what)),
            ExprKind::BraceList(items) => items.iter().for_each(|item| self.expr(&item.value)),
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Fold(fold) => fold.left.iter().chain(&fold.right).for_each(|side| self.expr(side)),
            _ => {}
        }
    }

    fn lambda(&mut self, lambda: &'a ast::Lambda) {
        for capture in &lambda.captures {
            match &capture.what {
                ast::Captured::This => self.this = true,
                ast::Captured::Init(_, init) => self.init(init),
                ast::Captured::Name(_) => {}
            }
        }
        self.stmt(&lambda.body);
    }

    fn decl(&mut self, decl: &'a ast::Decl) {
        match &decl.kind {
            ast::DeclKind::Simple(simple) => {
                for declarator in &simple.declarators {
                    self.ty(&declarator.declarator.ty);
                    declarator.init.get().into_iter().for_each(|init| self.init(init));
                }
            }
            ast::DeclKind::StructuredBinding(binding) => binding.init.iter().for_each(|init| self.init(init)),
            ast::DeclKind::StaticAssert(expr, _) => self.expr(expr),
            ast::DeclKind::Alias(alias) => self.ty(&alias.ty),
            _ => {}
        }
    }

    fn condition(&mut self, condition: &'a ast::Condition) {
        match condition {
            ast::Condition::Expr(expr) => self.expr(expr),
            ast::Condition::Decl(decl) => self.decl(decl),
        }
    }

    /// Collects from a statement.
    pub fn stmt(&mut self, stmt: &'a ast::Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::Case(expr) | StmtKind::Return(Some(expr)) => self.expr(expr),
            StmtKind::Decl(decl) => self.decl(decl),
            StmtKind::Block(list) => list.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::If(statement) => {
                statement.init.iter().for_each(|init| self.stmt(init));
                self.condition(&statement.condition);
                self.stmt(&statement.then_branch);
                statement.else_branch.iter().for_each(|branch| self.stmt(branch));
            }
            StmtKind::Switch(statement) => {
                statement.init.iter().for_each(|init| self.stmt(init));
                self.condition(&statement.condition);
                self.stmt(&statement.body);
            }
            StmtKind::While(condition, body) => {
                self.condition(condition);
                self.stmt(body);
            }
            StmtKind::DoWhile(body, condition) => {
                self.stmt(body);
                self.expr(condition);
            }
            StmtKind::For(statement) => {
                statement.init.iter().for_each(|init| self.stmt(init));
                statement.condition.iter().for_each(|condition| self.condition(condition));
                statement.step.iter().for_each(|step| self.expr(step));
                self.stmt(&statement.body);
            }
            StmtKind::RangeFor(statement) => {
                self.decl(&statement.variable);
                self.expr(&statement.range);
                self.stmt(&statement.body);
            }
            _ => {}
        }
    }
}
