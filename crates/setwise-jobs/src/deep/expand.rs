//! The positions one ply further, with their multiplicities.
//!
//! A frontier is sorted by the side that has just moved, here *the other side*. All positions with the
//! same other side are one group, and their children that capture nothing share that side. So equal ones
//! among them, which are most of all equal positions, are found by the number of one side: the group is a
//! row of a sparse matrix, and its children another row, added up in an array (F. G. Gustavson, *Two fast
//! algorithms for sparse matrices*, 1978, <https://doi.org/10.1145/355791.355796>). Captures change the
//! other side; equal ones are added when the rows are sorted.

use setwise::{Color, Position};

use super::block::{Block, BlockWriter, Columns};
use super::dictionary::Dictionary;
use super::row::{Key, Overflow, Row, sort_and_combine};
use super::side::{Group, Side};

/// Collects the children of groups.
pub(crate) struct Expansion {
    columns: Columns,
    /// The sides that have moved, in the children.
    movers: Dictionary,
    /// The sides that are to move then.
    others: Dictionary,
    /// The multiplicities of the group's children that capture nothing, by the side that has moved and the
    /// origin.
    sums: Vec<u64>,
    touched: Vec<u32>,
    rows: Vec<Row>,
    found: Vec<Found>,
    children: Vec<Child>,
    /// The number of children, and the sum of their multiplicities.
    pub(crate) tally: Tally,
}

/// The numbers of children and of paths to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) children: u64,
    pub(crate) paths: u128,
}

/// A child whose side that has moved is not numbered yet.
struct Found {
    moved: Side,
    hash: u64,
    /// The number of the side to move if it has lost a piece.
    captured: Option<u32>,
}

/// A child by the numbers of its sides.
#[derive(Clone, Copy)]
struct Child {
    moved: u32,
    captured: Option<u32>,
}

/// Why rows cannot be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpandError {
    /// The bytes are not a block.
    Malformed,
    /// Two sides make no playable position.
    Unplayable,
    Overflow,
}

impl From<Overflow> for ExpandError {
    fn from(Overflow: Overflow) -> ExpandError {
        ExpandError::Overflow
    }
}

/// The bytes of a bucket.
pub(crate) struct Bucket<'b> {
    pub(crate) index: usize,
    pub(crate) rows: u64,
    pub(crate) bytes: &'b [u8],
}

impl Expansion {
    pub(crate) fn new(columns: Columns) -> Expansion {
        Expansion {
            columns,
            movers: Dictionary::default(),
            others: Dictionary::default(),
            sums: Vec::new(),
            touched: Vec::new(),
            rows: Vec::new(),
            found: Vec::new(),
            children: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Returns the number of rows collected so far.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Adds the children of the positions of a block, in which a color is to move. Calls `between` after
    /// each group.
    pub(crate) fn add_block<E: From<ExpandError>>(
        &mut self,
        bytes: &[u8],
        turn: Color,
        mut between: impl FnMut(&mut Expansion) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut block = Block::open(bytes, self.columns).ok_or(ExpandError::Malformed)?;
        while let Some((other, rows)) = block.next_group().ok_or(ExpandError::Malformed)? {
            let group = Group::new(&other, turn);
            let after = other.without_en_passant();
            let number = self.others.number(&after, after.hash());
            let mut last = None;
            for (column, paths) in rows {
                let (to_move, origin) = self.columns.split(column);
                if last != Some(to_move) {
                    let side = &block.to_move[to_move as usize];
                    let position = group.position(side).ok_or(ExpandError::Unplayable)?;
                    self.find_children(&position, &other);
                    last = Some(to_move);
                }
                self.add_children(origin, paths)?;
            }
            self.finish_group(number);
            between(self)?;
        }
        Ok(())
    }

    fn find_children(&mut self, position: &Position, other: &Side) {
        let turn = position.turn();
        // All sides are found first, so that the CPU looks up many at once.
        self.found.clear();
        for mv in position.legal_moves() {
            let child = position.play_unchecked(mv);
            let moved = Side::of(&child, turn, child.legal_en_passant());
            let captures = child.board().color(!turn) != other.occupied();
            let captured = captures.then(|| {
                let side = Side::of(&child, !turn, None);
                self.others.number(&side, side.hash())
            });
            self.found.push(Found { moved, hash: moved.hash(), captured });
        }
        self.children.clear();
        for &Found { moved, hash, captured } in &self.found {
            self.children.push(Child { moved: self.movers.number(&moved, hash), captured });
        }
        let sums = self.movers.len() * self.columns.origins as usize;
        if self.sums.len() < sums {
            self.sums.resize(2 * sums, 0);
        }
    }

    /// Adds the children that were found last, for one origin.
    #[inline]
    fn add_children(&mut self, origin: u32, paths: u64) -> Result<(), ExpandError> {
        let children = self.children.len() as u64;
        self.tally.children += children;
        self.tally.paths += u128::from(children) * u128::from(paths);
        for &Child { moved, captured } in &self.children {
            if let Some(to_move) = captured {
                self.rows.push(Row { moved, column: self.columns.join(to_move, origin), paths });
                continue;
            }
            let column = self.columns.join(moved, origin);
            let sum = &mut self.sums[column as usize];
            if *sum == 0 {
                self.touched.push(column);
            }
            *sum = sum.checked_add(paths).ok_or(ExpandError::Overflow)?;
        }
        Ok(())
    }

    fn finish_group(&mut self, to_move: u32) {
        for touched in self.touched.drain(..) {
            let paths = std::mem::take(&mut self.sums[touched as usize]);
            let (moved, origin) = self.columns.split(touched);
            self.rows.push(Row { moved, column: self.columns.join(to_move, origin), paths });
        }
    }

    /// Sorts the rows, adds equal ones, and calls `write` with each bucket that has rows. Bucket *i* ends
    /// before splitter *i*; the last has no end. Then the collection is empty.
    pub(crate) fn finish<E: From<ExpandError>>(
        &mut self,
        splitters: &[Key],
        mut write: impl FnMut(Bucket<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (moved, moved_places) = self.movers.sorted();
        let (to_move, to_move_places) = self.others.sorted();
        sort_and_combine(&mut self.rows, &moved_places, &to_move_places, self.columns)
            .map_err(ExpandError::from)?;
        let mut writer = BlockWriter::new(self.columns);
        let (mut indices, mut bytes) = (Vec::new(), Vec::new());
        let mut flush = |writer: &mut BlockWriter, index| {
            let rows = writer.rows() as u64;
            if rows == 0 {
                return Ok(());
            }
            bytes.clear();
            writer.finish(&to_move, &mut indices, &mut bytes);
            write(Bucket { index, rows, bytes: &bytes })
        };
        let mut bucket = 0;
        let mut last = None;
        for row in &self.rows {
            let (side, _) = self.columns.split(row.column);
            let key = || [moved[row.moved as usize], to_move[side as usize]];
            let ended = |bucket: usize| splitters.get(bucket).is_some_and(|end| *end <= key());
            if ended(bucket) {
                flush(&mut writer, bucket)?;
                bucket += splitters[bucket..].partition_point(|end| *end <= key());
                last = None;
            }
            if last != Some(row.moved) {
                writer.begin_group(&moved[row.moved as usize]);
                last = Some(row.moved);
            }
            writer.push(row.column, row.paths);
        }
        flush(&mut writer, bucket)?;
        self.rows.clear();
        self.movers.clear();
        self.others.clear();
        Ok(())
    }
}
