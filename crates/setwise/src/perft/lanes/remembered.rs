//! Counting in lanes with a table of what was counted before.
//!
//! The table wants the count below each position, and lanes give counts late: a node three levels
//! above the leaves asks for all its children first, lets those wait in lanes that the table does
//! not know, and writes down what came of them once the lanes are counted.

use core::cell::RefCell;

use super::queues::Queues;
use super::walk::parent;
use crate::Position;
use crate::dispatch::Level;
use crate::node::Node;
use crate::perft::bulk::{below, for_each_child};
use crate::perft::hash::{Key, Table};
use crate::sliders::Sliders;

/// A table, and the children of one node at a time.
pub(super) struct Memory<'t> {
    table: &'t Table,
    children: RefCell<Vec<(Position, Key)>>,
}

impl Memory<'_> {
    pub(super) fn of(table: &Table) -> Memory<'_> {
        Memory { table, children: RefCell::new(Vec::new()) }
    }
}

/// A count of at least two levels.
pub(super) struct Remembered<'m, S: Sliders> {
    pub(super) node: Node<S>,
    pub(super) depth: u32,
    pub(super) queues: &'m Queues<'m>,
    pub(super) memory: &'m Memory<'m>,
}

impl<S: Sliders> Level for Remembered<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, descend: impl Fn(Self) -> u64 + Copy) -> u64 {
        let Remembered { node, depth, queues, memory } = self;
        if depth == 2 {
            parent(&node, queues);
            queues.finish();
            return queues.accounts.sum();
        }
        memory.table.remember(
            Key::of(node.position()),
            depth,
            #[inline(always)]
            || {
                if depth == 3 {
                    return of_children(&node, queues, memory);
                }
                below(&node, |node| descend(Remembered { node, depth: depth - 1, queues, memory }))
            },
        )
    }
}

/// The sum of the counts of two levels below each child.
#[inline(always)]
fn of_children<S: Sliders>(node: &Node<S>, queues: &Queues, memory: &Memory) -> u64 {
    let Memory { table, children } = memory;
    let mut children = children.borrow_mut();
    children.clear();
    for_each_child(
        node,
        #[inline(always)]
        |child| {
            let key = Key::of(child.position());
            table.prefetch(key);
            children.push((*child.position(), key));
        },
    );

    let mut sum = 0;
    children.retain(
        #[inline(always)]
        |(_, key)| match table.get(*key, 2) {
            Some(count) => {
                sum += count;
                false
            }
            None => true,
        },
    );
    for (owner, (child, _)) in (0..).zip(children.iter()) {
        queues.accounts.set_owner(Some(owner));
        parent(&node.next(*child), queues);
    }
    queues.finish();
    queues.accounts.set_owner(None);
    for (owner, (_, key)) in (0..).zip(children.iter()) {
        let count = queues.accounts.take(owner);
        table.put(*key, 2, count);
        sum += count;
    }
    sum
}
