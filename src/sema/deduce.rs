//! Template argument deduction: the syntax of parameter types is walked against the types of arguments.

use super::Sema;
use super::hir::Category;
use super::hir::FunctionId;
use super::lookup::Found;
use super::report::Reported;
use super::resolve::address_space;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::template::BuiltinTemplate;
use super::template::ConstantValue;
use super::template::TemplateArgument;
use super::template::TemplateArguments;
use super::template::TemplateId;
use super::template::TemplateKind;
use super::types::QualType;
use super::types::TypeKind;
use super::types::TypeTable;
use super::walk;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::ir::Constant;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::TemplateParam;
use crate::syntax::ast::Type;
use crate::syntax::ast::TypeOrExpr;
use std::sync::Arc;

/// An argument of a call as deduction sees it.
#[derive(Clone, Copy, Debug)]
pub struct CallArgument {
    /// Its type, never a reference.
    pub ty: QualType,
    /// Whether it names an object.
    pub category: Category,
    /// A brace list, an overloaded function or so, from which nothing is deduced.
    pub opaque: bool,
}

/// Why a template can't be used for a call.
#[derive(Clone, Debug)]
pub struct DeductionFailure {
    /// As a clause: "couldn't deduce `T`".
    pub reason: String,
    /// The error inside, if there was one.
    pub cause: Option<Box<Diagnostic>>,
}

impl DeductionFailure {
    /// With a reason only.
    #[must_use]
    pub fn because(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), cause: None }
    }

    /// From an error inside.
    #[must_use]
    pub fn caused_by(cause: Box<Diagnostic>) -> Self {
        Self { reason: cause.message.clone(), cause: Some(cause) }
    }
}

/// Template arguments written in a call, and the scope they are written in.
pub type ExplicitArguments = (Arc<[ast::TemplateArg]>, ScopeId);

/// A template as a name in a pattern means it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A template.
    Template(TemplateId),
    /// A template template parameter that is being deduced.
    Parameter(u32),
}

/// How deep patterns may nest.
const MAX_PATTERN_DEPTH: u32 = 64;

/// Arguments found so far.
pub(super) struct Deduction {
    /// The template's parameters.
    pub params: Arc<[TemplateParam]>,
    /// Where their names are `Parameter` entities.
    pub scope: ScopeId,
    /// What they stand for.
    pub bound: Vec<Option<TemplateArgument>>,
    /// Which were written: the call's arguments convert to them.
    pub fixed: Vec<bool>,
    depth: u32,
}

type Matched = Result<(), String>;

impl Deduction {
    pub(super) fn new(params: Arc<[TemplateParam]>, scope: ScopeId) -> Self {
        let count = params.len();
        Self { params, scope, bound: vec![None; count], fixed: vec![false; count], depth: 0 }
    }
}

impl Sema {
    /// A scope in which template parameters stand for themselves.
    pub(super) fn parameter_scope(&mut self, parent: ScopeId, params: &[TemplateParam]) -> ScopeId {
        let scope = self.scopes.push(ScopeKind::Template, parent);
        for (index, param) in params.iter().enumerate() {
            if let Some(name) = param.name {
                self.scopes.declare_always(scope, Name::Ident(name.symbol), Entity::Parameter(index as u32));
            }
        }
        scope
    }

    /// The function that a template becomes for a call.
    ///
    /// # Errors
    /// Why it can't.
    pub fn deduce_and_specialize(
        &mut self,
        id: TemplateId,
        explicit: Option<&ExplicitArguments>,
        arguments: &[CallArgument],
        span: Span,
    ) -> Result<FunctionId, DeductionFailure> {
        let arguments = self.deduce_arguments(id, explicit, arguments, span)?;
        self.specialize_function(id, arguments, span)
    }

