//! Hands out words of a frame and takes them back.
//!
//! Must never know what lies in them.

use crate::bytecode::code::Register;
use std::collections::BTreeMap;

/// Free words of one frame.
#[derive(Debug, Default)]
pub struct Registers {
    next: u32,
    free: BTreeMap<u32, Vec<u32>>,
    expiring: BTreeMap<u32, Vec<(u32, u32)>>,
    scalar_page: (u32, u32),
}

/// Small registers are cut from pages of so many words, so that rows stay aligned.
const PAGE: u32 = 64;

impl Registers {
    /// A frame whose first words are taken.
    #[must_use]
    pub fn starting_at(words: u32) -> Self {
        Self { next: words.next_multiple_of(16), ..Self::default() }
    }

    /// Words used so far.
    #[must_use]
    pub fn words(&self) -> u32 {
        self.next
    }

    /// Words never used before.
    pub fn fresh(&mut self, words: u32) -> u32 {
        if words >= 16 {
            let at = self.next;
            self.next += words.next_multiple_of(16);
            return at;
        }
        if self.scalar_page.0 + words > self.scalar_page.1 {
            self.scalar_page = (self.next, self.next + PAGE);
            self.next += PAGE;
        }
        self.scalar_page.0 += words;
        self.scalar_page.0 - words
    }

    /// Words that may hold anything, until [`Self::release`]d.
    pub fn take(&mut self, words: u32) -> u32 {
        match self.free.get_mut(&words).and_then(Vec::pop) {
            Some(at) => at,
            None => self.fresh(words),
        }
    }

    /// Takes words back once statement `after` is done.
    pub fn release(&mut self, register: Register, width: u32, after: u32) {
        self.expiring.entry(after).or_default().push((register.at, register.words(width)));
    }

    /// Frees what statements before `statement` needed last.
    pub fn expire(&mut self, statement: u32) {
        while let Some(entry) = self.expiring.first_entry() {
            if *entry.key() >= statement {
                break;
            }
            for (at, words) in entry.remove() {
                self.free.entry(words).or_default().push(at);
            }
        }
    }
}
