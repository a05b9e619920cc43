//! Qualified names and template arguments.
//!
//! Finds out on the way what kind of name it is, as far as that is known.

use super::Failed;
use super::Parse;
use super::Parser;
use super::Punct;
use super::TokenKind;
use super::keyword::Word;
use super::names::Binding;
use super::names::NameKind;
use super::names::Names;
use super::names::ScopeId;
use super::specifiers::begins_type;
use super::speculation::Question;
use crate::syntax::ast::BinaryOp;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Operator;
use crate::syntax::ast::Segment;
use crate::syntax::ast::SegmentName;
use crate::syntax::ast::TemplateArg;
use crate::syntax::ast::Type;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeOrExpr;
use crate::syntax::ast::UnaryOp;
use std::sync::Arc;

/// Where a name stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathUse {
    /// Where an expression may stand: `<` after an unknown name is probably an operator.
    Expression,
    /// Where only a type may stand.
    Type,
    /// The name of a declarator or of a record: `<` always opens template arguments.
    Declared,
    /// After `.` or `->`.
    Member,
}

/// Tokens looked at to find the end of a bracket without parsing: bounded, so that broken input can't make it slow.
pub(super) const LOOK_AHEAD: usize = 4096;

/// Where the next segment is looked up.
#[derive(Clone, Copy)]
enum Lookup {
    /// From the current scope outwards.
    Unqualified,
    /// In this scope.
    In(ScopeId),
    /// In a scope that isn't known.
    Unknown,
}

/// A path that was looked at: its kind, and what follows it.
pub(super) struct PathAhead {
    pub(super) path: NamePath,
    pub(super) binding: Option<Binding>,
    /// The token behind the path, and the one behind that.
    pub(super) next: TokenKind,
    pub(super) next_word: Word,
    pub(super) second: TokenKind,
    pub(super) third: TokenKind,
}

fn any(_: Binding) -> bool {
    true
}

fn opens_scope(binding: Binding) -> bool {
    matches!(binding.kind, NameKind::Type | NameKind::TypeTemplate | NameKind::Namespace)
}

