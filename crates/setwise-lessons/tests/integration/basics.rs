//! Lessons on operators, squares, mappings, stored boards, masks of shifts, and a move on rotated
//! boards.

use setwise::{Bitboard, Color, Direction, File, Move, Position, Rank, Role, Square};
use setwise_lessons::stored_moves::{self, Piece};
use setwise_lessons::{Figure, Lesson, Step, boards, mappings, operators, pawns, rotated, squares};
use setwise_techniques::mapping::Mapping;
use setwise_testkit::random::Random;

use super::topics::{last_set, positions};
use super::{equations, set};

/// Returns the table of a step.
fn table(step: &Step) -> &[Vec<String>] {
    let found = step.figures.iter().find_map(|figure| match figure {
        Figure::Table { rows, .. } => Some(rows.as_slice()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{}: no table", step.text))
}

/// Returns the numbers of a board of numbers, by square.
fn numbers(step: &Step) -> [i64; 64] {
    let rows = table(step);
    assert_eq!(rows.len(), 8);
    Square::ALL.map(|square| {
        let row = &rows[7 - square.rank() as usize];
        assert_eq!(row[0], square.rank().to_string());
        row[1 + square.file() as usize].trim().parse().expect("a number")
    })
}

fn step<'l>(lesson: &'l Lesson, words: &str) -> &'l Step {
    let found = lesson.steps.iter().find(|step| step.text.contains(words));
    found.unwrap_or_else(|| panic!("{}: {words}", lesson.title))
}

fn part<'l>(lesson: &'l Lesson, part: &str) -> Vec<&'l Step> {
    let steps: Vec<&Step> = lesson.steps.iter().filter(|step| step.part == part).collect();
    assert!(!steps.is_empty(), "{}: {part}", lesson.title);
    steps
}

/// Returns the boards of a lesson with a label.
fn labelled(lesson: &Lesson, wanted: &str) -> Vec<Bitboard> {
    let figures = lesson.steps.iter().flat_map(|step| &step.figures);
    let sets = figures.filter_map(|figure| match figure {
        Figure::Board(board) if board.label == wanted => Some(board.set),
        _ => None,
    });
    sets.collect()
}

/// Finds an operator that computes another operation, and a constant that is not drawn.
#[test]
fn operators_are_computed_square_by_square() {
    let mut random = Random::default();
    for _ in 0..200 {
        let (a, b) = (set(&mut random), set(&mut random));
        let lesson = operators::lesson(a, b);
        equations::check(&lesson, Square::A1, a);
        let by_square = |keep: fn(bool, bool) -> bool| -> Bitboard {
            let kept = |square: &Square| keep(a.contains(*square), b.contains(*square));
            Square::ALL.into_iter().filter(kept).collect()
        };
        let expected: [(&str, Bitboard); 8] = [
            ("a AND b", by_square(|a, b| a && b)),
            ("a OR b", by_square(|a, b| a || b)),
            ("a XOR b", by_square(|a, b| a != b)),
            ("a AND NOT b", by_square(|a, b| a && !b)),
            ("a NAND b", by_square(|a, b| !(a && b))),
            ("NOT a", by_square(|a, _| !a)),
            ("empty set", Bitboard(0)),
            ("universe", Bitboard(0xffff_ffff_ffff_ffff)),
        ];
        for (label, expected) in expected {
            let drawn = labelled(&lesson, label);
            assert!(!drawn.is_empty() && drawn.iter().all(|set| *set == expected), "{label}");
        }
        assert_eq!(lesson.answer, Some(expected[0].1));
        let rows = table(step(&lesson, "With a constant"));
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let expected = [
            row(["a AND", "empty set", "a"]),
            row(["a OR", "a", "universe"]),
            row(["a XOR", "a", "NOT a"]),
            row(["a NAND", "universe", "NOT a"]),
        ];
        assert_eq!(rows, expected);
    }
}

/// Finds a board lesson without the constants, or with empty squares that XOR does not give.
#[test]
fn boards_have_the_empty_set_and_the_full_board() {
    for position in positions().into_iter().step_by(50) {
        let lesson = boards::lesson(&position);
        assert!(labelled(&lesson, "empty set").iter().all(|set| set.is_empty()));
        assert!(labelled(&lesson, "fullboard").iter().all(|set| set.count() == 64));
        let shown = last_set(step(&lesson, "by XOR with the full board"));
        assert_eq!(shown, position.board().empty());
    }
}

