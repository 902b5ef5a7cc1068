//! Moves that are picked by score and in stages.

use setwise::{Filter, Move, Picker, Position, Square, Stage, StagedPicker};

/// A score that many moves share.
fn score(mv: Move) -> i32 {
    i32::from(mv.to_bits()).wrapping_mul(7919) % 5 - 2
}

/// A picker returns each move once, from the highest score to the lowest, and of equal scores the
/// lesser move first. A picker in stages does so within each stage, and can leave out quiet moves at
/// any time.
pub fn in_stages(position: &Position, moves: &[Move]) {
    let sorted = |keep: &dyn Fn(Move) -> bool| {
        let mut kept: Vec<Move> = moves.iter().copied().filter(|&mv| keep(mv)).collect();
        kept.sort_by_key(|&mv| (-score(mv), mv));
        kept
    };
    let picker = Picker::new(position.legal_moves(), score);
    assert_eq!(picker.collect::<Vec<_>>(), sorted(&|_| true), "{position:?}");

    let loses = |mv| !position.static_exchange_at_least(mv, 0);
    // Any move may be that of a table or a killer, also one of another position.
    let other = Move::normal(Square::A8, Square::H1);
    let some = |n: usize| moves.get(n).copied().or(Some(other));
    for (table, killers) in [
        (None, [None, None]),
        (some(0), [some(1), some(2)]),
        (some(moves.len() / 2), [some(moves.len().wrapping_sub(1)), some(moves.len() / 2)]),
        (Some(other), [some(3), some(3)]),
    ] {
        let is_table = |mv| Some(mv) == table;
        let is_killer = |mv| killers.contains(&Some(mv)) && position.is_quiet(mv);
        let in_turn = |mv: Move| !is_table(mv) && !is_killer(mv);
        let mut tried: Vec<Move> = killers.into_iter().flatten().collect();
        tried.dedup();
        tried.retain(|&mv| moves.contains(&mv) && is_killer(mv) && !is_table(mv));
        let all = [
            (Stage::Table, sorted(&is_table)),
            (Stage::Captures, sorted(&|mv| in_turn(mv) && !position.is_quiet(mv) && !loses(mv))),
            (Stage::Killers, tried),
            (Stage::Quiets, sorted(&|mv| in_turn(mv) && position.is_quiet(mv))),
            (
                Stage::LosingCaptures,
                sorted(&|mv| in_turn(mv) && !position.is_quiet(mv) && loses(mv)),
            ),
        ]
        .into_iter()
        .flat_map(|(stage, moves)| moves.into_iter().map(move |mv| (stage, mv, score(mv))));
        let all: Vec<(Stage, Move, i32)> = all.collect();
        for picked_before in [0, 1, moves.len() / 2, moves.len()] {
            let mut picker = StagedPicker::new(&(*position).into(), table, killers);
            let mut next = || picker.next(|_, mv| score(mv));
            let found: Vec<_> = std::iter::from_fn(&mut next).collect();
            assert_eq!(found, all, "{position:?}");
            assert_eq!(next(), None, "{position:?}");

            // Quiet moves can be left out at any time.
            let except = if picked_before == 1 { Filter::NONE } else { Filter::CHECKS };
            let mut picker = StagedPicker::new(&(*position).into(), table, killers);
            let mut found: Vec<_> =
                (0..picked_before).map_while(|_| picker.next(|_, mv| score(mv))).collect();
            picker.skip_quiets(except);
            found.extend(std::iter::from_fn(|| picker.next(|_, mv| score(mv))));
            let is_left = |&&(stage, mv, _): &&(Stage, Move, i32)| {
                !matches!(stage, Stage::Killers | Stage::Quiets) || except.matches(position, mv)
            };
            let (before, after) = all.split_at(picked_before.min(all.len()));
            let expected: Vec<_> = before.iter().chain(after.iter().filter(is_left)).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{position:?}");
        }
    }
}
