//! Tests of many inputs, and of messages.

use setwise_testkit::{Directory, scaled};

use crate::run::{Run, setwise};

/// Writes a file of more than a megabyte, and 100 files that are small, empty, compressed or of
/// several frames.
fn write_files(directory: &Directory) {
    let game = "[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n";
    directory.write("in/000.pgn", game.repeat(20_000).as_bytes());
    let compress = |text: &[u8]| {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    };
    for number in 1..=100 {
        let (name, bytes) = match number % 5 {
            0 => (format!("in/{number:03}.pgn"), Vec::new()),
            1 => (format!("in/{number:03}.pgn.zst"), compress(game.as_bytes()).repeat(3)),
            2 => (format!("in/{number:03}.pgn.zst"), compress(b"")),
            _ => (format!("in/{number:03}.pgn"), b"1. e4 *\n".to_vec()),
        };
        directory.write(&name, &bytes);
    }
}

/// Finds threads that wait for one another for ever: the ends of small files once filled the room
/// for chunks, so that the first file was never parsed. Every run has a time limit.
#[test]
fn one_large_and_100_small_files_are_read_by_any_number_of_threads() {
    let directory = Directory::in_memory();
    write_files(&directory);
    let (input, table) = (directory.file("in"), directory.file("games.csv"));
    let to = directory.file("");
    let run = |command: &[&str], threads: &str| -> Run {
        let run = setwise(&[&["pgn"], command, &[&input, "--threads", threads]].concat());
        run.exits(0)
    };
    let export = ["export", "--force", "--format", "csv", "--to", &to];
    let mut commands: Vec<&[&str]> = vec![&["stats", "--json"], &["filter"], &["normalise"]];
    if cfg!(feature = "tables") {
        commands.push(&export);
    }
    for command in commands {
        let expected = run(command, "1").out;
        let rows = std::fs::read(&table).ok();
        assert!(expected.len() > 100, "{expected}");
        for threads in ["2", "3", "4", "8", "20"].into_iter().step_by(scaled(1, 2)) {
            assert!(run(command, threads).out == expected, "{command:?} {threads}");
            assert!(std::fs::read(&table).ok() == rows, "{threads}");
        }
    }
}

/// Each write to standard error is a datagram here. Finds the fault that a message was several
/// writes: they could mix with messages of another process, and took several times as long.
#[cfg(unix)]
#[test]
fn a_message_is_one_write() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixDatagram;
    use std::process::{Command, Stdio};

    let directory = Directory::new();
    let file = directory.write("wrong.pgn", &b"[Event \"a\"]\n\n1. e5 *\n\n".repeat(50));
    let fens = directory.write("fens.txt", &b"8/8/8/8/8/8/8/9 w - - 0 1\n".repeat(50));
    for (arguments, path) in [
        (&["pgn", "check"][..], &file),
        (&["pgn", "fens"], &file),
        (&["epd"], &fens),
        (&["perft", "1"], &fens),
    ] {
        let (ours, theirs) = UnixDatagram::pair().expect("sockets");
        let mut child = Command::new(env!("CARGO_BIN_EXE_setwise"))
            .args(arguments)
            .arg(path)
            .stdout(Stdio::null())
            .stderr(OwnedFd::from(theirs))
            .spawn()
            .expect("the command runs");
        let (mut datagram, mut messages) = ([0; 4096], 0);
        ours.set_read_timeout(Some(std::time::Duration::from_secs(60))).expect("a time");
        while messages < 50 {
            let length = ours.recv(&mut datagram).expect("a message");
            let text = String::from_utf8_lossy(&datagram[..length]);
            let begins = text.starts_with(path.to_str().expect("a path in UTF-8"));
            assert!(begins && text.ends_with('\n') && text.lines().count() == 1, "{text:?}");
            messages += 1;
        }
        drop(ours);
        let code = child.wait().expect("it ends").code();
        assert!(matches!(code, Some(1 | 2)), "{arguments:?}: {code:?}");
    }
}
