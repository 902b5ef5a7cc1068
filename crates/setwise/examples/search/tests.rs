//! Tests of the example `search`.

use setwise::{Claim, Outcome};
use setwise_testkit::random::Random;

use super::*;

const MATES: &str = include_str!("mates.fen");

fn searched(game: &Game, limits: Limits) -> Option<Move> {
    Search::new(Arc::default()).best_move(game, limits, |_| {})
}

/// Returns whether the side to move mates in a number of moves, by trying everything.
fn mates_in(position: &Position, moves: u32) -> bool {
    position
        .legal_moves()
        .into_iter()
        .any(|mv| is_mated_in(&position.play_unchecked(mv), moves - 1))
}

/// Returns whether the side to move is mated, or is mated in a number of moves whatever it does.
fn is_mated_in(position: &Position, moves: u32) -> bool {
    let replies = position.legal_moves();
    if moves == 0 || replies.is_empty() {
        return replies.is_empty() && position.is_check();
    }
    replies.into_iter().all(|mv| mates_in(&position.play_unchecked(mv), moves))
}

#[test]
fn it_finds_every_mate_in_two() {
    let mut count = 0;
    for fen in MATES.lines() {
        let position: Position = fen.parse().expect(fen);
        assert!(mates_in(&position, 2) && !mates_in(&position, 1), "no mate in two: {fen}");
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let best = searched(&Game::new(position), limits).expect(fen);
        assert!(is_mated_in(&position.play_unchecked(best), 1), "{best:?} in {fen}");
        count += 1;
    }
    assert!(count >= 10, "{count} positions");
}

/// Ten games with each color.
#[test]
fn it_wins_every_game_against_random_moves() {
    let mut random = Random::default();
    for number in 0..20 {
        let mut game = Game::default();
        let engine = Color::ALL[number % 2];
        let mut search = Search::new(Arc::default());
        while game.outcome().is_none() && game.claim().is_none() {
            let position = game.position();
            let mv = if position.turn() == engine {
                let limits = Limits { nodes: Some(2_000), ..Limits::default() };
                search.best_move(&game, limits, |_| {}).expect("the game goes on")
            } else {
                let moves = position.legal_moves();
                moves[random.below(moves.len())]
            };
            game.play(mv).expect("a legal move");
        }
        let moves = game.moves().len();
        assert_eq!(
            game.outcome(),
            Some(Outcome::Checkmate { winner: engine }),
            "{number}, {moves}"
        );
    }
}

/// Black has a rook more and threatens mate, but White's queen gives check again and again.
#[test]
fn it_draws_by_perpetual_check() {
    let mut game = Game::new("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1".parse().expect("a FEN"));
    let mut search = Search::new(Arc::default());
    let limits = Limits { depth: Some(6), ..Limits::default() };
    while game.claim().is_none() {
        let mv = search.best_move(&game, limits, |_| {}).expect("the game goes on");
        game.play(mv).expect("a legal move");
        assert!(game.outcome().is_none() && game.moves().len() < 40, "{:?}", game.position());
    }
    assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
}

#[test]
fn limits_and_positions_of_uci_are_read() {
    let words: Vec<&str> = "wtime 60000 btime 30000 winc 1000 depth 7".split(' ').collect();
    let time = Duration::from_millis;
    assert_eq!(
        limits(&words, Color::White),
        Limits { depth: Some(7), nodes: None, time: Some(time(2_500)) }
    );
    assert_eq!(limits(&words, Color::Black).time, Some(time(1_000)));
    assert_eq!(limits(&["movetime", "5", "nodes"], Color::White).time, Some(time(5)));
    assert_eq!(limits(&["infinite"], Color::White), Limits::default());
    let moved = game(&["startpos", "moves", "e2e4", "e7e5"]).expect("legal moves");
    assert_eq!(moved.moves().len(), 2);
    let words: Vec<&str> = "fen 8/8/8/8/8/8/8/K1k5 w - - 0 1".split(' ').collect();
    assert!(game(&words).is_some());
    for bad in ["", "startpos moves e2e5", "fen 8/8 w", "e2e4"] {
        assert!(game(&bad.split(' ').collect::<Vec<_>>()).is_none(), "{bad}");
    }
}

/// A search that is stopped still has a legal move, and one without legal moves has none.
#[test]
fn a_stopped_search_returns_a_legal_move() {
    let stop = Arc::new(AtomicBool::new(true));
    let best = Search::new(stop).best_move(&Game::default(), Limits::default(), |_| {});
    assert!(best.is_some_and(|mv| Position::INITIAL.is_legal(mv)));
    let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().expect("a FEN");
    assert_eq!(searched(&Game::new(mated), Limits::default()), None);
}
