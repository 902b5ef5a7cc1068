//! Moves by score, picked one by one.

use core::fmt;
use core::iter::FusedIterator;

use crate::{Move, MoveList};

/// An iterator over the moves of a list, the one with the highest score first.
///
/// Each step selects the best of the remaining moves, in place. A search that stops after a few moves
/// so saves most of the cost of sorting. Moves with equal scores come in an unspecified order, which is
/// the same in each run.
///
/// ```
/// use setwise::{Picker, Position, Role};
///
/// let position: Position = "4k3/8/8/3p1q2/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let mut picker = Picker::new(position.legal_moves(), |mv| match position.captured(mv) {
///     Some(role) => 10 + role as i32,
///     None => 0,
/// });
/// assert_eq!(picker.next().map(|mv| position.san(mv).to_string()), Some("exf5".to_owned()));
/// assert_eq!(picker.next().map(|mv| position.san(mv).to_string()), Some("exd5".to_owned()));
/// assert_eq!(picker.remaining().len(), position.legal_moves().len() - 2);
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
#[derive(Clone)]
pub struct Picker {
    moves: MoveList,
    /// The scores of the moves; entries past the length of the list are 0.
    scores: [i32; MoveList::CAPACITY],
    /// The number of moves that have been picked.
    picked: usize,
}

impl Picker {
    /// Returns a picker of the moves of a list, with the score that a function gives to each.
    #[inline]
    pub fn new(moves: MoveList, mut score: impl FnMut(Move) -> i32) -> Picker {
        let mut scores = [0; MoveList::CAPACITY];
        for (entry, &mv) in scores.iter_mut().zip(&moves) {
            *entry = score(mv);
        }
        Picker { moves, scores, picked: 0 }
    }

    /// Returns the moves that have not been picked, in an unspecified order.
    #[inline]
    pub fn remaining(&self) -> &[Move] {
        self.moves.get(self.picked..).unwrap_or(&[])
    }

    /// Returns the next move with its score, or `None` if all moves have been picked.
    #[inline]
    pub fn next_scored(&mut self) -> Option<(Move, i32)> {
        let first = self.picked;
        let scores = self.scores.get_mut(first..self.moves.len())?;
        let (best, &score) = scores.iter().enumerate().reduce(
            #[inline(always)]
            |best, next| if next.1 > best.1 { next } else { best },
        )?;
        scores.swap(0, best);
        self.moves.swap(first, first + best);
        self.picked += 1;
        Some((self.moves[first], score))
    }
}

impl Iterator for Picker {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.next_scored().map(|(mv, _)| mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.remaining().len(), Some(self.remaining().len()))
    }
}

impl ExactSizeIterator for Picker {}

impl FusedIterator for Picker {}

impl fmt::Debug for Picker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remaining = self.remaining().iter().zip(self.scores.iter().skip(self.picked));
        f.debug_map().entries(remaining).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// The picked moves are those of the list, with their scores, from the highest to the lowest.
    #[test]
    fn moves_are_picked_from_the_highest_score_to_the_lowest() {
        let moves = Position::INITIAL.legal_moves();
        for modulus in [1, 2, 7, 1 << 15] {
            let score = |mv: Move| (i32::from(mv.to_bits()).wrapping_mul(7919) % modulus) - 3;
            let mut picker = Picker::new(moves.clone(), score);
            let mut picked = Vec::new();
            while let Some((mv, given)) = picker.next_scored() {
                assert_eq!(given, score(mv));
                picked.push(mv);
                assert_eq!(picker.len(), moves.len() - picked.len());
            }
            assert!(picked.is_sorted_by_key(|&mv| -score(mv)), "{picked:?}");
            picked.sort_unstable();
            let mut sorted = moves.to_vec();
            sorted.sort_unstable();
            assert_eq!(picked, sorted);
            assert_eq!((picker.next(), picker.next()), (None, None));
        }
        let lowest = Picker::new(moves.clone(), |_| i32::MIN);
        assert_eq!(lowest.count(), moves.len());
        assert_eq!(Picker::new(MoveList::new(), |_| 0).next(), None);
    }
}
