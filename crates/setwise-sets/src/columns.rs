//! The evaluator in columns: many positions at once, node by node.
//!
//! Positions lie as columns: eight arrays of piece sets, and arrays of the other words that the
//! question has. A node is evaluated by one loop over the columns of its parts, which the compiler
//! vectorises, and only for the blocks of positions in which its value is still needed.

/// Calls a function with a closure that is inlined into it.
macro_rules! inlined {
    ($function:path, [$($argument:expr),*], |$($parameter:pat_param),*| $body:expr) => {
        $function(
            $($argument,)*
            #[inline(always)]
            |$($parameter),*| $body,
        )
    };
}

mod evaluate;
mod finder;
mod kernels;
mod lanes;
mod plan;
mod replay;
mod texts;

pub use finder::{
    Evaluator, Finder, FinderOptions, GameHits, PartValue, Value, Values, evaluate, evaluate_parts,
};

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use setwise::{Bitboard, Position};

use crate::tree::{Id, Kind, Node, Tree};
use evaluate::State;
use lanes::{Level, Truths};
use plan::{Filling, Plan};

/// The positions of a batch.
const LANES: usize = BLOCK * BLOCKS;
/// The positions of a block: a loop skips the blocks in which no position is wanted.
const BLOCK: usize = 64;
const BLOCKS: usize = 8;

/// A set for each position of a batch.
type Sets = [[Bitboard; BLOCK]; BLOCKS];

const NO_SETS: Sets = [[Bitboard::EMPTY; BLOCK]; BLOCKS];

/// For each block the sets of the six roles and of the two colors. Eight arrays for a whole batch
/// would lie 4,096 bytes apart, so that the sets of a position would compete for the same places
/// of the cache.
type PieceSets = [[[Bitboard; BLOCK]; 8]; BLOCKS];

/// A number for each position of a batch.
#[derive(Debug)]
struct Numbers {
    values: [[i32; BLOCK]; BLOCKS],
    missing: Truths,
}

/// The values of a node.
#[derive(Debug)]
enum Column {
    Set(Box<Sets>),
    Number(Box<Numbers>),
    Truth(Truths),
}

impl Column {
    fn new(kind: Kind) -> Column {
        match kind {
            Kind::Set => Column::Set(Box::new(NO_SETS)),
            Kind::Number => Column::Number(Box::new(Numbers {
                values: [[0; BLOCK]; BLOCKS],
                missing: Truths::NONE,
            })),
            Kind::Truth => Column::Truth(Truths::NONE),
        }
    }
}

/// Methods that return the values of a node of a kind.
macro_rules! values_of_kind {
    ($($name:ident $name_mut:ident $kind:ident $values:ty;)*) => {
        impl Column {
            $(fn $name(&self) -> &$values {
                match self {
                    Column::$kind(values) => values,
                    _ => unreachable!("values of another kind are expected"),
                }
            }

            fn $name_mut(&mut self) -> &mut $values {
                match self {
                    Column::$kind(values) => values,
                    _ => unreachable!("values of another kind are expected"),
                }
            })*
        }
    };
}
values_of_kind! {
    set set_mut Set Sets;
    number number_mut Number Numbers;
    truth truth_mut Truth Truths;
}

/// The positions of one game in a batch.
#[derive(Clone, Debug)]
struct Segment {
    lanes: core::ops::Range<usize>,
    /// The game begins with the first of them.
    is_start: bool,
}

/// A batch of positions, and the values of the nodes for them.
struct Columns {
    tree: Tree,
    plan: Plan,
    level: Level,
    /// The pieces of the six roles, and of the two colors.
    pieces: Box<PieceSets>,
    /// Black is to move.
    black: Truths,
    /// The positions, if a node needs more of them than the pieces and the side to move.
    positions: Vec<Position>,
    /// For each node of routes: a piece that has been on all of its squares stands on the last.
    routes: Vec<Truths>,
    segments: Vec<Segment>,
    /// What is known of the last game before its moves are replayed.
    game_values: Vec<Option<Value>>,
    /// The number of positions.
    len: usize,
    /// The batch has a part of one game that is longer than a batch.
    is_part: bool,
    /// The values of each node.
    columns: Vec<Column>,
    /// The positions for which the values of each node are known.
    known: Vec<Truths>,
    /// What the operators on games carry from batch to batch.
    states: Vec<State>,
    /// The squares that each variable still has to take.
    rests: Vec<Box<Sets>>,
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Columns").field("len", &self.len).finish_non_exhaustive()
    }
}

impl Columns {
    /// Returns columns in which the values of some nodes are asked for.
    fn new(mut tree: Tree, roots: &[Id]) -> Columns {
        let variables = roots.iter().map(|root| tree.quantifiers_in(*root)).max().unwrap_or(0);
        // A variable that no body names has a node too.
        let variables = (0..variables).map(|number| tree.insert(Node::Variable(number)));
        let variables = variables.collect();
        let plan = Plan::new(&tree, roots, variables);
        let nothing = alloc::vec![Truths::NONE; tree.len()];
        let mut columns = Columns {
            level: Level::highest(),
            pieces: Box::new([[[Bitboard::EMPTY; BLOCK]; 8]; BLOCKS]),
            black: Truths::NONE,
            positions: Vec::new(),
            routes: nothing.clone(),
            segments: Vec::new(),
            game_values: Vec::new(),
            len: 0,
            is_part: false,
            columns: tree.ids().map(|id| Column::new(tree.kind(id))).collect(),
            known: nothing,
            states: alloc::vec![State::default(); tree.len()],
            rests: plan.dependents.iter().map(|_| Box::new(NO_SETS)).collect(),
            tree,
            plan,
        };
        columns.fill_constants();
        columns
    }

    /// Forgets the positions of the batch.
    fn clear(&mut self) {
        self.len = 0;
        self.segments.clear();
        self.positions.clear();
        self.black = Truths::NONE;
        for (known, &filling) in self.known.iter_mut().zip(&self.plan.filling) {
            if filling == Filling::Computed {
                *known = Truths::NONE;
            }
        }
    }
}

#[cfg(test)]
mod tests;
