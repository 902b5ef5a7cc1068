//! Games, outcomes and draw claims: tests for known bugs of other chess libraries, which are named
//! with each test.

use setwise::attacks::{knight, rays};
use setwise::notation::san::SanOptions;
use setwise::{Claim, Color, Game, Move, Outcome, Piece, Position, Role, Setup, Square};

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(position(fen));
    play(&mut game, moves);
    game
}

#[track_caller]
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let read = game.position().parse_san_with(text, SanOptions::LENIENT);
        let mv = read.unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(mv).expect("a legal move");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Repetition.

#[test]
fn threefold_repetition_can_be_claimed_and_fivefold_repetition_ends_the_game() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let mut game = game(START, shuffle);
    assert_eq!((game.occurrences(), game.claim(), game.outcome()), (2, None, None));
    play(&mut game, shuffle);
    assert_eq!((game.occurrences(), game.claim()), (3, Some(Claim::ThreefoldRepetition)));
    play(&mut game, shuffle);
    assert_eq!((game.occurrences(), game.outcome()), (4, None));
    play(&mut game, shuffle);
    assert_eq!((game.occurrences(), game.claim()), (5, None));
    assert_eq!(game.outcome(), Some(Outcome::FivefoldRepetition));
    // The game can be continued all the same, and then has no outcome.
    play(&mut game, "e4");
    assert_eq!((game.occurrences(), game.outcome()), (1, None));
}

