//! The finder of magic factors.
//!
//! A factor cannot be computed; candidates are tried. A candidate is a factor if occupancies with
//! different attacked squares have different indices. Occupancies that differ only behind a blocker
//! may share an index (a *constructive* collision). For this reason factors exist with no more bits
//! than there are relevant squares, and sometimes with fewer.
//!
//! Three things make the search fast:
//!
//! * **Sparse candidates.** A product is a sum of copies of the occupancy, one for each one in the
//!   factor, and many copies carry into each other. With eight ones at random places, the search
//!   for the ordinary factors of all 128 squares takes about 2.4 million candidates (the mean of
//!   the seeds 1 to 5). The usual candidates, the AND of three random words that pass a filter (six
//!   ones in the highest byte of relevant squares times factor), take several times as many. Sparse
//!   candidates are better without the filter, which rejects too many good ones.
//! * **The occupancy that failed last comes earlier.** The occupancy that proved a candidate wrong
//!   often does so again, so it moves forward in the order of tests.
//! * **A table that need not be cleared.** Each entry has the number of the candidate that wrote
//!   it.
//!
//! `results/techniques.md` in the repository has the time of a full set.
//!
//! **Fewer bits** than relevant squares need factors with constructive collisions. A borrow makes
//! them: like the borrow of `o - 2r`, it runs from the nearest blocker and clears what is behind
//! it. So there the candidates are a few ones at distances of 7, 8 or 9, which collect the squares
//! of a line as [`kindergarten`](setwise::attacks::kindergarten) does, as a positive or negative
//! number, and up to four powers of two more, added or subtracted. The number of candidates varies
//! widely: about a million for a bishop on b1 in four bits; 68 to 126 million for a bishop on g7 in
//! four bits with the seeds 1 to 3; 8 million with seed 1 and 71 million with seed 3 for a bishop
//! on a1 in five bits. Sums and differences of ones at random places gave none for the last in 800
//! million.
//!
//! Literature: the generators of Tord Romstad and others,
//! <https://www.chessprogramming.org/Looking_for_Magics>.

use core::fmt;

use super::Form;
use super::candidates::Candidates;
use crate::parts::RookOrBishop;
use crate::trace::Silent;
use setwise::{Bitboard, Square};

/// The piece, square, form and index size that a factor is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    piece: RookOrBishop,
    from: Square,
    form: Form,
    bits: u32,
}

impl Target {
    /// The largest number of bits of an index.
    pub const MAX_BITS: u32 = 16;

    /// Returns the target of an index of `bits` bits; `None` if that is 0 or more than
    /// [`Target::MAX_BITS`].
    pub const fn new(piece: RookOrBishop, from: Square, form: Form, bits: u32) -> Option<Target> {
        if bits == 0 || bits > Target::MAX_BITS {
            return None;
        }
        Some(Target { piece, from, form, bits })
    }

    /// Returns the target of the plain form with one bit for each relevant square.
    pub fn ordinary(piece: RookOrBishop, from: Square) -> Target {
        Target { piece, from, form: Form::Plain, bits: piece.relevant(from).count() }
    }

    /// Returns the piece.
    pub const fn piece(&self) -> RookOrBishop {
        self.piece
    }

    /// Returns the square of the piece.
    pub const fn from(&self) -> Square {
        self.from
    }

    /// Returns the form: the set that the factor is multiplied with.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// Returns the number of bits of the index.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the size of a table of 2ᵇⁱᵗˢ entries of eight bytes.
    pub const fn table_bytes(&self) -> usize {
        8 << self.bits
    }

    /// Returns whether a table of 2ᵇⁱᵗˢ entries has room for all the sets that the piece can
    /// attack.
    pub fn is_possible(&self) -> bool {
        self.piece.attack_sets(self.from) <= 1 << self.bits
    }

    /// Returns each occupancy of the relevant squares with the word that is multiplied for it.
    fn keys(self) -> impl Iterator<Item = (Bitboard, u64)> {
        let relevant = self.piece.relevant(self.from);
        let mask = self.form.mask(relevant);
        let key = move |occupied| self.form.key(occupied, mask, &mut Silent).1.0;
        relevant.subsets().map(move |occupied| (occupied, key(occupied)))
    }

