//! Lambdas: a closure class with a field for each capture and an `operator()`; generic ones have a template.
//!
//! The class is written as syntax and declared like any local class, so that its call operator is deduced, checked and
//! instantiated by the ordinary rules. Only the captures, which have no syntax of their own, are added here.

use super::mentioned::Mentioned;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::sema::Found;
use crate::sema::ScopeId;
use crate::sema::Sema;
use crate::sema::entity::Field;
use crate::sema::frame::Captured;
use crate::sema::frame::Closure;
use crate::sema::hir::Category;
use crate::sema::hir::Conversion;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::lookup::Candidate;
use crate::sema::operand::Operand;
use crate::sema::pack::Pattern;
use crate::sema::scope::Entity;
use crate::sema::scope::Name;
use crate::sema::types::QualType;
use crate::sema::types::RecordId;
use crate::sema::types::TypeKind;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::CaptureMode;
use crate::syntax::ast::Operator;
use crate::syntax::dialect::LanguageVersion;
use std::sync::Arc;

/// The first version with lambdas.
const FIRST_VERSION: LanguageVersion = LanguageVersion(320);

/// Captures so far.
#[derive(Default)]
struct Captures {
    what: Vec<Captured>,
    names: Vec<Arc<str>>,
    types: Vec<QualType>,
    values: Vec<Expr>,
}

impl Captures {
    fn add(&mut self, what: Captured, name: Arc<str>, ty: QualType, value: Expr) {
        if !self.what.contains(&what) {
            self.what.push(what);
            self.names.push(name);
            self.types.push(ty);
            self.values.push(value);
        }
    }
}

impl Sema {
    /// A lambda expression: an object of its closure class.
    pub(super) fn lambda(&mut self, scope: ScopeId, lambda: &Arc<ast::Lambda>, span: Span) -> Expr {
        if self.options.dialect.version < FIRST_VERSION {
            let message = "lambdas are part of MSL since Metal 3.2";
            self.report(
                Diagnostic::error(codes::LAMBDA_VERSION, message, span)
                    .help("compile with `--std metal3.2` or later, or write a function"),
            );
            return Expr::error(span);
        }
        // Names that init-captures declare stand between the function and the body.
        let inner = self.push_block_scope(scope);
        let mut captures = Captures::default();
        for capture in &lambda.captures {
            if !self.explicit_capture(scope, inner, capture, &mut captures) {
                return Expr::error(span);
            }
        }
        if let Some(mode) = lambda.default_capture {
            self.default_captures(inner, lambda, mode, &mut captures, span);
        }
        let syntax = Arc::new(self.closure_syntax(lambda, span));
        let Ok(ty) = self.define_record(inner, &syntax) else { return Expr::error(span) };
        let TypeKind::Record(record) = *self.types.kind(ty.ty) else { return Expr::error(span) };
        let this = self.this_object(span).map(|object| object.ty);
        let constants = self
            .checker
            .frames
            .iter()
            .map(|frame| (frame.scope, frame.constants.clone()))
            .chain(self.enclosing_constants())
            .collect();
        self.add_capture_fields(record, &captures, span);
        self.checker.closures.insert(record, Closure { captures: captures.what, this, constants });
        let candidates = self.member_candidates(record, Name::Operator(Operator::Call));
        for candidate in candidates {
            if let Candidate::Function(id) = candidate {
                self.check_body(id);
            }
        }
        let fields = captures.values.into_iter().enumerate().map(|(at, value)| (at as u32, value)).collect();
        Expr::value(ExprKind::Aggregate { record, bases: Vec::new(), fields }, ty.ty, span)
    }

    /// Constants of the functions around the closure at hand.
    fn enclosing_constants(&self) -> Vec<(ScopeId, crate::sema::frame::Constants)> {
        let this = self.frame().and_then(|frame| frame.this);
        let Some(TypeKind::Record(record)) = this.map(|this| self.types.kind(this.ty)) else { return Vec::new() };
        self.checker.closures.get(record).map_or_else(Vec::new, |closure| closure.constants.clone())
    }

