//! Texts of games and positions, and their comparisons.

use alloc::borrow::Cow;
use alloc::string::String;
use core::cmp::Ordering;

use setwise::notation::fen::Form;
use setwise::{Bitboard, Position, Role};

use super::kernels::Pieces;
use crate::Game;
use crate::define::text::folded;
use crate::tree::{Comparison, Field, TextTest};

impl Comparison {
    /// Returns whether two values with this order compare so.
    pub(super) fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessOrEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

/// Returns whether a text, if there is one, passes a test.
pub(super) fn passes(text: Option<&str>, test: &TextTest, is_date: bool) -> bool {
    let Some(text) = text else {
        return matches!(test, TextTest::Compare(Comparison::NotEqual, _));
    };
    match test {
        TextTest::Present => true,
        TextTest::Contains(part) if part.is_empty() => true,
        TextTest::Contains(part) if text.is_ascii() && part.is_ascii() => text
            .as_bytes()
            .windows(part.len())
            .any(|window| window.eq_ignore_ascii_case(part.as_bytes())),
        TextTest::Contains(part) => folded(text).contains(&folded(part)),
        TextTest::Compare(comparison, wanted) => {
            use Comparison::{Equal, NotEqual};
            if is_date {
                let dot = |byte| if matches!(byte, b'-' | b'/') { b'.' } else { byte };
                return comparison.holds(text.bytes().map(dot).cmp(wanted.bytes().map(dot)));
            }
            match (number(text), number(wanted)) {
                (Some(a), Some(b)) => comparison.holds(a.cmp(&b)),
                // A text is neither above nor below a number.
                (Some(_), None) | (None, Some(_)) if !matches!(comparison, Equal | NotEqual) => {
                    false
                }
                _ => comparison.holds(text.cmp(wanted)),
            }
        }
    }
}

/// Parses a whole number.
pub(super) fn number(text: &str) -> Option<i64> {
    text.trim_ascii().parse().ok()
}

/// Returns whether the values of a field are dates.
pub(super) fn is_date(field: &Field) -> bool {
    match field {
        Field::Date => true,
        Field::Tag(name) => name.ends_with("Date"),
        _ => false,
    }
}

/// Returns the text of a game in a field.
pub(super) fn of_game<'g>(game: &Game<'g>, field: &Field) -> Option<Cow<'g, str>> {
    let tag = |name: &str| (game.tag)(name);
    match field {
        Field::Tag(name) => tag(name).map(Cow::Borrowed),
        Field::Result => {
            let is_result = |text: &&str| matches!(*text, "1-0" | "0-1" | "1/2-1/2");
            let result = game.result.or_else(|| tag("Result").filter(is_result));
            Some(Cow::Borrowed(result.unwrap_or("*")))
        }
        Field::Error => game.error.map(Cow::Borrowed),
        Field::Date => {
            let is_known = |date: &&str| !matches!(*date, "" | "-") && !date.starts_with('?');
            let date = |name| tag(name).filter(is_known);
            date("UTCDate").or_else(|| date("Date")).map(Cow::Borrowed)
        }
        Field::Variant => {
            let letters = tag("Variant").unwrap_or_default().chars();
            let letters = letters.filter(|letter| letter.is_alphanumeric());
            let variant: String = letters.flat_map(char::to_lowercase).collect();
            Some(match variant.as_str() {
                "" | "normal" | "chess" | "classical" | "fromposition" => "standard".into(),
                "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => {
                    "chess960".into()
                }
                _ => variant.into(),
            })
        }
        Field::San | Field::Material | Field::Position => None,
    }
}

/// Returns the text that a material or a position is compared with, and whether it should be equal:
/// the parser reads `=` and `!=` only.
fn equality(test: &TextTest) -> (&str, bool) {
    match test {
        TextTest::Compare(comparison, wanted) => (wanted, *comparison == Comparison::Equal),
        _ => ("", true),
    }
}

/// Returns a function that tells whether the pieces on the board pass a test of the material: they
/// are equal to it, of either color, or not.
pub(super) fn material_test(test: &TextTest) -> impl Fn(&Pieces) -> bool + use<> {
    let (wanted, is_equality) = equality(test);
    // Five bits for the number of pieces of each role.
    let side = |letters: &str| {
        let roles = letters.chars().filter_map(Role::from_letter);
        roles.fold(0, |counts: u32, role| counts + (1 << (5 * role as u32)))
    };
    let wanted = wanted.split_once('v').map(|(one, other)| [side(one), side(other)]);
    move |pieces| {
        let count = |color: Bitboard, role: usize| (pieces.roles[role] & color).count();
        let side =
            |color| (0..6).fold(0, |counts, role| counts + (count(color, role) << (5 * role)));
        let counts = [side(pieces.colors[0]), side(pieces.colors[1])];
        let is_equal =
            wanted.is_some_and(|[one, other]| counts == [one, other] || counts == [other, one]);
        is_equal == is_equality
    }
}

/// Returns a function that tells whether a position passes a test of its text, without the counters.
pub(super) fn position_test(test: &TextTest) -> impl Fn(&Position) -> bool + use<> {
    let (fen, is_equality) = equality(test);
    let wanted = Position::parse_fen_ignoring_history(fen, Form::Lenient).ok();
    move |position| wanted.is_some_and(|wanted| wanted.repeats(position)) == is_equality
}
