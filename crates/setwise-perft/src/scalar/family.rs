//! Families: children whose numbers of moves are known before they are made.
//!
//! The *base* is the number of replies to a null move: the moves that the other side would have if
//! it were its turn. The number of replies to a move differs from the base by what the move
//! changes. For most moves that is the sum of two numbers, each of which depends on one square: on
//! the square that a piece leaves, and on the square that it enters. The children after all such
//! moves of a node are its *family*. Their leaves are the base times the number of moves, plus the
//! differences, and none of the children is made.
//!
//! ```text
//!  a piece enters a square:     a piece leaves a square:
//!  the rook loses 5 moves       the rook wins 1 move
//!  . . . . . . . .              . . . . . . . .
//!  r . N - - - - -              r . . . . . n +      r: a rook of the replying side
//!  . . . . . . . .              . . . . . . . .      N: a piece of the other side, n: before
//! ```
//!
//! A move is not in the family if it may change more than that:
//!
//! * a check, or a change of the pieces that are pinned: it leaves or enters a *critical* square on
//!   a line to the king;
//! * the squares that the king may step to, or pass when it castles: one is attacked now, or no
//!   longer attacked;
//! * the moves of pieces that are pinned or may promote;
//! * promotions, castling, captures en passant, and double steps that may be captured so.

use setwise::attacks::{self, Sliders, rays};
use setwise::{Bitboard, CastlingTargets, Color, Direction, MoveSet, Position, Rank, Role, Square};

use super::replies::Replies;

/// The family of a position, and what has been counted of it.
pub(super) struct Family<'p, S> {
    position: &'p Position,
    sliders: S,
    replies: Replies,
    /// The squares that a move of the family neither leaves nor enters.
    critical: Bitboard,
    /// The squares that a piece of each role does not enter in the family: from there it would
    /// attack one of the king's squares, or pin a piece.
    attacking: [Bitboard; 6],
    /// The squares that all pawns of the replying side attack.
    attacked_by_pawns: Bitboard,
    /// The number of moves in the family.
    moves: u64,
    /// The sum of the differences to the base, which wraps if it is negative.
    added: u64,
}

