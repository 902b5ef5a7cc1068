//! The numbers that programs take from their users: their ranges, and the one check of a range.
//!
//! The command and the Python package call the same functions with the same constants, so the same
//! number has the same limits and the same message in both: `expected 1 to 1024`.
//!
//! ```
//! use setwise_jobs::number;
//!
//! assert_eq!(number::parser(number::THREADS)("8"), Ok(8));
//! assert_eq!(number::within(Some(0), &number::THREADS), Err("expected 1 to 1024".to_owned()));
//! ```

use std::fmt::Display;
use std::ops::RangeInclusive as Range;
use std::str::FromStr;

/// Numbers without another limit, such as seeds.
pub const ANY: Range<u64> = 0..=u64::MAX;
/// Quantities of at least one, such as the number of matches or the size of a batch.
pub const POSITIVE: Range<u64> = 1..=u64::MAX;
/// Threads: more than most machines have CPUs.
pub const THREADS: Range<usize> = 1..=1024;
/// The size of a hash table of counts in MiB: 16 TiB at most, and 0 for no table.
pub const HASH_MB: Range<u64> = 0..=16 << 20;
/// The size of the hash table of a player in MiB.
pub const PLAYER_HASH_MB: Range<usize> = 1..=16 << 20;
/// The memory of shards in MiB.
pub const MEMORY_MB: Range<u64> = 1..=16 << 20;
/// The depth of a count in plies: deeper than any count that ends.
pub const DEPTH: Range<u8> = 0..=100;
/// The depth and the split of a deep count, and the depth of a comparison with an engine, in plies.
pub const DEEP: Range<u8> = 1..=*DEPTH.end();
/// The number of files of the last frontier of a deep count.
pub const SHARDS: Range<u32> = 1..=99_999;
/// The depth of a search in plies, and the number of moves to a mate.
pub const SEARCH: Range<u32> = 1..=255;
/// The number of best moves: no position has as many legal moves.
pub const LINES: Range<usize> = 1..=500;
/// The time of a search in seconds: about 30 years at most.
pub const TIME: Range<f64> = 0.0..=1e9;
/// The time to wait in seconds.
pub const SECONDS: Range<u64> = 1..=1_000_000_000;
/// A share of games or positions.
pub const SHARE: Range<f64> = 0.0..=1.0;
/// The first or the last ply of a game that is taken.
pub const PLY: Range<u32> = 0..=u32::MAX;
/// The least size in bytes of a part of the inputs of an export.
pub const PART_BYTES: Range<u64> = 1..=1 << 40;
/// The same in MiB.
pub const PART_MB: Range<u64> = 1..=*PART_BYTES.end() >> 20;
/// The width and the height of a picture in pixels.
pub const PIXELS: Range<u32> = 8..=100_000;

/// Returns a number if it is in a range; `None` is a number that the type does not have.
///
/// # Errors
///
/// The number is not in the range; the text says which numbers are.
pub fn within<T: PartialOrd + Display>(number: Option<T>, range: &Range<T>) -> Result<T, String> {
    let number = number.filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected {} to {}", range.start(), range.end()))
}

/// Returns the parser of the text of a number in a range. A number other than 0 that is too small
/// to be stored is an error.
pub fn parser<T>(range: Range<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Default + Display + Clone,
{
    move |text| {
        let digits = text.split(['e', 'E']).next().unwrap_or_default();
        let is_zero = !digits.contains(|digit| matches!(digit, '1'..='9'));
        let number = text.parse().ok().filter(|number| is_zero || *number != T::default());
        within(number, &range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if a limit itself is refused, or a number beside it is taken.
    #[test]
    fn the_limits_are_in_the_range() {
        let threads = parser(THREADS);
        for (text, number) in [("1", Ok(1)), ("1024", Ok(1024)), ("+2", Ok(2))] {
            assert_eq!(threads(text), number, "{text}");
        }
        for text in ["0", "1025", "-1", "1.0", "1e2", "", " 1", "99999999999999999999"] {
            assert_eq!(threads(text), Err("expected 1 to 1024".to_owned()), "{text}");
        }
        for (number, is_in) in [(Some(0), false), (Some(1024), true), (None, false)] {
            assert_eq!(within(number, &THREADS).is_ok(), is_in, "{number:?}");
        }
    }

    /// Fails if a fraction that becomes 0 is taken, or a number that is none.
    #[test]
    fn fractions() {
        let share = parser(SHARE);
        for (text, number) in [("0", 0.0), ("-0", 0.0), ("0e9", 0.0), ("1", 1.0), (".5", 0.5)] {
            assert_eq!(share(text), Ok(number), "{text}");
        }
        for text in ["1.01", "-0.1", "1e-400", "-.1e-999", "NaN", "inf"] {
            assert_eq!(share(text), Err("expected 0 to 1".to_owned()), "{text}");
        }
        assert!(within(Some(f64::NAN), &SHARE).is_err() && within(Some(1.0), &SHARE).is_ok());
    }
}
