//! Tests of the environment variable `SETWISE_CPU`.

use std::process::Command;

use setwise::dispatch::CpuLevel;
use setwise_techniques::Technique;

use crate::run::Run;

/// Runs the command with a value of the variable.
fn setwise_at(level: &str, arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise"));
    Run::of(command.args(arguments).env("SETWISE_CPU", level).output().expect("the command runs"))
}

/// Returns the levels that this CPU has.
fn levels() -> impl Iterator<Item = CpuLevel> {
    CpuLevel::ALL.into_iter().filter(|level| *level <= CpuLevel::highest())
}

/// Returns whether code may be used at a level, by the words for what it needs.
fn is_within(needs: &str, level: CpuLevel) -> bool {
    let is_beyond_v3 = ["AVX-512", "GFNI", "x86-64-v4"].iter().any(|name| needs.contains(name));
    match level {
        CpuLevel::Baseline => matches!(needs, "" | "x86-64"),
        CpuLevel::V3 => !is_beyond_v3,
        _ => true,
    }
}

/// What the levels below the highest take away is taken away from each technique, and no more.
#[test]
fn techniques_keep_within_the_level() {
    for level in levels() {
        let json = setwise_at(level.as_str(), &["techniques", "--json"]).exits(0).json();
        let text = setwise_at(level.as_str(), &["techniques"]).exits(0).out;
        let everything = setwise_at("", &["techniques", "--json"]).exits(0).json();
        // Each technique that runs, in one process.
        let attacks = ["attacks", "rook", "a1", "--format", "squares", "--technique"];
        let all = setwise_at(level.as_str(), &[&attacks[..], &["all"]].concat()).exits(0).out;
        for (i, technique) in Technique::ALL.iter().enumerate() {
            let card = &json[i];
            assert_eq!(card["name"], technique.name());
            let is_here = everything[i]["available"] == true;
            let expected = is_here && is_within(technique.card().needs, level);
            assert_eq!(card["available"], expected, "SETWISE_CPU={level}: {card}");
            let refused = format!("; does not run on this CPU with SETWISE_CPU={level}");
            let mut lines = text.lines().skip_while(|l| !l.starts_with(&format!("{technique}: ")));
            let needs = lines.nth(1).expect("a line with what it needs");
            assert_eq!(needs.ends_with(&refused), !expected, "{needs}");

            let has_run = all.lines().any(|line| line == technique.name());
            assert_eq!(has_run, expected, "SETWISE_CPU={level}: {technique} in {all}");
            if !expected {
                let arguments = [&attacks[..], &[technique.name()]].concat();
                let run = setwise_at(level.as_str(), &arguments);
                let needs = technique.card().needs;
                let cpu = format!("this CPU with SETWISE_CPU={level}");
                run.exits(2).says(&format!(
                    "error: {cpu} cannot run the technique {technique}, which needs {needs}\n"
                ));
            }
        }
    }
}

#[test]
fn back_ends_keep_within_the_level() {
    for level in levels() {
        let run = setwise_at(level.as_str(), &["perft", "4"]).exits(0);
        let fastest = match level {
            CpuLevel::Baseline => "scalar",
            CpuLevel::V3 => "avx2",
            // There are CPUs of this level without VPOPCNTDQ, which the back-end needs.
            _ => "avx",
        };
        run.says(&format!("back-end {fastest}"));
        for (backend, lowest) in
            [("avx512", CpuLevel::V4), ("avx2", CpuLevel::V3), ("portable", CpuLevel::Baseline)]
        {
            let arguments = ["perft", "3", "--backend", backend];
            let everything = setwise_at("", &arguments);
            let run = setwise_at(level.as_str(), &arguments);
            if level < lowest {
                let message = format!(
                    "error: this CPU with SETWISE_CPU={level} cannot run the back-end {backend}; "
                );
                run.exits(2).says(&message).prints("");
            } else if everything.code == Some(0) {
                run.exits(0).prints(&everything.out);
            } else {
                run.exits(2);
            }
        }
    }
}

#[test]
fn the_fastest_technique_keeps_within_the_level() {
    let default = |level| setwise_at(level, &["--version"]).exits(0).out;
    let at_baseline = default("baseline");
    assert!(at_baseline.contains("\nCPU level forced by SETWISE_CPU: baseline\n"), "{at_baseline}");
    assert!(at_baseline.contains("\ntechnique in use: magic-fancy ("), "{at_baseline}");
    let without = default("");
    assert!(!without.contains("SETWISE_CPU"), "{without}");
}

/// Each command is refused before it does anything; help and version are not.
#[test]
fn another_value_is_refused() {
    let commands: [&[&str]; 4] =
        [&["perft", "1"], &["completions", "bash"], &["techniques"], &["moves", "nosuch.fen"]];
    for (level, message) in refused() {
        for arguments in commands {
            let run = setwise_at(&level, arguments).exits(2).prints("");
            assert_eq!(run.err, format!("error: {message}\n"));
        }
        setwise_at(&level, &["--help"]).exits(0);
        setwise_at(&level, &["perft", "--help"]).exits(0);
        let version = setwise_at(&level, &["--version"]).exits(0).out;
        assert!(version.contains(&format!("none, because {message}\n")), "{version}");
    }
}

/// Returns values that are refused, with the messages.
fn refused() -> impl Iterator<Item = (String, String)> {
    let expected = match CpuLevel::highest() {
        CpuLevel::Baseline => "(expected a level that this CPU has: baseline)",
        CpuLevel::V3 => "(expected a level that this CPU has: baseline or v3)",
        _ => "(expected a level that this CPU has: baseline, v3 or v4)",
    };
    let unknown = ["v5", "V3"].map(|text| {
        (text.to_owned(), format!("SETWISE_CPU is \"{text}\", which is no CPU level {expected}"))
    });
    let lacking = CpuLevel::ALL.into_iter().filter(|level| *level > CpuLevel::highest());
    let lacking = lacking.map(move |level| {
        (level.to_string(), format!("SETWISE_CPU is {level}, which this CPU lacks {expected}"))
    });
    unknown.into_iter().chain(lacking)
}
