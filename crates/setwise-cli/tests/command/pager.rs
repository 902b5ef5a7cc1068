//! Tests of the pager of `setwise explain`, with standard output on a terminal.

use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::JoinHandle;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::run::wait_until;

/// Starts `setwise explain` in a process group of its own, with standard output on a terminal of
/// 100 columns and some rows. The thread returns the text that the terminal shows.
fn start(rows: u16, kind: &str, pager: &str, arguments: &[&str]) -> (Child, JoinHandle<String>) {
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
    let child = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .arg("explain")
        .args(arguments)
        .env("PAGER", pager)
        .env("TERM", kind)
        .env_remove("NO_COLOR")
        .stdout(terminal)
        .process_group(0)
        .spawn()
        .expect("the command runs");
    (child, reader)
}

/// Runs `setwise explain` on a terminal that a pager can use. Returns the text that it shows.
fn on_a_terminal(rows: u16, pager: &str, arguments: &[&str]) -> String {
    let (mut child, reader) = start(rows, "xterm", pager, arguments);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
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

/// Finds a text that is lost with the program that starts the pager.
#[test]
fn without_a_pager_that_runs_the_text_is_written() {
    let missing = ["no-such-pager-in-the-path", "env no-such-pager", "sh -c 'exit 127'", "/"];
    for pager in missing.into_iter().chain(["", "cat"]) {
        let shown = on_a_terminal(24, pager, &["magic-fancy", "rook", "d4"]);
        assert!(shown.contains("Legend"), "{pager}: {shown}");
    }
}

/// A reader may leave the pager before the end of the text.
#[test]
fn a_pager_that_reads_nothing_is_no_error() {
    assert_eq!(on_a_terminal(24, "true", &["legal", "kiwipete"]), "");
}

/// Finds a shell operator that is passed to the pager as an argument.
#[test]
fn the_pager_is_a_shell_command() {
    let shown = on_a_terminal(24, "sed s/Legend/Changed/ | cat", &["magic-fancy", "rook", "d4"]);
    assert!(shown.contains("Changed") && !shown.contains("Legend"), "{shown}");
}

/// Finds a pager on a terminal that cannot move its cursor.
#[test]
fn a_terminal_without_abilities_has_no_pager() {
    for kind in ["dumb", ""] {
        let (mut child, reader) = start(24, kind, "true", &["magic-fancy", "rook", "d4"]);
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
        let shown = reader.join().expect("it ends");
        assert!(shown.contains("Legend"), "{kind:?}: {shown}");
    }
}

/// Finds a command that ends on Ctrl-C and leaves its pager behind. All processes get the
/// signal.
#[test]
fn ctrl_c_is_left_to_the_pager() {
    let (started, ended) = (file("pager-started"), file("pager-ended"));
    let script = format!(
        "trap : INT; cat > /dev/null; : > {}; n=0; \
         while [ $n -lt 10 ]; do sleep 0.1; n=$((n + 1)); done; : > {}",
        started.display(),
        ended.display()
    );
    let pager = format!("sh -c '{script}'");
    let (mut child, _) = start(24, "xterm", &pager, &["magic-fancy", "rook", "d4"]);
    wait_until("the pager has read the text", || started.exists());
    let group = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process_group(group, rustix::process::Signal::INT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(ended.exists(), "the pager still runs");
}
