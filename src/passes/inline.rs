//! Inlining: replaces calls by the callee's body, callees first, so that entry points end without calls.
//!
//! Left alone are calls of functions that call themselves, that ask not to be inlined, whose copy would grow the
//! caller beyond [`MAX_INSTS`] or nest its blocks too deeply.
//!
//! A `return` inside a callee becomes structure: code behind an `if` of which one side returns moves into the other
//! side; a return inside a loop or switch sets a flag and breaks, and what follows asks the flag. Every copied
//! instruction's origin names the call it came through. The callee's locals live from one end of its body to the other.

use super::copy::Copier;
use crate::ir::Block;
use crate::ir::Constant;
use crate::ir::Function;
use crate::ir::FunctionId;
use crate::ir::InlineSite;
use crate::ir::InlinedCall;
use crate::ir::Inst;
use crate::ir::LocalId;
use crate::ir::Module;
use crate::ir::Origin;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::ir::Values;
use crate::ir::Var;
use crate::ir::VarId;
use crate::ir::verify::MAX_DEPTH;

/// Instructions of a function beyond which it takes no more callees in.
const MAX_INSTS: usize = 50_000;

/// Instructions of all copies in a module together: calls that double with each level end here.
const MAX_COPIED: usize = 200_000;

/// How deep a callee's early returns may nest what follows them before they use the flag.
const MAX_TAIL_DEPTH: usize = 48;

/// Inlines calls in all functions of a module.
pub fn run(module: &mut Module) {
    let order = callees_first(module);
    let mut recursive = vec![false; module.functions.len()];
    for (id, in_cycle) in &order {
        recursive[id.index()] = *in_cycle;
    }
    let mut copied = 0;
    for (id, _) in order {
        let Some(body) = module.functions[id.index()].body.take() else { continue };
        // The caller is taken out of the module while callees are read from it.
        let placeholder = Function::new("", Vec::new(), Type::Void, crate::source::Span::NONE);
        let mut function = std::mem::replace(&mut module.functions[id.index()], placeholder);
        let forward = vec![None; function.insts.len()];
        let mut inliner = Inliner { module, recursive: &recursive, function: &mut function, forward, copied };
        let body = inliner.block(body, 1);
        copied = inliner.copied;
        function.body = Some(body);
        module.functions[id.index()] = function;
    }
}

/// Functions in an order in which callees come before callers; with each, whether it can call itself.
fn callees_first(module: &Module) -> Vec<(FunctionId, bool)> {
    let callees: Vec<Vec<usize>> = module.functions.iter().map(callees).collect();
    // Tarjan's strongly connected components, without recursion: components come out callees first.
    let count = callees.len();
    let (mut index, mut low, mut on_stack) = (vec![usize::MAX; count], vec![0; count], vec![false; count]);
    let (mut stack, mut order, mut next) = (Vec::new(), Vec::with_capacity(count), 0);
    for root in 0..count {
        if index[root] != usize::MAX {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((node, edge)) = work.pop() {
            if edge == 0 {
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&callee) = callees[node].get(edge) {
                work.push((node, edge + 1));
                if index[callee] == usize::MAX {
                    work.push((callee, 0));
                } else if on_stack[callee] {
                    low[node] = low[node].min(index[callee]);
                }
                continue;
            }
            for &callee in &callees[node] {
                if on_stack[callee] {
                    low[node] = low[node].min(low[callee]);
                }
            }
            if low[node] == index[node] {
                let start = stack.iter().rposition(|member| *member == node).unwrap_or(0);
                let members = stack.split_off(start);
                let in_cycle = members.len() > 1 || callees[node].contains(&node);
                for member in members {
                    on_stack[member] = false;
                    order.push((FunctionId(member as u32), in_cycle));
                }
            }
        }
    }
    order
}

fn callees(function: &Function) -> Vec<usize> {
    let mut callees = Vec::new();
    if let Some(body) = &function.body {
        body.for_each_inst(&mut |value| {
            if let Inst::Call(callee, _) = function.inst(value) {
                callees.push(callee.index());
            }
        });
    }
    callees.sort_unstable();
    callees.dedup();
    callees
}

struct Inliner<'m> {
    module: &'m Module,
    /// Per function: whether it can call itself.
    recursive: &'m [bool],
    function: &'m mut Function,
    /// What stands for the result of an inlined call.
    forward: Vec<Option<Value>>,
    /// Instructions copied so far, in the whole module.
    copied: usize,
}

