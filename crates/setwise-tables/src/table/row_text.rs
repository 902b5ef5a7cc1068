//! Rows of other programs, which are read as a game in PGN each.

use std::io;

use setwise_pgn::threads::{Fold, ReadGame};
use setwise_pgn::{Deviation, InMemory, Next, Reader, Visitor};

use super::Wants;
use crate::read::{AnyPart, Records};
use crate::record::{GamePlace, Recorder};
use crate::tags::Tag;
use crate::texts::game_tree;

/// The names of variants in the events of Lichess, whose tables have no column for them.
const VARIANTS: [&str; 8] = [
    "Antichess",
    "Atomic",
    "Chess960",
    "Crazyhouse",
    "Horde",
    "King of the Hill",
    "Racing Kings",
    "Three-check",
];

/// Returns whether a column has the start of games.
pub(super) fn is_fen(name: &str) -> bool {
    name.eq_ignore_ascii_case("fen")
}

/// Returns whether a column is read as a tag: it is wanted, or tells how the game is read.
pub(super) fn is_read(name: &str, wants: &Wants) -> bool {
    wants.all
        || is_fen(name)
        || ["SetUp", "Variant", "Event"].contains(&name)
        || Tag::from_name(name).is_some_and(|tag| wants.tags.contains(&tag))
}

/// The notation of the moves of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// The text of a game in PGN after its tags.
    #[cfg(feature = "tables")]
    Pgn,
    /// Moves as in UCI.
    Uci,
}

/// A row as a game in PGN.
#[derive(Default)]
pub(super) struct RowText {
    text: String,
    has_variant: bool,
    variant: Option<&'static str>,
}

impl RowText {
    /// Forgets the last row.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        (self.has_variant, self.variant) = (false, None);
    }

    /// Adds a tag. A name that PGN cannot have is left out.
    pub(super) fn tag(&mut self, name: &str, value: &str) {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_letter) {
            return;
        }
        self.has_variant |= name == "Variant";
        if name == "Event" && (value.starts_with("Rated ") || value.starts_with("Casual ")) {
            let is_named =
                |variant: &&str| value.to_ascii_lowercase().contains(&variant.to_ascii_lowercase());
            self.variant = VARIANTS.into_iter().find(is_named);
        }
        self.text.push('[');
        self.text.push_str(name);
        self.text.push_str(" \"");
        for letter in value.chars() {
            if matches!(letter, '"' | '\\') {
                self.text.push('\\');
            }
            self.text.push(if letter.is_control() { ' ' } else { letter });
        }
        self.text.push_str("\"]\n");
    }

    /// Adds the moves, and passes the game to a collector.
    pub(super) fn read<'t>(
        &mut self,
        (moves, notation): (&str, Moves),
        (input, place): (u32, GamePlace),
        records: &Records<'t>,
        recorder: &mut Recorder<'t>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        if let Some(variant) = self.variant.filter(|_| !self.has_variant) {
            self.tag("Variant", variant);
        }
        self.text.push('\n');
        // A text without anything has no game.
        self.text.push_str(if moves.trim().is_empty() { "*" } else { moves });
        self.text.push('\n');
        let own = recorder.options;
        let options = match notation {
            #[cfg(feature = "tables")]
            Moves::Pgn => own,
            Moves::Uci => own.accept(Deviation::CoordinateMove),
        };
        recorder.clear();
        recorder.accept(options);
        let mut reader = Reader::with_options(InMemory(self.text.as_bytes()), options);
        let result = reader.read_game(recorder)?.unwrap_or(Ok(()));
        let is_alone = reader.read_game(&mut Ignored)?.is_none();
        if !is_alone {
            recorder.record.row_error = Some("refused".to_owned());
        }
        recorder.record.is_row = true;
        let game = ReadGame { input, place, start: 0, result };
        let wants_text = records.add(part, recorder, game);
        recorder.accept(own);
        if wants_text {
            let tree = (notation == Moves::Uci).then(|| game_tree(self.text.as_bytes(), options));
            match tree.flatten() {
                Some(tree) => records.text(part, Some(tree.to_string().as_bytes())),
                None => records.text(part, Some(self.text.as_bytes())),
            }
        }
        Ok(())
    }
}

/// Skips a game.
struct Ignored;

impl Visitor for Ignored {
    fn begin_game(&mut self) -> Next {
        Next::Skip
    }
}
