//! The instructions that lanes are counted with, chosen at run time.
#![allow(unsafe_code, reason = "calls into functions with CPU features")]

use super::queue::Count;
use super::rows::{self, Rows};
use crate::Color;

/// The instructions that count the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Eight lanes a register.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx512,
    /// Four lanes a register.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx2,
    /// As many as the compiler finds for the target that the crate is built for.
    Portable,
}

impl Backend {
    /// All of this build, the widest first.
    pub const ALL: &[Backend] = &[
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Backend::Avx512,
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Backend::Avx2,
        Backend::Portable,
    ];

    /// The name in the command, such as `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx512 => "avx512",
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx2 => "avx2",
            Backend::Portable => "portable",
        }
    }

    /// Whether this CPU can run it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx512 => x86_64::has_avx512(),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx2 => x86_64::has_avx2(),
            Backend::Portable => true,
        }
    }

    /// The widest that this CPU can run, which is the fastest. Even the portable one counts 1.4
    /// times as fast as [`bulk`](crate::perft::bulk::bulk).
    pub fn widest() -> Backend {
        let available = |backend: &Backend| backend.is_available();
        Backend::ALL.iter().copied().find(available).unwrap_or(Backend::Portable)
    }

    /// Counts rows in which a color is to move.
    pub(super) fn count<R: Rows>(self, us: Color) -> Option<Count<R>> {
        match self {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx512 => x86_64::avx512(us),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx2 => x86_64::avx2(us),
            Backend::Portable => Some(match us {
                Color::White => rows::count::<R, false>,
                Color::Black => rows::count::<R, true>,
            }),
        }
    }
}

/// The kernels, compiled for the instructions of x86-64.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86_64 {
    use super::super::kernel::Castling;
    use super::super::rows::Counts;
    use super::{Color, Count, Rows, rows};

    macro_rules! kernel {
        ($(#[$doc:meta])* $name:ident $has:ident $enable:literal = $($feature:tt)*) => {
            pub(super) fn $has() -> bool {
                true $(&& std::arch::is_x86_feature_detected!($feature))*
            }

            $(#[$doc])*
            pub(super) fn $name<R: Rows>(us: Color) -> Option<Count<R>> {
                #[target_feature(enable = $enable)]
                #[inline(never)]
                fn count<R: Rows, const SOUTH: bool>(
                    rows: &R,
                    castling: &[Castling; 2],
                    lanes: usize,
                ) -> Counts {
                    rows::count::<R, SOUTH>(rows, castling, lanes)
                }
                if !$has() {
                    return None;
                }
                Some(match us {
                    // SAFETY: the CPU has every feature that the function was compiled for.
                    Color::White => |rows, castling, lanes| unsafe {
                        count::<R, false>(rows, castling, lanes)
                    },
                    // SAFETY: as for White.
                    Color::Black => |rows, castling, lanes| unsafe {
                        count::<R, true>(rows, castling, lanes)
                    },
                })
            }
        };
    }

    kernel! {
        /// Eight lanes; the compiler needs `vpopcntq`, and takes `vpternlogq` for two steps of logic.
        avx512 has_avx512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
            = "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vpopcntdq"
    }

    kernel! {
        /// Four lanes, counted by a table of four bits in `vpshufb`.
        avx2 has_avx2 "avx2" = "avx2"
    }
}
