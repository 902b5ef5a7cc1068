//! Tests of the output of all subcommands: closed pipes, colors, help and version.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::run::setwise;

#[test]
fn a_closed_pipe_ends_the_command_without_an_error() {
    for arguments in [&["perft", "3"][..], &["moves"], &["show"], &["perft", "2", "--json"]] {
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
        assert!(matches!(status.code(), Some(0 | 2)), "{arguments:?}: {status}, {err}");
        assert!(!err.contains("panicked") && !err.contains("error"), "{arguments:?}: {err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .arg("moves")
        .stdout(full)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the result"));
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
        "magics",
    ] {
        for help in ["--help", "-h"] {
            let run = setwise(&[subcommand, help]).exits(0);
            let example = format!("Examples:\n  setwise {subcommand}");
            assert!(run.out.contains(&example), "{run:#?}");
        }
    }
    for subcommand in ["check", "fens", "stats", "filter", "normalise", "export"] {
        let run = setwise(&["pgn", subcommand, "--help"]).exits(0);
        let example = format!("Examples:\n  setwise pgn {subcommand}");
        assert!(run.out.contains(&example), "{run:#?}");
    }
    for subcommand in
        ["perft", "diff", "moves", "show", "svg", "convert", "book", "attacks", "explain"]
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
