//! Exploding bitboards: one multiplication moves a set one step in four directions.
//!
//! **Idea.** A multiplication adds up copies of a set, one for each one in the factor. With the
//! right four ones, and a shift back, the copies are the set moved to the north, east, south and
//! west, or along the diagonals. So the squares around the slider are one explosion. Those of them
//! that are free explode again, until none is free. After each explosion, squares off the slider's
//! lines are removed, and so are squares reached before, so that the wave runs outward only:
//!
//! ```text
//!  front             >> 8 x 0x10281    & lines           not reached before
//!  . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!  . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!  . . . . . . . .   . . . X . . . .   . . . X . . . .   . . . X . . . .
//!  . . . X . . . .   . . X . . X . .   . . . . . . . .   . . . . . . . .
//!  . . . r X . . .   . . . r X X . .   . . . r X X . .   . . . r . X . .
//!  . . . . . . . .   . . . . X . . .   . . . . . . . .   . . . . . . . .
//!  . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!  . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! ```
//!
//! **Overflow.** A sum of copies is their union only if no two copies meet, but some do. In the
//! drawing, two copies come back to the slider and two meet on e5, and each pair carries to the
//! next square. The author of the technique corrects these overflows square by square. Here four
//! rules suffice, which the battery proves:
//!
//! * The last square of a ray never explodes. So nothing crosses the edge of the board along a ray.
//! * The factor has a zero for each direction in which the slider has no square. Otherwise a rook
//!   on the a-file would explode to the west on its whole file and wrap around to the h-file.
//! * The shift down, which comes first, is only as far as the lowest of the remaining directions.
//!   For a rook on the first rank it is one square, because a shift by eight would lose the rook.
//! * If all four squares around the slider explode, the four copies that come back to it carry to
//!   the second square to the east, where the rook's wave is too. This carry is subtracted.
//!
//! All other carries go to squares that are off the lines or were reached before.
//!
//! **Cost.** 4,096 bytes of lines, their inner squares, factors and shifts, 64 for each square.
//! There are seven explosions, each a shift, a multiplication and four other operations that depend
//! on the explosion before. The data of both pieces on a square are one cache line.
//!
//! **When it wins.** Never in speed.
//!
//! **Literature.** Harald Lüßen, Winboard forum, 2006,
//! <https://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=4523&start=80>;
//! <https://www.chessprogramming.org/Exploding_Bitboards>.

use crate::Card;
use crate::parts::{ByPart, Join, Joined, Lookup, RookOrBishop};
use crate::trace::{Expression, Number, Sentences, Set, Term, Trace};
use setwise::attacks::walk;
use setwise::{Bitboard, Direction, Square};

/// Exploding bitboards; see the [module](self).
pub type Exploding = ByPart<Waves>;

/// One piece of [`Exploding`].
#[derive(Clone, Copy, Debug)]
pub struct Waves;

/// The data of a piece on a square.
#[derive(Clone, Copy)]
struct Charge {
    /// The lines through the square, without the square.
    lines: Bitboard,
    /// The same without the last square of each ray.
    inner: Bitboard,
    /// A one for each direction in which there is a square.
    factor: u64,
    /// The distance in bits of the lowest of these directions, or 0.
    shift: u32,
}

impl Charge {
    const NONE: Charge =
        Charge { lines: Bitboard::EMPTY, inner: Bitboard::EMPTY, factor: 0, shift: 0 };

    const fn of(directions: [Direction; 4], from: Square) -> Charge {
        let mut charge = Charge::NONE;
        let mut index = 0;
        while index < 4 {
            let ray = walk::ray(from, directions[index], Bitboard::EMPTY);
            let last = if directions[index].is_positive() { ray.last() } else { ray.first() };
            if let Some(last) = last {
                charge.lines = charge.lines.union(ray);
                charge.inner = charge.inner.union(ray.without(last));
                let lowest = -(charge.shift as i8);
                let step = directions[index].shift();
                if step < lowest {
                    charge.factor <<= lowest - step;
                    charge.shift = -step as u32;
                }
                charge.factor |= 1 << (step + charge.shift as i8);
            }
            index += 1;
        }
        charge
    }

    /// Returns the sum of the set moved one step in each direction.
    #[cfg(test)]
    fn exploded(self, front: Bitboard) -> Bitboard {
        Bitboard((front.0 >> self.shift).wrapping_mul(self.factor))
    }
}

