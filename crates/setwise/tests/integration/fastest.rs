//! The fastest technique of this CPU behind the methods that name none.

use std::ops::ControlFlow;

use setwise::{Filter, MoveList, attacks};
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
