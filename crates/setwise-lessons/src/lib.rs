//! Lessons on bitboard chess: the steps of a computation as data, with sentences, boards and
//! equations.
//!
//! # Overview
//!
//! A [`Lesson`] is made from live values by the code that computes them: a [`Writer`] is a
//! [`Trace`](setwise_techniques::trace::Trace), so the steps of a lesson are the steps of the code that
//! runs. The same value has three renderings: [`terminal::Terminal`] writes text, [`svg::Svg`] an
//! image, and [`json::Json`] a document whose schema is `docs/lesson.schema.json` in the
//! repository.
//!
//! | function | lesson |
//! |---|---|
//! | [`sliding::lesson`] | a sliding-attack technique for one slider |
//! | [`squares::lesson`] | squares as numbers: rank, file, diagonals, the compass rose |
//! | [`operators::lesson`] | AND, OR, XOR, NOT and NAND, the empty set and the universe |
//! | [`boards::lesson`] | the boards of a position |
//! | [`stored_moves::lesson`] | moves of a king, knight or pawn from stored boards |
//! | [`legal::lesson`] | from potential to legal moves |
//! | [`pawns::lesson`] | pawn moves for all pawns at once |
//! | [`rotated::lesson`] | rotated bitboards: four boards, their rows, moves made and taken back |
//! | [`fills::lesson`] | set-wise fills: several sliders, pins, two moves, the king as a slider |
//! | [`bits::lesson`] | bit tricks |
//! | [`transforms::lesson`] | flips, mirrors, rotations and pseudo-rotations |
//! | [`mappings::lesson`] | mappings of squares to bits |
//! | `endgames::lesson` | how a king is mated, as sets |
//! | `sets::lesson` | the parts of a set expression at a position; `sets::behind` has the sets behind a move |
//!
//! # Quick start
//!
//! ```
//! use setwise::{Bitboard, Role, Square};
//! use setwise_lessons::{sliding, terminal::Terminal};
//!
//! use setwise_techniques::Technique;
//!
//! let question = sliding::Question::new(Role::Rook, Square::D1, Bitboard::of(Square::D7));
//! let lesson = sliding::lesson(Technique::Hyperbola, question).ok_or("this CPU cannot run it")?;
//! assert_eq!(lesson.answer.map(|set| set.count()), Some(13));
//! assert!(Terminal::new(&lesson).to_string().contains("Hyperbola quintessence"));
//! # Ok::<(), &'static str>(())
//! ```
//!
//! # Equations
//!
//! The figures of a step are an equation if one of them is the sign `=`: what stands before it is
//! computed from left to right, parentheses first, and the result stands after it. A sign in words,
//! such as `lowest of`, is a function of the figure behind it. Figures without the sign `=` are
//! shown side by side.
//!
//! # Errors
//!
//! A lesson on a technique is `None` if this CPU cannot run the technique.
//!
//! # Feature flags
//!
//! * `pages` (on by default): the page of a technique as the [notes](Lesson::notes) of its lessons.
//! * `endgames`: the lesson on endgames.
//! * `sets`: the lesson on a set expression.
//!
//! # Links
//!
//! * [`setwise_techniques`]: the techniques that the lessons explain.
//! * `setwise-cli`: `setwise explain` and `setwise quiz` print the lessons and exercises.

/// Declares an enum whose values have names.
macro_rules! named {
    ($(#[$about:meta])* pub enum $Enum:ident { $($(#[$meaning:meta])* $Value:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Enum {
            $($(#[$meaning])* #[doc = concat!("\n\nThe name is `", $name, "`.")] $Value,)*
        }

        impl $Enum {
            /// All values, in their order.
            pub const ALL: [$Enum; [$($name),*].len()] = [$($Enum::$Value),*];

            /// Returns the name in the command and in JSON.
            pub const fn name(self) -> &'static str {
                [$($name),*][self as usize]
            }
        }
    };
}

pub mod bits;
pub mod boards;
#[cfg(feature = "endgames")]
pub mod endgames;
pub mod fills;
pub mod json;
mod layout;
pub mod legal;
pub mod mappings;
mod numbers;
pub mod operators;
#[cfg(feature = "pages")]
mod page;
pub mod pawns;
pub mod quiz;
pub mod rotated;
#[cfg(feature = "sets")]
pub mod sets;
pub mod sliding;
pub mod squares;
pub mod stored_moves;
pub mod svg;
pub mod terminal;
pub mod transforms;
mod wraps;
mod writer;

pub use writer::Writer;

use core::ops::RangeInclusive;

use setwise::{Bitboard, Board, Color, Square};
use setwise_techniques::{Technique, mapping::Mapping};

/// Returns the side as an owner in a sentence: `White's` or `Black's`.
fn owner(color: Color) -> &'static str {
    match color {
        Color::White => "White's",
        Color::Black => "Black's",
    }
}

