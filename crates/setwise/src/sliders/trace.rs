//! Watching a technique at work: the intermediate sets of a lookup, as the code itself makes them.
//!
//! A technique shows each step to a [`Trace`]. In every fast path that is [`Silent`], whose
//! methods do nothing and whose arguments the compiler therefore never makes: the steps that are
//! explained are those of the real code, and to explain them costs nothing (equal instruction
//! counts with and without).

use crate::Bitboard;

/// What stands in the description of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term<'a> {
    /// A set, by name.
    Set(&'a str, Bitboard),
    /// A number that is no set of squares, by name: a magic factor, an index, a modulus.
    Number(&'a str, u64),
    /// A number that may be negative, by name: an offset.
    Signed(&'a str, i64),
    /// An operator between two terms, or before one: `AND`, `XOR`, `-`, `<< 1`, `lowest of`.
    Sign(&'a str),
}

/// Is shown the steps of a lookup.
pub trait Trace {
    /// A part of the lookup begins: a direction, a line, one of two pieces.
    fn part(&mut self, title: &str);

    /// A set was made of some terms.
    fn set(&mut self, name: &str, terms: &[Term<'_>], result: Bitboard);

    /// A number that is no set was made of some terms.
    fn number(&mut self, name: &str, terms: &[Term<'_>], result: u64);
}

/// The trace of one who does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Trace for Silent {
    #[inline(always)]
    fn part(&mut self, _: &str) {}

    #[inline(always)]
    fn set(&mut self, _: &str, _: &[Term<'_>], _: Bitboard) {}

    #[inline(always)]
    fn number(&mut self, _: &str, _: &[Term<'_>], _: u64) {}
}
