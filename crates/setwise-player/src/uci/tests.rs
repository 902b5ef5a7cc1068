//! Dialogues of the protocol.

use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::run;
use crate::{Level, Limits};

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
        ("startpos moves e2e4 e7e5 e1e3", "e1e3: the move e1e3 is not legal"),
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
    // Without a move, too, the answer waits until it is asked for.
    for position in ["position fen x", "position startpos"] {
        let said = until(1, &format!("{position}\ngo infinite searchmoves e2e5\nisready\nstop\n"));
        assert!(said.ends_with("readyok\nbestmove (none)\n"), "{said}");
    }
    // What ends by itself is waited for.
    for go in ["go nodes 20000\n", "go ponder nodes 20000\nponderhit\n"] {
        let said = uci(go);
        assert!(said.contains("info depth 3 "), "{said}");
    }
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
    assert!(run(Cursor::new("go perft 9\n"), Closed(0)).is_err());
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
        ("btime 1000", "wtime is missing, the clock of the side to move, not btime"),
        ("winc 100 binc 100", "wtime is missing"),
        ("movestogo 10", "wtime is missing, the clock of the side to move\n"),
        ("mate 0", "mate 0 cannot be searched"),
        ("dept 5", "go does not know the word dept"),
        ("mate wtime", "wtime has no number"),
        ("depth 2 nodes x", "nodes x cannot be read"),
        ("searchmoves e2e5 e2e4 nodes 50", "searchmoves e2e5: the move e2e5 is not legal"),
    ] {
        let said = until(1, &format!("go {go}\n"));
        assert!(said.contains(fault) && said.contains(" score "), "{go}: {said}");
    }
    // The rest of the limits counts, and a clock may be negative.
    assert!(until(1, "go depth 2 nodes x\n").contains("info depth 2 "));
    until(1, "go wtime -5 btime -5\n");
    let said = uci("go infinite searchmoves e2e5 a1a1\n");
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
    assert!(uci("go perft 5\n").contains("\nh2h3: 181044\n"));
    let said = uci("go perft 9\nstop\ngo perft 1\n");
    assert!(said.ends_with("\n\nNodes searched: 20\n\n"), "{said}");
    assert!(uci("go perft\n").contains("expected a depth"));
    assert!(uci("go perft 1000\n").contains("expected a depth"));
}

#[test]
fn options_that_cannot_be_read_are_named() {
    for (option, fault) in [
        ("Hash value x", "Hash: expected a whole number of at most 1048576"),
        ("Hash", "Hash: expected a whole number of at most 1048576"),
        ("MultiPV value -1", "MultiPV: expected a whole number of at most 256"),
        ("UCI_Chess960 value 1", "UCI_Chess960: expected true or false"),
        ("Threads value 1e3", "Threads: expected a whole number of at most 1024"),
        ("uci_elo value strong", "uci_elo: expected a whole number of at most 65535"),
        ("UCI_LimitStrength", "UCI_LimitStrength: expected true or false"),
        ("Skill Level value 3", "no option Skill Level; see UCI_LimitStrength and UCI_Elo"),
        ("UCI_ShowWDL value true", "no option UCI_ShowWDL"),
        ("value 3", "no option "),
    ] {
        assert_eq!(uci(&format!("setoption name {option}\n")), format!("info string {fault}\n"));
    }
    for option in ["Ponder value true", "Clear Hash", "UCI_AnalyseMode value TRUE"] {
        assert_eq!(uci(&format!("setoption name {option}\n")), "");
    }
    let said = uci("setoption name Threads value 1024\n");
    let is_too_many = thread::available_parallelism().map_or(1, usize::from) < 1024;
    assert_eq!(said.starts_with("info string this machine runs "), is_too_many, "{said}");
    // There is no memory for the table; the one before is made again.
    let said = until(1, "setoption name Hash value 1048576\ngo depth 1\n");
    assert!(said.contains("info depth 1 "), "{said}");
}

/// The tables come while the search goes on: it ends when it has found the mate. Finds a search that
/// uses only the tables that were complete when it began.
#[cfg(feature = "endgames")]
#[test]
fn endgame_tables_are_used_as_soon_as_they_are_complete() {
    let said = until(
        1,
        "setoption name EndgameTables value true\nposition fen 8/8/8/4k3/8/8/8/KBN5 w - - 0 1\n\
         go mate 30\n",
    );
    assert!(said.contains(" score mate 30 "), "{said}");
    assert!(uci("uci\n").contains("option name EndgameTables type check default false\n"));
    let fault = uci("setoption name EndgamePath value no such directory\n");
    assert_eq!(fault, "info string EndgamePath: no such directory is no directory\n");
    let fault = uci("setoption name EndgameTables value 1\n");
    assert_eq!(fault, "info string EndgameTables: expected true or false\n");
}

