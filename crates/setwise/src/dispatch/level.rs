//! The levels of x86-64, and the environment variable that forces one.

use std::fmt;
use std::string::{String, ToString};
use std::sync::OnceLock;

/// The environment variable that forces a level.
const VARIABLE: &str = "SETWISE_CPU";

/// A level of CPU features, which the environment variable `SETWISE_CPU` can name; see
/// [Forced levels](super#forced-levels).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CpuLevel {
    /// What the crate is compiled for: for x86-64 in general, SSE2. Every CPU has it.
    Baseline,
    /// The instructions of [`X86_64V3`](super::X86_64V3).
    V3,
    /// The instructions of [`X86_64V4`](super::X86_64V4), and all others that the CPU has.
    V4,
}

impl CpuLevel {
    /// All levels, the lowest first.
    pub const ALL: [CpuLevel; 3] = [CpuLevel::Baseline, CpuLevel::V3, CpuLevel::V4];

    /// Returns the name: `baseline`, `v3` or `v4`.
    pub const fn as_str(self) -> &'static str {
        match self {
            CpuLevel::Baseline => "baseline",
            CpuLevel::V3 => "v3",
            CpuLevel::V4 => "v4",
        }
    }

    /// Returns the highest level that this CPU has, also if a lower one is forced.
    ///
    /// It is [`CpuLevel::Baseline`] on other architectures than x86-64.
    pub fn highest() -> CpuLevel {
        #[cfg(target_arch = "x86_64")]
        if super::X86_64V4::is_detected() {
            return CpuLevel::V4;
        } else if super::X86_64V3::is_detected() {
            return CpuLevel::V3;
        }
        CpuLevel::Baseline
    }
}

impl fmt::Display for CpuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error of an environment variable `SETWISE_CPU` that forces nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CpuLevelError {
    /// The text names no level.
    Unknown {
        /// The text; of a long one, the first 40 characters and `…`.
        found: String,
        /// The highest level of this CPU.
        highest: CpuLevel,
    },
    /// This CPU lacks the level.
    Unavailable {
        /// The level.
        found: CpuLevel,
        /// The highest level of this CPU.
        highest: CpuLevel,
    },
}

impl fmt::Display for CpuLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let highest = match self {
            CpuLevelError::Unknown { found, highest } => {
                write!(f, "{VARIABLE} is {found:?}, which is no CPU level")?;
                highest
            }
            CpuLevelError::Unavailable { found, highest } => {
                write!(f, "{VARIABLE} is {found}, which this CPU lacks")?;
                highest
            }
        };
        let expected = match highest {
            CpuLevel::Baseline => "baseline",
            CpuLevel::V3 => "baseline or v3",
            CpuLevel::V4 => "baseline, v3 or v4",
        };
        write!(f, " (expected a level that this CPU has: {expected})")
    }
}

impl core::error::Error for CpuLevelError {}

/// Returns the level that the environment variable `SETWISE_CPU` forces, or `None` if it is unset
/// or empty.
///
/// The variable is read once, by the first call of this function or the first detection of a CPU
/// feature.
///
/// # Errors
///
/// The variable names no level, or one that this CPU lacks. Then no level is forced: everything
/// that the CPU has is used. A program that wants the level must stop.
///
/// # Examples
///
/// ```
/// use setwise::dispatch::forced_level;
///
/// match forced_level() {
///     Ok(None) => println!("everything that this CPU has is used"),
///     Ok(Some(level)) => println!("nothing beyond {level} is used"),
///     Err(error) => eprintln!("error: {error}"),
/// }
/// ```
pub fn forced_level() -> Result<Option<CpuLevel>, &'static CpuLevelError> {
    static FORCED: OnceLock<Result<Option<CpuLevel>, CpuLevelError>> = OnceLock::new();
    FORCED.get_or_init(read_variable).as_ref().copied()
}

fn read_variable() -> Result<Option<CpuLevel>, CpuLevelError> {
    match std::env::var_os(VARIABLE) {
        Some(text) if !text.is_empty() => parse(&text.to_string_lossy(), CpuLevel::highest()),
        _ => Ok(None),
    }
}

/// Returns the level that a text names, on a CPU with the given highest level.
fn parse(text: &str, highest: CpuLevel) -> Result<Option<CpuLevel>, CpuLevelError> {
    match CpuLevel::ALL.into_iter().find(|level| level.as_str() == text) {
        Some(level) if level <= highest => Ok(Some(level)),
        Some(found) => Err(CpuLevelError::Unavailable { found, highest }),
        None => {
            let found = match text.char_indices().nth(40) {
                Some((end, _)) => text[..end].to_string() + "…",
                None => text.to_string(),
            };
            Err(CpuLevelError::Unknown { found, highest })
        }
    }
}

/// Returns true unless a lower level is forced than a feature belongs to.
#[cfg(target_arch = "x86_64")]
pub fn allows(level: CpuLevel) -> bool {
    !matches!(forced_level(), Ok(Some(forced)) if forced < level)
}

/// Returns the lowest level at which all of these features may be used, by the lists of the x86-64
/// psABI. Features of no level, such as `gfni`, may be used at the highest.
#[cfg(target_arch = "x86_64")]
pub const fn level_of(features: &[&str]) -> CpuLevel {
    let mut level = CpuLevel::Baseline;
    let mut i = 0;
    while i < features.len() {
        match features[i].as_bytes() {
            b"fxsr" | b"sse" | b"sse2" => {}
            b"sse3" | b"ssse3" | b"sse4.1" | b"sse4.2" | b"cmpxchg16b" | b"popcnt" | b"avx"
            | b"avx2" | b"bmi1" | b"bmi2" | b"f16c" | b"fma" | b"lzcnt" | b"movbe" | b"xsave" => {
                if matches!(level, CpuLevel::Baseline) {
                    level = CpuLevel::V3;
                }
            }
            _ => level = CpuLevel::V4,
        }
        i += 1;
    }
    level
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_forced_if_the_cpu_has_it() {
        for highest in CpuLevel::ALL {
            for found in CpuLevel::ALL {
                let expected = if found <= highest {
                    Ok(Some(found))
                } else {
                    Err(CpuLevelError::Unavailable { found, highest })
                };
                assert_eq!(parse(found.as_str(), highest), expected);
            }
        }
    }

    #[test]
    fn another_text_forces_nothing() {
        for text in ["v2", "V3", " v3", "x86-64-v3", "native"] {
            let expected =
                CpuLevelError::Unknown { found: text.to_string(), highest: CpuLevel::V3 };
            assert_eq!(parse(text, CpuLevel::V3), Err(expected));
        }
        let long = "é".repeat(41);
        let Err(error) = parse(&long, CpuLevel::Baseline) else { panic!("{long} is no level") };
        assert_eq!(
            error.to_string(),
            format!(
                "SETWISE_CPU is \"{}…\", which is no CPU level \
                 (expected a level that this CPU has: baseline)",
                "é".repeat(40)
            )
        );
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_feature_belongs_to_the_lowest_level_that_has_it() {
        for (features, level) in [
            (&["sse2"][..], CpuLevel::Baseline),
            (&[], CpuLevel::Baseline),
            (&["popcnt"], CpuLevel::V3),
            (&["avx2", "sse2"], CpuLevel::V3),
            (&["avx2", "gfni"], CpuLevel::V4),
            (&["avx512f", "avx2"], CpuLevel::V4),
            (&["avx512vpopcntdq"], CpuLevel::V4),
        ] {
            assert_eq!(level_of(features), level, "{features:?}");
        }
    }
}
