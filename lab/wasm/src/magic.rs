//! The search for a magic factor, in steps between which the page shows the progress.

use setwise_techniques::index::magic_family::Form;
use setwise_techniques::index::magic_family::finder::{Search, Target};
use setwise_techniques::parts::RookOrBishop;

use crate::answer::{Answer, Failure, object};
use crate::question::Question;
use crate::reading;

/// The largest number of candidates of a step: about a second in a browser.
const MAX_STEP: u32 = 10_000_000;

/// The search that is going on.
#[derive(Default)]
pub(crate) struct Running(Option<Search>);

impl Running {
    /// Begins a search.
    pub(crate) fn start(&mut self, asked: &Question) -> Answer {
        let piece = match asked.text("piece") {
            "rook" => RookOrBishop::Rook,
            "bishop" => RookOrBishop::Bishop,
            other => {
                let message = format!("{other:?} has no magic factor (expected rook or bishop)");
                return Err(Failure::plain(message));
            }
        };
        let square = reading::square(asked.text("square"))?;
        let ordinary = Target::ordinary(piece, square);
        // The number of bits of the index; by default the number of relevant squares.
        let bits = match asked.find("bits") {
            Some(_) => asked.number("bits")?,
            None => ordinary.bits(),
        };
        let target = Target::new(piece, square, Form::Plain, bits)
            .filter(Target::is_possible)
            .ok_or_else(|| {
                Failure::plain(format!(
                    "an index of {bits} bits has no room for the {} sets that this piece attacks",
                    piece.attack_sets(square)
                ))
            })?;
        self.0 = Some(target.search(asked.number("seed")?));
        Ok(object!({
            "bits": bits,
            "relevant": reading::hexadecimal(piece.relevant(square)),
            "occupancies": 1_u64 << ordinary.bits(),
            "attackSets": piece.attack_sets(square),
            "tableBytes": target.table_bytes(),
        }))
    }

    /// Tries some more candidates.
    pub(crate) fn step(&mut self, asked: &Question) -> Answer {
        let candidates: u32 = asked.number("candidates")?;
        let search = self.0.as_mut().ok_or_else(|| Failure::plain("no search has begun"))?;
        let factor = search.advance(candidates.min(MAX_STEP));
        let used = factor.and_then(|factor| search.target().check(factor).ok());
        Ok(object!({
            "tried": search.tried().to_string(),
            "factor": factor.map(|factor| format!("{factor:016x}")),
            "used": used,
        }))
    }
}