/// The data of the rook and of the bishop, by square.
static CHARGES: [[Charge; 2]; 64] = {
    let mut table = [[Charge::NONE; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::ALL[index];
        table[index] = [Charge::of(Direction::ROOK, from), Charge::of(Direction::BISHOP, from)];
        index += 1;
    }
    table
};

/// One explosion for each square that a ray can have. The loop does not stop when the front is
/// empty, because a CPU cannot predict when that is, and a wrong prediction costs more than the
/// explosions that are left.
const EXPLOSIONS: [&str; 7] = [
    "explosion 1",
    "explosion 2",
    "explosion 3",
    "explosion 4",
    "explosion 5",
    "explosion 6",
    "explosion 7",
];

impl Lookup for Waves {
    const CARD: Card = Card {
        title: "Exploding bitboards",
        people: "Harald Lüßen",
        year: "2006",
        source: "https://www.chessprogramming.org/Exploding_Bitboards",
        documents: &[],
        page: crate::page!("exploding.rs"),
        table_bytes: size_of_val(&CHARGES),
        needs: "",
    };

    type Part = RookOrBishop;

    fn new() -> Option<Waves> {
        Some(Waves)
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let charge = CHARGES[from][piece as usize];
        let inner = Set("inner squares of the lines", charge.inner);
        let free = trace.set("free", inner & !Set("occupied", occupied));
        let lines = Set("lines", charge.lines);
        let (shift, factor) =
            (Number("shift", charge.shift.into()), Number("factor", charge.factor));
        let slider = Bitboard::of(from);
        let (mut front, mut attacked) = (Set("front", slider), Bitboard::EMPTY);
        let mut waves = [Bitboard::EMPTY; EXPLOSIONS.len()];
        for (explosion, name) in EXPLOSIONS.into_iter().enumerate() {
            // An explosion of nothing is computed, but not shown. A silent trace is asked first:
            // otherwise the condition would stay in the lookup.
            let trace = &mut ShownIf(!trace.is_silent() && front.any(), &mut *trace);
            trace.part(name);
            let exploded = trace.set("exploded", (front >> shift) * factor);
            let four_come_back = explosion == 1 && front.count() == 4;
            let carry = Set("carry", Bitboard(if four_come_back { slider.0 << 2 } else { 0 }));
            let shown = &mut ShownIf(explosion == 1, &mut *trace);
            let exploded = shown.set("exploded", exploded - carry);
            let reached = Set("reached before", attacked);
            let wave = trace.set("wave", exploded & (lines & !reached));
            attacked |= *wave;
            waves[explosion] = *wave;
            front = trace.set("front", wave & free);
        }
        trace.part("together");
        *trace.set("attacked", Joined { sign: Join::Or, names: EXPLOSIONS, sets: waves })
    }

    const SENTENCES: &'static [Sentences] = &[
        Sentences::of_parts(&["together"], &[("attacked", "OR unites the parts.")]),
        Sentences::of(&[
            ("free", "The fill may go on from the empty squares of the slider's lines."),
            (
                "exploded",
                "One multiplication makes a copy of the front for each direction, one step away.",
            ),
            (
                "exploded",
                "Where copies fall on the same square they carry to the next; this removes the \
                 carry of the four that come back to the slider.",
            ),
            (
                "wave",
                "Keep what lies on the lines and is new: the squares that are attacked one step \
                 further.",
            ),
            ("front", "From the empty ones among them, the next step goes on."),
        ]),
    ];
}

/// A trace that is shown steps only under a condition.
struct ShownIf<'t, T>(bool, &'t mut T);

impl<T: Trace> Trace for ShownIf<'_, T> {
    #[inline(always)]
    fn part(&mut self, title: &'static str) {
        if self.0 {
            self.1.part(title);
        }
    }

    #[inline(always)]
    fn say(&mut self, text: &'static str) {
        if self.0 {
            self.1.say(text);
        }
    }

    #[inline(always)]
    fn step(&mut self, expression: &dyn Expression, result: Term) {
        if self.0 {
            self.1.step(expression, result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::bitboard;

    #[test]
    fn a_front_explodes_as_drawn() {
        let charge = CHARGES[Square::D4][RookOrBishop::Rook as usize];
        assert_eq!((charge.factor, charge.shift), (0x10281, 8));
        let front = Bitboard::from_iter([Square::D5, Square::E4]);
        let exploded = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . X . . . .
            . . X . . X . .
            . . . . X X . .
            . . . . X . . .
            . . . . . . . .
            . . . . . . . .
        };
        assert_eq!(charge.exploded(front), exploded);
    }

    #[test]
    fn the_inner_squares_are_those_whose_occupancy_matters() {
        for from in Square::ALL {
            for piece in RookOrBishop::ALL {
                let Charge { lines, inner, .. } = CHARGES[from][piece as usize];
                assert_eq!(inner, piece.relevant(from), "{} {from}", piece.name());
                assert_eq!(lines, piece.attacks(from, Bitboard::EMPTY));
            }
        }
    }
}
