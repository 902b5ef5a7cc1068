//! Contests: two libraries do the same work in turns, and are timed.

use std::convert::Infallible;
use std::fmt;
use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

/// The amount of work of a round.
#[derive(Clone, Copy)]
pub(crate) struct Amount {
    pub(crate) millions: f64,
    /// The unit of the amount.
    pub(crate) unit: &'static str,
}

/// Times both sides in turns, after a round that is not timed, and prints the result.
///
/// Both sides must return the same answer each time.
pub(crate) fn hold<O, T, A: PartialEq>(
    name: &str,
    amount: Amount,
    rounds: usize,
    (our_input, ours): (&O, impl Fn(&O) -> A),
    (their_input, theirs): (&T, impl Fn(&T) -> A),
) where
    O: ?Sized,
    T: ?Sized,
{
    let answer = ours(our_input);
    assert!(theirs(their_input) == answer, "{name}: the sides differ");
    let time_ours = || Ok(time(name, &answer, || ours(black_box(our_input))));
    let time_theirs = || Ok(time(name, &answer, || theirs(black_box(their_input))));
    let Ok(seconds) = in_turns::<Infallible>(rounds, time_ours, time_theirs);
    println!("{}", Row { name, amount, seconds });
}

/// Returns our seconds and theirs of each round. The side that goes first changes every round, so
/// that a machine that slows down or speeds up favours neither.
pub(crate) fn in_turns<E>(
    rounds: usize,
    mut ours: impl FnMut() -> Result<f64, E>,
    mut theirs: impl FnMut() -> Result<f64, E>,
) -> Result<Vec<[f64; 2]>, E> {
    let round = |round: usize| {
        if round.is_multiple_of(2) {
            let ours = ours()?;
            Ok([ours, theirs()?])
        } else {
            let theirs = theirs()?;
            Ok([ours()?, theirs])
        }
    };
    (0..rounds).map(round).collect()
}

fn time<A: PartialEq>(name: &str, answer: &A, side: impl Fn() -> A) -> f64 {
    let start = seconds_run();
    let found = black_box(side());
    let seconds = seconds_run() - start;
    assert!(found == *answer, "{name}: another answer than before");
    seconds
}

/// Returns the CPU time of this thread in seconds. It does not include the time of other programs.
fn seconds_run() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// A line of the table.
pub(crate) struct Row<'n> {
    pub(crate) name: &'n str,
    pub(crate) amount: Amount,
    /// Our seconds and theirs of each round.
    pub(crate) seconds: Vec<[f64; 2]>,
}

impl Row<'_> {
    pub(crate) const HEAD: &'static str =
        "                          millions of       ours a s  theirs a s   ratio: best  median";
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, amount: Amount { millions, unit }, seconds } = self;
        let [ours, theirs] = [0, 1].map(|side| sorted(seconds.iter().map(|pair| pair[side]))[0]);
        let median = sorted(seconds.iter().map(|[ours, theirs]| theirs / ours))[seconds.len() / 2];
        write!(f, "{name:24} {millions:6.2} {unit:10}")?;
        write!(f, " {:9.1}   {:9.1}   ", millions / ours, millions / theirs)?;
        // Above 1, Setwise is faster.
        write!(f, "{:11.2} {median:7.2}", theirs / ours)
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}
