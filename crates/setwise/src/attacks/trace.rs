//! The steps of a lookup: the intermediate sets of a technique.
//!
//! A technique shows each step to a [`Trace`]. Wherever speed matters, the trace is [`Silent`]: its
//! methods do nothing, so the compiler removes the computation of their arguments, and tracing is
//! zero-cost (equal instruction counts with and without). So the steps that are explained are those of
//! the code that runs.

use crate::Bitboard;

/// An operand or an operator in the description of a step.
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

/// A receiver of the steps of a lookup.
pub trait Trace {
    /// Starts a part of the lookup: a direction, a line, one of two pieces.
    fn part(&mut self, title: &str);

    /// Receives a set and the terms that it was computed from.
    fn set(&mut self, name: &str, terms: &[Term<'_>], result: Bitboard);

    /// Receives a number that is no set of squares, and the terms that it was computed from.
    fn number(&mut self, name: &str, terms: &[Term<'_>], result: u64);
}

/// A no-op trace.
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
