//! Color-flipped and mirrored positions.

use super::Position;
use crate::{Bitboard, Square};

impl Position {
    /// Returns the position with the colors exchanged.
    ///
    /// The board is mirrored from top to bottom, the color of every piece and the side to move are
    /// swapped, and the castling rights and the en passant square are mirrored with the board. The
    /// counters stay the same. The rules treat both positions alike: they have the same perft, and an
    /// evaluation relative to the side to move should be the same.
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9".parse()?;
    /// let flipped = position.color_flipped();
    /// assert_eq!(flipped.to_string(), "4k2r/8/8/8/3Pp3/8/8/4K3 b k d3 0 9");
    /// assert_eq!(flipped.color_flipped(), position);
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn color_flipped(&self) -> Position {
        Position {
            board: self.board.transformed(Bitboard::flip_vertical).with_colors_swapped(),
            turn: !self.turn,
            castling: self.castling.flip_vertical(),
            en_passant: self.en_passant.map(Square::flip_vertical),
            ..*self
        }
    }

    /// Returns the position mirrored from left to right, *without castling rights*.
    ///
    /// The a file becomes the h file. Castling has no mirror image: it always ends on the c and d files
    /// or on the g and f files, also in Chess960. A position without castling rights has the same perft
    /// as its mirror image.
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9".parse()?;
    /// assert_eq!(position.mirrored().to_string(), "3k4/8/8/3Pp3/8/8/8/R2K4 w - e6 0 9");
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Position {
        Position {
            board: self.board.transformed(Bitboard::mirror_horizontal),
            castling: Bitboard::EMPTY,
            en_passant: self.en_passant.map(Square::mirror_horizontal),
            ..*self
        }
    }
}
