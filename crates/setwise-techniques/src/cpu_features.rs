//! The CPU features of the techniques that use wide registers, for x86-64. A value proves that this
//! CPU has them; on other architectures there is none.

setwise::cpu_features! {
    /// AVX2: registers of four lanes, each shifted by its own amount.
    pub Avx2: "x86-64 with AVX2 (Intel since Haswell, AMD since Excavator)", "avx2"
}

setwise::cpu_features! {
    /// AVX2 and the instructions for Galois fields, which multiply a matrix of 8 × 8 bits by bytes,
    /// and so mirror a board.
    pub Avx2Gfni: "x86-64 with AVX2 and GFNI (Intel since Ice Lake, AMD since Zen 4)", "avx2" "gfni"
}

setwise::cpu_features! {
    /// AVX-512: registers of eight lanes, each rotated by its own amount.
    pub Avx512: "x86-64 with AVX-512F and VL (Intel since Skylake-X, AMD since Zen 4)",
    "avx512f" "avx512vl"
}

/// Returns the names of the CPU features that are useful for bitboards, including those that no
/// technique uses and those beyond the level that `SETWISE_CPU` forces. For reports.
#[cfg(target_arch = "x86_64")]
pub fn detected() -> String {
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

/// Returns the names of the CPU features that are useful for bitboards. For reports.
#[cfg(not(target_arch = "x86_64"))]
pub fn detected() -> String {
    "not detected on this architecture".to_owned()
}

/// Returns "this CPU", and the level if `SETWISE_CPU` forces one: for messages about what it cannot
/// run.
pub fn this_cpu() -> String {
    match setwise::dispatch::forced_level() {
        Ok(Some(level)) => format!("this CPU with SETWISE_CPU={level}"),
        _ => "this CPU".to_owned(),
    }
}
