//! Random kernels as IR: well-formed, with a fixed end, and without anything whose result is open.
//!
//! The same seed gives the same kernel. Each thread computes with locals of many shapes, branches, loops, switches and
//! calls, and at the end stores all of its locals to its part of the buffer.

use deburr::ir::BinaryOp;
use deburr::ir::Case;
use deburr::ir::CompareOp;
use deburr::ir::Constant;
use deburr::ir::EntryPoint;
use deburr::ir::Function;
use deburr::ir::FunctionId;
use deburr::ir::Inst;
use deburr::ir::Intrinsic;
use deburr::ir::LayoutId;
use deburr::ir::Local;
use deburr::ir::LocalId;
use deburr::ir::Module;
use deburr::ir::Origin;
use deburr::ir::StatementKind;
use deburr::ir::Type;
use deburr::ir::TypeLayout;
use deburr::ir::UnaryOp;
use deburr::ir::Value;
use deburr::ir::builder::Builder;
use deburr::ir::builder::natural_align;
use deburr::ir::entry::Access;
use deburr::ir::entry::Argument;
use deburr::ir::entry::ArgumentKind;
use deburr::ir::layout::LayoutKind;
use deburr::msl::AddressSpace;
use deburr::msl::BuiltinInput;
use deburr::msl::Scalar;
use deburr::msl::Stage;
use deburr::source::Span;

/// Bytes of the buffer that each thread has for itself.
pub const BYTES_PER_THREAD: u32 = 512;

/// A small generator of numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const I32: Type = Type::I32;
const U32: Type = Type::U32;
const F32: Type = Type::F32;
const BOOL: Type = Type::BOOL;
const F16: Type = Type::Scalar(Scalar::F16);
const I16: Type = Type::Scalar(Scalar::I16);
const I64: Type = Type::Scalar(Scalar::I64);
const F32X4: Type = Type::Vector(Scalar::F32, 4);
const F32X2: Type = Type::Vector(Scalar::F32, 2);
const I32X3: Type = Type::Vector(Scalar::I32, 3);
const TYPES: [Type; 10] = [I32, U32, F32, BOOL, F16, I16, I64, F32X4, F32X2, I32X3];

/// A local with the places in it that may be accessed: (offset, type).
#[derive(Clone)]
struct Home {
    local: LocalId,
    address: Value,
    size: u32,
    places: Vec<(u32, Type)>,
    /// An array: (element type, stride, count).
    array: Option<(Type, u32, u32)>,
}

struct Generator<'r> {
    random: &'r mut Random,
    b: Builder,
    /// Values that are visible, innermost block last.
    visible: Vec<Vec<Value>>,
    homes: Vec<Home>,
    /// Functions that may be called, with their parameters and results.
    callees: Vec<(FunctionId, Vec<Type>, Type)>,
    /// Result of the function, when it may return anywhere.
    result: Option<Type>,
    depth: usize,
    /// In a loop's body, or in a switch: what may leave.
    can_break: bool,
    can_continue: bool,
    /// Statements left.
    fuel: usize,
    /// The thread's part of the buffer.
    own: Option<Value>,
}