    fn index(&self, key: u64, factor: u64) -> usize {
        (key.wrapping_mul(factor) >> (64 - self.bits)) as usize
    }

    /// Checks that a factor is magic, and returns how many of the 2ᵇⁱᵗˢ entries it uses.
    ///
    /// # Errors
    ///
    /// Two occupancies that have the same index but different attacked squares.
    pub fn check(&self, factor: u64) -> Result<usize, Collision> {
        let mut table = vec![None; 1 << self.bits];
        for (occupied, key) in self.keys() {
            let index = self.index(key, factor);
            let attacked = self.piece.attacks(self.from, occupied);
            match table[index] {
                Some((first, there)) if there != attacked => {
                    return Err(Collision { target: *self, index, first, second: occupied });
                }
                Some(_) => {}
                None => table[index] = Some((occupied, attacked)),
            }
        }
        Ok(table.iter().flatten().count())
    }

    /// Returns a search for factors, in an order that the seed determines.
    ///
    /// ```
    /// use setwise::Square;
    /// use setwise_techniques::parts::RookOrBishop;
    /// use setwise_techniques::index::magic_family::finder::Target;
    ///
    /// let target = Target::ordinary(RookOrBishop::Bishop, Square::D4);
    /// let mut search = target.search(1);
    /// // Between two steps, a program can show the progress or stop.
    /// let factor = loop {
    ///     if let Some(factor) = search.advance(100_000) {
    ///         break factor;
    ///     }
    ///     println!("{} tried", search.tried());
    /// };
    /// assert!(target.check(factor).is_ok());
    /// ```
    pub fn search(self, seed: u64) -> Search {
        let mut sets = std::collections::BTreeMap::new();
        let keys = self.keys().map(|(occupied, key)| {
            let next = sets.len() as u32;
            let set = *sets.entry(self.piece.attacks(self.from, occupied)).or_insert(next);
            Key { key, set }
        });
        Search {
            keys: keys.collect(),
            entries: vec![Entry::default(); 1 << self.bits],
            candidates: Candidates::new(self, seed),
            target: self,
        }
    }
}

/// The error of a factor that is not magic: two occupancies with the same index and different
/// attacked squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The target of the factor.
    pub target: Target,
    /// The index of both occupancies.
    pub index: usize,
    /// The first occupancy.
    pub first: Bitboard,
    /// The second occupancy.
    pub second: Bitboard,
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Collision { target, index, first, second } = self;
        let (piece, from) = (target.piece.name(), target.from);
        write!(f, "not magic for a {piece} on {from} in {} bits: ", target.bits)?;
        write!(f, "the occupancies {:#x} and {:#x} both have index {index}, ", first.0, second.0)?;
        f.write_str("but different attacked squares (expected different indices)")
    }
}

impl core::error::Error for Collision {}

/// A search for factors of a [`Target`].
#[derive(Clone, Debug)]
pub struct Search {
    target: Target,
    /// The keys, in the order in which they are tested.
    keys: Vec<Key>,
    entries: Vec<Entry>,
    candidates: Candidates,
}

/// The word that is multiplied, and the number of the attack set.
#[derive(Clone, Copy, Debug)]
struct Key {
    key: u64,
    set: u32,
}

/// The attack set that was last stored under an index, and the candidate that stored it, counted
/// from 1.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    candidate: u32,
    set: u32,
}

impl Search {
    /// Returns the target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Returns the number of candidates that have been tried.
    pub fn tried(&self) -> u64 {
        self.candidates.count()
    }

    /// Tries up to `candidates` more, and returns the first factor found.
    ///
    /// After a factor is found, the next call continues with the next candidate.
    pub fn advance(&mut self, candidates: u32) -> Option<u64> {
        (0..candidates).find_map(|_| {
            let factor = self.candidates.next();
            self.is_magic(factor).then_some(factor)
        })
    }

