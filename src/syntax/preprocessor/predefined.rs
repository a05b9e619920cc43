//! The macros that are defined before the first line, as the text of two small files: what the language and the
//! compiler define, and what the command line does.

use super::CommandLineMacro;
use super::features::features;
use crate::syntax::dialect::Dialect;
use crate::syntax::dialect::LanguageVersion;
use crate::syntax::dialect::MathMode;
use crate::syntax::dialect::Platform;
use std::fmt::Write;

/// The name of the file that defines the predefined macros.
pub const PREDEFINED_FILE: &str = "<predefined>";
/// The name of the file that holds the macros and includes of the command line.
pub const COMMAND_LINE_FILE: &str = "<command line>";

/// Macros whose value is the same in all dialects.
const CONSTANT: &str = "\
#define __APPLE__ 1
#define __APPLE_CC__ 6000
#define __clang__ 1
#define __clang_major__ 17
#define __clang_minor__ 0
#define __clang_patchlevel__ 0
#define __llvm__ 1
#define __GNUC__ 4
#define __GNUC_MINOR__ 2
#define __GNUC_PATCHLEVEL__ 1
#define __STDC__ 1
#define __STDC_HOSTED__ 0
#define __LP64__ 1
#define _LP64 1
#define __LITTLE_ENDIAN__ 1
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
#define __CHAR_BIT__ 8
#define __SCHAR_MAX__ 127
#define __SHRT_MAX__ 32767
#define __INT_MAX__ 2147483647
#define __LONG_MAX__ 9223372036854775807L
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG__ 8
#define __SIZEOF_FLOAT__ 4
#define __SIZEOF_POINTER__ 8
#define __METAL_PRECISE_MATH__ 0
#define __METAL_FAST_MATH__ 1
";

/// The definitions of a dialect.
pub(super) fn predefined_text(dialect: &Dialect) -> String {
    let mut text = String::with_capacity(16_384);
    text.push_str(CONSTANT);
    let mut define = |name: &str, value: u32| {
        // Writing to a string can't fail.
        let _ = writeln!(text, "#define {name} {value}");
    };
    let version = dialect.version;
    define("__METAL_VERSION__", u32::from(version.0));
    if version >= LanguageVersion(300) {
        define("__METAL__", 1);
    }
    match dialect.platform {
        Platform::MacOs => define("__METAL_MACOS__", 1),
        Platform::Ios => define("__METAL_IOS__", 1),
    }
    let fast = dialect.math == MathMode::Fast;
    if fast {
        define("__FAST_MATH__", 1);
        define("__FINITE_MATH_ONLY__", 1);
    } else {
        define("__FINITE_MATH_ONLY__", 0);
    }
    define("__METAL_MAYBE_FAST_MATH__", u32::from(fast));
    let cplusplus = if version >= LanguageVersion(400) { "201703L" } else { "201402L" };
    let _ = writeln!(text, "#define __cplusplus {cplusplus}");
    for feature in features(dialect) {
        let _ = writeln!(text, "#define __HAVE_{feature}__ 1");
    }
    text
}

/// `-D`, `-U` and `-include` as directives.
pub(super) fn command_line_text(macros: &[CommandLineMacro], includes: &[String]) -> String {
    let mut text = String::new();
    for entry in macros {
        match entry {
            CommandLineMacro::Define(definition) => {
                let (name, body) = definition.split_once('=').unwrap_or((definition, "1"));
                // The body ends with its line, as in a `#define`.
                let line = |part: &str| part.replace(['\n', '\r'], " ");
                let _ = writeln!(text, "#define {} {}", line(name), line(body).trim_end_matches('\\'));
            }
            CommandLineMacro::Undefine(name) => {
                let _ = writeln!(text, "#undef {}", name.replace(['\n', '\r'], " "));
            }
        }
    }
    for name in includes {
        if name.starts_with('<') {
            let _ = writeln!(text, "#include {name}");
        } else {
            let _ = writeln!(text, "#include \"{name}\"");
        }
    }
    text
}
