//! The steps of a lookup: the formula of a technique, with its intermediate sets.
//!
//! A technique computes each step as an expression of values with names, and shows it to a [`Trace`],
//! which returns the result with its name. So the code of a technique is its formula, and the steps that
//! are explained are those of the code that runs.
//!
//! ```
//! use setwise::attacks::trace::{Expression, Set, Silent, Term, Trace};
//! use setwise::attacks::rays;
//! use setwise::{Bitboard, Direction, Square};
//!
//! /// The occupied squares on a ray.
//! #[inline(always)]
//! fn blockers<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
//!     let (ray, occupied) = (Set("ray", rays::ray(from, Direction::North)), Set("occupied", occupied));
//!     let blockers = trace.set("blockers", ray & occupied);
//!     *blockers
//! }
//!
//! /// Writes the steps as text.
//! struct Text(String);
//!
//! impl Trace for Text {
//!     fn part(&mut self, _: &'static str) {}
//!
//!     fn step(&mut self, expression: &dyn Expression, result: Term) {
//!         expression.terms(&mut |term| self.0 += &format!("{} ", term.text()));
//!         self.0 += &format!("= {}", result.text());
//!     }
//! }
//!
//! let occupied = Bitboard::of(Square::A4).with(Square::H8);
//! let mut text = Text(String::new());
//! assert_eq!(blockers(Square::A1, occupied, &mut text), Bitboard::of(Square::A4));
//! assert_eq!(text.0, "ray AND occupied = blockers");
//! assert_eq!(blockers(Square::A1, occupied, &mut Silent), Bitboard::of(Square::A4));
//! ```
//!
//! Wherever speed matters, the trace is [`Silent`]. Then the compiler removes the names, and what is left
//! are the instructions of the formula (equal instruction counts with and without).
//!
//! # Operators
//!
//! On [`Set`], [`Number`] and [`Expr`], operators act on words of 64 bits: `-` is a subtraction that
//! wraps around and `*` a multiplication that does. The difference of sets is `a & !b`. For what has no
//! operator there are [`apply`], [`combine`] and [`described`].

use core::ops::{self, Deref};

use crate::Bitboard;

