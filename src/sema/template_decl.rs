//! Declarations of templates: primaries, partial and explicit specialisations, out-of-class members, explicit
//! instantiations.

use super::Sema;
use super::deduce::CallArgument;
use super::entity::BodyState;
use super::hir::Category;
use super::hir::FunctionId;
use super::info::Completion;
use super::instantiate::merged_defaults;
use super::lookup::Candidate;
use super::lookup::segment_name;
use super::report::Reported;
use super::resolve::has_placeholder;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::template::Instance;
use super::template::OuterMember;
use super::template::PartialSpecialization;
use super::template::Template;
use super::template::TemplateId;
use super::template::TemplateKind;
use super::types::QualType;
use super::types::TypeId;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::DeclKind;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::TypeOrExpr;
use std::sync::Arc;

impl Sema {
    /// `template <…> D`.
    pub(super) fn declare_template(&mut self, scope: ScopeId, template: &ast::Template) -> Result<(), Reported> {
        if template.params.is_empty() {
            return self.declare_specialization(scope, &template.decl);
        }
        match &template.decl.kind {
            DeclKind::Function(function) => {
                let path = function.declarator.name.as_ref().ok_or(Reported)?;
                if let Some((id, args)) = self.outer_template(scope, path) {
                    return self.add_outer_member(scope, id, args, template);
                }
                let home = self.declaration_home(scope, path, function.specifiers.is_friend)?;
                let name = self.function_name(home, function)?;
                self.add_primary(home, scope, name, TemplateKind::Function, template, path.last().span).map(|_| ())
            }
            DeclKind::Alias(alias) => {
                let name = Name::Ident(alias.name.symbol);
                self.add_primary(scope, scope, name, TemplateKind::Alias, template, alias.name.span).map(|_| ())
            }
            DeclKind::Template(inner) => {
                let path = declared_path(&inner.decl).ok_or(Reported)?;
                match self.outer_template(scope, &path) {
                    Some((id, args)) => self.add_outer_member(scope, id, args, template),
                    None => Err(self.report(Diagnostic::error(
                        codes::NO_PRIMARY_TEMPLATE,
                        format!("`{}` is no member of a class template", self.path_text(&path)),
                        path.span,
                    ))),
                }
            }
            DeclKind::Simple(simple) if simple.declarators.is_empty() => {
                self.declare_class_template(scope, template, simple)
            }
            DeclKind::Simple(simple) => self.declare_variable_template(scope, template, simple),
            DeclKind::DeductionGuide(guide) => self.add_guide(scope, guide, template),
            DeclKind::Error => Err(Reported),
            _ => Err(self.report(Diagnostic::error(
                codes::NO_PRIMARY_TEMPLATE,
                "only functions, classes, variables and aliases can be templates",
                template.decl.span,
            ))),
        }
    }

    fn declare_class_template(
        &mut self,
        scope: ScopeId,
        template: &ast::Template,
        simple: &ast::SimpleDecl,
    ) -> Result<(), Reported> {
        let Some(ty) = &simple.specifiers.ty else { return Err(Reported) };
        let path = match &ty.kind {
            ast::TypeKind::Record(record) => record.name.clone().ok_or(Reported)?,
            ast::TypeKind::Elaborated(_, path) => path.clone(),
            _ => {
                return Err(self.report(Diagnostic::error(
                    codes::NO_PRIMARY_TEMPLATE,
                    "a template that declares nothing",
                    template.decl.span,
                )));
            }
        };
        if simple.specifiers.is_friend {
            return Ok(());
        }
        let home = self.declaration_home(scope, &path, false)?;
        let name = segment_name(path.last()).ok_or(Reported)?;
        match &path.last().args {
            Some(args) => self.add_partial(home, scope, name, args, template, &path),
            None => self.add_primary(home, scope, name, TemplateKind::Record, template, path.last().span).map(|_| ()),
        }
    }

