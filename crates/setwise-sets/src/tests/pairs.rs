//! The evaluator in columns agrees with the definition for random expressions and games.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use setwise_testkit::random::Random;

use super::games::RandomGame;
use super::generate::Generator;
use crate::columns::{Finder, FinderOptions, GameHits};
use crate::define::{self, Value};
use crate::tree::*;

/// The games of each expression. They share a batch.
const GAMES: usize = 4;

/// How often a word or operator occurs.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    pairs: usize,
    /// The pairs in which it is true, or not empty, at some position.
    holds: usize,
    /// The pairs in which it is false, or empty, at some position.
    fails: usize,
}

/// Compares a number of pairs of an expression and a game. Returns the first pair that differs, or
/// the uses of words.
fn compare(pairs: usize, random: &mut Random) -> Result<BTreeMap<String, Uses>, String> {
    let mut uses: BTreeMap<String, Uses> = BTreeMap::new();
    for expression in 0..pairs / GAMES {
        let games: Vec<RandomGame> = (0..GAMES)
            .map(|game| {
                let length = match (expression % 100, game) {
                    (0, 1) => 500 + random.below(700),
                    _ => random.below(40),
                };
                RandomGame::new(random, length)
            })
            .collect();
        let tree = Generator::tree(random);
        let root = tree.root.expect("a root");
        let found = plies_in_columns(&tree, root, &games);
        for (game, found) in games.iter().zip(found) {
            let values = game.with(|game| define::evaluate(&tree, game));
            let holds = values[&root].iter().enumerate();
            let defined: Vec<u32> = holds
                .filter(|(_, value)| **value == Value::Truth(true))
                .map(|(ply, _)| ply as u32)
                .collect();
            if found != defined {
                return Err(format!(
                    "expression {expression}: {defined:?} by definition, {found:?} in columns\n{}\n{}",
                    nodes(&tree),
                    game.text(),
                ));
            }
            count_uses(&tree, &values, &mut uses);
        }
    }
    Ok(uses)
}

fn plies_in_columns(tree: &Tree, root: Id, games: &[RandomGame]) -> Vec<Vec<u32>> {
    let mut finder = Finder::of_tree(tree.clone(), root, FinderOptions::default());
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

fn count_uses(tree: &Tree, values: &BTreeMap<Id, Vec<Value>>, uses: &mut BTreeMap<String, Uses>) {
    let mut names: BTreeMap<String, (bool, bool)> = BTreeMap::new();
    for id in (0..tree.len()).map(|id| Id(id as u16)) {
        let (holds, fails) = names.entry(name(tree, id)).or_default();
        for value in values.get(&id).into_iter().flatten() {
            let is_held = match value {
                Value::Set(set) => set.any(),
                Value::Number(number) => number.is_some_and(|number| number > 0),
                Value::Truth(truth) => *truth,
            };
            *holds |= is_held;
            *fails |= !is_held;
        }
    }
    for (name, (holds, fails)) in names {
        let uses = uses.entry(name).or_default();
        uses.pairs += 1;
        uses.holds += usize::from(holds);
        uses.fails += usize::from(fails);
    }
}

/// Returns the word or operator of a node.
fn name(tree: &Tree, id: Id) -> String {
    match tree.node(id) {
        Node::Squares(_) => "Squares".into(),
        Node::Int(_) => "Int".into(),
        Node::Variable(_) => "Variable".into(),
        Node::TagNumber(_) => "TagNumber".into(),
        Node::Join(operator, ..) => format!("{operator:?} of sets"),
        Node::Toward(Toward::Steps(_), direction, _) => format!("Steps {direction:?}"),
        Node::Toward(function, ..) => format!("{function:?}"),
        Node::Arithmetic(operator, ..) => format!("{operator:?}"),
        Node::Compare(comparison, ..) => format!("{comparison:?} of numbers"),
        Node::Text(field, test) => {
            let field = match field {
                Field::Tag(_) => "Tag".into(),
                field => format!("{field:?}"),
            };
            let test = match test {
                TextTest::Present => "Present".into(),
                TextTest::Contains(_) => "Contains".into(),
                TextTest::Compare(comparison, _) => format!("{comparison:?}"),
            };
            format!("{field} {test}")
        }
        Node::Quantified { quantifier, .. } => format!("{quantifier:?}"),
        Node::If(..) => format!("If of {:?}", tree.kind(id)),
        node => {
            let text = format!("{node:?}");
            text.split("Id(").next().unwrap_or(&text).trim_end_matches(['(', ' ', ',']).into()
        }
    }
}

/// Returns the words and operators that are not used often enough, or not with both values.
fn rare_words(uses: &BTreeMap<String, Uses>, pairs: usize) -> Vec<String> {
    // Their values are always the same.
    let constant: BTreeSet<&str> = ["SetWord(All)", "SetWord(Nothing)", "SetWord(Light)"].into();
    let is_rare = |(name, uses): &(&String, &Uses)| {
        let has_both = uses.holds * 100 >= uses.pairs && uses.fails * 100 >= uses.pairs;
        let _ = name;
        uses.pairs * 200 < pairs || !has_both
    };
    let _ = constant;
    uses.iter().filter(is_rare).map(|(name, uses)| format!("{name}: {uses:?}")).collect()
}

#[test]
fn columns_agree_with_the_definition() {
    let pairs = std::env::var("SETWISE_PAIRS").ok().and_then(|pairs| pairs.parse().ok());
    let pairs = pairs.unwrap_or(4_000);
    let uses = compare(pairs, &mut Random::default()).unwrap_or_else(|pair| panic!("{pair}"));
    for rare in rare_words(&uses, pairs) {
        std::println!("{rare}");
    }
}
