//! Walks syntax for the names it uses, to find packs and template parameters in it.

use crate::syntax::ast::Capture;
use crate::syntax::ast::Captured;
use crate::syntax::ast::Condition;
use crate::syntax::ast::Decl;
use crate::syntax::ast::DeclKind;
use crate::syntax::ast::Designator;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::FunctionType;
use crate::syntax::ast::Init;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::SegmentName;
use crate::syntax::ast::Stmt;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::Type;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeOrExpr;
use crate::syntax::token::Symbol;

type Note<'a> = &'a mut dyn FnMut(Symbol);

/// Names in a path: its first identifier, and those in template arguments.
pub fn path_names(path: &NamePath, note: Note<'_>) {
    for (index, segment) in path.segments.iter().enumerate() {
        match &segment.name {
            SegmentName::Ident(symbol) if index == 0 && !path.global => note(*symbol),
            SegmentName::Conversion(ty) => type_names(ty, note),
            SegmentName::Decltype(expr) => expr_names(expr, note),
            _ => {}
        }
        for argument in segment.args.iter().flat_map(|args| args.iter()) {
            argument_names(&argument.value, note);
        }
    }
}

/// Names in a template argument.
pub fn argument_names(argument: &TypeOrExpr, note: Note<'_>) {
    match argument {
        TypeOrExpr::Type(ty) => type_names(ty, note),
        TypeOrExpr::Expr(expr) => expr_names(expr, note),
    }
}

/// Names in a type.
pub fn type_names(ty: &Type, note: Note<'_>) {
    match &ty.kind {
        TypeKind::Name(path) | TypeKind::Elaborated(_, path) => path_names(path, note),
        TypeKind::Decltype(expr) => expr_names(expr, note),
        TypeKind::Trait(_, inner)
        | TypeKind::Pointer(inner)
        | TypeKind::LValueRef(inner)
        | TypeKind::RValueRef(inner)
        | TypeKind::Pack(inner) => type_names(inner, note),
        TypeKind::MemberPointer(path, inner) => {
            path_names(path, note);
            type_names(inner, note);
        }
        TypeKind::Array(element, bound) => {
            type_names(element, note);
            if let Some(bound) = bound {
                expr_names(bound, note);
            }
        }
        TypeKind::Function(function) => function_names(function, note),
        TypeKind::Builtin(_)
        | TypeKind::Record(_)
        | TypeKind::Enum(_)
        | TypeKind::Auto
        | TypeKind::DecltypeAuto
        | TypeKind::Error => {}
    }
}

fn function_names(function: &FunctionType, note: Note<'_>) {
    if let Some(result) = &function.result {
        type_names(result, note);
    }
    for param in &function.params {
        type_names(&param.ty, note);
    }
}

/// Names in an initialiser.
pub fn init_names(init: &Init, note: Note<'_>) {
    match init {
        Init::Copy(expr) | Init::List(expr) => expr_names(expr, note),
        Init::Direct(list) => list.iter().for_each(|expr| expr_names(expr, note)),
    }
}

/// Names in an expression.
pub fn expr_names(expr: &Expr, note: Note<'_>) {
    match &expr.kind {
        ExprKind::Name(path) => path_names(path, note),
        ExprKind::Paren(a) | ExprKind::Unary(_, a) | ExprKind::Noexcept(a) | ExprKind::PackExpansion(a) => {
            expr_names(a, note);
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::Assign(_, a, b)
        | ExprKind::Comma(a, b)
        | ExprKind::Subscript(a, b)
        | ExprKind::MemberPointer { base: a, member: b, .. } => {
            expr_names(a, note);
            expr_names(b, note);
        }
        ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|expr| expr_names(expr, note)),
        ExprKind::Cast(_, ty, a) => {
            type_names(ty, note);
            expr_names(a, note);
        }
        ExprKind::Construct(ty, init) => {
            type_names(ty, note);
            init_names(init, note);
        }
        ExprKind::Call(callee, arguments) => {
            expr_names(callee, note);
            arguments.iter().for_each(|argument| expr_names(argument, note));
        }
        ExprKind::Member { base, name, .. } => {
            expr_names(base, note);
            for argument in name.segments.iter().filter_map(|segment| segment.args.as_ref()).flat_map(|args| args.iter()) {
                argument_names(&argument.value, note);
            }
        }
        ExprKind::Sizeof(argument) | ExprKind::Alignof(argument) => argument_names(argument, note),
        ExprKind::Offsetof(ty, designators) => {
            type_names(ty, note);
            designators.iter().for_each(|designator| designator_names(designator, note));
        }
        ExprKind::Trait(_, arguments) => arguments.iter().for_each(|argument| argument_names(argument, note)),
        ExprKind::BraceList(items) => {
            for item in items {
                item.designators.iter().for_each(|designator| designator_names(designator, note));
                expr_names(&item.value, note);
            }
        }
        ExprKind::Lambda(lambda) => {
            for capture in &lambda.captures {
                capture_names(capture, note);
            }
            if let Some(ty) = &lambda.ty {
                function_names(ty, note);
            }
            stmt_names(&lambda.body, note);
        }
        ExprKind::Fold(fold) => {
            for part in fold.left.iter().chain(&fold.right) {
                expr_names(part, note);
            }
        }
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Char(_)
        | ExprKind::String(_)
        | ExprKind::Bool(_)
        | ExprKind::Nullptr
        | ExprKind::This
        | ExprKind::FunctionName(_)
        // A whole pack, named by what counts it.
        | ExprKind::SizeofPack(_)
        | ExprKind::Error => {}
    }
}

