//! Changes of the board that are not moves: pieces put, moved and removed, the side to move.

use setwise::{Bitboard, Color, Piece, Position, Rank, Role, Setup};

use crate::answer::{Answer, Failure, object};
use crate::question::Question;
use crate::reading;

/// Answers with the FEN after changes.
pub(crate) fn answer(asked: &Question) -> Answer {
    let mut setup = reading::setup(asked)?;
    // Squares with the letter of a piece, such as `e4,q`, or without one to empty it.
    for put in asked.all("put") {
        let (square, letter) = put.split_once(',').unwrap_or((put, ""));
        let square = reading::square(square)?;
        setup.board.remove(square);
        if !letter.is_empty() {
            let piece = letter.parse().ok().and_then(Piece::from_letter).ok_or_else(|| {
                Failure::plain(format!("{letter:?} is no piece (expected one of PNBRQKpnbrqk)"))
            })?;
            setup.board.put(square, piece);
        }
    }
    // The side to move, `w` or `b`.
    match asked.text("turn") {
        "w" => setup.turn = Color::White,
        "b" => setup.turn = Color::Black,
        _ => {}
    }
    // The castling rights, as the squares of the rooks.
    if asked.find("castling").is_some() {
        setup.castling = asked.all("castling").map(reading::square).collect::<Result<_, _>>()?;
    }
    setup.castling &= possible_castling(&setup);
    setup.en_passant = None;
    let fen = match Position::try_from(setup) {
        Ok(position) => reading::fen(&position),
        Err(_) => fen(&setup),
    };
    Ok(object!({ "fen": fen }))
}

/// Returns the rooks that stand on their first rank with their king.
fn possible_castling(setup: &Setup) -> Bitboard {
    let mut rooks = Bitboard::EMPTY;
    for color in Color::ALL {
        let rank = Bitboard::rank(Rank::First.relative_to(color));
        if setup.board.pieces(color, Role::King).meets(rank) {
            rooks |= setup.board.pieces(color, Role::Rook) & rank;
        }
    }
    rooks
}

/// Returns the FEN of a setup that is not playable.
fn fen(setup: &Setup) -> String {
    // The drawing has a line for each rank, with a dot for each empty square.
    let mut board = setup.board.to_string().trim_end().replace(' ', "").replace('\n', "/");
    for count in (1..=8).rev() {
        board = board.replace(&".".repeat(count), &count.to_string());
    }
    let Setup { turn, halfmoves, fullmoves, .. } = setup;
    format!("{board} {} {} - {halfmoves} {fullmoves}", turn.letter(), castling(setup))
}

/// Returns the castling rights as files of rooks, which need no king on the e file.
fn castling(setup: &Setup) -> String {
    let mut letters = String::new();
    for rook in setup.castling {
        let letter = rook.file().letter();
        let is_white = setup.board.color(Color::White).contains(rook);
        letters.push(if is_white { letter.to_ascii_uppercase() } else { letter });
    }
    if letters.is_empty() { "-".to_owned() } else { letters }
}
