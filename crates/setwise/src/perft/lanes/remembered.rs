//! Counting in lanes with a table of what was counted before.
//!
//! The table knows positions three moves above the leaves, and higher ones. Those of two moves are
//! parents, and to count a parent in lanes takes less time than to look for it in memory.

use core::cell::RefCell;

use super::queues::Queues;
use super::{Lanes, walk};
use crate::dispatch::{self, Level};
use crate::node::Node;
use crate::perft::bulk::{below, for_each_child};
use crate::perft::hash::{Entry, Key, Table, TooLarge};
use crate::sliders::Sliders;
use crate::sliders::erased::Erased;
use crate::{Position, techniques};

/// The lowest level that the table knows.
const LOWEST: u32 = 3;

impl Lanes {
    /// [`Lanes::count`] with a table of what was counted before.
    ///
    /// ```
    /// use setwise::perft::hash::Table;
    /// use setwise::perft::lanes::{Backend, Lanes};
    /// use setwise::{Position, techniques};
    ///
    /// let (table, lanes) = (Table::new(1 << 20)?, Lanes::on(Backend::widest()));
    /// let leaves = lanes.count_with(&table, &Position::INITIAL, 5, techniques::DEFAULT);
    /// assert_eq!(leaves, Some(4_865_609));
    /// # Ok::<(), setwise::perft::hash::TooLarge>(())
    /// ```
    pub fn count_with<S: Sliders>(
        self,
        table: &Table,
        position: &Position,
        depth: u32,
        sliders: S,
    ) -> Option<u128> {
        let memory = &Memory::of(table);
        self.count_by(position, depth, sliders, |node, depth, queues| {
            dispatch::run_or(Remembered { node, depth, queues, memory }, |_| {
                let node = Node::new(*node.position(), Erased::of(sliders));
                dispatch::baseline(Remembered { node, depth, queues, memory })
            })
        })
    }

    /// A table for [`Lanes::count_with`] of so many bytes, or of fewer if a count of some depth has
    /// not so many positions to remember: memory that is never written is never zeroed.
    ///
    /// # Errors
    ///
    /// There is not so much memory.
    #[inline]
    pub fn table(self, bytes: usize, position: &Position, depth: u32) -> Result<Table, TooLarge> {
        Table::new(wanted(self, position, depth, bytes).unwrap_or(bytes))
    }
}

/// How many bytes a table needs for all positions that a count of some depth may remember, up to a
/// bound.
// Inlined, and so compiled for who asks: with the library, lanes would take most of its time.
#[inline]
fn wanted(lanes: Lanes, position: &Position, depth: u32, most: usize) -> Option<usize> {
    let most = most as u128;
    let mut paths = 0;
    for plies in 0..=depth.saturating_sub(LOWEST) {
        // One more level is some twenty times as many.
        if 16 * paths * BYTES >= most {
            return usize::try_from(most).ok();
        }
        paths += lanes.count(position, plies, techniques::DEFAULT)?;
    }
    usize::try_from(most.min(paths * BYTES)).ok()
}

/// Half as many entries as there are ways to what is remembered: where fewer than half of them lead
/// to the same positions, there is little to remember.
const BYTES: u128 = size_of::<Entry>() as u128 / 2;

/// A table, and the children of one node at a time.
struct Memory<'t> {
    table: &'t Table,
    keys: RefCell<Vec<Key>>,
}

impl Memory<'_> {
    fn of(table: &Table) -> Memory<'_> {
        Memory { table, keys: RefCell::new(Vec::new()) }
    }
}

/// A count of at least two levels.
struct Remembered<'m, S: Sliders> {
    node: Node<S>,
    depth: u32,
    queues: &'m Queues,
    memory: &'m Memory<'m>,
}

impl<S: Sliders> Level for Remembered<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, descend: impl Fn(Self) -> u64 + Copy) -> u64 {
        let Remembered { node, depth, queues, memory } = self;
        if depth <= LOWEST {
            return walk::count(node, depth, queues);
        }
        memory.table.remember(
            Key::of(node.position()),
            depth,
            #[inline(always)]
            || {
                if depth == LOWEST + 1 {
                    return of_children(&node, queues, memory);
                }
                below(&node, |node| descend(Remembered { node, depth: depth - 1, queues, memory }))
            },
        )
    }
}

/// The sum of the counts of the lowest level that the table knows. Those that it does not know all
/// wait in lanes together: counted one after the other, with lanes half full, they took half as long
/// again.
#[inline(always)]
fn of_children<S: Sliders>(node: &Node<S>, queues: &Queues, memory: &Memory) -> u64 {
    let Memory { table, keys } = memory;
    let mut keys = keys.borrow_mut();
    keys.clear();
    for_each_child(
        node,
        #[inline(always)]
        |child| {
            let key = Key::of(child.position());
            table.prefetch(key);
            keys.push(key);
        },
    );
    let (mut children, mut unknown, mut sum) = (0, 0, 0);
    for_each_child(
        node,
        #[inline(always)]
        |child| {
            let key = keys[children];
            children += 1;
            match table.get(key, LOWEST) {
                Some(count) => sum += count,
                None => {
                    queues.sums.owner.set(unknown as u16);
                    keys[unknown] = key;
                    unknown += 1;
                    walk::down(child, LOWEST, queues);
                }
            }
        },
    );
    queues.finish();
    for (owner, key) in (0..).zip(&keys[..unknown]) {
        let count = queues.sums.take(owner);
        table.put(*key, LOWEST, count);
        sum += count;
    }
    sum
}
