//! Texts of games and positions, and their comparisons.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use setwise::notation::fen::Form;
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
pub(crate) fn passes(text: Option<&str>, test: &TextTest, is_date: bool) -> bool {
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
pub(crate) fn is_date(field: &Field) -> bool {
    match field {
        Field::Date => true,
        Field::Tag(name) => name.ends_with("Date"),
        _ => false,
    }
}

/// Returns the text of a game in a field.
pub(crate) fn of_game<'g>(game: &Game<'g>, field: &Field) -> Option<Cow<'g, str>> {
    let tag = |name: &str| (game.tag)(name);
    match field {
        Field::Tag(name) => tag(name).map(Cow::Borrowed),
        Field::Plies => Some(game.moves.len().to_string().into()),
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
                let pieces = Role::ALL.into_iter().flat_map(|role| {
                    let count = pieces.pieces(color, role).count() as usize;
                    core::iter::repeat_n(role.letter().to_ascii_uppercase(), count)
                });
                pieces.collect::<String>()
            };
            let (white, black) = (side(Color::White), side(Color::Black));
            let either = |holds: &dyn Fn(&str) -> bool| {
                [[&white, &black], [&black, &white]]
                    .into_iter()
                    .any(|[one, other]| holds(&ordered(&alloc::format!("{one}v{other}"))))
            };
            match test {
                TextTest::Present => true,
                TextTest::Contains(_) => either(&|text| passes(Some(text), test, false)),
                TextTest::Compare(Comparison::NotEqual, wanted) => {
                    !either(&|text| text == ordered(wanted))
                }
                TextTest::Compare(comparison, wanted) => {
                    either(&|text| comparison.holds(text.cmp(&ordered(wanted))))
                }
            }
        })
    }
}

/// Returns material with the pieces of each side from the king to the pawns.
fn ordered(material: &str) -> String {
    let sides = material.split('v').map(|side| {
        let mut letters: Vec<char> = side.chars().collect();
        letters.sort_by_key(|letter| Reverse(Role::from_letter(*letter)));
        letters.into_iter().collect::<String>()
    });
    sides.collect::<Vec<_>>().join("v")
}

/// Returns a function that tells whether a position passes a test of its text, without the counters.
pub(super) fn position_test(test: &TextTest) -> impl Fn(&Position) -> bool {
    let (fen, is_equality) = match test {
        TextTest::Compare(Comparison::Equal, fen) => (&**fen, true),
        TextTest::Compare(Comparison::NotEqual, fen) => (&**fen, false),
        _ => ("", *test != TextTest::Present),
    };
    let wanted = Position::parse_fen_ignoring_history(fen, Form::Lenient).ok();
    move |position| wanted.is_some_and(|wanted| wanted.repeats(position)) == is_equality
}
