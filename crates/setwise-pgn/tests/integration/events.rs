//! Records the callbacks of a reader as text.

use std::io::Read;

use setwise_pgn::{Fault, Nag, Next, PgnError, Reader, Termination, Text, Visitor};

/// A visitor that records every call.
#[derive(Default)]
pub(crate) struct Events {
    pub(crate) text: String,
    /// The parts to skip.
    pub(crate) skips: Skips,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Skips {
    #[default]
    Nothing,
    Variations,
    Moves,
    Games,
}

impl Events {
    fn add(&mut self, event: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text += event;
    }

    fn next(&self, skips: &[Skips]) -> Next {
        if skips.contains(&self.skips) { Next::Skip } else { Next::Read }
    }
}

impl Visitor for Events {
    fn begin_game(&mut self) -> Next {
        self.add("game");
        self.next(&[Skips::Games])
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.add(&format!("{name}={}", value.decode()));
        Ok(())
    }

    fn end_tags(&mut self) -> Next {
        self.add("|");
        self.next(&[Skips::Moves])
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.add(&Text(san).decode());
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        self.add(&nag.to_string());
    }

    fn comment(&mut self, piece: Text<'_>, is_last: bool) {
        self.add(&format!("{{{}{}", piece.decode(), if is_last { "}" } else { "…" }));
    }

    fn begin_variation(&mut self) -> Next {
        let next = self.next(&[Skips::Variations]);
        if next == Next::Read {
            self.add("(");
        }
        next
    }

    fn end_variation(&mut self) {
        self.add(")");
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.add(termination.map_or("no end", Termination::as_str));
        Ok(())
    }
}

/// A source that yields one byte at a time, so that every token touches the end of the window.
pub(crate) struct Trickle<'b>(pub(crate) &'b [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(1);
        self.0.read(&mut buffer[..count])
    }
}

/// Returns the calls for a source, with the errors in between.
fn recorded<R: Read>(source: R, skips: Skips) -> String {
    let (mut reader, mut events) = (Reader::new(source), Events { text: String::new(), skips });
    while let Some(game) = reader.read_game(&mut events).expect("the source can be read") {
        if let Err(error) = game {
            events.add(&format!("<{error}>"));
        }
    }
    events.text
}

/// Returns the calls for some bytes; checks that they do not depend on the size of the reads.
#[track_caller]
pub(crate) fn events(bytes: impl AsRef<[u8]>) -> String {
    events_without(bytes, Skips::Nothing)
}

#[track_caller]
pub(crate) fn events_without(bytes: impl AsRef<[u8]>, skips: Skips) -> String {
    let bytes = bytes.as_ref();
    let text = recorded(bytes, skips);
    assert_eq!(text, recorded(Trickle(bytes), skips));
    text
}

/// Returns the errors of some bytes.
pub(crate) fn errors<V: Visitor>(bytes: impl AsRef<[u8]>, visitor: &mut V) -> Vec<PgnError> {
    let mut reader = Reader::new(bytes.as_ref());
    let games = std::iter::from_fn(|| reader.read_game(visitor).expect("bytes can be read"));
    games.filter_map(Result::err).collect()
}
