//! The end of the game, claims of a draw, and repetition.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use setwise::{Color, Position};
use setwise_jobs::number::ANY;

use super::Board;
use crate::arguments::{ColorArgument, Whole};

/// How a game ended, with the name of its member of `Termination`.
struct Ending {
    termination: &'static str,
    winner: Option<Color>,
}

#[pymethods]
impl Board {
    /// Return how the game has ended.
    ///
    /// Parameters
    /// ----------
    /// claim_draw : bool
    ///     Whether a draw that can be claimed ends the game.
    ///
    /// Returns
    /// -------
    /// Outcome or None
    ///     The outcome, or None while the game is in progress.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome<'py>(
        board: PyRef<'py, Board>,
        claim_draw: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let (py, ending) = (board.py(), board.ending(claim_draw));
        // While Python code runs, another thread may play a move.
        drop(board);
        let Some(ending) = ending else { return Ok(None) };
        let make = MAKE.import(py, "setwise._outcome", "make_outcome")?;
        let winner = ending.winner.map(|color| color == Color::White);
        make.call1((ending.termination, winner)).map(Some)
    }

    /// Return whether the game is over.
    ///
    /// Parameters
    /// ----------
    /// claim_draw : bool
    ///     Whether a draw that can be claimed ends the game.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether `outcome` is not None.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.ending(claim_draw).is_some()
    }

    /// Return the result in PGN notation.
    ///
    /// Parameters
    /// ----------
    /// claim_draw : bool
    ///     Whether a draw that can be claimed ends the game.
    ///
    /// Returns
    /// -------
    /// str
    ///     ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game is in progress.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        match self.ending(claim_draw) {
            None => "*",
            Some(Ending { winner: None, .. }) => "1/2-1/2",
            Some(Ending { winner: Some(Color::White), .. }) => "1-0",
            Some(Ending { winner: Some(Color::Black), .. }) => "0-1",
        }
    }

    /// Return whether the position has occurred at least a number of times.
    ///
    /// Parameters
    /// ----------
    /// count : int
    ///     The number, with the current occurrence.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it has. Castling rights and the legal en passant square are compared too.
    #[pyo3(signature = (count = Whole(3)), text_signature = "($self, count=3)")]
    fn is_repetition(&self, count: Whole) -> PyResult<bool> {
        Ok(self.repeats(count.within("count", &ANY)?))
    }
}

questions! { |board|
    is_checkmate "the side to move is in check and has no legal move", "it is checkmate",
        board.position.is_checkmate();
    is_stalemate "the side to move is not in check and has no legal move", "it is stalemate",
        board.position.is_stalemate();
    is_insufficient_material "neither side has enough material to give mate",
        "the game is drawn by insufficient material", board.position.is_insufficient_material();
    is_seventyfive_moves "the game is drawn by the 75-move rule",
        "the halfmove clock is at least 150 and there is a legal move",
        reaches(&board.position, 150);
    is_fifty_moves "a draw can be claimed by the 50-move rule now",
        "the halfmove clock is at least 100 and there is a legal move",
        reaches(&board.position, 100);
    is_fivefold_repetition "the position has occurred five times",
        "the game is drawn by fivefold repetition", board.repeats(5);
    can_claim_draw "the side to move can claim a draw",
        "it can, by the 50-move rule or threefold repetition",
        board.can_claim_fifty_moves() || board.can_claim_threefold_repetition();
    can_claim_fifty_moves "the side to move can claim a draw by the 50-move rule",
        "it can, now or with its next move",
        board.is_fifty_moves()
            || board.position.halfmoves() >= 99 && board.after_moves().any(|next| reaches(&next, 100));
    can_claim_threefold_repetition "the side to move can claim a draw by threefold repetition",
        "it can, now or with its next move",
        board.repeats(3) || board.after_moves().any(|next| board.occurrences(&next) >= 3);
}

questions! { |board, color: ColorArgument| "color : bool", "The side.";
    has_insufficient_material "a side has not enough material to give mate",
        "no sequence of moves can end with this side giving mate, judged by material",
        board.position.has_insufficient_material(color.0);
}

impl Board {
    /// Returns the positions after each legal move.
    fn after_moves(&self) -> impl Iterator<Item = Position> {
        let position = self.position;
        position.legal_moves().into_iter().map(move |mv| position.play_unchecked(mv))
    }

    /// Returns whether the position has occurred at least a number of times.
    fn repeats(&self, count: u64) -> bool {
        u64::from(self.occurrences(&self.position)) >= count
    }

    /// Returns how often a position has occurred: once for itself, and among the positions that
    /// were left since the last capture or pawn move.
    fn occurrences(&self, position: &Position) -> u32 {
        let back = usize::from(position.halfmoves());
        let before = self.played.iter().rev().map(|played| &played.before);
        1 + before.take(back).filter(|before| before.repeats(position)).count() as u32
    }

    /// Returns how the game has ended, in the order of precedence of python-chess.
    fn ending(&self, claim_draw: bool) -> Option<Ending> {
        let position = &self.position;
        let drawn = |termination| Some(Ending { termination, winner: None });
        let has_move = position.has_legal_move();
        if !has_move && position.is_check() {
            let winner = Some(!position.turn());
            return Some(Ending { termination: "CHECKMATE", winner });
        }
        if position.is_insufficient_material() {
            return drawn("INSUFFICIENT_MATERIAL");
        }
        if !has_move {
            return drawn("STALEMATE");
        }
        if position.halfmoves() >= 150 {
            return drawn("SEVENTYFIVE_MOVES");
        }
        if self.repeats(5) {
            return drawn("FIVEFOLD_REPETITION");
        }
        if claim_draw && self.can_claim_fifty_moves() {
            return drawn("FIFTY_MOVES");
        }
        if claim_draw && self.can_claim_threefold_repetition() {
            return drawn("THREEFOLD_REPETITION");
        }
        None
    }
}

/// Returns whether the halfmove clock has reached a number while there is a legal move.
fn reaches(position: &Position, halfmoves: u16) -> bool {
    position.halfmoves() >= halfmoves && position.has_legal_move()
}
