//! The position on the board: what stands where, the legal moves, and what is wrong with it.

use setwise::notation::san::SanOptions;
use setwise::{Board, Move, Position, Square};

use crate::answer::{Answer, Document, Failure, object};
use crate::question::Question;
use crate::reading::{self, fen, hexadecimal};

/// Answers with a position, which need not be playable.
pub(crate) fn answer(asked: &Question) -> Answer {
    let setup = reading::setup(asked)?;
    let mut value = object!({
        "placement": placement(&setup.board),
        "turn": setup.turn.to_string(),
        "castling": hexadecimal(setup.castling),
    });
    value.extend(match Position::try_from(setup) {
        Ok(position) => describe(&position),
        Err(error) => object!({ "unplayable": error.to_string() }),
    });
    Ok(value)
}

/// Returns the letters of the pieces from a1 to h8, with a dot for an empty square.
pub(crate) fn placement(board: &Board) -> String {
    let letter = |square| board.piece_at(square).map_or('.', |piece| piece.letter());
    Square::ALL.into_iter().map(letter).collect()
}

/// Returns the fields of an answer about a playable position.
fn describe(position: &Position) -> Document {
    let moves = position.legal_moves().into_iter().map(|mv| move_value(position, mv));
    object!({
        "fen": fen(position),
        "chess960": position.is_chess960(),
        "check": position.is_check(),
        "king": position.king(position.turn()).to_string(),
        "outcome": position.outcome().map(|outcome| outcome.to_string()),
        "moves": moves.collect::<Vec<_>>(),
    })
}

fn move_value(position: &Position, mv: Move) -> Document {
    object!({
        "from": mv.from().to_string(),
        // Castling is the king onto its rook, or onto the square where it ends.
        "to": mv.to().to_string(),
        "destination": mv.destination().to_string(),
        "promotion": mv.promoted().map(|role| role.letter().to_string()),
        "uci": position.uci(mv).to_string(),
        "san": position.san(mv).to_string(),
    })
}

/// Plays a move that a person typed, or that the board made.
pub(crate) fn play(asked: &Question) -> Answer {
    let position = reading::position(asked)?;
    let text = asked.text("move").trim();
    let mv = match position.parse_uci(text) {
        Ok(mv) => mv,
        Err(_) => position
            .parse_san_with(text, SanOptions::LENIENT)
            .map_err(|error| Failure::at(error, error.at))?,
    };
    let next = position.play_unchecked(mv);
    Ok(object!({ "fen": fen(&next), "move": move_value(&position, mv) }))
}

/// Answers with the start position of Chess960 that has a number below 960.
pub(crate) fn chess960(asked: &Question) -> Answer {
    let number: u16 = asked.number("number")?;
    let position = Position::chess960(number).ok_or_else(|| {
        Failure::plain(format!("there is no start position {number} (expected 0 to 959)"))
    })?;
    Ok(object!({ "fen": fen(&position) }))
}
