//! The kinds of moves among the last moves of a perft: the table that shows which rule is wrong.

use core::ops::AddAssign;

use setwise::{Bitboard, CastlingTargets, Move, MoveKind, Position};

/// The number of moves of each kind among the last moves of a perft.
///
/// A move may be of several kinds. The columns are the columns of the Chess Programming Wiki's page
/// of perft results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// All moves.
    pub nodes: u128,
    /// Captures, including en passant.
    pub captures: u128,
    /// En passant captures.
    pub en_passant: u128,
    /// Castlings.
    pub castles: u128,
    /// Promotions.
    pub promotions: u128,
    /// Moves that give check, in any way.
    pub checks: u128,
    /// Moves that give check only by pieces that did not move. A double check in which the moved
    /// piece gives check too is not one.
    pub discovered_checks: u128,
    /// Moves that give check by two pieces. They are counted among the checks too.
    pub double_checks: u128,
    /// Moves that give checkmate.
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

/// Returns the statistics of all sequences of `depth` legal moves.
///
/// It plays every move and tests each for check, so it is much slower than a count.
///
/// ```
/// use setwise::Position;
/// use setwise_perft::statistics::statistics;
///
/// let last_moves = statistics(&Position::INITIAL, 3);
/// assert_eq!((last_moves.nodes, last_moves.captures, last_moves.checks), (8_902, 34, 12));
/// ```
pub fn statistics(position: &Position, depth: u8) -> Statistics {
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
        MoveKind::Castle => Bitboard::of(CastlingTargets::of(mv.from(), mv.to()).rook),
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
