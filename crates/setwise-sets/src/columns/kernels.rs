//! The functions of the language on the words of one position: shifts and fills without branches
//! or tables, so that a loop over a column becomes vector instructions.

mod legal_moves;

pub(super) use legal_moves::count_moves;
use legal_moves::line as king_line;

use setwise::Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
use setwise::attacks;
use setwise::attacks::slide;
use setwise::{Bitboard, Color, Direction, Role};

use super::PieceSets;
use super::lanes::Lane;

/// The sets of the pieces of one position, of a column of positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    /// The pieces of each role, in the order of [`Role::ALL`].
    pub(super) roles: [Bitboard; 6],
    /// White's pieces, and Black's.
    pub(super) colors: [Bitboard; 2],
}

impl Pieces {
    /// Returns the sets of a position from the columns of the six roles and of the two colors.
    #[inline(always)]
    pub(super) fn at(columns: &PieceSets, lane: Lane) -> Pieces {
        let [pawns, knights, bishops, rooks, queens, kings, white, black] = &columns[lane.block];
        let i = lane.place;
        Pieces {
            roles: [pawns[i], knights[i], bishops[i], rooks[i], queens[i], kings[i]],
            colors: [white[i], black[i]],
        }
    }

    #[inline(always)]
    fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    #[inline(always)]
    pub(super) fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    #[inline(always)]
    pub(super) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// Returns White's pieces, or Black's where the mask is full.
    #[inline(always)]
    pub(super) fn of_turn(&self, black: Bitboard) -> Bitboard {
        let [white, both] = [self.colors[0], self.colors[0] ^ self.colors[1]];
        white ^ both & black
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> Bitboard {
        !(self.colors[0] | self.colors[1])
    }

    /// Rooks and queens.
    #[inline(always)]
    fn rooks(&self) -> Bitboard {
        self.role(Role::Rook) | self.role(Role::Queen)
    }

    /// Bishops and queens.
    #[inline(always)]
    fn bishops(&self) -> Bitboard {
        self.role(Role::Bishop) | self.role(Role::Queen)
    }

    /// The pieces that slide in a direction: rooks or bishops, and queens.
    #[inline(always)]
    fn sliders(&self, direction: Direction) -> Bitboard {
        if is_straight(direction) { self.rooks() } else { self.bishops() }
    }
}

/// Returns true for the directions of rooks.
#[inline(always)]
const fn is_straight(direction: Direction) -> bool {
    let (file, rank) = direction.delta();
    file == 0 || rank == 0
}

/// Returns the union of a function's sets for the directions of rooks, each written out.
#[inline(always)]
fn in_straight_directions(of: impl Fn(Direction) -> Bitboard) -> Bitboard {
    of(North) | of(East) | of(South) | of(West)
}

/// Returns the union of a function's sets for the directions of bishops.
#[inline(always)]
fn in_diagonal_directions(of: impl Fn(Direction) -> Bitboard) -> Bitboard {
    of(NorthEast) | of(SouthEast) | of(SouthWest) | of(NorthWest)
}

/// Returns the union of a function's sets for every direction, each written out: a reference to the
/// function would be called, not inlined.
#[inline(always)]
fn in_all_directions(of: impl Fn(Direction) -> Bitboard) -> Bitboard {
    of(North)
        | of(NorthEast)
        | of(East)
        | of(SouthEast)
        | of(South)
        | of(SouthWest)
        | of(West)
        | of(NorthWest)
}

/// Returns the squares that rooks of the set attack.
#[inline(always)]
fn rook_attacks(set: Bitboard, empty: Bitboard) -> Bitboard {
    inlined!(in_straight_directions, [], |direction| slide(direction, set, empty))
}

/// Returns the squares that bishops of the set attack.
#[inline(always)]
fn bishop_attacks(set: Bitboard, empty: Bitboard) -> Bitboard {
    inlined!(in_diagonal_directions, [], |direction| slide(direction, set, empty))
}

/// Sets of roles: a bit for each.
pub(super) mod roles {
    use setwise::Role;

