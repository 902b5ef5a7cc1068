//! Pins and discovered checks, found by two fills that meet.
//!
//! A piece that stands alone between a king and a slider is attacked from both sides: by the king,
//! if it moved as a queen in some direction, and by the slider in the opposite direction. Since
//! fills keep the directions apart, one intersection for each direction finds these pieces, without
//! a loop over squares:
//!
//! ```text
//!  the king's ray, east   a rook's fill, west    both
//!  . . . . . . . .        . . . . . . . .        . . . . . . . .
//!  . K X X X . . r        . K . . X X X r        . . . . X . . .      the piece on e2
//!  . . . . . . . .        . . . . . . . .        . . . . . . . .
//! ```
//!
//! With nothing between king and slider, both attack the empty squares between them. So the result
//! is intersected with the pieces.
//!
//! A piece of the king's color, with a slider of the other color, is pinned. A piece of the
//! slider's color, with a king of the other color, discovers a check when it leaves the line:
//!
//! ```text
//!  White's bishop         Black's king, looking  both
//!  to the north-east      to the south-west
//!  . . . . . . k .        . . . . . . k .        . . . . . . . .
//!  . . . . . . . .        . . . . . X . .        . . . . . . . .
//!  . . . . . . . .        . . . . X . . .        . . . . . . . .
//!  . . . X . . . .        . . . X . . . .        . . . X . . . .      the knight on d5
//!  . . X . . . . .        . . . . . . . .        . . . . . . . .
//!  . X . . . . . .        . . . . . . . .        . . . . . . . .
//!  B . . . . . . .        B . . . . . . .        . . . . . . . .
//!  . . . . . . . .        . . . . . . . .        . . . . . . . .
//! ```
//!
//! **Literature.** Gerd Isenberg,
//! <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)>.

use super::{Fills, Sides};
use setwise::Bitboard;

/// Returns the pieces that stand alone between a king and a slider, for each direction as seen from
/// the king, in the order of [`Direction::ALL`](setwise::Direction::ALL).
///
/// Given the enemy's sliders, the king's own pieces among them are pinned, along that direction;
/// given a side's sliders and the enemy's king, the side's pieces among them may discover a check.
///
/// ```
/// use setwise_techniques::fill::{kogge_stone::KoggeStone, pins};
/// use setwise::{Bitboard, Direction, Square};
///
/// let (king, knight, rook) = (Square::E1, Square::E2, Square::E8);
/// let occupied = [king, knight, rook].into_iter().collect();
/// let (king, rook) = (Bitboard::of(king), Bitboard::of(rook));
/// let alone = pins::alone_between(KoggeStone, king, rook, Bitboard::EMPTY, occupied);
/// assert_eq!(alone[Direction::North as usize].single(), Some(knight));
/// ```
#[inline(always)]
pub fn alone_between<F: Fills>(
    fills: F,
    king: Bitboard,
    rooks: Bitboard,
    bishops: Bitboard,
    occupied: Bitboard,
) -> [Bitboard; 8] {
    let king_and_sliders =
        Sides { rooks: [king, rooks], bishops: [king, bishops], empty: [!occupied; 2] };
    let [n, e, s, w, ne, se, sw, nw] = fills.rays_of(&king_and_sliders);
    let both = |[king, _]: [Bitboard; 2], [_, sliders]: [Bitboard; 2]| king & sliders & occupied;
    [
        both(n, s),
        both(e, w),
        both(s, n),
        both(w, e),
        both(ne, sw),
        both(se, nw),
        both(sw, ne),
        both(nw, se),
    ]
}
