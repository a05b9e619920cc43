//! Names as expressions: variables, enumerators, template values, implicit members, captured locals.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::ir::Constant;
use crate::msl::AddressSpace;
use crate::sema::Found;
use crate::sema::MemberStep;
use crate::sema::ScopeId;
use crate::sema::Sema;
use crate::sema::TemplateArgument;
use crate::sema::frame::Captured;
use crate::sema::hir::Category;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::hir::FunctionId;
use crate::sema::hir::LocalId;
use crate::sema::hir::VariableId;
use crate::sema::operand::Operand;
use crate::sema::template::ConstantValue;
use crate::sema::types::EnumId;
use crate::sema::types::QualType;
use crate::sema::types::RecordId;
use crate::sema::types::TypeKind;
use crate::source::Span;
use crate::syntax::ast::NamePath;

impl Sema {
    pub(super) fn name_operand(&mut self, scope: ScopeId, path: &NamePath) -> Operand {
        let span = path.span;
        match self.lookup_path(scope, path) {
            Ok(Found::Overloads(overloads)) => Operand::Overloads(overloads, span),
            Ok(found) => self.found_expr(scope, path, found).into(),
            Err(_) => Expr::error(span).into(),
        }
    }

    /// What a name that is no function means as an expression.
    pub(super) fn found_expr(&mut self, scope: ScopeId, path: &NamePath, found: Found) -> Expr {
        let span = path.span;
        match found {
            Found::Nothing => {
                self.report_unknown(scope, path, "name");
                Expr::error(span)
            }
            Found::Variable(id) => self.variable_lvalue(id, span),
            Found::Local { id, owner } => self.local_expr(id, owner, span),
            Found::Field(record, steps) => match self.this_object(span) {
                Some(object) => self.follow(object, record, &steps, span),
                None => {
                    let message = format!("member `{}` needs an object", self.path_text(path));
                    self.report(
                        Diagnostic::error(codes::NO_OBJECT, message, span)
                            .note("no object is at hand outside non-static methods"),
                    );
                    Expr::error(span)
                }
            },
            Found::Enumerator(id, position) => self.enumerator(id, position, span),
            Found::Value(value) => self.template_value(&value, span),
            Found::Overloads(overloads) => self.settle(Operand::Overloads(overloads, span)),
            Found::Pack(_) => {
                let message = format!("`{}` is a pack: expand it with `...`", self.path_text(path));
                self.report(Diagnostic::error(codes::PACK_EXPANSION, message, span));
                Expr::error(span)
            }
            Found::Type(_) | Found::Template(_) | Found::Namespace(_) => {
                let what = match found {
                    Found::Type(_) => "a type",
                    Found::Template(_) => "a template",
                    _ => "a namespace",
                };
                let message = format!("`{}` is {what}, not a value", self.path_text(path));
                self.report(Diagnostic::error(codes::NOT_A_VALUE, message, span));
                Expr::error(span)
            }
        }
    }

    /// A program-scope variable; a reference stands for what it refers to.
    pub fn variable_lvalue(&mut self, id: VariableId, span: Span) -> Expr {
        self.require_variable(id);
        let variable = self.variable(id);
        let (mut ty, space) = (variable.ty, variable.space);
        if let TypeKind::Reference { to, .. } = *self.types.kind(ty.ty) {
            return Expr::lvalue(ExprKind::Variable(id), to, span);
        }
        if ty.ty == crate::sema::types::TypeTable::ERROR {
            return Expr::error(span);
        }
        ty.space = Some(space);
        ty.is_const |= space == AddressSpace::Constant || self.variable(id).is_constexpr;
        Expr::lvalue(ExprKind::Variable(id), ty, span)
    }

    /// A function as an lvalue.
    pub fn function_lvalue(&mut self, id: FunctionId, span: Span) -> Expr {
        let ty = self.function_type(id);
        self.note_use(id, span);
        Expr::lvalue(ExprKind::Function(id), QualType::new(ty), span)
    }

    fn enumerator(&mut self, id: EnumId, position: u32, span: Span) -> Expr {
        let enumeration = self.enumeration(id);
        let Some((_, value)) = enumeration.values.get(position as usize) else { return Expr::error(span) };
        let constant = Constant::scalar(enumeration.underlying, *value as u64);
        let ty = self.types.intern(TypeKind::Enum(id));
        Expr::value(ExprKind::Constant(constant), ty, span)
    }

