//! The counts of `setwise find`: --by and --heat.

use serde_json::{Value, json};

use crate::run::{setwise, setwise_reading};

const BENCHMARK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../peers/python/games/chess.js-1.4.0/benchmark.pgn");

/// Returns the number of positions that match.
fn count(question: &str) -> Value {
    let run = setwise(&["find", question, BENCHMARK, "--count", "--json"]);
    run.objects()[0]["matching_positions"].clone()
}

/// Each group has the positions and games of the question with a comparison.
#[test]
fn groups_are_the_answers_of_comparisons() {
    for (question, by, comparison) in [
        ("ply < 20", "count(P) - count(p)", "count(P) - count(p) ="),
        ("check", "count(enemy)", "count(enemy) ="),
        ("check or ply = 0", "Opening", "Opening ="),
        ("castles then check", "times(captures)", "times(captures) ="),
    ] {
        let run = setwise(&["find", question, BENCHMARK, "--by", by, "--json"]).exits(0);
        let mut positions = 0;
        for group in run.objects() {
            let with = |condition: String| format!("({question}) and {condition}");
            let question = match &group["group"] {
                Value::Null => with(format!("not {by}")),
                Value::String(text) => with(format!("{comparison} \"{text}\"")),
                number => with(format!("{comparison} {number}")),
            };
            let games = setwise(&["find", &question, BENCHMARK, "--json"]).objects();
            let plies = games.iter().map(|game| game["plies"].as_array().expect("a list").len());
            assert_eq!(group["games"], json!(games.len()), "{question}");
            assert_eq!(group["positions"], json!(plies.sum::<usize>()), "{question}");
            let with_result =
                |result| games.iter().filter(|game| game["result"] == result).count() as f64;
            let (white, draws) = (with_result("1-0"), with_result("1/2-1/2"));
            let known = white + draws + with_result("0-1");
            let score = (known > 0.0).then(|| (2.0 * white + draws) / (2.0 * known));
            assert_eq!(group["white_score"], json!(score), "{question}");
            positions += group["positions"].as_u64().expect("a number");
        }
        assert_eq!(json!(positions), count(question), "{question}");
    }
}

/// Each square has the number of positions at which it is in the set.
#[test]
fn heat_is_the_answers_of_squares() {
    let set = "attacks(N) & a";
    let run = setwise(&["find", "captures", BENCHMARK, "--heat", set, "--json"]).exits(0);
    let heat = &run.objects()[0];
    assert_eq!(heat["positions"], count("captures"));
    for square in ["a8", "d5", "e5", "f7", "g5", "h8"] {
        let expected = count(&format!("captures and {set} & {square}"));
        assert_eq!(heat["squares"][square], expected, "{square}");
    }
    let csv = setwise(&["find", "captures", BENCHMARK, "--heat", set, "--csv"]).out;
    assert!(csv.starts_with("square,positions\na1,0\n"), "{csv}");
    assert_eq!(csv.lines().count(), 65);
    let svg = setwise(&["find", "captures", BENCHMARK, "--heat", set, "--svg", "-"]).out;
    let number = format!(">{}</text>", heat["squares"]["d5"]);
    assert!(svg.contains(&number) && svg.matches("<rect").count() == 65, "{svg}");
}

/// Positions of one game in two groups count the game in both.
#[test]
fn counts_as_text_and_csv() {
    let games = "[White \"A, B\"]\n\n1. e4 e5 2. d4 1-0\n\n[White \"\u{1b}[31m\"]\n\n1. e4 *\n";
    let find = |options: &[&str]| {
        setwise_reading(&[&["find", "ply > 0", "-"], options].concat(), games).exits(0)
    };
    find(&["--by", "count(P & a-h4)"]).prints(
        "count(P & a-h4)   positions     games  White scores\n\
         \x20             1           3         2       100.0 %\n\
         \x20             2           1         1       100.0 %\n",
    );
    find(&["--by", "White", "--csv"])
        .prints("group,positions,games,white_score\n\u{1b}[31m,1,1,\n\"A, B\",3,1,1.0000\n");
    let table = find(&["--by", "White"]).out;
    assert!(table.contains("·[31m ") && !table.contains('\u{1b}'), "{table:?}");
    find(&["--by", "count(P)", "--games", "--csv"])
        .prints("group,positions,games,white_score\n8,2,2,1.0000\n");
    find(&["--by", "White "]);
    find(&["--by", "Whit"]).says("no game read has the tag \"Whit\"");
}

#[test]
fn wrong_counts() {
    let find = |options: &[&str]| {
        setwise_reading(&[&["find", "check", "-"], options].concat(), "1. e4 *").exits(2)
    };
    find(&["--by", "[Nn]"]).says("--by: `[Nn]` is a set (expected a number)");
    find(&["--by", "result"]).says("--by: `result` is a condition (expected a number)");
    find(&["--by", "isolate(P)"]).says("did you mean `isolated`?\n  isolate(P)\n  ^");
    find(&["--heat", "moves"]).says("--heat: `moves` is a number (expected a set)");
    find(&["--heat", "N", "--svg", "a.png"]).says("but the image is SVG");
    find(&["--by", "moves", "--positions"]).says("are of games, and the files have positions");
    find(&["--by", "moves", "--limit", "3"]).says("cannot be used with");
}

/// Each block of the guide with one command prints what is there.
#[test]
fn the_commands_of_the_guide_print_what_is_there() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let guide = std::fs::read_to_string(format!("{root}/docs/find.md")).expect("the guide");
    let mut compared = 0;
    for block in guide.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("the end of the block");
        let (command, expected) = block.split_once('\n').expect("a line");
        let Some(command) = command.strip_prefix("$ setwise find ") else { continue };
        if command.contains(" games.pgn ") {
            continue;
        }
        let words = shell_words::split(command).expect("words");
        let path = |word: &String| match word.starts_with("peers/") {
            true => format!("{root}/{word}"),
            false => word.clone(),
        };
        let words: Vec<String> = words.iter().map(path).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        setwise(&[&["find"], &words[..]].concat()).exits(0).prints(expected);
        compared += 1;
    }
    assert!(compared >= 3, "{compared}");
}
