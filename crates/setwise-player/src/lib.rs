//! A small strong chess player that can be read.
//!
//! ```
//! use setwise::Game;
//! use setwise_player::{Control, Limits, Options, Player};
//!
//! let mut player = Player::new(&Options::default())?;
//! let mut game = Game::default();
//! for san in ["f3", "e5", "g4"] {
//!     game.play(game.position().parse_san(san)?)?;
//! }
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let report = player.think(&game, &limits, &Control::default(), &mut |_| {});
//! let best = report.best().expect("a legal move");
//! assert_eq!(game.position().san(best).to_string(), "Qh4#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * [`Player`] thinks about a [`Game`](setwise::Game) until its [`Limits`], or until its
//!   [`Control`] stops it, and gives a [`Report`].
//! * [`Level`] makes it weaker, for people to play against. [`Opponent`] is a player at a level.
//! * [`evaluation`] is the value of a position as sets of squares.
//! * [`uci`] speaks the protocol of chess programs.
//!
//! # Feature flags
//!
//! * `endgames`: `Endgames`, tables of three and four pieces that the player uses, and the option
//!   `EndgameTables` of [`uci`].
//!
//! To read it, begin with `search.rs`, then `evaluation.rs`; `history.rs` and `table.rs` are what
//! the search remembers.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod control;
#[cfg(feature = "endgames")]
mod endgames;
#[cfg(not(feature = "endgames"))]
#[path = "no_endgames.rs"]
mod endgames;
mod evaluation;
mod history;
mod level;
mod limits;
mod opponent;
mod player;
mod score;
mod search;
mod table;
mod terms;
pub mod uci;
mod weights;

#[cfg(test)]
mod tests;

pub use control::Control;
#[cfg(feature = "endgames")]
#[cfg_attr(docsrs, doc(cfg(feature = "endgames")))]
pub use endgames::Endgames;
pub use evaluation::evaluation;
pub use level::Level;
pub use limits::{Clock, Limits};
pub use opponent::{Opponent, ending};
pub use player::{Line, MemoryError, Options, Player, Report, Score, bench};

/// The terms of the evaluation, for the example `tune`, which finds the weights of the evaluation.
pub mod tuning {
    pub use crate::evaluation::{
        Attacked, MOST, PHASES, WHOLE, attack, fixed_share, phase, share_terms, terms,
    };
    pub use crate::terms::{ATTACK_TERMS, SHARE_TERMS, TERMS, groups};
}
