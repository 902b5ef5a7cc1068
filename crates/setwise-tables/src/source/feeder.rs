//! Reading inputs one after the other.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::{Frame, Inputs, Meter, PieceData, Source, Tap};
use crate::piece_text::{Spare, Text};
use crate::read_chunk::ReadChunk;
use crate::record::GamePlace;
use crate::table::{Group, Table, Wants};

/// The part of an input whose games are read: those that begin in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Where the part begins.
    pub from: From,
    /// The first place that is not part of it; `None` is the end of the input.
    pub to: Option<GamePlace>,
}

/// Where reading an input begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum From {
    /// At the start of the input.
    #[default]
    Start,
    /// At the first line after a place that looks like the start of a game. Whether it is one shows
    /// when the part before it has been read: it ends where this one begins, or else this one must
    /// be read again from where that ended. The offset of the place must be 0 in a Zstandard file.
    Guess(GamePlace),
    /// At the start of a game.
    Game(GamePlace),
}

/// Something that comes from an input, in order.
pub(crate) enum Raw {
    Open(Opened),
    /// Pieces of at most [`PIECE`](crate::split::PIECE) bytes, one after the other.
    Text(GamePlace, Vec<Text>),
    /// Such pieces, after which more text of the same frame comes.
    Portion(GamePlace, Vec<Text>),
    Frame(Frame),
    /// Rows of a table.
    Rows(Group),
    /// What was made of rows.
    Read(ReadChunk),
    Close(Option<io::Error>),
}

/// How the text of an input begins.
#[derive(Clone, Copy)]
pub(crate) struct Opened {
    pub(crate) input: u32,
    /// Whether everything before the first guess is left out.
    pub(crate) from_guess: bool,
    /// The place of the first game, if it is inside the input.
    pub(crate) game: Option<GamePlace>,
    /// The number of bytes before the first game that are left out.
    pub(crate) skip: u64,
}

/// Opens inputs one after the other and reads them.
pub(crate) struct Feeder<'i> {
    inputs: &'i Inputs,
    range: Range,
    next_input: u32,
    source: Option<Source>,
    /// The table that is read, in the place of a source.
    table: Option<Table>,
    /// The columns that are needed, if inputs may be tables.
    wants: Option<Wants>,
    /// Whether the last piece begins after the range.
    pub(crate) is_past: bool,
    /// The error of opening the input.
    failed: Option<io::Error>,
    meter: Meter,
    /// Buffers of pieces of text.
    spare: Spare,
    /// Buffers of compressed frames.
    compressed: Spare,
}

impl<'i> Feeder<'i> {
    pub(crate) fn new(inputs: &'i Inputs, range: Range, bytes: Arc<AtomicU64>) -> Feeder<'i> {
        Feeder {
            inputs,
            range,
            next_input: 0,
            source: None,
            table: None,
            wants: None,
            is_past: false,
            failed: None,
            meter: Meter::new(bytes),
            spare: Spare::default(),
            compressed: Spare::default(),
        }
    }

    /// Returns where buffers of compressed frames are taken from.
    pub(crate) fn compressed(&self) -> &Spare {
        &self.compressed
    }

    /// Reads inputs that are tables too, if the columns are told that are needed.
    pub(crate) fn with_tables(self, wants: Option<Wants>) -> Feeder<'i> {
        Feeder { wants, ..self }
    }

    /// Shows a tap the bytes that are read from text inputs.
    pub(crate) fn with_tap(self, tap: Option<Tap>) -> Feeder<'i> {
        Feeder { meter: self.meter.with_tap(tap), ..self }
    }

    /// Reads the next piece; `None` after the last input.
    pub(crate) fn next(&mut self) -> Option<Raw> {
        if let Some(error) = self.failed.take() {
            return Some(Raw::Close(Some(error)));
        }
        if let Some(table) = &mut self.table {
            return Some(match table.next() {
                Some(Ok(group)) => {
                    self.meter.add(group.bytes());
                    Raw::Rows(group)
                }
                end => {
                    self.table = None;
                    Raw::Close(end.and_then(Result::err))
                }
            });
        }
        let Some(source) = &mut self.source else {
            let path = self.inputs.paths().get(self.next_input as usize)?;
            self.next_input += 1;
            let (place, from_guess) = match self.range.from {
                From::Start => (None, false),
                // A guess begins after a line feed, which may be just before the place.
                From::Guess(GamePlace { frame, offset }) => (
                    Some(GamePlace { frame, offset: offset.saturating_sub(1) }),
                    offset > 0 || frame > 0,
                ),
                From::Game(place) => (Some(place), false),
            };
            let is_inside = |place: &GamePlace| !from_guess && *place != GamePlace::default();
            let game = place.filter(is_inside);
            let mut opened = Opened { input: self.next_input - 1, from_guess, game, skip: 0 };
            let table = match &self.wants {
                Some(wants) => Table::open(opened.input, path, wants, &self.meter),
                None => Ok(None),
            };
            match table {
                Ok(None) => {}
                Ok(table) => {
                    self.table = table;
                    return Some(Raw::Open(opened));
                }
                Err(error) => {
                    self.failed = Some(error);
                    return Some(Raw::Open(opened));
                }
            }
            let source = match place {
                None => Source::open(path, &self.meter),
                Some(place) => Source::open_at(path, place, &self.meter),
            };
            match source {
                Ok(source) => {
                    let is_in_frame = source.is_in_frames();
                    opened.skip = game.filter(|_| is_in_frame).map_or(0, |game| game.offset);
                    self.source = Some(source.with_spare(&self.spare, &self.compressed));
                }
                Err(error) => self.failed = Some(error),
            }
            return Some(Raw::Open(opened));
        };
        match source.next() {
            Ok(Some(piece)) => {
                self.is_past = self.range.to.is_some_and(|to| piece.start >= to);
                Some(match piece.data {
                    PieceData::Text(text) => Raw::Text(piece.start, vec![text]),
                    PieceData::Frame(frame) => Raw::Frame(Frame::new(piece.start, frame)),
                })
            }
            Ok(None) => {
                self.source = None;
                Some(Raw::Close(None))
            }
            Err(error) => {
                self.source = None;
                Some(Raw::Close(Some(error)))
            }
        }
    }
}
