//! Conditions on games: set expressions in an older spelling.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use setwise_sets::{Condition, Expression, ExpressionError};

use super::missing::{MissingTag, Seen};
use crate::record::Record;
use crate::tags::{Tag, Tags};

/// A condition on the tags, the result, the variant and the length of a game: a set expression
/// in an older spelling ([`Condition`]).
///
/// # Syntax
///
/// ```text
/// WhiteElo >= 2000 and BlackElo >= 2000
/// date >= 2013-02 and (ECO = B90 or Opening ~ sicilian)
/// TimeControl = 300+3 and not result = 1/2-1/2
/// plies > 40 && Termination != "Time forfeit"
/// ```
///
/// A comparison has a name, one of `=`, `!=`, `<`, `<=`, `>`, `>=` and `~` (contains, in any case
/// of letters), and a value. A value with spaces, parentheses or operators is put in
/// quotation marks, single or double. Comparisons are joined by `and`, `or` and `not` (`&&`, `||`,
/// `!`) and parentheses; `and` binds more strongly than `or`. A name alone holds if the game has
/// this tag.
///
/// | name | value |
/// |---|---|
/// | `plies` | the number of moves |
/// | `result` | the result at the end of the moves or, if there is none, in the tag |
/// | `variant` | `standard`, `chess960` or another value of the tag `Variant`, in small letters |
/// | `date` | the tag `UTCDate` or `Date` |
/// | `error` | the kind of the error, as in the table of games |
/// | any other | the value of the tag of this name |
///
/// If both sides are numbers, numbers are compared, else texts; a text is neither above nor below a
/// number. `plies`, and ratings and their changes with `<`, `<=`, `>` or `>=`, need a number as
/// value. Values of `date` and of tags whose names end with `Date` may have `-` or `.` between
/// year, month and day, and may be cut: 2013 is less than 2013-02. A comparison with a tag that is
/// missing does not hold, except `!=`; [`Where::missing_tags`] returns the tags that no game had.
#[derive(Clone, Debug)]
pub struct Where {
    condition: Arc<Condition>,
    seen: Seen,
}

/// Conditions are equal if they have the same comparisons, joined in the same way.
impl PartialEq for Where {
    fn eq(&self, other: &Where) -> bool {
        self.condition == other.condition
    }
}

impl Eq for Where {}

/// Writes the text that was parsed.
impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.condition.expression().text())
    }
}

impl FromStr for Where {
    type Err = WhereError;

    fn from_str(text: &str) -> Result<Where, WhereError> {
        let condition = Arc::new(Condition::parse(text).map_err(WhereError)?);
        Ok(Where { seen: Seen::new(condition.required_tags()), condition })
    }
}

impl Where {
    /// Returns whether the condition has tags that are not columns of the table of games.
    pub(crate) fn needs_other_tags(&self) -> bool {
        self.condition.expression().tags().iter().any(|name| Tag::from_name(name).is_none())
    }

    /// Returns whether an expression of the same text means the same: whether no name that is a
    /// tag here is a word of the language.
    pub(super) fn means(&self, expression: &Expression) -> bool {
        self.condition.expression().tags() == expression.tags()
    }

    /// Returns whether each name that is a tag here is a tag in expressions too.
    pub(super) fn has_known_names(&self) -> bool {
        let is_tag = |name: &String| {
            Expression::parse(name).is_ok_and(|expression| expression.tags() == [name.as_str()])
        };
        self.condition.expression().tags().iter().all(is_tag)
    }

    /// Returns the tags that the condition compares and that no game had for which it was decided
    /// by this value or a clone of it: they are probably misspelt. A tag that games need not have,
    /// as in `not Annotator`, is not returned. Without any game, nothing is returned.
    pub fn missing_tags(&self) -> Vec<MissingTag> {
        self.seen.missing()
    }

    /// Returns whether the condition holds, if the tags are enough to tell.
    pub fn decide(&self, tags: &Tags) -> Option<bool> {
        self.seen.add(tags);
        self.condition.decide(&|name| tags.by_name(name))
    }

    /// Returns whether the condition holds for a game.
    pub fn holds(&self, game: &Record) -> bool {
        self.seen.add(&game.tags);
        self.condition.holds(&game.asked(&|name| game.tags.by_name(name)))
    }
}

