//! A UCI engine that answers `go perft`.

use std::time::{Duration, Instant};

use setwise::notation::uci::Uci;

use crate::engine_process::{EngineProcess, Heard};
use crate::verdict::Failure;

/// A position has at most some 400 moves; an engine that lists more counts nothing.
const MAX_ANSWERS: usize = 1000;

/// What stands before the sum in the answers of the engines that are known.
const SUM_TITLES: [&str; 6] =
    ["nodes searched", "nodes", "total", "total nodes", "leaf nodes", "leaves"];

/// A running engine.
pub(crate) struct UciEngine {
    process: EngineProcess,
    /// How long it may say nothing that answers.
    patience: Duration,
    name: String,
}

/// How to start an engine.
pub(crate) struct Launch<'a> {
    /// The command that runs it.
    pub(crate) command: &'a str,
    /// Options and their values.
    pub(crate) options: &'a [(String, String)],
    /// Whether castling is to be Chess960's.
    pub(crate) chess960: bool,
    /// How long it may say nothing that answers.
    pub(crate) patience: Duration,
}

/// What an engine counts.
#[derive(Default)]
pub(crate) struct Counts {
    /// By first move, in the engine's order.
    pub(crate) moves: Vec<(Uci, u128)>,
    /// The sum, as the engine has it.
    pub(crate) sum: u128,
}

/// A line of an answer to `go perft`.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Move(Uci, u128),
    Sum(u128),
}

impl UciEngine {
    /// Starts an engine and makes it ready.
    pub(crate) fn start(launch: &Launch<'_>) -> Result<UciEngine, Failure> {
        let process = EngineProcess::start(launch.command)?;
        let name = launch.command.to_owned();
        let mut engine = UciEngine { process, patience: launch.patience, name };
        engine.process.say("uci");
        engine.wait_for("uciok", "uci")?;
        for (name, value) in launch.options {
            engine.process.say(&format!("setoption name {name} value {value}"));
        }
        if launch.chess960 {
            engine.process.say("setoption name UCI_Chess960 value true");
        }
        engine.process.say("isready");
        engine.wait_for("readyok", "isready")?;
        Ok(engine)
    }

    /// What it calls itself; before it has said so, its command.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Its counts after some moves from a position.
    pub(crate) fn perft(
        &mut self,
        fen: &str,
        line: &[String],
        depth: u8,
    ) -> Result<Counts, Failure> {
        let moves =
            if line.is_empty() { String::new() } else { format!(" moves {}", line.join(" ")) };
        self.process.say(&format!("position fen {fen}{moves}"));
        let question = format!("go perft {depth}");
        self.process.say(&question);
        let mut counts = Counts::default();
        let mut babble = 0;
        let mut deadline = Instant::now() + self.patience;
        loop {
            let line = self.hear(deadline, &question, babble + counts.moves.len())?;
            match Answer::read(&line) {
                None => {
                    babble += 1;
                    continue;
                }
                Some(Answer::Sum(sum)) => return Ok(Counts { sum, ..counts }),
                Some(Answer::Move(..)) if counts.moves.len() == MAX_ANSWERS => {
                    return Err(Failure::Run(format!(
                        "the engine babbles: more than {MAX_ANSWERS} moves in answer to {question}"
                    )));
                }
                Some(Answer::Move(mv, nodes)) => counts.moves.push((mv, nodes)),
            }
            deadline = Instant::now() + self.patience;
        }
    }

    /// Waits until the engine says a word alone on a line.
    fn wait_for(&mut self, word: &str, question: &str) -> Result<(), Failure> {
        let deadline = Instant::now() + self.patience;
        for lines in 0.. {
            let line = self.hear(deadline, question, lines)?;
            if line.trim() == word {
                break;
            }
            if let Some(name) = line.trim().strip_prefix("id name ") {
                self.name = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
            }
        }
        Ok(())
    }

    /// The next line; an error if the engine has ended, or has let the deadline pass.
    fn hear(&self, deadline: Instant, question: &str, lines: usize) -> Result<String, Failure> {
        // A babbling engine always has a line ready, so the clock is asked first.
        let heard =
            if Instant::now() < deadline { self.process.hear(deadline) } else { Heard::Silence };
        let seconds = self.patience.as_secs_f64();
        let problem = match heard {
            Heard::Line(line) => return Ok(line),
            Heard::Silence if lines == 0 => {
                format!("hangs: it has said nothing for {seconds} s after {question:?}")
            }
            Heard::Silence => format!(
                "babbles or hangs: for {seconds} s nothing that goes on with the answer to \
                 {question:?} (lines so far: {lines}; --timeout allows it more)"
            ),
            Heard::End => match self.process.end() {
                Some(status) => format!("has ended ({status}) before it answered {question:?}"),
                None => format!("has ended before it answered {question:?}"),
            },
        };
        Err(Failure::Run(format!("the engine {problem}")))
    }
}

impl Answer {
    /// Reads `e2e4: 20`, `e2e4 20`, `e2e4 - 20`, `Nodes searched: 400` or `400`.
    fn read(line: &str) -> Option<Answer> {
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
    fn the_answers_of_many_engines_are_understood() {
        let e2e4: Uci = "e2e4".parse().expect("a move");
        for line in ["e2e4: 20", "e2e4 20", "e2e4 - 20", " e2e4 :20\t", "E2E4=20"] {
            assert_eq!(Answer::read(line), Some(Answer::Move(e2e4, 20)), "{line:?}");
        }
        let promotion: Uci = "a7a8q".parse().expect("a move");
        assert_eq!(Answer::read("a7a8Q: 1"), Some(Answer::Move(promotion, 1)));
        for line in
            ["Nodes searched: 400", "nodes searched  : 400", "Total: 400", "400", "Nodes: 400"]
        {
            assert_eq!(Answer::read(line), Some(Answer::Sum(400)), "{line:?}");
        }
    }

    #[test]
    fn other_talk_is_no_answer() {
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
            assert_eq!(Answer::read(line), None, "{line:?}");
        }
    }
}
