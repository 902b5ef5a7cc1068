//! Legal moves: listed, counted, found, and questions about them.

use core::ops::ControlFlow;

use crate::attacks::{self, Sliders};
use crate::move_list::MoveList;
use crate::movegen::Filter;
use crate::node::Node;
use crate::{Bitboard, Move, MoveKind, MoveSet, Position, Role, Square};

impl<S: Sliders> Node<S> {
    /// Lists the legal moves that a filter lets through in place of what a list held.
    #[inline]
    pub fn fill_legal_moves(&self, filter: Filter, list: &mut MoveList) {
        let ControlFlow::Continue(()) = self.visit(filter, &mut list.refilled());
    }
}

impl Position {
    #[inline(always)]
    fn node(&self) -> Node<attacks::DefaultTechnique> {
        Node::new(*self, attacks::DEFAULT)
    }

    /// The legal moves, in an order that may change between versions.
    ///
    /// To count them, to see whether there is one, or to look only at some, the methods below need
    /// no list.
    ///
    /// ```
    /// assert_eq!(setwise::Position::INITIAL.legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.legal_moves_matching(Filter::ALL)
    }

    /// The legal moves that a filter lets through.
    #[inline]
    pub fn legal_moves_matching(&self, filter: Filter) -> MoveList {
        let mut list = MoveList::new();
        self.fill_legal_moves(filter, &mut list);
        list
    }

    /// The legal moves that a filter lets through, found with a technique of your choice.
    #[inline]
    pub fn moves_with<S: Sliders>(&self, filter: Filter, sliders: S) -> MoveList {
        let mut list = MoveList::new();
        Node::new(*self, sliders).fill_legal_moves(filter, &mut list);
        list
    }

    /// Lists the legal moves that a filter lets through in place of what a list held.
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
        self.node().fill_legal_moves(filter, list);
    }

    /// Visits the legal moves that a filter lets through, as sets without an empty one, until the
    /// visitor breaks off.
    ///
    /// ```
    /// use setwise::{Filter, Position};
    /// use std::ops::ControlFlow;
    ///
    /// // The first capture that is found, if there is one.
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
        self.node().visit(filter, &mut |set: MoveSet| {
            if set.is_empty() { ControlFlow::Continue(()) } else { visitor(set) }
        })
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        self.node().count()
    }

    /// Whether there is a legal move; stops at the first set of moves that is not empty.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.visit_legal_moves(Filter::ALL, |_| ControlFlow::Break(())).is_break()
    }

    /// Whether a move is legal here, for any move whatever.
    ///
    /// Generates the moves of one man at most.
    pub fn is_legal(&self, mv: Move) -> bool {
        let filter = Filter::ALL.from(Bitboard::of(mv.from())).to(Bitboard::of(mv.destination()));
        self.visit_legal_moves(filter, |set| {
            if set.into_iter().any(|legal| legal == mv) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// The legal move from one square to another, with its special rule found out.
    ///
    /// Castling is meant by the king taking its own rook, and, where no such reading is legal, by
    /// the king going two squares or to the square where castling takes him. A promotion is meant
    /// only if its role is given. `None` if there is no such legal move.
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

    /// Whether a legal move gives check.
    ///
    /// Plays it and looks: some ten nanoseconds.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.play_unchecked(mv).is_check()
    }

    /// Whether a legal move takes a man.
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castle => false,
            _ => self.board().occupied().contains(mv.to()),
        }
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }
}
