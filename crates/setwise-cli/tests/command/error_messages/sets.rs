//! Errors of set expressions and of their definitions.

use setwise_sets::{Definitions, Expression, Source};

use super::Inventory;

pub(super) fn add(inventory: &mut Inventory) {
    inventory.function("Expression::parse");
    for text in [
        "",
        "isolate(P)",
        "xyzzyx",
        "Kh9",
        "Check",
        "P-d4",
        "moves and check",
        "check & P",
        "P < p",
        "P + p",
        "check && Q",
        "! check",
        "moves == 3",
        "1 < moves < 3",
        "(P",
        "[P",
        "[P x]",
        "[e4 P]a-h1",
        "any N in P: N",
        "any s in P: any s in p: s",
        "any s in P: ever s & p",
        "any s in P: any t in P: any u in P: any v in P: v",
        "let and = P in P",
        "let Foo = P in P",
        "san = e8=Q",
        "san",
        "Event ~ \"x",
        "Event =",
        "material = KKvK",
        "material = KRP",
        "White = Anand,V",
        "WhiteElo > 2k",
        "'' = x",
        "White = x || Black = y",
        "material < KvK",
        "position = x",
        "either(san = Nf3)",
        "shifted(shifted(e4))",
        "shifted(rotate180(P))",
        "check for 0",
        "check for Q",
        "if(check, 3, P)",
        "slide(P, P)",
        "north(P, p)",
        "route(P, e-f4)",
        "route(P)",
        "number(x)",
        "attacks",
        "fork(N)",
        "any s in .: any t in .: any u in .: line(s, t) & u",
    ] {
        let error = Expression::parse(text).expect_err(text);
        inventory.add(text, &error, &error);
    }
    for (input, text) in
        [("(((((…", "(".repeat(100)), ("a text of 65,537 bytes", " ".repeat(65_537))]
    {
        let error = Expression::parse(&text).expect_err(input);
        inventory.add(input, &error, &error);
    }
    inventory.function("Expression::question");
    let error = Expression::parse("count(P)").expect("a number").question().expect_err("a number");
    inventory.add("count(P)", &error, &error);
    inventory.function("Expression::parse_with(…, Source::Positions)");
    for text in ["White = A", "ply < 3", "ever check", "times(check) > 2"] {
        let positions = Source::Positions;
        let error = Expression::parse_with(text, &Definitions::standard(), positions);
        let error = error.expect_err(text);
        inventory.add(text, &error, &error);
    }
    inventory.function("Definitions::add");
    for text in ["check = Q", "Foo = Q", "e4 = Q", "x", "x =", "x(S = Q"] {
        let error = Definitions::standard().add(text).expect_err(text);
        inventory.add(text, &error, &error);
    }
    inventory.function("an expression with definitions");
    for (definition, text) in [("x = x", "x"), ("x = isolate(P)", "x"), ("x(S) = S", "x")] {
        let mut definitions = Definitions::standard();
        definitions.add(definition).expect(definition);
        let error = Expression::parse_with(text, &definitions, Source::Games).expect_err(text);
        inventory.add(&format!("{definition}; {text}"), &error, &error);
    }
}
