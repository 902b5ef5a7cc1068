//! Errors of games that name the game, the players and the move.

use std::fmt;
use std::path::Path;

use serde_json::{Value, json};
use setwise::Color;
use setwise::notation::pgn::{
    Fault, Nag, Next, PgnError, PgnErrorKind, Replay, Termination, Text, Visitor,
};

/// The maximum number of characters of a player's name in a message.
const LONGEST_NAME: usize = 80;

/// A visitor that replays the games.
pub(crate) trait Replaying: Visitor {
    /// Returns the replay, which has received all calls of the visitor.
    fn replay(&self) -> &Replay;
}

/// A visitor that remembers the players of the game and where in it the reader is.
pub(super) struct Described<'v, V> {
    pub(super) visitor: &'v mut V,
    white: Option<String>,
    black: Option<String>,
    /// Whether the moves of the game have begun.
    in_moves: bool,
}

impl<'v, V: Replaying> Described<'v, V> {
    pub(super) fn new(visitor: &'v mut V) -> Described<'v, V> {
        Described { visitor, white: None, black: None, in_moves: false }
    }

    /// Describes an error of the last game.
    pub(super) fn error(&self, path: &Path, game: u64, error: PgnError) -> GameError {
        let replay = self.visitor.replay();
        let wrong = replay.wrong_move();
        let position = wrong.map_or(replay.position(), |wrong| wrong.position());
        let place = self.in_moves.then(|| (position.fullmoves(), position.turn()));
        GameError {
            file: path.display().to_string(),
            game,
            players: self.white.clone().zip(self.black.clone()),
            place,
            text: wrong.map(|wrong| wrong.text().decode().into_owned()),
            error,
        }
    }
}

impl<V: Visitor> Visitor for Described<'_, V> {
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
pub(crate) struct GameError {
    file: String,
    /// The number of the game in its file, from 1.
    game: u64,
    /// White and Black, if the game has both tags.
    players: Option<(String, String)>,
    /// The number and the side of the move, for an error among the moves.
    place: Option<(u32, Color)>,
    /// The text of a move that is wrong.
    text: Option<String>,
    error: PgnError,
}

impl GameError {
    /// Returns one record for `--json`.
    pub(crate) fn json(&self) -> Value {
        let GameError { file, game, players, place, text, error } = self;
        json!({
            "type": "error",
            "file": file,
            "game": game,
            "white": players.as_ref().map(|(white, _)| white),
            "black": players.as_ref().map(|(_, black)| black),
            "line": error.place.line,
            "column": error.place.column,
            "byte": error.place.byte,
            "move": place.map(|(number, _)| number),
            "side": place.map(|(_, side)| match side {
                Color::White => "white",
                Color::Black => "black",
            }),
            "text": text,
            "kind": error.kind.name(),
            "message": error.kind.to_string(),
        })
    }
}

/// Writes `FILE:LINE:COLUMN: game 3 (White - Black), 12... Nf3: message`.
impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: game {}", self.file, self.error.place, self.game)?;
        if let Some((white, black)) = &self.players {
            write!(f, " ({white} - {black})")?;
        }
        let is_result = matches!(
            self.error.kind,
            PgnErrorKind::MissingResult | PgnErrorKind::MismatchedResult(_)
        );
        if let Some((number, side)) = self.place.filter(|_| !is_result) {
            let dots = if side == Color::White { "." } else { "..." };
            match &self.text {
                Some(text) => write!(f, ", {number}{dots} {text}")?,
                None => write!(f, ", at {number}{dots}")?,
            }
        }
        write!(f, ": {}", self.error.kind)
    }
}