    /// The template arguments of a function template for a call.
    pub(super) fn deduce_arguments(
        &mut self,
        id: TemplateId,
        explicit: Option<&ExplicitArguments>,
        arguments: &[CallArgument],
        span: Span,
    ) -> Result<TemplateArguments, DeductionFailure> {
        let template = self.template(id);
        let (params, parent, limit, decl) =
            (template.params.clone(), template.scope, template.order, template.decl.clone());
        let Some(decl) = decl else { return Err(DeductionFailure::because("it has no declaration")) };
        let ast::DeclKind::Function(function) = &decl.kind else {
            return Err(DeductionFailure::because("it is no function template"));
        };
        let Some(ty) = function.function_type().cloned() else {
            return Err(DeductionFailure::because("its type is wrong"));
        };
        let scope = self.parameter_scope(parent, &params);
        self.scopes.get_mut(scope).limit = limit;
        let mut deduction = Deduction::new(params.clone(), scope);
        if let Some((args, home)) = explicit {
            self.bind_explicit(id, args, *home, span, &mut deduction)?;
        }
        self.deduce_call(&mut deduction, &ty.params, arguments)?;
        self.finish_deduction(id, deduction)
    }

    /// Takes the written template arguments.
    fn bind_explicit(
        &mut self,
        id: TemplateId,
        args: &Arc<[ast::TemplateArg]>,
        home: ScopeId,
        span: Span,
        deduction: &mut Deduction,
    ) -> Result<(), DeductionFailure> {
        let bound = self
            .trial(|sema| sema.leading_arguments(id, args, home, span))
            .map_err(DeductionFailure::caused_by)?
            .map_err(|Reported| DeductionFailure::because("its template arguments are wrong"))?;
        for (index, argument) in bound.into_iter().enumerate() {
            deduction.bound[index] = Some(argument);
            deduction.fixed[index] = true;
        }
        Ok(())
    }

    fn deduce_call(
        &mut self,
        deduction: &mut Deduction,
        params: &[ast::Parameter],
        arguments: &[CallArgument],
    ) -> Result<(), DeductionFailure> {
        let mut rest = arguments.iter();
        for (position, param) in params.iter().enumerate() {
            if let ast::TypeKind::Pack(pattern) = &param.ty.kind {
                let after = params.len() - position - 1;
                let count = rest.len().saturating_sub(after);
                let elements: Vec<CallArgument> = rest.by_ref().take(count).copied().collect();
                self.deduce_pack(deduction, pattern, &elements)?;
                continue;
            }
            let Some(argument) = rest.next() else {
                if param.default.get().is_none() {
                    let text = format!("it takes {} arguments, but {} are given", params.len(), arguments.len());
                    return Err(DeductionFailure::because(text));
                }
                continue;
            };
            self.deduce_argument(deduction, &param.ty, argument)?;
        }
        if rest.next().is_some() {
            let text = format!("it takes {} arguments, but {} are given", params.len(), arguments.len());
            return Err(DeductionFailure::because(text));
        }
        Ok(())
    }

    fn deduce_argument(
        &mut self,
        deduction: &mut Deduction,
        pattern: &Type,
        argument: &CallArgument,
    ) -> Result<(), DeductionFailure> {
        if argument.opaque || argument.ty.ty == TypeTable::ERROR {
            return Ok(());
        }
        // What is fixed already, or depends on no parameter, is a matter of conversions.
        if !self.mentions_open(deduction, pattern) {
            return Ok(());
        }
        let scope = deduction.scope;
        let result = match &pattern.kind {
            ast::TypeKind::RValueRef(inner) if self.bare_parameter(deduction, inner).is_some() => {
                let ty = match argument.category {
                    Category::LValue => QualType::new(self.types.reference(argument.ty, false)),
                    _ => QualType { space: None, ..argument.ty },
                };
                self.deduce_type(deduction, scope, inner, ty)
            }
            ast::TypeKind::LValueRef(inner) | ast::TypeKind::RValueRef(inner) => {
                let space = argument.ty.space_or_thread();
                self.deduce_type(deduction, scope, inner, argument.ty.in_space(space))
            }
            _ => {
                let decayed = self.adjust_parameter(argument.ty).unqualified();
                match (&pattern.kind, self.types.kind(decayed.ty).clone()) {
                    // A parameter written as an array is a pointer.
                    (ast::TypeKind::Array(element, _), TypeKind::Pointer(to)) => {
                        self.deduce_type(deduction, scope, element, to)
                    }
                    _ => self.deduce_type(deduction, scope, pattern, decayed),
                }
            }
        };
        result.map_err(DeductionFailure::because)
    }

