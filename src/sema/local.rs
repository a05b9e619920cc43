//! Declarations inside functions: local variables in all address spaces, `auto`, structured bindings, conditions.

use super::Sema;
use super::deduce::CallArgument;
use super::hir::Category;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::LocalId;
use super::hir::Stmt;
use super::hir::StmtKind;
use super::operand::Operand;
use super::report::Reported;
use super::resolve::has_placeholder;
use super::scope::ScopeId;
use super::types::QualType;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::msl::Stage;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::token::Symbol;
use std::sync::Arc;

impl Sema {
    /// A declaration in a block.
    pub(super) fn local_decl(&mut self, scope: ScopeId, decl: &ast::DeclRef) -> Stmt {
        let span = decl.span;
        let kind = match &decl.kind {
            ast::DeclKind::Simple(simple) if !simple.specifiers.is_typedef && !simple.declarators.is_empty() => {
                let mut list = Vec::new();
                for declarator in &simple.declarators {
                    self.local_variable(scope, &simple.specifiers, declarator, decl, &mut list);
                }
                if list.len() == 1 { list.remove(0).kind } else { StmtKind::Group(list) }
            }
            ast::DeclKind::StructuredBinding(binding) => StmtKind::Group(self.structured_binding(scope, binding, span)),
            ast::DeclKind::Empty | ast::DeclKind::Pragma(_) | ast::DeclKind::Error => StmtKind::Empty,
            _ => {
                self.declare(scope, decl);
                StmtKind::Empty
            }
        };
        Stmt { kind, span }
    }

    /// The type that a declaration constructs: as written, or a class template whose arguments the initialiser
    /// decides.
    pub(super) fn resolve_constructed(
        &mut self,
        scope: ScopeId,
        ty: &ast::Type,
        operands: &[Operand],
    ) -> Result<QualType, Reported> {
        if let ast::TypeKind::Name(path) = &ty.kind
            && path.last().args.is_none()
            && let super::lookup::Found::Template(template) = self.lookup_path(scope, path)?
        {
            return self.deduce_class(template, operands, ty.span);
        }
        self.resolve_type(scope, ty)
    }

    /// The initialiser's operands.
    fn init_operands(&mut self, scope: ScopeId, init: &ast::Init) -> Vec<Operand> {
        match init {
            ast::Init::Copy(expr) | ast::Init::List(expr) => vec![self.check_operand(scope, expr)],
            ast::Init::Direct(list) => self.check_arguments(scope, list),
        }
    }

    fn initialize_operands(&mut self, ty: QualType, init: &ast::Init, mut operands: Vec<Operand>, span: Span) -> Expr {
        match init {
            ast::Init::Direct(_) => self.direct_initialize(ty, operands, span),
            ast::Init::Copy(_) if operands.len() == 1 => {
                let operand = operands.remove(0);
                self.initialize_copy(ty, operand)
            }
            _ => match operands.pop() {
                Some(Operand::List(list)) => self.list_initialize(ty, list, false),
                Some(operand) => self.implicit(operand, ty),
                None => Expr::error(span),
            },
        }
    }

    /// The type of a variable declared with `auto`.
    fn placeholder_type(&mut self, ty: &ast::Type, operands: &mut [Operand], span: Span) -> Result<QualType, Reported> {
        let Some(operand) = operands.first_mut() else {
            let message = "`auto` takes its type from an initialiser, but there is none";
            return Err(self.report(Diagnostic::error(codes::AUTO_NOT_ALLOWED, message, span)));
        };
        if let Operand::List(list) = operand {
            // `auto x{e}` is `auto x(e)`.
            match list.items.as_slice() {
                [item] if item.designators.is_empty() => *operand = item.value.clone(),
                _ => {
                    let message = "`auto` takes its type from one value, not from a list";
                    return Err(self.report(Diagnostic::error(codes::AUTO_NOT_ALLOWED, message, list.span)));
                }
            }
        }
        let expr = self.settle(std::mem::replace(operand, Operand::Expr(Expr::error(span))));
        if expr.is_error() {
            return Err(Reported);
        }
        if expr.ty.ty == TypeTable::VOID {
            let message = "there are no objects of type `void`";
            return Err(self.report(Diagnostic::error(codes::AUTO_NOT_ALLOWED, message, expr.span)));
        }
        let from = CallArgument { ty: expr.ty, category: expr.category, opaque: false };
        *operand = Operand::Expr(expr);
        self.deduce_placeholder(ty, from, span)
    }

