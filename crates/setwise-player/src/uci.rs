//! The protocol of chess programs, UCI (Stefan Meyer-Kahlen and Rudolf Huber, 2000).
//!
//! What the protocol does not know, or what is wrong, is ignored, as it asks.

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use setwise::notation::uci::{CastlingForm, NULL_MOVE};
use setwise::{Color, Game, Move, Position};

use crate::{Clock, Control, Limits, Options, Player, Report, Score};

const COMMANDS: [&str; 9] =
    ["uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "quit"];
/// The longest line that is read as one, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// The most memory for the hash table, in MiB.
const MAX_HASH: usize = 1 << 20;
const MAX_THREADS: usize = 1024;
const MAX_LINES: usize = 256;

/// Answers commands of the protocol, until `quit` or the end of the input.
///
/// At the end of the input without `quit`, a search with limits goes on until they are reached.
///
/// # Errors
///
/// Fails if the input cannot be read, or the output cannot be written.
pub fn run(mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let shared = Shared {
        output: Mutex::new(output),
        player: Mutex::new(Player::new(&Options::default()).map_err(io::Error::other)?),
    };
    thread::scope(|scope| {
        let mut session = Session {
            shared: &shared,
            scope,
            game: Game::default(),
            options: Options::default(),
            lines: 1,
            overhead: Duration::from_millis(10),
            castling: None,
            search: None,
        };
        let mut line = Vec::new();
        loop {
            line.clear();
            if (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            let words: Vec<&str> = text.split_whitespace().collect();
            // Unknown words before a command are ignored.
            let at = words.iter().position(|word| COMMANDS.contains(word)).unwrap_or(words.len());
            if !session.command(&words[at..])? {
                session.stop();
                break;
            }
        }
        session.finish()
    })
}

struct Shared<W> {
    output: Mutex<W>,
    player: Mutex<Player>,
}

/// A search that goes on, or has ended.
struct Search<'s> {
    control: Arc<Control>,
    thread: ScopedJoinHandle<'s, io::Result<()>>,
    /// Nothing but a command ends it.
    is_endless: bool,
}

struct Session<'s, 'e, W> {
    shared: &'e Shared<W>,
    scope: &'s Scope<'s, 'e>,
    game: Game,
    options: Options,
    lines: usize,
    overhead: Duration,
    /// How castling is written; by default as the position needs.
    castling: Option<CastlingForm>,
    search: Option<Search<'s>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say(output: &Mutex<impl Write>, text: impl Display) -> io::Result<()> {
    let mut output = lock(output);
    writeln!(output, "{text}")?;
    output.flush()
}

impl<W: Write + Send> Session<'_, '_, W> {
    /// Does what a line asks for. Returns false for `quit`.
    fn command(&mut self, words: &[&str]) -> io::Result<bool> {
        match words {
            ["uci", ..] => say(
                &self.shared.output,
                format_args!(
                    "id name Setwise {}\nid author the authors of Setwise\n\
                     option name Hash type spin default 16 min 1 max {MAX_HASH}\n\
                     option name Threads type spin default 1 min 1 max {MAX_THREADS}\n\
                     option name MultiPV type spin default 1 min 1 max {MAX_LINES}\n\
                     option name Move Overhead type spin default 10 min 0 max 5000\n\
                     option name Ponder type check default false\n\
                     option name UCI_Chess960 type check default false\n\
                     option name Clear Hash type button\n\
                     uciok",
                    env!("CARGO_PKG_VERSION"),
                ),
            )?,
            ["isready", ..] => say(&self.shared.output, "readyok")?,
            ["ucinewgame", ..] => self.with_player(Player::forget)?,
            ["setoption", "name", rest @ ..] => self.set_option(rest)?,
            ["position", arguments @ ..] => match read_game(arguments) {
                Ok(game) => self.game = game,
                Err(why) => say(&self.shared.output, format_args!("info string {why}"))?,
            },
            ["go", arguments @ ..] => self.go(arguments)?,
            ["stop", ..] => self.stop(),
            ["ponderhit", ..] => {
                if let Some(search) = &self.search {
                    search.control.ponderhit();
                }
            }
            ["quit", ..] => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
    }

    /// Waits for the end of the search. One that nothing else can end is stopped.
    fn finish(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        if search.is_endless {
            search.control.stop();
        }
        search.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Calls a function with the player, after the search.
    fn with_player(&mut self, call: impl FnOnce(&mut Player)) -> io::Result<()> {
        self.stop();
        self.finish()?;
        call(&mut lock(&self.shared.player));
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = (words[..at].join(" ").to_lowercase(), words.get(at + 1));
        let number = |least: usize, most: usize| -> Option<usize> {
            Some(value?.parse::<usize>().ok()?.clamp(least, most))
        };
        match name.as_str() {
            "clear hash" => return self.with_player(Player::forget),
            "multipv" => self.lines = number(1, MAX_LINES).unwrap_or(self.lines),
            "move overhead" => {
                let overhead = number(0, 5000).map(|time| Duration::from_millis(time as u64));
                self.overhead = overhead.unwrap_or(self.overhead);
            }
            "uci_chess960" => {
                self.castling = (value == Some(&"true")).then_some(CastlingForm::KingTakesRook);
            }
            "hash" | "threads" => {
                let (hash, threads) = match name.as_str() {
                    "hash" => (number(1, MAX_HASH), None),
                    _ => (None, number(1, MAX_THREADS)),
                };
                let options = Options {
                    hash: hash.unwrap_or(self.options.hash),
                    threads: threads.unwrap_or(self.options.threads),
                    ..self.options
                };
                self.stop();
                self.finish()?;
                match Player::new(&options) {
                    Ok(player) => {
                        *lock(&self.shared.player) = player;
                        self.options = options;
                    }
                    Err(error) => say(&self.shared.output, format_args!("info string {error}"))?,
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.stop();
        self.finish()?;
        let (limits, is_endless) = self.limits(words);
        let control =
            if words.contains(&"ponder") { Control::pondering() } else { Control::default() };
        let control = Arc::new(control);
        let castling = self.castling.unwrap_or(self.game.start().castling_form());
        let (shared, game, of_thread) = (self.shared, self.game.clone(), Arc::clone(&control));
        let thread = thread::Builder::new().spawn_scoped(self.scope, move || {
            let mut written = Ok(());
            let mut player = lock(&shared.player);
            let report = player.think(&game, &limits, &of_thread, &mut |report| {
                if written.is_ok() {
                    written = info(&shared.output, report, castling);
                }
            });
            // The protocol forbids an answer before it is asked for.
            while !of_thread.is_stopped() && (is_endless || of_thread.is_pondering()) {
                thread::sleep(Duration::from_millis(1));
            }
            let text = |mv: Option<Move>| mv.map(|mv| mv.uci(castling).to_string());
            let best = text(report.best()).unwrap_or_else(|| NULL_MOVE.into());
            let ponder = text(report.ponder()).map(|mv| format!(" ponder {mv}"));
            written?;
            say(&shared.output, format_args!("bestmove {best}{}", ponder.unwrap_or_default()))
        })?;
        self.search = Some(Search { control, thread, is_endless });
        Ok(())
    }

    /// Reads the limits of `go`, and whether nothing but a command ends the search.
    fn limits(&self, words: &[&str]) -> (Limits, bool) {
        let number = |name: &str| -> Option<u64> {
            let at = words.iter().position(|&word| word == name)?;
            // A clock may be negative.
            Some(words.get(at + 1)?.parse::<i64>().ok()?.max(0) as u64)
        };
        let time = |name: &str| number(name).map(Duration::from_millis);
        let (clock, increment) = match self.game.position().turn() {
            Color::White => ("wtime", "winc"),
            Color::Black => ("btime", "binc"),
        };
        let small = |name: &str| number(name).map(|number| number.min(u64::from(u32::MAX)) as u32);
        let clock = time(clock).map(|left| Clock {
            left,
            increment: time(increment).unwrap_or_default(),
            moves: small("movestogo"),
            overhead: self.overhead,
        });
        let position = self.game.position();
        let from =
            words.iter().position(|&word| word == "searchmoves").map_or(words.len(), |at| at + 1);
        let moves = words[from..].iter().map_while(|word| position.parse_uci(word).ok()).collect();
        let limits = Limits {
            depth: small("depth"),
            nodes: number("nodes"),
            mate: small("mate"),
            time: time("movetime").map(|time| time.saturating_sub(self.overhead)),
            clock,
            moves,
            lines: self.lines,
        };
        let has_limit = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.time.is_some()
            || limits.clock.is_some();
        (limits, words.contains(&"infinite") || !has_limit)
    }
}

/// Reads the arguments of `position`; moves after one that is not legal are an error.
fn read_game(words: &[&str]) -> Result<Game, String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match &words[..end] {
        ["startpos"] => Position::INITIAL,
        ["fen", fields @ ..] => fields.join(" ").parse().map_err(|error| format!("{error}"))?,
        _ => return Err("a position is startpos or fen, and moves".into()),
    };
    let mut game = Game::new(start);
    for word in words.iter().skip(end + 1) {
        let mv = game.position().parse_uci(word).map_err(|error| format!("{word}: {error}"))?;
        game.play_unchecked(mv);
    }
    Ok(game)
}

/// Writes what an iteration has found.
fn info(output: &Mutex<impl Write>, report: &Report, castling: CastlingForm) -> io::Result<()> {
    let Report { lines, depth, deepest, nodes, time, table_used } = report;
    let milliseconds = time.as_millis();
    let speed = u128::from(*nodes) * 1000 / milliseconds.max(1);
    for (number, line) in lines.iter().enumerate() {
        let score = match line.score {
            Score::Centipawns(score) => format!("cp {score}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let moves: Vec<String> = line.moves.iter().map(|mv| mv.uci(castling).to_string()).collect();
        say(
            output,
            format_args!(
                "info depth {depth} seldepth {deepest} multipv {} score {score} nodes {nodes} nps \
                 {speed} hashfull {table_used} time {milliseconds} pv {}",
                number + 1,
                moves.join(" "),
            ),
        )?;
    }
    Ok(())
}
