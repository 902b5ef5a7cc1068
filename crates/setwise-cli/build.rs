//! Embeds the files of the browser lab in a build with the feature `lab`, if they have been built.
//! The code is then compiled with the condition `has_lab`.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_lab)");
    if env::var_os("CARGO_FEATURE_LAB").is_none() {
        return;
    }
    // The folder is there without the files too: Cargo would run this again if it were not.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/compressed");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "gz"))
        .collect();
    if paths.is_empty() {
        return;
    }
    println!("cargo::rustc-cfg=has_lab");
    paths.sort();
    let mut list = String::from("&[\n");
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(list, "({name:?}, include_bytes!({:?})),", path.display().to_string())
            .expect("a string can be written");
    }
    list += "]\n";
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("lab_files.rs"), list).expect("the folder can be written");
}
