//! Templates: their heads, specialisations and explicit instantiations.

use super::Parse;
use super::Parser;
use super::Punct;
use super::TemplateKind;
use super::declarator::DeclaratorUse;
use super::keyword::Word;
use super::names::Binding;
use super::names::NameKind;
use super::names::ScopeKind;
use super::path::PathUse;
use super::specifiers::SpecifierUse;
use crate::source::Span;
use crate::syntax::ast::Decl;
use crate::syntax::ast::DeclKind;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::Instantiation;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Template;
use crate::syntax::ast::TemplateParam;
use crate::syntax::ast::TemplateParamKind;
use std::sync::Arc;

impl Parser<'_> {
    /// `template …`.
    pub(super) fn template_declaration(&mut self) -> Parse<DeclRef> {
        let start = self.token.span;
        let is_extern = self.eat_word(Word::Extern);
        self.bump();
        if !self.is(Punct::Less) {
            return self.instantiation(start, is_extern);
        }
        let outer = self.scope;
        self.scope = self.names.open(ScopeKind::TemplateParameters, Some(outer), None);
        let params = self.template_params()?;
        self.template = match (params.is_empty(), self.template) {
            // `template <> template <typename T>`: a member template of a specialisation is declared elsewhere.
            (true, _) => TemplateKind::Specialisation,
            (false, _) => TemplateKind::Primary,
        };
        let decl = self.nested(Self::declaration);
        self.template = TemplateKind::None;
        self.scope = outer;
        let decl = decl?;
        let span = start.to(self.last_span);
        Ok(Arc::new(Decl { kind: DeclKind::Template(Template { params, decl }), span }))
    }

    fn instantiation(&mut self, start: Span, is_extern: bool) -> Parse<DeclRef> {
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        self.template = TemplateKind::Specialisation;
        let decl = self.nested(Self::simple_declaration);
        self.template = TemplateKind::None;
        let decl = decl?;
        let span = start.to(self.last_span);
        let kind = DeclKind::Instantiation(Instantiation { is_extern, attributes, decl });
        Ok(Arc::new(Decl { kind, span }))
    }

    /// `<params>`, declared in the current scope.
    fn template_params(&mut self) -> Parse<Arc<[TemplateParam]>> {
        self.open(Punct::Less, "'<' after 'template'")?;
        let outer = std::mem::replace(&mut self.no_greater, true);
        let template = std::mem::replace(&mut self.template, TemplateKind::None);
        let mut params = Vec::new();
        while !self.at_closing_angle() {
            params.push(self.nested(Self::template_param)?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.no_greater = outer;
        self.template = template;
        self.close("'>'")?;
        Ok(params.into())
    }

    fn template_param(&mut self) -> Parse<TemplateParam> {
        let start = self.token.span;
        if self.word == Word::Template {
            return self.template_template_param(start);
        }
        // `typename T::x N` is a value.
        let is_type = match self.word {
            Word::Class => true,
            Word::Typename => {
                !matches!(self.peek_word(1), Word::Identifier)
                    || !(self.peek_is(2, Punct::ColonColon) || self.peek_is(2, Punct::Less))
            }
            _ => false,
        };
        if is_type {
            self.bump();
            let pack = self.eat(Punct::Ellipsis);
            let name = if self.word == Word::Identifier { Some(self.ident("a name")?) } else { None };
            if let Some(name) = name {
                self.names.declare(self.scope, name.symbol, Binding::TYPE);
            }
            let default = if self.eat(Punct::Eq) { Some(self.type_id()?) } else { None };
            let kind = TemplateParamKind::Type(default);
            return Ok(TemplateParam { name, kind, pack, span: start.to(self.last_span) });
        }
        let specifiers = self.specifiers(SpecifierUse::Type)?;
        let declared = self.declarator(specifiers.ty.as_ref(), DeclaratorUse::Parameter)?;
        let name = declared.declarator.name.as_ref().and_then(NamePath::as_ident);
        if let Some(name) = name {
            self.names.declare(self.scope, name.symbol, Binding::VALUE);
        }
        let default = if self.eat(Punct::Eq) { Some(self.conditional()?) } else { None };
        let (ty, pack) = match &declared.declarator.ty.kind {
            crate::syntax::ast::TypeKind::Pack(inner) => (inner.clone(), true),
            _ => (declared.declarator.ty, false),
        };
        Ok(TemplateParam { name, kind: TemplateParamKind::Value(ty, default), pack, span: start.to(self.last_span) })
    }

    fn template_template_param(&mut self, start: Span) -> Parse<TemplateParam> {
        self.bump();
        let outer = self.scope;
        self.scope = self.names.open(ScopeKind::TemplateParameters, Some(outer), None);
        let params = self.template_params();
        self.scope = outer;
        let params = params?;
        if !self.eat_word(Word::Class) && !self.eat_word(Word::Typename) {
            return Err(self.expected("'class' or 'typename'"));
        }
        let pack = self.eat(Punct::Ellipsis);
        let name = if self.word == Word::Identifier { Some(self.ident("a name")?) } else { None };
        if let Some(name) = name {
            self.names.declare(self.scope, name.symbol, Binding { kind: NameKind::TypeTemplate, scope: None });
        }
        let default = if self.eat(Punct::Eq) { Some(self.path(PathUse::Type)?.0) } else { None };
        let kind = TemplateParamKind::Template(params, default);
        Ok(TemplateParam { name, kind, pack, span: start.to(self.last_span) })
    }
}
