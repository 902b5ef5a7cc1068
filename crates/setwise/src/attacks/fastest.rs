//! The technique of the methods that list legal moves and name none: Kindergarten at first, and the
//! fastest of this CPU once a program has asked for it.
//!
//! Every technique finds the same moves in the same order, so this choice changes nothing but the
//! speed.

use std::sync::OnceLock;

use super::magic::FancyMagic;
use super::pext::Pext;
use crate::dispatch::{CpuFeatures, X86_64V3};

/// A technique with tables that have been built.
#[derive(Clone, Copy)]
pub(crate) enum Fastest {
    /// PEXT, with a proof that the CPU has the other instructions of x86-64-v3 too.
    Pext(Pext, X86_64V3),
    Magic(FancyMagic),
}

static FASTEST: OnceLock<Fastest> = OnceLock::new();

impl Fastest {
    /// Returns the fastest technique of this CPU if [`use_fastest`] has been called.
    #[inline(always)]
    pub(crate) fn in_use() -> Option<Fastest> {
        FASTEST.get().copied()
    }
}

/// Lets the methods of [`Position`](crate::Position) that list legal moves and name no technique
/// use the fastest one of this CPU from now on: PEXT if the CPU has x86-64-v3 and executes it fast,
/// and fancy magic elsewhere. Other methods, such as
/// [`count_legal_moves`](crate::Position::count_legal_moves), use Kindergarten as before.
///
/// The first call builds the tables of the technique, which takes some milliseconds and 860 KiB
/// that are never freed. Further calls do nothing. The moves and their order stay the same.
///
/// An engine calls it once at its start; the example `search` is a template.
pub fn use_fastest() {
    FASTEST.get_or_init(|| pext().unwrap_or_else(|| Fastest::Magic(FancyMagic::new())));
}

fn pext() -> Option<Fastest> {
    Some(Fastest::Pext(Pext::new()?, X86_64V3::new()?))
}
