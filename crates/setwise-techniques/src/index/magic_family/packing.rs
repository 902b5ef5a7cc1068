//! Packing the used entries of all squares into one table, so that they fill each other's gaps.
//!
//! A factor with a fixed shift uses some of the 4,096 entries (512 for a bishop) that its index can
//! select. No two squares have an attack set in common, except two sets of bishops in opposite
//! corners, so an entry serves one square. To pack them into the shortest table is hard: strongly
//! NP-complete, as Niklas Fiekas showed in 2020. Gaps at random places are of no use: first-fit
//! packs such squares into more than twice as many entries as now. So the factors should have
//! indices with a period of four. A square that uses all its relevant squares, such as a rook in a
//! corner or on an edge, should never use one of the four remainders. A square with two bits to
//! spare can use only one remainder, and lie in the gaps:
//!
//! ```text
//!  rook a1   XXX.XXX.XXX.XXX.XXX.XXX. … 4,096 entries, 3,072 of them used
//!  rook d4      X   X   X   X   X   X … 1,024 used
//!  table     XXXXXXXXXXXXXXXXXXXXXXXX …
//! ```
//!
//! The squares with the most relevant squares are placed first. For each, the packing takes the one
//! of its best factors which makes the table longer by the least, at the first place where it fits.
//! Gaps of one remainder are placed on top of each other, so that one square can fill the gaps of
//! two. Whether a gap counts as a loss affects the early choices. Both ways are tried, and the
//! shorter table is taken.
//!
//! Literature: <https://backscattering.de/chess/hashtable-packing/>.

use super::finder::{Search, Target};
use super::{Form, fixed_bits};
use crate::parts::RookOrBishop;
use setwise::Square;

/// The period of the gaps.
const PERIOD: usize = 4;

/// How many factors the packing can choose from, for a square and a number of used remainders.
const CHOICES: usize = 20;

/// A factor, and the place of the entry with index 0. The place may be before the beginning of the
/// table, because only the entries of used indices must lie in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// The factor.
    pub factor: u64,
    /// The place of index 0.
    pub first: i32,
}

/// A table of overlapping ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The factors and places, by piece and square.
    pub placed: [[Placed; 64]; 2],
    /// The length of the table.
    pub entries: usize,
}

/// The best factors of one square for a fixed shift, among those tried.
pub struct Choices {
    search: Search,
    /// The best factors first, by the number of used remainders minus one.
    best: [Vec<Choice>; PERIOD],
}

struct Choice {
    factor: u64,
    /// Sorted.
    indices: Vec<usize>,
    /// Whether any index has each remainder modulo [`PERIOD`].
    remainders: [bool; PERIOD],
}

impl Choice {
    fn new(factor: u64, indices: Vec<usize>) -> Choice {
        let mut remainders = [false; PERIOD];
        for index in &indices {
            remainders[index % PERIOD] = true;
        }
        Choice { factor, indices, remainders }
    }

    /// Returns the number of entries from the first to the last used.
    fn span(&self) -> usize {
        self.indices[self.indices.len() - 1] - self.indices[0] + 1
    }

    /// Returns the number of used remainders.
    fn dense(&self) -> usize {
        self.remainders.iter().filter(|&&used| used).count()
    }

    /// Returns the number of entries that other squares cannot use. A gap is of use only if all
    /// entries with its remainder are gaps.
    fn cost(&self) -> usize {
        self.span() * self.dense() / PERIOD
    }

    /// Returns whether it may begin at this entry: gaps of one remainder are placed on top of each
    /// other.
    fn may_begin_at(&self, begin: usize) -> bool {
        let gap = self.remainders.iter().position(|&used| !used);
        let place = |gap: usize| (begin + gap).wrapping_sub(self.indices[0]) % PERIOD;
        self.dense() != PERIOD - 1 || gap.map(place) == Some(PERIOD - 1)
    }
}

impl Choices {
    /// Returns a search that has tried nothing yet.
    pub fn new(form: Form, piece: RookOrBishop, from: Square, seed: u64) -> Choices {
        let target = Target::new(piece, from, form, fixed_bits(piece));
        let target = target.unwrap_or_else(|| unreachable!("twelve bits or nine"));
        // The best factor is one that makes many occupancies share an entry.
        let search = target.search(seed).with_differences();
        Choices { search, best: Default::default() }
    }

    /// Returns the number of candidates that have been tried.
    pub fn tried(&self) -> u64 {
        self.search.tried()
    }

    /// Returns whether no factor has been found.
    pub fn is_empty(&self) -> bool {
        self.best.iter().all(Vec::is_empty)
    }

    /// Returns the factors that the packing can choose from.
    pub fn factors(&self) -> impl Iterator<Item = u64> {
        self.best.iter().flatten().map(|choice| choice.factor)
    }

