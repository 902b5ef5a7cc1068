use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use setwise::{Game, Move, Position};
use setwise_testkit::random::Random;
use setwise_testkit::{scaled, suites};

use crate::tuning::{TERMS, groups};
use crate::*;

fn player() -> Player {
    Player::new(&Options { hash: 1, ..Options::default() }).expect("memory for 1 MiB")
}

fn think(player: &mut Player, game: &Game, limits: &Limits) -> Report {
    player.think(game, limits, &Control::default(), &mut |_| {})
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Plays the lines of a report, which must be legal.
fn check_lines(game: &Game, report: &Report) {
    for line in &report.lines {
        let mut game = game.clone();
        assert!(!line.moves.is_empty());
        for &mv in &line.moves {
            game.play(mv).expect("a legal move");
        }
    }
}

/// The weights are a table for one color, so a position and the same one with colors exchanged have
/// the same value for the side to move.
#[test]
fn the_value_does_not_depend_on_the_color() {
    for line in suites::RANDOM.lines().chain(suites::CHESS960.lines()) {
        let position = suites::position(line.split(" ;").next().expect("a position"));
        assert_eq!(evaluation(&position), evaluation(&position.color_flipped()), "{line}");
    }
}

#[test]
fn the_names_of_the_terms_are_those_of_all_weights() {
    assert_eq!(groups().iter().map(|(_, count)| count).sum::<usize>(), TERMS);
}

#[test]
fn every_position_gets_legal_lines() {
    let mut player = player();
    let special = [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "qqqqqqqq/qqqqqqqq/8/8/8/8/8/K6k w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 99 80",
        "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    ];
    let suites = [suites::RANDOM, suites::CHESS960, suites::UNREACHABLE].into_iter();
    let lines = suites.flat_map(|suite| suite.lines().take(scaled(60, 15))).chain(special);
    for line in lines {
        let Ok(position) = line.split(" ;").next().unwrap_or_default().parse::<Position>() else {
            continue;
        };
        let game = Game::new(position);
        let report = think(&mut player, &game, &Limits { lines: 3, ..nodes(3_000) });
        let count = position.legal_moves().len();
        assert_eq!(report.lines.len(), count.min(3), "{line}");
        check_lines(&game, &report);
        assert!(report.nodes <= 4_000, "{line}");
    }
}

#[test]
fn games_against_itself_are_legal_and_end() {
    let mut random = Random::default();
    let mut player = player();
    for _ in 0..scaled(4, 1) {
        let start = Position::chess960(random.below(960) as u16).expect("a number below 960");
        let mut game = Game::new(start);
        while game.outcome().is_none() && game.claim().is_none() && game.moves().len() < 300 {
            let report = think(&mut player, &game, &nodes(1 + random.below(1_000) as u64));
            check_lines(&game, &report);
            game.play(report.best().expect("a move")).expect("a legal move");
        }
    }
}

#[test]
fn mates_are_found_with_their_distance() {
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        ("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("3k4/8/8/8/8/8/8/QQ2K3 b - - 0 1", 0),
    ] {
        let game = Game::new(suites::position(fen));
        let report = think(&mut player(), &game, &Limits { mate: Some(2), ..nodes(100_000) });
        let Score::Mate(moves) = report.lines[0].score else {
            assert_eq!(mate, 0, "{fen}: {report:?}");
            continue;
        };
        assert!(moves == mate || mate == 0 && moves < 0, "{fen}: {moves}");
    }
}

/// A queen that would win is given up for a perpetual check, and a repetition is not played by the
/// side that is better.
#[test]
fn draws_are_scores_of_zero() {
    let game = Game::new(suites::position("7k/8/8/8/8/1q6/8/K7 b - - 99 80"));
    let quiet = think(&mut player(), &game, &Limits { depth: Some(3), ..Limits::default() });
    assert_eq!(quiet.lines[0].score, Score::Centipawns(0));
    let game = Game::new(suites::position("8/8/8/3k4/8/3K4/8/6B1 w - - 0 1"));
    let bishop = think(&mut player(), &game, &Limits { depth: Some(5), ..Limits::default() });
    assert_eq!(bishop.lines[0].score, Score::Centipawns(0));
}

/// A move back into a position of the game is a draw, however much better the side is.
#[test]
fn repetitions_of_the_game_are_draws() {
    let mut game = Game::new(suites::position("7k/8/8/8/8/8/8/KQ6 w - - 0 1"));
    for san in ["Ka2", "Kg7", "Ka1", "Kh8"] {
        game.play(game.position().parse_san(san).expect("a move")).expect("a legal move");
    }
    let back = game.position().parse_san("Ka2").expect("a move");
    let limits = Limits { moves: vec![back], ..nodes(5_000) };
    let fresh = think(&mut player(), &Game::new(*game.position()), &limits);
    assert_ne!(fresh.lines[0].score, Score::Centipawns(0));
    let report = think(&mut player(), &game, &limits);
    assert_eq!(report.lines[0].score, Score::Centipawns(0));
}

#[test]
fn a_panic_of_the_observer_ends_the_helpers() {
    let options = Options { hash: 1, threads: 2, ..Options::default() };
    let mut player = Player::new(&options).expect("memory for 1 MiB");
    let (game, limits) = (Game::default(), Limits::default());
    let search = || player.think(&game, &limits, &Control::default(), &mut |_| panic!("observer"));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)).is_err());
}

