//! What `--version` says: the version, and what this CPU makes of it.

use setwise::techniques::Technique;

/// The version, the CPU features found, and the technique in use, a line each.
pub(crate) fn long() -> String {
    let technique = Technique::fastest();
    format!(
        "{}\nCPU features found: {}\ntechnique in use: {technique} ({})",
        env!("CARGO_PKG_VERSION"),
        cpu_features(),
        technique.card().title,
    )
}

/// Those that bitboards can use, whether or not this version does.
#[cfg(target_arch = "x86_64")]
fn cpu_features() -> String {
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

#[cfg(not(target_arch = "x86_64"))]
fn cpu_features() -> String {
    "none looked for on this architecture".to_owned()
}
