//! Questions and their answers.

use setwise::{Bitboard, Move, Position, Square};
use setwise_lessons::quiz::{Answer, Topic, exercise};
use setwise_lessons::{Figure, Step};

use super::equations;

#[test]
fn every_exercise_accepts_its_answer_and_no_other() {
    for topic in Topic::ALL {
        for seed in 0..200 {
            let exercise = exercise(topic, seed);
            let answer = exercise.answer;
            assert_eq!(answer.mistake(&answer.to_string()), Ok(None), "{topic:?} {seed}");
            let wrong = match answer {
                Answer::Squares(set) => Answer::Squares(!set),
                Answer::Number(number) => Answer::Number(number + 1),
            };
            assert!(answer.mistake(&wrong.to_string()).unwrap().is_some(), "{topic:?} {seed}");
            assert!(answer.mistake("z9").is_err() && answer.mistake(" ").is_err());
            assert!(!exercise.lesson.steps.is_empty(), "{topic:?} {seed}");
            if matches!(topic, Topic::Wrap | Topic::Attacks | Topic::Step | Topic::Legal) {
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
fn a_wrong_answer_is_told_what_is_wrong() {
    let squares = Answer::Squares(Bitboard::of(Square::E4).with(Square::F5));
    let mistake = |text| squares.mistake(text).unwrap();
    assert_eq!(mistake("f5, E4"), None);
    assert_eq!(mistake("e4").as_deref(), Some("1 square is missing"));
    assert_eq!(mistake("none").as_deref(), Some("2 squares are missing"));
    assert_eq!(mistake("e4 f5 h8 a1").as_deref(), Some("not in the set: a1 h8"));
    assert_eq!(mistake("e5 f5").as_deref(), Some("1 square is missing; not in the set: e5"));
    let number = Answer::Number(6);
    assert_eq!(number.mistake("0b00110"), Ok(None));
    assert_eq!(number.mistake("7"), Ok(Some("7 is not the answer".to_owned())));
    let unclear = number.mistake("00110").unwrap_err();
    assert_eq!(unclear, "\"00110\" is not clear (0b00110 are bits, 110 is decimal)");
    assert_eq!(Answer::Number(0).mistake("0"), Ok(None));
}

/// Computes the answers about steps from the words and boards of the questions alone.
#[test]
fn the_answers_about_steps_follow_from_their_questions() {
    for number in 0..200 {
        let board = |step: &Step| match &step.figures[..] {
            [Figure::Board(board)] => board.set,
            _ => panic!("one board"),
        };
        let question = exercise(Topic::Wrap, number).question;
        let x = board(&question);
        let bits: i8 = question.text.split(' ').nth(8).and_then(|n| n.parse().ok()).expect("bits");
        let up = question.text.contains("<<");
        // A step that leaves the board ends on a file that is not next to its own.
        let wrapped = x.into_iter().filter_map(|square| {
            let to =
                Square::from_index((square.index() as i8 + if up { bits } else { -bits }) as u8)?;
            ((to.file() as i8 - square.file() as i8).abs() > 1).then_some(to)
        });
        let answer = exercise(Topic::Wrap, number).answer;
        assert_eq!(answer, Answer::Squares(wrapped.collect()), "{}", question.text);

        let asked = exercise(Topic::Factor, number);
        let line = board(&asked.question);
        let (_, names) = asked.question.text.rsplit_once("own? ").expect("a list");
        let works = |name: &str| {
            let factor = match name {
                "the a-file" => 0x0101_0101_0101_0101,
                "the b-file" => 0x0202_0202_0202_0202,
                "the d-file" => 0x0808_0808_0808_0808,
                "the h-file" => 0x8080_8080_8080_8080,
                "the first rank" => 0xff,
                "the second rank" => 0xff00,
                "the square a1" => 1_u64,
                other => panic!("{other}"),
            };
            let indices: std::collections::HashSet<u64> =
                line.subsets().map(|o| o.0.wrapping_mul(factor) >> 58).collect();
            indices.len() == 1 << line.count()
        };
        let names = names.trim_end_matches('.').split(", ").map(|name| &name[3..]);
        let right: Vec<u64> =
            (1..).zip(names).filter(|(_, name)| works(name)).map(|(at, _)| at).collect();
        assert_eq!(right.iter().map(|at| Answer::Number(*at)).collect::<Vec<_>>(), [asked.answer]);
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

/// Finds the fault that a random game gives pieces away: positions in which a side could win a
/// piece at once are few, and none has more pieces of a role than promotions explain.
#[test]
fn questions_on_legal_moves_are_from_plausible_games() {
    let mut hanging = 0;
    for number in 0..100 {
        let question = exercise(Topic::Legal, number).question.text;
        let position =
            Position::parse_fen(question.lines().next().expect("a line")).expect("a FEN");
        let moves = position.legal_moves();
        hanging += u32::from(moves.iter().any(|&mv| position.static_exchange(mv) >= 300));
    }
    assert!(hanging <= 40, "{hanging} of 100 positions have a piece to win");
}

#[test]
fn questions_on_the_lowest_bit_have_few_squares_and_squares_show_the_calculation() {
    for number in 0..100 {
        let Answer::Squares(set) = exercise(Topic::Bits, number).answer else { panic!("squares") };
        assert!(set.count() <= 5, "{number}");
        let exercise = exercise(Topic::Squares, number);
        let square = match exercise.answer {
            Answer::Number(number) => number,
            Answer::Squares(set) => set.single().expect("one square") as u64,
        };
        let calculation = equations::text(&exercise.lesson.steps[0]);
        let expected = format!(
            " 8 | x | ranks below {} | + | files to the left {} | = | number {square}",
            square / 8,
            square % 8
        );
        assert_eq!(calculation, expected);
        equations::check(&exercise.lesson, Square::A1, Bitboard::EMPTY);
    }
}

#[test]
fn a_question_on_an_index_has_something_to_pack() {
    for seed in 0..200 {
        assert_ne!(exercise(Topic::Index, seed).answer, Answer::Number(0), "{seed}");
    }
}