/// A random module with one kernel `k`; with it, how many bytes of each thread's part are written at the end.
pub fn module(seed: u64) -> Module {
    let mut random = Random::new(seed);
    let mut module = Module {
        layouts: vec![TypeLayout { name: "uint".into(), size: 4, align: 4, kind: LayoutKind::Scalar(Scalar::U32) }],
        ..Module::default()
    };
    let mut callees: Vec<(FunctionId, Vec<Type>, Type)> = Vec::new();
    for number in 0..random.below(4) {
        let mut params: Vec<Type> = (0..random.below(3)).map(|_| random.pick(&TYPES)).collect();
        // A reference to an int.
        if random.below(2) == 0 {
            params.push(Type::Pointer(AddressSpace::Thread));
        }
        let result = if random.below(4) == 0 { Type::Void } else { random.pick(&TYPES) };
        let function = Function::new(format!("helper{number}"), params.clone(), result, Span::NONE);
        let mut generator = Generator::new(&mut random, function, callees.clone());
        generator.result = Some(result);
        generator.fuel = 12;
        generator.start();
        generator.statements(6);
        generator.give_back(result);
        module.functions.push(generator.b.finish());
        callees.push((FunctionId(number as u32), params, result));
    }
    let pointer = Type::Pointer(AddressSpace::Device);
    let function = Function::new("k", vec![pointer], Type::Void, Span::NONE);
    let mut generator = Generator::new(&mut random, function, callees);
    let base = generator.b.inst(Inst::Param(0));
    let position = generator.b.typed(Inst::BuiltinInput(BuiltinInput::ThreadPositionInGrid), U32);
    let own = generator.b.index(base, position, BYTES_PER_THREAD);
    generator.own = Some(own);
    generator.see(position);
    generator.fuel = 40;
    generator.start();
    generator.statements(12);
    generator.store_all(own);
    module.functions.push(generator.b.finish());
    let function = FunctionId(module.functions.len() as u32 - 1);
    module.entry_points.push(EntryPoint {
        name: "k".into(),
        stage: Stage::Kernel,
        function,
        arguments: vec![Argument {
            name: "data".into(),
            kind: ArgumentKind::Buffer { space: AddressSpace::Device, pointee: LayoutId(0), is_reference: false },
            index: 0,
            index_constant: None,
            access: Access::ReadWrite,
            condition: None,
            active: true,
            span: Span::NONE,
        }],
        max_total_threads: None,
        required_threads: None,
        threadgroup_globals: Vec::new(),
        annotation: None,
        span: Span::NONE,
    });
    module
}

impl<'r> Generator<'r> {
    fn new(random: &'r mut Random, function: Function, callees: Vec<(FunctionId, Vec<Type>, Type)>) -> Self {
        Self {
            random,
            b: Builder::new(function),
            visible: vec![Vec::new()],
            homes: Vec::new(),
            callees,
            result: None,
            depth: 0,
            can_break: false,
            can_continue: false,
            fuel: 0,
            own: None,
        }
    }

    fn see(&mut self, value: Value) -> Value {
        if let Some(block) = self.visible.last_mut() {
            block.push(value);
        }
        value
    }

    /// Parameters and the first locals.
    fn start(&mut self) {
        for (index, ty) in self.b.function.params.clone().into_iter().enumerate() {
            match ty {
                Type::Pointer(AddressSpace::Thread) => {
                    let address = self.b.inst(Inst::Param(index as u32));
                    let local = LocalId(u32::MAX);
                    self.homes.push(Home { local, address, size: 4, places: vec![(0, I32)], array: None });
                }
                Type::Pointer(_) => {}
                _ => {
                    let value = self.b.inst(Inst::Param(index as u32));
                    self.see(value);
                }
            }
        }
        for _ in 0..2 + self.random.below(4) {
            self.local();
        }
    }

    /// A local of some shape, alive and with all its places written.
    fn local(&mut self) -> usize {
        let ty = self.random.pick(&TYPES);
        let (size, places, array) = match self.random.below(5) {
            0 => {
                let (ty, stride) = self.random.pick(&[(I32, 4), (F32X2, 8), (F32, 4)]);
                let count = 2 + self.random.below(3) as u32;
                let places = (0..count).map(|index| (index * stride, ty)).collect();
                (count * stride, places, Some((ty, stride, count)))
            }
            // A struct of a vector, its components, and scalars.
            1 => (32, vec![(0, F32X4), (4, F32), (16, I32), (20, U32), (24, F32), (28, I16), (30, F16)], None),
            // Read as another type than written.
            2 => (8, vec![(0, F32), (0, U32), (4, I32)], None),
            _ => (ty.size(), vec![(0, ty)], None),
        };
        let align = if size % 16 == 0 { 16 } else { 8 };
        let local =
            self.b.function.add_local(Local { name: "".into(), size, align, layout: None, origin: Origin::NONE });
        self.b.inst(Inst::Begin(local));
        let address = self.b.local(local);
        if self.random.below(2) == 0 {
            self.b.inst(Inst::Zero { pointer: address, size, align });
        } else {
            self.b.inst(Inst::Zero { pointer: address, size, align });
            for (offset, ty) in places.clone() {
                let value = self.expression(ty, 2);
                self.store(address, offset, value);
            }
        }
        self.homes.push(Home { local, address, size, places, array });
        self.homes.len() - 1
    }

