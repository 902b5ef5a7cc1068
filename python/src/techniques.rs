//! The techniques that find the attacks of sliding pieces.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::attacks::{self, Erased, Sliders};
use setwise::{Bitboard, Color, Piece as LibraryPiece, Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::cpu_features::this_cpu;

use crate::arguments::{RoleArgument, SetArgument, SquareArgument, argument};
use crate::piece::Piece;
use crate::square_set::SquareSet;

/// A card: name, title, people, year, source, size of the tables in bytes, needs, and whether this
/// CPU can run the technique.
type CardFields = (String, String, String, String, String, usize, String, bool);

/// Returns the cards of all techniques.
#[pyfunction]
pub(crate) fn technique_cards() -> Vec<CardFields> {
    let cards = Technique::ALL.iter().map(|technique| {
        let card = technique.card();
        (
            technique.to_string(),
            card.title.to_owned(),
            card.people.to_owned(),
            card.year.to_owned(),
            card.source.to_owned(),
            card.table_bytes,
            card.needs.to_owned(),
            technique.is_available(),
        )
    });
    cards.collect()
}

/// A piece type or a piece, of which only a pawn needs the color.
#[derive(Clone, Copy)]
pub(crate) struct Attacker(pub(crate) LibraryPiece);

argument!(Attacker, |object| {
    match object.cast::<Piece>() {
        Ok(piece) => Ok(Attacker(piece.get().0)),
        Err(_) => {
            let role = object.extract::<RoleArgument>()?.0;
            Ok(Attacker(LibraryPiece { color: Color::White, role }))
        }
    }
});

/// Returns the squares that a piece attacks, found by a technique.
#[pyfunction]
pub(crate) fn technique_attacks(
    name: &str,
    piece: Attacker,
    square: SquareArgument,
    occupied: SetArgument,
) -> PyResult<SquareSet> {
    let (_, sliders) = find(name)?;
    Ok(SquareSet(attacked(sliders, piece.0, square.0, occupied.0)))
}

/// Returns the squares that a piece attacks.
pub(crate) fn attacked(
    sliders: impl Sliders,
    piece: LibraryPiece,
    from: Square,
    occupied: Bitboard,
) -> Bitboard {
    match piece.role {
        Role::Pawn => attacks::pawn(piece.color, from),
        Role::Knight => attacks::knight(from),
        Role::King => attacks::king(from),
        Role::Bishop => sliders.bishop(from, occupied),
        Role::Rook => sliders.rook(from, occupied),
        Role::Queen => sliders.queen(from, occupied),
    }
}

/// Returns a technique that this CPU can run.
pub(crate) fn find(name: &str) -> PyResult<(Technique, Erased)> {
    let technique: Technique =
        name.parse().map_err(|error: setwise_techniques::TechniqueError| {
            PyValueError::new_err(error.to_string())
        })?;
    let needs = || {
        let needs = technique.card().needs;
        PyValueError::new_err(format!("{} cannot run {technique}: it needs {needs}", this_cpu()))
    };
    Ok((technique, technique.erased().ok_or_else(needs)?))
}
