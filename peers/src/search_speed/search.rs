//! The search, the same for both sides.

use std::marker::PhantomData;

use crate::table::{Bound, Table};

/// A position with its key, as a library holds it.
pub(crate) trait Side: Clone {
    type Move: Copy;
    /// A list of moves that is filled again and again.
    type List: Default;

    /// The key of the position; equal for positions that cozy-chess gives equal keys.
    fn key(&self) -> u64;
    fn after(&self, mv: Self::Move) -> Self;
    fn fill<'l>(&self, list: &'l mut Self::List) -> &'l [Self::Move];
    fn is_check(&self) -> bool;
    /// Origin, target and role of a promotion, the same for both sides.
    fn code(mv: Self::Move) -> u16;
    fn decode(&self, code: u16) -> Self::Move;
    /// The role of the captured piece plus 1, without en passant; 0 for no capture.
    fn captured(&self, mv: Self::Move) -> u32;
    /// The sets of both sides' pieces of each role, and of the pieces of the side to move.
    fn sets(&self) -> ([u64; 6], u64);
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) nodes: u64,
    moves: u64,
    score: i32,
}

const MATE: i32 = 30_000;

pub(crate) struct Search<S: Side, R> {
    table: Table,
    found: Found,
    record: R,
    side: PhantomData<S>,
}

/// The moves of a node, as they are listed and in the order of the search.
type Lists<S> = (<S as Side>::List, Vec<(u32, <S as Side>::Move)>);

/// What a search does with positions.
#[derive(Clone, Copy)]
pub(crate) enum Step<M> {
    Make(M),
    List,
    TakeBack,
}

/// Searches all positions.
pub(crate) fn all<S: Side>(starts: &[(S, u8)]) -> Vec<Found> {
    starts.iter().map(|(start, depth)| Search::run(start, *depth, |_| ())).collect()
}

impl<S: Side, R: FnMut(Step<u16>)> Search<S, R> {
    /// Searches a position, and calls a function with each step, with moves by their codes.
    pub(crate) fn run(start: &S, depth: u8, record: R) -> Found {
        let found = Found { nodes: 0, moves: 0, score: 0 };
        let mut lists: Vec<Lists<S>> = (0..=depth).map(|_| Default::default()).collect();
        let mut search = Search { table: Table::new(), found, record, side: PhantomData };
        for depth in 1..=depth {
            search.found.score = search.best(start, &mut lists, depth, -MATE, MATE);
        }
        search.found
    }

    /// Fail-soft alpha-beta. Every node lists its moves: a leaf counts them.
    fn best(
        &mut self,
        node: &S,
        lists: &mut [Lists<S>],
        depth: u8,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.found.nodes += 1;
        let key = node.key();
        let entry = *self.table.entry(key);
        if entry.is_deep_enough(depth) {
            match entry.bound {
                Bound::Exact => return entry.score,
                Bound::Lower if entry.score >= beta => return entry.score,
                Bound::Upper if entry.score <= alpha => return entry.score,
                _ => {}
            }
        }
        let [(list, ordered), below @ ..] = lists else { unreachable!("one list for each ply") };
        let moves = node.fill(list);
        (self.record)(Step::List);
        self.found.moves += moves.len() as u64;
        if depth == 0 || moves.is_empty() {
            return evaluation(node, moves.len());
        }
        ordered.clear();
        ordered.extend(moves.iter().map(|&mv| (order(node, mv, entry.best), mv)));
        ordered.sort_unstable_by_key(|&(order, _)| order);
        let (first_alpha, mut best, mut score) = (alpha, 0, -MATE);
        for &(_, mv) in &*ordered {
            (self.record)(Step::Make(S::code(mv)));
            let child = -self.best(&node.after(mv), below, depth - 1, -beta, -alpha);
            (self.record)(Step::TakeBack);
            if child > score {
                (score, best) = (child, S::code(mv));
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        let bound = if score >= beta {
            Bound::Lower
        } else if score > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(key, depth, score, bound, best);
        score
    }
}

/// The move of the table first, then captures by the value of the captured piece. All keys differ,
/// so every library sorts in the same way.
fn order<S: Side>(node: &S, mv: S::Move, best: u16) -> u32 {
    let code = S::code(mv);
    let rank = if code == best { 0 } else { 7 - node.captured(mv) };
    rank << 16 | u32::from(code)
}

/// Mate, stalemate, or material, the center and the number of moves.
fn evaluation<S: Side>(node: &S, moves: usize) -> i32 {
    const WORTH: [i32; 6] = [100, 300, 310, 500, 900, 0];
    const CENTER: u64 = 0x0000_3c3c_3c3c_0000;
    if moves == 0 {
        return if node.is_check() { -MATE } else { 0 };
    }
    let (roles, ours) = node.sets();
    let mut score = 2 * moves as i32;
    for (role, worth) in roles.into_iter().zip(WORTH) {
        let count = |set: u64| set.count_ones() as i32;
        score += worth * (count(role & ours) - count(role & !ours));
        score += 5 * (count(role & ours & CENTER) - count(role & !ours & CENTER));
    }
    score
}
