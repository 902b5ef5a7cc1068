//! Errors of games that name the game, the players and the move.

use std::{fmt, io};

use super::{Fault, Nag, Next, PgnError, Replay, Termination, Text, Visitor};
use setwise::Color;

/// The maximum number of characters of a player's name in a message.
const LONGEST_NAME: usize = 80;

/// Reads games with a visitor, and remembers the players of the game and where in it the reader is.
///
/// The visitor has a [`Replay`] that receives all calls, or is one.
///
/// ```
/// use setwise_pgn::{Described, Reader, Replay};
///
/// let text = "[White \"A\"] [Black \"B\"] 1. e4 Ke6 *";
/// let mut reader = Reader::new(text.as_bytes());
/// let mut games = Described::new(Replay::new(), Some("games.pgn".to_owned()));
/// let game = games.read_game(|visitor| reader.read_game(visitor))?.expect("a game");
/// assert_eq!(
///     game.unwrap_err().to_string(),
///     "games.pgn:1:31: game 1 (A - B), 1... Ke6: the move is not legal in this position"
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Described<V> {
    /// The visitor, which receives all calls.
    pub visitor: V,
    file: Option<String>,
    /// The number of games that were read.
    pub games: u64,
    white: Option<String>,
    black: Option<String>,
    /// Whether the moves of the game have begun.
    in_moves: bool,
}

impl<V: Visitor + AsRef<Replay>> Described<V> {
    /// Begins a source of games, which may be a file.
    pub fn new(visitor: V, file: Option<String>) -> Described<V> {
        Described { visitor, file, games: 0, white: None, black: None, in_moves: false }
    }

    /// Reads a game with a function that calls a reader, as [`Reader::read_game`] does.
    ///
    /// [`Reader::read_game`]: super::Reader::read_game
    pub fn read_game(
        &mut self,
        read: impl FnOnce(&mut Self) -> io::Result<Option<Result<(), PgnError>>>,
    ) -> io::Result<Option<Result<(), GameError>>> {
        let Some(game) = read(self)? else { return Ok(None) };
        self.games += 1;
        Ok(Some(game.map_err(|error| self.error(error))))
    }

    /// Describes an error of the last game.
    fn error(&self, error: PgnError) -> GameError {
        let replay = self.visitor.as_ref();
        let wrong = replay.wrong_move();
        let position = wrong.map_or(replay.position(), |(_, position)| position);
        GameError {
            file: self.file.clone(),
            game: self.games,
            players: self.white.clone().zip(self.black.clone()),
            place: self.in_moves.then(|| (position.fullmoves(), position.turn())),
            text: wrong.map(|(text, _)| text.decode().into_owned()),
            error,
        }
    }
}

impl<V: Visitor> Visitor for Described<V> {
    fn begin_game(&mut self) -> Next {
        (self.white, self.black, self.in_moves) = (None, None, false);
        self.visitor.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        let player = match name {
            "White" => Some(&mut self.white),
            "Black" => Some(&mut self.black),
            _ => None,
        };
        if let Some(player) = player {
            *player = Some(value.decode().chars().take(LONGEST_NAME).collect());
        }
        self.visitor.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.in_moves = true;
        self.visitor.end_tags()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.visitor.san(san)
    }

    fn nag(&mut self, nag: Nag) {
        self.visitor.nag(nag);
    }

    fn comment(&mut self, piece: Text<'_>, is_last: bool) {
        self.visitor.comment(piece, is_last);
    }

    fn begin_variation(&mut self) -> Next {
        self.visitor.begin_variation()
    }

    fn end_variation(&mut self) {
        self.visitor.end_variation();
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.visitor.end_game(termination)
    }
}

/// The error of a game, with what helps to find it.
#[derive(Clone, Debug)]
pub struct GameError {
    /// The path of the file, if there is one.
    pub file: Option<String>,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// White and Black, if the game has both tags.
    pub players: Option<(String, String)>,
    /// The number and the side of the move, for an error among the moves.
    pub place: Option<(u32, Color)>,
    /// The text of a move that is wrong.
    pub text: Option<String>,
    /// The error.
    pub error: PgnError,
}

impl GameError {
    /// Returns the number and the side of the move, or `None` for the error of a result.
    pub fn turn(&self) -> Option<(u32, Color)> {
        self.place.filter(|_| !matches!(self.error.name(), "missing-result" | "mismatched-result"))
    }
}

/// Writes `FILE:LINE:COLUMN: game 3 (White - Black), 12... Nf3: message`.
impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        write!(f, "{}: game {}", self.error.place, self.game)?;
        if let Some((white, black)) = &self.players {
            write!(f, " ({white} - {black})")?;
        }
        if let Some((number, side)) = self.turn() {
            let dots = if side == Color::White { "." } else { "..." };
            match &self.text {
                Some(text) => write!(f, ", {number}{dots} {text}")?,
                None => write!(f, ", at {number}{dots}")?,
            }
        }
        write!(f, ": {}", self.error.message())
    }
}
