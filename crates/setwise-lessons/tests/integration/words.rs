//! The words of all lessons and pages: no Markdown, no paths of the code, singular and plural.

use setwise::{Bitboard, Color, Position, Square};
use setwise_lessons::quiz::{Topic, exercise};
use setwise_lessons::{
    Figure, Lesson, bits, boards, fills, legal, mappings, pawns, rotated, sliding, transforms,
};
use setwise_techniques::Technique;
use setwise_techniques::fill::Fill;
use setwise_techniques::mapping::Mapping;
use setwise_testkit::random::Random;

use super::topics::POSITIONS;
use super::{question, set};

/// Lessons of every kind, on positions and sets of every kind.
pub(super) fn lessons() -> Vec<Lesson> {
    let mut random = Random::default();
    let mut lessons = Vec::new();
    for &technique in Technique::ALL.iter().filter(|technique| technique.is_available()) {
        let (role, from, occupied) = question(&mut random);
        let question = sliding::Question::new(role, from, occupied);
        lessons.extend(sliding::lesson(technique, question));
    }
    for fen in POSITIONS {
        let position = Position::parse_fen(fen).expect("a valid FEN");
        let board = position.board();
        lessons.extend([boards::lesson(&position), pawns::lesson(&position)]);
        lessons.extend([fills::uses(&position), rotated::lesson(&position, Square::D2)]);
        lessons.push(legal::lesson(&position, None));
        lessons.extend(
            board
                .color(position.turn())
                .into_iter()
                .map(|from| legal::lesson(&position, Some(from))),
        );
        for fill in Fill::ALL {
            let (rooks, bishops) =
                (board.rook_sliders(Color::White), board.bishop_sliders(Color::White));
            let occupied = board.occupied();
            let sliders = fills::Sliders { rooks, bishops, occupied, direction: None };
            lessons.extend(fills::lesson(fill.technique(), sliders));
        }
    }
    let sets = [Bitboard::EMPTY, Bitboard(1), Bitboard(3), Bitboard::UNIVERSE, set(&mut random)];
    for set in sets {
        lessons.extend(bits::Subject::ALL.map(|subject| bits::lesson(subject, set)));
        lessons.extend(transforms::Transform::ALL.map(|name| transforms::lesson(name, set)));
        lessons.push(mappings::lesson(&Mapping::ALL, set));
    }
    for topic in Topic::ALL {
        lessons.extend((0..20).map(|number| exercise(topic, number).lesson));
    }
    lessons
}

/// All texts of a lesson that a reader sees as prose.
fn texts(lesson: &Lesson) -> impl Iterator<Item = &str> {
    let notes = lesson.notes.iter().flat_map(|note| [note.heading.as_str(), note.text.as_str()]);
    let steps = lesson.steps.iter().flat_map(|step| [step.part.as_str(), step.text.as_str()]);
    core::iter::once(lesson.title.as_str()).chain(notes).chain(steps)
}

/// Finds the faults that a link of Markdown over the end of a line is shown as
/// `](super::first_rank)`, that
/// `ray[pos]` is shown as `raypos`, and that backticks or paths of the code are left.
#[test]
fn no_markdown_and_no_path_of_the_code_is_left_in_a_text() {
    for lesson in lessons() {
        for text in texts(&lesson) {
            for mark in ["](", "[`", "**", "super::", "crate::", "self)"] {
                assert!(!text.contains(mark), "{}: {mark} in {text}", lesson.title);
            }
            assert_eq!(text.matches('`').count() % 2, 0, "{}: {text}", lesson.title);
        }
    }
    for technique in Technique::ALL {
        let sliders = sliding::Question::new(setwise::Role::Queen, Square::D4, Bitboard::EMPTY);
        let Some(lesson) = sliding::lesson(*technique, sliders) else { continue };
        for note in &lesson.notes {
            assert!(!note.text.contains('`'), "{technique}: {}", note.text);
        }
    }
    let sliders = sliding::Question::new(setwise::Role::Rook, Square::D4, Bitboard::EMPTY);
    let classical = sliding::lesson(Technique::Classical, sliders).expect("it runs everywhere");
    assert!(classical.notes[0].text.contains("\n5. the truncator ray, ray[first_blocked];\n"));
}

/// Finds the fault `These are 1 legal moves`.
#[test]
fn one_thing_is_in_the_singular() {
    for lesson in lessons() {
        for text in texts(&lesson) {
            let words: Vec<&str> = core::iter::once("").chain(text.split_whitespace()).collect();
            for three in words.windows(3) {
                let [before, number, counted] = three else { continue };
                let counted = counted.trim_end_matches(|letter: char| !letter.is_alphabetic());
                let is_plural = counted.ends_with('s') && !["is", "as", "has"].contains(&counted);
                // In `x − 1 borrows` no thing is counted.
                let is_formula = ["−", "+", "-", "×", "minus"].contains(before);
                assert!(*number != "1" || !is_plural || is_formula, "{}: {text}", lesson.title);
            }
        }
    }
}

/// Finds the fault that a sentence on the edge file stands over a mask of all squares.
#[test]
fn a_mask_of_all_squares_is_not_called_a_closed_file() {
    let mut seen = [0, 0];
    for lesson in lessons() {
        for step in &lesson.steps {
            let reach = step.figures.iter().find_map(|figure| match figure {
                Figure::Board(board) if board.label == "within reach of a step" => Some(board.set),
                Figure::Board(board) if board.label == "all squares" => Some(Bitboard::UNIVERSE),
                _ => None,
            });
            let Some(reach) = reach else { continue };
            let is_all = reach == Bitboard::UNIVERSE;
            seen[usize::from(is_all)] += 1;
            assert_eq!(step.text.contains("no file is closed"), is_all, "{}", step.text);
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

/// Finds the faults that the numbers of a shift are not told apart, and that the last board is
/// shown twice.
#[test]
fn pawn_captures_name_their_shift_and_the_targets_are_drawn_once() {
    for (fen, east, west) in [
        (
            POSITIONS[1],
            "to the left by 9 bits, one square to the north-east",
            "to the left by 7 bits",
        ),
        (
            POSITIONS[6],
            "to the right by 7 bits, one square to the south-east",
            "to the right by 9 bits",
        ),
    ] {
        let position = Position::parse_fen(fen).expect("a valid FEN");
        let lesson = pawns::lesson(&position);
        for (part, words) in [("captures to the east", east), ("captures to the west", west)] {
            let mut steps = lesson.steps.iter().filter(|step| step.part == part);
            assert!(steps.any(|step| step.text.contains(words)), "{fen}: {words}");
        }
        let last = legal::lesson(&position, None).steps.pop().expect("a step");
        assert_eq!(last.figures.len(), 1, "{last:?}");
    }
}
