//! Set expressions: questions to positions and games.

mod asked;
mod kept;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise::notation::Caret;
use setwise_lessons::sets;
use setwise_sets::{Definitions, Expression as Parsed, ExpressionError, Kind, Source};

use crate::arguments::{Own, argument};
use crate::board::Board;
use crate::errors;
use crate::lessons::Lesson;

pub(crate) use asked::Asked;

/// A set expression: a question to positions and games, or a value of them.
///
/// A page of the documentation has the language. An expression is checked once, and can be asked
/// many times; methods that take an expression take its text too. Expressions are equal if they
/// mean the same because their parts do, whatever the text is.
///
/// Parameters
/// ----------
/// text : str
///     The expression.
///
/// Raises
/// ------
/// ExpressionError
///     If the text is no expression, or answering it could cost too much.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> fork = setwise.Expression("any s in N: attacks(s) & k and attacks(s) & q")
/// >>> fork.kind, fork.needs_game
/// ('bool', False)
/// >>> setwise.Positions.from_fens(["4k3/2N5/q7/8/8/8/8/4K3 b - - 0 1"]).where(fork)
/// array([ True])
/// >>> try:
/// ...     setwise.Expression("isolate(P)")
/// ... except setwise.ExpressionError as error:
/// ...     print(error)
/// `isolate`: did you mean `isolated`?
///   isolate(P)
///   ^
#[pyclass(frozen, eq, module = "setwise")]
#[derive(Clone)]
pub(crate) struct Expression(Arc<Checked>);

/// An expression that was checked, and what has been asked of positions with it.
struct Checked {
    parsed: Parsed,
    /// The expression for positions alone, or the reason why it needs games.
    positions: Result<Parsed, ExpressionError>,
    /// For each kind of value, the expression whose value is wanted as this kind.
    asked: [OnceLock<Result<Asked, ExpressionError>>; 3],
}

impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.0.parsed == other.0.parsed
    }
}

/// Converts the error of an expression; the message is the message of the command.
fn exception(text: &str, error: &ExpressionError) -> PyErr {
    let place = error.place();
    let message = format!("{error}\n{}", Caret { text, at: place.start });
    errors::ExpressionError::new_err((message, place.start, place.end))
}

/// Returns how Python calls a kind.
fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Set => "set",
        Kind::Number => "number",
        Kind::Truth => "bool",
    }
}

impl Expression {
    /// Parses a text, or finds it among those that were parsed last.
    pub(crate) fn parse(text: &str) -> PyResult<Expression> {
        kept::find_or(text, || {
            let definitions = Definitions::standard();
            let parse = |source| Parsed::parse_with(text, &definitions, source);
            let parsed = parse(Source::Games).map_err(|error| exception(text, &error))?;
            let positions = parse(Source::Positions);
            Ok(Expression(Arc::new(Checked { parsed, positions, asked: Default::default() })))
        })
    }

    /// Returns the expression as a question to games.
    pub(crate) fn question(&self) -> PyResult<Parsed> {
        let question = self.0.parsed.clone().question();
        question.map_err(|error| exception(self.0.parsed.text(), &error))
    }

    /// Returns the expression for positions alone; a set as a question if one is wanted.
    pub(crate) fn of_positions(&self, wanted: Kind) -> PyResult<&Asked> {
        let asked = self.0.asked[wanted as usize].get_or_init(|| {
            let expression = self.0.positions.clone()?;
            Ok(Asked::new(match wanted {
                Kind::Truth => expression.question()?,
                Kind::Set | Kind::Number => expression.of_kind(wanted)?,
            }))
        });
        asked.as_ref().map_err(|error| exception(self.0.parsed.text(), error))
    }
}

/// An expression: an `Expression`, or its text.
pub(crate) struct ExpressionArgument(pub(crate) Expression);

impl ExpressionArgument {
    /// Parses the text as something else.
    pub(crate) fn parsed<T>(
        &self,
        parse: impl Fn(&str, &Definitions) -> Result<T, ExpressionError>,
    ) -> PyResult<T> {
        let text = self.0.text();
        parse(text, &Definitions::standard()).map_err(|error| exception(text, &error))
    }
}

argument!(ExpressionArgument, |object| {
    if let Ok(expression) = object.cast::<Expression>() {
        return Ok(ExpressionArgument(expression.get().clone()));
    }
    let Ok(text) = object.extract::<PyBackedStr>() else {
        let kind = object.get_type().name()?;
        let message = format!("{kind} is not an expression (expected an Expression or a str)");
        return Err(PyTypeError::new_err(message));
    };
    Expression::parse(&text).map(ExpressionArgument)
});

#[pymethods]
impl Expression {
    #[new]
    fn new(text: &str) -> PyResult<Expression> {
        Expression::parse(text)
    }

    /// The text.
    #[getter]
    pub(crate) fn text(&self) -> &str {
        self.0.parsed.text()
    }

    /// What the value is: ``'set'``, ``'number'`` or ``'bool'``.
    #[getter]
    fn kind(&self) -> &'static str {
        name(self.0.parsed.kind())
    }

    /// Whether the expression needs games.
    ///
    /// Then it has a tag, a word about the moves of a game, or an operator on them.
    #[getter]
    fn needs_game(&self) -> bool {
        self.0.positions.is_err()
    }

    /// What the expression means: without names, definitions and transforms.
    ///
    /// A part that occurs more than once has a number and a line of its own.
    #[getter]
    fn meaning(&self) -> String {
        self.0.parsed.to_string()
    }

    /// Return the value of each part at a position, as ``setwise show --sets`` draws it.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     The position.
    ///
    /// Returns
    /// -------
    /// setwise.techniques.Lesson
    ///     ``str()`` draws it as text, and notebooks show its picture.
    ///
    /// Raises
    /// ------
    /// ExpressionError
    ///     If the expression needs a game.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> parts = setwise.Expression("attacks(N) & a-h3").show(setwise.Board())
    /// >>> parts.steps[0].figures[1]
    /// ('attacks(N): 6 squares', SquareSet(0x0000_0000_00a5_1800))
    fn show(&self, py: Python<'_>, board: Own<'_, Board>) -> PyResult<Lesson> {
        let wrong = |error| exception(self.0.parsed.text(), error);
        let expression = self.0.positions.as_ref().map_err(wrong)?;
        let position = board.position;
        Ok(Lesson(py.detach(|| sets::lesson(expression, &position))))
    }

    fn __str__(&self) -> &str {
        self.0.parsed.text()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let text = slf.get().0.parsed.text().into_pyobject(slf.py())?;
        Ok(format!("Expression({})", text.repr()?))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.meaning().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().text().to_owned(),))
    }
}