impl Inliner<'_> {
    fn resolve(&self, value: &mut Value) {
        while let Some(Some(other)) = self.forward.get(value.index()) {
            *value = *other;
        }
    }

    fn block(&mut self, block: Block, depth: usize) -> Block {
        let mut out = Vec::with_capacity(block.0.len());
        for mut statement in block.0 {
            match &mut statement.kind {
                StatementKind::Inst(value) => {
                    let value = *value;
                    let mut inst = std::mem::replace(&mut self.function.insts[value.index()].inst, Inst::Undef);
                    inst.for_each_operand_mut(|operand| self.resolve(operand));
                    let call = match &inst {
                        Inst::Call(callee, arguments) => Some((*callee, arguments.clone())),
                        _ => None,
                    };
                    self.function.insts[value.index()].inst = inst;
                    if let Some((callee, arguments)) = call
                        && self.call(&mut out, value, callee, &arguments, depth)
                    {
                        continue;
                    }
                }
                kind => {
                    kind.for_each_use_mut(|value| self.resolve(value));
                    kind.for_each_block_mut(|block| *block = self.block(std::mem::take(block), depth + 1));
                }
            }
            out.push(statement);
        }
        Block(out)
    }

    /// Writes the callee's body in place of a call; `false` if the call must stay.
    fn call(
        &mut self,
        out: &mut Vec<Statement>,
        call: Value,
        callee: FunctionId,
        arguments: &Values,
        depth: usize,
    ) -> bool {
        if self.recursive.get(callee.index()) != Some(&false) {
            return false;
        }
        let callee = self.module.function(callee);
        let Some(body) = &callee.body else { return false };
        if callee.no_inline || callee.params.len() != arguments.len() {
            return false;
        }
        let is_large = self.function.insts.len() + callee.insts.len() > MAX_INSTS;
        if is_large || self.copied + callee.insts.len() > MAX_COPIED {
            return false;
        }
        self.copied += callee.insts.len();
        let origin = self.function.insts[call.index()].origin;
        let snapshot = (self.function.insts.len(), self.function.vars.len());

        let site = InlineSite(self.function.inlined.len() as u32 + 1);
        let mut copier = Copier {
            source: Some(&callee.insts),
            values: vec![None; callee.insts.len()],
            first_local: self.function.locals.len() as u32,
            first_var: self.function.vars.len() as u32,
            site: (site, site.0),
            unplaced: origin,
            arguments: Some(arguments),
        };
        for var in &callee.vars {
            self.function.vars.push(Var { origin: copier.origin(var.origin), ..var.clone() });
        }
        let copy = copier.block(self.function, body);
        let origin_inside = Origin { span: origin.span, site };
        let mut returns = Returns { function: self.function, result: None, flag: None, origin: origin_inside };
        let (mut copy, result) = returns.remove(copy, callee.result);
        if depth + nesting(&copy) > MAX_DEPTH {
            self.function.insts.truncate(snapshot.0);
            self.function.vars.truncate(snapshot.1);
            return false;
        }

        for local in &callee.locals {
            let mut local = local.clone();
            local.origin = copier.origin(local.origin);
            self.function.locals.push(local);
        }
        self.function.inlined.push(InlinedCall { function: callee.name.clone(), call: origin });
        for inner in &callee.inlined {
            self.function.inlined.push(InlinedCall { call: copier.origin(inner.call), ..inner.clone() });
        }
        for local in unopened_locals(callee, body) {
            let local = LocalId(local.0 + copier.first_local);
            let begin = self.function.push(Inst::Begin(local), Type::Void, origin_inside);
            out.push(Statement { kind: StatementKind::Inst(begin), origin: origin_inside });
        }
        out.append(&mut copy.0);
        // What returns early has left its scopes open; nothing of the callee outlives the call.
        for (index, _) in callee.locals.iter().enumerate().filter(|(_, local)| local.origin.site.0 == 0) {
            let local = LocalId(index as u32 + copier.first_local);
            let end = self.function.push(Inst::End(local), Type::Void, origin_inside);
            out.push(Statement { kind: StatementKind::Inst(end), origin: origin_inside });
        }
        self.forward.resize(self.function.insts.len(), None);
        match result {
            Returned::Nothing => {}
            Returned::Value(value) => self.forward[call.index()] = Some(value),
            Returned::Var(var) => {
                self.function.insts[call.index()].inst = Inst::Get(var);
                out.push(Statement { kind: StatementKind::Inst(call), origin });
            }
        }
        true
    }
}

