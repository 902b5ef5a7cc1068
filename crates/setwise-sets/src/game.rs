//! The game that an expression is asked about.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use setwise::{Move, Position};

use crate::tree::Field;

/// One game: what its reader knows of it.
///
/// Position 0 is the start, position `n` the one after `n` moves.
#[derive(Clone, Copy)]
pub struct Game<'g> {
    /// The position before the first move.
    pub start: Position,
    /// The moves of the main line up to the first error, each legal in its position; `None` is a
    /// null move.
    pub moves: &'g [Option<Move>],
    /// The positions before each move and after the last one, if they are known: then the moves
    /// are not replayed where positions are needed. Else the list is empty; a list of any other
    /// length is not used.
    pub positions: &'g [Position],
    /// Returns the value of the tag of a name as written in PGN, such as `WhiteElo`.
    pub tag: &'g dyn Fn(&str) -> Option<&'g str>,
    /// The result at the end of the moves, such as `1-0`.
    pub result: Option<&'g str>,
    /// The kind of the error that ended the reading of the game, such as `illegal`.
    pub error: Option<&'g str>,
    /// The clock times after the moves in milliseconds; [`Game::NO_CLOCK`] where there is none. The
    /// list may be shorter than the list of moves.
    pub clocks: &'g [u32],
    /// The evaluations after the moves: hundredths of a pawn for White, 32,000 − n for mate by
    /// White in n moves, n − 32,000 for mate by Black; [`Game::NO_EVAL`] where there is none. The
    /// list may be shorter than the list of moves.
    pub evals: &'g [i16],
    /// The depths in plies of the searches that gave the evaluations; 0 where there is none. The list
    /// may be shorter than the list of moves.
    pub depths: &'g [u16],
}

