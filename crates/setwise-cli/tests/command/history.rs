//! Positions that cannot occur in a game: `perft` and `deep` count them, other commands refuse
//! them.

use setwise_testkit::Directory;

use crate::run::{setwise, setwise_reading};

/// The bishop would attack the king with the pawn back on d2.
const DOUBLE_STEP: &str = "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1";
/// Three pieces give check.
const CHECKERS: &str = "2n1r3/8/1P1K4/3r4/8/bp1k4/2p3R1/5q2 w - - 0 1";

/// Fails if a back-end refuses or miscounts a position, or if the note is missing.
#[test]
fn perft_counts_them_with_one_note() {
    for (fen, count, reason) in [
        (DOUBLE_STEP, "9287", "no pawn can have passed the en passant square d3"),
        (CHECKERS, "105599", "more than two pieces give check to the king on d6"),
    ] {
        let note = format!("note: {fen} cannot occur in a game, but is counted: {reason}");
        for arguments in [
            &[][..],
            &["--backend", "scalar"],
            &["--backend", "portable"],
            &["--each-alone"],
            &["--hash", "1"],
            &["--technique", "hyperbola"],
            &["--no-bulk"],
        ] {
            let all = [&["perft", "4", fen, "--expect", count], arguments].concat();
            let run = setwise(&all).exits(0).says(&note);
            assert_eq!(run.err.matches("note: ").count(), 1 + run.err.matches("slower").count());
        }
        let lines = format!("{fen} ;D1 8\nstartpos\n");
        let run = setwise_reading(&["perft", "3", "-"], lines).exits(0).says(&note);
        assert_eq!(run.err.lines().count(), 1, "{run:#?}");
        assert!(run.out.ends_with(" ;D3 8902\n"), "{run:#?}");
    }
}

/// Fails if a position that a game can have has a note, or if another one lacks it.
#[test]
fn impossible_material_and_double_checks_are_noted() {
    const PROMOTED: &str = "promoted pieces (expected at most 8 together)";
    for (fen, reason) in [
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - -", "black has 9 pawns and at least 0 "),
        ("4k3/8/8/8/8/PPPPPPPP/PPPPPPP1/4K3 b - -", "white has 15 pawns and at least 0 "),
        ("4k3/8/8/8/8/NNNN4/NNNNNNN1/4K3 w - -", "white has 0 pawns and at least 9 "),
        ("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - -", "white has 8 pawns and at least 1 "),
        ("4k3/8/8/8/8/8/PPPPPPP1/B1B1K3 w - -", ""),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -", ""),
        ("4k3/8/3N1N2/8/8/8/8/4K3 b - -", "from d6 and f6"),
        ("R3k2R/8/8/8/8/8/8/4K3 b - -", "from a8 and h8"),
        ("R3k3/8/8/8/4R3/8/8/4K3 b - -", "from e4 and a8"),
        ("4k3/8/8/8/8/8/8/QR2K2q w - -", ""),
        ("4k3/8/8/8/8/8/3p1p2/4K3 w - -", "from d2 and f2"),
        ("4k3/8/5N2/8/8/8/8/4R2K b - -", ""),
        // By a promotion, and only en passant.
        ("3Rk3/8/8/8/8/8/8/K3R3 b - -", ""),
        ("8/8/3Pk3/8/8/1B6/8/K3R3 b - -", ""),
        ("k3r3/8/1b6/8/8/3pK3/8/8 w - -", ""),
        ("8/8/4k3/8/8/1B6/8/K3R3 b - -", "from e1 and b3"),
    ] {
        let run = setwise(&["perft", "1", fen]).exits(0);
        let note = match reason {
            "" => String::new(),
            _ if reason.starts_with("from") => format!("no move can have given check {reason}\n"),
            _ => format!("{reason}{PROMOTED}\n"),
        };
        assert_eq!(run.err.matches("note: ").count(), usize::from(!note.is_empty()), "{run:#?}");
        assert!(run.err.contains(&note), "{run:#?}");
    }
}

/// Fails if the file of a job cannot be read back, because its position is refused then.
#[test]
fn deep_counts_them() {
    for (fen, count) in [(DOUBLE_STEP, 9_287), (CHECKERS, 105_599)] {
        let directory = Directory::in_memory();
        let job = &directory.file("job");
        let plan = ["deep", "plan", "--depth", "4", "--split", "2", "--to", job, fen];
        setwise(&plan).exits(0).says("cannot occur in a game");
        setwise(&["deep", "run", job]).exits(0).prints(&format!("Nodes searched: {count}\n"));
    }
}

/// Fails if a position is accepted where it is not only counted, or with another error.
#[test]
fn other_commands_and_other_errors_are_refused() {
    // The square is dropped there.
    setwise(&["show", DOUBLE_STEP]).exits(0).says("no pawn can have passed").says("; read as ");
    setwise(&["moves", CHECKERS]).exits(1).says("more than two pieces give check");
    setwise_reading(&["epd", "-"], format!("{}\n", &DOUBLE_STEP[..DOUBLE_STEP.len() - 4])).exits(1);
    // Three checkers, and an en passant square on a wrong rank: the error that cannot be ignored.
    let wrong = CHECKERS.replace("w -", "w - e3").replace("e3 -", "e3");
    setwise(&["perft", "1", &wrong]).exits(1).says("the en passant square e3 is on the wrong rank");
}
