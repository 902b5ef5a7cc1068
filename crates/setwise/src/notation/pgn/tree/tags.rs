//! The tags of a tree.

use std::fmt;

use super::super::MAX_TAG;
use super::super::start::Start;
use super::GameTree;

/// Why a tag cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagError {
    /// A name is letters, digits and `_`, and there is one.
    Name,
    /// It says where the game begins, which a tree is made with.
    Start,
    /// It would be longer than [`MAX_TAG`].
    TooLong,
}

impl GameTree {
    /// The tags in the order in which they were set, without those that say where the game begins.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Sets a tag, or gives one that there is another value. Control characters become spaces.
    ///
    /// The tag `Result` is written as [`GameTree::termination`] says.
    ///
    /// # Errors
    ///
    /// It could not be read again, or is `FEN` or `SetUp`.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_of_name) {
            return Err(TagError::Name);
        }
        if Start::NAMES.iter().any(|start| name.eq_ignore_ascii_case(start)) {
            return Err(TagError::Start);
        }
        let escapes = value.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count();
        if name.len() + value.len() + escapes + "[ \"\"]".len() > MAX_TAG {
            return Err(TagError::TooLong);
        }
        let value = value.replace(char::is_control, " ");
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
        Ok(())
    }
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagError::Name => f.write_str("a tag's name is letters, digits and _"),
            TagError::Start => f.write_str("where a game begins is no tag to be set"),
            TagError::TooLong => write!(f, "a tag of more than {MAX_TAG} bytes"),
        }
    }
}

impl std::error::Error for TagError {}