    fn declare_variable_template(
        &mut self,
        scope: ScopeId,
        template: &ast::Template,
        simple: &ast::SimpleDecl,
    ) -> Result<(), Reported> {
        let path = simple.declarators.first().and_then(|declared| declared.declarator.name.clone()).ok_or(Reported)?;
        if let Some((id, args)) = self.outer_template(scope, &path) {
            return self.add_outer_member(scope, id, args, template);
        }
        let home = self.declaration_home(scope, &path, false)?;
        let name = segment_name(path.last()).ok_or(Reported)?;
        match &path.last().args {
            Some(args) => self.add_partial(home, scope, name, args, template, &path),
            None => self.add_primary(home, scope, name, TemplateKind::Variable, template, path.last().span).map(|_| ()),
        }
    }

    /// The class template whose member a qualified name is, with the arguments written for it if they are a pattern of
    /// their own.
    fn outer_template(&mut self, scope: ScopeId, path: &NamePath) -> Option<(TemplateId, Arc<[ast::TemplateArg]>)> {
        let last = path.qualifiers().iter().rposition(|segment| segment.args.is_some())?;
        let mut class = path.clone();
        class.segments.truncate(last + 1);
        let args = class.last().args.clone()?;
        match self.template_of_path_plain(scope, &class)? {
            id if self.template(id).kind == TemplateKind::Record => Some((id, args)),
            _ => None,
        }
    }

    /// The template that a name without its last arguments means.
    fn template_of_path_plain(&mut self, scope: ScopeId, path: &NamePath) -> Option<TemplateId> {
        let mut bare = path.clone();
        if let Some(segment) = bare.segments.last_mut() {
            segment.args = None;
        }
        match self.trial(|sema| sema.lookup_path(scope, &bare)) {
            Ok(Ok(super::Found::Template(id))) => Some(id),
            Ok(Ok(super::Found::Type(ty))) => {
                let record = self.as_record(ty.ty)?;
                self.record_template(record).map(|(id, _)| id)
            }
            _ => None,
        }
    }

    fn add_outer_member(
        &mut self,
        scope: ScopeId,
        id: TemplateId,
        args: Arc<[ast::TemplateArg]>,
        template: &ast::Template,
    ) -> Result<(), Reported> {
        // `S<T, N>::f` with its own parameters in order says nothing more; anything else is a pattern.
        let plain = args.len() == template.params.len()
            && args
                .iter()
                .zip(template.params.iter())
                .all(|(arg, param)| arg.pack == param.pack && argument_name(arg) == param.name.map(|name| name.symbol));
        let member = OuterMember {
            params: template.params.clone(),
            args: (!plain).then_some(args),
            decl: template.decl.clone(),
            scope,
        };
        self.template_mut(id).outer_members.push(member.clone());
        let instances: Vec<_> =
            self.template(id).instances.iter().map(|(args, instance)| (args.clone(), *instance)).collect();
        for (arguments, instance) in instances {
            if let Instance::Record(record) = instance {
                self.attach_outer_member(record, &member, &arguments);
            }
        }
        Ok(())
    }

