//! Examples from the four source documents that the project began with, and errors in them.
//!
//! 1. Zelphir Kaltstahl, *Bitboard Notes*
//! 2. Gerd Isenberg, *Efficient Generation of Sliding Piece Attacks*
//! 3. *How NagaSkaki plays chess*
//! 4. Justin Rogers, on legal moves

use setwise::attacks::{rays, walk};
use setwise::{Bitboard, Color, Direction, Square, bitboard};

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
/// The tests for the other errors are next to the correct code: the rooks of source 3 and the empty
/// squares of source 4 in `board`, the 45-degree bits of source 1 in `mapping` of
/// `setwise-techniques`.
#[test]
fn source_4_error_pawns_would_move_onto_occupied_squares() {
    let pawns = Bitboard(0xff00);
    let mine = Bitboard(0xffff);
    let theirs = Bitboard::of(Square::E3);
    let push = |empty: Bitboard| pawns.shift(Direction::North) & empty;
    assert!(push(mine.nand(theirs)).contains(Square::E3), "onto the enemy on e3");
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
