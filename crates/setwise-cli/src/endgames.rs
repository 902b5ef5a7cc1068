//! The endgame tables of set expressions and lessons, which are read or computed at first use.

/// The option for the directory of endgame tables.
#[derive(clap::Args)]
pub(crate) struct TablesOption {
    /// Read the endgame tables that have a file in this directory, and compute the others
    #[cfg(feature = "endgames")]
    #[arg(long, value_name = "DIR", value_parser = tables::directory())]
    pub(crate) tables: Option<std::path::PathBuf>,
}

impl TablesOption {
    /// Lets set expressions and lessons read the tables of the directory.
    pub(crate) fn apply(&self) {
        #[cfg(feature = "endgames")]
        tables::read_from(self.tables.clone());
    }
}

/// Hands the tables in to set expressions, in a build that has them.
pub fn use_endgames() {
    #[cfg(feature = "endgames")]
    setwise_sets::use_endgames(tables::outcome);
}

#[cfg(feature = "endgames")]
pub(crate) mod tables {
    use std::cmp::Ordering;
    use std::ops::ControlFlow;
    use std::path::PathBuf;
    use std::sync::OnceLock;

    use clap::builder::{PathBufValueParser, TypedValueParser};
    use setwise::Position;
    use setwise_endgames::{Material, Outcome, SharedTables, Tables};

    use crate::standard_error::print_line;

    /// Tables of at most four pieces, which the first thread that needs one adds: all of them take
    /// 220 MiB.
    static KEPT: OnceLock<SharedTables> = OnceLock::new();

    /// Returns the parser of the option.
    pub(super) fn directory() -> impl TypedValueParser<Value = PathBuf> {
        let is_there =
            |path: PathBuf| Some(path).filter(|path| path.is_dir()).ok_or("no directory");
        PathBufValueParser::new().try_map(is_there)
    }

    /// Chooses the directory, before the first question.
    pub(super) fn read_from(directory: Option<PathBuf>) {
        KEPT.get_or_init(|| SharedTables::new(directory));
    }

    /// Calls a function with the table of some material and all that it needs. A file that is damaged
    /// is told, and its table is computed.
    pub(crate) fn with<T>(material: &Material, ask: impl FnOnce(&Tables) -> T) -> T {
        let kept = KEPT.get_or_init(SharedTables::default);
        let complete = kept.complete();
        if complete.get(material).is_some() {
            return ask(&complete);
        }
        drop(complete);
        let damaged = |error| {
            print_line(format_args!("{error}; the table is computed"));
            Ok(())
        };
        // No caller is a thread of a pool of rayon: it could take another question while it waits for
        // the others, and that would wait for the tables that it computes itself.
        let added = kept.add(material, damaged, |_| ControlFlow::Continue(()));
        ask(&added.unwrap_or_default())
    }

    pub(super) fn outcome(position: &Position) -> Option<(Ordering, u8)> {
        let material = Material::of(position.board()).ok()?;
        let outcome = with(&material, |tables| tables.probe(position))?;
        let result = match outcome {
            Outcome::Win(_) => Ordering::Greater,
            Outcome::Draw => Ordering::Equal,
            Outcome::Loss(_) => Ordering::Less,
        };
        Some((result, outcome.moves().unwrap_or(0)))
    }
}
