//! Questions: the pairs of a query string, such as `ask=play&fen=…&move=e4`.
//!
//! A browser writes and a few lines read them. A reader of JSON, with its numbers with a fraction,
//! would be a tenth of a module.

use std::str::FromStr;

use crate::answer::Failure;

/// The names and values of a question. A list has a pair for each element.
pub(crate) struct Question(Vec<(String, String)>);

impl Question {
    pub(crate) fn parse(text: &str) -> Question {
        let pair =
            |text: &str| text.split_once('=').map(|(name, value)| (plain(name), plain(value)));
        Question(text.split('&').filter_map(pair).collect())
    }

    /// Returns a question of names and values.
    #[cfg(test)]
    pub(crate) fn of(pairs: &[(&str, &str)]) -> Question {
        Question(pairs.iter().map(|&(name, value)| (name.into(), value.into())).collect())
    }

    /// Returns the elements of a list.
    pub(crate) fn all<'q>(&'q self, name: &'q str) -> impl Iterator<Item = &'q str> {
        self.0.iter().filter(move |pair| pair.0 == name).map(|pair| pair.1.as_str())
    }

    /// Returns a value that may be absent.
    pub(crate) fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|pair| pair.0 == name).map(|pair| pair.1.as_str())
    }

    /// Returns a text, which is empty if it is absent.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.find(name).unwrap_or_default()
    }

    /// Returns a number, or an error that names it.
    pub(crate) fn number<N: FromStr>(&self, name: &str) -> Result<N, Failure> {
        let text = self.text(name);
        text.parse()
            .map_err(|_| Failure::plain(format!("{name} is {text:?} (expected an integer)")))
    }
}

/// Returns a name or a value without its escapes: `+` is a space, and `%` has a byte after it.
fn plain(escaped: &str) -> String {
    let mut parts = escaped.split('%');
    let mut bytes = parts.next().unwrap_or_default().replace('+', " ").into_bytes();
    for part in parts {
        let (byte, rest) = part.split_at_checked(2).unwrap_or_default();
        bytes.extend(u8::from_str_radix(byte, 16));
        bytes.extend(rest.replace('+', " ").bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_as_a_browser_writes_it() {
        let asked =
            Question::parse("ask=a+b&fen=%C3%A9%F0%9F%98%80%26%3D%2B%25&moves=e4&moves=e5&at=12");
        assert_eq!(asked.text("ask"), "a b");
        assert_eq!(asked.text("fen"), "é😀&=+%");
        assert!(asked.all("moves").eq(["e4", "e5"]));
        assert_eq!(asked.number::<u8>("at").ok(), Some(12));
        assert_eq!(asked.find("typed"), None);
        assert!(asked.number::<u8>("depth").is_err() && asked.number::<u8>("moves").is_err());
    }

    #[test]
    fn what_no_browser_writes_is_read_too() {
        for text in ["", "&", "=", "a", "a=%", "a=%f", "a=%zz", "a=%FF", "a=%é", "%61=1"] {
            assert!(Question::parse(text).text("b").is_empty(), "{text}");
        }
    }
}
