//! The targets. To add one: a module with `run`, a row in [`ALL`], seeds in `fuzz/seeds/NAME/`, and a file of glue in
//! `fuzz_targets/`.

pub mod preprocess;

/// Something to run on arbitrary bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, and that of its directory of seeds.
    pub name: &'static str,
    /// Runs it once.
    pub run: fn(&[u8]),
    /// Pieces that mean something to it.
    pub dictionary: &'static [&'static str],
}

/// All targets.
pub const ALL: &[Target] = &[Target { name: "preprocess", run: preprocess::run, dictionary: preprocess::DICTIONARY }];
