//! The two pieces that a queen combines, and the squares whose occupancy matters to them.

use setwise::attacks::{rays, walk};
use setwise::{Bitboard, Direction, Square};

/// One of the two pieces that a queen is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RookOrBishop {
    Rook,
    Bishop,
}

use RookOrBishop::{Bishop, Rook};

impl RookOrBishop {
    /// Both pieces.
    pub const ALL: [RookOrBishop; 2] = [Rook, Bishop];

    /// Returns `rook` or `bishop`.
    pub const fn name(self) -> &'static str {
        match self {
            Rook => "rook",
            Bishop => "bishop",
        }
    }

    /// Returns the squares that the piece attacks, found [step by step](walk). Every table is built
    /// from these, or from tables that are.
    pub const fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
        match self {
            Rook => walk::rook(from, occupied),
            Bishop => walk::bishop(from, occupied),
        }
    }

    /// Returns the squares of the piece's lines whose occupancy matters: all but the outermost
    /// square of each ray, whose own occupancy does not change what is attacked.
    ///
    /// There are ten to twelve for a rook, and five to nine for a bishop.
    pub fn relevant(self, from: Square) -> Bitboard {
        self.rays(from).map(|ray| ray - ray_end(ray, from)).fold(Bitboard::EMPTY, |a, b| a | b)
    }

    /// Returns the number of different sets of squares that the piece attacks, over all
    /// occupancies.
    ///
    /// A ray can end on each of its squares, so this is the product of the lengths of the rays that
    /// are not empty.
    ///
    /// ```
    /// use setwise::Square;
    /// use setwise_techniques::parts::RookOrBishop;
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

/// Returns the outermost square of a ray.
fn ray_end(ray: Bitboard, from: Square) -> Bitboard {
    let end = if ray.first() > Some(from) { ray.last() } else { ray.first() };
    end.into_iter().collect()
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
    fn the_number_of_attack_sets_is_that_of_the_walk() {
        for piece in RookOrBishop::ALL {
            for from in Square::ALL {
                let subsets = piece.relevant(from).subsets();
                let sets: BTreeSet<_> = subsets.map(|o| piece.attacks(from, o)).collect();
                assert_eq!(piece.attack_sets(from), sets.len() as u32, "{} {from}", piece.name());
            }
        }
    }
}