    pub(in crate::columns) const PAWN: u8 = 1 << Role::Pawn as u8;
    pub(in crate::columns) const KNIGHT: u8 = 1 << Role::Knight as u8;
    pub(in crate::columns) const BISHOP: u8 = 1 << Role::Bishop as u8;
    pub(in crate::columns) const ROOK: u8 = 1 << Role::Rook as u8;
    pub(in crate::columns) const QUEEN: u8 = 1 << Role::Queen as u8;
    pub(in crate::columns) const KING: u8 = 1 << Role::King as u8;
    pub(in crate::columns) const ALL: u8 = (1 << 6) - 1;
}

/// Returns the squares that the pieces on a set attack. They have some of the given roles.
#[inline(always)]
pub(super) fn attacks<const ROLES: u8>(pieces: &Pieces, set: Bitboard) -> Bitboard {
    use Color::{Black, White};
    let (empty, mut attacked) = (pieces.empty(), Bitboard::EMPTY);
    if ROLES & (roles::ROOK | roles::QUEEN) != 0 {
        attacked |= rook_attacks(pieces.rooks() & set, empty);
    }
    if ROLES & (roles::BISHOP | roles::QUEEN) != 0 {
        attacked |= bishop_attacks(pieces.bishops() & set, empty);
    }
    if ROLES & roles::KNIGHT != 0 {
        attacked |= attacks::knights(pieces.role(Role::Knight) & set);
    }
    if ROLES & roles::KING != 0 {
        attacked |= attacks::kings(pieces.role(Role::King) & set);
    }
    if ROLES & roles::PAWN != 0 {
        attacked |= attacks::pawns(White, pieces.pieces(White, Role::Pawn) & set)
            | attacks::pawns(Black, pieces.pieces(Black, Role::Pawn) & set);
    }
    attacked
}

/// Returns the pieces of both sides that attack a square of a set, at least the pieces of the
/// given roles.
#[inline(always)]
pub(super) fn attackers<const ROLES: u8>(pieces: &Pieces, set: Bitboard) -> Bitboard {
    use Color::{Black, White};
    let (empty, mut attackers) = (pieces.empty(), Bitboard::EMPTY);
    if ROLES & (roles::ROOK | roles::QUEEN) != 0 {
        attackers |= rook_attacks(set, empty) & pieces.rooks();
    }
    if ROLES & (roles::BISHOP | roles::QUEEN) != 0 {
        attackers |= bishop_attacks(set, empty) & pieces.bishops();
    }
    if ROLES & roles::KNIGHT != 0 {
        attackers |= attacks::knights(set) & pieces.role(Role::Knight);
    }
    if ROLES & roles::KING != 0 {
        attackers |= attacks::kings(set) & pieces.role(Role::King);
    }
    if ROLES & roles::PAWN != 0 {
        attackers |= attacks::pawns(Black, set) & pieces.pieces(White, Role::Pawn)
            | attacks::pawns(White, set) & pieces.pieces(Black, Role::Pawn);
    }
    attackers
}

/// Returns the pieces that give check to the king of the side with some pieces.
#[inline(always)]
pub(super) fn checkers(pieces: &Pieces, own: Bitboard) -> Bitboard {
    attackers::<{ roles::ALL }>(pieces, own & pieces.role(Role::King)) - own
}

/// Returns the pieces of either side that are pinned to their own king.
#[inline(always)]
pub(super) fn pinned(pieces: &Pieces) -> Bitboard {
    inlined!(in_all_directions, [], |direction| {
        let [white, black] = pieces.colors;
        let kings = pieces.role(Role::King);
        king_line(pieces, direction, kings & white, white).pinned
            | king_line(pieces, direction, kings & black, black).pinned
    })
}

/// Returns the squares from which some steps in a direction stay on the board, and the number of
/// places by which a set of them is rotated.
pub(super) fn steps(direction: Direction, steps: u8) -> (Bitboard, u32) {
    let back = direction.opposite();
    let kept = (0..steps.min(8)).fold(Bitboard::UNIVERSE, |kept, _| kept.shift(back));
    (kept, (i32::from(direction.shift()) * i32::from(steps)).rem_euclid(64) as u32)
}

/// Returns the set and all squares in a direction from it.
#[inline(always)]
pub(super) fn fill(direction: Direction, set: Bitboard) -> Bitboard {
    set | slide(direction, set, Bitboard::UNIVERSE)
}

/// Returns the whole lines through the squares of a set, in a direction and its opposite.
#[inline(always)]
pub(super) fn lines(direction: Direction, set: Bitboard) -> Bitboard {
    fill(direction, set) | fill(direction.opposite(), set)
}

/// Returns the squares strictly between two different squares of two sets, on one line.
#[inline(always)]
pub(super) fn between(a: Bitboard, b: Bitboard) -> Bitboard {
    inlined!(in_all_directions, [], |direction| {
        slide(direction, a, Bitboard::UNIVERSE) & slide(direction.opposite(), b, Bitboard::UNIVERSE)
    })
}

/// Returns the whole lines through two different squares of two sets.
#[inline(always)]
pub(super) fn line(a: Bitboard, b: Bitboard) -> Bitboard {
    inlined!(in_all_directions, [], |direction| lines(
        direction,
        a & slide(direction.opposite(), b, Bitboard::UNIVERSE)
    ))
}

/// Returns the squares beyond the squares of `b` up to the first piece, seen from the squares of
/// `a` with only empty squares between.
#[inline(always)]
pub(super) fn behind(pieces: &Pieces, a: Bitboard, b: Bitboard) -> Bitboard {
    let empty = pieces.empty();
    inlined!(in_all_directions, [], |direction| slide(
        direction,
        slide(direction, a, empty) & b,
        empty
    ))
}

/// Returns the squares beside the squares of a set.
#[inline(always)]
fn beside(set: Bitboard) -> Bitboard {
    set.shift(East) | set.shift(West)
}

/// The direction in which the pawns of a color move.
#[inline(always)]
const fn forward(color: Color) -> Direction {
    match color {
        Color::White => North,
        Color::Black => South,
    }
}

/// Returns the squares one step in front of each piece of a set, for its own color.
#[inline(always)]
pub(super) fn step_forward(pieces: &Pieces, set: Bitboard) -> Bitboard {
    (set & pieces.colors[0]).shift(North) | (set & pieces.colors[1]).shift(South)
}

/// Returns the union of a function's sets for the pawns of each color, the other's pawns given.
#[inline(always)]
fn of_pawns(pieces: &Pieces, of: impl Fn(Color, Bitboard, Bitboard) -> Bitboard) -> Bitboard {
    let white = pieces.pieces(Color::White, Role::Pawn);
    let black = pieces.pieces(Color::Black, Role::Pawn);
    of(Color::White, white, black) | of(Color::Black, black, white)
}

/// Returns the passed pawns.
#[inline(always)]
pub(super) fn passed(pieces: &Pieces) -> Bitboard {
    inlined!(of_pawns, [pieces], |color, own, enemy| {
        let behind = slide(forward(!color), enemy, Bitboard::UNIVERSE);
        own - (behind | beside(behind))
    })
}

/// Returns the isolated pawns.
#[inline(always)]
pub(super) fn isolated(pieces: &Pieces) -> Bitboard {
    inlined!(of_pawns, [pieces], |_, own, _| own - beside(lines(North, own)))
}

/// Returns the doubled pawns.
#[inline(always)]
pub(super) fn doubled(pieces: &Pieces) -> Bitboard {
    inlined!(of_pawns, [pieces], |_, own, _| {
        own & (slide(North, own, Bitboard::UNIVERSE) | slide(South, own, Bitboard::UNIVERSE))
    })
}

/// Returns the pawns that have an own pawn beside them, or are defended by one.
#[inline(always)]
pub(super) fn connected(pieces: &Pieces) -> Bitboard {
    inlined!(of_pawns, [pieces], |color, own, _| own & (beside(own) | attacks::pawns(color, own)))
}

/// Returns the backward pawns.
#[inline(always)]
pub(super) fn backward(pieces: &Pieces) -> Bitboard {
    let isolated = isolated(pieces);
    inlined!(of_pawns, [pieces], |color, own, enemy| {
        let supported = fill(forward(color), beside(own));
        let stopped = attacks::pawns(!color, enemy).shift(forward(!color));
        (own - isolated - supported) & stopped
    })
}

/// Returns the pieces, kings not, that the other side attacks and their own does not defend.
#[inline(always)]
pub(super) fn hanging(pieces: &Pieces) -> Bitboard {
    let [white, black] = pieces.colors;
    let by_white = attacks::<{ roles::ALL }>(pieces, white);
    let by_black = attacks::<{ roles::ALL }>(pieces, black);
    let hanging = (white & (by_black - by_white)) | (black & (by_white - by_black));
    hanging - pieces.role(Role::King)
}

/// The value of pieces: 1, 3, 3, 5 and 9, kings nothing.
#[inline(always)]
pub(super) fn value(pieces: &Pieces, set: Bitboard) -> i32 {
    let of = |role| (pieces.role(role) & set).count() as i32;
    of(Role::Pawn)
        + 3 * (of(Role::Knight) + of(Role::Bishop))
        + 5 * of(Role::Rook)
        + 9 * of(Role::Queen)
}
