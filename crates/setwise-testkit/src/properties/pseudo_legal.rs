//! Pseudo-legal moves.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use setwise::{Filter, Move, Position};

use super::position::any_move;

/// The legal moves are the pseudo-legal moves that keep the king safe, by a test of each move and
/// by the definition: after the move, the king is not attacked.
pub fn legal_moves_among_them(position: &Position, moves: &[Move]) {
    let us = position.turn();
    let pseudo_legal = position.pseudo_legal_moves();
    let listed: BTreeSet<Move> = pseudo_legal.iter().copied().collect();
    assert_eq!(listed.len(), pseudo_legal.len(), "a move twice: {position:?}");
    for &mv in &pseudo_legal {
        let at = || format!("{mv:?} in {position:?}");
        let is_legal = moves.contains(&mv);
        assert!(position.is_pseudo_legal(mv), "{}", at());
        assert_eq!(position.keeps_king_safe(mv), is_legal, "{}", at());
        if !mv.is_castle() {
            let next = position.play_unchecked(mv);
            let king = position.king(us);
            let king = if mv.from() == king { mv.to() } else { king };
            let attackers = next.attackers(king, next.board().occupied());
            assert_eq!(is_legal, !attackers.meets(next.board().enemy(us)), "{}", at());
        }
    }
    assert!(moves.iter().all(|mv| listed.contains(mv)), "{position:?}");
    filters(position, &pseudo_legal);
}

/// Filters select the same kinds of moves as they do of legal moves.
fn filters(position: &Position, pseudo_legal: &[Move]) {
    let matching = |filter| {
        let mut found = Vec::new();
        let ControlFlow::Continue(()) = position.visit_pseudo_legal_moves::<()>(filter, |set| {
            assert!(!set.is_empty(), "{position:?}");
            found.extend(set);
            ControlFlow::Continue(())
        }) else {
            panic!("it never breaks");
        };
        found
    };
    let kept = |keep: &dyn Fn(Move) -> bool| -> Vec<Move> {
        pseudo_legal.iter().copied().filter(|&mv| keep(mv)).collect()
    };
    assert_eq!(matching(Filter::ALL), pseudo_legal, "{position:?}");
    let captures = kept(&|mv| position.is_capture(mv));
    assert_eq!(matching(Filter::CAPTURES), captures, "{position:?}");
    let noisy = kept(&|mv| position.is_capture(mv) || mv.promoted().is_some());
    assert_eq!(matching(Filter::CAPTURES.or(Filter::PROMOTIONS)), noisy, "{position:?}");
    let to = position.board().enemy(position.turn());
    let onto = kept(&|mv| to.contains(mv.destination()));
    assert_eq!(matching(Filter::ALL.to(to)), onto, "{position:?}");
}

/// Of all encodable moves, those that are listed are pseudo-legal.
pub fn every_move(position: &Position) {
    let listed: BTreeSet<Move> = position.pseudo_legal_moves().into_iter().collect();
    for mv in (0..64 * 64 * 7).map(any_move) {
        let expected = listed.contains(&mv);
        assert_eq!(position.is_pseudo_legal(mv), expected, "{mv:?} in {position:?}");
    }
}
