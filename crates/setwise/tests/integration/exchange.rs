//! Static exchange evaluation (SEE): published examples, rare cases, and comparison with the best
//! order of captures.
//!
//! `tests/random_input` compares the evaluation with its definition at every node that it visits.
//! The tests here detected the following bugs when each was inserted into a copy of the library:
//! x-ray sliders omitted, a king that captures a defended piece, a capture on the last rank without
//! promotion, the pawn captured en passant left in the occupancy, and gains not propagated back
//! from the end.

use setwise::{EXCHANGE_VALUES, Move, Position, Role, Square};
use setwise_testkit::properties::exchange::{Choice, by_definition, exchange};
use setwise_testkit::suites;

/// The first two cases are the examples of the page "SEE - The Swap Algorithm" of the Chess
/// Programming Wiki.
#[test]
fn exchanges_worked_out_by_hand() {
    for (fen, san, expected) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", 100 - 300),
        // A rook behind a rook, and a queen behind both.
        ("4k3/8/4r3/3pr3/8/4R3/4R3/4Q1K1 w - - 0 1", "Rxe5", 500),
        // The king may not capture a piece that is defended, and may if it is not.
        ("3r2k1/8/8/8/8/8/3n4/4K3 w - - 0 1", "Kf2", 0),
        ("6k1/8/8/8/8/3n4/8/1B2K3 w - - 0 1", "Bxd3", 300),
        ("6k1/8/8/3p4/2p5/3P4/4K3/8 b - - 0 1", "cxd3+", 100 - 100),
        ("6k1/8/6b1/8/2p5/3P4/4K3/8 b - - 0 1", "cxd3+", 100),
        // Nor may it capture a piece that the other king defends, even if its own rook is behind
        // it.
        ("8/8/8/8/3pk3/4P3/4K3/4R3 b - - 0 1", "dxe3", 100),
        // En passant: the rook's file is open once both pawns have left it.
        ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "exd6", 100),
        ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100 - 100),
        // A promotion, without and with a recapture.
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q+", 800),
        ("r3k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q+", 800 - 900),
        ("r3k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=N", 200 - 300),
        // A pawn that recaptures on the last rank becomes a queen.
        ("1r2k3/P7/8/8/8/8/8/1RR1K3 w - - 0 1", "Rxb8+", 500),
        ("rr2k3/P7/8/8/8/8/8/1R2K3 w - - 0 1", "Rxb8+", 500),
        // Quiet moves: onto an undefended square, onto a defended square, and castling.
        ("4k3/3p4/8/8/8/8/8/2B1K3 w - - 0 1", "Bh6", 0),
        ("4k3/3p2p1/8/8/8/8/8/2B1K3 w - - 0 1", "Bh6", -300),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0),
    ] {
        let position: Position = fen.parse().expect(fen);
        let mv = position.parse_san(san).expect(san);
        assert_eq!(position.static_exchange(mv), expected, "{san} in {fen}");
    }
}

#[test]
fn the_result_is_in_the_unit_of_the_values() {
    let position: Position = "4k3/2n5/8/3p4/8/3R4/3R4/6K1 w - - 0 1".parse().expect("a FEN");
    let mv = Move::normal(Square::D3, Square::D5);
    let mut values = [1, 3, 3, 5, 9, 0];
    assert_eq!(position.static_exchange_with(mv, &values), -1);
    values[Role::Knight as usize] = 5;
    assert_eq!(position.static_exchange_with(mv, &values), 1);
}

/// Any move and any values give a result without panic.
#[test]
fn illegal_moves_and_extreme_values_do_not_panic() {
    for values in [[i16::MAX; 6], [i16::MIN; 6], EXCHANGE_VALUES] {
        for from in Square::ALL {
            for to in Square::ALL {
                for mv in
                    [Move::normal(from, to), Move::castle(from, to), Move::en_passant(from, to)]
                {
                    let exact = Position::INITIAL.static_exchange_with(mv, &values);
                    for threshold in [i32::MIN, exact - 1, exact, exact + 1, 0, i32::MAX] {
                        let at_least =
                            Position::INITIAL.static_exchange_at_least_with(mv, threshold, &values);
                        assert_eq!(at_least, exact >= threshold, "{mv:?} {threshold}");
                    }
                }
            }
        }
    }
}

/// White does better to recapture with the knight, because the pawn blocks a bishop's line.
#[test]
fn capturing_with_the_first_attacker_is_not_always_best() {
    let fen = "3r2k1/8/1n6/8/4P3/2N2b2/8/6K1 b - - 0 1";
    let position: Position = fen.parse().expect(fen);
    let mv = position.parse_san("Nd5").expect(fen);
    assert_eq!(position.static_exchange(mv), -300 + 100);
    assert_eq!(exchange(&position, mv, Choice::Any), -300);
}

/// For all 8,547 moves in the positions of the suites, capturing with the first attacker is best.
#[test]
fn capturing_with_the_first_attacker_is_best_in_the_suites() {
    let mut moves = 0;
    for fen in suites::fens() {
        let position = suites::position(fen);
        for mv in position.legal_moves() {
            by_definition(&position, mv);
            let best = exchange(&position, mv, Choice::Any);
            assert_eq!(best, position.static_exchange(mv), "{mv:?} in {position:?}");
            moves += 1;
        }
    }
    assert_eq!(moves, 8_547);
}
