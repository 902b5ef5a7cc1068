//! Tests of `setwise verify`.

use std::fs;
use std::path::{Path, PathBuf};

use setwise_techniques::Technique;

#[cfg(unix)]
use crate::run::interrupted;
use crate::run::{Run, setwise, setwise_reading};

/// Returns the path of a suite of the library's test data.
fn library_suite(name: &str) -> String {
    format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn perft_suite() -> String {
    format!("{}/tests/data/well-known.perft", env!("CARGO_MANIFEST_DIR"))
}

/// Writes a file for one test and returns its path.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the directory is there for that");
    path.to_str().expect("the path is text").to_owned()
}

/// Returns the number of counts in an EPD suite that are at most `max_nodes`, and of the others.
fn depths(path: &str, max_nodes: u64) -> (usize, usize) {
    let text = fs::read_to_string(path).expect("the suite is there");
    let nodes =
        text.split(';').filter_map(|part| part.strip_prefix('D')?.split_whitespace().nth(1));
    let nodes: Vec<u64> = nodes.map(|nodes| nodes.parse().expect("a number")).collect();
    let few = nodes.iter().filter(|nodes| **nodes <= max_nodes).count();
    (few, nodes.len() - few)
}

#[track_caller]
fn last_line(run: &Run) -> &str {
    run.out.lines().last().expect("there is a last line")
}

#[test]
fn the_suites_of_the_library_pass() {
    for name in ["random.epd", "chess960.epd"] {
        let path = library_suite(name);
        let (few, many) = depths(&path, 20_000);
        assert!(few > 100 && many > 100, "{name}");
        let run = setwise(&["verify", &path, "--max-nodes", "20000"]).exits(0);
        run.prints(&format!("{few} passed, 0 failed, {many} skipped\n"));
    }
}

/// Fails if a position is refused that cannot occur in a game only because of the moves before it,
/// or if the note for it is missing.
#[test]
fn a_suite_of_unreachable_positions_passes_with_notes() {
    let path = library_suite("unreachable.epd");
    let (few, many) = depths(&path, 20_000);
    let run = setwise(&["verify", &path, "--max-nodes", "20000"]).exits(0);
    assert_eq!(run.err.matches("cannot occur in a game, but is counted: ").count(), 32, "{run:#?}");
    run.prints(&format!("{few} passed, 0 failed, {many} skipped\n"));
}

#[test]
fn a_suite_from_standard_input() {
    let suite = fs::read(perft_suite()).expect("the suite is there");
    let from_file = setwise(&["verify", &perft_suite(), "--max-nodes", "20000"]).exits(0);
    let run = setwise_reading(&["verify", "-", "--max-nodes", "20000"], suite).exits(0);
    run.prints(&from_file.out);
    setwise_reading(&["verify", "-"], "").exits(2).says("-: the file has no counts");
    setwise_reading(&["verify", "-"], "startpos ;D1 20").exits(1);
}

#[test]
fn the_results_of_several_files_are_added() {
    let (random, chess960) = (library_suite("random.epd"), library_suite("chess960.epd"));
    let (few, many) = (depths(&random, 300), depths(&chess960, 300));
    let run = setwise(&["verify", &random, &chess960, "--max-nodes", "300"]).exits(0);
    let (passed, skipped) = (few.0 + many.0, few.1 + many.1);
    run.prints(&format!("{passed} passed, 0 failed, {skipped} skipped\n"));
}

#[test]
fn a_perft_suite_passes() {
    setwise(&["verify", &perft_suite()]).exits(0).prints("20 passed, 0 failed, 0 skipped\n");
    let run = setwise(&["verify", &perft_suite(), "--max-nodes", "10000"]).exits(0);
    run.prints("15 passed, 0 failed, 5 skipped\n");
}