/// Locals that the function uses without saying where they come to life: they live as long as a call.
fn unopened_locals(function: &Function, body: &Block) -> Vec<LocalId> {
    let mut opened = vec![false; function.locals.len()];
    body.for_each_inst(&mut |value| {
        if let Inst::Begin(local) = function.inst(value) {
            opened[local.index()] = true;
        }
    });
    (0..opened.len()).filter(|local| !opened[*local]).map(|local| LocalId(local as u32)).collect()
}

/// How many blocks lie inside each other.
pub(super) fn nesting(block: &Block) -> usize {
    let mut deepest = 0;
    for statement in &block.0 {
        statement.kind.for_each_block(|block| deepest = deepest.max(nesting(block)));
    }
    deepest + 1
}

/// What an inlined body leaves as its result.
enum Returned {
    Nothing,
    Value(Value),
    Var(VarId),
}

/// Turns the returns of a copied body into structure.
struct Returns<'f> {
    function: &'f mut Function,
    result: Option<VarId>,
    flag: Option<VarId>,
    origin: Origin,
}

impl Returns<'_> {
    fn remove(&mut self, mut body: Block, result: Type) -> (Block, Returned) {
        if !may_return(&body) {
            if result == Type::Void {
                return (body, Returned::Nothing);
            }
            let undef = self.inst(&mut body.0, Inst::Undef, result);
            return (body, Returned::Value(undef));
        }
        let is_only = body.0.iter().rev().skip(1).all(|statement| !statement_may_return(statement));
        if is_only && let Some(Statement { kind: StatementKind::Return(value), .. }) = body.0.last() {
            let returned = value.map_or(Returned::Nothing, Returned::Value);
            body.0.pop();
            return (body, returned);
        }
        let mut out = Vec::new();
        if result != Type::Void {
            let name = "".into();
            let var = self.function.add_var(Var { name, ty: result, origin: self.origin });
            self.result = Some(var);
            if !always_returns(&body) {
                let undef = self.inst(&mut out, Inst::Undef, result);
                self.inst(&mut out, Inst::Set(var, undef), Type::Void);
            }
        }
        if needs_flag(&body.0, 0) {
            let flag = self.function.add_var(Var { name: "".into(), ty: Type::BOOL, origin: self.origin });
            self.flag = Some(flag);
            self.set_flag(&mut out, false);
        }
        let mut rest = self.straight(body.0, 0);
        out.append(&mut rest);
        (Block(out), self.result.map_or(Returned::Nothing, Returned::Var))
    }

    fn inst(&mut self, out: &mut Vec<Statement>, inst: Inst, ty: Type) -> Value {
        let value = self.function.push(inst, ty, self.origin);
        out.push(Statement { kind: StatementKind::Inst(value), origin: self.origin });
        value
    }

    fn set_flag(&mut self, out: &mut Vec<Statement>, value: bool) {
        if let Some(flag) = self.flag {
            let value = self.inst(out, Inst::Constant(Constant::bool(value)), Type::BOOL);
            self.inst(out, Inst::Set(flag, value), Type::Void);
        }
    }

    /// `if (flag) then else otherwise`.
    fn if_flag(&mut self, out: &mut Vec<Statement>, then_block: Block, else_block: Block) {
        if let Some(flag) = self.flag {
            let condition = self.inst(out, Inst::Get(flag), Type::BOOL);
            let kind = StatementKind::If { condition, then_block, else_block };
            out.push(Statement { kind, origin: self.origin });
        }
    }

    fn give_back(&mut self, out: &mut Vec<Statement>, value: Option<Value>) {
        if let (Some(var), Some(value)) = (self.result, value) {
            self.inst(out, Inst::Set(var, value), Type::Void);
        }
        self.set_flag(out, true);
    }

    /// Statements that no loop or switch of the callee is around.
    fn straight(&mut self, statements: Vec<Statement>, depth: usize) -> Vec<Statement> {
        let mut out = Vec::with_capacity(statements.len());
        let mut statements = statements.into_iter();
        while let Some(statement) = statements.next() {
            if !statement_may_return(&statement) {
                out.push(statement);
                continue;
            }
            let origin = statement.origin;
            match statement.kind {
                StatementKind::Return(value) => {
                    self.give_back(&mut out, value);
                    return out;
                }
                StatementKind::If { condition, mut then_block, mut else_block } => {
                    let mut rest: Vec<_> = statements.as_slice().to_vec();
                    if let Some(side) = side_for_rest(&then_block, &else_block, depth) {
                        let side = if side { &mut then_block } else { &mut else_block };
                        side.0.append(&mut rest);
                    }
                    let then_block = Block(self.straight(then_block.0, depth + 1));
                    let else_block = Block(self.straight(else_block.0, depth + 1));
                    out.push(Statement { kind: StatementKind::If { condition, then_block, else_block }, origin });
                    if !rest.is_empty() {
                        let rest = Block(self.straight(rest, depth + 1));
                        self.if_flag(&mut out, Block::default(), rest);
                    }
                    return out;
                }
                kind => {
                    let kind = self.enclosed_blocks(kind);
                    out.push(Statement { kind, origin });
                    let rest: Vec<_> = statements.collect();
                    if !rest.is_empty() {
                        let rest = Block(self.straight(rest, depth + 1));
                        self.if_flag(&mut out, Block::default(), rest);
                    }
                    return out;
                }
            }
        }
        out
    }

    fn enclosed_blocks(&mut self, mut kind: StatementKind) -> StatementKind {
        kind.for_each_block_mut(|block| *block = Block(self.enclosed(std::mem::take(&mut block.0))));
        kind
    }

    /// Statements inside a loop or switch of the callee.
    fn enclosed(&mut self, statements: Vec<Statement>) -> Vec<Statement> {
        let mut out = Vec::with_capacity(statements.len());
        for statement in statements {
            if !statement_may_return(&statement) {
                out.push(statement);
                continue;
            }
            let origin = statement.origin;
            match statement.kind {
                StatementKind::Return(value) => {
                    self.give_back(&mut out, value);
                    out.push(Statement { kind: StatementKind::Break, origin });
                    return out;
                }
                StatementKind::If { .. } => {
                    let kind = self.enclosed_blocks(statement.kind);
                    out.push(Statement { kind, origin });
                }
                kind => {
                    let kind = self.enclosed_blocks(kind);
                    out.push(Statement { kind, origin });
                    let leave = Block(vec![Statement { kind: StatementKind::Break, origin }]);
                    self.if_flag(&mut out, leave, Block::default());
                }
            }
        }
        out
    }
}

