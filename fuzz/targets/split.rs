//! Any bytes, read as PGN in pieces and cut anywhere: the games are the games of the whole text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise_pgn::Options;
use setwise_tables::testing::{read_cut, read_in_pieces};
use setwise_tables::{Collector, Record};

/// Collects what is known of each game.
struct Games;

impl Collector for Games {
    type Part = Vec<String>;

    fn part(&self) -> Self::Part {
        Vec::new()
    }

    fn add(&self, part: &mut Self::Part, game: &Record) {
        let error =
            game.error.as_ref().map(|error| (error.error.message().to_string(), error.distance));
        let game = format!("{:?} {:?} {error:?} {:?}", game.moves, game.termination, game.start);
        part.push(game);
    }

    fn wants_text(&self) -> bool {
        true
    }

    fn text(&self, part: &mut Self::Part, text: Option<&[u8]>) {
        if let Some(game) = part.last_mut() {
            *game += &format!(" {text:?}");
        }
    }
}

fuzz_target!(|input: (u8, u16, Vec<u8>)| {
    let (piece, cut, text) = input;
    let options = Options::default();
    let mut whole = Vec::new();
    let take = |all: &mut Vec<String>, part: Vec<String>| all.extend(part);
    read_cut(&text, &[], options, &Games, |part| take(&mut whole, part));
    let mut pieces = Vec::new();
    read_in_pieces(&text, piece.into(), options, &Games, |part| take(&mut pieces, part));
    assert_eq!(pieces, whole);
    let mut cuts = Vec::new();
    let cut = usize::from(cut).min(text.len());
    read_cut(&text, &[cut], options, &Games, |part| take(&mut cuts, part));
    assert_eq!(cuts, whole);
});
