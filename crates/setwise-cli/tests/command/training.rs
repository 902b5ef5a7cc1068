//! Training data of `setwise pgn export`.

use std::fs;

use setwise_testkit::Directory;

use crate::run::setwise;

const GAMES: &str = "\
[Event \"a\"]\n[White \"A\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.4]} 2. Nf3 1-0\n\n\
[Event \"b\"]\n\n1. e4 e5 *\n";

const PLAIN: &str = "\
fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nmove e7e5\nscore -30\nply 1\n\
result -1\ne\n\
fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\nmove g1f3\nscore 40\nply 2\n\
result 1\ne\n";

/// Writes a file of games; returns its path.
fn write(directory: &Directory, games: &str) -> String {
    let path = directory.file("games.pgn");
    fs::write(&path, games).expect("a file");
    path
}

#[test]
fn training_data_is_written_and_what_is_left_out_is_counted() {
    let directory = Directory::new();
    let (pgn, to) = (&write(&directory, GAMES), &directory.file("a/b"));
    let export = |format: &str, options: &[&str]| {
        setwise(&[&["pgn", "export", pgn, "--to", to, "--format", format], options].concat())
    };
    // Games without a result at their end are no error, as for tables.
    let run = export("plain", &[]).exits(0);
    let path = format!("{to}/positions.plain");
    let expected = format!(
        "2 games, 5 plies, 0 with errors\n{path}: 2 rows, {} bytes\n  left out: 3 positions of games \
         without a result\n  left out: 2 positions without an evaluation\n",
        PLAIN.len()
    );
    assert_eq!(run.out, expected);
    assert_eq!(fs::read_to_string(&path).expect("a file"), PLAIN);
    export("plain", &[]).exits(2).says("positions.plain: the file exists (--force replaces it)");
    export("plain", &["--force", "--min-ply", "2"]).exits(0);
    assert!(fs::read_to_string(&path).expect("a file").lines().count() == 6);
    export("bulletformat", &["--where", "White = A"]).exits(0);
    assert_eq!(fs::read(format!("{to}/positions.bulletformat")).expect("a file").len(), 64);
    // The last position of the game has no score; its move does not matter.
    let run = export("viriformat", &[]).exits(0);
    assert!(run.out.contains("games.viriformat: 1 row, 48 bytes\n"), "{}", run.out);
    // As tables, training data goes to a stream and through jobs, and each game or position comes once.
    let stream =
        |options: &[&str]| setwise(&[&["pgn", "export", pgn, "--to", "-"], options].concat());
    assert_eq!(stream(&["--format", "plain"]).exits(0).out, PLAIN);
    let twice = &directory.file("twice.pgn");
    fs::write(twice, GAMES.repeat(2)).expect("a file");
    let once = |option| {
        let run = setwise(&["pgn", "export", twice, "--to", "-", "--format", "plain", option]);
        run.exits(0).out
    };
    assert_eq!([once("--unique-games"), once("--unique-positions")], [PLAIN, PLAIN]);
    for (format, name, rows, whole) in
        [("plain", "positions", 4, 2 * PLAIN.len()), ("viriformat", "games", 2, 96)]
    {
        let job = &directory.file(format);
        let plan = ["pgn", "plan", twice, "--to", job, "--format", format, "--part-bytes", "100"];
        setwise(&plan).exits(0);
        let run = setwise(&["job", "run", job]).exits(0);
        let listed = format!("{job}/{name}: {rows} rows, {whole} bytes\n  left out: ");
        assert!(run.out.contains(&listed), "{}", run.out);
        let parts = fs::read_dir(format!("{job}/{name}")).expect("a directory");
        let sizes = parts.map(|part| part.and_then(|part| part.metadata()).expect("a part").len());
        let sizes: Vec<u64> = sizes.collect();
        assert!(sizes.len() > 1 && sizes.iter().sum::<u64>() == whole as u64, "{sizes:?}");
    }
}

