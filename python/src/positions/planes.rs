//! Positions as planes of 8 by 8 cells, the input of neural networks.

use std::slice::ChunksExactMut;

use numpy::{Element, PyArray4, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use setwise::{Bitboard, Color, Direction, Position, Role, attacks::rays};

use super::Positions;
use super::games::Games;
use crate::allocate;
use crate::arguments::{Whole, choice};

/// The cells of a plane.
const CELLS: usize = 64;

/// Which planes there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Pieces,
    AlphaZero,
    /// With the earlier positions of a game.
    AlphaZeroOfGame,
    Lc0,
}

impl Layout {
    pub(super) fn parse(name: &str) -> PyResult<Layout> {
        let (pieces, alphazero) = (("pieces", Layout::Pieces), ("alphazero", Layout::AlphaZero));
        choice("layout", name, &[pieces, alphazero, ("lc0", Layout::Lc0)])
    }

    /// Returns the number of positions that have planes, with earlier ones.
    pub(super) const fn steps(self) -> usize {
        match self {
            Layout::Pieces | Layout::AlphaZero => 1,
            Layout::AlphaZeroOfGame | Layout::Lc0 => 8,
        }
    }

    /// Returns the number of planes of each position that tell how often it has occurred.
    const fn repetitions(self) -> u32 {
        match self {
            Layout::Pieces => 0,
            Layout::AlphaZero | Layout::AlphaZeroOfGame => 2,
            Layout::Lc0 => 1,
        }
    }

    /// Returns the number of planes.
    const fn planes(self) -> usize {
        let of_the_game = match self {
            Layout::Pieces => 0,
            Layout::AlphaZero | Layout::AlphaZeroOfGame => 7,
            Layout::Lc0 => 8,
        };
        self.steps() * (12 + self.repetitions() as usize) + of_the_game
    }

    /// Writes the planes of a position: all cells. `past` has the position and those before it, the
    /// latest first, each with the number of times that it has occurred before.
    fn write<T: Cell>(self, past: &[(&Position, u32)], relative: bool, cells: &mut [T]) {
        let Some(&(position, _)) = past.first() else { return };
        let view = View { position, us: if relative { position.turn() } else { Color::White } };
        let mut planes = Planes(cells.chunks_exact_mut(CELLS));
        for step in 0..self.steps() {
            let Some((position, before)) = past.get(step) else {
                (0..12 + self.repetitions()).for_each(|_| planes.constant(0));
                continue;
            };
            for color in [view.us, !view.us] {
                for role in Role::ALL {
                    planes.set(view.seen(position.board().pieces(color, role)));
                }
            }
            for times in 1..=self.repetitions() {
                planes.constant((*before >= times).into());
            }
        }
        match self {
            Layout::Pieces => {}
            Layout::AlphaZero | Layout::AlphaZeroOfGame => {
                planes.constant((position.turn() == Color::White).into());
                planes.constant(position.fullmoves());
                for color in [view.us, !view.us] {
                    planes.constant(view.may_castle(color, Direction::East));
                    planes.constant(view.may_castle(color, Direction::West));
                }
                planes.constant(position.halfmoves().into());
            }
            Layout::Lc0 => {
                for color in [view.us, !view.us] {
                    planes.constant(view.may_castle(color, Direction::West));
                    planes.constant(view.may_castle(color, Direction::East));
                }
                planes.constant((position.turn() == Color::Black).into());
                planes.constant(position.halfmoves().into());
                planes.constant(0);
                planes.constant(1);
            }
        }
    }
}

/// The planes that are not written yet.
struct Planes<'c, T>(ChunksExactMut<'c, T>);

impl<T: Cell> Planes<'_, T> {
    #[inline(always)]
    fn set(&mut self, set: Bitboard) {
        if let Some(plane) = self.0.next() {
            T::spread(set, plane);
        }
    }

    #[inline(always)]
    fn constant(&mut self, value: u32) {
        if let Some(plane) = self.0.next() {
            plane.fill(T::from_number(value));
        }
    }
}

/// A position as a side sees it.
struct View<'p> {
    position: &'p Position,
    us: Color,
}

impl View<'_> {
    fn seen(&self, set: Bitboard) -> Bitboard {
        if self.us == Color::White { set } else { set.flip_vertical() }
    }

    /// Returns 1 if a side has the right to castle to a side of its king, and else 0.
    fn may_castle(&self, color: Color, side: Direction) -> u32 {
        let king = self.position.king(color);
        self.position.castling_rooks().meets(rays::ray(king, side)).into()
    }
}