    /// A primary template, or a further declaration of one.
    fn add_primary(
        &mut self,
        home: ScopeId,
        types_scope: ScopeId,
        name: Name,
        kind: TemplateKind,
        template: &ast::Template,
        span: Span,
    ) -> Result<TemplateId, Reported> {
        let entries = self.scopes.get(home).names.get(&name).map(|names| names.entries.clone()).unwrap_or_default();
        for entry in &entries {
            match &entry.entity {
                Entity::Template(id) if self.is_same_template(*id, kind, template) => {
                    return self.merge_template(*id, template, span);
                }
                Entity::Template(id) if kind == TemplateKind::Function && self.template(*id).kind == kind => {}
                Entity::Function(_) if kind == TemplateKind::Function => {}
                Entity::Tag(_) if kind == TemplateKind::Function => {}
                Entity::Error => {}
                _ => {
                    let text = self.name_text(name);
                    let mut diagnostic =
                        Diagnostic::error(codes::REDEFINED, format!("`{text}` is declared already"), span)
                            .label("the name means something else in this scope");
                    if let Entity::Template(id) = entry.entity {
                        diagnostic = diagnostic.also(self.template(id).span, "declared here");
                    }
                    return Err(self.report(diagnostic));
                }
            }
        }
        let display: Arc<str> = match (name, &self.scopes.get(home).kind) {
            (Name::Constructor, ScopeKind::Record(record)) => self.record(*record).name.clone(),
            _ => self.qualified_name(home, &self.name_text(name)).into(),
        };
        let record = match self.scopes.get(home).kind {
            ScopeKind::Record(id) => Some(id),
            _ => None,
        };
        let family = self.family_types(types_scope, template)?;
        let order = if self.scopes.order == 0 { 0 } else { self.scopes.order };
        let id = self.add_template(Template {
            name,
            display,
            kind,
            params: template.params.clone(),
            decl: Some(template.decl.clone()),
            scope: types_scope,
            record,
            partials: Vec::new(),
            outer_members: Vec::new(),
            family,
            instances: indexmap::IndexMap::new(),
            order,
            span,
        });
        self.scopes.declare(home, name, Entity::Template(id));
        if let DeclKind::Function(function) = &template.decl.kind {
            self.check_template_entry(function);
        }
        Ok(id)
    }

    /// `[[__overloads(…)]]`: the types a family of the library exists for.
    fn family_types(&mut self, scope: ScopeId, template: &ast::Template) -> Result<Option<Arc<[QualType]>>, Reported> {
        let DeclKind::Function(function) = &template.decl.kind else { return Ok(None) };
        let Some(attribute) = self.find_attribute(&function.specifiers.attributes, "__overloads").cloned() else {
            return Ok(None);
        };
        let mut types = Vec::new();
        for value in attribute.args.iter().flat_map(|args| &args.values) {
            let ty = match value {
                TypeOrExpr::Type(ty) => self.resolve_type(scope, ty)?,
                TypeOrExpr::Expr(expr) => match &expr.kind {
                    ast::ExprKind::Name(path) => match self.lookup_path(scope, path)? {
                        super::Found::Type(ty) => ty,
                        _ => return Err(self.report_unknown(scope, path, "type")),
                    },
                    _ => return Err(self.report_operand(&attribute, "types")),
                },
            };
            types.push(ty);
        }
        if types.is_empty() {
            return Err(self.report_operand(&attribute, "types"));
        }
        Ok(Some(types.into()))
    }

    /// Whether a template is declared again.
    fn is_same_template(&self, id: TemplateId, kind: TemplateKind, template: &ast::Template) -> bool {
        let known = self.template(id);
        if known.kind != kind {
            return false;
        }
        if kind != TemplateKind::Function {
            return true;
        }
        // Families of one name differ in their types.
        if known.family.is_some() {
            return false;
        }
        let Some(decl) = &known.decl else { return false };
        let (DeclKind::Function(a), DeclKind::Function(b)) = (&decl.kind, &template.decl.kind) else { return false };
        let (Some(a), Some(b)) = (a.function_type(), b.function_type()) else { return false };
        self.same_template_params(&known.params, &template.params) && {
            let names = super::equivalent::Renaming::of(&known.params, &template.params);
            self.same_function_syntax(a, b, &names)
        }
    }

