//! Bodies of functions: parameters into scope, constructors' member initialisers, statements, deduced results.

use super::Sema;
use super::entity::BodyState;
use super::entity::Parameter;
use super::frame::Frame;
use super::frame::FrameResult;
use super::hir::Body;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::FunctionId;
use super::hir::LocalId;
use super::hir::MemberInit;
use super::hir::Stmt;
use super::hir::StmtKind;
use super::info::FunctionInfo;
use super::lookup::Found;
use super::lookup::MemberStep;
use super::operand::Operand;
use super::pack::Pattern;
use super::report::Reported;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

/// Bodies that may be in progress at once, each because another needs its result.
const MAX_FRAMES: usize = 48;

impl Sema {
    /// Checks the body of a function, if it has one that has not been checked yet.
    pub fn check_body(&mut self, id: FunctionId) {
        if !matches!(self.function(id).body, BodyState::Unchecked) {
            return;
        }
        let info = self.function_info(id);
        let Some(decl) = info.decl.clone() else { return };
        let ast::DeclKind::Function(function) = &decl.kind else { return };
        let Some(ast::FunctionBody::Block(inits, block)) = function.body.get() else { return };
        if self.checker.frames.len() >= MAX_FRAMES {
            let message = "function bodies need one another too deeply";
            self.report(Diagnostic::error(codes::TOO_DEEP, message, self.function(id).span));
            self.function_mut(id).body = BodyState::Failed;
            return;
        }
        self.function_mut(id).body = BodyState::InProgress;
        let depth = std::mem::take(&mut self.checker.depth);
        let body = self.outside_trials(|sema| {
            let errors = sema.diagnostics.error_count();
            let body = sema.body(id, &info, function, inits, block);
            (sema.diagnostics.error_count() == errors).then_some(body)
        });
        self.checker.depth = depth;
        self.function_mut(id).body = match body {
            Some(body) => BodyState::Checked(Arc::new(body)),
            None => BodyState::Failed,
        };
    }

    fn body(
        &mut self,
        id: FunctionId,
        info: &FunctionInfo,
        function: &ast::Function,
        inits: &[ast::MemberInit],
        block: &ast::Stmt,
    ) -> Body {
        let scope = self.push_function_scope(info.scope);
        let entity = self.function(id);
        let parameters = entity.parameters.clone();
        let (this, is_constructor) = (entity.this, entity.is_constructor);
        let name: Arc<str> = self.simple_name(function).into();
        let result = match (info.deduces_result, function.function_type().and_then(|ty| ty.result.clone())) {
            (true, Some(pattern)) => FrameResult::Deduced(pattern, None),
            (true, None) => FrameResult::Lambda(None),
            (false, _) => FrameResult::Known(self.function(id).result),
        };
        let mut frame = Frame::new(scope, Some(id), name, result);
        frame.this = this;
        self.checker.frames.push(frame);
        self.open_parameters(scope, &parameters, info);
        let mut prologue = Vec::new();
        let mut member_inits = Vec::new();
        if let (true, Some(this)) = (is_constructor, this)
            && let TypeKind::Record(record) = *self.types.kind(this.ty)
        {
            member_inits = self.member_inits(scope, record, inits, function.declarator.span, &mut prologue);
        }
        let mut statements = prologue;
        match &block.kind {
            ast::StmtKind::Block(list) => {
                let inner = self.push_block_scope(scope);
                for statement in list {
                    statements.push(self.check_stmt(inner, statement));
                }
            }
            _ => statements.push(self.check_stmt(scope, block)),
        }
        let frame = self.checker.frames.pop();
        let (locals, result) = match frame {
            Some(frame) => (frame.locals, frame.result),
            None => (Vec::new(), FrameResult::Lambda(None)),
        };
        if let FrameResult::Deduced(_, result) | FrameResult::Lambda(result) = result {
            self.function_mut(id).result = result.unwrap_or(QualType::new(TypeTable::VOID));
        }
        Body { locals, parameter_count: parameters.len() as u32, member_inits, statements }
    }

    /// Runs what may name the parameters of a function that is being declared.
    pub(super) fn with_parameters<T>(
        &mut self,
        scope: ScopeId,
        parameters: &[Parameter],
        info: &FunctionInfo,
        work: impl FnOnce(&mut Self, ScopeId) -> T,
    ) -> T {
        let inner = self.push_function_scope(scope);
        let result = FrameResult::Known(QualType::new(TypeTable::VOID));
        self.checker.frames.push(Frame::new(inner, None, "".into(), result));
        self.open_parameters(inner, parameters, info);
        let result = work(self, inner);
        self.checker.frames.pop();
        result
    }

