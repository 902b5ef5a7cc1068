//! Classical rays: a ray of the empty board without the ray that starts at its first blocker.
//!
//! **Idea.** The rays of the empty board are stored in eight arrays, one for each direction. An
//! array is named after what a step adds to a square's index: `plus1`, `plus7`, `plus8`, `plus9`
//! and `minus1` … `minus9`. The nearest occupied square on a ray is the blocker. On a positive ray
//! that is the lowest one, on a negative ray the highest, so a bit scan finds it. The squares
//! behind the blocker are the ray of the same direction from there, and an XOR removes them.
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
//! This module does steps 2 to 6 and gives the *attacked* squares. They include the blocker,
//! whatever its color, because attacks are also used to find protected pieces, pins and checks. The
//! last two steps are left to the caller, who removes its own pieces from the attacked squares,
//! once for all rays. The result is the same, because the first blocker is the only occupied square
//! of a truncated ray.
//!
//! The notes do not say what happens if *there are no blockers*. Then all of the ray is attacked,
//! and the truncator ray must be empty. A count of trailing or leading zeros of an empty word is
//! 64, so each array has a 65th entry, the empty ray, and no branch is needed. For this reason the
//! arrays of negative directions are indexed by the number of leading zeros, which is 0 for h8.
//!
//! **Cost.** 8 arrays of 65 rays, 4,160 bytes. A direction takes two loads, an AND, a bit scan and
//! an XOR. A queen touches up to sixteen cache lines, two of each array.
//!
//! **When it wins.** For a single direction, and where simple code matters more than speed.
//!
//! **Literature.** Robert Hyatt, Crafty, 1995; *Rotated Bitmaps, a New Twist on an Old Idea*, ICCA
//! Journal 22(4), 1999; Hyatt and Michael Sherwin ("Bob-Mike");
//! <https://www.chessprogramming.org/Classical_Approach>.

use crate::parts::{ByPart, Lookup};
use crate::trace::{Expression, Sentences, Set, Trace, combine};
use crate::{Card, Document};
use setwise::attacks::walk;
use setwise::{Bitboard, Direction, Square};

/// Classical rays; see the [module](self).
pub type Classical = ByPart<Truncated>;

/// The lookup of one ray of [`Classical`].
#[derive(Clone, Copy, Debug)]
pub struct Truncated;

/// Returns the index of a square's ray in the array of a direction, which is the result of the bit
/// scan for that square.
#[inline(always)]
const fn scanned(direction: Direction, square: Square) -> usize {
    if direction.is_positive() { square as usize } else { 63 - square as usize }
}

/// The rays of each direction, with the empty ray at index 64.
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
        page: crate::page!("classical.rs"),
        table_bytes: size_of_val(&RAYS),
        needs: "",
    };

    type Part = Direction;

    fn new() -> Option<Truncated> {
        Some(Truncated)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        direction: Direction,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let rays = &RAYS[direction as usize];
        let ray = Set("ray", rays[scanned(direction, from)]);
        let blockers = trace.set("ray blockers", ray & Set("occupied", occupied));
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

    const SENTENCES: &'static [Sentences] = &[
        Sentences::of_parts(
            &["north", "east", "north-east", "north-west"],
            &[(
                "first blocked",
                "On a ray that leads to higher squares, the nearest blocker is the lowest one.",
            )],
        ),
        Sentences::of_parts(
            &["south", "west", "south-east", "south-west"],
            &[(
                "first blocked",
                "On a ray that leads to lower squares, the nearest blocker is the highest one.",
            )],
        ),
        Sentences::of(&[
            (
                "ray blockers",
                "Look up the ray of the empty board in a table, and AND it with the occupied \
                 squares: the blockers on the ray are left.",
            ),
            (
                "truncator ray",
                "Look up the ray that begins at the nearest blocker. It has the squares that the \
                 slider cannot see.",
            ),
            (
                "truncated ray",
                "XOR removes the hidden squares from the ray. The blocker itself stays: it is \
                 attacked.",
            ),
        ]),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::shown;
    use crate::trace::Traced;
    use setwise::attacks::Sliders;
    use setwise::bitboard;

    /// The example of *Bitboard Notes*. Its boards of 5 × 5 squares are the lower left corner of
    /// these.
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
        // Steps 3 to 6, literally, and as the technique traces them.
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
        // Steps 7 and 8, which the caller does.
        let first_blocked_own = Bitboard::of(first_blocked) & own;
        assert_eq!(first_blocked_own, Bitboard::of(Square::B4));
        let moves = truncated ^ first_blocked_own;
        assert_eq!(moves, Bitboard::of(Square::C3));
        assert_eq!(moves, truncated - own);
        // For all rays at once, one operation removes the own pieces.
        let bishop = Classical::new().expect("needs nothing").bishop(pos, occupied);
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