    fn merge_template(&mut self, id: TemplateId, template: &ast::Template, span: Span) -> Result<TemplateId, Reported> {
        let known = self.template(id).clone();
        let was_defined = known.decl.as_ref().is_some_and(is_definition);
        let defines = is_definition(&template.decl);
        if was_defined && defines {
            return Err(self.report(
                Diagnostic::error(codes::REDEFINED, format!("`{}` is defined twice", known.display), span)
                    .also(known.span, "first defined here"),
            ));
        }
        if known.params.len() != template.params.len() {
            return Err(self.report(
                Diagnostic::error(
                    codes::CONFLICTING_DECLARATION,
                    format!("`{}` is declared with other template parameters before", known.display),
                    span,
                )
                .also(known.span, "declared here"),
            ));
        }
        let order = self.scopes.order;
        let target = self.template_mut(id);
        if defines || !was_defined {
            target.params = merged_defaults(&template.params, &known.params);
            target.decl = Some(template.decl.clone());
            target.order = order.max(known.order);
            target.span = span;
            self.refresh_instances(id);
        } else {
            target.params = merged_defaults(&known.params, &template.params);
        }
        Ok(id)
    }

    /// Functions made from the declaration get the body of the definition.
    fn refresh_instances(&mut self, id: TemplateId) {
        let template = self.template(id).clone();
        let Some(decl) = template.decl.clone() else { return };
        let DeclKind::Function(function) = &decl.kind else { return };
        for (arguments, instance) in &template.instances {
            let Instance::Function(made) = instance else { continue };
            let is_instance = self.function_info(*made).template.is_some();
            if !is_instance || !matches!(self.function(*made).body, BodyState::Missing) {
                continue;
            }
            let scope = self.bind_scope(template.scope, template.order, &template.params, arguments);
            let display = self.function(*made).name.clone();
            let Ok((signature, info)) = self.signature(scope, &decl, function, template.record, display) else {
                continue;
            };
            let target = self.function_mut(*made);
            target.body = signature.body;
            target.span = signature.span;
            for (mine, theirs) in target.parameters.iter_mut().zip(signature.parameters) {
                mine.name = theirs.name;
                mine.span = theirs.span;
            }
            let target = self.function_info_mut(*made);
            target.decl = info.decl;
            target.names = info.names;
            target.scope = info.scope;
        }
    }

    fn add_partial(
        &mut self,
        home: ScopeId,
        scope: ScopeId,
        name: Name,
        args: &Arc<[ast::TemplateArg]>,
        template: &ast::Template,
        path: &NamePath,
    ) -> Result<(), Reported> {
        let id = self.primary_template(home, name, path)?;
        let order = self.scopes.order;
        // A definition that follows a mere declaration takes its place.
        let known = self.template(id).partials.iter().position(|partial| {
            let names = super::equivalent::Renaming::of(&partial.params, &template.params);
            partial.params.len() == template.params.len()
                && partial.args.len() == args.len()
                && partial.args.iter().zip(args.iter()).all(|(a, b)| self.same_argument(a, b, &names))
        });
        let partial = PartialSpecialization {
            params: template.params.clone(),
            args: args.clone(),
            decl: template.decl.clone(),
            scope,
            order,
        };
        match known {
            Some(index) if is_definition(&self.template(id).partials[index].decl) && is_definition(&template.decl) => {
                let earlier = self.template(id).partials[index].decl.span;
                return Err(self.report(
                    Diagnostic::error(codes::REDEFINED, "this specialisation is defined twice", path.span)
                        .also(earlier, "first defined here"),
                ));
            }
            Some(index) => self.template_mut(id).partials[index] = partial,
            None => self.template_mut(id).partials.push(partial),
        }
        Ok(())
    }

    fn primary_template(&mut self, home: ScopeId, name: Name, path: &NamePath) -> Result<TemplateId, Reported> {
        let found = self.template_of_path_plain(home, &unqualified(path));
        match found {
            Some(id) if self.template(id).kind != TemplateKind::Function => Ok(id),
            _ => {
                let text = self.name_text(name);
                Err(self.report(
                    Diagnostic::error(
                        codes::NO_PRIMARY_TEMPLATE,
                        format!("a specialisation of `{text}`, which is no template"),
                        path.span,
                    )
                    .help("declare the template itself first"),
                ))
            }
        }
    }

