//! Selecting games.

pub(crate) mod missing;

pub use missing::MissingTag;

use std::sync::Arc;

use setwise_sets::{Expression, Finder, FinderOptions};

use self::missing::Seen;
use crate::game_key::mix;
use crate::record::{Record, Wanted};
use crate::tags::{Tag, Tags};

/// Which games are taken. It is serialized with the text of its question, as `where`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "tables", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "tables", serde(try_from = "stored::Stored", into = "stored::Stored"))]
pub struct Selection {
    question: Option<Arc<Expression>>,
    sample: f64,
    seen: Seen,
}

/// Takes all games.
impl Default for Selection {
    fn default() -> Selection {
        Selection::new(None, 1.0)
    }
}

/// Selections are equal if their questions mean the same, and their samples are equal.
impl PartialEq for Selection {
    fn eq(&self, other: &Selection) -> bool {
        self.question == other.question && self.sample == other.sample
    }
}

impl Selection {
    /// Creates the selection of the games with a position at which a question holds (`None` takes
    /// all), and of them a share from 0 to 1, by their [`Record::game_key`].
    ///
    /// A question that needs only the tags is decided before the moves of a game are read.
    pub fn new(question: Option<Expression>, sample: f64) -> Selection {
        let seen = Seen::new(question.as_ref().map(Expression::required_tags).unwrap_or_default());
        Selection { question: question.map(Arc::new), sample, seen }
    }

    /// Returns the share of games that are taken.
    pub fn sample(&self) -> f64 {
        self.sample
    }

    /// Returns the parts of games that the decision needs.
    pub fn wanted(&self) -> Wanted {
        let Some(question) = &self.question else { return Wanted::default() };
        Wanted {
            positions: false,
            clocks: question.asks_clocks(),
            evals: question.asks_evals(),
            depths: question.asks_depths(),
            other_tags: question.tags().iter().any(|name| Tag::from_name(name).is_none()),
        }
    }

    /// Remembers the tags of a game that is asked.
    pub(crate) fn see(&self, tags: &Tags) {
        self.seen.add(tags);
    }

    /// Returns whether a game for which the question holds is taken.
    pub(crate) fn is_sampled(&self, game: &Record) -> bool {
        self.sample >= 1.0 || is_sampled(game.game_key(), self.sample)
    }

    /// Returns the tags that are asked for and that no game had for which this value or a clone of
    /// it was asked: they are probably misspelt. A tag that games need not have, as in
    /// `not Annotator`, is not returned. Without any game, nothing is returned.
    pub fn missing_tags(&self) -> Vec<MissingTag> {
        self.seen.missing()
    }

    /// Returns the finder of a position at which the question holds.
    pub(crate) fn finder(&self) -> Option<Finder> {
        let mut options = FinderOptions::default();
        options.first_only = true;
        self.question.as_ref().map(|question| Finder::new(question, options))
    }
}

/// Returns whether a number is part of a sample of this share of all numbers.
pub(crate) fn is_sampled(number: u64, share: f64) -> bool {
    ((mix(number) >> 11) as f64) < share * (1u64 << 53) as f64
}

/// Selections in the description of a job.
#[cfg(feature = "tables")]
mod stored {
    use setwise_sets::Expression;

    use super::Selection;

    #[derive(serde::Deserialize, serde::Serialize)]
    pub(super) struct Stored {
        r#where: Option<String>,
        sample: f64,
    }

    impl TryFrom<Stored> for Selection {
        type Error = String;

        fn try_from(stored: Stored) -> Result<Selection, String> {
            let parse = |text: String| {
                let question = Expression::parse(&text).and_then(Expression::question);
                question.map_err(|error| {
                    format!("where {text:?}, byte {}: {error}", error.place().start)
                })
            };
            Ok(Selection::new(stored.r#where.map(parse).transpose()?, stored.sample))
        }
    }

    impl From<Selection> for Stored {
        fn from(selection: Selection) -> Stored {
            let question = selection.question;
            let text = question.map(|question| question.text().to_owned());
            Stored { r#where: text, sample: selection.sample }
        }
    }
}
