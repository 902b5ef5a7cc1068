//! Perft: the number of sequences of N legal moves from a position.
//!
//! The name is from Robert Hyatt's program Crafty ("performance test"). A rule that is implemented
//! wrongly shows as a wrong count, so published counts check a move generator, and the time taken
//! measures it.
//!
//! * [`perft`] is the definition, ten lines long.
//! * [`bulk`] counts the last moves without playing them, with a sliding-attack technique of your
//!   choice. It is instantiated in the calling crate.
//! * [`playing_last_move`] plays the last moves too.
//!
//! The crate `setwise-perft` counts faster: it counts many positions at once, and has a hash table
//! and threads. Its `division` counts below each first move.
//!
//! A depth is a `u8`, which bounds the recursion. Counts are `u128`: the initial position exceeds
//! 64 bits at depth 14.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use crate::attacks::{Erased, Sliders};
use crate::dispatch::{self, Recursion};
use crate::node::Node;
use crate::{Filter, MoveSet, MoveVisitor, Position};

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
/// counted without being played.
///
/// ```
/// use setwise::{attacks, perft, Position};
///
/// assert_eq!(perft::bulk(&Position::INITIAL, 4, attacks::DEFAULT), 197_281);
/// ```
pub fn bulk<S: Sliders>(position: &Position, depth: u8, sliders: S) -> u128 {
    count(position, depth, sliders, true)
}

/// As [`bulk`], but plays the last moves too.
pub fn playing_last_move<S: Sliders>(position: &Position, depth: u8, sliders: S) -> u128 {
    count(position, depth, sliders, false)
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

fn count<S: Sliders>(position: &Position, depth: u8, sliders: S, bulk: bool) -> u128 {
    sum_of_words(position, depth, &mut |position, depth| {
        let node = &Node::new(*position, sliders);
        // One generator with the technique behind function pointers serves processors without
        // x86-64-v3: a second instance for each technique would double the build time.
        dispatch::run_or(&mut Count::of(bulk), (node, depth), |_, _| {
            let node = &Node::new(*position, Erased::of(sliders));
            dispatch::baseline(&mut Count::of(bulk), (node, depth))
        })
    })
}

/// A count below a node.
///
/// Whether to count in bulk is a field and not a type parameter, so that the generator is
/// instantiated once for both.
struct Count<S> {
    bulk: bool,
    sliders: PhantomData<S>,
}

impl<S> Count<S> {
    fn of(bulk: bool) -> Count<S> {
        Count { bulk, sliders: PhantomData }
    }
}

impl<S: Sliders> Recursion for Count<S> {
    type Input<'n> = (&'n Node<S>, u8);
    type Output = u64;

    #[inline(always)]
    fn level(
        &mut self,
        (node, depth): (&Node<S>, u8),
        next: impl Fn(&mut Self, (&Node<S>, u8)) -> u64 + Copy,
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.bulk && depth == 1 {
            return u64::from(node.count());
        }
        let mut leaves = 0;
        for_each_child(
            node,
            #[inline(always)]
            |child| leaves += next(self, (&child, depth - 1)),
        );
        leaves
    }
}

/// Calls a function with the node after each legal move.
#[inline(always)]
fn for_each_child<S: Sliders>(node: &Node<S>, visit: impl FnMut(Node<S>)) {
    let mut visitor = EachChild { node, visit };
    let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut visitor);
}

struct EachChild<'n, S: Sliders, V> {
    node: &'n Node<S>,
    visit: V,
}

impl<S: Sliders, V: FnMut(Node<S>)> MoveVisitor for EachChild<'_, S, V> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        self.node.for_each_next(
            set,
            #[inline(always)]
            |next| (self.visit)(next),
        );
        ControlFlow::Continue(())
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
