//! Tests of `setwise endgame`.

use crate::run::setwise;

#[test]
#[cfg(not(feature = "endgames"))]
fn a_build_without_tables_says_how_to_get_them() {
    setwise(&["endgame", "KRvK"]).exits(2).says("--features endgames");
    setwise(&["explain", "endgame"]).exits(2).says("--features endgames");
    setwise(&["find", "won", "--explain"]).exits(2).says("`won` needs endgame tables");
}

#[cfg(feature = "endgames")]
mod with_tables {
    use super::setwise;

    #[test]
    fn material_has_counts_and_the_longest_mate() {
        let run = setwise(&["endgame", "KvKR"]).exits(0);
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines[0], "KRvK");
        assert_eq!(lines[2], "White          175168            0            0");
        assert_eq!(lines[3], "Black               0        22244       201700");
        assert_eq!(lines[4], "longest mate: 16 moves, from 8/8/8/8/8/8/1Rk5/K7 b - - 0 1");
        assert!(lines[5].starts_with("1... ") && lines[5].ends_with('#'), "{}", lines[5]);
        assert_eq!(setwise(&["endgame", "KBK"]).out.lines().nth(4), Some("no mate can be forced"));
    }

    #[test]
    fn a_position_has_a_result_and_each_move_too() {
        let run = setwise(&["endgame", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"]).exits(0);
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines[0], "White mates in 16 moves");
        assert_eq!(lines[1], "Kb1      wins, mate in 16 moves");
        assert_eq!((lines.len(), lines[16]), (17, "Rb4      draws"));
        let mated = setwise(&["endgame", "7k/8/6K1/8/8/8/8/R7 b - - 0 1"]).exits(0);
        mated.prints("Black is mated in 1 move\nKg8      loses, mate in 1 move\n");
        setwise(&["endgame", "R6k/8/6K1/8/8/8/8/8 b - - 0 1"]).prints("Black is checkmated\n");
        let drawn = setwise(&["endgame", "8/8/8/8/8/2k5/1R6/7K b - - 0 1"]).exits(0);
        assert!(drawn.out.starts_with("draw\nKxb2     draws\n"), "{}", drawn.out);
    }

    /// Five pieces, a won ending after the capture, and a bishop that is given away.
    #[test]
    fn games_are_asked_for_wins_and_draws() {
        let directory = setwise_testkit::Directory::new();
        let games = directory.file("games.pgn");
        let pgn = "[FEN \"8/7p/8/4k3/8/8/8/KBN5 w - - 0 1\"]\n[SetUp \"1\"]\n\n\
                   1. Bxh7 Kd4 2. Be4 Kxe4 *\n";
        directory.write("games.pgn", pgn.as_bytes());
        for (question, rows) in [
            ("lost", "1,1\n"),
            ("won", "1,2\n"),
            ("won then drawn", "1,3\n1,4\n"),
            ("mate_in > 0", "1,1\n1,2\n"),
            ("not (won or drawn or lost)", "1,0\n"),
        ] {
            let run = setwise(&["find", question, &games, "--csv"]).exits(0);
            assert_eq!(run.out, format!("game,ply\n{rows}"), "{question}");
        }
    }

    /// Finds a command that takes expressions and has no tables, and a job whose expressions have none.
    #[test]
    #[cfg(feature = "tables")]
    fn every_command_that_takes_expressions_has_tables() {
        let directory = setwise_testkit::Directory::new();
        let game =
            |name, fen| format!("[White \"{name}\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n*\n\n");
        let pgn = game("A", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
            + &game("B", "8/8/8/8/8/2k5/1R6/7K b - - 0 1")
            + &game("C", "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        directory.write("games.pgn", pgn.as_bytes());
        let [games, to, job] = ["games.pgn", "to", "job"].map(|name| directory.file(name));
        for (question, names) in
            [("won", "White != B"), ("drawn", "White = B"), ("mate_in = 16", "White = A")]
        {
            for command in ["stats", "filter", "normalise"] {
                let run =
                    |question| setwise(&["pgn", command, &games, "--where", question]).exits(0);
                assert_eq!(run(question).out, run(names).out, "{command}: {question}");
            }
        }
        let columns = ["--where", "won", "--column", "holds=won", "--column", "left=mate_in"];
        let exports = [&columns[..], &["--tables", "positions", "--format", "arrow"]].concat();
        setwise(&[&["pgn", "export", &games, "--to", &to], &exports[..]].concat()).exits(0);
        setwise(&[&["pgn", "plan", &games, "--to", &job], &exports[..]].concat()).exits(0);
        setwise(&["job", "run", &job]).exits(0);
        let part = |directory| {
            let parts = format!("{directory}/positions");
            let part = std::fs::read_dir(parts).expect("parts").next().expect("a part");
            std::fs::read(part.expect("a part").path()).expect("read")
        };
        assert!(part(&to) == part(&job));
        let text =
            ["pgn", "export", &games, "--to", "-", "--tables", "positions", "--format", "csv"];
        let text = setwise(&[&text[..], &columns].concat()).exits(0).out;
        let end = |line: &str| line.rsplitn(3, ',').take(2).collect::<Vec<_>>().join(" ");
        let ends: Vec<String> = text.lines().map(end).collect();
        assert_eq!(ends, ["left holds", "16 true", "1 true"]);
        let by = setwise(&["find", "won", &games, "--by", "mate_in", "--csv"]).exits(0);
        by.prints("group,positions,games,white_score\n1,1,1,\n16,1,1,\n");
    }

    #[test]
    fn a_lesson_is_on_at_most_four_pieces_without_castling() {
        let lesson = |fen| setwise(&["explain", "endgame", fen, "--steps"]);
        assert!(lesson("7K/8/5q2/8/8/2k5/8/8 w - - 0 1").exits(0).out.contains("White's king is"));
        lesson("kn6/n7/8/8/8/8/8/R3K3 w - - 0 1").exits(1).says("5 pieces (expected at most 4");
        lesson("1k6/8/8/8/8/8/8/R3K3 w Q - 0 1").exits(1).says("castling rights");
    }

    /// Finds a directory that is not read, and files that are written again.
    #[test]
    fn tables_are_saved_in_a_directory_and_read() {
        let directory = setwise_testkit::Directory::new();
        let tables = &directory.file("tables");
        let build = |material| setwise(&["endgame", "build", tables, material]);
        let written = build("KPK").exits(0);
        let names = ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
        assert_eq!(written.out.lines().count(), names.len(), "{}", written.out);
        for name in names {
            assert!(written.out.contains(&format!("{tables}/{name}.endgame  ")), "{}", written.out);
        }
        build("KPvK").exits(0).prints("");
        let read = |material| setwise(&["endgame", material, "--tables", tables]);
        assert_eq!(read("KPK").exits(0).out, setwise(&["endgame", "KPK"]).out);
        build("KRX").exits(2).says("unexpected 'X' at byte 2");
        let missing = directory.file("missing");
        setwise(&["endgame", "KRK", "--tables", &missing]).exits(2).says("no directory");
    }

    /// Finds a command that does not read the directory, and a damaged file that is not told: cut short,
    /// with another byte, of another material. Expressions have the right answer then.
    #[test]
    fn a_damaged_file_is_told() {
        let directory = setwise_testkit::Directory::new();
        let tables = &directory.file("tables");
        setwise(&["endgame", "build", tables, "KRvK", "KQvK"]).exits(0);
        let [path, other] = ["KRvK", "KQvK"].map(|name| format!("{tables}/{name}.endgame"));
        let whole = std::fs::read(&path).expect("a file");
        let mut changed = whole.clone();
        changed[whole.len() - 1] ^= 1;
        let (fen, mate) = ("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "mate_in = 16");
        let (show, file) = (["show", fen, "--sets", mate], &directory.file("fens.epd"));
        directory.write("fens.epd", format!("{fen}\n").as_bytes());
        let find = ["find", mate, file, "--fen"];
        let explain = ["explain", "endgame", fen, "--steps"];
        let with_tables = |command: &[&str]| setwise(&[command, &["--tables", tables]].concat());
        for (bytes, message) in [
            (&whole[..whole.len() / 2], "the table cannot be read: "),
            (&changed, "the table is damaged: its hash differs"),
            (&std::fs::read(&other).expect("a file"), "the table is KQvK (expected KRvK)"),
        ] {
            std::fs::write(&path, bytes).expect("written");
            let message = format!("{path}: {message}");
            with_tables(&["endgame", "KRK"]).exits(2).says(&message);
            setwise(&["endgame", "build", tables, "KRK"]).exits(2).says(&message);
            for command in [&show[..], &find, &explain] {
                let out = setwise(command).exits(0).out;
                with_tables(command).exits(0).says(&message).prints(&out);
            }
        }
        std::fs::write(&path, &whole).expect("written");
        assert_eq!(with_tables(&show).exits(0).err, "");
    }

    #[test]
    fn as_json() {
        let json = setwise(&["endgame", "KPvK", "--json"]).exits(0).json();
        assert_eq!(json["white"]["won"], 124_960);
        assert_eq!(json["black"]["longest_loss"]["plies"], 56);
        assert_eq!(json["line"].as_array().map(Vec::len), Some(56));
        let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
        let json = setwise(&["endgame", fen, "--json", "--threads", "1"]).exits(0).json();
        assert_eq!((&json["result"], &json["plies"]), (&"win".into(), &1.into()));
        let best =
            serde_json::json!({ "move": "a1a8", "san": "Ra8#", "result": "win", "plies": 1 });
        assert_eq!(json["moves"][0], best);
    }

    #[test]
    fn what_has_no_table_is_an_error() {
        setwise(&["endgame", "KQRBvKN"]).exits(1).says("6 pieces (expected at most 5");
        setwise(&["endgame", "startpos"]).exits(1).says("castling rights (expected none");
        setwise(&["endgame", "KPPvKP"]).exits(2).says("the 111 tables for KPPvKP need 38455 MiB");
        setwise(&["endgame", "KRvKR", "--memory", "1"]).exits(2).says("--memory allows more");
        setwise(&["endgame", "KvKP", "--memory", "0"]).exits(2).says("expected 1 to 16777216");
        setwise(&["endgame"]).exits(2).says("MATERIAL|POSITION");
    }
}
