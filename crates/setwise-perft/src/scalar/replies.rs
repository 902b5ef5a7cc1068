//! The replies: the moves of the side that is not to move, as far as the occupancy of single
//! squares changes their number.

use setwise::attacks::{self, Sliders, rays};
use setwise::{Bitboard, Board, Color, Direction, Rank, Role, Square};

/// The pieces that reply, apart from the king and pinned pieces, and the squares that they can move
/// to.
///
/// No move of a [`Family`](super::family::Family) changes the moves of the king, of pinned pieces,
/// and of pawns that may promote.
pub(super) struct Replies {
    color: Color,
    /// All pieces of the side.
    pub(super) own: Bitboard,
    knights: Bitboard,
    rooks: Bitboard,
    bishops: Bitboard,
    /// The squares that the rooks, bishops and queens attack.
    seen: Bitboard,
    /// The squares that the pawns attack: to the east and to the west.
    captures: [Bitboard; 2],
    /// The squares one step before the pawns, occupied or not.
    before: Bitboard,
    pushes: Pushes,
}

/// The pushes of all pawns.
#[derive(Clone, Copy)]
struct Pushes {
    /// The targets of single steps.
    single: Bitboard,
    /// The targets of double steps.
    double: Bitboard,
    /// The squares that double steps pass.
    passed: Bitboard,
}

/// The replies once a piece of the other side has left its square.
pub(super) struct Lifted {
    /// The number of replies that this adds; it wraps if this removes replies.
    added: u64,
    occupied: Bitboard,
    /// The remaining pieces of the other side.
    pieces: Bitboard,
    seen: Bitboard,
    pushes: Pushes,
}

impl Replies {
    /// Returns the replies of the `movable` pieces of a side.
    #[inline(always)]
    pub(super) fn of<S: Sliders>(
        board: &Board,
        color: Color,
        movable: Bitboard,
        sliders: S,
        occupied: Bitboard,
    ) -> Replies {
        let pawns = board.pieces(color, Role::Pawn) & movable;
        let [forward, east, west] = Direction::of_pawns(color);
        let before = pawns.shift(forward);
        let (rooks, bishops) = (board.rook_sliders(color), board.bishop_sliders(color));
        let mut replies = Replies {
            color,
            own: board.color(color),
            knights: board.pieces(color, Role::Knight) & movable,
            rooks: rooks & movable,
            bishops: bishops & movable,
            seen: Bitboard::EMPTY,
            captures: [pawns.shift(east), pawns.shift(west)],
            before,
            pushes: Pushes::of(before, color, board.occupied()),
        };
        for rook in replies.rooks {
            replies.seen |= sliders.rook(rook, occupied);
        }
        for bishop in replies.bishops {
            replies.seen |= sliders.bishop(bishop, occupied);
        }
        replies
    }

    /// Returns the squares that change the number of replies when a piece of the other side leaves
    /// them.
    #[inline(always)]
    pub(super) fn observed(&self) -> Bitboard {
        let [east, west] = self.captures;
        self.seen | east | west | self.before | before_twice(self.before, self.color)
    }

    /// Returns the replies once a piece has left a square that is not [`Replies::observed`], or
    /// several have.
    #[inline(always)]
    pub(super) fn unchanged(&self, occupied: Bitboard, pieces: Bitboard) -> Lifted {
        Lifted { added: 0, occupied, pieces, seen: self.seen, pushes: self.pushes }
    }

    /// Returns the replies once one of the `pieces` of the other side has left its square.
    #[inline(always)]
    pub(super) fn without<S: Sliders>(
        &self,
        from: Square,
        sliders: S,
        occupied: Bitboard,
        pieces: Bitboard,
    ) -> Lifted {
        let (mut added, mut seen, pieces) = (0, self.seen, pieces.without(from));
        if seen.contains(from) {
            let behind;
            (added, behind) = self.behind(from, sliders, occupied);
            seen |= behind;
        }
        let pushes = Pushes::of(self.before, self.color, self.own | pieces);
        let [east, west] = self.captures;
        let captured = u64::from(east.contains(from)) + u64::from(west.contains(from));
        added = (added + pushes.count()).wrapping_sub(self.pushes.count() + captured);
        Lifted { added, occupied: occupied ^ Bitboard::of(from), pieces, seen, pushes }
    }

