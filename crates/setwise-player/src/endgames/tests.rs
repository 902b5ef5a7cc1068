use setwise::{Color, Game, Piece, Setup, Square};
use setwise_endgames::Tables;
use setwise_testkit::random::Random;
use setwise_testkit::{scaled, suites};

use super::*;
use crate::{Control, Limits, Options, Player, Report, Score};

fn tables_of(names: &[&str]) -> (Endgames, Tables) {
    let endgames = Endgames::new(None).expect("a thread");
    for name in names {
        endgames.want(&random(name, &mut Random::default()));
        endgames.wait();
    }
    let tables = endgames.state.tables.complete().clone();
    (endgames, tables)
}

/// Returns a random legal position.
fn random(material: &str, random: &mut Random) -> Position {
    let material: Material = material.parse().expect("a material");
    let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
    loop {
        let turn = Color::ALL[random.below(2)];
        let mut setup = Setup { turn, board: Board::default(), ..Setup::from(Position::INITIAL) };
        setup.castling = Default::default();
        for piece in kings.into_iter().chain(material.pieces()) {
            setup.board.put(Square::ALL[random.below(64)], piece);
        }
        let position = Position::try_from(setup);
        let is_whole = |it: &Position| it.board().occupied().count() as usize == material.count();
        if let Some(position) = position.ok().filter(is_whole) {
            return position;
        }
    }
}

fn player(endgames: Endgames) -> Player {
    let mut player = Player::new(&Options { hash: 1, ..Options::default() }).expect("memory");
    player.use_endgames(Some(endgames));
    player
}

fn think(player: &mut Player, game: &Game) -> Report {
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    player.think(game, &limits, &Control::default(), &mut |_| {})
}

/// Finds a winning move that is not the shortest, and a score of a mate that is a ply off.
#[test]
fn bishop_and_knight_mate_as_fast_as_possible() {
    let (endgames, tables) = tables_of(&["KBNvK"]);
    let (mut player, mut numbers) = (player(endgames), Random::default());
    let mut games = 0;
    while games < scaled(200, 20) {
        let mut game = Game::new(random("KBNvK", &mut numbers));
        let Some(Outcome::Win(plies)) = tables.probe(game.position()) else { continue };
        for ply in 0..plies {
            let best = tables.moves(game.position()).expect("a table")[0].0;
            let report = think(&mut player, &game);
            let left = i32::from(plies - ply);
            let score = if ply % 2 == 0 { (left + 1) / 2 } else { -(left / 2) };
            assert_eq!(report.lines[0].score, Score::Mate(score), "{}", game.position());
            let mv = if ply % 2 == 0 { report.best().expect("a move") } else { best };
            game.play(mv).expect("a legal move");
        }
        assert!(game.position().is_checkmate(), "{}", game.position());
        games += 1;
    }
}

/// Finds a losing move, from positions that have one, against replies that keep the draw. The player
/// has each side.
#[test]
fn drawn_endings_are_not_lost() {
    let names = ["KRvKB", "KRvKN", "KPvKP", "KQvKP"];
    let (endgames, tables) = tables_of(&names);
    let (mut player, mut numbers) = (player(endgames), Random::default());
    for name in names {
        let mut games = 0;
        while games < scaled(50, 5) {
            let mut game = Game::new(random(name, &mut numbers));
            let moves = tables.moves(game.position()).expect("a table");
            let is_loss = |&(_, outcome): &(_, Outcome)| matches!(outcome, Outcome::Loss(_));
            if tables.probe(game.position()) != Some(Outcome::Draw) || !moves.iter().any(is_loss) {
                continue;
            }
            for _ in 0..30 {
                let Some(best) = think(&mut player, &game).best() else { break };
                game.play(best).expect("a legal move");
                let outcome = tables.probe(game.position());
                assert_eq!(outcome, Some(Outcome::Draw), "{}", game.position());
                let mut moves = tables.moves(game.position()).expect("a table");
                moves.retain(|&(_, outcome)| outcome == Outcome::Draw);
                if game.outcome().is_some() || moves.is_empty() {
                    break;
                }
                game.play(moves[numbers.below(moves.len())].0).expect("a legal move");
            }
            games += 1;
        }
    }
}

/// Finds a mate that comes after the 50th move.
#[test]
fn a_mate_that_comes_too_late_has_no_score() {
    let (endgames, _) = tables_of(&["KRvK"]);
    let score = |halfmoves| {
        let position = suites::position(&format!("8/8/8/8/8/2k5/1R6/K7 w - - {halfmoves} 90"));
        endgames.score(&position, 3)
    };
    assert_eq!(score(69), Some(MATE - 3 - 31));
    assert_eq!(score(70), None);
}

/// Finds a capture or a promotion into a table that was not asked for.
#[test]
fn tables_after_captures_are_computed() {
    let (endgames, _) = tables_of(&["KBNvKN"]);
    let mut numbers = Random::default();
    for _ in 0..100 {
        let position = random("KBNvKN", &mut numbers);
        for &mv in position.legal_moves().iter().filter(|mv| position.is_capture(**mv)) {
            assert!(endgames.score(&position.play_unchecked(mv), 1).is_some(), "{position}");
        }
    }
    assert!(materials(Position::INITIAL.board()).is_empty());
}
