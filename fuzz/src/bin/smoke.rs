//! Runs the fuzz targets for some seconds on stable Rust. Exit code 1 when an input breaks a target; the input is
//! then in `fuzz/artifacts/`.

use deburr_fuzz::generator::Random;
use deburr_fuzz::generator::input;
use deburr_fuzz::targets::ALL;
use deburr_fuzz::targets::Target;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use std::time::Instant;

/// An input that takes longer than this counts as a hang.
const PATIENCE: Duration = Duration::from_secs(5);

const USAGE: &str = "usage: smoke [--target NAME] [--seconds N] [--seed N] [FILE...]";

fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target.name);
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    // The order of a directory differs between machines.
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Runs one input; what is wrong with the target, if anything.
fn attempt(target: &Target, data: &[u8]) -> Result<(), String> {
    let start = Instant::now();
    if std::panic::catch_unwind(|| (target.run)(data)).is_err() {
        return Err("panicked".into());
    }
    let time = start.elapsed();
    if time > PATIENCE { Err(format!("took {time:?}")) } else { Ok(()) }
}

fn report(target: &Target, data: &[u8], number: u64, what: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target.name);
    let path = directory.join(format!("smoke-{number}"));
    let saved = std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&path, data));
    match saved {
        Ok(()) => println!("{} {what} on input {number}, saved as {}", target.name, path.display()),
        Err(error) => println!("{} {what} on input {number}, which can't be saved: {error}", target.name),
    }
}

fn main() -> ExitCode {
    let (mut name, mut seconds, mut seed, mut files) = (None, 10_u64, 0_u64, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = match &*argument {
            "--target" | "--seconds" | "--seed" => arguments.next(),
            _ => Some(argument.clone()),
        };
        let parsed = match (&*argument, value) {
            ("--target", Some(value)) => {
                name = Some(value);
                true
            }
            ("--seconds", Some(value)) => value.parse().map(|value| seconds = value).is_ok(),
            ("--seed", Some(value)) => value.parse().map(|value| seed = value).is_ok(),
            (_, Some(file)) if !file.starts_with("--") => {
                files.push(file);
                true
            }
            _ => false,
        };
        if !parsed {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    let chosen: Vec<&Target> =
        ALL.iter().filter(|target| name.as_ref().is_none_or(|name| name == target.name)).collect();
    if chosen.is_empty() {
        eprintln!("no such target; {USAGE}");
        return ExitCode::from(2);
    }
    let mut broken = false;
    for target in &chosen {
        if !files.is_empty() {
            for file in &files {
                match std::fs::read(file).map(|data| attempt(target, &data)) {
                    Ok(Ok(())) => println!("{} {file}: fine", target.name),
                    Ok(Err(what)) => {
                        println!("{} {file}: {what}", target.name);
                        broken = true;
                    }
                    Err(error) => {
                        println!("{file}: {error}");
                        broken = true;
                    }
                }
            }
            continue;
        }
        let seeds = seeds(target);
        let mut random = Random::new(seed);
        let end = Instant::now() + Duration::from_secs(seconds) / chosen.len() as u32;
        let mut count = 0_u64;
        for data in &seeds {
            if let Err(what) = attempt(target, data) {
                report(target, data, count, &what);
                broken = true;
            }
        }
        while Instant::now() < end {
            let data = input(&mut random, &seeds, target.dictionary);
            count += 1;
            if let Err(what) = attempt(target, &data) {
                report(target, &data, count, &what);
                broken = true;
                break;
            }
        }
        println!("{}: {count} inputs from {} seeds", target.name, seeds.len());
    }
    if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
