//! The sets that the page shows: named, or of a fixed value.

use setwise::{Bitboard, Position, Square};
use setwise_techniques::mapping::Mapping;

use crate::answer::{Answer, Failure, object};
use crate::named_sets::{Context, Name};
use crate::question::Question;
use crate::reading::{self, hexadecimal};

/// The largest number of sets of a question.
const MAX_SETS: usize = 256;

/// Answers with the values of sets.
pub(crate) fn answer(asked: &Question) -> Answer {
    let count = asked.all("sets").count();
    if count > MAX_SETS {
        return Err(Failure::plain(format!("{count} sets (expected at most {MAX_SETS})")));
    }
    // The mapping of squares to bits for the words, by its place in `Mapping::ALL`.
    let mapping = asked.find("mapping").map_or(Ok(0), |_| asked.number("mapping"))?;
    let mapping: &Mapping = Mapping::ALL.get::<usize>(mapping).ok_or_else(|| {
        Failure::plain(format!("there is no mapping {mapping} (expected 0 to 4)"))
    })?;
    let setup = reading::setup(asked)?;
    let position = Position::try_from(setup).ok();
    let square = reading::square(asked.text("square"))?;
    let context = Context::new(&setup.board, position.as_ref(), square);
    let values: Vec<Option<Bitboard>> =
        asked.all("sets").map(|set| value(set, &context)).collect::<Result<_, _>>()?;
    // A setup that is not playable does not have all of them.
    let sets = values.iter().map(|value| {
        value.map(
            |set| object!({ "set": hexadecimal(set), "word": format!("{:016x}", mapping.word(set)) }),
        )
    });
    Ok(object!({
        "sets": sets.collect::<Vec<_>>(),
        "mapping": mapping.to_string(),
        "bits": Square::ALL.into_iter().map(|square| mapping.bit(square)).collect::<Vec<_>>(),
    }))
}

/// Returns the value of a name, or of digits after `0x`; `None` if the set has none here.
fn value(set: &str, context: &Context<'_>) -> Result<Option<Bitboard>, Failure> {
    if set.starts_with("0x") {
        return reading::set(set).map(Some);
    }
    let name = Name::read(set).ok_or_else(|| Failure::plain(format!("there is no set {set:?}")))?;
    Ok(name.value(context))
}
