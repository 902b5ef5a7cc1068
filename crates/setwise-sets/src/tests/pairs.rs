//! The evaluator in columns agrees with the definition for random expressions and games.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use setwise::Move;
use setwise_testkit::random::Random;
use setwise_testkit::scaled;

use super::define;
use super::games::RandomGame;
use super::generate::Generator;
use super::spell::spell;
use crate::tree::*;
use crate::{
    Definitions, Expression, ExpressionError, Finder, FinderOptions, Game, GameHits, Source, Value,
    evaluate, evaluate_parts,
};

/// The games of each expression. They share a batch.
const GAMES: usize = 4;

/// One of this number of expressions is asked of a game that is longer than a batch.
const LONG: usize = 50;

/// How often a word or operator occurs.
#[derive(Clone, Copy, Debug)]
struct Uses {
    kind: Kind,
    pairs: usize,
    /// The pairs in which it is true, or not empty, at some position.
    holds: usize,
    /// The pairs in which it is false, or empty, at some position.
    fails: usize,
}

impl Uses {
    /// Returns whether it occurs in at least one of 200 pairs and, unless it is a number, in at
    /// least one of 100 of them with each value.
    fn are_enough(&self, pairs: usize) -> bool {
        let has_both = self.holds * 100 >= self.pairs && self.fails * 100 >= self.pairs;
        self.pairs * 200 >= pairs && (has_both || self.kind == Kind::Number)
    }
}

/// Compares a number of pairs of an expression and a game. Returns the first pair that differs, or
/// the uses of words.
fn compare(pairs: usize, random: &mut Random) -> Result<BTreeMap<String, Uses>, String> {
    let mut uses: BTreeMap<String, Uses> = BTreeMap::new();
    let definitions = Definitions::standard();
    for expression in 0..pairs / GAMES {
        let games: Vec<RandomGame> = (0..GAMES)
            .map(|game| {
                let length = match (expression % LONG, game) {
                    (0, 1) => 500 + random.below(700),
                    _ => random.below(40),
                };
                RandomGame::new(random, length)
            })
            .collect();
        // Half of the long games are asked what is carried from batch to batch.
        let (tree, root) = match expression % (2 * LONG) {
            LONG => Generator::tree_over_games(random),
            _ => Generator::tree(random),
        };
        let text = spell(&tree, root, random);
        let parsed = match parse(&text, &definitions).and_then(Expression::question) {
            Ok(parsed) => parsed,
            Err(error) if error.to_string().contains("word operations") => continue,
            Err(error) => return Err(format!("expression {expression}, {text}: {error}")),
        };
        let found = plies_in_columns(&parsed, &games);
        for (game, found) in games.iter().zip(found) {
            let values = game.with(|game| define::evaluate_tree(&tree, game));
            let defined = plies(&values[root]);
            let of_text = plies(&game.with(|game| define::evaluate(&parsed, game)));
            if found != defined || of_text != defined {
                return Err(format!(
                    "expression {expression}, {text}: {defined:?} by definition, {of_text:?} as \
                     text, {found:?} in columns\n{}\n{}",
                    nodes(&tree),
                    game.text(),
                ));
            }
            let decided = game.with(|game| {
                let mut finder = Finder::new(&parsed, FinderOptions::default());
                [finder.decide(game, false), finder.decide(game, true)]
            });
            let hits = [0, game.moves.len() + 1];
            let is_wrong = |holds: &bool| defined.len() != hits[usize::from(*holds)];
            if decided.iter().flatten().any(is_wrong)
                || decided[0].is_some() && decided[1].is_none()
            {
                return Err(format!("{text}: {decided:?}, but {defined:?}\n{}", game.text()));
            }
            count_uses(&tree, &values, &mut uses);
        }
        compare_values(&parsed, &games, random)?;
        compare_parts(&parsed, &games[0])?;
        if can_be_transformed(&tree) {
            compare_transformed(&parsed, &games, &definitions, random)?;
        }
    }
    Ok(uses)
}

/// Compares the values of two random parts of random expressions at the positions that match.
fn compare_values(
    question: &Expression,
    games: &[RandomGame],
    random: &mut Random,
) -> Result<(), String> {
    let values: Vec<Expression> = (0..2)
        .filter_map(|_| {
            let (tree, _) = Generator::tree(random);
            let closed: Vec<Id> = tree.ids().filter(|id| tree.free(*id) == 0).collect();
            let (part, root) = tree.compact(closed[random.below(closed.len())]);
            Expression::of_tree("", part, root).ok()
        })
        .collect();
    let with_values = values.iter().try_fold(question.clone(), |all, value| all.with_value(value));
    let Ok(with_values) = with_values else { return Ok(()) };
    let mut finder = Finder::new(&with_values, FinderOptions::default());
    let mut hits: Vec<(Vec<u32>, Vec<Value>)> = Vec::new();
    let mut found = |it: GameHits<'_>| {
        let rows = (0..it.plies.len()).flat_map(|row| it.values.iter().map(move |of| of.at(row)));
        hits.push((it.plies.to_vec(), rows.collect()));
    };
    for game in games {
        game.with(|game| finder.push(0, game, &mut found));
    }
    finder.flush(&mut found);
    for (game, (found, found_values)) in games.iter().zip(hits) {
        let defined = plies(&game.with(|game| define::evaluate(question, game)));
        let of = |value| game.with(|game| define::evaluate(value, game));
        let columns: Vec<Vec<Value>> = values.iter().map(of).collect();
        let expected: Vec<Value> = defined
            .iter()
            .flat_map(|ply| columns.iter().map(|column| column[*ply as usize]))
            .collect();
        if found != defined || found_values != expected {
            return Err(format!(
                "{}: values {expected:?} by definition, {found_values:?} in columns\n{values:?}\n{}",
                question.text(),
                game.text()
            ));
        }
    }
    Ok(())
}

