//! Dialogues of the protocol.

use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::run;

/// What was written, which the input can wait for.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("UTF-8")
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines after which the other side waits for a number of moves. An answer that does not come within
/// two minutes is an error.
struct Asking {
    lines: Cursor<Vec<u8>>,
    said: Said,
    moves: usize,
}

impl Read for Asking {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("it is read as a buffer")
    }
}

impl BufRead for Asking {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let began = Instant::now();
        let is_at_end = self.lines.fill_buf()?.is_empty();
        while is_at_end && self.said.text().matches("bestmove ").count() < self.moves {
            if began.elapsed() > Duration::from_secs(120) {
                return Err(io::Error::other(format!("no answer: {}", self.said.text())));
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.lines.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.lines.consume(bytes);
    }
}

/// Runs a dialogue in which the input ends after a number of moves. Returns the output.
fn until(moves: usize, lines: &str) -> String {
    let said = Said::default();
    let lines = Cursor::new(lines.as_bytes().to_vec());
    run(Asking { lines, said: said.clone(), moves }, said.clone()).expect("nothing fails");
    let text = said.text();
    assert_eq!(text.matches("bestmove ").count(), moves, "{text}");
    text
}

/// Runs a dialogue in which the input ends after some lines. Returns the output.
fn uci(lines: &str) -> String {
    let said = Said::default();
    run(Cursor::new(lines), said.clone()).expect("nothing fails");
    said.text()
}

/// Returns the number of legal moves after some lines.
fn moves_after(lines: &str) -> String {
    let said = uci(&format!("{lines}\ngo perft 1\n"));
    let (_, count) = said.split_once("Nodes searched: ").unwrap_or(("", &said));
    count.trim().to_owned()
}

#[test]
fn every_command_is_answered() {
    let said = until(
        1,
        "\u{feff}uci\nisready\n\nsetoption name Hash value 2\nsetoption name MultiPV value 2\n\
         position startpos moves e2e4 e7e5\ngo depth 2\n",
    );
    assert!(
        said.contains("option name Hash type spin default 16") && said.contains("uciok\nreadyok\n")
    );
    assert!(said.contains("info depth 2 ") && said.contains(" multipv 2 score "), "{said}");
}

/// Finds commands that are found in the middle of a line: `register name Stop code quit` ended the
/// program.
#[test]
fn a_command_is_the_first_word_of_its_line() {
    for line in [
        "register name Stop Go code quit 4359874324",
        "info string please stop and quit",
        "debug on quit",
        "joho isready",
        "2k quit",
    ] {
        assert_eq!(uci(&format!("{line}\nisready\n")), "readyok\n", "{line}");
    }
    let long = "a".repeat((1 << 20) - 5);
    let said = uci(&format!("{long} quit isready\nisready\n"));
    assert_eq!(said, "info string a line of more than 1048576 bytes is ignored\nreadyok\n");
}

/// FENs as programs send them. A note has the FEN that was read, if it is another position.
#[test]
fn fens_of_other_programs_are_read() {
    for (fen, moves, read_as) in [
        ("4k3/8/8/8/8/8/8/4K2R w K -", "15", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 3", "15", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 3 0", "15", None),
        ("4k3/8/8/8/8/8/8/4K2R  w   K - 00 01", "15", None),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "15", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1")),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "22", Some("4k3/8/8/8/8/8/4K3/7R w - - 0 1")),
        ("4k3/8/8/8/8/8/4K3/7R w H -", "22", Some("4k3/8/8/8/8/8/4K3/7R w - - 0 1")),
        ("4k3/8/8/8/8/8/8/4KR1R w HF - 0 1", "21", Some("4k3/8/8/8/8/8/8/4KR1R w F - 0 1")),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "15", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1")),
        ("4k3/8/8/8/8/8/8/4K2R w K e6 0 1", "15", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1")),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "6", Some("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1")),
        ("4k3/8/8/8/8/8/8/4K3 b q a3 5", "5", Some("4k3/8/8/8/8/8/8/4K3 b - - 5 1")),
    ] {
        let position = format!("position fen {fen}");
        assert_eq!(moves_after(&position), moves, "{fen}");
        let note = uci(&format!("{position}\n"));
        match read_as {
            None => assert_eq!(note, ""),
            Some(read) => assert!(
                note.starts_with("info string ") && note.ends_with(&format!("; read as {read}\n")),
                "{note}"
            ),
        }
    }
}

/// Finds the position before a refused one, which was searched as if it was meant.
#[test]
fn no_other_position_is_searched_after_a_refused_one() {
    for (refused, why) in [
        ("fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"),
        ("fen", "board"),
        ("startpos moves e2e4 e7e5 e1e3", "e1e3: the move is not legal"),
        ("startpos moves 0000", "0000"),
        ("startpos moves e4", "e4"),
        ("moves e2e4", "a position is startpos or fen, and moves"),
        ("", "a position is startpos or fen, and moves"),
    ] {
        let said = until(
            2,
            &format!(
                "position startpos moves e2e4\nposition {refused}\ngo depth 1\n\
                 position startpos\ngo depth 1\n"
            ),
        );
        let (first, second) = said.split_once("bestmove (none)\n").expect("an answer");
        assert!(first.contains(why) && !first.contains(" score "), "{refused}: {said}");
        assert!(second.contains("info depth 1 "), "{refused}: {said}");
    }
}

/// Each search without an end of its own ends with the input, or with `stop`.
#[test]
fn no_search_goes_on_when_the_other_side_is_gone() {
    for go in [
        "",
        "infinite",
        "infinite depth 2",
        "depth 100",
        "mate 3",
        "ponder",
        "ponder movetime 100",
        "ponder wtime 1000 btime 1000",
        "ponder depth 3",
        "infinite wtime 1000 btime 1000",
    ] {
        for end in ["", "stop\n", "quit\n", "stop\nquit\n"] {
            let said = uci(&format!("go {go}\n{end}"));
            assert_eq!(said.matches("bestmove ").count(), 1, "{go}: {said}");
        }
    }
    assert_eq!(uci("go ponder movetime 50\nponderhit\n").matches("bestmove ").count(), 1);
    // What ends by itself is waited for.
    let said = uci("go nodes 20000\n");
    assert!(said.contains("info depth 3 "), "{said}");
}

/// Fails after a number of bytes.
struct Closed(usize);

impl Write for Closed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Finds a search that goes on for its hour, or without end, after its output was closed.
#[test]
fn a_failed_write_ends_the_search() {
    for go in ["movetime 3600000", "nodes 1000000000000", "wtime 36000000", "infinite"] {
        for bytes in [0, 100, 500] {
            let error = run(Cursor::new(format!("go {go}\n")), Closed(bytes)).expect_err(go);
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        }
    }
    // The command after it fails to answer; the search must not be waited for.
    let lines = "go infinite\nisready\nisready\n";
    assert!(run(Cursor::new(lines), Closed(0)).is_err());
}

/// Finds searches without end after a limit that cannot be read.
#[test]
fn limits_that_cannot_be_read_are_named_and_answered() {
    for (go, fault) in [
        ("nodes 1e5", "nodes 1e5 cannot be read"),
        ("nodes 2k", "nodes 2k cannot be read"),
        ("movetime 99.5", "movetime 99.5 cannot be read"),
        ("movetime 99999999999999999999", "movetime 99999999999999999999 cannot be read"),
        ("depth", "depth has no number"),
        ("wtime 1000.5 btime 1000.5", "wtime 1000.5 cannot be read"),
        ("btime 1000", "wtime is missing"),
        ("winc 100 binc 100", "wtime is missing"),
        ("movestogo 10", "wtime is missing"),
        ("dept 5", "go does not know the word dept"),
        ("mate wtime", "wtime has no number"),
        ("depth 2 nodes x", "nodes x cannot be read"),
        ("searchmoves e2e5 e2e4 nodes 50", "searchmoves e2e5: the move is not legal"),
    ] {
        let said = until(1, &format!("go {go}\n"));
        assert!(said.contains(fault) && said.contains(" score "), "{go}: {said}");
    }
    // The rest of the limits counts, and a clock may be negative.
    assert!(until(1, "go depth 2 nodes x\n").contains("info depth 2 "));
    until(1, "go wtime -5 btime -5\n");
    let said = until(1, "go infinite searchmoves e2e5 a1a1\n");
    assert!(said.ends_with("bestmove (none)\n") && !said.contains(" score "), "{said}");
}

/// Programs read the score of each answer, also of one without a whole iteration.
#[test]
fn every_answer_has_a_score() {
    for go in ["nodes 1", "nodes 0", "movetime 0", "depth 0", "wtime 1 btime 1"] {
        let said = until(1, &format!("go {go}\n"));
        assert!(said.contains(" score "), "{go}: {said}");
    }
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", "score cp 0"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - -", "score mate 0"),
    ] {
        let said = until(1, &format!("position fen {fen}\ngo depth 3\n"));
        let (info, end) = said.split_once('\n').expect("two lines");
        assert!(info.starts_with("info depth 0 ") && info.contains(score), "{said}");
        assert!(!info.contains("pv  ") && end == "bestmove (none)\n", "{said}");
    }
}

