//! The output of a count, as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;
use setwise::notation::uci::CastlingForm;
use setwise_perft::statistics::Statistics;

use super::table;
use crate::counting::Method;

/// The result of a count, and its settings.
#[derive(Serialize)]
pub(super) struct Report {
    /// The number of the input line, if the position is from a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u64>,
    pub(super) fen: String,
    pub(super) depth: u8,
    pub(super) nodes: u128,
    pub(super) seconds: f64,
    /// Whether Ctrl-C stopped the count. Then only the finished first moves are here.
    pub(super) interrupted: bool,
    pub(super) settings: Settings,
    /// The number of first moves, finished or not.
    #[serde(skip)]
    pub(super) first_moves: usize,
    /// The finished first moves, in alphabetical order.
    pub(super) moves: Vec<MoveCount>,
    /// The statistics of each depth, if requested.
    #[serde(skip)]
    pub(super) statistics: Option<Vec<(u8, Statistics)>>,
}

/// The settings of a count.
#[derive(Serialize)]
pub(super) struct Settings {
    technique: &'static str,
    backend: &'static str,
    mode: &'static str,
    threads: usize,
    /// The maximum size of the hash table in bytes, if there is one.
    hash: Option<usize>,
    chess960: bool,
}

/// The count of one first move.
#[derive(Serialize)]
pub(super) struct MoveCount {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) nodes: u128,
}

/// The report in JSON, with the values computed from it.
#[derive(Serialize)]
struct Object<'r> {
    #[serde(flatten)]
    report: &'r Report,
    /// `None` after an interruption: then more leaves were counted than are reported.
    leaves_per_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Vec<table::Row>>,
}

impl Settings {
    pub(super) fn new(
        method: Method,
        threads: usize,
        hash: usize,
        castling: CastlingForm,
    ) -> Settings {
        Settings {
            technique: method.technique.name(),
            backend: method.backend.name().as_str(),
            mode: method.mode.as_str(),
            threads,
            hash: (hash > 0).then_some(hash),
            chess960: castling == CastlingForm::KingTakesRook,
        }
    }
}

impl Report {
    /// Writes the counts in Stockfish's format, and the statistics below.
    pub(super) fn write_stockfish(&self, out: &mut impl Write) -> io::Result<()> {
        for MoveCount { mv, nodes } in &self.moves {
            writeln!(out, "{mv}: {nodes}")?;
        }
        if !self.interrupted {
            let line_feed = if self.depth > 0 { "\n" } else { "" };
            writeln!(out, "{line_feed}Nodes searched: {}", self.nodes)?;
        }
        match &self.statistics {
            Some(by_depth) => write!(out, "\n{}", table::draw(by_depth)),
            None => Ok(()),
        }
    }

    /// Writes the FEN and the sum as a line of a suite, and the statistics below. Writes nothing if
    /// the count was interrupted.
    pub(super) fn write_suite_line(&self, out: &mut impl Write) -> io::Result<()> {
        if self.interrupted {
            return Ok(());
        }
        writeln!(out, "{} ;D{} {}", self.fen, self.depth, self.nodes)?;
        match &self.statistics {
            Some(by_depth) => writeln!(out, "\n{}", table::draw(by_depth)),
            None => Ok(()),
        }
    }

    /// Writes the counts in the format of perftree.
    pub(super) fn write_perftree(&self, out: &mut impl Write) -> io::Result<()> {
        for MoveCount { mv, nodes } in &self.moves {
            writeln!(out, "{mv} {nodes}")?;
        }
        if !self.interrupted {
            writeln!(out, "\n{}", self.nodes)?;
        }
        Ok(())
    }

    /// Returns the line for standard error: the time and the settings, or the progress of an
    /// interrupted count.
    pub(super) fn summary(&self) -> String {
        let Report { nodes, seconds, settings, first_moves, .. } = self;
        if self.interrupted {
            let finished = self.moves.len();
            return format!(
                "interrupted after {seconds:.3} s: {finished} of {first_moves} first moves are finished"
            );
        }
        let leaves = if *nodes == 1 { "leaf" } else { "leaves" };
        format!(
            "{nodes} {leaves} in {seconds:.3} s, {:.1} million leaves/s; mode {}, \
             threads {}, hash {}, back-end {}, technique {}",
            self.leaves_per_second() / 1e6,
            settings.mode,
            settings.threads,
            settings.hash.map_or("none".to_owned(), |bytes| format!("{} MiB", bytes >> 20)),
            settings.backend,
            settings.technique,
        )
    }

    /// Writes one JSON object on one line.
    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let object = Object {
            leaves_per_second: (!self.interrupted).then(|| self.leaves_per_second()),
            statistics: self.statistics.as_deref().map(table::rows),
            report: self,
        };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)
    }

    fn leaves_per_second(&self) -> f64 {
        // The clock may not advance during a short count. At least a nanosecond is assumed.
        self.nodes as f64 / self.seconds.max(1e-9)
    }
}