    /// `template <> struct S<int> { … };`
    ///
    /// # Errors
    /// There is no such template, or the arguments don't fit.
    pub(super) fn define_specialization(
        &mut self,
        scope: ScopeId,
        record: &Arc<ast::Record>,
        path: &NamePath,
    ) -> Result<QualType, Reported> {
        let home = self.declaration_home(scope, path, false)?;
        let id = self.specialized_record(home, scope, record.tag, path)?;
        if matches!(self.record_info(id).state, Completion::Complete | Completion::InProgress) {
            let (name, earlier) = (self.record(id).name.clone(), self.record(id).span);
            return Err(self.report(
                Diagnostic::error(codes::REDEFINED, format!("`{name}` is defined already"), path.span)
                    .also(earlier, "defined or used here first"),
            ));
        }
        let members = self.record_scope(id);
        self.scopes.get_mut(members).parent = Some(scope);
        self.record_mut(id).span = path.last().span;
        self.record_mut(id).is_union = record.tag == ast::Tag::Union;
        if let Some(info) = self.record_info_mut(id) {
            info.decl = Some(record.clone());
        }
        let ty = QualType::new(self.types.intern(TypeKind::Record(id)));
        self.defined_types.insert((Arc::as_ptr(record) as usize, scope), ty);
        self.complete_record(id)?;
        Ok(ty)
    }

    fn specialized_record(
        &mut self,
        home: ScopeId,
        scope: ScopeId,
        tag: ast::Tag,
        path: &NamePath,
    ) -> Result<super::types::RecordId, Reported> {
        let _ = tag;
        let name = segment_name(path.last()).ok_or(Reported)?;
        let id = self.primary_template(home, name, path)?;
        let args = path.last().args.clone().ok_or(Reported)?;
        let arguments = self.match_arguments(id, &args, scope, path.span)?;
        match self.instantiate(id, arguments, path.span)? {
            super::Found::Type(ty) => self.as_record(ty.ty).ok_or(Reported),
            _ => Err(self.report(Diagnostic::error(
                codes::NO_PRIMARY_TEMPLATE,
                format!("`{}` is no class template", self.path_text(path)),
                path.span,
            ))),
        }
    }

    /// `template <> D`.
    fn declare_specialization(&mut self, scope: ScopeId, decl: &DeclRef) -> Result<(), Reported> {
        match &decl.kind {
            DeclKind::Simple(simple) if simple.declarators.is_empty() => {
                let Some(ty) = &simple.specifiers.ty else { return Err(Reported) };
                match &ty.kind {
                    ast::TypeKind::Record(record) => self.define_record(scope, record).map(|_| ()),
                    ast::TypeKind::Elaborated(tag, path) => {
                        let home = self.declaration_home(scope, path, false)?;
                        self.specialized_record(home, scope, *tag, path).map(|_| ())
                    }
                    _ => Err(Reported),
                }
            }
            DeclKind::Simple(simple) => self.specialize_variable(scope, simple, decl),
            DeclKind::Function(function) => self.specialize_declared_function(scope, function, decl),
            // `template <> template <> …`, the inner one of a member.
            DeclKind::Template(inner) => self.declare_template(scope, inner),
            _ => Err(self.report(Diagnostic::unsupported("this explicit specialisation", decl.span))),
        }
    }