/// The error of parsing a [`Where`] or a [`Question`](super::Question): what was found, where, and
/// what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhereError(pub(super) ExpressionError);

impl WhereError {
    /// Returns the byte offset of the error.
    pub fn at(&self) -> usize {
        self.0.place().start
    }
}

/// The longest text of an error, in characters: it may quote what it is about.
pub(super) const MAX_MESSAGE: usize = 300;

impl fmt::Display for WhereError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {:.MAX_MESSAGE$}", self.at(), self.0.to_string())
    }
}

impl std::error::Error for WhereError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_was_found_where_and_what_was_expected() {
        let name = "the name of a tag, `plies`, `result`, `variant`, `date`, `error`, `not` or `(`";
        let no_value = "a value is missing (expected a word, or a text in quotation marks)";
        for (text, at, message) in [
            ("", 0, format!("the end was found (expected {name})")),
            ("White = x and ", 14, format!("the end was found (expected {name})")),
            ("WhiteElo >=", 11, no_value.into()),
            ("plies > abc", 8, "`abc` is no whole number, which `plies` is compared with".into()),
            (
                "White = x and plies =  '4 0'",
                23,
                "`4 0` is no whole number, which `plies` is compared with".into(),
            ),
            (
                "WhiteElo >= 2000+",
                12,
                "`2000+` is no whole number, which `WhiteElo` is compared with".into(),
            ),
            ("plies > 3 )", 10, "`)` was found (expected `and`, `or` or the end)".into()),
            ("(plies > 3", 10, "the end was found (expected `)`)".into()),
            ("Event = \"x", 8, "no \" ends the value".into()),
            (
                "plies > 3 plies < 4",
                10,
                "`plies` was found (expected `and`, `or` or the end)".into(),
            ),
            ("ECO = = B", 6, no_value.into()),
        ] {
            let error = text.parse::<Where>().expect_err(text);
            assert_eq!(error.to_string(), format!("byte {at}: {message}"), "{text}");
        }
        for text in ["WhiteElo = ?", "plies ~ 4", "plies >= ' 40 '", "BlackRatingDiff > +5"] {
            text.parse::<Where>().expect(text);
        }
        let error = |text: &str| text.parse::<Where>().expect_err("an error").to_string();
        let deep = error(&("(".repeat(50_000) + "x"));
        assert_eq!(deep, "byte 64: the expression is more than 64 levels deep");
        assert!(error(&("!".repeat(50_000) + "x")).starts_with("byte 63: "));
        assert!(error(&"x".repeat(100_000)).contains("more than 65536 bytes"));
        assert!(error(&format!("plies = {}", "x".repeat(60_000))).len() < 400);
    }

    #[test]
    fn and_binds_more_strongly_than_or() {
        let parse = |text: &str| text.parse::<Where>().expect(text);
        assert_eq!(parse("a or b and not c"), parse("a || (b && (!(c)))"));
        assert_eq!(parse("a and b or c"), parse("(a and b) or c"));
        assert_ne!(parse("a and b or c"), parse("a and (b or c)"));
        assert_eq!(parse("a = 'x y'"), parse("a == \"x y\""));
        assert_eq!(parse("order or android"), parse("order || android"));
    }

    /// Fails if a name that means something else in other expressions is no tag in a condition.
    #[test]
    fn any_name_is_a_tag() {
        for name in ["check", "Check", "Kh9", "e4", "K", "_x", "1a", "fork", "ever", "let", "moves"]
        {
            let condition: Where = format!("{name}=x,y]&&!(Zzz=='a')").parse().expect(name);
            assert_eq!(condition.condition.expression().tags().len(), 2, "{name}");
            assert!(
                condition.condition.expression().tags().iter().any(|tag| tag == name),
                "{name}"
            );
        }
    }

    /// Fails if a condition of many names, as a program writes it, is too deep.
    #[test]
    fn a_thousand_names_are_a_condition() {
        let names: Vec<String> = (0..1_000).map(|number| format!("White = p{number}")).collect();
        let condition: Where = names.join(" or ").parse().expect("a condition");
        assert_eq!(condition.decide(&Tags::default()), Some(false));
    }
}
