//! The instruction sets that lanes are counted with, chosen at run time.
#![allow(unsafe_code, reason = "calls of functions with CPU features")]

use core::fmt;
use core::str::FromStr;

use super::kernels::{Parent, ParentRows, Single, SingleRows};
use super::queue::{self, CountRows, Kernel};

/// The name of a back-end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BackendName {
    /// Eight positions in a register. Needs an x86-64 CPU with AVX-512 F, BW, DQ, VL and VPOPCNTDQ.
    Avx512,
    /// Four positions in a register. Needs an x86-64 CPU with AVX2.
    Avx2,
    /// As many as the compiler finds for the target of the build.
    Portable,
}

impl BackendName {
    /// All names, the widest registers first.
    pub const ALL: [BackendName; 3] =
        [BackendName::Avx512, BackendName::Avx2, BackendName::Portable];

    /// Returns the name as text, such as `avx512`.
    pub const fn as_str(self) -> &'static str {
        match self {
            BackendName::Avx512 => "avx512",
            BackendName::Avx2 => "avx2",
            BackendName::Portable => "portable",
        }
    }
}

impl fmt::Display for BackendName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error of a text that names no back-end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackendError;

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown back-end (expected avx512, avx2 or portable)")
    }
}

impl core::error::Error for BackendError {}

impl FromStr for BackendName {
    type Err = BackendError;

    fn from_str(text: &str) -> Result<BackendName, BackendError> {
        BackendName::ALL.into_iter().find(|name| name.as_str() == text).ok_or(BackendError)
    }
}

/// A back-end that this CPU can run. A value is the proof, so counting with it cannot fail.
///
/// ```
/// use setwise_perft::lanes::{Backend, BackendName};
///
/// assert!(Backend::new(BackendName::Portable).is_some());
/// println!("the widest here is {}", Backend::widest().name());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Backend {
    name: BackendName,
}

impl Backend {
    /// Returns a back-end, or `None` if this CPU or this build cannot run it.
    pub fn new(name: BackendName) -> Option<Backend> {
        let is_available = match name {
            #[cfg(target_arch = "x86_64")]
            BackendName::Avx512 => x86_64::has_avx512(),
            #[cfg(target_arch = "x86_64")]
            BackendName::Avx2 => x86_64::has_avx2(),
            #[cfg(not(target_arch = "x86_64"))]
            BackendName::Avx512 | BackendName::Avx2 => false,
            BackendName::Portable => true,
        };
        is_available.then_some(Backend { name })
    }

    /// Returns the back-ends that this CPU can run, the widest registers first.
    pub fn available() -> impl Iterator<Item = Backend> {
        BackendName::ALL.into_iter().filter_map(Backend::new)
    }

    /// Returns the back-end with the widest registers that this CPU can run, which is the fastest.
    pub fn widest() -> Backend {
        Backend::available().next().unwrap_or(Backend { name: BackendName::Portable })
    }

    /// Returns the name.
    pub fn name(self) -> BackendName {
        self.name
    }

    /// Returns the kernels.
    pub(super) fn kernels(self) -> Kernels {
        Kernels {
            parents: self.kernel::<Parent>(),
            singles: [self.kernel::<Single<false>>(), self.kernel::<Single<true>>()],
        }
    }

    fn kernel<K: Kernel>(self) -> CountRows<K::Rows> {
        match self.name {
            #[cfg(target_arch = "x86_64")]
            BackendName::Avx512 => x86_64::avx512::<K>(),
            #[cfg(target_arch = "x86_64")]
            BackendName::Avx2 => x86_64::avx2::<K>(),
            _ => queue::count::<K>,
        }
    }
}

/// The kernels of a back-end.
#[derive(Clone, Copy)]
pub(super) struct Kernels {
    pub(super) parents: CountRows<ParentRows>,
    /// For positions that are not in check, and for those that may be.
    pub(super) singles: [CountRows<SingleRows>; 2],
}

/// The kernels, compiled for instruction sets of x86-64.
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::super::lane::Castlings;
    use super::super::queue::{self, CountRows, Counts, Kernel};

    macro_rules! kernel {
        ($(#[$doc:meta])* $name:ident $has:ident $enable:literal = $($feature:tt)*) => {
            pub(super) fn $has() -> bool {
                true $(&& std::arch::is_x86_feature_detected!($feature))*
            }

            $(#[$doc])*
            ///
            /// The caller holds a `Backend`, which is made only if the CPU has the features.
            pub(super) fn $name<K: Kernel>() -> CountRows<K::Rows> {
                #[target_feature(enable = $enable)]
                #[inline(never)]
                fn count<K: Kernel>(rows: &K::Rows, castlings: &Castlings, lanes: usize) -> Counts {
                    queue::count::<K>(rows, castlings, lanes)
                }
                // SAFETY: `Backend::new` has checked every feature of the function.
                |rows, castlings, lanes| unsafe { count::<K>(rows, castlings, lanes) }
            }
        };
    }

    kernel! {
        /// Eight lanes. The compiler uses `vpopcntq`, and `vpternlogq` for two logical operations.
        avx512 has_avx512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
            = "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vpopcntdq"
    }

    kernel! {
        /// Four lanes. Bits are counted with a table for four bits, in `vpshufb`.
        avx2 has_avx2 "avx2" = "avx2"
    }
}
