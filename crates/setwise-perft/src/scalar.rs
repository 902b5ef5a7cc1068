//! Counting one position at a time.
//!
//! `family` finds the moves whose numbers of replies are known, `replies` these numbers; `sets` is a
//! list of sets of moves.

mod family;
mod replies;
mod sets;

use core::ops::ControlFlow;

use setwise::attacks::{Erased, Sliders};
use setwise::dispatch::{CpuFeatures, Portable, X86_64V3};
use setwise::{Filter, Position};

use self::family::Family;
use self::sets::Sets;
use crate::mode::CountMode;
use crate::recursion::{self, Recursion};
use crate::table::{Key, Table};

/// Returns the number of sequences of `depth` legal moves from a position, counted one position at a
/// time with a sliding-attack technique.
///
/// It is instantiated in the calling crate, so a technique of your own runs at full speed.
///
/// ```
/// use setwise::{Position, attacks};
/// use setwise_perft::{CountMode, count_with};
///
/// let count = count_with(attacks::DEFAULT, &Position::INITIAL, 4, CountMode::Families);
/// assert_eq!(count, 197_281);
/// ```
pub fn count_with<S: Sliders>(sliders: S, position: &Position, depth: u8, mode: CountMode) -> u128 {
    sum_of_words(position, depth, &mut |position, depth| {
        if let Some(v3) = X86_64V3::new() {
            count_in_word(v3, sliders, position, depth, mode)
        } else if cfg!(target_arch = "x86_64") {
            // One generator with the technique behind function pointers serves processors without
            // x86-64-v3: a second instance for each technique would double the build time.
            count_in_word(Portable, Erased::of(sliders), position, depth, mode)
        } else {
            count_in_word(Portable, sliders, position, depth, mode)
        }
    })
}

/// As [`count_with`], but looks up the counts of positions on the way in a table, and stores them
/// there.
pub(crate) fn count_with_table<S: Sliders>(
    sliders: S,
    position: &Position,
    depth: u8,
    mode: CountMode,
    table: &Table,
) -> u128 {
    if depth <= 2 {
        // Counting two plies takes less time than a read from memory.
        return count_with(sliders, position, depth, mode);
    }
    table.get_or_count(Key::of(position), depth, || {
        let children = position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv));
        let below = |child| count_with_table(sliders, &child, depth - 1, mode, table);
        children.map(below).sum()
    })
}

/// A position has at most 415 moves, and 415⁷ < 2⁶⁴: a `u64` holds any count of this depth.
const WORD_DEPTH: u8 = 7;

/// Returns a count of any depth, from a function that counts up to depth 7 in a `u64`.
fn sum_of_words(
    position: &Position,
    depth: u8,
    count: &mut impl FnMut(&Position, u8) -> u64,
) -> u128 {
    if depth <= WORD_DEPTH {
        return u128::from(count(position, depth));
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| sum_of_words(&position.play_unchecked(mv), depth - 1, count)).sum()
}

/// Returns a count below a position, up to depth 7, with code that is compiled for CPU features.
fn count_in_word<F: CpuFeatures, S: Sliders>(
    features: F,
    sliders: S,
    position: &Position,
    depth: u8,
    mode: CountMode,
) -> u64 {
    let count = Count { features, sliders, mode };
    match (depth, mode) {
        (0, _) => 1,
        (1, CountMode::Families | CountMode::EachAlone) => count.leaf(position),
        _ => recursion::run(features, &mut { count }, (position, depth)),
    }
}

/// The levels above the last.
///
/// The mode is a value and not a type parameter, so that the generator is instantiated once for all.
#[derive(Clone, Copy)]
struct Count<S, F> {
    features: F,
    sliders: S,
    mode: CountMode,
}

impl<S: Sliders, F: CpuFeatures> Count<S, F> {
    /// The last level: returns the number of moves of a position or, if the last moves are played, 1
    /// for the position itself.
    ///
    /// Like a level of the recursion it is a function of its own.
    #[inline(always)]
    fn leaf(self, position: &Position) -> u64 {
        let is_played = self.mode == CountMode::EachMove;
        self.features.call_apart(
            position,
            #[inline(always)]
            move |position| {
                if is_played { 1 } else { u64::from(position.count_legal_moves_with(self.sliders)) }
            },
        )
    }
}

impl<S: Sliders, F: CpuFeatures> Recursion for Count<S, F> {
    type Input<'p> = (&'p Position, u8);
    type Output = u64;

    #[inline(always)]
    fn level(
        &mut self,
        (position, depth): (&Position, u8),
        next: impl Fn(&mut Self, (&Position, u8)) -> u64 + Copy,
    ) -> u64 {
        let Count { sliders, mode, .. } = *self;
        let is_above_leaves = depth == if mode == CountMode::EachMove { 1 } else { 2 };
        // Replies to a null move: there is none in check.
        let passed = (is_above_leaves && mode == CountMode::Families)
            .then(|| position.null_move())
            .flatten();
        let mut family = passed.is_some().then(|| Family::of(position, sliders));
        let mut leaves = 0_u64;
        let mut sets = Sets::new();
        let ControlFlow::Continue(()) =
            position.visit_legal_moves_with(sliders, Filter::ALL, &mut sets);
        for &set in sets.as_slice() {
            let individually = match &mut family {
                Some(family) => family.count(set),
                None => set,
            };
            position.for_each_next(
                individually,
                #[inline(always)]
                |child| {
                    leaves += if is_above_leaves {
                        self.leaf(child)
                    } else {
                        next(self, (child, depth - 1))
                    }
                },
            );
        }
        if let Some((family, passed)) = family.zip(passed) {
            leaves += family.leaves(|| self.leaf(&passed));
        }
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With sums of 64 bits the second of the 400 additions would wrap.
    #[test]
    fn sums_exceed_64_bits() {
        let mut most = |_: &Position, depth| {
            assert_eq!(depth, WORD_DEPTH);
            u64::MAX
        };
        let sum = sum_of_words(&Position::INITIAL, WORD_DEPTH + 2, &mut most);
        assert_eq!(sum, 400 * u128::from(u64::MAX));
    }
}