    fn is_magic(&mut self, factor: u64) -> bool {
        let candidate = self.candidates.count() as u32;
        if candidate == 0 {
            // The counter has wrapped around. 0 means that no candidate has written an entry.
            self.entries.fill(Entry::default());
            return false;
        }
        for at in 0..self.keys.len() {
            let Key { key, set } = self.keys[at];
            let index = self.target.index(key, factor);
            let entry = &mut self.entries[index];
            if entry.candidate != candidate {
                *entry = Entry { candidate, set };
            } else if entry.set != set {
                self.keys.swap(at, at * 3 / 4);
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use RookOrBishop::{Bishop, Rook};

    use super::*;
    use setwise::attacks::magic::FACTORS;

    fn first_factor(target: Target, seed: u64) -> u64 {
        target.search(seed).advance(u32::MAX).expect("there are many")
    }

    #[test]
    fn the_same_seed_finds_the_same_factors_and_another_seed_others() {
        let found = |seed, at_a_time| {
            let mut search = Target::ordinary(Rook, Square::D4).search(seed);
            let mut next = || loop {
                if let Some(factor) = search.advance(at_a_time) {
                    break factor;
                }
            };
            [next(), next()]
        };
        let [first, second] = found(1, 1);
        assert_ne!(first, second);
        assert_eq!(found(1, 1000), [first, second]);
        assert_ne!(found(2, 1)[0], first);
    }

    #[test]
    fn seed_1_finds_the_ordinary_factors_that_are_kept() {
        for piece in RookOrBishop::ALL {
            for from in Square::ALL {
                let kept = FACTORS[piece as usize][from];
                assert_eq!(
                    first_factor(Target::ordinary(piece, from), 1),
                    kept,
                    "{piece:?} {from}"
                );
            }
        }
    }

    #[test]
    fn factors_that_are_found_are_magic() {
        for form in [Form::Plain, Form::Black] {
            for (piece, from, bits) in [
                (Rook, Square::D4, 10),
                (Rook, Square::D4, 12),
                (Rook, Square::H1, 12),
                (Bishop, Square::A8, 6),
                (Bishop, Square::D1, 9),
            ] {
                let target = Target::new(piece, from, form, bits).expect("up to sixteen");
                let factor = first_factor(target, 3);
                assert!(target.check(factor).is_ok_and(|used| used <= 1 << bits), "{target:?}");
            }
        }
    }

    /// A factor with one bit changed is nearly magic; where it fails the error must be true.
    #[test]
    fn a_collision_is_two_occupancies_with_one_index_and_two_answers() {
        let target = Target::ordinary(Bishop, Square::D4);
        let factor = first_factor(target, 1);
        let mut failed = 0;
        for bit in 0..64 {
            let changed = factor ^ 1 << bit;
            let Err(Collision { index, first, second, .. }) = target.check(changed) else {
                continue;
            };
            failed += 1;
            let relevant = Bishop.relevant(Square::D4);
            for occupied in [first, second] {
                assert_eq!(occupied & relevant, occupied);
                assert_eq!((occupied.0.wrapping_mul(changed) >> (64 - 9)) as usize, index);
            }
            assert_ne!(Bishop.attacks(Square::D4, first), Bishop.attacks(Square::D4, second));
        }
        assert!(failed > 20, "{failed} of 64 changes matter");
    }

    /// The search stops at the first collision; the check stores every occupancy in a new table.
    #[test]
    fn the_search_and_the_check_agree_on_every_candidate() {
        let target = Target::ordinary(Bishop, Square::B2);
        let mut search = target.search(5);
        let mut found = 0;
        for _ in 0..20_000 {
            let factor = search.candidates.next();
            let is_magic = search.is_magic(factor);
            assert_eq!(is_magic, target.check(factor).is_ok(), "{factor:#x}");
            found += u32::from(is_magic);
        }
        assert!(found >= 5, "{found}");
    }

    #[test]
    fn a_bishop_on_b1_has_a_factor_of_four_bits_for_its_five_relevant_squares() {
        let target = Target::new(Bishop, Square::B1, Form::Plain, 4).expect("up to sixteen");
        assert!(target.check(first_factor(target, 1)).is_ok());
    }

    #[test]
    fn too_few_bits_are_not_possible() {
        let target = |bits| Target::new(Rook, Square::A1, Form::Plain, bits);
        assert_eq!((target(0), target(17)), (None, None));
        // 49 sets.
        assert!(!target(5).is_some_and(|target| target.is_possible()));
        assert!(target(6).is_some_and(|target| target.is_possible()));
    }
}
