//! Lessons on positions, sets and mappings.

use setwise::attacks::walk;
use setwise::{Bitboard, Color, Direction, Move, Position, Role, Square};
use setwise_lessons::{
    Figure, Geometry, Lesson, Step, bits, boards, fills, legal, mappings, pawns, rotated,
    transforms,
};
use setwise_techniques::Technique;
use setwise_techniques::fill::Fill;
use setwise_techniques::mapping::Mapping;
use setwise_testkit::random::Random;
use setwise_testkit::scaled;

use super::{equations, set};

/// Positions with checks, pins, promotions, en passant captures that open lines, and castling.
pub(super) const POSITIONS: [&str; 14] = [
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
    for _ in 0..scaled(30, 8) {
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
        assert_eq!(lesson.answer, Some(!board.color(position.turn())), "{position}");
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
        let targets: Bitboard = position.legal_moves().iter().map(|mv| mv.destination()).collect();
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
            let targets: Bitboard = moves
                .iter()
                .filter(|mv: &&Move| mv.from() == from)
                .map(|mv| mv.destination())
                .collect();
            assert_eq!(lesson.answer, Some(targets), "{position} {from}");
            let count = moves.iter().filter(|mv: &&Move| mv.from() == from).count();
            let said = match count {
                1 => "This is 1 legal move.".to_owned(),
                count => format!("These are {count} legal moves."),
            };
            assert!(
                lesson.steps.iter().any(|step| step.text.starts_with(&said)),
                "{position} {from}"
            );
        }
    }
}

fn texts(lesson: &Lesson) -> Vec<&str> {
    lesson.steps.iter().map(|step| step.text.as_str()).collect()
}

/// Finds the fault that the lesson ends with a condition, and does not say whether it holds.
#[test]
fn an_en_passant_capture_has_a_verdict() {
    for (fen, from, verdict) in [
        (
            POSITIONS[5],
            Square::B5,
            "The enemy piece on h5 attacks the king: the en passant capture b5c6 is illegal.",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            Square::E5,
            "No enemy attacks the king: the en passant capture e5d6 is legal.",
        ),
    ] {
        let position = Position::parse_fen(fen).expect("a valid FEN");
        let lesson = legal::lesson(&position, Some(from));
        assert!(texts(&lesson).contains(&verdict), "{:?}", texts(&lesson));
    }
}

/// Finds the faults that castling is written with the rook's square as its target, and that each of
/// its rows counts all pseudo-legal moves of the king.
#[test]
fn castling_is_the_kings_move_with_the_rook_named() {
    let rows = |fen: &str, from| {
        let position = Position::parse_fen(fen).expect("a valid FEN");
        last_table(&legal::lesson(&position, Some(from))).to_vec()
    };
    assert_eq!(
        rows(POSITIONS[1], Square::E1),
        [
            ["king e1", "2", "2", "d1 f1"],
            ["O-O-O (e1c1)", "1", "1", "c1, rook a1 to d1"],
            ["O-O (e1g1)", "1", "1", "g1, rook h1 to f1"],
        ]
    );
    // Chess960: the king stays where it is, or the rook does.
    assert_eq!(
        rows("4k3/8/8/8/8/8/8/6KR w H - 0 1", Square::G1)[1],
        ["O-O (g1h1)", "1", "1", "g1, rook h1 to f1"]
    );
    assert_eq!(
        rows("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", Square::E1)[1],
        ["O-O (e1f1)", "1", "1", "g1, rook stays on f1"]
    );
    // The rook shields the king, so that castling is pseudo-legal only.
    assert_eq!(rows(POSITIONS[13], Square::C1)[1][1..], ["1", "0", ""]);
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
    for _ in 0..100 {
        let (rooks, bishops) =
            (set(&mut random) & set(&mut random), set(&mut random) & set(&mut random));
        let occupied = set(&mut random) | rooks | bishops;
        for technique in Fill::ALL.map(Fill::technique) {
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

/// Returns the targets of at most two moves of one slider, by steps on a board on which the moves
/// are made.
fn walked_targets(
    position: &Position,
    from: Square,
    walk: fn(Square, Bitboard) -> Bitboard,
    captures: bool,
) -> [Bitboard; 2] {
    let board = position.board();
    let own = board.color(position.turn()).without(from);
    // The slider leaves its square, and a captured piece leaves the board.
    let occupied = board.occupied().without(from);
    let first = walk(from, occupied) - own;
    let stops = if captures { first } else { first - occupied };
    let second = stops.into_iter().map(|stop| walk(stop, occupied.without(stop)) - own);
    [first, second.fold(first, |all, set| all | set).without(from)]
}

/// Finds the fault that squares of own pieces are counted: 7 instead of 0 in the initial position.
#[test]
fn mobility_counts_the_targets_of_moves_and_no_square_of_an_own_piece() {
    for position in positions() {
        let (board, us) = (position.board(), position.turn());
        let targets = |sliders: Bitboard, walk: fn(Square, Bitboard) -> Bitboard, captures| {
            let each =
                sliders.into_iter().map(|from| walked_targets(&position, from, walk, captures));
            each.fold([Bitboard::EMPTY; 2], |[a, b], [one, two]| [a | one, b | two])
        };
        let rooks = board.rook_sliders(us);
        let [one, quiet] = targets(rooks, walk::rook, false);
        let [_, any] = targets(rooks, walk::rook, true);
        let [_, diagonal] = targets(board.bishop_sliders(us), walk::bishop, true);
        let lesson = fills::uses(&position);
        // A second slider of the side may go where the first one stood.
        let own = board.color(us);
        let said = format!(
            "it is {} in one move, {} in at most two if the first is no capture, and {} if",
            one.count(),
            (quiet - own).count(),
            (any - own).count()
        );
        assert!(lesson.steps.iter().any(|step| step.text.contains(&said)), "{position}: {said}");
        assert_eq!(lesson.answer, Some((any | diagonal) - own), "{position}");
    }
    let said = |fen: &str| {
        let lesson = fills::uses(&Position::parse_fen(fen).expect("a valid FEN"));
        let mut texts = lesson.steps.into_iter().map(|step| step.text);
        texts.find(|text| text.starts_with("Mobility is")).expect("the numbers")
    };
    assert!(
        said(POSITIONS[0]).contains("0 in one move, 0 in at most two"),
        "{}",
        said(POSITIONS[0])
    );
    assert!(
        said(POSITIONS[1]).contains("12 in one move, 18 in at most two"),
        "{}",
        said(POSITIONS[1])
    );
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
