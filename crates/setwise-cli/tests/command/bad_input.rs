//! Tests of invalid input: an error message with the place, exit code 1, and never a panic.

use crate::run::{setwise, setwise_reading};

#[test]
fn the_caret_is_below_the_wrong_character() {
    let fen = "rnbqxbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let run = setwise(&["perft", "3", fen]).exits(1).prints("");
    assert_eq!(
        run.err,
        format!(
            "error: board, character 5: unexpected 'x' (expected piece letters, digits 1 to 8 and /, \
             such as 4k3/8)\n  \
             {fen}\n      ^\n"
        )
    );
}

#[test]
fn invalid_positions_are_rejected() {
    for (fen, words) in [
        ("", "board, character 1: missing"),
        (" ", "board, character 2: missing"),
        ("kiwipet", "expected a FEN, one of startpos, kiwipete"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "has no king"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "is next to the other king"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "could be captured"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on a8"),
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "unexpected 'X'"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 ranks"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 12345678901234567890 1", "too large"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 12345678901234567890", "too large"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "extra text"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "unexpected '-'"),
        ("4k3/8/8/8/8/8/8/4K3 \u{202e} - - 0 1", "(expected w or b)"),
        ("4k3/8/8/8/8/8/8/4Ké w - - 0 1", "unexpected 'é'"),
        ("4k3/8/8\x1b[31m/8/8/8/8/4K3 w - - 0 1", "unexpected '\\u{1b}'"),
    ] {
        let run = setwise(&["moves", fen]).exits(1).prints("").says(words).says("^");
        assert!(!run.err.contains(['\x1b', '\u{202e}']), "{run:#?}");
    }
}

#[test]
fn every_truncated_fen_is_an_error_unless_only_counters_are_missing() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let enough = fen.find(" 0 1").expect("it has counters");
    for end in 0..fen.len() {
        let run = setwise(&["show", &fen[..end]]);
        // A truncated castling field may be valid, but then the next field is missing.
        run.exits(if end < enough { 1 } else { 0 });
    }
}

#[test]
fn megabytes_of_invalid_input_are_rejected() {
    for (text, words) in [
        ("8", "-:1:1: the line is longer than 65536 bytes"),
        ("/", "-:1:1: the line is longer than 65536 bytes"),
        ("é", "-:1:1: the line is longer than 65536 bytes"),
        ("rnbqkbnr/", "-:1:1: the line is longer than 65536 bytes"),
        (" ", "-:1:1: the line is longer than 65536 bytes"),
        ("\n", "standard input: no position found"),
    ] {
        let run = setwise_reading(&["perft", "1", "-"], text.repeat(3_000_000));
        let run = run.exits(1).prints("").says(words);
        assert!(run.err.len() < 1000, "{run:#?}");
    }
    setwise_reading(&["perft", "1", "-"], "\0".repeat(3_000_000)).exits(2).says("not text");
}

#[test]
fn only_a_part_of_a_long_text_is_shown() {
    let text = format!("{}w - - 0 1", "8/".repeat(10_000));
    let run = setwise(&["moves", &text]).exits(1).says("more than 8 ranks").says("…");
    assert!(run.err.len() < 1000, "{run:#?}");
    let run = setwise_reading(&["moves", "-"], text).exits(1).says("more than 8 ranks");
    assert!(run.err.len() < 1000, "{run:#?}");
}

#[test]
fn standard_input_without_a_position_is_an_error() {
    setwise_reading(&["moves", "-"], "").exits(1).says("standard input: no position found");
    setwise_reading(&["moves", "-"], "\n\n\r\n").exits(1).says("standard input: no position found");
    setwise_reading(&["moves", "-"], b"\xff\n")
        .exits(1)
        .says("invalid UTF-8 at byte 1 of the line");
}

#[test]
fn a_directory_is_not_a_file() {
    let directory = env!("CARGO_TARGET_TMPDIR");
    for command in [&["verify"][..], &["epd"], &["book"], &["book", "--check"]] {
        let run = setwise(&[command, &[directory]].concat()).exits(2);
        let error = run.err.lines().last().expect("a message");
        assert_eq!(error, format!("error: {directory}: is a directory"), "{command:?}");
    }
}

#[cfg(not(has_lab))]
#[test]
fn a_build_without_the_lab_says_how_to_get_it() {
    let run = setwise(&["lab", "--port", "0"]).exits(2).prints("");
    run.says("this build has no browser lab").says("--features full");
    assert!(!setwise(&["--help"]).exits(0).out.contains("lab "), "the command is hidden");
}

