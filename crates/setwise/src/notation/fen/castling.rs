//! The third field of a FEN: the castling rights.

use super::{FenError, FenErrorKind, Field};
use crate::attacks::rays;
use crate::{Bitboard, Board, Color, Direction, File, Rank, Role, Square};

/// Parses the field, which begins at the byte `start` of the FEN. Returns the rooks with a right. A
/// letter without its rook, or given twice, can be dropped.
pub(super) fn read(
    text: &str,
    start: usize,
    board: &Board,
    drops: bool,
) -> Result<Bitboard, FenError> {
    let mut rights = Bitboard::EMPTY;
    let is_none = text.starts_with('-');
    for (offset, letter) in text.char_indices().skip(usize::from(is_none)) {
        let fail = |kind| Err(FenError { kind, field: Field::Castling, at: start + offset });
        if is_none || !matches!(letter.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q') {
            return fail(FenErrorKind::Unexpected(letter));
        }
        match rook(letter, board) {
            Some(rook) if !rights.contains(rook) => rights = rights.with(rook),
            _ if drops => {}
            None => return fail(FenErrorKind::NoSuchRook(letter)),
            Some(_) => return fail(FenErrorKind::Repeated(letter)),
        }
    }
    Ok(rights)
}

/// Returns the rook of a letter of the field.
pub(super) fn rook(letter: char, board: &Board) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match letter.to_ascii_lowercase() {
        'k' => outermost_rook(board, color, Direction::East),
        'q' => outermost_rook(board, color, Direction::West),
        _ => {
            let square = Square::new(File::from_letter(letter)?, Rank::First.relative_to(color));
            board.pieces(color, Role::Rook).contains(square).then_some(square)
        }
    }
}

/// Returns the rook farthest from the king in one direction, if the king is on its first rank.
fn outermost_rook(board: &Board, color: Color, side: Direction) -> Option<Square> {
    let king = board.pieces(color, Role::King).single()?;
    if king.rank() != Rank::First.relative_to(color) {
        return None;
    }
    let rooks = rays::ray(king, side) & board.pieces(color, Role::Rook);
    if side.is_positive() { rooks.last() } else { rooks.first() }
}
