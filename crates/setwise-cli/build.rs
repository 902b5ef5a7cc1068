//! Embeds the files of the browser lab in a build with the feature `lab`.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_LAB").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/dist");
    println!("cargo::rerun-if-changed={}", folder.display());
    let Ok(entries) = fs::read_dir(&folder) else {
        println!(
            "cargo::error=the feature `lab` embeds the folder lab/dist, which has not been built; \
             build it first: cd lab && npm ci && npm run build"
        );
        return;
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut list = String::from("&[\n");
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        writeln!(list, "({name:?}, include_bytes!({:?})),", path.display().to_string())
            .expect("a string can be written");
    }
    list += "]\n";
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("lab_files.rs"), list).expect("the folder can be written");
}
