//! Position: a setup that can be played, and the questions it answers.
//!
//! A position knows no sliding technique. The few questions here that concern sliders (who
//! attacks a square, who is pinned) are answered by geometry alone: a slider attacks along a line
//! if nothing stands [between](crate::attacks::rays::between).

mod en_passant;
pub mod exchange;
#[cfg(feature = "std")]
mod key;
mod play;
pub mod polyglot;
mod safety;
mod turned;
mod validate;
mod x_rays;

pub use validate::PositionError;
pub use x_rays::Attackers;

use crate::attacks::{leapers, rays};
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
/// let next = position.play(position.read_san("Nf6")?)?;
/// assert!(next.play(next.read_san("Qxf7#")?)?.is_checkmate());
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

    /// The men of both colors that attack a square, seen through the given occupancy.
    ///
    /// An empty square is attacked as well as an occupied one; a pinned man still attacks.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = &self.board;
        let pawns = leapers::pawn(Color::Black, square) & board.pieces(Color::White, Role::Pawn)
            | leapers::pawn(Color::White, square) & board.pieces(Color::Black, Role::Pawn);
        let knights = leapers::knight(square) & board.role(Role::Knight);
        let kings = leapers::king(square) & board.role(Role::King);
        let sliders =
            self.aligned_sliders(Color::White, square) | self.aligned_sliders(Color::Black, square);
        pawns | knights | kings | unblocked(sliders, square, occupied)
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let king = self.king(self.turn);
        let leapers = self.enemy_leapers(self.turn, king);
        let sliders = self.aligned_sliders(!self.turn, king);
        leapers | unblocked(sliders, king, self.board.occupied())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The men of a color that may not leave the line between their king and an enemy slider.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.alone_before_king(color) & self.board.color(color)
    }

    /// The enemy slider that pins the man on a square; `None` if the man is not pinned or there is
    /// none.
    ///
    /// ```
    /// use setwise::{Color, Position, Square};
    ///
    /// let position: Position = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.pinned(Color::White).single(), Some(Square::E2));
    /// assert_eq!(position.pinner(Square::E2), Some(Square::E8));
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    pub fn pinner(&self, square: Square) -> Option<Square> {
        let color = self.board.color_at(square)?;
        let king = self.king(color);
        let is_alone = |slider: &Square| {
            rays::between(king, *slider) & self.board.occupied() == Bitboard::of(square)
        };
        self.aligned_sliders(!color, king).into_iter().find(is_alone)
    }

    /// The men of a color that stand alone between the enemy's king and a slider of their own: one
    /// that leaves the line gives a discovered check.
    ///
    /// Not each need have a legal move that leaves it.
    #[inline]
    pub fn discovered_check_candidates(&self, color: Color) -> Bitboard {
        self.alone_before_king(!color) & self.board.color(color)
    }

    /// Returns the pieces of both colors that stand alone between a color's king and an enemy
    /// slider: that color's pieces are pinned, the others give a discovered check if they leave.
    #[inline(always)]
    pub fn alone_before_king(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let mut alone = Bitboard::EMPTY;
        for slider in self.aligned_sliders(!color, king) {
            let blockers = rays::between(king, slider) & self.board.occupied();
            if !blockers.more_than_one() {
                alone |= blockers;
            }
        }
        alone
    }

    /// The pawns and knights of a color's enemy that attack a square.
    #[inline(always)]
    pub(crate) fn enemy_leapers(&self, color: Color, square: Square) -> Bitboard {
        leapers::pawn(color, square) & self.board.pieces(!color, Role::Pawn)
            | leapers::knight(square) & self.board.pieces(!color, Role::Knight)
    }

    /// The same, and his king: who never gives check, so whoever asks for checkers saves him (2 % of
    /// perft).
    #[inline(always)]
    pub(crate) fn enemy_leapers_and_king(&self, color: Color, square: Square) -> Bitboard {
        self.enemy_leapers(color, square)
            | leapers::king(square) & self.board.pieces(!color, Role::King)
    }

    /// A color's sliders that would attack a square on an otherwise empty board.
    #[inline(always)]
    pub(crate) fn aligned_sliders(&self, color: Color, square: Square) -> Bitboard {
        rays::rook(square) & self.board.rook_sliders(color)
            | rays::bishop(square) & self.board.bishop_sliders(color)
    }
}

/// Those of some sliders aligned with a square that see it: nothing occupied stands between.
#[inline]
pub(crate) fn unblocked(sliders: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    sliders.into_iter().filter(|&slider| !rays::between(square, slider).meets(occupied)).collect()
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
