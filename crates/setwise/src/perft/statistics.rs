//! What kinds of moves the last ones were: the table by which newcomers find a wrong rule.

use core::ops::AddAssign;

use crate::{Bitboard, Move, MoveKind, Position, moves::castled};

/// How many of the last moves of a perft were of each kind.
///
/// A move may be of several kinds; the columns are those that the chess programming wiki's page of
/// perft results has made usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// All of them.
    pub nodes: u128,
    /// Took a man, en passant too.
    pub captures: u128,
    /// Took en passant.
    pub en_passant: u128,
    /// Castled.
    pub castles: u128,
    /// Promoted.
    pub promotions: u128,
    /// Gave check, in whatever way.
    pub checks: u128,
    /// Gave check only by a man that had not moved itself.
    pub discovered_checks: u128,
    /// Gave check by two men at once.
    pub double_checks: u128,
    /// Mated.
    pub checkmates: u128,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered_checks += other.discovered_checks;
        self.double_checks += other.double_checks;
        self.checkmates += other.checkmates;
    }
}

/// The statistics of all sequences of `depth` legal moves. Plays every move, and looks at each:
/// some ten times slower than counting.
///
/// ```
/// use setwise::{perft::statistics::statistics, Position};
///
/// let last_moves = statistics(&Position::INITIAL, 3);
/// assert_eq!((last_moves.nodes, last_moves.captures, last_moves.checks), (8_902, 34, 12));
/// ```
pub fn statistics(position: &Position, depth: u32) -> Statistics {
    let mut sum = Statistics::default();
    if depth == 0 {
        sum.nodes = 1;
        return sum;
    }
    for mv in position.legal_moves() {
        sum += if depth == 1 {
            of_move(position, mv)
        } else {
            statistics(&position.play_unchecked(mv), depth - 1)
        };
    }
    sum
}

fn of_move(position: &Position, mv: Move) -> Statistics {
    let next = position.play_unchecked(mv);
    let checkers = next.checkers();
    let moved = match mv.kind() {
        MoveKind::Castle => Bitboard::of(castled(mv.from(), mv.to()).rook),
        _ => Bitboard::of(mv.to()),
    };
    let one = |is: bool| u128::from(is);
    Statistics {
        nodes: 1,
        captures: one(position.is_capture(mv)),
        en_passant: one(mv.is_en_passant()),
        castles: one(mv.is_castle()),
        promotions: one(mv.promoted().is_some()),
        checks: one(checkers.any()),
        discovered_checks: one(checkers.any() && !checkers.meets(moved)),
        double_checks: one(checkers.more_than_one()),
        checkmates: one(next.is_checkmate()),
    }
}
