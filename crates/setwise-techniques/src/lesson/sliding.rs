//! Lessons on techniques for one slider.

use setwise::attacks::trace::Set;
use setwise::attacks::{Occupied, Sliders, Task, Trace};
use setwise::{Bitboard, Board, Color, Role, Square};

use super::sentences::sentences;
use super::{Figure, Lesson, Mark, Writer};
use crate::Technique;

/// What a slider attacks, and where.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    role: Role,
    from: Square,
    occupied: Bitboard,
    sides: Option<(Board, Color)>,
    direction: Option<&'static str>,
}

impl Question {
    /// Asks for the squares that a slider attacks. A role that is no slider counts as a queen.
    pub fn new(role: Role, from: Square, occupied: Bitboard) -> Question {
        Question { role, from, occupied, sides: None, direction: None }
    }

    /// Asks for the moves too: the squares that are not occupied by the slider's side.
    ///
    /// The slider's side is that of the piece on its square, or `turn` if the square is empty.
    #[must_use]
    pub fn on_board(self, board: &Board, turn: Color) -> Question {
        let side = board.piece_at(self.from).map_or(turn, |piece| piece.color);
        Question { sides: Some((*board, side)), ..self }
    }

    /// Asks for one direction or line only, by its name in the lesson: `north`, `file`.
    #[must_use]
    pub fn only(self, direction: &'static str) -> Question {
        Question { direction: Some(direction), ..self }
    }

    fn own(&self) -> Option<Bitboard> {
        self.sides.map(|(board, side)| board.color(side))
    }
}

/// Returns the lesson on a technique for one slider, or `None` if this CPU cannot run it, or if it has
/// no part of the name that [`Question::only`] asks for.
pub fn lesson(technique: Technique, question: Question) -> Option<Lesson> {
    let Question { role, from, .. } = question;
    let card = technique.card();
    let mut writer =
        Writer::new(technique.name(), format!("{}: a {} on {from}", card.title, role_name(role)));
    for document in card.documents {
        writer.source(document.name(), "");
    }
    writer.source(format!("{}, {}", card.people, card.year), card.source);
    for super::Note { heading, text } in super::page::notes(card.page) {
        writer.note(heading, text);
    }
    writer.sentences(sentences).mark(&marks(&question));
    let mut parts = Parts { writer, groups: vec![Vec::new()], technique, own: question.own() };
    let attacked = technique.run(Traced { question, parts: &mut parts })?;
    parts.unite();
    let mut writer = parts.writer;
    let mut answer = attacked;
    if let Some(direction) = question.direction {
        writer.retain(|step| step.part.split(' ').next() == Some(direction));
        answer = writer.steps().iter().rev().find_map(|step| last_set(&step.figures))?;
    }
    if let Some(own) = question.own() {
        writer.begin("moves");
        let (attacked, own) = (Set("attacked", answer), Set("own pieces", own));
        writer
            .say(
                "Attacked squares are not yet moves: a square with a piece of the same side is \
                 defended, but the slider cannot go there. This is the AND with `enemy and empty` \
                 of How NagaSkaki plays chess.",
            )
            .set("moves", attacked & !own);
    }
    Some(writer.finish(Some(answer)))
}

/// Shows the lookup of a technique to the trace. Only this is instantiated for each technique.
struct Traced<'p> {
    question: Question,
    parts: &'p mut Parts,
}

impl Task for Traced<'_> {
    type Output = Bitboard;

    fn run<S: Sliders>(self, sliders: S) -> Bitboard {
        let Question { role, from, occupied, .. } = self.question;
        let occupied = S::Occupied::of(occupied);
        match role {
            Role::Rook => sliders.trace_rook(from, &occupied, self.parts),
            Role::Bishop => sliders.trace_bishop(from, &occupied, self.parts),
            _ => sliders.trace_queen(from, &occupied, self.parts),
        }
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        _ => "queen",
    }
}

fn marks(question: &Question) -> Vec<(Mark, Bitboard)> {
    let slider = Bitboard::of(question.from);
    let others = question.occupied - slider;
    let mut marks = vec![(Mark::Slider, slider)];
    match question.own() {
        Some(own) => marks.extend([(Mark::Own, own - slider), (Mark::Enemy, others - own)]),
        None => marks.push((Mark::Blocker, others)),
    }
    marks
}

fn last_set(figures: &[Figure]) -> Option<Bitboard> {
    match figures.last() {
        Some(Figure::Board(board)) => Some(board.set),
        _ => None,
    }
}

/// A trace that adds the union of the parts where a technique leaves it to the caller.
struct Parts {
    writer: Writer,
    /// For each piece that a queen combines, the parts with the set of their last step.
    groups: Vec<Vec<(&'static str, Bitboard)>>,
    technique: Technique,
    own: Option<Bitboard>,
}

/// Titles of parts that unite earlier ones.
const UNIONS: [&str; 3] = ["together", "both", "all parts"];

impl Parts {
    /// Adds the union of the parts of one piece, if there are several and the technique has none.
    fn unite(&mut self) {
        let Some(group) = self.groups.pop() else { return };
        self.groups.push(Vec::new());
        let united = group.iter().any(|(title, _)| UNIONS.contains(title));
        if group.len() < 2 || united {
            return;
        }
        self.writer.begin("together");
        let all = group.iter().fold(Bitboard::EMPTY, |all, (_, set)| all | *set);
        let mut figures = Vec::new();
        for (index, (title, set)) in group.into_iter().enumerate() {
            if index > 0 {
                figures.push(Figure::Sign("OR".to_owned()));
            }
            figures.push(self.writer.board(title, set));
        }
        figures.push(Figure::Sign("=".to_owned()));
        figures.push(self.writer.board("attacked", all));
        self.writer.say("OR unites the parts.").show(figures);
    }

    /// Adds what a document has after the steps of a ray.
    fn after(&mut self, name: &str, set: Bitboard) {
        let Some(own) = self.own else { return };
        if self.technique == Technique::Classical && name == "truncated ray" {
            let first = self.writer.steps().iter().rev().find_map(|step| {
                step.figures.iter().find_map(|figure| match figure {
                    Figure::Board(board) if board.label == "first blocked" => Some(board.set),
                    _ => None,
                })
            });
            let (first, own) = (first.unwrap_or_default() & set, Set("own pieces", own));
            let blocker = self.writer.set("own blocker", Set("first blocked", first) & own);
            self.writer.set("moves", Set("truncated ray", set) ^ blocker);
        }
    }
}

impl Trace for Parts {
    fn part(&mut self, title: &'static str) {
        if matches!(title, "as a bishop" | "both") {
            self.unite();
        }
        if let Some(group) = self.groups.last_mut()
            && title != "as a rook"
            && title != "as a bishop"
        {
            group.push((title, Bitboard::EMPTY));
        }
        let degrees = match title {
            "north-east" => "north-east (45 degrees)",
            "north-west" => "north-west (135 degrees)",
            "south-west" => "south-west (225 degrees)",
            "south-east" => "south-east (315 degrees)",
            title => title,
        };
        let shifted = self.technique == Technique::Shifted;
        self.writer.part(if shifted { degrees } else { title });
    }

    fn step(
        &mut self,
        expression: &dyn setwise::attacks::trace::Expression,
        result: setwise::attacks::trace::Term,
    ) {
        self.writer.step(expression, result);
        if let setwise::attacks::trace::Term::Set(name, set) = result {
            if let Some(last) = self.groups.last_mut().and_then(|group| group.last_mut()) {
                last.1 = set;
            }
            self.after(name, set);
        }
    }
}
