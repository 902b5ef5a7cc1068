//! Positions with known counts.

use setwise::notation::fen::Form;
use setwise::{Position, Setup};
use setwise_perft::suite::{self, Count};

/// An EPD suite of 300 positions, from random games and of pieces on random squares.
///
/// The counts are Stockfish 15.1's; see `tests/data/README.md`.
pub const RANDOM: &str = include_str!("../../../tests/data/random.epd");

/// An EPD suite of 120 positions from random Chess960 games.
pub const CHESS960: &str = include_str!("../../../tests/data/chess960.epd");

/// An EPD suite of 32 positions that cannot occur in a game: more than two pieces give check, or
/// the king of the side to move was in check before the double step.
///
/// [`Position::ignoring_history`] accepts them.
pub const UNREACHABLE: &str = include_str!("../../../tests/data/unreachable.epd");

/// A position with its counts from depth 1 on.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The name in the command.
    pub name: &'static str,
    /// The FEN.
    pub fen: &'static str,
    /// The counts of an ordinary test.
    pub counts: &'static [u128],
    /// The counts that follow, for a deep test.
    pub deep: &'static [u128],
}

impl Known {
    /// Returns the position.
    pub fn position(&self) -> Position {
        position(self.fen)
    }
}

/// The six positions of the Chess Programming Wiki's page "Perft Results".
pub const USUAL: [Known; 6] = [
    Known {
        name: "startpos",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        counts: &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
        deep: &[3_195_901_860],
    },
    Known {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        counts: &[48, 2_039, 97_862, 4_085_603, 193_690_690],
        deep: &[8_031_647_685],
    },
    Known {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        counts: &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
        deep: &[3_009_794_393],
    },
    Known {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        counts: &[6, 264, 9_467, 422_333, 15_833_292],
        deep: &[706_045_033],
    },
    Known {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        counts: &[44, 1_486, 62_379, 2_103_487, 89_941_194],
        deep: &[],
    },
    Known {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        counts: &[46, 2_079, 89_890, 3_894_594, 164_075_551],
        deep: &[6_923_051_137],
    },
];

/// Returns the position of a FEN, read leniently.
pub fn position(fen: &str) -> Position {
    let position = Position::parse_fen_form(fen, Form::Lenient);
    position.unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the position of a FEN, read leniently, which need not occur in a game; see
/// [`Position::ignoring_history`].
pub fn unreachable_position(fen: &str) -> Position {
    let setup = Setup::parse_fen_form(fen, Form::Lenient);
    let setup = setup.unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::ignoring_history(setup).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the positions of a suite, each with its FEN and its counts.
pub fn positions(suite: &str) -> impl Iterator<Item = (&str, Position, Vec<Count>)> {
    suite.lines().map(|line| {
        let (fen, counts) = suite::epd_line(line);
        let counts = counts.map(|count| count.unwrap_or_else(|error| panic!("{line}: {error}")));
        (fen, unreachable_position(fen), counts.collect())
    })
}

/// Returns the FENs of both EPD suites.
pub fn fens() -> impl Iterator<Item = &'static str> + Clone {
    let lines = [RANDOM, CHESS960].into_iter().flat_map(str::lines);
    lines.filter_map(|line| line.split(';').next()).map(str::trim)
}

/// A way to count, with its name.
pub type Counter = (String, Box<dyn FnMut(&Position, u8) -> u128>);

/// Checks every count of at most `max_nodes` with every counter, and returns the number of counts.
///
/// # Panics
///
/// A count is wrong.
pub fn check(suite: &str, max_nodes: u128, counters: &mut [Counter]) -> u32 {
    let mut checked = 0;
    for (fen, position, counts) in positions(suite) {
        for Count { depth, nodes } in counts.into_iter().filter(|count| count.nodes <= max_nodes) {
            for (name, counter) in &mut *counters {
                assert_eq!(counter(&position, depth), nodes, "{name} {fen} depth {depth}");
            }
            checked += 1;
        }
    }
    checked
}

/// Set expressions of ten kinds, for benchmarks.
pub const QUESTIONS: [&str; 10] = [
    "number(WhiteElo) > 2700",
    "count(P) > count(p) + 1",
    "Pd4 and not P & [c1-8 e1-8]",
    "R & attackers(k)",
    "count(pinned & a) >= 2",
    "any s in N: attacks(s) & k and attacks(s) & q",
    "Bb5 then Ba4",
    "either(count(Ra-h7) >= 2)",
    "hanging(q)",
    "moves < 5",
];
