//! Finding the games and positions that match an expression.

mod aggregate;
mod groups;
mod heat;
#[cfg(feature = "tables")]
mod table;

pub use aggregate::Aggregate;
pub use groups::{Group, GroupBy, GroupCounts, Groups, TooManyGroups};
pub use heat::Heat;
#[cfg(feature = "tables")]
pub use table::FoundTable;

use std::collections::VecDeque;
use std::fmt;

use setwise::{Move, Position};
use setwise_sets::{Expression, Finder, FinderOptions, GameHits, Values};

use crate::read::{Collector, RowStatistics};
use crate::record::{Record, Wanted};
use crate::select::missing::{MissingTag, Seen};
use crate::tags::Tag;

/// What is kept of a game that matches.
#[derive(Clone, Debug, Default)]
pub struct FindOptions {
    /// Only the first position of each game that matches is found.
    pub first_only: bool,
    /// The tags whose values are kept.
    pub tags: Vec<String>,
    /// The names of the players are kept.
    pub names: bool,
    /// The moves are kept.
    pub moves: bool,
    /// The Polyglot keys of the positions that match are kept.
    pub keys: bool,
    /// The text is kept.
    pub text: bool,
}

/// Finds the games and positions that match an expression, as a [`Collector`]. It also takes tables
/// of games. The values of [`Expression::with_value`] are kept.
#[derive(Debug)]
pub struct Find {
    expression: Expression,
    options: FindOptions,
    /// The tags that are asked for or kept.
    seen: Seen,
}

/// A game that matches, or may.
#[derive(Clone, Debug, Default)]
pub struct FoundGame {
    /// The number of its input, from 0.
    pub input: u32,
    /// Where it begins; `None` if it is a row of a table.
    pub byte: Option<u64>,
    /// Its [`Record::id`]; of a row of a table the `game_id`, if the keys are kept and there is one.
    pub id: Option<u64>,
    /// Its number in its part, from 0.
    pub number: u64,
    /// The name of White, or an empty text.
    pub white: String,
    /// The name of Black, or an empty text.
    pub black: String,
    /// The result, such as `1-0`.
    pub result: &'static str,
    /// The values of the tags that are kept.
    pub tags: Vec<Option<String>>,
    /// The start and the moves, if they are kept.
    pub moves: Option<(Position, Vec<Option<Move>>)>,
    /// The keys of the positions that match, if they are kept.
    pub keys: Vec<u64>,
    /// The text, if it is kept.
    pub text: Vec<u8>,
    /// The plies that match: 0 is the start.
    pub plies: Vec<u32>,
    /// For each [`Expression::with_value`] its values at these plies.
    pub values: Vec<Values>,
}

impl FoundGame {
    /// Returns the positions that match, if the moves are kept.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let (start, moves) =
            self.moves.as_ref().map_or((None, &[][..]), |(start, moves)| (Some(*start), moves));
        let (mut position, mut next) = (start, 0);
        self.plies.iter().map_while(move |&ply| {
            let now = position.as_mut()?;
            for mv in moves.get(next..ply as usize)? {
                *now = match mv {
                    Some(mv) => now.play_unchecked(*mv),
                    None => now.null_move().unwrap_or(*now),
                };
            }
            next = ply as usize;
            Some(*now)
        })
    }
}

/// Some consecutive games of an input: how many there are, and those that match.
pub struct FoundPart {
    finder: Finder,
    keeps_keys: bool,
    /// Games whose hits are not known yet.
    waiting: VecDeque<FoundGame>,
    /// The number of the input, from 0.
    pub input: u32,
    /// The number of games.
    pub games: u64,
    /// The number of their positions.
    pub positions: u64,
    /// The number of games with an error.
    pub damaged: u64,
    /// The games that match; complete after [`FoundPart::finish`].
    pub found: Vec<FoundGame>,
}

impl fmt::Debug for FoundPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoundPart").field("found", &self.found).finish_non_exhaustive()
    }
}

impl FoundPart {
    /// Asks the games that are waiting.
    pub fn finish(&mut self) {
        let FoundPart { finder, waiting, found, keeps_keys, .. } = self;
        finder.flush(&mut |hits| answer(hits, *keeps_keys, waiting, found));
    }
}

/// Keeps the game that has waited longest if it matches.
fn answer(
    hits: GameHits<'_>,
    keeps_keys: bool,
    waiting: &mut VecDeque<FoundGame>,
    found: &mut Vec<FoundGame>,
) {
    if let Some(mut game) = waiting.pop_front()
        && !hits.plies.is_empty()
    {
        game.plies = hits.plies.to_vec();
        game.values = hits.values.to_vec();
        if keeps_keys {
            game.keys = game.positions().map(|position| position.polyglot_key()).collect();
        }
        found.push(game);
    }
}

