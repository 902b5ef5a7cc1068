//! Dumb7Fill: one step, again and again.
//!
//! **Idea.** All sliders of a set take one step in a direction. Those that land on an empty
//! square take another, and so on; the squares that they pass are added up. After six steps
//! nothing can still be on its way, and the seventh, onto whatever stands there, gives the
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
//! A step over the upper or lower edge falls off the word. One over the side would come in on
//! the other, so that file is taken out of the empty squares at the start and out of the attacks
//! at the end.
//!
//! **Cost.** No table. A direction takes seven shifts, six ANDs and six ORs, two ANDs more where
//! a file must be masked; its longest chain is 14 operations. One slider costs as much as twenty.
//!
//! **When it wins.** As the plainest fill. [Kogge-Stone](super::kogge_stone) does the same in
//! fourteen operations.
//!
//! **Literature.** Gunnar Andersson, who filled so in an Othello program, 2003;
//! <https://www.chessprogramming.org/Dumb7Fill>.

use super::registers::{Directions, Occluded, Register, first, show};
use setwise::attacks::trace::combine;
use setwise::attacks::{Card, Document, Trace};

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
        table_bytes: 0,
        needs: "",
    };

    #[inline(always)]
    fn fill<const N: usize, R: Register<N>, D: Directions<N, R>, T: Trace>(
        directions: D,
        sliders: R,
        open: R,
        trace: &mut T,
    ) -> R {
        let (mut front, mut filled) = (sliders, sliders);
        for _ in 0..6 {
            let next = combine((), "one step of", first("front", front), 0) & first("open", open);
            front = show("front", directions.steps(front, 1) & open, next, trace);
            let sum = first("filled", filled) | first("front", front);
            filled = show("filled", filled | front, sum, trace);
        }
        filled
    }
}
