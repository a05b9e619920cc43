//! Source files, positions in them, and where macro-expanded tokens came from.
//!
//! This module knows nothing of tokens or of the language: it maps numbers to text. Every later stage keeps
//! [`Span`]s, so that each instruction of a running shader can name its line.

use std::sync::Arc;

/// A file known to a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(u32);

/// One macro expansion known to a [`SourceMap`]; [`ExpansionId::NONE`] for text that no macro produced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct ExpansionId(u32);

impl ExpansionId {
    /// Not from a macro.
    pub const NONE: Self = Self(0);

    /// Its number: 0 for none, expansions of a map from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// The expansion of that number.
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        Self(number)
    }
}

/// A range of source text: where it is spelled, and the macro expansion that brought it there, if any.
///
/// Positions are bytes in one space shared by all files of a [`SourceMap`], so a span is small and needs no file.
/// For a token of a macro's body the range lies in the macro's definition; for a token of a macro argument it lies
/// at the call. In both cases `expansion` names the call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
    /// The innermost macro expansion that produced the text.
    pub expansion: ExpansionId,
}

impl Span {
    /// The span of nothing: position 0, which belongs to no file.
    pub const NONE: Self = Self { lo: 0, hi: 0, expansion: ExpansionId::NONE };

    /// The smallest span that covers both, when both come from the same expansion; `self` otherwise.
    #[must_use]
    pub fn to(self, end: Self) -> Self {
        if self.is_none() {
            return end;
        }
        if self.expansion != end.expansion || end.hi < self.lo {
            return self;
        }
        Self { lo: self.lo.min(end.lo), hi: self.hi.max(end.hi), expansion: self.expansion }
    }

    /// Whether this is [`Span::NONE`].
    #[must_use]
    pub fn is_none(self) -> bool {
        self.hi == 0
    }

    /// The empty span just behind this one: where something is missing.
    #[must_use]
    pub fn end(self) -> Self {
        Self { lo: self.hi, ..self }
    }
}

/// One macro expansion.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The macro's name.
    pub macro_name: Arc<str>,
    /// The macro's name and arguments at the call; itself perhaps from an outer expansion.
    pub call_site: Span,
    /// The macro's name at its `#define`; [`Span::NONE`] for predefined ones.
    pub definition: Span,
}

/// A file's text and name.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name shown to the user: the path as given, or a name in angle brackets such as `<metal_stdlib>`.
    pub name: Arc<str>,
    /// The text.
    pub text: Arc<str>,
    /// Position of the first byte in the shared space.
    start: u32,
    /// Offsets of the first byte of each line.
    lines: Vec<u32>,
    /// `#line` directives, sorted: (offset from which it holds, line number there, name if given).
    line_directives: Vec<(u32, u32, Option<Arc<str>>)>,
    /// Whether the file belongs to the built-in library, whose frames are hidden from users by default.
    pub is_library: bool,
}

/// A position as people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The file's name.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// Text limit of all files of one map: positions are 32 bits.
const MAX_TOTAL_BYTES: usize = 1 << 31;

/// All files and macro expansions of one compilation.
///
/// Cloning is cheap for files (their text is shared).
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
    expansions: Vec<Expansion>,
}

impl SourceMap {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn next_start(&self) -> u32 {
        // One unused byte between files keeps the empty span at the end of one file apart from the next file.
        self.files.last().map_or(1, |file| file.start + file.text.len() as u32 + 1)
    }

