//! The speed program claims to measure Setwise as it ships.

/// `peers/shipped` is no member of the root's workspace, so it has a release profile of its own;
/// it must be the root's.
#[test]
fn the_shipped_profile_is_that_of_the_root() {
    let root = release_profile(include_str!("../../Cargo.toml"));
    assert!(root.contains("lto"), "{root}");
    assert_eq!(root, release_profile(include_str!("../shipped/Cargo.toml")));
    // The rival gets no less.
    assert_eq!(root, release_profile(include_str!("../Cargo.toml")));
}

fn release_profile(manifest: &str) -> String {
    let profile = manifest.lines().skip_while(|line| *line != "[profile.release]");
    let profile = profile.skip(1).take_while(|line| !line.starts_with('['));
    let settings = profile.filter(|line| !line.is_empty() && !line.starts_with('#'));
    settings.collect::<Vec<_>>().join("\n")
}
