//! `setwise find`, and the sets of `setwise show`.

use serde_json::json;
use setwise_testkit::Directory;

use crate::run::{setwise, setwise_reading};

const GAMES: &str = "\
[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. d4 e6 2. c4 Ke7 *\n\n\
[White \"E, F\"]\n[Black \"G\"]\n\n1. Nf3 Nf6 1/2-1/2\n";

fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Asks the questions of the table in docs/find.md, and compares the numbers of games.
#[test]
fn the_questions_of_the_guide_have_their_answers() {
    let guide = std::fs::read_to_string(root().join("docs/find.md")).expect("the guide is text");
    let games = root().join("peers/python/games/chess.js-1.4.0/benchmark.pgn");
    let games = games.to_str().expect("text");
    let (mut asked, mut empty) = (0, 0);
    for line in guide.lines() {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [_, expression, count] = cells[..] else { continue };
        let Ok(count) = count.trim_end_matches(" |").parse::<u64>() else { continue };
        let expression = expression.trim_matches('`').replace("\\|", "|");
        let run = setwise(&["find", &expression, games, "--count", "--json"]);
        let run = run.exits(if count == 0 { 1 } else { 0 });
        let counts = run.json();
        assert_eq!(counts["matching_games"], json!(count), "{expression}");
        assert_eq!((&counts["games"], &counts["positions"]), (&json!(100), &json!(6293)));
        asked += 1;
        empty += u32::from(count == 0);
    }
    // Thirty questions, and thirty of users of CQL.
    assert!(asked >= 60 && empty <= 5, "{asked} questions, {empty} of them empty");
}

#[test]
fn each_output_names_what_matches() {
    let find = |arguments: &[&str]| {
        setwise_reading(&[&["find", "from & [Qk]", "-"], arguments].concat(), GAMES).exits(0)
    };
    find(&[]).prints(
        "-: game 1 at byte 0, A - B, 1-0: plies 2, 6\n-: game 2 at byte 103, C - D, *: ply 3\n",
    );
    find(&["--games"])
        .prints("-: game 1 at byte 0, A - B, 1-0: ply 2\n-: game 2 at byte 103, C - D, *: ply 3\n");
    find(&["--limit", "1"]).prints("-: game 1 at byte 0, A - B, 1-0: plies 2, 6\n");
    find(&["--count"]).prints("games:     2 of 3 match\npositions: 3 of 16 match\n");
    let counts = "{\"games\":3,\"matching_games\":2,\"matching_positions\":3,\"positions\":16}\n";
    find(&["--count", "--json"]).prints(counts);
    find(&["--csv", "--tags", "White,WhiteElo"])
        .prints("game,ply,White,WhiteElo\n1,2,A,2500\n1,6,A,2500\n2,3,C,\n");
    find(&["--csv", "--tags", "White, Elo"]).says("no game read has the tag \"Elo\"");
    let run = find(&["--fen", "--limit", "1"]);
    assert!(run.out.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"));
    let run = find(&["--json"]);
    let second = &run.objects()[1];
    assert_eq!((&second["game"], &second["plies"]), (&json!(2), &json!([3])));
    let run = find(&["--pgn"]);
    assert_eq!(run.out.trim_end(), GAMES.split("\n\n[White \"E").next().expect("two games"));
}

#[test]
fn hits_are_marked_by_a_comment() {
    let run = setwise_reading(&["find", "check or Qh5", "-", "--pgn", "--mark"], GAMES).exits(0);
    let moves = run.out.lines().last().map(|_| run.out.replace('\n', " ")).unwrap_or_default();
    assert!(moves.contains("2. Qh5 {match} 2... Nc6 {match}"), "{moves}");
    assert!(moves.contains("4. Qxf7# {match} 1-0"), "{moves}");
    assert_eq!(moves.matches("{match}").count(), 5, "{moves}");
    setwise(&["find", "check", "-", "--mark"]).exits(2);
}

#[test]
fn the_same_games_are_found_by_any_number_of_threads() {
    let directory = Directory::new();
    let path = directory.write("games.pgn", &GAMES.repeat(2_000).into_bytes());
    let path = path.to_str().expect("text");
    let find = |threads: &str| {
        setwise(&["find", "Qh5 then captures", path, "--threads", threads]).exits(0)
    };
    let one = find("1").out;
    assert_eq!(one.lines().count(), 2_000);
    for threads in ["2", "3", "20"] {
        assert_eq!(find(threads).out, one, "{threads} threads");
    }
}

/// Nothing is read from a pipe to see whether it is a table.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_that_has_a_path_is_read_from_its_first_byte() {
    for options in [&["--count"][..], &["--pgn"]] {
        let read = |path: &str| {
            let arguments = [&["find", "captures", path], options].concat();
            setwise_reading(&arguments, GAMES).exits(0).out
        };
        assert_eq!(read("/dev/stdin"), read("-"));
    }
}

#[test]
fn lines_of_positions_are_asked() {
    let lines = "# two\nstartpos\n4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\nnonsense\n";
    let run = setwise_reading(&["find", "check", "-", "--positions"], lines).exits(1);
    assert_eq!(run.out, "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\n");
    run.says("-:4:2: ");
    let right = "startpos\n4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\n";
    let run = setwise_reading(&["find", "check", "-", "--positions", "--count"], right).exits(0);
    run.prints("positions: 1 of 2 match\n");
    setwise_reading(&["find", "ever check", "-", "--positions"], right)
        .exits(2)
        .says("`ever` asks a game, and the source has positions only");
}

