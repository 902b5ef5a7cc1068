//! CPU features: code that is compiled for them, and the registers that they bring.
//!
//! A [`Work`] is inlined into a function that has the features, and is compiled with them. That
//! function is in turn inlined into a caller that has them too; from any other it is a call.

use super::lanes::{FanLanes, Lanes, Sets};
use setwise::Bitboard;

/// What a shell runs.
pub trait Work {
    /// A set, or several.
    type Sets;

    /// What the work gives.
    type Output;

    /// Does the work for some sliders and the squares that they slide over. These come one by
    /// one, because a call hands them over in registers then.
    ///
    /// Must be `#[inline(always)]`, and name no CPU feature, so that it takes on those of the
    /// shell.
    fn run(self, rooks: Self::Sets, bishops: Self::Sets, empty: Self::Sets) -> Self::Output;
}

/// Some CPU features. To hold the value is the proof that this CPU has them.
pub trait Shell: Copy + Send + Sync + 'static {
    /// What the CPU must have, in words; empty for nothing.
    const NEEDS: &str;

    /// The shell, or `None` if this CPU lacks a feature.
    fn new() -> Option<Self>;

    /// Does the work, compiled with the features.
    fn run<W: Work>(self, work: W, rooks: W::Sets, bishops: W::Sets, empty: W::Sets) -> W::Output;
}

/// A shell with registers of two lanes.
pub trait Pairs: Shell {
    /// A register of two lanes.
    type Two: Lanes<2>;

    /// Two sets in a register.
    fn two(self, sets: [Bitboard; 2]) -> Self::Two;
}

/// A shell with registers of four and eight lanes that step in directions of their own.
pub trait Fans: Shell {
    /// A register of four lanes.
    type Four: FanLanes<4>;

    /// A register of eight lanes.
    type Eight: FanLanes<8>;

    /// Four sets in a register.
    fn four(self, sets: [Bitboard; 4]) -> Self::Four;

    /// Eight sets in a register.
    fn eight(self, sets: [Bitboard; 8]) -> Self::Eight;
}

/// No feature: registers are arrays, as the target's plain instructions handle them.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

impl Shell for Portable {
    const NEEDS: &str = "";

    fn new() -> Option<Portable> {
        Some(Portable(()))
    }

    #[inline(always)]
    fn run<W: Work>(self, work: W, rooks: W::Sets, bishops: W::Sets, empty: W::Sets) -> W::Output {
        work.run(rooks, bishops, empty)
    }
}

impl Pairs for Portable {
    type Two = Sets<2>;

    #[inline(always)]
    fn two(self, sets: [Bitboard; 2]) -> Sets<2> {
        Sets(sets)
    }
}

impl Fans for Portable {
    type Four = Sets<4>;
    type Eight = Sets<8>;

    #[inline(always)]
    fn four(self, sets: [Bitboard; 4]) -> Sets<4> {
        Sets(sets)
    }

    #[inline(always)]
    fn eight(self, sets: [Bitboard; 8]) -> Sets<8> {
        Sets(sets)
    }
}
