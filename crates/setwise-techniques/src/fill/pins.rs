//! Pins and discovered checks, found by two fills that meet.
//!
//! A man that stands alone between a king and a slider is seen from both sides: by the king,
//! looking in some direction as a queen would, and by the slider, which attacks it in the
//! opposite one. If the fills keep their directions apart, that is an intersection for each
//! direction, and no square is looked at by itself:
//!
//! ```text
//!  the king's ray, east   a rook's fill, west    both
//!  . . . . . . . .        . . . . . . . .        . . . . . . . .
//!  . K X X X . . r        . K . . X X X r        . . . . X . . .      the man on e2
//!  . . . . . . . .        . . . . . . . .        . . . . . . . .
//! ```
//!
//! With nothing between, king and slider see each other, and what both see is the gap: empty
//! squares, and no man. So the intersection is taken with the men.
//!
//! If the man is of the king's color and the slider is not, the man is pinned. If man and slider
//! are of one color and the king is not, the man discovers a check when it leaves the line:
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
//! **Literature.** Gerd Isenberg, <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)>.

use super::Fills;
use setwise::Bitboard;

/// The men that stand alone between a king and a slider, for each direction as seen from the
/// king, in the order of [`Direction::ALL`](setwise::Direction::ALL).
///
/// Given the enemy's sliders, the king's own men among them are pinned, along that direction;
/// given a side's sliders and the enemy's king, the side's men among them may discover a check.
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
    let [n, e, s, w, ne, se, sw, nw] =
        fills.rays_of([king, rooks], [king, bishops], [!occupied; 2]);
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
