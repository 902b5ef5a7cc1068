//! Safety: whether a king stands well after something has changed.

use super::Position;
use crate::{Bitboard, Role, Square, leapers, rays};

impl Position {
    /// Whether no enemy attacks a square where the king of the side to move stands or would stand,
    /// seen through an occupancy, when some enemy men are taken.
    ///
    /// The rule itself, so one test settles pins, checks that a move must answer, and the king's own
    /// steps.
    #[inline(always)]
    pub(crate) fn is_safe(&self, king: Square, occupied: Bitboard, taken: Bitboard) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let leapers = leapers::pawn(us, king) & self.board.pieces(them, Role::Pawn)
            | leapers::knight(king) & self.board.pieces(them, Role::Knight)
            | leapers::king(king) & self.board.pieces(them, Role::King);
        if (leapers - taken).any() {
            return false;
        }
        let sliders = self.aligned_sliders(them, king) - taken;
        sliders.into_iter().all(|slider| rays::between(king, slider).meets(occupied))
    }
}
