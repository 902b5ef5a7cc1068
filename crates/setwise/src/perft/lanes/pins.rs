//! Pins that a move could make or break.

use super::lane::Lane;
use super::reach::{if_any, opposite, slide, union};
use super::seen::Seen;
use crate::Bitboard;

/// What is about to pin a man of the own side, or pins one.
pub(super) struct Pins {
    /// The squares from which sliders would pin, by direction.
    pub(super) pinning: [Bitboard; 8],
    /// The men that pin by standing where they do, or keep from it.
    pub(super) unpinning: Bitboard,
    /// The lines between pinning sliders and the king.
    pub(super) between: Bitboard,
}

impl Pins {
    #[inline(always)]
    pub(super) fn of(lane: &Lane, seen: &Seen) -> Pins {
        let (ours, theirs) = (lane.own.all(), lane.enemy.all());
        // Beyond the first man that the king sees.
        let men = eight!(i => seen.rays[i] & (ours | theirs));
        let beyond = eight!(i => slide(i, men[i], lane.empty()));
        let pinning = eight!(i => if_any(seen.rays[i] & ours, beyond[i]));
        let pinner = eight!(i => pinning[i] & lane.enemy.sliders(i));
        // Of two men before a slider one is ours, and the other is theirs.
        let far = eight!(i => pinning[i] & theirs & seen.enemy[opposite(i)]);
        let near = eight!(i => {
            let ours = beyond[i] & ours & seen.enemy[opposite(i)];
            if_any(ours, seen.rays[i] & theirs)
        });
        Pins {
            pinning,
            unpinning: union(pinner) | union(far) | union(near),
            between: union(eight!(i => if_any(pinner[i], seen.rays[i] | beyond[i]))),
        }
    }
}
