//! Endgames of at most four pieces: the result of a position, of its moves, and of the same position
//! with the king of the other side elsewhere.

use setwise::{Color, Position, Setup, Square};
use setwise_endgames::{Material, Outcome, Tables};

use crate::answer::{Answer, Failure, object};
use crate::question::Question;
use crate::reading;

/// The most memory of tables that are kept for the next question, in bytes.
const MAX_KEPT: usize = 128 << 20;

/// The tables that have been computed.
#[derive(Default)]
pub(crate) struct Running(Tables);

impl Running {
    /// Computes the next table that a position needs, and answers with the number of those that are
    /// still missing; or answers with the results, if there are all.
    pub(crate) fn answer(&mut self, asked: &Question) -> Answer {
        let tables = &mut self.0;
        let position = reading::position(asked)?;
        let material = Material::of(position.board()).map_err(Failure::plain)?;
        if material.count() > 4 {
            return Err(Failure::plain("more than four pieces"));
        }
        if let [first, rest @ ..] = &tables.missing(&material)[..] {
            if tables.bytes() > MAX_KEPT {
                *tables = Tables::new();
            } else {
                tables.build(first).map_err(|_| Failure::plain("stopped"))?;
            }
            return Ok(object!({ "left": rest.len() }));
        }
        let (Some(outcome), Some(moves)) = (tables.probe(&position), tables.moves(&position))
        else {
            return Err(Failure::plain("tables have no positions with castling rights"));
        };
        let [white, black] = ["White", "Black"];
        let (side, other) =
            if position.turn() == Color::White { (white, black) } else { (black, white) };
        let moves = moves.into_iter().map(|(mv, outcome)| {
            let uci = position.uci(mv).to_string();
            object!({ "uci": uci, "san": position.san(mv).to_string(), "result": words(outcome) })
        });
        let squares = Square::ALL.map(|square| {
            let outcome = tables.probe(&with_king(&position, square)?)?;
            // For the king that is moved about.
            Some(match outcome {
                Outcome::Win(_) => words(outcome).replace("mates", "is mated"),
                Outcome::Draw => words(outcome),
                Outcome::Loss(_) => words(outcome).replace("is mated", "mates"),
            })
        });
        Ok(object!({
            "side": side,
            "other": other,
            "result": words(outcome),
            "moves": moves.collect::<Vec<_>>(),
            "squares": &squares[..],
        }))
    }
}

/// Returns a position with the king of the side that is not to move on another square.
fn with_king(position: &Position, square: Square) -> Option<Position> {
    let king = position.king(!position.turn());
    let mut setup = Setup { en_passant: None, ..Setup::from(*position) };
    let piece = setup.board.remove(king)?;
    if setup.board.piece_at(square).is_some() {
        return None;
    }
    setup.board.put(square, piece);
    Position::try_from(setup).ok()
}

fn words(outcome: Outcome) -> String {
    match (outcome, outcome.moves().unwrap_or(0)) {
        (Outcome::Win(_), moves) => format!("mates in {moves}"),
        (Outcome::Draw, _) => "draws".to_owned(),
        (Outcome::Loss(_), 0) => "is checkmated".to_owned(),
        (Outcome::Loss(_), moves) => format!("is mated in {moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks until all tables are there.
    fn ask(running: &mut Running, fen: &str) -> String {
        let asked = format!("ask=endgame&fen={}", fen.replace(' ', "+"));
        loop {
            match running.answer(&Question::parse(&asked)) {
                Ok(document) if document.0.starts_with("{\"left\"") => {}
                Ok(document) | Err(Failure(document)) => return document.0,
            }
        }
    }

    /// Finds a king that is put onto a piece or next to the other king, and tables that are forgotten.
    #[test]
    fn the_squares_of_the_other_king_have_results() {
        let mut running = Running::default();
        let fen = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
        let answer = ask(&mut running, fen);
        assert!(answer.starts_with(r#"{"side":"White","other":"Black","result":"mates in 16","#));
        assert!(answer.contains(r#"{"uci":"b2c2","san":"Rc2+","result":"draws"}"#), "{answer}");
        let squares = answer.split(r#""squares":["#).nth(1).expect("squares");
        let squares: Vec<&str> = squares.trim_end_matches("]}").split(',').collect();
        assert_eq!(squares.len(), 64);
        // The king itself, the rook, the squares beside the king and on the lines of the rook.
        let at = |name: &str| squares[name.parse::<Square>().expect("a square") as usize];
        assert_eq!([at("a1"), at("b2"), at("b1"), at("a2"), at("b7"), at("g2")], ["null"; 6]);
        assert_eq!(at("c3"), "\"is mated in 16\"");
        assert_eq!(squares.iter().filter(|square| square.contains("draws")).count(), 0);
    }

    #[test]
    fn what_has_no_table_is_told() {
        let mut running = Running::default();
        for (fen, message) in [
            ("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "more than four pieces"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "pieces"),
        ] {
            let answer = ask(&mut running, fen);
            assert!(answer.contains("error") && answer.contains(message), "{answer}");
        }
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert!(ask(&mut running, castling).contains("castling rights"));
        let bare = ask(&mut running, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert!(bare.contains(r#""result":"draws""#), "{bare}");
    }
}