#[test]
fn wrong_input_is_told() {
    let directory = Directory::new();
    let pgn = &write(&directory, "1. e4 Ke7 1-0\n\n1. e4 1-0\n");
    let to = &directory.file("out");
    let export = |options: &[&str]| {
        setwise(&[&["pgn", "export", pgn, "--to", to, "--format"], options].concat())
    };
    for option in [
        &["--tables", "games"][..],
        &["--with", "evals"],
        &["--column", "a=moves"],
        &["--excel-safe"],
    ] {
        let options = [&["plain"], option].concat();
        let message = format!("{} is for tables, which --format plain does not write", option[0]);
        export(&options).exits(2).says(&message);
    }
    export(&["viriformat", "--min-ply", "8"])
        .exits(2)
        .says("viriformat has whole games, so no positions can be chosen");
    export(&["plain", "--part-size", "8"]).exits(2).says("--part-size is for parts");
    export(&["binpack"]).exits(2).says("bulletformat, viriformat, plain");
    assert!(!directory.path().join("out").exists());
    setwise(&["pgn", "export", pgn, "--to", to, "--format", "viriformat", "--unique-positions"])
        .exits(2)
        .says("viriformat has whole games");
    // A game with an error and no position that is training data: no file, also the next time.
    for _ in 0..2 {
        let run = export(&["bulletformat"]).exits(1);
        let expected = "2 games, 2 plies, 1 with errors\n  1 illegal-move\nno position is training \
                        data\n  left out: 2 positions without an evaluation\n";
        assert_eq!(run.out, expected);
        assert!(!directory.path().join("out").exists());
    }
    let empty = &directory.file("empty.pgn");
    fs::write(empty, "").expect("a file");
    let run = setwise(&["pgn", "export", empty, "--to", to, "--format", "plain"]).exits(1);
    assert_eq!(run.out, "0 games, 0 plies, 0 with errors\nno position is training data\n");
    // No game has an evaluation: nothing to train with.
    let pgn = &write(&directory, "1. e4 1-0\n");
    let run = setwise(&["pgn", "export", pgn, "--to", to, "--format", "viriformat"]).exits(0);
    assert!(run.out.contains(": 1 row, 40 bytes"), "{}", run.out);
}

/// The same positions are taken wherever a game stands, and as for tables.
#[test]
fn positions_are_chosen_by_the_key_of_their_game() {
    let directory = Directory::new();
    let to = &directory.file("out");
    let played = "1. e4 {[%eval 0.3]} e5 {[%eval 0.4]} 2. Nf3 {[%eval 0.2]} Nc6 {[%eval 0.2]} \
                  3. Bb5 {[%eval 0.3]} a6 {[%eval 0.3]} 4. Ba4 {[%eval 0.2]} Nf6 {[%eval 0.3]} 1-0";
    let game = |white: char| format!("[White \"{white}\"]\n\n{played}\n\n");
    let written = |games: &str, format: &[&str], file: &str| {
        let pgn = &write(&directory, games);
        let export = ["pgn", "export", pgn, "--to", to, "--force", "--sample-positions", "0.5"];
        setwise(&[&export, format].concat()).exits(0);
        fs::read_to_string(format!("{to}/{file}")).expect("a file")
    };
    let plain = |games: &str| written(games, &["--format", "plain"], "positions.plain");
    let first: String = ('a'..='h').map(game).collect();
    let last = ('A'..='D').map(game).collect::<String>() + &first;
    let (first, last) = (plain(&first), plain(&last));
    assert!(!first.is_empty() && last.len() > first.len() && last.ends_with(&first));
    let games: String = ('a'..='h').map(game).collect();
    let options = ["--format", "csv", "--tables", "positions", "--with", "fen"];
    let table = written(&games, &options, "positions.csv");
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a header");
    let column = head.iter().position(|name| *name == "fen").expect("a column");
    // Without an evaluation, or without a move.
    let lacks = |fen: &&str| fen.ends_with("w KQkq - 0 1") || fen.ends_with(" 5");
    let of_table: Vec<String> =
        lines.map(|row| row[column].to_owned()).filter(|fen| !lacks(&fen.as_str())).collect();
    let of_plain: Vec<&str> = first.lines().filter_map(|line| line.strip_prefix("fen ")).collect();
    assert_eq!(of_plain, of_table);
}