    fn specialize_variable(
        &mut self,
        scope: ScopeId,
        simple: &ast::SimpleDecl,
        decl: &DeclRef,
    ) -> Result<(), Reported> {
        let path = simple.declarators.first().and_then(|declared| declared.declarator.name.clone()).ok_or(Reported)?;
        let Some(args) = path.last().args.clone() else {
            // A static member of a specialised class.
            return self.declare_variable(scope, decl, 0).map(|_| ());
        };
        let home = self.declaration_home(scope, &path, false)?;
        let name = segment_name(path.last()).ok_or(Reported)?;
        let id = self.primary_template(home, name, &path)?;
        let arguments = self.match_arguments(id, &args, scope, path.span)?;
        if self.template(id).instances.contains_key(&arguments) {
            let text = format!("{}{}", self.template(id).display, self.describe_arguments(&arguments));
            return Err(self.report(Diagnostic::error(
                codes::REDEFINED,
                format!("`{text}` is specialised after it has been used, or twice"),
                path.span,
            )));
        }
        let display: Arc<str> = format!("{}{}", self.template(id).display, self.describe_arguments(&arguments)).into();
        let variable = self.new_variable(scope, decl, 0, display)?;
        self.template_mut(id).instances.insert(arguments, Instance::Variable(variable));
        Ok(())
    }

    fn specialize_declared_function(
        &mut self,
        scope: ScopeId,
        function: &ast::Function,
        decl: &DeclRef,
    ) -> Result<(), Reported> {
        let path = function.declarator.name.clone().ok_or(Reported)?;
        let home = self.declaration_home(scope, &path, false)?;
        let record = match self.scopes.get(home).kind {
            ScopeKind::Record(id) => Some(id),
            _ => None,
        };
        // A plain member of an instance: `template <> void S<int>::f() { … }`.
        let name = self.function_name(home, function)?;
        let (signature, info) = self.signature(home, decl, function, record, "".into())?;
        if path.last().args.is_none()
            && let Some(id) = self.same_function(home, name, &signature, &info)
            && path.is_qualified()
        {
            self.replace_body(id, signature, info);
            return Ok(());
        }
        let ty = self.signature_type(&signature);
        let id = self.instance_of_type(home, scope, name, &path, ty, info.deduces_result)?;
        self.replace_body(id, signature, info);
        self.note_specialized_entry(scope, id, function);
        if self.scopes.order > 0 && matches!(self.function(id).body, BodyState::Unchecked) {
            self.unchecked.push(id);
        }
        Ok(())
    }

    fn replace_body(&mut self, id: FunctionId, signature: super::entity::Function, info: super::info::FunctionInfo) {
        let name = self.function(id).name.clone();
        let entry = self.function(id).entry.clone();
        *self.function_mut(id) = super::entity::Function { name, entry, ..signature };
        let template = self.function_info(id).template.clone();
        let defaults = self.function_info(id).defaults.clone();
        *self.function_info_mut(id) = super::info::FunctionInfo { template, defaults, ..info };
    }

    fn signature_type(&mut self, function: &super::entity::Function) -> TypeId {
        let params = function
            .parameters
            .iter()
            .map(|parameter| QualType { is_const: false, is_volatile: false, ..parameter.ty })
            .collect();
        self.types.intern(TypeKind::Function(super::types::FunctionSignature { result: function.result, params }))
    }

