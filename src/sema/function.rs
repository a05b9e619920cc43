//! Declarations of functions: signatures, redeclarations, definitions.

use super::Sema;
use super::entity::BodyState;
use super::entity::Function;
use super::entity::LibraryType;
use super::entity::Parameter;
use super::hir::FunctionId;
use super::hir::LocalId;
use super::info::FunctionInfo;
use super::info::ParameterName;
use super::lookup::Found;
use super::lookup::segment_name;
use super::report::Reported;
use super::resolve::address_space;
use super::resolve::has_placeholder;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::FunctionBody;
use crate::syntax::ast::SegmentName;
use std::sync::Arc;

/// The largest number of parameters.
const MAX_PARAMETERS: usize = 1024;

impl Sema {
    /// A function as declared by itself (not by a template).
    ///
    /// # Errors
    /// It is wrong, and that has been reported.
    pub(super) fn declare_function(
        &mut self,
        scope: ScopeId,
        decl: &DeclRef,
        function: &ast::Function,
    ) -> Result<FunctionId, Reported> {
        let Some(path) = &function.declarator.name else { return Err(Reported) };
        let home = self.declaration_home(scope, path, function.specifiers.is_friend)?;
        let name = self.function_name(home, function)?;
        let types_scope = if function.specifiers.is_friend { scope } else { home };
        let record = match self.scopes.get(home).kind {
            ScopeKind::Record(id) => Some(id),
            _ => None,
        };
        let display = self.qualified_name(home, &self.display_name(home, name, path));
        let (signature, info) = self.signature(types_scope, decl, function, record, display.into())?;
        self.check_signature(&signature, function, record)?;
        let existing = self.same_function(home, name, &signature, &info);
        let id = match existing {
            Some(existing) => {
                self.merge_function(existing, signature, info, function)?;
                existing
            }
            None if path.is_qualified() => {
                return Err(self.report_no_declaration(home, name, path, function));
            }
            None => {
                let id = self.add_function(signature, info);
                self.scopes.declare(home, name, Entity::Function(id));
                id
            }
        };
        self.note_entry(types_scope, id, function);
        if matches!(self.function(id).body, BodyState::Unchecked) && self.scopes.order > 0 {
            self.unchecked.push(id);
        }
        Ok(id)
    }

    /// The scope that a declared name, perhaps qualified, belongs to.
    pub(super) fn declaration_home(
        &mut self,
        scope: ScopeId,
        path: &ast::NamePath,
        is_friend: bool,
    ) -> Result<ScopeId, Reported> {
        if !path.is_qualified() {
            return Ok(if is_friend { self.scopes.enclosing_namespace(scope) } else { scope });
        }
        let mut place = Found::Namespace(ScopeId::GLOBAL);
        if !path.qualifiers().is_empty() {
            let mut qualifier = path.clone();
            qualifier.segments.pop();
            place = self.lookup_path(scope, &qualifier)?;
        }
        match place {
            Found::Namespace(id) => Ok(id),
            Found::Type(ty) if self.as_record(ty.ty).is_some() => {
                let record = self.as_record(ty.ty).ok_or(Reported)?;
                self.require_members(record, path.span)?;
                Ok(self.record_scope(record))
            }
            Found::Nothing => {
                let mut qualifier = path.clone();
                qualifier.segments.pop();
                Err(self.report_unknown(scope, &qualifier, "namespace or class"))
            }
            _ => Err(self.report(Diagnostic::error(
                codes::NOT_A_SCOPE,
                format!("`{}` can't declare anything", self.path_text(path)),
                path.span,
            ))),
        }
    }

    /// Under which name a function is declared: constructors and conversion functions have none of their own.
    pub(super) fn function_name(&mut self, home: ScopeId, function: &ast::Function) -> Result<Name, Reported> {
        let Some(path) = &function.declarator.name else { return Err(Reported) };
        let last = path.last();
        if let ScopeKind::Record(record) = self.scopes.get(home).kind
            && let SegmentName::Ident(symbol) = last.name
            && function.specifiers.ty.is_none()
            && self.record_info(record).name == Some(symbol)
        {
            return Ok(Name::Constructor);
        }
        match &last.name {
            SegmentName::Conversion(_) => Ok(Name::Conversion),
            SegmentName::Destructor(_) => Err(self.report(Diagnostic::unsupported("a destructor", last.span))),
            _ => segment_name(last).ok_or(Reported),
        }
    }

