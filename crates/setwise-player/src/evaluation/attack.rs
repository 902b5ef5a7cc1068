//! The attack on a king: its features are summed, and the square of the sum counts, because each
//! attacker makes the others more dangerous.

use setwise::{Bitboard, Color, Direction, File, Position, Rank, Role, attacks};

use super::{Attacked, beside, count, files, ring};
use crate::terms::*;
use crate::weights::ATTACK;

/// Returns the value of an attack in the middlegame, in hundredths of a pawn.
#[inline(always)]
pub(super) fn value(position: &Position, us: Color, attacked: &Attacked) -> i32 {
    let mut sum = 0;
    attack(position, us, attacked, &mut |feature, times| sum += i32::from(ATTACK[feature]) * times);
    sum.max(0).pow(2) / 256
}

/// Calls a function with each feature of the attack of a side on the enemy king, and the number of
/// times.
#[inline(always)]
pub fn attack(
    position: &Position,
    us: Color,
    attacked: &Attacked,
    add: &mut impl FnMut(usize, i32),
) {
    let (board, them) = (position.board(), !us);
    let (king, ring) = (position.king(them), ring(position, them));
    for (kind, [squares, pieces]) in attacked.ring[us].into_iter().enumerate() {
        add(RING + kind, squares);
        add(ATTACKERS + kind, pieces);
    }

    // The last defenders of a square are the king, which may not enter it, and the queen.
    let last = attacked.by[them][Role::Queen] | attacked.by[them][Role::King];
    let safe = !attacked.all[them] | (last & (attacked.twice[us] - attacked.twice[them]));
    let occupied = board.occupied() - board.pieces(them, Role::Queen);
    let (rook, bishop) = (attacks::rook(king, occupied), attacks::bishop(king, occupied));
    for (kind, (role, from)) in [
        (Role::Knight, attacks::knight(king)),
        (Role::Bishop, bishop),
        (Role::Rook, rook),
        (Role::Queen, rook | bishop),
    ]
    .into_iter()
    .enumerate()
    {
        let checks = (from & attacked.by[us][role]) - board.color(us);
        add(SAFE_CHECK + kind, i32::from(checks.meets(safe)));
        add(CHECK + kind, i32::from((checks - safe).any()));
    }
    let weak = attacked.all[us] - (attacked.all[them] - (last - attacked.twice[them]));
    add(WEAK, count(weak & ring));

    let [forward, ..] = Direction::of_pawns(them);
    let (own, pawns) = (board.pieces(us, Role::Pawn), board.pieces(them, Role::Pawn));
    let beside_king = Bitboard::of(king) | beside(Bitboard::of(king));
    let first = beside_king.shift(forward);
    let second = first.shift(forward);
    add(SHELTER, count(pawns & first));
    add(SHELTER + 1, count(pawns & second));
    add(STORM, count(own & second));
    add(STORM + 1, count(own & second.shift(forward)));
    let without = (files(beside_king) & Bitboard::rank(Rank::First)) - files(pawns);
    add(KING_FILE, count(without & files(own)));
    add(KING_FILE + 1, count(without - files(own)));

    let wing = wing(king.file())
        - Bitboard::rank(Rank::Sixth.relative_to(them))
        - Bitboard::rank(Rank::Seventh.relative_to(them))
        - Bitboard::rank(Rank::Eighth.relative_to(them));
    add(WING, count(wing & attacked.all[us]));
    add(WING + 1, count(wing & attacked.twice[us]));
    add(GUARDS, count(board.pieces(them, Role::Knight) & ring));
    add(GUARDS + 1, count(board.pieces(them, Role::Bishop) & ring));
    add(PINNED, count(position.pinned(them)));
    let [ours, theirs] = [us, them].map(|color| board.pieces(color, Role::Bishop));
    for squares in [Bitboard::DARK, !Bitboard::DARK] {
        add(LONE_BISHOP, i32::from(ours.meets(squares) && !theirs.meets(squares)));
    }
    add(QUEEN, i32::from(board.pieces(us, Role::Queen).any()));
    add(TO_MOVE, i32::from(position.turn() == us));
    add(ALWAYS, 1);
}

/// The four files on the side of a king.
fn wing(king: File) -> Bitboard {
    let first = match king {
        File::A | File::B | File::C => 0,
        File::D | File::E => 2,
        File::F | File::G | File::H => 4,
    };
    File::ALL[first..first + 4]
        .iter()
        .fold(Bitboard::EMPTY, |set, &file| set | Bitboard::file(file))
}
