//! Random setups: both libraries accept them or both refuse them, and count the same.

use cozy_chess::Board;
use fastrand::Rng;
use setwise::Position;
use setwise::perft;

use crate::answers::{must_agree, must_agree_on_every_move};
use crate::differences::{DIFFERENCES, Verdicts};
use crate::{starts, times};

fn perft_of_cozy(board: &Board, depth: u8) -> u128 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|set| {
        for mv in set {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += perft_of_cozy(&next, depth - 1);
        }
        false
    });
    leaves
}

#[test]
fn setups_are_played_or_refused_alike() {
    let mut played = 0;
    let mut refused = 0;
    let mut met = [0; DIFFERENCES.len()];
    for seed in 0..times(300_000) {
        let mut rng = Rng::with_seed(seed);
        let text = starts::random_setup(&mut rng);
        let verdicts =
            Verdicts { setwise: Position::parse_fen(&text), cozy: Board::from_fen(&text, true) };
        match (&verdicts.setwise, &verdicts.cozy) {
            (Ok(position), Ok(board)) => {
                played += 1;
                must_agree(position, board, seed);
                if seed % 64 == 0 {
                    must_agree_on_every_move(position, board, seed);
                }
            }
            (Err(_), Err(_)) => refused += 1,
            (setwise, cozy) => match verdicts.explained_by() {
                Some(index) => met[index] += 1,
                None => panic!("seed {seed}, {text}: {setwise:?} and {cozy:?}"),
            },
        }
    }
    println!("seeds 0..{}: {played} played, {refused} refused", times(300_000));
    assert!(played > 1_000 && refused > 1_000, "{played} played, {refused} refused");
    for (difference, met) in DIFFERENCES.iter().zip(met) {
        println!("{met} times {}", difference.reason);
        assert!(met > 0, "never met: {}", difference.reason);
    }
}

#[test]
fn perft_of_random_setups() {
    let mut counted = 0;
    for seed in 0..times(3_000) {
        // Other seeds than above, so other setups.
        let text = starts::random_setup(&mut Rng::with_seed(!seed));
        let (Ok(position), Ok(board)) = (Position::parse_fen(&text), Board::from_fen(&text, true))
        else {
            continue;
        };
        let depth = if position.count_legal_moves() < 30 { 3 } else { 2 };
        let leaves = perft_of_cozy(&board, depth);
        assert_eq!(perft(&position, depth), leaves, "seed !{seed}, depth {depth}, {text}");
        counted += 1;
    }
    println!("seeds !0..!{}: {counted} setups counted", times(3_000));
    assert!(counted > 100, "{counted}");
}
