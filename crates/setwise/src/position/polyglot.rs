//! The position key of Polyglot opening books.
//!
//! The format is Fabien Letouzey's (<http://hgm.nubati.net/book_format.html>). It has 781 published
//! numbers and its own en passant rule: the en passant file counts if a pawn of the side to move
//! attacks the en passant square, even if the capture is not legal.

mod numbers;

use numbers::NUMBERS;

use super::Position;
use crate::attacks::rays;
use crate::{Color, Direction, Role, Square};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl Position {
    /// Returns the key of the position in Polyglot opening books, as Fabien Letouzey's
    /// [format](http://hgm.nubati.net/book_format.html) defines it.
    ///
    /// Cost: computes the key from scratch, with one lookup for each piece.
    ///
    /// ```
    /// assert_eq!(setwise::Position::INITIAL.polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let mut key = if self.turn == Color::White { NUMBERS[WHITE_TO_MOVE] } else { 0 };
        for color in Color::ALL {
            for role in Role::ALL {
                for square in self.board.pieces(color, role) {
                    key ^= NUMBERS[piece_number(color, role, square)];
                }
            }
        }
        for rook in self.castling {
            key ^= NUMBERS[self.castling_number(rook)];
        }
        match self.pseudo_legal_en_passant() {
            Some(square) => key ^ NUMBERS[EN_PASSANT + square.file() as usize],
            None => key,
        }
    }

    /// Returns the index of a castling right's number. The order is White kingside, White
    /// queenside, Black kingside, Black queenside.
    fn castling_number(&self, rook: Square) -> usize {
        let color =
            if self.board.color(Color::White).contains(rook) { Color::White } else { Color::Black };
        let is_kingside = rays::ray(self.king(color), Direction::East).contains(rook);
        CASTLING + 2 * color as usize + usize::from(!is_kingside)
    }
}

/// Returns the index of the number of a piece on a square. The order is black pawn, white pawn,
/// black knight … white king, with 64 numbers each.
fn piece_number(color: Color, role: Role, square: Square) -> usize {
    let kind = 2 * role as usize + usize::from(color == Color::White);
    64 * kind + square as usize
}