    /// The value of a template parameter.
    pub fn template_value(&mut self, value: &TemplateArgument, span: Span) -> Expr {
        let TemplateArgument::Value(ty, value) = value else { return Expr::error(span) };
        match value {
            ConstantValue::Number(constant) => Expr::value(ExprKind::Constant(constant.clone()), *ty, span),
            ConstantValue::Null => Expr::value(ExprKind::Null, *ty, span),
            ConstantValue::Function(id) => {
                let function = self.function_lvalue(*id, span);
                if matches!(self.types.kind(*ty), TypeKind::Pointer(_)) { self.rvalue(function) } else { function }
            }
            ConstantValue::Variable(id) => {
                let object = self.variable_lvalue(*id, span);
                match *self.types.kind(*ty) {
                    TypeKind::Pointer(_) => {
                        let pointer = match self.types.kind(object.ty.ty) {
                            TypeKind::Array(..) => self.rvalue(object),
                            _ => Expr::value(ExprKind::AddressOf(Box::new(object)), *ty, span),
                        };
                        self.convert_value(pointer, *ty)
                    }
                    _ => object,
                }
            }
        }
    }

    /// A local of the function at hand, or one that a lambda has captured.
    fn local_expr(&mut self, id: LocalId, owner: Option<ScopeId>, span: Span) -> Expr {
        let here = self.frame().map(|frame| frame.scope);
        let Some(owner) = owner.or(here) else { return Expr::error(span) };
        if Some(owner) == here {
            let Some(local) = self.local(id) else { return Expr::error(span) };
            let (ty, space) = (local.ty, local.space);
            if ty.ty == crate::sema::types::TypeTable::ERROR {
                return Expr::error(span);
            }
            return self.local_lvalue(id, ty, space, span);
        }
        if let Some(expr) = self.captured_expr(&Captured::Local(owner, id), span) {
            return expr;
        }
        // The value of a constant needs no capture.
        if let Some(value) = self.outer_constant(owner, id) {
            if matches!(value.kind, ExprKind::Constant(_)) {
                return Expr { span, ..(*value).clone() };
            }
            let ty = value.ty.with_const();
            let object = self.materialized(Expr { span, ..(*value).clone() });
            return Expr { ty: ty.in_space(AddressSpace::Thread), category: Category::LValue, ..object };
        }
        let outer = self.checker.frames.iter().find(|frame| frame.scope == owner);
        let local = outer.and_then(|frame| frame.locals.get(id.0 as usize)).cloned();
        let name = local.as_ref().map_or_else(|| "this".to_owned(), |local| format!("`{}`", local.name));
        if local.as_ref().is_some_and(|local| local.ty.ty == crate::sema::types::TypeTable::ERROR) {
            return Expr::error(span);
        }
        // Its type may still be asked for.
        if let (true, Some(local)) = (self.checker.unevaluated, &local) {
            let ty = match *self.types.kind(local.ty.ty) {
                TypeKind::Reference { to, .. } => to,
                _ => local.ty.in_space(local.space),
            };
            return Expr::lvalue(ExprKind::Error, ty, span);
        }
        let message = format!("{name} is a local variable of the function around and can't be used here");
        let mut diagnostic = Diagnostic::error(codes::LOCAL_NOT_ACCESSIBLE, message, span)
            .help("a lambda captures it: `[&]`, `[=]`, or by name");
        if let Some(local) = local {
            diagnostic = diagnostic.also(local.span, "declared here");
        }
        self.report(diagnostic);
        Expr::error(span)
    }

    /// The value of a constant local of a function around.
    fn outer_constant(&self, owner: ScopeId, id: LocalId) -> Option<std::sync::Arc<Expr>> {
        if let Some(frame) = self.checker.frames.iter().find(|frame| frame.scope == owner) {
            return frame.constants.get(&id).cloned();
        }
        let TypeKind::Record(record) = *self.types.kind(self.frame()?.this?.ty) else { return None };
        let closure = self.checker.closures.get(&record)?;
        closure.constants.iter().find(|(scope, _)| *scope == owner)?.1.get(&id).cloned()
    }

    /// A local of the frame at hand; a reference stands for what it refers to.
    pub fn local_lvalue(&mut self, id: LocalId, ty: QualType, space: AddressSpace, span: Span) -> Expr {
        if let TypeKind::Reference { to, .. } = *self.types.kind(ty.ty) {
            return Expr::lvalue(ExprKind::Local(id), to, span);
        }
        let ty = QualType { is_const: ty.is_const || space == AddressSpace::Constant, ..ty.in_space(space) };
        Expr::lvalue(ExprKind::Local(id), ty, span)
    }

