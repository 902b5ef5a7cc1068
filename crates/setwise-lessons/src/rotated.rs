//! The lesson on rotated bitboards: four boards, their rows, and how moves keep them up to date.

use setwise::attacks::walk;
use setwise::{Bitboard, Move, Position, Square};
use setwise_techniques::index::rotated::{Boards, ENTRY_BYTES};
use setwise_techniques::parts::Axis;
use setwise_techniques::trace::{Number, Set, Trace, combine};
use setwise_techniques::{Document, Technique};

use super::{Figure, Geometry, Lesson, Mark, Picture, Writer};

/// Returns the lesson on rotated bitboards for a position and the square of a slider.
///
/// It draws the four boards in their own geometry, lists the fifteen rows of a diagonal board,
/// looks the row of the square up in both the 256-entry form and the form of six inner bits, and
/// toggles the squares of moves of each kind in all four boards, forwards and back.
///
/// ```
/// use setwise::{Position, Square};
/// use setwise_lessons::rotated;
///
/// let lesson = rotated::lesson(&Position::INITIAL, Square::D2);
/// assert!(lesson.steps.iter().any(|step| step.part.starts_with("the row of d2")));
/// ```
pub fn lesson(position: &Position, from: Square) -> Lesson {
    with_moves(position, from, examples)
}

/// Returns the lesson with a legal move of the position in place of the moves of each kind.
///
/// ```
/// use setwise::{Position, Square};
/// use setwise_lessons::rotated;
///
/// let mv = Position::INITIAL.parse_uci("g1f3")?;
/// let lesson = rotated::lesson_of_move(&Position::INITIAL, Square::D2, mv);
/// assert!(lesson.steps.iter().any(|step| step.part == "a quiet move: g1f3"));
/// # Ok::<(), setwise::notation::uci::UciError>(())
/// ```
pub fn lesson_of_move(position: &Position, from: Square, mv: Move) -> Lesson {
    with_moves(position, from, |writer| given_move(writer, position, mv))
}

fn with_moves(position: &Position, from: Square, moves: impl FnOnce(&mut Writer)) -> Lesson {
    let occupied = position.board().occupied();
    let mut writer =
        Writer::new("rotated-boards", format!("Rotated bitboards, seen from {from}: {position}"));
    writer
        .source(Document::BitboardNotes.name(), "")
        .source(Document::SlidingPieceAttacks.name(), "")
        .source(
            "Robert Hyatt, Rotated Bitmaps, a New Twist on an Old Idea, 1999",
            "https://www.chessprogramming.org/Rotated_Bitboards",
        )
        .note(
            "Idea",
            "The squares of a rank are adjacent bits, so a shift and an AND make them a number that \
             indexes a table. For files and diagonals the same works on a board with another order of \
             squares. Four boards are kept, and each move toggles a few bits in all of them.",
        )
        .note("Table sizes, then and now", sizes());
    boards(&mut writer, occupied);
    rows(&mut writer);
    let attacked = row_of(&mut writer, occupied, from);
    moves(&mut writer);
    writer.finish(Some(attacked))
}

/// Returns the sizes of the tables of all forms, computed.
fn sizes() -> String {
    let (word, squares) = (8, 64);
    let whole = 256 * squares * word;
    let inner = 64 * squares * word;
    let rank = 256 * 8 * word;
    let all = Technique::Rotated.card().table_bytes;
    format!(
        "With all eight bits as the index, a direction has 64 squares × 256 entries × 8 bytes = {whole} \
         bytes, and four directions have {}. Isenberg's text has the form of six inner bits, which is 64 × \
         64 × 8 = {inner} bytes (32 KB) a direction, {} in all. A table for one rank only is 256 × 8 files × \
         8 bytes = {rank} bytes; Bitboard Notes forgets the files, but the moves depend on the file of \
         the piece. The technique `rotated` of this library shares \
         entries among lines of the same length: {ENTRY_BYTES} bytes of entries. With the shifts and \
         masks of each square and its bits on the four boards, the technique has {all} bytes of \
         tables.",
        4 * whole,
        4 * inner,
    )
}