    fn deduce_pack(
        &mut self,
        deduction: &mut Deduction,
        pattern: &Type,
        elements: &[CallArgument],
    ) -> Result<(), DeductionFailure> {
        let packs = self.packs_in(deduction, |note| walk::type_names(pattern, note));
        let fixed: Vec<Option<TemplateArgument>> =
            packs.iter().map(|index| deduction.bound[*index as usize].clone()).collect();
        let mut found: Vec<Vec<TemplateArgument>> = vec![Vec::new(); packs.len()];
        for (position, element) in elements.iter().enumerate() {
            for (slot, index) in packs.iter().enumerate() {
                let given = match &fixed[slot] {
                    Some(TemplateArgument::Pack(list)) => list.get(position).cloned(),
                    _ => None,
                };
                deduction.fixed[*index as usize] = given.is_some();
                deduction.bound[*index as usize] = given;
            }
            self.deduce_argument(deduction, pattern, element)?;
            for (slot, index) in packs.iter().enumerate() {
                match deduction.bound[*index as usize].take() {
                    Some(argument) => found[slot].push(argument),
                    None => return Err(DeductionFailure::because("couldn't deduce an element of a pack")),
                }
            }
        }
        for (slot, index) in packs.iter().enumerate() {
            let list = std::mem::take(&mut found[slot]);
            deduction.bound[*index as usize] = Some(TemplateArgument::Pack(list.into()));
            deduction.fixed[*index as usize] = true;
        }
        Ok(())
    }

    /// The packs among the template parameters that syntax names.
    fn packs_in(
        &mut self,
        deduction: &Deduction,
        walk: impl FnOnce(&mut dyn FnMut(crate::syntax::token::Symbol)),
    ) -> Vec<u32> {
        let mut names = Vec::new();
        walk(&mut |name| names.push(name));
        let mut packs = Vec::new();
        for name in names {
            if let Some(Entity::Parameter(index)) = self.plain_entity(deduction.scope, name)
                && deduction.params.get(index as usize).is_some_and(|param| param.pack)
                && !packs.contains(&index)
            {
                packs.push(index);
            }
        }
        packs
    }

    /// Whether a pattern names a parameter that is not fixed.
    fn mentions_open(&mut self, deduction: &Deduction, pattern: &Type) -> bool {
        let mut names = Vec::new();
        walk::type_names(pattern, &mut |name| names.push(name));
        names.into_iter().any(|name| match self.plain_entity(deduction.scope, name) {
            Some(Entity::Parameter(index)) => !deduction.fixed.get(index as usize).copied().unwrap_or(true),
            _ => false,
        })
    }

    /// The parameter that a type is the plain, unqualified name of.
    fn bare_parameter(&mut self, deduction: &Deduction, ty: &Type) -> Option<u32> {
        let ast::TypeKind::Name(path) = &ty.kind else { return None };
        if !ty.quals.is_empty() {
            return None;
        }
        match self.plain_entity(deduction.scope, path.as_ident()?.symbol) {
            Some(Entity::Parameter(index)) => Some(index),
            _ => None,
        }
    }

    /// Binds a parameter, or compares with what it is bound to.
    fn bind(&mut self, deduction: &mut Deduction, index: u32, argument: TemplateArgument) -> Matched {
        let slot = index as usize;
        let Some(earlier) = &deduction.bound[slot] else {
            deduction.bound[slot] = Some(argument);
            return Ok(());
        };
        if deduction.fixed[slot] || same_argument(earlier, &argument) {
            return Ok(());
        }
        let name = deduction.params[slot].name.map_or("a parameter", |name| self.interner.text(name.symbol));
        Err(format!(
            "`{name}` would be both `{}` and `{}`",
            self.describe_arguments(std::slice::from_ref(earlier)).trim_matches(['<', '>']),
            self.describe_arguments(std::slice::from_ref(&argument)).trim_matches(['<', '>'])
        ))
    }

    /// Walks a type's syntax against a type.
    pub(super) fn deduce_type(
        &mut self,
        deduction: &mut Deduction,
        scope: ScopeId,
        pattern: &Type,
        actual: QualType,
    ) -> Matched {
        if deduction.depth > MAX_PATTERN_DEPTH {
            return Err("its types are nested too deeply".to_owned());
        }
        deduction.depth += 1;
        let result = self.deduce_qualified(deduction, scope, pattern, actual);
        deduction.depth -= 1;
        result
    }