impl<'p, S: Sliders> Family<'p, S> {
    /// Returns the family, without any move.
    #[inline(always)]
    pub(super) fn of(position: &'p Position, sliders: S) -> Family<'p, S> {
        let (board, color) = (position.board(), !position.turn());
        let own = board.color(color);
        let mut lines = Lines::of(position, sliders, color);
        lines.add_king();

        let mut zone = attacks::king(lines.king) - own;
        let first_rank = Bitboard::rank(Rank::First.relative_to(color));
        let rooks = position.castling_rooks() & first_rank;
        if rooks.any() {
            lines.critical |= first_rank;
            for rook in rooks {
                let (king, to) = (lines.king, CastlingTargets::of(lines.king, rook));
                let king_path = rays::between(king, to.king).with(to.king).without(king);
                let rook_path = rays::between(rook, to.rook).with(to.rook);
                let others = board.occupied().without(king).without(rook);
                if !others.meets(king_path | rook_path) {
                    zone |= king_path;
                }
            }
        }
        for square in zone {
            lines.add_step(square);
        }
        let Lines { king, mut critical, pinned, by_rook, by_bishop, .. } = lines;

        let zone = zone.with(king);
        let by_pawn = attacks::pawns(color, zone);
        let by_knight = attacks::knights(zone);
        let by_king = attacks::kings(zone);
        critical |= by_pawn & board.pieces(!color, Role::Pawn)
            | by_knight & board.pieces(!color, Role::Knight)
            | by_king & board.pieces(!color, Role::King);
        // The king may recapture beside it, if the square is not attacked.
        critical |= attacks::king(king) & own;

        let pawns = board.pieces(color, Role::Pawn);
        let promoting = pawns & Bitboard::rank(Rank::Seventh.relative_to(color));
        if promoting.any() {
            let [forward, ..] = Direction::of_pawns(color);
            critical |= promoting | promoting.shift(forward) | attacks::pawns(color, promoting);
        }
        Family {
            position,
            sliders,
            // All moves of a pinned piece are on a line to the king.
            replies: Replies::of(board, color, !pinned, sliders, board.occupied()),
            critical,
            attacking: [by_pawn, by_knight, by_bishop, by_rook, by_bishop | by_rook, by_king],
            attacked_by_pawns: attacks::pawns(color, pawns),
            moves: 0,
            added: 0,
        }
    }

    /// Counts the moves of a set that are in the family, and returns the others.
    #[inline(always)]
    pub(super) fn count(&mut self, set: MoveSet) -> MoveSet {
        match set {
            MoveSet::Piece { role, from, to } if !self.critical.contains(from) => {
                let family = to - self.critical - self.attacking[role];
                if family.any() {
                    self.count_from(from, family);
                }
                MoveSet::Piece { role, from, to: to - family }
            }
            MoveSet::Pawns { shift, to } => {
                let entered_from = |origins: Bitboard| {
                    Bitboard(if shift > 0 { origins.0 << shift } else { origins.0 >> -shift })
                };
                let may_be_captured = match shift {
                    16 => self.attacked_by_pawns.shift(Direction::North),
                    -16 => self.attacked_by_pawns.shift(Direction::South),
                    _ => Bitboard::EMPTY,
                };
                let family = to
                    - entered_from(self.critical)
                    - self.critical
                    - self.attacking[Role::Pawn]
                    - may_be_captured;
                let observed = family & entered_from(self.replies.observed());
                if (family - observed).any() {
                    self.count_unobserved(family - observed);
                }
                for to in observed {
                    self.count_from(MoveSet::pawn_origin(to, shift), Bitboard::of(to));
                }
                MoveSet::Pawns { shift, to: to - family }
            }
            single => single,
        }
    }

    /// Returns the leaves below all moves that were counted, given a function that returns the
    /// base.
    #[inline(always)]
    pub(super) fn leaves(self, base: impl FnOnce() -> u64) -> u64 {
        if self.moves == 0 { 0 } else { (self.moves * base()).wrapping_add(self.added) }
    }

    /// Counts the moves of one piece.
    #[inline(always)]
    fn count_from(&mut self, from: Square, to: Bitboard) {
        let (board, sliders) = (self.position.board(), self.sliders);
        let pieces = board.color(self.position.turn());
        let lifted = self.replies.without(from, sliders, board.occupied(), pieces);
        self.add(to, self.replies.added(&lifted, to, sliders, board));
    }

    /// Counts moves from squares that do not change the replies.
    #[inline(always)]
    fn count_unobserved(&mut self, to: Bitboard) {
        let (board, sliders) = (self.position.board(), self.sliders);
        let pieces = board.color(self.position.turn());
        let lifted = self.replies.unchanged(board.occupied(), pieces);
        self.add(to, self.replies.added(&lifted, to, sliders, board));
    }

    #[inline(always)]
    fn add(&mut self, to: Bitboard, added: u64) {
        self.moves += u64::from(to.count());
        self.added = self.added.wrapping_add(added);
    }
}

/// The lines on which sliders of the side to move attack the squares of the other king, or would if
/// one or two pieces left.
struct Lines<S> {
    sliders: S,
    occupied: Bitboard,
    king: Square,
    own: Bitboard,
    /// The sliders of the side to move.
    rooks: Bitboard,
    bishops: Bitboard,
    /// The squares on these lines that a piece may not leave or enter.
    critical: Bitboard,
    /// The pinned pieces of the king's side.
    pinned: Bitboard,
    /// The squares from which a rook or a bishop attacks a square of the king, or pins a piece.
    by_rook: Bitboard,
    by_bishop: Bitboard,
}

impl<S: Sliders> Lines<S> {
    /// Returns no line to the king of a side.
    #[inline(always)]
    fn of(position: &Position, sliders: S, color: Color) -> Lines<S> {
        let board = position.board();
        let king = position.king(color);
        Lines {
            sliders,
            occupied: board.occupied(),
            king,
            own: board.color(color),
            rooks: board.rook_sliders(!color),
            bishops: board.bishop_sliders(!color),
            critical: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            by_rook: Bitboard::EMPTY,
            by_bishop: Bitboard::EMPTY,
        }
    }

    /// Returns the sliders that would attack a square on an otherwise empty board.
    #[inline(always)]
    fn aligned(&self, square: Square) -> Bitboard {
        rays::rook(square) & self.rooks | rays::bishop(square) & self.bishops
    }

    /// Adds the lines to the king itself. One piece between a slider and the king is pinned, or
    /// gives check when it leaves; if one of two leaves, the other may be pinned.
    #[inline(always)]
    fn add_king(&mut self) {
        let Lines { king, own, sliders, occupied, .. } = *self;
        for slider in self.aligned(king) {
            let between = rays::between(king, slider);
            let blockers = between & occupied;
            if !blockers.more_than_one() {
                self.critical |= between.with(slider);
                self.pinned |= blockers & own;
            } else if blockers.count() == 2 {
                self.critical |= blockers;
            }
        }
        // A slider that sees the king through one piece of the king's side pins the piece.
        let through = |seen: Bitboard| occupied - (seen & own);
        self.by_rook |= sliders.rook(king, through(sliders.rook(king, occupied)));
        self.by_bishop |= sliders.bishop(king, through(sliders.bishop(king, occupied)));
    }

    /// Adds the lines to a square that the king may step to or pass. A line behind the king is also
    /// one to the king.
    #[inline(always)]
    fn add_step(&mut self, square: Square) {
        let occupied = self.occupied;
        self.by_rook |= self.sliders.rook(square, occupied);
        self.by_bishop |= self.sliders.bishop(square, occupied);
        for slider in self.aligned(square) {
            let between = rays::between(square, slider);
            let blockers = between & occupied;
            if blockers.is_empty() {
                self.critical |= between.with(slider);
            } else if !blockers.more_than_one() {
                self.critical |= blockers;
            }
        }
    }
}
