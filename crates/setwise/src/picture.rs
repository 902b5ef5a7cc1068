//! Board drawings in text: the same notation is read by [`bitboard!`](crate::bitboard!) and written
//! by `{:#?}`.

use core::fmt;

use crate::{Bitboard, File, Rank, Square};

/// Builds a [`Bitboard`](crate::Bitboard) from a drawing: eight rows from the eighth rank down,
/// with `X` for a square in the set and `.` for any other.
///
/// `{:#?}` prints the same drawing, so the output of a failed assertion can be pasted into a test.
///
/// ```
/// use setwise::{bitboard, Bitboard, Square};
///
/// let corner = bitboard! {
///     X . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(corner, Bitboard::of(Square::A8));
/// assert_eq!(
///     format!("{:#?}", Bitboard::EMPTY),
///     "bitboard! {\n".to_owned() + &"    . . . . . . . .\n".repeat(8) + "}",
/// );
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($cell:tt)*) => {
        const {
            // The 64 cells run along the ranks, from a8 to h8 down to a1 to h1.
            let cells: [bool; 64] = [$($crate::__bitboard_cell!($cell)),*];
            let (mut set, mut cell) = (0_u64, 0);
            while cell < 64 {
                set |= (cells[cell] as u64) << (cell ^ 56);
                cell += 1;
            }
            $crate::Bitboard(set)
        }
    };
}

/// Converts one cell of [`bitboard!`]; any token other than `X` and `.` is a compile error.
#[doc(hidden)]
#[macro_export]
macro_rules! __bitboard_cell {
    (X) => {
        true
    };
    (.) => {
        false
    };
}

/// A display adapter that writes a board as eight rows, from the eighth rank down.
///
/// The function returns the character for each square. Characters are separated by a space, and
/// each row ends with a line feed.
pub(crate) struct Rows<F>(pub(crate) F);

impl<F: Fn(Square) -> char> fmt::Display for Rows<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let end = if file == File::H { "\n" } else { " " };
                write!(f, "{}{end}", (self.0)(Square::new(file, rank)))?;
            }
        }
        Ok(())
    }
}

/// Writes `Bitboard(0x…)`, or in the alternate form `{:#?}` the drawing that `bitboard!` reads.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "Bitboard({:#018x})", self.0);
        }
        f.write_str("bitboard! {\n")?;
        for rank in Rank::ALL.into_iter().rev() {
            f.write_str("   ")?;
            for file in File::ALL {
                f.write_str(if self.contains(Square::new(file, rank)) { " X" } else { " ." })?;
            }
            f.write_str("\n")?;
        }
        f.write_str("}")
    }
}

/// Writes the eight rows of the drawing, each ended by a line feed.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Rows(|square| if self.contains(square) { 'X' } else { '.' }).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_macro_reads_the_debug_drawing() {
        let set = bitboard! {
            X . . . . . . X
            . X . . . . . .
            . . X . . . . .
            . . . X . . . .
            . . . . X . . .
            . . . . . X . .
            . . . . . . X .
            . X . . . . . X
        };
        assert_eq!(set, Bitboard(0x8102_0408_1020_4082));
        let rows = "\n    X . . . . . . X\n    . X . . . . . .\n    . . X . . . . .\n    . . . X . . . .\
                    \n    . . . . X . . .\n    . . . . . X . .\n    . . . . . . X .\n    . X . . . . . X\n";
        assert_eq!(format!("{set:#?}"), format!("bitboard! {{{rows}}}"));
        assert_eq!(format!("{set:?}"), "Bitboard(0x8102040810204082)");
    }
}
