//! Every diagnostic code with the page that `deburr explain` prints: one table.
//!
//! Compile-time codes are `E` and four digits, by stage: 00 general, 01 lexer, 02 preprocessor, 03 parser,
//! 04 names, 05 types and conversions, 06 overloads, 07 templates, 08 constant evaluation, 09 address spaces,
//! 10 attributes and entry points, 11 statements, 20 host API. Run-time codes are words. Codes never change meaning.

/// A stable diagnostic code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// What `deburr explain` says about a code.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// One line.
    pub title: &'static str,
    /// What it means, an example that is wrong, and the repaired example; Markdown.
    pub text: &'static str,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $title:literal, $text:literal;)*) => {
        $($(#[$doc])* #[doc = $title] pub const $name: Code = Code($code);)*

        /// All codes, in the order of the table.
        pub const TABLE: &[Explanation] = &[$(Explanation { code: $name, title: $title, text: $text }),*];
    };
}

codes! {
    UNSUPPORTED = "E0001", "a construct that deburr does not support yet",
        "The program may well be correct MSL, but deburr can't run this construct yet. It stops rather than guess.\n\
         `docs/status.md` lists what is not supported. Exit code 4.";
    INTERNAL = "E0002", "an internal error of deburr",
        "deburr found a mistake in itself. The program may be right. Please report it with the source. Exit code 3.";
    STRAY_CHARACTER = "E0101", "a character that belongs to no token",
        "The text holds a character that means nothing to the language outside literals and comments. Text copied \
         from a web page often brings typographic quotation marks or unusual blanks.\n\n\
         Wrong:\n```metal\nfloat x = a @ b;\n```\nRight:\n```metal\nfloat x = a * b;\n```";
    UNTERMINATED_LITERAL = "E0102", "a string or character literal that is not closed",
        "A string or character literal ends on the line on which it starts. Raw strings may span lines, but need \
         their own closing mark.\n\n\
         Wrong:\n```metal\nconstant char c = 'a;\n```\nRight:\n```metal\nconstant char c = 'a';\n```";
    UNTERMINATED_COMMENT = "E0103", "a comment that is never closed",
        "A `/*` has no `*/` before the end of the file, so everything behind it is comment. Such comments do not \
         nest.\n\n\
         Wrong:\n```metal\n/* the gain\nconstant float gain = 2;\n```\n\
         Right:\n```metal\n/* the gain */\nconstant float gain = 2;\n```";
    UNKNOWN_DIRECTIVE = "E0201", "an unknown preprocessing directive",
        "A line starts with `#`, but the word behind it is no directive.\n\n\
         Wrong:\n```metal\n#inlcude <metal_stdlib>\n```\nRight:\n```metal\n#include <metal_stdlib>\n```";
    MALFORMED_DIRECTIVE = "E0202", "a directive that is written wrongly",
        "The directive exists, but what follows its name is not what it takes.\n\n\
         Wrong:\n```metal\n#include metal_stdlib\n```\nRight:\n```metal\n#include <metal_stdlib>\n```";
    INCLUDE_NOT_FOUND = "E0203", "an included file that is not found",
        "`#include \"name\"` is looked for beside the including file, then in the directories given with `-I`, then \
         among the library's headers, then by its base name in the header map. `#include <name>` skips the first \
         step. A missing file stops the run: what it would have declared is unknown.\n\n\
         Wrong:\n```metal\n#include <metal_stdlip>\n```\nRight:\n```metal\n#include <metal_stdlib>\n```";
    INCLUDE_TOO_DEEP = "E0204", "files that include one another without end",
        "Includes are nested deeper than the limit; usually a file includes itself, perhaps through others.\n\n\
         Wrong (`a.h`):\n```metal\n#include \"a.h\"\n```\n\
         Right (`a.h`):\n```metal\n#pragma once\n#include \"b.h\"\n```";
    UNBALANCED_CONDITIONAL = "E0205", "conditional directives that do not match",
        "Each `#if`, `#ifdef` or `#ifndef` needs its `#endif` in the same file; `#else` and `#elif` stand between \
         them, and nothing but `#endif` may follow `#else`.\n\n\
         Wrong:\n```metal\n#ifdef FAST\nconstant int n = 1;\n```\n\
         Right:\n```metal\n#ifdef FAST\nconstant int n = 1;\n#endif\n```";
    BAD_CONDITION = "E0206", "an #if condition that cannot be evaluated",
        "The condition of `#if` and `#elif` is an integer constant expression: numbers, characters, operators, \
         macros, `defined`. Names that are no macros count as 0. Types, casts, strings and floating-point numbers \
         are not allowed.\n\n\
         Wrong:\n```metal\n#if __METAL_VERSION__ >= 3.1\n#endif\n```\n\
         Right:\n```metal\n#if __METAL_VERSION__ >= 310\n#endif\n```";
    ERROR_DIRECTIVE = "E0207", "an #error directive",
        "The program itself refuses to be compiled this way; its message says why.\n\n\
         Wrong (without `-D WIDTH=8`):\n```metal\n#ifndef WIDTH\n#error define WIDTH\n#endif\n```\n\
         Right:\n```metal\n#ifndef WIDTH\n#define WIDTH 8\n#endif\n```";
    WARNING_DIRECTIVE = "E0208", "a #warning directive",
        "The program itself warns; its message says of what. The exit code is not affected.\n\n\
         Warns:\n```metal\n#warning this kernel is slow\n```\n\
         Silent:\n```metal\n// This kernel is slow.\n```";
    BAD_MACRO_DEFINITION = "E0209", "a macro definition that is written wrongly",
        "A macro has a name, perhaps parameters in parentheses without blank before them, and a body. `##` stands \
         between two tokens, and in a function-like macro `#` stands before a parameter.\n\n\
         Wrong:\n```metal\n#define NAME(x) ## x\n```\nRight:\n```metal\n#define NAME(x) name_ ## x\n```";
    MACRO_REDEFINED = "E0210", "a macro that is defined twice, differently",
        "The later definition holds from its place on, which makes the meaning of a line depend on the order of \
         includes. Definitions that agree token by token are no matter.\n\n\
         Suspicious:\n```metal\n#define WIDTH 8\n#define WIDTH 16\n```\n\
         Clear:\n```metal\n#define WIDTH 8\n#undef WIDTH\n#define WIDTH 16\n```";
    MACRO_ARGUMENT_COUNT = "E0211", "a macro call with the wrong number of arguments",
        "Arguments are separated by commas outside parentheses; brackets and braces do not protect a comma, and \
         neither do the angle brackets of a template.\n\n\
         Wrong:\n```metal\n#define DECLARE(type, name) type name;\nDECLARE(array<int, 4>, a)\n```\n\
         Right:\n```metal\n#define DECLARE(name, ...) __VA_ARGS__ name;\nDECLARE(a, array<int, 4>)\n```";
    UNTERMINATED_MACRO_CALL = "E0212", "a macro call that is never closed",
        "The arguments of a macro call start with `(`, but the file ends before the matching `)`.\n\n\
         Wrong:\n```metal\n#define SQUARE(x) ((x) * (x))\nconstant int n = SQUARE(2;\n```\n\
         Right:\n```metal\n#define SQUARE(x) ((x) * (x))\nconstant int n = SQUARE(2);\n```";
    INVALID_PASTE = "E0213", "pasted tokens that form no token",
        "`##` joins the spellings of two tokens; the result has to be one token.\n\n\
         Wrong:\n```metal\n#define MEMBER(a, b) a ## . ## b\nMEMBER(light, color)\n```\n\
         Right:\n```metal\n#define MEMBER(a, b) a.b\nMEMBER(light, color)\n```";
    EXPANSION_LIMIT = "E0214", "macros or includes that grow beyond measure",
        "Expanding the macros of the program makes more tokens than the limit, or nests calls deeper than the limit. \
         A chain of macros that each use the next one twice doubles with every step.\n\n\
         Wrong:\n```metal\n#define A B B\n#define B C C\n// ... forty steps\n```\n\
         Right:\n```metal\nfor (int i = 0; i < n; i++) step(i);\n```";
    UNKNOWN_PRAGMA = "E0215", "a pragma that deburr does not know",
        "The pragma is ignored. If it changes the meaning of the program, the result may differ from what a Metal \
         compiler makes of it.\n\n\
         Warns:\n```metal\n#pragma unrol\n```\nSilent:\n```metal\n#pragma unroll\n```";
    BAD_PRAGMA_OPERATOR = "E0216", "a _Pragma operator that is written wrongly",
        "`_Pragma` takes one string in parentheses.\n\n\
         Wrong:\n```metal\n_Pragma(unroll)\n```\nRight:\n```metal\n_Pragma(\"unroll\")\n```";
    EXTRA_TOKENS = "E0217", "text behind a complete directive",
        "The directive is complete before the end of its line; the rest has no effect.\n\n\
         Suspicious:\n```metal\n#ifdef FAST\n#endif FAST\n```\n\
         Clear:\n```metal\n#ifdef FAST\n#endif // FAST\n```";

    UNEXPECTED_TOKEN = "E0301", "something else was expected here",
        "The text stops making sense at this place. The message says what could have stood here and what was found.\n\n\
         ```metal\nfloat a = (1.0 + ;\n```\n\nAn operand is missing behind `+`:\n\n```metal\nfloat a = (1.0 + 2.0);\n```";
    UNCLOSED = "E0302", "the file ends inside an open bracket",
        "A `{`, `(`, `[` or `<` has no closing counterpart before the end of the file.\n\n\
         ```metal\nkernel void k() {\n    if (true) {\n}\n```\n\nOne more `}` closes the function:\n\n\
         ```metal\nkernel void k() {\n    if (true) {\n    }\n}\n```";
    MISSING_SEMICOLON = "E0303", "a semicolon is missing",
        "A statement or declaration ends with `;`.\n\n```metal\nstruct S { float x; }\nint a = 1\n```\n\n\
         With the semicolons, also behind the `}` of a struct:\n\n```metal\nstruct S { float x; };\nint a = 1;\n```";
    UNMATCHED = "E0304", "a closing bracket or an `else` that belongs to nothing",
        "A `}` has no `{` before it, or an `else` has no `if`.\n\n\
         ```metal\nif (a) b = 1; c = 2;\nelse b = 3;\n```\n\nThe `if` ends with its first statement; braces make \
         one of several:\n\n```metal\nif (a) { b = 1; c = 2; }\nelse b = 3;\n```";
    BAD_NUMBER = "E0305", "a malformed number",
        "A number has digits, perhaps a point and an exponent, and perhaps a suffix: `u`, `l`, `ul` for integers, \
         `f`, `h`, `bf` for floating point.\n\n```metal\nhalf a = 1h;\nint b = 09;\n```\n\nA floating-point \
         suffix needs a point, and `0` begins an octal number:\n\n```metal\nhalf a = 1.0h;\nint b = 9;\n```";
    NUMBER_OUT_OF_RANGE = "E0306", "a number that its type can't hold",
        "The value is larger than the largest one of its type.\n\n```metal\nhalf a = 70000.0h;\n```\n\n\
         A half reaches to 65504:\n\n```metal\nfloat a = 70000.0f;\n```";
    BAD_TEXT = "E0307", "a malformed character or string",
        "A character literal holds one byte; strings may contain the escapes of C++.\n\n\
         ```metal\nconstant char a = 'ab';\n```\n\nRepaired:\n\n```metal\nconstant char a = 'a';\n```";
    TOO_DEEP = "E0308", "an expression, statement or type that nests too deep",
        "Brackets, statements and types nest up to 256 levels, and one expression up to 1000 operators in a chain, \
         so that no input can exhaust memory.\n\n```metal\nint a = 1 + 1 + 1 /* … a thousand times … */ + 1;\n```\n\n\
         Split it:\n\n```metal\nint a = 1 + 1;\na = a + 1;\n```";
    NOT_IN_MSL = "E0309", "a construct of C++ that MSL does not have",
        "MSL has no `goto`, no exceptions, no `new` and `delete`, no virtual functions and no run-time type \
         information.\n\n```metal\nfloat *a = new float[4];\n```\n\nUse a local array:\n\n\
         ```metal\nfloat a[4];\n```";
    EXPECTED_TYPE = "E0310", "a name that is not a type where a type is needed",
        "A declaration begins with a type. The name that stands there is a variable, a function or a namespace, or \
         it is unknown: perhaps a misspelt macro, or one whose `#include` is missing.\n\n\
         ```metal\nint count;\ncount other;\n```\n\nRepaired:\n\n```metal\nint count;\nint other;\n```";
    CONFLICTING_SPECIFIERS = "E0311", "specifiers that exclude each other",
        "A declaration has one type, one address space for each pointer level, and one function stage.\n\n\
         ```metal\nvoid f(device constant float *p);\n```\n\nRepaired:\n\n\
         ```metal\nvoid f(device float *p);\n```";
    DECLARES_NOTHING = "E0312", "a declaration without a name",
        "A type alone declares nothing.\n\n```metal\nfloat;\n```\n\nGive it a name:\n\n\
         ```metal\nfloat x;\n```";
    UNKNOWN_NAME = "E0401", "a name that nothing declares",
        "No declaration of the name is visible here. It may be misspelt, declared further down, or live in a namespace.\n\n\
         Wrong:\n```metal\nfloat area(float radius) { return M_PI_F * raduis * radius; }\n```\n\
         Right:\n```metal\nfloat area(float radius) { return M_PI_F * radius * radius; }\n```";
    NOT_A_SCOPE = "E0402", "a name before :: that has no members",
        "Only namespaces, classes and enumerations can stand before `::`.\n\n\
         Wrong:\n```metal\nconstant int n = 4;\nconstant int m = n::value;\n```\n\
         Right:\n```metal\nstruct N { static constexpr constant int value = 4; };\nconstant int m = N::value;\n```";
    NOT_A_TYPE = "E0403", "a name that is no type",
        "A type is wanted where a variable, function or namespace is named.\n\n\
         Wrong:\n```metal\nconstant int size = 4;\nsize x;\n```\nRight:\n```metal\nconstant int size = 4;\nint x = size;\n```";
    REDEFINED = "E0404", "a name that is defined twice",
        "One scope gives a name one meaning; only functions may share a name, if their parameters differ.\n\n\
         Wrong:\n```metal\nstruct Light { float3 color; };\nstruct Light { float power; };\n```\n\
         Right:\n```metal\nstruct Light { float3 color; };\nstruct Lamp { float power; };\n```";
    AMBIGUOUS_NAME = "E0405", "a name with several meanings",
        "Two namespaces in use declare the name differently. Qualify it.\n\n\
         Wrong:\n```metal\nnamespace a { constant int n = 1; }\nnamespace b { constant int n = 2; }\n\
         using namespace a;\nusing namespace b;\nconstant int m = n;\n```\n\
         Right:\n```metal\nconstant int m = a::n;\n```";
    CONFLICTING_DECLARATION = "E0406", "a declaration that contradicts an earlier one",
        "The same function or variable is declared again, with another result or type.\n\n\
         Wrong:\n```metal\nfloat gain(int i);\nint gain(int i) { return i; }\n```\n\
         Right:\n```metal\nfloat gain(int i);\nfloat gain(int i) { return i; }\n```";
    NO_SUCH_MEMBER_DECLARED = "E0407", "a definition of a member that the class does not declare",
        "Something is defined with a qualified name, but the class or namespace has no declaration that it could belong \
         to.\n\n\
         Wrong:\n```metal\nstruct Ray { float3 at(float t) const; };\nfloat3 Ray::at(half t) const { return t; }\n```\n\
         Right:\n```metal\nstruct Ray { float3 at(float t) const; };\nfloat3 Ray::at(float t) const { return t; }\n```";
    UNDEFINED_FUNCTION = "E0450", "a function that is called but never defined",
        "The function is declared, and something an entry point reaches calls it, but no definition follows.\n\n\
         ```metal\nfloat scale(float x);                    // no body anywhere\nkernel void k(device float* o) { o[0] = scale(1.0); }\n```\n\n\
         Define it in this file or in a header that it includes:\n\n```metal\nfloat scale(float x) { return 2.0 * x; }\n```";
    NO_OBJECT = "E0461", "a member without an object",
        "Data members and methods belong to objects. Outside the methods of its class a member is named behind an object \
         and `.` or `->`; `this` exists only inside non-static methods.\n\n\
         Wrong:\n```metal\nstruct S { int x; };\nint f() { return S::x; }\n```\n\
         Right:\n```metal\nstruct S { int x; };\nint f(S s) { return s.x; }\n```";
    NOT_A_VALUE = "E0462", "a name that is no value",
        "An expression is made of values; the name stands for a type, a template, a namespace or a method that is not called.\n\n\
         Wrong:\n```metal\nint n = float;\n```\n\
         Right:\n```metal\nint n = int(1.5f);\n```";
    LOCAL_NOT_ACCESSIBLE = "E0463", "a local variable of another function",
        "The body of a lambda or of a local class is a function of its own. A lambda reaches the locals around it through \
         its captures; constants need none.\n\n\
         Wrong:\n```metal\nint n = get();\nauto f = []() { return n; };\n```\n\
         Right:\n```metal\nint n = get();\nauto f = [n]() { return n; };\n```";
    NO_SUCH_TYPE_IN_MSL = "E0501", "a C++ type that MSL does not have",
        "MSL has neither `double` nor `long long`: `float` and `long` take their places.\n\n\
         Wrong:\n```metal\ndouble x = 1;\n```\nRight:\n```metal\nfloat x = 1;\n```";
    BAD_ARRAY = "E0502", "an array that can't exist",
        "An array has at least one element, of a type that objects can have, and its size is a constant.\n\n\
         Wrong:\n```metal\nint a[0];\n```\nRight:\n```metal\nint a[1];\n```";
    NOT_AN_INTEGER = "E0503", "a constant that has to be an integer",
        "Array bounds, widths of bit-fields, alignments and indices are integers.\n\n\
         Wrong:\n```metal\nint a[2.0];\n```\nRight:\n```metal\nint a[2];\n```";
    INCOMPLETE_TYPE = "E0504", "a type that is declared but not defined",
        "Pointers to such a type are fine; objects, members and sizes need its definition.\n\n\
         Wrong:\n```metal\nstruct Node;\nstruct List { Node first; };\n```\n\
         Right:\n```metal\nstruct Node { int value; };\nstruct List { Node first; };\n```";
    AUTO_NOT_ALLOWED = "E0505", "auto where there is nothing to deduce from",
        "`auto` takes the type of an initialiser or of a returned value.\n\n\
         Wrong:\n```metal\nstruct S { auto x; };\n```\nRight:\n```metal\nstruct S { float x; };\n```";
    BAD_MEMBER = "E0506", "a member that a class can't have",
        "The type of the member, or its specifiers, are not possible for members.\n\n\
         Wrong:\n```metal\nstruct S { S inner; };\n```\nRight:\n```metal\nstruct S { device S* next; };\n```";
    BAD_BASE = "E0507", "a base class that is none",
        "A base is a complete struct or class, and named once.\n\n\
         Wrong:\n```metal\nstruct D : int { };\n```\nRight:\n```metal\nstruct B { int x; };\nstruct D : B { };\n```";
    MISSING_IN_MSL = "E0508", "a C++ feature that MSL does not have",
        "MSL leaves out some of C++: virtual functions, exceptions, `new`, run-time type information, C-style variadic \
         functions, static locals.\n\n\
         Wrong:\n```metal\nint sum(int count, ...);\n```\nRight:\n```metal\nint sum(int count, const device int* values);\n```";
    BAD_BIT_FIELD = "E0509", "a bit-field that can't exist",
        "A bit-field has an integer or enumeration type, and at most as many bits as it.\n\n\
         Wrong:\n```metal\nstruct S { uchar x : 9; };\n```\nRight:\n```metal\nstruct S { ushort x : 9; };\n```";
    TRAIT_UNDEFINED = "E0510", "a type trait that has no answer",
        "Some traits exist for some types only: `make_unsigned` for integers, `underlying_type` for enumerations.\n\n\
         Wrong:\n```metal\nusing T = metal::make_unsigned_t<float>;\n```\n\
         Right:\n```metal\nusing T = metal::make_unsigned_t<int>;\n```";
    BAD_ENUM = "E0511", "an enumeration that can't exist",
        "The underlying type is an integer type that holds all values.\n\n\
         Wrong:\n```metal\nenum Flags : uchar { all = 256 };\n```\nRight:\n```metal\nenum Flags : ushort { all = 256 };\n```";
    BAD_PARAMETER = "E0512", "a parameter or result that a function can't have",
        "Atomics are passed by pointer or reference; arrays and functions are not returned.\n\n\
         Wrong:\n```metal\nint load(atomic_int a);\n```\nRight:\n```metal\nint load(device atomic_int* a);\n```";
    NO_CONVERSION = "E0520", "a value that does not convert to the type that is wanted",
        "Scalars convert to scalars and spread over vectors by themselves. Vectors of other lengths or element types, half \
         and bfloat, scoped enumerations and unrelated pointers don't: such a conversion has to be written.\n\n\
         Wrong:\n```metal\nfloat3 a = uint3(1, 2, 3);\n```\n\
         Right:\n```metal\nfloat3 a = float3(uint3(1, 2, 3));\n```";
    OPERAND_TYPES = "E0521", "an operator on operands it does not take",
        "Vectors meet in operators only if they have the same type; a scalar spreads over the other side. `%` and the bit \
         operators are for integers, `fmod` and `as_type` for floats.\n\n\
         Wrong:\n```metal\nfloat x = 5.0f % 2.0f;\n```\n\
         Right:\n```metal\nfloat x = fmod(5.0f, 2.0f);\n```";
    NOT_ASSIGNABLE = "E0522", "something that can't be assigned to",
        "The left side of an assignment is an object that may be written: no value, nothing const, nothing in constant \
         memory, no swizzle that names a component twice.\n\n\
         Wrong:\n```metal\nfloat4 v;\nv.xx = float2(1);\n```\n\
         Right:\n```metal\nfloat4 v;\nv.xy = float2(1);\n```";
    REFERENCE_BINDING = "E0523", "a reference that has nothing fitting to refer to",
        "A reference that isn't const refers to an object of just its type. Components of vectors and bit-fields have no \
         address; values and converted values are temporaries, to which only const references and `&&` bind.\n\n\
         Wrong:\n```metal\nvoid set(thread float& x);\nfloat4 v;\nset(v.x);\n```\n\
         Right:\n```metal\nvoid set(thread float& x);\nfloat x = v.x;\nset(x);\nv.x = x;\n```";
    NO_MEMBER = "E0524", "a member that does not exist",
        "The class (or a base of it) declares no member of that name.\n\n\
         Wrong:\n```metal\nstruct S { float size; };\nfloat f(S s) { return s.length; }\n```\n\
         Right:\n```metal\nstruct S { float size; };\nfloat f(S s) { return s.size; }\n```";
    MEMBER_OPERATOR = "E0525", ". on a pointer, or -> on an object",
        "Members of an object are reached with `.`, members of what a pointer points to with `->`.\n\n\
         Wrong:\n```metal\ndevice S* p;\np.x = 1;\n```\n\
         Right:\n```metal\ndevice S* p;\np->x = 1;\n```";
    SWIZZLE = "E0526", "components that a vector does not have",
        "A swizzle names one to four components, all by `x y z w` or all by `r g b a`, and only components that there are.\n\n\
         Wrong:\n```metal\nfloat3 v;\nfloat a = v.w;\n```\n\
         Right:\n```metal\nfloat4 v;\nfloat a = v.w;\n```";
    SUBSCRIPT = "E0527", "a subscript that can't be taken",
        "Pointers, arrays, vectors, matrices (by column) and classes with `operator[]` have elements, numbered from 0 by an \
         integer.\n\n\
         Wrong:\n```metal\nfloat2x2 m;\nfloat2 c = m[2];\n```\n\
         Right:\n```metal\nfloat2x2 m;\nfloat2 c = m[1];\n```";
    CONSTRUCTOR_VALUES = "E0528", "values that make up no vector or matrix",
        "A vector is made of one scalar for all components, or of scalars and vectors with as many components together. A \
         matrix is made of one scalar for the diagonal, of all its columns, or of all its elements.\n\n\
         Wrong:\n```metal\nfloat4 v = float4(1, 2, 3);\n```\n\
         Right:\n```metal\nfloat4 v = float4(1, 2, 3, 0);\n```";
    INITIALIZER_COUNT = "E0529", "an initialiser with too many or misplaced values",
        "A brace list gives values to elements and members in order; designators go forward. There must be an element for \
         each value.\n\n\
         Wrong:\n```metal\nint a[2] = {1, 2, 3};\n```\n\
         Right:\n```metal\nint a[3] = {1, 2, 3};\n```";
    INVALID_CAST = "E0530", "a cast that is not possible",
        "Casts convert between numbers, between vectors of one length, between pointers in one address space. `as_type` \
         keeps the bits, so both types have one size. No cast changes an address space.\n\n\
         Wrong:\n```metal\nushort x = as_type<ushort>(1.0f);\n```\n\
         Right:\n```metal\nuint x = as_type<uint>(1.0f);\n```";
    CONDITION_TYPE = "E0531", "a condition that is neither true nor false",
        "A condition converts to `bool`: numbers, pointers, objects that say so. A vector of bool is many answers: `any` and \
         `all` make one of it.\n\n\
         Wrong:\n```metal\nif (a < b) {} // float4 a, b\n```\n\
         Right:\n```metal\nif (all(a < b)) {}\n```";
    CONDITIONAL_ARMS = "E0532", "values of ?: that have no common type",
        "Both values of `c ? a : b` are converted to one type: a scalar to the vector on the other side, an object to the \
         class on the other side.\n\n\
         Wrong:\n```metal\nauto v = c ? float2(1) : float3(1);\n```\n\
         Right:\n```metal\nauto v = c ? float3(1, 1, 0) : float3(1);\n```";
    NOT_CALLABLE = "E0533", "a call of something that is no function",
        "Functions, function pointers and objects with `operator()` can be called.\n\n\
         Wrong:\n```metal\nint n = 3;\nint m = n(4);\n```\n\
         Right:\n```metal\nint n = 3;\nint m = n * 4;\n```";
    CONST_WITHOUT_VALUE = "E0534", "a constant local without a value",
        "What is const, constexpr or in constant memory is never written, so its declaration gives its value.\n\n\
         Wrong:\n```metal\nconst int n;\n```\n\
         Right:\n```metal\nconst int n = 4;\n```";
    BAD_LOCAL = "E0535", "a local variable that can't exist",
        "A local variable has a plain name and a type of known size.\n\n\
         Wrong:\n```metal\nvoid x;\n```\n\
         Right:\n```metal\nint x;\n```";
    LAMBDA_VERSION = "E0536", "a lambda in an older version of MSL",
        "Lambda expressions came with Metal 3.2. Compile with `--std metal3.2`, or write a function or a class with \
         `operator()`.\n\n\
         Wrong:\n```metal\n// --std metal3.1\nauto f = [](int x) { return x + 1; };\n```\n\
         Right:\n```metal\n// --std metal3.2\nauto f = [](int x) { return x + 1; };\n```";
    BAD_CAPTURE = "E0537", "a capture of what is no local variable",
        "A lambda captures locals and parameters of the function around it. Program-scope names are visible without.\n\n\
         Wrong:\n```metal\nconstant int n = 1;\nvoid f() { auto g = [n]() { return n; }; }\n```\n\
         Right:\n```metal\nconstant int n = 1;\nvoid f() { auto g = []() { return n; }; }\n```";
    NO_MATCHING_FUNCTION = "E0601", "a call that no function takes",
        "Of the functions of that name, none has parameters to which the arguments convert. The diagnostic says of each why.\n\n\
         Wrong:\n```metal\nfloat d = dot(float3(1), float2(1));\n```\n\
         Right:\n```metal\nfloat d = dot(float3(1), float3(1));\n```";
    AMBIGUOUS_CALL = "E0602", "a call that means several functions equally",
        "The arguments convert to the parameters of several functions, and none is better for all arguments.\n\n\
         Wrong:\n```metal\nfloat m = max(1, 2.5f);\n```\n\
         Right:\n```metal\nfloat m = max(1.0f, 2.5f);\n```";
    DELETED_FUNCTION = "E0603", "a use of a deleted function",
        "`= delete` forbids the use. Atomic types can't be copied, for example.\n\n\
         Wrong:\n```metal\nstruct S { S(const thread S&) = delete; int x; };\nvoid f(thread S& s) { S t = s; }\n```\n\
         Right:\n```metal\nstruct S { S(const thread S&) = delete; int x; };\nvoid f(thread S& s) { thread S& t = s; }\n```";
    RESULT_NOT_KNOWN = "E0604", "a result type that is not known yet",
        "A function declared with `auto` returns what its first `return` gives; before that it can't be called.\n\n\
         Wrong:\n```metal\nauto f(int n) { return n == 0 ? 0 : f(n - 1); }\n```\n\
         Right:\n```metal\nint f(int n) { return n == 0 ? 0 : f(n - 1); }\n```";
    MISSING_TEMPLATE_ARGUMENTS = "E0701", "a template without its arguments",
        "The name of a class or alias template is no type by itself.\n\n\
         Wrong:\n```metal\ntexture2d t [[texture(0)]]\n```\nRight:\n```metal\ntexture2d<float> t [[texture(0)]]\n```";
    TEMPLATE_ARGUMENT_MISMATCH = "E0702", "template arguments that do not fit the parameters",
        "Too many or too few arguments, or a type where a value is wanted, or a value where a type is wanted.\n\n\
         Wrong:\n```metal\nvec<4, float> v;\n```\nRight:\n```metal\nvec<float, 4> v;\n```";
    TEMPLATE_PARAMETER_UNKNOWN = "E0703", "a template parameter that is needed before it is known",
        "While the arguments of a template are being deduced, something needs one that only a later argument decides.\n\n\
         Wrong:\n```metal\ntemplate <int M = N, int N> int f();\n```\n\
         Right:\n```metal\ntemplate <int N, int M = N> int f();\n```";
    UNEXPANDED_PACK = "E0704", "a pack that is not expanded",
        "A pack stands for any number of arguments and is repeated by `...`.\n\n\
         Wrong:\n```metal\ntemplate <typename... T> int f(T... x) { return g(x); }\n```\n\
         Right:\n```metal\ntemplate <typename... T> int f(T... x) { return g(x...); }\n```";
    PACK_EXPANSION = "E0705", "a pack expansion that can't be done",
        "What stands before `...` names a pack, and all packs in it have the same length.\n\n\
         Wrong:\n```metal\ntemplate <typename T> int f(T x) { return g(x...); }\n```\n\
         Right:\n```metal\ntemplate <typename... T> int f(T... x) { return g(x...); }\n```";
    INSTANTIATION_DEPTH = "E0706", "templates that need one another without end",
        "Making an instance of a template needs another, that one the next, and so on beyond the limit. Usually a \
         specialisation that ends the recursion is missing.\n\n\
         Wrong:\n```metal\ntemplate <int N> struct F { enum { value = N * F<N - 1>::value }; };\n```\n\
         Right:\n```metal\ntemplate <int N> struct F { enum { value = N * F<N - 1>::value }; };\n\
         template <> struct F<0> { enum { value = 1 }; };\n```";
    AMBIGUOUS_SPECIALIZATION = "E0707", "partial specialisations of which none is better",
        "Several partial specialisations fit the arguments, and none is more special than the others.\n\n\
         Wrong:\n```metal\ntemplate <typename T, typename U> struct P { };\ntemplate <typename T> struct P<T, int> { };\n\
         template <typename T> struct P<int, T> { };\nP<int, int> p;\n```\n\
         Right:\n```metal\ntemplate <> struct P<int, int> { };\n```";
    NOT_A_TEMPLATE = "E0708", "template arguments for what is no template",
        "The name before `<` is an ordinary type, variable or function.\n\n\
         Wrong:\n```metal\nfloat<4> v;\n```\nRight:\n```metal\nvec<float, 4> v;\n```";
    CANNOT_DEDUCE = "E0709", "template arguments that can't be deduced",
        "The call does not say which instance of the function template is meant.\n\n\
         Wrong:\n```metal\ntemplate <typename T> T zero() { return T(0); }\nconstant float x = zero();\n```\n\
         Right:\n```metal\nconstant float x = zero<float>();\n```";
    NO_PRIMARY_TEMPLATE = "E0710", "a specialisation or instantiation of no known template",
        "`template <>` and `template` without `<` refer to a template that has been declared, with arguments that fit.\n\n\
         Wrong:\n```metal\ntemplate <> float half_of(float x) { return x / 2; }\n```\n\
         Right:\n```metal\ntemplate <typename T> T half_of(T x) { return x / 2; }\n\
         template <> float half_of(float x) { return x * 0.5f; }\n```";
    INSTANTIATION_FAILED = "E0711", "an instance of a template that is wrong",
        "The template is all right, but not for these arguments.\n\n\
         Wrong:\n```metal\ntemplate <typename T> struct Buffer { T data[4]; };\nBuffer<void> b;\n```\n\
         Right:\n```metal\nBuffer<float> b;\n```";
    NOT_CONSTANT = "E0801", "an expression that is not constant",
        "Array bounds, template arguments, case labels and initialisers of constants are known at compile time: made of \
         literals, constants, and calls of constexpr functions. Function constants are known only when a pipeline is made.\n\n\
         Wrong:\n```metal\nint n = 4;\nfloat a[n];\n```\n\
         Right:\n```metal\nconstexpr int n = 4;\nfloat a[n];\n```";
    CONSTANT_CYCLE = "E0850", "a constant that depends on itself",
        "The value of a program-scope constant is needed to compute that very value.\n\n\
         ```metal\nconstant int a = b + 1;\nconstant int b = a - 1;   // which needs a\n```\n\n\
         Give one of them a value of its own:\n\n```metal\nconstant int b = 1;\nconstant int a = b + 1;\n```";
    STATIC_ASSERTION_FAILED = "E0890", "a static assertion that is false",
        "The program itself refuses to be compiled: its condition does not hold.\n\n\
         Wrong:\n```metal\nstatic_assert(sizeof(float3) == 12);\n```\n\
         Right:\n```metal\nstatic_assert(sizeof(packed_float3) == 12);\n```";
    MISSING_ADDRESS_SPACE = "E0901", "a pointer or reference that does not say where it leads",
        "Every pointer and reference in MSL names the address space of what it leads to: `device`, `constant`, `thread`, \
         `threadgroup`.\n\n\
         Wrong:\n```metal\nfloat sum(const float* values);\n```\n\
         Right:\n```metal\nfloat sum(const device float* values);\n```";
    TWO_ADDRESS_SPACES = "E0902", "an object in two address spaces",
        "An object lies in one address space.\n\n\
         Wrong:\n```metal\ndevice constant float* p;\n```\nRight:\n```metal\ndevice float* p;\n```";
    VALUE_IN_ADDRESS_SPACE = "E0903", "a value that is said to lie in an address space",
        "Parameters by value, results and data members are where their function or object is. Only pointers and \
         references lead to another address space.\n\n\
         Wrong:\n```metal\nint twice(device int x);\n```\nRight:\n```metal\nint twice(const device int& x);\n```";
    PROGRAM_SCOPE_VARIABLE = "E0904", "a program-scope variable that is not constant",
        "Variables outside functions lie in `constant` memory and are initialised where they are declared.\n\n\
         Wrong:\n```metal\nfloat scale = 2;\n```\nRight:\n```metal\nconstant float scale = 2;\n```";
    CONSTANT_WITHOUT_VALUE = "E0905", "a constant that has no value",
        "A variable in `constant` memory gets its value where it is declared; nothing can write it later.\n\n\
         Wrong:\n```metal\nconstant float scale;\n```\nRight:\n```metal\nconstant float scale = 2;\n```";
    ADDRESS_SPACE_MISMATCH = "E0950", "pointers or references into different address spaces",
        "Thread, device, constant and threadgroup memory are apart: a pointer or reference into one never becomes one into \
         another. A function that is needed for several has overloads, or is a template.\n\n\
         Wrong:\n```metal\nvoid f(thread float* p);\nkernel void k(device float* p) { f(p); }\n```\n\
         Right:\n```metal\nvoid f(device float* p);\nkernel void k(device float* p) { f(p); }\n```";
    LOCAL_ADDRESS_SPACE = "E0951", "a local variable in an address space without locals",
        "Local variables are in thread memory. Kernels also declare threadgroup variables, shared by the threadgroup; \
         constants may be `static constexpr constant`.\n\n\
         Wrong:\n```metal\nvoid f() { threadgroup float x[4]; }\n```\n\
         Right:\n```metal\nvoid f(threadgroup float* x);\nkernel void k() { threadgroup float x[4]; f(x); }\n```";
    THREADGROUP_INITIALIZER = "E0952", "a threadgroup variable with an initialiser",
        "Threadgroup memory is shared, so no thread could be the one that initialises it. One thread writes it, and a \
         barrier lets the others see it.\n\n\
         Wrong:\n```metal\nthreadgroup uint n = 0;\n```\n\
         Right:\n```metal\nthreadgroup uint n;\nif (i == 0) n = 0;\nthreadgroup_barrier(mem_flags::mem_threadgroup);\n```";
    BAD_ENTRY_POINT = "E1001", "an entry point that the host could not use",
        "Kernel, vertex and fragment functions are plain functions with one name each, outside classes; kernels return \
         `void`.\n\n\
         Wrong:\n```metal\nkernel int count(device int* out [[buffer(0)]]) { return out[0]; }\n```\n\
         Right:\n```metal\nkernel void count(device int* out [[buffer(0)]]) { out[1] = out[0]; }\n```";
    BAD_ATTRIBUTE = "E1002", "an attribute that does not belong there",
        "Each attribute belongs to certain functions, arguments or members, and some take operands.\n\n\
         Wrong:\n```metal\nkernel void f(texture2d<float> t [[buffer(0)]]);\n```\n\
         Right:\n```metal\nkernel void f(texture2d<float> t [[texture(0)]]);\n```";
    BAD_INDEX = "E1003", "an index out of range",
        "Buffers have the indices 0 to 30, textures 0 to 127, samplers 0 to 15, function constants 0 to 65535.\n\n\
         Wrong:\n```metal\nkernel void f(device int* x [[buffer(31)]]);\n```\n\
         Right:\n```metal\nkernel void f(device int* x [[buffer(30)]]);\n```";
    DUPLICATE_INDEX = "E1004", "an index that is used twice",
        "Within one class of resources each index is used once, except where function constants exclude one of two \
         arguments.\n\n\
         Wrong:\n```metal\nkernel void f(device int* a [[buffer(0)]], device int* b [[buffer(0)]]);\n```\n\
         Right:\n```metal\nkernel void f(device int* a [[buffer(0)]], device int* b [[buffer(1)]]);\n```";
    BAD_ARGUMENT = "E1005", "an argument that the host can't bind",
        "Arguments of entry points are pointers and references to `device`, `constant` or `threadgroup` memory, \
         textures, samplers, built-in values, and structs marked `[[stage_in]]`.\n\n\
         Wrong:\n```metal\nkernel void f(device int* x, uint n);\n```\n\
         Right:\n```metal\nkernel void f(device int* x, constant uint& n);\n```";
    BAD_BUILTIN_TYPE = "E1006", "a built-in value of the wrong type",
        "Positions and sizes of kernels are `uint` or `ushort`, alone or as vectors of 2 or 3; indices are scalars. \
         Values that belong together have the same type.\n\n\
         Wrong:\n```metal\nkernel void f(device int* x, int i [[thread_position_in_grid]]);\n```\n\
         Right:\n```metal\nkernel void f(device int* x, uint i [[thread_position_in_grid]]);\n```";
    BAD_FUNCTION_CONSTANT = "E1007", "a function constant that can't be one",
        "A function constant is a `constant` scalar or vector at program scope without an initialiser: its value comes \
         from the host.\n\n\
         Wrong:\n```metal\nconstant int n [[function_constant(0)]] = 4;\n```\n\
         Right:\n```metal\nconstant int n [[function_constant(0)]];\n```";
    TEXTURE_ACCESS = "E1008", "a texture that is used against its access",
        "The type of a texture says how it may be used: `access::sample`, `read`, `write` or `read_write`.\n\n\
         Wrong:\n```metal\nkernel void f(texture2d<float, access::write> t [[texture(0)]]) { t.read(uint2(0)); }\n```\n\
         Right:\n```metal\nkernel void f(texture2d<float, access::read_write> t [[texture(0)]]) { t.read(uint2(0)); }\n```";
    CASE_OUTSIDE_SWITCH = "E1101", "case or default outside a switch",
        "`case` and `default` stand directly in the block of a `switch`.\n\n\
         Wrong:\n```metal\ncase 1: return;\n```\n\
         Right:\n```metal\nswitch (n) { case 1: return; }\n```";
    JUMP_OUTSIDE_LOOP = "E1102", "break or continue outside a loop",
        "`break` leaves the innermost loop or switch, `continue` goes on with the next round of the innermost loop.\n\n\
         Wrong:\n```metal\nif (done) break;\n```\n\
         Right:\n```metal\nwhile (true) { if (done) break; }\n```";
    SWITCH_TYPE = "E1103", "a switch on what is no integer",
        "A `switch` compares an integer or enumeration with constants.\n\n\
         Wrong:\n```metal\nswitch (1.5f) {}\n```\n\
         Right:\n```metal\nswitch (int(1.5f)) {}\n```";
    DUPLICATE_CASE = "E1104", "a label that stands in a switch twice",
        "Each value has one place to go to, and there is one `default`.\n\n\
         Wrong:\n```metal\nswitch (n) { case 1: f(); case 1: g(); }\n```\n\
         Right:\n```metal\nswitch (n) { case 1: f(); case 2: g(); }\n```";
    RETURN_VALUE = "E1105", "a return that does not fit the function",
        "A function with a result returns a value of that type; one without returns none. Where the type is `auto`, all \
         returns agree.\n\n\
         Wrong:\n```metal\nvoid f() { return 1; }\n```\n\
         Right:\n```metal\nint f() { return 1; }\n```";
    RANGE = "E1106", "a range-based for over what is no range",
        "A range is an array, or an object with methods `begin` and `end` for the address space it lies in.\n\n\
         Wrong:\n```metal\nfor (float x : 3.0f) {}\n```\n\
         Right:\n```metal\nfloat a[3] = {1, 2, 3};\nfor (float x : a) {}\n```";
    STRUCTURED_BINDING = "E1107", "names that do not fit the parts of an object",
        "A structured binding names all elements of an array, or all data members of an object.\n\n\
         Wrong:\n```metal\nstruct P { int x, y; };\nauto [a] = P{1, 2};\n```\n\
         Right:\n```metal\nstruct P { int x, y; };\nauto [a, b] = P{1, 2};\n```";
    INVALID_DISPATCH = "E2001", "a dispatch that Metal would refuse",
        "Sizes of the grid and of threadgroups are positive, a threadgroup has at most 1024 threads, and attributes \
         of the kernel such as `[[required_threads_per_threadgroup]]` are met.\n\n\
         Wrong:\n```sh\ndeburr run a.metal k --grid 64 --group 0\n```\n\
         Right:\n```sh\ndeburr run a.metal k --grid 64 --group 32\n```";
    INVALID_CONSTANT_VALUE = "E2002", "a value that does not fit its function constant",
        "The value given for a function constant has another type than its declaration, or the program needs a value \
         and none was given.\n\n\
         Wrong:\n```sh\n# constant bool fast [[function_constant(0)]];\ndeburr run a.metal k --constant 0=2.5 --grid 1 --group 1\n```\n\
         Right:\n```sh\ndeburr run a.metal k --constant 0=true --grid 1 --group 1\n```";
    OUT_OF_BOUNDS = "out-of-bounds", "an access outside its object",
        "A read or write touches bytes outside the buffer, variable or array it goes through. On a GPU this reads or \
         destroys something else. Here the read gives 0 and the write is dropped.\n\n\
         Wrong:\n```metal\nkernel void k(device float* x, uint i [[thread_position_in_grid]]) { x[i + 1] = 0; }\n```\n\
         Right:\n```metal\nkernel void k(device float* x, constant uint& n, uint i [[thread_position_in_grid]]) {\n\
         \x20   if (i + 1 < n) x[i + 1] = 0;\n}\n```";
    NULL_ACCESS = "null-access", "an access through a null pointer",
        "The pointer was null, or made from null by arithmetic.\n\n\
         Wrong:\n```metal\ndevice float* p = nullptr;\n*p = 1;\n```\n\
         Right:\n```metal\nif (p) *p = 1;\n```";
    DANGLING_ACCESS = "dangling-access", "an access through a pointer to something that is gone",
        "The pointer was made from a local variable whose block or function has ended, or holds an address that \
         belongs to no memory of this dispatch.\n\n\
         Wrong:\n```metal\nthread int* p;\n{ int x = 1; p = &x; }\n*p = 2;\n```\n\
         Right:\n```metal\nint x = 1;\nthread int* p = &x;\n*p = 2;\n```";
    MISALIGNED_ACCESS = "misaligned-access", "an address that is not aligned for its type",
        "A type with alignment n lies at addresses that n divides; a GPU may read or write somewhere else. Packed types \
         (`packed_float3`) have the alignment of their element.\n\n\
         Wrong:\n```metal\ndevice float4* v = (device float4*)(bytes + 4);\nfloat4 x = *v;\n```\n\
         Right:\n```metal\ndevice packed_float4* v = (device packed_float4*)(bytes + 4);\nfloat4 x = float4(*v);\n```";
    BARRIER_DIVERGENCE = "barrier-divergence", "a barrier that not every thread reaches",
        "Every thread of the threadgroup (for `simdgroup_barrier`, of the SIMD-group) that has not ended must reach the \
         same barrier. A GPU may hang or mix up memory otherwise.\n\n\
         Wrong:\n```metal\nif (i < 16) threadgroup_barrier(mem_flags::mem_threadgroup);\n```\n\
         Right:\n```metal\nif (i < 16) x[i] = 0;\nthreadgroup_barrier(mem_flags::mem_threadgroup);\n```";
    INACTIVE_LANE = "inactive-lane", "a SIMD-group function that reads a lane which takes no part",
        "The lane whose value is read is not active at this point: it took another branch, has ended, or the \
         SIMD-group has no such lane. The value is undefined on a GPU; here it is 0.\n\n\
         Wrong:\n```metal\nif (lane < 4) x = simd_shuffle(x, 7);\n```\n\
         Right:\n```metal\nfloat y = simd_shuffle(x, 7);\nif (lane < 4) x = y;\n```";
    UNBOUND_RESOURCE = "unbound-resource", "a use of an argument that nothing is bound to",
        "The function uses a buffer, texture, sampler or threadgroup memory argument, but the dispatch binds nothing to \
         its index.\n\n\
         Wrong:\n```sh\n# kernel void k(device float* x [[buffer(0)]])\ndeburr run a.metal k --grid 1 --group 1\n```\n\
         Right:\n```sh\ndeburr run a.metal k --grid 1 --group 1 --buffer 0=float:0\n```";
    STEP_LIMIT = "step-limit", "a loop that does not end",
        "The SIMD-group has used up its step budget: most likely a loop whose condition never turns false, or a spin \
         lock, which can't make progress on a GPU either. `--max-steps` raises the budget.\n\n\
         Wrong:\n```metal\nfor (uint i = n; i >= 0; i--) sum += x[i];\n```\n\
         Right:\n```metal\nfor (uint i = n; i > 0; i--) sum += x[i - 1];\n```";
    STACK_OVERFLOW = "stack-overflow", "calls that nest too deep or locals that are too large",
        "The call depth or the memory for local variables of one thread is over the limit. Metal has no recursion \
         without end: usually a condition that ends it is missing.\n\n\
         Wrong:\n```metal\nint f(int n) { return n * f(n - 1); }\n```\n\
         Right:\n```metal\nint f(int n) { int r = 1; for (; n > 1; n--) r *= n; return r; }\n```";
}

/// The page of a code, if it exists.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Explanation> {
    TABLE.iter().find(|page| page.code.0.eq_ignore_ascii_case(code))
}
