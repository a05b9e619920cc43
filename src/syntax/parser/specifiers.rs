//! Declaration specifiers and type-ids: everything that stands before a declarator.

use super::Failed;
use super::Parse;
use super::Parser;
use super::Punct;
use super::TokenKind;
use super::declarator::DeclaratorUse;
use super::keyword::Word;
use super::names::Binding;
use super::names::NameKind;
use super::names::ScopeKind;
use super::path::PathUse;
use super::speculation::Question;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast::AddressSpace;
use crate::syntax::ast::BuiltinType;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Qualifiers;
use crate::syntax::ast::SegmentName;
use crate::syntax::ast::Specifiers;
use crate::syntax::ast::Stage;
use crate::syntax::ast::Tag;
use crate::syntax::ast::Type;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeRef;
use std::sync::Arc;

/// Which specifiers may stand here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpecifierUse {
    /// All of them.
    Declaration,
    /// Only a type, with qualifiers and attributes.
    Type,
}

/// Counts of the words that make up built-in types.
#[derive(Default)]
struct BuiltinWords {
    base: Option<(Word, Span)>,
    signed: bool,
    unsigned: bool,
    short: bool,
    long: u8,
    any: bool,
}

impl BuiltinWords {
    /// Whether the word fits to the ones before.
    fn add(&mut self, word: Word, span: Span) -> bool {
        let sign_or_size = self.signed || self.unsigned || self.short || self.long > 0;
        let base = self.base.map(|(base, _)| base);
        let fits = match word {
            Word::Signed | Word::Unsigned => {
                !self.signed && !self.unsigned && matches!(base, None | Some(Word::Int | Word::Char))
            }
            Word::Short => !self.short && self.long == 0 && matches!(base, None | Some(Word::Int)),
            Word::Long => !self.short && self.long < 2 && matches!(base, None | Some(Word::Int)),
            Word::Int => base.is_none(),
            Word::Char => base.is_none() && !self.short && self.long == 0,
            _ => base.is_none() && !sign_or_size,
        };
        match word {
            Word::Signed => self.signed = true,
            Word::Unsigned => self.unsigned = true,
            Word::Short => self.short = true,
            Word::Long => self.long += 1,
            _ => self.base = Some((word, span)),
        }
        self.any = true;
        fits
    }

    fn ty(&self) -> BuiltinType {
        match (self.base.map(|(base, _)| base), self.unsigned) {
            (Some(Word::Void), _) => BuiltinType::Void,
            (Some(Word::Bool), _) => BuiltinType::Bool,
            (Some(Word::Half), _) => BuiltinType::Half,
            (Some(Word::BFloat), _) => BuiltinType::BFloat,
            (Some(Word::Float), _) => BuiltinType::Float,
            (Some(Word::Double), _) => BuiltinType::Double,
            (Some(Word::Char), true) => BuiltinType::UChar,
            (Some(Word::Char), false) if self.signed => BuiltinType::SChar,
            (Some(Word::Char), false) => BuiltinType::Char,
            (_, true) if self.short => BuiltinType::UShort,
            (_, false) if self.short => BuiltinType::Short,
            (_, true) if self.long > 1 => BuiltinType::ULongLong,
            (_, false) if self.long > 1 => BuiltinType::LongLong,
            (_, true) if self.long > 0 => BuiltinType::ULong,
            (_, false) if self.long > 0 => BuiltinType::Long,
            (_, true) => BuiltinType::UInt,
            (_, false) => BuiltinType::Int,
        }
    }
}

/// Whether the word is (part of) a built-in type.
pub(super) fn is_builtin_type(word: Word) -> bool {
    matches!(
        word,
        Word::Void
            | Word::Bool
            | Word::Char
            | Word::Short
            | Word::Int
            | Word::Long
            | Word::Signed
            | Word::Unsigned
            | Word::Half
            | Word::BFloat
            | Word::Float
            | Word::Double
    )
}

/// The address space that a word names.
pub(super) fn address_space(word: Word) -> Option<AddressSpace> {
    Some(match word {
        Word::Device => AddressSpace::Device,
        Word::Constant => AddressSpace::Constant,
        Word::Thread => AddressSpace::Thread,
        Word::Threadgroup => AddressSpace::Threadgroup,
        Word::ThreadgroupImageblock => AddressSpace::ThreadgroupImageblock,
        Word::RayData => AddressSpace::RayData,
        Word::ObjectData => AddressSpace::ObjectData,
        _ => return None,
    })
}

/// Whether the word qualifies a type.
pub(super) fn is_qualifier(word: Word) -> bool {
    matches!(word, Word::Const | Word::Volatile | Word::Restrict) || address_space(word).is_some()
}