impl<'g> Game<'g> {
    /// Returns a game without moves, tags and result: a position alone.
    pub fn of_position(position: Position) -> Game<'g> {
        Game {
            start: position,
            moves: &[],
            positions: &[],
            tag: &|_| None,
            result: None,
            error: None,
            clocks: &[],
            evals: &[],
            depths: &[],
        }
    }

    /// A move without a clock time.
    pub const NO_CLOCK: u32 = u32::MAX;
    /// A move without an evaluation.
    pub const NO_EVAL: i16 = i16::MIN;

    /// Returns the text of the game in a field, if it has one. The moves and positions have the
    /// texts of the other fields.
    pub(crate) fn text(&self, field: &Field) -> Option<Cow<'g, str>> {
        let tag = |name: &str| (self.tag)(name);
        match field {
            Field::Tag(name) => tag(name).map(Cow::Borrowed),
            Field::Result => {
                let is_result = |text: &&str| matches!(*text, "1-0" | "0-1" | "1/2-1/2");
                let result = self.result.or_else(|| tag("Result").filter(is_result));
                Some(Cow::Borrowed(result.unwrap_or("*")))
            }
            Field::Error => self.error.map(Cow::Borrowed),
            Field::Date => {
                let is_known = |date: &&str| !matches!(*date, "" | "-") && !date.starts_with('?');
                let date = |name| tag(name).filter(is_known);
                date("UTCDate").or_else(|| date("Date")).map(Cow::Borrowed)
            }
            Field::Variant => {
                let letters = tag("Variant").unwrap_or_default().chars();
                let letters = letters.filter(|letter| letter.is_alphanumeric());
                let variant: String = letters.flat_map(char::to_lowercase).collect();
                Some(match variant.as_str() {
                    "" | "normal" | "chess" | "classical" | "fromposition" => "standard".into(),
                    "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => {
                        "chess960".into()
                    }
                    _ => variant.into(),
                })
            }
            Field::San | Field::Material | Field::Position => None,
        }
    }

    /// Returns the value of a tag as a whole number.
    pub(crate) fn tag_number(&self, name: &str) -> Option<i32> {
        let number: i64 = (self.tag)(name)?.trim_ascii().parse().ok()?;
        Some(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// Returns the evaluation of a position: the one that is written after the move before it.
    pub(crate) fn eval(&self, ply: usize) -> Option<i32> {
        let eval = self.evals.get(ply.checked_sub(1)?).copied()?;
        (eval != Game::NO_EVAL).then_some(i32::from(eval))
    }

    /// Returns the depth of the search that gave the evaluation of a position.
    pub(crate) fn depth(&self, ply: usize) -> Option<i32> {
        let depth = self.depths.get(ply.checked_sub(1)?).copied()?;
        (depth != 0).then_some(depth.into())
    }

    /// Returns the whole seconds left to the mover after the move that is played from a position.
    pub(crate) fn clock(&self, ply: usize) -> Option<i32> {
        let clock = self.clocks.get(ply).copied()?;
        (clock != Game::NO_CLOCK).then_some((clock / 1000) as i32)
    }
}

impl fmt::Debug for Game<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("start", &self.start)
            .field("moves", &self.moves)
            .field("result", &self.result)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of a game with some tags in a field.
    fn text(field: &Field, result: Option<&str>, tags: &[(&str, &str)]) -> Option<String> {
        let tag = |name: &str| tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1);
        let game = Game { tag: &tag, result, ..Game::of_position(Position::INITIAL) };
        game.text(field).map(Cow::into_owned)
    }

    #[test]
    fn results_are_those_of_the_moves_else_of_the_tag() {
        for (result, tag, expected) in [
            (Some("1-0"), "0-1", "1-0"),
            (Some("*"), "0-1", "*"),
            (None, "0-1", "0-1"),
            (None, "1/2-1/2", "1/2-1/2"),
            (None, "1-0 ", "*"),
            (None, "White", "*"),
        ] {
            let found = text(&Field::Result, result, &[("Result", tag)]);
            assert_eq!(found.as_deref(), Some(expected), "{result:?} {tag}");
        }
        assert_eq!(text(&Field::Result, None, &[]).as_deref(), Some("*"));
    }

    #[test]
    fn dates_are_utc_dates_if_they_are_known() {
        for (utc, date, expected) in [
            ("2013.02.28", "2013.03.01", Some("2013.02.28")),
            ("????.??.??", "2013.03.01", Some("2013.03.01")),
            ("-", "2013.??.??", Some("2013.??.??")),
            ("", "?", None),
        ] {
            let found = text(&Field::Date, None, &[("Date", date), ("UTCDate", utc)]);
            assert_eq!(found.as_deref(), expected, "{utc} {date}");
        }
        assert_eq!(text(&Field::Date, None, &[("EventDate", "2013.02.28")]), None);
    }

    #[test]
    fn variants_have_one_name_each() {
        for (tag, expected) in [
            ("", "standard"),
            ("Normal", "standard"),
            ("Chess", "standard"),
            ("classical", "standard"),
            ("From Position", "standard"),
            ("Fischerandom", "chess960"),
            ("Fischer-Random", "chess960"),
            ("freestyle", "chess960"),
            ("Freestyle Chess", "chess960"),
            ("Chess 960", "chess960"),
            ("Three-check", "threecheck"),
        ] {
            let found = text(&Field::Variant, None, &[("Variant", tag)]);
            assert_eq!(found.as_deref(), Some(expected), "{tag}");
        }
        assert_eq!(text(&Field::Variant, None, &[]).as_deref(), Some("standard"));
    }

    #[test]
    fn numbers_of_tags_are_whole_and_of_32_bits() {
        for (value, expected) in
            [("2100", Some(2100)), (" 60 ", Some(60)), ("99999999999", Some(i32::MAX)), ("?", None)]
        {
            let tag = |name: &str| (name == "Tag").then_some(value);
            let game = Game { tag: &tag, ..Game::of_position(Position::INITIAL) };
            assert_eq!(game.tag_number("Tag"), expected, "{value}");
            assert_eq!(game.tag_number("Other"), None);
        }
    }
}
