//! Classical rays: a ray of the empty board without the ray that starts at its first blocker.
//!
//! **Idea.** Of the occupied squares on a ray the nearest one blocks. On a positive ray (north,
//! east, north-east, north-west) that is the lowest, on a negative one the highest, so a bit scan
//! finds it. The same direction's ray from the blocker is what lies behind it; XOR takes that
//! away.
//!
//! ```text
//!  ray from d4        occupied           blockers             ray from e5        attacked
//!  . . . . . . . X    . . . . . . . X    . . . . . . . X     . . . . . . . X    . . . . . . . .
//!  . . . . . . X .    . X . . . . . .    . . . . . . . .     . . . . . . X .    . . . . . . . .
//!  . . . . . X . .    . . . . . X . .    . . . . . X . .     . . . . . X . .    . . . . . . . .
//!  . . . . X . . .  & . . . . X . . .  = . . . . X . . .  →  . . . . . . . .  ^ . . . . X . . .
//!  . . . . . . . .    . . X . . . . .    . . . . . . . .     . . . . . . . .    . . . . . . . .
//! ```
//!
//! An empty set of blockers has no first square. The ray is whole then; the corner that the ray
//! runs towards (h8 for positive rays, a1 for negative ones) is put among the blockers, because
//! its own ray in that direction is empty: the scan always finds something, and no branch is
//! needed.
//!
//! **Cost.** 4,096 bytes of rays; for each direction two loads, an AND, an OR, a bit scan and an
//! XOR.
//!
//! **When it wins.** Where a single direction is asked for, and as the plainest technique that
//! is not slow.
//!
//! **Literature.** Robert Hyatt, Crafty's notes, whose arrays `plus1` … `minus9` the rays are;
//! Hyatt and Michael Sherwin ("Bob-Mike"); <https://www.chessprogramming.org/Classical_Approach>.

use crate::sliders::{Card, Sliders};
use crate::{Bitboard, Direction, Square, rays};

/// Classical rays; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Classical(());

/// The squares attacked in one direction.
#[inline(always)]
fn attacked(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let ray = rays::ray(from, direction);
    let blockers = ray & occupied;
    let first_blocked = if direction.is_positive() {
        Square::masked(blockers.with(Square::H8).0.trailing_zeros() as u8)
    } else {
        Square::masked(63 - blockers.with(Square::A1).0.leading_zeros() as u8)
    };
    ray ^ rays::ray(first_blocked, direction)
}

#[inline(always)]
fn all(from: Square, directions: [Direction; 4], occupied: Bitboard) -> Bitboard {
    attacked(from, directions[0], occupied)
        | attacked(from, directions[1], occupied)
        | attacked(from, directions[2], occupied)
        | attacked(from, directions[3], occupied)
}

impl Sliders for Classical {
    const CARD: Card = Card {
        title: "Classical rays",
        people: "Robert Hyatt, Michael Sherwin",
        year: "1995",
        source: "https://www.chessprogramming.org/Classical_Approach",
        table_bytes: 8 * 64 * 8,
        needs: "",
    };

    type Occupied = Bitboard;

    fn new() -> Option<Classical> {
        Some(Classical(()))
    }

    #[inline(always)]
    fn rook(self, from: Square, occupied: &Bitboard) -> Bitboard {
        all(from, Direction::ROOK, *occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: &Bitboard) -> Bitboard {
        all(from, Direction::BISHOP, *occupied)
    }
}
