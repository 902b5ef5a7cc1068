//! Pseudo-legal moves: those that obey the rules of each piece, but may leave their own king
//! attacked.
//!
//! The generator of legal moves does not need them. They serve a move that comes from elsewhere,
//! such as a transposition table, and programs that test a move for legality only when they play
//! it.

use core::ops::ControlFlow;

use super::Position;
#[cfg(target_arch = "x86_64")]
use crate::attacks::with_technique_in_use;
use crate::attacks::{self, Sliders, rays};
use crate::movegen::{Castling, Filter};
use crate::moves::CastlingTargets;
use crate::{Bitboard, Direction, Move, MoveKind, MoveList, MoveSet, Rank, Role, Square};

impl Position {
    /// Returns the pseudo-legal moves, in an order that may change between versions.
    ///
    /// A pseudo-legal move obeys the rule of its piece, but may leave its own king attacked, and
    /// castling may start from, pass or end on an attacked square.
    /// [`Position::keeps_king_safe`] tells the legal moves from the others. After
    /// [`use_fastest`](attacks::use_fastest) the moves come from the fastest technique of the CPU if
    /// it is an x86-64 CPU.
    ///
    /// ```
    /// use setwise::{Move, Position, Square};
    ///
    /// // The knight is pinned.
    /// let position: Position = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// let mut moves = position.pseudo_legal_moves();
    /// assert!(moves.contains(&Move::normal(Square::E2, Square::C3)));
    /// moves.retain(|mv| position.keeps_king_safe(mv));
    /// assert_eq!(moves.len(), position.legal_moves().len());
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        #[cfg(target_arch = "x86_64")]
        with_technique_in_use!((self, &mut list), |sliders, (position, list)| {
            position.fill_pseudo_legal_with(sliders, list);
        });
        // Elsewhere another instance is not worth its size, most of all on a page.
        #[cfg(not(target_arch = "x86_64"))]
        self.fill_pseudo_legal_with(attacks::DEFAULT, &mut list);
        list
    }

    #[inline(always)]
    fn fill_pseudo_legal_with<S: Sliders>(&self, sliders: S, list: &mut MoveList) {
        let ControlFlow::Continue(()) =
            self.visit_pseudo_legal_with(sliders, Filter::ALL, &mut list.filling());
    }

    /// Calls a visitor with the [pseudo-legal](Position::pseudo_legal_moves) moves that match a
    /// filter, as nonempty sets, until the visitor breaks.
    ///
    /// ```
    /// use setwise::{Filter, MoveSet, Position};
    /// use std::ops::ControlFlow;
    ///
    /// // All squares that the king may step to, attacked or not.
    /// let position: Position = "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let found = position.visit_pseudo_legal_moves(Filter::ALL, |set| match set {
    ///     MoveSet::Piece { to, .. } => ControlFlow::Break(to),
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert_eq!(found.break_value().map(|to| to.count()), Some(5));
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[inline]
    pub fn visit_pseudo_legal_moves<B>(
        &self,
        filter: Filter,
        mut visitor: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pseudo_legal_with(attacks::DEFAULT, filter, &mut |set: MoveSet| {
            if set.is_empty() { ControlFlow::Continue(()) } else { visitor(set) }
        })
    }

    /// Returns whether a move is [pseudo-legal](Position::pseudo_legal_moves) in this position.
    ///
    /// Any move may be passed, for example one from a transposition table. No move is generated.
    ///
    /// ```
    /// use setwise::{Move, Position, Square};
    ///
    /// let position = Position::INITIAL;
    /// assert!(position.is_pseudo_legal(Move::normal(Square::G1, Square::F3)));
    /// assert!(!position.is_pseudo_legal(Move::normal(Square::G1, Square::E2)));
    /// ```
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (board, from, to) = (&self.board, mv.from(), mv.to());
        let own = board.color(self.turn);
        if !own.contains(from) {
            return false;
        }
        let Some(role) = board.role_at(from) else { return false };
        let is_last = to.rank() == Rank::Eighth.relative_to(self.turn);
        match (mv.kind(), role) {
            (MoveKind::Normal, Role::Pawn) => !is_last && self.pawn_reaches(from, to),
            (MoveKind::Normal, _) => !own.contains(to) && self.reaches(role, from, to),
            (MoveKind::Promotion(_), Role::Pawn) => is_last && self.pawn_reaches(from, to),
            (MoveKind::EnPassant, Role::Pawn) => {
                self.en_passant == Some(to) && attacks::pawn(self.turn, from).contains(to)
            }
            (MoveKind::Castle, Role::King) => {
                (self.castling & own).contains(to)
                    && Castling::new(from, to).is_free(board.occupied())
            }
            _ => false,
        }
    }

    /// Returns whether a [pseudo-legal](Position::pseudo_legal_moves) move leaves its own king
    /// unattacked, and so is legal.
    ///
    /// Castling must also not start from or pass an attacked square. For a move that is not
    /// pseudo-legal the result is unspecified, but the method never panics.
    pub fn keeps_king_safe(&self, mv: Move) -> bool {
        let (from, to, king) = (mv.from(), mv.to(), self.king(self.turn));
        let occupied = self.board.occupied();
        match mv.kind() {
            MoveKind::EnPassant => self.is_safe_after_en_passant(from, to),
            MoveKind::Castle => {
                let Castling { king_path, .. } = Castling::new(from, to);
                let end = CastlingTargets::of(from, to);
                let others = occupied.without(from);
                let is_safe = |square| self.is_safe(square, others, Bitboard::EMPTY);
                let castled = others.without(to).with(end.rook);
                king_path.with(from).into_iter().all(is_safe)
                    && self.is_safe(end.king, castled, Bitboard::EMPTY)
            }
            MoveKind::Normal | MoveKind::Promotion(_) => {
                let king = if from == king { to } else { king };
                self.is_safe(king, occupied.without(from).with(to), Bitboard::of(to))
            }
        }
    }

    /// Returns whether a pawn of the side to move may push or capture to a square, apart from
    /// captures en passant.
    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        if attacks::pawn(self.turn, from).contains(to) {
            return self.board.enemy(self.turn).contains(to);
        }
        let empty = self.board.empty();
        let [forward, ..] = Direction::of_pawns(self.turn);
        let Some(push) = from.step(forward).filter(|&push| empty.contains(push)) else {
            return false;
        };
        let is_double = from.rank() == Rank::Second.relative_to(self.turn)
            && push.step(forward) == Some(to)
            && empty.contains(to);
        push == to || is_double
    }

    /// Returns whether a piece other than a pawn attacks a square.
    fn reaches(&self, role: Role, from: Square, to: Square) -> bool {
        let targets = match role {
            Role::Pawn => Bitboard::EMPTY,
            Role::Knight => attacks::knight(from),
            Role::Bishop => rays::bishop(from),
            Role::Rook => rays::rook(from),
            Role::Queen => rays::queen(from),
            Role::King => attacks::king(from),
        };
        targets.contains(to) && !rays::between(from, to).meets(self.board.occupied())
    }
}
