//! Reads the text form of the IR back: the other half of [`super::print`].
//!
//! Reading checks form only; whether the module makes sense is for [`super::verify`]. Values are numbered in the order
//! of the text, whatever they are called there. Must never panic, whatever the text.

use super::Block;
use super::Case;
use super::Constant;
use super::Function;
use super::FunctionConstant;
use super::FunctionConstantId;
use super::FunctionId;
use super::Global;
use super::GlobalId;
use super::Initializer;
use super::InlineSite;
use super::InlinedCall;
use super::Inst;
use super::Intrinsic;
use super::LayoutId;
use super::Local;
use super::LocalId;
use super::Module;
use super::Origin;
use super::Statement;
use super::StatementKind;
use super::Type;
use super::TypeLayout;
use super::Value;
use super::Values;
use super::Var;
use super::VarId;
use super::entry::Argument;
use super::entry::ArgumentKind;
use super::entry::EntryPoint;
use super::layout::LayoutKind;
use super::layout::LayoutMember;
use super::print;
use crate::msl::AddressSpace;
use crate::msl::BuiltinInput;
use crate::msl::Scalar;
use crate::msl::Stage;
use crate::numerics::bfloat;
use crate::numerics::half;
use crate::source::ExpansionId;
use crate::source::Span;
use indexmap::IndexMap;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// What was expected.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// How deep blocks may nest.
const MAX_DEPTH: u32 = 256;

/// Reads a module.
///
/// # Errors
/// The first thing in the text that has no meaning.
pub fn module(text: &str) -> Result<Module, ParseError> {
    let tokens = lex(text)?;
    let mut parser =
        Parser { text, tokens, at: 0, module: Module::default(), function: None, names: IndexMap::new(), depth: 0 };
    parser.module()?;
    Ok(parser.module)
}

type Parsed<T> = Result<T, ParseError>;

#[derive(Clone, PartialEq, Debug)]
enum TokenKind<'a> {
    /// A name or keyword, dots included.
    Word(&'a str),
    /// A number as written.
    Number(&'a str),
    Text(String),
    Mark(char),
    /// `->` or `..`.
    Pair(&'static str),
    End,
}

#[derive(Clone, Debug)]
struct Token<'a> {
    kind: TokenKind<'a>,
    /// Byte offset.
    at: usize,
}

fn error_at(text: &str, at: usize, message: impl Into<String>) -> ParseError {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ParseError {
        line: before.matches('\n').count() as u32 + 1,
        column: before[line_start..].chars().count() as u32 + 1,
        message: message.into(),
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.'
}

fn lex(text: &str) -> Parsed<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        let kind = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b';' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
                continue;
            }
            b'"' => {
                let (string, end) = quoted(text, at)?;
                at = end;
                TokenKind::Text(string)
            }
            b'-' if next == b'>' => {
                at += 2;
                TokenKind::Pair("->")
            }
            b'.' if next == b'.' => {
                at += 2;
                TokenKind::Pair("..")
            }
            b'-' | b'0'..=b'9' => {
                at += 1;
                while let Some(&digit) = bytes.get(at) {
                    let exponent_sign =
                        matches!(digit, b'-' | b'+') && bytes[at - 1] == b'e' && !text[start..at].contains('x');
                    let point = digit == b'.' && bytes.get(at + 1) != Some(&b'.');
                    if !(digit.is_ascii_alphanumeric() || point || exponent_sign) {
                        break;
                    }
                    at += 1;
                }
                TokenKind::Number(&text[start..at])
            }
            byte if is_word(byte) => {
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
                TokenKind::Word(&text[start..at])
            }
            byte if byte.is_ascii_graphic() => {
                at += 1;
                TokenKind::Mark(char::from(byte))
            }
            _ => return Err(error_at(text, at, "a character that has no meaning here")),
        };
        tokens.push(Token { kind, at: start });
    }
    tokens.push(Token { kind: TokenKind::End, at: text.len() });
    Ok(tokens)
}

