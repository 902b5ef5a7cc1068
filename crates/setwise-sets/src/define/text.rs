//! Tests of texts.

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
        _ => match (text(field, game, history, ply), test) {
            (text, TextTest::Present) => text.is_some(),
            (None, TextTest::Compare(Comparison::NotEqual, _)) => true,
            (None, _) => false,
            (Some(text), TextTest::Contains(part)) => folded(&text).contains(&folded(part)),
            (Some(text), TextTest::Compare(comparison, value)) => {
                compare(&text, *comparison, value, is_date(field))
            }
        },
    }
}

/// Returns a text in which capitals and small letters of any script are alike: the small letters of
/// its capitals, so that `ß` becomes `ss`, and `ς` becomes `σ`.
pub(crate) fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// Returns the value of a tag as a whole number.
pub(super) fn tag_number(game: &Game<'_>, name: &str) -> Option<i32> {
    let number = number((game.tag)(name)?)?;
    Some(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

fn text(field: &Field, game: &Game<'_>, history: &History, ply: usize) -> Option<String> {
    let tag = |name| (game.tag)(name);
    match field {
        Field::Tag(name) => tag(name).map(str::to_string),
        Field::Result => {
            let is_result = |text: &&str| matches!(*text, "1-0" | "0-1" | "1/2-1/2");
            let result = game.result.or_else(|| tag("Result").filter(is_result));
            Some(result.unwrap_or("*").to_string())
        }
        Field::Variant => {
            let letters = tag("Variant").unwrap_or_default().chars();
            let letters = letters.filter(|letter| letter.is_alphanumeric());
            let variant: String = letters.flat_map(char::to_lowercase).collect();
            Some(match variant.as_str() {
                "" | "normal" | "chess" | "classical" | "fromposition" => "standard".to_string(),
                "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => {
                    "chess960".to_string()
                }
                _ => variant,
            })
        }
        Field::Date => {
            let is_known = |date: &&str| !matches!(*date, "" | "-") && !date.starts_with('?');
            let date = tag("UTCDate").filter(is_known).or_else(|| tag("Date").filter(is_known));
            date.map(str::to_string)
        }
        Field::Error => game.error.map(str::to_string),
        Field::San => history.san(ply).map(|san| san.to_string()),
        Field::Material | Field::Position => None,
    }
}

fn is_date(field: &Field) -> bool {
    match field {
        Field::Date => true,
        Field::Tag(name) => name.ends_with("Date"),
        _ => false,
    }
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
    super::is_ordered(ordering, comparison)
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
