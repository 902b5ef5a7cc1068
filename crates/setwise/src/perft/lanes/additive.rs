//! Additive moves: those that change the number of the other side's moves by what belongs to their
//! two squares (see [`difference`](super::difference)).
//!
//! A move is additive unless
//!
//! 1. it gives check (such are never asked about);
//! 2. it might pin a man of the other side, or unpin one: the pinning slider goes away, somebody
//!    steps between it and the king, a slider goes to where it would pin, or one of two men goes
//!    away from between a slider and the king;
//! 3. a square that the king could step on, or castles over, might be attacked anew or no longer:
//!    the man attacks one from its origin or its target, or stands on a line between one and a
//!    slider, there or here;
//! 4. it takes beside the king, who might take back, or has to do with a castling;
//! 5. it goes along a line on which a slider or a pawn of the other side looks at it, so that what
//!    its origin opens its target closes again.
//!
//! Lasse Hansen counted once all the moves that change nothing (2015,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=57417>; Richard Delorme's MPerft,
//! `perft_nullmove`); this counts those that change something, too.

use super::checks::Checks;
use super::kernel::{Castling, seen};
use crate::node::Node;
use crate::sliders::fill::kogge_stone::KoggeStone;
use crate::sliders::fill::lanes::{Apart, Lanes, Occluded, Sets};
use crate::sliders::lines::{Axis, line};
use crate::sliders::{Occupied, Silent, Sliders};
use crate::{Bitboard, Board, Color, Direction, Rank, Role, Square, leapers, rays};

const NO: Bitboard = Bitboard::EMPTY;

/// The squares between which the men of each role move additively.
#[derive(Clone, Copy)]
pub(super) struct Additive {
    from: [Bitboard; 6],
    to: [Bitboard; 6],
    /// For each [`Axis`], what the other side's sliders and pawns see along it.
    seen: [Bitboard; 4],
}

impl Additive {
    /// No move is.
    pub(super) const NONE: Additive = Additive { from: [NO; 6], to: [NO; 6], seen: [NO; 4] };

    /// For the side to move of a node, whose enemy is `us`.
    #[inline(always)]
    pub(super) fn of<S: Sliders>(
        node: &Node<S>,
        checks: &Checks,
        us: Color,
        castling: &[Castling; 2],
    ) -> Additive {
        let position = node.position();
        let board = position.board();
        let (ours, empty) = (board.color(us), board.empty());
        let king = position.king(us);
        let around = leapers::king(king);
        let mut zone = around - ours;
        let mut watched = Bitboard::EMPTY;
        for castling in castling {
            let rook = seen(castling.rook, us);
            if rook.meets(position.castling()) {
                zone |= seen(castling.safe, us);
                watched |= seen(castling.way, us) | rook;
            }
        }

        // Lines from the zone, and where an enemy slider looks along them.
        let lines = rays_of(zone, zone, empty);
        let looks = rays_of(board.rook_sliders(!us), board.bishop_sliders(!us), empty);
        for direction in Direction::ALL {
            watched |= lines[direction as usize] & looks[direction.opposite() as usize];
        }
        let [n, e, s, w, ne, se, sw, nw] = lines;
        let (rook_lines, bishop_lines) = (n | e | s | w, ne | se | sw | nw);
        let attackers = [
            leapers::pawns(us, zone),
            leapers::knights(zone),
            bishop_lines,
            rook_lines,
            rook_lines | bishop_lines,
            leapers::kings(zone),
        ];

        let (mut unpinning, mut between) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for slider in position.aligned_sliders(!us, king) {
            let line = rays::between(king, slider);
            let men = line & board.occupied();
            match (men & ours).count() {
                1 if !men.more_than_one() => {
                    unpinning |= Bitboard::of(slider);
                    between |= line;
                }
                1 if men.count() == 2 => unpinning |= men - ours,
                _ => {}
            }
        }
        // Beyond the first own man, where a slider would pin him.
        let lifted = |attacked: Bitboard| {
            let mut occupied = *node.occupied();
            occupied.toggle(attacked & ours);
            occupied
        };
        let [_, _, bishop, rook, ..] = checks.squares;
        let pinning_rooks = node.sliders.rook(king, &lifted(rook)) - rook;
        let pinning_bishops = node.sliders.bishop(king, &lifted(bishop)) - bishop;
        let pinning = [NO, NO, pinning_bishops, pinning_rooks, pinning_bishops | pinning_rooks, NO];

        let mut additive = Additive { seen: axes(board, us), ..Additive::NONE };
        for role in 0..6 {
            additive.from[role] = !(attackers[role] | watched | unpinning);
            additive.to[role] = !(attackers[role] | watched | between | around | pinning[role]);
        }
        additive
    }

    /// Whether the other side gains or loses moves when a man leaves a square.
    #[inline(always)]
    pub(super) fn opens(&self, from: Square) -> bool {
        let [rank, file, diagonal, anti_diagonal] = self.seen;
        (rank | file | diagonal | anti_diagonal).contains(from)
    }

    /// The squares that a man on a square may go to additively.
    #[inline(always)]
    pub(super) fn targets(&self, role: Role, from: Square) -> Bitboard {
        let mut targets = self.to[role as usize];
        for axis in Axis::ALL {
            if self.seen[axis as usize].contains(from) {
                targets -= line(from, axis);
            }
        }
        if self.from[role as usize].contains(from) { targets } else { Bitboard::EMPTY }
    }

    /// The squares from which pawns move additively by a shift, and those to which they do.
    #[inline(always)]
    pub(super) fn pawns(&self, shift: i8) -> (Bitboard, Bitboard) {
        let axis = match shift {
            9 | -9 => Axis::Diagonal,
            7 | -7 => Axis::AntiDiagonal,
            _ => Axis::File,
        };
        let pawn = Role::Pawn as usize;
        (self.from[pawn] - self.seen[axis as usize], self.to[pawn])
    }
}

/// What a side's sliders see along each axis, and its pawns: ahead, by one step and by two, and
/// where they capture.
#[inline(always)]
fn axes(board: &Board, us: Color) -> [Bitboard; 4] {
    use Direction::*;
    let empty = board.empty();
    let [n, e, s, w, ne, se, sw, nw] =
        rays_of(board.rook_sliders(us), board.bishop_sliders(us), empty);
    let pawns = board.pieces(us, Role::Pawn);
    let (ahead, diagonal, anti_diagonal) = match us {
        Color::White => (North, NorthEast, NorthWest),
        Color::Black => (South, SouthWest, SouthEast),
    };
    let pushed = pawns.shift(ahead);
    let pushed_twice = (pushed & Bitboard::rank(Rank::Third.relative_to(us))).shift(ahead);
    [
        e | w,
        n | s | pushed | pushed_twice,
        ne | sw | pawns.shift(diagonal),
        nw | se | pawns.shift(anti_diagonal),
    ]
}

/// What sliders see in each direction, all directions in the lanes of a register.
#[inline(always)]
fn rays_of(rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
    let (r, b) = (rooks, bishops);
    let sliders = Sets([r, r, r, r, b, b, b, b]);
    KoggeStone::attacks(Apart(Direction::ALL), sliders, Sets([empty; 8]), &mut Silent).sets()
}
