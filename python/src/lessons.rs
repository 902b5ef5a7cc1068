//! Lessons: the steps of techniques, legal moves, pawn moves, fills and bit tricks.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::{Bitboard, Position, Role};
use setwise_lessons::{Figure, Lesson as LibraryLesson, Step as LibraryStep};
use setwise_lessons::{bits, boards, fills, json::Json, legal, pawns, sliding, svg, terminal};

use crate::arguments::{Own, SetArgument, SquareArgument};
use crate::board::Board;
use crate::square_set::SquareSet;
use crate::techniques::{Attacker, find};

/// A computation step by step.
///
/// ``str()`` is the text that ``setwise explain`` prints, and notebooks show the picture.
#[pyclass(frozen, module = "setwise.techniques")]
pub(crate) struct Lesson(pub(crate) LibraryLesson);

#[pymethods]
impl Lesson {
    /// The name of the subject in the command, such as ``'hyperbola'``.
    #[getter]
    fn topic(&self) -> &str {
        &self.0.topic
    }

    /// The title in words.
    #[getter]
    fn title(&self) -> &str {
        &self.0.title
    }

    /// The steps, from first to last.
    #[getter]
    fn steps(&self) -> Vec<Step> {
        let steps = self.0.steps.iter().zip(1..);
        steps.filter_map(|(step, n)| Some(Step(step.clone(), self.0.only_steps(n..=n)?))).collect()
    }

    /// The set that the computation finds, if it finds one.
    #[getter]
    fn answer(&self) -> Option<SquareSet> {
        self.0.answer.map(SquareSet)
    }

    /// Return the JSON document that ``setwise explain --json`` prints.
    ///
    /// ``docs/lesson.schema.json`` in the repository is its schema.
    ///
    /// Returns
    /// -------
    /// str
    ///     A JSON object on one line.
    fn json(&self) -> String {
        Json(&self.0).to_string()
    }

    /// Return the picture that ``setwise explain --svg`` draws.
    ///
    /// Returns
    /// -------
    /// str
    ///     An SVG document that refers to no other file.
    fn svg(&self) -> String {
        svg::Svg::new(&self.0).to_string()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        terminal::Terminal::new(&self.0).to_string()
    }

    fn __repr__(&self) -> String {
        let LibraryLesson { topic, steps, .. } = &self.0;
        format!("<Lesson '{topic}' of {} steps>", steps.len())
    }
}

/// The value of a figure: a set of squares, a word of bits, or a number.
#[derive(IntoPyObject)]
enum Value {
    Set(SquareSet),
    Word(u64),
    Number(i64),
}

/// A step of a lesson.
///
/// ``str()`` is the text that ``setwise explain --step`` prints, and notebooks show the picture.
#[pyclass(frozen, module = "setwise.techniques")]
pub(crate) struct Step(LibraryStep, LibraryLesson);

#[pymethods]
impl Step {
    /// The part of the computation that the step belongs to, such as ``'north'``; often empty.
    #[getter]
    fn part(&self) -> &str {
        &self.0.part
    }

    /// One or two sentences.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    /// The names and values of the boards and numbers, from left to right.
    #[getter]
    fn figures(&self) -> Vec<(&str, Value)> {
        let figures = self.0.figures.iter().filter_map(|figure| match figure {
            Figure::Board(board) => Some((board.label.as_str(), Value::Set(SquareSet(board.set)))),
            Figure::Word(word) => Some((word.label.as_str(), Value::Word(word.value))),
            Figure::Number { label, value } => Some((label.as_str(), Value::Number(*value))),
            Figure::Sign(_) | Figure::Table { .. } => None,
        });
        figures.collect()
    }

    /// How the figures combine, such as ``'ray AND occupied = ray blockers'``.
    #[getter]
    fn equation(&self) -> String {
        self.0.equation()
    }

    /// Return the picture that ``setwise explain --step --svg`` draws.
    ///
    /// Returns
    /// -------
    /// str
    ///     An SVG document that refers to no other file.
    fn svg(&self) -> String {
        svg::Svg::new(&self.1).to_string()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        terminal::Terminal::new(&self.1).to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Step '{}'>", self.equation())
    }
}

