//! Generation of legal moves as sets.
//!
//! The generator produces only legal moves; it does not generate pseudo-legal moves and filter them.
//! It first computes, as sets of squares, the moves that checks and pins allow:
//!
//! 1. The checkers and the pinned pieces: `pins`.
//! 2. King steps to squares that are not attacked once the king has left its square: `king`.
//! 3. The *check mask*, the targets that every other move must go to. With two checkers, only the king
//!    can move. With one checker, the mask is the checker and the squares between it and the king. With
//!    none, it is the whole board.
//! 4. Pawn moves, for all pawns at once: `pawns`. Moves of knights and sliders, piece by piece:
//!    `pieces`. A pinned piece stays on the line through its king.
//! 5. Castling, when not in check: `castling`.

mod castling;
mod king;
mod pawns;
mod pieces;
mod pins;

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::attacks::Sliders;
use crate::node::Node;
use crate::{Bitboard, Board, Color, MoveSet, Square};

/// A selection of the legal moves, by origin, target and kind.
///
/// ```
/// use setwise::{Filter, Position, Square};
///
/// let knights_first = Filter::ALL.from(Square::G1.into());
/// assert_eq!(Position::INITIAL.legal_moves_matching(knights_first).len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    from: Bitboard,
    to: Bitboard,
    captures: bool,
    quiets: bool,
}

impl Filter {
    /// All legal moves.
    pub const ALL: Filter =
        Filter { from: Bitboard::UNIVERSE, to: Bitboard::UNIVERSE, captures: true, quiets: true };

    /// Captures, including en passant.
    pub const CAPTURES: Filter = Filter { quiets: false, ..Filter::ALL };

    /// Moves that capture nothing, including castling and promotions without capture.
    pub const QUIETS: Filter = Filter { captures: false, ..Filter::ALL };

    /// Restricts the filter to moves of the pieces on the given squares.
    ///
    /// The squares of a role select the moves of that role. Castling is a move of the king.
    #[inline(always)]
    #[must_use]
    pub const fn from(self, squares: Bitboard) -> Filter {
        Filter { from: self.from.intersection(squares), ..self }
    }

    /// Restricts the filter to moves that end on the given squares.
    ///
    /// Castling ends on the king's final square, on the c or g file.
    #[inline(always)]
    #[must_use]
    pub const fn to(self, squares: Bitboard) -> Filter {
        Filter { to: self.to.intersection(squares), ..self }
    }
}

/// A visitor that receives the legal moves, one set at a time.
///
/// Every `FnMut(MoveSet) -> ControlFlow<B>` is a visitor. On a hot path, prefer a separate type with an
/// `#[inline(always)]` method: a closure that the compiler does not inline is compiled without the CPU
/// features of the calling function (see [`perft`](crate::perft)).
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

impl<S: Sliders> Node<S> {
    /// Calls a visitor with the legal moves that match a filter, as sets, until the visitor stops.
    ///
    /// A set may be empty. There is at most one set for each piece other than a pawn, seven sets of
    /// pawn moves and promotions, two en passant captures and two castling moves.
    #[inline(always)]
    pub fn visit<V: MoveVisitor>(&self, filter: Filter, visitor: &mut V) -> ControlFlow<V::Break> {
        // The generator is compiled once for each color, so that the pawn directions are constants.
        match self.position.turn() {
            Color::White => Generator::new(self, Color::White, filter).visit(visitor),
            Color::Black => Generator::new(self, Color::Black, filter).visit(visitor),
        }
    }

    /// Returns the number of legal moves, without listing them.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut counter = Counter(0);
        let ControlFlow::Continue(()) = self.visit(Filter::ALL, &mut counter);
        counter.0
    }
}

/// The data computed for a node before its moves are generated.
struct Generator<'n, S: Sliders> {
    sliders: S,
    node: &'n Node<S>,
    filter: Filter,
    us: Color,
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
}

impl<'n, S: Sliders> Generator<'n, S> {
    #[inline(always)]
    fn new(node: &'n Node<S>, us: Color, filter: Filter) -> Generator<'n, S> {
        let king = node.position.king(us);
        let pins::Pins { checkers, pinned } = pins::find(node, us, king);
        Generator { sliders: node.sliders, node, filter, us, king, checkers, pinned }
    }

    #[inline(always)]
    fn board(&self) -> &'n Board {
        self.node.position.board()
    }

    /// Returns the targets that the filter allows and that are not occupied by our own pieces.
    #[inline(always)]
    fn wanted(&self) -> Bitboard {
        self.wanted_captures() | self.wanted_quiets()
    }

    /// Returns the enemy-occupied squares that the filter allows as targets.
    #[inline(always)]
    fn wanted_captures(&self) -> Bitboard {
        let enemy = self.board().enemy(self.us);
        if self.filter.captures { enemy & self.filter.to } else { Bitboard::EMPTY }
    }

    /// Returns the empty squares that the filter allows as targets.
    #[inline(always)]
    fn wanted_quiets(&self) -> Bitboard {
        let empty = self.board().empty();
        if self.filter.quiets { empty & self.filter.to } else { Bitboard::EMPTY }
    }

    #[inline(always)]
    fn visit<V: MoveVisitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        self.king_steps(visitor)?;
        if self.checkers.more_than_one() {
            return ControlFlow::Continue(());
        }
        let check_mask = pins::check_mask(self.king, self.checkers);
        self.pawns(check_mask, visitor)?;
        self.pieces(check_mask, visitor)?;
        if self.checkers.is_empty() {
            self.castling(visitor)?;
        }
        ControlFlow::Continue(())
    }
}
