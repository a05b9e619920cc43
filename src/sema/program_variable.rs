//! Program-scope variables and static data members: address spaces, initialisers, function constants.

use super::Sema;
use super::entity::EntryAttribute;
use super::entity::Variable;
use super::entity::VariableInit;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::VariableId;
use super::info::VariableInfo;
use super::info::VariableState;
use super::report::Reported;
use super::resolve::has_placeholder;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::template::ConstantValue;
use super::types::QualType;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::Init;
use std::sync::Arc;

/// The largest index of a function constant.
const MAX_FUNCTION_CONSTANT: i128 = 65535;

impl Sema {
    /// A variable of a namespace, or a static data member.
    ///
    /// # Errors
    /// It is wrong.
    pub(super) fn declare_variable(
        &mut self,
        scope: ScopeId,
        decl: &DeclRef,
        number: u32,
    ) -> Result<VariableId, Reported> {
        let ast::DeclKind::Simple(simple) = &decl.kind else { return Err(Reported) };
        let declared = simple.declarators.get(number as usize).ok_or(Reported)?;
        let path = declared.declarator.name.clone().ok_or(Reported)?;
        let home = self.declaration_home(scope, &path, false)?;
        let name = super::lookup::segment_name(path.last()).ok_or(Reported)?;
        let types_scope = if path.is_qualified() { home } else { scope };
        let display = self.qualified_name(home, &self.name_text(name));
        let id = self.new_variable(types_scope, decl, number, display.into())?;
        self.merge_variable(home, name, id, path.is_qualified())
    }

    /// A variable that no scope knows yet: also instances of variable templates.
    pub(super) fn new_variable(
        &mut self,
        scope: ScopeId,
        decl: &DeclRef,
        number: u32,
        display: Arc<str>,
    ) -> Result<VariableId, Reported> {
        let ast::DeclKind::Simple(simple) = &decl.kind else { return Err(Reported) };
        let specifiers = &simple.specifiers;
        let declared = simple.declarators.get(number as usize).ok_or(Reported)?;
        let declarator = &declared.declarator;
        let span = declarator.name.as_ref().map_or(declarator.span, |path| path.last().span);
        let attributes: Vec<ast::Attribute> =
            specifiers.attributes.iter().chain(&declarator.attributes).cloned().collect();
        let deduced = has_placeholder(&declarator.ty);
        let mut ty = if deduced {
            let mut ty = QualType::new(TypeTable::ERROR);
            // What stands beside `auto` is known already.
            ty.is_const = declarator.ty.quals.is_const;
            ty.space = declarator.ty.quals.address_space.map(|(space, _)| super::resolve::address_space(space));
            ty
        } else {
            let ty = self.resolve_type(scope, &declarator.ty)?;
            self.apply_type_attributes(scope, ty, &attributes)?
        };
        if ty.ty == TypeTable::VOID {
            return Err(self.report(Diagnostic::error(codes::INCOMPLETE_TYPE, "a variable of type `void`", span)));
        }
        let bindings = self.variable_binding(scope, &attributes, ty, declared, span)?;
        let is_handle = self.is_handle_record(ty);
        self.check_space(scope, simple, ty, bindings.is_some() || is_handle, span)?;
        ty.is_const |= specifiers.is_constexpr || ty.space == Some(AddressSpace::Constant);
        let space = ty.space.unwrap_or(match specifiers.is_constexpr || !is_handle {
            true => AddressSpace::Thread,
            false => AddressSpace::Constant,
        });
        let has_init = declared.init.get().is_some();
        let is_static_member = matches!(self.scopes.get(scope).kind, ScopeKind::Record(_));
        let state = if has_init || deduced { VariableState::Pending } else { VariableState::Done };
        if !has_init
            && bindings.is_none()
            && !specifiers.is_extern
            && !is_static_member
            && matches!(ty.space, Some(AddressSpace::Constant))
            && !self.has_default_value(ty)
        {
            return Err(self.report(
                Diagnostic::error(codes::CONSTANT_WITHOUT_VALUE, "a `constant` variable without a value", span)
                    .label("not initialised")
                    .help("write `= …`, or make it a function constant: `[[function_constant(n)]]`"),
            ));
        }
        let info = VariableInfo {
            scope,
            decl: Some((decl.clone(), number)),
            state,
            is_extern: specifiers.is_extern && !has_init,
        };
        let variable = Variable {
            name: display,
            ty,
            space,
            is_constexpr: specifiers.is_constexpr || (ty.is_const && !deduced && has_init && self.is_integer(ty)),
            depends_on_function_constants: matches!(bindings, Some(VariableInit::FunctionConstant(_))),
            init: bindings.unwrap_or_default(),
            value: None,
            span,
        };
        Ok(self.add_variable(variable, info))
    }