    /// The type and initialiser of a variable declared with `auto`, as declarations at program scope want it.
    ///
    /// # Errors
    /// Reported.
    pub fn initialize_auto(
        &mut self,
        scope: ScopeId,
        ty: &ast::Type,
        init: &ast::Init,
        span: Span,
    ) -> Result<(QualType, Expr), Reported> {
        let mut operands = self.init_operands(scope, init);
        let ty = self.placeholder_type(ty, &mut operands, span)?;
        let value = self.initialize_operands(ty, init, operands, span);
        if value.is_error() { Err(Reported) } else { Ok((ty, value)) }
    }

    fn local_variable(
        &mut self,
        scope: ScopeId,
        specifiers: &ast::Specifiers,
        declarator: &ast::InitDeclarator,
        decl: &ast::DeclRef,
        out: &mut Vec<Stmt>,
    ) {
        let written = &declarator.declarator;
        let Some(name) = written.name.as_ref().and_then(ast::NamePath::as_ident) else {
            self.report(Diagnostic::error(codes::BAD_LOCAL, "a local variable has a plain name", written.span));
            return;
        };
        if specifiers.is_extern {
            self.declare(scope, decl);
            return;
        }
        let init = declarator.init.get();
        let mut operands: Option<Vec<Operand>> = None;
        let deduces_class =
            matches!(&written.ty.kind, ast::TypeKind::Name(path) if path.last().args.is_none()) && init.is_some();
        let ty = if has_placeholder(&written.ty) {
            let mut list = init.map_or_else(Vec::new, |init| self.init_operands(scope, init));
            let ty = self.placeholder_type(&written.ty, &mut list, written.span);
            operands = Some(list);
            ty
        } else if deduces_class && self.names_class_template(scope, &written.ty) {
            let list = init.map_or_else(Vec::new, |init| self.init_operands(scope, init));
            let ty = self.resolve_constructed(scope, &written.ty, &list);
            operands = Some(list);
            ty
        } else {
            self.resolve_type(scope, &written.ty)
        };
        let Ok(mut ty) = ty else {
            // The name exists, whatever its type; whoever uses it hears nothing more.
            self.declare_named(scope, name, QualType::new(TypeTable::ERROR), AddressSpace::Thread);
            return;
        };
        ty.is_const |= specifiers.is_constexpr && !matches!(self.types.kind(ty.ty), TypeKind::Reference { .. });
        let Some(space) = self.local_space(specifiers, ty, name) else {
            self.declare_named(scope, name, QualType::new(TypeTable::ERROR), AddressSpace::Thread);
            return;
        };
        let unbounded = matches!(self.types.kind(ty.ty), TypeKind::Array(_, None)) && init.is_some();
        if !unbounded && !self.can_be_local(ty, name.span) {
            self.declare_named(scope, name, QualType::new(TypeTable::ERROR), AddressSpace::Thread);
            return;
        }
        if !self.check_local_rules(specifiers, declarator, ty, space, name.span) {
            self.declare_named(scope, name, QualType::new(TypeTable::ERROR), AddressSpace::Thread);
            return;
        }
        let id = self.declare_named(scope, name, ty, space);
        let align = self.alignment(scope, &specifiers.attributes).max(self.alignment(scope, &written.attributes));
        let value = match init {
            Some(init) if space == AddressSpace::Threadgroup => {
                let place = operands.as_deref().and_then(<[Operand]>::first).map_or(written.span, Operand::span);
                let _ = init;
                let message = "a threadgroup variable can't have an initialiser";
                self.report(
                    Diagnostic::error(codes::THREADGROUP_INITIALIZER, message, place)
                        .help("assign to it in one thread, and let the others wait at a barrier"),
                );
                None
            }
            Some(init) => {
                let operands = operands.unwrap_or_else(|| self.init_operands(scope, init));
                Some(self.initialize_operands(ty, init, operands, written.span))
            }
            None if space == AddressSpace::Threadgroup => None,
            None => self.default_initialize(ty.in_space(space), name.span),
        };
        if let Some(frame) = self.checker.frames.last_mut()
            && let Some(local) = frame.locals.get_mut(id.0 as usize)
        {
            local.align = align;
            // The initialiser may have filled in the bound of an array.
            if let (true, Some(value)) = (unbounded, &value) {
                local.ty.ty = value.ty.ty;
            }
        }
        let is_class = matches!(self.types.kind(ty.ty), TypeKind::Record(_) | TypeKind::Array(..));
        let needs_value = specifiers.is_constexpr || space == AddressSpace::Constant || (ty.is_const && !is_class);
        if value.is_none() && needs_value {
            let text = self.interner.text(name.symbol).to_owned();
            let message = format!("`{text}` can never be written, so it needs an initialiser");
            self.report(Diagnostic::error(codes::CONST_WITHOUT_VALUE, message, name.span));
        }
        if let Some(value) = &value {
            self.note_constant(id, ty, space, specifiers.is_constexpr, value);
        }
        if !value.as_ref().is_some_and(Expr::is_error) {
            out.push(Stmt { kind: StmtKind::Declare(id, value), span: written.span });
        }
    }

