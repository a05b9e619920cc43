//! Structs, classes, unions and enums.

use super::Failed;
use super::Parse;
use super::Parser;
use super::Pending;
use super::Punct;
use super::TemplateKind;
use super::TokenKind;
use super::keyword::Word;
use super::names::Binding;
use super::names::NameKind;
use super::names::ScopeId;
use super::names::ScopeKind;
use super::path::PathUse;
use super::specifiers::SpecifierUse;
use crate::syntax::ast::Access;
use crate::syntax::ast::Attribute;
use crate::syntax::ast::Base;
use crate::syntax::ast::Decl;
use crate::syntax::ast::DeclKind;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::Enum;
use crate::syntax::ast::Enumerator;
use crate::syntax::ast::Member;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Record;
use crate::syntax::ast::SegmentName;
use crate::syntax::ast::Tag;
use crate::syntax::ast::TypeKind;
use std::sync::Arc;

impl Parser<'_> {
    /// A struct, class or union: its definition, or just its name after the tag.
    pub(super) fn record(&mut self, tag: Tag) -> Parse<TypeKind> {
        let start = self.bump();
        let template = std::mem::replace(&mut self.template, TemplateKind::None);
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let mut name = None;
        let mut binding = None;
        if self.word == Word::Identifier || self.is(Punct::ColonColon) {
            let (path, found) = self.path(PathUse::Declared)?;
            name = Some(path);
            binding = found;
        }
        self.attributes(&mut attributes)?;
        if let TokenKind::Ident(symbol) = self.token.kind
            && name.is_some()
            && self.text(symbol) == "final"
        {
            self.bump();
        }
        let is_definition = self.is(Punct::LBrace) || (self.is(Punct::Colon) && name.is_some());
        let Some(path) = name else {
            if !self.is(Punct::LBrace) {
                return Err(self.expected("a name or '{'"));
            }
            let scope = self.names.open(ScopeKind::Class, Some(self.scope), None);
            return self.record_body(tag, None, attributes, scope, start);
        };
        if !is_definition {
            self.specifier_scope = binding.and_then(|binding| binding.scope);
            if let Some(ident) = path.as_ident() {
                let declares = self.is(Punct::Semi) && template != TemplateKind::Specialisation;
                let scope = self.names.declaring_scope(self.scope);
                if binding.is_none() || (declares && self.names.own(scope, ident.symbol).is_none()) {
                    // Its scope is made now, so that aliases made before the definition share it.
                    let own = self.names.open(ScopeKind::Class, Some(self.scope), Some(ident.symbol));
                    self.declare_record(ident.symbol, template, own);
                    self.specifier_scope = Some(own);
                }
            }
            return Ok(TypeKind::Elaborated(tag, path));
        }
        // Members are looked up from the qualifiers' scopes too.
        let outer = self.scope;
        if path.is_qualified() {
            self.scope = self.import_scope(&path);
        }
        let symbol = match path.last().name {
            SegmentName::Ident(symbol) => Some(symbol),
            _ => None,
        };
        let declared = path.as_ident().is_some() && template != TemplateKind::Specialisation;
        let reusable = if path.is_qualified() || declared { self.definable_scope(&path, binding) } else { None };
        let scope = match reusable {
            Some(scope) => scope,
            None => self.names.open(ScopeKind::Class, Some(self.scope), symbol),
        };
        self.names.set_parent(scope, self.scope);
        if let Some(symbol) = symbol {
            if declared {
                self.declare_record(symbol, template, scope);
            }
            // The injected class name.
            let is_template = template != TemplateKind::None || path.last().args.is_some();
            let kind = if is_template { NameKind::TypeTemplate } else { NameKind::Type };
            self.names.declare(scope, symbol, Binding { kind, scope: Some(scope) });
        }
        let result = self.record_body(tag, Some(path), attributes, scope, start);
        self.scope = outer;
        result
    }

    /// The scope of an earlier declaration of the same class, if there is one.
    fn definable_scope(&self, path: &NamePath, binding: Option<Binding>) -> Option<ScopeId> {
        let found = match path.as_ident() {
            Some(ident) => self.names.own(self.names.declaring_scope(self.scope), ident.symbol)?,
            None => binding?,
        };
        found.scope.filter(|scope| found.is_type() && self.names.kind(*scope) == ScopeKind::Class)
    }

    fn declare_record(&mut self, symbol: super::Symbol, template: TemplateKind, scope: ScopeId) {
        let kind = match template {
            TemplateKind::Primary => NameKind::TypeTemplate,
            _ => NameKind::Type,
        };
        self.declare(symbol, Binding { kind, scope: Some(scope) });
    }

    fn record_body(
        &mut self,
        tag: Tag,
        name: Option<NamePath>,
        mut attributes: Vec<Attribute>,
        scope: ScopeId,
        start: crate::source::Span,
    ) -> Parse<TypeKind> {
        let default = if tag == Tag::Class { Access::Private } else { Access::Public };
        let mut bases = Vec::new();
        if self.eat(Punct::Colon) {
            loop {
                let (base, base_scope) = self.base(default)?;
                bases.push(base);
                if let Some(base_scope) = base_scope {
                    self.names.add_use(scope, base_scope);
                }
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        self.open(Punct::LBrace, "'{' and the members")?;
        let outer = std::mem::replace(&mut self.scope, scope);
        let no_greater = std::mem::take(&mut self.no_greater);
        let first_pending = self.pending.len();
        self.class_depth += 1;
        let members = self.nested(|parser| parser.members(default));
        self.class_depth -= 1;
        self.scope = outer;
        self.no_greater = no_greater;
        let members = members?;
        self.close("'}' after the members")?;
        let span = start.to(self.last_span);
        self.attributes(&mut attributes)?;
        if self.class_depth == 0 {
            self.pending_bodies(first_pending)?;
        }
        self.specifier_scope = Some(scope);
        Ok(TypeKind::Record(Arc::new(Record { tag, name, attributes, bases, members, span })))
    }

    fn base(&mut self, default: Access) -> Parse<(Base, Option<ScopeId>)> {
        let start = self.token.span;
        let mut access = default;
        loop {
            match self.word {
                Word::Public => access = Access::Public,
                Word::Protected => access = Access::Protected,
                Word::Private => access = Access::Private,
                Word::Virtual => return Err(self.not_in_msl("virtual base classes", "")),
                _ => break,
            }
            self.bump();
        }
        let (name, binding) = self.path(PathUse::Type)?;
        let pack = self.eat(Punct::Ellipsis);
        let span = start.to(self.last_span);
        Ok((Base { access, name, pack, span }, binding.and_then(|binding| binding.scope)))
    }

    fn members(&mut self, default: Access) -> Parse<Vec<Member>> {
        let mut members: Vec<Member> = Vec::new();
        let mut access = default;
        loop {
            self.pragma_decls(|decl| members.push(Member { access, decl }));
            if self.is(Punct::RBrace) || self.token.kind == TokenKind::Eof {
                return Ok(members);
            }
            let label = match self.word {
                Word::Public => Some(Access::Public),
                Word::Protected => Some(Access::Protected),
                Word::Private => Some(Access::Private),
                _ => None,
            };
            if let Some(label) = label {
                access = label;
                self.bump();
                if !self.eat(Punct::Colon) {
                    let Failed = self.expected("':' after the access specifier");
                    if self.speculating > 0 {
                        return Err(Failed);
                    }
                }
                continue;
            }
            let level = self.open.len();
            let start = self.at;
            let outer = self.scope;
            match self.nested(|parser| parser.member(&mut members)) {
                Ok(None) => {}
                Ok(Some(decl)) => members.push(Member { access, decl }),
                Err(Failed) if self.speculating > 0 => return Err(Failed),
                Err(Failed) => {
                    self.scope = outer;
                    self.template = TemplateKind::None;
                    let span = self.tokens[start].span;
                    self.skip_construct(start, level);
                    let kind = DeclKind::Error;
                    members.push(Member { access, decl: Arc::new(Decl { kind, span: span.to(self.last_span) }) });
                }
            }
        }
    }

    /// A member; `None` for attributes with a semicolon behind them, which belong to the member before:
    /// `float3 c; [[id(0)]];`.
    fn member(&mut self, members: &mut [Member]) -> Parse<Option<DeclRef>> {
        if !self.at_attribute() {
            return self.declaration().map(Some);
        }
        let start = self.token.span;
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        if !self.eat(Punct::Semi) {
            return self.attributed_declaration(attributes, start).map(Some);
        }
        let last = members.last_mut().and_then(|member| Arc::get_mut(&mut member.decl));
        if let Some(Decl { kind: DeclKind::Simple(simple), .. }) = last
            && let Some(last) = simple.declarators.last_mut()
        {
            last.declarator.attributes.append(&mut attributes);
        }
        Ok(None)
    }

    /// Keeps a function body for later and skips it; the current token is its first.
    pub(super) fn postpone_body(&mut self, function: DeclRef, scope: ScopeId) -> Parse<()> {
        self.pending.push(Pending { function, at: self.at, scope });
        if self.eat(Punct::Colon) {
            // Initialisers: groups in brackets, each with a comma behind it, or else the body.
            loop {
                while !matches!(self.token.kind, TokenKind::Punct(Punct::LParen | Punct::LBrace) | TokenKind::Eof) {
                    self.bump();
                }
                self.skip_balanced()?;
                self.eat(Punct::Ellipsis);
                if self.is(Punct::LBrace) {
                    break;
                }
            }
        }
        self.skip_balanced()
    }

    /// Parses the bodies kept since there were `first`, now that the class is complete.
    fn pending_bodies(&mut self, first: usize) -> Parse<()> {
        if self.pending.len() == first {
            return Ok(());
        }
        let (at, split, last_span) = (self.at, self.split, self.last_span);
        let (scope, specifier_scope) = (self.scope, self.specifier_scope);
        let outer_template = std::mem::replace(&mut self.template, TemplateKind::None);
        let level = self.open.len();
        let mut result = Ok(());
        let bodies: Vec<Pending> = self.pending.drain(first..).collect();
        for pending in bodies {
            self.go_to(pending.at);
            self.scope = pending.scope;
            let body = self.nested(Self::function_body);
            self.open.truncate(level);
            match body {
                Ok(body) => {
                    if let DeclKind::Function(function) = &pending.function.kind {
                        function.body.set(body);
                    }
                }
                Err(Failed) if self.speculating > 0 => {
                    result = Err(Failed);
                    break;
                }
                Err(Failed) => {}
            }
        }
        self.go_to(at);
        self.split = split;
        self.load();
        self.last_span = last_span;
        self.scope = scope;
        self.specifier_scope = specifier_scope;
        self.template = outer_template;
        result
    }

    /// An enum: its definition, its declaration with a type, or just its name.
    pub(super) fn enumeration(&mut self) -> Parse<TypeKind> {
        let start = self.bump();
        let template = std::mem::replace(&mut self.template, TemplateKind::None);
        let scoped = self.eat_word(Word::Class) || self.eat_word(Word::Struct);
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let mut name = None;
        let mut binding = None;
        if self.word == Word::Identifier || self.is(Punct::ColonColon) {
            let (path, found) = self.path(PathUse::Declared)?;
            name = Some(path);
            binding = found;
        }
        self.attributes(&mut attributes)?;
        let mut underlying = None;
        // `enum E x : 3` has its colon behind the name of a member.
        if self.is(Punct::Colon) {
            self.bump();
            underlying = self.specifiers(SpecifierUse::Type)?.ty;
        }
        if !self.is(Punct::LBrace) {
            let Some(path) = name else { return Err(self.expected("a name or '{'")) };
            let opaque = scoped || underlying.is_some();
            if let Some(ident) = path.as_ident()
                && (binding.is_none() || opaque)
                && template == TemplateKind::None
            {
                let scope = self.names.open(ScopeKind::Class, Some(self.scope), None);
                self.declare(ident.symbol, Binding { kind: NameKind::Type, scope: Some(scope) });
            }
            self.specifier_scope = binding.and_then(|binding| binding.scope);
            if !opaque {
                return Ok(TypeKind::Elaborated(Tag::Enum, path));
            }
            let span = start.to(self.last_span);
            let name = Some(path);
            return Ok(TypeKind::Enum(Arc::new(Enum {
                scoped,
                name,
                attributes,
                underlying,
                enumerators: None,
                span,
            })));
        }
        let reusable = name.as_ref().and_then(|path| self.definable_scope(path, binding));
        let scope = match reusable {
            Some(scope) => scope,
            None => self.names.open(ScopeKind::Class, Some(self.scope), None),
        };
        if let Some(ident) = name.as_ref().and_then(NamePath::as_ident) {
            self.declare(ident.symbol, Binding { kind: NameKind::Type, scope: Some(scope) });
        }
        self.open(Punct::LBrace, "'{'")?;
        let enumerators = self.enumerators(scoped, scope)?;
        self.close("',' or '}' after the enumerator")?;
        let span = start.to(self.last_span);
        self.attributes(&mut attributes)?;
        self.specifier_scope = Some(scope);
        let enumerators = Some(enumerators);
        Ok(TypeKind::Enum(Arc::new(Enum { scoped, name, attributes, underlying, enumerators, span })))
    }

    fn enumerators(&mut self, scoped: bool, scope: ScopeId) -> Parse<Vec<Enumerator>> {
        let outer = std::mem::take(&mut self.no_greater);
        let mut enumerators = Vec::new();
        while !self.is(Punct::RBrace) {
            let name = self.ident("the name of an enumerator")?;
            let mut attributes = Vec::new();
            self.attributes(&mut attributes)?;
            let value = if self.eat(Punct::Eq) { Some(self.conditional()?) } else { None };
            self.names.declare(scope, name.symbol, Binding::VALUE);
            if !scoped {
                self.declare(name.symbol, Binding::VALUE);
            }
            enumerators.push(Enumerator { name, attributes, value });
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.no_greater = outer;
        Ok(enumerators)
    }
}