fn capture_names(capture: &Capture, note: Note<'_>) {
    match &capture.what {
        Captured::This => {}
        Captured::Name(name) => note(name.symbol),
        Captured::Init(_, init) => init_names(init, note),
    }
}

fn designator_names(designator: &Designator, note: Note<'_>) {
    if let Designator::Index(index) = designator {
        expr_names(index, note);
    }
}

fn condition_names(condition: &Condition, note: Note<'_>) {
    match condition {
        Condition::Expr(expr) => expr_names(expr, note),
        Condition::Decl(decl) => decl_names(decl, note),
    }
}

fn decl_names(decl: &Decl, note: Note<'_>) {
    match &decl.kind {
        DeclKind::Simple(simple) => {
            if let Some(ty) = &simple.specifiers.ty {
                type_names(ty, note);
            }
            for declarator in &simple.declarators {
                type_names(&declarator.declarator.ty, note);
                if let Some(init) = declarator.init.get() {
                    init_names(init, note);
                }
            }
        }
        DeclKind::Alias(alias) => type_names(&alias.ty, note),
        DeclKind::StructuredBinding(binding) => {
            if let Some(init) = &binding.init {
                init_names(init, note);
            }
        }
        DeclKind::StaticAssert(condition, _) => expr_names(condition, note),
        DeclKind::UsingDeclaration(path) | DeclKind::UsingDirective(path) => path_names(path, note),
        _ => {}
    }
}

fn stmt_names(stmt: &Stmt, note: Note<'_>) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::Case(expr) | StmtKind::Return(Some(expr)) => expr_names(expr, note),
        StmtKind::Decl(decl) => decl_names(decl, note),
        StmtKind::Block(list) => list.iter().for_each(|stmt| stmt_names(stmt, note)),
        StmtKind::If(statement) => {
            if let Some(init) = &statement.init {
                stmt_names(init, note);
            }
            condition_names(&statement.condition, note);
            stmt_names(&statement.then_branch, note);
            if let Some(branch) = &statement.else_branch {
                stmt_names(branch, note);
            }
        }
        StmtKind::Switch(statement) => {
            if let Some(init) = &statement.init {
                stmt_names(init, note);
            }
            condition_names(&statement.condition, note);
            stmt_names(&statement.body, note);
        }
        StmtKind::While(condition, body) => {
            condition_names(condition, note);
            stmt_names(body, note);
        }
        StmtKind::DoWhile(body, condition) => {
            stmt_names(body, note);
            expr_names(condition, note);
        }
        StmtKind::For(statement) => {
            if let Some(init) = &statement.init {
                stmt_names(init, note);
            }
            if let Some(condition) = &statement.condition {
                condition_names(condition, note);
            }
            if let Some(step) = &statement.step {
                expr_names(step, note);
            }
            stmt_names(&statement.body, note);
        }
        StmtKind::RangeFor(statement) => {
            decl_names(&statement.variable, note);
            expr_names(&statement.range, note);
            stmt_names(&statement.body, note);
        }
        StmtKind::Empty
        | StmtKind::Default
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Pragma(_)
        | StmtKind::Error => {}
    }
}
