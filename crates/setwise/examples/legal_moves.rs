//! Lists the legal moves of a FEN in standard algebraic notation.
//!
//! ```console
//! $ cargo run -p setwise --example legal_moves -- "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
//! Kd1 Kd2 Kf1 Kf2 O-O Rf1 Rg1 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rh8+ e3 e4
//! ```

use setwise::Position;
use setwise::notation::fen::FenError;

/// Returns the moves in alphabetical order. An error has the field and the character of the FEN.
fn legal_moves(fen: &str) -> Result<Vec<String>, FenError> {
    let position: Position = fen.parse()?;
    let mut moves: Vec<String> =
        position.legal_moves().iter().map(|&mv| position.san(mv).to_string()).collect();
    moves.sort_unstable();
    Ok(moves)
}

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let fen = if words.is_empty() { Position::INITIAL.to_string() } else { words.join(" ") };
    let moves = legal_moves(&fen).map_err(|error| error.to_string())?;
    println!("{}", moves.join(" "));
    Ok(())
}

#[test]
fn the_example_above_is_correct() {
    let moves = legal_moves("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1").expect("a FEN");
    let expected = "Kd1 Kd2 Kf1 Kf2 O-O Rf1 Rg1 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rh8+ e3 e4";
    assert_eq!(moves.join(" "), expected);
    let error = legal_moves("4k3/8/8 w").expect_err("too few ranks");
    assert_eq!(error.to_string(), "board, character 8: 3 ranks, not 8");
}
