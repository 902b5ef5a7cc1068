//! The fastest technique of this CPU behind the methods that name none.

use std::ops::ControlFlow;

use setwise::dispatch::{self, Recursion};
use setwise::{Filter, MoveList, Position, attacks};
use setwise_testkit::suites;

/// Once it is in use, the lists and their order are as with the default technique.
#[test]
fn the_lists_do_not_depend_on_the_technique() {
    attacks::use_fastest();
    let noisy = Filter::CAPTURES.or(Filter::PROMOTIONS).or(Filter::CHECKS);
    for position in suites::fens().map(suites::position) {
        for filter in [Filter::ALL, Filter::CAPTURES, Filter::QUIETS, noisy] {
            let mut expected = MoveList::new();
            position.fill_legal_moves_with(attacks::DEFAULT, filter, &mut expected);
            assert_eq!(position.legal_moves_matching(filter), expected, "{filter:?}, {position:?}");
        }
        let count = position.count_legal_moves_with(attacks::DEFAULT);
        assert_eq!(position.count_legal_moves(), count, "{position:?}");
        let mut pseudo_legal = Vec::new();
        let _ = position.visit_pseudo_legal_moves(Filter::ALL, |set| {
            pseudo_legal.extend(set);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(position.pseudo_legal_moves()[..], pseudo_legal, "{position:?}");
    }
}

/// A count of leaves with one list, as state that the levels share.
struct Count {
    leaves: u64,
    lists: Vec<MoveList>,
}

impl Recursion for Count {
    type Input<'p> = (&'p Position, usize);
    type Output = ();

    #[inline(always)]
    fn level(
        &mut self,
        (position, depth): (&Position, usize),
        next: impl Fn(&mut Self, (&Position, usize)) + Copy,
    ) {
        if depth == 0 {
            self.leaves += 1;
            return;
        }
        let mut list = std::mem::take(&mut self.lists[depth]);
        position.fill_legal_moves(Filter::ALL, &mut list);
        for &mv in &list {
            next(self, (&position.play_unchecked(mv), depth - 1));
        }
        self.lists[depth] = list;
    }
}

#[test]
fn a_recursion_with_state_runs_with_the_fastest_technique() {
    let mut count = Count { leaves: 0, lists: vec![MoveList::new(); 4] };
    attacks::use_fastest();
    dispatch::run(&mut count, (&Position::INITIAL, 3));
    assert_eq!(count.leaves, 8_902);
}
