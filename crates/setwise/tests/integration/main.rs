//! The integration tests of the library, one module for each subject.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod cpu_level;
mod epd;
mod exchange;
mod fastest;
mod game;
mod history;
mod memory;
mod pseudo_legal;
mod random_input;
mod rules;
mod san;
mod seeds;
#[cfg(feature = "serde")]
mod serde;
mod sets;
mod svg;
mod turned;
mod uci;
