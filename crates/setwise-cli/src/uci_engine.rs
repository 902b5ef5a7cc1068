//! Speaks the UCI protocol with an engine that supports `go perft`.

use std::time::{Duration, Instant};

use setwise::notation::uci::Uci;

use crate::engine_process::{EngineProcess, Output};
use crate::verdict::Failure;

/// The largest number of moves that an answer may list. No position has as many.
const MAX_MOVES: usize = 1000;

/// The largest number of lines before the end of the answer to `uci` or `isready`. An engine prints
/// a line for each of its options.
const MAX_LINES: usize = 10_000;

/// The words before the sum in the answers of various engines.
const SUM_TITLES: [&str; 6] =
    ["nodes searched", "nodes", "total", "total nodes", "leaf nodes", "leaves"];

/// A running engine.
pub(crate) struct UciEngine {
    process: EngineProcess,
    /// How long to wait for the answer to `uci`, and then for the next line of an answer.
    timeout: Duration,
    name: String,
}

/// How to start an engine.
pub(crate) struct Launch<'a> {
    /// The command that runs it.
    pub(crate) command: &'a str,
    /// Engine options to set: names and values.
    pub(crate) options: &'a [(String, String)],
    /// Whether to set the option `UCI_Chess960`.
    pub(crate) chess960: bool,
    /// How long to wait for the answer to `uci`.
    pub(crate) first_timeout: Duration,
    /// How long to wait for the next line of an answer.
    pub(crate) timeout: Duration,
}

/// The counts of an engine.
#[derive(Default)]
pub(crate) struct Counts {
    /// The counts by first move, in the engine's order.
    pub(crate) moves: Vec<(Uci, u128)>,
    /// The sum that the engine printed.
    pub(crate) sum: u128,
}

/// A line of an answer to `go perft`.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Move(Uci, u128),
    Sum(u128),
}

impl UciEngine {
    /// Starts an engine, sets its options, and waits until it is ready.
    pub(crate) fn start(launch: &Launch<'_>) -> Result<UciEngine, Failure> {
        let process = EngineProcess::start(launch.command)?;
        let name = launch.command.to_owned();
        let mut engine = UciEngine { process, timeout: launch.first_timeout, name };
        engine.process.send("uci");
        engine.wait_for("uciok", "uci")?;
        engine.timeout = launch.timeout;
        for (name, value) in launch.options {
            engine.process.send(&format!("setoption name {name} value {value}"));
        }
        if launch.chess960 {
            engine.process.send("setoption name UCI_Chess960 value true");
        }
        engine.process.send("isready");
        engine.wait_for("readyok", "isready")?;
        Ok(engine)
    }

    /// Returns the name that the engine reports, or its command if it reports none.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the engine's counts for the position after `line`, a sequence of moves from `fen`.
    pub(crate) fn perft(
        &mut self,
        fen: &str,
        line: &[String],
        depth: u8,
    ) -> Result<Counts, Failure> {
        let moves =
            if line.is_empty() { String::new() } else { format!(" moves {}", line.join(" ")) };
        self.process.send(&format!("position fen {fen}{moves}"));
        let request = format!("go perft {depth}");
        self.process.send(&request);
        let mut counts = Counts::default();
        let mut other_lines = 0;
        let mut deadline = Instant::now() + self.timeout;
        loop {
            let line = self.receive(deadline, &request, other_lines + counts.moves.len())?;
            match Answer::parse(&line) {
                None => {
                    other_lines += 1;
                    continue;
                }
                Some(Answer::Sum(sum)) => return Ok(Counts { sum, ..counts }),
                Some(Answer::Move(..)) if counts.moves.len() == MAX_MOVES => {
                    return Err(Failure::Run(format!(
                        "the engine lists more than {MAX_MOVES} moves in answer to {request:?}"
                    )));
                }
                Some(Answer::Move(mv, nodes)) => counts.moves.push((mv, nodes)),
            }
            deadline = Instant::now() + self.timeout;
        }
    }

    /// Waits for a line that consists of `word`.
    fn wait_for(&mut self, word: &str, request: &str) -> Result<(), Failure> {
        let deadline = Instant::now() + self.timeout;
        for lines in 0..MAX_LINES {
            let line = self.receive(deadline, request, lines)?;
            if line.trim() == word {
                return Ok(());
            }
            if let Some(name) = line.trim().strip_prefix("id name ") {
                self.name = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
            }
        }
        Err(Failure::Run(format!(
            "the engine printed {MAX_LINES} lines after {request:?} (expected {word:?}; does it speak \
             the UCI protocol?)"
        )))
    }

    /// Waits for the next line of the answer to `request`, of which `lines` lines have been
    /// received.
    ///
    /// # Errors
    ///
    /// The engine has exited, or the deadline has passed.
    fn receive(
        &mut self,
        deadline: Instant,
        request: &str,
        lines: usize,
    ) -> Result<String, Failure> {
        // The clock is checked first: an engine that never stops printing always has a line ready.
        let output = if Instant::now() < deadline {
            self.process.receive(deadline)
        } else {
            Output::Timeout
        };
        let seconds = self.timeout.as_secs_f64();
        let problem = match output {
            Output::Line(line) => return Ok(line),
            Output::Interrupted => return Err(Failure::Interrupted),
            Output::Timeout if lines == 0 => {
                format!("printed nothing within {seconds} s after {request:?} (see --timeout)")
            }
            Output::Timeout => format!(
                "did not continue its answer to {request:?} within {seconds} s (lines received: \
                 {lines}; see --timeout)"
            ),
            Output::Closed => match self.process.end() {
                Some(status) => format!("exited ({status}) before it answered {request:?}"),
                None => format!("exited before it answered {request:?}"),
            },
        };
        Err(Failure::Run(format!("the engine {problem}")))
    }
}

impl Answer {
    /// Parses a line: `e2e4: 20`, `e2e4 20`, `e2e4 - 20`, `Nodes searched: 400` or `400`.
    fn parse(line: &str) -> Option<Answer> {
        let line = line.replace([':', '=', '-'], " ").to_ascii_lowercase();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let number = words.pop()?.parse().ok()?;
        if words.is_empty() || SUM_TITLES.contains(&words.join(" ").as_str()) {
            return Some(Answer::Sum(number));
        }
        match words[..] {
            [word] => word.parse().ok().map(|mv| Answer::Move(mv, number)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formats_of_various_engines_are_parsed() {
        let e2e4: Uci = "e2e4".parse().expect("a move");
        for line in ["e2e4: 20", "e2e4 20", "e2e4 - 20", " e2e4 :20\t", "E2E4=20"] {
            assert_eq!(Answer::parse(line), Some(Answer::Move(e2e4, 20)), "{line:?}");
        }
        let promotion: Uci = "a7a8q".parse().expect("a move");
        assert_eq!(Answer::parse("a7a8Q: 1"), Some(Answer::Move(promotion, 1)));
        for line in
            ["Nodes searched: 400", "nodes searched  : 400", "Total: 400", "400", "Nodes: 400"]
        {
            assert_eq!(Answer::parse(line), Some(Answer::Sum(400)), "{line:?}");
        }
    }

    #[test]
    fn other_lines_are_not_an_answer() {
        for line in [
            "",
            "info nodes 20",
            "info string perft 3",
            "e2e4",
            "e2e4: x",
            "e2e9: 20",
            "Time: 12",
            "e2e4: 20 30",
            "e2e4: 340282366920938463463374607431768211456",
        ] {
            assert_eq!(Answer::parse(line), None, "{line:?}");
        }
    }
}
