//! Each turning of the board, by what it does to a file and a rank.

use proptest::prelude::*;
use setwise::mapping::Mapping;
use setwise::{Bitboard, File, Rank, Square};

/// A transform: what it does to a set, what it does to a square's file and rank, and how often
/// it must be done to come back. In the order of the module.
type Transform = (fn(Bitboard) -> Bitboard, fn(usize, usize) -> (usize, usize), u32);

const TRANSFORMS: [Transform; 9] = [
    (Bitboard::flip_vertical, |f, r| (f, 7 - r), 2),
    (Bitboard::mirror_horizontal, |f, r| (7 - f, r), 2),
    (Bitboard::flip_diagonal, |f, r| (r, f), 2),
    (Bitboard::flip_anti_diagonal, |f, r| (7 - r, 7 - f), 2),
    (Bitboard::rotate_180, |f, r| (7 - f, 7 - r), 2),
    (Bitboard::rotate_90_clockwise, |f, r| (r, 7 - f), 4),
    (Bitboard::rotate_90_counterclockwise, |f, r| (7 - r, f), 4),
    (Bitboard::pseudo_rotate_45_clockwise, |f, r| (f, (8 + r - f) % 8), 8),
    (Bitboard::pseudo_rotate_45_counterclockwise, |f, r| (f, (r + f + 1) % 8), 8),
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
        assert_eq!((1..=8).find(comes_back), Some(order), "transform {n}");
    }
}

/// Each picture of the page is two boards; what is drawn alike on the left goes to what is
/// drawn alike on the right.
#[test]
fn the_pictures_of_the_page_are_true() {
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
        for mark in ['.', 'X', 'O', '1', '2', '3', '4', '5', '6', '7', '8'] {
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

#[test]
fn a_pseudo_rotation_lays_each_diagonal_into_one_rank() {
    for square in Square::ALL {
        let diagonal = square.diagonal();
        let rank = Rank::ALL[diagonal.rank_minus_file().rem_euclid(8) as usize];
        let laid = Bitboard::diagonal(diagonal).pseudo_rotate_45_clockwise();
        assert!(laid.is_subset_of(Bitboard::rank(rank)));

        let anti = square.anti_diagonal();
        let rank = Rank::ALL[(anti.rank_plus_file() as usize + 1) % 8];
        let laid = Bitboard::anti_diagonal(anti).pseudo_rotate_45_counterclockwise();
        assert!(laid.is_subset_of(Bitboard::rank(rank)));
    }
}

#[test]
fn a_pseudo_rotation_is_not_the_packed_diamond() {
    let long = Bitboard::diagonal(Square::A1.diagonal());
    assert_eq!(long.pseudo_rotate_45_clockwise(), Bitboard(0xff));
    assert_eq!(Mapping::ROTATED_45.word(long), 0xff << 28);
    // The pseudo-rotation has a8 share its byte with the diagonal b1-h7; packed, 35 bits and
    // more lie between them.
    let (below, corner) = (Bitboard::diagonal(Square::B1.diagonal()), Bitboard::of(Square::A8));
    let byte = (below | corner).pseudo_rotate_45_clockwise();
    assert_eq!(byte, Bitboard::rank(Rank::Eighth));
    assert_eq!(Mapping::ROTATED_45.word(below), 0x7f << 21);
    assert_eq!(Mapping::ROTATED_45.word(corner), 1 << 63);

    let long = Bitboard::anti_diagonal(Square::A8.anti_diagonal());
    assert_eq!(long.pseudo_rotate_45_counterclockwise(), Bitboard(0xff));
    assert_eq!(Mapping::ROTATED_MINUS_45.word(long), 0xff << 28);
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
        prop_assert_eq!(
            set.mirror_horizontal().pseudo_rotate_45_clockwise().mirror_horizontal(),
            set.pseudo_rotate_45_counterclockwise()
        );
    }
}
