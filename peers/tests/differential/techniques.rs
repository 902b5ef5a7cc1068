//! Every technique of Setwise finds the moves that cozy-chess finds.

use cozy_chess::Board;
use fastrand::Rng;
use setwise::attacks::Erased;
use setwise::perft::bulk;
use setwise::{Filter, Position};
use setwise_techniques::Technique;

use crate::answers::Answers;
use crate::squares::PlainMove;
use crate::{starts, times};

/// Returns the moves of a position and its bulk perft 2, with one technique.
fn answers(position: &Position, sliders: Erased) -> (Vec<PlainMove>, u128) {
    let moves = position.legal_moves_with(Filter::ALL, sliders);
    let mut moves: Vec<PlainMove> = moves.into_iter().map(PlainMove::from).collect();
    moves.sort_unstable();
    (moves, bulk(position, 2, sliders))
}

#[test]
fn every_technique_at_every_node() {
    let mut nodes = 0;
    for seed in 0..times(1_500) {
        let mut rng = Rng::with_seed(seed);
        let start = match seed % 3 {
            0 => format!("{:#}", Board::startpos()),
            1 => format!("{:#}", Board::double_chess960_startpos(rng.u32(..960), rng.u32(..960))),
            _ => starts::random_setup(&mut rng),
        };
        let (Ok(mut position), Ok(mut board)) =
            (Position::parse_fen(&start), Board::from_fen(&start, true))
        else {
            continue;
        };
        for _ in 0..60 {
            let expected = Answers::of_cozy(&board).moves;
            let mut first_leaves = None;
            nodes += 1;
            for &technique in Technique::ALL {
                let Some(sliders) = technique.erased() else { continue };
                let (moves, leaves) = answers(&position, sliders);
                assert!(moves == expected, "seed {seed}, {board:#}: {technique}: {moves:?}");
                let first = *first_leaves.get_or_insert(leaves);
                assert_eq!(leaves, first, "seed {seed}, {board:#}: {technique}");
            }
            let moves = position.legal_moves();
            let Some(&mv) = rng.choice(moves.iter()) else { break };
            position = position.play_unchecked(mv);
            board.play_unchecked(PlainMove::from(mv).cozy());
        }
    }
    let names: Vec<&str> = Technique::ALL.iter().map(|technique| technique.name()).collect();
    println!("seeds 0..{}: {nodes} nodes with each of {names:?}", times(1_500));
    assert!(nodes > 10_000, "{nodes}");
}
