//! `deburr reflect`: entry points and their arguments.

use crate::args::Format;
use crate::args::ReflectArgs;
use crate::exit;
use crate::files;
use crate::report;
use deburr::ir::Module;
use deburr::ir::entry::Access;
use deburr::ir::entry::ArgumentKind;
use deburr::ir::layout::LayoutId;
use deburr::ir::layout::LayoutKind;
use std::io::Write;

/// The command.
pub fn reflect(args: &ReflectArgs, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let read = files::compile_options(&args.compile)
        .and_then(|options| files::read_source(&args.file).map(|text| (options, text)));
    let (options, text) = match read {
        Ok(read) => read,
        Err(line) => {
            report::Reporter::new(err, true).say(&line);
            return exit::WRONG;
        }
    };
    let compiled = deburr::compile::compile(&args.file, &text, &options, &files::DiskFiles);
    report::show(&compiled.map, &compiled.diagnostics, Format::Human, out, err);
    if let Some(module) = &compiled.module {
        let value = describe(module);
        if args.format == Format::Human {
            print(&value, out);
        } else {
            let _ = writeln!(out, "{value}");
        }
    }
    report::compile_exit_code(&compiled.diagnostics)
}

/// All entry points and function constants as one object.
fn describe(module: &Module) -> serde_json::Value {
    let functions: Vec<_> = module
        .entry_points
        .iter()
        .map(|entry| {
            let arguments: Vec<_> = entry
                .arguments
                .iter()
                .map(|argument| {
                    let access = match argument.access {
                        Access::Read => "read",
                        Access::Write => "write",
                        Access::ReadWrite => "read_write",
                    };
                    let (kind, ty) = match &argument.kind {
                        ArgumentKind::Buffer { pointee, .. } => ("buffer", Some(layout(module, *pointee, 0))),
                        ArgumentKind::ThreadgroupMemory { pointee } => {
                            ("threadgroup", Some(layout(module, *pointee, 0)))
                        }
                        ArgumentKind::Texture { layout: id, .. } => ("texture", Some(layout(module, *id, 0))),
                        ArgumentKind::Sampler { .. } => ("sampler", None),
                        ArgumentKind::StageIn { layout: id } => ("stage_in", Some(layout(module, *id, 0))),
                        ArgumentKind::Unsupported { .. } => ("unsupported", None),
                    };
                    serde_json::json!({"name": &*argument.name, "kind": kind, "index": argument.index,
                        "access": access, "active": argument.active, "type": ty})
                })
                .collect();
            serde_json::json!({"name": &*entry.name, "stage": entry.stage.name(),
                "max_total_threads_per_threadgroup": entry.max_total_threads, "arguments": arguments})
        })
        .collect();
    let constants: Vec<_> = module
        .function_constants
        .iter()
        .map(|constant| {
            let ty = constant.ty.scalar().map_or(String::new(), |scalar| {
                let lanes = constant.ty.lanes();
                if lanes == 1 { scalar.msl_name().into() } else { format!("{}{lanes}", scalar.msl_name()) }
            });
            serde_json::json!({"name": &*constant.name, "index": constant.index, "type": ty})
        })
        .collect();
    serde_json::json!({"functions": functions, "function_constants": constants})
}

/// A type with its members, down to a depth that recursion through pointers can't pass.
fn layout(module: &Module, id: LayoutId, depth: u32) -> serde_json::Value {
    let layout_of = &module.layout(id);
    let mut object = serde_json::json!({"name": &*layout_of.name, "size": layout_of.size, "align": layout_of.align});
    match &layout_of.kind {
        LayoutKind::Struct(members) | LayoutKind::Union(members) if depth < 8 => {
            let members: Vec<_> = members
                .iter()
                .map(|member| {
                    serde_json::json!({"name": &*member.name, "offset": member.offset,
                        "type": layout(module, member.layout, depth + 1)})
                })
                .collect();
            object["members"] = members.into();
        }
        LayoutKind::Array { element, count, stride } if depth < 8 => {
            object["count"] = (*count).into();
            object["stride"] = (*stride).into();
            object["element"] = layout(module, *element, depth + 1);
        }
        LayoutKind::Pointer { space, pointee } if depth < 4 => {
            object["space"] = space.name().into();
            object["pointee"] = layout(module, *pointee, depth + 4);
        }
        _ => {}
    }
    object
}

fn print(value: &serde_json::Value, out: &mut dyn Write) {
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for function in value["functions"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "{} {}", text(&function["stage"]), text(&function["name"]));
        for argument in function["arguments"].as_array().into_iter().flatten() {
            let unused = if argument["active"] == false { ", unused" } else { "" };
            let _ = writeln!(
                out,
                "  {}({}) {}: {} ({}{unused})",
                text(&argument["kind"]),
                argument["index"],
                text(&argument["name"]),
                text(&argument["type"]["name"]),
                text(&argument["access"]),
            );
            members(&argument["type"], 4, out);
        }
    }
    for constant in value["function_constants"].as_array().into_iter().flatten() {
        let _ = writeln!(
            out,
            "function_constant({}) {}: {}",
            constant["index"],
            text(&constant["name"]),
            text(&constant["type"])
        );
    }
}

fn members(ty: &serde_json::Value, indent: usize, out: &mut dyn Write) {
    for member in ty["members"].as_array().into_iter().flatten() {
        let name = |value: &serde_json::Value| value.as_str().unwrap_or("").to_owned();
        let _ = writeln!(
            out,
            "{:indent$}+{} {}: {}",
            "",
            member["offset"],
            name(&member["name"]),
            name(&member["type"]["name"])
        );
        members(&member["type"], indent + 2, out);
    }
}