/// Compares the values at the positions of one game, and those of the parts at its start.
fn compare_parts(question: &Expression, game: &RandomGame) -> Result<(), String> {
    let (found, defined, start) =
        game.with(|game| (evaluate(question, game), define::evaluate(question, game), game.start));
    let values = define::evaluate_tree(question.tree(), &Game::of_position(start));
    let parts = question.tree().parts.iter();
    let expected: Vec<_> =
        parts.map(|(place, id)| (place.clone(), values[*id].first().copied())).collect();
    let expected = (values[question.root()][0], expected);
    if found != defined || evaluate_parts(question, &start) != expected {
        return Err(format!(
            "{}: values that differ by definition\n{}",
            question.text(),
            game.text()
        ));
    }
    Ok(())
}

fn parse(text: &str, definitions: &Definitions) -> Result<Expression, ExpressionError> {
    Expression::parse_with(text, definitions, Source::Games)
}

/// Returns whether transforms accept a question, and it means the same about the game with colors
/// exchanged: other comparisons of results and the number of the move do not.
fn can_be_transformed(tree: &Tree) -> bool {
    (0..tree.len()).all(|id| match tree.node(Id(id as u16)) {
        Node::Text(Field::San | Field::Position, _) => false,
        Node::Text(field, test) if format!("{field:?}").contains("Result") => {
            use Comparison::{Equal, NotEqual};
            matches!(test, TextTest::Present | TextTest::Compare(Equal | NotEqual, _))
        }
        Node::NumberWord(NumberWord::MoveNumber) => false,
        _ => true,
    })
}

/// Returns whether a question has a flip or rotation.
fn moves_board(tree: &Tree) -> bool {
    let is_it =
        |id| matches!(tree.node(Id(id)), Node::SetFunction(function, _) if function.moves_board());
    (0..tree.len() as u16).any(is_it)
}

/// Compares a question inside a transform, and `either` with the question about the game with
/// colors exchanged.
fn compare_transformed(
    question: &Expression,
    games: &[RandomGame],
    definitions: &Definitions,
    random: &mut Random,
) -> Result<(), String> {
    let transform = ["either", "mirrored", "shifted"][random.below(8).saturating_sub(5)];
    let text = format!("{transform}({})", question.text());
    let transformed = match parse(&text, definitions) {
        Ok(transformed) => transformed,
        Err(error)
            if ["word operations", "parts"].iter().any(|why| error.to_string().contains(why)) =>
        {
            return Ok(());
        }
        Err(error) if transform == "shifted" && moves_board(question.tree()) => {
            let is_expected = error.to_string().ends_with("cannot be rewritten by `shifted`");
            return if is_expected { Ok(()) } else { Err(format!("{text}: {error}")) };
        }
        Err(error) => return Err(format!("{text}: {error}")),
    };
    let found = plies_in_columns(&transformed, games);
    for (game, found) in games.iter().zip(found) {
        let defined = plies(&game.with(|game| define::evaluate(&transformed, game)));
        let mut expected = defined.clone();
        if transform == "either" {
            let plies_in =
                |game: &RandomGame| plies(&game.with(|game| define::evaluate(question, game)));
            expected = [plies_in(game), plies_in(&game.colors_exchanged())].concat();
            expected.sort_unstable();
            expected.dedup();
        }
        if found != defined || expected != defined {
            return Err(format!(
                "expression {text}: {expected:?} expected, {defined:?} by definition, {found:?} in \
                 columns\n{}",
                game.text(),
            ));
        }
    }
    Ok(())
}

fn plies(values: &[Value]) -> Vec<u32> {
    let holds = values.iter().enumerate().filter(|(_, value)| **value == Value::Truth(true));
    holds.map(|(ply, _)| ply as u32).collect()
}

pub(super) fn plies_in_columns(expression: &Expression, games: &[RandomGame]) -> Vec<Vec<u32>> {
    let mut finder = Finder::new(expression, FinderOptions::default());
    let mut plies = Vec::new();
    let mut found = |hits: GameHits<'_>| plies.push(hits.plies.to_vec());
    for game in games {
        game.with(|game| finder.push(0, game, &mut found));
    }
    finder.flush(&mut found);
    plies
}

