//! Selecting games.

mod expression;
mod material;
mod missing;
mod parse;

pub use expression::Where;
pub use material::{Material, MaterialError};
pub use missing::MissingTag;
pub use parse::WhereError;

use setwise::Position;

use crate::games::mix;
use crate::positions::is_sampled;
use crate::record::{Record, Wanted};
use crate::tags::Tags;

/// Which games are taken. All conditions must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// A condition on tags, result, variant and length.
    pub condition: Option<Where>,
    /// A position that the game reaches in its main line; the counters do not matter.
    pub position: Option<Position>,
    /// Material that is on the board at some time of the main line.
    pub material: Option<Material>,
    /// The share of games that are taken, by a hash of their number: 1 takes all.
    pub sample: f64,
}

/// Takes all games.
impl Default for Selection {
    fn default() -> Selection {
        Selection { condition: None, position: None, material: None, sample: 1.0 }
    }
}

impl Selection {
    /// Returns what must be read of games to decide.
    pub fn wanted(&self) -> Wanted {
        Wanted {
            positions: self.position.is_some() || self.material.is_some(),
            other_tags: self.condition.as_ref().is_some_and(Where::needs_other_tags),
            ..Wanted::default()
        }
    }

    /// Returns whether the tags are enough to leave out a game.
    pub fn leaves_out(&self, tags: &Tags) -> bool {
        self.condition.as_ref().is_some_and(|condition| condition.decide(tags) == Some(false))
    }

    /// Returns whether a game is taken; `game_id` is its number among the games of all inputs.
    pub fn takes(&self, game_id: u64, game: &Record) -> bool {
        (self.sample >= 1.0 || is_sampled(mix(game_id), self.sample))
            && self.condition.as_ref().is_none_or(|condition| condition.holds(game))
            && self.position.is_none_or(|wanted| {
                game.positions.iter().any(|position| position.repeats(&wanted))
            })
            && self.material.is_none_or(|material| {
                game.positions.iter().any(|position| material.is_on(position.board()))
            })
    }
}
