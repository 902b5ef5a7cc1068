//! Lessons on techniques for one slider.

use setwise::{Bitboard, Board, Color, Direction, Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::trace::{Expression, Set, Term, Trace};

use super::{Figure, Lesson, Mark, Writer};

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
    /// The slider's side is the side of the piece on its square, or `turn` if the square is empty.
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

/// Returns the lesson on a technique for one slider, or `None` if this CPU cannot run it, or if it
/// has no part of the name that [`Question::only`] asks for.
pub fn lesson(technique: Technique, question: Question) -> Option<Lesson> {
    let Question { role, from, .. } = question;
    let card = technique.card();
    let mut writer =
        Writer::new(technique.name(), format!("{}: a {} on {from}", card.title, role_name(role)));
    writer.technique(card).mark(&marks(&question));
    let (groups, ends) = (vec![Vec::new()], Vec::new());
    let mut parts = Parts { writer, groups, ends, technique, own: question.own() };
    let attacked = technique.trace(role, from, question.occupied, &mut parts)?;
    parts.unite();
    let (mut writer, ends) = (parts.writer, parts.ends);
    let mut answer = attacked;
    if let Some(direction) = question.direction {
        writer.retain(|step| step.part.split(' ').next() == Some(direction));
        answer = ends.iter().rev().find(|(title, _)| *title == direction)?.1;
    }
    if let Some((board, side)) = question.sides {
        moves(&mut writer, answer, &board, side, technique == Technique::Shifted);
    }
    Some(writer.finish(Some(answer)))
}

/// Shows the moves to attacked squares, and if asked the captures among them.
fn moves(writer: &mut Writer, attacked: Bitboard, board: &Board, side: Color, captures: bool) {
    writer.begin("moves");
    let (attacked, own) = (Set("attacked", attacked), Set("own pieces", board.color(side)));
    let moves = writer
        .say(
            "Attacked squares are not yet moves: a square with a piece of the same side is \
             defended, but the slider cannot go there. AND NOT own pieces keeps the empty squares \
             and those of the enemy, so it is the AND with `enemy and empty` of How NagaSkaki plays \
             chess.",
        )
        .set("moves", attacked & !own);
    if captures {
        let captures = writer
            .say("AND with the enemy squares: the captures.")
            .set("captures", moves & Set("enemy", board.enemy(side)));
        let others = writer
            .say("AND with the empty squares: the other moves.")
            .set("non-captures", moves & Set("empty", board.empty()));
        writer.say("Together they are all moves again.").set("moves", captures | others);
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

/// A trace that adds the union of the parts where a technique leaves it to the caller.
struct Parts {
    writer: Writer,
    /// For each piece that a queen combines, the parts with the set of their last step.
    groups: Vec<Vec<(&'static str, Bitboard)>>,
    /// All parts with the set of their last step.
    ends: Vec<(&'static str, Bitboard)>,
    technique: Technique,
    own: Option<Bitboard>,
}

/// What is said of the steps that documents have after the technique.
const IS_OWN: &str =
    "Is the blocker a piece of our own side? AND with our pieces keeps it if it is.";
const IS_NO_MOVE: &str =
    "A piece of our own cannot be captured, so XOR removes it. These are the moves along the ray.";
const LAST_AND: &str = "The last AND of How NagaSkaki plays chess: with the squares that are empty \
     or have an enemy piece. A blocker of our own side is removed.";

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
        self.writer.say("OR unites the parts.");
        self.show_union(group, ("attacked", all));
    }

    /// Adds a step: the union of several sets.
    fn show_union<L: Into<String>>(
        &mut self,
        sets: impl IntoIterator<Item = (L, Bitboard)>,
        union: (&str, Bitboard),
    ) {
        let mut figures = Vec::new();
        for (label, set) in sets {
            figures.extend([self.writer.board(label, set), Figure::Sign("OR".to_owned())]);
        }
        figures.pop();
        figures.extend([Figure::Sign("=".to_owned()), self.writer.board(union.0, union.1)]);
        self.writer.show(figures);
    }

    /// Adds what a document has after a step.
    fn after(&mut self, name: &str, set: Bitboard) {
        match (self.technique, name, self.own) {
            (Technique::Classical, "truncated ray", Some(own)) => {
                let first = self.last_set("first blocked") & set;
                let blocker = Set("first blocked", first) & Set("own pieces", own);
                let writer = &mut self.writer;
                let blocker = writer.say(IS_OWN).set("own blocker", blocker);
                writer.say(IS_NO_MOVE).set("moves", Set("truncated ray", set) ^ blocker);
            }
            (Technique::Shifted, "smeared", _) => self.six_shifts(set),
            (Technique::Shifted, "attacked", Some(own)) => {
                let moves = Set("attacked", set) & Set("enemy and empty", !own);
                self.writer.say(LAST_AND).set("moves of this direction", moves);
            }
            _ => {}
        }
    }

    /// Returns the last set of a name that was shown.
    fn last_set(&self, name: &str) -> Bitboard {
        let figures = self.writer.steps().iter().rev().flat_map(|step| &step.figures);
        let mut sets = figures.filter_map(|figure| match figure {
            Figure::Board(board) if board.label == name => Some(board.set),
            _ => None,
        });
        sets.next().unwrap_or_default()
    }

    /// Shows the six shifts of *How NagaSkaki plays chess*, whose union is `smeared`.
    fn six_shifts(&mut self, smeared: Bitboard) {
        let part = self.ends.last().map_or("", |(title, _)| title);
        let Some(direction) = Direction::ALL.into_iter().find(|d| d.name() == part) else { return };
        let blockers = self.last_set("blockers");
        let bits = u32::from(direction.shift().unsigned_abs());
        let shifted = |steps| {
            let (sign, set) = if direction.is_positive() {
                ("<<", blockers.0 << (bits * steps))
            } else {
                (">>", blockers.0 >> (bits * steps))
            };
            (format!("blockers {sign} {}", bits * steps), Bitboard(set))
        };
        let text = format!(
            "How NagaSkaki plays chess unites six shifts of `{0}_moves` instead. The result is the same \
             set. Its next step is the AND with the ray of the square, `{0}_board[sq]`; the text forgets \
             the `[sq]`.",
            in_nagaskaki(direction)
        );
        self.writer.say(text);
        self.show_union((1..=6).map(shifted), ("smeared", smeared));
    }
}

/// Returns the name of a direction in *How NagaSkaki plays chess*.
fn in_nagaskaki(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "up",
        Direction::East => "right",
        Direction::South => "down",
        Direction::West => "left",
        Direction::NorthEast => "45deg",
        Direction::NorthWest => "135deg",
        Direction::SouthWest => "225deg",
        Direction::SouthEast => "315deg",
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
        self.ends.push((title, Bitboard::EMPTY));
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

    fn say(&mut self, text: &'static str) {
        self.writer.say(text);
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        self.writer.step(expression, result);
        if let Term::Set(name, set) = result {
            if let Some(last) = self.ends.last_mut() {
                last.1 = set;
            }
            if let Some(last) = self.groups.last_mut().and_then(|group| group.last_mut()) {
                last.1 = set;
            }
            self.after(name, set);
        }
    }
}
