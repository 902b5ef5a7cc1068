//! Square mappings, compared with the boards drawn in *Bitboard Notes*.

use proptest::prelude::*;
use setwise::{Bitboard, Square};
use setwise_techniques::mapping::{ByteTables, Mapping};

/// Returns the five mappings, each in both orders.
fn both_orders() -> impl Iterator<Item = Mapping> {
    Mapping::ALL.into_iter().flat_map(|mapping| [mapping, mapping.reversed()])
}

static BYTE_TABLES: [ByteTables; 5] = [
    ByteTables::new(&Mapping::LITTLE_ENDIAN),
    ByteTables::new(&Mapping::HYATT),
    ByteTables::new(&Mapping::ROTATED_90),
    ByteTables::new(&Mapping::ROTATED_45),
    ByteTables::new(&Mapping::ROTATED_MINUS_45),
];

/// Parses a list of squares in capitals, as the document writes them.
fn squares(text: &str) -> Vec<Square> {
    text.split_whitespace().map(|name| name.to_lowercase().parse().expect(name)).collect()
}

/// Reads a drawn board from the bottom row up, each row from left to right.
fn read(drawn: &str) -> Vec<Square> {
    drawn.lines().rev().flat_map(squares).collect()
}

/// The boards as *Bitboard Notes* draw them, rotated by 0, 90, 45 and −45 degrees.
const DRAWN: [(Mapping, &str); 4] = [
    (
        Mapping::LITTLE_ENDIAN,
        "A8 B8 C8 D8 E8 F8 G8 H8
         A7 B7 C7 D7 E7 F7 G7 H7
         A6 B6 C6 D6 E6 F6 G6 H6
         A5 B5 C5 D5 E5 F5 G5 H5
         A4 B4 C4 D4 E4 F4 G4 H4
         A3 B3 C3 D3 E3 F3 G3 H3
         A2 B2 C2 D2 E2 F2 G2 H2
         A1 B1 C1 D1 E1 F1 G1 H1",
    ),
    (
        Mapping::ROTATED_90,
        "H8 H7 H6 H5 H4 H3 H2 H1
         G8 G7 G6 G5 G4 G3 G2 G1
         F8 F7 F6 F5 F4 F3 F2 F1
         E8 E7 E6 E5 E4 E3 E2 E1
         D8 D7 D6 D5 D4 D3 D2 D1
         C8 C7 C6 C5 C4 C3 C2 C1
         B8 B7 B6 B5 B4 B3 B2 B1
         A8 A7 A6 A5 A4 A3 A2 A1",
    ),
    (
        Mapping::ROTATED_45,
        "              A8
                     A7  B8
                   A6  B7  C8
                 A5  B6  C7  D8
               A4  B5  C6  D7  E8
             A3  B4  C5  D6  E7  F8
           A2  B3  C4  D5  E6  F7  G8
         A1  B2  C3  D4  E5  F6  G7  H8
           B1  C2  D3  E4  F5  G6  H7
             C1  D2  E3  F4  G5  H6
               D1  E2  F3  G4  H5
                 E1  F2  G3  H4
                   F1  G2  H3
                     G1  H2
                       H1",
    ),
    (
        Mapping::ROTATED_MINUS_45,
        "              H8
                     G8  H7
                   F8  G7  H6
                 E8  F7  G6  H5
               D8  E7  F6  G5  H4
             C8  D7  E6  F5  G4  H3
           B8  C7  D6  E5  F4  G3  H2
         A8  B7  C6  D5  E4  F3  G2  H1
           A7  B6  C5  D4  E3  F2  G1
             A6  B5  C4  D3  E2  F1
               A5  B4  C3  D2  E1
                 A4  B3  C2  D1
                   A3  B2  C1
                     A2  B1
                       A1",
    ),
];

#[test]
fn bitboard_notes_draw_the_boards_that_the_formulas_give() {
    for (mapping, drawn) in DRAWN {
        let drawn = read(drawn);
        assert_eq!(drawn.len(), 64, "{mapping}");
        let squares: Vec<Square> = (0..64).map(|bit| mapping.square(bit)).collect();
        assert_eq!(squares, drawn, "{mapping}");
    }
}

