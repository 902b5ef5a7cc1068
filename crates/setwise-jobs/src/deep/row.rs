//! Rows in memory: numbers of sides with a multiplicity, and their sort.

use super::block::Columns;
use super::side::Side;
use crate::Error;

/// A position with an origin, as numbers of its sides, and its multiplicity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    /// The number of the side that has just moved.
    pub(crate) moved: u32,
    /// The number of the side to move, joined with the origin.
    pub(crate) column: u32,
    /// The number of move sequences that end in the position.
    pub(crate) paths: u64,
}

const _: () = assert!(size_of::<Row>() == 16);

/// The whole key of a row: the side that has just moved, then the side to move.
pub(crate) type Key = [Side; 2];

/// The multiplicity of a position, or a sum of them, does not fit into 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// Why a computation on rows ended: the job's files, or the rows themselves.
#[derive(Debug)]
pub(crate) enum Failed {
    Job(Error),
    /// The bytes of a block, given by its index, are not a block.
    Malformed(usize),
    /// Two sides make no playable position.
    Unplayable,
    Overflow,
    /// Sides, joined with origins, cannot be numbered with 32 bits.
    TooManySides,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        Failed::Job(error)
    }
}

impl From<Overflow> for Failed {
    fn from(Overflow: Overflow) -> Failed {
        Failed::Overflow
    }
}

/// Replaces the numbers of sides by their places in sorted order, sorts rows by both, and adds the
/// multiplicities of equal positions.
///
/// Rows are distributed by the first side, and each part is sorted by the second. Most rows arrive
/// in the order of the second, which the sort of a part finds.
pub(crate) fn sort_and_combine(
    rows: &mut Vec<Row>,
    moved: &[u32],
    to_move: &[u32],
    columns: Columns,
) -> Result<(), Overflow> {
    // The first index of each part, then the index after its last row.
    let mut ends = vec![0_u32; moved.len() + 1];
    for row in &mut *rows {
        row.moved = moved[row.moved as usize];
        let (side, origin) = columns.split(row.column);
        row.column = columns.join(to_move[side as usize], origin);
        ends[row.moved as usize + 1] += 1;
    }
    for i in 1..ends.len() {
        ends[i] += ends[i - 1];
    }
    let mut sorted = vec![Row::default(); rows.len()];
    for row in &*rows {
        let at = &mut ends[row.moved as usize];
        sorted[*at as usize] = *row;
        *at += 1;
    }
    rows.clear();
    let mut start = 0;
    for &end in &ends[..moved.len()] {
        let part = &mut sorted[start..end as usize];
        start = end as usize;
        part.sort_unstable_by_key(|row| row.column);
        for &row in &*part {
            match rows.last_mut() {
                Some(last) if (last.moved, last.column) == (row.moved, row.column) => {
                    last.paths = last.paths.checked_add(row.paths).ok_or(Overflow)?;
                }
                _ => rows.push(row),
            }
        }
    }
    Ok(())
}
