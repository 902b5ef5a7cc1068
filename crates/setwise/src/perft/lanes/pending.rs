//! Positions that wait in lanes until there are enough of them to be counted at once.

use core::cell::Cell;

use super::kernel::{self, Castling, Lane, Side};
use crate::{Bitboard, Role};

/// How many positions are counted at once.
pub(super) const LANES: usize = 64;

/// How many positions are put in at once.
pub(super) const BLOCK: usize = 4;

/// One field of all positions: whole cache lines, with room for a block that does not fit any more.
type Row = [Cell<Bitboard>; LANES + 8];

/// The positions, field by field, so that a register is loaded from one place.
#[repr(align(64))]
pub(super) struct Rows {
    own: [Row; 5],
    enemy: [Row; 5],
    castling: Row,
    /// How many such positions there are.
    weight: [Cell<u32>; LANES + 8],
}

fn row() -> Row {
    core::array::from_fn(|_| Cell::new(Bitboard::EMPTY))
}

impl Rows {
    #[inline(always)]
    fn put(&self, index: usize, lane: &Lane) {
        let side = |rows: &[Row; 5], side: &Side| {
            rows[0][index].set(side.pawns);
            rows[1][index].set(side.knights);
            rows[2][index].set(side.bishops);
            rows[3][index].set(side.rooks);
            rows[4][index].set(side.king);
        };
        side(&self.own, &lane.own);
        side(&self.enemy, &lane.enemy);
        self.castling[index].set(lane.castling);
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Lane {
        let side = |rows: &[Row; 5]| Side {
            pawns: rows[0][index].get(),
            knights: rows[1][index].get(),
            bishops: rows[2][index].get(),
            rooks: rows[3][index].get(),
            king: rows[4][index].get(),
        };
        Lane {
            own: side(&self.own),
            enemy: side(&self.enemy),
            castling: self.castling[index].get(),
        }
    }

    /// The legal moves of all positions, added up.
    #[inline(always)]
    pub(super) fn count(&self, castling: &[Castling; 2]) -> u64 {
        let mut moves = 0;
        for index in 0..LANES {
            let each = kernel::count(self.get(index), castling);
            moves += u64::from(each) * u64::from(self.weight[index].get());
        }
        moves
    }
}

/// Moves of one man, or of pawns that all make one step, as the lanes see them.
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

/// The positions that wait, and the moves of those that do not wait any longer.
pub(super) struct Pending {
    rows: Rows,
    waiting: Cell<usize>,
    counted: Cell<u64>,
    castling: [Castling; 2],
    count: fn(&Rows, &[Castling; 2]) -> u64,
}

impl Pending {
    pub(super) fn new(castling: [Castling; 2], count: fn(&Rows, &[Castling; 2]) -> u64) -> Pending {
        let side = || core::array::from_fn(|_| row());
        let rows = Rows {
            own: side(),
            enemy: side(),
            castling: row(),
            weight: core::array::from_fn(|_| Cell::new(0)),
        };
        Pending { rows, waiting: Cell::new(0), counted: Cell::new(0), castling, count }
    }

    /// What castling takes in all of the positions.
    #[inline(always)]
    pub(super) fn castling(&self) -> &[Castling; 2] {
        &self.castling
    }

    /// Lets the children of a parent wait, and counts all that wait whenever the lanes are full.
    #[inline(always)]
    pub(super) fn push(&self, parent: &Lane, moves: &Moves) {
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
            self.more(here);
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
        let start = self.waiting.get();
        let Lane { own, enemy, castling } = parent;
        let put = |row: &Row, values: [Bitboard; BLOCK]| {
            let Some(cells) = row.get(start..start + BLOCK) else { return };
            for (cell, value) in cells.iter().zip(values) {
                cell.set(value);
            }
        };
        let taken = |set: Bitboard| to.map(|to| set - to);
        put(&self.rows.own[0], taken(own.pawns));
        put(&self.rows.own[1], taken(own.knights));
        put(&self.rows.own[2], taken(own.bishops));
        put(&self.rows.own[3], taken(own.rooks));
        put(&self.rows.own[4], [own.king; BLOCK]);
        let moved = |set: Bitboard, turned: Bitboard| {
            let mut moved = [set; BLOCK];
            for i in 0..BLOCK {
                moved[i] ^= (from[i] | to[i]) & turned;
            }
            moved
        };
        put(&self.rows.enemy[0], moved(enemy.pawns, turned[0]));
        put(&self.rows.enemy[1], moved(enemy.knights, turned[1]));
        put(&self.rows.enemy[2], moved(enemy.bishops, turned[2]));
        put(&self.rows.enemy[3], moved(enemy.rooks, turned[3]));
        put(&self.rows.enemy[4], moved(enemy.king, turned[4]));
        put(&self.rows.castling, taken(*castling));
        for weight in self.rows.weight.iter().skip(start).take(BLOCK) {
            weight.set(1);
        }
    }

    /// Lets one position wait.
    #[inline(always)]
    pub(super) fn push_one(&self, lane: &Lane, weight: u32) {
        self.rows.put(self.waiting.get() % LANES, lane);
        self.rows.weight[self.waiting.get() % LANES].set(weight);
        self.more(1);
    }

    #[inline(always)]
    fn more(&self, n: usize) {
        let waiting = self.waiting.get() + n;
        self.waiting.set(waiting);
        if waiting >= LANES {
            self.count_all();
        }
    }

    #[inline(never)]
    fn count_all(&self) {
        let left = self.waiting.get().saturating_sub(LANES);
        self.waiting.set(left);
        self.counted.set(self.counted.get() + (self.count)(&self.rows, &self.castling));
        let Rows { own, enemy, castling, weight } = &self.rows;
        for i in 0..BLOCK {
            for row in own.iter().chain(enemy).chain([castling]) {
                row[i].set(row[LANES + i].get());
            }
            weight[i].set(weight[LANES + i].get());
        }
    }

    /// The moves of all positions that there were.
    pub(super) fn finish(&self) -> u64 {
        // What still stands in the other lanes counts for nothing.
        for weight in &self.rows.weight[self.waiting.get()..LANES] {
            weight.set(0);
        }
        self.waiting.set(LANES);
        self.count_all();
        self.counted.get()
    }
}
