//! Reads the argument POSITION: a well-known name, a FEN, or `-` for standard input.

use std::io::{self, BufRead};

use setwise::Position;
use setwise::notation::fen::Form;

use crate::bounded_lines::{BYTE_ORDER_MARK, BoundedLines};
use crate::caret::Caret;
use crate::verdict::Failure;

/// Well-known test positions and their names, from the Chess Programming Wiki
/// (<https://www.chessprogramming.org/Perft_Results>).
pub const WELL_KNOWN: [(&str, &str); 6] = [
    ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
];

/// The number of bytes of standard input that are searched for a position.
const STDIN_LIMIT: u64 = 1 << 20;

/// Returns the position that the words describe; the initial position if there are none.
pub fn read(words: &[String]) -> Result<Position, Failure> {
    match words {
        [] => Ok(Position::INITIAL),
        [word] if word == "-" => parse(&first_line(io::stdin().lock())?),
        words => parse(&words.join(" ")),
    }
}

/// Returns whether a word is the name of a well-known position.
pub fn is_well_known(word: &str) -> bool {
    well_known(word).is_some()
}

fn well_known(word: &str) -> Option<&'static str> {
    let found = WELL_KNOWN.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, fen)| *fen)
}

/// Parses a well-known name or a lenient FEN.
fn parse(text: &str) -> Result<Position, Failure> {
    let fen = well_known(text.trim()).unwrap_or(text);
    Position::parse_fen_form(fen, Form::Lenient).map_err(|error| {
        let mut message = format!("{error}\n{}", Caret { text: fen, at: error.at });
        if !fen.contains('/') {
            let names = WELL_KNOWN.map(|(name, _)| name).join(", ");
            message += &format!("\nexpected a FEN, - for standard input, or one of {names}");
        }
        Failure::Input(message)
    })
}

/// Returns the first line that is not blank.
fn first_line(source: impl BufRead) -> Result<String, Failure> {
    let mut source = source.take(STDIN_LIMIT);
    let mut lines = BoundedLines::new(&mut source, STDIN_LIMIT);
    let found = loop {
        let line = lines
            .next()
            .map_err(|error| Failure::Run(format!("cannot read standard input: {error}")))?;
        let line =
            line.map(|line| line.map(|text| text.trim_start_matches(BYTE_ORDER_MARK).to_owned()));
        match line {
            Some(Ok(text)) if text.trim().is_empty() => {}
            other => break other,
        }
    };
    match found {
        _ if source.limit() == 0 => {
            Err(format!("no position found in the first {STDIN_LIMIT} bytes"))
        }
        None => Err("no position found (expected a FEN or a well-known name)".to_owned()),
        Some(line) => line.map_err(|fault| fault.to_string()),
    }
    .map_err(|message| Failure::Input(format!("standard input: {message}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_well_known_positions_are_valid() {
        for (name, fen) in WELL_KNOWN {
            let position = Position::parse_fen(fen).expect("a valid FEN");
            assert_eq!(read(&[name.to_owned()]).expect("a known name"), position);
        }
        assert_eq!(read(&[]).expect("the initial position"), Position::INITIAL);
    }

    #[test]
    fn the_first_line_that_is_not_blank_is_read() {
        let line = |text: &str| first_line(text.as_bytes());
        assert_eq!(line("\n \r\n  a b \nc").expect("text"), "  a b ");
        assert_eq!(line("\u{feff}a").expect("text"), "a");
        for (text, message) in [
            (
                String::new(),
                "standard input: no position found (expected a FEN or a well-known name)",
            ),
            (
                "\n".repeat(1000),
                "standard input: no position found (expected a FEN or a well-known name)",
            ),
            ("\n".repeat(2 << 20), "standard input: no position found in the first 1048576 bytes"),
            ("8".repeat(2 << 20), "standard input: no position found in the first 1048576 bytes"),
        ] {
            match line(&text) {
                Err(Failure::Input(found)) => assert_eq!(found, message),
                other => panic!("{other:?}"),
            }
        }
        assert!(matches!(first_line(&b"\xff\n"[..]), Err(Failure::Input(_))));
    }
}
