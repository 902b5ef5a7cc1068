//! What is counted of the positions that match.

use std::sync::Arc;

use setwise::Square;
use setwise_sets::{Definitions, Expression, ExpressionError, Kind, Source};

use super::{FindOptions, FoundGame, Group, GroupBy, Groups, Heat, TooManyGroups};
use crate::column::{Column, Numbers, Texts};
use crate::schema::{Batch, Field, Kind as FieldKind, Schema, optional, required};

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

    /// Returns the columns of the table.
    pub fn schema(&self) -> Schema {
        let Aggregate::Groups(groups) = self else {
            return Schema { table: "squares", fields: Vec::from(SQUARES) };
        };
        let group = match groups.by() {
            GroupBy::Tag(_) => FieldKind::Text,
            GroupBy::Number(_) => FieldKind::I32,
        };
        let mut fields = vec![optional("group", group, "The number, or the value of the tag.")];
        fields.extend(COUNTS);
        Schema { table: "groups", fields }
    }

    /// Returns the counts as a table: a row for each group, the missing value last, or for each
    /// square.
    pub fn batch(&self) -> Batch {
        let schema = Arc::new(self.schema());
        let (mut numbers, mut texts) = (Numbers::default(), Texts::default());
        let (mut positions, mut games) = (Numbers::default(), Numbers::default());
        let mut scores = Numbers::default();
        let groups = match self {
            Aggregate::Groups(groups) => groups,
            Aggregate::Heat(_, heat) => {
                for square in Square::ALL {
                    texts.push(Some(&square.to_string()));
                    positions.push(Some(heat.of(square)));
                }
                let columns = vec![Column::Text(texts), Column::U64(positions)];
                return Batch { schema, columns, rows: Square::ALL.len() };
            }
        };
        let rows = groups.iter().len();
        for (group, counts) in groups.iter() {
            numbers.push(if let Group::Number(number) = group { Some(*number) } else { None });
            texts.push(if let Group::Text(text) = group { Some(text) } else { None });
            positions.push(Some(counts.positions));
            games.push(Some(counts.games));
            scores.push(counts.white_score());
        }
        let group = match groups.by() {
            GroupBy::Tag(_) => Column::Text(texts),
            GroupBy::Number(_) => Column::I32(numbers),
        };
        let counts = [Column::U64(positions), Column::U64(games), Column::F64(scores)];
        let columns = [group].into_iter().chain(counts).collect();
        Batch { schema, columns, rows }
    }
}

const SQUARES: [Field; 2] = [
    required("square", FieldKind::Text, "The name of the square."),
    required("positions", FieldKind::U64, "On how many positions that match it is in the set."),
];

const COUNTS: [Field; 3] = [
    required("positions", FieldKind::U64, "The number of positions that match."),
    required("games", FieldKind::U64, "The number of different games of them."),
    optional("white_score", FieldKind::F64, "The points of White for each game with a result."),
];
