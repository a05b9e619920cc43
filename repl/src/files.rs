//! Files on disk, for the library that knows none.

use deburr::compile::CompileOptions;
use deburr::syntax::dialect::Dialect;
use deburr::syntax::preprocessor::CommandLineMacro;
use deburr::syntax::preprocessor::FileLoader;
use deburr::syntax::preprocessor::LoadError;
use std::io::ErrorKind;
use std::sync::Arc;

use crate::args::CompileArgs;

/// Loads includes from disk.
pub struct DiskFiles;

impl FileLoader for DiskFiles {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(text.into()),
            // A directory of that name is not the file.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::IsADirectory) => {
                Err(LoadError::NotFound)
            }
            Err(error) => Err(LoadError::Unreadable(error.to_string())),
        }
    }

    fn library(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

/// Reads a source file.
///
/// # Errors
/// One line that says why not.
pub fn read_source(path: &str) -> Result<String, String> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(format!("there is no file {path}")),
        Err(error) => Err(format!("{path} can't be read: {error}")),
    }
}

/// Options of the library from the arguments.
///
/// # Errors
/// One line that says what is wrong with an argument.
pub fn compile_options(args: &CompileArgs) -> Result<CompileOptions, String> {
    let dialect = match &args.std {
        None => Dialect::default(),
        Some(name) => Dialect::from_std(name).ok_or_else(|| {
            format!("`{name}` is no language version: write metal3.1, macos-metal2.4 or ios-metal1.2")
        })?,
    };
    Ok(CompileOptions {
        dialect,
        macros: args.define.iter().cloned().map(CommandLineMacro::Define).collect(),
        include_directories: args.include.clone(),
    })
}
