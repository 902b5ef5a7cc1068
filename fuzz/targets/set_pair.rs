//! Both evaluators of set expressions agree. Bytes make an expression and a game.
//!
//! An expression grows on a stack: two bytes push a word with its example, join two expressions by an
//! operator, or give expressions to a function or a quantifier. What the parser refuses is dropped,
//! so what is on the stack has a meaning. The other bytes are the game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setwise::{Move, Position};
use setwise_sets::tests::define::evaluate;
use setwise_sets::{Expression, Finder, FinderOptions, Game, Value, WORDS};
use setwise_testkit::suites;

/// Expressions that are no examples of words.
const LEAVES: [&str; 17] =
    ["P", "n", "B", "r", "Q", "k", "A", "a", ".", "_", "[]", "e4", "a-h4", "d1-8", "0", "2", "ECO"];

const OPERATORS: [&str; 20] = [
    "&", "|", "-", "^", "within", "and", "or", "then", "next", "=", "!=", "<", ">=", "+", "*", "&",
    "and", "then", "next", "or",
];

/// Expressions of one or two others, `@` and `#`, and of a name, `x`.
const FORMS: [&str; 14] = [
    "~(@)",
    "-(@)",
    "not (@)",
    "ever (@)",
    "never (@)",
    "(@) for 3",
    "(@) within 3",
    "any x in (@): attacks(x) & (#)",
    "any x in (@): x & (#)",
    "all x in (@): around(x) & (#)",
    "all x in (@): (#) within file(x)",
    "(count x in (@): attackers(x) & (#)) > 1",
    "count x in (@): not (#) & rank(x)",
    "let x = (@) in x & (#)",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&steps, rest)) = bytes.split_first() else { return };
    let (steps, game) = rest.split_at(rest.len().min(2 * usize::from(steps % 32)));
    let Some(text) = expression(steps) else { return };
    let Ok(question) = Expression::parse(&text).and_then(Expression::question) else { return };
    if question.cost() < 20_000 {
        compare(&question, game);
    }
});

/// Returns an expression that two bytes for each step make.
fn expression(steps: &[u8]) -> Option<String> {
    let functions: Vec<&str> =
        WORDS.iter().map(|word| word.form).filter(|form| form.ends_with(')')).collect();
    let mut stack: Vec<String> = Vec::new();
    for (number, step) in steps.chunks_exact(2).enumerate() {
        let choice = usize::from(step[1]);
        let mut operands = stack.iter().rev();
        let mut next = || operands.next().map_or("P", String::as_str);
        let (text, used) = match step[0] % 8 {
            0 => (LEAVES[choice % LEAVES.len()].to_owned(), 0),
            1 | 2 => (WORDS[choice % WORDS.len()].example.to_owned(), 0),
            3 | 4 => {
                let operator = OPERATORS[choice % OPERATORS.len()];
                (format!("({}) {operator} ({})", next(), next()), 2)
            }
            5 => {
                let form = FORMS[choice % FORMS.len()];
                let used = 1 + usize::from(form.contains('#'));
                let form = form.replace('x', &format!("x{number}"));
                (form.replace('@', next()).replace('#', next()), used)
            }
            _ => called(functions[choice % functions.len()], &mut next),
        };
        if text.len() < 2_000 && Expression::parse(&text).is_ok() {
            stack.truncate(stack.len().saturating_sub(used));
            stack.push(text);
        }
    }
    stack.pop()
}

/// Returns a function with operands for its parameters, and their number.
fn called<'s>(form: &str, next: &mut impl FnMut() -> &'s str) -> (String, usize) {
    let (name, parameters) = form.trim_end_matches(')').split_once('(').unwrap_or((form, ""));
    let mut used = 0;
    let values = parameters.split(", ").map(|parameter| match parameter {
        "S" | "T" | "C" | "x" | "y" => {
            used += 1;
            next()
        }
        written => written,
    });
    let values: Vec<&str> = values.collect();
    (format!("{name}({})", values.join(", ")), used)
}

/// Compares both evaluators for a game, which is asked several times in a batch.
fn compare(question: &Expression, bytes: &[u8]) {
    let (&first, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let fens = || suites::fens();
    let start = match first {
        0..128 => Position::chess960(usize::from(first) as u16 * 7),
        _ => fens().nth(usize::from(first) % fens().count()).map(suites::position),
    };
    let start = start.unwrap_or(Position::INITIAL);
    let (mut position, mut positions) = (start, vec![start]);
    let mut moves: Vec<Option<Move>> = Vec::new();
    for &byte in bytes {
        let legal = position.legal_moves();
        let null = position.null_move().filter(|_| byte == 255);
        let mv = legal.get(usize::from(byte) % legal.len().max(1)).copied();
        let mv = mv.filter(|_| null.is_none());
        position = match (mv, null) {
            (Some(mv), _) => position.play_unchecked(mv),
            (None, Some(null)) => null,
            (None, None) => break,
        };
        moves.push(mv);
        positions.push(position);
    }
    let evals: Vec<i16> = bytes.iter().map(|&byte| i16::from(byte) * 8 - 1_000).collect();
    let clocks: Vec<u32> = bytes.iter().map(|&byte| u32::from(byte) * 100).collect();
    let tag = |name: &str| match name {
        "WhiteElo" => Some("2100"),
        "BlackElo" => Some("?"),
        "ECO" => Some("B90"),
        "Date" => Some("2013.02.28"),
        _ => None,
    };
    let game = Game {
        start,
        moves: &moves,
        positions: &[],
        tag: &tag,
        result: Some("1-0").filter(|_| first % 2 == 0),
        error: Some("illegal").filter(|_| first % 3 == 0),
        clocks: &clocks,
        evals: &evals,
        depths: &[],
    };
    let values = evaluate(question, &game).into_iter().zip(0..);
    let holds = values.filter(|(value, _)| *value == Value::Truth(true));
    let expected: Vec<u32> = holds.map(|(_, ply)| ply).collect();
    let mut finder = Finder::new(question, FinderOptions::default());
    let mut found = |hits: setwise_sets::GameHits<'_>| {
        assert_eq!(hits.plies, expected, "{} of {start} {moves:?}", question.text());
    };
    let with_positions = Game { positions: &positions, ..game };
    for game in [&game, &with_positions, &game] {
        finder.push(0, game, &mut found);
    }
    finder.flush(&mut found);
}