/// A number in an array.
trait Cell: Element + Copy + Default + Send {
    /// Converts 0 or 1.
    fn from_bit(bit: u8) -> Self;

    /// Converts a number; one that is too large becomes the largest.
    fn from_number(number: u32) -> Self;

    /// Writes 1 into the cells of a set, and 0 into the others.
    #[inline(always)]
    fn spread(set: Bitboard, plane: &mut [Self]) {
        let (ranks, _) = plane.as_chunks_mut();
        for (rank, byte) in ranks.iter_mut().zip(set.0.to_le_bytes()) {
            *rank = SPREAD[usize::from(byte)].map(Self::from_bit);
        }
    }
}

/// The bits of each byte as eight bytes.
pub(super) const SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Implements the conversions to a type of cells.
macro_rules! cells {
    ($($cell:ty: |$bit:ident| $of_bit:expr, |$number:ident| $of_number:expr;)*) => {
        $(
            impl Cell for $cell {
                fn from_bit($bit: u8) -> $cell {
                    $of_bit
                }

                fn from_number($number: u32) -> $cell {
                    $of_number
                }
            }
        )*
    };
}

cells! {
    u8: |bit| bit, |number| number.min(u8::MAX.into()) as u8;
    f32: |bit| bit.into(), |number| number as f32;
    bool: |bit| bit != 0, |number| number != 0;
    // The bits of a number of type float16.
    u16: |bit| u16::from(bit) * HALF_ONE, |number| half(number);
}

/// Returns the bits of a number as float16.
fn half(number: u32) -> u16 {
    if number == 0 {
        return 0;
    }
    // float32 has 13 bits more of the fraction, which are rounded to the nearest even number, and
    // another bias of the exponent.
    let bits = (number.min(HALF_LARGEST) as f32).to_bits();
    let rounded = (bits + 0xfff + (bits >> 13 & 1)) >> 13;
    (rounded - ((127 - 15) << 10)) as u16
}

/// The bits of 1 as float16.
const HALF_ONE: u16 = 15 << 10;

/// The largest number of float16.
const HALF_LARGEST: u32 = 65504;

#[pymethods]
impl Positions {
    /// Return the positions as planes, the input of neural networks.
    ///
    /// Parameters
    /// ----------
    /// layout : {'pieces', 'alphazero', 'lc0'}
    ///     Which planes there are; see the notes.
    /// dtype : {'uint8', 'bool', 'float16', 'float32'}
    ///     The type of the cells; by default that of `out`. Numbers above 255 become 255 in
    ///     ``uint8``, and numbers above 65504 the same in ``float16``; in ``bool`` all numbers but
    ///     0 are True.
    /// relative : bool
    ///     For ``'pieces'``: whether a position with Black to move is seen by Black, mirrored from
    ///     top to bottom and with Black's pieces first. The other layouts are always relative.
    /// out : ndarray, optional
    ///     The array that is filled and returned, instead of a new one. It must have the shape and
    ///     the type of the result, and be contiguous and writeable.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray, shape (n, planes, 8, 8)
    ///     ``a[i, p, r, f]`` is the cell of file *f* (a is 0) and rank *r* (rank 1 is 0).
    ///
    /// Raises
    /// ------
    /// TypeError
    ///     If `out` has another type or is not writeable.
    /// ValueError
    ///     If the layout or the type is unknown, or `out` has another shape or is not contiguous.
    ///
    /// Notes
    /// -----
    /// ``'pieces'``, 12 planes: White's pawns, knights, bishops, rooks, queens and king, and
    /// Black's.
    ///
    /// ``'alphazero'``, 21 planes, of one time step, after table S1 of D. Silver et al., *A general
    /// reinforcement learning algorithm that masters chess, shogi, and Go through self-play*,
    /// Science 362 (2018). Planes 0 to 5 are the pieces of the side to move and 6 to 11 the
    /// opponent's, in the order of ``'pieces'``; 12 and 13 repetitions, always 0 because a position
    /// has no history; 14 is 1 if White is to move; 15 the fullmove number; 16 to 19 the castling
    /// rights, of the side to move first and king's side first; 20 the halfmove clock. The paper
    /// has 8 time steps and does not say the order of roles and sides.
    ///
    /// ``'lc0'``, 112 planes, after the format ``INPUT_CLASSICAL_112_PLANE`` of Leela Chess Zero
    /// (``src/neural/encoder.cc``, https://github.com/LeelaChessZero/lc0). Planes 0 to 11 are the
    /// pieces as in ``'alphazero'``; 12 repetitions; 13 to 103 seven earlier positions, always 0;
    /// 104 to 107 the castling rights, of the side to move first and queen's side first; 108 is 1
    /// if Black is to move; 109 the halfmove clock; 110 is 0; 111 is 1.
    ///
    /// `setwise.data.Batches` has both layouts with the history of games.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> planes = setwise.Positions.from_fens([setwise.STARTING_FEN]).planes()
    /// >>> planes.shape, planes.dtype
    /// ((1, 12, 8, 8), dtype('uint8'))
    /// >>> planes[0, setwise.KNIGHT - 1, 0]
    /// array([0, 1, 0, 0, 0, 0, 1, 0], dtype=uint8)
    #[pyo3(
        signature = (layout = "pieces", dtype = None, *, relative = false, out = None, threads = None),
        text_signature = "($self, layout='pieces', dtype='uint8', *, relative=False, out=None, threads=None)"
    )]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        dtype: Option<&Bound<'py, PyAny>>,
        relative: bool,
        out: Option<Bound<'py, PyUntypedArray>>,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let layout = Layout::parse(layout)?;
        let relative = relative || layout != Layout::Pieces;
        let numpy = py.import("numpy")?;
        let dtype = match (dtype, &out) {
            (Some(dtype), _) => numpy.call_method1("dtype", (dtype,))?,
            (None, Some(out)) => out.dtype().into_any(),
            (None, None) => numpy.call_method1("dtype", ("uint8",))?,
        };
        let name = dtype.getattr("name")?.to_string();
        if let Some(out) = &out {
            let expected = numpy.call_method1("dtype", (&name,))?;
            if !out.dtype().eq(&expected)? {
                let message = format!("out has the type {} (expected {expected})", out.dtype());
                return Err(PyTypeError::new_err(message));
            }
            let shape = [self.rows().len(), layout.planes(), 8, 8];
            if out.shape() != shape {
                let message = format!("out has the shape {:?} (expected {shape:?})", out.shape());
                return Err(PyValueError::new_err(message));
            }
            if !out.is_c_contiguous() {
                return Err(PyValueError::new_err("out is not contiguous"));
            }
            if !out.getattr("flags")?.getattr("writeable")?.is_truthy()? {
                return Err(PyTypeError::new_err("out is not writeable"));
            }
        }
        let out = out.map(Bound::into_any);
        self.planes_of_type(py, &name, Format { layout, relative, out, threads, games: None })
    }
}

