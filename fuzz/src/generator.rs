//! Inputs for the smoke run: mutations of seeds, always the same for the same number.

/// Random numbers (xorshift).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator; each number gives its own sequence.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not give similar sequences, and zero would stay zero.
        Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 16) % bound as u64) as usize
    }

    /// One of several.
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &'a [&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// Inputs larger than this are cut.
const MAX_LENGTH: usize = 4096;

/// One input: a seed with up to a dozen changes, or nothing but pieces of the dictionary.
#[must_use]
pub fn input(random: &mut Random, seeds: &[Vec<u8>], dictionary: &[&str]) -> Vec<u8> {
    let mut data = if seeds.is_empty() || random.below(8) == 0 {
        (0..random.below(40)).flat_map(|_| random.pick(dictionary).bytes().collect::<Vec<u8>>()).collect()
    } else {
        seeds[random.below(seeds.len())].clone()
    };
    for _ in 0..random.below(12) {
        let at = random.below(data.len() + 1);
        match random.below(8) {
            0 => data.truncate(at),
            1 => {
                data.drain(..at);
            }
            2 => {
                let end = (at + random.below(20)).min(data.len());
                data.drain(at..end);
            }
            3 if at < data.len() => data[at] = random.below(256) as u8,
            4 if at < data.len() => data[at] ^= 1 << random.below(8),
            5 => {
                let end = (at + random.below(60)).min(data.len());
                let piece = data[at..end].to_vec();
                let to = random.below(data.len() + 1);
                data.splice(to..to, piece);
            }
            6 if !seeds.is_empty() => {
                let other = &seeds[random.below(seeds.len())];
                let start = random.below(other.len() + 1);
                let end = (start + random.below(100)).min(other.len());
                data.splice(at..at, other[start..end].iter().copied());
            }
            _ => {
                data.splice(at..at, random.pick(dictionary).bytes());
            }
        }
    }
    data.truncate(MAX_LENGTH);
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let seeds = [b"#define A 1".to_vec()];
        let make = || {
            let mut random = Random::new(7);
            (0..50).map(|_| input(&mut random, &seeds, &["x", "#"])).collect::<Vec<_>>()
        };
        assert_eq!(make(), make());
    }
}
