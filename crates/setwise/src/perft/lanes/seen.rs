//! What both sides see in each direction.

use super::checks::Checks;
use super::lane::Lane;
use super::reach::{opposite, rays, sight, union};
use crate::{Bitboard, Color};

/// What both sides see in each direction.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// What the own king sees.
    pub(super) rays: [Bitboard; 8],
    /// What the own sliders see.
    pub(super) own: [Bitboard; 8],
    /// What the enemy's sliders see.
    pub(super) enemy: [Bitboard; 8],
}

impl Seen {
    /// Of a lane.
    #[inline(always)]
    pub(super) fn of(lane: &Lane) -> Seen {
        let empty = lane.empty();
        Seen {
            rays: rays(lane.own.king, empty),
            own: sight(&lane.own, empty),
            enemy: sight(&lane.enemy, empty),
        }
    }

    /// Which moves of the enemy give check to the own king, which has a color.
    #[inline(always)]
    pub(super) fn checks(&self, us: Color, lane: &Lane) -> Checks {
        let [n, e, s, w, ne, se, sw, nw] = self.rays;
        let theirs = lane.enemy.all();
        let alone = union(eight!(i => self.rays[i] & theirs & self.enemy[opposite(i)]));
        Checks::to(us, lane.own.king, [n | e | s | w, ne | se | sw | nw], alone)
    }
}
