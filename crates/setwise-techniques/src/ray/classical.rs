//! Classical rays: a ray of the empty board without the ray that starts at its first blocker.
//!
//! **Idea.** The rays of the empty board are kept in eight arrays, one a direction, each named
//! for what a step adds to a square's index: `plus1`, `plus7`, `plus8`, `plus9` and `minus1` …
//! `minus9`. Of the occupied squares on a ray the nearest one blocks. On a positive ray that is
//! the lowest, on a negative one the highest, so a bit scan finds it. The same direction's ray
//! from there is what lies behind it, and XOR takes that away.
//!
//! ```text
//!  plus9 of d4        occupied           ray blockers       plus9 of f6        truncated ray
//!  . . . . . . . X    . . . . . . . X    . . . . . . . X    . . . . . . . X    . . . . . . . .
//!  . . . . . . X .    . X . . . . . .    . . . . . . . .    . . . . . . X .    . . . . . . . .
//!  . . . . . X . .    . . . . . X . .    . . . . . X . .    . . . . . . . .    . . . . . X . .
//!  . . . . X . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . X . . .
//!  . . . B . . . .    . . X B . . . .    . . . B . . . .    . . . B . . . .    . . . B . . . .
//! ```
//!
//! Zelphir Kaltstahl's *Bitboard Notes* on Hyatt's paper write it in eight steps:
//!
//! 1. the square `pos` of the slider;
//! 2. its ray, `ray[pos]`;
//! 3. the ray blockers, `ray[pos] & occupied`;
//! 4. the first blocked square, the lowest or the highest of them;
//! 5. the truncator ray, `ray[first_blocked]`;
//! 6. the truncated ray, `ray[pos] ^ truncator_ray`;
//! 7. the first blocker if it is an own piece, `first_blocked & own`;
//! 8. the moves, `truncated_ray ^ first_blocked_own`.
//!
//! Steps 2 to 6 are here and give the *attacked* squares, the blocker among them whoever's it is,
//! because attacks are also asked for to see what is protected, pinned or in check. The last two
//! belong to the caller, who knows the own pieces: the attacked squares without those of the own
//! pieces, once for all rays. It is the same set, because the first blocker is the only occupied
//! square of a truncated ray.
//!
//! The notes leave open what an *empty set of blockers* gives. Nothing cuts the ray, so all of it
//! is attacked, and the truncator ray must be empty. A count of trailing or leading zeros gives 64
//! of an empty word; so each array has a 65th entry, the empty ray, and no branch is needed. It is
//! for this that the negative arrays are kept in order of leading zeros, from h8 down.
//!
//! **Cost.** 8 arrays of 65 rays, 4,160 bytes; a direction takes two loads, an AND, a bit scan and
//! a XOR. A queen touches up to sixteen cache lines, two of each array.
//!
//! **When it wins.** Where a single direction is asked for, and as the plainest technique that
//! is not slow.
//!
//! **Literature.** Robert Hyatt, Crafty, 1995; *Rotated Bitmaps, a New Twist on an Old Idea*, ICCA
//! Journal 22(4), 1999; Hyatt and Michael Sherwin ("Bob-Mike");
//! <https://www.chessprogramming.org/Classical_Approach>.

use crate::parts::{ByPart, Lookup};
use setwise::attacks::trace::{Expression, Set, combine};
use setwise::attacks::walk;
use setwise::attacks::{Card, Document, Trace};
use setwise::{Bitboard, Direction, Square};

/// Classical rays; see the [module](self).
pub type Classical = ByPart<Truncated>;

/// One ray of [`Classical`].
#[derive(Clone, Copy, Debug)]
pub struct Truncated;

/// Where a direction's array keeps the ray of a square: what a bit scan of that square gives.
#[inline(always)]
const fn scanned(direction: Direction, square: Square) -> usize {
    if direction.is_positive() { square as usize } else { 63 - square as usize }
}

/// The rays of each direction, and the empty ray under 64.
static RAYS: [[Bitboard; 65]; 8] = {
    let mut table = [[Bitboard::EMPTY; 65]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let (direction, square) = (Direction::ALL[index / 64], Square::ALL[index % 64]);
        table[index / 64][scanned(direction, square)] =
            walk::ray(square, direction, Bitboard::EMPTY);
        index += 1;
    }
    table
};

