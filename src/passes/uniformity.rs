//! Uniformity: which values are the same in all lanes of a SIMD-group, and where lanes part.
//!
//! A value is *uniform* if, whenever its instruction is evaluated, every active lane gets the same bits. A register
//! variable is uniform if one register for the whole SIMD-group can stand for it: whatever lane reads it finds what
//! that lane wrote. Engines keep uniform values once instead of once a lane, and branch on uniform conditions.
//!
//! # Assumptions
//!
//! * Lanes run in lockstep: those that take both ways of a branch run the first block, then the second, cases and
//!   loops in the order of the text; a load reads for all active lanes at one moment.
//! * The address of a local is one number for all lanes; what lies there is each lane's own.
//! * Handles and pointers given to an entry point are the same for all lanes.
//!
//! # Method
//!
//! Everything starts uniform; the function is walked until nothing more turns out to vary. Values follow their
//! operands. For a variable the question is where lanes are missing when it is written: a lane that went the other
//! way must find its old value when it comes back. So each construct that holds lanes back (a branch on a varying
//! condition, a loop that lanes leave one by one, the rest of a body behind a `continue` of some lanes) is a
//! *region*, and a variable that is written inside a region stays uniform only if nobody can read what was written
//! after the lanes have come back: all reads lie before the region's end, and the region is not run again during
//! one *life* of the variable. A life starts at the last write that comes before all reads in the text and whose block
//! holds them all, so a variable that is set anew in each round lives for one round.
//!
//! Lost is precision only: a read behind a region that could be shown to see a later write counts all the same. Lanes
//! that return never come back, so a return holds no lane back.
//!
//! Must never change the function.

use crate::ir::Block;
use crate::ir::Effect;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Intrinsic;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::ir::VarId;
use crate::msl::AddressSpace;
use crate::msl::Rate;

/// What is known of the parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Params {
    /// An entry point's: bound by the host, the same for all lanes.
    Uniform,
    /// Those of a function that is called: may differ.
    Varying,
}

/// How lanes part in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoopFlow {
    /// Some lanes may break while others go on.
    pub divergent_break: bool,
    /// Some lanes may continue while others stay in the body.
    pub divergent_continue: bool,
    /// Some lanes may return from inside while others go on.
    pub divergent_return: bool,
}

impl LoopFlow {
    /// Whether all lanes that enter do every round and leave together.
    #[must_use]
    pub fn is_uniform(self) -> bool {
        !(self.divergent_break || self.divergent_continue || self.divergent_return)
    }
}

/// How lanes part in a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SwitchFlow {
    /// Lanes may go to different cases.
    pub divergent_selector: bool,
    /// Some lanes may break while others stay in the same case.
    pub divergent_break: bool,
}

/// The result of the analysis of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniformity {
    varying_values: Vec<bool>,
    varying_vars: Vec<bool>,
    loops: Vec<LoopFlow>,
    switches: Vec<SwitchFlow>,
    divergent_return: bool,
}

impl Uniformity {
    /// Analyses a function; one without a body has only uniform parts.
    #[must_use]
    pub fn new(function: &Function, params: Params) -> Self {
        let mut flat = Flat::default();
        if let Some(body) = &function.body {
            flat.block(body, Kind::Branch(None));
        }
        let lives = flat.lives(function);
        let mut analysis = Analysis {
            function,
            params,
            lives,
            result: Self {
                varying_values: vec![false; function.insts.len()],
                varying_vars: vec![false; function.vars.len()],
                loops: vec![LoopFlow::default(); flat.loops],
                switches: vec![SwitchFlow::default(); flat.switches],
                divergent_return: false,
            },
            frames: Vec::new(),
            changed: false,
        };
        for round in 0.. {
            analysis.changed = false;
            analysis.walk(&flat.events);
            if !analysis.changed {
                break;
            }
            if round == MAX_ROUNDS {
                // A chain of variables this long is not worth following: what is left varies.
                analysis.result.varying_vars.fill(true);
            }
        }
        analysis.result
    }

    /// Whether a value is the same in all active lanes.
    #[must_use]
    pub fn is_uniform(&self, value: Value) -> bool {
        !self.varying_values[value.index()]
    }

    /// Whether one register can stand for the variable in all lanes.
    #[must_use]
    pub fn is_uniform_var(&self, var: VarId) -> bool {
        !self.varying_vars[var.index()]
    }

