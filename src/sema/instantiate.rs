//! Instances of templates: made once for each list of arguments, and only as far as they are needed.

use super::Sema;
use super::attribute::name_expr;
use super::deduce::Deduction;
use super::deduce::DeductionFailure;
use super::hir::FunctionId;
use super::hir::VariableId;
use super::info::Completion;
use super::lookup::Candidate;
use super::lookup::Found;
use super::lookup::Overloads;
use super::pack::Pattern;
use super::report::Reported;
use super::resolve::has_placeholder;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::template::BuiltinTemplate;
use super::template::ConstantValue;
use super::template::Instance;
use super::template::TemplateArgument;
use super::template::TemplateArguments;
use super::template::TemplateId;
use super::template::TemplateKind;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::DeclKind;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::TemplateParam;
use crate::syntax::ast::TemplateParamKind;
use crate::syntax::ast::TypeOrExpr;
use std::sync::Arc;

/// How deep instantiations may need one another.
const MAX_DEPTH: usize = 200;

/// The largest number of instances of one template.
const MAX_INSTANCES: usize = 20_000;

/// A written template argument in its scope, packs expanded.
struct Written {
    value: TypeOrExpr,
    scope: ScopeId,
    span: Span,
}

impl Sema {
    /// What a class, alias or variable template is for written arguments.
    ///
    /// # Errors
    /// The arguments don't fit.
    pub fn instantiate_named(
        &mut self,
        id: TemplateId,
        args: &Arc<[ast::TemplateArg]>,
        scope: ScopeId,
        span: Span,
    ) -> Result<Found, Reported> {
        if let TemplateKind::Builtin(builtin) = self.template(id).kind {
            return self.builtin_instance(builtin, args, scope, span);
        }
        let arguments = self.match_arguments(id, args, scope, span)?;
        self.instantiate(id, arguments, span)
    }

    /// What a class, alias or variable template is for arguments.
    pub(super) fn instantiate(
        &mut self,
        id: TemplateId,
        arguments: TemplateArguments,
        span: Span,
    ) -> Result<Found, Reported> {
        if self.template(id).instances.len() > MAX_INSTANCES {
            let message = format!("`{}` has more than {MAX_INSTANCES} instances", self.template(id).display);
            return Err(self.report(Diagnostic::error(codes::INSTANTIATION_DEPTH, message, span)));
        }
        match self.template(id).kind {
            TemplateKind::Record => {
                let record = self.record_instance(id, arguments);
                Ok(Found::Type(QualType::new(self.types.intern(TypeKind::Record(record)))))
            }
            TemplateKind::Alias => self.alias_instance(id, arguments, span).map(Found::Type),
            TemplateKind::Variable => self.variable_instance(id, arguments, span).map(Found::Variable),
            TemplateKind::Function | TemplateKind::Builtin(_) => {
                Err(self.report(Diagnostic::internal("an instance of no class, alias or variable template", span)))
            }
        }
    }

    fn builtin_instance(
        &mut self,
        builtin: BuiltinTemplate,
        args: &Arc<[ast::TemplateArg]>,
        scope: ScopeId,
        span: Span,
    ) -> Result<Found, Reported> {
        let written = self.expand_arguments(args, scope)?;
        let wanted = if builtin == BuiltinTemplate::Matrix { 3 } else { 2 };
        if written.len() != wanted {
            let message = format!("{wanted} template arguments are wanted here, not {}", written.len());
            return Err(self.report(Diagnostic::error(codes::TEMPLATE_ARGUMENT_MISMATCH, message, span)));
        }
        let element = self.type_argument(&written[0])?;
        let mut sizes = Vec::new();
        for size in &written[1..] {
            sizes.push(self.value_argument(size, QualType::new(TypeTable::INT))?);
        }
        let size = |argument: &TemplateArgument| match argument {
            TemplateArgument::Value(_, ConstantValue::Number(constant)) => constant.bits.first().copied(),
            _ => None,
        };
        let shape: Vec<u64> = sizes.iter().filter_map(size).collect();
        let scalar = match *self.types.kind(element.ty) {
            TypeKind::Scalar(scalar) => Some(scalar),
            _ => None,
        };
        let in_range = |n: u64| (2..=4).contains(&n);
        let kind = match (builtin, scalar, shape.as_slice()) {
            (BuiltinTemplate::Vec, Some(scalar), &[1]) => Some(TypeKind::Scalar(scalar)),
            (BuiltinTemplate::Vec, Some(scalar), &[n]) if in_range(n) || n == 8 || n == 16 => {
                Some(TypeKind::Vector(scalar, n as u8))
            }
            (BuiltinTemplate::PackedVec, Some(scalar), &[n]) if in_range(n) => {
                Some(TypeKind::PackedVector(scalar, n as u8))
            }
            (BuiltinTemplate::Matrix, Some(scalar), &[c, r]) if scalar.is_float() && in_range(c) && in_range(r) => {
                Some(TypeKind::Matrix(scalar, c as u8, r as u8))
            }
            _ => None,
        };
        let Some(kind) = kind else {
            let mut arguments = vec![TemplateArgument::Type(element)];
            arguments.extend(sizes);
            let name = match builtin {
                BuiltinTemplate::Vec => "vec",
                BuiltinTemplate::PackedVec => "packed_vec",
                BuiltinTemplate::Matrix => "matrix",
            };
            let message = format!("there is no type `{name}{}`", self.describe_arguments(&arguments));
            return Err(self.report(
                Diagnostic::error(codes::TEMPLATE_ARGUMENT_MISMATCH, message, span)
                    .label("elements are scalars, and there are 2 to 4 of them in each direction"),
            ));
        };
        Ok(Found::Type(QualType::new(self.types.intern(kind))))
    }