/// Finds an index of a line that is not the same on all of its squares, or that two lines share.
#[test]
fn squares_on_one_line_have_the_same_index() {
    for square in Square::ALL {
        let lesson = squares::lesson(square);
        equations::check(&lesson, square, Bitboard::EMPTY);
        assert_eq!(lesson.answer, Some(king(square)), "{square}");
    }
    let lesson = squares::lesson(Square::D2);
    let lines =
        [("rank index", 8), ("file index", 8), ("diagonal index", 15), ("anti-diagonal index", 15)];
    for (name, count) in lines {
        let index = numbers(part(&lesson, name)[0]);
        let mut different: Vec<i64> = index.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), count, "{name}");
        for a in Square::ALL {
            for b in Square::ALL {
                let (files, ranks) =
                    (b.file() as i64 - a.file() as i64, b.rank() as i64 - a.rank() as i64);
                let on_line = match name {
                    "rank index" => ranks == 0,
                    "file index" => files == 0,
                    "diagonal index" => files == ranks,
                    _ => files == -ranks,
                };
                assert_eq!(index[a as usize] == index[b as usize], on_line, "{name}: {a} {b}");
            }
        }
    }
    let all = numbers(part(&lesson, "the number of a square")[0]);
    assert_eq!(all, core::array::from_fn(|number| number as i64));
}

/// Returns the squares at a distance of one, from files and ranks.
fn king(from: Square) -> Bitboard {
    Square::ALL.into_iter().filter(|to| from.distance(*to) == 1).collect()
}

const ROSE: [[&str; 4]; 3] =
    [["north", "+7", "+8", "+9"], ["", "-1", "x", "+1"], ["south", "-9", "-8", "-7"]];

/// Finds a shift of the compass rose that differs from the document, and a wrap that is called a
/// neighbour.
#[test]
fn the_compass_rose_has_the_shifts_of_the_document() {
    let lesson = squares::lesson(Square::A4);
    let steps = part(&lesson, "compass rose");
    assert_eq!(table(steps[0]), ROSE.map(|row| row.map(str::to_owned).to_vec()));
    let west = &table(steps[1])[Direction::West as usize];
    assert_eq!(west[..], ["west", "-1", "23", "wraps around to h3"]);
    let corner = squares::lesson(Square::A1);
    let south = &table(part(&corner, "compass rose")[1])[Direction::South as usize];
    assert_eq!(south[..], ["south", "-8", "-8", "falls off"]);
}

/// Finds a rose whose shifts are wrong on some square, and a rose of a mapping that has none.
#[test]
fn mappings_have_a_compass_rose_if_steps_are_constant() {
    let mut roses = 0;
    for mapping in Mapping::ALL {
        let lesson = mappings::lesson(&[mapping], Bitboard::of(Square::A1));
        let Some(step) = lesson.steps.iter().find(|step| step.text.starts_with("The compass rose"))
        else {
            let words = "has no compass rose";
            let text = &step(&lesson, words).text;
            let along = match mapping == Mapping::ROTATED_45 {
                true => "in the directions north-east +1, south-west -1.",
                false => "in the directions south-east +1, north-west -1.",
            };
            assert!(text.ends_with(along), "{mapping}: {text}");
            continue;
        };
        roses += 1;
        for direction in Direction::ALL {
            let (files, ranks) = direction.delta();
            let shown: i16 =
                table(step)[(1 - ranks) as usize][(2 + files) as usize].parse().expect("a number");
            for from in Square::ALL {
                let Some(to) = from.step(direction) else { continue };
                let shift = i16::from(mapping.bit(to)) - i16::from(mapping.bit(from));
                assert_eq!(shift, shown, "{mapping} {from} {direction:?}");
            }
        }
    }
    assert_eq!(roses, 3);
}

/// Finds a wrong digit in the number of mappings.
#[test]
fn the_number_of_mappings_is_64_factorial() {
    let mut digits = vec![1u32];
    for factor in 2..=64 {
        let mut carry = 0;
        for digit in &mut digits {
            let product = *digit * factor + carry;
            (*digit, carry) = (product % 10, product / 10);
        }
        while carry > 0 {
            digits.push(carry % 10);
            carry /= 10;
        }
    }
    let text: String =
        digits.iter().rev().filter_map(|&digit| char::from_digit(digit, 10)).collect();
    let lesson = mappings::lesson(&[Mapping::HYATT], Bitboard::EMPTY);
    let note = lesson.notes.iter().find(|note| note.text.contains("64!")).expect("a note");
    let shown: String = note.text.chars().filter(|letter| *letter != ' ').collect();
    assert!(shown.contains(&format!(":{text},")), "{text}");
    assert!(shown.contains("anumberof90digits") && text.len() == 90);
    assert!(shown.contains("1.27x10^89") && text.starts_with("1268"));
}

