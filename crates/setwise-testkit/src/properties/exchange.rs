//! Static exchange evaluation, by its definition: each capture is made on a board, and who can take
//! next is looked for there anew.

use setwise::EXCHANGE_VALUES;
use setwise::attacks::{leapers, walk};
use setwise::{Bitboard, Board, Color, Move, Piece, Position, Rank, Role, Square};

/// Who may be chosen to take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The first man in the order of roles.
    First,
    /// Any man: the best line of the exchange.
    Any,
}

/// What the library says of a move is what the definition says.
pub fn by_definition(position: &Position, mv: Move) {
    let expected = exchange(position, mv, Choice::First);
    assert_eq!(position.static_exchange(mv), expected, "{mv:?} in {position:?}");
}

/// What a move gains in the exchange on its square, with the men that take chosen in some way.
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

/// The most that a side can gain by taking on a square or by leaving it.
fn best(board: &Board, side: Color, square: Square, choice: Choice) -> i32 {
    let mut takers: Vec<Square> = attackers(board, side, square).into_iter().collect();
    takers.sort_by_key(|&from| (board.role_at(from), from));
    if choice == Choice::First {
        takers.truncate(1);
    }
    let gains = takers.into_iter().filter_map(|from| {
        let mut next = *board;
        let taken = next.remove(square).expect("the exchange is about a man").role;
        let role = next.remove(from).expect("it attacks").role;
        let promotes = role == Role::Pawn && square.rank() == Rank::Eighth.relative_to(side);
        let arrived = if promotes { Role::Queen } else { role };
        next.put(square, Piece { color: side, role: arrived });
        if role == Role::King && attackers(&next, !side, square).any() {
            return None;
        }
        let gain = worth(taken) + worth(arrived) - worth(role);
        Some(gain - best(&next, !side, square, choice))
    });
    gains.fold(0, i32::max)
}

/// A color's men that attack a square: each looks from where it stands, step by step.
fn attackers(board: &Board, color: Color, square: Square) -> Bitboard {
    let occupied = board.occupied();
    let attacks = |from: &Square| {
        let seen = match board.role_at(*from).expect("a man") {
            Role::Pawn => leapers::pawn(color, *from),
            Role::Knight => leapers::knight(*from),
            Role::Bishop => walk::bishop(*from, occupied),
            Role::Rook => walk::rook(*from, occupied),
            Role::Queen => walk::bishop(*from, occupied) | walk::rook(*from, occupied),
            Role::King => leapers::king(*from),
        };
        seen.contains(square)
    };
    board.color(color).into_iter().filter(attacks).collect()
}
