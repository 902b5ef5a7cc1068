//! Conditions on games.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::missing::{MissingTag, Seen};
use super::parse::{Parser, WhereError};
use crate::record::Record;
use crate::tags::{Tag, Tags};

/// A condition on the tags, the result, the variant and the length of a game.
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
/// of ASCII letters), and a value. A value with spaces, parentheses or operators is put in
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
    text: String,
    root: Node,
    seen: Seen,
}

/// Conditions are equal if they have the same comparisons, joined in the same way.
impl PartialEq for Where {
    fn eq(&self, other: &Where) -> bool {
        self.root == other.root
    }
}

impl Eq for Where {}

/// Writes the text that was parsed.
impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Where {
    type Err = WhereError;

    fn from_str(text: &str) -> Result<Where, WhereError> {
        let root = Parser::new(text).parse()?;
        Ok(Where { text: text.to_owned(), seen: Seen::new(&root), root })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Compare(Name, Operator, String),
    Has(Name),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Plies,
    Result,
    Variant,
    Date,
    Error,
    Known(Tag),
    Other(String),
}

/// The names that are not names of tags.
pub(super) const SPECIAL_NAMES: [&str; 5] = ["plies", "result", "variant", "date", "error"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
}

impl Name {
    pub(super) fn new(name: &str) -> Name {
        match name {
            "plies" => Name::Plies,
            "result" => Name::Result,
            "variant" => Name::Variant,
            "date" => Name::Date,
            "error" => Name::Error,
            _ => Tag::from_name(name).map_or_else(|| Name::Other(name.to_owned()), Name::Known),
        }
    }

    /// Returns the name of the tag; `None` if it is not the name of a tag.
    pub(super) fn tag(&self) -> Option<&str> {
        match self {
            Name::Known(tag) => Some(tag.name()),
            Name::Other(name) => Some(name),
            _ => None,
        }
    }

    /// Returns whether it is the name of one of the tags.
    pub(super) fn is_tag_of(&self, tags: &Tags) -> bool {
        match self {
            Name::Known(tag) => tags.get(*tag).is_some(),
            Name::Other(name) => tags.by_name(name).is_some(),
            _ => false,
        }
    }

    /// Returns whether values are compared with numbers only.
    pub(super) fn needs_number(&self, operator: Operator) -> bool {
        use Tag::{BlackElo, BlackRatingDiff, WhiteElo, WhiteRatingDiff};
        match self {
            Name::Plies => operator != Operator::Contains,
            // A rating may be `?`.
            Name::Known(WhiteElo | BlackElo | WhiteRatingDiff | BlackRatingDiff) => {
                use Operator::{Contains, Equal, NotEqual};
                !matches!(operator, Contains | Equal | NotEqual)
            }
            _ => false,
        }
    }

    fn is_date(&self) -> bool {
        match self {
            Name::Date | Name::Known(Tag::Date | Tag::UtcDate) => true,
            Name::Other(name) => name.ends_with("Date"),
            _ => false,
        }
    }

    /// Calls a function with the value. Returns `None` if only the whole game would tell.
    fn with<T>(
        &self,
        tags: &Tags,
        game: Option<&Record>,
        then: impl FnOnce(Option<&str>) -> T,
    ) -> Option<T> {
        Some(match self {
            Name::Plies => then(Some(&game?.moves.len().to_string())),
            Name::Result => then(Some(game?.result().as_str())),
            Name::Error => then(game?.error.as_ref().map(|error| error.error.kind.name())),
            Name::Variant => {
                let variant = tags.get(Tag::Variant).unwrap_or_default();
                let letters = variant.chars().filter(|letter| letter.is_alphanumeric());
                let variant: String = letters.flat_map(char::to_lowercase).collect();
                let name = match variant.as_str() {
                    "" | "normal" | "chess" | "classical" | "fromposition" => "standard",
                    "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => "chess960",
                    other => other,
                };
                then(Some(name))
            }
            Name::Date => {
                let date = |tag| tags.known(tag).filter(|date: &&str| !date.starts_with('?'));
                then(date(Tag::UtcDate).or_else(|| date(Tag::Date)))
            }
            Name::Known(tag) => then(tags.get(*tag)),
            Name::Other(name) => then(tags.by_name(name)),
        })
    }
}

impl Where {
    /// Returns whether the condition has tags that are not columns of the table of games.
    pub(crate) fn needs_other_tags(&self) -> bool {
        fn needs(node: &Node) -> bool {
            match node {
                Node::And(nodes) | Node::Or(nodes) => nodes.iter().any(needs),
                Node::Not(node) => needs(node),
                Node::Compare(name, ..) | Node::Has(name) => matches!(name, Name::Other(_)),
            }
        }
        needs(&self.root)
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
        evaluate(&self.root, tags, None)
    }

    /// Returns whether the condition holds for a game.
    pub fn holds(&self, game: &Record) -> bool {
        self.seen.add(&game.tags);
        evaluate(&self.root, &game.tags, Some(game)) == Some(true)
    }
}

fn evaluate(node: &Node, tags: &Tags, game: Option<&Record>) -> Option<bool> {
    let any = |nodes: &[Node], wanted: bool| {
        let mut result = Some(!wanted);
        for node in nodes {
            match evaluate(node, tags, game) {
                Some(value) if value == wanted => return Some(wanted),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    };
    match node {
        Node::And(nodes) => any(nodes, false),
        Node::Or(nodes) => any(nodes, true),
        Node::Not(node) => evaluate(node, tags, game).map(|value| !value),
        Node::Has(name) => name.with(tags, game, |value| value.is_some()),
        Node::Compare(name, operator, wanted) => name.with(tags, game, |value| match value {
            None => *operator == Operator::NotEqual,
            Some(value) => compare(value, *operator, wanted, name.is_date()),
        }),
    }
}

fn compare(value: &str, operator: Operator, wanted: &str, is_date: bool) -> bool {
    if operator == Operator::Contains {
        return value.to_ascii_lowercase().contains(&wanted.to_ascii_lowercase());
    }
    let ordering = if is_date {
        value.replace(['-', '/'], ".").cmp(&wanted.replace(['-', '/'], "."))
    } else {
        match (number(value), number(wanted)) {
            (Some(value), Some(wanted)) => value.cmp(&wanted),
            // A rating that is not known is neither above nor below a number.
            (None, Some(_)) if !matches!(operator, Operator::Equal | Operator::NotEqual) => {
                return false;
            }
            _ => value.cmp(wanted),
        }
    };
    match operator {
        Operator::Equal => ordering == Ordering::Equal,
        Operator::NotEqual => ordering != Ordering::Equal,
        Operator::Less => ordering == Ordering::Less,
        Operator::LessOrEqual => ordering != Ordering::Greater,
        Operator::Greater => ordering == Ordering::Greater,
        Operator::GreaterOrEqual => ordering != Ordering::Less,
        Operator::Contains => false,
    }
}

/// Parses a whole number.
pub(super) fn number(text: &str) -> Option<i64> {
    text.trim_ascii().parse().ok()
}
