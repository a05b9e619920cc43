//! Types, names, attributes and expressions as text.

use super::Dump;
use super::Later;
use super::tag;
use crate::syntax::ast::*;
use std::fmt::Write;

impl Dump<'_> {
    pub(super) fn path(&mut self, path: &NamePath) -> String {
        let mut text = String::new();
        if path.typename {
            text.push_str("typename ");
        }
        for (index, segment) in path.segments.iter().enumerate() {
            if index > 0 || path.global {
                text.push_str("::");
            }
            if segment.template {
                text.push_str("template ");
            }
            match &segment.name {
                SegmentName::Ident(symbol) => text.push_str(self.name(*symbol)),
                SegmentName::Operator(operator) => {
                    text.push_str("operator");
                    text.push_str(&operator_text(*operator));
                }
                SegmentName::Conversion(ty) => {
                    let ty = self.ty(ty);
                    let _ = write!(text, "operator {ty}");
                }
                SegmentName::Literal(symbol) => {
                    let _ = write!(text, "operator\"\"{}", self.name(*symbol));
                }
                SegmentName::Destructor(symbol) => {
                    let _ = write!(text, "~{}", self.name(*symbol));
                }
                SegmentName::Decltype(expr) => {
                    let expr = self.expr(expr);
                    let _ = write!(text, "decltype({expr})");
                }
            }
            if let Some(args) = &segment.args {
                let args: Vec<_> =
                    args.iter().map(|arg| self.type_or_expr(&arg.value) + if arg.pack { "..." } else { "" }).collect();
                let _ = write!(text, "<{}>", args.join(", "));
            }
        }
        text
    }

    pub(super) fn type_or_expr(&mut self, this: &TypeOrExpr) -> String {
        match this {
            TypeOrExpr::Type(ty) => format!("type {}", self.ty(ty)),
            TypeOrExpr::Expr(expr) => self.expr(expr),
        }
    }

    /// With a blank before it; nothing if there are none.
    pub(super) fn attributes(&mut self, attributes: &[Attribute]) -> String {
        let mut text = String::new();
        for attribute in attributes {
            let scope = attribute.scope.map_or(String::new(), |scope| format!("{}::", self.name(scope.symbol)));
            let name = self.name(attribute.name.symbol).to_string();
            let args = attribute.args.as_ref().map_or(String::new(), |args| {
                let values: Vec<_> = args.values.iter().map(|value| self.type_or_expr(value)).collect();
                if values.is_empty() && !args.tokens.is_empty() {
                    format!("(… {} tokens)", args.tokens.len())
                } else {
                    format!("({})", values.join(", "))
                }
            });
            let _ = match attribute.style {
                AttributeStyle::Bracket => write!(text, " [[{scope}{name}{args}]]"),
                AttributeStyle::Gnu => write!(text, " __attribute__(({name}{args}))"),
                AttributeStyle::Alignas => write!(text, " {name}{args}"),
            };
        }
        text
    }

    fn qualifiers(quals: &Qualifiers) -> String {
        let mut text = String::new();
        let flags = [
            (quals.is_const, "const "),
            (quals.is_volatile, "volatile "),
            (quals.is_restrict, "restrict "),
            (quals.is_coherent, "coherent "),
        ];
        flags.iter().filter(|(set, _)| *set).for_each(|(_, word)| text.push_str(word));
        if let Some((space, _)) = quals.address_space {
            let _ = write!(text, "{} ", space.name());
        }
        text
    }

    pub(super) fn ty(&mut self, ty: &Type) -> String {
        let quals = Self::qualifiers(&ty.quals);
        let text = match &ty.kind {
            TypeKind::Builtin(builtin) => builtin_text(*builtin).to_string(),
            TypeKind::Name(path) => self.path(path),
            TypeKind::Elaborated(key, path) => format!("{} {}", tag(*key), self.path(path)),
            TypeKind::Record(record) => {
                self.later.push(Later::Record(record.clone()));
                let name = record.name.as_ref().map_or("(anonymous)".into(), |name| self.path(name));
                format!("{} {name}", tag(record.tag))
            }
            TypeKind::Enum(definition) => {
                if definition.enumerators.is_some() {
                    self.later.push(Later::Enum(definition.clone()));
                }
                let name = definition.name.as_ref().map_or("(anonymous)".into(), |name| self.path(name));
                let opaque = match (&definition.enumerators, &definition.underlying) {
                    (None, Some(ty)) => format!(" : {}", self.ty(ty)),
                    _ => String::new(),
                };
                format!("enum {name}{opaque}")
            }
            TypeKind::Auto => "auto".into(),
            TypeKind::DecltypeAuto => "decltype(auto)".into(),
            TypeKind::Decltype(expr) => format!("decltype({})", self.expr(expr)),
            TypeKind::Trait(name, ty) => {
                let ty = self.ty(ty);
                format!("{}({ty})", self.name(*name))
            }
            TypeKind::Pointer(inner) => format!("pointer to {}", self.ty(inner)),
            TypeKind::LValueRef(inner) => format!("reference to {}", self.ty(inner)),
            TypeKind::RValueRef(inner) => format!("rvalue reference to {}", self.ty(inner)),
            TypeKind::MemberPointer(class, inner) => {
                format!("member pointer of {} to {}", self.path(class), self.ty(inner))
            }
            TypeKind::Array(inner, size) => {
                let size = size.as_ref().map_or(String::new(), |size| self.expr(size));
                format!("array[{size}] of {}", self.ty(inner))
            }
            TypeKind::Function(function) => self.function_type(function),
            TypeKind::Pack(inner) => format!("pack of {}", self.ty(inner)),
            TypeKind::Error => "error".into(),
        };
        quals + &text
    }

    pub(super) fn function_type(&mut self, function: &FunctionType) -> String {
        let mut params: Vec<String> = Vec::new();
        for param in &function.params {
            let name = param.name.map_or(String::new(), |name| format!("{}: ", self.name(name.symbol)));
            let ty = self.ty(&param.ty);
            let attributes = self.attributes(&param.attributes);
            let default = param.default.get().map_or(String::new(), |default| format!(" = {}", self.expr(default)));
            params.push(format!("{name}{ty}{attributes}{default}"));
        }
        if function.variadic {
            params.push("...".into());
        }
        let mut text = format!("({})", params.join(", "));
        let quals = Self::qualifiers(&function.this_quals);
        if !quals.is_empty() {
            let _ = write!(text, " {}", quals.trim_end());
        }
        match function.ref_qualifier {
            Some(RefQualifier::LValue) => text.push_str(" &"),
            Some(RefQualifier::RValue) => text.push_str(" &&"),
            None => {}
        }
        match &function.noexcept {
            Some(Some(condition)) => {
                let condition = self.expr(condition);
                let _ = write!(text, " noexcept({condition})");
            }
            Some(None) => text.push_str(" noexcept"),
            None => {}
        }
        text.push_str(&self.attributes(&function.attributes));
        if let Some(result) = &function.result {
            let trailing = if function.trailing_result { "trailing " } else { "" };
            let result = self.ty(result);
            let _ = write!(text, " -> {trailing}{result}");
        }
        text
    }

    pub(super) fn template_params(&mut self, params: &[TemplateParam]) -> String {
        let mut texts = Vec::new();
        for param in params {
            let name = param.name.map_or("_".into(), |name| self.name(name.symbol).to_string());
            let pack = if param.pack { "..." } else { "" };
            texts.push(match &param.kind {
                TemplateParamKind::Type(default) => {
                    let default = default.as_ref().map_or(String::new(), |ty| format!(" = {}", self.ty(ty)));
                    format!("type{pack} {name}{default}")
                }
                TemplateParamKind::Value(ty, default) => {
                    let ty = self.ty(ty);
                    let default = default.as_ref().map_or(String::new(), |value| format!(" = {}", self.expr(value)));
                    format!("{name}{pack}: {ty}{default}")
                }
                TemplateParamKind::Template(inner, default) => {
                    let inner = self.template_params(inner);
                    let default = default.as_ref().map_or(String::new(), |path| format!(" = {}", self.path(path)));
                    format!("template<{inner}>{pack} {name}{default}")
                }
            });
        }
        texts.join(", ")
    }

    /// With ` = ` or the brackets; nothing if there is none.
    pub(super) fn init(&mut self, init: Option<&Init>) -> String {
        match init {
            Some(Init::Copy(value)) => format!(" = {}", self.expr(value)),
            Some(Init::Direct(values)) => format!(" ({})", self.exprs(values)),
            Some(Init::List(list)) => format!(" {}", self.expr(list)),
            None => String::new(),
        }
    }

    fn exprs(&mut self, exprs: &[ExprRef]) -> String {
        let texts: Vec<_> = exprs.iter().map(|expr| self.expr(expr)).collect();
        texts.join(", ")
    }

    fn designators(&mut self, designators: &[Designator]) -> String {
        let mut text = String::new();
        for designator in designators {
            match designator {
                Designator::Member(name) => {
                    let _ = write!(text, ".{}", self.name(name.symbol));
                }
                Designator::Index(index) => {
                    let index = self.expr(index);
                    let _ = write!(text, "[{index}]");
                }
                Designator::Range(first, last) => {
                    let (first, last) = (self.expr(first), self.expr(last));
                    let _ = write!(text, "[{first} ... {last}]");
                }
            }
        }
        text
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Int(literal) => {
                let unsigned = if literal.unsigned { "u" } else { "" };
                let long = if literal.long { "l" } else { "" };
                format!("{}{unsigned}{long}", literal.value)
            }
            ExprKind::Float(literal) => {
                let suffix = match literal.kind {
                    FloatKind::Float => "f",
                    FloatKind::Half => "h",
                    FloatKind::BFloat => "bf",
                };
                format!("{:?}{suffix}", literal.value)
            }
            ExprKind::Char(value) => format!("char({value})"),
            ExprKind::String(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Nullptr => "nullptr".into(),
            ExprKind::This => "this".into(),
            ExprKind::FunctionName(name) => self.name(*name).into(),
            ExprKind::Name(path) => self.path(path),
            ExprKind::Paren(inner) => format!("(paren {})", self.expr(inner)),
            ExprKind::Unary(op, operand) => {
                let post = if matches!(op, UnaryOp::PostInc | UnaryOp::PostDec) { "post" } else { "" };
                format!("({post}{} {})", op.text(), self.expr(operand))
            }
            ExprKind::Binary(op, left, right) => format!("({} {} {})", op.text(), self.expr(left), self.expr(right)),
            ExprKind::Assign(op, left, right) => {
                format!("({}= {} {})", op.map_or("", BinaryOp::text), self.expr(left), self.expr(right))
            }
            ExprKind::Comma(left, right) => format!("(, {} {})", self.expr(left), self.expr(right)),
            ExprKind::Conditional(condition, yes, no) => {
                format!("(? {} {} {})", self.expr(condition), self.expr(yes), self.expr(no))
            }
            ExprKind::Cast(style, ty, operand) => {
                let style = match style {
                    CastStyle::C => "cast",
                    CastStyle::Static => "static_cast",
                    CastStyle::Const => "const_cast",
                    CastStyle::Reinterpret => "reinterpret_cast",
                };
                format!("({style}<{}> {})", self.ty(ty), self.expr(operand))
            }
            ExprKind::Construct(ty, init) => {
                let ty = self.ty(ty);
                format!("new<{ty}>{}", self.init(Some(init)).trim_start())
            }
            ExprKind::Call(callee, args) => format!("{}({})", self.expr(callee), self.exprs(args)),
            ExprKind::Subscript(base, index) => format!("{}[{}]", self.expr(base), self.expr(index)),
            ExprKind::Member { base, arrow, name } => {
                format!("{}{}{}", self.expr(base), if *arrow { "->" } else { "." }, self.path(name))
            }
            ExprKind::MemberPointer { base, arrow, member } => {
                format!("({} {} {})", if *arrow { "->*" } else { ".*" }, self.expr(base), self.expr(member))
            }
            ExprKind::Sizeof(operand) => format!("sizeof({})", self.type_or_expr(operand)),
            ExprKind::Alignof(operand) => format!("alignof({})", self.type_or_expr(operand)),
            ExprKind::SizeofPack(name) => format!("sizeof...({})", self.name(name.symbol)),
            ExprKind::Offsetof(ty, path) => format!("offsetof({}, {})", self.ty(ty), self.designators(path)),
            ExprKind::Noexcept(operand) => format!("noexcept({})", self.expr(operand)),
            ExprKind::Trait(name, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.type_or_expr(arg)).collect();
                format!("{}({})", self.name(name.symbol), args.join(", "))
            }
            ExprKind::BraceList(items) => {
                let items: Vec<_> = items
                    .iter()
                    .map(|item| {
                        let designators = self.designators(&item.designators);
                        let equals = if designators.is_empty() { "" } else { " = " };
                        format!("{designators}{equals}{}", self.expr(&item.value))
                    })
                    .collect();
                format!("{{{}}}", items.join(", "))
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Fold(fold) => {
                let left = fold.left.as_ref().map(|left| self.expr(left));
                let right = fold.right.as_ref().map(|right| self.expr(right));
                let op = match fold.op {
                    FoldOp::Binary(op) => op.text().to_string(),
                    FoldOp::Assign(op) => format!("{}=", op.map_or("", BinaryOp::text)),
                    FoldOp::Comma => ",".into(),
                };
                match (left, right) {
                    (Some(left), Some(right)) => format!("(fold {left} {op} ... {op} {right})"),
                    (Some(left), None) => format!("(fold {left} {op} ...)"),
                    (None, Some(right)) => format!("(fold ... {op} {right})"),
                    (None, None) => "(fold)".into(),
                }
            }
            ExprKind::PackExpansion(pattern) => format!("{}...", self.expr(pattern)),
            ExprKind::Error => "error".into(),
        }
    }

    fn lambda(&mut self, lambda: &Arc<Lambda>) -> String {
        let mut captures: Vec<String> = Vec::new();
        match lambda.default_capture {
            Some(CaptureMode::Copy) => captures.push("=".into()),
            Some(CaptureMode::Reference) => captures.push("&".into()),
            None => {}
        }
        for capture in &lambda.captures {
            let mode = match (&capture.what, capture.mode) {
                (Captured::This, CaptureMode::Copy) => "*",
                (Captured::This, CaptureMode::Reference) | (_, CaptureMode::Copy) => "",
                (_, CaptureMode::Reference) => "&",
            };
            let what = match &capture.what {
                Captured::This => "this".to_string(),
                Captured::Name(name) => self.name(name.symbol).to_string(),
                Captured::Init(name, init) => {
                    let init = self.init(Some(init));
                    format!("{}{init}", self.name(name.symbol))
                }
            };
            let pack = if capture.pack { "..." } else { "" };
            captures.push(format!("{mode}{what}{pack}"));
        }
        let ty = lambda.ty.as_ref().map_or(String::new(), |ty| self.function_type(ty));
        let mutable = if lambda.is_mutable { " mutable" } else { "" };
        let constexpr = if lambda.is_constexpr { " constexpr" } else { "" };
        self.later.push(Later::Lambda(lambda.clone()));
        let attributes = self.attributes(&lambda.attributes);
        format!("lambda[{}]{ty}{mutable}{constexpr}{attributes}", captures.join(", "))
    }
}

