//! Describes the machine of a measurement.

use std::env::consts::{ARCH, OS};

use serde::Serialize;
use setwise::dispatch::{CpuLevel, forced_level};
use setwise_techniques::cpu_features;

/// The machine and the version of the program that made a measurement.
#[derive(Serialize)]
pub(crate) struct Machine {
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
    pub(crate) fn here() -> Machine {
        Machine {
            cpu: cpu_model(),
            architecture: ARCH,
            system: OS,
            features: cpu_features::detected(),
            forced_level: forced_level().ok().flatten().map(CpuLevel::as_str),
            version: env!("CARGO_PKG_VERSION"),
        }
    }

    /// Returns the CPU model, or the architecture and system if it is unknown.
    pub(crate) fn name(&self) -> String {
        self.cpu.clone().unwrap_or_else(|| format!("{} on {}", self.architecture, self.system))
    }
}

/// Returns the CPU model. Only Linux provides it in a file; elsewhere `None`.
fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(model.trim_start_matches([' ', '\t', ':']).trim_end().to_owned())
}
