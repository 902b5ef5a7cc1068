//! `setwise completions`: prints a completion script for a shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::verdict::{Exit, Verdict};

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise completions bash > ~/.local/share/bash-completion/completions/setwise
  setwise completions zsh > ~/.zfunc/_setwise          (with ~/.zfunc in fpath)
  setwise completions fish > ~/.config/fish/completions/setwise.fish
  setwise completions elvish >> ~/.config/elvish/rc.elv
  setwise completions powershell >> $PROFILE")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    // Written to memory first: the generator panics if it cannot write, as to a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "setwise", &mut script);
    out.write_all(&script)?;
    Ok(Verdict::Right)
}
