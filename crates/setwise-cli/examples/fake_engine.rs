//! A UCI engine for the tests of `setwise diff`, correct or with a chosen fault.
//!
//! Usage: `fake_engine FAULT [PIDS]`. It appends its process id, and the ids of the processes it
//! starts, to the file PIDS.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::{self, Command};
use std::time::Duration;
use std::{env, thread};

use setwise::notation::fen::Form;
use setwise::notation::uci::{CastlingForm, Uci};
use setwise::{Move, Position};

type Failure = Box<dyn std::error::Error>;

/// A fault of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Leaves out moves that give checkmate. From the initial position this is wrong at depth 4.
    NoMates,
    /// Never castles.
    NoCastling,
    /// Lists an illegal move in every position.
    ExtraMove,
    /// Lists its first move twice.
    Twice,
    /// Always writes castling as king takes rook, and dashes instead of colons.
    KingTakesRook,
    /// Leaves out moves without leaves.
    NoEmptyMoves,
    /// Adds 1 to the sum.
    WrongSum,
    /// Adds 1 to the count of the first move, except at depth 1.
    Contradiction,
    /// Counts every move as 2 at depth 1.
    Doubled,
    /// Prints no counts by first move.
    SumOnly,
    /// Does not answer `uci`.
    Silent,
    /// Prints lines forever and does not answer `uci`, as the program `yes`.
    EndlessStart,
    /// Does not answer `go`, and starts a process that does not end either.
    Hanging,
    /// Stops in the middle of its answer.
    HalfAnswer,
    /// Exits before it has answered.
    Exiting,
    /// Prints `info` lines forever.
    EndlessInfo,
    /// Repeats a line of its answer forever.
    EndlessAnswer,
    /// Prints a line that never ends.
    EndlessLine,
}

const FAULTS: [(&str, Fault); 18] = [
    ("no-mates", Fault::NoMates),
    ("no-castling", Fault::NoCastling),
    ("extra-move", Fault::ExtraMove),
    ("twice", Fault::Twice),
    ("king-takes-rook", Fault::KingTakesRook),
    ("no-empty-moves", Fault::NoEmptyMoves),
    ("wrong-sum", Fault::WrongSum),
    ("contradiction", Fault::Contradiction),
    ("doubled", Fault::Doubled),
    ("sum-only", Fault::SumOnly),
    ("silent", Fault::Silent),
    ("endless-start", Fault::EndlessStart),
    ("hanging", Fault::Hanging),
    ("half-answer", Fault::HalfAnswer),
    ("exiting", Fault::Exiting),
    ("endless-info", Fault::EndlessInfo),
    ("endless-answer", Fault::EndlessAnswer),
    ("endless-line", Fault::EndlessLine),
];

fn main() -> Result<(), Failure> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let fault = FAULTS.iter().find(|(known, _)| *known == name);
    let fault = fault.map_or(Fault::None, |(_, fault)| *fault);
    let pids = arguments.next();
    write_pid(&pids, process::id())?;
    if name == "sleeping" {
        sleep();
    }
    let mut engine =
        Engine { fault, castling: CastlingForm::KingStep, position: Position::INITIAL };
    for line in io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] if fault == Fault::Silent => sleep(),
            ["uci"] if fault == Fault::EndlessStart => loop {
                println!("y");
            },
            ["uci"] => println!("id name Fake {name}\noption name Hash type spin\nuciok"),
            ["isready"] => println!("readyok"),
            ["setoption", "name", "UCI_Chess960", "value", "true"] => {
                engine.castling = CastlingForm::KingTakesRook;
            }
            ["setoption", ..] => println!("info string {line}"),
            ["position", "fen", ..] => engine.position = position(&words[2..])?,
            ["go", "perft", depth] => {
                if fault == Fault::Hanging {
                    let mut child = Command::new(env::current_exe()?);
                    child.arg("sleeping").args(&pids).spawn()?;
                    sleep();
                }
                engine.perft(depth.parse()?)?;
            }
            ["quit"] => break,
            _ => println!("info string unknown command {line:?}"),
        }
        io::stdout().flush()?;
    }
    Ok(())
}

/// Appends a process id to the file.
fn write_pid(pids: &Option<String>, pid: u32) -> io::Result<()> {
    match pids {
        Some(path) => {
            writeln!(OpenOptions::new().create(true).append(true).open(path)?, "{pid}")
        }
        None => Ok(()),
    }
}

fn sleep() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

/// Parses `FEN [moves …]`.
fn position(words: &[&str]) -> Result<Position, Failure> {
    let mut parts = words.split(|word| *word == "moves");
    let fen = parts.next().unwrap_or_default().join(" ");
    let mut position = Position::parse_fen_ignoring_history(&fen, Form::Strict)?;
    for word in parts.next().unwrap_or_default() {
        let mv = word.parse::<Uci>()?.find(&position).ok_or("an illegal move")?;
        position = position.play(mv)?;
    }
    Ok(position)
}

struct Engine {
    fault: Fault,
    castling: CastlingForm,
    position: Position,
}

impl Engine {
    /// Answers `go perft`.
    fn perft(&self, depth: u32) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let mut sum = 0;
        for (number, mv) in self.moves(&self.position).into_iter().enumerate() {
            let mut count = self.count(&self.position.play(mv)?, depth - 1);
            match self.fault {
                Fault::Contradiction if number == 0 && depth > 1 => count += 1,
                Fault::Doubled if depth == 1 => count = 2,
                Fault::NoEmptyMoves if count == 0 => continue,
                _ => {}
            }
            sum += count;
            let text = mv.uci(self.castling);
            match self.fault {
                Fault::SumOnly => {}
                Fault::KingTakesRook => {
                    writeln!(out, "{} - {count}", mv.uci(CastlingForm::KingTakesRook))?;
                }
                Fault::Twice if number == 0 => writeln!(out, "{text}: {count}\n{text}: {count}")?,
                _ => writeln!(out, "{text}: {count}")?,
            }
            out.flush()?;
            match self.fault {
                Fault::HalfAnswer => sleep(),
                Fault::Exiting => process::exit(3),
                Fault::EndlessInfo => loop {
                    writeln!(out, "info string thinking")?;
                    thread::sleep(Duration::from_millis(1));
                },
                Fault::EndlessAnswer => loop {
                    writeln!(out, "{text}: {count}")?;
                },
                Fault::EndlessLine => loop {
                    write!(out, "{text}: {count} ")?;
                },
                _ => {}
            }
        }
        match self.fault {
            Fault::ExtraMove => writeln!(out, "a1h7: 1")?,
            Fault::WrongSum => sum += 1,
            _ => {}
        }
        writeln!(out, "info nodes {sum} time 1\n\nNodes searched: {sum}")?;
        Ok(())
    }

    fn count(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = |mv| position.play(mv).map_or(0, |next| self.count(&next, depth - 1));
        self.moves(position).into_iter().map(next).sum()
    }

    /// Returns the moves that the engine considers legal.
    fn moves(&self, position: &Position) -> Vec<Move> {
        let is_listed = |mv: &Move| match self.fault {
            Fault::NoMates => !position.play(*mv).is_ok_and(|next| next.is_checkmate()),
            Fault::NoCastling => !mv.is_castle(),
            _ => true,
        };
        position.legal_moves().into_iter().filter(is_listed).collect()
    }
}
