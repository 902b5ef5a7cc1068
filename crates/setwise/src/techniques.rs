//! The list of all techniques. One line here gives a technique its name in the command, its place
//! in the battery of tests and in the benches.

use core::fmt;
use core::str::FromStr;

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
    Hyperbola "hyperbola" crate::sliders::subtract::hyperbola::Hyperbola;
    #[cfg(feature = "std")]
    Pext "pext" crate::sliders::index::pext::Pext;
}

/// The technique behind every method that names none.
///
/// It needs nothing of the CPU and its 2,560 bytes of tables are there at compile time.
pub type DefaultTechnique = crate::sliders::subtract::hyperbola::Hyperbola;

/// The value of the [`DefaultTechnique`].
pub const DEFAULT: DefaultTechnique = DefaultTechnique::anywhere();

impl Technique {
    /// Whether this CPU can run the technique.
    pub fn is_available(self) -> bool {
        struct Nothing;
        impl Task for Nothing {
            type Output = ();
            fn run<S: Sliders>(self, _: S) {}
        }
        self.run(Nothing).is_some()
    }

    /// The fastest technique that this CPU can run: PEXT where it is there and fast, and else the
    /// default.
    pub fn fastest() -> Technique {
        #[cfg(feature = "std")]
        if Technique::Pext.is_available() {
            return Technique::Pext;
        }
        Technique::Hyperbola
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No technique has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTechnique;

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such technique; there are")?;
        for technique in Technique::ALL {
            write!(f, " {technique}")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownTechnique {}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<Technique, UnknownTechnique> {
        Technique::ALL.iter().copied().find(|t| t.name() == name).ok_or(UnknownTechnique)
    }
}