    /// A function's own name as users write it.
    fn display_name(&self, home: ScopeId, name: Name, path: &ast::NamePath) -> String {
        match (name, &self.scopes.get(home).kind) {
            (Name::Constructor, ScopeKind::Record(record)) => {
                let full = &self.record(*record).name;
                let start = full.rfind("::").map_or(0, |at| at + 2);
                full[start..].split('<').next().unwrap_or_default().to_owned()
            }
            (Name::Conversion, _) => match &path.last().name {
                SegmentName::Conversion(ty) => format!("operator {}", self.map.text(ty.span)),
                _ => "operator".to_owned(),
            },
            _ => self.name_text(name),
        }
    }

    /// The signature of a function, everything resolved.
    pub(super) fn signature(
        &mut self,
        scope: ScopeId,
        decl: &DeclRef,
        function: &ast::Function,
        record: Option<RecordId>,
        display: Arc<str>,
    ) -> Result<(Function, FunctionInfo), Reported> {
        let Some(ty) = function.function_type() else { return Err(Reported) };
        let path = function.declarator.name.as_ref().ok_or(Reported)?;
        let mut info = FunctionInfo::synthetic(scope);
        info.decl = Some(decl.clone());
        info.record = record;
        info.is_explicit = function.specifiers.is_explicit;
        info.ref_qualifier = ty.ref_qualifier;
        let mut parameters = Vec::new();
        for param in &ty.params {
            self.add_parameter(scope, param, &mut parameters, &mut info)?;
        }
        let is_constructor = function.specifiers.ty.is_none() && ty.result.is_none();
        let is_conversion = matches!(path.last().name, SegmentName::Conversion(_));
        info.is_conversion = is_conversion;
        let result = match (&path.last().name, &ty.result) {
            (SegmentName::Conversion(to), _) => self.resolve_type(scope, to)?,
            (_, Some(result)) if has_placeholder(result) => {
                info.deduces_result = true;
                QualType::new(TypeTable::ERROR)
            }
            (_, Some(result)) if ty.trailing_result => {
                self.with_parameters(scope, &parameters, &info, |sema, scope| sema.resolve_type(scope, result))?
            }
            (_, Some(result)) => self.resolve_type(scope, result)?,
            (_, None) => QualType::new(TypeTable::VOID),
        };
        info.is_static = function.specifiers.is_static && record.is_some();
        let this = match record {
            Some(record) if !info.is_static && !function.specifiers.is_friend => {
                let object = self.types.intern(TypeKind::Record(record));
                Some(QualType {
                    ty: object,
                    is_const: ty.this_quals.is_const,
                    is_volatile: ty.this_quals.is_volatile,
                    is_coherent: ty.this_quals.is_coherent,
                    space: ty.this_quals.address_space.map(|(space, _)| address_space(space)),
                })
            }
            _ => None,
        };
        let body = match function.body.get() {
            None => BodyState::Missing,
            Some(FunctionBody::Block(..)) => BodyState::Unchecked,
            Some(FunctionBody::Default) => BodyState::Trivial,
            Some(FunctionBody::Delete) => BodyState::Deleted,
        };
        let attributes = function.specifiers.attributes.iter().chain(&function.declarator.attributes);
        let no_inline = attributes.clone().any(|attribute| self.attribute_name(attribute) == "noinline");
        let result_is_object = !matches!(self.types.kind(result.ty), TypeKind::Reference { .. });
        if result_is_object && result.space.is_some_and(|space| space != AddressSpace::Thread) {
            return Err(self.report_value_space(result, path.span, "a result"));
        }
        let function = Function {
            name: display,
            result: QualType { space: None, ..result },
            parameters,
            this,
            is_constructor: is_constructor && record.is_some() && !is_conversion,
            is_constexpr: function.specifiers.is_constexpr,
            no_inline,
            entry: None,
            body,
            span: path.last().span,
        };
        Ok((function, info))
    }

