//! Texts of games and positions, and their comparisons.

use setwise::notation::fen::Form;
use setwise::{Bitboard, Position, Role};

use super::kernels::Pieces;
use crate::define::text::folded;
use crate::tree::{Comparison, TextTest};

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
fn number(text: &str) -> Option<i64> {
    text.trim_ascii().parse().ok()
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
