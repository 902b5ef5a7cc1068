//! Filters of moves, by their definition: a move matches if one of the kinds does, and its origin
//! and target are allowed.

use setwise::{Filter, Move, Position, Role};

/// A kind with the test of a move.
type Kind = (Filter, fn(&Position, Move) -> bool);

const KINDS: [Kind; 5] = [
    (Filter::CAPTURES, |position, mv| position.captured(mv).is_some()),
    (Filter::QUIETS, |position, mv| position.captured(mv).is_none()),
    (Filter::PROMOTIONS, |_, mv| mv.promoted().is_some()),
    (Filter::CHECKS, gives_check),
    (Filter::EVASIONS, |position, _| position.is_check()),
];

/// Every union of kinds selects the moves that match one of them, also with restricted origins and
/// targets.
pub fn by_definition(position: &Position, moves: &[Move]) {
    // A bit for each kind that a move matches.
    let kinds_of = |mv| {
        let tests = KINDS.iter().enumerate();
        tests.map(|(bit, (_, test))| u32::from(test(position, mv)) << bit).sum::<u32>()
    };
    let matched: Vec<(Move, u32)> = moves.iter().map(|&mv| (mv, kinds_of(mv))).collect();
    for chosen in 1..1 << KINDS.len() {
        let bits = (0..KINDS.len()).filter(|bit| chosen >> bit & 1 == 1);
        let filter = bits.map(|bit| KINDS[bit].0).reduce(Filter::or).expect("at least one kind");
        let expected = matched.iter().filter(|(_, kinds)| kinds & chosen != 0).map(|&(mv, _)| mv);
        let found = position.legal_moves_matching(filter);
        assert!(expected.clone().eq(found.iter().copied()), "{filter:?}, {found:?}, {position:?}");
        let matching = moves.iter().copied().filter(|&mv| filter.matches(position, mv));
        assert!(expected.eq(matching), "{filter:?}, {position:?}");
    }
    // Two of the unions, and one of them in the other order, with each role's squares.
    for role in Role::ALL {
        let squares = position.board().role(role);
        let noisy = Filter::CAPTURES.or(Filter::CHECKS);
        let is_noisy = |mv| position.is_capture(mv) || gives_check(position, mv);
        let expected = |keep: &dyn Fn(Move) -> bool| -> Vec<Move> {
            moves.iter().copied().filter(|&mv| keep(mv)).collect()
        };
        let check = |filter, keep: &dyn Fn(Move) -> bool| {
            let found = position.legal_moves_matching(filter);
            assert_eq!(found[..], expected(keep)[..], "{role}, {filter:?}, {position:?}");
            let matching = expected(&|mv| filter.matches(position, mv));
            assert_eq!(matching, expected(keep), "{role}, {filter:?}, {position:?}");
        };
        check(Filter::ALL.from(squares), &|mv| squares.contains(mv.from()));
        check(Filter::ALL.to(squares), &|mv| squares.contains(mv.destination()));
        check(noisy.from(squares), &|mv| is_noisy(mv) && squares.contains(mv.from()));
        check(noisy.to(!squares), &|mv| is_noisy(mv) && !squares.contains(mv.destination()));
        let united = Filter::CHECKS.from(squares).or(Filter::CAPTURES.to(!squares));
        check(united, &|mv| {
            is_noisy(mv) && squares.contains(mv.from()) && !squares.contains(mv.destination())
        });
    }
}

/// A move gives check if the other side is in check after it. The promotions of a pawn on a square
/// match together.
fn gives_check(position: &Position, mv: Move) -> bool {
    let gives_check = |mv| position.play_unchecked(mv).is_check();
    match mv.promoted() {
        None => gives_check(mv),
        Some(_) => Role::PROMOTIONS
            .into_iter()
            .filter_map(|role| Move::promotion(mv.from(), mv.to(), role))
            .any(gives_check),
    }
}
