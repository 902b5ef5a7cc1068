//! A part of the lesson on pawns: the mask that prevents wraps, before and after the shift.

use setwise::{Bitboard, Direction, File};
use setwise_techniques::trace::{Expression, Set, Trace};

use super::Writer;

/// Shows that a mask after the shift has the same result as a mask before it.
///
/// `before` and `after` are the shifts of the pawns without those on the edge file, and of all
/// pawns.
pub(super) fn masks(
    writer: &mut Writer,
    direction: Direction,
    before: impl Expression,
    after: impl Expression,
) {
    let (side, landing) = match direction.delta().0 {
        1 => ("east", File::A),
        _ => ("west", File::H),
    };
    let before = writer
        .begin(format!("the mask before or after the shift, to the {side}"))
        .say("The mask stood before the shift: the pawns on the edge file were removed first.")
        .set("masked before", before);
    let wrapped = writer
        .say(
            "The other way is to shift all pawns. Those on the edge file wrap around to the \
             opposite file.",
        )
        .set("all shifted", after);
    let opposite = Set("opposite file", Bitboard::file(landing));
    let after = writer
        .say(format!(
            "A mask after the shift removes the {landing}-file: no pawn comes to it without a \
             wrap in this direction."
        ))
        .set("masked after", wrapped & !opposite);
    writer.say("XOR keeps what only one of two sets has. It keeps nothing: both ways have the same result.").set("difference", before ^ after);
}
