//! Which identifiers are keywords to the parser.
//!
//! Only spellings; grammar is elsewhere. Names that MSL's library declares (`uint`, `float4`, `texture2d`) are not here.

use crate::syntax::token::Interner;
use crate::syntax::token::Symbol;

macro_rules! keywords {
    ($($name:ident: $($text:literal)*;)*) => {
        /// A word with a meaning of its own; spelling variants share one.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Word {
            /// The token is no identifier.
            Other,
            /// An ordinary identifier.
            Identifier,
            $($name,)*
        }

        const SPELLINGS: &[(&str, Word)] = &[$($(($text, Word::$name),)*)*];
    };
}

keywords! {
    Alignas: "alignas" "_Alignas";
    Alignof: "alignof" "_Alignof" "__alignof__" "__alignof";
    Asm: "asm" "__asm" "__asm__";
    Attribute: "__attribute__" "__attribute";
    Auto: "auto";
    BFloat: "bfloat" "__bf16";
    Bool: "bool" "_Bool";
    Break: "break";
    Case: "case";
    Catch: "catch";
    Char: "char";
    Class: "class";
    Coherent: "coherent";
    Const: "const" "__const" "__const__";
    Constant: "constant";
    Constexpr: "constexpr";
    ConstCast: "const_cast";
    Continue: "continue";
    Decltype: "decltype";
    Default: "default";
    Delete: "delete";
    Device: "device";
    Do: "do";
    Double: "double";
    DynamicCast: "dynamic_cast";
    Else: "else";
    Enum: "enum";
    Explicit: "explicit";
    Extern: "extern";
    ExtensionMark: "__extension__";
    False: "false";
    Float: "float";
    For: "for";
    Fragment: "fragment";
    Friend: "friend";
    FunctionName: "__func__" "__FUNCTION__" "__PRETTY_FUNCTION__";
    Goto: "goto";
    Half: "half" "__fp16" "_Float16";
    If: "if";
    Inline: "inline" "__inline" "__inline__";
    Int: "int";
    Kernel: "kernel";
    Long: "long";
    Mutable: "mutable";
    Namespace: "namespace";
    New: "new";
    Noexcept: "noexcept";
    Nullptr: "nullptr";
    ObjectData: "object_data";
    Offsetof: "__builtin_offsetof" "offsetof";
    Operator: "operator";
    Private: "private";
    Protected: "protected";
    Public: "public";
    RayData: "ray_data";
    Register: "register";
    ReinterpretCast: "reinterpret_cast";
    Restrict: "restrict" "__restrict" "__restrict__";
    Return: "return";
    Short: "short";
    Signed: "signed" "__signed" "__signed__";
    Sizeof: "sizeof";
    Static: "static";
    StaticAssert: "static_assert" "_Static_assert";
    StaticCast: "static_cast";
    Struct: "struct";
    Switch: "switch";
    Template: "template";
    This: "this";
    Thread: "thread";
    ThreadLocal: "thread_local" "_Thread_local";
    Threadgroup: "threadgroup";
    ThreadgroupImageblock: "threadgroup_imageblock";
    Throw: "throw";
    True: "true";
    Try: "try";
    Typedef: "typedef";
    Typeid: "typeid";
    Typename: "typename";
    Typeof: "typeof" "__typeof__" "__typeof";
    Union: "union";
    Unsigned: "unsigned";
    Using: "using";
    Vertex: "vertex";
    Virtual: "virtual";
    Void: "void";
    Volatile: "volatile" "__volatile" "__volatile__";
    While: "while";
    TypeTransform: "__underlying_type" "__decay" "__remove_cv" "__remove_const" "__remove_volatile" "__remove_cvref"
        "__remove_reference" "__remove_reference_t" "__remove_pointer" "__add_pointer" "__make_signed"
        "__make_unsigned" "__remove_extent" "__remove_all_extents" "__remove_address_space";
}

/// GNU attributes that may be spelled with underscores around: their plain spellings must be known to the interner.
const ATTRIBUTES: &[&str] = &[
    "aligned",
    "always_inline",
    "annotate",
    "const",
    "convergent",
    "enable_if",
    "ext_vector_type",
    "fallthrough",
    "flatten",
    "hot",
    "internal_linkage",
    "may_alias",
    "noinline",
    "overloadable",
    "packed",
    "pure",
    "section",
    "unused",
    "used",
    "vector_size",
    "visibility",
    "warn_unused_result",
    "weak",
];

/// The keyword of each symbol, by number.
#[derive(Debug)]
pub(super) struct Keywords {
    table: Vec<Word>,
}

impl Keywords {
    /// Interns the spellings.
    pub(super) fn new(interner: &mut Interner) -> Self {
        let mut table = Vec::new();
        for (text, word) in SPELLINGS {
            let index = interner.intern(text).0 as usize;
            if index >= table.len() {
                table.resize(index + 1, Word::Identifier);
            }
            table[index] = *word;
        }
        for text in ATTRIBUTES {
            interner.intern(text);
        }
        Self { table }
    }

    /// What a symbol is.
    pub(super) fn word(&self, symbol: Symbol) -> Word {
        self.table.get(symbol.0 as usize).copied().unwrap_or(Word::Identifier)
    }
}
