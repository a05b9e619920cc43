//! The typed tree as text, one line an expression: for tests and for people who look inside.
//!
//! `(op operands)`; a name is a local or a variable; types are shown where a conversion makes one.

use super::Sema;
use super::hir::BinaryOp;
use super::hir::Body;
use super::hir::CompareOp;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::MemberInit;
use super::hir::Stmt;
use super::hir::StmtKind;
use super::hir::SwitchItem;
use super::hir::UnaryOp;
use super::types::QualType;
use super::types::TypeKind;
use crate::ir::Constant;
use crate::msl::Scalar;
use std::fmt::Write as _;

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
    }
}

fn compare_text(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "==",
        CompareOp::NotEqual => "!=",
        CompareOp::Less => "<",
        CompareOp::LessEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterEqual => ">=",
    }
}

fn constant_text(value: &Constant) -> String {
    let component = |bits: &u64| match value.scalar {
        Scalar::Bool => (*bits != 0).to_string(),
        scalar if scalar.is_float() => format!("{:?}", super::constant::float_of(scalar, *bits)),
        scalar if scalar.is_signed() => (*bits as i64).to_string(),
        _ => bits.to_string(),
    };
    let parts: Vec<String> = value.bits.iter().map(component).collect();
    let suffix = match value.scalar {
        Scalar::U32 => "u",
        Scalar::U64 => "ul",
        Scalar::I64 => "l",
        Scalar::F16 => "h",
        Scalar::BF16 => "bf",
        _ => "",
    };
    if parts.len() == 1 { format!("{}{suffix}", parts[0]) } else { format!("<{}>{suffix}", parts.join(" ")) }
}

/// Writes trees; knows the names of the locals around.
struct Dump<'a> {
    sema: &'a Sema,
    body: Option<&'a Body>,
    out: String,
}

impl Sema {
    /// An expression; locals are numbered unless their body is given.
    #[must_use]
    pub fn dump_expr(&self, expr: &Expr, body: Option<&Body>) -> String {
        let dump = Dump { sema: self, body, out: String::new() };
        dump.expr(expr)
    }

    /// A whole body, a statement a line.
    #[must_use]
    pub fn dump_body(&self, body: &Body) -> String {
        let mut dump = Dump { sema: self, body: Some(body), out: String::new() };
        for init in &body.member_inits {
            let text = match init {
                MemberInit::Base(number, value) => format!("base {number} = {}", dump.expr(value)),
                MemberInit::Field(number, value) => format!("field {number} = {}", dump.expr(value)),
                MemberInit::Delegate(value) => format!("delegate {}", dump.expr(value)),
            };
            dump.line(0, &text);
        }
        for stmt in &body.statements {
            dump.stmt(stmt, 0);
        }
        dump.out
    }
}

