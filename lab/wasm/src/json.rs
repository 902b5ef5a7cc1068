//! JSON: questions are read, and answers are written.
//!
//! Numbers are integers that are not negative, which is all that questions and answers have: serde
//! and its numbers with a fraction would be a tenth of the module.

use std::borrow::Cow;
use std::fmt;

use crate::Failure;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(u64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(Cow<'static, str>, Value)>),
    /// A document that has been written already.
    Document(String),
}

/// Makes a value of an expression, or an object with its fields in braces.
macro_rules! json {
    ({ $($name:literal: $value:expr),* $(,)? }) => {
        $crate::json::Value::Object(vec![
            $((std::borrow::Cow::Borrowed($name), $crate::json::Value::from($value))),*
        ])
    };
}
pub(crate) use json;

impl Value {
    /// Returns the field of an object, or null if it has none of this name.
    pub(crate) fn field(&self, name: &str) -> &Value {
        match self {
            Value::Object(fields) => {
                let found = fields.iter().find(|(field, _)| field == name);
                found.map_or(&Value::Null, |(_, value)| value)
            }
            _ => &Value::Null,
        }
    }

    /// Reads the field of a question.
    pub(crate) fn get<T: Read>(&self, name: &str) -> Result<T, Failure> {
        T::read(self.field(name)).map_err(|error| Failure::plain(format!("{name}: {error}")))
    }

    /// Adds a field to an object.
    pub(crate) fn set(&mut self, name: &'static str, value: impl Into<Value>) {
        if let Value::Object(fields) = self {
            fields.push((Cow::Borrowed(name), value.into()));
        }
    }
}

/// What a question may have in a field.
pub(crate) trait Read: Sized {
    /// Reads a value, or says what was expected.
    fn read(value: &Value) -> Result<Self, String>;
}

impl Read for String {
    fn read(value: &Value) -> Result<String, String> {
        match value {
            Value::Text(text) => Ok(text.clone()),
            other => Err(format!("{other} is no text")),
        }
    }
}

impl Read for u64 {
    fn read(value: &Value) -> Result<u64, String> {
        match value {
            Value::Number(number) => Ok(*number),
            other => Err(format!("{other} is no number (expected an integer from 0)")),
        }
    }
}

/// Reads numbers of types that may be smaller.
macro_rules! read_small {
    ($($number:ty)*) => {$(
        impl Read for $number {
            fn read(value: &Value) -> Result<$number, String> {
                let number = u64::read(value)?;
                number.try_into().map_err(|_| format!("{number} is too large"))
            }
        }
    )*};
}

read_small!(u8 u16 u32 usize);

impl Read for char {
    fn read(value: &Value) -> Result<char, String> {
        let text = String::read(value)?;
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Ok(letter),
            _ => Err(format!("{text:?} is not one letter")),
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Value) -> Result<Option<T>, String> {
        match value {
            Value::Null => Ok(None),
            value => T::read(value).map(Some),
        }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value) -> Result<Vec<T>, String> {
        match value {
            Value::List(values) => values.iter().map(T::read).collect(),
            other => Err(format!("{other} is no list")),
        }
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(value: &Value) -> Result<(A, B), String> {
        match value {
            Value::List(values) if values.len() == 2 => {
                Ok((A::read(&values[0])?, B::read(&values[1])?))
            }
            other => Err(format!("{other} is no pair")),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<u8> for Value {
    fn from(value: u8) -> Value {
        Value::Number(value.into())
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::Number(value.into())
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Value {
        Value::Number(value)
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Value {
        Value::Number(value as u64)
    }
}

impl From<char> for Value {
    fn from(value: char) -> Value {
        Value::Text(value.to_string())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::Text(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, T::into)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Value {
        Value::List(values.into_iter().map(T::into).collect())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write_text(f, text),
            Value::Document(document) => f.write_str(document),
            Value::List(values) => {
                f.write_str("[")?;
                for (index, value) in values.iter().enumerate() {
                    f.write_str(if index > 0 { "," } else { "" })?;
                    value.fmt(f)?;
                }
                f.write_str("]")
            }
            Value::Object(fields) => {
                f.write_str("{")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    f.write_str(if index > 0 { "," } else { "" })?;
                    write_text(f, name)?;
                    f.write_str(":")?;
                    value.fmt(f)?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    let mut rest = text;
    while let Some(at) = rest.find(|letter| letter < ' ' || letter == '"' || letter == '\\') {
        f.write_str(&rest[..at])?;
        write!(f, "\\u{:04x}", rest.as_bytes()[at])?;
        rest = &rest[at + 1..];
    }
    f.write_str(rest)?;
    f.write_str("\"")
}

/// The largest number of lists and objects within each other.
const MAX_DEPTH: usize = 16;

/// Reads a text that is one value, with white space around it.
pub(crate) fn parse(text: &str) -> Result<Value, Failure> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(MAX_DEPTH);
    parser.skip_white_space();
    value.filter(|_| parser.at == text.len()).ok_or_else(|| {
        Failure::at(format!("the question is no JSON (byte {})", parser.at), parser.at)
    })
}

/// What has been read of a text; a method returns `None` where the text is wrong.
struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_white_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// Reads a word or sign, if it comes next.
    fn accept(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip_white_space();
        match self.peek()? {
            b'{' => self.elements('}', depth, Parser::named).map(Value::Object),
            b'[' => self.elements(']', depth, Parser::value).map(Value::List),
            b'"' => self.string().map(Value::Text),
            b'0'..=b'9' => self.number(),
            _ if self.accept("null") => Some(Value::Null),
            _ if self.accept("true") => Some(Value::Bool(true)),
            _ if self.accept("false") => Some(Value::Bool(false)),
            _ => None,
        }
    }

    /// Reads the elements of a list or object, up to its last sign.
    fn elements<T>(
        &mut self,
        last: char,
        depth: usize,
        element: fn(&mut Self, usize) -> Option<T>,
    ) -> Option<Vec<T>> {
        let depth = depth.checked_sub(1)?;
        self.at += 1;
        let mut elements = Vec::new();
        self.skip_white_space();
        while !self.accept(last.encode_utf8(&mut [0; 4])) {
            if !elements.is_empty() && !self.accept(",") {
                return None;
            }
            elements.push(element(self, depth)?);
            self.skip_white_space();
        }
        Some(elements)
    }

    /// Reads a field of an object.
    fn named(&mut self, depth: usize) -> Option<(Cow<'static, str>, Value)> {
        self.skip_white_space();
        let name = self.string()?;
        self.skip_white_space();
        let value = if self.accept(":") { self.value(depth)? } else { return None };
        Some((Cow::Owned(name), value))
    }

    fn number(&mut self) -> Option<Value> {
        let mut number: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
            self.at += 1;
        }
        Some(Value::Number(number))
    }

    fn string(&mut self) -> Option<String> {
        if !self.accept("\"") {
            return None;
        }
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let length = rest.find(|letter| letter < ' ' || letter == '"' || letter == '\\')?;
            text += &rest[..length];
            self.at += length;
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(text);
                }
                b'\\' => text.push(self.escaped()?),
                _ => return None,
            }
        }
    }

    /// Reads a letter that a backslash escapes.
    fn escaped(&mut self) -> Option<char> {
        self.at += 2;
        Some(match self.text.as_bytes().get(self.at - 1)? {
            letter @ (b'"' | b'\\' | b'/') => char::from(*letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.code_unit()?;
                let after = self.at;
                let second = if self.accept("\\u") { self.code_unit()? } else { 0 };
                // Half of a pair is no character.
                let letter = char::decode_utf16([first, second]).next()?;
                let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
                if u32::from(letter) < 0x1_0000 {
                    self.at = after;
                }
                letter
            }
            _ => return None,
        })
    }

    /// Reads four hexadecimal digits.
    fn code_unit(&mut self) -> Option<u16> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u16::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "quote \" backslash \\ line\n \u{1} é 🨀";
        let list: Value = [None, Some(18_446_744_073_709_551_615_u64)].into_iter().collect();
        let value = json!({ "a\n": text, "list": list, "empty": json!({}), "yes": true });
        assert_eq!(parse(&value.to_string()).ok(), Some(value));
        let spaced =
            parse(" { \"a\" : [ 1 , null ] , \"b\" : \"\\ud83d\\ude00\\/\\ud83d\\u0041\" } ");
        let spaced = spaced.unwrap_or(Value::Null);
        assert_eq!(spaced.to_string(), "{\"a\":[1,null],\"b\":\"😀/\u{fffd}A\"}");
    }

    #[test]
    fn what_is_no_json_is_an_error() {
        for text in [
            "",
            "{",
            "[1,]",
            "[,1]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "\"",
            "\"\\",
            "\"\\u12",
            "\"\\u+123\"",
            "\"\\ué123\"",
            "\"\n\"",
            "nul",
            "1 2",
            "-1",
            "1.5",
            "18446744073709551616",
            "\\",
            "\"\\é\"",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"[".repeat(1_000_000)).is_err());
        let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(&nested(MAX_DEPTH)).is_ok() && parse(&nested(MAX_DEPTH + 1)).is_err());
    }
}
