//! Reads positions that cannot occur in a game.

use setwise::notation::fen::{FenError, Form};
use setwise::{Bitboard, Color, Piece, Position, Rank, Role, Setup, Square};

use crate::standard_error::print_line;

/// A parser of the FEN of a position.
pub(crate) type Parse = fn(&str) -> Result<Position, FenError>;

/// Parses a lenient FEN.
pub(crate) fn checked(fen: &str) -> Result<Position, FenError> {
    Position::parse_fen_form(fen, Form::Lenient)
}

/// Parses a lenient FEN. If the position is known not to occur in a game, but can be counted,
/// prints a note to standard error and returns the position.
pub(crate) fn noted(fen: &str) -> Result<Position, FenError> {
    let (position, reason) = ignored(fen)?;
    if let Some(reason) = reason {
        print_line(note(fen, &reason));
    }
    Ok(position)
}

/// Parses a lenient FEN; see [`Position::ignoring_history`]. Also returns the check that was
/// ignored, or another reason why the position cannot occur in a game.
pub(crate) fn ignored(fen: &str) -> Result<(Position, Option<String>), FenError> {
    let error = match checked(fen) {
        Ok(position) => {
            let reason = too_many_promotions(&position).or_else(|| impossible_check(&position));
            return Ok((position, reason));
        }
        Err(error) => error,
    };
    match error.position() {
        Some(reason) if reason.is_about_history() => {
            let position = Position::parse_fen_ignoring_history(fen, Form::Lenient)?;
            Ok((position, Some(reason.to_string())))
        }
        _ => Err(error),
    }
}

/// Returns an error message if a side has had more than eight pawns.
fn too_many_promotions(position: &Position) -> Option<String> {
    Color::ALL.into_iter().find_map(|color| {
        let pieces = |role| position.board().pieces(color, role);
        let beyond = |pieces: Bitboard, number| pieces.count().saturating_sub(number);
        let promoted = beyond(pieces(Role::Queen), 1)
            + beyond(pieces(Role::Rook), 2)
            + beyond(pieces(Role::Knight), 2)
            + beyond(pieces(Role::Bishop) & Bitboard::DARK, 1)
            + beyond(pieces(Role::Bishop) - Bitboard::DARK, 1);
        let pawns = pieces(Role::Pawn).count();
        let message = || {
            format!(
                "{color} has {pawns} pawns and at least {promoted} promoted pieces (expected at \
                 most 8 together)"
            )
        };
        (pawns + promoted > 8).then(message)
    })
}

/// Returns an error message if no move can have given a double check. Tries each last move: of a
/// piece that gives check, or of a pawn en passant.
fn impossible_check(position: &Position) -> Option<String> {
    let (us, them) = (position.turn(), !position.turn());
    let (board, checkers) = (position.board(), position.checkers());
    if !checkers.more_than_one() {
        return None;
    }
    let back = if them == Color::White { -1 } else { 1 };
    let is_last = |to: Square, from: Square, role: Role, captured: Option<(Square, Role)>| {
        let mut setup = Setup::from(*position);
        setup.board.remove(to);
        setup.board.put(from, Piece { color: them, role });
        if let Some((square, role)) = captured {
            setup.board.put(square, Piece { color: us, role });
        }
        setup.en_passant = captured.filter(|(square, _)| *square != to).map(|_| to);
        (setup.turn, setup.castling) = (them, Bitboard::EMPTY);
        Position::ignoring_history(setup).is_ok_and(|before| {
            let mut moves = before.legal_moves().into_iter();
            moves.any(|mv| mv.to() == to && before.play_unchecked(mv).board() == board)
        })
    };
    let passing = board.pieces(them, Role::Pawn) & Bitboard::rank(Rank::Sixth.relative_to(them));
    let has_last = (checkers | passing).into_iter().any(|to| {
        let role = board.role_at(to).unwrap_or(Role::Pawn);
        let behind = to.offset(0, back).filter(|&square| board.empty().contains(square));
        let passed = behind.map(|behind| (behind, Role::Pawn));
        board.empty().into_iter().any(|from| {
            [None, Some((to, Role::Knight)), passed].into_iter().any(|captured| {
                [role, Role::Pawn].into_iter().any(|role| is_last(to, from, role, captured))
            })
        })
    });
    (!has_last).then(|| {
        let pieces: Vec<String> = checkers.into_iter().map(|square| square.to_string()).collect();
        format!("no move can have given check from {}", pieces.join(" and "))
    })
}

/// Returns the note that a position cannot occur in a game.
pub(crate) fn note(fen: &str, reason: &str) -> String {
    format!("note: {} cannot occur in a game, but is counted: {reason}", fen.trim())
}