    /// The field of the closure at hand that holds a capture.
    fn captured_expr(&mut self, captured: &Captured, span: Span) -> Option<Expr> {
        let this = self.frame()?.this?;
        let TypeKind::Record(record) = *self.types.kind(this.ty) else { return None };
        let position = self.checker.closures.get(&record)?.captures.iter().position(|other| other == captured)?;
        let object = Expr::lvalue(ExprKind::This, this.in_space(this.space_or_thread()), span);
        Some(self.field(object, record, position as u32, span))
    }

    /// `*this`, through a lambda's capture if need be.
    pub(in crate::sema) fn this_object(&mut self, span: Span) -> Option<Expr> {
        let this = self.frame()?.this?;
        let this = this.in_space(this.space_or_thread());
        let object = Expr::lvalue(ExprKind::This, this, span);
        let TypeKind::Record(record) = *self.types.kind(this.ty) else { return Some(object) };
        if !self.checker.closures.contains_key(&record) {
            return Some(object);
        }
        if let Some(copy) = self.captured_expr(&Captured::Object, span) {
            return Some(copy);
        }
        let pointer = self.captured_expr(&Captured::This, span)?;
        let pointer = self.rvalue(pointer);
        let TypeKind::Pointer(to) = *self.types.kind(pointer.ty.ty) else { return None };
        Some(Expr::lvalue(ExprKind::Deref(Box::new(pointer)), to, span))
    }

    /// `this`.
    pub(super) fn this_pointer(&mut self, span: Span) -> Expr {
        match self.this_object(span) {
            Some(object) => {
                let ty = self.types.pointer(object.ty);
                match object.kind {
                    ExprKind::Deref(pointer) if pointer.ty.ty == ty => *pointer,
                    _ => Expr::value(ExprKind::AddressOf(Box::new(object)), ty, span),
                }
            }
            None => {
                self.report(Diagnostic::error(codes::NO_OBJECT, "`this` exists only in non-static methods", span));
                Expr::error(span)
            }
        }
    }

    /// A part of an object: base classes and fields to go through.
    pub(in crate::sema) fn follow(&mut self, object: Expr, record: RecordId, steps: &[MemberStep], span: Span) -> Expr {
        // The name may have been found in a base of the object's class.
        let mut expr = self.base_part(object, record);
        for step in steps {
            let TypeKind::Record(record) = *self.types.kind(expr.ty.ty) else { return Expr::error(span) };
            expr = match *step {
                MemberStep::Base(number) => {
                    let Some((base, _)) = self.record(record).bases.get(number as usize).copied() else {
                        return Expr::error(span);
                    };
                    let ty = QualType { ty: self.types.intern(TypeKind::Record(base)), ..expr.ty };
                    let category = expr.category;
                    Expr { kind: ExprKind::Base(Box::new(expr), number), ty, category, span }
                }
                MemberStep::Field(number) => self.field(expr, record, number, span),
            };
        }
        Expr { span, ..expr }
    }

    /// A field of an object, with the qualifiers it gets from there.
    pub fn field(&mut self, object: Expr, record: RecordId, number: u32, span: Span) -> Expr {
        let Some(field) = self.record(record).fields.get(number as usize) else { return Expr::error(span) };
        let declared = field.ty;
        let category = object.category;
        if let TypeKind::Reference { to, .. } = *self.types.kind(declared.ty) {
            return Expr { kind: ExprKind::Member(Box::new(object), number), ty: to, category: Category::LValue, span };
        }
        if declared.ty == crate::sema::types::TypeTable::ERROR {
            return Expr::error(span);
        }
        let mutable = self.record_info(record).mutable_fields.get(number as usize).copied().unwrap_or(false);
        let ty = QualType {
            ty: declared.ty,
            is_const: declared.is_const || (object.ty.is_const && !mutable),
            is_volatile: declared.is_volatile || object.ty.is_volatile,
            is_coherent: declared.is_coherent || object.ty.is_coherent,
            space: if category == Category::PRValue { None } else { object.ty.space },
        };
        Expr { kind: ExprKind::Member(Box::new(object), number), ty, category, span }
    }
}