    fn at(&mut self, address: Value, offset: u32) -> Value {
        if offset == 0 && self.random.below(2) == 0 {
            return address;
        }
        self.b.inst(Inst::Offset { pointer: address, bytes: i64::from(offset), extent: None })
    }

    fn align(offset: u32, ty: Type) -> u32 {
        if offset == 0 { 4.min(natural_align(ty)) } else { natural_align(ty).min(1 << offset.trailing_zeros()) }
    }

    fn store(&mut self, address: Value, offset: u32, value: Value) {
        let align = Self::align(offset, self.b.function.ty(value));
        let pointer = self.at(address, offset);
        self.b.inst(Inst::Store { pointer, value, align });
    }

    fn load(&mut self, address: Value, offset: u32, ty: Type) -> Value {
        let pointer = self.at(address, offset);
        let value = self.b.typed(Inst::Load { pointer, align: Self::align(offset, ty) }, ty);
        self.see(value)
    }

    fn constant(&mut self, ty: Type) -> Value {
        let scalar = ty.scalar().unwrap_or(Scalar::U32);
        let numbers: Vec<u64> = (0..ty.lanes())
            .map(|_| match scalar {
                Scalar::Bool => self.random.next() & 1,
                Scalar::F32 => {
                    u64::from(self.random.pick(&[0.0f32, -0.0, 1.0, -1.0, 0.5, 3.0, 1e30, 8.0, -2.5]).to_bits())
                }
                Scalar::F16 => self.random.pick(&[0, 0x8000, 0x3c00, 0xbc00, 0x4500]),
                _ => self.random.pick(&[0, 1, 2, 3, 7, 31, u64::MAX, 100, 0x1234_5678]),
            })
            .collect();
        self.b.constant(Constant::vector(scalar, numbers))
    }

    fn visible_of(&mut self, ty: Type) -> Option<Value> {
        let all: Vec<Value> =
            self.visible.iter().flatten().copied().filter(|value| self.b.function.ty(*value) == ty).collect();
        if all.is_empty() { None } else { Some(self.random.pick(&all)) }
    }

    fn expression(&mut self, ty: Type, depth: usize) -> Value {
        let value = self.new_expression(ty, depth);
        self.see(value)
    }

