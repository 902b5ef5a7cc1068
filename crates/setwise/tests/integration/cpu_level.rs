//! Tests of the environment variable `SETWISE_CPU`, in processes of their own, and of the rule that
//! CPU features are detected in one place.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use setwise::attacks::pext;
use setwise::dispatch::{CpuFeatures, CpuLevel, CpuLevelError, X86_64V3, X86_64V4, forced_level};

const VARIABLE: &str = "SETWISE_CPU";

#[cfg(target_arch = "x86_64")]
setwise::cpu_features! {
    /// Every x86-64 CPU has it.
    Sse2: "x86-64", "sse2"
}

#[cfg(target_arch = "x86_64")]
setwise::cpu_features! {
    /// It is in x86-64-v3.
    Popcnt: "x86-64 with popcnt", "popcnt"
}

#[cfg(target_arch = "x86_64")]
setwise::cpu_features! {
    /// It is in no level.
    Gfni: "x86-64 with GFNI", "gfni"
}

/// The test below runs this one with each value of the variable. It holds for any value.
#[test]
fn nothing_beyond_the_level_of_this_process_is_used() {
    let text = std::env::var_os(VARIABLE).unwrap_or_default();
    let highest = CpuLevel::highest();
    let named = CpuLevel::ALL.into_iter().find(|level| OsStr::new(level.as_str()) == text);
    let forced = named.filter(|level| *level <= highest);
    match (forced_level(), named) {
        (Ok(None), None) => assert!(text.is_empty(), "{text:?}"),
        (Ok(level), Some(_)) => assert_eq!(level, forced),
        (Err(CpuLevelError::Unavailable { found, highest: of_error }), Some(named)) => {
            assert_eq!((*found, *of_error), (named, highest));
            assert!(named > highest);
        }
        (Err(CpuLevelError::Unknown { highest: of_error, .. }), None) => {
            assert!(!text.is_empty());
            assert_eq!(*of_error, highest);
        }
        other => panic!("{text:?}: {other:?}"),
    }

    let has = |level| highest >= level && forced.is_none_or(|forced| forced >= level);
    assert_eq!(X86_64V3::new().is_some(), has(CpuLevel::V3));
    assert_eq!(X86_64V4::new().is_some(), has(CpuLevel::V4));
    assert!(!pext::is_fast() || forced != Some(CpuLevel::Baseline));
    #[cfg(target_arch = "x86_64")]
    {
        let is_here = |feature: bool, lowest| feature && forced.is_none_or(|f| f >= lowest);
        assert!(Sse2::new().is_some());
        let popcnt = std::arch::is_x86_feature_detected!("popcnt");
        assert_eq!(Popcnt::new().is_some(), is_here(popcnt, CpuLevel::V3));
        let gfni = std::arch::is_x86_feature_detected!("gfni");
        assert_eq!(Gfni::new().is_some(), is_here(gfni, CpuLevel::V4));
    }
}

#[cfg_attr(miri, ignore = "it starts processes")]
#[test]
fn the_variable_is_read_by_a_process() {
    let name = "cpu_level::nothing_beyond_the_level_of_this_process_is_used";
    for value in ["", "baseline", "v3", "v4", "v5", "V3"] {
        let mut command = Command::new(std::env::current_exe().expect("the path of this program"));
        command.args(["--exact", name]).env(VARIABLE, value);
        let output = command.output().expect("the program runs");
        let out = String::from_utf8_lossy(&output.stdout);
        let is_run = out.contains("1 passed");
        assert!(output.status.success() && is_run, "{VARIABLE}={value}: {out}");
    }
}

/// What detects CPU features without regard to the forced level.
const DETECTIONS: [&str; 3] = ["is_x86_feature_detected", "__cpuid", "is_aarch64_feature_detected"];

/// The files that may: the detection itself, PEXT, which asks for the vendor, a list of what the
/// CPU has, and these tests.
const DETECTING: [&str; 4] = [
    "crates/setwise/src/attacks/pext.rs",
    "crates/setwise/src/dispatch.rs",
    "crates/setwise/tests/integration/cpu_level.rs",
    "crates/setwise-techniques/src/cpu_features.rs",
];

/// Adds the files of a folder that detect CPU features.
fn add_detecting(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("target") && !path.ends_with("node_modules") {
                add_detecting(&path, files);
            }
        } else if path.extension() == Some(OsStr::new("rs")) {
            let source = fs::read_to_string(&path).expect("a source file");
            if DETECTIONS.iter().any(|name| source.contains(name)) {
                files.push(path);
            }
        }
    }
}

#[cfg_attr(miri, ignore = "it reads files")]
#[test]
fn cpu_features_are_detected_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["crates", "bench", "python", "lab"] {
        add_detecting(&root.join(folder), &mut files);
    }
    let mut files: Vec<&Path> =
        files.iter().map(|path| path.strip_prefix(&root).expect("a path below")).collect();
    files.sort();
    let mut expected = DETECTING.map(Path::new);
    expected.sort();
    assert_eq!(
        files, expected,
        "only these files may detect CPU features; others use `setwise::cpu_features!`"
    );
}