fn board(label: impl Into<String>, set: Bitboard, geometry: Geometry, marked: Bitboard) -> Figure {
    let marks = if marked.any() { vec![(Mark::Highlight, marked)] } else { Vec::new() };
    Figure::Board(Picture { label: label.into(), set, marks, geometry, pieces: None })
}

const NAMES: [&str; 4] =
    ["occupied, at 0", "occupied, at 90", "occupied, at 45", "occupied, at -45"];

fn boards(writer: &mut Writer, occupied: Bitboard) {
    writer.begin("four boards");
    for (geometry, name) in Geometry::ALL.into_iter().zip(NAMES) {
        let text = match geometry {
            Geometry::Normal => "The board as it is: each rank is a row.",
            Geometry::Rotated90 => {
                "At 90 degrees: each file is a row. The same squares, in another order."
            }
            Geometry::Rotated45 => {
                "At 45 degrees: each diagonal from the lower left to the upper right is a row of one to \
                 eight squares."
            }
            Geometry::RotatedMinus45 => {
                "At −45 degrees: each diagonal from the upper left to the lower right is a row. Section 2.3.2 of \
                 Bitboard Notes draws this board, but is headed 45 degrees."
            }
        };
        let value = geometry.mapping().word(occupied);
        let expression = combine((), "board of", Set("occupied", occupied), value);
        writer.say(text).number(name, expression);
    }
}

/// The fifteen rows of the boards at 45 and −45 degrees.
fn rows(writer: &mut Writer) {
    writer.begin("the fifteen rows of a diagonal board");
    for geometry in [Geometry::Rotated45, Geometry::RotatedMinus45] {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in geometry.rows().into_iter().rev() {
            let offset =
                row.iter().map(|square| geometry.mapping().bit(*square)).min().unwrap_or(0);
            let (length, ends) = (row.len(), (row.first(), row.last()));
            let name = match ends {
                (Some(first), Some(last)) if first != last => format!("{first}-{last}"),
                (Some(first), _) => first.to_string(),
                _ => String::new(),
            };
            let mask = (1u64 << length) - 1;
            rows.push(vec![
                name,
                length.to_string(),
                offset.to_string(),
                format!("{mask:#04x}"),
                format!("{:#04x}", mask >> 2),
            ]);
        }
        let columns = ["row", "length", "offset", "mask", "inner mask"];
        writer
            .say(format!(
                "The rows have different lengths, so a row is not a byte. Each has an offset, the bit of its \
                 leftmost square, and a mask with a one for each square. This is the answer to the question \
                 where Bitboard Notes ends. The board {}:",
                geometry.name()
            ))
            .show(vec![Figure::table(columns, rows)]);
    }
}

/// Looks up the four rows of a square, and returns the squares that a queen attacks.
fn row_of(writer: &mut Writer, occupied: Bitboard, from: Square) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for (geometry, axis) in Geometry::ALL.into_iter().zip(Axis::ALL) {
        writer.begin(format!("the row of {from}, {}", axis.name()));
        let mapping = geometry.mapping();
        let line = axis.line(from).with(from);
        let offset = line.into_iter().map(|square| mapping.bit(square)).min().unwrap_or(0);
        let (length, place) = (line.count(), mapping.bit(from) - offset);
        let name = NAMES[geometry as usize];
        let board = Number(name, mapping.word(occupied));
        let (shift, mask) = (Number("offset", offset.into()), Number("mask", (1 << length) - 1));
        let row = writer
            .say(
                "Highlight the row, shift it down to bit 0, and mask it with its length: its occupancy is a number. \
                 The last digit of the number is the leftmost square of the row as it is drawn.",
            )
            .number("row", board >> shift & mask);
        let inner_mask = Number("inner mask", *mask >> 2);
        let inner = writer
            .say(
                "The two outer squares of the row do not matter, so its inner squares are enough: at most six bits, \
                 64 entries instead of 256.",
            )
            .number("inner squares", row >> 1 & inner_mask);
        let walked =
            |row: u64| (walk::rook(Square::ALL[usize::from(place)], Bitboard(row)).0 & *mask) as u8;
        let (found, by_inner) = (walked(*row), walked(*inner << 1));
        let valid = Number("entry of 256", found.into());
        writer
            .say(format!(
                "Both tables have the same entry for place {place} of the row: {found:#04x} for the whole row, \
                 {by_inner:#04x} for its inner squares."
            ))
            .number("attacked in the row", combine(valid, "AND", mask, u64::from(found) & *mask));
        let attacked = mapping.set(u64::from(found) << offset);
        let figures = vec![
            board_figure("attacked in the row", attacked, geometry),
            board_figure("attacked", attacked, Geometry::Normal),
        ];
        writer.say("Shift it back, and read the bits as squares.").show(figures);
        all |= attacked;
    }
    all
}