    fn names_class_template(&mut self, scope: ScopeId, ty: &ast::Type) -> bool {
        let ast::TypeKind::Name(path) = &ty.kind else { return false };
        matches!(self.trial(|sema| sema.lookup_path(scope, path)), Ok(Ok(super::lookup::Found::Template(_))))
    }

    /// Remembers the value of a constant, so that constant expressions may use it.
    fn note_constant(&mut self, id: LocalId, ty: QualType, space: AddressSpace, is_constexpr: bool, value: &Expr) {
        if value.is_error() {
            return;
        }
        let is_reference = matches!(self.types.kind(ty.ty), TypeKind::Reference { .. });
        let is_constant = is_constexpr || space == AddressSpace::Constant;
        if is_reference || (!ty.is_const && !is_constant) {
            return;
        }
        let folded = self.fold(value);
        if folded.is_none() && is_constant {
            let in_registers = self.types.components(ty.ty).is_some() || self.arithmetic_scalar(ty.ty).is_some();
            if self.require_constant(value).is_err() {
                return;
            }
            if in_registers && self.evaluator().is_some() && !self.uses_function_constants(value) {
                if let Ok(super::template::ConstantValue::Number(constant)) = self.constant_value(value) {
                    let known = Expr::value(ExprKind::Constant(constant), value.ty.ty, value.span);
                    self.add_constant(id, known);
                }
                return;
            }
        }
        match folded {
            Some(constant) => self.add_constant(id, Expr { kind: ExprKind::Constant(constant), ..value.clone() }),
            None if is_constant => self.add_constant(id, value.clone()),
            None => {}
        }
    }

    fn add_constant(&mut self, id: LocalId, value: Expr) {
        if let Some(frame) = self.checker.frames.last_mut() {
            frame.constants.insert(id, Arc::new(value));
        }
    }

    fn declare_named(&mut self, scope: ScopeId, name: ast::Ident, ty: QualType, space: AddressSpace) -> LocalId {
        let text: Arc<str> = self.interner.text(name.symbol).into();
        let id = self.add_local(text, ty, space, name.span);
        self.declare_symbol(scope, name.symbol, id, name.span);
        id
    }

    fn declare_symbol(&mut self, scope: ScopeId, name: Symbol, id: LocalId, span: Span) {
        if let Some(earlier) = self.declare_local(scope, name, id) {
            self.report_redeclared(name, span, earlier);
        }
    }

