//! Tests of `setwise perft`.

use setwise_perft::{Backend, BackendName};
use setwise_techniques::Technique;

#[cfg(unix)]
use crate::run::interrupted;
use crate::run::{Run, setwise, setwise_reading};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const INITIAL_2: &str = "\
a2a3: 20
a2a4: 20
b1a3: 20
b1c3: 20
b2b3: 20
b2b4: 20
c2c3: 20
c2c4: 20
d2d3: 20
d2d4: 20
e2e3: 20
e2e4: 20
f2f3: 20
f2f4: 20
g1f3: 20
g1h3: 20
g2g3: 20
g2g4: 20
h2h3: 20
h2h4: 20

Nodes searched: 400
";

fn sum(run: &Run) -> &str {
    run.out.lines().last().and_then(|line| line.strip_prefix("Nodes searched: ")).expect("a sum")
}

#[test]
fn the_default_format_is_that_of_stockfish() {
    let run = setwise(&["perft", "2"]).exits(0).prints(INITIAL_2);
    let err = run.err.trim_end();
    assert!(!err.contains('\n'), "one line: {err}");
    assert!(err.starts_with("400 leaves in "), "{err}");
    let technique = Technique::fastest();
    let backend = Backend::fastest().name();
    let threads = std::thread::available_parallelism().expect("the system knows it");
    let settings = format!(
        "mode families, threads {threads}, hash none, back-end {backend}, technique {technique}"
    );
    assert!(err.ends_with(&settings), "{err}");
    assert!(err.contains(" million leaves/s;"), "{err}");
}

#[test]
fn depth_0_is_one_leaf() {
    setwise(&["perft", "0"]).exits(0).prints("Nodes searched: 1\n").says("1 leaf in");
}

#[test]
fn a_mated_side_has_no_leaf() {
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    setwise(&["perft", "3", fen]).exits(0).prints("\nNodes searched: 0\n");
}

#[test]
fn the_format_perftree_has_no_words() {
    let text = INITIAL_2.replace(':', "").replace("Nodes searched ", "");
    setwise(&["perft", "2", "--format", "perftree"]).exits(0).prints(&text);
    // The program perftree calls its script with depth, FEN and moves, which may be empty.
    let run = setwise(&["perft", "--format", "perftree", "1", KIWIPETE, "--moves", ""]).exits(0);
    assert!(run.out.ends_with("\n\n48\n"), "{run:#?}");
}

#[test]
fn the_well_known_positions_have_their_published_counts() {
    for (name, depth, nodes) in [
        ("startpos", 4, "197281"),
        ("kiwipete", 3, "97862"),
        ("position3", 4, "43238"),
        ("position4", 3, "9467"),
        ("position5", 3, "62379"),
        ("position6", 3, "89890"),
    ] {
        let run = setwise(&["perft", &depth.to_string(), name, "--expect", nodes]).exits(0);
        assert_eq!(sum(&run), nodes, "{name}");
    }
}

#[test]
fn a_fen_needs_no_quotes_and_options_may_follow() {
    let quoted = setwise(&["perft", "2", KIWIPETE]).exits(0);
    assert_eq!(sum(&quoted), "2039");
    let mut words = vec!["perft", "2"];
    words.extend(KIWIPETE.split(' '));
    setwise(&words).exits(0).prints(&quoted.out);
    words.push("--json");
    assert_eq!(setwise(&words).exits(0).json()["fen"], KIWIPETE);
    // Three of these words begin with a dash.
    let run = setwise(&["perft", "1", "8/8/8/8/8/k7/p7/K7", "b", "-", "-", "--no-bulk"]).exits(0);
    assert_eq!(sum(&run), "3");
}

#[test]
fn a_dash_is_standard_input() {
    let input = format!("\n  {KIWIPETE}  \n");
    let line = format!("{KIWIPETE} ;D2 2039\n");
    setwise_reading(&["perft", "2", "-"], input).exits(0).prints(&line);
    setwise_reading(&["perft", "2", "-"], "kiwipete\r\n").exits(0).prints(&line);
    let stockfish = ["perft", "2", "-", "--format", "stockfish"];
    let run = setwise_reading(&stockfish, "kiwipete").exits(0);
    run.prints(&setwise(&["perft", "2", "kiwipete"]).out);
}

