//! The board: the placement of the pieces.

use core::fmt;

use crate::picture::Rows;
use crate::{Bitboard, Color, Piece, Role, Square};

/// The placement of the pieces: which piece stands on which square.
///
/// The literature describes twelve bitboards (white pawns, black pawns … black king). Here they are
/// stored as eight, one for each role and one for each color; [`Board::pieces`] intersects them. A
/// capture therefore clears a square in all role bitboards without looking up the captured piece.
///
/// Invariant, kept by every method: each square is in at most one role bitboard, and it is in
/// exactly one color bitboard if it is in a role bitboard, otherwise in none.
///
/// ```
/// use setwise::{Board, Color, Role, Square};
///
/// let board = Board::INITIAL;
/// assert_eq!(board.pieces(Color::White, Role::Rook).count(), 2);
/// assert_eq!(board.piece_at(Square::D8).map(|p| p.to_string()).as_deref(), Some("black queen"));
/// let bishops_on_dark = board.role(Role::Bishop) & setwise::Bitboard::DARK;
/// assert_eq!(bishops_on_dark.into_iter().collect::<Vec<_>>(), [Square::C1, Square::F8]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Board {
    /// The board without pieces.
    pub const EMPTY: Board = Board { roles: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// The 32 pieces of the initial position of standard chess.
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

    /// Returns the board with the given squares of each role, in the order of [`Role::ALL`], and of
    /// each color, White's first; `None` unless each square of a role has one role and one color,
    /// and each square of a color has a role.
    ///
    /// It is faster than [`Board::put`] for many pieces.
    ///
    /// ```
    /// use setwise::{Bitboard, Board, Color, Role, Square};
    ///
    /// let mut roles = [Bitboard::EMPTY; 6];
    /// roles[Role::King as usize] = Bitboard::of(Square::E1).with(Square::E8);
    /// let colors = [Bitboard::of(Square::E1), Bitboard::of(Square::E8)];
    /// let board = Board::from_sets(roles, colors).expect("two kings");
    /// assert_eq!(board.pieces(Color::Black, Role::King), Bitboard::of(Square::E8));
    /// assert_eq!(Board::from_sets(roles, [colors[0], Bitboard::EMPTY]), None);
    /// ```
    #[inline]
    pub fn from_sets(roles: [Bitboard; 6], colors: [Bitboard; 2]) -> Option<Board> {
        let [white, black] = colors;
        let (mut all, mut twice) = (Bitboard::EMPTY, white & black);
        for role in roles {
            twice |= all & role;
            all |= role;
        }
        (twice.is_empty() && all == white | black).then_some(Board { roles, colors })
    }

    /// Returns the board of sets that [`Board::from_sets`] is known to accept.
    #[inline(always)]
    pub(crate) fn of_sets(roles: [Bitboard; 6], colors: [Bitboard; 2]) -> Board {
        debug_assert!(Board::from_sets(roles, colors).is_some(), "{roles:?} {colors:?}");
        Board { roles, colors }
    }

    /// Returns the squares of White's or Black's pieces of one role.
    ///
    /// ```
    /// use setwise::{Color, Position, Role, bitboard};
    ///
    /// // After 1.e4 c5 2.Nf3.
    /// let position = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    /// let position: Position = position.parse()?;
    /// let knights = position.board().pieces(Color::White, Role::Knight);
    /// assert_eq!(knights, bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . X . .
    ///     . . . . . . . .
    ///     . X . . . . . .
    /// });
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[inline(always)]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.roles[role] & self.colors[color]
    }

    /// Returns the squares of both colors' pieces of one role.
    ///
    /// ```
    /// use setwise::{Board, Role, bitboard};
    ///
    /// assert_eq!(Board::INITIAL.role(Role::Bishop), bitboard! {
    ///     . . X . . X . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . X . . X . .
    /// });
    /// ```
    #[inline(always)]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role]
    }

    /// Returns the squares of all pieces of one color.
    ///
    /// ```
    /// use setwise::{Color, Position, bitboard};
    ///
    /// let position: Position = "8/5pk1/6p1/8/3R4/6P1/5PK1/r7 w - - 0 1".parse()?;
    /// assert_eq!(position.board().color(Color::White), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . . . . . X .
    ///     . . . . . X X .
    ///     . . . . . . . .
    /// });
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// Returns the squares of a side's pieces that slide along ranks and files: rooks and
    /// queens.
    ///
    /// ```
    /// use setwise::{Color, Position, bitboard};
    ///
    /// // White has a queen on d2, a rook on d1 and a bishop on f1.
    /// let position: Position = "3r2k1/5ppp/8/8/8/q7/3Q1PPP/3R1BK1 w - - 0 1".parse()?;
    /// assert_eq!(position.board().rook_sliders(Color::White), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . . X . . . .
    /// });
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[inline(always)]
    pub fn rook_sliders(&self, color: Color) -> Bitboard {
        (self.roles[Role::Rook] | self.roles[Role::Queen]) & self.colors[color]
    }

    /// Returns the squares of a side's pieces that slide along diagonals: bishops and queens.
    ///
    /// ```
    /// use setwise::{Board, Color, bitboard};
    ///
    /// assert_eq!(Board::INITIAL.bishop_sliders(Color::Black), bitboard! {
    ///     . . X X . X . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    pub fn bishop_sliders(&self, color: Color) -> Bitboard {
        (self.roles[Role::Bishop] | self.roles[Role::Queen]) & self.colors[color]
    }

    /// Returns the occupied squares.
    ///
    /// ```
    /// use setwise::{Position, bitboard};
    ///
    /// let position: Position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse()?;
    /// assert_eq!(position.board().occupied(), bitboard! {
    ///     . . . . . . X .
    ///     . . . . . X X X
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . X X X
    ///     . . . X . . X .
    /// });
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// Returns the empty squares: the complement of [`Board::occupied`].
    ///
    /// ```
    /// use setwise::{Board, bitboard};
    ///
    /// assert_eq!(Board::INITIAL.empty(), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     X X X X X X X X
    ///     X X X X X X X X
    ///     X X X X X X X X
    ///     X X X X X X X X
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    pub fn empty(&self) -> Bitboard {
        !self.occupied()
    }

    /// Returns the squares of the pieces of `color`'s opponent.
    ///
    /// ```
    /// use setwise::{Color, Position, bitboard};
    ///
    /// let position: Position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse()?;
    /// assert_eq!(position.board().enemy(Color::White), bitboard! {
    ///     . . . . . . X .
    ///     . . . . . X X X
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    #[inline(always)]
    pub fn enemy(&self, color: Color) -> Bitboard {
        self.colors[!color]
    }

    /// Returns the role of the piece on a square, or `None` if the square is empty.
    ///
    /// ```
    /// use setwise::{Board, Role, Square};
    ///
    /// assert_eq!(Board::INITIAL.role_at(Square::D1), Some(Role::Queen));
    /// assert_eq!(Board::INITIAL.role_at(Square::D4), None);
    /// ```
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.roles[role].contains(square))
    }

    /// Returns the color of the piece on a square, or `None` if the square is empty.
    ///
    /// ```
    /// use setwise::{Board, Color, Square};
    ///
    /// assert_eq!(Board::INITIAL.color_at(Square::D7), Some(Color::Black));
    /// assert_eq!(Board::INITIAL.color_at(Square::D4), None);
    /// ```
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.colors[color].contains(square))
    }

    /// Returns the piece on a square, or `None` if the square is empty.
    ///
    /// ```
    /// use setwise::{Board, Color, Piece, Role, Square};
    ///
    /// let king = Piece { color: Color::Black, role: Role::King };
    /// assert_eq!(Board::INITIAL.piece_at(Square::E8), Some(king));
    /// assert_eq!(Board::INITIAL.piece_at(Square::E4), None);
    /// ```
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = self.color_at(square)?;
        let role = self.role_at(square)?;
        Some(Piece { color, role })
    }

    /// Puts a piece on a square, replacing any piece that stands there.
    ///
    /// ```
    /// use setwise::{Board, Color, Piece, Role, Square};
    ///
    /// // A pawn captures the rook on a8 and becomes a queen.
    /// let mut board = Board::INITIAL;
    /// let queen = Piece { color: Color::White, role: Role::Queen };
    /// board.put(Square::A8, queen);
    /// assert_eq!(board.piece_at(Square::A8), Some(queen));
    /// ```
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(Bitboard::of(square));
        self.add(Bitboard::of(square), piece.color, piece.role);
    }

    /// Removes and returns the piece on a square, or returns `None` if the square is empty.
    ///
    /// ```
    /// use setwise::{Board, Color, Piece, Role, Square};
    ///
    /// let mut board = Board::INITIAL;
    /// let queen = Piece { color: Color::White, role: Role::Queen };
    /// assert_eq!(board.remove(Square::D1), Some(queen));
    /// assert_eq!(board.remove(Square::D1), None);
    /// ```
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.clear(Bitboard::of(square));
        piece
    }

    /// Returns the board with a [transform](crate::transform) applied to each of its sets.
    #[inline(always)]
    pub(crate) fn transformed(&self, transform: impl Fn(Bitboard) -> Bitboard) -> Board {
        Board { roles: self.roles.map(&transform), colors: self.colors.map(&transform) }
    }

    /// Returns the board with the color of every piece swapped.
    pub(crate) fn with_colors_swapped(&self) -> Board {
        let [white, black] = self.colors;
        Board { colors: [black, white], ..*self }
    }

    /// Removes all pieces from a set of squares, in all eight bitboards.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        // Two loops, because the compiler does not unroll one loop over a `chain` of both arrays.
        self.roles.iter_mut().for_each(|board| *board -= squares);
        self.colors.iter_mut().for_each(|board| *board -= squares);
    }

    /// Removes all pieces from the `cleared` squares, then puts pieces of one color and role on the
    /// `to` squares, which must be a subset of `cleared`.
    #[inline(always)]
    pub(crate) fn replace(&mut self, cleared: Bitboard, to: Bitboard, color: Color, role: Role) {
        // Every bitboard is written once. Writing two of them by index after the others delays the
        // next move until both stores are done.
        for (index, board) in self.roles.iter_mut().enumerate() {
            let added = if index == role as usize { to } else { Bitboard::EMPTY };
            *board = (*board - cleared) | added;
        }
        for (index, board) in self.colors.iter_mut().enumerate() {
            let added = if index == color as usize { to } else { Bitboard::EMPTY };
            *board = (*board - cleared) | added;
        }
    }

    /// Returns the board after the piece on a square has moved to another one, whatever it is: in
    /// each set the bit of `from` goes to `to`.
    #[inline(always)]
    pub(crate) fn moved(&self, from: Square, to: Square) -> Board {
        let changed = Bitboard::of(from).with(to);
        self.transformed(|set| (set - changed) | Bitboard((set.0 >> from as u8 & 1) << to as u8))
    }

    /// Copies the sets of a color and of a role from another board, and toggles pieces in them.
    #[inline(always)]
    pub(crate) fn copy_toggled(
        &mut self,
        other: &Board,
        squares: Bitboard,
        color: Color,
        role: Role,
    ) {
        self.roles[role] = other.roles[role] ^ squares;
        self.colors[color] = other.colors[color] ^ squares;
    }

    /// Puts pieces of one color and role on empty squares.
    #[inline(always)]
    pub(crate) fn add(&mut self, squares: Bitboard, color: Color, role: Role) {
        debug_assert!(!self.occupied().meets(squares));
        self.roles[role] |= squares;
        self.colors[color] |= squares;
    }
}

