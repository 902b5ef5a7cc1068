//! Tests of the output of all subcommands: closed pipes, colors, help and version.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::run::setwise;

/// Exit code 0 is needed in a script with `set -o pipefail`.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let games = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many.pgn");
    let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(1_000) + "*\n" + &"1. e4 e5 2. Nf3 *\n".repeat(20_000);
    std::fs::write(&games, text).expect("a file can be written");
    let games = games.to_str().expect("the path is text");
    for arguments in [
        &["perft", "3"][..],
        &["moves"],
        &["show"],
        &["perft", "2", "--json"],
        &["pgn", "fens", games],
        &["find", ".", games, "--csv"],
        &["find", ".", games, "--by", "ply", "--csv"],
        &["explain", "dumb7", "queen", "d4"],
        &["completions", "bash"],
        &["--help"],
        &["perft", "--help"],
        &["--version"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_setwise"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        // The pipe is closed before or shortly after the first write. Both must work.
        drop(child.stdout.take());
        let mut err = String::new();
        let mut stderr = child.stderr.take().expect("it is piped");
        stderr.read_to_string(&mut err).expect("text");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{arguments:?}: {err}");
        assert!(!err.contains("panicked") && !err.contains("error"), "{arguments:?}: {err}");
    }
}

/// Every command that prints a result.
#[cfg(target_os = "linux")]
const PRINTING: [&[&str]; 12] = [
    &["moves"],
    &["show"],
    &["svg"],
    &["perft", "2"],
    &["convert", "--from", "uci", "--to", "san", "e2e4"],
    &["techniques"],
    &["attacks", "rook", "a1"],
    &["explain", "walk", "rook", "a1", "--svg", "-"],
    &["magics", "--table"],
    &["completions", "zsh"],
    &["--help"],
    &["--version"],
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in PRINTING {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = Command::new(env!("CARGO_BIN_EXE_setwise"))
            .args(arguments)
            .stdout(full)
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("error: cannot write the result: "), "{arguments:?}: {err}");
    }
    let run = setwise(&["svg", "-o", "/dev/full"]).exits(2);
    run.says("error: cannot write /dev/full: ");
}

#[test]
fn an_unknown_option_is_not_called_a_position() {
    for arguments in [
        &["techniques", "--jsn"][..],
        &["convert", "--from", "san", "--to", "uci", "e4", "--pretty"],
        &["attacks", "rook", "a1", "--json"],
        &["epd", "--strict", "a.epd"],
        &["moves", "--depth"],
    ] {
        let run = setwise(arguments).exits(2).prints("").says("unexpected argument");
        assert!(!run.err.contains("-- --"), "{run:#?}");
    }
    setwise(&["moves", "--jsn"]).exits(2).says("a similar argument exists: '--json'");
}

#[test]
fn output_to_a_pipe_has_no_color_codes() {
    for arguments in [&["show"][..], &["perft", "1", "--expect", "3"], &["moves", "x"], &["--help"]]
    {
        let run = setwise(arguments);
        assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'), "{run:#?}");
    }
}

#[test]
fn every_help_has_an_example() {
    setwise(&["--help"]).exits(0).out.find("Examples:\n  setwise perft 6").expect("an example");
    for subcommand in [
        "perft",
        "verify",
        "diff",
        "moves",
        "show",
        "svg",
        "convert",
        "epd",
        "book",
        "pgn",
        "completions",
        "techniques",
        "attacks",
        "explain",
        "play",
        "magics",
    ] {
        for help in ["--help", "-h"] {
            let run = setwise(&[subcommand, help]).exits(0);
            let example = format!("Examples:\n  setwise {subcommand}");
            assert!(run.out.contains(&example), "{run:#?}");
        }
    }
    let pgn = ["check", "fens", "stats", "filter", "normalise"];
    let of_tables = ["export", "plan"].into_iter().filter(|_| cfg!(feature = "tables"));
    let pgn = pgn.into_iter().chain(of_tables).map(|name| ["pgn", name]);
    for [command, subcommand] in pgn.chain([["book", "make"]]) {
        let run = setwise(&[command, subcommand, "--help"]).exits(0);
        let example = format!("Examples:\n  setwise {command} {subcommand}");
        assert!(run.out.contains(&example), "{run:#?}");
    }
    for subcommand in
        ["perft", "diff", "moves", "show", "svg", "convert", "book", "attacks", "explain", "play"]
    {
        let help = setwise(&[subcommand, "--help"]).out;
        let names = ["startpos", "kiwipete", "position3", "position4", "position5", "position6"];
        assert!(names.iter().all(|name| help.contains(name)), "{help}");
    }
}

#[test]
fn the_long_version_has_cpu_features_and_technique() {
    let version = format!("setwise {}\n", env!("CARGO_PKG_VERSION"));
    setwise(&["-V"]).exits(0).prints(&version);
    let run = setwise(&["--version"]).exits(0);
    assert!(run.out.starts_with(&version), "{run:#?}");
    assert!(run.out.contains("\nCPU features found: "), "{run:#?}");
    let technique = setwise_techniques::Technique::fastest();
    assert!(run.out.contains(&format!("\ntechnique in use: {technique} (")), "{run:#?}");
}
