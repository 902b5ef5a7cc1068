//! The list of all techniques, and how to choose one.
//!
//! Whoever wants attacks and no more takes [`DEFAULT`]. Whoever looks up millions, as a search
//! does, writes what is to be done as a [`Task`], generic over the technique, and has
//! [`run_fastest`] do it with the fastest that this CPU can run. Whoever compares techniques takes
//! each [`Technique`] of [`Technique::ALL`].
//!
//! ```
//! use setwise::sliders::{Occupied, Sliders};
//! use setwise::techniques::{self, Task, Technique};
//! use setwise::{Bitboard, Square};
//!
//! let blocker = Bitboard::of(Square::D7);
//! assert_eq!(techniques::DEFAULT.rook(Square::D1, &blocker).count(), 13);
//!
//! /// Which squares a rook on d1 attacks.
//! struct Lookup(Bitboard);
//!
//! impl Task for Lookup {
//!     type Output = Bitboard;
//!
//!     fn run<S: Sliders>(self, sliders: S) -> Bitboard {
//!         sliders.rook(Square::D1, &S::Occupied::of(self.0))
//!     }
//! }
//! assert_eq!(techniques::run_fastest(Lookup(blocker)).count(), 13);
//! let by_name: Technique = "hyperbola".parse()?;
//! assert_eq!(by_name.run(Lookup(blocker)).map(Bitboard::count), Some(13));
//! # Ok::<(), techniques::TechniqueError>(())
//! ```
//!
//! One line here gives a technique its name in the command, its place in the battery of tests and
//! in the benches.

use core::fmt;
use core::str::FromStr;

use crate::sliders::erased::Erased;
use crate::sliders::{Card, Sliders};

/// What to do with a technique that is chosen at run time.
///
/// Rust compiles [`Task::run`] once for each technique, so the choice costs nothing inside.
pub trait Task {
    /// What the task gives.
    type Output;

    /// Does the task with one technique.
    fn run<S: Sliders>(self, sliders: S) -> Self::Output;
}