#[test]
fn bitboard_notes_name_the_first_and_last_squares_of_the_45_degree_boards_in_both_orders() {
    for (mapping, named) in [
        (Mapping::ROTATED_45, "H1 G1 H2 A7 B8 A8"),
        (Mapping::ROTATED_MINUS_45, "A1 A2 B1 G8 H7 H8"),
    ] {
        for (position, square) in [0, 1, 2, 61, 62, 63].into_iter().zip(squares(named)) {
            assert_eq!(mapping.square(position), square, "{mapping} {position}");
            assert_eq!(mapping.bit(square), position);
            assert_eq!(mapping.reversed().square(63 - position), square);
            assert_eq!(mapping.reversed().bit(square), 63 - position);
        }
    }
}

/// The list counts from the most significant bit, as Hyatt does.
#[test]
fn bitboard_notes_print_f1_where_e1_belongs_in_the_45_degree_bits() {
    let printed = squares(
        "A1 A2 B1 A3 B2 C1 A4 B3 C2 D1 A5 B4 C3 D2 F1 A6 B5 C4 D3 E2 F1 A7 B6 C5 D4 E3 F2 G1
         A8 B7 C6 D5 E4 F3 G2 H1 B8 C7 D6 E5 F4 G3 H2 C8 D7 E6 F5 G4 H3 D8 E7 F6 G5 H4 E8 F7
         G6 H5 F8 G7 H6 G8 H7 H8",
    );
    assert_eq!(printed.len(), 64);
    let times = |square| printed.iter().filter(|&&s| s == square).count();
    assert_eq!((times(Square::F1), times(Square::E1)), (2, 0));
    assert_eq!(Mapping::new("as printed", printed.clone().try_into().expect("64")), None);

    let hyatt = Mapping::ROTATED_MINUS_45.reversed();
    let from_the_top = |position: u8| hyatt.square(63 - position);
    let wrong: Vec<u8> = (0..64).filter(|&p| from_the_top(p) != printed[p as usize]).collect();
    assert_eq!(wrong, [14]);
    assert_eq!(printed[14], Square::F1);
    // The heading of the list says 45 degrees, the turn of the other board.
    let headed = Mapping::ROTATED_45.reversed();
    let same: Vec<u8> = (0..64).filter(|&p| headed.square(63 - p) == printed[p as usize]).collect();
    assert!(same.len() < 8, "{same:?}");
    assert_eq!(from_the_top(14), Square::E1);
    let all: Bitboard = (0..64).map(from_the_top).collect();
    assert_eq!(all, Bitboard::UNIVERSE);
}

#[test]
fn set_mask_holds_each_square_in_order_whatever_the_mapping() {
    let named = [(0, Square::A1), (31, Square::H4), (32, Square::A5), (63, Square::H8)];
    for mapping in both_orders() {
        let set_mask = Square::ALL.map(|square| mapping.mask(square));
        for (position, square) in named {
            assert_eq!(mapping.set(set_mask[position]), Bitboard::of(square), "{mapping}");
        }
    }
    for (position, square) in named {
        assert_eq!(Mapping::LITTLE_ENDIAN.mask(square), 1 << position);
        assert_eq!(Mapping::HYATT.mask(square), 1 << (63 - position));
    }
}

#[test]
fn two_to_the_position_is_the_mask_only_where_the_position_is_the_bit() {
    for mapping in both_orders() {
        for square in Square::ALL {
            assert_eq!(mapping.mask(square), 2u64.pow(mapping.bit(square).into()));
        }
        let by_index = Square::ALL.iter().all(|&s| mapping.mask(s) == 1 << s.index());
        assert_eq!(by_index, mapping == Mapping::LITTLE_ENDIAN, "{mapping}");
    }
}

