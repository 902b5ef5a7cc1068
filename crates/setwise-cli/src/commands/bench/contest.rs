//! Measuring in turns.

use crate::progress::Progress;
use crate::verdict::Failure;

/// What one contender took for one thing of a subject, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Time {
    /// In the best round.
    pub(super) best: f64,
    /// In the median round.
    pub(super) median: f64,
}

impl Time {
    fn of(mut rounds: Vec<f64>) -> Time {
        rounds.sort_unstable_by(f64::total_cmp);
        let at = |index: usize| rounds.get(index).copied().unwrap_or(f64::NAN);
        Time { best: at(0), median: at(rounds.len() / 2) }
    }

    /// The mean by weight: if that is how many things each subject has, then it is for a thing of
    /// all subjects together.
    pub(super) fn pooled(times: impl Iterator<Item = (f64, Time)>) -> Time {
        let (mut best, mut median, mut all) = (0.0, 0.0, 0.0);
        for (weight, time) in times {
            best += weight * time.best;
            median += weight * time.median;
            all += weight;
        }
        Time { best: best / all, median: median / all }
    }

    /// The geometric mean, in which each subject counts the same however long it takes.
    pub(super) fn mean(times: impl Iterator<Item = Time>) -> Time {
        let (mut best, mut median, mut count) = (0.0, 0.0, 0.0);
        for time in times {
            best += time.best.ln();
            median += time.median.ln();
            count += 1.0;
        }
        Time { best: f64::exp(best / count), median: f64::exp(median / count) }
    }
}

/// Measures each contender on each subject so many times, and gives the times of each subject in
/// the order of the contenders.
///
/// A round has a turn for each of them, so that what slows the machine for a while slows them all.
pub(super) fn measure<C: Copy, S>(
    contenders: &[C],
    subjects: &[S],
    rounds: u32,
    mut turn: impl FnMut(C, &S) -> Result<f64, Failure>,
) -> Result<Vec<Vec<Time>>, Failure> {
    let mut times = vec![vec![Vec::new(); contenders.len()]; subjects.len()];
    let turns = contenders.len() * subjects.len();
    let progress = Progress::new(u64::from(rounds) * turns as u64, "turns");
    for _ in 0..rounds {
        for (subject, times) in subjects.iter().zip(&mut times) {
            for (&contender, times) in contenders.iter().zip(times) {
                times.push(turn(contender, subject)?);
                progress.advance(1);
            }
        }
    }
    let summary = |times: Vec<Vec<f64>>| times.into_iter().map(Time::of).collect();
    Ok(times.into_iter().map(summary).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pooled_time_is_that_of_all_things_together() {
        let times =
            [(3.0, Time { best: 1.0, median: 2.0 }), (1.0, Time { best: 5.0, median: 6.0 })];
        assert_eq!(Time::pooled(times.into_iter()), Time { best: 2.0, median: 3.0 });
    }

    #[test]
    fn contenders_take_turns_and_show_their_best() {
        let mut turns = Vec::new();
        let times = measure(&["walk", "hyperbola"], &["a"], 3, |contender, subject| {
            turns.push((contender, *subject));
            Ok([3.0, 6.0, 1.0, 5.0, 2.0, 4.0][turns.len() - 1])
        });
        let best = [Time { best: 1.0, median: 2.0 }, Time { best: 4.0, median: 5.0 }];
        assert_eq!(times.expect("nothing fails"), [best]);
        assert_eq!(turns, [("walk", "a"), ("hyperbola", "a")].repeat(3));
    }

    #[test]
    fn the_mean_is_geometric() {
        let times = [Time { best: 1.0, median: 2.0 }, Time { best: 4.0, median: 8.0 }];
        let Time { best, median } = Time::mean(times.into_iter());
        assert!((best - 2.0).abs() < 1e-9 && (median - 4.0).abs() < 1e-9, "{best} {median}");
    }
}
