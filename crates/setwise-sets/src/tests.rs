//! Tests of both evaluators: random expressions about random games.

pub(crate) mod games;
mod generate;
mod pairs;
mod positions;
mod printed;
mod spell;
