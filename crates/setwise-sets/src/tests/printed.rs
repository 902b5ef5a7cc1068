//! What is printed of an expression has the same meaning.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use setwise_testkit::random::Random;
use setwise_testkit::scaled;

use super::define::{evaluate, evaluate_tree};
use super::games::RandomGame;
use super::generate::Generator;
use super::pairs::plies_in_columns;
use crate::Value;
use crate::expression::Expression;
use crate::print;
use crate::tree::{Id, Tree};

struct Printed<'t>(&'t Tree, Id);

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::lines(self.0, self.1, f)
    }
}

/// Prints random trees, parses the texts, and compares both meanings. So the parser is tried with
/// every word, and with what `--explain` prints.
#[test]
fn a_printed_expression_means_the_same() {
    let random = &mut Random::default();
    let (mut parsed, mut refused) = (0, 0);
    for _ in 0..scaled(1_500, 400) {
        let (tree, root) = Generator::tree(random);
        let text = Printed(&tree, root).to_string();
        let expression = match Expression::parse(&text).and_then(Expression::question) {
            Ok(expression) => expression,
            // Some random questions cost too much, or are too deep as a text.
            Err(error) => {
                let message = error.to_string();
                let is_expected = message.contains("may cost") || message.contains("levels deep");
                assert!(is_expected, "{message} at {:?} in\n{text}", error.place());
                refused += 1;
                continue;
            }
        };
        parsed += 1;
        let length = random.below(30);
        let game = RandomGame::new(random, length);
        let defined = game.with(|game| evaluate_tree(&tree, game).swap_remove(root.index()));
        let again = game.with(|game| evaluate(&expression, game));
        assert_eq!(again, defined, "{text}\n{}", game.text());
        let found = plies_in_columns(&expression, &[game]);
        let holds = defined.iter().enumerate().filter(|(_, value)| **value == Value::Truth(true));
        let expected: Vec<u32> = holds.map(|(ply, _)| ply as u32).collect();
        assert_eq!(found, [expected], "{text}");
        // Printed again, it is the same text.
        let printed: String = Printed(expression.tree(), expression.root()).to_string();
        let twice = Expression::parse(&printed).expect("parsed").question().expect("a question");
        let twice = Printed(twice.tree(), twice.root()).to_string();
        assert_eq!(twice, printed);
    }
    assert!(parsed > 20 * refused, "{parsed} {refused}");
}
