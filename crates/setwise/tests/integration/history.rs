//! Positions that only the analysis of the moves before them rejects.

use setwise::notation::fen::{EnPassantStyle, Form};
use setwise::perft;
use setwise::{Game, Position, PositionError, Setup};
use setwise_testkit::properties::position::moves_and_queries;
use setwise_testkit::suites::{self, UNREACHABLE};

/// A knight or a pawn gives check, and the double step of another pawn cannot have caused it. The
/// counts are python-chess's: Stockfish 15.1 crashed on such a position.
const LEAPER_CHECKS: [(&str, [u128; 4]); 4] = [
    ("6N1/5p2/2p2k2/n7/1Pp1Q3/7Q/N1BKN3/3Q3R b - b3 0 1", [2, 138, 744, 39_267]),
    ("3k4/2n1r3/2N5/5R2/6Pp/8/8/K7 b - g3 0 1", [3, 78, 1_381, 31_107]),
    ("2k2n2/3q4/6K1/4ppP1/4p1q1/1r6/2q5/1R6 w - f6 0 1", [2, 138, 1_262, 79_815]),
    ("8/8/8/5Q2/N2P1ppP/4k3/5P2/7K b - h3 0 1", [5, 149, 786, 21_948]),
];

/// Fails if the strict conversion accepts a position, if the other refuses one, or if a move leads
/// to a position that the strict conversion refuses.
#[test]
fn only_ignoring_history_accepts_unreachable_positions() {
    let (mut checkers, mut double_steps) = (0, 0);
    for (fen, position, _) in suites::positions(UNREACHABLE) {
        let setup = Setup::parse_fen(fen).expect(fen);
        let error = Position::try_from(setup).expect_err(fen);
        match error.name() {
            "too-many-checkers" => checkers += 1,
            "en-passant-after-check" => double_steps += 1,
            _ => panic!("{fen}: {error}"),
        }
        assert!(error.is_about_history());
        assert!(Position::parse_fen_form(fen, Form::Lenient).is_err());
        assert_eq!(Setup::from(position), setup);
        let always = position.fen().en_passant(EnPassantStyle::Always).to_string();
        assert_eq!(Setup::parse_fen(&always), Ok(setup));
        for mv in position.legal_moves() {
            let next = position.play(mv).expect("legal");
            assert_eq!(Position::try_from(Setup::from(next)), Ok(next), "{fen}");
        }
    }
    assert_eq!((checkers, double_steps), (11, 21));
}

/// Fails if anything but the two checks about history is left out.
#[test]
fn ignoring_history_makes_all_other_checks() {
    for fen in [
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "8/8/8/8/8/3kK3/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3p4/8/8/8/4K3 w - d3 0 1",
        "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
    ] {
        let setup = Setup::parse_fen(fen).expect(fen);
        let error = Position::try_from(setup).expect_err(fen);
        assert!(!error.is_about_history(), "{fen}");
        assert_eq!(Position::ignoring_history(setup), Err(error), "{fen}");
    }
}

/// Fails if a query, the notation of a move, SEE, a game, the lanes or a technique is wrong or
/// panics.
#[test]
fn every_query_holds_in_unreachable_positions() {
    let leaper_checks = LEAPER_CHECKS.iter().map(|(fen, _)| suites::unreachable_position(fen));
    let suite = suites::positions(UNREACHABLE).map(|(_, position, _)| position);
    for position in suite.chain(leaper_checks) {
        moves_and_queries(&position);
        let mut game = Game::new(position);
        assert!(game.outcome().is_some() || position.has_legal_move());
        if let Some(&mv) = position.legal_moves().first() {
            game.play(mv).expect("legal");
            assert_eq!(game.key(), position.play_unchecked(mv).key());
        }
    }
}

/// Fails if an en passant capture answers a check by a knight or by another pawn.
#[test]
fn an_en_passant_capture_does_not_answer_the_check_of_another_leaper() {
    for (fen, counts) in LEAPER_CHECKS {
        let position = suites::unreachable_position(fen);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{fen}");
        }
    }
}

/// Fails if the packed form of such a position is read as another one, or accepted without the
/// request.
#[test]
fn packed_positions_are_read_back_by_request_only() {
    for (fen, position, _) in suites::positions(UNREACHABLE) {
        let setup = Setup::from(position);
        let bytes = position.pack_with_counters();
        let refused = Position::unpack_with_counters(&bytes).expect_err(fen);
        assert!(refused.position().is_some_and(PositionError::is_about_history));
        assert_eq!(Position::unpack(&position.pack()), Err(refused));
        assert_eq!(Setup::unpack_with_counters(&bytes), Ok(setup));
        let without_counters = Setup { halfmoves: 0, fullmoves: 1, ..setup };
        assert_eq!(Setup::unpack(&position.pack()), Ok(without_counters));
        assert_eq!(Position::ignoring_history(setup), Ok(position));
    }
}
