//! Names of games that stay, and games that occur again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use setwise_jobs::kind::Interruption;
use setwise_tables::{
    Collector, ExportOptions, Format, GameColumns, Inputs, PositionColumns, ReadOptions, Record,
    Selection, Tables, Tag, export_files, read, split,
};
use setwise_testkit::Directory;
use setwise_testkit::compressed::{frames, gzip, zstandard};

use crate::games::inputs;

/// Collects the events and keys of games.
struct Keys(Selection);

impl Collector for Keys {
    type Part = Vec<(String, u64)>;

    fn selection(&self) -> Option<&Selection> {
        Some(&self.0)
    }

    fn part(&self) -> Self::Part {
        Vec::new()
    }

    fn add(&self, part: &mut Self::Part, game: &Record) {
        let key = game.game_key();
        assert_eq!((key >> 56) as u8, split(game), "the highest byte");
        part.push((game.tags.get(Tag::Event).unwrap_or_default().to_owned(), key));
    }
}

fn taken(inputs: &Inputs, sample: f64) -> Vec<(String, u64)> {
    let mut keys = Vec::new();
    let collector = Keys(Selection::new(None, sample));
    let read = read(inputs, &ReadOptions::default(), &collector, |part, _| {
        keys.extend(part);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(_) = read;
    keys
}

fn keys_of(text: &str) -> Vec<u64> {
    let directory = Directory::new();
    let inputs = inputs(&[directory.write("games.pgn", text.as_bytes())]);
    taken(&inputs, 1.0).into_iter().map(|(_, key)| key).collect()
}

/// Returns the text of a game.
fn game(tags: &[(&str, &str)], moves: &str) -> String {
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{tags}\n{moves}\n\n")
}

/// Fails if a link names more than one game, or if games without a link of their own are one.
#[test]
fn a_hundred_games_of_one_site_have_a_hundred_keys() {
    for site in [
        "https://lichess.org/tournament/AbCd1234",
        "https://lichess.org/analysis",
        "https://www.chess.com",
        "https://club.example/open/2026",
        "Paris FRA",
    ] {
        let of_round = |round: i32| {
            let (round, white) = (round.to_string(), format!("Player {}", round % 10));
            let tags = [("Site", site), ("White", &*white), ("Black", "B"), ("Round", &round)];
            game(&tags, "1. e4 e5 1/2-1/2")
        };
        let keys = keys_of(&(0..100).map(of_round).collect::<String>());
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 100, "{site}");
    }
}

#[test]
fn a_link_of_the_game_counts_in_place_of_players_date_and_round() {
    let lichess = "https://lichess.org/AbCd1234";
    for name in ["Site", "Link", "GameURL"] {
        let of = |link: &str, white: &str, moves: &str| {
            let tags = [("White", white), (name, link), ("Date", "2026.01.02"), ("Round", white)];
            game(&tags, moves)
        };
        let keys = keys_of(
            &[
                of(lichess, "A", "1. e4 *"),
                of("http://www.lichess.org/AbCd1234?x#3", "another", "1. e4 1-0"),
                of("https://lichess.org/AbCd1235", "A", "1. e4 *"),
                of(lichess, "A", "1. e4 e5 *"),
            ]
            .concat(),
        );
        assert_eq!(keys[0], keys[1], "{name}");
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 3, "{name}");
    }
}

#[test]
fn players_date_round_start_and_moves_make_the_key() {
    let all = [("White", "A"), ("Black", "B"), ("Date", "2026.01.02"), ("Round", "3")];
    let mut texts = vec![game(&all, "1. e4 e5 *"), game(&all, "1. e4 e5 2. d4 *")];
    for index in 0..all.len() {
        for value in ["other 7", "?", ""] {
            let mut tags = all;
            tags[index].1 = value;
            texts.push(game(&tags, "1. e4 e5 *"));
        }
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1";
    texts.push(game(&[&all[..], &[("SetUp", "1"), ("FEN", start)]].concat(), "1. e4 e5 *"));
    // Two null moves differ from none, although each has the number 0.
    texts.push(game(&all, "1. e4 e5 2. -- -- *"));
    let keys = keys_of(&texts.concat());
    // `?` and the empty text are the same, and so are days without digits.
    let different = 2 + 3 * 2 + 1 + 1 + 1;
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), different);
    // The place, the other tags and the result do not matter.
    let others = [&all[..], &[("Event", "E"), ("Result", "1-0"), ("WhiteElo", "1")]].concat();
    assert_eq!(keys_of(&["1. d4 *\n\n", &*game(&others, "1. e4 {c} e5 1-0")].concat())[1], keys[0]);
}

