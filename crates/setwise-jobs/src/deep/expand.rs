//! The positions one ply further, with their multiplicities.
//!
//! A frontier is sorted by the side that has just moved, here *the other side*. All positions with
//! the same other side are one group, and their children that capture nothing share that side. So
//! equal ones among them, which are most of all equal positions, are found by the number of one
//! side: the group is a row of a sparse matrix, and its children another row, added up in an array
//! (F. G. Gustavson, *Two fast algorithms for sparse matrices*, 1978,
//! <https://doi.org/10.1145/355791.355796>). Captures change the other side; equal ones are added
//! when the rows are sorted.

use setwise::{Color, Position};

use super::block::{Block, BlockWriter, Columns};
use super::children::{self, Child};
use super::dictionary::Dictionary;
use super::row::{Failed, Key, Overflow, Row, sort_and_combine};
use super::side::{Group, Side};

/// Collects the children of groups.
pub(crate) struct Expansion {
    columns: Columns,
    /// The sides that have moved, in the children.
    movers: Dictionary,
    /// The sides that are to move then.
    others: Dictionary,
    /// The multiplicities of the group's children that capture nothing, by the side that has moved
    /// and the origin.
    sums: Vec<u64>,
    touched: Vec<u32>,
    rows: Vec<Row>,
    found: Vec<Child>,
    known: Vec<u32>,
    children: Vec<Numbered>,
    /// The number of children, and the sum of their multiplicities.
    pub(crate) tally: Tally,
}

/// The numbers of children and of paths to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) children: u64,
    pub(crate) paths: u128,
}

/// A child by the numbers of its sides.
#[derive(Clone, Copy)]
struct Numbered {
    moved: u32,
    /// The side to move if it has lost a piece.
    captured: Option<u32>,
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
            known: Vec::new(),
            children: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Returns the number of rows collected so far.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Adds the children of the positions of a block, in which a color is to move. Calls `between`
    /// after each group.
    pub(crate) fn add_block(
        &mut self,
        bytes: &[u8],
        turn: Color,
        mut between: impl FnMut(&mut Expansion) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let mut block = Block::open(bytes, self.columns).ok_or(Failed::Malformed(0))?;
        while let Some((other, rows)) = block.next_group().ok_or(Failed::Malformed(0))? {
            let group = Group::new(&other, turn);
            let after = other.without_en_passant();
            let number = self.others.number(&after, after.hash());
            let mut last = None;
            for (column, paths) in rows {
                let (to_move, origin) = self.columns.split(column);
                if last != Some(to_move) {
                    let side = &block.to_move[to_move as usize];
                    let position = group.position(side).ok_or(Failed::Unplayable)?;
                    self.find_children(&position, side)?;
                    last = Some(to_move);
                }
                self.add_children(origin, paths)?;
            }
            self.finish_group(number);
            between(self)?;
        }
        Ok(())
    }

    fn find_children(&mut self, position: &Position, to_move: &Side) -> Result<(), Failed> {
        let turn = position.turn();
        // All sides are found first, so that the CPU looks up many at once.
        children::find(position, to_move, &mut self.found);
        self.movers.look_up(&self.found, &mut self.known);
        self.children.clear();
        for (&Child { mv, moved, hash, captures }, known) in self.found.iter().zip(&self.known) {
            let captured = captures.then(|| {
                let side = Side::of(&position.play_unchecked(mv), !turn, None);
                self.others.number(&side, side.hash())
            });
            let number = known.checked_sub(1);
            let moved = number.unwrap_or_else(|| self.movers.number(&moved, hash));
            self.children.push(Numbered { moved, captured });
        }
        let sides = self.movers.len().max(self.others.len());
        let columns = sides as u64 * u64::from(self.columns.origins);
        u32::try_from(columns).map_err(|_| Failed::TooManySides)?;
        if self.sums.len() < columns as usize {
            self.sums.resize(2 * columns as usize, 0);
        }
        Ok(())
    }