/// Return the steps by which a technique finds the attacked squares.
///
/// Parameters
/// ----------
/// name : str
///     One of `names`.
/// piece : Piece or int
///     A bishop, a rook or a queen, as a piece or a piece type.
/// square : int
///     The square of the piece, 0 to 63.
/// occupied : SquareSet or int or iterable of int
///     The occupied squares.
///
/// Returns
/// -------
/// Lesson
///     The steps, recorded from the code that computes the attacks.
///
/// Raises
/// ------
/// ValueError
///     If no technique has the name, this CPU cannot run it, or the piece does not slide.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> lesson = setwise.techniques.explain("classical", setwise.BISHOP, setwise.C1, [setwise.E3])
/// >>> lesson.steps[0].part, lesson.steps[0].equation
/// ('north-east', 'ray AND occupied = ray blockers')
#[pyfunction]
#[pyo3(signature = (name, piece, square, occupied = SetArgument(Bitboard::EMPTY)))]
#[pyo3(text_signature = "(name, piece, square, occupied=0)")]
pub(crate) fn explain(
    name: &str,
    piece: Attacker,
    square: SquareArgument,
    occupied: SetArgument,
) -> PyResult<Lesson> {
    let ((technique, _), role) = (find(name)?, piece.0.role);
    let slides = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
    let question = sliding::Question::new(role, square.0, occupied.0);
    let lesson = sliding::lesson(technique, question).filter(|_| slides);
    lesson.map(Lesson).ok_or_else(|| {
        PyValueError::new_err(format!("a {role} does not slide (expected BISHOP, ROOK or QUEEN)"))
    })
}

/// Return the steps of a topic for the position of a board.
///
/// Parameters
/// ----------
/// topic : {'boards', 'fills', 'legal', 'pawns'}
///     The boards of the position; fills at work; from potential to legal moves; the moves of all
///     pawns at once.
/// board : Board
///     The board.
///
/// Returns
/// -------
/// Lesson
///     The steps.
///
/// Raises
/// ------
/// ValueError
///     If there is no such topic.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> setwise.techniques.explain_position("legal", setwise.Board()).answer
/// SquareSet(0x0000_0000_ffff_0000)
#[pyfunction]
pub(crate) fn explain_position(topic: &str, board: Own<'_, Board>) -> PyResult<Lesson> {
    let lesson: fn(&Position) -> LibraryLesson = match topic {
        "boards" => boards::lesson,
        "fills" => fills::uses,
        "legal" => |position| legal::lesson(position, None),
        "pawns" => pawns::lesson,
        _ => {
            let message = format!("topic {topic:?} (expected boards, fills, legal or pawns)");
            return Err(PyValueError::new_err(message));
        }
    };
    Ok(Lesson(lesson(&board.position)))
}

/// Return the steps of a bit trick.
///
/// Parameters
/// ----------
/// trick : {'lowest', 'de-bruijn', 'modulo-67', 'count', 'subsets'}
///     The lowest bit of a set; its number, found in two ways; the number of bits; the subsets.
/// squares : SquareSet or int or iterable of int
///     The set.
///
/// Returns
/// -------
/// Lesson
///     The steps.
///
/// Raises
/// ------
/// ValueError
///     If there is no such trick.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> setwise.techniques.explain_bits("lowest", [setwise.C2, setwise.E4]).answer
/// SquareSet(0x0000_0000_0000_0400)
#[pyfunction]
pub(crate) fn explain_bits(trick: &str, squares: SetArgument) -> PyResult<Lesson> {
    let subject = bits::Subject::ALL.into_iter().find(|subject| subject.name() == trick);
    let subject = subject.ok_or_else(|| {
        let names = bits::Subject::ALL.map(bits::Subject::name).join(", ");
        PyValueError::new_err(format!("trick {trick:?} (expected one of {names})"))
    })?;
    Ok(Lesson(bits::lesson(subject, squares.0)))
}