    /// Adds a file; `None` when all files together would exceed 2 GiB.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>, is_library: bool) -> Option<FileId> {
        let text = text.into();
        let start = self.next_start();
        if start as usize + text.len() >= MAX_TOTAL_BYTES {
            return None;
        }
        let lines = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        self.files.push(Arc::new(SourceFile {
            name: name.into(),
            text,
            start,
            lines,
            line_directives: Vec::new(),
            is_library,
        }));
        Some(FileId(self.files.len() as u32 - 1))
    }

    /// Records a macro expansion.
    pub fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        self.expansions.push(expansion);
        ExpansionId(self.expansions.len() as u32)
    }

    /// Records a `#line` directive: from position `from` on, lines count from `line` and the file is called `name`.
    pub fn add_line_directive(&mut self, from: u32, line: u32, name: Option<Arc<str>>) {
        if let Some(id) = self.file_at(from) {
            let offset = from - self.files[id.0 as usize].start;
            let directives = &self.files[id.0 as usize].line_directives;
            let at = directives.partition_point(|(other, ..)| *other < offset);
            // A file may be read several times: its directives are recorded once.
            if directives.get(at).is_none_or(|(other, ..)| *other != offset) {
                let file = Arc::make_mut(&mut self.files[id.0 as usize]);
                file.line_directives.insert(at, (offset, line, name));
            }
        }
    }

    /// The expansion of that number, if there is one.
    #[must_use]
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        self.expansions.get((id.0 as usize).checked_sub(1)?)
    }

    /// A file.
    #[must_use]
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32), &**file))
    }

    /// The file that a position lies in.
    #[must_use]
    pub fn file_at(&self, position: u32) -> Option<FileId> {
        let index = self.files.partition_point(|file| file.start <= position).checked_sub(1)?;
        (position <= self.files[index].start + self.files[index].text.len() as u32).then_some(FileId(index as u32))
    }

    /// The span of byte offsets `lo..hi` of a file.
    #[must_use]
    pub fn span(&self, file: FileId, lo: u32, hi: u32) -> Span {
        let start = self.files[file.0 as usize].start;
        Span { lo: start + lo, hi: start + hi, expansion: ExpansionId::NONE }
    }

    /// The file and byte range where a span is spelled; `None` for [`Span::NONE`].
    #[must_use]
    pub fn spelling(&self, span: Span) -> Option<(FileId, std::ops::Range<usize>)> {
        let id = self.file_at(span.lo)?;
        let file = self.file(id);
        let clamp = |position: u32| (position.saturating_sub(file.start) as usize).min(file.text.len());
        Some((id, clamp(span.lo)..clamp(span.hi)))
    }

    /// The text of a span as spelled.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.spelling(span).and_then(|(id, range)| self.file(id).text.get(range)).unwrap_or("")
    }

    /// The outermost place in a file where the span shows up: the call of the outermost macro, or the span itself.
    #[must_use]
    pub fn call_site(&self, mut span: Span) -> Span {
        while let Some(expansion) = self.expansion(span.expansion) {
            span = expansion.call_site;
        }
        span
    }

    /// The expansions a span went through, innermost first.
    pub fn backtrace(&self, span: Span) -> impl Iterator<Item = &Expansion> {
        let mut next = self.expansion(span.expansion);
        std::iter::from_fn(move || {
            let expansion = next?;
            next = self.expansion(expansion.call_site.expansion);
            Some(expansion)
        })
    }

    /// Line and column of a position, as `#line` directives name them; `None` for a position in no file.
    #[must_use]
    pub fn location(&self, position: u32) -> Option<Location> {
        let file = self.file(self.file_at(position)?);
        let offset = position - file.start;
        let line = file.lines.partition_point(|start| *start <= offset) - 1;
        let line_start = file.lines[line] as usize;
        let column = file.text.get(line_start..offset as usize).map_or(0, |text| text.chars().count()) as u32 + 1;
        let before = file.line_directives.partition_point(|(from, ..)| *from <= offset);
        let directive = before.checked_sub(1).map(|index| &file.line_directives[index]);
        let (name, number) = match directive {
            Some((from, number, name)) => {
                let at = file.lines.partition_point(|start| start <= from) - 1;
                (name.as_ref().unwrap_or(&file.name), number + (line - at) as u32)
            }
            None => (&file.name, line as u32 + 1),
        };
        Some(Location { file: name.clone(), line: number, column })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_map_to_lines_and_columns() {
        let mut map = SourceMap::new();
        let a = map.add("a.metal", "one\ntwo\n", false).unwrap();
        let b = map.add("b.metal", "x\u{e9}y\n", false).unwrap();
        let two = map.span(a, 4, 7);
        assert_eq!(map.text(two), "two");
        assert_eq!(map.location(two.lo), Some(Location { file: "a.metal".into(), line: 2, column: 1 }));
        let y = map.span(b, 3, 4);
        assert_eq!(map.location(y.lo), Some(Location { file: "b.metal".into(), line: 1, column: 3 }));
        assert_eq!(map.location(0), None);
    }

    #[test]
    fn line_directives_rename_what_follows() {
        let mut map = SourceMap::new();
        let file = map.add("a.metal", "#line 10 \"b.h\"\nx\ny\n", false).unwrap();
        map.add_line_directive(map.span(file, 15, 15).lo, 10, Some("b.h".into()));
        let y = map.span(file, 17, 18);
        assert_eq!(map.location(y.lo), Some(Location { file: "b.h".into(), line: 11, column: 1 }));
        // Once recorded, it stays; one that holds from an earlier place on changes nothing behind it.
        map.add_line_directive(map.span(file, 15, 15).lo, 70, None);
        map.add_line_directive(map.span(file, 0, 0).lo, 90, None);
        assert_eq!(map.location(y.lo), Some(Location { file: "b.h".into(), line: 11, column: 1 }));
        assert_eq!(map.location(map.span(file, 1, 2).lo).unwrap().line, 90);
    }

    #[test]
    fn call_site_follows_nested_expansions() {
        let mut map = SourceMap::new();
        let file = map.add("a.metal", "A A(B)", false).unwrap();
        let outer_call = map.span(file, 2, 6);
        let outer =
            map.add_expansion(Expansion { macro_name: "A".into(), call_site: outer_call, definition: Span::NONE });
        let inner_call = Span { expansion: outer, ..map.span(file, 4, 5) };
        let inner =
            map.add_expansion(Expansion { macro_name: "B".into(), call_site: inner_call, definition: Span::NONE });
        let token = Span { expansion: inner, ..map.span(file, 0, 1) };
        assert_eq!(map.call_site(token), outer_call);
        let names: Vec<_> = map.backtrace(token).map(|expansion| &*expansion.macro_name).collect();
        assert_eq!(names, ["B", "A"]);
    }
}
