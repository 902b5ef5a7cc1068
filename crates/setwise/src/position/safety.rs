//! Safety: whether a king stands well after something has changed.

use super::Position;
use crate::attacks::rays;
use crate::{Bitboard, Square};

impl Position {
    /// Whether no enemy attacks a square where the king of the side to move stands or would stand,
    /// seen through an occupancy, when some enemy men are taken.
    ///
    /// The rule itself, so one test settles pins, checks that a move must answer, and the king's own
    /// steps.
    #[inline(always)]
    pub(crate) fn is_safe(&self, king: Square, occupied: Bitboard, taken: Bitboard) -> bool {
        if (self.enemy_leapers_and_king(self.turn, king) - taken).any() {
            return false;
        }
        let sliders = self.aligned_sliders(!self.turn, king) - taken;
        sliders.into_iter().all(|slider| rays::between(king, slider).meets(occupied))
    }
}
