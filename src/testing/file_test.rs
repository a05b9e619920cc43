//! The comments of a file test, read and compared; `docs/contributing/file-tests.md` describes them.

use std::fmt;

/// A test file's comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTest {
    /// The `RUN` lines, in order; none if the file is only compiled.
    pub runs: Vec<Run>,
    /// The arguments of the `CHECK` line.
    pub check: Vec<String>,
    /// What must be reported, in the order of the lines.
    pub expectations: Vec<Expectation>,
}

/// One `RUN` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The name in brackets.
    pub label: Option<String>,
    /// The line of `RUN`, from 1.
    pub line: u32,
    /// The function and the arguments of `deburr run FILE`.
    pub arguments: Vec<String>,
}

/// What kind of report is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A compile-time error.
    Error,
    /// A warning, at compile time or in a run.
    Warning,
    /// A finding of a run.
    Finding,
    /// A construct that is not supported.
    Unsupported,
}

/// An annotation on a line of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The kind of report.
    pub kind: Kind,
    /// The code, unless any will do.
    pub code: Option<String>,
    /// The line that is meant, from 1.
    pub line: u32,
    /// The position in the grid of the thread that the first report is about.
    pub thread: Option<[u32; 3]>,
    /// The runs that are meant; empty: all.
    pub labels: Vec<String>,
}

/// A diagnostic as far as a test looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The kind of report.
    pub kind: Kind,
    /// Its code.
    pub code: String,
    /// The line of its primary span in the test file, from 1; 0 if it has none there.
    pub line: u32,
    /// The thread it is about.
    pub thread: Option<[u32; 3]>,
}

/// A comment that can't be read, or a difference between what was expected and what was reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// What is wrong.
    pub text: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Error, Kind::Warning, Kind::Finding, Kind::Unsupported];

    /// The word that stands in the comment.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Error => "ERROR",
            Kind::Warning => "WARNING",
            Kind::Finding => "FINDING",
            Kind::Unsupported => "UNSUPPORTED",
        }
    }
}

impl FileTest {
    /// Reads the comments of a test file.
    ///
    /// # Errors
    /// Every comment that can't be read.
    pub fn parse(text: &str) -> Result<FileTest, Vec<Problem>> {
        let mut reader = Reader::default();
        for (line, text) in (1..).zip(text.lines()) {
            reader.line(line, text);
        }
        reader.end_run();
        reader.check_consistency();
        if reader.problems.is_empty() { Ok(reader.test) } else { Err(reader.problems) }
    }

    /// The exit code that `deburr run` (for a run) or `deburr check` (for `None`) must have.
    #[must_use]
    pub fn exit_code(&self, run: Option<&Run>) -> u8 {
        let expects = |kind| self.expectations.iter().any(|e| e.kind == kind && e.applies_to(run));
        if expects(Kind::Error) {
            2
        } else if expects(Kind::Unsupported) {
            4
        } else {
            u8::from(run.is_some() && expects(Kind::Finding))
        }
    }

    /// Compares what was reported with what the file announces; reports are in the order they were made.
    #[must_use]
    pub fn compare(&self, run: Option<&Run>, reports: &[Report]) -> Vec<Problem> {
        let mut problems = Vec::new();
        let expected: Vec<&Expectation> = self
            .expectations
            .iter()
            .filter(|e| e.applies_to(run) && (run.is_some() || e.kind != Kind::Finding))
            .collect();
        for e in &expected {
            let Some(first) = reports.iter().find(|r| e.matches(r)) else {
                problems.push(Problem { line: e.line, text: format!("{} is expected but not reported", e.title()) });
                continue;
            };
            if e.thread.is_some() && e.thread != first.thread {
                let text = format!("{} is first reported about thread {:?}", e.title(), first.thread);
                problems.push(Problem { line: e.line, text });
            }
        }
        for r in reports.iter().filter(|r| !expected.iter().any(|e| e.matches(r))) {
            let text = format!("{}: {} is reported but not expected", r.kind.word(), r.code);
            let problem = Problem { line: r.line, text };
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        problems
    }
}

impl Expectation {
    fn applies_to(&self, run: Option<&Run>) -> bool {
        self.labels.is_empty() || run.and_then(|run| run.label.as_ref()).is_some_and(|l| self.labels.contains(l))
    }

    fn matches(&self, report: &Report) -> bool {
        self.kind == report.kind && self.line == report.line && self.code.as_ref().is_none_or(|c| *c == report.code)
    }

