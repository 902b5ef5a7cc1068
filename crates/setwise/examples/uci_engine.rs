//! A UCI engine that looks only one ply ahead. It plays legal but weak chess.
//!
//! Any chess program that supports UCI can run it:
//!
//! ```console
//! $ cargo build --release -p setwise --example uci_engine
//! $ printf 'position startpos moves e2e4 d7d5\ngo\nquit\n' | target/release/examples/uci_engine
//! bestmove e4d5
//! ```

use std::io::{self, BufRead, Write};

use setwise::notation::uci::{CastlingForm, NULL_MOVE, Uci};
use setwise::{Game, Position};

mod one_ply;

/// The state of the engine.
#[derive(Default)]
struct Engine {
    game: Game,
    chess960: bool,
}

impl Engine {
    /// Answers a line of input, and returns whether to continue. Ignores unknown commands, as the
    /// protocol requires.
    fn answer(&mut self, line: &str, out: &mut impl Write) -> io::Result<bool> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => {
                writeln!(out, "id name Setwise one ply\nid author the Setwise authors")?;
                writeln!(out, "option name UCI_Chess960 type check default false\nuciok")?;
            }
            Some("isready") => writeln!(out, "readyok")?,
            Some("ucinewgame") => self.game = Game::default(),
            Some("setoption") => {
                if let ["name", "UCI_Chess960", "value", value] = words.collect::<Vec<_>>()[..] {
                    self.chess960 = value == "true";
                }
            }
            Some("position") => match game(&words.collect::<Vec<_>>()) {
                Ok(game) => self.game = game,
                Err(error) => writeln!(out, "info string {error}")?,
            },
            // The engine moves immediately, so there is never a search that `stop` could end.
            Some("go") => writeln!(out, "bestmove {}", self.best_move())?,
            Some("quit") => return Ok(false),
            _ => {}
        }
        out.flush()?;
        Ok(true)
    }

    fn best_move(&self) -> String {
        let castling =
            if self.chess960 { CastlingForm::KingTakesRook } else { CastlingForm::KingStep };
        let best = one_ply::best_move(self.game.position());
        best.map_or(NULL_MOVE.to_owned(), |mv| mv.uci(castling).to_string())
    }
}

/// Parses the arguments of `position`: `startpos`, or `fen` and a FEN; then optionally `moves` and
/// the moves.
fn game(words: &[&str]) -> Result<Game, String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match &words[..end] {
        ["startpos"] => Position::INITIAL,
        ["fen", fields @ ..] => {
            fields.join(" ").parse().map_err(|error| format!("invalid FEN: {error}"))?
        }
        _ => return Err("expected startpos or fen".to_owned()),
    };
    let mut game = Game::new(start);
    for word in words.iter().skip(end + 1) {
        let uci: Uci = word.parse().map_err(|error| format!("{word:?}: {error}"))?;
        let mv = uci.find(game.position()).ok_or_else(|| format!("{word} is not legal"))?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// Answers every line until `quit` or the end of the input.
fn run(input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let mut engine = Engine::default();
    for line in input.lines() {
        if !engine.answer(&line?, &mut out)? {
            break;
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    run(io::stdin().lock(), io::stdout().lock())
}

#[cfg(test)]
fn session(input: &str) -> String {
    let mut out = Vec::new();
    run(input.as_bytes(), &mut out).expect("writing to a Vec cannot fail");
    String::from_utf8(out).expect("text")
}

#[test]
fn a_session_from_uci_to_quit() {
    assert!(session("uci\nisready\n").ends_with("\nuciok\nreadyok\n"));
    let play = |position| session(&format!("ucinewgame\nposition {position}\ngo depth 9\nstop"));
    assert_eq!(play("startpos moves e2e4 d7d5"), "bestmove e4d5\n");
    assert_eq!(play("fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), "bestmove a1a8\n");
    assert_eq!(play("startpos moves f2f3 e7e5 g2g4 d8h4"), "bestmove 0000\n");
    assert_eq!(session("quit\nisready\n"), "");
}

#[test]
fn castling_is_accepted_in_both_notations() {
    for castle in ["e1g1", "e1h1"] {
        let castled = format!("position fen 3rk3/8/8/8/8/8/8/4K2R w K - 0 1 moves {castle} d8d1");
        assert_eq!(session(&(castled + "\ngo")), "bestmove f1d1\n");
    }
    // Castling is the only legal move.
    let chess960 = "setoption name UCI_Chess960 value true\n\
                    position fen 5r1k/8/8/8/8/7p/7P/6KR w H - 0 1\ngo";
    assert_eq!(session(chess960), "bestmove g1h1\n");
}

#[test]
fn invalid_input_is_reported_and_ignored() {
    for bad in ["", "startpos x", "fen", "fen 8/8", "startpos moves e2e5", "startpos moves é"] {
        let answer = session(&format!("position startpos moves e2e4 d7d5\nposition {bad}\ngo"));
        let (info, best) = answer.split_once('\n').expect("two lines");
        assert!(info.starts_with("info string "), "{answer}");
        assert_eq!(best, "bestmove e4d5\n");
    }
    assert_eq!(session("\n \nxyzzy go\nsetoption name Hash value 1\nisready"), "readyok\n");
}

/// Every answer is a legal move, or the game is over.
#[test]
fn a_game_against_itself_has_only_legal_moves() {
    let mut game = Game::default();
    while game.outcome().is_none() && game.moves().len() < 300 {
        let line: Vec<String> =
            game.moves().map(|(_, mv)| mv.uci(CastlingForm::KingStep).to_string()).collect();
        let answer = session(&format!("position startpos moves {}\ngo\n", line.join(" ")));
        let word = answer.trim_end().strip_prefix("bestmove ").expect("one answer");
        let uci: Uci = word.parse().expect("two squares");
        game.play(uci.find(game.position()).expect("it is legal")).expect("it is legal");
    }
    assert!(game.moves().len() > 20, "{:?}", game.outcome());
}
