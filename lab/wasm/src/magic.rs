//! The search for a magic factor, in steps between which the page shows the progress.

use serde::Deserialize;
use serde_json::json;
use setwise_techniques::index::magic_family::Form;
use setwise_techniques::index::magic_family::finder::{Search, Target};
use setwise_techniques::parts::RookOrBishop;

use crate::reading::At;
use crate::{Answer, Failure};

/// Asks to begin a search.
#[derive(Deserialize)]
pub(crate) struct Start {
    piece: Slider,
    square: At,
    /// The number of bits of the index; that of the relevant squares if it is not given.
    bits: Option<u32>,
    seed: u64,
}

/// Asks to try some more candidates.
#[derive(Deserialize)]
pub(crate) struct Step {
    candidates: u32,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Slider {
    Rook,
    Bishop,
}

/// The largest number of candidates of a step: about a second in a browser.
const MAX_STEP: u32 = 10_000_000;

/// The search that is going on.
#[derive(Default)]
pub(crate) struct Running(Option<Search>);

impl Running {
    pub(crate) fn start(&mut self, start: &Start) -> Answer {
        let piece = match start.piece {
            Slider::Rook => RookOrBishop::Rook,
            Slider::Bishop => RookOrBishop::Bishop,
        };
        let ordinary = Target::ordinary(piece, start.square.0);
        let bits = start.bits.unwrap_or(ordinary.bits());
        let target = Target::new(piece, start.square.0, Form::Plain, bits)
            .filter(Target::is_possible)
            .ok_or_else(|| {
                Failure::plain(format!(
                    "an index of {bits} bits has no room for the {} sets that this piece attacks",
                    piece.attack_sets(start.square.0)
                ))
            })?;
        self.0 = Some(target.search(start.seed));
        Ok(json!({
            "bits": bits,
            "relevant": crate::reading::hexadecimal(piece.relevant(start.square.0)),
            "occupancies": 1_u64 << ordinary.bits(),
            "attackSets": piece.attack_sets(start.square.0),
            "tableBytes": target.table_bytes(),
        }))
    }

    pub(crate) fn step(&mut self, step: &Step) -> Answer {
        let search = self.0.as_mut().ok_or_else(|| Failure::plain("no search has begun"))?;
        let factor = search.advance(step.candidates.min(MAX_STEP));
        let used = factor.and_then(|factor| search.target().check(factor).ok());
        Ok(json!({
            "tried": search.tried().to_string(),
            "factor": factor.map(|factor| format!("{factor:016x}")),
            "used": used,
        }))
    }
}
