//! Counts of many positions together.

use setwise::Position;
use setwise_perft::{Backend, Counter};
use setwise_testkit::suites::{self, CHESS960, RANDOM};

/// Positions of both colors, with different castling rights, in standard chess and Chess960.
/// Neighbours that do not agree about them are counted apart; a position that took the castling
/// squares of another would have wrong counts.
#[test]
fn positions_counted_together_have_the_counts_of_each() {
    let mut positions: Vec<Position> = Vec::new();
    for (_, position, _) in suites::positions(RANDOM).chain(suites::positions(CHESS960)) {
        positions.push(position);
        // Children: of the other color, and some without rights or with an en passant square.
        let moves = position.legal_moves().into_iter().take(8);
        positions.extend(moves.map(|mv| position.play_unchecked(mv)));
    }
    let mut scalar = Counter::new(Backend::SCALAR);
    for depth in 0..=3 {
        let some = if depth == 3 { &positions[..1_000] } else { &positions[..] };
        let expected: Vec<u128> =
            some.iter().map(|position| scalar.count(position, depth)).collect();
        for backend in Backend::available() {
            let mut found = vec![7];
            Counter::new(backend).count_each(some, depth, &mut found);
            assert!(found[0] == 7 && found[1..] == expected, "{} depth {depth}", backend.name());
        }
    }
}

/// A king and rook that castle from the same squares are needed: here the rights are the same
/// squares, but the kings differ.
#[test]
fn castling_rights_of_other_kings_are_not_mixed_up() {
    let fens = [
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/8/8/8/R1K4R w HA - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ];
    let positions: Vec<Position> = fens.iter().map(|fen| suites::position(fen)).collect();
    let mut scalar = Counter::new(Backend::SCALAR);
    for depth in [2, 3] {
        let expected: Vec<u128> = positions.iter().map(|root| scalar.count(root, depth)).collect();
        let mut found = Vec::new();
        Counter::new(Backend::fastest()).count_each(&positions, depth, &mut found);
        assert_eq!(found, expected);
    }
}

/// Double steps of pawns: beside no pawn of the other side, beside one that may capture, and beside
/// one that is pinned on its file, on the rank that both pawns leave, or on a diagonal.
#[test]
fn parents_with_en_passant_squares_have_the_counts_of_each() {
    let fens = [
        "4k3/8/8/8/1p1p4/8/PPPPPPPP/4K3 w - - 0 1",
        "8/8/8/8/k2p3R/8/2P1P3/4K3 w - - 0 1",
        "3k4/8/8/8/3p4/8/2P1P3/3RK3 w - - 0 1",
        "6k1/8/8/8/3p4/2B5/4P3/4K3 w - - 0 1",
        "4k3/pppppppp/8/1P1P4/8/8/8/4K3 b - - 0 1",
    ];
    let mut scalar = Counter::new(Backend::SCALAR);
    for root in fens.map(suites::position) {
        let children = root.legal_moves().into_iter().map(|mv| root.play_unchecked(mv));
        let children: Vec<Position> = children.collect();
        let expected: Vec<u128> = children.iter().map(|child| scalar.count(child, 2)).collect();
        for backend in Backend::available() {
            let mut found = Vec::new();
            Counter::new(backend).count_each(&children, 2, &mut found);
            assert_eq!(found, expected, "{root}, {}", backend.name());
        }
    }
}

/// Kiwipete has so many moves that are not in its family that a full queue of parents has more sets
/// of them than a list holds.
#[test]
fn parents_with_many_remaining_moves_have_the_counts_of_each() {
    let kiwipete = suites::USUAL[1].position();
    let expected = Counter::new(Backend::SCALAR).count(&kiwipete, 2);
    for backend in Backend::available() {
        let mut found = Vec::new();
        Counter::new(backend).count_each(&[kiwipete; 300], 2, &mut found);
        assert_eq!(found, [expected; 300], "{}", backend.name());
    }
}