/// How planes are written, and where.
pub(super) struct Format<'py, 'g> {
    pub(super) layout: Layout,
    pub(super) relative: bool,
    pub(super) out: Option<Bound<'py, PyAny>>,
    pub(super) threads: Option<Whole>,
    /// The game of each row, for planes of earlier positions.
    pub(super) games: Option<&'g Games>,
}

impl Positions {
    /// Returns planes whose cells have the type of a name.
    pub(super) fn planes_of_type<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        format: Format<'py, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match name {
            "uint8" => self.write_planes::<u8>(py, format),
            "float32" => self.write_planes::<f32>(py, format),
            "bool" => self.write_planes::<bool>(py, format),
            "float16" => {
                // The same memory as numbers of 16 bits.
                let view = |array: Bound<'py, PyAny>, name| array.call_method1("view", (name,));
                let out = format.out.map(|out| view(out, "uint16")).transpose()?;
                view(self.write_planes::<u16>(py, Format { out, ..format })?, "float16")
            }
            other => {
                let expected = "uint8, bool, float16 or float32";
                Err(PyValueError::new_err(format!("dtype {other} (expected {expected})")))
            }
        }
    }

    fn write_planes<'py, T: Cell>(
        &self,
        py: Python<'py>,
        format: Format<'py, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Format { layout, relative, out, threads, games } = format;
        let shape = [self.rows().len(), layout.planes(), 8, 8];
        let array = match out {
            Some(out) => out.cast_into::<PyArray4<T>>()?,
            None => allocate::array(py, shape)?,
        };
        let mut cells = array.try_readwrite()?;
        let (cells, width) = (cells.as_slice_mut()?, layout.planes() * CELLS);
        let Some(games) = games else {
            self.fill(py, threads, cells, |_, rows, cells| {
                for (row, cells) in rows.iter().zip(cells.chunks_exact_mut(width)) {
                    layout.write(&[(row, 0)], relative, cells);
                }
            })?;
            return Ok(array.into_any());
        };
        games.visit(py, threads, self.rows(), layout.steps(), cells, width, |past, cells| {
            layout.write(past, relative, cells);
        })?;
        Ok(array.into_any())
    }
}
