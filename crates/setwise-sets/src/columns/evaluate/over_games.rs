//! Operators on the positions of a game: their values depend on earlier positions.

use crate::columns::lanes::Lane;
use crate::columns::{Columns, Truths};
use crate::tree::{Id, Node};

/// What an operator on a game carries from one position to the next.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::columns) struct State {
    /// The number of positions at which the operand has held, in all or in a row. For `ever`, 1 if
    /// there is one. For the operand of `within`, 1 more than the number of positions since it
    /// held.
    count: u32,
    /// For `ever`: it is known whether the operand holds at some ply of the game.
    ever: Option<bool>,
}

impl Columns {
    /// Forgets what is carried from batch to batch.
    pub(in crate::columns) fn forget_game(&mut self) {
        self.states.fill(State::default());
    }

    /// Returns the truths of all positions of the games that have one.
    fn whole_games(&self, truths: Truths) -> Truths {
        let mut games = Truths::NONE;
        for segment in &self.segments {
            if truths.first_in(segment.lanes.clone()).is_some() {
                games.fill(segment.lanes.clone(), true);
            }
        }
        games
    }

    /// Evaluates an operator on a game for all positions of the games that have a wanted one.
    pub(in crate::columns) fn compute_over_games(&mut self, id: Id, wanted: Truths) -> Truths {
        let wanted = self.whole_games(wanted);
        let (first, second) = match *self.tree.node(id) {
            Node::Then(a, b) | Node::Next(a, b) => {
                self.need(b, wanted);
                let holds = self.truth(b) & wanted;
                // The state of a game that goes on needs every position.
                let asked = if self.is_part { wanted } else { self.whole_games(holds) };
                self.need(a, asked);
                (self.truth(a) & asked, holds)
            }
            Node::Ever(a) | Node::ForLast(a, _) | Node::WithinLast(a, _) | Node::Times(a) => {
                self.need(a, wanted);
                (self.truth(a), Truths::ALL)
            }
            _ => return wanted,
        };
        let mut truths = Truths::NONE;
        for segment in &self.segments {
            let (start, end) = (segment.lanes.start, segment.lanes.end);
            if !wanted.get(start) {
                continue;
            }
            let state = &mut self.states[id];
            if segment.is_start {
                state.count = 0;
            }
            match *self.tree.node(id) {
                Node::Ever(_) => {
                    let is_here = first.first_in(start..end).is_some();
                    state.count |= u32::from(is_here);
                    truths.fill(start..end, state.ever.unwrap_or(is_here));
                }
                Node::Then(..) => {
                    let seen = match state.count {
                        0 => first.first_in(start..end).map(|lane| lane + 1),
                        _ => Some(start),
                    };
                    if let Some(seen) = seen {
                        truths.fill(seen..end, true);
                        state.count = 1;
                    }
                }
                Node::Next(..) => {
                    for lane in start..end {
                        truths.set(lane, state.count > 0);
                        state.count = first.get(lane).into();
                    }
                }
                Node::ForLast(_, n) => {
                    for lane in start..end {
                        state.count =
                            if first.get(lane) { state.count.saturating_add(1) } else { 0 };
                        truths.set(lane, state.count >= n);
                    }
                }
                Node::WithinLast(_, n) => {
                    for lane in start..end {
                        state.count = match (first.get(lane), state.count) {
                            (true, _) => 1,
                            (false, 0) => 0,
                            (false, count) => count.saturating_add(1),
                        };
                        truths.set(lane, (1..=n).contains(&state.count));
                    }
                }
                _ => {
                    let numbers = self.columns[id].number_mut();
                    for lane in start..end {
                        state.count = state.count.saturating_add(first.get(lane).into());
                        numbers.values[Lane::new(lane)] = state.count.min(i32::MAX as u32) as i32;
                    }
                }
            }
        }
        if !matches!(self.tree.node(id), Node::Times(_)) {
            let out = self.columns[id].truth_mut();
            *out = *out & !wanted | truths & second & wanted;
        }
        wanted
    }

    /// Evaluates the operators on games of a game that is longer than a batch, for their states.
    pub(in crate::columns) fn follow_long_game(&mut self) {
        for k in 0..self.plan.over_games.len() {
            self.need(self.plan.over_games[k], Truths::first(self.len));
        }
    }

    /// Keeps the values of the nodes `ever` that have a number of such nodes inside, after a game
    /// that is longer than a batch.
    pub(in crate::columns) fn decide_ever(&mut self, inside: u16) {
        for &(id, _) in self.plan.ever.iter().filter(|ever| ever.1 == inside) {
            let state = &mut self.states[id];
            state.ever = Some(state.count > 0);
        }
    }
}