    /// Where a local variable lives; reports spaces in which there are no locals.
    fn local_space(&mut self, specifiers: &ast::Specifiers, ty: QualType, name: ast::Ident) -> Option<AddressSpace> {
        let text = self.interner.text(name.symbol).to_owned();
        if matches!(self.types.kind(ty.ty), TypeKind::Reference { .. }) {
            return Some(AddressSpace::Thread);
        }
        match ty.space {
            None if specifiers.is_static && specifiers.is_constexpr => Some(AddressSpace::Constant),
            None | Some(AddressSpace::Thread) if !specifiers.is_static => Some(AddressSpace::Thread),
            Some(AddressSpace::Constant) => Some(AddressSpace::Constant),
            Some(AddressSpace::Threadgroup) => {
                let entry = self.frame().and_then(|frame| frame.function).map(|id| self.function(id).entry.clone());
                let allowed = match entry {
                    Some(Some(entry)) => matches!(entry.stage, Stage::Kernel | Stage::Object | Stage::Mesh),
                    _ => false,
                };
                if !allowed {
                    let message = format!("the threadgroup variable `{text}` is declared outside a kernel");
                    self.report(
                        Diagnostic::error(codes::LOCAL_ADDRESS_SPACE, message, name.span)
                            .help("declare it in the kernel and hand the function a `threadgroup` pointer"),
                    );
                    return None;
                }
                Some(AddressSpace::Threadgroup)
            }
            None | Some(AddressSpace::Thread) => {
                let message = format!("the static local `{text}` is not constant");
                self.report(
                    Diagnostic::error(codes::LOCAL_ADDRESS_SPACE, message, name.span)
                        .help("write `static constexpr constant`, or leave out `static`"),
                );
                None
            }
            Some(space) => {
                let message = format!("a local variable can't lie in {space} memory");
                self.report(
                    Diagnostic::error(codes::LOCAL_ADDRESS_SPACE, message, name.span)
                        .note("locals are in thread memory; in kernels also in threadgroup memory")
                        .help(format!("`{text}` may be a pointer or reference into {space} memory")),
                );
                None
            }
        }
    }

    fn can_be_local(&mut self, ty: QualType, span: Span) -> bool {
        match self.types.kind(ty.ty) {
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Array(_, None) => {
                let message = format!("there are no variables of type `{}`", self.type_name(ty));
                self.report(Diagnostic::error(codes::BAD_LOCAL, message, span));
                false
            }
            TypeKind::Reference { .. } => true,
            TypeKind::Error => false,
            _ => self.require_complete(ty.ty, span).is_ok(),
        }
    }

    /// `alignas(n)`, `__attribute__((aligned(n)))`.
    fn alignment(&mut self, scope: ScopeId, attributes: &[ast::Attribute]) -> u32 {
        let mut align = 0;
        for attribute in attributes {
            let name = self.interner.text(attribute.name.symbol);
            if !matches!(name, "alignas" | "aligned") {
                continue;
            }
            let Some(arguments) = &attribute.args else { continue };
            let value = match arguments.values.first() {
                Some(ast::TypeOrExpr::Type(ty)) => {
                    self.resolve_type(scope, ty).ok().and_then(|ty| self.size_align(ty.ty)).map(|size| size.align)
                }
                Some(ast::TypeOrExpr::Expr(expr)) => {
                    let value = self.check_expr(scope, expr);
                    self.constant_index(value).ok().and_then(|value| u32::try_from(value).ok())
                }
                None => None,
            };
            align = align.max(value.filter(|value| value.is_power_of_two()).unwrap_or(0));
        }
        align
    }

    /// `T x = e` as a condition: the declaration, and the variable as a `bool`.
    pub(super) fn condition_decl(&mut self, scope: ScopeId, decl: &ast::DeclRef) -> (Vec<Stmt>, Expr) {
        let statement = self.local_decl(scope, decl);
        let id = match &statement.kind {
            StmtKind::Declare(id, _) => Some(*id),
            _ => None,
        };
        let value = match id.and_then(|id| Some((id, self.local(id)?.clone()))) {
            Some((id, local)) => {
                let object = self.local_lvalue(id, local.ty, local.space, decl.span);
                self.condition(object)
            }
            None => Expr::error(decl.span),
        };
        (vec![statement], value)
    }

    /// `auto [a, b] = e;`
    fn structured_binding(&mut self, scope: ScopeId, binding: &ast::StructuredBinding, span: Span) -> Vec<Stmt> {
        let Some(init) = &binding.init else { return Vec::new() };
        let operands = self.init_operands(scope, init);
        self.bind_names(scope, binding, init, operands, span)
    }