/// Returns the nodes of a tree, one a line.
fn nodes(tree: &Tree) -> String {
    let ids = (0..tree.len()).map(|id| Id(id as u16));
    ids.map(|id| format!("{} {:?}\n", id.0, tree.node(id))).collect()
}

fn count_uses(tree: &Tree, values: &[Vec<Value>], uses: &mut BTreeMap<String, Uses>) {
    let mut names: BTreeMap<String, (Kind, bool, bool)> = BTreeMap::new();
    for id in (0..tree.len()).map(|id| Id(id as u16)) {
        let values = &values[id.index()];
        let is_held = |value: &Value| match value {
            Value::Set(set) => set.any(),
            Value::Number(_) => true,
            Value::Truth(truth) => *truth,
        };
        for name in names_of(tree, id) {
            let (_, holds, fails) = names.entry(name).or_insert((tree.kind(id), false, false));
            *holds |= values.iter().any(is_held);
            *fails |= !values.iter().all(is_held);
        }
    }
    for (name, (kind, holds, fails)) in names {
        let uses = uses.entry(name).or_insert(Uses { kind, pairs: 0, holds: 0, fails: 0 });
        uses.pairs += 1;
        uses.holds += usize::from(holds);
        uses.fails += usize::from(fails);
    }
}

/// Returns the words and operators of a node.
fn names_of(tree: &Tree, id: Id) -> Vec<String> {
    let node = tree.node(id);
    let debug = format!("{node:?}");
    let name = match node {
        Node::Text(field, test) => {
            let field = format!("{field:?}");
            let field = field.split('(').next().unwrap_or_default();
            let test = format!("{test:?}");
            let test = test.split(',').next().unwrap_or_default();
            let test = test.split('"').next().unwrap_or_default();
            return [format!("text {field}"), format!("text {test}")].into();
        }
        Node::Toward(Toward::Steps(_), direction, _) => format!("Steps {direction:?}"),
        Node::Quantified { quantifier, .. } => format!("{quantifier:?} in"),
        Node::If(..) => format!("If of {:?}", tree.kind(id)),
        Node::Piece(..) | Node::Side(_) => debug,
        Node::Squares(_) | Node::Int(_) | Node::TagNumber(_) | Node::Variable(_) => {
            debug.split('(').next().unwrap_or_default().into()
        }
        _ => debug.split("Id(").next().unwrap_or_default().into(),
    };
    [name].into()
}

/// The words and operators of the language, as nodes tell them apart.
const NAMES: usize = 158;

/// Words whose values are always or never empty.
const CONSTANT: [&str; 13] = [
    "Piece(White, King)",
    "Piece(Black, King)",
    "SetWord(All)",
    "SetWord(Dark)",
    "SetWord(Empty)",
    "SetWord(Enemy)",
    "SetWord(Light)",
    "SetWord(Nothing)",
    "SetWord(Own)",
    "Side(Black)",
    "Side(White)",
    "Squares",
    "Variable",
];

fn check(pairs: usize) {
    let uses = compare(pairs, &mut Random::default()).unwrap_or_else(|pair| panic!("{pair}"));
    if pairs < 100_000 {
        return;
    }
    let rare = |(name, uses): &(&String, &Uses)| {
        let is_constant = CONSTANT.contains(&name.as_str()) && uses.pairs * 200 >= pairs;
        !uses.are_enough(pairs) && !is_constant
    };
    let rare: BTreeMap<_, _> = uses.iter().filter(rare).collect();
    assert!(rare.is_empty(), "{rare:#?}");
    assert_eq!(uses.len(), NAMES, "{:?}", uses.keys());
}

#[test]
fn columns_agree_with_the_definition() {
    check(scaled(1_000_000, 2_000));
}

/// A table may claim any moves: answers are unspecified then, but nothing panics.
#[test]
fn moves_that_are_not_legal_do_not_panic() {
    let mut random = Random::default();
    let definitions = Definitions::standard();
    for _ in 0..scaled(1_000, 250) {
        let games: Vec<RandomGame> = (0..GAMES)
            .map(|_| {
                let mut game = RandomGame::new(&mut random, 40);
                for mv in &mut game.moves {
                    if random.below(3) == 0 {
                        *mv = Move::from_bits(random.below(1 << 15) as u16);
                    }
                }
                game
            })
            .collect();
        let (tree, root) = Generator::tree(&mut random);
        let text = spell(&tree, root, &mut random);
        if let Ok(parsed) = parse(&text, &definitions).and_then(Expression::question) {
            let plies = plies_in_columns(&parsed, &games);
            let are_in = |(game, plies): (&RandomGame, &Vec<u32>)| {
                plies.iter().all(|ply| *ply as usize <= game.moves.len())
            };
            assert!(games.iter().zip(&plies).all(are_in), "{text}");
        }
    }
}
