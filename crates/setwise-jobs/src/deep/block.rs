//! Blocks: sorted rows as bytes.
//!
//! A block stands alone. It has the sides to move that occur in it, each once, and then for each
//! side that has just moved the positions that it makes with them:
//!
//! ```text
//! number of sides to move, number of groups, number of rows
//! sides to move          length of the prefix shared with the side before (1 byte), other bytes
//! groups                 the side that has just moved, in the same form; number of rows
//! rows of the group      column less the column before less one; multiplicity
//! ```
//!
//! All numbers are LEB128: seven bits in each byte, the lowest first; the upper bit says that more
//! follow. The column before the first row is −1. So a row takes two bytes where its column is at
//! most 128 after the one before, and its multiplicity is less than 128.
//!
//! A column is the index of the side to move, times the number of [origins](Columns), plus the
//! origin.

use super::side::{PACKED, Side};

/// How a column is made of a side to move and an origin.
///
/// The origin is the root move that a path begins with, if each root move is counted by itself;
/// then a position has a row for each. Otherwise there is one origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    /// The number of origins.
    pub(crate) origins: u32,
}

impl Columns {
    #[inline(always)]
    pub(crate) fn join(self, side: u32, origin: u32) -> u32 {
        side * self.origins + origin
    }

    /// Returns the side and the origin of a column.
    #[inline(always)]
    pub(crate) fn split(self, column: u32) -> (u32, u32) {
        match self.origins {
            1 => (column, 0),
            origins => (column / origins, column % origins),
        }
    }
}

/// Writes one block, row by row in ascending order.
///
/// Sides to move are given by their numbers in a sorted list that the caller has.
pub(crate) struct BlockWriter {
    columns: Columns,
    /// The groups, with the caller's numbers instead of indices.
    groups: Vec<(Side, u32)>,
    rows: Vec<(u32, u64)>,
}

impl BlockWriter {
    pub(crate) fn new(columns: Columns) -> BlockWriter {
        BlockWriter { columns, groups: Vec::new(), rows: Vec::new() }
    }

    /// Begins a group of rows with the same side that has just moved.
    pub(crate) fn begin_group(&mut self, moved: &Side) {
        self.groups.push((*moved, 0));
    }

    /// Adds a row to the group.
    #[inline]
    pub(crate) fn push(&mut self, column: u32, paths: u64) {
        self.rows.push((column, paths));
        if let Some((_, rows)) = self.groups.last_mut() {
            *rows += 1;
        }
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Appends the bytes of the block, and empties the writer. `indices` is a buffer of as many
    /// numbers as the list `to_move` has sides.
    pub(crate) fn finish(&mut self, to_move: &[Side], indices: &mut Vec<u32>, bytes: &mut Vec<u8>) {
        indices.clear();
        indices.resize(to_move.len(), 0);
        for &(column, _) in &self.rows {
            indices[self.columns.split(column).0 as usize] = 1;
        }
        let mut sides = 0;
        for index in indices.iter_mut() {
            let used = *index;
            *index = sides;
            sides += used;
        }
        put_number(u64::from(sides), bytes);
        put_number(self.groups.len() as u64, bytes);
        put_number(self.rows.len() as u64, bytes);
        let mut packer = Packer::default();
        for (number, side) in to_move.iter().enumerate() {
            let next = indices.get(number + 1).copied().unwrap_or(sides);
            if next > indices[number] {
                packer.put(side, bytes);
            }
        }
        let mut rows = self.rows.iter();
        let mut packer = Packer::default();
        for (moved, count) in &self.groups {
            packer.put(moved, bytes);
            put_number(u64::from(*count), bytes);
            let mut next = 0;
            for &(column, paths) in rows.by_ref().take(*count as usize) {
                let (number, origin) = self.columns.split(column);
                let column = self.columns.join(indices[number as usize], origin);
                put_number(u64::from(column - next), bytes);
                put_number(paths, bytes);
                next = column + 1;
            }
        }
        self.groups.clear();
        self.rows.clear();
    }
}

/// Writes sides, each without the prefix that it shares with the one before.
#[derive(Default)]
pub(crate) struct Packer {
    last: [u8; PACKED],
}

impl Packer {
    pub(crate) fn put(&mut self, side: &Side, bytes: &mut Vec<u8>) {
        let packed = side.pack();
        let shared = packed.iter().zip(&self.last).take_while(|(a, b)| a == b).count();
        bytes.push(shared as u8);
        bytes.extend_from_slice(&packed[shared..]);
        self.last = packed;
    }
}

/// Reads sides that a [`Packer`] has written.
#[derive(Default)]
pub(crate) struct Unpacker {
    last: [u8; PACKED],
}

impl Unpacker {
    pub(crate) fn take(&mut self, bytes: &mut Bytes<'_>) -> Option<Side> {
        let shared = usize::from(bytes.byte()?);
        let rest = self.last.get_mut(shared..)?;
        rest.copy_from_slice(bytes.take(rest.len())?);
        Side::unpack(&self.last)
    }
}

/// Appends a number.
#[inline(always)]
pub(crate) fn put_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Bytes that are read from the front.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'b>(pub(crate) &'b [u8]);

