//! Replays the games of a PGN file with their variations, and prints the outcome and the final
//! position of each.
//!
//! ```console
//! $ cargo run -p setwise-pgn --example replay -- crates/setwise-pgn/examples/games.pgn
//! white wins by checkmate: 1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17
//! white wins by checkmate: R6k/8/6K1/8/8/8/8/8 b - - 1 1
//! black wins by checkmate: rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
//! ```

use std::error::Error;
use std::io::{self, Read};

use setwise_pgn::{Reader, Replay};

/// Returns a line for each game of a source, or the error of a game that is wrong. Games are read
/// one at a time, in constant memory.
fn ends(source: impl Read) -> impl Iterator<Item = io::Result<String>> {
    let (mut reader, mut replay) = (Reader::new(source), Replay::new());
    std::iter::from_fn(move || match reader.read_game(&mut replay).transpose()? {
        Ok(Ok(())) => {
            let position = replay.position();
            let outcome = position.outcome().map_or("not over".to_owned(), |end| end.to_string());
            Some(Ok(format!("{outcome}: {position}")))
        }
        Ok(Err(game_error)) => Some(Ok(game_error.to_string())),
        Err(error) => Some(Err(error)),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: replay FILE.pgn")?;
    for end in ends(std::fs::File::open(file)?) {
        println!("{}", end?);
    }
    Ok(())
}

#[test]
fn every_game_is_replayed() {
    let text = concat!(include_str!("games.pgn"), "\n1. e4 e5 2. Ke3 *\n\n1. d4 (1. e4 c5) d5 *");
    let ends = ends(text.as_bytes()).collect::<Result<Vec<_>, _>>().expect("bytes can be read");
    let starts = [
        "white wins by checkmate",
        "white wins",
        "black wins",
        "36:13: the move is not legal",
        "not over",
    ];
    assert_eq!(ends.len(), starts.len(), "{ends:?}");
    assert!(ends.iter().zip(starts).all(|(end, start)| end.starts_with(start)), "{ends:?}");
    assert!(ends[4].ends_with("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"));
}