    /// Returns the number of replies that are added, of all moves of a lifted piece to the given
    /// squares together. It wraps if replies are removed.
    #[inline(always)]
    pub(super) fn added<S: Sliders>(
        &self,
        lifted: &Lifted,
        to: Bitboard,
        sliders: S,
        board: &Board,
    ) -> u64 {
        let &Lifted { added, occupied, seen, pushes, .. } = lifted;
        let count = |set: Bitboard| u64::from((to & set).count());
        let [east, west] = self.captures;
        let mut gained = count(east) + count(west);
        let mut lost = count(pushes.single) + count(pushes.double) + count(pushes.passed);
        for square in (to - self.own) & seen {
            lost += self.behind(square, sliders, occupied).0;
        }
        for square in to & self.own {
            gained += self.defenders(square, sliders, occupied);
            lost += self.moves_of(square, lifted, sliders, board);
        }
        let each = added.wrapping_mul(u64::from(to.count()));
        each.wrapping_add(gained).wrapping_sub(lost)
    }

    /// Returns how many squares the sliders that attack a square lose when it becomes occupied, or
    /// win when it becomes empty, and these squares.
    ///
    /// They are on the lines of the sliders, behind the square, up to the next blocker.
    #[inline(always)]
    fn behind<S: Sliders>(
        &self,
        square: Square,
        sliders: S,
        occupied: Bitboard,
    ) -> (u64, Bitboard) {
        let (by_rook, by_bishop) =
            (sliders.rook(square, occupied), sliders.bishop(square, occupied));
        let attacked = (by_rook | by_bishop) - self.own;
        let (mut count, mut behind) = (0, Bitboard::EMPTY);
        for slider in by_rook & self.rooks | by_bishop & self.bishops {
            let line = rays::line(slider, square) - rays::between(slider, square);
            count += u64::from((attacked & line).count());
            behind |= attacked & line;
        }
        (count, behind)
    }

    /// Returns the number of pieces other than pawns and the king that defend a square.
    #[inline(always)]
    fn defenders<S: Sliders>(&self, square: Square, sliders: S, occupied: Bitboard) -> u64 {
        let defenders = sliders.rook(square, occupied) & self.rooks
            | sliders.bishop(square, occupied) & self.bishops
            | attacks::knight(square) & self.knights;
        u64::from(defenders.count())
    }

    /// Returns the number of moves of the piece on a square.
    #[inline(always)]
    fn moves_of<S: Sliders>(
        &self,
        square: Square,
        lifted: &Lifted,
        sliders: S,
        board: &Board,
    ) -> u64 {
        let &Lifted { occupied, pieces, pushes, .. } = lifted;
        if board.role(Role::Pawn).contains(square) {
            let [forward, east, west] = Direction::of_pawns(self.color);
            let pawn = Bitboard::of(square);
            let single = pawn.shift(forward) & pushes.single;
            let double = single & pushes.passed;
            let (east, west) = (pawn.shift(east) & pieces, pawn.shift(west) & pieces);
            return u64::from(single.count() + double.count() + east.count() + west.count());
        }
        let mut targets = Bitboard::EMPTY;
        if self.knights.contains(square) {
            targets = attacks::knight(square);
        }
        if self.rooks.contains(square) {
            targets |= sliders.rook(square, occupied);
        }
        if self.bishops.contains(square) {
            targets |= sliders.bishop(square, occupied);
        }
        u64::from((targets - self.own).count())
    }
}

impl Pushes {
    /// Returns the pushes of the pawns whose first step would be to the squares `before`.
    #[inline(always)]
    fn of(before: Bitboard, color: Color, occupied: Bitboard) -> Pushes {
        let [forward, ..] = Direction::of_pawns(color);
        let single = before - occupied;
        let double = before_twice(single, color) - occupied;
        Pushes { single, double, passed: double.shift(forward.opposite()) }
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        u64::from(self.single.count() + self.double.count())
    }
}

/// Returns the squares of double steps, from the squares of the first steps.
#[inline(always)]
fn before_twice(before: Bitboard, color: Color) -> Bitboard {
    let [forward, ..] = Direction::of_pawns(color);
    (before & Bitboard::rank(Rank::Third.relative_to(color))).shift(forward)
}