    /// Makes the parameters the first locals of the frame at hand, by their names.
    fn open_parameters(&mut self, scope: ScopeId, parameters: &[Parameter], info: &FunctionInfo) {
        for parameter in parameters {
            self.add_local(parameter.name.clone(), parameter.ty, AddressSpace::Thread, parameter.span);
        }
        for names in &info.names {
            let Some(name) = names.name else { continue };
            if names.is_pack {
                let elements: Vec<Entity> = names.range.clone().map(|index| Entity::Local(LocalId(index))).collect();
                self.scopes.declare(scope, Name::Ident(name), Entity::Pack(elements.into()));
            } else if let Some(earlier) = self.declare_local(scope, name, LocalId(names.range.start)) {
                let span = parameters.get(names.range.start as usize).map_or(Span::NONE, |parameter| parameter.span);
                self.report_redeclared(name, span, earlier);
            }
        }
    }

    fn simple_name(&self, function: &ast::Function) -> String {
        function.declarator.name.as_ref().map_or(String::new(), |name| self.segment_text(name.last()))
    }

    pub(super) fn report_redeclared(&mut self, name: crate::syntax::token::Symbol, span: Span, earlier: LocalId) {
        let text = self.interner.text(name).to_owned();
        let declared = self.local(earlier).map(|local| local.span);
        let mut diagnostic =
            Diagnostic::error(codes::REDEFINED, format!("`{text}` is declared twice in one scope"), span);
        if let Some(declared) = declared.filter(|span| !span.is_none()) {
            diagnostic = diagnostic.also(declared, "first declared here");
        }
        self.report(diagnostic);
    }

    /// What a function returns; a result that its body decides is found by checking the body.
    ///
    /// # Errors
    /// It isn't known; reported.
    pub fn function_result(&mut self, id: FunctionId, span: Span) -> Result<QualType, Reported> {
        if self.function_info(id).deduces_result {
            match self.function(id).body {
                BodyState::Unchecked => {
                    let name = self.function(id).name.clone();
                    self.with_trail(name, span, |sema| sema.check_body(id));
                }
                BodyState::InProgress => {
                    let deduced =
                        self.checker.frames.iter().rev().find(|frame| frame.function == Some(id)).and_then(|frame| {
                            match frame.result {
                                FrameResult::Deduced(_, result) | FrameResult::Lambda(result) => result,
                                FrameResult::Known(result) => Some(result),
                            }
                        });
                    return deduced.ok_or_else(|| {
                        let name = self.function(id).name.clone();
                        let message = format!("`{name}` is called before its result is known");
                        self.report(
                            Diagnostic::error(codes::RESULT_NOT_KNOWN, message, span)
                                .help("write the result type in place of `auto`"),
                        )
                    });
                }
                BodyState::Failed => return Err(Reported),
                _ => {}
            }
            if matches!(self.function(id).body, BodyState::Failed) {
                return Err(Reported);
            }
        }
        Ok(self.function(id).result)
    }

    /// Remembers that a function is needed.
    pub fn note_use(&mut self, id: FunctionId, span: Span) {
        if matches!(self.function(id).body, BodyState::Unchecked) && !self.checker.unevaluated {
            self.checker.pending.push((id, span));
        }
    }

    /// Checks the bodies of all functions that have turned out to be needed.
    pub fn check_pending_bodies(&mut self) {
        let mut next = 0;
        while let Some(&(id, span)) = self.checker.pending.get(next) {
            next += 1;
            if self.function_info(id).template.is_some() {
                let name = self.function(id).name.clone();
                self.with_trail(name, span, |sema| sema.check_body(id));
            } else {
                self.check_body(id);
            }
        }
        self.checker.pending.clear();
    }

    /// Checks an expression that is never evaluated: only its type matters.
    pub fn check_unevaluated(&mut self, scope: ScopeId, expr: &ast::Expr) -> Expr {
        let before = std::mem::replace(&mut self.checker.unevaluated, true);
        let result = self.check_expr(scope, expr);
        self.checker.unevaluated = before;
        result
    }

    /// The declared type of a local of the function being checked.
    #[must_use]
    pub fn local_type(&self, local: LocalId) -> Option<QualType> {
        Some(self.local(local)?.ty)
    }

