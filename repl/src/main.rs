//! The `deburr` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut err = std::io::stderr();
    ExitCode::from(deburr_cli::main(arguments, &mut out, &mut err))
}
