//! Solves puzzles: reads an EPD file, and prints for each line with a best move (`bm`) whether a
//! player that looks one ply ahead finds it.
//!
//! ```console
//! $ cargo run -p setwise --example puzzles -- crates/setwise/examples/puzzles.epd
//! ```

use std::error::Error;
use std::fmt;

use setwise::notation::epd::{Epd, Value};

mod one_ply;

/// A puzzle, and the move that the player chooses.
struct Answer {
    name: String,
    best: Vec<String>,
    played: String,
}

impl Answer {
    fn is_found(&self) -> bool {
        self.best.contains(&self.played)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answer { name, best, played } = self;
        if self.is_found() {
            write!(f, "found   {name}: {played}")
        } else {
            write!(f, "missed  {name}: {} is best, not {played}", best.join(" or "))
        }
    }
}

/// Solves a puzzle; `None` if the line has no best move.
fn solve(epd: &Epd) -> Option<Answer> {
    // The parser has checked that the moves are legal.
    let Some(Value::Moves(best)) = epd.get("bm") else { return None };
    let san = |mv| epd.position().san(mv).to_string();
    let name = match epd.get("id") {
        Some(Value::Text(id)) => id.clone(),
        _ => epd.position().to_string(),
    };
    let played = one_ply::best_move(epd.position()).map(san)?;
    Some(Answer { name, best: best.iter().map(|&mv| san(mv)).collect(), played })
}

/// Solves all puzzles of a text. An error has the line and the column.
fn solve_all(text: &str) -> Result<Vec<Answer>, String> {
    let mut answers = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let epd: Epd = line.parse().map_err(|error| format!("line {number}: {error}"))?;
        answers.extend(solve(&epd));
    }
    Ok(answers)
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: puzzles FILE.epd")?;
    let answers = solve_all(&std::fs::read_to_string(file)?)?;
    for answer in &answers {
        println!("{answer}");
    }
    let found = answers.iter().filter(|answer| answer.is_found()).count();
    println!("{found} of {} found", answers.len());
    Ok(())
}

#[test]
fn mates_and_hanging_pieces_are_found_but_no_sacrifice() {
    let answers = solve_all(include_str!("puzzles.epd")).expect("EPD");
    let found: Vec<bool> = answers.iter().map(Answer::is_found).collect();
    assert_eq!(found, [true, true, true, true, false]);
    assert_eq!(answers[0].to_string(), "found   back rank: Ra8#");
    let error = solve_all("\n8/8 w - - bm e4;").err();
    assert!(error.is_some_and(|text| text.starts_with("line 2: ")));
}
