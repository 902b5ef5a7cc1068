//! Bulk perft of cozy-chess, as in its own example.

use std::time::Instant;

use cozy_chess::Board;

use crate::Timing;

/// Times one bulk perft on one thread, in this process.
pub(crate) fn time(depth: u32, fen: &str) -> Result<Timing, String> {
    let board: Board = fen.parse().map_err(|error| format!("cozy-chess: {fen}: {error}"))?;
    // Reads the tables once before the clock starts, as for Setwise.
    bulk(&board, depth.saturating_sub(2));
    let start = Instant::now();
    let leaves = bulk(&board, depth);
    let seconds = start.elapsed().as_secs_f64();
    Ok(Timing { leaves, seconds, technique: "pext".to_owned() })
}

fn bulk(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => {
            board.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    leaves += bulk(&next, depth - 1);
                }
                false
            });
        }
    }
    leaves
}
