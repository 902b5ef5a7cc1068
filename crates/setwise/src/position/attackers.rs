//! Attackers of a square, checks and pins.

use super::Position;
use crate::attacks::{leapers, rays};
use crate::{Bitboard, Color, Role, Square};

/// The men of both colors that bear on a square; intersected with a color's men they are the
/// attackers and the defenders of what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attackers {
    /// Those that attack it now.
    pub direct: Bitboard,
    /// Sliders that attack it only through others that bear on it, of either color: they come into
    /// play when those in front of them have gone.
    pub x_ray: Bitboard,
}

impl Position {
    /// The men of both colors that attack a square, seen through the given occupancy.
    ///
    /// An empty square is attacked as well as an occupied one; a pinned man still attacks.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = &self.board;
        let pawns = leapers::pawn(Color::Black, square) & board.pieces(Color::White, Role::Pawn)
            | leapers::pawn(Color::White, square) & board.pieces(Color::Black, Role::Pawn);
        let knights = leapers::knight(square) & board.role(Role::Knight);
        let kings = leapers::king(square) & board.role(Role::King);
        let sliders =
            self.aligned_sliders(Color::White, square) | self.aligned_sliders(Color::Black, square);
        pawns | knights | kings | unblocked(sliders, square, occupied)
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let king = self.king(self.turn);
        let leapers = self.enemy_leapers(self.turn, king);
        let sliders = self.aligned_sliders(!self.turn, king);
        leapers | unblocked(sliders, king, self.board.occupied())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The men of a color that may not leave the line between their king and an enemy slider.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.alone_before_king(color) & self.board.color(color)
    }

    /// The enemy slider that pins the man on a square; `None` if the man is not pinned or there is
    /// none.
    ///
    /// ```
    /// use setwise::{Color, Position, Square};
    ///
    /// let position: Position = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.pinned(Color::White).single(), Some(Square::E2));
    /// assert_eq!(position.pinner(Square::E2), Some(Square::E8));
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    pub fn pinner(&self, square: Square) -> Option<Square> {
        let color = self.board.color_at(square)?;
        let king = self.king(color);
        let is_alone = |slider: &Square| {
            rays::between(king, *slider) & self.board.occupied() == Bitboard::of(square)
        };
        self.aligned_sliders(!color, king).into_iter().find(is_alone)
    }

    /// The men of a color that stand alone between the enemy's king and a slider of their own: one
    /// that leaves the line gives a discovered check.
    ///
    /// Not each need have a legal move that leaves it.
    #[inline]
    pub fn discovered_check_candidates(&self, color: Color) -> Bitboard {
        self.alone_before_king(!color) & self.board.color(color)
    }

    /// Returns the pieces of both colors that stand alone between a color's king and an enemy
    /// slider: that color's pieces are pinned, the others give a discovered check if they leave.
    #[inline(always)]
    pub fn alone_before_king(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let mut alone = Bitboard::EMPTY;
        for slider in self.aligned_sliders(!color, king) {
            let blockers = rays::between(king, slider) & self.board.occupied();
            if !blockers.more_than_one() {
                alone |= blockers;
            }
        }
        alone
    }

    /// The pawns and knights of a color's enemy that attack a square.
    #[inline(always)]
    pub(crate) fn enemy_leapers(&self, color: Color, square: Square) -> Bitboard {
        leapers::pawn(color, square) & self.board.pieces(!color, Role::Pawn)
            | leapers::knight(square) & self.board.pieces(!color, Role::Knight)
    }

    /// The same, and his king: who never gives check, so whoever asks for checkers saves him (2 % of
    /// perft).
    #[inline(always)]
    pub(crate) fn enemy_leapers_and_king(&self, color: Color, square: Square) -> Bitboard {
        self.enemy_leapers(color, square)
            | leapers::king(square) & self.board.pieces(!color, Role::King)
    }

    /// A color's sliders that would attack a square on an otherwise empty board.
    #[inline(always)]
    pub(crate) fn aligned_sliders(&self, color: Color, square: Square) -> Bitboard {
        rays::rook(square) & self.board.rook_sliders(color)
            | rays::bishop(square) & self.board.bishop_sliders(color)
    }

    /// The men of both colors that attack a square, and those that would after all in front of
    /// them had taken there, told apart.
    ///
    /// A pinned man still attacks, and so does a king, whatever defends the square.
    ///
    /// ```
    /// use setwise::{Position, Square};
    ///
    /// // White doubles rooks behind the pawn's square, and a black queen stands behind them.
    /// let position: Position = "4k3/8/8/3p4/8/3R4/3R4/3q2K1 w - - 0 1".parse()?;
    /// let attackers = position.attackers_with_x_rays(Square::D5);
    /// assert_eq!(attackers.direct.single(), Some(Square::D3));
    /// assert_eq!(attackers.x_ray, [Square::D2, Square::D1].into_iter().collect());
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    pub fn attackers_with_x_rays(&self, square: Square) -> Attackers {
        let occupied = self.board.occupied();
        let direct = self.attackers(square, occupied);
        let mut all = direct;
        loop {
            // With all that are known lifted off the board, the next behind them are seen.
            let more = self.attackers(square, occupied - all);
            if more == all {
                return Attackers { direct, x_ray: all - direct };
            }
            all = more;
        }
    }

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

/// Those of some sliders aligned with a square that see it: nothing occupied stands between.
#[inline]
pub(crate) fn unblocked(sliders: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    sliders.into_iter().filter(|&slider| !rays::between(square, slider).meets(occupied)).collect()
}
