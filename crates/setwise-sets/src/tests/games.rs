//! Random games in which rare moves are frequent.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use setwise::{Move, MoveKind, Position};
use setwise_testkit::random::Random;
use setwise_testkit::suites;

use crate::Game;

/// The tags that random games may have, and some of their values.
pub(super) const TAGS: [(&str, &[&str]); 11] = [
    ("WhiteElo", &["1500", "2100", "?", "0"]),
    ("BlackElo", &["1500", "2200", "-"]),
    ("ECO", &["B90", "C42", "A00"]),
    ("Date", &["2013.02.28", "????.??.??", "1992.01.??", "2013"]),
    ("UTCDate", &["2013.02.01", "2020-11-30", "?", "-"]),
    ("EventDate", &["2000-01-01", "2013.02.28"]),
    ("Result", &["1-0", "0-1", "1/2-1/2", "*"]),
    ("Variant", &["Standard", "Chess 960", "Fischerandom", "From Position", "Atomic"]),
    ("Annotator", &["Müller", "MÜLLER", "Weiß", "WEISS", "ΣΑΣ", "σας", "\u{212a}", "k"]),
    // Its name is a word.
    ("check", &["x", "12"]),
    ("TimeControl", &["300+3", "300", "-12", " 60 ", "99999999999"]),
];

/// Returns the positions of a game.
pub(crate) fn positions_of(game: &Game<'_>) -> Vec<Position> {
    let mut positions = alloc::vec![game.start];
    for mv in game.moves {
        let position = positions[positions.len() - 1];
        positions.push(match mv {
            Some(mv) => position.play_unchecked(*mv),
            None => position.null_move().unwrap_or(position),
        });
    }
    positions
}

pub(crate) struct RandomGame {
    start: Position,
    pub(super) moves: Vec<Option<Move>>,
    /// Empty if they are not known.
    positions: Vec<Position>,
    tags: Vec<(&'static str, &'static str)>,
    result: Option<&'static str>,
    error: Option<&'static str>,
    clocks: Vec<u32>,
    evals: Vec<i16>,
    depths: Vec<u16>,
}

impl RandomGame {
    /// Returns a game of at most this number of moves.
    pub(crate) fn new(random: &mut Random, length: usize) -> RandomGame {
        let start = random_start(random);
        let moves = random_moves(random, start, length);
        let is_one_in = |random: &mut Random, n| random.below(n) == 0;
        let mut tags = Vec::new();
        for (name, values) in TAGS {
            if !is_one_in(random, 3) {
                tags.push((name, values[random.below(values.len())]));
            }
        }
        let results = [None, Some("1-0"), Some("0-1"), Some("1/2-1/2"), Some("*")];
        let errors = [None, None, None, Some("illegal"), Some("syntax")];
        let known = |random: &mut Random| random.below(moves.len() + 2);
        let clocks = (0..known(random)).map(|_| match random.below(4) {
            0 => Game::NO_CLOCK,
            _ => random.below(200_000) as u32,
        });
        let clocks: Vec<u32> = clocks.take(moves.len()).collect();
        let evals = (0..known(random)).map(|_| match random.below(8) {
            0 => Game::NO_EVAL,
            1 => 32_000 - random.below(9) as i16,
            2 => random.below(9) as i16 - 32_000,
            _ => random.below(601) as i16 - 300,
        });
        let evals = evals.take(moves.len()).collect();
        let depths = (0..known(random)).map(|_| random.below(4) as u16).take(moves.len()).collect();
        let (result, error) = (results[random.below(5)], errors[random.below(5)]);
        let positions = match random.below(2) {
            0 => positions_of(&Game { moves: &moves, ..Game::of_position(start) }),
            _ => Vec::new(),
        };
        RandomGame { start, moves, positions, tags, result, error, clocks, evals, depths }
    }

