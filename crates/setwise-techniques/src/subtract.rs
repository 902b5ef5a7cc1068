//! Techniques in which the borrow of a subtraction finds the blocker: `o ^ (o - 2r)`.
//!
//! The occupancy of a line, as a number, minus twice the slider borrows from the nearest blocker
//! above the slider and sets all empty squares between them. The squares that have changed are the
//! attacked ones.
//!
//! ```text
//!  one rank, h to a        h g f e d c b a
//!  occupied  o             . X . . . X . .     slider on c, blocker on g
//!  slider    r             . . . . . X . .
//!  o - r                   . X . . . . . .
//!  o - 2r                  . . X X X X . .     one was borrowed from g
//!  o ^ (o - 2r)            . X X X X . . .
//! ```
//!
//! A borrow goes to higher bits only. The first five techniques reverse the board for the squares
//! below; the others find the nearest blocker below by its leading zeros and start there.
//!
//! | technique | how it finds the squares below the slider |
//! |---|---|
//! | [`subtraction`] | all 64 bits reversed, a ray at a time |
//! | [`hyperbola`] | a byte swap, which reverses files and diagonals; ranks by a small table |
//! | [`hyperbola_reversed`] | all 64 bits reversed, a line at a time |
//! | `dual_hyperbola` | a byte swap in three lanes of AVX2; ranks by the same table |
//! | `gfni_hyperbola` | all 64 bits reversed in four lanes of AVX2, by GFNI |
//! | [`obstruction_difference`] | the upper blockers minus the nearest lower one |
//! | [`sbamg`] | the occupied squares of the line minus three times the nearest lower one |
//! | [`leorik`] | two masks that reach down from the nearest blockers |
//! | [`slide_arithmetic`] | the same two masks, by instructions of BMI |
//!
//! All but the first work on lines, and all but the two with AVX2 [line by line](crate::parts).
//! Their [`masks`] are in a table, and can also be computed. Choose `hyperbola` if nothing is known
//! about the CPU, and one of the last four on a CPU that counts leading zeros in lanes (AVX-512).

#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub mod dual_hyperbola;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub mod four_lines;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub mod gfni_hyperbola;
pub mod hyperbola;
pub mod hyperbola_reversed;
pub mod leorik;
pub mod masks;
pub mod obstruction_difference;
pub mod sbamg;
pub mod slide_arithmetic;
pub mod subtraction;
