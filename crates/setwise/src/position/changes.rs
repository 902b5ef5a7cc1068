//! The pieces that a move removes from the board and adds to it.

use super::Position;
use super::en_passant::passed_pawn;
use crate::moves::CastlingTargets;
use crate::{Bitboard, Color, Move, MoveKind, Piece, Role, Square};

/// The pieces that a move removes and adds, at most two each; see [`Position::changes`].
///
/// To undo a move, exchange the two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes {
    removed: Pieces,
    added: Pieces,
}

impl Changes {
    /// Returns the removed pieces with their squares: the piece that moves, then a captured piece
    /// or the castling rook.
    #[inline]
    pub fn removed(&self) -> &[(Piece, Square)] {
        self.removed.as_slice()
    }

    /// Returns the added pieces with their squares: the piece that has moved or that a pawn
    /// promotes to, then the castling rook.
    #[inline]
    pub fn added(&self) -> &[(Piece, Square)] {
        self.added.as_slice()
    }
}

/// At most two pieces on squares. Entries past `len` are the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pieces {
    entries: [(Piece, Square); 2],
    len: u8,
}

impl Pieces {
    const NONE: Pieces = Pieces {
        entries: [(Piece { color: Color::White, role: Role::Pawn }, Square::A1); 2],
        len: 0,
    };

    fn push(&mut self, color: Color, role: Role, square: Square) {
        if let Some(entry) = self.entries.get_mut(usize::from(self.len)) {
            *entry = (Piece { color, role }, square);
            self.len += 1;
        }
    }

    #[inline]
    fn as_slice(&self) -> &[(Piece, Square)] {
        self.entries.get(..usize::from(self.len)).unwrap_or(&[])
    }
}

impl Position {
    /// Returns the pieces that a legal move removes from the board and adds to it, as an
    /// incremental evaluation or the accumulator of an efficiently updatable neural network (NNUE)
    /// needs them.
    ///
    /// A piece may be removed and added on the same square, when castling in Chess960. For an
    /// illegal move the result is unspecified, but the method never panics.
    ///
    /// ```
    /// use setwise::{Color, Piece, Position, Role, Square};
    ///
    /// let position: Position = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let changes = position.changes(position.parse_san("cxd8=Q+")?);
    /// let piece = |color, role| Piece { color, role };
    /// assert_eq!(
    ///     changes.removed(),
    ///     [
    ///         (piece(Color::White, Role::Pawn), Square::C7),
    ///         (piece(Color::Black, Role::Rook), Square::D8),
    ///     ]
    /// );
    /// assert_eq!(changes.added(), [(piece(Color::White, Role::Queen), Square::D8)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn changes(&self, mv: Move) -> Changes {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let mut changes = Changes { removed: Pieces::NONE, added: Pieces::NONE };
        let Changes { removed, added } = &mut changes;
        let Some(role) = self.board.role_at(from) else { return changes };
        removed.push(us, role, from);
        match mv.kind() {
            MoveKind::Castle => {
                let end = CastlingTargets::of(from, to);
                removed.push(us, Role::Rook, to);
                added.push(us, Role::King, end.king);
                added.push(us, Role::Rook, end.rook);
            }
            MoveKind::EnPassant => {
                removed.push(!us, Role::Pawn, passed_pawn(to));
                added.push(us, Role::Pawn, to);
            }
            MoveKind::Normal | MoveKind::Promotion(_) => {
                if let Some(captured) = self.board.role_at(to) {
                    removed.push(!us, captured, to);
                }
                added.push(us, mv.promoted().unwrap_or(role), to);
            }
        }
        changes
    }

    /// Returns the role of the piece that a legal move captures, or `None` if it captures nothing.
    ///
    /// For an illegal move the result is unspecified, but the method never panics.
    ///
    /// ```
    /// use setwise::{Position, Role};
    ///
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// assert_eq!(position.captured(position.parse_san("exd6")?), Some(Role::Pawn));
    /// assert_eq!(position.captured(position.parse_san("e6")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Castle => None,
            MoveKind::Normal | MoveKind::Promotion(_) => self.board.role_at(mv.to()),
        }
    }

    /// Returns whether a side has a piece other than its king and pawns.
    ///
    /// Without one, zugzwang is common, so most engines do not try a null move.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let pawns_and_king: Bitboard = self.board.role(Role::Pawn) | self.board.role(Role::King);
        (self.board.color(color) - pawns_and_king).any()
    }
}