    /// Expands packs among written arguments.
    fn expand_arguments(&mut self, args: &Arc<[ast::TemplateArg]>, scope: ScopeId) -> Result<Vec<Written>, Reported> {
        let mut written = Vec::with_capacity(args.len());
        for arg in args.iter() {
            if arg.pack {
                for scope in self.expand_pack(scope, Pattern::Argument(&arg.value), arg.span)? {
                    written.push(Written { value: arg.value.clone(), scope, span: arg.span });
                }
            } else {
                written.push(Written { value: arg.value.clone(), scope, span: arg.span });
            }
        }
        Ok(written)
    }

    fn type_argument(&mut self, written: &Written) -> Result<QualType, Reported> {
        match &written.value {
            TypeOrExpr::Type(ty) => self.resolve_type(written.scope, ty),
            TypeOrExpr::Expr(expr) => match &expr.kind {
                ast::ExprKind::Name(path) => {
                    let ty = ast::Type {
                        kind: ast::TypeKind::Name(path.clone()),
                        quals: ast::Qualifiers::default(),
                        span: expr.span,
                    };
                    self.resolve_type(written.scope, &ty)
                }
                _ => Err(self.report(
                    Diagnostic::error(
                        codes::TEMPLATE_ARGUMENT_MISMATCH,
                        "a value where a type is wanted",
                        written.span,
                    )
                    .label("the template takes a type here"),
                )),
            },
        }
    }

    fn value_argument(&mut self, written: &Written, wanted: QualType) -> Result<TemplateArgument, Reported> {
        let expr = match &written.value {
            TypeOrExpr::Expr(expr) => expr.clone(),
            TypeOrExpr::Type(ty) => match name_expr(ty).or_else(|| self.trait_expr(ty)) {
                Some(expr) => Arc::new(expr),
                None => {
                    return Err(self.report(
                        Diagnostic::error(
                            codes::TEMPLATE_ARGUMENT_MISMATCH,
                            "a type where a value is wanted",
                            written.span,
                        )
                        .label("the template takes a value here"),
                    ));
                }
            },
        };
        // A parameter that is named stands for its value, whatever its type was.
        let checked = if wanted.ty == TypeTable::ERROR {
            self.check_expr(written.scope, &expr)
        } else {
            self.initialize(written.scope, wanted, &ast::Init::Copy(expr.clone()), written.span)
        };
        if checked.ty.ty == TypeTable::ERROR {
            return Err(Reported);
        }
        let ty = if wanted.ty == TypeTable::ERROR { checked.ty.ty } else { wanted.ty };
        let value = self.constant_value(&checked)?;
        Ok(TemplateArgument::Value(ty, value))
    }

    /// `__is_class(T)`, which looks like the type of a function.
    fn trait_expr(&self, ty: &ast::Type) -> Option<ast::Expr> {
        let ast::TypeKind::Function(function) = &ty.kind else { return None };
        let ast::TypeKind::Name(path) = &function.result.as_ref()?.kind else { return None };
        let name = path.as_ident()?;
        let text = self.interner.text(name.symbol);
        if !text.starts_with("__is_") && !text.starts_with("__has_") {
            return None;
        }
        let operands = function.params.iter().map(|param| TypeOrExpr::Type(param.ty.clone())).collect();
        Some(ast::Expr { kind: ast::ExprKind::Trait(name, operands), span: ty.span })
    }

    fn template_argument(&mut self, written: &Written) -> Result<TemplateArgument, Reported> {
        let path = match &written.value {
            TypeOrExpr::Type(ty) => match &ty.kind {
                ast::TypeKind::Name(path) => Some(path.clone()),
                _ => None,
            },
            TypeOrExpr::Expr(expr) => match &expr.kind {
                ast::ExprKind::Name(path) => Some(path.clone()),
                _ => None,
            },
        };
        if let Some(path) = path {
            match self.lookup_path(written.scope, &path)? {
                Found::Template(id) => return Ok(TemplateArgument::Template(id)),
                // The class's own name inside it means the template here.
                Found::Type(ty) => {
                    if let Some((id, _)) = self.as_record(ty.ty).and_then(|record| self.record_template(record)) {
                        return Ok(TemplateArgument::Template(id));
                    }
                }
                Found::Nothing => return Err(self.report_unknown(written.scope, &path, "template")),
                _ => {}
            }
        }
        Err(self.report(
            Diagnostic::error(codes::TEMPLATE_ARGUMENT_MISMATCH, "a template is wanted here", written.span)
                .label("no class or alias template"),
        ))
    }

