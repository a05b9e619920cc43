//! Declarations at namespace, class and block scope: what they make known.

use super::Sema;
use super::lookup::Found;
use super::report::Reported;
use super::scope::Entity;
use super::scope::Name;
use super::scope::PendingDecl;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::template::ConstantValue;
use super::types::QualType;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Decl;
use crate::syntax::ast::DeclKind;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::Unit;
use std::sync::Arc;

impl Sema {
    /// Makes the library's names known; each declaration is processed when it is first looked up.
    pub fn index_library(&mut self, unit: &Unit) {
        self.scopes.order = 0;
        self.index_declarations(ScopeId::GLOBAL, &unit.decls);
    }

    fn index_declarations(&mut self, scope: ScopeId, decls: &[DeclRef]) {
        for decl in decls {
            match &decl.kind {
                DeclKind::Namespace(namespace) => {
                    let inside = self.open_namespace(scope, namespace);
                    self.index_declarations(inside, &namespace.decls);
                }
                DeclKind::Linkage(list) => self.index_declarations(scope, list),
                _ => self.index_declaration(scope, decl),
            }
        }
    }

    fn index_declaration(&mut self, scope: ScopeId, decl: &DeclRef) {
        let mut names = Vec::new();
        if !declared_names(decl, &mut names) {
            self.declare(scope, decl);
            return;
        }
        let index = self.scopes.pending.len() as u32;
        self.scopes.pending.push(PendingDecl { scope, decl: Some(decl.clone()) });
        for name in names {
            let pending = &mut self.scopes.get_mut(scope).names.entry(name).or_default().pending;
            if pending.last() != Some(&index) {
                pending.push(index);
            }
        }
    }

    /// A declaration of the library, processed when one of its names is looked up.
    pub(super) fn declare_library(&mut self, scope: ScopeId, decl: &DeclRef) {
        let order = std::mem::replace(&mut self.scopes.order, 0);
        self.outside_trials(|sema| sema.declare(scope, decl));
        self.scopes.order = order;
    }

    /// Declares all of a program, in order, and checks its functions.
    pub fn declare_unit(&mut self, unit: &Unit) {
        self.declare_all(ScopeId::GLOBAL, &unit.decls);
        self.check_entries();
    }

    fn declare_all(&mut self, scope: ScopeId, decls: &[DeclRef]) {
        for decl in decls {
            match &decl.kind {
                DeclKind::Namespace(namespace) => {
                    let inside = self.open_namespace(scope, namespace);
                    self.declare_all(inside, &namespace.decls);
                }
                DeclKind::Linkage(list) => self.declare_all(scope, list),
                _ => {
                    self.clock += 1;
                    self.scopes.order = self.clock;
                    self.declare(scope, decl);
                    self.check_declared();
                }
            }
        }
    }

    /// Checks the functions and variables that the last declaration defined.
    fn check_declared(&mut self) {
        let mut at = 0;
        while at < self.unchecked.len() {
            let id = self.unchecked[at];
            at += 1;
            let info = self.function_info(id);
            if info.template.is_some() {
                let (name, span) = (self.function(id).name.clone(), self.function(id).span);
                self.with_trail(name, span, |sema| sema.check_body(id));
            } else {
                self.check_body(id);
            }
        }
        self.unchecked.clear();
        self.check_pending_bodies();
    }

    /// A declaration at its place: everything but variables of functions, which are up to who checks the body.
    pub fn declare(&mut self, scope: ScopeId, decl: &DeclRef) {
        // What goes wrong has been reported; the declaration then declares nothing.
        let _ = self.try_declare(scope, decl);
    }

