//! Placement: which man stands where.

use core::fmt;

use crate::picture::Rows;
use crate::{Bitboard, Color, Piece, Role, Square};

/// Which man stands on which square.
///
/// The twelve boards of the literature (white pawns, black pawns … black king) are kept as eight:
/// one for each role and one for each color, whose intersections are the twelve
/// ([`Board::pieces`]). A capture then clears a square in all roles without asking which stood
/// there. A square is in at most one role and in exactly the matching color, always: every method
/// keeps it so.
///
/// ```
/// use setwise::{Board, Color, Role, Square};
///
/// let board = Board::INITIAL;
/// assert_eq!(board.pieces(Color::White, Role::Rook).count(), 2);
/// assert_eq!(board.piece_at(Square::D8).map(|man| man.to_string()).as_deref(), Some("black queen"));
/// let bishops_on_dark = board.role(Role::Bishop) & setwise::Bitboard::DARK;
/// assert_eq!(bishops_on_dark.into_iter().collect::<Vec<_>>(), [Square::C1, Square::F8]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Board {
    /// No man at all.
    pub const EMPTY: Board = Board { roles: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// The 32 men of the initial position of standard chess.
    pub const INITIAL: Board = Board {
        roles: [
            Bitboard(0x00ff_0000_0000_ff00),
            Bitboard(0x4200_0000_0000_0042),
            Bitboard(0x2400_0000_0000_0024),
            Bitboard(0x8100_0000_0000_0081),
            Bitboard(0x0800_0000_0000_0008),
            Bitboard(0x1000_0000_0000_0010),
        ],
        colors: [Bitboard(0xffff), Bitboard(0xffff_0000_0000_0000)],
    };

    /// The squares of one color's men of one role: one of the twelve boards.
    #[inline(always)]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.roles[role] & self.colors[color]
    }

    /// The squares of both colors' men of one role.
    #[inline(always)]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role]
    }

    /// The squares of all men of one color.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The squares of the men that slide along ranks and files: one color's rooks and queens.
    #[inline(always)]
    pub fn rook_sliders(&self, color: Color) -> Bitboard {
        (self.roles[Role::Rook] | self.roles[Role::Queen]) & self.colors[color]
    }

    /// The squares of the men that slide along diagonals: one color's bishops and queens.
    #[inline(always)]
    pub fn bishop_sliders(&self, color: Color) -> Bitboard {
        (self.roles[Role::Bishop] | self.roles[Role::Queen]) & self.colors[color]
    }

    /// The squares where a man stands.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// The squares where none stands: `occupied ^ universe`.
    #[inline(always)]
    pub fn empty(&self) -> Bitboard {
        !self.occupied()
    }

    /// The squares of the other side's men, seen by `color`.
    #[inline(always)]
    pub fn enemy(&self, color: Color) -> Bitboard {
        self.colors[!color]
    }

    /// The squares that a piece of `color` may move to as far as its own men are concerned.
    #[inline(always)]
    pub fn enemy_and_empty(&self, color: Color) -> Bitboard {
        !self.colors[color]
    }

    /// The role of the man on a square, or `None` if it is empty.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.roles[role].contains(square))
    }

    /// The color of the man on a square, or `None` if it is empty.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.colors[color].contains(square))
    }

    /// The man on a square, or `None` if it is empty.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = self.color_at(square)?;
        let role = self.role_at(square)?;
        Some(Piece { color, role })
    }

    /// Puts a man on a square, in the place of whatever stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(Bitboard::of(square));
        self.add(Bitboard::of(square), piece.color, piece.role);
    }

    /// Takes the man off a square and gives it; `None` if there was none.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.clear(Bitboard::of(square));
        piece
    }

    /// The board turned: a [transform](crate::transform) of each of its sets.
    pub(crate) fn transformed(&self, transform: fn(Bitboard) -> Bitboard) -> Board {
        Board { roles: self.roles.map(transform), colors: self.colors.map(transform) }
    }

    /// The board with every man given to the other side.
    pub(crate) fn with_colors_swapped(&self) -> Board {
        let [white, black] = self.colors;
        Board { colors: [black, white], ..*self }
    }

    /// Takes the men off a set of squares: all boards at once, whatever stood there.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        // Two loops, because the compiler leaves a chain of two one loop.
        self.roles.iter_mut().for_each(|board| *board -= squares);
        self.colors.iter_mut().for_each(|board| *board -= squares);
    }

    /// Takes the men off some squares, and puts men of one kind on some of these.
    #[inline(always)]
    pub(crate) fn replace(&mut self, cleared: Bitboard, to: Bitboard, color: Color, role: Role) {
        // All boards are written at once. To write two of them by index behind the rest makes the
        // next move wait for both: perft, one position at a time, took 1.4 times as long.
        for (index, board) in self.roles.iter_mut().enumerate() {
            let added = if index == role as usize { to } else { Bitboard::EMPTY };
            *board = (*board - cleared) | added;
        }
        for (index, board) in self.colors.iter_mut().enumerate() {
            let added = if index == color as usize { to } else { Bitboard::EMPTY };
            *board = (*board - cleared) | added;
        }
    }

    /// Puts men of one kind on squares that are empty.
    #[inline(always)]
    pub(crate) fn add(&mut self, squares: Bitboard, color: Color, role: Role) {
        debug_assert!(!self.occupied().meets(squares));
        self.roles[role] |= squares;
        self.colors[color] |= squares;
    }
}

