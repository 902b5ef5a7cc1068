//! The rules of chess: tests for known bugs of other chess libraries, each with a position that
//! shows the bug.
//!
//! The perft counts are Stockfish 15.1's (`go perft`). The bugs were reported to the projects named
//! with them.

mod castling;

use setwise::notation::fen::{EnPassantStyle, Form};
use setwise::perft;
use setwise::{
    Bitboard, Board, Color, Filter, Move, MoveKind, Piece, Position, Role, Setup, Square,
};
use setwise_perft::{Backend, Counter};

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the error of a FEN without its place.
fn message(fen: &str) -> String {
    let error = Position::parse_fen(fen).expect_err(fen).to_string();
    error.split_once(": ").expect("a place").1.to_owned()
}

/// Returns the name of the check that fails, and the square that it names.
fn refusal(fen: &str) -> (&'static str, Option<Square>) {
    let error = Position::parse_fen(fen).expect_err(fen).position().expect("a FEN");
    (error.name(), error.square())
}

#[track_caller]
fn check_perft(fen: &str, at_depth_1: u128, at_depth_4: u128) {
    let position = position(fen);
    assert_eq!(perft(&position, 1), at_depth_1, "{fen}");
    assert_eq!(Counter::new(Backend::SCALAR).count(&position, 4), at_depth_4, "{fen}");
}

fn is_legal_uci(position: &Position, text: &str) -> bool {
    text.parse::<setwise::notation::uci::Uci>().is_ok_and(|uci| uci.find(position).is_some())
}

/// Positions that together cover every special rule.
const SPECIAL_RULES: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkbnr/ppp2pp1/4p3/3N4/3PpPp1/8/PPP3PP/R1B1KBNR b KQkq f3 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w CAca - 0 1",
    "4k3/8/8/8/7b/8/3P4/4K3 w - - 0 1",
];

// En passant.

/// Both pawns leave the rank, which exposes the king along it (python-chess 0.13.3, pleco #89).
#[test]
fn en_passant_that_exposes_the_king_along_the_rank() {
    check_perft("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", 6, 10_826);
    // A second pawn of the capturing side still blocks the rank.
    check_perft("8/8/8/8/k1pPp2R/8/8/4K3 b - d3 0 1", 9, 15_819);
    check_perft("3k4/8/8/K1pP3r/8/8/8/8 w - c6 0 1", 5, 8_474);
    check_perft("1nbqkbnr/1pp1pppp/8/r1Pp3K/p7/5P2/PP1PP1PP/RNBQ1BNR w k d6 0 1", 22, 415_637);
    assert!(!is_legal_uci(&position("3k4/8/8/K1pP3r/8/8/8/8 w - c6 0 1"), "d5c6"));
}

/// The double step gave a discovered check, which the en passant capture does not answer
/// (libchess #17).
#[test]
fn en_passant_does_not_answer_a_discovered_check() {
    let fen = "k6b/6pp/pp1P4/1R6/5pP1/8/K6P/7B b - g3 0 1";
    check_perft(fen, 3, 15_946);
    assert!(!is_legal_uci(&position(fen), "f4g3"));
}

/// The pawn that gives check can be captured en passant (cozy-chess 0.3.2).
#[test]
fn en_passant_captures_the_checker() {
    let fen = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
    check_perft(fen, 9, 2_369);
    assert!(is_legal_uci(&position(fen), "e4d3"));
}

