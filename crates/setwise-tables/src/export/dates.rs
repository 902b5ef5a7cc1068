//! Dates and times of tags as numbers.

/// Parses digits only.
fn digits(text: &[u8]) -> Option<i32> {
    text.iter().try_fold(0, |number, byte| match byte {
        b'0'..=b'9' => Some(10 * number + i32::from(byte - b'0')),
        _ => None,
    })
}

/// Returns the days since 1970-01-01 of a date as in `2013.01.31`; `-` and `/` may separate its
/// parts.
///
/// The arithmetic is Howard Hinnant's (*chrono-Compatible Low-Level Date Algorithms*, 2013,
/// <https://howardhinnant.github.io/date_algorithms.html>).
pub(crate) fn days(text: &str) -> Option<i32> {
    let &[y0, y1, y2, y3, dot, m0, m1, same, d0, d1] = text.as_bytes() else { return None };
    if dot != same || !matches!(dot, b'.' | b'-' | b'/') {
        return None;
    }
    let (year, month) = (digits(&[y0, y1, y2, y3])?, digits(&[m0, m1])?);
    let day = digits(&[d0, d1])?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&day) {
        return None;
    }
    // Years begin in March, so that the day of a leap year is the last one.
    let year = year - i32::from(month <= 2);
    let month = (month + 9) % 12;
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let day_of_era = 365 * of_era + of_era / 4 - of_era / 100 + day_of_year;
    Some(146_097 * era + day_of_era - 719_468)
}

/// Returns the seconds of a time of day as in `23:59:59`.
pub(crate) fn seconds(text: &str) -> Option<i32> {
    let &[h0, h1, b':', m0, m1, b':', s0, s1] = text.as_bytes() else { return None };
    let (hours, minutes) = (digits(&[h0, h1])?, digits(&[m0, m1])?);
    let seconds = digits(&[s0, s1])?;
    let is_time = hours < 24 && minutes < 60 && seconds < 60;
    is_time.then_some(3600 * hours + 60 * minutes + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_since_1970() {
        for (text, expected) in [
            ("1970.01.01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2000.02.29", Some(11_016)),
            ("1900.02.29", None),
            ("2013/01/01", Some(15_706)),
            ("2013.01.32", None),
            ("2013.13.01", None),
            ("1992.11.??", None),
            ("2013.01-01", None),
            ("+013.01.01", None),
            ("", None),
        ] {
            assert_eq!(days(text), expected, "{text}");
        }
    }

    /// Counts the days of 400 years, whose length repeats.
    #[test]
    fn consecutive_dates_have_consecutive_numbers() {
        let mut previous = days("1799.12.31").expect("a date");
        for year in 1800..=2200 {
            for month in 1..=12 {
                for day in 1..=31 {
                    let Some(number) = days(&format!("{year:04}.{month:02}.{day:02}")) else {
                        assert!(day > 28);
                        continue;
                    };
                    assert_eq!(number, previous + 1, "{year} {month} {day}");
                    previous = number;
                }
            }
        }
    }

    #[test]
    fn times_are_seconds_of_the_day() {
        for (text, expected) in [
            ("00:00:00", Some(0)),
            ("23:59:59", Some(86_399)),
            ("24:00:00", None),
            ("12:60:00", None),
            ("1:00:00", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}
