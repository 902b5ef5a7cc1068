//! Any text is parsed as a condition on games, and as material, or refused with a located error.

use setwise_tables::testing::read_text;
use setwise_tables::{Collector, Material, Record, Wanted, Where};

/// Games with most tags, ratings that are no numbers, an error, and another variant.
const GAMES: &[u8] = b"\
[Event \"a\"]\n[WhiteElo \"2100\"]\n[BlackElo \"999\"]\n[UTCDate \"2013.02.28\"]\n\
[ECO \"B90\"]\n[WhiteRatingDiff \"+5\"]\n[Annotator \"x y\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
[Event \"b\"]\n[WhiteElo \"?\"]\n[Date \"1992.??.??\"]\n[Variant \"Fischerandom\"]\n\n1. d4 *\n\n\
[Event \"c\"]\n[TimeControl \"300+3\"]\n[EventDate \"2000-01-01\"]\n\n1. e4 e5 2. Ke3 0-1\n\n\
*\n";

/// Parses a text as a condition and as material. Returns whether it is a condition.
pub fn condition_text(text: &str) -> bool {
    material(text);
    let condition: Where = match text.parse() {
        Ok(condition) => condition,
        Err(error) => {
            let error: setwise_tables::WhereError = error;
            assert!(text.is_char_boundary(error.at()), "{error:?}");
            let words = error.to_string();
            let is_at_end = text[error.at()..].trim_start().is_empty();
            let says_end = words.contains("the end was found") || words.contains("is missing");
            assert!(says_end || !is_at_end, "{text:?}: {error:?}");
            return false;
        }
    };
    assert_eq!(condition.to_string(), text);
    assert_eq!(text.parse().as_ref(), Ok(&condition), "{text:?}");
    let collector = Conditions {
        never: parsed(&format!("({text}) and not ({text})")),
        always: parsed(&format!("not ({text}) or ({text})")),
        negated: parsed(&format!("!({text})")),
        condition,
    };
    let mut games = 0;
    read_text(GAMES, Default::default(), &collector, |part| games += part);
    assert_eq!(games, 4);
    let missing = collector.condition.missing_tags();
    missing.iter().for_each(|tag| assert!(!tag.to_string().is_empty()));
    true
}

/// Parses a condition that has another one in it. It may be nested too deeply.
fn parsed(text: &str) -> Option<Where> {
    text.parse()
        .map_err(|error: setwise_tables::WhereError| {
            assert!(error.to_string().contains("64 levels"), "{text:?}: {error}");
        })
        .ok()
}

/// A condition, and conditions whose values follow from its value.
struct Conditions {
    condition: Where,
    negated: Option<Where>,
    never: Option<Where>,
    always: Option<Where>,
}

impl Collector for Conditions {
    type Part = usize;

    fn wanted(&self) -> Wanted {
        Wanted { other_tags: true, ..Wanted::default() }
    }

    fn part(&self) -> usize {
        0
    }

    fn add(&self, games: &mut usize, game: &Record) {
        *games += 1;
        let condition = &self.condition;
        let holds = condition.holds(game);
        // What the tags alone decide stays so.
        if let Some(decided) = condition.decide(&game.tags) {
            assert_eq!(decided, holds, "{condition}");
        }
        let expected = [(&self.negated, !holds), (&self.never, false), (&self.always, true)];
        for (other, expected) in expected {
            if let Some(other) = other {
                assert_eq!(other.holds(game), expected, "{other}");
            }
        }
    }
}

/// Material is written and parsed back.
fn material(text: &str) {
    match text.parse::<Material>() {
        Ok(material) => {
            let written = material.to_string();
            assert_eq!(written.parse(), Ok(material), "{text:?}");
            assert_eq!(written.len(), text.len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