    fn try_declare(&mut self, scope: ScopeId, decl: &DeclRef) -> Result<(), Reported> {
        match &decl.kind {
            DeclKind::Empty | DeclKind::Pragma(_) | DeclKind::Error => Ok(()),
            DeclKind::Namespace(namespace) => {
                let inside = self.open_namespace(scope, namespace);
                for decl in &namespace.decls {
                    self.declare(inside, decl);
                }
                Ok(())
            }
            DeclKind::NamespaceAlias(name, path) => match self.lookup_path(scope, path)? {
                Found::Namespace(id) => {
                    self.scopes.declare(scope, Name::Ident(name.symbol), Entity::Namespace(id));
                    Ok(())
                }
                _ => Err(self.report_unknown(scope, path, "namespace")),
            },
            DeclKind::UsingDirective(path) => match self.lookup_path(scope, path)? {
                Found::Namespace(id) => {
                    let order = self.scopes.order;
                    let directives = &mut self.scopes.get_mut(scope).directives;
                    if !directives.iter().any(|(known, _)| *known == id) {
                        directives.push((id, order));
                    }
                    Ok(())
                }
                _ => Err(self.report_unknown(scope, path, "namespace")),
            },
            DeclKind::UsingDeclaration(path) => self.declare_using(scope, path),
            DeclKind::Alias(alias) => {
                let ty = self.resolve_type(scope, &alias.ty)?;
                let ty = self.apply_type_attributes(scope, ty, &alias.attributes)?;
                self.declare_type_name(scope, alias.name, ty)
            }
            DeclKind::Simple(simple) => self.declare_simple(scope, simple, decl),
            DeclKind::Function(function) => {
                if function.specifiers.is_typedef {
                    return self.declare_typedef(scope, &function.specifiers, &function.declarator);
                }
                self.declare_function(scope, decl, function).map(|_| ())
            }
            DeclKind::StructuredBinding(binding) => {
                let span = binding.names.first().map_or(decl.span, |name| name.span);
                Err(self.report(
                    Diagnostic::error(codes::PROGRAM_SCOPE_VARIABLE, "a structured binding outside a function", span)
                        .help("declare the parts one by one"),
                ))
            }
            DeclKind::Template(template) => self.declare_template(scope, template),
            DeclKind::Instantiation(instantiation) => self.declare_instantiation(scope, instantiation),
            DeclKind::DeductionGuide(guide) => {
                Err(self.report(Diagnostic::unsupported("a deduction guide", guide.name.span)))
            }
            DeclKind::StaticAssert(condition, message) => self.static_assert(scope, condition, message.as_deref()),
            DeclKind::Linkage(list) => {
                for decl in list {
                    self.declare(scope, decl);
                }
                Ok(())
            }
        }
    }

    /// The scope of a namespace, perhaps opened before.
    fn open_namespace(&mut self, scope: ScopeId, namespace: &ast::Namespace) -> ScopeId {
        let transparent = namespace.inline || namespace.name.is_none();
        let known = match namespace.name {
            Some(name) => self.scopes.get(scope).names.get(&Name::Ident(name.symbol)).and_then(|names| {
                names.entries.iter().find_map(|entry| match entry.entity {
                    Entity::Namespace(id) => Some(id),
                    _ => None,
                })
            }),
            None => self
                .scopes
                .get(scope)
                .transparent
                .iter()
                .copied()
                .find(|id| matches!(&self.scopes.get(*id).kind, ScopeKind::Namespace(None))),
        };
        if let Some(known) = known {
            return known;
        }
        let text: Option<Arc<str>> = namespace.name.map(|name| self.interner.text(name.symbol).into());
        let id = self.scopes.push(ScopeKind::Namespace(text), scope);
        if let Some(name) = namespace.name {
            self.scopes.declare(scope, Name::Ident(name.symbol), Entity::Namespace(id));
        }
        if transparent {
            self.scopes.get_mut(scope).transparent.push(id);
        }
        id
    }

    fn declare_using(&mut self, scope: ScopeId, path: &ast::NamePath) -> Result<(), Reported> {
        let name = super::lookup::segment_name(path.last()).ok_or(Reported)?;
        // `using Base::Base;`
        if let (ScopeKind::Record(_), [.., class, last]) = (&self.scopes.get(scope).kind, path.segments.as_slice())
            && let (ast::SegmentName::Ident(class), ast::SegmentName::Ident(last)) = (&class.name, &last.name)
            && class == last
        {
            return Err(self.report(Diagnostic::unsupported("inheriting constructors", path.span)));
        }
        let entities = self.lookup_entities(scope, path)?;
        if entities.is_empty() {
            return Err(self.report_unknown(scope, path, "name"));
        }
        for entity in entities {
            let known = self
                .scopes
                .get(scope)
                .names
                .get(&name)
                .is_some_and(|names| names.entries.iter().any(|entry| same_entity(&entry.entity, &entity)));
            if !known {
                self.scopes.declare(scope, name, entity);
            }
        }
        Ok(())
    }

