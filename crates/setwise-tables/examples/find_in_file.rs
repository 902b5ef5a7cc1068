//! Compares questions to the games of a file with a bare loop that replays the same moves.
//!
//! ```text
//! cargo run --release -p setwise-tables --features parquet --example find_in_file FILE [QUESTION…]
//! ```
//!
//! Prints the positions a second of each question, of a loop that reads the same file, plays the
//! moves and sums the occupied squares, and of such a loop over moves in memory. On Linux the time
//! is the CPU time of the one thread, so that other programs do not count.

use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

use setwise::{Move, Position};
use setwise_sets::Expression;
use setwise_tables::{Collector, Find, FindOptions, Inputs, ReadOptions, Record, Tag, read};
use setwise_testkit::suites::QUESTIONS;

/// The runs of which the fastest counts.
const RUNS: usize = 15;

/// Keeps the moves of games.
struct Games;

impl Collector for Games {
    type Part = Vec<(Position, Vec<Option<Move>>)>;

    fn part(&self) -> Self::Part {
        Vec::new()
    }

    fn add(&self, part: &mut Self::Part, game: &Record) {
        part.push((game.start, game.moves.clone()));
    }

    fn takes_tables(&self) -> bool {
        true
    }
}

/// Replays games, and sums the occupied squares of their positions.
struct Replays;

impl Collector for Replays {
    type Part = u64;

    fn part(&self) -> u64 {
        0
    }

    fn add(&self, part: &mut u64, game: &Record) {
        *part += occupied(game.start, &game.moves);
    }

    fn takes_tables(&self) -> bool {
        true
    }

    fn wants_tag(&self, _: Tag) -> bool {
        false
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file");
    let inputs = Inputs::find([file]).expect("a file");
    let chosen: Vec<String> = arguments.collect();
    let questions = match chosen.is_empty() {
        true => QUESTIONS.map(String::from).to_vec(),
        false => chosen,
    };
    let mut games = Vec::new();
    each_part(&inputs, &Games, |part| games.extend(part));
    let positions: usize = games.iter().map(|(_, moves)| moves.len() + 1).sum();
    println!("{} games, {positions} positions; million positions a second", games.len());
    println!("question  loop from the file  loop in memory");
    for question in questions {
        let expression = Expression::parse(&question).expect("a question");
        let [mut asked, mut from_file, mut in_memory] = [f64::INFINITY; 3];
        let (mut hits, mut sums) = (0, [0, 0]);
        for _ in 0..RUNS {
            asked = asked.min(seconds(|| {
                let find = Find::new(expression.clone(), FindOptions::default());
                hits = 0;
                each_part(&inputs, &find, |mut part| {
                    part.finish();
                    hits += part.found.iter().map(|game| game.plies.len()).sum::<usize>();
                });
            }));
            from_file = from_file.min(seconds(|| {
                sums[0] = 0;
                each_part(&inputs, &Replays, |sum| sums[0] += sum);
            }));
            in_memory = in_memory.min(seconds(|| {
                let sum = |(start, moves): &(Position, Vec<_>)| occupied(*start, moves);
                sums[1] = black_box(&games).iter().map(sum).sum();
            }));
        }
        assert_eq!(sums[0], sums[1]);
        let rate = |seconds: f64| positions as f64 / seconds / 1e6;
        println!(
            "{:8.1} {:8.1} {:8.1}  {hits:7} hits  {question}",
            rate(asked),
            rate(from_file),
            rate(in_memory)
        );
    }
}

/// Reads inputs on this thread.
fn each_part<C: Collector>(inputs: &Inputs, collector: &C, mut part: impl FnMut(C::Part)) {
    let Ok(read) = read(inputs, &ReadOptions::default(), collector, |found, _| {
        part(found);
        Ok::<(), Infallible>(())
    });
    assert!(read.iter().all(|input| input.error.is_none()), "{read:?}");
}

fn occupied(mut position: Position, moves: &[Option<Move>]) -> u64 {
    let mut sum = u64::from(position.board().occupied().count());
    for &mv in moves.iter().flatten() {
        position = position.play_unchecked(mv);
        sum += u64::from(position.board().occupied().count());
    }
    sum
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    let cpu = cpu_seconds();
    work();
    cpu.zip(cpu_seconds()).map_or(start.elapsed().as_secs_f64(), |(from, to)| to - from)
}

/// Returns the CPU time of this thread, where Linux tells it.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
