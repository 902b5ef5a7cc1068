//! Tests of what `setwise-bench` measures and prints. They do not test the figures.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use setwise_perft::Backend;
use setwise_techniques::Technique;

/// The result of a run.
#[derive(Debug)]
struct Run {
    /// The exit code, or `None` if a signal has ended the run.
    code: Option<i32>,
    /// Standard output.
    out: String,
    /// Standard error.
    err: String,
}

/// Runs the command.
fn bench(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setwise-bench"));
    let output = command.args(arguments).output().expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Run {
    /// Asserts an exit code.
    #[track_caller]
    fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Asserts that standard error contains a text.
    #[track_caller]
    fn says(self, words: &str) -> Run {
        assert!(self.err.contains(words), "no {words:?} in {self:#?}");
        self
    }

    /// Returns standard output as JSON.
    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "one line of JSON");
        serde_json::from_str(&self.out).expect("JSON")
    }
}

/// Returns the names of a list of objects.
fn names<'j>(list: &'j Value, field: &str) -> Vec<&'j str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|object| object[field].as_str().expect("a name")).collect()
}

#[track_caller]
fn has_its_machine(json: &Value) {
    let machine = &json["machine"];
    assert!(machine["cpu"].is_string() || machine["cpu"].is_null(), "{machine}");
    for field in ["architecture", "system", "features"] {
        assert!(machine[field].is_string(), "{machine}");
    }
    assert_eq!(machine["version"], env!("CARGO_PKG_VERSION"));
}

/// Asserts that the figures of a ranking of techniques are in order and consistent.
#[track_caller]
fn is_ranked(ranking: &Value) {
    is_ranked_beside(ranking, "technique", &["walk", "pext"]);
}

/// Asserts the same of any ranking. The first of the references is always measured.
#[track_caller]
fn is_ranked_beside(ranking: &Value, kind: &str, references: &[&str]) {
    let results = ranking["results"].as_array().expect("a list");
    let figures = |field: &str| -> Vec<f64> {
        results.iter().map(|result| result[field].as_f64().expect("a number")).collect()
    };
    let ratios = figures(&format!("of_{}", references[0]));
    assert!(ratios.is_sorted_by(|a, b| a >= b), "the fastest first: {ranking}");
    let best = figures("best");
    assert!(best.iter().chain(&figures("median")).all(|figure| *figure > 0.0), "{ranking}");
    let less_is_better = ranking["unit"].as_str().is_some_and(|unit| unit.starts_with("ns/"));
    assert!(best.is_sorted_by(|a, b| if less_is_better { a <= b } else { a >= b }), "{ranking}");
    for name in references {
        if let Some(result) = results.iter().find(|result| result[kind] == *name) {
            assert_eq!(result[format!("of_{name}")], 1.0, "{ranking}");
        }
    }
}

/// A wrong answer would be exit code 1.
#[test]
fn every_technique_answers_every_workload() {
    let run = bench(&["attacks", "--quick", "--rounds", "1", "--json"]).exits(0);
    let json = run.json();
    has_its_machine(&json);
    assert_eq!((&json["rounds"], &json["quick"]), (&Value::from(1), &Value::from(true)));
    let workloads = &json["workloads"];
    let expected = ["random", "games", "captures", "cold", "chain", "side", "sides"];
    assert_eq!(names(workloads, "name"), expected);
    for workload in workloads.as_array().expect("a list") {
        is_ranked(workload);
        assert!(workload["what"].as_str().is_some_and(|what| !what.is_empty()), "{workload}");
        let measured = names(&workload["results"], "technique");
        for technique in Technique::ALL {
            let skipped = json["skipped"].as_array().expect("a list");
            let skipped = skipped.iter().any(|name| name == technique.name());
            assert_eq!(skipped, !technique.is_available(), "{json}");
            assert_eq!(measured.contains(&technique.name()), !skipped, "{json}");
        }
    }
}

#[test]
fn walk_and_pext_are_always_measured() {
    let arguments = ["attacks", "--quick", "--technique", "hyperbola", "--json"];
    let json = bench(&[&arguments[..], &["--workload", "chain"]].concat()).exits(0).json();
    assert_eq!(names(&json["workloads"], "name"), ["chain"]);
    assert_eq!(json["workloads"][0]["unit"], "ns/queen");
    let mut measured = names(&json["workloads"][0]["results"], "technique");
    measured.sort_unstable();
    let mut expected = vec!["hyperbola", "walk"];
    expected.extend(Technique::Pext.is_available().then_some("pext"));
    expected.sort_unstable();
    assert_eq!(measured, expected);
}

#[test]
fn fills_and_lookups_measure_sides() {
    let chosen = ["--technique", "kogge-stone", "hyperbola", "--workload", "side", "sides"];
    let run = ["attacks", "--quick", "--rounds", "1", "--json"];
    let json = bench(&[&run[..], &chosen].concat()).exits(0).json();
    for workload in json["workloads"].as_array().expect("a list") {
        assert_eq!(workload["unit"], "million sides/s");
        let measured = names(&workload["results"], "technique");
        assert!(["kogge-stone", "hyperbola", "walk"].iter().all(|name| measured.contains(name)));
    }
}

