//! Counts below groups of positions, each different child once.
//!
//! The positions of a group share the side that has just moved, and so do their children that
//! capture nothing, as in [`expand`](super::expand). At ply 7 of the initial position five of two
//! such children are equal on average. So the multiplicities of equal ones are added, and each
//! different child is counted once. Captures, which are few, are not compared.

use setwise::Position;
use setwise_perft::{Counter, Table};

use super::children::{self, Child};
use super::dictionary::Dictionary;
use super::row::Overflow;
use super::side::Side;
use crate::Error;
use crate::kind::Interruption;

/// Counts plies below positions.
pub(super) struct GroupCounter<'t> {
    pub(super) lanes: Counter,
    pub(super) table: Option<&'t Table>,
}

/// The number of positions that are counted together. What the lanes need and what the comparison
/// needs do not fit into the cache at once. With large batches the two alternate rarely.
const BATCH: usize = 2048;

/// Fewer plies are counted faster than a position is looked up.
const TABLE_PLIES: u8 = 4;

impl GroupCounter<'_> {
    /// Appends the number of sequences of `plies` moves from each of some positions.
    fn count(
        &mut self,
        positions: &[Position],
        plies: u8,
        counts: &mut Vec<u128>,
        interruption: Interruption<'_>,
    ) -> Result<(), Error> {
        match self.table.filter(|_| plies >= TABLE_PLIES) {
            Some(table) => {
                for position in positions {
                    interruption.check()?;
                    counts.push(self.lanes.count_with_table(table, position, plies));
                }
            }
            None => {
                // A few at a time are enough to fill the lanes, if each has thousands of leaves.
                let together = if plies < TABLE_PLIES { BATCH } else { 1 };
                for positions in positions.chunks(together) {
                    interruption.check()?;
                    self.lanes.count_each(positions, plies, counts);
                }
            }
        }
        Ok(())
    }
}

/// The children of some positions in some groups, with their multiplicities and counts.
pub(super) struct Block {
    /// The plies below a position.
    plies: u8,
    origins: usize,
    /// The number of sums with which a block is full.
    most_sums: usize,
    /// The sides that have moved, in the children of the present group that capture nothing.
    moved: Dictionary,
    /// The child with each of these sides.
    with_moved: Vec<u32>,
    /// The multiplicities, by child and origin.
    sums: Vec<u64>,
    counts: Vec<u128>,
    /// The last children, which are not counted yet.
    waiting: Vec<Position>,
    /// The children of the position that was added last.
    last: Vec<u32>,
    found: Vec<Child>,
    known: Vec<u32>,
    /// Indices of the found children that are new or captures.
    others: Vec<usize>,
}

/// Fewer plies below a position are counted at once: it stands for its children.
const FEWEST_PLIES: u8 = 3;

/// The number of children with which a block is full, or fewer if there are many origins. A child
/// takes up to 80 bytes, and 8 for each origin.
const MOST_CHILDREN: usize = 1 << 18;

/// The number of multiplicities with which a block is full.
const MOST_SUMS: usize = 1 << 21;

