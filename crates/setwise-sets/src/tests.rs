//! The definition of the language, and tests of the evaluator: random expressions about random games.

pub mod define;
#[cfg(test)]
pub(crate) mod games;
#[cfg(test)]
mod generate;
#[cfg(test)]
mod pairs;
#[cfg(test)]
mod parser;
#[cfg(test)]
mod positions;
#[cfg(test)]
mod printed;
#[cfg(test)]
mod spell;
