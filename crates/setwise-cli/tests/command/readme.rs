//! Runs the command lines of the README, or at least parses them. Its Rust code is tested with the
//! library.

use std::path::Path;
use std::process::Command;

/// Command lines that take too long or need an engine. They are only parsed.
const PARSE_ONLY: [&str; 2] = ["perft 5 ", "diff "];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("the README is text")
}

/// Runs a command line in the directory of the README and returns its standard output.
fn run(line: &str) -> String {
    let mut words = shell_words::split(line).expect("words");
    if PARSE_ONLY.iter().any(|start| line.starts_with(start)) {
        // The words before `--help` are parsed first.
        words.push("--help".to_owned());
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise"));
    let output = command.args(words).current_dir(root()).output().expect("the command runs");
    assert!(output.status.success(), "setwise {line}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_command_line_runs() {
    let readme = readme();
    let lines = readme.lines().filter_map(|line| line.strip_prefix("$ setwise "));
    // Comments and redirections are removed.
    let before = |line, mark| str::split_once(line, mark).map_or(line, |(start, _)| start);
    let lines: Vec<&str> = lines.map(|line| before(before(line, " #"), " >")).collect();
    assert!(lines.len() >= 10, "{lines:?}");
    for line in lines {
        run(line);
    }
}

#[test]
fn the_image_is_the_output_of_its_command_line() {
    let readme = readme();
    let (_, line) = readme.split_once("That board is `setwise ").expect("it is there");
    let (line, _) = line.split_once('`').expect("it has an end");
    let picture = std::fs::read_to_string(root().join("docs/kiwipete.svg")).expect("a picture");
    assert_eq!(run(line), picture);
}
