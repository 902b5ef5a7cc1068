//! The squares that both sides attack, and the moves that could give check, pin a piece or take a
//! square from a king.

use setwise::attacks;
use setwise::attacks::Sliders;
use setwise::{Bitboard, Color, Direction, Position, Role};

use super::lane::{CastlingMasks, Lane, View};
use super::reach::{if_any, opposite, rays, sight, slide, union};

/// The squares that the own king and all sliders see in each direction.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    /// From the own king.
    pub(super) king: [Bitboard; 8],
    /// From the own sliders.
    pub(super) own: [Bitboard; 8],
    /// From the enemy's sliders.
    pub(super) enemy: [Bitboard; 8],
}

impl Sight {
    /// Returns the squares seen in a lane.
    #[inline(always)]
    pub(super) fn of(lane: &Lane) -> Sight {
        let empty = lane.empty();
        Sight {
            king: rays(lane.own.king, empty),
            own: sight(&lane.own, empty),
            enemy: sight(&lane.enemy, empty),
        }
    }

    /// Returns the moves of the enemy that give check to the own king, White's or Black's.
    #[inline(always)]
    pub(super) fn checks(&self, us: Color, lane: &Lane) -> Checks {
        let [n, e, s, w, ne, se, sw, nw] = self.king;
        let theirs = lane.enemy.all();
        let discoverers = union(eight!(i => self.king[i] & theirs & self.enemy[opposite(i)]));
        let visible = [n | e | s | w, ne | se | sw | nw];
        Checks::to(us, lane.own.king, visible, discoverers)
    }
}

/// The moves that give check to a king, known before they are made.
#[derive(Clone, Copy)]
pub(super) struct Checks {
    /// The squares from which pawns, knights, bishops and rooks attack the king.
    pub(super) squares: [Bitboard; 4],
    /// The pieces that stand alone between a slider of their own side and the king.
    pub(super) discoverers: Bitboard,
}

impl Checks {
    /// Returns the checks to a side's king, from the squares that a rook and a bishop in its place
    /// would attack.
    #[inline(always)]
    fn to(
        us: Color,
        king: Bitboard,
        [rook, bishop]: [Bitboard; 2],
        discoverers: Bitboard,
    ) -> Checks {
        let (pawn, knight) = (attacks::pawns(us, king), attacks::knights(king));
        Checks { squares: [pawn, knight, bishop, rook], discoverers }
    }

    /// Returns the checks to a side's king in a position, in the orientation of the lanes.
    #[inline(always)]
    pub(super) fn in_position<S: Sliders>(
        us: Color,
        position: &Position,
        sliders: S,
        view: View,
    ) -> Checks {
        let (king, occupied) = (position.king(us), position.board().occupied());
        let (rook, bishop) = (sliders.rook(king, occupied), sliders.bishop(king, occupied));
        let discoverers = position.discovered_check_candidates(!us);
        let Checks { squares, discoverers } =
            Checks::to(us, Bitboard::of(king), [rook, bishop], discoverers);
        Checks { squares: squares.map(|set| view.set(set)), discoverers: view.set(discoverers) }
    }

    /// Returns the squares on which a piece from a square gives check: every square, if it uncovers
    /// a slider.
    #[inline(always)]
    pub(super) fn by(&self, role: Role, from: Bitboard) -> Bitboard {
        let [pawn, knight, bishop, rook] = self.squares;
        let squares = [pawn, knight, bishop, rook, rook | bishop, Bitboard::EMPTY];
        let discovers = self.discoverers.meets(from);
        if discovers { Bitboard::UNIVERSE } else { squares[role as usize] }
    }

    /// Returns the squares on which pieces of each role might give check, whatever their origin:
    /// every square, if any piece uncovers a slider. Rooks and bishops may be queens.
    #[inline(always)]
    pub(super) fn by_roles(&self, queens: bool) -> [Bitboard; 6] {
        let [pawn, knight, bishop, rook] = self.squares;
        let queen = rook | bishop;
        let [bishop, rook] = if queens { [queen; 2] } else { [bishop, rook] };
        let roles = [pawn, knight, bishop, rook, queen, Bitboard::EMPTY];
        if self.discoverers.any() { [Bitboard::UNIVERSE; 6] } else { roles }
    }
}

/// The enemy's moves that could pin a piece of the own side or end a pin.
pub(super) struct Pins {
    /// The squares from which enemy sliders would pin, by direction from the king.
    pub(super) pinning: [Bitboard; 8],
    /// The enemy pieces that block a pin.
    pub(super) blockers: Bitboard,
    /// The enemy pieces that pin, by direction from the king.
    pub(super) pinners: [Bitboard; 8],
    /// The squares from a pinned piece to its pinner, by direction from the king.
    pub(super) segments: [Bitboard; 8],
    /// The lines between pinning sliders and the king.
    pub(super) between: Bitboard,
}

