//! Setup: anything that a FEN can say, playable or not.

use crate::{Bitboard, Board, Color, Square};

/// A position as described, before anyone has asked whether it can be played.
///
/// Every field may hold anything. [`Position::try_from`](crate::Position#impl-TryFrom<Setup>-for-Position)
/// makes a playable [`Position`](crate::Position) of it, or says what is wrong.
///
/// ```
/// use setwise::{Color, Piece, Position, PositionError, Role, Setup, Square};
///
/// let mut setup = Setup::EMPTY;
/// setup.board.put(Square::E1, Piece { color: Color::White, role: Role::King });
/// let error = Position::try_from(setup).expect_err("a king is missing");
/// assert_eq!(error.to_string(), "black has no king");
/// setup.board.put(Square::E8, Piece { color: Color::Black, role: Role::King });
/// let position = Position::try_from(setup)?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// # Ok::<(), PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Which man stands where.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The squares of the rooks, of both colors, that may still castle.
    ///
    /// A right is a rook, so one set holds the rights of standard chess and of Chess960.
    pub castling: Bitboard,
    /// The square that a pawn has just passed by a double step.
    pub en_passant: Option<Square>,
    /// Moves of either side since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, 1 at the start, one more after each of Black's.
    pub fullmoves: u32,
}

impl Setup {
    /// The initial position of standard chess.
    pub const INITIAL: Setup = Setup {
        board: Board::INITIAL,
        turn: Color::White,
        castling: Bitboard(0x8100_0000_0000_0081),
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
    };

    /// An empty board, White to move.
    pub const EMPTY: Setup =
        Setup { board: Board::EMPTY, castling: Bitboard::EMPTY, ..Setup::INITIAL };
}

impl Default for Setup {
    /// The initial position of standard chess.
    fn default() -> Setup {
        Setup::INITIAL
    }
}
