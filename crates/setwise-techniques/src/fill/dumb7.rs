//! Dumb7Fill: one step, again and again.
//!
//! **Idea.** All sliders of a set take one step in a direction. Those that reach an empty square
//! take another step, and so on, and the squares that they pass are collected. After six steps no
//! slider can still move on. The seventh step goes to any square, empty or not, and gives the
//! attacks.
//!
//! ```text
//!  sliders            empty              one step & empty   all six            the seventh
//!  . . . . . . . .    X X X X X X X X    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    X . X X X X X X    . . . . . . . .    . . . . . . . .    . X . . . . . .
//!  . . . . . . . .    X X X X X X X X    . . . . . . . .    . X . . . . . .    . X . . . . . .
//!  . . . . . . . .    X X X X X . X X    . . . . . . . .    . X . . . . . .    . X . . . X . .
//!  . . . . . . . .    X X X X X X X X    . . . . . X . .    . X . . . X . .    . X . . . X . .
//!  . . . . . X . .    X X X X X . X X    . X . . . . . .    . X . . . X . .    . X . . . . . .
//!  . X . . . . . .    X . X X X X X X    . . . . . . . .    . X . . . . . .    . . . . . . . .
//!  . . . . . . . .    X X X X X X X X    . . . . . . . .    . . . . . . . .    . . . . . . . .
//! ```
//!
//! A step over the upper or lower edge of the board leaves the word. A step over the left or right
//! edge would come in on the other side, so the file there is removed from the empty squares first
//! and from the attacks last.
//!
//! **Cost.** No table. A direction takes seven shifts, six ANDs and six ORs, and two more ANDs if a
//! file must be masked. Its longest chain is 14 operations. Twenty sliders cost as much as one.
//!
//! **When it wins.** As the simplest fill. [Kogge-Stone](super::kogge_stone) does the same in
//! fourteen operations.
//!
//! **Literature.** Gunnar Andersson, in an Othello program, 2003;
//! <https://www.chessprogramming.org/Dumb7Fill>.

use super::occluded::{Occluded, first, show};
use crate::trace::{Sentences, Trace, combine};
use crate::words::Words;
use crate::{Card, Document};

/// Dumb7Fill; see the [module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct Dumb7;

impl Occluded for Dumb7 {
    const CARD: Card = Card {
        title: "Dumb7Fill",
        people: "Gunnar Andersson",
        year: "2003",
        source: "https://www.chessprogramming.org/Dumb7Fill",
        documents: &[Document::SlidingPieceAttacks],
        page: crate::page!("dumb7.rs"),
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
        let (mut front, mut filled) = (sliders, sliders);
        for _ in 0..6 {
            let next = combine((), "one step of", first("front", front), 0) & first("open", open);
            front = show("front", step(front, 1) & open, next, trace);
            let sum = first("filled", filled) | first("front", front);
            filled = show("filled", filled | front, sum, trace);
        }
        filled
    }

    const SENTENCES: Sentences = Sentences::of(&[
        ("front", "All squares of the front step together, and those on open squares go on."),
        ("filled", "OR adds them to the filled squares."),
    ]);
}
