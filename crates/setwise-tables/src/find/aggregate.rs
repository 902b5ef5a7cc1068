//! What is counted of the positions that match.

use setwise_sets::{Definitions, Expression, ExpressionError, Kind, Source};

use super::{FindOptions, FoundGame, GroupBy, Groups, Heat, TooManyGroups};

/// Counts of the positions that match: by a number or a tag, or by squares.
#[derive(Clone, Debug)]
pub enum Aggregate {
    /// By a number or a tag.
    Groups(Groups),
    /// By the squares of a set.
    Heat(Expression, Heat),
}

impl Aggregate {
    /// Counts by a number or by the name of a tag.
    ///
    /// # Errors
    ///
    /// Fails where [`GroupBy::parse`] does.
    pub fn by(text: &str, definitions: &Definitions) -> Result<Aggregate, ExpressionError> {
        Ok(Aggregate::Groups(Groups::new(GroupBy::parse(text, definitions)?)))
    }

    /// Counts by the squares of a set.
    ///
    /// # Errors
    ///
    /// Returns an error with its place if the text is no expression, or none that is a set.
    pub fn heat(text: &str, definitions: &Definitions) -> Result<Aggregate, ExpressionError> {
        let set = Expression::parse_with(text, definitions, Source::Games)?.of_kind(Kind::Set)?;
        Ok(Aggregate::Heat(set, Heat::default()))
    }

    /// Adds what is needed to a question, and to what is kept of each game: no tag may be kept
    /// besides.
    ///
    /// # Errors
    ///
    /// Fails where [`Expression::with_value`] does.
    pub fn ask(
        &self,
        question: Expression,
        options: &mut FindOptions,
    ) -> Result<Expression, ExpressionError> {
        let value = match self {
            Aggregate::Heat(set, _) => set,
            Aggregate::Groups(groups) => match groups.by() {
                GroupBy::Number(number) => number,
                GroupBy::Tag(tag) => {
                    options.tags = vec![tag.clone()];
                    return Ok(question);
                }
            },
        };
        question.with_value(value)
    }

    /// Adds the positions of a game that match.
    ///
    /// # Errors
    ///
    /// Fails where [`Groups::add`] does.
    pub fn add(&mut self, game: &FoundGame) -> Result<(), TooManyGroups> {
        match self {
            Aggregate::Groups(groups) => groups.add(game),
            Aggregate::Heat(_, heat) => {
                heat.add(game);
                Ok(())
            }
        }
    }
}
