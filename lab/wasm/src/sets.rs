//! The sets that the page shows: named, of a fixed value, or combined from earlier ones of the list.

use serde::Deserialize;
use serde_json::{Value, json};
use setwise::{Bitboard, Position, Square};
use setwise_techniques::mapping::Mapping;

use crate::combine::Operator;
use crate::named_sets::{Context, Name};
use crate::reading::{self, At, Set, hexadecimal};
use crate::{Answer, Failure};

/// The largest number of sets of a question.
const MAX_SETS: usize = 256;

/// Asks for the values of sets.
#[derive(Deserialize)]
pub(crate) struct Question {
    fen: String,
    /// The square that names ending in `@` refer to.
    square: At,
    sets: Vec<Asked>,
    /// The mapping of squares to bits for the words, by its place in [`Mapping::ALL`].
    #[serde(default)]
    mapping: usize,
}

/// A set in a question: a name, a value, or an operator with operands.
#[derive(Deserialize)]
struct Asked {
    name: Option<String>,
    value: Option<Set>,
    operator: Option<Operator>,
    /// The operands are places in the list, before this one.
    a: Option<usize>,
    b: Option<usize>,
}

impl Question {
    pub(crate) fn answer(&self) -> Answer {
        if self.sets.len() > MAX_SETS {
            let asked = self.sets.len();
            return Err(Failure::plain(format!("{asked} sets (expected at most {MAX_SETS})")));
        }
        let mapping = Mapping::ALL.get(self.mapping).ok_or_else(|| {
            Failure::plain(format!("there is no mapping {} (expected 0 to 4)", self.mapping))
        })?;
        let setup = reading::setup(&self.fen)?;
        let position = Position::try_from(setup).ok();
        let context = Context::new(&setup.board, position.as_ref(), self.square.0);
        let mut values: Vec<Option<Bitboard>> = Vec::new();
        for set in &self.sets {
            let value = set.value(&context, &values)?;
            values.push(value);
        }
        let sets = values.iter().map(|value| match value {
            Some(set) => json!({
                "set": hexadecimal(*set),
                "word": format!("{:016x}", mapping.word(*set)),
            }),
            // The setup is not playable.
            None => Value::Null,
        });
        let bits = Square::ALL.map(|square| mapping.bit(square));
        Ok(
            json!({ "sets": sets.collect::<Value>(), "mapping": mapping.to_string(), "bits": bits.as_slice() }),
        )
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
