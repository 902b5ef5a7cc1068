//! What matters to a king: the squares that he may step on, and what castling takes.

use super::lane::{Castling, Lane};
use super::reach::{if_any, opposite, rays, union};
use super::seen::Seen;
use crate::movegen::pawn_directions;
use crate::{Bitboard, Color, leapers};

/// The squares from which men of each role attack what matters to the king.
#[derive(Clone, Copy)]
pub(super) struct Attackers {
    pub(super) pawn: Bitboard,
    pub(super) knight: Bitboard,
    pub(super) bishop: Bitboard,
    pub(super) rook: Bitboard,
    pub(super) king: Bitboard,
}

impl Attackers {
    /// Of some squares, with what is seen from there.
    #[inline(always)]
    fn of(us: Color, squares: Bitboard, rays: &[Bitboard; 8]) -> Attackers {
        let [n, e, s, w, ne, se, sw, nw] = *rays;
        Attackers {
            pawn: leapers::pawns(us, squares),
            knight: leapers::knights(squares),
            bishop: ne | se | sw | nw,
            rook: n | e | s | w,
            king: leapers::kings(squares),
        }
    }
}

/// How the enemy's moves could change what the own king may do.
pub(super) struct Zone {
    /// Where men stand that alone attack a square of the zone: they may not leave.
    pub(super) alone: Attackers,
    /// Where men would attack a square that none attacks.
    pub(super) anew: Attackers,
    /// Where men stand that keep a slider from attacking such a square, and what castling takes.
    pub(super) opening: Bitboard,
    /// Where men would stand in the way of a slider that attacks one, and what castling takes.
    pub(super) closing: Bitboard,
}

impl Zone {
    #[inline(always)]
    pub(super) fn of(us: Color, lane: &Lane, seen: &Seen, castlings: &[Castling; 2]) -> Zone {
        let [first, second] = castlings;
        let allowed = |castling: &Castling| castling.rook & lane.castling;
        let safe = |castling: &Castling| if_any(allowed(castling), castling.safe);
        let way = |castling: &Castling| if_any(allowed(castling), castling.way | castling.rook);
        let steps = leapers::kings(lane.own.king) - lane.own.all();
        let zone = steps | safe(first) | safe(second);
        let ways = way(first) | way(second);

        let (attacked, twice) = attacked(!us, lane, seen);
        let empty = lane.empty();
        let (safe, once, attacked) = (zone - attacked, zone & (attacked - twice), zone & attacked);
        let safe_rays = rays(safe, empty);
        let attacked_rays = rays(attacked, empty);
        let looks = |rays: &[Bitboard; 8]| union(eight!(i => rays[i] & seen.enemy[opposite(i)]));
        Zone {
            alone: Attackers::of(us, once, &rays(once, empty)),
            anew: Attackers::of(us, safe, &safe_rays),
            opening: looks(&safe_rays) | ways,
            closing: looks(&attacked_rays) | ways,
        }
    }
}

/// What the enemy, which has a color, attacks, and what it attacks twice or more; of two knights
/// one is counted.
#[inline(always)]
fn attacked(them: Color, lane: &Lane, seen: &Seen) -> (Bitboard, Bitboard) {
    let [_, east, west] = pawn_directions(them);
    let enemy = &lane.enemy;
    let [a, b, c, d, e, f, g, h] = seen.enemy;
    let (i, j) = (enemy.pawns.shift(east), enemy.pawns.shift(west));
    let (k, l) = (leapers::knights(enemy.knights), leapers::kings(enemy.king));
    let add = |(once, twice): (Bitboard, Bitboard), set| (once | set, twice | (once & set));
    let sum = add(add(add((a, Bitboard::EMPTY), b), c), d);
    let sum = add(add(add(add(sum, e), f), g), h);
    add(add(add(add(sum, i), j), k), l)
}
