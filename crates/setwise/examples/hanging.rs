//! Lists hanging pieces: the captures that win material, by static exchange evaluation (SEE), with
//! their gain in centipawns.
//!
//! ```console
//! $ cargo run -p setwise --example hanging -- "4k3/2n5/8/3p3r/8/3R1B2/3R4/6K1 w - - 0 1"
//! Bxh5+ wins 500
//! Bxd5 wins 100
//! ```

use setwise::notation::fen::FenError;
use setwise::{Filter, Position};

/// Returns the captures that win material, the best first.
fn hanging(position: &Position) -> Vec<(String, i32)> {
    let captures = position.legal_moves_matching(Filter::CAPTURES);
    let gains =
        captures.iter().map(|&mv| (position.san(mv).to_string(), position.static_exchange(mv)));
    let mut hanging: Vec<(String, i32)> = gains.filter(|&(_, gain)| gain > 0).collect();
    hanging.sort_by_key(|&(_, gain)| -gain);
    hanging
}

fn main() -> Result<(), String> {
    let fen = std::env::args().skip(1).collect::<Vec<String>>().join(" ");
    let position = fen.parse().map_err(|error: FenError| error.to_string())?;
    for (san, gain) in hanging(&position) {
        println!("{san} wins {gain}");
    }
    Ok(())
}

#[test]
fn a_defended_pawn_is_won_by_a_bishop_but_not_by_a_rook() {
    let hanging = |fen: &str| hanging(&fen.parse().expect("a FEN"));
    let gain = |san: &str, gain| (san.to_owned(), gain);
    // The pawn on d5 is defended by a knight and a rook, and attacked by a bishop and two rooks.
    let position = "4k3/2n5/8/3p3r/8/3R1B2/3R4/6K1 w - - 0 1";
    assert_eq!(hanging(position), [gain("Bxh5+", 500), gain("Bxd5", 100)]);
    // The king can capture only an undefended piece.
    assert_eq!(hanging("8/8/8/3pk3/8/8/1q6/K7 w - - 0 1"), [gain("Kxb2", 900)]);
    assert_eq!(hanging("8/8/5k2/8/8/2b5/1q6/K7 w - - 0 1"), []);
}