    /// One capture as written. False if it is wrong and reported.
    fn explicit_capture(
        &mut self,
        scope: ScopeId,
        inner: ScopeId,
        capture: &ast::Capture,
        captures: &mut Captures,
    ) -> bool {
        let span = capture.span;
        match &capture.what {
            ast::Captured::This => self.capture_this(capture.mode, captures, span),
            ast::Captured::Name(name) => {
                let path = ast::NamePath {
                    global: false,
                    typename: false,
                    segments: vec![ast::Segment {
                        name: ast::SegmentName::Ident(name.symbol),
                        template: false,
                        args: None,
                        span: name.span,
                    }],
                    span: name.span,
                };
                let scopes = if capture.pack {
                    let pattern = ast::Expr { kind: ast::ExprKind::Name(path.clone()), span };
                    match self.expand_pack(scope, Pattern::Expr(&pattern), span) {
                        Ok(scopes) => scopes,
                        Err(_) => return false,
                    }
                } else {
                    vec![scope]
                };
                for scope in scopes {
                    match self.lookup_path(scope, &path) {
                        Ok(found @ Found::Local { .. }) => {
                            if !self.capture_local(scope, &path, found, capture.mode, captures) {
                                return false;
                            }
                        }
                        Ok(Found::Nothing) => {
                            self.report_unknown(scope, &path, "name");
                            return false;
                        }
                        Ok(_) => {
                            let text = self.interner.text(name.symbol).to_owned();
                            let message = format!("`{text}` is no local variable, so it can't be captured");
                            self.report(Diagnostic::error(codes::BAD_CAPTURE, message, span));
                            return false;
                        }
                        Err(_) => return false,
                    }
                }
                true
            }
            ast::Captured::Init(name, init) => {
                let operand = match init {
                    ast::Init::Copy(expr) | ast::Init::List(expr) => self.check_operand(scope, expr),
                    ast::Init::Direct(list) => match self.check_arguments(scope, list).pop() {
                        Some(operand) => operand,
                        None => return false,
                    },
                };
                let operand = match operand {
                    Operand::List(mut list) if list.items.len() == 1 => list.items.remove(0).value,
                    other => other,
                };
                let value = self.settle(operand);
                let Some(frame) = self.frame() else { return false };
                let owner = frame.scope;
                if value.is_error() {
                    return false;
                }
                let text: Arc<str> = self.interner.text(name.symbol).into();
                let (ty, value) = match capture.mode {
                    CaptureMode::Reference => {
                        let ty = QualType::new(self.types.reference(value.ty, false));
                        (ty, self.implicit(value.into(), ty))
                    }
                    CaptureMode::Copy => {
                        let ty = QualType::new(self.decayed(value.ty));
                        (ty, self.implicit(value.into(), ty))
                    }
                };
                if value.is_error() {
                    return false;
                }
                // The name stands for a local that exists only as this capture.
                let id = self.add_local(text.clone(), ty, crate::msl::AddressSpace::Thread, name.span);
                self.declare_local(inner, name.symbol, id);
                captures.add(Captured::Local(owner, id), text, ty, value);
                true
            }
        }
    }

    fn capture_this(&mut self, mode: CaptureMode, captures: &mut Captures, span: Span) -> bool {
        let Some(object) = self.this_object(span) else {
            self.report(Diagnostic::error(codes::NO_OBJECT, "`this` exists only in non-static methods", span));
            return false;
        };
        match mode {
            CaptureMode::Reference => {
                let pointer = self.this_pointer(span);
                captures.add(Captured::This, "this".into(), pointer.ty, pointer);
            }
            CaptureMode::Copy => {
                let ty = object.ty.unqualified();
                let value = self.implicit(object.into(), ty);
                captures.add(Captured::Object, "this".into(), ty, value);
            }
        }
        true
    }