fn board_figure(label: &str, set: Bitboard, geometry: Geometry) -> Figure {
    board(label, set, geometry, Bitboard::EMPTY)
}

const QUIET: &str = "The origin becomes empty and the target occupied.";

const CAPTURE: &str = "The target is occupied before and after, so only the origin changes.";

const EN_PASSANT: &str = "The captured pawn does not stand on the target. So three squares change: \
                          its own, the origin and the target.";

const PROMOTION: &str = "The occupancy does not tell a queen from a pawn, so the squares are the same as for a quiet move.";

const CAPTURING_PROMOTION: &str =
    "The squares are the same as for a capture: only the origin changes.";

/// Positions with a move of each kind, and which squares change.
const MOVES: [(&str, &str, &str, &str); 6] = [
    ("a quiet move", "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "e2e4", QUIET),
    ("a capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", CAPTURE),
    (
        "castling",
        "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1",
        "e1g1",
        "The king and the rook both move: two origins and two targets.",
    ),
    ("en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", EN_PASSANT),
    ("a promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", PROMOTION),
    (
        "a promotion with a capture",
        "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7b8q",
        CAPTURING_PROMOTION,
    ),
];

/// Toggles the squares of the moves of each kind in the four boards, and takes the moves back.
fn examples(writer: &mut Writer) {
    for (name, fen, text, changes) in MOVES {
        let Ok(position) = Position::parse_fen(fen) else { continue };
        let Ok(mv) = position.parse_uci(text) else { continue };
        writer.begin(format!("{name}: {text}")).mark(&[]);
        one_move(writer, &position, mv, changes);
    }
}

/// Does the same for a legal move of a position.
fn given_move(writer: &mut Writer, position: &Position, mv: Move) {
    let captures = position.board().enemy(position.turn()).contains(mv.to());
    let (name, changes) = match mv.promoted() {
        _ if mv.is_castle() => (
            "castling",
            "The king and the rook move, but in Chess960 one of them may stay. A square that is \
             occupied before and after does not change.",
        ),
        _ if mv.is_en_passant() => ("en passant", EN_PASSANT),
        Some(_) if captures => ("a promotion with a capture", CAPTURING_PROMOTION),
        Some(_) => ("a promotion", PROMOTION),
        None if captures => ("a capture", CAPTURE),
        None => ("a quiet move", QUIET),
    };
    writer.begin(format!("{name}: {}", position.uci(mv))).mark(&[]);
    one_move(writer, position, mv, changes);
}

fn one_move(writer: &mut Writer, position: &Position, mv: Move, changes: &str) {
    let before = position.board().occupied();
    let after = position.play_unchecked(mv).board().occupied();
    let (before, after) = (Set("before", before), Set("after", after));
    let changed = writer
        .say(format!("What changes is the occupancy before XOR the occupancy after. {changes}"))
        .set("changed", before ^ after);
    let mut boards = Boards::of(*before);
    boards.toggle(*changed);
    let drawn = |boards: &Boards| {
        let words = Geometry::ALL.into_iter().zip(NAMES).zip(boards.words());
        words
            .map(|((geometry, label), word)| {
                board(label, geometry.mapping().set(word), geometry, *changed)
            })
            .collect()
    };
    writer
        .say("XOR these bits on each of the four boards. They are highlighted.")
        .show(drawn(&boards));
    boards.toggle(*changed);
    let back = Set("after toggling again", Bitboard(boards.words()[0]));
    writer
        .say(
            "To take the move back, toggle the same bits again: XOR is its own inverse. All four boards are \
             as before.",
        )
        .show(drawn(&boards));
    writer.say("Nothing differs.").set("difference", before ^ back);
}
