//! Lessons: the steps of a technique, and the road from potential to legal moves.

use setwise::{Role, Square};
use setwise_lessons::quiz::{self, Topic};
use setwise_lessons::{Lesson, Writer, bits, json::Json, legal, pawns, rotated, sliding};
use setwise_techniques::Technique;

use crate::json::{Value, json};
use crate::reading::{self, At, Set};
use crate::{Answer, Failure, techniques};

/// Answers with the steps of a technique.
pub(crate) fn sliding(asked: &Value) -> Answer {
    let name: String = asked.get("technique")?;
    let technique: Technique = name.parse().map_err(Failure::plain)?;
    let piece: String = asked.get("piece")?;
    let role = match piece.as_str() {
        "rook" => Role::Rook,
        "bishop" => Role::Bishop,
        "queen" => Role::Queen,
        other => return Err(Failure::plain(format!("{other:?} is no slider"))),
    };
    let (At(square), Set(occupied)) = (asked.get("square")?, asked.get("occupied")?);
    let question = sliding::Question::new(role, square, occupied);
    let lesson =
        if techniques::needs_cpu(&name) { None } else { sliding::lesson(technique, question) };
    lesson.map(|lesson| document(&lesson)).ok_or_else(|| {
        Failure::plain(format!("{technique} needs a CPU feature that a browser does not have"))
    })
}

/// Answers with the steps from potential to legal moves, of one piece if a square is given.
pub(crate) fn legality(asked: &Value) -> Answer {
    let position = reading::position(asked)?;
    let only: Option<Square> = asked.get::<Option<At>>("square")?.map(|at| at.0);
    Ok(document(&legal::lesson(&position, only)))
}

/// Answers with the moves of all pawns at once.
pub(crate) fn pawns(asked: &Value) -> Answer {
    Ok(document(&pawns::lesson(&reading::position(asked)?)))
}

/// Answers with the lesson of a topic that is no technique, by the name that the command has for
/// it.
pub(crate) fn topic(asked: &Value) -> Answer {
    let name: String = asked.get("topic")?;
    let position = reading::position(asked)?;
    let occupied = position.board().occupied();
    let At(square) = asked.get("square")?;
    let lesson = match name.as_str() {
        "bits lowest" => bits::lesson(bits::Subject::Lowest, occupied),
        "rotated-boards" => rotated::lesson(&position, square),
        _ => return Err(Failure::plain(format!("there is no topic {name:?}"))),
    };
    Ok(document(&lesson))
}

/// Answers with the exercise of a topic and a number, and with whether a typed answer is right.
pub(crate) fn exercise(asked: &Value) -> Answer {
    let name: String = asked.get("topic")?;
    let topic = Topic::ALL.into_iter().find(|topic| topic.name() == name);
    let topic = topic.ok_or_else(|| Failure::plain(format!("there is no topic {name:?}")))?;
    let exercise = quiz::exercise(topic, asked.get("number")?);
    let answer = exercise.answer;
    let typed: Option<String> = asked.get("typed")?;
    let mistake = typed.map(|text| answer.mistake(&text)).transpose().map_err(Failure::plain)?;
    let mut question = Writer::new(topic.name(), "Question").finish(None);
    let mut step = exercise.question;
    step.text = [topic.introduction(), &step.text].join(" ").trim_start().to_owned();
    question.steps = vec![step];
    Ok(json!({
        "question": document(&question),
        "hint": answer.hint(),
        "answer": answer.to_string(),
        "right": mistake.as_ref().map(Option::is_none),
        "mistake": mistake.flatten(),
        "lesson": document(&exercise.lesson),
    }))
}

/// Returns the JSON document of a lesson.
fn document(lesson: &Lesson) -> Value {
    Value::Document(Json(lesson).to_string())
}
