//! Generation of legal moves as sets.
//!
//! The generator of legal moves does not generate pseudo-legal moves and filter them, except for en
//! passant captures. It first computes, as sets of squares, the moves that checks and pins allow:
//!
//! 1. The checkers and the pinned pieces: `pins`.
//! 2. King steps to squares that are not attacked once the king has left its square: `king`. The
//!    squares that the king passes when it castles are tested together with them.
//! 3. The *check mask*, the targets that every other move must go to. With two checkers, only the
//!    king can move. With one checker, the mask is the checker and the squares between it and the
//!    king. With none, it is the whole board.
//! 4. Pawn moves, for all pawns at once: `pawns`. An en passant capture is tested by making it,
//!    because two pawns leave their lines at once. Moves of knights and sliders, piece by piece:
//!    `pieces`. A pinned piece stays on the line through its king.
//! 5. Castling, when not in check: `castling`.
//!
//! Pseudo-legal moves come from the same code, without checkers and pins.

mod castling;
mod filter;
mod giving_check;
mod king;
mod pawns;
mod pieces;
mod pins;

use core::convert::Infallible;
use core::ops::ControlFlow;

pub(crate) use castling::Castling;
pub use filter::Filter;
pub(crate) use pins::Pins;

use filter::Wanted;
use giving_check::{GivingCheck, SelectingChecks};

use crate::attacks::Sliders;
use crate::{Bitboard, Board, Color, MoveSet, Position, Role, Square};

/// A visitor that receives the legal moves, one set at a time.
///
/// Every `FnMut(MoveSet) -> ControlFlow<B>` is a visitor. On a hot path, prefer a separate type
/// with an `#[inline(always)]` method: a closure that the compiler does not inline is compiled
/// without the CPU features of the calling function (see [`perft`](crate::perft)).
pub trait MoveVisitor {
    /// The value that the visitor returns when it stops the iteration.
    type Break;

    /// Receives a set of moves, and returns whether to continue.
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Self::Break>;
}

impl<B, F: FnMut(MoveSet) -> ControlFlow<B>> MoveVisitor for F {
    type Break = B;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<B> {
        self(set)
    }
}

/// A visitor that counts moves and never stops.
struct Counter(u32);

impl MoveVisitor for Counter {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        self.0 += set.count();
        ControlFlow::Continue(())
    }
}

impl Position {
    /// Calls a visitor with the legal moves that match a filter, as sets, until the visitor stops.
    /// The attacks of sliders come from a technique of your choice, and the code is instantiated in
    /// the calling crate.
    ///
    /// A set may be empty. There is at most one set for each piece other than a pawn, seven sets of
    /// pawn moves and promotions, two en passant captures and two castling moves.
    ///
    /// ```
    /// use setwise::{Filter, MoveSet, Position, attacks};
    /// use std::ops::ControlFlow;
    ///
    /// let mut moves = 0;
    /// let _ = Position::INITIAL.visit_legal_moves_with(
    ///     attacks::DEFAULT,
    ///     Filter::ALL,
    ///     &mut |set: MoveSet| -> ControlFlow<()> {
    ///         moves += set.count();
    ///         ControlFlow::Continue(())
    ///     },
    /// );
    /// assert_eq!(moves, 20);
    /// ```
    #[inline(always)]
    pub fn visit_legal_moves_with<S: Sliders, V: MoveVisitor>(
        &self,
        sliders: S,
        filter: Filter,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        self.visit_moves(sliders, None, filter, visitor)
    }

    /// As [`Position::visit_legal_moves_with`], with the checkers and pinned pieces of the side to
    /// move if they are known.
    #[inline(always)]
    pub(crate) fn visit_moves<S: Sliders, V: MoveVisitor>(
        &self,
        sliders: S,
        pins: Option<Pins>,
        filter: Filter,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let (filter, visitor) = &mut self.selecting(filter, visitor);
        // The generator is compiled once for each color, so that the pawn directions are constants.
        match self.turn() {
            Color::White => {
                Generator::new(self, sliders, Color::White, *filter, pins).visit(visitor)
            }
            Color::Black => {
                Generator::new(self, sliders, Color::Black, *filter, pins).visit(visitor)
            }
        }
    }