#[test]
fn what_is_wrong_is_said() {
    let find =
        |arguments: &[&str]| setwise_reading(&[&["find"], arguments, &["-"]].concat(), GAMES);
    find(&["isolate(P)"]).exits(2).says("`isolate`: did you mean `isolated`?");
    find(&["count(P)"]).exits(2).says("`count(P)` is a number");
    find(&["check", "--define", "check = Q"]).exits(2).says("`check` is a word");
    find(&["check", "--define", "nowhere.sets"]).exits(2).says("expected NAME = EXPRESSION");
    find(&["loop", "--define", "loop = loop"]).exits(2).says("uses itself");
    find(&["stalemate"]).exits(1).prints("");
    find(&["Whte = A"])
        .exits(1)
        .says("no game read has the tag \"Whte\" (did you mean \"White\"?)");
    find(&["result = draw"]).exits(2).says("`draw` is no result");
    find(&["behind Q"]).exits(2).says("`(`, as in `behind(S, T)`");
    find(&["R behind Q"]).exits(2).says("`behind` is written `behind(S, T)`");
    find(&["Q & h5 or [Ra1 h8]"]).exits(0).says("`[Ra1 h8]` are squares, which always hold");
    find(&["check", "--count", "--limit", "2"]).exits(2);
    setwise(&["find", "check", "a.Epd.GZ", "b.pgn"]).exits(2).says("cannot be asked together");
    let cut = setwise_reading(&["find", "Pe4", "-"], "1. e4 e5 2. Ke7 *").exits(0);
    cut.says("games with an error, asked up to it: 1 of 1");
    setwise(&["find", "check", "nowhere.pgn"]).exits(2).says("nowhere.pgn");
    setwise(&["find", "check"]).exits(2);
}

#[test]
fn definitions_are_read_from_text_and_files() {
    let directory = Directory::new();
    let path =
        directory.write("own.sets", b"# mine\nraid(S) =\n  S & [a-h7 a-h8]\nmine = raid(Q)\n");
    let path = path.to_str().expect("text");
    let arguments = ["find", "mine and more", "-", "--define", path, "--define", "more = K"];
    setwise_reading(&arguments, GAMES).exits(0).prints("-: game 1 at byte 0, A - B, 1-0: ply 7\n");
    let wrong = directory.write("wrong.sets", b"# mine\nfine = Q\nfile(S) = S\n");
    let wrong = wrong.to_str().expect("text");
    setwise_reading(&["find", "fine", "-", "--define", wrong], GAMES)
        .exits(2)
        .says("wrong.sets:3:1: `file` is a word, so it cannot be defined\n  file(S) = S\n  ^");
}

#[test]
fn words_and_plans_are_printed() {
    let words = setwise(&["find", "--words"]).exits(0);
    assert!(words.out.contains("hanging(S)") && words.out.contains("fork(S, T)"), "{words:?}");
    let drawn = setwise(&["find", "--words", "last_from"]).exits(0).out;
    assert!(drawn.contains("\nply 1, after e4 and before e5\n8  r n b q k b n r\n"), "{drawn}");
    assert!(drawn.contains("\nlast_from & e2: 1 square\n. . . . . . . .\n"), "{drawn}");
    let drawn = setwise(&["find", "--words", "fork"]).exits(0).out;
    assert!(drawn.starts_with("fork(S, T) ") && drawn.contains("\nfork(N, [kq]): true\n"));
    setwise(&["find", "--words", "isolate"]).exits(2).says("`isolate`: did you mean `isolated`?");
    setwise(&["find", "--words", "e4"]).exits(2).says("`e4` is no word");
    setwise(&["find", "either(Ke1)", "--explain"])
        .exits(0)
        .prints("((K & e1) or (k & e8))\nat most 18 word operations a position\n");
}

#[test]
fn the_parts_of_an_expression_are_drawn() {
    let run = setwise(&["show", "kiwipete", "--sets", "count(attacks(N) & a) > 2"]).exits(0);
    assert!(run.out.contains("attacks(N) & a: 3 squares\n"), "{}", run.out);
    assert!(run.out.ends_with("count(attacks(N) & a) > 2: true\n"), "{}", run.out);
    let shown =
        setwise(&["show", "kiwipete", "--sets", "attacks(N) & a", "--json"]).exits(0).json();
    let last = shown["sets"].as_array().expect("a list").last().expect("a part");
    assert_eq!(*last, json!({ "text": "attacks(N) & a", "value": ["g6", "d7", "f7"] }));
    let run = setwise(&["show", "--sets", "N | k", "--svg", "-"]).exits(0);
    assert!(run.out.starts_with("<svg ") && run.out.contains(">N | k: 3 squares<"), "{}", run.out);
    setwise(&["show", "--svg", "-"]).exits(2);
    setwise_reading(&["show", "-", "--sets", "N", "--svg", "-"], "startpos\nkiwipete\n")
        .exits(2)
        .says("a second position, but --svg names one image");
    setwise(&["show", "--sets", "Q then K"]).exits(2).says("positions only");
}