    /// The loops, in the order of the text, outer ones before those inside.
    #[must_use]
    pub fn loops(&self) -> &[LoopFlow] {
        &self.loops
    }

    /// The switches, in the order of the text, outer ones before those inside.
    #[must_use]
    pub fn switches(&self) -> &[SwitchFlow] {
        &self.switches
    }

    /// Whether some lanes may return while others go on.
    #[must_use]
    pub fn has_divergent_return(&self) -> bool {
        self.divergent_return
    }
}

/// Walks before what is left is given up as varying.
const MAX_ROUNDS: usize = 40;

/// A kind of construct that holds statements.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A block run where a value says so; the function's body has none.
    Branch(Option<Value>),
    /// A whole loop, by number.
    Loop(usize),
    /// The body of a loop, by the loop's number.
    Body(usize),
    /// The step of a loop.
    Step,
    /// A whole switch, by number, with its selector.
    Switch(usize, Value),
}

/// The function as a list; a place is an index into it.
#[derive(Clone, Copy, Debug)]
enum Event {
    Inst(Value),
    /// A construct begins; `end` is the place of its `Leave`.
    Enter {
        kind: Kind,
        end: usize,
        /// Place of the innermost body or step of a loop around (itself counted).
        loop_block: usize,
    },
    Leave,
    Break,
    Continue,
    Return,
}

#[derive(Default)]
struct Flat {
    events: Vec<Event>,
    loops: usize,
    switches: usize,
    loop_block: usize,
}

impl Flat {
    fn enter(&mut self, kind: Kind) -> usize {
        self.events.push(Event::Enter { kind, end: 0, loop_block: self.loop_block });
        self.events.len() - 1
    }

    fn leave(&mut self, start: usize) {
        let place = self.events.len();
        if let Event::Enter { end, .. } = &mut self.events[start] {
            *end = place;
        }
        self.events.push(Event::Leave);
    }

    fn block(&mut self, block: &Block, kind: Kind) {
        let outer = self.loop_block;
        if matches!(kind, Kind::Body(_) | Kind::Step) {
            self.loop_block = self.events.len();
        }
        let start = self.enter(kind);
        for statement in &block.0 {
            match &statement.kind {
                StatementKind::Inst(value) => self.events.push(Event::Inst(*value)),
                StatementKind::If { condition, then_block, else_block } => {
                    self.block(then_block, Kind::Branch(Some(*condition)));
                    self.block(else_block, Kind::Branch(Some(*condition)));
                }
                StatementKind::Loop { body, step } => {
                    let number = self.loops;
                    self.loops += 1;
                    let start = self.enter(Kind::Loop(number));
                    self.block(body, Kind::Body(number));
                    self.block(step, Kind::Step);
                    self.leave(start);
                }
                StatementKind::Switch { selector, cases } => {
                    let number = self.switches;
                    self.switches += 1;
                    let start = self.enter(Kind::Switch(number, *selector));
                    for case in cases {
                        self.block(&case.body, Kind::Branch(Some(*selector)));
                    }
                    self.leave(start);
                }
                StatementKind::Break => self.events.push(Event::Break),
                StatementKind::Continue => self.events.push(Event::Continue),
                StatementKind::Return(_) => self.events.push(Event::Return),
            }
        }
        self.leave(start);
        self.loop_block = outer;
    }

    /// For each variable, where its lives start and where it is read last.
    fn lives(&self, function: &Function) -> Vec<Life> {
        let mut lives = vec![Life { block: 0, first_read: usize::MAX, last_read: None }; function.vars.len()];
        for (place, event) in self.events.iter().enumerate() {
            if let Event::Inst(value) = event
                && let Inst::Get(var) = function.inst(*value)
            {
                let life = &mut lives[var.index()];
                life.first_read = life.first_read.min(place);
                life.last_read = Some(place);
            }
        }
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (place, event) in self.events.iter().enumerate() {
            match event {
                Event::Enter { end, .. } => open.push((place, *end)),
                Event::Leave => {
                    open.pop();
                }
                Event::Inst(value) => {
                    if let Inst::Set(var, _) = function.inst(*value)
                        && let Some((block, end)) = open.last()
                    {
                        let life = &mut lives[var.index()];
                        if place < life.first_read && life.last_read.is_some_and(|read| read < *end) {
                            life.block = *block;
                        }
                    }
                }
                Event::Break | Event::Continue | Event::Return => {}
            }
        }
        lives
    }
}

#[derive(Clone, Copy)]
struct Life {
    /// Place of the block that one life does not outlast.
    block: usize,
    first_read: usize,
    last_read: Option<usize>,
}