    /// The initialisations of a constructor: of bases and fields, in the order of their declarations. Members of
    /// anonymous unions are assigned in `prologue`.
    fn member_inits(
        &mut self,
        scope: ScopeId,
        record: RecordId,
        inits: &[ast::MemberInit],
        span: Span,
        prologue: &mut Vec<Stmt>,
    ) -> Vec<MemberInit> {
        let mut bases: Vec<(u32, Expr)> = Vec::new();
        let mut fields: Vec<(u32, Expr)> = Vec::new();
        for init in inits {
            let scopes = if init.pack {
                match self.expand_pack(scope, Pattern::Name(&init.target), init.span) {
                    Ok(scopes) => scopes,
                    Err(_) => continue,
                }
            } else {
                vec![scope]
            };
            for scope in scopes {
                match self.member_init_target(scope, record, &init.target) {
                    Some(InitTarget::Delegate) => {
                        let ty = self.types.intern(TypeKind::Record(record));
                        let value = self.initialize_written(scope, QualType::new(ty), &init.init, init.span);
                        return vec![MemberInit::Delegate(value)];
                    }
                    Some(InitTarget::Base(number, base)) => {
                        let ty = QualType::new(self.types.intern(TypeKind::Record(base)));
                        let value = self.initialize_written(scope, ty, &init.init, init.span);
                        bases.push((number, value));
                    }
                    Some(InitTarget::Field(number)) => {
                        let ty = self.record(record).fields[number as usize].ty;
                        let value = self.initialize_written(scope, ty, &init.init, init.span);
                        if fields.iter().any(|(other, _)| *other == number) {
                            let message = "a member is initialised twice";
                            self.report(Diagnostic::error(codes::INITIALIZER_COUNT, message, init.span));
                        }
                        fields.push((number, value));
                    }
                    Some(InitTarget::Inner(steps)) => {
                        let Some(this) = self.frame().and_then(|frame| frame.this) else { continue };
                        let object = Expr::lvalue(ExprKind::This, this.in_space(this.space_or_thread()), init.span);
                        let target = self.follow(object, record, &steps, init.span);
                        let value = self.initialize_written(scope, target.ty.unqualified(), &init.init, init.span);
                        let ty = target.ty;
                        let kind = ExprKind::Assign { target: Box::new(target), value: Box::new(value) };
                        let assign = Expr::lvalue(kind, ty, init.span);
                        prologue.push(Stmt { kind: StmtKind::Expr(assign), span: init.span });
                    }
                    None => {}
                }
            }
        }
        let mut list = Vec::new();
        for number in 0..self.record(record).bases.len() as u32 {
            let value = match bases.iter().position(|(other, _)| *other == number) {
                Some(at) => Some(bases.swap_remove(at).1),
                None => {
                    let base = self.record(record).bases[number as usize].0;
                    let ty = QualType::new(self.types.intern(TypeKind::Record(base)));
                    self.default_initialize(ty, span)
                }
            };
            list.extend(value.map(|value| MemberInit::Base(number, value)));
        }
        let is_union = self.record(record).is_union;
        let any = !fields.is_empty();
        for number in 0..self.record(record).fields.len() as u32 {
            let value = match fields.iter().position(|(other, _)| *other == number) {
                Some(at) => Some(fields.swap_remove(at).1),
                None if is_union && any => None,
                None => match self.own_member_value(record, number) {
                    Some(value) => Some(value),
                    None if is_union => None,
                    None => {
                        let ty = self.record(record).fields[number as usize].ty;
                        self.default_initialize(ty, span)
                    }
                },
            };
            list.extend(value.map(|value| MemberInit::Field(number, value)));
        }
        list
    }

    fn member_init_target(&mut self, scope: ScopeId, record: RecordId, path: &ast::NamePath) -> Option<InitTarget> {
        let member_scope = self.record_scope(record);
        if !path.is_qualified()
            && path.last().args.is_none()
            && let Ok(Found::Field(_, steps)) = self.lookup_member(record, path.last(), member_scope)
        {
            return match steps.as_slice() {
                [MemberStep::Field(number)] => Some(InitTarget::Field(*number)),
                [MemberStep::Base(_), ..] => {
                    let message =
                        format!("`{}` is a member of a base class, which initialises it", self.path_text(path));
                    self.report(Diagnostic::error(codes::NO_MEMBER, message, path.span));
                    None
                }
                _ => Some(InitTarget::Inner(steps)),
            };
        }
        match self.lookup_path(scope, path) {
            Ok(Found::Type(ty)) => {
                let target = self.as_record(ty.ty);
                if target == Some(record) {
                    return Some(InitTarget::Delegate);
                }
                let number = self.record(record).bases.iter().position(|(base, _)| Some(*base) == target);
                if let (Some(number), Some(base)) = (number, target) {
                    return Some(InitTarget::Base(number as u32, base));
                }
                let message = format!("`{}` is no direct base of `{}`", self.path_text(path), self.record(record).name);
                self.report(Diagnostic::error(codes::NO_MEMBER, message, path.span));
                None
            }
            Ok(_) => {
                let message = format!("`{}` has no member `{}`", self.record(record).name, self.path_text(path));
                let declared = self.record(record).span;
                self.report(Diagnostic::error(codes::NO_MEMBER, message, path.span).also(declared, "declared here"));
                None
            }
            Err(_) => None,
        }
    }