/// The default is the highest level of the CPU. A higher one is an error.
#[test]
fn lookups_with_the_instructions_of_each_level() {
    let run = ["attacks", "--quick", "--rounds", "1", "--workload", "games", "--json"];
    let run = [&run[..], &["--technique", "hyperbola"]].concat();
    let json = bench(&run).exits(0).json();
    let features = json["machine"]["features"].as_str().expect("text");
    let has = |wanted: &[&str]| wanted.iter().all(|name| features.split(' ').any(|f| f == *name));
    let v3 = has(&["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]);
    let v4 = v3 && has(&["avx512f", "avx512bw", "avx512vl"]);
    let highest = if v4 {
        "x86-64-v4"
    } else if v3 {
        "x86-64-v3"
    } else {
        "baseline"
    };
    assert_eq!(json["instructions"], highest);
    for (level, name, available) in [("v3", "x86-64-v3", v3), ("v4", "x86-64-v4", v4)] {
        let run = bench(&[&run[..], &["--instructions", level]].concat());
        if available {
            let json = run.exits(0).json();
            assert_eq!(json["instructions"], name);
            is_ranked(&json["workloads"][0]);
        } else {
            run.exits(2).says(&format!("this CPU cannot run the instructions of {name}"));
        }
    }
}

#[test]
fn results_as_text_and_as_bars() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bars.svg");
    let file = path.to_str().expect("the path is text");
    let chosen = ["--technique", "walk", "hyperbola", "--workload", "random", "games"];
    let run = ["attacks", "--quick", "--rounds", "1", "--svg", file];
    let run = bench(&[&run[..], &chosen].concat()).exits(0);
    for words in ["\nrandom: ", "\ngames: ", "million queens/s", "of walk", "\n  hyperbola "] {
        assert!(run.out.contains(words), "no {words:?} in {run:#?}");
    }
    let drawn = fs::read_to_string(&path).expect("the run has written the file");
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"), "{drawn}");
    assert_eq!(drawn.matches(">hyperbola</tspan>").count(), 2, "{drawn}");
}

#[test]
fn perft_is_right_with_named_techniques() {
    let arguments = ["perft", "--quick", "--rounds", "1", "--json", "--technique", "rotated"];
    let json = bench(&arguments).exits(0).json();
    has_its_machine(&json);
    is_ranked(&json["overall"]);
    assert_eq!(json["overall"]["unit"], "million leaves/s");
    let mut measured = names(&json["overall"]["results"], "technique");
    measured.sort_unstable();
    let mut expected = vec!["rotated", "walk"];
    expected.extend(Technique::Pext.is_available().then_some("pext"));
    expected.sort_unstable();
    assert_eq!(measured, expected);
    let positions = json["positions"].as_array().expect("a list");
    assert_eq!(positions.len(), 7);
    assert_eq!(positions[1]["name"], "kiwipete");
    assert!(positions[6]["what"].as_str().is_some_and(|what| what.starts_with("depth ")));
    positions.iter().for_each(is_ranked);
}

#[test]
fn perft_is_right_with_every_backend() {
    let quick = ["perft", "--quick", "--rounds", "1", "--backend"];
    let json = bench(&[&quick[..], &["all", "--json"]].concat()).exits(0).json();
    has_its_machine(&json);
    let mut expected: Vec<&str> =
        Backend::available().map(|backend| backend.name().as_str()).collect();
    expected.sort_unstable();
    let positions = json["positions"].as_array().expect("a list");
    assert_eq!(names(&json["positions"], "name"), ["startpos", "kiwipete", "position6", "endgame"]);
    for ranking in positions.iter().chain([&json["overall"], &json["random"]]) {
        is_ranked_beside(ranking, "backend", &["scalar"]);
        let mut measured = names(&ranking["results"], "backend");
        measured.sort_unstable();
        assert_eq!(measured, expected);
    }
    let run = bench(&[&quick[..], &["portable"]].concat()).exits(0);
    for words in ["\nperft: ", "\nrandom: ", "of scalar", "\n  portable ", "\n  scalar "] {
        assert!(run.out.contains(words), "no {words:?} in {run:#?}");
    }
}

#[test]
fn wrong_arguments_exit_with_2() {
    bench(&["perft", "--backend", "x"]).exits(2).says("scalar, portable, all");
    bench(&["perft", "--backend", "all", "--technique", "walk"]).exits(2);
    bench(&[]).exits(2).says("Usage");
    bench(&["attacks", "--rounds", "0"]).exits(2).says("1..=1000");
    bench(&["attacks", "--workload", "x"]).exits(2).says("random, games, captures");
    bench(&["attacks", "--instructions", "x"]).exits(2).says("v3, v4");
    bench(&["perft", "--technique", "x"]).exits(2).says("walk, classical");
}
