//! `setwise quiz`: exercises.

use std::io::{self, BufRead, Write};

use setwise_jobs::number::{ANY, parser};
use setwise_lessons::quiz::{Answer, Topic, exercise};
use setwise_lessons::terminal::Terminal;

use crate::bounded_lines::BoundedLines;
use crate::options::named;
use crate::standard_output;
use crate::verdict::{Exit, Failure, Verdict};

/// Ask questions about bitboards, and check the answers
///
/// Prints a question and reads the answer from standard input, one line for each. A line that is no
/// answer, such as one with a typing error, is asked for again, twice at most. After a wrong
/// answer, prints the right one and the lesson. The exit status is 0 if all answers were right, and
/// 1 if not.
#[derive(clap::Args)]
#[command(after_help = "\
Answers are squares with spaces between them, as in `e4 e5`, or `none`; or a number, as in 217, 0xd9
or 0b11011001.

Examples:
  setwise quiz
  setwise quiz attacks --seed 7
  setwise quiz legal --questions 1 --show
  echo '12' | setwise quiz squares --seed 1 --questions 1")]
pub(crate) struct Args {
    /// The topic; without one, a question of each
    #[arg(value_parser = named(&Topic::ALL, Topic::name))]
    topic: Option<Topic>,

    /// The number of the first question; each number has a question of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parser(ANY))]
    seed: u64,

    /// Ask N questions of each topic
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parser(1..=u16::MAX))]
    questions: u16,

    /// Print the questions and the right answers, and read nothing
    #[arg(long)]
    show: bool,
}

/// Asks the questions.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let topics = args.topic.as_ref().map_or(&Topic::ALL[..], std::slice::from_ref);
    let (mut asked, mut right) = (0, 0);
    let mut lines = BoundedLines::new(io::stdin().lock(), LONGEST_ANSWER);
    for &topic in topics {
        if !topic.introduction().is_empty() {
            writeln!(out, "{}\n", topic.introduction())?;
        }
        for question in 0..u64::from(args.questions) {
            let exercise = exercise(topic, args.seed.wrapping_add(question));
            let number = args.seed.wrapping_add(question);
            writeln!(out, "{}, question {number}:\n{}", topic.name(), exercise.question_text())?;
            if args.show {
                writeln!(out, "answer: {}\n", exercise.answer)?;
                continue;
            }
            writeln!(out, "{}", exercise.answer.hint())?;
            asked += 1;
            match is_right(exercise.answer, &mut lines, out)? {
                None => {
                    writeln!(out, "no answer: standard input has ended")?;
                    return Ok(Verdict::Wrong);
                }
                Some(true) => {
                    right += 1;
                    writeln!(out, "right\n")?;
                    continue;
                }
                Some(false) => writeln!(out, "wrong: the answer is {}\n", exercise.answer)?,
            }
            let width = standard_output::width();
            writeln!(out, "{}", Terminal::new(&exercise.lesson).width(width).colors(true))?;
        }
    }
    if args.show {
        return Ok(Verdict::Right);
    }
    writeln!(out, "{right} of {asked} right")?;
    Ok(if right == asked { Verdict::Right } else { Verdict::Wrong })
}

/// The number of lines that are read for one answer. A line that is no answer is not counted as
/// wrong, unless it is the last.
const TRIES: usize = 3;

/// The length of the longest line that is read, in bytes.
const LONGEST_ANSWER: u64 = 1000;

/// Reads an answer, and returns whether it is right; `None` if standard input has ended.
fn is_right(
    answer: Answer,
    lines: &mut BoundedLines<impl BufRead>,
    out: &mut impl Write,
) -> Result<Option<bool>, Failure> {
    for left in (0..TRIES).rev() {
        out.flush()?;
        let line = lines.next().map_err(|error| {
            Failure::Run(format!("cannot read the answer from standard input: {error}"))
        })?;
        let Some(line) = line else { return Ok(None) };
        let answered = line.map_err(|fault| fault.to_string());
        match answered.and_then(|line| answer.mistake(&line)) {
            Ok(mistake) => return Ok(Some(mistake.is_none())),
            Err(error) if left > 0 => writeln!(out, "{error}; answer again")?,
            Err(error) => writeln!(out, "{error}")?,
        }
    }
    Ok(Some(false))
}
