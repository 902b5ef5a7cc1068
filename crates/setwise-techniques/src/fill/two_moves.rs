//! The squares that sliders reach in two moves, and the squares where they can stop on the way.
//!
//! A fill takes any set of sliders, so the squares that they attack can be filled again. No list of
//! moves is needed, and no loop over squares. Attacks of sliders are symmetric: the squares from
//! which a target is attacked are those that a slider on the target attacks. So the same fills,
//! from the target, give the ways towards it.
//!
//! ```text
//!  rook a1, pieces    in one move        in two             to b7 or g2        where to stop
//!  . . . . . . . .    . . . . . . . .    . . . . . . . .    . X . . . . X .    . . . . . . . .
//!  . X . . . . . .    . . . . . . . .    . X . . . . . .    X . X X X X X X    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . X . . . . . .    . X . . . . X .    . . . . . . . .
//!  . . . . X . . .    . . . . . . . .    . X . . . . . .    . X . . . . X .    . . . . . . . .
//!  . . . . . . . .    . . . . . . . .    . X . . . . . .    . X . . . . X .    . . . . . . . .
//!  X . . . . . . .    X . . . . . . .    X X . . . . . .    . X . . . . X .    . . . . . . . .
//!  . . . . . . X .    X . . . . . . .    X X X X X X X .    X X X X X X . X    X . . . . . . .
//!  R . X . X . . .    . X X . . . . .    X X X . . . . .    . X . . . . X .    . X . . . . . .
//! ```
//!
//! **Literature.** Gerd Isenberg, *Efficient Generation of Sliding Piece Attacks*, 2008, names both
//! uses of fills: progressive mobility, and trajectories against important squares or areas.
//! <https://www.chessprogramming.org/Progressive_Mobility>,
//! <https://www.chessprogramming.org/Trajectory>.

use super::Fills;
use setwise::Bitboard;

/// The lines along which a piece slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Slider {
    Rook,
    Bishop,
    Queen,
}

/// Returns the squares that sliders of a kind attack.
#[inline(always)]
pub fn attacks<F: Fills>(fills: F, kind: Slider, from: Bitboard, empty: Bitboard) -> Bitboard {
    match kind {
        Slider::Rook => fills.rooks(from, empty),
        Slider::Bishop => fills.bishops(from, empty),
        Slider::Queen => fills.sliders(from, from, empty),
    }
}

/// Returns the squares that sliders of a kind attack after at most one move (progressive mobility).
///
/// The first move goes to an empty square; the last may go anywhere, so the set contains squares of
/// pieces that could be captured or are protected. From a set of targets, these are the squares
/// from which a slider reaches one of them in at most two moves.
///
/// ```
/// use setwise_techniques::fill::{kogge_stone::KoggeStone, two_moves::{Slider, reach}};
/// use setwise::{Bitboard, Square};
///
/// // On the empty board a bishop reaches every square of its color in two moves.
/// let bishop = Bitboard::of(Square::C1);
/// let reached = reach(KoggeStone, Slider::Bishop, bishop, Bitboard::UNIVERSE);
/// assert_eq!(reached.count(), 32);
/// ```
#[inline(always)]
pub fn reach<F: Fills>(fills: F, kind: Slider, from: Bitboard, empty: Bitboard) -> Bitboard {
    let one = attacks(fills, kind, from, empty);
    one | attacks(fills, kind, one & empty, empty)
}

/// Returns the empty squares on which sliders of a kind can stop, to attack one of the targets from
/// there (trajectories).
#[inline(always)]
pub fn stops<F: Fills>(
    fills: F,
    kind: Slider,
    from: Bitboard,
    targets: Bitboard,
    empty: Bitboard,
) -> Bitboard {
    attacks(fills, kind, from, empty) & attacks(fills, kind, targets, empty) & empty
}
