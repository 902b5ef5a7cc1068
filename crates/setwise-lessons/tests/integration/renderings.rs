//! The renderings of lessons: terminal, SVG and JSON.

use boon::{Compiler, Schemas};
use serde_json::Value;
use setwise::{Bitboard, Position, Square};
use setwise_lessons::json::Json;
use setwise_lessons::sliding::{Question, lesson};
use setwise_lessons::stored_moves::{self, Piece};
use setwise_lessons::svg::Svg;
use setwise_lessons::terminal::Terminal;
use setwise_lessons::{
    Figure, Lesson, Step, Word, boards, mappings, operators, pawns, rotated, squares,
};
use setwise_techniques::Technique;
use setwise_techniques::mapping::Mapping;
use setwise_testkit::random::Random;

use super::{question, words};

/// Lessons of every kind.
fn lessons() -> Vec<Lesson> {
    let mut random = Random::default();
    let techniques = Technique::ALL.iter().filter(|technique| technique.is_available());
    techniques
        .map(|&technique| {
            let (role, from, occupied) = question(&mut random);
            lesson(technique, Question::new(role, from, occupied)).expect("it runs")
        })
        .collect()
}

/// Lessons on topics.
fn topics() -> Vec<Lesson> {
    let (start, d2) = (Position::INITIAL, Square::D2);
    let mv = start.parse_uci("d2d4").expect("a legal move");
    let stored = Piece::ALL.map(|piece| stored_moves::lesson(&start, piece, d2));
    let others = [
        operators::lesson(Bitboard(0x8001), Bitboard(0xff)),
        squares::lesson(d2),
        boards::lesson(&start),
        pawns::lesson(&start),
        mappings::lesson(&Mapping::ALL, Bitboard(1)),
        rotated::lesson_of_move(&start, d2, mv),
    ];
    stored.into_iter().chain(others).collect()
}

