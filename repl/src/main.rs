//! The `deburr` command line.

fn main() {}