/// The position after the first move has an en passant square on which no pawn can capture, so the
/// same position without it is a repetition (python-chess #6, chesslib #39).
#[test]
fn repetition_ignores_an_en_passant_square_without_a_capturer() {
    let game = game(START, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1");
    assert_eq!((game.occurrences(), game.claim()), (3, Some(Claim::ThreefoldRepetition)));
}

/// A pawn attacks the en passant square but is pinned, so the capture is not legal and the en
/// passant square does not count (python-chess 0.19).
#[test]
fn repetition_ignores_an_en_passant_square_with_only_a_pinned_capturer() {
    let shuffle = "Kd8 Kg1 Ke8 Kh1 ";
    let pinned = game("4k3/8/8/8/4p3/8/3P4/4R2K w - - 0 1", &format!("d4 {}", shuffle.repeat(2)));
    assert_eq!(pinned.occurrences(), 3);
    let free =
        game("3rk3/8/8/8/4p3/8/3P4/7K w - - 0 1", &format!("d4 {}", "Rc8 Kg1 Rd8 Kh1 ".repeat(2)));
    assert_eq!(free.occurrences(), 2);
}

/// The same pieces with fewer castling rights are a different position (lila/scalachess #56).
#[test]
fn positions_with_different_castling_rights_are_different() {
    let mut game = game("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rg1 Kd8 Rh1 Ke8");
    assert_eq!(game.occurrences(), 1);
    play(&mut game, "Rg1 Kd8 Rh1 Ke8");
    assert_eq!(game.occurrences(), 2);
}

/// The loss of a castling right does not reset the halfmove clock (scalachess #56, chess 3.2.0).
#[test]
fn the_halfmove_clock_does_not_reset_when_castling_rights_change() {
    let game = game("4k3/8/8/8/8/8/8/4K2R w K - 98 80", "Rg1 Kd8");
    assert_eq!((game.position().halfmoves(), game.claim()), (100, Some(Claim::FiftyMoves)));
    // Repetition detection continues across the loss of a right; the positions after it repeat.
    let game = self::game("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8");
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn a_draw_can_be_claimed_with_the_next_move() {
    let game = game(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let repeating = game.position().parse_san("Ng8").expect("legal");
    assert_eq!(game.claim_with(repeating), Ok(Some(Claim::ThreefoldRepetition)));
    let other = game.position().parse_san("Ne4").expect("legal");
    assert_eq!((game.claim(), game.claim_with(other)), (None, Ok(None)));
    assert!(game.claim_with(Move::normal(Square::A1, Square::A8)).is_err());
}

// The 50- and the 75-move rule.

/// notnil/chess #17 (50 halfmoves instead of 100), Chess.jl #38 (the halfmove clock of the FEN
/// ignored).
#[test]
fn the_fifty_move_rule_needs_a_hundred_halfmoves() {
    let mut game = game("4k3/8/8/8/8/8/4R3/4K3 b - - 98 80", "Kd8");
    assert_eq!((game.position().halfmoves(), game.claim()), (99, None));
    let quiet = game.position().parse_san("Kf2").expect("legal");
    assert_eq!(game.claim_with(quiet), Ok(Some(Claim::FiftyMoves)));
    play(&mut game, "Kf2");
    assert_eq!((game.claim(), game.outcome()), (Some(Claim::FiftyMoves), None));
}

#[test]
fn the_75_move_rule_ends_the_game() {
    let mut game = game("4k3/8/8/8/8/8/4R3/4K3 b - - 148 99", "Kd8");
    assert_eq!(game.outcome(), None);
    play(&mut game, "Re3");
    assert_eq!((game.outcome(), game.claim()), (Some(Outcome::SeventyFiveMoves), None));
    // The halfmove clock stops at its maximum and does not overflow (cozy-chess 0.3.3).
    let game = self::game("4k3/8/8/8/8/8/4R3/4K3 b - - 65535 1", "Kd8 Re3");
    assert_eq!(game.outcome(), Some(Outcome::SeventyFiveMoves));
}

/// A checkmate with the 150th halfmove is not a draw (cozy-chess 0.3.3).
#[test]
fn checkmate_takes_precedence_over_every_draw() {
    let mated = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 99", "Ra8");
    let outcome = mated.outcome().expect("the game is over");
    assert_eq!(outcome, Outcome::Checkmate { winner: Color::White });
    assert_eq!((outcome.winner(), outcome.result()), (Some(Color::White), "1-0"));
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 150 99").outcome();
    assert_eq!(stalemate, Some(Outcome::Stalemate));
    assert_eq!(stalemate.map(Outcome::result), Some("1/2-1/2"));
}

#[test]
fn outcomes_and_claims_are_displayed_in_words() {
    for (outcome, text) in [
        (Outcome::Checkmate { winner: Color::Black }, "black wins by checkmate"),
        (Outcome::Stalemate, "draw by stalemate"),
        (Outcome::InsufficientMaterial, "draw by insufficient material"),
        (Outcome::SeventyFiveMoves, "draw by the 75-move rule"),
        (Outcome::FivefoldRepetition, "draw by fivefold repetition"),
    ] {
        assert_eq!(outcome.to_string(), text);
    }
    assert_eq!(Claim::FiftyMoves.to_string(), "the 50-move rule");
    assert_eq!(Claim::ThreefoldRepetition.to_string(), "threefold repetition");
}

// Undo.

#[test]
fn undo_restores_every_position_and_its_occurrences() {
    let moves = "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 Ng5 Nf6 Nf3";
    let whole = game(START, moves);
    let mut back = whole.clone();
    let mut again = Game::default();
    let list: Vec<_> = whole.moves().map(|(before, mv)| (*before, mv)).collect();
    let mut states = Vec::new();
    for &(before, mv) in &list {
        assert_eq!(*again.position(), before);
        states.push(again.clone());
        again.play(mv).expect("legal");
    }
    assert_eq!(again, whole);
    for state in states.iter().rev() {
        let last = back.moves().next_back().map(|(_, mv)| mv);
        assert_eq!(back.undo(), last);
        assert_eq!((&back, back.occurrences()), (state, state.occurrences()));
    }
    assert_eq!((back.undo(), *back.start()), (None, Position::INITIAL));
    assert_eq!(*whole.start(), Position::INITIAL);
}

#[test]
fn an_illegal_move_leaves_the_game_unchanged() {
    let mut game = Game::default();
    assert!(game.play(Move::normal(Square::E2, Square::E5)).is_err());
    assert_eq!(game, Game::default());
}

// Insufficient material.

#[track_caller]
fn check_insufficient(fen: &str, white: bool, black: bool) {
    let position = position(fen);
    let found = Color::ALL.map(|color| position.has_insufficient_material(color));
    assert_eq!(found, [white, black], "{fen}");
    assert_eq!(position.is_insufficient_material(), white && black, "{fen}");
    let is_draw = position.outcome() == Some(Outcome::InsufficientMaterial);
    assert_eq!(is_draw, white && black, "{fen}");
}

/// A knight can mate if the opponent's own pieces block its king, so a side with a knight may win
/// on time (Fairy-Stockfish #139). Bishops on squares of one color: shakmaty 0.16.4,
/// chess-library #106.
#[test]
fn insufficient_material() {
    check_insufficient("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true);
    check_insufficient("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true, true);
    check_insufficient("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true, true);
    check_insufficient("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", false, true);
    check_insufficient("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false, false);
    check_insufficient("4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true, true);
    check_insufficient("4kq2/8/8/8/8/8/8/4KN2 w - - 0 1", true, false);
    check_insufficient("4kr2/8/8/8/8/8/8/4KN2 w - - 0 1", false, false);
    check_insufficient("4k3/7p/8/8/8/8/8/4KN2 w - - 0 1", false, false);
    check_insufficient("4k3/7p/8/8/8/8/8/4K3 w - - 0 1", true, false);
    // f1 and c8 are light, c1 and f8 dark.
    check_insufficient("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true, true);
    check_insufficient("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false, false);
    check_insufficient("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false, true);
    check_insufficient("2b1k3/8/8/8/8/8/4B3/4KB2 w - - 0 1", true, true);
    check_insufficient("2b1k3/7p/8/8/8/8/8/4KB2 w - - 0 1", false, false);
    check_insufficient("4kr2/8/8/8/8/8/8/4KB2 w - - 0 1", true, false);
}

/// Checks the rule by exhaustive search, with one piece of each side besides the kings. If the rule
/// says that the material is insufficient, no placement of the pieces is a mate; otherwise some
/// placement is. There are no pawns, so by symmetry the mated king needs only the squares of the
/// triangle a1, d1, d4.
#[test]
fn a_mate_exists_exactly_if_the_material_is_sufficient() {
    use Role::{Bishop, Knight, Queen, Rook};
    for own in [Knight, Bishop] {
        for other in [None, Some(Knight), Some(Bishop), Some(Rook), Some(Queen)] {
            // Two cases, because the rule for bishops depends on whether both pieces are on squares
            // of one color.
            let (mut mates, mut rule) = ([false; 2], [true; 2]);
            each_placement(own, other, |one_color, position| {
                let case = usize::from(one_color || (own, other) != (Bishop, Some(Bishop)));
                rule[case] = position.has_insufficient_material(Color::White);
                mates[case] |= position.is_checkmate();
            });
            assert_eq!(rule, mates.map(|mates| !mates), "{own} against {other:?}");
        }
    }
}

/// Visits the playable positions with White's king and one piece against Black's king and at most
/// one piece, Black to move, in which White's piece would attack Black's king on an empty board.
/// No other position can be a mate.
///
/// The visitor is also told whether the two pieces are on squares of one color.
fn each_placement(own: Role, other: Option<Role>, mut visit: impl FnMut(bool, &Position)) {
    let triangle = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27].map(Square::masked);
    let color_of = |square: Square| (square.file() as u8 + square.rank() as u8) % 2;
    for mated in triangle {
        for king in Square::ALL {
            let attackers = if own == Role::Knight { knight(mated) } else { rays::bishop(mated) };
            for own_square in attackers {
                for other_square in
                    Square::ALL.into_iter().take(if other.is_some() { 64 } else { 1 })
                {
                    let mut setup = Setup { turn: Color::Black, ..Setup::EMPTY };
                    let mut pieces = vec![(mated, Color::Black, Role::King)];
                    pieces.extend([
                        (king, Color::White, Role::King),
                        (own_square, Color::White, own),
                    ]);
                    pieces.extend(other.map(|role| (other_square, Color::Black, role)));
                    for &(square, color, role) in &pieces {
                        setup.board.put(square, Piece { color, role });
                    }
                    if setup.board.occupied().count() as usize != pieces.len() {
                        continue;
                    }
                    if let Ok(position) = Position::try_from(setup) {
                        visit(color_of(own_square) == color_of(other_square), &position);
                    }
                }
            }
        }
    }
}
