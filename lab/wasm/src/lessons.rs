//! Lessons: the steps of a technique, and the road from potential to legal moves.

use serde::Deserialize;
use serde_json::Value;
use setwise::{Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::lesson::{Lesson, json::Json, legal, pawns, sliding};

use crate::reading::{self, At, Set};
use crate::{Answer, Failure, techniques};

/// Asks for the steps of a technique.
#[derive(Deserialize)]
pub(crate) struct Sliding {
    technique: String,
    piece: Slider,
    square: At,
    occupied: Set,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Slider {
    Rook,
    Bishop,
    Queen,
}

impl Sliding {
    pub(crate) fn answer(&self) -> Answer {
        let technique: Technique = self.technique.parse().map_err(Failure::plain)?;
        let role = match self.piece {
            Slider::Rook => Role::Rook,
            Slider::Bishop => Role::Bishop,
            Slider::Queen => Role::Queen,
        };
        let question = sliding::Question::new(role, self.square.0, self.occupied.0);
        let lesson = if techniques::needs_cpu(&self.technique) {
            None
        } else {
            sliding::lesson(technique, question)
        };
        lesson.map(|lesson| document(&lesson)).ok_or_else(|| {
            Failure::plain(format!("{technique} needs a CPU feature that a browser does not have"))
        })
    }
}

/// Asks for the road from potential to legal moves.
#[derive(Deserialize)]
pub(crate) struct Legality {
    fen: String,
    /// The square of the only piece to show.
    square: Option<At>,
}

impl Legality {
    pub(crate) fn answer(&self) -> Answer {
        let position = reading::position(&self.fen)?;
        let only: Option<Square> = self.square.map(|at| at.0);
        Ok(document(&legal::lesson(&position, only)))
    }
}

/// Asks for the moves of all pawns at once.
#[derive(Deserialize)]
pub(crate) struct Pawns {
    fen: String,
}

impl Pawns {
    pub(crate) fn answer(&self) -> Answer {
        Ok(document(&pawns::lesson(&reading::position(&self.fen)?)))
    }
}

/// Returns the JSON document of a lesson.
fn document(lesson: &Lesson) -> Value {
    serde_json::from_str(&Json(lesson).to_string()).unwrap_or_default()
}
