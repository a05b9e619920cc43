//! Statements, and whether one is a declaration.

use super::Failed;
use super::Parse;
use super::Parser;
use super::Punct;
use super::TemplateKind;
use super::TokenKind;
use super::declarator::DeclaratorUse;
use super::keyword::Word;
use super::names::NameKind;
use super::names::ScopeKind;
use super::path::LOOK_AHEAD;
use super::path::PathUse;
use super::specifiers::SpecifierUse;
use super::specifiers::begins_type;
use super::specifiers::is_builtin_type;
use super::specifiers::is_qualifier;
use super::speculation::Question;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast::Condition;
use crate::syntax::ast::Decl;
use crate::syntax::ast::DeclKind;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::For;
use crate::syntax::ast::If;
use crate::syntax::ast::RangeFor;
use crate::syntax::ast::SimpleDecl;
use crate::syntax::ast::Stmt;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::StmtRef;
use crate::syntax::ast::Switch;
use std::sync::Arc;

/// `else if` in a row: the tree nests with each.
const MAX_ELSE_IF: usize = 256;

/// What stands in the parentheses of `if`, `switch` and `while`.
struct Header {
    init: Option<StmtRef>,
    condition: Condition,
}

/// What stands in the parentheses of `for`.
enum ForHeader {
    Plain { init: Option<StmtRef>, condition: Option<Condition>, step: Option<crate::syntax::ast::ExprRef> },
    Range { variable: DeclRef, range: crate::syntax::ast::ExprRef },
}

