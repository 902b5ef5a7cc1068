//! `setwise find` on tables of games.

use setwise_testkit::Directory;

use crate::run::{Run, setwise};

const GAMES: &str = "\
[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n[Date \"1992.11.??\"]\n[Result \"1-0\"]\n\n\
1. e4 {[%clk 0:09:59]} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. d4 e6 2. c4 Ke7 *\n\n\
[White \"E, F\"]\n[Black \"G\"]\n[UTCDate \"2013.01.02\"]\n\n1. Nf3 Nf6 1/2-1/2\n\n\
[White \"H\"]\n[Black \"I\"]\n\n1. e4 e5 2. Ke3 *\n\n\
[White \"J\"]\n[Black \"K\"]\n[Variant \"Chess960\"]\n\
[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w DFdf - 0 1\"]\n\n1. Nf3 Nf6 2. O-O *\n";

fn find(expression: &str, file: &str, options: &[&str]) -> Run {
    setwise(&[&["find", expression, file], options].concat())
}

fn text(path: &std::path::Path) -> String {
    path.to_str().expect("text").to_owned()
}

/// Writes the games as text and as tables.
fn files(directory: &Directory, games: &str) -> [String; 3] {
    let pgn = text(&directory.write("games.pgn", games.as_bytes()));
    let tables = ["parquet", "arrow"].map(|format| {
        let to = text(&directory.path().join(format));
        let options = ["--to", &*to, "--format", format, "--with", "clocks"];
        setwise(&[&["pgn", "export", &*pgn], &options[..]].concat());
        format!("{to}/games/part-00000.{format}")
    });
    let [parquet, arrow] = tables;
    [pgn, parquet, arrow]
}

