//! Questions about one step: the next set, the bits that wrap, the factor that works.

use setwise::{Bitboard, Direction, File, Rank, Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::parts::RookOrBishop;
use setwise_techniques::trace::{Number, Set, Trace};

use super::{Answer, Parts, Random, asked, board, empty_lesson};
use crate::sliding::{self, Question};
use crate::{Figure, Picture, Step, Writer};

/// Techniques that every CPU runs, with steps that a reader can follow square by square.
const TECHNIQUES: [Technique; 4] =
    [Technique::Shifted, Technique::Classical, Technique::Hyperbola, Technique::KoggeStone];

/// Asks for the result of a step of a technique.
pub(super) fn next_set(random: &mut Random) -> Parts {
    loop {
        let (from, occupied) = (random.square(), random.sparse());
        let role = [Role::Rook, Role::Bishop][random.below(2)];
        let technique = TECHNIQUES[random.below(TECHNIQUES.len())];
        let lesson = sliding::lesson(technique, Question::new(role, from, occupied));
        let Some(mut lesson) = lesson else { continue };
        let at = random.below(lesson.steps.len());
        let Some((boards, words, result)) = operation(&lesson.steps[at]) else { continue };
        let text = format!(
            "A step of the technique {technique}, for a {role} on {from}. Which squares are in {words}?"
        );
        let boards = boards.iter().map(|shown| board(&shown.label, shown.set, None)).collect();
        lesson.steps.truncate(at + 1);
        lesson.answer = Some(result);
        return (asked(text, boards), Answer::Squares(result), lesson);
    }
}

/// The boards of an equation, the equation up to the sign `=` in words, and its result.
type Operation<'a> = (Vec<&'a Picture>, String, Bitboard);

/// Returns the operation of a step on one or two sets, if its result is a few squares and neither
/// of them.
fn operation(step: &Step) -> Option<Operation<'_>> {
    let [Figure::Board(a), Figure::Sign(sign), second, Figure::Sign(equals), Figure::Board(result)] =
        &step.figures[..]
    else {
        return None;
    };
    let (boards, operand) = match (sign.as_str(), second) {
        ("AND" | "XOR" | "OR", Figure::Board(b)) => (vec![a, b], b.label.clone()),
        ("<<" | ">>", Figure::Number { value, .. }) => (vec![a], value.to_string()),
        _ => return None,
    };
    let words = [&a.label, sign, &operand].map(String::as_str).join(" ");
    let is_new = boards.iter().all(|shown| shown.set != result.set);
    let is_short = (1..=10).contains(&result.set.count());
    (equals == "=" && is_new && is_short).then_some((boards, words, result.set))
}

/// Asks for the squares that a shift without a mask takes over the edge.
pub(super) fn wraps(random: &mut Random) -> Parts {
    let sideways = [
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];
    let direction = sideways[random.below(sideways.len())];
    let bits = Number("", u64::from(direction.shift().unsigned_abs()));
    let (edge, landing) =
        if direction.delta().0 > 0 { (File::H, File::A) } else { (File::A, File::H) };
    let shifted = |set: Bitboard| {
        if direction.shift() > 0 { set.0 << bits.1 } else { set.0 >> bits.1 }
    };
    let (x, wrapped) = loop {
        let x = random.sparse();
        let wrapped = Bitboard(shifted(x)) & Bitboard::file(landing);
        if (1..=5).contains(&wrapped.count()) {
            break (x, wrapped);
        }
    };
    let (side, name) = (if direction.shift() > 0 { "<<" } else { ">>" }, direction.name());
    let text = format!(
        "x is this set. The shift x {side} {} moves its squares to the {name}, without a mask. Which \
         squares of the result have come over the edge?",
        bits.1
    );
    let mut writer = Writer::new("wrap", format!("The wraps of a shift to the {name}"));
    let set = Set("x", x);
    let landed = wrapped.first().unwrap_or(Square::A1);
    let number = landed as i8 - direction.shift();
    let origin = Square::ALL[usize::from(number.unsigned_abs())];
    let sign = if direction.shift() > 0 { '+' } else { '-' };
    writer.say(format!(
        "A square on the {edge}-file has no square to the {name}. The shift takes it to the \
         {landing}-file all the same: {origin} is bit {number}, and {number} {sign} {} is {}, which \
         is {landed}. A bit whose number would be below 0 or above 63 is lost.",
        bits.1, landed as u8
    ));
    let shift = if direction.shift() > 0 { set << bits } else { set >> bits };
    let all = writer.set("shifted", shift);
    let opposite = Set("opposite file", Bitboard::file(landing));
    let found = writer
        .say(format!(
            "No other square comes to the {landing}-file: AND keeps those that came over the edge."
        ))
        .set("wrapped", all & opposite);
    let lesson = writer.finish(Some(*found));
    (asked(text, vec![board("x", x, None)]), Answer::Squares(wrapped), lesson)
}

/// The shift that keeps the top six bits of a product.
const SHIFT: u32 = 58;

/// Returns whether a factor gives each set of squares of a line an index of its own.
fn works(line: Bitboard, factor: Bitboard) -> bool {
    let mut seen = 0_u64;
    line.subsets().all(|set| {
        let index = set.0.wrapping_mul(factor.0) >> SHIFT;
        let is_new = seen >> index & 1 == 0;
        seen |= 1 << index;
        is_new
    })
}

/// Asks which factor gives each occupancy of a diagonal an index of its own.
pub(super) fn factor(random: &mut Random) -> Parts {
    let (from, line) = loop {
        let from = random.square();
        let whole = match random.below(2) {
            0 => Bitboard::diagonal(from.diagonal()),
            _ => Bitboard::anti_diagonal(from.anti_diagonal()),
        };
        let line = whole & RookOrBishop::Bishop.relevant(from);
        if line.count() >= 3 {
            break (from, line);
        }
    };
    let right = ("the b-file", Bitboard::file(File::B));
    let others = [
        ("the a-file", Bitboard::file(File::A)),
        ("the d-file", Bitboard::file(File::D)),
        ("the h-file", Bitboard::file(File::H)),
        ("the first rank", Bitboard::rank(Rank::First)),
        ("the second rank", Bitboard::rank(Rank::Second)),
        ("the square a1", Bitboard(1)),
    ];
    let start = random.below(others.len());
    let wrong = (0..others.len()).map(|at| others[(start + at) % others.len()]);
    let mut wrong = wrong.filter(|(_, factor)| !works(line, *factor));
    let at = random.below(3);
    let factors: [_; 3] = core::array::from_fn(|place| match place == at {
        true => right,
        false => wrong.next().unwrap_or(right),
    });
    let [first, second, third] = factors.map(|(name, _)| name);
    let names = format!("1: {first}, 2: {second}, 3: {third}");
    let text = format!(
        "The line has the relevant squares of a bishop on {from} on one diagonal. Let o be any set \
         of squares of it. The index of o is the top six bits of the product of o \
         and a factor, which is a set too. Which factor gives each o an index of its own? {names}."
    );
    // The same lesson on every CPU: it multiplies by the b-file.
    let question = Question::new(Role::Bishop, from, line);
    let lesson = sliding::lesson(Technique::Kindergarten, question).unwrap_or_else(empty_lesson);
    let boards = vec![board("line", line, None)];
    (asked(text, boards), Answer::Number(at as u64 + 1), lesson)
}
