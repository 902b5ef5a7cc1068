//! Measuring contenders in turns.

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// The time of one contender on one subject, in nanoseconds per unit of work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Time {
    /// In the best round.
    pub(crate) best: f64,
    /// In the median round.
    pub(crate) median: f64,
}

impl Time {
    fn of(mut rounds: Vec<f64>) -> Time {
        rounds.sort_unstable_by(f64::total_cmp);
        let at = |index: usize| rounds.get(index).copied().unwrap_or(f64::NAN);
        Time { best: at(0), median: at(rounds.len() / 2) }
    }

    /// Returns the weighted arithmetic mean. With the units of work of each subject as weights it
    /// is the time per unit over all subjects together.
    pub(crate) fn pooled(times: impl Iterator<Item = (f64, Time)>) -> Time {
        let (mut best, mut median, mut all) = (0.0, 0.0, 0.0);
        for (weight, time) in times {
            best += weight * time.best;
            median += weight * time.median;
            all += weight;
        }
        Time { best: best / all, median: median / all }
    }

    /// Returns the geometric mean, in which a long subject counts as much as a short one.
    pub(crate) fn mean(times: impl Iterator<Item = Time>) -> Time {
        let (mut best, mut median, mut count) = (0.0, 0.0, 0.0);
        for time in times {
            best += time.best.ln();
            median += time.median.ln();
            count += 1.0;
        }
        Time { best: f64::exp(best / count), median: f64::exp(median / count) }
    }
}

/// Measures each contender on each subject in each of a number of rounds. Returns for each subject
/// the times, in the order of the contenders.
///
/// A round has one turn for each pair, so that something that slows the machine for a while slows
/// all contenders.
pub(crate) fn measure<C, S>(
    contenders: &mut [C],
    subjects: &[S],
    rounds: u32,
    mut turn: impl FnMut(&mut C, &S) -> Result<f64, Failure>,
) -> Result<Vec<Vec<Time>>, Failure> {
    let mut times = vec![vec![Vec::new(); contenders.len()]; subjects.len()];
    let turns = contenders.len() * subjects.len();
    // Drawn if standard error is a terminal.
    let progress = ProgressBar::new(u64::from(rounds) * turns as u64);
    if let Ok(style) =
        ProgressStyle::with_template("{elapsed_precise} [{wide_bar}] {pos}/{len} turns")
    {
        progress.set_style(style.progress_chars("=> "));
    }
    for _ in 0..rounds {
        for (subject, times) in subjects.iter().zip(&mut times) {
            for (contender, times) in contenders.iter_mut().zip(times) {
                times.push(turn(contender, subject)?);
                progress.inc(1);
            }
        }
    }
    progress.finish_and_clear();
    let summary = |times: Vec<Vec<f64>>| times.into_iter().map(Time::of).collect();
    Ok(times.into_iter().map(summary).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pooled_time_is_weighted() {
        let times =
            [(3.0, Time { best: 1.0, median: 2.0 }), (1.0, Time { best: 5.0, median: 6.0 })];
        assert_eq!(Time::pooled(times.into_iter()), Time { best: 2.0, median: 3.0 });
    }

    #[test]
    fn contenders_take_turns() {
        let mut turns = Vec::new();
        let times = measure(&mut ["walk", "hyperbola"], &["a"], 3, |contender, subject| {
            turns.push((*contender, *subject));
            Ok([3.0, 6.0, 1.0, 5.0, 2.0, 4.0][turns.len() - 1])
        });
        let best = [Time { best: 1.0, median: 2.0 }, Time { best: 4.0, median: 5.0 }];
        assert_eq!(times.expect("no turn fails"), [best]);
        assert_eq!(turns, [("walk", "a"), ("hyperbola", "a")].repeat(3));
    }

    #[test]
    fn the_mean_is_geometric() {
        let times = [Time { best: 1.0, median: 2.0 }, Time { best: 4.0, median: 8.0 }];
        let Time { best, median } = Time::mean(times.into_iter());
        assert!((best - 2.0).abs() < 1e-9 && (median - 4.0).abs() < 1e-9, "{best} {median}");
    }
}