    fn capture_local(
        &mut self,
        scope: ScopeId,
        path: &ast::NamePath,
        found: Found,
        mode: CaptureMode,
        captures: &mut Captures,
    ) -> bool {
        let Found::Local { id, owner } = found else { return false };
        let owner_scope = owner.or_else(|| self.frame().map(|frame| frame.scope));
        let Some(owner_scope) = owner_scope else { return false };
        let value = self.found_expr(scope, path, found);
        if value.is_error() {
            return false;
        }
        if value.category == Category::PRValue {
            // A constant, which needs no capture.
            return true;
        }
        let name: Arc<str> = self.path_text(path).into();
        let span = path.span;
        let (ty, value) = match mode {
            CaptureMode::Reference => {
                let ty = QualType::new(self.types.reference(value.ty, false));
                let referent = value.ty;
                (ty, self.bind_reference(value, referent, false))
            }
            CaptureMode::Copy => {
                let ty = value.ty.unqualified();
                let copy = match self.types.kind(ty.ty) {
                    TypeKind::Array(..) => {
                        Expr::value(ExprKind::Convert(Conversion::Load, Box::new(value)), ty.ty, span)
                    }
                    _ => self.implicit(value.into(), ty),
                };
                (ty, copy)
            }
        };
        if value.is_error() {
            return false;
        }
        captures.add(Captured::Local(owner_scope, id), name, ty, value);
        true
    }

    /// What `[=]` and `[&]` capture: the locals that the body mentions, and `this` if it needs it.
    fn default_captures(
        &mut self,
        scope: ScopeId,
        lambda: &ast::Lambda,
        mode: CaptureMode,
        captures: &mut Captures,
        span: Span,
    ) {
        let mut mentioned = Mentioned::default();
        mentioned.stmt(&lambda.body);
        let mut needs_this = mentioned.this;
        for path in mentioned.names {
            let Ok(Ok(found)) = self.trial(|sema| sema.lookup_path(scope, path)) else { continue };
            match found {
                Found::Local { .. } => {
                    let accessible = self.trial(|sema| sema.found_expr(scope, path, found.clone()));
                    if accessible.is_ok_and(|value| !value.is_error()) {
                        self.capture_local(scope, path, found, mode, captures);
                    }
                }
                Found::Pack(elements) => {
                    for element in elements.iter() {
                        if let Entity::Local(id) = element {
                            let owner = self.frame().map(|frame| frame.scope);
                            self.capture_local(scope, path, Found::Local { id: *id, owner }, mode, captures);
                        }
                    }
                }
                Found::Field(..) => needs_this = true,
                Found::Overloads(overloads) => {
                    needs_this |= overloads.candidates.iter().any(|candidate| match candidate {
                        Candidate::Function(id) => self.function(*id).this.is_some(),
                        Candidate::Template(id) => self.template(*id).record.is_some(),
                    });
                }
                _ => {}
            }
        }
        if needs_this && self.this_object(span).is_some() {
            self.capture_this(CaptureMode::Reference, captures, span);
        }
    }

    /// The fields of a closure class, laid out.
    fn add_capture_fields(&mut self, record: RecordId, captures: &Captures, span: Span) {
        if captures.what.is_empty() {
            return;
        }
        let (mut offset, mut align) = (0u64, 1u32);
        let mut fields = Vec::new();
        for (name, ty) in captures.names.iter().zip(&captures.types) {
            let Some(layout) = self.size_align(ty.ty) else { continue };
            offset = offset.next_multiple_of(u64::from(layout.align));
            align = align.max(layout.align);
            fields.push(Field {
                name: name.clone(),
                ty: *ty,
                offset: offset as u32,
                bits: None,
                attributes: Vec::new(),
                span,
            });
            offset += layout.size;
        }
        let count = fields.len();
        let entity = self.record_mut(record);
        entity.fields = fields;
        entity.size = offset.next_multiple_of(u64::from(align)) as u32;
        entity.align = align;
        if let Some(info) = self.record_info_mut(record) {
            info.field_inits = vec![None; count];
            info.mutable_fields = vec![false; count];
        }
    }