/// Whether the word can only begin a type, or a declaration that begins with one.
pub(super) fn begins_type(word: Word) -> bool {
    is_builtin_type(word)
        || is_qualifier(word)
        || matches!(
            word,
            Word::Auto
                | Word::Struct
                | Word::Class
                | Word::Union
                | Word::Enum
                | Word::Typename
                | Word::Decltype
                | Word::Typeof
                | Word::TypeTransform
        )
}

impl Parser<'_> {
    /// Whether a type may stand here; names that are known for something else say no.
    pub(super) fn may_start_type(&self) -> bool {
        if begins_type(self.word) || self.at_coherent() {
            return true;
        }
        match self.word {
            Word::Identifier => match self.plain_name() {
                Some(Some(binding)) => binding.is_type(),
                _ => true,
            },
            _ => self.is(Punct::ColonColon),
        }
    }

    /// Whether `coherent` stands here as a qualifier and not as a name.
    pub(super) fn at_coherent(&self) -> bool {
        self.word == Word::Coherent
            && match self.peek(1) {
                TokenKind::Ident(_) => true,
                TokenKind::Punct(Punct::LParen) => {
                    matches!(self.peek(2), TokenKind::Ident(_))
                        && self.peek_is(3, Punct::RParen)
                        && matches!(self.peek(4), TokenKind::Ident(_) | TokenKind::Punct(Punct::Star | Punct::Amp))
                }
                _ => false,
            }
    }

    /// Takes a qualifier if one stands here.
    pub(super) fn qualifier(&mut self, quals: &mut Qualifiers) -> Parse<bool> {
        match self.word {
            Word::Const => quals.is_const = true,
            Word::Volatile => quals.is_volatile = true,
            Word::Restrict => quals.is_restrict = true,
            Word::Coherent if self.at_coherent() => {
                quals.is_coherent = true;
                if self.peek_is(1, Punct::LParen) {
                    // The scope of coherence: `device`, `threadgroup`, `system` …
                    for _ in 0..3 {
                        self.bump();
                    }
                }
            }
            word => {
                let Some(space) = address_space(word) else { return Ok(false) };
                let span = self.token.span;
                // `thread` is what a type has anyway: another one beside it wins, as in Metal's compiler.
                if matches!(quals.address_space, Some((AddressSpace::Thread, _))) {
                    quals.address_space = None;
                }
                if let Some((first, first_span)) = quals.address_space
                    && first != space
                    && space != AddressSpace::Thread
                {
                    let message = format!("two address spaces, '{}' and '{}'", first.name(), space.name());
                    self.report(
                        Diagnostic::error(codes::CONFLICTING_SPECIFIERS, message, span)
                            .also(first_span, "the first one is here")
                            .help("a type lies in one address space; a pointer's own stands after the '*'"),
                    );
                }
                quals.address_space.get_or_insert((space, span));
            }
        }
        self.bump();
        Ok(true)
    }

    /// Specifiers, up to where the declarator begins. `ty` is `None` if there is no type.
    pub(super) fn specifiers(&mut self, usage: SpecifierUse) -> Parse<Specifiers> {
        let start = self.token.span;
        let mut this = Specifiers::default();
        let mut quals = Qualifiers::default();
        let mut builtin = BuiltinWords::default();
        let mut other: Option<TypeKind> = None;
        let mut type_span = Span::NONE;
        self.specifier_scope = None;
        loop {
            if self.at_attribute() {
                self.attributes(&mut this.attributes)?;
                continue;
            }
            let word = self.word;
            let span = self.token.span;
            if self.qualifier(&mut quals)? {
                continue;
            }
            if usage == SpecifierUse::Declaration && self.storage_word(&mut this)? {
                continue;
            }
            if is_builtin_type(word) {
                if let Some(TypeKind::Name(path)) = &other
                    && self.binding_of(path).is_none()
                {
                    return Err(self.unknown_word(&path.clone()));
                }
                if other.is_some() || !builtin.add(word, span) {
                    let message = format!("{} does not go together with the type before it", self.found());
                    return Err(self.fail_with(codes::CONFLICTING_SPECIFIERS, message, span, "give one type only"));
                }
                type_span = type_span.to(self.bump());
                continue;
            }
            if word == Word::Register {
                return Err(self.not_in_msl("`register` variables", "leave `register` out"));
            }
            if word == Word::ExtensionMark {
                self.bump();
                continue;
            }
            if other.is_some() || builtin.any {
                if matches!(word, Word::Struct | Word::Class | Word::Union | Word::Enum | Word::Auto) {
                    let help = "give one type only; after a definition of a type, perhaps a ';' is missing";
                    let message = format!("{} does not go together with the type before it", self.found());
                    return Err(self.fail_with(codes::CONFLICTING_SPECIFIERS, message, span, help));
                }
                break;
            }
            let kind = match word {
                Word::Struct => self.record(Tag::Struct)?,
                Word::Class => self.record(Tag::Class)?,
                Word::Union => self.record(Tag::Union)?,
                Word::Enum => self.enumeration()?,
                Word::Auto => {
                    self.bump();
                    TypeKind::Auto
                }
                Word::Decltype if self.peek_is(1, Punct::LParen) && self.peek_word(2) == Word::Auto => {
                    for _ in 0..4 {
                        self.bump();
                    }
                    TypeKind::DecltypeAuto
                }
                Word::Typeof => {
                    self.bump();
                    TypeKind::Decltype(self.parenthesised_expression("'(' after 'typeof'")?)
                }
                Word::TypeTransform => {
                    let name = self.any_ident()?;
                    self.open(Punct::LParen, "'(' after the type trait")?;
                    let ty = self.type_id()?;
                    self.close("')' after the type")?;
                    TypeKind::Trait(name.symbol, ty)
                }
                Word::Identifier | Word::Typename | Word::Decltype => match self.named_type(usage)? {
                    Some(kind) => kind,
                    None => break,
                },
                _ if self.is(Punct::ColonColon) => match self.named_type(usage)? {
                    Some(kind) => kind,
                    None => break,
                },
                _ => break,
            };
            type_span = type_span.to(span.to(self.last_span));
            let is_defined = matches!(kind, TypeKind::Record(_) | TypeKind::Enum(_));
            other = Some(kind);
            if is_defined && !this.is_typedef && self.begins_next_declaration() {
                break;
            }
        }
        let kind = if builtin.any { Some(TypeKind::Builtin(builtin.ty())) } else { other };
        this.span = if self.last_span.hi > start.lo { start.to(self.last_span) } else { start };
        match kind {
            Some(kind) => {
                let span = if quals.is_empty() { type_span } else { this.span };
                this.ty = Some(Arc::new(Type { kind, quals, span }));
            }
            None if usage == SpecifierUse::Type || !quals.is_empty() => return Err(self.expected_type()),
            None => {}
        }
        Ok(this)
    }

    /// Whether a new declaration begins on this line, so that the one before lacks its `;`.
    pub(super) fn begins_next_declaration(&self) -> bool {
        self.token.at_line_start
            && match self.word {
                Word::Struct | Word::Class | Word::Union | Word::Enum | Word::Template | Word::Typedef => true,
                Word::Kernel | Word::Vertex | Word::Fragment | Word::Using | Word::Namespace => true,
                Word::Static | Word::Inline | Word::Constexpr | Word::Auto => true,
                Word::Identifier => matches!(self.peek(1), TokenKind::Ident(_)),
                Word::Other => self.token.kind == TokenKind::Eof || self.is(Punct::RBrace),
                word => is_builtin_type(word),
            }
    }

    fn storage_word(&mut self, into: &mut Specifiers) -> Parse<bool> {
        match self.word {
            Word::Typedef => into.is_typedef = true,
            Word::Extern => into.is_extern = true,
            Word::Static => into.is_static = true,
            Word::Inline => into.is_inline = true,
            Word::Constexpr => into.is_constexpr = true,
            Word::Mutable => into.is_mutable = true,
            Word::Explicit => into.is_explicit = true,
            Word::Friend => into.is_friend = true,
            Word::Virtual => into.is_virtual = true,
            Word::ThreadLocal => return Err(self.not_in_msl("thread-local variables", "use a local variable")),
            Word::Kernel | Word::Vertex | Word::Fragment => {
                let stage = match self.word {
                    Word::Kernel => Stage::Kernel,
                    Word::Vertex => Stage::Vertex,
                    _ => Stage::Fragment,
                };
                let span = self.token.span;
                if let Some((_, first)) = into.stage {
                    self.report(
                        Diagnostic::error(codes::CONFLICTING_SPECIFIERS, "a function has one stage only", span)
                            .also(first, "the first one is here"),
                    );
                }
                into.stage = Some((stage, span));
            }
            _ => return Ok(false),
        }
        self.bump();
        Ok(true)
    }

    /// A type given by its name; `None` if what stands here is the declarator of a constructor, destructor,
    /// conversion function or deduction guide.
    fn named_type(&mut self, usage: SpecifierUse) -> Parse<Option<TypeKind>> {
        if usage == SpecifierUse::Declaration && self.at_typeless_function() {
            return Ok(None);
        }
        if self.word == Word::Decltype && !self.decltype_qualifies() {
            self.bump();
            return Ok(Some(TypeKind::Decltype(self.parenthesised_expression("'(' after 'decltype'")?)));
        }
        let start = self.token.span;
        let (path, binding) = self.path(PathUse::Type)?;
        match binding {
            Some(found) if !found.is_type() => {
                if self.speculating > 0 {
                    return Err(Failed);
                }
                let what = match found.kind {
                    NameKind::Namespace => "a namespace",
                    NameKind::ValueTemplate => "a function or variable template",
                    _ => "not a type here",
                };
                let message = format!("'{}' is {what}", self.path_text(&path));
                Err(self.fail_with(codes::EXPECTED_TYPE, message, start, ""))
            }
            Some(found) => {
                self.specifier_scope = found.scope;
                Ok(Some(TypeKind::Name(path)))
            }
            None => {
                let called = self.is(Punct::LParen) && path.as_ident().is_some();
                if usage == SpecifierUse::Declaration && called && !self.in_block() {
                    return Err(self.unknown_word(&path));
                }
                Ok(Some(TypeKind::Name(path)))
            }
        }
    }

    /// Fails at an unknown name where specifiers stand.
    fn unknown_word(&mut self, path: &NamePath) -> Failed {
        let message = format!("'{}' is not known as a type or macro here", self.path_text(path));
        let help = "if it is a macro, define it or include the file that does";
        self.fail_with(codes::EXPECTED_TYPE, message, path.span, help)
    }

    /// Whether the scope is that of a function or a block, and not of a class or namespace.
    pub(super) fn in_block(&self) -> bool {
        self.names.kind(self.names.declaring_scope(self.scope)) == ScopeKind::Block
    }

    /// Whether the scope is that of a class.
    pub(super) fn in_class(&self) -> bool {
        self.names.kind(self.names.declaring_scope(self.scope)) == ScopeKind::Class
    }

    /// Whether a function without a type in front begins here.
    fn at_typeless_function(&mut self) -> bool {
        let TokenKind::Ident(symbol) = self.token.kind else { return false };
        if self.word != Word::Identifier {
            return false;
        }
        match self.peek(1) {
            TokenKind::Punct(Punct::LParen) => {
                if self.in_class() {
                    // A constructor.
                    return self.names_class(symbol);
                }
                // A deduction guide.
                let found = self.names.look_up(self.scope, symbol, |_| true);
                !self.in_block() && found.is_some_and(|found| found.kind == NameKind::TypeTemplate)
            }
            TokenKind::Punct(Punct::ColonColon | Punct::Less) => self.ask(Question::Typeless, |parser| {
                let (path, _) = parser.path(PathUse::Declared)?;
                Ok(match (path.qualifiers().last().map(|class| &class.name), &path.last().name) {
                    (_, SegmentName::Conversion(_) | SegmentName::Destructor(_)) => true,
                    (Some(SegmentName::Ident(class)), SegmentName::Ident(last)) => {
                        class == last && parser.is(Punct::LParen)
                    }
                    // `S<T>() …` in the class template itself.
                    (None, SegmentName::Ident(name)) => parser.names_class(*name) && parser.is(Punct::LParen),
                    _ => false,
                })
            }),
            _ => false,
        }
    }

    /// Whether the scope is that of a class with this name.
    fn names_class(&self, symbol: super::Symbol) -> bool {
        self.in_class() && self.names.class_name(self.names.declaring_scope(self.scope)) == Some(symbol)
    }

    /// Fails because a type must stand here.
    pub(super) fn expected_type(&mut self) -> Failed {
        self.expected("a type")
    }

    /// A name for messages.
    pub(super) fn path_text(&self, path: &NamePath) -> String {
        let parts: Vec<&str> = path
            .segments
            .iter()
            .map(|segment| match segment.name {
                SegmentName::Ident(symbol) | SegmentName::Destructor(symbol) => self.text(symbol),
                _ => "operator",
            })
            .collect();
        parts.join("::")
    }

    /// A type with an abstract declarator.
    pub(super) fn type_id(&mut self) -> Parse<TypeRef> {
        self.type_id_as(DeclaratorUse::Abstract)
    }

    /// A type-id; `usage` says which abstract declarators may follow the specifiers.
    pub(super) fn type_id_as(&mut self, usage: DeclaratorUse) -> Parse<TypeRef> {
        self.nested(|parser| {
            let specifiers = parser.specifiers(SpecifierUse::Type)?;
            let declared = parser.declarator(specifiers.ty.as_ref(), usage)?;
            Ok(declared.declarator.ty)
        })
    }

    /// The type of a conversion function: no arrays, no functions.
    pub(super) fn conversion_type(&mut self) -> Parse<TypeRef> {
        self.type_id_as(DeclaratorUse::Pointers)
    }

    /// The binding of the type that [`Parser::specifiers`] parsed last, for a new name of it.
    pub(super) fn alias_binding(&self, ty: &Type) -> Binding {
        let scope = match ty.kind {
            TypeKind::Name(_) | TypeKind::Record(_) | TypeKind::Elaborated(..) | TypeKind::Enum(_) => {
                self.specifier_scope
            }
            _ => None,
        };
        Binding { kind: NameKind::Type, scope }
    }
}
