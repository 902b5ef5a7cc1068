//! The protocol of chess programs, UCI (Stefan Meyer-Kahlen and Rudolf Huber, 2000).
//!
//! A line whose first word is no command is ignored. What is wrong in a command is named in an
//! `info string`.

mod go;
mod perft;
#[cfg(test)]
mod tests;

use std::collections::hash_map::RandomState;
use std::fmt::Display;
use std::hash::BuildHasher;
use std::io::{self, BufRead, Read, Write};
use std::num::NonZero;
use std::slice;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use go::Go;
use setwise::notation::fen::Form;
use setwise::notation::uci::CastlingForm;
use setwise::{Game, Position};

use crate::endgames::{Choice, Endgames};
use crate::{Control, Level, Line, Options, Player, Report, Score};

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// The most memory for the hash table, in MiB.
const MAX_HASH: usize = 1 << 20;
const MAX_THREADS: usize = 1024;
const MAX_LINES: usize = 256;
/// The most time that each move takes besides the search, in milliseconds.
const MAX_OVERHEAD: usize = 5000;
/// The answer where there is no move. The null move, 0000, would be one.
const NO_MOVE: &str = "bestmove (none)";

/// Answers commands of the protocol, until `quit` or the end of the input.
///
/// At the end of the input a search with a limit of time or nodes goes on until it is reached, and
/// any other is stopped. If the output cannot be written, every search is stopped.
///
/// # Errors
///
/// Fails if the input cannot be read, or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let shared = Shared {
        output: Mutex::new(output),
        player: Mutex::new(Player::new(&Options::default()).map_err(io::Error::other)?),
    };
    thread::scope(|scope| {
        let (searches, received) = mpsc::channel::<Search<'_>>();
        thread::Builder::new().spawn_scoped(scope, move || {
            for Search { run, control, over } in received {
                // If the session has panicked, no thread receives the result.
                let _ = over.send(run(&control));
            }
        })?;
        let mut session = Session {
            shared: &shared,
            searches,
            game: Ok(Game::default()),
            options: Options::default(),
            lines: 1,
            overhead: Duration::from_millis(10),
            castling: None,
            level: Level::ALL[7],
            is_limited: false,
            is_analysing: false,
            endgames: Choice::default(),
            search: None,
        };
        let end = session.answer(input);
        let goes_on = |search: &Running| search.ends_soon && !search.control.is_pondering();
        if !matches!(end, Ok(End::OfInput)) || !session.search.as_ref().is_some_and(goes_on) {
            session.stop();
        }
        let last = session.finish();
        end.and(last)
    })
}

/// Why no further line is read.
enum End {
    OfInput,
    Quit,
}

struct Shared<W> {
    output: Mutex<W>,
    player: Mutex<Player>,
}

/// Searches and answers, until it is stopped.
type Run<'e> = Box<dyn FnOnce(&Control) -> io::Result<()> + Send + 'e>;

/// A search for the thread of searches. The thread lives as long as the session: on a busy machine
/// a thread that wakes gets the processor earlier than a new one.
struct Search<'e> {
    run: Run<'e>,
    control: Arc<Control>,
    over: Sender<io::Result<()>>,
}

/// A search that goes on, or has ended.
struct Running {
    control: Arc<Control>,
    over: Receiver<io::Result<()>>,
    /// It goes on after the end of the input, unless it is pondering.
    ends_soon: bool,
}

struct Session<'e, W> {
    shared: &'e Shared<W>,
    searches: Sender<Search<'e>>,
    /// The game to its last position, or why the last `position` was refused.
    game: Result<Game, String>,
    options: Options,
    lines: usize,
    overhead: Duration,
    /// How castling is written; by default as the position needs.
    castling: Option<CastlingForm>,
    /// The level of play if the strength is limited.
    level: Level,
    is_limited: bool,
    /// Analysis is in full strength.
    is_analysing: bool,
    /// Used in full strength.
    endgames: Choice,
    search: Option<Running>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say(output: &Mutex<impl Write>, text: impl Display) -> io::Result<()> {
    let mut output = lock(output);
    writeln!(output, "{text}")?;
    output.flush()
}

