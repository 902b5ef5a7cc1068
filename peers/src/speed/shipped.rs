//! Builds Setwise as it is shipped: without flags, with the settings of the root's profile `dist`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds `peers/shipped` and returns the path of its program.
///
/// `this` is the path of this program. The build gets a folder of its own in the target folder of
/// this program: the flags differ, so in a shared folder each build would replace the other's.
pub(crate) fn build(this: &Path) -> Result<PathBuf, String> {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = peers.parent().ok_or("peers/ has no folder above it")?;
    let target = this.ancestors().nth(2).ok_or("this program is in no target folder")?;
    let target = target.join("shipped");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        // In peers/, Cargo would read the configuration with the flags. A variable that is set but
        // empty also overrides flags from the configuration of the user.
        .current_dir(root)
        .env("CARGO_ENCODED_RUSTFLAGS", "")
        .args(["build", "--quiet", "--release", "--manifest-path"])
        .arg(peers.join("shipped").join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status()
        .map_err(|error| format!("cargo build of peers/shipped: {error}"))?;
    if !status.success() {
        return Err(format!("cargo build of peers/shipped: {status}"));
    }
    let program = format!("setwise-shipped{}", std::env::consts::EXE_SUFFIX);
    Ok(target.join("release").join(program))
}