/// A construct around the current place.
#[derive(Clone, Copy)]
struct Frame {
    kind: Kind,
    start: usize,
    end: usize,
    loop_block: usize,
    /// Whether lanes that will come back at its end are missing here.
    holds_back: bool,
}

struct Analysis<'f> {
    function: &'f Function,
    params: Params,
    lives: Vec<Life>,
    result: Uniformity,
    frames: Vec<Frame>,
    changed: bool,
}

impl Analysis<'_> {
    fn varies(&self, value: Value) -> bool {
        self.result.varying_values[value.index()]
    }

    fn set(flag: &mut bool, changed: &mut bool) {
        *changed |= !*flag;
        *flag = true;
    }

    fn walk(&mut self, events: &[Event]) {
        self.frames.clear();
        for (place, event) in events.iter().enumerate() {
            match *event {
                Event::Inst(value) => self.inst(value),
                Event::Enter { kind, end, loop_block } => {
                    let holds_back = match kind {
                        Kind::Branch(condition) => condition.is_some_and(|condition| self.varies(condition)),
                        Kind::Loop(number) => self.result.loops[number].divergent_break,
                        Kind::Switch(number, selector) => {
                            if self.varies(selector) {
                                let flow = &mut self.result.switches[number];
                                Self::set(&mut flow.divergent_selector, &mut self.changed);
                            }
                            false
                        }
                        Kind::Body(_) | Kind::Step => false,
                    };
                    self.frames.push(Frame { kind, start: place, end, loop_block, holds_back });
                }
                Event::Leave => {
                    self.frames.pop();
                }
                Event::Break => self.leave_construct(true),
                Event::Continue => self.leave_construct(false),
                Event::Return => {
                    // Where no lane is held back, all lanes that are left return.
                    if self.frames.iter().any(|frame| frame.holds_back) {
                        Self::set(&mut self.result.divergent_return, &mut self.changed);
                        for frame in &self.frames {
                            if let Kind::Loop(number) = frame.kind {
                                Self::set(&mut self.result.loops[number].divergent_return, &mut self.changed);
                            }
                        }
                    }
                }
            }
        }
    }

    /// A `break` or a `continue`.
    fn leave_construct(&mut self, is_break: bool) {
        let target = self.frames.iter().rposition(|frame| match frame.kind {
            Kind::Loop(_) => is_break,
            Kind::Switch(..) => is_break,
            Kind::Body(_) => !is_break,
            Kind::Branch(_) | Kind::Step => false,
        });
        let Some(target) = target else { return };
        if !self.frames[target + 1..].iter().any(|frame| frame.holds_back) {
            return;
        }
        match self.frames[target].kind {
            Kind::Loop(number) => {
                Self::set(&mut self.result.loops[number].divergent_break, &mut self.changed);
            }
            Kind::Switch(number, _) => {
                Self::set(&mut self.result.switches[number].divergent_break, &mut self.changed);
            }
            Kind::Body(number) => {
                Self::set(&mut self.result.loops[number].divergent_continue, &mut self.changed);
            }
            Kind::Branch(_) | Kind::Step => {}
        }
        self.frames[target].holds_back = true;
    }

    fn inst(&mut self, value: Value) {
        let inst = self.function.inst(value);
        if let Inst::Set(var, source) = inst
            && !self.result.varying_vars[var.index()]
            && (self.varies(*source) || self.is_read_by_lanes_held_back(*var))
        {
            self.result.varying_vars[var.index()] = true;
            self.changed = true;
        }
        if !self.varies(value) && self.inst_varies(inst) {
            self.result.varying_values[value.index()] = true;
            self.changed = true;
        }
    }

    /// Whether a write here is seen by a lane that is held back here.
    fn is_read_by_lanes_held_back(&self, var: VarId) -> bool {
        let life = self.lives[var.index()];
        let Some(last_read) = life.last_read else { return false };
        self.frames.iter().any(|region| {
            let is_inside_life = region.start > life.block;
            region.holds_back && is_inside_life && (last_read > region.end || region.loop_block > life.block)
        })
    }

    fn inst_varies(&self, inst: &Inst) -> bool {
        match inst {
            Inst::Param(_) => self.params == Params::Varying,
            Inst::Get(var) => self.result.varying_vars[var.index()],
            Inst::BuiltinInput(input) => input.rate() == Rate::Thread,
            Inst::Load { pointer, .. } => {
                let is_shared = matches!(
                    self.function.ty(*pointer),
                    Type::Pointer(AddressSpace::Device | AddressSpace::Constant | AddressSpace::Threadgroup)
                );
                !is_shared || self.varies(*pointer)
            }
            Inst::Call(..) | Inst::CallIndirect(..) => true,
            Inst::Intrinsic(intrinsic, operands) => self.intrinsic_varies(*intrinsic, operands),
            _ => {
                let mut varies = false;
                inst.for_each_operand(|operand| varies |= self.varies(operand));
                varies
            }
        }
    }

    fn intrinsic_varies(&self, intrinsic: Intrinsic, operands: &[Value]) -> bool {
        match intrinsic {
            Intrinsic::SimdBroadcastFirst
            | Intrinsic::SimdSum
            | Intrinsic::SimdProduct
            | Intrinsic::SimdMin
            | Intrinsic::SimdMax
            | Intrinsic::SimdAnd
            | Intrinsic::SimdOr
            | Intrinsic::SimdXor
            | Intrinsic::SimdAll
            | Intrinsic::SimdAny
            | Intrinsic::SimdBallot => false,
            // The value of one lane, for all: if all name the same lane.
            Intrinsic::SimdBroadcast | Intrinsic::SimdShuffle => operands.get(1).is_none_or(|lane| self.varies(*lane)),
            _ => intrinsic.effect() != Effect::Pure || operands.iter().any(|operand| self.varies(*operand)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse;
    use crate::ir::verify;

    const HEAD: &str = r#"
        %lane: u32 = builtin thread_index_in_simdgroup
        %group: u32 = builtin threadgroup_position_in_grid
        %zero: u32 = constant 0
        %v: bool = eq %lane, %zero
        %u: bool = eq %group, %zero
    "#;

    /// Names of the variables that vary, and the flow of the loops, in a kernel that starts with `HEAD`.
    fn analyse(vars: &str, body: &str) -> (String, Uniformity) {
        let mut text = String::from("global @0 \"g\" threadgroup size 64 align 4\n");
        text.push_str("function f0 \"k\"(\"p\" ptr.device) -> void {\n local l0 \"l\" size 4 align 4\n");
        for (number, name) in vars.split_whitespace().enumerate() {
            text.push_str(&format!("var v{number} \"{name}\": u32\n"));
        }
        let module = parse::module(&format!("{text}{HEAD}{body}}}")).unwrap();
        verify::module(&module).unwrap();
        let function = &module.functions[0];
        let uniformity = Uniformity::new(function, Params::Uniform);
        let varying = |index: &usize| !uniformity.is_uniform_var(VarId(*index as u32));
        let names: Vec<_> = (0..function.vars.len()).filter(varying).map(|var| &*function.vars[var].name).collect();
        (names.join(" "), uniformity)
    }

    #[test]
    fn values() {
        let (varying, _) = analyse(
            "position group sum_of_group mixed shared private sum prefix shuffled broadcast atomic masked",
            r#"
            set v0, %lane
            set v1, %group
            %a: u32 = add %group, %group
            set v2, %a
            %b: u32 = add %group, %lane
            set v3, %b
            %g: ptr.threadgroup = global @0
            %c: u32 = load %g align 4
            set v4, %c
            %l: ptr.thread = local l0
            %d: u32 = load %l align 4
            set v5, %d
            %e: u32 = intrinsic simd_sum(%lane)
            set v6, %e
            %f: u32 = intrinsic simd_prefix_inclusive_sum(%zero)
            set v7, %f
            %h: u32 = intrinsic simd_shuffle(%lane, %lane)
            set v8, %h
            %i: u32 = intrinsic simd_broadcast(%lane, %zero)
            set v9, %i
            %p: ptr.device = param 0
            %j: u32 = intrinsic atomic_add(%p, %zero, %zero, %zero)
            set v10, %j
            %q: ptr.device = index %p, %lane stride 4
            %k: u32 = load %q align 4
            set v11, %k
            "#,
        );
        assert_eq!(varying, "position mixed private prefix shuffled atomic masked");
    }

    #[test]
    fn branches() {
        let (varying, _) = analyse(
            "uniform_branch read_behind read_in_other_branch read_inside written_before",
            r#"
            set v4, %zero
            if %u {
                set v0, %group
            }
            if %v {
                set v1, %group
                set v2, %group
                set v3, %group
                %a: u32 = get v3
                %b: u32 = get v4
                set v4, %b
            } else {
                %c: u32 = get v2
            }
            %d: u32 = get v0
            %e: u32 = get v1
            "#,
        );
        assert_eq!(varying, "read_behind read_in_other_branch");
    }

    #[test]
    fn loops() {
        let counted = r#"
            set v0, %zero
            set v1, %zero
            loop {
                %i: u32 = get v0
                set v1, %i
                set v2, %i
                %t: u32 = get v2
                if CONDITION {
                    EXIT
                }
                set v3, %i
                %s: u32 = get v3
            } step {
                %j: u32 = get v0
                %k: u32 = add %j, %group
                set v0, %k
            }
            %r: u32 = get v1
        "#;
        let run = |condition: &str, exit: &str| {
            analyse("counter read_behind round late", &counted.replace("CONDITION", condition).replace("EXIT", exit))
        };
        let (varying, uniformity) = run("%u", "break");
        assert_eq!((varying.as_str(), uniformity.loops()[0].is_uniform()), ("", true));
        let (varying, uniformity) = run("%v", "break");
        assert_eq!((varying.as_str(), uniformity.loops()[0].divergent_break), ("read_behind", true));
        let (varying, uniformity) = run("%v", "continue");
        assert_eq!((varying.as_str(), uniformity.loops()[0].divergent_continue), ("", true));
        let (varying, uniformity) = run("%v", "return");
        assert_eq!((varying.as_str(), uniformity.loops()[0].divergent_return), ("", true));
        assert!(uniformity.has_divergent_return());
    }

    #[test]
    fn a_loop_that_lanes_leave_one_by_one_is_run_again() {
        // The inner loop's counter starts anew in each round of the outer one, or goes on.
        let nest = r#"
            set v0, %zero
            loop {
                INIT
                loop {
                    %i: u32 = get v0
                    if %v {
                        break
                    }
                    set v0, %group
                }
            }
        "#;
        assert_eq!(analyse("counter", &nest.replace("INIT", "set v0, %zero")).0, "");
        assert_eq!(analyse("counter", &nest.replace("INIT", "")).0, "counter");
    }

    #[test]
    fn written_behind_a_continue_of_some() {
        let (varying, _) = analyse(
            "next_round",
            r#"
            set v0, %zero
            loop {
                %old: u32 = get v0
                if %v {
                    continue
                }
                set v0, %group
            }
            "#,
        );
        assert_eq!(varying, "next_round");
    }

    #[test]
    fn a_break_of_those_that_did_not_continue() {
        let (_, uniformity) = analyse("", "loop {\n if %v {\n continue\n }\n break\n }");
        assert!(uniformity.loops()[0].divergent_break);
    }

    #[test]
    fn switches() {
        let body = r#"
            switch SELECTOR {
            case 0 {
                set v0, %group
                %a: u32 = get v0
                set v1, %group
            }
            case 1 {
                %b: u32 = get v1
                if CONDITION {
                    break
                }
                set v2, %group
            }
            default {
                %c: u32 = get v2
            }
            }
            %d: u32 = get v2
        "#;
        let run = |selector: &str, condition: &str| {
            let body = body.replace("SELECTOR", selector).replace("CONDITION", condition);
            let (varying, uniformity) = analyse("in_case fallen_into behind", &body);
            (varying, uniformity.switches()[0])
        };
        assert_eq!(run("%group", "%u"), (String::new(), SwitchFlow::default()));
        let flow = SwitchFlow { divergent_selector: false, divergent_break: true };
        assert_eq!(run("%group", "%v"), ("behind".into(), flow));
        let flow = SwitchFlow { divergent_selector: true, divergent_break: true };
        assert_eq!(run("%lane", "%u"), ("fallen_into behind".into(), flow));
    }

    #[test]
    fn what_depends_on_a_varying_variable_is_found_against_the_order_of_the_text() {
        let (varying, _) = analyse(
            "a b c",
            r#"
            loop {
                %b: u32 = get v1
                set v2, %b
                %a: u32 = get v0
                set v1, %a
                set v0, %lane
            }
            "#,
        );
        assert_eq!(varying, "a b c");
    }

    #[test]
    fn parameters_of_called_functions_vary() {
        let text = "function f0 \"f\"(u32) -> u32 {\n %0: u32 = param 0\n return %0\n}";
        let module = parse::module(text).unwrap();
        assert!(!Uniformity::new(&module.functions[0], Params::Varying).is_uniform(Value(0)));
    }
}
