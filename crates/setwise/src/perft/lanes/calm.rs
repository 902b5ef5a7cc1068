//! Calm moves: quiet ones after which the other side has the very moves that it would have if
//! nobody had moved. They are counted once, with their number.
//!
//! A quiet move is calm if neither its origin nor its target is
//!
//! 1. attacked by the other side, whose captures and slides would change, or in the way of its
//!    pawns;
//! 2. on a line with its king, where a pin might come or go;
//! 3. in the way of a castling, or a square from which a man of the mover's kind attacks the king's
//!    zone: the squares that he could step on, and those that he castles over;
//! 4. seen from that zone along a line on which the mover's side has sliders, because the line
//!    might open or close.
//!
//! Kings' moves are never called calm, nor are any out of check.
//!
//! Source: Lasse Hansen, 2015, <https://www.talkchess.com/forum3/viewtopic.php?t=57417>; Richard
//! Delorme's MPerft, `perft_nullmove`.

use super::children::seen;
use super::kernel::{Castling, Lane};
use crate::sliders::fill::Fills;
use crate::sliders::fill::kogge_stone::KoggeStone;
use crate::{Bitboard, Color, Direction, Position, Rank, Role, Square, leapers, rays};

/// The squares between which a man moves calmly.
#[derive(Clone, Copy)]
pub(super) struct Calm {
    empty: Bitboard,
    pawns: Bitboard,
    knights: Bitboard,
    sliders: Bitboard,
}

impl Calm {
    const NOWHERE: Calm = Calm {
        empty: Bitboard::EMPTY,
        pawns: Bitboard::EMPTY,
        knights: Bitboard::EMPTY,
        sliders: Bitboard::EMPTY,
    };

    /// For the side to move of a position, whose enemy sees it as in that lane.
    #[inline(always)]
    pub(super) fn of(
        position: &Position,
        us: Color,
        parent: &Lane,
        castling: &[Castling; 2],
    ) -> Calm {
        if position.is_check() {
            return Calm::NOWHERE;
        }
        let Lane { own, enemy, .. } = *parent;
        let ours = own.all();
        let empty = !(ours | enemy.all());
        let mut zone = leapers::kings(own.king) - ours;
        let mut way = Bitboard::EMPTY;
        for castling in castling.iter().filter(|castling| castling.rook.meets(parent.castling)) {
            zone |= castling.safe;
            way |= castling.way;
        }
        let pushed = own.pawns.shift(Direction::North);
        let second = Bitboard::rank(Rank::Second);
        let pushed_twice = (own.pawns & second).shift(Direction::North).shift(Direction::North);
        let mut restless = zone | way | pushed | pushed_twice;
        restless |= leapers::pawns(Color::White, own.pawns);
        restless |= leapers::knights(own.knights) | leapers::kings(own.king);
        restless |= KoggeStone.sliders(own.rooks, own.bishops, empty);
        // To see and to be seen is the same.
        if enemy.rooks.any() {
            restless |= KoggeStone.rooks(zone, empty);
        }
        if enemy.bishops.any() {
            restless |= KoggeStone.bishops(zone, empty);
        }
        let on_board = |set| seen(set, us);
        let sliders = !on_board(restless) - rays::queen(position.king(us));
        let knights = sliders - on_board(leapers::knights(zone));
        let pawns = sliders - on_board(leapers::pawns(Color::White, zone));
        Calm { empty: on_board(empty), pawns, knights, sliders }
    }

    /// The squares that a man on a square may go to calmly.
    #[inline(always)]
    pub(super) fn targets(&self, role: Role, from: Square) -> Bitboard {
        let calm = match role {
            Role::Knight => self.knights,
            Role::Bishop | Role::Rook | Role::Queen => self.sliders,
            Role::Pawn | Role::King => Bitboard::EMPTY,
        };
        if calm.contains(from) { calm & self.empty } else { Bitboard::EMPTY }
    }

    /// The squares between which pawns push calmly.
    #[inline(always)]
    pub(super) fn pawns(&self) -> Bitboard {
        self.pawns
    }
}
