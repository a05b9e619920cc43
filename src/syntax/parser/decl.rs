//! Declarations: of namespaces, names, variables and functions.

use super::Failed;
use super::Parse;
use super::Parser;
use super::Punct;
use super::TemplateKind;
use super::TokenKind;
use super::declarator::DeclaratorUse;
use super::declarator::Declared;
use super::keyword::Word;
use super::names::Binding;
use super::names::NameKind;
use super::names::ScopeKind;
use super::path::PathUse;
use super::specifiers::SpecifierUse;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast::Alias;
use crate::syntax::ast::Attribute;
use crate::syntax::ast::Decl;
use crate::syntax::ast::DeclKind;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::DeductionGuide;
use crate::syntax::ast::Function;
use crate::syntax::ast::FunctionBody;
use crate::syntax::ast::Init;
use crate::syntax::ast::InitDeclarator;
use crate::syntax::ast::Late;
use crate::syntax::ast::MemberInit;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Namespace;
use crate::syntax::ast::SegmentName;
use crate::syntax::ast::SimpleDecl;
use crate::syntax::ast::Specifiers;
use crate::syntax::ast::StructuredBinding;
use crate::syntax::ast::Type;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::Unit;
use std::sync::Arc;

impl Parser<'_> {
    /// The whole unit.
    pub(super) fn unit(&mut self) -> Unit {
        let mut decls = Vec::new();
        while self.token.kind != TokenKind::Eof {
            // Outside speculation the list always succeeds, and stops at `}` or the end.
            let _ = self.declarations(&mut decls);
            if self.is(Punct::RBrace) {
                let message = "this '}' closes nothing".to_string();
                self.fail_with(
                    codes::UNMATCHED,
                    message,
                    self.token.span,
                    "remove it, or add the '{' that it belongs to",
                );
                self.bump();
            }
        }
        self.pragma_decls(|decl| decls.push(decl));
        Unit { decls }
    }

    /// Declarations up to `}` or the end.
    fn declarations(&mut self, decls: &mut Vec<DeclRef>) -> Parse<()> {
        loop {
            self.pragma_decls(|decl| decls.push(decl));
            if self.is(Punct::RBrace) || self.token.kind == TokenKind::Eof {
                return Ok(());
            }
            let level = self.open.len();
            let start = self.at;
            let outer = self.scope;
            let scopes = self.names.scope_count();
            match self.nested(Self::declaration) {
                Ok(decl) => decls.push(decl),
                Err(Failed) if self.speculating > 0 => return Err(Failed),
                Err(Failed) => {
                    self.scope = outer;
                    self.template = TemplateKind::None;
                    self.no_greater = false;
                    let span = self.tokens[start].span;
                    self.skip_construct(start, level);
                    decls.push(Arc::new(Decl { kind: DeclKind::Error, span: span.to(self.last_span) }));
                }
            }
            self.names.forget_scopes(scopes);
        }
    }

    /// Hands over the pragmas that stand before the current token.
    pub(super) fn pragma_decls(&mut self, mut take: impl FnMut(DeclRef)) {
        if self.pragmas.is_empty() {
            return;
        }
        let first = self.pragmas.partition_point(|(at, ..)| *at < self.at);
        for (at, text, span) in &self.pragmas[first..] {
            if *at != self.at {
                break;
            }
            take(Arc::new(Decl { kind: DeclKind::Pragma(*text), span: *span }));
        }
    }

    /// A declaration of a namespace, a class or a block.
    pub(super) fn declaration(&mut self) -> Parse<DeclRef> {
        let start = self.token.span;
        let kind = match self.word {
            Word::Namespace => return self.namespace(start, false),
            Word::Inline if self.peek_word(1) == Word::Namespace => {
                self.bump();
                return self.namespace(start, true);
            }
            Word::Using => self.using()?,
            Word::Template => return self.template_declaration(),
            Word::Extern if self.peek_word(1) == Word::Template => return self.template_declaration(),
            Word::Extern if matches!(self.peek(1), TokenKind::String(_)) => self.linkage()?,
            Word::ExtensionMark => {
                self.bump();
                return self.nested(Self::declaration);
            }
            Word::StaticAssert => self.static_assert()?,
            Word::Asm => return Err(self.not_in_msl("assembly", "")),
            _ if self.is(Punct::Semi) => {
                self.bump();
                DeclKind::Empty
            }
            _ if self.at_attribute() => {
                let mut attributes = Vec::new();
                self.attributes(&mut attributes)?;
                return self.attributed_declaration(attributes, start);
            }
            _ => return self.simple_declaration(),
        };
        Ok(self.decl(kind, start))
    }

    fn decl(&self, kind: DeclKind, start: Span) -> DeclRef {
        Arc::new(Decl { kind, span: start.to(self.last_span) })
    }

    /// A declaration behind its attributes. Before `;` they are allowed and mean nothing.
    pub(super) fn attributed_declaration(&mut self, attributes: Vec<Attribute>, start: Span) -> Parse<DeclRef> {
        if self.eat(Punct::Semi) {
            return Ok(self.decl(DeclKind::Empty, start));
        }
        if matches!(self.word, Word::Template | Word::Using | Word::Namespace | Word::StaticAssert) {
            let message = format!("attributes can't stand before {}", self.found());
            let help = match self.word {
                Word::Template => "put them behind the template parameters, or behind 'template' of an instantiation",
                _ => "leave them away",
            };
            let Failed = self.fail_with(codes::UNEXPECTED_TOKEN, message, start, help);
            return self.nested(Self::declaration);
        }
        self.simple_declaration_with(attributes, start)
    }

    fn namespace(&mut self, start: Span, inline: bool) -> Parse<DeclRef> {
        self.bump();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let mut names = Vec::new();
        if self.word == Word::Identifier {
            names.push(self.ident("a name")?);
            while self.eat(Punct::ColonColon) {
                self.eat_word(Word::Inline);
                names.push(self.ident("the name of a namespace")?);
            }
        }
        self.attributes(&mut attributes)?;
        if self.is(Punct::Eq) && names.len() == 1 {
            self.bump();
            let (target, binding) = self.path(PathUse::Expression)?;
            self.semicolon("the namespace alias")?;
            let scope = binding.and_then(|binding| binding.scope);
            self.declare(names[0].symbol, Binding { kind: NameKind::Namespace, scope });
            return Ok(self.decl(DeclKind::NamespaceAlias(names[0], target), start));
        }
        let outer = self.scope;
        self.open(Punct::LBrace, "'{' after the namespace's name")?;
        let parts: Vec<_> = if names.is_empty() { vec![None] } else { names.into_iter().map(Some).collect() };
        for name in &parts {
            self.scope = self.enter_namespace(*name, inline);
        }
        let mut decls = Vec::new();
        let result = self.nested(|parser| parser.declarations(&mut decls));
        self.scope = outer;
        result?;
        self.close("'}' at the end of the namespace")?;
        let mut decl: Option<DeclRef> = None;
        for name in parts.into_iter().rev() {
            let decls = match decl {
                Some(inner) => vec![inner],
                None => std::mem::take(&mut decls),
            };
            let kind = DeclKind::Namespace(Namespace { inline, name, attributes: attributes.clone(), decls });
            decl = Some(self.decl(kind, start));
        }
        decl.ok_or(Failed)
    }

    /// The scope of a namespace, perhaps opened before.
    fn enter_namespace(&mut self, name: Option<crate::syntax::ast::Ident>, inline: bool) -> super::ScopeId {
        let found = name.and_then(|name| self.names.own(self.scope, name.symbol));
        if let Some(Binding { kind: NameKind::Namespace, scope: Some(scope) }) = found {
            return scope;
        }
        let scope = self.names.open(ScopeKind::Namespace, Some(self.scope), None);
        match name {
            Some(name) => {
                self.names.declare(self.scope, name.symbol, Binding { kind: NameKind::Namespace, scope: Some(scope) });
                if inline {
                    self.names.add_use(self.scope, scope);
                }
            }
            None => self.names.add_use(self.scope, scope),
        }
        scope
    }

    fn using(&mut self) -> Parse<DeclKind> {
        self.bump();
        if self.eat_word(Word::Namespace) {
            let (path, binding) = self.path(PathUse::Expression)?;
            let mut ignored = Vec::new();
            self.attributes(&mut ignored)?;
            if let Some(Binding { kind: NameKind::Namespace, scope: Some(used) }) = binding {
                let scope = self.names.declaring_scope(self.scope);
                self.names.add_use(scope, used);
            }
            self.semicolon("the using-directive")?;
            return Ok(DeclKind::UsingDirective(path));
        }
        let is_alias = self.word == Word::Identifier
            && (self.peek_is(1, Punct::Eq) || self.peek_is(1, Punct::LBracket) || self.peek_word(1) == Word::Attribute);
        if is_alias {
            let name = self.ident("a name")?;
            let mut attributes = Vec::new();
            self.attributes(&mut attributes)?;
            if !self.eat(Punct::Eq) {
                return Err(self.expected("'=' after the alias's name"));
            }
            let template = std::mem::replace(&mut self.template, TemplateKind::None);
            let ty = self.type_id()?;
            let binding = self.alias_binding(&ty);
            self.attributes(&mut attributes)?;
            let kind = if template == TemplateKind::Primary { NameKind::TypeTemplate } else { NameKind::Type };
            // The scope of an alias template's type may hold for its primary only: names in it are just hints.
            self.declare(name.symbol, Binding { kind, ..binding });
            self.semicolon("the alias")?;
            return Ok(DeclKind::Alias(Alias { name, ty, attributes }));
        }
        let (path, binding) = self.path(PathUse::Expression)?;
        self.eat(Punct::Ellipsis);
        if let SegmentName::Ident(symbol) = path.last().name
            && let Some(binding) = binding
        {
            self.declare(symbol, binding);
        }
        self.semicolon("the using-declaration")?;
        Ok(DeclKind::UsingDeclaration(path))
    }

    fn linkage(&mut self) -> Parse<DeclKind> {
        self.bump();
        self.strings();
        if !self.is(Punct::LBrace) {
            return Ok(DeclKind::Linkage(vec![self.nested(Self::declaration)?]));
        }
        self.open(Punct::LBrace, "'{'")?;
        let mut decls = Vec::new();
        self.nested(|parser| parser.declarations(&mut decls))?;
        self.close("'}' at the end of the linkage block")?;
        Ok(DeclKind::Linkage(decls))
    }

    fn static_assert(&mut self) -> Parse<DeclKind> {
        self.bump();
        self.open(Punct::LParen, "'(' after 'static_assert'")?;
        let condition = self.assignment()?;
        let message = if self.eat(Punct::Comma) { Some(self.assignment()?) } else { None };
        self.close("')' after the condition")?;
        self.semicolon("the static assertion")?;
        Ok(DeclKind::StaticAssert(condition, message))
    }

    /// Specifiers and declarators: variables, members, typedefs, functions, types.
    pub(super) fn simple_declaration(&mut self) -> Parse<DeclRef> {
        let start = self.token.span;
        self.simple_declaration_with(Vec::new(), start)
    }

    fn simple_declaration_with(&mut self, attributes: Vec<Attribute>, start: Span) -> Parse<DeclRef> {
        let template = self.template;
        let mut specifiers = self.specifiers(SpecifierUse::Declaration)?;
        self.template = template;
        if !attributes.is_empty() {
            specifiers.attributes.splice(0..0, attributes);
        }
        if specifiers.ty.is_none() && !self.at_typeless_declarator() {
            return Err(self.expected("a declaration"));
        }
        if self.is(Punct::Semi) || self.lacks_semicolon(&specifiers) {
            return self.type_declaration(specifiers, start);
        }
        if let Some(reference) = self.at_structured_binding(&specifiers) {
            let binding = self.structured_binding(specifiers, reference)?;
            self.semicolon("the structured binding")?;
            return Ok(self.decl(DeclKind::StructuredBinding(binding), start));
        }
        let specifiers = Arc::new(specifiers);
        let first = self.declarator(specifiers.ty.as_ref(), DeclaratorUse::Named)?;
        if matches!(first.declarator.ty.kind, TypeKind::Function(_)) && !specifiers.is_typedef {
            if let Some(decl) = self.function(&specifiers, &first, start)? {
                return Ok(decl);
            }
            let mut first = first;
            self.declarator_suffix(&mut first)?;
            if self.is(Punct::Semi) || !self.is(Punct::Comma) {
                self.semicolon("the function declaration")?;
                let function = Function { specifiers, declarator: first.declarator, body: Late::none() };
                return Ok(self.decl(DeclKind::Function(function), start));
            }
            return self.declarators(specifiers, first, start);
        }
        self.declarators(specifiers, first, start)
    }

    /// `struct S { … }` at the end of a line: the semicolon was forgotten. A type can't stand there otherwise.
    fn lacks_semicolon(&self, specifiers: &Specifiers) -> bool {
        let defines = specifiers.ty.as_ref().is_some_and(|ty| match &ty.kind {
            TypeKind::Record(_) => true,
            TypeKind::Enum(definition) => definition.enumerators.is_some(),
            _ => false,
        });
        defines && !specifiers.is_typedef && self.begins_next_declaration()
    }

    fn type_declaration(&mut self, specifiers: Specifiers, start: Span) -> Parse<DeclRef> {
        let declares = specifiers
            .ty
            .as_ref()
            .is_some_and(|ty| matches!(ty.kind, TypeKind::Record(_) | TypeKind::Enum(_) | TypeKind::Elaborated(..)));
        self.semicolon(if declares { "the definition of the type" } else { "the declaration" })?;
        if !declares && !specifiers.is_friend && self.template != TemplateKind::Specialisation {
            self.report(
                crate::diagnostic::Diagnostic::warning(
                    codes::DECLARES_NOTHING,
                    "this declaration declares nothing",
                    start.to(self.last_span),
                )
                .help("add a name, or remove it"),
            );
        }
        let simple = SimpleDecl { specifiers: Arc::new(specifiers), declarators: Vec::new() };
        Ok(self.decl(DeclKind::Simple(simple), start))
    }

    /// Whether the declarator of a constructor, destructor, conversion function or deduction guide stands here.
    fn at_typeless_declarator(&self) -> bool {
        self.word == Word::Identifier
            || self.word == Word::Operator
            || self.is(Punct::Tilde)
            || self.is(Punct::ColonColon)
    }

    /// What may follow a declarator before its initialiser; then its name is declared.
    fn declarator_suffix(&mut self, declared: &mut Declared) -> Parse<()> {
        loop {
            if self.word == Word::Asm {
                self.bump();
                self.open(Punct::LParen, "'(' after 'asm'")?;
                if !matches!(self.token.kind, TokenKind::String(_)) {
                    return Err(self.expected("the label as a string"));
                }
                declared.declarator.asm_label = self.string_text();
                self.close("')' after the label")?;
            } else if self.at_attribute() {
                self.attributes(&mut declared.declarator.attributes)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Declares the name of a declarator.
    fn declare_declarator(&mut self, specifiers: &Specifiers, name: Option<&NamePath>, ty: &Type) {
        let Some(name) = name.filter(|name| !name.is_qualified()) else { return };
        let SegmentName::Ident(symbol) = name.last().name else { return };
        // A constructor has no name that look-up finds.
        if self.template == TemplateKind::Specialisation || name.last().args.is_some() || specifiers.ty.is_none() {
            return;
        }
        let is_template = self.template == TemplateKind::Primary;
        let binding = match (specifiers.is_typedef, is_template) {
            (true, _) => match specifiers.ty.as_ref().is_some_and(|base| std::ptr::eq(&**base, ty)) {
                true => self.alias_binding(ty),
                false => Binding::TYPE,
            },
            (false, true) => Binding { kind: NameKind::ValueTemplate, scope: None },
            (false, false) => Binding::VALUE,
        };
        if specifiers.is_friend && self.in_class() {
            return;
        }
        self.declare(symbol, binding);
    }

    /// The definition of a function whose declarator has been parsed; `None` if it is only declared. Deduction guides
    /// and constructors come here too.
    fn function(&mut self, specifiers: &Arc<Specifiers>, declared: &Declared, start: Span) -> Parse<Option<DeclRef>> {
        let TypeKind::Function(ty) = &declared.declarator.ty.kind else { return Ok(None) };
        let name = declared.declarator.name.as_ref();
        if specifiers.ty.is_none() && ty.trailing_result && !self.in_class() {
            let Some(name) = name.and_then(NamePath::as_ident) else { return Err(self.expected_type()) };
            self.semicolon("the deduction guide")?;
            let guide = DeductionGuide { name, is_explicit: specifiers.is_explicit, ty: ty.clone() };
            return Ok(Some(self.decl(DeclKind::DeductionGuide(guide), start)));
        }
        self.declare_declarator(specifiers, name, &declared.declarator.ty);
        let function = |body| {
            DeclKind::Function(Function {
                specifiers: specifiers.clone(),
                declarator: declared.declarator.clone(),
                body,
            })
        };
        let has_body = self.is(Punct::LBrace)
            || (self.is(Punct::Colon) && (specifiers.ty.is_none() || !self.in_class()))
            || self.word == Word::Try;
        if has_body {
            let scope = declared.parameters.unwrap_or(self.scope);
            if self.class_depth > 0 && self.in_class() {
                let end = start.to(self.token.span);
                let decl = Arc::new(Decl { kind: function(Late::none()), span: end });
                self.postpone_body(decl.clone(), scope)?;
                return Ok(Some(decl));
            }
            let template = std::mem::replace(&mut self.template, TemplateKind::None);
            let outer = std::mem::replace(&mut self.scope, scope);
            let body = self.function_body();
            self.scope = outer;
            self.template = template;
            return Ok(Some(self.decl(function(Late::from(Some(body?))), start)));
        }
        if self.is(Punct::Eq) {
            let body = match (self.peek_word(1), self.peek(1)) {
                (Word::Default, _) => FunctionBody::Default,
                (Word::Delete, _) => FunctionBody::Delete,
                (_, TokenKind::Number(_)) => {
                    self.bump();
                    return Err(self.not_in_msl("virtual functions", "use a template or a function pointer"));
                }
                _ => {
                    self.bump();
                    return Err(self.expected("'default' or 'delete'"));
                }
            };
            self.bump();
            self.bump();
            self.semicolon("the function")?;
            return Ok(Some(self.decl(function(Late::from(Some(body))), start)));
        }
        Ok(None)
    }

    /// Constructor initialisers and the block.
    pub(super) fn function_body(&mut self) -> Parse<FunctionBody> {
        if self.word == Word::Try {
            return Err(self.not_in_msl("exceptions", "return a value that tells failure"));
        }
        let mut inits = Vec::new();
        if self.eat(Punct::Colon) {
            loop {
                let start = self.token.span;
                let (target, _) = self.path(PathUse::Type)?;
                let init = match self.token.kind {
                    TokenKind::Punct(Punct::LParen) => Init::Direct(self.arguments()?),
                    TokenKind::Punct(Punct::LBrace) => Init::List(self.brace_list()?),
                    _ => return Err(self.expected("'(' or '{' after the member's name")),
                };
                let pack = self.eat(Punct::Ellipsis);
                inits.push(MemberInit { target, init, pack, span: start.to(self.last_span) });
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        let no_greater = std::mem::take(&mut self.no_greater);
        let block = self.block();
        self.no_greater = no_greater;
        Ok(FunctionBody::Block(inits, block?))
    }

    /// The rest of a declaration, after its first declarator.
    fn declarators(&mut self, specifiers: Arc<Specifiers>, first: Declared, start: Span) -> Parse<DeclRef> {
        let mut declarators = Vec::with_capacity(1);
        let mut next = Some(first);
        loop {
            let declared = match next.take() {
                Some(declared) => declared,
                None => self.declarator(specifiers.ty.as_ref(), DeclaratorUse::Named)?,
            };
            declarators.push(self.init_declarator(&specifiers, declared)?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.semicolon("the declaration")?;
        Ok(self.decl(DeclKind::Simple(SimpleDecl { specifiers, declarators }), start))
    }

    /// A declarator's bit-field width, attributes and initialiser.
    pub(super) fn init_declarator(&mut self, specifiers: &Specifiers, mut declared: Declared) -> Parse<InitDeclarator> {
        self.declarator_suffix(&mut declared)?;
        let declarator = &declared.declarator;
        self.declare_declarator(specifiers, declarator.name.as_ref(), &declarator.ty);
        let bit_width = if self.is(Punct::Colon) && self.in_class() {
            self.bump();
            Some(self.conditional()?)
        } else {
            None
        };
        self.attributes(&mut declared.declarator.attributes)?;
        let template = std::mem::replace(&mut self.template, TemplateKind::None);
        // A member defined outside its class: the initialiser sees the class.
        let outer = self.scope;
        if let Some(name) = declared.declarator.name.as_ref().filter(|name| name.is_qualified()) {
            self.scope = self.import_scope(name);
        }
        let init = self.initializer();
        self.scope = outer;
        self.template = template;
        Ok(InitDeclarator { declarator: declared.declarator, bit_width, init: Late::from(init?) })
    }

    /// `= e`, `(…)` or `{…}`, or nothing.
    pub(super) fn initializer(&mut self) -> Parse<Option<Init>> {
        Ok(match self.token.kind {
            TokenKind::Punct(Punct::Eq) => {
                self.bump();
                Some(Init::Copy(self.initializer_clause()?))
            }
            TokenKind::Punct(Punct::LParen) => Some(Init::Direct(self.arguments()?)),
            TokenKind::Punct(Punct::LBrace) => Some(Init::List(self.brace_list()?)),
            _ => None,
        })
    }

    /// Whether `[a, b]` follows `auto`; says what the hidden variable is: a value, `&` or `&&`.
    pub(super) fn at_structured_binding(&self, specifiers: &Specifiers) -> Option<Option<Punct>> {
        if !matches!(specifiers.ty.as_ref()?.kind, TypeKind::Auto) {
            return None;
        }
        match self.token.kind {
            TokenKind::Punct(Punct::LBracket) => Some(None),
            TokenKind::Punct(punct @ (Punct::Amp | Punct::AmpAmp)) if self.peek_is(1, Punct::LBracket) => {
                Some(Some(punct))
            }
            _ => None,
        }
    }

    /// `[a, b] = e`, without the semicolon.
    pub(super) fn structured_binding(
        &mut self,
        specifiers: Specifiers,
        reference: Option<Punct>,
    ) -> Parse<StructuredBinding> {
        let Some(base) = specifiers.ty.clone() else { return Err(self.expected_type()) };
        let ty = match reference {
            Some(punct) => {
                self.bump();
                let span = base.span.to(self.last_span);
                let kind = if punct == Punct::Amp { TypeKind::LValueRef(base) } else { TypeKind::RValueRef(base) };
                Arc::new(Type { kind, quals: Default::default(), span })
            }
            None => base,
        };
        self.open(Punct::LBracket, "'['")?;
        let mut names = Vec::new();
        loop {
            let name = self.ident("a name")?;
            self.declare(name.symbol, Binding::VALUE);
            names.push(name);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.close("',' or ']' after the name")?;
        let init = self.initializer()?;
        Ok(StructuredBinding { specifiers: Arc::new(specifiers), ty, names, init })
    }
}
