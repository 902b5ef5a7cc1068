//! Prints the number of relevant occupancies and of distinct attack sets of each square.

use std::io::{self, Write};

use serde::Serialize;
use setwise::Square;
use setwise_techniques::parts::RookOrBishop;

use crate::verdict::{Exit, Verdict};

/// The numbers of a piece on one square, or their sums over all squares.
#[derive(Serialize)]
struct Row {
    occupancies: u32,
    attack_sets: u32,
    /// Occupancies divided by attack sets.
    ratio: f64,
}

impl Row {
    fn of(occupancies: u32, attack_sets: u32) -> Row {
        Row { occupancies, attack_sets, ratio: f64::from(occupancies) / f64::from(attack_sets) }
    }

    fn on(piece: RookOrBishop, from: Square) -> Row {
        Row::of(1 << piece.relevant(from).count(), piece.attack_sets(from))
    }

    fn total(piece: RookOrBishop) -> Row {
        Square::ALL.iter().fold(Row::of(0, 0), |sum, &from| {
            let Row { occupancies, attack_sets, .. } = Row::on(piece, from);
            Row::of(sum.occupancies + occupancies, sum.attack_sets + attack_sets)
        })
    }

    fn text(&self) -> String {
        format!("{:11}  {:11}  {:5.1}", self.occupancies, self.attack_sets, self.ratio)
    }
}

/// A square in JSON.
#[derive(Serialize)]
struct OnSquare {
    square: String,
    rook: Row,
    bishop: Row,
}

/// The table in JSON.
#[derive(Serialize)]
struct Table {
    squares: Vec<OnSquare>,
    rook: Row,
    bishop: Row,
}

/// Prints the table, and the sizes of attack tables indexed by occupancy and by attack set.
pub(super) fn print(json: bool, out: &mut impl Write) -> Exit {
    let [rook, bishop] = RookOrBishop::ALL;
    if json {
        let on = |from: Square| OnSquare {
            square: from.to_string(),
            rook: Row::on(rook, from),
            bishop: Row::on(bishop, from),
        };
        let squares = Square::ALL.map(on).into_iter().collect();
        let table = Table { squares, rook: Row::total(rook), bishop: Row::total(bishop) };
        serde_json::to_writer(&mut *out, &table).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(Verdict::Right);
    }
    writeln!(out, "        rook                            bishop")?;
    let heads = "occupancies  attack sets  ratio";
    writeln!(out, "square  {heads}  {heads}")?;
    let mut line = |name: &str, rook: Row, bishop: Row| {
        writeln!(out, "{name:6}  {}  {}", rook.text(), bishop.text())
    };
    for from in Square::ALL {
        line(&from.to_string(), Row::on(rook, from), Row::on(bishop, from))?;
    }
    line("all", Row::total(rook), Row::total(bishop))?;
    writeln!(out, "\nTable size with 8 bytes for each entry:")?;
    for piece in RookOrBishop::ALL {
        let Row { occupancies, attack_sets, .. } = Row::total(piece);
        let (by_occupancy, by_set) = (8 * occupancies, 8 * attack_sets);
        let name = piece.name();
        writeln!(
            out,
            "{name:6}  {by_occupancy:6} bytes with an entry for each occupancy, {by_set:5} bytes with \
             an entry for each attack set"
        )?;
    }
    Ok(Verdict::Right)
}
