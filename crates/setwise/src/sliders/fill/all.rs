//! The list of all fills. One line here, and one of the same name in
//! [`techniques`](crate::techniques), give a fill its place in the tests and in the benches.

use core::fmt;

use super::fan::Fanned;
use super::in_lanes::InLanes;
use super::shell::Portable;
use super::{Fills, byte_lanes, dumb7, kogge_stone};
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use super::{byte_lanes_gfni, turned::Turned, x86_64::*};

/// What to do with a fill that is chosen at run time.
///
/// Rust compiles [`Task::run`] once for each fill, so the choice costs nothing inside.
pub trait Task {
    /// What the task gives.
    type Output;

    /// Does the task with one fill.
    fn run<F: Fills>(self, fills: F) -> Self::Output;
}

macro_rules! fills {
    ($($(#[$attribute:meta])* $alias:ident $name:literal $type:ty;)*) => {
        $(
            $(#[$attribute])*
            #[doc = concat!("The fill `", $name, "`.")]
            pub type $alias = $type;
        )*

        /// A fill by name, to be chosen at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "each is its fill's name")]
        pub enum Fill {
            $($(#[$attribute])* $alias,)*
        }

        impl Fill {
            /// All fills of this build, from the plainest on.
            pub const ALL: &[Fill] = &[$($(#[$attribute])* Fill::$alias,)*];

            /// The name, which is that of the technique too.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$attribute])* Fill::$alias => $name,)*
                }
            }

            /// Does a task with the fill, or gives `None` if this CPU cannot run it.
            pub fn run<T: Task>(self, task: T) -> Option<T::Output> {
                match self {
                    $($(#[$attribute])*
                    Fill::$alias => <$alias as Fills>::new().map(|fills| task.run(fills)),)*
                }
            }
        }
    };
}

fills! {
    Dumb7 "dumb7" dumb7::Dumb7;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Dumb7Sse2 "dumb7-sse2" InLanes<Turned<dumb7::Dumb7>, Sse2>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Dumb7Avx2 "dumb7-avx2" InLanes<Fanned<dumb7::Dumb7>, Avx2>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Dumb7Avx512 "dumb7-avx512" InLanes<Fanned<dumb7::Dumb7>, Avx512>;
    KoggeStone "kogge-stone" kogge_stone::KoggeStone;
    KoggeStoneLanes "kogge-stone-lanes" InLanes<Fanned<kogge_stone::KoggeStone>, Portable>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    KoggeStoneSse2 "kogge-stone-sse2" InLanes<Turned<kogge_stone::KoggeStone>, Sse2>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    KoggeStoneAvx2 "kogge-stone-avx2" InLanes<Fanned<kogge_stone::KoggeStone>, Avx2>;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    KoggeStoneAvx512 "kogge-stone-avx512" InLanes<Fanned<kogge_stone::KoggeStone>, Avx512>;
    ByteLanes "byte-lanes" byte_lanes::ByteLanes;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    ByteLanesGfni "byte-lanes-gfni" InLanes<byte_lanes_gfni::ByteLanesGfni, Gfni>;
}

impl Fill {
    /// Whether this CPU can run the fill.
    pub fn is_available(self) -> bool {
        struct IsThere;
        impl Task for IsThere {
            type Output = ();
            fn run<F: Fills>(self, _: F) {}
        }
        self.run(IsThere).is_some()
    }

    /// Kogge-Stone in the widest registers that this CPU has: eight lanes of AVX-512, four of
    /// AVX2, two of SSE2, or one set after the other.
    ///
    /// The widest is the fastest ([`fan`](super::fan) has the figures), but for one side at a time
    /// in code that is itself compiled for AVX2: there Kogge-Stone without lanes beats AVX2.
    ///
    /// ```
    /// use setwise::sliders::fill::Fills;
    /// use setwise::sliders::fill::all::{Fill, Task};
    /// use setwise::{Bitboard, Square};
    ///
    /// /// How many squares some rooks attack on a board with nothing else.
    /// struct Attacked(Bitboard);
    ///
    /// impl Task for Attacked {
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
        for wide in [Fill::KoggeStoneAvx512, Fill::KoggeStoneAvx2, Fill::KoggeStoneSse2] {
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
