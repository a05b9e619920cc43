//! Attributes: `[[…]]`, `__attribute__((…))`, `alignas(…)`.
//!
//! They are accepted wherever a declaration might carry one; whether they mean something there, sema says.

use super::Failed;
use super::Parse;
use super::Parser;
use super::Punct;
use super::TokenKind;
use super::keyword::Word;
use super::speculation::Question;
use crate::syntax::ast::Attribute;
use crate::syntax::ast::AttributeArgs;
use crate::syntax::ast::AttributeStyle;
use crate::syntax::ast::Ident;
use crate::syntax::ast::TypeOrExpr;

impl Parser<'_> {
    /// Whether an attribute stands here.
    pub(super) fn at_attribute(&self) -> bool {
        match self.token.kind {
            TokenKind::Punct(Punct::LBracket) => self.peek_is(1, Punct::LBracket),
            _ => matches!(self.word, Word::Attribute | Word::Alignas),
        }
    }

    /// Takes all attributes that stand here.
    pub(super) fn attributes(&mut self, into: &mut Vec<Attribute>) -> Parse<()> {
        while self.at_attribute() {
            match self.word {
                Word::Attribute => self.gnu_attributes(into)?,
                Word::Alignas => {
                    let name = self.any_ident()?;
                    let args = self.attribute_args()?;
                    let span = name.span.to(self.last_span);
                    into.push(Attribute { style: AttributeStyle::Alignas, scope: None, name, args, span });
                }
                _ => self.bracket_attributes(into)?,
            }
        }
        Ok(())
    }

    fn bracket_attributes(&mut self, into: &mut Vec<Attribute>) -> Parse<()> {
        self.open(Punct::LBracket, "'[['")?;
        self.open(Punct::LBracket, "'[['")?;
        let mut using = None;
        if self.eat_word(Word::Using) {
            using = Some(self.any_ident()?);
            if !self.eat(Punct::Colon) {
                return Err(self.expected("':' after the attribute namespace"));
            }
        }
        while !self.is(Punct::RBracket) {
            if self.eat(Punct::Comma) {
                continue;
            }
            let mut name = self.any_ident()?;
            let mut scope = using;
            let start = name.span;
            if self.eat(Punct::ColonColon) {
                scope = Some(name);
                name = self.any_ident()?;
            }
            let args = if self.is(Punct::LParen) { self.attribute_args()? } else { None };
            self.eat(Punct::Ellipsis);
            let span = start.to(self.last_span);
            into.push(Attribute { style: AttributeStyle::Bracket, scope, name, args, span });
            // Some generators leave the comma away, and Metal's compiler lets them.
            if !matches!(self.token.kind, TokenKind::Punct(Punct::Comma | Punct::RBracket) | TokenKind::Ident(_)) {
                return Err(self.expected("',' or ']]' after the attribute"));
            }
        }
        self.close("']]'")?;
        self.close("']]'")?;
        Ok(())
    }

    fn gnu_attributes(&mut self, into: &mut Vec<Attribute>) -> Parse<()> {
        self.bump();
        self.open(Punct::LParen, "'((' after '__attribute__'")?;
        self.open(Punct::LParen, "'((' after '__attribute__'")?;
        while !self.is(Punct::RParen) {
            if self.eat(Punct::Comma) {
                continue;
            }
            let name = self.any_ident()?;
            let args = if self.is(Punct::LParen) { self.attribute_args()? } else { None };
            let span = name.span.to(self.last_span);
            let name = self.without_underscores(name);
            into.push(Attribute { style: AttributeStyle::Gnu, scope: None, name, args, span });
            if !self.is(Punct::Comma) && !self.is(Punct::RParen) {
                return Err(self.expected("',' or '))' after the attribute"));
            }
        }
        self.close("'))'")?;
        self.close("'))'")?;
        Ok(())
    }

    /// `__aligned__` is `aligned`, if that spelling is known to anybody.
    fn without_underscores(&self, name: Ident) -> Ident {
        let plain = self.text(name.symbol).strip_prefix("__").and_then(|text| text.strip_suffix("__"));
        let symbol = plain.and_then(|plain| self.interner.lookup(plain)).unwrap_or(name.symbol);
        Ident { symbol, ..name }
    }

    /// Any identifier, also a keyword.
    pub(super) fn any_ident(&mut self) -> Parse<Ident> {
        match self.token.kind {
            TokenKind::Ident(symbol) => Ok(Ident { symbol, span: self.bump() }),
            _ => Err(self.expected("the name of an attribute")),
        }
    }

    fn attribute_args(&mut self) -> Parse<Option<AttributeArgs>> {
        let level = self.open.len();
        self.open(Punct::LParen, "'('")?;
        let first = self.at;
        let values = match self.attempt(Question::AttributeArguments, Self::attribute_values) {
            Some(values) => values,
            None => {
                while !self.is(Punct::RParen) {
                    if matches!(self.token.kind, TokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace)) {
                        self.skip_balanced()?;
                    } else if self.token.kind == TokenKind::Eof {
                        return Err(self.expected("')'"));
                    } else {
                        self.bump();
                    }
                }
                Vec::new()
            }
        };
        let tokens = self.tokens[first..self.at].into();
        self.close("')' after the attribute's arguments")?;
        debug_assert_eq!(level, self.open.len());
        Ok(Some(AttributeArgs { tokens, values }))
    }

    /// The arguments up to the closing parenthesis.
    fn attribute_values(&mut self) -> Parse<Vec<TypeOrExpr>> {
        let outer = std::mem::take(&mut self.no_greater);
        let mut values = Vec::new();
        while !self.is(Punct::RParen) {
            values.push(self.type_or_expression(&[Punct::Comma, Punct::RParen])?);
            if !self.eat(Punct::Comma) && !self.is(Punct::RParen) {
                return Err(Failed);
            }
        }
        self.no_greater = outer;
        Ok(values)
    }
}
