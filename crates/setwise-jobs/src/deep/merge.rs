//! The union of sorted rows from many blocks, with the multiplicities of equal positions added.
//!
//! Groups of the same side that has just moved are added up in an array, as in
//! [`expand`](super::expand), by the number of the side to move.

use super::block::{Block, BlockWriter, Columns, Rows};
use super::row::{Failed, Key, Overflow};
use super::side::Side;

/// What a merge found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Merged {
    /// The number of different positions.
    pub(crate) positions: u64,
    /// The sum of their multiplicities.
    pub(crate) paths: u128,
}

/// The number of rows after which a block of a frontier ends, with the group.
const BLOCK_ROWS: usize = 1 << 20;

/// Merges blocks. Calls `each` with the key of every position, and `write` with the number of rows
/// and the bytes of each new block.
pub(crate) fn merge(
    blocks: &[Vec<u8>],
    columns: Columns,
    mut each: impl FnMut(Key),
    mut write: impl FnMut(u64, &[u8]) -> Result<(), Failed>,
) -> Result<Merged, Failed> {
    let mut opened = Vec::with_capacity(blocks.len());
    for (i, bytes) in blocks.iter().enumerate() {
        opened.push(Block::open(bytes, columns).ok_or(Failed::Malformed(i))?);
    }
    let to_move = union(&opened);
    let mut parts: Vec<(Side, usize, Rows<'_>)> = Vec::new();
    for (i, block) in opened.iter_mut().enumerate() {
        while let Some((moved, rows)) = block.next_group().ok_or(Failed::Malformed(i))? {
            parts.push((moved, i, rows));
        }
    }
    parts.sort_unstable_by_key(|&(moved, i, _)| (moved, i));
    // For each block the places of its sides to move in the union.
    let places: Vec<Vec<u32>> =
        opened.iter().map(|block| places(&block.to_move, &to_move)).collect();

    let mut merged = Merged::default();
    let mut writer = BlockWriter::new(columns);
    let (mut indices, mut bytes) = (Vec::new(), Vec::new());
    let mut flush = |writer: &mut BlockWriter| {
        let rows = writer.rows() as u64;
        bytes.clear();
        writer.finish(&to_move, &mut indices, &mut bytes);
        write(rows, &bytes)
    };
    let mut sums = Sums::new(to_move.len() * columns.origins as usize);
    for same in parts.chunk_by(|a, b| a.0 == b.0) {
        let moved = same[0].0;
        for (_, i, rows) in same {
            for (column, paths) in *rows {
                let (side, origin) = columns.split(column);
                let column = columns.join(places[*i][side as usize], origin);
                sums.add(column, paths)?;
            }
        }
        writer.begin_group(&moved);
        let mut last = None;
        sums.drain(|column, paths| {
            writer.push(column, paths);
            merged.paths += u128::from(paths);
            let (side, _) = columns.split(column);
            if last != Some(side) {
                last = Some(side);
                merged.positions += 1;
                each([moved, to_move[side as usize]]);
            }
        });
        if writer.rows() >= BLOCK_ROWS {
            flush(&mut writer)?;
        }
    }
    if writer.rows() > 0 {
        flush(&mut writer)?;
    }
    Ok(merged)
}

/// Returns the sides to move of all blocks, each once, in ascending order.
fn union(blocks: &[Block<'_>]) -> Vec<Side> {
    let mut all: Vec<Side> = blocks.iter().flat_map(|block| &block.to_move).copied().collect();
    // The lists are sorted already, which this sort uses.
    all.sort();
    all.dedup();
    all
}

/// Returns the place of each side in a list that has them all; both are sorted.
fn places(sides: &[Side], list: &[Side]) -> Vec<u32> {
    let mut from = 0;
    let place = |side: &Side| {
        from += list[from..].partition_point(|other| other < side);
        from as u32
    };
    sides.iter().map(place).collect()
}

/// Sums by column, which are read in ascending order.
struct Sums {
    sums: Vec<u64>,
    /// A bit for each column whose sum is not zero.
    used: Vec<u64>,
    /// The range of words in `used` that may have bits.
    range: (usize, usize),
}

impl Sums {
    fn new(columns: usize) -> Sums {
        Sums { sums: vec![0; columns], used: vec![0; columns.div_ceil(64)], range: (usize::MAX, 0) }
    }

    #[inline(always)]
    fn add(&mut self, column: u32, paths: u64) -> Result<(), Overflow> {
        let column = column as usize;
        let word = column / 64;
        self.range = (self.range.0.min(word), self.range.1.max(word + 1));
        self.used[word] |= 1 << (column % 64);
        let sum = &mut self.sums[column];
        *sum = sum.checked_add(paths).ok_or(Overflow)?;
        Ok(())
    }

    /// Calls `take` with each column and its sum, and sets the sums to zero.
    #[inline(always)]
    fn drain(&mut self, mut take: impl FnMut(u32, u64)) {
        let (first, end) = std::mem::replace(&mut self.range, (usize::MAX, 0));
        for word in first..end {
            let mut bits = std::mem::take(&mut self.used[word]);
            while bits != 0 {
                let column = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                take(column as u32, std::mem::take(&mut self.sums[column]));
            }
        }
    }
}
