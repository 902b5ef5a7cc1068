//! Exercises with answers that a program can check, each with the lesson that explains it.

mod games;
mod numbers;
mod steps;

use setwise::attacks;
use setwise::{Bitboard, Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::parts::RookOrBishop;

use super::bits::{self, Subject};
use super::sliding::{self, Question};
use super::{Figure, Geometry, Lesson, Mark, Picture, Step, legal};

named! {
    /// What an exercise is about, from easy to hard.
    pub enum Topic {
        /// The number of a square, and the square of a number.
        Squares = "squares",
        /// The lowest bit of a set.
        Bits = "bits",
        /// The squares that a shift without a mask takes over the edge.
        Wrap = "wrap",
        /// The squares that a slider attacks.
        Attacks = "attacks",
        /// The result of a step of a technique.
        Step = "step",
        /// The index of an occupancy.
        Index = "index",
        /// The factor that gives each occupancy of a line an index of its own.
        Factor = "factor",
        /// The legal moves of a piece.
        Legal = "legal",
    }
}

impl Topic {
    /// Returns the text before the first question of the topic; empty if it needs none.
    pub const fn introduction(self) -> &'static str {
        match self {
            Topic::Squares | Topic::Bits | Topic::Wrap | Topic::Attacks | Topic::Step => "",
            Topic::Index => {
                "PEXT takes the bits of the occupied squares at the relevant squares of a piece, \
                 and packs them side by side. The relevant square with the lowest number gives bit \
                 0 of the index, the next one bit 1, and so on."
            }
            Topic::Factor => {
                "A product of a set o and a factor is the sum of copies of o, one for each bit of the factor, each shifted to the \
                 number of that bit. Bits that are shifted beyond bit 63 are lost. Copies that meet carry."
            }
            Topic::Legal => {
                "Each position is a line of FEN: the board, the side to move, the castling rights \
                 (K and k with the rook on the h-file, Q and q on the a-file), the square \
                 behind a pawn that has just made a double step, where it can be captured en passant, and \
                 two counters. Castling is a move of the \
                 king to the g-file or the c-file."
            }
        }
    }
}

/// The right answer of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A set of squares, in any order; `none` for the empty set.
    Squares(Bitboard),
    /// A number, in decimal, hexadecimal (`0x`) or binary (`0b`).
    Number(u64),
}

impl Answer {
    /// Returns how such an answer is written, in a sentence.
    pub const fn hint(self) -> &'static str {
        match self {
            Answer::Squares(_) => {
                "Answer with squares and spaces between them, as in `e4 e5`, or `none`."
            }
            Answer::Number(_) => "Answer with a number, as in 217, 0xd9 or 0b11011001.",
        }
    }

    /// Returns the fault of a text as the answer, in words, or `None` if it is right.
    ///
    /// # Errors
    ///
    /// A word that is no square, or a text that is no number: what was expected.
    pub fn mistake(self, text: &str) -> Result<Option<String>, String> {
        match self {
            Answer::Squares(expected) => {
                let mut set = Bitboard::EMPTY;
                if text.trim().is_empty() {
                    return Err(
                        "an empty answer (expected squares such as `e4 e5`, or none)".to_owned()
                    );
                }
                for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
                    if word == "none" {
                        continue;
                    }
                    let square: Square = word.to_ascii_lowercase().parse().map_err(|_| {
                        format!("{word:?} is no square (expected squares such as `e4 e5`, or none)")
                    })?;
                    set = set.with(square);
                }
                Ok((set != expected).then(|| mistake(set, expected)))
            }
            Answer::Number(expected) => {
                let text = text.trim();
                let (digits, radix) = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
                    (Some(digits), _) => (digits, 16),
                    (_, Some(digits)) => (digits, 2),
                    _ => (text, 10),
                };
                let number = u64::from_str_radix(digits, radix).map_err(|_| {
                    format!("{text:?} is no number (expected one such as 217, 0xd9 or 0b11011001)")
                })?;
                if radix == 10 && text.len() > 1 && text.starts_with('0') {
                    return Err(format!(
                        "{text:?} is not clear (0b{text} are bits, {number} is decimal)"
                    ));
                }
                Ok((number != expected).then(|| format!("{number} is not the answer")))
            }
        }
    }
}

