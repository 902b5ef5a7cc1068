//! The lesson on pawn moves for all pawns at once, as Justin Rogers described them in 2004.

use setwise::{Bitboard, Color, Direction, File, Position, Rank, Role};
use setwise_techniques::Document;
use setwise_techniques::trace::{Expr, Number, Set, Trace};

use super::{Lesson, Mark, Writer, wraps};

/// Returns the lesson on the pawn moves of the side to move, without pins and checks.
///
/// ```
/// use setwise::Position;
/// use setwise_lessons::pawns;
///
/// let lesson = pawns::lesson(&Position::INITIAL);
/// assert_eq!(lesson.answer.map(|to| to.count()), Some(16));
/// ```
pub fn lesson(position: &Position) -> Lesson {
    let (us, board) = (position.turn(), position.board());
    let mut writer = Writer::new("pawns", format!("Pawn moves of all pawns at once: {position}"));
    writer
        .source(Document::LegalMoves.name(), "")
        .source(Document::NagaSkaki.name(), "")
        .source(Document::SlidingPieceAttacks.name(), "")
        .source("Pawn pushes", "https://www.chessprogramming.org/Pawn_Pushes_(Bitboards)")
        .note(
            "Idea",
            "One shift moves every pawn. A push by one rank is a shift by 8 bits. White's pawns \
             capture to the east by a shift to the left by 9 bits and to the west by 7, Black's to \
             the east by a shift to the right by 7 and to the west by 9.",
        )
        .note(
            "A slip of the text",
            "Rogers' text has `~(mine & theirs)` for the empty squares; a reader of it, Eyal Hamtsany, found in \
             2008 that it must be `~(mine | theirs)`, because no square belongs to both sides. It also calls \
             the array that clears a file `clearRank`, lets pawns go forward by 2 from their original file, \
             which must be their rank, and uses `uint`, which has 32 bits in C#: a board needs 64, a `ulong`.",
        )
        .note(
            "Can a pawn take a knight on its first move?",
            "A reader asked this and was not answered. Yes: a pawn that has not moved captures as any other, \
             one square diagonally forward, whatever piece stands there except a king. Only the double push is special \
             to the first move, and it cannot capture.",
        );
    let [forward, east, west] = Direction::of_pawns(us);
    let (mine, theirs) = (Set("own pieces", board.color(us)), Set("enemy pieces", board.enemy(us)));
    let pawns = Set("pawns", board.pieces(us, Role::Pawn));
    writer.pieces(Some(*board));
    let pieces = writer.board("position", Bitboard::EMPTY);
    writer.pieces(None).mark(&[(Mark::Own, *mine), (Mark::Enemy, *theirs)]);
    let pawns_board = writer.board("pawns", *pawns);
    writer.say(format!("{} pawns.", crate::owner(us))).show(vec![pieces, pawns_board]);

    let occupied = writer
        .begin("pushes")
        .say("Which squares are empty? First the occupied ones, by OR of both sides.")
        .set("occupied", mine | theirs);
    let empty = writer.say("Then their complement, by NOT.").set("empty", !occupied);
    let shift = Shift { us };
    let pushed = writer
        .say("Every pawn goes one rank forward: a shift by 8 bits. AND keeps those that find an empty square.")
        .set("push", shift.by(pawns, forward) & empty);
    let third = Set("third rank", Bitboard::rank(Rank::Third.relative_to(us)));
    let again = writer
        .say("A pawn on the third rank after its first step began on the second, so it may go on.")
        .set("may step again", pushed & third);
    let doubled = writer
        .say(
            "The second step, onto an empty square again. A pawn that was blocked in front has no bit left, so \
             it cannot jump.",
        )
        .set("double push", shift.by(again, forward) & empty);

    let mut captures = [Bitboard::EMPTY; 2];
    for (index, (direction, file, name)) in
        [(east, File::H, "capture east"), (west, File::A, "capture west")].into_iter().enumerate()
    {
        let edge = Set("edge file", Bitboard::file(file));
        writer.begin(if index == 0 { "captures to the east" } else { "captures to the west" });
        let free = writer
            .say(format!(
                "A pawn on the {file} file has no square there: the shift would wrap it around to the other side \
                 of the board. So these pawns are removed first."
            ))
            .set("pawns to shift", pawns & !edge);
        let shift_text = shift.in_words(direction);
        captures[index] = *writer
            .say(format!(
                "The others shift {shift_text}. AND keeps those that find an enemy there."
            ))
            .set(name, shift.by(free, direction) & theirs);
        wraps::masks(&mut writer, direction, shift.by(free, direction), shift.by(pawns, direction));
    }
    let captures = (Set("capture east", captures[0]), Set("capture west", captures[1]));
    let all = writer
        .begin("together")
        .say(
            "The targets of all pawns. En passant is left out: there the captured pawn does not stand on the \
             target, so it is computed by itself. `setwise explain legal '8/8/8/KPp4r/8/8/8/7k w - c6 0 1' --square \
             b5` shows it.",
        )
        .set("targets", pushed | doubled | captures.0 | captures.1);
    writer.finish(Some(*all))
}

/// Shifts of one side.
struct Shift {
    us: Color,
}

impl Shift {
    /// Returns a shift by one step in words.
    fn in_words(&self, direction: Direction) -> String {
        let bits = direction.shift().unsigned_abs();
        let side = if self.us == Color::White { "left" } else { "right" };
        format!("to the {side} by {bits} bits, one square to the {}", direction.name())
    }

    /// Returns a shift of a set by one step, in bits to the left or to the right.
    fn by(&self, set: Set, direction: Direction) -> Expr<Set, Number> {
        let bits = Number("", u64::from(direction.shift().unsigned_abs()));
        match self.us {
            Color::White => set << bits,
            Color::Black => set >> bits,
        }
    }
}
