//! `setwise endgame build`: saves endgame tables in a directory.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use setwise_endgames::{Material, SharedTables};
use setwise_files::Existing;

use super::TableOptions;
use crate::verdict::{Exit, Failure, Verdict};

/// Save endgame tables in a directory, compressed
///
/// Writes a file for each material, and for each that captures and promotions lead to, such as
/// KRvK.endgame. Files that are there already are read and stay. The option --tables of other commands,
/// the option EndgamePath of `setwise uci`, and Python read them instead of computing the tables again.
///
/// Prints the path and the size in bytes of each file that it writes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise endgame build tables
  setwise endgame build tables KRPvK KBNvKN

Exit status:
  0  all files are there
  2  the command line is wrong, a file cannot be written or is damaged, or the tables need more
     memory than --memory")]
pub(super) struct Args {
    /// The directory, which is made if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// The materials, such as KRvK [default: all of three and four pieces, 38 MiB of files]
    #[arg(value_name = "MATERIAL")]
    materials: Vec<Material>,

    #[command(flatten)]
    tables: TableOptions,
}

/// Writes the files.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let failed = |path: &PathBuf, error| Failure::Run(format!("{}: {error}", path.display()));
    let directory = &args.directory;
    fs::create_dir_all(directory).map_err(|error| failed(directory, error))?;
    let materials = if args.materials.is_empty() { all() } else { args.materials.clone() };
    let tables = SharedTables::new(Some(directory.clone()));
    for material in materials {
        let missing = tables.complete().missing(&material);
        for material in missing {
            let (name, path) = (material.file_name(), directory.join(material.file_name()));
            let is_new = !path.exists();
            let (_, table) = args.tables.add(&tables, &material)?;
            if is_new {
                let mut bytes = Vec::new();
                table.write_to(&mut bytes)?;
                setwise_files::write_whole(&path, (directory, &name), &bytes, Existing::Replaced)
                    .map_err(|error| failed(&path, error))?;
                writeln!(out, "{}  {}", path.display(), bytes.len())?;
            }
        }
    }
    Ok(Verdict::Right)
}

/// Returns all materials of three and four pieces, each with the stronger side first or second.
fn all() -> Vec<Material> {
    let roles = || "QRBNP".chars();
    let three = roles().map(|a| format!("K{a}vK"));
    let four = roles()
        .flat_map(|a| roles().flat_map(move |b| [format!("K{a}{b}vK"), format!("K{a}vK{b}")]));
    three.chain(four).filter_map(|name| name.parse().ok()).collect()
}
