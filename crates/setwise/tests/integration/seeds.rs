//! Examples from the four source documents that the project began with, and errors in them.
//!
//! 1. Zelphir Kaltstahl, *Bitboard Notes*
//! 2. Gerd Isenberg, *Efficient Generation of Sliding Piece Attacks*
//! 3. *How NagaSkaki plays chess*
//! 4. Justin Rogers, on legal moves

use setwise::attacks::{rays, walk};
use setwise::{Bitboard, Board, Color, Direction, Filter, Position, Rank, Role, Square, bitboard};

/// Source 1 says that XOR with the own pieces removes their squares from a rank's moves. That is
/// true only for attacked own pieces, at the ends of the rays; any other own piece is added to the
/// moves. The own pieces must first be intersected with the attacked squares. The result is then
/// the same as set difference.
#[test]
fn source_1_error_own_pieces_must_be_intersected_before_the_xor() {
    let own = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . X . X X
    };
    let attacked = walk::rook(Square::B1, own) & Bitboard::rank(Square::B1.rank());
    let moves = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X . X X . . . .
    };
    let moves_by_source = attacked ^ own;
    assert!(moves_by_source.contains(Square::G1), "an own piece behind the blocker");
    assert_ne!(moves_by_source, moves);
    assert_eq!(attacked ^ (attacked & own), moves);
    assert_eq!(attacked - own, moves);
}

/// The empty squares of source 4, applied to its pawn pushes: pawns would move onto occupied
/// squares.
///
/// The tests for the other errors are next to the correct code: the empty squares of source 4 in
/// `board`, the 45-degree bits of source 1 in `mapping` of `setwise-techniques`.
#[test]
fn source_4_error_pawns_would_move_onto_occupied_squares() {
    let pawns = Bitboard(0xff00);
    let mine = Bitboard(0xffff);
    let theirs = Bitboard::of(Square::E3);
    let push = |empty: Bitboard| pawns.shift(Direction::North) & empty;
    assert!(push(!(mine & theirs)).contains(Square::E3), "onto the enemy on e3");
    assert!(!push(!(mine | theirs)).contains(Square::E3));
}

/// The pawn captures of source 4: shifts by 7 and 9, with the wrapping file masked out.
#[test]
fn source_4_captures_do_not_wrap() {
    let pawns = Bitboard::of(Square::A2).with(Square::H2);
    let wrapped = Bitboard(pawns.0 << 7 | pawns.0 << 9);
    assert!(wrapped.contains(Square::A4), "h2 shifted by 9 wraps to a4");
    let captures = setwise::attacks::pawns(Color::White, pawns);
    assert_eq!(captures, Bitboard::of(Square::B3).with(Square::G3));
}

/// The example of source 1: a bishop on d2 of the empty board.
#[test]
fn source_1_bishop_on_d2() {
    use Square::*;
    let squares = [E1, C1, E3, F4, G5, H6, C3, B4, A5];
    assert_eq!(rays::bishop(D2), squares.into_iter().collect());
}

/// Section 2.3.1 of source 1 looks up the moves of a rank by its occupied squares alone. Rooks on
/// one rank see the same occupied squares, and no two of them attack the same.
#[test]
fn source_1_error_the_index_of_a_rank_needs_the_file_of_the_piece() {
    for occupied in (0..=255).map(Bitboard) {
        let attacked = |rook| walk::rook(rook, occupied) & Bitboard::rank(Rank::First);
        let mut entries: Vec<_> = occupied.into_iter().map(attacked).collect();
        entries.sort_by_key(|set| set.0);
        entries.dedup();
        assert_eq!(entries.len() as u32, occupied.count(), "{occupied}");
    }
}

/// Source 2 multiplies the a-file by the main diagonal, and shifts down: rank 1 then has the file,
/// turned by 90 degrees against the clock. Before the shift, rank 8 has it flipped about a8 to h1.
#[test]
fn source_2_a_product_with_the_main_diagonal_turns_the_a_file() {
    let main = Bitboard::diagonal(Square::A1.diagonal());
    for file in Bitboard::file(Square::A1.file()).subsets() {
        let product = Bitboard(file.0.wrapping_mul(main.0));
        assert_eq!(product & Bitboard::rank(Rank::Eighth), file.flip_anti_diagonal());
        assert_eq!(Bitboard(product.0 >> 56), file.rotate_90_counterclockwise());
    }
}

/// The initial bitboards as source 3 prints them, White's and Black's.
const PRINTED: [(Role, &str, &str); 6] = [
    (Role::Pawn, "000000000000ff00", "00ff000000000000"),
    (Role::Knight, "000000000000042", "4200000000000000"),
    (Role::Bishop, "000000000000024", "2400000000000000"),
    (Role::Rook, "000000000000018", "1800000000000000"),
    (Role::Queen, "0000000000000008", "0800000000000000"),
    (Role::King, "0000000000000010", "1000000000000000"),
];

/// 0x18 is d1 and e1, the squares of queen and king; the corners a1 and h1 are 0x81. Three numbers
/// have 15 digits, which changes no value, since the missing digit is a zero at the front.
#[test]
fn source_3_error_rooks_are_0x81_and_three_numbers_lack_a_digit() {
    let (mut wrong, mut short) = (Vec::new(), Vec::new());
    for (role, white, black) in PRINTED {
        for (color, digits) in [(Color::White, white), (Color::Black, black)] {
            let printed = u64::from_str_radix(digits, 16).map(Bitboard);
            if printed != Ok(Board::INITIAL.pieces(color, role)) {
                wrong.push((color, role));
            }
            if digits.len() != 16 {
                short.push((color, role));
            }
        }
    }
    assert_eq!(wrong, [(Color::White, Role::Rook), (Color::Black, Role::Rook)]);
    assert_eq!(short, [Role::Knight, Role::Bishop, Role::Rook].map(|role| (Color::White, role)));
    let rooks = Board::INITIAL.role(Role::Rook);
    assert_eq!(rooks, Bitboard(0x8100_0000_0000_0081));
}

/// Source 3 writes `right_board` without `[sq]` in its last two lines. One board for all squares
/// would be everything right of some square, all files but the first: it leaves the wrapped squares
/// of the example, a rook on c3 and a pawn on f3.
#[test]
fn source_3_error_right_board_is_the_one_of_the_square() {
    let right_board = |square| rays::ray(square, Direction::East);
    let blockers = right_board(Square::C3) & Bitboard::of(Square::F3);
    let shifted = (1..=6).fold(0, |set, steps| set | blockers.0 << steps);
    let any =
        Square::ALL.into_iter().fold(Bitboard::EMPTY, |set, square| set | right_board(square));
    let covered = Bitboard::of(Square::G3).with(Square::H3);
    assert_eq!(Bitboard(shifted) & right_board(Square::C3), covered);
    let wrapped = [Square::B4, Square::C4, Square::D4];
    assert_eq!(Bitboard(shifted) & any, covered | wrapped.into_iter().collect());
}

/// Source 4 lets pawns go forward by two "in their original file". A pawn that has gone forward is
/// still on its file, and one that has captured is not on its own: what counts is the rank.
#[test]
fn source_4_error_pawns_go_forward_by_two_from_their_rank_and_not_their_file() {
    for (pawn, steps) in [("4P3/8", 1), ("8/4P3", 2)] {
        let fen = format!("4k3/8/8/8/8/{pawn}/4K3 w - - 0 1");
        let position: Position = fen.parse().expect("a position");
        let pawns = Filter::ALL.from(position.board().role(Role::Pawn));
        assert_eq!(position.legal_moves_matching(pawns).len(), steps, "{fen}");
    }
}
