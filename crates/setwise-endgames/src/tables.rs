//! Several tables, of which the larger are computed from the smaller.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use setwise::{Move, Position};

use crate::material::Material;
use crate::seeds::Smaller;
use crate::table::{Outcome, Table};

/// A set of tables.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    tables: BTreeMap<Material, Arc<Table>>,
}

/// The step that is computed next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The material of the table.
    pub material: Material,
    /// The plies to mate of the positions that are found next.
    pub plies: u8,
}

impl Tables {
    /// Returns a set without tables.
    pub const fn new() -> Tables {
        Tables { tables: BTreeMap::new() }
    }

    /// Computes the table of some material, and the tables after captures and promotions, unless
    /// they are here. Returns the table.
    ///
    /// # Errors
    ///
    /// None; see [`build_with`](Tables::build_with), which can be stopped.
    pub fn build(&mut self, material: &Material) -> Result<Arc<Table>, StoppedError> {
        self.build_with(material, |_| ControlFlow::Continue(()))
    }

    /// Computes the table of some material, as [`build`](Tables::build) does. Calls a function
    /// before each ply, which may stop.
    ///
    /// # Errors
    ///
    /// The function has stopped. Tables that were complete by then stay in the set.
    pub fn build_with(
        &mut self,
        material: &Material,
        mut step: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Arc<Table>, StoppedError> {
        for material in self.missing(material) {
            let smaller = Smaller::new(&material, |after| self.get(after));
            let step = |plies| step(Progress { material, plies });
            self.insert(Table::build(material, &smaller, step).ok_or(StoppedError)?);
        }
        self.get(material).ok_or(StoppedError)
    }

    /// Returns the materials of the tables that [`build`](Tables::build) would compute, in its
    /// order.
    pub fn missing(&self, material: &Material) -> Vec<Material> {
        let mut missing = Vec::new();
        self.add_missing(material.canonical(), &mut missing);
        missing
    }

    /// Returns the memory in bytes that [`build`](Tables::build) of some material needs: of the tables
    /// here, of those that are missing, and once more of the last, while it is computed.
    pub fn needed_bytes(&self, material: &Material) -> usize {
        let missing = self.missing(material);
        let bytes = missing.iter().chain(missing.last()).map(Material::table_bytes);
        self.bytes() + bytes.sum::<usize>()
    }

    /// Adds what is missing, the smaller first. A capture or a promotion leaves fewer pieces or fewer
    /// pawns, so the recursion is at most six deep.
    fn add_missing(&self, material: Material, missing: &mut Vec<Material>) {
        if self.tables.contains_key(&material) || missing.contains(&material) {
            return;
        }
        for after in material.successors() {
            self.add_missing(after, missing);
        }
        missing.push(material);
    }

    /// Returns the table of some material, which may have the colors exchanged.
    pub fn get(&self, material: &Material) -> Option<Arc<Table>> {
        self.tables.get(&material.canonical()).cloned()
    }

    /// Adds a table, such as one read from a file.
    pub fn insert(&mut self, table: Table) {
        self.tables.insert(table.material(), Arc::new(table));
    }

    /// Returns the tables, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.tables.values()
    }

    /// Returns the memory of all tables in bytes.
    pub fn bytes(&self) -> usize {
        self.iter().map(|table| table.bytes()).sum()
    }

    /// Returns the outcome of a position, or `None` if it has castling rights or its table is not
    /// here. The right to capture en passant counts; the table after the capture is needed then.
    ///
    /// # Examples
    ///
    /// ```
    /// use setwise::Position;
    /// use setwise_endgames::{Outcome, Tables};
    ///
    /// let mut tables = Tables::new();
    /// tables.build(&"KPvK".parse()?)?;
    /// let position = Position::parse_fen("8/8/8/1k6/8/8/K5P1/8 w - - 0 1")?;
    /// assert_eq!(tables.probe(&position), Some(Outcome::Win(55)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe(&self, position: &Position) -> Option<Outcome> {
        let table = self.get(&Material::of(position.board()).ok()?)?;
        let without = table.probe(position)?;
        if position.legal_en_passant().is_none() {
            return Some(without);
        }
        let moves = position.legal_moves();
        let mut best = moves.iter().any(|mv| !mv.is_en_passant()).then_some(without);
        for &mv in moves.iter().filter(|mv| mv.is_en_passant()) {
            let outcome = self.probe(&position.play_unchecked(mv))?.before_move();
            best = best.into_iter().chain([outcome]).max_by_key(|outcome| outcome.rank());
        }
        best
    }

    /// Returns the legal moves of a position, each with the outcome for the side that makes it, the
    /// best first; or `None` if the table of one of them is not here.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, Outcome)>> {
        let moves = position.legal_moves();
        let outcome = |mv: &Move| self.probe(&position.play_unchecked(*mv));
        let mut moves = moves
            .iter()
            .map(|mv| Some((*mv, outcome(mv)?.before_move())))
            .collect::<Option<Vec<_>>>()?;
        moves.sort_by_key(|&(_, outcome)| -outcome.rank());
        Some(moves)
    }
}

/// The computation of a table was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoppedError;

impl fmt::Display for StoppedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the computation of the table was stopped")
    }
}

impl core::error::Error for StoppedError {}
