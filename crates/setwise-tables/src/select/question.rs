//! Questions to games: set expressions.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use setwise_sets::Expression;

use super::condition::{Where, WhereError};
use super::missing::{MissingTag, Seen};
use crate::tags::{Tag, Tags};

/// A question to games: a set expression, as `setwise find` asks it. It takes a game if it holds at
/// a position of the game.
#[derive(Clone, Debug)]
pub struct Question {
    expression: Arc<Expression>,
    seen: Seen,
}

/// Questions are equal if they mean the same because their parts do.
impl PartialEq for Question {
    fn eq(&self, other: &Question) -> bool {
        self.expression == other.expression
    }
}

impl Eq for Question {}

/// Writes the text that was parsed.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expression.text())
    }
}

impl FromStr for Question {
    type Err = WhereError;

    fn from_str(text: &str) -> Result<Question, WhereError> {
        let expression = Expression::parse(text).and_then(Expression::question);
        let expression = Arc::new(expression.map_err(WhereError)?);
        let tags = expression.tags().iter().map(String::as_str).collect();
        Ok(Question { seen: Seen::new(tags), expression })
    }
}

impl Question {
    /// Returns the expression.
    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    /// Parses a set expression, or a condition in the older spelling of [`Where`].
    ///
    /// A text may be both. If the two mean the same, it is a condition, which most games answer by
    /// their tags; else it is a set expression. So `check` is the word of the language, and not the
    /// tag of this name. A text that is only a condition must have names of tags that the language
    /// has too: `whiteelo` and `chek` are errors.
    ///
    /// # Errors
    ///
    /// The text is neither; the error is the error of the set expression.
    pub fn or_condition(text: &str) -> Result<Result<Question, Where>, WhereError> {
        match (text.parse::<Question>(), text.parse::<Where>()) {
            (Ok(question), Ok(condition)) if condition.means(&question.expression) => {
                Ok(Err(condition))
            }
            (Ok(question), _) => Ok(Ok(question)),
            (Err(_), Ok(condition)) if condition.has_known_names() => Ok(Err(condition)),
            (Err(error), _) => Err(error),
        }
    }

    /// Returns whether the question has tags that are not columns of the table of games.
    pub(crate) fn needs_other_tags(&self) -> bool {
        self.expression.tags().iter().any(|name| Tag::from_name(name).is_none())
    }

    /// Remembers the tags of a game that is asked.
    pub(crate) fn see(&self, tags: &Tags) {
        self.seen.add(tags);
    }

    /// Returns the tags that are asked for and that no game had for which this value or a clone of
    /// it was asked. Without any game, nothing is returned.
    pub fn missing_tags(&self) -> Vec<MissingTag> {
        self.seen.missing()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if a condition on tags is asked of every position, or a text has another meaning than
    /// in `find` although it is one there.
    #[test]
    fn a_text_is_a_condition_only_if_it_means_the_same() {
        let is_question = |text: &str| Question::or_condition(text).expect(text).is_ok();
        for text in [
            "WhiteElo >= 2000 and result = 1-0",
            "White = 'Anand, V' or not ECO = B90",
            "date >= 2013-02 and variant = chess960",
            "error",
            "plies > 40",
            // These are no set expressions.
            "WhiteElo >= 2000 && !(ECO == B90)",
            "White = Anand,V and Annotator",
        ] {
            assert!(!is_question(text), "{text}");
        }
        for text in ["check", "moves > 5", "count(P) > 3 and WhiteElo > 2000", "Qh5", "e4"] {
            assert!(is_question(text), "{text}");
        }
        for (text, message) in [
            ("isolate(P)", "byte 0: `isolate`: did you mean `isolated`?"),
            ("moves", "byte 0: `moves` is a number"),
            ("chek", "byte 0: `chek`: did you mean `check`?"),
            ("chek && ECO", "byte 0: `chek`: did you mean `check`?"),
            ("whiteelo > 2000", "byte 0: `whiteelo`: did you mean `WhiteElo`?"),
            ("White = ", "byte 8: "),
        ] {
            let error = Question::or_condition(text).expect_err(text).to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