fn operator_text(operator: Operator) -> String {
    match operator {
        Operator::Unary(op) => op.text().into(),
        Operator::Binary(op) => op.text().into(),
        Operator::Assign(op) => format!("{}=", op.map_or("", BinaryOp::text)),
        Operator::Call => "()".into(),
        Operator::Subscript => "[]".into(),
        Operator::Arrow => "->".into(),
        Operator::ArrowStar => "->*".into(),
        Operator::Comma => ",".into(),
    }
}

fn builtin_text(builtin: BuiltinType) -> &'static str {
    match builtin {
        BuiltinType::Void => "void",
        BuiltinType::Bool => "bool",
        BuiltinType::Char => "char",
        BuiltinType::SChar => "signed char",
        BuiltinType::UChar => "unsigned char",
        BuiltinType::Short => "short",
        BuiltinType::UShort => "unsigned short",
        BuiltinType::Int => "int",
        BuiltinType::UInt => "unsigned int",
        BuiltinType::Long => "long",
        BuiltinType::ULong => "unsigned long",
        BuiltinType::LongLong => "long long",
        BuiltinType::ULongLong => "unsigned long long",
        BuiltinType::Half => "half",
        BuiltinType::BFloat => "bfloat",
        BuiltinType::Float => "float",
        BuiltinType::Double => "double",
    }
}
