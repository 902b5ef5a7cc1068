//! `setwise deep frontier`: writes the unique positions of a ply.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use setwise_jobs::Job;
use setwise_jobs::deep::{Deep, FrontierReader, Row, Settings};
use setwise_perft::Backend;

use crate::verdict::{Exit, Failure, Verdict};

/// Write the different positions of a ply, with their multiplicities
///
/// The rows are sorted by the pieces of the side that has just moved, then by the pieces of the side to
/// move (docs/deep-perft.md has the exact order). Each position occurs once; in a job planned with
/// --divide once for each root move that leads to it, with the move.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the job
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// The ply, from 1 to the split [default: the split]
    #[arg(long, value_name = "P")]
    ply: Option<u8>,

    /// The format of the rows
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Write only this file of the frontier
    #[arg(long, value_name = "K")]
    shard: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each row: the multiplicity, a tab, the first four fields of the FEN, and with
    /// --divide a tab and the root move
    Text,
    /// 32 bytes for each row: the packed position in 24 bytes, and the multiplicity, little-endian
    Binary,
}

/// Writes the frontier.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let job = Job::open(&args.directory)?;
    let settings = Settings { hash: 0, backend: Backend::fastest() };
    let deep = Deep::open(&job, settings)?;
    let ply = args.ply.unwrap_or(deep.options().split);
    let files = deep.files(&job, ply)?;
    let root = deep.root();
    let moves = root.legal_moves();
    // The caller's output removes color codes, which bytes may look like.
    let mut raw = BufWriter::new(io::stdout().lock());
    if args.format == Format::Binary && io::stdout().is_terminal() {
        return Err(Failure::Run(
            "a terminal cannot show the binary format (expected a file)".to_owned(),
        ));
    }
    let castling = root.castling_form();
    let files = match args.shard {
        Some(shard) if shard < files => shard..shard + 1,
        Some(shard) => {
            return Err(Failure::Input(format!(
                "there is no file {shard} (the frontier has {files})"
            )));
        }
        None => 0..files,
    };
    for number in files {
        let mut reader = FrontierReader::open(&deep, &job, ply, number)?;
        reader.for_each(|Row { position, origin, paths }| -> Result<(), Failure> {
            match args.format {
                Format::Binary => {
                    raw.write_all(&position.pack())?;
                    raw.write_all(&paths.to_le_bytes())?;
                }
                Format::Text => {
                    let fen = position.to_string();
                    let fields = fen.rsplitn(3, ' ').nth(2).unwrap_or(&fen);
                    write!(out, "{paths}\t{fields}")?;
                    match moves.get(origin as usize).filter(|_| deep.options().divide) {
                        Some(mv) => writeln!(out, "\t{}", mv.uci(castling))?,
                        None => writeln!(out)?,
                    }
                }
            }
            Ok(())
        })?;
    }
    raw.flush()?;
    Ok(Verdict::Right)
}
