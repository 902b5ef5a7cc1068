//! The lesson on the boards of a position: eight, and the twelve that follow from them.

use setwise::{Bitboard, Color, Position, Role};
use setwise_techniques::Document;
use setwise_techniques::trace::{Set, Trace};

use super::{Lesson, Mark, Writer};

/// The names of the boards of each role: by role, White's, Black's.
const NAMES: [(Role, [&str; 3]); 6] = [
    (Role::Pawn, ["pawns", "white pawns", "black pawns"]),
    (Role::Knight, ["knights", "white knights", "black knights"]),
    (Role::Bishop, ["bishops", "white bishops", "black bishops"]),
    (Role::Rook, ["rooks", "white rooks", "black rooks"]),
    (Role::Queen, ["queens", "white queens", "black queens"]),
    (Role::King, ["kings", "white king", "black king"]),
];

/// Returns the lesson on the boards of a position. It ends with the squares that are empty or have
/// an enemy piece, as seen by the side to move.
///
/// ```
/// use setwise::Position;
/// use setwise_lessons::boards;
///
/// let lesson = boards::lesson(&Position::INITIAL);
/// assert_eq!(lesson.answer.map(|set| set.count()), Some(48));
/// ```
pub fn lesson(position: &Position) -> Lesson {
    let (us, board) = (position.turn(), position.board());
    let mut writer = Writer::new("boards", format!("The boards of a position: {position}"));
    writer
        .source(Document::NagaSkaki.name(), "")
        .source(Document::BitboardNotes.name(), "")
        .note(
            "Idea",
            "A position is a few sets: which squares have a pawn, which have a white piece. How NagaSkaki plays chess \
             keeps twelve, one for each kind of piece and side. Setwise keeps eight, six by role and two by side, and \
             AND gives the twelve. A capture then clears its square in all eight, without a test of what stood there.",
        );
    writer.pieces(Some(*board));
    let pieces = writer.board("position", Bitboard::EMPTY);
    writer.pieces(None).mark(&[(Mark::Own, board.color(us)), (Mark::Enemy, board.enemy(us))]);
    let white = Set("white", board.color(Color::White));
    let black = Set("black", board.color(Color::Black));
    let sides = [white, black].map(|Set(name, set)| writer.board(name, set));
    writer
        .say("The position, and the boards of the two sides.")
        .show([&[pieces], &sides[..]].concat());
    for (role, [name, whites, blacks]) in NAMES {
        writer.begin(name);
        let all = Set(name, board.role(role));
        writer.say("The board of one kind of piece AND White's board.").set(whites, all & white);
        writer.say("The board of this role AND Black's board.").set(blacks, all & black);
    }
    writer.begin("all pieces");
    let occupied = writer.say("OR unites both sides.").set("occupied", white | black);
    let empty = writer.say("The complement is empty.").set("empty", !occupied);
    let none = writer
        .begin("the empty set and the full board")
        .say("No square has a piece of both sides: AND gives the empty set, the number 0.")
        .set("empty set", white & black);
    let full = writer
        .say("Its complement is the full board, also called universe: all 64 bits are 1.")
        .set("fullboard", !none);
    writer
        .say(
            "How NagaSkaki plays chess computes the empty squares by XOR with the full board. It \
             is the same as NOT.",
        )
        .set("empty", occupied ^ full);
    writer.begin("where a piece may go");
    let enemy = if us == Color::White { black } else { white };
    let answer = writer
        .say(format!(
            "It is {} move: a piece may go where no piece of its own side stands, to the squares of the enemy \
             and the empty ones.",
            crate::owner(us)
        ))
        .set("enemy and empty", enemy | empty);
    writer.finish(Some(*answer))
}
