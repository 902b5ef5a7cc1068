//! Perft: the number of sequences of N legal moves from a position.
//!
//! The name is from Robert Hyatt's program Crafty ("performance test"). A rule that is implemented
//! wrongly shows as a wrong count, so published counts check a move generator, and the time taken
//! measures it.
//!
//! * [`perft`] is the definition, ten lines long.
//! * [`bulk`] counts the last moves without playing them, with a sliding-attack technique of your
//!   choice. It is instantiated in the calling crate. Where a move changes the number of replies by
//!   a known amount, it is not played either: such moves of a position are a *family*.
//! * [`each_alone`] plays every move but the last one: it counts without families.
//! * [`playing_last_move`] plays the last moves too.
//!
//! The crate `setwise-perft` counts faster: it counts many positions at once, and has a hash table
//! and threads. Its `division` counts below each first move.
//!
//! A depth is a `u8`, which bounds the recursion. Counts are `u128`: the initial position exceeds
//! 64 bits at depth 14.

mod family;
mod replies;
mod sets;

use core::ops::ControlFlow;

use family::Family;
use sets::Sets;

use crate::attacks::{Erased, Sliders};
use crate::dispatch::{CpuFeatures, Portable, Recursion, X86_64V3};
use crate::{Filter, Position};

/// Returns the number of sequences of `depth` legal moves from a position.
///
/// ```
/// use setwise::{perft::perft, Position};
///
/// assert_eq!(perft(&Position::INITIAL, 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u8) -> u128 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
}

/// Returns the number of sequences of `depth` legal moves from a position; the last move of each is
/// counted without being played, and so is the move before it where its effect on the number of
/// replies is known.
///
/// ```
/// use setwise::{attacks, perft, Position};
///
/// assert_eq!(perft::bulk(&Position::INITIAL, 4, attacks::DEFAULT), 197_281);
/// ```
pub fn bulk<S: Sliders>(position: &Position, depth: u8, sliders: S) -> u128 {
    count(position, depth, sliders, LastMoves::Families)
}

/// As [`bulk`], but plays all moves but the last, which is slower. It measures a sliding-attack
/// technique in a move generator.
pub fn each_alone<S: Sliders>(position: &Position, depth: u8, sliders: S) -> u128 {
    count(position, depth, sliders, LastMoves::Counted)
}

/// As [`each_alone`], but plays the last moves too.
pub fn playing_last_move<S: Sliders>(position: &Position, depth: u8, sliders: S) -> u128 {
    count(position, depth, sliders, LastMoves::Played)
}

/// How the last moves are counted.
///
/// It is a value and not a type parameter, so that the generator is instantiated once for all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastMoves {
    /// In bulk, and together for the children in a family.
    Families,
    /// In bulk.
    Counted,
    /// One by one.
    Played,
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

fn count<S: Sliders>(position: &Position, depth: u8, sliders: S, last: LastMoves) -> u128 {
    sum_of_words(position, depth, &mut |position, depth| {
        if let Some(v3) = X86_64V3::new() {
            count_with(v3, position, sliders, depth, last)
        } else if cfg!(all(feature = "std", target_arch = "x86_64")) {
            // One generator with the technique behind function pointers serves processors without
            // x86-64-v3: a second instance for each technique would double the build time.
            count_with(Portable, position, Erased::of(sliders), depth, last)
        } else {
            count_with(Portable, position, sliders, depth, last)
        }
    })
}

/// Returns a count below a position, up to depth 7, with code that is compiled for CPU features.
fn count_with<F: CpuFeatures, S: Sliders>(
    features: F,
    position: &Position,
    sliders: S,
    depth: u8,
    last: LastMoves,
) -> u64 {
    let mut leaf = Leaf { last, sliders };
    match (depth, last) {
        (0, _) => 1,
        (1, LastMoves::Families | LastMoves::Counted) => features.run(&mut leaf, position),
        _ => features.run(&mut Count { leaf, features }, (position, depth)),
    }
}

/// The last level: counts the moves of a position or, if the last moves are played, the position
/// itself.
///
/// It is no recursion, but like a level of one it is a function of its own, compiled for the CPU
/// features.
struct Leaf<S> {
    last: LastMoves,
    sliders: S,
}

impl<S: Sliders> Recursion for Leaf<S> {
    type Input<'p> = &'p Position;
    type Output = u64;

    #[inline(always)]
    fn level(
        &mut self,
        position: &Position,
        _: impl Fn(&mut Self, &Position) -> u64 + Copy,
    ) -> u64 {
        let is_played = self.last == LastMoves::Played;
        if is_played { 1 } else { u64::from(position.count_legal_moves_with(self.sliders)) }
    }
}

/// The levels above the last.
struct Count<S, F> {
    leaf: Leaf<S>,
    features: F,
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
        let Leaf { last, sliders } = self.leaf;
        let is_above_leaves = depth == if last == LastMoves::Played { 1 } else { 2 };
        let has_family = is_above_leaves && last == LastMoves::Families;
        let mut family = has_family.then(|| Family::of(position, sliders));
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
                        self.features.run(&mut self.leaf, child)
                    } else {
                        next(self, (child, depth - 1))
                    }
                },
            );
        }
        if let Some(family) = family {
            leaves += family.leaves(|| self.features.run(&mut self.leaf, &position.passed()));
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
