//! Material on the board.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use setwise_sets::{Expression, ExpressionError};

use super::condition::MAX_MESSAGE;

/// The pieces of both sides, as in `KRPvKR`: a set expression ([`Expression::of_material`]). Which
/// of them is White's does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material(Arc<Expression>);

impl Material {
    /// Returns the question whether exactly these pieces are on the board.
    pub(crate) fn question(&self) -> &Expression {
        &self.0
    }
}

/// Writes the text that was parsed.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.text())
    }
}

/// Parses two sides, each with a king, separated by `v`: `KQvKR`.
impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let question = Expression::of_material(text).map_err(MaterialError)?;
        Ok(Material(Arc::new(question)))
    }
}

/// The error of parsing a [`Material`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialError(ExpressionError);

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.MAX_MESSAGE$}", self.0.to_string())
    }
}

impl std::error::Error for MaterialError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, why) in [
            ("KRP", "there is no `v` between two sides"),
            ("KRXvK", "`X` is no piece"),
            ("KvRk", "`k` is no piece"),
            ("KvRR", "a side has 0 kings"),
            ("KKvK", "a side has 2 kings"),
            ("KPPPPPPPPPPPPPPPPvK", "a side has more than 16 pieces"),
        ] {
            let error = text.parse::<Material>().expect_err(text).to_string();
            assert!(error.contains(&format!("`{text}` is no material: {why}")), "{error}");
        }
    }
}
