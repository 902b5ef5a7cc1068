//! The lesson on moves from stored boards, as *How NagaSkaki plays chess* has them for kings,
//! knights and pawns.

use setwise::attacks;
use setwise::{Bitboard, Color, Direction, Position, Rank, Square};
use setwise_techniques::Document;
use setwise_techniques::trace::{Set, Trace};

use super::{Figure, Lesson, Mark, Writer};

named! {
    /// A piece whose moves are stored boards, in the order of the document.
    pub enum Piece {
        /// A king, with one board for each square.
        King = "king",
        /// A knight, with one board for each square.
        Knight = "knight",
        /// A pawn, with three boards for each square and side.
        Pawn = "pawn",
    }
}

/// The stored boards of pawns on one square.
#[derive(Clone, Copy)]
struct PawnBoards {
    /// The square in front.
    one_step: Bitboard,
    /// The square two steps in front, for a pawn that has not moved.
    two_steps: Bitboard,
    /// The squares diagonally in front.
    captures: Bitboard,
}

/// The stored boards of the pawns of each side on each square.
static PAWNS: [[PawnBoards; 64]; 2] = [pawn_boards(Color::White), pawn_boards(Color::Black)];

const fn pawn_boards(side: Color) -> [PawnBoards; 64] {
    let [forward, east, west] = Direction::of_pawns(side);
    let second = Bitboard::rank(Rank::Second.relative_to(side));
    let none = Bitboard::EMPTY;
    let mut boards = [PawnBoards { one_step: none, two_steps: none, captures: none }; 64];
    let mut index = 0;
    while index < 64 {
        let pawn = Bitboard::of(Square::ALL[index]);
        boards[index] = PawnBoards {
            one_step: pawn.shift(forward),
            two_steps: pawn.intersection(second).shift(forward).shift(forward),
            captures: pawn.shift(east).union(pawn.shift(west)),
        };
        index += 1;
    }
    boards
}

/// Returns the lesson on the moves of a piece of the side to move from a square, without pins and
/// checks.
///
/// The piece need not stand there. Castling, en passant and promotions are left out, as in the
/// document.
///
/// ```
/// use setwise::{Position, Square};
/// use setwise_lessons::stored_moves::{Piece, lesson};
///
/// let moves = |piece, square| lesson(&Position::INITIAL, piece, square).answer;
/// assert_eq!(moves(Piece::Knight, Square::B1).map(|to| to.count()), Some(2));
/// assert_eq!(moves(Piece::Pawn, Square::E2).map(|to| to.count()), Some(2));
/// ```
pub fn lesson(position: &Position, piece: Piece, from: Square) -> Lesson {
    let title = format!("Moves from stored boards: a {} on {from} in {position}", piece.name());
    let mut writer = Writer::new(format!("stored-moves {}", piece.name()), title);
    writer
        .source(Document::NagaSkaki.name(), "")
        .source(Document::BitboardNotes.name(), "")
        .source(Document::LegalMoves.name(), "")
        .note(
            "Idea",
            "The squares that a king, a knight or a pawn can reach depend on its square and not \
             on other pieces. So a program stores a set for each square once. A lookup and one \
             AND give the moves.",
        )
        .note(
            "Not yet legal",
            "The moves are pseudo-legal: squares that the enemy attacks are not removed from a \
             king's moves, and checks and pins do not count. The lesson on legal moves goes on \
             from here: setwise explain legal.",
        )
        .note("Size", size());
    let (us, board) = (position.turn(), position.board());
    let enemy = Set("enemy squares", board.enemy(us));
    let empty = Set("empty squares", board.empty());
    writer.pieces(Some(*board));
    let pieces = writer.board("position", Bitboard::EMPTY);
    writer.pieces(None).mark(&[
        (Mark::Slider, Bitboard::of(from)),
        (Mark::Own, board.color(us)),
        (Mark::Enemy, *enemy),
    ]);
    let targets = [enemy, empty].map(|Set(name, set)| writer.board(name, set));
    writer
        .say(format!(
            "It is {} move. The enemy squares have {} pieces.",
            crate::owner(us),
            crate::owner(!us)
        ))
        .show([&[pieces], &targets[..]].concat());
    let moves = match piece {
        Piece::King => {
            let stored = Set("king_xray", attacks::king(from));
            by_one_board(&mut writer, stored, enemy, empty)
        }
        Piece::Knight => {
            let stored = Set("knight_xray", attacks::knight(from));
            by_one_board(&mut writer, stored, enemy, empty)
        }
        Piece::Pawn => pawn(&mut writer, position, from),
    };
    writer.finish(Some(*moves))
}