    /// The value that a member's own initialiser gives it, in a constructor of its class.
    fn own_member_value(&mut self, record: RecordId, number: u32) -> Option<Expr> {
        let init = self.record_info(record).field_inits.get(number as usize).cloned().flatten()?;
        let scope = self.record_scope(record);
        let field = &self.record(record).fields[number as usize];
        let (ty, span) = (field.ty, field.span);
        Some(self.initialize_written(scope, ty, &init, span))
    }

    /// The value that a member's own initialiser gives it, for aggregates: the object itself is not at hand.
    pub(super) fn default_member_value(&mut self, record: RecordId, number: u32, span: Span) -> Option<Expr> {
        self.record_info(record).field_inits.get(number as usize)?.as_ref()?;
        let scope = self.record_scope(record);
        let ty = self.types.intern(TypeKind::Record(record));
        let mut frame = Frame::new(scope, None, "".into(), FrameResult::Known(QualType::new(TypeTable::VOID)));
        frame.this = Some(QualType::new(ty));
        self.checker.frames.push(frame);
        let value = self.own_member_value(record, number);
        self.checker.frames.pop();
        let value = value?;
        if value.any(&mut |expr| matches!(expr.kind, ExprKind::This)) {
            let what = "a default member initialiser that reads other members, in an aggregate";
            self.report(Diagnostic::unsupported(what, span));
            return Some(Expr::error(span));
        }
        Some(value)
    }

    /// An object by a defaulted default constructor.
    pub(super) fn defaulted_object(&mut self, to: QualType, record: RecordId, span: Span) -> Expr {
        self.aggregate_default(to.ty, record, span)
    }

    /// A value by an initialiser as written.
    pub fn initialize_written(&mut self, scope: ScopeId, to: QualType, init: &ast::Init, span: Span) -> Expr {
        match init {
            ast::Init::Copy(expr) => {
                let operand = self.check_operand(scope, expr);
                self.initialize_copy(to, operand)
            }
            ast::Init::List(expr) => match self.check_operand(scope, expr) {
                Operand::List(list) => self.list_initialize(to, list, false),
                operand => self.implicit(operand, to),
            },
            ast::Init::Direct(list) => {
                let operands = self.check_arguments(scope, list);
                self.direct_initialize(to, operands, span)
            }
        }
    }

    /// `= e`.
    pub fn initialize_copy(&mut self, to: QualType, operand: Operand) -> Expr {
        // A string fills an array.
        if let (Operand::Expr(expr), TypeKind::Array(..)) = (&operand, self.types.kind(to.ty)) {
            if matches!(expr.kind, ExprKind::String(_)) {
                let span = expr.span;
                let item = super::operand::ListItem { designators: Vec::new(), value: operand };
                let list = super::operand::BraceList { items: vec![item], span };
                return self.list_initialize(to, list, true);
            }
            let place = expr.span;
            if !expr.is_error() && expr.category == super::hir::Category::PRValue && expr.ty.ty == to.ty {
                return self.settle(operand);
            }
            if !expr.is_error() {
                let message = "an array is initialised by a brace list";
                self.report(Diagnostic::error(codes::NO_CONVERSION, message, place));
            }
            return Expr::error(place);
        }
        self.implicit_for(operand, to, Some("this initialisation"))
    }

    /// The initialiser of an object of a type, as declarations at program scope want it.
    pub fn initialize(&mut self, scope: ScopeId, ty: QualType, init: &ast::Init, span: Span) -> Expr {
        self.initialize_written(scope, ty, init, span)
    }
}

/// What a member initialiser of a constructor is for.
enum InitTarget {
    /// The whole object.
    Delegate,
    /// A base class.
    Base(u32, RecordId),
    /// A field.
    Field(u32),
    /// A member of an anonymous struct or union.
    Inner(Vec<MemberStep>),
}
