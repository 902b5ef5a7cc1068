//! Tables beside slow, obvious definitions, and beside published results.

mod consistency;
#[cfg(feature = "files")]
mod files;
mod interface;
mod material;
mod oracle;
mod positions;
mod published;
mod symmetry;