impl Parser<'_> {
    /// Looks at the name that starts here.
    pub(super) fn look_at_path(&mut self, usage: PathUse) -> Option<PathAhead> {
        self.look(|parser| {
            let (path, binding) = parser.path(usage)?;
            Ok(PathAhead {
                path,
                binding,
                next: parser.token.kind,
                next_word: parser.word,
                second: parser.peek(1),
                third: parser.peek(2),
            })
        })
    }

    /// The binding of the name here if it is one plain identifier: no `::` and no `<` behind it.
    pub(super) fn plain_name(&self) -> Option<Option<Binding>> {
        let TokenKind::Ident(symbol) = self.token.kind else { return None };
        if self.word != Word::Identifier || self.peek_is(1, Punct::ColonColon) || self.peek_is(1, Punct::Less) {
            return None;
        }
        Some(self.names.look_up(self.scope, symbol, any))
    }

    /// Whether `::` follows the `decltype(…)` here.
    pub(super) fn decltype_qualifies(&self) -> bool {
        let mut depth = 0_u32;
        for (index, token) in self.tokens[self.at + 1..].iter().take(LOOK_AHEAD).enumerate() {
            match token.kind {
                TokenKind::Punct(Punct::LParen) => depth += 1,
                TokenKind::Punct(Punct::RParen) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return self.peek_is(index + 2, Punct::ColonColon);
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// A name with its qualifiers and template arguments.
    pub(super) fn path(&mut self, usage: PathUse) -> Parse<(NamePath, Option<Binding>)> {
        let start = self.token.span;
        let typename = self.eat_word(Word::Typename);
        let global = self.eat(Punct::ColonColon);
        let mut lookup = match (global, usage) {
            (true, _) => Lookup::In(Names::GLOBAL),
            (false, PathUse::Member) => Lookup::Unknown,
            (false, _) => Lookup::Unqualified,
        };
        let mut segments = Vec::with_capacity(1);
        let binding = loop {
            let (segment, binding) = self.segment(lookup, usage, segments.is_empty() && !global)?;
            segments.push(segment);
            let goes_on = self.is(Punct::ColonColon)
                && matches!(self.peek(1), TokenKind::Ident(_) | TokenKind::Punct(Punct::Tilde));
            if !goes_on {
                break binding;
            }
            self.bump();
            lookup = match binding.and_then(|binding| binding.scope) {
                Some(scope) => Lookup::In(scope),
                None => Lookup::Unknown,
            };
        };
        let binding = if typename { Some(binding.filter(|b| b.is_type()).unwrap_or(Binding::TYPE)) } else { binding };
        let path = NamePath { global, typename, segments, span: start.to(self.last_span) };
        Ok((path, binding))
    }

    fn segment(&mut self, lookup: Lookup, usage: PathUse, first: bool) -> Parse<(Segment, Option<Binding>)> {
        let start = self.token.span;
        let template = (!first || usage == PathUse::Member) && self.eat_word(Word::Template);
        match self.token.kind {
            TokenKind::Ident(symbol) if self.word == Word::Identifier => {
                self.bump();
                let qualifies = self.is(Punct::ColonColon);
                let accept = if qualifies { opens_scope } else { any };
                let mut binding = match lookup {
                    Lookup::Unqualified => self.names.look_up(self.scope, symbol, accept),
                    Lookup::In(scope) => self.names.look_in(scope, symbol, accept),
                    Lookup::Unknown => None,
                };
                let mut args = None;
                if self.is(Punct::Less) {
                    let certain = template
                        || binding.is_some_and(Binding::is_template)
                        || (usage == PathUse::Declared
                            && !matches!(binding, Some(found) if found.kind == NameKind::Type));
                    if certain {
                        args = Some(self.template_args()?);
                    } else if binding.is_none() && (usage != PathUse::Member || self.names.is_member_template(symbol)) {
                        args = self.attempt(Question::TemplateArguments, |parser| {
                            let args = parser.template_args()?;
                            if parser.are_plausible_args(&args, usage) { Ok(args) } else { Err(Failed) }
                        });
                    }
                }
                if args.is_some() {
                    binding = binding.map(|found| match found.kind {
                        NameKind::TypeTemplate => Binding { kind: NameKind::Type, ..found },
                        NameKind::ValueTemplate => Binding { kind: NameKind::Value, ..found },
                        _ => found,
                    });
                }
                let span = start.to(self.last_span);
                Ok((Segment { name: SegmentName::Ident(symbol), template, args, span }, binding))
            }
            TokenKind::Punct(Punct::Tilde) => {
                self.bump();
                let name = self.ident("the class's name after '~'")?;
                let span = start.to(self.last_span);
                let name = SegmentName::Destructor(name.symbol);
                Ok((Segment { name, template, args: None, span }, Some(Binding::VALUE)))
            }
            _ if self.word == Word::Operator => {
                self.bump();
                let name = self.operator_name()?;
                let args = match name {
                    SegmentName::Conversion(_) => None,
                    _ if self.is(Punct::Less) && usage != PathUse::Type => Some(self.template_args()?),
                    _ => None,
                };
                let span = start.to(self.last_span);
                Ok((Segment { name, template, args, span }, Some(Binding::VALUE)))
            }
            _ if self.word == Word::Decltype && first => {
                self.bump();
                let operand = self.parenthesised_expression("'(' after 'decltype'")?;
                let span = start.to(self.last_span);
                let name = SegmentName::Decltype(operand);
                Ok((Segment { name, template, args: None, span }, Some(Binding::TYPE)))
            }
            _ => Err(self.expected("a name")),
        }
    }

    /// Whether what was parsed as template arguments of an unknown name makes sense as such.
    fn are_plausible_args(&self, args: &[TemplateArg], usage: PathUse) -> bool {
        let is_logic = args.iter().any(|arg| match &arg.value {
            TypeOrExpr::Expr(expr) => matches!(
                expr.kind,
                ExprKind::Binary(
                    BinaryOp::LogicalAnd
                        | BinaryOp::LogicalOr
                        | BinaryOp::Lt
                        | BinaryOp::Le
                        | BinaryOp::Ge
                        | BinaryOp::Eq
                        | BinaryOp::Ne,
                    ..
                )
            ),
            TypeOrExpr::Type(_) => false,
        });
        let starts_operand = match self.token.kind {
            TokenKind::Number(_) | TokenKind::Char(_) | TokenKind::String(_) => true,
            TokenKind::Punct(punct) => matches!(
                punct,
                Punct::Minus | Punct::Plus | Punct::Bang | Punct::Tilde | Punct::PlusPlus | Punct::MinusMinus
            ),
            _ => false,
        };
        match usage {
            PathUse::Type | PathUse::Declared => true,
            // `a.b < c > (d)`: only a known member template gets here.
            PathUse::Expression | PathUse::Member => !is_logic && !starts_operand,
        }
    }

    /// `<…>`.
    pub(super) fn template_args(&mut self) -> Parse<Arc<[TemplateArg]>> {
        self.open(Punct::Less, "'<'")?;
        let outer = std::mem::replace(&mut self.no_greater, true);
        let result = self.nested(|parser| {
            let mut args = Vec::new();
            while !parser.at_closing_angle() {
                let start = parser.token.span;
                let value = parser.type_or_expression(&[
                    Punct::Comma,
                    Punct::Greater,
                    Punct::Shr,
                    Punct::GreaterEq,
                    Punct::ShrEq,
                    Punct::Ellipsis,
                ])?;
                let pack = parser.eat(Punct::Ellipsis);
                args.push(TemplateArg { value, pack, span: start.to(parser.last_span) });
                if !parser.eat(Punct::Comma) {
                    break;
                }
            }
            Ok(args)
        });
        self.no_greater = outer;
        let args = result?;
        self.close("'>'")?;
        Ok(args.into())
    }

    pub(super) fn at_closing_angle(&self) -> bool {
        matches!(self.token.kind, TokenKind::Punct(Punct::Greater | Punct::Shr | Punct::GreaterEq | Punct::ShrEq))
    }

    /// A type or an expression, whichever it is, that ends before one of `ends`.
    pub(super) fn type_or_expression(&mut self, ends: &[Punct]) -> Parse<TypeOrExpr> {
        let ends_here = |parser: &Self| matches!(parser.token.kind, TokenKind::Punct(punct) if ends.contains(&punct));
        // The two most common arguments need no trying: a plain name and a number.
        if let Some(binding) = self.plain_name() {
            let ended = matches!(self.peek(1), TokenKind::Punct(punct) if ends.contains(&punct));
            if ended && !binding.is_some_and(Binding::is_type) {
                return self.assignment().map(TypeOrExpr::Expr);
            }
        }
        if self.may_start_type() {
            let ty = self.attempt(Question::Type, |parser| {
                let ty = parser.type_id()?;
                if !ends_here(parser) || parser.is_unknown_name(&ty) {
                    return Err(Failed);
                }
                Ok(ty)
            });
            if let Some(ty) = ty {
                return Ok(TypeOrExpr::Type(ty));
            }
            // A type with something wrong behind it is no better as an expression.
            if self.speculating == 0 && begins_type(self.word) {
                let is_type = self.look(|parser| {
                    parser.type_id()?;
                    Ok(!parser.is(Punct::LParen) && !parser.is(Punct::LBrace))
                });
                if is_type == Some(true) {
                    return self.type_id().map(TypeOrExpr::Type);
                }
            }
        }
        self.assignment().map(TypeOrExpr::Expr)
    }

    /// Whether the type is a lone name that isn't known to be a type.
    pub(super) fn is_unknown_name(&self, ty: &Type) -> bool {
        match &ty.kind {
            TypeKind::Name(path) if ty.quals.is_empty() && !path.typename => {
                let is_builtin = match path.last().name {
                    SegmentName::Ident(symbol) => crate::msl::is_type_name(self.text(symbol)),
                    _ => false,
                };
                !is_builtin && !self.binding_of(path).is_some_and(Binding::is_type)
            }
            _ => false,
        }
    }

    /// Looks an already parsed path up again.
    pub(super) fn binding_of(&self, path: &NamePath) -> Option<Binding> {
        let mut lookup = if path.global { Lookup::In(Names::GLOBAL) } else { Lookup::Unqualified };
        let mut binding = None;
        for (index, segment) in path.segments.iter().enumerate() {
            let accept = if index + 1 < path.segments.len() { opens_scope } else { any };
            binding = match (&segment.name, lookup) {
                (SegmentName::Ident(symbol), Lookup::Unqualified) => self.names.look_up(self.scope, *symbol, accept),
                (SegmentName::Ident(symbol), Lookup::In(scope)) => self.names.look_in(scope, *symbol, accept),
                (SegmentName::Decltype(_), _) => Some(Binding::TYPE),
                _ => None,
            };
            lookup = match binding.and_then(|binding| binding.scope) {
                Some(scope) => Lookup::In(scope),
                None => Lookup::Unknown,
            };
        }
        binding
    }

    /// What follows `operator`.
    fn operator_name(&mut self) -> Parse<SegmentName> {
        if let TokenKind::String(symbol) = self.token.kind {
            // `operator""_x` is one token or two.
            let text = self.text(symbol).to_string();
            self.bump();
            if text == "\"\"" {
                return Ok(SegmentName::Literal(self.ident("the literal's suffix")?.symbol));
            }
            let suffix = text.strip_prefix("\"\"").and_then(|suffix| self.interner.lookup(suffix));
            return suffix.map(SegmentName::Literal).ok_or_else(|| self.expected("'\"\"' and a suffix"));
        }
        if matches!(self.word, Word::New | Word::Delete) {
            return Err(self.not_in_msl("dynamic allocation", "there is no 'new' or 'delete' to overload"));
        }
        let TokenKind::Punct(punct) = self.token.kind else {
            return self.conversion_type().map(SegmentName::Conversion);
        };
        if punct == Punct::ColonColon {
            return self.conversion_type().map(SegmentName::Conversion);
        }
        let operator = match punct {
            Punct::LParen | Punct::LBracket => {
                self.bump();
                let (closing, operator) = match punct {
                    Punct::LParen => (Punct::RParen, Operator::Call),
                    _ => (Punct::RBracket, Operator::Subscript),
                };
                if !self.is(closing) {
                    return Err(self.expected("the closing bracket of the operator"));
                }
                operator
            }
            Punct::Bang => Operator::Unary(UnaryOp::Not),
            Punct::Tilde => Operator::Unary(UnaryOp::BitNot),
            Punct::PlusPlus => Operator::Unary(UnaryOp::PreInc),
            Punct::MinusMinus => Operator::Unary(UnaryOp::PreDec),
            Punct::Arrow => Operator::Arrow,
            Punct::ArrowStar => Operator::ArrowStar,
            Punct::Comma => Operator::Comma,
            _ => match (super::expr::binary_op(punct), super::expr::assign_op(punct)) {
                (Some(op), _) => Operator::Binary(op),
                (None, Some(op)) => Operator::Assign(op),
                _ => return Err(self.expected("an operator that can be overloaded")),
            },
        };
        self.bump();
        Ok(SegmentName::Operator(operator))
    }
}
