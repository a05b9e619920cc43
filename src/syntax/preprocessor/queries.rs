//! Macros that are computed where they are used: `__LINE__` and its kin, `__has_include` and its kin, `defined`.
//!
//! Date and time are constants, so that the same program always gives the same bytes.

use super::Preprocessor;
use super::directives::is_punct;
use super::macros::Macro;
use super::macros::Shape;
use super::search::HeaderName;
use super::stream::Item;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::token::Punct;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;
use std::sync::Arc;

/// A computed macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Line,
    File,
    FileName,
    BaseFile,
    Counter,
    Date,
    Time,
    Timestamp,
    IncludeLevel,
    HasInclude,
    HasIncludeNext,
    HasFeature,
    HasIntrinsic,
    HasAttribute,
    HasCppAttribute,
    /// Asks for what doesn't exist in Metal.
    HasNothing,
    IsIdentifier,
}

/// What `__DATE__` says.
pub const DATE: &str = "\"Jan  1 1970\"";
/// What `__TIME__` says.
pub const TIME: &str = "\"00:00:00\"";
/// What `__TIMESTAMP__` says.
pub const TIMESTAMP: &str = "\"Thu Jan  1 00:00:00 1970\"";

const BUILTINS: [(&str, Builtin); 19] = [
    ("__LINE__", Builtin::Line),
    ("__FILE__", Builtin::File),
    ("__FILE_NAME__", Builtin::FileName),
    ("__BASE_FILE__", Builtin::BaseFile),
    ("__COUNTER__", Builtin::Counter),
    ("__DATE__", Builtin::Date),
    ("__TIME__", Builtin::Time),
    ("__TIMESTAMP__", Builtin::Timestamp),
    ("__INCLUDE_LEVEL__", Builtin::IncludeLevel),
    ("__has_include", Builtin::HasInclude),
    ("__has_include_next", Builtin::HasIncludeNext),
    ("__has_feature", Builtin::HasFeature),
    ("__has_extension", Builtin::HasFeature),
    ("__has_builtin", Builtin::HasIntrinsic),
    ("__has_attribute", Builtin::HasAttribute),
    ("__has_cpp_attribute", Builtin::HasCppAttribute),
    ("__has_declspec_attribute", Builtin::HasNothing),
    ("__has_warning", Builtin::HasNothing),
    ("__is_identifier", Builtin::IsIdentifier),
];

/// Language features that `__has_feature` knows: C++17 without what Metal leaves out (exceptions, RTTI, threads).
const FEATURES: [&str; 30] = [
    "cxx_access_control_sfinae",
    "cxx_aggregate_nsdmi",
    "cxx_alias_templates",
    "cxx_alignas",
    "cxx_alignof",
    "cxx_attributes",
    "cxx_auto_type",
    "cxx_binary_literals",
    "cxx_constexpr",
    "cxx_decltype",
    "cxx_decltype_auto",
    "cxx_decltype_incomplete_return_types",
    "cxx_default_function_template_args",
    "cxx_defaulted_functions",
    "cxx_delegating_constructors",
    "cxx_deleted_functions",
    "cxx_explicit_conversions",
    "cxx_generalized_initializers",
    "cxx_inheriting_constructors",
    "cxx_inline_namespaces",
    "cxx_nullptr",
    "cxx_range_for",
    "cxx_relaxed_constexpr",
    "cxx_return_type_deduction",
    "cxx_rvalue_references",
    "cxx_static_assert",
    "cxx_strong_enums",
    "cxx_trailing_return",
    "cxx_variable_templates",
    "cxx_variadic_templates",
];

/// Attributes that `__has_attribute` knows.
const ATTRIBUTES: [&str; 12] = [
    "aligned",
    "always_inline",
    "const",
    "deprecated",
    "ext_vector_type",
    "flatten",
    "noinline",
    "packed",
    "pure",
    "unused",
    "used",
    "warn_unused_result",
];

