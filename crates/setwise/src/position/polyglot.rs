//! The position key of Polyglot opening books.
//!
//! The format is Fabien Letouzey's (<http://hgm.nubati.net/book_format.html>). It has 781 published
//! numbers and its own en passant rule: the en passant file counts if a pawn of the side to move attacks
//! the en passant square, even if the capture is not legal.

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
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| (color, role)))
            .flat_map(|(color, role)| {
                let squares = self.board.pieces(color, role);
                squares.into_iter().map(move |square| piece_number(color, role, square))
            });
        let castling = self.castling.into_iter().map(|rook| self.castling_number(rook));
        let en_passant =
            self.pseudo_legal_en_passant().map(|square| EN_PASSANT + square.file() as usize);
        let turn = (self.turn == Color::White).then_some(WHITE_TO_MOVE);
        pieces.chain(castling).chain(en_passant).chain(turn).fold(0, |key, n| key ^ NUMBERS[n])
    }

    /// Returns the index of a castling right's number. The order is White kingside, White queenside,
    /// Black kingside, Black queenside.
    fn castling_number(&self, rook: Square) -> usize {
        let color =
            if self.board.color(Color::White).contains(rook) { Color::White } else { Color::Black };
        let is_kingside = rays::ray(self.king(color), Direction::East).contains(rook);
        CASTLING + 2 * color as usize + usize::from(!is_kingside)
    }
}

/// Returns the index of the number of a piece on a square. The order is black pawn, white pawn, black
/// knight … white king, with 64 numbers each.
fn piece_number(color: Color, role: Role, square: Square) -> usize {
    let kind = 2 * role as usize + usize::from(color == Color::White);
    64 * kind + square as usize
}
