//! How much of an endgame's value the better side can make use of.

use setwise::{Bitboard, Board, Color, File, Role};

use super::count;
use crate::terms::*;
use crate::weights::SHARES;

/// The share of an endgame that counts whole.
pub const WHOLE: i32 = 256;
/// The greatest share.
pub const MOST: i32 = 333;

/// Returns how much of the endgame's value counts, in parts of [`WHOLE`], for the side that it is
/// good for.
pub(super) fn share(board: &Board, endgame: i32) -> i32 {
    let better = if endgame > 0 { Color::White } else { Color::Black };
    fixed_share(board, better).unwrap_or_else(|| {
        let mut sum = 0;
        share_terms(board, better, &mut |feature, times| sum += i32::from(SHARES[feature]) * times);
        sum.clamp(0, MOST)
    })
}

/// Returns the share of a side that has no pawns and no more than a minor piece more, in parts of
/// [`WHOLE`]: nothing, if it has only a minor piece; else an eighth. `None` for other sides.
pub fn fixed_share(board: &Board, better: Color) -> Option<i32> {
    let worth = |color: Color| {
        let of = |role| count(board.pieces(color, role));
        3 * (of(Role::Knight) + of(Role::Bishop)) + 5 * of(Role::Rook) + 9 * of(Role::Queen)
    };
    let is_bare = board.pieces(better, Role::Pawn).is_empty();
    (is_bare && worth(better) <= worth(!better) + 3)
        .then(|| if worth(better) <= 3 { 0 } else { WHOLE / 8 })
}

/// Calls a function with each feature of an endgame, for the better side, and the number of times.
pub fn share_terms(board: &Board, better: Color, add: &mut impl FnMut(usize, i32)) {
    let (pawns, all) = (board.pieces(better, Role::Pawn), board.role(Role::Pawn));
    let others = board.occupied() - all - board.role(Role::King);
    let each_has_one = |set: Bitboard| {
        Color::ALL.iter().all(|&color| (set & board.color(color)).single().is_some())
    };
    add(SHARE, 1);
    add(SHARE + 1, count(pawns).min(6));
    let west = [File::A, File::B, File::C, File::D].map(Bitboard::file);
    let west = west.into_iter().fold(Bitboard::EMPTY, |set, file| set | file);
    add(BOTH_WINGS, i32::from(all.meets(west) && all.meets(!west)));
    let bishops = board.role(Role::Bishop);
    if each_has_one(bishops) && (bishops & Bitboard::DARK).single().is_some() {
        add(OPPOSITE_BISHOPS + usize::from(others != bishops), 1);
    }
    add(ROOK_ENDING, i32::from(each_has_one(others) && others == board.role(Role::Rook)));
    add(PAWN_ENDING, i32::from(others.is_empty()));
    let more = count(pawns) - count(board.pieces(!better, Role::Pawn));
    add(TWO_AHEAD, i32::from(more >= 2));
    add(NO_PAWN, i32::from(pawns.is_empty()));
}
