//! What the techniques share that make one index of all lines of a piece: which squares matter,
//! and that a queen is a rook and a bishop.

use core::fmt;

use crate::sliders::{Card, Sliders, Trace};
use crate::{Bitboard, Direction, Square, rays, walk};

/// One of the two pieces that a queen is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RookOrBishop {
    Rook,
    Bishop,
}

use RookOrBishop::{Bishop, Rook};

impl RookOrBishop {
    /// Both.
    pub const ALL: [RookOrBishop; 2] = [Rook, Bishop];

    /// `rook` or `bishop`.
    pub const fn name(self) -> &'static str {
        match self {
            Rook => "rook",
            Bishop => "bishop",
        }
    }

    /// The squares that the piece attacks, by walking: what every table here is made of.
    pub const fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
        match self {
            Rook => walk::rook(from, occupied),
            Bishop => walk::bishop(from, occupied),
        }
    }

    /// The squares of the piece's lines whose occupancy matters: all but the outermost of each
    /// ray, which is attacked or not whatever stands on it.
    ///
    /// There are ten to twelve for a rook, five to nine for a bishop.
    pub fn relevant(self, from: Square) -> Bitboard {
        self.rays(from).map(|ray| ray - ray_end(ray, from)).fold(Bitboard::EMPTY, |a, b| a | b)
    }

    /// How many different sets of squares the piece attacks, over all occupancies.
    ///
    /// A ray can end on each of its squares, so it is the product of the lengths of those rays
    /// that are there at all.
    ///
    /// ```
    /// use setwise::Square;
    /// use setwise::sliders::index::by_piece::RookOrBishop;
    ///
    /// assert_eq!(RookOrBishop::Rook.attack_sets(Square::D4), 3 * 4 * 3 * 4);
    /// assert_eq!(RookOrBishop::Bishop.attack_sets(Square::A8), 7);
    /// ```
    pub fn attack_sets(self, from: Square) -> u32 {
        self.rays(from).map(|ray| ray.count().max(1)).product()
    }

    fn rays(self, from: Square) -> impl Iterator<Item = Bitboard> {
        let directions = match self {
            Rook => Direction::ROOK,
            Bishop => Direction::BISHOP,
        };
        directions.into_iter().map(move |direction| rays::ray(from, direction))
    }
}

/// The outermost square of a ray.
fn ray_end(ray: Bitboard, from: Square) -> Bitboard {
    let end = if ray.first() > Some(from) { ray.last() } else { ray.first() };
    end.into_iter().collect()
}

/// What such a technique does for one piece.
pub trait OneLookup: Copy + Send + Sync + 'static {
    /// The card of the whole technique.
    const CARD: Card;

    /// The technique, its tables built, or `None` if this CPU cannot run it.
    fn new() -> Option<Self>;

    /// The squares that the piece attacks, each step of the way shown to a trace.
    ///
    /// Must be `#[inline(always)]`, as the methods of [`Sliders`] are.
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard;
}

/// The technique that does this for either piece.
#[derive(Clone, Copy)]
pub struct ByPiece<L>(L);

/// The technique's name: its tables are long.
impl<L: OneLookup> fmt::Debug for ByPiece<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(L::CARD.title)
    }
}

impl<L: OneLookup> Sliders for ByPiece<L> {
    const CARD: Card = L::CARD;

    type Occupied = Bitboard;

    fn new() -> Option<ByPiece<L>> {
        L::new().map(ByPiece)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.attacked(Rook, from, *occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.attacked(Bishop, from, *occupied, trace)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn an_occupancy_matters_exactly_on_the_relevant_squares() {
        for piece in RookOrBishop::ALL {
            for from in Square::ALL {
                let lines = piece.attacks(from, Bitboard::EMPTY);
                let matters = |&square: &Square| piece.attacks(from, Bitboard::of(square)) != lines;
                let expected: Bitboard = lines.into_iter().filter(matters).collect();
                assert_eq!(piece.relevant(from), expected, "{} {from}", piece.name());
            }
        }
    }

    #[test]
    fn the_attack_sets_are_as_many_as_the_walk_finds() {
        for piece in RookOrBishop::ALL {
            for from in Square::ALL {
                let subsets = piece.relevant(from).subsets();
                let sets: BTreeSet<_> = subsets.map(|o| piece.attacks(from, o)).collect();
                assert_eq!(piece.attack_sets(from), sets.len() as u32, "{} {from}", piece.name());
            }
        }
    }
}