    /// Resolves one written parameter, which a pack makes none or several.
    fn add_parameter(
        &mut self,
        scope: ScopeId,
        param: &ast::Parameter,
        parameters: &mut Vec<Parameter>,
        info: &mut FunctionInfo,
    ) -> Result<(), Reported> {
        let start = parameters.len() as u32;
        let name: Arc<str> = param.name.map_or("", |name| self.interner.text(name.symbol)).into();
        for (scope, pattern) in self.expand_parameter(scope, param)? {
            let declared = self.resolve_type(scope, &pattern)?;
            let declared = self.apply_type_attributes(scope, declared, &param.attributes)?;
            let ty = self.adjust_parameter(declared);
            if ty.ty == TypeTable::VOID {
                return Err(self.report(Diagnostic::error(
                    codes::INCOMPLETE_TYPE,
                    "a parameter of type `void`",
                    param.span,
                )));
            }
            if !matches!(self.types.kind(ty.ty), TypeKind::Reference { .. })
                && ty.space.is_some_and(|space| space != AddressSpace::Thread)
            {
                return Err(self.report_value_space(ty, param.span, "a parameter"));
            }
            if let Some(record) = self.as_record(ty.ty)
                && let Some(LibraryType::Atomic(_)) = self.library_type(record)
            {
                return Err(self.report(
                    Diagnostic::error(codes::BAD_PARAMETER, "an atomic can't be passed by value", param.span)
                        .label("this would copy it")
                        .help("pass a pointer or reference: atomics live in device or threadgroup memory"),
                ));
            }
            parameters.push(Parameter {
                name: name.clone(),
                ty: QualType { space: None, ..ty },
                attributes: Vec::new(),
                span: param.name.map_or(param.span, |name| name.span),
            });
            info.defaults.push(param.default.get().map(|default| (scope, default.clone())));
            if parameters.len() > MAX_PARAMETERS {
                return Err(self.report(Diagnostic::error(codes::BAD_PARAMETER, "too many parameters", param.span)));
            }
        }
        info.names.push(ParameterName {
            name: param.name.map(|name| name.symbol),
            range: start..parameters.len() as u32,
            is_pack: matches!(param.ty.kind, ast::TypeKind::Pack(_)),
        });
        Ok(())
    }

    fn report_value_space(&mut self, ty: QualType, span: Span, what: &str) -> Reported {
        let space = ty.space_or_thread();
        self.report(
            Diagnostic::error(codes::VALUE_IN_ADDRESS_SPACE, format!("{what} by value in `{space}` memory"), span)
                .label("a value lies where its function is: in thread memory")
                .help(format!("drop `{space}`, or make it a pointer or a reference")),
        )
    }

    fn check_signature(
        &mut self,
        signature: &Function,
        function: &ast::Function,
        record: Option<RecordId>,
    ) -> Result<(), Reported> {
        let span = signature.span;
        if self.scopes.order > 0 && function.function_type().is_some_and(|ty| ty.variadic) {
            return Err(self.report(
                Diagnostic::error(codes::MISSING_IN_MSL, "a function with a variable number of arguments", span)
                    .label("MSL has no C-style variadic functions")
                    .help("use a template with a parameter pack"),
            ));
        }
        if function.specifiers.is_virtual {
            return Err(self.report(
                Diagnostic::error(codes::MISSING_IN_MSL, "a virtual function", span)
                    .label("MSL has no virtual functions"),
            ));
        }
        if record.is_none() && &*signature.name == "main" {
            return Err(self.report(
                Diagnostic::error(codes::BAD_ENTRY_POINT, "a function named `main`", span)
                    .label("this name is reserved")
                    .help("give it another name"),
            ));
        }
        if matches!(self.types.kind(signature.result.ty), TypeKind::Array(..) | TypeKind::Function(_)) {
            return Err(self.report(
                Diagnostic::error(codes::BAD_PARAMETER, "a function can't return an array or a function", span)
                    .help("return a struct that holds the array, or `metal::array`"),
            ));
        }
        Ok(())
    }

    /// A declared function of the same name and parameters.
    pub(super) fn same_function(
        &mut self,
        home: ScopeId,
        name: Name,
        signature: &Function,
        info: &FunctionInfo,
    ) -> Option<FunctionId> {
        let names = self.scopes.get(home).names.get(&name)?;
        names.entries.iter().find_map(|entry| match entry.entity {
            Entity::Function(id) => {
                let other = self.function(id);
                let plain = |ty: QualType| QualType { is_const: false, is_volatile: false, ..ty };
                let same = other.parameters.len() == signature.parameters.len()
                    && other.parameters.iter().zip(&signature.parameters).all(|(a, b)| plain(a.ty) == plain(b.ty));
                let same_result = !info.is_conversion || other.result == signature.result;
                let other_info = self.function_infos.get(&id);
                // Out of its class, a static method is not said to be one.
                let is_static = other_info.is_some_and(|other| other.is_static);
                let same_this = is_static || other.this == signature.this;
                let same_ref = other_info.is_some_and(|other| other.ref_qualifier == info.ref_qualifier);
                let plain_function = other_info.is_some_and(|other| other.template.is_none());
                (same && same_result && same_this && same_ref && plain_function).then_some(id)
            }
            _ => None,
        })
    }