impl Lookup for Truncated {
    const CARD: Card = Card {
        title: "Classical rays",
        people: "Robert Hyatt, Michael Sherwin",
        year: "1995",
        source: "https://www.chessprogramming.org/Classical_Approach",
        documents: &[Document::BitboardNotes],
        table_bytes: size_of_val(&RAYS),
        needs: "",
    };

    type Part = Direction;

    type Occupied = Bitboard;

    fn new() -> Option<Truncated> {
        Some(Truncated)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        direction: Direction,
        from: Square,
        occupied: &Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let rays = &RAYS[direction as usize];
        let ray = Set("ray", rays[scanned(direction, from)]);
        let blockers = trace.set("ray blockers", ray & Set("occupied", *occupied));
        let (scan, zeros, nearest) = if direction.is_positive() {
            let zeros = blockers.value().trailing_zeros();
            ("lowest of", zeros, 1_u64.checked_shl(zeros))
        } else {
            let zeros = blockers.value().leading_zeros();
            ("highest of", zeros, (1_u64 << 63).checked_shr(zeros))
        };
        let first = combine((), scan, blockers, nearest.unwrap_or(0));
        let first = trace.set("first blocked", first);
        let truncator = combine((), "ray of", first, rays[zeros as usize].0);
        let truncator = trace.set("truncator ray", truncator);
        *trace.set("truncated ray", ray ^ truncator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::shown;
    use setwise::attacks::Sliders;
    use setwise::bitboard;

    /// The example of *Bitboard Notes*: its boards of five by five are the lower left corner of these.
    #[test]
    fn the_eight_steps_of_bitboard_notes() {
        let own = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . X X . . . . .
            . . . . . . . .
            . X . X . . . .
            X . X . . . . .
        };
        let occupied = own
            | bitboard! {
                . . . . . . . .
                . . . . . . . .
                . . . . . . . .
                X . . X . . . .
                . . . X X . . .
                . . . . . . . .
                . . . . . . . .
                . . . . . . . .
            };
        // Steps 1 and 2: the slider and its ray.
        let pos = Square::D2;
        let plus7 = |square: Square| RAYS[Direction::NorthWest as usize][square as usize];
        let ray = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            X . . . . . . .
            . X . . . . . .
            . . X . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        assert_eq!(plus7(pos), ray);
        // Steps 3 to 6, literally, and as the technique shows them.
        let blockers = ray & occupied;
        let first_blocked = blockers.first().expect("two blockers");
        let truncator = plus7(first_blocked);
        let truncated = ray ^ truncator;
        let drawn = [
            ("ray blockers", Bitboard::from_iter([Square::A5, Square::B4])),
            ("first blocked", Bitboard::of(Square::B4)),
            ("truncator ray", Bitboard::of(Square::A5)),
            ("truncated ray", Bitboard::from_iter([Square::B4, Square::C3])),
        ];
        let literal = [blockers, Bitboard::of(first_blocked), truncator, truncated];
        assert_eq!(drawn.map(|(_, set)| set), literal);
        assert_eq!(shown::<Truncated>(Direction::NorthWest, pos, occupied), drawn);
        // Steps 7 and 8: the caller's.
        let first_blocked_own = Bitboard::of(first_blocked) & own;
        assert_eq!(first_blocked_own, Bitboard::of(Square::B4));
        let moves = truncated ^ first_blocked_own;
        assert_eq!(moves, Bitboard::of(Square::C3));
        assert_eq!(moves, truncated - own);
        // All rays at once: each is cut by the own pieces in one operation.
        let bishop = Classical::new().expect("needs nothing").bishop(pos, &occupied);
        assert_eq!((bishop - own) & ray, moves);
    }

    #[test]
    fn no_blockers_give_the_whole_ray() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                let shown = shown::<Truncated>(direction, square, Bitboard::of(square));
                let empty = &shown[..3];
                assert!(empty.iter().all(|(_, set)| set.is_empty()), "{square} {direction:?}");
                assert_eq!(shown[3].1, setwise::attacks::rays::ray(square, direction));
            }
        }
    }
}
