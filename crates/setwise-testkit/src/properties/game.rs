//! In any game from any position, incrementally updated state equals recomputed state.

use setwise::{Game, Position, SearchPosition};

use super::position::invariants;
use super::setup::Bytes;

/// Plays a game chosen by the bytes: first a setup, then one move for each byte. Returns the number
/// of moves played, or `None` if the setup is not playable.
pub fn play(bytes: &[u8]) -> Option<usize> {
    let mut bytes = Bytes(bytes);
    let mut position = Position::try_from(bytes.setup()).ok()?;
    let mut searched = SearchPosition::from(position);
    let mut game = Game::new(position);
    let mut before = Vec::new();
    loop {
        invariants(&position);
        assert_eq!(searched, SearchPosition::from(position), "{position:?}");
        let moves = position.legal_moves();
        assert_eq!(position.count_legal_moves() as usize, moves.len(), "{position:?}");
        let Some(byte) = bytes.next() else {
            undone(&game, &before);
            return Some(before.len());
        };
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else {
            assert_eq!(position.is_checkmate(), position.is_check());
            assert_eq!(position.is_stalemate(), !position.is_check());
            undone(&game, &before);
            return Some(before.len());
        };
        before.push(position);
        searched = searched.play_unchecked(mv);
        position = position.play(mv).expect("it is in the list");
        game.play(mv).expect("it is in the list");
        assert_eq!(*game.position(), position);
        let times = before.iter().filter(|earlier| earlier.repeats(&position)).count();
        assert_eq!(game.occurrences() as usize, times + 1, "{position:?}");
        assert_eq!(game.key(), position.key(), "{position:?}");
        let last = before.iter().rposition(|earlier| earlier.repeats(&position));
        for ply in 0..=before.len() {
            let is_repeated = last.is_some_and(|last| last >= ply);
            assert_eq!(game.is_repeated_since(ply), is_repeated, "{ply}, {position:?}");
        }
    }
}

/// Undoing every move restores every position.
fn undone(game: &Game, before: &[Position]) {
    let mut game = game.clone();
    for position in before.iter().rev() {
        game.undo().expect("a move was played");
        assert_eq!(game.position(), position);
    }
    assert_eq!(game.undo(), None);
}
