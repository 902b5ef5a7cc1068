//! Selecting games.

mod condition;
mod material;
pub(crate) mod missing;
mod question;
#[cfg(feature = "tables")]
mod text;

pub use condition::{Where, WhereError};
pub use material::{Material, MaterialError};
pub use missing::MissingTag;
pub use question::Question;

use setwise::Position;
use setwise_sets::{Expression, Finder, FinderOptions};

use crate::game_key::mix;
use crate::record::{Record, Wanted};
use crate::tags::Tags;

/// Which games are taken. All conditions must hold. Conditions are serialized as their texts.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tables", derive(serde::Deserialize, serde::Serialize))]
pub struct Selection {
    /// A condition on tags, result, variant and length.
    #[cfg_attr(feature = "tables", serde(with = "text"))]
    pub condition: Option<Where>,
    /// A question that holds at a position of the main line.
    #[cfg_attr(feature = "tables", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "tables", serde(with = "text"))]
    pub question: Option<Question>,
    /// A position that the game reaches in its main line; the counters do not matter.
    #[cfg_attr(feature = "tables", serde(with = "text"))]
    pub position: Option<Position>,
    /// Material that is on the board at some time of the main line.
    #[cfg_attr(feature = "tables", serde(with = "text"))]
    pub material: Option<Material>,
    /// The share of games that are taken, by their [`Record::game_key`]: 1 takes
    /// all.
    pub sample: f64,
}

/// Takes all games.
impl Default for Selection {
    fn default() -> Selection {
        let question = None;
        Selection { condition: None, question, position: None, material: None, sample: 1.0 }
    }
}

impl Selection {
    /// Returns the parts of games that the decision needs.
    pub fn wanted(&self) -> Wanted {
        let asked = self.question.as_ref().map(Question::expression);
        Wanted {
            positions: self.position.is_some(),
            clocks: asked.is_some_and(Expression::asks_clocks),
            evals: asked.is_some_and(Expression::asks_evals),
            other_tags: self.condition.as_ref().is_some_and(Where::needs_other_tags)
                || self.question.as_ref().is_some_and(Question::needs_other_tags),
        }
    }

    /// Returns whether the tags are enough to leave out a game.
    pub fn leaves_out(&self, tags: &Tags) -> bool {
        if let Some(question) = &self.question {
            question.see(tags);
        }
        self.condition.as_ref().is_some_and(|condition| condition.decide(tags) == Some(false))
    }

    /// Returns whether a game is taken if the material is on the board.
    pub(crate) fn takes(&self, game: &Record) -> bool {
        (self.sample >= 1.0 || is_sampled(game.game_key(), self.sample))
            && self.condition.as_ref().is_none_or(|condition| condition.holds(game))
            && self.position.is_none_or(|wanted| {
                game.positions.iter().any(|position| position.repeats(&wanted))
            })
    }

    /// Returns the tags that are asked for and that no game read had.
    pub fn missing_tags(&self) -> Vec<MissingTag> {
        let condition = self.condition.as_ref().map(Where::missing_tags);
        let question = self.question.as_ref().map(Question::missing_tags);
        [condition, question].into_iter().flatten().flatten().collect()
    }

    /// Returns the finders of the material and of the positions. A game matches if each finds one.
    pub(crate) fn finders(&self) -> Vec<Finder> {
        let mut options = FinderOptions::default();
        options.first_only = true;
        let material = self.material.as_ref().map(Material::question);
        let asked = self.question.as_ref().map(Question::expression);
        let expressions = [material, asked].into_iter().flatten();
        expressions.map(|expression| Finder::new(expression, options)).collect()
    }
}

/// Returns whether a number is part of a sample of this share of all numbers.
pub(crate) fn is_sampled(number: u64, share: f64) -> bool {
    ((mix(number) >> 11) as f64) < share * (1u64 << 53) as f64
}