/// The algorithm never changes: keys are stored in data sets that grow.
#[test]
fn keys_are_those_of_the_documentation() {
    let mum = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xe703_7ed1_a0b4_28db;
        product as u64 ^ (product >> 64) as u64
    };
    let word = |text: &str| {
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        u64::from_le_bytes(bytes)
    };
    // e2 to e4 and e7 to e5: from, to << 6, kind 1 << 12.
    let moves = (12 | 28 << 6 | 1 << 12) | (52 | 36 << 6 | 1 << 12) << 16;
    let expected = [0, 2, moves, 9 + 12, word("lichess."), word("org/AbCd"), word("1234")];
    let linked = expected.into_iter().fold(0, mum);
    let expected = [0, 2, moves, 0, 2, word("A"), 2, word("B"), 0, 0];
    let named = expected.into_iter().fold(0, mum);
    let keys = keys_of(
        "[Site \"https://lichess.org/AbCd1234\"]\n\n1. e4 e5 *\n\n\
         [White \"A\"]\n[Black \"B\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\n1. e4 e5 *\n",
    );
    assert_eq!([keys[0] << 8 >> 8, keys[1] << 8 >> 8], [linked >> 8, named >> 8]);
    assert_eq!(keys[0] >> 56, keys[1] >> 56, "of the same moves");
    assert_eq!(keys, [KEY_OF_LINK, KEY_OF_NAMES]);
}

const KEY_OF_LINK: u64 = 0x87c7_561a_1c77_8725;
const KEY_OF_NAMES: u64 = 0x876d_a1d8_3ddd_1215;

/// Fails if a key, or the sample of games, depends on the file.
#[test]
fn keys_and_samples_stay_after_recompression_and_in_another_order() {
    let of = |number: usize| {
        let (event, players) = (number.to_string(), (number % 7).to_string());
        let site = format!("https://lichess.org/Ab{number:06}");
        let site = if number.is_multiple_of(2) { site.as_str() } else { "?" };
        let tags = [("Event", &*event), ("Site", site), ("White", &players), ("Round", &event)];
        game(&tags, ["1. e4 *", "1. d4 d5 1-0", "*", "1. e4 e5 2. Ke3 *"][number % 4])
    };
    let text: String = (0..400).map(of).collect();
    let backwards: String = (0..400).rev().map(of).collect();
    let files: [(&str, Vec<u8>); 5] = [
        ("a.pgn", text.clone().into()),
        ("b.pgn.gz", gzip(text.as_bytes())),
        ("c.pgn.zst", zstandard(text.as_bytes())),
        ("d.pgn.zst", frames(text.as_bytes(), 3000, true)),
        ("e.pgn", format!("1. c4 *\n\n{backwards}").into()),
    ];
    let directory = Directory::new();
    let mut expected: [Option<BTreeMap<String, u64>>; 2] = [None, None];
    for (name, bytes) in files {
        let inputs = inputs(&[directory.write(name, &bytes)]);
        for (sample, expected) in [1.0, 0.3].into_iter().zip(&mut expected) {
            let mut found: BTreeMap<String, u64> = taken(&inputs, sample).into_iter().collect();
            found.remove("");
            let expected = expected.get_or_insert_with(|| found.clone());
            assert_eq!(&found, expected, "{name} {sample}");
        }
    }
    let [all, some] = expected.map(Option::unwrap_or_default);
    assert_eq!(all.values().collect::<BTreeSet<_>>().len(), 400);
    assert!((80..160).contains(&some.len()), "{}", some.len());
}

/// Fails if games that occur again are not counted, or left out with their positions.
#[test]
fn equal_games_are_counted_and_left_out() {
    let directory = Directory::new();
    let of = |round: usize| {
        let round = round.to_string();
        game(&[("White", "A"), ("Round", &round)], if round.len() > 1 { "1. e4 *" } else { "*" })
    };
    let first: String = (0..20).map(of).collect();
    let second: String = (15..30).map(of).chain((16..18).map(of)).collect();
    let files = [("1.pgn", first), ("2.pgn.gz", second)];
    let files = files.map(|(name, text)| match name.ends_with("gz") {
        true => directory.write(name, &gzip(text.as_bytes())),
        false => directory.write(name, text.as_bytes()),
    });
    let inputs = inputs(&files);
    let tables = Tables {
        games: Some(GameColumns::ALL),
        positions: Some(PositionColumns::default()),
        ..Tables::default()
    };
    for (unique_games, games, positions) in [(false, 37, 10 + 27 * 2), (true, 30, 10 + 20 * 2)] {
        let options = ExportOptions::new(directory.path(), tables.clone(), Format::JsonLines);
        let options = ExportOptions { unique_games, replaces: true, ..options };
        let exported =
            export_files(&inputs, &ReadOptions::default(), &options, Interruption::NEVER)
                .expect("written");
        assert_eq!((exported.repeated.games, exported.repeated.is_estimate), (7, false));
        assert_eq!(exported.summary.games, 37);
        assert_eq!(
            exported.files.iter().map(|file| file.rows).collect::<Vec<_>>(),
            [games, positions]
        );
        assert_eq!(exported.summary.positions, positions);
        let text = fs::read_to_string(directory.path().join("games.jsonl")).expect("a file");
        let is_first = |line: &&str| line.contains("1.pgn");
        assert_eq!(text.lines().filter(is_first).count(), 20, "the first of equal games stays");
    }
}
