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

use crate::sliders::{Card, Sliders, Term, Trace};
use crate::{Bitboard, Direction, Square, rays};

/// Classical rays; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Classical(());

/// The squares attacked in one direction.
#[inline(always)]
fn attacked<T: Trace>(
    from: Square,
    direction: Direction,
    occupied: Bitboard,
    trace: &mut T,
) -> Bitboard {
    trace.part(direction.name());
    let ray = rays::ray(from, direction);
    let blockers = ray & occupied;
    trace.set(
        "blockers",
        &[Term::Set("ray", ray), Term::Sign("AND"), Term::Set("occupied", occupied)],
        blockers,
    );
    let first_blocked = if direction.is_positive() {
        Square::masked(blockers.with(Square::H8).0.trailing_zeros() as u8)
    } else {
        Square::masked(63 - blockers.with(Square::A1).0.leading_zeros() as u8)
    };
    let scan = if direction.is_positive() { "lowest of" } else { "highest of" };
    let corner = if direction.is_positive() { Square::H8 } else { Square::A1 };
    trace.set(
        "first blocked",
        &[Term::Sign(scan), Term::Set("blockers and the corner", blockers.with(corner))],
        Bitboard::of(first_blocked),
    );
    let behind = rays::ray(first_blocked, direction);
    let attacked = ray ^ behind;
    trace.set(
        "attacked",
        &[Term::Set("ray", ray), Term::Sign("XOR"), Term::Set("ray from there", behind)],
        attacked,
    );
    attacked
}

#[inline(always)]
fn all<T: Trace>(
    from: Square,
    directions: [Direction; 4],
    occupied: Bitboard,
    trace: &mut T,
) -> Bitboard {
    attacked(from, directions[0], occupied, trace)
        | attacked(from, directions[1], occupied, trace)
        | attacked(from, directions[2], occupied, trace)
        | attacked(from, directions[3], occupied, trace)
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
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        all(from, Direction::ROOK, *occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        all(from, Direction::BISHOP, *occupied, trace)
    }
}
