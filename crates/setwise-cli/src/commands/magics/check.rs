//! Checks whether a factor is magic.

use std::io::{self, Write};

use serde::Serialize;
use setwise_techniques::index::magic_family::finder::Target;

use crate::verdict::{Exit, Verdict, WRONG};

/// The result in JSON.
#[derive(Serialize)]
struct Answer {
    magic: bool,
    piece: &'static str,
    square: String,
    bits: u32,
    factor: String,
    /// The number of table entries that are used, if the factor is magic.
    entries: Option<usize>,
    /// The index of two occupancies that collide, if the factor is not magic.
    index: Option<usize>,
    occupancies: Option<[String; 2]>,
}

/// Checks a factor and prints the result.
pub(super) fn run(target: Target, factor: u64, json: bool, out: &mut impl Write) -> Exit {
    let checked = target.check(factor);
    let verdict = if checked.is_ok() { Verdict::Right } else { Verdict::Wrong };
    let (piece, from, bits) = (target.piece().name(), target.from(), target.bits());
    if json {
        let collision = checked.err();
        let hex = |set: setwise::Bitboard| format!("{:#018x}", set.0);
        let answer = Answer {
            magic: checked.is_ok(),
            piece,
            square: from.to_string(),
            bits,
            factor: format!("{factor:#018x}"),
            entries: checked.ok(),
            index: collision.map(|c| c.index),
            occupancies: collision.map(|c| [hex(c.first), hex(c.second)]),
        };
        serde_json::to_writer(&mut *out, &answer).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(verdict);
    }
    match checked {
        Ok(entries) => {
            let all = 1u64 << bits;
            writeln!(
                out,
                "magic for a {piece} on {from} in {bits} bits: uses {entries} of {all} entries"
            )?;
        }
        Err(collision) => {
            writeln!(out, "{WRONG}{collision}{WRONG:#}")?;
            let attacks = |occupied| target.piece().attacks(from, occupied);
            for occupied in [collision.first, collision.second] {
                write!(out, "\noccupied\n{occupied}attacked\n{}", attacks(occupied))?;
            }
        }
    }
    Ok(verdict)
}
