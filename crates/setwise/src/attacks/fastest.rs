//! The fastest technique of this CPU, and the choice of the methods that name none: Kindergarten at
//! first, and the fastest once a program has asked for it.
//!
//! Every technique finds the same moves in the same order, so this choice changes nothing but the
//! speed.

#[cfg(feature = "std")]
use std::sync::OnceLock;

use super::Task;
#[cfg(feature = "std")]
use super::{magic::FancyMagic, pext::Pext};
#[cfg(feature = "std")]
use crate::dispatch::{CpuFeatures, X86_64V3};

/// The instructions that code with the fastest technique is compiled for.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
type Instructions = X86_64V3;

#[cfg(all(feature = "std", not(target_arch = "x86_64")))]
type Instructions = crate::dispatch::Portable;

/// A technique with tables that have been built, and a proof of the instructions that code with it
/// is compiled for.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(crate) enum Fastest {
    Pext(Pext, X86_64V3),
    Magic(FancyMagic, Instructions),
}

#[cfg(feature = "std")]
impl Fastest {
    /// Returns the fastest technique, or `None` on an x86-64 CPU below x86-64-v3: each instance of
    /// the move generator is 30 kB of code.
    fn new() -> Option<Fastest> {
        let instructions = Instructions::new()?;
        let pext = X86_64V3::new().zip(Pext::new());
        Some(pext.map_or_else(
            || Fastest::Magic(FancyMagic::new(), instructions),
            |(v3, pext)| Fastest::Pext(pext, v3),
        ))
    }

    /// Returns the fastest technique if [`use_fastest`] has been called.
    #[inline(always)]
    pub(crate) fn in_use() -> Option<Fastest> {
        IN_USE.get().copied().flatten()
    }
}

#[cfg(feature = "std")]
static IN_USE: OnceLock<Option<Fastest>> = OnceLock::new();

/// Lets the methods of [`Position`](crate::Position) that list or count moves and name no technique
/// use the fastest one of this CPU from now on: [PEXT](super::pext) if the CPU has x86-64-v3 and
/// executes it fast, and [fancy magic](super::magic) on other CPUs with x86-64-v3 and on other
/// architectures, compiled for x86-64-v3 where the CPU has it. On an x86-64 CPU below that they use
/// Kindergarten as before. The documentation of each such method says so. Other functions, such as
/// [`rook`](super::rook) and [`visit_legal_moves`](crate::Position::visit_legal_moves), use
/// Kindergarten too: they are inlined into the caller, and the call that other instructions need
/// would take more time than it saves.
///
/// The first call builds the tables of the technique, which takes some milliseconds and 860 KiB
/// that are never freed. Further calls do nothing. The moves and their order stay the same.
///
/// An engine calls it once at its start; the example `search` is a template.
#[cfg(feature = "std")]
pub fn use_fastest() {
    IN_USE.get_or_init(Fastest::new);
}

/// Evaluates an expression with the technique in use: the fastest one after [`use_fastest`], and the
/// [`DEFAULT`](super::DEFAULT) before. The input is passed to code that is compiled for other
/// instructions, in registers if it is small.
///
/// A macro, because a [`Task`] would be passed in memory: 1.5 % of the instructions of a list of
/// moves.
#[cfg(feature = "std")]
macro_rules! with_technique_in_use {
    ($input:expr, |$sliders:ident, $pattern:pat_param| $value:expr) => {{
        use $crate::attacks::Fastest;
        use $crate::dispatch::CpuFeatures;
        match Fastest::in_use() {
            Some(Fastest::Pext($sliders, v3)) => v3.call(
                $input,
                #[inline(always)]
                |$pattern| $value,
            ),
            Some(Fastest::Magic($sliders, instructions)) => instructions.call(
                $input,
                #[inline(always)]
                |$pattern| $value,
            ),
            None => {
                let ($sliders, $pattern) = ($crate::attacks::DEFAULT, $input);
                $value
            }
        }
    }};
}

/// Evaluates an expression with the [`DEFAULT`](super::DEFAULT) technique, the only one in use
/// without the feature `std`.
#[cfg(not(feature = "std"))]
macro_rules! with_technique_in_use {
    ($input:expr, |$sliders:ident, $pattern:pat_param| $value:expr) => {{
        let ($sliders, $pattern) = ($crate::attacks::DEFAULT, $input);
        $value
    }};
}

pub(crate) use with_technique_in_use;

/// Does a task with the fastest technique that this CPU can run: [PEXT](super::pext) if the CPU has
/// x86-64-v3 and executes it fast, and [fancy magic](super::magic) elsewhere. Without the feature `std`, it is the
/// [`DEFAULT`](super::DEFAULT).
///
/// The task is instantiated for these two techniques only. With PEXT it runs with the instructions
/// of x86-64-v3, as by [`dispatch::call`](crate::dispatch::call), if its method `run` is
/// `#[inline(always)]`; with magic it runs with the instructions of the caller, because a third
/// instance would make programs larger for the sake of AMD's CPUs before Zen 3.
///
/// ```
/// use setwise::attacks::{self, Sliders, Task};
/// use setwise::{Bitboard, Square};
///
/// /// Counts the moves of a queen on the empty board, from all squares together.
/// struct QueenMoves;
///
/// impl Task for QueenMoves {
///     type Output = u32;
///
///     #[inline(always)]
///     fn run<S: Sliders>(self, sliders: S) -> u32 {
///         Square::ALL.into_iter().map(|from| sliders.queen(from, Bitboard::EMPTY).count()).sum()
///     }
/// }
/// assert_eq!(attacks::run_fastest(QueenMoves), 1_456);
/// ```
pub fn run_fastest<T: Task>(task: T) -> T::Output {
    #[cfg(feature = "std")]
    return match Fastest::new() {
        Some(Fastest::Pext(pext, v3)) => v3.call(
            task,
            #[inline(always)]
            |task| task.run(pext),
        ),
        Some(Fastest::Magic(magic, _)) => task.run(magic),
        None => task.run(FancyMagic::new()),
    };
    #[cfg(not(feature = "std"))]
    task.run(super::DEFAULT)
}