    fn deduce_qualified(
        &mut self,
        deduction: &mut Deduction,
        scope: ScopeId,
        pattern: &Type,
        mut actual: QualType,
    ) -> Matched {
        if pattern.quals.is_const {
            actual.is_const = false;
        }
        if pattern.quals.is_volatile {
            actual.is_volatile = false;
        }
        if pattern.quals.is_coherent {
            actual.is_coherent = false;
        }
        if let Some((wanted, _)) = pattern.quals.address_space {
            let wanted = address_space(wanted);
            let given = actual.space_or_thread();
            if given != wanted {
                return Err(format!("an object in `{wanted}` memory is wanted, not one in `{given}` memory"));
            }
            actual.space = None;
        }
        let kind = self.types.kind(actual.ty).clone();
        match (&pattern.kind, kind) {
            (ast::TypeKind::Name(path), _) => self.deduce_name(deduction, scope, path, actual),
            (ast::TypeKind::Pointer(inner), TypeKind::Pointer(to)) => self.deduce_type(deduction, scope, inner, to),
            (ast::TypeKind::LValueRef(inner), TypeKind::Reference { to, rvalue: false })
            | (ast::TypeKind::RValueRef(inner), TypeKind::Reference { to, rvalue: true }) => {
                self.deduce_type(deduction, scope, inner, to)
            }
            (ast::TypeKind::Array(element, bound), TypeKind::Array(actual_element, count)) => {
                let element_type = QualType { ty: actual_element.ty, ..actual };
                self.deduce_type(deduction, scope, element, element_type)?;
                if let (Some(bound), Some(count)) = (bound, count) {
                    let value = TemplateArgument::Value(
                        TypeTable::ULONG,
                        ConstantValue::Number(Constant::scalar(Scalar::U64, count)),
                    );
                    self.deduce_value(deduction, scope, bound, value)?;
                }
                Ok(())
            }
            (ast::TypeKind::Function(function), TypeKind::Function(signature)) => {
                if function.params.len() != signature.params.len() {
                    return Err("a function with other parameters is wanted".to_owned());
                }
                if let Some(result) = &function.result {
                    self.deduce_type(deduction, scope, result, signature.result)?;
                }
                for (param, actual) in function.params.iter().zip(&signature.params) {
                    self.deduce_type(deduction, scope, &param.ty, *actual)?;
                }
                Ok(())
            }
            (ast::TypeKind::Auto, _) => Ok(()),
            (
                ast::TypeKind::Pointer(_)
                | ast::TypeKind::LValueRef(_)
                | ast::TypeKind::RValueRef(_)
                | ast::TypeKind::Array(..)
                | ast::TypeKind::Function(_),
                _,
            ) => Err(format!("`{}` does not fit `{}`", self.type_name(actual), self.map.text(pattern.span))),
            // Nothing is deduced from the rest.
            _ => Ok(()),
        }
    }

