//! Position: a setup that can be played, and the questions it answers.
//!
//! A position knows no sliding technique. The few questions here that concern sliders (who
//! attacks a square, who is pinned) are answered by geometry alone: a slider attacks along a line
//! if nothing stands [between](crate::attacks::rays::between).

mod attackers;
mod en_passant;
mod exchange;
mod keys;
mod legal_moves;
mod play;
mod polyglot;
mod symmetry;
mod validate;

pub use attackers::Attackers;
pub(crate) use attackers::unblocked;
pub use exchange::{EXCHANGE_VALUES, ExchangeValues};
pub use play::IllegalMoveError;
pub use validate::PositionError;

use crate::{Bitboard, Board, Color, Role, Setup, Square};

/// A position that can be played.
///
/// Both sides have one king and at most sixteen men, the side that has just moved is not in
/// check, and castling rights and en passant square are possible. Equality is of every field, the
/// counters too; two positions that only repeat each other share a [`Position::key`].
///
/// 80 bytes, `Copy`; a move makes a new one.
///
/// ```
/// use setwise::{Bitboard, Color, Position, Square};
///
/// let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
/// let position: Position = fen.parse()?;
/// assert_eq!((position.turn(), position.king(Color::Black)), (Color::Black, Square::E8));
/// // Who attacks f7? White's queen and bishop, and the king that defends it.
/// let attackers = position.attackers(Square::F7, position.board().occupied());
/// let white = position.board().color(Color::White);
/// assert_eq!(attackers & white, Bitboard::of(Square::C4).with(Square::H5));
///
/// let next = position.play(position.parse_san("Nf6")?)?;
/// assert!(next.play(next.parse_san("Qxf7#")?)?.is_checkmate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    castling: Bitboard,
    fullmoves: u32,
    halfmoves: u16,
    turn: Color,
    en_passant: Option<Square>,
}

const _: () = assert!(size_of::<Position>() == 80);

impl Position {
    /// The initial position of standard chess.
    pub const INITIAL: Position = Position {
        board: Setup::INITIAL.board,
        castling: Setup::INITIAL.castling,
        fullmoves: Setup::INITIAL.fullmoves,
        halfmoves: Setup::INITIAL.halfmoves,
        turn: Setup::INITIAL.turn,
        en_passant: Setup::INITIAL.en_passant,
    };

    /// Which man stands where.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of the rooks, of both colors, that may still castle.
    #[inline(always)]
    pub fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The square that a pawn has just passed by a double step, whether or not anyone can take it;
    /// see [`Position::legal_en_passant`].
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Moves of either side since the last capture or pawn move.
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, 1 at the start, one more after each of Black's.
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Where a color's king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.board.pieces(color, Role::King).first_or_a1()
    }

    /// Whether castling needs Chess960's notation: a king or rook with a castling right stands
    /// elsewhere than in standard chess.
    pub fn is_chess960(&self) -> bool {
        let standard = Setup::INITIAL.castling;
        !self.castling.is_subset_of(standard)
            || Color::ALL.into_iter().any(|color| {
                let home = Square::E1.relative_to(color);
                self.castling.meets(self.board.color(color)) && self.king(color) != home
            })
    }
}

impl Default for Position {
    /// The initial position of standard chess.
    fn default() -> Position {
        Position::INITIAL
    }
}

impl From<Position> for Setup {
    /// The same, open to change.
    fn from(position: Position) -> Setup {
        Setup {
            board: position.board,
            turn: position.turn,
            castling: position.castling,
            en_passant: position.en_passant,
            halfmoves: position.halfmoves,
            fullmoves: position.fullmoves,
        }
    }
}
