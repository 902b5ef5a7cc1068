//! The subcommands, one file each.

/// The first text in a build with tables, and the second in others.
#[cfg(feature = "tables")]
macro_rules! with_tables {
    ($with:literal, $without:literal) => {
        $with
    };
}
#[cfg(not(feature = "tables"))]
macro_rules! with_tables {
    ($with:literal, $without:literal) => {
        $without
    };
}
pub(crate) use with_tables;

/// Declares subcommands by their arguments and by the functions that run them.
macro_rules! subcommands {
    ($($(#[$attribute:meta])* $Name:ident($Args:ty, $run:expr),)*) => {
        /// The subcommands. The help text of each is the doc comment of its arguments.
        #[derive(clap::Subcommand)]
        pub(crate) enum Command {
            $($(#[$attribute])* $Name($Args),)*
        }

        impl Command {
            /// Runs the subcommand.
            pub(crate) fn run(&self, out: &mut (impl std::io::Write + Send)) -> crate::verdict::Exit {
                match self {
                    $(Command::$Name(args) => $run(args, out),)*
                }
            }
        }
    };
}
pub(crate) use subcommands;

pub(crate) mod attacks;
pub(crate) mod book;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod deep;
pub(crate) mod diff;
#[cfg_attr(not(feature = "endgames"), path = "commands/no_endgame.rs")]
pub(crate) mod endgame;
pub(crate) mod epd;
pub(crate) mod explain;
pub(crate) mod find;
pub(crate) mod job;
#[cfg_attr(not(has_lab), path = "commands/no_lab.rs")]
pub(crate) mod lab;
pub(crate) mod magics;
pub(crate) mod mapping;
pub(crate) mod moves;
#[cfg(not(feature = "tables"))]
mod no_tables;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod quiz;
pub(crate) mod show;
pub(crate) mod svg;
pub(crate) mod techniques;
pub(crate) mod uci;
pub(crate) mod verify;
