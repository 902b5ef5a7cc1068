//! Shows the position of an error in a text, with a caret below it.

use core::fmt;

/// The longest text, in characters, that is shown in full. It fits on one line of a terminal with
/// its margin.
const MAX_FULL_LENGTH: usize = 76;

/// The number of characters shown on each side of the error in a longer text.
const CONTEXT: usize = 30;

/// A line of text, with a caret below one of its characters.
///
/// Every character takes one column: a character that is not printable ASCII is shown as `·`. A
/// long text is cut to the part around the caret, with `…` for what was cut off.
///
/// ```
/// use setwise::Position;
/// use setwise::notation::Caret;
///
/// let text = "8/8/8/8 w - - 0 1";
/// let error = Position::parse_fen(text).unwrap_err();
/// assert_eq!(Caret { text, at: error.at }.to_string(), "  8/8/8/8 w - - 0 1\n         ^");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Caret<'t> {
    /// The text. It may have several lines.
    pub text: &'t str,
    /// The offset in bytes of the character to point at; the length of the text for its end.
    pub at: usize,
}

impl fmt::Display for Caret<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_boundary = |at: &usize| self.text.is_char_boundary(*at);
        let at = (0..=self.at.min(self.text.len())).rev().find(is_boundary).unwrap_or_default();
        let (before, after) = self.text.split_at(at);
        let reach = if self.text.chars().nth(MAX_FULL_LENGTH).is_none() {
            MAX_FULL_LENGTH
        } else {
            CONTEXT
        };
        let start = before.char_indices().rev().nth(reach - 1).map_or(0, |(start, _)| start);
        let end = after.char_indices().nth(reach).map_or(after.len(), |(end, _)| end);
        let cut = |is_cut| if is_cut { "…" } else { "" };
        let (left, right) = (cut(start > 0), cut(end < after.len()));
        let (before, after) = (&before[start..], &after[..end]);
        writeln!(f, "  {left}{}{}{right}", Printable(before), Printable(after))?;
        let column = left.chars().count() + before.chars().count();
        write!(f, "  {:column$}^", "")
    }
}

/// Text that is safe to print: shows a character that is not printable ASCII as `·`.
struct Printable<'t>(&'t str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| {
            let printable = letter == ' ' || letter.is_ascii_graphic();
            fmt::Write::write_char(f, if printable { letter } else { '·' })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the two lines.
    fn lines(text: &str, at: usize) -> (String, String) {
        let drawn = Caret { text, at }.to_string();
        let (above, below) = drawn.split_once('\n').expect("two lines");
        (above.to_owned(), below.to_owned())
    }

    #[test]
    fn the_caret_is_below_the_character() {
        assert_eq!(lines("abc", 1), ("  abc".to_owned(), "   ^".to_owned()));
        assert_eq!(lines("abc", 3), ("  abc".to_owned(), "     ^".to_owned()));
        assert_eq!(lines("", 0), ("  ".to_owned(), "  ^".to_owned()));
    }

    #[test]
    fn an_unprintable_character_takes_one_column() {
        assert_eq!(lines("é\t\u{202e}x", 6), ("  ···x".to_owned(), "     ^".to_owned()));
        assert_eq!(lines("é", 1), ("  ·".to_owned(), "  ^".to_owned()));
        assert_eq!(lines("\x1b[31m", 9), ("  ·[31m".to_owned(), "       ^".to_owned()));
    }

    #[test]
    fn a_fen_is_shown_in_full() {
        let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 x";
        for at in 0..=text.len() {
            assert_eq!(lines(text, at), (format!("  {text}"), format!("  {:at$}^", "")));
        }
    }

    #[test]
    fn a_long_text_is_cut_to_the_part_around_the_caret() {
        let text = "0123456789".repeat(100_000);
        let (above, below) = lines(&text, 500_005);
        assert_eq!(above.chars().count(), 2 + 1 + 2 * CONTEXT + 1);
        let column = below.chars().position(|c| c == '^').expect("there is a caret");
        assert_eq!(above.chars().nth(column), Some('5'));
    }
}
