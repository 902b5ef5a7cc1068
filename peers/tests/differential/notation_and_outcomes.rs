//! Setwise and shakmaty: the algebraic notation of moves, and the outcomes of positions.
//!
//! These bugs were inserted into a copy of Setwise and found: pinned pieces counted as rivals in
//! SAN; two knights considered insufficient material.

use cozy_chess::{Board, GameStatus};
use fastrand::Rng;
use setwise::notation::fen::{CastlingStyle, EnPassantStyle};
use setwise::notation::uci::CastlingForm;
use setwise::{Move, Outcome, Position};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, KnownOutcome, PositionError};

use crate::games::choose;
use crate::{starts, times};

/// Returns the position in shakmaty, or `None` if shakmaty refuses it because it cannot occur in a
/// game.
fn in_shakmaty(position: &Position) -> Option<Chess> {
    let fen = position.fen().castling(CastlingStyle::Shredder).en_passant(EnPassantStyle::Always);
    let fen: Fen = fen.to_string().parse().expect("a FEN");
    fen.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Returns a legal move in the form of shakmaty.
fn move_in_shakmaty(chess: &Chess, mv: Move) -> shakmaty::Move {
    let words: UciMove = mv.uci(CastlingForm::KingTakesRook).to_string().parse().expect("a move");
    words.to_move(chess).unwrap_or_else(|error| panic!("{mv:?} in {chess:?}: {error}"))
}

/// Checks that both libraries write every legal move alike, and that each reads what the other
/// writes. Returns the number of moves.
fn must_agree_on_notation(position: &Position, chess: &Chess, seed: u64) -> usize {
    let moves = position.legal_moves();
    assert_eq!(moves.len(), shakmaty::Position::legal_moves(chess).len(), "{seed}: {position:?}");
    for &mv in &moves {
        let theirs = move_in_shakmaty(chess, mv);
        let text = SanPlus::from_move(chess.clone(), theirs).to_string();
        assert_eq!(position.san(mv), text.as_str(), "seed {seed}: {mv:?} in {position:?}");
        assert_eq!(position.parse_san(&text), Ok(mv), "seed {seed}: {text} in {position:?}");
        let read: SanPlus = position.san(mv).parse().expect("SAN");
        let read = read.san.to_move(chess).expect("legal");
        assert_eq!(read, theirs, "seed {seed}: {mv:?} in {position:?}");
    }
    moves.len()
}

/// Returns a start position: the usual one, one of Chess960, or random pieces.
fn start(seed: u64, rng: &mut Rng) -> String {
    match seed % 3 {
        0 => Position::INITIAL.to_string(),
        1 => format!("{:#}", Board::double_chess960_startpos(rng.u32(..960), rng.u32(..960))),
        _ => starts::random_setup(rng),
    }
}

#[test]
fn moves_in_algebraic_notation() {
    let (mut compared, mut moves, mut refused) = (0, 0, 0);
    for seed in 0.. {
        let mut rng = Rng::with_seed(seed);
        let Ok(mut position) = start(seed, &mut rng).parse::<Position>() else { continue };
        for _ in 0..60 {
            match in_shakmaty(&position) {
                Some(chess) => {
                    moves += must_agree_on_notation(&position, &chess, seed);
                    compared += 1;
                }
                None => refused += 1,
            }
            let Some(mv) = choose(&position, &mut rng) else { break };
            position = position.play_unchecked(mv);
        }
        if compared >= times(10_000) {
            println!("seeds 0..={seed}: {compared} positions, {moves} moves; {refused} refused");
            assert!(refused * 100 < compared, "{refused} refused");
            return;
        }
    }
}

/// Checkmate, stalemate, and which side cannot mate, in endings of few pieces.
#[test]
fn outcomes_of_endings() {
    let (mut compared, mut mates, mut stalemates, mut dead, mut one_sided) = (0, 0, 0, 0, 0);
    for seed in 0..times(300_000) {
        let text = starts::random_ending(&mut Rng::with_seed(seed));
        let Ok(position) = text.parse::<Position>() else { continue };
        let Some(chess) = in_shakmaty(&position) else { continue };
        let insufficient = |color: setwise::Color| {
            let ours = position.has_insufficient_material(color);
            let theirs = shakmaty::Position::has_insufficient_material(
                &chess,
                shakmaty::Color::from_white(color == setwise::Color::White),
            );
            assert_eq!(ours, theirs, "seed {seed}: {color} in {text}");
            u32::from(ours)
        };
        let sides: u32 = setwise::Color::ALL.into_iter().map(insufficient).sum();
        compared += 1;
        let outcome = position.outcome();
        must_agree_on_outcome(outcome, &chess, &text);
        must_agree_with_cozy(outcome, &text);
        mates += u32::from(matches!(outcome, Some(Outcome::Checkmate { .. })));
        stalemates += u32::from(outcome == Some(Outcome::Stalemate));
        dead += u32::from(outcome == Some(Outcome::InsufficientMaterial));
        one_sided += u32::from(sides == 1);
    }
    let met = [mates, stalemates, dead, one_sided];
    println!(
        "{compared} endings; mates, stalemates, insufficient material of both, of one: {met:?}"
    );
    assert!(met.into_iter().all(|count| count > 50), "{met:?}");
}

fn must_agree_on_outcome(outcome: Option<Outcome>, chess: &Chess, text: &str) {
    let theirs = match shakmaty::Position::outcome(chess) {
        shakmaty::Outcome::Unknown => None,
        shakmaty::Outcome::Known(known) => Some(known),
    };
    let ours = outcome.map(|outcome| match outcome.winner() {
        None => KnownOutcome::Draw,
        Some(winner) => KnownOutcome::Decisive {
            winner: shakmaty::Color::from_white(winner == setwise::Color::White),
        },
    });
    assert_eq!(ours, theirs, "{text}");
    let is_stalemate = shakmaty::Position::is_stalemate(chess);
    assert_eq!(outcome == Some(Outcome::Stalemate), is_stalemate, "{text}");
}

/// Compares mate and stalemate with cozy-chess. Its `Drawn` may also mean the fifty-move rule,
/// which does not occur in these endings.
fn must_agree_with_cozy(outcome: Option<Outcome>, text: &str) {
    let board = Board::from_fen(text, true).expect("both play it");
    let expected = match outcome {
        Some(Outcome::Checkmate { .. }) => GameStatus::Won,
        Some(Outcome::Stalemate) => GameStatus::Drawn,
        _ => GameStatus::Ongoing,
    };
    assert_eq!(board.status(), expected, "{text}");
}
