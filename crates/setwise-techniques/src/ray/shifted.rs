//! Shifted bitboards: the blockers of a ray are shifted along it, and the squares that they cover
//! are removed.
//!
//! **Idea.** A square of a ray is out of reach if there is a blocker one to six steps before it. So
//! the blockers are shifted by one to six steps, and the union covers all squares behind a blocker.
//! Where the shifts cross the edge of the board, they wrap around to other ranks or files; an AND
//! with the ray removes those squares. XOR with the ray leaves the attacked squares.
//!
//! ```text
//!  the rook on c3, to the right
//!
//!  blockers           smeared            masked             attacked
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    X X X X . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . X . .    . . . . . . X X    . . . . . . X X    . . . X X X . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//! ```
//!
//! NagaSkaki unites the shifts by *k*, 2*k* … 6*k*, where *k* is the shift of one step. Four shifts
//! instead of six give the same set: by *k*, one step; the result by *k* again, for one and two
//! steps; these by 2*k*, for one to four; and the set of one and two steps by 4*k*, for five and
//! six. At the end NagaSkaki removes the squares of its own pieces. Here that is left to the
//! caller, as in [`classical`](super::classical).
//!
//! **Cost.** 4,096 bytes of rays. A direction takes one load, four shifts, three ORs and three
//! other operations, no bit scan, no multiplication and no second load. A queen touches eight cache
//! lines.
//!
//! **When it wins.** Where there is neither a bit scan nor a multiplication. All directions do the
//! same operations, so compilers can put several of them into the lanes of one register.
//!
//! **Literature.** Neels Groenewald, *How NagaSkaki plays chess*, 2002;
//! <https://www.chessprogramming.org/Shifted_Bitboards>.

use crate::parts::{ByPart, Lookup};
use crate::trace::{Sentences, Set, Trace, combine};
use crate::{Card, Document};
use setwise::attacks::rays;
use setwise::{Bitboard, Direction, Square};

/// Shifted bitboards; see the [module](self).
pub type Shifted = ByPart<Smeared>;

/// The lookup of one ray of [`Shifted`].
#[derive(Clone, Copy, Debug)]
pub struct Smeared;

/// Returns the set shifted by a number of steps; bits wrap around at the edges of the board.
#[inline(always)]
fn moved(set: Bitboard, direction: Direction, steps: u32) -> Bitboard {
    let bits = u32::from(direction.shift().unsigned_abs()) * steps;
    Bitboard(if direction.is_positive() { set.0 << bits } else { set.0 >> bits })
}

/// Returns the union of the set shifted by one to six steps, and shows each of the four shifts.
#[inline(always)]
fn smear<T: Trace>(blockers: Set, direction: Direction, trace: &mut T) -> Set {
    let by = |set: Set, steps: u32| {
        combine(set, "moved by", u64::from(steps), moved(*set, direction, steps).0)
    };
    let one = trace.set("1 step behind", by(blockers, 1));
    let two = trace.set("1 to 2 behind", one | by(one, 1));
    let four = trace.set("1 to 4 behind", two | by(two, 2));
    trace.set("smeared", four | by(two, 4))
}

impl Lookup for Smeared {
    const CARD: Card = Card {
        title: "Shifted bitboards",
        people: "Neels Groenewald",
        year: "2002",
        source: "https://www.chessprogramming.org/Shifted_Bitboards",
        documents: &[Document::NagaSkaki],
        page: crate::page!("shifted.rs"),
        table_bytes: 8 * 64 * 8,
        needs: "",
    };

    type Part = Direction;

    fn new() -> Option<Smeared> {
        Some(Smeared)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        direction: Direction,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let ray = Set("ray", rays::ray(from, direction));
        let blockers = trace.set("blockers", ray & Set("occupied", occupied));
        let smeared = smear(blockers, direction, trace);
        let masked = trace.set("masked", smeared & ray);
        *trace.set("attacked", masked ^ ray)
    }

    const SENTENCES: &'static [Sentences] = &[Sentences::of(&[
        (
            "blockers",
            "AND the ray with the occupied squares: the pieces that can stop the slider are left.",
        ),
        (
            "1 step behind",
            "Shift the blockers by one step of the ray. A bit that crosses the edge of the board \
             wraps around to the other side; that is mended below.",
        ),
        (
            "1 to 2 behind",
            "Shift the result by one step again and unite both: now one and two steps.",
        ),
        ("1 to 4 behind", "Shift by two steps and unite: one to four steps."),
        (
            "smeared",
            "Shift the set of one and two steps by four and unite: one to six steps. Four shifts \
             did what six single ones do.",
        ),
        (
            "masked",
            "AND with the ray removes the bits that wrapped around. Left are the squares behind a \
             blocker, which the slider cannot reach.",
        ),
        ("attacked", "XOR with the ray turns the hidden squares off and the attacked ones on."),
    ])];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::shown;
    use crate::trace::Silent;
    use setwise::bitboard;

    #[test]
    fn the_rook_on_c3_as_how_nagaskaki_plays_chess_prints_it() {
        let blockers = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . X . .
            . . . . . . . .
            . . . . . . . .
        };
        let smeared = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            X X X X . . . .
            . . . . . . X X
            . . . . . . . .
            . . . . . . . .
        };
        let masked = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . X X
            . . . . . . . .
            . . . . . . . .
        };
        let attacked = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . X X X . .
            . . . . . . . .
            . . . . . . . .
        };
        let boards = [
            ("blockers", blockers),
            ("smeared", smeared),
            ("masked", masked),
            ("attacked", attacked),
        ];
        let occupied = Bitboard::from_iter([Square::C3, Square::F3, Square::B7, Square::A1]);
        let mut shown = shown::<Smeared>(Direction::East, Square::C3, occupied);
        shown.retain(|(name, _)| !name.contains("behind"));
        assert_eq!(shown, boards);
    }

    /// A shift moves each bit independently, so testing the 64 single squares tests every set.
    #[test]
    fn four_shifts_smear_as_the_six_of_nagaskaki_do() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let set = Bitboard::of(square);
                let six = (1..=6).fold(Bitboard::EMPTY, |all, n| all | moved(set, direction, n));
                assert_eq!(
                    *smear(Set("", set), direction, &mut Silent),
                    six,
                    "{square} {direction:?}"
                );
            }
        }
    }
}