impl Pins {
    #[inline(always)]
    pub(super) fn of(lane: &Lane, sight: &Sight) -> Pins {
        let (ours, theirs) = (lane.own.all(), lane.enemy.all());
        // The squares behind the first piece that the king sees.
        let first = eight!(i => sight.king[i] & (ours | theirs));
        let beyond = eight!(i => slide(i, first[i], lane.empty()));
        let pinning = eight!(i => if_any(sight.king[i] & ours, beyond[i]));
        let pinner = eight!(i => pinning[i] & lane.enemy.sliders(i));
        // Two pieces stand between king and slider, one of ours and one of theirs: theirs is either
        // the farther or the nearer one.
        let farther = eight!(i => pinning[i] & theirs & sight.enemy[opposite(i)]);
        let nearer = eight!(i => {
            let ours = beyond[i] & ours & sight.enemy[opposite(i)];
            if_any(ours, sight.king[i] & theirs)
        });
        let segments = eight!(i => if_any(pinner[i], beyond[i]));
        Pins {
            pinning,
            blockers: union(farther) | union(nearer),
            pinners: pinner,
            segments,
            between: union(segments) | union(eight!(i => if_any(pinner[i], sight.king[i]))),
        }
    }
}

/// The squares from which pieces of each role attack a set of squares.
#[derive(Clone, Copy)]
pub(super) struct AttackedFrom {
    pub(super) pawn: Bitboard,
    pub(super) knight: Bitboard,
    pub(super) bishop: Bitboard,
    pub(super) rook: Bitboard,
    pub(super) king: Bitboard,
}

impl AttackedFrom {
    /// Returns the squares from which the enemy of `us` attacks some squares. `rays` are the
    /// squares visible from these.
    #[inline(always)]
    fn of(us: Color, squares: Bitboard, rays: &[Bitboard; 8]) -> AttackedFrom {
        let [n, e, s, w, ne, se, sw, nw] = *rays;
        AttackedFrom {
            pawn: attacks::pawns(us, squares),
            knight: attacks::knights(squares),
            bishop: ne | se | sw | nw,
            rook: n | e | s | w,
            king: attacks::kings(squares),
        }
    }
}

/// How enemy moves could change the squares relevant to king moves and castling.
pub(super) struct KingZone {
    /// The squares of the only attacker of a square in the zone: its departure makes the square
    /// safe.
    pub(super) sole_attackers: AttackedFrom,
    /// The squares from which a piece would attack a safe square of the zone.
    pub(super) new_attackers: AttackedFrom,
    /// The squares of pieces that block an attack on a safe square, and those relevant to castling.
    pub(super) opening: Bitboard,
    /// The squares on which a piece would block an attack on the zone, and those relevant to
    /// castling.
    pub(super) closing: Bitboard,
}

impl KingZone {
    #[inline(always)]
    pub(super) fn of(
        us: Color,
        lane: &Lane,
        sight: &Sight,
        castlings: &[CastlingMasks; 2],
    ) -> KingZone {
        let [first, second] = castlings;
        let allowed = |masks: &CastlingMasks| masks.rook & lane.castling;
        let safe = |masks: &CastlingMasks| if_any(allowed(masks), masks.safe);
        let path = |masks: &CastlingMasks| if_any(allowed(masks), masks.path | masks.rook);
        let steps = attacks::kings(lane.own.king) - lane.own.all();
        let zone = steps | safe(first) | safe(second);
        let paths = path(first) | path(second);

        let (attacked, twice) = attacked_once_and_twice(!us, lane, sight);
        let empty = lane.empty();
        let (safe, once, attacked) = (zone - attacked, zone & (attacked - twice), zone & attacked);
        let safe_rays = rays(safe, empty);
        let attacked_rays = rays(attacked, empty);
        let seen_by_enemy =
            |rays: &[Bitboard; 8]| union(eight!(i => rays[i] & sight.enemy[opposite(i)]));
        KingZone {
            sole_attackers: AttackedFrom::of(us, once, &rays(once, empty)),
            new_attackers: AttackedFrom::of(us, safe, &safe_rays),
            opening: seen_by_enemy(&safe_rays) | paths,
            closing: seen_by_enemy(&attacked_rays) | paths,
        }
    }
}

/// Returns the squares that the enemy (`them`) attacks, and those that it attacks at least twice;
/// two knights count as one attacker.
#[inline(always)]
fn attacked_once_and_twice(them: Color, lane: &Lane, sight: &Sight) -> (Bitboard, Bitboard) {
    let [_, east, west] = Direction::of_pawns(them);
    let enemy = &lane.enemy;
    let [n, e, s, w, ne, se, sw, nw] = sight.enemy;
    let (pawns_east, pawns_west) = (enemy.pawns.shift(east), enemy.pawns.shift(west));
    let (knights, king) = (attacks::knights(enemy.knights), attacks::kings(enemy.king));
    let add = |(once, twice): (Bitboard, Bitboard), set| (once | set, twice | (once & set));
    let sliders = add(add(add((n, Bitboard::EMPTY), e), s), w);
    let sliders = add(add(add(add(sliders, ne), se), sw), nw);
    add(add(add(add(sliders, pawns_east), pawns_west), knights), king)
}