    /// A typedef or alias.
    fn declare_type_name(&mut self, scope: ScopeId, name: ast::Ident, ty: QualType) -> Result<(), Reported> {
        let key = Name::Ident(name.symbol);
        let entries = self.scopes.get(scope).names.get(&key).map(|names| names.entries.clone()).unwrap_or_default();
        for entry in &entries {
            match entry.entity {
                // Saying the same again is fine: `typedef struct S S;`.
                Entity::Type(known) | Entity::Tag(known) if known == ty => return Ok(()),
                Entity::Error => {}
                _ => {
                    let text = self.interner.text(name.symbol).to_owned();
                    let mut diagnostic =
                        Diagnostic::error(codes::REDEFINED, format!("`{text}` is declared already"), name.span);
                    diagnostic = match entry.entity {
                        Entity::Type(known) | Entity::Tag(known) => diagnostic.label(format!(
                            "`{}` here, `{}` before",
                            self.type_name(ty),
                            self.type_name(known)
                        )),
                        _ => diagnostic.label("the name means something else in this scope"),
                    };
                    return Err(self.report(diagnostic));
                }
            }
        }
        // A type without a name of its own is called by its typedef.
        self.name_anonymous(ty, scope, name);
        self.scopes.declare(scope, key, Entity::Type(ty));
        Ok(())
    }

    fn name_anonymous(&mut self, ty: QualType, scope: ScopeId, name: ast::Ident) {
        let display = self.qualified_name(scope, self.interner.text(name.symbol));
        match *self.types.kind(ty.ty) {
            super::types::TypeKind::Record(id) if self.record(id).name.is_empty() => {
                self.record_mut(id).name = display.into();
            }
            super::types::TypeKind::Enum(id) if self.enumeration(id).name.is_empty() => {
                self.enums[id.0 as usize].name = display.into();
            }
            _ => {}
        }
    }

    fn declare_typedef(
        &mut self,
        scope: ScopeId,
        specifiers: &ast::Specifiers,
        declarator: &ast::Declarator,
    ) -> Result<(), Reported> {
        let Some(name) = declarator.name.as_ref().and_then(ast::NamePath::as_ident) else { return Err(Reported) };
        let ty = self.resolve_type(scope, &declarator.ty)?;
        let attributes: Vec<ast::Attribute> =
            specifiers.attributes.iter().chain(&declarator.attributes).cloned().collect();
        let ty = self.apply_type_attributes(scope, ty, &attributes)?;
        self.declare_type_name(scope, name, ty)
    }

    fn declare_simple(&mut self, scope: ScopeId, simple: &ast::SimpleDecl, decl: &DeclRef) -> Result<(), Reported> {
        let specifiers = &simple.specifiers;
        if simple.declarators.is_empty() {
            return self.declare_type_only(scope, specifiers, decl.span);
        }
        let mut result = Ok(());
        for (number, declared) in simple.declarators.iter().enumerate() {
            let one = if specifiers.is_typedef {
                self.declare_typedef(scope, specifiers, &declared.declarator)
            } else if specifiers.is_friend {
                Ok(())
            } else {
                self.declare_object(scope, simple, decl, number as u32)
            };
            if one.is_err() {
                self.declare_failed(scope, declared);
                result = one;
            }
        }
        result
    }

    /// A name whose declaration was wrong: whoever uses it hears nothing more.
    fn declare_failed(&mut self, scope: ScopeId, declared: &ast::InitDeclarator) {
        let Some(name) = declared.declarator.name.as_ref().and_then(ast::NamePath::as_ident) else { return };
        let name = Name::Ident(name.symbol);
        let known = self.scopes.get(scope).names.get(&name).is_some_and(|names| !names.entries.is_empty());
        if !known {
            self.scopes.declare(scope, name, Entity::Error);
        }
    }

    /// A variable, or a function declared through a typedef of its type.
    fn declare_object(
        &mut self,
        scope: ScopeId,
        simple: &ast::SimpleDecl,
        decl: &DeclRef,
        number: u32,
    ) -> Result<(), Reported> {
        let declared = simple.declarators.get(number as usize).ok_or(Reported)?;
        if let ast::TypeKind::Function(_) = declared.declarator.ty.kind {
            // One of several declarators: a declaration of its own.
            let function = ast::Function {
                specifiers: simple.specifiers.clone(),
                declarator: declared.declarator.clone(),
                body: ast::Late::none(),
            };
            let decl = Arc::new(Decl { kind: DeclKind::Function(function.clone()), span: decl.span });
            return self.declare_function(scope, &decl, &function).map(|_| ());
        }
        let id = self.declare_variable(scope, decl, number)?;
        // Static members and the library's variables wait until they are needed.
        if self.scopes.order > 0 && !matches!(self.scopes.get(scope).kind, ScopeKind::Record(_)) {
            self.require_variable(id);
        }
        Ok(())
    }