/// Returns the sizes of the stored boards, computed.
fn size() -> String {
    let boards = size_of::<[Bitboard; 64]>();
    format!(
        "A king and a knight have a board of 8 bytes for each of 64 squares: {boards} bytes each. \
         Pawns have three for each square and side, {} bytes. En passant, promotions and \
         castling are not stored: the document codes them with If statements.",
        size_of_val(&PAWNS)
    )
}

/// Kings and knights: all moves, then captures and quiet moves apart.
fn by_one_board(writer: &mut Writer, stored: Set, enemy: Set, empty: Set) -> Set {
    let board = writer.board(stored.0, *stored);
    writer
        .begin("the stored board")
        .say("The stored board of this square: all squares that the piece can reach.")
        .show(vec![board]);
    let enemy_and_empty = writer
        .begin("captures and quiet moves apart")
        .say(
            "A piece may go where no piece of its own side stands: OR unites the enemy and the \
             empty squares.",
        )
        .set("enemy and empty", enemy | empty);
    let all = writer
        .say("AND with the enemy and empty squares: all moves.")
        .set("moves", stored & enemy_and_empty);
    let captures =
        writer.say("AND with the enemy squares: only captures.").set("captures", stored & enemy);
    let quiet = writer
        .say("AND with the empty squares: only quiet moves, which capture nothing.")
        .set("quiet moves", stored & empty);
    writer
        .say("No move is both, as no square is empty and has an enemy piece.")
        .set("both", captures & quiet);
    writer.say("Together they are all moves.").set(all.0, captures | quiet)
}

/// Pawns: three stored boards, with a condition between the first two.
fn pawn(writer: &mut Writer, position: &Position, from: Square) -> Set {
    let (us, board) = (position.turn(), position.board());
    writer.begin("the stored boards");
    for side in Color::ALL {
        let PawnBoards { one_step, two_steps, captures } = PAWNS[side][from];
        let boards = [("one step", one_step), ("two steps", two_steps), ("attacked", captures)];
        let boards = boards.map(|(name, set)| writer.board(name, set));
        writer
            .say(format!("The three stored boards of a {side} pawn on {from}."))
            .show(boards.to_vec());
    }
    let file = Square::ALL.into_iter().filter(|square| square.file() == from.file());
    let row = |square: Square| {
        let PawnBoards { one_step, two_steps, captures } = PAWNS[us][square];
        let words = [one_step, two_steps, captures].map(|set| format!("{:#018x}", set.0));
        core::iter::once(square.to_string()).chain(words).collect()
    };
    let columns = ["square", "one step", "two steps", "attacked"];
    writer
        .say(format!(
            "{} tables, on the {}-file. Only a pawn on its second rank may go two steps; \
             for all other squares the second board is empty.",
            crate::owner(us),
            from.file()
        ))
        .show(vec![Figure::table(columns, file.map(row))]);
    let empty = Set("empty squares", board.empty());
    let enemy = Set("enemy squares", board.enemy(us));
    let stored = PAWNS[us][from];
    let one_step = writer
        .begin("the moves")
        .say("First, one step: AND with the empty squares.")
        .set("push", Set("one step", stored.one_step) & empty);
    let two_steps = if one_step.is_empty() {
        writer
            .say(
                "There is no first step, so the second board is not used. Without this condition \
                 a pawn would jump over the piece in front.",
            )
            .show(Vec::new());
        Set("double push", Bitboard::EMPTY)
    } else {
        writer
            .say(
                "Second, two steps, only because the first step is possible: AND with the empty \
                 squares.",
            )
            .set("double push", Set("two steps", stored.two_steps) & empty)
    };
    let captures = writer
        .say("Third, captures: AND with the enemy squares.")
        .set("captures", Set("attacked", stored.captures) & enemy);
    writer
        .say("OR unites the three: pseudo-legal moves, without en passant.")
        .set("moves", one_step | two_steps | captures)
}