/// Says in words how a set differs from the answer.
fn mistake(set: Bitboard, expected: Bitboard) -> String {
    let missing = match (expected - set).count() {
        0 => None,
        1 => Some("1 square is missing".to_owned()),
        count => Some(format!("{count} squares are missing")),
    };
    let wrong = set - expected;
    let wrong = wrong.any().then(|| format!("not in the set: {}", Answer::Squares(wrong)));
    [missing, wrong].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Writes the answer as [`Answer::mistake`] reads it.
impl core::fmt::Display for Answer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Answer::Squares(Bitboard::EMPTY) => f.write_str("none"),
            Answer::Squares(set) => f.write_str(&crate::names(*set).join(" ")),
            Answer::Number(number) => write!(f, "{number}"),
        }
    }
}

/// A question, its answer, and the lesson that explains it.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The topic.
    pub topic: Topic,
    /// The question, with the boards that it is about.
    pub question: Step,
    /// The answer.
    pub answer: Answer,
    /// The lesson that ends with the answer.
    pub lesson: Lesson,
}

impl Exercise {
    /// Returns the question as text, with a drawing of its boards and what the signs in it mean.
    pub fn question_text(&self) -> String {
        let boards = self.question.figures.iter().filter_map(|figure| match figure {
            Figure::Board(picture) => Some(picture),
            _ => None,
        });
        let boards: Vec<&Picture> = boards.collect();
        let signs = match boards[..] {
            [board] if board.pieces.is_some() => " Capital letters are White's pieces.".to_owned(),
            [board] if board.marked(Mark::Slider).any() => {
                " O is this piece, X are other pieces.".to_owned()
            }
            [left, right] => {
                format!(" On the left: {}. On the right: {}.", left.label, right.label)
            }
            _ => String::new(),
        };
        let side_by_side = |left: String, right: String| {
            let lines = left.lines().zip(right.lines());
            lines.map(|(left, right)| format!("{left:24}{right}\n")).collect()
        };
        let drawing = boards.into_iter().map(drawn).reduce(side_by_side).unwrap_or_default();
        format!("{}{signs}\n{drawing}", self.question.text)
    }
}

/// Returns the exercise of a number: each topic has as many as there are numbers.
///
/// ```
/// use setwise_lessons::quiz::{Topic, exercise};
///
/// let first = exercise(Topic::Attacks, 1);
/// assert_eq!(first.answer.mistake(&first.answer.to_string()), Ok(None));
/// assert_eq!(first.question, exercise(Topic::Attacks, 1).question);
/// assert!(first.question_text().contains("Which squares does the"));
/// ```
pub fn exercise(topic: Topic, seed: u64) -> Exercise {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5e71_15e0_0000_0001);
    random.next();
    let (question, answer, lesson) = match topic {
        Topic::Squares => squares(&mut random),
        Topic::Bits => lowest(&mut random),
        Topic::Wrap => steps::wraps(&mut random),
        Topic::Attacks => attacks(&mut random),
        Topic::Step => steps::next_set(&mut random),
        Topic::Factor => steps::factor(&mut random),
        Topic::Index => index(&mut random),
        Topic::Legal => legal_moves(&mut random),
    };
    Exercise { topic, question, answer, lesson }
}

/// Marsaglia's xorshift64 (2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.max(1);
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }

    fn square(&mut self) -> Square {
        Square::ALL[self.below(64)]
    }

    /// Returns a set of three to six squares.
    fn few(&mut self) -> Bitboard {
        loop {
            let set = self.sparse() & self.sparse();
            if (3..=6).contains(&set.count()) {
                return set;
            }
        }
    }

    /// Returns a set with about a quarter of the squares.
    fn sparse(&mut self) -> Bitboard {
        Bitboard(self.next() & self.next())
    }
}

type Parts = (Step, Answer, Lesson);

/// Returns a question about boards.
fn asked(text: String, boards: Vec<Picture>) -> Step {
    Step { part: String::new(), text, figures: boards.into_iter().map(Figure::Board).collect() }
}

/// Returns a board with a set, and perhaps the square of a slider.
fn board(label: &str, set: Bitboard, slider: Option<Square>) -> Picture {
    let marks = slider.map(|from| (Mark::Slider, Bitboard::of(from))).into_iter().collect();
    Picture { label: label.to_owned(), set, marks, geometry: Geometry::Normal, pieces: None }
}

