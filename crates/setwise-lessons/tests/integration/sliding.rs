//! Lessons on techniques for one slider.

use std::collections::BTreeSet;
use std::thread;

use setwise::attacks::walk;
use setwise::{Bitboard, Color, Direction, Position, Role, Square};
use setwise_lessons::sliding::{Question, lesson};
use setwise_lessons::{Figure, Lesson};
use setwise_techniques::Technique;
use setwise_testkit::random::Random;
use setwise_testkit::scaled;

use super::{equations, question};

fn oracle(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Rook => walk::rook(from, occupied),
        Role::Bishop => walk::bishop(from, occupied),
        _ => walk::rook(from, occupied) | walk::bishop(from, occupied),
    }
}

/// Returns the set of the last figure of the last step.
fn last_set(lesson: &Lesson) -> Option<Bitboard> {
    match lesson.steps.last()?.figures.last()? {
        Figure::Board(board) => Some(board.set),
        _ => None,
    }
}

/// Calls a function for each technique that this CPU can run, in two threads.
fn for_each_technique(check: fn(Technique)) {
    let (even, odd): (Vec<_>, Vec<_>) = Technique::ALL
        .iter()
        .copied()
        .filter(|technique| technique.is_available())
        .enumerate()
        .partition(|(index, _)| index % 2 == 0);
    thread::scope(|scope| {
        for half in [even, odd] {
            scope.spawn(move || half.into_iter().for_each(|(_, technique)| check(technique)));
        }
    });
}

#[test]
fn the_last_set_of_every_technique_is_the_oracles_in_random_cases() {
    for_each_technique(|technique| {
        let mut random = Random::default();
        for case in 0..scaled(10_000, 1_000) {
            let (role, mut from, occupied) = question(&mut random);
            if case < 64 {
                from = Square::ALL[case];
            }
            let lesson = lesson(technique, Question::new(role, from, occupied)).expect("it runs");
            let expected = oracle(role, from, occupied);
            assert_eq!(lesson.answer, Some(expected), "{technique} {role} {from} {occupied:?}");
            assert_eq!(last_set(&lesson), Some(expected), "{technique} {role} {from}");
        }
    });
}

#[test]
fn every_equation_of_every_technique_is_recomputed_and_explained() {
    for_each_technique(|technique| {
        let (mut random, mut unexplained) = (Random::default(), BTreeSet::new());
        for square in Square::ALL {
            for _ in 0..scaled(4, 1) {
                let (role, _, occupied) = question(&mut random);
                let question = Question::new(role, square, occupied);
                let lesson = lesson(technique, question).expect("it runs");
                equations::check(&lesson, square, occupied);
                let steps = lesson.steps.iter().filter(|step| step.text.is_empty());
                unexplained.extend(steps.map(equations::text));
            }
        }
        assert!(unexplained.is_empty(), "{technique}: no sentences for {unexplained:#?}");
    });
}

#[test]
fn one_direction_ends_with_the_ray_of_that_direction() {
    let (from, occupied) = (Square::D4, Bitboard(0x0000_0428_0028_0081));
    for technique in [Technique::Classical, Technique::KoggeStone, Technique::Shifted] {
        for direction in Direction::ALL {
            let question = Question::new(Role::Queen, from, occupied).only(direction.name());
            let lesson = lesson(technique, question).expect("it has directions");
            let expected = walk::ray(from, direction, occupied);
            assert_eq!(lesson.answer, Some(expected), "{technique} {direction:?}");
            equations::check(&lesson, from, occupied);
        }
    }
    let question = Question::new(Role::Rook, from, occupied).only("north");
    assert!(lesson(Technique::MagicFancy, question).is_none());
}

#[test]
fn with_a_position_the_last_set_are_the_moves() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position: Position = kiwipete.parse().expect("a valid FEN");
    let board = position.board();
    for &technique in Technique::ALL.iter().filter(|technique| technique.is_available()) {
        let question = Question::new(Role::Queen, Square::F3, board.occupied());
        let question = question.on_board(board, Color::Black);
        let lesson = lesson(technique, question).expect("it runs");
        let attacked = oracle(Role::Queen, Square::F3, board.occupied());
        assert_eq!(lesson.answer, Some(attacked));
        assert_eq!(last_set(&lesson), Some(attacked - board.color(Color::White)), "{technique}");
        equations::check(&lesson, Square::F3, board.occupied());
    }
}

/// The shifts of *How NagaSkaki plays chess*, in each of its eight directions.
#[test]
fn shifted_shows_six_shifts_and_the_last_and_of_each_direction() {
    let position = Position::parse_fen("7k/8/5p2/8/3n4/2R2p2/2P5/K7 w - - 0 1").expect("valid");
    let (board, from) = (position.board(), Square::C3);
    let question = Question::new(Role::Queen, from, board.occupied()).on_board(board, Color::White);
    let lesson = lesson(Technique::Shifted, question).expect("it runs");
    equations::check(&lesson, from, board.occupied());
    let names = [
        (Direction::North, "up_moves", "<< 8"),
        (Direction::East, "right_moves", "<< 1"),
        (Direction::South, "down_moves", ">> 8"),
        (Direction::West, "left_moves", ">> 1"),
        (Direction::NorthEast, "45deg_moves", "<< 9"),
        (Direction::SouthEast, "315deg_moves", ">> 7"),
        (Direction::SouthWest, "225deg_moves", ">> 9"),
        (Direction::NorthWest, "135deg_moves", "<< 7"),
    ];
    for (direction, name, shift) in names {
        let mut steps = lesson
            .steps
            .iter()
            .filter(|step| step.part.split(' ').next() == Some(direction.name()));
        let six = steps.find(|step| step.text.contains(name)).expect("the six shifts");
        let boards: Vec<_> = six
            .figures
            .iter()
            .filter_map(|figure| match figure {
                Figure::Board(board) => Some(board),
                _ => None,
            })
            .collect();
        assert_eq!(boards.len(), 7);
        assert_eq!(boards[0].label, format!("blockers {shift}"));
        let Some(Figure::Board(moves)) = steps.next_back().and_then(|step| step.figures.last())
        else {
            panic!("{direction:?}: no moves");
        };
        assert_eq!(moves.label, "moves of this direction");
        let ray = walk::ray(from, direction, board.occupied());
        assert_eq!(moves.set, ray - board.color(Color::White), "{direction:?}");
    }
    let labels = lesson.steps.iter().rev().take(3).filter_map(|step| match step.figures.last() {
        Some(Figure::Board(board)) => Some((board.label.as_str(), board.set)),
        _ => None,
    });
    let attacked = oracle(Role::Queen, from, board.occupied());
    let (own, enemy) = (board.color(Color::White), board.color(Color::Black));
    let expected = [
        ("moves", attacked - own),
        ("non-captures", attacked & board.empty()),
        ("captures", attacked & enemy),
    ];
    assert_eq!(labels.collect::<Vec<_>>(), expected);
}
