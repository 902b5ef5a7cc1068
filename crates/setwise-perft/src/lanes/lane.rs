//! A position as the lanes hold it: in a queue seven words, one set of squares each, and in a
//! kernel the sets of both sides.
//!
//! A lane shows the board as if White moved on the last level: if Black does, it is turned upside
//! down ([`View`]). So there is one instance of each kernel, for a White own side and a Black
//! enemy.

use setwise::attacks::{self, rays};
use setwise::{Bitboard, CastlingTargets, Color, Direction, Position, Role, Square};

/// Returns whether rooks slide in a direction, given by its index in [`Direction::ALL`].
#[inline(always)]
pub(super) const fn is_rook_direction(i: usize) -> bool {
    i < Direction::ROOK.len()
}

/// The own side of a lane, which moves on the last level.
pub(super) const OWN: Color = Color::White;
/// The other side.
pub(super) const ENEMY: Color = Color::Black;

/// The orientation of a board in the lanes.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// The color that moves on the last level.
    own: Color,
}

impl View {
    /// Returns the view of the color that moves on the last of `depth` levels.
    pub(super) fn of_depth(turn: Color, depth: u8) -> View {
        View { own: if depth % 2 == 1 { turn } else { !turn } }
    }

    /// Returns the color that moves on the last level.
    #[inline(always)]
    pub(super) fn own(self) -> Color {
        self.own
    }

    /// Turns a set of squares of the real board, or back.
    #[inline(always)]
    pub(super) fn set(self, set: Bitboard) -> Bitboard {
        match self.own {
            Color::White => set,
            Color::Black => set.flip_vertical(),
        }
    }

    /// Turns a square of the real board, as a set.
    #[inline(always)]
    pub(super) fn square(self, square: Square) -> Bitboard {
        Bitboard::of(square.relative_to(self.own))
    }
}

/// The pieces of one side. Queens are in both sets of sliders.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) king: Bitboard,
    all: Bitboard,
}

impl Side {
    /// Returns the squares of all pieces.
    #[inline(always)]
    pub(super) fn all(&self) -> Bitboard {
        self.all
    }

    /// Returns the pieces that slide in a direction, given by its index in [`Direction::ALL`].
    #[inline(always)]
    pub(super) fn sliders(&self, i: usize) -> Bitboard {
        if is_rook_direction(i) { self.rooks } else { self.bishops }
    }
}

/// A position in a queue, without its en passant square.
///
/// Each set is of both sides, and `own` tells them apart: so a position has seven words instead of
/// thirteen, and storing its words takes most of the time of a child.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    /// Queens are in both sets of sliders.
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) kings: Bitboard,
    /// The pieces of the side that moves on the last level.
    pub(super) own: Bitboard,
    /// The rooks of both sides that may castle.
    pub(super) castling: Bitboard,
}

impl Words {
    /// Returns the words of a position.
    #[inline(always)]
    pub(super) fn of(position: &Position, view: View) -> Words {
        let board = position.board();
        let queens = board.role(Role::Queen);
        Words {
            pawns: view.set(board.role(Role::Pawn)),
            knights: view.set(board.role(Role::Knight)),
            bishops: view.set(board.role(Role::Bishop) | queens),
            rooks: view.set(board.role(Role::Rook) | queens),
            kings: view.set(board.role(Role::King)),
            own: view.set(board.color(view.own())),
            castling: view.set(position.castling_rooks()),
        }
    }

    /// Returns the sets of both sides.
    #[inline(always)]
    pub(super) fn sides(&self) -> Lane {
        let side = |all: Bitboard| Side {
            pawns: self.pawns & all,
            knights: self.knights & all,
            bishops: self.bishops & all,
            rooks: self.rooks & all,
            king: self.kings & all,
            all,
        };
        let enemy = self.occupied() - self.own;
        Lane { own: side(self.own), enemy: side(enemy), castling: self.castling }
    }

    /// Returns a set that has all pieces of a side and none of the other.
    #[inline(always)]
    fn side(&self, color: Color) -> Bitboard {
        if color == OWN { self.own } else { !self.own }
    }