    /// One argument for a parameter, whose own type may name earlier parameters in `scope`.
    fn argument_for(
        &mut self,
        param: &TemplateParam,
        scope: ScopeId,
        written: &Written,
    ) -> Result<TemplateArgument, Reported> {
        match &param.kind {
            TemplateParamKind::Type(_) => self.type_argument(written).map(TemplateArgument::Type),
            TemplateParamKind::Value(ty, _) => {
                let wanted = self.value_parameter_type(scope, ty)?;
                self.value_argument(written, wanted)
            }
            TemplateParamKind::Template(..) => self.template_argument(written),
        }
    }

    /// The type of a value parameter; the error type stands for `auto`.
    fn value_parameter_type(&mut self, scope: ScopeId, ty: &ast::Type) -> Result<QualType, Reported> {
        if has_placeholder(ty) {
            return Ok(QualType::new(TypeTable::ERROR));
        }
        let resolved = self.resolve_type(scope, ty)?;
        Ok(QualType { is_const: false, is_volatile: false, space: None, ..self.adjust_parameter(resolved) })
    }

    fn default_argument(
        &mut self,
        param: &TemplateParam,
        scope: ScopeId,
    ) -> Result<Option<TemplateArgument>, Reported> {
        let span = param.span;
        let value = match &param.kind {
            TemplateParamKind::Type(Some(default)) => TypeOrExpr::Type(default.clone()),
            TemplateParamKind::Value(_, Some(default)) => TypeOrExpr::Expr(default.clone()),
            TemplateParamKind::Template(_, Some(default)) => TypeOrExpr::Type(Arc::new(ast::Type {
                kind: ast::TypeKind::Name(default.clone()),
                quals: ast::Qualifiers::default(),
                span,
            })),
            _ => return Ok(None),
        };
        self.argument_for(param, scope, &Written { value, scope, span }).map(Some)
    }

    /// Makes a parameter's name stand for an argument.
    pub(super) fn bind_parameter(&mut self, scope: ScopeId, param: &TemplateParam, argument: &TemplateArgument) {
        if let Some(name) = param.name {
            let entity = argument_entity(argument);
            self.scopes.declare_always(scope, Name::Ident(name.symbol), entity);
        }
    }

    /// A scope in which template parameters stand for arguments.
    pub(super) fn bind_scope(
        &mut self,
        parent: ScopeId,
        limit: u32,
        params: &[TemplateParam],
        arguments: &[TemplateArgument],
    ) -> ScopeId {
        let scope = self.scopes.push(ScopeKind::Template, parent);
        self.scopes.get_mut(scope).limit = limit;
        for (param, argument) in params.iter().zip(arguments) {
            self.bind_parameter(scope, param, argument);
        }
        scope
    }

    /// The arguments of a class, alias or variable template from written ones and defaults.
    pub(super) fn match_arguments(
        &mut self,
        id: TemplateId,
        args: &Arc<[ast::TemplateArg]>,
        home: ScopeId,
        span: Span,
    ) -> Result<TemplateArguments, Reported> {
        let template = self.template(id);
        let (params, parent, limit) = (template.params.clone(), template.scope, template.order);
        let written = self.expand_arguments(args, home)?;
        let scope = self.bind_scope(parent, limit, &[], &[]);
        let mut arguments = Vec::with_capacity(params.len());
        let given = written.len();
        let mut rest = written.into_iter();
        for param in params.iter() {
            let argument = if param.pack {
                let mut elements = Vec::new();
                for written in rest.by_ref() {
                    elements.push(self.argument_for(param, scope, &written)?);
                }
                TemplateArgument::Pack(elements.into())
            } else if let Some(written) = rest.next() {
                self.argument_for(param, scope, &written)?
            } else {
                match self.default_argument(param, scope)? {
                    Some(argument) => argument,
                    None => return Err(self.report_argument_count(id, given, span)),
                }
            };
            self.bind_parameter(scope, param, &argument);
            arguments.push(argument);
        }
        if rest.next().is_some() {
            return Err(self.report_argument_count(id, given, span));
        }
        Ok(arguments.into())
    }

