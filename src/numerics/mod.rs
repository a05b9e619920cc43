//! The arithmetic that every engine shares, bit for bit: no platform libm.
