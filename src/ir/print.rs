//! The text form of the IR: `docs/contributing/ir.md` describes it, [`super::parse`] reads it back.
//!
//! `{module}` prints what a person wants to read; `{module:#}` prints source positions too, so that nothing is lost.
//! Must never depend on anything but the module: the same module gives the same text.

use super::BinaryOp;
use super::Block;
use super::CompareOp;
use super::Constant;
use super::Function;
use super::FunctionId;
use super::Global;
use super::Initializer;
use super::Inst;
use super::Module;
use super::Origin;
use super::StatementKind;
use super::Type;
use super::TypeLayout;
use super::UnaryOp;
use super::Value;
use super::entry::Access;
use super::entry::Argument;
use super::entry::ArgumentKind;
use super::entry::EntryPoint;
use super::layout::LayoutKind;
use super::layout::LayoutMember;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::half;
use crate::source::Span;
use std::fmt;
use std::fmt::Write as _;

/// Names of the one-operand operations.
pub(super) const UNARY: [(UnaryOp, &str); 3] =
    [(UnaryOp::Neg, "neg"), (UnaryOp::Not, "not"), (UnaryOp::LogicalNot, "logical_not")];

/// Names of the two-operand operations.
pub(super) const BINARY: [(BinaryOp, &str); 10] = [
    (BinaryOp::Add, "add"),
    (BinaryOp::Sub, "sub"),
    (BinaryOp::Mul, "mul"),
    (BinaryOp::Div, "div"),
    (BinaryOp::Rem, "rem"),
    (BinaryOp::And, "and"),
    (BinaryOp::Or, "or"),
    (BinaryOp::Xor, "xor"),
    (BinaryOp::Shl, "shl"),
    (BinaryOp::Shr, "shr"),
];

/// Names of the comparisons.
pub(super) const COMPARE: [(CompareOp, &str); 6] = [
    (CompareOp::Equal, "eq"),
    (CompareOp::NotEqual, "ne"),
    (CompareOp::Less, "lt"),
    (CompareOp::LessEqual, "le"),
    (CompareOp::Greater, "gt"),
    (CompareOp::GreaterEqual, "ge"),
];

/// Names of the kinds of access.
pub(super) const ACCESS: [(Access, &str); 3] =
    [(Access::Read, "read"), (Access::Write, "write"), (Access::ReadWrite, "read_write")];

fn name_of<T: PartialEq>(table: &[(T, &'static str)], key: &T) -> &'static str {
    table.iter().find(|(entry, _)| entry == key).map_or("?", |(_, name)| name)
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("void"),
            Self::Scalar(scalar) => write!(f, "{scalar}"),
            Self::Vector(scalar, lanes) => write!(f, "{scalar}x{lanes}"),
            Self::Pointer(space) => write!(f, "ptr.{space}"),
            Self::Handle => f.write_str("handle"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [bits] = self.bits[..] {
            return write_scalar(f, self.scalar, bits);
        }
        f.write_str("(")?;
        for (index, bits) in self.bits.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            write_scalar(f, self.scalar, *bits)?;
        }
        f.write_str(")")
    }
}

fn write_scalar(f: &mut fmt::Formatter<'_>, scalar: Scalar, bits: u64) -> fmt::Result {
    let (float, digits) = match scalar {
        Scalar::Bool => return f.write_str(if bits == 0 { "false" } else { "true" }),
        Scalar::F32 => (f32::from_bits(bits as u32), 8),
        Scalar::F16 => (half::to_f32(bits as u16), 4),
        Scalar::BF16 => (bfloat::to_f32(bits as u16), 4),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => return write!(f, "{bits}"),
        _ => return write!(f, "{}", bits as i64),
    };
    // Shortest decimals that read back as the same `f32`; what they can't say is said in bits.
    if float.is_finite() { write!(f, "{float:?}") } else { write!(f, "0x{bits:0digits$x}") }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { out: String::new(), origins: f.alternate(), depth: 0 };
        printer.module(self);
        f.write_str(&printer.out)
    }
}

/// The text of one function.
#[must_use]
pub fn function_text(id: FunctionId, function: &Function, origins: bool) -> String {
    let mut printer = Printer { out: String::new(), origins, depth: 0 };
    printer.function(id, function);
    printer.out
}

struct Printer {
    out: String,
    origins: bool,
    depth: usize,
}

/// A string in quotes.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_str("\"")
    }
}

