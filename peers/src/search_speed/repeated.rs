//! The moves that a search has made and the lists that it has filled, without the search.

use std::hint::black_box;

use crate::search::{Search, Side, Step};

/// A start with the steps of its search, in a side's own form.
pub(crate) struct Recording<S: Side> {
    start: S,
    steps: Vec<Step<S::Move>>,
}

/// Searches a position and records the steps.
pub(crate) fn record<S: Side>((start, depth): &(S, u8)) -> Recording<S> {
    let mut codes = Vec::new();
    Search::run(start, *depth, |step| codes.push(step));
    let mut path = vec![start.clone()];
    let in_own_form = |step: Step<u16>| match step {
        Step::Make(code) => {
            let node = path.last().expect("the start stays");
            let mv = node.decode(code);
            path.push(node.after(mv));
            Step::Make(mv)
        }
        Step::List => Step::List,
        Step::TakeBack => {
            path.pop();
            Step::TakeBack
        }
    };
    let steps = codes.into_iter().map(in_own_form).collect();
    Recording { start: start.clone(), steps }
}

/// Makes the moves with the key after each, and fills the lists; returns the number of made moves
/// and of moves in the lists.
pub(crate) fn all_steps<S: Side>(recordings: &[Recording<S>]) -> [usize; 2] {
    let mut list = S::List::default();
    repeat(recordings, |node| black_box(node.fill(&mut list)).len())
}

/// Makes the moves with the key after each.
pub(crate) fn without_lists<S: Side>(recordings: &[Recording<S>]) -> [usize; 2] {
    repeat(recordings, |_| 0)
}

fn repeat<S: Side>(recordings: &[Recording<S>], mut list: impl FnMut(&S) -> usize) -> [usize; 2] {
    let (mut made, mut listed) = (0, 0);
    for Recording { start, steps } in recordings {
        let mut path = Vec::with_capacity(32);
        path.push(start.clone());
        for &step in steps {
            let node = &path[path.len() - 1];
            match step {
                Step::Make(mv) => {
                    let next = node.after(mv);
                    black_box(next.key());
                    made += 1;
                    path.push(next);
                }
                Step::List => listed += list(node),
                Step::TakeBack => {
                    path.pop();
                }
            }
        }
    }
    [made, listed]
}
