//! Tests of texts.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Reverse;

use setwise::notation::fen::Form;
use setwise::{Board, Color, Position, Role};

use super::History;
use crate::Game;
use crate::tree::{Comparison, Field, TextTest};

/// Returns whether a test of a text holds at a position of a game.
pub(super) fn holds(
    field: &Field,
    test: &TextTest,
    game: &Game<'_>,
    history: &History,
    ply: usize,
) -> bool {
    let position = &history.positions[ply];
    match (field, test) {
        // The parser reads `=` and `!=` only.
        (Field::Material, TextTest::Compare(comparison, value)) => {
            is_material(position.board(), value) == (*comparison == Comparison::Equal)
        }
        (Field::Position, TextTest::Compare(comparison, value)) => {
            is_position(position, value) == (*comparison == Comparison::Equal)
        }
        _ => {
            let san = || history.san(ply).map(|san| Cow::Owned(san.to_string()));
            let text = if *field == Field::San { san() } else { game.text(field) };
            match (text, test) {
                (text, TextTest::Present) => text.is_some(),
                (None, TextTest::Compare(Comparison::NotEqual, _)) => true,
                (None, _) => false,
                (Some(text), TextTest::Contains(part)) => folded(&text).contains(&folded(part)),
                (Some(text), TextTest::Compare(comparison, value)) => {
                    compare(&text, *comparison, value, field.is_date())
                }
            }
        }
    }
}

/// Returns a text in which capitals and small letters of any script are alike: the small letters of
/// its capitals, so that `ß` becomes `ss`, and `ς` becomes `σ`.
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// Compares dates, numbers if both sides are numbers, or else texts. A text is neither above nor
/// below a number.
fn compare(text: &str, comparison: Comparison, value: &str, is_date: bool) -> bool {
    let ordering = if is_date {
        let with_points = |date: &str| date.replace(['-', '/'], ".");
        with_points(text).cmp(&with_points(value))
    } else {
        match (number(text), number(value)) {
            (Some(text), Some(value)) => text.cmp(&value),
            (None, Some(_)) | (Some(_), None)
                if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) =>
            {
                return false;
            }
            _ => text.cmp(value),
        }
    };
    comparison.holds(ordering)
}

fn number(text: &str) -> Option<i64> {
    text.trim_ascii().parse().ok()
}

/// Returns whether the material is on the board, of either color.
fn is_material(board: &Board, wanted: &str) -> bool {
    let side = |color| {
        let pieces = board.color(color).into_iter().filter_map(|square| board.role_at(square));
        pieces.map(|role| role.letter().to_ascii_uppercase()).collect::<String>()
    };
    let (white, black) = (side(Color::White), side(Color::Black));
    [format!("{white}v{black}"), format!("{black}v{white}")]
        .iter()
        .any(|material| sorted(material) == sorted(wanted))
}

/// Returns material with the pieces of each side from the king to the pawns.
fn sorted(material: &str) -> String {
    let sides = material.split('v').map(|side| {
        let mut letters: Vec<char> = side.chars().collect();
        letters.sort_by_key(|letter| Reverse(Role::from_letter(*letter)));
        letters.into_iter().collect::<String>()
    });
    sides.collect::<Vec<_>>().join("v")
}

/// Returns whether a text is the position, without its counters.
fn is_position(position: &Position, wanted: &str) -> bool {
    Position::parse_fen_ignoring_history(wanted, Form::Lenient)
        .is_ok_and(|wanted| wanted.repeats(position))
}
