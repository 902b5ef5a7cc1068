//! Lessons on positions, sets and mappings.

use setwise::attacks::walk;
use setwise::{Bitboard, Color, Direction, Move, Position, Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::fill::Fill;
use setwise_techniques::lesson::quiz::{Answer, Topic, exercise};
use setwise_techniques::lesson::{
    Figure, Geometry, Lesson, Step, bits, boards, fills, legal, mappings, pawns, rotated,
    transforms,
};
use setwise_techniques::mapping::Mapping;
use setwise_testkit::random::Random;

use super::{equations, set};

/// Positions with checks, pins, promotions, en passant captures that open lines, and castling.
const POSITIONS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    // The pawns leave the fifth rank together and open it.
    "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",
    // The captured pawn gives check.
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    // A double check, and a check by a slider behind the king.
    "4k3/8/8/8/8/5n2/8/r3K2R w K - 0 1",
    "4k3/4r3/8/8/1b6/8/8/4K3 w - - 0 1",
    "8/8/8/r2K3k/8/8/8/8 w - - 0 1",
    // A pinned pawn may take the piece that pins it, and a pinned knight cannot move.
    "4k3/8/8/8/1b5b/8/3N1P2/4K3 w - - 0 1",
    "4k3/8/8/8/8/6b1/5P2/4K3 w - - 0 1",
    // Castling through an attacked square, and with an attacked rook.
    "r3k2r/8/8/8/8/8/8/1R2K1R1 b kq - 0 1",
    // Chess960: the rook shields the king.
    "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
];

pub(super) fn positions() -> Vec<Position> {
    let mut positions: Vec<Position> =
        POSITIONS.iter().map(|fen| Position::parse_fen(fen).expect("a valid FEN")).collect();
    // Random games, every position.
    let mut random = Random::default();
    for _ in 0..30 {
        let mut position = Position::INITIAL;
        for _ in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[random.below(moves.len())]);
            positions.push(position);
        }
    }
    positions
}

fn last_table(lesson: &Lesson) -> &[Vec<String>] {
    let mut figures = lesson.steps.iter().rev().flat_map(|step| &step.figures);
    match figures.find(|figure| matches!(figure, Figure::Table { .. })) {
        Some(Figure::Table { rows, .. }) => rows,
        _ => panic!("{}: no table", lesson.title),
    }
}

pub(super) fn last_set(step: &Step) -> Bitboard {
    match step.figures.last() {
        Some(Figure::Board(board)) => board.set,
        _ => panic!("{}: no board", step.part),
    }
}

#[test]
fn the_twelve_boards_follow_from_eight() {
    for position in positions() {
        let lesson = boards::lesson(&position);
        equations::check_position(&lesson, &position);
        let board = position.board();
        assert_eq!(lesson.answer, Some(board.enemy_and_empty(position.turn())), "{position}");
        for (index, role) in Role::ALL.into_iter().enumerate() {
            for (side, color) in Color::ALL.into_iter().enumerate() {
                // The first step is the position.
                let step = &lesson.steps[1 + 2 * index + side];
                assert_eq!(last_set(step), board.pieces(color, role), "{position} {color} {role}");
            }
        }
    }
}

#[test]
fn legal_ends_with_the_moves_of_the_generator() {
    for position in positions() {
        let lesson = legal::lesson(&position, None);
        equations::check_position(&lesson, &position);
        let counts = last_table(&lesson).iter().map(|row| row[2].parse::<u32>().expect("a number"));
        assert_eq!(counts.sum::<u32>(), position.count_legal_moves(), "{position}");
        let targets: Bitboard = position.legal_moves().iter().map(|mv| mv.to()).collect();
        assert_eq!(lesson.answer, Some(targets), "{position}");
        for step in &lesson.steps {
            assert!(!step.text.is_empty(), "{position}: {}", step.part);
        }
    }
}

#[test]
fn legal_of_one_piece_ends_with_its_moves() {
    for position in positions().into_iter().step_by(7) {
        for from in position.board().color(position.turn()) {
            let lesson = legal::lesson(&position, Some(from));
            let moves = position.legal_moves();
            let targets: Bitboard =
                moves.iter().filter(|mv: &&Move| mv.from() == from).map(|mv| mv.to()).collect();
            assert_eq!(lesson.answer, Some(targets), "{position} {from}");
        }
    }
}

#[test]
fn pawns_end_with_the_pseudo_legal_targets_of_all_pawns() {
    for position in positions() {
        let lesson = pawns::lesson(&position);
        equations::check_position(&lesson, &position);
        let pawn = |mv: &&Move| {
            position.board().role_at(mv.from()) == Some(Role::Pawn) && !mv.is_en_passant()
        };
        let targets: Bitboard =
            position.pseudo_legal_moves().iter().filter(pawn).map(|mv| mv.to()).collect();
        assert_eq!(lesson.answer, Some(targets), "{position}");
    }
}