    /// The closure class as if it had been written.
    fn closure_syntax(&mut self, lambda: &ast::Lambda, span: Span) -> ast::Record {
        let place = |kind| ast::Type { kind, quals: ast::Qualifiers::default(), span };
        let mut ty = match &lambda.ty {
            Some(ty) => (**ty).clone(),
            None => ast::FunctionType {
                result: None,
                trailing_result: false,
                params: Vec::new(),
                variadic: false,
                this_quals: ast::Qualifiers::default(),
                ref_qualifier: None,
                noexcept: None,
                virt_specifier: false,
                attributes: Vec::new(),
                span,
            },
        };
        ty.this_quals.is_const = !lambda.is_mutable;
        if ty.result.is_none() {
            ty.result = Some(Arc::new(place(ast::TypeKind::Auto)));
        }
        let mut params = Vec::new();
        for (number, param) in ty.params.iter_mut().enumerate() {
            let Some(replaced) = self.with_invented_parameter(&param.ty, number) else { continue };
            let (replaced, name, pack) = replaced;
            param.ty = Arc::new(replaced);
            params.push(ast::TemplateParam {
                name: Some(name),
                kind: ast::TemplateParamKind::Type(None),
                pack,
                span: param.span,
            });
        }
        let name = ast::NamePath {
            global: false,
            typename: false,
            segments: vec![ast::Segment {
                name: ast::SegmentName::Operator(Operator::Call),
                template: false,
                args: None,
                span,
            }],
            span,
        };
        let specifiers = ast::Specifiers { is_constexpr: true, ty: ty.result.clone(), span, ..Default::default() };
        let declarator = ast::Declarator {
            name: Some(name),
            ty: Arc::new(place(ast::TypeKind::Function(Arc::new(ty)))),
            attributes: lambda.attributes.clone(),
            asm_label: None,
            span,
        };
        let body = ast::FunctionBody::Block(Vec::new(), lambda.body.clone());
        let function = ast::Function { specifiers: Arc::new(specifiers), declarator, body: Some(body).into() };
        let mut decl = Arc::new(ast::Decl { kind: ast::DeclKind::Function(function), span });
        if !params.is_empty() {
            let template = ast::Template { params: params.into(), decl };
            decl = Arc::new(ast::Decl { kind: ast::DeclKind::Template(template), span });
        }
        ast::Record {
            tag: ast::Tag::Class,
            name: None,
            attributes: Vec::new(),
            bases: Vec::new(),
            members: vec![ast::Member { access: ast::Access::Public, decl }],
            span,
        }
    }

    /// A parameter's type with its `auto` replaced by an invented template parameter; `None` if it has no `auto`.
    fn with_invented_parameter(&mut self, ty: &ast::Type, number: usize) -> Option<(ast::Type, ast::Ident, bool)> {
        let kind = match &ty.kind {
            ast::TypeKind::Auto => {
                let symbol = Arc::make_mut(&mut self.interner).intern(&format!("auto:{}", number + 1));
                let name = ast::Ident { symbol, span: ty.span };
                let path = ast::NamePath {
                    global: false,
                    typename: false,
                    segments: vec![ast::Segment {
                        name: ast::SegmentName::Ident(symbol),
                        template: false,
                        args: None,
                        span: ty.span,
                    }],
                    span: ty.span,
                };
                let kind = ast::TypeKind::Name(path);
                return Some((ast::Type { kind, quals: ty.quals, span: ty.span }, name, false));
            }
            ast::TypeKind::Pointer(inner)
            | ast::TypeKind::LValueRef(inner)
            | ast::TypeKind::RValueRef(inner)
            | ast::TypeKind::Pack(inner) => {
                let (inner, name, pack) = self.with_invented_parameter(inner, number)?;
                let inner = Arc::new(inner);
                let (kind, pack) = match &ty.kind {
                    ast::TypeKind::Pointer(_) => (ast::TypeKind::Pointer(inner), pack),
                    ast::TypeKind::LValueRef(_) => (ast::TypeKind::LValueRef(inner), pack),
                    ast::TypeKind::RValueRef(_) => (ast::TypeKind::RValueRef(inner), pack),
                    _ => (ast::TypeKind::Pack(inner), true),
                };
                return Some((ast::Type { kind, quals: ty.quals, span: ty.span }, name, pack));
            }
            ast::TypeKind::Array(inner, bound) => {
                let (inner, name, pack) = self.with_invented_parameter(inner, number)?;
                (ast::TypeKind::Array(Arc::new(inner), bound.clone()), name, pack)
            }
            _ => return None,
        };
        let (kind, name, pack) = kind;
        Some((ast::Type { kind, quals: ty.quals, span: ty.span }, name, pack))
    }
}
