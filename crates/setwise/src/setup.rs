//! The setup: a position description that has not been validated.

use crate::{Bitboard, Board, Color, Square};

/// A position not yet checked: any pieces on any squares, playable or not.
///
/// Every field may have any value, so a setup can hold everything that a FEN can describe.
/// [`Position::try_from`](crate::Position#impl-TryFrom<Setup>-for-Position) converts a setup into a
/// playable [`Position`](crate::Position), or returns the reason why it is not playable.
///
/// ```
/// use setwise::{Color, Piece, Position, PositionError, Role, Setup, Square};
///
/// let mut setup = Setup::EMPTY;
/// setup.board.put(Square::E1, Piece { color: Color::White, role: Role::King });
/// let error = Position::try_from(setup).expect_err("a king is missing");
/// assert_eq!(error.to_string(), "black has no king (expected one)");
/// setup.board.put(Square::E8, Piece { color: Color::Black, role: Role::King });
/// let position = Position::try_from(setup)?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// # Ok::<(), PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The placement of the pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The castling rights of both sides, as the squares of the rooks that may still castle.
    ///
    /// This represents the rights of standard chess and of Chess960 alike.
    pub castling: Bitboard,
    /// The square that a pawn has just passed by a double step, if the last move was one.
    pub en_passant: Option<Square>,
    /// The halfmove clock: the number of moves by either side since the last capture or pawn move.
    pub halfmoves: u16,
    /// The fullmove number: 1 at the start, incremented after each move of Black.
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

    /// An empty board with White to move and no castling rights.
    pub const EMPTY: Setup =
        Setup { board: Board::EMPTY, castling: Bitboard::EMPTY, ..Setup::INITIAL };
}

impl Default for Setup {
    /// Returns the initial position of standard chess.
    fn default() -> Setup {
        Setup::INITIAL
    }
}
