//! Expressions.
//!
//! Operators are taken by precedence with an explicit stack, so only brackets cost recursion.

use super::Failed;
use super::MAX_HEIGHT;
use super::Parse;
use super::Parser;
use super::Punct;
use super::TokenKind;
use super::declarator::DeclaratorUse;
use super::keyword::Word;
use super::names::Binding;
use super::path::PathUse;
use super::specifiers::SpecifierUse;
use super::specifiers::begins_type;
use super::specifiers::is_builtin_type;
use super::specifiers::is_qualifier;
use super::speculation::Question;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast::BinaryOp;
use crate::syntax::ast::CastStyle;
use crate::syntax::ast::Designator;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::ExprRef;
use crate::syntax::ast::Fold;
use crate::syntax::ast::FoldOp;
use crate::syntax::ast::Init;
use crate::syntax::ast::InitItem;
use crate::syntax::ast::Type;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeOrExpr;
use crate::syntax::ast::TypeRef;
use crate::syntax::ast::UnaryOp;
use std::sync::Arc;

/// The binary operator that a punctuator is.
pub(super) fn binary_op(punct: Punct) -> Option<BinaryOp> {
    precedence(punct).map(|(op, _)| op)
}

/// The assignment operator that a punctuator is: `None` inside for plain `=`.
pub(super) fn assign_op(punct: Punct) -> Option<Option<BinaryOp>> {
    Some(match punct {
        Punct::Eq => None,
        Punct::PlusEq => Some(BinaryOp::Add),
        Punct::MinusEq => Some(BinaryOp::Sub),
        Punct::StarEq => Some(BinaryOp::Mul),
        Punct::SlashEq => Some(BinaryOp::Div),
        Punct::PercentEq => Some(BinaryOp::Rem),
        Punct::CaretEq => Some(BinaryOp::Xor),
        Punct::AmpEq => Some(BinaryOp::And),
        Punct::PipeEq => Some(BinaryOp::Or),
        Punct::ShlEq => Some(BinaryOp::Shl),
        Punct::ShrEq => Some(BinaryOp::Shr),
        _ => return None,
    })
}

