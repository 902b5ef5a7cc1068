//! Lists what hangs: the captures by which the side to move wins material, by static exchange
//! evaluation, in hundredths of a pawn.
//!
//! ```console
//! $ cargo run -p setwise --example hanging -- "4k3/2n5/8/3p3r/8/3R1B2/3R4/6K1 w - - 0 1"
//! Bxh5+ wins 500
//! Bxd5 wins 100
//! ```

use setwise::notation::fen::FenError;
use setwise::{Filter, Position};

/// The captures that win something, the best first.
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
fn a_guarded_pawn_hangs_for_a_bishop_and_not_for_a_rook() {
    let hanging = |fen: &str| hanging(&fen.parse().expect("a FEN"));
    let gain = |san: &str, gain| (san.to_owned(), gain);
    // The pawn is guarded by knight and rook, and attacked by a bishop and two rooks.
    let position = "4k3/2n5/8/3p3r/8/3R1B2/3R4/6K1 w - - 0 1";
    assert_eq!(hanging(position), [gain("Bxh5+", 500), gain("Bxd5", 100)]);
    // A king takes what nothing guards.
    assert_eq!(hanging("8/8/8/3pk3/8/8/1q6/K7 w - - 0 1"), [gain("Kxb2", 900)]);
    assert_eq!(hanging("8/8/5k2/8/8/2b5/1q6/K7 w - - 0 1"), []);
}