    fn report_argument_count(&mut self, id: TemplateId, given: usize, span: Span) -> Reported {
        let template = self.template(id);
        let most = template.params.len();
        let least = template.params.iter().filter(|param| !param.pack && !has_default(param)).count();
        let wanted = match (least, most) {
            _ if template.params.iter().any(|param| param.pack) => format!("at least {least}"),
            (least, most) if least == most => format!("{most}"),
            (least, most) => format!("{least} to {most}"),
        };
        let message = format!("`{}` takes {wanted} template arguments, not {given}", template.display);
        let declared = template.span;
        self.report(Diagnostic::error(codes::TEMPLATE_ARGUMENT_MISMATCH, message, span).also(declared, "declared here"))
    }

    /// The arguments that a call writes for a function template: those of the first parameters.
    pub(super) fn leading_arguments(
        &mut self,
        id: TemplateId,
        args: &Arc<[ast::TemplateArg]>,
        home: ScopeId,
        span: Span,
    ) -> Result<Vec<TemplateArgument>, Reported> {
        let template = self.template(id);
        let (params, parent, limit) = (template.params.clone(), template.scope, template.order);
        let written = self.expand_arguments(args, home)?;
        let scope = self.bind_scope(parent, limit, &[], &[]);
        let given = written.len();
        let mut rest = written.into_iter().peekable();
        let mut arguments = Vec::new();
        for param in params.iter() {
            if rest.peek().is_none() {
                break;
            }
            let argument = if param.pack {
                let mut elements = Vec::new();
                for written in rest.by_ref() {
                    elements.push(self.argument_for(param, scope, &written)?);
                }
                TemplateArgument::Pack(elements.into())
            } else {
                match rest.next() {
                    Some(written) => self.argument_for(param, scope, &written)?,
                    None => break,
                }
            };
            self.bind_parameter(scope, param, &argument);
            arguments.push(argument);
        }
        if rest.next().is_some() {
            return Err(self.report_argument_count(id, given, span));
        }
        Ok(arguments)
    }

    /// Fills in defaults and brings values to the types of their parameters.
    pub(super) fn finish_deduction(
        &mut self,
        id: TemplateId,
        deduction: Deduction,
    ) -> Result<TemplateArguments, DeductionFailure> {
        let template = self.template(id);
        let (parent, limit) = (template.scope, template.order);
        let result = self.trial(|sema| sema.complete_arguments(&deduction, parent, limit));
        match result {
            Ok(Ok(arguments)) => Ok(arguments),
            Ok(Err(failure)) => Err(failure),
            Err(cause) => Err(DeductionFailure::caused_by(cause)),
        }
    }

    pub(super) fn complete_arguments(
        &mut self,
        deduction: &Deduction,
        parent: ScopeId,
        limit: u32,
    ) -> Result<TemplateArguments, DeductionFailure> {
        let wrong = |Reported| DeductionFailure::because("a default template argument is wrong");
        let scope = self.bind_scope(parent, limit, &[], &[]);
        let mut arguments = Vec::with_capacity(deduction.params.len());
        for (index, param) in deduction.params.iter().enumerate() {
            let argument = match &deduction.bound[index] {
                Some(argument) => self.settle_argument(param, scope, argument.clone()).map_err(wrong)?,
                None if param.pack => TemplateArgument::Pack([].into()),
                None => match self.default_argument(param, scope).map_err(wrong)? {
                    Some(argument) => argument,
                    None => {
                        let name = param.name.map_or("a parameter", |name| self.interner.text(name.symbol));
                        return Err(DeductionFailure::because(format!("couldn't deduce `{name}`")));
                    }
                },
            };
            self.bind_parameter(scope, param, &argument);
            arguments.push(argument);
        }
        Ok(arguments.into())
    }

    /// Brings a deduced value to its parameter's type.
    fn settle_argument(
        &mut self,
        param: &TemplateParam,
        scope: ScopeId,
        argument: TemplateArgument,
    ) -> Result<TemplateArgument, Reported> {
        match (&param.kind, argument) {
            (TemplateParamKind::Value(ty, _), TemplateArgument::Value(from, ConstantValue::Number(constant))) => {
                let wanted = self.value_parameter_type(scope, ty)?;
                let scalar = match *self.types.kind(wanted.ty) {
                    TypeKind::Scalar(scalar) => scalar,
                    TypeKind::Enum(id) => self.enumeration(id).underlying,
                    _ => return Ok(TemplateArgument::Value(from, ConstantValue::Number(constant))),
                };
                if scalar.is_float() || constant.scalar.is_float() {
                    return Ok(TemplateArgument::Value(from, ConstantValue::Number(constant)));
                }
                let bits = constant.bits.first().copied().unwrap_or_default();
                let value = crate::ir::Constant::scalar(scalar, bits);
                Ok(TemplateArgument::Value(wanted.ty, ConstantValue::Number(value)))
            }
            (_, TemplateArgument::Pack(elements)) => {
                let mut settled = Vec::with_capacity(elements.len());
                for element in elements.iter() {
                    settled.push(self.settle_argument(param, scope, element.clone())?);
                }
                Ok(TemplateArgument::Pack(settled.into()))
            }
            (_, argument) => Ok(argument),
        }
    }

