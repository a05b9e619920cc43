//! Bytecode as text, for `deburr emit` and for people who look after it.

use super::code::Code;
use super::code::CodeFunction;
use super::operation::Slot;
use std::fmt::Write;

/// All functions.
#[must_use]
pub fn code(code: &Code) -> String {
    let mut text = String::new();
    for function in code.functions.iter().flatten() {
        text.push_str(&self::function(function));
    }
    text
}

/// One function.
#[must_use]
pub fn function(function: &CodeFunction) -> String {
    let mut text = format!("function {} frame {} masks {}\n", function.name, function.frame_words, function.mask_slots);
    for constant in &function.constants {
        let rows = if constant.register.varying { "rows" } else { "scalar" };
        let _ = writeln!(text, "  constant r{} {rows} {:#x?}", constant.register.at, constant.bits.as_slice());
    }
    for (at, instruction) in function.instructions.iter().enumerate() {
        let Some(operation) = instruction.operation() else { continue };
        let _ = write!(text, "{at:5}  {}", operation.text());
        let numbers = [instruction.a, instruction.b, instruction.c, instruction.d];
        if let Some((_, operands)) = operation.row_words() {
            let form = match (operands.len(), instruction.d) {
                (2, 1) => ".vs",
                (2, 2) => ".sv",
                _ => "",
            };
            let _ = write!(text, "{form} x{}", instruction.count);
            for number in &numbers[..=operands.len()] {
                let _ = write!(text, " r{number}");
            }
        }
        for (slot, number) in operation.slots().into_iter().flatten().zip(numbers) {
            let _ = match slot {
                Slot::Unused => Ok(()),
                Slot::Read | Slot::Write => write!(text, " r{number}"),
                Slot::Mask => write!(text, " m{number}"),
                Slot::Target => write!(text, " ->{number}"),
                Slot::Number => write!(text, " {number}"),
            };
        }
        text.push('\n');
    }
    text
}
