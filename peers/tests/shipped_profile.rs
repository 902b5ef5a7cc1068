//! The speed program measures Setwise as it is shipped: built with the root's profile `dist`.
//!
//! `peers` and `peers/shipped` are workspaces of their own, so Cargo takes their release profiles
//! and not the root's. These tests compare the profiles as they take effect.

use toml::{Table, Value};

const ROOT: &str = include_str!("../../Cargo.toml");
const PEERS: &str = include_str!("../Cargo.toml");
const SHIPPED: &str = include_str!("../shipped/Cargo.toml");
const SHIPPED_LOCK: &str = include_str!("../shipped/Cargo.lock");

#[test]
fn dist_is_optimised_fully() {
    let dist = Profile::read(ROOT, "dist");
    let of_dist = |setting| dist.settings.get(setting);
    assert_eq!(of_dist("opt-level"), Some(&Value::Integer(3)));
    assert_eq!(of_dist("lto"), Some(&Value::String("fat".to_owned())));
    assert_eq!(of_dist("codegen-units"), Some(&Value::Integer(1)));
    assert_eq!(of_dist("panic"), Some(&Value::String("unwind".to_owned())));
}

/// A package whose `opt-level` the profile `release` lowers needs a reset in `dist`, and none that is
/// measured may be small instead of fast.
#[test]
fn dist_builds_every_package_that_is_measured_with_the_same_settings() {
    let is_measured = |exception: &String| {
        let package = exception.split(':').next().expect("a name");
        SHIPPED_LOCK.contains(&format!("name = \"{package}\"\n"))
    };
    let dist = Profile::read(ROOT, "dist");
    let measured: Vec<String> = dist.exceptions().into_iter().filter(is_measured).collect();
    assert_eq!(measured, [""; 0]);
    let lowered = |exception: &String| exception.contains("opt-level = Integer");
    assert!(!dist.exceptions().iter().any(lowered), "{:?}", dist.exceptions());
}

#[test]
fn the_measured_program_is_built_as_dist() {
    let dist = Profile::read(ROOT, "dist");
    for manifest in [SHIPPED, PEERS] {
        let release = Profile::read(manifest, "release");
        assert_eq!(release.settings, dist.settings);
        assert_eq!(release.exceptions(), [""; 0]);
    }
}

/// A profile with everything that it inherits.
struct Profile {
    settings: Table,
    /// The settings of single packages, by package specification.
    packages: Table,
}

impl Profile {
    fn read(manifest: &str, name: &str) -> Profile {
        let manifest: Table = manifest.parse().expect("a manifest is TOML");
        let mut settings = inherited(manifest["profile"].as_table().expect("profiles"), name);
        settings.remove("inherits");
        // Build scripts and procedural macros are not shipped.
        settings.remove("build-override");
        let packages = match settings.remove("package") {
            Some(Value::Table(packages)) => packages,
            None => Table::new(),
            Some(other) => panic!("packages of the profile {name}: {other:?}"),
        };
        Profile { settings, packages }
    }

    /// Returns the settings of single packages that differ from the settings of the profile.
    fn exceptions(&self) -> Vec<String> {
        let mut exceptions = Vec::new();
        for (package, settings) in &self.packages {
            for (setting, value) in settings.as_table().expect("settings of a package") {
                if self.settings.get(setting) != Some(value) {
                    exceptions.push(format!("{package}: {setting} = {value:?}"));
                }
            }
        }
        exceptions
    }
}

/// Returns a profile merged with its ancestors, as Cargo does it before it looks at any package.
///
/// Packages are merged by their specification, and a named package takes precedence over `"*"`. So
/// `"*"` in a profile does not reset a named package in a profile that it inherits.
fn inherited(profiles: &Table, name: &str) -> Table {
    let own = profiles[name].as_table().expect("a profile");
    let mut merged = match own.get("inherits") {
        Some(ancestor) => inherited(profiles, ancestor.as_str().expect("the name of a profile")),
        None => {
            assert_eq!(name, "release", "the defaults of other profiles differ");
            Table::from_iter([("opt-level".to_owned(), Value::Integer(3))])
        }
    };
    merge(&mut merged, own);
    merged
}

fn merge(into: &mut Table, from: &Table) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(Value::Table(into)), Value::Table(from)) => merge(into, from),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Returns the exceptions of `dist` where `release` lowers two packages.
fn exceptions_with(resets: &str) -> Vec<String> {
    let manifest = format!(
        "[profile.release.package]
         clap.opt-level = 1
         setwise-cli.opt-level = 1
         [profile.dist]
         inherits = \"release\"
         {resets}"
    );
    Profile::read(&manifest, "dist").exceptions()
}

#[test]
fn a_package_without_a_reset_is_found() {
    let clap = "clap: opt-level = Integer(1)";
    let cli = "setwise-cli: opt-level = Integer(1)";
    assert_eq!(exceptions_with(""), [clap, cli]);
    assert_eq!(exceptions_with("package.clap.opt-level = 3"), [cli]);
    assert_eq!(exceptions_with("package.'*'.opt-level = 3"), [clap, cli]);
    let both = "package.clap.opt-level = 3\npackage.setwise-cli.opt-level = 3";
    assert_eq!(exceptions_with(both), [""; 0]);
}

#[test]
fn a_reset_to_another_level_is_found() {
    let lowered = "package.clap.opt-level = 3\npackage.setwise-cli.opt-level = 2";
    assert_eq!(exceptions_with(lowered), ["setwise-cli: opt-level = Integer(2)"]);
    let all = "package.clap.opt-level = 3\npackage.setwise-cli.opt-level = 3\nopt-level = 's'";
    assert_eq!(exceptions_with(all).len(), 2);
}
