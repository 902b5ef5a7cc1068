//! Counting in a way that is chosen at run time.

use setwise::Position;
use setwise::perft::bulk;
use setwise::perft::hash::{self, Table};
use setwise::perft::lanes::{Backend, Lanes};
use setwise::sliders::Sliders;
use setwise::techniques::{self, Task, Technique};

use crate::technique_option::unavailable;
use crate::verdict::Failure;

/// No count so deep has ever been done; the bound keeps a recursion on its stack.
pub(crate) const MAX_DEPTH: u32 = 100;

/// How leaves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counter {
    /// The last moves of one position after the other.
    Bulk(Technique),
    /// Every move is played, the last ones too.
    Walk(Technique),
    /// The last moves of many positions at once, in the lanes of registers.
    Lanes {
        /// With which instructions.
        backend: Backend,
        /// Whether siblings are counted together where they can be.
        families: bool,
    },
}

impl Counter {
    /// The number of leaves, or a failure if this CPU cannot count so.
    ///
    /// With a table of what was counted before, every last move counts without being played; and
    /// the technique is the fastest, because with each of them one more recursion would be compiled.
    pub(crate) fn leaves(
        self,
        table: Option<&Table>,
        position: &Position,
        depth: u32,
    ) -> Result<u128, Failure> {
        match (self, table) {
            (Counter::Lanes { backend, families }, _) => {
                let lanes = Lanes::on(backend);
                let lanes = if families { lanes } else { lanes.each_alone() };
                let leaves = LeavesInLanes { position, depth, lanes, table };
                techniques::run_fastest(leaves).ok_or_else(|| unavailable_backend(backend))
            }
            (Counter::Bulk(_) | Counter::Walk(_), Some(table)) => {
                Ok(techniques::run_fastest(RememberedLeaves { position, depth, table }))
            }
            (Counter::Bulk(technique) | Counter::Walk(technique), None) => {
                let leaves = Leaves { position, depth, bulk: matches!(self, Counter::Bulk(_)) };
                technique.run(leaves).ok_or_else(|| unavailable(technique))
            }
        }
    }
}

struct Leaves<'p> {
    position: &'p Position,
    depth: u32,
    bulk: bool,
}

impl Task for Leaves<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        let Leaves { position, depth, bulk } = self;
        if bulk {
            bulk::bulk(position, depth, sliders)
        } else {
            bulk::walk(position, depth, sliders)
        }
    }
}

struct RememberedLeaves<'p> {
    position: &'p Position,
    depth: u32,
    table: &'p Table,
}

impl Task for RememberedLeaves<'_> {
    type Output = u128;

    fn run<S: Sliders>(self, sliders: S) -> u128 {
        hash::bulk(self.position, self.depth, sliders, self.table)
    }
}

struct LeavesInLanes<'p> {
    position: &'p Position,
    depth: u32,
    lanes: Lanes,
    table: Option<&'p Table>,
}

impl Task for LeavesInLanes<'_> {
    type Output = Option<u128>;

    fn run<S: Sliders>(self, sliders: S) -> Option<u128> {
        let LeavesInLanes { position, depth, lanes, table } = self;
        match table {
            None => lanes.count(position, depth, sliders),
            Some(table) => lanes.count_with(table, position, depth, sliders),
        }
    }
}

/// Why a back-end gave no answer.
pub(crate) fn unavailable_backend(backend: Backend) -> Failure {
    let available = Backend::ALL.iter().filter(|backend| backend.is_available());
    let names: Vec<&str> = available.map(|backend| backend.name()).collect();
    Failure::Run(format!(
        "this CPU cannot run the back-end {}; it can run {} and {SCALAR}",
        backend.name(),
        names.join(", "),
    ))
}

/// The name of counting one position after the other, among the back-ends.
pub(crate) const SCALAR: &str = "scalar";
