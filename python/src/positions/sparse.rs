//! Sparse features: the indices of those that are 1, for both sides.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::{Color, Position, Role};

use super::planes::SPREAD;
use super::{FEW_ROWS, Positions, ROWS_AT_A_TIME};
use crate::arguments::Whole;
use crate::{allocate, work};

/// The offsets of the rows, and the features that the side to move and its opponent see.
pub(super) type Features<'py> =
    (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>);

/// The kind of the piece on each square: twice its role, and 1 more for Black's. Empty squares have
/// 0.
pub(super) type Kinds = [u8; 64];

/// Returns the kinds of the pieces of a position.
pub(super) fn kinds(position: &Position) -> Kinds {
    let roles =
        |roles: [Role; 2]| position.board().role(roles[0]) | position.board().role(roles[1]);
    // The sets of the squares whose kind has each bit.
    let bits = [
        position.board().color(Color::Black),
        roles([Role::Knight, Role::Rook]) | position.board().role(Role::King),
        roles([Role::Bishop, Role::Rook]),
        roles([Role::Queen, Role::King]),
    ];
    let bits = bits.map(|set| set.0.to_le_bytes());
    let mut kinds = [0; 64];
    for (rank, kinds) in kinds.as_chunks_mut().0.iter_mut().enumerate() {
        let spread = |bit: usize| u64::from_le_bytes(SPREAD[usize::from(bits[bit][rank])]) << bit;
        *kinds = (spread(0) | spread(1) | spread(2) | spread(3)).to_le_bytes();
    }
    kinds
}

/// Returns the features of positions, given the number of features of a position and what writes
/// those that a side sees.
///
/// # Errors
///
/// `ValueError` if there are 2**31 features or more.
pub(super) fn features<'py>(
    py: Python<'py>,
    positions: &Positions,
    threads: Option<Whole>,
    count: impl Fn(&Position) -> u32 + Sync,
    write: impl Fn(&Position, &Kinds, Color, &mut [i32]) + Sync,
) -> PyResult<Features<'py>> {
    let rows = positions.rows();
    let offsets = allocate::array(py, [rows.len() + 1])?;
    let mut ends = offsets.try_readwrite()?;
    let ends = ends.as_slice_mut()?;
    positions.fill(py, threads, &mut ends[1..], |_, rows, counts| {
        for (row, cell) in rows.iter().zip(counts) {
            *cell = count(row) as i32;
        }
    })?;
    let mut sum: i32 = 0;
    for end in &mut ends[1..] {
        sum = sum
            .checked_add(*end)
            .ok_or_else(|| PyValueError::new_err("2**31 features or more (expected fewer rows)"))?;
        *end = sum;
    }
    let (own, opponent) =
        (allocate::array(py, [sum as usize])?, allocate::array(py, [sum as usize])?);
    let (mut own_cells, mut opponent_cells) = (own.try_readwrite()?, opponent.try_readwrite()?);
    let mut cells = (own_cells.as_slice_mut()?, opponent_cells.as_slice_mut()?);
    let ends = ends[1..].chunks(ROWS_AT_A_TIME);
    let mut start = 0;
    let pieces = rows.chunks(ROWS_AT_A_TIME).zip(ends).map(|(rows, ends)| {
        let first = start;
        start = ends.last().map_or(start, |&end| end as usize);
        let (own, opponent) = std::mem::take(&mut cells);
        let ((own, own_rest), (opponent, opponent_rest)) =
            (own.split_at_mut(start - first), opponent.split_at_mut(start - first));
        cells = (own_rest, opponent_rest);
        (rows, ends, first, own, opponent)
    });
    let is_short = rows.len() <= FEW_ROWS;
    work::run(py, work::threads(threads)?, is_short, pieces, |piece| {
        let (rows, ends, first, own, opponent) = piece;
        let mut start = 0;
        for (row, &end) in rows.iter().zip(ends) {
            let end = end as usize - first;
            let kinds = kinds(row);
            write(row, &kinds, row.turn(), &mut own[start..end]);
            write(row, &kinds, !row.turn(), &mut opponent[start..end]);
            start = end;
        }
        Ok(())
    })?;
    Ok((offsets, own, opponent))
}

/// Returns the number whose exclusive or turns a square to the side that sees the board: Black sees
/// it from top to bottom, and it is mirrored from left to right if the king of the side is on the
/// files a to d.
pub(super) fn turned(position: &Position, us: Color) -> u8 {
    let mirror = if position.king(us).index() % 8 < 4 { 7 } else { 0 };
    mirror ^ if us == Color::White { 0 } else { 56 }
}
