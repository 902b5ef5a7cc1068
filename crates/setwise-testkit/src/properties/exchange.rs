//! Static exchange evaluation (SEE) by its definition: each capture is made on a board, and the
//! next capturing pieces are computed from scratch.

use setwise::EXCHANGE_VALUES;
use setwise::attacks::{self, walk};
use setwise::{Bitboard, Board, Color, Move, Piece, Position, Rank, Role, Square};

/// The pieces that may capture next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Only the least valuable piece, in the order of roles.
    First,
    /// Any piece: the best line of the exchange.
    Any,
}

/// The SEE of the library agrees with the definition.
pub fn by_definition(position: &Position, mv: Move) {
    let expected = exchange(position, mv, Choice::First);
    assert_eq!(position.static_exchange(mv), expected, "{mv:?} in {position:?}");
    let thresholds = [i32::MIN, -900, -200, -1, 0, 1, 100, 300, 900, i32::MAX];
    for threshold in thresholds.into_iter().chain(expected - 1..=expected + 1) {
        let at_least = position.static_exchange_at_least(mv, threshold);
        assert_eq!(at_least, expected >= threshold, "{threshold} of {mv:?} in {position:?}");
    }
}

/// Returns the material gain of a move and the exchange on its target square.
pub fn exchange(position: &Position, mv: Move, choice: Choice) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let material = |board: &Board| -> i32 {
        let side = board.color(position.turn());
        let value = |square| board.role_at(square).map_or(0, worth);
        side.into_iter().map(value).sum::<i32>()
            - (board.occupied() - side).into_iter().map(value).sum::<i32>()
    };
    let after = *position.play_unchecked(mv).board();
    let gain = material(&after) - material(position.board());
    gain - best(&after, !position.turn(), mv.to(), choice)
}

fn worth(role: Role) -> i32 {
    EXCHANGE_VALUES[role].into()
}

/// Returns the best gain of a side that may capture on a square, or stop with a gain of 0.
fn best(board: &Board, side: Color, square: Square, choice: Choice) -> i32 {
    let mut capturers: Vec<Square> = attackers(board, side, square).into_iter().collect();
    capturers.sort_by_key(|&from| (board.role_at(from), from));
    if choice == Choice::First {
        capturers.truncate(1);
    }
    let gains = capturers.into_iter().filter_map(|from| {
        let mut next = *board;
        let captured = next.remove(square).expect("a piece to capture").role;
        let role = next.remove(from).expect("it attacks").role;
        let promotes = role == Role::Pawn && square.rank() == Rank::Eighth.relative_to(side);
        let arrived = if promotes { Role::Queen } else { role };
        next.put(square, Piece { color: side, role: arrived });
        if role == Role::King && attackers(&next, !side, square).any() {
            return None;
        }
        let gain = worth(captured) + worth(arrived) - worth(role);
        Some(gain - best(&next, !side, square, choice))
    });
    gains.fold(0, i32::max)
}

/// Returns the pieces of a side that attack a square; walks along the rays of each piece.
fn attackers(board: &Board, color: Color, square: Square) -> Bitboard {
    let occupied = board.occupied();
    let attacks = |from: &Square| {
        let attacked = match board.role_at(*from).expect("a piece") {
            Role::Pawn => attacks::pawn(color, *from),
            Role::Knight => attacks::knight(*from),
            Role::Bishop => walk::bishop(*from, occupied),
            Role::Rook => walk::rook(*from, occupied),
            Role::Queen => walk::bishop(*from, occupied) | walk::rook(*from, occupied),
            Role::King => attacks::king(*from),
        };
        attacked.contains(square)
    };
    board.color(color).into_iter().filter(attacks).collect()
}
