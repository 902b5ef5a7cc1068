//! The order in which moves are tried, and how it is learned.

use setwise::{Move, Position, Role, Stage, StagedPicker};

use super::{Node, Thread};
use crate::history::{History, Played};

impl Thread {
    /// Returns the next move of a picker, its stage, and how good it was elsewhere.
    pub(super) fn next(
        &self,
        picker: &mut StagedPicker,
        position: &Position,
        before: [Played; 2],
    ) -> Option<(Stage, Move, i32)> {
        let quiets = self.history.quiets(position, before);
        picker.next(|stage, mv| match stage {
            Stage::Captures | Stage::LosingCaptures => capture_order(&self.history, position, mv),
            _ => quiets.of(mv),
        })
    }

    /// Remembers that a move was better than those that were tried before it.
    pub(super) fn learn(
        &mut self,
        node: &Node,
        mv: Move,
        before: [Played; 2],
        depth: i32,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let position = &node.position;
        let bonus = (120 * depth).min(1600);
        if position.is_quiet(mv) {
            let killers = &mut self.plies[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.history.learn_quiet(position, mv, before, bonus);
            for &other in quiets {
                self.history.learn_quiet(position, other, before, -bonus);
            }
        } else {
            self.history.learn_capture(position, mv, bonus);
        }
        for &other in captures {
            self.history.learn_capture(position, other, -bonus);
        }
    }
}

/// The worth of a capture: 8192 for a pawn, and by what was good elsewhere.
pub(super) fn capture_order(history: &History, position: &Position, mv: Move) -> i32 {
    const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];
    let captured = position.captured(mv).map_or(0, |role| WORTH[role]);
    let promoted = i32::from(mv.promoted() == Some(Role::Queen)) * 9;
    8192 * (captured + promoted) + history.capture(position, mv)
}
