//! Arguments: paths, squares, colors, piece types and sets, as Python programs write them.
//!
//! Every integer may be any object with `__index__`, such as a scalar of numpy.

use std::fmt::{self, Display};
use std::ops::{Deref, RangeInclusive};
use std::path::PathBuf;

use pyo3::PyClass;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise::{Bitboard, Color, Role, Square};
use setwise_files::{check_url, refuse_url, url};
use setwise_jobs::number;

use crate::errors::out_of_range;
use crate::square_set::SquareSet;

/// Implements the conversion of an argument from an object of Python.
macro_rules! argument {
    ($name:ty, |$object:ident| $value:expr) => {
        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract($object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                $value
            }
        }
    };
}
pub(crate) use argument;

/// The value of an integer beyond 64 bits.
const BEYOND: i128 = i128::MAX;

/// An integer of any size.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) i128);

impl Whole {
    /// Returns the number as a number of a range, or an error that names it.
    pub(crate) fn within<T>(self, what: &str, range: &RangeInclusive<T>) -> PyResult<T>
    where
        T: TryFrom<i128> + PartialOrd + Display,
    {
        let number = T::try_from(self.0).ok();
        number::within(number, range).map_err(|expected| wrong_number(what, self, &expected))
    }
}

argument!(Whole, |object| match object.extract::<u64>() {
    Ok(number) => Ok(Whole(number.into())),
    Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
        Ok(Whole(object.extract::<i64>().map_or(BEYOND, Into::into)))
    }
    Err(error) => Err(error),
});

impl Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == BEYOND { f.write_str("beyond 64 bits") } else { self.0.fmt(f) }
    }
}

/// A number that may have a fraction; one that is too large for a float is infinite.
pub(crate) struct Real(f64);

impl Real {
    /// Returns the number if it is in a range, or an error that names it.
    pub(crate) fn within(self, what: &str, range: &RangeInclusive<f64>) -> PyResult<f64> {
        let number = Some(self.0);
        number::within(number, range).map_err(|expected| wrong_number(what, self.0, &expected))
    }
}

argument!(Real, |object| match object.extract::<f64>() {
    Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
        Ok(Real(f64::INFINITY))
    }
    number => number.map(Real),
});

fn wrong_number(what: &str, found: impl Display, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{what} {found} ({expected})"))
}

/// Returns a number of a range, for the modules in Python.
#[pyfunction]
#[pyo3(signature = (what, number, least, most = u64::MAX))]
pub(crate) fn check_number(what: &str, number: Whole, least: u64, most: u64) -> PyResult<u64> {
    number.within(what, &(least..=most))
}

/// Returns the value of one of some names, or an error with all names.
pub(crate) fn choice<T: Copy>(what: &str, found: &str, all: &[(&str, T)]) -> PyResult<T> {
    let chosen = all.iter().find(|(name, _)| *name == found);
    chosen.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|(name, _)| format!("'{name}'")).collect();
        let expected = match &names[..] {
            [others @ .., last] => format!("{} or {last}", others.join(", ")),
            [] => String::new(),
        };
        out_of_range(what, format!("{found:?}"), &expected)
    })
}

/// The path of a file on this machine.
pub(crate) struct LocalPath(pub(crate) PathBuf);

argument!(LocalPath, |object| {
    let path: PathBuf = object.extract()?;
    refuse_url(&path).map_err(PyValueError::new_err)?;
    Ok(LocalPath(path))
});

/// The path of a file on this machine, or the URL of an object.
pub(crate) struct AnyPath(pub(crate) PathBuf);

argument!(AnyPath, |object| {
    let path: PathBuf = object.extract()?;
    check_url(&path).map_err(PyValueError::new_err)?;
    // `pathlib` makes one slash of two.
    Ok(AnyPath(url(&path).map_or(path, PathBuf::from)))
});

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

argument!(SquareArgument, |object| {
    let expected = "0 for a1 to 63 for h8";
    let index: Whole = object.extract()?;
    let square = u8::try_from(index.0).ok().and_then(Square::from_index);
    square.map(SquareArgument).ok_or_else(|| out_of_range("square", index, expected))
});

/// A color: `True` or 1 for White, `False` or 0 for Black.
#[derive(Clone, Copy)]
pub(crate) struct ColorArgument(pub(crate) Color);

argument!(ColorArgument, |object| {
    if let Ok(is_white) = object.extract::<bool>() {
        return Ok(ColorArgument(color(is_white)));
    }
    let expected = "WHITE (True) or BLACK (False)";
    let number: Whole = object.extract()?;
    match number.0 {
        0 => Ok(ColorArgument(Color::Black)),
        1 => Ok(ColorArgument(Color::White)),
        _ => Err(out_of_range("color", number, expected)),
    }
});

/// Returns the color of python-chess's `True` and `False`.
pub(crate) fn color(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// A piece type: 1 (pawn) to 6 (king).
#[derive(Clone, Copy)]
pub(crate) struct RoleArgument(pub(crate) Role);

argument!(RoleArgument, |object| {
    let expected = "1 for a pawn to 6 for a king";
    let number: Whole = object.extract()?;
    let index = usize::try_from(number.0 - 1).ok();
    let role = index.and_then(|index| Role::ALL.get(index).copied());
    role.map(RoleArgument).ok_or_else(|| out_of_range("piece type", number, expected))
});

/// Returns the number of a piece type in Python.
pub(crate) fn role_number(role: Role) -> u8 {
    role as u8 + 1
}

/// A set of squares: a `SquareSet`, a mask of 64 bits, or an iterable of squares.
#[derive(Clone, Copy)]
pub(crate) struct SetArgument(pub(crate) Bitboard);

argument!(SetArgument, |object| {
    if let Ok(set) = object.cast::<SquareSet>() {
        return Ok(SetArgument(set.get().0));
    }
    if let Ok(mask) = object.extract::<Whole>() {
        return Ok(SetArgument(Bitboard(mask.within("mask", &number::ANY)?)));
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
});

/// The values of the six roles for static exchange evaluation.
#[derive(Clone, Copy)]
pub(crate) struct ValuesArgument(pub(crate) [i16; 6]);

argument!(ValuesArgument, |object| {
    let mut values = Vec::new();
    for value in object.try_iter()? {
        values.push(value?.extract::<Whole>()?.within("value", &(i16::MIN..=i16::MAX))?);
    }
    let found = values.len();
    let values = values.try_into();
    values.map(ValuesArgument).map_err(|_| out_of_range("number of values", found, "6"))
});
