//! Single children in lanes, each counted by itself.

use super::kernel::{Castling, Lane, Reach, Side};
use super::queue::Queue;
use super::rows::{Positions, Rows};
use crate::{Bitboard, Role};

const LANES: usize = 64;

/// How many are counted at the least.
const STEP: usize = 8;

/// The children that wait, none of them in check, or with `CHECK` any.
#[repr(align(64))]
pub(super) struct SingleRows<const CHECK: bool> {
    // With room for one more step the compiler sees that every step stays inside; without it there
    // were no lanes.
    children: Positions<{ LANES + STEP }>,
}

impl<const CHECK: bool> Rows for SingleRows<CHECK> {
    const LANES: usize = LANES;
    const STEP: usize = STEP;

    fn new() -> SingleRows<CHECK> {
        SingleRows { children: Positions::new() }
    }

    #[inline(always)]
    fn moves<const SOUTH: bool>(&self, lane: usize, castling: &[Castling; 2]) -> u64 {
        let child = self.children.get::<SOUTH>(lane);
        u64::from(Reach::of::<CHECK>(&child, castling).count(&child))
    }
}

/// Moves of one man, or of pawns that all make one step.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    pub(super) role: Role,
    /// Where the man stands; none of pawns.
    pub(super) from: Bitboard,
    /// What the pawns' step adds; 0 if it is no pawns.
    pub(super) shift: i8,
    pub(super) to: Bitboard,
}

impl Moves {
    pub(super) const NONE: Moves =
        Moves { role: Role::Pawn, from: Bitboard::EMPTY, shift: 0, to: Bitboard::EMPTY };

    /// Where the pawn comes from that goes there.
    #[inline(always)]
    fn origin(&self, to: Bitboard) -> Bitboard {
        let from = Bitboard(to.0.rotate_right(self.shift as u32 & 63));
        if self.shift == 0 { Bitboard::EMPTY } else { from }
    }
}

/// For each role, the rows of the side in which it stands.
const TURNED: [[Bitboard; 5]; 6] = {
    const NO: Bitboard = Bitboard::EMPTY;
    const YES: Bitboard = Bitboard::UNIVERSE;
    [
        [YES, NO, NO, NO, NO],
        [NO, YES, NO, NO, NO],
        [NO, NO, YES, NO, NO],
        [NO, NO, NO, YES, NO],
        [NO, NO, YES, YES, NO],
        [NO, NO, NO, NO, YES],
    ]
};

impl<const CHECK: bool> Queue<'_, SingleRows<CHECK>> {
    /// Lets the children of a parent wait: what stood on the target is taken, and the mover's two
    /// squares turn over.
    // One at a time. Four at once, in registers, wrote too many that there were not: 3 % slower.
    #[inline(always)]
    pub(super) fn push_moves(&self, parent: &Lane, moves: &Moves) {
        let turned = TURNED[moves.role as usize];
        let Lane { own, enemy, castling } = *parent;
        for to in moves.to {
            let to = Bitboard::of(to);
            let squares = moves.from | moves.origin(to) | to;
            let own = Side {
                pawns: own.pawns - to,
                knights: own.knights - to,
                bishops: own.bishops - to,
                rooks: own.rooks - to,
                king: own.king,
            };
            let enemy = Side {
                pawns: enemy.pawns ^ (squares & turned[0]),
                knights: enemy.knights ^ (squares & turned[1]),
                bishops: enemy.bishops ^ (squares & turned[2]),
                rooks: enemy.rooks ^ (squares & turned[3]),
                king: enemy.king ^ (squares & turned[4]),
            };
            self.push_one(&Lane { own, enemy, castling: castling - to });
        }
    }

    /// Lets one position wait.
    #[inline(always)]
    pub(super) fn push_one(&self, child: &Lane) {
        self.rows.children.put(self.next(), child);
        self.push();
    }
}
