//! Attackers of a square, checkers and pins.

use super::Position;
use crate::attacks::{self, rays};
use crate::{Bitboard, Color, Role, Square};

/// The pieces of both colors that attack a square, directly or as x-ray attackers.
///
/// Intersect a set with the pieces of one side to get the attackers or the defenders of a piece on
/// the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attackers {
    /// The pieces that attack the square now.
    pub direct: Bitboard,
    /// The sliders that attack the square only through other attackers of either color. They attack
    /// it directly once the pieces in front of them have left.
    pub x_ray: Bitboard,
}

impl Position {
    /// Returns the pieces of both colors that attack a square, given an occupancy that blocks
    /// sliders.
    ///
    /// The square may be empty or occupied. Pinned pieces count as attackers.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = &self.board;
        let pawns = attacks::pawn(Color::Black, square) & board.pieces(Color::White, Role::Pawn)
            | attacks::pawn(Color::White, square) & board.pieces(Color::Black, Role::Pawn);
        let knights = attacks::knight(square) & board.role(Role::Knight);
        let kings = attacks::king(square) & board.role(Role::King);
        let sliders =
            self.aligned_sliders(Color::White, square) | self.aligned_sliders(Color::Black, square);
        pawns | knights | kings | unblocked(sliders, square, occupied)
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let king = self.king(self.turn);
        let leapers = self.enemy_leapers(self.turn, king);
        let sliders = self.aligned_sliders(!self.turn, king);
        leapers | unblocked(sliders, king, self.board.occupied())
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns White's or Black's pinned pieces: those that may not leave the line between their
    /// king and an enemy slider.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.alone_before_king(color) & self.board.color(color)
    }

    /// Returns the square of the enemy slider that pins the piece on a square, or `None` if the
    /// piece is not pinned or the square is empty.
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
        let is_pinner = |slider: &Square| {
            rays::between(king, *slider) & self.board.occupied() == Bitboard::of(square)
        };
        self.aligned_sliders(!color, king).into_iter().find(is_pinner)
    }

    /// Returns the pieces of a side that are the only piece between the enemy king and a slider of
    /// their own side. Such a piece gives a discovered check if it leaves the line.
    ///
    /// The piece may have no legal move that leaves the line.
    #[inline]
    pub fn discovered_check_candidates(&self, color: Color) -> Bitboard {
        self.alone_before_king(!color) & self.board.color(color)
    }

    /// Returns the pieces, of either side, that are the only piece between the king of `color` and
    /// an enemy slider.
    ///
    /// Those of the king's side are pinned. Those of the enemy give a discovered check when they
    /// leave the line.
    #[inline(always)]
    fn alone_before_king(&self, color: Color) -> Bitboard {
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

    /// Returns the pawns and knights of `color`'s opponent that attack a square.
    #[inline(always)]
    pub(crate) fn enemy_leapers(&self, color: Color, square: Square) -> Bitboard {
        attacks::pawn(color, square) & self.board.pieces(!color, Role::Pawn)
            | attacks::knight(square) & self.board.pieces(!color, Role::Knight)
    }

    /// Returns the pawns, knights and king of `color`'s opponent that attack a square.
    ///
    /// Check detection uses [`Position::enemy_leapers`] instead, because a king never gives check.
    #[inline(always)]
    pub(crate) fn enemy_leapers_and_king(&self, color: Color, square: Square) -> Bitboard {
        self.enemy_leapers(color, square)
            | attacks::king(square) & self.board.pieces(!color, Role::King)
    }

    /// Returns a side's sliders that would attack a square on an otherwise empty board.
    #[inline(always)]
    pub(crate) fn aligned_sliders(&self, color: Color, square: Square) -> Bitboard {
        rays::rook(square) & self.board.rook_sliders(color)
            | rays::bishop(square) & self.board.bishop_sliders(color)
    }

    /// Returns the pieces of both colors that attack a square, and separately the x-ray attackers,
    /// which attack it once all attackers in front of them have captured there.
    ///
    /// Pinned pieces count as attackers. So does a king, even if the square is defended.
    ///
    /// ```
    /// use setwise::{Position, Square};
    ///
    /// // Two white rooks attack the pawn along its file, with a black queen behind them.
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
            // Removing all known attackers from the occupancy reveals the next ones behind them.
            let revealed = self.attackers(square, occupied - all);
            if revealed == all {
                return Attackers { direct, x_ray: all - direct };
            }
            all = revealed;
        }
    }

    /// Returns whether no enemy piece attacks a square on which the king of the side to move stands
    /// or would stand, given an occupancy and the enemy pieces that have been captured.
    ///
    /// This is the king-safety rule itself. One test therefore covers pins, answers to check and
    /// king steps.
    #[inline(always)]
    pub(crate) fn is_safe(&self, king: Square, occupied: Bitboard, captured: Bitboard) -> bool {
        if (self.enemy_leapers_and_king(self.turn, king) - captured).any() {
            return false;
        }
        let sliders = self.aligned_sliders(!self.turn, king) - captured;
        sliders.into_iter().all(|slider| rays::between(king, slider).meets(occupied))
    }
}

/// Returns the given sliders that attack a square: those with no occupied square in between.
///
/// The sliders must be aligned with the square.
#[inline]
pub(crate) fn unblocked(sliders: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    sliders.into_iter().filter(|&slider| !rays::between(square, slider).meets(occupied)).collect()
}
