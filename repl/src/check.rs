//! `deburr check`.

use crate::args::CheckArgs;
use crate::exit;
use crate::files;
use crate::report;
use std::io::Write;

/// Compiles each file and reports; the worst exit code counts.
pub fn check(args: &CheckArgs, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let options = match files::compile_options(&args.compile) {
        Ok(options) => options,
        Err(line) => {
            report::Reporter::new(err, true).say(&line);
            return exit::WRONG;
        }
    };
    let mut worst = exit::FINE;
    for file in &args.files {
        let text = match files::read_source(file) {
            Ok(text) => text,
            Err(line) => {
                report::Reporter::new(err, true).say(&line);
                worst = exit::WRONG;
                continue;
            }
        };
        let compiled = deburr::compile::compile(file, &text, &options, &files::DiskFiles);
        report::show(&compiled.map, &compiled.diagnostics, args.format, out, err);
        worst = worse(worst, report::compile_exit_code(&compiled.diagnostics));
    }
    worst
}

/// A bug of ours outweighs an error, an error something unsupported.
fn worse(a: u8, b: u8) -> u8 {
    let rank = |code| match code {
        exit::FINE => 0,
        exit::UNSUPPORTED => 1,
        exit::FINDING => 2,
        exit::WRONG => 3,
        _ => 4,
    };
    if rank(b) > rank(a) { b } else { a }
}
