//! Tests of `setwise diff` with fake engines and with Stockfish.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::run::{Run, setwise};

/// Returns the path of the fake engine, which Cargo builds with the tests.
fn fake_engine() -> String {
    let profile = Path::new(env!("CARGO_BIN_EXE_setwise")).parent().expect("it is in a directory");
    let path =
        profile.join("examples").join(format!("fake_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "build it in this profile: cargo build --example fake_engine");
    path.to_str().expect("the path is text").replace('\\', "/")
}

/// Compares with a fake engine that has a fault, and checks that the engine has ended afterwards.
#[track_caller]
fn diff(fault: &str, arguments: &[&str]) -> Run {
    let name = format!("{fault}-{}.pids", arguments.join("-").replace(['/', ' '], "_"));
    let pids: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // The file may be left from an earlier run.
    let _ = fs::remove_file(&pids);
    let path = pids.to_str().expect("the path is text").replace('\\', "/");
    let engine = format!("'{}' {fault} '{path}'", fake_engine());
    let run = setwise(&[&["diff", "--engine", &engine], arguments].concat());
    let pids = fs::read_to_string(&pids).expect("the engine has written its number");
    assert_eq!(pids.lines().count(), if fault == "hanging" { 2 } else { 1 });
    for pid in pids.lines() {
        wait_for_end(pid);
    }
    run
}

/// Waits until a process has ended. A zombie counts as ended.
#[cfg(target_os = "linux")]
fn wait_for_end(pid: &str) {
    crate::run::wait_until("the engine has ended", || {
        match fs::read_to_string(format!("/proc/{pid}/stat")) {
            Err(_) => true,
            Ok(stat) => stat.rsplit(") ").next().is_some_and(|state| state.starts_with('Z')),
        }
    });
}

#[cfg(not(target_os = "linux"))]
fn wait_for_end(_: &str) {}

#[test]
fn a_correct_engine_is_equal() {
    let run = diff("correct", &["3"]).exits(0).says("engine: Fake correct");
    run.prints("equal: 20 first moves, 8902 leaves at depth 3\n");
    diff("correct", &["2", "kiwipete"])
        .exits(0)
        .prints("equal: 48 first moves, 2039 leaves at depth 2\n");
    let after = ["2", "--moves", "e2e4 e7e5"];
    diff("correct", &after).exits(0).prints("equal: 29 first moves, 835 leaves at depth 2\n");
}

/// Fails if the position is refused, or sent to the engine without its en passant square.
#[test]
fn a_position_that_cannot_occur_in_a_game_is_compared() {
    let fen = "6q1/3r4/4Q3/5r2/pP2K3/8/k4p2/B2R4 b - b3 0 1";
    let run = diff("correct", &["2", fen]).exits(0).says(&format!("note: {fen} cannot occur"));
    run.prints("equal: 5 first moves, 152 leaves at depth 2\n");
}

#[test]
fn castling_may_be_written_either_way() {
    let expected = "equal: 48 first moves, 2039 leaves at depth 2\n";
    diff("king-takes-rook", &["2", "kiwipete"]).exits(0).prints(expected);
    diff("king-takes-rook", &["2", "kiwipete", "--chess960"]).exits(0).prints(expected);
    diff("correct", &["2", "kiwipete", "--chess960"]).exits(0).prints(expected);
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    diff("correct", &["2", chess960])
        .exits(0)
        .prints("equal: 21 first moves, 528 leaves at depth 2\n");
}

/// The first checkmates are possible at ply 4.
#[test]
fn a_difference_at_depth_4_is_followed_to_its_position() {
    diff("no-mates", &["3"]).exits(0);
    diff("no-mates", &["4"]).exits(1).prints(
        "\
depth 4, f2f3: the engine counts 8455, setwise 8457
depth 3, e7e5: the engine counts 569, setwise 570
depth 2, g2g4: the engine counts 29, setwise 30
path: f2f3 e7e5 g2g4
FEN: rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2
missing in the engine: d8h4
extra in the engine: none
",
    );
}

#[test]
fn missing_moves_are_listed() {
    diff("no-castling", &["2", "kiwipete"]).exits(1).prints(
        "\
path: none
FEN: r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
missing in the engine: e1c1 e1g1
extra in the engine: none
",
    );
    diff("no-castling", &["1", "kiwipete", "--chess960"]).exits(1).prints(
        "\
path: none
FEN: r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1
missing in the engine: e1a1 e1h1
extra in the engine: none
",
    );
}

#[test]
fn extra_moves_are_listed() {
    let initial = "path: none\nFEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    diff("extra-move", &["3"])
        .exits(1)
        .prints(&format!("{initial}missing in the engine: none\nextra in the engine: a1h7\n"));
    let run = diff("twice", &["3"]).exits(1);
    assert!(run.out.ends_with("(a second time)\n"), "{run:#?}");
}

#[test]
fn moves_without_a_leaf_need_not_be_listed() {
    // Some of the moves give checkmate, some stalemate.
    let fen = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    diff("no-empty-moves", &["2", fen]).exits(0);
}

#[test]
fn a_wrong_sum_is_reported() {
    let run = diff("wrong-sum", &["2"]).exits(1);
    let words = "the engine's sum is wrong: it prints 401, but its counts, which are correct, add up \
                 to 400\n";
    assert!(run.out.ends_with(words), "{run:#?}");
}

#[test]
fn an_engine_that_contradicts_itself_is_reported() {
    let run = diff("contradiction", &["2"]).exits(1);
    assert!(
        run.out.contains("the engine contradicts itself: for this position it counts 20 leaves"),
        "{run:#?}"
    );
    assert!(run.out.contains("for the last move of the path it counted 21"), "{run:#?}");
    let run = diff("doubled", &["1"]).exits(1);
    assert!(run.out.ends_with("the engine counts one move as 2: a2a3\n"), "{run:#?}");
}

#[test]
fn an_engine_without_counts_by_move_is_an_error() {
    diff("sum-only", &["2"]).exits(2).prints("").says("only a sum");
}

#[test]
fn options_are_set() {
    let arguments = ["1", "--option", "Hash=64", "--option", "Clear All = yes"];
    diff("correct", &arguments).exits(0);
}

#[test]
fn an_engine_without_a_complete_answer_is_an_error() {
    let cases = [
        // Fails if a process that never stops printing is waited for until the time is over.
        ("endless-start", "the engine printed 10000 lines after \"uci\" (expected \"uciok\""),
        ("silent", "the engine printed nothing within 1 s after \"uci\""),
        ("hanging", "the engine printed nothing within 2 s after \"go perft 3\""),
        ("half-answer", "the engine did not continue its answer to \"go perft 3\" within 2 s"),
        ("exiting", "the engine exited (exit status: 3) before it answered \"go perft 3\""),
        ("endless-info", "the engine did not continue its answer to \"go perft 3\" within 2 s"),
        ("endless-line", "the engine "),
        ("endless-answer", "the engine lists more than 1000 moves"),
    ];
    let check = |fault, words: &str| {
        let first = match fault {
            "endless-start" | "endless-answer" => 60,
            "silent" => 1,
            _ => 2,
        };
        // The answers before the fault must come within the same time. On a busy machine they may
        // not, and then the time is longer.
        for timeout in [first, 10, 60] {
            let words = words.replace(" 2 s", &format!(" {timeout} s"));
            let run = diff(fault, &["3", "--timeout", &timeout.to_string()]).exits(2).prints("");
            if run.err.contains(&words) || timeout == 60 {
                run.says(&words);
                break;
            }
        }
    };
    // Most of them wait.
    thread::scope(|scope| {
        for (fault, words) in cases {
            scope.spawn(move || check(fault, words));
        }
    });
}

#[test]
fn an_engine_that_cannot_be_started_is_an_error() {
    for (engine, words) in [
        ("no-such-engine-anywhere", "cannot start the engine \"no-such-engine-anywhere\""),
        ("", "the command is empty"),
        ("'half quoted", "cannot start the engine"),
    ] {
        setwise(&["diff", "2", "--engine", engine]).exits(2).prints("").says(words);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_engine() {
    let pids = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupted.pids");
    let _ = fs::remove_file(&pids);
    let engine = format!("'{}' hanging '{}'", fake_engine(), pids.display());
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args(["diff", "3", "--engine", &engine])
        .spawn()
        .expect("the command runs");
    let both = || fs::read_to_string(&pids).is_ok_and(|pids| pids.lines().count() == 2);
    crate::run::wait_until("the engine has written the numbers of two processes", both);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    assert_eq!(crate::run::output_of(child).status.code(), Some(130));
    for pid in fs::read_to_string(&pids).expect("the engine has started").lines() {
        wait_for_end(pid);
    }
}

#[test]
fn stockfish_agrees_where_it_is_installed() {
    let places = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&places).chain([PathBuf::from("/usr/games")]);
    let Some(stockfish) = places.map(|place| place.join("stockfish")).find(|path| path.is_file())
    else {
        println!("skipped: no stockfish on PATH or in /usr/games");
        return;
    };
    let engine = stockfish.to_str().expect("the path is text");
    for position in [
        "startpos",
        "kiwipete",
        "position3",
        "position4",
        "position5",
        "position6",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        // Positions that cannot occur in a game.
        "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
        "6q1/3r4/4Q3/5r2/pP2K3/8/k4p2/B2R4 b - b3 0 1",
        "2rk4/4b2q/6Q1/2Kb1Q1Q/8/8/8/1R4q1 w - - 0 1",
    ] {
        let run = setwise(&["diff", "3", position, "--engine", engine]).exits(0);
        assert!(run.out.starts_with("equal: ") && run.err.contains("Stockfish"), "{run:#?}");
    }
    setwise(&["diff", "2", "kiwipete", "--engine", engine, "--chess960"]).exits(0);
}
