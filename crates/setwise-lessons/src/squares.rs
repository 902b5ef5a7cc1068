//! The lesson on squares as numbers: rank, file, diagonals, and the compass rose.

use setwise::attacks;
use setwise::{Bitboard, Direction, Square};
use setwise_techniques::Document;

use super::{Figure, Lesson, Mark, Writer, numbers};

/// Returns the lesson on the number of a square, the lines that it is on, and its neighbours.
///
/// It ends with the neighbours, which are the squares that a king attacks.
///
/// ```
/// use setwise::Square;
/// use setwise_lessons::squares;
///
/// assert_eq!(squares::lesson(Square::A1).answer.map(|set| set.count()), Some(3));
/// ```
pub fn lesson(square: Square) -> Lesson {
    let mut writer = Writer::new("squares", format!("Squares as numbers, seen from {square}"));
    writer
        .source(Document::SlidingPieceAttacks.name(), "")
        .source(Document::NagaSkaki.name(), "")
        .source(Document::BitboardNotes.name(), "")
        .source(
            "Square mapping considerations",
            "https://www.chessprogramming.org/Square_Mapping_Considerations",
        )
        .note(
            "Idea",
            "The number of a square is the number of its bit. Rank, file and diagonals follow \
             from it by arithmetic, and a step in a direction adds the same number on every \
             square. So a shift moves all squares of a set at once.",
        );
    numbers_of(&mut writer, square);
    lines(&mut writer, square);
    compass(&mut writer, square);
    let neighbours = attacks::king(square);
    writer.mark(&[(Mark::Slider, Bitboard::of(square))]);
    let board = writer.board("neighbours", neighbours);
    writer.say(format!("The neighbours of {square} on the board.")).show(vec![board]);
    writer.finish(Some(neighbours))
}

/// Returns an equation of numbers: the first operand, then signs with their operands, then the
/// result.
pub(crate) fn equation(
    first: (&str, i64),
    rest: &[(&str, &str, i64)],
    result: (&str, i64),
) -> Vec<Figure> {
    let number = |label: &str, value| Figure::Number { label: label.to_owned(), value };
    let sign = |sign: &str| Figure::Sign(sign.to_owned());
    let mut figures = vec![number(first.0, first.1)];
    for &(operator, label, value) in rest {
        figures.extend([sign(operator), number(label, value)]);
    }
    figures.extend([sign("="), number(result.0, result.1)]);
    figures
}

/// Returns the number of ranks below a square.
pub(crate) fn rank(square: Square) -> i64 {
    square.rank() as i64
}

/// Returns the number of files to the left of a square.
pub(crate) fn file(square: Square) -> i64 {
    square.file() as i64
}

fn numbers_of(writer: &mut Writer, square: Square) {
    let (number, rank, file) = (i64::from(square.index()), rank(square), file(square));
    writer
        .begin("the number of a square")
        .say(
            "The squares are numbered rank by rank from a1 = 0 to h8 = 63: little-endian \
             rank-file mapping.",
        )
        .show(vec![numbers::board(|square| square.index().into())]);
    writer
        .say(format!(
            "The number of {square}: eight for each rank below, and one for each file to its left."
        ))
        .show(equation(("", 8), &[("x", "rank", rank), ("+", "file", file)], ("number", number)));
}

/// The four indices: of the rank, the file, the diagonal and the anti-diagonal.
fn lines(writer: &mut Writer, square: Square) {
    let (number, rank_of, file_of) = (i64::from(square.index()), rank(square), file(square));
    let shown = |writer: &mut Writer, name: &str, index: &dyn Fn(Square) -> i64, line| {
        let board = writer.board(name, line);
        writer.show(vec![numbers::board(index), board]);
    };
    writer.mark(&[(Mark::Slider, Bitboard::of(square))]);
    writer
        .begin("rank index")
        .say("A rank is eight adjacent bits. Its index counts from 0, so rank 1 is 0.");
    shown(writer, "rank", &rank, Bitboard::rank(square.rank()));
    writer.say("A shift by three bits divides the number of the square by eight.").show(equation(
        ("number", number),
        &[(">>", "", 3)],
        ("rank", rank_of),
    ));
    writer.begin("file index").say("The a-file is 0 and the h-file is 7.");
    shown(writer, "file", &file, Bitboard::file(square.file()));
    writer
        .say("AND 7 keeps the lowest three bits, the remainder of the division by eight.")
        .show(equation(("number", number), &[("AND", "", 7)], ("file", file_of)));
    writer.begin("diagonal index").say(
        "On a diagonal, which rises to the right, rank and file grow together, so rank - file is \
         the same on all of its squares: -7 on h1, 0 from a1 to h8, 7 on a8.",
    );
    shown(
        writer,
        "diagonal",
        &|square| rank(square) - file(square),
        Bitboard::diagonal(square.diagonal()),
    );
    let diagonal = rank_of - file_of;
    writer.say("The difference of the two indices.").show(equation(
        ("rank", rank_of),
        &[("-", "file", file_of)],
        ("diagonal", diagonal),
    ));
    writer
        .say(
            "A table needs an index that is not negative. Adding 7 gives 0 to 14; AND 15 gives 0 \
             to 15 without 8, and keeps the main diagonal at 0.",
        )
        .show(equation(("diagonal", diagonal), &[("+", "", 7)], ("index", diagonal + 7)));
    writer.say("AND 15:").show(equation(
        ("diagonal", diagonal),
        &[("AND", "", 15)],
        ("index", diagonal & 15),
    ));
    writer.begin("anti-diagonal index").say(
        "On an anti-diagonal, which rises to the left, the rank grows as the file shrinks, so \
         rank + file is the same on all of its squares: 0 on a1, 7 from h1 to a8, 14 on h8.",
    );
    let line = Bitboard::anti_diagonal(square.anti_diagonal());
    shown(writer, "anti-diagonal", &|square| rank(square) + file(square), line);
    writer.say("The sum of the two indices.").show(equation(
        ("rank", rank_of),
        &[("+", "file", file_of)],
        ("anti-diagonal", rank_of + file_of),
    ));
}

fn compass(writer: &mut Writer, square: Square) {
    writer
        .begin("compass rose")
        .say(
            "One step in a direction adds the same number on every square; x is the square itself.",
        )
        .show(vec![numbers::compass_rose(Direction::shift)]);
    let row = |direction: Direction| {
        let number = square.index() as i8 + direction.shift();
        let reached = match (
            square.step(direction),
            u8::try_from(number).ok().and_then(Square::from_index),
        ) {
            (Some(neighbour), _) => neighbour.to_string(),
            (None, Some(wrapped)) => format!("wraps around to {wrapped}"),
            (None, None) => "falls off".to_owned(),
        };
        vec![
            direction.name().to_owned(),
            format!("{:+}", direction.shift()),
            number.to_string(),
            reached,
        ]
    };
    let columns = ["direction", "shift", "number", "square"];
    writer
        .say(format!(
            "The neighbours of {square}, which is {}. A number below 0 or above 63 is no bit: it \
             falls off the word. A step over the left or right edge lands on the opposite file, \
             so a shift needs a mask there.",
            square.index()
        ))
        .show(vec![Figure::table(columns, Direction::ALL.map(row))]);
}