#[test]
fn json_follows_its_schema_and_says_what_the_lesson_has() {
    let schema = include_str!("../../../../docs/lesson.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("lesson.json", schema).expect("a new resource");
    let schema = compiler.compile("lesson.json", &mut schemas).expect("a valid schema");
    for lesson in lessons().into_iter().chain(topics()).chain(words::lessons()) {
        let json: Value = serde_json::from_str(&Json(&lesson).to_string()).expect("valid JSON");
        if let Err(error) = schemas.validate(&json, schema) {
            panic!("{}: {error:#}", lesson.title);
        }
        assert_eq!(json["title"], lesson.title.as_str());
        let steps = json["steps"].as_array().expect("an array");
        assert_eq!(steps.len(), lesson.steps.len());
        for (step, shown) in lesson.steps.iter().zip(steps) {
            for (index, figure) in step.figures.iter().enumerate() {
                if let Figure::Board(board) = figure {
                    let set = format!("{:#018x}", board.set.0);
                    assert_eq!(shown["figures"][index]["set"], set.as_str());
                }
            }
        }
        // A schema that accepts anything would be no test.
        let mut wrong = json.clone();
        let figures = [serde_json::json!({ "kind": "bord" })];
        wrong["steps"] = serde_json::json!([{ "part": "", "text": "", "figures": figures }]);
        assert!(schemas.validate(&wrong, schema).is_err());
    }
}

#[test]
fn lines_of_a_terminal_keep_its_width() {
    for lesson in lessons().into_iter().chain(topics()) {
        for width in [80, 100, 160] {
            // The drawings in notes keep their lines.
            let text = Terminal::new(&lesson).width(width).notes(false).to_string();
            // The title may have a FEN, which is not broken.
            for line in text.lines().skip(1) {
                assert!(line.chars().count() <= width, "{}: {line}", lesson.title);
                assert_eq!(line, line.trim_end());
            }
            assert!(text.contains("Legend") && text.contains("a b c d e f g h"));
        }
    }
}

/// Returns the number in an attribute of an element.
fn number(element: &str, attribute: &str) -> Option<usize> {
    let (_, value) = element.split_once(&format!(" {attribute}=\""))?;
    value.split_once('"')?.0.parse().ok()
}

#[test]
fn nothing_in_an_image_is_outside_of_it() {
    for lesson in lessons().into_iter().chain(topics()) {
        for columns in [45, 116] {
            let image = Svg::new(&lesson).columns(columns).to_string();
            let mut elements = image.split('<').filter(|element| !element.starts_with('/'));
            let canvas = elements.find(|element| element.starts_with("svg")).expect("an image");
            let size = ["width", "height"].map(|name| number(canvas, name).expect("a number"));
            let mut seen = 0;
            for element in elements {
                let Some(x) = number(element, "x") else { continue };
                let y = number(element, "y").expect("a place");
                let text = element.split_once('>').map_or("", |(_, text)| text.trim());
                // Names of rows and columns, and hexadecimal values, have smaller letters.
                let letter = if element.contains("font-size=\"10\"") { 6 } else { 8 };
                let width = number(element, "width").unwrap_or(letter * text.chars().count());
                assert!(x + width <= size[0], "{}: {columns}: {element}", lesson.title);
                assert!(y + number(element, "height").unwrap_or(0) <= size[1], "{element}");
                seen += 1;
            }
            assert!(seen > 70, "{seen}");
        }
    }
}

/// Finds a width that overflows, one that leaves no room for a letter, and a shift by all bits.
#[test]
fn every_width_is_possible() {
    let [lesson, other] = [0, 1].map(|index| lessons().swap_remove(index));
    let empty = Lesson { steps: Vec::new(), ..lesson.clone() };
    let word = |bits| Figure::Word(Word { label: "word".into(), value: 1, bits, highlighted: 1 });
    let figures = [0, 64, 65, u8::MAX].map(word).to_vec();
    let words = vec![Step { figures, ..lesson.steps[0].clone() }];
    let words = Lesson { steps: words, ..lesson.clone() };
    for width in [0, 1, 2, 3, 12, usize::MAX / 8, usize::MAX / 4, usize::MAX - 1, usize::MAX] {
        for lesson in [&lesson, &empty, &words] {
            assert!(Svg::new(lesson).columns(width).to_string().ends_with("</svg>\n"), "{width}");
            let text = Terminal::new(lesson).beside(Some(&other)).width(width).to_string();
            assert!(!text.is_empty(), "{width}");
        }
    }
}

#[test]
fn two_columns_keep_the_width_and_lose_no_line() {
    let all = lessons();
    for (lesson, other) in all.iter().zip(all.iter().skip(1)) {
        for width in [119, 120, 160] {
            let text = Terminal::new(lesson).beside(Some(other)).width(width).notes(false);
            let text = text.to_string();
            let columns = text.lines().any(|line| line.contains('│'));
            assert_eq!(columns, width >= 120);
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{}: {line}", lesson.title);
            }
            for lesson in [lesson, other] {
                for (index, step) in lesson.steps.iter().enumerate() {
                    let part = if step.part.is_empty() { "" } else { ", " };
                    let heading = format!("{}. {}{part}{}", index + 1, lesson.topic, step.part);
                    assert!(text.contains(&heading), "{heading}");
                }
            }
        }
    }
}

#[test]
fn colors_change_nothing_but_escape_sequences() {
    for lesson in lessons() {
        let colored = Terminal::new(&lesson).colors(true).to_string();
        let mut plain = String::new();
        let mut rest = colored.as_str();
        while let Some((before, after)) = rest.split_once("\x1b[") {
            plain += before;
            rest = after.split_once('m').expect("a color sequence").1;
        }
        plain += rest;
        let trimmed: Vec<&str> = plain.lines().map(str::trim_end).collect();
        let expected = Terminal::new(&lesson).to_string();
        assert_eq!(trimmed, expected.lines().collect::<Vec<_>>(), "{}", lesson.title);
        assert!(colored.len() > plain.len());
    }
}

#[test]
fn the_rows_of_a_rotated_board_are_lines() {
    use setwise_lessons::Geometry;
    let row = |geometry: Geometry, index: usize| geometry.rows()[index].clone();
    assert_eq!(row(Geometry::Normal, 7)[0], Square::A1);
    assert_eq!(row(Geometry::Rotated90, 0)[0], Square::H8);
    assert_eq!(row(Geometry::Rotated45, 0), [Square::A8]);
    assert_eq!(
        row(Geometry::Rotated45, 9),
        [Square::C1, Square::D2, Square::E3, Square::F4, Square::G5, Square::H6]
    );
    assert_eq!(row(Geometry::RotatedMinus45, 14), [Square::A1]);
}
