//! The techniques that find the attacks of sliding pieces.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::attacks::trace::{Expression, Term, Trace};
use setwise::attacks::{self, Erased, Sliders};
use setwise::{Bitboard, Color, Piece as LibraryPiece, Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::cpu_features::this_cpu;

use crate::arguments::{RoleArgument, SetArgument, SquareArgument};
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
pub(crate) struct Attacker(LibraryPiece);

impl<'py> FromPyObject<'_, 'py> for Attacker {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Attacker> {
        match object.cast::<Piece>() {
            Ok(piece) => Ok(Attacker(piece.get().0)),
            Err(_) => {
                let role = object.extract::<RoleArgument>()?.0;
                Ok(Attacker(LibraryPiece { color: Color::White, role }))
            }
        }
    }
}

/// Returns the squares that a piece attacks, found by a technique.
#[pyfunction]
pub(crate) fn technique_attacks(
    name: &str,
    piece: Attacker,
    square: SquareArgument,
    occupied: SetArgument,
) -> PyResult<SquareSet> {
    let (sliders, from, occupied) = (find(name)?, square.0, occupied.0);
    Ok(SquareSet(match piece.0.role {
        Role::Pawn => attacks::pawn(piece.0.color, from),
        Role::Knight => attacks::knight(from),
        Role::King => attacks::king(from),
        Role::Bishop => sliders.bishop(from, &occupied),
        Role::Rook => sliders.rook(from, &occupied),
        Role::Queen => sliders.queen(from, &occupied),
    }))
}

/// A step: the part of the lookup, the name of the result, the terms, and the set or number.
type StepFields = (String, String, String, Option<SquareSet>, Option<u64>);

/// Returns the steps of a technique's lookup, recorded from the code that runs.
#[pyfunction]
pub(crate) fn technique_steps(
    name: &str,
    piece: Attacker,
    square: SquareArgument,
    occupied: SetArgument,
) -> PyResult<Vec<StepFields>> {
    let (sliders, from, occupied) = (find(name)?, square.0, occupied.0);
    let mut steps = Steps::default();
    trace(sliders, piece.0.role, from, occupied, &mut steps)?;
    Ok(steps.steps)
}

fn trace(
    sliders: Erased,
    role: Role,
    from: Square,
    occupied: Bitboard,
    steps: &mut Steps,
) -> PyResult<()> {
    match role {
        Role::Bishop => sliders.trace_bishop(from, &occupied, steps),
        Role::Rook => sliders.trace_rook(from, &occupied, steps),
        Role::Queen => sliders.trace_queen(from, &occupied, steps),
        _ => {
            let message = format!("a {role} does not slide (expected BISHOP, ROOK or QUEEN)");
            return Err(PyValueError::new_err(message));
        }
    };
    Ok(())
}

fn find(name: &str) -> PyResult<Erased> {
    let technique: Technique =
        name.parse().map_err(|error: setwise_techniques::TechniqueError| {
            PyValueError::new_err(error.to_string())
        })?;
    let needs = || {
        let needs = technique.card().needs;
        PyValueError::new_err(format!("{} cannot run {technique}: it needs {needs}", this_cpu()))
    };
    technique.erased().ok_or_else(needs)
}

/// The steps of a lookup.
#[derive(Default)]
struct Steps {
    part: String,
    steps: Vec<StepFields>,
}

impl Trace for Steps {
    fn part(&mut self, title: &'static str) {
        title.clone_into(&mut self.part);
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        let mut words = Vec::new();
        expression.terms(&mut |term| words.push(text(term)));
        let (set, number) = match result {
            Term::Set(_, set) => (Some(SquareSet(set)), None),
            Term::Number(_, number) => (None, Some(number)),
            Term::Signed(_, number) => (None, Some(number.cast_unsigned())),
            Term::Sign(_) => (None, None),
        };
        self.steps.push((
            self.part.clone(),
            result.text().to_owned(),
            words.join(" "),
            set,
            number,
        ));
    }
}

fn text(term: Term) -> String {
    match term {
        Term::Number("", number) => format!("{number:#x}"),
        Term::Signed("", number) => number.to_string(),
        Term::Number(name, number) => format!("{name} ({number:#x})"),
        Term::Signed(name, number) => format!("{name} ({number})"),
        Term::Set(name, _) | Term::Sign(name) => name.to_owned(),
    }
}