/// The capture exposes the king along a diagonal through the captured pawn (python-chess 1.9.0).
#[test]
fn en_passant_that_exposes_the_king_along_a_diagonal() {
    check_perft("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 15, 13_931);
    check_perft("8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", 15, 13_931);
    check_perft("8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", 8, 5_380);
}

/// Two pawns may capture the same pawn (jordanbray/chess #15: its move list overflowed).
#[test]
fn two_pawns_that_may_capture_en_passant() {
    let fen = "rnbqkbnr/ppp2pp1/4p3/3N4/3PpPp1/8/PPP3PP/R1B1KBNR b KQkq f3 0 1";
    check_perft(fen, 42, 1_437_572);
    assert_eq!(position(fen).en_passant_capturers().count(), 2);
}

/// A double step is impossible if the side now to move would have been in check before it
/// (shakmaty #53, #54).
#[test]
fn an_impossible_en_passant_square_is_an_refusal() {
    assert_eq!(
        refusal("rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1"),
        ("en-passant-after-check", Some(Square::C6)),
    );
    assert_eq!(
        refusal("q6k/8/8/3pP3/8/8/8/7K w - d6 0 1"),
        ("en-passant-after-check", Some(Square::D6)),
    );
    assert_eq!(
        refusal("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"),
        ("en-passant-after-check", Some(Square::D3)),
    );
    let e5 = |square: &str| format!("4k3/8/8/4p3/8/8/8/4K3 w - {square} 0 1");
    assert_eq!(refusal(&e5("e3")), ("en-passant-rank", Some(Square::E3)));
    assert_eq!(refusal(&e5("e5")), ("en-passant-rank", Some(Square::E5)));
    assert_eq!(refusal(&e5("d6")), ("en-passant-without-pawn", Some(Square::D6)));
    assert_eq!(
        refusal("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1"),
        ("en-passant-blocked", Some(Square::E6)),
    );
    assert_eq!(
        refusal("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1"),
        ("en-passant-blocked", Some(Square::E6)),
    );
}

/// An en passant square on which no pawn can capture is accepted, and is written only on request
/// (jordanbray/chess #83 wrote the pawn's square; lila #15991).
#[test]
fn the_en_passant_style_decides_whether_the_square_is_written() {
    let no_pawn = "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1";
    let pinned = "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1";
    let legal = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1";
    for (fen, in_legal, in_pseudo) in
        [(no_pawn, "-", "-"), (pinned, "-", "d3"), (legal, "e6", "e6")]
    {
        let position = position(fen);
        let field = |style| {
            let fen = position.fen().en_passant(style).to_string();
            fen.split(' ').nth(3).map(str::to_owned)
        };
        assert_eq!(field(EnPassantStyle::Legal).as_deref(), Some(in_legal), "{fen}");
        assert_eq!(field(EnPassantStyle::PseudoLegal).as_deref(), Some(in_pseudo), "{fen}");
        assert_eq!(position.fen().en_passant(EnPassantStyle::Always).to_string(), fen);
    }
}

/// A piece other than a pawn that goes to the en passant square captures nothing (lc0 #2425).
#[test]
fn only_pawns_capture_en_passant() {
    let position = position("4k3/8/8/3Pp3/8/8/8/4K2B w - e6 0 1");
    let rook = self::position("4k3/8/8/3Pp3/R7/8/8/4K3 w - e6 0 1");
    assert!(!position.is_legal(Move::en_passant(Square::H1, Square::E6)));
    assert!(!rook.is_legal(Move::en_passant(Square::A4, Square::E6)));
    assert_eq!(
        position.find_move(Square::D5, Square::E6, None).map(Move::kind),
        Some(MoveKind::EnPassant)
    );
}

// Checks, pins, promotions.

#[test]
fn promotions_with_check_with_capture_and_underpromotions() {
    check_perft("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 11, 19_174);
    check_perft("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 9, 2_661);
    check_perft("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 1_329);
    check_perft("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 10, 926);
    check_perft("8/Pk6/8/8/8/8/6Kp/8 w - - 0 1", 11, 8_048);
    check_perft("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 24, 182_838);
}

#[test]
fn stalemate_mate_and_double_check() {
    check_perft("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 2, 63);
    check_perft("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 37, 23_527);
    check_perft("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 29, 31_961);
    let mate = position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert!(mate.is_checkmate() && !mate.is_stalemate() && !mate.has_legal_move());
    let stalemate = position("k7/8/1Q6/8/8/8/8/6K1 b - - 0 1");
    assert!(stalemate.is_stalemate() && !stalemate.is_checkmate());
    let double = position("4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1");
    assert_eq!(double.checkers(), Bitboard::of(Square::D6).with(Square::E1));
    assert!(double.legal_moves().iter().all(|mv| mv.from() == Square::E8));
}

/// The king may not retreat along the line of the checking slider.
#[test]
fn the_king_cannot_retreat_along_the_line_of_a_check() {
    let position = position("4k3/8/8/8/8/8/8/K3r3 w - - 0 1");
    assert!(!is_legal_uci(&position, "a1b1"));
    assert_eq!(position.legal_moves().len(), 2);
}

/// Two sliders that give check along one line cannot occur in a game. The position is accepted and
/// played by the rules all the same (python-chess #707 and shakmaty 0.17 reject it).
#[test]
fn two_checkers_on_one_line() {
    let position = position("7k/8/8/8/8/8/8/r2K3r w - - 0 1");
    assert_eq!(position.checkers(), Bitboard::of(Square::A1).with(Square::H1));
    let to: Bitboard = position.legal_moves().iter().map(|mv| mv.to()).collect();
    assert_eq!(to, Bitboard::of(Square::C2).with(Square::D2).with(Square::E2));
}

#[test]
fn pinned_pieces_of_both_colors() {
    let position = position("4r1k1/8/8/b7/4N3/2P5/8/4K3 w - - 0 1");
    assert_eq!(position.pinned(Color::White), Bitboard::of(Square::C3).with(Square::E4));
    assert_eq!(position.pinned(Color::Black), Bitboard::EMPTY);
    assert!(!is_legal_uci(&position, "e4c5"));
    assert!(!is_legal_uci(&position, "c3c4"));
}

// Filters.

/// `is_legal` agrees with the list of legal moves for every possible move (cozy-chess PR #3, PR #5;
/// chess.js #525; python-chess 0.31.4).
#[test]
fn is_legal_agrees_with_the_list_for_every_from_to_and_kind() {
    for fen in SPECIAL_RULES {
        let position = position(fen);
        let list = position.legal_moves();
        for from in Square::ALL {
            for to in Square::ALL {
                let promotions = Role::PROMOTIONS.map(|role| Move::promotion(from, to, role));
                let others =
                    [Move::normal(from, to), Move::castle(from, to), Move::en_passant(from, to)];
                for mv in others.into_iter().chain(promotions.into_iter().flatten()) {
                    assert_eq!(position.is_legal(mv), list.contains(&mv), "{fen} {mv:?}");
                    assert_eq!(position.play(mv).is_ok(), list.contains(&mv), "{fen} {mv:?}");
                }
            }
        }
    }
}

/// Disjoint filters together give every legal move exactly once (jordanbray/chess #21).
#[test]
fn filters_partition_the_legal_moves() {
    for fen in SPECIAL_RULES {
        let position = position(fen);
        let all = position.legal_moves();
        let check_all = |mut moves: Vec<Move>| {
            let mut all = all.to_vec();
            moves.sort();
            all.sort();
            assert_eq!(moves, all, "{fen}");
        };
        let matching = |filter| position.legal_moves_matching(filter).to_vec();
        check_all([matching(Filter::CAPTURES), matching(Filter::QUIETS)].concat());
        check_all(
            Square::ALL.into_iter().flat_map(|s| matching(Filter::ALL.from(s.into()))).collect(),
        );
        check_all(
            Square::ALL.into_iter().flat_map(|s| matching(Filter::ALL.to(s.into()))).collect(),
        );
        check_all(
            Role::ALL
                .into_iter()
                .flat_map(|r| matching(Filter::ALL.from(position.board().role(r))))
                .collect(),
        );
        assert!(matching(Filter::CAPTURES).iter().all(|&mv| position.is_capture(mv)), "{fen}");
        assert!(!matching(Filter::QUIETS).iter().any(|&mv| position.is_capture(mv)), "{fen}");
    }
}

/// A side has at most 16 pieces, so a move list is never too short (jordanbray/chess #55).
#[test]
fn the_largest_numbers_of_pieces_and_moves() {
    // Fifteen queens and their king, against a king that none of them attacks.
    let queens = position("QQQQQQQQ/Q6Q/Q6Q/Q6Q/8/8/pp6/kn4QK w - - 0 1");
    assert_eq!(queens.legal_moves().len(), queens.count_legal_moves() as usize);
    // The position with the most legal moves known to be reachable: 218 (Nenad Petrović, 1964).
    let petrovic = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(petrovic.legal_moves().len(), 218);
    let mut setup = Setup::EMPTY;
    for (index, square) in Square::ALL.into_iter().take(17).enumerate() {
        let role = if index == 0 { Role::King } else { Role::Queen };
        setup.board.put(square, Piece { color: Color::White, role });
    }
    setup.board.put(Square::H8, Piece { color: Color::Black, role: Role::King });
    let error = Position::try_from(setup).expect_err("17 pieces");
    assert_eq!(error.to_string(), "white has more than 16 pieces (expected at most 16)");
    assert_eq!(error.name(), "too-many-pieces");
}

// Keys.

/// A key depends on the en passant square only if a capture there is legal (python-chess #6,
/// shakmaty 0.25.0, Disservin #98).
#[test]
fn a_key_includes_only_a_legal_en_passant_square() {
    let key = |fen: &str| position(fen).key();
    let pinned = "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1";
    assert_eq!(key(pinned), key(&pinned.replace("d3", "-")));
    let legal = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1";
    assert_ne!(key(legal), key(&legal.replace("e6", "-")));
}

/// Chess960 positions that differ only in which rook may castle have different keys.
#[test]
fn a_key_depends_on_which_rook_may_castle() {
    let key = |rights: &str| position(&format!("4k3/8/8/8/8/8/8/4KR1R w {rights} - 0 1")).key();
    assert_ne!(key("H"), key("F"));
    assert_ne!(key("H"), key("-"));
    assert_ne!(
        position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").key(),
        position("4k3/8/8/8/8/8/8/4K3 b - - 0 1").key()
    );
}

/// Repetition ignores the counters.
#[test]
fn a_key_ignores_the_counters() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(position(fen).key(), position(&fen.replace("0 1", "37 99")).key());
}

/// The nine keys published on the page of the Polyglot book format.
#[test]
fn the_nine_published_polyglot_keys() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(position(fen).polyglot_key(), key, "{fen}");
    }
}

// Counters.

/// Pawn moves and captures reset the halfmove clock; castling and the loss of rights do not (FIDE
/// 9.3; scalachess #56). At its maximum it does not wrap around (cozy-chess 0.3.3).
#[test]
fn the_halfmove_clock() {
    let position = position("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 65535 4294967295");
    let after = |text: &str| {
        let uci: setwise::notation::uci::Uci = text.parse().expect(text);
        position.play_unchecked(uci.find(&position).expect(text))
    };
    assert_eq!(after("a2a3").halfmoves(), 0);
    assert_eq!(after("h1h8").halfmoves(), 0);
    assert_eq!(after("e1g1").halfmoves(), u16::MAX);
    assert_eq!(after("e1d1").null_move().map(|next| next.fullmoves()), Some(u32::MAX));
}

// Invalid setups.

#[test]
fn invalid_setups_are_rejected() {
    assert_eq!(message("8/8/8/8/8/8/8/4K3 w - - 0 1"), "black has no king (expected one)");
    assert_eq!(message("4k3/8/8/8/8/8/8/8 w - - 0 1"), "white has no king (expected one)");
    assert_eq!(refusal("8/8/8/8/8/8/8/4K3 w - - 0 1"), ("no-king", None));
    assert_eq!(refusal("4k3/8/8/8/8/8/8/8 w - - 0 1"), ("no-king", None));
    assert_eq!(refusal("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), ("two-kings", Some(Square::E1)));
    assert_eq!(refusal("8/8/8/8/8/8/4k3/4K3 w - - 0 1"), ("kings-touch", Some(Square::E1)));
    assert_eq!(refusal("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), ("opponent-in-check", Some(Square::E8)));
    assert_eq!(
        refusal("4kn1N/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1"),
        ("too-many-checkers", Some(Square::E8))
    );
    assert_eq!(refusal("QQQQ4/QQQQ4/QQQQ4/QQQQQ3/8/8/8/k6K w - - 0 1"), ("too-many-pieces", None));
    // Pawns on every one of the 16 squares of both ranks (Stockfish #6887).
    for file in 0..8u8 {
        for rank in [0, 56] {
            let mut setup = Setup { board: Board::EMPTY, ..Setup::EMPTY };
            let square = Square::masked(rank + file);
            setup.board.put(Square::D4, Piece { color: Color::White, role: Role::King });
            setup.board.put(Square::D6, Piece { color: Color::Black, role: Role::King });
            setup.board.put(square, Piece { color: Color::White, role: Role::Pawn });
            let error = Position::try_from(setup).expect_err("a pawn on a last rank");
            assert_eq!((error.name(), error.square()), ("pawn-on-last-rank", Some(square)));
        }
    }
}

/// Playing an illegal move unchecked gives an unspecified position but never panics
/// (jordanbray/chess #53 to #56: out-of-bounds reads from safe calls).
#[test]
fn playing_illegal_moves_unchecked_does_not_panic() {
    let start = position(SPECIAL_RULES[1]);
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (seed >> 33) as u8
    };
    for _ in 0..20_000 {
        let mut position = start;
        for _ in 0..12 {
            let (from, to) = (Square::masked(random()), Square::masked(random()));
            let mv = match random() % 4 {
                0 => Move::castle(from, to),
                1 => Move::en_passant(from, to),
                2 => Move::promotion(from, to, Role::Queen).expect("a queen"),
                _ => Move::normal(from, to),
            };
            position = position.play_unchecked(mv);
            let _ = (position.checkers(), position.pinned(position.turn()), position.key());
            let _ = (position.count_legal_moves(), position.to_string(), position.polyglot_key());
        }
    }
}

// Forms of FEN.

#[test]
fn strict_lenient_and_epd_forms() {
    let four_fields = "4k3/8/8/8/8/8/8/4K3 w - -";
    let lenient = |text: &str| Position::parse_fen_form(text, Form::Lenient).ok();
    assert_eq!(message(four_fields), "missing (expected a number)");
    assert!(Position::parse_fen_form(four_fields, Form::Epd).is_ok());
    assert!(Position::parse_fen_form(&format!("{four_fields} 0 1"), Form::Epd).is_err());
    let position = lenient(four_fields).expect("missing counters");
    assert_eq!((position.halfmoves(), position.fullmoves()), (0, 1));
    assert_eq!(lenient(&format!("  {four_fields}\t3   7\r\n")).map(|p| p.halfmoves()), Some(3));
    assert_eq!(lenient(&format!("{four_fields} 3")).map(|p| p.fullmoves()), Some(1));
    assert_eq!(message(&format!("{four_fields}  0 1")), "extra space (expected a number)");
    let extra = "extra text (expected the end of the FEN)";
    assert_eq!(message(&format!("{four_fields} 0 1 ")), extra);
    assert!(message(&format!(" {four_fields} 0 1")).starts_with("extra space (expected piece"));
    assert_eq!(refusal(&format!("{four_fields} 0 0")), ("move-number-zero", None));
    let zero = "the number has a leading zero (expected none)";
    assert_eq!(message(&format!("{four_fields} 0 01")), zero);
    assert_eq!(lenient(&format!("{four_fields} 0 0")).map(|p| p.fullmoves()), Some(1));
}

#[test]
fn rights_and_en_passant_squares_that_the_pieces_rule_out_can_be_dropped() {
    for (fen, castling, en_passant) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq e6 0 1", "K", "-"),
        ("r3k3/8/8/8/8/8/8/R3K3 w QQqq -", "Qq", "-"),
        ("4k2r/8/8/8/8/8/8/4K3 b Hhk -", "k", "-"),
        ("7r/4k3/8/8/8/8/8/R3K3 b Qh -", "Q", "-"),
        ("4k3/8/8/8/8/8/8/4KR1R w HF - 0 1", "F", "-"),
        // The move before passed no square, or another one.
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "-", "e6"),
        ("4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1", "-", "-"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - d6 0 1", "-", "-"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1", "-", "-"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 b - e6 0 1", "-", "-"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w K e1 0 1", "-", "-"),
        // With the pawn on e7 White was in check.
        ("4q3/8/8/3Pp3/8/k7/8/4K3 w - e6 0 1", "-", "e6"),
        ("k3q3/4p3/8/8/8/8/8/4K3 w - e6 0 1", "-", "-"),
    ] {
        let position = Position::parse_fen_form(fen, Form::Repaired).expect(fen);
        let written = position.to_string();
        let fields: Vec<&str> = written.split(' ').collect();
        assert_eq!(fields[2..4], [castling, en_passant], "{fen}");
        assert_eq!(fields[0], fen.split(' ').next().expect("a board"));
    }
    // Nothing else is repaired.
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w X - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - i6 0 1",
        "4k3/8/8/8/8/8/8/8 w K - 0 1",
        "4k2R/8/8/8/8/8/8/4K3 w Q e6 0 1",
    ] {
        assert!(Position::parse_fen_form(fen, Form::Repaired).is_err(), "{fen}");
    }
}