#[test]
fn moves_are_played_first() {
    for moves in [&["e2e4 e7e5"][..], &["e2e4", "e7e5"]] {
        let arguments = [&["perft", "1", "--moves"], moves, &["--json"]].concat();
        let json = setwise(&arguments).exits(0).json();
        assert_eq!(json["nodes"], 29);
        assert_eq!(json["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    }
    for castling in ["e1g1", "e1h1"] {
        let json = setwise(&["perft", "1", "kiwipete", "--json", "--moves", castling]).json();
        assert_eq!(json["nodes"], 43, "{castling}");
    }
}

#[test]
fn an_illegal_move_is_named_with_its_number_and_position() {
    let run = setwise(&["perft", "1", "--moves", "e2e4 e7e5 e1e3"]).exits(1).prints("");
    let run = run.says("move 3, e1e3, is not legal");
    run.says("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    setwise(&["perft", "1", "--moves", "e2e4 castle"])
        .exits(1)
        .says("move 2, \"castle\": not a move");
}

#[test]
fn castling_is_written_as_asked() {
    let has = |run: &Run, text: &str| run.out.lines().any(|line| line.starts_with(text));
    let run = setwise(&["perft", "1", "kiwipete"]);
    assert!(has(&run, "e1g1: ") && has(&run, "e1c1: ") && !has(&run, "e1h1: "), "{run:#?}");
    let run = setwise(&["perft", "1", "kiwipete", "--chess960"]);
    assert!(has(&run, "e1h1: ") && has(&run, "e1a1: ") && !has(&run, "e1g1: "), "{run:#?}");
    // The king on f1 requires king takes rook.
    let run = setwise(&["perft", "1", "4k3/8/8/8/8/8/8/5K1R w H - 0 1"]);
    assert!(has(&run, "f1h1: ") && has(&run, "f1g1: "), "{run:#?}");
}

#[test]
fn a_named_technique_gives_the_same_counts() {
    let expected = setwise(&["perft", "3", "kiwipete"]).out;
    let perft = |technique: &Technique| {
        setwise(&["perft", "3", "kiwipete", "--technique", technique.name()])
    };
    let run = perft(&Technique::Rotated).exits(0).prints(&expected);
    run.says("technique rotated\n");
    for technique in Technique::ALL.iter().filter(|technique| !technique.is_available()) {
        perft(technique).exits(2).says(&format!("cannot run the technique {technique}"));
    }
}

#[test]
fn counts_without_bulk_counting_are_the_same() {
    let expected = setwise(&["perft", "3"]).out;
    setwise(&["perft", "3", "--no-bulk"]).exits(0).prints(&expected).says("mode each-move");
}

#[test]
fn a_count_that_differs_from_expect_exits_with_1() {
    setwise(&["perft", "2", "--expect", "400"]).exits(0);
    let run = setwise(&["perft", "2", "--expect", "401"]).exits(1).prints(INITIAL_2);
    run.says("wrong count: expected 401, got 400\n");
}

/// The first three rows of the Chess Programming Wiki's table for position 2.
#[test]
fn the_statistics_are_the_published_ones() {
    let run = setwise(&["perft", "3", "kiwipete", "--stats"]).exits(0);
    let table = "
depth  nodes  captures  e.p.  castles  promotions  checks  discovered  double  mates
    1     48         8     0        2           0       0           0       0      0
    2   2039       351     1       91           0       3           0       0      0
    3  97862     17102    45     3162           0     993           0       0      1
";
    assert!(run.out.ends_with(&format!("Nodes searched: 97862\n{table}")), "{}", run.out);
    let json = setwise(&["perft", "2", "kiwipete", "--stats", "--json"]).exits(0).json();
    let row = serde_json::json!({
        "depth": 2, "nodes": 2039, "captures": 351, "en_passant": 1, "castles": 91,
        "promotions": 0, "checks": 3, "discovered_checks": 0, "double_checks": 0, "checkmates": 0,
    });
    assert_eq!(json["statistics"][1], row);
    assert_eq!(setwise(&["perft", "0", "--stats", "--json"]).json()["statistics"][0]["nodes"], 1);
}

#[test]
fn every_backend_gives_the_same_counts() {
    let expected = setwise(&["perft", "3", "kiwipete", "--backend", "scalar"]).exits(0).out;
    for name in BackendName::ALL {
        let run = setwise(&["perft", "3", "kiwipete", "--backend", name.as_str()]);
        if Backend::new(name).is_some() {
            let run = run.exits(0);
            assert_eq!(run.out, expected, "{name}");
            run.says(&format!("back-end {name}"));
        } else {
            run.exits(2).says("scalar and portable");
        }
    }
    setwise(&["perft", "3", "--backend", "avx1024"]).exits(2).says("portable");
    setwise(&["perft", "3", "--backend", "portable", "--technique", "walk"]).exits(2);
}

#[test]
fn json_is_one_object() {
    let plain = ["--no-bulk", "--technique", "walk", "--threads", "3"];
    let run = setwise(&[&["perft", "1", "kiwipete", "--json"], &plain[..]].concat());
    let json = run.exits(0).json();
    assert_eq!(json["fen"], KIWIPETE);
    assert_eq!(json["depth"], 1);
    assert_eq!(json["nodes"], 48);
    assert!(json["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert!(json["leaves_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
    let settings = serde_json::json!({
        "technique": "walk", "backend": "scalar", "mode": "each-move", "threads": 3, "hash": null,
        "chess960": false,
    });
    assert_eq!(json["settings"], settings);
    let moves = json["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 48);
    assert_eq!(moves[0], serde_json::json!({ "move": "a1b1", "nodes": 1 }));
    assert!(json.get("statistics").is_none());
    assert_eq!(json["interrupted"], false);
    // What the help says of the mode.
    for (option, mode) in [
        ("--backend=scalar", "families"),
        ("--backend=portable", "families"),
        ("--technique=walk", "families"),
        ("--each-alone", "each-alone"),
        ("--no-bulk", "each-move"),
    ] {
        let json = setwise(&["perft", "1", "--json", option]).exits(0).json();
        assert_eq!(json["settings"]["mode"], mode, "{option}");
    }
}

/// The count is deep enough to split the first moves into parts. The expected count is from
/// Stockfish 15.1.
#[test]
fn any_number_of_threads_gives_the_same_counts() {
    let endgame = ["perft", "7", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"];
    let expected =
        setwise(&[&endgame[..], &["--threads", "1"]].concat()).exits(0).says("threads 1,").out;
    assert_eq!(expected.lines().last(), Some("Nodes searched: 1466408"));
    for more in [&["--threads", "2"][..], &["--threads", "7"], &[], &["--backend", "scalar"]] {
        setwise(&[&endgame[..], more].concat()).exits(0).prints(&expected);
    }
    let stats = ["perft", "3", "kiwipete", "--stats", "--threads"];
    let one = setwise(&[&stats[..], &["1"]].concat()).exits(0).out;
    setwise(&[&stats[..], &["3"]].concat()).exits(0).prints(&one);
    for wrong in ["0", "4097", "x"] {
        setwise(&["perft", "1", "--threads", wrong]).exits(2);
    }
}

/// One of the moves gives mate, so it is finished immediately. The others take practically forever.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_count_and_prints_the_finished_moves() {
    let endless = ["perft", "100", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"];
    let words = "s: 1 of 20 first moves are finished\n";
    let with = |more: &[&str]| interrupted(&[&endless[..], more].concat()).exits(130).says(words);
    for threads in ["1", "2"] {
        let run = with(&["--threads", threads]).prints("a1a8: 0\n");
        assert!(run.err.starts_with("interrupted after "), "{run:#?}");
    }
    with(&["--format", "perftree"]).prints("a1a8 0\n");
    // The sum is not compared with the expected count.
    with(&["--expect", "1"]);
    let json = with(&["--json"]).json();
    assert_eq!((&json["interrupted"], &json["nodes"]), (&true.into(), &0.into()));
    assert_eq!(json["moves"], serde_json::json!([{ "move": "a1a8", "nodes": 0 }]));
    assert!(json["leaves_per_second"].is_null(), "{json}");
}

#[test]
fn a_hash_table_does_not_change_the_counts() {
    for backend in ["scalar", "portable"] {
        for more in [&["--threads", "1"][..], &["--threads", "2"], &["--each-alone"]] {
            let mut words = vec!["perft", "4", "kiwipete", "--hash", "1", "--backend", backend];
            words.extend(more);
            let run = setwise(&words).exits(0);
            assert_eq!(sum(&run), "4085603", "{words:?}");
            assert!(run.err.contains("hash 1 MiB"), "{}", run.err);
        }
    }
    let json = setwise(&["perft", "3", "--hash", "2", "--json"]).exits(0).json();
    assert_eq!((&json["nodes"], &json["settings"]["hash"]), (&8902.into(), &(2 << 20).into()));
    setwise(&["perft", "3", "--hash", "0"]).exits(0).says("hash none");
}

/// Fails if the more similar of two names comes second.
#[test]
fn a_misspelt_command_suggests_the_most_similar_one() {
    for (given, names) in
        [("perfd", ["'perft'", "'verify'"]), ("co", ["'convert'", "'completions'"])]
    {
        let run = setwise(&[given]).exits(2);
        let places = names.map(|name| run.err.find(name).unwrap_or(usize::MAX));
        assert!(places[0] < places[1], "{run:#?}");
    }
}

#[test]
fn a_hash_table_size_out_of_range_is_an_error() {
    setwise(&["perft", "3", "--hash", "-1"]).exits(2);
    for command in [&["perft", "3"], &["job", "run", "."], &["job", "verify", "."]] as [&[&str]; 3]
    {
        setwise(&[command, &["--hash", "16777217"]].concat()).exits(2).says("'--hash <MIB>'");
    }
    setwise(&["perft", "3", "--hash", "1", "--technique", "walk"]).exits(2).says("cannot be used");
}
