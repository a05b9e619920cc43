//! Finding the files that `#include` names.
//!
//! The preprocessor never touches a file system: it asks a [`FileLoader`]. Paths are text with `/` between parts;
//! only this module takes them apart.

use std::sync::Arc;

/// Why a file can't be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// There is no such file.
    NotFound,
    /// There is, but it can't be read as text; says why.
    Unreadable(String),
}

/// Gives the preprocessor the texts of files; each path is asked for at most once a run.
pub trait FileLoader: Sync {
    /// The text of the file at a path: the path of the includer's directory or of an `-I` directory, joined with the
    /// name in the `#include`, without `.` and inner `..` parts.
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError>;

    /// The text of a header of the built-in library, such as `metal_stdlib` or `simd/simd.h`.
    fn library(&self, name: &str) -> Option<Arc<str>>;

    /// The path of the file that a header map gives for a base name such as `ShaderTypes.h`, for projects whose
    /// includes name no directory.
    fn by_base_name(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}

/// A loader without any file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl FileLoader for NoFiles {
    fn load(&self, _: &str) -> Result<Arc<str>, LoadError> {
        Err(LoadError::NotFound)
    }

    fn library(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

/// Files in memory: for tests, embedding hosts and fuzzing.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    /// Path and text of each file.
    pub files: indexmap::IndexMap<String, Arc<str>>,
    /// Name and text of each library header.
    pub library: indexmap::IndexMap<String, Arc<str>>,
}

impl MemoryFiles {
    /// Adds a file.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        self.files.insert(path.into(), text.into());
        self
    }

    /// Adds a header of the library.
    #[must_use]
    pub fn with_library(mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        self.library.insert(name.into(), text.into());
        self
    }
}

impl FileLoader for MemoryFiles {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.files.get(path).cloned().ok_or(LoadError::NotFound)
    }

    fn library(&self, name: &str) -> Option<Arc<str>> {
        self.library.get(name).cloned()
    }

    fn by_base_name(&self, name: &str) -> Option<String> {
        self.files.keys().find(|path| base_name(path) == name).cloned()
    }
}

/// The part of a path behind its last `/`.
#[must_use]
pub fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The part of a path before its last `/`; empty when there is none.
#[must_use]
pub fn directory(path: &str) -> &str {
    match path.rfind(['/', '\\']) {
        Some(0) => "/",
        Some(end) => &path[..end],
        None => "",
    }
}

/// `name` seen from `directory`, without `.` parts and with `a/..` taken away.
#[must_use]
pub fn join(directory: &str, name: &str) -> String {
    let whole = if name.starts_with('/') || directory.is_empty() {
        name.to_owned()
    } else {
        format!("{}/{name}", directory.trim_end_matches('/'))
    };
    let rooted = whole.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            _ => parts.push(part),
        }
    }
    let joined = parts.join("/");
    if rooted { format!("/{joined}") } else { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_textually() {
        for (directory, name, expected) in [
            ("", "a.h", "a.h"),
            ("src", "a.h", "src/a.h"),
            ("src/", "./a.h", "src/a.h"),
            ("src/x", "../y/a.h", "src/y/a.h"),
            ("src", "../../a.h", "../a.h"),
            ("src", "/abs/a.h", "/abs/a.h"),
            ("/", "../a.h", "/a.h"),
            ("..", "../a.h", "../../a.h"),
        ] {
            assert_eq!(join(directory, name), expected, "{directory} {name}");
        }
        assert_eq!(super::directory("a/b/c.h"), "a/b");
        assert_eq!(super::directory("/c.h"), "/");
        assert_eq!(super::directory("c.h"), "");
        assert_eq!(base_name("a/b/c.h"), "c.h");
    }
}
