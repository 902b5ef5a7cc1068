//! The answers of the browser lab.
//!
//! The page asks with a query string, such as `ask=position&fen=…`, and gets a JSON object. The
//! name `ask` says which question it is; each module answers the questions of one panel. Sets are
//! strings of 16 hexadecimal digits, because the numbers of JavaScript have 53 bits. An answer that
//! is an error has the one field `error`, with a `message` and, for text, the byte offset `at`.
//!
//! In a browser they are four modules that are called through plain functions (the crate
//! `setwise-lab-module`), so no tool is needed beyond the compiler: what is asked of the board, of
//! lessons, of endgames, and the rest, so that the first page waits only for the board. The same code
//! answers natively in the command `answers`, which tests compare with the answers of the browser.

mod answer;
mod edit;
mod endgames;
mod find;
mod games;
mod lessons;
mod magic;
mod named_sets;
mod perft;
#[cfg(feature = "files")]
mod pieces;
mod play;
mod position;
mod question;
mod reading;
mod sets;
mod techniques;

use answer::{Answer, Failure};
use question::Question;

/// Answers a question about the position on the board and its sets.
pub fn answer_board(question: &str) -> String {
    answered(question, |asked| board(asked).unwrap_or_else(|| Err(unknown(asked))))
}

/// Answers a question about the steps of a lesson.
pub fn answer_lesson(question: &str) -> String {
    answered(question, |asked| lesson(asked).unwrap_or_else(|| Err(unknown(asked))))
}

/// Answers questions about endgames of few pieces. It keeps the tables.
#[derive(Default)]
pub struct Endgames(endgames::Running);

impl Endgames {
    /// Answers a question.
    pub fn answer(&mut self, question: &str) -> String {
        answered(question, |asked| match asked.text("ask") {
            "endgame" => self.0.answer(asked),
            _ => Err(unknown(asked)),
        })
    }
}

/// Answers the questions that the first page does not ask: counts, games, the search for a magic
/// factor, set expressions, and a game against the computer. It keeps what is reused or continued.
#[derive(Default)]
pub struct Worker {
    counter: perft::Counter,
    magic: magic::Running,
    find: find::Search,
    player: play::Table,
}

impl Worker {
    /// Answers a question, which may refer to an attached text such as a PGN file.
    pub fn answer(&mut self, question: &str, attachment: &[u8]) -> String {
        answered(question, |asked| self.document(asked, attachment))
    }

    fn document(&mut self, asked: &Question, attachment: &[u8]) -> Answer {
        match asked.text("ask") {
            "magic-start" => self.magic.start(asked),
            "magic-step" => self.magic.step(asked),
            "count" => self.counter.answer(asked),
            "games" => games::list(asked, attachment),
            "game" => games::game(asked, attachment),
            "words" => Ok(find::words()),
            "expression" => find::expression(asked),
            "set-value" => find::set(asked),
            "find-start" => self.find.start(asked, attachment),
            "find-step" => self.find.step(asked),
            "look" => self.player.look(asked),
            "answer" => self.player.answer(asked),
            "hint" => self.player.hint(asked),
            "pgn" => self.player.pgn(asked),
            _ => Err(unknown(asked)),
        }
    }

    /// Answers a question of any kind.
    #[cfg(feature = "files")]
    pub fn answer_any(&mut self, question: &str) -> String {
        answered(question, |asked| {
            let answer = board(asked).or_else(|| lesson(asked));
            answer.unwrap_or_else(|| self.document(asked, &[]))
        })
    }
}

/// Answers a question about the board; `None` for another one.
fn board(asked: &Question) -> Option<Answer> {
    Some(match asked.text("ask") {
        "position" => position::answer(asked),
        "play" => position::play(asked),
        "chess960" => position::chess960(asked),
        "edit" => edit::answer(asked),
        #[cfg(feature = "files")]
        "set-tree" => Ok(named_sets::tree()),
        "sets" => sets::answer(asked),
        #[cfg(feature = "files")]
        "pieces" => Ok(pieces::drawings()),
        _ => return None,
    })
}

/// Answers a question about lessons; `None` for another one.
fn lesson(asked: &Question) -> Option<Answer> {
    Some(match asked.text("ask") {
        "techniques" => Ok(techniques::list()),
        "lesson" => lessons::sliding(asked),
        "legality" => lessons::legality(asked),
        "pawns" => lessons::pawns(asked),
        "topic" => lessons::topic(asked),
        "exercise" => lessons::exercise(asked),
        _ => return None,
    })
}

fn unknown(asked: &Question) -> Failure {
    Failure::plain(format!("there is no question {:?}", asked.text("ask")))
}

/// Reads a question, and returns the text of its answer.
fn answered(question: &str, answer: impl FnOnce(&Question) -> Answer) -> String {
    answer(&Question::parse(question)).unwrap_or_else(|failure| failure.0).0
}
