//! A trace that writes a lesson.

use setwise::{Bitboard, Board};
use setwise_techniques::Card;
use setwise_techniques::trace::{Expression, Term, Trace};

use super::{Figure, Geometry, Lesson, Mark, Picture, Source, Step, Word};

/// Writes a lesson step by step. It is a [`Trace`], so every step that it is shown is a computed
/// one.
///
/// ```
/// use setwise_techniques::trace::{Set, Trace};
/// use setwise::Bitboard;
/// use setwise_lessons::Writer;
///
/// let mut writer = Writer::new("bits", "Two sets");
/// let (a, b) = (Set("a", Bitboard(12)), Set("b", Bitboard(10)));
/// let both = writer.say("AND keeps the squares that are in both sets.").set("both", a & b);
/// assert_eq!(*both, Bitboard(8));
/// assert_eq!(writer.finish(Some(*both)).steps.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    lesson: Lesson,
    part: String,
    text: String,
    marks: Vec<(Mark, Bitboard)>,
    pieces: Option<Board>,
}

/// Sets that are not in the coordinates of the board, so that its pieces are not marked in them.
const ELSEWHERE: [&str; 20] = [
    "a-file",
    "b-file",
    "long diagonal",
    "factor",
    "on the first rank",
    "attacked on the first rank",
    "on the a-file",
    "attacked on the a-file",
    "eight copies",
    "copied to all ranks",
    "o reversed",
    "r reversed",
    "below, reversed",
    "entry of place and row",
    "turned",
    "moving",
    "o - 2r",
    "difference",
    "o - 3cbn",
    "exploded",
];

/// Numbers from here on are drawn as words of bits.
const FIRST_WORD: u64 = 1 << 20;

impl Writer {
    /// Creates a lesson without steps.
    pub fn new(topic: impl Into<String>, title: impl Into<String>) -> Writer {
        let lesson = Lesson {
            topic: topic.into(),
            title: title.into(),
            sources: Vec::new(),
            notes: Vec::new(),
            steps: Vec::new(),
            answer: None,
        };
        let (part, text) = (String::new(), String::new());
        Writer { lesson, part, text, marks: Vec::new(), pieces: None }
    }

    /// Adds a source.
    pub fn source(&mut self, name: impl Into<String>, url: impl Into<String>) -> &mut Writer {
        self.lesson.sources.push(Source { name: name.into(), url: url.into() });
        self
    }

    /// Adds a note.
    pub fn note(&mut self, heading: impl Into<String>, text: impl Into<String>) -> &mut Writer {
        self.lesson.notes.push(super::Note { heading: heading.into(), text: text.into() });
        self
    }

    /// Sets the squares that are marked in all boards from here on.
    pub fn mark(&mut self, marks: &[(Mark, Bitboard)]) -> &mut Writer {
        self.marks = marks.iter().copied().filter(|(_, squares)| squares.any()).collect();
        self
    }

    /// Sets the pieces that are drawn on all boards from here on.
    pub fn pieces(&mut self, pieces: Option<Board>) -> &mut Writer {
        self.pieces = pieces;
        self
    }

    /// Adds the sources and notes of a technique.
    pub(super) fn technique(&mut self, card: Card) -> &mut Writer {
        for document in card.documents {
            self.source(document.name(), "");
        }
        self.source(format!("{}, {}", card.people, card.year), card.source);
        #[cfg(feature = "pages")]
        self.lesson.notes.extend(super::page::notes(card.page));
        self
    }

    /// Begins a part of the lesson.
    pub fn begin(&mut self, title: impl Into<String>) -> &mut Writer {
        self.part = title.into();
        self
    }

    /// Sets the sentences of the next step.
    pub fn say(&mut self, text: impl Into<String>) -> &mut Writer {
        self.text = text.into();
        self
    }

    /// Adds a step of figures side by side, or of none, with the sentences that were said.
    pub fn show(&mut self, figures: Vec<Figure>) -> &mut Writer {
        let text = core::mem::take(&mut self.text);
        self.lesson.steps.push(Step { part: self.part.clone(), text, figures });
        self
    }

    /// Returns the board of a set, with the marks and pieces that are set now.
    pub fn board(&self, label: impl Into<String>, set: Bitboard) -> Figure {
        let label = label.into();
        let elsewhere = ELSEWHERE.contains(&label.as_str());
        let marks = if elsewhere { Vec::new() } else { self.marks.clone() };
        let pieces = self.pieces.filter(|_| !elsewhere);
        Figure::Board(Picture { label, set, marks, geometry: Geometry::Normal, pieces })
    }

