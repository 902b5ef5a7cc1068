//! The attacks of sliders in one direction, set-wise: a fill, and to the east a subtraction.

use crate::{Bitboard, Direction, File};

/// Returns the occluded fill of one set: a Kogge-Stone fill in steps of one, two and four.
///
/// **Source.** Steffan Westcott, 2002,
/// <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#[inline(always)]
fn fill(direction: Direction, set: Bitboard, empty: Bitboard) -> Bitboard {
    let one = |set: Bitboard| set.shift_wrapping(direction);
    let two = |set: Bitboard| one(one(set));
    let four = |set: Bitboard| two(two(set));

    // A step over an edge ends on a file that is never open.
    let open = empty & direction.post_mask();
    let reached = set | (open & one(set));
    let open = open & one(open);
    let reached = reached | (open & two(reached));
    let open = open & two(open);
    reached | (open & four(reached))
}

/// Returns the squares that the sliders of a set attack in one direction: the empty squares that
/// they pass, and the first square that is not empty.
///
/// It has no table and no branch on the sets, so a loop over arrays of sets becomes vector
/// instructions. Inside [`dispatch::call`](crate::dispatch::call) the loop runs with the best
/// instructions that the CPU has. The direction should be a constant.
///
/// ```
/// use setwise::{Bitboard, Direction, Square, attacks};
///
/// let rooks = Bitboard::of(Square::A1).with(Square::C1);
/// let empty = !rooks.with(Square::A3);
/// let attacked = attacks::slide(Direction::North, rooks, empty);
/// assert_eq!(attacked.count(), 2 + 7);
/// ```
#[inline(always)]
pub fn slide(direction: Direction, sliders: Bitboard, empty: Bitboard) -> Bitboard {
    if direction == Direction::East {
        return slide_east(sliders, empty);
    }
    fill(direction, sliders, empty).shift(direction)
}

/// Returns the squares that sliders attack to the east, by one subtraction.
///
/// The borrow from the square beside a slider ends at the next slider or obstacle, or at the edge,
/// so no two sliders borrow from the same square and none from another rank.
///
/// **Source.** <https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>.
#[inline(always)]
fn slide_east(sliders: Bitboard, empty: Bitboard) -> Bitboard {
    let edge = Bitboard::file(File::H);
    let stops = !empty | edge | sliders;
    let beside = (sliders - edge).0 << 1;
    stops ^ Bitboard(stops.0.wrapping_sub(beside))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::attacks::walk;

    proptest! {
        /// The sets may be dense or thin; a slider may stand on an empty square or not.
        #[test]
        fn slides_are_those_of_each_slider(a: u64, b: u64, c: u64, d: u64) {
            let (sliders, empty) = (Bitboard(a & b), Bitboard(c | d));
            for direction in Direction::ALL {
                let rays = sliders.into_iter().map(|from| walk::ray(from, direction, !empty));
                let expected = rays.fold(Bitboard::EMPTY, Bitboard::union);
                prop_assert_eq!(slide(direction, sliders, empty), expected);
            }
        }
    }
}