    fn deduce_name(&mut self, deduction: &mut Deduction, scope: ScopeId, path: &NamePath, actual: QualType) -> Matched {
        if let Some(ident) = path.as_ident() {
            match self.plain_entity(scope, ident.symbol) {
                Some(Entity::Parameter(index)) => {
                    // Thread memory is what an object lies in unless something else is said.
                    let actual =
                        QualType { space: actual.space.filter(|space| *space != AddressSpace::Thread), ..actual };
                    return self.bind(deduction, index, TemplateArgument::Type(actual));
                }
                Some(Entity::Written(written, home)) => {
                    return match &*written {
                        TypeOrExpr::Type(ty) => self.deduce_type(deduction, home, ty, actual),
                        TypeOrExpr::Expr(_) => Ok(()),
                    };
                }
                _ => return Ok(()),
            }
        }
        let Some(args) = path.last().args.clone() else { return Ok(()) };
        let Some(named) = self.template_of_path(scope, path) else { return Ok(()) };
        let misfit = |sema: &Self| format!("`{}` is no `{}`", sema.type_name(actual), sema.map.text(path.span));
        let kind = self.types.kind(actual.ty).clone();
        if let Named::Template(id) = named {
            match self.template(id).kind {
                TemplateKind::Builtin(builtin) => {
                    let (scalar, sizes): (Scalar, Vec<u8>) = match (builtin, kind) {
                        (BuiltinTemplate::Vec, TypeKind::Vector(scalar, n))
                        | (BuiltinTemplate::PackedVec, TypeKind::PackedVector(scalar, n)) => (scalar, vec![n]),
                        (BuiltinTemplate::Matrix, TypeKind::Matrix(scalar, c, r)) => (scalar, vec![c, r]),
                        _ => return Err(misfit(self)),
                    };
                    let mut actuals = vec![TemplateArgument::Type(QualType::new(self.types.scalar(scalar)))];
                    actuals.extend(sizes.into_iter().map(small_integer));
                    return self.deduce_arguments_list(deduction, scope, &args, &actuals);
                }
                TemplateKind::Alias => return self.deduce_alias(deduction, scope, id, &args, actual),
                _ => {}
            }
        }
        let TypeKind::Record(record) = kind else { return Err(misfit(self)) };
        let mut queue = vec![record];
        let mut at = 0;
        while at < queue.len() && at < 64 {
            let record = queue[at];
            at += 1;
            if let Some((id, actuals)) = self.record_template(record) {
                let fits = match named {
                    Named::Template(wanted) => wanted == id,
                    Named::Parameter(index) => {
                        self.bind(deduction, index, TemplateArgument::Template(id))?;
                        true
                    }
                };
                if fits {
                    return self.deduce_arguments_list(deduction, scope, &args, &actuals);
                }
            }
            if self.require_members(record, Span::NONE).is_ok() {
                queue.extend(self.record_bases(record));
            }
        }
        Err(misfit(self))
    }

    /// Looks through an alias template whose right side deduction can use.
    fn deduce_alias(
        &mut self,
        deduction: &mut Deduction,
        scope: ScopeId,
        id: TemplateId,
        args: &Arc<[ast::TemplateArg]>,
        actual: QualType,
    ) -> Matched {
        let template = self.template(id).clone();
        let Some(decl) = &template.decl else { return Ok(()) };
        let ast::DeclKind::Alias(alias) = &decl.kind else { return Ok(()) };
        if args.iter().any(|arg| arg.pack) || template.params.iter().any(|param| param.pack) {
            return Ok(());
        }
        let inside = self.scopes.push(ScopeKind::Template, template.scope);
        for (index, param) in template.params.iter().enumerate() {
            let Some(name) = param.name else { continue };
            let Some(arg) = args.get(index) else { return Ok(()) };
            let entity = Entity::Written(Arc::new(arg.value.clone()), scope);
            self.scopes.declare_always(inside, Name::Ident(name.symbol), entity);
        }
        self.deduce_type(deduction, inside, &alias.ty, actual)
    }

    /// Walks a list of written template arguments against actual ones.
    pub(super) fn deduce_arguments_list(
        &mut self,
        deduction: &mut Deduction,
        scope: ScopeId,
        patterns: &Arc<[ast::TemplateArg]>,
        actuals: &[TemplateArgument],
    ) -> Matched {
        let mut flat: Vec<TemplateArgument> = Vec::new();
        for actual in actuals {
            match actual {
                TemplateArgument::Pack(list) => flat.extend(list.iter().cloned()),
                actual => flat.push(actual.clone()),
            }
        }
        let mut rest = flat.into_iter();
        for (position, pattern) in patterns.iter().enumerate() {
            if !pattern.pack {
                // Missing arguments are defaults; nothing is deduced from them.
                let Some(actual) = rest.next() else { return Err("there are fewer template arguments".to_owned()) };
                self.deduce_template_argument(deduction, scope, &pattern.value, actual)?;
                continue;
            }
            let after = patterns.len() - position - 1;
            let count = rest.len().saturating_sub(after);
            let packs = self.packs_in(deduction, |note| walk::argument_names(&pattern.value, note));
            let mut found: Vec<Vec<TemplateArgument>> = vec![Vec::new(); packs.len()];
            let earlier: Vec<_> = packs.iter().map(|index| deduction.bound[*index as usize].take()).collect();
            for actual in rest.by_ref().take(count) {
                self.deduce_template_argument(deduction, scope, &pattern.value, actual)?;
                for (slot, index) in packs.iter().enumerate() {
                    found[slot].extend(deduction.bound[*index as usize].take());
                }
            }
            for ((index, list), earlier) in packs.iter().zip(found).zip(earlier) {
                let list = TemplateArgument::Pack(list.into());
                if earlier.as_ref().is_some_and(|earlier| *earlier != list) && !deduction.fixed[*index as usize] {
                    return Err("a pack would be two different lists".to_owned());
                }
                deduction.bound[*index as usize] = Some(list);
            }
        }
        // What is left over are defaults; whether the whole then agrees is seen when the pattern is filled in.
        Ok(())
    }

