//! cozy-chess's side.

use cozy_chess::{Board, Move, Piece, Square};

use crate::search::Side;

impl Side for Board {
    type Move = Move;
    type List = Vec<Move>;

    fn key(&self) -> u64 {
        self.hash()
    }

    #[inline]
    fn after(&self, mv: Move) -> Board {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    #[inline]
    fn fill<'l>(&self, list: &'l mut Vec<Move>) -> &'l [Move] {
        list.clear();
        self.generate_moves(|set| {
            list.extend(set);
            false
        });
        list
    }

    fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    fn code(mv: Move) -> u16 {
        let promotion = mv.promotion.map_or(0, |role| role as u16);
        mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
    }

    fn decode(&self, code: u16) -> Move {
        let [from, to] = [code, code >> 6].map(|index| Square::index(usize::from(index & 63)));
        let role = Piece::ALL[usize::from(code >> 12)];
        Move { from, to, promotion: (role != Piece::Pawn).then_some(role) }
    }

    fn captured(&self, mv: Move) -> u32 {
        if !self.colors(!self.side_to_move()).has(mv.to) {
            return 0;
        }
        self.piece_on(mv.to).map_or(0, |piece| piece as u32 + 1)
    }

    fn sets(&self) -> ([u64; 6], u64) {
        (Piece::ALL.map(|piece| self.pieces(piece).0), self.colors(self.side_to_move()).0)
    }
}
