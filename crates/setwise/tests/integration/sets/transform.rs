//! Each turning of the board, by what it does to a file and a rank.

use proptest::prelude::*;
use setwise::{Bitboard, File, Rank, Square};

/// A transform: what it does to a set, what it does to a square's file and rank, and how often
/// it must be done to come back. In the order of the module.
type Transform = (fn(Bitboard) -> Bitboard, fn(usize, usize) -> (usize, usize), u32);

const TRANSFORMS: [Transform; 7] = [
    (Bitboard::flip_vertical, |f, r| (f, 7 - r), 2),
    (Bitboard::mirror_horizontal, |f, r| (7 - f, r), 2),
    (Bitboard::flip_diagonal, |f, r| (r, f), 2),
    (Bitboard::flip_anti_diagonal, |f, r| (7 - r, 7 - f), 2),
    (Bitboard::rotate_180, |f, r| (7 - f, 7 - r), 2),
    (Bitboard::rotate_90_clockwise, |f, r| (r, 7 - f), 4),
    (Bitboard::rotate_90_counterclockwise, |f, r| (7 - r, f), 4),
];

#[test]
fn each_transform_moves_every_square_by_its_definition() {
    for (n, (transform, definition, _)) in TRANSFORMS.into_iter().enumerate() {
        for square in Square::ALL {
            let (file, rank) = definition(square.file() as usize, square.rank() as usize);
            let expected = Square::new(File::ALL[file], Rank::ALL[rank]);
            let moved = transform(Bitboard::of(square)).single();
            assert_eq!(moved, Some(expected), "transform {n}, {square}");
        }
    }
}

#[test]
fn each_transform_comes_back_after_its_order_and_not_before() {
    for (n, (transform, _, order)) in TRANSFORMS.into_iter().enumerate() {
        let moved = |times: u32, set| (0..times).fold(set, |set, _| transform(set));
        let comes_back = |times: &u32| {
            Square::ALL.map(Bitboard::of).into_iter().all(|one| moved(*times, one) == one)
        };
        assert_eq!((1..=4).find(comes_back), Some(order), "transform {n}");
    }
}

/// Each picture in the documentation is two boards: squares with a mark on the left move to the
/// squares with the same mark on the right.
#[test]
fn the_pictures_of_the_page_are_correct() {
    let rows: Vec<Vec<char>> = include_str!("../../../src/transform.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("    ///   "))
        .map(|row| row.chars().filter(|c| *c != ' ').collect())
        .collect();
    assert_eq!(rows.len(), 8 * TRANSFORMS.len());
    for (picture, (transform, ..)) in rows.chunks(8).zip(TRANSFORMS) {
        let drawn = |mark: char, column: usize| -> Bitboard {
            let marked =
                |s: &Square| picture[7 - s.rank() as usize][column + s.file() as usize] == mark;
            Square::ALL.into_iter().filter(marked).collect()
        };
        for mark in ['.', 'X', 'O'] {
            assert_eq!(transform(drawn(mark, 0)), drawn(mark, 8), "{mark}");
        }
    }
}

#[test]
fn squares_and_sets_flip_alike() {
    for square in Square::ALL {
        let one = Bitboard::of(square);
        assert_eq!(one.flip_vertical().single(), Some(square.flip_vertical()));
        assert_eq!(one.mirror_horizontal().single(), Some(square.mirror_horizontal()));
    }
}

proptest! {
    #[test]
    fn each_transform_distributes_over_the_set_operations(a: u64, b: u64) {
        let (x, y) = (Bitboard(a), Bitboard(b));
        for (transform, ..) in TRANSFORMS {
            prop_assert_eq!(transform(x | y), transform(x) | transform(y));
            prop_assert_eq!(transform(x & y), transform(x) & transform(y));
            prop_assert_eq!(transform(x ^ y), transform(x) ^ transform(y));
            prop_assert_eq!(transform(!x), !transform(x));
            prop_assert_eq!(transform(x).count(), x.count());
        }
    }

    #[test]
    fn the_transforms_compose_as_the_board_does(a: u64) {
        let set = Bitboard(a);
        let (left, right) = (set.rotate_90_counterclockwise(), set.rotate_90_clockwise());
        prop_assert_eq!(left.rotate_90_clockwise(), set);
        prop_assert_eq!(left.rotate_90_counterclockwise(), set.rotate_180());
        prop_assert_eq!(right.rotate_90_clockwise(), set.rotate_180());
        prop_assert_eq!(set.flip_vertical().mirror_horizontal(), set.rotate_180());
        prop_assert_eq!(set.flip_diagonal().flip_anti_diagonal(), set.rotate_180());
    }
}