    /// The class for arguments, perhaps not completed yet.
    fn record_instance(&mut self, id: TemplateId, arguments: TemplateArguments) -> RecordId {
        if let Some(Instance::Record(record)) = self.template(id).instances.get(&arguments) {
            return *record;
        }
        let template = self.template(id);
        let (parent, span, name) = (template.scope, template.span, template.name);
        let display: Arc<str> = format!("{}{}", template.display, self.describe_arguments(&arguments)).into();
        let tag = template.decl.as_ref().map_or(ast::Tag::Struct, tag_of);
        let symbol = match name {
            Name::Ident(symbol) => Some(symbol),
            _ => None,
        };
        let record = self.new_record(parent, tag, symbol, display, span);
        if let Some(info) = self.record_info_mut(record) {
            info.template = Some((id, arguments.clone()));
        }
        self.template_mut(id).instances.insert(arguments, Instance::Record(record));
        record
    }

    /// Declares the members of an instance of a class template.
    pub(super) fn complete_instance(&mut self, record: RecordId, span: Span) -> Result<(), Reported> {
        let Some((id, arguments)) = self.record_template(record) else { return Ok(()) };
        let name = self.record(record).name.clone();
        self.check_depth(&name, span)?;
        let chosen = self.outside_trials(|sema| sema.choose_partial(id, &arguments, &name, span))?;
        let template = self.template(id);
        let (parent, limit, params, decl, bound) = match chosen {
            Some((index, bound)) => {
                let partial = &template.partials[index];
                (partial.scope, partial.order, partial.params.clone(), Some(partial.decl.clone()), bound)
            }
            None => (template.scope, template.order, template.params.clone(), template.decl.clone(), arguments.clone()),
        };
        let Some(definition) = decl.as_ref().and_then(record_definition) else { return Ok(()) };
        let scope = self.bind_scope(parent, limit, &params, &bound);
        let members = self.record_scope(record);
        self.scopes.get_mut(members).parent = Some(scope);
        if let Some(info) = self.record_info_mut(record) {
            info.decl = Some(definition.clone());
            info.tag = definition.tag;
        }
        self.record_mut(record).is_union = definition.tag == ast::Tag::Union;
        let result = self.outside_trials(|sema| sema.with_trail(name, span, |sema| sema.complete_record(record)));
        if result.is_ok() {
            self.attach_outer_members(record, id, &arguments);
        }
        result
    }

    fn check_depth(&mut self, name: &Arc<str>, span: Span) -> Result<(), Reported> {
        if self.trail_depth() < MAX_DEPTH {
            return Ok(());
        }
        let message = format!("instantiating `{name}` needs more than {MAX_DEPTH} instantiations inside one another");
        Err(self.outside_trials(|sema| {
            sema.report(
                Diagnostic::error(codes::INSTANTIATION_DEPTH, message, span)
                    .help("a recursive template needs a specialisation that ends it"),
            )
        }))
    }

    /// The partial specialisation for arguments, with the arguments of its own parameters.
    fn choose_partial(
        &mut self,
        id: TemplateId,
        arguments: &TemplateArguments,
        name: &Arc<str>,
        span: Span,
    ) -> Result<Option<(usize, TemplateArguments)>, Reported> {
        let mut fitting: Vec<(usize, TemplateArguments)> = Vec::new();
        for index in 0..self.template(id).partials.len() {
            if let Some(bound) = self.match_partial(id, index, arguments) {
                fitting.push((index, bound));
            }
        }
        if fitting.len() <= 1 {
            return Ok(fitting.pop());
        }
        let best = (0..fitting.len()).find(|&candidate| {
            (0..fitting.len())
                .all(|other| other == candidate || self.partial_beats(id, fitting[candidate].0, fitting[other].0))
        });
        match best {
            Some(best) => Ok(Some(fitting.swap_remove(best))),
            None => {
                let template = self.template(id);
                let mut diagnostic = Diagnostic::error(
                    codes::AMBIGUOUS_SPECIALIZATION,
                    format!("several specialisations fit `{name}`, none better than the others"),
                    span,
                );
                for (index, _) in fitting.iter().take(3) {
                    diagnostic = diagnostic.also(template.partials[*index].decl.span, "this one fits");
                }
                Err(self.report(diagnostic))
            }
        }
    }

    fn partial_beats(&mut self, id: TemplateId, a: usize, b: usize) -> bool {
        let template = self.template(id);
        let (a, b) = (template.partials[a].clone(), template.partials[b].clone());
        let (x, y) = ((&*a.params, &*a.args, a.scope), (&*b.params, &*b.args, b.scope));
        self.pattern_more_specialized(x, y) && !self.pattern_more_specialized(y, x)
    }