/// Which side of an `if` the code behind it moves to (`true`: then), because the other side always returns.
fn side_for_rest(then_block: &Block, else_block: &Block, depth: usize) -> Option<bool> {
    if depth >= MAX_TAIL_DEPTH {
        None
    } else if always_returns(then_block) {
        Some(false)
    } else if always_returns(else_block) {
        Some(true)
    } else {
        None
    }
}

fn statement_may_return(statement: &Statement) -> bool {
    let mut found = matches!(statement.kind, StatementKind::Return(_));
    statement.kind.for_each_block(|block| found = found || may_return(block));
    found
}

fn may_return(block: &Block) -> bool {
    block.0.iter().any(statement_may_return)
}

fn always_returns(block: &Block) -> bool {
    block.0.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { then_block, else_block, .. } => always_returns(then_block) && always_returns(else_block),
        _ => false,
    })
}

/// Whether some code must ask whether the callee has returned; mirrors [`Returns::straight`].
fn needs_flag(statements: &[Statement], depth: usize) -> bool {
    for (at, statement) in statements.iter().enumerate() {
        if !statement_may_return(statement) {
            continue;
        }
        let rest = &statements[at + 1..];
        return match &statement.kind {
            StatementKind::Return(_) => false,
            StatementKind::If { then_block, else_block, .. } => {
                let side = side_for_rest(then_block, else_block, depth);
                let joined = |block: &Block, takes_rest: bool| {
                    let mut all = block.0.clone();
                    if takes_rest {
                        all.extend_from_slice(rest);
                    }
                    needs_flag(&all, depth + 1)
                };
                (side.is_none() && !rest.is_empty())
                    || joined(then_block, side == Some(true))
                    || joined(else_block, side == Some(false))
            }
            // Also inside, behind an inner loop or switch.
            _ => true,
        };
    }
    false
}
