//! Occluded fills: sets that spread in a direction over empty squares, written once for arrays of
//! any length.
//!
//! A fill does the same to every set of an array of [`Words`], so a function moves all of them:
//!
//! ```text
//!  one direction, several sets            one set, several directions
//!
//!   word 0   white sliders   << 8          word 0   sliders   << 8   north
//!   word 1   black sliders   << 8          word 1   sliders   << 1   east
//!                                          word 2   sliders   << 9   north-east
//!                                          word 3   sliders   << 7   north-west
//! ```
//!
//! With one word it is a technique.

use super::{Fills, Sides};
use crate::Card;
use crate::trace::{Expression, Sentences, Set, Silent, Term, Trace, combine};
use crate::words::Words;
use setwise::{Bitboard, Direction};

/// An occluded fill: sets that spread in a direction over the open squares of an array.
///
/// `step` moves each set some steps, one to four, in the direction of its word. A square that
/// leaves the board may come in again on another side.
pub trait Occluded: Copy + Default + Send + Sync + 'static {
    /// The description of the fill.
    const CARD: Card;

    /// The sentences of the steps of [`fill`](Occluded::fill).
    const SENTENCES: Sentences;

    /// Returns the sliders of each word and all squares that they pass, and shows the first word to
    /// a trace. Open squares are empty, and a step can reach them.
    fn fill<const N: usize, T: Trace>(
        step: impl Fn(Words<N>, u32) -> Words<N>,
        sliders: Words<N>,
        open: Words<N>,
        trace: &mut T,
    ) -> Words<N>;

    /// Returns the squares that the sliders of each word attack, and shows the first word to a
    /// trace. `reach` are the squares on which nothing comes in over an edge.
    ///
    /// This is one step more than the fill, to the blockers too.
    #[inline(always)]
    fn attacks<const N: usize, T: Trace>(
        step: impl Fn(Words<N>, u32) -> Words<N> + Copy,
        reach: Words<N>,
        sliders: Words<N>,
        empty: Words<N>,
        trace: &mut T,
    ) -> Words<N> {
        let within_reach = match reach.0[0] {
            Bitboard::UNIVERSE => "all squares",
            _ => "within reach of a step",
        };
        let open = first("empty", empty) & Set(within_reach, reach.0[0]);
        let open = show("open", empty & reach, open, trace);
        let filled = Self::fill(step, sliders, open, trace);
        let attacked = combine((), "one step of", first("filled", filled), 0);
        show("attacked", step(filled, 1) & reach, attacked, trace)
    }
}

pub(super) const UP_AND_DOWN: Sentences = Sentences::of_parts(
    &["north", "south"],
    &[(
        "open",
        "A step to the north or south cannot wrap around, so no file is closed: the mask has all \
         squares.",
    )],
);

pub(super) const ATTACKED: Sentences = Sentences::of(&[
    (
        "open",
        "A step to the side from the file at the edge would arrive on the file at the other edge. So \
         the mask leaves out the file where such a step would arrive.",
    ),
    (
        "attacked",
        "The occluded fill ends before the blockers. One step more gives the attacked squares: the \
         blockers are among them, the sliders are not.",
    ),
]);

/// Returns the set of the first word with a name.
#[inline(always)]
pub(super) fn first<const N: usize>(name: &'static str, words: Words<N>) -> Set {
    Set(name, words.0[0])
}

/// Shows a step of the first word to a trace, with the expression that its set is computed by, and
/// returns all words.
#[inline(always)]
pub(super) fn show<const N: usize, T: Trace>(
    name: &'static str,
    words: Words<N>,
    expression: impl Expression,
    trace: &mut T,
) -> Words<N> {
    trace.step(&expression, Term::Set(name, words.0[0]));
    words
}

/// Returns the squares that the sliders of each word attack in one direction.
#[inline(always)]
pub(super) fn along<O: Occluded, const N: usize, T: Trace>(
    direction: Direction,
    sliders: [Bitboard; N],
    empty: [Bitboard; N],
    trace: &mut T,
) -> Words<N> {
    O::attacks(
        #[inline(always)]
        |mut words: Words<N>, steps| {
            let amount = u32::from(direction.shift().unsigned_abs()) * steps;
            for Bitboard(word) in &mut words.0 {
                *word = if direction.is_positive() { *word << amount } else { *word >> amount };
            }
            words
        },
        Words([direction.post_mask(); N]),
        Words(sliders),
        Words(empty),
        trace,
    )
}

/// One direction after the other, and several sides side by side.
impl<O: Occluded> Fills for O {
    fn new() -> Option<O> {
        Some(O::default())
    }

    // Not by a loop: each direction is a constant to its fill.
    #[inline(always)]
    fn rays_of<const N: usize>(self, sides: &Sides<N>) -> [[Bitboard; N]; 8] {
        let &Sides { rooks, bishops, empty } = sides;
        [
            along::<O, N, _>(Direction::North, rooks, empty, &mut Silent).0,
            along::<O, N, _>(Direction::East, rooks, empty, &mut Silent).0,
            along::<O, N, _>(Direction::South, rooks, empty, &mut Silent).0,
            along::<O, N, _>(Direction::West, rooks, empty, &mut Silent).0,
            along::<O, N, _>(Direction::NorthEast, bishops, empty, &mut Silent).0,
            along::<O, N, _>(Direction::SouthEast, bishops, empty, &mut Silent).0,
            along::<O, N, _>(Direction::SouthWest, bishops, empty, &mut Silent).0,
            along::<O, N, _>(Direction::NorthWest, bishops, empty, &mut Silent).0,
        ]
    }
}
