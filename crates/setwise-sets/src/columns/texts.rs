//! Tags and other texts: the values of a game before its moves are replayed, and tests of texts.

use alloc::string::String;

use setwise::notation::fen::Form;
use setwise::{Bitboard, Position, Role};

use super::Columns;
use super::Value::{self, Number, Truth};
use super::kernels::Pieces;
use crate::Game;
use crate::tree::{Comparison, Field, Id, Node, NumberWord, TextTest};

impl Columns {
    /// Finds what is known of a game before its moves are replayed: the value of each node of
    /// [`Plan::of_game`](super::Plan::of_game), `None` if it is not known. Returns the value of the
    /// root. Before a game is read, only its tags are known.
    pub(super) fn find_game_values(
        &mut self,
        game: &Game<'_>,
        is_read: bool,
        root: Id,
    ) -> Option<bool> {
        let Columns { tree, plan, game_values, .. } = self;
        let value_in = |values: &[Option<Value>], id: Id| match tree.node(id) {
            Node::Int(value) => Some(Number(Some(*value))),
            _ => values[plan.of_game.binary_search(&id).ok()?],
        };
        game_values.clear();
        for &id in &plan.of_game {
            let node = tree.node(id);
            let is_open = match node {
                Node::Text(Field::Result | Field::Error, _) => !is_read,
                Node::NumberWord(NumberWord::Plies) => !is_read,
                _ => false,
            };
            let value = || value_of_game(node, game, |id| value_in(game_values, id));
            let value = if is_open { None } else { value() };
            game_values.push(value);
        }
        match value_in(game_values, root) {
            Some(Truth(value)) => Some(value),
            _ => None,
        }
    }
}

/// Returns the value of a node, given the values of its parts, if they and the game tell.
fn value_of_game(node: &Node, game: &Game<'_>, of: impl Fn(Id) -> Option<Value>) -> Option<Value> {
    let truth = |id: &Id| match of(*id) {
        Some(Truth(value)) => Some(value),
        _ => None,
    };
    let number = |id: &Id| match of(*id) {
        Some(Number(value)) => Some(value),
        _ => None,
    };
    let is = |id: &Id, value| truth(id) == Some(value);
    Some(match node {
        Node::Text(field, test) => {
            Truth(passes(game.text(field).as_deref(), test, field.is_date()))
        }
        Node::TagNumber(name) => Number(game.tag_number(name)),
        Node::NumberWord(NumberWord::Plies) => {
            Number(Some(i32::try_from(game.moves.len()).unwrap_or(i32::MAX)))
        }
        Node::Arithmetic(operator, a, b) => {
            Number(number(a)?.zip(number(b)?).map(|(a, b)| operator.of(a, b)))
        }
        Node::Negative(a) => Number(number(a)?.map(i32::saturating_neg)),
        Node::Absolute(a) => Number(number(a)?.map(i32::saturating_abs)),
        Node::Compare(comparison, a, b) => Truth(match number(a)?.zip(number(b)?) {
            Some((a, b)) => comparison.holds(a.cmp(&b)),
            None => comparison.holds_if_missing(),
        }),
        Node::And(a, b) => Truth(!(is(a, false) || is(b, false)) && truth(a)? && truth(b)?),
        Node::Or(a, b) => Truth(is(a, true) || is(b, true) || truth(a)? || truth(b)?),
        Node::Not(a) => Truth(!truth(a)?),
        Node::Ever(a) | Node::WithinLast(a, _) => of(*a)?,
        Node::ForLast(a, _) if is(a, false) => Truth(false),
        Node::Then(a, b) | Node::Next(a, b) if is(a, false) || is(b, false) => Truth(false),
        Node::If(a, b, c) => of(if truth(a)? { *b } else { *c })?,
        _ => return None,
    })
}

/// Returns whether a text, if there is one, passes a test.
pub(super) fn passes(text: Option<&str>, test: &TextTest, is_date: bool) -> bool {
    let Some(text) = text else {
        return matches!(test, TextTest::Compare(Comparison::NotEqual, _));
    };
    match test {
        TextTest::Present => true,
        TextTest::Contains(part) if part.is_empty() => true,
        TextTest::Contains(part) if text.is_ascii() && part.is_ascii() => text
            .as_bytes()
            .windows(part.len())
            .any(|window| window.eq_ignore_ascii_case(part.as_bytes())),
        TextTest::Contains(part) => folded(text).contains(&folded(part)),
        TextTest::Compare(comparison, wanted) => {
            use Comparison::{Equal, NotEqual};
            if is_date {
                let dot = |byte| if matches!(byte, b'-' | b'/') { b'.' } else { byte };
                return comparison.holds(text.bytes().map(dot).cmp(wanted.bytes().map(dot)));
            }
            match (number(text), number(wanted)) {
                (Some(a), Some(b)) => comparison.holds(a.cmp(&b)),
                // A text is neither above nor below a number.
                (Some(_), None) | (None, Some(_)) if !matches!(comparison, Equal | NotEqual) => {
                    false
                }
                _ => comparison.holds(text.cmp(wanted)),
            }
        }
    }
}

/// Returns a text in which capitals and small letters of any script are alike: the small letters of
/// its capitals, so that `ß` becomes `ss`, and `ς` becomes `σ`.
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// Parses a whole number.
fn number(text: &str) -> Option<i64> {
    text.trim_ascii().parse().ok()
}

/// Returns the text that a material or a position is compared with, and whether it should be equal:
/// the parser reads `=` and `!=` only.
fn equality(test: &TextTest) -> (&str, bool) {
    match test {
        TextTest::Compare(comparison, wanted) => (wanted, *comparison == Comparison::Equal),
        _ => ("", true),
    }
}

/// Returns a function that tells whether the pieces on the board pass a test of the material: they
/// are equal to it, of either color, or not.
pub(super) fn material_test(test: &TextTest) -> impl Fn(&Pieces) -> bool + use<> {
    let (wanted, is_equality) = equality(test);
    // Five bits for the number of pieces of each role.
    let side = |letters: &str| {
        let roles = letters.chars().filter_map(Role::from_letter);
        roles.fold(0, |counts: u32, role| counts + (1 << (5 * role as u32)))
    };
    let wanted = wanted.split_once('v').map(|(one, other)| [side(one), side(other)]);
    move |pieces| {
        let count = |color: Bitboard, role: usize| (pieces.roles[role] & color).count();
        let side =
            |color| (0..6).fold(0, |counts, role| counts + (count(color, role) << (5 * role)));
        let counts = [side(pieces.colors[0]), side(pieces.colors[1])];
        let is_equal =
            wanted.is_some_and(|[one, other]| counts == [one, other] || counts == [other, one]);
        is_equal == is_equality
    }
}

/// Returns a function that tells whether a position passes a test of its text, without the counters.
pub(super) fn position_test(test: &TextTest) -> impl Fn(&Position) -> bool + use<> {
    let (fen, is_equality) = equality(test);
    let wanted = Position::parse_fen_ignoring_history(fen, Form::Lenient).ok();
    move |position| wanted.is_some_and(|wanted| wanted.repeats(position)) == is_equality
}
