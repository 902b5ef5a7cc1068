//! Positions: validated setups, and their queries.
//!
//! A position is independent of the sliding-attack technique. Most queries here that concern
//! sliders, such as the attackers of a square and pinned pieces, use geometry alone: a slider
//! attacks a square on its line if no piece stands [between](crate::attacks::rays::between).

mod attackers;
mod changes;
mod en_passant;
mod exchange;
mod keys;
mod legal_moves;
mod play;
mod polyglot;
mod pseudo_legal;
mod search;
mod starts;
mod symmetry;
mod validate;

pub use attackers::Attackers;
pub(crate) use attackers::unblocked;
pub use changes::Changes;
pub use exchange::EXCHANGE_VALUES;
pub use play::IllegalMoveError;
pub use search::SearchPosition;
pub use validate::PositionError;
pub(crate) use validate::PositionErrorKind;

use crate::{Bitboard, Board, Color, Piece, Role, Setup, Square};

/// A playable position.
///
/// Each side has one king and at most 16 pieces, the side that has just moved is not in check, and
/// the castling rights and the en passant square are consistent with the pieces; [`PositionError`]
/// lists all conditions. [`Position::ignoring_history`] leaves out the two conditions that are
/// about the moves before the position.
///
/// `==` compares every field, including the counters and the en passant square. The latter is set
/// after every double step, but `Display` writes it only if a capture is legal. So a position read
/// back from its text may differ under `==`. Use [`Position::repeats`], which also detects
/// repetition, or write with
/// [`EnPassantStyle::Always`](crate::notation::fen::EnPassantStyle::Always).
///
/// A position takes 80 bytes and is `Copy`. Playing a move returns a new position (copy-make),
/// because a copy of 80 bytes costs less than to unmake a move.
///
/// # Overview
///
/// | purpose | methods |
/// |---|---|
/// | make it | [`INITIAL`](Position::INITIAL), [`parse_fen`](Position::parse_fen), [`try_from`](Position#impl-TryFrom<Setup>-for-Position), [`ignoring_history`](Position::ignoring_history), [`chess960`](Position::chess960), [`unpack`](Position::unpack) |
/// | read it | [`board`](Position::board), [`piece_at`](Position::piece_at), [`turn`](Position::turn), [`king`](Position::king), [`castling_rooks`](Position::castling_rooks), [`en_passant`](Position::en_passant), [`halfmoves`](Position::halfmoves), [`fullmoves`](Position::fullmoves) |
/// | legal moves | [`legal_moves`](Position::legal_moves), [`legal_moves_matching`](Position::legal_moves_matching), [`count_legal_moves`](Position::count_legal_moves), [`find_move`](Position::find_move), [`is_legal`](Position::is_legal) |
/// | play | [`play`](Position::play), [`play_unchecked`](Position::play_unchecked) |
/// | text | [`parse_fen`](Position::parse_fen), [`fen`](Position::fen), [`parse_san`](Position::parse_san), [`san`](Position::san), [`parse_uci`](Position::parse_uci), [`uci`](Position::uci); [`diagram`](Position::diagram), an SVG picture |
/// | state | [`is_check`](Position::is_check), [`is_checkmate`](Position::is_checkmate), [`is_stalemate`](Position::is_stalemate), [`outcome`](Position::outcome), [`repeats`](Position::repeats) |
/// | attacks | [`attackers`](Position::attackers), [`attackers_with_x_rays`](Position::attackers_with_x_rays), [`checkers`](Position::checkers), [`pinned`](Position::pinned), [`discovered_check_candidates`](Position::discovered_check_candidates) |
/// | about a move | [`is_capture`](Position::is_capture), [`is_quiet`](Position::is_quiet), [`captured`](Position::captured), [`gives_check`](Position::gives_check), [`changes`](Position::changes) |
/// | for engines | [`key`](Position::key), [`SearchPosition`], [`static_exchange`](Position::static_exchange), [`null_move`](Position::null_move), [`fill_legal_moves`](Position::fill_legal_moves), [`visit_legal_moves`](Position::visit_legal_moves), [`pseudo_legal_moves`](Position::pseudo_legal_moves) |
/// | symmetry | [`color_flipped`](Position::color_flipped), [`mirrored`](Position::mirrored) |
///
/// # Examples
///
/// ```
/// use setwise::{Bitboard, Color, Position, Square};
///
/// let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
/// let position: Position = fen.parse()?;
/// assert_eq!((position.turn(), position.king(Color::Black)), (Color::Black, Square::E8));
/// // White's queen and bishop attack f7. Black's king defends it.
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

    /// Returns the placement of the pieces.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece on a square, or `None` if the square is empty.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Returns the side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the castling rights of both sides, as the squares of the rooks that may still
    /// castle.
    #[inline(always)]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Returns the square that a pawn has just passed by a double step, or `None`.
    ///
    /// The square is set after every double step, even if no pawn can capture there; see
    /// [`Position::legal_en_passant`].
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the halfmove clock: the number of moves by either side since the last capture or
    /// pawn move. It stops at `u16::MAX`.
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Returns the fullmove number: 1 at the start, incremented after each move of Black. It stops
    /// at `u32::MAX`.
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Returns the square of White's or Black's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.board.pieces(color, Role::King).first_or_a1()
    }

    /// Returns whether castling needs Chess960 notation, because a king or rook with a castling
    /// right is not on its square of standard chess.
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
    /// Returns the initial position of standard chess.
    fn default() -> Position {
        Position::INITIAL
    }
}

impl From<Position> for Setup {
    /// Returns a setup with the same fields, which can be modified.
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