impl Default for Board {
    /// The empty board.
    fn default() -> Board {
        Board::EMPTY
    }
}

/// Eight rows from the eighth rank down, a FEN letter for each man and `.` for an empty square.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Rows(|square| self.piece_at(square).map_or('.', Piece::letter)).fmt(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The initial boards as NagaSkaki's page lists them, but for the rooks.
    #[test]
    fn the_initial_boards_are_the_seeds() {
        let board = Board::INITIAL;
        for (white, black, role) in [
            (0xff00, 0x00ff_0000_0000_0000, Role::Pawn),
            (0x42, 0x4200_0000_0000_0000, Role::Knight),
            (0x24, 0x2400_0000_0000_0000, Role::Bishop),
            (0x08, 0x0800_0000_0000_0000, Role::Queen),
            (0x10, 0x1000_0000_0000_0000, Role::King),
        ] {
            assert_eq!(board.pieces(Color::White, role), Bitboard(white));
            assert_eq!(board.pieces(Color::Black, role), Bitboard(black));
        }
    }

    /// 0x18 is d1 and e1, where queen and king stand; the corners a1 and h1 are 0x81.
    #[test]
    fn slip_of_seed_3_the_rooks_are_0x81_and_not_0x18() {
        let board = Board::INITIAL;
        let corners = Bitboard::of(Square::A1).with(Square::H1);
        assert_eq!(board.pieces(Color::White, Role::Rook), corners);
        assert_eq!(board.pieces(Color::White, Role::Rook), Bitboard(0x81));
        assert_eq!(board.pieces(Color::Black, Role::Rook), Bitboard(0x8100_0000_0000_0000));
        assert!(!board.pieces(Color::White, Role::Rook).meets(Bitboard(0x18)));
    }

    /// The complement of an intersection is everything; the empty squares are the complement of
    /// the union.
    #[test]
    fn slip_of_seed_4_empty_is_not_the_nand_but_the_nor() {
        let board = Board::INITIAL;
        let (mine, theirs) = (board.color(Color::White), board.enemy(Color::White));
        assert_eq!(mine.nand(theirs), Bitboard::UNIVERSE);
        assert_eq!(board.empty(), !(mine | theirs));
        assert_eq!(board.empty(), Bitboard(0x0000_ffff_ffff_0000));
        assert_eq!(board.enemy_and_empty(Color::White), theirs | board.empty());
    }

    #[test]
    fn putting_and_removing_keep_every_board_consistent() {
        let mut board = Board::EMPTY;
        let knight = Piece { color: Color::Black, role: Role::Knight };
        let queen = Piece { color: Color::White, role: Role::Queen };
        board.put(Square::C3, knight);
        board.put(Square::C3, queen);
        assert_eq!(board.piece_at(Square::C3), Some(queen));
        assert_eq!(board.color(Color::Black), Bitboard::EMPTY);
        assert_eq!(board.role(Role::Knight), Bitboard::EMPTY);
        assert_eq!(board.remove(Square::C3), Some(queen));
        assert_eq!(board.remove(Square::C3), None);
        assert_eq!(board, Board::EMPTY);
    }
}