#[test]
fn each_technique_is_counted() {
    let available = Technique::ALL.iter().filter(|technique| technique.is_available()).count();
    let missing = Technique::ALL.len() - available;
    let arguments = ["verify", &perft_suite(), "--technique", "all", "--max-nodes", "10000"];
    let run = setwise(&arguments).exits(0);
    let (passed, skipped) = (15 * available, 15 * missing + 5 * Technique::ALL.len());
    assert_eq!(run.out, format!("{passed} passed, 0 failed, {skipped} skipped\n"));
    assert_eq!(run.err.matches("skipped: ").count(), missing, "{run:#?}");
    let run = setwise(&["verify", &perft_suite(), "--technique", "rotated"]);
    run.exits(0).prints("20 passed, 0 failed, 0 skipped\n");
}

#[test]
fn a_wrong_count_has_file_line_and_both_counts() {
    let fen = "8/8/8/8/8/k7/p7/K7 b - - 0 1";
    let path = file("wrong.epd", format!("# a comment\n\n{fen} ;D1 3 ;D2 1 ;D3 5\n"));
    let run = setwise(&["verify", &path]).exits(1);
    let [two, three] = [2, 3].map(|depth| setwise(&["perft", &depth.to_string(), fen]));
    let nodes = |run: &Run| last_line(run).replace("Nodes searched: ", "");
    run.prints(&format!(
        "{path}:3: {fen}: depth 2: expected 1, got {}\n\
         {path}:3: {fen}: depth 3: expected 5, got {}\n\
         1 passed, 2 failed, 0 skipped\n",
        nodes(&two),
        nodes(&three),
    ));
    let run = setwise(&["verify", &path, "--technique", "all"]).exits(1);
    assert!(run.out.contains(&format!("expected 1, got {} with walk\n", nodes(&two))), "{run:#?}");
}

#[test]
fn a_wrong_count_in_a_perft_suite_has_the_line_of_the_count() {
    let fen = "8/8/8/8/8/k7/p7/K7 b - -";
    let path = file("wrong.perft", format!("id one\nepd {fen}\nperft 1 3\nperft 1 4\n"));
    let run = setwise(&["verify", &path]).exits(1);
    run.prints(&format!(
        "{path}:4: {fen}: depth 1: expected 4, got 3\n1 passed, 1 failed, 0 skipped\n"
    ));
}

#[test]
fn a_malformed_line_is_a_failure_and_the_other_lines_are_checked() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut content = format!(
        "{start} ;D1 20\n\
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1 ;D1 20 ;D2 400\n\
         {start} ;D1 twenty ;D2 400\n\
         {start}\n\
         {start} ;D101 20\n"
    )
    .into_bytes();
    content.extend(b"\xff\xfe ;D1 20\n");
    content.extend(b"8".repeat(100_000));
    content.extend(format!("\n{start} ;D1 20").bytes());
    let path = file("malformed.epd", content);
    let run = setwise(&["verify", &path]).exits(1);
    let expected = [
        (2, "board, character 35: 7 ranks (expected 8)"),
        (
            3,
            "\"D1 twenty\" is not a depth and a count (expected D1 20 in an EPD suite, perft 1 20 in a .perft suite)",
        ),
        (4, "the position has no count (expected one, as in ;D1 20)"),
        (5, "depth 101 (expected 0 to 100)"),
        (6, "invalid UTF-8 at byte 1 of the line"),
        (7, "the line is longer than 65536 bytes"),
    ];
    let mut text = expected.map(|(line, what)| format!("{path}:{line}: {what}\n")).concat();
    text += "3 passed, 6 failed, 2 skipped\n";
    run.prints(&text);
}

#[test]
fn the_malformed_lines_of_a_perft_suite_are_failures() {
    let path = file(
        "malformed.perft",
        "perft 1 20\nid a\nepd 8/8/8/8/8/8/8/8 w - -\nperft 1 0\nepd 8/8/8/8/8/k7/p7/K7 b - -\n\
         perft 1\nnodes 4\nperft 1 3\n",
    );
    let run = setwise(&["verify", &path]).exits(1);
    let expected = " (expected D1 20 in an EPD suite, perft 1 20 in a .perft suite)";
    run.prints(&format!(
        "{path}:1: a count before the first position (expected a line \"epd FEN\")\n\
         {path}:3: board, character 1: white has no king (expected one)\n\
         {path}:6: \"perft 1\" is not a depth and a count{expected}\n\
         {path}:7: \"nodes 4\" is not a depth and a count{expected}\n\
         1 passed, 4 failed, 1 skipped\n"
    ));
}

