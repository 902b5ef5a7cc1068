//! Arguments: paths, squares, colors, piece types and sets, as Python programs write them.
//!
//! Every integer may be any object with `__index__`, such as a scalar of numpy.

use std::fmt::Display;
use std::ops::Deref;
use std::path::PathBuf;

use pyo3::PyClass;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise::{Bitboard, Color, Role, Square};
use setwise_files::{check_url, refuse_url, url};

use crate::errors::out_of_range;
use crate::square_set::SquareSet;

/// Reads an integer; one that is too large for `i64` is reported as out of range.
fn integer(object: Borrowed<'_, '_, PyAny>, what: &str, expected: &str) -> PyResult<i64> {
    object.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(object.py()) {
            out_of_range(what, "beyond 64 bits", expected)
        } else {
            error
        }
    })
}

/// An integer from 0 to 2^64 - 1.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) u64);

impl Whole {
    /// Returns the number as a smaller type, or an error that names it.
    pub(crate) fn fit<T: TryFrom<u64>>(self, what: &str, expected: &str) -> PyResult<T> {
        T::try_from(self.0).map_err(|_| out_of_range(what, self.0, expected))
    }
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Whole).map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                PyValueError::new_err("number out of range (expected 0 to 2**64 - 1)")
            } else {
                error
            }
        })
    }
}

/// The path of a file on this machine.
pub(crate) struct LocalPath(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for LocalPath {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let path: PathBuf = object.extract()?;
        refuse_url(&path).map_err(PyValueError::new_err)?;
        Ok(LocalPath(path))
    }
}

/// The path of a file on this machine, or the URL of an object.
pub(crate) struct AnyPath(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for AnyPath {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let path: PathBuf = object.extract()?;
        check_url(&path).map_err(PyValueError::new_err)?;
        // `pathlib` makes one slash of two.
        Ok(AnyPath(url(&path).map_or(path, PathBuf::from)))
    }
}

/// Returns a path if it is on this machine.
#[pyfunction]
pub(crate) fn local_path(path: LocalPath) -> PathBuf {
    path.0
}

/// Returns the error of an object of a wrong class. Its class is named with the module, because
/// other packages have a `Board` too.
pub(crate) fn wrong_class(object: &Bound<'_, PyAny>, expected: impl Display) -> PyErr {
    let found = object.get_type().fully_qualified_name();
    let found = found.map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{found} is not {expected}"))
}

/// Reads the text of a FEN.
pub(crate) fn fen(object: &Bound<'_, PyAny>) -> PyResult<PyBackedStr> {
    object.extract().map_err(|_| wrong_class(object, "a FEN (expected a text, as fen() returns)"))
}

/// An object of a class of this package.
pub(crate) struct Own<'py, T: PyClass>(PyRef<'py, T>);

impl<T: PyClass> Deref for Own<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'py, T: PyClass> FromPyObject<'_, 'py> for Own<'py, T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let own = object.cast::<T>();
        let own = own.map_err(|_| wrong_class(&object, format_args!("a setwise.{}", T::NAME)))?;
        Ok(Own(own.try_borrow()?))
    }
}

/// A square: 0 (a1) to 63 (h8).
#[derive(Clone, Copy)]
pub(crate) struct SquareArgument(pub(crate) Square);

impl<'py> FromPyObject<'_, 'py> for SquareArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let expected = "0 for a1 to 63 for h8";
        let index = integer(object, "square", expected)?;
        let square = u8::try_from(index).ok().and_then(Square::from_index);
        square.map(SquareArgument).ok_or_else(|| out_of_range("square", index, expected))
    }
}

/// A color: `True` or 1 for White, `False` or 0 for Black.
#[derive(Clone, Copy)]
pub(crate) struct ColorArgument(pub(crate) Color);

impl<'py> FromPyObject<'_, 'py> for ColorArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(is_white) = object.extract::<bool>() {
            return Ok(ColorArgument(color(is_white)));
        }
        let expected = "WHITE (True) or BLACK (False)";
        match integer(object, "color", expected)? {
            0 => Ok(ColorArgument(Color::Black)),
            1 => Ok(ColorArgument(Color::White)),
            other => Err(out_of_range("color", other, expected)),
        }
    }
}

/// Returns the color of python-chess's `True` and `False`.
pub(crate) fn color(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// A piece type: 1 (pawn) to 6 (king).
#[derive(Clone, Copy)]
pub(crate) struct RoleArgument(pub(crate) Role);

impl<'py> FromPyObject<'_, 'py> for RoleArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let expected = "1 for a pawn to 6 for a king";
        let number = integer(object, "piece type", expected)?;
        let role = usize::try_from(number - 1).ok().and_then(|index| Role::ALL.get(index).copied());
        role.map(RoleArgument).ok_or_else(|| out_of_range("piece type", number, expected))
    }
}

/// Returns the number of a piece type in Python.
pub(crate) fn role_number(role: Role) -> u8 {
    role as u8 + 1
}

/// A set of squares: a `SquareSet`, a mask of 64 bits, or an iterable of squares.
#[derive(Clone, Copy)]
pub(crate) struct SetArgument(pub(crate) Bitboard);

impl<'py> FromPyObject<'_, 'py> for SetArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(set) = object.cast::<SquareSet>() {
            return Ok(SetArgument(set.get().0));
        }
        match object.extract::<u64>() {
            Ok(mask) => return Ok(SetArgument(Bitboard(mask))),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                return Err(out_of_range("mask", object.repr()?, "0 to 2**64 - 1"));
            }
            Err(_) => {}
        }
        let Ok(squares) = object.try_iter() else {
            return Err(PyTypeError::new_err(format!(
                "{} is not a set of squares (expected a SquareSet, an int, or an iterable of squares)",
                object.get_type().name()?
            )));
        };
        let mut set = Bitboard::EMPTY;
        for square in squares {
            set |= Bitboard::of(square?.extract::<SquareArgument>()?.0);
        }
        Ok(SetArgument(set))
    }
}

/// The values of the six roles for static exchange evaluation.
#[derive(Clone, Copy)]
pub(crate) struct ValuesArgument(pub(crate) [i16; 6]);

impl<'py> FromPyObject<'_, 'py> for ValuesArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut values = Vec::new();
        for value in object.try_iter()? {
            let expected = "-32768 to 32767";
            let value = integer(value?.as_borrowed(), "value", expected)?;
            values.push(i16::try_from(value).map_err(|_| out_of_range("value", value, expected))?);
        }
        let found = values.len();
        let values = values.try_into();
        values.map(ValuesArgument).map_err(|_| out_of_range("number of values", found, "6"))
    }
}
