//! Single children in lanes, each counted by itself.

use super::kernel::{Castling, Lane, Reach};
use super::queue::{BEHIND, Queue};
use super::rows::{Positions, Row, Rows};
use crate::{Bitboard, Role};

const LANES: usize = 64;

/// How many children are written at once.
const BLOCK: usize = 4;

/// The children that wait, none of them in check, or with `CHECK` any, with room for a block that does not fit any more.
#[repr(align(64))]
pub(super) struct SingleRows<const CHECK: bool> {
    children: Positions<{ LANES + BEHIND }>,
}

impl<const CHECK: bool> Rows for SingleRows<CHECK> {
    const LANES: usize = LANES;
    const STEP: usize = 8;

    fn new() -> SingleRows<CHECK> {
        SingleRows { children: Positions::new() }
    }

    #[inline(always)]
    fn moves<const SOUTH: bool>(&self, lane: usize, castling: &[Castling; 2]) -> u64 {
        let child = self.children.get::<SOUTH>(lane);
        u64::from(Reach::of::<CHECK>(&child, castling).count(&child))
    }

    fn wrap(&self) {
        for row in self.children.rows() {
            for lane in 0..BLOCK {
                row[lane].set(row[LANES + lane].get());
            }
        }
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
    /// Lets the children of a parent wait.
    #[inline(always)]
    pub(super) fn push_moves(&self, parent: &Lane, moves: &Moves) {
        let mut left = moves.to;
        let turned = TURNED[moves.role as usize];
        while left.any() {
            let here = left.count().min(BLOCK as u32) as usize;
            let mut to = [Bitboard::EMPTY; BLOCK];
            for to in &mut to {
                *to = Bitboard(left.0 & left.0.wrapping_neg());
                left ^= *to;
            }
            self.put(parent, turned, to, to.map(|to| moves.from | moves.origin(to)));
            self.push(here);
        }
    }

    /// Writes a block: what stood on `to` is taken, and the mover's two squares turn over.
    #[inline(always)]
    fn put(
        &self,
        parent: &Lane,
        turned: [Bitboard; 5],
        to: [Bitboard; BLOCK],
        from: [Bitboard; BLOCK],
    ) {
        let start = self.next();
        let rows = &self.rows.children;
        let put = |row: &Row<{ LANES + BEHIND }>, values: [Bitboard; BLOCK]| {
            let Some(cells) = row.get(start..start + BLOCK) else { return };
            for (cell, value) in cells.iter().zip(values) {
                cell.set(value);
            }
        };
        let taken = |set: Bitboard| to.map(|to| set - to);
        let Lane { own, enemy, castling } = parent;
        put(&rows.own[0], taken(own.pawns));
        put(&rows.own[1], taken(own.knights));
        put(&rows.own[2], taken(own.bishops));
        put(&rows.own[3], taken(own.rooks));
        put(&rows.own[4], [own.king; BLOCK]);
        let moved = |set: Bitboard, turned: Bitboard| {
            let mut moved = [set; BLOCK];
            for i in 0..BLOCK {
                moved[i] ^= (from[i] | to[i]) & turned;
            }
            moved
        };
        put(&rows.enemy[0], moved(enemy.pawns, turned[0]));
        put(&rows.enemy[1], moved(enemy.knights, turned[1]));
        put(&rows.enemy[2], moved(enemy.bishops, turned[2]));
        put(&rows.enemy[3], moved(enemy.rooks, turned[3]));
        put(&rows.enemy[4], moved(enemy.king, turned[4]));
        put(&rows.castling, taken(*castling));
    }

    /// Lets one position wait.
    #[inline(always)]
    pub(super) fn push_one(&self, child: &Lane) {
        self.rows.children.put(self.next(), child);
        self.push(1);
    }
}
