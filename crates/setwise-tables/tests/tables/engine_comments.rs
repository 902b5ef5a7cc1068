//! Evaluations in the comments of games between engines.

use std::convert::Infallible;

use setwise_sets::Expression;
use setwise_tables::{
    ExportOptions, Find, FindOptions, Format, GameColumns, Inputs, ReadOptions, Tables, read,
};
use setwise_testkit::Directory;

use crate::games::{export, inputs, parts, threads};

const GAME: &str = "[Event \"engines\"]\n\n1. f3 {book} e5 {+1.20/9 0.01s} 2. g4 {-M2/20 0.1s} \
                    Qh4# {+M1/20, Black mates} 0-1\n\n\
                    [Event \"people\"]\n\n1. e4 {[%eval 0.30,18]} e5 {4/5 of all games} *\n";

/// Returns the games and plies at which a question holds.
fn found(inputs: &Inputs, options: &ReadOptions, question: &str) -> Vec<(u64, Vec<u32>)> {
    let question = Expression::parse(question).and_then(Expression::question).expect("a question");
    let (mut found, mut before) = (Vec::new(), 0);
    let find = Find::new(question, FindOptions::default());
    let read = read(inputs, options, &find, |mut part, _| {
        part.finish();
        found.extend(part.found.into_iter().map(|game| (before + game.number, game.plies)));
        before += part.games;
        Ok::<(), Infallible>(())
    });
    let Ok(read) = read;
    assert!(read.iter().all(|input| input.error.is_none()), "{read:?}");
    found
}

/// Finds comments that are read without being asked for, that are of the side to move, or that a job
/// forgets.
#[test]
fn comments_are_read_when_they_are_asked_for() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", GAME.as_bytes())]);
    let plain = threads(1);
    let engines = ReadOptions { pgn: plain.pgn.with_engine_comments(true), ..threads(1) };
    let tables = ["plain", "engines"].map(|name| directory.path().join(name));
    let games = Tables { games: Some(GameColumns::ALL), ..Tables::default() };
    for (read, to) in [&plain, &engines].into_iter().zip(&tables) {
        export(&pgn, read, &ExportOptions::new(to, games.clone(), Format::Arrow), u64::MAX);
    }
    let [of_plain, of_engines] = tables.map(|table| inputs(&parts(&table, "games")));
    for (question, expected) in [
        ("eval = 30 and depth = 18", vec![(1, vec![1])]),
        ("eval = -120 and depth = 9", vec![(0, vec![2])]),
        // Black mates in one move, and has mated.
        ("eval = -31999 or eval = -32000", vec![(0, vec![3, 4])]),
        ("depth >= 9", vec![(0, vec![2, 3, 4]), (1, vec![1])]),
    ] {
        assert_eq!(found(&pgn, &engines, question), expected, "{question}");
        assert_eq!(found(&of_engines, &plain, question), expected, "{question}");
        let commands: Vec<_> = expected.into_iter().filter(|game| game.0 == 1).collect();
        assert_eq!(found(&pgn, &plain, question), commands, "{question}");
        assert_eq!(found(&of_plain, &engines, question), commands, "{question}");
    }
}