    /// Returns the squares of all pieces.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.pawns | self.knights | self.bishops | self.rooks | self.kings
    }

    /// Returns the queens of both sides.
    #[inline(always)]
    pub(super) fn queens(&self) -> Bitboard {
        self.bishops & self.rooks
    }

    /// Returns the squares beside a side's pawns: a pawn that makes a double step onto one of them
    /// may be captured en passant.
    #[inline(always)]
    pub(super) fn beside_pawns(&self, color: Color) -> Bitboard {
        beside(self.pawns & self.side(color))
    }

    /// Returns the position after a move of a side, a capture or not.
    // Without a branch: which role moves changes from move to move.
    #[inline(always)]
    pub(super) fn after(&self, color: Color, from: Bitboard, to: Bitboard) -> Words {
        let moved =
            |set: Bitboard| (set - to) ^ if set.meets(from) { from | to } else { Bitboard::EMPTY };
        let rights = if self.kings.meets(from) { self.side(color) } else { Bitboard::EMPTY };
        Words {
            pawns: moved(self.pawns),
            knights: moved(self.knights),
            bishops: moved(self.bishops),
            rooks: moved(self.rooks),
            kings: moved(self.kings),
            own: if color == OWN { (self.own - from) | to } else { self.own - to },
            castling: self.castling - (from | to | rights),
        }
    }

    /// Replaces a pawn by a piece of another role.
    #[inline(always)]
    pub(super) fn promote(&mut self, pawn: Bitboard, role: Role) {
        self.pawns ^= pawn;
        match role {
            Role::Pawn | Role::King => {}
            Role::Knight => self.knights ^= pawn,
            Role::Bishop => self.bishops ^= pawn,
            Role::Rook => self.rooks ^= pawn,
            Role::Queen => {
                self.bishops ^= pawn;
                self.rooks ^= pawn;
            }
        }
    }

    /// Removes a pawn.
    #[inline(always)]
    pub(super) fn remove(&mut self, pawn: Bitboard) {
        self.pawns -= pawn;
        self.own -= pawn;
    }

    /// Returns the number of legal en passant captures of the own side, after an enemy pawn has
    /// made a double step to `pawn`.
    pub(super) fn en_passant_captures(&self, pawn: Bitboard) -> u32 {
        let own_king = self.kings & self.own;
        let takers = beside(pawn) & self.pawns & self.own;
        let Some(king) = own_king.first() else { return takers.count() };
        let leapers = (attacks::pawns(OWN, own_king) & (self.pawns - pawn))
            | (attacks::knights(own_king) & self.knights);
        if (leapers - self.own).any() {
            return 0;
        }
        // The captured pawn or the capturing one may have stood before a slider.
        let aligned = (rays::rook(king) & self.rooks) | (rays::bishop(king) & self.bishops);
        let sliders = aligned - self.own;
        let [ahead, ..] = Direction::of_pawns(OWN);
        let occupied = (self.occupied() - pawn) | pawn.shift(ahead);
        let is_legal = |taker: &Square| {
            let occupied = occupied.without(*taker);
            sliders.into_iter().all(|slider| rays::between(slider, king).meets(occupied))
        };
        takers.into_iter().filter(is_legal).count() as u32
    }
}

#[inline(always)]
fn beside(set: Bitboard) -> Bitboard {
    set.shift(Direction::East) | set.shift(Direction::West)
}

/// A position in a kernel: [`Words`] with a set for each side.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// The side that moves on the last level, until it is swapped.
    pub(super) own: Side,
    pub(super) enemy: Side,
    /// The rooks of both sides that may castle.
    pub(super) castling: Bitboard,
}

impl Lane {
    /// Returns the empty squares.
    #[inline(always)]
    pub(super) fn empty(&self) -> Bitboard {
        !(self.own.all() | self.enemy.all())
    }

    /// Returns the lane with the sides exchanged.
    #[inline(always)]
    pub(super) fn swapped(self) -> Lane {
        Lane { own: self.enemy, enemy: self.own, castling: self.castling }
    }
}

/// Precomputed castling masks for one rook. They stay the same during a count.
#[derive(Clone, Copy, Default)]
pub(super) struct CastlingMasks {
    /// The rook's square; empty if there is no such castling.
    pub(super) rook: Bitboard,
    /// The squares that must hold no other piece.
    pub(super) path: Bitboard,
    /// The squares that must not be attacked, the king's own included.
    pub(super) safe: Bitboard,
}

impl CastlingMasks {
    /// Returns the masks of a side's castlings in a position.
    fn of(position: &Position, color: Color, view: View) -> [CastlingMasks; 2] {
        let mut all = [CastlingMasks::default(); 2];
        let king = position.king(color);
        let rooks = position.castling_rooks() & position.board().color(color);
        for (masks, rook) in all.iter_mut().zip(rooks) {
            let to = CastlingTargets::of(king, rook);
            let king_path = rays::between(king, to.king).with(to.king).with(king);
            let rook_path = rays::between(rook, to.rook).with(to.rook);
            *masks = CastlingMasks {
                rook: view.square(rook),
                path: view.set(king_path | rook_path),
                safe: view.set(king_path),
            };
        }
        all
    }
}

/// The castling masks of both sides.
#[derive(Clone, Copy, Default)]
pub(super) struct Castlings {
    /// Of the side that moves on the last level.
    pub(super) own: [CastlingMasks; 2],
    pub(super) enemy: [CastlingMasks; 2],
}

impl Castlings {
    /// Returns the masks of White in the first position and of Black in the second.
    pub(super) fn of_colors(positions: &[Position; 2], view: View) -> Castlings {
        let colors = [view.own(), !view.own()];
        let of_color = |color| CastlingMasks::of(&positions[color as usize], color, view);
        let [own, enemy] = colors.map(of_color);
        Castlings { own, enemy }
    }
}