#[test]
fn answers_are_those_of_the_text() {
    let directory = Directory::new();
    let [pgn, tables @ ..] = files(&directory, GAMES);
    for expression in [
        "check",
        "not check",
        "castles",
        "error",
        "WhiteElo > 2400",
        "White = \"E, F\"",
        "date < 2000",
        "UTCDate = 2013.01.02",
        "date >= 2013 and plies = 2",
        "variant = chess960",
        "result = 1-0 or result = 1/2-1/2",
        "clock > 500",
        "Qh5 then captures",
    ] {
        for options in [
            &["--count"][..],
            &["--count", "--json"],
            &["--count", "--json", "--games"],
            &["--csv", "--tags", "White,Date,WhiteElo"],
            &["--fen"],
            &["--by", "count(P)"],
            &["--by", "White", "--json"],
            &["--by", "number(WhiteElo) + ply", "--csv"],
            &["--heat", "from | attacks(k)", "--json"],
            &["--games", "--limit", "2", "--fen"],
        ] {
            let expected = find(expression, &pgn, options);
            for table in &tables {
                for threads in ["1", "2", "3", "8"] {
                    let found =
                        find(expression, table, &[options, &["--threads", threads]].concat());
                    assert_eq!(
                        (found.code, &found.out, &found.err),
                        (expected.code, &expected.out, &expected.err),
                        "{expression} {options:?} {table} {threads}"
                    );
                }
            }
        }
        // These name the file, and the place in the text.
        let of_pgn = find(expression, &pgn, &[]).out.replace(" at byte ", "#");
        let without_place = of_pgn.lines().map(|line| match line.split_once('#') {
            Some((before, after)) => {
                format!("{before}{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
            }
            None => line.to_owned(),
        });
        let expected: String = without_place.map(|line| line + "\n").collect();
        for table in &tables {
            let found = find(expression, table, &[]).out.replace(&**table, &pgn);
            assert_eq!(found, expected, "{expression} {table}");
        }
    }
    let json = find("check", &tables[0], &["--json"]).out;
    assert!(json.contains("\"byte\":null") && json.contains("\"white\":\"A\""), "{json}");
}

/// The ratings of the second file decide, without its moves.
#[test]
fn row_groups_that_tags_exclude_are_counted() {
    let directory = Directory::new();
    let [pgn, parquet, _] = files(&directory, GAMES);
    let other = directory.path().join("other");
    std::fs::create_dir(&other).expect("created");
    let strong = GAMES.replace("2500", "2700");
    let strong = text(&directory.write("other/strong.pgn", strong.as_bytes()));
    let question = "WhiteElo > 2600 and number(WhiteElo) < 2800 and Qh5";
    for options in [&["--count", "--json"][..], &["--csv"], &["--fen"]] {
        let ask = |first: &str, last: &str| {
            let files = [first, &*strong, last];
            setwise(&[&["find", question], &files[..], options].concat()).exits(0)
        };
        let (found, expected) = (ask(&parquet, &parquet), ask(&pgn, &pgn));
        assert_eq!((found.out, found.err), (expected.out, expected.err), "{options:?}");
    }
    let run = setwise(&["find", question, &parquet, &pgn, &parquet]).exits(1);
    run.says("games with an error, asked up to it: 3 of 15");
}

#[test]
fn texts_and_tables_are_asked_together() {
    let directory = Directory::new();
    let [pgn, parquet, arrow] = files(&directory, GAMES);
    let run = setwise(&["find", "checkmate", &parquet, &pgn, &arrow, "--csv"]).exits(0);
    assert_eq!(run.out, "game,ply\n1,7\n6,7\n11,7\n");
}

#[test]
fn what_a_table_does_not_have_is_said() {
    let directory = Directory::new();
    let [_, parquet, arrow] = files(&directory, GAMES);
    for table in [&parquet, &arrow] {
        find("eval > 0", table, &[]).exits(2).says("`setwise pgn export --with evals` writes it");
        find("check", table, &["--pgn"]).exits(2).says("has no text of games (expected PGN)");
        find("Annotator", table, &[]).exits(1).says("no game read has the tag \"Annotator\"");
    }
}

/// Returns the rows without the second column.
fn without_ids(table: &str) -> Vec<Vec<&str>> {
    let values = table.lines().map(|row| row.split(',').enumerate());
    values.map(|row| row.filter(|(at, _)| *at != 1).map(|(_, value)| value).collect()).collect()
}

/// The table has the rows of --csv, with the values of the comparisons, from text and tables.
#[test]
fn rows_are_written_to_a_table() {
    let directory = Directory::new();
    let [pgn, tables @ ..] = files(&directory, GAMES);
    let read = |path: &str| std::fs::read_to_string(path).expect("a table");
    let columns = ["--column", "mobility=moves", "--column", "left=clock"];
    let mut first: Option<String> = None;
    for (number, file) in [&pgn].into_iter().chain(&tables).enumerate() {
        for threads in ["1", "3"] {
            let to = text(&directory.path().join(format!("{number}-{threads}.csv")));
            let options = [&["--to", &*to, "--threads", threads], &columns[..]].concat();
            let run = find("ply > 1 and not check", file, &options).exits(0);
            let table = read(&to);
            let rows = table.lines().count() - 1;
            let counts = format!("positions: {rows} of ");
            assert!(run.out.contains(&counts), "{}", run.out);
            assert!(run.out.contains(&format!("{to}: {rows} rows, ")), "{}", run.out);
            let expected = first.get_or_insert(table.clone());
            assert_eq!(&table, expected, "{file} {threads}");
        }
    }
    let table = first.expect("a table");
    assert!(table.starts_with("game,game_id,ply,key,mobility,left\n1,0,2,"), "{table}");
    let csv = find("ply > 1 and not check", &pgn, &["--csv"]).out;
    let places = without_ids(&table).into_iter().map(|row| row[..2].join(","));
    assert_eq!(places.collect::<Vec<_>>(), csv.lines().collect::<Vec<_>>());
    for row in table.lines().skip(1) {
        let values: Vec<&str> = row.split(',').collect();
        let question = format!("ply = {} and moves = {}", values[2], values[4]);
        find(&question, &pgn, &["--count"]).exits(0);
    }
    // The table of positions has the same ids and keys.
    let to = text(&directory.path().join("positions"));
    let options = ["--to", &*to, "--format", "csv", "--tables", "positions"];
    setwise(&[&["pgn", "export", &*pgn], &options[..]].concat());
    let positions = read(&format!("{to}/positions.csv"));
    let known: Vec<String> = positions
        .lines()
        .map(|row| row.split(',').collect::<Vec<_>>())
        .map(|row| [row[0], row[2], row[4]].join(","))
        .collect();
    let (mut same, mut others) = (0, 0);
    for row in table.lines() {
        let id: Vec<&str> = row.split(',').skip(1).take(3).collect();
        *if known.contains(&id.join(",")) { &mut same } else { &mut others } += 1;
    }
    // Games with an error have no row in the table of positions.
    assert!(same > 8 && others < same, "{same} {others}");
}

#[test]
fn wrong_tables_of_hits() {
    let directory = Directory::new();
    let pgn = text(&directory.write("games.pgn", GAMES.as_bytes()));
    let to = text(&directory.path().join("found.parquet"));
    let with = |options: &[&str]| find("check", &pgn, options);
    with(&["--to", &to]).exits(0);
    with(&["--to", &to]).exits(2).says("the file exists (--force replaces it)");
    with(&["--to", &to, "--force"]).exits(0);
    with(&["--to", "found.txt"]).exits(2).says("found.txt: the name has no format (.parquet, ");
    with(&["--to", "found.csv", "--column", "Ply=moves"])
        .exits(2)
        .says("--column: two columns have the name \"Ply\"");
    with(&["--column", "a=moves"]).exits(2).says("--to");
    with(&["--to", "a.csv", "--by", "moves"]).exits(2).says("cannot be used with");
    with(&["--to", "/no/where/a.csv"]).exits(2).says("/no/where/a.csv: ");
    assert!(!std::path::Path::new("found.csv").exists());
    let run = find("stalemate", &pgn, &["--to", &to, "--force"]).exits(1);
    assert!(run.out.contains("found.parquet: 0 rows, "), "{}", run.out);
}

/// The decoder of Parquet files panics on some damaged files, such as one in whose metadata a length is
/// negative: that is an error like others.
#[test]
fn a_panic_in_the_decoder_is_an_error() {
    let directory = Directory::new();
    let [_, table, _] = files(&directory, &GAMES.repeat(20));
    let bytes = std::fs::read(&table).expect("a file");
    let end = bytes.len() - 8;
    let length = bytes[end..end + 4].try_into().expect("four bytes");
    let metadata = u32::from_le_bytes(length) as usize;
    // The lengths come after the schema.
    for at in end - metadata * 4 / 5..end {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        std::fs::write(&table, bytes).expect("written");
        let Run { code, err, .. } = find("check", &table, &["--count"]);
        let code = code.expect("no signal");
        assert!((0..=2).contains(&code) && !err.contains("panicked"), "{code}: {err}");
        if err.contains("cannot be decoded: ") {
            return;
        }
    }
    panic!("no panic was tested");
}