#[test]
fn limits_are_kept() {
    let (mut player, game) = (player(), Game::default());
    let report = think(&mut player, &game, &Limits { depth: Some(3), ..Limits::default() });
    assert_eq!(report.depth, 3);
    let report = think(&mut player, &game, &nodes(5_000));
    assert!(report.nodes <= 5_000, "{}", report.nodes);
    let only = Move::normal(setwise::Square::A2, setwise::Square::A3);
    let report = think(&mut player, &game, &Limits { moves: vec![only], ..nodes(2_000) });
    assert_eq!(report.best(), Some(only));
    let control = Control::default();
    control.stop();
    let report = player.think(&game, &Limits::default(), &control, &mut |_| {});
    assert!(report.best().is_some());
    // A clock that each look moves on.
    fn now() -> Duration {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(LOOKS.fetch_add(1, Relaxed))
    }
    let mut player = Player::new(&Options { hash: 1, now, ..Options::default() }).expect("1 MiB");
    let clock = Clock { left: Duration::from_millis(60), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    assert!(think(&mut player, &game, &limits).time < Duration::from_millis(60));
}

#[test]
fn the_same_nodes_give_the_same_result() {
    let search = || {
        let mut report = think(&mut player(), &Game::default(), &nodes(20_000));
        report.time = Duration::ZERO;
        report
    };
    assert_eq!(search(), search());
}

#[test]
fn threads_share_a_table() {
    let mut player =
        Player::new(&Options { hash: 1, threads: 3, ..Options::default() }).expect("memory");
    let game = Game::default();
    let report = think(&mut player, &game, &Limits { depth: Some(8), ..Limits::default() });
    check_lines(&game, &report);
    assert_eq!(report.depth, 8);
}

#[test]
fn too_little_memory_is_an_error() {
    for (hash, threads) in [(usize::MAX >> 20, 1), (1, usize::MAX >> 22)] {
        let options = Options { hash, threads, ..Options::default() };
        let error = Player::new(&options).expect_err("too much memory");
        assert_eq!(error, MemoryError { hash, threads });
        assert!(error.to_string().starts_with("no memory for a hash table of "), "{error}");
    }
}

/// What it answers does not depend on the machine: a change that must not change the play keeps it.
#[test]
fn the_benchmark_has_its_count() {
    assert_eq!(bench(6), BENCH_6);
}

const BENCH_6: u64 = 8_895;

#[test]
fn levels_play_legal_moves_within_their_margin() {
    assert_eq!((Level::new(0), Level::new(9)), (None, None));
    let mut player = player();
    let mut random = Random::default();
    for number in 1..=8 {
        let level = Level::new(number).expect("a level");
        assert_eq!(level.to_string(), number.to_string());
        let mut game = Game::default();
        let mut chosen = [0; 2];
        while game.outcome().is_none() && game.moves().len() < scaled(40, 16) {
            let report = think(&mut player, &game, &level.limit(Limits::default()));
            let line = level.choose(&report, random.below(1 << 20) as u64).expect("a move");
            if let (Score::Centipawns(best), score) = (report.lines[0].score, line.score) {
                let Score::Centipawns(score) = score else {
                    panic!("a mate is chosen: {report:?}")
                };
                assert!(best - score <= level.margin(), "{report:?}");
            }
            chosen[usize::from(line == &report.lines[0])] += 1;
            game.play(line.moves[0]).expect("a legal move");
        }
        assert!(chosen[0] > 0 && chosen[1] > 0, "{number}: {chosen:?}");
    }
}

#[test]
fn levels_play_a_mate_that_they_see() {
    let game = Game::new(suites::position("6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1"));
    for level in (1..=8).filter_map(Level::new) {
        let report = think(&mut player(), &game, &level.limit(Limits::default()));
        for number in 0..20 {
            let line = level.choose(&report, number).expect("a move");
            assert!(
                game.position().play_unchecked(line.moves[0]).is_checkmate(),
                "{level}: {report:?}"
            );
        }
    }
    assert_eq!(Level::ALL[0].choose(&Report::default(), 1), None);
}

#[test]
fn a_level_plays_the_same_game_with_the_same_numbers() {
    let play = |seed: u64| {
        let (mut player, mut game) = (player(), Game::default());
        let levels = [2, 3].map(|number| Level::new(number).expect("a level"));
        for ply in 0..scaled(30, 12) {
            let level = levels[ply % 2];
            let report = think(&mut player, &game, &level.limit(Limits::default()));
            let Some(line) = level.choose(&report, seed ^ game.key()) else { break };
            game.play_unchecked(line.moves[0]);
        }
        game
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}
