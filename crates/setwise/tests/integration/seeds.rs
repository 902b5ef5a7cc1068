//! What the four documents that the project began from say, and where they slip.

use setwise::attacks::{rays, walk};
use setwise::{Bitboard, Color, Direction, Square, bitboard};

/// The seed says that XOR with the own pieces leaves out of a rank's moves those squares where an
/// own piece stands. It does so only at the ends of the ray: an own piece that is not attacked is
/// put in. The own pieces must be intersected with the attacked squares first, which is then the
/// same as leaving them out.
#[test]
fn slip_of_seed_1_own_pieces_are_intersected_before_the_xor() {
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
    let as_the_seed_says = attacked ^ own;
    assert!(as_the_seed_says.contains(Square::G1), "an own piece behind the blocker");
    assert_ne!(as_the_seed_says, moves);
    assert_eq!(attacked ^ (attacked & own), moves);
    assert_eq!(attacked - own, moves);
}

/// The other three slips have their tests where the right thing is: the rooks of seed 3 and the
/// empty squares of seed 4 in `board`, the 45-degree bits of seed 1 in `mapping`. This one shows
/// what the wrong formula of seed 4 would do to its own pawns.
#[test]
fn slip_of_seed_4_pawns_would_run_through_every_man() {
    let pawns = Bitboard(0xff00);
    let mine = Bitboard(0xffff);
    let theirs = Bitboard::of(Square::E3);
    let push = |empty: Bitboard| pawns.shift(Direction::North) & empty;
    assert!(push(mine.nand(theirs)).contains(Square::E3), "onto the enemy on e3");
    assert!(!push(!(mine | theirs)).contains(Square::E3));
}

/// Seed 4's captures: by 7 and 9, with the file that would overflow cleared.
#[test]
fn seed_4_captures_do_not_wrap() {
    let pawns = Bitboard::of(Square::A2).with(Square::H2);
    let wrapped = Bitboard(pawns.0 << 7 | pawns.0 << 9);
    assert!(wrapped.contains(Square::A4), "h2 shifted by 9 goes round to a4");
    let captures = setwise::attacks::leapers::pawns(Color::White, pawns);
    assert_eq!(captures, Bitboard::of(Square::B3).with(Square::G3));
}

/// Seed 1's bishop on d2 of the empty board.
#[test]
fn seed_1_bishop_on_d2() {
    use Square::*;
    let squares = [E1, C1, E3, F4, G5, H6, C3, B4, A5];
    assert_eq!(rays::bishop(D2), squares.into_iter().collect());
}
