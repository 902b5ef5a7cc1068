//! Counting with the short cut: the moves of the last level are counted, not played.

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::dispatch::{self, Level};
use crate::movegen::{Filter, Visitor};
use crate::node::Node;
use crate::sliders::Sliders;
use crate::sliders::erased::Erased;
use crate::{Move, MoveSet, Position};

/// How many sequences of `depth` legal moves there are from a position; the last move of each is
/// counted without being played.
///
/// ```
/// use setwise::{perft::bulk, techniques, Position};
///
/// assert_eq!(bulk::bulk(&Position::INITIAL, 4, techniques::DEFAULT), 197_281);
/// ```
pub fn bulk<S: Sliders>(position: &Position, depth: u32, sliders: S) -> u128 {
    count(position, depth, sliders, true)
}

/// As [`bulk`], but every move is played.
pub fn walk<S: Sliders>(position: &Position, depth: u32, sliders: S) -> u128 {
    count(position, depth, sliders, false)
}

/// [`bulk`] for each legal move apart, in the order of the generator: what the literature calls
/// *divide*. Nothing at depth 0.
pub fn divide<S: Sliders>(
    position: &Position,
    depth: u32,
    sliders: S,
) -> impl Iterator<Item = (Move, u128)> {
    let moves = position.legal_moves().into_iter();
    moves
        .zip(core::iter::repeat(*position))
        .filter(move |_| depth > 0)
        .map(move |(mv, position)| (mv, bulk(&position.play_unchecked(mv), depth - 1, sliders)))
}

/// A position has at most 415 moves, and 415⁷ < 2⁶⁴: so deep, a word holds any count.
const WORD_DEPTH: u32 = 7;

/// A count of any depth, by one that is right as far down as a word holds it.
pub(super) fn of_words(
    position: &Position,
    depth: u32,
    count: &impl Fn(&Position, u32) -> u64,
) -> u128 {
    if depth <= WORD_DEPTH {
        return u128::from(count(position, depth));
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| of_words(&position.play_unchecked(mv), depth - 1, count)).sum()
}

fn count<S: Sliders>(position: &Position, depth: u32, sliders: S, bulk: bool) -> u128 {
    of_words(position, depth, &|position, depth| {
        let node = Node::new(*position, sliders);
        // A generator for each technique on each kind of CPU would double the time it takes to
        // build the command. One for all of them serves processors from before 2013.
        dispatch::run_or(Count { node, depth, bulk }, |_| {
            let node = Node::new(*position, Erased::of(sliders));
            dispatch::baseline(Count { node, depth, bulk })
        })
    })
}

/// The moves below a node, as one level of the recursion.
///
/// Whether to count in bulk is a field, not a parameter of the type: a technique's generator is
/// compiled once for both.
struct Count<S: Sliders> {
    node: Node<S>,
    depth: u32,
    bulk: bool,
}

impl<S: Sliders> Level for Count<S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, descend: impl Fn(Self) -> u64 + Copy) -> u64 {
        let Count { node, depth, bulk } = self;
        if depth == 0 {
            return 1;
        }
        if bulk && depth == 1 {
            return u64::from(node.count());
        }
        below(&node, |next| descend(Count { node: next, depth: depth - 1, bulk }))
    }
}

/// What is found at the node after each move, added up.
#[inline(always)]
pub(super) fn below<S: Sliders>(node: &Node<S>, descend: impl Fn(Node<S>) -> u64) -> u64 {
    let mut leaves = 0;
    for_each_child(
        node,
        #[inline(always)]
        |child| leaves += descend(child),
    );
    leaves
}

/// Visits the node after each move.
#[inline(always)]
pub(super) fn for_each_child<S: Sliders>(node: &Node<S>, visit: impl FnMut(Node<S>)) {
    let mut visitor = EachChild { node, visit };
    let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut visitor);
}

struct EachChild<'n, S: Sliders, V> {
    node: &'n Node<S>,
    visit: V,
}

impl<S: Sliders, V: FnMut(Node<S>)> Visitor for EachChild<'_, S, V> {
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
    fn sums_pass_64_bits() {
        let most = |_: &Position, depth| {
            assert_eq!(depth, WORD_DEPTH);
            u64::MAX
        };
        let sum = of_words(&Position::INITIAL, WORD_DEPTH + 2, &most);
        assert_eq!(sum, 400 * u128::from(u64::MAX));
    }
}