/// Standard attributes with the value `__has_cpp_attribute` gives.
const CPP_ATTRIBUTES: [(&str, u32); 5] = [
    ("deprecated", 201_309),
    ("fallthrough", 201_603),
    ("maybe_unused", 201_603),
    ("nodiscard", 201_603),
    ("noreturn", 200_809),
];

impl Preprocessor<'_> {
    /// Defines the computed macros.
    pub(super) fn define_builtins(&mut self) {
        for (name, builtin) in BUILTINS {
            let symbol = self.interner.intern(name);
            let definition = Macro {
                name: self.interner.shared(symbol),
                definition: Span::NONE,
                shape: Shape::Builtin(builtin),
                parameters: Box::default(),
                variadic: false,
                body: Box::default(),
                parts: Box::default(),
            };
            self.macros.set(symbol, Some(Arc::new(definition)));
        }
    }

    fn number_item(&mut self, value: u64, at: Item) -> Item {
        let kind = TokenKind::Number(self.interner.intern(&value.to_string()));
        Item::new(Token { kind, ..at.token })
    }

    fn string_item(&mut self, literal: &str, at: Item) -> Item {
        let kind = TokenKind::String(self.interner.intern(literal));
        Item::new(Token { kind, ..at.token })
    }

    fn file_name_item(&mut self, name: &str, at: Item) -> Item {
        let literal = format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
        self.string_item(&literal, at)
    }

    /// The token that a computed macro becomes; its name has been read.
    pub(super) fn builtin(&mut self, builtin: Builtin, name: Item) -> Item {
        match builtin {
            Builtin::Line => {
                // In a macro's body, the line on which the outermost call ends, as other compilers have it.
                let at = self.map.call_site(name.token.span);
                let position = if name.token.span == at { at.lo } else { at.hi.saturating_sub(1) };
                let line = self.map.location(position).map_or(1, |location| location.line);
                self.number_item(u64::from(line), name)
            }
            Builtin::File | Builtin::FileName | Builtin::BaseFile => {
                let main = self.map.span(self.main, 0, 0);
                let at = if builtin == Builtin::BaseFile { main } else { self.map.call_site(name.token.span) };
                let file = self.map.location(at.lo).map_or_else(|| Arc::from(""), |location| location.file);
                let shown = if builtin == Builtin::FileName { super::includes::base_name(&file) } else { &file };
                self.file_name_item(shown, name)
            }
            Builtin::Counter => {
                let value = self.counter;
                self.counter += 1;
                self.number_item(value, name)
            }
            Builtin::Date => self.string_item(DATE, name),
            Builtin::Time => self.string_item(TIME, name),
            Builtin::Timestamp => self.string_item(TIMESTAMP, name),
            Builtin::IncludeLevel => self.number_item(self.file_depth.saturating_sub(1) as u64, name),
            Builtin::HasInclude | Builtin::HasIncludeNext => self.has_include(builtin, name),
            _ => self.query(builtin, name),
        }
    }

    /// `defined NAME` or `defined(NAME)`; the word has been read.
    pub(super) fn defined_operator(&mut self, word: Item) -> Item {
        let mut operand = self.next_raw();
        let parenthesis = operand.filter(|item| is_punct(&item.token, Punct::LParen));
        if parenthesis.is_some() {
            operand = self.next_raw();
        }
        let value = match operand.map(|item| item.token.kind) {
            Some(TokenKind::Ident(name)) => self.macros.is_defined(name),
            _ => {
                let span = operand.map_or(word.token.span, |item| item.token.span);
                self.bad_query("`defined` needs the name of a macro", span);
                false
            }
        };
        if let Some(open) = parenthesis {
            let close = self.next_raw();
            if !close.is_some_and(|item| is_punct(&item.token, Punct::RParen)) {
                let span = close.map_or(open.token.span, |item| item.token.span);
                self.bad_query("`)` is missing behind `defined(`", span);
            }
        }
        self.number_item(u64::from(value), word)
    }

    fn bad_query(&mut self, message: impl Into<String>, span: Span) {
        self.diagnostics.push(Diagnostic::error(codes::BAD_CONDITION, message, span));
    }

    /// Reads `( tokens )`, unexpanded.
    fn query_operand(&mut self, name: Item) -> Option<Vec<Item>> {
        let text = self.spelling(name.token).to_owned();
        if !self.open_parenthesis_follows() {
            self.bad_query(format!("`(` has to follow `{text}`"), name.token.span);
            return None;
        }
        let open = self.next_raw()?;
        let mut operand = Vec::new();
        let mut nesting = 0_usize;
        loop {
            let Some(item) = self.next_raw() else {
                self.bad_query(format!("`)` is missing behind `{text}(`"), open.token.span);
                return None;
            };
            match item.token.kind {
                TokenKind::Punct(Punct::LParen) => nesting += 1,
                TokenKind::Punct(Punct::RParen) if nesting == 0 => return Some(operand),
                TokenKind::Punct(Punct::RParen) => nesting -= 1,
                _ => {}
            }
            operand.push(item);
        }
    }

    fn query(&mut self, builtin: Builtin, name: Item) -> Item {
        self.collecting += 1;
        let operand = self.query_operand(name);
        self.collecting -= 1;
        let Some(operand) = operand else { return self.number_item(0, name) };
        let text = self.joined(operand.iter().map(|item| &item.token));
        // `__packed__` and `packed` are the same attribute.
        let bare = text.strip_prefix("__").and_then(|text| text.strip_suffix("__")).unwrap_or(&text);
        let value = match builtin {
            Builtin::HasFeature => u64::from(FEATURES.contains(&bare)),
            Builtin::HasAttribute => u64::from(ATTRIBUTES.contains(&bare)),
            Builtin::HasCppAttribute => match text.strip_prefix("gnu::").or_else(|| text.strip_prefix("clang::")) {
                Some(vendor) => u64::from(ATTRIBUTES.contains(&vendor)),
                None => {
                    CPP_ATTRIBUTES.iter().find(|(known, _)| *known == text).map_or(0, |(_, since)| u64::from(*since))
                }
            },
            Builtin::IsIdentifier => {
                u64::from(operand.len() == 1 && matches!(operand[0].token.kind, TokenKind::Ident(_)))
            }
            // No compiler built-in is promised: sources then take their portable branch.
            _ => 0,
        };
        self.number_item(value, name)
    }

    fn has_include(&mut self, builtin: Builtin, name: Item) -> Item {
        let text = self.spelling(name.token).to_owned();
        if !self.in_condition {
            self.bad_query(format!("`{text}` can only stand in a condition"), name.token.span);
            return self.number_item(0, name);
        }
        let Some(header) = self.has_include_operand() else {
            self.bad_query(format!("`{text}` needs `(<name>)` or `(\"name\")`"), name.token.span);
            return self.number_item(0, name);
        };
        let first = match (builtin, self.current_file()) {
            (Builtin::HasIncludeNext, Some(frame)) => frame.found_at + 1,
            _ => 0,
        };
        let found = self.search(&header, first).is_ok();
        self.number_item(u64::from(found), name)
    }

    fn has_include_operand(&mut self) -> Option<HeaderName> {
        let open = self.next_raw()?;
        if !is_punct(&open.token, Punct::LParen) {
            return None;
        }
        let first = self.next_expanded()?.token;
        let header = if is_punct(&first, Punct::Less) {
            let mut tokens = Vec::new();
            loop {
                let token = self.next_raw()?.token;
                if is_punct(&token, Punct::Greater) {
                    break;
                }
                tokens.push(token);
            }
            HeaderName { name: self.joined(tokens.iter()), angled: true, span: first.span }
        } else {
            self.quoted_name(first)?
        };
        let close = self.next_raw()?;
        is_punct(&close.token, Punct::RParen).then_some(header)
    }
}