    /// Whether a partial specialisation fits, and with which arguments.
    fn match_partial(
        &mut self,
        id: TemplateId,
        index: usize,
        arguments: &TemplateArguments,
    ) -> Option<TemplateArguments> {
        let partial = self.template(id).partials[index].clone();
        let scope = self.parameter_scope(partial.scope, &partial.params);
        let mut deduction = Deduction::new(partial.params.clone(), scope);
        self.deduce_arguments_list(&mut deduction, scope, &partial.args, arguments).ok()?;

        self.trial(|sema| {
            let bound = sema.complete_arguments(&deduction, partial.scope, partial.order).ok()?;
            // The pattern, filled in, has to give back the arguments.
            let inside = sema.bind_scope(partial.scope, partial.order, &partial.params, &bound);
            let filled = sema.match_arguments(id, &partial.args, inside, Span::NONE).ok()?;
            (filled == *arguments).then_some(bound)
        })
        .ok()?
    }

    fn alias_instance(
        &mut self,
        id: TemplateId,
        arguments: TemplateArguments,
        span: Span,
    ) -> Result<QualType, Reported> {
        match self.template(id).instances.get(&arguments) {
            Some(Instance::Type(ty)) => return Ok(*ty),
            Some(Instance::Failed) if !self.in_trial() => {}
            _ => {}
        }
        let name: Arc<str> = format!("{}{}", self.template(id).display, self.describe_arguments(&arguments)).into();
        self.check_depth(&name, span)?;
        let template = self.template(id).clone();
        let Some(decl) = template.decl else { return Err(Reported) };
        let DeclKind::Alias(alias) = &decl.kind else { return Err(Reported) };
        let scope = self.bind_scope(template.scope, template.order, &template.params, &arguments);
        // An alias is part of what names it: its errors count in the attempt under way.
        let ty = self.with_trail(name, span, |sema| {
            let ty = sema.resolve_type(scope, &alias.ty)?;
            sema.apply_type_attributes(scope, ty, &alias.attributes)
        })?;
        self.template_mut(id).instances.insert(arguments, Instance::Type(ty));
        Ok(ty)
    }

    fn variable_instance(
        &mut self,
        id: TemplateId,
        arguments: TemplateArguments,
        span: Span,
    ) -> Result<VariableId, Reported> {
        match self.template(id).instances.get(&arguments) {
            Some(Instance::Variable(variable)) => return Ok(*variable),
            Some(Instance::Failed) => return Err(Reported),
            _ => {}
        }
        let name: Arc<str> = format!("{}{}", self.template(id).display, self.describe_arguments(&arguments)).into();
        self.check_depth(&name, span)?;
        let chosen = self.outside_trials(|sema| sema.choose_partial(id, &arguments, &name, span))?;
        let template = self.template(id);
        let (parent, limit, params, decl, bound) = match chosen {
            Some((index, bound)) => {
                let partial = &template.partials[index];
                (partial.scope, partial.order, partial.params.clone(), Some(partial.decl.clone()), bound)
            }
            None => (template.scope, template.order, template.params.clone(), template.decl.clone(), arguments.clone()),
        };
        let decl = decl.ok_or(Reported)?;
        let scope = self.bind_scope(parent, limit, &params, &bound);
        let made = self.outside_trials(|sema| {
            sema.with_trail(name.clone(), span, |sema| sema.new_variable(scope, &decl, 0, name))
        });
        let instance = made.map_or(Instance::Failed, Instance::Variable);
        self.template_mut(id).instances.insert(arguments, instance);
        made
    }

    /// The function for arguments.
    ///
    /// # Errors
    /// The signature is wrong for them: the template is no candidate.
    pub fn specialize_function(
        &mut self,
        id: TemplateId,
        arguments: TemplateArguments,
        span: Span,
    ) -> Result<FunctionId, DeductionFailure> {
        if let Some(Instance::Function(function)) = self.template(id).instances.get(&arguments) {
            return Ok(*function);
        }
        let template = self.template(id);
        let (display, record) = (template.display.clone(), template.record);
        let (parent, limit, params) = (template.scope, template.order, template.params.clone());
        let Some(decl) = template.decl.clone() else { return Err(DeductionFailure::because("it has no declaration")) };
        let DeclKind::Function(function) = &decl.kind else {
            return Err(DeductionFailure::because("it is no function template"));
        };
        let name: Arc<str> = match self.template(id).family {
            Some(_) => display,
            None => format!("{display}{}", self.describe_arguments(&arguments)).into(),
        };
        if self.trail_depth() >= MAX_DEPTH || self.template(id).instances.len() > MAX_INSTANCES {
            let _ = self.check_depth(&name, span);
            return Err(DeductionFailure::because("its instantiations are nested too deeply"));
        }
        let scope = self.bind_scope(parent, limit, &params, &arguments);
        let made = self.trial(|sema| {
            sema.with_trail(name.clone(), span, |sema| sema.signature(scope, &decl, function, record, name.clone()))
        });
        let (signature, mut info) = match made {
            Ok(Ok(made)) => made,
            Ok(Err(Reported)) => return Err(DeductionFailure::because("its signature is wrong for these arguments")),
            Err(cause) => return Err(DeductionFailure::caused_by(cause)),
        };
        info.template = Some((id, arguments.clone()));
        let function = self.add_function(signature, info);
        self.template_mut(id).instances.insert(arguments, Instance::Function(function));
        Ok(function)
    }