impl Default for Board {
    /// Returns the empty board.
    fn default() -> Board {
        Board::EMPTY
    }
}

/// Writes eight rows, from the eighth rank down, with a FEN letter for each piece and `.` for an
/// empty square.
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

    /// Source 4 computes the empty squares as the NAND of the two colors' pieces. The colors do not
    /// intersect, so that is every square; the empty squares are the complement of the union (NOR).
    #[test]
    fn source_4_error_empty_squares_are_the_nor_not_the_nand() {
        let board = Board::INITIAL;
        let (mine, theirs) = (board.color(Color::White), board.enemy(Color::White));
        assert_eq!(!(mine & theirs), Bitboard::UNIVERSE);
        assert_eq!(board.empty(), !(mine | theirs));
        assert_eq!(board.empty(), Bitboard(0x0000_ffff_ffff_0000));
    }

    #[test]
    fn sets_that_contradict_one_another_make_no_board() {
        let Board { roles, colors } = Board::INITIAL;
        assert_eq!(Board::from_sets(roles, colors), Some(Board::INITIAL));
        assert_eq!(
            Board::from_sets([Bitboard::EMPTY; 6], [Bitboard::EMPTY; 2]),
            Some(Board::EMPTY)
        );
        let e1 = Bitboard::of(Square::E1);
        // A square of two roles, of two colors, without a role, and without a color.
        let two_roles =
            roles.map(|role| if role.meets(Bitboard::of(Square::A1)) { role | e1 } else { role });
        assert_eq!(Board::from_sets(two_roles, colors), None);
        assert_eq!(Board::from_sets(roles, [colors[0], colors[1] | e1]), None);
        assert_eq!(Board::from_sets(roles.map(|role| role - e1), colors), None);
        assert_eq!(Board::from_sets(roles, [colors[0] - e1, colors[1]]), None);
    }

    #[test]
    fn put_and_remove_keep_the_bitboards_consistent() {
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
