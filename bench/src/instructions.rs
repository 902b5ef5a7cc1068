//! The x86-64 level that the lookup loops are compiled for.

use clap::ValueEnum;
use serde::Serialize;
use setwise::dispatch::{self, CpuFeatures, X86_64V3, X86_64V4};
use setwise_techniques::cpu_features::this_cpu;

use crate::failure::Failure;

/// A level of the x86-64 psABI supplement. A higher level is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
pub(crate) enum Instructions {
    /// The instructions of the target of the build, for a CPU that has neither level.
    #[value(skip)]
    #[serde(rename = "baseline")]
    Baseline,
    /// x86-64-v3, which has AVX2 and BMI2
    #[serde(rename = "x86-64-v3")]
    V3,
    /// x86-64-v4, which also has AVX-512
    #[serde(rename = "x86-64-v4")]
    V4,
}

impl Instructions {
    /// Returns the level that was asked for, or else the highest that this CPU has.
    ///
    /// # Errors
    ///
    /// This CPU does not have the level that was asked for.
    pub(crate) fn choose(asked: Option<Instructions>) -> Result<Instructions, Failure> {
        let highest = Instructions::highest();
        match asked {
            None => Ok(highest),
            Some(asked) if asked <= highest => Ok(asked),
            Some(asked) => Err(Failure::Run(format!(
                "{} cannot run the instructions of {}; it can run the instructions of {}",
                this_cpu(),
                asked.name(),
                highest.name(),
            ))),
        }
    }

    /// Returns the highest level that this CPU has.
    fn highest() -> Instructions {
        match (X86_64V3::new().is_some(), X86_64V4::new().is_some()) {
            (_, true) => Instructions::V4,
            (true, false) => Instructions::V3,
            (false, false) => Instructions::Baseline,
        }
    }

    /// Returns the name in the results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Instructions::Baseline => "baseline",
            Instructions::V3 => "x86-64-v3",
            Instructions::V4 => "x86-64-v4",
        }
    }

    /// Runs a loop of lookups with the instructions of the level, which this CPU has. The loop must
    /// be `#[inline(always)]`. Returns the wrapping sum of the answers.
    pub(crate) fn run(self, lookups: impl FnOnce() -> u64) -> u64 {
        match X86_64V4::new().filter(|_| self == Instructions::V4) {
            Some(v4) => v4.call(
                lookups,
                #[inline(always)]
                |lookups| lookups(),
            ),
            None => dispatch::call(
                lookups,
                #[inline(always)]
                |lookups| lookups(),
            ),
        }
    }
}
