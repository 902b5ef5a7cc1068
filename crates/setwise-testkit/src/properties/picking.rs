//! Moves that are picked by score and in stages.

use setwise::{Filter, Move, Picker, Position, Stage, StagedPicker};

/// A score that many moves share.
fn score(mv: Move) -> i32 {
    i32::from(mv.to_bits()).wrapping_mul(7919) % 5 - 2
}

/// A picker returns each move once, from the highest score to the lowest, and of equal scores the
/// lesser move first. A picker in stages does so within each stage, also if it was used before.
pub fn in_stages(position: &Position, moves: &[Move]) {
    let sorted = |keep: &dyn Fn(Move) -> bool| {
        let mut kept: Vec<Move> = moves.iter().copied().filter(|&mv| keep(mv)).collect();
        kept.sort_by_key(|&mv| (-score(mv), mv));
        kept
    };
    let mut picker = Picker::default();
    picker.refill(position, Filter::ALL, score);
    assert_eq!(picker.collect::<Vec<_>>(), sorted(&|_| true), "{position:?}");

    let loses = |mv| !position.static_exchange_at_least(mv, 0);
    let expected: Vec<(Stage, Move)> = [
        (Stage::Captures, sorted(&|mv| !position.is_quiet(mv) && !loses(mv))),
        (Stage::Quiets, sorted(&|mv| position.is_quiet(mv))),
        (Stage::LosingCaptures, sorted(&|mv| !position.is_quiet(mv) && loses(mv))),
    ]
    .into_iter()
    .flat_map(|(stage, moves)| moves.into_iter().map(move |mv| (stage, mv)))
    .collect();
    let mut picker = StagedPicker::default();
    for picked_before in [0, 1, moves.len() / 2, moves.len()] {
        for _ in 0..picked_before {
            let _ = picker.next(position, |_, mv| score(mv));
        }
        picker.begin();
        let next = || picker.next(position, |_, mv| score(mv));
        let found: Vec<(Stage, Move)> = std::iter::from_fn(next).collect();
        assert_eq!(found, expected, "{position:?}");
        assert_eq!(picker.next(position, |_, mv| score(mv)), None, "{position:?}");
        picker.begin();
    }
}
