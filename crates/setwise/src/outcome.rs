//! How a game ends: what a position says of it without its history.

use core::fmt;

use crate::{Bitboard, Color, Position, Role};

/// How a game has ended: who has won, or why nobody has.
///
/// These are the ends that come by themselves under FIDE's Laws of Chess (2023); what a player must
/// claim is a [`Claim`]. An outcome that people decide on (resignation, agreement, time) is none of
/// the board's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move (article 5.1.1).
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move (5.2.1).
    Stalemate,
    /// Neither side has the men to mate with; see [`Position::has_insufficient_material`] (5.2.2).
    InsufficientMaterial,
    /// Seventy-five moves of each side without a capture or a pawn's move (9.6.2).
    SeventyFiveMoves,
    /// The position has come up five times (9.6.1).
    FivefoldRepetition,
}

impl Outcome {
    /// The side that has won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Who and why: `white wins by checkmate`, `draw by stalemate`.
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

/// Why the side to move may claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// The position has come up three times (article 9.2).
    ThreefoldRepetition,
    /// Fifty moves of each side without a capture or a pawn's move (9.3).
    FiftyMoves,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::ThreefoldRepetition => "threefold repetition",
            Claim::FiftyMoves => "the 50-move rule",
        })
    }
}

impl Position {
    /// How the game has ended here, as far as the position and its counters show; `None` if it goes
    /// on. Checkmate comes before every draw.
    ///
    /// Repetition needs the history that a [`Game`](crate::Game) keeps.
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

    /// Whether a side cannot mate with the men on the board, however badly the other plays.
    ///
    /// That is so of a bare king; of a king and a knight against a king with at most queens; and of
    /// a king with bishops if every bishop on the board, of either side, stands on squares of one
    /// color and there is neither pawn nor knight. In all other cases there is a mate, and a side
    /// that runs out of time loses. Blocked positions in which a mate cannot be reached are not
    /// looked for.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let board = self.board();
        let men = |role: Role| board.role(role);
        let own = board.color(color);
        if own.meets(men(Role::Pawn) | men(Role::Rook) | men(Role::Queen)) {
            return false;
        }
        if own.meets(men(Role::Knight)) {
            let enemy = board.enemy(color);
            return own.count() == 2 && enemy.is_subset_of(men(Role::King) | men(Role::Queen));
        }
        if own.meets(men(Role::Bishop)) {
            let bishops = men(Role::Bishop);
            let one_color = !bishops.meets(Bitboard::DARK) || bishops.is_subset_of(Bitboard::DARK);
            return one_color && !(men(Role::Pawn) | men(Role::Knight)).any();
        }
        true
    }

    /// Whether neither side can mate with the men on the board, which ends the game.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }
}
