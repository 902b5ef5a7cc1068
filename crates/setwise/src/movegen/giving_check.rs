//! The moves that give check, selected from the sets that the generator produces.
//!
//! A piece gives check directly from the squares on which it would attack the enemy king, and by
//! discovery if it stands alone between the king and a slider of its side and leaves their line.
//! Promotions, en passant captures and castling change more than one line, so they are played on a
//! copy of the position.

use core::ops::ControlFlow;

use super::MoveVisitor;
use super::filter::{Filter, Wanted};
use crate::attacks::{self, Sliders, rays};
use crate::{Bitboard, Move, MoveSet, Position, Role, Square};

/// What the selection of checks needs to know of a position.
pub(super) struct GivingCheck<'p> {
    position: &'p Position,
    /// The moves that the other kinds of the filter select.
    wanted: Wanted,
    enemy_king: Square,
    /// The squares on which a piece of each role gives check.
    squares: [Bitboard; 6],
    /// The pieces that give a discovered check if they leave the line to the enemy king.
    discoverers: Bitboard,
}

impl GivingCheck<'_> {
    #[inline(never)]
    pub(super) fn find(position: &Position, filter: Filter) -> GivingCheck<'_> {
        let (us, board) = (position.turn(), position.board());
        let king = position.king(!us);
        let rook = attacks::DEFAULT.rook(king, board.occupied());
        let bishop = attacks::DEFAULT.bishop(king, board.occupied());
        let (pawn, knight) = (attacks::pawn(!us, king), attacks::knight(king));
        GivingCheck {
            position,
            wanted: Wanted::new(filter, board, us, position.is_check()),
            enemy_king: king,
            squares: [pawn, knight, bishop, rook, rook | bishop, Bitboard::EMPTY],
            discoverers: position.discovered_check_candidates(us),
        }
    }

    #[inline(never)]
    fn of_piece(&self, role: Role, from: Square, to: Bitboard) -> Bitboard {
        let discovered = if self.discoverers.contains(from) {
            !rays::line(self.enemy_king, from)
        } else {
            Bitboard::EMPTY
        };
        to & (self.wanted.targets() | self.squares[role] | discovered)
    }

    #[inline(never)]
    fn of_pawns(&self, shift: i8, to: Bitboard) -> Bitboard {
        let direct = to & (self.wanted.targets() | self.squares[Role::Pawn]);
        let discovers = |&to: &Square| {
            let from = MoveSet::pawn_origin(to, shift);
            self.discoverers.contains(from) && !rays::line(self.enemy_king, from).contains(to)
        };
        direct | (to - direct).into_iter().filter(discovers).collect()
    }

    #[inline(never)]
    fn of_promotions(&self, shift: i8, to: Bitboard) -> Bitboard {
        let wanted = to & (self.wanted.promoting_captures | self.wanted.promoting_quiets);
        let gives_check = |&to: &Square| {
            let from = MoveSet::pawn_origin(to, shift);
            let moves = Role::PROMOTIONS.map(|role| Move::promotion(from, to, role));
            moves.into_iter().flatten().any(|mv| self.position.gives_check(mv))
        };
        wanted | (to - wanted).into_iter().filter(gives_check).collect()
    }

    #[inline(never)]
    fn selects(&self, mv: Move) -> bool {
        let wanted = if mv.is_castle() { self.wanted.castling } else { self.wanted.en_passant };
        wanted || self.position.gives_check(mv)
    }
}

/// A visitor that passes on the moves that a filter with [`Filter::CHECKS`] selects.
pub(super) struct SelectingChecks<'v, 'p, V> {
    /// `None` if the generator itself selects the moves.
    pub(super) checks: Option<GivingCheck<'p>>,
    pub(super) visitor: &'v mut V,
}

impl<V: MoveVisitor> MoveVisitor for SelectingChecks<'_, '_, V> {
    type Break = V::Break;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<V::Break> {
        let Some(checks) = &self.checks else { return self.visitor.moves(set) };
        self.visitor.moves(match set {
            MoveSet::Piece { role, from, to } => {
                MoveSet::Piece { role, from, to: checks.of_piece(role, from, to) }
            }
            MoveSet::Pawns { shift, to } => {
                MoveSet::Pawns { shift, to: checks.of_pawns(shift, to) }
            }
            MoveSet::Promotions { shift, to } => {
                MoveSet::Promotions { shift, to: checks.of_promotions(shift, to) }
            }
            MoveSet::EnPassant { from, to } if !checks.selects(Move::en_passant(from, to)) => {
                return ControlFlow::Continue(());
            }
            MoveSet::Castle { king, rook } if !checks.selects(Move::castle(king, rook)) => {
                return ControlFlow::Continue(());
            }
            single => single,
        })
    }
}
