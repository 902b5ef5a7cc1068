//! The candidates that the finder tries.

use core::ops::Range;

use super::Form;
use super::finder::Target;

/// Candidates for the factor of a target, in an order that the seed determines.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    kind: Kind,
    /// The bits that may be one, a list for each way to keep relevant squares out of certain bits
    /// of the product.
    places: Vec<Vec<u32>>,
    random: Random,
    count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Eight ones.
    Sums,
    /// As `Sums`, but every fourth candidate is a sum of powers of two that are added or
    /// subtracted.
    SumsAndDifferences,
    /// A [`progression`].
    Progressions,
}

impl Candidates {
    pub(super) fn new(target: Target, seed: u64) -> Candidates {
        let (piece, from, bits) = (target.piece(), target.from(), target.bits());
        let kind = match bits.cmp(&piece.relevant(from).count()) {
            core::cmp::Ordering::Less => Kind::Progressions,
            core::cmp::Ordering::Equal if target.form() == Form::Plain => Kind::Sums,
            _ => Kind::SumsAndDifferences,
        };
        // The same seed must give the squares different candidates.
        let of_target = from as u64 + 64 * piece as u64 + 128 * u64::from(bits);
        let random = Random(Random(seed).next() ^ of_target);
        Candidates { kind, places: places(target), random, count: 0 }
    }

    /// Returns the number of candidates so far.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn next(&mut self) -> u64 {
        let random = self.random.next();
        self.count += 1;
        if self.kind == Kind::Progressions {
            return progression(random);
        }
        let places = &self.places[(self.count / 4) as usize % self.places.len()];
        // Each one takes seven bits of the word, for its place and its sign. The highest eight bits
        // are not used for that.
        let ones = |count| {
            let draws = (0..count).map(move |n| random >> (7 * n));
            draws.map(|draw| {
                let place = places[(draw & 63) as usize * places.len() / 64];
                (1u64 << place, draw >> 6 & 1 != 0)
            })
        };
        if self.kind == Kind::SumsAndDifferences && self.count.is_multiple_of(4) {
            ones(3 + (random >> 56) % 6).fold(0, |factor, (one, subtracted)| {
                if subtracted { factor.wrapping_sub(one) } else { factor.wrapping_add(one) }
            })
        } else {
            ones(8).fold(0, |factor, (one, _)| factor | one)
        }
    }
}

/// Returns the lists of bits that may be one. The first list has all bits. If the index has more
/// bits than there are relevant squares, the other lists keep every relevant square out of some of
/// the highest bits of the product, or, with two bits more, out of the two lowest bits of the
/// index.
fn places(target: Target) -> Vec<Vec<u32>> {
    let relevant = target.piece().relevant(target.from());
    let keeping_clear = |bits: Range<u32>| -> Vec<u32> {
        let is_clear = |place: &u32| {
            !relevant.into_iter().any(|square| bits.contains(&(place + square as u32)))
        };
        (0..64).filter(is_clear).collect()
    };
    let spare = target.bits().saturating_sub(relevant.count());
    let mut places: Vec<_> = (0..=spare).map(|high| keeping_clear(64 - high..64)).collect();
    if spare >= 2 {
        let lowest = 64 - target.bits();
        // Bits just below can carry into these.
        places.extend((0..=2).map(|below| keeping_clear(lowest - below..lowest + 2)));
    }
    places
}

/// Returns a few ones at distances of seven to nine bits, which collect the squares of a line, as a
/// positive or a negative number; and one to four powers of two at random places, added or
/// subtracted.
fn progression(random: u64) -> u64 {
    let (start, step, count) = (random & 63, 7 + (random >> 6 & 3) % 3, 2 + (random >> 8) % 6);
    let ones = (0..count).map(|n| start + n * step).filter(|&at| at < 64);
    let sum = ones.fold(0, |sum, at| sum | 1u64 << at);
    let line = if random >> 11 & 1 == 0 { sum } else { sum.wrapping_neg() };
    let draws = (0..=random >> 12 & 3).map(|n| random >> (16 + 7 * n));
    draws.fold(line, |factor, draw| {
        let one = 1 << (draw & 63);
        if draw >> 6 & 1 == 0 { factor.wrapping_add(one) } else { factor.wrapping_sub(one) }
    })
}

/// A generator of random words: Sebastiano Vigna's SplitMix64 (2015), after Steele, Lea and Flood.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }
}