    /// The one function that a name with template arguments, or a name of a single function, means by itself.
    ///
    /// # Errors
    /// There are several, or none.
    pub fn single_function(&mut self, overloads: &Overloads, span: Span) -> Result<FunctionId, Reported> {
        let mut functions = Vec::new();
        let mut last = None;
        for candidate in &overloads.candidates {
            match *candidate {
                Candidate::Function(id) if overloads.explicit.is_none() => functions.push(id),
                Candidate::Function(_) => {}
                Candidate::Template(id) => {
                    let Some((args, home)) = &overloads.explicit else { continue };
                    match self.explicit_function(id, args, *home, span) {
                        Ok(function) => functions.push(function),
                        Err(failure) => last = Some(failure),
                    }
                }
            }
        }
        match (functions.as_slice(), last) {
            ([function], _) => Ok(*function),
            ([], Some(failure)) => {
                let mut diagnostic =
                    Diagnostic::error(codes::CANNOT_DEDUCE, "no function template fits these arguments", span)
                        .note(failure.reason);
                if let Some(cause) = failure.cause {
                    diagnostic = diagnostic.also(cause.primary_span(), cause.message);
                }
                Err(self.report(diagnostic))
            }
            _ => Err(self.report(
                Diagnostic::error(codes::CANNOT_DEDUCE, "this name means several functions, or none", span)
                    .label("which one is not clear here"),
            )),
        }
    }

    /// A function template for arguments that are all written or defaults.
    pub(super) fn explicit_function(
        &mut self,
        id: TemplateId,
        args: &Arc<[ast::TemplateArg]>,
        home: ScopeId,
        span: Span,
    ) -> Result<FunctionId, DeductionFailure> {
        let template = self.template(id);
        let (params, parent) = (template.params.clone(), template.scope);
        let leading = match self.trial(|sema| sema.leading_arguments(id, args, home, span)) {
            Ok(Ok(leading)) => leading,
            Ok(Err(Reported)) => return Err(DeductionFailure::because("its template arguments are wrong")),
            Err(cause) => return Err(DeductionFailure::caused_by(cause)),
        };
        let mut deduction = Deduction::new(params, parent);
        for (slot, argument) in deduction.bound.iter_mut().zip(leading) {
            *slot = Some(argument);
        }
        let arguments = self.finish_deduction(id, deduction)?;
        self.specialize_function(id, arguments, span)
    }

    /// Gives methods of an instance the bodies that are defined outside the class template.
    fn attach_outer_members(&mut self, record: RecordId, id: TemplateId, arguments: &TemplateArguments) {
        for outer in self.template(id).outer_members.clone() {
            self.attach_outer_member(record, &outer, arguments);
        }
    }

    /// One of them: also for instances that exist when the definition comes.
    pub(super) fn attach_outer_member(
        &mut self,
        record: RecordId,
        outer: &super::template::OuterMember,
        arguments: &TemplateArguments,
    ) {
        if self.record_info(record).state != Completion::Complete {
            return;
        }
        let bound: TemplateArguments = match &outer.args {
            None => arguments.clone(),
            Some(args) => {
                let scope = self.parameter_scope(outer.scope, &outer.params);
                let mut deduction = Deduction::new(outer.params.clone(), scope);
                if self.deduce_arguments_list(&mut deduction, scope, args, arguments).is_err() {
                    return;
                }
                match self.trial(|sema| sema.complete_arguments(&deduction, outer.scope, u32::MAX)) {
                    Ok(Ok(bound)) => bound,
                    _ => return,
                }
            }
        };
        let home = self.record_scope(record);
        // The definition has its own names for the parameters; behind them, the class's members are known.
        let scope = self.bind_scope(home, u32::MAX, &outer.params, &bound);
        match &outer.decl.kind {
            DeclKind::Function(function) => self.attach_method(record, scope, &outer.decl, function),
            DeclKind::Template(inner) => self.attach_member_template(home, scope, inner),
            DeclKind::Simple(_) => self.attach_static_member(home, scope, &outer.decl),
            _ => {}
        }
    }