impl<'e, W: Write + Send> Session<'e, W> {
    /// Reads lines and does what they ask for.
    fn answer(&mut self, mut input: impl BufRead) -> io::Result<End> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                return Ok(End::OfInput);
            }
            if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
                input.skip_until(b'\n')?;
                self.note(format_args!("a line of more than {LONGEST_LINE} bytes is ignored"))?;
                continue;
            }
            let text = String::from_utf8_lossy(&line);
            let words: Vec<&str> = text.trim_start_matches('\u{feff}').split_whitespace().collect();
            if !self.command(&words)? {
                return Ok(End::Quit);
            }
        }
    }

    /// Writes an `info string`, which other programs show to a person.
    fn note(&self, text: impl Display) -> io::Result<()> {
        say(&self.shared.output, format_args!("info string {text}"))
    }

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
                     option name Move Overhead type spin default 10 min 0 max {MAX_OVERHEAD}\n\
                     option name Ponder type check default false\n\
                     option name UCI_Chess960 type check default false\n\
                     option name UCI_LimitStrength type check default false\n\
                     option name UCI_Elo type spin default {most} min {least} max {most}\n\
                     option name UCI_AnalyseMode type check default false\n\
                     {endgames}option name Clear Hash type button\n\
                     uciok",
                    env!("CARGO_PKG_VERSION"),
                    endgames = Choice::OPTIONS,
                    least = Level::ALL[0].elo(),
                    most = Level::ALL[7].elo(),
                ),
            )?,
            ["isready", ..] => say(&self.shared.output, "readyok")?,
            ["ucinewgame", ..] => self.with_player(Player::forget)?,
            ["setoption", name, rest @ ..] if name.eq_ignore_ascii_case("name") => {
                self.set_option(rest)?;
            }
            ["position", arguments @ ..] => {
                self.game = match read_game(arguments) {
                    Ok((game, note)) => {
                        note.map_or(Ok(()), |note| self.note(note))?;
                        Ok(game)
                    }
                    Err(why) => {
                        self.note(&why)?;
                        Err(why)
                    }
                }
            }
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

    /// Waits for the end of the search.
    fn finish(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        search.over.recv().map_err(|_| io::Error::other("the search has panicked"))?
    }

    /// Calls a function with the player, after the search.
    fn with_player(&mut self, call: impl FnOnce(&mut Player)) -> io::Result<()> {
        self.stop();
        self.finish()?;
        call(&mut lock(&self.shared.player));
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let is_value = |word: &&str| word.eq_ignore_ascii_case("value");
        let at = words.iter().position(is_value).unwrap_or(words.len());
        let (name, value) = (words[..at].join(" "), words.get(at + 1).copied().unwrap_or(""));
        match name.to_lowercase().as_str() {
            "clear hash" => self.with_player(Player::forget)?,
            "uci_chess960" => {
                if let Some(is_chess960) = self.truth(&name, value)? {
                    self.castling = is_chess960.then_some(CastlingForm::KingTakesRook);
                }
            }
            "uci_limitstrength" => {
                self.is_limited = self.truth(&name, value)?.unwrap_or(self.is_limited);
            }
            "uci_analysemode" => {
                self.is_analysing = self.truth(&name, value)?.unwrap_or(self.is_analysing);
            }
            "uci_elo" => {
                if let Some(elo) = self.number(&name, value, usize::from(u16::MAX))? {
                    self.level = Level::of_elo(elo as u16);
                    let (level, elo) = (self.level, self.level.elo());
                    self.note(format_args!("level {level}, which has an Elo of {elo}"))?;
                }
            }
            "multipv" => {
                if let Some(lines) = self.number(&name, value, MAX_LINES)? {
                    self.lines = lines.max(1);
                }
            }
            "move overhead" => {
                if let Some(overhead) = self.number(&name, value, MAX_OVERHEAD)? {
                    self.overhead = Duration::from_millis(overhead as u64);
                }
            }
            "hash" => {
                if let Some(hash) = self.number(&name, value, MAX_HASH)? {
                    self.replace_player(Options { hash: hash.max(1), ..self.options })?;
                }
            }
            "threads" => {
                let Some(threads) = self.number(&name, value, MAX_THREADS)? else { return Ok(()) };
                let most = thread::available_parallelism().map_or(1, NonZero::get);
                if threads > most {
                    let why =
                        format_args!("this machine runs {most} threads at once: {most} are used");
                    self.note(why)?;
                }
                self.replace_player(Options { threads: threads.clamp(1, most), ..self.options })?;
            }
            // It says that the program may ponder; whether to is said by each `go`.
            "ponder" => {}
            "skill level" => {
                self.note(format_args!("no option {name}; see UCI_LimitStrength and UCI_Elo"))?;
            }
            small => match self.endgames.set(small, &words[words.len().min(at + 1)..].join(" ")) {
                Some(set) => set.or_else(|why| self.note(format_args!("{name}: {why}")))?,
                None => self.note(format_args!("no option {name}"))?,
            },
        }
        Ok(())
    }

    /// Reads the value of an option as true or false. Another value is named.
    fn truth(&self, name: &str, value: &str) -> io::Result<Option<bool>> {
        let truth = value.to_lowercase().parse().ok();
        if truth.is_none() {
            self.note(format_args!("{name}: expected true or false"))?;
        }
        Ok(truth)
    }

    /// Reads the value of an option as a number, at most `most`. Another value is named.
    fn number(&self, name: &str, value: &str, most: usize) -> io::Result<Option<usize>> {
        match value.parse::<u64>() {
            Ok(number) => Ok(Some(number.min(most as u64) as usize)),
            Err(_) => {
                self.note(format_args!("{name}: expected a whole number of at most {most}"))?;
                Ok(None)
            }
        }
    }

    /// Replaces the player. Its table is given back first, so that memory for one is enough. If
    /// there is none, the options before are kept; if there is none for these, the least.
    fn replace_player(&mut self, options: Options) -> io::Result<()> {
        self.stop();
        self.finish()?;
        let mut player = lock(&self.shared.player);
        let before = self.options;
        self.options = Options { hash: 0, threads: 1, ..before };
        *player = Player::new(&self.options).map_err(io::Error::other)?;
        for options in [options, before] {
            match Player::new(&options) {
                Ok(new) => {
                    *player = new;
                    self.options = options;
                    break;
                }
                Err(error) => self.note(error)?,
            }
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.stop();
        self.finish()?;
        let (game, why) = match &self.game {
            Ok(game) => (game.clone(), None),
            Err(why) => {
                let why = format!("there is no position to search: {why}");
                (Game::default(), Some(why))
            }
        };
        if let (["perft", depth @ ..], None) = (words, &why) {
            return self.perft(&game, depth);
        }
        let mut go = Go::read(words, game.position(), self.overhead);
        for fault in why.as_ref().map_or(&go.faults[..], slice::from_ref) {
            self.note(fault)?;
        }
        let shared = self.shared;
        if why.is_some() || go.has_no_move {
            return self.begin(go.is_pondering, false, move |control| {
                wait(control, go.is_endless);
                say(&shared.output, NO_MOVE)
            });
        }
        let level = (self.is_limited && !self.is_analysing).then_some(self.level);
        let lines = self.lines;
        go.limits.lines = lines;
        if let Some(level) = level {
            go.limits = level.limit(go.limits);
        }
        let castling = self.castling.unwrap_or(game.start().castling_form());
        let endgames = self.endgames.get().filter(|_| level.is_none());
        self.begin(go.is_pondering, go.ends_soon(), move |control| {
            let mut written = Ok(());
            let mut tell = |report: &Report| {
                if written.is_ok() {
                    written = info(&shared.output, report, lines, castling);
                }
                if written.is_err() {
                    control.stop();
                }
            };
            let mut player = lock(&shared.player);
            player.endgames = endgames;
            let report = player.think(&game, &go.limits, control, &mut tell);
            for fault in player.endgames.iter().flat_map(Endgames::take_faults) {
                say(&shared.output, format_args!("info string {fault}"))?;
            }
            drop(player);
            // Programs read the score of every answer.
            if report.lines.is_empty() {
                let is_mate = game.position().is_check();
                let score = if is_mate { Score::Mate(0) } else { Score::Centipawns(0) };
                tell(&Report { lines: vec![Line { score, moves: Vec::new() }], ..report.clone() });
            } else if report.depth == 0 {
                tell(&report);
            }
            wait(control, go.is_endless);
            let chosen = match level {
                Some(level) => level.choose(&report, RandomState::new().hash_one(())),
                None => report.lines.first(),
            };
            let mut moves = chosen.into_iter().flat_map(|line| &line.moves);
            let mut text = || moves.next().map(|mv| mv.uci(castling).to_string());
            let Some(best) = text() else { return say(&shared.output, NO_MOVE) };
            let ponder = text().map(|mv| format!(" ponder {mv}"));
            written?;
            say(&shared.output, format_args!("bestmove {best}{}", ponder.unwrap_or_default()))
        })
    }

    /// Counts the sequences of moves below each move, and writes the counts as Stockfish does.
    fn perft(&mut self, game: &Game, depth: &[&str]) -> io::Result<()> {
        let Some(depth) = depth.first().and_then(|depth| depth.parse::<u8>().ok()) else {
            self.note("go perft: expected a depth of at most 255")?;
            return say(&self.shared.output, NO_MOVE);
        };
        let castling = self.castling.unwrap_or(game.start().castling_form());
        let (shared, position) = (self.shared, *game.position());
        self.begin(false, true, move |control| {
            perft::count(&position, depth, castling, control, &shared.output)
        })
    }

    /// Begins a search, or a count, on the thread of searches.
    fn begin(
        &mut self,
        is_pondering: bool,
        ends_soon: bool,
        search: impl FnOnce(&Control) -> io::Result<()> + Send + 'e,
    ) -> io::Result<()> {
        let control = if is_pondering { Control::pondering() } else { Control::default() };
        let control = Arc::new(control);
        let (over, is_over) = mpsc::channel();
        let search = Search { run: Box::new(search), control: Arc::clone(&control), over };
        self.searches.send(search).map_err(|_| io::Error::other("the search has panicked"))?;
        self.search = Some(Running { control, over: is_over, ends_soon });
        Ok(())
    }
}

