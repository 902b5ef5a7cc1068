//! Describes the machine, for reports of measurements and for messages.

use std::env::consts::{ARCH, OS};

use serde::Serialize;
use setwise::dispatch::{CpuLevel, forced_level};

use crate::verdict::Failure;

/// The machine and the version of the program that made a measurement.
#[derive(Serialize)]
pub struct Machine {
    /// The CPU model, if the operating system reports it.
    cpu: Option<String>,
    architecture: &'static str,
    system: &'static str,
    /// The CPU features that are useful for bitboards.
    features: String,
    /// The level that the environment variable `SETWISE_CPU` forces. Features beyond it are not
    /// used.
    #[serde(skip_serializing_if = "Option::is_none")]
    forced_level: Option<&'static str>,
    /// The version of this program.
    version: &'static str,
}

impl Machine {
    /// Returns the description of this machine.
    pub fn here() -> Machine {
        Machine {
            cpu: cpu_model(),
            architecture: ARCH,
            system: OS,
            features: bitboard_features(),
            forced_level: forced().map(CpuLevel::as_str),
            version: env!("CARGO_PKG_VERSION"),
        }
    }

    /// Returns the CPU model, or the architecture and system if it is unknown.
    pub fn name(&self) -> String {
        self.cpu.clone().unwrap_or_else(|| format!("{} on {}", self.architecture, self.system))
    }
}

/// Returns the level that is forced, if any.
fn forced() -> Option<CpuLevel> {
    forced_level().ok().flatten()
}

/// Checks that the environment variable `SETWISE_CPU` names a level that this CPU has, if it is
/// set: results and measurements would not belong to the CPU that was asked for.
pub fn check_forced_level() -> Result<(), Failure> {
    forced_level().map(drop).map_err(|error| Failure::Run(error.to_string()))
}

/// Returns "this CPU", and the level if one is forced: for messages about what it cannot run.
pub fn this_cpu() -> String {
    match forced() {
        Some(level) => format!("this CPU with SETWISE_CPU={level}"),
        None => "this CPU".to_owned(),
    }
}

/// Returns the CPU model. Only Linux provides it in a file; elsewhere `None`.
fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(model.trim_start_matches([' ', '\t', ':']).trim_end().to_owned())
}

/// Returns the CPU features that are useful for bitboards, including those that this version does
/// not use and those beyond a forced level.
#[cfg(target_arch = "x86_64")]
pub fn bitboard_features() -> String {
    macro_rules! found {
        ($($name:tt)*) => {
            [$(($name, std::arch::is_x86_feature_detected!($name))),*]
        };
    }
    let features = found![
        "popcnt" "lzcnt" "bmi1" "bmi2" "avx2" "gfni" "avx512f" "avx512bw" "avx512vl" "avx512vbmi"
        "avx512bitalg" "avx512vpopcntdq"
    ];
    let found: Vec<&str> =
        features.into_iter().filter(|(_, found)| *found).map(|(name, _)| name).collect();
    if found.is_empty() { "none".to_owned() } else { found.join(" ") }
}

/// Returns the CPU features that are useful for bitboards.
#[cfg(not(target_arch = "x86_64"))]
pub fn bitboard_features() -> String {
    "not detected on this architecture".to_owned()
}
