//! The sets that the page shows: named, of a fixed value, or combined from earlier ones of the
//! list.

use setwise::{Bitboard, Position, Square};
use setwise_techniques::mapping::Mapping;

use crate::combine::Operator;
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
    let mut values: Vec<Option<Bitboard>> = Vec::new();
    for set in &asked_sets {
        let value = set.value(&context, &values)?;
        values.push(value);
    }
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

/// A set in a question: a name, a value, or an operator with operands.
struct Asked {
    name: Option<String>,
    value: Option<Set>,
    operator: Option<Operator>,
    /// The operands are places in the list, before this one.
    a: Option<usize>,
    b: Option<usize>,
}

impl Read for Asked {
    fn read(value: &Value) -> Result<Asked, String> {
        let Value::Object(_) = value else { return Err(format!("{value} is no set")) };
        Ok(Asked {
            name: Read::read(value.field("name"))?,
            value: Read::read(value.field("value"))?,
            operator: Read::read(value.field("operator"))?,
            a: Read::read(value.field("a"))?,
            b: Read::read(value.field("b"))?,
        })
    }
}

impl Asked {
    /// Returns the value, or `None` if the set, or one that it is combined from, has none here.
    fn value(
        &self,
        context: &Context<'_>,
        earlier: &[Option<Bitboard>],
    ) -> Result<Option<Bitboard>, Failure> {
        let operand = |at: usize| {
            earlier.get(at).copied().ok_or_else(|| {
                Failure::plain(format!("operand {at} is not before set {}", earlier.len()))
            })
        };
        if let Some(name) = &self.name {
            let name = Name::read(name)
                .ok_or_else(|| Failure::plain(format!("there is no set {name:?}")))?;
            return Ok(name.value(context));
        }
        if let Some(value) = self.value {
            return Ok(Some(value.0));
        }
        let (Some(operator), Some(a)) = (self.operator, self.a) else {
            return Err(Failure::plain("a set has a name, a value, or an operator and operands"));
        };
        let (a, b) = (operand(a)?, self.b.map_or(Ok(Some(Bitboard::EMPTY)), operand)?);
        Ok(a.zip(b).map(|(a, b)| operator.apply(a, b)))
    }
}
