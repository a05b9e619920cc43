#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| deburr_fuzz::targets::preprocess::run(data));
