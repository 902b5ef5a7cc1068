//! Who attacks a square, and who stands behind them.

use super::Position;
use crate::{Bitboard, Square};

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
}
