//! Moves by score, picked one by one, and in stages.

use core::fmt;
use core::iter::FusedIterator;

use crate::{Filter, Move, MoveList, Position};

/// An iterator over the moves of a list, the one with the highest score first.
///
/// Each step selects the best of the remaining moves, in place. A search that stops after a few
/// moves so saves most of the cost of sorting. Of moves with equal scores, the lesser [`Move`]
/// comes first, so the order depends on nothing but the moves and their scores.
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
///
/// # Performance
///
/// A picker takes about 2,500 bytes, which a new one initializes. A search can keep one picker per
/// ply and [refill](Picker::refill) it. [`StagedPicker`] does not generate quiet moves before they
/// are needed.
#[derive(Clone)]
pub struct Picker {
    moves: MoveList,
    /// The scores of the moves; entries past the length of the list are unspecified.
    scores: [i32; MoveList::CAPACITY],
    /// The number of moves that have been picked.
    picked: usize,
}

impl Picker {
    /// Returns a picker of the moves of a list, with the score that a function gives to each.
    #[inline]
    pub fn new(moves: MoveList, score: impl FnMut(Move) -> i32) -> Picker {
        let mut picker = Picker { moves, scores: [0; MoveList::CAPACITY], picked: 0 };
        picker.restart(score);
        picker
    }

    /// Replaces the moves with the legal moves that match a filter, and gives each a score.
    ///
    /// ```
    /// use setwise::{Filter, Picker, Position};
    ///
    /// let mut picker = Picker::default();
    /// assert_eq!(picker.next(), None);
    /// picker.refill(&Position::INITIAL, Filter::ALL, |mv| mv.to() as i32);
    /// assert_eq!(picker.next().map(|mv| mv.to_string()), Some("h2h4".to_owned()));
    /// ```
    #[inline]
    pub fn refill(&mut self, position: &Position, filter: Filter, score: impl FnMut(Move) -> i32) {
        position.fill_legal_moves(filter, &mut self.moves);
        self.restart(score);
    }

    /// Gives a score to each move of the list, of which none is picked then.
    #[inline]
    fn restart(&mut self, mut score: impl FnMut(Move) -> i32) {
        for (entry, &mv) in self.scores.iter_mut().zip(&self.moves) {
            *entry = score(mv);
        }
        self.picked = 0;
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
        // One number for score and move, so that one comparison decides.
        let order = |(&score, mv): (&i32, &Move)| i64::from(score) << 16 | i64::from(!mv.to_bits());
        let orders = scores.iter().zip(&self.moves[first..]).map(order).enumerate();
        let (best, _) = orders.reduce(
            #[inline(always)]
            |best, next| if next.1 > best.1 { next } else { best },
        )?;
        let score = scores[best];
        scores.swap(0, best);
        self.moves.swap(first, first + best);
        self.picked += 1;
        Some((self.moves[first], score))
    }
}

/// Returns a picker without moves, to be [refilled](Picker::refill).
impl Default for Picker {
    #[inline]
    fn default() -> Picker {
        Picker { moves: MoveList::new(), scores: [0; MoveList::CAPACITY], picked: 0 }
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

/// A stage of a [`StagedPicker`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Captures and promotions that lose no material, as
    /// [`Position::static_exchange_at_least`] says.
    #[default]
    Captures,
    /// Moves that are neither captures nor promotions.
    Quiets,
    /// Captures and promotions that lose material.
    LosingCaptures,
}

/// The legal moves of a position in stages: captures and promotions that lose no material, quiet
/// moves, and the other captures and promotions.
///
/// Within a stage the order is the order of a [`Picker`]. A stage is generated and scored when its
/// first move is asked for, so a search that stops in the first stage pays nothing for quiet moves.
/// A search that knows a move to try first, such as the move of a table, plays it before it asks
/// for another, and passes over it when it comes.
///
/// A search keeps one for each ply: [`begin`](StagedPicker::begin) starts again.
///
/// ```
/// use setwise::{Move, Position, Stage, StagedPicker};
///
/// let position: Position = "4k3/8/2p5/3p1q2/4P3/8/8/3QK3 w - - 0 1".parse()?;
/// let value = |_: Stage, mv: Move| position.captured(mv).map_or(0, |role| role as i32);
/// let mut picker = StagedPicker::default();
/// let mut san = |stage| {
///     let (found, mv) = picker.next(&position, value)?;
///     (found == stage).then(|| position.san(mv).to_string())
/// };
/// assert_eq!(san(Stage::Captures).as_deref(), Some("exf5"));
/// assert_eq!(san(Stage::Captures).as_deref(), Some("exd5"));
/// let quiets = std::iter::from_fn(|| san(Stage::Quiets)).count();
/// assert_eq!(quiets, position.legal_moves().len() - 3, "all but Qxd5, which loses the queen");
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StagedPicker {
    stage: Stage,
    /// Whether the moves of the stage are in the picker.
    is_generated: bool,
    picker: Picker,
    /// The captures that lose material, and the number of them that have been picked.
    losing: MoveList,
    picked: usize,
}

impl StagedPicker {
    /// Captures and promotions.
    const NOISY: Filter = Filter::CAPTURES.or(Filter::PROMOTIONS);

    /// Starts again with the first stage, for the same position or another one.
    #[inline]
    pub fn begin(&mut self) {
        (self.stage, self.is_generated, self.picked) = (Stage::Captures, false, 0);
        self.losing.clear();
    }

    /// Returns the next move and its stage, or `None` after the last. The function scores the moves
    /// of the first two stages; the captures that lose keep their scores.
    ///
    /// The position must be the same in each call after [`begin`](StagedPicker::begin); otherwise
    /// moves may be returned that are not legal in it.
    #[inline]
    pub fn next(
        &mut self,
        position: &Position,
        mut score: impl FnMut(Stage, Move) -> i32,
    ) -> Option<(Stage, Move)> {
        if self.stage == Stage::Captures {
            if !self.is_generated {
                self.picker.refill(position, Self::NOISY, |mv| score(Stage::Captures, mv));
                self.is_generated = true;
            }
            for mv in &mut self.picker {
                if position.static_exchange_at_least(mv, 0) {
                    return Some((Stage::Captures, mv));
                }
                // The list has room for all legal moves.
                let _ = self.losing.try_push(mv);
            }
            position.fill_legal_moves(Filter::QUIETS, &mut self.picker.moves);
            self.picker.moves.retain(|mv| mv.promoted().is_none());
            self.picker.restart(|mv| score(Stage::Quiets, mv));
            self.stage = Stage::Quiets;
        }
        if self.stage == Stage::Quiets {
            if let Some(mv) = self.picker.next() {
                return Some((Stage::Quiets, mv));
            }
            self.stage = Stage::LosingCaptures;
        }
        let mv = *self.losing.get(self.picked)?;
        self.picked += 1;
        Some((Stage::LosingCaptures, mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// The picked moves are the moves of the list, with their scores, from the highest to the
    /// lowest.
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
            assert!(picked.is_sorted_by_key(|&mv| (-score(mv), mv)), "{picked:?}");
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
