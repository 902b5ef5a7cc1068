//! Perft suites: positions with their published counts, in the two forms in use.
//!
//! An EPD suite has a position and its counts on each line, `FEN ;D1 20 ;D2 400`. A `.perft` suite
//! has several lines for each position: `id`, `epd` and `perft <depth> <nodes>`. Both readers take
//! one line at a time and keep no text.

use core::fmt;
use core::str::FromStr;

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

/// A depth and the count that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The depth in plies.
    pub depth: u8,
    /// The number of sequences of that many moves.
    pub nodes: u128,
}

/// The error of a text that is not a depth and a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountError<'t> {
    /// The text found instead.
    pub text: &'t str,
}

impl fmt::Display for CountError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: &str = match self.text.char_indices().nth(40) {
            Some((end, _)) => &self.text[..end],
            None => self.text,
        };
        write!(
            f,
            "{shown:?} is not a depth and a count (expected D1 20 in an EPD suite, perft 1 20 in \
             a .perft suite)"
        )
    }
}

impl core::error::Error for CountError<'_> {}

impl Count {
    fn parse<'t>(
        depth: Option<&str>,
        nodes: Option<&str>,
        text: &'t str,
    ) -> Result<Count, CountError<'t>> {
        let digits = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let depth = depth.filter(digits).and_then(|depth| u8::from_str(depth).ok());
        let nodes = nodes.filter(digits).and_then(|nodes| u128::from_str(nodes).ok());
        match (depth, nodes) {
            (Some(depth), Some(nodes)) => Ok(Count { depth, nodes }),
            _ => Err(CountError { text }),
        }
    }
}

/// Splits a line of an EPD suite into the position and its counts.
///
/// ```
/// use setwise_perft::suite::{self, Count};
///
/// let (fen, mut counts) = suite::epd_line("8/8/8/8/8/k7/p7/K7 b - - 0 1 ;D1 4 ;D2 0");
/// assert_eq!(fen, "8/8/8/8/8/k7/p7/K7 b - - 0 1");
/// assert_eq!(counts.next(), Some(Ok(Count { depth: 1, nodes: 4 })));
/// ```
pub fn epd_line(line: &str) -> (&str, impl Iterator<Item = Result<Count, CountError<'_>>>) {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default();
    let counts = parts.filter(|part| !part.is_empty()).map(|part| {
        let mut words = part.split_ascii_whitespace();
        let depth = words.next().and_then(|word| word.strip_prefix('D'));
        match (depth, words.next(), words.next()) {
            (depth, nodes, None) => Count::parse(depth, nodes, part),
            _ => Err(CountError { text: part }),
        }
    });
    (fen, counts)
}

/// A line of a `.perft` suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftLine<'t> {
    /// Nothing, or a comment after `#`.
    Blank,
    /// The name of the position that follows.
    Id(&'t str),
    /// A position, in four or six fields.
    Epd(&'t str),
    /// A count of the position above.
    Count(Count),
}

/// Reads a line of a `.perft` suite.
///
/// # Errors
///
/// The line is none of the four kinds, or its depth or count is not a number.
pub fn perft_line(line: &str) -> Result<PerftLine<'_>, CountError<'_>> {
    let line = line.trim();
    let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match keyword {
        "" => Ok(PerftLine::Blank),
        _ if keyword.starts_with('#') => Ok(PerftLine::Blank),
        "id" => Ok(PerftLine::Id(rest)),
        "epd" => Ok(PerftLine::Epd(rest)),
        "perft" => {
            let mut words = rest.split_ascii_whitespace();
            match (words.next(), words.next(), words.next()) {
                (depth, nodes, None) => Count::parse(depth, nodes, line).map(PerftLine::Count),
                _ => Err(CountError { text: line }),
            }
        }
        _ => Err(CountError { text: line }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_counts_are_errors_that_quote_them() {
        for bad in ["D1", "1 20", "D1 -20", "D1 +20", "D1 20 30", "Dx 20", "D1 x", "D99999999999 1"]
        {
            let line = format!("8/8/8/8/8/k7/p7/K7 b - - 0 1 ;{bad}");
            let (_, mut counts) = epd_line(&line);
            assert_eq!(counts.next(), Some(Err(CountError { text: bad })));
        }
        for bad in ["perft", "perft 1", "perft 1 2 3", "perft x 2", "depth 3"] {
            assert_eq!(perft_line(bad), Err(CountError { text: bad }));
        }
    }

    #[test]
    fn a_paragraph_of_a_perft_suite() {
        let lines = ["# a comment", "id  start", "epd 8/8 w - -", "perft 2 400", ""];
        assert_eq!(
            lines.map(|line| perft_line(line).expect("well formed")),
            [
                PerftLine::Blank,
                PerftLine::Id("start"),
                PerftLine::Epd("8/8 w - -"),
                PerftLine::Count(Count { depth: 2, nodes: 400 }),
                PerftLine::Blank,
            ],
        );
    }
}
