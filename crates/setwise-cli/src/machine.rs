//! The machine that a measurement was made on.

use std::env::consts::{ARCH, OS};

use serde::Serialize;

/// What a figure must be read with.
#[derive(Serialize)]
pub struct Machine {
    /// As the system names it, if it does.
    cpu: Option<String>,
    architecture: &'static str,
    system: &'static str,
    /// Those that bitboards can use.
    features: String,
    /// Of this program.
    version: &'static str,
}

impl Machine {
    /// The machine that this runs on.
    pub fn here() -> Machine {
        Machine {
            cpu: cpu_model(),
            architecture: ARCH,
            system: OS,
            features: bitboard_features(),
            version: env!("CARGO_PKG_VERSION"),
        }
    }

    /// The CPU in a line.
    pub fn name(&self) -> String {
        self.cpu.clone().unwrap_or_else(|| format!("{} on {}", self.architecture, self.system))
    }
}

/// Only Linux tells it in a file.
fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(model.trim_start_matches([' ', '\t', ':']).trim_end().to_owned())
}

/// The CPU features that bitboards can use, whether or not this version does.
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

/// The CPU features that bitboards can use.
#[cfg(not(target_arch = "x86_64"))]
pub fn bitboard_features() -> String {
    "none looked for on this architecture".to_owned()
}
