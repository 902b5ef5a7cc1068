//! The key of Polyglot opening books.
//!
//! The format is Fabien Letouzey's (<http://hgm.nubati.net/book_format.html>): 781 published
//! numbers, and an en passant rule of its own. The file counts if a pawn of the side to move
//! stands ready to take, whether or not it may.

mod numbers;

use numbers::NUMBERS;

use super::Position;
use crate::attacks::rays;
use crate::{Color, Direction, Role, Square};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl Position {
    /// The key by which a Polyglot book finds the position, worked out from nothing.
    ///
    /// ```
    /// assert_eq!(setwise::Position::INITIAL.polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let men = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| (color, role)))
            .flat_map(|(color, role)| {
                let pieces = self.board.pieces(color, role);
                pieces.into_iter().map(move |square| man(color, role, square))
            });
        let castling = self.castling.into_iter().map(|rook| self.castling_number(rook));
        let en_passant =
            self.pseudo_legal_en_passant().map(|square| EN_PASSANT + square.file() as usize);
        let turn = (self.turn == Color::White).then_some(WHITE_TO_MOVE);
        men.chain(castling).chain(en_passant).chain(turn).fold(0, |key, n| key ^ NUMBERS[n])
    }

    /// White's king's side, White's queen's side, and Black's.
    fn castling_number(&self, rook: Square) -> usize {
        let color =
            if self.board.color(Color::White).contains(rook) { Color::White } else { Color::Black };
        let kings_side = rays::ray(self.king(color), Direction::East).contains(rook);
        CASTLING + 2 * color as usize + usize::from(!kings_side)
    }
}

/// Black pawn, white pawn, black knight … white king, 64 numbers each.
fn man(color: Color, role: Role, square: Square) -> usize {
    let kind = 2 * role as usize + usize::from(color == Color::White);
    64 * kind + square as usize
}
