//! Tags of a question that no game has: they are probably misspelt.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::tags::{NAMES, Tags};

/// The smallest similarity of a name that is suggested, from 0 to 1.
const SIMILAR: f64 = 0.7;

/// A tag that is asked for and that no game read had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingTag {
    /// The name in the question.
    pub name: String,
    /// A known name that is similar.
    pub similar: Option<&'static str>,
}

impl MissingTag {
    /// Returns the tag of a name, with the known name that is most similar, if one is similar.
    pub fn new(name: &str) -> MissingTag {
        let similarity = |other: &str| {
            strsim::normalized_damerau_levenshtein(
                &name.to_ascii_lowercase(),
                &other.to_ascii_lowercase(),
            )
        };
        let best = NAMES.into_iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
        let similar = best.filter(|best| similarity(best) >= SIMILAR);
        let is_known = NAMES.contains(&name);
        MissingTag { name: name.to_owned(), similar: similar.filter(|_| !is_known) }
    }
}

impl fmt::Display for MissingTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name: String = self.name.chars().take(60).collect();
        write!(f, "no game read has the tag {name:?}")?;
        match self.similar {
            Some(similar) => write!(f, " (did you mean {similar:?}?)"),
            None => Ok(()),
        }
    }
}

/// The tags of a question, and which of them the games have had so far. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    tags: Arc<[(String, AtomicBool)]>,
    has_read: Arc<AtomicBool>,
}

impl Seen {
    pub(crate) fn new(names: Vec<&str>) -> Seen {
        let tags = names.into_iter().map(|name| (name.to_owned(), AtomicBool::new(false)));
        let tags = tags.collect();
        Seen { tags, has_read: Arc::default() }
    }

    /// Adds the tags of a game.
    pub(crate) fn add(&self, tags: &Tags) {
        self.add_if(|name| tags.by_name(name).is_some());
    }

    /// Adds the tags of games for which a function holds.
    pub(crate) fn add_if(&self, is_present: impl Fn(&str) -> bool) {
        // Most games have all tags: then nothing is written, so that threads do not wait.
        if !self.has_read.load(Ordering::Relaxed) {
            self.has_read.store(true, Ordering::Relaxed);
        }
        for (name, is_seen) in self.tags.iter() {
            if !is_seen.load(Ordering::Relaxed) && is_present(name) {
                is_seen.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns the tags that no game has had; none if there was no game.
    pub(crate) fn missing(&self) -> Vec<MissingTag> {
        let has_read = self.has_read.load(Ordering::Relaxed);
        let unseen = self.tags.iter().filter(|(_, is_seen)| !is_seen.load(Ordering::Relaxed));
        unseen.filter(|_| has_read).map(|(name, _)| MissingTag::new(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Selection;
    use super::*;
    use setwise_pgn::Text;
    use setwise_sets::Expression;

    fn missing(condition: &str, games: &[&[&str]]) -> Vec<String> {
        let selection = Selection::new(Some(Expression::parse(condition).expect(condition)), 1.0);
        for names in games {
            let mut tags = Tags::new(true);
            names.iter().for_each(|name| tags.set(name, Text(b"x")));
            tags.finish();
            selection.see(&tags);
        }
        selection.clone().missing_tags().iter().map(ToString::to_string).collect()
    }

    /// Fails if a comparison that is not evaluated (here the second of each `and` and `or`) is
    /// forgotten, or if a name of a tag that games have is reported. A misspelt tag was once not
    /// reported at all.
    #[test]
    fn a_tag_that_no_game_has_is_found() {
        let games: &[&[&str]] = &[&["White", "Annotator"], &["Black"]];
        let white = "no game read has the tag \"Whte\" (did you mean \"White\"?)";
        for condition in
            ["Whte = x", "White = y and Whte = x", "White or Whte != x", "not Whte = x", "Whte"]
        {
            assert_eq!(missing(condition, games), [white], "{condition}");
        }
        assert_eq!(missing("Zzz = x", games), ["no game read has the tag \"Zzz\""]);
        assert_eq!(missing("ECO = x", games), ["no game read has the tag \"ECO\""]);
        let elo = "no game read has the tag \"whiteelo\" (did you mean \"WhiteElo\"?)";
        assert_eq!(missing("'whiteelo' > 5", games), [elo]);
    }

    #[test]
    fn nothing_is_missing_if_games_have_the_tag_or_need_not() {
        let games: &[&[&str]] = &[&["White", "Annotator"], &["Black"]];
        for condition in [
            "Annotator = y and Black = z",
            "not Whte",
            "plies > 3 or result = 1-0 or date > 2000 or error or variant = standard",
        ] {
            assert!(missing(condition, games).is_empty(), "{condition}");
        }
        assert!(missing("Whte = x", &[]).is_empty(), "without a game nothing is known");
    }
}