#[test]
fn castling_is_written_as_it_is_asked() {
    let fen = "position fen 4k2r/8/8/8/8/8/8/4K3 b k - 0 1\n";
    let go = "go nodes 500 searchmoves e8g8\n";
    assert!(uci(&format!("{fen}{go}")).contains("bestmove e8g8"));
    for chess960 in ["name UCI_Chess960 value true", "NAME uci_chess960 VALUE True"] {
        assert!(uci(&format!("setoption {chess960}\n{fen}{go}")).contains("bestmove e8h8"));
    }
}

#[test]
fn go_perft_counts_below_each_move() {
    let said = uci("position startpos moves e2e4\ngo perft 3\n");
    assert!(said.contains("\nb8c6: 654\n"), "{said}");
    assert!(said.ends_with("\n\nNodes searched: 13160\n\n"), "{said}");
    assert!(uci("go perft\n").contains("expected a depth"));
    assert!(uci("go perft 1000\n").contains("expected a depth"));
}

#[test]
fn options_that_cannot_be_read_are_named() {
    for option in
        ["Hash value x", "Hash", "MultiPV value -1", "UCI_Chess960 value 1", "Threads value 1e3"]
    {
        let said = uci(&format!("setoption name {option}\n"));
        assert!(said.starts_with("info string ") && said.contains("expected "), "{option}: {said}");
    }
    let said = uci("setoption name Threads value 1024\n");
    let is_too_many = thread::available_parallelism().map_or(1, usize::from) < 1024;
    assert_eq!(said.starts_with("info string this machine runs "), is_too_many, "{said}");
    // There is no memory for the table; the one before is made again.
    let said = until(1, "setoption name Hash value 1048576\ngo depth 1\n");
    assert!(said.contains("info depth 1 "), "{said}");
}
