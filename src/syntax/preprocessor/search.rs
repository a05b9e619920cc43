//! `#include`, `#import`, `#include_next`: from the line to the file, and where files are looked for.

use super::FileState;
use super::Preprocessor;
use super::directives::is_punct;
use super::includes::LoadError;
use super::includes::base_name;
use super::includes::directory;
use super::includes::join;
use super::stream::FileFrame;
use super::stream::Frame;
use super::stream::Item;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::FileId;
use crate::source::Span;
use crate::syntax::lexer;
use crate::syntax::token::Punct;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;
use std::sync::Arc;

/// Which of the including directives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IncludeForm {
    Include,
    Import,
    Next,
}

/// A name in an `#include`.
#[derive(Clone, Debug)]
pub(super) struct HeaderName {
    pub name: String,
    /// `<name>` and not `"name"`.
    pub angled: bool,
    pub span: Span,
}

impl HeaderName {
    fn quoted_form(&self) -> String {
        if self.angled { format!("<{}>", self.name) } else { format!("\"{}\"", self.name) }
    }
}

/// A file that was found, and the step of the search that found it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub file: FileId,
    pub step: usize,
}

/// Where a file is looked for: the includer's directory is step 0, then come the `-I` directories.
const OWN_DIRECTORY: usize = 0;

