//! Every legal move in standard algebraic notation.

use setwise::notation::uci::CastlingForm;
use setwise::{Move, Position};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

use crate::contest::{self, Amount};

/// Compares the text of the same moves in the same order. Each side has positions and moves in its
/// own form.
pub(crate) fn compare(positions: &[Position], rounds: usize) {
    let (mut our_moves, mut their_moves) = (Vec::new(), Vec::new());
    let mut count = 0;
    for position in positions {
        let moves = position.legal_moves().to_vec();
        let fen: Fen = position.to_string().parse().expect("a FEN");
        let chess: Chess = fen.into_position(CastlingMode::Standard).expect("it can be played");
        let words = moves.iter().map(|mv| in_shakmaty(*mv, &chess));
        count += moves.len();
        their_moves.push((chess.clone(), words.collect::<Vec<_>>()));
        our_moves.push((*position, moves));
    }
    let amount = Amount { millions: count as f64 / 1e6, unit: "moves" };
    contest::hold(
        "SAN written",
        amount,
        rounds,
        (&our_moves[..], ours),
        (&their_moves[..], theirs),
    );
}

fn in_shakmaty(mv: Move, chess: &Chess) -> shakmaty::Move {
    let words: UciMove = mv.uci(CastlingForm::KingStep).to_string().parse().expect("a move");
    words.to_move(chess).expect("it is legal")
}

fn ours(positions: &[(Position, Vec<Move>)]) -> String {
    let mut text = String::with_capacity(1 << 22);
    for (position, moves) in positions {
        for mv in moves {
            text.push_str(&position.san(*mv));
            text.push(' ');
        }
    }
    text
}

/// Returns the text by the function that does not check legality, as ours does not.
fn theirs(positions: &[(Chess, Vec<shakmaty::Move>)]) -> String {
    let mut text = String::with_capacity(1 << 22);
    for (chess, moves) in positions {
        for mv in moves {
            SanPlus::from_move_and_play_unchecked(&mut chess.clone(), *mv)
                .append_to_string(&mut text);
            text.push(' ');
        }
    }
    text
}
