//! A position has the outcome of its mirror images.

use setwise::{Bitboard, Board, Position, Setup, Square};
use setwise_testkit::random::Random;
use setwise_testkit::scaled;

use crate::positions::{self, tables};

/// Returns the position with all squares moved by a transform.
fn transformed(position: &Position, transform: fn(Bitboard) -> Bitboard) -> Position {
    let mut board = Board::default();
    for square in position.board().occupied() {
        let image = transform(Bitboard::of(square)).single().unwrap_or(Square::A1);
        board.put(image, position.piece_at(square).unwrap());
    }
    Position::ignoring_history(Setup { board, ..Setup::from(*position) }).unwrap()
}

/// A word that is not transformed with its placement, or transformed in the wrong order, is found.
#[test]
fn all_symmetries_and_both_colors_have_the_same_outcome() {
    let tables = tables();
    let mut random = Random::default();
    for material in [2, 3, 4].into_iter().flat_map(positions::materials) {
        for _ in 0..scaled(100_000, 500) {
            let position = positions::random(&material, &mut random);
            let outcome = tables.probe(&position);
            assert!(outcome.is_some());
            assert_eq!(tables.probe(&position.mirrored()), outcome, "{position}");
            assert_eq!(tables.probe(&position.color_flipped()), outcome, "{position}");
            if material.has_pawns() {
                continue;
            }
            for transform in [
                Bitboard::flip_vertical,
                Bitboard::flip_diagonal,
                Bitboard::flip_anti_diagonal,
                Bitboard::rotate_180,
                Bitboard::rotate_90_clockwise,
                Bitboard::rotate_90_counterclockwise,
            ] {
                let image = transformed(&position, transform);
                assert_eq!(tables.probe(&image), outcome, "{position} {image}");
            }
        }
    }
}