    /// Returns the steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.lesson.steps
    }

    /// Keeps the steps that a condition holds for.
    pub(super) fn retain(&mut self, keep: impl FnMut(&Step) -> bool) {
        self.lesson.steps.retain(keep);
    }

    /// Returns the lesson.
    ///
    /// If the last figure is a board, the members of its set are marked as the result.
    pub fn finish(mut self, answer: Option<Bitboard>) -> Lesson {
        let last = self.lesson.steps.last_mut().and_then(|step| step.figures.last_mut());
        if let Some(Figure::Board(board)) = last {
            board.marks.push((Mark::Result, board.set));
        }
        Lesson { answer, ..self.lesson }
    }

    fn figure(&self, term: Term) -> Figure {
        match term {
            Term::Set(label, set) => self.board(label, set),
            Term::Number(label, value) => match rotated(label) {
                Some(geometry) => {
                    let set = geometry.mapping().set(value);
                    let (label, marks) = (label.to_owned(), self.marks.clone());
                    Figure::Board(Picture { label, set, marks, geometry, pieces: None })
                }
                None if value >= FIRST_WORD || label == "product" => word(label, value, 64),
                None => Figure::Number { label: label.to_owned(), value: value as i64 },
            },
            Term::Signed(label, value) => Figure::Number { label: label.to_owned(), value },
            Term::Sign(sign) => Figure::Sign(sign.to_owned()),
        }
    }
}

/// Returns the geometry of one of the boards of rotated bitboards, by its name in the trace.
fn rotated(label: &str) -> Option<Geometry> {
    match label {
        "occupied, at 90" => Some(Geometry::Rotated90),
        "occupied, at 45" => Some(Geometry::Rotated45),
        "occupied, at -45" => Some(Geometry::RotatedMinus45),
        "occupied, at 0" => Some(Geometry::Normal),
        _ => None,
    }
}

fn word(label: &str, value: u64, bits: u8) -> Figure {
    Figure::Word(Word { label: label.to_owned(), value, bits, highlighted: 0 })
}

/// Returns the bits of the left operand that an expression `a >> shift AND mask` keeps, and how
/// many they can be.
fn kept_bits(terms: &[Term]) -> Option<(u64, u8)> {
    let [_, Term::Sign(">>"), shift, rest @ ..] = terms else { return None };
    let number = |term: &Term| match term {
        Term::Number(_, value) => Some(*value),
        _ => None,
    };
    let shift = number(shift).filter(|&shift| shift < 64)?;
    let mask = match rest {
        [] => u64::MAX >> shift,
        [Term::Sign("AND"), mask, ..] => number(mask)?,
        _ => return None,
    };
    Some((mask << shift, (64 - mask.leading_zeros()) as u8))
}

impl Trace for Writer {
    fn part(&mut self, title: &'static str) {
        self.begin(title);
    }

    fn say(&mut self, text: &'static str) {
        Writer::say(self, text);
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        let mut terms = Vec::new();
        expression.terms(&mut |term| terms.push(term));
        let kept = kept_bits(&terms);
        let mut figures: Vec<Figure> = Vec::new();
        for &term in &terms {
            match (figures.last_mut(), self.figure(term)) {
                // Two operators that follow each other are one, such as `AND NOT`.
                (Some(Figure::Sign(first)), Figure::Sign(second))
                    if first != "(" && second != "(" && first != ")" && second != ")" =>
                {
                    *first += &format!(" {second}");
                }
                (_, figure) => figures.push(figure),
            }
        }
        if let (Some((kept, _)), Some(figure)) = (kept, figures.first_mut()) {
            match figure {
                Figure::Word(word) => word.highlighted = kept,
                Figure::Board(board) => {
                    let squares = board.geometry.mapping().set(kept);
                    board.marks.push((Mark::Highlight, squares));
                }
                _ => {}
            }
        }
        figures.push(Figure::Sign("=".to_owned()));
        figures.push(match (result, kept) {
            (Term::Number(label, value), Some((_, bits))) if value < FIRST_WORD => {
                word(label, value, bits.max(1))
            }
            (Term::Number(label @ "index", value), None) if value < FIRST_WORD => {
                word(label, value, (64 - value.leading_zeros()).max(6) as u8)
            }
            (result, _) => self.figure(result),
        });
        self.show(figures);
    }
}