    /// Calls a visitor with the pseudo-legal moves that match a filter, as
    /// [`Position::visit_legal_moves_with`] does.
    #[inline(always)]
    pub(crate) fn visit_pseudo_legal_with<S: Sliders, V: MoveVisitor>(
        &self,
        sliders: S,
        filter: Filter,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let (filter, visitor) = &mut self.selecting(filter, visitor);
        let us = self.turn();
        let pins = Pins { pinned: Bitboard::EMPTY, ..Pins::of(self, us) };
        Generator::new(self, sliders, us, *filter, Some(pins)).visit_pseudo_legal(visitor)
    }

    /// Returns the filter that the generator uses, and the visitor that selects the checks.
    #[inline(always)]
    fn selecting<'v, V>(
        &self,
        filter: Filter,
        visitor: &'v mut V,
    ) -> (Filter, SelectingChecks<'v, '_, V>) {
        if filter.needs_check_test() {
            let checks = Some(GivingCheck::find(self, filter));
            (filter.or(Filter::ALL), SelectingChecks { checks, visitor })
        } else {
            (filter, SelectingChecks { checks: None, visitor })
        }
    }

    /// Returns the number of legal moves, without listing them, with the attacks of sliders from a
    /// technique of your choice. The code is instantiated in the calling crate.
    ///
    /// ```
    /// use setwise::{Position, attacks};
    ///
    /// assert_eq!(Position::INITIAL.count_legal_moves_with(attacks::DEFAULT), 20);
    /// ```
    #[inline(always)]
    pub fn count_legal_moves_with<S: Sliders>(&self, sliders: S) -> u32 {
        let mut counter = Counter(0);
        let ControlFlow::Continue(()) =
            self.visit_legal_moves_with(sliders, Filter::ALL, &mut counter);
        counter.0
    }
}

/// What is computed of a position before its moves are generated.
struct Generator<'p, S> {
    sliders: S,
    position: &'p Position,
    wanted: Wanted,
    us: Color,
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
}

impl<'p, S: Sliders> Generator<'p, S> {
    #[inline(always)]
    fn new(
        position: &'p Position,
        sliders: S,
        us: Color,
        filter: Filter,
        pins: Option<Pins>,
    ) -> Generator<'p, S> {
        let king = position.king(us);
        let Pins { checkers, pinned } = match pins {
            Some(known) => known,
            None => Pins::of(position, us),
        };
        let wanted = Wanted::new(filter, position.board(), us, checkers.any());
        Generator { sliders, position, wanted, us, king, checkers, pinned }
    }

    #[inline(always)]
    fn board(&self) -> &'p Board {
        self.position.board()
    }

    #[inline(always)]
    fn visit<V: MoveVisitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let rooks = if self.checkers.any() { Bitboard::EMPTY } else { self.free_castling_rooks() };
        let safe = self.safe(self.king_targets() | self.castling_paths(rooks));
        self.king_steps(safe, visitor)?;
        if self.checkers.more_than_one() {
            return ControlFlow::Continue(());
        }
        let check_mask = pins::check_mask(self.king, self.checkers);
        self.pawns(check_mask, visitor)?;
        self.en_passant(true, visitor)?;
        self.pieces(check_mask, visitor)?;
        self.castling(rooks, safe, visitor)
    }

    /// Calls a visitor with the pseudo-legal moves; `pinned` must be empty.
    #[inline(always)]
    fn visit_pseudo_legal<V: MoveVisitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let (from, to) = (self.king, self.king_targets());
        visitor.moves(MoveSet::Piece { role: Role::King, from, to })?;
        self.pawns(Bitboard::UNIVERSE, visitor)?;
        self.en_passant(false, visitor)?;
        self.pieces(Bitboard::UNIVERSE, visitor)?;
        self.pseudo_legal_castling(visitor)
    }
}
