//! Moves by score, picked one by one, and in stages.

use core::fmt;
use core::iter::FusedIterator;

use crate::{Filter, Move, MoveList, SearchPosition};

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
/// A picker takes about 2,500 bytes, which a new one initializes. [`StagedPicker`] does not generate
/// quiet moves before they are needed.
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
        picker.restart(0, score);
        picker
    }

    /// Gives a score to each move of the list but the first, which then count as picked.
    #[inline]
    fn restart(&mut self, first: usize, mut score: impl FnMut(Move) -> i32) {
        for (entry, &mv) in self.scores.iter_mut().zip(&self.moves).skip(first) {
            *entry = score(mv);
        }
        self.picked = first;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The move of a table.
    Table,
    /// Captures and promotions that lose no material, as
    /// [`static_exchange_at_least`](crate::Position::static_exchange_at_least) says.
    Captures,
    /// Quiet moves that were good elsewhere.
    Killers,
    /// The other moves that are neither captures nor promotions.
    Quiets,
    /// Captures and promotions that lose material.
    LosingCaptures,
}

/// The legal moves of a position in stages: the move of a table, captures and promotions that lose
/// no material, killers, other quiet moves, and captures and promotions that lose material. Each
/// move comes once.
///
/// Within a stage the order is the order of a [`Picker`]; killers keep theirs. A stage is generated
/// and scored when its first move is asked for, so a search that stops in the first stages pays
/// nothing for quiet moves.
///
/// ```
/// use setwise::{Move, Position, SearchPosition, Square, Stage, StagedPicker};
///
/// let position: Position = "4k3/8/2p5/3p1q2/4P3/8/8/3QK3 w - - 0 1".parse()?;
/// let position = SearchPosition::from(position);
/// let value = |_: Stage, mv: Move| position.captured(mv).map_or(0, |role| role as i32);
/// let table = position.find_move(Square::E4, Square::D5, None);
/// let mut picker = StagedPicker::new(&position, table, [None, None]);
/// let mut san = |stage| {
///     let (found, mv, _score) = picker.next(value)?;
///     (found == stage).then(|| position.san(mv).to_string())
/// };
/// assert_eq!(san(Stage::Table).as_deref(), Some("exd5"));
/// assert_eq!(san(Stage::Captures).as_deref(), Some("exf5"));
/// let quiets = std::iter::from_fn(|| san(Stage::Quiets)).count();
/// assert_eq!(quiets, position.legal_moves().len() - 3, "all but Qxd5, which loses the queen");
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
///
/// # Performance
///
/// A picker takes about 2,600 bytes, which a new one initializes. It borrows nothing, so it can lie
/// on the stack of a recursive search.
#[derive(Clone, Debug)]
pub struct StagedPicker {
    position: SearchPosition,
    stage: Stage,
    /// Whether the moves of the stage are in the picker.
    is_generated: bool,
    /// Which killers and quiet moves are picked.
    quiets: Filter,
    table: Option<Move>,
    killers: [Option<Move>; 2],
    /// The number of killers that have been looked at.
    tried: usize,
    /// The moves of the stage, behind the captures that lose material.
    picker: Picker,
    /// The number of captures that lose material.
    losing: usize,
}

impl StagedPicker {
    /// Returns a picker of the legal moves of a position. A move of a table or a killer that is not
    /// legal in it is passed over, and so is a killer that is not quiet.
    #[inline]
    pub fn new(
        position: &SearchPosition,
        table: Option<Move>,
        [first, second]: [Option<Move>; 2],
    ) -> StagedPicker {
        StagedPicker {
            position: *position,
            stage: Stage::Table,
            is_generated: false,
            quiets: Filter::ALL,
            table,
            killers: [first, second.filter(|_| second != first)],
            tried: 0,
            picker: Picker { moves: MoveList::new(), scores: [0; MoveList::CAPACITY], picked: 0 },
            losing: 0,
        }
    }

    /// Leaves out the killers and quiet moves that are still to come, except those that match a
    /// filter: [`Filter::CHECKS`] keeps moves that give check, and [`Filter::NONE`] keeps none.
    #[inline]
    pub fn skip_quiets(&mut self, except: Filter) {
        self.quiets = except;
    }

    /// Returns the next move with its stage and its score, or `None` after the last.
    ///
    /// The function scores each move once. The captures of a position are all scored as
    /// [`Stage::Captures`]; it is found later which of them lose material.
    #[inline]
    pub fn next(
        &mut self,
        mut score: impl FnMut(Stage, Move) -> i32,
    ) -> Option<(Stage, Move, i32)> {
        if self.stage == Stage::Table {
            self.stage = Stage::Captures;
            if let Some(mv) = self.table
                && self.position.is_legal(mv)
            {
                return Some((Stage::Table, mv, score(Stage::Table, mv)));
            }
        }
        if self.stage == Stage::Captures {
            if !self.is_generated {
                self.generate(Filter::CAPTURES.or(Filter::PROMOTIONS), |_| true);
                self.picker.restart(0, |mv| score(Stage::Captures, mv));
            }
            while let Some((mv, score)) = self.picker.next_scored() {
                if self.position.static_exchange_at_least(mv, 0) {
                    return Some((Stage::Captures, mv, score));
                }
                // It takes the place of a move that has been picked.
                self.picker.moves[self.losing] = mv;
                self.picker.scores[self.losing] = score;
                self.losing += 1;
            }
            (self.stage, self.is_generated) = (Stage::Killers, false);
        }
        if self.stage == Stage::Killers {
            while let Some(&killer) = self.killers.get(self.tried) {
                self.tried += 1;
                if let Some(mv) = killer.filter(|_| killer != self.table)
                    && self.position.is_legal(mv)
                    && self.position.is_quiet(mv)
                    && self.picks(mv)
                {
                    return Some((Stage::Killers, mv, score(Stage::Killers, mv)));
                }
            }
            self.stage = Stage::Quiets;
        }
        if self.stage < Stage::LosingCaptures {
            if self.quiets != Filter::NONE {
                if !self.is_generated {
                    let killers = self.killers;
                    let is_new = |mv: Move| mv.promoted().is_none() && !killers.contains(&Some(mv));
                    self.generate(Filter::QUIETS, is_new);
                    self.picker.restart(self.losing, |mv| score(Stage::Quiets, mv));
                }
                while let Some((mv, score)) = self.picker.next_scored() {
                    if self.picks(mv) {
                        return Some((Stage::Quiets, mv, score));
                    }
                }
            }
            self.stage = Stage::LosingCaptures;
            self.picker.moves.truncate(self.losing);
            self.picker.picked = 0;
        }
        let (&mv, picked) = (self.picker.remaining().first()?, self.picker.picked);
        self.picker.picked += 1;
        Some((Stage::LosingCaptures, mv, self.picker.scores[picked]))
    }

    /// Whether a quiet move is not left out.
    #[inline]
    fn picks(&self, mv: Move) -> bool {
        self.quiets == Filter::ALL || self.quiets.matches(&self.position, mv)
    }

    /// Puts the moves of a stage behind the captures that lose material.
    #[inline]
    fn generate(&mut self, filter: Filter, keep: impl Fn(Move) -> bool) {
        let (table, moves) = (self.table, &mut self.picker.moves);
        moves.truncate(self.losing);
        self.position.add_legal_moves(filter, moves);
        moves.retain_from(self.losing, |mv| keep(mv) && Some(mv) != table);
        self.is_generated = true;
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