    fn title(&self) -> String {
        let word = self.kind.word();
        self.code.as_ref().map_or_else(|| word.to_owned(), |code| format!("{word}: {code}"))
    }
}

/// The state while lines come in.
#[derive(Default)]
struct Reader {
    test: FileTest,
    problems: Vec<Problem>,
    /// The `RUN` line that may still go on, as text.
    open_run: Option<(Option<String>, u32, String)>,
}

impl Reader {
    fn line(&mut self, line: u32, text: &str) {
        if let Some(comment) = text.trim_start().strip_prefix("//") {
            let comment = comment.trim();
            if let Some((_, _, run)) = &mut self.open_run {
                if run.ends_with(',') {
                    run.push_str(comment);
                    return;
                }
                if comment.starts_with("--") {
                    run.push(' ');
                    run.push_str(comment);
                    return;
                }
            }
            self.end_run();
            if let Some((labels, rest)) = directive(comment, "RUN") {
                self.open_run = Some((labels.into_iter().next(), line, rest.to_owned()));
                return;
            }
            if let Some((_, rest)) = directive(comment, "CHECK") {
                match words(rest) {
                    Ok(words) => self.test.check.extend(words),
                    Err(text) => self.problem(line, text),
                }
                return;
            }
        } else {
            self.end_run();
        }
        // annotations: the first piece is the code before the comments
        let pieces = text.split("//").skip(1).map(str::trim);
        for piece in pieces {
            match annotation(piece, line) {
                Some(Ok(expectation)) => self.test.expectations.push(expectation),
                Some(Err(text)) => self.problem(line, text),
                None => {}
            }
        }
    }

    fn end_run(&mut self) {
        let Some((label, line, text)) = self.open_run.take() else { return };
        match words(&text) {
            Ok(arguments) if arguments.is_empty() => self.problem(line, "RUN names no function".to_owned()),
            Ok(arguments) => self.test.runs.push(Run { label, line, arguments }),
            Err(text) => self.problem(line, text),
        }
    }

    fn problem(&mut self, line: u32, text: String) {
        self.problems.push(Problem { line, text });
    }

    fn check_consistency(&mut self) {
        let compile_only = [Kind::Error, Kind::Unsupported];
        if let Some(e) = self.test.expectations.iter().find(|e| compile_only.contains(&e.kind))
            && !self.test.runs.is_empty()
        {
            let text = format!("a file with {} has no RUN: it doesn't compile", e.kind.word());
            self.problems.push(Problem { line: e.line, text });
        }
        for e in &self.test.expectations {
            if e.kind == Kind::Finding && self.test.runs.is_empty() {
                self.problems.push(Problem { line: e.line, text: "FINDING needs a RUN".to_owned() });
            }
            for label in &e.labels {
                if !self.test.runs.iter().any(|run| run.label.as_ref() == Some(label)) {
                    self.problems.push(Problem { line: e.line, text: format!("no RUN is named `{label}`") });
                }
            }
        }
    }
}

/// `WORD[labels]: rest`, or `None` if the comment is something else.
fn directive<'a>(comment: &'a str, word: &str) -> Option<(Vec<String>, &'a str)> {
    let (labels, rest) = labels(comment.strip_prefix(word)?)?;
    Some((labels, rest.strip_prefix(':')?.trim()))
}

/// An optional list of names in brackets and what follows it.
fn labels(text: &str) -> Option<(Vec<String>, &str)> {
    let Some(inside) = text.strip_prefix('[') else { return Some((Vec::new(), text)) };
    let (names, rest) = inside.split_once(']')?;
    Some((names.split(',').map(|name| name.trim().to_owned()).collect(), rest))
}

/// The piece of a comment as an annotation: `KIND[labels]@±N: CODE thread X,Y,Z`.
fn annotation(piece: &str, line: u32) -> Option<Result<Expectation, String>> {
    let kind = Kind::ALL.into_iter().find(|kind| piece.starts_with(kind.word()))?;
    let (labels, rest) = labels(&piece[kind.word().len()..])?;
    let (offset, rest) = match rest.strip_prefix('@') {
        Some(rest) => rest.split_at(rest.find(':').unwrap_or(rest.len())),
        None => ("0", rest),
    };
    let mut words = match rest.strip_prefix(':') {
        Some(rest) => rest.split_whitespace(),
        None if rest.is_empty() => "".split_whitespace(),
        None => return None, // prose that begins with the word
    };
    let Some(line) = offset.parse().ok().and_then(|offset: i32| line.checked_add_signed(offset)) else {
        return Some(Err(format!("`@{offset}` is not a distance in lines")));
    };
    let code = words.next().map(str::to_owned);
    let thread = match (words.next(), words.next(), words.next()) {
        (None, ..) => None,
        (Some("thread"), Some(position), None) => match thread_position(position) {
            Some(position) => Some(position),
            None => return Some(Err(format!("`{position}` is not a thread position"))),
        },
        _ => return Some(Err(format!("`{piece}`: only `thread X[,Y[,Z]]` may follow the code"))),
    };
    if code.is_none() && matches!(kind, Kind::Finding | Kind::Warning) {
        return Some(Err(format!("{} needs a code", kind.word())));
    }
    Some(Ok(Expectation { kind, code, line, thread, labels }))
}