    /// The instance of a function template that has a type, template arguments written or deduced from the type.
    pub(super) fn instance_of_type(
        &mut self,
        home: ScopeId,
        scope: ScopeId,
        name: Name,
        path: &NamePath,
        ty: TypeId,
        any_result: bool,
    ) -> Result<FunctionId, Reported> {
        let TypeKind::Function(signature) = self.types.kind(ty).clone() else { return Err(Reported) };
        let arguments: Vec<CallArgument> = signature
            .params
            .iter()
            .map(|param| match *self.types.kind(param.ty) {
                TypeKind::Reference { to, rvalue } => CallArgument {
                    ty: to,
                    category: if rvalue { Category::XValue } else { Category::LValue },
                    opaque: false,
                },
                _ => CallArgument { ty: *param, category: Category::PRValue, opaque: false },
            })
            .collect();
        let explicit = path.last().args.clone().map(|args| (args, scope));
        let mut found: Vec<(TemplateId, FunctionId)> = Vec::new();
        let mut reason = None;
        for candidate in self.candidates_in(home, name) {
            let Candidate::Template(id) = candidate else { continue };
            if self.template(id).kind != TemplateKind::Function {
                continue;
            }
            match self.deduce_and_specialize(id, explicit.as_ref(), &arguments, path.span) {
                Ok(function) => {
                    let made = self.function_type(function);
                    let TypeKind::Function(made) = self.types.kind(made).clone() else { continue };
                    let deduced = any_result || self.function_info(function).deduces_result;
                    if made.params == signature.params && (deduced || made.result == signature.result) {
                        found.push((id, function));
                    }
                }
                Err(failure) => reason = Some(failure.reason),
            }
        }
        if found.len() > 1 {
            let best = found.iter().position(|(id, _)| {
                found.iter().all(|(other, _)| {
                    id == other || self.more_specialized(*id, *other) && !self.more_specialized(*other, *id)
                })
            });
            if let Some(best) = best {
                return Ok(found[best].1);
            }
        }
        if let Some((_, function)) = found.first() {
            return Ok(*function);
        }
        let text = self.path_text(path);
        let mut diagnostic = Diagnostic::error(
            codes::NO_PRIMARY_TEMPLATE,
            format!("no function template `{text}` has this type"),
            path.span,
        );
        if let Some(reason) = reason {
            diagnostic = diagnostic.note(reason);
        }
        for candidate in self.candidates_in(home, name).into_iter().take(3) {
            if let Candidate::Template(id) = candidate {
                diagnostic = diagnostic.also(self.template(id).span, "this one does not fit");
            }
        }
        Err(self.report(diagnostic))
    }

    /// `template D`.
    pub(super) fn declare_instantiation(
        &mut self,
        scope: ScopeId,
        instantiation: &ast::Instantiation,
    ) -> Result<(), Reported> {
        match &instantiation.decl.kind {
            DeclKind::Function(function) => {
                let path = function.declarator.name.clone().ok_or(Reported)?;
                let home = self.declaration_home(scope, &path, false)?;
                let name = self.function_name(home, function)?;
                let record = match self.scopes.get(home).kind {
                    ScopeKind::Record(id) => Some(id),
                    _ => None,
                };
                let (signature, info) = self.signature(scope, &instantiation.decl, function, record, "".into())?;
                let ty = self.signature_type(&signature);
                let id = self.instance_of_type(home, scope, name, &path, ty, info.deduces_result)?;
                if instantiation.is_extern {
                    return Ok(());
                }
                self.need_instance(id);
                let mut attributes = instantiation.attributes.clone();
                attributes.extend(function.specifiers.attributes.iter().cloned());
                let params = function.function_type().map(|ty| ty.params.clone()).unwrap_or_default();
                self.instantiate_entry(scope, id, &attributes, function.specifiers.stage, Some(&params), path.span)
            }
            DeclKind::Simple(simple) if simple.declarators.is_empty() => {
                let Some(ty) = &simple.specifiers.ty else { return Err(Reported) };
                let ty = self.resolve_type(scope, ty)?;
                if instantiation.is_extern {
                    return Ok(());
                }
                self.require_complete(ty.ty, instantiation.decl.span)?;
                if let Some(record) = self.as_record(ty.ty) {
                    self.need_methods(record);
                }
                Ok(())
            }
            DeclKind::Simple(simple) => self.instantiate_by_type(scope, instantiation, simple),
            DeclKind::Error => Err(Reported),
            _ => Err(self.report(Diagnostic::unsupported("this explicit instantiation", instantiation.decl.span))),
        }
    }

