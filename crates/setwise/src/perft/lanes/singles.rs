//! Single children in lanes, each counted by itself.

use super::lane::{Castlings, Lane};
use super::reach::{Reach, rays, sight};
use super::rows::{Kernel, Positions, Rows};
use crate::Color;

/// Children that wait.
#[repr(align(64))]
pub(super) struct SingleRows(Positions);

impl Rows for SingleRows {
    fn new() -> SingleRows {
        SingleRows(Positions::new())
    }

    #[inline(always)]
    fn put(&self, lane: usize, position: &Lane) {
        self.0.put(lane, position);
    }
}

/// Counts children none of which is in check, or with `CHECK` any.
pub(super) enum Single<const CHECK: bool> {}

impl<const CHECK: bool> Kernel for Single<CHECK> {
    type Rows = SingleRows;

    #[inline(always)]
    fn count(us: Color, rows: &SingleRows, lane: usize, [castling, _]: &Castlings) -> u64 {
        let child = rows.0.get(lane);
        let king = child.own.king;
        let empty = child.empty();
        let dangers = sight(&child.enemy, if CHECK { empty | king } else { empty });
        let reach = Reach::of::<CHECK>(us, &child, &rays(king, empty), &dangers, castling);
        u64::from(reach.count(us, &child))
    }
}