/// Returns the names of squares.
fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// The steps of a computation, to be read from first to last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name of the subject in the command, such as `hyperbola`.
    pub topic: String,
    /// The title in words.
    pub title: String,
    /// The documents and papers that the lesson teaches.
    pub sources: Vec<Source>,
    /// Paragraphs about the whole: the idea, the cost, when it is the best choice.
    pub notes: Vec<Note>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The set that the computation finds, if it finds one.
    pub answer: Option<Bitboard>,
}

impl Lesson {
    /// Returns the lesson with the steps of some numbers only, which are counted from 1, and
    /// without notes;
    /// `None` if there is no step of one of the numbers. The part of a step says its number.
    ///
    /// ```
    /// use setwise::Position;
    /// use setwise_lessons::pawns;
    ///
    /// let lesson = pawns::lesson(&Position::INITIAL);
    /// let third = lesson.only_steps(3..=3).ok_or("too few steps")?;
    /// assert_eq!((third.steps.len(), third.steps[0].text == lesson.steps[2].text), (1, true));
    /// assert_eq!(lesson.only_steps(3..=99), None);
    /// # Ok::<(), &'static str>(())
    /// ```
    #[must_use]
    pub fn only_steps(&self, numbers: RangeInclusive<usize>) -> Option<Lesson> {
        let first = numbers.start().checked_sub(1)?;
        let chosen = self.steps.get(first..*numbers.end()).filter(|steps| !steps.is_empty())?;
        let all = self.steps.len();
        let numbered = chosen.iter().zip(numbers).map(|(step, number)| {
            let space = if step.part.is_empty() { "" } else { ", " };
            Step { part: format!("step {number} of {all}{space}{}", step.part), ..step.clone() }
        });
        Some(Lesson { notes: Vec::new(), steps: numbered.collect(), ..self.clone() })
    }

    /// Returns a lesson with the steps of two lessons in turn, and a table of their costs.
    ///
    /// Both lessons should answer the same question. The part of a step says whose it is.
    ///
    /// ```
    /// use setwise::{Bitboard, Role, Square};
    /// use setwise_techniques::Technique;
    /// use setwise_lessons::sliding::{Question, lesson};
    ///
    /// let question = Question::new(Role::Rook, Square::D1, Bitboard::of(Square::D7));
    /// let classical = lesson(Technique::Classical, question).ok_or("unavailable")?;
    /// let magic = lesson(Technique::MagicFancy, question).ok_or("unavailable")?;
    /// let both = classical.beside(&magic);
    /// assert_eq!(both.steps.len(), classical.steps.len() + magic.steps.len() + 1);
    /// # Ok::<(), &'static str>(())
    /// ```
    #[must_use]
    pub fn beside(&self, other: &Lesson) -> Lesson {
        let card = |lesson: &Lesson| lesson.topic.parse::<Technique>().ok().map(Technique::card);
        let cost = |lesson: &Lesson| {
            let bytes = card(lesson).map_or(String::new(), |card| card.table_bytes.to_string());
            vec![lesson.topic.clone(), lesson.steps.len().to_string(), bytes]
        };
        let mut text = "Both end with the same set. This is what each of them costs.".to_owned();
        for lesson in [self, other] {
            let needs = card(lesson).map_or("", |card| card.needs);
            if !needs.is_empty() {
                text += &format!(" {} needs {needs}.", lesson.topic);
            }
        }
        let columns = ["technique", "steps shown", "bytes of tables"];
        let mut steps = Vec::new();
        for index in 0..self.steps.len().max(other.steps.len()) {
            for lesson in [self, other] {
                if let Some(step) = lesson.steps.get(index) {
                    let space = if step.part.is_empty() { "" } else { ", " };
                    let part = format!("{}. {}{space}{}", index + 1, lesson.topic, step.part);
                    steps.push(Step { part, ..step.clone() });
                }
            }
        }
        let costs_of_both = Figure::table(columns, [cost(self), cost(other)]);
        steps.push(Step { part: "costs".to_owned(), text, figures: vec![costs_of_both] });
        let costs = |lesson: &Lesson| {
            let costs = lesson.notes.iter().filter(|note| note.heading != "Literature").cloned();
            let named = |note: Note| Note {
                heading: format!("{}: {}", lesson.topic, note.heading),
                ..note
            };
            costs.map(named).collect::<Vec<_>>()
        };
        Lesson {
            topic: self.topic.clone(),
            title: format!("{} — beside — {}", self.title, other.title),
            sources: self.sources.iter().chain(&other.sources).cloned().collect(),
            notes: costs(self).into_iter().chain(costs(other)).collect(),
            steps,
            answer: self.answer,
        }
    }
}

/// A document or paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The title and the author.
    pub name: String,
    /// The address, or an empty text.
    pub url: String,
}

/// A paragraph with a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The heading, such as `Idea`.
    pub heading: String,
    /// The text, with line feeds only inside drawings and between paragraphs.
    pub text: String,
}

/// A step of a computation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The part of the computation that the step belongs to, such as `north`; often empty.
    pub part: String,
    /// One or two sentences.
    pub text: String,
    /// The figures, from left to right. See [Equations](self#equations).
    pub figures: Vec<Figure>,
}