#[test]
fn line_ends_and_byte_order_marks_are_ignored() {
    let line = "8/8/8/8/8/k7/p7/K7 b - - ;D1 3";
    for (name, text) in [
        ("crlf.epd", format!("{line}\r\n\r\n{line}\r\n")),
        ("bom.epd", format!("\u{feff}{line}\n{line}")),
        ("spaces.epd", format!("  {line}  \n\n# done\n\t{line}")),
        ("tight.epd", format!("{0};D1 3\n{0} ; D1 3 ;", "8/8/8/8/8/k7/p7/K7 b - - 0 1")),
    ] {
        let run = setwise(&["verify", &file(name, text)]).exits(0);
        run.prints("2 passed, 0 failed, 0 skipped\n");
    }
    let text = "\u{feff}id a\r\nepd 8/8/8/8/8/k7/p7/K7 b - -\r\nperft 1 3\r\n";
    setwise(&["verify", &file("bom.perft", text)])
        .exits(0)
        .prints("1 passed, 0 failed, 0 skipped\n");
}

#[test]
fn a_file_without_counts_is_an_error() {
    let good = perft_suite();
    let missing = format!("{good}.missing");
    let run = setwise(&["verify", &missing, &good]).exits(2).says(&missing);
    run.prints("20 passed, 0 failed, 0 skipped\n");
    for (name, text) in [("empty.epd", ""), ("comments.epd", "# nothing\n\n# to check\n")] {
        let run = setwise(&["verify", &file(name, text)]).exits(2).says("the file has no counts");
        run.prints("0 passed, 0 failed, 0 skipped\n");
    }
    let prose = file("prose.txt", "This is not a suite.\n");
    let run = setwise(&["verify", &prose]).exits(2).says("the file has no counts");
    assert_eq!(last_line(&run), "0 passed, 1 failed, 0 skipped");
    setwise(&["verify", env!("CARGO_TARGET_TMPDIR")]).exits(2).says("directory");
}

/// A count of depth 5 is divided among the threads.
#[test]
fn the_output_is_the_same_for_any_number_of_threads() {
    let counts = ";D1 15 ;D4 1 ;D5 674624 ;D5 674625";
    let path = file("threads.epd", format!("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - {counts}"));
    let verify = ["verify", &path, "--threads"];
    let one = setwise(&[&verify[..], &["1"]].concat()).exits(1).out;
    // The Chess Programming Wiki has these counts of position 3.
    assert!(one.contains("depth 1: expected 15, got 14\n"), "{one}");
    assert!(one.contains("depth 4: expected 1, got 43238\n"), "{one}");
    assert!(one.contains("depth 5: expected 674625, got 674624\n"), "{one}");
    assert!(one.ends_with("1 passed, 3 failed, 0 skipped\n"), "{one}");
    setwise(&[&verify[..], &["3"]].concat()).exits(1).prints(&one);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_run_and_prints_the_results() {
    let endless = file("endless.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ;D100 1");
    let suites = ["verify", &endless, "no-such-file"];
    interrupted(&suites).exits(130).prints("0 passed, 0 failed, 0 skipped\n");
}

/// Fails if a compressed suite is read as text.
#[test]
fn a_suite_may_be_compressed() {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let suite = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ;D1 6 ;D2 30\n";
    std::io::Write::write_all(&mut gzip, suite).expect("into memory");
    let path = file("compressed-suite.epd.gz", gzip.finish().expect("into memory"));
    let run = setwise(&["verify", &path]);
    assert!(last_line(&run).starts_with("2 passed, 0 failed"), "{run:#?}");
}