    fn deduce_template_argument(
        &mut self,
        deduction: &mut Deduction,
        scope: ScopeId,
        pattern: &TypeOrExpr,
        actual: TemplateArgument,
    ) -> Matched {
        match (pattern, actual) {
            (TypeOrExpr::Type(ty), TemplateArgument::Type(actual)) => self.deduce_type(deduction, scope, ty, actual),
            (TypeOrExpr::Type(ty), actual) => match &ty.kind {
                ast::TypeKind::Name(path) => self.deduce_named_value(deduction, scope, path, actual),
                _ => Err("a type is wanted".to_owned()),
            },
            (TypeOrExpr::Expr(expr), TemplateArgument::Type(actual)) => match &expr.kind {
                ast::ExprKind::Name(path) => self.deduce_name(deduction, scope, path, actual),
                _ => Err("a value is wanted".to_owned()),
            },
            (TypeOrExpr::Expr(expr), actual) => self.deduce_value(deduction, scope, expr, actual),
        }
    }

    fn deduce_value(
        &mut self,
        deduction: &mut Deduction,
        scope: ScopeId,
        pattern: &ast::Expr,
        actual: TemplateArgument,
    ) -> Matched {
        match &pattern.kind {
            ast::ExprKind::Name(path) => self.deduce_named_value(deduction, scope, path, actual),
            ast::ExprKind::Paren(inner) => self.deduce_value(deduction, scope, inner, actual),
            ast::ExprKind::Int(literal) => match number(&actual) {
                Some(value) if value != literal.value => Err(format!("{} is wanted, not {value}", literal.value)),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn deduce_named_value(
        &mut self,
        deduction: &mut Deduction,
        scope: ScopeId,
        path: &NamePath,
        actual: TemplateArgument,
    ) -> Matched {
        let Some(ident) = path.as_ident() else { return Ok(()) };
        match self.plain_entity(scope, ident.symbol) {
            Some(Entity::Parameter(index)) => self.bind(deduction, index, actual),
            Some(Entity::Written(written, home)) => {
                self.deduce_template_argument(deduction, home, &written.as_ref().clone(), actual)
            }
            _ => Ok(()),
        }
    }

    /// The template that the last part of a name means, if its qualifiers are namespaces.
    pub(super) fn template_of_path(&mut self, scope: ScopeId, path: &NamePath) -> Option<Named> {
        let last = path.last();
        let ast::SegmentName::Ident(symbol) = last.name else { return None };
        if !path.is_qualified() {
            return match self.plain_entity(scope, symbol) {
                Some(Entity::Template(id)) => Some(Named::Template(id)),
                Some(Entity::Parameter(index)) => Some(Named::Parameter(index)),
                // A class's own name inside it.
                Some(Entity::Tag(ty)) => {
                    let record = self.as_record(ty.ty)?;
                    self.record_template(record).map(|(id, _)| Named::Template(id))
                }
                Some(Entity::Written(written, home)) => match &*written {
                    TypeOrExpr::Type(ty) => match &ty.kind {
                        ast::TypeKind::Name(path) => self.template_of_path(home, path),
                        _ => None,
                    },
                    TypeOrExpr::Expr(_) => None,
                },
                Some(_) => None,
                None => {
                    let interner = self.interner.clone();
                    self.builtin_template_name(interner.text(symbol)).map(Named::Template)
                }
            };
        }
        // Qualified by something that depends on parameters: nothing is deduced through it.
        if let Some(ast::Segment { name: ast::SegmentName::Ident(first), args, .. }) = path.qualifiers().first()
            && !path.global
            && (args.is_some() || matches!(self.plain_entity(scope, *first), Some(Entity::Parameter(_))))
        {
            return None;
        }
        let mut bare = path.clone();
        if let Some(segment) = bare.segments.last_mut() {
            segment.args = None;
        }
        match self.trial(|sema| sema.lookup_path(scope, &bare)) {
            Ok(Ok(Found::Template(id))) => Some(Named::Template(id)),
            _ => None,
        }
    }

    /// The type of a variable declared with `auto` in its type, from its initialiser's type and category.
    ///
    /// # Errors
    /// The shapes don't match; that has been reported.
    pub fn deduce_placeholder(&mut self, ty: &ast::Type, from: CallArgument, span: Span) -> Result<QualType, Reported> {
        match &ty.kind {
            ast::TypeKind::DecltypeAuto => Ok(match from.category {
                Category::PRValue => from.ty,
                Category::LValue => QualType::new(self.types.reference(from.ty, false)),
                Category::XValue => QualType::new(self.types.reference(from.ty, true)),
            }),
            ast::TypeKind::LValueRef(inner) => {
                let to = self.placeholder_for(inner, from.ty, span)?;
                let to = QualType { is_const: to.is_const, ..to };
                let to = to.in_space(to.space.or(from.ty.space).unwrap_or(AddressSpace::Thread));
                Ok(QualType::new(self.types.reference(to, false)))
            }
            ast::TypeKind::RValueRef(inner) => {
                let is_bare = matches!(inner.kind, ast::TypeKind::Auto) && inner.quals.is_empty();
                let to = self.placeholder_for(inner, from.ty, span)?;
                let to = to.in_space(to.space.or(from.ty.space).unwrap_or(AddressSpace::Thread));
                Ok(QualType::new(self.types.reference(to, !(is_bare && from.category == Category::LValue))))
            }
            _ => {
                let decayed = self.adjust_parameter(from.ty).unqualified();
                self.placeholder_for(ty, decayed, span)
            }
        }
    }

    /// `auto`, perhaps behind pointers, for a type.
    fn placeholder_for(&mut self, ty: &ast::Type, actual: QualType, span: Span) -> Result<QualType, Reported> {
        let quals = &ty.quals;
        let written_space = quals.address_space.map(|(space, _)| address_space(space));
        match (&ty.kind, self.types.kind(actual.ty).clone()) {
            (ast::TypeKind::Auto | ast::TypeKind::DecltypeAuto, _) => {
                if let (Some(wanted), Some(given)) = (written_space, actual.space)
                    && wanted != given
                {
                    let name = self.type_name(actual);
                    return Err(self.report(
                        Diagnostic::error(
                            codes::TWO_ADDRESS_SPACES,
                            format!(
                                "an object in `{wanted}` memory is declared, but the initialiser is in `{given}` memory"
                            ),
                            span,
                        )
                        .label(format!("this is `{name}`")),
                    ));
                }
                Ok(QualType {
                    is_const: actual.is_const || quals.is_const,
                    is_volatile: actual.is_volatile || quals.is_volatile,
                    space: written_space.or(actual.space),
                    ..actual
                })
            }
            (ast::TypeKind::Pointer(inner), TypeKind::Pointer(to)) => {
                let to = self.placeholder_for(inner, to, span)?;
                let mut pointer = QualType::new(self.types.pointer(to));
                pointer.is_const = quals.is_const;
                pointer.space = written_space;
                Ok(pointer)
            }
            _ => {
                let name = self.type_name(actual);
                let wanted = self.map.text(ty.span).to_owned();
                Err(self.report(
                    Diagnostic::error(codes::CANNOT_DEDUCE, format!("`{wanted}` can't be deduced from `{name}`"), span)
                        .label(format!("this is `{name}`")),
                ))
            }
        }
    }
}

/// A size of a vector or matrix, as an `int`.
fn small_integer(value: u8) -> TemplateArgument {
    TemplateArgument::Value(TypeTable::INT, ConstantValue::Number(Constant::i32(i32::from(value))))
}

fn number(argument: &TemplateArgument) -> Option<u64> {
    match argument {
        TemplateArgument::Value(_, ConstantValue::Number(constant)) => constant.bits.first().copied(),
        _ => None,
    }
}

/// Whether two deduced arguments agree; numbers may differ in type.
fn same_argument(a: &TemplateArgument, b: &TemplateArgument) -> bool {
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}
