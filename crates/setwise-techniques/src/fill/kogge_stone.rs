//! Kogge-Stone fill: steps of one, two and four, as an adder looks ahead for its carries.
//!
//! **Idea.** A slider moves over empty squares as a carry passes through an adder. The *generator*
//! has the squares that have been reached, and the *propagator* those that can be passed. After the
//! first step the propagator is changed to mean "this square and the one before are open", so that
//! the next step can be two squares long, and the one after that four. Three steps do the work of
//! seven.
//!
//! ```text
//!  one rank, a to h    generator          propagator
//!                      X . . . . . . .    . X X X X X . X     slider on a, blocker on g
//!  a step of one       X X . . . . . .    . . X X X X . .     open, and the one before too
//!  a step of two       X X X X . . . .    . . . . X X . .     open, and the three before
//!  a step of four      X X X X X X . .
//!  and one more        . X X X X X X .                        attacked
//! ```
//!
//! The file on which a step would come in from the other side is removed from the propagator before
//! the first step, which stops every longer step too, and from the attacks.
//!
//! **Cost.** No table. A direction takes six shifts, five ANDs and three ORs, and two more ANDs if
//! a file must be masked. Its longest chain is 10 operations. AVX-512 does an AND and an OR in one
//! instruction.
//!
//! **When it wins.** For many sliders at once, and with [a direction in each
//! lane](super::direction_lanes) of wide registers. For a single slider other techniques are faster.
//!
//! **Literature.** Peter Kogge and Harold Stone, *A Parallel Algorithm for the Efficient Solution
//! of a General Class of Recurrence Equations*, 1973; first used for chess by Steffan Westcott, on
//! the Computer Chess Club, 2002; <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.

use super::occluded::{Occluded, first, show};
use crate::trace::{Sentences, Trace, combine};
use crate::words::Words;
use crate::{Card, Document};

/// Kogge-Stone fill; see the [module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct KoggeStone;

impl Occluded for KoggeStone {
    const CARD: Card = Card {
        title: "Kogge-Stone fill",
        people: "Steffan Westcott, after Peter Kogge and Harold Stone",
        year: "2002",
        source: "https://www.chessprogramming.org/Kogge-Stone_Algorithm",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!("kogge_stone.rs"),
        table_bytes: 0,
        needs: "",
    };

    #[inline(always)]
    fn fill<const N: usize, T: Trace>(
        step: impl Fn(Words<N>, u32) -> Words<N>,
        sliders: Words<N>,
        open: Words<N>,
        trace: &mut T,
    ) -> Words<N> {
        let generator = generate(&step, 1, sliders, open, trace);
        let propagator = propagate(&step, 1, open, trace);
        let generator = generate(&step, 2, generator, propagator, trace);
        let propagator = propagate(&step, 2, propagator, trace);
        generate(&step, 4, generator, propagator, trace)
    }

    const SENTENCES: Sentences = Sentences::of(&[
        (
            "generator",
            "The generator is the set of the sliders and the squares filled so far, and the \
             propagator is the set of the squares that can be passed. Fill one step.",
        ),
        (
            "propagator",
            "Now the propagator has the squares over which two steps can be made at once.",
        ),
        ("generator", "Fill two steps at once."),
        (
            "propagator",
            "Now the propagator has the squares over which four steps can be made at once.",
        ),
        (
            "generator",
            "Fill four steps at once: seven in all, which is as far as a board goes. This is the \
             occluded fill: the sliders and the empty squares that they pass, without the \
             blockers.",
        ),
    ]);
}

/// Returns the generator after some steps, which pass the squares of the propagator.
#[inline(always)]
fn generate<const N: usize, T: Trace>(
    step: impl Fn(Words<N>, u32) -> Words<N>,
    steps: u32,
    generator: Words<N>,
    propagator: Words<N>,
    trace: &mut T,
) -> Words<N> {
    let (g, p) = (first("generator", generator), first("propagator", propagator));
    let sum = g | p & combine((), sign(steps), g, 0);
    show("generator", generator | propagator & step(generator, steps), sum, trace)
}

/// Returns the squares that twice as many steps can pass.
#[inline(always)]
fn propagate<const N: usize, T: Trace>(
    step: impl Fn(Words<N>, u32) -> Words<N>,
    steps: u32,
    propagator: Words<N>,
    trace: &mut T,
) -> Words<N> {
    let p = first("propagator", propagator);
    let both = p & combine((), sign(steps), p, 0);
    show("propagator", propagator & step(propagator, steps), both, trace)
}

#[inline(always)]
fn sign(steps: u32) -> &'static str {
    match steps {
        1 => "one step of",
        2 => "two steps of",
        _ => "four steps of",
    }
}
