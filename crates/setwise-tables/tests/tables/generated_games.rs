//! The games that the test kit makes: the same for any threads, distinct, without errors, and with
//! the frequencies of real ones.

use std::collections::BTreeSet;
use std::num::NonZero;

use setwise::Color;
use setwise_tables::{Collector, Inputs, ReadOptions, Record, Tag, Wanted, read};
use setwise_testkit::Directory;
use setwise_testkit::games::{self, Games, frequencies};
use setwise_testkit::scaled;

fn text(seed: u64, bytes: u64, threads: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let threads = NonZero::new(threads).expect("at least one");
    games::write(&Games::new(seed), bytes, threads, &mut text).expect("into memory");
    text
}

#[test]
fn the_games_are_the_same_for_the_same_seed_and_any_number_of_threads() {
    let bytes = scaled(3_000_000, 600_000) as u64;
    let one = text(5, bytes, 1);
    assert!(one.len() as u64 >= bytes);
    assert!(text(5, bytes, 2) == one && text(5, bytes, 5) == one);
    assert!(text(5, 10, 2)[..] == one[..text(5, 10, 1).len()], "more games begin with fewer");
    assert!(text(6, bytes, 1) != one);
}

/// How many of the games, players or moves have what.
#[derive(Default)]
struct Counts {
    keys: BTreeSet<u64>,
    links: BTreeSet<String>,
    games: usize,
    plies: usize,
    captures: usize,
    checks: usize,
    mates: usize,
    time_forfeits: usize,
    draws: usize,
    evaluated: usize,
    tournaments: usize,
    blitz: usize,
    titled: usize,
    white: usize,
    black: usize,
    king_pawn: usize,
}

struct Counting;

impl Collector for Counting {
    type Part = Counts;

    fn wanted(&self) -> Wanted {
        Wanted { clocks: true, evals: true, depths: true, positions: true, other_tags: true }
    }

    fn part(&self) -> Counts {
        Counts::default()
    }

    fn add(&self, counts: &mut Counts, game: &Record) {
        assert_eq!(game.error, None);
        assert_eq!(game.clocks.len(), game.moves.len());
        assert!(!game.clocks.contains(&Record::NO_CLOCK));
        let tag = |tag| game.tags.get(tag).expect("a tag");
        let result = game.termination.expect("a result").to_string();
        assert_eq!(tag(Tag::Result), result);
        assert!(counts.keys.insert(game.game_key()));
        assert!(counts.links.insert(tag(Tag::Site).to_owned()));
        counts.games += 1;
        counts.plies += game.moves.len();
        for (position, mv) in game.positions.iter().zip(&game.moves) {
            let mv = mv.expect("no null move");
            counts.captures += usize::from(position.is_capture(mv));
            counts.checks += usize::from(position.gives_check(mv));
        }
        let is_mate = game.last.is_checkmate();
        assert!(!is_mate || result == if game.last.turn() == Color::White { "0-1" } else { "1-0" });
        counts.mates += usize::from(is_mate);
        counts.time_forfeits += usize::from(tag(Tag::Termination) == "Time forfeit");
        counts.draws += usize::from(result == "1/2-1/2");
        counts.white += usize::from(result == "1-0");
        counts.black += usize::from(result == "0-1");
        counts.evaluated += usize::from(!game.evals.is_empty());
        counts.tournaments += usize::from(tag(Tag::Event).contains("/tournament/"));
        counts.blitz += usize::from(tag(Tag::TimeControl) == "180+0");
        let titles = ["WhiteTitle", "BlackTitle"];
        counts.titled += titles.iter().filter(|name| game.tags.by_name(name).is_some()).count();
        let first = game.moves.first().copied().flatten();
        counts.king_pawn += usize::from(first.is_some_and(|mv| mv.to() == setwise::Square::E4));
    }
}

#[test]
fn the_games_are_distinct_and_have_the_frequencies_of_lichess() {
    let directory = Directory::new();
    let path = directory.write("games.pgn", &text(1, 9_000_000, 2));
    let inputs = Inputs::find([path]).expect("a file");
    let mut all = Counts::default();
    let read = read(&inputs, &ReadOptions::default(), &Counting, |part, _| {
        let Counts { mut keys, mut links, .. } = part;
        let before = (all.keys.len(), all.links.len());
        let added = (keys.len(), links.len());
        all.keys.append(&mut keys);
        all.links.append(&mut links);
        assert_eq!((all.keys.len(), all.links.len()), (before.0 + added.0, before.1 + added.1));
        all.games += part.games;
        all.plies += part.plies;
        all.captures += part.captures;
        all.checks += part.checks;
        all.mates += part.mates;
        all.time_forfeits += part.time_forfeits;
        all.draws += part.draws;
        all.evaluated += part.evaluated;
        all.tournaments += part.tournaments;
        all.blitz += part.blitz;
        all.titled += part.titled;
        all.white += part.white;
        all.black += part.black;
        all.king_pawn += part.king_pawn;
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(_) = read;
    assert!(all.games > 3_000 && all.games % 512 == 0, "{}", all.games);
    let share = |part: usize, of: usize| 1000 * part / of;
    let (games, moves) = (all.games, all.plies);
    let shares = [
        ("plies of a game", moves / games, 69, 7),
        ("captures", share(all.captures, moves), frequencies::CAPTURES, 30),
        ("checks", share(all.checks, moves), frequencies::CHECKS, 20),
        ("mates", share(all.mates, games), frequencies::MATES, 40),
        ("time forfeits", share(all.time_forfeits, games), frequencies::TIME_FORFEITS, 40),
        ("draws", share(all.draws, games), frequencies::DRAWS, 25),
        ("White wins", share(all.white, games), frequencies::WHITE_WINS, 40),
        ("Black wins", share(all.black, games), frequencies::BLACK_WINS, 40),
        ("evaluations", share(all.evaluated, games), frequencies::EVALUATIONS, 20),
        ("tournaments", share(all.tournaments, games), frequencies::TOURNAMENTS, 30),
        ("180+0", share(all.blitz, games), 233, 30),
        ("titles", share(all.titled, 2 * games), frequencies::TITLED, 5),
        ("1. e4", share(all.king_pawn, games), 450, 30),
    ];
    let is_wrong =
        |(_, found, expected, bound): &(_, usize, usize, _)| found.abs_diff(*expected) > *bound;
    let wrong: Vec<_> = shares.iter().filter(|share| is_wrong(share)).collect();
    assert!(wrong.is_empty(), "found, expected and bound: {wrong:?} of {shares:?}");
}