/// Returns a board as a drawing with coordinates: letters for pieces, or O for the slider and X for
/// the set.
fn drawn(picture: &Picture) -> String {
    let slider = picture.marked(Mark::Slider);
    let letter = |square| match &picture.pieces {
        Some(board) => board.piece_at(square).map_or('.', |piece| piece.letter()),
        None if slider.contains(square) => 'O',
        None if picture.set.contains(square) => 'X',
        None => '.',
    };
    let mut text = String::new();
    for rank in setwise::Rank::ALL.into_iter().rev() {
        text += &format!("  {rank} ");
        for file in setwise::File::ALL {
            text += &format!(" {}", letter(Square::new(file, rank)));
        }
        text.push('\n');
    }
    text + "     a b c d e f g h\n"
}

fn squares(random: &mut Random) -> Parts {
    let square = random.square();
    let is_number_asked = random.below(2) == 0;
    let lesson = numbers::lesson(square, is_number_asked);
    let (question, answer) = if is_number_asked {
        (
            format!("What is the number of the bit of {square}, counted from 0?"),
            Answer::Number(square as u64),
        )
    } else {
        (format!("Which square is bit {}?", square as u8), Answer::Squares(Bitboard::of(square)))
    };
    let text = format!("a1 is bit 0, b1 is bit 1, h8 is bit 63. {question}");
    (asked(text, Vec::new()), answer, lesson)
}

fn lowest(random: &mut Random) -> Parts {
    // With a1 in it nothing would lie below the lowest bit.
    let set = random.few().without(Square::A1);
    let lesson = bits::lesson(Subject::Lowest, set);
    let (expression, answer) = if random.below(2) == 0 {
        ("x AND -x", set.isolate_first())
    } else {
        ("x AND (x - 1)", set.reset_first())
    };
    let text = format!("x is this set. Which squares are in {expression}?");
    (asked(text, vec![board("x", set, None)]), Answer::Squares(answer), lesson)
}

fn attacks(random: &mut Random) -> Parts {
    let (from, occupied) = (random.square(), random.sparse());
    let role = [Role::Rook, Role::Bishop][random.below(2)];
    let attacked = match role {
        Role::Rook => attacks::rook(from, occupied),
        _ => attacks::bishop(from, occupied),
    };
    let text = format!(
        "Which squares does the {role} on {from} attack? Pieces that it meets are attacked too."
    );
    let boards = vec![board("other pieces", occupied.without(from), Some(from))];
    let lesson = sliding::lesson(Technique::Walk, Question::new(role, from, occupied));
    (asked(text, boards), Answer::Squares(attacked), lesson.unwrap_or_else(empty_lesson))
}

fn index(random: &mut Random) -> Parts {
    // Without a piece on a relevant square there would be nothing to pack.
    let (from, occupied, relevant) = loop {
        let (from, occupied) = (random.square(), random.sparse());
        let relevant = RookOrBishop::Bishop.relevant(from);
        if relevant.meets(occupied) {
            break (from, occupied, relevant);
        }
    };
    let bits = relevant.into_iter().enumerate();
    let index =
        bits.fold(0, |index, (n, square)| index | u64::from(occupied.contains(square)) << n);
    let text = format!("A bishop stands on {from}. Which number is the index?");
    let boards = vec![board("occupied", occupied, None), board("relevant", relevant, None)];
    // The same lesson on every CPU, with steps that pack the bits.
    let question = Question::new(Role::Bishop, from, occupied);
    let lesson = sliding::lesson(Technique::PextEmulated, question);
    (asked(text, boards), Answer::Number(index), lesson.unwrap_or_else(empty_lesson))
}

fn legal_moves(random: &mut Random) -> Parts {
    let (position, from) = games::piece_to_move(random);
    let moves = position.legal_moves();
    let to = moves.iter().filter(|mv| mv.from() == from).map(|mv| mv.destination()).collect();
    let role = position.board().role_at(from).unwrap_or(Role::King);
    let text = format!(
        "{position}\nIt is {} move. To which squares may the {role} on {from} move?",
        crate::owner(position.turn()),
    );
    let pieces = Some(*position.board());
    let boards = vec![Picture { pieces, ..board("pieces", Bitboard::EMPTY, None) }];
    (asked(text, boards), Answer::Squares(to), legal::lesson(&position, Some(from)))
}

fn empty_lesson() -> Lesson {
    super::Writer::new("quiz", "No lesson").finish(None)
}
