//! Lambda expressions.

use super::Parse;
use super::Parser;
use super::Punct;
use super::TemplateKind;
use super::TokenKind;
use super::keyword::Word;
use super::names::Binding;
use super::names::ScopeKind;
use crate::syntax::ast::Capture;
use crate::syntax::ast::CaptureMode;
use crate::syntax::ast::Captured;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::ExprRef;
use crate::syntax::ast::FunctionType;
use crate::syntax::ast::Init;
use crate::syntax::ast::Lambda;
use crate::syntax::ast::Qualifiers;
use std::sync::Arc;

impl Parser<'_> {
    /// `[captures](parameters) … { … }`.
    pub(super) fn lambda(&mut self) -> Parse<ExprRef> {
        self.scoped(ScopeKind::Block, |parser| {
            let template = std::mem::replace(&mut parser.template, TemplateKind::None);
            let no_greater = std::mem::take(&mut parser.no_greater);
            let result = parser.lambda_parts();
            parser.template = template;
            parser.no_greater = no_greater;
            result
        })
    }

    fn lambda_parts(&mut self) -> Parse<ExprRef> {
        let start = self.open(Punct::LBracket, "'['")?;
        let mut default_capture = None;
        let mut captures = Vec::new();
        while !self.is(Punct::RBracket) {
            let first = default_capture.is_none() && captures.is_empty();
            let alone = self.peek_is(1, Punct::Comma) || self.peek_is(1, Punct::RBracket);
            match self.token.kind {
                TokenKind::Punct(Punct::Eq) if first => {
                    self.bump();
                    default_capture = Some(CaptureMode::Copy);
                }
                TokenKind::Punct(Punct::Amp) if first && alone => {
                    self.bump();
                    default_capture = Some(CaptureMode::Reference);
                }
                _ => captures.push(self.capture()?),
            }
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.close("',' or ']' after the capture")?;
        let mut lambda = Lambda {
            default_capture,
            captures,
            ty: None,
            is_mutable: false,
            is_constexpr: false,
            attributes: Vec::new(),
            body: Arc::new(crate::syntax::ast::Stmt {
                kind: crate::syntax::ast::StmtKind::Empty,
                attributes: Vec::new(),
                span: start,
            }),
        };
        self.attributes(&mut lambda.attributes)?;
        if self.is(Punct::LParen) || self.is(Punct::Arrow) || self.at_lambda_word() {
            lambda.ty = Some(Arc::new(self.lambda_type(&mut lambda)?));
        }
        if !self.is(Punct::LBrace) {
            return Err(self.expected("'{' and the body of the lambda"));
        }
        lambda.body = self.block()?;
        // What its statements were tall does not add to the expression around.
        self.height = 1;
        let span = start.to(self.last_span);
        Ok(Arc::new(Expr { kind: ExprKind::Lambda(Arc::new(lambda)), span }))
    }

    fn at_lambda_word(&self) -> bool {
        matches!(self.word, Word::Mutable | Word::Constexpr | Word::Noexcept)
    }

    fn lambda_type(&mut self, lambda: &mut Lambda) -> Parse<FunctionType> {
        let start = self.token.span;
        let (mut params, mut variadic) = (Vec::new(), false);
        if self.is(Punct::LParen) {
            self.open(Punct::LParen, "'('")?;
            (params, variadic) = self.parameters()?;
            self.close("',' or ')' after the parameter")?;
        }
        loop {
            match self.word {
                Word::Mutable => lambda.is_mutable = true,
                Word::Constexpr => lambda.is_constexpr = true,
                _ => break,
            }
            self.bump();
        }
        let mut ty = FunctionType {
            result: None,
            trailing_result: false,
            params,
            variadic,
            this_quals: Qualifiers::default(),
            ref_qualifier: None,
            noexcept: None,
            virt_specifier: false,
            attributes: Vec::new(),
            span: start,
        };
        self.function_suffix(&mut ty)?;
        ty.span = start.to(self.last_span);
        Ok(ty)
    }

    fn capture(&mut self) -> Parse<Capture> {
        let start = self.token.span;
        let finish = |parser: &Self, what, mode, pack| Capture { what, mode, pack, span: start.to(parser.last_span) };
        if self.word == Word::This {
            self.bump();
            return Ok(finish(self, Captured::This, CaptureMode::Reference, false));
        }
        if self.is(Punct::Star) && self.peek_word(1) == Word::This {
            self.bump();
            self.bump();
            return Ok(finish(self, Captured::This, CaptureMode::Copy, false));
        }
        let mode = if self.eat(Punct::Amp) { CaptureMode::Reference } else { CaptureMode::Copy };
        let mut pack = self.eat(Punct::Ellipsis);
        let name = self.ident("a capture")?;
        let init = match self.token.kind {
            TokenKind::Punct(Punct::Eq) => {
                self.bump();
                Some(Init::Copy(self.initializer_clause()?))
            }
            TokenKind::Punct(Punct::LBrace) => Some(Init::List(self.brace_list()?)),
            TokenKind::Punct(Punct::LParen) => Some(Init::Direct(self.arguments()?)),
            _ => None,
        };
        pack |= self.eat(Punct::Ellipsis);
        let what = match init {
            Some(init) => {
                self.declare(name.symbol, Binding::VALUE);
                Captured::Init(name, init)
            }
            None => Captured::Name(name),
        };
        Ok(finish(self, what, mode, pack))
    }
}