impl<'b> Bytes<'b> {
    #[inline(always)]
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    pub(crate) fn take(&mut self, len: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    /// Returns the next number.
    #[inline(always)]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let first = self.byte()?;
        if first < 0x80 { Some(u64::from(first)) } else { self.long_number(first) }
    }

    #[inline]
    fn long_number(&mut self, first: u8) -> Option<u64> {
        let mut number = u64::from(first & 0x7f);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

/// A block that is read group by group. Every method returns `None` if the bytes are not a block.
pub(crate) struct Block<'b> {
    /// The sides to move, by index.
    pub(crate) to_move: Vec<Side>,
    columns: u64,
    groups: u64,
    rows: u64,
    unpacker: Unpacker,
    bytes: Bytes<'b>,
}

impl<'b> Block<'b> {
    /// Reads the sides to move.
    pub(crate) fn open(bytes: &'b [u8], columns: Columns) -> Option<Block<'b>> {
        let len = bytes.len() as u64;
        let mut bytes = Bytes(bytes);
        let [sides, groups, rows] = [bytes.number()?, bytes.number()?, bytes.number()?];
        // Each takes a byte or more, so memory is bounded by the length of the file.
        if sides.max(groups).max(rows) > len {
            return None;
        }
        let mut unpacker = Unpacker::default();
        let to_move =
            (0..sides).map(|_| unpacker.take(&mut bytes)).collect::<Option<Vec<Side>>>()?;
        to_move.is_sorted_by(|a, b| a < b).then_some(())?;
        let columns = sides * u64::from(columns.origins);
        u32::try_from(columns).ok()?;
        Some(Block { to_move, columns, groups, rows, unpacker: Unpacker::default(), bytes })
    }

    /// Returns the next group: the side that has just moved, and its rows.
    pub(crate) fn next_group(&mut self) -> Option<Option<(Side, Rows<'b>)>> {
        let Some(groups) = self.groups.checked_sub(1) else {
            return (self.bytes.0.is_empty() && self.rows == 0).then_some(None);
        };
        let moved = self.unpacker.take(&mut self.bytes)?;
        let count = self.bytes.number()?;
        self.groups = groups;
        self.rows = self.rows.checked_sub(count)?;
        let rows = Rows { bytes: self.bytes, left: count, next: 0, columns: self.columns };
        let mut skipped = rows;
        while skipped.next_row()?.is_some() {}
        self.bytes = skipped.bytes;
        Some(Some((moved, rows)))
    }
}

/// The rows of a group.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'b> {
    bytes: Bytes<'b>,
    left: u64,
    next: u64,
    columns: u64,
}

impl Rows<'_> {
    /// Returns the next row: its column and its multiplicity.
    #[inline(always)]
    pub(crate) fn next_row(&mut self) -> Option<Option<(u32, u64)>> {
        let Some(left) = self.left.checked_sub(1) else { return Some(None) };
        self.left = left;
        let column = self.next.checked_add(self.bytes.number()?)?;
        let paths = self.bytes.number()?;
        if column >= self.columns || paths == 0 {
            return None;
        }
        self.next = column + 1;
        Some(Some((column as u32, paths)))
    }
}

