//! Legal moves: lists, counts, search for a move, and queries about moves.

use core::ops::ControlFlow;

use crate::attacks::{self, Sliders, rays, with_technique_in_use};
use crate::move_list::MoveList;
use crate::movegen::{Filter, Pins};
use crate::{Bitboard, Move, MoveKind, MoveSet, Position, Role, Square};

impl Position {
    /// Returns the legal moves, in an order that may change between versions.
    ///
    /// [`Position::count_legal_moves`], [`Position::has_legal_move`] and
    /// [`Position::visit_legal_moves`] need no list and are faster.
    /// [`Position::fill_legal_moves`] says which technique is used.
    ///
    /// ```
    /// assert_eq!(setwise::Position::INITIAL.legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.legal_moves_matching(Filter::ALL)
    }

    /// Returns the legal moves that match a filter, as [`Position::fill_legal_moves`] lists them.
    #[inline]
    pub fn legal_moves_matching(&self, filter: Filter) -> MoveList {
        let mut list = MoveList::new();
        self.fill_legal_moves(filter, &mut list);
        list
    }

    /// Replaces the contents of a list with the legal moves that match a filter.
    ///
    /// A search that reuses one list per ply avoids creating and copying a list for each position.
    ///
    /// After [`use_fastest`](attacks::use_fastest) the moves come from the fastest technique of the
    /// CPU, here and in the methods that return a list.
    ///
    /// ```
    /// use setwise::{Filter, MoveList, Position};
    ///
    /// let (mut position, mut list) = (Position::INITIAL, MoveList::new());
    /// for (wanted, moves) in [("e4", 20), ("e5", 20), ("Qh5", 29)] {
    ///     position.fill_legal_moves(Filter::ALL, &mut list);
    ///     assert_eq!(list.len(), moves);
    ///     position = position.play(position.parse_san(wanted)?)?;
    /// }
    /// position.fill_legal_moves(Filter::CAPTURES, &mut list);
    /// assert!(list.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill_legal_moves(&self, filter: Filter, list: &mut MoveList) {
        list.clear();
        self.add_legal_moves(None, filter, list);
    }

    /// Adds the legal moves that match a filter to a list that has other moves of this position.
    pub(crate) fn add_legal_moves(&self, pins: Option<Pins>, filter: Filter, list: &mut MoveList) {
        with_technique_in_use!((self, list), |sliders, (position, list)| {
            let ControlFlow::Continue(()) =
                position.visit_moves(sliders, pins, filter, &mut list.filling());
        });
    }

    /// As [`Position::fill_legal_moves`], with the attacks of sliders from a technique of your
    /// choice. The code is instantiated in the calling crate.
    ///
    /// ```
    /// use setwise::{Filter, MoveList, Position, attacks};
    ///
    /// let mut list = MoveList::new();
    /// Position::INITIAL.fill_legal_moves_with(attacks::DEFAULT, Filter::ALL, &mut list);
    /// assert_eq!(list, Position::INITIAL.legal_moves());
    /// ```
    #[inline(always)]
    pub fn fill_legal_moves_with<S: Sliders>(
        &self,
        sliders: S,
        filter: Filter,
        list: &mut MoveList,
    ) {
        list.clear();
        let ControlFlow::Continue(()) =
            self.visit_legal_moves_with(sliders, filter, &mut list.filling());
    }

    /// Calls a visitor with the legal moves that match a filter, as nonempty sets, until the
    /// visitor breaks.
    ///
    /// It uses the [`DEFAULT`](attacks::DEFAULT) technique, also after `use_fastest`, because it is
    /// inlined into the caller; [`Position::visit_legal_moves_with`] takes another one.
    ///
    /// ```
    /// use setwise::{Filter, Position};
    /// use std::ops::ControlFlow;
    ///
    /// // Stop at the first capture.
    /// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let found = position.visit_legal_moves(Filter::CAPTURES, |set| match set.into_iter().next() {
    ///     Some(mv) => ControlFlow::Break(mv),
    ///     None => ControlFlow::Continue(()),
    /// });
    /// assert_eq!(position.san(found.break_value().expect("a capture")), "exd5");
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[inline]
    pub fn visit_legal_moves<B>(
        &self,
        filter: Filter,
        mut visitor: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_legal_moves_with(attacks::DEFAULT, filter, &mut |set: MoveSet| {
            if set.is_empty() { ControlFlow::Continue(()) } else { visitor(set) }
        })
    }

    /// Returns the number of legal moves, without listing them.
    ///
    /// After [`use_fastest`](attacks::use_fastest) it uses the fastest technique of the CPU.
    pub fn count_legal_moves(&self) -> u32 {
        with_technique_in_use!(self, |sliders, position| position.count_legal_moves_with(sliders))
    }

    /// Returns whether there is a legal move; stops at the first nonempty set of moves. It uses the
    /// [`DEFAULT`](attacks::DEFAULT) technique.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.visit_legal_moves(Filter::ALL, |_| ControlFlow::Break(())).is_break()
    }

    /// Returns whether a move is legal in this position.
    ///
    /// Any move may be passed. No move is generated.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.keeps_king_safe(mv)
    }

    /// Returns the legal move from one square to another, including its special rule, or `None` if
    /// there is no such legal move.
    ///
    /// Castling is found if `to` is the square of the castling rook. It is also found if `to` is
    /// the king's square after castling, unless there is another legal move with these squares. A
    /// promotion is found only if its role is given.
    pub fn find_move(&self, from: Square, to: Square, promoted: Option<Role>) -> Option<Move> {
        let mut castled = None;
        let exact = self.visit_legal_moves(Filter::ALL.from(Bitboard::of(from)), |set| {
            for mv in set {
                if mv.to() == to && mv.promoted() == promoted {
                    return ControlFlow::Break(mv);
                }
                if mv.is_castle() && mv.destination() == to && promoted.is_none() {
                    castled = Some(mv);
                }
            }
            ControlFlow::Continue(())
        });
        exact.break_value().or(castled)
    }

    /// Returns whether a legal move gives check.
    ///
    /// Cost: at most two lookups of sliding attacks; castling, en passant and promotions are played
    /// on a copy of the position. For an illegal move the result is unspecified.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to, king) = (mv.from(), mv.to(), self.king(!self.turn));
        let (MoveKind::Normal, Some(role)) = (mv.kind(), self.board.role_at(from)) else {
            return self.play_unchecked(mv).is_check();
        };
        let by_leaper = match role {
            Role::Pawn => attacks::pawn(self.turn, to).contains(king),
            Role::Knight => attacks::knight(to).contains(king),
            _ => false,
        };
        let moved = Bitboard::of(from).with(to);
        if by_leaper || !moved.meets(rays::queen(king)) {
            return by_leaper;
        }
        // By a slider that has moved, or by one behind the piece that has moved.
        let occupied = self.board.occupied().without(from).with(to);
        let sliders = |role| {
            let own =
                self.board.pieces(self.turn, role) | self.board.pieces(self.turn, Role::Queen);
            if own.contains(from) { own.without(from).with(to) } else { own }
        };
        let (rooks, bishops) = (sliders(Role::Rook), sliders(Role::Bishop));
        rooks.meets(rays::rook(king)) && rooks.meets(attacks::rook(king, occupied))
            || bishops.meets(rays::bishop(king)) && bishops.meets(attacks::bishop(king, occupied))
    }

    /// Returns whether a legal move captures a piece, including en passant.
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castle => false,
            _ => self.board().occupied().contains(mv.to()),
        }
    }

    /// Returns whether a legal move is neither a capture nor a promotion.
    #[inline]
    pub fn is_quiet(&self, mv: Move) -> bool {
        mv.promoted().is_none() && !self.is_capture(mv)
    }

    /// Returns whether the position is checkmate: the side to move is in check and has no legal
    /// move.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Returns whether the position is stalemate: the side to move is not in check and has no legal
    /// move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }
}
