//! The list of all techniques.

use core::fmt;
use core::str::FromStr;

use crate::Card;
#[cfg(test)]
use crate::trace::Sentences;
use crate::trace::{Spoken, Trace, Traced};
use setwise::attacks::{Erased, Sliders, Task};
#[cfg(feature = "std")]
use setwise::dispatch::{CpuFeatures, X86_64V3};
use setwise::{Bitboard, Role, Square};

use crate::fill::{PerSquare, dumb7, kogge_stone};
use crate::{exploding, index, ray, subtract, walk};

macro_rules! techniques {
    ($($(#[$attribute:meta])* $variant:ident $name:literal $type:ty;)*) => {
        /// A technique by name, chosen at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "each is named for its technique")]
        pub enum Technique {
            $($(#[$attribute])* $variant,)*
        }

        impl Technique {
            /// All techniques of this build, starting with the simplest.
            pub const ALL: &[Technique] = &[
                $($(#[$attribute])* Technique::$variant,)*
            ];

            /// Returns the name in the command, such as `hyperbola`.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$attribute])* Technique::$variant => $name,)*
                }
            }

            /// Returns the description of the technique.
            pub const fn card(self) -> Card {
                match self {
                    $($(#[$attribute])* Technique::$variant => <$type as Traced>::CARD,)*
                }
            }

            /// Does a task with the technique, or returns `None` if this CPU cannot run it.
            pub fn run<T: Task>(self, task: T) -> Option<T::Output> {
                match self {
                    $($(#[$attribute])*
                    Technique::$variant => <$type as Traced>::new().map(|s| task.run(s)),)*
                }
            }

            /// Returns the squares that a slider attacks, and shows each step to a trace, or
            /// returns `None` if this CPU cannot run the technique.
            ///
            /// A role that is no slider counts as a queen.
            pub fn trace(
                self,
                role: Role,
                from: Square,
                occupied: Bitboard,
                trace: &mut dyn Trace,
            ) -> Option<Bitboard> {
                let lookup = (role, from, occupied);
                match self {
                    $($(#[$attribute])*
                    Technique::$variant => shown::<$type>(lookup, trace),)*
                }
            }

            #[cfg(test)]
            fn sentences(self) -> &'static [Sentences] {
                match self {
                    $($(#[$attribute])* Technique::$variant => <$type as Traced>::SENTENCES,)*
                }
            }
        }
    };
}

techniques! {
    // Techniques for one slider on one square.
    Walk "walk" walk::Walk;
    Classical "classical" ray::classical::Classical;
    Shifted "shifted" ray::shifted::Shifted;
    Qbb "qbb" ray::qbb::Qbb;
    Subtraction "subtraction" subtract::subtraction::Subtraction;
    Hyperbola "hyperbola" subtract::hyperbola::Hyperbola;
    HyperbolaReversed "hyperbola-reversed"
        subtract::hyperbola_reversed::HyperbolaReversed;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    DualHyperbola "dual-hyperbola" subtract::dual_hyperbola::DualHyperbola;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    GfniHyperbola "gfni-hyperbola" subtract::gfni_hyperbola::GfniHyperbola;
    ObstructionDifference "obstruction-difference"
        subtract::obstruction_difference::ObstructionDifference;
    Sbamg "sbamg" subtract::sbamg::Sbamg;
    Leorik "leorik" subtract::leorik::Leorik;
    SlideArithmetic "slide-arithmetic"
        subtract::slide_arithmetic::SlideArithmetic;
    Rotated "rotated" index::rotated::Rotated;
    FirstRank "first-rank" index::first_rank::FirstRank;
    Kindergarten "kindergarten" index::kindergarten::Kindergarten;
    #[cfg(feature = "std")]
    CongruentModulo "congruent-modulo" index::congruent_modulo::CongruentModulo;
    #[cfg(feature = "std")]
    CongruentModuloDense "congruent-modulo-dense"
        index::congruent_modulo_dense::CongruentModuloDense;
    #[cfg(feature = "std")]
    Sissy "sissy" index::sissy::Sissy;
    #[cfg(feature = "std")]
    MagicPlain "magic-plain" index::magic_family::plain::MagicPlain;
    #[cfg(feature = "std")]
    MagicFancy "magic-fancy" index::magic_family::fancy::MagicFancy;
    #[cfg(feature = "std")]
    MagicFixed "magic-fixed" index::magic_family::overlapped::MagicFixed;
    #[cfg(feature = "std")]
    MagicBlack "magic-black" index::magic_family::overlapped::MagicBlack;
    #[cfg(feature = "std")]
    MagicCompressed "magic-compressed" index::magic_family::compressed::MagicCompressed;
    #[cfg(feature = "std")]
    PextEmulated "pext-emulated" index::pext_emulated::PextEmulated;
    #[cfg(feature = "std")]
    Pext "pext" index::pext::Pext;
    #[cfg(feature = "std")]
    PextCompressed "pext-compressed" index::pext_compressed::PextCompressed;
    Exploding "exploding" exploding::Exploding;
    // Techniques for sets of sliders.
    Dumb7 "dumb7" PerSquare<dumb7::Dumb7>;
    KoggeStone "kogge-stone" PerSquare<kogge_stone::KoggeStone>;
}

/// Shows a lookup of a technique to a trace.
fn shown<S: Traced>(
    (role, from, occupied): (Role, Square, Bitboard),
    trace: &mut dyn Trace,
) -> Option<Bitboard> {
    let sliders = S::new()?;
    let sentences = S::SENTENCES;
    Some(match role {
        Role::Rook => {
            sliders.trace_rook(from, occupied, &mut Spoken::new(sentences, "rook", trace))
        }
        Role::Bishop => {
            sliders.trace_bishop(from, occupied, &mut Spoken::new(sentences, "bishop", trace))
        }
        _ => sliders.trace_queen(from, occupied, &mut Spoken::new(sentences, "queen", trace)),
    })
}

impl Technique {
    /// Returns true if this CPU can run the technique.
    pub fn is_available(self) -> bool {
        struct Nothing;
        impl Task for Nothing {
            type Output = ();
            fn run<S: Sliders>(self, _: S) {}
        }
        self.run(Nothing).is_some()
    }

    /// Returns the technique behind function pointers, or `None` if this CPU cannot run it.
    ///
    /// Lookups are slower than in [`run`](Technique::run), but the code that uses them is
    /// instantiated once for all techniques.
    pub fn erased(self) -> Option<Erased> {
        struct Erase;
        impl Task for Erase {
            type Output = Erased;
            fn run<S: Sliders>(self, sliders: S) -> Erased {
                Erased::of(sliders)
            }
        }
        self.run(Erase)
    }

    /// Returns the technique that [`run_fastest`](setwise::attacks::run_fastest) uses on this CPU:
    /// PEXT if the CPU has x86-64-v3 and executes it fast, and fancy magic elsewhere. Without the
    /// feature `std`, it is Kindergarten.
    pub fn fastest() -> Technique {
        // Builds no tables, as `is_available` does.
        #[cfg(feature = "std")]
        return if X86_64V3::new().is_some() && setwise::attacks::pext::is_fast() {
            Technique::Pext
        } else {
            Technique::MagicFancy
        };
        #[cfg(not(feature = "std"))]
        Technique::Kindergarten
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that no technique has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TechniqueError;

impl fmt::Display for TechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown technique (expected one of")?;
        for technique in Technique::ALL {
            write!(f, " {technique}")?;
        }
        f.write_str(")")
    }
}

impl core::error::Error for TechniqueError {}

impl FromStr for Technique {
    type Err = TechniqueError;

    fn from_str(name: &str) -> Result<Technique, TechniqueError> {
        Technique::ALL.iter().copied().find(|t| t.name() == name).ok_or(TechniqueError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Said;
    use std::collections::BTreeSet;

    /// A sentence that no step takes is false, or its name is. That no step lacks a sentence is
    /// tested by the lessons.
    #[test]
    fn every_sentence_is_said() {
        for &technique in Technique::ALL.iter().filter(|technique| technique.is_available()) {
            let mut said = Said::default();
            for from in Square::ALL {
                for role in [Role::Rook, Role::Bishop, Role::Queen] {
                    technique.trace(role, from, Bitboard(0x0000_1400_0014_0000), &mut said);
                }
            }
            let said = BTreeSet::from_iter(said.0);
            let sentences = technique.sentences().iter().flat_map(Sentences::texts);
            let unsaid: Vec<_> = sentences.filter(|text| !said.contains(text)).collect();
            assert!(unsaid.is_empty(), "{technique}: {unsaid:#?}");
        }
    }
}
