//! Reading inputs one after the other.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::frame::Frame;
use super::piece::{Piece, Spare};
use super::read_chunk::ReadChunk;
use super::source::{Meter, Source};
use super::split::Cutter;
use super::{Beginning, Fill, Fills, Fold, PlaceRange};
use crate::files::{GamePlace, Inputs};

/// Something that comes from an input, in order.
pub(super) enum Raw<F: Fold> {
    /// The start of the input, with the cutter of its text.
    Open(Cutter),
    /// Pieces of at most [`PIECE`](crate::files::PIECE) bytes, one after the other.
    Text {
        start: GamePlace,
        pieces: Vec<Piece>,
        /// Whether more text of the same frame comes.
        goes_on: bool,
    },
    Frame(Frame),
    Fill(Fill<F>),
    /// A part that was filled.
    Read(ReadChunk<F>),
    Close(Option<io::Error>),
}

impl<F: Fold> Raw<F> {
    /// Returns the place of a text.
    fn start(&self) -> Option<GamePlace> {
        match self {
            Raw::Text { start, .. } => Some(*start),
            Raw::Frame(frame) => Some(frame.start),
            _ => None,
        }
    }
}

/// The rest of the input that is read.
enum Rest<F: Fold> {
    Text(Source),
    Fills(Fills<F>),
    /// The input could not be opened.
    Failed(io::Error),
}

/// Opens inputs one after the other and reads them.
pub(super) struct Feeder<'i, F: Fold> {
    inputs: &'i Inputs,
    range: PlaceRange,
    fold: &'i F,
    next_input: u32,
    /// `None` between inputs.
    rest: Option<Rest<F>>,
    /// Whether the last text begins after the range.
    pub(super) is_past: bool,
    meter: Meter,
    /// Buffers of pieces of text.
    spare: Spare,
    /// Buffers of compressed frames.
    compressed: Spare,
}

impl<'i, F: Fold> Feeder<'i, F> {
    pub(super) fn new(
        inputs: &'i Inputs,
        range: PlaceRange,
        bytes: Arc<AtomicU64>,
        fold: &'i F,
    ) -> Feeder<'i, F> {
        Feeder {
            inputs,
            range,
            fold,
            next_input: 0,
            rest: None,
            is_past: false,
            meter: Meter::new(bytes, fold.tap()),
            spare: Spare::default(),
            compressed: Spare::default(),
        }
    }

    /// Returns the number of inputs.
    pub(super) fn inputs(&self) -> u32 {
        self.inputs.paths().len() as u32
    }

    /// Returns where buffers of compressed frames are taken from.
    pub(super) fn compressed(&self) -> &Spare {
        &self.compressed
    }

    /// Reads what comes next; `None` after the last input.
    pub(super) fn next(&mut self) -> Option<Raw<F>> {
        match self.rest.take() {
            None => self.open(),
            Some(Rest::Failed(error)) => Some(Raw::Close(Some(error))),
            Some(Rest::Fills(mut fills)) => Some(match fills.next() {
                Some(Ok(fill)) => {
                    self.rest = Some(Rest::Fills(fills));
                    Raw::Fill(fill)
                }
                end => Raw::Close(end.and_then(Result::err)),
            }),
            Some(Rest::Text(mut source)) => Some(match source.next() {
                Ok(Some(raw)) => {
                    self.is_past = self.range.to.is_some_and(|to| raw.start() >= Some(to));
                    self.rest = Some(Rest::Text(source));
                    raw
                }
                end => Raw::Close(end.err()),
            }),
        }
    }

    /// Opens the next input.
    fn open(&mut self) -> Option<Raw<F>> {
        let input = self.next_input;
        let path = self.inputs.paths().get(input as usize)?;
        self.next_input += 1;
        let (place, from_guess) = match self.range.from {
            Beginning::Start => (None, false),
            // A guess begins after a line feed, which may be just before the place.
            Beginning::Guess(GamePlace { frame, offset }) => (
                Some(GamePlace { frame, offset: offset.saturating_sub(1) }),
                offset > 0 || frame > 0,
            ),
            Beginning::Game(place) => (Some(place), false),
        };
        let is_inside = |place: &GamePlace| !from_guess && *place != GamePlace::default();
        let game = place.filter(is_inside);
        let mut skip = 0;
        let opened = self.fold.open(input, path, &self.meter).and_then(|fills| {
            if let Some(fills) = fills {
                if place.is_some() {
                    let message = "a table cannot be read from the middle";
                    return Err(io::Error::new(io::ErrorKind::Unsupported, message));
                }
                return Ok(Rest::Fills(fills));
            }
            let source = match place {
                None => Source::open(path, &self.meter)?,
                Some(place) => Source::open_at(path, place, &self.meter)?,
            };
            skip = game.filter(|_| source.is_in_frames()).map_or(0, |game| game.offset);
            Ok(Rest::Text(source.with_spare(&self.spare, &self.compressed)))
        });
        self.rest = Some(opened.unwrap_or_else(Rest::Failed));
        Some(Raw::Open(match game {
            Some(game) => Cutter::from_game(input, game, skip),
            None if from_guess => Cutter::from_guess(input),
            None => Cutter::new(input),
        }))
    }
}
