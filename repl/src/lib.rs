//! The `deburr` command line: arguments in, text and exit codes out. What it does is the library's.
//!
//! A library with a thin binary, so that file tests run the very code of the command without a process each.

mod args;
mod bench;
mod check;
mod emit;
mod execution;
mod files;
mod progress;
mod reflect;
mod report;
mod run;
mod test;

pub use test::run_file;

use args::Cli;
use args::Command;
use clap::CommandFactory;
use clap::Parser;
use report::Reporter;
use std::ffi::OsString;
use std::io::Write;

/// Exit codes: a contract with scripts and CI.
pub mod exit {
    /// All is well.
    pub const FINE: u8 = 0;
    /// A finding, or an expectation that doesn't hold.
    pub const FINDING: u8 = 1;
    /// The input doesn't compile, or the call is wrong.
    pub const WRONG: u8 = 2;
    /// A bug of deburr's.
    pub const INTERNAL: u8 = 3;
    /// A construct that is not supported yet.
    pub const UNSUPPORTED: u8 = 4;
}

/// Runs the command with its arguments (the first is the program's name); gives the exit code.
pub fn main(arguments: Vec<OsString>, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let text = error.render().to_string();
            let fine = !error.use_stderr();
            let _ = if fine { out.write_all(text.as_bytes()) } else { err.write_all(text.as_bytes()) };
            return if fine { exit::FINE } else { exit::WRONG };
        }
    };
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| dispatch(&cli, out, err)));
    let code = outcome.unwrap_or_else(|_| {
        let _ = writeln!(err, "deburr met a bug of its own; please report it with the source and this command line");
        exit::INTERNAL
    });
    let _ = out.flush();
    code
}

fn dispatch(cli: &Cli, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    match &cli.command {
        Command::Check(args) => check::check(args, out, err),
        Command::Run(args) => run::run(args, out, err),
        Command::Bench(args) => bench::bench(args, out, err),
        Command::Reflect(args) => reflect::reflect(args, out, err),
        Command::Emit(args) => emit::emit(args, out, err),
        Command::Test(args) => test::test(args, out, err),
        Command::Explain { code } => explain(code, out, err),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Cli::command(), "deburr", &mut &mut *out);
            exit::FINE
        }
        Command::Man => {
            let written = clap_mangen::Man::new(Cli::command()).render(&mut &mut *out);
            if written.is_ok() { exit::FINE } else { exit::WRONG }
        }
    }
}

fn explain(code: &str, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let table = deburr::diagnostic::codes::TABLE;
    match deburr::diagnostic::codes::explain(code) {
        Some(page) => {
            let _ = writeln!(out, "{}: {}\n\n{}", page.code, page.title, page.text);
            exit::FINE
        }
        None => {
            let known: Vec<_> = table.iter().map(|page| page.code.0).collect();
            Reporter::new(err, false).say(&format!("there is no code `{code}`; the codes are {}", known.join(", ")));
            exit::WRONG
        }
    }
}