    /// Returns the game with the colors of pieces, players and evaluations exchanged.
    pub(super) fn colors_exchanged(&self) -> RandomGame {
        let exchange = |mv: &Move| {
            let (from, to) = (mv.from().flip_vertical(), mv.to().flip_vertical());
            match mv.kind() {
                MoveKind::Castle => Move::castle(from, to),
                MoveKind::EnPassant => Move::en_passant(from, to),
                MoveKind::Promotion(role) => {
                    Move::promotion(from, to, role).expect("a pawn becomes such a piece")
                }
                _ => Move::normal(from, to),
            }
        };
        let other_result = |result| match result {
            "1-0" => "0-1",
            "0-1" => "1-0",
            other => other,
        };
        let other_tag = |&(name, value): &(&'static str, &'static str)| match name {
            "WhiteElo" => ("BlackElo", value),
            "BlackElo" => ("WhiteElo", value),
            "Result" => ("Result", other_result(value)),
            _ => (name, value),
        };
        let other_eval = |&eval: &i16| if eval == Game::NO_EVAL { eval } else { -eval };
        RandomGame {
            start: self.start.color_flipped(),
            moves: self.moves.iter().map(|mv| mv.as_ref().map(exchange)).collect(),
            positions: Vec::new(),
            tags: self.tags.iter().map(other_tag).collect(),
            result: self.result.map(other_result),
            error: self.error,
            clocks: self.clocks.clone(),
            evals: self.evals.iter().map(other_eval).collect(),
            depths: self.depths.clone(),
        }
    }

    /// Calls a function with the game.
    pub(crate) fn with<T>(&self, call: impl FnOnce(&Game<'_>) -> T) -> T {
        let tag = |name: &str| {
            self.tags.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
        };
        call(&Game {
            start: self.start,
            moves: &self.moves,
            positions: &self.positions,
            tag: &tag,
            result: self.result,
            error: self.error,
            clocks: &self.clocks,
            evals: &self.evals,
            depths: &self.depths,
        })
    }

    /// Returns the game as text, for messages.
    pub(super) fn text(&self) -> String {
        let moves =
            self.moves.iter().map(|mv| mv.map_or("--".to_string(), |mv| alloc::format!("{mv:?}")));
        let moves = moves.collect::<Vec<_>>().join(", ");
        let RandomGame { tags, result, error, clocks, evals, depths, .. } = self;
        alloc::format!(
            "{}: {moves}\n{tags:?}, {result:?}, {error:?}\nclocks {clocks:?}\nevals {evals:?}\ndepths {depths:?}",
            self.start,
        )
    }
}

fn random_start(random: &mut Random) -> Position {
    let of = |suite: &str, random: &mut Random| {
        let lines: Vec<&str> = suite.lines().collect();
        let line = lines[random.below(lines.len())];
        suites::position(line.split(" ;").next().expect("a position"))
    };
    match random.below(8) {
        0 => of(suites::RANDOM, random),
        1 => of(suites::CHESS960, random),
        2 | 3 => Position::chess960(random.below(960) as u16).expect("a number below 960"),
        // Endings, promotions and few pieces.
        4 => suites::USUAL[random.below(6)].position(),
        5 => {
            let fens = [
                "8/2k2PP1/8/8/8/8/1ppK4/8 w - - 0 1",
                "8/8/8/2k5/3p1p2/8/4P1P1/R3K2R w KQ - 99 70",
                "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1",
                "4k2r/p1p5/8/1P1P4/2p3n1/8/PP3PPP/R3KB1R w KQk - 3 9",
            ];
            suites::position(fens[random.below(fens.len())])
        }
        _ => Position::INITIAL,
    }
}

fn random_moves(random: &mut Random, start: Position, length: usize) -> Vec<Option<Move>> {
    let mut position = start;
    let mut moves: Vec<Option<Move>> = Vec::new();
    while moves.len() < length {
        let legal = position.legal_moves();
        let is_rare = |mv: &Move| mv.is_castle() || mv.is_en_passant() || mv.promoted().is_some();
        let mates = |mv: &Move| position.play_unchecked(*mv).legal_moves().is_empty();
        let is_back = |mv: &Move| {
            let last = moves.len().checked_sub(2).and_then(|ply| moves[ply]);
            last.is_some_and(|last| mv.from() == last.destination() && mv.to() == last.from())
        };
        let wanted: Vec<Move> = match random.below(12) {
            0..4 => legal.iter().copied().filter(is_rare).collect(),
            4 | 5 => legal.iter().copied().filter(|mv| position.is_capture(*mv)).collect(),
            6 | 7 => legal.iter().copied().filter(is_back).collect(),
            8 => legal.iter().copied().filter(|mv| position.gives_check(*mv)).collect(),
            9 => legal.iter().copied().filter(mates).collect(),
            _ => Vec::new(),
        };
        let wanted = if wanted.is_empty() { legal.to_vec() } else { wanted };
        let null = position.null_move().filter(|_| random.below(40) == 0);
        let mv = wanted.get(random.below(wanted.len())).copied().filter(|_| null.is_none());
        position = match (mv, null) {
            (Some(mv), _) => position.play_unchecked(mv),
            (None, Some(null)) => null,
            (None, None) => break,
        };
        moves.push(mv);
    }
    moves
}
