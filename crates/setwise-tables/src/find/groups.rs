//! Positions that match, counted by a number or a tag.

use std::collections::BTreeMap;
use std::fmt;

use setwise_sets::{Definitions, Expression, ExpressionError, Kind, Source, Values};

use super::FoundGame;

/// What the positions that match are counted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// The value of a tag, as a text.
    Tag(String),
    /// A number of the position.
    Number(Expression),
}

impl GroupBy {
    /// Parses the name of a tag, or an expression that is a number.
    ///
    /// # Errors
    ///
    /// Returns an error with its place if the text is no expression, or a set or a condition that
    /// is more than the name of a tag.
    pub fn parse(text: &str, definitions: &Definitions) -> Result<GroupBy, ExpressionError> {
        let expression = Expression::parse_with(text, definitions, Source::Games)?;
        match text.trim() {
            tag if expression.tags() == [tag] => Ok(GroupBy::Tag(tag.to_owned())),
            _ => Ok(GroupBy::Number(expression.of_kind(Kind::Number)?)),
        }
    }
}

/// What the positions of a group have in common. Numbers come in order, then texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The number.
    Number(i32),
    /// The value of the tag.
    Text(String),
    /// There is no number, or the game does not have the tag.
    Missing,
}

/// How many positions and games a group has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupCounts {
    /// The number of positions.
    pub positions: u64,
    /// The number of different games.
    pub games: u64,
    /// The number of these games that have a result.
    pub finished: u64,
    /// Twice the number of points of White in these games.
    half_points: u64,
}

impl GroupCounts {
    /// Returns the points of White for each game that has a result, from 0 to 1.
    pub fn white_score(&self) -> Option<f64> {
        (self.finished > 0).then(|| self.half_points as f64 / (2 * self.finished) as f64)
    }

    fn add(&mut self, positions: u64, half_points: Option<u64>) {
        self.positions += positions;
        self.games += 1;
        self.finished += u64::from(half_points.is_some());
        self.half_points += half_points.unwrap_or(0);
    }
}

/// The positions that match, counted by groups.
#[derive(Clone, Debug)]
pub struct Groups {
    by: GroupBy,
    groups: BTreeMap<Group, GroupCounts>,
    /// The memory of the groups in bytes, about.
    bytes: usize,
}

/// There are too many different groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooManyGroups {
    groups: usize,
}

impl fmt::Display for TooManyGroups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (groups, size) = (self.groups, Groups::MAX_BYTES >> 20);
        write!(f, "more than {groups} different values (expected less than {size} MiB of them)")
    }
}

impl std::error::Error for TooManyGroups {}

impl Groups {
    /// The memory of all groups, at most: about half a million of short texts.
    pub const MAX_BYTES: usize = 64 << 20;
    /// The memory of a group besides its text, about.
    const GROUP_BYTES: usize = 128;

    /// Returns no groups.
    pub fn new(by: GroupBy) -> Groups {
        Groups { by, groups: BTreeMap::new(), bytes: 0 }
    }

    /// Returns the grouping of the positions.
    pub fn by(&self) -> &GroupBy {
        &self.by
    }

    /// Adds the positions of a game that match, of which only the tag or the values of the
    /// [`GroupBy`] are kept.
    ///
    /// # Errors
    ///
    /// Returns an error if the groups would need more than [`Groups::MAX_BYTES`]. The game is not
    /// added in full then.
    pub fn add(&mut self, game: &FoundGame) -> Result<(), TooManyGroups> {
        let half_points = match game.result {
            "1-0" => Some(2),
            "1/2-1/2" => Some(1),
            "0-1" => Some(0),
            _ => None,
        };
        if let GroupBy::Tag(_) = self.by {
            let tag = game.tags.first().cloned().flatten();
            let group = tag.map_or(Group::Missing, Group::Text);
            self.counts(group)?.add(game.plies.len() as u64, half_points);
            return Ok(());
        }
        let Some(Values::Numbers(numbers)) = game.values.first() else { return Ok(()) };
        let group = |number: &Option<i32>| number.map_or(Group::Missing, Group::Number);
        let mut groups: Vec<Group> = numbers.iter().map(group).collect();
        groups.sort_unstable();
        for same in groups.chunk_by(Group::eq) {
            self.counts(same[0].clone())?.add(same.len() as u64, half_points);
        }
        Ok(())
    }

    fn counts(&mut self, group: Group) -> Result<&mut GroupCounts, TooManyGroups> {
        if !self.groups.contains_key(&group) {
            let text = if let Group::Text(text) = &group { text.len() } else { 0 };
            self.bytes += Groups::GROUP_BYTES + text;
            if self.bytes > Groups::MAX_BYTES {
                return Err(TooManyGroups { groups: self.groups.len() });
            }
        }
        Ok(self.groups.entry(group).or_default())
    }

    /// Returns the groups in order, the missing value last.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Group, &GroupCounts)> {
        self.groups.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_groups_is_bounded() {
        let by = GroupBy::parse("Site", &Definitions::standard()).expect("a tag");
        let mut groups = Groups::new(by);
        let mut add = |number: usize| {
            let tag = format!("{}{number:>10}", " ".repeat(59_990));
            groups.add(&FoundGame { tags: vec![Some(tag)], ..FoundGame::default() })
        };
        assert!((0..1100).all(|number| add(number).is_ok()));
        assert!((0..1100).all(|number| add(number).is_ok()), "known groups need no memory");
        let error = (1100..1200).map(add).find_map(Result::err).expect("too many");
        assert!(error.to_string().starts_with("more than 1116 different values"), "{error}");
    }
}
