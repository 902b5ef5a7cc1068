//! The sets that the page shows: named, or of a fixed value.

use setwise::{Bitboard, Position, Square};
use setwise_techniques::mapping::Mapping;

use crate::json::{Read, Value, json};
use crate::named_sets::{Context, Name};
use crate::reading::{self, At, Set, hexadecimal};
use crate::{Answer, Failure};

/// The largest number of sets of a question.
const MAX_SETS: usize = 256;

/// Answers with the values of sets.
pub(crate) fn answer(asked: &Value) -> Answer {
    let asked_sets: Vec<Asked> = asked.get("sets")?;
    if asked_sets.len() > MAX_SETS {
        let count = asked_sets.len();
        return Err(Failure::plain(format!("{count} sets (expected at most {MAX_SETS})")));
    }
    // The mapping of squares to bits for the words, by its place in `Mapping::ALL`.
    let mapping: usize = asked.get::<Option<usize>>("mapping")?.unwrap_or_default();
    let mapping = Mapping::ALL.get(mapping).ok_or_else(|| {
        Failure::plain(format!("there is no mapping {mapping} (expected 0 to 4)"))
    })?;
    let setup = reading::setup(asked)?;
    let position = Position::try_from(setup).ok();
    // The square that names ending in `@` refer to.
    let At(square) = asked.get("square")?;
    let context = Context::new(&setup.board, position.as_ref(), square);
    let values: Vec<Option<Bitboard>> =
        asked_sets.iter().map(|set| set.value(&context)).collect::<Result<_, _>>()?;
    // A setup that is not playable does not have all of them.
    let sets = values.iter().map(|value| {
        value.map(
            |set| json!({ "set": hexadecimal(set), "word": format!("{:016x}", mapping.word(set)) }),
        )
    });
    Ok(json!({
        "sets": sets.collect::<Value>(),
        "mapping": mapping.to_string(),
        "bits": Square::ALL.into_iter().map(|square| mapping.bit(square)).collect::<Value>(),
    }))
}

/// A set in a question: a name, or a value.
struct Asked {
    name: Option<String>,
    value: Option<Set>,
}

impl Read for Asked {
    fn read(value: &Value) -> Result<Asked, String> {
        let Value::Object(_) = value else { return Err(format!("{value} is no set")) };
        Ok(Asked {
            name: Read::read(value.field("name"))?,
            value: Read::read(value.field("value"))?,
        })
    }
}

impl Asked {
    /// Returns the value, or `None` if the set has none here.
    fn value(&self, context: &Context<'_>) -> Result<Option<Bitboard>, Failure> {
        if let Some(name) = &self.name {
            let name = Name::read(name)
                .ok_or_else(|| Failure::plain(format!("there is no set {name:?}")))?;
            return Ok(name.value(context));
        }
        let value = self.value.ok_or_else(|| Failure::plain("a set has a name or a value"))?;
        Ok(Some(value.0))
    }
}