#[test]
fn a_mapping_is_two_tables_of_64_bytes_inverse_to_each_other() {
    for mapping in both_orders() {
        // The rest is the name and the order.
        assert_eq!(size_of_val(&mapping), 128 + size_of::<(&str, bool)>());
        for square in Square::ALL {
            assert_eq!(mapping.square(mapping.bit(square)), square, "{mapping}");
            assert_eq!(mapping.bit(mapping.square(square.index())), square.index());
        }
        assert_eq!(mapping.square(64), mapping.square(0));
        let squares = std::array::from_fn(|bit| mapping.square(bit as u8));
        assert_eq!(Mapping::new("the same", squares), Some(mapping));
        assert_eq!(mapping.reversed().reversed(), mapping);
        assert_ne!(mapping.reversed(), mapping);
    }
}

#[test]
fn single_squares_come_back_unchanged() {
    for mapping in both_orders() {
        for square in Square::ALL {
            let one = Bitboard::of(square);
            assert_eq!(mapping.word(one), mapping.mask(square), "{mapping} {square}");
            assert_eq!(mapping.set(mapping.word(one)), one, "{mapping} {square}");
        }
    }
}

#[test]
fn the_lines_that_a_mapping_is_for_have_adjacent_bits_with_the_leftmost_lowest() {
    for square in Square::ALL {
        for (mapping, line, leftmost) in [
            (Mapping::LITTLE_ENDIAN, Bitboard::rank(square.rank()), Bitboard::first as fn(_) -> _),
            (Mapping::ROTATED_90, Bitboard::file(square.file()), Bitboard::last),
            (Mapping::ROTATED_45, Bitboard::diagonal(square.diagonal()), Bitboard::first),
            (
                Mapping::ROTATED_MINUS_45,
                Bitboard::anti_diagonal(square.anti_diagonal()),
                Bitboard::last,
            ),
        ] {
            let lowest = mapping.bit(leftmost(line).expect("the square itself is there"));
            assert_eq!(mapping.word(line) >> lowest, (1 << line.count()) - 1, "{mapping}");
            assert_eq!(mapping.word(line).trailing_zeros(), u32::from(lowest));
        }
    }
}

#[test]
fn the_name_tells_the_order() {
    assert_eq!(Mapping::ROTATED_45.to_string(), "rotated 45");
    assert_eq!(Mapping::ROTATED_45.reversed().to_string(), "rotated 45, reversed");
    assert_eq!(Mapping::ROTATED_45.reversed().reversed().to_string(), "rotated 45");
}

#[test]
fn byte_tables_take_16_kib() {
    assert_eq!(size_of::<ByteTables>(), 16 * 1024);
}

proptest! {
    #[test]
    fn sets_and_words_come_back_unchanged(a: u64) {
        for mapping in both_orders() {
            prop_assert_eq!(mapping.set(mapping.word(Bitboard(a))), Bitboard(a));
            prop_assert_eq!(mapping.word(mapping.set(a)), a);
            prop_assert_eq!(mapping.reversed().word(Bitboard(a)),
                mapping.word(Bitboard(a)).reverse_bits());
        }
    }

    #[test]
    fn the_map_distributes_over_the_set_operations(a: u64, b: u64) {
        let (x, y) = (Bitboard(a), Bitboard(b));
        for mapping in both_orders() {
            prop_assert_eq!(mapping.word(x ^ y), mapping.word(x) ^ mapping.word(y));
            prop_assert_eq!(mapping.word(x | y), mapping.word(x) | mapping.word(y));
            prop_assert_eq!(mapping.word(x & y), mapping.word(x) & mapping.word(y));
            prop_assert_eq!(mapping.word(!x), !mapping.word(x));
        }
    }

    #[test]
    fn byte_tables_give_the_word_that_goes_bit_by_bit(a: u64) {
        for (tables, mapping) in BYTE_TABLES.iter().zip(Mapping::ALL) {
            prop_assert_eq!(tables.word(Bitboard(a)), mapping.word(Bitboard(a)));
        }
    }

    #[test]
    fn the_mappings_that_are_rotations_rotate(a: u64) {
        let set = Bitboard(a);
        prop_assert_eq!(Mapping::LITTLE_ENDIAN.word(set), a);
        prop_assert_eq!(Mapping::HYATT.word(set), set.rotate_180().0);
        prop_assert_eq!(Mapping::ROTATED_90.word(set), set.rotate_90_counterclockwise().0);
    }
}
