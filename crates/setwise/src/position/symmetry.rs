//! The same position seen from the other side, and in a mirror.

use super::Position;
use crate::{Bitboard, Square};

impl Position {
    /// The position with the colors exchanged: the board turned upside down, White's men Black's,
    /// and the other side to move, with its castling rights, en passant square and counters.
    ///
    /// All that the rules say is the same of both, so an evaluation should be too; every perft is.
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

    /// The position in a mirror, the a file on the h file, *without castling rights*.
    ///
    /// Castling has no mirror image: it ends on the c and d or the g and f files, in Chess960 too,
    /// and its image would end on others. A position without rights has the same perft as its
    /// image.
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