    /// Takes a further declaration of a function in.
    fn merge_function(
        &mut self,
        id: FunctionId,
        signature: Function,
        info: FunctionInfo,
        function: &ast::Function,
    ) -> Result<(), Reported> {
        let earlier = self.function(id).clone();
        let deduced = self.function_info(id).deduces_result || info.deduces_result;
        if !deduced && earlier.result != signature.result {
            let was = self.type_name(earlier.result);
            return Err(self.report(
                Diagnostic::error(
                    codes::CONFLICTING_DECLARATION,
                    format!("`{}` is declared with another result before", earlier.name),
                    signature.span,
                )
                .label(format!("returns `{}` here", self.type_name(signature.result)))
                .also(earlier.span, format!("returns `{was}` here")),
            ));
        }
        let has_body = !matches!(earlier.body, BodyState::Missing);
        let brings_body = !matches!(signature.body, BodyState::Missing);
        if has_body && brings_body {
            return Err(self.report(
                Diagnostic::error(codes::REDEFINED, format!("`{}` is defined twice", earlier.name), signature.span)
                    .also(earlier.span, "first defined here"),
            ));
        }
        let old_info = self.function_info(id);
        let is_friend = function.specifiers.is_friend;
        let target = self.function_mut(id);
        target.is_constexpr |= signature.is_constexpr;
        target.no_inline |= signature.no_inline;
        if brings_body || !has_body {
            target.body = if brings_body { signature.body } else { target.body.clone() };
            for (mine, theirs) in target.parameters.iter_mut().zip(signature.parameters) {
                mine.name = theirs.name;
                mine.ty = theirs.ty;
                mine.span = theirs.span;
            }
            target.span = signature.span;
        }
        let target = self.function_info_mut(id);
        for (mine, theirs) in target.defaults.iter_mut().zip(info.defaults) {
            if mine.is_none() {
                *mine = theirs;
            }
        }
        if brings_body {
            target.decl = info.decl;
            target.names = info.names;
            if is_friend || old_info.record.is_none() {
                target.scope = info.scope;
            }
        }
        Ok(())
    }

    fn report_no_declaration(
        &mut self,
        home: ScopeId,
        name: Name,
        path: &ast::NamePath,
        function: &ast::Function,
    ) -> Reported {
        let mut diagnostic = Diagnostic::error(
            codes::NO_SUCH_MEMBER_DECLARED,
            format!("`{}` has no declaration that this could define", self.path_text(path)),
            path.span,
        );
        let entries = self.scopes.get(home).names.get(&name).map(|names| names.entries.clone()).unwrap_or_default();
        for entry in entries.iter().take(3) {
            if let Entity::Function(id) = entry.entity {
                diagnostic = diagnostic.also(self.function(id).span, "this one has other parameters or qualifiers");
            }
        }
        let _ = function;
        self.report(diagnostic)
    }

    /// The scope in which the body of a function is checked: parameter number i is local number i. Each call makes a
    /// new one.
    pub fn open_function(&mut self, id: FunctionId) -> ScopeId {
        let info = self.function_info(id);
        let scope = self.push_function_scope(info.scope);
        self.declare_parameters(scope, &info);
        scope
    }

    pub(super) fn declare_parameters(&mut self, scope: ScopeId, info: &FunctionInfo) {
        for parameter in &info.names {
            let Some(name) = parameter.name else { continue };
            let mut locals = parameter.range.clone().map(|index| Entity::Local(LocalId(index)));
            let entity = if parameter.is_pack { Some(Entity::Pack(locals.collect())) } else { locals.next() };
            if let Some(entity) = entity {
                self.scopes.declare_always(scope, Name::Ident(name), entity);
            }
        }
    }

    /// The body of a function as written; nothing if it has none.
    #[must_use]
    pub fn function_body(&self, id: FunctionId) -> Option<DeclRef> {
        self.function_infos.get(&id)?.decl.clone()
    }
}
