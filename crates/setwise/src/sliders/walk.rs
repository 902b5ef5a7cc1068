//! Step until blocked: the definition, as a technique like the others.
//!
//! **Idea.** From the slider's square take one step, and another, until a step lands on an
//! occupied square or would leave the board.
//!
//! **Cost.** No table; up to 14 steps for a rook, each a test and an unpredictable branch.
//!
//! **When it wins.** Never in speed. It is the oracle of the battery and builds every table.
//!
//! **Literature.** As old as chess programs.

use super::{Card, Sliders};
use crate::{Bitboard, Square, walk};

/// Step until blocked; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Walk(());

impl Sliders for Walk {
    const CARD: Card = Card {
        title: "Step until blocked",
        people: "folklore",
        year: "1950s",
        source: "https://www.chessprogramming.org/Sliding_Piece_Attacks",
        table_bytes: 0,
        needs: "",
    };

    type Occupied = Bitboard;

    fn new() -> Option<Walk> {
        Some(Walk(()))
    }

    #[inline]
    fn rook(self, from: Square, occupied: &Bitboard) -> Bitboard {
        walk::rook(from, *occupied)
    }

    #[inline]
    fn bishop(self, from: Square, occupied: &Bitboard) -> Bitboard {
        walk::bishop(from, *occupied)
    }
}
