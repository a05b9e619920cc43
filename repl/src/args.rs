//! What can be written on the command line.

use clap::Args;
use clap::Parser;
use clap::Subcommand;
use clap::ValueEnum;

/// Runs, checks and tests Metal shaders anywhere: no Mac, no GPU.
#[derive(Parser, Debug)]
#[command(
    name = "deburr",
    version,
    after_help = "Examples:\n  \
        deburr check shader.metal\n  \
        deburr run saxpy.metal saxpy --grid 6 --group 4 --buffer 0=float:iota(6) \\\n      \
            --buffer 1=float:fill(6,1) --buffer 2=float:2 --print 1\n  \
        deburr explain out-of-bounds\n\n\
        Exit codes: 0 fine; 1 a finding or a failed expectation; 2 the input doesn't compile or the call is wrong; \
        3 a bug of deburr's; 4 not supported yet."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Compile and report errors and warnings
    Check(CheckArgs),
    /// Run a kernel and print, save or check its buffers
    Run(RunArgs),
    /// Measure a kernel: the same arguments as run
    Bench(BenchArgs),
    /// List entry points and their arguments
    Reflect(ReflectArgs),
    /// Show what the compiler made of a file
    Emit(EmitArgs),
    /// Run the tests written in .metal files
    Test(TestArgs),
    /// Say what a diagnostic code means, with an example and its repair
    Explain {
        /// Such as E0301 or out-of-bounds
        code: String,
    },
    /// Print a shell's completion script
    #[command(hide = true)]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the man page
    #[command(hide = true)]
    Man,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Text for people
    Human,
    /// One JSON object a line
    Json,
    /// SARIF 2.1.0
    Sarif,
}

#[derive(Args, Clone, Debug)]
pub struct CompileArgs {
    /// Directory to search for includes
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Language version: metal3.1, macos-metal2.4, ios-metal1.2 …
    #[arg(long, value_name = "metalX.Y")]
    pub std: Option<String>,
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Files to compile
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub compile: CompileArgs,
    /// How to report
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Engine {
    /// The interpreter
    Interp,
    /// The compiler to native code
    Jit,
    /// Whichever pays
    Auto,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = "SPEC is TYPE:VALUES, @FILE.npy, @FILE.bin or bytes(N). TYPE is an MSL scalar or vector \
    (float, half4, packed_float3 …). VALUES is a list of numbers, zeros(N), fill(N,V), iota(N), \
    random(N,seed=S[,lo=L,hi=H]). address:1,2,null fills an argument buffer with the addresses of other buffers.\n\n\
    Examples:\n  deburr run k.metal f --grid 64 --group 64 --buffer in=float:random(64,seed=1) --buffer out=float:zeros(64) \
    --print out\n  deburr run k.metal f --threadgroups 4 --group 8,8 --buffer 0=@in.npy --output 1=out.npy")]
pub struct RunArgs {
    /// The .metal file
    pub file: String,
    /// The kernel's name
    pub function: String,
    /// Size of the grid in threads
    #[arg(long, value_name = "X[,Y[,Z]]", required_unless_present = "threadgroups")]
    pub grid: Option<String>,
    /// Size of the grid in threadgroups, instead of --grid
    #[arg(long, value_name = "X[,Y[,Z]]", conflicts_with = "grid")]
    pub threadgroups: Option<String>,
    /// Threads of a threadgroup
    #[arg(long, value_name = "X[,Y[,Z]]")]
    pub group: String,
    /// Bind a buffer
    #[arg(long, value_name = "INDEX|NAME=SPEC")]
    pub buffer: Vec<String>,
    /// Bind a texture
    #[arg(long, value_name = "INDEX|NAME=FILE.png|FORMAT:WxH[xD]")]
    pub texture: Vec<String>,
    /// Bind a sampler
    #[arg(long, value_name = "INDEX|NAME=KEY:VALUE,…")]
    pub sampler: Vec<String>,
    /// Set a function constant
    #[arg(long, value_name = "INDEX|NAME=VALUE")]
    pub constant: Vec<String>,
    /// Set the length of a threadgroup memory argument
    #[arg(long, value_name = "INDEX=BYTES")]
    pub threadgroup_memory: Vec<String>,
    /// What runs the kernel
    #[arg(long, value_enum, default_value = "auto")]
    pub engine: Engine,
    /// Threads of a SIMD-group: 4, 8, 16, 32 or 64
    #[arg(long, default_value_t = 32)]
    pub simd_width: u32,
    /// Which checks report: all, none, or a list of codes
    #[arg(long, default_value = "all", value_name = "all|none|LIST")]
    pub check: String,
    /// Order of SIMD-groups: order, or seed=N
    #[arg(long, default_value = "order", value_name = "order|seed=N")]
    pub schedule: String,
    /// Worker threads; 0 for one a core
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Stop after this many steps
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// precise, or relaxed to see what a fast-math compiler may do
    #[arg(long, default_value = "precise", value_parser = ["precise", "relaxed"])]
    pub math: String,
    /// Print a buffer
    #[arg(long, value_name = "INDEX|NAME[:TYPE][:COUNT]")]
    pub print: Vec<String>,
    /// Save a buffer
    #[arg(long, value_name = "INDEX|NAME=FILE.npy|FILE.bin")]
    pub output: Vec<String>,
    /// Compare a buffer
    #[arg(long, value_name = "INDEX|NAME=SPEC")]
    pub expect: Vec<String>,
    /// How far floats may be off in --expect
    #[arg(long, value_name = "ABS[,REL]")]
    pub tolerance: Option<String>,
    /// How to report
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Say which engine ran and how long it took
    #[arg(short, long)]
    pub verbose: bool,
    /// Run without optimising passes
    #[arg(long, hide = true)]
    pub no_optimize: bool,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BenchEngine {
    /// The interpreter
    Interp,
    /// The compiler to native code
    Jit,
    /// Both
    All,
}

#[derive(Args, Debug)]
pub struct BenchArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// How often to run, each time with the same starting buffers
    #[arg(long, default_value_t = 10)]
    pub runs: u32,
}

#[derive(Args, Debug)]
pub struct ReflectArgs {
    /// The .metal file
    pub file: String,
    /// How to print
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EmitStage {
    /// After preprocessing
    Tokens,
    /// The syntax tree
    Ast,
    /// The typed, structured representation
    Ir,
    /// What the interpreter runs
    Bytecode,
    /// Cranelift's representation
    Clif,
    /// Machine code
    Asm,
}

#[derive(Args, Debug)]
pub struct EmitArgs {
    /// The .metal file
    pub file: String,
    /// Only this function
    pub function: Option<String>,
    /// What to show
    #[arg(long, value_enum)]
    pub stage: EmitStage,
    /// Optimise first (ir)
    #[arg(short = 'O')]
    pub optimize: bool,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Args, Debug)]
pub struct TestArgs {
    /// Files or directories; the current directory if none
    pub paths: Vec<String>,
    /// Only tests whose path contains this
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Worker threads; 0 for one a core
    #[arg(long, default_value_t = 0)]
    pub jobs: usize,
    /// Only part I of N of the tests (from 1), a stable split
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
}
