//! Columns with the values of set expressions.

use std::fmt;

use arrow_array::{BooleanArray, Int32Array, UInt64Array};
use serde::{Deserialize, Serialize};
use setwise_sets::{Definitions, Expression, ExpressionError, Kind as ValueKind, Source, Values};

use crate::export::positions::PositionColumns;
use crate::export::schema::{Column, described, optional, required};
use crate::select::missing::{MissingTag, Seen};
use crate::tags::Tags;

/// Columns with the values of set expressions at each position: a set is a number of 64 bits whose
/// bit *n* is the square *n*, a number has 32 bits with a sign and may be missing, and a condition
/// is true or false.
///
/// They are serialized as pairs of their names and texts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<(String, String)>", into = "Vec<(String, String)>")]
pub struct ComputedColumns {
    columns: Vec<(String, Expression)>,
    seen: Seen,
}

/// Columns are equal if they have the same names and equal expressions.
impl PartialEq for ComputedColumns {
    fn eq(&self, other: &ComputedColumns) -> bool {
        self.columns == other.columns
    }
}

impl Eq for ComputedColumns {}

/// The reason why a column cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComputedColumnError {
    /// The name is not one of letters, digits and `_`, at most 63, the first no digit.
    Name(String),
    /// Two columns have the name, but for capital letters; the other one may be of the table.
    Taken(String),
    /// The name, the text, and what is wrong with it.
    Expression(String, String, ExpressionError),
}

impl fmt::Display for ComputedColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComputedColumnError::Name(name) => {
                let expected = "expected letters, digits and _, at most 63, the first no digit";
                write!(f, "{name:?} is no name of a column ({expected})")
            }
            ComputedColumnError::Taken(name) => write!(f, "two columns have the name {name:?}"),
            ComputedColumnError::Expression(name, _, error) => {
                write!(f, "column {name:?}, byte {}: {error}", error.place().start)
            }
        }
    }
}

impl std::error::Error for ComputedColumnError {}

impl ComputedColumns {
    /// Parses the expressions of columns: pairs of a name and a text.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is not valid or a column of the tables of positions has it, if a
    /// text is no expression, or if all expressions together are too large
    /// ([`Expression::with_value`]).
    pub fn parse<N: AsRef<str>, T: AsRef<str>>(
        columns: impl IntoIterator<Item = (N, T)>,
        definitions: &Definitions,
    ) -> Result<ComputedColumns, ComputedColumnError> {
        let mut found = ComputedColumns::default();
        let known = PositionColumns::ALL.schema();
        for (name, text) in columns {
            let (name, text) = (name.as_ref(), text.as_ref());
            let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if !is_word || !(1..64).contains(&name.len()) || name.as_bytes()[0].is_ascii_digit() {
                return Err(ComputedColumnError::Name(name.to_owned()));
            }
            let of_table =
                known.fields.iter().map(|field| field.name().as_str()).chain(["position", "game"]);
            let others = found.columns.iter().map(|(name, _)| name.as_str()).chain(of_table);
            if others.into_iter().any(|other| other.eq_ignore_ascii_case(name)) {
                return Err(ComputedColumnError::Taken(name.to_owned()));
            }
            let expression = Expression::parse_with(text, definitions, Source::Games);
            let expression = expression.map_err(|error| {
                ComputedColumnError::Expression(name.to_owned(), text.to_owned(), error)
            })?;
            found.columns.push((name.to_owned(), expression));
        }
        let every = found.every_position()?;
        found.seen = Seen::new(every.tags());
        Ok(found)
    }

    /// Returns whether there is no column.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Returns a question with the values of the columns.
    ///
    /// # Errors
    ///
    /// Returns an error if all expressions together are too large.
    pub(crate) fn ask(&self, question: Expression) -> Result<Expression, ComputedColumnError> {
        self.columns.iter().try_fold(question, |question, (name, value)| {
            question.with_value(value).map_err(|error| {
                ComputedColumnError::Expression(name.clone(), value.text().to_owned(), error)
            })
        })
    }

    /// Returns the question that every position answers, with the values of the columns.
    pub(crate) fn every_position(&self) -> Result<Expression, ComputedColumnError> {
        let every = Expression::parse(".").and_then(Expression::question).map_err(|error| {
            ComputedColumnError::Expression(String::new(), ".".to_owned(), error)
        })?;
        self.ask(every)
    }

    /// Remembers the tags of a game whose positions are rows.
    pub(crate) fn see(&self, tags: &Tags) {
        self.seen.add(tags);
    }

    /// Returns the tags that are asked for and that no game had whose positions were rows of a
    /// table with these columns or a clone of them. Without any game, nothing is returned.
    pub fn missing_tags(&self) -> Vec<MissingTag> {
        self.seen.missing()
    }

    /// Returns the columns with their values. The texts of the expressions are their meanings.
    pub(crate) fn columns(&self, values: Vec<Values>) -> impl Iterator<Item = Column> {
        self.columns.iter().zip(values).map(|((name, expression), values)| {
            let column = match values {
                Values::Sets(sets) => {
                    let sets = sets.into_iter().map(|set| set.0);
                    required(name, UInt64Array::from_iter_values(sets))
                }
                Values::Numbers(numbers) => optional(name, Int32Array::from(numbers)),
                Values::Truths(truths) => required(name, BooleanArray::from(truths)),
            };
            described(column, &format!("The set expression {}", expression.text().trim()))
        })
    }

    /// Returns columns without rows.
    pub(crate) fn empty(&self) -> Vec<Values> {
        let columns = self.columns.iter().map(|(_, expression)| match expression.kind() {
            ValueKind::Set => Values::Sets(Vec::new()),
            ValueKind::Number => Values::Numbers(Vec::new()),
            ValueKind::Truth => Values::Truths(Vec::new()),
        });
        columns.collect()
    }
}

/// Adds values to each column: all, or the values of some rows.
pub(crate) fn extend(columns: &mut [Values], values: &[Values], rows: Option<&[usize]>) {
    for (column, values) in columns.iter_mut().zip(values) {
        match (column, values) {
            (Values::Sets(all), Values::Sets(sets)) => add(all, sets, rows),
            (Values::Numbers(all), Values::Numbers(numbers)) => add(all, numbers, rows),
            (Values::Truths(all), Values::Truths(truths)) => add(all, truths, rows),
            _ => {}
        }
    }
}

fn add<T: Copy>(all: &mut Vec<T>, values: &[T], rows: Option<&[usize]>) {
    match rows {
        None => all.extend_from_slice(values),
        Some(rows) => all.extend(rows.iter().filter_map(|&row| values.get(row))),
    }
}

impl TryFrom<Vec<(String, String)>> for ComputedColumns {
    type Error = ComputedColumnError;

    fn try_from(columns: Vec<(String, String)>) -> Result<ComputedColumns, ComputedColumnError> {
        ComputedColumns::parse(columns, &Definitions::standard())
    }
}

impl From<ComputedColumns> for Vec<(String, String)> {
    fn from(columns: ComputedColumns) -> Vec<(String, String)> {
        let pairs = columns.columns.into_iter();
        pairs.map(|(name, expression)| (name, expression.text().to_owned())).collect()
    }
}