impl Block {
    /// Returns an empty block, for counts of some plies below its positions.
    pub(super) fn new(plies: u8, origins: u32) -> Block {
        let origins = origins as usize;
        Block {
            plies,
            origins,
            most_sums: MOST_SUMS.min(MOST_CHILDREN * origins),
            moved: Dictionary::default(),
            with_moved: Vec::new(),
            sums: Vec::new(),
            counts: Vec::new(),
            waiting: Vec::new(),
            last: Vec::new(),
            found: Vec::new(),
            known: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Returns whether the block must be finished and cleared before it takes another position.
    pub(super) fn is_full(&self) -> bool {
        self.sums.len() >= self.most_sums
    }

    /// Begins a group of positions that share the side that has just moved.
    pub(super) fn begin_group(&mut self) {
        self.moved.clear();
        self.with_moved.clear();
    }

    /// Adds a position of the group, whose side to move is given too.
    pub(super) fn add_position(
        &mut self,
        position: &Position,
        to_move: &Side,
        counter: &mut GroupCounter<'_>,
        interruption: Interruption<'_>,
    ) -> Result<(), Error> {
        if self.plies < FEWEST_PLIES {
            self.last.clear();
            let child = self.push(*position);
            self.last.push(child);
        } else {
            children::find(position, to_move, &mut self.found);
            self.find_known();
            for i in 0..self.others.len() {
                let child = self.number(position, self.found[self.others[i]]);
                self.last.push(child);
            }
        }
        self.sums.resize(self.children() * self.origins, 0);
        if self.waiting.len() >= BATCH {
            self.count_waiting(counter, interruption)?;
        }
        Ok(())
    }

    /// Takes the children that are known as the last ones, and lists the others. Whether a child is
    /// known cannot be predicted, so nothing branches.
    fn find_known(&mut self) {
        self.moved.look_up(&self.found, &mut self.known);
        let all = self.found.len();
        self.last.resize(all, 0);
        self.others.resize(all, 0);
        let (mut last, mut others) = (0, 0);
        for (i, (child, known)) in self.found.iter().zip(&self.known).enumerate() {
            let is_known = (*known != 0) & !child.captures;
            let number = known.saturating_sub(1) as usize;
            self.last[last] = self.with_moved.get(number).copied().unwrap_or(0);
            last += usize::from(is_known);
            self.others[others] = i;
            others += usize::from(!is_known);
        }
        self.last.truncate(last);
        self.others.truncate(others);
    }

    /// Returns the number of a child, which is added if it is new.
    #[inline(always)]
    fn number(&mut self, position: &Position, child: Child) -> u32 {
        let Child { mv, moved, hash, captures } = child;
        if captures {
            return self.push(position.play_unchecked(mv));
        }
        let number = self.moved.number(&moved, hash) as usize;
        if let Some(&child) = self.with_moved.get(number) {
            return child;
        }
        let child = self.push(position.play_unchecked(mv));
        self.with_moved.push(child);
        child
    }

    #[inline]
    fn push(&mut self, child: Position) -> u32 {
        let number = self.children();
        self.waiting.push(child);
        number as u32
    }

    /// Returns the number of children.
    fn children(&self) -> usize {
        self.counts.len() + self.waiting.len()
    }

    /// Returns the children of the position that was added last.
    pub(super) fn last_children(&self) -> &[u32] {
        &self.last
    }

    /// Adds the multiplicity of the position that was added last, for an origin.
    #[inline]
    pub(super) fn add_paths(&mut self, origin: u32, paths: u64) -> Result<(), Overflow> {
        for &child in &self.last {
            let sum = &mut self.sums[child as usize * self.origins + origin as usize];
            *sum = sum.checked_add(paths).ok_or(Overflow)?;
        }
        Ok(())
    }

    /// Returns the count of each child, with its multiplicities by origin.
    pub(super) fn finish(
        &mut self,
        counter: &mut GroupCounter<'_>,
        interruption: Interruption<'_>,
    ) -> Result<impl Iterator<Item = (u128, &[u64])>, Error> {
        self.count_waiting(counter, interruption)?;
        Ok(self.counts.iter().copied().zip(self.sums.chunks_exact(self.origins)))
    }

    /// Returns the count below the position that has some children, after [`Block::finish`].
    pub(super) fn count_below(&self, children: &[u32]) -> u128 {
        children.iter().map(|&child| self.counts[child as usize]).sum()
    }

    /// Removes all children. The group goes on.
    pub(super) fn clear(&mut self) {
        self.begin_group();
        self.sums.clear();
        self.counts.clear();
    }

    fn count_waiting(
        &mut self,
        counter: &mut GroupCounter<'_>,
        interruption: Interruption<'_>,
    ) -> Result<(), Error> {
        let plies = if self.plies < FEWEST_PLIES { self.plies } else { self.plies - 1 };
        counter.count(&self.waiting, plies, &mut self.counts, interruption)?;
        self.waiting.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use setwise_perft::{Backend, Counter};
    use setwise_testkit::suites::{self, CHESS960, RANDOM};

    use super::*;
    use crate::deep::side::Group;

    const ORIGINS: u32 = 3;

    /// Returns the position without a useless en passant square, as a frontier has it.
    fn canonical(position: &Position) -> Position {
        let [moved, to_move] = Side::both(position);
        Group::new(&moved, position.turn()).position(&to_move).expect("playable")
    }

    /// Counts below the positions two plies after a root, in blocks, and compares. Returns the
    /// number of children that were counted, and the number that should be: the captures, and the
    /// different positions after other moves.
    fn check(root: &Position, plies: u8, most_sums: usize) -> (usize, usize) {
        let next = |position: &Position| {
            let position = *position;
            position.legal_moves().into_iter().map(move |mv| position.play_unchecked(mv))
        };
        let mut groups: BTreeMap<Side, BTreeMap<Side, Position>> = BTreeMap::new();
        for position in next(root).flat_map(|child| next(&child).collect::<Vec<_>>()) {
            let [moved, to_move] = Side::both(&position);
            groups.entry(moved).or_default().insert(to_move, canonical(&position));
        }
        let scalar =
            |position: &Position, plies| Counter::new(Backend::SCALAR).count(position, plies);
        let mut block = Block::new(plies, ORIGINS);
        block.most_sums = most_sums;
        let (mut found, mut expected) = ([0; ORIGINS as usize], [0; ORIGINS as usize]);
        let (mut counted, mut captures) = (0, 0);
        let mut others = BTreeSet::new();
        let mut sample = Vec::new();
        let mut counter = GroupCounter { lanes: Counter::new(Backend::fastest()), table: None };
        let mut finish =
            |block: &mut Block, counter: &mut GroupCounter<'_>, sample: &mut Vec<_>| {
                let children = block.finish(counter, Interruption::NEVER).expect("no interruption");
                for (count, paths) in children {
                    counted += 1;
                    for (sum, &paths) in found.iter_mut().zip(paths) {
                        *sum += count * u128::from(paths);
                    }
                }
                let rows: std::vec::Drain<'_, (Position, Vec<u32>)> = sample.drain(..);
                for (position, children) in rows {
                    assert_eq!(block.count_below(&children), scalar(&position, plies));
                }
                block.clear();
            };
        for group in groups.values() {
            block.begin_group();
            for (paths, (to_move, position)) in (1..).zip(group) {
                if block.is_full() {
                    finish(&mut block, &mut counter, &mut sample);
                }
                let added =
                    block.add_position(position, to_move, &mut counter, Interruption::NEVER);
                added.expect("no interruption");
                sample.push((*position, block.last_children().to_vec()));
                let count = scalar(position, plies);
                for origin in [paths % ORIGINS, (paths + 1) % ORIGINS] {
                    block.add_paths(origin, paths.into()).expect("no overflow");
                    expected[origin as usize] += count * u128::from(paths);
                }
                for child in next(position) {
                    let kept = |of: &Position| of.board().color(!position.turn());
                    if kept(&child) == kept(position) {
                        others.insert(Side::both(&child));
                    } else {
                        captures += 1;
                    }
                }
            }
        }
        finish(&mut block, &mut counter, &mut sample);
        assert_eq!(found, expected, "{plies} plies after two from {root}");
        (counted, captures + others.len())
    }

    #[test]
    fn blocks_of_any_size_have_the_sums_of_their_positions() {
        let roots = [RANDOM, CHESS960].into_iter().flat_map(suites::positions);
        for (number, (_, root, _)) in roots.enumerate().filter(|(number, _)| number % 40 == 7) {
            for plies in 0..=3 {
                let most_sums = [1, 100, MOST_SUMS][number % 3];
                let (counted, different) = check(&root, plies, most_sums);
                assert!(plies < 3 || most_sums < MOST_SUMS || counted == different, "{root}");
            }
        }
        check(&Position::INITIAL, 4, 1_000);
    }

    /// 8,902 paths lead to 5,362 positions of ply 3. Two positions are reached by two captures
    /// each.
    #[test]
    fn each_different_child_of_a_group_is_counted_once() {
        assert_eq!(check(&Position::INITIAL, 3, MOST_SUMS), (5_364, 5_364));
        let (counted, different) = check(&Position::INITIAL, 3, 1);
        assert!(counted > different, "every block compares its children anew");
    }

    #[test]
    fn a_multiplicity_of_more_than_64_bits_is_refused() {
        let mut counter = GroupCounter { lanes: Counter::new(Backend::fastest()), table: None };
        let mut block = Block::new(3, 1);
        for fen in ["4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"] {
            let root = suites::position(fen);
            let [_, to_move] = Side::both(&root);
            let added = block.add_position(&root, &to_move, &mut counter, Interruption::NEVER);
            added.expect("no interruption");
            let result = block.add_paths(0, u64::MAX / 2 + 1);
            // Pawn moves lead from both positions to the same ones.
            assert_eq!(result.is_err(), fen.contains("/P7/8/4K3"));
        }
    }
}
