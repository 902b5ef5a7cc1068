//! Families: the moves whose number of replies is known before they are made.

use setwise::attacks::DEFAULT;
use setwise::{Position, perft};
use setwise_perft::{CountMode, count_with};

/// What a move changes in each position, apart from the moves of other pieces.
const POSITIONS: [(&str, &str); 49] = [
    ("a piece that leaves gives a discovered check", "4k3/8/8/4N3/8/8/4R3/K7 w - - 0 1"),
    ("a knight gives check", "4k3/7p/8/1N6/8/8/8/K7 w - - 0 1"),
    ("a pawn gives check", "8/8/3k4/8/2P5/8/8/K7 w - - 0 1"),
    ("a slider that arrives pins", "4k3/4n3/8/8/8/8/R7/1K6 w - - 0 1"),
    ("a slider that arrives pins a slider", "4k3/8/6b1/8/8/8/8/K2B4 w - - 0 1"),
    ("one of two blockers leaves: the other is pinned", "4k3/4n3/8/8/8/4N3/4R3/K7 w - - 0 1"),
    ("the pinning slider leaves", "4k3/4n3/8/8/8/8/4R3/K7 w - - 0 1"),
    ("a piece unpins", "4k3/4r3/8/8/8/3N4/4R3/K7 w - - 0 1"),
    ("a pinned pawn may push", "4k3/4p3/8/8/8/3N4/4R3/K7 w - - 0 1"),
    ("a step is attacked by the piece that arrives", "7k/8/8/8/8/8/4R3/K7 w - - 0 1"),
    ("a step is no longer attacked", "7k/8/8/4N3/8/8/8/K7 w - - 0 1"),
    ("a step is attacked by a slider behind", "7k/8/8/8/6N1/8/6R1/K7 w - - 0 1"),
    ("a step is shielded", "7k/8/8/8/8/8/6R1/K4N2 w - - 0 1"),
    ("the king shields a step", "8/4k3/8/8/8/8/3R4/K7 w - - 0 1"),
    ("a path of castling is attacked", "r3k2r/8/8/8/8/8/1R6/K7 w kq - 0 1"),
    ("a path of castling is blocked", "r3k2r/8/8/8/8/3B4/8/K7 w kq - 0 1"),
    ("a castling rook is captured", "r3k2r/8/8/8/8/8/8/R5K1 w kq - 0 1"),
    ("the rook shields the king that castles", "1r2k3/8/8/8/8/8/8/R5K1 w b - 0 1"),
    ("pushes are blocked", "7k/pp4p1/8/2N5/8/1N6/8/K7 w - - 0 1"),
    ("pushes are free again", "7k/pp6/NR6/8/8/8/8/K7 w - - 0 1"),
    ("pawns may capture", "7k/1p1p4/8/8/1N6/8/8/K7 w - - 0 1"),
    ("pawns may no longer capture", "7k/1p1p4/2N5/8/8/8/8/K7 w - - 0 1"),
    ("pawns block each other", "7k/1p1p4/8/1P6/3P4/8/2P5/K7 w - - 0 1"),
    ("pawns may promote", "7k/8/8/8/8/K4N2/2p1p3/3R4 w - - 0 1"),
    ("a pawn that may promote is captured", "7k/8/8/8/1N6/8/2p5/3R3K w - - 0 1"),
    ("a double step may be captured en passant", "7k/8/8/8/1p1p4/8/P1P1P3/K7 w - - 0 1"),
    ("lines are closed", "k7/8/2b5/8/3q4/7N/1r6/7K w - - 0 1"),
    ("lines are opened", "k7/8/2b5/3P4/3q4/3N4/1r1P4/7K w - - 0 1"),
    ("a slider moves on the line of another", "k7/8/8/8/1r1R2r1/8/3q4/7K w - - 0 1"),
    ("pieces are captured", "k6n/6p1/5b2/4Q3/3r1n2/2p5/8/7K w - - 0 1"),
    ("a captured piece is defended", "k7/8/2n2p2/4r3/3Q4/2N5/1b6/7K w - - 0 1"),
    ("a pawn that could capture is captured", "k7/8/3p4/2B1N3/8/8/8/7K w - - 0 1"),
    ("a pawn that could capture west is captured", "k7/8/4p3/3N1B2/8/8/8/K7 w - - 0 1"),
    ("a piece beside the king is captured", "6k1/5pp1/8/6N1/2B5/8/8/K5R1 w - - 0 1"),
    ("a bishop blocks castling", "r3k2r/8/8/8/8/6B1/8/K7 w kq - 0 1"),
    ("a bishop captures a castling rook", "r3k2r/8/8/8/4B3/8/8/K7 w kq - 0 1"),
    ("a pawn no longer attacks a step", "8/8/8/8/3Pk3/8/8/K7 w - - 0 1"),
    ("a knight no longer attacks a step", "7k/8/8/5N2/8/8/8/K7 w - - 0 1"),
    ("a king no longer attacks a step", "7k/8/5K2/8/8/8/8/8 w - - 0 1"),
    ("a pinned bishop sees squares", "4k3/4b3/8/8/8/8/2N1R3/K7 w - - 0 1"),
    ("a pinned rook sees squares", "7k/8/5r2/8/2N5/8/1B6/K7 w - - 0 1"),
    ("a knight defends", "7k/8/2n5/8/3p4/8/4N3/K7 w - - 0 1"),
    ("a pinned knight does not recapture", "4k3/4n3/8/3p4/8/2N5/4R3/K7 w - - 0 1"),
    ("a pawn gives a discovered check", "8/6k1/8/8/3P4/8/1B6/K7 w - - 0 1"),
    ("a pawn opens a line", "k7/8/8/8/8/8/1r3P2/7K w - - 0 1"),
    ("a rook no longer attacks a step", "7k/8/8/8/8/8/6R1/K7 w - - 0 1"),
    ("a pawn that captures frees a push", "7k/1p6/n7/1P6/8/8/8/K7 w - - 0 1"),
    ("the king may recapture", "7k/6p1/8/5N2/8/8/8/K7 w - - 0 1"),
    ("the side to move is in check", "4k3/8/8/1q6/8/3n4/8/R3K3 w - - 0 1"),
];

/// Counts of two plies equal the numbers of moves of all children, for both colors.
#[test]
fn the_replies_to_each_move_are_counted() {
    for (what, fen) in POSITIONS {
        let position: Position = fen.parse().expect(fen);
        for position in [position, position.color_flipped()] {
            let expected = perft(&position, 2);
            for mode in [CountMode::Families, CountMode::EachAlone] {
                let count = count_with(DEFAULT, &position, 2, mode);
                assert_eq!(count, expected, "{what}: {mode:?}, {position}");
            }
        }
    }
}
