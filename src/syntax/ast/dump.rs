//! The syntax tree as indented text: for `deburr emit --stage ast` and for tests.
//!
//! Declarations and statements have a line each; types are read aloud ("pointer to device float"), expressions are
//! in prefix form. Shows everything that is in the tree but spans.

mod expr;

use super::*;
use crate::deep_stack::on_deep_stack;
use crate::syntax::token::Interner;
use std::fmt::Write;

/// The unit as text.
#[must_use]
pub fn dump(unit: &Unit, interner: &Interner) -> String {
    on_deep_stack(|| {
        let mut dump = Dump { interner, out: String::new(), indent: 0, later: Vec::new() };
        for decl in &unit.decls {
            dump.decl(decl);
        }
        dump.out
    })
}

/// An expression as text, on one line but for lambdas.
#[must_use]
pub fn dump_expr(expr: &Expr, interner: &Interner) -> String {
    let mut dump = Dump { interner, out: String::new(), indent: 0, later: Vec::new() };
    let text = dump.expr(expr);
    dump.line(&text);
    dump.out.trim_end().to_string()
}

/// What is shown below the line that mentions it.
enum Later {
    Record(Arc<Record>),
    Enum(Arc<Enum>),
    Lambda(Arc<Lambda>),
}

struct Dump<'a> {
    interner: &'a Interner,
    out: String,
    indent: usize,
    later: Vec<Later>,
}

