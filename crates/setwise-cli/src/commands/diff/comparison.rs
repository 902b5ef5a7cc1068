//! An engine's counts beside setwise's.

use std::collections::BTreeMap;
use std::io::{self, Write};

use setwise::notation::uci::Castling;
use setwise::{Move, Position};

use crate::uci_engine::Counts;
use crate::verdict::WRONG;

/// What two counts of the same position come to.
pub(super) struct Comparison {
    /// How many legal moves there are.
    pub(super) moves: usize,
    /// All leaves, by setwise's count.
    pub(super) nodes: u128,
    /// The sum that the engine prints.
    engine_sum: u128,
    /// Legal moves that the engine has not.
    missing: Vec<String>,
    /// What the engine has and is not a legal move, or is one that it has already.
    extra: Vec<String>,
    /// The first move, in the order of their text, with different counts.
    pub(super) first_odd: Option<Odd>,
}

/// A move that the two count differently.
pub(super) struct Odd {
    pub(super) mv: Move,
    pub(super) text: String,
    pub(super) ours: u128,
    pub(super) engine: u128,
}

impl Comparison {
    pub(super) fn new(
        position: &Position,
        castling: Castling,
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
        let mut first_odd: Option<Odd> = None;
        for (mv, ours) in ours {
            let text = mv.uci(castling).to_string();
            match theirs_by_move.get(&mv) {
                // Some engines list no move that leads to no leaf.
                None if ours == 0 => {}
                None => missing.push(text),
                Some(&engine) if engine == ours => {}
                Some(&engine) => {
                    if first_odd.as_ref().is_none_or(|first| text < first.text) {
                        first_odd = Some(Odd { mv, text, ours, engine });
                    }
                }
            }
        }
        missing.sort_unstable();
        extra.sort_unstable();
        Comparison { moves, nodes, engine_sum: theirs.sum, missing, extra, first_odd }
    }

    /// Whether both have the same legal moves.
    pub(super) fn same_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Whether both have the same moves, counts and sums.
    pub(super) fn agrees(&self) -> bool {
        self.same_moves() && self.first_odd.is_none() && self.engine_sum == self.nodes
    }

    /// Writes the moves that only one of the two has.
    pub(super) fn write_moves(&self, out: &mut impl Write) -> io::Result<()> {
        let list = |moves: &[String]| {
            if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }
        };
        writeln!(out, "{WRONG}missing in the engine:{WRONG:#} {}", list(&self.missing))?;
        writeln!(out, "{WRONG}extra in the engine:{WRONG:#} {}", list(&self.extra))
    }

    /// Writes that the engine's sum is not that of its own counts.
    pub(super) fn write_wrong_sum(&self, out: &mut impl Write) -> io::Result<()> {
        let Comparison { nodes, engine_sum, .. } = self;
        writeln!(
            out,
            "{WRONG}the engine's sum is wrong:{WRONG:#} it prints {engine_sum}, and its counts, \
             which are right, make {nodes}"
        )
    }

    /// Writes that the engine counts right from here, but has counted otherwise a move above.
    pub(super) fn write_contradiction(&self, out: &mut impl Write, above: u128) -> io::Result<()> {
        let Comparison { nodes, .. } = self;
        writeln!(
            out,
            "{WRONG}the engine contradicts itself:{WRONG:#} from here it counts {nodes} leaves, \
             which is right, but from the position before it has counted {above} for the last move"
        )
    }
}
