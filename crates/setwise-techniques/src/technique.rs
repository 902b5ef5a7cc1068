//! The list of all techniques.

use core::fmt;
use core::str::FromStr;

use crate::Card;
use crate::trace::{Expression, Term, Trace, Traced};
use setwise::attacks::{Erased, Sliders, Task};
use setwise::{Bitboard, Role, Square};

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use crate::cpu_features::*;
use crate::fill::{Fills, PerSquare, WithFills, direction_lanes::Rotated};
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use crate::fill::{Simd, direction_lanes::Shifted};
use crate::fill::{dumb7, kogge_stone};
use crate::{exploding, index, ray, subtract, walk};

macro_rules! techniques {
    (
        single { $($(#[$attribute:meta])* $variant:ident $name:literal $type:ty;)* }
        fills { $($(#[$fill_attribute:meta])* $fill:ident $fill_name:literal $fill_type:ty;)* }
    ) => {
        /// A technique by name, chosen at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "each is named for its technique")]
        pub enum Technique {
            $($(#[$attribute])* $variant,)*
            $($(#[$fill_attribute])* $fill,)*
        }

        impl Technique {
            /// All techniques of this build, starting with the simplest.
            pub const ALL: &[Technique] = &[
                $($(#[$attribute])* Technique::$variant,)*
                $($(#[$fill_attribute])* Technique::$fill,)*
            ];

            /// Returns the name in the command, such as `hyperbola`.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$attribute])* Technique::$variant => $name,)*
                    $($(#[$fill_attribute])* Technique::$fill => $fill_name,)*
                }
            }

            /// Returns the description of the technique.
            pub const fn card(self) -> Card {
                match self {
                    $($(#[$attribute])* Technique::$variant => <$type as Traced>::CARD,)*
                    $($(#[$fill_attribute])* Technique::$fill => <$fill_type as Fills>::CARD,)*
                }
            }

            /// Does a task with the technique, or returns `None` if this CPU cannot run it.
            pub fn run<T: Task>(self, task: T) -> Option<T::Output> {
                match self {
                    $($(#[$attribute])*
                    Technique::$variant => <$type as Traced>::new().map(|s| task.run(s)),)*
                    $($(#[$fill_attribute])*
                    Technique::$fill => {
                        <PerSquare<$fill_type> as Traced>::new().map(|s| task.run(s))
                    })*
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
                    $($(#[$fill_attribute])*
                    Technique::$fill => shown::<PerSquare<$fill_type>>(lookup, trace),)*
                }
            }
        }

        /// A set-wise fill by name, chosen at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "each is named for its fill")]
        pub enum Fill {
            $($(#[$fill_attribute])* $fill,)*
        }

        impl Fill {
            /// All fills of this build, starting with the simplest.
            pub const ALL: &[Fill] = &[$($(#[$fill_attribute])* Fill::$fill,)*];

            /// Returns the fill as a technique for a single slider.
            pub const fn technique(self) -> Technique {
                match self {
                    $($(#[$fill_attribute])* Fill::$fill => Technique::$fill,)*
                }
            }

            /// Does a task with the fill, or returns `None` if this CPU cannot run it.
            pub fn run<T: WithFills>(self, task: T) -> Option<T::Output> {
                match self {
                    $($(#[$fill_attribute])*
                    Fill::$fill => <$fill_type as Fills>::new().map(|fills| task.run(fills)),)*
                }
            }
        }
    };
}

techniques! {
    // Techniques for one slider on one square.
    single {
        Walk "walk" walk::Walk;
        Classical "classical" ray::classical::Classical;
        Shifted "shifted" ray::shifted::Shifted;
        Qbb "qbb" ray::qbb::Qbb;
        Subtraction "subtraction" subtract::subtraction::Subtraction;
        Hyperbola "hyperbola" subtract::hyperbola::Hyperbola;
        HyperbolaInline "hyperbola-inline" subtract::hyperbola::Inline;
        HyperbolaReversed "hyperbola-reversed"
            subtract::hyperbola_reversed::HyperbolaReversed;
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        DualHyperbola "dual-hyperbola" subtract::dual_hyperbola::DualHyperbola;
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        GfniHyperbola "gfni-hyperbola" subtract::gfni_hyperbola::GfniHyperbola;
        ObstructionDifference "obstruction-difference"
            subtract::obstruction_difference::ObstructionDifference;
        ObstructionDifferenceInline "obstruction-difference-inline"
            subtract::obstruction_difference::Inline;
        Sbamg "sbamg" subtract::sbamg::Sbamg;
        SbamgInline "sbamg-inline" subtract::sbamg::Inline;
        Leorik "leorik" subtract::leorik::Leorik;
        LeorikInline "leorik-inline" subtract::leorik::Inline;
        SlideArithmetic "slide-arithmetic"
            subtract::slide_arithmetic::SlideArithmetic;
        SlideArithmeticInline "slide-arithmetic-inline"
            subtract::slide_arithmetic::Inline;
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
    }
    // Techniques for sets of sliders.
    fills {
        Dumb7 "dumb7" dumb7::Dumb7;
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Dumb7Avx2 "dumb7-avx2" Simd<Shifted<dumb7::Dumb7>, Avx2>;
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Dumb7Avx512 "dumb7-avx512" Simd<Rotated<dumb7::Dumb7>, Avx512>;
        KoggeStone "kogge-stone" kogge_stone::KoggeStone;
        KoggeStoneLanes "kogge-stone-lanes" Rotated<kogge_stone::KoggeStone>;
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        KoggeStoneAvx2 "kogge-stone-avx2" Simd<Shifted<kogge_stone::KoggeStone>, Avx2>;
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        KoggeStoneAvx512 "kogge-stone-avx512" Simd<Rotated<kogge_stone::KoggeStone>, Avx512>;
    }
}

/// Shows a lookup of a technique to a trace.
fn shown<S: Traced>(
    (role, from, occupied): (Role, Square, Bitboard),
    trace: &mut dyn Trace,
) -> Option<Bitboard> {
    let (sliders, trace) = (S::new()?, &mut Shown(trace));
    Some(match role {
        Role::Rook => sliders.trace_rook(from, occupied, trace),
        Role::Bishop => sliders.trace_bishop(from, occupied, trace),
        _ => sliders.trace_queen(from, occupied, trace),
    })
}

/// A trace that is never silent, so that lookups have no second instance for one that is.
struct Shown<'t>(&'t mut dyn Trace);

impl Trace for Shown<'_> {
    fn part(&mut self, title: &'static str) {
        self.0.part(title);
    }

    fn say(&mut self, text: &'static str) {
        self.0.say(text);
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        self.0.step(expression, result);
    }
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
    /// PEXT where the CPU has it and it is fast, and fancy magic elsewhere. Without the feature
    /// `std`, it is Kindergarten.
    pub fn fastest() -> Technique {
        // Builds no tables, as `is_available` does.
        #[cfg(feature = "std")]
        return if setwise::attacks::pext::is_fast() {
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

impl Fill {
    /// Returns the name, which is the name of the technique too.
    pub const fn name(self) -> &'static str {
        self.technique().name()
    }

    /// Returns true if this CPU can run the fill.
    pub fn is_available(self) -> bool {
        self.technique().is_available()
    }

    /// Returns Kogge-Stone in the widest registers of this CPU: eight lanes of AVX-512, four of
    /// AVX2, or one set after the other.
    ///
    /// The widest is the fastest ([`direction_lanes`](crate::fill::direction_lanes) has the
    /// figures), with one exception: for one side at a time, in code that is itself compiled for
    /// AVX2, Kogge-Stone without lanes is faster than AVX2.
    ///
    /// ```
    /// use setwise::{Bitboard, Square};
    /// use setwise_techniques::fill::{Fill, Fills, WithFills};
    ///
    /// /// The number of squares that some rooks attack on a board with nothing else.
    /// struct Attacked(Bitboard);
    ///
    /// impl WithFills for Attacked {
    ///     type Output = u32;
    ///
    ///     fn run<F: Fills>(self, fills: F) -> u32 {
    ///         fills.rooks(self.0, !self.0).count()
    ///     }
    /// }
    /// let rooks = Bitboard::of(Square::A1).with(Square::H1);
    /// assert_eq!(Fill::widest().run(Attacked(rooks)), Some(22));
    /// ```
    pub fn widest() -> Fill {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        for wide in [Fill::KoggeStoneAvx512, Fill::KoggeStoneAvx2] {
            if wide.is_available() {
                return wide;
            }
        }
        Fill::KoggeStone
    }
}

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
