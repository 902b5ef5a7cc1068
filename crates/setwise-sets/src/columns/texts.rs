//! Texts of games and positions, and their comparisons.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use core::cmp::Ordering;

use setwise::{Color, Position, Role};

use super::kernels::Pieces;
use crate::Game;
use crate::tree::{Comparison, Field, Id, TextTest};

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
        TextTest::Contains(part) => {
            part.is_empty()
                || text
                    .as_bytes()
                    .windows(part.len())
                    .any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
        }
        TextTest::Compare(comparison, wanted) => {
            use Comparison::{Equal, NotEqual};
            let dots = |text: &str| text.replace(['-', '/'], ".");
            if is_date {
                return comparison.holds(dots(text).cmp(&dots(wanted)));
            }
            match (number(text), number(wanted)) {
                (Some(a), Some(b)) => comparison.holds(a.cmp(&b)),
                (None, None) => comparison.holds(text.cmp(wanted)),
                // A text is neither above nor below a number.
                _ if matches!(comparison, Equal | NotEqual) => comparison.holds(text.cmp(wanted)),
                _ => false,
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
        Field::Result => game.result.or_else(|| tag("Result")).map(Cow::Borrowed),
        Field::Error => game.error.map(Cow::Borrowed),
        Field::Date => {
            let date = |name| tag(name).filter(|date| !date.starts_with('?'));
            date("UTCDate").or_else(|| date("Date")).map(Cow::Borrowed)
        }
        Field::Variant => {
            let letters = tag("Variant")?.chars().filter(|letter| letter.is_alphanumeric());
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

/// The answers of each test of material, by the numbers of the pieces.
#[derive(Debug, Default)]
pub(super) struct Materials {
    answers: BTreeMap<(Id, u64), bool>,
}

impl Materials {
    /// Returns whether the material of a position passes a test.
    pub(super) fn passes(&mut self, id: Id, test: &TextTest, pieces: &Pieces) -> bool {
        let mut counts = 0;
        for color in Color::ALL {
            for role in Role::ALL {
                counts = counts << 5 | u64::from(pieces.pieces(color, role).count());
            }
        }
        if self.answers.len() > 1 << 16 {
            self.answers.clear();
        }
        *self.answers.entry((id, counts)).or_insert_with(|| {
            let side = |color: Color| {
                let mut text = String::new();
                for role in Role::ALL.into_iter().rev() {
                    for _ in 0..pieces.pieces(color, role).count() {
                        text.push(role.letter().to_ascii_uppercase());
                    }
                }
                text
            };
            let (white, black) = (side(Color::White), side(Color::Black));
            let holds = |test: &TextTest| {
                [[&white, &black], [&black, &white]]
                    .into_iter()
                    .any(|[one, other]| passes(Some(&alloc::format!("{one}v{other}")), test, false))
            };
            match test {
                TextTest::Compare(Comparison::NotEqual, text) => {
                    !holds(&TextTest::Compare(Comparison::Equal, text.clone()))
                }
                _ => holds(test),
            }
        })
    }
}

/// Returns whether a position passes a test of its text.
pub(super) fn position_passes(position: &Position, test: &TextTest) -> bool {
    match test {
        TextTest::Present => true,
        TextTest::Contains(_) => passes(Some(&alloc::format!("{position}")), test, false),
        TextTest::Compare(comparison, text) => {
            let wanted = Position::parse_fen(text).ok();
            let same = wanted.is_some_and(|wanted| wanted.repeats(position));
            comparison.holds(if same { Ordering::Equal } else { Ordering::Greater })
        }
    }
}