/// Waits until the answer is asked for: the protocol forbids it before.
fn wait(control: &Control, is_endless: bool) {
    while !control.is_stopped() && (is_endless || control.is_pondering()) {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Reads the arguments of `position`. Moves after one that is not legal are an error. Returns the
/// game, and a note if something of the FEN was dropped.
fn read_game(words: &[&str]) -> Result<(Game, Option<String>), String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, note) = match &words[..end] {
        ["startpos"] => (Position::INITIAL, None),
        ["fen", fields @ ..] => {
            let fen = fields.join(" ");
            let read = |form| Position::parse_fen_ignoring_history(&fen, form);
            match read(Form::Lenient) {
                Ok(position) => (position, None),
                Err(dropped) => {
                    let position = read(Form::Repaired).map_err(|error| error.to_string())?;
                    (position, Some(format!("{dropped}; read as {position}")))
                }
            }
        }
        _ => return Err("a position is startpos or fen, and moves".into()),
    };
    let mut game = Game::new(start);
    for word in words.iter().skip(end + 1) {
        let mv = game.position().parse_uci(word).map_err(|error| format!("{word}: {error}"))?;
        game.play_unchecked(mv);
    }
    Ok((game, note))
}

/// Writes the best lines of an iteration, at most `most`.
fn info(
    output: &Mutex<impl Write>,
    report: &Report,
    most: usize,
    castling: CastlingForm,
) -> io::Result<()> {
    let Report { lines, depth, deepest, nodes, time, table_used } = report;
    let milliseconds = time.as_millis();
    let speed = u128::from(*nodes) * 1000 / milliseconds.max(1);
    for (number, line) in lines.iter().take(most).enumerate() {
        let score = match line.score {
            Score::Centipawns(score) => format!("cp {score}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let moves = line.moves.iter().map(|mv| format!(" {}", mv.uci(castling)));
        let moves: String = moves.collect();
        let pv = if moves.is_empty() { "" } else { " pv" };
        say(
            output,
            format_args!(
                "info depth {depth} seldepth {deepest} multipv {} score {score} nodes {nodes} nps \
                 {speed} hashfull {table_used} time {milliseconds}{pv}{moves}",
                number + 1,
            ),
        )?;
    }
    Ok(())
}
