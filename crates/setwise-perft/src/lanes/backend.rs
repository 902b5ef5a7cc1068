//! The ways to count, chosen at run time: lanes in the registers of an instruction set, or one
//! position at a time.
use core::fmt;
use core::str::FromStr;

use setwise::dispatch::{CpuFeatures, Portable};

use super::lane::Castlings;
use super::queue::{self, Counts, Kernel, Rows};

/// The name of a back-end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BackendName {
    /// Eight positions in a register. Needs an x86-64 CPU with x86-64-v4 (AVX-512 F, BW, CD, DQ and
    /// VL) and VPOPCNTDQ.
    Avx512,
    /// Four positions in a register. Needs an x86-64 CPU with AVX2.
    Avx2,
    /// One position at a time, without lanes; runs on every CPU.
    Scalar,
    /// As many positions in a register as the compiler finds for the target of the build. It is
    /// slower than `Scalar` on the CPUs measured, and runs where no other lanes do.
    Portable,
}

impl BackendName {
    /// All names, the fastest first.
    pub const ALL: [BackendName; 4] =
        [BackendName::Avx512, BackendName::Avx2, BackendName::Scalar, BackendName::Portable];

    /// Returns the name as text, such as `avx512`.
    pub const fn as_str(self) -> &'static str {
        match self {
            BackendName::Avx512 => "avx512",
            BackendName::Avx2 => "avx2",
            BackendName::Scalar => "scalar",
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
        f.write_str("unknown back-end (expected avx512, avx2, scalar or portable)")
    }
}

impl core::error::Error for BackendError {}

impl FromStr for BackendName {
    type Err = BackendError;

    fn from_str(text: &str) -> Result<BackendName, BackendError> {
        BackendName::ALL.into_iter().find(|name| name.as_str() == text).ok_or(BackendError)
    }
}

setwise::cpu_features! {
    /// Eight lanes. The compiler uses `vpopcntq`, and `vpternlogq` for two logical operations; the
    /// queueing of children uses `vplzcntq`.
    pub(super) Avx512: "x86-64-v4 with AVX-512 VPOPCNTDQ",
    "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vpopcntdq" "popcnt"
}

setwise::cpu_features! {
    /// Four lanes. Bits are counted with a table for four bits, in `vpshufb`.
    Avx2: "x86-64 with AVX2", "avx2"
}

/// A back-end that this CPU can run. A value is the proof, so counting with it cannot fail.
///
/// ```
/// use setwise_perft::{Backend, BackendName};
///
/// assert!(Backend::new(BackendName::Portable).is_some());
/// println!("the fastest here is {}", Backend::fastest().name());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Backend(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Lanes(Features),
    Scalar,
}

impl Backend {
    /// One position at a time, which every CPU can run.
    pub const SCALAR: Backend = Backend(Kind::Scalar);

    /// Returns a back-end, or `None` if this CPU or this build cannot run it.
    pub fn new(name: BackendName) -> Option<Backend> {
        let kind = match name {
            BackendName::Avx512 => Kind::Lanes(Features::Avx512(Avx512::new()?)),
            BackendName::Avx2 => Kind::Lanes(Features::Avx2(Avx2::new()?)),
            BackendName::Scalar => Kind::Scalar,
            BackendName::Portable => Kind::Lanes(Features::Portable),
        };
        Some(Backend(kind))
    }

    /// Returns the back-ends that this CPU can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Backend> {
        BackendName::ALL.into_iter().filter_map(Backend::new)
    }

    /// Returns the fastest back-end that this CPU can run: AVX-512, else AVX2, else one position at
    /// a time.
    ///
    /// The order is by the sum of the times of four positions. With few pieces, one position at a
    /// time may be faster than AVX2.
    pub fn fastest() -> Backend {
        Backend::available().next().unwrap_or(Backend::SCALAR)
    }

    /// Returns the name.
    pub fn name(self) -> BackendName {
        match self.0 {
            Kind::Lanes(Features::Avx512(_)) => BackendName::Avx512,
            Kind::Lanes(Features::Avx2(_)) => BackendName::Avx2,
            Kind::Lanes(Features::Portable) => BackendName::Portable,
            Kind::Scalar => BackendName::Scalar,
        }
    }

    /// Returns the CPU features of the lanes, or `None` if the back-end has none.
    pub(crate) fn lanes(self) -> Option<LaneFeatures> {
        match self.0 {
            Kind::Lanes(features) => Some(LaneFeatures(features)),
            Kind::Scalar => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Features {
    Avx512(Avx512),
    Avx2(Avx2),
    Portable,
}

/// The CPU features that kernels are compiled for.
#[derive(Clone, Copy)]
pub(crate) struct LaneFeatures(Features);

impl LaneFeatures {
    /// Returns the features of AVX-512, if these are the features.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn avx512(self) -> Option<Avx512> {
        match self.0 {
            Features::Avx512(avx512) => Some(avx512),
            Features::Avx2(_) | Features::Portable => None,
        }
    }

    /// Counts the first `lanes` lanes with a kernel, rounded up to a multiple of 8.
    pub(super) fn count<K: Kernel>(
        self,
        rows: &mut Rows<K::Output>,
        castlings: &Castlings,
        lanes: usize,
    ) -> Counts {
        match self.0 {
            Features::Avx512(avx512) => each_lane::<K, true, _>(avx512, rows, castlings, lanes),
            Features::Avx2(avx2) => each_lane::<K, false, _>(avx2, rows, castlings, lanes),
            Features::Portable => each_lane::<K, false, _>(Portable, rows, castlings, lanes),
        }
    }
}

/// The loop over the lanes.
fn each_lane<K: Kernel, const POPCOUNT: bool, F: CpuFeatures>(
    features: F,
    rows: &mut Rows<K::Output>,
    castlings: &Castlings,
    lanes: usize,
) -> Counts {
    features.call_apart(
        (rows, lanes),
        #[inline(always)]
        move |(rows, lanes)| queue::count::<K, POPCOUNT>(rows, castlings, lanes),
    )
}