impl Preprocessor<'_> {
    /// Carries out an including directive.
    pub(super) fn include(&mut self, line: &[Token], word: Token, form: IncludeForm) {
        let Some(header) = self.header_name(line, word) else { return };
        if self.collecting > 0 {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::MALFORMED_DIRECTIVE,
                    "a file cannot be included among the arguments of a macro",
                    word.span,
                )
                .help("move the `#include` before the macro call"),
            );
            return;
        }
        let first = match (form, self.current_file()) {
            (IncludeForm::Next, Some(frame)) => frame.found_at + 1,
            _ => OWN_DIRECTORY,
        };
        match self.search(&header, first) {
            Ok(found) => self.enter_file(found, form == IncludeForm::Import, header.span),
            Err(Some(why)) => self.diagnostics.push(Diagnostic::error(
                codes::INCLUDE_NOT_FOUND,
                format!("{} cannot be read: {why}", header.quoted_form()),
                header.span,
            )),
            Err(None) => self.not_found(&header),
        }
    }

    fn not_found(&mut self, header: &HeaderName) {
        let message = format!("{} is not found", header.quoted_form());
        let mut error = Diagnostic::error(codes::INCLUDE_NOT_FOUND, message, header.span);
        let mut places: Vec<String> = Vec::new();
        if let Some(frame) = self.current_file().filter(|frame| !header.angled && !frame.is_library) {
            places.push(if frame.directory.is_empty() { ".".into() } else { frame.directory.to_string() });
        }
        places.extend(self.options.include_directories.iter().cloned());
        if !places.is_empty() {
            error = error.note(format!("looked for in {}, and in the library", places.join(", ")));
        }
        if header.angled && self.options.include_directories.is_empty() {
            error = error.help("a header of your own is included with quotation marks, or found with `-I directory`");
        } else {
            error = error.help("give the directory that holds it with `-I directory`");
        }
        self.diagnostics.push(error);
    }

    /// Reads `"name"`, `<name>`, or macros that expand to one of them.
    fn header_name(&mut self, line: &[Token], word: Token) -> Option<HeaderName> {
        let what = format!("#{}", self.spelling(word));
        let Some(first) = line.first() else {
            self.diagnostics.push(
                Diagnostic::error(codes::MALFORMED_DIRECTIVE, format!("`{what}` needs a file"), word.span)
                    .help(format!("write `{what} <name>` or `{what} \"name\"`")),
            );
            return None;
        };
        if let TokenKind::String(_) = first.kind {
            let header = self.quoted_name(*first)?;
            self.warn_extra_tokens(&line[1..], &what);
            return Some(header);
        }
        if is_punct(first, Punct::Less) {
            // What stands between the brackets is no tokens at all: it is taken from the text.
            let start = first.span.hi;
            let file = self.map.file_at(start)?;
            let base = self.map.span(file, 0, 0).lo;
            let text = &self.map.file(file).text[(start - base) as usize..];
            let text = &text[..text.find('\n').unwrap_or(text.len())];
            if let Some(length) = text.find('>') {
                let name = text[..length].to_owned();
                let end = start + length as u32 + 1;
                let rest = line.iter().position(|token| token.span.lo >= end).unwrap_or(line.len());
                self.warn_extra_tokens(&line[rest..], &what);
                return Some(HeaderName { name, angled: true, span: Span { hi: end, ..first.span } });
            }
        }
        let items = self.expand_line(line);
        let header = self.computed_name(&items);
        if header.is_none() {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::MALFORMED_DIRECTIVE,
                    format!("`{what}` needs a file, not `{}`", self.joined(line.iter())),
                    first.span.to(line[line.len() - 1].span),
                )
                .help(format!("write `{what} <name>` or `{what} \"name\"`")),
            );
        }
        self.recycle(items);
        header
    }

    /// The name that macros expanded to.
    fn computed_name(&mut self, items: &[Item]) -> Option<HeaderName> {
        let first = items.first()?.token;
        if let TokenKind::String(_) = first.kind {
            return self.quoted_name(first);
        }
        if !is_punct(&first, Punct::Less) {
            return None;
        }
        let end = items.iter().position(|item| is_punct(&item.token, Punct::Greater))?;
        let name = self.joined(items[1..end].iter().map(|item| &item.token));
        Some(HeaderName { name, angled: true, span: first.span })
    }

    /// The name in a string literal; escape sequences mean nothing in it.
    pub(super) fn quoted_name(&mut self, token: Token) -> Option<HeaderName> {
        let TokenKind::String(symbol) = token.kind else { return None };
        let text = self.interner.text(symbol);
        let name = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'))?.to_owned();
        Some(HeaderName { name, angled: false, span: token.span })
    }

    /// Looks for a file from a step of the search on. `Err(Some(_))`: it is there, but can't be read.
    pub(super) fn search(&mut self, header: &HeaderName, first: usize) -> Result<Found, Option<String>> {
        let name = &*header.name;
        if name.is_empty() {
            return Err(None);
        }
        let directories = self.options.include_directories.len();
        let library_step = directories + 1;
        let (own, in_library) = match self.current_file() {
            Some(frame) => (frame.directory.clone(), frame.is_library),
            None => (Arc::from(""), false),
        };
        if in_library && first == OWN_DIRECTORY {
            // The library's own headers see the library first, whatever the user's directories hold.
            let beside = join(&own, name);
            let candidates = if header.angled { vec![name.to_owned()] } else { vec![beside, name.to_owned()] };
            if let Some(file) = candidates.iter().find_map(|name| self.library_file(name)) {
                return Ok(Found { file, step: library_step });
            }
        }
        if first == OWN_DIRECTORY
            && !header.angled
            && !in_library
            && let Some(file) = self.load(&join(&own, name))?
        {
            return Ok(Found { file, step: OWN_DIRECTORY });
        }
        for step in first.max(1)..=directories {
            let path = join(&self.options.include_directories[step - 1], name);
            if let Some(file) = self.load(&path)? {
                return Ok(Found { file, step });
            }
        }
        if first <= library_step {
            if let Some(file) = self.library_file(name) {
                return Ok(Found { file, step: library_step });
            }
            if let Some(path) = self.files.by_base_name(base_name(name))
                && let Some(file) = self.load(&path)?
            {
                return Ok(Found { file, step: library_step + 1 });
            }
        }
        Err(None)
    }

    /// The file at a path, read at its first use.
    fn load(&mut self, path: &str) -> Result<Option<FileId>, Option<String>> {
        if let Some(known) = self.known.get(path) {
            return Ok(*known);
        }
        let loaded = match self.files.load(path) {
            Ok(text) => match self.map.add(path, text, false) {
                Some(file) => Some(file),
                None => return Err(Some("all files together are larger than 2 GiB".into())),
            },
            Err(LoadError::NotFound) => None,
            Err(LoadError::Unreadable(why)) => return Err(Some(why)),
        };
        self.known.insert(path.to_owned(), loaded);
        Ok(loaded)
    }

    fn library_file(&mut self, name: &str) -> Option<FileId> {
        let shown = format!("<{name}>");
        if let Some(known) = self.known.get(&shown) {
            return *known;
        }
        let loaded = self.files.library(name).and_then(|text| self.map.add(&*shown, text, true));
        self.known.insert(shown, loaded);
        loaded
    }

    /// Starts reading a file, unless it wants to be read only once and has been.
    pub(super) fn enter_file(&mut self, found: Found, import: bool, span: Span) {
        let state = self.states.entry(found.file).or_default();
        let entered = std::mem::replace(&mut state.entered, true);
        if entered && (import || state.once) {
            state.once |= import;
            return;
        }
        state.once |= import;
        if self.file_depth >= self.limits.include_depth {
            let name = self.map.file(found.file).name.clone();
            self.stopped = true;
            self.diagnostics.push(
                Diagnostic::error(
                    codes::INCLUDE_TOO_DEEP,
                    format!("includes are nested more than {} deep", self.limits.include_depth),
                    span,
                )
                .note(format!("`{name}` is to be read once more"))
                .help("write `#pragma once` at the top of headers"),
            );
            return;
        }
        self.charge(64, span);
        let file = self.map.file(found.file);
        let is_library = file.is_library;
        let path = file.name.trim_start_matches('<').trim_end_matches('>');
        let directory = Arc::from(directory(path));
        let tokens = self.tokens_of(found.file);
        self.push_file(found.file, tokens, directory, found.step, is_library);
    }

    /// Puts a file on the stack.
    pub(super) fn push_file(
        &mut self,
        file: FileId,
        tokens: Arc<Vec<Token>>,
        directory: Arc<str>,
        found_at: usize,
        is_library: bool,
    ) {
        self.file_depth += 1;
        self.frames.push(Frame::File(FileFrame {
            file,
            tokens,
            at: 0,
            conditionals: Vec::new(),
            directory,
            found_at,
            is_library,
        }));
    }

    /// A file's raw tokens, made at its first use.
    pub(super) fn tokens_of(&mut self, file: FileId) -> Arc<Vec<Token>> {
        if let Some(FileState { tokens: Some(tokens), .. }) = self.states.get(&file) {
            return Arc::clone(tokens);
        }
        let tokens = Arc::new(lexer::raw_tokens(self.map, file, self.interner));
        self.states.entry(file).or_default().tokens = Some(Arc::clone(&tokens));
        tokens
    }
}
