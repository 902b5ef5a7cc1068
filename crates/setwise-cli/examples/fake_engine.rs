//! A UCI engine for the tests of `setwise diff`, honest or with a fault.
//!
//! `fake_engine FAULT [PIDS]`: PIDS is a file to which it writes its process number and those of
//! the processes that it starts.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::{self, Command};
use std::time::Duration;
use std::{env, thread};

use setwise::notation::uci::{Castling, Uci};
use setwise::{Move, Position};

type Failure = Box<dyn std::error::Error>;

/// What is wrong with the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Knows no move that mates: from the initial position wrong at depth 4.
    NoMates,
    /// Never castles.
    NoCastling,
    /// Has a move that no piece can make, in every position.
    ExtraMove,
    /// Lists its first move twice.
    Twice,
    /// Writes castling as king takes rook, unasked, and dashes for colons.
    KingTakesRook,
    /// Leaves out the moves that lead to no leaf.
    NoEmptyMoves,
    /// Adds one to its sum.
    WrongSum,
    /// Adds one to its first move, unless asked for one move only.
    Contradiction,
    /// Says that every move is two, if asked for one move only.
    Doubled,
    /// Gives no counts by first move.
    SumOnly,
    /// Does not even answer `uci`.
    Deaf,
    /// Says nothing to `go`, and has started a process that does not end either.
    Hanging,
    /// Stops in the middle of its answer.
    HalfAnswer,
    /// Ends without an answer.
    Dying,
    /// Talks for ever.
    Babbling,
    /// Answers for ever.
    EndlessAnswer,
    /// Says one line for ever.
    EndlessLine,
}

const FAULTS: [(&str, Fault); 17] = [
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
    ("deaf", Fault::Deaf),
    ("hanging", Fault::Hanging),
    ("half-answer", Fault::HalfAnswer),
    ("dying", Fault::Dying),
    ("babbling", Fault::Babbling),
    ("endless-answer", Fault::EndlessAnswer),
    ("endless-line", Fault::EndlessLine),
];

fn main() -> Result<(), Failure> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let fault = FAULTS.iter().find(|(known, _)| *known == name);
    let fault = fault.map_or(Fault::None, |(_, fault)| *fault);
    let pids = arguments.next();
    note(&pids, process::id())?;
    if name == "sleeping" {
        sleep();
    }
    let mut engine = Engine { fault, castling: Castling::KingStep, position: Position::INITIAL };
    for line in io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] if fault == Fault::Deaf => sleep(),
            ["uci"] => println!("id name Fake {name}\noption name Hash type spin\nuciok"),
            ["isready"] => println!("readyok"),
            ["setoption", "name", "UCI_Chess960", "value", "true"] => {
                engine.castling = Castling::KingTakesRook;
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
            _ => println!("info string what is {line:?}?"),
        }
        io::stdout().flush()?;
    }
    Ok(())
}

/// Adds a process number to the file.
fn note(pids: &Option<String>, pid: u32) -> io::Result<()> {
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

/// The position of `FEN [moves …]`.
fn position(words: &[&str]) -> Result<Position, Failure> {
    let mut parts = words.split(|word| *word == "moves");
    let mut position = Position::parse_fen(&parts.next().unwrap_or_default().join(" "))?;
    for word in parts.next().unwrap_or_default() {
        let mv = word.parse::<Uci>()?.find(&position).ok_or("an illegal move")?;
        position = position.play(mv)?;
    }
    Ok(position)
}

struct Engine {
    fault: Fault,
    castling: Castling,
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
                    writeln!(out, "{} - {count}", mv.uci(Castling::KingTakesRook))?;
                }
                Fault::Twice if number == 0 => writeln!(out, "{text}: {count}\n{text}: {count}")?,
                _ => writeln!(out, "{text}: {count}")?,
            }
            out.flush()?;
            match self.fault {
                Fault::HalfAnswer => sleep(),
                Fault::Dying => process::exit(3),
                Fault::Babbling => loop {
                    writeln!(out, "info string let me think")?;
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

    /// The moves that the engine takes for the legal ones.
    fn moves(&self, position: &Position) -> Vec<Move> {
        let knows = |mv: &Move| match self.fault {
            Fault::NoMates => !position.play(*mv).is_ok_and(|next| next.is_checkmate()),
            Fault::NoCastling => !mv.is_castle(),
            _ => true,
        };
        position.legal_moves().into_iter().filter(knows).collect()
    }
}
