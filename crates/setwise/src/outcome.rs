//! Outcomes of a game, and the outcome of a position without its history.

use core::fmt;

use crate::{Bitboard, Color, Position, Role};

/// The outcome of a finished game: checkmate, or the reason for a draw.
///
/// These are the outcomes that end a game automatically under FIDE's Laws of Chess (2023). A draw that
/// a player must claim is a [`Claim`]. Resignation, agreement and loss on time are not covered, because
/// they do not follow from the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move (article 5.1.1).
    Checkmate {
        /// The side that delivered mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move (5.2.1).
    Stalemate,
    /// Neither side has sufficient material to mate (5.2.2); see
    /// [`Position::has_insufficient_material`].
    InsufficientMaterial,
    /// Each side has made 75 moves without a capture or a pawn move (9.6.2).
    SeventyFiveMoves,
    /// The position has occurred five times (9.6.1).
    FivefoldRepetition,
}

impl Outcome {
    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// Returns the result in PGN notation: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Writes the winner and the reason: `white wins by checkmate`, `draw by stalemate`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "{winner} wins by checkmate"),
            Outcome::Stalemate => f.write_str("draw by stalemate"),
            Outcome::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Outcome::SeventyFiveMoves => f.write_str("draw by the 75-move rule"),
            Outcome::FivefoldRepetition => f.write_str("draw by fivefold repetition"),
        }
    }
}

/// The reason why the side to move may claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// The position has occurred three times (article 9.2).
    ThreefoldRepetition,
    /// Each side has made 50 moves without a capture or a pawn move (9.3).
    FiftyMoves,
}

/// Writes the rule: `threefold repetition` or `the 50-move rule`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::ThreefoldRepetition => "threefold repetition",
            Claim::FiftyMoves => "the 50-move rule",
        })
    }
}

impl Position {
    /// Returns the outcome that follows from the position and its counters, or `None` if the game is
    /// still in progress.
    ///
    /// Checkmate takes precedence over every draw. Repetition is not detected, because it needs the
    /// history that a [`Game`](crate::Game) stores.
    ///
    /// ```
    /// use setwise::{Color, Outcome, Position};
    ///
    /// let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 99".parse()?;
    /// assert_eq!(mated.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
    /// assert_eq!(Position::INITIAL.outcome(), None);
    /// # Ok::<(), setwise::notation::fen::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            let mate = Outcome::Checkmate { winner: !self.turn() };
            Some(if self.is_check() { mate } else { Outcome::Stalemate })
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.halfmoves() >= 150 {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// Returns whether a side has insufficient material to give mate, however badly the opponent
    /// plays.
    ///
    /// A side has insufficient material if it has:
    ///
    /// * a bare king;
    /// * a king and a knight, and the opponent has only a king and any number of queens;
    /// * a king and bishops, all bishops of both sides stand on squares of one color, and neither side
    ///   has a pawn or a knight.
    ///
    /// In every other case the side's material allows a mate, so the opponent loses on running out of
    /// time. Blocked positions in which no mate can be reached are not detected.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let board = self.board();
        let pieces = |role: Role| board.role(role);
        let own = board.color(color);
        if own.meets(pieces(Role::Pawn) | pieces(Role::Rook) | pieces(Role::Queen)) {
            return false;
        }
        if own.meets(pieces(Role::Knight)) {
            let enemy = board.enemy(color);
            return own.count() == 2
                && enemy.is_subset_of(pieces(Role::King) | pieces(Role::Queen));
        }
        if own.meets(pieces(Role::Bishop)) {
            let bishops = pieces(Role::Bishop);
            let one_color = !bishops.meets(Bitboard::DARK) || bishops.is_subset_of(Bitboard::DARK);
            return one_color && !(pieces(Role::Pawn) | pieces(Role::Knight)).any();
        }
        true
    }

    /// Returns whether both sides have insufficient material to give mate, which ends the game.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }
}