/// Things with a separator between.
struct List<'a, T>(&'a [T], &'a str);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { self.1 })?;
            write!(f, "{item}")?;
        }
        Ok(())
    }
}

macro_rules! put {
    ($printer:expr, $($argument:tt)*) => {
        // Writing to a string can't fail.
        let _ = write!($printer.out, $($argument)*);
    };
}

impl Printer {
    fn start(&mut self) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
    }

    fn end(&mut self) {
        self.out.push('\n');
    }

    fn span(&mut self, span: Span) {
        if self.origins && span != Span::NONE {
            put!(self, " !{}..{}", span.lo, span.hi);
            if span.expansion.number() != 0 {
                put!(self, "~{}", span.expansion.number());
            }
        }
    }

    fn origin(&mut self, origin: Origin) {
        if self.origins && origin != Origin::NONE {
            if origin.span == Span::NONE {
                self.out.push_str(" !0..0");
            }
            self.span(origin.span);
            if origin.site.0 != 0 {
                put!(self, "^{}", origin.site.0);
            }
        }
    }

    fn module(&mut self, module: &Module) {
        for (index, layout) in module.layouts.iter().enumerate() {
            self.layout(index, layout);
        }
        for (index, constant) in module.function_constants.iter().enumerate() {
            put!(
                self,
                "function_constant {index} {} index {}: {}",
                Quoted(&constant.name),
                constant.index,
                constant.ty
            );
            self.span(constant.span);
            self.end();
        }
        for (index, global) in module.globals.iter().enumerate() {
            self.global(index, global);
        }
        for (index, function) in module.functions.iter().enumerate() {
            if !self.out.is_empty() {
                self.end();
            }
            self.function(FunctionId(index as u32), function);
        }
        for entry in &module.entry_points {
            if !self.out.is_empty() {
                self.end();
            }
            self.entry(entry);
        }
    }

    fn layout(&mut self, index: usize, layout: &TypeLayout) {
        put!(self, "layout {index} {} size {} align {} ", Quoted(&layout.name), layout.size, layout.align);
        match &layout.kind {
            LayoutKind::Scalar(scalar) => {
                put!(self, "scalar {scalar}");
            }
            LayoutKind::Vector(scalar, lanes) => {
                put!(self, "vector {scalar}x{lanes}");
            }
            LayoutKind::Matrix { scalar, columns, rows, stride } => {
                put!(self, "matrix {scalar} columns {columns} rows {rows} stride {stride}");
            }
            LayoutKind::Array { element, count, stride } => {
                put!(self, "array {} count {count} stride {stride}", element.0);
            }
            LayoutKind::Struct(members) => self.members("struct", members),
            LayoutKind::Union(members) => self.members("union", members),
            LayoutKind::Enum { scalar, values } => {
                put!(self, "enum {scalar} {{\n");
                for (name, value) in values {
                    put!(self, "    {} = {value}\n", Quoted(name));
                }
                self.out.push('}');
            }
            LayoutKind::Pointer { space, pointee } => {
                put!(self, "pointer {space} {}", pointee.0);
            }
            LayoutKind::Atomic(scalar) => {
                put!(self, "atomic {scalar}");
            }
            LayoutKind::Texture => self.out.push_str("texture"),
            LayoutKind::Sampler => self.out.push_str("sampler"),
            LayoutKind::Opaque => self.out.push_str("opaque"),
        }
        self.end();
    }

    fn members(&mut self, keyword: &str, members: &[LayoutMember]) {
        put!(self, "{keyword} {{\n");
        for member in members {
            put!(self, "    {} at {} layout {}", Quoted(&member.name), member.offset, member.layout.0);
            if let Some((first, count)) = member.bits {
                put!(self, " bits {first} {count}");
            }
            if let Some(id) = member.argument_id {
                put!(self, " id {id}");
            }
            self.end();
        }
        self.out.push('}');
    }

    fn global(&mut self, index: usize, global: &Global) {
        put!(self, "global @{index} {} {}", Quoted(&global.name), global.space);
        put!(self, " size {} align {}", global.size, global.align);
        if let Some(layout) = global.layout {
            put!(self, " layout {}", layout.0);
        }
        self.span(global.span);
        match &global.initializer {
            Initializer::None => {}
            Initializer::Bytes { bytes, pointers } => {
                self.out.push_str(" = bytes \"");
                for byte in bytes.iter() {
                    put!(self, "{byte:02x}");
                }
                self.out.push('"');
                for (at, target, distance) in pointers {
                    put!(self, " pointer {at} @{} {distance}", target.0);
                }
            }
            Initializer::Function(function) => {
                put!(self, " = function f{}", function.0);
            }
        }
        self.end();
    }

    fn function(&mut self, id: FunctionId, function: &Function) {
        put!(self, "function f{} {}(", id.0, Quoted(&function.name));
        for (index, ty) in function.params.iter().enumerate() {
            self.out.push_str(if index == 0 { "" } else { ", " });
            match function.param_names.get(index) {
                Some(name) if !name.is_empty() => {
                    put!(self, "{} ", Quoted(name));
                }
                _ => {}
            }
            put!(self, "{ty}");
        }
        put!(self, ") -> {}", function.result);
        if function.no_inline {
            self.out.push_str(" no_inline");
        }
        self.span(function.span);
        let Some(body) = &function.body else {
            self.end();
            return;
        };
        self.out.push_str(" {\n");
        self.depth += 1;
        for (index, local) in function.locals.iter().enumerate() {
            self.start();
            put!(self, "local l{index} {} size {} align {}", Quoted(&local.name), local.size, local.align);
            if let Some(layout) = local.layout {
                put!(self, " layout {}", layout.0);
            }
            self.origin(local.origin);
            self.end();
        }
        for (index, var) in function.vars.iter().enumerate() {
            self.start();
            put!(self, "var v{index} {}: {}", Quoted(&var.name), var.ty);
            self.origin(var.origin);
            self.end();
        }
        for (index, call) in function.inlined.iter().enumerate() {
            self.start();
            put!(self, "inlined {} {}", index + 1, Quoted(&call.function));
            self.origin(call.call);
            self.end();
        }
        self.block(function, body);
        self.depth -= 1;
        self.out.push_str("}\n");
    }

    fn block(&mut self, function: &Function, block: &Block) {
        for statement in &block.0 {
            self.start();
            match &statement.kind {
                StatementKind::Inst(value) => {
                    self.inst(function, *value);
                    let own = function.insts.get(value.index()).map_or(Origin::NONE, |data| data.origin);
                    self.origin(own);
                    if self.origins && statement.origin != own {
                        self.out.push_str(" at");
                        if statement.origin == Origin::NONE {
                            self.out.push_str(" !0..0");
                        }
                        self.origin(statement.origin);
                    }
                }
                StatementKind::If { condition, then_block, else_block } => {
                    put!(self, "if {condition}");
                    self.origin(statement.origin);
                    self.nested(function, then_block);
                    if !else_block.0.is_empty() {
                        self.out.push_str(" else");
                        self.nested(function, else_block);
                    }
                }
                StatementKind::Loop { body, step } => {
                    self.out.push_str("loop");
                    self.origin(statement.origin);
                    self.nested(function, body);
                    if !step.0.is_empty() {
                        self.out.push_str(" step");
                        self.nested(function, step);
                    }
                }
                StatementKind::Switch { selector, cases } => {
                    put!(self, "switch {selector}");
                    self.origin(statement.origin);
                    self.out.push_str(" {\n");
                    for case in cases {
                        self.start();
                        if !case.values.is_empty() {
                            put!(self, "case {}", List(&case.values, ", "));
                        }
                        if case.is_default {
                            self.out.push_str(if case.values.is_empty() { "default" } else { " default" });
                        } else if case.values.is_empty() {
                            self.out.push_str("case");
                        }
                        self.nested(function, &case.body);
                        self.end();
                    }
                    self.start();
                    self.out.push('}');
                }
                StatementKind::Break => {
                    self.out.push_str("break");
                    self.origin(statement.origin);
                }
                StatementKind::Continue => {
                    self.out.push_str("continue");
                    self.origin(statement.origin);
                }
                StatementKind::Return(value) => {
                    self.out.push_str("return");
                    if let Some(value) = value {
                        put!(self, " {value}");
                    }
                    self.origin(statement.origin);
                }
            }
            self.end();
        }
    }

    fn nested(&mut self, function: &Function, block: &Block) {
        self.out.push_str(" {\n");
        self.depth += 1;
        self.block(function, block);
        self.depth -= 1;
        self.start();
        self.out.push('}');
    }

    fn inst(&mut self, function: &Function, value: Value) {
        let Some(data) = function.insts.get(value.index()) else {
            // Only a module that doesn't verify has such a value; it can still be looked at.
            put!(self, "missing {value}");
            return;
        };
        if data.ty != Type::Void {
            put!(self, "{value}: {} = ", data.ty);
        }
        put!(self, "{}", InstText(&data.inst));
    }

    fn entry(&mut self, entry: &EntryPoint) {
        put!(self, "entry {} {} f{}", Quoted(&entry.name), entry.stage.name(), entry.function.0);
        self.span(entry.span);
        self.out.push_str(" {\n");
        if let Some(threads) = entry.max_total_threads {
            put!(self, "    max_total_threads {threads}\n");
        }
        if let Some([x, y, z]) = entry.required_threads {
            put!(self, "    required_threads {x} {y} {z}\n");
        }
        for global in &entry.threadgroup_globals {
            put!(self, "    threadgroup_global @{}\n", global.0);
        }
        if let Some(text) = &entry.annotation {
            put!(self, "    annotation {}\n", Quoted(text));
        }
        for argument in &entry.arguments {
            self.argument(argument);
        }
        self.out.push_str("}\n");
    }

    fn argument(&mut self, argument: &Argument) {
        put!(self, "    argument {} index {} ", Quoted(&argument.name), argument.index);
        match &argument.kind {
            ArgumentKind::Buffer { space, pointee, is_reference } => {
                put!(self, "buffer {space} {}", pointee.0);
                if *is_reference {
                    self.out.push_str(" reference");
                }
            }
            ArgumentKind::ThreadgroupMemory { pointee } => {
                put!(self, "threadgroup {}", pointee.0);
            }
            ArgumentKind::Texture { layout, count } => {
                put!(self, "texture {} count {count}", layout.0);
            }
            ArgumentKind::Sampler { count } => {
                put!(self, "sampler count {count}");
            }
            ArgumentKind::StageIn { layout } => {
                put!(self, "stage_in {}", layout.0);
            }
            ArgumentKind::Unsupported { type_name } => {
                put!(self, "unsupported {}", Quoted(type_name));
            }
        }
        put!(self, " {}", name_of(&ACCESS, &argument.access));
        if let Some(constant) = argument.index_constant {
            put!(self, " index_constant {}", constant.0);
        }
        if let Some(condition) = argument.condition {
            put!(self, " condition f{}", condition.0);
        }
        if argument.active {
            self.out.push_str(" active");
        }
        self.span(argument.span);
        self.end();
    }
}