#[test]
fn wrong_command_lines_exit_with_2() {
    for arguments in [
        &[][..],
        &["castle"],
        &["perft"],
        &["perft", "-1"],
        &["perft", "1", "--technique", "magick"],
        &["perft", "1", "--json", "--format", "perftree"],
        &["verify"],
        &["diff", "3"],
        &["diff", "3", "--engine", "x", "--option", "Hash"],
        &["diff", "3", "--engine", "x", "--option", "Hash=1\ngo infinite"],
    ] {
        let run = setwise(arguments).exits(2).prints("");
        assert!(run.err.contains("Usage") || run.err.starts_with("error: "), "{run:#?}");
    }
}

/// Each number of the command line, as `{}`, and the limits in the message.
const NUMBERS: [(&str, &str); 28] = [
    ("perft -- {}", "0 to 100"),
    ("perft 1 --threads={}", "1 to 1024"),
    ("perft 1 --hash={}", "0 to 16777216"),
    ("perft 1 --expect={}", "0 to 340282366920938463463374607431768211455"),
    ("diff -- {}", "1 to 100"),
    ("diff 1 --timeout={}", "1 to 1000000000"),
    ("deep plan --depth={}", "1 to 100"),
    ("deep plan --split={}", "1 to 100"),
    ("deep plan --shards={}", "1 to 99999"),
    ("job run x --shard={}", "0 to 4294967295"),
    ("job run x --memory={}", "1 to 16777216"),
    ("job verify x --rerun={}", "0 to 4294967295"),
    ("find check x --limit={}", "1 to 18446744073709551615"),
    ("book make x --min-games={}", "1 to 18446744073709551615"),
    ("book make x --depth={}", "1 to 65535"),
    ("quiz --seed={}", "0 to 18446744073709551615"),
    ("quiz --questions={}", "1 to 65535"),
    ("uci bench --depth={}", "1 to 255"),
    ("play --level={}", "1 to 8"),
    ("play --seed={}", "0 to 18446744073709551615"),
    ("magics --bits={}", "1 to 16"),
    ("magics --seed={}", "0 to 18446744073709551615"),
    ("magics --seconds={}", "1 to 1000000000"),
    ("svg --size={}", "8 to 100000"),
    ("explain magic rook e4 --width={}", "40 to 65535"),
    ("pgn filter none.pgn --sample={}", "0 to 1"),
    ("pgn stats none.pgn --threads={}", "1 to 1024"),
    ("find check x --threads={}", "1 to 1024"),
];

/// The same for the commands of a build with tables.
const OF_TABLES: [(&str, &str); 7] = [
    ("pgn plan none.pgn --sample={}", "0 to 1"),
    ("pgn export none.pgn --sample={}", "0 to 1"),
    ("pgn export none.pgn --sample-positions={}", "0 to 1"),
    ("pgn plan none.pgn --min-ply={}", "0 to 4294967295"),
    ("pgn plan none.pgn --max-ply={}", "0 to 4294967295"),
    ("pgn plan none.pgn --part-size={}", "1 to 1048576"),
    ("pgn plan none.pgn --part-bytes={}", "1 to 1099511627776"),
];

#[test]
fn a_number_out_of_its_range_is_an_error_that_says_the_range() {
    let of_tables = OF_TABLES.into_iter().filter(|_| cfg!(feature = "tables"));
    for (command, limits) in NUMBERS.into_iter().chain(of_tables) {
        let (least, most) = limits.split_once(" to ").expect("it has both");
        let least: u64 = least.parse().expect("it is a number");
        let below = least.checked_sub(1).map_or("-1".to_owned(), |below| below.to_string());
        let above = format!("{most}1");
        let huge = "9".repeat(400);
        for value in
            [&below, &above, &huge, "-1", "-1.5", "-1e400", "NaN", "-nan", "inf", "x", "1,x", ""]
        {
            let arguments: Vec<String> =
                command.split(' ').map(|word| word.replace("{}", value)).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let run = setwise(&arguments).exits(2).prints("");
            run.says(&format!(": expected {limits}\n"));
        }
    }
    for share in ["1.01", "50", "1e-400", "-.1e-999", ""] {
        let option = format!("--sample={share}");
        setwise(&["pgn", "filter", "none.pgn", &option]).exits(2).says(": expected 0 to 1\n");
    }
    for share in ["0", "0.0", "0e9", "-0", "1", "1e-300", "+.5"] {
        let option = format!("--sample={share}");
        setwise(&["pgn", "filter", "none.pgn", &option]).exits(2).says("none.pgn: ");
    }
}

/// The count reaches the greatest depth immediately, so a stack that is too small would overflow.
#[cfg(target_os = "linux")]
#[test]
fn the_greatest_depth_does_not_overflow_the_stack() {
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(["perft", "100", "--no-bulk", "--threads", "1"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the command runs");
    crate::run::wait_for_handler(child.id());
    crate::run::wait_until_it_works(child.id());
    assert_eq!(child.try_wait().expect("it is a child"), None, "it is still counting");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}
