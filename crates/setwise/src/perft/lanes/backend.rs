//! The instructions that lanes are counted with, chosen at run time.
#![allow(unsafe_code, reason = "calls into functions with CPU features")]

use super::queue::Count;
use super::rows::{self, Kernel};
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

    /// What counts rows in which a color moves on the last level.
    pub(super) fn count<K: Kernel>(self, us: Color) -> Option<Count<K::Rows>> {
        match self {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx512 => x86_64::avx512::<K>(us),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Avx2 => x86_64::avx2::<K>(us),
            Backend::Portable => Some(match us {
                Color::White => {
                    |rows, castlings, lanes| rows::count::<K>(Color::White, rows, castlings, lanes)
                }
                Color::Black => {
                    |rows, castlings, lanes| rows::count::<K>(Color::Black, rows, castlings, lanes)
                }
            }),
        }
    }
}

/// The kernels, compiled for the instructions of x86-64.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86_64 {
    use super::super::lane::Castlings;
    use super::super::rows::Counts;
    use super::{Color, Count, Kernel, rows};

    macro_rules! kernel {
        ($(#[$doc:meta])* $name:ident $has:ident $enable:literal = $($feature:tt)*) => {
            pub(super) fn $has() -> bool {
                true $(&& std::arch::is_x86_feature_detected!($feature))*
            }

            $(#[$doc])*
            pub(super) fn $name<K: Kernel>(us: Color) -> Option<Count<K::Rows>> {
                #[target_feature(enable = $enable)]
                #[inline(never)]
                fn count<K: Kernel, const BLACK: bool>(
                    rows: &K::Rows,
                    castlings: &Castlings,
                    lanes: usize,
                ) -> Counts {
                    let us = if BLACK { Color::Black } else { Color::White };
                    rows::count::<K>(us, rows, castlings, lanes)
                }
                if !$has() {
                    return None;
                }
                Some(match us {
                    // SAFETY: the CPU has every feature that the function was compiled for.
                    Color::White => |rows, castlings, lanes| unsafe {
                        count::<K, false>(rows, castlings, lanes)
                    },
                    // SAFETY: as for White.
                    Color::Black => |rows, castlings, lanes| unsafe {
                        count::<K, true>(rows, castlings, lanes)
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