impl Find {
    /// Returns a collector of the games that match a question.
    pub fn new(expression: Expression, options: FindOptions) -> Find {
        let kept = options.tags.iter().map(String::as_str);
        let seen = Seen::new(expression.required_tags().into_iter().chain(kept).collect());
        Find { expression, options, seen }
    }

    /// Returns the tags that are asked for or kept and that no game had. A tag that games need not
    /// have, as in `not Annotator`, is not returned. Without any game, nothing is returned.
    pub fn missing_tags(&self) -> Vec<MissingTag> {
        self.seen.missing()
    }

    /// Returns the result for a game that matches, without its positions.
    fn game(&self, number: u64, record: &Record) -> FoundGame {
        let name = |tag| match self.options.names {
            true => record.tags.get(tag).unwrap_or("?").to_owned(),
            false => String::new(),
        };
        let value = |name: &String| record.tags.by_name(name).map(str::to_owned);
        let has_moves = self.options.moves || self.options.keys;
        FoundGame {
            input: record.input,
            byte: (!record.is_row).then_some(record.place.offset),
            id: if record.is_row { record.row_id } else { Some(record.id) },
            number,
            white: name(Tag::White),
            black: name(Tag::Black),
            result: record.result().as_str(),
            tags: self.options.tags.iter().map(value).collect(),
            moves: has_moves.then(|| (record.start, record.moves.clone())),
            keys: Vec::new(),
            text: Vec::new(),
            plies: Vec::new(),
            values: Vec::new(),
        }
    }
}

impl Collector for Find {
    type Part = FoundPart;

    fn wanted(&self) -> Wanted {
        let is_other = |name| Tag::from_name(name).is_none();
        let kept = self.options.tags.iter().map(String::as_str);
        let mut tags = self.expression.tags().into_iter().chain(kept);
        Wanted {
            clocks: self.expression.asks_clocks(),
            evals: self.expression.asks_evals(),
            depths: self.expression.asks_depths(),
            other_tags: tags.any(is_other),
            ..Wanted::default()
        }
    }

    fn part(&self) -> FoundPart {
        let mut options = FinderOptions::default();
        options.first_only = self.options.first_only;
        FoundPart {
            finder: Finder::new(&self.expression, options),
            keeps_keys: self.options.keys,
            waiting: VecDeque::new(),
            input: 0,
            games: 0,
            positions: 0,
            damaged: 0,
            found: Vec::new(),
        }
    }

    fn add(&self, part: &mut FoundPart, record: &Record) {
        self.seen.add(&record.tags);
        part.input = record.input;
        part.waiting.push_back(self.game(part.games, record));
        part.games += 1;
        part.positions += record.moves.len() as u64 + 1;
        part.damaged += u64::from(record.error_name().is_some());
        let tag = |name: &str| record.tags.by_name(name);
        let FoundPart { finder, waiting, found, keeps_keys, .. } = part;
        finder.push(0, &record.asked(&tag), &mut |hits| answer(hits, *keeps_keys, waiting, found));
    }

    fn wants_text(&self) -> bool {
        self.options.text
    }

    fn takes_tables(&self) -> bool {
        true
    }

    fn wants_ids(&self) -> bool {
        self.options.keys
    }

    fn wants_tag(&self, tag: Tag) -> bool {
        let name = tag.name();
        self.expression.reads_tag(name)
            || self.options.tags.iter().any(|kept| kept == name)
            || self.options.names && matches!(tag, Tag::White | Tag::Black | Tag::Result)
    }

    fn skips(&self, rows: &RowStatistics<'_>) -> bool {
        let ranges = self.expression.tag_ranges();
        ranges
            .iter()
            .any(|(name, range)| Tag::from_name(name).is_some_and(|tag| rows.has_none(tag, range)))
    }

    fn skip(&self, part: &mut FoundPart, rows: &RowStatistics<'_>, moves: u64) {
        let is_present = |name: &str| Tag::from_name(name).is_some_and(|tag| rows.has_tag(tag));
        self.seen.add_if(is_present);
        part.input = rows.input;
        part.games += rows.games;
        part.positions = part.positions.saturating_add(rows.games).saturating_add(moves);
        part.damaged += rows.errors;
    }

    fn text(&self, part: &mut FoundPart, text: Option<&[u8]>) {
        let number = part.games - 1;
        let game = part.waiting.back_mut().or(part.found.last_mut());
        if let Some(game) = game.filter(|game| game.number == number) {
            game.text = text.unwrap_or_default().to_vec();
        }
    }
}