/// The text of an instruction without its result.
struct InstText<'a>(&'a Inst);

impl fmt::Display for InstText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Inst::Constant(constant) => write!(f, "constant {constant}"),
            Inst::Undef => write!(f, "undef"),
            Inst::Param(index) => write!(f, "param {index}"),
            Inst::Unary(op, a) => write!(f, "{} {a}", name_of(&UNARY, op)),
            Inst::Binary(op, a, b) => write!(f, "{} {a}, {b}", name_of(&BINARY, op)),
            Inst::Compare(op, a, b) => write!(f, "{} {a}, {b}", name_of(&COMPARE, op)),
            Inst::Select { condition, if_true, if_false } => write!(f, "select {condition}, {if_true}, {if_false}"),
            Inst::Convert(a) => write!(f, "convert {a}"),
            Inst::Bitcast(a) => write!(f, "bitcast {a}"),
            Inst::Splat(a) => write!(f, "splat {a}"),
            Inst::Construct(parts) => write!(f, "construct {}", List(parts, ", ")),
            Inst::Extract(a, component) => write!(f, "extract {a}, {component}"),
            Inst::Insert(a, component, b) => write!(f, "insert {a}, {component}, {b}"),
            Inst::Shuffle(a, components) => write!(f, "shuffle {a}, ({})", List(components, ", ")),
            Inst::ExtractDynamic(a, index) => write!(f, "extract_dynamic {a}, {index}"),
            Inst::InsertDynamic(a, index, b) => write!(f, "insert_dynamic {a}, {index}, {b}"),
            Inst::Null => write!(f, "null"),
            Inst::Local(local) => write!(f, "local l{}", local.0),
            Inst::Global(global) => write!(f, "global @{}", global.0),
            Inst::Function(function) => write!(f, "function f{}", function.0),
            Inst::Offset { pointer, bytes, extent } => {
                write!(f, "offset {pointer}, {bytes}")?;
                extent.map_or(Ok(()), |extent| write!(f, " extent {extent}"))
            }
            Inst::Index { pointer, index, stride, count } => {
                write!(f, "index {pointer}, {index} stride {stride}")?;
                count.map_or(Ok(()), |count| write!(f, " count {count}"))
            }
            Inst::PointerDifference(a, b, stride) => write!(f, "difference {a}, {b} stride {stride}"),
            Inst::Load { pointer, align } => write!(f, "load {pointer} align {align}"),
            Inst::Store { pointer, value, align } => write!(f, "store {pointer}, {value} align {align}"),
            Inst::Copy { to, from, size, align } => write!(f, "copy {to}, {from} size {size} align {align}"),
            Inst::Zero { pointer, size, align } => write!(f, "zero {pointer} size {size} align {align}"),
            Inst::Begin(local) => write!(f, "begin l{}", local.0),
            Inst::End(local) => write!(f, "end l{}", local.0),
            Inst::Get(var) => write!(f, "get v{}", var.0),
            Inst::Set(var, value) => write!(f, "set v{}, {value}", var.0),
            Inst::Call(function, arguments) => write!(f, "call f{}({})", function.0, List(arguments, ", ")),
            Inst::CallIndirect(pointer, arguments) => write!(f, "call_indirect {pointer}({})", List(arguments, ", ")),
            Inst::Intrinsic(intrinsic, arguments) => {
                write!(f, "intrinsic {}({})", intrinsic.name(), List(arguments, ", "))
            }
            Inst::BuiltinInput(input) => write!(f, "builtin {}", input.name()),
            Inst::FunctionConstant(constant) => write!(f, "function_constant {}", constant.0),
            Inst::FunctionConstantDefined(constant) => write!(f, "function_constant_defined {}", constant.0),
        }
    }
}
