//! What must hold for any text, any setup and any game.
//!
//! `tests/random_input` runs these on inputs from fixed seeds, and the fuzz targets in `/fuzz` on
//! whatever they find; both include this very file.

pub mod fen;
pub mod game;
pub mod position;
pub mod setup;

pub use fen::fen_text;
pub use game::play;
pub use setup::setup;
