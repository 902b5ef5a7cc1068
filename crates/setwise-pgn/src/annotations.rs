//! Clock times and evaluations in comments.

mod engine;

use core::time::Duration;

pub use engine::engine_annotation;

/// A command embedded in a comment, as in `{ [%clk 1:29:58] [%eval 0.31] }`.
///
/// The commands are by Alan Cowderoy and others (*PGN Specification Supplement*, 2001); `%eval` is
/// as Lichess writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Annotation {
    /// `[%clk 1:29:58]`: the time that the side that has moved has left.
    Clock(Duration),
    /// `[%emt 0:00:02]`: the time that the move took.
    ElapsedMoveTime(Duration),
    /// `[%eval 0.31,24]`: an evaluation, and the depth in plies of the search.
    Evaluation(Evaluation, Option<u32>),
}

/// An evaluation of a position, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// A number of hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this number of moves; negative if Black mates.
    Mate(i32),
}

/// Returns the annotations in the text of a comment, in order. A command that is unknown or
/// malformed is skipped.
///
/// A time has one to three numbers separated by colons, of which the last are seconds; they may
/// have a fraction. Cost: `O(n)`, without allocation.
///
/// A comment of more than 16 KiB comes to a visitor in pieces: a
/// command at the end of a piece may be split.
///
/// ```
/// use core::time::Duration;
/// use setwise_pgn::{Annotation, Evaluation, annotations};
///
/// let comment = b"best [%eval -1.05] [%clk 0:09:58.5] [%csl Gd4] [%eval #-3,20]";
/// let evaluation = |evaluation, depth| Annotation::Evaluation(evaluation, depth);
/// assert!(annotations(comment).eq([
///     evaluation(Evaluation::Centipawns(-105), None),
///     Annotation::Clock(Duration::from_millis(598_500)),
///     evaluation(Evaluation::Mate(-3), Some(20)),
/// ]));
/// ```
pub fn annotations(comment: &[u8]) -> impl Iterator<Item = Annotation> {
    let mut rest = comment;
    core::iter::from_fn(move || {
        loop {
            let start = rest.windows(2).position(|pair| pair == b"[%")?;
            rest = &rest[start + 2..];
            let end = rest.iter().position(|byte| matches!(byte, b']' | b'['))?;
            let command = str::from_utf8(&rest[..end]).ok();
            rest = &rest[end..];
            if let Some(annotation) = command.and_then(annotation) {
                return Some(annotation);
            }
        }
    })
}

fn annotation(command: &str) -> Option<Annotation> {
    let (name, value) = command.split_once(|letter: char| letter.is_ascii_whitespace())?;
    let value = value.trim_ascii();
    match name {
        "clk" => Some(Annotation::Clock(time(value)?)),
        "emt" => Some(Annotation::ElapsedMoveTime(time(value)?)),
        "eval" => {
            let (value, depth) = match value.split_once(',') {
                Some((value, depth)) => (value, Some(whole(depth)?)),
                None => (value, None),
            };
            Some(Annotation::Evaluation(evaluation(value)?, depth))
        }
        _ => None,
    }
}

/// Parses `hours:minutes:seconds`, `minutes:seconds` or `seconds`.
fn time(text: &str) -> Option<Duration> {
    let mut parts = text.rsplitn(4, ':');
    let (seconds, fraction) = decimal(parts.next()?, 9)?;
    let minutes = parts.next().map_or(Some(0), whole)?;
    let hours = parts.next().map_or(Some(0), whole)?;
    if parts.next().is_some() {
        return None;
    }
    let seconds = u64::from(seconds) + 60 * u64::from(minutes) + 3600 * u64::from(hours);
    Some(Duration::new(seconds, fraction))
}

/// Parses `-1.05`, or `#-3` for mate.
fn evaluation(text: &str) -> Option<Evaluation> {
    let (is_mate, text) = match text.strip_prefix('#') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if is_mate {
        return Some(Evaluation::Mate(sign * i32::try_from(whole(digits)?).ok()?));
    }
    let (pawns, hundredths) = decimal(digits, 2)?;
    let centipawns = u64::from(pawns) * 100 + u64::from(hundredths);
    Some(Evaluation::Centipawns(sign * i32::try_from(centipawns).ok()?))
}

/// Parses a decimal number: the whole part, and a number of decimal places, without rounding.
fn decimal(text: &str, places: usize) -> Option<(u32, u32)> {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    if before.is_empty() && after.is_empty() || !after.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = after.bytes().map(|byte| u32::from(byte - b'0'));
    let zeros = core::iter::repeat(0);
    let fraction = digits.chain(zeros).take(places).fold(0, |number, digit| 10 * number + digit);
    Some((if before.is_empty() { 0 } else { whole(before)? }, fraction))
}

/// Parses a number of digits only.
fn whole(digits: &str) -> Option<u32> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(comment: &str) -> Vec<Annotation> {
        annotations(comment.as_bytes()).collect()
    }

    #[test]
    fn times_of_every_form() {
        for (text, milliseconds) in [
            ("1:29:58", 5_398_000),
            ("0:00:00.1", 100),
            ("01:02", 62_000),
            ("7", 7_000),
            ("00:00:35", 35_000),
            ("1:00:59.999", 3_659_999),
            ("4294967295:59:59", 15_461_882_265_599_000),
        ] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(all(&format!("[%clk {text}]")), [Annotation::Clock(time)], "{text}");
            let elapsed = [Annotation::ElapsedMoveTime(time)];
            assert_eq!(all(&format!("x[%emt\n{text} ]y")), elapsed, "{text}");
        }
        for text in
            ["", ":", "1:", "1:2:3:4", "-1", "+1", "1:-2", "1.5:2", "1.2.3", "4294967296", "x"]
        {
            assert_eq!(all(&format!("[%clk {text}]")), [], "{text}");
        }
    }

    #[test]
    fn evaluations_of_every_form() {
        let evaluation = |text: &str| match all(&format!("[%eval {text}]"))[..] {
            [Annotation::Evaluation(evaluation, depth)] => Some((evaluation, depth)),
            [] => None,
            ref other => panic!("{other:?}"),
        };
        for (text, centipawns) in
            [("0.17", 17), ("-12.3", -1230), ("+1", 100), (".5", 50), ("2.", 200), ("0.999", 99)]
        {
            let expected = Some((Evaluation::Centipawns(centipawns), None));
            assert_eq!(evaluation(text), expected, "{text}");
        }
        assert_eq!(evaluation("0.0,31"), Some((Evaluation::Centipawns(0), Some(31))));
        assert_eq!(evaluation("#5"), Some((Evaluation::Mate(5), None)));
        assert_eq!(evaluation("#-1,9"), Some((Evaluation::Mate(-1), Some(9))));
        for text in ["", "#", "-", ".", "#1.5", "1,x", "--1", "21474837", "#2147483648", "1e3"] {
            assert_eq!(evaluation(text), None, "{text}");
        }
    }

    #[test]
    fn malformed_commands_are_skipped() {
        let clock = [Annotation::Clock(Duration::from_secs(1))];
        for text in [
            "[%clk 1]",
            "[%clk [%clk 1]",
            "[%clk] [%clk 1] [%clk 2",
            "[%[%clk 1]",
            "[%csl Ga1][%clk 1][",
            "é[%clk 1]%é",
        ] {
            assert_eq!(all(text), clock, "{text}");
        }
        assert_eq!(all("clk 1 [clk 1] [% clk 1] {[%"), []);
        assert!(annotations(b"\xe9[%\xe9 1][%clk 1]").eq(clock));
    }
}
