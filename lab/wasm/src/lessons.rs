//! Lessons: the steps of a technique, and the road from potential to legal moves.

use setwise::Role;
use setwise_lessons::quiz::{self, Topic};
use setwise_lessons::{Lesson, Writer, bits, json::Json, legal, pawns, rotated, sliding};
use setwise_techniques::Technique;

use crate::answer::{Answer, Document, Failure, object};
use crate::question::Question;
use crate::reading;
use crate::techniques;

/// Answers with the steps of a technique.
pub(crate) fn sliding(asked: &Question) -> Answer {
    let name = asked.text("technique");
    let technique: Technique = name.parse().map_err(Failure::plain)?;
    let role = match asked.text("piece") {
        "rook" => Role::Rook,
        "bishop" => Role::Bishop,
        "queen" => Role::Queen,
        other => return Err(Failure::plain(format!("{other:?} is no slider"))),
    };
    let (square, occupied) =
        (reading::square(asked.text("square"))?, reading::set(asked.text("occupied"))?);
    let question = sliding::Question::new(role, square, occupied);
    let lesson =
        if techniques::needs_cpu(name) { None } else { sliding::lesson(technique, question) };
    lesson.map(|lesson| document(&lesson)).ok_or_else(|| {
        Failure::plain(format!("{technique} needs a CPU feature that a browser does not have"))
    })
}

/// Answers with the steps from potential to legal moves, of one piece if a square is given.
pub(crate) fn legality(asked: &Question) -> Answer {
    let position = reading::position(asked)?;
    let only = asked.find("square").map(reading::square).transpose()?;
    Ok(document(&legal::lesson(&position, only)))
}

/// Answers with the moves of all pawns at once.
pub(crate) fn pawns(asked: &Question) -> Answer {
    Ok(document(&pawns::lesson(&reading::position(asked)?)))
}

/// Answers with the lesson of a topic that is no technique, by the name that the command has for
/// it.
pub(crate) fn topic(asked: &Question) -> Answer {
    let position = reading::position(asked)?;
    let occupied = position.board().occupied();
    let square = reading::square(asked.text("square"))?;
    let lesson = match asked.text("topic") {
        "bits lowest" => bits::lesson(bits::Subject::Lowest, occupied),
        "rotated-boards" => rotated::lesson(&position, square),
        name => return Err(Failure::plain(format!("there is no topic {name:?}"))),
    };
    Ok(document(&lesson))
}

/// Answers with the exercise of a topic and a number, and with whether a typed answer is right.
pub(crate) fn exercise(asked: &Question) -> Answer {
    let name = asked.text("topic");
    let topic = Topic::ALL.into_iter().find(|topic| topic.name() == name);
    let topic = topic.ok_or_else(|| Failure::plain(format!("there is no topic {name:?}")))?;
    let exercise = quiz::exercise(topic, asked.number("number")?);
    let answer = exercise.answer;
    let mistake =
        asked.find("typed").map(|text| answer.mistake(text)).transpose().map_err(Failure::plain)?;
    let mut question = Writer::new(topic.name(), "Question").finish(None);
    let mut step = exercise.question;
    step.text = [topic.introduction(), &step.text].join("\n").trim_start().to_owned();
    question.steps = vec![step];
    Ok(object!({
        "question": document(&question),
        "hint": answer.hint(),
        "answer": answer.to_string(),
        "right": mistake.as_ref().map(Option::is_none),
        "mistake": mistake.flatten(),
        "lesson": document(&exercise.lesson),
    }))
}

/// Returns the JSON document of a lesson.
fn document(lesson: &Lesson) -> Document {
    Document(Json(lesson).to_string())
}
