//! The pseudo-rotations, tested by their effect on the file and the rank of each square.

use proptest::prelude::*;
use setwise::{Bitboard, File, Rank, Square};
use setwise_techniques::mapping::Mapping;
use setwise_techniques::pseudo_rotation::{
    pseudo_rotate_45_clockwise, pseudo_rotate_45_counterclockwise,
};

/// A function, and the file and rank to which it must move a square.
type Rotation = (fn(Bitboard) -> Bitboard, fn(usize, usize) -> (usize, usize));

const ROTATIONS: [Rotation; 2] = [
    (pseudo_rotate_45_clockwise, |f, r| (f, (8 + r - f) % 8)),
    (pseudo_rotate_45_counterclockwise, |f, r| (f, (r + f + 1) % 8)),
];

#[test]
fn each_rotation_moves_every_square_by_its_definition_and_has_order_8() {
    for (rotation, definition) in ROTATIONS {
        for square in Square::ALL {
            let (file, rank) = definition(square.file() as usize, square.rank() as usize);
            let expected = Square::new(File::ALL[file], Rank::ALL[rank]);
            assert_eq!(rotation(Bitboard::of(square)).single(), Some(expected), "{square}");
        }
        let moved = |times: u32, set| (0..times).fold(set, |set, _| rotation(set));
        let is_unchanged = |times: &u32| {
            Square::ALL.map(Bitboard::of).iter().all(|&one| moved(*times, one) == one)
        };
        assert_eq!((1..=8).find(is_unchanged), Some(8));
    }
}

/// Each picture in the documentation is two boards: squares with a digit on the left move to the
/// squares with the same digit on the right.
#[test]
fn the_pictures_in_the_documentation_are_right() {
    let rows: Vec<Vec<char>> = include_str!("../../src/pseudo_rotation.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("///   "))
        .map(|row| row.chars().filter(|c| *c != ' ').collect())
        .collect();
    assert_eq!(rows.len(), 8 * ROTATIONS.len());
    for (picture, (rotation, _)) in rows.chunks(8).zip(ROTATIONS) {
        let drawn = |mark: char, column: usize| -> Bitboard {
            let marked =
                |s: &Square| picture[7 - s.rank() as usize][column + s.file() as usize] == mark;
            Square::ALL.into_iter().filter(marked).collect()
        };
        for mark in '1'..='8' {
            assert_eq!(rotation(drawn(mark, 0)), drawn(mark, 8), "{mark}");
        }
    }
}

#[test]
fn a_pseudo_rotation_lays_each_diagonal_into_one_rank() {
    for square in Square::ALL {
        let diagonal = square.diagonal();
        let rank = Rank::ALL[diagonal.rank_minus_file().rem_euclid(8) as usize];
        let laid = pseudo_rotate_45_clockwise(Bitboard::diagonal(diagonal));
        assert!(laid.is_subset_of(Bitboard::rank(rank)));

        let anti = square.anti_diagonal();
        let rank = Rank::ALL[(anti.rank_plus_file() as usize + 1) % 8];
        let laid = pseudo_rotate_45_counterclockwise(Bitboard::anti_diagonal(anti));
        assert!(laid.is_subset_of(Bitboard::rank(rank)));
    }
}

#[test]
fn a_pseudo_rotation_is_not_the_packed_diamond() {
    let long = Bitboard::diagonal(Square::A1.diagonal());
    assert_eq!(pseudo_rotate_45_clockwise(long), Bitboard(0xff));
    assert_eq!(Mapping::ROTATED_45.word(long), 0xff << 28);
    // After the pseudo-rotation, a8 is in the same byte as the diagonal b1-h7. In the packed board,
    // 35 bits lie between them.
    let (below, corner) = (Bitboard::diagonal(Square::B1.diagonal()), Bitboard::of(Square::A8));
    let byte = pseudo_rotate_45_clockwise(below | corner);
    assert_eq!(byte, Bitboard::rank(Rank::Eighth));
    assert_eq!(Mapping::ROTATED_45.word(below), 0x7f << 21);
    assert_eq!(Mapping::ROTATED_45.word(corner), 1 << 63);

    let long = Bitboard::anti_diagonal(Square::A8.anti_diagonal());
    assert_eq!(pseudo_rotate_45_counterclockwise(long), Bitboard(0xff));
    assert_eq!(Mapping::ROTATED_MINUS_45.word(long), 0xff << 28);
}

proptest! {
    #[test]
    fn each_rotation_distributes_over_the_set_operations(a: u64, b: u64) {
        let (x, y) = (Bitboard(a), Bitboard(b));
        for (rotation, _) in ROTATIONS {
            prop_assert_eq!(rotation(x | y), rotation(x) | rotation(y));
            prop_assert_eq!(rotation(x & y), rotation(x) & rotation(y));
            prop_assert_eq!(rotation(x ^ y), rotation(x) ^ rotation(y));
            prop_assert_eq!(rotation(!x), !rotation(x));
            prop_assert_eq!(rotation(x).count(), x.count());
        }
    }

    #[test]
    fn one_rotation_is_the_mirror_image_of_the_other(a: u64) {
        let set = Bitboard(a);
        let mirrored = pseudo_rotate_45_clockwise(set.mirror_horizontal()).mirror_horizontal();
        prop_assert_eq!(mirrored, pseudo_rotate_45_counterclockwise(set));
    }
}
