//! What texts mean, and the errors of texts that mean nothing.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use setwise::attacks::rays;
use setwise::{Bitboard, Color, Position, Role, Square};

use super::define;
use crate::{Definitions, Expression, Finder, FinderOptions, Game, Source, Value};

/// Fails if a tag that games need not have is called missing, or one that they need is forgotten.
#[test]
fn required_tags_are_those_that_are_not_only_asked_to_be_missing() {
    for (text, tags) in [
        ("not Annotator", &[][..]),
        ("never (Annotator and check) or not not White", &["White"]),
        ("not Annotator = x or not (White and not Black)", &["Annotator", "Black"]),
        ("number(Zzz) > 3 and check and 'check'", &["Zzz", "check"]),
    ] {
        assert_eq!(Expression::parse(text).expect(text).required_tags(), tags, "{text}");
    }
}

/// Fails if an error prints the whole of a long text.
#[test]
fn messages_of_errors_are_short() {
    for text in ["x".repeat(60_000), format!("result = {}", "x".repeat(60_000))] {
        assert!(Expression::parse(&text).expect_err("an error").to_string().len() < 500);
    }
}

fn printed(text: &str) -> String {
    match Expression::parse(text) {
        Ok(expression) => expression.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn expressions_have_their_trees() {
    for (text, tree) in [
        ("b4", "b4"),
        ("bb4", "(b & b4)"),
        ("ab4", "(a & b4)"),
        ("_f1", "(_ & f1)"),
        ("b-c4", "b-c4"),
        ("b - c4", "(b - c4)"),
        ("Pd4 and not P & [c1-8 e1-8]", "((P & d4) and (not (P & (c1-8 | e1-8))))"),
        ("[NB]", "(N | B)"),
        ("[Nb4]", "(N & b4)"),
        ("[NB]c-f3-6", "((N | B) & c-f3-6)"),
        (
            "A | B & C - p",
            "error: `C` has no meaning (expected a word, a definition, a name, or a tag in quotation marks)",
        ),
        ("N | B & R - p ^ q", "(N | ((B & (R - p)) ^ q))"),
        ("any s in N: A or B", "(any x0 in N: (A or B))"),
        ("(any s in N: A) or B", "((any x0 in N: A) or B)"),
        ("never check", "(not (ever check))"),
        ("not ever check for 3", "(not (ever (check for 3)))"),
        ("P != p", "(not (P = p))"),
        ("check within 3", "(check within 3)"),
        ("K within [g1 h1]", "(K within (g1 | h1))"),
        ("Nf3 then Ng5 next check", "(((N & f3) then (N & g5)) next check)"),
        (
            "let x = attacks(N) in x & k and x & q",
            "let v1 = attacks(N) in\n((v1 & k) and (v1 & q))",
        ),
        ("result = 1-0", "result = \"1-0\""),
        ("TimeControl = 300+3", "TimeControl = \"300+3\""),
        ("Event ~ 'World Cup'", "Event ~ \"World Cup\""),
        ("material = RKPvRK", "material = \"KRPvKR\""),
        ("not error", "(not error)"),
        ("'WhiteElo' > 2000", "WhiteElo > \"2000\""),
        ("'whiteelo' > 2000 and not \"check\"", "(\"whiteelo\" > \"2000\" and (not \"check\"))"),
        ("number('1 a') + number(\"Kh9\")", "(number(\"1 a\") + number(\"Kh9\"))"),
        ("either('WhiteElo' > 9)", "(WhiteElo > \"9\" or BlackElo > \"9\")"),
        ("either(Q & a1)", "((Q & a1) or (q & a8))"),
        ("either(eval > 50)", "((eval > 50) or ((-eval) > 50))"),
        ("either(result = 1-0)", "(result = \"1-0\" or result = \"0-1\")"),
        ("either(WhiteElo > 2500)", "(WhiteElo > \"2500\" or BlackElo > \"2500\")"),
        ("mirrored(Bg2 & light)", "(((B & g2) & light) or ((B & b2) & dark))"),
        ("shifted(a-g1-8)", "(a-g1-8 or b-h1-8)"),
        ("either(fill(north, P) & p)", "((fill(north, P) & p) or (fill(south, p) & P))"),
        ("if(check, P, white_to_move)", "if(check, P, white_to_move)"),
        ("route(B, f1, b5, a4)", "route(B, f1, b5, a4)"),
        ("-3 + 2 * moves", "((-3) + (2 * moves))"),
        ("north(P, 3)", "north(P, 3)"),
    ] {
        assert_eq!(printed(text), tree, "{text}");
    }
}

#[test]
fn faults_are_named_with_their_places() {
    for (text, part) in [
        ("isolate(P)", "`isolate`: did you mean `isolated`?"),
        ("mate", "`mate`: did you mean `checkmate`?"),
        ("Kh9", "is no square"),
        ("Check", "did you mean `check`?"),
        ("P-d4", "expected `P - d4`"),
        ("a1-h8", "no range of squares in ascending order"),
        ("check && moves < 3", "write `and`"),
        ("moves == 3", "`==` has no meaning here; write `=`"),
        ("! check", "write `not`"),
        ("check and !White", "`!` has no meaning here; write `not`"),
        ("White = x && Black", "`&&` has no meaning here; write `and`"),
        ("White = 'x' || Black", "`||` has no meaning here; write `or`"),
        ("N && Q", "between sets `&`"),
        ("White = Anand,V", "a value with a comma needs quotation marks"),
        ("White and ''", "expected the name of a tag"),
        ("'check", "no ' ends the quoted text"),
        ("count('check')", "is true or false (expected a set)"),
        ("WhiteElo >= 2000+", "`2000+` is no whole number, which `WhiteElo` is compared with"),
        ("plies > abcde", "`abcde` has no meaning"),
        ("WhiteElo >=", "a value is missing"),
        ("White = x&&Black = y", "write `and`"),
        ("White = x||Black = y", "write `or`"),
        ("White == x", "write `=`"),
        ("whiteelo > 2000", "did you mean `WhiteElo`?"),
        ("white = x", "did you mean `White`?"),
        ("moves", "`moves` is a number"),
        ("moves and check", "is a number"),
        ("check & P", "is true or false"),
        ("P < p", "expected a number"),
        ("1 < moves < 3", "comparisons are not chained"),
        ("P and", "the end was found"),
        ("", "the end was found"),
        ("(P", "expected `)`"),
        ("any N in P: N", "it can be no name"),
        ("any s in P: any s in p: s", "has a value here already"),
        ("any s in P: ever s & p", "names the square of a quantifier"),
        ("any s in P: any t in P: any u in P: any v in P: v", "more than 3 quantifiers"),
        ("san = e8=Q", "needs quotation marks"),
        ("san", "a text after `san`"),
        ("Event ~ \"x", "ends the quoted text"),
        ("material = KRP", "there is no `v` between two sides"),
        ("material = KRXvK", "`X` is no piece"),
        ("material = KvRR", "a side has 0 kings"),
        ("material = KKvK", "a side has 2 kings"),
        ("material = KPPPPPPPPPPPPPPPPvK", "a side has more than 16 pieces"),
        ("position = \"x\"", "is no position"),
        ("either(san = Nf3)", "`san` cannot be"),
        ("shifted(shifted(e4))", "inside `shifted`"),
        ("shifted(rotate180(P))", "`rotate180` cannot be"),
        ("check for 0", "at least 1 position"),
        ("if(check, 3, P)", "expected a number"),
        ("slide(P, P)", "a direction"),
        ("route(P, e-f4)", "a single square"),
        ("fork(N)", "fork(S, T)"),
        ("P \u{00e9}", "has no meaning here"),
        ("[e4 P]a-h1", "pieces only"),
        ("any s in .: any t in .: any u in .: line(s, t) & u", "word operations a position"),
    ] {
        let question = Expression::parse(text).and_then(Expression::question);
        let error = question.expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn hostile_texts_are_errors() {
    for text in ["(", "not ", "~", "ever ", "-", "any s in P: ", "let x = ", "either(", "[", "if("]
    {
        for length in [100, 60_000, 1 << 20] {
            assert!(Expression::parse(&text.repeat(length / text.len())).is_err(), "{text}");
        }
    }
    let union = "e4|".repeat(20_000) + "e4";
    let _ = Expression::parse(&union);
    let shared = (0..40).fold(String::from("P"), |text, n| {
        format!("let x{n} = {} in x{n} ^ north(x{n})", if n == 0 { "P".into() } else { text })
    });
    let _ = Expression::parse(&shared).map(|expression| expression.to_string());
    let mut definitions = Definitions::standard();
    definitions.add("x0(S) = north(S) | south(S)").expect("a definition");
    for n in 1..40 {
        let text = format!("x{n}(S) = x{0}(north(S)) | x{0}(south(S))", n - 1);
        definitions.add(&text).expect("a definition");
    }
    let error =
        Expression::parse_with("x39(P)", &definitions, Source::Games).expect_err("too large");
    assert!(error.to_string().contains("levels deep"), "{error}");
}

/// Asks each shipped definition of the position that matches and of the one that does not, by the
/// definition of the language and by the columns.
#[test]
fn shipped_definitions_match_one_position_and_not_the_other() {
    let definitions = Definitions::standard();
    let mut number = 0;
    for name in definitions.names() {
        let (_, comment) = definitions.describe(name).expect("a definition");
        let after = |start: &str| comment.lines().find_map(|line| line.strip_prefix(start));
        assert!(comment.starts_with(&format!("{name}: ")), "{name}: {comment}");
        let text = after("args: ").map_or(name.into(), |values| format!("{name}({values})"));
        let parse = |source| {
            Expression::parse_with(&text, &definitions, source)
                .and_then(Expression::question)
                .unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        for (start, holds) in [("yes: ", true), ("no: ", false)] {
            let fen = after(start).unwrap_or_else(|| panic!("{name} has no position: {start}"));
            if let Some((fen, moves)) = fen.split_once("; ") {
                let plies = plies_of(&parse(Source::Games), fen, moves);
                let last = moves.split(' ').count() as u32;
                assert_eq!(plies.contains(&last), holds, "{name}: {fen} {moves}: {plies:?}");
                continue;
            }
            let question = parse(Source::Positions);
            let position =
                Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let value = define::evaluate(&question, &Game::of_position(position))[0];
            assert_eq!(value, Value::Truth(holds), "{name}: {fen}");
            assert_eq!(is_found(&question, position), holds, "{name}: {fen}");
        }
        number += 1;
    }
    assert!(number >= 40, "{number}");
}

/// Compares sets that have a name in the lab with what the library says of them.
#[test]
fn sets_of_king_safety_are_those_of_the_library() {
    for fen in setwise_testkit::suites::fens().step_by(setwise_testkit::scaled(1, 4)) {
        let position: Position = fen.parse().expect(fen);
        let (board, checkers) = (position.board(), position.checkers());
        let between = |king, piece| rays::between(king, piece).with(piece);
        let mask = match checkers.single() {
            Some(checker) => between(position.king(position.turn()), checker),
            None if checkers.any() => Bitboard::EMPTY,
            None => Bitboard::UNIVERSE,
        };
        is_value(position, "check_mask", mask);
        for (color, pieces, own, other) in
            [(Color::White, "A", "K", "k"), (Color::Black, "a", "k", "K")]
        {
            let king = position.king(color);
            let pinners = position.pinned(color).into_iter().filter_map(|at| position.pinner(at));
            let lines = pinners.fold(Bitboard::EMPTY, |all, pinner| all | between(king, pinner));
            is_value(position, &format!("pin_lines({pieces})"), lines);
            let candidates = position.discovered_check_candidates(color);
            is_value(position, &format!("discoverers({other})"), candidates);
            let occupied = board.occupied().without(king);
            let attackers = |square| position.attackers(square, occupied);
            let is_attacked = |square: &Square| attackers(*square).meets(board.color(!color));
            let danger = Square::ALL.into_iter().filter(is_attacked).collect();
            is_value(position, &format!("king_danger({own})"), danger);
        }
        let knights = board.role(Role::Knight);
        is_value(position, "knight_steps([Nn])", setwise::attacks::knights(knights));
    }
}

/// Compares the value of an expression by both evaluators.
fn is_value(position: Position, text: &str, expected: Bitboard) {
    let parse = |text: &str| {
        Expression::parse_with(text, &Definitions::standard(), Source::Positions).expect(text)
    };
    let value = define::evaluate(&parse(text), &Game::of_position(position))[0];
    assert_eq!(value, Value::Set(expected), "{text} of {position}");
    let squares: String = expected.into_iter().map(|square| format!("{square} ")).collect();
    assert!(is_found(&parse(&format!("{text} = [{squares}]")), position), "{text} of {position}");
}

/// Returns the plies of a game that match, which both evaluators find.
fn plies_of(question: &Expression, fen: &str, moves: &str) -> Vec<u32> {
    let start = Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let (mut position, mut played) = (start, Vec::new());
    for san in moves.split(' ') {
        let mv = position.parse_san(san).unwrap_or_else(|error| panic!("{fen} {san}: {error}"));
        position = position.play_unchecked(mv);
        played.push(Some(mv));
    }
    let game = Game { moves: &played, ..Game::of_position(start) };
    let (mut finder, mut plies) = (Finder::new(question, FinderOptions::default()), Vec::new());
    finder.push(0, &game, &mut |hits| plies.extend(hits.plies));
    finder.flush(&mut |hits| plies.extend(hits.plies));
    let values = (0..).zip(define::evaluate(question, &game));
    let expected = values.filter(|(_, value)| *value == Value::Truth(true)).map(|(ply, _)| ply);
    assert_eq!(plies, expected.collect::<Vec<u32>>(), "{fen} {moves}");
    plies
}

fn is_found(question: &Expression, position: Position) -> bool {
    let game = Game::of_position(position);
    let mut finder = Finder::new(question, FinderOptions::default());
    let mut is_found = false;
    finder.push(0, &game, &mut |hits| is_found |= !hits.plies.is_empty());
    finder.flush(&mut |hits| is_found |= !hits.plies.is_empty());
    is_found
}

/// What a reader of tables may leave out: rows whose tags cannot match, and tags that are not read.
#[test]
fn the_tags_that_decide_are_known() {
    let ranges = |text: &str| {
        let expression = Expression::parse(text).expect("an expression");
        let ranges = expression.tag_ranges().into_iter();
        let mut ranges: Vec<_> = ranges.map(|(tag, range)| (tag.to_owned(), range)).collect();
        ranges.sort_by_key(|(tag, range)| (tag.clone(), *range.start()));
        ranges
    };
    let of = |tag: &str, range| (tag.to_owned(), range);
    assert_eq!(ranges("WhiteElo > 2800"), [of("WhiteElo", 2801..=i64::MAX)]);
    assert_eq!(ranges("WhiteElo < 2800 and Q"), [of("WhiteElo", i64::MIN..=2799)]);
    assert_eq!(
        ranges("WhiteElo = 2800 and Q and (Round <= 2 and check)"),
        [of("Round", i64::MIN..=2), of("WhiteElo", 2800..=2800)]
    );
    assert_eq!(ranges("number(BlackElo) >= 7"), [of("BlackElo", 7..=i64::MAX)]);
    for none in [
        "WhiteElo > 2800 or Q",
        "not WhiteElo > 2800",
        "WhiteElo != 2800",
        "ECO = B90",
        "Date > 2013",
        "ever WhiteElo > 2800",
        "Q then WhiteElo > 2800",
        "number(WhiteElo) > number(BlackElo)",
    ] {
        assert_eq!(ranges(none), [], "{none}");
    }
    let reads = |text: &str| {
        let expression = Expression::parse(text).expect("an expression");
        let tags = ["Result", "Date", "UTCDate", "Variant", "WhiteElo", "ECO"];
        tags.into_iter().filter(|tag| expression.reads_tag(tag)).collect::<Vec<_>>()
    };
    assert_eq!(reads("result = 1-0 and Q"), ["Result"]);
    assert_eq!(reads("date > 2013 or variant = chess960"), ["Date", "UTCDate", "Variant"]);
    assert_eq!(reads("number(WhiteElo) > 1 and ECO ~ B"), ["WhiteElo", "ECO"]);
}
