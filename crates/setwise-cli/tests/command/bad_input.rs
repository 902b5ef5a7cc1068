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
        &["perft", "x"],
        &["perft", "-1"],
        &["perft", "101"],
        &["perft", "4294967296"],
        &["perft", "1", "--expect", "-5"],
        &["perft", "1", "--technique", "magick"],
        &["perft", "1", "--json", "--format", "perftree"],
        &["verify"],
        &["diff", "3"],
        &["diff", "0", "--engine", "x"],
        &["diff", "3", "--engine", "x", "--timeout", "0"],
        &["diff", "3", "--engine", "x", "--option", "Hash"],
        &["diff", "3", "--engine", "x", "--option", "Hash=1\ngo infinite"],
    ] {
        let run = setwise(arguments).exits(2).prints("");
        assert!(run.err.contains("Usage") || run.err.starts_with("error: "), "{run:#?}");
    }
}

#[test]
fn a_share_is_from_0_to_1() {
    let run = |command: &str, option: &str, share: &str| {
        let to: &[&str] = if command == "filter" { &[] } else { &["--to", "/no/where"] };
        let option = format!("{option}={share}");
        setwise(&[&["pgn", command, "none.pgn", &option], to].concat()).exits(2)
    };
    for share in ["50", "-1", "1.01", "NaN", "-nan", "inf", "-inf", "1e-400", "-.1e-999", "x", ""] {
        run("filter", "--sample", share).says("expected a number from 0 to 1");
        let of_tables = [
            ("plan", "--sample"),
            ("export", "--sample"),
            ("plan", "--sample-positions"),
            ("export", "--sample-positions"),
        ];
        for (command, option) in of_tables.into_iter().filter(|_| cfg!(feature = "tables")) {
            run(command, option, share).says("expected a number from 0 to 1");
        }
    }
    for share in ["0", "0.0", "0e9", "-0", "1", "1e-300", "+.5"] {
        run("filter", "--sample", share).says("none.pgn: ");
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