    /// `template [[host_name("f")]] kernel decltype(k<float>) k<float>;`
    fn instantiate_by_type(
        &mut self,
        scope: ScopeId,
        instantiation: &ast::Instantiation,
        simple: &ast::SimpleDecl,
    ) -> Result<(), Reported> {
        for declared in &simple.declarators {
            let declarator = &declared.declarator;
            let path = declarator.name.clone().ok_or(Reported)?;
            if has_placeholder(&declarator.ty) {
                continue;
            }
            let ty = self.resolve_type(scope, &declarator.ty)?;
            if !matches!(self.types.kind(ty.ty), TypeKind::Function(_)) {
                // A variable template.
                if let super::Found::Variable(id) = self.lookup_path(scope, &path)? {
                    self.require_variable(id);
                }
                continue;
            }
            let home = self.declaration_home(scope, &path, false)?;
            let name = segment_name(path.last()).ok_or(Reported)?;
            let id = self.instance_of_type(home, scope, name, &path, ty.ty, false)?;
            if instantiation.is_extern {
                continue;
            }
            self.need_instance(id);
            let mut attributes = instantiation.attributes.clone();
            attributes.extend(simple.specifiers.attributes.iter().cloned());
            attributes.extend(declarator.attributes.iter().cloned());
            self.instantiate_entry(scope, id, &attributes, simple.specifiers.stage, None, path.span)?;
        }
        Ok(())
    }

    fn need_instance(&mut self, id: FunctionId) {
        if matches!(self.function(id).body, BodyState::Unchecked) {
            self.unchecked.push(id);
        }
    }

    /// All methods of an explicitly instantiated class.
    fn need_methods(&mut self, record: super::types::RecordId) {
        let scope = self.record_scope(record);
        let mut functions: Vec<FunctionId> = self
            .scopes
            .get(scope)
            .names
            .values()
            .flat_map(|names| &names.entries)
            .filter_map(|entry| match entry.entity {
                Entity::Function(id) => Some(id),
                _ => None,
            })
            .collect();
        functions.sort_unstable();
        for id in functions {
            self.need_instance(id);
        }
    }

    /// Remembers a deduction guide with its class template.
    fn add_guide(
        &mut self,
        scope: ScopeId,
        guide: &ast::DeductionGuide,
        template: &ast::Template,
    ) -> Result<(), Reported> {
        let _ = (scope, template);
        // Nothing in MSL as it is written depends on them; who constructs without arguments finds none.
        Err(self.report(Diagnostic::unsupported("a deduction guide", guide.name.span)))
    }
}

/// The name of a template argument, if it is nothing else.
fn argument_name(argument: &ast::TemplateArg) -> Option<crate::syntax::token::Symbol> {
    match &argument.value {
        TypeOrExpr::Type(ty) => match &ty.kind {
            ast::TypeKind::Name(path) if ty.quals.is_empty() => path.as_ident().map(|ident| ident.symbol),
            _ => None,
        },
        TypeOrExpr::Expr(expr) => match &expr.kind {
            ast::ExprKind::Name(path) => path.as_ident().map(|ident| ident.symbol),
            _ => None,
        },
    }
}

fn unqualified(path: &NamePath) -> NamePath {
    NamePath { global: false, typename: false, segments: vec![path.last().clone()], span: path.span }
}

fn declared_path(decl: &DeclRef) -> Option<NamePath> {
    match &decl.kind {
        DeclKind::Function(function) => function.declarator.name.clone(),
        DeclKind::Simple(simple) => simple.declarators.first()?.declarator.name.clone(),
        DeclKind::Template(inner) => declared_path(&inner.decl),
        _ => None,
    }
}

/// Whether what stands inside `template <…>` is a definition.
#[must_use]
pub fn is_definition(decl: &DeclRef) -> bool {
    match &decl.kind {
        DeclKind::Function(function) => function.body.get().is_some(),
        DeclKind::Simple(simple) => {
            if simple.declarators.is_empty() {
                matches!(simple.specifiers.ty.as_ref().map(|ty| &ty.kind), Some(ast::TypeKind::Record(_)))
            } else {
                !simple.specifiers.is_extern
            }
        }
        DeclKind::Alias(_) => true,
        _ => false,
    }
}