/// The string literal that starts at a quote, and the offset behind it.
fn quoted(text: &str, start: usize) -> Parsed<(String, usize)> {
    let unclosed = || error_at(text, start, "a string that is not closed");
    let mut result = String::new();
    let mut chars = text[start + 1..].char_indices();
    while let Some((offset, c)) = chars.next() {
        match c {
            '"' => return Ok((result, start + 1 + offset + 1)),
            '\n' => break,
            '\\' => match chars.next().ok_or_else(unclosed)?.1 {
                'u' => {
                    let digits: String = chars.by_ref().skip(1).map(|(_, c)| c).take_while(|c| *c != '}').collect();
                    let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                    result.push(code.ok_or_else(|| error_at(text, start + 1 + offset, "no such character"))?);
                }
                c => result.push(c),
            },
            c => result.push(c),
        }
    }
    Err(unclosed())
}

fn lookup<T: Copy>(table: &[(T, &'static str)], name: &str) -> Option<T> {
    table.iter().find(|(_, entry)| *entry == name).map(|(key, _)| *key)
}

fn scalar_of(name: &str) -> Option<Scalar> {
    Scalar::ALL.into_iter().find(|scalar| scalar.ir_name() == name)
}

fn vector_of(name: &str) -> Option<(Scalar, u8)> {
    let (scalar, lanes) = name.split_once('x')?;
    let lanes = lanes.parse().ok().filter(|lanes| (2..=16).contains(lanes))?;
    Some((scalar_of(scalar)?, lanes))
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    module: Module,
    function: Option<Function>,
    names: IndexMap<&'a str, Value>,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &TokenKind<'a> {
        &self.tokens[self.at].kind
    }

    fn next(&mut self) -> TokenKind<'a> {
        let kind = self.tokens[self.at].kind.clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        kind
    }

    fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(error_at(self.text, self.tokens[self.at].at, message))
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            TokenKind::Word(text) | TokenKind::Number(text) => format!("`{text}`"),
            TokenKind::Text(_) => "a string".into(),
            TokenKind::Mark(mark) => format!("`{mark}`"),
            TokenKind::Pair(pair) => format!("`{pair}`"),
            TokenKind::End => "the end of the text".into(),
        };
        self.fail(format!("expected {what}, found {found}"))
    }

    fn is_mark(&self, mark: char) -> bool {
        *self.peek() == TokenKind::Mark(mark)
    }

    fn accept(&mut self, mark: char) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, mark: char) -> Parsed<()> {
        if self.accept(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = *self.peek() == TokenKind::Word(word);
        if found {
            self.next();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn word(&mut self, what: &str) -> Parsed<&'a str> {
        match *self.peek() {
            TokenKind::Word(word) => {
                self.next();
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    /// A word that a function knows.
    fn named<T>(&mut self, what: &str, find: impl FnOnce(&str) -> Option<T>) -> Parsed<T> {
        match *self.peek() {
            TokenKind::Word(word) => match find(word) {
                Some(found) => {
                    self.next();
                    Ok(found)
                }
                None => self.expected(what),
            },
            _ => self.expected(what),
        }
    }

    fn string(&mut self) -> Parsed<Arc<str>> {
        match self.peek() {
            TokenKind::Text(text) => {
                let text = Arc::from(text.as_str());
                self.next();
                Ok(text)
            }
            _ => self.expected("a string"),
        }
    }

    fn number<T: TryFrom<i128>>(&mut self) -> Parsed<T> {
        let value = match *self.peek() {
            TokenKind::Number(text) => match text.strip_prefix("0x") {
                Some(digits) => i128::from_str_radix(digits, 16).ok(),
                None => text.parse().ok(),
            },
            _ => return self.expected("a number"),
        };
        match value.and_then(|value| T::try_from(value).ok()) {
            Some(value) => {
                self.next();
                Ok(value)
            }
            None => self.fail("the number is out of range here"),
        }
    }

    /// A keyword and the number behind it.
    fn keyed<T: TryFrom<i128>>(&mut self, word: &str) -> Parsed<T> {
        self.expect_word(word)?;
        self.number()
    }

    fn keyed_or_none<T: TryFrom<i128>>(&mut self, word: &str) -> Parsed<Option<T>> {
        if self.accept_word(word) { self.number().map(Some) } else { Ok(None) }
    }

    /// `l3`, `v3`, `f3`: a letter and a number.
    fn lettered(&mut self, letter: char) -> Parsed<u32> {
        self.named(&format!("`{letter}` and a number"), |word| word.strip_prefix(letter)?.parse().ok())
    }

    fn function_id(&mut self) -> Parsed<FunctionId> {
        Ok(FunctionId(self.lettered('f')?))
    }

    fn global_id(&mut self) -> Parsed<GlobalId> {
        self.expect('@')?;
        Ok(GlobalId(self.number()?))
    }

    fn layout_id(&mut self) -> Parsed<LayoutId> {
        Ok(LayoutId(self.number()?))
    }

    fn optional_layout(&mut self) -> Parsed<Option<LayoutId>> {
        Ok(self.keyed_or_none("layout")?.map(LayoutId))
    }

    fn scalar(&mut self) -> Parsed<Scalar> {
        self.named("a scalar type", scalar_of)
    }

    fn space(&mut self) -> Parsed<AddressSpace> {
        self.named("an address space", AddressSpace::from_name)
    }

    fn ty(&mut self) -> Parsed<Type> {
        self.named("a type", |word| match word {
            "void" => Some(Type::Void),
            "handle" => Some(Type::Handle),
            _ => match word.strip_prefix("ptr.") {
                Some(space) => AddressSpace::from_name(space).map(Type::Pointer),
                None => scalar_of(word)
                    .map(Type::Scalar)
                    .or_else(|| vector_of(word).map(|(scalar, lanes)| Type::Vector(scalar, lanes))),
            },
        })
    }

    /// Entities are numbered in the order of the text.
    fn check_order(&self, number: u32, count: usize) -> Parsed<()> {
        if number as usize == count { Ok(()) } else { self.fail(format!("number {count} must come here")) }
    }

    fn origin(&mut self) -> Parsed<Origin> {
        if !self.accept('!') {
            return Ok(Origin::NONE);
        }
        let lo = self.number()?;
        if self.next() != TokenKind::Pair("..") {
            return self.fail("expected `..` before this");
        }
        let hi = self.number()?;
        let expansion = if self.accept('~') { ExpansionId::from_number(self.number()?) } else { ExpansionId::NONE };
        let site = if self.accept('^') { InlineSite(self.number()?) } else { InlineSite(0) };
        Ok(Origin { span: Span { lo, hi, expansion }, site })
    }

    fn span(&mut self) -> Parsed<Span> {
        Ok(self.origin()?.span)
    }

    fn module(&mut self) -> Parsed<()> {
        loop {
            if *self.peek() == TokenKind::End {
                return Ok(());
            }
            match self.word("`layout`, `function_constant`, `global`, `function` or `entry`")? {
                "layout" => self.layout()?,
                "function_constant" => self.function_constant()?,
                "global" => self.global()?,
                "function" => self.function()?,
                "entry" => self.entry()?,
                other => return self.fail(format!("`{other}`, before this, starts nothing")),
            }
        }
    }

    fn layout(&mut self) -> Parsed<()> {
        let number = self.number()?;
        self.check_order(number, self.module.layouts.len())?;
        let name = self.string()?;
        let size = self.keyed("size")?;
        let align = self.keyed("align")?;
        let kind = match self.word("a kind of layout")? {
            "scalar" => LayoutKind::Scalar(self.scalar()?),
            "vector" => {
                let (scalar, lanes) = self.named("a vector type", vector_of)?;
                LayoutKind::Vector(scalar, lanes)
            }
            "matrix" => LayoutKind::Matrix {
                scalar: self.scalar()?,
                columns: self.keyed("columns")?,
                rows: self.keyed("rows")?,
                stride: self.keyed("stride")?,
            },
            "array" => LayoutKind::Array {
                element: self.layout_id()?,
                count: self.keyed("count")?,
                stride: self.keyed("stride")?,
            },
            "struct" => LayoutKind::Struct(self.members()?),
            "union" => LayoutKind::Union(self.members()?),
            "enum" => {
                let scalar = self.scalar()?;
                let mut values = Vec::new();
                self.expect('{')?;
                while !self.accept('}') {
                    let name = self.string()?;
                    self.expect('=')?;
                    values.push((name, self.number()?));
                }
                LayoutKind::Enum { scalar, values }
            }
            "pointer" => LayoutKind::Pointer { space: self.space()?, pointee: self.layout_id()? },
            "atomic" => LayoutKind::Atomic(self.scalar()?),
            "texture" => LayoutKind::Texture,
            "sampler" => LayoutKind::Sampler,
            "opaque" => LayoutKind::Opaque,
            _ => return self.fail("expected a kind of layout before this"),
        };
        self.module.layouts.push(TypeLayout { name, size, align, kind });
        Ok(())
    }

    fn members(&mut self) -> Parsed<Vec<LayoutMember>> {
        let mut members = Vec::new();
        self.expect('{')?;
        while !self.accept('}') {
            let name = self.string()?;
            let offset = self.keyed("at")?;
            let layout = LayoutId(self.keyed("layout")?);
            let bits = match self.keyed_or_none("bits")? {
                Some(first) => Some((first, self.number()?)),
                None => None,
            };
            members.push(LayoutMember { name, offset, bits, layout, argument_id: self.keyed_or_none("id")? });
        }
        Ok(members)
    }

    fn function_constant(&mut self) -> Parsed<()> {
        let number = self.number()?;
        self.check_order(number, self.module.function_constants.len())?;
        let name = self.string()?;
        let index = self.keyed("index")?;
        self.expect(':')?;
        let constant = FunctionConstant { name, index, ty: self.ty()?, span: self.span()? };
        self.module.function_constants.push(constant);
        Ok(())
    }

    fn global(&mut self) -> Parsed<()> {
        let id = self.global_id()?;
        self.check_order(id.0, self.module.globals.len())?;
        let name = self.string()?;
        let space = self.space()?;
        let size = self.keyed("size")?;
        let align = self.keyed("align")?;
        let layout = self.optional_layout()?;
        let span = self.span()?;
        let initializer = if !self.accept('=') {
            Initializer::None
        } else if self.accept_word("function") {
            Initializer::Function(self.function_id()?)
        } else {
            self.expect_word("bytes")?;
            let digits = self.string()?;
            let bytes = digits.as_bytes().chunks(2).map(|pair| {
                let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?;
                u8::from_str_radix(pair, 16).ok()
            });
            let Some(bytes) = bytes.collect::<Option<Vec<_>>>() else {
                return self.fail("expected pairs of hexadecimal digits before this");
            };
            let mut pointers = Vec::new();
            while self.accept_word("pointer") {
                pointers.push((self.number()?, self.global_id()?, self.number()?));
            }
            Initializer::Bytes { bytes: bytes.into(), pointers }
        };
        self.module.globals.push(Global { name, space, size, align, initializer, layout, span });
        Ok(())
    }

    fn function(&mut self) -> Parsed<()> {
        let id = self.function_id()?;
        self.check_order(id.0, self.module.functions.len())?;
        let name = self.string()?;
        let mut params = Vec::new();
        let mut param_names = Vec::new();
        self.expect('(')?;
        while !self.accept(')') {
            if !params.is_empty() {
                self.expect(',')?;
            }
            let named = matches!(self.peek(), TokenKind::Text(_));
            param_names.push(if named { self.string()? } else { "".into() });
            params.push(self.ty()?);
        }
        if self.next() != TokenKind::Pair("->") {
            return self.fail("expected `->` and a type before this");
        }
        let result = self.ty()?;
        let mut function = Function::new(name, params, result, Span::NONE);
        function.param_names = param_names;
        function.no_inline = self.accept_word("no_inline");
        function.span = self.span()?;
        if !self.is_mark('{') {
            self.module.functions.push(function);
            return Ok(());
        }
        self.next();
        while self.accept_word("local") {
            let number = self.lettered('l')?;
            self.check_order(number, function.locals.len())?;
            let name = self.string()?;
            let size = self.keyed("size")?;
            let align = self.keyed("align")?;
            let layout = self.optional_layout()?;
            function.locals.push(Local { name, size, align, layout, origin: self.origin()? });
        }
        while self.accept_word("var") {
            let number = self.lettered('v')?;
            self.check_order(number, function.vars.len())?;
            let name = self.string()?;
            self.expect(':')?;
            function.vars.push(Var { name, ty: self.ty()?, origin: self.origin()? });
        }
        while self.accept_word("inlined") {
            let number: u32 = self.number()?;
            self.check_order(number, function.inlined.len() + 1)?;
            function.inlined.push(InlinedCall { function: self.string()?, call: self.origin()? });
        }
        self.names.clear();
        self.function = Some(function);
        let body = self.rest_of_block()?;
        if let Some(mut function) = self.function.take() {
            function.body = Some(body);
            self.module.functions.push(function);
        }
        Ok(())
    }

    /// A block, its opening brace already read.
    fn rest_of_block(&mut self) -> Parsed<Block> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("blocks nest too deeply");
        }
        let mut block = Block::default();
        while !self.accept('}') {
            block.0.push(self.statement()?);
        }
        self.depth -= 1;
        Ok(block)
    }

    fn block(&mut self) -> Parsed<Block> {
        self.expect('{')?;
        self.rest_of_block()
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let (kind, origin) = match *self.peek() {
            TokenKind::Mark('%') => {
                self.next();
                let name = self.value_name()?;
                self.expect(':')?;
                let ty = self.ty()?;
                self.expect('=')?;
                return self.inst(ty, Some(name));
            }
            TokenKind::Word("if") => {
                self.next();
                let condition = self.value()?;
                let origin = self.origin()?;
                let then_block = self.block()?;
                let else_block = if self.accept_word("else") { self.block()? } else { Block::default() };
                (StatementKind::If { condition, then_block, else_block }, origin)
            }
            TokenKind::Word("loop") => {
                self.next();
                let origin = self.origin()?;
                let body = self.block()?;
                let step = if self.accept_word("step") { self.block()? } else { Block::default() };
                (StatementKind::Loop { body, step }, origin)
            }
            TokenKind::Word("switch") => {
                self.next();
                let selector = self.value()?;
                let origin = self.origin()?;
                self.expect('{')?;
                let mut cases = Vec::new();
                while !self.accept('}') {
                    cases.push(self.case()?);
                }
                (StatementKind::Switch { selector, cases }, origin)
            }
            TokenKind::Word("break") => {
                self.next();
                (StatementKind::Break, self.origin()?)
            }
            TokenKind::Word("continue") => {
                self.next();
                (StatementKind::Continue, self.origin()?)
            }
            TokenKind::Word("return") => {
                self.next();
                let value = if self.is_mark('%') { Some(self.value()?) } else { None };
                (StatementKind::Return(value), self.origin()?)
            }
            _ => return self.inst(Type::Void, None),
        };
        Ok(Statement { kind, origin })
    }

    fn case(&mut self) -> Parsed<Case> {
        let mut values = SmallVec::new();
        if self.accept_word("case") && matches!(self.peek(), TokenKind::Number(_)) {
            values.push(self.number()?);
            while self.accept(',') {
                values.push(self.number()?);
            }
        }
        let is_default = self.accept_word("default");
        Ok(Case { values, is_default, body: self.block()? })
    }

    fn value_name(&mut self) -> Parsed<&'a str> {
        match *self.peek() {
            TokenKind::Word(name) | TokenKind::Number(name) => {
                self.next();
                Ok(name)
            }
            _ => self.expected("the name of a value"),
        }
    }

    fn value(&mut self) -> Parsed<Value> {
        self.expect('%')?;
        let name = match *self.peek() {
            TokenKind::Word(name) | TokenKind::Number(name) => name,
            _ => return self.expected("the name of a value"),
        };
        match self.names.get(name) {
            Some(value) => {
                let value = *value;
                self.next();
                Ok(value)
            }
            None => self.fail(format!("no value %{name} above")),
        }
    }

    fn comma_value(&mut self) -> Parsed<Value> {
        self.expect(',')?;
        self.value()
    }

    fn arguments(&mut self) -> Parsed<Values> {
        let mut values = Values::new();
        self.expect('(')?;
        while !self.accept(')') {
            if !values.is_empty() {
                self.expect(',')?;
            }
            values.push(self.value()?);
        }
        Ok(values)
    }

    fn local(&mut self) -> Parsed<LocalId> {
        Ok(LocalId(self.lettered('l')?))
    }

    fn var(&mut self) -> Parsed<VarId> {
        Ok(VarId(self.lettered('v')?))
    }

    fn inst(&mut self, ty: Type, name: Option<&'a str>) -> Parsed<Statement> {
        let inst = self.operation(ty)?;
        let origin = self.origin()?;
        let statement_origin = if self.accept_word("at") { self.origin()? } else { origin };
        let Some(function) = &mut self.function else {
            return self.fail("an instruction outside a function");
        };
        let value = function.push(inst, ty, origin);
        if let Some(name) = name
            && self.names.insert(name, value).is_some()
        {
            return self.fail(format!("the value %{name}, before this, is defined twice"));
        }
        Ok(Statement { kind: StatementKind::Inst(value), origin: statement_origin })
    }

    fn operation(&mut self, ty: Type) -> Parsed<Inst> {
        let start = self.at;
        let word = self.word("a statement")?;
        if let Some(op) = lookup(&print::UNARY, word) {
            return Ok(Inst::Unary(op, self.value()?));
        }
        if let Some(op) = lookup(&print::BINARY, word) {
            return Ok(Inst::Binary(op, self.value()?, self.comma_value()?));
        }
        if let Some(op) = lookup(&print::COMPARE, word) {
            return Ok(Inst::Compare(op, self.value()?, self.comma_value()?));
        }
        Ok(match word {
            "constant" => Inst::Constant(self.constant(ty)?),
            "undef" => Inst::Undef,
            "param" => Inst::Param(self.number()?),
            "select" => {
                Inst::Select { condition: self.value()?, if_true: self.comma_value()?, if_false: self.comma_value()? }
            }
            "convert" => Inst::Convert(self.value()?),
            "bitcast" => Inst::Bitcast(self.value()?),
            "splat" => Inst::Splat(self.value()?),
            "construct" => {
                let mut parts = Values::new();
                parts.push(self.value()?);
                while self.is_mark(',') {
                    parts.push(self.comma_value()?);
                }
                Inst::Construct(parts)
            }
            "extract" => {
                let vector = self.value()?;
                self.expect(',')?;
                Inst::Extract(vector, self.number()?)
            }
            "insert" => {
                let vector = self.value()?;
                self.expect(',')?;
                Inst::Insert(vector, self.number()?, self.comma_value()?)
            }
            "shuffle" => {
                let vector = self.value()?;
                self.expect(',')?;
                self.expect('(')?;
                let mut components = SmallVec::new();
                while !self.accept(')') {
                    if !components.is_empty() {
                        self.expect(',')?;
                    }
                    components.push(self.number()?);
                }
                Inst::Shuffle(vector, components)
            }
            "extract_dynamic" => Inst::ExtractDynamic(self.value()?, self.comma_value()?),
            "insert_dynamic" => Inst::InsertDynamic(self.value()?, self.comma_value()?, self.comma_value()?),
            "null" => Inst::Null,
            "local" => Inst::Local(self.local()?),
            "global" => Inst::Global(self.global_id()?),
            "function" => Inst::Function(self.function_id()?),
            "offset" => {
                let pointer = self.value()?;
                self.expect(',')?;
                Inst::Offset { pointer, bytes: self.number()?, extent: self.keyed_or_none("extent")? }
            }
            "index" => Inst::Index {
                pointer: self.value()?,
                index: self.comma_value()?,
                stride: self.keyed("stride")?,
                count: self.keyed_or_none("count")?,
            },
            "difference" => Inst::PointerDifference(self.value()?, self.comma_value()?, self.keyed("stride")?),
            "load" => Inst::Load { pointer: self.value()?, align: self.keyed("align")? },
            "store" => Inst::Store { pointer: self.value()?, value: self.comma_value()?, align: self.keyed("align")? },
            "copy" => Inst::Copy {
                to: self.value()?,
                from: self.comma_value()?,
                size: self.keyed("size")?,
                align: self.keyed("align")?,
            },
            "zero" => Inst::Zero { pointer: self.value()?, size: self.keyed("size")?, align: self.keyed("align")? },
            "begin" => Inst::Begin(self.local()?),
            "end" => Inst::End(self.local()?),
            "get" => Inst::Get(self.var()?),
            "set" => Inst::Set(self.var()?, self.comma_value()?),
            "call" => Inst::Call(self.function_id()?, self.arguments()?),
            "call_indirect" => Inst::CallIndirect(self.value()?, self.arguments()?),
            "intrinsic" => {
                let intrinsic = self.named("an intrinsic", Intrinsic::from_name)?;
                Inst::Intrinsic(intrinsic, self.arguments()?)
            }
            "builtin" => Inst::BuiltinInput(self.named("a built-in input", |name| {
                BuiltinInput::ALL.iter().copied().find(|input| input.name() == name)
            })?),
            "function_constant" => Inst::FunctionConstant(FunctionConstantId(self.number()?)),
            "function_constant_defined" => Inst::FunctionConstantDefined(FunctionConstantId(self.number()?)),
            _ => {
                self.at = start;
                return self.expected("a statement");
            }
        })
    }

    fn constant(&mut self, ty: Type) -> Parsed<Constant> {
        let Some(scalar) = ty.scalar() else {
            return self.fail(format!("a constant of type {ty}"));
        };
        let mut bits = SmallVec::new();
        if self.accept('(') {
            while !self.accept(')') {
                if !bits.is_empty() {
                    self.expect(',')?;
                }
                bits.push(self.constant_bits(scalar)?);
            }
        } else {
            bits.push(self.constant_bits(scalar)?);
        }
        Ok(Constant { scalar, bits })
    }

    fn constant_bits(&mut self, scalar: Scalar) -> Parsed<u64> {
        if scalar == Scalar::Bool {
            return self.named("`true` or `false`", |word| match word {
                "true" => Some(1),
                "false" => Some(0),
                _ => None,
            });
        }
        if let TokenKind::Number(text) = *self.peek()
            && scalar.is_float()
            && !text.starts_with("0x")
        {
            let Ok(float) = text.parse::<f32>() else { return self.expected("a number") };
            self.next();
            return Ok(match scalar {
                Scalar::F16 => u64::from(half::from_f32(float)),
                Scalar::BF16 => u64::from(bfloat::from_f32(float)),
                _ => u64::from(float.to_bits()),
            });
        }
        let value: i128 = self.number()?;
        let (low, high) = match scalar.is_signed() {
            true => (-(1i128 << (scalar.bits() - 1)), (1i128 << (scalar.bits() - 1)) - 1),
            false => (0, (1i128 << scalar.bits()) - 1),
        };
        if value < low || value > high {
            return self.fail(format!("the number before this does not fit in {scalar}"));
        }
        Ok(value as u64)
    }

    fn entry(&mut self) -> Parsed<()> {
        const STAGES: [Stage; 8] = [
            Stage::Kernel,
            Stage::Vertex,
            Stage::Fragment,
            Stage::Object,
            Stage::Mesh,
            Stage::Visible,
            Stage::Stitchable,
            Stage::Intersection,
        ];
        let mut entry = EntryPoint {
            name: self.string()?,
            stage: self.named("a stage", |word| STAGES.into_iter().find(|stage| stage.name() == word))?,
            function: self.function_id()?,
            arguments: Vec::new(),
            max_total_threads: None,
            required_threads: None,
            threadgroup_globals: Vec::new(),
            annotation: None,
            span: self.span()?,
        };
        self.expect('{')?;
        loop {
            if self.accept('}') {
                break;
            }
            match self.word("an attribute or `argument`")? {
                "max_total_threads" => entry.max_total_threads = Some(self.number()?),
                "required_threads" => {
                    entry.required_threads = Some([self.number()?, self.number()?, self.number()?]);
                }
                "threadgroup_global" => entry.threadgroup_globals.push(self.global_id()?),
                "annotation" => entry.annotation = Some(self.string()?),
                "argument" => entry.arguments.push(self.argument()?),
                _ => return self.fail("expected an attribute or `argument` before this"),
            }
        }
        self.module.entry_points.push(entry);
        Ok(())
    }

    fn argument(&mut self) -> Parsed<Argument> {
        let name = self.string()?;
        let index = self.keyed("index")?;
        let kind = match self.word("a kind of argument")? {
            "buffer" => ArgumentKind::Buffer {
                space: self.space()?,
                pointee: self.layout_id()?,
                is_reference: self.accept_word("reference"),
            },
            "threadgroup" => ArgumentKind::ThreadgroupMemory { pointee: self.layout_id()? },
            "texture" => ArgumentKind::Texture { layout: self.layout_id()?, count: self.keyed("count")? },
            "sampler" => ArgumentKind::Sampler { count: self.keyed("count")? },
            "stage_in" => ArgumentKind::StageIn { layout: self.layout_id()? },
            "unsupported" => ArgumentKind::Unsupported { type_name: self.string()? },
            _ => return self.fail("expected a kind of argument before this"),
        };
        Ok(Argument {
            name,
            kind,
            index,
            access: self.named("`read`, `write` or `read_write`", |word| lookup(&print::ACCESS, word))?,
            index_constant: self.keyed_or_none("index_constant")?.map(FunctionConstantId),
            condition: if self.accept_word("condition") { Some(self.function_id()?) } else { None },
            active: self.accept_word("active"),
            span: self.span()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERYTHING: &str = r#"layout 0 "float" size 4 align 4 scalar f32
layout 1 "float3" size 16 align 16 vector f32x3
layout 2 "half2x4" size 16 align 8 matrix f16 columns 2 rows 4 stride 8
layout 3 "S" size 8 align 4 struct {
    "a \"quoted\"" at 0 layout 0 bits 3 5
    "" at 4 layout 0 id 2
}
layout 4 "E" size 4 align 4 enum i32 {
    "A" = -1
}
layout 5 "float[4]" size 16 align 4 array 0 count 4 stride 4
layout 6 "device S*" size 8 align 8 pointer device 3
layout 7 "atomic_uint" size 4 align 4 atomic u32
layout 8 "sampler" size 8 align 8 sampler
function_constant 0 "width" index 3: u32 !5..9
global @0 "table" constant size 8 align 4 layout 5 = bytes "00000000ff80ffff" pointer 0 @1 -4
global @1 "shared" threadgroup size 64 align 16 !1..2~3
global @2 "derived" constant size 4 align 4 = function f1

function f0 "ns::f<float>"("x" f32, ptr.device) -> f32x2 no_inline !10..20 {
    local l0 "a" size 16 align 4 layout 5 !11..12
    var v0 "i": i32
    inlined 1 "g" !13..14
    inlined 2 "h" !15..16^1
    %0: f32 = param 0 !1..2~7^2
    %1: ptr.device = param 1 at !3..4
    %2: f32x2 = constant (1.5, -0.0)
    %3: f32x2 = constant (0x7fc00001, 1e-45)
    %4: f16 = constant 0.33325195
    %5: i8 = constant -128
    %6: u64 = constant 18446744073709551615
    %7: boolx2 = constant (true, false)
    begin l0
    %9: ptr.thread = local l0
    %10: ptr.thread = offset %9, -4 extent 4
    %11: ptr.thread = index %10, %5 stride 4 count 4
    %12: f32x2 = shuffle %2, (1, 0)
    %13: f32 = intrinsic fma(%0, %0, %0)
    set v0, %13
    if %13 !1..2 {
        switch %5 {
        case -1, 2 default {
            break
        }
        case {
        }
        default {
        }
        }
    } else {
        loop {
            continue !8..9
        } step {
            break
        }
    }
    return %12
}

function f1 "declared"() -> void

entry "kernel" kernel f0 !1..2 {
    max_total_threads 64
    required_threads 8 8 1
    threadgroup_global @1
    annotation "note"
    argument "x" index 0 buffer constant 0 reference read index_constant 0 condition f1 active !3..4
    argument "t" index 1 texture 8 count 2 read_write
    argument "u" index 2 unsupported "imageblock<S>" read
}
"#;

    #[test]
    fn reading_undoes_printing() {
        let first = module(EVERYTHING).unwrap();
        assert_eq!(format!("{first:#}"), EVERYTHING);
        assert_eq!(module(&format!("{first:#}")).unwrap(), first);
    }

    #[test]
    fn errors_have_places() {
        for (text, expected) in [
            ("layot", "1:6: `layot`, before this, starts nothing"),
            ("function f0 \"a\"() -> void {\n  add %1, %2\n}", "2:8: no value %1 above"),
            (
                "function f0 \"a\"() -> void {\n  %a: i8 = constant 128\n}",
                "3:1: the number before this does not fit in i8",
            ),
            ("function f1", "1:12: number 0 must come here"),
            ("function f0 \"\u{e9}", "1:13: a string that is not closed"),
            ("global @0 \"\u{e9}\" \u{e9}", "1:15: a character that has no meaning here"),
            ("function f0 \"a\"() -> void { frobnicate", "1:29: expected a statement, found `frobnicate`"),
        ] {
            assert_eq!(module(text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn damaged_text_never_panics() {
        for end in 0..EVERYTHING.len() {
            let _ = module(&EVERYTHING[..end]);
            let mut damaged = EVERYTHING.to_owned();
            damaged.remove(end);
            let _ = module(&damaged);
        }
        let deep = "loop {".repeat(100_000);
        assert!(module(&format!("function f0 \"\"() -> void {{ {deep}")).is_err());
    }
}