impl Dump<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        // Writing to a string can't fail.
        let _ = writeln!(self.out, "{:width$}{text}", "", width = depth * 2);
    }

    fn list<'b>(&self, exprs: impl IntoIterator<Item = &'b Expr>) -> String {
        exprs.into_iter().fold(String::new(), |text, expr| text + " " + &self.expr(expr))
    }

    fn expr(&self, expr: &Expr) -> String {
        let e = |inner: &Expr| self.expr(inner);
        let ty = || self.sema.type_name(expr.ty);
        match &expr.kind {
            ExprKind::Error => "<error>".to_owned(),
            ExprKind::Constant(value) => constant_text(value),
            ExprKind::Null => "null".to_owned(),
            ExprKind::String(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
            ExprKind::Local(id) => match self.body.and_then(|body| body.locals.get(id.0 as usize)) {
                Some(local) if !local.name.is_empty() => local.name.to_string(),
                _ => format!("%{}", id.0),
            },
            ExprKind::Variable(id) => self.sema.variable(*id).name.to_string(),
            ExprKind::Function(id) => self.sema.function(*id).name.to_string(),
            ExprKind::This => "this".to_owned(),
            ExprKind::BuiltinInput(input) => format!("[[{}]]", input.name()),
            ExprKind::FunctionConstantDefined(id) => format!("(defined {})", self.sema.variable(*id).name),
            ExprKind::Member(base, field) => match self.sema.types.kind(base.ty.ty) {
                TypeKind::Record(record) => {
                    format!("{}.{}", e(base), self.sema.record(*record).fields[*field as usize].name)
                }
                _ => format!("{}.{field}", e(base)),
            },
            ExprKind::Base(base, number) => format!("(base {number} {})", e(base)),
            ExprKind::Swizzle(base, components) => {
                let names: String =
                    components.iter().map(|at| "xyzw".chars().nth((*at).into()).unwrap_or('?')).collect();
                format!("{}.{names}", e(base))
            }
            ExprKind::Index(base, index) => format!("{}[{}]", e(base), e(index)),
            ExprKind::Deref(pointer) => format!("(deref {})", e(pointer)),
            ExprKind::AddressOf(object) => format!("(address {})", e(object)),
            ExprKind::Unary(op, a) => {
                let text = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::Not => "~",
                    UnaryOp::LogicalNot => "!",
                };
                format!("({text} {})", e(a))
            }
            ExprKind::Binary(op, a, b) => format!("({} {} {})", binary_text(*op), e(a), e(b)),
            ExprKind::Compare(op, a, b) => format!("({} {} {})", compare_text(*op), e(a), e(b)),
            ExprKind::PointerAdd { pointer, index, negative } => {
                format!("(pointer{} {} {})", if *negative { "-" } else { "+" }, e(pointer), e(index))
            }
            ExprKind::PointerDifference(a, b) => format!("(distance {} {})", e(a), e(b)),
            ExprKind::LogicalAnd(a, b) => format!("(&& {} {})", e(a), e(b)),
            ExprKind::LogicalOr(a, b) => format!("(|| {} {})", e(a), e(b)),
            ExprKind::Conditional(c, a, b) => format!("(? {} {} {})", e(c), e(a), e(b)),
            ExprKind::Comma(a, b) => format!("(, {} {})", e(a), e(b)),
            ExprKind::Assign { target, value } => format!("(= {} {})", e(target), e(value)),
            ExprKind::CompoundAssign { op, target, value, compute } => {
                let compute = self.sema.type_name(QualType::new(*compute));
                format!("({}= in {compute} {} {})", binary_text(*op), e(target), e(value))
            }
            ExprKind::Increment { target, decrement, postfix } => {
                let op = if *decrement { "--" } else { "++" };
                if *postfix { format!("(post{op} {})", e(target)) } else { format!("({op} {})", e(target)) }
            }
            ExprKind::Convert(conversion, a) => match conversion {
                super::hir::Conversion::Load => format!("(load {})", e(a)),
                super::hir::Conversion::Void => format!("(void {})", e(a)),
                other => format!("({} {} {})", format!("{other:?}").to_lowercase(), ty(), e(a)),
            },
            ExprKind::Call { function, this, arguments } => {
                let this = this.as_ref().map_or(String::new(), |this| format!(" this={}", e(this)));
                format!("({}{this}{})", self.sema.function(*function).name, self.list(arguments))
            }
            ExprKind::CallPointer { pointer, arguments } => format!("(call {}{})", e(pointer), self.list(arguments)),
            ExprKind::Intrinsic(intrinsic, arguments) => {
                format!("(intrinsic {}{})", intrinsic.name(), self.list(arguments))
            }
            ExprKind::Construct { constructor, arguments } => {
                format!("(new {}{})", self.sema.function(*constructor).name, self.list(arguments))
            }
            ExprKind::Aggregate { bases, fields, .. } => {
                let mut text = format!("{{{}:", ty());
                for (number, value) in bases {
                    let _ = write!(text, " base{number}={}", e(value));
                }
                for (number, value) in fields {
                    let _ = write!(text, " {number}={}", e(value));
                }
                text + "}"
            }
            ExprKind::Array { elements, rest } => {
                let rest = rest.as_ref().map_or(String::new(), |rest| format!(" ... {}", e(rest)));
                format!("[{}{rest}]", self.list(elements).trim_start())
            }
            ExprKind::Vector(parts) => format!("({}{})", ty(), self.list(parts)),
            ExprKind::Matrix(columns) => format!("({}{})", ty(), self.list(columns)),
            ExprKind::Zero => format!("(zero {})", ty()),
            ExprKind::Uninitialized => format!("(uninitialized {})", ty()),
            ExprKind::Materialize(value) => format!("(temporary {})", e(value)),
            ExprKind::Discard(value) => format!("(discard {})", e(value)),
        }
    }

    fn block(&mut self, head: &str, body: &Stmt, depth: usize) {
        self.line(depth, head);
        match &body.kind {
            StmtKind::Block(list) => list.iter().for_each(|stmt| self.stmt(stmt, depth + 1)),
            _ => self.stmt(body, depth + 1),
        }
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        match &stmt.kind {
            StmtKind::Empty => self.line(depth, ";"),
            StmtKind::Expr(value) => {
                let text = self.expr(value);
                self.line(depth, &text);
            }
            StmtKind::Declare(id, init) => {
                let local = self.body.and_then(|body| body.locals.get(id.0 as usize));
                let (name, ty) = local.map_or((String::new(), String::new()), |local| {
                    (local.name.to_string(), self.sema.type_name(local.ty))
                });
                let init = init.as_ref().map_or(String::new(), |init| format!(" = {}", self.expr(init)));
                self.line(depth, &format!("{ty} {name}{init}"));
            }
            StmtKind::Block(list) => {
                self.line(depth, "block");
                list.iter().for_each(|stmt| self.stmt(stmt, depth + 1));
            }
            StmtKind::Group(list) => list.iter().for_each(|stmt| self.stmt(stmt, depth)),
            StmtKind::If { init, condition, then_branch, else_branch } => {
                init.iter().for_each(|stmt| self.stmt(stmt, depth));
                let head = format!("if {}", self.expr(condition));
                self.block(&head, then_branch, depth);
                if let Some(other) = else_branch {
                    self.block("else", other, depth);
                }
            }
            StmtKind::While { declare, condition, body } => {
                let head = format!("while {}", self.expr(condition));
                declare.iter().for_each(|stmt| self.stmt(stmt, depth));
                self.block(&head, body, depth);
            }
            StmtKind::DoWhile { body, condition } => {
                let tail = format!("while {}", self.expr(condition));
                self.block("do", body, depth);
                self.line(depth, &tail);
            }
            StmtKind::For { init, declare, condition, step, body } => {
                init.iter().for_each(|stmt| self.stmt(stmt, depth));
                let condition = condition.as_ref().map_or(String::new(), |c| format!(" {}", self.expr(c)));
                let step = step.as_ref().map_or(String::new(), |s| format!(" step {}", self.expr(s)));
                declare.iter().for_each(|stmt| self.stmt(stmt, depth));
                self.block(&format!("for{condition}{step}"), body, depth);
            }
            StmtKind::Switch { init, selector, body } => {
                init.iter().for_each(|stmt| self.stmt(stmt, depth));
                let head = format!("switch {}", self.expr(selector));
                self.line(depth, &head);
                for item in body {
                    match item {
                        SwitchItem::Case(value, _) => self.line(depth, &format!("case {value}")),
                        SwitchItem::Default(_) => self.line(depth, "default"),
                        SwitchItem::Stmt(stmt) => self.stmt(stmt, depth + 1),
                    }
                }
            }
            StmtKind::Break => self.line(depth, "break"),
            StmtKind::Continue => self.line(depth, "continue"),
            StmtKind::Return(value) => {
                let text = value.as_ref().map_or("return".to_owned(), |value| format!("return {}", self.expr(value)));
                self.line(depth, &text);
            }
        }
    }
}
