//! `deburr emit`: what the stages make of a file.

use crate::args::EmitArgs;
use crate::args::EmitStage;
use crate::exit;
use crate::files;
use crate::report;
use deburr::compile;
use deburr::syntax::ast;
use deburr::syntax::token;
use std::io::Write;

/// Prints a stage's form of a file.
pub fn emit(args: &EmitArgs, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let read = files::compile_options(&args.compile)
        .and_then(|options| files::read_source(&args.file).map(|text| (options, text)));
    let (options, text) = match read {
        Ok(read) => read,
        Err(line) => {
            report::Reporter::new(err, true).say(&line);
            return exit::WRONG;
        }
    };
    let (map, diagnostics, shown) = match args.stage {
        EmitStage::Tokens => {
            let tokens = compile::tokens(&args.file, &text, &options, &files::DiskFiles);
            let shown = token::dump(&tokens.map, &tokens.interner, &tokens.tokens);
            (tokens.map, tokens.diagnostics.into_vec(), Some(shown))
        }
        EmitStage::Ast => {
            let syntax = compile::syntax(&args.file, &text, &options, &files::DiskFiles);
            let shown = ast::dump::dump(&syntax.unit, &syntax.interner);
            (syntax.map, syntax.diagnostics.into_vec(), Some(shown))
        }
        EmitStage::Ir | EmitStage::Bytecode => {
            let compiled = compile::compile(&args.file, &text, &options, &files::DiskFiles);
            let shown = match (compiled.module, args.stage) {
                (Some(module), EmitStage::Ir) => Some(ir_text(module, args)),
                (Some(module), _) => match bytecode_text(module, args) {
                    Ok(text) => Some(text),
                    Err(line) => {
                        report::Reporter::new(err, true).say(&line);
                        return exit::WRONG;
                    }
                },
                (None, _) => None,
            };
            ((*compiled.map).clone(), compiled.diagnostics, shown)
        }
        EmitStage::Clif | EmitStage::Asm => {
            report::Reporter::new(err, true).say("native code is not supported yet");
            return exit::UNSUPPORTED;
        }
    };
    report::show(&map, &diagnostics, crate::args::Format::Human, out, err);
    if let Some(shown) = shown {
        let _ = out.write_all(shown.as_bytes());
    }
    report::compile_exit_code(&diagnostics)
}

fn ir_text(mut module: deburr::ir::Module, args: &EmitArgs) -> String {
    if args.optimize {
        deburr::passes::run(deburr::passes::Level::Optimize, &mut module);
    }
    match &args.function {
        None => module.to_string(),
        Some(name) => module
            .functions
            .iter()
            .enumerate()
            .filter(|(_, function)| *function.name == **name)
            .map(|(number, function)| {
                deburr::ir::print::function_text(deburr::ir::FunctionId(number as u32), function, false)
            })
            .collect(),
    }
}

fn bytecode_text(module: deburr::ir::Module, args: &EmitArgs) -> Result<String, String> {
    let module = std::sync::Arc::new(module);
    let mut out = String::new();
    for entry in &module.entry_points {
        if args.function.as_ref().is_none_or(|name| **name == *entry.name) {
            let program = deburr::exec::Program::new(&module, &entry.name, &[]).map_err(|error| error.message)?;
            let code = program.code(32).map_err(|error| error.message)?;
            out.push_str(&deburr::bytecode::disassemble::code(&code));
        }
    }
    Ok(out)
}
