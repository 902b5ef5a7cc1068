//! The terms of a step: values with names, and expressions of them.

use core::ops::{self, Deref};

use setwise::Bitboard;

/// An operand or an operator in the description of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A set, by name.
    Set(&'static str, Bitboard),
    /// A number that is no set of squares, by name: a magic factor, an index, a modulus. A constant
    /// has an empty name.
    Number(&'static str, u64),
    /// A number that may be negative, by name: an offset.
    Signed(&'static str, i64),
    /// An operator between two terms, or before or after one: `AND`, `-`, `lowest of`. Or a
    /// parenthesis.
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

    /// Receives the sentences of the next step.
    #[inline(always)]
    fn say(&mut self, _: &'static str) {}

    /// Receives a step: an expression, and its result, which is a [`Term::Set`] or a
    /// [`Term::Number`].
    fn step(&mut self, expression: &dyn Expression, result: Term);

    /// Returns whether the trace ignores all steps, so that a condition for showing one need not be
    /// computed.
    #[inline(always)]
    fn is_silent(&self) -> bool {
        false
    }

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

    #[inline(always)]
    fn say(&mut self, text: &'static str) {
        (**self).say(text);
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        (**self).step(expression, result);
    }

    #[inline(always)]
    fn is_silent(&self) -> bool {
        (**self).is_silent()
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

    #[inline(always)]
    fn is_silent(&self) -> bool {
        true
    }
}

/// A word of 64 bits, and the terms that it is computed from.
pub trait Expression {
    /// Returns the value.
    fn value(&self) -> u64;

    /// Passes the terms to a function, from left to right.
    ///
    /// Operators without parentheses apply from left to right.
    fn terms(&self, each: &mut dyn FnMut(Term));

    /// Returns whether an operator joins operands, so that parentheses are needed to the right of
    /// another operator.
    fn is_joined(&self) -> bool {
        false
    }
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
        if self.right.is_joined() {
            each(Term::Sign("("));
            self.right.terms(each);
            each(Term::Sign(")"));
        } else {
            self.right.terms(each);
        }
    }

    fn is_joined(&self) -> bool {
        let mut has_left = false;
        self.left.terms(&mut |_| has_left = true);
        has_left
    }
}

/// Returns the value of an operation that has no operator in Rust: `occupied PEXT relevant
/// squares`.
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
///
/// On a hot path the function must be `#[inline(always)]`, which a closure cannot be.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value and the terms, as text.
    fn shown(expression: impl Expression) -> (u64, String) {
        let mut text = String::new();
        expression.terms(&mut |term| {
            text += match term {
                Term::Number("", _) => "constant",
                term => term.text(),
            };
            text += " ";
        });
        (expression.value(), text)
    }

    #[test]
    fn operators_compute_on_words_and_keep_their_operands() {
        let (a, b, n) = (Set("a", Bitboard(12)), Set("b", Bitboard(10)), Number("n", 3));
        let expected = |value, text: &str| (value, format!("{text} "));
        assert_eq!(shown(a & b), expected(8, "a AND b"));
        assert_eq!(shown(a | b), expected(14, "a OR b"));
        assert_eq!(shown(a ^ b), expected(6, "a XOR b"));
        assert_eq!(shown(a & !b), expected(4, "a AND NOT b"));
        assert_eq!(shown(b - a), expected(u64::MAX - 1, "b - a"));
        assert_eq!(shown(n + Signed("s", -4)), expected(u64::MAX, "n + s"));
        assert_eq!(shown(a * Number("f", 1 << 62)), expected(0, "a x f"));
        assert_eq!(shown(b % n), expected(1, "b modulo n"));
        assert_eq!(shown(n << n), expected(24, "n << n"));
        assert_eq!(shown(a >> 1 & 3), expected(2, "a >> constant AND constant"));
        assert_eq!(shown((a ^ b) & b), expected(2, "a XOR b AND b"));
        assert_eq!(shown(a - b * 2), expected(12_u64.wrapping_sub(20), "a - ( b x constant )"));
    }

    #[test]
    fn functions_and_descriptions_keep_their_operands() {
        let a = Set("a", Bitboard(12));
        let lowest = |set: Bitboard| Bitboard(set.0 & set.0.wrapping_neg());
        assert_eq!(shown(apply("lowest of", lowest, a)), (4, "lowest of a ".to_owned()));
        assert_eq!(shown(combine(a, "turned", (), 7)), (7, "a turned ".to_owned()));
        assert_eq!(shown(described("entry", 9)), (9, "entry ".to_owned()));
    }

    #[test]
    fn a_borrowed_trace_receives_the_steps() {
        struct Names(Vec<&'static str>);
        impl Trace for Names {
            fn part(&mut self, title: &'static str) {
                self.0.push(title);
            }
            fn step(&mut self, _: &dyn Expression, result: Term) {
                self.0.push(result.text());
            }
        }
        let mut names = Names(Vec::new());
        let mut trace: &mut dyn Trace = &mut names;
        let trace = &mut trace;
        trace.part("north");
        let a = trace.set("a", described("entry", 3));
        assert_eq!(trace.number("n", a >> 1), Number("n", 1));
        assert!(!trace.is_silent());
        assert_eq!(names.0, ["north", "a", "n"]);
        // The trait's method on the reference itself, which a call with a dot may choose too.
        assert!(Trace::is_silent(&Silent) && Trace::is_silent(&&mut Silent));
    }
}