impl Iterator for Rows<'_> {
    type Item = (u32, u64);

    /// Returns the next row. [`Block::next_group`] has checked that it is well-formed.
    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u64)> {
        self.next_row().flatten()
    }
}

#[cfg(test)]
mod tests {
    use setwise::Position;

    use super::*;

    const COLUMNS: Columns = Columns { origins: 3 };

    /// A side that has just moved, and rows: the column or the side to move and the origin, the
    /// multiplicity.
    type Group<R> = (Side, Vec<R>);

    /// Returns some sides in ascending order.
    fn sides() -> Vec<Side> {
        let root = Position::INITIAL;
        let positions = root.legal_moves().into_iter().map(|mv| root.play_unchecked(mv));
        let mut sides: Vec<Side> = positions.map(|position| Side::both(&position)[0]).collect();
        sides.sort_unstable();
        sides
    }

    fn groups(sides: &[Side]) -> Vec<Group<(u32, u64)>> {
        vec![
            (sides[1], vec![(0, 1), (2, 127), (3, 128)]),
            (sides[4], vec![(58, u64::MAX)]),
            (sides[9], vec![(7, 1 << 40), (8, 5), (57, 1 << 63)]),
        ]
    }

    /// Returns the groups as a block.
    fn written() -> Vec<u8> {
        let (mut writer, mut bytes) = (BlockWriter::new(COLUMNS), Vec::new());
        for (moved, rows) in &groups(&sides()) {
            writer.begin_group(moved);
            for &(column, paths) in rows {
                writer.push(column, paths);
            }
        }
        assert_eq!(writer.rows(), 7);
        writer.finish(&sides(), &mut Vec::new(), &mut bytes);
        bytes
    }

    /// Reads a block to its end.
    fn read(bytes: &[u8]) -> Option<Vec<Group<(Side, u32, u64)>>> {
        let mut block = Block::open(bytes, COLUMNS)?;
        let mut groups = Vec::new();
        while let Some((moved, rows)) = block.next_group()? {
            let row = |(column, paths)| {
                let (side, origin) = COLUMNS.split(column);
                (block.to_move[side as usize], origin, paths)
            };
            groups.push((moved, rows.map(row).collect()));
        }
        Some(groups)
    }

    #[test]
    fn a_block_is_read_as_it_was_written() {
        let (sides, bytes) = (sides(), written());
        let expected: Vec<_> = groups(&sides)
            .into_iter()
            .map(|(moved, rows)| {
                let row =
                    |(column, paths): (u32, u64)| (sides[column as usize / 3], column % 3, paths);
                (moved, rows.into_iter().map(row).collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(read(&bytes), Some(expected));
    }

    /// None of these may panic, and a shorter or longer block is never accepted.
    #[test]
    fn malformed_blocks_are_refused() {
        let bytes = written();
        for len in 0..bytes.len() {
            assert_eq!(read(&bytes[..len]), None, "the first {len} bytes");
        }
        assert_eq!(read(&[&bytes[..], &[0]].concat()), None);
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = value;
                let _ = read(&changed);
            }
        }
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        for (number, len) in [(0, 1), (127, 1), (128, 2), (16_383, 2), (16_384, 3), (u64::MAX, 10)]
        {
            let mut bytes = Vec::new();
            put_number(number, &mut bytes);
            assert_eq!(bytes.len(), len);
            assert_eq!(Bytes(&bytes).number(), Some(number));
        }
        // One bit too many, and no end.
        let mut long = vec![0xff; 9];
        long.push(2);
        assert_eq!(Bytes(&long).number(), None);
        assert_eq!(Bytes(&[0x80; 12]).number(), None);
    }
}