    fn is_integer(&self, ty: QualType) -> bool {
        match *self.types.kind(ty.ty) {
            TypeKind::Scalar(scalar) => !scalar.is_float(),
            TypeKind::Enum(_) => true,
            _ => false,
        }
    }

    /// Samplers, textures and the like: what they hold comes from the host or the declaration.
    fn is_handle_record(&mut self, ty: QualType) -> bool {
        self.as_record(ty.ty).is_some_and(|record| self.library_type(record).is_some())
    }

    /// Whether a class gives itself a value.
    fn has_default_value(&mut self, ty: QualType) -> bool {
        let Some(record) = self.as_record(ty.ty) else { return false };
        if self.require_members(record, Span::NONE).is_err() {
            return true;
        }
        let info = self.record_info(record);
        info.has_constructor || info.field_inits.iter().any(Option::is_some) || self.record(record).fields.is_empty()
    }

    /// Attributes that say where the value comes from.
    fn variable_binding(
        &mut self,
        scope: ScopeId,
        attributes: &[ast::Attribute],
        ty: QualType,
        declared: &ast::InitDeclarator,
        span: Span,
    ) -> Result<Option<VariableInit>, Reported> {
        if let Some(attribute) = self.find_attribute(attributes, "function_constant") {
            let index = self.attribute_integer(scope, attribute)?;
            if !(0..=MAX_FUNCTION_CONSTANT).contains(&index) {
                return Err(self.report(
                    Diagnostic::error(codes::BAD_INDEX, format!("function constant number {index}"), attribute.span)
                        .label(format!("indices go from 0 to {MAX_FUNCTION_CONSTANT}")),
                ));
            }
            if self.types.components(ty.ty).is_none() {
                let name = self.type_name(ty);
                return Err(self.report(
                    Diagnostic::error(
                        codes::BAD_FUNCTION_CONSTANT,
                        format!("a function constant of type `{name}`"),
                        span,
                    )
                    .label("function constants are scalars or vectors"),
                ));
            }
            if let Some(init) = declared.init.get() {
                let at = match init {
                    Init::Copy(expr) | Init::List(expr) => expr.span,
                    Init::Direct(list) => list.first().map_or(span, |expr| expr.span),
                };
                return Err(self.report(
                    Diagnostic::error(codes::BAD_FUNCTION_CONSTANT, "a function constant with an initialiser", at)
                        .label("the host gives the value")
                        .help(
                            "for a default, add a second constant: \
                             `constant int n = is_function_constant_defined(c) ? c : 4;`",
                        ),
                ));
            }
            if ty.space != Some(AddressSpace::Constant) {
                return Err(self.report(
                    Diagnostic::error(
                        codes::BAD_FUNCTION_CONSTANT,
                        "a function constant lies in `constant` memory",
                        span,
                    )
                    .help("write `constant` before its type"),
                ));
            }
            return Ok(Some(VariableInit::FunctionConstant(index as u32)));
        }
        let evaluated = self.entry_attributes(scope, attributes);
        for attribute in &evaluated {
            match attribute {
                EntryAttribute::Builtin(input) => return Ok(Some(VariableInit::Builtin(*input))),
                EntryAttribute::Index(name, _) | EntryAttribute::ConstantIndex(name, _)
                    if matches!(&**name, "buffer" | "texture" | "sampler" | "threadgroup") =>
                {
                    return Ok(Some(VariableInit::Binding(evaluated)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Whether a variable may lie where it is said to.
    fn check_space(
        &mut self,
        scope: ScopeId,
        simple: &ast::SimpleDecl,
        ty: QualType,
        is_bound: bool,
        span: Span,
    ) -> Result<(), Reported> {
        let specifiers = &simple.specifiers;
        let is_static_member = matches!(self.scopes.get(scope).kind, ScopeKind::Record(_));
        let is_reference = matches!(self.types.kind(ty.ty), TypeKind::Reference { .. });
        match ty.space {
            Some(AddressSpace::Constant | AddressSpace::Device) => Ok(()),
            None if specifiers.is_constexpr || is_bound || is_reference => Ok(()),
            None if is_static_member && ty.is_const => Ok(()),
            Some(AddressSpace::Thread) if specifiers.is_constexpr => Ok(()),
            Some(AddressSpace::Threadgroup) if is_bound => Ok(()),
            space => {
                let said = space.map_or("no address space".to_owned(), |space| format!("`{space}` memory"));
                Err(self.report(
                    Diagnostic::error(
                        codes::PROGRAM_SCOPE_VARIABLE,
                        format!("a program-scope variable in {said}"),
                        span,
                    )
                    .label("variables outside functions lie in `constant` memory")
                    .help("write `constant` before its type; what changes belongs into a buffer or into the kernel"),
                ))
            }
        }
    }

    /// Makes a variable known in its scope, or joins it with an earlier declaration.
    fn merge_variable(
        &mut self,
        home: ScopeId,
        name: Name,
        id: VariableId,
        is_qualified: bool,
    ) -> Result<VariableId, Reported> {
        let entries = self.scopes.get(home).names.get(&name).map(|names| names.entries.clone()).unwrap_or_default();
        let span = self.variable(id).span;
        for entry in &entries {
            match entry.entity {
                Entity::Variable(earlier) => return self.redeclare_variable(earlier, id),
                Entity::Tag(_) => {}
                _ => {
                    let text = self.name_text(name);
                    return Err(self.report(
                        Diagnostic::error(codes::REDEFINED, format!("`{text}` is declared already"), span)
                            .label("the name means something else in this scope"),
                    ));
                }
            }
        }
        if is_qualified {
            return Err(self.report(Diagnostic::error(
                codes::NO_SUCH_MEMBER_DECLARED,
                format!("`{}` has not been declared", self.variable(id).name),
                span,
            )));
        }
        self.scopes.declare(home, name, Entity::Variable(id));
        Ok(id)
    }

    fn redeclare_variable(&mut self, earlier: VariableId, id: VariableId) -> Result<VariableId, Reported> {
        let (old, new) = (self.variable(earlier).clone(), self.variable(id).clone());
        let both_known = old.ty.ty != TypeTable::ERROR && new.ty.ty != TypeTable::ERROR;
        let open_array = |ty: QualType| matches!(self.types.kind(ty.ty), TypeKind::Array(_, None));
        if both_known && old.ty.ty != new.ty.ty && !open_array(old.ty) && !open_array(new.ty) {
            let (was, is) = (self.type_name(old.ty), self.type_name(new.ty));
            return Err(self.report(
                Diagnostic::error(
                    codes::CONFLICTING_DECLARATION,
                    format!("`{}` is declared with another type before", old.name),
                    new.span,
                )
                .label(format!("`{is}` here"))
                .also(old.span, format!("`{was}` here")),
            ));
        }
        let new_info = self.variable_infos.get(&id).cloned().ok_or(Reported)?;
        let old_info = self.variable_infos.get(&earlier).cloned().ok_or(Reported)?;
        let defined = |info: &VariableInfo, variable: &Variable| {
            !info.is_extern && (info.state == VariableState::Pending || !matches!(variable.init, VariableInit::None))
        };
        let old_defined = defined(&old_info, &old);
        if new_info.is_extern {
            return Ok(earlier);
        }
        if old_defined && defined(&new_info, &new) {
            return Err(self.report(
                Diagnostic::error(codes::REDEFINED, format!("`{}` is defined twice", old.name), new.span)
                    .also(old.span, "first defined here"),
            ));
        }
        if old_defined {
            return Ok(earlier);
        }
        *self.variable_mut(earlier) = Variable { is_constexpr: old.is_constexpr || new.is_constexpr, ..new };
        self.variable_infos.insert(earlier, new_info);
        Ok(earlier)
    }

    /// Makes sure that the type and value of a variable are known (instances and `auto` wait for the first use).
    pub fn require_variable(&mut self, id: VariableId) {
        let Some(info) = self.variable_infos.get_mut(&id) else { return };
        if info.state != VariableState::Pending {
            if info.state == VariableState::InProgress && self.variable(id).ty.ty == TypeTable::ERROR {
                let (name, span) = (self.variable(id).name.clone(), self.variable(id).span);
                self.report(Diagnostic::error(
                    codes::AUTO_NOT_ALLOWED,
                    format!("the type of `{name}` depends on itself"),
                    span,
                ));
            }
            return;
        }
        info.state = VariableState::InProgress;
        let (scope, decl) = (info.scope, info.decl.clone());
        if let Some((decl, number)) = decl
            && let ast::DeclKind::Simple(simple) = &decl.kind
        {
            self.outside_trials(|sema| sema.initialize_variable(id, scope, simple, number));
        }
        if let Some(info) = self.variable_infos.get_mut(&id) {
            info.state = VariableState::Done;
        }
    }

    fn initialize_variable(&mut self, id: VariableId, scope: ScopeId, simple: &ast::SimpleDecl, number: u32) {
        let Some(declared) = simple.declarators.get(number as usize) else { return };
        let Some(init) = declared.init.get() else { return };
        let variable = self.variable(id).clone();
        let expr = if has_placeholder(&declared.declarator.ty) {
            let Ok((ty, expr)) = self.initialize_auto(scope, &declared.declarator.ty, init, variable.span) else {
                return;
            };
            let is_const = ty.is_const || variable.ty.is_const;
            self.variable_mut(id).ty = QualType { is_const, space: ty.space.or(variable.ty.space), ..ty };
            expr
        } else {
            self.initialize(scope, variable.ty, init, variable.span)
        };
        if matches!(expr.kind, ExprKind::Error) {
            return;
        }
        if let TypeKind::Array(_, None) = self.types.kind(self.variable(id).ty.ty) {
            let ty = expr.ty.ty;
            self.variable_mut(id).ty.ty = ty;
        }
        self.take_value(id, expr);
    }

    /// Sets a variable's value; a constant has to be one.
    fn take_value(&mut self, id: VariableId, expr: Expr) {
        let depends = super::depends::on_function_constants(self, &expr);
        self.variable_mut(id).depends_on_function_constants |= depends;
        let ty = self.variable(id).ty;
        let is_number = self.types.components(ty.ty).is_some() || matches!(self.types.kind(ty.ty), TypeKind::Enum(_));
        self.variable_mut(id).init = VariableInit::Expr(Arc::new(expr.clone()));
        if is_number
            && !depends
            && !matches!(self.types.kind(ty.ty), TypeKind::Reference { .. })
            && let Ok(ConstantValue::Number(value)) = self.constant_value(&expr)
        {
            self.variable_mut(id).value = Some(value);
        }
    }
}