fn thread_position(text: &str) -> Option<[u32; 3]> {
    let mut position = [0; 3];
    let mut components = text.split(',');
    for (slot, component) in position.iter_mut().zip(components.by_ref()) {
        *slot = component.parse().ok()?;
    }
    components.next().is_none().then_some(position)
}

/// Splits at blanks; quotes keep blanks together.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(q) => Err(format!("a {q} is never closed")),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> FileTest {
        FileTest::parse(text).expect("a readable test")
    }

    fn finding(code: &str, line: u32, x: u32) -> Report {
        Report { kind: Kind::Finding, code: code.to_owned(), line, thread: Some([x, 0, 0]) }
    }

    #[test]
    fn runs_continue_over_comment_lines() {
        let test = parse(
            "// Why.\n// RUN[a]: f --grid 1\n//      --buffer 0=int:1,\n//        2\n// more\n// RUN: g 'a b'\nint x;\n",
        );
        assert_eq!(test.runs[0].arguments, ["f", "--grid", "1", "--buffer", "0=int:1,2"]);
        assert_eq!((test.runs[0].label.as_deref(), test.runs[0].line), (Some("a"), 2));
        assert_eq!(test.runs[1].arguments, ["g", "a b"]);
    }

    #[test]
    fn annotations_carry_code_thread_line_and_labels() {
        let test = parse(
            "// RUN[w]: f\nx; // FINDING[w]: data-race thread 1,2 // WARNING: simd-width\n// FINDING@-1: null-access\n",
        );
        let expected = |kind, code: &str, thread, labels: &[&str]| Expectation {
            kind,
            code: Some(code.to_owned()),
            line: 2,
            thread,
            labels: labels.iter().map(|l| (*l).to_owned()).collect(),
        };
        assert_eq!(
            test.expectations,
            [
                expected(Kind::Finding, "data-race", Some([1, 2, 0]), &["w"]),
                expected(Kind::Warning, "simd-width", None, &[]),
                expected(Kind::Finding, "null-access", None, &[]),
            ]
        );
        assert_eq!(parse("x; // ERRORS are prose\n").expectations, []);
    }

    #[test]
    fn mistakes_in_comments_are_reported() {
        for (text, wanted) in [
            ("// RUN:\n", "names no function"),
            ("// RUN: f 'a\n", "never closed"),
            ("// RUN: f\nx; // ERROR\n", "has no RUN"),
            ("x; // FINDING: data-race\n", "needs a RUN"),
            ("// RUN: f\nx; // FINDING\n", "needs a code"),
            ("// RUN: f\nx; // FINDING[w]: data-race\n", "no RUN is named `w`"),
            ("x; // ERROR: E0001 lane 3\n", "only `thread"),
            ("x; // ERROR@x: E0001\n", "distance in lines"),
        ] {
            let problems = FileTest::parse(text).expect_err(text);
            assert!(problems.iter().any(|p| p.text.contains(wanted)), "{text}: {problems:?}");
        }
    }

    #[test]
    fn exit_codes_follow_from_annotations() {
        let code = |text| {
            let test = parse(text);
            test.exit_code(test.runs.first())
        };
        assert_eq!(code("x;"), 0);
        assert_eq!(code("x; // ERROR"), 2);
        assert_eq!(code("x; // UNSUPPORTED"), 4);
        assert_eq!(code("// RUN: f\nx; // FINDING: data-race"), 1);
        assert_eq!(code("// RUN: f\n// RUN[b]: f\nx; // FINDING[b]: data-race"), 0);
        assert_eq!(code("// RUN: f\nx; // WARNING: simdgroup-race"), 0);
    }

    #[test]
    fn comparison_finds_what_is_missing_and_what_is_extra() {
        let test = parse("// RUN: f\nx; // FINDING: out-of-bounds thread 3\n");
        let compare = |reports: &[Report]| {
            test.compare(test.runs.first(), reports).iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(compare(&[finding("out-of-bounds", 2, 3), finding("out-of-bounds", 2, 4)]), "");
        assert_eq!(compare(&[]), "line 2: FINDING: out-of-bounds is expected but not reported");
        assert!(compare(&[finding("out-of-bounds", 2, 4)]).contains("about thread Some([4, 0, 0])"));
        assert!(compare(&[finding("out-of-bounds", 2, 3), finding("data-race", 2, 3)]).contains("not expected"));
    }
}