#[test]
fn rotated_boards_attack_as_a_queen_does_and_moves_are_taken_back() {
    for position in positions().into_iter().step_by(40) {
        for from in Square::ALL {
            let lesson = rotated::lesson(&position, from);
            equations::check(&lesson, from, position.board().occupied());
            let occupied = position.board().occupied();
            let expected = walk::rook(from, occupied) | walk::bishop(from, occupied);
            assert_eq!(lesson.answer, Some(expected), "{position} {from}");
            // Each of the six moves shows four boards after it and four after taking it back.
            let boards = |part: &str, nth: usize| -> Vec<Bitboard> {
                let steps = lesson.steps.iter().filter(|step| step.part.starts_with(part));
                let mut drawn = steps.filter(|step| step.figures.len() == 4);
                let step = drawn.nth(nth).unwrap_or_else(|| panic!("{part} {nth}"));
                let sets = step.figures.iter().map(|figure| match figure {
                    Figure::Board(board) => board.set,
                    _ => panic!("a board"),
                });
                sets.collect()
            };
            for part in ["a quiet move", "a capture", "castling", "en passant", "a promotion:"] {
                let (after, back) = (boards(part, 0), boards(part, 1));
                assert!(after.iter().all(|set| *set == after[0]), "{part}");
                assert!(back.iter().all(|set| *set == back[0]) && back != after, "{part}");
            }
        }
    }
}

#[test]
fn the_fifteen_rows_are_those_of_bitboard_notes() {
    let lesson = rotated::lesson(&Position::INITIAL, Square::D2);
    let rows = lesson.steps.iter().find_map(|step| match step.figures.first() {
        Some(Figure::Table { rows, .. }) => Some(rows),
        _ => None,
    });
    let rows = rows.expect("a table");
    assert_eq!(rows.len(), 15);
    assert_eq!(rows[0][..3], ["h1", "1", "0"]);
    // The diagonal of d2, on which the notes end.
    assert_eq!(rows[5], ["c1-h6", "6", "15", "0x3f", "0x0f"]);
    assert_eq!(rows[14][..3], ["a8", "1", "63"]);
}

#[test]
fn fills_of_several_sliders_are_the_union_of_their_walks() {
    let mut random = Random::default();
    let fills = Technique::ALL.iter().copied().filter(|technique| {
        technique.is_available() && Fill::ALL.iter().any(|fill| fill.technique() == *technique)
    });
    let fills: Vec<Technique> = fills.collect();
    assert!(fills.len() >= 4);
    for _ in 0..100 {
        let (rooks, bishops) =
            (set(&mut random) & set(&mut random), set(&mut random) & set(&mut random));
        let occupied = set(&mut random) | rooks | bishops;
        for &technique in &fills {
            let sliders = fills::Sliders { rooks, bishops, occupied, direction: None };
            let lesson = fills::lesson(technique, sliders).expect("a fill");
            equations::check(&lesson, Square::A1, occupied);
            // The steps end with the set that the fill found, in registers or not.
            for steps in lesson.steps.windows(2) {
                if let [Figure::Board(occluded), Figure::Board(attacked)] = &steps[1].figures[..]
                    && occluded.label == "occluded"
                {
                    assert_eq!(last_set(&steps[0]), attacked.set, "{technique}");
                }
            }
            let by_rooks = rooks.into_iter().map(|from| walk::rook(from, occupied));
            let by_bishops = bishops.into_iter().map(|from| walk::bishop(from, occupied));
            let expected = by_rooks.chain(by_bishops).fold(Bitboard::EMPTY, |all, set| all | set);
            assert_eq!(lesson.answer, Some(expected), "{technique}");
            let north = Some(Direction::North);
            let sliders = fills::Sliders { direction: north, ..sliders };
            let lesson = fills::lesson(technique, sliders).expect("a fill");
            let rays = rooks.into_iter().map(|from| walk::ray(from, Direction::North, occupied));
            assert_eq!(lesson.answer, Some(rays.fold(Bitboard::EMPTY, |all, set| all | set)));
        }
    }
    assert!(
        fills::lesson(Technique::Pext, fills::Sliders { rooks: Bitboard(1), ..Default::default() })
            .is_none()
    );
}

#[test]
fn fills_at_work_find_the_pins_and_discoverers_of_the_position() {
    for position in positions() {
        let lesson = fills::uses(&position);
        equations::check_position(&lesson, &position);
        let last = |part: &str| {
            last_set(lesson.steps.iter().rev().find(|step| step.part == part).expect("a part"))
        };
        let us = position.turn();
        assert_eq!(last("pins"), position.pinned(us), "{position}");
        assert_eq!(
            last("discovered checks"),
            position.discovered_check_candidates(us),
            "{position}"
        );
    }
}