    /// Adds the children that were found last, for one origin.
    #[inline]
    fn add_children(&mut self, origin: u32, paths: u64) -> Result<(), Overflow> {
        let children = self.children.len() as u64;
        self.tally.children += children;
        self.tally.paths += u128::from(children) * u128::from(paths);
        for &Numbered { moved, captured } in &self.children {
            if let Some(to_move) = captured {
                self.rows.push(Row { moved, column: self.columns.join(to_move, origin), paths });
                continue;
            }
            let column = self.columns.join(moved, origin);
            let sum = &mut self.sums[column as usize];
            if *sum == 0 {
                self.touched.push(column);
            }
            *sum = sum.checked_add(paths).ok_or(Overflow)?;
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

    /// Sorts the rows, adds equal ones, and calls `write` with each bucket that has rows. Bucket
    /// *i* ends before splitter *i*; the last has no end. Then the collection is empty.
    pub(crate) fn finish(
        &mut self,
        splitters: &[Key],
        mut write: impl FnMut(Bucket<'_>) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let (moved, moved_places) = self.movers.sorted();
        let (to_move, to_move_places) = self.others.sorted();
        sort_and_combine(&mut self.rows, &moved_places, &to_move_places, self.columns)?;
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use setwise::{Color, Position};

    use super::*;
    use crate::deep::merge::merge;

    const ONE: Columns = Columns { origins: 1 };

    /// Returns a block with one position.
    fn block(position: &Position, paths: u64) -> Vec<u8> {
        let [moved, to_move] = Side::both(position);
        let (mut writer, mut bytes) = (BlockWriter::new(ONE), Vec::new());
        writer.begin_group(&moved);
        writer.push(0, paths);
        writer.finish(&[to_move], &mut Vec::new(), &mut bytes);
        bytes
    }

    /// Returns the blocks of the children, in one bucket for each range; sorted and written after
    /// each group, or once.
    fn expand(
        blocks: &[Vec<u8>],
        turn: Color,
        each_group: bool,
        ends: &[Key],
    ) -> Vec<Vec<Vec<u8>>> {
        let mut expansion = Expansion::new(ONE);
        let mut buckets = vec![Vec::new(); ends.len() + 1];
        let mut flush = |expansion: &mut Expansion| {
            expansion.finish(ends, |bucket| {
                buckets[bucket.index].push(bucket.bytes.to_vec());
                Ok(())
            })
        };
        for bytes in blocks {
            let added = expansion.add_block(bytes, turn, |expansion| {
                if each_group { flush(expansion) } else { Ok(()) }
            });
            added.expect("a block");
        }
        flush(&mut expansion).expect("no overflow");
        buckets
    }

    fn merged(blocks: &[Vec<u8>]) -> (Vec<Vec<u8>>, u64, Vec<Key>) {
        let (mut bytes, mut keys) = (Vec::new(), Vec::new());
        let merged = merge(
            blocks,
            ONE,
            |key| keys.push(key),
            |_, block| {
                bytes.push(block.to_vec());
                Ok(())
            },
        );
        (bytes, merged.expect("blocks").positions, keys)
    }

    /// Kiwipete has captures, castlings and en passant captures at once, so equal positions come
    /// from different groups.
    #[test]
    fn segments_and_ranges_do_not_change_the_frontier() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let root: Position = fen.parse().expect("a FEN");
        let (mut frontier, mut turn) = (vec![block(&root, 1)], Color::White);
        let mut parents = BTreeSet::from([Side::both(&root)]);
        for _ in 0..3 {
            let mut children = BTreeSet::new();
            for [moved, to_move] in &parents {
                let parent = Group::new(moved, turn).position(to_move).expect("playable");
                let moves = parent.legal_moves().into_iter();
                children.extend(moves.map(|mv| Side::both(&parent.play_unchecked(mv))));
            }
            let (whole, positions, keys) = merged(&expand(&frontier, turn, false, &[])[0]);
            assert_eq!(positions, children.len() as u64);
            assert!(keys.iter().eq(&children));
            let (segments, ..) = merged(&expand(&frontier, turn, true, &[])[0]);
            assert!(segments == whole, "{positions} positions, in segments");
            // Ends within a group, at its beginning, between two keys, and twice the same.
            let middle = keys[keys.len() / 2];
            let ends = [keys[keys.len() / 3], [middle[0], Side::LEAST], middle, middle];
            let mut again = Vec::new();
            for (range, bucket) in expand(&frontier, turn, true, &ends).iter().enumerate() {
                let (_, _, keys) = merged(bucket);
                assert!(keys.iter().all(|key| ends.get(range).is_none_or(|end| key < end)));
                assert!(keys.iter().all(|key| range == 0 || ends[range - 1] <= *key));
                again.extend(keys);
            }
            assert!(again == keys, "{positions} positions, in ranges");
            (frontier, parents, turn) = (whole, children, !turn);
        }
    }

    /// Two pawn moves lead from these two positions to the same one.
    #[test]
    fn a_multiplicity_of_more_than_64_bits_is_refused() {
        let fens = ["4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"];
        let blocks = fens.map(|fen| block(&fen.parse().expect("a FEN"), u64::MAX / 2 + 1));
        let add = |expansion: &mut Expansion, block: &[u8]| {
            expansion.add_block(block, Color::White, |_| Ok(()))
        };
        // In the sort, because each is a group of its own; the sums stay below the limit.
        let mut expansion = Expansion::new(ONE);
        for block in &blocks {
            add(&mut expansion, block).expect("no equal children in the group");
        }
        let error = expansion.finish(&[], |_| Ok(())).expect_err("an overflow");
        assert!(matches!(error, Failed::Overflow), "{error:?}");
        // And in the merge.
        let runs: Vec<Vec<u8>> = blocks
            .iter()
            .flat_map(|block| expand(std::slice::from_ref(block), Color::White, false, &[]))
            .flatten()
            .collect();
        let error = merge(&runs, ONE, |_| (), |_, _| Ok(())).expect_err("an overflow");
        assert!(matches!(error, Failed::Overflow), "{error:?}");
    }

    #[test]
    fn sides_that_make_no_position_are_refused() {
        let both: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a FEN");
        let [moved, to_move] = Side::both(&both);
        // The same king twice, and two kings side by side.
        let next: Position = "8/8/8/8/8/8/4K3/k7 w - - 0 1".parse().expect("a FEN");
        let [_, beside] = Side::both(&next);
        let far: Position = "8/8/8/8/8/4k3/8/K7 w - - 0 1".parse().expect("a FEN");
        for (moved, to_move) in [(moved, moved), (to_move, to_move), (Side::both(&far)[0], beside)]
        {
            let (mut writer, mut bytes) = (BlockWriter::new(ONE), Vec::new());
            writer.begin_group(&moved);
            writer.push(0, 1);
            writer.finish(&[to_move], &mut Vec::new(), &mut bytes);
            let mut expansion = Expansion::new(ONE);
            let added = expansion.add_block(&bytes, Color::White, |_| Ok(()));
            assert!(matches!(added, Err(Failed::Unplayable)), "{added:?}");
        }
    }
}