    /// The variable of a range-for, from the element at hand.
    pub(super) fn loop_variable(
        &mut self,
        scope: ScopeId,
        specifiers: &ast::Specifiers,
        declarator: &ast::Declarator,
        element: Expr,
        out: &mut Vec<Stmt>,
    ) {
        let Some(name) = declarator.name.as_ref().and_then(ast::NamePath::as_ident) else { return };
        let mut operands = vec![Operand::Expr(element)];
        let ty = if has_placeholder(&declarator.ty) {
            self.placeholder_type(&declarator.ty, &mut operands, declarator.span)
        } else {
            self.resolve_type(scope, &declarator.ty)
        };
        let Ok(mut ty) = ty else {
            self.declare_named(scope, name, QualType::new(TypeTable::ERROR), AddressSpace::Thread);
            return;
        };
        ty.is_const |= specifiers.is_constexpr;
        let Some(operand) = operands.pop() else { return };
        let value = self.implicit_for(operand, ty, Some("the loop's variable"));
        let id = self.declare_named(scope, name, ty, AddressSpace::Thread);
        if !value.is_error() {
            out.push(Stmt { kind: StmtKind::Declare(id, Some(value)), span: declarator.span });
        }
    }

    /// The hidden variable of a structured binding and the names for its parts.
    pub(super) fn bind_names(
        &mut self,
        scope: ScopeId,
        binding: &ast::StructuredBinding,
        init: &ast::Init,
        mut operands: Vec<Operand>,
        span: Span,
    ) -> Vec<Stmt> {
        let fail = |sema: &mut Self| {
            for name in &binding.names {
                sema.declare_named(scope, *name, QualType::new(TypeTable::ERROR), AddressSpace::Thread);
            }
            Vec::new()
        };
        let ty = self.placeholder_type(&binding.ty, &mut operands, span);
        let Ok(mut ty) = ty else { return fail(self) };
        // An array is copied whole, not as a pointer.
        if let (Some(Operand::Expr(expr)), TypeKind::Pointer(_)) = (operands.first(), self.types.kind(ty.ty))
            && matches!(self.types.kind(expr.ty.ty), TypeKind::Array(..))
        {
            ty = QualType { ty: expr.ty.ty, ..ty };
            let expr = expr.clone();
            let (array, place) = (expr.ty.ty, expr.span);
            operands = vec![Operand::Expr(Expr::value(
                ExprKind::Convert(super::hir::Conversion::Load, Box::new(expr)),
                array,
                place,
            ))];
        }
        let value = self.initialize_operands(ty, init, operands, span);
        if value.is_error() {
            return fail(self);
        }
        let hidden = self.add_local("".into(), ty, AddressSpace::Thread, span);
        let mut statements = vec![Stmt { kind: StmtKind::Declare(hidden, Some(value)), span }];
        let object = self.local_lvalue(hidden, ty, AddressSpace::Thread, span);
        let parts: Vec<Expr> = match *self.types.kind(object.ty.ty) {
            TypeKind::Array(_, Some(count)) if count <= 4096 => (0..count as u32)
                .map(|index| self.builtin_subscript(object.clone(), Expr::uint(index, span), span))
                .collect(),
            TypeKind::Record(record) => {
                // All data members are in one class: that or one of its bases.
                let mut object = object;
                let mut record = record;
                while self.record(record).fields.is_empty() && self.record(record).bases.len() == 1 {
                    record = self.record(record).bases[0].0;
                    object = self.base_part(object, record);
                }
                let count = self.record(record).fields.len() as u32;
                (0..count).map(|number| self.field(object.clone(), record, number, span)).collect()
            }
            _ => {
                let message = format!("a `{}` has no parts to name", self.type_name(object.ty.unqualified()));
                self.report(Diagnostic::error(codes::STRUCTURED_BINDING, message, span));
                return fail(self);
            }
        };
        if parts.len() != binding.names.len() {
            let message = format!("{} names for {} parts", binding.names.len(), parts.len());
            self.report(Diagnostic::error(codes::STRUCTURED_BINDING, message, span));
            return fail(self);
        }
        for (name, part) in binding.names.iter().zip(parts) {
            if !super::conversion::is_addressable(self, &part) {
                self.report(Diagnostic::unsupported("a structured binding of a bit-field", name.span));
                continue;
            }
            let reference = self.types.reference(part.ty, false);
            let id = self.declare_named(scope, *name, QualType::new(reference), AddressSpace::Thread);
            let part = Expr { category: Category::LValue, ..part };
            statements.push(Stmt { kind: StmtKind::Declare(id, Some(part)), span: name.span });
        }
        statements
    }
}
