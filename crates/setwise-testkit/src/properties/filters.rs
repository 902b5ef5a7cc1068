//! Filters of moves, by their definition: a move matches if one of the kinds does, and its origin and
//! target are allowed.

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
    for chosen in 0..1_u32 << KINDS.len() {
        let chosen = || KINDS.iter().enumerate().filter(move |(bit, _)| chosen >> bit & 1 == 1);
        let Some(filter) = chosen().map(|(_, (filter, _))| *filter).reduce(Filter::or) else {
            continue;
        };
        let matches = |mv| chosen().any(|(_, (_, test))| test(position, mv));
        let expected: Vec<Move> = moves.iter().copied().filter(|&mv| matches(mv)).collect();
        let found = position.legal_moves_matching(filter);
        assert_eq!(found[..], expected[..], "{filter:?}, {position:?}");
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