#[test]
fn bit_tricks_end_with_their_answer() {
    let mut random = Random::default();
    let sets = (0..500).map(|_| set(&mut random)).chain([Bitboard::EMPTY, Bitboard::UNIVERSE]);
    for set in sets {
        for subject in bits::Subject::ALL {
            let lesson = bits::lesson(subject, set);
            equations::check(&lesson, Square::A1, set);
            match subject {
                bits::Subject::Lowest | bits::Subject::DeBruijn | bits::Subject::Modulo67 => {
                    assert_eq!(lesson.answer, Some(set.isolate_first()), "{subject:?} {set:?}");
                }
                bits::Subject::Count => {
                    let last = lesson.steps.last().and_then(|step| step.figures.last());
                    assert!(
                        matches!(last, Some(Figure::Number { value, .. }) if *value == i64::from(set.count()))
                    );
                }
                bits::Subject::Subsets => {
                    assert!(lesson.answer.expect("a subset").is_subset_of(set));
                }
            }
        }
    }
}

#[test]
fn transforms_end_with_the_set_of_the_library() {
    let mut random = Random::default();
    for _ in 0..300 {
        let set = set(&mut random);
        for transform in transforms::Transform::ALL {
            let lesson = transforms::lesson(transform, set);
            equations::check(&lesson, Square::A1, set);
            assert_eq!(lesson.answer, Some(transform.apply(set)), "{transform:?}");
            // The swaps end with the same set as the function of the library.
            let [.., swapped, _] = &lesson.steps[..] else { panic!("several steps") };
            assert!(
                matches!(swapped.figures.last(), Some(Figure::Board(board)) if Some(board.set) == lesson.answer),
                "{transform:?}"
            );
        }
    }
}

#[test]
fn mappings_have_names_and_the_words_of_a_set() {
    let names: Vec<String> = Mapping::ALL.iter().map(mappings::name).collect();
    assert_eq!(names, ["little-endian", "hyatt", "rotated-90", "rotated-45", "rotated-minus-45"]);
    for mapping in Mapping::ALL {
        assert_eq!(mappings::by_name(&mappings::name(&mapping)), Some(mapping));
        let lesson = mappings::lesson(&[mapping], Bitboard::of(Square::D2));
        let word = format!("{:#018x}", mapping.mask(Square::D2));
        assert!(lesson.steps[1].text.contains(&word), "{}", lesson.steps[1].text);
        let Some(Figure::Table { rows, .. }) = lesson.steps[1].figures.first() else {
            panic!("{mapping}: no table")
        };
        assert_eq!(rows[6][4].trim(), mapping.bit(Square::D2).to_string());
    }
    assert_eq!(mappings::by_name("rotated 45"), None);
    assert_eq!(Geometry::Rotated45.mapping(), &Mapping::ROTATED_45);
}

#[test]
fn every_exercise_accepts_its_answer_and_no_other() {
    for topic in Topic::ALL {
        for seed in 0..200 {
            let exercise = exercise(topic, seed);
            let answer = exercise.answer;
            assert_eq!(answer.accepts(&answer.to_string()), Ok(true), "{topic:?} {seed}");
            let wrong = match answer {
                Answer::Squares(set) => Answer::Squares(!set),
                Answer::Number(number) => Answer::Number(number + 1),
            };
            assert_eq!(answer.accepts(&wrong.to_string()), Ok(false), "{topic:?} {seed}");
            assert!(answer.accepts("z9").is_err());
            assert!(!exercise.lesson.steps.is_empty(), "{topic:?} {seed}");
            if matches!(topic, Topic::Attacks | Topic::Legal) {
                assert_eq!(
                    Some(answer),
                    exercise.lesson.answer.map(Answer::Squares),
                    "{topic:?} {seed}"
                );
            }
        }
    }
}

#[test]
fn most_questions_on_legal_moves_have_a_check_a_pin_or_en_passant() {
    let (mut counts, mut any) = ([0; 3], 0);
    for seed in 0..200 {
        let question = exercise(Topic::Legal, seed).question.text;
        let (fen, rest) = question.split_once('\n').expect("a position");
        let position = Position::parse_fen(fen).expect("a FEN");
        let from = rest.split_once(" move?").and_then(|(before, _)| {
            before.split_once(" may the ")?.1.split(' ').nth(2)?.parse::<Square>().ok()
        });
        let from = from.expect("a square");
        let en_passant = |mv: &&Move| mv.is_en_passant() && mv.from() == from;
        let has = [
            position.is_check(),
            position.pinned(position.turn()).contains(from),
            position.pseudo_legal_moves().iter().filter(en_passant).count() > 0,
        ];
        for (count, has) in counts.iter_mut().zip(has) {
            *count += u32::from(has);
        }
        any += u32::from(has.contains(&true));
    }
    assert!(counts.iter().all(|count| *count >= 30) && any >= 120, "{counts:?} {any}");
}

#[test]
fn a_question_on_an_index_has_something_to_pack() {
    for seed in 0..200 {
        assert_ne!(exercise(Topic::Index, seed).answer, Answer::Number(0), "{seed}");
    }
}