/// An operand or an operator in the description of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A set, by name.
    Set(&'static str, Bitboard),
    /// A number that is no set of squares, by name: a magic factor, an index, a modulus. A constant has
    /// an empty name.
    Number(&'static str, u64),
    /// A number that may be negative, by name: an offset.
    Signed(&'static str, i64),
    /// An operator between two terms, or before or after one: `AND`, `-`, `lowest of`.
    Sign(&'static str),
}

impl Term {
    /// Returns the name of an operand, or the operator.
    pub const fn text(self) -> &'static str {
        match self {
            Term::Set(text, _)
            | Term::Number(text, _)
            | Term::Signed(text, _)
            | Term::Sign(text) => text,
        }
    }
}

/// A receiver of the steps of a lookup.
pub trait Trace {
    /// Starts a part of the lookup: a direction, a line, one of two pieces.
    fn part(&mut self, title: &'static str);

    /// Receives a step: an expression, and its result, which is a [`Term::Set`] or a [`Term::Number`].
    fn step(&mut self, expression: &dyn Expression, result: Term);

    /// Shows a step whose result is a set of squares, and returns the set.
    #[inline(always)]
    fn set(&mut self, name: &'static str, expression: impl Expression) -> Set
    where
        Self: Sized,
    {
        let set = Bitboard(expression.value());
        self.step(&expression, Term::Set(name, set));
        Set(name, set)
    }

    /// Shows a step whose result is a number that is no set of squares, and returns the number.
    #[inline(always)]
    fn number(&mut self, name: &'static str, expression: impl Expression) -> Number
    where
        Self: Sized,
    {
        let number = expression.value();
        self.step(&expression, Term::Number(name, number));
        Number(name, number)
    }
}

/// Shows the steps to the trace that is borrowed.
impl<T: Trace + ?Sized> Trace for &mut T {
    fn part(&mut self, title: &'static str) {
        (**self).part(title);
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        (**self).step(expression, result);
    }
}

/// A no-op trace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Trace for Silent {
    #[inline(always)]
    fn part(&mut self, _: &'static str) {}

    #[inline(always)]
    fn step(&mut self, _: &dyn Expression, _: Term) {}
}

/// A word of 64 bits, and the terms that it is computed from.
pub trait Expression {
    /// Returns the value.
    fn value(&self) -> u64;

    /// Passes the terms to a function, from left to right.
    fn terms(&self, each: &mut dyn FnMut(Term));
}

/// A set of squares with the name under which a trace shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set(pub &'static str, pub Bitboard);

/// The set without its name.
impl Deref for Set {
    type Target = Bitboard;

    #[inline(always)]
    fn deref(&self) -> &Bitboard {
        &self.1
    }
}

impl Expression for Set {
    #[inline(always)]
    fn value(&self) -> u64 {
        self.1.0
    }

    fn terms(&self, each: &mut dyn FnMut(Term)) {
        each(Term::Set(self.0, self.1));
    }
}

/// A number that is no set of squares, with the name under which a trace shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number(pub &'static str, pub u64);

impl Number {
    /// Returns the number as an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.1 as usize
    }
}

/// The number without its name.
impl Deref for Number {
    type Target = u64;

    #[inline(always)]
    fn deref(&self) -> &u64 {
        &self.1
    }
}

impl Expression for Number {
    #[inline(always)]
    fn value(&self) -> u64 {
        self.1
    }

    fn terms(&self, each: &mut dyn FnMut(Term)) {
        each(Term::Number(self.0, self.1));
    }
}

/// A number that may be negative, with the name under which a trace shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed(pub &'static str, pub i64);

impl Expression for Signed {
    #[inline(always)]
    fn value(&self) -> u64 {
        self.1 as u64
    }

    fn terms(&self, each: &mut dyn FnMut(Term)) {
        each(Term::Signed(self.0, self.1));
    }
}

/// A constant, which has no name.
impl Expression for u64 {
    #[inline(always)]
    fn value(&self) -> u64 {
        *self
    }

    fn terms(&self, each: &mut dyn FnMut(Term)) {
        each(Term::Number("", *self));
    }
}

/// No operand.
impl Expression for () {
    #[inline(always)]
    fn value(&self) -> u64 {
        0
    }

    fn terms(&self, _: &mut dyn FnMut(Term)) {}
}

/// The result of an operation, with its operands.
#[derive(Clone, Copy, Debug)]
pub struct Expr<L, R> {
    left: L,
    sign: &'static str,
    right: R,
    value: u64,
}

impl<L: Expression, R: Expression> Expression for Expr<L, R> {
    #[inline(always)]
    fn value(&self) -> u64 {
        self.value
    }

    fn terms(&self, each: &mut dyn FnMut(Term)) {
        self.left.terms(each);
        each(Term::Sign(self.sign));
        self.right.terms(each);
    }
}

/// Returns the value of an operation that has no operator in Rust: `occupied PEXT relevant squares`.
///
/// The operand `()` is none, for an operation whose sign follows its operand.
#[inline(always)]
pub fn combine<L: Expression, R: Expression>(
    left: L,
    sign: &'static str,
    right: R,
    value: u64,
) -> Expr<L, R> {
    Expr { left, sign, right, value }
}

/// Returns the result of a function of sets: `lowest of blockers`.
#[inline(always)]
pub fn apply<E: Expression>(
    sign: &'static str,
    function: impl FnOnce(Bitboard) -> Bitboard,
    operand: E,
) -> Expr<(), E> {
    let value = function(Bitboard(operand.value())).0;
    combine((), sign, operand, value)
}

/// Returns a value that is described in words: `entry of square and index`.
#[inline(always)]
pub fn described(description: &'static str, value: u64) -> Expr<(), ()> {
    combine((), description, (), value)
}

/// Implements a binary operator for all expressions that have operators.
macro_rules! operator {
    ($operator:ident $method:ident $sign:literal $compute:path) => {
        operator!(Set, [], $operator $method $sign $compute);
        operator!(Number, [], $operator $method $sign $compute);
        operator!(Expr<L, R>, [L: Expression, R: Expression,], $operator $method $sign $compute);
    };
    (
        $left:ty, [$($generics:tt)*],
        $operator:ident $method:ident $sign:literal $compute:path
    ) => {
        impl<$($generics)* E: Expression> ops::$operator<E> for $left {
            type Output = Expr<$left, E>;

            #[inline(always)]
            fn $method(self, right: E) -> Self::Output {
                let value = $compute(self.value(), right.value());
                combine(self, $sign, right, value)
            }
        }
    };
}

operator!(BitAnd bitand "AND" ops::BitAnd::bitand);
operator!(BitOr bitor "OR" ops::BitOr::bitor);
operator!(BitXor bitxor "XOR" ops::BitXor::bitxor);
operator!(Add add "+" u64::wrapping_add);
operator!(Sub sub "-" u64::wrapping_sub);
operator!(Mul mul "x" u64::wrapping_mul);
operator!(Rem rem "modulo" ops::Rem::rem);
operator!(Shl shl "<<" ops::Shl::shl);
operator!(Shr shr ">>" ops::Shr::shr);

/// The complement.
impl ops::Not for Set {
    type Output = Expr<(), Set>;

    #[inline(always)]
    fn not(self) -> Expr<(), Set> {
        apply("NOT", ops::Not::not, self)
    }
}