impl Dump<'_> {
    fn name(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    /// Writes a line, and below it what it only mentioned.
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{2}", "", self.indent * 2, text.trim_end());
        for later in std::mem::take(&mut self.later) {
            self.deeper(|dump| match later {
                Later::Record(record) => dump.record(&record),
                Later::Enum(definition) => dump.enumeration(&definition),
                Later::Lambda(lambda) => {
                    dump.line("lambda");
                    dump.deeper(|dump| dump.stmt(&lambda.body));
                }
            });
        }
    }

    fn deeper(&mut self, f: impl FnOnce(&mut Self)) {
        self.indent += 1;
        f(self);
        self.indent -= 1;
    }

    fn decls(&mut self, decls: &[DeclRef]) {
        self.deeper(|dump| decls.iter().for_each(|decl| dump.decl(decl)));
    }

    fn decl(&mut self, decl: &Decl) {
        match &decl.kind {
            DeclKind::Empty => self.line("empty"),
            DeclKind::Error => self.line("error"),
            DeclKind::Pragma(text) => {
                let text = format!("pragma {}", self.name(*text));
                self.line(&text);
            }
            DeclKind::Namespace(namespace) => {
                let inline = if namespace.inline { "inline " } else { "" };
                let name = namespace.name.map_or("(anonymous)", |name| self.name(name.symbol)).to_string();
                let attributes = self.attributes(&namespace.attributes);
                self.line(&format!("{inline}namespace {name}{attributes}"));
                self.decls(&namespace.decls);
            }
            DeclKind::NamespaceAlias(name, target) => {
                let target = self.path(target);
                let text = format!("namespace {} = {target}", self.name(name.symbol));
                self.line(&text);
            }
            DeclKind::UsingDirective(path) => {
                let text = format!("using namespace {}", self.path(path));
                self.line(&text);
            }
            DeclKind::UsingDeclaration(path) => {
                let text = format!("using {}", self.path(path));
                self.line(&text);
            }
            DeclKind::Alias(alias) => {
                let ty = self.ty(&alias.ty);
                let attributes = self.attributes(&alias.attributes);
                let text = format!("alias {} = {ty}{attributes}", self.name(alias.name.symbol));
                self.line(&text);
            }
            DeclKind::Simple(simple) => self.simple(simple),
            DeclKind::Function(function) => self.function(function),
            DeclKind::StructuredBinding(binding) => {
                let names: Vec<_> = binding.names.iter().map(|name| self.name(name.symbol)).collect();
                let names = names.join(", ");
                let specifiers = self.specifiers(&binding.specifiers);
                let ty = self.ty(&binding.ty);
                let init = self.init(binding.init.as_ref());
                self.line(&format!("{specifiers}binding [{names}]: {ty}{init}"));
            }
            DeclKind::Template(template) => {
                let params = self.template_params(&template.params);
                self.line(&format!("template <{params}>"));
                self.deeper(|dump| dump.decl(&template.decl));
            }
            DeclKind::Instantiation(instantiation) => {
                let is_extern = if instantiation.is_extern { "extern " } else { "" };
                let attributes = self.attributes(&instantiation.attributes);
                self.line(&format!("{is_extern}instantiate{attributes}"));
                self.deeper(|dump| dump.decl(&instantiation.decl));
            }
            DeclKind::DeductionGuide(guide) => {
                let explicit = if guide.is_explicit { "explicit " } else { "" };
                let ty = self.function_type(&guide.ty);
                let text = format!("{explicit}guide {}: {ty}", self.name(guide.name.symbol));
                self.line(&text);
            }
            DeclKind::StaticAssert(condition, message) => {
                let condition = self.expr(condition);
                let message = message.as_ref().map_or(String::new(), |message| format!(", {}", self.expr(message)));
                self.line(&format!("static_assert {condition}{message}"));
            }
            DeclKind::Linkage(decls) => {
                self.line("extern \"C\"");
                self.decls(decls);
            }
        }
    }

    fn simple(&mut self, simple: &SimpleDecl) {
        let specifiers = self.specifiers(&simple.specifiers);
        let what = if simple.specifiers.is_typedef { "" } else { "var " };
        if simple.declarators.is_empty() {
            let ty = simple.specifiers.ty.as_ref().map_or(String::new(), |ty| self.ty(ty));
            self.line(&format!("{specifiers}type {ty}"));
        }
        for (index, init_declarator) in simple.declarators.iter().enumerate() {
            let Declarator { name, ty, attributes, asm_label, .. } = &init_declarator.declarator;
            let name = name.as_ref().map_or("(unnamed)".into(), |name| self.path(name));
            let ty = self.ty(ty);
            // A type defined in the specifiers is shown once.
            if index > 0 {
                self.later.retain(|later| matches!(later, Later::Lambda(_)));
            }
            let width = init_declarator.bit_width.as_ref().map_or(String::new(), |e| format!(" : {}", self.expr(e)));
            let attributes = self.attributes(attributes);
            let label = asm_label.as_ref().map_or(String::new(), |label| format!(" asm {label:?}"));
            let init = self.init(init_declarator.init.get());
            self.line(&format!("{specifiers}{what}{name}: {ty}{width}{attributes}{label}{init}"));
        }
    }

    fn function(&mut self, function: &Function) {
        let Declarator { name, ty, attributes, asm_label, .. } = &function.declarator;
        let specifiers = self.specifiers(&function.specifiers);
        let name = name.as_ref().map_or("(unnamed)".into(), |name| self.path(name));
        let ty = self.ty(ty);
        let attributes = self.attributes(attributes);
        let label = asm_label.as_ref().map_or(String::new(), |label| format!(" asm {label:?}"));
        let tail = match function.body.get() {
            Some(FunctionBody::Default) => " = default",
            Some(FunctionBody::Delete) => " = delete",
            _ => "",
        };
        self.line(&format!("{specifiers}fn {name}: {ty}{attributes}{label}{tail}"));
        if let Some(FunctionBody::Block(inits, block)) = function.body.get() {
            self.deeper(|dump| {
                for init in inits {
                    let target = dump.path(&init.target);
                    let value = dump.init(Some(&init.init));
                    let pack = if init.pack { "..." } else { "" };
                    dump.line(&format!("init {target}{value}{pack}"));
                }
                dump.stmt(block);
            });
        }
    }

    fn specifiers(&mut self, specifiers: &Specifiers) -> String {
        let mut text = String::new();
        let flags = [
            (specifiers.is_typedef, "typedef "),
            (specifiers.is_friend, "friend "),
            (specifiers.is_extern, "extern "),
            (specifiers.is_static, "static "),
            (specifiers.is_inline, "inline "),
            (specifiers.is_constexpr, "constexpr "),
            (specifiers.is_mutable, "mutable "),
            (specifiers.is_explicit, "explicit "),
            (specifiers.is_virtual, "virtual "),
        ];
        let attributes = self.attributes(&specifiers.attributes);
        if !attributes.is_empty() {
            let _ = write!(text, "{} ", attributes.trim_start());
        }
        flags.iter().filter(|(set, _)| *set).for_each(|(_, word)| text.push_str(word));
        if let Some((stage, _)) = specifiers.stage {
            text.push_str(match stage {
                Stage::Kernel => "kernel ",
                Stage::Vertex => "vertex ",
                Stage::Fragment => "fragment ",
            });
        }
        text
    }

    fn record(&mut self, record: &Record) {
        let name = record.name.as_ref().map_or("(anonymous)".into(), |name| self.path(name));
        let attributes = self.attributes(&record.attributes);
        let bases: Vec<_> = record
            .bases
            .iter()
            .map(|base| {
                let pack = if base.pack { "..." } else { "" };
                format!("{} {}{pack}", access(base.access), self.path(&base.name))
            })
            .collect();
        let bases = if bases.is_empty() { String::new() } else { format!(" : {}", bases.join(", ")) };
        self.line(&format!("{} {name}{attributes}{bases}", tag(record.tag)));
        self.deeper(|dump| {
            let mut last = if record.tag == Tag::Class { Access::Private } else { Access::Public };
            for member in &record.members {
                if member.access != last {
                    dump.line(&format!("{}:", access(member.access)));
                    last = member.access;
                }
                dump.decl(&member.decl);
            }
        });
    }

    fn enumeration(&mut self, definition: &Enum) {
        let scoped = if definition.scoped { "enum class" } else { "enum" };
        let name = definition.name.as_ref().map_or("(anonymous)".into(), |name| self.path(name));
        let underlying = definition.underlying.as_ref().map_or(String::new(), |ty| format!(" : {}", self.ty(ty)));
        let attributes = self.attributes(&definition.attributes);
        self.line(&format!("{scoped} {name}{underlying}{attributes}"));
        self.deeper(|dump| {
            for enumerator in definition.enumerators.iter().flatten() {
                let value = enumerator.value.as_ref().map_or(String::new(), |value| format!(" = {}", dump.expr(value)));
                let attributes = dump.attributes(&enumerator.attributes);
                let text = format!("{}{attributes}{value}", dump.name(enumerator.name.symbol));
                dump.line(&text);
            }
        });
    }

    fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Expr(expr) => self.expr(expr),
            Condition::Decl(decl) => self.decl_text(decl),
        }
    }

    /// A declaration on one line.
    fn decl_text(&mut self, decl: &Decl) -> String {
        let mut inner = Dump { interner: self.interner, out: String::new(), indent: 0, later: Vec::new() };
        inner.decl(decl);
        inner.out.trim_end().replace('\n', "; ")
    }

    fn labelled(&mut self, label: &str, stmt: Option<&StmtRef>) {
        if let Some(stmt) = stmt {
            self.deeper(|dump| {
                dump.line(label);
                dump.deeper(|dump| dump.stmt(stmt));
            });
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let attributes = self.attributes(&stmt.attributes);
        match &stmt.kind {
            StmtKind::Empty => self.line(&format!("empty{attributes}")),
            StmtKind::Error => self.line("error"),
            StmtKind::Expr(expr) => {
                let text = self.expr(expr);
                self.line(&format!("expr {text}{attributes}"));
            }
            StmtKind::Decl(decl) => self.decl(decl),
            StmtKind::Block(stmts) => {
                self.line(&format!("block{attributes}"));
                self.deeper(|dump| stmts.iter().for_each(|stmt| dump.stmt(stmt)));
            }
            StmtKind::If(this) => {
                let constexpr = if this.is_constexpr { " constexpr" } else { "" };
                let condition = self.condition(&this.condition);
                self.line(&format!("if{constexpr} {condition}{attributes}"));
                self.labelled("init", this.init.as_ref());
                self.deeper(|dump| dump.stmt(&this.then_branch));
                self.labelled("else", this.else_branch.as_ref());
            }
            StmtKind::Switch(this) => {
                let condition = self.condition(&this.condition);
                self.line(&format!("switch {condition}{attributes}"));
                self.labelled("init", this.init.as_ref());
                self.deeper(|dump| dump.stmt(&this.body));
            }
            StmtKind::Case(value) => {
                let value = self.expr(value);
                self.line(&format!("case {value}"));
            }
            StmtKind::Default => self.line("default"),
            StmtKind::While(condition, body) => {
                let condition = self.condition(condition);
                self.line(&format!("while {condition}{attributes}"));
                self.deeper(|dump| dump.stmt(body));
            }
            StmtKind::DoWhile(body, condition) => {
                let condition = self.expr(condition);
                self.line(&format!("do while {condition}{attributes}"));
                self.deeper(|dump| dump.stmt(body));
            }
            StmtKind::For(this) => {
                let condition = this.condition.as_ref().map_or(String::new(), |c| self.condition(c));
                let step = this.step.as_ref().map_or(String::new(), |step| self.expr(step));
                self.line(&format!("for ; {condition}; {step}{attributes}"));
                self.labelled("init", this.init.as_ref());
                self.deeper(|dump| dump.stmt(&this.body));
            }
            StmtKind::RangeFor(this) => {
                let variable = self.decl_text(&this.variable);
                let range = self.expr(&this.range);
                self.line(&format!("for {variable} in {range}{attributes}"));
                self.deeper(|dump| dump.stmt(&this.body));
            }
            StmtKind::Break => self.line("break"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Return(value) => {
                let value = value.as_ref().map_or(String::new(), |value| format!(" {}", self.expr(value)));
                self.line(&format!("return{value}{attributes}"));
            }
            StmtKind::Pragma(text) => {
                let text = format!("pragma {}", self.name(*text));
                self.line(&text);
            }
        }
    }
}

fn access(access: Access) -> &'static str {
    match access {
        Access::Public => "public",
        Access::Protected => "protected",
        Access::Private => "private",
    }
}

fn tag(tag: Tag) -> &'static str {
    match tag {
        Tag::Struct => "struct",
        Tag::Class => "class",
        Tag::Union => "union",
        Tag::Enum => "enum",
    }
}