    fn new_expression(&mut self, ty: Type, depth: usize) -> Value {
        if depth == 0 || self.random.below(5) == 0 {
            if let Some(value) = self.visible_of(ty)
                && self.random.below(4) != 0
            {
                return value;
            }
            return self.constant(ty);
        }
        let scalar = ty.scalar().unwrap_or(Scalar::U32);
        let depth = depth - 1;
        match self.random.below(12) {
            0 => self.read_home(ty).unwrap_or_else(|| self.constant(ty)),
            1 => {
                let a = self.expression(ty, depth);
                let op = match scalar {
                    Scalar::Bool => UnaryOp::LogicalNot,
                    _ if scalar.is_integer() && self.random.below(2) == 0 => UnaryOp::Not,
                    _ => UnaryOp::Neg,
                };
                self.b.inst(Inst::Unary(op, a))
            }
            2 => {
                let condition = self.expression(BOOL, depth);
                let if_true = self.expression(ty, depth);
                let if_false = self.expression(ty, depth);
                self.b.inst(Inst::Select { condition, if_true, if_false })
            }
            3 if ty == BOOL => {
                let of = self.random.pick(&[I32, U32, F32, I64, F16]);
                let a = self.expression(of, depth);
                let b = self.expression(of, depth);
                let op = self.random.pick(&[
                    CompareOp::Equal,
                    CompareOp::NotEqual,
                    CompareOp::Less,
                    CompareOp::LessEqual,
                    CompareOp::Greater,
                    CompareOp::GreaterEqual,
                ]);
                self.b.compare(op, a, b)
            }
            3 | 4 if ty.lanes() == 1 => {
                let from = self.random.pick(&[I32, U32, F32, BOOL, F16, I16, I64]);
                let a = self.expression(from, depth);
                self.b.typed(Inst::Convert(a), ty)
            }
            5 if ty == F32 || ty == I32 => {
                let vector = if ty == F32 { self.random.pick(&[F32X4, F32X2]) } else { I32X3 };
                let a = self.expression(vector, depth);
                if self.random.below(3) == 0 {
                    let index = self.index_below(u32::from(vector.lanes()), depth);
                    return self.b.inst(Inst::ExtractDynamic(a, index));
                }
                let component = self.random.below(usize::from(vector.lanes())) as u8;
                self.b.inst(Inst::Extract(a, component))
            }
            5 | 6 if ty.lanes() > 1 => {
                let lanes = ty.lanes();
                let part = Type::Scalar(scalar);
                match self.random.below(4) {
                    0 => {
                        let a = self.expression(part, depth);
                        self.b.typed(Inst::Splat(a), ty)
                    }
                    1 => {
                        let parts = (0..lanes).map(|_| self.expression(part, depth)).collect();
                        self.b.inst(Inst::Construct(parts))
                    }
                    2 => {
                        let a = self.expression(ty, depth);
                        let b = self.expression(part, depth);
                        let component = self.random.below(usize::from(lanes)) as u8;
                        self.b.inst(Inst::Insert(a, component, b))
                    }
                    _ => {
                        let from = if ty == F32X2 { F32X4 } else { ty };
                        let a = self.expression(from, depth);
                        let bound = usize::from(from.lanes());
                        let components = (0..lanes).map(|_| self.random.below(bound) as u8).collect();
                        self.b.inst(Inst::Shuffle(a, components))
                    }
                }
            }
            7 if ty == U32 || ty == I32 => {
                let a = self.expression(if ty == U32 { I32 } else { F32 }, depth);
                self.b.typed(Inst::Bitcast(a), ty)
            }
            8 if scalar.is_float() => {
                let a = self.expression(ty, depth);
                let b = self.expression(ty, depth);
                match self.random.below(4) {
                    0 => self.b.intrinsic(Intrinsic::Fmin, &[a, b]),
                    1 => self.b.intrinsic(Intrinsic::Floor, &[a]),
                    2 => self.b.intrinsic(Intrinsic::Fabs, &[a]),
                    _ => self.b.intrinsic(Intrinsic::Fma, &[a, b, a]),
                }
            }
            8 if scalar.is_integer() => {
                let a = self.expression(ty, depth);
                let b = self.expression(ty, depth);
                match self.random.below(4) {
                    0 => self.b.intrinsic(Intrinsic::Min, &[a, b]),
                    1 => self.b.intrinsic(Intrinsic::Popcount, &[a]),
                    2 => self.b.intrinsic(Intrinsic::Mulhi, &[a, b]),
                    _ => self.b.intrinsic(Intrinsic::Addsat, &[a, b]),
                }
            }
            _ => {
                let a = self.expression(ty, depth);
                let b = self.expression(ty, depth);
                let op = if scalar == Scalar::Bool {
                    self.random.pick(&[BinaryOp::And, BinaryOp::Or, BinaryOp::Xor])
                } else if scalar.is_float() {
                    self.random.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div])
                } else {
                    self.random.pick(&[
                        BinaryOp::Add,
                        BinaryOp::Sub,
                        BinaryOp::Mul,
                        BinaryOp::Div,
                        BinaryOp::Rem,
                        BinaryOp::And,
                        BinaryOp::Or,
                        BinaryOp::Xor,
                        BinaryOp::Shl,
                        BinaryOp::Shr,
                    ])
                };
                self.b.binary(op, a, b)
            }
        }
    }

    /// An index that is in range whatever it is computed from.
    fn index_below(&mut self, count: u32, depth: usize) -> Value {
        let a = self.expression(U32, depth);
        let bound = self.b.constant(Constant::u32(count));
        self.b.binary(BinaryOp::Rem, a, bound)
    }

    fn read_home(&mut self, ty: Type) -> Option<Value> {
        let found: Vec<(Value, u32)> = self
            .homes
            .iter()
            .flat_map(|home| home.places.iter().map(|place| (home.address, *place)))
            .filter(|(_, (_, place))| *place == ty)
            .map(|(address, (offset, _))| (address, offset))
            .collect();
        if found.is_empty() {
            return None;
        }
        let (address, offset) = self.random.pick(&found);
        Some(self.load(address, offset, ty))
    }

    /// A block of its own.
    fn block(&mut self, count: usize, tail: Option<StatementKind>) -> deburr::ir::Block {
        self.b.open();
        self.visible.push(Vec::new());
        let homes = self.homes.len();
        self.depth += 1;
        self.statements(count);
        self.depth -= 1;
        if let Some(tail) = tail {
            self.b.statement(tail);
        } else {
            for home in homes..self.homes.len() {
                let local = self.homes[home].local;
                self.b.inst(Inst::End(local));
            }
        }
        self.homes.truncate(homes);
        self.visible.pop();
        self.b.close()
    }

    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        let is_deep = self.depth >= 4;
        match self.random.below(14) {
            0 | 1 if !is_deep => self.if_statement(),
            2 if !is_deep => self.loop_statement(),
            3 if !is_deep => self.switch_statement(),
            4 => self.call_statement(),
            5 => {
                self.local();
            }
            6 => self.copy_statement(),
            7 => {
                // An element chosen at run time, or one of the wrong place in the way of a constant one.
                let arrays: Vec<usize> = (0..self.homes.len()).filter(|at| self.homes[*at].array.is_some()).collect();
                if let Some(at) = arrays.first() {
                    let home = self.homes[*at].clone();
                    if let Some((ty, stride, count)) = home.array {
                        let index = self.index_below(count, 1);
                        let pointer =
                            self.b.inst(Inst::Index { pointer: home.address, index, stride, count: Some(count) });
                        let value = self.expression(ty, 2);
                        self.b.inst(Inst::Store { pointer, value, align: 4 });
                    }
                }
            }
            _ => {
                let at = self.random.below(self.homes.len());
                let home = self.homes[at].clone();
                let (offset, ty) = self.random.pick(&home.places);
                let value = self.expression(ty, 3);
                self.store(home.address, offset, value);
            }
        }
    }

    /// How a block may end: mostly by going on.
    fn tail(&mut self) -> Option<StatementKind> {
        match self.random.below(8) {
            0 if self.can_break => Some(StatementKind::Break),
            1 if self.can_continue => Some(StatementKind::Continue),
            2 if let Some(result) = self.result => {
                let value = (result != Type::Void).then(|| self.b_constant_at_start(result));
                Some(StatementKind::Return(value))
            }
            _ => None,
        }
    }

    /// A value for a return, made in the block around.
    fn b_constant_at_start(&mut self, ty: Type) -> Value {
        self.expression(ty, 1)
    }

    fn if_statement(&mut self) {
        let condition = self.expression(BOOL, 2);
        let tail = self.tail();
        let then_block = self.block(3, tail);
        let tail = if self.random.below(3) == 0 { self.tail() } else { None };
        let else_block = if self.random.below(2) == 0 { self.block(2, tail) } else { deburr::ir::Block::default() };
        self.b.statement(StatementKind::If { condition, then_block, else_block });
    }

    fn loop_statement(&mut self) {
        let counter = self.b.function.add_local(Local {
            name: "i".into(),
            size: 4,
            align: 4,
            layout: None,
            origin: Origin::NONE,
        });
        self.b.inst(Inst::Begin(counter));
        let address = self.b.local(counter);
        let zero = self.b.constant(Constant::i32(0));
        self.b.store(address, zero);
        let limit = if self.random.below(2) == 0 {
            self.b.constant(Constant::i32([0, 1, 2, 3, 5][self.random.below(5)]))
        } else {
            let a = self.expression(I32, 1);
            let mask = self.b.constant(Constant::i32(3));
            self.b.binary(BinaryOp::And, a, mask)
        };
        let outer = (self.can_break, self.can_continue);
        self.b.open();
        self.visible.push(Vec::new());
        let at = self.b.load(address, I32);
        self.see(at);
        let goes_on = self.b.compare(CompareOp::Less, at, limit);
        self.b.if_else(goes_on, |_| {}, |b| b.statement(StatementKind::Break));
        (self.can_break, self.can_continue) = (true, true);
        let body = self.block(4, None);
        (self.can_break, self.can_continue) = outer;
        // The body's statements go into the loop's own block.
        let mut whole = self.b.close();
        self.visible.pop();
        whole.0.extend(body.0);
        self.b.open();
        let old = self.b.load(address, I32);
        let one = self.b.constant(Constant::i32(1));
        let new = self.b.binary(BinaryOp::Add, old, one);
        self.b.store(address, new);
        let step = self.b.close();
        self.b.statement(StatementKind::Loop { body: whole, step });
        self.b.inst(Inst::End(counter));
    }

    fn switch_statement(&mut self) {
        let selector = if self.random.below(4) == 0 { self.constant(I32) } else { self.index_below(4, 1) };
        let outer = self.can_break;
        self.can_break = true;
        let mut cases = Vec::new();
        let count = 1 + self.random.below(4);
        let default = self.random.below(count + 1);
        for number in 0..count {
            let tail = (self.random.below(2) == 0).then_some(StatementKind::Break);
            let body = self.block(2, tail);
            cases.push(Case { values: [number as i64].into_iter().collect(), is_default: number == default, body });
        }
        self.can_break = outer;
        self.b.statement(StatementKind::Switch { selector, cases });
    }

    fn call_statement(&mut self) {
        if self.callees.is_empty() {
            return;
        }
        let at = self.random.below(self.callees.len());
        let (callee, params, result) = self.callees[at].clone();
        let mut arguments = Vec::new();
        for ty in params {
            if matches!(ty, Type::Pointer(_)) {
                let ints: Vec<Value> =
                    self.homes.iter().filter(|home| home.places[0] == (0, I32)).map(|home| home.address).collect();
                if ints.is_empty() {
                    return;
                }
                arguments.push(self.random.pick(&ints));
            } else {
                arguments.push(self.expression(ty, 2));
            }
        }
        let value = self.b.typed(Inst::Call(callee, arguments.into_iter().collect()), result);
        if result != Type::Void {
            self.see(value);
        }
    }

    /// A copy between locals of one size, or to or from the thread's part of the buffer.
    fn copy_statement(&mut self) {
        let from = self.homes[self.random.below(self.homes.len())].clone();
        let size = from.size;
        if let Some(own) = self.own
            && self.random.below(2) == 0
            // Bytes of a bool must be 0 or 1, wherever they come from.
            && from.places.iter().all(|(_, ty)| *ty != BOOL)
        {
            let there = self.at(own, 256);
            let (to, from) = if self.random.below(2) == 0 { (there, from.address) } else { (from.address, there) };
            self.b.inst(Inst::Copy { to, from, size, align: 2 });
            return;
        }
        let same: Vec<Value> = self
            .homes
            .iter()
            .filter(|home| home.size == size && home.address != from.address && home.local.0 != u32::MAX)
            .filter(|home| home.places.iter().chain(&from.places).all(|(_, ty)| *ty != BOOL))
            .map(|home| home.address)
            .collect();
        if !same.is_empty() && from.local.0 != u32::MAX {
            let to = self.random.pick(&same);
            self.b.inst(Inst::Copy { to, from: from.address, size, align: 2 });
        }
    }

    fn give_back(&mut self, result: Type) {
        let value = (result != Type::Void).then(|| self.expression(result, 2));
        self.b.statement(StatementKind::Return(value));
    }

    /// Stores every place of every local to the thread's part of the buffer.
    fn store_all(&mut self, own: Value) {
        let mut at: u32 = 0;
        for home in self.homes.clone() {
            for (offset, ty) in home.places {
                let value = self.load(home.address, offset, ty);
                let room = natural_align(ty).max(4);
                at = at.next_multiple_of(room);
                if at + room <= 256 {
                    self.store(own, at, value);
                    at += room;
                }
            }
        }
    }
}