impl Step {
    /// Returns the equation in words, such as `ray AND occupied = ray blockers`: the names of the
    /// figures, and numbers without a name by value. Tables are left out.
    pub fn equation(&self) -> String {
        let words = self.figures.iter().filter_map(|figure| match figure {
            Figure::Number { label, value } if label.is_empty() => Some(value.to_string()),
            Figure::Board(Picture { label, .. })
            | Figure::Word(Word { label, .. })
            | Figure::Number { label, .. }
            | Figure::Sign(label) => Some(label.clone()),
            Figure::Table { .. } => None,
        });
        words.collect::<Vec<String>>().join(" ")
    }
}

/// An element of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A set of squares, drawn as a board.
    Board(Picture),
    /// A word of bits that is no set of squares, such as a product or an index.
    Word(Word),
    /// A number that is drawn in decimal.
    Number {
        /// The name; empty for a constant.
        label: String,
        /// The number.
        value: i64,
    },
    /// An operator, an equals sign or a parenthesis.
    Sign(String),
    /// A table of texts.
    Table {
        /// The headings of the columns.
        columns: Vec<String>,
        /// The rows, each with a text for each column.
        rows: Vec<Vec<String>>,
    },
}

impl Figure {
    /// Returns a table with named columns.
    fn table<const N: usize>(
        columns: [&str; N],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Figure {
        let columns = columns.map(str::to_owned).into();
        Figure::Table { columns, rows: rows.into_iter().collect() }
    }
}

/// A set of squares with its name, drawn as a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name.
    pub label: String,
    /// The set.
    pub set: Bitboard,
    /// Squares with a meaning. Members and others may be marked, and a square may have several
    /// marks.
    pub marks: Vec<(Mark, Bitboard)>,
    /// The order in which the squares are drawn, and the mapping of the [`word`](Picture::word).
    pub geometry: Geometry,
    /// The pieces on the board, if they are drawn.
    pub pieces: Option<Board>,
}

impl Picture {
    /// Returns the word of the set: in the [`Bitboard`] itself, or in the rotated mapping.
    pub fn word(&self) -> u64 {
        self.geometry.mapping().word(self.set)
    }

    /// Returns whether the picture is of the pieces, and of no set.
    fn is_only_pieces(&self) -> bool {
        self.pieces.is_some() && self.set.is_empty()
    }

    /// Returns the squares that have a mark.
    pub fn marked(&self, mark: Mark) -> Bitboard {
        let squares = self.marks.iter().filter(|(kind, _)| *kind == mark);
        squares.fold(Bitboard::EMPTY, |all, (_, squares)| all | *squares)
    }
}

named! {
    /// The meaning of a marked square.
    pub enum Mark {
        /// The piece whose moves or attacks are computed.
        Slider = "slider",
        /// An occupied square, of either color.
        Blocker = "blocker",
        /// A piece of the side of the slider.
        Own = "own",
        /// A piece of the other side.
        Enemy = "enemy",
        /// A square of the answer.
        Result = "result",
        /// A square to look at: a row, a toggled square.
        Highlight = "highlight",
    }
}

named! {
    /// The order in which the squares of a board are drawn: that of the four boards of rotated
    /// bitboards.
    pub enum Geometry {
        /// Ranks as rows, a1 at the lower left.
        Normal = "normal",
        /// Files as rows: [`Mapping::ROTATED_90`].
        Rotated90 = "rotated-90",
        /// Diagonals as rows of one to eight squares: [`Mapping::ROTATED_45`].
        Rotated45 = "rotated-45",
        /// Anti-diagonals as rows of one to eight squares: [`Mapping::ROTATED_MINUS_45`].
        RotatedMinus45 = "rotated-minus-45",
    }
}

impl Geometry {
    /// Returns the mapping of squares to bits.
    pub const fn mapping(self) -> &'static Mapping {
        const MAPPINGS: [Mapping; 4] = [
            Mapping::LITTLE_ENDIAN,
            Mapping::ROTATED_90,
            Mapping::ROTATED_45,
            Mapping::ROTATED_MINUS_45,
        ];
        &MAPPINGS[self as usize]
    }

    /// Returns the rows from top to bottom, each from left to right.
    pub fn rows(self) -> Vec<Vec<Square>> {
        let lengths: Vec<u8> = match self {
            Geometry::Normal | Geometry::Rotated90 => vec![8; 8],
            Geometry::Rotated45 | Geometry::RotatedMinus45 => (1..=8).chain((1..8).rev()).collect(),
        };
        let mut end = 64;
        let row = |length: u8| {
            end -= length;
            (end..end + length).map(|bit| self.mapping().square(bit)).collect()
        };
        lengths.into_iter().map(row).collect()
    }
}

/// A word of bits that is no set of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The name; empty for a constant.
    pub label: String,
    /// The bits.
    pub value: u64,
    /// The number of bits that are drawn, 1 to 64. The others are zero.
    pub bits: u8,
    /// The bits to look at.
    pub highlighted: u64,
}