/// Finds a damaged file whose table is computed in silence: cut short, with another byte, of another
/// material.
#[cfg(feature = "endgames")]
#[test]
fn a_damaged_file_of_endgame_tables_is_told() {
    let mut tables = setwise_endgames::Tables::new();
    let [whole, other] = ["KRvK", "KQvK"].map(|material| {
        let table = tables.build(&material.parse().expect("a material")).expect("a table");
        let mut file = Vec::new();
        table.write_to(&mut file).expect("memory");
        file
    });
    let mut changed = whole.clone();
    changed[whole.len() - 1] ^= 1;
    let directory = setwise_testkit::Directory::new();
    let path = directory.file("KRvK.endgame");
    let commands = format!(
        "setoption name EndgameTables value true\nsetoption name EndgamePath value {}\n\
         position fen 8/8/8/8/8/2k5/1R6/K7 w - - 0 1\ngo mate 16\n",
        directory.path().display()
    );
    let said = |file: &[u8]| {
        directory.write("KRvK.endgame", file);
        let said = until(1, &commands);
        assert!(said.contains(" score mate 16 "), "{said}");
        said
    };
    for (file, fault) in [
        (&whole[..whole.len() / 2], "the table cannot be read: "),
        (&changed, "the table is damaged: its hash differs; the table is computed\n"),
        (&other, "the table is KQvK (expected KRvK); the table is computed\n"),
    ] {
        let said = said(file);
        assert_eq!(said.matches(&format!("info string {path}: {fault}")).count(), 1, "{said}");
    }
    assert!(!said(&whole).contains("info string"));
}

/// A rating chooses the nearest level, which sees no more than its positions and shows as many
/// lines as were asked for.
#[test]
fn strength_is_limited_by_a_rating() {
    let limited = "setoption name UCI_LimitStrength value true\nsetoption name uci_elo value ";
    for level in Level::ALL {
        for near in [level.elo() - 1, level.elo() + 1] {
            let said = until(1, &format!("{limited}{near}\ngo depth 30\n"));
            let words = said.split_whitespace().collect::<Vec<_>>();
            let after = |name| {
                let at = words.iter().rposition(|&word| word == name).expect(name);
                words[at + 1].parse::<u64>().expect("a number")
            };
            let Limits { depth, nodes, .. } = level.limit(Limits::default());
            assert!(said.starts_with(&format!("info string level {level}, ")), "{said}");
            assert!(!said.contains("multipv 2"), "{said}");
            assert!(after("depth") <= u64::from(depth.unwrap_or(29)), "{said}");
            assert!(after("nodes") <= nodes.unwrap_or(200), "{said}");
        }
    }
    for full in ["UCI_AnalyseMode value true", "UCI_LimitStrength value false"] {
        let said = until(1, &format!("{limited}0\nsetoption name {full}\ngo depth 4\n"));
        assert!(said.contains("info depth 4 "), "{said}");
    }
}

/// The lines of Arena, Shredder, Banksia, lichess-bot (by python-chess) and cutechess, with the
/// options that they set without being asked. Each `go` is answered once, and the only notes are
/// about options that the player lacks.
#[test]
fn dialogues_of_programs_are_answered() {
    let arena = "uci\nsetoption name Ponder value true\nsetoption name Hash value 16\nisready\n\
        setoption name UCI_AnalyseMode value false\nucinewgame\nisready\nposition startpos\n\
        go wtime 3000 btime 3000 winc 0 binc 0 movestogo 40\nstop\n\
        position startpos moves e2e4 e7e5 g1f3\n\
        go ponder wtime 2900 btime 2900 winc 0 binc 0 movestogo 39\nponderhit\nstop\nquit\n";
    let shredder = "uci\nsetoption name UCI_Opponent value none none human Anna\n\
        setoption name UCI_LimitStrength value false\nsetoption name UCI_AnalyseMode value true\n\
        isready\nposition fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n\
        go infinite\nstop\nregister later\nposition fen 4k3/P7/8/8/8/8/8/4K3 w - - moves a7a8q\n\
        go infinite searchmoves e8d7 e8e7\nstop\nquit\n";
    let banksia = "uci\nsetoption name Threads value 1\nsetoption name OwnBook value false\n\
        setoption name MultiPV value 1\nucinewgame\nisready\nposition startpos moves d2d4\n\
        go wtime 2000 btime 2000 winc 10 binc 10\nstop\nposition startpos moves d2d4 d7d5 c2c4\n\
        go depth 2 movetime 100\nstop\nquit\n";
    let lichess_bot = "uci\nsetoption name Move Overhead value 100\nsetoption name Hash value 8\n\
        setoption name SyzygyPath value ./syzygy\nsetoption name UCI_ShowWDL value true\n\
        ucinewgame\nsetoption name UCI_Chess960 value true\nisready\n\
        position fen rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 2 9 moves b1h1\n\
        go wtime 1500 btime 1500 winc 0 binc 0\nstop\nposition startpos\n\
        go movetime 20 nodes 500 depth 3\nstop\nquit\n";
    let cutechess = "uci\nsetoption name Hash value 4\nisready\nucinewgame\nisready\n\
        position startpos moves e2e4 c7c5\ngo wtime 1000 btime 1000 winc 10 binc 10\nstop\n\
        position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 1\nstop\nquit\n";
    for (dialogue, missing) in [
        (arena, vec![]),
        (shredder, vec!["UCI_Opponent"]),
        (banksia, vec!["OwnBook"]),
        (lichess_bot, vec!["SyzygyPath", "UCI_ShowWDL"]),
        (cutechess, vec![]),
    ] {
        let said = until(2, &dialogue.replace("\nquit\n", "\n"));
        let strings = said.lines().filter_map(|line| line.strip_prefix("info string no option "));
        assert_eq!(strings.collect::<Vec<_>>(), missing, "{said}");
        assert_eq!(said.matches("info string").count(), missing.len(), "{said}");
        assert_eq!(said.matches("readyok").count(), dialogue.matches("isready").count());
        assert!(said.matches(" score ").count() >= 2, "{said}");
    }
}
