//! Compares the counts of an engine with the counts of setwise.

use std::collections::BTreeMap;
use std::io::{self, Write};

use setwise::notation::uci::CastlingForm;
use setwise::{Move, Position};

use crate::uci_engine::Counts;
use crate::verdict::WRONG;

/// The comparison of two counts of the same position.
pub(super) struct Comparison {
    /// The number of legal moves.
    pub(super) moves: usize,
    /// The number of leaves that setwise counts.
    pub(super) nodes: u128,
    /// The sum that the engine prints.
    engine_sum: u128,
    /// The legal moves that the engine does not list.
    missing: Vec<String>,
    /// The moves that the engine lists but that are not legal, or that it lists twice.
    extra: Vec<String>,
    /// The first move in alphabetical order with different counts.
    pub(super) first_difference: Option<Difference>,
}

/// A move with different counts.
pub(super) struct Difference {
    pub(super) mv: Move,
    pub(super) text: String,
    pub(super) ours: u128,
    pub(super) theirs: u128,
}

impl Comparison {
    pub(super) fn new(
        position: &Position,
        castling: CastlingForm,
        ours: Vec<(Move, u128)>,
        theirs: &Counts,
    ) -> Comparison {
        let mut extra = Vec::new();
        let mut theirs_by_move = BTreeMap::new();
        for &(uci, nodes) in &theirs.moves {
            match uci.find(position) {
                None => extra.push(uci.to_string()),
                Some(mv) if theirs_by_move.contains_key(&mv) => {
                    extra.push(format!("{uci} (a second time)"));
                }
                Some(mv) => {
                    theirs_by_move.insert(mv, nodes);
                }
            }
        }
        let (moves, nodes) = (ours.len(), ours.iter().map(|(_, nodes)| nodes).sum());
        let mut missing = Vec::new();
        let mut first_difference: Option<Difference> = None;
        for (mv, ours) in ours {
            let text = mv.uci(castling).to_string();
            match theirs_by_move.get(&mv) {
                // Some engines leave out moves without leaves.
                None if ours == 0 => {}
                None => missing.push(text),
                Some(&theirs) if theirs == ours => {}
                Some(&theirs) => {
                    if first_difference.as_ref().is_none_or(|first| text < first.text) {
                        first_difference = Some(Difference { mv, text, ours, theirs });
                    }
                }
            }
        }
        missing.sort_unstable();
        extra.sort_unstable();
        Comparison { moves, nodes, engine_sum: theirs.sum, missing, extra, first_difference }
    }

    /// Returns whether both have the same legal moves.
    pub(super) fn same_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Returns whether both have the same moves, counts and sums.
    pub(super) fn agrees(&self) -> bool {
        self.same_moves() && self.first_difference.is_none() && self.engine_sum == self.nodes
    }

    /// Writes the missing and the extra moves of the engine.
    pub(super) fn write_moves(&self, out: &mut impl Write) -> io::Result<()> {
        let list = |moves: &[String]| {
            if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }
        };
        writeln!(out, "{WRONG}missing in the engine:{WRONG:#} {}", list(&self.missing))?;
        writeln!(out, "{WRONG}extra in the engine:{WRONG:#} {}", list(&self.extra))
    }

    /// Writes that the engine's sum is not the sum of its counts.
    pub(super) fn write_wrong_sum(&self, out: &mut impl Write) -> io::Result<()> {
        let Comparison { nodes, engine_sum, .. } = self;
        writeln!(
            out,
            "{WRONG}the engine's sum is wrong:{WRONG:#} it prints {engine_sum}, but its counts, \
             which are correct, add up to {nodes}"
        )
    }

    /// Writes that the engine's count for this position is correct, but differs from
    /// `count_before`, its count for the last move of the path.
    pub(super) fn write_contradiction(
        &self,
        out: &mut impl Write,
        count_before: u128,
    ) -> io::Result<()> {
        let Comparison { nodes, .. } = self;
        writeln!(
            out,
            "{WRONG}the engine contradicts itself:{WRONG:#} for this position it counts {nodes} \
             leaves, which is correct, but for the last move of the path it counted {count_before}"
        )
    }
}
