//! Changes of the board that are not moves: pieces put, moved and removed, the side to move.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::json;
use setwise::{Bitboard, Color, File, Piece, Position, Rank, Role, Setup, Square};

use crate::reading::{self, At};
use crate::{Answer, Failure};

/// Asks for the FEN after changes.
#[derive(Deserialize)]
pub(crate) struct Question {
    fen: String,
    /// Squares with the letter of a piece, or `None` to empty it.
    #[serde(default)]
    put: Vec<(At, Option<char>)>,
    /// The side to move, `w` or `b`.
    turn: Option<char>,
    /// The castling rights, as the squares of the rooks.
    castling: Option<Vec<At>>,
}

impl Question {
    pub(crate) fn answer(&self) -> Answer {
        let mut setup = reading::setup(&self.fen)?;
        for &(At(square), letter) in &self.put {
            setup.board.remove(square);
            if let Some(letter) = letter {
                let piece = Piece::from_letter(letter).ok_or_else(|| {
                    Failure::plain(format!("{letter:?} is no piece (expected one of PNBRQKpnbrqk)"))
                })?;
                setup.board.put(square, piece);
            }
        }
        match self.turn {
            Some('w') => setup.turn = Color::White,
            Some('b') => setup.turn = Color::Black,
            _ => {}
        }
        if let Some(rooks) = &self.castling {
            setup.castling = rooks.iter().map(|rook| rook.0).collect();
        }
        setup.castling &= possible_castling(&setup);
        setup.en_passant = None;
        let fen = match Position::try_from(setup) {
            Ok(position) => crate::position::fen(&position),
            Err(_) => fen(&setup),
        };
        Ok(json!({ "fen": fen }))
    }
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
    let mut fen = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match setup.board.piece_at(Square::new(file, rank)) {
                Some(piece) => {
                    push_count(&mut fen, &mut empty);
                    fen.push(piece.letter());
                }
                None => empty += 1,
            }
        }
        push_count(&mut fen, &mut empty);
        if rank != Rank::First {
            fen.push('/');
        }
    }
    let turn = setup.turn.letter();
    let _ = write!(fen, " {turn} {} - {} {}", castling(setup), setup.halfmoves, setup.fullmoves);
    fen
}

fn push_count(fen: &mut String, empty: &mut u32) {
    if *empty > 0 {
        let _ = write!(fen, "{empty}");
    }
    *empty = 0;
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
