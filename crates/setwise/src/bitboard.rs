//! The bitboard: a set of squares in one 64-bit word.

// rustdoc lists the methods in the order of these modules.
mod constructors;
mod iterators;
mod members;
mod operators;
mod shifts;

pub use iterators::{Squares, Subsets};

/// A set of squares.
///
/// Bit 0 is a1, bit 1 is b1, … bit 63 is h8. `{}` prints a board. The light squares are
/// `!Bitboard::DARK`.
///
/// A bitwise operation is a set operation on all 64 squares at once, and a shift moves every member
/// one step. Arthur Samuel's checkers program had such words in the 1950s; Adelson-Velsky,
/// Arlazarov, Bitman, Zhivotovsky and Uskov described them for chess in 1967 (*Programming a
/// Computer to Play Chess*, Russian Mathematical Surveys 25, 1970).
///
/// The operators `&`, `|`, `^`, `!` and `-` are intersection, union, symmetric difference,
/// complement and difference. Iteration goes from a1 along the ranks to h8, or backwards with
/// `rev`.
///
/// ```
/// use setwise::{Bitboard, Square, bitboard};
///
/// let queens_reach = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . X . X . X . .
///     . . X X X . . .
///     X X X . X X X X
///     . . X X X . . .
///     . X . X . X . .
/// };
/// let enemies = Bitboard::from(Square::F5) | Bitboard::from(Square::H8);
/// assert_eq!((queens_reach & enemies).single(), Some(Square::F5));
/// // `rev` iterates from h8 down to a1.
/// let members: Vec<Square> = enemies.into_iter().rev().collect();
/// assert_eq!((enemies.count(), members), (2, vec![Square::H8, Square::F5]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);