    /// Tries `candidates` more candidates.
    pub fn advance(&mut self, candidates: u32) {
        let end = self.search.tried() + u64::from(candidates);
        while self.search.tried() < end {
            let left = end - self.search.tried();
            let Some(factor) = self.search.advance(left as u32) else { return };
            let choice = Choice::new(factor, self.search.target().indices(factor));
            let best = &mut self.best[choice.dense() - 1];
            let at = best.partition_point(|better| better.cost() <= choice.cost());
            if at < CHOICES {
                best.insert(at, choice);
                best.truncate(CHOICES);
            }
        }
    }
}

impl Packing {
    /// Places one factor of each square in a table. A square without a factor is left out.
    pub fn of(mut squares: Vec<Choices>) -> Packing {
        squares.sort_by_key(|choices| {
            let target = choices.search.target();
            std::cmp::Reverse(target.piece().relevant(target.from()).count())
        });
        let both = [false, true].map(|counts_gaps| Packing::lay(&squares, counts_gaps));
        let [first, second] = both;
        if second.entries < first.entries { second } else { first }
    }

    /// Places the squares in this order. A gap counts as nothing, or as an entry.
    fn lay(squares: &[Choices], counts_gaps: bool) -> Packing {
        let mut packing = Packing { placed: [[Placed::default(); 64]; 2], entries: 0 };
        let mut table = Taken(Vec::new());
        for Choices { search, best } in squares {
            let fits = best.iter().flatten().map(|choice| (choice, table.first_fit(choice)));
            // A factor that only fills gaps should leave as many gaps as possible.
            let cost = |&(choice, begin): &(&Choice, usize)| {
                let longer = (begin + choice.span()).saturating_sub(packing.entries);
                let dense = choice.dense();
                (longer * if counts_gaps { dense } else { 1 }, dense, choice.indices.len())
            };
            let Some((choice, begin)) = fits.min_by_key(cost) else { continue };
            table.take(&choice.indices, begin);
            packing.entries = packing.entries.max(begin + choice.span());
            let target = search.target();
            packing.placed[target.piece() as usize][target.from()] =
                Placed { factor: choice.factor, first: begin as i32 - choice.indices[0] as i32 };
        }
        packing
    }
}

/// The entries of a table that are taken, 64 in a word.
struct Taken(Vec<u64>);

impl Taken {
    /// Returns the first place where these indices fit, counted from the first of them.
    fn first_fit(&self, choice: &Choice) -> usize {
        let indices = &choice.indices;
        let shifted: [Vec<(usize, u64)>; 64] = std::array::from_fn(|shift| words(indices, shift));
        let is_free = |&begin: &usize| {
            let words = &shifted[begin % 64];
            let taken = |at: usize| self.0.get(begin / 64 + at).copied().unwrap_or(0);
            choice.may_begin_at(begin) && words.iter().all(|&(at, word)| taken(at) & word == 0)
        };
        (0..).find(is_free).unwrap_or_else(|| unreachable!("beyond the end all is free"))
    }

    fn take(&mut self, indices: &[usize], begin: usize) {
        for (at, word) in words(indices, begin % 64) {
            let at = begin / 64 + at;
            if at >= self.0.len() {
                self.0.resize(at + 1, 0);
            }
            self.0[at] |= word;
        }
    }
}

/// Returns the words that contain the indices, with the first index at bit `shift` of the first
/// word.
fn words(indices: &[usize], shift: usize) -> Vec<(usize, u64)> {
    let mut words: Vec<(usize, u64)> = Vec::new();
    for index in indices {
        let at = index - indices[0] + shift;
        let bit = 1 << (at % 64);
        match words.last_mut() {
            Some((last, word)) if *last == at / 64 => *word |= bit,
            _ => words.push((at / 64, bit)),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_laid_at_the_first_place_where_they_fit() {
        let mut table = Taken(Vec::new());
        for (indices, place) in [
            (vec![0, 1, 2, 3, 5, 7, 8, 11], 0),
            (vec![100, 102, 106, 110], 4),
            (vec![7], 9),
            (vec![0, 64, 130], 12),
            // Its gaps must lie at 3, 7, 11 …
            (vec![4, 5, 7, 8, 9, 11], 17),
        ] {
            let choice = Choice::new(0, indices);
            assert_eq!(table.first_fit(&choice), place, "{:?}", choice.indices);
            table.take(&choice.indices, place);
        }
    }

    #[test]
    fn a_packing_keeps_every_square_s_entries_apart() {
        let find = |from| {
            let mut choices = Choices::new(Form::Black, RookOrBishop::Bishop, from, 1);
            while choices.is_empty() {
                choices.advance(2_000);
            }
            choices
        };
        let packing = Packing::of(Square::ALL.map(find).into_iter().collect());
        let mut taken = vec![false; packing.entries];
        for (from, placed) in Square::ALL.iter().zip(packing.placed[1]) {
            let target = Target::new(RookOrBishop::Bishop, *from, Form::Black, 9).expect("nine");
            for index in target.indices(placed.factor) {
                let place = placed.first + index as i32;
                assert!(!std::mem::replace(&mut taken[place as usize], true), "{from}");
            }
        }
        assert_eq!(taken.last(), Some(&true), "no longer than it must be");
    }
}