/// Finds a capture among the quiet moves, a stored board with a wrong square, and a pawn that
/// jumps.
#[test]
fn stored_moves_are_the_pseudo_legal_moves_without_special_ones() {
    let roles = [Role::King, Role::Knight, Role::Pawn];
    for position in positions() {
        let us = position.turn();
        let moves = position.pseudo_legal_moves();
        for (piece, role) in Piece::ALL.into_iter().zip(roles) {
            for from in position.board().pieces(us, role) {
                let lesson = stored_moves::lesson(&position, piece, from);
                equations::check_position(&lesson, &position);
                let ordinary =
                    |mv: &&Move| mv.from() == from && !mv.is_castle() && !mv.is_en_passant();
                let to: Bitboard = moves.iter().filter(ordinary).map(|mv| mv.to()).collect();
                // The library leaves out king moves to attacked squares.
                let shown = lesson.answer.expect("a set");
                assert!(to.is_subset_of(shown), "{position} {from}");
                assert!(role == Role::King || to == shown, "{position} {from}");
                if role != Role::Pawn {
                    let enemy = position.board().color(!us);
                    assert_eq!(labelled(&lesson, "captures")[0], shown & enemy);
                    assert_eq!(
                        labelled(&lesson, "quiet moves")[0],
                        shown - position.board().occupied()
                    );
                }
            }
        }
    }
}

/// Finds a stored board that differs from the document: `king_xray[0] = 0x302`.
#[test]
fn stored_boards_are_those_of_nagaskaki() {
    let position = Position::INITIAL;
    let king = stored_moves::lesson(&position, Piece::King, Square::A1);
    assert_eq!(labelled(&king, "king_xray")[0], Bitboard(0x302));
    for from in Square::ALL {
        let lesson = stored_moves::lesson(&position, Piece::Pawn, from);
        for (side, color) in Color::ALL.into_iter().enumerate() {
            let up = if color == Color::White { 1 } else { -1 };
            let starts = from.rank() == Rank::Second.relative_to(color);
            let at = |files, ranks| from.offset(files, ranks).map(Bitboard::of).unwrap_or_default();
            let two = if starts { at(0, 2 * up) } else { Bitboard::EMPTY };
            let boards = |label| labelled(&lesson, label)[side];
            assert_eq!(boards("one step"), at(0, up), "{color} {from}");
            assert_eq!(boards("two steps"), two, "{color} {from}");
            assert_eq!(boards("attacked"), at(1, up) | at(-1, up), "{color} {from}");
        }
    }
    // 2 sides, 64 squares, 3 boards of 8 bytes.
    let note = king.notes.iter().find(|note| note.heading == "Size").expect("a note");
    assert!(note.text.contains("512 bytes") && note.text.contains("3072 bytes"), "{}", note.text);
}

/// Finds a mask after the shift that is on the wrong file: then the two results differ.
#[test]
fn masks_before_and_after_the_shift_give_the_same_set() {
    for position in positions() {
        let lesson = pawns::lesson(&position);
        let (before, after) =
            (labelled(&lesson, "masked before"), labelled(&lesson, "masked after"));
        assert_eq!(before[0], after[0], "{position}");
        assert_eq!(before.len(), after.len());
        assert!(labelled(&lesson, "difference").iter().all(|set| set.is_empty()), "{position}");
        let edges = Bitboard::file(File::A) | Bitboard::file(File::H);
        let on_edge = position.board().pieces(position.turn(), Role::Pawn) & edges;
        let wraps =
            labelled(&lesson, "all shifted").iter().zip(&after).any(|(all, kept)| all != kept);
        assert!(wraps || on_edge.is_empty(), "{position}");
    }
}

/// Finds a board that does not follow the move, and an example that is shown in place of it.
#[test]
fn a_given_move_is_made_on_the_four_boards() {
    for position in positions().into_iter().step_by(11) {
        for &mv in position.legal_moves().iter() {
            let lesson = rotated::lesson_of_move(&position, Square::D2, mv);
            equations::check(&lesson, Square::D2, position.board().occupied());
            let uci = position.uci(mv).to_string();
            let of_moves: Vec<&Step> =
                lesson.steps.iter().filter(|step| step.text.contains("XOR")).collect();
            assert!(of_moves.iter().all(|step| step.part.ends_with(&format!(": {uci}"))));
            let name = of_moves[0].part.split(':').next().expect("a name");
            let captures = position.board().color(!position.turn()).contains(mv.to());
            let expected = match (mv.promoted().is_some(), captures) {
                _ if mv.is_castle() => "castling",
                _ if mv.is_en_passant() => "en passant",
                (true, true) => "a promotion with a capture",
                (true, false) => "a promotion",
                (false, true) => "a capture",
                (false, false) => "a quiet move",
            };
            assert_eq!(name, expected, "{position} {uci}");
            let after = position.play_unchecked(mv).board().occupied();
            let drawn = of_moves[1].figures.iter().map(|figure| match figure {
                Figure::Board(board) => board.set,
                _ => panic!("a board"),
            });
            assert_eq!(drawn.collect::<Vec<_>>(), [after; 4], "{position} {uci}");
        }
    }
}
