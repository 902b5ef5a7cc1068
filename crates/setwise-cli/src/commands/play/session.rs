//! The state of a game, and the commands of the user.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use setwise::notation::san::SanOptions;
use setwise::{Color, Game, Outcome, Position};
use setwise_pgn::Termination;
use setwise_player::{Level, Line, Opponent, Options, ending};

use super::sets;
use crate::commands::show;
use crate::standard_error::print_line;
use crate::verdict::Failure;

/// The commands of the user, each with its meaning.
pub(super) const COMMANDS: &str = "  \
  board      draw the board
  moves      list the legal moves
  hint       suggest a move, by a search of half a million positions
  why        list the sets of squares behind the last move of the computer
  undo       take back the last move of the computer and yours before it
  save FILE  write the game so far to a PGN file
  resign     give up
  quit       end the program
  help       list these commands";

/// A game of the user against a level.
pub(super) struct Session {
    game: Game,
    user: Color,
    pub(super) opponent: Opponent,
    /// Whether `save` replaces files that exist.
    replaces: bool,
    /// The file that `save` wrote last, which it may write again.
    saved: Option<PathBuf>,
    /// What the computer expected when it chose its last move.
    expected: Option<Line>,
    /// The result, once the game has ended.
    result: Option<Termination>,
}

impl Session {
    pub(super) fn new(
        start: Position,
        user: Color,
        level: Level,
        seed: u64,
        replaces: bool,
    ) -> Result<Session, Failure> {
        let opponent = Opponent::new(&Options::default(), level, seed)
            .map_err(|error| Failure::Run(error.to_string()))?;
        let game = Game::new(start);
        let (saved, expected, result) = (None, None, None);
        Ok(Session { game, user, opponent, replaces, saved, expected, result })
    }

    /// Returns whether the game has ended.
    pub(super) fn is_over(&self) -> bool {
        self.result.is_some()
    }

    /// Returns whether it is the turn of the user.
    pub(super) fn is_users_turn(&self) -> bool {
        self.game.position().turn() == self.user
    }

    /// Draws the board from the side of the user.
    pub(super) fn draw(&self, out: &mut impl Write) -> Result<(), Failure> {
        Ok(writeln!(out, "{}", show::board(self.game.position(), self.user))?)
    }

    /// Plays the move of the computer if it is its turn, and announces the end of the game.
    pub(super) fn answer(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        self.announce(out)?;
        if self.is_over() || self.is_users_turn() {
            return Ok(());
        }
        let answer = self.opponent.answer(&self.game);
        self.opponent.take_faults().iter().for_each(print_line);
        let Some(line) = answer else { return Ok(()) };
        let mv = line.moves[0];
        writeln!(out, "computer: {}\n", self.game.position().san(mv))?;
        self.expected = Some(line);
        self.game.play_unchecked(mv);
        self.draw(out)?;
        self.announce(out)
    }

    /// Announces the end of the game by its rules.
    fn announce(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        if self.is_over() {
            return Ok(());
        }
        match ending(&self.game) {
            Some((result, reason)) => self.end(result, &reason, out),
            None => Ok(()),
        }
    }

    /// Ends the game with a result in the notation of PGN.
    fn end(&mut self, result: &str, reason: &str, out: &mut impl Write) -> Result<(), Failure> {
        self.result = Termination::from_bytes(result.as_bytes());
        Ok(writeln!(out, "{result}: {reason}")?)
    }

    /// Plays a move of the user, or does what a command asks for.
    pub(super) fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<(), Failure> {
        let (command, path) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command.to_lowercase().as_str(), path.trim()) {
            ("", _) => writeln!(out, "your move, or a command: `help` lists them")?,
            ("help", "") => {
                writeln!(out, "a move, as in Nf3 or g1f3, or a command:\n{COMMANDS}")?;
            }
            ("board", "") => self.draw(out)?,
            ("moves", "") => {
                let position = self.game.position();
                let moves = position.legal_moves().into_iter();
                let mut moves: Vec<_> = moves.map(|mv| position.san(mv).to_string()).collect();
                moves.sort_unstable();
                writeln!(out, "{}", moves.join(" "))?;
            }
            ("hint", "") => self.hint(out)?,
            ("why", "") => self.why(out)?,
            ("undo", "") => self.undo(out)?,
            ("save", "") => writeln!(out, "save: the name of a file is missing")?,
            ("save", path) => self.save(Path::new(path), out)?,
            ("resign", "") => {
                let winner = Outcome::Checkmate { winner: !self.user }.result();
                self.end(winner, &format!("{} wins: {} resigns", !self.user, self.user), out)?;
            }
            ("quit", "") => self.result = Some(Termination::Unknown),
            (
                command
                @ ("help" | "board" | "moves" | "hint" | "why" | "undo" | "resign" | "quit"),
                _,
            ) => writeln!(out, "{command}: nothing may follow it")?,
            _ => self.play(line, out)?,
        }
        Ok(())
    }

    fn play(&mut self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        match self.game.position().parse_san_with(text, SanOptions::LENIENT) {
            Ok(mv) => self.game.play_unchecked(mv),
            Err(error) => writeln!(out, "{text:?}: {error}; `help` lists commands")?,
        }
        Ok(())
    }

    fn hint(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(mv) = self.opponent.hint(&self.game) {
            writeln!(out, "hint: {}", self.game.position().san(mv))?;
        }
        Ok(())
    }

    fn why(&self, out: &mut impl Write) -> Result<(), Failure> {
        match self.game.moves().next_back() {
            Some((before, mv)) => {
                let text = sets::of_move(before, mv, self.expected.as_ref());
                Ok(write!(out, "{text}")?)
            }
            None => Ok(writeln!(out, "why: the computer has not moved yet")?),
        }
    }

    /// Takes back the move of the computer and the move of the user before it.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.moves().len() < 2 {
            return Ok(writeln!(out, "undo: you have not moved yet")?);
        }
        self.game.undo();
        self.game.undo();
        self.expected = None;
        self.draw(out)
    }

    fn save(&mut self, path: &Path, out: &mut impl Write) -> Result<(), Failure> {
        let replaces = self.replaces || self.saved.as_deref() == Some(path);
        match self.store(path, replaces) {
            Ok(()) => {
                self.saved = Some(path.to_owned());
                writeln!(out, "the game is in {}", path.display())?;
            }
            Err(reason) => writeln!(out, "{reason}")?,
        }
        Ok(())
    }

    /// Writes the game to a PGN file, which must be new unless it is replaced.
    pub(super) fn store(&self, path: &Path, replaces: bool) -> Result<(), String> {
        let tree = self.opponent.record(&self.game, self.user, self.result);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).create_new(!replaces);
        let written = options.open(path).and_then(|mut file| write!(file, "{tree}"));
        written.map_err(|error| {
            let reason = match error.kind() {
                ErrorKind::AlreadyExists if path.is_dir() => "it is a directory".to_owned(),
                ErrorKind::AlreadyExists => "the file exists (--force replaces it)".to_owned(),
                _ => error.to_string(),
            };
            format!("cannot write {}: {reason}", path.display())
        })
    }
}
