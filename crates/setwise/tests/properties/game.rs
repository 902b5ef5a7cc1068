//! Any game from any position keeps what is carried along equal to what is worked out anew.

use setwise::node::Node;
use setwise::sliders::Occupied;
use setwise::{Position, techniques};

use super::position::invariants;
use super::setup::Bytes;

/// Plays a game that the bytes choose: a setup first, then a move by each byte. Gives the number
/// of moves played; `None` if the setup cannot be played.
pub fn play(bytes: &[u8]) -> Option<usize> {
    let mut bytes = Bytes(bytes);
    let mut position = Position::try_from(bytes.setup()).ok()?;
    let mut key = position.key();
    let mut node = Node::new(position, techniques::DEFAULT);
    let mut played = 0;
    loop {
        invariants(&position);
        assert_eq!(key, position.key(), "{position:?}");
        assert_eq!(node.occupied().set(), position.board().occupied(), "{position:?}");
        let moves = position.legal_moves();
        assert_eq!(node.count() as usize, moves.len(), "{position:?}");
        let Some(byte) = bytes.next() else { return Some(played) };
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else {
            assert_eq!(position.is_checkmate(), position.is_check());
            assert_eq!(position.is_stalemate(), !position.is_check());
            return Some(played);
        };
        key = position.key_after(key, mv);
        position = position.play(mv).expect("it is in the list");
        node = node.next(position);
        played += 1;
    }
}
