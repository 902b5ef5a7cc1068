//! `setwise bench`: that it measures the right thing, not how fast that is.

use std::fs;
use std::path::Path;

use serde_json::Value;
use setwise::perft::lanes::Backend;
use setwise::techniques::Technique;

use crate::run::setwise;

/// The names of a list of objects.
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

/// Asserts that the figures of a ranking are in order and belong together.
#[track_caller]
fn is_ranked(ranking: &Value) {
    is_ranked_beside(ranking, "technique", &["walk", "pext"]);
}

/// The first of the references is always there.
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

/// All of them give the answers of `walk`, or it would have exited with 1.
#[test]
fn every_technique_answers_every_workload() {
    let run = setwise(&["bench", "attacks", "--quick", "--rounds", "1", "--json"]).exits(0);
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
fn walk_and_pext_are_there_to_compare_with() {
    let arguments = ["bench", "attacks", "--quick", "--technique", "hyperbola", "--json"];
    let json = setwise(&[&arguments[..], &["--workload", "chain"]].concat()).exits(0).json();
    assert_eq!(names(&json["workloads"], "name"), ["chain"]);
    assert_eq!(json["workloads"][0]["unit"], "ns/queen");
    let mut measured = names(&json["workloads"][0]["results"], "technique");
    measured.sort_unstable();
    let mut expected = vec!["hyperbola", "walk"];
    expected.extend(Technique::Pext.is_available().then_some("pext"));
    expected.sort_unstable();
    assert_eq!(measured, expected);
}

/// A fill among the techniques answers whole sides at once, with the answers of `walk`.
#[test]
fn sides_are_counted_as_sides() {
    let chosen = ["--technique", "kogge-stone", "hyperbola", "--workload", "side", "sides"];
    let run = ["bench", "attacks", "--quick", "--rounds", "1", "--json"];
    let json = setwise(&[&run[..], &chosen].concat()).exits(0).json();
    for workload in json["workloads"].as_array().expect("a list") {
        assert_eq!(workload["unit"], "million sides/s");
        let measured = names(&workload["results"], "technique");
        assert!(["kogge-stone", "hyperbola", "walk"].iter().all(|name| measured.contains(name)));
    }
}

#[test]
fn figures_as_text_and_as_bars() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bars.svg");
    let file = path.to_str().expect("the path is text");
    let chosen = ["--technique", "walk", "hyperbola", "--workload", "random", "games"];
    let run = ["bench", "attacks", "--quick", "--rounds", "1", "--svg", file];
    let run = setwise(&[&run[..], &chosen].concat()).exits(0);
    for words in ["\nrandom: ", "\ngames: ", "million queens/s", "of walk", "\n  hyperbola "] {
        assert!(run.out.contains(words), "no {words:?} in {run:#?}");
    }
    let drawn = fs::read_to_string(&path).expect("it has been written");
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"), "{drawn}");
    assert_eq!(drawn.matches(">hyperbola</text>").count(), 2, "{drawn}");
}

#[test]
fn perft_counts_right_with_every_technique() {
    let json = setwise(&["bench", "perft", "--quick", "--rounds", "1", "--json"]).exits(0).json();
    has_its_machine(&json);
    is_ranked(&json["overall"]);
    assert_eq!(json["overall"]["unit"], "million leaves/s");
    let available = Technique::ALL.iter().filter(|technique| technique.is_available()).count();
    assert_eq!(names(&json["overall"]["results"], "technique").len(), available);
    let positions = json["positions"].as_array().expect("a list");
    assert_eq!(positions.len(), 7);
    assert_eq!(positions[1]["name"], "kiwipete");
    assert!(positions[6]["what"].as_str().is_some_and(|what| what.starts_with("depth ")));
    positions.iter().for_each(is_ranked);
}

#[test]
fn perft_counts_right_with_every_backend() {
    let quick = ["bench", "perft", "--quick", "--rounds", "1", "--backend"];
    let json = setwise(&[&quick[..], &["all", "--json"]].concat()).exits(0).json();
    has_its_machine(&json);
    let available = Backend::ALL.iter().filter(|backend| backend.is_available());
    let mut expected: Vec<&str> = available.map(|backend| backend.name()).collect();
    expected.push("scalar");
    expected.sort_unstable();
    let positions = json["positions"].as_array().expect("a list");
    assert_eq!(names(&json["positions"], "name"), ["startpos", "kiwipete", "position6", "endgame"]);
    for ranking in positions.iter().chain([&json["overall"], &json["random"]]) {
        is_ranked_beside(ranking, "backend", &["scalar"]);
        let mut measured = names(&ranking["results"], "backend");
        measured.sort_unstable();
        assert_eq!(measured, expected);
    }
    let run = setwise(&[&quick[..], &["portable"]].concat()).exits(0);
    for words in ["\nperft: ", "\nrandom: ", "of scalar", "\n  portable ", "\n  scalar "] {
        assert!(run.out.contains(words), "no {words:?} in {run:#?}");
    }
}

#[test]
fn wrong_arguments_exit_with_2() {
    setwise(&["bench", "perft", "--backend", "x"]).exits(2).says("portable, scalar, all");
    setwise(&["bench", "perft", "--backend", "all", "--technique", "walk"]).exits(2);
    setwise(&["bench"]).exits(2).says("Usage");
    setwise(&["bench", "attacks", "--rounds", "0"]).exits(2).says("1..=1000");
    setwise(&["bench", "attacks", "--workload", "x"]).exits(2).says("random, games, captures");
    setwise(&["bench", "perft", "--technique", "x"]).exits(2).says("walk, classical");
}
