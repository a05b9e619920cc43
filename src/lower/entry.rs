//! Entry points: how the parameters of a kernel become bound arguments and built-in inputs.

use super::ModuleLowering;
use super::function::FunctionLowering;
use super::function::Home;
use crate::diagnostic::Diagnostic;
use crate::ir::EntryPoint;
use crate::ir::Function;
use crate::ir::FunctionId;
use crate::ir::GlobalId;
use crate::ir::Inst;
use crate::ir::Type;
use crate::ir::entry::Access;
use crate::ir::entry::Argument;
use crate::ir::entry::ArgumentKind;
use crate::msl::AddressSpace;
use crate::msl::BuiltinInput;
use crate::msl::Stage;
use crate::sema::entity::EntryAttribute;
use crate::sema::entity::LibraryType;
use crate::sema::entity::Parameter;
use crate::sema::hir;
use crate::sema::types::TypeKind;
use std::sync::Arc;

/// Classes of indices, each counted apart.
const BUFFER: usize = 0;
const TEXTURE: usize = 1;
const SAMPLER: usize = 2;
const THREADGROUP: usize = 3;

impl ModuleLowering<'_> {
    /// Lowers an entry point.
    pub(super) fn entry_point(&mut self, function: hir::FunctionId) {
        let info = self.sema.function(function).clone();
        let Some(entry) = info.entry.clone() else { return };
        let mut arguments = Vec::new();
        let mut builtins: Vec<Option<BuiltinInput>> = Vec::new();
        for parameter in &info.parameters {
            let builtin = parameter.attributes.iter().find_map(|attribute| match attribute {
                EntryAttribute::Builtin(input) => Some(*input),
                _ => None,
            });
            builtins.push(builtin);
            if builtin.is_none() {
                let argument = self.argument_of(parameter);
                arguments.push(argument);
            }
        }
        assign_indices(&mut arguments);
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(None);
        let lowered = if entry.stage == Stage::Kernel {
            self.lower_kernel(function, &arguments, &builtins)
        } else {
            // Other stages are checked; running them is not supported yet, and says so.
            let _ = self.checked_body(function);
            arguments.clear();
            let empty = Function::new(info.name.clone(), Vec::new(), Type::Void, info.span);
            let mut body = FunctionLowering::new(self, empty, Arc::default());
            body.return_value(None, info.span);
            body.finish()
        };
        self.functions[id.index()] = Some(lowered);
        self.entry_points.push(EntryPoint {
            name: entry.host_name.clone(),
            stage: entry.stage,
            function: id,
            arguments,
            max_total_threads: entry.max_total_threads,
            required_threads: entry.required_threads,
            threadgroup_globals: Vec::new(),
            annotation: entry.annotation.clone(),
            span: info.span,
        });
    }

    /// What a parameter without a built-in attribute binds.
    fn argument_of(&mut self, parameter: &Parameter) -> Argument {
        let mut access = Access::ReadWrite;
        let kind = match *self.sema.types.kind(parameter.ty.ty) {
            TypeKind::Pointer(to) | TypeKind::Reference { to, .. } => {
                let is_reference = matches!(self.sema.types.kind(parameter.ty.ty), TypeKind::Reference { .. });
                let pointee = self.layouts.of(self.sema, to.ty);
                if to.is_const || to.space_or_thread() == AddressSpace::Constant {
                    access = Access::Read;
                }
                match to.space_or_thread() {
                    space @ (AddressSpace::Device | AddressSpace::Constant) => {
                        ArgumentKind::Buffer { space, pointee, is_reference }
                    }
                    AddressSpace::Threadgroup => ArgumentKind::ThreadgroupMemory { pointee },
                    _ => ArgumentKind::Unsupported { type_name: self.sema.type_name(parameter.ty).into() },
                }
            }
            _ if parameter.attributes.iter().any(|attribute| matches!(attribute, EntryAttribute::StageIn)) => {
                access = Access::Read;
                ArgumentKind::StageIn { layout: self.layouts.of(self.sema, parameter.ty.ty) }
            }
            _ => self.resource_kind(parameter),
        };
        let condition = parameter.attributes.iter().find_map(|attribute| match attribute {
            EntryAttribute::Condition(expr) => Some((**expr).clone()),
            _ => None,
        });
        let condition = condition.map(|expr| self.condition_function(&expr));
        let mut index = None;
        let mut index_constant = None;
        for attribute in &parameter.attributes {
            match attribute {
                EntryAttribute::Index(name, number) if is_binding(name) => index = Some(*number),
                EntryAttribute::ConstantIndex(name, variable) if is_binding(name) => {
                    index_constant = Some(self.function_constant(*variable));
                    index = Some(0);
                }
                _ => {}
            }
        }
        Argument {
            name: parameter.name.clone(),
            kind,
            index: index.unwrap_or(u32::MAX),
            index_constant,
            access,
            condition,
            active: true,
            span: parameter.span,
        }
    }

    /// Textures, samplers and arrays of them.
    fn resource_kind(&mut self, parameter: &Parameter) -> ArgumentKind {
        let layout = self.layouts.of(self.sema, parameter.ty.ty);
        let library = match *self.sema.types.kind(parameter.ty.ty) {
            TypeKind::Record(id) => self.sema.record(id).library.clone(),
            _ => None,
        };
        match library {
            Some(LibraryType::Texture(_)) => ArgumentKind::Texture { layout, count: 1 },
            Some(LibraryType::Sampler) => ArgumentKind::Sampler { count: 1 },
            _ => ArgumentKind::Unsupported { type_name: self.sema.type_name(parameter.ty).into() },
        }
    }

    /// A function without parameters that computes a `bool`.
    fn condition_function(&mut self, expr: &hir::Expr) -> FunctionId {
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(None);
        let function = Function::new("condition", Vec::new(), Type::BOOL, expr.span);
        let mut lowering = FunctionLowering::new(self, function, Arc::default());
        let value = lowering.value(expr);
        lowering.return_value(Some(value), expr.span);
        let function = lowering.finish();
        self.functions[id.index()] = Some(function);
        id
    }

    fn lower_kernel(
        &mut self,
        function: hir::FunctionId,
        arguments: &[Argument],
        builtins: &[Option<BuiltinInput>],
    ) -> Function {
        let info = self.sema.function(function).clone();
        let params = arguments
            .iter()
            .map(|argument| match &argument.kind {
                ArgumentKind::Buffer { space, .. } => Type::Pointer(*space),
                ArgumentKind::ThreadgroupMemory { .. } => Type::Pointer(AddressSpace::Threadgroup),
                ArgumentKind::StageIn { .. } => Type::Pointer(AddressSpace::Thread),
                _ => Type::Handle,
            })
            .collect();
        let mut signature = Function::new(info.name.clone(), params, Type::Void, info.span);
        signature.param_names = arguments.iter().map(|argument| argument.name.clone()).collect();
        let Some(body) = self.checked_body(function) else { return signature };
        for argument in arguments {
            match &argument.kind {
                ArgumentKind::Unsupported { type_name } => {
                    let what = format!("a kernel argument of type `{type_name}`");
                    self.report(Diagnostic::unsupported(what, argument.span));
                }
                ArgumentKind::StageIn { .. } => {
                    self.report(Diagnostic::unsupported("`[[stage_in]]` in a kernel", argument.span));
                }
                ArgumentKind::Texture { .. } => {
                    self.report(Diagnostic::unsupported("a texture argument", argument.span));
                }
                ArgumentKind::Sampler { .. } => {
                    self.report(Diagnostic::unsupported("a sampler argument", argument.span));
                }
                _ => {}
            }
        }
        let mut lowering = FunctionLowering::new(self, signature, body.clone());
        let mut number = 0;
        for (at, builtin) in builtins.iter().enumerate() {
            let local = &body.locals[at];
            let span = local.span;
            let ty = lowering.value_type(local.ty.ty);
            let value = match builtin {
                Some(input) => {
                    let Some(ty) = ty else { continue };
                    lowering.emit(Inst::BuiltinInput(*input), ty, span)
                }
                None => {
                    let ty = lowering.function.params[number as usize];
                    number += 1;
                    lowering.emit(Inst::Param(number - 1), ty, span)
                }
            };
            lowering.homes[at] = match *lowering.module.sema.types.kind(local.ty.ty) {
                TypeKind::Reference { to, .. } => Home::Bound(lowering.memory(value, to, span)),
                _ if ty.is_some() => {
                    let address = lowering.local(&local.name, local.ty.ty, local.align, span);
                    let place = lowering.memory(address, local.ty, span);
                    lowering.store(&place, value, span);
                    Home::Memory(address)
                }
                // A resource: the record that the library wraps around its handle. Data of `[[stage_in]]` is in memory.
                _ => match lowering.ty(value) {
                    Type::Pointer(_) => Home::Memory(value),
                    _ => {
                        let address = lowering.local(&local.name, local.ty.ty, local.align, span);
                        lowering.emit(Inst::Store { pointer: address, value, align: 8 }, Type::Void, span);
                        Home::Memory(address)
                    }
                },
            };
        }
        lowering.scope(|this| this.statements(&body.statements));
        if !lowering.is_terminated() {
            lowering.return_value(None, info.span);
        }
        lowering.finish()
    }

    /// Works out which threadgroup variables each entry point reaches.
    pub(super) fn finish_entries(&mut self) {
        for at in 0..self.entry_points.len() {
            let mut seen = vec![false; self.functions.len()];
            let mut stack = vec![self.entry_points[at].function];
            let mut globals: Vec<GlobalId> = Vec::new();
            while let Some(id) = stack.pop() {
                if std::mem::replace(&mut seen[id.index()], true) {
                    continue;
                }
                let Some(function) = &self.functions[id.index()] else { continue };
                for data in &function.insts {
                    match &data.inst {
                        Inst::Call(callee, _) | Inst::Function(callee) => stack.push(*callee),
                        Inst::Global(global)
                            if self.globals[global.index()].space == AddressSpace::Threadgroup
                                && !globals.contains(global) =>
                        {
                            globals.push(*global);
                        }
                        _ => {}
                    }
                }
            }
            globals.sort_unstable();
            self.entry_points[at].threadgroup_globals = globals;
        }
    }
}

fn is_binding(name: &str) -> bool {
    matches!(name, "buffer" | "texture" | "sampler" | "threadgroup")
}

fn class(kind: &ArgumentKind) -> Option<usize> {
    Some(match kind {
        ArgumentKind::Buffer { .. } => BUFFER,
        ArgumentKind::Texture { .. } => TEXTURE,
        ArgumentKind::Sampler { .. } => SAMPLER,
        ArgumentKind::ThreadgroupMemory { .. } => THREADGROUP,
        _ => return None,
    })
}

/// Implicit indices: the lowest free one of the class, in order of declaration (MSL 5.2.1).
fn assign_indices(arguments: &mut [Argument]) {
    let mut used: [Vec<u32>; 4] = Default::default();
    for argument in arguments.iter() {
        if argument.index != u32::MAX
            && let Some(class) = class(&argument.kind)
        {
            used[class].push(argument.index);
        }
    }
    for argument in arguments.iter_mut() {
        if argument.index != u32::MAX {
            continue;
        }
        let Some(class) = class(&argument.kind) else {
            argument.index = 0;
            continue;
        };
        let free = (0..).find(|index| !used[class].contains(index)).unwrap_or(0);
        used[class].push(free);
        argument.index = free;
    }
}
