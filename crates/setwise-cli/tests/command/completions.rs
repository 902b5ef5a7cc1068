//! Tests of `setwise completions`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::run::setwise;

#[test]
fn the_script_of_every_shell_has_every_subcommand() {
    let help = setwise(&["--help"]).exits(0).out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.map_while(|line| line.split_whitespace().next());
    let names: Vec<&str> = names.filter(|&name| name != "help").collect();
    assert!(names.contains(&"perft") && names.contains(&"completions"), "{names:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = setwise(&["completions", shell]).exits(0).out;
        for name in &names {
            assert!(script.contains(name), "no {name} for {shell}");
        }
        assert!(script.contains("no-coordinates"), "{shell}");
    }
}

#[test]
fn the_script_of_every_shell_but_elvish_and_powershell_has_the_names_of_values() {
    // The generators for the other two shells complete no values.
    for shell in ["bash", "zsh", "fish"] {
        let script = setwise(&["completions", shell]).exits(0).out;
        for name in ["startpos", "kiwipete", "position6", "hyperbola", "magic-black", "avx512"] {
            // Fish completes only the values of options, not the values of arguments.
            let is_argument = name.starts_with(['s', 'k']) || name.starts_with("position");
            if shell != "fish" || !is_argument {
                assert!(script.contains(name), "no {name} for {shell}");
            }
        }
    }
}

/// Runs the script in Bash and completes a word.
#[test]
#[cfg(unix)]
fn bash_completes_a_word() {
    let script = setwise(&["completions", "bash"]).exits(0).out;
    let ask = "COMP_WORDS=(setwise per); COMP_CWORD=1; _setwise setwise per setwise; \
               echo \"${COMPREPLY[@]}\"\n";
    let bash = Command::new("bash").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut bash) = bash else { return eprintln!("skipped: no bash here") };
    let mut input = bash.stdin.take().expect("it is piped");
    input.write_all((script + ask).as_bytes()).expect("bash reads");
    drop(input);
    let output = bash.wait_with_output().expect("bash ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "perft\n");
}

#[test]
fn errors_list_the_shells() {
    setwise(&["completions"]).exits(2).prints("").says("Usage");
    setwise(&["completions", "tcsh"]).exits(2).prints("").says("powershell");
}
