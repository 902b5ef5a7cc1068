//! Setwise's side.

use setwise::{Filter, Move, MoveList, Role, SearchPosition, Square};

use crate::search::Side;

impl Side for SearchPosition {
    type Move = Move;
    type List = MoveList;

    /// Setwise's key counts an en passant square only if a capture there is legal, cozy-chess's
    /// counts each. The table must treat the same positions as equal.
    fn key(&self) -> u64 {
        let passed = self.en_passant();
        SearchPosition::key(self)
            ^ passed.map_or(0, |square| (square as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[inline]
    fn after(&self, mv: Move) -> SearchPosition {
        self.play_unchecked(mv)
    }

    #[inline]
    fn fill<'l>(&self, list: &'l mut MoveList) -> &'l [Move] {
        self.fill_legal_moves(Filter::ALL, list);
        list
    }

    fn is_check(&self) -> bool {
        SearchPosition::is_check(self)
    }

    fn code(mv: Move) -> u16 {
        let promotion = mv.promoted().map_or(0, |role| role as u16);
        mv.from() as u16 | (mv.to() as u16) << 6 | promotion << 12
    }

    fn decode(&self, code: u16) -> Move {
        let [from, to] = [code, code >> 6].map(|index| Square::masked((index & 63) as u8));
        let role = Role::ALL[usize::from(code >> 12)];
        self.find_move(from, to, (role != Role::Pawn).then_some(role))
            .expect("a move of this position")
    }

    fn captured(&self, mv: Move) -> u32 {
        let board = self.board();
        if !board.enemy(self.turn()).contains(mv.to()) {
            return 0;
        }
        board.role_at(mv.to()).map_or(0, |role| role as u32 + 1)
    }

    fn sets(&self) -> ([u64; 6], u64) {
        let board = self.board();
        (Role::ALL.map(|role| board.role(role).0), board.color(self.turn()).0)
    }
}
