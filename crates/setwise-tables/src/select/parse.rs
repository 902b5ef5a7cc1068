//! Parsing conditions.

use std::fmt;

use super::expression::{Name, Node, Operator, number};

/// The maximum nesting depth of parentheses and negations.
const MAX_DEPTH: u32 = 64;

/// The error of parsing a [`Where`](super::Where): what was found, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhereError {
    /// The byte offset of the error.
    pub at: usize,
    /// What was found there.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for WhereError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {} (expected {})", self.found, self.at, self.expected)
    }
}

impl std::error::Error for WhereError {}

pub(super) struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Parser<'t> {
        Parser { text, at: 0, depth: 0 }
    }

    /// Parses the whole text.
    pub(super) fn parse(mut self) -> Result<Node, WhereError> {
        let node = self.or()?;
        match self.rest().is_empty() {
            true => Ok(node),
            false => self.error("and, or, or the end"),
        }
    }

    /// Returns the text that is left, after white space.
    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn error<T>(&mut self, expected: &'static str) -> Result<T, WhereError> {
        let found = match self.rest().split_whitespace().next() {
            None => "the end".to_owned(),
            Some(word) => format!("{:?}", word.chars().take(20).collect::<String>()),
        };
        Err(WhereError { at: self.at, found, expected })
    }

    /// Takes a symbol.
    fn take(&mut self, symbol: &str) -> bool {
        let is_next = self.rest().starts_with(symbol);
        self.at += if is_next { symbol.len() } else { 0 };
        is_next
    }

    /// Takes a word, which ends where a name ends.
    fn take_word(&mut self, word: &str) -> bool {
        let rest = self.rest();
        let is_next = rest.strip_prefix(word).is_some_and(|after| !after.starts_with(is_of_name));
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn or(&mut self) -> Result<Node, WhereError> {
        let mut nodes = vec![self.and()?];
        while self.take("||") || self.take_word("or") {
            nodes.push(self.and()?);
        }
        Ok(single(nodes, Node::Or))
    }

    fn and(&mut self) -> Result<Node, WhereError> {
        let mut nodes = vec![self.not()?];
        while self.take("&&") || self.take_word("and") {
            nodes.push(self.not()?);
        }
        Ok(single(nodes, Node::And))
    }

    fn not(&mut self) -> Result<Node, WhereError> {
        if self.depth == MAX_DEPTH {
            return self.error("at most 64 levels of parentheses and not");
        }
        self.depth += 1;
        let node = if self.take("!") || self.take_word("not") {
            Node::Not(Box::new(self.not()?))
        } else if self.take("(") {
            let node = self.or()?;
            if !self.take(")") {
                return self.error("and, or, or )");
            }
            node
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn comparison(&mut self) -> Result<Node, WhereError> {
        let rest = self.rest();
        let length = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
        if length == 0 {
            return self
                .error("the name of a tag, or plies, result, variant, date, error, not or (");
        }
        let name = Name::new(&rest[..length]);
        self.at += length;
        let operators = [
            ("!=", Operator::NotEqual),
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("==", Operator::Equal),
            ("=", Operator::Equal),
            ("<", Operator::Less),
            (">", Operator::Greater),
            ("~", Operator::Contains),
        ];
        for (symbol, operator) in operators {
            if self.take(symbol) {
                self.rest();
                let start = self.at;
                let value = self.value()?;
                if name.needs_number(operator) && number(&value).is_none() {
                    self.at = start;
                    return self.error("a whole number");
                }
                return Ok(Node::Compare(name, operator, value));
            }
        }
        Ok(Node::Has(name))
    }

    fn value(&mut self) -> Result<String, WhereError> {
        let rest = self.rest();
        if let Some(mark @ ('"' | '\'')) = rest.chars().next() {
            let Some(length) = rest[1..].find(mark) else {
                return Err(WhereError {
                    at: self.at,
                    found: format!("{mark} without its closing {mark}"),
                    expected: "a value in quotation marks",
                });
            };
            self.at += length + 2;
            return Ok(rest[1..=length].to_owned());
        }
        let is_end = |letter: char| {
            letter.is_whitespace()
                || matches!(letter, '(' | ')' | '&' | '|' | '"' | '\'' | '<' | '>' | '=' | '~')
        };
        let length = rest.find(is_end).unwrap_or(rest.len());
        if length == 0 {
            return self.error("a value; one with spaces or operators is put in quotation marks");
        }
        self.at += length;
        Ok(rest[..length].to_owned())
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

fn single(mut nodes: Vec<Node>, join: impl FnOnce(Vec<Node>) -> Node) -> Node {
    match (nodes.pop(), nodes.is_empty()) {
        (Some(node), true) => node,
        (last, _) => {
            nodes.extend(last);
            join(nodes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Where;

    fn error(text: &str) -> String {
        text.parse::<Where>().expect_err(text).to_string()
    }

    #[test]
    fn errors_say_what_was_found_where_and_what_was_expected() {
        for (text, message) in [
            (
                "",
                "the end at byte 0 (expected the name of a tag, or plies, result, variant, date, error, not or ()",
            ),
            (
                "WhiteElo >=",
                "the end at byte 11 (expected a value; one with spaces or operators is put in quotation marks)",
            ),
            ("plies > abc", "\"abc\" at byte 8 (expected a whole number)"),
            ("White = x and plies =  '4 0'", "\"'4\" at byte 23 (expected a whole number)"),
            ("WhiteElo >= 2000+", "\"2000+\" at byte 12 (expected a whole number)"),
            ("plies > 3 )", "\")\" at byte 10 (expected and, or, or the end)"),
            ("(plies > 3", "the end at byte 10 (expected and, or, or ))"),
            (
                "Event = \"x",
                "\" without its closing \" at byte 8 (expected a value in quotation marks)",
            ),
            ("plies > 3 plies < 4", "\"plies\" at byte 10 (expected and, or, or the end)"),
            (
                "ECO = = B",
                "\"=\" at byte 6 (expected a value; one with spaces or operators is put in quotation marks)",
            ),
        ] {
            assert_eq!(error(text), message);
        }
        for text in ["WhiteElo = ?", "plies ~ 4", "plies >= ' 40 '", "BlackRatingDiff > +5"] {
            text.parse::<Where>().expect(text);
        }
        let deep = "(".repeat(100_000) + "x" + &")".repeat(100_000);
        assert!(
            error(&deep)
                .ends_with("at byte 64 (expected at most 64 levels of parentheses and not)")
        );
        let deep = "!".repeat(100_000) + "x";
        assert!(error(&deep).contains("at byte 64"));
    }

    #[test]
    fn and_binds_more_strongly_than_or() {
        let parse = |text: &str| text.parse::<Where>().expect(text);
        assert_eq!(parse("a or b and not c"), parse("a || (b && (!(c)))"));
        assert_eq!(parse("a and b or c"), parse("(a and b) or c"));
        assert_ne!(parse("a and b or c"), parse("a and (b or c)"));
        assert_eq!(parse("a = 'x y'"), parse("a == \"x y\""));
        assert_eq!(parse("order or android"), parse("order || android"));
    }
}
