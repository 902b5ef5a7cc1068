//! Steps of all squares of a set in one direction, and the masks that prevent wrapping.

use super::Bitboard;
use crate::{Direction, File};

impl Bitboard {
    /// Returns the set with every square moved one step; squares that would leave the board are
    /// dropped.
    ///
    /// At the first and eighth ranks no mask is needed, because the shift drops the bits. At the a
    /// and h files a mask is needed, because the bits would wrap around to the opposite file.
    ///
    /// ```
    /// use setwise::{Direction, bitboard};
    ///
    /// let pawns = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . . . . . . .
    ///     X . . . . . . X
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.shift(Direction::NorthEast), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . X . . .
    ///     . . . . . . . .
    ///     . X . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Bitboard {
        Bitboard(self.shift_wrapping(direction).0 & direction.post_mask().0)
    }

    /// Returns the set shifted by one step without a mask: a step across the left or right edge
    /// wraps around to the opposite file, one rank off. A bit that leaves the word is dropped.
    ///
    /// ```
    /// use setwise::{Direction, bitboard};
    ///
    /// // The pawn on h2 wraps around to a4.
    /// let pawns = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . . . . . . .
    ///     . . . . . . . X
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.shift_wrapping(Direction::NorthEast), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . X . . .
    ///     X . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn shift_wrapping(self, direction: Direction) -> Bitboard {
        let amount = direction.shift();
        Bitboard(if amount > 0 { self.0 << amount } else { self.0 >> -amount })
    }
}

const NOT_FILE_A: Bitboard = Bitboard(!Bitboard::file(File::A).0);
const NOT_FILE_H: Bitboard = Bitboard(!Bitboard::file(File::H).0);

impl Direction {
    /// Returns the squares from which a step stays on the board's files: all squares except the
    /// file at the edge that the step would cross.
    ///
    /// Intersecting with this mask *before* the shift prevents wrapping; [`Direction::post_mask`]
    /// does the same *after* the shift. The tests prove that both give the same result for every
    /// set.
    ///
    /// ```
    /// use setwise::{Direction, bitboard};
    ///
    /// // A step to the south-west from the a file would wrap around.
    /// assert_eq!(Direction::SouthWest.pre_mask(), bitboard! {
    ///     . X X X X X X X
    ///     . X X X X X X X
    ///     . X X X X X X X
    ///     . X X X X X X X
    ///     . X X X X X X X
    ///     . X X X X X X X
    ///     . X X X X X X X
    ///     . X X X X X X X
    /// });
    /// ```
    #[inline(always)]
    pub const fn pre_mask(self) -> Bitboard {
        match self.delta().0 {
            1 => NOT_FILE_H,
            -1 => NOT_FILE_A,
            _ => Bitboard::UNIVERSE,
        }
    }

    /// Returns the squares on which no wrapped step lands: all squares except one file, or all.
    ///
    /// ```
    /// use setwise::{Direction, bitboard};
    ///
    /// // A step to the south-west that wraps around ends on the h file.
    /// assert_eq!(Direction::SouthWest.post_mask(), bitboard! {
    ///     X X X X X X X .
    ///     X X X X X X X .
    ///     X X X X X X X .
    ///     X X X X X X X .
    ///     X X X X X X X .
    ///     X X X X X X X .
    ///     X X X X X X X .
    ///     X X X X X X X .
    /// });
    /// ```
    #[inline(always)]
    pub const fn post_mask(self) -> Bitboard {
        self.opposite().pre_mask()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use proptest::prelude::*;

    #[test]
    fn shifting_a_single_square_equals_stepping_it() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let stepped = Bitboard::of(square).shift(direction);
                assert_eq!(stepped, square.step(direction).into_iter().collect(), "{square}");
            }
        }
    }

    /// Shift and mask act on each bit independently, so equality on the 64 single squares proves
    /// equality on every set. The property test below checks random sets as well.
    #[test]
    fn pre_shift_and_post_shift_masks_are_equal() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let one = Bitboard::of(square);
                assert_eq!(
                    (one & direction.pre_mask()).shift_wrapping(direction),
                    one.shift_wrapping(direction) & direction.post_mask(),
                );
            }
        }
    }

    proptest! {
        #[test]
        fn masks_before_and_after_the_shift_agree(a: u64) {
            for direction in Direction::ALL {
                let before = (Bitboard(a) & direction.pre_mask()).shift_wrapping(direction);
                prop_assert_eq!(before, Bitboard(a).shift(direction));
            }
        }
    }
}
