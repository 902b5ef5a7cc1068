//! Tests of the pager of `setwise explain`, with standard output on a terminal.

use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Runs `setwise explain` with standard output on a terminal of 100 columns and some rows. Returns
/// what the terminal shows.
fn on_a_terminal(rows: u16, pager: &str, arguments: &[&str]) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller).expect("it is ours");
    unlockpt(&controller).expect("it is ours");
    let size = Winsize { ws_row: rows, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&controller, size).expect("it has a size");
    let name = ptsname(&controller, Vec::new()).expect("it has a name");
    let name = std::ffi::OsStr::from_bytes(name.to_bytes());
    let terminal = OpenOptions::new().read(true).write(true).open(name).expect("it opens");
    // The command waits while the terminal is full.
    let reader = std::thread::spawn(|| {
        let mut shown = Vec::new();
        // Reading fails when the last writer has closed the terminal.
        let _ = File::from(controller).read_to_end(&mut shown);
        String::from_utf8_lossy(&shown).into_owned()
    });
    let status = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .arg("explain")
        .args(arguments)
        .env("PAGER", pager)
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdout(terminal)
        .status()
        .expect("the command runs");
    assert_eq!(status.code(), Some(0));
    reader.join().expect("it ends")
}

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Finds the fault that a text of hundreds of lines runs over a terminal.
#[test]
fn a_long_text_goes_to_the_pager_and_a_short_one_does_not() {
    let path = file("paged.txt");
    let pager = format!("sh -c 'cat > {}'", path.display());
    let lesson = ["magic-fancy", "rook", "d4"];
    let shown = on_a_terminal(24, &pager, &lesson);
    assert_eq!(shown, "");
    let paged = fs::read_to_string(&path).expect("the pager has written it");
    assert!(paged.contains("Legend") && paged.contains("\u{1b}["), "{paged}");
    for (rows, more) in [(1000, None), (24, Some("--no-pager"))] {
        fs::remove_file(&path).expect("it is there");
        let arguments: Vec<&str> = lesson.into_iter().chain(more).collect();
        let shown = on_a_terminal(rows, &pager, &arguments);
        assert!(shown.contains("Legend") && !path.exists(), "{rows}: {shown}");
        fs::write(&path, "").expect("it is written");
    }
}

#[test]
fn without_a_pager_that_runs_the_text_is_written() {
    for pager in ["no-such-pager-in-the-path", "", "cat"] {
        let shown = on_a_terminal(24, pager, &["magic-fancy", "rook", "d4"]);
        assert!(shown.contains("Legend"), "{pager}: {shown}");
    }
}

/// A reader may leave the pager before the end of the text.
#[test]
fn a_pager_that_reads_nothing_is_no_error() {
    assert_eq!(on_a_terminal(24, "true", &["legal", "kiwipete"]), "");
}