    fn attach_method(&mut self, record: RecordId, scope: ScopeId, decl: &DeclRef, function: &ast::Function) {
        let home = self.record_scope(record);
        let Ok(name) = self.function_name(home, function) else { return };
        let Ok((signature, info)) =
            self.outside_trials(|sema| sema.signature(scope, decl, function, Some(record), "".into()))
        else {
            return;
        };
        let Some(id) = self.same_function(home, name, &signature, &info) else { return };
        if !matches!(self.function(id).body, super::entity::BodyState::Missing) {
            return;
        }
        let target = self.function_mut(id);
        target.body = signature.body;
        target.span = signature.span;
        for (mine, theirs) in target.parameters.iter_mut().zip(signature.parameters) {
            mine.name = theirs.name;
            mine.span = theirs.span;
        }
        let target = self.function_info_mut(id);
        target.decl = info.decl;
        target.names = info.names;
        target.scope = scope;
    }

    fn attach_member_template(&mut self, home: ScopeId, scope: ScopeId, inner: &ast::Template) {
        let DeclKind::Function(function) = &inner.decl.kind else { return };
        let Ok(name) = self.function_name(home, function) else { return };
        let entries = self.scopes.get(home).names.get(&name).map(|names| names.entries.clone()).unwrap_or_default();
        let Some(ty) = function.function_type() else { return };
        for entry in entries {
            let Entity::Template(id) = entry.entity else { continue };
            let template = self.template(id).clone();
            let Some(declared) = &template.decl else { continue };
            let DeclKind::Function(other) = &declared.kind else { continue };
            let same = other.body.get().is_none()
                && template.params.len() == inner.params.len()
                && other.function_type().is_some_and(|other| other.params.len() == ty.params.len());
            if same {
                let target = self.template_mut(id);
                target.decl = Some(inner.decl.clone());
                target.params = merged_defaults(&inner.params, &template.params);
                target.scope = scope;
                return;
            }
        }
    }

    fn attach_static_member(&mut self, home: ScopeId, scope: ScopeId, decl: &DeclRef) {
        let DeclKind::Simple(simple) = &decl.kind else { return };
        let Some(declared) = simple.declarators.first() else { return };
        let Some(path) = &declared.declarator.name else { return };
        let Some(name) = super::lookup::segment_name(path.last()) else { return };
        let entry = self.scopes.get(home).names.get(&name).and_then(|names| names.entries.first().cloned());
        if let Some(Entity::Variable(id)) = entry.map(|entry| entry.entity)
            && declared.init.get().is_some()
            && let Some(info) = self.variable_infos.get_mut(&id)
        {
            info.scope = scope;
            info.decl = Some((decl.clone(), 0));
            info.state = super::info::VariableState::Pending;
        }
    }
}

/// Parameters of a definition with the defaults that an earlier declaration gave.
#[must_use]
pub fn merged_defaults(params: &[TemplateParam], earlier: &[TemplateParam]) -> Arc<[TemplateParam]> {
    let merged = params.iter().enumerate().map(|(index, param)| {
        let mut param = param.clone();
        if !has_default(&param)
            && let Some(earlier) = earlier.get(index)
        {
            match (&mut param.kind, &earlier.kind) {
                (TemplateParamKind::Type(mine), TemplateParamKind::Type(theirs)) => mine.clone_from(theirs),
                (TemplateParamKind::Value(_, mine), TemplateParamKind::Value(_, theirs)) => mine.clone_from(theirs),
                (TemplateParamKind::Template(_, mine), TemplateParamKind::Template(_, theirs)) => {
                    mine.clone_from(theirs);
                }
                _ => {}
            }
        }
        param
    });
    merged.collect()
}

fn has_default(param: &TemplateParam) -> bool {
    match &param.kind {
        TemplateParamKind::Type(default) => default.is_some(),
        TemplateParamKind::Value(_, default) => default.is_some(),
        TemplateParamKind::Template(_, default) => default.is_some(),
    }
}

/// What a template parameter's name stands for.
fn argument_entity(argument: &TemplateArgument) -> Entity {
    match argument {
        TemplateArgument::Type(ty) => Entity::Type(*ty),
        TemplateArgument::Value(..) => Entity::Value(argument.clone()),
        TemplateArgument::Template(id) => Entity::Template(*id),
        TemplateArgument::Pack(elements) => Entity::Pack(elements.iter().map(argument_entity).collect()),
    }
}

/// The class that a declaration inside `template <…>` defines.
#[must_use]
pub fn record_definition(decl: &DeclRef) -> Option<Arc<ast::Record>> {
    let DeclKind::Simple(simple) = &decl.kind else { return None };
    match &simple.specifiers.ty.as_ref()?.kind {
        ast::TypeKind::Record(record) => Some(record.clone()),
        _ => None,
    }
}

fn tag_of(decl: &DeclRef) -> ast::Tag {
    let DeclKind::Simple(simple) = &decl.kind else { return ast::Tag::Struct };
    match simple.specifiers.ty.as_ref().map(|ty| &ty.kind) {
        Some(ast::TypeKind::Record(record)) => record.tag,
        Some(ast::TypeKind::Elaborated(tag, _)) => *tag,
        _ => ast::Tag::Struct,
    }
}
