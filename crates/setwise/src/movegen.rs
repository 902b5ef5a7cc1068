//! Legal moves, generated as sets.
//!
//! Nothing is generated and taken back: what a check and the pins allow is found first, as sets,
//! and every move that comes out is legal.
//!
//! 1. Checkers, and the pinned men: `pins`.
//! 2. The king's steps, onto squares that nothing attacks once he has left his: `king`.
//! 3. With two checkers, that was all. With one, every other move must take it or step between:
//!    the *check mask*. With none, the mask is the whole board.
//! 4. Pawns, all at once: `pawns`. Knights and sliders, one by one: `pieces`. A pinned one
//!    stays on the line through its king.
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

/// Which of the legal moves are wanted.
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
    /// All of them.
    pub const ALL: Filter =
        Filter { from: Bitboard::UNIVERSE, to: Bitboard::UNIVERSE, captures: true, quiets: true };

    /// Those that take a man, en passant too.
    pub const CAPTURES: Filter = Filter { quiets: false, ..Filter::ALL };

    /// Those that take none: promotions without capture and castling too.
    pub const QUIETS: Filter = Filter { captures: false, ..Filter::ALL };

    /// Only those of men on some squares; a role's squares give the moves of that role. Castling
    /// is the king's move.
    #[inline(always)]
    #[must_use]
    pub const fn from(self, squares: Bitboard) -> Filter {
        Filter { from: self.from.intersection(squares), ..self }
    }

    /// Only those that end on some squares. Castling ends on the king's c or g square.
    #[inline(always)]
    #[must_use]
    pub const fn to(self, squares: Bitboard) -> Filter {
        Filter { to: self.to.intersection(squares), ..self }
    }
}

/// Who is shown the legal moves, set by set.
///
/// Any `FnMut(MoveSet) -> ControlFlow<B>` is one. A visitor on a hot path is better a type of its
/// own with an `#[inline(always)]` method: a closure that the compiler leaves out of line loses
/// the CPU features of the function around it (see [`perft`](crate::perft)).
pub trait MoveVisitor {
    /// What it may break off with.
    type Break;

    /// Is shown some moves, and says whether to go on.
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Self::Break>;
}

impl<B, F: FnMut(MoveSet) -> ControlFlow<B>> MoveVisitor for F {
    type Break = B;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<B> {
        self(set)
    }
}

/// Counts, and never breaks off.
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
    /// Visits the legal moves that a filter lets through, as sets, until the visitor breaks off.
    ///
    /// A set may be empty. There are at most sixteen men, five sets of pawn moves twice, two en
    /// passant captures and two castlings.
    #[inline(always)]
    pub fn visit<V: MoveVisitor>(&self, filter: Filter, visitor: &mut V) -> ControlFlow<V::Break> {
        // Each color gets a copy of the generator in which its directions are constants.
        match self.position.turn() {
            Color::White => Generator::new(self, Color::White, filter).visit(visitor),
            Color::Black => Generator::new(self, Color::Black, filter).visit(visitor),
        }
    }

    /// How many legal moves there are, without listing them.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut counter = Counter(0);
        let ControlFlow::Continue(()) = self.visit(Filter::ALL, &mut counter);
        counter.0
    }
}

/// What is known of a node before its first move is generated.
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

    /// The squares that the filter lets a piece move to, as far as its own men are concerned.
    #[inline(always)]
    fn wanted(&self) -> Bitboard {
        self.wanted_captures() | self.wanted_quiets()
    }

    #[inline(always)]
    fn wanted_captures(&self) -> Bitboard {
        let enemy = self.board().enemy(self.us);
        if self.filter.captures { enemy & self.filter.to } else { Bitboard::EMPTY }
    }

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
