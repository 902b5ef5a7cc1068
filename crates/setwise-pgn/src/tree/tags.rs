//! The tags of a tree.

use std::collections::HashMap;
use std::fmt;

use super::GameTree;
use crate::MAX_TAG;
use crate::start::Start;

/// The tags of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tags {
    /// The names and values, in the order in which they were set first.
    list: Vec<(String, String)>,
    /// The index of each name in the list: a game may have as many tags as its file has room for.
    indices: HashMap<String, usize>,
}

impl Tags {
    fn set(&mut self, name: &str, value: String) {
        if let Some(&index) = self.indices.get(name) {
            self.list[index].1 = value;
        } else {
            self.indices.insert(name.to_owned(), self.list.len());
            self.list.push((name.to_owned(), value));
        }
    }
}

/// The error of [`GameTree::set_tag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagError {
    kind: TagErrorKind,
}

/// The kind of a [`TagError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagErrorKind {
    /// The name is empty, or has a character other than ASCII letters, digits and `_`.
    Name,
    /// The tag is `FEN` or `SetUp`; these follow from [`GameTree::start`].
    Start,
    /// The tag would be longer than [`MAX_TAG`] bytes.
    TooLong,
}

impl GameTree {
    /// Returns the names and values of the tags in the order in which they were set, without `FEN`
    /// and `SetUp`.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.list.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.indices.get(name).map(|&index| self.tags.list[index].1.as_str())
    }

    /// Sets the value of a tag. Control characters become spaces.
    ///
    /// The value of the tag `Result` is ignored when the tree is written; see
    /// [`GameTree::termination`].
    ///
    /// # Errors
    ///
    /// Returns an error if the name is invalid, the tag is too long, or it is `FEN` or `SetUp`.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let error = |kind| Err(TagError { kind });
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_of_name) {
            return error(TagErrorKind::Name);
        }
        if Start::NAMES.iter().any(|start| name.eq_ignore_ascii_case(start)) {
            return error(TagErrorKind::Start);
        }
        let escapes = value.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count();
        if name.len() + value.len() + escapes + "[ \"\"]".len() > MAX_TAG {
            return error(TagErrorKind::TooLong);
        }
        let value = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.tags.set(name, value);
        Ok(())
    }
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TagErrorKind::Name => {
                f.write_str("invalid tag name (expected one or more letters, digits or _)")
            }
            TagErrorKind::Start => f.write_str(
                "the tags FEN and SetUp cannot be set (pass the position to GameTree::new)",
            ),
            TagErrorKind::TooLong => {
                write!(f, "the tag is too long (expected at most {MAX_TAG} bytes)")
            }
        }
    }
}

impl std::error::Error for TagError {}
