//! Techniques that let the borrow of a subtraction find the blocker: `o ^ (o - 2r)`.
//!
//! Seen as numbers, the occupancy of a line minus twice the slider borrows from the nearest
//! blocker above it, and turns every empty square on the way into a one. What changed is what is
//! attacked.
//!
//! ```text
//!  one rank, h to a        h g f e d c b a
//!  occupied  o             . X . . . X . .     slider on c, blocker on g
//!  slider    r             . . . . . X . .
//!  o - r                   . X . . . . . .
//!  o - 2r                  . . X X X . . .     one was borrowed from g
//!  o ^ (o - 2r)            . X X X X X . .     c drops out against the reversed half
//! ```
//!
//! | technique | negative rays by |
//! |---|---|
//! | [`hyperbola`] | a byte swap, which reverses files and diagonals; ranks by a small table |

pub mod hyperbola;