fn precedence(punct: Punct) -> Option<(BinaryOp, u8)> {
    Some(match punct {
        Punct::PipePipe => (BinaryOp::LogicalOr, 1),
        Punct::AmpAmp => (BinaryOp::LogicalAnd, 2),
        Punct::Pipe => (BinaryOp::Or, 3),
        Punct::Caret => (BinaryOp::Xor, 4),
        Punct::Amp => (BinaryOp::And, 5),
        Punct::EqEq => (BinaryOp::Eq, 6),
        Punct::BangEq => (BinaryOp::Ne, 6),
        Punct::Less => (BinaryOp::Lt, 7),
        Punct::Greater => (BinaryOp::Gt, 7),
        Punct::LessEq => (BinaryOp::Le, 7),
        Punct::GreaterEq => (BinaryOp::Ge, 7),
        Punct::Shl => (BinaryOp::Shl, 8),
        Punct::Shr => (BinaryOp::Shr, 8),
        Punct::Plus => (BinaryOp::Add, 9),
        Punct::Minus => (BinaryOp::Sub, 9),
        Punct::Star => (BinaryOp::Mul, 10),
        Punct::Slash => (BinaryOp::Div, 10),
        Punct::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}

fn node(kind: ExprKind, span: Span) -> ExprRef {
    Arc::new(Expr { kind, span })
}

/// An operand waiting for the operator behind it to be known.
struct Operand {
    left: ExprRef,
    height: u32,
    op: BinaryOp,
    strength: u8,
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<ExprRef> {
        let mut left = self.assignment()?;
        while self.is(Punct::Comma) && !self.peek_is(1, Punct::Ellipsis) {
            self.bump();
            let height = self.height;
            let right = self.assignment()?;
            self.grow(height)?;
            let span = left.span.to(right.span);
            left = node(ExprKind::Comma(left, right), span);
        }
        Ok(left)
    }

    /// An expression without commas outside brackets.
    pub(super) fn assignment(&mut self) -> Parse<ExprRef> {
        self.nested(|parser| {
            parser.height = 0;
            let left = parser.conditional_part()?;
            let TokenKind::Punct(punct) = parser.token.kind else { return Ok(left) };
            let Some(op) = assign_op(punct) else { return Ok(left) };
            if parser.peek_is(1, Punct::Ellipsis) {
                return Ok(left);
            }
            // `>>=` may close template arguments.
            if parser.no_greater && punct == Punct::ShrEq {
                return Ok(left);
            }
            parser.bump();
            let height = parser.height;
            let right = parser.initializer_clause()?;
            parser.grow(height)?;
            let span = left.span.to(right.span);
            Ok(node(ExprKind::Assign(op, left, right), span))
        })
    }

    /// An expression without assignments and commas outside brackets.
    pub(super) fn conditional(&mut self) -> Parse<ExprRef> {
        self.nested(|parser| {
            parser.height = 0;
            parser.conditional_part()
        })
    }

    fn conditional_part(&mut self) -> Parse<ExprRef> {
        let condition = self.binary()?;
        if !self.is(Punct::Question) {
            return Ok(condition);
        }
        self.bump();
        let first = self.height;
        let outer = std::mem::take(&mut self.no_greater);
        let yes = self.expression();
        self.no_greater = outer;
        let yes = yes?;
        let second = self.height.max(first);
        if !self.is(Punct::Colon) {
            return Err(self.expected("':' of the conditional expression"));
        }
        self.bump();
        let no = self.assignment()?;
        self.grow(second)?;
        let span = condition.span.to(no.span);
        Ok(node(ExprKind::Conditional(condition, yes, no), span))
    }

    /// One more level on top of operands of this and the last height.
    fn grow(&mut self, other: u32) -> Parse<()> {
        self.height = self.height.max(other) + 1;
        if self.height > MAX_HEIGHT {
            let span = self.token.span;
            let message = "this expression has too many operators".to_string();
            return Err(self.fail_with(codes::TOO_DEEP, message, span, "split it into parts"));
        }
        Ok(())
    }

    /// The binary operator here, if it goes on with the expression.
    fn at_binary(&self) -> Option<(BinaryOp, u8)> {
        let TokenKind::Punct(punct) = self.token.kind else { return None };
        let closes = self.no_greater && matches!(punct, Punct::Greater | Punct::Shr);
        if closes || self.peek_is(1, Punct::Ellipsis) {
            return None;
        }
        precedence(punct)
    }

    fn binary(&mut self) -> Parse<ExprRef> {
        let mut right = self.cast()?;
        if self.at_binary().is_none() {
            return Ok(right);
        }
        let mut waiting: Vec<Operand> = Vec::new();
        loop {
            let next = self.at_binary();
            let strength = next.map_or(0, |(_, strength)| strength);
            while let Some(operand) = waiting.pop_if(|operand| operand.strength >= strength) {
                self.grow(operand.height)?;
                let span = operand.left.span.to(right.span);
                right = node(ExprKind::Binary(operand.op, operand.left, right), span);
            }
            let Some((op, strength)) = next else { return Ok(right) };
            self.bump();
            waiting.push(Operand { left: right, height: self.height, op, strength });
            self.height = 0;
            right = self.cast()?;
        }
    }

    /// A unary expression, with `.*` and `->*` behind it.
    fn cast(&mut self) -> Parse<ExprRef> {
        let mut base = self.unary()?;
        while matches!(self.token.kind, TokenKind::Punct(Punct::DotStar | Punct::ArrowStar)) {
            let arrow = self.is(Punct::ArrowStar);
            self.bump();
            let height = self.height;
            let member = self.unary()?;
            self.grow(height)?;
            let span = base.span.to(member.span);
            base = node(ExprKind::MemberPointer { base, arrow, member }, span);
        }
        Ok(base)
    }

    fn unary(&mut self) -> Parse<ExprRef> {
        let start = self.token.span;
        let op = match self.token.kind {
            TokenKind::Punct(Punct::LParen) => {
                if self.at_cast() {
                    return self.nested(Self::c_cast);
                }
                return self.postfix();
            }
            TokenKind::Punct(Punct::Plus) => UnaryOp::Plus,
            TokenKind::Punct(Punct::Minus) => UnaryOp::Minus,
            TokenKind::Punct(Punct::Bang) => UnaryOp::Not,
            TokenKind::Punct(Punct::Tilde) => UnaryOp::BitNot,
            TokenKind::Punct(Punct::Star) => UnaryOp::Deref,
            TokenKind::Punct(Punct::Amp) => UnaryOp::AddressOf,
            TokenKind::Punct(Punct::PlusPlus) => UnaryOp::PreInc,
            TokenKind::Punct(Punct::MinusMinus) => UnaryOp::PreDec,
            TokenKind::Ident(_) => return self.word_operator(),
            _ => return self.postfix(),
        };
        self.bump();
        let operand = self.nested(Self::unary)?;
        self.grow(0)?;
        let span = start.to(operand.span);
        Ok(node(ExprKind::Unary(op, operand), span))
    }

    /// `sizeof` and other operators that are words.
    fn word_operator(&mut self) -> Parse<ExprRef> {
        let start = self.token.span;
        let kind = match self.word {
            Word::Identifier => return self.postfix(),
            Word::Sizeof if self.peek_is(1, Punct::Ellipsis) => {
                self.bump();
                self.bump();
                self.open(Punct::LParen, "'(' after 'sizeof...'")?;
                let name = self.ident("the name of a pack")?;
                self.close("')' after the pack")?;
                ExprKind::SizeofPack(name)
            }
            Word::Sizeof => {
                self.bump();
                ExprKind::Sizeof(self.operand_or_type()?)
            }
            Word::Alignof => {
                self.bump();
                ExprKind::Alignof(self.operand_or_type()?)
            }
            Word::Noexcept => {
                self.bump();
                ExprKind::Noexcept(self.parenthesised_expression("'(' after 'noexcept'")?)
            }
            Word::ExtensionMark => {
                self.bump();
                return self.nested(Self::unary);
            }
            Word::New | Word::Delete => {
                return Err(self.not_in_msl("dynamic allocation", "declare an array, or take a buffer as an argument"));
            }
            Word::Throw => return Err(self.not_in_msl("exceptions", "return a value that tells failure")),
            _ => return self.postfix(),
        };
        self.grow(0)?;
        Ok(node(kind, start.to(self.last_span)))
    }

    /// What `sizeof` and `alignof` take.
    fn operand_or_type(&mut self) -> Parse<TypeOrExpr> {
        if self.is(Punct::LParen) {
            let ty = self.attempt(Question::Operand, |parser| {
                parser.open(Punct::LParen, "'('")?;
                if !parser.may_start_type() {
                    return Err(Failed);
                }
                let ty = parser.type_id()?;
                if !parser.is(Punct::RParen) || parser.is_unknown_name(&ty) {
                    return Err(Failed);
                }
                parser.close("')'")?;
                Ok(ty)
            });
            if let Some(ty) = ty {
                return Ok(TypeOrExpr::Type(ty));
            }
        }
        self.nested(Self::unary).map(TypeOrExpr::Expr)
    }

    /// Whether `(` here begins a cast.
    fn at_cast(&mut self) -> bool {
        let word = self.peek_word(1);
        match self.peek(1) {
            TokenKind::Punct(Punct::ColonColon) => {}
            TokenKind::Ident(symbol) if word == Word::Identifier => {
                let known = self.names.look_up(self.scope, symbol, |_| true);
                match self.peek(2) {
                    TokenKind::Punct(Punct::RParen) => {
                        // An unknown name in parentheses is a type if an operand follows that isn't in brackets.
                        return match known {
                            Some(known) => known.is_type(),
                            None => match self.peek(3) {
                                TokenKind::Ident(_) => !is_qualifier(self.peek_word(3)),
                                TokenKind::Number(_) | TokenKind::Char(_) | TokenKind::String(_) => true,
                                _ => false,
                            },
                        };
                    }
                    TokenKind::Punct(Punct::ColonColon | Punct::Less) => {}
                    TokenKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp | Punct::LParen | Punct::LBracket)
                    | TokenKind::Ident(_)
                        if known.is_none_or(Binding::is_type) => {}
                    _ => return false,
                }
            }
            TokenKind::Ident(_) if is_builtin_type(word) && self.peek_is(2, Punct::RParen) => return true,
            TokenKind::Ident(_) if begins_type(word) => {}
            _ => return false,
        }
        self.ask(Question::Cast, |parser| {
            parser.bump();
            let ty = parser.type_id_as(DeclaratorUse::Cast)?;
            if !parser.is(Punct::RParen) {
                return Ok(false);
            }
            if !parser.is_unknown_name(&ty) {
                return Ok(true);
            }
            Ok(match parser.peek(1) {
                TokenKind::Ident(_) => !is_qualifier(parser.peek_word(1)),
                TokenKind::Number(_) | TokenKind::Char(_) => true,
                _ => false,
            })
        })
    }

    /// `(T)e`, or `(T){…}`.
    fn c_cast(&mut self) -> Parse<ExprRef> {
        let start = self.open(Punct::LParen, "'('")?;
        let outer = std::mem::take(&mut self.no_greater);
        let ty = self.type_id_as(DeclaratorUse::Cast);
        self.no_greater = outer;
        let ty = ty?;
        self.close("')' after the type")?;
        if self.is(Punct::LBrace) {
            let list = self.brace_list()?;
            let span = start.to(self.last_span);
            let literal = node(ExprKind::Construct(ty, Init::List(list)), span);
            return self.suffixes(literal);
        }
        let operand = self.nested(Self::unary)?;
        self.grow(0)?;
        let span = start.to(operand.span);
        Ok(node(ExprKind::Cast(CastStyle::C, ty, operand), span))
    }

    fn postfix(&mut self) -> Parse<ExprRef> {
        let primary = self.primary()?;
        self.suffixes(primary)
    }

    /// Calls, subscripts, members, `++` and `--` behind an expression.
    fn suffixes(&mut self, mut base: ExprRef) -> Parse<ExprRef> {
        loop {
            let TokenKind::Punct(punct) = self.token.kind else { return Ok(base) };
            let start = base.span;
            let height = self.height;
            let kind = match punct {
                Punct::LParen => ExprKind::Call(base, self.arguments()?),
                Punct::LBracket => {
                    self.open(Punct::LBracket, "'['")?;
                    let outer = std::mem::take(&mut self.no_greater);
                    let index = if self.is(Punct::LBrace) { self.brace_list() } else { self.expression() };
                    self.no_greater = outer;
                    let index = index?;
                    self.close("']' after the index")?;
                    ExprKind::Subscript(base, index)
                }
                Punct::Dot | Punct::Arrow => {
                    self.bump();
                    let (name, _) = match self.token.kind {
                        TokenKind::Ident(_) | TokenKind::Punct(Punct::Tilde) => self.path(PathUse::Member)?,
                        _ => return Err(self.expected("the name of a member")),
                    };
                    ExprKind::Member { base, arrow: punct == Punct::Arrow, name }
                }
                Punct::PlusPlus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostInc, base)
                }
                Punct::MinusMinus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostDec, base)
                }
                _ => return Ok(base),
            };
            self.grow(height)?;
            base = node(kind, start.to(self.last_span));
        }
    }

    /// `(a, b…)`.
    pub(super) fn arguments(&mut self) -> Parse<Vec<ExprRef>> {
        self.open(Punct::LParen, "'('")?;
        let outer = std::mem::take(&mut self.no_greater);
        let mut arguments = Vec::new();
        let mut height = 0;
        while !self.is(Punct::RParen) {
            arguments.push(self.element()?);
            height = height.max(self.height);
            if !self.eat(Punct::Comma) {
                break;
            }
            if self.is(Punct::RParen) {
                return Err(self.expected("an argument after ','"));
            }
        }
        self.height = height;
        self.no_greater = outer;
        self.close("',' or ')' after the argument")?;
        Ok(arguments)
    }

    /// An element of a list, perhaps with `...` behind it.
    fn element(&mut self) -> Parse<ExprRef> {
        let element = self.initializer_clause()?;
        if !self.eat(Punct::Ellipsis) {
            return Ok(element);
        }
        self.grow(0)?;
        let span = element.span.to(self.last_span);
        Ok(node(ExprKind::PackExpansion(element), span))
    }

    /// An expression without commas, or a brace list.
    pub(super) fn initializer_clause(&mut self) -> Parse<ExprRef> {
        if self.is(Punct::LBrace) { self.brace_list() } else { self.assignment() }
    }

    /// `{a, .b = c, {d}}`.
    pub(super) fn brace_list(&mut self) -> Parse<ExprRef> {
        let start = self.open(Punct::LBrace, "'{'")?;
        let outer = std::mem::take(&mut self.no_greater);
        let result = self.nested(|parser| {
            let mut items = Vec::new();
            let mut height = 0;
            while !parser.is(Punct::RBrace) {
                let mut designators = Vec::new();
                if parser.is(Punct::Dot) || (parser.is(Punct::LBracket) && parser.at_index_designator()) {
                    designators = parser.designators()?;
                    if !parser.is(Punct::LBrace) && !parser.eat(Punct::Eq) {
                        return Err(parser.expected("'=' after the designator"));
                    }
                }
                parser.height = 0;
                items.push(InitItem { designators, value: parser.element()? });
                height = height.max(parser.height);
                if !parser.eat(Punct::Comma) {
                    break;
                }
            }
            parser.height = height;
            Ok(items)
        });
        self.no_greater = outer;
        let items = result?;
        self.grow(0)?;
        self.close("',' or '}' after the element")?;
        Ok(node(ExprKind::BraceList(items), start.to(self.last_span)))
    }

    /// Whether `[` begins a designator and not a lambda.
    fn at_index_designator(&mut self) -> bool {
        self.ask(Question::Designator, |parser| {
            parser.open(Punct::LBracket, "'['")?;
            parser.conditional()?;
            if parser.eat(Punct::Ellipsis) {
                parser.conditional()?;
            }
            parser.close("']'")?;
            Ok(parser.is(Punct::Eq) || parser.is(Punct::LBracket) || parser.is(Punct::Dot))
        })
    }

    fn designators(&mut self) -> Parse<Vec<Designator>> {
        let mut designators = Vec::new();
        loop {
            if self.eat(Punct::Dot) {
                designators.push(Designator::Member(self.ident("the name of a member")?));
            } else if self.is(Punct::LBracket) {
                self.open(Punct::LBracket, "'['")?;
                let index = self.conditional()?;
                designators.push(match self.eat(Punct::Ellipsis) {
                    true => Designator::Range(index, self.conditional()?),
                    false => Designator::Index(index),
                });
                self.close("']'")?;
            } else {
                return Ok(designators);
            }
        }
    }

    fn primary(&mut self) -> Parse<ExprRef> {
        let start = self.token.span;
        self.height = 0;
        let kind = match self.token.kind {
            TokenKind::Number(symbol) => {
                let kind = self.number(symbol);
                self.bump();
                kind
            }
            TokenKind::Char(symbol) => {
                let kind = self.character(symbol);
                self.bump();
                kind
            }
            TokenKind::String(_) => self.strings(),
            TokenKind::Punct(Punct::LParen) => return self.parenthesised(),
            TokenKind::Punct(Punct::LBracket) => return self.nested(Self::lambda),
            TokenKind::Punct(Punct::ColonColon) => return self.name(),
            TokenKind::Ident(_) if self.word == Word::Identifier => return self.name(),
            TokenKind::Ident(_) => return self.keyword_primary(),
            _ => return Err(self.expected("an expression")),
        };
        Ok(node(kind, start.to(self.last_span)))
    }

    /// An expression that begins with a keyword.
    fn keyword_primary(&mut self) -> Parse<ExprRef> {
        let start = self.token.span;
        let kind = match self.word {
            Word::True | Word::False => {
                let value = self.word == Word::True;
                self.bump();
                ExprKind::Bool(value)
            }
            Word::Nullptr => {
                self.bump();
                ExprKind::Nullptr
            }
            Word::This => {
                self.bump();
                ExprKind::This
            }
            Word::FunctionName => ExprKind::FunctionName(self.any_ident()?.symbol),
            Word::StaticCast => self.named_cast(CastStyle::Static)?,
            Word::ConstCast => self.named_cast(CastStyle::Const)?,
            Word::ReinterpretCast => self.named_cast(CastStyle::Reinterpret)?,
            Word::DynamicCast | Word::Typeid => {
                return Err(self.not_in_msl("run-time type information", "use 'static_cast' or a template"));
            }
            Word::Offsetof => self.offsetof()?,
            Word::Operator => return self.name(),
            Word::Decltype | Word::Typename | Word::TypeTransform | Word::Typeof => return self.typed_primary(),
            // A contextual word that is a name here.
            Word::Coherent if !self.at_coherent() => {
                let name = self.any_ident()?;
                let segment = crate::syntax::ast::Segment {
                    name: crate::syntax::ast::SegmentName::Ident(name.symbol),
                    template: false,
                    args: None,
                    span: name.span,
                };
                ExprKind::Name(crate::syntax::ast::NamePath {
                    global: false,
                    typename: false,
                    segments: vec![segment],
                    span: name.span,
                })
            }
            word if is_builtin_type(word) => return self.typed_primary(),
            _ => return Err(self.expected("an expression")),
        };
        Ok(node(kind, start.to(self.last_span)))
    }

    /// `T(…)` or `T{…}` where a keyword says that `T` is a type; `decltype(e)::x` is a name.
    fn typed_primary(&mut self) -> Parse<ExprRef> {
        if self.word == Word::Decltype && self.decltype_qualifies() {
            return self.name();
        }
        let Some(ty) = self.specifiers(SpecifierUse::Type)?.ty else { return Err(self.expected_type()) };
        self.construct(ty)
    }

    /// The arguments of a construction.
    fn construct(&mut self, ty: TypeRef) -> Parse<ExprRef> {
        let init = match self.token.kind {
            TokenKind::Punct(Punct::LParen) => Init::Direct(self.arguments()?),
            TokenKind::Punct(Punct::LBrace) => Init::List(self.brace_list()?),
            _ => return Err(self.expected("'(' or '{' after the type")),
        };
        self.grow(0)?;
        let span = ty.span.to(self.last_span);
        Ok(node(ExprKind::Construct(ty, init), span))
    }

    fn name(&mut self) -> Parse<ExprRef> {
        if self.at_type_trait() {
            let start = self.token.span;
            let kind = self.type_trait()?;
            return Ok(node(kind, start.to(self.last_span)));
        }
        let (path, binding) = self.path(PathUse::Expression)?;
        let span = path.span;
        let builds = match binding {
            Some(binding) if binding.is_type() => true,
            Some(_) => false,
            None => self.is(Punct::LBrace),
        };
        if builds {
            let ty = Arc::new(Type { kind: TypeKind::Name(path), quals: Default::default(), span });
            if !matches!(self.token.kind, TokenKind::Punct(Punct::LParen | Punct::LBrace)) {
                return Err(self.expected("'(' or '{' after the type"));
            }
            return self.construct(ty);
        }
        Ok(node(ExprKind::Name(path), span))
    }

    /// `(e)`, or a fold expression.
    fn parenthesised(&mut self) -> Parse<ExprRef> {
        let start = self.open(Punct::LParen, "'('")?;
        if self.is(Punct::LBrace) {
            let span = start.to(self.token.span);
            self.report(Diagnostic::unsupported("a statement expression '({ … })'", span));
            return Err(Failed);
        }
        let outer = std::mem::take(&mut self.no_greater);
        let kind = self.parenthesised_part();
        self.no_greater = outer;
        let kind = kind?;
        self.close("')'")?;
        self.grow(0)?;
        Ok(node(kind, start.to(self.last_span)))
    }

    fn parenthesised_part(&mut self) -> Parse<ExprKind> {
        if self.eat(Punct::Ellipsis) {
            let op = self.fold_op()?;
            let right = self.nested(Self::cast)?;
            return Ok(ExprKind::Fold(Fold { left: None, op, right: Some(right) }));
        }
        let left = self.expression()?;
        if !self.peek_is(1, Punct::Ellipsis) || self.is(Punct::RParen) {
            return Ok(ExprKind::Paren(left));
        }
        let op = self.fold_op()?;
        self.bump();
        if self.is(Punct::RParen) {
            return Ok(ExprKind::Fold(Fold { left: Some(left), op, right: None }));
        }
        if self.fold_op()? != op {
            return Err(self.expected("the same operator on both sides of '...'"));
        }
        let height = self.height;
        let right = self.nested(Self::cast)?;
        self.grow(height)?;
        Ok(ExprKind::Fold(Fold { left: Some(left), op, right: Some(right) }))
    }

    fn fold_op(&mut self) -> Parse<FoldOp> {
        let op = match self.token.kind {
            TokenKind::Punct(Punct::Comma) => Some(FoldOp::Comma),
            TokenKind::Punct(punct) => {
                binary_op(punct).map(FoldOp::Binary).or_else(|| assign_op(punct).map(FoldOp::Assign))
            }
            _ => None,
        };
        match op {
            Some(op) => {
                self.bump();
                Ok(op)
            }
            None => Err(self.expected("a binary operator")),
        }
    }

    fn named_cast(&mut self, style: CastStyle) -> Parse<ExprKind> {
        self.bump();
        self.open(Punct::Less, "'<' and a type")?;
        let outer = std::mem::replace(&mut self.no_greater, true);
        let ty = self.type_id();
        self.no_greater = outer;
        let ty = ty?;
        self.close("'>' after the type")?;
        let operand = self.parenthesised_expression("'(' after the cast")?;
        self.grow(0)?;
        Ok(ExprKind::Cast(style, ty, operand))
    }

    fn offsetof(&mut self) -> Parse<ExprKind> {
        self.bump();
        self.open(Punct::LParen, "'(' after 'offsetof'")?;
        let ty = self.type_id()?;
        if !self.eat(Punct::Comma) {
            return Err(self.expected("',' after the type"));
        }
        let mut path = vec![Designator::Member(self.ident("the name of a member")?)];
        path.extend(self.designators()?);
        self.close("')' after the member")?;
        Ok(ExprKind::Offsetof(ty, path))
    }

    /// Whether a trait of the compiler is called here: `__is_…(` or `__has_…(` that nothing declares.
    fn at_type_trait(&self) -> bool {
        let TokenKind::Ident(symbol) = self.token.kind else { return false };
        let text = self.text(symbol);
        (text.starts_with("__is_") || text.starts_with("__has_"))
            && self.peek_is(1, Punct::LParen)
            && self.names.look_up(self.scope, symbol, |_| true).is_none()
    }

    fn type_trait(&mut self) -> Parse<ExprKind> {
        let name = self.any_ident()?;
        self.open(Punct::LParen, "'(' after the type trait")?;
        let outer = std::mem::take(&mut self.no_greater);
        let mut args = Vec::new();
        while !self.is(Punct::RParen) {
            args.push(self.type_or_expression(&[Punct::Comma, Punct::RParen, Punct::Ellipsis])?);
            self.eat(Punct::Ellipsis);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.no_greater = outer;
        self.close("',' or ')' after the type")?;
        Ok(ExprKind::Trait(name, args))
    }
}
