//! Sets of squares.

use std::sync::{Mutex, PoisonError};

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use setwise::attacks::rays;
use setwise::svg::Diagram;
use setwise::{Bitboard, Board, Square};

use crate::arguments::{SetArgument, SquareArgument};

/// An immutable set of squares in one 64-bit word.
///
/// Squares are iterated from a1 to h8. ``str()`` draws the board, with ``1`` for a member.
///
/// Parameters
/// ----------
/// squares : SquareSet or int or iterable of int
///     Another set, a mask whose bit *n* stands for square *n*, or squares from 0 to 63.
///
/// Raises
/// ------
/// ValueError
///     If a square or the mask is out of range.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> corners = setwise.SquareSet([setwise.A1, setwise.H1, setwise.A8, setwise.H8])
/// >>> corners & setwise.BB_RANK_1
/// SquareSet(0x0000_0000_0000_0081)
/// >>> len(corners), setwise.A8 in corners
/// (4, True)
/// >>> print(corners)
/// 1 . . . . . . 1
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// 1 . . . . . . 1
#[pyclass(frozen, module = "setwise")]
#[derive(Clone, Copy)]
pub(crate) struct SquareSet(pub(crate) Bitboard);

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares = SetArgument(Bitboard::EMPTY), /), text_signature = "(squares=0, /)")]
    fn new(squares: SetArgument) -> SquareSet {
        SquareSet(squares.0)
    }

    /// The set as an int of 64 bits; bit *n* stands for square *n*.
    ///
    /// Returns
    /// -------
    /// int
    ///     The mask.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.0
    }

    /// Return the set of one square.
    ///
    /// Parameters
    /// ----------
    /// square : int
    ///     A square from 0 to 63.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The set.
    #[staticmethod]
    fn from_square(square: SquareArgument) -> SquareSet {
        SquareSet(Bitboard::of(square.0))
    }

    /// Return the whole line through two squares.
    ///
    /// Parameters
    /// ----------
    /// a, b : int
    ///     Squares from 0 to 63.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The rank, file or diagonal from edge to edge, with both squares; the empty set if the
    ///     squares are equal or not on one line.
    #[staticmethod]
    fn ray(a: SquareArgument, b: SquareArgument) -> SquareSet {
        SquareSet(rays::line(a.0, b.0))
    }

    /// Return the squares between two squares, without both.
    ///
    /// Parameters
    /// ----------
    /// a, b : int
    ///     Squares from 0 to 63.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The squares between; the empty set if the squares are not on one line.
    #[staticmethod]
    fn between(a: SquareArgument, b: SquareArgument) -> SquareSet {
        SquareSet(rays::between(a.0, b.0))
    }

    /// Return whether no square is in both sets.
    ///
    /// Parameters
    /// ----------
    /// other : SquareSet or int or iterable of int
    ///     The other set.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether the sets are disjoint.
    fn isdisjoint(&self, other: SetArgument) -> bool {
        !self.0.meets(other.0)
    }

    /// Return whether every square is in the other set.
    ///
    /// Parameters
    /// ----------
    /// other : SquareSet or int or iterable of int
    ///     The other set.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether this is a subset.
    fn issubset(&self, other: SetArgument) -> bool {
        self.0.is_subset_of(other.0)
    }

    /// Return whether every square of the other set is in this one.
    ///
    /// Parameters
    /// ----------
    /// other : SquareSet or int or iterable of int
    ///     The other set.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether this is a superset.
    fn issuperset(&self, other: SetArgument) -> bool {
        other.0.is_subset_of(self.0)
    }

    /// Return the squares that are in this set or another.
    ///
    /// Parameters
    /// ----------
    /// *others : SquareSet or int or iterable of int
    ///     The other sets.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The union.
    #[pyo3(signature = (*others))]
    fn union(&self, others: &Bound<'_, PyTuple>) -> PyResult<SquareSet> {
        self.fold(others, |set, other| set | other)
    }

    /// Return the squares that are in all sets.
    ///
    /// Parameters
    /// ----------
    /// *others : SquareSet or int or iterable of int
    ///     The other sets.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The intersection.
    #[pyo3(signature = (*others))]
    fn intersection(&self, others: &Bound<'_, PyTuple>) -> PyResult<SquareSet> {
        self.fold(others, |set, other| set & other)
    }

    /// Return the squares that are in no other set.
    ///
    /// Parameters
    /// ----------
    /// *others : SquareSet or int or iterable of int
    ///     The other sets.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The difference.
    #[pyo3(signature = (*others))]
    fn difference(&self, others: &Bound<'_, PyTuple>) -> PyResult<SquareSet> {
        self.fold(others, |set, other| set - other)
    }

    /// Return the squares that are in exactly one of two sets.
    ///
    /// Parameters
    /// ----------
    /// other : SquareSet or int or iterable of int
    ///     The other set.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The symmetric difference.
    fn symmetric_difference(&self, other: SetArgument) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }

    /// Return the set mirrored from top to bottom.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The set with a1 and a8 exchanged, and so on.
    fn mirror(&self) -> SquareSet {
        SquareSet(self.0.flip_vertical())
    }

    /// Return whether each square from a1 to h8 is a member.
    ///
    /// Returns
    /// -------
    /// list of bool
    ///     64 values.
    fn tolist(&self) -> Vec<bool> {
        Square::ALL.map(|square| self.0.contains(square)).into()
    }

    /// Return an iterator over all subsets, the empty set first.
    ///
    /// Returns
    /// -------
    /// iterator of SquareSet
    ///     ``2 ** len(self)`` sets, in increasing order of their masks.
    ///
    /// Notes
    /// -----
    /// The carry-rippler trick, described by Marcel van Kervinck.
    fn carry_rippler(&self) -> Subsets {
        Subsets(Mutex::new(self.0.subsets()))
    }

    /// Return the set itself, which is immutable.
    ///
    /// Returns
    /// -------
    /// SquareSet
    ///     The same set.
    fn copy(&self) -> SquareSet {
        *self
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (u64,)) {
        (py.get_type::<SquareSet>().into_any(), (self.0.0,))
    }

    fn __contains__(&self, square: SquareArgument) -> bool {
        self.0.contains(square.0)
    }

    fn __iter__(&self) -> Squares {
        Squares { rest: Mutex::new(self.0), backwards: false }
    }

    fn __reversed__(&self) -> Squares {
        Squares { rest: Mutex::new(self.0), backwards: true }
    }

    fn __len__(&self) -> usize {
        self.0.count() as usize
    }

    fn __bool__(&self) -> bool {
        self.0.any()
    }

    fn __int__(&self) -> u64 {
        self.0.0
    }

    fn __index__(&self) -> u64 {
        self.0.0
    }

    /// The hash of the mask as an int, because the set is equal to it.
    fn __hash__(&self) -> u64 {
        self.0.0 % ((1 << 61) - 1)
    }

    fn __richcmp__(&self, other: SetArgument, op: CompareOp) -> bool {
        let (this, other) = (self.0, other.0);
        match op {
            CompareOp::Eq => this == other,
            CompareOp::Ne => this != other,
            CompareOp::Le => this.is_subset_of(other),
            CompareOp::Lt => this.is_subset_of(other) && this != other,
            CompareOp::Ge => other.is_subset_of(this),
            CompareOp::Gt => other.is_subset_of(this) && this != other,
        }
    }

    fn __and__(&self, other: SetArgument) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    fn __rand__(&self, other: SetArgument) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    fn __or__(&self, other: SetArgument) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    fn __ror__(&self, other: SetArgument) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    fn __xor__(&self, other: SetArgument) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }

    fn __rxor__(&self, other: SetArgument) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }

    fn __sub__(&self, other: SetArgument) -> SquareSet {
        SquareSet(self.0 - other.0)
    }

    fn __rsub__(&self, other: SetArgument) -> SquareSet {
        SquareSet(other.0 - self.0)
    }

    fn __invert__(&self) -> SquareSet {
        SquareSet(!self.0)
    }

    fn __lshift__(&self, bits: u32) -> SquareSet {
        SquareSet(Bitboard(self.0.0.checked_shl(bits).unwrap_or(0)))
    }

    fn __rshift__(&self, bits: u32) -> SquareSet {
        SquareSet(Bitboard(self.0.0.checked_shr(bits).unwrap_or(0)))
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().replace('X', "1")
    }

    fn __repr__(&self) -> String {
        let digits = format!("{:016x}", self.0.0);
        let (a, b, c, d) = (&digits[..4], &digits[4..8], &digits[8..12], &digits[12..]);
        format!("SquareSet(0x{a}_{b}_{c}_{d})")
    }

    fn _repr_svg_(&self) -> String {
        Diagram::new(&Board::EMPTY).mark(self.0).to_string()
    }
}

impl SquareSet {
    fn fold(
        self,
        others: &Bound<'_, PyTuple>,
        operation: impl Fn(Bitboard, Bitboard) -> Bitboard,
    ) -> PyResult<SquareSet> {
        let mut set = self.0;
        for other in others {
            set = operation(set, other.extract::<SetArgument>()?.0);
        }
        Ok(SquareSet(set))
    }
}

/// An iterator over the squares of a set.
#[pyclass(frozen)]
struct Squares {
    rest: Mutex<Bitboard>,
    backwards: bool,
}

#[pymethods]
impl Squares {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<u8> {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        let next = if self.backwards { rest.pop_last() } else { rest.pop_first() };
        next.map(Square::index)
    }
}

/// An iterator over the subsets of a set.
#[pyclass(frozen)]
struct Subsets(Mutex<setwise::Subsets>);

#[pymethods]
impl Subsets {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<SquareSet> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next().map(SquareSet)
    }
}