macro_rules! techniques {
    ($($(#[$attribute:meta])* $variant:ident $name:literal $path:path;)*) => {
        /// A technique by name, to be chosen at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "each is its technique's name")]
        pub enum Technique {
            $($(#[$attribute])* $variant,)*
        }

        impl Technique {
            /// All techniques of this build, from the plainest on.
            pub const ALL: &[Technique] = &[$($(#[$attribute])* Technique::$variant,)*];

            /// The name in the command, such as `hyperbola`.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$attribute])* Technique::$variant => $name,)*
                }
            }

            /// What the technique is, whose it is, and what it needs.
            pub const fn card(self) -> Card {
                match self {
                    $($(#[$attribute])* Technique::$variant => <$path as Sliders>::CARD,)*
                }
            }

            /// Does a task with the technique, or gives `None` if this CPU cannot run it.
            pub fn run<T: Task>(self, task: T) -> Option<T::Output> {
                match self {
                    $($(#[$attribute])*
                    Technique::$variant => <$path as Sliders>::new().map(|s| task.run(s)),)*
                }
            }
        }
    };
}

techniques! {
    Walk "walk" crate::sliders::walk::Walk;
    Classical "classical" crate::sliders::ray::classical::Classical;
    Shifted "shifted" crate::sliders::ray::shifted::Shifted;
    Qbb "qbb" crate::sliders::ray::qbb::Qbb;
    Subtraction "subtraction" crate::sliders::subtract::subtraction::Subtraction;
    Hyperbola "hyperbola" crate::sliders::subtract::hyperbola::Hyperbola;
    HyperbolaInline "hyperbola-inline" crate::sliders::subtract::hyperbola::Inline;
    HyperbolaReversed "hyperbola-reversed"
        crate::sliders::subtract::hyperbola_reversed::HyperbolaReversed;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    DualHyperbola "dual-hyperbola" crate::sliders::subtract::dual_hyperbola::DualHyperbola;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    GfniHyperbola "gfni-hyperbola" crate::sliders::subtract::gfni_hyperbola::GfniHyperbola;
    ObstructionDifference "obstruction-difference"
        crate::sliders::subtract::obstruction_difference::ObstructionDifference;
    ObstructionDifferenceInline "obstruction-difference-inline"
        crate::sliders::subtract::obstruction_difference::Inline;
    Sbamg "sbamg" crate::sliders::subtract::sbamg::Sbamg;
    SbamgInline "sbamg-inline" crate::sliders::subtract::sbamg::Inline;
    Leorik "leorik" crate::sliders::subtract::leorik::Leorik;
    LeorikInline "leorik-inline" crate::sliders::subtract::leorik::Inline;
    SlideArithmetic "slide-arithmetic"
        crate::sliders::subtract::slide_arithmetic::SlideArithmetic;
    SlideArithmeticInline "slide-arithmetic-inline"
        crate::sliders::subtract::slide_arithmetic::Inline;
    Rotated "rotated" crate::sliders::index::rotated::Rotated;
    FirstRank "first-rank" crate::sliders::index::first_rank::FirstRank;
    Kindergarten "kindergarten" crate::sliders::index::kindergarten::Kindergarten;
    #[cfg(feature = "std")]
    CongruentModulo "congruent-modulo" crate::sliders::index::congruent_modulo::CongruentModulo;
    #[cfg(feature = "std")]
    CongruentModuloDense "congruent-modulo-dense"
        crate::sliders::index::congruent_modulo_dense::CongruentModuloDense;
    #[cfg(feature = "std")]
    Sissy "sissy" crate::sliders::index::sissy::Sissy;
    #[cfg(feature = "std")]
    MagicPlain "magic-plain" crate::sliders::index::magic::plain::MagicPlain;
    #[cfg(feature = "std")]
    MagicFancy "magic-fancy" crate::sliders::index::magic::fancy::MagicFancy;
    #[cfg(feature = "std")]
    MagicFixed "magic-fixed" crate::sliders::index::magic::overlapped::MagicFixed;
    #[cfg(feature = "std")]
    MagicBlack "magic-black" crate::sliders::index::magic::overlapped::MagicBlack;
    #[cfg(feature = "std")]
    MagicCompressed "magic-compressed" crate::sliders::index::magic::compressed::MagicCompressed;
    #[cfg(feature = "std")]
    PextEmulated "pext-emulated" crate::sliders::index::pext_emulated::PextEmulated;
    #[cfg(feature = "std")]
    Pext "pext" crate::sliders::index::pext::Pext;
    #[cfg(feature = "std")]
    PextCompressed "pext-compressed" crate::sliders::index::pext_compressed::PextCompressed;
    Exploding "exploding" crate::sliders::exploding::Exploding;
    Dumb7 "dumb7" crate::sliders::fill::PerSquare<crate::sliders::fill::all::Dumb7>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Dumb7Sse2 "dumb7-sse2" crate::sliders::fill::PerSquare<crate::sliders::fill::all::Dumb7Sse2>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Dumb7Avx2 "dumb7-avx2" crate::sliders::fill::PerSquare<crate::sliders::fill::all::Dumb7Avx2>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Dumb7Avx512 "dumb7-avx512"
        crate::sliders::fill::PerSquare<crate::sliders::fill::all::Dumb7Avx512>;
    KoggeStone "kogge-stone" crate::sliders::fill::PerSquare<crate::sliders::fill::all::KoggeStone>;
    KoggeStoneLanes "kogge-stone-lanes"
        crate::sliders::fill::PerSquare<crate::sliders::fill::all::KoggeStoneLanes>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    KoggeStoneSse2 "kogge-stone-sse2"
        crate::sliders::fill::PerSquare<crate::sliders::fill::all::KoggeStoneSse2>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    KoggeStoneAvx2 "kogge-stone-avx2"
        crate::sliders::fill::PerSquare<crate::sliders::fill::all::KoggeStoneAvx2>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    KoggeStoneAvx512 "kogge-stone-avx512"
        crate::sliders::fill::PerSquare<crate::sliders::fill::all::KoggeStoneAvx512>;
    ByteLanes "byte-lanes" crate::sliders::fill::PerSquare<crate::sliders::fill::all::ByteLanes>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    ByteLanesGfni "byte-lanes-gfni"
        crate::sliders::fill::PerSquare<crate::sliders::fill::all::ByteLanesGfni>;
}

/// The technique behind every method that names none.
///
/// It needs nothing of the CPU and its 10,240 bytes of tables are there at compile time.
pub type DefaultTechnique = crate::sliders::index::kindergarten::Kindergarten;

/// The value of the [`DefaultTechnique`].
pub const DEFAULT: DefaultTechnique = DefaultTechnique::anywhere();

impl Technique {
    /// Whether this CPU can run the technique.
    pub fn is_available(self) -> bool {
        self.erased().is_some()
    }

    /// The technique behind function pointers, or `None` if this CPU cannot run it: slower than
    /// [`run`](Technique::run), and all techniques share one copy of the code that uses them.
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

    /// The fastest technique that this CPU can run: PEXT where it is there and fast, and else fancy
    /// magic; without the feature `std` the default.
    pub fn fastest() -> Technique {
        #[cfg(feature = "std")]
        return if Technique::Pext.is_available() {
            Technique::Pext
        } else {
            Technique::MagicFancy
        };
        #[cfg(not(feature = "std"))]
        Technique::Kindergarten
    }
}

/// Does a task with the [fastest](Technique::fastest) technique that this CPU can run.
///
/// The task is compiled for those that this can be, and not for all.
pub fn run_fastest<T: Task>(task: T) -> T::Output {
    #[cfg(feature = "std")]
    if let Some(pext) = crate::sliders::index::pext::Pext::new() {
        return task.run(pext);
    }
    #[cfg(feature = "std")]
    if let Some(magic) = crate::sliders::index::magic::fancy::MagicFancy::new() {
        return task.run(magic);
    }
    task.run(DEFAULT)
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No technique has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TechniqueError;

impl fmt::Display for TechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such technique; there are")?;
        for technique in Technique::ALL {
            write!(f, " {technique}")?;
        }
        Ok(())
    }
}

impl core::error::Error for TechniqueError {}

impl FromStr for Technique {
    type Err = TechniqueError;

    fn from_str(name: &str) -> Result<Technique, TechniqueError> {
        Technique::ALL.iter().copied().find(|t| t.name() == name).ok_or(TechniqueError)
    }
}