    /// `struct S { … };`, `enum E { … };`, `struct S;`.
    fn declare_type_only(&mut self, scope: ScopeId, specifiers: &ast::Specifiers, span: Span) -> Result<(), Reported> {
        let Some(ty) = &specifiers.ty else { return Ok(()) };
        match &ty.kind {
            ast::TypeKind::Record(record) => self.define_record(scope, record).map(|_| ()),
            ast::TypeKind::Enum(definition) => self.define_enum(scope, definition).map(|_| ()),
            ast::TypeKind::Elaborated(tag, path) if specifiers.is_friend => {
                if self.lookup_tag(scope, path).is_ok_and(|found| matches!(found, Found::Nothing))
                    && path.as_ident().is_some()
                {
                    let namespace = self.scopes.enclosing_namespace(scope);
                    self.declare_record(namespace, *tag, path)?;
                }
                Ok(())
            }
            ast::TypeKind::Elaborated(tag, path) if path.as_ident().is_some() && *tag != ast::Tag::Enum => {
                self.declare_record(scope, *tag, path).map(|_| ())
            }
            ast::TypeKind::Error => Err(Reported),
            _ if specifiers.is_friend => Ok(()),
            _ => {
                let _ = span;
                self.resolve_type(scope, ty).map(|_| ())
            }
        }
    }

    fn static_assert(
        &mut self,
        scope: ScopeId,
        condition: &ast::Expr,
        message: Option<&ast::Expr>,
    ) -> Result<(), Reported> {
        let checked = self.check_expr(scope, condition);
        let checked = self.convert_implicitly(checked, QualType::new(TypeTable::BOOL), "a static assertion");
        if checked.ty.ty == TypeTable::ERROR {
            return Err(Reported);
        }
        match self.constant_value(&checked)? {
            ConstantValue::Number(value) if value.bits.first() == Some(&0) => {
                let text = match message.map(|message| &message.kind) {
                    Some(ast::ExprKind::String(bytes)) => format!(": {}", String::from_utf8_lossy(bytes)),
                    _ => String::new(),
                };
                Err(self.report(
                    Diagnostic::error(
                        codes::STATIC_ASSERTION_FAILED,
                        format!("static assertion failed{text}"),
                        condition.span,
                    )
                    .label("this is false"),
                ))
            }
            _ => Ok(()),
        }
    }
}

fn same_entity(a: &Entity, b: &Entity) -> bool {
    match (a, b) {
        (Entity::Function(a), Entity::Function(b)) => a == b,
        (Entity::Template(a), Entity::Template(b)) => a == b,
        (Entity::Variable(a), Entity::Variable(b)) => a == b,
        (Entity::Type(a) | Entity::Tag(a), Entity::Type(b) | Entity::Tag(b)) => a == b,
        (Entity::Namespace(a), Entity::Namespace(b)) => a == b,
        (Entity::Enumerator(a, x), Entity::Enumerator(b, y)) => a == b && x == y,
        _ => false,
    }
}

/// The names that a declaration of the library declares in its scope; false if it can't wait.
fn declared_names(decl: &Decl, names: &mut Vec<Name>) -> bool {
    let path_name = |path: &ast::NamePath| {
        if path.is_qualified() { None } else { super::lookup::segment_name(path.last()) }
    };
    match &decl.kind {
        DeclKind::Empty | DeclKind::Pragma(_) | DeclKind::Error => true,
        DeclKind::Function(function) => {
            match function.declarator.name.as_ref().and_then(path_name) {
                Some(name) => names.push(name),
                None => return false,
            }
            true
        }
        DeclKind::Alias(alias) => {
            names.push(Name::Ident(alias.name.symbol));
            true
        }
        DeclKind::UsingDeclaration(path) => {
            names.extend(super::lookup::segment_name(path.last()));
            true
        }
        DeclKind::Template(template) => match &template.decl.kind {
            // Members defined outside belong to their class; they are few.
            DeclKind::Template(_) => false,
            _ => declared_names(&template.decl, names),
        },
        DeclKind::Simple(simple) => {
            if let Some(ty) = &simple.specifiers.ty {
                match &ty.kind {
                    ast::TypeKind::Record(record) => names.extend(record.name.as_ref().and_then(path_name)),
                    ast::TypeKind::Elaborated(_, path) => names.extend(path_name(path)),
                    ast::TypeKind::Enum(definition) => {
                        names.extend(definition.name.as_ref().and_then(path_name));
                        if !definition.scoped {
                            let enumerators = definition.enumerators.iter().flatten();
                            names.extend(enumerators.map(|enumerator| Name::Ident(enumerator.name.symbol)));
                        }
                    }
                    _ => {}
                }
            }
            for declared in &simple.declarators {
                match declared.declarator.name.as_ref().and_then(path_name) {
                    Some(name) => names.push(name),
                    None => return false,
                }
            }
            !names.is_empty()
        }
        _ => false,
    }
}