impl Parser<'_> {
    fn stmt(&self, kind: StmtKind, start: Span) -> StmtRef {
        Arc::new(Stmt { kind, attributes: Vec::new(), span: start.to(self.last_span) })
    }

    /// `{ … }` with a scope of its own.
    pub(super) fn block(&mut self) -> Parse<StmtRef> {
        let start = self.open(Punct::LBrace, "'{'")?;
        let mut stmts = Vec::new();
        let result = self.scoped(ScopeKind::Block, |parser| parser.nested(|parser| parser.statements(&mut stmts)));
        result?;
        self.close("'}' at the end of the block")?;
        Ok(self.stmt(StmtKind::Block(stmts), start))
    }

    /// Statements up to `}`.
    fn statements(&mut self, into: &mut Vec<StmtRef>) -> Parse<()> {
        loop {
            self.pragma_stmts(into);
            if self.is(Punct::RBrace) || self.token.kind == TokenKind::Eof {
                return Ok(());
            }
            let level = self.open.len();
            let (start, depth, scope) = (self.at, self.depth, self.scope);
            match self.statement(into) {
                Ok(()) => {}
                Err(Failed) if self.speculating > 0 => return Err(Failed),
                Err(Failed) => {
                    self.depth = depth;
                    self.scope = scope;
                    self.template = TemplateKind::None;
                    self.no_greater = false;
                    let span = self.tokens[start].span;
                    self.skip_construct(start, level);
                    into.push(self.stmt(StmtKind::Error, span));
                }
            }
        }
    }

    fn pragma_stmts(&mut self, into: &mut Vec<StmtRef>) {
        if self.pragmas.is_empty() {
            return;
        }
        self.pragma_decls(|decl| {
            if let DeclKind::Pragma(text) = decl.kind {
                let (kind, span) = (StmtKind::Pragma(text), decl.span);
                into.push(Arc::new(Stmt { kind, attributes: Vec::new(), span }));
            }
        });
    }

    /// One statement, with the `case` labels before it.
    fn statement(&mut self, into: &mut Vec<StmtRef>) -> Parse<()> {
        let mut attributes = Vec::new();
        let start = self.token.span;
        if self.at_attribute() {
            self.attributes(&mut attributes)?;
            // Attributes of a declaration belong to it.
            if self.at_declaration() {
                let decl = self.nested(|parser| parser.attributed_declaration(attributes, start))?;
                into.push(self.stmt(StmtKind::Decl(decl), start));
                return Ok(());
            }
        }
        let is_label = match self.word {
            Word::Case => true,
            Word::Default => self.peek_is(1, Punct::Colon),
            _ => false,
        };
        if is_label {
            let kind = self.label()?;
            into.push(self.stmt(kind, start));
            // Nothing need follow a label: `}` is an error of C++17 that compilers only warn about.
            return Ok(());
        }
        let mut stmt = self.plain_statement()?;
        if !attributes.is_empty()
            && let Some(stmt) = Arc::get_mut(&mut stmt)
        {
            stmt.attributes = attributes;
        }
        into.push(stmt);
        Ok(())
    }

    fn label(&mut self) -> Parse<StmtKind> {
        let is_case = self.word == Word::Case;
        self.bump();
        let kind = if is_case { StmtKind::Case(self.conditional()?) } else { StmtKind::Default };
        if self.is(Punct::Ellipsis) {
            return Err(self.not_in_msl("'case' ranges", "write one 'case' for each value"));
        }
        if !self.eat(Punct::Colon) {
            return Err(self.expected("':' after the label"));
        }
        Ok(kind)
    }

    /// The statement that another one governs, in a scope of its own.
    fn substatement(&mut self) -> Parse<StmtRef> {
        self.scoped(ScopeKind::Block, |parser| {
            parser.nested(|parser| {
                let start = parser.token.span;
                let mut stmts = Vec::new();
                loop {
                    let before = stmts.len();
                    parser.statement(&mut stmts)?;
                    let is_label = stmts.get(before..).is_some_and(|new| {
                        new.iter().all(|stmt| matches!(stmt.kind, StmtKind::Case(_) | StmtKind::Default))
                    });
                    if !is_label || parser.is(Punct::RBrace) || parser.token.kind == TokenKind::Eof {
                        break;
                    }
                }
                match stmts.len() {
                    1 => Ok(stmts.remove(0)),
                    _ => Ok(parser.stmt(StmtKind::Block(stmts), start)),
                }
            })
        })
    }

    fn plain_statement(&mut self) -> Parse<StmtRef> {
        let start = self.token.span;
        let kind = match self.token.kind {
            TokenKind::Punct(Punct::LBrace) => return self.block(),
            TokenKind::Punct(Punct::Semi) => {
                self.bump();
                StmtKind::Empty
            }
            TokenKind::Ident(_) => match self.word {
                Word::If => return self.scoped(ScopeKind::Block, Self::if_statement),
                Word::Switch => return self.scoped(ScopeKind::Block, Self::switch_statement),
                Word::While => return self.scoped(ScopeKind::Block, Self::while_statement),
                Word::For => return self.scoped(ScopeKind::Block, Self::for_statement),
                Word::Do => self.do_statement()?,
                Word::Break => {
                    self.bump();
                    self.semicolon("'break'")?;
                    StmtKind::Break
                }
                Word::Continue => {
                    self.bump();
                    self.semicolon("'continue'")?;
                    StmtKind::Continue
                }
                Word::Return => {
                    self.bump();
                    let value = match self.is(Punct::Semi) {
                        true => None,
                        false if self.is(Punct::LBrace) => Some(self.brace_list()?),
                        false => Some(self.expression()?),
                    };
                    self.semicolon("the return statement")?;
                    StmtKind::Return(value)
                }
                Word::Goto => return Err(self.not_in_msl("'goto'", "use a loop with 'break' or 'continue'")),
                Word::Try => self.try_statement()?,
                Word::Else => {
                    let message = "'else' without an 'if' before it".to_string();
                    let help = "the 'if' ends with its first statement: put several in braces";
                    return Err(self.fail_with(codes::UNMATCHED, message, start, help));
                }
                Word::Identifier if self.peek_is(1, Punct::Colon) => {
                    return Err(self.not_in_msl("labels to jump to", "use a loop with 'break' or 'continue'"));
                }
                _ => self.declaration_or_expression()?,
            },
            TokenKind::Punct(Punct::ColonColon) => self.declaration_or_expression()?,
            _ => self.expression_statement()?,
        };
        Ok(self.stmt(kind, start))
    }

    /// Reports `try` and skips its blocks.
    fn try_statement(&mut self) -> Parse<StmtKind> {
        let Failed = self.not_in_msl("exceptions", "return a value that tells failure");
        self.bump();
        self.skip_balanced()?;
        while self.eat_word(Word::Catch) {
            self.skip_balanced()?;
            self.skip_balanced()?;
        }
        Ok(StmtKind::Error)
    }

    fn declaration_or_expression(&mut self) -> Parse<StmtKind> {
        if self.at_declaration() {
            return Ok(StmtKind::Decl(self.nested(Self::declaration)?));
        }
        self.expression_statement()
    }

    fn expression_statement(&mut self) -> Parse<StmtKind> {
        let expr = self.expression()?;
        self.semicolon("the expression")?;
        Ok(StmtKind::Expr(expr))
    }

    /// Whether a declaration stands here, and not an expression.
    pub(super) fn at_declaration(&mut self) -> bool {
        match self.word {
            Word::Other if !self.is(Punct::ColonColon) => return false,
            Word::Identifier | Word::Other | Word::Decltype | Word::Typename | Word::TypeTransform => {}
            Word::Static
            | Word::Constexpr
            | Word::Typedef
            | Word::Using
            | Word::StaticAssert
            | Word::Extern
            | Word::Inline
            | Word::Mutable
            | Word::Register
            | Word::ThreadLocal
            | Word::Kernel
            | Word::Vertex
            | Word::Fragment
            | Word::Namespace
            | Word::Template
            | Word::Friend
            | Word::Virtual
            | Word::Explicit
            | Word::Asm => return true,
            Word::Coherent => return self.at_coherent(),
            word if is_builtin_type(word) => {
                return match self.peek(1) {
                    TokenKind::Punct(Punct::LBrace) => false,
                    TokenKind::Punct(Punct::LParen) => self.ask(Question::Declaration, Self::declaration_fits),
                    _ => true,
                };
            }
            word => return begins_type(word),
        }
        if self.word == Word::Identifier {
            // The most common statements: `a.b = …`, `f(…)`, `a = …`, `T x`.
            let next = self.peek(1);
            match next {
                TokenKind::Ident(_) => {
                    let follows = self.peek_word(1);
                    return follows == Word::Identifier && !self.is_known_value()
                        || is_qualifier(follows)
                        || matches!(follows, Word::Operator | Word::Coherent | Word::Constexpr | Word::Static)
                        || is_builtin_type(follows);
                }
                TokenKind::Punct(
                    Punct::ColonColon
                    | Punct::Less
                    | Punct::LParen
                    | Punct::Star
                    | Punct::Amp
                    | Punct::AmpAmp
                    | Punct::LBracket
                    | Punct::Semi,
                ) => {}
                _ => return false,
            }
            if matches!(next, TokenKind::Punct(Punct::LParen | Punct::Star | Punct::Amp | Punct::AmpAmp))
                && self.is_known_value()
            {
                return false;
            }
        }
        self.ask(Question::Statement, |parser| Ok(parser.path_declares()))
    }

    /// Whether the name here is the type of a declaration, by what it is and what follows it.
    fn path_declares(&mut self) -> bool {
        let Some(ahead) = self.look_at_path(PathUse::Expression) else { return false };
        let is_type = ahead.path.typename
            || self.word == Word::Decltype
            || self.word == Word::TypeTransform
            || ahead.binding.is_some_and(super::names::Binding::is_type);
        if ahead.binding.is_some_and(|binding| !binding.is_type()) && !ahead.path.typename {
            return false;
        }
        match ahead.next {
            TokenKind::Ident(_) => {
                ahead.next_word == Word::Identifier
                    || is_qualifier(ahead.next_word)
                    || matches!(ahead.next_word, Word::Operator | Word::Constexpr | Word::Static | Word::Coherent)
            }
            TokenKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp) if is_type => true,
            TokenKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp) => {
                // Of unknown names: `A * b;`, `A * b = …` are declarations.
                matches!(ahead.second, TokenKind::Ident(_))
                    && (is_qualifier(self.word_of(ahead.second))
                        || matches!(
                            ahead.third,
                            TokenKind::Punct(Punct::Semi | Punct::Eq | Punct::Comma | Punct::LBracket | Punct::Colon)
                        ))
            }
            TokenKind::Punct(Punct::LParen) if is_type => self.ask(Question::Declaration, Self::declaration_fits),
            TokenKind::Punct(Punct::LBracket) if is_type => ahead.second == TokenKind::Punct(Punct::LBracket),
            TokenKind::Punct(Punct::Semi) => is_type,
            _ => false,
        }
    }

    /// Whether the plain name here is known, and for no type.
    fn is_known_value(&self) -> bool {
        let TokenKind::Ident(symbol) = self.token.kind else { return false };
        self.names
            .look_up(self.scope, symbol, |_| true)
            .is_some_and(|found| matches!(found.kind, NameKind::Value | NameKind::ValueTemplate | NameKind::Namespace))
    }

    /// Whether the tokens from here parse as a declaration, as far as its first declarator.
    fn declaration_fits(&mut self) -> Parse<bool> {
        let specifiers = self.specifiers(SpecifierUse::Declaration)?;
        self.declarator(specifiers.ty.as_ref(), DeclaratorUse::Named)?;
        Ok(matches!(
            self.token.kind,
            TokenKind::Punct(Punct::Semi | Punct::Comma | Punct::Eq | Punct::LBrace | Punct::LParen | Punct::Colon)
        ))
    }

    /// Runs `f` on what stands in parentheses after a keyword; after an error in there, parsing goes on behind them.
    fn header<T>(&mut self, what: &str, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<Option<T>> {
        let level = self.open.len();
        self.open(Punct::LParen, what)?;
        let (depth, scope) = (self.depth, self.scope);
        let result = f(self).and_then(|header| {
            self.close("')'")?;
            Ok(header)
        });
        match result {
            Ok(header) => Ok(Some(header)),
            Err(Failed) if self.speculating > 0 => Err(Failed),
            Err(Failed) => {
                self.depth = depth;
                self.scope = scope;
                self.no_greater = false;
                if self.skip_parenthesis(level) { Ok(None) } else { Err(Failed) }
            }
        }
    }

    fn condition_header(&mut self) -> Parse<Header> {
        let mut init = None;
        if self.is(Punct::Semi) || self.has_init_statement() {
            init = Some(self.init_statement()?);
        }
        let condition = self.condition()?;
        Ok(Header { init, condition })
    }

    /// Whether `;` separates an initialiser from the condition.
    fn has_init_statement(&self) -> bool {
        let mut depth = 0_u32;
        let mut after_braces = false;
        for token in self.tokens[self.at..].iter().take(LOOK_AHEAD) {
            let TokenKind::Punct(punct) = token.kind else {
                // `if (a {} x;`: the parenthesis is not closed, and this is the body.
                if after_braces || token.kind == TokenKind::Eof {
                    return false;
                }
                continue;
            };
            after_braces = false;
            match punct {
                Punct::LParen | Punct::LBracket | Punct::LBrace => depth += 1,
                Punct::RParen | Punct::RBracket | Punct::RBrace => {
                    if depth == 0 {
                        return false;
                    }
                    depth -= 1;
                    after_braces = depth == 0 && punct == Punct::RBrace;
                }
                Punct::Semi if depth == 0 => return true,
                _ => {}
            }
        }
        false
    }

    /// A declaration or an expression with its `;`.
    fn init_statement(&mut self) -> Parse<StmtRef> {
        let start = self.token.span;
        let kind = if self.eat(Punct::Semi) {
            StmtKind::Empty
        } else if self.at_attribute() || self.at_declaration() {
            StmtKind::Decl(self.nested(Self::declaration)?)
        } else {
            self.expression_statement()?
        };
        Ok(self.stmt(kind, start))
    }

    fn condition(&mut self) -> Parse<Condition> {
        if !self.at_declaration() {
            return Ok(Condition::Expr(self.expression()?));
        }
        let start = self.token.span;
        let specifiers = self.specifiers(SpecifierUse::Declaration)?;
        let declared = self.declarator(specifiers.ty.as_ref(), DeclaratorUse::Named)?;
        let declarator = self.init_declarator(&specifiers, declared)?;
        if declarator.init.get().is_none() {
            return Err(self.expected("an initialiser of the condition's variable"));
        }
        let simple = SimpleDecl { specifiers: Arc::new(specifiers), declarators: vec![declarator] };
        Ok(Condition::Decl(Arc::new(Decl { kind: DeclKind::Simple(simple), span: start.to(self.last_span) })))
    }

    /// `if`, and all `else if` behind it without recursion.
    fn if_statement(&mut self) -> Parse<StmtRef> {
        struct Arm {
            start: Span,
            is_constexpr: bool,
            header: Option<Header>,
            then_branch: StmtRef,
        }
        let mut arms = Vec::new();
        let mut last = None;
        loop {
            let start = self.token.span;
            self.bump();
            let is_constexpr = self.eat_word(Word::Constexpr);
            let header = self.header("'(' after 'if'", Self::condition_header)?;
            let then_branch = self.substatement()?;
            arms.push(Arm { start, is_constexpr, header, then_branch });
            if arms.len() > MAX_ELSE_IF {
                return Err(self.too_deep());
            }
            if !self.eat_word(Word::Else) {
                break;
            }
            // Pragmas between `else` and `if` change nothing.
            if self.word != Word::If {
                last = Some(self.substatement()?);
                break;
            }
        }
        for arm in arms.into_iter().rev() {
            let kind = match arm.header {
                Some(Header { init, condition }) => StmtKind::If(If {
                    is_constexpr: arm.is_constexpr,
                    init,
                    condition,
                    then_branch: arm.then_branch,
                    else_branch: last.take(),
                }),
                None => StmtKind::Error,
            };
            last = Some(self.stmt(kind, arm.start));
        }
        last.ok_or(Failed)
    }

    fn switch_statement(&mut self) -> Parse<StmtRef> {
        let start = self.bump();
        let header = self.header("'(' after 'switch'", Self::condition_header)?;
        let mut body = self.substatement()?;
        if !matches!(body.kind, StmtKind::Block(_)) {
            let span = body.span;
            body = Arc::new(Stmt { kind: StmtKind::Block(vec![body]), attributes: Vec::new(), span });
        }
        let kind = match header {
            Some(Header { init, condition }) => StmtKind::Switch(Switch { init, condition, body }),
            None => StmtKind::Error,
        };
        Ok(self.stmt(kind, start))
    }

    fn while_statement(&mut self) -> Parse<StmtRef> {
        let start = self.bump();
        let header = self.header("'(' after 'while'", Self::condition)?;
        let body = self.substatement()?;
        let kind = match header {
            Some(condition) => StmtKind::While(condition, body),
            None => StmtKind::Error,
        };
        Ok(self.stmt(kind, start))
    }

    fn do_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let body = self.substatement()?;
        if !self.eat_word(Word::While) {
            return Err(self.expected("'while' after the body of 'do'"));
        }
        let condition = self.header("'(' after 'while'", Self::expression)?;
        self.semicolon("the do-while loop")?;
        Ok(match condition {
            Some(condition) => StmtKind::DoWhile(body, condition),
            None => StmtKind::Error,
        })
    }

    fn for_statement(&mut self) -> Parse<StmtRef> {
        let start = self.bump();
        let header = self.header("'(' after 'for'", Self::for_header)?;
        let body = self.substatement()?;
        let kind = match header {
            Some(ForHeader::Plain { init, condition, step }) => StmtKind::For(For { init, condition, step, body }),
            Some(ForHeader::Range { variable, range }) => StmtKind::RangeFor(RangeFor { variable, range, body }),
            None => StmtKind::Error,
        };
        Ok(self.stmt(kind, start))
    }

    fn for_header(&mut self) -> Parse<ForHeader> {
        let declares = self.at_attribute() || self.at_declaration();
        if declares
            && !matches!(self.word, Word::Using | Word::Typedef | Word::StaticAssert)
            && let Some(range) = self.attempt(Question::Declaration, Self::range_header)
        {
            return Ok(range);
        }
        let start = self.token.span;
        let init = self.init_statement()?;
        let init = if matches!(init.kind, StmtKind::Empty) { None } else { Some(init) };
        let condition = if self.is(Punct::Semi) { None } else { Some(self.condition()?) };
        if !self.is(Punct::Semi) {
            let open = self.open.last().map_or(start, |open| open.span);
            return Err(self.expected_close("';' after the condition of 'for'", open));
        }
        self.bump();
        let step = if self.is(Punct::RParen) { None } else { Some(self.expression()?) };
        Ok(ForHeader::Plain { init, condition, step })
    }

    /// `T x : range`; fails if it isn't one.
    fn range_header(&mut self) -> Parse<ForHeader> {
        let start = self.token.span;
        let specifiers = self.specifiers(SpecifierUse::Declaration)?;
        let kind = if let Some(reference) = self.at_structured_binding(&specifiers) {
            DeclKind::StructuredBinding(self.structured_binding(specifiers, reference)?)
        } else {
            let declared = self.declarator(specifiers.ty.as_ref(), DeclaratorUse::Named)?;
            if !self.is(Punct::Colon) {
                return Err(Failed);
            }
            let declarator = self.init_declarator(&specifiers, declared)?;
            DeclKind::Simple(SimpleDecl { specifiers: Arc::new(specifiers), declarators: vec![declarator] })
        };
        let variable = Arc::new(Decl { kind, span: start.to(self.last_span) });
        if !self.eat(Punct::Colon) {
            return Err(Failed);
        }
        let range = if self.is(Punct::LBrace) { self.brace_list()? } else { self.expression()? };
        if !self.is(Punct::RParen) {
            return Err(Failed);
        }
        Ok(ForHeader::Range { variable, range })
    }
}
